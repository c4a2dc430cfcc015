"""The deal of the day: one seed for everybody, and everybody's results."""

from __future__ import annotations

import datetime as dt
import hashlib
import time

import msgspec

from embertable.games import load
from embertable.server.http_types import Daily, DailyResult
from embertable.server.live import LiveTable
from embertable.server.sessions import Person
from embertable.server.store import Document, Store

KIND = "daily"
TABLE_KIND = "daily-table"


class StoredResult(msgspec.Struct, kw_only=True):
    """The result of one person on one day."""

    name: str
    outcome: str
    score: int
    decisions: int


def today() -> str:
    return dt.datetime.now(dt.UTC).date().isoformat()


def seed_of(day: str, game: str) -> int:
    """The seed of a day, which anybody can compute."""
    text = f"embertable {day} {game}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big")


async def deal_of_day(store: Store, game: str, person: Person | None) -> Daily:
    """Today's deal with the results so far, best first."""
    day = today()
    owner = f"{day}:{game}"
    id = person.id if person else ""
    kept = [
        (one.id, msgspec.json.decode(one.body, type=StoredResult))
        for one in await store.find(KIND, owner)
    ]
    kept.sort(key=lambda pair: (-pair[1].score, pair[1].decisions))
    table = await store.get(TABLE_KIND, f"{owner}:{id}") if id else None
    return Daily(
        day=day,
        game=game,
        seed=seed_of(day, game),
        options=load(game).check({}),
        table=table.body.decode() if table else "",
        results=[
            DailyResult(
                name=one.name,
                outcome=one.outcome,
                score=one.score,
                decisions=one.decisions,
                mine=bool(id) and place == f"{owner}:{id}",
            )
            for place, one in kept
        ],
    )


async def remember(store: Store, game: str, person: Person, table: str) -> bool:
    """Store a person's table of today; False if they already have one."""
    day = today()
    return await store.put_new(
        Document(TABLE_KIND, f"{day}:{game}:{person.id}", "", table.encode(), time.time())
    )


async def keep_result(store: Store, live: LiveTable) -> None:
    """Store the result of a finished deal, once."""
    result = live.table.result
    assert result is not None
    owner = f"{live.opened.daily}:{live.game.name}"
    seats = live.seats.of_person(live.host)
    scores = [result.scores[seat] for seat in seats if seat < len(result.scores)]
    kept = StoredResult(
        name=next((live.seats[seat].name for seat in seats), ""),
        outcome=result.outcome,
        score=max(scores, default=0),
        decisions=len(live.played.decided_seats),
    )
    body = msgspec.json.encode(kept)
    await store.put_new(Document(KIND, f"{owner}:{live.host}", owner, body, time.time()))
