"""What nobody has seen is shown to nobody, and imagining deals it anew (ledger, section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from embertable import new_table
from embertable.engine.chance import keyed, seeded
from embertable.engine.codec import canonical
from embertable.engine.seat_view import seat_view, seat_view_to_json
from embertable.engine.table import PARTY, Table
from embertable.games.setawatch import redeal
from embertable.games.setawatch.camp import ChooseRest, KeepLocation
from embertable.games.setawatch.content import ACOLYTE
from embertable.games.setawatch.deck_effects import PutOnTop, PutUnder
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.watch import ChooseAction
from tests.games.setawatch.scene import CONTENT, GAME, camp, new_game, scene, seen

TABLES = [
    ({"players": "1"}, 3),
    ({"players": "3", "deck": "classic"}, 5),
    ({"players": "4"}, 8),
    ({"players": "2", "deck": "balanced"}, 4),
]
STEPS = 240
ACOLYTES = {id for id, card in CONTENT.cards.items() if card.creature.kind == ACOLYTE}


def hidden_cards(state: WatchState) -> set[str]:
    """Every card of which nobody may know now where it lies, but for those of the Unhallowed."""
    piles = [*state.deck, *state.horde, *state.map_deck, *state.unused, *state.items, *state.boxed]
    down = [one.card for one in state.line if not one.up]
    return {card for card in (*piles, *down) if card not in state.known}


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


def moments(options: dict[str, str], seed: int) -> Iterator[Table[WatchState]]:
    """A game at each of its choices, among a party that does not tire and so sees much of it."""
    table = new_table(GAME, options, seed)
    for step in range(STEPS):
        choice = table.next_choice()
        if choice is None:
            return
        if isinstance(choice, (ChooseRest, ChooseAction, ChooseExhausted)):
            for one in table.state.adventurers:
                one.exhausted = [False, False, step % 3 == 0]
        yield table
        offered = table.offered()
        table.apply(offered[step * 7 % len(offered)])


def view_of(table: Table[Any], seat: int | None = 0) -> bytes:
    return canonical(GAME.codec().encode(GAME.view(table, seat)))


# The view.


@pytest.mark.parametrize(("options", "seed"), TABLES)
def test_nothing_hidden_is_named_by_view_choice_option_or_event(options, seed):
    looked = told = 0
    for table in moments(options, seed):
        hidden = hidden_cards(table.state)
        shown = seat_view_to_json(table, seat_view(table, 0, len(table.log)))
        assert hidden.isdisjoint(words_in(shown)), table.next_choice()
        events = seat_view_to_json(table, seat_view(table, None, told))
        assert (hidden & set(table.state.unseen)).isdisjoint(words_in(events))
        told = len(table.log)
        looked += 1
    assert looked > 150
    assert table.state.round > 2


@pytest.mark.parametrize(("options", "seed"), TABLES)
def test_everybody_sees_the_same(options, seed):
    for number, table in enumerate(moments(options, seed)):
        if number % 10 == 0:
            shown = {view_of(table, seat) for seat in (None, *range(int(options["players"])))}
            assert len(shown) == 1


def test_a_view_holds_neither_seed_nor_key():
    table = new_table(GAME, {}, 123456789)
    table.next_choice()
    assert b"123456789" not in view_of(table)
    key = bytes(range(32))
    live = GAME.set_up({}, keyed(key))
    live.next_choice()
    assert key.hex().encode() not in view_of(live)


# Zones.


def test_the_creature_deck_shows_its_size():
    table = scene(deck="bear, wolf, eagle")
    assert (table.view().deck, table.view().deck_top) == (3, ())


def test_scouted_cards_put_back_on_top_stay_known_until_a_shuffle():
    table = camp("H", "1 2", deck="bear, wolf, summon, fae", graveyard="treant")
    table.place(1, "scout_ahead")
    assert table.view().looked_at == ("bear-1", "wolf-1")
    table.act(PutUnder(PARTY, "bear-1"), PutOnTop(PARTY, "wolf-1"))
    assert table.view().deck_top == ("wolf-1",)
    assert table.view().looked_at == ()
    assert table.view().deck_bottom == ("bear-1",)
    # An Acolyte in first position shuffles a Summon card into the deck.
    table = scene(line="acolyte arriving", deck="bear, wolf", graveyard="summon")
    table.state.known = ["bear-1"]
    assert table.view().deck_top == ("bear-1",)
    table.watch()
    assert table.view().deck_top == table.view().deck_bottom == ()
    assert table.view().deck == 3


def test_a_deck_made_from_the_graveyard_is_hidden():
    table = scene(graveyard="bear, wolf, eagle, fae, treant, bandit, skeletons", firewood=3)
    assert table.view().graveyard[0] == "bear-1"
    table.begin_watch()
    assert [one.card for one in table.view().line][1:] == [""] * 5
    assert table.view().deck_top == ()


def test_the_line_shows_faces_places_and_numbers_of_cards():
    table = scene(line="bear, wolf down, eagle down")
    shown = table.view().line
    assert [(one.place, one.card, one.up) for one in shown] == [
        (1, "bear-1", True),
        (2, "", False),
        (3, "", False),
    ]
    assert [(one.base, one.health) for one in shown] == [(4, 4), (0, 0), (0, 0)]


@pytest.mark.rule("W-PEEK-02")
def test_a_peeked_card_stays_known_and_keeps_its_flag_when_it_moves():
    table = scene(line="metal_golem, wolf down, eagle down, fae down", firewood=3, dice="H 1")
    table.give("H", items="seeing_glass, drag_hook")
    table.watch()
    table.use_item("seeing_glass")
    assert [one.card for one in table.view().line][1:] == ["wolf-1", "eagle-1", "fae-1"]
    assert table.line[1:] == ["wolf down", "eagle down", "fae down"]
    table.use_item("drag_hook", "H 1")
    assert [one.card for one in table.view().line][:3] == ["wolf-1", "eagle-1", "fae-1"]
    assert [one.up for one in table.view().line] == [True, False, False, True]


@pytest.mark.rule("W-HORDE-04")
def test_the_horde_shows_its_size_and_what_entered_face_up():
    table = scene(line="acolyte 6 down, bear", horde="hydra", deck="fae", firewood=3)
    table.watch()
    assert table.view().horde == ("", "")
    table.give_up()
    table.exhaust("grave_whisper", "proven_kill")
    assert table.view().horde == ("bear-1", "acolyte-1", "", "")


@pytest.mark.rule("W-GRAVE-02")
def test_the_graveyard_is_open_in_its_order():
    table = scene(graveyard="bear, summon, hydra")
    assert table.view().graveyard == ("bear-1", "summon-1", "hydra")


@pytest.mark.rule("W-SETUP-12")
def test_the_unhallowed_deck_is_open_until_it_is_shuffled():
    table = scene(
        unhallowed="lich, warlord, hydra, minotaur",
        phase="end",
        round=3,
        resting="R",
        firewood=9,
        map_deck="sacred_city, forbidden_tower",
    )
    assert table.view().unhallowed == ("lich", "warlord", "hydra", "minotaur")
    assert table.view().unhallowed_known == 4
    table.end_watch()
    top = table.unhallowed[0]
    assert table.view().unhallowed_known == 1
    assert table.view().unhallowed == (
        top,
        *sorted({"lich", "warlord", "hydra", "minotaur"} - {top}),
    )


def test_the_map_shows_what_check_map_has_shown():
    table = camp(
        "H", "4", map_deck="dark_woods, snowy_pass, forbidden_tower", unused="elven_grove, old_mint"
    )
    assert (table.view().next_location, table.view().map_deck, table.view().unused) == ("", 3, 2)
    table.place(4, "check_map")
    table.act(KeepLocation(PARTY, "elven_grove"))
    assert table.view().next_location == "elven_grove"
    assert table.view().final_location == ""
    assert table.view().unused_bottom == ("dark_woods",)


def test_the_market_shows_covered_items_and_the_item_deck_its_size():
    table = scene(market=("lamp_oil, whetstone", "fire_pot", ""), items="storm_rod, sand_timer")
    assert table.view().market == (("lamp_oil", "whetstone"), ("fire_pot",), ())
    assert (table.view().items, table.view().items_bottom) == (2, ())


def test_a_discarded_item_is_known_under_its_deck():
    table = scene(line="metal_golem", items="storm_rod, sand_timer", firewood=5)
    table.give("H", items="lamp_oil")
    table.watch()
    table.use_item("lamp_oil")
    assert (table.view().items, table.view().items_bottom) == (3, ("lamp_oil",))


def test_everything_of_the_adventurers_is_open():
    table = scene(dice="B 7 6 5*", players=4)
    table.give("B", exhausted="weighted_net", items="tower_shield*", trophies="wolf", tamed="bear")
    shown = table.view(3).adventurers[1]
    assert [(die.value, die.state) for die in shown.dice] == [
        (7, "unspent"),
        (6, "unspent"),
        (5, "spent"),
    ]
    assert [(card.id, card.exhausted) for card in shown.board] == [
        ("proven_kill", False),
        ("weighted_net", True),
        ("crippling_bolt", False),
    ]
    assert shown.aside == ("marked_for_coin", "known_quarry")
    assert [(item.id, item.exhausted) for item in shown.items] == [("tower_shield", True)]
    assert (shown.trophies, shown.tamed) == (("wolf-1",), ("bear-1",))


@pytest.mark.rule("W-PEEK-01")
def test_a_card_that_lies_face_down_is_chosen_by_its_place():
    table = scene(line="metal_golem, wolf down, eagle down", firewood=3)
    table.give("H", items="trapdoor_kit")
    table.watch()
    table.use_item("trapdoor_kit")
    assert table.offered() == [TakeCard(PARTY, "#2"), TakeCard(PARTY, "#3")]
    table.act(TakeCard(PARTY, "#3"))
    assert table.deck == ["eagle"]
    assert table.view().deck_top == ()


# Imagining.


@pytest.mark.parametrize(("options", "seed"), TABLES)
def test_an_imagined_table_looks_the_same_and_has_the_same_cards(options, seed):
    for number, table in enumerate(moments(options, seed)):
        if number % 10:
            continue
        other = GAME.imagine(table, 0, seeded(number))
        assert view_of(other) == view_of(table)
        assert all_cards(other.state) == all_cards(table.state)


def all_cards(state: WatchState) -> Counter[str]:
    piles = [state.deck, state.horde, state.graveyard, state.unhallowed, state.boxed, state.removed]
    cards = Counter([card for pile in piles for card in pile])
    cards.update([one.card for one in state.line])
    cards.update([one.mount for one in state.line if one.mount])
    return cards


def imagined_hashes(options: dict[str, str], seed: int) -> list[tuple[str, str]]:
    """Positions imagined with what the last one left, twice, and afresh."""
    found: list[tuple[str, str]] = []
    for number, table in enumerate(moments(options, seed)):
        if number % 10:
            continue
        others = [GAME.imagine(table, 0, seeded(number)) for _ in range(2)]
        table.dealing = None
        fresh = GAME.state_hash(GAME.imagine(table, 0, seeded(number)))
        found.extend((GAME.state_hash(other), fresh) for other in others)
    return found


@pytest.mark.parametrize(("options", "seed"), TABLES)
def test_what_one_position_shares_with_its_imagined_tables_is_not_used_for_another(options, seed):
    for kept, fresh in imagined_hashes(options, seed):
        assert kept == fresh


@pytest.mark.parametrize("field", ["known", "unseen", "boxed", "items", "unused", "map_deck"])
def test_a_card_that_changed_its_place_is_dealt_from_there(field):
    table = new_game(seed=2)
    table.next_choice()
    GAME.imagine(table, 0, seeded(1))
    pile = getattr(table.state, field)
    if field == "known":
        pile.append(table.state.deck[0])
    else:
        pile[0], pile[1] = pile[1], pile[0]
    kept = GAME.state_hash(GAME.imagine(table, 0, seeded(1)))
    plan = table.dealing
    assert isinstance(plan, redeal.Plan)
    assert plan.fits(table.state, table.options)
    table.dealing = None
    assert GAME.state_hash(GAME.imagine(table, 0, seeded(1))) == kept


def test_an_imagined_table_knows_nothing_of_the_true_one():
    table = new_game(seed=2)
    table.next_choice()
    assert GAME.imagine(table, 0, seeded(1)).dealing is None
    assert table.copy(seeded(1)).dealing is None


def test_a_plan_that_is_used_for_another_position_is_found_out(monkeypatch):
    """The control: whatever was planned last is taken for the position."""
    monkeypatch.setattr(redeal.Plan, "fits", lambda self, state, options: True)
    table = new_game(seed=2)
    table.next_choice()
    GAME.imagine(table, 0, seeded(1))
    table.state.learn(table.state.deck[0])
    kept = GAME.state_hash(GAME.imagine(table, 0, seeded(1)))
    table.dealing = None
    assert GAME.state_hash(GAME.imagine(table, 0, seeded(1))) != kept


def test_imagining_deals_the_deck_the_horde_the_map_and_the_items_anew():
    table = new_game(seed=2)
    table.next_choice()
    true = table.state
    others = [GAME.imagine(table, 0, seeded(seed)).state for seed in range(12)]
    for pile in ("deck", "horde", "map_deck", "unused", "items"):
        assert len({tuple(getattr(state, pile)) for state in others}) > 1, pile
        assert {len(getattr(state, pile)) for state in others} == {len(getattr(true, pile))}
    assert {tuple(state.unhallowed) for state in others} == {tuple(true.unhallowed)}
    assert {state.location for state in others} == {true.location}
    finals = {state.map_deck[0] for state in others}
    assert len(finals) > 1


def test_imagining_keeps_what_is_known():
    table = new_game(seed=2, final="the_catacombs")
    table.next_choice()
    state = table.state
    state.learn(state.deck[-1])
    state.learn(state.deck[0])
    for seed in range(12):
        other = GAME.imagine(table, 0, seeded(seed)).state
        assert other.map_deck[0] == "the_catacombs"
        assert (other.deck[-1], other.deck[0]) == (state.deck[-1], state.deck[0])


def test_the_unknown_unhallowed_of_the_horde_may_be_any_that_was_not_laid_open():
    table = new_game(seed=2)
    table.next_choice()
    imagined = {GAME.imagine(table, 0, seeded(seed)).state.horde[0] for seed in range(200)}
    assert imagined.isdisjoint(table.state.unhallowed)
    assert len(imagined) == 18 - 7


def imagined_decks(**options: str) -> list[list[str]]:
    table = new_game(seed=2, **options)
    table.next_choice()
    return [GAME.imagine(table, 0, seeded(seed)).state.deck for seed in range(60)]


def copies(deck: list[str], creature: str) -> list[str]:
    return sorted([card for card in deck if CONTENT.cards[card].creature.id == creature])


@pytest.mark.rule("W-DECK-08")
def test_of_a_fixed_deck_all_know_the_creatures_and_nobody_which_copies():
    decks = imagined_decks(deck="balanced")
    assert {tuple(copies(deck, "moss_stag")) for deck in decks} == {
        ("moss_stag-1",),
        ("moss_stag-2",),
    }
    assert {tuple(copies(deck, "bear")) for deck in decks} == {("bear-1", "bear-2")}
    assert {len(copies(deck, "eagle")) for deck in decks} == {0}
    assert len({tuple(sorted(set(deck) & ACOLYTES)) for deck in decks}) == 6


@pytest.mark.rule("W-DECK-08")
def test_with_more_acolytes_any_creature_of_a_fixed_deck_may_be_out_and_with_fewer_any_other_in():
    fewer = imagined_decks(deck="balanced", acolytes="4")
    assert {len(copies(deck, "bear")) for deck in fewer} == {1, 2}
    assert {len(copies(deck, "eagle")) for deck in fewer} == {0}
    more = imagined_decks(deck="balanced", acolytes="0")
    assert {len(copies(deck, "bear")) for deck in more} == {2}
    assert {len(copies(deck, "eagle")) for deck in more} == {0, 1, 2}


@pytest.mark.rule("W-DECK-07")
def test_of_an_own_deck_only_the_cards_that_are_named_themselves_are_certain():
    preset = CONTENT.presets["balanced"].fixed
    names = [name for name in preset if name not in ("moss_stag", "shade")]
    own = [*names, "moss_stag-2", "shade", "acolyte", "acolyte_of_embers"]
    decks = imagined_decks(cards=",".join(own))
    assert {tuple(copies(deck, "moss_stag")) for deck in decks} == {("moss_stag-2",)}
    assert {tuple(copies(deck, "shade")) for deck in decks} == {("shade-1",), ("shade-2",)}
    assert {tuple(copies(deck, "acolyte")) for deck in decks} == {("acolyte-1",), ("acolyte-2",)}
    assert {len(copies(deck, "acolyte_of_fetters")) for deck in decks} == {0}


def test_a_copy_that_was_seen_stays_and_the_other_one_stays_out():
    table = new_game(seed=2, deck="balanced")
    table.next_choice()
    (stag,) = copies(table.state.deck, "moss_stag")
    table.state.deck.remove(stag)
    table.state.graveyard.append(stag)
    table.state.show(stag)
    for seed in range(30):
        assert not copies(GAME.imagine(table, 0, seeded(seed)).state.deck, "moss_stag")


def test_a_view_is_built_from_nothing():
    table = new_game(seed=2)
    table.next_choice()
    view = seen(table)
    assert (view.deck, view.horde, view.items, view.map_deck) == (32, ("",), 24, 8)
