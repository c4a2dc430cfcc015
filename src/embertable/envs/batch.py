"""A vectorised environment: one call steps many tables, and a finished table restarts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.engine.chance import seeded
from embertable.envs.aec import LARGEST_SEED
from embertable.envs.coders import coder, seats_of
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.turns import Turns


@dataclass
class Stepped:
    """The result of a step: rewards and scores of all seats where a game ended, zeros elsewhere."""

    ended: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    scores: NDArray[np.float32]


class Batch:
    """Tables of one game with the same settings, whose deciding seats act at once.

    `observations`, `masks` and `seats` always show the open decision of each table. The seeds depend
    on `seed` and the table's place alone, not on how many tables there are.
    """

    def __init__(self, game: str, tables: int, seed: int = 0, **options: str | int) -> None:
        self.coder: Coder = coder(game)
        self.options = self.coder.game.check(options)
        self.players = seats_of(self.coder, self.options)
        self.seeds = [np.random.default_rng((seed, place)) for place in range(tables)]
        self.turns = [self.new_game(place) for place in range(tables)]
        self.observations = np.zeros((tables, self.coder.size), np.int32)
        self.masks = np.zeros((tables, self.coder.numbering.size), np.int8)
        self.seats = np.zeros(tables, np.int32)
        for place in range(tables):
            self.show(place)

    def new_game(self, place: int) -> Turns:
        """A new game with at least one decision."""
        while True:
            seed = int(self.seeds[place].integers(LARGEST_SEED))
            turns = Turns(self.coder, self.coder.game.set_up(self.options, seeded(seed)))
            if turns.seat is not None:
                return turns

    def step(self, numbers: Sequence[int] | NDArray[Any]) -> Stepped:
        """Play one action, by number, at each table."""
        size = (len(self.turns), self.players)
        stepped = Stepped(
            np.zeros(len(self.turns), np.bool_),
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
        )
        for place, number in enumerate(numbers):
            turns = self.turns[place]
            turns.play(int(number))
            if turns.seat is None:
                result = turns.table.result
                assert result is not None
                stepped.ended[place] = True
                stepped.rewards[place] = turns.payoffs()
                stepped.scores[place] = result.scores
                self.turns[place] = self.new_game(place)
            self.show(place)
        return stepped

    def show(self, place: int) -> None:
        turns = self.turns[place]
        assert turns.seat is not None
        row = turns.row(turns.seat)
        self.observations[place] = np.frombuffer(row, "<i4")
        self.masks[place] = 0
        self.masks[place, turns.numbers] = 1
        self.seats[place] = turns.seat
