"""Every message of the socket, as types.

The parts of a position are in `position_parts`, the bodies of the HTTP API in `http_types`;
`embertable.server.typescript` generates `web/src/protocol.ts` from all three. The field `is` names the
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
from embertable.engine.versions import Kind
from embertable.server.position_parts import (
    CountdownInfo,
    GameEnd,
    LessonShown,
    LoggedEvent,
    LuckShown,
    OpenChoice,
    Option,
    SeatClock,
    SeatInfo,
    UndoOffer,
)

PROTOCOL = Kind("protocol", current=3).current
"""Raised whenever a message changes; a client with another number is asked to reload."""

Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
PersonName = Annotated[str, Meta(min_length=1, max_length=40)]
MessageId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Actor = Annotated[int, Meta(ge=-3, le=15)]
"""A seat, or -3 for chance."""
Count = Annotated[int, Meta(ge=0, le=2**53)]
ShortText = Annotated[str, Meta(max_length=64)]


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class SocketMessage(
    Struct, tag_field="is", tag=snake_case, kw_only=True, forbid_unknown_fields=True, gc=False
):
    """A message of the socket; its tag is the class name in snake case.

    It is no part of a reference cycle, so the garbage collector leaves it alone.
    """


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
    changes: bool = False
    """Whether this client takes `changes` after a whole position."""


class Act(SocketMessage):
    """Take an option."""

    id: MessageId
    """Chosen by the client, unique to this act; sending it again has no further effect."""
    seq: Count
    """The position that the player saw."""
    action: dict[str, Any]
    """The option's `action`, as received."""
    seat: Actor | None = None
    """The option's `seat`: -3 where chance decides; by default the seat they view from."""


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


class Partner(SocketMessage):
    """Ask what the awaited seat may do, to propose one of its options."""

    id: MessageId


class Suggest(SocketMessage):
    """Propose an option to the awaited seat, or share which of one's own is considered; 0 lets go. Not stored."""

    seq: Count
    option: Count


class React(SocketMessage):
    """Show a reaction; not stored."""

    reaction: Literal["thanks", "well-done", "oops", "hurry", "think", "laugh"]


class Hint(SocketMessage):
    """Ask what a bot would do here."""

    id: MessageId


class Preview(SocketMessage):
    """Ask what an option would do, as far as this seat may know."""

    id: MessageId
    seq: Count
    option: Count
    """The number of the option at that position."""


class Forecast(SocketMessage):
    """Ask what threatens at this position, and for the figures that the game's board draws."""

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
    | Partner
    | Suggest
    | React
    | Hint
    | Preview
    | Forecast
    | Why
    | SetLanguage
    | WantText
    | ViewFrom
    | Resync
    | CatchUp
)


# Server to client.


class Position(SocketMessage):
    """The table as one viewer may see it, complete."""

    number: int
    """Counts the positions and changes of this connection, from 1."""
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
    awaited_for: list[str]
    """What each of them has to choose, in words: "which die to move"; empty where the rules keep that secret."""
    entering: list[int] | None
    """At a companion table that asks what was rolled: the seats of the people who may enter it, who rolls first; empty
    if only the host may. Null if nothing is asked."""
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
    silence: str
    """The rule that closes the chat for everybody now, as a sentence; empty where none does."""
    host: bool
    """Whether this viewer may kick, mute and hand seats to bots."""
    commitment: str
    """The hash of the key of the random numbers, the same from the start."""
    luck: list[LuckShown]
    """Everybody's part in the luck, in the order in which they were added."""
    marks: list[str]
    """What is special: `undone` (somebody alone took back decisions), `fork`, `seeded`, `daily`, `tutorial`, `continued`, `reseated`."""
    notice: str
    """What earlier rules mean for this table, in a sentence; empty if it began under the present ones."""
    read_only: bool
    """Whether the present rules no longer lead to this game's last positions; it can be continued elsewhere."""
    lessons: list[LessonShown]
    """At a tutorial table, the lessons its learner has been given so far, the latest last."""


class ViewPart(Struct, kw_only=True, gc=False):
    """A part of the view that is another one now."""

    path: list[str | int]
    """The way to it from the view: names of fields and places in lists; empty for all of it."""
    value: Any


class Changes(SocketMessage):
    """What is different from the position before, whose `number` is one less; without it ask for `resync`."""

    number: int
    seq: int
    fields: dict[str, Any]
    """The other fields of the position that differ, with their new values."""
    view: list[ViewPart]
    first: int
    events: list[LoggedEvent]


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


class PartnerOptions(SocketMessage):
    """What the awaited seat may do."""

    id: str
    seq: int
    seat: int
    options: list[Option]


class Suggested(SocketMessage):
    """Somebody proposes an option to the seat `to`, or considers it themselves; 0 if they let go."""

    seat: int | None
    to: int
    seq: int
    option: int
    text: str


class Reacted(SocketMessage):
    """Somebody shows a reaction."""

    seat: int | None
    reaction: str


class Hinted(SocketMessage):
    """What a bot would do: the number of the option, and why."""

    id: str
    option: int
    text: str


class ViewChange(Struct, kw_only=True):
    """A value of the view that an option would change."""

    path: list[str | int]
    """The way to it from the view: names of fields and places in lists."""
    before: Any
    after: Any
    """What it would be, or most likely be; null where it is unknown."""
    certainty: Literal["exact", "range", "chance", "unknown"]
    share: float
    """How likely it would be so."""
    low: float | None
    high: float | None


class Previewed(SocketMessage):
    """What an option would do: exactly where that is known, otherwise as ranges and chances."""

    id: str
    seq: int
    option: int
    changes: list[ViewChange]
    events: list[LoggedEvent]
    """What is certain to happen."""
    text: list[str]
    """The same in sentences, with a word on what nobody knows yet."""
    depends: bool
    """Whether luck or something hidden decides part of it."""
    may_undo: bool
    ends: dict[str, float]
    """How likely it ends the game, by outcome."""


class Threat(Struct, kw_only=True):
    """What comes, and what can be borne."""

    level: Literal["none", "exact", "about", "at most", "at least", "lost"]
    text: str
    line: str


class Forecasted(SocketMessage):
    """What threatens at a position, and the numbers of the options that lose it for sure; the data is the game's own."""

    id: str
    seq: int
    threat: Threat | None
    lost: list[int]
    data: dict[str, Any] | None


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
    | Changes
    | Done
    | Refused
    | ChatLine
    | Pointed
    | Carried
    | PartnerOptions
    | Suggested
    | Reacted
    | Explained
    | Hinted
    | Previewed
    | Forecasted
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
