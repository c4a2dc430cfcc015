"""Random games with random settings under every check of the contract, until time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from embertable.contract import CHECKS, Broken, Check, run_check
from embertable.engine.chance import seeded
from embertable.engine.game import Game
from embertable.engine.record import Entry
from embertable.engine.session import Session


@dataclass(frozen=True)
class Fault:
    """A failed check, and the record of the game that failed it."""

    check: str
    options: dict[str, str]
    seed: int
    decisions: int
    problem: str
    file: str


@dataclass(frozen=True)
class Report:
    games: int
    decisions: int
    seconds: float
    broken: Fault | None

    def to_json(self) -> dict[str, Any]:
        return {"ok": self.broken is None, **asdict(self)}


def fuzz(
    game: Game,
    seconds: float,
    seed: int,
    folder: Path,
    checks: Mapping[str, Check] = CHECKS,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play at least one game under each check, and more until time is up.

    `on_progress` gets the number of games played so far.
    """
    chance = seeded(seed)
    options = game.variants()
    names = list(checks)
    games = decisions = 0
    start = time.perf_counter()
    while games < len(names) or time.perf_counter() - start < seconds:
        name = names[games % len(names)]
        settings = chance.pick("options", options)
        number = chance.draw("seed", 65536)
        games += 1
        try:
            playout = run_check(checks[name], game, settings, number)
        except Broken as broken:
            fault = kept(game, name, broken, folder)
            spent = time.perf_counter() - start
            return Report(games, decisions + fault.decisions, spent, fault)
        decisions += len(playout.history)
        on_progress(games)
    return Report(games, decisions, time.perf_counter() - start, None)


def kept(game: Game, check: str, broken: Broken, folder: Path) -> Fault:
    """Save the game up to the failure; its last entry is the one that could not be played."""
    file = folder / f"fuzz-{game.name}-{check}-{broken.seed}.json"
    session = Session(game, broken.options, seeded(broken.seed))
    for seat, action in broken.history:
        encoded = game.codec().encode(action)
        try:
            session.play(action, seat)
        except Exception:  # noqa: BLE001  the very bug that was found
            session.record.entries.append(Entry(seat, encoded, ""))
            break
    session.record.save(file)
    problem = str(broken.__cause__ or broken).splitlines()[0].rstrip(".")
    return Fault(check, dict(broken.options), broken.seed, len(broken.history), problem, str(file))
