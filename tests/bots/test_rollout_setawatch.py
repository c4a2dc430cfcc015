"""The rollout policy of Set a Watch, and how it estimates the end of a night."""

from __future__ import annotations

from dataclasses import replace

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.bots.levels import LevelBot
from embertable.bots.setawatch.party_value import card_value, cards_value
from embertable.bots.setawatch.rollout import WatchRollout
from embertable.bots.setawatch.rollout_camp import camp_action_for
from embertable.bots.setawatch.rollout_watch import PendingAttack, WatchRolloutStep, watch_action
from embertable.bots.skill import skill_of
from embertable.engine.chance import seeded
from embertable.engine.table import PARTY, Table
from embertable.games.setawatch.attack import PutDie, SendFamiliar
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest, PlaceDie
from embertable.games.setawatch.endings import lose
from embertable.games.setawatch.rounds import EndWatch
from embertable.games.setawatch.watch import ChooseAction, GiveUp, StandWatch, UseByExhausting
from tests.games.setawatch.scene import camp, scene

GAME = load("setawatch")
LONGEST = 400


def reached(kind, seed=3):
    """A table that waits for the first choice of a kind, led there by the greedy bot."""
    table = GAME.set_up(GAME.check({"difficulty": "easy"}), seeded(seed), None)
    bot = get_bot("greedy", seed)
    while not isinstance(table.next_choice(), kind):
        table.apply(ask(bot, table, PARTY), PARTY)
    return table


def on_watch(table):
    table.state.map_deck = ["forbidden_tower", "dark_woods"]
    table.run(StandWatch(), EndWatch())


@pytest.mark.parametrize("kind", [ChooseRest, ChooseAction])
def test_a_night_is_played_to_its_end(kind):
    table = reached(kind)
    rollout = WatchRollout(table, table.next_choice())
    for _ in range(LONGEST):
        choice = table.next_choice()
        if choice is None or rollout.is_over(table):
            break
        table.apply(rollout.act(table, choice))
    assert table.result is not None or (table.state.round, table.state.phase) == (2, "roll")


@pytest.mark.parametrize("kind", [ChooseRest, ChooseAction])
def test_a_night_is_played_on_without_trying_anything_out(kind, monkeypatch):
    """Copies of the table are what made playouts slow."""
    table = reached(kind)
    rollout = WatchRollout(table, table.next_choice())
    monkeypatch.setattr(Table, "copy", None)
    assert rollout.play_on(table) > 5


# Single decisions of the rollout policy.


def rolled_out(table, pending=None):
    table.state.familiar_used = True
    on_watch(table)
    found = watch_action(table.table, table.waiting(), pending or PendingAttack())
    assert found is not None
    return found


def test_the_die_that_just_suffices():
    action = rolled_out(scene(line="barrow_knight 8, bear 4", dice="R 12 8", firewood=1))
    assert action == PutDie(PARTY, 7, 1)


@pytest.mark.rule("W-I-44")
@pytest.mark.parametrize("dice", ["R 12", "T 8, R 12", "R 12, T 3"])
@pytest.mark.parametrize(("bonuses", "sent"), [([4], True), ([], False)])
def test_the_familiar_alone_where_the_witchs_bonus_makes_it_enough(dice, bonuses, sent):
    table = scene(line="treant 8", dice=dice, familiar="rook")
    table.adventurer("T").bonuses = bonuses
    on_watch(table)
    pending = PendingAttack()
    found = WatchRolloutStep(table.table).blow(table.offered(), pending)
    alone = found == SendFamiliar(PARTY, 1) and not pending.attackers
    assert alone is sent


def test_dice_of_long_range_take_the_second_creature():
    """The Barbarian reaches the first alone, the Bounty Hunter both."""
    table = scene(line="barrow_knight 8, bear 4 up", dice="R 8, B 4 8")
    action = rolled_out(table)
    assert isinstance(action, PutDie)
    assert (table.state.values[action.die], action.place) == (4, 2)


def test_all_dice_of_an_attack_go_on_one_creature():
    table = scene(line="barrow_knight 8, bear 4", dice="R 5 3", firewood=1)
    pending = PendingAttack()
    table.table.apply(rolled_out(table, pending))
    assert [attacker.shows for attacker in pending.attackers] in ([3], [5])
    assert isinstance(watch_action(table.table, table.waiting(), pending), PutDie)
    assert not pending.attackers


def test_a_card_for_what_would_exhaust_more():
    table = scene(line="tar_golem", dice="", voluntary_stoke="off")
    pending = PendingAttack()
    action = rolled_out(table, pending)
    assert action == UseByExhausting(PARTY, 2, table.slot("boulder_toss"), -1)
    assert pending.target == table.state.line[0].card


def test_nothing_left_that_helps():
    table = scene(line="hollow_judge", dice="", voluntary_stoke="off")
    for one in table.state.adventurers:
        one.board = ["apostates_lore", "known_quarry", "battle_rage"]
    assert rolled_out(table) == GiveUp(PARTY)


def test_a_six_heals_while_cards_are_exhausted():
    table = camp("H", "6 2 1")
    table.state.adventurers[2].exhausted = [True, True, False]
    choice = table.waiting()
    action = camp_action_for(table.state, choice, table.table.offered())
    assert isinstance(action, PlaceDie)
    assert action.action == "heal"


def test_more_ready_cards_promise_more_and_a_lost_game_nothing():
    table = reached(ChooseRest)
    rollout = WatchRollout(table, table.next_choice())
    promised = []
    for exhausted in (True, False):
        for one in table.state.adventurers:
            one.exhausted = [exhausted, False, False]
        promised.append(rollout.estimate(table))
    assert 0.0 < promised[0] < promised[1] < 1.0
    lose(table, "exhausted")
    assert rollout.estimate(table) == 0.0


def test_an_attack_that_has_begun_is_not_searched():
    table = reached(ChooseAction)
    assert WatchRollout(table, table.next_choice()).is_worth_a_search()
    table.state.line[0].by = [0]
    assert not WatchRollout(table, table.next_choice()).is_worth_a_search()
    assert not WatchRollout(table, table.next_choice()).is_worth_a_wide_search()


@pytest.mark.parametrize(("level", "expected"), [("flame", False), ("blaze", True)])
def test_only_blaze_plays_the_camp_out(level, expected):
    table = reached(ChoosePlacement)
    bot = LevelBot(1, level, skills=lambda game, name: replace(skill_of(game, name), attention=1.0))
    ask(bot, table, table.next_choice().seat)
    assert bool(bot.search.decisions) == expected


@pytest.mark.parametrize("exhausted", [[False, True, True], [True, False, False], [True] * 3])
@pytest.mark.parametrize("slot", range(3))
def test_a_card_is_worth_what_the_party_is_worth_more_with_it(exhausted, slot):
    table = reached(ChooseRest)
    barbarian = table.state.adventurers[2]
    barbarian.board = ["second_breath", "battle_rage", "sweeping_blow"]
    values = []
    for state in (False, True):
        barbarian.exhausted = [*exhausted]
        barbarian.exhausted[slot] = state
        values.append(cards_value(table.state))
    assert card_value(table.state, barbarian, slot) == pytest.approx(values[0] - values[1])
