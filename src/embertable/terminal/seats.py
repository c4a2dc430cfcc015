"""Who sits where: people at this keyboard and bots, as words that a record keeps.

A seat is spelled `human`, `human:Ada`, `bot:greedy` or `bot:greedy:Cinder`; what `spelled()` gives
goes into `Session(players=…)`, and `read_seats(record.players)` gives the same people back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embertable.engine.errors import UsageFault

PEOPLE = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Fabio")
BOTS = ("Cinder", "Soot", "Spark", "Flint", "Tinder", "Smoke")


class BadSeat(UsageFault):
    part = "terminal"

    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling)


class SameName(UsageFault):
    part = "terminal"

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


@dataclass(frozen=True)
class SeatPlayer:
    """A person with a name or, where `bot` names one, a bot."""

    name: str
    bot: str = ""

    def is_person(self) -> bool:
        return not self.bot

    def spelled(self) -> str:
        return f"bot:{self.bot}:{self.name}" if self.bot else f"human:{self.name}"


def read_seats(spellings: Sequence[str]) -> list[SeatPlayer]:
    """The players of these spellings; those without a name get one that nobody else has."""
    named = [name for spelling in spellings if (name := read_name(spelling))]
    taken = set(named)
    if len(taken) < len(named):
        raise SameName(next(name for name in named if named.count(name) > 1))
    seats: list[SeatPlayer] = []
    for spelling in spellings:
        kind, _, rest = spelling.partition(":")
        bot = rest.partition(":")[0] if kind == "bot" else ""
        if kind not in ("human", "bot") or (kind == "bot" and not bot):
            raise BadSeat(spelling)
        name = read_name(spelling) or new_name(BOTS if bot else PEOPLE, taken)
        taken.add(name)
        seats.append(SeatPlayer(name, bot))
    return seats


def read_name(spelling: str) -> str:
    kind, _, rest = spelling.partition(":")
    return (rest.partition(":")[2] if kind == "bot" else rest).strip()


def new_name(names: Sequence[str], taken: set[str]) -> str:
    numbered = (f"{name} {number}" for number in range(2, 100) for name in names)
    return next(name for name in (*names, *numbered) if name not in taken)
