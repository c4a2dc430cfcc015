"""The greedy bot in small scenes of Set a Watch with an obvious answer."""

from __future__ import annotations

import pytest

from embertable.bots import GreedyBot, ask
from embertable.bots.setawatch.evaluator import WatchEvaluator
from embertable.bots.setawatch.position_value import LOST, POINTS, take_baseline
from embertable.bots.setawatch.watch_cost import power_besides_dice
from embertable.bots.setawatch.watch_plan import (
    EARLY_EXHAUST,
    Combo,
    Position,
    after_combo,
    combos,
    signature,
)
from embertable.engine.catalogue import load_catalogue
from embertable.engine.table import PARTY, Action
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.camp import PlaceDie
from embertable.games.setawatch.dice_effects import GiveDie
from embertable.games.setawatch.exhausting import ExhaustCard, Shield
from embertable.games.setawatch.rounds import EndWatch
from embertable.games.setawatch.state import owner
from embertable.games.setawatch.watch import GiveUp, StandWatch, UseByDie, UseByExhausting
from tests.games.setawatch.scene import Scene, camp, scene

H, B, R, T = range(4)


def decided(table: Scene) -> Action:
    return ask(GreedyBot(1), table.table, PARTY)


def on_watch(table: Scene) -> None:
    """The Watch, and after it the next round, since a plan may look beyond the last creature."""
    table.state.map_deck = ["forbidden_tower", "dark_woods"]
    table.run(StandWatch(), EndWatch())


def test_defeats_a_creature_with_the_die_that_just_suffices():
    table = scene(line="barrow_knight 8, bear 4", dice="R 12 8")
    on_watch(table)
    action = decided(table)
    assert isinstance(action, PutDie)
    assert (table.state.values[action.die], action.place) == (8, 1)


def test_gives_up_when_nothing_is_left_that_helps():
    table = scene(line="hollow_judge", dice="", voluntary_stoke="off")
    table.state.familiar_used = True
    for one in table.state.adventurers:
        one.board = ["apostates_lore", "known_quarry", "battle_rage"]
    on_watch(table)
    assert decided(table) == GiveUp(PARTY)


def test_exhausts_a_card_to_be_rid_of_what_would_exhaust_more():
    table = scene(line="tar_golem", dice="", voluntary_stoke="off")
    table.state.familiar_used = True
    on_watch(table)
    assert decided(table) == UseByExhausting(PARTY, R, table.slot("boulder_toss"), -1)


def test_gives_up_the_cheapest_die():
    table = scene(line="bandit arriving", dice="R 11, H 1, B 6")
    on_watch(table)
    action = decided(table)
    assert isinstance(action, GiveDie)
    assert owner(action.die) == H


def test_keeps_everybody_on_their_feet():
    table = scene(line="barrow_knight arriving", dice="R 3")
    for number in (B, R, T):
        table.state.adventurers[number].exhausted = [False, True, True]
    on_watch(table)
    action = decided(table)
    assert isinstance(action, (ExhaustCard, Shield))
    assert action.adventurer == H


def test_heals_with_a_six():
    table = camp("H", "6 6 1")
    table.state.adventurers[R].exhausted = [True, True, True]
    action = decided(table)
    assert isinstance(action, PlaceDie)
    assert action.action == "heal"


def test_fits_the_dice_to_the_creatures():
    """5 and 2 for the one, 5 and 4 for the other; any other way leaves one of them standing."""
    table = scene(line="goblins 7, treant 9", dice="B 5 2, H 4, R 5", voluntary_stoke="off")
    for one in table.state.adventurers:
        one.board = ["apostates_lore", "known_quarry", "weighted_net"]
        one.exhausted = [False, False, True]
    table.state.familiar_used = True
    on_watch(table)
    bot = GreedyBot(1)
    while table.line:
        action = ask(bot, table.table, PARTY)
        assert not isinstance(action, GiveUp), "dice were wasted"
        table.act(action)


