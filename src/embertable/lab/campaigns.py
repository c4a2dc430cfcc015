"""Whole campaigns between bots: Run after Run, each with what the one before kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.engine.game import Game
from embertable.engine.session import Session
from embertable.games import load
from embertable.games.deadcells.campaign_file import CampaignFile, new_file
from embertable.lab.simulate import luck_of, seating

GAME = "deadcells"


@dataclass(frozen=True)
class Played:
    """A campaign: how its Runs ended, and the hash of the last one."""

    history: tuple[str, ...]
    decisions: int
    hash: str

    def first_victory(self) -> int:
        """The Run in which a Boss fell first; 0 where none did."""
        won = [number for number, one in enumerate(self.history, 1) if one.startswith("beat ")]
        return won[0] if won else 0


def play_run(
    game: Game, kept: CampaignFile, bots: Sequence[str], players: int, seed: int
) -> Session:
    """One recorded Run by bots, from what is kept."""
    options = {"players": str(players), "beheaded": "random", "campaign": kept.option(game)}
    session = Session(game, options, seeded(seed))
    names = seating(bots, players, 0)
    seated = [get_bot(name, luck_of(seed, seat)) for seat, name in enumerate(names)]
    session.record.players = [f"bot:{name}" for name in names]
    while (choice := session.table.next_choice()) is not None:
        session.play(ask(seated[choice.seat], session.table, choice.seat), choice.seat)
    return session


def play_campaign(bots: Sequence[str], players: int, runs: int, seed: int) -> Played:
    """Runs without records, for statistics."""
    game = load(GAME)
    kept = new_file(game)
    decisions = 0
    for number in range(runs):
        luck = luck_of(seed, number)
        options = {"players": str(players), "beheaded": "random", "campaign": kept.option(game)}
        table = game.set_up(options, seeded(luck))
        names = seating(bots, players, 0)
        seated = [get_bot(name, luck_of(luck, seat)) for seat, name in enumerate(names)]
        while (choice := table.next_choice()) is not None:
            table.apply(ask(seated[choice.seat], table, choice.seat), choice.seat)
            decisions += 1
        kept.add(table, "")
    return Played(kept.campaign.history, decisions, kept.runs[-1].hash)


def report(
    bots: Sequence[str],
    players: Sequence[int],
    campaigns: int,
    runs: int,
    seed: int,
    tell: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Where groups die and when the first Boss falls, by number of players."""
    found: dict[str, Any] = {}
    for count in players:
        played: list[Played] = []
        for number in range(campaigns):
            played.append(play_campaign(bots, count, runs, luck_of(seed, count, number)))
            tell(1)
        ends = Counter([end for one in played for end in one.history])
        firsts = sorted([one.first_victory() for one in played if one.first_victory()])
        found[str(count)] = {
            "ends": dict(ends.most_common()),
            "first_run": dict(Counter([one.history[0] for one in played]).most_common()),
            "campaigns_with_a_victory": len(firsts),
            "median_first_victory": firsts[len(firsts) // 2] if firsts else None,
            "decisions": sum([one.decisions for one in played]),
        }
    return {"campaigns": campaigns, "runs": runs, "seed": seed, "players": found}
