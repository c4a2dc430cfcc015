"""Who sits where: people at this keyboard and bots, as words that a record keeps.

A seat is spelled `human`, `human:Ada`, `bot:greedy` or `bot:greedy:Cinder`; what `spelled()` gives
goes into `Session(players=…)`, and `read_seats(record.players)` gives the same people back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embertable.engine.errors import BadOption

PEOPLE = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Fabio")
BOTS = ("Cinder", "Soot", "Spark", "Flint", "Tinder", "Smoke")


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
    taken = {name for spelling in spellings if (name := read_name(spelling))}
    seats: list[SeatPlayer] = []
    for spelling in spellings:
        kind, _, rest = spelling.partition(":")
        bot = rest.partition(":")[0] if kind == "bot" else ""
        if kind not in ("human", "bot") or (kind == "bot" and not bot):
            raise BadOption("play", "seats", spelling, ["human", "human:NAME", "bot:BOT"])
        name = read_name(spelling)
        if not name:
            name = next(free for free in (BOTS if bot else PEOPLE) if free not in taken)
            taken.add(name)
        seats.append(SeatPlayer(name, bot))
    return seats


def read_name(spelling: str) -> str:
    kind, _, rest = spelling.partition(":")
    return (rest.partition(":")[2] if kind == "bot" else rest).strip()
