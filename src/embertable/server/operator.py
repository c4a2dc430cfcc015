"""What an operator does to a server through its store: look, close, ban, forget, and leave a trace of it.

Every method that changes something returns what it did, or in a dry run what it would do, and adds
a line to the audit log.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from embertable.server import entries, summaries
from embertable.server.entries import AnyEntry, Chatted, InvitesRevoked
from embertable.server.errors import NoSuchPerson, NoSuchTable, Stale
from embertable.server.live import LiveTable
from embertable.server.orders import SERVER, Order, What, announce, give, withdraw
from embertable.server.sessions import Person
from embertable.server.store import Document, Store
from embertable.server.summaries import Summary

AUDIT = "audit"
REPORT = "report"
WROTE = "wrote"
"""The kind of document that names a table where somebody without a seat has chatted."""
UP_SECONDS = 3.0
"""A heartbeat younger than this means that a server runs."""
FOLLOW_SECONDS = 1.5
"""How long a running server may take to follow an order."""
MOST_TRIES = 20
CHAT_LINES = 20
"""Lines of the chat that go with a report."""
REPORT_SECONDS = 90 * 86400.0


@dataclass
class Outcome:
    """What was done, or would be; the numbers belong to its sentence."""

    action: str
    target: str
    numbers: dict[str, int] = field(default_factory=dict)
    dry_run: bool = False


class AuditLine(Struct, kw_only=True):
    """One thing that an operator did."""

    at: float
    by: str
    action: str
    target: str
    reason: str = ""
    numbers: dict[str, int] = {}


class Report(Struct, kw_only=True):
    """What somebody reported at a table, with what the operator needs to judge it."""

    at: float
    table: str
    game: str
    by: str
    name: str
    text: str
    entry: int
    """The number of the table's last entry at that time."""
    people: list[str]
    """Everybody with a seat, as `seat name id`."""
    chat: list[str]
    """The last lines of the chat, as `name (id): text`."""


@dataclass
class KnownPerson:
    """Somebody with a session or a seat."""

    id: str
    name: str
    sessions: int
    tables: int


