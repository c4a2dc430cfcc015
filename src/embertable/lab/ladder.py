"""Which bot is the stronger one, by game and settings: all meet the same luck, paired.

Rivals meet in every seating of each luck. A party plays by itself, and is compared with the party
of the bot before on the same luck. Campaigns are compared by the Run in which the first Boss falls.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from embertable.bots import get_bot
from embertable.engine.chance import seeded
from embertable.games import load
from embertable.lab.campaigns import play_campaign
from embertable.lab.simulate import leave_interrupts, luck_of, play_table
from embertable.lab.statistics import median_between, sign_test, wilson

RIVALS = "rivals"
PARTY = "party"
CAMPAIGN = "campaign"
KINDS = {"lueur": RIVALS, "faceless": PARTY, "setawatch": PARTY, "deadcells": CAMPAIGN}


@dataclass(frozen=True)
class Line:
    """Settings that a ladder usually shows, the bots that climb there, and how many games they get."""

    game: str
    options: dict[str, str]
    bots: tuple[str, ...]
    share: float
    """Of the games that were asked for: slow games get fewer, and those with more seats, too."""

    def games(self, asked: int) -> int:
        return max(1, round(asked * self.share))


SEARCHED = ("random", "greedy", "search@60", "search@240")
PARTIES = ("random", "greedy", "search@32")
WATCHES = ("random", "greedy", "search@60", "search@200")
USUAL = (
    Line("lueur", {"players": "2"}, SEARCHED, 1.0),
    Line("lueur", {"players": "2", "journey": "archipelago"}, SEARCHED, 0.5),
    Line("lueur", {"players": "3"}, SEARCHED, 0.2),
    Line("lueur", {"players": "4"}, SEARCHED, 0.2),
    Line("faceless", {"players": "3", "difficulty": "easy"}, PARTIES, 1.0),
    Line("faceless", {"players": "3", "difficulty": "medium"}, PARTIES, 1.0),
    Line("faceless", {"players": "3", "difficulty": "hard"}, PARTIES, 1.0),
    Line("faceless", {"players": "3", "difficulty": "hell"}, (*PARTIES, "search@96"), 1.0),
    Line("faceless", {"players": "2"}, PARTIES, 0.5),
    Line("faceless", {"players": "4"}, PARTIES, 0.5),
    Line("setawatch", {"difficulty": "easy"}, WATCHES, 0.2),
    Line("setawatch", {"difficulty": "normal"}, WATCHES, 0.2),
    Line("setawatch", {"difficulty": "hard"}, WATCHES, 0.2),
    Line("setawatch", {"difficulty": "insane"}, WATCHES, 0.2),
    Line("deadcells", {"players": "3"}, ("random", "greedy", "search@40", "search@160"), 0.1),
    Line("deadcells", {"players": "1"}, ("random", "greedy", "search@40"), 0.1),
    Line("deadcells", {"players": "2"}, ("random", "greedy", "search@40"), 0.1),
    Line("deadcells", {"players": "4"}, ("random", "greedy", "search@40"), 0.1),
)
BOTS = Path(__file__).parent.parent / "bots"
RUNS = 12
"""A campaign in which no Boss has fallen by then counts as one Run more."""


@dataclass(frozen=True)
class Match:
    """One thing to be played: bots in their seats, and the number of its luck."""

    game: str
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    seed: int
    number: int
    seat: int = 0
    """The seat whose share of the victory counts."""

    def key(self) -> str:
        """What the outcome depends on, with rules and bots as they are now."""
        settings = ",".join([f"{name}={value}" for name, value in self.options])
        now = f"{load(self.game).rules_version}/{bots_now(self.game)}"
        seats = "+".join(self.bots)
        return f"{self.game}/{now}/{settings}/{seats}/{self.seed}/{self.number}/{self.seat}"


@cache
def bots_now(game: str) -> str:
    """A digest of the bots that play a game: what older ones played is not kept for newer ones."""
    return digest_of(
        [*BOTS.glob("*.py"), *(BOTS / game).glob("*.py"), *(BOTS / game).glob("*.toml")]
    )


def digest_of(files: Sequence[Path]) -> str:
    together = hashlib.blake2b(digest_size=4)
    for file in sorted(files):
        together.update(f"{file.name}\0".encode())
        together.update(file.read_bytes())
    return together.hexdigest()


@dataclass(frozen=True)
class Rung:
    """A bot, whom it is compared with, and the matches of both; those with one number are a pair."""

    game: str
    options: dict[str, str]
    bot: str
    against: str
    mine: tuple[Match, ...]
    theirs: tuple[Match, ...] = ()


def usual_rungs(
    game: str | None, bots: Sequence[str], games: int, seed: int, settings: dict[str, str]
) -> list[Rung]:
    """The usual lines of a game or of all; with bots or settings of one's own in their place."""
    lines = [line for line in USUAL if game is None or line.game == game]
    if settings:
        names = list(dict.fromkeys([line.game for line in lines]))
        lines = [Line(name, settings, bots_of(name), 1.0) for name in names]
    found: list[Rung] = []
    for line in lines:
        found += rungs_of(line.game, line.options, bots or line.bots, line.games(games), seed)
    return found