def test_spends_the_lowest_die_where_its_value_does_not_matter():
    table = scene(line="skeletons 9, goblins 6", dice="H 6 1", voluntary_stoke="off")
    table.give("H", board="turn_the_dead, apostates_lore, dark_exchange")
    on_watch(table)
    bot = GreedyBot(1)
    uses: list[int] = []
    while table.line:
        action = ask(bot, table.table, PARTY)
        if isinstance(action, UseByDie):
            uses.append(table.state.values[action.die])
        table.act(action)
    assert uses == [1]


def test_who_may_not_begin_the_best_plan_does_not_give_up_for_that():
    table = scene(line="barrow_knight 9, bear 4", dice="R 9, T 1")
    on_watch(table)
    evaluator = WatchEvaluator(table.table, table.waiting())
    evaluator.share_cache({})
    assert evaluator.planned is not None
    assert evaluator.planned != GiveUp(PARTY)
    assert evaluator.exact_value(GiveUp(PARTY)) == {"plan": POINTS * LOST}
    assert evaluator.exact_value(evaluator.planned) == {
        "plan": max([value for _, value in evaluator.ranked])
    }


@pytest.mark.parametrize("round", [2, 8])
def test_does_not_draw_a_night_out_for_fear_of_the_next(round):
    table = scene(line="cinder_whelp 5", dice="R 12", round=round, voluntary_stoke="off")
    table.state.map_deck = ["forbidden_tower", "mountain_keep"][: 10 - round]
    table.state.known.append(table.state.map_deck[-1])
    table.run(StandWatch(), EndWatch())
    assert decided(table) == PutDie(PARTY, table.die("R 12"), 1)


@pytest.mark.parametrize(("dice", "bonus"), [("H 1, R 5", 4.0), ("R 5", 0.0)])
def test_a_bonus_counts_while_its_owner_has_a_die_to_attack_with(dice, bonus):
    table = scene(line="lich", dice=dice)
    table.state.familiar_used = True
    table.state.adventurers[H].bonuses = [4]
    on_watch(table)
    assert power_besides_dice(table.state) == bonus


@pytest.mark.rule("W-I-44")
@pytest.mark.parametrize(("used", "power"), [(False, 8.0), (True, 0.0)])
def test_a_bonus_of_the_witch_counts_while_the_familiar_can_attack(used, power):
    table = scene(line="lich", dice="R 5", familiar="rook")
    table.state.familiar_used = used
    table.state.adventurers[T].bonuses = [4]
    on_watch(table)
    assert power_besides_dice(table.state) == power


@pytest.mark.rule("W-I-44")
@pytest.mark.parametrize(("bonuses", "enough"), [([4], True), ([], False)])
def test_the_familiar_is_sent_where_the_witchs_bonus_makes_it_enough(bonuses, enough):
    table = scene(line="treant 8, bear", dice="R 12", familiar="rook")
    table.state.adventurers[T].bonuses = bonuses
    on_watch(table)
    found = [combo for combo in combos(table.table) if combo.target == table.at(1).card]
    alone = [[one.card for one in combo.attackers] for combo in found]
    assert (["familiar"] in alone) is enough


@pytest.mark.parametrize(("dice", "early_cost"), [("R 5", EARLY_EXHAUST), ("", 0.0)])
def test_exhausting_a_card_while_there_are_dice_costs_extra(dice, early_cost):
    table = scene(line="tar_golem, bear", dice=dice)
    on_watch(table)
    toss = Combo(UseByExhausting(PARTY, R, table.slot("boulder_toss"), -1))
    after = after_combo(Position(table.table, [], 0.0), toss, take_baseline(table.state))
    assert after.early_cost == early_cost


def test_takes_up_the_plan_where_it_left_it():
    table = scene(line="barrow_knight 9, bear 4", dice="R 5, B 4, H 4", voluntary_stoke="off")
    on_watch(table)
    bot = GreedyBot(1)
    table.act(ask(bot, table.table, PARTY))
    planned = bot.cache["plan"]
    assert planned[0][0] == signature(table.table)
    assert ask(bot, table.table, PARTY) == planned[0][1]


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_reason_has_its_words(language):
    table = camp("H", "5 4 1")
    evaluator = WatchEvaluator(table.table, table.waiting())
    reasons = [*evaluator.value(table.table), "plan", "thumb", "victory"]
    assert all(load_catalogue("bots", language).has(f"hint.source.{reason}") for reason in reasons)
