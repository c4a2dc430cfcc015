"""The Creepy Die: six faces, some of which last until the next roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import (
    CHANCE,
    Action,
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
from embertable.games.faceless.content import YELLOW
from embertable.games.faceless.deck import AddThreats
from embertable.games.faceless.moments import (
    Additions,
    AfterSetup,
    BeforeThreat,
    MoreSteps,
    Payments,
    PowersAllowed,
)
from embertable.games.faceless.state import FacelessState, Part

creepy_die = Ruleset("creepy_die")

NO_POWERS: Final = 1
ONE_MORE: Final = 2
ONE_LESS: Final = 3
GUARD: Final = 4
HUNT: Final = 5
FACES: Final = 6
DIE: Final = "die"


@dataclass
class DieRolled(Event):
    face: int


@dataclass
class CreepyDieView(View):
    """The face that shows; 0 before the first roll."""

    face: int


@dataclass
class CreepyDie(Part):
    face: int = 0

    def copy(self) -> CreepyDie:
        return CreepyDie(self.face)

    def shown(self) -> View:
        return CreepyDieView(self.face)


def die_of(table: Table[FacelessState]) -> CreepyDie | None:
    part = table.state.parts.get("creepy_die")
    assert part is None or isinstance(part, CreepyDie)
    return part


def shows(table: Table[FacelessState], face: int) -> bool:
    part = die_of(table)
    return part is not None and part.face == face


@creepy_die.on(AfterSetup)
def lay_die(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [LayDie()]


@dataclass
class LayDie(Step):
    """Beside the board; no face is in force yet (F-EXP-DIE-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.state.parts["creepy_die"] = CreepyDie()


@creepy_die.on(BeforeThreat)
def roll_before_yellow(table: Table[FacelessState], moment: BeforeThreat) -> Iterable[Step]:
    if table.state.content.cards[moment.card].colour == YELLOW:
        return [RollDie(moment.seat)]
    return []


class RollDie(SeatStep):
    """The new face is in force; the hunt comes at once and rolls again (F-EXP-DIE-10)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.draw([ThrowDie(CHANCE, self.seat)], ObeyDie(self.seat))


@dataclass
class ThrowDie(Draw):
    """Any of its six faces."""

    roller: Seat

    def owner(self) -> Seat:
        return self.roller

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [ShowDie(CHANCE, face) for face in range(1, FACES + 1)]

    def drawn(self, table: Table[FacelessState]) -> Action:
        return ShowDie(CHANCE, table.chance.draw(DIE, FACES) + 1)


@dataclass(unsafe_hash=True)
class ShowDie(Drawn):
    face: int

    def run(self, table: Table[FacelessState]) -> None:
        part = die_of(table)
        assert part is not None
        part.face = self.face
        table.emit(DieRolled(self.face))


class ObeyDie(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        if shows(table, HUNT):
            table.do(Approach(self.seat), RollDie(self.seat))


@creepy_die.on(Additions)
def offer_roll(table: Table[FacelessState], moment: Additions) -> Iterable[Step]:
    """Once a turn, for a card from the deck to the display (F-EXP-DIE-04)."""
    if DIE in table.state.powers or not table.state.deck:
        return []
    return [RollAgain(moment.seat)]


class RollAgain(Action):
    def run(self, table: Table[FacelessState]) -> None:
        table.state.powers.append(DIE)
        table.do(AddThreats(table.state.content.roll_cost), RollDie(self.seat))


@creepy_die.changes(PowersAllowed)
def forbid_powers(table: Table[FacelessState], moment: PowersAllowed, allowed: int) -> int:
    return 0 if shows(table, NO_POWERS) else allowed


@creepy_die.changes(MoreSteps)
def lengthen_or_shorten(table: Table[FacelessState], moment: MoreSteps, steps: int) -> int:
    """Once a movement, by a card or the purple Threat (F-EXP-DIE-12)."""
    if shows(table, ONE_MORE):
        return steps + 1
    return steps - 1 if shows(table, ONE_LESS) else steps


@creepy_die.on(Payments)
def offer_guard(table: Table[FacelessState], moment: Payments) -> Iterable[Step]:
    return [UseGuard(moment.seat)] if shows(table, GUARD) else []


class UseGuard(Action):
    """No Memory for this step, but the die is rolled again (F-EXP-DIE-09)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.do(RollDie(self.seat))
