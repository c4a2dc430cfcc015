"""What is hidden is shown to nobody until its time, and imagining re-deals all of it (section 7).

Hidden are the deck, the six boxed companions, the spell pile, face-down spells in front of players
(also from their holder), those given up face down, and dice not yet rolled.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from embertable import new_table
from embertable.engine.chance import keyed, seeded
from embertable.engine.codec import canonical
from embertable.engine.errors import EmbertableError
from embertable.engine.seat_view import seat_view, seat_view_to_json
from embertable.engine.table import Action, Seat, Table
from embertable.games.lueur.effects import (
    GiveUpHiddenSpell,
    GiveUpSpell,
    HiddenSpellGivenUp,
    LoseCompanionOrSpell,
)
from embertable.games.lueur.evening import CompanionsDealt, DealCompanions
from embertable.games.lueur.late_morning import RollDice
from embertable.games.lueur.morning import ChooseCompanion
from embertable.games.lueur.noon import Resolve
from embertable.games.lueur.spells import CastSpells, RevealSpells, SpellRevealed
from embertable.games.lueur.state import LueurState
from tests.games.lueur.scene import LUEUR, Scene, scene
from tests.records.play import MOST_DECISIONS, Picks

# Games with hidden spells, revealed spells, and one given up face down.
GAMES = [
    ({"players": "2", "journey": "province", "adventurers": "choose"}, 7),
    ({"players": "3", "journey": "archipelago", "adventurers": "random"}, 7),
    ({"players": "4", "journey": "province", "adventurers": "random"}, 6),
]


def hidden_ids(state: LueurState) -> set[str]:
    """Every card and spell that nobody may know now."""
    hidden = {*state.deck, *state.boxed, *state.spell_pile, *state.spells_boxed_unseen}
    for player in state.players:
        hidden.update(player.hidden_spells)
    return hidden


def words_in(value: object) -> Iterator[str]:
    """Every string anywhere in a piece of JSON, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from words_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from words_in(one)


def shown_ids(table: Table[LueurState], seat: Seat | None, since: int = 0) -> set[str]:
    """Everything said to a seat: its view, choice, options and the events since."""
    return set(words_in(seat_view_to_json(table, seat_view(table, seat, since))))


def watchers(table: Table[LueurState]) -> list[Seat | None]:
    return [*range(len(table.state.players)), None]


def moments(options: dict[str, str], seed: int) -> Iterator[tuple[Table[LueurState], int]]:
    """A whole game: the table at every decision, with the number of events told before."""
    table = new_table(LUEUR, options, seed)
    picks = Picks(seed)
    told = 0
    for _ in range(MOST_DECISIONS):
        seats = [choice.seat for choice in table.choices()]
        yield table, told
        if not seats:
            return
        told = len(table.log)
        seat = picks.seat_of(seats)
        table.apply(picks.one_of(table.offered(seat)), seat)


def stage(adventurers: str = "pocana eoles noctiluca") -> Scene:
    """A scene with a deck, a box and a spell pile, and a choice of the game under it all."""
    table = scene(adventurers)
    table.table.pending[0] = ChooseCompanion(0)
    table.state.deck = ["B44", "B30", "A12", "A10", "A03", "A02", "A01"]
    table.state.boxed = ["A20", "A21", "A22", "B24", "B25", "B26"]
    table.state.spell_pile = ["S1", "S2", "S3", "S4", "S5", "S6", "S7"]
    return table


# Along whole games


@pytest.mark.rule("L-SETUP-08", "L-SETUP-09", "L-SPELL-01")
@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_nothing_hidden_is_ever_shown_to_anybody(options, seed):
    looked_for = set()
    for table, told in moments(options, seed):
        hidden = hidden_ids(table.state)
        looked_for |= hidden
        for seat in watchers(table):
            assert not hidden & shown_ids(table, seat, told), f"shown to seat {seat}"
    assert len(looked_for) == 46 - 5 + 7, "all but the opening track was hidden at some time"


@pytest.mark.rule("L-SPELL-01", "L-SPELL-08")
def test_the_games_watched_hold_every_kind_of_hidden_spell():
    held = given_up = revealed = 0
    for options, seed in GAMES:
        for table, told in moments(options, seed):
            held += any(player.hidden_spells for player in table.state.players)
            given_up += bool(table.state.spells_boxed_unseen)
            revealed += sum(isinstance(event, SpellRevealed) for event in table.log[told:])
    assert held
    assert given_up
    assert revealed


@pytest.mark.rule("L-SETUP-09")
@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_the_boxed_companions_are_never_shown(options, seed):
    *_, (table, _) = moments(options, seed)
    assert table.result is not None
    assert len(table.state.boxed) == 6
    for seat in watchers(table):
        assert not set(table.state.boxed) & shown_ids(table, seat, since=0)


