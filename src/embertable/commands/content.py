"""`embertable content`: content packs, for owners of a printed game who correct its numbers."""

from __future__ import annotations

from pathlib import Path

import click

from embertable.commands.messages import render
from embertable.commands.shared import USUAL_GAME, example, json_option, lang_option, print_json
from embertable.commands.types import FILE, GAME


@click.group("content", epilog=example("embertable content check my-lueur.toml"))
def command() -> None:
    """Work with content packs."""


@command.command("check", epilog=example("embertable content check my-lueur.toml --game lueur"))
@click.argument("file", type=FILE)
@click.option(
    "--game", type=GAME, default=USUAL_GAME, show_default=True, help="The game of the pack."
)
@json_option
@lang_option
def check(file: Path, game: str, as_json: bool, lang: str) -> None:
    """Check a content pack; the first error is reported with file, row and field."""
    from embertable.games import load

    content = load(game).read_content(file)
    if as_json:
        print_json({"ok": True, "game": game, "hash": content.hash})
        return
    click.echo(render(lang, "content.fine", file=str(file), game=game, hash=content.hash))
