"""What the lab looks at in each game: the things that come into play, how far it got, its luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.engine.table import Event, Result, Table

SEATS = ("seat-0", "seat-1", "seat-2", "seat-3")
EVERYONE = 0
"""The side of games that are won or lost together."""


@dataclass(frozen=True)
class Kind:
    """An event with which a thing comes into play: its field, and the group of its name."""

    name: str
    field: str
    group: str


@dataclass(frozen=True)
class Source:
    """A source of luck, as the streams that belong to it."""

    name: str
    streams: tuple[str, ...]


@dataclass(frozen=True)
class Gauge:
    """One game as the lab sees it.

    A game is played by one side together, or by each seat for itself. A stage begins with any of
    the events in `stages`. `standing` says how well a side stands then, larger being better, and
    `reach` how far it got in the end, so that lost games can be told apart.
    """

    together: bool
    kinds: Mapping[str, Kind]
    stages: frozenset[str]
    standing: Callable[[Table[Any], int], int]
    reach: Callable[[Table[Any], int], int]
    luck: tuple[Source, ...]

    def sides(self, table: Table[Any]) -> int:
        return 1 if self.together else int(table.game.seats(table))

    def things(self, event: Event) -> Iterator[tuple[int, str, str]]:
        """The thing that an event brings into play: for which side, its kind and its id."""
        kind = self.kinds.get(type(event).__name__)
        if kind is not None:
            side = EVERYONE if self.together else getattr(event, "seat", EVERYONE)
            yield side, kind.name, str(getattr(event, kind.field))

    def kind(self, name: str) -> Kind:
        return next(kind for kind in self.kinds.values() if kind.name == name)


def brings(event: str, name: str, group: str = "", field: str = "") -> tuple[str, Kind]:
    """An event and its kind; group and field have the kind's own name unless told otherwise."""
    return event, Kind(name, field or name, group or name)


def gauge_of(game: str) -> Gauge:
    return GAUGES[game]


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


GAUGES: dict[str, Gauge] = {
    "lueur": Gauge(
        together=False,
        kinds=dict(
            [
                brings("AdventurerTaken", "adventurer", "card"),
                brings("CompanionRecruited", "companion", "card"),
                brings("SpellTriggered", "spell", "card"),
            ]
        ),
        stages=frozenset({"RoundStarted"}),
        standing=lead,
        reach=margin,
        luck=(Source("cards", ("table", "adventurers")), Source("dice", SEATS)),
    ),
    "faceless": Gauge(
        together=True,
        kinds=dict(
            [
                brings("KidTaken", "kid"),
                brings("MemoryUsed", "memory"),
                brings("AvatarRevealed", "avatar"),
            ]
        ),
        stages=frozenset({"TurnBegan"}),
        standing=memories,
        reach=score,
        luck=(
            Source("board", ("setup", "table", "crossroads", "die", "haunted", "servants")),
            Source("deck", ("deck",)),
        ),
    ),
    "setawatch": Gauge(
        together=True,
        kinds=dict(
            [
                brings("ItemBought", "item"),
                brings("AbilityUsed", "ability"),
                brings("LocationReached", "location"),
                brings("CardRevealed", "creature", "card", "card"),
            ]
        ),
        stages=frozenset({"RoundBegan"}),
        standing=ready_cards,
        reach=rounds_held,
        luck=(Source("cards", ("cards",)), Source("dice", ("dice",))),
    ),
    "deadcells": Gauge(
        together=True,
        kinds=dict(
            [
                brings("BeheadedTaken", "beheaded"),
                brings("Equipped", "equipment", "card", "card"),
                brings("BiomeEntered", "biome"),
                brings("BossMet", "boss", "biome"),
                brings("EnemyPlaced", "enemy", "card", "card"),
            ]
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
