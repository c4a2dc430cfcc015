"""The deal of the day: one seed for everybody, and the results of everybody's first attempt.

The seed is drawn at random, and nobody is told before their own attempt is over, so that it cannot
be tried out before. Whoever met it earlier all the same is listed after the first attempts.
"""

from __future__ import annotations

import datetime as dt
import secrets
import time

import msgspec

from embertable.games import load
from embertable.server.errors import render
from embertable.server.http_types import Daily, DailyResult
from embertable.server.live import LiveTable
from embertable.server.sessions import Person
from embertable.server.store import Document, Store

KIND = "daily"
TABLE_KIND = "daily-table"
SEED_KIND = "daily-seed"
PRACTICE_KIND = "daily-practice"

KEPT_SECONDS = 2 * 86400.0
"""How long it is kept who met a day's seed elsewhere."""


class StoredResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The result of one person on one day."""

    name: str
    outcome: str
    score: int
    decisions: int
    again: bool = False
    """Whether it is not a first attempt: its luck was known, or taken back."""


def today() -> str:
    return dt.datetime.now(dt.UTC).date().isoformat()


async def seed_of(store: Store, day: str, game: str) -> int:
    """The seed of a day, drawn when it is first needed."""
    id = f"{day}:{game}"
    if (known := await store.get(SEED_KIND, id)) is None:
        drawn = str(secrets.randbelow(2**53)).encode()
        await store.put_new(Document(SEED_KIND, id, "", drawn, time.time()))
        known = await store.get(SEED_KIND, id)
    assert known is not None
    return int(known.body)


async def deal_of_day(
    store: Store, game: str, person: Person | None, language: str = "en"
) -> Daily:
    """Today's deal with the results so far, first attempts first and the best of them on top."""
    day = today()
    owner = f"{day}:{game}"
    id = person.id if person else ""
    kept = [
        (one.id, msgspec.json.decode(one.body, type=StoredResult))
        for one in await store.find(KIND, owner)
    ]
    kept.sort(key=lambda pair: (pair[1].again, -pair[1].score, pair[1].decisions))
    table = await store.get(TABLE_KIND, f"{owner}:{id}") if id else None
    has_finished = any(place == f"{owner}:{id}" for place, _ in kept)
    return Daily(
        day=day,
        game=game,
        seed=await seed_of(store, day, game) if has_finished else None,
        options=load(game).check({}),
        table=table.body.decode() if table else "",
        results=[
            DailyResult(
                name=one.name,
                outcome=one.outcome,
                score=one.score,
                decisions=one.decisions,
                mine=bool(id) and place == f"{owner}:{id}",
                first=not one.again,
                remark=render(language, "daily.again") if one.again else "",
            )
            for place, one in kept
        ],
    )


async def table_of(store: Store, day: str, game: str, person: Person, new: str) -> str:
    """A person's table of a day: the one they have, or the new one from now on."""
    id = f"{day}:{game}:{person.id}"
    if await store.put_new(Document(TABLE_KIND, id, "", new.encode(), time.time())):
        return new
    known = await store.get(TABLE_KIND, id)
    assert known is not None
    return known.body.decode()


async def note_practice(store: Store, game: str, person: Person, seed: int | None) -> None:
    """Remember that somebody plays today's seed at another table."""
    owner = f"{today()}:{game}"
    known = await store.get(SEED_KIND, owner)
    if seed is not None and known is not None and int(known.body) == seed:
        now = time.time()
        id = f"{owner}:{person.id}"
        await store.put_new(Document(PRACTICE_KIND, id, "", b"", now, now + KEPT_SECONDS))


async def keep_result(store: Store, live: LiveTable) -> None:
    """Store the result of a finished deal, once."""
    result = live.table.result
    assert result is not None
    owner = f"{live.opened.daily}:{live.game.name}"
    seats = live.seats.of_person(live.host)
    scores = [result.scores[seat] for seat in seats if seat < len(result.scores)]
    practised = await store.get(PRACTICE_KIND, f"{owner}:{live.host}")
    kept = StoredResult(
        name=next((live.seats[seat].name for seat in seats), ""),
        outcome=result.outcome,
        score=max(scores, default=0),
        decisions=len(live.played.decided_seats),
        again=practised is not None or bool({"undone", "continued"} & set(live.marks())),
    )
    body = msgspec.json.encode(kept)
    await store.put_new(Document(KIND, f"{owner}:{live.host}", owner, body, time.time()))
