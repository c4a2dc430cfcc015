"""A file that grows line by line and says in its first line what it is.

An interrupted run continues from it: a line that was cut short is dropped and made again.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embertable.engine.codec import digest
from embertable.engine.errors import UnreadableFile
from embertable.engine.versions import FIRST, Kind, is_version
from embertable.lab.errors import ForeignSet, OtherSet
from embertable.lab.results_log import parsed


class GrowingFile:
    """The entries of one recipe."""

    def __init__(self, file: Path, kind: Kind, recipe: dict[str, Any] | None) -> None:
        """Read what is there; with a recipe, the file must be of that one, or is begun."""
        self.file = file
        self.entries: list[Any] = []
        self.format = f"embertable-{kind.name}"
        try:
            lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        except OSError as error:
            raise UnreadableFile(str(file), error) from error
        header = parsed(lines[0]) if lines else None
        if lines and (header is None or header.get("format") != self.format):
            raise ForeignSet(str(file), kind.name)
        if header is None:
            if recipe is None:
                raise UnreadableFile(str(file), FileNotFoundError(errno.ENOENT, ""))
            header = self.begun_by(kind, recipe)
            self.write(header)
        else:
            version = header.get("version")
            kind.check(version if is_version(version) else FIRST, str(file))
            if recipe is not None and header != self.begun_by(kind, recipe):
                raise OtherSet(str(file))
            self.read(lines)
        self.header = header

    def begun_by(self, kind: Kind, recipe: dict[str, Any]) -> dict[str, Any]:
        return {"format": self.format, "version": kind.current, **recipe}

    def read(self, lines: Sequence[bytes]) -> None:
        """Keep the intact lines."""
        sound = len(lines[0])
        for line in lines[1:]:
            said = parsed(line)
            if said is None or said.get("check") != digest(said.get("game")):
                break
            self.entries.append(said["game"])
            sound += len(line)
        if sound < sum([len(line) for line in lines]):
            with contextlib.suppress(OSError), self.file.open("r+b") as file:
                file.truncate(sound)

    def add(self, entry: dict[str, Any]) -> None:
        self.write({"game": entry, "check": digest(entry)})
        self.entries.append(entry)

    def write(self, line: dict[str, Any]) -> None:
        try:
            with self.file.open("ab") as file:
                file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise UnreadableFile(str(self.file), error) from error
