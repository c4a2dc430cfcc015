"""Runs a plan to the end, continuing an earlier run, and saves each game once it is over."""

from __future__ import annotations

import csv
import hashlib
import io
import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from embertable.lab.engines import Batch, WorkerPool, open_pool, play_batch
from embertable.lab.errors import CannotKeep, WorkersLost
from embertable.lab.one_game import FIELDS, PlayedGame, Row, read_row
from embertable.lab.plan import Plan
from embertable.lab.results_log import ResultsLog
from embertable.lab.stopping import Schedule, Unit

TABLE = "games.csv"
BATCH_SECONDS = 0.5
"""How long a batch should take: worth the transfer, and cheap to lose."""
WAITING = 2
"""Batches per worker that are queued or being played."""
MOST_LOSSES = 3
"""How often a pool that lost a worker is restarted."""


def run_plan(
    plan: Plan,
    folder: Path,
    engine: str,
    workers: int | None,
    on_progress: Callable[[int, int], None],
) -> list[PlayedGame]:
    """The games of the plan; `on_progress` gets the number done and the total, or the most."""
    with ResultsLog(folder, plan) as log:
        schedule = Schedule(plan)
        losses = 0
        while left := next_games(schedule, log):
            on_progress(len(schedule.wanted) - len(left), plan.games())
            try:
                with open_pool(engine, workers, plan.games() if plan.stop else len(left)) as pool:
                    while left := next_games(schedule, log):
                        play_all(plan, pool, left, log, len(schedule.wanted), on_progress)
            except BrokenProcessPool as error:
                losses += 1
                if losses > MOST_LOSSES:
                    raise WorkersLost(losses, len(log.done())) from error
        rows = log.sorted(schedule.wanted)
    keep(folder / TABLE, as_csv(plan, rows), len(rows))
    return [read_row(row) for row in rows]


def next_games(schedule: Schedule, log: ResultsLog) -> list[Unit]:
    """What is missing of the round under way, or of the next one."""

    def played(units: Sequence[Unit]) -> list[PlayedGame]:
        return [read_row(row) for row in log.sorted(units)]

    while True:
        done = log.done()
        if left := [unit for unit in schedule.wanted if unit not in done]:
            return left
        if not schedule.next_round(played):
            return []


def play_all(
    plan: Plan,
    pool: WorkerPool,
    left: Sequence[Unit],
    log: ResultsLog,
    upto: int,
    on_progress: Callable[[int, int], None],
) -> None:
    """Submit batches of about the same duration, and save results in any order."""
    queue = deque(left)
    seconds_a_game: dict[int, float] = {}
    under_way: set[Future[tuple[list[Row], float]]] = set()
    done = upto - len(left)
    while queue or under_way:
        while queue and len(under_way) < WAITING * pool.size:
            batch = next_batch(plan, queue, seconds_a_game, pool.size)
            under_way.add(pool.executor.submit(play_batch, batch))
        finished, under_way = pool.interrupts.first_finished(under_way)
        for future in finished:
            rows, seconds = future.result()
            log.add(rows)
            games = len({row[1] for row in rows})
            seconds_a_game[rows[0][0]] = seconds / games
            done += games
            on_progress(done, plan.games())


def next_batch(
    plan: Plan, queue: deque[tuple[int, int]], seconds_a_game: dict[int, float], size: int
) -> Batch:
    """The next games of one cell, as many as take about the time of a batch."""
    cell = queue[0][0]
    # The first few games of a new cell show how long its games take.
    known = seconds_a_game.get(cell)
    wanted = 2 if known is None else max(1, round(BATCH_SECONDS / max(known, 1e-4)))
    wanted = max(1, min(wanted, len(queue) // (2 * size)))
    numbers: list[int] = []
    while queue and queue[0][0] == cell and len(numbers) < wanted:
        numbers.append(queue.popleft()[1])
    return Batch(plan, cell, tuple(numbers))


def as_csv(plan: Plan, rows: Sequence[Row]) -> str:
    """Every game as a CSV row."""
    names = sorted({name for cell in plan.cells for name in cell.settings()})
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", *names, "pack", "forbid", "redeal", *FIELDS])
    for row in rows:
        cell = plan.cells[row[0]]
        settings = cell.settings()
        ours = [settings.get(name, "") for name in names]
        plain = [value if isinstance(value, (str, int)) else flat(value) for value in row]
        writer.writerow([plan.game, *ours, cell.pack, cell.forbid, cell.redeal, *plain])
    return text.getvalue()


def flat(values: Sequence[object]) -> str:
    """A list in one CSV field: items separated by spaces, inner lists by colons."""
    return " ".join(
        [":".join(map(str, one)) if isinstance(one, list) else str(one) for one in values]
    )


def keep(file: Path, text: str, games: int) -> None:
    """Write a file whole or not at all."""
    fresh = file.with_name(f".{file.name}")
    try:
        with fresh.open("w", encoding="utf-8", newline="") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(file)
    except OSError as error:
        raise CannotKeep(str(file), error.strerror or str(error), games) from error


def digest_of(games: Sequence[PlayedGame]) -> str:
    """One hash over all final positions."""
    together = hashlib.blake2b(digest_size=16)
    for one in games:
        together.update(one.hash.encode())
    return together.hexdigest()
