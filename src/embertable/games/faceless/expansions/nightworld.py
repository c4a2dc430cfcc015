"""Nightworld: the other side of the board, with reverse spaces where the white end leads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Step, Table, View
from embertable.games.faceless.moments import (
    AfterCollecting,
    AfterSetup,
    BoardSide,
    NeedleSwitched,
    NeedleTurned,
)
from embertable.games.faceless.state import FacelessState, Part

nightworld = Ruleset("nightworld")

NIGHTWORLD: Final = 1


@dataclass
class NightworldView(View):
    reverse: tuple[int, ...]


@dataclass
class Nightworld(Part):
    """The reverse spaces; `turned` only matters where entering one switches the needle."""

    reverse: list[int]
    turned: bool = False

    def copy(self) -> Nightworld:
        return Nightworld(self.reverse[:], self.turned)

    def shown(self) -> View:
        return NightworldView(tuple(self.reverse))


def nightworld_of(table: Table[FacelessState]) -> Nightworld | None:
    part = table.state.parts.get("nightworld")
    assert part is None or isinstance(part, Nightworld)
    return part


@nightworld.changes(BoardSide)
def turn_board_over(table: Table[FacelessState], moment: BoardSide, side: int) -> int:
    return NIGHTWORLD


@nightworld.on(AfterSetup)
def mark_spaces(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [MarkReverseSpaces()]


@dataclass
class MarkReverseSpaces(Step):
    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        reverse = list(state.content.sides[state.side].reverse)
        state.parts["nightworld"] = Nightworld(reverse, toggles(table) and state.team in reverse)


def toggles(table: Table[FacelessState]) -> bool:
    return table.options["nightworld_mode"] == "toggle"


@nightworld.changes(NeedleTurned)
def follow_white_end(table: Table[FacelessState], moment: NeedleTurned, turned: int) -> int:
    """On a reverse space (F-EXP-NIGHT-02), or from one to the next (F-EXP-NIGHT-03)."""
    part = nightworld_of(table)
    if part is None:
        return turned
    if toggles(table):
        return 1 if part.turned else turned
    return 1 if moment.space in part.reverse else turned


@nightworld.changes(NeedleSwitched)
def switches_end(table: Table[FacelessState], moment: NeedleSwitched, switches: int) -> int:
    part = nightworld_of(table)
    return 1 if part is not None and toggles(table) and moment.space in part.reverse else switches


@nightworld.on(AfterCollecting)
def switch_end(table: Table[FacelessState], moment: AfterCollecting) -> Iterable[Step]:
    part = nightworld_of(table)
    if part is not None and toggles(table) and moment.space in part.reverse:
        return [SwitchEnd()]
    return []


@dataclass
class SwitchEnd(Step):
    def run(self, table: Table[FacelessState]) -> None:
        part = nightworld_of(table)
        assert part is not None
        part.turned = not part.turned
