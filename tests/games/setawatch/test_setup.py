"""Setting up: boards, decks, map, market and the order of it all."""

from __future__ import annotations

from collections import Counter

import pytest

from embertable import new_table
from embertable.engine.chance import seeded
from embertable.engine.errors import BadOption, LimitedOption
from embertable.engine.session import Session, open_record
from embertable.engine.table import PARTY
from embertable.games.setawatch.party_effects import TurnFamiliar
from embertable.games.setawatch.setup import pile_size
from tests.games.setawatch.scene import CONTENT, GAME, seen

KINDS = {card.id: card.creature.kind for card in CONTENT.cards.values()}


def dealt(seed=1, **options):
    """A table whose set-up has run up to the first decision."""
    table = new_table(GAME, options, seed)
    table.next_choice()
    return table


def opened(seed=1, **options):
    """A table in its first round."""
    table = dealt(seed, **options)
    while table.state.round == 0:
        table.apply(table.offered()[0])
        table.next_choice()
    return table


def summon_places(table) -> list[int]:
    """Where the Summon cards lie, counted from the top, before anything was drawn."""
    cards = table.state.deck[::-1]
    return [at for at, card in enumerate(cards, start=1) if KINDS[card] == "summon"]


@pytest.mark.rule("W-SETUP-02", "W-SETUP-03", "W-DICE-01")
@pytest.mark.parametrize("players", "1234")
def test_four_adventurers_with_three_dice_and_five_cards_each(players):
    state = opened(players=players, adventurers="random").state
    assert [one.id for one in CONTENT.adventurers] == [
        "heretic",
        "bounty_hunter",
        "barbarian",
        "witch",
    ]
    assert [one.sides for one in CONTENT.adventurers] == [6, 8, 12, 4]
    assert len(state.values) == len(state.dice) == 12
    for one in state.adventurers:
        assert len(one.board) == 3
        assert one.exhausted == [False, False, True]
        assert len(one.aside) == 2
        assert {*one.board, *one.aside} == set(CONTENT.adventurers[one.number].abilities)


@pytest.mark.rule("W-SETUP-01", "W-SETUP-18", "W-CAMP-02")
def test_the_party_starts_with_nothing_and_nobody_has_rested():
    state = opened().state
    assert state.coins == 0
    for one in state.adventurers:
        assert (one.items, one.rests) == ([], 0)


@pytest.mark.rule("W-SETUP-04", "W-SETUP-07")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("difficulty", "piles"),
    [
        ("easy", [31]),
        ("normal", [16, 16]),
        ("hard", [11, 11, 11]),
        ("insane", [9, 9, 8, 8]),
    ],
)
def test_one_summon_card_lies_in_each_pile(difficulty, piles, seed):
    places = summon_places(dealt(seed, difficulty=difficulty))
    assert len(places) == len(piles)
    top = 0
    for place, size in zip(places, piles, strict=True):
        assert top < place <= top + size
        top += size
    assert len(dealt(seed, difficulty=difficulty).state.deck) == top


@pytest.mark.rule("W-SETUP-05", "W-SETUP-06", "W-DECK-01", "W-DECK-03")
@pytest.mark.parametrize("acolytes", [0, 1, 2, 3, 4])
def test_thirty_creatures_with_as_many_acolytes_as_agreed(acolytes):
    for seed in range(4):
        counts = Counter(KINDS[card] for card in dealt(seed, acolytes=str(acolytes)).state.deck)
        assert counts["acolyte"] == acolytes
        assert counts["creature"] == 30 - acolytes


@pytest.mark.rule("W-SETUP-06")
def test_which_acolytes_come_is_luck():
    found = {
        card for seed in range(12) for card in dealt(seed).state.deck if KINDS[card] == "acolyte"
    }
    assert len(found) == 4


@pytest.mark.rule("W-SETUP-08", "W-SETUP-09")
@pytest.mark.parametrize("seed", range(4))
def test_the_map_has_eight_regular_locations_over_a_final_one(seed):
    state = dealt(seed).state
    kinds = [CONTENT.locations[id].kind for id in [*state.map_deck, state.location]]
    assert kinds == ["final", *["regular"] * 8]
    unused = Counter(CONTENT.locations[id].kind for id in state.unused)
    assert unused == {"regular": 24 - 8, "respite": 8}
    assert len({*state.map_deck, state.location, *state.unused}) == 9 + 24


@pytest.mark.rule("W-SETUP-10")
def test_a_picked_final_location_is_known_and_a_random_one_is_not():
    picked = dealt(final="the_catacombs")
    assert picked.state.map_deck[0] == "the_catacombs"
    assert seen(picked).final_location == "the_catacombs"
    drawn = dealt()
    assert CONTENT.locations[drawn.state.map_deck[0]].kind == "final"
    assert seen(drawn).final_location == ""


@pytest.mark.rule("W-SETUP-11", "W-SETUP-12", "W-HORDE-02")
def test_one_unhallowed_waits_unseen_and_seven_lie_face_up():
    table = dealt()
    state = table.state
    assert [KINDS[card] for card in state.horde] == ["Unhallowed"]
    assert len(state.unhallowed) == 7
    assert not set(state.horde) & set(state.unhallowed)
    view = seen(table)
    assert view.horde == ("",)
    assert view.unhallowed == tuple(state.unhallowed[::-1])
    assert view.unhallowed_known == 7


