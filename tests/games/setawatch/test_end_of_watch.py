"""Out of actions, and the end of the Watch (W-END)."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.consent import Agree, Object, Suggest
from embertable.games.setawatch.dice_effects import ChooseLostDie, GiveDie
from embertable.games.setawatch.events import CreaturePassed
from embertable.games.setawatch.exhausting import ChooseExhausted, Shield
from embertable.games.setawatch.line import ChooseHex
from embertable.games.setawatch.state import SPENT
from embertable.games.setawatch.watch import ChooseAction, GiveUp
from tests.games.setawatch.scene import scene


@pytest.mark.rule("W-END-01")
def test_the_party_may_be_out_of_actions_at_any_time_it_could_act():
    table = scene(line="bear, wolf", dice="H 5 5 5, R 12 12 12", players=4)
    table.watch()
    for seat in range(4):
        assert GiveUp(PARTY) in table.offered(seat=seat)


@pytest.mark.rule("W-END-01")
@pytest.mark.parametrize(
    ("give_up", "seats"), [("anyone", [0, 1, 2, 3]), ("on_watch", [0, 2, 3]), ("everyone", [])]
)
def test_who_may_say_so_is_a_setting_of_the_table(give_up, seats):
    table = scene(line="bear, wolf", dice="R 12", players=4, resting="B", give_up=give_up)
    table.watch()
    assert [seat for seat in range(4) if GiveUp(PARTY) in table.offered(seat=seat)] == seats


@pytest.mark.rule("W-END-01")
def test_with_everyone_the_others_are_asked_whatever_else_is_decided_at_once():
    table = scene(line="bear, wolf", dice="R 12", players=2, give_up="everyone")
    table.watch()
    table.act(Suggest(PARTY, 0, GiveUp(PARTY)), seat=0)
    assert not table.state.out_of_actions
    table.act(Object(PARTY, 1), seat=1)
    assert isinstance(table.waiting(), ChooseAction), "the Watch goes on"
    table.act(Suggest(PARTY, 1, GiveUp(PARTY)), seat=1)
    waiting = table.act(Agree(PARTY, 0), seat=0)
    assert table.state.out_of_actions
    assert isinstance(waiting, ChooseExhausted), "only this decision is asked about"


@pytest.mark.rule("W-END-01")
@pytest.mark.parametrize("give_up", ["anyone", "on_watch", "everyone"])
def test_alone_one_decides_alone(give_up):
    table = scene(line="bear, wolf", dice="R 12", resting="B", give_up=give_up)
    table.watch()
    assert GiveUp(PARTY) in table.offered(seat=0)


@pytest.mark.rule("W-END-01")
def test_those_on_watch_suggest_it_where_all_are_asked():
    table = scene(line="bear", dice="R 12", players=4, resting="B", ask="all", give_up="on_watch")
    table.watch()
    found = [option.player for option in table.offered() if isinstance(option, Suggest)]
    assert found == [0, 2, 3]


@pytest.mark.rule("W-END-01")
def test_it_cannot_be_taken_back_in_this_watch():
    table = scene(line="bear, wolf, eagle", dice="R 12")
    table.watch()
    table.give_up()
    for ability in ("hex", "premonition", "withering_curse"):
        assert isinstance(table.waiting(), ChooseExhausted)
        table.exhaust(ability)
    assert table.line == []
    assert table.state.out_of_actions
    table.state.map_deck = ["dark_woods"]
    table.end_watch()
    assert not table.state.out_of_actions


@pytest.mark.rule("W-END-02")
def test_the_first_creature_deals_its_damage_and_joins_the_horde_then_the_next():
    table = scene(line="wyvern, bear", dice="H 5", horde="hydra")
    table.steal("H 5", 1)
    table.watch()
    table.give_up()
    table.exhaust("hex", "premonition")
    assert table.line == ["bear"]
    assert table.horde == ["wyvern", "hydra"]
    assert 5 in table.dice("H", SPENT)
    table.exhaust("withering_curse")
    assert table.horde == ["bear", "wyvern", "hydra"]
    assert table.waiting() is None
    assert table.ready() == 9


@pytest.mark.rule("W-END-02")
def test_a_creature_of_a_resting_adventurers_watch_takes_no_card_from_the_camp():
    table = scene(line="bear", resting="T")
    table.watch()
    table.give_up()
    assert {option.adventurer for option in table.offered()} == {0, 1, 2}


@pytest.mark.rule("W-END-02", "W-END-03")
def test_the_line_settles_so_that_the_first_card_is_face_up():
    table = scene(line="bear, wolf down, goblins down", firewood=1)
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.line == ["wolf", "goblins down"]
    table.exhaust("premonition")
    assert table.line == ["goblins"]


@pytest.mark.rule("W-END-03")
def test_powers_trigger_and_ask_but_nobody_acts():
    table = scene(line="bear, bandit, summon down", dice="H 5 4", unhallowed="wyvern_rider")
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert isinstance(table.waiting(), ChooseLostDie), "the Bandit arrives in first position"
    table.act(GiveDie(PARTY, "steal", "bandit-1", table.die("H 4")))
    table.exhaust("premonition")
    assert table.line == ["bandit", "wyvern_rider"], "the Summon card is resolved"
    assert isinstance(table.waiting(), ChooseExhausted)
    assert not isinstance(table.waiting(), ChooseAction)


@pytest.mark.rule("W-END-03")
def test_items_may_answer_the_damage():
    table = scene(line="ember_drake, bear")
    table.give("H", items="tower_shield")
    table.watch()
    table.give_up()
    table.act(Shield(PARTY, 0, "tower_shield"))
    table.exhaust("hex")
    assert table.horde == ["ember_drake"]
    assert table.ready() == 11


@pytest.mark.rule("W-END-03")
def test_a_stored_hex_may_still_be_spent():
    table = scene(line="bear, wyvern", firewood=7)
    table.state.hex = 1
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert isinstance(table.waiting(), ChooseHex)


@pytest.mark.rule("W-END-03", "W-REVEAL-07")
def test_a_reveal_power_triggers_again_in_a_later_settle():
    """Each creature that passes is followed by a new Settle, so a Graveshifter shifts again."""
    line = "bear, graveshifter 2 down, graveshifter 3 down"
    table = scene(line=line, graveyard="wolf", firewood=1)
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.line == ["wolf", "graveshifter down"], "the first one traded places with the Wolf"
    table.exhaust("premonition")
    # The second one trades places with the first, which is revealed anew and trades back.
    assert table.at(1).card == "graveshifter-2"
    assert table.state.graveyard == ["graveshifter-1"]


@pytest.mark.rule("W-END-04")
def test_the_first_creature_enters_the_horde_first():
    table = scene(line="bear, wolf, eagle", horde="hydra")
    table.watch()
    table.give_up()
    table.exhaust("hex", "premonition", "withering_curse")
    assert table.horde == ["eagle", "wolf", "bear", "hydra"]


@pytest.mark.rule("W-END-05")
def test_a_joined_rider_deals_its_own_damage_and_enters_as_two_cards():
    table = scene(line="warg_handler, wolf", horde="hydra")
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.ready() == 11
    assert table.horde == ["warg_handler", "wolf", "hydra"]


@pytest.mark.rule("W-END-06")
def test_negation_does_not_change_the_damage():
    table = scene(line="hollow_judge, bear")
    table.at(1).negated = True
    table.watch()
    table.give_up()
    table.exhaust("hex", "premonition", "withering_curse")
    assert table.events(CreaturePassed)[0].damage == 3
    assert table.horde == ["hollow_judge"]


@pytest.mark.rule("W-END-07")
def test_the_game_is_lost_in_the_middle():
    table = scene(line="wyvern, bear")
    for letter in "HBR":
        table.give(letter, exhausted="all")
    table.give("T", exhausted="hex")
    table.watch()
    table.give_up()
    assert table.result is not None
    assert table.result.outcome == "exhausted"
    assert table.line == ["wyvern", "bear"]


@pytest.mark.rule("W-END-08")
def test_with_an_empty_line_the_watch_ends():
    table = scene(line="bear")
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.line == []
    assert table.waiting() is None
