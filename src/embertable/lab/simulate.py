"""Many games between bots, on one process or several, with the same results either way."""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from embertable.bots import ask, import_bot
from embertable.engine.chance import seeded
from embertable.engine.content import Content
from embertable.engine.countdown import CountdownTimer
from embertable.engine.game import Game
from embertable.engine.table import SYSTEM, Table
from embertable.games import load
from embertable.lab.statistics import wilson
from embertable.lab.workers import in_processes

SECONDS_A_DECISION = 10.0
"""Seconds that a bot's decision takes off a countdown, about as long as people need."""
GAMES_PER_TASK = 10
GAMES_PER_PROCESS = 40
"""Fewer games are not worth another process."""


@dataclass(frozen=True)
class Played:
    """One game from start to end."""

    bots: tuple[str, ...]
    outcome: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    hash: str


@dataclass(frozen=True)
class Plan:
    """What to play: `games` games of one kind, numbered from 0."""

    game: str
    options: Mapping[str, str]
    bots: tuple[str, ...]
    games: int
    seed: int
    content: Path | None = None


def make_plan(
    game: Game,
    options: Mapping[str, str],
    bots: Sequence[str],
    games: int,
    seed: int,
    content: Path | None = None,
) -> Plan:
    """A checked plan; without `players`, there is a seat for each bot if that is legal."""
    chosen = dict(options)
    for setting in game.settings:
        if setting.name == "players" and str(len(bots)) in setting.values:
            chosen.setdefault("players", str(len(bots)))
    for name in bots:
        import_bot(name, 0)
    return Plan(game.name, game.check(chosen), tuple(bots), games, seed, content)


def simulate(
    plan: Plan, processes: int | None = None, on_progress: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """Play the plan and sum it up; `on_progress` gets the number of games just finished."""
    start = time.perf_counter()
    played: list[Played] = []
    for batch in batches(plan, processes or usual_processes(plan.games)):
        played.extend(batch)
        on_progress(len(batch))
    return summary(plan, played, time.perf_counter() - start)


def usual_processes(games: int) -> int:
    return max(1, min(os.cpu_count() or 1, games // GAMES_PER_PROCESS))


def batches(plan: Plan, processes: int) -> Iterator[list[Played]]:
    """The games in order, in batches."""
    # One process tells of every game; but a content pack is read for each batch.
    size = 1 if processes == 1 and plan.content is None else GAMES_PER_TASK
    yield from in_processes(partial(play_some, plan, size), range(0, plan.games, size), processes)


def play_some(plan: Plan, size: int, first: int) -> list[Played]:
    game = load(plan.game)
    content = game.read_content(plan.content) if plan.content else None
    last = min(first + size, plan.games)
    return [play_one(plan, game, content, number) for number in range(first, last)]


def play_one(plan: Plan, game: Game, content: Content | None, number: int) -> Played:
    """Play the numbered game; bots rotate by one seat from game to game."""
    table = game.set_up(plan.options, seeded(seed_of(plan.seed, number)), content)
    names = seating(plan.bots, game.seats(table), number)
    return play_table(
        table, names, [seed_of(plan.seed, number, seat) for seat in range(len(names))]
    )


def play_table(table: Table[Any], names: tuple[str, ...], seeds: Sequence[int]) -> Played:
    """Play a table to its end, with a bot and its seed in each seat."""
    game = table.game
    bots = [import_bot(name, seed) for name, seed in zip(names, seeds, strict=True)]
    decisions = 0
    clock = CountdownTimer()
    clock.run(0.0)
    while (choice := table.next_choice()) is not None:
        # One bot decides for a party, with the options of all its seats.
        bot = bots[choice.answerers(table)[0]]
        table.apply(ask(bot, table, choice.seat), choice.seat)
        decisions += 1
        if up := clock.due(table, decisions * SECONDS_A_DECISION):
            table.apply(up, SYSTEM)
    result = table.result
    assert result is not None
    return Played(
        names, result.outcome, result.winners, result.scores, decisions, game.state_hash(table)
    )


def seating(bots: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    return tuple([bots[(seat + number) % len(bots)] for seat in range(seats)])


def seed_of(*numbers: int) -> int:
    """A seed that depends on all the numbers and on nothing else."""
    text = "/".join([str(number) for number in numbers]).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def summary(plan: Plan, played: Sequence[Played], seconds: float) -> dict[str, Any]:
    together = hashlib.blake2b(digest_size=16)
    for one in played:
        together.update(one.hash.encode())
    decisions = sum([one.decisions for one in played])
    return {
        "game": plan.game,
        "options": dict(plan.options),
        "seed": plan.seed,
        "games": len(played),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds, 1) if seconds else 0.0,
        "results": dict(sorted(Counter([one.outcome for one in played]).items())),
        "bots": {name: record_of(name, played) for name in dict.fromkeys(plan.bots)},
        "digest": together.hexdigest(),
    }


def record_of(name: str, played: Sequence[Played]) -> dict[str, Any]:
    """A bot's seats, wins, shared wins and mean score."""
    seats = wins = shared = score = 0
    for one in played:
        for seat, bot in enumerate(one.bots):
            if bot == name:
                seats += 1
                score += one.scores[seat]
                if seat in one.winners:
                    wins += len(one.winners) == 1
                    shared += len(one.winners) > 1
    low, high = wilson(wins, seats)
    return {
        "seats": seats,
        "wins": wins,
        "shared": shared,
        "win_rate": round(wins / seats, 4) if seats else 0.0,
        "win_rate_95": [round(low, 4), round(high, 4)],
        "mean_score": round(score / seats, 2) if seats else 0.0,
    }
