"""What the lab measures in a game: what comes into play, each side's standing, sources of luck.

A game's folder here exports `METRICS`; without one, outcome, length and score are measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any

from embertable.engine.game import Game
from embertable.engine.table import Event, Result, Table
from embertable.games import part_of

SEATS = ("seat-0", "seat-1", "seat-2", "seat-3")
EVERYONE = 0
"""The side of games that are won or lost together."""


@dataclass(frozen=True)
class Kind:
    """A kind of thing: the event that brings one into play, and the field that names it."""

    name: str
    event: str
    ids: Callable[[Any], Iterable[str]]
    """All that a content has."""
    field: str
    group: str
    """Where the game's catalogue has their names."""
    is_place: bool = False
    """Whether a game happens there, so that a report can say where games are lost."""


@dataclass(frozen=True)
class Source:
    """A source of luck, as the streams of chance that belong to it."""

    name: str
    streams: tuple[str, ...]


@dataclass(frozen=True)
class GameMetrics:
    """One game as the lab sees it.

    All seats are one side, or each seat is its own. A stage begins with any of the events in
    `stages`. `standing` rates a side's position at that time (larger is better), and `reach` how far it
    got in the end, which also distinguishes lost games.
    """

    together: bool
    reach: Callable[[Table[Any], int], int]
    standing: Callable[[Table[Any], int], int]
    kinds: tuple[Kind, ...] = ()
    stages: frozenset[str] = frozenset()
    luck: tuple[Source, ...] = ()
    bot_options: Mapping[str, str] = field(default_factory=dict)
    """Settings that spare bots a choice in campaigns that only they play."""

    def sides(self, table: Table[Any]) -> int:
        return 1 if self.together else int(table.game.seats(table))

    def things(self, event: Event) -> Iterator[tuple[int, str, str]]:
        """The thing that an event brings into play: for which side, its kind and its id."""
        kind = self.by_event.get(type(event).__name__)
        if kind is not None:
            side = EVERYONE if self.together else getattr(event, "seat", EVERYONE)
            yield side, kind.name, str(getattr(event, kind.field))

    @cached_property
    def by_event(self) -> dict[str, Kind]:
        return {kind.event: kind for kind in self.kinds}

    def kind(self, name: str) -> Kind:
        return next(kind for kind in self.kinds if kind.name == name)


def kind(
    name: str, event: str, listed: str, field: str = "", group: str = "", is_place: bool = False
) -> Kind:
    """A kind that the content lists; field and group have its own name by default."""
    return Kind(name, event, attrgetter(listed), field or name, group or name, is_place)


def metrics_of(game: Game) -> GameMetrics:
    part = part_of(game, "lab")
    if part is None:
        return GameMetrics(game.info().cooperative, reach=score, standing=score)
    metrics: GameMetrics = part.METRICS
    return metrics


def score(table: Table[Any], side: int) -> int:
    return result_of(table).scores[side]


def ahead(points: Sequence[int], side: int) -> int:
    """A side's lead over the best of the others."""
    return points[side] - max([each for seat, each in enumerate(points) if seat != side])


def result_of(table: Table[Any]) -> Result:
    assert table.result is not None, "only a finished game has a result"
    return table.result
