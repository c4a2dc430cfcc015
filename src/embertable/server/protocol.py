"""Every message of the socket, as types; bodies of the HTTP API are in `bodies`.

`embertable.server.typescript` writes `web/src/protocol.ts` from both, so browser and server cannot
disagree. Socket messages are told apart by `is`. Game data (views, actions, choices, events) is the
JSON of the engine's codec, tagged by `is` as well. docs/socket.md tells how they are used.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

Language = Literal["en", "it"]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=500)]


class Message(Struct, tag_field="is", tag=str.lower, kw_only=True, forbid_unknown_fields=True):
    """A socket message; `is` holds its name in small letters."""


# What a client sends.


class Hello(Message):
    """The first message: the language, and what this client saw before the connection was lost."""

    language: Language = "en"
    seat: SeatNumber | None = None
    """The seat to look from, where a person holds several; else one that is awaited, or their first."""
    seq: Count = 0
    """The number of the last position this client saw; 0 for none."""
    told: Count = 0
    """How many events it has."""
    text: bool = True
    """Whether positions come in plain sentences, too; whoever shows none saves the server half its work."""


class Act(Message):
    """Take an option."""

    id: MessageId
    """Made by the client, new for each act; the same one again is harmless."""
    seq: Count
    """The position that the player saw."""
    action: dict[str, Any]
    """The option's `action`, as it came."""
    seat: SeatNumber | None = None
    """For whom, where a person holds several seats; else the seat that is looked from."""


class Undo(Message):
    """Take back the last decision if that is free, else propose it to those it affects."""

    id: MessageId
    seq: Count


class Answer(Message):
    """Agree to the open proposal, or decline it; whoever proposed may withdraw it so."""

    id: MessageId
    proposal: Count
    agree: bool


class Pause(Message):
    """Want what runs out to stand still, or to run again; it stands while everybody wants it to."""

    id: MessageId
    stand: bool


class Say(Message):
    """Say something to the table."""

    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Point(Message):
    """Point at a thing, for a moment; it is not kept."""

    thing: Annotated[str, Meta(min_length=1, max_length=100)]


class Hold(Message):
    """Show the others which thing one has in hand; an empty one is put down. It is not kept."""

    thing: Annotated[str, Meta(max_length=100)]


class React(Message):
    """Show a reaction, for a moment; it is not kept."""

    reaction: Literal["thanks", "well-done", "oops", "hurry", "think", "laugh"]


class Ask(Message):
    """Ask what a bot would do here."""

    id: MessageId


class Why(Message):
    """Ask why something is not offered: the clause that a choice or action rests on."""

    id: MessageId
    action: dict[str, Any]


class Speak(Message):
    """Go on in another language."""

    language: Language


class Read(Message):
    """Have positions in plain sentences, too, from now on."""


class Look(Message):
    """Look from another of one's own seats."""

    seat: SeatNumber


class Resync(Message):
    """Send the whole position again, with the events from this number on."""

    told: Count = 0


class CatchUp(Message):
    """Tell step by step what happened since this person's last decision."""

    id: MessageId


ToServer: TypeAlias = (
    Hello
    | Act
    | Undo
    | Answer
    | Pause
    | Say
    | Point
    | Hold
    | React
    | Ask
    | Why
    | Speak
    | Read
    | Look
    | Resync
    | CatchUp
)


# What the server sends.


class Asked(Struct, kw_only=True):
    """The choice that a seat has: its data, its sentence, and the clause that it rests on."""

    data: dict[str, Any]
    say: str
    clause: str


class Option(Struct, kw_only=True):
    """A legal action; there are no others."""

    n: int
    """Its number in this list, from 1."""
    seat: int
    """The seat that takes it."""
    action: dict[str, Any]
    say: str
    clause: str
    detail: str
    """What else there is to know before choosing it; may be empty."""


class Happened(Struct, kw_only=True):
    """A fact of the log as this viewer may know it; `n` counts only those."""

    n: int
    data: dict[str, Any]
    say: str
    clause: str


class Ended(Struct, kw_only=True):
    """How the game ended."""

    data: dict[str, Any]
    say: str
    clause: str
    key: str | None
    """The key of the luck in hexadecimal, now that it is no secret any more."""


