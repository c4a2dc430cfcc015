"""`embertable agent`: a game for a program, which reads and answers lines of JSON."""

from __future__ import annotations

import io
import json
import secrets
import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

from embertable.commands.messages import NoStdio, WrongSeats, render
from embertable.commands.shared import example, lang_option, read_settings, settings_option
from embertable.commands.types import GAME, SEED, SeatNames
from embertable.engine.catalogue import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embertable.bots import Bot
    from embertable.engine.catalogue import Catalogue
    from embertable.engine.table import Action, Choice, Event, Seat, View

AGENT = "agent"
USUAL_BOT = "bot:greedy"
LONGEST_LINE = 65_536
LONGEST_ECHO = 60


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
@click.option("--brief", is_flag=True, help="Send texts only, without views and actions as data.")
@lang_option
def command(
    game: str,
    stdio: bool,
    seats: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    brief: bool,
    lang: str,
) -> None:
    """Let a program play: a language model, a script, a bot of your own.

    Each line out is a JSON object: what the seat sees, in sentences and as data, and its numbered
    options. Each line in answers with a number. docs/agent.md has the details.
    """
    from embertable.games import load

    if not stdio:
        raise NoStdio
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Invalid UTF-8 becomes a line that is not JSON, and is answered like one.
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    agent_game = AgentGame(game, read_settings(settings, load(game)), seats, seed, lang, brief)
    agent_game.run(sys.stdin, sys.stdout)


