"""What the log of a table holds: facts in one order, each with its number, never changed.

A table is what these entries make of it, on whichever server they are read. Only the key of the
luck lies elsewhere.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct, field


class LogEntry(Struct, tag_field="is", tag=str.lower, kw_only=True, omit_defaults=True):
    """A fact about a table; `at` is the time in seconds since 1970."""

    at: float


class SeatTaken(Struct, kw_only=True, omit_defaults=True):
    """Who sits on a seat: a person by their id, a bot by its name, or nobody yet."""

    person: str = ""
    name: str = ""
    bot: str = ""


class Opened(LogEntry):
    """The table was made; `record` holds what was agreed and, for a fork, what was played before."""

    host: str
    record: dict[str, Any]
    seats: list[SeatTaken]
    listed: bool = False
    seconds: int = 0
    increment: int = 0
    absent: str = ""
    content: str = ""
    campaign: str = ""
    daily: str = ""
    marks: list[str] = field(default_factory=list)


class Acted(LogEntry):
    """A seat decided; `id` is the client's message, `by` the person, empty for a bot."""

    seat: int
    action: dict[str, Any]
    hash: str
    by: str = ""
    id: str = ""


class Undone(LogEntry):
    """The last decision was taken back."""

    seat: int
    hash: str
    by: str = ""
    id: str = ""
    how: Literal["free", "agreed", "alone"] = "free"


class Proposed(LogEntry):
    """A seat asks to take back the last decision."""

    seat: int
    by: str
    id: str


class Answered(LogEntry):
    """Somebody agreed to a proposal, or declined it."""

    seats: list[int]
    proposal: int
    agree: bool
    by: str
    id: str


class Seated(LogEntry):
    """A seat changed hands."""

    seat: int
    taken: SeatTaken


class LentToBot(LogEntry):
    """A bot plays for the person of this seat, or no longer does."""

    seat: int
    bot: str = ""


class Muted(LogEntry):
    seat: int
    muted: bool


class Chatted(LogEntry, tag="spoken"):
    """Somebody said something."""

    by: str
    name: str
    text: str
    id: str
    seat: int | None = None


class Paused(LogEntry):
    """What runs out while people think stands still, or runs again."""

    paused: bool


class PauseWanted(LogEntry, tag="wished"):
    """Somebody wants what runs out to stand still, or to run; it stands while all want it to."""

    by: str
    id: str
    paused: bool = field(name="stand")


AnyEntry: TypeAlias = (
    Opened
    | Acted
    | Undone
    | Proposed
    | Answered
    | Seated
    | LentToBot
    | Muted
    | Chatted
    | Paused
    | PauseWanted
)

decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
encode = msgspec.json.Encoder().encode
