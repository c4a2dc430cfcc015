"""Content packs: a game's components as TOML, checked row by row when they are read."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embertable.engine.errors import BadContent, UnreadableFile

WHOLE_FILE = "(file)"
REMARKS = ("source", "note")
LONGEST = 60
MOST_NAMED = 12


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
    except RecursionError as error:
        raise BadContent(path.name, "-", "-", "is nested too deeply") from error
    except ValueError as error:  # no TOML, no UTF-8, or a number too long to read
        raise BadContent(path.name, "-", "-", str(error).rstrip(".")) from error
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

    def only(self, *known: str) -> None:
        """Refuse fields that nothing reads: a misspelt one would be lost in silence."""
        for field in self.fields:
            if field not in known and field not in REMARKS:
                raise self.wrong(field, f"is not known here, where there are {some(known)}")

    def get(self, field: str) -> Any:
        if field not in self.fields:
            raise self.wrong(field, "is missing")
        return self.fields[field]

    def text(self, field: str, among: Sequence[str] | None = None) -> str:
        value = self.get(field)
        if not isinstance(value, str) or not value:
            raise self.wrong(field, f"is {short(value)}, not a word")
        self._check(field, value, among)
        return value

    def number(self, field: str, low: int, high: int) -> int:
        value = self.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(field, f"is {short(value)}, not a whole number")
        if not low <= value <= high:
            raise self.wrong(field, f"is {short(value)}, not between {low} and {high}")
        return value

    def flag(self, field: str) -> bool:
        value = self.get(field)
        if not isinstance(value, bool):
            raise self.wrong(field, f"is {short(value)}, not true or false")
        return value

    def many(self, field: str) -> list[Any]:
        value = self.get(field)
        if not isinstance(value, list):
            raise self.wrong(field, f"is {short(value)}, not a list")
        return value

    def words(self, field: str, among: Sequence[str] | None = None) -> tuple[str, ...]:
        values = self.many(field)
        for value in values:
            if not isinstance(value, str):
                raise self.wrong(field, f"holds {short(value)}, not a word")
            self._check(field, value, among)
        return tuple(values)

    def numbers(self, field: str, low: int, high: int) -> tuple[int, ...]:
        for value in self.many(field):
            if type(value) is not int or not low <= value <= high:
                raise self.wrong(field, f"holds {short(value)}, not a number from {low} to {high}")
        return tuple(self.fields[field])

    def row(self, field: str) -> Row:
        name = field if self.name == WHOLE_FILE else f"{self.name}.{field}"
        return Row(self.file, name, self.get(field))

    def rows(self, field: str, key: str = "id") -> list[Row]:
        """The rows of a list of tables, each named by its own key."""
        found: list[Row] = []
        for index, fields in enumerate(self.many(field)):
            name = fields.get(key) if isinstance(fields, dict) else None
            known = name if isinstance(name, str) and name else f"number {index + 1}"
            found.append(Row(self.file, f"{field} {known}", fields))
        names = [row.name for row in found]
        for name in names:
            if names.count(name) > 1:
                raise BadContent(self.file, name, key, "stands twice")
        return found

    def _check(self, field: str, value: str, among: Sequence[str] | None) -> None:
        if among is not None and value not in among:
            raise self.wrong(field, f"is {short(value)}, not one of {some(among)}")


def short(value: object) -> str:
    """A value as an error names it, cut when it is long."""
    try:
        shown = repr(value)
    except ValueError:  # Python does not write out a number of thousands of digits
        return "a huge number"
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def some(names: Sequence[str]) -> str:
    return ", ".join([*names[:MOST_NAMED], "…"] if len(names) > MOST_NAMED else names)
