"""Steps per second of our environments, of PettingZoo's and of OpenSpiel's card games, in one run.

Needs the packages of requirements/learn.txt and, for PettingZoo's games, rlcard, shimmy and
pygame-ce. Each environment is played at random by the same loop, in short alternating rounds. Times
are processor times, so other work on the machine counts less.

OpenSpiel's games are written in C++. Ours are played through OpenSpiel, too, by a loop that also
asks for the observation before each step. Windows has no OpenSpiel, and leaves this part out.

PettingZoo's games are used as shipped, in wrappers that check order and actions; ours check
both themselves. With --raw, PettingZoo's games run without their wrappers. PettingZoo 1.27 has
four card games: gin rummy left it.

Empty environments of each size measure the loop itself, and bare playouts with the same settings
measure the rules alone.

Example: python benchmarks/envs.py --seconds 5 --json
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embertable.engine import table as engine_table
from embertable.engine.playout import playout
from embertable.envs.aec import GameEnv, Observation, env, numbers_of
from embertable.games import GAMES

CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
SPIEL = ("leduc_poker", "crazy_eights", "gin_rummy", "hanabi", "skat")
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
    nothing = {name: Player(Nothing(name)) for name in ours}
    rules = {name: Rules(player.env) for name, player in ours.items()}
    floors: list[Player | Rules] = [*nothing.values(), *rules.values()]
    spiel = spiel_players([*ours])
    players: list[Player | SpielPlayer] = [*ours.values(), *classic.values(), *spiel.values()]
    for _ in range(ROUNDS):
        for played in players:
            played.play(arguments.seconds / ROUNDS)
        for floor in floors:
            floor.play(arguments.seconds / ROUNDS / 5)
    median = statistics.median([player.speed() for player in classic.values()])
    results = {
        "build": "pure" if engine_table.__file__.endswith(".py") else "compiled",
        "ours": {name: round(player.speed()) for name, player in ours.items()},
        "classic": {name: round(player.speed()) for name, player in classic.items()},
        "classic_median": round(median),
        "openspiel": {name: round(player.speed()) for name, player in spiel.items()},
        "times_the_median": {name: round(one.speed() / median, 1) for name, one in ours.items()},
        "microseconds": {
            name: {
                "step": tenths(player),
                "loop_alone": tenths(nothing[name]),
                "rules_alone": tenths(rules[name]),
                "goal": round(1e6 / GOAL / median, 1),
            }
            for name, player in ours.items()
        },
        "goal": GOAL,
    }
    if arguments.json:
        print(json.dumps(results, indent=1))
        return
    print(f"Our build is {results['build']}. Steps a second of processor time:")
    for name, player in (*ours.items(), *classic.items()):
        print(f"  {name:<26} {player.speed():>9,.0f} {player.speed() / median:>6.1f} × the median")
    print("Steps a second through OpenSpiel:")
    for name, one in spiel.items():
        print(f"  {name:<26} {one.speed():>9,.0f}")
    print(f"Microseconds a step; {GOAL} × the median is {1e6 / GOAL / median:.1f}:")
    for name, player in ours.items():
        print(
            f"  {name:<26} {tenths(player):>9} of which the loop alone takes {tenths(nothing[name])},"
            f" the rules alone with set-up {tenths(rules[name])}"
        )


def tenths(player: Player | Rules) -> float:
    """Microseconds per step."""
    return round(1e6 / player.speed(), 1)


class Player:
    """An environment played at random, game after game."""

    def __init__(self, played: Any) -> None:
        self.env = played
        self.rng = random.Random(1)
        self.steps = 0
        self.seconds = 0.0
        self.env.reset(seed=1)

    def play(self, seconds: float) -> None:
        """Play on for a while, as PettingZoo's own benchmark does, with a faster sampler."""
        played, rng = self.env, self.rng
        start = time.process_time()
        while True:
            for _ in range(20):
                observation, _, termination, truncation, info = played.last()
                if termination or truncation:
                    played.reset()
                    continue
                mask = observation.get("action_mask", info.get("action_mask"))
                played.step(picked(mask, rng))
                self.steps += 1
            spent = time.process_time() - start
            if spent > seconds:
                self.seconds += spent
                return

    def speed(self) -> float:
        return self.steps / self.seconds


class SpielPlayer:
    """A game played at random through OpenSpiel, observed before each step."""

    def __init__(self, game: Any, observation: Any) -> None:
        self.game = game
        self.observation = observation
        self.state = self.game.new_initial_state()
        self.rng = random.Random(1)
        self.steps = 0
        self.seconds = 0.0

    def play(self, seconds: float) -> None:
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            for _ in range(20):
                self.step()
        self.seconds += spent

    def step(self) -> None:
        if self.state.is_terminal():
            self.state = self.game.new_initial_state()
        while self.state.is_chance_node():
            actions, odds = zip(*self.state.chance_outcomes(), strict=True)
            self.state.apply_action(self.rng.choices(actions, odds)[0])
        self.observation.set_from(self.state, self.state.current_player())
        self.state.apply_action(self.rng.choice(self.state.legal_actions()))
        self.steps += 1

    def speed(self) -> float:
        return self.steps / self.seconds


def spiel_players(ours: list[str]) -> dict[str, SpielPlayer]:
    """Our games through OpenSpiel and its own; nothing where it is not installed."""
    if find_spec("pyspiel") is None:
        return {}
    pyspiel = import_module("pyspiel")
    import_module("embertable.envs.openspiel")  # It registers our games.
    observing = import_module("open_spiel.python.observation")
    players = {}
    for name in (*(f"embertable_{one}" for one in ours), *SPIEL):
        game = pyspiel.load_game(name)
        players[name] = SpielPlayer(game, observing.make_observation(game))
    return players


class Rules:
    """The same game without an environment: bare playouts inside the engine."""

    def __init__(self, played: GameEnv) -> None:
        self.env = played
        self.games = 0
        self.steps = 0
        self.seconds = 0.0

    def play(self, seconds: float) -> None:
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            self.games += 1
            self.steps += playout(self.env.new_turns(self.games).table, self.games)
        self.seconds += spent

    def speed(self) -> float:
        return self.steps / self.seconds


def picked(mask: NDArray[np.int8], rng: random.Random) -> int:
    """A legal number, drawn uniformly; this is part of the loop, not of the environment.

    As truth values the ones of a wide mask are found several times as fast as by searching its bytes.
    """
    legal = mask.view(np.bool_).nonzero()[0]
    return legal.item(int(rng.random() * len(legal)))


class Nothing(GameEnv):
    """A game in which nothing happens, to measure the loop itself.

    It builds an observation and a mask at every step, always the same.
    """

    def __init__(self, game: str) -> None:
        super().__init__(game, {})
        self.reset(seed=1)
        seat = self.turns.seat
        assert seat is not None
        self.row, self.offered = self.turns.row(seat), self.turns.mask(seat)

    def observe(self, agent: str) -> Observation:
        mask = np.frombuffer(bytearray(self.offered), np.int8)
        return {"observation": numbers_of(bytearray(self.row)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The turn never passes."""


if __name__ == "__main__":
    main()
