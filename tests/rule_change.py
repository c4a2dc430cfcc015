"""Lueur under a raised rules version: alike, with another evening, or with another set-up."""

from __future__ import annotations

from typing import Any

import pytest

from embertable import load
from embertable.engine.table import Step, Table
from embertable.games.lueur.evening import CleanUp
from embertable.games.lueur.setup import SetOut
from embertable.games.lueur.state import LueurState

HOW = ("alike", "evening", "set-up")


def raise_rules(patch: pytest.MonkeyPatch, how: str = "alike") -> None:
    """The next rules version: no game goes differently, or from the first evening on, or from the start."""
    game = load("lueur")
    patch.setattr(game, "rules_version", game.rules_version + 1)
    step: Any = {"alike": None, "evening": CleanUp, "set-up": SetOut}[how]
    if step is not None:
        before = step.run

        def run(self: Step, table: Table[LueurState]) -> None:
            table.state.players[0].footprints += 1
            before(self, table)

        patch.setattr(step, "run", run)
