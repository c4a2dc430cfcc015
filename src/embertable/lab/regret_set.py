"""Decisions with known values: how much a bot's choice costs, by kind of choice.

A set is a file of recorded games. In each, some decisions are marked, and the best options of each were
played on shared imagined tables to the end of the game by the game's rollout policy. Two halves of
these tables are kept apart: the best option is found on one half and valued on the other, so that luck
on the tables is not taken for regret.

A set grows game by game. An interrupted run continues from the file.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.bots import ask, import_bot
from embertable.bots.analysis import CHANCE
from embertable.bots.rollout import Rollout, rollout_of
from embertable.bots.search import Budget, SearchBot, candidates_for
from embertable.engine.chance import seeded
from embertable.engine.game import Game
from embertable.engine.record import Record, record_from_json
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import Action, Seat, Table
from embertable.engine.versions import Kind
from embertable.games import load
from embertable.lab.calibration import Bin, binned
from embertable.lab.errors import ForeignSet
from embertable.lab.growing_file import GrowingFile
from embertable.lab.simulate import seed_of

REGRET = Kind("regret")
PLAYER = "greedy"
"""Who plays the games of a set."""
DECISIONS_PER_GAME = 5
SAID_PLAYOUTS = 60
"""Playouts behind the chance that the search gives each marked decision."""
WANDERING = 10
"""One decision of this many is made at random, so that positions vary."""


@dataclass(frozen=True)
class Recipe:
    """All that the decisions of a set and their values depend on, besides rules and bots."""

    game: str
    options: tuple[tuple[str, str], ...]
    tables: int = 64
    """How many imagined tables each option is played on."""
    seed: int = 1

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": load(self.game).rules_version,
            "options": dict(self.options),
            "tables": self.tables,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Valued:
    """An option and the mean result of its playouts on each half of the tables."""

    action: Any
    halves: tuple[float, float]

    def mean(self) -> float:
        return sum(self.halves) / 2


@dataclass(frozen=True)
class Decision:
    """A marked decision: its place in the game, its options, and what the search said of them."""

    after: int
    """How many entries of the record come before it."""
    seat: Seat
    kind: str
    options: tuple[Valued, ...]
    said: float | None
    """The chance of winning that the search gave its best option; None where it did not search."""

    def regret(self, action: Any) -> float:
        """What choosing the action costs; one that was not played out counts as the worst that was."""
        worst = min(self.options, key=Valued.mean)
        mine = next((one for one in self.options if one.action == action), worst)
        return (self.cost(mine, 0) + self.cost(mine, 1)) / 2

    def cost(self, mine: Valued, half: int) -> float:
        best = max(self.options, key=lambda one: one.halves[half])
        return best.halves[1 - half] - mine.halves[1 - half]

    def knows(self, action: Any) -> bool:
        return any([one.action == action for one in self.options])

    def spread(self) -> float:
        """What the worst choice costs."""
        return self.regret(min(self.options, key=Valued.mean).action)


@dataclass(frozen=True)
class MarkedGame:
    """A recorded game with its marked decisions."""

    record: Record
    decisions: tuple[Decision, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "record": self.record.to_json(),
            "decisions": [
                {
                    "after": one.after,
                    "seat": one.seat,
                    "kind": one.kind,
                    "said": one.said,
                    "options": [[option.action, *option.halves] for option in one.options],
                }
                for one in self.decisions
            ],
        }


def game_from_json(saved: dict[str, Any], file: str) -> MarkedGame:
    return MarkedGame(
        record_from_json(saved["record"], file),
        tuple(
            [
                Decision(
                    one["after"],
                    one["seat"],
                    one["kind"],
                    tuple([Valued(action, (a, b)) for action, a, b in one["options"]]),
                    one["said"],
                )
                for one in saved["decisions"]
            ]
        ),
    )


class RegretSet:
    """The marked games of one recipe, in a file that grows by whole lines."""

    def __init__(self, file: Path, recipe: Recipe | None) -> None:
        """Read what is there; with a recipe, the file must be of that one, or is begun."""
        self.kept = GrowingFile(file, REGRET, None if recipe is None else recipe.to_json())
        self.header = self.kept.header
        try:
            self.games = [game_from_json(saved, str(file)) for saved in self.kept.entries]
        except (KeyError, TypeError, ValueError) as error:
            raise ForeignSet(str(file), REGRET.name) from error

    def add(self, game: MarkedGame) -> None:
        self.kept.add(game.to_json())
        self.games.append(game)

    def decisions(self) -> int:
        return sum([len(game.decisions) for game in self.games])


def grow(
    found: RegretSet,
    recipe: Recipe,
    decisions: int,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> None:
    """Add games until the set has this many decisions."""
    begun = found.decisions()
    while found.decisions() < decisions:
        found.add(marked_game(recipe, len(found.games)))
        on_progress(found.decisions() - begun, decisions - begun)


def marked_game(recipe: Recipe, number: int) -> MarkedGame:
    """Play the numbered game to its end and mark some of its decisions."""
    game = load(recipe.game)
    seed = seed_of(recipe.seed, number)
    session = Session(game, dict(recipe.options), seed)
    table = session.table
    bots = [import_bot(PLAYER, seed_of(seed, seat)) for seat in range(game.seats(table))]
    luck = seeded(seed_of(seed, -1))
    session.record.players = [f"bot:{PLAYER}"] * len(bots)
    real: list[int] = []
    while (choice := table.next_choice()) is not None:
        if len(table.offered(choice.seat)) > 1:
            real.append(len(session.record.entries))
        if luck.draw("wandering", WANDERING):
            action = ask(bots[choice.answerers(table)[0]], table, choice.seat)
        else:
            action = luck.pick("options", table.offered(choice.seat))
        session.play(action, choice.seat)
    marks = {luck.pick("marks", real) for _ in range(DECISIONS_PER_GAME)} if real else set()
    found = [
        valued(again.table, after, recipe.tables, seed_of(seed, after))
        for after, again in positions(game, session.record, marks)
    ]
    return MarkedGame(session.record, tuple([one for one in found if one is not None]))


def positions(game: Game, record: Record, marks: set[int]) -> Iterator[tuple[int, Session]]:
    """The game replayed, stopped before each marked decision."""
    session = open_record(game, record)
    going_on = replay(session, record)
    for after in range(max(marks, default=-1) + 1):
        if after in marks:
            yield after, session
        next(going_on)


def valued(table: Table[Any], after: int, tables: int, seed: int) -> Decision | None:
    """The best options of a decision, played to the game's end; None if all options are alike."""
    game = table.game
    codec = game.codec()
    choice = table.next_choice()
    assert choice is not None
    seat = choice.seat
    options = tuple(table.offered(seat))
    search = SearchBot(seed, Budget(playouts=SAID_PLAYOUTS))
    said = search.think(choice, options, lambda chance: game.imagine(table, seat, chance))
    rollout = rollout_of(game)(game.imagine(table, seat, seeded(seed)), choice)
    scored = search.greedy.score(choice, options, lambda chance: game.imagine(table, seat, chance))
    candidates = [one.scored.action for one in candidates_for(rollout, scored)]
    if len(candidates) < 2:
        return None
    sums = [[0.0, 0.0] for _ in candidates]
    for number in range(tables):
        chance = seeded(seed + number)
        imagined = game.imagine(table, seat, chance)
        for place, action in enumerate(candidates):
            sums[place][number % 2] += outcome(rollout, imagined.copy(chance.copy()), action)
    halves = [(tables + 1) // 2, tables // 2]
    is_chance = said.unit == CHANCE and bool(said.candidates[0].outcomes)
    return Decision(
        after,
        rollout.seat,
        type(choice).__name__,
        tuple(
            [
                Valued(codec.encode(action), (one / halves[0], other / max(1, halves[1])))
                for action, (one, other) in zip(candidates, sums, strict=True)
            ]
        ),
        said.candidates[0].mean() if is_chance else None,
    )


def outcome(rollout: Rollout, table: Table[Any], action: Action) -> float:
    """How the game ends after an option, all seats playing on by the rollout policy.

    In win chances or, where a rollout counts points, in points.
    """
    table.apply(action, rollout.choice.seat)
    rollout.play_to_the_end(table)
    return rollout.estimate(table)


# What a set says.


def judged(found: RegretSet, bot: str, seed: int = 1) -> list[tuple[Decision, Any]]:
    """Every decision of a set with the action that a bot chooses there."""
    game = load(found.header["game"])
    codec = game.codec()
    chosen: list[tuple[Decision, Any]] = []
    for number, marked in enumerate(found.games):
        player = import_bot(bot, seed_of(seed, number))
        by_place = {one.after: one for one in marked.decisions}
        for after, session in positions(game, marked.record, set(by_place)):
            choice = session.table.next_choice()
            assert choice is not None
            action = ask(player, session.table, choice.seat)
            chosen.append((by_place[after], codec.encode(action)))
    return chosen


@dataclass(frozen=True)
class Row:
    """What a bot's choices of one kind cost."""

    bot: str
    kind: str
    """Empty for all kinds together."""
    decisions: int
    regret: float
    """Mean cost of a choice."""
    error: float
    """Its standard error, with all decisions of a game as one."""
    worst: float
    """Mean cost of the worst choice."""
    found: float
    """How often the best option was chosen, or one that is as good."""
    unknown: float
    """How often an option was chosen that was not played out."""


def rows(found: RegretSet, bot: str, seed: int = 1) -> list[Row]:
    """A row for all decisions, then one for each kind, the most frequent first."""
    chosen = judged(found, bot, seed)
    counts = Counter([one.kind for one, _ in chosen])
    return [
        row_of(bot, kind, [one for one in chosen if kind in ("", one[0].kind)], found)
        for kind in ("", *[kind for kind, _ in counts.most_common()])
    ]


def row_of(bot: str, kind: str, chosen: Sequence[tuple[Decision, Any]], found: RegretSet) -> Row:
    costs = {id(one): one.regret(action) for one, action in chosen}
    games = [[costs[id(one)] for one in game.decisions if id(one) in costs] for game in found.games]
    count = max(1, len(chosen))
    regret = sum(costs.values()) / count
    # Decisions of one game share its luck, so the error counts games.
    squares = sum([(sum(game) - regret * len(game)) ** 2 for game in games])
    return Row(
        bot,
        kind,
        len(chosen),
        regret,
        math.sqrt(squares) / count,
        sum([one.spread() for one, _ in chosen]) / count,
        sum([costs[id(one)] <= 0 for one, _ in chosen]) / count,
        sum([not one.knows(action) for one, action in chosen]) / count,
    )


def calibration(found: RegretSet, bins: int = 5) -> list[Bin]:
    """Whether what the search says comes true: the mean chance said, against the share won."""
    game = load(found.header["game"])
    pairs: list[tuple[float, float]] = []
    for marked in found.games:
        winners = result_of(game, marked.record)
        for one in marked.decisions:
            if one.said is not None:
                share = 0.0
                if one.seat in winners:
                    share = 1.0 if game.info().cooperative else 1 / len(winners)
                pairs.append((one.said, share))
    return binned(pairs, bins)


def result_of(game: Game, record: Record) -> tuple[Seat, ...]:
    """Who won a recorded game."""
    session = open_record(game, record)
    for _ in replay(session, record):
        pass
    session.table.next_choice()
    result = session.table.result
    return () if result is None else result.winners


def unit_of(found: RegretSet) -> str:
    """What regrets of a set are counted in."""
    game = load(found.header["game"])
    table = game.set_up(found.header["options"], seeded(0))
    choice = table.next_choice()
    assert choice is not None
    return rollout_of(game)(table, choice).unit
