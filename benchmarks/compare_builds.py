"""Compare the speed of two builds in alternating rounds, on processor time.

    python benchmarks/compare_builds.py OLD_PYTHON NEW_PYTHON [--rounds 5] [--game lueur …]

Each argument is the interpreter of an environment with one build installed, such as
.venv-compiled/bin/python. Both play the same games from the same seeds, one process after the other,
so other work on the machine disturbs both alike. A ratio above 1 means that the new build is faster.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

GAMES = ("deadcells", "faceless", "lueur", "setawatch")
MEASURES = ("decisions_per_second", "copy_us", "set_up_ms")
MEASURE = """
import json, sys, time
time.perf_counter = time.process_time  # other processes must not count
from embertable.engine.playout import playout
from embertable.games import load
from embertable.lab import bench

game = load(sys.argv[1])
options = game.variants() * int(sys.argv[2])
middle = bench.half_played(game, options[-1])
chance = bench.seeded(0)
print(json.dumps({
    "build": bench.build(),
    "decisions_per_second": bench.playouts(game, options, 0.0, playout)[0],
    "copy_us": bench.micros(lambda: middle.copy(chance), 0.3),
    "set_up_ms": bench.micros(lambda: bench.set_up(game), 0.3) / 1000,
}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", help="the interpreter with the old build")
    parser.add_argument("new", help="the interpreter with the new build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--passes", type=int, default=4, help="games with each setting, each round")
    parser.add_argument("--game", action="append", choices=GAMES)
    asked = parser.parse_args()
    print("| game | measure | old | new | ratio | spread of the ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for game in asked.game or GAMES:
        rounds = [
            (measured(asked.old, game, asked.passes), measured(asked.new, game, asked.passes))
            for _ in range(asked.rounds)
        ]
        for measure in MEASURES:
            print(line(game, measure, [(old[measure], new[measure]) for old, new in rounds]))


def measured(python: str, game: str, passes: int) -> dict[str, float]:
    """Measure one game once, in a fresh process outside any checkout."""
    command = [str(Path(python).absolute()), "-P", "-c", MEASURE, game, str(passes)]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603
    found: dict[str, float] = json.loads(done.stdout)
    return found


def line(game: str, measure: str, pairs: list[tuple[float, float]]) -> str:
    """One row of the table: the best of each build, and how much faster the new one is."""
    is_rate = measure.endswith("per_second")
    best = max if is_rate else min
    old, new = best(old for old, _ in pairs), best(new for _, new in pairs)
    ratios = sorted(b / a if is_rate else a / b for a, b in pairs)
    ratio = new / old if is_rate else old / new
    spread = f"{ratios[0]:.2f}–{ratios[-1]:.2f}, median {statistics.median(ratios):.2f}"
    return f"| {game} | {measure} | {old:,.4g} | {new:,.4g} | {ratio:.2f} | {spread} |"


if __name__ == "__main__":
    main()
