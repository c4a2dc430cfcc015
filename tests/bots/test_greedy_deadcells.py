"""The greedy bot in Dead Cells: every option can be judged, and thinking helps."""

from __future__ import annotations

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.bots.deadcells.evaluator import DeadCellsEvaluator
from embertable.bots.deadcells.heuristics import JUDGES, judge
from embertable.bots.hints import hint_for
from embertable.engine.catalogue import load_catalogue
from embertable.engine.game import new_table
from embertable.engine.table import Choice
from embertable.games.deadcells.damage_to_group import PickVictim
from embertable.games.deadcells.end_of_run import BuyUpgrade, StopSpending, ThrowIntoWell
from embertable.games.deadcells.explore import Buy, ChooseCorridor, EnterBiome
from embertable.lab.campaigns import play_campaign
from tests.games.deadcells.scene import scene

GAME = load("deadcells")


@pytest.mark.parametrize("players", ["1", "4"])
def test_every_choice_of_a_run_gets_an_answer_and_a_hint_that_can_be_said(players):
    table = new_table(GAME, {"players": players}, seed=2)
    bot = get_bot("greedy", 1)
    number = 0
    while (choice := table.next_choice()) is not None and number < 60:
        if number % 10 == 0:
            hint = hint_for(table, choice.seat)
            for language in ("en", "it"):
                assert not hint.source or load_catalogue("bots", language).name_of(
                    hint.source, "hint.source"
                )
        table.apply(ask(bot, table, choice.seat), choice.seat)
        number += 1
    assert number > 10


def test_the_one_with_most_health_is_to_take_the_damage():
    table = scene()
    table.character(0).damage = 2
    table.character(2).damage = 1
    options = [PickVictim(0, one) for one in range(3)]
    assert max(options, key=lambda one: judge(table.state, one, JUDGES)) == PickVictim(0, 1)


def test_cells_buy_survival_first_and_the_well_gets_none():
    state = scene().state
    spend = [BuyUpgrade(0, "survival"), BuyUpgrade(0, "tactics"), StopSpending(0), ThrowIntoWell(0)]
    assert sorted(spend, key=lambda one: judge(state, one, JUDGES), reverse=True) == spend


def test_food_is_bought_before_treasure_while_anybody_is_hurt():
    state = scene().state
    food, treasure = Buy(0, "", 0), Buy(0, "", 1)
    assert judge(state, food, JUDGES) < judge(state, treasure, JUDGES)
    state.characters[1].damage = 1
    assert judge(state, food, JUDGES) > judge(state, treasure, JUDGES)


def test_the_way_is_chosen_by_all_that_lies_on_it():
    table = new_table(GAME, {"players": "3"}, 1)
    EnterBiome("prisoners_quarters").run(table)
    state = table.state
    state.place = "c1"  # leads to the Elite on d1, and to the Merchant on d2
    elite, merchant = [judge(state, one, JUDGES) for one in ChooseCorridor(0).options(table)]
    assert merchant > elite
    state.place = "a1"  # behind b1 lies what lies behind b2, and a Treasure is better than a door
    treasure, door = [judge(state, one, JUDGES) for one in ChooseCorridor(0).options(table)]
    assert treasure > door


def test_only_options_of_the_game_are_judged():
    classes = GAME.codec().classes.values()
    assert set(JUDGES) <= set(classes)


def test_a_position_is_worth_less_when_somebody_dies():
    table = scene()
    table.enemy(1)
    evaluator = DeadCellsEvaluator(table.table, Choice(0))
    alive = sum(evaluator.value(table.table).values())
    table.state.dead = 1
    assert sum(evaluator.value(table.table).values()) < alive


@pytest.mark.slow
def test_thinking_leads_further_than_luck():
    thought = play_campaign("deadcells", ["greedy"], 3, 4, 5).history
    luck = play_campaign("deadcells", ["random"], 3, 4, 5).history
    beyond = [sum("prisoners" not in end for end in history) for history in (thought, luck)]
    assert beyond[0] > beyond[1]
