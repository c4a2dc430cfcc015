"""An append-only log of results, from which an interrupted run continues.

The first line names the plan. Each further line has some finished games and their hash: a line that a
crash or a full disk cut short is dropped, and its games are played again.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from embertable.engine.codec import digest
from embertable.lab.errors import CannotKeep, FolderInUse, OtherPlan
from embertable.lab.one_game import Row
from embertable.lab.plan import Plan

FORMAT = "embertable-lab"
VERSION = 1
NAME = "games.jsonl"


class ResultsLog:
    """The finished games of one plan, locked against a second writer."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.file = folder / NAME
        self.plan = plan
        self.rows: list[Row] = []
        with self.keeping():
            folder.mkdir(parents=True, exist_ok=True)
            self.open: BinaryIO = self.file.open("a+b")
        try:
            lock(self.open, str(folder))
            self.recover()
        except BaseException:
            self.open.close()
            raise

    def recover(self) -> None:
        """Read the intact lines and truncate the rest."""
        header = {"format": FORMAT, "version": VERSION, "plan": self.plan.hash()}
        self.open.seek(0)
        sound = 0
        for number, line in enumerate(self.open):
            said = parsed(line)
            if number == 0:
                if said is not None and said != header:
                    raise OtherPlan(str(self.file.parent))
                if said is None:
                    break
            elif said is None or said.get("check") != digest(said.get("games")):
                break
            else:
                self.rows.extend(said["games"])
            sound += len(line)
        with self.keeping():
            self.open.truncate(sound)
            if sound == 0:
                self.write(header)

    def add(self, rows: Sequence[Row]) -> None:
        """Write these games durably before they count as done."""
        with self.keeping():
            self.write({"games": rows, "check": digest(list(rows))})
        self.rows.extend(rows)

    def write(self, line: dict[str, Any]) -> None:
        self.open.write(
            json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        )
        self.open.flush()
        os.fsync(self.open.fileno())

    @contextlib.contextmanager
    def keeping(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            problem = error.strerror or str(error)
            raise CannotKeep(str(self.file), problem, len(self.rows)) from error

    def done(self) -> set[tuple[int, int]]:
        """The cells and numbers of games that need not be played again."""
        return {(row[0], row[1]) for row in self.rows}

    def sorted(self) -> list[Row]:
        """All games in the order of the plan, whatever the order in which they were finished."""
        return sorted(self.rows, key=lambda row: (row[0], row[1], row[2]))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A failed write has already been reported.
        with contextlib.suppress(OSError):
            self.open.close()


def parsed(line: bytes) -> dict[str, Any] | None:
    """A whole line as it was written, or None."""
    if not line.endswith(b"\n"):
        return None
    try:
        said = json.loads(line)
    except ValueError:
        return None
    return said if isinstance(said, dict) else None


def lock(file: BinaryIO, folder: str) -> None:
    """Lock the file until this process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows has no fcntl: nothing stops two labs in one folder
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise FolderInUse(folder) from error


def missing(plan: Plan, done: set[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The games of a plan that are still to be played, in order."""
    for place, cell in enumerate(plan.cells):
        for number in range(cell.games):
            if (place, number) not in done:
                yield place, number
