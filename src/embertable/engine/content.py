"""Content packs: a game's components as TOML, checked row by row when they are read."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embertable.engine.errors import BadContent, UnreadableFile


class Content:
    """The components of one game, loaded once and shared; `hash` names this very pack."""

    def __init__(self, hash: str) -> None:
        self.hash = hash


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """A file's tables and the hash of its bytes."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(path.name, error.strerror or str(error)) from error
    try:
        tables = tomllib.loads(text.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadContent(path.name, "-", "-", str(error)) from error
    return tables, hashlib.blake2b(text, digest_size=16).hexdigest()


class Row:
    """One row of a content file, whose fields are read with their place in the error."""

    def __init__(self, file: str, name: str, fields: object) -> None:
        self.file = file
        self.name = name
        if not isinstance(fields, dict):
            raise BadContent(file, name, "-", "is not a table")
        self.fields: dict[str, Any] = fields

    def wrong(self, field: str, problem: str) -> BadContent:
        return BadContent(self.file, self.name, field, problem)

    def get(self, field: str) -> Any:
        if field not in self.fields:
            raise self.wrong(field, "is missing")
        return self.fields[field]

    def text(self, field: str, among: Sequence[str] | None = None) -> str:
        value = self.get(field)
        if not isinstance(value, str):
            raise self.wrong(field, f"is {value!r}, not a word")
        self._check(field, value, among)
        return value

    def number(self, field: str, low: int, high: int) -> int:
        value = self.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(field, f"is {value!r}, not a whole number")
        if not low <= value <= high:
            raise self.wrong(field, f"is {value}, not between {low} and {high}")
        return value

    def flag(self, field: str) -> bool:
        value = self.get(field)
        if not isinstance(value, bool):
            raise self.wrong(field, f"is {value!r}, not true or false")
        return value

    def many(self, field: str) -> list[Any]:
        value = self.get(field)
        if not isinstance(value, list):
            raise self.wrong(field, f"is {value!r}, not a list")
        return value

    def words(self, field: str, among: Sequence[str] | None = None) -> tuple[str, ...]:
        values = self.many(field)
        for value in values:
            if not isinstance(value, str):
                raise self.wrong(field, f"holds {value!r}, not a word")
            self._check(field, value, among)
        return tuple(values)

    def numbers(self, field: str, low: int, high: int) -> tuple[int, ...]:
        for value in self.many(field):
            if not isinstance(value, int) or not low <= value <= high:
                raise self.wrong(field, f"holds {value!r}, not a number from {low} to {high}")
        return tuple(self.fields[field])

    def row(self, field: str) -> Row:
        return Row(self.file, f"{self.name}.{field}", self.get(field))

    def rows(self, field: str, key: str = "id") -> list[Row]:
        """The rows of a list of tables, each named by its own key."""
        found: list[Row] = []
        for index, fields in enumerate(self.many(field)):
            name = fields.get(key, index + 1) if isinstance(fields, dict) else index + 1
            found.append(Row(self.file, f"{field} {name}", fields))
        names = [row.name for row in found]
        for name in names:
            if names.count(name) > 1:
                raise BadContent(self.file, name, key, "stands twice")
        return found

    def _check(self, field: str, value: str, among: Sequence[str] | None) -> None:
        if among is not None and value not in among:
            raise self.wrong(field, f"is {value!r}, not one of {', '.join(among)}")
