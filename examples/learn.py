"""Trains a small network for each game on one processor, and prints how its games get better.

The learner is `embertable.envs.ppo`: proximal policy optimisation in numpy. In Lueur it plays seat 0
against random play, in the cooperative games all seats. Needs the `learn` extra, nothing else.

Example: python examples/learn.py setawatch --steps 60000 --seeds 3
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from embertable.envs.coding.rewards import REWARDS, SCORE
from embertable.envs.ppo import Learner, Policy, Told
from embertable.games import GAMES, load

PARTS = 8
"""Points of a curve."""
PLAYERS = {"lueur": "2", "faceless": "2"}
"""One player in the other games."""


def train(game: str, seed: int, steps: int, reward: str) -> tuple[Policy, list[Told]]:
    """Train a policy with the usual settings; return it, and how each round of its training went."""
    policy = Policy(game, seed)
    alone = None if load(game).info().cooperative else 0
    told: list[Told] = []
    players = PLAYERS.get(game, "1")
    Learner(policy, seed, reward=reward, learner=alone, players=players).train(steps, told.append)
    return policy, told


def curve(told: list[Told]) -> list[float]:
    """The mean reward of a game in each part of the training."""
    parts = np.array_split(np.array([one.gained for one in told]), min(PARTS, len(told)))
    return [float(np.nanmean(part)) for part in parts]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all without any")
    parser.add_argument("--steps", type=int, default=100_000, help="decisions to learn from")
    parser.add_argument("--seeds", type=int, default=1, help="how often to train from nothing")
    parser.add_argument("--reward", choices=REWARDS, default=SCORE)
    parser.add_argument("--out", type=Path, help="a folder for the policies")
    arguments = parser.parse_args()
    for game in arguments.games or GAMES:
        for seed in range(1, arguments.seeds + 1):
            started = time.process_time()
            policy, told = train(game, seed, arguments.steps, arguments.reward)
            points = " ".join([f"{point:.3f}" for point in curve(told)])
            spent = time.process_time() - started
            print(f"{game}, seed {seed}: {points} ({told[-1].games} games, {spent:.0f} s)")
            if arguments.out:
                arguments.out.mkdir(parents=True, exist_ok=True)
                policy.save(arguments.out / f"{game}-{seed}.npz")


if __name__ == "__main__":
    main()
