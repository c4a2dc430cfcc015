"""Checks a store: every log is complete, and every game replays to its stored hashes."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from embertable.engine.errors import EmbertableError
from embertable.server import entries
from embertable.server.content_packs import read_pack
from embertable.server.entries import Opened
from embertable.server.live import LiveTable
from embertable.server.store import Row, Store


@dataclass
class Findings:
    """How much was checked, and the problem of each broken table."""

    tables: int = 0
    entries: int = 0
    problems: dict[str, str] = field(default_factory=dict)


async def examine(store: Store) -> Findings:
    findings = Findings()
    for table in await store.tables():
        rows = await store.entries(table)
        key = await store.get("key", table)
        findings.tables += 1
        findings.entries += len(rows)
        problem = problem_of(table, rows, key.body if key else None)
        if problem:
            findings.problems[table] = problem
    return findings


def problem_of(table: str, rows: list[Row], key: bytes | None) -> str:
    """The problem of a table in a sentence; empty if it has none."""
    numbers = [row.seq for row in rows]
    if numbers != list(range(1, len(rows) + 1)):
        missing = next(n for n in range(1, numbers[-1]) if n not in numbers)
        return f"entry {missing} is missing"
    try:
        opened = entries.decoder.decode(rows[0].body)
        if not isinstance(opened, Opened):
            return "the log does not start with the opening of the table"
        if opened.record.get("seed") is None and key is None:
            return "the key of its random numbers is missing"
        pack = read_pack(str(opened.record["game"]), opened.content)
        live = LiveTable(table, opened, key, pack)
        for row in rows[1:]:
            live.apply(row.seq, entries.decoder.decode(row.body))
    except msgspec.MsgspecError as error:
        return f"an entry cannot be read: {error}"
    except EmbertableError as error:
        return str(error)
    return ""
