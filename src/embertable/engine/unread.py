"""Values of a content pack that no rule reads: they describe the printed game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from embertable.engine.content import REMARKS, WHOLE_FILE, inner, read_toml, short
from embertable.engine.errors import BadContent

EACH: Final = "*"


def check_unread(
    path: Path, tables: dict[str, Any], printed: Path, names: Sequence[str]
) -> dict[str, Any]:
    """The tables of a pack, unless it changes what no rule reads.

    A name such as `adventurers.*.special` is a way through tables; `*` stands for each row.

    Raises:
        BadContent: names the value that would change nothing, and the printed one.

    """
    if path.resolve() != printed.resolve():
        own = read_toml(printed)[0]
        for name in names:
            follow(path.name, WHOLE_FILE, name.split("."), tables, own)
    return tables


def follow(file: str, row: str, way: Sequence[str], given: Any, own: Any) -> None:
    """Compare what lies at the end of the way, where both have it."""
    if way[0] == EACH:
        for key, value in by_id(given).items():
            if key in by_id(own):
                follow(file, f"{row} {key}", way[1:], value, by_id(own)[key])
    elif isinstance(given, dict) and way[0] in given and way[0] in own:
        if len(way) == 1:
            compare(file, row, way[0], given[way[0]], own[way[0]])
        else:
            follow(file, inner(row, way[0]), way[1:], given[way[0]], own[way[0]])


def compare(file: str, row: str, field: str, given: Any, own: Any) -> None:
    """Refuse what differs; remarks and sentences are free."""
    if isinstance(given, dict) and isinstance(own, dict):
        for key, value in given.items():
            if key not in REMARKS:
                compare(file, inner(row, field), key, value, own.get(key))
    elif by_id(given) and by_id(own):
        for key, value in by_id(given).items():
            compare(file, row, f"{field} {key}", value, by_id(own).get(key))
    elif given != own and not (isinstance(given, str) and isinstance(own, str) and " " in own):
        problem = f"is {short(given)}, and no rule reads it"
        left = "" if own is None else f": leave it at {short(own)}"
        raise BadContent(file, row, field, problem + left)


def by_id(rows: Any) -> dict[str, Any]:
    """The tables of a list by their id or number; empty for anything else."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return {}
    return {str(row.get("id", number)): row for number, row in enumerate(rows, start=1)}
