"""Which bot is stronger, by game and settings, in paired games on the same seeds.

Rivals meet in every seating of each seed. A party plays by itself, and is compared with the party of
the previous bot on the same seeds. Campaigns are compared by the game that is won first.

A comparison plays all its seeds, or stops at the seed whose results decide a sequential test.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import embertable.bots
from embertable.bots import import_bot
from embertable.engine.chance import seeded
from embertable.engine.errors import UnreadableFile
from embertable.games import game_names, load, part_of
from embertable.lab.campaigns import play_campaign
from embertable.lab.errors import ForeignOutcomes
from embertable.lab.ladder_lines import Line, lines_of
from embertable.lab.sequential import Hypotheses, log_likelihood_ratio, verdict
from embertable.lab.simulate import play_table, seed_of
from embertable.lab.statistics import median_interval, sign_test, wilson
from embertable.lab.workers import in_processes

RIVALS = "rivals"
PARTY = "party"
CAMPAIGN = "campaign"
BOTS = Path(embertable.bots.__file__).parent
CAMPAIGN_GAMES = 12
"""A campaign without a victory by then counts as this many games plus one."""


@dataclass(frozen=True)
class Match:
    """One game to play: the bots in their seats, and the number of its seed."""

    game: str
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    seed: int
    number: int
    seat: int = 0
    """The seat whose share of the victory counts."""

    def key(self) -> str:
        """Identifies the outcome: all it depends on, with the current rules and bots."""
        settings = ",".join([f"{name}={value}" for name, value in self.options])
        now = f"{load(self.game).rules_version}/{bots_now(self.game)}"
        now += "".join(
            [f"+{digest}" for digest in map(digest_of_bot, sorted({*self.bots})) if digest]
        )
        seats = "+".join(self.bots)
        return f"{self.game}/{now}/{settings}/{seats}/{self.seed}/{self.number}/{self.seat}"


@cache
def bots_now(game: str) -> str:
    """A digest of the bots that play a game: results of older bots are not reused for newer ones."""
    part = part_of(load(game), "bots")
    files = list(BOTS.glob("*.py"))
    if part is not None and part.__file__:
        own = Path(part.__file__)
        files += [file for kind in ("py", "toml", "json") for file in own.parent.glob(f"*.{kind}")]
    return digest_of(files)


@cache
def digest_of_bot(name: str) -> str:
    """A digest of the file of a bot that is not ours, for the same reason; empty for ours."""
    kind = type(import_bot(name, 0))
    file = inspect.getsourcefile(kind)
    return digest_of([Path(file)]) if file and not kind.__module__.startswith("embertable.") else ""


def digest_of(files: Sequence[Path]) -> str:
    together = hashlib.blake2b(digest_size=4)
    for file in sorted(files):
        together.update(f"{file.name}\0".encode())
        together.update(file.read_bytes())
    return together.hexdigest()


@dataclass(frozen=True)
class Rung:
    """A bot, the bot it is compared with, and their matches, paired by number."""

    game: str
    options: dict[str, str]
    bot: str
    against: str
    mine: tuple[Match, ...]
    theirs: tuple[Match, ...] = ()

    def matches_of(self, number: int) -> list[Match]:
        """The matches of one seed."""
        return [match for match in (*self.mine, *self.theirs) if match.number == number]

    def until(self, seeds: int) -> Rung:
        """The same with fewer seeds."""
        mine, theirs = (
            tuple([match for match in matches if match.number < seeds])
            for matches in (self.mine, self.theirs)
        )
        return Rung(self.game, self.options, self.bot, self.against, mine, theirs)

    def is_duel(self) -> bool:
        """Whether the bots meet at one table."""
        return bool(self.against) and not self.theirs


def usual_rungs(
    game: str | None, bots: Sequence[str], games: int, seed: int, settings: dict[str, str]
) -> list[Rung]:
    """The usual lines of a game or of all; with other bots or settings, if there are any."""
    found: list[Rung] = []
    for name in [game] if game else game_names():
        lines = lines_of(load(name))
        if settings:
            lines = (Line(settings, lines[0].bots, 1.0),)
        for line in lines:
            found += rungs_of(name, line.options, bots or line.bots, line.games(games), seed)
    return found


def mode_of(name: str) -> str:
    """How bots of a game are compared."""
    game = load(name)
    if game.campaigns() is not None:
        return CAMPAIGN
    return PARTY if game.info().cooperative else RIVALS


Outcomes: TypeAlias = dict[Match, float]


def rungs_of(
    game: str, options: dict[str, str], bots: Sequence[str], games: int, seed: int
) -> list[Rung]:
    """Each bot against the one before it."""
    for bot in bots:
        import_bot(bot, 0)
    chosen = load(game).check(options)
    settings = tuple(sorted(chosen.items()))
    seats = int(chosen.get("players", "1"))
    if mode_of(game) == RIVALS:
        return [
            Rung(game, options, bot, before, duels(game, settings, bot, before, seats, games, seed))
            for before, bot in pairwise(bots)
        ]
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
    """One bot in each seat in turn, its rival in all others."""
    seatings = [(other,) * seat + (bot,) + (other,) * (seats - seat - 1) for seat in range(seats)]
    return tuple(
        [
            Match(game, settings, names, seed, number, seat)
            for number in range(games)
            for seat, names in enumerate(seatings)
        ]
    )


def outcome_of(match: Match) -> float:
    """A seat's share of the victory, or the number of a campaign's first game that was won."""
    seed = seed_of(match.seed, match.number)
    mode = mode_of(match.game)
    if mode == CAMPAIGN:
        played = play_campaign(
            match.game, match.bots, len(match.bots), CAMPAIGN_GAMES, seed, to_victory=True
        )
        return float(played.first_victory or CAMPAIGN_GAMES + 1)
    game = load(match.game)
    table = game.set_up(dict(match.options), seeded(seed))
    seats = game.seats(table)
    seeds = [seed_of(match.seed, match.number, seat) for seat in range(seats)]
    names = match.bots if len(match.bots) == seats else match.bots[:1] * seats
    played_out = play_table(table, names, seeds)
    if mode == PARTY:
        return 1.0 if played_out.winners else 0.0
    return 1.0 / len(played_out.winners) if match.seat in played_out.winners else 0.0


def climb(
    rungs: Sequence[Rung],
    kept: Path | None,
    processes: int,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
    hypotheses: Hypotheses | None = None,
) -> list[dict[str, Any]]:
    """Play the matches without a saved outcome, save them, and sum up each rung.

    With hypotheses, a rung that compares two bots ends at the seed that decides between them.
    """
    outcomes = read_kept(rungs, kept)
    if kept is not None:
        try:
            # Nobody should learn after the first match that it cannot be saved.
            kept.open("a").close()
        except OSError as error:
            raise UnreadableFile(str(kept), error) from error

    def play(matches: Sequence[Match]) -> None:
        missing = [match for match in matches if match not in outcomes]
        for match, outcome in zip(missing, played(missing, processes), strict=True):
            outcomes[match] = outcome
            if kept is not None:
                with kept.open("a") as file:
                    file.write(json.dumps([match.key(), outcome]) + "\n")
            on_progress(len(outcomes) - before, total)

    before, total = len(outcomes), len(every_match(rungs)) - len(outcomes)
    if hypotheses is None:
        play(every_match(rungs))
        return [summed_up(rung, outcomes) for rung in rungs]
    return [tested(rung, outcomes, hypotheses, play) for rung in rungs]


SEEDS_AT_ONCE = 4
"""How many seeds a sequential test plays before it looks again, so that several processes have work.

