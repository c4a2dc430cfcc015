"""Answers on request: hints, the clause behind an action, and what happened since one's last decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from embertable.bots.hints import hint_from_json, hint_text
from embertable.engine.content import Content
from embertable.engine.errors import ChanceDecides, NothingToDecide
from embertable.engine.game import Game, content_of
from embertable.engine.record import Record
from embertable.engine.seat_view import may_see
from embertable.engine.session import open_record, replay
from embertable.engine.table import PARTY, Seat, Table
from embertable.ledger import NoLedger, load_ledger
from embertable.server.bot_explanations import in_quotes
from embertable.server.bot_pool import BotPool, position_without_key
from embertable.server.entries import SeatTaken
from embertable.server.errors import render
from embertable.server.presenter import Presenter
from embertable.server.protocol import CatchUpStep, Hinted
from embertable.server.viewer import Viewer

MOST_STEPS = 100
"""Somebody who was away for longer gets only the last steps."""


class HintRequest:
    """A question to a bot, from what the viewer's seat can see; made while the table is locked."""

    def __init__(self, viewer: Viewer) -> None:
        live, seat = viewer.live, viewer.seat
        live.played.refuse_if_read_only()
        if seat is not None and live.table.choice_of(seat) is None and live.table.open_draws():
            raise ChanceDecides
        if seat is None or live.table.choice_of(seat) is None:
            raise NothingToDecide("Hint", -1 if seat is None else seat)
        self.seat = seat
        self.person = viewer.person
        self.language = viewer.language
        self.game = live.game
        self.position = position_without_key(live.table)
        self.pack = live.opened.content
        self.options = list(live.table.offered(seat))
        view = live.game.view(live.table, seat)
        self.presenter = Presenter(live.game, viewer.language, list(live.seats), view, live.content)

    async def ask(self, bots: BotPool, id: str) -> Hinted:
        answer = await bots.hint(self.position, self.pack, self.seat, self.person)
        found = hint_from_json(answer, self.game.codec())
        text = hint_text(found, partial(in_quotes, self.presenter, self.language), self.language)
        return Hinted(id=id, option=self.options.index(found.action) + 1, text=text)


def clause_behind(game: Game, saved: dict[str, Any], language: str) -> tuple[str, str]:
    """The clause that an action, choice or event rests on, and its text; only its name is read."""
    name = saved.get("is")
    groups = ("action", "choice", "event")
    clauses = [game.clause_of(f"{group}.{name}") for group in groups if isinstance(name, str)]
    clause = next(filter(None, clauses), "")
    try:
        known = load_ledger(game).clauses.get(clause)
    except NoLedger:
        known = None
    if known is None:
        return "", render(language, "why.unknown")
    return clause, known.rule_text()


def steps_since(
    game: Game,
    record: Record,
    content: Content | None,
    seats: Sequence[SeatTaken],
    seat: Seat | None,
    language: str,
    since: int,
) -> list[CatchUpStep]:
    """The decisions after a number, each with the events that this seat may know."""
    start = max(since, len(record.entries) - MOST_STEPS)
    session = open_record(game, record, content)
    steps: list[CatchUpStep] = []
    length = 0
    for number, _ in enumerate(replay(session, record), start=1):
        session.table.next_choice()
        if number > start:
            entry = session.record.entries[-1]
            actor = None if entry.action is None else entry.seat
            steps.append(step_for(session.table, seat, language, seats, length, actor))
        length = len(session.table.log)
    return steps


def step_for(
    table: Table[Any],
    seat: Seat | None,
    language: str,
    seats: Sequence[SeatTaken],
    length: int,
    actor: Seat | None,
) -> CatchUpStep:
    """The latest decision at a table, whose log had this length before; an undo has no actor."""
    log = table.log
    new = [event for event in log[min(length, len(log)) :] if may_see(event, seat)]
    first = sum(1 for event in log if may_see(event, seat)) - len(new)
    view = table.game.view(table, seat)
    presenter = Presenter(table.game, language, seats, view, content_of(table))
    return CatchUpStep(
        seat=PARTY if actor is None else actor,
        text=render(language, "table.undone") if actor is None else "",
        events=presenter.events(new, first),
    )
