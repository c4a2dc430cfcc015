"""The players of a record: `human:Ada` or `bot:greedy:Cinder`, each with a unique name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

PEOPLE_NAMES: Final = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Fabio")
BOT_NAMES: Final = ("Cinder", "Soot", "Spark", "Flint", "Tinder", "Smoke")


@dataclass(frozen=True)
class Player:
    """A person, or the bot that `bot` names; the name may still be empty."""

    name: str
    bot: str = ""

    def is_person(self) -> bool:
        return not self.bot

    def spelled(self) -> str:
        # A colon ends the bot, so `my_module:MyBot` is spelled with a dot.
        kind = f"bot:{self.bot.replace(':', '.')}" if self.bot else "human"
        return f"{kind}:{self.name}" if self.name else kind


def read_player(spelling: str) -> Player | None:
    """The player of `human`, `human:Ada`, `bot:greedy` or `bot:greedy:Cinder`; None for anything else."""
    kind, _, rest = spelling.partition(":")
    if kind == "human":
        return Player(rest.strip())
    bot, _, name = rest.partition(":")
    return Player(name.strip(), bot) if kind == "bot" and bot else None


def new_name(names: Sequence[str], taken: Collection[str]) -> str:
    """One of these names that nobody has, with a number if all are taken."""
    numbered = (f"{name} {number}" for number in range(2, 100) for name in names)
    return next(name for name in (*names, *numbered) if name not in taken)
