"""What loses the game for sure is known before anybody touches it, and nothing else is called lost."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from embertable import load, load_record
from embertable.engine.session import open_record, replay
from embertable.engine.table import Table
from embertable.previews import losing, preview

RECORDS = Path(__file__).parents[1] / "records"
BOTH_WAYS, NO_MEMORY, ALL_BUT_ONE, THE_WEAK = (
    ("faceless-second-thoughts", 51),
    ("faceless-evil-intentions", 55),
    ("setawatch-riders-4", 112),
    ("deadcells-three", 8),
)


def position(name: str, at: int) -> tuple[Table[Any], int]:
    """A golden game after some decisions, and a seat that may answer."""
    record = load_record(RECORDS / f"{name}.json")
    session = open_record(load(record.game), record)
    for number, _ in enumerate(replay(session, record), start=1):
        if number == at:
            break
    choice = session.table.next_choice()
    assert choice is not None
    return session.table, choice.answerers(session.table)[0]


@pytest.mark.parametrize(
    ("name", "at", "places"),
    [
        (*BOTH_WAYS, 2),
        (*NO_MEMORY, 2),
        (*ALL_BUT_ONE, 4),
        (*THE_WEAK, 1),
        ("lueur-province-2", 9, 0),
    ],
)
def test_what_loses_is_what_a_preview_says_loses(name, at, places):
    table, seat = position(name, at)
    options = table.offered(seat)
    found = losing(table, [(seat, one) for one in options])
    assert len(found) == places
    for place, option in enumerate(options):
        ends = preview(table, seat, option).ends
        # Nobody wins a game that is lost.
        is_sure = sum(ends.values()) > 0.999 and not {"victory", "won"} & set(ends)
        assert (place in found) == is_sure


@pytest.mark.parametrize(("name", "at"), [BOTH_WAYS, NO_MEMORY, ALL_BUT_ONE, THE_WEAK])
def test_what_is_said_to_lose_loses(name, at):
    table, seat = position(name, at)
    options = table.offered(seat)
    for place in losing(table, [(seat, one) for one in options]):
        true = table.copy(table.chance.copy())
        true.apply(options[place], seat)
        true.next_choice()
        assert true.result is not None
        assert true.result.winners == ()


def test_many_options_cost_a_bounded_number_of_tries(monkeypatch):
    tried: list[int] = []

    def lost(*_: Any) -> bool:
        tried.append(1)
        return True

    module = importlib.import_module("embertable.previews.losing")
    monkeypatch.setattr(module, "is_lost", lost)
    table, seat = position(*BOTH_WAYS)
    option = table.offered(seat)[0]
    assert losing(table, [(seat, option)] * 50) == list(range(8))
    assert len(tried) == 192
