"""The light of the dice in front of a player, as Noon would bring it."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.chance import seeded
from embertable.engine.table import Action, Seat, Step, Table
from embertable.games.lueur.effects import BurstsGained, BurstsLost, ToCemetery
from embertable.games.lueur.noon import CardResolved, Noon, PayFacesOf, Resolve
from embertable.games.lueur.state import LueurState
from embertable.previews.forecast import AT_REST


@dataclass
class Light:
    """What Noon would bring: light, tokens, what each card gives, and who leaves."""

    gain: int
    total: int
    footprints: int
    fireflies: int
    rerolls: int
    leaves: list[str]
    cards: dict[str, int]
    """The light of each card that the dice meet; the rest of the gain comes from faces."""


def light_of(table: Table[LueurState], seat: Seat) -> Light:
    """Play a player's Noon alone, on a copy; whoever leaves does so last."""
    return brought(table, noon_after(table, seat, PayFacesOf(seat)), seat)


def rest_of_noon(table: Table[LueurState], seat: Seat) -> Light:
    """What a Noon that has begun still brings: its faces have paid, and some of its cards."""
    return brought(table, noon_after(table, seat), seat)


def noon_after(table: Table[LueurState], seat: Seat, *steps: Step) -> Table[LueurState]:
    """A copy on which these steps were taken, and then all that Noon holds for a player."""
    tried = table.copy_doing(seeded(0), *steps, Noon(seat), AT_REST)
    while tried.next_choice() is not AT_REST:
        tried.apply(best(tried, tried.offered()))
    return tried


def brought(table: Table[LueurState], tried: Table[LueurState], seat: Seat) -> Light:
    player = tried.state.players[seat]
    before = table.state.players[seat]
    cards: dict[str, int] = {}
    current = ""
    for event in tried.log:
        if isinstance(event, CardResolved):
            current = event.card
            cards[current] = 0
        elif isinstance(event, BurstsGained) and current:
            cards[current] += event.n
        elif isinstance(event, BurstsLost) and current:
            cards[current] -= event.n
    return Light(
        gain=player.bursts - before.bursts,
        total=player.bursts,
        footprints=player.footprints - before.footprints,
        fireflies=player.fireflies - before.fireflies,
        rerolls=player.rerolls - before.rerolls,
        leaves=list(player.fallen[len(before.fallen) :]),
        cards=cards,
    )


def best(table: Table[LueurState], options: list[Action]) -> Action:
    """The first option that sends nobody away, else the first."""
    for option in options:
        if isinstance(option, Resolve) and not sends_away(table, option.card):
            return option
    return options[0]


def sends_away(table: Table[LueurState], card: str) -> bool:
    known = table.state.content.cards.get(card)
    if known is None or known.trigger is None:
        return False
    return any(isinstance(effect, ToCemetery) for effect in known.trigger.effects)
