"""Games from outside: settings, saved positions, and random play to the end."""

from __future__ import annotations

import pytest

from embertable.engine.chance import keyed, seeded
from embertable.engine.content import Content
from embertable.engine.errors import BadOption, OtherRules, UnknownGame, UnknownOption
from embertable.engine.game import MOST_SETS, Game, Setting, new_table, option_sets
from embertable.engine.playout import playout
from embertable.engine.table import Component, State, Table
from embertable.games import load
from tests.engine.toy import AskWord, Finish, Note, Roll, Say, Toy, ToyState, toy_table, trail


def test_settings_not_named_have_their_defaults():
    assert Toy().check({}) == {"mood": "calm"}
    assert Toy().check({"mood": "wild"}) == {"mood": "wild"}


def test_an_unknown_setting_is_refused_with_those_there_are():
    with pytest.raises(UnknownOption) as refused:
        Toy().set_up({"weather": "fine"}, seeded(0))
    assert str(refused.value) == "toy has no option weather; it has: mood."


def test_an_unknown_value_is_refused_with_those_there_are():
    with pytest.raises(BadOption) as refused:
        Toy().set_up({"mood": "sad"}, seeded(0))
    assert str(refused.value) == "toy cannot be played with mood=sad; try calm, wild."


def test_an_unknown_game_is_refused_with_those_there_are():
    with pytest.raises(UnknownGame, match=r"There is no game called chess; try .*lueur"):
        load("chess")
    assert load("lueur").name == "lueur"


def test_all_combinations_of_settings():
    settings = [Setting("a", ("1", "2"), "1"), Setting("b", ("x", "y"), "x")]
    assert option_sets(settings) == [
        {"a": "1", "b": "x"},
        {"a": "1", "b": "y"},
        {"a": "2", "b": "x"},
        {"a": "2", "b": "y"},
    ]
    assert option_sets([]) == [{}]


def test_a_free_text_is_left_to_the_game():
    assert option_sets([Setting("a", ("1", "2"), "1"), Setting("b", (), "")]) == [
        {"a": "1"},
        {"a": "2"},
    ]
    game = Toy()
    game.settings = (Setting("words", (), "none"),)
    assert game.check({"words": "any at all"}) == {"words": "any at all"}
    assert game.check({}) == {"words": "none"}


def test_of_many_combinations_some_that_show_every_value():
    settings = [Setting(name, tuple("123456"), "1") for name in "abcd"]
    sets = option_sets(settings)
    assert len(sets) == MOST_SETS
    for setting in settings:
        assert {one[setting.name] for one in sets} == set(setting.values)
    assert sets == option_sets(settings)
    assert len({tuple(one.values()) for one in sets}) == MOST_SETS


def test_a_new_table_repeats_with_its_seed():
    game = Toy([Roll(), Roll(), Roll(), AskWord(0, ("a",))])
    assert trail(new_table(game, seed=5)) == trail(new_table(game, {}, 5))
    assert trail(new_table(game, seed=5)) != trail(new_table(game, seed=6))


@pytest.mark.parametrize(
    ("part", "value", "ours"),
    [("game", "chess", "toy"), ("rules", 2, "3"), ("content", "other", "toy-content")],
)
def test_a_position_of_another_game_rules_or_content_is_refused(part, value, ours):
    saved = toy_table(AskWord(0, ("a",))).to_json()
    saved[part] = value
    with pytest.raises(OtherRules) as refused:
        Table.from_json(saved, Toy())
    assert f"other {part} ({value}) than the installed ones ({ours})" in str(refused.value)


def test_a_position_is_opened_with_the_content_it_was_saved_with():
    pack = Content("my-pack")
    table = Toy([AskWord(0, ("a",)), Finish()]).set_up({}, seeded(0), pack)
    again: Table[ToyState] = Table.from_json(table.to_json(), table.game, content=pack)
    assert again.state.content is pack
    with pytest.raises(OtherRules):
        Table.from_json(table.to_json(), table.game)


def test_a_live_position_is_opened_with_the_luck_of_its_keeper():
    key = bytes(range(32))
    table = toy_table(Roll(), AskWord(0, ("a",)), Roll(), AskWord(0, ("b",)), chance=keyed(key))
    table.next_choice()
    assert key.hex() not in str(table.to_json())
    again: Table[ToyState] = Table.from_json(table.to_json(), table.game, keyed(key))
    for one in (table, again):
        one.apply(Say(0, "a"))
    assert trail(again) == trail(table)


def test_the_hash_tells_positions_apart_but_not_how_they_were_told():
    table = toy_table(Note("a"), AskWord(0, ("b",)))
    silent = toy_table(Note("a"), AskWord(0, ("b",)))
    silent.next_choice()
    silent.log.clear()
    game = table.game
    assert game.state_hash(table) == game.state_hash(silent)
    assert game.state_hash(table) != game.state_hash(toy_table(Note("c"), AskWord(0, ("b",))))
    assert game.state_hash(table) != game.state_hash(toy_table(Note("a"), AskWord(1, ("b",))))


def test_the_hash_of_a_position_knows_what_luck_comes_next():
    one = toy_table(AskWord(0, ("a",)))
    other = toy_table(AskWord(0, ("a",)))
    other.chance.draw("dice", 6)
    assert one.game.state_hash(one) != one.game.state_hash(other)


def test_a_playout_ends_and_repeats():
    words = tuple("abcdef")
    tables = [toy_table(*[AskWord(0, words) for _ in range(9)]) for _ in range(3)]
    assert [playout(table, luck) for table, luck in zip(tables, (1, 1, 2), strict=True)] == [9] * 3
    assert trail(tables[0]) == trail(tables[1])
    assert trail(tables[0]) != trail(tables[2])
    assert tables[0].has_ended()


def test_a_playout_may_stop_early():
    table = toy_table(*[AskWord(0, ("a", "b")) for _ in range(9)])
    assert playout(table, 1, most=4) == 4
    assert len(trail(table)) == 4


def test_what_a_game_must_say_for_itself_is_asked_for():
    bare = Game("bare", 1, ())
    table = toy_table()
    for asked in (
        bare.folder,
        lambda: bare.read_content(None),
        lambda: bare.rules({}, Content("c")),
        lambda: bare.deal({}, seeded(0), Content("c")),
        lambda: bare.seats(table),
        lambda: bare.view(table, 0),
        lambda: bare.imagine(table, 0, seeded(0)),
        Component().copy,
        State().copy,
    ):
        with pytest.raises(NotImplementedError):
            asked()
    assert bare.namers(None, Content("c")) == {}
    assert bare.details(None, Content("c")) == {}
