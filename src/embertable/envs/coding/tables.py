"""Many tables of one game, stepped in one call and written into given memory."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter, write_f32_le

from embertable.engine.chance import seeded
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.rewards import OUTCOME, Progress, Rewards
from embertable.envs.coding.turns import IllegalNumber, Turns
from embertable.envs.coding.writing import Writer

MULTIPLIER: Final = 48271
MODULUS: Final = 2147483647
EVERYBODY: Final = -1
"""The learner plays all seats."""


class Tables:
    """Tables with the same settings whose deciding seats act at once.

    With a learner's seat, the other seats play at random. A game that ended stays as it is until
    `start` replaces it.
    """

    def __init__(
        self, coder: Coder, options: dict[str, str], kind: str, progress: Progress, discount: float
    ) -> None:
        self.coder = coder
        self.options = options
        self.content: Content = coder.game.content()
        self.kind = kind
        self.progress = progress
        self.discount = discount
        self.learner: int = EVERYBODY
        self.turns: list[Turns] = []
        self.rewards: list[Rewards] = []
        self.dice: list[int] = []
        """The state of each table's generator for seats that play at random."""
        self.writers: list[Writer] = []
        """One for each table, whose caches fit that table."""
        self.gains = BytesWriter()
        self.no_gains = b""
        """The rewards of a step at which nothing is paid."""
        self.rows: Any = None
        self.masks: Any = None
        """Writable memory of single bytes, a row for each table one after the other."""

    def add(self) -> None:
        """Make room for one more table, which `start` fills."""
        self.rewards.append(Rewards(self.kind, self.progress, self.discount))
        self.writers.append(self.coder.own_writer())
        self.dice.append(1)

    def start(self, place: int, seed: int) -> bool:
        """Start a new game at a table; return False if it ended before the learner's first turn."""
        game: Game = self.coder.game
        turns = Turns(self.coder, game.deal(self.options, seeded(seed), self.content))
        if place == len(self.turns):
            self.turns.append(turns)
        else:
            self.turns[place] = turns
        self.dice[place] = seed % (MODULUS - 1) + 1
        self.play_others(place)
        self.rewards[place].begin(turns.table, turns.seats)
        self.no_gains = bytes(4 * turns.seats)
        return turns.seat is not None

    def check(self, numbers: list[int]) -> None:
        """Refuse the step as a whole where one number is not offered.

        Raises:
            IllegalNumber: names the first table and its number.

        """
        if len(numbers) != len(self.turns):
            raise IllegalNumber(f"{len(numbers)} actions for {len(self.turns)} tables")
        size = self.coder.numbering.size
        for place in range(len(numbers)):
            number = numbers[place]
            turns = self.turns[place]
            if number < 0 or number >= size or turns.marks[number] == 0:
                seat = -1 if turns.seat is None else turns.seat
                text = self.coder.numbering.not_offered(number, seat)
                raise IllegalNumber(f"table {place}: {text}")

    def step(self, numbers: list[int]) -> list[int]:
        """Play one action at each table; return the tables whose game is over."""
        self.check(numbers)
        ended: list[int] = []
        gains = self.gains
        gains.truncate(0)
        for place in range(len(numbers)):
            turns = self.turns[place]
            turns.play(numbers[place])
            self.play_others(place)
            if turns.seat is not None and self.kind == OUTCOME:
                gains.write(self.no_gains)
            else:
                for gain in self.rewards[place].step(turns.table):
                    write_f32_le(gains, gain)
            if turns.seat is None:
                ended.append(place)
        return ended

    def play_others(self, place: int) -> None:
        """Let random seats act until the learner must, or the game is over."""
        learner = self.learner
        if learner == EVERYBODY:
            return
        turns = self.turns[place]
        die = self.dice[place]
        while turns.seat is not None and turns.seat != learner:
            die = die * MULTIPLIER % MODULUS
            turns.play(turns.numbers[die % len(turns.numbers)])
        self.dice[place] = die

    def sample(self) -> list[int]:
        """A legal action for each table, uniformly at random."""
        found: list[int] = []
        for place in range(len(self.turns)):
            die = self.dice[place] * MULTIPLIER % MODULUS
            self.dice[place] = die
            numbers = self.turns[place].numbers
            found.append(numbers[die % len(numbers)])
        return found

    # What the tables show, as bytes.

    def written_gains(self) -> bytes:
        """The rewards of the last step: for each table a 32-bit float per seat."""
        return self.gains.getvalue()

    def show(self) -> None:
        """Write the observations and masks of the deciding seats."""
        rows, masks = self.rows, self.masks
        size, width = 4 * self.coder.size, self.coder.numbering.size
        for place in range(len(self.turns)):
            turns = self.turns[place]
            first = place * size
            rows[first : first + size] = turns.row_by(self.writers[place])
            first = place * width
            masks[first : first + width] = turns.marks.getvalue()

    def seats(self) -> list[int]:
        """Who decides at each table; the learner where a game is over."""
        return [self.learner if turns.seat is None else turns.seat for turns in self.turns]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the positions and what the next rewards are measured from."""
        before = [one.before for one in self.rewards]
        made = (self.coder, self.options, self.kind, self.progress, self.discount)
        return restored_tables, (made, self.learner, self.turns, self.dice, before)


def restored_tables(
    made: tuple[Coder, dict[str, str], str, Progress, float],
    learner: int,
    turns: list[Turns],
    dice: list[int],
    before: list[list[float]],
) -> Tables:
    tables = Tables(made[0], made[1], made[2], made[3], made[4])
    tables.learner = learner
    for place in range(len(turns)):
        tables.add()
        tables.turns.append(turns[place])
        tables.dice[place] = dice[place]
        tables.rewards[place].before = list(before[place])
        tables.no_gains = bytes(4 * turns[place].seats)
    return tables
