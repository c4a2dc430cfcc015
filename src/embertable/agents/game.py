"""One game for an agent: what it is told each turn, and what its answers do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.agents.action_language import (
    Statement,
    is_meant,
    kinds_of,
    problem_with,
    statements,
    write_action,
)
from embertable.agents.numbered_text import NumberedText
from embertable.agents.prose import Ambiguous, find_option
from embertable.bots import Bot, ask
from embertable.bots.opponents import opponent
from embertable.engine.catalogue import LANGUAGES, Catalogue, Message, Value, load_catalogue
from embertable.engine.game import Game, content_of
from embertable.engine.messages import message_of
from embertable.engine.players import Player
from embertable.engine.seat_view import SeatView, seat_view
from embertable.engine.session import Session
from embertable.engine.table import Action, Choice, Event, Seat, View
from embertable.ledger import NoLedger, load_ledger
from embertable.text_view import text_view

AGENT = "agent"
LONGEST_ECHO = 60


@dataclass(frozen=True)
class Style:
    """How much an agent is told."""

    brief: bool = False
    """Sentences only, without the same as data."""
    changes: bool = False
    """After the first turn only what has changed, in the shortest form."""
    withheld: bool = False
    """Without the legal actions: the agent states one in the action language."""


class AgentGame:
    """A game that an agent and bots play, with its record.

    Args:
        session: the game at its start, or anywhere after it.
        seats: who plays, from seat 0 on: `agent` or a bot's spelling.
        bots: the names of the bots by seat; the agent plays the others.
        language: the language of all sentences.
        style: how much the agent is told.

    """

    def __init__(
        self,
        session: Session,
        seats: Sequence[str],
        bots: Mapping[Seat, str],
        language: str,
        style: Style,
    ) -> None:
        self.session = session
        self.seats = list(seats)
        self.bots = bots
        self.language = language
        self.style = style
        self.lines_sent: dict[Seat, NumberedText] = {}
        """The table as each seat was told it last."""
        self.log_seen: dict[Seat, int] = dict.fromkeys(range(len(seats)), 0)
        """How much of the log each seat has been sent."""
        self.offered: list[tuple[Seat, Action]] = []

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def decisions(self) -> int:
        return len(self.session.record.entries)

    # Whose turn it is.

    def next_turn(self) -> bool:
        """Let bots decide until it is the agent's turn; return False when the game is over."""
        table = self.session.table
        while (choice := table.next_choice()) is not None:
            self.offered = self.offers(choice)
            if self.offered:
                return True
            seat = choice.answerers(table)[0]
            self.record(ask(self.bot_at(seat), table, seat), seat)
        return False

    def bot_at(self, seat: Seat) -> Bot:
        seed = self.session.record.seed
        assert seed is not None
        return opponent(self.bots[seat], seed, seat, self.decisions)

    def offers(self, choice: Choice) -> list[tuple[Seat, Action]]:
        """The agent's options; where a party decides, those of all its seats."""
        table = self.session.table
        found: list[tuple[Seat, Action]] = []
        for seat in choice.answerers(table):
            if seat not in self.bots:
                known = [option for _, option in found]
                found.extend((seat, one) for one in table.offered(seat) if one not in known)
        return found

    def record(self, action: Action, seat: Seat) -> None:
        self.session.play(action, seat)
        # Nobody undoes here, and a copy of every position would add up.
        self.session.past.clear()

    # Messages.

    def hello(self) -> dict[str, Any]:
        return {
            "say": "hello",
            "game": self.game.name,
            "rules": self.game.rules_version,
            "options": self.session.table.options,
            "seats": self.seats,
            "languages": list(LANGUAGES),
            "text": self.render("agent.hello_withheld" if self.style.withheld else "agent.hello"),
            "digest": self.rules_digest(),
        }

    def rules_digest(self) -> str:
        """The rules in a minute, in our own words; of a game without such a text, what its box says."""
        catalogue = self.game.catalogue(self.language)
        ids = ("about.primer", "about.pitch")
        found = [catalogue.text(id).strip() for id in ids if catalogue.has(id)]
        return found[0] if found else ""

    def turn(self) -> dict[str, Any]:
        """The position as the deciding seat may know it, and what that seat may do."""
        seat = self.offered[0][0]
        shown = seat_view(self.session.table, seat, self.log_seen[seat])
        assert shown.choice is not None
        catalogue = self.catalogue(shown.view)
        content = content_of(self.session.table)
        happened = self.sentences(shown.events, catalogue)
        prompt = catalogue.render(message_of(shown.choice))
        lines = text_view(self.game, shown.view, catalogue, seat, content)
        start = {"say": "turn", "decision": self.decisions, "seat": seat}
        if self.style.changes:
            message = start | self.short_turn(seat, happened, lines, prompt)
        else:
            told = {"happened": happened, "text": lines, "prompt": prompt}
            message = start | told | self.options_told(catalogue)
        if shown.free is not None:
            message["free"] = {
                "field": shown.free.name,
                "first": shown.free.first,
                "last": shown.free.last,
            }
        return message | self.data_told(shown)

    def short_turn(
        self, seat: Seat, happened: list[str], lines: list[str], prompt: str
    ) -> dict[str, Any]:
        """The turn as differences: numbered lines, options by number, and nothing that is empty."""
        text = self.lines_sent.setdefault(seat, NumberedText())
        # In the order of reading: dots stand only for what was said before them.
        events = [text.shorten(line) for line in happened]
        changed, gone = text.update(lines)
        told: dict[str, Any] = {
            "happened": events,
            "lines": changed,
            "gone": gone,
            "prompt": prompt,
        }
        if self.style.withheld:
            told["actions"] = self.kinds()
        else:
            options = enumerate(self.option_texts(), start=1)
            told["options"] = {str(number): text.shorten(one) for number, one in options}
        return {name: value for name, value in told.items() if value}

    def options_told(self, catalogue: Catalogue) -> dict[str, Any]:
        if self.style.withheld:
            return {"actions": self.kinds()}
        encode = self.game.codec().encode
        options = [
            {
                "number": number,
                "text": catalogue.render(message_of(option)),
                "clause": self.game.clause(option),
                **({} if self.style.brief else {"action": encode(option)}),
            }
            for number, (_, option) in enumerate(self.offered, start=1)
        ]
        return {"options": options}

    def data_told(self, shown: SeatView) -> dict[str, Any]:
        """The view and the choice as data; without options, they have the words that actions need."""
        encode = self.game.codec().encode
        if self.style.withheld:
            return {"view": encode(shown.view), "choice": encode(shown.choice)}
        if self.style.brief or self.style.changes:
            return {}
        return {"view": encode(shown.view), "choice": encode(shown.choice)}

    def end(self) -> dict[str, Any]:
        table = self.session.table
        result = table.result
        assert result is not None
        seat = self.seats.index(AGENT) if AGENT in self.seats else None
        shown = seat_view(table, seat, 0 if seat is None else self.log_seen[seat])
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
            "seed": self.session.record.seed,
        }

    def kinds(self) -> list[str]:
        return kinds_of([option for _, option in self.offered])

    def option_texts(self) -> list[str]:
        view = self.game.view(self.session.table, self.offered[0][0])
        catalogue = self.catalogue(view)
        return [catalogue.render(message_of(option)) for _, option in self.offered]

    def catalogue(self, view: View) -> Catalogue:
        return self.game.catalogue(self.language, view, content_of(self.session.table))

    def sentences(self, events: Sequence[Event], catalogue: Catalogue) -> list[str]:
        return [catalogue.render(message_of(event)) for event in events]

    def render(self, id: str, /, **arguments: Value) -> str:
        return load_catalogue("commands", self.language).text(id, **arguments)

    # Answers.

    def answer(self, answer: Any) -> str | None:
        """Play an answer, as JSON or in prose; return a sentence if something is wrong with it."""
        if isinstance(answer, str):
            return self.answer_in_prose(answer)
        if isinstance(answer, dict) and len(answer) == 1:
            ((name, value),) = answer.items()
            if name == "lang":
                return self.speak(value)
            if name == "set":
                return self.set_freely(value)
            if name == "text" and isinstance(value, str):
                return self.answer_in_prose(value)
            if name == "do":
                return self.state(value)
            answer = value if name == "choose" else answer
        # bool is a subclass of int.
        if not isinstance(answer, int) or isinstance(answer, bool):
            return self.names_none(json.dumps(answer, ensure_ascii=False))
        return self.choose(answer)

    def choose(self, number: int) -> str | None:
        count = len(self.offered)
        if self.style.withheld:
            return self.render("agent.state_one", kinds=self.kinds_listed())
        if not 1 <= number <= count:
            return self.render("agent.out_of_range", number=short(str(number)), n=count)
        self.play(*self.offered[number - 1])
        return None

    def speak(self, language: object) -> str | None:
        if language not in LANGUAGES:
            return self.render("agent.languages", known=", ".join(LANGUAGES))
        self.language = str(language)
        self.lines_sent = {}  # in another language everything is new
        return None

    def set_freely(self, value: object) -> str | None:
        """Play the option with this value in the free field of the choice."""
        seat = self.offered[0][0]
        free = self.session.table.free_field(seat)
        if free is None:
            return self.render("agent.nothing_free", n=len(self.offered))
        is_number = isinstance(value, int) and not isinstance(value, bool)
        option = self.session.table.with_value(seat, value) if isinstance(value, int) else None
        if not is_number or option is None:
            return self.render("agent.free_range", first=free.first, last=free.last)
        self.play(seat, option)
        return None

    def answer_in_prose(self, reply: str) -> str | None:
        """Play the option that a reply names last, or the action that it states last."""
        objects = answers_inside(reply)
        if objects:
            return self.answer(objects[-1])
        if self.style.withheld:
            return self.state(reply)
        try:
            number = find_option(reply, self.option_texts(), self.encoded())
        except Ambiguous:
            return self.render("agent.ambiguous", n=len(self.offered))
        return self.names_none(reply) if number is None else self.choose(number)

    def state(self, stated: object) -> str | None:
        """Play an action stated in the action language, in words or as an object."""
        if isinstance(stated, dict) and isinstance(stated.get("is"), str):
            stated = write_action(stated)
        if not isinstance(stated, str):
            return self.render("agent.state_one", kinds=self.kinds_listed())
        encoded = self.encoded()
        texts = [text.casefold() for text in self.option_texts()]
        if stated.strip().casefold() in texts:
            self.play(*self.offered[texts.index(stated.strip().casefold())])
            return None
        known = self.action_names()
        found = [one for one in statements(stated) if one.name in known or not one.bare]
        if not found:
            return self.render("agent.state_one", kinds=self.kinds_listed())
        last = found[-1]
        free = self.freely_stated(last)
        if free is not None:
            return self.set_freely(free)
        fitting = [number for number, one in enumerate(encoded) if is_meant(last, one)]
        if len(fitting) != 1:
            return self.refusal(last, problem_with(last, encoded, known))
        self.play(*self.offered[fitting[0]])
        return None

    def freely_stated(self, stated: Statement) -> int | None:
        """The value that a statement gives to the free field of the choice."""
        free = self.session.table.free_field(self.offered[0][0])
        if free is None or stated.name != type(self.offered[0][1]).__name__:
            return None
        rest = Statement(
            stated.name, {name: one for name, one in stated.fields.items() if name != free.name}
        )
        value = stated.fields.get(free.name, "")
        fits = is_meant(rest, self.encoded()[0])
        return int(value) if fits and value.isdecimal() and len(value) < 10 else None

    def refusal(self, stated: Statement, problem: Message) -> str:
        """Why an action cannot be taken, with the rule it rests on where there is one."""
        arguments = {**problem.arguments, "kinds": self.kinds_listed()}
        sentence = self.render(problem.id, **arguments)
        clause = self.game.clause_of(f"action.{stated.name}")
        rule = self.rule(clause) if problem.id in RULED else ""
        return f"{sentence.rstrip('.')} ({clause}: {rule})." if rule else sentence

    def rule(self, clause: str) -> str:
        """The first sentence of a clause; the ledgers are in English."""
        try:
            known = load_ledger(self.game).clauses.get(clause)
        except NoLedger:
            return ""
        text = known.text.replace("**", "").replace("`", "") if known else ""
        return text.partition(". ")[0].rstrip(".")

    def names_none(self, reply: str) -> str:
        if self.style.withheld:
            return self.render("agent.state_one", kinds=self.kinds_listed())
        return self.render("agent.not_a_number", line=short(reply), n=len(self.offered))

    def encoded(self) -> list[dict[str, Any]]:
        encode = self.game.codec().encode
        return [encode(option) for _, option in self.offered]

    def action_names(self) -> list[str]:
        classes = self.game.codec().classes
        return [name for name, cls in classes.items() if issubclass(cls, Action)]

    def kinds_listed(self) -> str:
        return ", ".join(self.kinds())

    def play(self, seat: Seat, action: Action) -> None:
        self.log_seen[self.offered[0][0]] = len(self.session.table.log)
        self.record(action, seat)


RULED = {"agent.not_now", "agent.wrong_value", "agent.not_together"}
"""Problems that the rule behind an action explains."""


def recorded_player(seat: str, name: str) -> str:
    """How a record spells the player of a seat."""
    return Player(name).spelled() if seat == AGENT else seat


def answers_inside(reply: str) -> list[Any]:
    """The answers as JSON objects that stand in a reply, such as `{"choose": 3}`."""
    decoder = json.JSONDecoder()
    found: list[Any] = []
    place = reply.find("{")
    while place >= 0:
        try:
            value, end = decoder.raw_decode(reply, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(value, dict) and len(value) == 1 and value.keys() <= ANSWERS:
                found.append(value)
        place = reply.find("{", end)
    return found


ANSWERS = {"choose", "set", "do"}


def short(line: str) -> str:
    line = " ".join(line.split())
    return line if len(line) <= LONGEST_ECHO else f"{line[:LONGEST_ECHO]}…"
