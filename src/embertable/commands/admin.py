"""`embertable admin`: what the operator of a server may do, each with a dry run and a line in the audit log."""

from __future__ import annotations

import asyncio
import getpass
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from embertable.commands.messages import render
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.stores import opened, store_option
from embertable.commands.types import COUNT, Text

if TYPE_CHECKING:
    from embertable.server.operator import Operator, Outcome

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

DAY = 86400.0


def looking(function: F) -> F:
    """The options of a command that changes nothing."""
    return store_option(json_option(lang_option(function)))


def changing(function: F) -> F:
    """The options of a command that changes something."""
    dry = click.option("--dry-run", is_flag=True, help="Only say what would be done.")
    return looking(dry(function))


reason_option = click.option(
    "--reason", type=Text(), help="Why, for the audit log; nobody else sees it."
)
off_option = click.option("--off", is_flag=True, help="Go back to the usual.")


def ask(store: str, work: Callable[[Operator], Awaitable[T]], dry_run: bool = False) -> T:
    """Do something as the operator of a store."""
    from embertable.server.operator import Operator

    async def whole() -> T:
        async with opened(store) as found:
            return await work(Operator(found, getpass.getuser(), dry_run))

    return asyncio.run(whole())


def change(
    store: str,
    dry_run: bool,
    as_json: bool,
    lang: str,
    work: Callable[[Operator], Awaitable[Outcome]],
) -> None:
    """Do something and say what was done."""
    outcome = ask(store, work, dry_run)
    if as_json:
        print_json(asdict(outcome))
        return
    said = render(lang, f"admin.done_{outcome.action}", target=outcome.target, **outcome.numbers)
    click.echo(render(lang, "admin.dry", said=said) if outcome.dry_run else said)


def when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().isoformat(sep=" ", timespec="seconds")


@click.group("admin", epilog=example("embertable admin list --store tables.sqlite"))
def command() -> None:
    """Look after a server: its tables, its people, and what it may do just now.

    A running server follows within a second. Tables and people are named by their ids, which `list` and
    `people` show.
    """


@command.command("list", epilog=example("embertable admin list --idle 90"))
@click.option("--idle", type=COUNT, metavar="DAYS", help="Only tables unchanged for so many days.")
@looking
def list_tables(idle: int | None, store: str, as_json: bool, lang: str) -> None:
    """List all tables, the latest change first."""
    import msgspec

    found = ask(store, lambda operator: operator.tables())
    if idle is not None:
        before = time.time() - idle * DAY
        found = {id: one for id, one in found.items() if one.updated < before}
    if as_json:
        print_json([{"table": id, **msgspec.to_builtins(one)} for id, one in found.items()])
        return
    for id, one in found.items():
        names = ", ".join(seat.name or "–" for seat in one.seats)
        click.echo(f"{id}  {when(one.updated)}  {one.game}  {one.decisions}  {names}")
    click.echo(render(lang, "admin.tables", tables=len(found)))


@command.command("show", epilog=example("embertable admin show 1f0c5b7a9d2e4c68"))
@click.argument("table", type=Text())
@looking
def show(table: str, store: str, as_json: bool, lang: str) -> None:
    """Show a table: its people with their ids, its chat, its orders and reports."""
    found = ask(store, lambda operator: operator.show(table))
    if as_json:
        print_json(found)
        return
    summary = found["summary"] or {}
    head = render(
        lang,
        "admin.table",
        table=table,
        game=summary.get("game", "?"),
        entries=found["entries"],
        orders=", ".join(found["orders"]) or "–",
    )
    click.echo(head)
    for seat, one in enumerate(summary.get("seats", ())):
        click.echo(f"{seat}  {one.get('name') or '–'}  {one.get('person') or one.get('bot', '')}")
    for line in (*found["chat"], *found["reports"]):
        click.echo(line)


@command.command("people", epilog=example("embertable admin people Ada"))
@click.argument("name", type=Text(), required=False)
@looking
def people(name: str | None, store: str, as_json: bool, lang: str) -> None:
    """Find people by a part of their name, or by their id."""
    found = ask(store, lambda operator: operator.people(name or ""))
    if as_json:
        print_json([asdict(one) for one in found])
        return
    for one in found:
        click.echo(
            render(
                lang,
                "admin.person",
                id=one.id,
                name=one.name or "–",
                sessions=one.sessions,
                tables=one.tables,
            )
        )


@command.command("close", epilog=example("embertable admin close TABLE --reason spam"))
@click.argument("table", type=Text())
@reason_option
@changing
def close(
    table: str, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool
) -> None:
    """Close a table: everybody may look, nobody may decide or chat."""
    change(store, dry_run, as_json, lang, lambda operator: operator.close(table, reason or ""))


@command.command("quarantine", epilog=example("embertable admin quarantine TABLE"))
@click.argument("table", type=Text())
@reason_option
@changing
def quarantine(
    table: str, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool
) -> None:
    """Set a table apart: nobody may open it, and nothing is deleted."""
    change(store, dry_run, as_json, lang, lambda operator: operator.quarantine(table, reason or ""))


