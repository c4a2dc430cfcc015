"""One numbered game of a cell, played by bots and measured by the metrics of its game.

A game depends only on its cell, the plan's seed and its number, not on the process that plays it or
on the games before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from embertable.bots import Bot, GreedyBot, import_bot
from embertable.bots.analysis import Scored
from embertable.engine.chance import Chance, Redealt, seeded
from embertable.engine.content import Content
from embertable.engine.countdown import CountdownTimer
from embertable.engine.game import Game
from embertable.engine.table import SYSTEM, Action, Choice, Table
from embertable.lab.metrics import EVERYONE, GameMetrics, metrics_of
from embertable.lab.plan import ACTION, BOTS, Cell
from embertable.lab.simulate import SECONDS_A_DECISION, seating, seed_of

AGAIN = 99
"""Marks the seed of re-dealt luck; seat numbers are far smaller."""
CAMPAIGN_GAMES = 100
"""From here on the seeds of a campaign's games are numbered."""
NO_STAKE = 1e-9
"""Options whose values differ by less count as equal."""

Row: TypeAlias = list[Any]
"""One game as plain values, in the order of FIELDS."""

FIELDS = (
    "cell",
    "number",
    "run",
    "bots",
    "outcome",
    "winners",
    "scores",
    "decisions",
    "forced",
    "idle",
    "longest_idle",
    "standings",
    "things",
    "reach",
    "hash",
)


@dataclass(frozen=True)
class PlayedGame:
    """A row, read back."""

    cell: int
    number: int
    run: int
    bots: tuple[str, ...]
    outcome: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    forced: int
    idle: int
    longest_idle: int
    standings: tuple[tuple[int, ...], ...]
    """The standing of every side at the start of each stage."""
    things: tuple[tuple[int, int, str, str], ...]
    """What came into play: in which stage, for which side, its kind and id."""
    reach: tuple[int, ...]
    hash: str


def read_row(row: Row) -> PlayedGame:
    """A row from a worker or a file."""
    said = dict(zip(FIELDS, row, strict=True))
    plain: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in said.items()
    }
    plain["standings"] = tuple([tuple(each) for each in said["standings"]])
    plain["things"] = tuple([(stage, side, kind, id) for stage, side, kind, id in said["things"]])
    return PlayedGame(**plain)


def play_unit(
    game: Game,
    cell: Cell,
    content: Content,
    seed: int,
    number: int,
    runs: int,
    marked: Collection[str] = (),
) -> list[Row]:
    """Play a numbered game, or a campaign of `runs` games; rows lack the number of their cell.

    `marked` names actions that count as things of the side that takes them.
    """
    if runs == 1:
        chance = chance_of(game, cell, seed_of(seed, number), seed_of(seed, number, AGAIN))
        one = OneGame(game, cell, cell.settings(), chance, content, seed, number, marked)
        return [[number, 0, *one.play()]]
    return play_campaign(game, cell, content, seed, number, runs)


def play_campaign(
    game: Game, cell: Cell, content: Content, seed: int, number: int, runs: int
) -> list[Row]:
    campaigns = game.campaigns(content)
    assert campaigns is not None, "plans are refused that ask other games for campaigns"
    saved = campaigns.begin()
    rows: list[Row] = []
    for run in range(runs):
        start = seed_of(seed, number, CAMPAIGN_GAMES + run)
        chance = chance_of(game, cell, start, seed_of(start, AGAIN))
        options = {**cell.settings(), **campaigns.options(saved)}
        one = OneGame(game, cell, options, chance, content, start, number)
        rows.append([number, run, *one.play()])
        saved = campaigns.after(saved, one.table, "")
    return rows


def chance_of(game: Game, cell: Cell, seed: int, again: int) -> Chance:
    """The game's chance, with the sources that the cell re-deals."""
    name = cell.redeal.removeprefix("-")
    if not name:
        return seeded(seed)
    ours, theirs = seeded(seed).key, seeded(again).key
    streams = [
        stream
        for source in metrics_of(game).luck
        if source.name == name
        for stream in source.streams
    ]
    if cell.redeal.startswith("-"):
        return Redealt(theirs, seed, dict.fromkeys(streams, ours))
    return Redealt(ours, seed, dict.fromkeys(streams, theirs))


def bots_again(cell: Cell) -> bool:
    """Whether the bots decide with other seeds than in the original game."""
    return cell.redeal == BOTS or (cell.redeal.startswith("-") and cell.redeal != f"-{BOTS}")


