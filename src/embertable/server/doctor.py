"""Checks a store: every log is complete, and every game replays to its stored hashes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from embertable.engine.errors import EmbertableError, OldRules
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
    read_only: dict[str, str] = field(default_factory=dict)
    """Tables of earlier rules that can no longer go on, and why; they are whole all the same."""


async def examine(
    store: Store, on_progress: Callable[[int, int], None] = lambda _, __: None
) -> Findings:
    """Replay every table; `on_progress` gets how many of how many are done."""
    findings = Findings()
    tables = await store.tables()
    for table in tables:
        on_progress(findings.tables, len(tables))
        rows = await store.entries(table)
        key = await store.get("key", table)
        findings.tables += 1
        findings.entries += len(rows)
        try:
            problem = problem_of(table, rows, key.body if key else None)
        except OldRules as old:
            findings.read_only[table] = str(old)
            continue
        if problem:
            findings.problems[table] = problem
    return findings


def problem_of(table: str, rows: list[Row], key: bytes | None) -> str:
    """The problem of a table in a sentence; empty if it has none.

    Raises:
        OldRules: it was played under earlier rules and is read-only.

    """
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
        if live.played.old_rules is not None:
            raise live.played.old_rules
    except OldRules:
        raise
    except msgspec.MsgspecError as error:
        return f"an entry cannot be read: {error}"
    except EmbertableError as error:
        return str(error)
    return ""
