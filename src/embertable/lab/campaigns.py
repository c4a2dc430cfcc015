"""Whole campaigns played by bots, each game continuing from the one before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from embertable.bots import ask, import_bot
from embertable.engine.campaigns import CampaignGame, Campaigns
from embertable.engine.chance import seeded
from embertable.engine.game import Game
from embertable.engine.players import Player
from embertable.engine.session import Session
from embertable.games import load
from embertable.lab.metrics import metrics_of
from embertable.lab.simulate import seating, seed_of
from embertable.lab.workers import in_processes


@dataclass(frozen=True)
class PlayedCampaign:
    """A finished campaign: how its games ended, and the hash of the last one."""

    history: tuple[str, ...]
    first_victory: int
    """The number of the first game won; 0 if none was."""
    decisions: int
    hash: str


def play_next(
    game: Game, saved: dict[str, Any], bots: Sequence[str], players: int, seed: int
) -> Session:
    """Let bots play the next game of a campaign, and record it."""
    session = new_game(game, saved, players, seed)
    play_on(session, bots, seed)
    return session


def new_game(game: Game, saved: dict[str, Any], players: int, seed: int) -> Session:
    """The next game of a campaign before its first decision."""
    return Session(game, next_options(game, campaigns_of(game), saved, players), seeded(seed))


def play_on(session: Session, bots: Sequence[str], seed: int) -> None:
    """Let bots play a game from here to its end, and record it."""
    names = seating(bots, session.game.seats(session.table), 0)
    seated = [import_bot(name, seed_of(seed, seat)) for seat, name in enumerate(names)]
    session.record.players = [Player("", bot=name).spelled() for name in names]
    while (choice := session.table.next_choice()) is not None:
        session.play(ask(seated[choice.seat], session.table, choice.seat), choice.seat)


def play_campaign(
    name: str,
    bots: Sequence[str],
    players: int,
    games: int,
    seed: int,
    *,
    to_victory: bool = False,
) -> PlayedCampaign:
    """Play a campaign without records; with `to_victory` stop after the first game won."""
    game = load(name)
    campaigns = campaigns_of(game)
    saved = campaigns.begin()
    decisions = 0
    for number in range(games):
        own = seed_of(seed, number)
        table = game.set_up(next_options(game, campaigns, saved, players), seeded(own))
        names = seating(bots, players, 0)
        seated = [import_bot(bot, seed_of(own, seat)) for seat, bot in enumerate(names)]
        while (choice := table.next_choice()) is not None:
            table.apply(ask(seated[choice.seat], table, choice.seat), choice.seat)
            decisions += 1
        saved = campaigns.after(saved, table, "")
        if to_victory and campaigns.games(saved)[-1].won:
            break
    played = campaigns.games(saved)
    ends = tuple([one.ended for one in played])
    return PlayedCampaign(ends, first_victory(played), decisions, played[-1].hash)


def campaigns_of(game: Game) -> Campaigns:
    campaigns = game.campaigns()
    assert campaigns is not None, f"{game.name} has no campaigns"
    return campaigns


def next_options(
    game: Game, campaigns: Campaigns, saved: dict[str, Any], players: int
) -> dict[str, str]:
    own = metrics_of(game).bot_options
    return {"players": str(players), **own, **campaigns.options(saved)}


def first_victory(games: Sequence[CampaignGame]) -> int:
    return next((number for number, one in enumerate(games, 1) if one.won), 0)


def report(
    game: str,
    bots: Sequence[str],
    players: Sequence[int],
    campaigns: int,
    games: int,
    seed: int,
    processes: int = 1,
    on_progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """How games end and when the first is won, by number of players."""
    plans = [
        (game, tuple(bots), count, games, seed_of(seed, count, number))
        for count in players
        for number in range(campaigns)
    ]
    played: list[PlayedCampaign] = []
    for one in play_all(plans, processes):
        played.append(one)
        on_progress(1)
    return {
        "campaigns": campaigns,
        "runs": games,
        "seed": seed,
        "players": {
            str(count): summary(played[place * campaigns : (place + 1) * campaigns])
            for place, count in enumerate(players)
        },
    }


Plan: TypeAlias = tuple[str, tuple[str, ...], int, int, int]
"""Game, bots, players, number of games and seed of one campaign."""


def play_all(plans: Sequence[Plan], processes: int) -> Iterator[PlayedCampaign]:
    """The campaigns in order, whichever process plays them."""
    yield from in_processes(play_planned, plans, processes)


def play_planned(plan: Plan) -> PlayedCampaign:
    return play_campaign(*plan)


def summary(played: Sequence[PlayedCampaign]) -> dict[str, Any]:
    firsts = [one.first_victory for one in played]
    return {
        "ends": count_ends([end for one in played for end in one.history]),
        "first_run": count_ends([one.history[0] for one in played]),
        "campaigns_with_a_victory": len([first for first in firsts if first]),
        "first_victories": sorted([first for first in firsts if first]),
        "median_first_victory": median_of(firsts),
        "decisions": sum([one.decisions for one in played]),
    }


def count_ends(ends: Sequence[str]) -> dict[str, int]:
    return dict(Counter(ends).most_common())


def median_of(firsts: Sequence[int]) -> int | None:
    """The game by which half of all campaigns had a win; None if fewer than half ever did."""
    reached = sorted([first for first in firsts if first])
    middle = (len(firsts) - 1) // 2
    return reached[middle] if middle < len(reached) else None
