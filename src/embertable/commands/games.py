"""`embertable games`: what can be played, and with which settings."""

from __future__ import annotations

from typing import Any

import click

from embertable.commands.shared import example, json_option, lang_option, print_json


@click.command("games", epilog=example("embertable games --json"))
@json_option
@lang_option
def command(as_json: bool, lang: str) -> None:
    """List the games with their settings."""
    from embertable.engine.catalogue import Message
    from embertable.games import game_names, load

    if as_json:
        print_json({name: described(load(name)) for name in game_names()})
        return
    for name in game_names():
        game = load(name)
        words = game.catalogue(lang)
        title = words.render(Message("about.title")) if words.has("about.title") else name
        click.echo(f"{name}  {title}")
        if words.has("about.pitch"):
            click.echo(f"  {words.render(Message('about.pitch'))}")
        for setting in game.settings:
            values = "|".join(setting.values) or "…"
            click.echo(f"  --option {setting.name}={values}  [{setting.default}]")


def described(game: Any) -> dict[str, Any]:
    return {
        "rules": game.rules_version,
        "settings": {
            setting.name: {"values": list(setting.values), "default": setting.default}
            for setting in game.settings
        },
    }
