"""Games over lines of JSON: one conversation for one game, or for many with an id each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TextIO

from embertable.agents.game import AgentGame

LONGEST_LINE = 65_536


class Conversation:
    """Plays games by their ids over text streams; a single game needs no ids."""

    def __init__(self, games: Mapping[int, AgentGame], sink: TextIO) -> None:
        self.games = games
        self.open: dict[int, AgentGame] = {}
        self.sink = sink

    def run(self, source: TextIO) -> None:
        """Play until all games are over or the input ends."""
        first = next(iter(self.games.values()))
        ids = {"ids": list(self.games)} if len(self.games) > 1 else {}
        self.send({**first.hello(), **ids})
        for id, game in self.games.items():
            self.open[id] = game
            self.go_on(id)
        while self.open:
            line = source.readline(LONGEST_LINE)
            if not line:
                return
            self.answer(line)

    def go_on(self, id: int) -> None:
        """Send a game's next turn, or its end."""
        game = self.open[id]
        if game.next_turn():
            self.send(self.named(id, game.turn()))
        else:
            del self.open[id]
            self.send(self.named(id, game.end()))

    def answer(self, line: str) -> None:
        """Give an answer to its game; something wrong with it gets a sentence, and the turn stays."""
        answer = read_answer(line)
        id: Any = next(iter(self.open)) if len(self.open) == 1 else None
        if isinstance(answer, dict) and "id" in answer:
            id = answer.pop("id")
        # bool is a subclass of int.
        if not isinstance(id, int) or isinstance(id, bool) or id not in self.open:
            first = next(iter(self.open.values()))
            known = ", ".join(map(str, self.open))
            self.send({"say": "error", "text": first.render("agent.which_game", known=known)})
            return
        problem = self.open[id].answer(answer)
        if problem is None:
            self.go_on(id)
        else:
            self.send(self.named(id, {"say": "error", "text": problem}))

    def named(self, id: int, message: dict[str, Any]) -> dict[str, Any]:
        return message if len(self.games) == 1 else {"say": message["say"], "id": id, **message}

    def send(self, message: dict[str, Any]) -> None:
        self.sink.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.sink.flush()


def read_answer(line: str) -> Any:
    """A line as JSON or, where it is none, as prose."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line
