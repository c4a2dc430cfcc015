"""Minnows' components, read from TOML and checked."""

from __future__ import annotations

from pathlib import Path

from embertable.engine.content import WHOLE_FILE, Content, Row, read_toml

MOST_ANGLERS = 3


class MinnowsContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, root: Row) -> None:
        super().__init__(hash)
        root.only("game", "fish")
        game = root.row("game")
        game.only("rounds", "hand", "net", "heron_net", "heron_asks_from")
        self.rounds = game.number("rounds", 1, 20)
        self.hand = game.number("hand", 1, 10)
        self.net = game.number("net", 1, 10)
        self.heron_net = game.number("heron_net", 0, 10)
        self.heron_asks_from = game.number("heron_asks_from", 1, 10)
        fish = root.rows("fish")
        for row in fish:
            row.only("id", "weight", "copies")
        self.weights = {row.text("id"): row.number("weight", 0, 99) for row in fish}
        self.copies = {row.text("id"): row.number("copies", 1, 99) for row in fish}
        a_round = MOST_ANGLERS + self.net + self.heron_net
        needed = MOST_ANGLERS * self.hand + self.rounds * a_round
        if sum(self.copies.values()) < needed:
            raise root.wrong("fish", f"are fewer than the {needed} that a game may need")


def read_minnows(path: Path) -> MinnowsContent:
    tables, hash = read_toml(path)
    return MinnowsContent(hash, Row(path.name, WHOLE_FILE, tables))
