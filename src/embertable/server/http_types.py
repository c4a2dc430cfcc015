"""Every body of the HTTP API, as types; the messages of the socket are in `protocol`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from embertable.engine.catalogue import ENGLISH
from embertable.server.position_parts import GameEnd, LoggedEvent, OpenChoice, Option, SeatInfo
from embertable.server.protocol import Count, Language, PersonName, SeatNumber, ShortText


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request body; unknown fields are refused."""


class SignIn(Body):
    """A name is enough; a cookie keeps the session."""

    name: PersonName
    language: Language = ENGLISH


class Me(Struct, kw_only=True):
    name: str
    language: str


class PrivacyInfo(Struct, kw_only=True):
    """How many days this server keeps things (0 means for ever), and who runs it."""

    contact: str
    chat_days: float
    table_days: float
    """Unfinished tables that nobody touches; finished games stay."""
    session_days: float


class ValueInfo(Struct, kw_only=True):
    value: str
    name: str
    about: str


class SettingInfo(Struct, kw_only=True):
    """A setting of a game; without values it is free text."""

    name: str
    title: str
    about: str
    advice: str
    """Who should try it, as the box says; may be empty."""
    default: str
    clause: str
    """The clause whose ruling it turns around, where the rulebook can be read in two ways."""
    values: list[ValueInfo]


class GameInfo(Struct, kw_only=True):
    name: str
    title: str
    pitch: str
    rules: int
    """The version of the rules."""
    content: str
    """The hash of the standard pack."""
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
    companion: str
    """What people may roll and draw themselves at a companion table, in a sentence; empty if nothing."""
    levels: dict[str, str]
    """What each level of bots means in this game, in a sentence, the weakest first."""
    sources: dict[str, int]
    """How many components come from the rulebook, from public pages, or are ours (`designed`)."""


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


class SourceInfo(Struct, kw_only=True):
    """A card, ability or place, and where its text and numbers come from."""

    kind: str
    name: str
    text: str
    source: str
    """`rulebook`, `public` or `designed`, which is ours."""


class SourcesText(Struct, kw_only=True):
    game: str
    origins: dict[str, str]
    """What each source is called."""
    components: list[SourceInfo]


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


Part = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
"""A random number of 32 bytes in hexadecimal digits; empty for none."""


class PromisedLuck(Struct, kw_only=True):
    """A key that the server has chosen for one table, by its hash."""

    id: str
    commitment: str


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
    luck: ShortText = ""
    """The `id` of a key that the server has promised to use; without one it takes any."""
    part: Part = ""
    """The creator's part in the luck, chosen after the promise."""
    companion: bool = False
    """Whether people enter what their own dice and cards show, beside the real game."""


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
    standing: str = ""
    """Where the game stands, in words, such as its round; empty before it begins."""
    created: float
    updated: float
    invite: str
    """The secret of an invitation, for the host and people with a seat; otherwise empty."""
    campaign: str
    """The campaign of this game, for the host and whoever shares it; otherwise empty."""
    run: str = ""
    """How the campaign sees this game: `open`, `counted`, or `left` if it will not be counted."""
    notice: str
    """What earlier rules mean for this table, or why it cannot be opened; otherwise empty."""
    read_only: bool
    """Whether nothing can be decided here any more, although the game is not over."""
    marks: list[str] = field(default_factory=list)
    """What is special: `seeded`, `fork`, `daily`, `tutorial`, `companion`, `pack`, and `undone` if somebody alone took back decisions."""
    pack: str = ""
    """The hash of its content pack, which whoever sits down must accept; empty for the standard one, and in lists."""
    commitment: str = ""
    """The hash of the key of its random numbers, if this person may still add a part; empty in lists."""


class Remove(Body):
    """Remove somebody without a seat from the table, or let them come back."""

    who: ShortText
    removed: bool = True


class Silence(Body):
    """Mute somebody without a seat, or let them chat again."""

    who: ShortText
    muted: bool = True


