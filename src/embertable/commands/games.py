"""`embertable games`: what can be played, and with which settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from embertable.commands.shared import example, json_option, lang_option, print_json

if TYPE_CHECKING:
    from embertable.engine.game import Game


@click.command("games", epilog=example("embertable games --json"))
@json_option
@lang_option
def command(as_json: bool, lang: str) -> None:
    """List the games with their settings."""
    from embertable.engine.catalogue import Message
    from embertable.games import load_all

    if as_json:
        print_json({game.name: described(game) for game in load_all()})
        return
    for game in load_all():
        catalogue = game.catalogue(lang)
        has_title = catalogue.has("about.title")
        title = catalogue.render(Message("about.title")) if has_title else game.name
        click.echo(f"{game.name}  {title}")
        if catalogue.has("about.pitch"):
            click.echo(f"  {catalogue.render(Message('about.pitch'))}")
        for setting in game.settings:
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
