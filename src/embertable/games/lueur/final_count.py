"""The end of the game: what cards, journey, fireflies and footprints add, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Event, Result, Seat, Step, Table
from embertable.games.lueur.moments import JourneyValue
from embertable.games.lueur.state import LueurState, Player

CARDS: Final = "cards"
JOURNEY: Final = "journey"
FIREFLIES: Final = "fireflies"
FOOTPRINTS: Final = "footprints"


@dataclass
class SourceCounted(Event):
    seat: Seat
    source: str
    points: int
    total: int


@dataclass
class GameWon(Event):
    seats: tuple[Seat, ...]
    total: int


@dataclass
class FinalCount(Step):
    """Counted source by source; the total never falls below 0 (L-END-06)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        for seat in state.turn_order():
            player = state.players[seat]
            player.count["game"] = player.bursts
            count(table, player, CARDS, card_points(state, player))
            count(table, player, JOURNEY, table.ask(JourneyValue(seat), 0))
            count(table, player, FIREFLIES, firefly_points(state, player))
            count(table, player, FOOTPRINTS, player.footprints * state.content.bursts_per_footprint)
        table.do(NameWinner())


def count(table: Table[LueurState], player: Player, source: str, points: int) -> None:
    points = max(points, -player.bursts)
    player.bursts += points
    player.count[source] = points
    table.emit(SourceCounted(player.seat, source, points, player.bursts))


def card_points(state: LueurState, player: Player) -> int:
    """The end-of-game bursts of adventurer and companions, minus the negative ones (L-END-02)."""
    cards = state.content.cards
    return sum(cards[card].points for card in [player.adventurer, *player.companions])


def fireflies(state: LueurState, player: Player) -> int:
    """Printed on companions and on tokens."""
    cards = state.content.companions
    count = player.fireflies
    for card in player.companions:
        count += cards[card].fireflies
    return count


def firefly_points(state: LueurState, player: Player) -> int:
    """A bonus for as many fireflies as companions (L-END-04)."""
    enough = fireflies(state, player) >= len(player.companions)
    return state.content.firefly_bonus if enough else 0


@dataclass
class NameWinner(Step):
    """The highest total; then the most reroll tokens; then shared (L-END-06)."""

    def run(self, table: Table[LueurState]) -> None:
        players = table.state.players
        best = max([(player.bursts, player.rerolls) for player in players])
        winners = tuple([p.seat for p in players if (p.bursts, p.rerolls) == best])
        table.emit(GameWon(winners, best[0]))
        table.end(
            Result(
                "won" if len(winners) == 1 else "shared",
                winners,
                tuple([player.bursts for player in players]),
            )
        )
