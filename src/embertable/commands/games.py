"""`embertable games`: what can be played, and with which settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from embertable.commands.messages import render
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.types import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from embertable.engine.catalogue import Catalogue
    from embertable.engine.game import Game, Setting


@click.command("games", epilog=example("embertable games lueur"))
@click.argument("game", type=GAME, required=False)
@json_option
@lang_option
def command(game: str | None, as_json: bool, lang: str) -> None:
    """List the games with their settings, or show one of them."""
    from embertable.bots import LEVELS
    from embertable.bots.hints import level_text
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
        click.echo(f"  {ours_text(one, lang)}")
        for setting in one.settings:
            values = "|".join(setting.values) or "…"
            click.echo(f"  --option {setting.name}={values}  [{setting.default}]")
            if game:
                for line in explained(setting, catalogue):
                    click.echo(f"      {line}")
        if game:
            for level in LEVELS:
                click.echo(f"  bot:{level}  {level_text(one, level, lang)}")


def explained(setting: Setting, catalogue: Catalogue) -> Iterator[str]:
    """What a setting is about, and what each of its values does."""
    from embertable.engine.catalogue import Message

    clause = f" ({setting.clause})" if setting.clause else ""
    id = f"setting.{setting.name}.about"
    if catalogue.has(id):
        yield f"{catalogue.render(Message(id))}{clause}"
    for value in setting.values:
        id = f"value.{setting.name}.{value}.about"
        if catalogue.has(id):
            yield f"{value}: {catalogue.render(Message(id))}"


def ours_text(game: Game, lang: str) -> str:
    """One sentence on what is from the rulebook, what is public, and what is ours."""
    from embertable.text_view.components import SOURCES, counts_by_source

    counts = counts_by_source(game)
    numbers = {source: counts.get(source, 0) for source in SOURCES}
    id = "rules.sources" if numbers["designed"] else "rules.none_ours"
    return render(lang, id, **numbers, all=sum(counts.values()))


def described(game: Game) -> dict[str, Any]:
    from embertable.text_view.components import counts_by_source
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
        "sources": counts_by_source(game),
        "settings": {
            setting.name: {
                "values": list(setting.values),
                "default": setting.default,
                "clause": setting.clause,
            }
            for setting in game.settings
        },
    }
