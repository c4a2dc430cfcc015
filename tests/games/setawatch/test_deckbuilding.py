"""Creature decks and maps of the players' own (W-DECK)."""

from __future__ import annotations

from collections import Counter

import pytest

from embertable import new_table
from embertable.engine.errors import UnfitOption
from embertable.games.setawatch.events import GuidelineUnmet
from tests.games.setawatch.scene import CONTENT, GAME, names

KINDS = {card.id: card.creature.kind for card in CONTENT.cards.values()}
ORIGINAL = [id for id, kind in KINDS.items() if kind == "creature"][:30]
"""The first thirty creature cards of the box, all of the original game."""
PICKED = "dark_woods, goblin_caves, snowy_pass, cliff_watch, elven_grove, old_mint, haunted_manor"


def dealt(seed=1, **options):
    """A table whose set-up has run up to the first decision."""
    table = new_table(GAME, options, seed)
    table.next_choice()
    return table


def creatures(table) -> list[str]:
    return [card for card in table.state.deck if KINDS[card] != "summon"]


def warnings(table) -> dict[str, tuple[int, int]]:
    return {e.type: (e.n, e.least) for e in table.log if isinstance(e, GuidelineUnmet)}


@pytest.mark.rule("W-DECK-01", "W-SETUP-05")
@pytest.mark.parametrize("preset", ["open", "classic", "balanced", "riders"])
def test_a_deck_has_thirty_creatures_and_no_card_twice(preset):
    for difficulty in ("easy", "insane"):
        cards = creatures(dealt(deck=preset, difficulty=difficulty))
        assert len(cards) == len(set(cards)) == 30


@pytest.mark.rule("W-DECK-01", "W-DECK-07")
def test_players_name_the_thirty_cards_themselves():
    cards = creatures(dealt(cards=" ".join(ORIGINAL)))
    assert sorted(cards) == sorted(ORIGINAL)
    mixed = [*ORIGINAL[:27], "acolyte", "acolyte", "acolyte_of_embers"]
    table = dealt(cards=", ".join(mixed), acolytes="0")
    assert Counter(KINDS[card] for card in table.state.deck)["acolyte"] == 3
    assert len(creatures(table)) == 30


@pytest.mark.rule("W-DECK-07")
def test_an_own_list_is_shuffled_like_any_deck():
    orders = {tuple(creatures(dealt(seed, cards=" ".join(ORIGINAL)))) for seed in range(4)}
    assert len(orders) == 4


@pytest.mark.rule("W-DECK-01", "W-DECK-07")
@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        (ORIGINAL[:29], "W-DECK-01"),
        ([*ORIGINAL, "hedge_imp"], "W-DECK-01"),
        ([*ORIGINAL[:29], ORIGINAL[0]], "W-DECK-07"),
        ([*ORIGINAL[4:], "bear", "bear", "bear", "wolf"], "W-DECK-07"),
        ([*ORIGINAL[:29], "summon"], "W-DECK-07"),
        ([*ORIGINAL[:29], "hydra"], "W-DECK-07"),
        ([*ORIGINAL[:29], "balrog"], "W-DECK-07"),
    ],
)
def test_lists_that_break_a_rule_are_refused_with_the_clause(cards, clause):
    with pytest.raises(UnfitOption, match=clause):
        dealt(cards=" ".join(cards))


@pytest.mark.rule("W-DECK-02")
def test_unmet_guidelines_are_told_and_nothing_is_refused():
    few = [id for id in ORIGINAL if names([id])[0] not in ("metal_golem", "goblins", "wyvern")]
    spare = [id for id, kind in KINDS.items() if kind == "creature" and id not in ORIGINAL]
    harmless = [id for id in spare if CONTENT.cards[id].creature.type in ("Fairy", "Undead")]
    table = dealt(cards=" ".join([*few, *harmless][:30]))
    assert len(creatures(table)) == 30
    assert warnings(table) == {"Dragon": (2, 4), "Goblin": (0, 1), "Golem": (0, 1)}


