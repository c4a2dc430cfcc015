"""Finds the name that somebody meant, whatever its case and in spite of a slip."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from embertable.engine.catalogue import Message


def known_as(name: str, known: Iterable[str]) -> str | None:
    """The known name that differs from this one by its case only."""
    names = list(known)
    if name in names:
        return name
    wanted = name.strip().casefold()
    return next((one for one in names if one.casefold() == wanted), None)


def did_you_mean(name: str, known: Iterable[str], likeness: float = 0.7) -> Message | str:
    """A remark with the known name most like this one, or nothing if none is like it."""
    names = {one.casefold(): one for one in known}
    found = difflib.get_close_matches(name.strip().casefold(), list(names), 1, likeness)
    return Message("near.name", {"near": names[found[0]]}) if found else ""
