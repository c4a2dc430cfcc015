"""The entries of a table's log: numbered facts that never change.

Every server derives the same table from them (see `projections`). Only the key of the random numbers
is stored elsewhere. Tags and field names are part of the stored form and keep their spelling.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct, field


class LogEntry(Struct, tag_field="is", tag=str.lower, kw_only=True, omit_defaults=True, gc=False):
    """A fact about a table; `at` is in seconds since 1970."""

    at: float


class SeatTaken(Struct, kw_only=True, omit_defaults=True, gc=False):
    """Who has a seat: the person with this id, this bot, or nobody yet."""

    person: str = ""
    name: str = ""
    bot: str = ""


class Opened(LogEntry):
    """The table was created; the `record` of a fork holds what was played before."""

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
    """A seat decided; `by` is the person and `id` their message, both empty for a bot."""

    seat: int
    action: dict[str, Any]
    hash: str
    by: str = ""
    id: str = ""


class Undone(LogEntry):
    """The last decision was undone."""

    seat: int
    hash: str
    by: str = ""
    id: str = ""
    how: Literal["free", "agreed", "alone"] = "free"


class Proposed(LogEntry):
    """A seat proposes to undo the last decision."""

    seat: int
    by: str
    id: str


class Answered(LogEntry):
    """Somebody accepted or declined a proposal."""

    seats: list[int]
    proposal: int
    agree: bool
    by: str
    id: str


class Seated(LogEntry):
    """A seat changed hands; whoever sits down first may add a part to the luck."""

    seat: int
    taken: SeatTaken
    part: str = ""
    start: str = ""
    """The hash of the first position, if the game was dealt again with this part."""


class LentToBot(LogEntry):
    """A bot plays for the person of this seat, or stops doing so."""

    seat: int
    bot: str = ""


class Muted(LogEntry):
    seat: int
    muted: bool


class Removed(LogEntry):
    """The host removed somebody from the table, or lets them come back."""

    person: str
    removed: bool = True


class PersonMuted(LogEntry):
    """The host muted somebody who need not have a seat, or no longer does."""

    person: str
    muted: bool


class InvitesRevoked(LogEntry):
    """All invitations up to now are void."""


class Chatted(LogEntry, tag="spoken"):
    """A line of the chat; one without text was forgotten."""

    by: str
    name: str
    text: str
    id: str
    seat: int | None = None


class Paused(LogEntry):
    """The countdown was paused because somebody is away, or continued."""

    paused: bool


class PauseWanted(LogEntry, tag="wished"):
    """Somebody votes to pause the countdown, or withdraws the vote."""

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
    | Removed
    | PersonMuted
    | InvitesRevoked
    | Chatted
    | Paused
    | PauseWanted
)

decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
encode = msgspec.json.Encoder().encode
