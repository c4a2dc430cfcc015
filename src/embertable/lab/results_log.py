"""An append-only log of results, from which an interrupted run continues.

The first line names the plan, whose games may be raised later. Each further line has some finished games and their hash: a line that a
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
from embertable.engine.versions import FIRST, Kind, is_version
from embertable.lab.errors import CannotKeep, FolderInUse, OtherPlan
from embertable.lab.one_game import Row
from embertable.lab.plan import Plan

FORMAT = "embertable-lab"
RESULTS = Kind("results", current=2)
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
        header = {"format": FORMAT, "version": RESULTS.current, "plan": self.plan.hash()}
        self.open.seek(0)
        sound = 0
        for number, line in enumerate(self.open):
            said = parsed(line)
            if number == 0:
                if said is not None and said.get("format") == FORMAT:
                    version = said.get("version")
                    RESULTS.check(version if is_version(version) else FIRST, str(self.file))
                if said == {**header, "version": 1, "plan": self.plan.first_hash()}:
                    self.migrate(header)
                elif said is not None and said != header:
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

    def migrate(self, header: dict[str, Any]) -> None:
        """Write the header of version 2 over that of version 1, which is as long."""
        with self.keeping(), self.file.open("r+b") as file:
            if len(file.readline()) == len(as_line(header)):
                file.seek(0)
                file.write(as_line(header))

    def add(self, rows: Sequence[Row]) -> None:
        """Write these games durably before they count as done."""
        with self.keeping():
            self.write({"games": rows, "check": digest(list(rows))})
        self.rows.extend(rows)

    def write(self, line: dict[str, Any]) -> None:
        self.open.write(as_line(line))
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

    def sorted(self, units: Iterable[tuple[int, int]]) -> list[Row]:
        """These games in the order of the plan, whatever the order in which they were finished."""
        wanted = set(units)
        found = [row for row in self.rows if (row[0], row[1]) in wanted]
        return sorted(found, key=lambda row: (row[0], row[1], row[2]))

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


def as_line(line: dict[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


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
