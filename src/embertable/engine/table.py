"""A game in progress: components, a stack of pending steps, and the choices that wait for seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from embertable.engine.chance import Chance
from embertable.engine.errors import GameOver, IllegalAction, NothingToDecide
from embertable.engine.rulesets import Moment, Rulebook

if TYPE_CHECKING:
    from embertable.engine.content import Content
    from embertable.engine.game import Game

Seat = int

PARTY: Final = -1
"""The seat of choices that several seats may answer, and of the actions offered there."""

SYSTEM: Final = -2
"""The seat of actions that no player takes, such as when time is up."""

CHANCE: Final = -3
"""The seat of what chance decides; at a companion table people enter it for this seat."""


class Step:
    """Pending rules. Plain data that never changes, so that copies of a table share it."""

    def run(self, table: Table[Any]) -> None:
        raise NotImplementedError(type(self).__name__)


@dataclass
class SeatStep(Step):
    """A step whose only field is a seat."""

    seat: Seat


class Telling(Step):
    """A step that does nothing but add events to the log."""


@dataclass(unsafe_hash=True)
class Action(Step):
    """A step that a seat chose.

    Like every step it never changes once made. Tests check that; `frozen` would make creating one
    3.5 times as slow (docs/performance.md).
    """

    seat: Seat


@dataclass(unsafe_hash=True)
class Drawn(Action):
    """What chance decided: an action of CHANCE that no player takes, so no learner numbers it."""


@dataclass
class Choice(Step):
    """A step that waits for a seat. Its options are the legal actions, and the only ones.

    Options that are too many to list, such as every degree of a turn, differ in one number only:
    `free_field` names it, people set it as they like, and `shortlist` has those that agents see.

    In a game played as one party `seat` is PARTY: any of the `answerers` may answer, the first
    answer counts, and nobody has to wait for another.
    """

    seat: Seat

    def options(self, table: Table[Any]) -> list[Action]:
        raise NotImplementedError(type(self).__name__)

    def free_field(self) -> str:
        """The field in which the options differ, each the one before plus one; "" for most choices."""
        return ""

    def shortlist(self, table: Table[Any]) -> list[Action]:
        """Where a field is free: a few options that lead to all different outcomes."""
        return self.options(table)

    def answerers(self, table: Table[Any]) -> tuple[Seat, ...]:
        """The seats that may answer."""
        return (self.seat,)

    def purpose(self, table: Table[Any]) -> str:
        """What everybody may know about it: its kind; "" where even that is hidden."""
        return type(self).__name__

    def offered_to(self, table: Table[Any], seat: Seat) -> list[Action]:
        """The options that one of the answerers may take."""
        return self.options(table)

    def own_acts(self, table: Table[Any], seat: Seat) -> list[Action]:
        """What a bot in this seat may do unasked, beside people who may answer as well."""
        return []


@dataclass
class Draw(Choice):
    """A choice that chance makes, as seat CHANCE: the program draws one of the options.

    At a companion table (`chance.entered`) it waits like any choice, until somebody enters what their
    own dice or cards show. Any number of seats may wait for a draw at the same time, and all options
    of all open draws differ.
    """

    def drawn(self, table: Table[Any]) -> Action:
        """The option that the program's own chance takes."""
        raise NotImplementedError(type(self).__name__)

    def owner(self) -> Seat:
        """The seat that rolls or draws; PARTY where it is nobody's in particular."""
        return PARTY

    def stands_alone(self) -> bool:
        """Whether its options are the same whatever is drawn before it, as those of a die are."""
        return False

    def run(self, table: Table[Any]) -> None:
        self.drawn(table).run(table)

    def answerers(self, table: Table[Any]) -> tuple[Seat, ...]:
        """Return no seat: whoever sits at the table answers for CHANCE, and no bot does."""
        return ()


@dataclass
class FreeField:
    """A number that people set as they like in an open choice, from `first` to `last`."""

    name: str
    first: int
    last: int


class Event:
    """A fact for the log. No rule reads it."""

    def seen_by(self) -> Sequence[Seat] | None:
        """The seats that learn of it; None means everybody, spectators too."""
        return None


@dataclass
class Result:
    """How the game ended: an outcome in one word, its winners, and each seat's score."""

    outcome: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class View:
    """What a seat may know of a table, built from nothing."""


