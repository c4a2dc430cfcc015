"""`embertable replay`: shows, verifies or opens a recorded game at any decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from embertable.commands.messages import NoSuchDecision, NoSuchSeat, OldGame, UnusedPart, render
from embertable.commands.shared import (
    content_option,
    example,
    json_option,
    lang_option,
    opened,
    print_json,
    under_present_rules,
)
from embertable.commands.types import FILE, Text
from embertable.engine.catalogue import Catalogue, Message, Plain
from embertable.engine.errors import EmbertableError
from embertable.engine.players import read_player
from embertable.terminal.seats import BadSeat, SameName

if TYPE_CHECKING:
    from embertable.engine.session import Session
    from embertable.engine.table import View


@click.command("replay", epilog=example("embertable replay game.json --at 40 --view 0"))
@click.argument("file", type=FILE)
@click.option(
    "--verify", is_flag=True, help="Only check that every position has the recorded hash."
)
@click.option(
    "--at", type=click.IntRange(min=0), metavar="N", help="Show the table after decision N."
)
@click.option(
    "--view",
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="Show it as this seat sees it, counted from 0; by default as a spectator does.",
)
@click.option(
    "--part",
    type=Text(),
    metavar="HEX",
    help="Check that this number, which your browser added to the luck, was used.",
)
@content_option
@json_option
@lang_option
def command(
    file: Path,
    verify: bool,
    at: int | None,
    view: int | None,
    part: str | None,
    content: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Replay a recorded game: show it, verify it, or show one position."""
    from embertable.engine.record import load_record

    try:
        record = load_record(file)
        if at is not None and at > len(record.entries):
            raise NoSuchDecision(str(file), at, len(record.entries))
        if part is not None and part.lower() not in [one.part for one in record.luck or ()]:
            raise UnusedPart(str(file))
        session = opened(record, content, at)
    except EmbertableError as error:
        agreed = error.agreed if isinstance(error, OldGame) else None
        if as_json:
            problem = error.render(lang)
            print_json({"ok": False, "file": str(file), "error": problem, "agreed": agreed})
        elif agreed is not None and not verify and at is None:
            print_log(opened(load_record(file), content, agreed), view, lang)
        raise
    seats = session.game.seats(session.table)
    if view is not None and view >= seats:
        raise NoSuchSeat(view, seats - 1)
    if as_json:
        print_json(facts(session, file, view, with_view=at is not None or view is not None))
    elif verify:
        click.echo(fine(session, file, lang))
    elif at is not None or view is not None:
        show_position(session, len(record.entries), view, lang)
    else:
        print_log(session, view, lang)
        click.echo(fine(session, file, lang))


def last_hash(session: Session) -> str:
    record = session.record
    return record.entries[-1].hash if record.entries else record.start


def facts(session: Session, file: Path, view: int | None, with_view: bool) -> dict[str, Any]:
    result = session.table.result
    found: dict[str, Any] = {
        "ok": True,
        "file": str(file),
        "game": session.game.name,
        "decisions": len(session.record.entries),
        "hash": last_hash(session),
        "older_rules": session.older_rules,
        "result": session.game.codec().encode(result),
        "luck": [one.to_json() for one in session.record.luck or ()],
    }
    if with_view:
        from embertable.engine.seat_view import seat_view, seat_view_to_json

        found["sight"] = seat_view_to_json(session.table, seat_view(session.table, view))
    return found


def fine(session: Session, file: Path, lang: str) -> str:
    decisions = len(session.record.entries)
    text = render(lang, "replay.fine", file=str(file), decisions=decisions, hash=last_hash(session))
    lines = (text, luck_of(session, lang), under_present_rules(session, lang))
    return "\n".join(line for line in lines if line)


def luck_of(session: Session, lang: str) -> str:
    """Whose numbers the luck is made of, at a live table."""
    record = session.record
    if record.seed is not None:
        return ""
    players = [read_player(one) for one in record.players]
    names = [
        f"{one.seat + 1}" if (player := players[one.seat]) is None else player.name
        for one in record.luck or ()
        if one.seat is not None and 0 <= one.seat < len(players)
    ]
    if not names:
        return render(lang, "replay.luck.server")
    return render(lang, "replay.luck", names=", ".join(dict.fromkeys(names)))


def show_position(session: Session, last: int, view: int | None, lang: str) -> None:
    """The text view of a position, and its options."""
    from embertable.engine.game import content_of
    from embertable.engine.messages import message_of
    from embertable.engine.seat_view import seat_view
    from embertable.text_view import text_view

    number = len(session.record.entries)
    click.echo(render(lang, "replay.at", number=number, last=last))
    shown = seat_view(session.table, view)
    catalogue = game_catalogue(session, lang, shown.view)
    content = content_of(session.table)
    for line in text_view(session.game, shown.view, catalogue, view, content):
        click.echo(line)
    if shown.choice is not None:
        click.echo(catalogue.render(message_of(shown.choice)))
        for option in shown.options:
            click.echo(f"- {catalogue.render(message_of(option))}")


def print_log(session: Session, view: int | None, lang: str) -> None:
    """The log of the whole game, as a seat or a spectator may see it."""
    from embertable.engine.messages import message_of
    from embertable.engine.seat_view import seat_view

    catalogue = game_catalogue(session, lang, None)
    for event in seat_view(session.table, view).events:
        click.echo(catalogue.render(message_of(event)))


def game_catalogue(session: Session, lang: str, view: View | None) -> Catalogue:
    """The game's catalogue, with the players' names from the record."""
    from embertable.engine.game import content_of

    catalogue = session.game.catalogue(lang, view, content_of(session.table))
    names = names_of(session)
    if names is None:
        return catalogue
    known = names

    def name_seat(seat: Plain) -> Message:
        assert isinstance(seat, int)
        if seat >= len(known):
            # A character without a seat, such as Serenade beside a single player.
            seen = session.game.view(session.table, None)
            return session.game.namers(seen, content_of(session.table))["who"](seat)
        return Message("seat.named", {"name": known[seat]})

    return catalogue.with_namers({"seat": name_seat})


def names_of(session: Session) -> list[str] | None:
    """The players by name, if the record names them all."""
    from embertable.terminal.seats import read_seats

    players = session.record.players
    if len(players) != session.game.seats(session.table):
        return None
    try:
        return [player.name for player in read_seats(players)]
    except (BadSeat, SameName):
        return None