class OneGame:
    """A game from set-up to end, and its measurements."""

    def __init__(
        self,
        game: Game,
        cell: Cell,
        options: dict[str, str],
        chance: Chance,
        content: Content,
        seed: int,
        number: int,
        marked: Collection[str] = (),
    ) -> None:
        self.marked = marked
        self.metrics: GameMetrics = metrics_of(game)
        self.cell = cell
        self.table: Table[Any] = game.set_up(options, chance, content)
        self.names = seating(cell.bots, game.seats(self.table), number)
        shift = AGAIN + 1 if bots_again(cell) else 0
        self.bots = [
            import_bot(name, seed_of(seed, number, seat + shift))
            for seat, name in enumerate(self.names)
        ]
        self.read = 0
        self.decisions = 0
        self.forced = 0
        self.idle = 0
        self.idle_streak = 0
        self.longest_idle = 0
        self.standings: list[list[int]] = []
        self.things: list[tuple[int, int, str, str]] = []

    def play(self) -> Row:
        table = self.table
        clock = CountdownTimer()
        clock.run(0.0)
        while (choice := table.next_choice()) is not None:
            self.watch()
            # One bot decides for a party, with the options of all its seats.
            bot = self.bots[choice.answerers(table)[0]]
            action = self.decide(bot, choice)
            if type(action).__name__ in self.marked:
                thing = (max(EVERYONE, choice.seat), ACTION, type(action).__name__)
                self.things.append((len(self.standings), *thing))
            table.apply(action, choice.seat)
            self.decisions += 1
            if up := clock.due(table, self.decisions * SECONDS_A_DECISION):
                table.apply(up, SYSTEM)
        self.watch()
        result = table.result
        assert result is not None
        sides = range(self.metrics.sides(table))
        return [
            list(self.names),
            result.outcome,
            list(result.winners),
            list(result.scores),
            self.decisions,
            self.forced,
            self.idle,
            self.longest_idle,
            self.standings,
            [list(thing) for thing in self.things],
            [self.metrics.reach(table, side) for side in sides],
            table.game.state_hash(table),
        ]

    def watch(self) -> None:
        """Read the events since the last decision."""
        for event in self.table.log[self.read :]:
            if type(event).__name__ in self.metrics.stages:
                sides = range(self.metrics.sides(self.table))
                self.standings.append([self.metrics.standing(self.table, side) for side in sides])
            for thing in self.metrics.things(event):
                self.things.append((len(self.standings), *thing))
        self.read = len(self.table.log)

    def decide(self, bot: Bot, choice: Choice) -> Action:
        """The bot's action among the allowed options; counts decisions with nothing at stake."""
        table, seat = self.table, choice.seat
        options = list(table.offered(seat))
        if self.cell.forbid:
            options = allowed(table, choice, options, self.metrics, self.cell.forbid) or options
        if len(options) == 1:
            self.forced += 1
            self.count_idle()
        if type(bot) is not GreedyBot:
            # Ask even if there is one option, as everywhere else: the bot may draw random numbers.
            self.idle_streak = self.idle_streak if len(options) == 1 else 0
            view = table.game.view(table, seat)
            return bot.decide(view, choice, options, lambda chance: self.imagined(seat, chance))
        if len(options) == 1:
            return options[0]
        scored = bot.score(choice, options, lambda chance: self.imagined(seat, chance))
        best = max(scored, key=Scored.total)
        if best.total() - min([one.total() for one in scored]) < NO_STAKE:
            self.idle += 1
            self.count_idle()
        else:
            self.idle_streak = 0
        return best.action

    def imagined(self, seat: int, chance: Chance) -> Table[Any]:
        return self.table.game.imagine(self.table, seat, chance)

    def count_idle(self) -> None:
        self.idle_streak += 1
        self.longest_idle = max(self.longest_idle, self.idle_streak)


def allowed(
    table: Table[Any],
    choice: Choice,
    options: Sequence[Action],
    metrics: GameMetrics,
    forbidden: str,
) -> list[Action]:
    """The options that do not bring the forbidden thing into play.

    Each option is tried on a copy with the same chance, so the thing never comes into play, not even
    by accident.
    """
    kind, _, id = forbidden.partition(":")
    if kind == ACTION:
        return [action for action in options if type(action).__name__ != id]
    return [
        action for action in options if (kind, id) not in brought(table, choice, action, metrics)
    ]


def brought(
    table: Table[Any], choice: Choice, action: Action, metrics: GameMetrics
) -> Iterable[tuple[str, str]]:
    tried = table.copy(table.chance.copy())
    before = len(tried.log)
    tried.apply(action, choice.seat)
    tried.next_choice()
    return [thing[1:] for event in tried.log[before:] for thing in metrics.things(event)]