@pytest.mark.rule("W-SETUP-13", "W-SETUP-15")
def test_the_first_location_does_not_change_the_firewood():
    for seed in range(20):
        assert dealt(seed).state.firewood == 7


@pytest.mark.rule("W-SETUP-15")
def test_the_fire_may_start_at_the_result_of_a_die():
    found = {dealt(seed, starting_fire="d6").state.firewood for seed in range(40)}
    assert found == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("W-SETUP-14")
def test_the_ability_of_the_first_location_does_apply():
    table = seeded_location("white_monolith")
    assert type(table.next_choice()).__name__ == "ChooseTurned"


def seeded_location(location):
    """A game whose set-up is over but for the first location's own ability."""
    for seed in range(400):
        table = dealt(seed)
        if table.state.location == location:
            table.apply(table.offered()[0])
            return table
    raise AssertionError(location)


@pytest.mark.rule("W-SETUP-14")
def test_barren_plains_do_not_halve_the_fire_of_the_first_round():
    table = seeded_location("barren_plains")
    table.next_choice()
    assert (table.state.round, table.state.firewood) == (1, 7)


@pytest.mark.rule("W-SETUP-16")
def test_each_coin_space_starts_with_a_coin():
    state = dealt().state
    assert state.space_coins == {"scout_2": 1, "check_map": 1, "heal": 1, "equip": 1}


@pytest.mark.rule("W-SETUP-17")
def test_three_items_lie_in_the_market():
    state = dealt().state
    assert [len(pile) for pile in state.market] == [1, 1, 1]
    assert len(state.items) == 27 - 3
    assert len({*state.items, *[pile[0] for pile in state.market]}) == 27


@pytest.mark.rule("W-SETUP-19")
@pytest.mark.parametrize("side", ["rook", "grimalkin"])
def test_the_familiar_lies_as_the_witch_likes(side):
    table = dealt()
    assert table.offered() == [TurnFamiliar(PARTY, "rook"), TurnFamiliar(PARTY, "grimalkin")]
    table.apply(TurnFamiliar(PARTY, side))
    table.next_choice()
    assert table.state.familiar == side


@pytest.mark.rule("W-SETUP-20")
def test_set_up_asks_for_adventurers_then_for_the_familiar_and_luck_repeats():
    table = dealt(5, players="3")
    asked = []
    while table.state.round == 0:
        asked.append(type(table.next_choice()).__name__)
        table.apply(table.offered()[0])
        table.next_choice()
    assert asked[:4] == ["ChooseAdventurer"] * 3 + ["ChooseFamiliar"]
    assert dealt(5, players="3").to_json() == dealt(5, players="3").to_json()
    with pytest.raises(BadOption):
        dealt(difficulty="impossible")


@pytest.mark.rule("W-SETUP-07")
def test_a_summon_card_lies_anywhere_in_its_pile():
    assert [pile_size(30, piles) for piles in (1, 2, 3)] == [30, 15, 10]
    upper = {summon_places(dealt(seed, difficulty="insane"))[0] for seed in range(60)}
    assert upper == set(range(1, 10))


@pytest.mark.rule("W-SETUP-03")
def test_every_ability_may_be_the_exhausted_one():
    third = {dealt(seed).state.adventurers[0].board[2] for seed in range(40)}
    assert third == set(CONTENT.adventurers[0].abilities)


@pytest.mark.rule("W-SETUP-06")
@pytest.mark.parametrize("acolytes", ["3", "4"])
def test_more_acolytes_than_the_deck_has_are_refused(acolytes):
    with pytest.raises(LimitedOption, match=f"acolytes={acolytes} and deck=classic.* 0, 1, 2"):
        dealt(deck="classic", acolytes=acolytes)
    for deck in ("open", "balanced", "riders"):
        dealt(deck=deck, acolytes=acolytes)


@pytest.mark.rule("W-SETUP-06")
@pytest.mark.parametrize("acolytes", ["0", "1", "2"])
def test_the_classic_deck_has_as_many_acolytes_as_agreed(acolytes):
    deck = dealt(deck="classic", acolytes=acolytes).state.deck
    assert Counter(KINDS[card] for card in deck)["acolyte"] == int(acolytes)


@pytest.mark.rule("W-SETUP-06")
def test_a_game_of_earlier_rules_opens_with_the_acolytes_it_had():
    record = Session(GAME, {"deck": "classic"}, seeded(3)).record
    record.options = {**record.options, "acolytes": "4"}
    with pytest.raises(LimitedOption):
        open_record(GAME, record)
    record.rules -= 1
    assert open_record(GAME, record).table.options["acolytes"] == "2"


def test_every_set_of_options_can_be_played():
    sets = GAME.variants()
    assert {one["acolytes"] for one in sets} == {"0", "1", "2", "3", "4"}
    for one in sets:
        dealt(**one)
