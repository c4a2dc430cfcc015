"""`embertable rules`: the clauses of the ledgers, and which of them tests prove."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from embertable.commands.messages import render
from embertable.commands.shared import check_folder, example, json_option, lang_option, print_json
from embertable.commands.types import FILE, GAME

if TYPE_CHECKING:
    from embertable.engine.game import Game
    from embertable.ledger import Clause

WIDTH = 96


@click.command("rules", epilog=example("embertable rules lueur L-REROLL-05"))
@click.argument("game", type=GAME, required=False)
@click.argument("words", nargs=-1, metavar="[ID | WORD]…")
@click.option("--coverage", is_flag=True, help="Show which clauses the tests of a checkout prove.")
@click.option(
    "--tests",
    type=FILE,
    metavar="FOLDER",
    help="Where those tests are, if not in the checkout that the game runs from.",
)
@json_option
@lang_option
def command(
    game: str | None,
    words: tuple[str, ...],
    coverage: bool,
    tests: Path | None,
    as_json: bool,
    lang: str,
) -> int:
    """Show the rules of a game: all clauses, some by their ids, or those that contain some words."""
    from embertable.games import load, load_all
    from embertable.ledger import has_ledger, load_ledger

    games = [load(game)] if game else [one for one in load_all() if has_ledger(one)]
    if tests is not None:
        check_folder(tests)
    if coverage:
        show_coverage(games, tests, as_json, lang)
        return 0
    found = {one.name: wanted(one, words) for one in games}
    if as_json:
        print_json({name: [asdict(clause) for clause in found[name]] for name in found})
    elif not game:
        for one in games:
            found_here = render(lang, "rules.found", found=len(load_ledger(one).clauses))
            click.echo(f"{one.name}: {found_here}")
    else:
        show_clauses(found[games[0].name], lang)
    if words and not any(found.values()):
        if not as_json:
            missing = render(lang, "rules.none", game=games[0].name, words=" ".join(words))
            click.echo(missing, err=True)
        return 1
    return 0


def wanted(game: Game, words: tuple[str, ...]) -> list[Clause]:
    """Words that look like ids name clauses; others are searched for together."""
    from embertable.ledger import load_ledger

    ledger = load_ledger(game)
    if not words:
        return list(ledger.clauses.values())
    if all("-" in word and word[-1].isdigit() for word in words):
        return [ledger.clause(word) for word in words]
    return ledger.search(" ".join(words))


def show_clauses(clauses: list[Clause], lang: str) -> None:
    section = ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            title = clause.section_in(lang)
            click.echo(f"\n{title}" if clause is not clauses[0] else title)
        for number, line in enumerate(clause.full_text().splitlines()):
            start = f"{clause.id}  " if number == 0 else "    "
            click.echo(textwrap.fill(line, WIDTH, initial_indent=start, subsequent_indent="    "))
        if clause.no_counterpart:
            reason = render(lang, "rules.no_counterpart", reason=clause.no_counterpart)
            click.echo(f"    {reason}")


def show_coverage(games: list[Game], tests: Path | None, as_json: bool, lang: str) -> None:
    from embertable.ledger import load_ledger
    from embertable.rule_coverage import citations, coverage, folder_of_tests

    folders = {game.name: tests or folder_of_tests(game) for game in games}
    cited = {
        folder: {citation.clause for citation in citations(folder)}
        for folder in set(folders.values())
    }
    found: dict[str, dict[str, Any]] = {
        game.name: coverage(load_ledger(game), cited[folders[game.name]]) for game in games
    }
    if as_json:
        print_json(found)
        return
    for name, facts in found.items():
        counts = {key: len(facts[key]) for key in ("unproven", "no_counterpart")}
        counts |= {key: facts[key] for key in ("clauses", "proven")}
        click.echo(render(lang, "rules.summary", game=name, **counts))
        if facts["unproven"]:
            ids = " ".join(facts["unproven"])
            click.echo(
                textwrap.fill(
                    ids, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
                )
            )