@command.command("reopen", epilog=example("embertable admin reopen TABLE"))
@click.argument("table", type=Text())
@changing
def reopen(table: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Open a closed or quarantined table again."""
    change(store, dry_run, as_json, lang, lambda operator: operator.reopen(table))


@command.command("delete", epilog=example("embertable admin delete TABLE --dry-run"))
@click.argument("table", type=Text())
@reason_option
@changing
def delete(
    table: str, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool
) -> None:
    """Delete a table for good, with its log and its key."""
    change(store, dry_run, as_json, lang, lambda operator: operator.delete(table, reason or ""))


@command.command("revoke", epilog=example("embertable admin revoke TABLE"))
@click.argument("table", type=Text())
@changing
def revoke(table: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Make all invitations to a table void; spectators who came by one must leave."""
    change(store, dry_run, as_json, lang, lambda operator: operator.revoke(table))


@command.command("ban", epilog=example("embertable admin ban 198.51.100.7 --reason flood"))
@click.argument("who", type=Text())
@reason_option
@changing
def ban(who: str, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Keep a person (by id), an address or a network out."""
    change(store, dry_run, as_json, lang, lambda operator: operator.ban(who, reason or ""))


@command.command("unban", epilog=example("embertable admin unban 198.51.100.7"))
@click.argument("who", type=Text())
@changing
def unban(who: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Let a person, an address or a network in again."""
    change(store, dry_run, as_json, lang, lambda operator: operator.unban(who))


@command.command("mute", epilog=example("embertable admin mute PERSON"))
@click.argument("who", type=Text())
@reason_option
@changing
def mute(who: str, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Keep a person from chatting at any table."""
    change(store, dry_run, as_json, lang, lambda operator: operator.mute(who, reason or ""))


@command.command("unmute", epilog=example("embertable admin unmute PERSON"))
@click.argument("who", type=Text())
@changing
def unmute(who: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Let a person chat again."""
    change(store, dry_run, as_json, lang, lambda operator: operator.unmute(who))


@command.command("sign-out", epilog=example("embertable admin sign-out PERSON"))
@click.argument("who", type=Text())
@changing
def sign_out(who: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """End all sessions of a person, for instance when their cookie was stolen."""
    change(store, dry_run, as_json, lang, lambda operator: operator.sign_out(who))


@command.command("forget", epilog=example("embertable admin forget PERSON --dry-run"))
@click.argument("who", type=Text())
@changing
def forget_person(who: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Take a person's name, chat and id out of everything; records of others still verify."""
    from embertable.server.privacy import forget

    change(store, dry_run, as_json, lang, lambda operator: forget(operator, who))


@command.command("tidy", epilog=example("embertable admin tidy --chat 365 --dry-run"))
@click.option("--chat", type=COUNT, metavar="DAYS", help="Remove lines of the chat that are older.")
@click.option(
    "--tables",
    type=COUNT,
    metavar="DAYS",
    help="Delete unfinished tables that nobody touched since.",
)
@changing
def tidy_up(
    chat: int | None, tables: int | None, store: str, as_json: bool, lang: str, dry_run: bool
) -> None:
    """Remove old lines of the chat and idle tables now; `serve --keep-chat` does it every day."""
    from embertable.server.privacy import tidy

    change(store, dry_run, as_json, lang, lambda operator: tidy(operator, chat or 0, tables or 0))


@command.command("read-only", epilog=example("embertable admin read-only --reason 'disk'"))
@off_option
@reason_option
@changing
def read_only(
    off: bool, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool
) -> None:
    """Let people look at everything and change nothing, until `--off`."""
    work = lambda operator: operator.set_mode("read-only", not off, reason or "")  # noqa: E731
    change(store, dry_run, as_json, lang, work)


@command.command("drain", epilog=example("embertable admin drain"))
@off_option
@reason_option
@changing
def drain(
    off: bool, reason: str | None, store: str, as_json: bool, lang: str, dry_run: bool
) -> None:
    """Let no new tables begin before an upgrade, until `--off`; games go on."""
    work = lambda operator: operator.set_mode("drain", not off, reason or "")  # noqa: E731
    change(store, dry_run, as_json, lang, work)


@command.command("reports", epilog=example("embertable admin reports"))
@looking
def reports(store: str, as_json: bool, lang: str) -> None:
    """Read what people have reported, with the context of each."""
    import msgspec

    found = ask(store, lambda operator: operator.reports())
    if as_json:
        print_json([{"id": id, **msgspec.to_builtins(one)} for id, one in found.items()])
        return
    for id, one in found.items():
        click.echo(f"{id}  {when(one.at)}  {one.table}  {one.name} ({one.by}): {one.text}")
        for line in (*one.people, *one.chat):
            click.echo(f"    {line}")
    click.echo(render(lang, "admin.reports", reports=len(found)))


@command.command("resolve", epilog=example("embertable admin resolve REPORT"))
@click.argument("report", type=Text())
@changing
def resolve(report: str, store: str, as_json: bool, lang: str, dry_run: bool) -> None:
    """Put a report away."""
    change(store, dry_run, as_json, lang, lambda operator: operator.resolve(report))


@command.command("audit", epilog=example("embertable admin audit"))
@looking
def audit(store: str, as_json: bool, lang: str) -> None:
    """Read who did what with this command, the oldest first."""
    import msgspec

    found = ask(store, lambda operator: operator.audit())
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for one in found:
        click.echo(f"{when(one.at)}  {one.by}  {one.action}  {one.target}  {one.reason}".rstrip())
