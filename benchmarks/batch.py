"""Steps per second of one environment, of a batch in one process, and of two worker processes.

All are played at random in alternating rounds. One environment, the batch and the rules alone are
measured in processor time; no batch can be faster than the rules, which write no observations. The
vector environment is measured in wall time on a machine at rest, with the same tables in this
process, and in two workers whose parts are sent and received in turn.

Example: python benchmarks/batch.py --seconds 4
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.envs import Player, Rules
from embertable.envs.aec import env
from embertable.envs.batch import Batch
from embertable.envs.build import build
from embertable.envs.vector import GameVectorEnv
from embertable.games import GAMES

TABLES = 64
VECTOR_TABLES = 256
ROUNDS = 5


class BatchPlayer:
    """A batch played at random."""

    def __init__(self, game: str) -> None:
        self.batch = Batch(game, TABLES, seed=1)
        self.steps, self.seconds = 0, 0.0

    def play(self, seconds: float) -> None:
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            self.batch.step(self.batch.tables.sample())
            self.steps += TABLES
        self.seconds += spent

    def speed(self) -> float:
        return self.steps / self.seconds


class VectorPlayer:
    """A vector environment played at random, in wall time."""

    def __init__(self, game: str, workers: int) -> None:
        # While the actions of one part are chosen, its worker plays the other.
        parts = 2 * workers or None
        self.tables = GameVectorEnv(game, VECTOR_TABLES, workers, parts=parts, copy=False)
        self.rng = np.random.default_rng(1)
        self.tables.reset(seed=1)
        self.steps, self.seconds = 0, 0.0

    def play(self, seconds: float) -> None:
        """All parts stand still before and after."""
        start, parts = time.perf_counter(), range(len(self.tables.parts))
        for part in parts:
            rows = self.tables.observe(self.tables.tables_of(part))
            self.tables.send(part, picked(rows, self.rng))
        while time.perf_counter() - start < seconds:
            part, (observation, rewards, *_) = self.tables.receive()
            self.tables.send(part, picked(observation, self.rng))
            self.steps += len(rewards)
        for _ in parts:
            _, (_, rewards, *_) = self.tables.receive()
            self.steps += len(rewards)
        self.seconds += time.perf_counter() - start

    def speed(self) -> float:
        return self.steps / self.seconds


def picked(observation: dict[str, NDArray[Any]], rng: np.random.Generator) -> NDArray[np.intp]:
    """A legal action for each table: the first one from a random place on."""
    masks = observation["action_mask"]
    shift = int(rng.integers(masks.shape[1]))
    found: NDArray[np.intp] = (np.roll(masks, -shift, axis=1).argmax(axis=1) + shift) % masks.shape[
        1
    ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all without any")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each environment")
    arguments = parser.parse_args()
    print(f"Our build is {build()}. Steps a second:")
    for game in arguments.games or sorted(GAMES):
        played = env(game)
        one, batch, rules = Player(played), BatchPlayer(game), Rules(played)
        here, there = VectorPlayer(game, 0), VectorPlayer(game, 2)
        for _ in range(ROUNDS):
            for player in (one, batch, rules, here, there):
                player.play(arguments.seconds / ROUNDS)
        for player in (here, there):
            player.tables.close()
        print(
            f"  {game:<10} one environment {one.speed():>8,.0f}, batch {batch.speed():>8,.0f}"
            f" ({batch.speed() / one.speed():.2f} ×), rules alone {rules.speed():>8,.0f}"
            f" ({rules.speed() / one.speed():.2f} ×); vector {here.speed():>8,.0f},"
            f" two workers {there.speed():>8,.0f} ({there.speed() / here.speed():.2f} ×)"
        )


if __name__ == "__main__":
    main()