class NewReport(Body):
    """What is wrong at a table, for the operator; the last lines of its chat go with it."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Nothing(Body):
    """A request that says everything with its address."""


class Stranger(Struct, kw_only=True):
    """Somebody without a seat, as the host of a table knows them."""

    who: str
    """What `remove` and `silence` call them, at this table only."""
    name: str
    here: bool
    muted: bool
    removed: bool


class StrangerList(Struct, kw_only=True):
    strangers: list[Stranger]


class TableList(Struct, kw_only=True):
    mine: list[TableInfo]
    listed: list[TableInfo]


class Join(Body):
    """Take this open seat, or the first one."""

    seat: SeatNumber | None = None
    invite: Annotated[str, Meta(max_length=400)] = ""
    part: Part = ""
    """This person's part in the luck; it counts once at each table."""
    pack: ShortText = ""
    """The hash of the table's content pack, if it has one: this person has seen what differs and agrees."""


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
    """Continue a finished game from one of its decisions, at a new table.

    Everybody keeps their seat: bots play on, and people find theirs by the table's link. Whoever did not
    play takes the seat of their name, or the first of a person, and those that nobody is named for; other
    people's seats are then open.
    """

    at: Count
    seat: SeatNumber | None = None
    """Sit here instead; whoever had this seat gets the one that you leave."""
    seats: Annotated[list[SeatPlan], Meta(max_length=16)] = field(default_factory=list)
    """Other players, instead of those of the game."""
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
    notice: str
    """What earlier rules mean for it: it goes on, or is shown only in part; otherwise empty."""


class CostlyDecision(Struct, kw_only=True):
    """A costly decision by a bot's estimate; `number` counts from 1."""

    number: int
    seat: int
    who: str = ""
    text: str
    """What was better, and why, in sentences."""
    played: str = ""
    better: str = ""
    why: str = ""
    chance: float | None = None
    """The winning chance with what was played and with what was better, where both are known."""
    better_chance: float | None = None


class Review(Struct, kw_only=True):
    """The costliest decisions of a recorded game, worst first; what may be noise is not among them."""

    decisions: list[CostlyDecision]


class ChancePoint(Struct, kw_only=True):
    """The winning chance of a seat after a decision; 0 is the start."""

    number: int
    chance: float


class Chances(Struct, kw_only=True):
    """A part of the winning chance over a game, as the bots see it; ask for all parts, from 0 on."""

    seat: int
    part: int
    parts: int
    """0 if the game's bots count no chances."""
    last: int
    """The number of the last decision."""
    points: list[ChancePoint]


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
    notice: str
    """What earlier rules mean for this record; otherwise empty."""


class TakeCampaign(Body):
    """Take over somebody's campaign."""

    invite: Annotated[str, Meta(max_length=400)]


class CampaignRun(Struct, kw_only=True):
    """A counted game of a campaign."""

    number: int
    players: int
    ended: str
    """How it ended, in a sentence."""
    unlocked: list[str]
    """What it added to the campaign for good."""
    table: str
    """Its table, for the replay; empty if it was played elsewhere."""


class OpenRunInfo(Struct, kw_only=True):
    """The game of a campaign that has begun and is not counted yet."""

    number: int
    players: int
    record: str
    table: str
    """Its table; empty if it is played elsewhere."""


class CampaignInfo(Struct, kw_only=True):
    id: str
    game: str
    runs: int
    updated: float
    mine: bool
    """Whether this person owns it; others share it."""
    invite: str
    """The secret with which somebody else can take it over, for its owner; otherwise empty."""
    share: str
    """The secret with which somebody else can share it."""
    archived: bool = False
    """Whether a reset put it away."""
    won: bool = False
    goal: str = ""
    progress: list[str] = field(default_factory=list)
    """What has been reached, in sentences."""
    played: list[CampaignRun] = field(default_factory=list)
    open: OpenRunInfo | None = None
    problem: str = ""
    """Why it cannot be shown or continued; otherwise empty."""


class CampaignList(Struct, kw_only=True):
    campaigns: list[CampaignInfo]


class DailyResult(Struct, kw_only=True):
    name: str
    outcome: str
    score: int
    decisions: int
    mine: bool
    first: bool
    """Whether it was a first attempt; others are listed after these."""
    remark: str
    """Why it was not, in a sentence; otherwise empty."""


class Daily(Struct, kw_only=True):
    """The deal of the day: the same seed for everybody."""

    day: str
    game: str
    seed: int | None
    """The seed, for those who have finished it."""
    options: dict[str, str]
    table: str
    """This person's table of today; empty before they start."""
    results: list[DailyResult]


class Ok(Struct, kw_only=True):
    ok: bool = True


class Health(Struct, kw_only=True):
    ok: bool
    version: str
    read_only: bool = False
    """Whether nothing can be changed just now."""
    draining: bool = False
    """Whether no new tables begin, because of an upgrade."""


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
    Remove,
    Silence,
    NewReport,
)
REPLIES: tuple[type[Struct], ...] = (
    Me,
    PrivacyInfo,
    GameList,
    RulesText,
    SourcesText,
    Components,
    Names,
    PromisedLuck,
    TableInfo,
    TableList,
    StrangerList,
    RecordInfo,
    Frame,
    Review,
    Chances,
    CampaignInfo,
    CampaignList,
    Daily,
    ReportList,
    Ok,
    Health,
    ErrorBody,
)
