"""What the greedy bot does in small scenes of Set a Watch, where a player would not hesitate."""

from __future__ import annotations

from embertable.bots import GreedyBot, ask
from embertable.engine.table import PARTY, Action
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.camp import PlaceDie
from embertable.games.setawatch.exhausting import ExhaustCard, Shield
from embertable.games.setawatch.party_effects import GiveDie
from embertable.games.setawatch.state import owner
from embertable.games.setawatch.watch import GiveUp, UseByExhausting
from tests.games.setawatch.scene import Scene, camp, scene

H, B, R, T = range(4)


def decided(table: Scene) -> Action:
    return ask(GreedyBot(1), table.table, PARTY)


def test_defeats_a_creature_with_the_die_that_just_suffices():
    table = scene(line="barrow_knight 8, bear 4", dice="R 12 8")
    table.watch()
    action = decided(table)
    assert isinstance(action, PutDie)
    assert (table.state.values[action.die], action.place) == (8, 1)


def test_gives_up_when_nothing_is_left_that_helps():
    table = scene(line="hollow_judge", dice="", voluntary_stoke="off")
    table.state.familiar_used = True
    for one in table.state.adventurers:
        one.board = ["apostates_lore", "known_quarry", "battle_rage"]
    table.watch()
    assert decided(table) == GiveUp(PARTY)


def test_exhausts_a_card_to_be_rid_of_what_would_exhaust_more():
    table = scene(line="tar_golem, bear 4", dice="", voluntary_stoke="off")
    table.state.familiar_used = True
    table.watch()
    assert decided(table) == UseByExhausting(PARTY, R, table.slot("boulder_toss"), -1)


def test_gives_up_the_cheapest_die():
    table = scene(line="bandit arriving", dice="R 11, H 1, B 6")
    table.watch()
    action = decided(table)
    assert isinstance(action, GiveDie)
    assert owner(action.die) == H


def test_keeps_everybody_on_their_feet():
    table = scene(line="barrow_knight arriving", dice="R 3")
    for number in (B, R, T):
        table.state.adventurers[number].exhausted = [False, True, True]
    table.watch()
    action = decided(table)
    assert isinstance(action, (ExhaustCard, Shield))
    assert action.adventurer == H


def test_heals_with_a_six():
    table = camp("H", "6 6 1")
    table.state.adventurers[R].exhausted = [True, True, True]
    action = decided(table)
    assert isinstance(action, PlaceDie)
    assert action.action == "heal"
