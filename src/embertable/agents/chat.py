"""A chat model plays games: what it reads each turn, what it may cost, and what is kept of it."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from embertable.agents.endpoints import Endpoint
from embertable.agents.game import AgentGame
from embertable.engine.errors import UnreadableFile
from embertable.engine.table import Seat

REFUSALS = 3
"""Replies to one turn that name nothing legal before chance decides, so that the game goes on."""
TRANSCRIPT = "transcript.jsonl"
NOTHING = "-"
"""Stands for an empty reply: APIs refuse a message without text."""


class BudgetSpent(Exception):
    """The run has cost what it may."""


@dataclass
class Budget:
    """How many replies and tokens a run may take, earlier parts of it included; 0 is without limit."""

    replies: int = 0
    tokens: int = 0
    replies_spent: int = 0
    tokens_spent: int = 0

    def check(self) -> None:
        spent = (self.replies_spent, self.replies), (self.tokens_spent, self.tokens)
        if any(limit and used >= limit for used, limit in spent):
            raise BudgetSpent

    def spend(self, tokens: int) -> None:
        self.replies_spent += 1
        self.tokens_spent += tokens


class Transcript:
    """Every reply of a run as a line of JSON, on disk before the game goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> Iterator[dict[str, Any]]:
        """What was written before; a line that a crash has cut short is left out."""
        if not self.path.exists():
            return
        with self.path.open(encoding="utf-8", errors="replace") as file:
            for text in file:
                try:
                    line = json.loads(text)
                except ValueError:
                    continue
                if isinstance(line, dict):
                    yield line

    def write(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False) + "\n"
        try:
            with self.path.open("ab+") as file:
                if file.tell() and not self.ends_a_line(file):
                    text = f"\n{text}"
                file.write(text.encode("utf-8", "replace"))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UnreadableFile(str(self.path), error) from error

    @staticmethod
    def ends_a_line(file: Any) -> bool:
        file.seek(-1, os.SEEK_END)
        return bool(file.read(1) == b"\n")


@dataclass
class ChatGame:
    """One game whose agent is a chat model.

    Args:
        game: the game, with changes only.
        endpoint: the model.
        budget: what the run may still cost.
        transcript: where replies are kept.
        save: keeps the record, after every decision of the model.
        history: turns that the model is shown again; then it gets the whole table anew.

    """

    game: AgentGame
    endpoint: Endpoint
    budget: Budget
    transcript: Transcript
    save: Callable[[], None]
    history: int
    chats: dict[Seat, list[dict[str, str]]] = field(default_factory=dict)
    """A conversation for each seat: none of them may know what another one sees."""

    def play(self) -> None:
        """Play to the end, or until the budget is spent or the endpoint fails."""
        while self.game.next_turn():
            self.budget.check()
            self.take_turn()
            self.save()
        self.save()

    def take_turn(self) -> None:
        seat = self.game.offered[0][0]
        chat = self.chats.setdefault(seat, [])
        if len(chat) > 2 * self.history:
            chat.clear()
            self.game.lines_sent.pop(seat, None)
        text = self.turn_text(self.game.turn())
        decision = self.game.decisions
        for attempt in range(1, REFUSALS + 1):
            self.budget.check()
            chat.append({"role": "user", "content": text})
            reply = self.endpoint.ask([{"role": "system", "content": self.system()}, *chat])
            self.budget.spend(reply.tokens)
            chat.append({"role": "assistant", "content": reply.text.strip() or NOTHING})
            problem = self.game.answer(reply.text)
            told = {"read": text, "reply": reply.text, "tokens": reply.tokens, "problem": problem}
            self.note(decision, seat, told | {"attempt": attempt})
            if problem is None:
                return
            text = problem
        self.take_by_chance(decision)

    def take_by_chance(self, decision: int) -> None:
        """Take any option, the same one whenever the run is repeated."""
        seat = self.game.offered[0][0]
        rng = random.Random(f"{self.game.session.record.seed}/{decision}")
        self.game.play(*rng.choice(self.game.offered))
        self.note(decision, seat, {"by_chance": True})

    def note(self, decision: int, seat: Seat, told: dict[str, Any]) -> None:
        entries = self.game.session.record.entries
        action = entries[decision].action if len(entries) > decision else None
        start = {"seed": self.game.session.record.seed, "decision": decision, "seat": seat}
        self.transcript.write(start | told | {"action": action})

    # What the model reads.

    def system(self) -> str:
        render = self.game.render
        title = self.game.game.catalogue(self.game.language).text("about.title")
        how = "chat.how_withheld" if self.game.style.withheld else "chat.how"
        return "\n\n".join(
            [
                render("chat.player", title=title, seats=", ".join(self.own_seats())),
                self.game.rules_digest(),
                render("chat.signs"),
                render(how),
            ]
        )

    def own_seats(self) -> list[str]:
        seats = range(len(self.game.seats))
        return [str(seat + 1) for seat in seats if seat not in self.game.bots]

    def turn_text(self, turn: dict[str, Any]) -> str:
        """A turn as plain lines, which need fewer tokens than JSON."""
        render = self.game.render
        parts: list[str] = []
        if turn.get("happened"):
            parts += [render("chat.happened"), *turn["happened"]]
        if turn.get("lines"):
            parts += [render("chat.table"), *[f"{n} {line}" for n, line in turn["lines"].items()]]
        if turn.get("gone"):
            parts += [render("chat.gone", lines=", ".join(turn["gone"]))]
        if "view" in turn:
            data = {"view": turn["view"], "choice": turn["choice"]}
            parts += [json.dumps(data, ensure_ascii=False, separators=(",", ":"))]
        parts += ["", turn["prompt"]]
        parts += [f"{number}) {text}" for number, text in turn.get("options", {}).items()]
        parts += turn.get("actions", [])
        if "free" in turn:
            free = turn["free"]
            parts += [
                render("chat.free", field=free["field"], first=free["first"], last=free["last"])
            ]
        return "\n".join(parts)
