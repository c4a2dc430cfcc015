"""Plans: what to measure, read from a TOML file and checked before the first game.

A plan varies options, bots, content packs and forbidden things; every combination of the first
three is a cell. All cells play the same numbered games with the same seeds, so they can be
compared game by game.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from embertable.bots import import_bot
from embertable.engine.catalogue import Message, Value
from embertable.engine.chance import seeded
from embertable.engine.codec import digest
from embertable.engine.content import MOST_NAMED, Content, short
from embertable.engine.errors import EmbertableError, UnreadableFile
from embertable.engine.game import Game
from embertable.engine.table import Action
from embertable.games import load
from embertable.lab.errors import BadPlan, ImpossibleCell, RefusedPlan, UnknownThing
from embertable.lab.metrics import metrics_of

PRINTED = "printed"
"""The content that comes with the game."""
ACTION = "action"
FIELDS = ("title", "game", "games", "seed", "bots", "packs", "runs", "options", "vary")
PARTS = ("forbid", "luck", "stop")
WINS = "wins"
MEASURES = (WINS, "score")
"""What a stop rule may judge by."""
USUAL_MARGIN = 5
MOST_MARGIN = 100
MOST_CELLS = 2000
MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Cell:
    """One combination of options, bots and content."""

    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    pack: str = PRINTED
    forbid: str = ""
    redeal: str = ""
    """`dice` re-deals only the dice; `-dice` re-deals all luck but the dice."""
    games: int = 0

    def settings(self) -> dict[str, str]:
        return dict(self.options)

    def name(self) -> str:
        options = [f"{name}={value}" for name, value in self.options]
        return ", ".join([*options, f"bots={'+'.join(self.bots)}", f"packs={self.pack}"])


@dataclass(frozen=True)
class StopRule:
    """When a question is settled: what is measured, which difference matters, how sure to be."""

    measure: str
    margin: float
    """Percentage points of wins, or points of the score."""
    error: int
    """The chance of a wrong answer, in percent."""


@dataclass(frozen=True)
class Plan:
    """A checked plan."""

    title: str
    game: str
    rules: int
    seed: int
    runs: int
    packs: tuple[tuple[str, str, str], ...]
    """Name, path (empty for the printed content) and hash of each pack."""
    varied: tuple[str, ...]
    cells: tuple[Cell, ...]
    marked: tuple[str, ...] = ()
    """Actions whose users are written down: among rivals, those that a cell forbids."""
    stop: StopRule | None = None

    def hash(self) -> str:
        """Identifies the games of the plan in its results.

        How many are played, and where packs lie, does not count: a plan may ask for more games later.
        """
        fields = self.fields()
        for cell in fields["cells"]:
            del cell["games"]
        return digest(fields)

    def first_hash(self) -> str:
        """The hash in results of version 1, with the numbers of games."""
        return digest(self.fields())

    def fields(self) -> dict[str, Any]:
        fields = asdict(self)
        del fields["stop"]
        fields["packs"] = [[name, hash] for name, _, hash in self.packs]
        if not self.marked:
            del fields["marked"]
        return fields

    def games(self) -> int:
        return sum([cell.games for cell in self.cells])

    def pack(self, name: str) -> tuple[Path | None, str]:
        path, hash = next((path, hash) for known, path, hash in self.packs if known == name)
        return (Path(path) if path else None), hash


def read_plan(path: Path) -> Plan:
    """Read and check a plan; the error names the first problem."""
    try:
        tables = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise UnreadableFile(str(path), error) from error
    except UnicodeDecodeError as error:
        raise BadPlan(path.name, "TOML", Message("problem.no_text")) from error
    except (ValueError, RecursionError) as error:
        raise BadPlan(path.name, "TOML", Message("problem.unread", {"said": str(error)})) from error
    return PlanReader(path, tables).plan()


class PlanReader:
    """Reads one plan, field by field."""

    def __init__(self, path: Path, tables: dict[str, Any]) -> None:
        self.path = path
        self.file = path.name
        self.tables = tables

    def wrong(self, place: str, problem: str, /, **arguments: Value) -> BadPlan:
        return BadPlan(self.file, place, Message(f"problem.{problem}", arguments))

    def plan(self) -> Plan:
        for name in self.tables:
            if name not in FIELDS + PARTS:
                raise self.wrong(name, "unknown", known=FIELDS + PARTS)
        game = load(self.word("game"))
        games = self.number("games", 1, MOST_GAMES)
        runs = self.number("runs", 1, 1000, 1)
        if runs > 1 and game.campaigns() is None:
            raise self.wrong("runs", "no_runs", game=game.name)
        fixed = self.options(game, "options")
        varied = self.varied(game)
        packs = self.packs(game)
        line_ups = self.line_ups()
        cells = [
            self.cell(game, {**fixed, **dict(zip(varied, values, strict=True))}, bots, pack, games)
            for values in itertools.product(*varied.values())
            for bots in line_ups
            for pack, _, _ in packs
        ]
        if len(cells) > MOST_CELLS:
            raise self.wrong("vary", "many_cells", cells=len(cells), most=MOST_CELLS)
        for cell in cells:
            self.try_out(game, cell)
        names = list(varied)
        names += ["bots"] if len(line_ups) > 1 else []
        names += ["packs"] if len(packs) > 1 else []
        forbidding = self.forbidding(game, cells[0])
        redealing = self.redealing(game, cells[0])
        total = sum([cell.games for cell in [*cells, *forbidding, *redealing]]) * runs
        if total > MOST_GAMES:
            raise self.wrong("games", "many_games", games=total, most=MOST_GAMES)
        return Plan(
            title=self.word("title", game.name),
            game=game.name,
            rules=game.rules_version,
            seed=self.number("seed", 0, 2**62, 1),
            runs=runs,
            packs=tuple(packs),
            varied=tuple(names),
            cells=(*cells, *forbidding, *redealing),
            marked=self.marked(game, forbidding),
            stop=self.stop(game, names, forbidding),
        )

    def marked(self, game: Game, forbidding: Sequence[Cell]) -> tuple[str, ...]:
        if metrics_of(game).together:
            return ()
        kinds = [cell.forbid.partition(":") for cell in forbidding]
        return tuple([id for kind, _, id in kinds if kind == ACTION])

    # Fields.

    def word(self, name: str, usual: str = "") -> str:
        value = self.tables.get(name, usual)
        if not isinstance(value, str) or not value:
            raise self.wrong(name, "no_word" if value else "missing", value=short(value))
        return value

    def number(self, name: str, low: int, high: int, usual: int | None = None) -> int:
        return self.number_in(self.tables, name, low, high, usual)

    def number_in(
        self, table: Mapping[str, Any], name: str, low: int, high: int, usual: int | None
    ) -> int:
        value = table.get(name, usual)
        if value is None:
            raise self.wrong(name, "missing")
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(name, "no_number", value=short(value), low=low, high=high)
        return value

    def words(self, name: str, value: object) -> list[str]:
        """A list of distinct strings; a single one needs no brackets."""
        values = [value] if isinstance(value, (str, int)) else value
        if not isinstance(values, list) or not values:
            raise self.wrong(name, "no_list", value=short(value))
        found: list[str] = []
        for one in values:
            if isinstance(one, bool) or not isinstance(one, (str, int)):
                raise self.wrong(name, "no_word", value=short(one))
            found.append(str(one))
        if len(set(found)) < len(found):
            raise self.wrong(name, "twice")
        return found

    def table(self, name: str) -> dict[str, Any]:
        value = self.tables.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(name, "no_table", value=short(value))
        return value

    def options(self, game: Game, name: str) -> dict[str, str]:
        found = {key: self.words(f"{name}.{key}", value) for key, value in self.table(name).items()}
        for key, values in found.items():
            if len(values) > 1:
                raise self.wrong(f"{name}.{key}", "several")
        chosen = {key: values[0] for key, values in found.items()}
        self.check(game, name, chosen)
        return chosen

    def varied(self, game: Game) -> dict[str, list[str]]:
        found = {key: self.words(f"vary.{key}", each) for key, each in self.table("vary").items()}
        for key, values in found.items():
            if key in self.table("options"):
                raise self.wrong(f"vary.{key}", "fixed")
            for value in values:
                self.check(game, "vary", {key: value})
        return found

    def check(self, game: Game, place: str, options: Mapping[str, str]) -> None:
        try:
            game.check(options)
        except EmbertableError as error:
            raise RefusedPlan(self.file, place, error) from error

    def packs(self, game: Game) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = []
        for name in self.words("packs", self.tables.get("packs", PRINTED)):
            path = self.pack_path(name)
            content = game.read_content(path)
            found.append((name, str(path or ""), content.hash))
        return found

    def pack_path(self, name: str) -> Path | None:
        return None if name == PRINTED else (self.path.parent / name).resolve()

    def line_ups(self) -> list[tuple[str, ...]]:
        """The line-ups of bots: `greedy`, or `greedy+random` to fill the seats in turns."""
        line_ups = [
            tuple(text.split("+")) for text in self.words("bots", self.tables.get("bots", "greedy"))
        ]
        for line_up in line_ups:
            for name in line_up:
                try:
                    import_bot(name, 0)
                except EmbertableError as error:
                    raise RefusedPlan(self.file, "bots", error) from error
        return line_ups

    # Cells.

    def cell(
        self, game: Game, options: dict[str, str], bots: Sequence[str], pack: str, games: int
    ) -> Cell:
        return Cell(tuple(sorted(options.items())), tuple(bots), pack, games=games)

    def try_out(self, game: Game, cell: Cell) -> None:
        """Set up one table, to find values that cannot be combined."""
        content = game.read_content(self.pack_path(cell.pack))
        try:
            table = game.set_up(cell.settings(), seeded(0), content)
        except EmbertableError as error:
            raise ImpossibleCell(self.file, cell.name(), error.message) from error
        if len(cell.bots) > game.seats(table):
            counts = {"bots": len(cell.bots), "seats": game.seats(table)}
            raise ImpossibleCell(self.file, cell.name(), Message("problem.seats", counts))

    def forbidding(self, game: Game, first: Cell) -> list[Cell]:
        """Copies of the first cell, one for each forbidden thing."""
        part = self.table("forbid")
        if not part:
            return []
        self.only("forbid", part, "things", "games")
        games = self.number_in(part, "games", 1, first.games, first.games)
        things = self.words("forbid.things", part.get("things"))
        content = game.read_content(self.pack_path(first.pack))
        for thing in things:
            known = things_like(game, content, thing)
            if thing not in known:
                raise UnknownThing(self.file, thing, nearest(thing, known))
        return [Cell(first.options, first.bots, first.pack, thing, "", games) for thing in things]

    def redealing(self, game: Game, first: Cell) -> list[Cell]:
        """Copies of the first cell that re-deal one source of luck, or all but one."""
        part = self.table("luck")
        if not part:
            return []
        self.only("luck", part, "games")
        games = self.number_in(part, "games", 1, first.games, first.games)
        names = [*[source.name for source in metrics_of(game).luck], BOTS]
        return [
            Cell(first.options, first.bots, first.pack, "", f"{sign}{name}", games)
            for name in names
            for sign in ("", "-")
        ]

    def stop(
        self, game: Game, varied: Sequence[str], forbidding: Sequence[Cell]
    ) -> StopRule | None:
        """When to stop; refused where the plan compares nothing that the rule can judge."""
        if "stop" not in self.tables:
            return None
        part = self.table("stop")
        self.only("stop", part, "measure", "margin", "error")
        measure = part.get("measure", WINS)
        if measure not in MEASURES:
            raise self.wrong("stop.measure", "unknown", known=MEASURES)
        margin = part.get("margin", USUAL_MARGIN if measure == WINS else None)
        if margin is None:
            raise self.wrong("stop.margin", "missing")
        if type(margin) not in (int, float) or not 0 < margin <= MOST_MARGIN:
            raise self.wrong("stop.margin", "no_margin", value=short(margin), most=MOST_MARGIN)
        error = self.number_in(part, "error", 1, 40, 5)
        if not (varied or forbidding):
            raise self.wrong("stop", "nothing_compared")
        settings = [name for name in varied if name not in ("packs", "bots")]
        if settings and measure == WINS and not metrics_of(game).together:
            raise self.wrong("stop.measure", "rivals", names=settings)
        return StopRule(measure, float(margin), error)

    def only(self, name: str, part: dict[str, Any], *known: str) -> None:
        for field in part:
            if field not in known:
                raise self.wrong(f"{name}.{field}", "unknown", known=known)


def things_like(game: Game, content: Content, thing: str) -> list[str]:
    """All things of the kind in `thing`; if that is unknown, all kinds."""
    name = thing.partition(":")[0]
    actions = [kind for kind in game.codec().classes.values() if issubclass(kind, Action)]
    known: dict[str, Iterable[str]] = {ACTION: [kind.__name__ for kind in actions]}
    for kind in metrics_of(game).kinds:
        known[kind.name] = kind.ids(content)
    if name not in known:
        return [f"{kind}:…" for kind in known]
    return [f"{name}:{id}" for id in known[name]]


def nearest(thing: str, known: list[str]) -> list[str]:
    """The closest matches; all of them if there are few."""
    found = get_close_matches(thing, known, MOST_NAMED, 0.0)
    return found if len(known) <= MOST_NAMED else [*found, "…"]


BOTS = "bots"
"""The bots' random numbers, as a source of luck."""
