"""Turns for learners, who act one at a time.

Seats that decide simultaneously take turns in table order; the order of their answers cannot matter.
Where any of several seats may decide for a party, they are asked in seat order, beginning after the one
that decided last, and each may pass to the next one that has other options.
"""

from __future__ import annotations

from typing import Any

from embertable.engine.chance import Chance
from embertable.engine.table import Action, Choice, Seat, Table
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.numbering import LEAVE, unmark
from embertable.envs.coding.writing import Writer


class IllegalNumber(Exception):
    """The number of an action that is not legal now."""


class Turns:
    """A table where one seat at a time decides by number."""

    def __init__(self, coder: Coder, table: Table[Any]) -> None:
        self.coder = coder
        self.table = table
        self.seats = coder.game.seats(table)
        self.last: Seat = self.seats - 1
        """Who decided last."""
        self.left: list[Seat] = []
        """Who has passed the open decision on."""
        self.seat: Seat | None = None
        self.choice: Choice | None = None
        self.actions: list[Action] = []
        """What the seat may do."""
        self.numbers: list[int] = []
        """The number of each action; an extra last one passes the decision on."""
        self.marks = coder.numbering.no_marks()
        """A 1 at each of them."""
        self.look()

    def look(self) -> None:
        """Finds out whose turn it is, and what each number means now."""
        table = self.table
        choice = table.next_choice()
        # Nobody reads the log here, and a long one slows the garbage collector.
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
        # A seat with all options of the others has no reason to pass.
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
        """The observation of a seat, in a new buffer."""
        if seat == self.seat:
            may_pass = len(self.numbers) > len(self.actions)
            return bytearray(self.coder.row(self.table, seat, self.choice, may_pass))
        return bytearray(self.coder.observe(self.table, seat))

    def row_by(self, writer: Writer) -> bytes:
        """The observation of the deciding seat by another writer; after the end, of the first seat."""
        may_pass = len(self.numbers) > len(self.actions)
        seat = 0 if self.seat is None else self.seat
        return self.coder.row_by(writer, self.table, seat, self.choice, may_pass)

    def mask(self, seat: Seat) -> bytearray:
        """The mask of a seat's legal actions."""
        if seat == self.seat:
            return bytearray(self.marks.getvalue())
        return bytearray(self.coder.numbering.size)

    def play(self, number: int) -> None:
        """The seat whose turn it is takes the option of this number."""
        if self.seat is None:
            raise IllegalNumber("the game is over, and nothing is offered any more")
        numbers = self.numbers
        place = 0
        while place < len(numbers) and numbers[place] != number:
            place += 1
        if place < len(self.actions):
            # The action is applied for the party; look() found that this seat has it.
            self.table.apply(self.actions[place])
            self.last = self.seat
            self.left = []
        elif place < len(numbers):
            self.left.append(self.seat)
        else:
            raise IllegalNumber(self.coder.numbering.not_offered(number, self.seat))
        self.look()

    def copy(self, chance: Chance | None = None) -> Turns:
        """The same position, with the same chance to come unless another one is given."""
        table = self.table.copy(chance or self.table.chance.copy())
        return resumed(self.coder, table, self.last, self.left)

    def imagine(self, seat: Seat, chance: Chance) -> Turns:
        """A position that the seat cannot tell from this one, with other luck to come."""
        table = self.coder.game.imagine(self.table, seat, chance)
        return resumed(self.coder, table, self.last, self.left)

    def __deepcopy__(self, _: Any) -> Turns:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the mask, which is made again."""
        return resumed, (self.coder, self.table, self.last, self.left)

    def payoffs(self) -> list[float]:
        """After the end: 1 for each winner, -1 for everybody else."""
        result = self.table.result
        assert result is not None
        return [1.0 if seat in result.winners else -1.0 for seat in range(self.seats)]


def resumed(coder: Coder, table: Table[Any], last: Seat, left: list[Seat]) -> Turns:
    """Turns at a position, given who decided last and who passed."""
    turns = Turns(coder, table)
    turns.last = last
    turns.left = list(left)
    turns.look()
    return turns
