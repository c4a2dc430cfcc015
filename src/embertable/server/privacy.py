"""What is stored about people: hand it to them, forget them, and let old things go.

Games are replayed from actions and hashes, which name nobody: names, chat and ids of people can leave
a log, and everybody's record still verifies.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec

from embertable.engine.players import Player
from embertable.server import entries, summaries
from embertable.server.campaigns import KIND as CAMPAIGN
from embertable.server.campaigns import MEMBER
from embertable.server.daily import KIND as DAILY
from embertable.server.daily import PRACTICE_KIND, TABLE_KIND
from embertable.server.entries import (
    AnyEntry,
    Chatted,
    Opened,
    PersonMuted,
    Removed,
    Seated,
    SeatTaken,
)
from embertable.server.operator import REPORT, WROTE, Operator, Outcome, Report, readable
from embertable.server.orders import announce
from embertable.server.sessions import Person
from embertable.server.store import Document, Row, Store
from embertable.server.workshop.kept_packs import PACK

FORGOTTEN = "somebody"
"""The name of whoever was forgotten, in logs and records."""

DAY = 86400.0
MOST = 10_000


# One's own data.


async def own_data(store: Store, person: Person) -> dict[str, Any]:
    """Everything that is stored about a person, for themselves."""
    me = person.id
    sessions = await store.find("session", me, MOST)
    campaigns = await store.find(CAMPAIGN, me, MOST)
    return {
        "person": {"id": me, "name": person.name, "language": person.language},
        "sessions": [{"began": one.changed, "expires": one.expires} for one in sessions],
        "tables": [await own_part(store, table, me) for table in await tables_of(store, me)],
        "records": [one.id for one in await store.find("record", me, MOST)],
        "campaigns": [{"id": one.id, "file": msgspec.json.decode(one.body)} for one in campaigns],
        "packs": [msgspec.json.decode(one.body) for one in await store.find(PACK, me, MOST)],
        "daily": [
            {"deal": deal, **msgspec.json.decode(one.body)}
            for one in await store.all_of(DAILY)
            for deal, _, person_id in [one.id.rpartition(":")]
            if person_id == me
        ],
        "shared_campaigns": [one.body.decode() for one in await store.find(MEMBER, me, MOST)],
        "reports": [
            {"at": one.at, "table": one.table, "text": one.text}
            for one in await reports_by(store, me)
        ],
    }


async def tables_of(store: Store, person: str) -> list[str]:
    """The tables where somebody has or had a seat, or wrote."""
    found = [*await store.find("sits", person, MOST), *await store.find(WROTE, person, MOST)]
    return list(dict.fromkeys(one.body.decode() for one in found))


async def own_part(store: Store, table: str, person: str) -> dict[str, Any]:
    """A person's own entries at a table."""
    log = [readable(row.body) for row in await store.entries(table)]
    opened = log[0] if log else None
    taken = [(one.at, one.seat, one.taken) for one in log if isinstance(one, Seated)]
    if isinstance(opened, Opened):
        taken += [(opened.at, seat, one) for seat, one in enumerate(opened.seats)]
    return {
        "table": table,
        "game": opened.record.get("game") if isinstance(opened, Opened) else None,
        "seats": [
            {"at": at, "seat": seat, "name": one.name}
            for at, seat, one in taken
            if one.person == person
        ],
        "decisions": sum(
            getattr(one, "by", "") == person and not isinstance(one, Chatted) for one in log
        ),
        "chat": [
            {"at": one.at, "name": one.name, "text": one.text}
            for one in log
            if isinstance(one, Chatted) and one.by == person
        ],
    }


async def reports_by(store: Store, person: str) -> list[Report]:
    found = [msgspec.json.decode(one.body, type=Report) for one in await store.all_of(REPORT)]
    return [one for one in found if one.by == person]


async def note_writing(store: Store, person: str, table: str) -> None:
    """Remember where somebody without a seat has chatted, so that they can be told and forgotten."""
    id = f"{person}:{table}"
    await store.put_new(Document(WROTE, id, person, table.encode(), time.time()))


