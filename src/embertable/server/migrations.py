"""The SQL migrations of the store: each is applied once, in order, and never changed."""

from __future__ import annotations

from embertable.engine.versions import Kind

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """create table entries (
            table_id text not null,
            seq bigint not null,
            body {bytes} not null,
            primary key (table_id, seq)
        )""",
        """create table documents (
            kind text not null,
            id text not null,
            owner text not null,
            body {bytes} not null,
            changed double precision not null,
            expires double precision not null,
            primary key (kind, id)
        )""",
        "create index documents_of_owner on documents (kind, owner, changed)",
        "create index documents_expire on documents (expires)",
    ),
    (
        """create table summaries (
            table_id text not null primary key,
            seq bigint not null,
            body {bytes} not null
        )""",
    ),
)
"""SQL that SQLite and PostgreSQL both read; `{bytes}` is the type for bytes."""

STORE = Kind("store", current=len(MIGRATIONS))

BEHIND = (
    "select logs.table_id from (select table_id, max(seq) as last from entries group by table_id)"
    " as logs left join summaries on summaries.table_id = logs.table_id"
    " where summaries.seq is null or summaries.seq < logs.last order by 1"
)
"""The tables whose summary is missing or older than their log."""
