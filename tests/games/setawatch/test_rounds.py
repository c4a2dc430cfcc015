"""The nine rounds and what ends them (W-ROUND)."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.camp import ChooseRest
from embertable.games.setawatch.events import (
    CardRefreshed,
    FirewoodChanged,
    LocationReached,
    Rested,
    Rolled,
    RoundBegan,
    WatchEnded,
)
from embertable.games.setawatch.party_effects import ChooseRefresh, RefreshCard
from embertable.games.setawatch.rounds import PlayRound
from embertable.games.setawatch.state import BENCHED, END, PLACED, STOLEN, UNSPENT
from embertable.games.setawatch.watch import GiveUp
from tests.games.setawatch.scene import new_game, scene

SIX = "bear, bear, wolf, wolf, eagle, eagle"


def play_on(table, until) -> list[tuple[int, str]]:
    """Take the first option each time, or give up, until told; the rounds and phases of choices."""
    seen: list[tuple[int, str]] = []
    for _ in range(3000):
        if table.next_choice() is None or until(table):
            return seen
        here = (table.state.round, table.state.phase)
        if here not in seen:
            seen.append(here)
        offered = table.offered()
        give_up = [option for option in offered if isinstance(option, GiveUp)]
        table.apply((give_up or offered)[0])
    raise AssertionError("the game does not end")


@pytest.mark.rule("W-ROUND-02", "W-ROUND-03", "W-ROUND-05", "W-MERCHANT-01")
def test_a_round_goes_from_the_roll_over_camp_and_merchant_to_the_watch():
    table = scene(phase=END, deck=SIX, items="lamp_oil, whetstone, storm_rod, fire_pot")
    table.run(PlayRound(1))
    assert isinstance(table.waiting(), ChooseRest)
    assert len(table.events(Rolled)) == 4
    phases = play_on(table.table, lambda table: table.state.round > 1)
    assert phases == [(1, "roll"), (1, "camp"), (1, "merchant"), (1, "watch")]


@pytest.mark.rule("W-ROUND-02", "W-MERCHANT-01")
def test_the_final_round_goes_from_the_roll_to_the_watch():
    table = scene(phase=END, location="forbidden_tower", deck=SIX, items="lamp_oil", coins=9)
    table.run(PlayRound(9))
    assert table.state.phase == "watch"
    assert table.resting == ""
    assert table.state.items == ["lamp_oil"]
    assert all(one.participating for one in table.state.adventurers)


@pytest.mark.rule("W-ROUND-01", "W-ROUND-02", "W-CAMP-01", "W-CAMP-02")
def test_a_whole_game_has_nine_rounds_each_with_a_card_of_the_map_deck():
    table = new_game(seed=1)
    table.next_choice()
    table.state.deck = []  # Nothing comes near the camp, so that the party lives to the end.
    locations = [table.state.location, *table.state.map_deck[::-1]]
    play_on(table, lambda table: False)
    began = [event for event in table.log if isinstance(event, RoundBegan)]
    assert [event.round for event in began] == list(range(1, 10))
    assert [event.location for event in began] == locations
    rested = [event.adventurer for event in table.log if isinstance(event, Rested)]
    assert sorted(rested) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [one.rests for one in table.state.adventurers] == [2] * 4
    assert table.result is not None
    assert table.result.outcome == "won"


@pytest.mark.rule("W-ROUND-04")
def test_all_dice_come_back_and_are_rolled():
    table = scene(phase=END, luck="6 5 4 8 7 6 12 11 10 4 3 2")
    table.state.dice[:3] = [STOLEN, BENCHED, PLACED]
    table.run(PlayRound(2))
    assert table.state.values == [6, 5, 4, 8, 7, 6, 12, 11, 10, 4, 3, 2]
    assert table.state.dice == [UNSPENT] * 12


@pytest.mark.rule("W-ROUND-06")
def test_the_location_comes_before_the_graveyard_and_both_before_the_next_location():
    table = scene(location="hidden_temple", graveyard="skeletons, bear", resting="R")
    table.give("H", exhausted="grave_whisper")
    table.end_watch()
    assert isinstance(table.waiting(), ChooseRefresh)
    assert table.graveyard == ["skeletons", "bear"]
    table.act(RefreshCard(PARTY, 0, 0))
    assert table.graveyard == ["bear"]
    assert table.state.waiting != []
    kinds = (WatchEnded, CardRefreshed, LocationReached, RoundBegan)
    told = [type(event) for event in table.table.log if isinstance(event, kinds)]
    assert told == list(kinds)


@pytest.mark.rule("W-ROUND-06")
def test_the_round_is_lost_without_a_ready_card_before_the_next_location():
    table = scene(resting="R")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.end_watch()
    assert table.result is not None
    assert table.result.outcome == "exhausted"
    assert table.events(LocationReached) == []


@pytest.mark.rule("W-ROUND-06")
def test_a_location_may_save_the_party_at_the_end_of_the_watch():
    table = scene(location="hidden_temple", resting="R")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.end_watch()
    assert isinstance(table.waiting(), ChooseRefresh)


@pytest.mark.rule("W-ROUND-06")
def test_what_lasted_for_the_watch_is_over_with_the_round():
    table = scene(resting="R")
    state = table.state
    state.hex = 2
    state.familiar_used = state.out_of_actions = state.horde_grew = state.bought = True
    state.space_dice = {"heal": 6}
    one = table.give("H", items="fire_pot", range=1)
    one.bonuses = [4]
    one.took_die = [True, False, False]
    one.items[0].activated = True
    table.end_watch()
    assert (state.round, state.hex, state.space_dice) == (2, 0, {})
    assert [state.familiar_used, state.out_of_actions, state.horde_grew] == [False] * 3
    assert not state.bought
    assert (one.range, one.bonuses, one.took_die) == (0, [], [False] * 3)
    assert not one.items[0].activated


@pytest.mark.rule("W-ROUND-06")
def test_the_modifier_comes_before_the_location_acts():
    table = scene(resting="R", map_deck="white_monolith, forbidden_tower", firewood=9)
    table.give("H", exhausted="grave_whisper")
    table.end_watch()
    assert table.state.firewood == 6
    assert table.state.round == 1
    told = [e for e in table.table.log if isinstance(e, (FirewoodChanged, CardRefreshed))]
    assert [type(event) for event in told] == [FirewoodChanged, CardRefreshed]


@pytest.mark.rule("W-ROUND-06")
def test_after_round_nine_the_game_is_won():
    table = scene(round=9, location="forbidden_tower")
    table.end_watch()
    assert table.result is not None
    assert table.result.outcome == "won"
    assert table.events(LocationReached) == []


@pytest.mark.rule("W-ROUND-07")
def test_the_old_location_is_out_of_the_game():
    table = scene(location="dark_woods", map_deck="goblin_caves, forbidden_tower", resting="R")
    table.end_watch()
    assert table.state.location == "goblin_caves"
    assert "dark_woods" not in [*table.map_deck, *table.unused]
