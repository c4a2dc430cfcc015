"""What the lab looks at in each game: the things that come into play, how far it got, its luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from embertable.engine.table import Event, Result, Table
from embertable.games.faceless.content import AVATARS

SEATS = ("seat-0", "seat-1", "seat-2", "seat-3")
EVERYONE = 0
"""The side of games that are won or lost together."""


@dataclass(frozen=True)
class Kind:
    """A kind of thing: the event with which one comes into play, and the field that names it."""

    name: str
    event: str
    ids: Callable[[Any], Iterable[str]]
    """All that a content has."""
    field: str
    group: str
    """Where the game's words have their names."""


@dataclass(frozen=True)
class Source:
    """A source of luck, as the streams that belong to it."""

    name: str
    streams: tuple[str, ...]


@dataclass(frozen=True)
class GameMetrics:
    """One game as the lab sees it.

    A game is played by one side together, or by each seat for itself. A stage begins with any of
    the events in `stages`. `standing` says how well a side stands then, larger being better, and
    `reach` how far it got in the end, so that lost games can be told apart.
    """

    together: bool
    kinds: tuple[Kind, ...]
    stages: frozenset[str]
    standing: Callable[[Table[Any], int], int]
    reach: Callable[[Table[Any], int], int]
    luck: tuple[Source, ...]

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


def kind(name: str, event: str, listed: str, field: str = "", group: str = "") -> Kind:
    """A kind that the content lists; field and group have its own name unless told otherwise."""
    return Kind(name, event, attrgetter(listed), field or name, group or name)


def metrics_of(game: str) -> GameMetrics:
    return METRICS[game]


def lead(table: Table[Any], side: int) -> int:
    """Lueur: bursts ahead of the best of the others."""
    return ahead([player.bursts for player in table.state.players], side)


def margin(table: Table[Any], side: int) -> int:
    """Lueur: the final score against the best of the others."""
    return ahead(result_of(table).scores, side)


def memories(table: Table[Any], side: int) -> int:
    return len(table.state.memory_spaces) - int(table.state.memories_left())


def ready_cards(table: Table[Any], side: int) -> int:
    return sum([one.ready_cards() for one in table.state.adventurers])


def rounds_held(table: Table[Any], side: int) -> int:
    return int(table.state.round) - (0 if result_of(table).winners else 1)


def biomes_and_health(table: Table[Any], side: int) -> int:
    """Dead Cells: Biomes left behind, then the health of the weakest."""
    state = table.state
    shares = [100 * one.health() // max(1, one.max_health) for one in state.characters]
    return int(100 * state.finished + min(shares, default=100))


def score(table: Table[Any], side: int) -> int:
    return result_of(table).scores[EVERYONE]


def ahead(points: Sequence[int], side: int) -> int:
    return points[side] - max([each for seat, each in enumerate(points) if seat != side])


def result_of(table: Table[Any]) -> Result:
    assert table.result is not None, "only a finished game got anywhere"
    return table.result


METRICS: dict[str, GameMetrics] = {
    "lueur": GameMetrics(
        together=False,
        kinds=(
            kind("adventurer", "AdventurerTaken", "adventurers", group="card"),
            kind("companion", "CompanionRecruited", "companions", group="card"),
            kind("spell", "SpellTriggered", "spells", group="card"),
        ),
        stages=frozenset({"RoundStarted"}),
        standing=lead,
        reach=margin,
        luck=(Source("cards", ("table", "adventurers")), Source("dice", SEATS)),
    ),
    "faceless": GameMetrics(
        together=True,
        kinds=(
            kind("kid", "KidTaken", "kids"),
            kind("memory", "MemoryUsed", "memories"),
            Kind("avatar", "AvatarRevealed", lambda _: AVATARS, "avatar", "avatar"),
        ),
        stages=frozenset({"TurnBegan"}),
        standing=memories,
        reach=score,
        luck=(
            Source("board", ("setup", "table", "crossroads", "die", "haunted", "servants")),
            Source("deck", ("deck",)),
        ),
    ),
    "setawatch": GameMetrics(
        together=True,
        kinds=(
            kind("item", "ItemBought", "items"),
            kind("ability", "AbilityUsed", "abilities"),
            kind("location", "LocationReached", "locations"),
            kind("creature", "CardRevealed", "cards", field="card", group="card"),
        ),
        stages=frozenset({"RoundBegan"}),
        standing=ready_cards,
        reach=rounds_held,
        luck=(Source("cards", ("cards",)), Source("dice", ("dice",))),
    ),
    "deadcells": GameMetrics(
        together=True,
        kinds=(
            kind("beheaded", "BeheadedTaken", "beheaded"),
            kind("equipment", "Equipped", "equipment", field="card", group="card"),
            kind("biome", "BiomeEntered", "biomes"),
            kind("boss", "BossMet", "bosses", group="biome"),
            kind("enemy", "EnemyPlaced", "monsters", field="card", group="card"),
        ),
        stages=frozenset({"CombatStarted", "BossMet"}),
        standing=biomes_and_health,
        reach=score,
        luck=(
            Source("heroes", ("beheaded",)),
            Source("tiles", ("table",)),
            Source("hands", SEATS),
        ),
    ),
}