class AgentGame:
    """One game, played by an agent over text streams, and by bots."""

    def __init__(
        self,
        game: str,
        settings: dict[str, str],
        seats: str | None,
        seed: int | None,
        language: str,
        brief: bool = False,
    ) -> None:
        from embertable.commands.play import has_setting
        from embertable.engine.chance import seeded
        from embertable.games import load

        self.game = load(game)
        named = [spelling.strip() for spelling in seats.split(",")] if seats else []
        if named and "players" not in settings and has_setting(self.game, "players"):
            settings = {**settings, "players": str(len(named))}
        self.seed = secrets.randbelow(2**32) if seed is None else seed
        self.table = self.game.set_up(settings, seeded(self.seed))
        players = self.game.seats(self.table)
        self.seats = named or [AGENT, *[USUAL_BOT] * (players - 1)]
        if len(self.seats) != players:
            raise WrongSeats(len(self.seats), str(players))
        self.bots = seat_bots(self.seats, self.seed)
        self.language = language
        self.brief = brief
        self.log_seen: dict[Seat, int] = dict.fromkeys(range(players), 0)
        """How much of the log each seat has been sent."""
        self.decisions = 0
        self.offered: list[tuple[Seat, Action]] = []

    def run(self, source: TextIO, sink: TextIO) -> None:
        """Play until the game is over or the input ends."""

        def send(message: dict[str, Any]) -> None:
            sink.write(json.dumps(message, ensure_ascii=False) + "\n")
            sink.flush()

        send(self.hello())
        while self.next_turn():
            send(self.turn())
            while True:
                line = source.readline(LONGEST_LINE)
                if not line:
                    return
                problem = self.answer(line)
                if problem is None:
                    break
                send({"say": "error", "text": problem})
        send(self.end())

    # Whose turn it is.

    def next_turn(self) -> bool:
        """Let bots decide until it is the agent's turn; return False when the game is over."""
        from embertable.bots import ask

        while (choice := self.table.next_choice()) is not None:
            self.offered = self.offers(choice)
            if self.offered:
                return True
            seat = choice.answerers(self.table)[0]
            self.table.apply(ask(self.bots[seat], self.table, seat), seat)
            self.decisions += 1
        return False

    def offers(self, choice: Choice) -> list[tuple[Seat, Action]]:
        """The agent's options; where a party decides, those of all its seats."""
        found: list[tuple[Seat, Action]] = []
        for seat in choice.answerers(self.table):
            if seat not in self.bots:
                known = [option for _, option in found]
                offered = self.table.offered(seat)
                found.extend((seat, option) for option in offered if option not in known)
        return found

    # Messages.

    def hello(self) -> dict[str, Any]:
        return {
            "say": "hello",
            "game": self.game.name,
            "rules": self.game.rules_version,
            "options": self.table.options,
            "seats": self.seats,
            "languages": list(LANGUAGES),
            "text": render(self.language, "agent.hello"),
        }

    def turn(self) -> dict[str, Any]:
        """The position as the deciding seat may know it, and what that seat may do."""
        from embertable.engine.game import content_of
        from embertable.engine.messages import message_of
        from embertable.engine.seat_view import seat_view
        from embertable.text_view import text_view

        seat = self.offered[0][0]
        shown = seat_view(self.table, seat, self.log_seen[seat])
        assert shown.choice is not None
        catalogue = self.catalogue(shown.view)
        encode = self.game.codec().encode
        message: dict[str, Any] = {
            "say": "turn",
            "decision": self.decisions,
            "seat": seat,
            "happened": self.sentences(shown.events, catalogue),
            "text": text_view(self.game, shown.view, catalogue, seat, content_of(self.table)),
            "prompt": catalogue.render(message_of(shown.choice)),
            "options": [
                {
                    "number": number,
                    "text": catalogue.render(message_of(option)),
                    "clause": self.game.clause(option),
                    **({} if self.brief else {"action": encode(option)}),
                }
                for number, (_, option) in enumerate(self.offered, start=1)
            ],
        }
        if not self.brief:
            message |= {"view": encode(shown.view), "choice": encode(shown.choice)}
        return message

    def end(self) -> dict[str, Any]:
        from embertable.engine.messages import message_of
        from embertable.engine.seat_view import seat_view

        result = self.table.result
        assert result is not None
        seat = self.seats.index(AGENT) if AGENT in self.seats else None
        shown = seat_view(self.table, seat, 0 if seat is None else self.log_seen[seat])
        catalogue = self.catalogue(shown.view)
        return {
            "say": "end",
            "decision": self.decisions,
            "happened": self.sentences(shown.events, catalogue),
            "text": catalogue.render(message_of(result)),
            "outcome": result.outcome,
            "winners": list(result.winners),
            "scores": list(result.scores),
            # Only now: the seed predicts everything to come.
            "seed": self.seed,
        }

    def catalogue(self, view: View) -> Catalogue:
        from embertable.engine.game import content_of

        return self.game.catalogue(self.language, view, content_of(self.table))

    def sentences(self, events: Sequence[Event], catalogue: Catalogue) -> list[str]:
        from embertable.engine.messages import message_of

        return [catalogue.render(message_of(event)) for event in events]

    # Answers.

    def answer(self, line: str) -> str | None:
        """Play an answer; return a sentence if something is wrong with it."""
        count = len(self.offered)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            return render(self.language, "agent.not_json", line=short(line), n=count)
        if isinstance(answer, dict) and answer.keys() == {"lang"}:
            if answer["lang"] not in LANGUAGES:
                known = ", ".join(LANGUAGES)
                return render(self.language, "agent.languages", known=known)
            self.language = answer["lang"]
            return None
        number = answer.get("choose") if isinstance(answer, dict) else answer
        # bool is a subclass of int.
        if not isinstance(number, int) or isinstance(number, bool):
            return render(self.language, "agent.not_a_number", line=short(line), n=count)
        if not 1 <= number <= count:
            return render(self.language, "agent.out_of_range", number=short(str(number)), n=count)
        self.log_seen[self.offered[0][0]] = len(self.table.log)
        seat, action = self.offered[number - 1]
        self.table.apply(action, seat)
        self.decisions += 1
        return None


def seat_bots(seats: Sequence[str], seed: int) -> dict[Seat, Bot]:
    """The bots by seat; the agent plays the others."""
    from embertable.bots import import_bot
    from embertable.commands.messages import BadAgentSeat
    from embertable.engine.players import read_player

    found: dict[Seat, Bot] = {}
    for seat, spelling in enumerate(seats):
        player = read_player(spelling)
        if player is not None and player.bot:
            found[seat] = import_bot(player.bot, seed + 1 + seat)
        elif spelling != AGENT:
            raise BadAgentSeat(spelling)
    return found


def short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= LONGEST_ECHO else f"{line[:LONGEST_ECHO]}…"
