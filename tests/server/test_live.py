"""A live table follows its log: own entries and those of other servers lead to the same table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from embertable.games import GAMES
from embertable.server import entries
from embertable.server.entries import AnyEntry, Chatted, LentToBot, Muted, Seated, SeatTaken
from embertable.server.live import LiveTable
from tests.server.test_undo import ADA, live_table

CLARA = SeatTaken(person="clara", name="Clara")


def state(live: LiveTable) -> dict[str, Any]:
    """Everything that the projections hold."""
    return {
        "number": live.number,
        "hash": live.game.state_hash(live.table),
        "entries": live.session.record.entries,
        "position": live.position,
        "offered": live.played.offered_since,
        "decided": live.played.decided_seats,
        "log": [live.viewer_log.visible(seat) for seat in (None, 0, 1)],
        **{
            name: vars(getattr(live, name))
            for name in ("seats", "proposals", "requests", "chat", "penalties", "countdown")
        },
    }


def some_entry(live: LiveTable, rng: random.Random) -> AnyEntry:
    """An entry as this server would prepare it."""
    if live.played.decided_seats and rng.random() < 0.15:
        return live.played.prepare_undo(5.0, "ada", f"{live.number}", "alone")
    if rng.random() < 0.2:
        others: list[AnyEntry] = [
            Chatted(at=1.0, by="ada", name="Ada", text="hello", id=f"{live.number}", seat=0),
            Muted(at=2.0, seat=0, muted=rng.random() < 0.5),
            LentToBot(at=3.0, seat=0, bot=rng.choice(("", "greedy"))),
            Seated(at=4.0, seat=1, taken=rng.choice((CLARA, ADA))),
        ]
        return rng.choice(others)
    seat = rng.choice(live.played.awaited())
    saved = live.game.codec().encode(rng.choice(live.table.offered(seat)))
    return live.played.prepare(saved, (seat,), live.position, 6.0, "ada", f"{live.number}")


@pytest.mark.parametrize("game", GAMES)
def test_own_and_foreign_entries_lead_to_the_same_table(game):
    own, foreign = [live_table(game, {"players": "2"}, 7) for _ in range(2)]
    rng = random.Random(7)
    for _ in range(60):
        if own.is_over():
            break
        entry = some_entry(own, rng)
        own.apply(own.number + 1, entry)
        foreign.apply(foreign.number + 1, entries.decoder.decode(entries.encode(entry)))
        assert state(own) == state(foreign)


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_that_is_not_stored_leaves_nothing_behind(game):
    live = live_table(game, {"players": "2"}, 8)
    rng = random.Random(8)
    for _ in range(20):
        before = state(live)
        seat = rng.choice(live.played.awaited())
        saved = live.game.codec().encode(rng.choice(live.table.offered(seat)))
        live.played.prepare(saved, (seat,), live.position)
        live.played.discard()
        assert state(live) == before
        # Another server was quicker: its entry replaces the one prepared here.
        live.played.prepare(saved, (seat,), live.position)
        other = live_table(game, {"players": "2"}, 8)
        for number, past in enumerate(live.session.record.entries[:-1], start=2):
            assert past.action is not None
            first = other.played.prepare(past.action, (past.seat,), other.position)
            other.apply(number, first)
        seat = rng.choice(other.played.awaited())
        saved = other.game.codec().encode(rng.choice(other.table.offered(seat)))
        entry = other.played.prepare(saved, (seat,), other.position)
        other.apply(other.number + 1, entry)
        live.apply(live.number + 1, entries.decoder.decode(entries.encode(entry)))
        assert state(live) == state(other)
        if live.is_over():
            break
