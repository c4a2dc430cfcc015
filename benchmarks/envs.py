"""Steps a second of our PettingZoo environments and of PettingZoo's own card games, in one run.

Needs the packages of requirements/learn.txt and, for PettingZoo's games, rlcard, shimmy and
pygame-ce. Each environment is played at random through the same loop, a little at a time and in
turns. Seconds are those of the processor, so that other work on the machine counts less.

PettingZoo's games come as people get them, in wrappers that check order and actions; ours check
both themselves. With --raw, PettingZoo's are played without their wrappers.

Example: python benchmarks/envs.py --seconds 5 --json
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from importlib import import_module
from typing import Any

from embertable.engine import table as engine_table
from embertable.envs.aec import env
from embertable.games import GAMES

CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
GOAL = 10
ROUNDS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="ours to play; all without any")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each environment")
    parser.add_argument("--raw", action="store_true", help="PettingZoo's games without wrappers")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    arguments = parser.parse_args()
    ours = {name: Player(env(name)) for name in arguments.games or sorted(GAMES)}
    modules = {name: import_module(f"pettingzoo.classic.{name}") for name in CLASSIC}
    classic = {
        name: Player(module.raw_env() if arguments.raw else module.env())
        for name, module in modules.items()
    }
    for _ in range(ROUNDS):
        for player in (*ours.values(), *classic.values()):
            player.play(arguments.seconds / ROUNDS)
    median = statistics.median([player.speed() for player in classic.values()])
    results = {
        "build": "pure" if engine_table.__file__.endswith(".py") else "compiled",
        "ours": {name: round(player.speed()) for name, player in ours.items()},
        "classic": {name: round(player.speed()) for name, player in classic.items()},
        "classic_median": round(median),
        "times_the_median": {name: round(one.speed() / median, 1) for name, one in ours.items()},
        "goal": GOAL,
    }
    if arguments.json:
        print(json.dumps(results, indent=1))
        return
    print(f"Our build is {results['build']}. Steps a second of processor time:")
    for name, player in (*ours.items(), *classic.items()):
        print(f"  {name:<26} {player.speed():>9,.0f} {player.speed() / median:>6.1f} × the median")


class Player:
    """An environment that is played at random, game after game."""

    def __init__(self, played: Any) -> None:
        self.env = played
        self.luck = random.Random(1)
        self.steps = 0
        self.seconds = 0.0
        self.env.reset(seed=1)

    def play(self, seconds: float) -> None:
        """Play on for a while, as PettingZoo's own benchmark does.

        Only the pick differs: numpy searches truths many times as fast as whole numbers, and the
        search is no part of an environment.
        """
        played, luck = self.env, self.luck
        start = time.process_time()
        while True:
            for _ in range(20):
                observation, _, termination, truncation, info = played.last()
                if termination or truncation:
                    played.reset()
                    continue
                mask = observation.get("action_mask", info.get("action_mask"))
                played.step(luck.choice((mask != 0).nonzero()[0].tolist()))
                self.steps += 1
            spent = time.process_time() - start
            if spent > seconds:
                self.seconds += spent
                return

    def speed(self) -> float:
        return self.steps / self.seconds


if __name__ == "__main__":
    main()