It looks at them one by one all the same: the number of processes does not change where a test ends.
"""


def tested(
    rung: Rung,
    outcomes: Outcomes,
    hypotheses: Hypotheses,
    play: Callable[[Sequence[Match]], None],
) -> dict[str, Any]:
    """Play a rung seed by seed until the test decides, or all seeds are played."""
    seeds = len({match.number for match in rung.mine})
    if not rung.against:
        play(rung.mine)
        return summed_up(rung, outcomes)
    if rung.is_duel():
        hypotheses = hypotheses.among(len(rung.mine[0].bots))
    results: list[float] = []
    decided = None
    for number in range(seeds):
        if number % SEEDS_AT_ONCE == 0:
            ahead = range(number, min(seeds, number + SEEDS_AT_ONCE))
            play([match for one in ahead for match in rung.matches_of(one)])
        results += result_of_seed(rung, outcomes, number)
        decided = verdict(results, hypotheses)
        if decided:
            rung = rung.until(number + 1)
            break
    return summed_up(rung, outcomes) | {
        "tested": [round(hypotheses.low, 4), round(hypotheses.high, 4)],
        "log_likelihood_ratio": round(log_likelihood_ratio(results, hypotheses), 3),
        "verdict": decided,
    }


def result_of_seed(rung: Rung, outcomes: Outcomes, number: int) -> list[float]:
    """What one seed says: the mean share of victory over its seatings, or which bot did better."""
    if rung.is_duel():
        shares = [outcomes[match] for match in rung.matches_of(number)]
        return [sum(shares) / len(shares)]
    mine, theirs = (outcomes[match] for match in rung.matches_of(number))
    if mine == theirs:
        return []
    return [float((mine < theirs) if mode_of(rung.game) == CAMPAIGN else (mine > theirs))]


def every_match(rungs: Sequence[Rung]) -> list[Match]:
    return list(dict.fromkeys([match for rung in rungs for match in (*rung.mine, *rung.theirs)]))


def read_kept(rungs: Sequence[Rung], kept: Path | None) -> Outcomes:
    """Outcomes saved by an earlier run."""
    if kept is None or not kept.exists():
        return {}
    try:
        known = dict([json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()])
    except OSError as error:
        raise UnreadableFile(str(kept), error) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise ForeignOutcomes(str(kept)) from error
    return {match: known[match.key()] for match in every_match(rungs) if match.key() in known}


def played(matches: Sequence[Match], processes: int) -> Iterator[float]:
    """The outcomes in order, whichever process plays the matches."""
    yield from in_processes(outcome_of, matches, processes)


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
    if mode_of(rung.game) == CAMPAIGN:
        low, high = median_interval(mine)
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
        p = round(sign_test(better, worse), 4)
        found |= {"better": better, "worse": worse, "sign_test_p": p}
    return found
