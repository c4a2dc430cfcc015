"""What is told on request: hints, the clause behind an action, and what happened meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from embertable.bots.hints import hint_from_json, tell_hint
from embertable.engine.content import Content
from embertable.engine.errors import NothingToDecide
from embertable.engine.game import Game
from embertable.engine.record import Record
from embertable.engine.seat_view import may_see
from embertable.engine.session import open_record, replay
from embertable.engine.table import PARTY, Seat
from embertable.ledger import NoLedger, load_ledger
from embertable.server.bot_explanations import in_quotes
from embertable.server.bot_pool import position_without_luck
from embertable.server.entries import SeatTaken
from embertable.server.errors import render
from embertable.server.position import Presenter, Viewer
from embertable.server.protocol import CatchUpStep, Hinted
from embertable.server.room import Room

MOST_STEPS = 100
"""Somebody who was away for longer is told the last of what happened."""


async def hint(room: Room, seat: Seat | None, language: str, id: str) -> Hinted:
    """What a bot would do in the seat that looks, from what that seat can see."""
    async with room.lock:
        live = room.live
        table = live.session.table
        choice = None if seat is None else table.choice_of(seat)
        if choice is None or seat is None:
            raise NothingToDecide("Ask", -1 if seat is None else seat)
        offered = list(table.offered(seat))
        presenter = Presenter(
            live.game, language, live.seats, table.game.view(table, seat), live.content
        )
        saved = position_without_luck(table)
    answer = await room.rooms.bot_pool.hint(saved, live.opened.content, seat)
    found = hint_from_json(answer, live.game.codec())
    told = tell_hint(found, partial(in_quotes, presenter, language), language)
    return Hinted(id=id, option=offered.index(found.action) + 1, text=told)


def clause_behind(game: Game, saved: dict[str, Any], language: str) -> tuple[str, str]:
    """The clause that an action, choice or event rests on, and its text; only its name is read."""
    name = saved.get("is")
    groups = ("action", "choice", "event")
    clauses = [game.clause_of(f"{group}.{name}") for group in groups if isinstance(name, str)]
    clause = next(filter(None, clauses), "")
    try:
        known = load_ledger(game.name).clauses.get(clause)
    except NoLedger:
        known = None
    if known is None:
        return "", render(language, "why.unknown")
    text = known.full_text().replace("**", "").replace("`", "")
    return clause, render(language, "why.clause", clause=clause, text=text)


def steps_since(
    game: Game,
    record: Record,
    content: Content,
    seats: Sequence[SeatTaken],
    viewer: Viewer,
    since: int,
) -> list[CatchUpStep]:
    """The decisions after a number, each with what this viewer saw happen then."""
    start = max(since, len(record.entries) - MOST_STEPS)
    session = open_record(game, record, content)
    steps: list[CatchUpStep] = []
    told = 0
    for number, _ in enumerate(replay(session, record), start=1):
        session.table.next_choice()
        log = session.table.log
        told = min(told, len(log))
        fresh = [event for event in log[told:] if may_see(event, viewer.seat)]
        told = len(log)
        if number <= start:
            continue
        entry = session.record.entries[-1]
        view = game.view(session.table, viewer.seat)
        presenter = Presenter(game, viewer.language, seats, view, content)
        first = sum(1 for event in log if may_see(event, viewer.seat)) - len(fresh)
        undone = entry.action is None
        steps.append(
            CatchUpStep(
                seat=PARTY if undone else entry.seat,
                text=render(viewer.language, "table.undone") if undone else "",
                events=presenter.events(fresh, first),
            )
        )
    return steps
