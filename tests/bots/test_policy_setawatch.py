"""How a search plays nights of Set a Watch on, and what it makes of their ends."""

from __future__ import annotations

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.bots.setawatch.goods import card_worth, cards_worth
from embertable.bots.setawatch.policy import WatchPolicy
from embertable.engine.chance import seeded
from embertable.engine.table import PARTY
from embertable.games.setawatch.camp import ChooseRest
from embertable.games.setawatch.endings import lose
from embertable.games.setawatch.watch import ChooseAction

GAME = load("setawatch")
LONGEST = 400


def reached(kind, seed=3):
    """A table that waits for the first choice of a kind, led there by the greedy bot."""
    table = GAME.set_up(GAME.check({"difficulty": "easy"}), seeded(seed), None)
    bot = get_bot("greedy", seed)
    while not isinstance(table.next_choice(), kind):
        table.apply(ask(bot, table, PARTY), PARTY)
    return table


@pytest.mark.parametrize("kind", [ChooseRest, ChooseAction])
def test_a_night_is_played_to_its_end(kind):
    table = reached(kind)
    policy = WatchPolicy(table, table.next_choice())
    for _ in range(LONGEST):
        choice = table.next_choice()
        if choice is None or policy.is_over(table):
            break
        table.apply(policy.act(table, choice))
    assert table.result is not None or (table.state.round, table.state.phase) == (2, "roll")


def test_more_ready_cards_promise_more_and_a_lost_game_nothing():
    table = reached(ChooseRest)
    policy = WatchPolicy(table, table.next_choice())
    promised = []
    for exhausted in (True, False):
        for one in table.state.adventurers:
            one.exhausted = [exhausted, False, False]
        promised.append(policy.promise(table))
    assert 0.0 < promised[0] < promised[1] < 1.0
    lose(table, "exhausted")
    assert policy.promise(table) == 0.0


def test_a_stroke_that_was_begun_is_carried_through():
    table = reached(ChooseAction)
    assert WatchPolicy(table, table.next_choice()).is_worth_a_search()
    table.state.line[0].by = [0]
    assert not WatchPolicy(table, table.next_choice()).is_worth_a_search()


@pytest.mark.parametrize("exhausted", [[False, True, True], [True, False, False], [True] * 3])
@pytest.mark.parametrize("slot", range(3))
def test_a_card_is_worth_what_the_party_is_worth_more_with_it(exhausted, slot):
    table = reached(ChooseRest)
    barbarian = table.state.adventurers[2]
    barbarian.board = ["second_breath", "battle_rage", "sweeping_blow"]
    worths = []
    for state in (False, True):
        barbarian.exhausted = [*exhausted]
        barbarian.exhausted[slot] = state
        worths.append(cards_worth(table.state))
    assert card_worth(table.state, barbarian, slot) == pytest.approx(worths[0] - worths[1])
