"""A Memory that must be used without its effect, where there is one."""

from __future__ import annotations

from embertable.engine.table import Action, Choice, SeatStep, Table
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import SpendMemory


class UseUpMemory(SeatStep):
    """Without an unused one nothing happens."""

    def run(self, table: Table[FacelessState]) -> None:
        unused = sorted(table.state.unused)
        if len(unused) == 1:
            table.do(SpendMemory(self.seat, unused[0]))
        elif unused:
            table.do(ChooseUsedUp(self.seat))


class ChooseUsedUp(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [SpendMemory(self.seat, memory) for memory in sorted(table.state.unused)]