@pytest.mark.rule("W-DECK-02")
def test_acolytes_count_as_human():
    humans = [id for id in ORIGINAL if CONTENT.cards[id].creature.type == "Human"]
    fairies = ["hedge_imp", "hedge_imp"]
    without = [*[id for id in ORIGINAL if id not in humans], *fairies]
    assert len(without) == 30
    assert warnings(dealt(cards=" ".join(without)))["Human"] == (0, 1)
    with_acolyte = [*without[:-1], "acolyte"]
    assert "Human" not in warnings(dealt(cards=" ".join(with_acolyte)))


@pytest.mark.rule("W-DECK-02")
def test_a_random_deck_is_not_given_away_by_guidelines():
    for seed in range(40):
        for preset in ("open", "classic"):
            assert warnings(dealt(seed, deck=preset, acolytes="0")) == {}


@pytest.mark.rule("W-DECK-03")
def test_the_number_of_acolytes_is_agreed():
    for acolytes in ("0", "4"):
        counts = Counter(KINDS[card] for card in dealt(acolytes=acolytes).state.deck)
        assert (counts["acolyte"], counts["creature"]) == (int(acolytes), 30 - int(acolytes))


@pytest.mark.rule("W-DECK-04", "W-LOCATION-03")
def test_players_pick_the_eight_locations_and_the_final_one():
    picked = [*PICKED.split(", "), "the_long_road"]
    first = set()
    for seed in range(6):
        state = dealt(seed, locations=" ".join(picked), final="drowned_treasury").state
        assert state.map_deck[0] == "drowned_treasury"
        assert sorted([state.location, *state.map_deck[1:]]) == sorted(picked)
        first.add(state.location)
        kinds = Counter(CONTENT.locations[id].kind for id in state.unused)
        assert kinds == {"regular": 24 - 6, "respite": 8 - 2}
        assert not set(state.unused) & set(picked)
    assert len(first) > 1


@pytest.mark.rule("W-DECK-04")
@pytest.mark.parametrize("last", ["forbidden_tower", "dark_woods", "atlantis", ""])
def test_finals_doubles_and_unknown_locations_are_refused(last):
    with pytest.raises(UnfitOption, match="W-DECK-04"):
        dealt(locations=f"{PICKED}, {last}")


@pytest.mark.rule("W-DECK-05")
def test_riders_without_mounts_are_legal():
    riders = ["warg_handler", "warg_handler", "ashwing_lancer", "ashwing_lancer"]
    mounts = ("Forest Creature", "Dragon")
    others = [
        card.id
        for card in CONTENT.cards.values()
        if card.creature.kind == "creature"
        and card.creature.type not in mounts
        and card.creature.id not in riders
    ]
    cards = creatures(dealt(cards=" ".join([*riders, *others[:26]])))
    assert {CONTENT.cards[card].creature.type for card in cards}.isdisjoint(mounts)
    assert len(cards) == 30


@pytest.mark.rule("W-DECK-06", "W-DECK-09")
def test_presets_say_from_which_sets_cards_come():
    sets = {card.id: card.creature.set for card in CONTENT.cards.values()}
    classic = dealt(deck="classic").state
    assert {sets[card] for card in classic.deck} == {"original", ""}
    assert {sets[card] for card in [*classic.unhallowed, *classic.horde]} <= {
        "original",
        "original_bonus",
    }
    mixed = {sets[card] for seed in range(5) for card in dealt(seed).state.deck}
    assert mixed == {"original", "coin", ""}


@pytest.mark.rule("W-DECK-08")
@pytest.mark.parametrize("preset", ["balanced", "riders"])
def test_a_fixed_list_gives_way_to_acolytes_and_is_filled_up_without(preset):
    listed = Counter(CONTENT.presets[preset].fixed)
    for acolytes in range(5):
        deck = dealt(acolytes, deck=preset, acolytes=str(acolytes)).state.deck
        creatures = Counter(
            CONTENT.cards[card].creature.id for card in deck if KINDS[card] == "creature"
        )
        assert sum(creatures.values()) == 30 - acolytes
        assert sum((listed - creatures).values()) == max(0, acolytes - 2)
        assert sum((creatures - listed).values()) == max(0, 2 - acolytes)
