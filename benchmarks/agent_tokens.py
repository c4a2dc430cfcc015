"""What a turn costs a language model: the size of `embertable agent --changes`, at four characters a token.

Example: python -m benchmarks.agent_tokens --games 3
"""

from __future__ import annotations

import argparse
import json
import random
import statistics

from embertable.agents.game import Style
from embertable.commands.agent import open_game
from embertable.games import GAMES

CHARACTERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=3, help="games of each kind, from seed 1 on")
    arguments = parser.parse_args()
    print("game turns hello first p50 mean p95")
    for name in GAMES:
        hello, first, rest = 0.0, 0.0, list[float]()
        for seed in range(1, arguments.games + 1):
            hello, first, sizes = sizes_of(name, seed)
            rest += sizes
        rest.sort()
        figures = [hello, first, statistics.median(rest), statistics.mean(rest)]
        figures.append(rest[int(len(rest) * 0.95)])
        print(name, len(rest) + arguments.games, *[round(one) for one in figures])


def sizes_of(name: str, seed: int) -> tuple[float, float, list[float]]:
    """The tokens of the hello, the first turn and the others; the agent picks at random."""
    opened = open_game(name, {}, None, seed, "en", Style(changes=True))
    rng = random.Random(seed)
    sizes: list[float] = []
    while opened.next_turn():
        sizes.append(tokens(opened.turn()))
        opened.answer(rng.randint(1, len(opened.offered)))
    return tokens(opened.hello()), sizes[0], sizes[1:]


def tokens(message: dict[str, object]) -> float:
    return len(json.dumps(message, ensure_ascii=False)) / CHARACTERS


if __name__ == "__main__":
    main()
