"""Exports and imports whole stores: every table with its log and key, and people's documents.

A file has one JSON object per line; the first names the format. Sessions and the secret that signs
invitations are not exported, so people sign in again at the new server.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

import msgspec

from embertable.engine.versions import Kind, is_version
from embertable.server.entries import decoder, encode
from embertable.server.errors import BadRecord
from embertable.server.store import Document, Store

FORMAT = "embertable-tables"
EXPORT = Kind("export")
KINDS = (
    "sits",
    "wrote",
    "listed",
    "record",
    "campaign",
    "campaign-member",
    "daily",
    "daily-table",
    "downtime",
    "continued",
    "daily-seed",
    "pack",
)


async def export_lines(store: Store) -> AsyncIterator[str]:
    """The lines of a whole store."""
    yield line({"format": FORMAT, "version": EXPORT.current})
    for table in await store.tables():
        key = await store.get("key", table)
        yield line(
            {
                "table": table,
                "key": key.body.hex() if key else None,
                "entries": [json.loads(row.body) for row in await store.entries(table)],
            }
        )
    for kind in KINDS:
        for document in await store.all_of(kind):
            yield line({"document": {**document._asdict(), "body": document.body.hex()}})


def line(thing: dict[str, Any]) -> str:
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":")) + "\n"


async def import_lines(store: Store, lines: Iterable[str]) -> tuple[int, int]:
    """Add tables and documents to a store; how many there were of each. Existing ones are kept."""
    tables = documents = 0
    for number, text in enumerate(lines, start=1):
        thing = parsed(text, number)
        if number == 1:
            check_head(thing)
        elif "table" in thing:
            await import_table(store, thing, number)
            tables += 1
        elif "document" in thing:
            await import_document(store, thing["document"], number)
            documents += 1
    return tables, documents


def parsed(text: str, number: int) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        thing = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"line {number} is not JSON") from error
    if not isinstance(thing, dict):
        raise BadRecord(f"line {number} is not an object")
    return thing


def check_head(head: dict[str, Any], file: str = "export") -> None:
    if head.get("format") != FORMAT:
        raise BadRecord(f"it is not an {FORMAT} file")
    version = head.get("version")
    if not is_version(version):
        raise BadRecord("its version is missing")
    EXPORT.check(version, file)


async def import_table(store: Store, thing: dict[str, Any], number: int) -> None:
    """Store a table's key, then its log; a log that differs from the one here is refused."""
    try:
        table = str(thing["table"])
        bodies = [encode(msgspec.convert(one, decoder.type)) for one in thing["entries"]]
        key = None if thing["key"] is None else bytes.fromhex(thing["key"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"line {number} is not a table") from error
    known = await store.entries(table)
    for row in known:
        if row.seq > len(bodies) or decoder.decode(row.body) != decoder.decode(bodies[row.seq - 1]):
            raise BadRecord(f"line {number}: table {table} has a different log here")
    if key is not None:
        await store.put_new(Document("key", table, "", key, 0.0))
    for seq in range(len(known) + 1, len(bodies) + 1):
        await store.append(table, seq, bodies[seq - 1])


async def import_document(store: Store, thing: Any, number: int) -> None:
    try:
        document = Document(**{**thing, "body": bytes.fromhex(thing["body"])})
    except (TypeError, ValueError, KeyError) as error:
        raise BadRecord(f"line {number} is not a document") from error
    if document.kind not in KINDS:
        raise BadRecord(f"line {number} is a {document.kind}, which is not imported")
    await store.put_new(document)
