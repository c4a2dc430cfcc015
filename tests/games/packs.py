"""Content packs with one thing wrong."""

from __future__ import annotations

import copy
from typing import Any

DROP = object()
TWICE = object()


def changed(printed: dict[str, Any], path: str, value: object, between: str = ".") -> Any:
    """The printed tables with one thing dropped, doubled or replaced.

    A path reads like "companion.A01.points": rows are found by id or colour, else by number.
    """
    tables: Any = copy.copy(printed)
    place = tables
    *way, last = path.split(between)
    for part in way:
        at = key(place, part)
        place[at] = copy.copy(place[at])
        place = place[at]
    if value is DROP:
        del place[key(place, last)]
    elif value is TWICE:
        place.append(copy.deepcopy(place[key(place, last)]))
    else:
        place[key(place, last)] = value
    return tables


def key(place: Any, part: str) -> Any:
    if isinstance(place, dict):
        return part
    named = [row.get("id", row.get("colour")) if isinstance(row, dict) else "" for row in place]
    return named.index(part) if part in named else int(part)
