"""Rollouts answer every choice, stop where they can estimate, and estimate soundly."""

import pytest

from embertable import load, new_table
from embertable.bots.deadcells.rollout import DeadCellsRollout
from embertable.bots.lueur.fitted_weights import win_probability
from embertable.bots.lueur.rollout import ROUNDS_AHEAD, LueurRollout
from embertable.games.deadcells.preparation import LayCard
from embertable.games.lueur.morning import ChooseCompanion


@pytest.mark.parametrize("players", ["2", "4"])
@pytest.mark.parametrize("journey", ["province", "archipelago"])
def test_rollouts_play_whole_games_of_lueur(players, journey):
    table = new_table(load("lueur"), {"players": players, "journey": journey}, seed=3)
    choice = table.next_choice()
    assert choice is not None
    policy = LueurRollout(table, choice)
    decisions = 0
    while (choice := table.next_choice()) is not None:
        table.apply(policy.act(table, choice))
        decisions += 1
    assert decisions > 50
    assert table.result is not None
    promised = policy.estimate(table)
    assert (promised > 0.5) == (table.result.winners == (policy.seat,))


def test_a_playout_of_lueur_ends_with_the_round():
    table = new_table(load("lueur"), {}, seed=3)
    while not isinstance(choice := table.next_choice(), ChooseCompanion):
        assert choice is not None
        table.apply(table.offered()[0])
    policy = LueurRollout(table, choice)
    begun = table.state.round
    while not policy.is_over(table):
        choice = table.next_choice()
        assert choice is not None
        table.apply(policy.act(table, choice))
        table.next_choice()
    assert table.state.round == begun + ROUNDS_AHEAD
    assert 0.0 < policy.estimate(table) < 1.0


def test_a_lead_is_worth_more_the_nearer_the_end():
    assert win_probability([0.0], 5) == 0.5
    chances = [win_probability([10.0], rounds) for rounds in range(8, -1, -1)]
    assert chances == sorted(chances)
    assert win_probability([-10.0], 3) == pytest.approx(1 - win_probability([10.0], 3))


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_players_who_are_level_share_the_victory(rivals):
    assert win_probability([0.0] * rivals, 4) == pytest.approx(1 / (rivals + 1))
    # Who leads one of them still has to beat the others.
    assert win_probability([0.0] * (rivals - 1) + [99.0], 4) < 1 / rivals + 1e-9


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_the_chances_of_all_seats_add_up_to_one(players):
    table = new_table(load("lueur"), {"players": players}, seed=3)
    choice = table.next_choice()
    assert choice is not None
    policy = LueurRollout(table, choice)
    while table.state.round < 4:
        choice = table.next_choice()
        assert choice is not None
        table.apply(policy.act(table, choice))
    chances: list[float] = []
    for seat in range(int(players)):
        policy.seat = seat
        chances.append(policy.estimate(table))
    assert sum(chances) == pytest.approx(1.0)
    assert len({*chances}) > 1


def test_a_playout_of_dead_cells_ends_with_the_turn_or_the_combat():
    table = new_table(load("deadcells"), {"players": "3"}, seed=2)
    luck = table.chance.copy()
    while not table.state.fighting:
        choice = table.next_choice()
        assert choice is not None
        assert not DeadCellsRollout(table, choice).is_worth_a_search()
        table.apply(luck.pick("options", table.offered()))
        table.next_choice()
    choice = table.next_choice()
    assert choice is not None
    policy = DeadCellsRollout(table, choice)
    assert policy.is_worth_a_search()
    assert policy.play_on(table) > 10
    assert not table.state.fighting or not table.state.shown or table.state.dead >= 0


def test_what_is_announced_of_a_card_makes_no_difference():
    table = new_table(load("deadcells"), {"players": "3"}, seed=2)
    choice = table.next_choice()
    assert choice is not None
    policy = DeadCellsRollout(table, choice)
    loud, silent = LayCard(0, 0, "x", "attack", 1), LayCard(0, 0, "x", "", 0)
    assert policy.same_as(loud) == policy.same_as(silent)
