"""The contract in late rounds, where luck alone does not come: it plays on from a golden game."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from embertable.contract import CHECKS, Playout
from embertable.engine.chance import seeded
from embertable.engine.record import load_record
from embertable.engine.session import open_record, replay
from embertable.engine.table import Table
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.watch import ChooseAction
from tests.games.setawatch.scene import GAME
from tests.records.make import FOLDER

FROM_THE_START = ("records", "orders")
"""Checks that play the whole game beside, or look at what several seats do together."""
LOOKED_AT = {
    "acceptance": ("accepted", "refused"),
    "copies": ("copies",),
    "saves": ("saves",),
    "twins": ("twins",),
    "sentences": ("sentences",),
}
"""What a check must have looked at, where it counts that."""
SEEDS = 4


RECORD = load_record(FOLDER / "setawatch-easy-won.json")


@cache
def late_table(round: int) -> Table[WatchState]:
    """The first decision of a late Watch."""
    session = open_record(GAME, RECORD)
    for _ in replay(session, RECORD):
        table = session.table
        if table.state.round == round and isinstance(table.next_choice(), ChooseAction):
            break
    return session.table


class LatePlayout(Playout):
    """A game that luck plays from there on."""

    def __init__(self, round: int, seed: int) -> None:
        super().__init__(GAME, RECORD.options, seed, every=3)
        self.table = late_table(round).copy(seeded(seed))


@pytest.mark.parametrize("round", [5, 8, 9])
@pytest.mark.parametrize("check", [name for name in CHECKS if name not in FROM_THE_START])
def test_late_rounds_keep_the_contract(check, round):
    tally: Counter[str] = Counter()
    for seed in range(SEEDS):
        playout = LatePlayout(round, seed)
        assert playout.table.state.round == round
        CHECKS[check](playout)
        tally += playout.tally
    for what in LOOKED_AT.get(check, ()):
        assert tally[what] > 0, f"the check {check} never looked at {what}"
