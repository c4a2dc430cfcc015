"""A program that plays through `embertable agent`: the shape of every such agent, whatever decides.

It starts the game, reads a line for each turn, and answers with the number of an option. `decide`
is the place for a language model: all that a player may know is in the turn's sentences.

Example: python examples/agent.py lueur --seed 1
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from typing import Any

SHUNNED = ("leave", "stop", "keep", "pass", "nothing", "no more")
"""Words of options that do nothing; an agent that acts learns more than one that waits."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="bot:random", help="who plays the other seat")
    arguments = parser.parse_args()
    seats = f"agent,{arguments.against}"
    command = [sys.executable, "-m", "embertable", "agent", arguments.game, "--stdio", "--brief"]
    command += ["--lang", "en", "--seats", seats, "--seed", str(arguments.seed)]
    print(play(command, random.Random(arguments.seed)))


def play(command: list[str], luck: random.Random) -> str:
    """Play one game to its end; how it ended."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        for line in game.stdout:
            message: dict[str, Any] = json.loads(line)
            if message["say"] == "turn":
                print(json.dumps({"choose": decide(message, luck)}), file=game.stdin, flush=True)
            elif message["say"] == "error":
                raise RuntimeError(message["text"])
            elif message["say"] == "end":
                return f"{message['text']} Scores: {message['scores']}."
    raise RuntimeError("the game ended without a word")


def decide(turn: dict[str, Any], luck: random.Random) -> int:
    """The number of an option: here any that does something."""
    numbers: list[int] = [
        option["number"]
        for option in turn["options"]
        if not any(word in option["text"].lower() for word in SHUNNED)
    ]
    return luck.choice(numbers or list(range(1, len(turn["options"]) + 1)))


if __name__ == "__main__":
    main()
