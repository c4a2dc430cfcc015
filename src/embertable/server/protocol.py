"""Every message of the socket, as types; the bodies of the HTTP API are in `http_types`.

`embertable.server.typescript` generates `web/src/protocol.ts` from both. The field `is` names the
type of a message, and of the game data inside it (views, actions, choices, events), which is JSON of
the engine's codec. docs/socket.md describes how the messages are used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from embertable.engine.catalogue import ENGLISH, LANGUAGES

PROTOCOL = 2
"""Raised whenever a message changes; a client with another number is asked to reload."""

Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
PersonName = Annotated[str, Meta(min_length=1, max_length=40)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
ShortText = Annotated[str, Meta(max_length=64)]


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class SocketMessage(
    Struct, tag_field="is", tag=snake_case, kw_only=True, forbid_unknown_fields=True
):
    """A message of the socket; its tag is the class name in snake case."""


# Client to server.


class Hello(SocketMessage):
    """The first message: the language, and what this client saw before it lost its connection."""

    protocol: Count = 1
    """The protocol number of the client; 1 is from before there was a number."""
    language: Language = ENGLISH
    seat: SeatNumber | None = None
    """The seat to view from, for people with several; by default one that must decide, or their first."""
    seq: Count = 0
    """The number of the last position this client received; 0 for none."""
    events_seen: Count = 0
    """How many events it has received."""
    want_text: bool = True
    """Whether positions include the text view; without it the server does half the work."""


class Act(SocketMessage):
    """Take an option."""

    id: MessageId
    """Chosen by the client, unique to this act; sending it again has no further effect."""
    seq: Count
    """The position that the player saw."""
    action: dict[str, Any]
    """The option's `action`, as received."""
    seat: SeatNumber | None = None
    """The seat that acts, for people with several; by default the one they view from."""


class Undo(SocketMessage):
    """Undo the last decision where that is free, otherwise propose it to the others."""

    id: MessageId
    seq: Count


class Answer(SocketMessage):
    """Accept or decline the open undo proposal; declining one's own withdraws it."""

    id: MessageId
    proposal: Count
    agree: bool


class Pause(SocketMessage):
    """Vote to pause the countdown, or withdraw the vote; it is paused while everybody votes for it."""

    id: MessageId
    paused: bool


class Chat(SocketMessage):
    """Send a chat line to the table."""

    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Point(SocketMessage):
    """Point at a component; not stored."""

    thing: Annotated[str, Meta(min_length=1, max_length=100)]


class Carry(SocketMessage):
    """Show the others which component one is carrying; empty when it is dropped. Not stored."""

    thing: Annotated[str, Meta(max_length=100)]


class React(SocketMessage):
    """Show a reaction; not stored."""

    reaction: Literal["thanks", "well-done", "oops", "hurry", "think", "laugh"]


class Hint(SocketMessage):
    """Ask what a bot would do here."""

    id: MessageId


class Why(SocketMessage):
    """Ask why something is not offered: for the rule clause behind a choice or an action."""

    id: MessageId
    action: dict[str, Any]


class SetLanguage(SocketMessage):
    """Switch to another language."""

    language: Language


class WantText(SocketMessage):
    """Include the text view in positions from now on."""


class ViewFrom(SocketMessage):
    """View from another of one's own seats."""

    seat: SeatNumber


class Resync(SocketMessage):
    """Send the whole position again, with the events from this number on."""

    events_seen: Count = 0


class CatchUp(SocketMessage):
    """Request what happened since this person's last decision, step by step."""

    id: MessageId


ToServer: TypeAlias = (
    Hello
    | Act
    | Undo
    | Answer
    | Pause
    | Chat
    | Point
    | Carry
    | React
    | Hint
    | Why
    | SetLanguage
    | WantText
    | ViewFrom
    | Resync
    | CatchUp
)


# Server to client.


class OpenChoice(Struct, kw_only=True):
    """The choice that a seat has to make, and the rule clause behind it."""

    data: dict[str, Any]
    text: str
    clause: str


class Option(Struct, kw_only=True):
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


class LoggedEvent(Struct, kw_only=True):
    """An event of the log that this viewer may know; `n` counts only those."""

    n: int
    data: dict[str, Any]
    text: str
    clause: str


class GameEnd(Struct, kw_only=True):
    """How the game ended."""

    data: dict[str, Any]
    text: str
    clause: str
    key: str | None
    """The key of the random numbers in hexadecimal, published now that the game is over."""


class Proposal(Struct, kw_only=True):
    """A request to undo the last decision."""

    number: int
    seat: int
    """The seat that proposes it."""
    agreed: list[int]
    waiting: list[int]
    """The seats that have not answered yet."""
    text: str


