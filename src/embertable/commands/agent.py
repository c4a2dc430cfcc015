"""`embertable agent`: a game for a program, which reads and answers lines of JSON."""

from __future__ import annotations

import io
import secrets
import sys
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import NoStdio, WrongSeats
from embertable.commands.shared import example, lang_option, read_settings, settings_option
from embertable.commands.types import GAME, SEED, SeatNames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embertable.agents.game import AgentGame, Style
    from embertable.engine.table import Seat

AGENT = "agent"
USUAL_BOT = "bot:greedy"
MANY = click.IntRange(min=1, max=1000)


@click.command(
    "agent", epilog=example("embertable agent lueur --stdio --seats agent,bot:greedy --seed 1")
)
@click.argument("game", type=GAME)
@click.option(
    "--stdio", is_flag=True, help="Read and write JSON lines on standard input and output."
)
@click.option(
    "--seats",
    type=SeatNames(("agent",)),
    metavar="SEAT,…",
    help="Who plays, from seat 0 on: agent, bot:greedy or bot:random.  [agent, then bot:greedy]",
)
@settings_option
@click.option("--seed", type=SEED, help="Repeat the game with this seed.")
@click.option(
    "--games",
    type=MANY,
    default=1,
    show_default=True,
    help="How many games to play side by side; each has an id and the next seed.",
)
@click.option("--brief", is_flag=True, help="Send texts only, without views and actions as data.")
@click.option(
    "--changes",
    is_flag=True,
    help="Send texts only, as short as possible: after the first turn, what has changed.",
)
@click.option(
    "--withhold",
    is_flag=True,
    help="Leave the legal actions out: the agent states one, and hears why it is illegal.",
)
@lang_option
def command(
    game: str,
    stdio: bool,
    seats: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    games: int,
    brief: bool,
    changes: bool,
    withhold: bool,
    lang: str,
) -> None:
    """Let a program play: a language model, a script, a bot of your own.

    Each line out is a JSON object: what the seat sees, in sentences and as data, and its numbered
    options. Each line in answers with a number. `embertable serve` shows the details at /docs/agent.
    """
    from embertable.agents.game import Style
    from embertable.agents.stdio import Conversation
    from embertable.games import load

    if not stdio:
        raise NoStdio
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Invalid UTF-8 becomes a line that is not JSON, and is answered like one.
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    chosen = read_settings(settings, load(game))
    style = Style(brief, changes, withhold)
    first = secrets.randbelow(2**32) if seed is None else seed
    opened = {
        id: open_game(game, chosen, seats, first + id - 1, lang, style)
        for id in range(1, games + 1)
    }
    Conversation(opened, sys.stdout).run(sys.stdin)


def open_game(
    name: str,
    settings: dict[str, str],
    seats: str | None,
    seed: int,
    language: str,
    style: Style,
    player: str = AGENT,
) -> AgentGame:
    """A new game for an agent, whom its record calls `player`."""
    from embertable.agents.game import AgentGame, recorded_player
    from embertable.commands.play import players_setting
    from embertable.engine.session import Session
    from embertable.games import load

    game = load(name)
    named = [spelling.strip() for spelling in seats.split(",")] if seats else []
    if named and "players" not in settings:
        settings = {**settings, **players_setting(game, len(named))}
    session = Session(game, settings, seed)
    players = game.seats(session.table)
    spelled = named or [AGENT, *[USUAL_BOT] * (players - 1)]
    if len(spelled) != players:
        raise WrongSeats(len(spelled), str(players))
    bots = seat_bots(spelled)
    session.record.players = [recorded_player(seat, player) for seat in spelled]
    return AgentGame(session, spelled, bots, language, style)


def seat_bots(seats: Sequence[str]) -> dict[Seat, str]:
    """The names of the bots by seat; the agent plays the others."""
    from embertable.bots import import_bot
    from embertable.commands.messages import BadAgentSeat
    from embertable.engine.players import read_player

    found: dict[Seat, str] = {}
    for seat, spelling in enumerate(seats):
        player = read_player(spelling)
        if player is not None and player.bot:
            import_bot(player.bot, 0)  # refuses one that is not there
            found[seat] = player.bot
        elif spelling != AGENT:
            raise BadAgentSeat(spelling)
    return found
