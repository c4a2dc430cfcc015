"""`embertable games`: what can be played, and with which settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.types import GAME

if TYPE_CHECKING:
    from embertable.engine.game import Game


@click.command("games", epilog=example("embertable games lueur"))
@click.argument("game", type=GAME, required=False)
@json_option
@lang_option
def command(game: str | None, as_json: bool, lang: str) -> None:
    """List the games with their settings, or show one of them."""
    from embertable.engine.catalogue import Message
    from embertable.games import load, load_all

    shown = [load(game)] if game else load_all()
    if as_json:
        print_json({one.name: described(one) for one in shown})
        return
    for one in shown:
        catalogue = one.catalogue(lang)
        has_title = catalogue.has("about.title")
        title = catalogue.render(Message("about.title")) if has_title else one.name
        click.echo(f"{one.name}  {title}")
        if catalogue.has("about.pitch"):
            click.echo(f"  {catalogue.render(Message('about.pitch'))}")
        for setting in one.settings:
            values = "|".join(setting.values) or "…"
            click.echo(f"  --option {setting.name}={values}  [{setting.default}]")


def described(game: Game) -> dict[str, Any]:
    from embertable.tutorials import has_tutorial

    info = game.info()
    return {
        "players": list(info.players),
        "minutes": info.minutes,
        "weight": info.weight,
        "cooperative": info.cooperative,
        "campaigns": game.campaigns() is not None,
        "tutorial": has_tutorial(game),
        "rules": game.rules_version,
        "settings": {
            setting.name: {"values": list(setting.values), "default": setting.default}
            for setting in game.settings
        },
    }