def test_the_search_would_find_a_leak():
    table = stage()
    table.run(CastSpells(0, "A10"))
    spell = table.player(1).hidden_spells[0]
    table.table.emit(SpellRevealed(1, spell))
    assert spell in shown_ids(table.table, None)
    assert spell in hidden_ids(table.state)


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_refusals_say_nothing_about_what_is_hidden(options, seed):
    """Whoever guesses at hidden spells and cards is told the same, right or wrong."""
    for table, _ in moments(options, seed):
        hidden = hidden_ids(table.state)
        spells = [f"S{number}" for number in range(1, 8)]
        for seat in range(len(table.state.players)):
            spells_in_front = table.state.players[seat].spells
            answers = {
                refusal(table, kind(seat, spell), seat, spell)
                for spell in spells
                if spell not in spells_in_front
                for kind in (GiveUpSpell, Resolve)
            }
            for answer in answers:
                assert not hidden & set(answer.replace("'", " ").split())
            assert len({answer.partition(": ")[2] for answer in answers}) <= 1


def refusal(table: Table[LueurState], action: Action, seat: Seat, word: str) -> str:
    """What the table answers, without the name of the action and the word the asker put in."""
    try:
        table.apply(action, seat)
    except EmbertableError as error:
        return str(error).replace(repr(action), "this").replace(word, "")
    raise AssertionError(f"{action} was accepted")


# Each row of the table


@pytest.mark.rule("L-SETUP-10", "L-EVENING-04")
def test_a_companion_is_seen_when_it_is_dealt():
    table = stage()
    table.run()
    assert "A01" not in shown_ids(table.table, 0)
    table.run(DealCompanions())
    assert table.events(CompanionsDealt) == [CompanionsDealt(("A01", "A02", "A03", "A10", "A12"))]
    for seat in watchers(table.table):
        shown = LUEUR.view(table.table, seat)
        assert [space.companion for space in shown.track] == ["A01", "A02", "A03", "A10", "A12"]  # type: ignore[attr-defined]
        assert shown.deck == 2  # type: ignore[attr-defined]


def test_the_number_of_cards_left_and_the_pack_of_the_top_one_are_public():
    table = stage()
    shown = LUEUR.view(table.table, None)
    assert (shown.deck, shown.next_pack) == (7, "A")  # type: ignore[attr-defined]
    table.state.deck = ["B44", "B30"]
    assert LUEUR.view(table.table, 1).next_pack == "B"  # type: ignore[attr-defined]
    table.state.deck = []
    assert LUEUR.view(table.table, 1).next_pack == ""  # type: ignore[attr-defined]


@pytest.mark.rule("L-SPELL-01", "L-SPELL-02", "L-ROUND-02")
def test_a_face_down_spell_is_hidden_from_its_holder_too_until_the_next_round():
    table = stage()
    table.run(CastSpells(0, "A10"))
    dealt = {seat: table.player(seat).hidden_spells[0] for seat in (1, 2)}
    for seat in watchers(table.table):
        assert not set(dealt.values()) & shown_ids(table.table, seat)
        players = LUEUR.view(table.table, seat).players  # type: ignore[attr-defined]
        assert [player.hidden_spells for player in players] == [0, 1, 1], (
            "that it lies there is public"
        )
    table.run(RevealSpells())
    for seat in watchers(table.table):
        assert set(dealt.values()) <= shown_ids(table.table, seat)


@pytest.mark.rule("L-JOURNEY-06", "L-SPELL-01")
def test_a_spell_given_up_face_down_is_not_shown():
    table = stage()
    table.run(CastSpells(0, "A10"))
    spell = table.player(1).hidden_spells[0]
    table.run(LoseCompanionOrSpell(1))
    assert spell not in shown_ids(table.table, 1), "its holder chooses without seeing it"
    table.act(GiveUpHiddenSpell(1))
    assert len(table.events(HiddenSpellGivenUp)) == 1
    table.run(RevealSpells())
    for seat in watchers(table.table):
        assert spell not in shown_ids(table.table, seat)


@pytest.mark.rule("L-SPELL-04")
def test_a_spell_given_up_face_up_was_seen_by_all():
    table = stage()
    table.give(1, spells="S4")
    table.state.spell_pile.remove("S4")
    table.run(LoseCompanionOrSpell(1))
    table.act(GiveUpSpell(1, "S4"))
    assert table.state.spells_boxed == ["S4"]
    assert table.state.spells_boxed_unseen == []
    for seat in watchers(table.table):
        assert "S4" in shown_ids(table.table, seat)


