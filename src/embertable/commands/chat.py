"""`embertable chat`: a chat model plays over its HTTP API."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from embertable.commands.agent import MANY, open_game
from embertable.commands.messages import OtherRun, render
from embertable.commands.progress import Line, stoppable, ticking
from embertable.commands.shared import (
    example,
    json_option,
    lang_option,
    print_json,
    read_settings,
    seed_option,
    settings_option,
)
from embertable.commands.types import FILE, GAME, SeatNames, Text

if TYPE_CHECKING:
    from embertable.agents.chat import Budget, Transcript
    from embertable.agents.game import AgentGame, Style

RUN = "run.json"
RESULTS = "results.json"
LIMIT = click.IntRange(min=0, max=10**9)


@click.command(
    "chat",
    epilog=example(
        "embertable chat lueur --model llama3.2 --url http://127.0.0.1:11434/v1 --out llama --turns 200"
    ),
)
@click.argument("game", type=GAME)
@click.option("--model", type=Text(), required=True, help="The model, as its API calls it.")
@click.option(
    "--api",
    type=click.Choice(("openai", "anthropic")),
    default="openai",
    show_default=True,
    help="The form of the API; most local servers have that of openai.",
)
@click.option(
    "--url",
    type=Text(),
    help="Where the API begins.  [OPENAI_BASE_URL or ANTHROPIC_BASE_URL, else the provider's own]",
)
@click.option(
    "--key-variable",
    type=Text(),
    metavar="NAME",
    help="The environment variable with the key.  [OPENAI_API_KEY or ANTHROPIC_API_KEY]",
)
@click.option(
    "--out",
    type=FILE,
    metavar="FOLDER",
    required=True,
    help="Where to keep records, transcript and results; the same command continues there.",
)
@click.option(
    "--seats",
    type=SeatNames(("agent",)),
    metavar="SEAT,…",
    help="Who plays, from seat 0 on: agent, bot:greedy or bot:random.  [agent, then bot:greedy]",
)
@settings_option
@seed_option
@click.option(
    "--games",
    type=MANY,
    default=1,
    show_default=True,
    help="How many games; each has the next seed.",
)
@click.option(
    "--turns",
    type=LIMIT,
    default=0,
    help="Stop after so many replies of the model; 0 is without limit.",
)
@click.option(
    "--tokens",
    type=LIMIT,
    default=0,
    help="Stop once so many tokens are spent; 0 is without limit.",
)
@click.option(
    "--history",
    type=click.IntRange(min=1, max=1000),
    default=20,
    show_default=True,
    help="How many of its turns the model reads again before it gets the whole table anew.",
)
@click.option(
    "--withhold",
    is_flag=True,
    help="Leave the legal actions out: the model states one, and hears why it is illegal.",
)
@json_option
@lang_option
def command(
    game: str,
    model: str,
    api: str,
    url: str | None,
    key_variable: str | None,
    out: Path,
    seats: str | None,
    settings: tuple[str, ...],
    seed: int,
    games: int,
    turns: int,
    tokens: int,
    history: int,
    withhold: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Let a chat model play over its HTTP API, against bots or for all seats.

    The key comes from the environment and is kept nowhere. Every reply is saved before the game goes
    on, so Ctrl-C loses nothing. `embertable serve` shows the details at /docs/agent.
    """
    from embertable.agents.chat import TRANSCRIPT, Budget, BudgetSpent, ChatGame, Transcript
    from embertable.agents.endpoints import APIS
    from embertable.agents.game import Style
    from embertable.engine.files import FileLock
    from embertable.games import load

    found = APIS[api]
    address_variable, usual_key = found.variables
    key = os.environ.get(key_variable or usual_key, "").strip()
    endpoint = found(url or os.environ.get(address_variable, ""), model, key)
    chosen = read_settings(settings, load(game))
    style = Style(changes=True, withheld=withhold)
    seeds = range(seed, seed + games)
    first = open_game(game, chosen, seats, seed, lang, style, model)
    run = {
        "format": "embertable-chat-run",
        "version": 1,
        "game": game,
        "options": first.session.table.options,
        "seats": first.seats,
        "api": api,
        "model": model,
        "lang": lang,
        "withheld": withhold,
    }
    prepare(out, run)
    lock = FileLock(out / RUN)
    lock.take(wait=False)
    try:
        transcript = Transcript(out / TRANSCRIPT)
        budget = Budget(turns, tokens)
        for told in transcript.lines():
            if isinstance(told.get("tokens"), int):
                budget.spend(told["tokens"])
        played = {
            one: continued(out / f"game-{one}.json", game, chosen, seats, one, lang, style, model)
            for one in seeds
        }
        at = seed
        line = Line()

        def text() -> str:
            return render(
                lang,
                "chat.progress",
                game=at - seed + 1,
                games=games,
                decision=played[at].decisions,
                tokens=budget.tokens_spent,
            )

        farewell = render(lang, "chat.kept", place=str(out))
        with ticking(line, text), stoppable(line, lambda: farewell):
            for at, one in played.items():
                save = Saver(one, out / f"game-{at}.json")
                try:
                    ChatGame(one, endpoint, budget, transcript, save, history).play()
                except BudgetSpent:
                    break
                finally:
                    save()
                    keep_results(out, run, played, transcript, budget)
        results = keep_results(out, run, played, transcript, budget)
    finally:
        lock.release()
    show(results, out, as_json, lang)


