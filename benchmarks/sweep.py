"""Plays random games with every value of every setting of every game, and lists what broke.

    .venv/bin/python benchmarks/sweep.py 500 [SEED [GAME...]]
    .venv/bin/python benchmarks/sweep.py --mixed 500 [SEED [GAME...]]

With --mixed every game draws a value for each of its settings at once, so that it plays so many combinations.

A value that a game refuses with a sentence, such as a fourth starting player among three, is listed too.
"""

from __future__ import annotations

import random
import sys

from embertable.engine.errors import EmbertableError
from embertable.engine.game import Game
from embertable.games import load, load_all
from embertable.lab.simulate import make_plan, simulate


def sweep(game: Game, games: int, seed: int) -> int:
    """Play all values of a game's settings, one at a time; returns how many broke."""
    broken = played = decisions = 0
    for setting in game.settings:
        for value in setting.values:
            try:
                plan = make_plan(game, {setting.name: value}, ["random"], games, seed)
                decisions += simulate(plan, 1)["decisions"]
                played += games
            except EmbertableError as error:
                print(f"refused {setting.name}={value}: {error}")
            except Exception as error:  # noqa: BLE001 - whatever breaks is what is looked for
                broken += 1
                print(f"BROKEN {setting.name}={value}: {error!r}")
    print(f"{game.name}: {played} games, {decisions} decisions, {broken} values broken", flush=True)
    return broken


def mix(game: Game, games: int, seed: int) -> int:
    """Play so many games with a random value of every setting; returns how many broke."""
    rng = random.Random(seed)
    broken = played = decisions = refused = 0
    while played + broken < games:
        options = {one.name: rng.choice(one.values) for one in game.settings if one.values}
        try:
            plan = make_plan(game, options, ["random"], 1, rng.randrange(1 << 32))
            decisions += simulate(plan, 1)["decisions"]
            played += 1
        except EmbertableError:
            refused += 1
            if refused > 100 * games:
                raise
        except Exception as error:  # noqa: BLE001 - whatever breaks is what is looked for
            broken += 1
            print(f"BROKEN {options}: {error!r}")
    print(
        f"{game.name}: {played} combinations, {decisions} decisions, {refused} refused, {broken} broken",
        flush=True,
    )
    return broken


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--mixed"]
    games, seed = [int(word) for word in [*words[:2], "1"][:2]]
    chosen = [load(name) for name in words[2:]] or load_all()
    play = mix if "--mixed" in sys.argv else sweep
    return 1 if sum([play(game, games, seed) for game in chosen]) else 0


if __name__ == "__main__":
    sys.exit(main())
