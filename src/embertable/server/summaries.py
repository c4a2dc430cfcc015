"""Summary rows: what lists show of a table, stored beside its log, so that no list opens a game.

An exact summary is made of a live table whenever it changes. Where a row is missing, a plain one is
read off the log's entries without playing them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from embertable.engine.catalogue import load_catalogue
from embertable.engine.errors import EmbertableError, OldRules
from embertable.engine.game import Game
from embertable.engine.table import CHANCE
from embertable.games import game_names, load
from embertable.server import entries
from embertable.server.entries import Acted, Opened, SeatTaken, Undone
from embertable.server.errors import BrokenTable, OldTable, ReadOnlyTable, render
from embertable.server.live import LiveTable
from embertable.server.projections import Seats
from embertable.server.store import Row
from embertable.text_view import standing

State = Literal["", "read_only", "broken"]


class SeatSummary(SeatTaken, omit_defaults=True):
    """Who has a seat, the bot that stands in for them, and whether they are muted."""

    stand_in: str = ""
    muted: bool = False


class Summary(Struct, kw_only=True, omit_defaults=True):
    """A table as lists show it; a stored form, so fields are only added."""

    seq: int
    """The number of the last entry that it describes."""
    game: str
    options: dict[str, str]
    seats: list[SeatSummary]
    host: str
    created: float
    updated: float
    listed: bool = False
    seconds: int = 0
    increment: int = 0
    absent: str = ""
    campaign: str = ""
    marks: list[str] = field(default_factory=list)
    invites: int = 0
    """How often invitations were revoked."""
    decisions: int = 0
    standing: dict[str, Any] = field(default_factory=dict)
    """The arguments of the sentence that says where the game stands; empty if nothing does."""
    awaited: list[int] = field(default_factory=list)
    over: bool = False
    began: int = 0
    """The rules version that the game began under."""
    rules: int = 0
    """The rules version under which it was opened last; 0 if it has not been opened."""
    state: State = ""
    agreed: int = 0
    """For a read-only table, the entries on which earlier and present rules agree; -1 for none."""

    def seats_of(self, person: str) -> list[int]:
        return [n for n, one in enumerate(self.seats) if person and one.person == person]


decoder = msgspec.json.Decoder(Summary)
encode = msgspec.json.Encoder().encode


def summary_of(live: LiveTable) -> Summary:
    """The exact summary of an open table."""
    played = live.played
    found = opened_summary(live.opened, live.seats)
    found.seq = live.number
    found.updated = live.updated
    found.marks = live.marks()
    found.invites = live.seats.invites
    found.decisions = len(played.decided_seats)
    # A pack's own places have no name in the game's catalogue.
    found.standing = {} if "pack" in found.marks else standing(played.table)
    found.awaited = played.awaited()
    if live.entering() is not None:
        found.awaited.append(CHANCE)
    found.over = live.is_over()
    found.rules = live.game.rules_version
    if played.old_rules is not None:
        found.state = "read_only"
        found.agreed = played.old_rules.agreed
    return found


def summary_of_log(rows: Sequence[Row]) -> Summary | None:
    """What the entries of a log say by themselves; None if not even its opening can be read."""
    try:
        opened = entries.decoder.decode(rows[0].body)
    except (msgspec.MsgspecError, IndexError):
        return None
    if not isinstance(opened, Opened):
        return None
    seats = Seats(opened.seats)
    found = opened_summary(opened, seats)
    for row in rows[1:]:
        try:
            entry = entries.decoder.decode(row.body)
            seats.apply(entry)
        except (msgspec.MsgspecError, IndexError):
            found.state = "broken"
            break
        found.updated = entry.at
        found.decisions += isinstance(entry, Acted) - isinstance(entry, Undone)
    found.invites = seats.invites
    found.seats = seat_summaries(seats)
    found.seq = rows[-1].seq
    return found


def opened_summary(opened: Opened, seats: Seats) -> Summary:
    record: dict[str, Any] = opened.record
    recorded = record.get("entries")
    return Summary(
        seq=1,
        game=str(record.get("game")),
        options=dict(record.get("options") or {}),
        seats=seat_summaries(seats),
        host=opened.host,
        created=opened.at,
        updated=opened.at,
        listed=opened.listed,
        seconds=opened.seconds,
        increment=opened.increment,
        absent=opened.absent,
        campaign=opened.campaign,
        marks=list(opened.marks),
        decisions=sum(1 if "do" in one else -1 for one in recorded or ()),
        began=int(record.get("rules") or 0),
    )


def seat_summaries(seats: Seats) -> list[SeatSummary]:
    return [
        SeatSummary(
            person=taken.person,
            name=taken.name,
            bot=taken.bot,
            stand_in=seats.lent_to_bot.get(seat, ""),
            muted=seat in seats.muted,
        )
        for seat, taken in enumerate(seats)
    ]


def with_problem(summary: Summary, error: Exception) -> Summary:
    """The summary of a table that cannot be opened."""
    if isinstance(error, OldRules):
        return msgspec.structs.replace(
            summary, state="read_only", rules=error.ours, agreed=error.agreed, awaited=[]
        )
    game = game_of(summary.game)
    rules = game.rules_version if game else 0
    return msgspec.structs.replace(summary, state="broken", rules=rules, awaited=[])


def game_of(name: str) -> Game | None:
    """An installed game; None if it is not, or cannot be loaded."""
    if name not in game_names():
        return None
    try:
        return load(name)
    except EmbertableError:
        return None


def notice_of(summary: Summary, language: str) -> str:
    """What a list says about a table's rules, or why it cannot be opened; otherwise empty."""
    game = game_of(summary.game)
    if game is None:
        return render(language, "table.no_game", game=summary.game)
    ours = game.rules_version
    if summary.state == "broken":
        return BrokenTable().render(language)
    if summary.rules and summary.rules < ours and not summary.over:
        return render(language, "table.new_rules", theirs=summary.rules, ours=ours)
    agreed = summary.agreed if summary.state == "read_only" else None
    return rules_notice(summary.began, summary.rules or ours, agreed, language)


def standing_of(summary: Summary, language: str) -> str:
    """Where the game stands, in words; empty before it begins, and where only its log was read."""
    game = game_of(summary.game)
    if game is None or not summary.standing:
        return ""
    return game.catalogue(language).text("standing.now", **summary.standing)


def rules_notice(began: int, ours: int, agreed: int | None, language: str) -> str:
    """What earlier rules mean for a table; `agreed` is not None if it is read-only."""
    if agreed is not None and agreed < 0:
        return OldTable(began, ours).render(language)
    if agreed is not None:
        return ReadOnlyTable(OldRules("", began, ours, agreed)).render(language)
    if began < ours:
        return load_catalogue("engine", language).text("older.agrees", theirs=began, ours=ours)
    return ""
