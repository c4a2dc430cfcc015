"""Sets up a new table: deals its game, and seats people and bots."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence

from embertable.bots import USUAL_LEVEL, get_bot
from embertable.engine.errors import EmbertableError
from embertable.engine.players import BOT_NAMES, Player, new_name, read_player
from embertable.engine.record import LuckPart, Record
from embertable.engine.session import Session
from embertable.engine.table import Seat
from embertable.games import load
from embertable.server.content_packs import read_pack
from embertable.server.entries import SeatTaken
from embertable.server.errors import BadMessage, WrongSeatCount
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.live import chance_of, players_of
from embertable.server.sessions import Person, clean_name
from embertable.tutorials import tutorial_of

MOST_SEATS = 16


def deal(
    person: Person, wanted: NewTable, options: dict[str, str], promised: bytes | None = None
) -> tuple[Record, bytes | None, list[SeatTaken]]:
    """The record of a new game, the key of its random numbers unless they are seeded, and its seats."""
    game = load(wanted.game)
    key = None if wanted.seed is not None else promised or secrets.token_bytes(32)
    if wanted.seats and "players" not in options:
        number = str(len(wanted.seats))
        if any(one.name == "players" and number in one.values for one in game.settings):
            options["players"] = number
    content = read_pack(wanted.game, wanted.content)
    chance = chance_of(wanted.seed, key)
    chance.entered = wanted.companion
    part = wanted.part if promised is not None and wanted.seed is None else ""
    if part:
        chance.mix_in(bytes.fromhex(part))
    session = Session(game, options, chance, content)
    seats = seat_players(person, wanted.seats, game.seats(session.table))
    session.record.players = players_of(seats)
    if key is not None:
        mine = next((seat for seat, one in enumerate(seats) if one.person == person.id), None)
        session.record.luck = [LuckPart(0, mine, part)] if part else []
    if wanted.tutorial:
        tutorial_of(game).prepare(session)
    return session.record, key, seats


def tutorial_table(game: str) -> NewTable:
    """The settings of a game's tutorial table."""
    tutorial = tutorial_of(load(game))
    return NewTable(
        game=game,
        options=dict(tutorial.options),
        seats=[SeatPlan(kind="me"), *(SeatPlan(kind="bot", bot=bot) for bot in tutorial.bots)],
        seed=tutorial.seed,
        tutorial=True,
    )


def seat_players(person: Person, plans: list[SeatPlan], count: int) -> list[SeatTaken]:
    """Who sits where; without a plan, the person takes the first seat and bots the others."""
    if not plans:
        plans = [SeatPlan(kind="me")] + [SeatPlan(kind="bot")] * (count - 1)
    if len(plans) != count:
        raise WrongSeatCount(len(plans), count)
    seats: list[SeatTaken] = []
    for plan in plans:
        if plan.kind == "me":
            seats.append(SeatTaken(person=person.id, name=person.name))
        elif plan.kind == "bot":
            bot = plan.bot or USUAL_LEVEL
            get_bot(bot, 0)
            seats.append(SeatTaken(bot=bot, name=bot_name(seats)))
        else:
            seats.append(SeatTaken())
    return seats


def players_of_record(record: Record) -> list[SeatTaken]:
    """Who sat where, as far as a record names them; nobody in it is known to this server."""
    seats: list[SeatTaken] = []
    for spelling in record.players[:MOST_SEATS]:
        player = read_player(spelling) or Player(spelling)
        bot = usual_bot(player.bot) if player.bot else ""
        name = ""
        with contextlib.suppress(BadMessage):  # An empty name is none.
            name = clean_name(player.name)
        seats.append(SeatTaken(name=name, bot=bot))
    return seats


def usual_bot(name: str) -> str:
    """A bot of ours: a record may name one that exists elsewhere."""
    try:
        get_bot(name, 0)
    except EmbertableError:
        return USUAL_LEVEL
    return name


def seats_of_fork(
    person: Person, before: Sequence[SeatTaken], count: int, wanted: Seat | None
) -> list[SeatTaken]:
    """The seats of a game that is continued: everybody keeps theirs, and the person takes their own."""
    seats = [*before, *([SeatTaken()] * count)][:count]
    mine = [seat for seat, taken in enumerate(seats) if taken.person == person.id]
    if not mine:
        # They did not play at that table, so nobody there is taken along to theirs.
        seats = [SeatTaken(name=taken.name, bot=taken.bot) for taken in seats]
        people = [seat for seat, taken in enumerate(seats) if not taken.bot]
        named = [seat for seat in people if seats[seat].name == person.name]
        # Seats that nobody ever had a name in are theirs, too.
        unnamed = [seat for seat in people if not seats[seat].name]
        mine = list(dict.fromkeys([*[*named, *people, 0][:1], *unnamed]))
    if wanted is not None:
        if wanted >= count:
            raise WrongSeatCount(wanted + 1, count)
        if wanted not in mine:
            seats[mine[0]] = seats[wanted]
            mine = [wanted, *mine[1:]]
    for seat in mine:
        seats[seat] = SeatTaken(person=person.id, name=person.name)
    for seat, taken in enumerate(seats):
        if taken.bot and not taken.name:
            seats[seat] = SeatTaken(bot=taken.bot, name=bot_name(seats))
    return seats


def bot_name(seats: list[SeatTaken]) -> str:
    return new_name(BOT_NAMES, {one.name for one in seats})
