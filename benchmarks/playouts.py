"""Measure every game and print a table, or JSON: python benchmarks/playouts.py [--json] [--profile]."""

from __future__ import annotations

import cProfile
import json
import pstats
import sys

from embertable.engine.game import new_table
from embertable.games import GAMES, load
from embertable.lab.bench import as_lines, driven_playout, measure


def main() -> None:
    games = [load(name) for name in GAMES]
    if "--profile" in sys.argv:
        for game in games:
            with cProfile.Profile() as profile:
                for seed in range(100):
                    driven_playout(new_table(game, {}, seed), seed)
            pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        return
    measured = measure(games, seconds=6)
    print(json.dumps(measured, indent=1) if "--json" in sys.argv else "\n".join(as_lines(measured)))


if __name__ == "__main__":
    main()