class UndoOffer(Struct, kw_only=True):
    """Whether this viewer may undo: at once, by proposing it to the others, or not at all."""

    free: bool
    propose: bool
    proposal: Proposal | None


class SeatInfo(Struct, kw_only=True):
    """A seat and who sits there."""

    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str
    """The bot that plays here, or that stands in for a person who is away."""
    connected: bool
    mine: bool
    muted: bool


class SeatClock(Struct, kw_only=True):
    """A seat's thinking time."""

    seat: int
    seconds: float
    """What is left at the time of sending."""
    running: bool


class CountdownInfo(Struct, kw_only=True):
    """The time limit of a rule, such as an hourglass."""

    seconds: float
    paused: bool
    """Because somebody is away, or because everybody voted to pause it."""
    pausable: bool
    """Whether `pause` can stop it."""
    pause_votes: list[int]
    """The seats that vote to pause it."""


class LessonShown(Struct, kw_only=True):
    """A lesson of a tutorial."""

    id: str
    text: str
    current: bool
    """Whether it belongs to this very position."""


class Position(SocketMessage):
    """The table as one viewer may see it: always complete, so a lost one does no harm."""

    table: str
    game: str
    seq: int
    """The number of this position; every decision and every undo raises it."""
    seat: int | None
    """The seat it is viewed from; null for a spectator."""
    view: Any
    """The game's view of that seat."""
    text: list[str]
    """The text view: the same in plain sentences."""
    awaited: list[int]
    choice: OpenChoice | None
    options: list[Option]
    first: int
    """The number of the first event below; the client drops the events it has from here on (after an undo)."""
    events: list[LoggedEvent]
    result: GameEnd | None
    undo: UndoOffer
    people: list[SeatInfo]
    spectators: int
    clocks: list[SeatClock]
    countdown: CountdownInfo | None
    chat_blocked: bool
    """Whether a rule or the host keeps this viewer from chatting now."""
    host: bool
    """Whether this viewer may kick, mute and hand seats to bots."""
    commitment: str
    """The hash of the key of the random numbers, the same from the start."""
    marks: list[str]
    """What is special: `undone` (somebody alone took back decisions), `fork`, `seeded`, `daily`, `tutorial`."""
    lessons: list[LessonShown]
    """At a tutorial table, the lessons its learner has been given so far, the latest last."""


class Done(SocketMessage):
    """The request is done and safely stored."""

    id: str
    seq: int


class Refused(SocketMessage):
    """The request was refused; nothing has changed."""

    id: str
    error: str
    """The kind of error, such as `IllegalAction` or `Stale`."""
    text: str
    clause: str = ""


class ChatLine(SocketMessage):
    """A line of the chat."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    """Seconds since 1970."""


class Pointed(SocketMessage):
    """Somebody points at a component."""

    seat: int | None
    thing: str


class Carried(SocketMessage):
    """Somebody carries a component; empty when it was dropped."""

    seat: int | None
    thing: str


class Reacted(SocketMessage):
    """Somebody shows a reaction."""

    seat: int | None
    reaction: str


class Hinted(SocketMessage):
    """What a bot would do: the number of the option, and why."""

    id: str
    option: int
    text: str


class Explained(SocketMessage):
    """Why a bot decided as it just did, where that reveals nothing hidden."""

    seat: int
    text: str


class Clause(SocketMessage):
    """The clause that was asked for, with its text."""

    id: str
    clause: str
    text: str


class CatchUpStep(Struct, kw_only=True):
    """One decision of somebody else, with its events."""

    seat: int
    text: str
    events: list[LoggedEvent]


class CaughtUp(SocketMessage):
    """What happened since this person's last decision."""

    id: str
    steps: list[CatchUpStep]


class Farewell(SocketMessage):
    """The last message: the server closes the socket, and why."""

    error: str
    text: str
    reconnect: bool
    """Whether it makes sense to connect again."""


ToClient: TypeAlias = (
    Position
    | Done
    | Refused
    | ChatLine
    | Pointed
    | Carried
    | Reacted
    | Explained
    | Hinted
    | Clause
    | CaughtUp
    | Farewell
)

to_server: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)
to_client: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


class Greeting(Struct, tag_field="is", tag="hello"):
    """What the `hello` of every protocol has in common."""

    protocol: int = 1
    language: str = "en"


any_hello: msgspec.json.Decoder[Greeting] = msgspec.json.Decoder(Greeting)


def farewell(protocol: int, error: str, text: str, reconnect: bool) -> bytes:
    """A farewell in the spelling of the client's protocol, so that an old page can show it."""
    if protocol < 2:
        return encode({"is": "farewell", "error": error, "say": text, "again": reconnect})
    return encode(Farewell(error=error, text=text, reconnect=reconnect))
