"""Recorded games: uploads are replayed before they are accepted, and shown decision by decision.

The work runs in another process, since replaying a long game takes a while.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from embertable.bots.hints import hint_text, reason_text
from embertable.bots.review import review
from embertable.bots.winning_chance import chances, numbers_of
from embertable.engine.catalogue import load_catalogue
from embertable.engine.errors import EmbertableError, OldRules
from embertable.engine.players import read_player
from embertable.engine.record import Record, record_from_json
from embertable.engine.seat_view import may_see, seat_view
from embertable.engine.session import Session, is_older, resume, resume_agreed
from embertable.games import game_names, load
from embertable.server.bot_explanations import in_quotes
from embertable.server.content_packs import read_pack
from embertable.server.entries import SeatTaken
from embertable.server.errors import BadRecord
from embertable.server.http_types import ChancePoint, Chances, CostlyDecision, Frame, Review
from embertable.server.presenter import Presenter
from embertable.server.protocol import encode

PART = 4
"""Positions in each part of the winning chance, so that somebody who waits sees the graph grow."""
MOST_ENTRIES = 5000
"""A game has a few hundred decisions; a file with more than this is not one."""


def read(body: bytes) -> Record:
    """Parse an uploaded record, without replaying it."""
    try:
        saved = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRecord("it is not JSON") from error
    record = record_from_json(saved, "record")
    if record.game not in game_names():
        raise BadRecord(f"there is no game called {record.game}")
    if len(record.entries) > MOST_ENTRIES:
        raise BadRecord(f"it has more than {MOST_ENTRIES} entries")
    return record


# What runs in the other process. Errors come back as data, since they cannot be pickled.


def check_json(saved: dict[str, Any], language: str) -> dict[str, Any]:
    """Replay a record; how many decisions it has, and whether the game is over."""
    try:
        record = record_from_json(saved)
        session, problem = resume_agreed(load(record.game), record)
        over = session.table.next_choice() is None
    except EmbertableError as error:
        return {"problem": error.render(language)}
    decisions = len(session.record.entries)
    return {"decisions": decisions, "over": over, "notice": notice_of(session, problem, language)}


def notice_of(session: Session, problem: OldRules | None, language: str) -> str:
    """What earlier rules mean for a record, in a sentence; empty if they are the present ones."""
    if problem is not None:
        return problem.render(language)
    if session.older_rules is None:
        return ""
    ours = session.game.rules_version
    return load_catalogue("engine", language).text(
        "older.agrees", theirs=session.older_rules, ours=ours
    )


def frame_json(
    saved: dict[str, Any], pack: str, id: str, at: int, seat: int | None, language: str
) -> dict[str, Any]:
    """A record after decision `at`, as JSON of a `Frame`."""
    try:
        body = encode(frame(record_from_json(saved), pack, id, at, seat, language))
    except EmbertableError as error:
        return {"problem": error.render(language)}
    return {"frame": body}


def review_json(saved: dict[str, Any], pack: str, language: str) -> dict[str, Any]:
    """The costliest decisions of a record, as JSON of a `Review`."""
    try:
        body = encode(reviewed_record(record_from_json(saved), pack, language))
    except EmbertableError as error:
        return {"problem": error.render(language)}
    return {"review": body}


def reviewed_record(record: Record, pack: str, language: str) -> Review:
    game = load(record.game)
    content = read_pack(record.game, pack)
    seats = [SeatTaken(name=name_of_player(player)) for player in record.players]
    found: list[CostlyDecision] = []
    for one in review(game, record, content):
        table = resume(game, record, content, one.number - 1).table
        table.next_choice()
        presenter = Presenter(game, language, seats, game.view(table, one.seat), content)
        label = partial(in_quotes, presenter, language)
        assert one.hint.instead is not None
        found.append(
            CostlyDecision(
                number=one.number,
                seat=one.seat,
                who=seats[one.seat].name if one.seat < len(seats) else "",
                text=hint_text(one.hint, label, language),
                played=presenter.render(one.hint.instead),
                better=presenter.render(one.hint.action),
                why=reason_text(one.hint, label, language),
                chance=one.hint.instead_win_rate,
                better_chance=one.hint.win_rate,
            )
        )
    return Review(decisions=found)


def chances_json(saved: dict[str, Any], pack: str, seat: int, part: int) -> dict[str, Any]:
    """A part of the winning chance over a record, as JSON of `Chances`."""
    record = record_from_json(saved)
    game = load(record.game)
    content = read_pack(record.game, pack)
    numbers = numbers_of(record)
    parts = -(-len(numbers) // PART)
    asked = numbers[part * PART : (part + 1) * PART]
    found = chances(game, record, seat, asked, content)
    body = Chances(
        seat=seat,
        part=part,
        parts=parts if found else 0,
        last=len(record.entries),
        points=[ChancePoint(number=one.number, chance=one.chance) for one in found],
    )
    return {"chances": encode(body)}


def frame(record: Record, pack: str, id: str, at: int, seat: int | None, language: str) -> Frame:
    game = load(record.game)
    content = read_pack(record.game, pack)
    last, notice = len(record.entries), ""
    if is_older(game, record):
        session, problem = resume_agreed(game, record, content)
        last, notice = len(session.record.entries), notice_of(session, problem, language)
    at = min(at, last)
    before = resume(game, record, content, max(at - 1, 0)) if at else None
    length = len(before.table.log) if before else 0
    session = resume(game, record, content, at)
    table = session.table
    table.next_choice()
    if seat is not None and seat >= game.seats(table):
        seat = None
    seats = [SeatTaken(name=name_of_player(player)) for player in record.players]
    length = min(length, len(table.log))
    first = sum(1 for event in table.log[:length] if may_see(event, seat))
    shown = seat_view(table, seat, length)
    presenter = Presenter(game, language, seats, shown.view, content)
    decision = ""
    if before is not None and record.entries[at - 1].action is not None:
        # The sentence of an action is about the table on which it was taken.
        then = Presenter(game, language, seats, game.view(before.table, seat), content)
        decision = then.render(game.codec().decode(record.entries[at - 1].action))
    options = [] if seat is None else [(seat, option) for option in shown.options]
    return Frame(
        id=id,
        game=record.game,
        at=at,
        last=last,
        notice=notice,
        seat=seat,
        decision=decision,
        view=presenter.encoded(shown.view),
        text=presenter.text(shown.view, seat),
        awaited=list(shown.awaited),
        choice=presenter.open_choice(shown.choice),
        options=presenter.options(options),
        first=first,
        events=presenter.events(shown.events, first),
        result=presenter.game_end(shown.result, None),
        # A record need not name its players; every seat can still be viewed from.
        people=[
            seats[number].name if number < len(seats) else "" for number in range(game.seats(table))
        ],
    )


def name_of_player(player: str) -> str:
    """The name of a player of a record; older and foreign records may hold just a name."""
    known = read_player(player)
    return (known.name or known.bot if known else player)[:40]


def result_or_error(answer: dict[str, Any]) -> dict[str, Any]:
    """The result of the other process; its error is raised here."""
    if "problem" in answer:
        raise BadRecord(str(answer["problem"]).rstrip("."))
    return answer