def bots_of(game: str) -> tuple[str, ...]:
    return next(line.bots for line in USUAL if line.game == game)


Outcomes: TypeAlias = dict[Match, float]


def rungs_of(
    game: str, options: dict[str, str], bots: Sequence[str], games: int, seed: int
) -> list[Rung]:
    """Each bot against the one before it."""
    for bot in bots:
        get_bot(bot, 0)
    chosen = load(game).check(options)
    settings = tuple(sorted(chosen.items()))
    if KINDS[game] == RIVALS:
        seats = int(chosen["players"])
        return [
            Rung(game, options, bot, before, duels(game, settings, bot, before, seats, games, seed))
            for before, bot in pairwise(bots)
        ]
    seats = int(chosen.get("players", "1"))
    alone = {
        bot: tuple([Match(game, settings, (bot,) * seats, seed, n) for n in range(games)])
        for bot in bots
    }
    return [
        Rung(game, options, bot, before, alone[bot], alone[before] if before else ())
        for before, bot in zip(["", *bots], bots, strict=False)
    ]


def duels(
    game: str,
    settings: tuple[tuple[str, str], ...],
    bot: str,
    other: str,
    seats: int,
    games: int,
    seed: int,
) -> tuple[Match, ...]:
    """A bot in each seat in turn, and the other one in all the others."""
    seatings = [(other,) * seat + (bot,) + (other,) * (seats - seat - 1) for seat in range(seats)]
    return tuple(
        [
            Match(game, settings, names, seed, number, seat)
            for number in range(games)
            for seat, names in enumerate(seatings)
        ]
    )


def outcome_of(match: Match) -> float:
    """A seat's share of the victory, or the Run in which a campaign's first Boss fell."""
    luck = luck_of(match.seed, match.number)
    if KINDS[match.game] == CAMPAIGN:
        played = play_campaign(match.bots, len(match.bots), RUNS, luck, to_victory=True)
        return float(played.first_victory() or RUNS + 1)
    game = load(match.game)
    table = game.set_up(dict(match.options), seeded(luck))
    seats = game.seats(table)
    lucks = [luck_of(match.seed, match.number, seat) for seat in range(seats)]
    names = match.bots if len(match.bots) == seats else match.bots[:1] * seats
    played_out = play_table(table, names, lucks)
    if KINDS[match.game] == PARTY:
        return 1.0 if played_out.winners else 0.0
    return 1.0 / len(played_out.winners) if match.seat in played_out.winners else 0.0


def climb(
    rungs: Sequence[Rung],
    kept: Path | None,
    processes: int,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[dict[str, Any]]:
    """Play what is not kept yet, keep it, and sum up each rung."""
    outcomes = read_kept(rungs, kept)
    missing = [match for match in every_match(rungs) if match not in outcomes]
    playing = zip(missing, played(missing, processes), strict=True)
    for done, (match, outcome) in enumerate(playing, 1):
        outcomes[match] = outcome
        if kept is not None:
            with kept.open("a") as file:
                file.write(json.dumps([match.key(), outcome]) + "\n")
        tell(done, len(missing))
    return [summed_up(rung, outcomes) for rung in rungs]


def every_match(rungs: Sequence[Rung]) -> list[Match]:
    return list(dict.fromkeys([match for rung in rungs for match in (*rung.mine, *rung.theirs)]))


def read_kept(rungs: Sequence[Rung], kept: Path | None) -> Outcomes:
    """What a run before this one has played of it."""
    if kept is None or not kept.exists():
        return {}
    known = dict([json.loads(line) for line in kept.read_text().splitlines()])
    return {match: known[match.key()] for match in every_match(rungs) if match.key() in known}


def played(matches: Sequence[Match], processes: int) -> Iterator[float]:
    """Their outcomes in their order, whoever plays them."""
    if processes == 1:
        yield from map(outcome_of, matches)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=leave_interrupts) as pool:
        try:
            yield from pool.map(outcome_of, matches)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def summed_up(rung: Rung, outcomes: Outcomes) -> dict[str, Any]:
    mine = [outcomes[match] for match in rung.mine]
    theirs = [outcomes[match] for match in rung.theirs]
    found: dict[str, Any] = {
        "game": rung.game,
        "options": rung.options,
        "bot": rung.bot,
        "against": rung.against,
        "games": len(mine),
    }
    if KINDS[rung.game] == CAMPAIGN:
        low, high = median_between(mine)
        found |= {"median_run": median(mine), "median_run_95": [low, high]}
        better = sum([one < other for one, other in zip(mine, theirs, strict=False)])
        worse = sum([one > other for one, other in zip(mine, theirs, strict=False)])
    else:
        low, high = wilson(sum(mine), len(mine))
        found |= {
            "won": sum(mine),
            "rate": round(sum(mine) / len(mine), 4),
            "rate_95": [round(low, 4), round(high, 4)],
        }
        better = sum([one > other for one, other in zip(mine, theirs, strict=False)])
        worse = sum([one < other for one, other in zip(mine, theirs, strict=False)])
    if theirs:
        found |= {"better": better, "worse": worse, "luck": round(sign_test(better, worse), 4)}
    return found
