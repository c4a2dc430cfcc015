"""Many games: seats are fair, results add up, and nothing depends on how they were played."""

import pytest

from embertable import load
from embertable.engine.errors import BadOption, UnknownBot
from embertable.lab.simulate import (
    Played,
    batches,
    make_plan,
    play_some,
    seating,
    seed_of,
    simulate,
    summary,
    usual_processes,
)

LUEUR = load("lueur")


def test_bots_move_on_by_one_seat_from_game_to_game():
    games = [seating(("a", "b"), 3, number) for number in range(4)]
    assert games == [("a", "b", "a"), ("b", "a", "b")] * 2
    taken = [bot for number in range(30) for bot in [seating(("a", "b", "c"), 2, number)[0]]]
    assert {bot: taken.count(bot) for bot in "abc"} == {"a": 10, "b": 10, "c": 10}


def test_as_many_players_as_bots_where_that_is_legal():
    assert make_plan(LUEUR, {}, ["random"] * 3, 1, 1).options["players"] == "3"
    assert make_plan(LUEUR, {}, ["random"], 1, 1).options["players"] == "2"
    assert make_plan(LUEUR, {"players": "4"}, ["random"] * 3, 1, 1).options["players"] == "4"


def test_a_plan_is_checked_before_anything_is_played():
    with pytest.raises(UnknownBot):
        make_plan(LUEUR, {}, ["random", "nobody"], 1, 1)
    with pytest.raises(BadOption):
        make_plan(LUEUR, {"players": "7"}, ["random"], 1, 1)


def test_a_game_depends_on_its_number_only():
    plan = make_plan(LUEUR, {}, ["random"], 13, 5)
    assert [one for batch in batches(plan, 1) for one in batch][10:] == play_some(plan, 10, 10)


def test_tell_hears_of_every_game():
    heard: list[int] = []
    found = simulate(make_plan(LUEUR, {}, ["random"], 12, 5), 1, heard.append)
    assert heard == [1] * 12
    assert found["games"] == 12


def test_results_are_counted_by_outcome_and_by_bot():
    plan = make_plan(LUEUR, {}, ["greedy", "random"], 3, 1)
    games = [
        Played(("greedy", "random"), "won", (0,), (90, 30), 100, "aa"),
        Played(("random", "greedy"), "won", (0,), (50, 40), 100, "bb"),
        Played(("greedy", "random"), "shared", (0, 1), (60, 60), 101, "cc"),
    ]
    found = summary(plan, games, 2.0)
    assert found["results"] == {"shared": 1, "won": 2}
    assert found["decisions"] == 301
    assert found["decisions_per_second"] == 150.5
    greedy = found["bots"]["greedy"]
    assert (greedy["seats"], greedy["wins"], greedy["shared"]) == (3, 1, 1)
    assert greedy["mean_score"] == pytest.approx(63.33)
    assert found["digest"] != summary(plan, games[::-1], 2.0)["digest"]


def test_seeds_do_not_collide():
    seeds = {seed_of(seed, number) for seed in range(20) for number in range(200)}
    assert len(seeds) == 4000


def test_small_simulations_stay_in_this_process():
    assert usual_processes(39) == 1
    assert usual_processes(10**6) >= 1
