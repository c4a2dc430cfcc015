"""Score pads: what is counted beside a physical game, and the order of its turn.

A game may have `pad.toml` in its folder here, or in `pads/` of its own package: the lines of the count in their
order, and the steps to be reminded of. A game without one counts its result and points for each player. The texts
are in the groups `pad.line`, `pad.about`, `pad.part`, `pad.step` and `pad.does` of the game's catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from embertable.engine.catalogue import load_catalogue
from embertable.engine.content import read_toml
from embertable.engine.game import Game

FILE = "pad.toml"
TEXTS = "pad"
"""The catalogue with the labels of the default lines."""
OUTCOME = "outcome."
HIGHEST = 999


@dataclass(frozen=True)
class Line:
    """One line of the count."""

    id: str
    kind: Literal["number", "bonus", "result"] = "number"
    """`number` is entered, `bonus` follows from two numbers, `result` is one of the game's outcomes."""
    low: int = 0
    high: int = HIGHEST
    points: int = 1
    """What one counts, or the whole bonus; 0 for what is only noted."""
    at_least: tuple[str, ...] = ()
    """The two lines of a bonus: it is gained when the first is not smaller than the second."""
    clause: str = ""


@dataclass(frozen=True)
class Reminder:
    """One step of a turn, with the clauses behind it."""

    id: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """Steps that come again and again, such as those of a round."""

    id: str
    steps: tuple[Reminder, ...]
    times: int = 0
    """How often they come; 0 for as often as it takes."""


@dataclass(frozen=True)
class Pad:
    lines: tuple[Line, ...]
    parts: tuple[Part, ...] = ()
    each_player: bool = True
    """Whether every player has a column of their own; otherwise all count together."""
    total: bool = True
    """Whether the points are added up."""
    floor: int | None = None
    """Below this the total never falls, line by line."""
    ties: tuple[str, ...] = ()
    """The lines that decide between equal totals."""


DEFAULT = Pad((Line("result", kind="result", points=0), Line("points", low=-HIGHEST)))


def has_pad(game: Game) -> bool:
    """Whether a game describes its own pad."""
    return file_of(game).is_file()


@cache
def pad_of(game: Game) -> Pad:
    """The pad of a game; numbers that are words are looked up in its printed content."""
    if not has_pad(game):
        return DEFAULT
    tables, _ = read_toml(file_of(game))
    return Pad(
        tuple([read_line(game, one) for one in tables["line"]]),
        tuple([read_part(one) for one in tables.get("part", ())]),
        tables.get("each_player", True),
        tables.get("total", True),
        tables.get("floor"),
        tuple(tables.get("ties", ())),
    )


def read_line(game: Game, row: Mapping[str, Any]) -> Line:
    values = {**row, "at_least": tuple(row.get("at_least", ()))}
    for name in ("low", "high", "points"):
        if isinstance(values.get(name), str):
            values[name] = printed_number(game, values[name])
    return Line(**values)


def read_part(row: Mapping[str, Any]) -> Part:
    steps = [Reminder(one["id"], tuple(one.get("clauses", ()))) for one in row["steps"]]
    return Part(row["id"], tuple(steps), row.get("times", 0))


def printed_number(game: Game, path: str) -> int:
    """A number of the printed content, such as `scoring.firefly_bonus`."""
    found, _ = read_toml(game.folder() / "content" / f"{game.name}.toml")
    value: Any = found
    for key in path.split("."):
        value = value[key]
    assert isinstance(value, int), path
    return value


def file_of(game: Game) -> Path:
    ours = Path(__file__).parent / game.name / FILE
    return ours if ours.is_file() else game.folder() / "pads" / FILE


def outcomes(game: Game) -> list[str]:
    """How a game can end, as its catalogue lists it."""
    templates = game.catalogue("en").templates
    return [id.removeprefix(OUTCOME) for id in templates if id.startswith(OUTCOME)]


def texts(game: Game, language: str) -> dict[str, str]:
    """Whatever a pad says of its game in a language: `line.cards`, `does.morning`, `outcome.won`."""
    own = game.catalogue(language).templates
    pad = pad_of(game)
    defaults = load_catalogue(TEXTS, language).templates
    found = {"title": own.get("about.title", game.name)}
    for line in pad.lines:
        label = own.get(f"pad.line.{line.id}") or defaults.get(f"line.{line.id}")
        found[f"line.{line.id}"] = label or line.id
        found[f"about.{line.id}"] = own.get(f"pad.about.{line.id}", "")
    for part in pad.parts:
        found[f"part.{part.id}"] = own.get(f"pad.part.{part.id}", part.id)
        for step in part.steps:
            found[f"step.{step.id}"] = own.get(f"pad.step.{step.id}", step.id)
            found[f"does.{step.id}"] = own.get(f"pad.does.{step.id}", "")
    if label := own.get("pad.line.total") or defaults.get("line.total"):
        found["line.total"] = label
    for outcome in outcomes(game):
        found[f"{OUTCOME}{outcome}"] = own[f"{OUTCOME}{outcome}"]
    return found
