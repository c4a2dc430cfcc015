"""Fits the win probability that the search of The Faceless uses: plays games, then fits weights.

    python -m benchmarks.faceless_fitted_weights play games.jsonl 3000     # continues where the file ends
    python -m benchmarks.faceless_fitted_weights fit games.jsonl

Three kids that play the rollout choices (`bots/faceless/rollout_choices.py`) play every difficulty, Hell twice as
often; the file has the features at the start of each turn, and the outcome of each game. `fit` prints the weights of a logistic
regression for `bots/faceless/win_probability.py`, and on stderr how well weights fitted to the
first four fifths of the games predict the last fifth.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from embertable.bots import ask, get_bot
from embertable.bots.faceless.rollout_choices import RolloutChoices
from embertable.bots.faceless.win_probability import WEIGHTS, features
from embertable.engine.chance import seeded
from embertable.games import load

DIFFICULTIES = ("easy", "medium", "hard", "hell", "hell")
FIRST_SEED = 700_000
RIDGE = 1.0
ROUNDS = 30


# Playing.


def play_games(file: Path, games: int) -> None:
    played = len(file.read_text().splitlines()) if file.exists() else 0
    for number in range(played, games):
        with file.open("a") as lines:
            lines.write(json.dumps(play_one(number)) + "\n")


def play_one(number: int) -> dict[str, Any]:
    game = load("faceless")
    difficulty = DIFFICULTIES[number % len(DIFFICULTIES)]
    options = game.check({"players": "3", "difficulty": difficulty})
    table = game.set_up(options, seeded(FIRST_SEED + number))
    greedy = get_bot("greedy", number)
    while (choice := table.next_choice()) is not None and not table.state.turn:
        table.apply(ask(greedy, table, choice.seat), choice.seat)
    choices = RolloutChoices(table)
    turn = 0
    starts: list[list[float]] = []
    while (choice := table.next_choice()) is not None:
        if table.state.turn != turn:
            turn = table.state.turn
            choices.look(table)
            starts.append(features(choices.ground, table.state))
        table.apply(choices.act(table, choice))
    assert table.result is not None
    return {"difficulty": difficulty, "won": bool(table.result.winners), "starts": starts}


# Fitting.


def fit(file: Path) -> None:
    games = [json.loads(line) for line in file.read_text().splitlines()]
    part = len(games) * 4 // 5
    weights = fitted(*rows(games[:part]))
    base = np.zeros_like(weights)
    won = rows(games[:part])[1].mean()
    base[0] = np.log(won / (1 - won))
    test = rows(games[part:])
    print(f"{len(games)} games, {len(rows(games)[0])} turns", file=sys.stderr)
    print(
        f"loss {loss(*test, weights):.3f}, of a constant {loss(*test, base):.3f}", file=sys.stderr
    )
    print_calibration(*test, weights)
    for (name, _), weight in zip(WEIGHTS, fitted(*rows(games)), strict=True):
        print(f'    ("{name}", {weight:.4f}),')


def rows(games: list[dict[str, Any]]) -> tuple[Any, Any]:
    starts = [start for game in games for start in game["starts"]]
    won = [float(game["won"]) for game in games for _ in game["starts"]]
    return np.array(starts), np.array(won)


def fitted(starts: Any, won: Any) -> Any:
    """Newton's method, with features scaled by their means and a small ridge penalty."""
    scale = np.maximum(1e-9, np.abs(starts).mean(0))
    scaled = starts / scale
    weights = np.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        said = chances(scaled, weights)
        slope = scaled.T @ (said - won) + RIDGE * weights
        bend = (scaled * (said * (1 - said))[:, None]).T @ scaled + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights / scale


def chances(starts: Any, weights: Any) -> Any:
    return 1 / (1 + np.exp(-starts @ weights))


def loss(starts: Any, won: Any, weights: Any) -> float:
    said = np.clip(chances(starts, weights), 1e-6, 1 - 1e-6)
    return float(-(won * np.log(said) + (1 - won) * np.log(1 - said)).mean())


def print_calibration(starts: Any, won: Any, weights: Any) -> None:
    said = chances(starts, weights)
    for tenth in range(10):
        among = (said >= tenth / 10) & (said < (tenth + 1) / 10)
        if among.any():
            line = f"said {said[among].mean():.2f}, was {won[among].mean():.2f} ({among.sum()})"
            print(line, file=sys.stderr)


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play_games(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        fit(Path(sys.argv[2]))
