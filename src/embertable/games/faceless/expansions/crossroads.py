"""Crossroads: two bad ways with every green card, of which the players take one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from embertable.engine.chance import Chance
from embertable.engine.rulesets import Ruleset
from embertable.engine.table import (
    CHANCE,
    Action,
    Choice,
    Draw,
    Drawn,
    Event,
    Seat,
    SeatStep,
    Step,
    Table,
    View,
)
from embertable.games.faceless.billygoat import Approach
from embertable.games.faceless.content import ALAN, GREEN, JUDITH, SAM
from embertable.games.faceless.expansions.losses import UseUpMemory
from embertable.games.faceless.moments import AfterSetup, BeforeThreat, MayMove, TurnStarted
from embertable.games.faceless.state import RED_END, WHITE_END, FacelessState, Part
from embertable.games.faceless.team import EndMovement, NeedleSteps, StartMovement
from embertable.games.faceless.threats import ResolveThreat

crossroads = Ruleset("crossroads")

CARDS: Final = "crossroads"
THREAT: Final = "threat_"
LOCKS: Final[dict[str, tuple[int, int]]] = {
    "lock_yellow_green": (JUDITH, SAM),
    "lock_yellow_blue": (JUDITH, ALAN),
    "lock_blue_green": (ALAN, SAM),
}


@dataclass
class CrossroadsRevealed(Event):
    number: int
    one: str
    other: str


@dataclass
class WayTaken(Event):
    seat: Seat
    effect: str
    n: int


@dataclass
class CrossroadsView(View):
    deck: int
    discards: tuple[int, ...]
    locked: tuple[int, ...]
    """Faceless that may be turned but not moved in this turn."""
    locked_next: tuple[int, ...]


@dataclass
class Crossroads(Part):
    deck: list[int] = field(default_factory=list)
    """Cards by number, the last on top."""
    discards: list[int] = field(default_factory=list)
    locked: list[int] = field(default_factory=list)
    locked_next: list[int] = field(default_factory=list)

    def copy(self) -> Crossroads:
        return Crossroads(self.deck[:], self.discards[:], self.locked[:], self.locked_next[:])

    def redeal(self, chance: Chance) -> None:
        self.deck.sort()
        chance.shuffle("imagined", self.deck)

    def shown(self) -> View:
        return CrossroadsView(
            len(self.deck), tuple(self.discards), tuple(self.locked), tuple(self.locked_next)
        )


def crossroads_of(table: Table[FacelessState]) -> Crossroads | None:
    part = table.state.parts.get("crossroads")
    assert part is None or isinstance(part, Crossroads)
    return part


@crossroads.on(AfterSetup)
def shuffle_cards(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [ShuffleCrossroads()]


@dataclass
class ShuffleCrossroads(Step):
    def run(self, table: Table[FacelessState]) -> None:
        deck = list(range(len(table.state.content.crossings)))
        table.chance.shuffle(CARDS, deck)
        table.state.parts["crossroads"] = Crossroads(deck)


@crossroads.on(BeforeThreat)
def reveal_crossroads(table: Table[FacelessState], moment: BeforeThreat) -> Iterable[Step]:
    if table.state.content.cards[moment.card].colour == GREEN:
        return [RevealCrossroads(moment.seat)]
    return []


class RevealCrossroads(SeatStep):
    """The top card; an empty deck is made from the discards (F-EXP-CROSS-03)."""

    def run(self, table: Table[FacelessState]) -> None:
        part = crossroads_of(table)
        assert part is not None
        if not part.deck:
            part.deck = sorted(part.discards)
            part.discards = []
            table.chance.shuffle(CARDS, part.deck)
        table.draw([TurnUpCrossroads(CHANCE, self.seat)], MeetCrossroads(self.seat))


@dataclass
class TurnUpCrossroads(Draw):
    """Any card that is left in the deck."""

    drawer: Seat

    def owner(self) -> Seat:
        return self.drawer

    def options(self, table: Table[FacelessState]) -> list[Action]:
        part = crossroads_of(table)
        assert part is not None
        return [ShowCrossroads(CHANCE, card) for card in sorted(part.deck)]

    def run(self, table: Table[FacelessState]) -> None:
        """Leave the card on top that lies there."""


@dataclass(unsafe_hash=True)
class ShowCrossroads(Drawn):
    card: int

    def run(self, table: Table[FacelessState]) -> None:
        part = crossroads_of(table)
        assert part is not None
        part.deck.remove(self.card)
        part.deck.append(self.card)


class MeetCrossroads(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        part = crossroads_of(table)
        assert part is not None
        card = part.deck.pop()
        part.discards.append(card)
        table.reveal()
        crossing = table.state.content.crossings[card]
        table.emit(CrossroadsRevealed(crossing.number, crossing.effects[0], crossing.effects[1]))
        choice = ChooseWay(self.seat, card)
        ways = choice.options(table)
        if len(ways) > 1:
            table.do(choice)
        elif ways:
            table.do(ways[0])


@dataclass
class ChooseWay(Choice):
    """One of the two; what cannot be done may not be chosen while the other can (F-EXP-CROSS-06)."""

    card: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        crossing = table.state.content.crossings[self.card]
        return [
            TakeWay(self.seat, effect, crossing.steps[number])
            for number, effect in enumerate(crossing.effects)
            if can_be_done(table, effect)
        ]


def can_be_done(table: Table[FacelessState], effect: str) -> bool:
    """A Memory must be unused, a Threat's column must hold a card (F-EXP-CROSS-05)."""
    if effect == "use_memory":
        return bool(table.state.unused)
    if effect.startswith(THREAT):
        return bool(table.state.column(effect.removeprefix(THREAT)))
    return True


@dataclass(unsafe_hash=True)
class TakeWay(Action):
    effect: str
    n: int

    def run(self, table: Table[FacelessState]) -> None:
        table.emit(WayTaken(self.seat, self.effect, self.n))
        if self.effect in LOCKS:
            part = crossroads_of(table)
            assert part is not None
            part.locked_next.extend(LOCKS[self.effect])
        elif self.effect.startswith("move"):
            end = RED_END if self.effect == "move_red" else WHITE_END
            table.do(StartMovement(), NeedleSteps(self.seat, self.n, end), EndMovement())
        elif self.effect == "use_memory":
            table.do(UseUpMemory(self.seat))
        elif self.effect == "billygoat_step":
            table.do(Approach(self.seat))
        else:
            # As if a card of the colour had just been added, but no hook fires (F-EXP-CROSS-05).
            table.do(ResolveThreat(self.seat, self.effect.removeprefix(THREAT)))


@crossroads.on(TurnStarted)
def lock_figures(table: Table[FacelessState], moment: TurnStarted) -> Iterable[Step]:
    return [LockFigures()]


@dataclass
class LockFigures(Step):
    """The locks of the turn before act for this whole turn; earlier ones end (F-EXP-CROSS-08)."""

    def run(self, table: Table[FacelessState]) -> None:
        part = crossroads_of(table)
        assert part is not None
        part.locked = sorted(set(part.locked_next))
        part.locked_next = []


@crossroads.changes(MayMove)
def hold_locked(table: Table[FacelessState], moment: MayMove, may: int) -> int:
    part = crossroads_of(table)
    return 0 if part is not None and moment.figure in part.locked else may