# Forgetting.


async def forget(operator: Operator, who: str) -> Outcome:
    """Take a person's name, chat and id out of everything; what others played still verifies."""
    store = operator.store
    await operator.know(who)
    sessions = await store.find("session", who, MOST)
    if not operator.dry_run:
        for document in sessions:
            await store.delete("session", document.id)
        await announce(store)
        await operator.wait_for_servers()
    tables = lines = 0
    names: dict[str, set[str]] = {}
    """The names that they used in each game, by its commitment: forks and copies have them, too."""
    for table in await store.tables():
        found, chat = await forget_at(operator, table, who, names)
        tables += found
        lines += chat
        await asyncio.sleep(0)
    copies = await forget_in_copies(operator, names)
    if not operator.dry_run:
        await forget_documents(store, who)
    return await operator.done("forget", who, "", tables=tables, lines=lines, copies=copies)


async def forget_at(
    operator: Operator, table: str, who: str, names: dict[str, set[str]]
) -> tuple[bool, int]:
    """Forget a person at one table: whether they were there, and how many lines they wrote."""
    store = operator.store
    log = [(row.seq, readable(row.body)) for row in await store.entries(table)]
    opened = log[0][1] if log else None
    alias = f"gone-{secrets.token_hex(6)}"
    changed: list[Row] = []
    held: set[int] = set()
    lines = 0
    for seq, entry in log:
        if entry is None:
            continue
        if isinstance(entry, (Opened, Seated)):
            follow_seats(entry, who, held)
            if isinstance(opened, Opened):
                known = names.setdefault(str(opened.record.get("commitment")), set())
                known.update(names_in(entry, who))
        without = without_person(entry, who, alias)
        if without is not None:
            changed.append(Row(seq, entries.encode(without)))
            lines += isinstance(entry, Chatted)
    if not changed or operator.dry_run:
        return bool(changed), lines
    await store.rewrite(table, changed)
    for seat in held:
        # The seat is free again; until then nobody has it.
        await operator.append(table, Seated(at=time.time(), seat=seat, taken=SeatTaken()))
    await operator.reread(table)
    return True, lines


def follow_seats(entry: Opened | Seated, who: str, held: set[int]) -> None:
    taken = enumerate(entry.seats) if isinstance(entry, Opened) else [(entry.seat, entry.taken)]
    for seat, one in taken:
        (held.add if one.person == who else held.discard)(seat)


def names_in(entry: Opened | Seated, who: str) -> set[str]:
    taken = entry.seats if isinstance(entry, Opened) else [entry.taken]
    return {one.name for one in taken if one.person == who and one.name}


def without_person(entry: AnyEntry, who: str, alias: str) -> AnyEntry | None:
    """An entry that does not name a person; None if it did not."""
    new = msgspec.structs.replace
    if isinstance(entry, Opened):
        seats = [forgotten(one, alias) if one.person == who else one for one in entry.seats]
        if seats == entry.seats and entry.host != who:
            return None
        record = {**entry.record}
        players = list(record.get("players") or ())
        for seat, one in enumerate(entry.seats):
            if one.person == who and seat < len(players):
                players[seat] = Player(FORGOTTEN).spelled()
        record["players"] = players
        host = alias if entry.host == who else entry.host
        return new(entry, host=host, seats=seats, record=record)
    if isinstance(entry, Seated):
        is_theirs = entry.taken.person == who
        return new(entry, taken=forgotten(entry.taken, alias)) if is_theirs else None
    if isinstance(entry, Chatted):
        return new(entry, by=alias, name=FORGOTTEN, text="") if entry.by == who else None
    if isinstance(entry, (Removed, PersonMuted)):
        return new(entry, person=alias) if entry.person == who else None
    by = getattr(entry, "by", "")
    return new(entry, by=alias) if by == who else None


def forgotten(taken: SeatTaken, alias: str) -> SeatTaken:
    return SeatTaken(person=alias, name=FORGOTTEN, bot=taken.bot)


