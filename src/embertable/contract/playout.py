"""A random game from a seed, with its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from embertable.engine.chance import Chance, seeded
from embertable.engine.game import Game
from embertable.engine.table import SYSTEM, Action, Seat, Table

MOST_DECISIONS = 20_000
SHOWN_DECISIONS = 20
SYSTEM_ONE_IN = 8
"""One in how many decisions is a system action, where there is one."""


@dataclass
class Decision:
    """The next decision: which seat, which action, out of which options."""

    number: int
    seat: Seat
    options: list[Action]
    action: Action


class Playout:
    """One game; its open seats answer in any order, each with a random option.

    Checks that cost more than a decision look at one decision in `every`.
    """

    def __init__(self, game: Game, options: Mapping[str, str], seed: int, every: int = 5) -> None:
        self.game = game
        self.options = game.check(options)
        self.seed = seed
        self.every = every
        self.chance = seeded(seed)
        self.table = game.set_up(options, seeded(seed))
        self.history: list[tuple[Seat, Action]] = []
        self.tally: Counter[str] = Counter()
        """How often a check really checked something."""

    def decisions(self) -> Iterator[Decision]:
        """Every decision of the game, before it is made."""
        while (decision := self.decide(self.table)) is not None:
            require(decision.number < MOST_DECISIONS, f"no end after {MOST_DECISIONS} decisions")
            yield decision
            self.history.append((decision.seat, decision.action))
            self.table.apply(decision.action, decision.seat)

    def samples(self) -> Iterator[Decision]:
        """One decision in `every`, not always the same ones."""
        for decision in self.decisions():
            if (decision.number + self.seed) % self.every == 0:
                yield decision

    def decide(self, table: Table[Any]) -> Decision | None:
        choices = table.choices()
        if not choices:
            return None
        kept = table.offered(SYSTEM)
        if kept and not self.chance.draw("keeper", SYSTEM_ONE_IN):
            return Decision(len(self.history), SYSTEM, kept, self.chance.pick("options", kept))
        seats = self.chance.pick("seats", choices).answerers(table)
        seat = seats[0] if len(seats) == 1 else self.chance.pick("answerers", seats)
        options = table.legal(seat)
        require(len(options) > 0, f"seat {seat} must choose and is offered nothing")
        return Decision(len(self.history), seat, options, self.chance.pick("options", options))

    def play_on(self, table: Table[Any], decisions: int) -> None:
        """Continue another table for some decisions, or to its end."""
        for _ in range(decisions):
            decision = self.decide(table)
            if decision is None:
                return
            table.apply(decision.action, decision.seat)
        table.next_choice()

    def other_chance(self) -> Chance:
        return seeded(self.chance.draw("others", 65536))

    def hash(self, table: Table[Any] | None = None) -> str:
        return self.game.state_hash(self.table if table is None else table)


Check = Callable[[Playout], None]


class Broken(AssertionError):
    """A game broke the contract; the message says where, and the seed repeats it."""

    def __init__(self, check: str, playout: Playout, error: Exception) -> None:
        self.check = check
        self.game = playout.game.name
        self.options = playout.options
        self.seed = playout.seed
        self.history = list(playout.history)
        what = str(error)
        if not isinstance(error, AssertionError):
            what = f"{type(error).__name__}: {error}"
        last = "\n".join(
            [f"  seat {seat}: {action!r}" for seat, action in self.history[-SHOWN_DECISIONS:]]
        )
        super().__init__(
            f"{self.game} {self.options} seed {self.seed} every {playout.every}, {check}, "
            f"after {len(self.history)} decisions: {what}\n{last}"
        )


def run_check(
    check: Check, game: Game, options: Mapping[str, str], seed: int, every: int = 5
) -> Playout:
    """Play one game under a check; failures come with the history of the game."""
    playout = Playout(game, options, seed, every)
    try:
        check(playout)
    except Exception as error:
        raise Broken(check.__name__, playout, error) from error
    return playout


def require(holds: bool, otherwise: str) -> None:
    """An assertion that also holds under `python -O`."""
    if not holds:
        raise AssertionError(otherwise)
