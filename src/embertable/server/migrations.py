"""The SQL migrations of the store: each is applied once, in order, and never changed."""

from __future__ import annotations

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
)
"""SQL that SQLite and PostgreSQL both read; `{bytes}` is the type for bytes."""
