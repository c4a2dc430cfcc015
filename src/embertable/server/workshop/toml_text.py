"""Changes values inside a TOML text and leaves every other byte as it is, comments included.

`rewritten(text, old, wanted)` returns the text with which `tomllib` reads `wanted`. Only values that differ
are written anew, so a value that goes back to what it was gives the old text again.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from embertable.server.errors import CannotRewrite

SPACE = re.compile(r"[ \t]*")
GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
REST_OF_LINE = re.compile(r"[^\n]*\n?")
KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
TEXT = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL
)
PLAIN = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]+|[^\s,\]}#]+")


@dataclass
class Place:
    """Where a value stands; a table or list also has its parts."""

    start: int
    end: int
    parts: dict[Any, Place] = field(default_factory=dict)
    is_inline: bool = True
    """Whether it stands in one piece, instead of below headers."""
    insert_at: int = 0
    """Where a table below a header takes one more line."""
    is_root: bool = False
    """Whether it is the file itself, which takes one more line at its start."""
    line: tuple[int, int] = (0, 0)
    """The lines from its key to its end, for a value of a table below a header."""


class Scanner:
    """Finds the places of all values in a text that `tomllib` has read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def scan(self) -> Place:
        root = Place(0, 0, is_inline=False, is_root=True)
        table = root
        while True:
            self.skip(GAP)
            if self.at >= len(self.text):
                return root
            if self.text[self.at] == "[":
                table = self.header(root)
            else:
                self.line(table)

    def skip(self, what: re.Pattern[str]) -> str:
        found = what.match(self.text, self.at)
        if found is None:
            raise CannotRewrite
        self.at = found.end()
        return found[0]

    def next_is(self, sign: str) -> bool:
        """Skip blanks and this sign, if it comes next."""
        self.skip(SPACE)
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def names(self) -> list[str]:
        found = [self.name()]
        while self.next_is("."):
            found.append(self.name())
        return found

    def name(self) -> str:
        self.skip(SPACE)
        key = self.skip(KEY)
        return key if key[0] not in "\"'" else str(next(iter(tomllib.loads(f"{key}=0"))))

    def header(self, root: Place) -> Place:
        is_list = self.text.startswith("[[", self.at)
        self.at += 2 if is_list else 1
        *way, last = self.names()
        self.skip(REST_OF_LINE)
        table = root
        for name in way:
            table = newest(table.parts.setdefault(name, Place(0, 0, is_inline=False)))
        found = table.parts.setdefault(last, Place(0, 0, is_inline=False))
        if is_list:
            found.parts[len(found.parts)] = one = Place(0, 0, is_inline=False)
            found = one
        found.insert_at = self.at
        return found

    def line(self, table: Place) -> None:
        start = self.text.rfind("\n", 0, self.at) + 1
        holder = table
        *way, last = self.names()
        for name in way:
            holder = holder.parts.setdefault(name, Place(0, 0, is_inline=False))
        if not self.next_is("="):
            raise CannotRewrite
        place = self.value()
        self.skip(REST_OF_LINE)
        place.line = (start, self.at)
        holder.parts[last] = place
        table.insert_at = self.at

    def value(self) -> Place:
        self.skip(SPACE)
        start = self.at
        place = Place(start, start)
        sign = self.text[self.at : self.at + 1]
        if sign == "[":
            self.at += 1
            self.items(place)
        elif sign == "{":
            self.at += 1
            self.pairs(place)
        else:
            self.skip(TEXT if sign and sign in "\"'" else PLAIN)
        place.end = self.at
        return place

    def items(self, place: Place) -> None:
        while True:
            self.skip(GAP)
            if self.next_is("]"):
                return
            place.parts[len(place.parts)] = self.value()
            self.skip(GAP)
            self.next_is(",")

    def pairs(self, place: Place) -> None:
        while True:
            self.skip(GAP)
            if self.next_is("}"):
                return
            *way, last = self.names()
            holder = place
            for name in way:
                holder = holder.parts.setdefault(name, Place(0, 0, is_inline=False))
            if not self.next_is("="):
                raise CannotRewrite
            holder.parts[last] = self.value()
            self.skip(GAP)
            self.next_is(",")


def newest(place: Place) -> Place:
    """A header below a list of tables belongs to the last of them."""
    numbers = [key for key in place.parts if isinstance(key, int)]
    return place.parts[max(numbers)] if numbers else place


def rewritten(text: str, old: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The text with other values than its old ones.

    Raises:
        CannotRewrite: a list of tables would get more or fewer of them, or a value cannot be written.

    """
    if same(old, wanted):
        return text
    changes: list[tuple[int, int, str]] = []
    collect(Scanner(text).scan(), old, wanted, changes)
    pieces: list[str] = []
    at = 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        pieces += [text[at:start], new]
        at = end
    new_text = "".join([*pieces, text[at:]])
    if not same(tomllib.loads(new_text), wanted):
        raise CannotRewrite
    return new_text


def same(a: Any, b: Any) -> bool:
    """Whether two values are written alike; 1, 1.0 and true are not."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def collect(place: Place, old: Any, new: Any, changes: list[tuple[int, int, str]]) -> None:
    if same(old, new):
        return
    are_tables = isinstance(old, dict) and isinstance(new, dict) and bool(place.parts)
    are_lists = isinstance(old, list) and isinstance(new, list)
    if are_tables and not place.is_inline:
        collect_lines(place, old, new, changes)
    elif are_tables and old.keys() == new.keys():
        collect_parts(place, old, new, list(old), changes)
    elif are_lists and len(old) == len(new):
        collect_parts(place, old, new, list(range(len(old))), changes)
    elif place.is_inline:
        changes.append((place.start, place.end, written(new)))
    else:
        raise CannotRewrite


def collect_parts(
    place: Place, old: Any, new: Any, keys: list[Any], changes: list[tuple[int, int, str]]
) -> None:
    for key in keys:
        collect(place.parts[key], old[key], new[key], changes)


def collect_lines(
    place: Place, old: dict[str, Any], new: dict[str, Any], changes: list[tuple[int, int, str]]
) -> None:
    """The changes of a table below a header: lines that go, come or differ."""
    collect_parts(place, old, new, [key for key in old if key in new], changes)
    for key in old:
        if key not in new:
            gone = place.parts[key]
            if not gone.line[1]:
                raise CannotRewrite
            changes.append((*gone.line, ""))
    for key, value in new.items():
        if key not in old:
            if not place.insert_at and not place.is_root:
                raise CannotRewrite
            line = f"{written_key(key)} = {written(value)}\n"
            changes.append((place.insert_at, place.insert_at, line))


def written(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise CannotRewrite
        return repr(value)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:  # half of a character
            raise CannotRewrite from error
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        pairs = [f"{written_key(key)} = {written(one)}" for key, one in value.items()]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    raise CannotRewrite


def written_key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else written(key)