class Proposal(Struct, kw_only=True):
    """A request to take back the last decision."""

    number: int
    seat: int
    """Who asks."""
    agreed: list[int]
    waiting: list[int]
    """The seats whose answer is missing."""
    say: str


class UndoOffer(Struct, kw_only=True):
    """What this viewer may take back: freely, or by asking the others, or nothing."""

    free: bool
    ask: bool
    proposal: Proposal | None


class Chair(Struct, kw_only=True):
    """A seat and who sits there."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str
    """The bot that plays here, or that plays for a person who is away."""
    connected: bool
    mine: bool
    muted: bool


class Clock(Struct, kw_only=True):
    """A seat's thinking time."""

    seat: int
    seconds: float
    """What is left at the moment of sending."""
    running: bool


class Glass(Struct, kw_only=True):
    """What a rule lets run out while people think, such as an hourglass."""

    seconds: float
    stands: bool
    """It stands still, because somebody is away or because everybody wants it to."""
    by_wish: bool
    """Whether `pause` can stop it."""
    wished: list[int]
    """The seats that want it to stand."""


class Taught(Struct, kw_only=True):
    """A lesson of a guided first game."""

    id: str
    say: str
    fresh: bool
    """Whether it belongs to this very position."""


class Position(Message):
    """The table as one viewer may see it: complete each time, so a lost one does no harm."""

    table: str
    game: str
    seq: int
    """The number of this position; it goes up with every decision and every undo."""
    seat: int | None
    """The seat that is looked from; null for a spectator."""
    view: Any
    """The game's view of that seat."""
    text: list[str]
    """The same in plain sentences."""
    awaited: list[int]
    choice: Asked | None
    options: list[Option]
    first: int
    """Events from this number on are new; what the client has from here on is void (after an undo)."""
    events: list[Happened]
    result: Ended | None
    undo: UndoOffer
    people: list[Chair]
    spectators: int
    clocks: list[Clock]
    glass: Glass | None
    mute: bool
    """Whether a rule or the host keeps this viewer from chatting now."""
    host: bool
    """Whether this viewer may kick, mute and hand seats to bots."""
    commitment: str
    """The hash of the luck's key, the same from the start."""
    marks: list[str]
    """What is special: `undone` (decisions were taken back without asking), `fork`, `seeded`, `daily`,
    `guide`."""
    lessons: list[Taught]
    """At a guided table, all that its pupil has been told, the latest last."""


class Done(Message):
    """What was asked is done and safely stored."""

    id: str
    seq: int


class Refused(Message):
    """What was asked is not done; nothing has changed."""

    id: str
    error: str
    """The kind of error, such as `IllegalAction` or `Stale`."""
    say: str
    clause: str = ""


class Said(Message):
    """Somebody said something."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    """Seconds since 1970."""


class Pointed(Message):
    """Somebody points at a thing."""

    seat: int | None
    thing: str


class Held(Message):
    """Somebody has a thing in hand; an empty one was put down."""

    seat: int | None
    thing: str


class Reacted(Message):
    """Somebody shows a reaction."""

    seat: int | None
    reaction: str


class Hinted(Message):
    """What a bot would do: the number of the option, and why in a sentence."""

    id: str
    option: int
    say: str


class Reasoned(Message):
    """Why a bot did what it just did, where that betrays nothing."""

    seat: int
    say: str


class Because(Message):
    """The clause that was asked for, with its text."""

    id: str
    clause: str
    say: str


class Moment(Struct, kw_only=True):
    """One decision of others, with what happened then."""

    seat: int
    say: str
    events: list[Happened]


class CaughtUp(Message):
    """What happened since this person's last decision."""

    id: str
    moments: list[Moment]


class Farewell(Message):
    """The last message: the server closes the socket, and why."""

    error: str
    say: str
    again: bool
    """Whether it makes sense to connect again."""


ToClient: TypeAlias = (
    Position
    | Done
    | Refused
    | Said
    | Pointed
    | Held
    | Reacted
    | Reasoned
    | Hinted
    | Because
    | CaughtUp
    | Farewell
)

to_server: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)
to_client: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
