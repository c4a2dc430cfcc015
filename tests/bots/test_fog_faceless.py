"""The Fog: bots guess by what they see of the magnets, and walk where their guesses agree."""

from __future__ import annotations

from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import ask, get_bot
from embertable.bots.faceless.blind_poses import BlindPoses
from embertable.bots.faceless.evaluator import FacelessEvaluator
from embertable.bots.faceless.guesses import ALL, GUESSES, Standing, direction_of
from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.moments import NeedleHidden
from embertable.lab.simulate import seed_of

GAME = load("faceless")
OPTIONS = {"players": "3", "difficulty": "easy", "fog": "on"}


def covered(seed: int, **options: str) -> Table[Any]:
    """A table at the first decision under the Fog."""
    table = new_table(GAME, {**OPTIONS, **options}, seed)
    bot = get_bot("greedy", 1)
    while not (table.ask(NeedleHidden(), 0) and len(table.offered()) > 1):
        choice = table.next_choice()
        assert choice is not None
        table.apply(ask(bot, table, choice.seat), choice.seat)
    return table


def share_that_agree(table: Table[Any], places: list[int]) -> float:
    """How many guesses name the most frequent direction, over magnets on these places."""
    board = table.state.content.board
    team = table.state.team
    agree = asked = 0
    for place in places:
        for heading in range(0, 360, 30):
            figures = [*table.state.places]
            headings = [*table.state.headings]
            figures[BILLYGOAT], headings[BILLYGOAT] = place, heading
            standing = Standing(board, figures, headings, 0.0)
            found = [direction_of(*standing.field(one, team)) for one in range(GUESSES)]
            agree += max([found.count(direction) for direction in found])
            asked += GUESSES
    return agree / asked


def test_guesses_agree_more_about_a_magnet_that_is_near():
    table = covered(3)
    board = table.state.content.board
    by_distance: list[list[int]] = [[] for _ in range(12)]
    for space, distance in enumerate(board.distances[table.state.team]):
        by_distance[distance].append(space)
    assert share_that_agree(table, by_distance[1]) > share_that_agree(table, by_distance[4]) + 0.1


def test_a_supposed_magnet_is_strongest_along_its_axis_and_turns_round_with_it():
    board = covered(3).state.content.board
    here = board.index[0, 0]
    for guess in ALL:
        turned = guess.turns[0]
        along = guess.field_of(board, 0, board.index[2, 0], (180 - turned) % 360, here)
        beside = guess.field_of(board, 0, board.index[2, 0], (90 - turned) % 360, here)
        assert abs(along[0]) == pytest.approx(2 * abs(beside[1]), abs=1e-9)
        opposite = guess.field_of(board, 0, board.index[2, 0], -turned % 360, here)
        assert opposite == pytest.approx((-along[0], -along[1]), abs=1e-9)


def test_directions_are_those_of_the_board():
    """East is 0, then counter-clockwise."""
    assert [
        direction_of(x, y) for x, y in ((1, 0), (1, 2), (-1, 2), (-1, 0), (-1, -2), (1, -2))
    ] == [*range(6)]


@pytest.mark.rule("F-EXP-FOG-03")
def test_a_pose_is_worth_the_mean_over_the_guesses():
    table = covered(3)
    choice = table.next_choice()
    assert choice is not None
    evaluator = FacelessEvaluator(table, choice)
    blind = BlindPoses(table.state, evaluator.terrain, evaluator.judge, is_calm=True)
    figure = next(one for one in range(3) if table.state.places[one] != AWAY)
    place = table.state.places[figure]
    different = 0
    for pose in blind.poses(evaluator.now, figure, [place], range(0, 360, 30), 3):
        assert len(pose.ways) == GUESSES
        values = [
            sum(evaluator.judge.value(evaluator.now.with_way(way)).values()) for way in pose.ways
        ]
        assert pose.value == pytest.approx(sum(values) / GUESSES)
        different += len({*pose.ways}) > 1
    assert different, "the guesses disagree about some pose"


def played(seed: int) -> Table[Any]:
    table = new_table(GAME, OPTIONS, seed)
    bot = get_bot("flame", seed)
    while (choice := table.next_choice()) is not None:
        table.apply(ask(bot, table, choice.seat), choice.seat)
    return table


@pytest.mark.slow
def test_bots_find_most_memories_in_the_fog():
    """Fixed seeds; bots that trusted the last reading found 3 of 8 on average."""
    found = 0
    for number in range(6):
        found += 8 - played(seed_of(77, number)).state.memories_left()
    assert found >= 6 * 4
