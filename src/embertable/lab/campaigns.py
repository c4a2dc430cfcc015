"""Whole campaigns between bots: Run after Run, each with what the one before kept."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.engine.game import Game
from embertable.engine.session import Session
from embertable.games import load
from embertable.games.deadcells.campaign_file import CampaignFile, new_file
from embertable.lab.simulate import leave_interrupts, luck_of, seating

GAME = "deadcells"


@dataclass(frozen=True)
class Played:
    """A campaign: how its Runs ended, and the hash of the last one."""

    history: tuple[str, ...]
    decisions: int
    hash: str

    def first_victory(self) -> int:
        """The Run in which a Boss fell first; 0 where none did."""
        won = [number for number, one in enumerate(self.history, 1) if is_victory(one)]
        return won[0] if won else 0


def is_victory(end: str) -> bool:
    return end.startswith("beat ")


def play_run(
    game: Game, kept: CampaignFile, bots: Sequence[str], players: int, seed: int
) -> Session:
    """One recorded Run by bots, from what is kept."""
    options = {"players": str(players), "beheaded": "random", "campaign": kept.option(game)}
    session = Session(game, options, seeded(seed))
    names = seating(bots, players, 0)
    seated = [get_bot(name, luck_of(seed, seat)) for seat, name in enumerate(names)]
    session.record.players = [f"bot:{name}" for name in names]
    while (choice := session.table.next_choice()) is not None:
        session.play(ask(seated[choice.seat], session.table, choice.seat), choice.seat)
    return session


def play_campaign(
    bots: Sequence[str], players: int, runs: int, seed: int, *, to_victory: bool = False
) -> Played:
    """Runs without records, for statistics; or only as many as it takes to beat a Boss."""
    game = load(GAME)
    kept = new_file(game)
    decisions = 0
    for number in range(runs):
        luck = luck_of(seed, number)
        options = {"players": str(players), "beheaded": "random", "campaign": kept.option(game)}
        table = game.set_up(options, seeded(luck))
        names = seating(bots, players, 0)
        seated = [get_bot(name, luck_of(luck, seat)) for seat, name in enumerate(names)]
        while (choice := table.next_choice()) is not None:
            table.apply(ask(seated[choice.seat], table, choice.seat), choice.seat)
            decisions += 1
        kept.add(table, "")
        if to_victory and is_victory(kept.campaign.history[-1]):
            break
    return Played(kept.campaign.history, decisions, kept.runs[-1].hash)


def report(
    bots: Sequence[str],
    players: Sequence[int],
    campaigns: int,
    runs: int,
    seed: int,
    processes: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Where groups die and when the first Boss falls, by number of players."""
    plans = [
        (tuple(bots), count, runs, luck_of(seed, count, number))
        for count in players
        for number in range(campaigns)
    ]
    played: list[Played] = []
    for one in play_all(plans, processes):
        played.append(one)
        tell(1)
    return {
        "campaigns": campaigns,
        "runs": runs,
        "seed": seed,
        "players": {
            str(count): summary(played[place * campaigns : (place + 1) * campaigns])
            for place, count in enumerate(players)
        },
    }


Plan: TypeAlias = tuple[tuple[str, ...], int, int, int]
"""Bots, players, Runs and seed of one campaign."""


def play_all(plans: Sequence[Plan], processes: int) -> Iterator[Played]:
    """The campaigns in their order, whoever plays them."""
    if processes == 1:
        yield from map(play_planned, plans)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=leave_interrupts) as pool:
        try:
            yield from pool.map(play_planned, plans)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def play_planned(plan: Plan) -> Played:
    return play_campaign(*plan)


def summary(played: Sequence[Played]) -> dict[str, Any]:
    firsts = [one.first_victory() for one in played]
    return {
        "ends": count_ends([end for one in played for end in one.history]),
        "first_run": count_ends([one.history[0] for one in played]),
        "campaigns_with_a_victory": len([first for first in firsts if first]),
        "first_victories": sorted([first for first in firsts if first]),
        "median_first_victory": median_of(firsts),
        "decisions": sum([one.decisions for one in played]),
    }


def count_ends(ends: Sequence[str]) -> dict[str, int]:
    return dict(Counter(ends).most_common())


def median_of(firsts: Sequence[int]) -> int | None:
    """The Run by which half of all campaigns had beaten a Boss; None where fewer than half did."""
    reached = sorted([first for first in firsts if first])
    middle = (len(firsts) - 1) // 2
    return reached[middle] if middle < len(reached) else None
