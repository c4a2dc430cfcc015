"""Every message of the socket and every body of the HTTP API, as types.

`embertable.server.typescript` writes `web/src/protocol.ts` from them, so browser and server cannot
disagree. Socket messages are told apart by `is`. Game data (views, actions, choices, events) is the
JSON of the engine's codec, tagged by `is` as well. docs/socket.md tells how they are used.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

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


# Bodies of the HTTP API.


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a client posts; a field that nobody knows is refused."""


class SignIn(Body):
    """A name is enough; the browser remembers it by a cookie."""

    name: Name
    language: Language = "en"


class Me(Struct, kw_only=True):
    name: str
    language: str


class ValueInfo(Struct, kw_only=True):
    value: str
    name: str
    about: str


class SettingInfo(Struct, kw_only=True):
    """A setting of a game; without values it is a free text."""

    name: str
    title: str
    about: str
    default: str
    values: list[ValueInfo]


class GameInfo(Struct, kw_only=True):
    name: str
    title: str
    pitch: str
    rules: int
    """The version of the rules."""
    content: str
    """The hash of the printed game's content."""
    settings: list[SettingInfo]
    guide: bool
    """Whether there is a first game that teaches itself."""


class GameList(Struct, kw_only=True):
    games: list[GameInfo]
    bots: list[str]
    languages: list[str]
    version: str


class ClauseInfo(Struct, kw_only=True):
    id: str
    section: str
    title: str
    text: str
    rulings: list[str]
    source: str


class RulesText(Struct, kw_only=True):
    game: str
    clauses: list[ClauseInfo]


class ReportInfo(Struct, kw_only=True):
    """A finished report of the lab."""

    id: str
    title: str


class ReportList(Struct, kw_only=True):
    reports: list[ReportInfo]


class Components(Struct, kw_only=True):
    """A game's components by section, as its content file has them."""

    game: str
    content: dict[str, Any]


class Thing(Body):
    """Something that has a name, by its group in the game's words."""

    group: Word
    id: Word | int


class WantedNames(Body):
    wanted: Annotated[list[Thing], Meta(max_length=1000)]


class Names(Struct, kw_only=True):
    """The names in the order they were asked for; empty where there is none."""

    names: list[str]


class SeatPlan(Body):
    """Who shall sit somewhere: the one who makes the table, a bot, or whoever comes."""

    kind: Literal["me", "bot", "open"]
    bot: Word = ""


class Pace(Body):
    """Thinking time for each seat: a stock and what each decision adds. A bot decides when it is used up."""

    seconds: Annotated[int, Meta(ge=5, le=7 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=86400)] = 0


class NewTable(Body):
    """A table to be: without seats, the maker takes the first and bots the others."""

    game: Word
    options: dict[Word, Annotated[str, Meta(max_length=20_000)]] = field(default_factory=dict)
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    listed: bool = False
    """Whether the lobby shows it to everybody."""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """Luck that can be repeated; without it the luck is secret and proven at the end."""
    pace: Pace | None = None
    absent: Word = ""
    """The bot that plays for people while they are away; nobody if empty."""
    campaign: Word = ""
    """A campaign whose next Run this is."""
    guide: bool = False
    """A first game that teaches itself: its settings, seats and luck are the guide's."""
    content: Annotated[str, Meta(max_length=500_000)] = ""
    """A content pack as TOML, instead of the printed game's content."""


class TableInfo(Struct, kw_only=True):
    """A table as the lobby shows it."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    people: list[Chair]
    listed: bool
    over: bool
    mine: bool
    awaited: bool
    """Whether it waits for a decision of this person."""
    decisions: int
    created: float
    touched: float
    invite: str
    """The link's secret, for those who sit there; else empty."""


class TableList(Struct, kw_only=True):
    mine: list[TableInfo]
    listed: list[TableInfo]


class Join(Body):
    """Sit down on an open seat, or on any of them."""

    seat: SeatNumber | None = None
    invite: Annotated[str, Meta(max_length=400)] = ""


class SeatOnly(Body):
    seat: SeatNumber


class HandToBot(Body):
    """Let a bot play a seat, until its person takes it back."""

    seat: SeatNumber
    bot: Word = "greedy"


class Mute(Body):
    seat: SeatNumber
    muted: bool


class Fork(Body):
    """Go on from a decision of a finished game, at a table of its own."""

    at: Count
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    listed: bool = False


class RecordInfo(Struct, kw_only=True):
    """A stored record: `id` finds it again."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    players: list[str]
    decisions: int
    over: bool


class CostlyDecision(Struct, kw_only=True):
    """A decision that cost much by a bot's count; it was made at the moment before its number."""

    number: int
    seat: int
    say: str


class Review(Struct, kw_only=True):
    """The decisions of a recorded game that cost most, worst first."""

    decisions: list[CostlyDecision]


class Frame(Struct, kw_only=True):
    """A recorded game after decision `at`, seen from a seat or as a spectator."""

    id: str
    game: str
    at: int
    last: int
    seat: int | None
    decision: str
    """What was decided there, in a sentence; empty at the start."""
    view: Any
    text: list[str]
    awaited: list[int]
    choice: Asked | None
    options: list[Option]
    first: int
    """The number of the first of the events that this decision brought."""
    events: list[Happened]
    result: Ended | None
    people: list[str]


class TakeCampaign(Body):
    """Take a campaign over from whoever hands it over."""

    invite: Annotated[str, Meta(max_length=400)]


class CampaignInfo(Struct, kw_only=True):
    id: str
    game: str
    runs: int
    touched: float
    invite: str
    """The secret with which somebody else can take it over."""


class CampaignList(Struct, kw_only=True):
    campaigns: list[CampaignInfo]


class DailyResult(Struct, kw_only=True):
    name: str
    outcome: str
    score: int
    decisions: int
    mine: bool


class Daily(Struct, kw_only=True):
    """The deal of the day: the same luck for everybody who plays it alone or with bots."""

    day: str
    game: str
    seed: int
    options: dict[str, str]
    table: str
    """This person's own table of today; empty before they begin."""
    results: list[DailyResult]


class Created(Struct, kw_only=True):
    """The id of something new."""

    id: str


class Fine(Struct, kw_only=True):
    ok: bool = True


class Health(Struct, kw_only=True):
    ok: bool
    version: str


class Trouble(Struct, kw_only=True):
    """What any request answers that could not be done."""

    error: str
    say: str


REQUESTS: tuple[type[Struct], ...] = (
    SignIn,
    WantedNames,
    NewTable,
    Join,
    SeatOnly,
    HandToBot,
    Mute,
    Fork,
    TakeCampaign,
)
REPLIES: tuple[type[Struct], ...] = (
    Me,
    GameList,
    RulesText,
    Components,
    Names,
    TableInfo,
    TableList,
    RecordInfo,
    Frame,
    Review,
    CampaignInfo,
    CampaignList,
    Daily,
    ReportList,
    Created,
    Fine,
    Health,
    Trouble,
)

to_server: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)
to_client: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
