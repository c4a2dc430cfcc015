"""`embertable bench`: how fast the rules are on this machine and build."""

from __future__ import annotations

import click

from embertable.commands.progress import counted
from embertable.commands.shared import example, json_option, lang_option, print_json
from embertable.commands.types import GAME, Seconds


@click.command("bench", epilog=example("embertable bench --json"))
@click.option(
    "--seconds",
    type=Seconds(min=0.1, max=600),
    default=3.0,
    show_default=True,
    help="How long to measure each game, roughly.",
)
@click.option(
    "--game", "names", type=GAME, multiple=True, help="Only this game; may be given again."
)
@json_option
@lang_option
def command(seconds: float, names: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Measure random playouts, copies and set-up of every game.

    `per_reference` compares decisions with rounds of a plain Python loop measured in the same
    run, so that machines of different speed can be compared.
    """
    from embertable.games import game_names, load
    from embertable.lab.bench import as_lines, measure

    with counted(lang, len(names or game_names())) as on_progress:
        measured = measure([load(name) for name in names or game_names()], seconds, on_progress)
    if as_json:
        print_json(measured)
    else:
        for line in as_lines(measured):
            click.echo(line)