class Component:
    """A mutable thing on the table. Holds plain values, lists and other components."""

    def copy(self) -> Component:
        raise NotImplementedError(type(self).__name__)


class State(Component):
    """All components of one game. Its field `content`, if any, is shared and never saved."""

    def copy(self) -> State:
        raise NotImplementedError(type(self).__name__)


@dataclass
class Together(Step):
    """Several seats act at the same time, each on its own stack; the order of answers is free."""

    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]

    def run(self, table: Table[Any]) -> None:
        assert not table.lanes, "Together inside Together"
        table.lanes = [
            Lane(seat, [step]) for seat, step in zip(self.seats, self.steps, strict=True)
        ]


class Lane:
    """The pending steps of one seat during a `Together`."""

    def __init__(self, seat: Seat, pending: list[Step]) -> None:
        self.seat = seat
        self.pending = pending

    def copy(self) -> Lane:
        return Lane(self.seat, self.pending[:])


S = TypeVar("S", bound=State)


class Table(Generic[S]):
    """One game in progress. `new_table` and `Session` make them, never a caller by hand.

    >>> from embertable import load, new_table
    >>> table = new_table(load("lueur"), {"players": 2}, seed=7)
    >>> while table.next_choice():
    ...     table.apply(table.offered()[0])
    >>> table.result.outcome
    'won'
    """

    def __init__(
        self, game: Game, options: dict[str, str], rules: Rulebook, state: S, chance: Chance
    ) -> None:
        self.game = game
        self.options = options
        self.rules = rules
        self.state = state
        self.chance = chance
        self.pending: list[Step] = []
        self.lanes: list[Lane] = []
        self.log: list[Event] = []
        self.result: Result | None = None
        self.reveals = 0
        self.finals = 0
        self.learners: list[tuple[Seat, ...]] = []
        self._running: list[Step] = self.pending
        self._settled = False
        self._legal: list[Action] | None = None
        self._offered: list[Action] | None = None
        self.dealing: object = None
        """What `imagine` has worked out about this position, to imagine it again; no copy has it."""

    # Called by rules.

    def do(self, *steps: Step) -> None:
        """Run these steps next, in this order."""
        running = self._running
        for place in range(len(steps) - 1, -1, -1):
            running.append(steps[place])

    def do_all(self, steps: list[Step]) -> None:
        """The same for a list: `do(*steps)` is slow where it is compiled."""
        running = self._running
        for place in range(len(steps) - 1, -1, -1):
            running.append(steps[place])

    def draw(self, draws: Sequence[Draw], then: Step) -> None:
        """Make these draws next, none of which does further steps, and then run a step.

        The same as `do`, but quicker where the program draws, which is nearly always.
        """
        if self.chance.entered:
            self.do_all([*draws, then])
            return
        for draw in draws:
            draw.run(self)
        then.run(self)

    def skip_to(self, kind: type[Step]) -> None:
        """Drop pending steps until one of this kind comes next, as when a fight ends early."""
        while not isinstance(self._running[-1], kind):
            self._running.pop()

    def emit(self, event: Event) -> None:
        """Add an event to the log."""
        self.log.append(event)

    def reveal(self, *seats: Seat) -> None:
        """Record that hidden information became known, so earlier decisions cannot be undone.

        Everybody learns it, or only the named seats.
        """
        self.reveals += 1
        self.learners.append(seats)

    def make_final(self) -> None:
        """Record that the rules call what happens here final: nobody takes it back alone.

        The game's clauses.toml names the actions and events that are, under `[final]`.
        """
        self.finals += 1

    def barrier(self) -> tuple[int, int, int]:
        """Counts that grow with each draw, reveal and final act; undo alone stops where they do."""
        # A roll that was asked for may have been made at the table, before anybody enters it.
        asked = len(self.open_draws()) if self.chance.entered else 0
        return self.chance.draws + asked, self.reveals, self.finals

    def reactions(self, moment: Moment) -> list[Step]:
        """The steps with which the rulesets in play answer a moment, in order."""
        return self.rules.reactions(self, moment)

    def ask(self, moment: Moment, number: int) -> int:
        """The number after every ruleset in play has modified it."""
        return self.rules.ask(self, moment, number)

    def end(self, result: Result) -> None:
        self.result = result
        self.pending.clear()
        for lane in self.lanes:
            lane.pending.clear()
        self.lanes = []

    def has_ended(self) -> bool:
        return self.result is not None

    # Called for seats.

    def next_choice(self) -> Choice | None:
        """Run the rules until a seat must choose; return the first open choice, or None at the end."""
        if not self._settled:
            self._settle()
        if self.lanes:
            return cast(Choice, self.lanes[0].pending[-1])
        return cast(Choice, self.pending[-1]) if self.pending else None

    def choices(self) -> list[Choice]:
        """Every open choice: one, or one for each seat during a `Together`."""
        first = self.next_choice()
        if self.lanes:
            return [cast(Choice, lane.pending[-1]) for lane in self.lanes]
        return [] if first is None else [first]

    def open_draws(self) -> list[Draw]:
        """What people have to enter now: several where seats act at the same time."""
        return [choice for choice in self.choices() if isinstance(choice, Draw)]

    def draw_for(self, seat: Seat) -> Draw | None:
        """The open draw that a seat is shown: its own before those of others."""
        draws = self.open_draws()
        own = [draw for draw in draws if draw.owner() == seat]
        return [*own, *draws][0] if draws else None

    def draws_ahead(self, draw: Draw) -> list[Draw]:
        """What follows an open draw whatever it shows, such as the other dice of a roll."""
        found: list[Draw] = []
        for stack in [self.pending, *[lane.pending for lane in self.lanes]]:
            if not stack or stack[-1] is not draw:
                continue
            for step in reversed(stack[:-1]):
                if isinstance(step, Draw) and step.stands_alone():
                    found.append(step)
                elif not isinstance(step, Telling):
                    break
        return found

    def choice_of(self, seat: Seat) -> Choice | None:
        for choice in self.choices():
            if choice.seat == seat:
                return choice
            if choice.seat == PARTY and seat in choice.answerers(self):
                return choice
        return None

    def legal(self, seat: Seat | None = None) -> list[Action]:
        """The legal actions of the next choice, or of one seat in its open choice.

        SYSTEM's actions do not answer the open choice, which stays.
        """
        if seat is None and self._legal is not None:
            return self._legal
        first = self.next_choice()
        if first is None:
            return []
        if seat is not None and seat < PARTY:
            if seat == SYSTEM:
                return self.game.system_actions(self)
            return [option for draw in self.open_draws() for option in draw.options(self)]
        if seat is None or seat == first.seat:
            return self._options_of(first)
        choice = self.choice_of(seat)
        return [] if choice is None else choice.offered_to(self, seat)

    def _options_of(self, first: Choice) -> list[Action]:
        """The options of the next choice, listed once."""
        if self._legal is None:
            self._legal = first.options(self)
        return self._legal

    def offered(self, seat: Seat | None = None) -> list[Action]:
        """The legal actions to choose from: all, or the shortlist of a choice with a free field."""
        if seat is None and self._offered is not None:
            return self._offered
        first = self.next_choice()
        if first is None or (seat is not None and seat < PARTY):
            return self.legal(seat)
        if seat is None or seat == first.seat:
            if self._offered is None:
                is_free = first.free_field() != ""
                self._offered = first.shortlist(self) if is_free else self._options_of(first)
            return self._offered
        choice = self.choice_of(seat)
        if choice is None or not choice.free_field():
            return self.legal(seat)
        return choice.shortlist(self)

    def free_field(self, seat: Seat) -> FreeField | None:
        """The number that a seat sets in its open choice, where its options differ only in that."""
        choice = self.choice_of(seat)
        if choice is None or not choice.free_field():
            return None
        legal = self.legal(seat)
        first: int = getattr(legal[0], choice.free_field())
        return FreeField(choice.free_field(), first, first + len(legal) - 1)

    def with_value(self, seat: Seat, value: int) -> Action | None:
        """The option of a seat whose free field has this value, if there is one."""
        free = self.free_field(seat)
        if free is None or not free.first <= value <= free.last:
            return None
        return self.legal(seat)[value - free.first]

    def seat_for(self, action: Action) -> Seat:
        """The seat that takes an action when none is named: the first that may."""
        choice = self.next_choice()
        if choice is None or choice.seat != PARTY:
            return PARTY if choice is None else choice.seat
        seats = choice.answerers(self)
        for seat in seats:
            if action in choice.offered_to(self, seat):
                return seat
        return seats[0]

    def apply(self, action: Action, seat: Seat | None = None) -> None:
        """Take one of a seat's options; by default, of the next choice.

        Args:
            action: one of `legal(seat)`, or an equal one.
            seat: who takes it; by default, whose choice is next.

        Raises:
            IllegalAction: the action is none of the seat's.
            NothingToDecide: the seat has no open choice.
            GameOver: the game has ended.

        """
        first = self.next_choice()
        if first is None:
            raise GameOver(repr(action))
        if seat is None:
            seat = first.seat
        own = seat == first.seat and seat >= PARTY
        legal = self._options_of(first) if own else self.legal(seat)
        for option in legal:
            if option is action:
                break
        else:
            if not legal:
                raise NothingToDecide(repr(action), seat)
            if action not in legal:
                offered = [repr(option) for option in self.offered(seat)]
                raise IllegalAction(repr(action), seat, offered)
            # An equal action from outside may hold 1.0 or True where the rules mean 1.
            action = legal[legal.index(action)]
        stack = self.pending
        for lane in self.lanes:
            if lane.seat == seat or (seat == CHANCE and self._draws(lane.pending[-1], action)):
                stack = lane.pending
        if seat == SYSTEM:
            stack.append(action)
        else:
            stack[-1] = action
            if seat == CHANCE:
                self.chance.draws += 1
        self._settled = False
        self._legal = None
        self._offered = None

    def _draws(self, step: Step, action: Action) -> bool:
        return isinstance(step, Draw) and action in step.options(self)

    def _settle(self) -> None:
        """Run pending steps until every stack has a choice on top, or the game has ended."""
        while not self.has_ended():
            if self.lanes:
                finished = 0
                for lane in self.lanes:
                    if not self._run(lane.pending):
                        finished += 1
                if finished:
                    self.lanes = [lane for lane in self.lanes if lane.pending]
                if self.lanes:
                    break
            elif self._run(self.pending):
                break
            elif not self.lanes:
                assert self.has_ended(), "nothing is pending and the game has no result"
        self._settled = True

    def _run(self, stack: list[Step]) -> bool:
        """Run one stack until a choice is on top, a `Together` starts, or it is empty."""
        self._running = stack
        entered = self.chance.entered
        while stack:
            top = stack.pop()
            if isinstance(top, Choice) and (entered or not isinstance(top, Draw)):
                stack.append(top)
                return True
            top.run(self)
            if self.lanes and stack is self.pending:
                return False
        return False

    def to_json(self) -> dict[str, Any]:
        """The position as JSON, for `Table.from_json`."""
        return self.game.to_json(self)

    @staticmethod
    def from_json(
        saved: dict[str, Any],
        game: Game,
        chance: Chance | None = None,
        content: Content | None = None,
    ) -> Table[Any]:
        return game.from_json(saved, chance, content)

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the position and its chance; the log starts empty.

        It needs the game's own content where it is read; the position of another pack is refused there.
        """
        return restored, (self.game, self.to_json(), self.chance, self.reveals, self.finals)

    def __deepcopy__(self, _: Any) -> Table[S]:
        return self.copy(self.chance.copy())

    def copy(self, chance: Chance) -> Table[S]:
        """A copy to play on with the given chance; its log starts empty."""
        new: Table[S] = Table(
            self.game, self.options, self.rules, cast(S, self.state.copy()), chance
        )
        new.pending.extend(self.pending)
        new.lanes = [lane.copy() for lane in self.lanes]
        new.result = self.result
        new.reveals = self.reveals
        new.finals = self.finals
        # Another chance may draw what this one waits for.
        new._settled = self._settled and chance.entered == self.chance.entered
        return new

    def copy_doing(self, chance: Chance, *steps: Step) -> Table[S]:
        """A copy on which these steps are pending and nothing else, to see what they do.

        The last of them should be a `Choice` nobody answers: there the copy comes to rest.
        """
        new: Table[S] = Table(
            self.game, self.options, self.rules, cast(S, self.state.copy()), chance
        )
        new.pending.extend(reversed(steps))
        return new


def restored(
    game: Game, saved: dict[str, Any], chance: Chance, reveals: int, finals: int
) -> Table[Any]:
    """A table from its pickle."""
    table = game.from_json(saved, chance)
    table.reveals = reveals
    table.finals = finals
    return table
