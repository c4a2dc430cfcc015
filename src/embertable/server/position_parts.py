"""What a position is made of: options, events, seats, clocks and the like, as types of the protocol.

None of them can be part of a reference cycle, so the garbage collector leaves them alone.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class FreeOptions(Struct, kw_only=True, gc=False):
    """Options too many to list: one for each value of a number, such as every degree of a turn.

    Send `action` with that number in `field`. The options of the position are some of them.
    """

    seat: int
    action: dict[str, Any]
    field: str
    first: int
    last: int
    ask: str
    """What the number is."""
    text: str
    """What an option does, with {n} where its number belongs."""


class Option(Struct, kw_only=True, gc=False):
    """A legal action; there are no others."""

    n: int
    """Its number in this list, from 1."""
    seat: int
    """The seat that takes it."""
    action: dict[str, Any]
    text: str
    clause: str
    detail: str
    """What else the player should know before choosing it; may be empty."""


class NextEntry(Struct, kw_only=True, gc=False):
    """What is asked next whatever is entered now, such as the other dice of a roll."""

    data: dict[str, Any]
    text: str
    options: list[Option]


class OpenChoice(Struct, kw_only=True, gc=False):
    """The choice that a seat has to make, and the rule clause behind it."""

    data: dict[str, Any]
    text: str
    clause: str
    free: FreeOptions | None = None
    entered: bool = False
    """Whether it asks what somebody's own dice or cards show; anybody with a seat answers, and the host."""
    ahead: list[NextEntry] = []
    """Where it does: what is asked after it in any case, so that a whole roll can be entered at once."""


class LoggedEvent(Struct, kw_only=True, gc=False):
    """An event of the log that this viewer may know; `n` counts only those."""

    n: int
    data: dict[str, Any]
    text: str
    clause: str


class GameEnd(Struct, kw_only=True, gc=False):
    """How the game ended."""

    data: dict[str, Any]
    text: str
    clause: str
    key: str | None
    """The key of the random numbers in hexadecimal, published now that the game is over."""


class Proposal(Struct, kw_only=True, gc=False):
    """A request to undo the last decision."""

    number: int
    seat: int
    """The seat that proposes it."""
    agreed: list[int]
    waiting: list[int]
    """The seats that have not answered yet."""
    text: str


class UndoOffer(Struct, kw_only=True, gc=False):
    """Whether this viewer may undo: at once, by proposing it to the others, or not at all."""

    free: bool
    propose: bool
    proposal: Proposal | None


class SeatInfo(Struct, kw_only=True, gc=False):
    """A seat and who sits there."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str
    """The bot that plays here, or that stands in for a person who is away."""
    connected: bool
    mine: bool
    muted: bool


class SeatClock(Struct, kw_only=True, gc=False):
    """A seat's thinking time."""

    seat: int
    seconds: float
    """What is left at the time of sending."""
    running: bool


class CountdownInfo(Struct, kw_only=True, gc=False):
    """The time limit of a rule, such as an hourglass."""

    seconds: float
    paused: bool
    """Because somebody is away, or because everybody voted to pause it."""
    pausable: bool
    """Whether `pause` can stop it."""
    pause_votes: list[int]
    """The seats that vote to pause it."""


class LessonShown(Struct, kw_only=True, gc=False):
    """A lesson of a tutorial."""

    id: str
    text: str
    act: str = ""
    """The one thing to do; empty if it is only read."""
    at: list[str] = []
    """What it points at, the first that is in sight: the name of an action that is offered, `thing:` and the
    start of a name on the board, or a part of the stage (`prompt`, `threat`, `people`, `head`)."""
    of: int = 0
    """How many lessons the tutorial has."""
    current: bool
    """Whether it belongs to this very position."""


class LuckShown(Struct, kw_only=True, gc=False):
    """A part of the luck that somebody's browser added."""

    seat: int | None
    part: str
