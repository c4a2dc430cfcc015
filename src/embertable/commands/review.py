"""`embertable review`: the decisions of a recorded game that cost most."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.bots.hints import quoted
from embertable.commands.messages import NoSuchSeat, render
from embertable.commands.progress import progress
from embertable.commands.replay import game_catalogue
from embertable.commands.shared import (
    content_option,
    example,
    game_of,
    json_option,
    lang_option,
    opened,
    print_json,
    read_content,
)
from embertable.commands.types import FILE

if TYPE_CHECKING:
    from embertable.engine.catalogue import Catalogue
    from embertable.engine.table import Action


@click.command("review", epilog=example("embertable review game.json --seat 0"))
@click.argument("file", type=FILE)
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    metavar="SEAT",
    help="Only decisions of this seat, counted from 0.",
)
@content_option
@json_option
@lang_option
def command(file: Path, seat: int | None, content: Path | None, as_json: bool, lang: str) -> None:
    """Find the three decisions of a game that cost most, and what a bot would have done.

    Each is judged by what its player could see then. The numbers are those of `embertable replay
    --at`; the position before decision N is that after decision N - 1.
    """
    from embertable.bots.hints import hint_text, hint_to_json
    from embertable.bots.review import review
    from embertable.engine.record import load_record

    record = load_record(file)
    game = game_of(record)
    seats = game.seats(opened(record, content, 0).table)
    if seat is not None and seat >= seats:
        raise NoSuchSeat(seat, seats - 1)
    asked = None if seat is None else [seat]
    with progress(lang, "unit.decisions") as on_progress:
        found = review(game, record, read_content(game, content), asked, on_progress=on_progress)
    if as_json:
        codec = game.codec()
        print_json(
            [
                {"decision": one.number, "seat": one.seat, **hint_to_json(one.hint, codec)}
                for one in found
            ]
        )
        return
    if not found:
        click.echo(render(lang, "review.nothing", file=str(file)))
    for one in found:
        session = opened(record, content, one.number - 1)
        catalogue = game_catalogue(session, lang, game.view(session.table, one.seat))
        text = hint_text(one.hint, partial(label, catalogue, lang), lang)
        who = catalogue.name_of(one.seat, "seat")
        click.echo(render(lang, "review.decision", number=one.number, who=who, hint=text))


def label(catalogue: Catalogue, lang: str, action: Action) -> str:
    from embertable.engine.messages import message_of

    return quoted(catalogue.render(message_of(action)), lang)