class Operator:
    """Somebody in charge of a store, by the name that the audit log shows."""

    def __init__(self, store: Store, by: str, dry_run: bool = False) -> None:
        self.store = store
        self.by = by
        self.dry_run = dry_run

    # Looking.

    async def tables(self) -> dict[str, Summary]:
        """Every table with its summary, the latest change first."""
        ids = await self.store.tables()
        rows = await self.store.summaries(ids)
        found: dict[str, Summary] = {}
        for id in ids:
            known = summaries.decoder.decode(rows[id].body) if id in rows else None
            known = known or summaries.summary_of_log(await self.store.entries(id))
            if known is not None:
                found[id] = known
        return dict(sorted(found.items(), key=lambda item: -item[1].updated))

    async def show(self, table: str) -> dict[str, Any]:
        """Everything about one table except its game and its key."""
        rows = await self._log(table)
        summary = summaries.summary_of_log(rows)
        stored = (await self.store.summaries([table])).get(table)
        if stored is not None:
            summary = summaries.decoder.decode(stored.body)
        chat = [one for row in rows if isinstance(one := readable(row.body), Chatted)]
        return {
            "table": table,
            "summary": msgspec.to_builtins(summary),
            "orders": await self.orders_about(table),
            "entries": len(rows),
            "bytes": sum(len(row.body) for row in rows),
            "chat": [f"{one.name} ({one.by}): {one.text}" for one in chat],
            "reports": [one.id for one in await self.store.find(REPORT, table, 1000)],
        }

    async def people(self, name: str = "") -> list[KnownPerson]:
        """The people whose name contains a text, or who have exactly this id."""
        found: dict[str, KnownPerson] = {}
        for document in await self.store.all_of("session"):
            person = msgspec.json.decode(document.body, type=Person)
            known = found.setdefault(person.id, KnownPerson(person.id, person.name, 0, 0))
            known.sessions += 1
        at_tables = [*await self.store.all_of("sits"), *await self.store.all_of(WROTE)]
        for document in at_tables:
            known = found.setdefault(document.owner, KnownPerson(document.owner, "", 0, 0))
            known.tables += 1
        wanted = name.casefold()
        return [one for one in found.values() if wanted in one.name.casefold() or one.id == name]

    async def reports(self) -> dict[str, Report]:
        """What people reported and nobody has resolved, the latest first."""
        found = sorted(await self.store.all_of(REPORT), key=lambda one: -one.changed)
        return {one.id: msgspec.json.decode(one.body, type=Report) for one in found}

    async def audit(self) -> list[AuditLine]:
        found = sorted(await self.store.all_of(AUDIT), key=lambda one: one.changed)
        return [msgspec.json.decode(one.body, type=AuditLine) for one in found]

    async def orders_about(self, target: str) -> list[str]:
        found = await self.store.find("order", target, 1000)
        return sorted(one.id.partition(":")[0] for one in found)

    # Tables.

    async def close(self, table: str, reason: str) -> Outcome:
        """Nobody decides or chats at this table any more; everybody may look."""
        await self._log(table)
        return await self._order("close", table, reason)

    async def quarantine(self, table: str, reason: str) -> Outcome:
        """Nobody opens this table or finds it in a list; nothing is deleted."""
        await self._log(table)
        return await self._order("quarantine", table, reason)

    async def reopen(self, table: str) -> Outcome:
        """Take `close` and `quarantine` back."""
        if not self.dry_run:
            for what in ("close", "quarantine"):
                await withdraw(self.store, what, table)
        return await self.done("reopen", table, "")

    async def delete(self, table: str, reason: str) -> Outcome:
        """Remove a table with its log, its key and everything that names it."""
        (outcome,) = await self.delete_all([table], reason)
        return outcome

    async def delete_all(self, tables: Sequence[str], reason: str) -> list[Outcome]:
        """Remove tables; running servers let go of all of them first."""
        outcomes = [
            await self._order("delete", table, reason, entries=len(await self._log(table)))
            for table in tables
        ]
        if tables and not self.dry_run:
            await self.wait_for_servers()
            for table in tables:
                await self.store.remove_table(table)
                for kind in ("key", "listed", "continued"):
                    await self.store.delete(kind, table)
            for document in await self.store.all_of("sits"):
                if document.body.decode() in tables:
                    await self.store.delete("sits", document.id)
        return outcomes

    async def revoke(self, table: str) -> Outcome:
        """Make all invitations to a table void."""
        await self._log(table)
        if not self.dry_run:
            await self.append(table, InvitesRevoked(at=time.time()))
        return await self.done("revoke", table, "")

    # People.

    async def ban(self, who: str, reason: str) -> Outcome:
        """Keep a person, an address or a network out.

        The person's sessions stay, so that their browser is recognised when it comes back.
        """
        if (network := network_of(who)) is not None:
            return await self._order("ban-address", network, reason)
        await self.know(who)
        return await self._order("ban", who, reason)

    async def unban(self, who: str) -> Outcome:
        network = network_of(who)
        if not self.dry_run:
            what: What = "ban" if network is None else "ban-address"
            await withdraw(self.store, what, network or who)
        return await self.done("unban", network or who, "")

    async def mute(self, who: str, reason: str) -> Outcome:
        """Keep a person from chatting at any table."""
        await self.know(who)
        return await self._order("mute", who, reason)

    async def unmute(self, who: str) -> Outcome:
        if not self.dry_run:
            await withdraw(self.store, "mute", who)
        return await self.done("unmute", who, "")

    async def sign_out(self, who: str) -> Outcome:
        """End all sessions of a person, and close their sockets."""
        await self.know(who)
        mine = await self.store.find("session", who, 10_000)
        if not self.dry_run:
            for document in mine:
                await self.store.delete("session", document.id)
            await announce(self.store)
        return await self.done("sign-out", who, "", sessions=len(mine))

    # The server.

    async def set_mode(self, what: What, on: bool, reason: str = "") -> Outcome:
        """Switch read-only mode or draining on or off."""
        if on:
            return await self._order(what, SERVER, reason)
        if not self.dry_run:
            await withdraw(self.store, what, SERVER)
        return await self.done(f"{what}-off", SERVER, reason)

    async def resolve(self, report: str) -> Outcome:
        """Put a report away."""
        if not self.dry_run:
            await self.store.delete(REPORT, report)
        return await self.done("resolve", report, "")

    # How.

    async def append(self, table: str, entry: AnyEntry) -> None:
        """Write an entry to a table's log; a server that has it open may be writing, too."""
        for _ in range(MOST_TRIES):
            number = (await self.store.numbers([table]))[table] + 1
            if await self.store.append(table, number, entries.encode(entry)):
                await self.reread(table)
                return
        raise Stale

    async def reread(self, id: str) -> None:
        """Let servers read a table, or an uploaded record, again."""
        order = Order(at=time.time(), by=self.by, token=secrets.token_hex(4))
        await give(self.store, "reread", id, order)

    async def _order(self, what: What, target: str, reason: str, **numbers: int) -> Outcome:
        if not self.dry_run:
            await give(self.store, what, target, Order(at=time.time(), by=self.by, reason=reason))
        return await self.done(what, target, reason, **numbers)

    async def done(self, action: str, target: str, reason: str, **numbers: int) -> Outcome:
        """Add a line to the audit log; a dry run leaves none."""
        now = time.time()
        if not self.dry_run:
            line = AuditLine(
                at=now, by=self.by, action=action, target=target, reason=reason, numbers=numbers
            )
            id = f"{now:.6f}-{secrets.token_hex(4)}"
            await self.store.put(Document(AUDIT, id, "", msgspec.json.encode(line), now))
        return Outcome(action, target, numbers, self.dry_run)

    async def _log(self, table: str) -> list[Any]:
        rows = await self.store.entries(table)
        if not rows:
            raise NoSuchTable
        return rows

    async def know(self, who: str) -> None:
        if not any(one.id == who for one in await self.people(who)):
            raise NoSuchPerson(who)

    async def wait_for_servers(self) -> None:
        """Give running servers the time to let go of a table."""
        alive = await self.store.get("alive", "server")
        if alive is not None and time.time() - alive.changed < UP_SECONDS:
            await asyncio.sleep(FOLLOW_SECONDS)


async def send_report(store: Store, live: LiveTable, person: Person, text: str) -> str:
    """Store what somebody reports, with its context; the id of the report."""
    now = time.time()
    seats = enumerate(live.seats)
    report = Report(
        at=now,
        table=live.id,
        game=live.game.name,
        by=person.id,
        name=person.name,
        text=text,
        entry=live.number,
        people=[f"{seat} {one.name} {one.person or one.bot}" for seat, one in seats],
        chat=[
            f"{one.name} ({one.by}): {one.text}" for _, one in list(live.chat.lines)[-CHAT_LINES:]
        ],
    )
    id = secrets.token_hex(6)
    await store.put(
        Document(REPORT, id, live.id, msgspec.json.encode(report), now, now + REPORT_SECONDS)
    )
    return id


def network_of(who: str) -> str | None:
    """An address or network in its usual spelling; None for the id of a person."""
    try:
        return str(ipaddress.ip_network(who, strict=False))
    except ValueError:
        return None


def readable(body: bytes) -> AnyEntry | None:
    try:
        return entries.decoder.decode(body)
    except msgspec.MsgspecError:
        return None