class Saver:
    """Saves the record of a game."""

    def __init__(self, game: AgentGame, path: Path) -> None:
        self.game = game
        self.path = path

    def __call__(self) -> None:
        if self.game.decisions:
            self.game.session.record.save(self.path)


def prepare(folder: Path, run: dict[str, Any]) -> None:
    """Make the folder, or make sure that it is of the same run."""
    from embertable.engine.errors import UnreadableFile
    from embertable.engine.files import write_whole

    file = folder / RUN
    try:
        folder.mkdir(parents=True, exist_ok=True)
        known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else run
    except OSError as error:
        raise UnreadableFile(str(folder), error) from error
    except ValueError:
        known = {}
    if known != run:
        names = [
            name for name in run if not isinstance(known, dict) or known.get(name) != run[name]
        ]
        raise OtherRun(str(folder), ", ".join(names))
    if not file.exists():
        write_whole(file, (json.dumps(run, ensure_ascii=False, indent=1) + "\n").encode())


def continued(
    path: Path,
    name: str,
    settings: dict[str, str],
    seats: str | None,
    seed: int,
    language: str,
    style: Style,
    player: str,
) -> AgentGame:
    """The game of a file, or a new one."""
    from embertable.agents.game import AgentGame
    from embertable.engine.record import load_record
    from embertable.engine.session import resume
    from embertable.games import load

    new = open_game(name, settings, seats, seed, language, style, player)
    if not path.exists():
        return new
    session = resume(load(name), load_record(path))
    session.past.clear()
    session.table.next_choice()
    game = AgentGame(session, new.seats, new.bots, language, style)
    # The model gets the whole table first; what happened before is in it.
    game.log_seen = dict.fromkeys(game.log_seen, len(session.table.log))
    return game


def keep_results(
    folder: Path,
    run: dict[str, Any],
    played: dict[int, AgentGame],
    transcript: Transcript,
    budget: Budget,
) -> dict[str, Any]:
    """Write and return what the run has come to so far."""
    from embertable.engine.files import write_whole

    refused: dict[int, int] = {}
    by_chance: dict[int, int] = {}
    for line in transcript.lines():
        if isinstance(line.get("seed"), int):
            seed = line["seed"]
            refused[seed] = refused.get(seed, 0) + bool(line.get("problem"))
            by_chance[seed] = by_chance.get(seed, 0) + bool(line.get("by_chance"))
    games = []
    for seed, game in played.items():
        result = game.session.table.result
        games.append(
            {
                "seed": seed,
                "decisions": game.decisions,
                "outcome": result.outcome if result else None,
                "text": game.end()["text"] if result else "",
                "winners": list(result.winners) if result else [],
                "scores": list(result.scores) if result else [],
                "refused": refused.get(seed, 0),
                "by_chance": by_chance.get(seed, 0),
            }
        )
    spent = {"replies": budget.replies_spent, "tokens": budget.tokens_spent}
    results = {**run, "rules": next(iter(played.values())).game.rules_version, **spent}
    results["games"] = games
    write_whole(
        folder / RESULTS, (json.dumps(results, ensure_ascii=False, indent=1) + "\n").encode()
    )
    return results


def show(results: dict[str, Any], folder: Path, as_json: bool, lang: str) -> None:
    if as_json:
        print_json(results)
        return
    for one in results["games"]:
        id = "chat.game" if one["outcome"] else "chat.open"
        click.echo(
            render(
                lang,
                id,
                seed=one["seed"],
                text=one["text"],
                scores=", ".join(map(str, one["scores"])),
                decisions=one["decisions"],
                refused=one["refused"],
                by_chance=one["by_chance"],
            )
        )
    click.echo(
        render(
            lang,
            "chat.spent",
            replies=results["replies"],
            tokens=results["tokens"],
            place=str(folder),
        )
    )