@pytest.mark.rule("L-ROLL-02")
def test_dice_to_come_are_hidden_until_rolled():
    """Two tables that differ only in their luck look the same until the dice fall."""
    looks = []
    for luck in (seeded(1), seeded(2)):
        table = stage()
        table.table.chance = luck
        looks.append(everything_shown(table.table))
        table.run(RollDice())
        looks.append(everything_shown(table.table))
    assert looks[0] == looks[2]
    assert looks[1] != looks[3]


def test_neither_seed_nor_key_is_shown():
    key = bytes(range(32))
    table = LUEUR.set_up({"players": "2"}, keyed(key))
    table.next_choice()
    assert key.hex().encode() not in everything_shown(table)
    for word in ("seed", "streams", "key"):
        assert f'"{word}"'.encode() not in everything_shown(table)


def everything_shown(table: Table[LueurState]) -> bytes:
    return canonical([seat_view_to_json(table, seat_view(table, seat)) for seat in watchers(table)])


# Imagining


@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_an_imagined_table_keeps_everything_visible(options, seed):
    for number, (table, _) in enumerate(moments(options, seed)):
        if number % 4:
            continue
        twin = LUEUR.imagine(table, number % len(table.state.players), seeded(number))
        assert everything_shown(twin) == everything_shown(table.copy(table.chance))
        assert hidden_ids(twin.state) == hidden_ids(table.state)


def test_imagining_leaves_the_true_table_as_it_was():
    table = new_table(LUEUR, {"players": "3", "adventurers": "random"}, 5)
    before = LUEUR.state_hash(table)
    for number in range(20):
        LUEUR.imagine(table, 0, seeded(number)).next_choice()
    assert LUEUR.state_hash(table) == before


def test_every_order_of_the_unseen_companions_can_be_imagined():
    table = stage()
    table.state.deck = ["B30", "B44"]
    table.state.boxed = ["A20", "A21", "A22", "B24", "B25"]
    decks = Counter(
        tuple(LUEUR.imagine(table.table, 0, seeded(number)).state.deck) for number in range(600)
    )
    unseen = ["B30", "B44", "B24", "B25"]
    assert set(decks) == {(one, two) for one in unseen for two in unseen if one != two}
    assert min(decks.values()) > 20, "none is a rarity: 50 are expected of each"


def test_imagined_companions_stay_in_their_pack():
    table = stage()
    for number in range(50):
        state = LUEUR.imagine(table.table, 0, seeded(number)).state
        assert [card[0] for card in state.deck] == ["B", "B", "A", "A", "A", "A", "A"]
        assert [card[0] for card in state.boxed] == ["A", "A", "A", "B", "B", "B"]


def test_every_unseen_companion_can_be_imagined_on_top_of_a_full_deck():
    table = new_table(LUEUR, {"players": "4", "adventurers": "random"}, 9)
    table.next_choice()
    unseen = {card for card in [*table.state.deck, *table.state.boxed] if card.startswith("A")}
    tops = {LUEUR.imagine(table, 0, seeded(number)).state.deck[-1] for number in range(400)}
    assert len(unseen) == 18
    assert tops == unseen


@pytest.mark.rule("L-SPELL-01")
def test_every_unseen_spell_can_be_imagined_in_every_place():
    table = stage()
    table.give(0, spells="S2")
    table.state.spell_pile = ["S1", "S3"]
    table.player(1).hidden_spells = ["S4"]
    table.player(2).hidden_spells = ["S5"]
    table.state.spells_boxed_unseen = ["S6"]
    table.state.spells_boxed = ["S7"]
    unseen = {"S1", "S3", "S4", "S5", "S6"}
    pairs = set()
    boxed = set()
    piles = set()
    for number in range(600):
        state = LUEUR.imagine(table.table, 1, seeded(number)).state
        pairs.add((*state.players[1].hidden_spells, *state.players[2].hidden_spells))
        boxed.update(state.spells_boxed_unseen)
        piles.add(tuple(state.spell_pile))
        assert state.players[0].spells == ["S2"]
        assert state.spells_boxed == ["S7"]
    assert pairs == {(one, two) for one in unseen for two in unseen if one != two}
    assert piles == pairs
    assert boxed == unseen, "a spell given up face down may be any of them"


def test_the_luck_of_an_imagined_table_is_the_imaginer_s():
    table = new_table(LUEUR, {"players": "2", "adventurers": "random"}, 3)
    table.next_choice()
    rolls = set()
    for number in range(12):
        twin = LUEUR.imagine(table, 0, seeded(number))
        while twin.state.players[0].dice and not twin.state.faces[twin.state.players[0].dice[0]]:
            twin.apply(twin.offered()[0])
            twin.next_choice()
        rolls.add(tuple(twin.state.faces[die] for die in twin.state.players[0].dice))
    assert len(rolls) > 6
