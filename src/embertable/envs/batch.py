"""Many tables in one process: one call steps all of them, and a finished table restarts."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.envs.aec import LARGEST_SEED, OWN_ORDER, fresh
from embertable.envs.coders import coder, progress_of, seats_of
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.rewards import OUTCOME, REWARDS
from embertable.envs.coding.tables import EVERYBODY, Tables
from embertable.envs.coding.turns import Turns
from embertable.envs.errors import least_one, one_of

MOST_GAMES = 1000


@dataclass
class Buffers:
    """Where a batch writes: arrays with a row for each table, of one's own or in shared memory."""

    observations: NDArray[np.int32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int32]
    rewards: NDArray[np.float32]
    scores: NDArray[np.float32]
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


@dataclass
class Stepped:
    """The result of a step: rewards of all seats, and scores where a game ended or was cut off."""

    ended: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    scores: NDArray[np.float32]
    truncated: NDArray[np.bool_]


def new_buffers(game: str, tables: int, **options: str | int) -> Buffers:
    """Arrays of the right sizes for a batch."""
    numbers = coder(game)
    seats = seats_of(numbers, numbers.game.check(options))
    return Buffers(
        np.zeros((tables, numbers.size), np.int32),
        np.zeros((tables, numbers.numbering.size), np.int8),
        np.zeros(tables, np.int32),
        np.zeros((tables, seats), np.float32),
        np.zeros((tables, seats), np.float32),
        np.zeros(tables, np.bool_),
        np.zeros(tables, np.bool_),
    )


class Batch:
    """Tables of one game with the same settings, whose deciding seats act at once.

    `observations`, `masks` and `seats` always show the open decision of each table. The seeds depend
    on `seed` and the table's place alone, not on how many tables there are.

    Args:
        game: the name of a game.
        tables: how many.
        seed: the same seed and the same actions give the same games.
        reward: `outcome`, `progress` or `score`; see `embertable.envs.coding.rewards.Rewards`.
        discount: the learner's, for `progress`.
        learner: the one seat that acts, while the others play at random; by default all act.
        max_cycles: cut a game off after so many steps.
        buffers: where to write; by default into arrays of its own.
        first: the place of the first table, for batches that are parts of a larger one.
        options: settings of the game.

    """

    def __init__(
        self,
        game: str,
        tables: int,
        seed: int = 0,
        *,
        reward: str = OUTCOME,
        discount: float = 1.0,
        learner: int | None = None,
        max_cycles: int | None = None,
        buffers: Buffers | None = None,
        first: int = 0,
        **options: str | int,
    ) -> None:
        if tables < 1:
            raise ValueError(f"tables is {tables}, but must be at least 1")
        self.coder: Coder = coder(game)
        self.options = self.coder.game.check(options)
        self.players = seats_of(self.coder, self.options)
        if learner is not None and not 0 <= learner < self.players:
            raise ValueError(f"there is no seat {learner} at a table of {self.players}")
        self.max_cycles = least_one("max_cycles", max_cycles)
        self.seeds = [np.random.default_rng((seed, first + place)) for place in range(tables)]
        self.tables = Tables(
            self.coder, self.options, one_of("reward", reward, REWARDS), progress_of(game), discount
        )
        self.tables.learner = EVERYBODY if learner is None else learner
        self.buffers = buffers or new_buffers(game, tables, **self.options)
        self.observations = self.buffers.observations
        self.masks = self.buffers.masks
        self.seats = self.buffers.seats
        self.tables.rows, self.tables.masks = memory(self.observations), memory(self.masks)
        self.lengths = np.zeros(tables, np.int64)
        """Steps since each game began."""
        for place in range(tables):
            self.tables.add()
            self.new_game(place)
        self.show()

    @property
    def turns(self) -> list[Turns]:
        return self.tables.turns

    def new_game(self, place: int) -> None:
        """Start a game with at least one decision."""
        self.lengths[place] = 0
        for _ in range(MOST_GAMES):
            if self.tables.start(place, int(self.seeds[place].integers(LARGEST_SEED))):
                return

    def imagine(self, place: int, seed: int | None = None) -> Turns:
        """A position that the deciding seat of a table cannot tell from its own."""
        turns = self.turns[place]
        assert turns.seat is not None
        return turns.imagine(turns.seat, fresh(np.random.default_rng(seed)))

    def step(self, numbers: Sequence[int] | NDArray[Any]) -> Stepped:
        """Play one action, by number, at each table. The arrays are written over by the next step.

        Raises:
            IllegalNumber: an action is not offered; no table has moved.

        """
        listed = numbers.tolist() if isinstance(numbers, np.ndarray) else list(numbers)
        ended = self.tables.step(listed)
        out = self.buffers
        out.rewards[...] = np.frombuffer(self.tables.written_gains(), "<f4").reshape(
            out.rewards.shape
        )
        self.lengths += 1
        out.ended[:] = False
        out.scores[:] = 0.0
        out.truncated[:] = False
        if self.max_cycles is not None and (self.lengths >= self.max_cycles).any():
            out.truncated[:] = self.lengths >= self.max_cycles
            out.truncated[ended] = False
        for place in ended:
            result = self.turns[place].table.result
            assert result is not None
            out.ended[place] = True
            out.scores[place] = result.scores
        self.finished(ended)
        for place in (*ended, *np.flatnonzero(out.truncated)):
            self.new_game(int(place))
        self.show()
        return Stepped(out.ended, out.rewards, out.scores, out.truncated)

    def finished(self, places: list[int]) -> None:
        """Overridden by those who want to see the end of a game before the next one begins."""

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each table, uniformly at random."""
        return np.array(self.tables.sample(), np.int64)

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks as sb3-contrib wants them."""
        return self.masks.astype(np.bool_)

    def show(self) -> None:
        self.tables.show()
        if not OWN_ORDER:
            self.observations.byteswap(inplace=True)
        self.seats[:] = self.tables.seats()

    def __getstate__(self) -> dict[str, Any]:
        """Memory cannot be pickled; what it holds is written again."""
        return {**self.__dict__, "tables": pickle.dumps(self.tables)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.tables = pickle.loads(state["tables"])  # noqa: S301 - it was pickled above
        self.observations, self.masks = self.buffers.observations, self.buffers.masks
        self.seats = self.buffers.seats
        self.tables.rows, self.tables.masks = memory(self.observations), memory(self.masks)
        self.show()


def memory(array: NDArray[Any]) -> memoryview:
    """The bytes of an array, to write into.

    Raises:
        ValueError: its rows do not lie one after the other.

    """
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError("a buffer must be writable and in one piece, row after row")
    return array.data.cast("B")
