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
    from embertable.engine.catalogue import Message
    from embertable.engine.game import Game
    from embertable.ledger import Clause
    from embertable.text_view.components import Entry

WIDTH = 96


@click.command("rules", epilog=example('embertable rules setawatch "Corpse Bolt"'))
@click.argument("game", type=GAME, required=False)
@click.argument("words", nargs=-1, metavar="[ID | WORD]…")
@click.option("--coverage", is_flag=True, help="Show which clauses the tests of a checkout prove.")
@click.option(
    "--tests",
    type=FILE,
    metavar="FOLDER",
    help="Where those tests are, if not in the checkout that the game runs from.",
)
@click.option(
    "--sources",
    is_flag=True,
    help="Show which components are from the rulebook, which are public, and which are ours.",
)
@json_option
@lang_option
def command(
    game: str | None,
    words: tuple[str, ...],
    coverage: bool,
    sources: bool,
    tests: Path | None,
    as_json: bool,
    lang: str,
) -> int:
    """Show the rules of a game: all clauses, some by their ids, or those that contain some words.

    Words also find cards, abilities and places by their names, with their texts.
    """
    from embertable.games import load, load_all
    from embertable.ledger import has_ledger, load_ledger

    games = [load(game)] if game else [one for one in load_all() if has_ledger(one)]
    if tests is not None:
        check_folder(tests)
    if coverage:
        show_coverage(games, tests, as_json, lang)
        return 0
    if sources:
        show_sources(games, as_json, lang)
        return 0
    found = {one.name: wanted(one, words) for one in games}
    named = {one.name: components(one, words, found[one.name], lang) for one in games}
    if as_json:
        rows = {
            name: [
                *[row_of(entry) for entry in named[name]],
                *[asdict(clause) for clause in found[name]],
            ]
            for name in found
        }
        print_json(rows)
    elif not game:
        for one in games:
            found_here = render(lang, "rules.found", found=len(load_ledger(one).clauses))
            click.echo(f"{one.name}: {found_here}")
    else:
        show_components(named[games[0].name], lang)
        if named[games[0].name] and found[games[0].name]:
            click.echo()
        show_clauses(found[games[0].name], lang)
    if words and not any(found.values()) and not any(named.values()):
        if not as_json:
            text = " ".join(words)
            near = near_name(games[0], text, lang)
            click.echo(
                render(lang, "rules.none", game=games[0].name, words=text, near=near), err=True
            )
        return 1
    return 0


def show_sources(games: list[Game], as_json: bool, lang: str) -> None:
    from embertable.commands.games import ours_text
    from embertable.text_view.components import SOURCES, Components

    entries = {one.name: Components(one, lang).entries for one in games}
    if as_json:
        print_json({name: [row_of(entry) for entry in found] for name, found in entries.items()})
        return
    for one in games:
        click.echo(f"{one.name}: {ours_text(one, lang)}")
        for source in SOURCES if len(games) == 1 else ():
            named = [entry for entry in entries[one.name] if entry.source == source]
            if named:
                click.echo(f"\n{render(lang, f'origin.{source}')}")
            for kind in dict.fromkeys(entry.kind for entry in named):
                names = dict.fromkeys(entry.name for entry in named if entry.kind == kind)
                text = f"{kind}: {', '.join(names)}"
                click.echo(
                    textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
                )


def components(game: Game, words: tuple[str, ...], clauses: list[Clause], lang: str) -> list[Entry]:
    """Those that the words name; by their texts only where no clause has the words either."""
    from embertable.text_view.components import Components, unique

    if not words or are_ids(words):
        return []
    known = Components(game, lang)
    text = " ".join(words)
    return unique(known.named(text) or ([] if clauses else known.search(text)))


def near_name(game: Game, words: str, lang: str) -> Message | str:
    from embertable.text_view.components import Components

    return Components(game, lang).near(words)


def row_of(entry: Entry) -> dict[str, Any]:
    """A component with the fields of a clause."""
    return {
        "id": entry.id,
        "text": entry.text,
        "section": entry.kind,
        "title": entry.name,
        "source": entry.source,
        "rulings": [],
        "no_counterpart": "",
    }


def show_components(entries: list[Entry], lang: str) -> None:
    for entry in entries:
        click.echo(render(lang, "rules.component", name=entry.name, kind=entry.kind))
        text = f"{entry.text} [{render(lang, f'origin.{entry.source}')}]".strip()
        click.echo(textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="    "))


def are_ids(words: tuple[str, ...]) -> bool:
    return all("-" in word and word[-1].isdigit() for word in words)


def wanted(game: Game, words: tuple[str, ...]) -> list[Clause]:
    """Words that look like ids name clauses; others are searched for together."""
    from embertable.ledger import load_ledger

    ledger = load_ledger(game)
    if not words:
        return list(ledger.clauses.values())
    if are_ids(words):
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
    from embertable.games import GAMES
    from embertable.ledger import load_ledger
    from embertable.rule_coverage import citations, cited_for, coverage, folder_of_tests

    folders = {game.name: tests or folder_of_tests(game) for game in games}
    cited = {folder: citations(folder) for folder in set(folders.values())}
    found: dict[str, dict[str, Any]] = {}
    for game in games:
        clauses = cited_for(game.name, cited[folders[game.name]], GAMES)
        found[game.name] = coverage(load_ledger(game), clauses)
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
