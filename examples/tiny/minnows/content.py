"""Minnows' components, read from TOML and checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from embertable.engine.content import Between, Content, Row, read_pack

MOST_ANGLERS = 3


@dataclass
class Numbers:
    rounds: Annotated[int, Between(1, 20)]
    hand: Annotated[int, Between(1, 10)]
    net: Annotated[int, Between(1, 10)]
    heron_net: Annotated[int, Between(0, 10)]
    heron_asks_from: Annotated[int, Between(1, 10)]


@dataclass
class Fish:
    id: str
    weight: Annotated[int, Between(0, 99)]
    copies: Annotated[int, Between(1, 99)]


@dataclass
class Pack:
    game: Numbers
    fish: tuple[Fish, ...]

    def check(self, row: Row) -> None:
        a_round = MOST_ANGLERS + self.game.net + self.game.heron_net
        needed = MOST_ANGLERS * self.game.hand + self.game.rounds * a_round
        if sum(fish.copies for fish in self.fish) < needed:
            raise row.wrong("fish", f"are fewer than the {needed} that a game may need")


class MinnowsContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, pack: Pack) -> None:
        super().__init__(hash)
        self.rounds = pack.game.rounds
        self.hand = pack.game.hand
        self.net = pack.game.net
        self.heron_net = pack.game.heron_net
        self.heron_asks_from = pack.game.heron_asks_from
        self.weights = {fish.id: fish.weight for fish in pack.fish}
        self.copies = {fish.id: fish.copies for fish in pack.fish}


def read_minnows(path: Path) -> MinnowsContent:
    pack, hash = read_pack(path, Pack)
    return MinnowsContent(hash, pack)
