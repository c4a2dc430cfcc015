"""Fitted weights: small files that `embertable train` writes and that bots read.

A file that is missing, damaged or of something else is said so once, and bots play without it.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from embertable.engine.codec import digest
from embertable.engine.versions import FIRST, Kind, is_version

log = logging.getLogger("embertable.bots")

WEIGHTS = Kind("weights")
FORMAT = "embertable-weights"


@dataclass(frozen=True)
class Fit:
    """The weights of a file, or why there are none: `missing`, `damaged` or `foreign`."""

    weights: tuple[float, ...]
    problem: str = ""
    names: tuple[str, ...] = ()


def read_fit(file: Path, game: str, names: Sequence[str], *, with_cards: bool = False) -> Fit:
    """The weights for these features of a game; `with_cards` also those that the file has besides."""
    try:
        saved = json.loads(file.read_bytes())
    except OSError:
        return Fit((), "missing")
    except (ValueError, RecursionError):
        return Fit((), "damaged")
    if not isinstance(saved, dict) or saved.get("format") != FORMAT or saved.get("game") != game:
        return Fit((), "foreign")
    version = saved.get("version")
    if not is_version(version) or version > WEIGHTS.current or version < FIRST:
        return Fit((), "foreign")
    if saved.get("check") != check_of(saved):
        return Fit((), "damaged")
    weights = saved.get("weights")
    if not isinstance(weights, dict):
        return Fit((), "foreign")
    own = list(weights)
    if (not set(names) <= set(own)) if with_cards else (own != list(names)):
        return Fit((), "foreign")
    found = tuple([one for one in weights.values() if is_number(one)])
    return Fit(found, "", tuple(own)) if len(found) == len(own) else Fit((), "damaged")


def is_number(value: object) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def check_of(saved: dict[str, Any]) -> str:
    """A hash of everything in a file but this hash."""
    return digest({name: value for name, value in saved.items() if name != "check"})


@lru_cache(maxsize=32)
def fit_of(file: str, game: str, names: tuple[str, ...], *, with_cards: bool = False) -> Fit:
    """The same, read once; a problem is logged."""
    found = read_fit(Path(file), game, names, with_cards=with_cards)
    if found.problem:
        log.warning("%s is %s; bots play %s without it.", file, found.problem, game)
    return found


ENDED: Final = 4.0
"""The log odds of a game that is over, as if two of a hundred could still end otherwise."""


def by_head(
    heads: Sequence[str], weights: Sequence[float], features: Sequence[float]
) -> dict[str, float]:
    """The terms of a fitted sum, added up by name; what has none says nothing to people."""
    found: dict[str, float] = {}
    for head, weight, feature in zip(heads, weights, features, strict=True):
        if head:
            found[head] = found.get(head, 0.0) + weight * feature
    return found


def weights_file(
    game: str, names: Sequence[str], weights: Sequence[float], about: dict[str, Any]
) -> dict[str, Any]:
    """What a file of weights holds, with the recipe and the result of a fit."""
    saved = {
        "format": FORMAT,
        "version": WEIGHTS.current,
        "game": game,
        **about,
        "weights": dict(zip(names, weights, strict=True)),
    }
    return {**saved, "check": check_of(saved)}
