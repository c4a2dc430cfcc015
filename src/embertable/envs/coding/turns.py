"""Whose turn it is where learners act one by one.

A choice of one seat is that seat's turn. Seats that go on together take turns in the order of the
table, each until it has nothing left to answer: the order of their answers cannot matter. Where
several seats may answer for a party, they are asked in the order of seats, beginning after the one
that decided last; each may leave the answer to the next that has something else to offer.
"""

from __future__ import annotations

from typing import Any

from embertable.engine.table import Action, Choice, Seat, Table
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.numbering import LEAVE, unmark


class IllegalNumber(Exception):
    """A number was chosen that is not among those of the options."""


class Turns:
    """A table where one seat at a time decides by number."""

    def __init__(self, coder: Coder, table: Table[Any]) -> None:
        self.coder = coder
        self.table = table
        self.seats = coder.game.seats(table)
        self.last: Seat = self.seats - 1
        """Who decided last."""
        self.left: list[Seat] = []
        """Who left the open answer to others."""
        self.seat: Seat | None = None
        self.choice: Choice | None = None
        self.actions: list[Action] = []
        """What the seat may do."""
        self.numbers: list[int] = []
        """The number of each; one more, the last, leaves the answer to others."""
        self.marks = coder.numbering.no_marks()
        """A 1 at each of them."""
        self.look()

    def look(self) -> None:
        """Finds out whose turn it is, and what each number means now."""
        table = self.table
        choice = table.next_choice()
        # Nobody reads what was told, and much that is kept keeps Python's collector busy.
        table.log.clear()
        self.choice = choice
        if choice is None:
            self.seat = None
            self.number([])
            return
        offered = table.offered()
        answerers = choice.answerers(table)
        if len(answerers) == 1:
            self.seat = answerers[0]
            self.number(offered)
            return
        order = self.asked(answerers)
        self.seat = order[0]
        own = choice.offered_to(table, self.seat)
        self.number(own)
        # Whoever can do all that the others can has nothing to leave to them.
        if len(own) < len(offered) and any(
            option not in own for seat in order[1:] for option in choice.offered_to(table, seat)
        ):
            self.numbers.append(LEAVE)
            self.marks[LEAVE] = 1

    def asked(self, answerers: tuple[Seat, ...]) -> list[Seat]:
        """Who is still to be asked, in their order."""
        after = [(self.last + 1 + place) % self.seats for place in range(self.seats)]
        return [seat for seat in after if seat in answerers and seat not in self.left]

    def number(self, offered: list[Action]) -> None:
        unmark(self.numbers, self.marks)
        self.actions = offered
        self.numbers = self.coder.numbering.mark(offered, self.marks)

    @property
    def options(self) -> dict[int, Action | None]:
        """What each number means now."""
        found: dict[int, Action | None] = dict(zip(self.numbers, self.actions, strict=False))
        if len(self.numbers) > len(self.actions):
            found[LEAVE] = None
        return found

    def row(self, seat: Seat) -> bytearray:
        """What a seat observes, in bytes of its own."""
        if seat == self.seat:
            return bytearray(self.coder.row(self.table, seat, self.choice))
        return bytearray(self.coder.observe(self.table, seat))

    def mask(self, seat: Seat) -> bytearray:
        """A 1 for each number that the seat may choose."""
        if seat == self.seat:
            return bytearray(self.marks.getvalue())
        return bytearray(self.coder.numbering.size)

    def play(self, number: int) -> None:
        """The seat whose turn it is takes the option of this number."""
        assert self.seat is not None, "the game is over"
        numbers = self.numbers
        place = 0
        while place < len(numbers) and numbers[place] != number:
            place += 1
        if place < len(self.actions):
            # A party's option is taken for the party: that this seat has it was looked up before.
            self.table.apply(self.actions[place])
            self.last = self.seat
            self.left = []
        elif place < len(numbers):
            self.left.append(self.seat)
        else:
            name = self.coder.numbering.describe(number)
            raise IllegalNumber(f"{number}, {name}, is not offered to seat {self.seat}")
        self.look()

    def copy(self) -> Turns:
        """The same position with the same luck."""
        table = self.table.copy(self.table.chance.copy())
        return resumed(self.coder, table, self.last, self.left)

    def __deepcopy__(self, _: Any) -> Turns:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: the marks are made again."""
        return resumed, (self.coder, self.table, self.last, self.left)

    def payoffs(self) -> list[float]:
        """After the end: 1 for each winner, -1 for everybody else."""
        result = self.table.result
        assert result is not None
        return [1.0 if seat in result.winners else -1.0 for seat in range(self.seats)]


def resumed(coder: Coder, table: Table[Any], last: Seat, left: list[Seat]) -> Turns:
    """A position where somebody decided last, and some left the open answer to others."""
    turns = Turns(coder, table)
    turns.last = last
    turns.left = list(left)
    turns.look()
    return turns
