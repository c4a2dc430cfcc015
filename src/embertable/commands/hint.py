"""`embertable hint`: what a bot would do at the end of a record, and why."""

from __future__ import annotations

from pathlib import Path

import click

from embertable.commands.replay import game_words
from embertable.commands.shared import FILE, content_option, example, lang_option, opened
from embertable.engine.words import Message, Value
from embertable.words import GameIsOver, command_words

CLOSE = 0.5
"""Options that differ by less, in bursts, are called equally good."""


@click.command("hint", epilog=example("embertable hint game.json --lang it"))
@click.argument("file", type=FILE)
@content_option
@lang_option
def command(file: Path, content: Path | None, lang: str) -> None:
    """Say what the greedy bot would do at the end of a record, and why."""
    from embertable.bots.hints import hint_for
    from embertable.engine.record import load_record
    from embertable.engine.speech import message_of

    session = opened(load_record(file), content)
    choice = session.table.next_choice()
    if choice is None:
        raise GameIsOver(str(file))
    hint = hint_for(session.table, choice.seat)
    words = game_words(session, lang, session.game.view(session.table, choice.seat))
    arguments: dict[str, Value] = {
        "who": words.word(choice.answerers(session.table)[0], "seat"),
        "what": words.say(message_of(hint.action)),
    }
    id = "hint.only"
    if hint.instead is not None:
        id = "hint.sure" if hint.more >= CLOSE else "hint.close"
        arguments["instead"] = words.say(message_of(hint.instead))
        arguments["more"] = max(1, round(hint.more))
        arguments["source"] = hint.source
    click.echo(command_words(lang).say(Message(id, arguments)))