async def forget_in_copies(operator: Operator, names: dict[str, set[str]]) -> int:
    """Take the names out of forks and stored records of the same games."""
    store, count = operator.store, 0
    for table in await store.tables():
        rows = await store.entries(table)
        opened = readable(rows[0].body) if rows else None
        if not isinstance(opened, Opened) or "fork" not in opened.marks:
            continue
        theirs = names.get(str(opened.record.get("commitment")), set())
        seats = [
            SeatTaken(name=FORGOTTEN, bot=one.bot) if not one.person and one.name in theirs else one
            for one in opened.seats
        ]
        if seats != opened.seats:
            count += 1
            record = {**opened.record, "players": nameless(opened.record, theirs)}
            changed = msgspec.structs.replace(opened, seats=seats, record=record)
            if not operator.dry_run:
                await store.rewrite(table, [Row(1, entries.encode(changed))])
                await operator.reread(table)
    for document in await store.all_of("record"):
        record = msgspec.json.decode(document.body)
        theirs = names.get(str(record.get("commitment")), set())
        players = nameless(record, theirs)
        if players != record.get("players"):
            count += 1
            body = msgspec.json.encode({**record, "players": players})
            if not operator.dry_run:
                await store.put(document._replace(body=body))
                await operator.reread(document.id)
    return count


def nameless(record: dict[str, Any], names: set[str]) -> list[Any]:
    """The players of a record without these names; a seat may have had several players."""
    found: list[Any] = []
    for one in record.get("players") or ():
        kind, _, rest = str(one).rpartition(":")
        kept = [FORGOTTEN if name in names else name for name in rest.split(" → ")]
        found.append(f"{kind}:{' → '.join(kept)}" if kind else " → ".join(kept))
    return found


async def forget_documents(store: Store, who: str) -> None:
    """Delete what belongs to a person; a campaign that others share is theirs from then on."""
    for kind in ("sits", WROTE, "record", "luck", MEMBER, PACK):
        for document in await store.find(kind, who, MOST):
            await store.delete(kind, document.id)
    members = await store.all_of(MEMBER)
    for document in await store.find(CAMPAIGN, who, MOST):
        heirs = [one.owner for one in members if one.body.decode() == document.id]
        if heirs:
            await store.put(document._replace(owner=heirs[0]))
        else:
            await store.delete(CAMPAIGN, document.id)
    for kind in (DAILY, TABLE_KIND, PRACTICE_KIND):
        for document in await store.all_of(kind):
            if document.id.endswith(f":{who}"):
                await store.delete(kind, document.id)
    for document in await store.all_of(REPORT):
        report = msgspec.json.decode(document.body, type=Report)
        if report.by == who or any(who in line for line in (*report.people, *report.chat)):
            await store.delete(REPORT, document.id)


# Letting old things go.


async def tidy(operator: Operator, chat_days: float, table_days: float) -> Outcome:
    """Take old lines out of the chat, and delete unfinished tables that nobody touched; 0 keeps them.

    Finished games stay, and so do Runs of campaigns.
    """
    store, now = operator.store, time.time()
    lines = 0
    if chat_days:
        for table in await store.tables():
            old = [
                Row(row.seq, entries.encode(msgspec.structs.replace(one, text="")))
                for row in await store.entries(table)
                if b'"spoken"' in row.body
                and isinstance(one := readable(row.body), Chatted)
                and one.text
                and one.at < now - chat_days * DAY
            ]
            lines += len(old)
            if old and not operator.dry_run:
                await store.rewrite(table, old)
                await operator.reread(table)
            await asyncio.sleep(0)
    idle = [
        id
        for id, one in (await operator.tables()).items()
        if table_days and is_idle(one, now - table_days * DAY)
    ]
    await operator.delete_all(idle, "idle")
    return await operator.done("tidy", "", "", lines=lines, tables=len(idle))


def is_idle(summary: summaries.Summary, before: float) -> bool:
    is_kept = summary.over or bool(summary.campaign) or "daily" in summary.marks
    return summary.updated < before and not is_kept
