"""Sets up a new table: deals its game, and seats people and bots."""

from __future__ import annotations

import secrets

from embertable.bots import get_bot
from embertable.engine.players import BOT_NAMES, new_name
from embertable.engine.record import Record
from embertable.engine.session import Session
from embertable.games import load
from embertable.server.content_packs import read_pack
from embertable.server.entries import SeatTaken
from embertable.server.errors import WrongSeatCount
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.live import chance_of, players_of
from embertable.server.sessions import Person
from embertable.tutorials import tutorial_of


def deal(
    person: Person, wanted: NewTable, options: dict[str, str]
) -> tuple[Record, bytes | None, list[SeatTaken]]:
    """The record of a new game, the key of its random numbers unless they are seeded, and its seats."""
    game = load(wanted.game)
    key = None if wanted.seed is not None else secrets.token_bytes(32)
    if wanted.seats and "players" not in options:
        number = str(len(wanted.seats))
        if any(one.name == "players" and number in one.values for one in game.settings):
            options["players"] = number
    content = read_pack(wanted.game, wanted.content)
    session = Session(game, options, chance_of(wanted.seed, key), content)
    seats = seat_players(person, wanted.seats, game.seats(session.table))
    session.record.players = players_of(seats)
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
        plans = [SeatPlan(kind="me")] + [SeatPlan(kind="bot", bot="greedy")] * (count - 1)
    if len(plans) != count:
        raise WrongSeatCount(len(plans), count)
    seats: list[SeatTaken] = []
    for plan in plans:
        if plan.kind == "me":
            seats.append(SeatTaken(person=person.id, name=person.name))
        elif plan.kind == "bot":
            bot = plan.bot or "greedy"
            get_bot(bot, 0)
            seats.append(SeatTaken(bot=bot, name=bot_name(seats)))
        else:
            seats.append(SeatTaken())
    return seats


def bot_name(seats: list[SeatTaken]) -> str:
    return new_name(BOT_NAMES, {one.name for one in seats})
