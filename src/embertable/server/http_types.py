"""Every body of the HTTP API, as types; the messages of the socket are in `protocol`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from embertable.engine.catalogue import ENGLISH
from embertable.server.protocol import (
    Count,
    GameEnd,
    Language,
    LoggedEvent,
    OpenChoice,
    Option,
    PersonName,
    SeatInfo,
    SeatNumber,
    ShortText,
)


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request body; unknown fields are refused."""


class SignIn(Body):
    """A name is enough; a cookie keeps the session."""

    name: PersonName
    language: Language = ENGLISH


class Me(Struct, kw_only=True):
    name: str
    language: str


class ValueInfo(Struct, kw_only=True):
    value: str
    name: str
    about: str


class SettingInfo(Struct, kw_only=True):
    """A setting of a game; without values it is free text."""

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
    min_players: int
    max_players: int
    minutes: int
    """How long a game takes; 0 where the box does not say."""
    weight: int
    """How much there is to learn, from 1 (light) to 3; 0 where the box does not say."""
    campaigns: bool
    """Whether games continue each other."""
    tutorial: bool
    """Whether the game has a tutorial."""


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
    """A game's components by section, as in its content file."""

    game: str
    content: dict[str, Any]


class Thing(Body):
    """Something with a name, by its group in the game's catalogue."""

    group: ShortText
    id: ShortText | int


class WantedNames(Body):
    wanted: Annotated[list[Thing], Meta(max_length=1000)]


class Names(Struct, kw_only=True):
    """The names in the order of the request; empty if there is none."""

    names: list[str]


class SeatPlan(Body):
    """Who gets a seat: the person who creates the table, a bot, or anybody who joins."""

    kind: Literal["me", "bot", "open"]
    bot: ShortText = ""


class Pace(Body):
    """Thinking time for each seat, and what each decision adds. A bot decides for people who run out."""

    seconds: Annotated[int, Meta(ge=5, le=7 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=86400)] = 0


class NewTable(Body):
    """A new table; without `seats`, its creator takes the first one and bots the others."""

    game: ShortText
    options: dict[ShortText, Annotated[str, Meta(max_length=20_000)]] = field(default_factory=dict)
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    listed: bool = False
    """Whether the lobby lists it for everybody."""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """A public seed; without one, the random numbers come from a secret key that is published at the end."""
    pace: Pace | None = None
    absent: ShortText = ""
    """The bot that plays for people while they are away; none if empty."""
    campaign: ShortText = ""
    """The campaign whose next game this is."""
    tutorial: bool = False
    """A tutorial table; the tutorial defines its settings, seats and seed."""
    content: Annotated[str, Meta(max_length=500_000)] = ""
    """A content pack as TOML, instead of the printed game's content."""


class TableInfo(Struct, kw_only=True):
    """A table as the lobby shows it."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    people: list[SeatInfo]
    listed: bool
    pace: Pace | None
    """Thinking time, if it is limited."""
    absent: str
    """The bot that plays for people while they are away; none if empty."""
    over: bool
    mine: bool
    awaited: bool
    """Whether this person must decide."""
    decisions: int
    created: float
    updated: float
    invite: str
    """The secret of an invitation, for the host and people with a seat; otherwise empty."""
    campaign: str
    """The campaign of this game, for the host; otherwise empty."""


class TableList(Struct, kw_only=True):
    mine: list[TableInfo]
    listed: list[TableInfo]


class Join(Body):
    """Take this open seat, or the first one."""

    seat: SeatNumber | None = None
    invite: Annotated[str, Meta(max_length=400)] = ""


class SeatOnly(Body):
    seat: SeatNumber


class HandToBot(Body):
    """Let a bot play a seat until its person takes over."""

    seat: SeatNumber
    bot: ShortText = "greedy"


class Mute(Body):
    seat: SeatNumber
    muted: bool


class Fork(Body):
    """Continue a finished game from one of its decisions, at a new table."""

    at: Count
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    listed: bool = False


class RecordInfo(Struct, kw_only=True):
    """A stored record."""

    id: str
    game: str
    title: str
    options: dict[str, str]
    players: list[str]
    decisions: int
    over: bool


class CostlyDecision(Struct, kw_only=True):
    """A costly decision by a bot's estimate; `number` counts from 1."""

    number: int
    seat: int
    text: str


class Review(Struct, kw_only=True):
    """The costliest decisions of a recorded game, worst first."""

    decisions: list[CostlyDecision]


class Frame(Struct, kw_only=True):
    """A recorded game after decision `at`, viewed from a seat or as a spectator."""

    id: str
    game: str
    at: int
    last: int
    seat: int | None
    decision: str
    """The decision in a sentence; empty at the start."""
    view: Any
    text: list[str]
    awaited: list[int]
    choice: OpenChoice | None
    options: list[Option]
    first: int
    """The number of the first event of this decision."""
    events: list[LoggedEvent]
    result: GameEnd | None
    people: list[str]


class TakeCampaign(Body):
    """Take over somebody's campaign."""

    invite: Annotated[str, Meta(max_length=400)]


class CampaignInfo(Struct, kw_only=True):
    id: str
    game: str
    runs: int
    updated: float
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
    """The deal of the day: the same seed for everybody."""

    day: str
    game: str
    seed: int
    options: dict[str, str]
    table: str
    """This person's table of today; empty before they start."""
    results: list[DailyResult]


class Ok(Struct, kw_only=True):
    ok: bool = True


class Health(Struct, kw_only=True):
    ok: bool
    version: str


class ErrorBody(Struct, kw_only=True):
    """The response to a request that failed."""

    error: str
    text: str


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
    Ok,
    Health,
    ErrorBody,
)
