"""`embertable hint`: what a bot would do at the end of a record, and why."""

from __future__ import annotations

from pathlib import Path

import click

from embertable.bots.hints import quoted
from embertable.commands.messages import GameIsOver, render
from embertable.commands.replay import game_catalogue
from embertable.commands.shared import (
    content_option,
    example,
    json_option,
    lang_option,
    opened,
    print_json,
)
from embertable.commands.types import FILE


@click.command("hint", epilog=example("embertable hint game.json --lang it"))
@click.argument("file", type=FILE)
@content_option
@json_option
@lang_option
def command(file: Path, content: Path | None, as_json: bool, lang: str) -> None:
    """Show what a bot would do next in a recorded game, and why."""
    from embertable.bots.hints import hint_for, hint_text, hint_to_json, usual_budget
    from embertable.engine.errors import ChanceDecides
    from embertable.engine.messages import message_of
    from embertable.engine.record import load_record
    from embertable.engine.table import Draw

    session = opened(load_record(file), content)
    choice = session.table.next_choice()
    if choice is None:
        raise GameIsOver(str(file))
    if isinstance(choice, Draw):
        raise ChanceDecides
    hint = hint_for(session.table, choice.seat, budget=usual_budget(session.game))
    if as_json:
        seat = choice.answerers(session.table)[0]
        print_json({"seat": seat, **hint_to_json(hint, session.game.codec())})
        return
    catalogue = game_catalogue(session, lang, session.game.view(session.table, choice.seat))
    who = catalogue.name_of(choice.answerers(session.table)[0], "seat")
    text = hint_text(hint, lambda action: quoted(catalogue.render(message_of(action)), lang), lang)
    click.echo(render(lang, "hint.said", who=who, hint=text))
