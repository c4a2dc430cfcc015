"""A whole game as a file: its options, the seed or key of its chance, and every decision.

The same JSON is the save, the replay, the bug report and the golden test; `docs/record.md`
documents it.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from embertable.engine.errors import DamagedRecord, ForeignRecord, NewerRecord, UnreadableFile

FORMAT: Final = "embertable-record"
VERSION: Final = 1


@dataclass
class Entry:
    """A seat's decision or, without an action, the undo of the last one."""

    seat: int
    action: dict[str, Any] | None
    hash: str


@dataclass
class Record:
    """Everything needed to replay a game and to verify the replay.

    >>> from embertable import Session, load
    >>> record = Session(load("lueur"), {"players": 2}, 7).record
    >>> record.game, record.seed, record.options["players"], len(record.entries)
    ('lueur', 7, '2', 0)
    """

    game: str
    rules: int
    content: str
    options: dict[str, str]
    seed: int | None
    commitment: str
    start: str
    key: str | None = None
    players: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    clock: float | None = None
    """Seconds left of a running countdown when the game was saved."""
    file: str = "record"

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "content": self.content,
            "options": self.options,
            "seed": self.seed,
            "commitment": self.commitment,
            "key": self.key,
            "players": self.players,
            "start": self.start,
            "entries": [
                {"seat": entry.seat, "do": entry.action, "hash": entry.hash}
                if entry.action is not None
                else {"seat": entry.seat, "undo": True, "hash": entry.hash}
                for entry in self.entries
            ],
            **({} if self.clock is None else {"clock": self.clock}),
        }

    def save(self, path: str | Path) -> None:
        """Write the file atomically: an older one stays until the new one is complete.

        Raises:
            UnreadableFile: the file cannot be written.

        """
        write_whole(Path(path), json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: the old one stays until the new one is on disk."""
    try:
        unfinished = path.parent / f".{path.name}.{os.getpid()}"
        try:
            with unfinished.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UnreadableFile(str(path), error.strerror or str(error)) from error


def load_record(path: str | Path) -> Record:
    """Read a saved game, to be replayed by `resume`.

    Raises:
        UnreadableFile: there is no such file, or it cannot be read.
        ForeignRecord: the file is not a record.
        DamagedRecord: it is a record with something missing or wrong.
        NewerRecord: a newer Embertable wrote it.

    >>> from embertable import load_record
    >>> load_record("missing.json")
    Traceback (most recent call last):
    embertable.engine.errors.UnreadableFile: missing.json cannot be read or written: No such file or directory.

    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(str(path), error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise ForeignRecord(str(path)) from error
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        if FORMAT in text[:200]:
            raise DamagedRecord(str(path), str(error)) from error
        raise ForeignRecord(str(path)) from error
    return record_from_json(saved, str(path))


def record_from_json(saved: Any, file: str = "record") -> Record:
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ForeignRecord(file)
    version = part(saved, "version", int, file)
    if version > VERSION:
        raise NewerRecord(file, version, VERSION)
    options = part(saved, "options", dict, file)
    if not all(isinstance(value, str) for value in options.values()):
        raise DamagedRecord(file, "options are not words")
    return Record(
        game=part(saved, "game", str, file),
        rules=part(saved, "rules", int, file),
        content=part(saved, "content", str, file),
        options=options,
        seed=None if saved.get("seed") is None else part(saved, "seed", int, file),
        commitment=part(saved, "commitment", str, file),
        key=None if saved.get("key") is None else part(saved, "key", str, file),
        players=[str(name) for name in part(saved, "players", list, file)],
        start=part(saved, "start", str, file),
        entries=[
            entry_from_json(entry, number, file)
            for number, entry in enumerate(part(saved, "entries", list, file), start=1)
        ],
        clock=None if saved.get("clock") is None else float(part(saved, "clock", float, file)),
        file=file,
    )


def entry_from_json(saved: Any, number: int, file: str) -> Entry:
    if not isinstance(saved, dict):
        raise DamagedRecord(file, f"entry {number} is not an object")
    action = saved.get("do")
    if action is None and saved.get("undo") is not True:
        raise DamagedRecord(file, f"entry {number} neither does nor undoes anything")
    if action is not None and not isinstance(action, dict):
        raise DamagedRecord(file, f"entry {number} holds no action")
    return Entry(part(saved, "seat", int, file), action, part(saved, "hash", str, file))


def part(saved: dict[str, Any], name: str, kind: type, file: str) -> Any:
    value = saved.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise DamagedRecord(file, f"{name!r} is missing or of the wrong kind")
    return value
