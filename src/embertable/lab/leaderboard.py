"""The benchmark protocol: fixed tasks and seeds, and a leaderboard that anyone can verify from records.

A leaderboard is a folder, `GAME/SPLIT/PLAYER/SEED.json`, with a record of each game, and
`leaderboard.json` with what follows from them. In games of rivals the player has seat 0 and
`greedy` the others; in cooperative games it plays all seats. There are as few players as the game allows.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from embertable.bots import ask, import_bot
from embertable.bots.opponents import opponent, opponent_seed
from embertable.engine.errors import UnreadableFile
from embertable.engine.files import write_whole
from embertable.engine.game import Game, content_of
from embertable.engine.record import Entry, Record, load_record
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import Result
from embertable.games import game_names, load
from embertable.lab.baselines import budget, is_baseline, is_learned, player_bot, train
from embertable.lab.errors import BadEntry, BadPlayerName, ForeignBoard, NoEntries, WrongBoard
from embertable.lab.statistics import estimate, wilson
from embertable.lab.workers import in_processes

PROTOCOL: Final = 1
FORMAT: Final = "embertable-leaderboard"
FILE: Final = "leaderboard.json"
POLICIES: Final = "policies"
"""Where a leaderboard keeps what its learned baselines have learned."""
OWN: Final = 0
"""The seat of the player, and its first one in cooperative games."""
RIVAL: Final = "greedy"
PLAYER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")


@dataclass(frozen=True)
class Split:
    """Seeds that belong together: so many from `first` on."""

    name: str
    first: int
    games: int

    def seeds(self, games: int | None = None) -> range:
        return range(self.first, self.first + min(games or self.games, self.games))


SPLITS: Final = {
    "dev": Split("dev", 10_000_000, 50),
    "test": Split("test", 20_000_000, 200),
}
"""Seeds below 10,000,000 are for training."""


@dataclass(frozen=True)
class Task:
    """One game of the protocol: its settings, the seats of the player, and the rival's."""

    game: Game
    options: Mapping[str, str]

    def seats(self) -> int:
        table = Session(self.game, self.options, 0).table
        return self.game.seats(table)

    def rival_seats(self) -> range:
        return range(0) if self.game.info().cooperative else range(1, self.seats())


def task_of(game: Game) -> Task:
    """The protocol's task: the usual settings, with as few players as possible."""
    counts = [
        value
        for setting in game.settings
        if setting.name == "players"
        for value in setting.values
        if value.isdecimal()
    ]
    fewest = {"players": min(counts, key=int)} if counts else {}
    return Task(game, game.check(fewest))


# Playing.


def play(
    folder: Path,
    games: Sequence[str],
    players: Sequence[str],
    split: Split,
    count: int | None,
    processes: int,
    on_progress: Callable[[int, int], None],
) -> None:
    """Let bots play the protocol; games whose records are there already are not played again."""
    wanted = [
        (name, player, seed) for name in games for player in players for seed in split.seeds(count)
    ]
    missing = [one for one in wanted if not place_of(folder, *one[:2], split, one[2]).exists()]
    done = len(wanted) - len(missing)
    on_progress(done, len(wanted))
    results = in_processes(partial(play_one, folder=folder), missing, processes)
    for (name, player, seed), saved in zip(missing, results, strict=True):
        path = place_of(folder, name, player, split, seed)
        make_folder(path.parent)
        write_whole(path, saved)
        done += 1
        on_progress(done, len(wanted))


def train_missing(
    folder: Path,
    games: Sequence[str],
    players: Sequence[str],
    on_progress: Callable[[int, int], None],
) -> None:
    """Train the learned baselines that a leaderboard has no policy of."""
    missing = [
        (name, player)
        for name in games
        for player in players
        if is_learned(player) and not policy_of(folder, name, player).exists()
    ]
    total = sum([budget(player) for _, player in missing])
    before = 0
    for name, player in missing:
        path = policy_of(folder, name, player)
        make_folder(path.parent)
        task = task_of(load(name))

        def told(done: int, before: int = before) -> None:
            on_progress(before + done, total)

        train(name, player, task.options, bool(task.rival_seats()), path, told)
        before += budget(player)


def policy_of(folder: Path, game: str, player: str) -> Path:
    return folder / game / POLICIES / f"{player}.npz"


def play_one(match: tuple[str, str, int], folder: Path = Path()) -> bytes:
    """Play one game of the protocol with a bot; the text of its record."""
    name, player, seed = match
    policy = policy_of(folder, name, player)
    task = task_of(load(name))
    rivals = task.rival_seats()
    spelled = [f"bot:{RIVAL if seat in rivals else player}" for seat in range(task.seats())]
    session = Session(task.game, task.options, seed, players=spelled)
    own = {
        seat: player_bot(player, opponent_seed(seed, seat, 0), policy)
        for seat in range(len(spelled))
    }
    while (choice := session.table.next_choice()) is not None:
        seat = choice.answerers(session.table)[0]
        decisions = len(session.record.entries)
        bot = opponent(RIVAL, seed, seat, decisions) if seat in rivals else own[seat]
        session.play(ask(bot, session.table, choice.seat), choice.seat)
        session.past.clear()
    return session.record.to_bytes()


def place_of(folder: Path, game: str, player: str, split: Split, seed: int) -> Path:
    return folder / game / split.name / folder_name(player) / f"{seed}.json"


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableFile(str(folder), error) from error


def add(folder: Path, player: str, split: Split, files: Sequence[Path]) -> int:
    """Take records of somebody's games into a leaderboard, each checked; return how many."""
    check_name(player)
    found: list[tuple[Path, bytes]] = []
    for file in files:
        record = load_record(file)
        if record.game not in game_names():
            raise BadEntry(str(file), "entry.other_game")
        check(record, split, str(file))
        assert record.seed is not None
        found.append((place_of(folder, record.game, player, split, record.seed), record.to_bytes()))
    for path, saved in found:
        make_folder(path.parent)
        write_whole(path, saved)
    return len(found)


# Checking.


@dataclass(frozen=True)
class Checked:
    """A record that keeps to the protocol, and how it ended."""

    seed: int
    result: Result
    decisions: int
    hash: str


def check(record: Record, split: Split, file: str, rivals_too: bool = True) -> Checked:
    """Replay a record; refuse one that does not keep to the protocol.

    Every position is compared with its hash and, with `rivals_too`, every decision of a rival with
    what `greedy` decides there.
    """
    game = load(record.game)
    task = task_of(game)
    seed = record.seed
    if seed is None or seed not in split.seeds():
        raise BadEntry(file, "entry.other_seed", split=split.name)
    session = open_record(game, record)
    if record.options != session.table.options or record.options != dict(
        Session(game, task.options, seed).table.options
    ):
        raise BadEntry(file, "entry.other_options")
    if record.rules != game.rules_version or record.content != content_of(session.table).hash:
        raise BadEntry(file, "entry.other_rules")
    if record.luck or any(entry.action is None for entry in record.entries):
        raise BadEntry(file, "entry.undone")
    rivals = task.rival_seats() if rivals_too else range(0)
    replayed = replay(session, record)
    for number, entry in enumerate(record.entries):
        if entry.seat in rivals:
            check_rival(session, entry, seed, number, file)
        next(replayed)
        session.past.clear()
    session.table.next_choice()
    result = session.table.result
    if result is None:
        raise BadEntry(file, "entry.unfinished")
    last = record.entries[-1].hash if record.entries else record.start
    return Checked(seed, result, len(record.entries), last)


def check_rival(session: Session, entry: Entry, seed: int, number: int, file: str) -> None:
    """Refuse a decision of the rival that it would not have made."""
    table = session.table
    table.next_choice()
    if table.choice_of(entry.seat) is None:
        return  # the replay refuses it
    bot = opponent(RIVAL, seed, entry.seat, number)
    if session.game.codec().encode(ask(bot, table, entry.seat)) != entry.action:
        raise BadEntry(file, "entry.other_rival", decision=number + 1)


# The table.


def read_board(
    folder: Path,
    processes: int = 1,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    rivals_too: bool = False,
) -> dict[str, Any]:
    """Replay every record of a folder; return what its `leaderboard.json` must say."""
    found = [*entries_of(folder)]
    if not found:
        raise NoEntries(str(folder))
    checked: dict[tuple[str, str, str], list[Checked]] = {}
    on_progress(0, len(found))
    results = in_processes(partial(check_file, rivals_too), found, processes)
    for done, (path, one) in enumerate(zip(found, results, strict=True), start=1):
        name, split, player = path.parts[-4:-1]
        checked.setdefault((name, split, player), []).append(one)
        on_progress(done, len(found))
    games: dict[str, Any] = {}
    for (name, split, player), ones in sorted(checked.items()):
        game = load(name)
        about = {
            "rules": game.rules_version,
            "content": game.content().hash,
            "options": dict(task_of(game).options),
            "splits": {},
        }
        splits = games.setdefault(name, about)["splits"]
        splits.setdefault(split, []).append(row_of(player, ones))
    for about in games.values():
        for rows in about["splits"].values():
            rows.sort(key=lambda row: (-row["win_rate"], -row["score"], row["player"]))
    return {"format": FORMAT, "version": 1, "protocol": PROTOCOL, "games": games}


def entries_of(folder: Path) -> Iterator[Path]:
    """The records of a leaderboard, in order."""
    for name in game_names():
        for split in SPLITS:
            yield from sorted((folder / name / split).glob("*/*.json"))


def check_file(rivals_too: bool, path: Path) -> Checked:
    record = load_record(path)
    split = SPLITS[path.parts[-3]]
    if record.game != path.parts[-4] or str(record.seed) != path.stem:
        raise BadEntry(str(path), "entry.other_place")
    return check(record, split, str(path), rivals_too)


def row_of(player: str, games: Sequence[Checked]) -> dict[str, Any]:
    """A player's results, with 95 % intervals."""
    games = sorted(games, key=lambda one: one.seed)
    # A shared victory counts its share.
    wins = sum([(OWN in one.result.winners) / max(1, sharers(one)) for one in games])
    scores = [float(one.result.scores[OWN]) for one in games]
    score = estimate(scores, [one.seed for one in games])
    digest = hashlib.blake2b("".join([one.hash for one in games]).encode(), digest_size=16)
    bounds = score.interval() if len(games) > 1 else (None, None)
    return {
        "player": player,
        "games": len(games),
        "wins": wins,
        "win_rate": rounded(wins / len(games)),
        "win_rate_95": [rounded(one) for one in wilson(wins, len(games))],
        "score": rounded(score.mean),
        "score_95": [None if one is None else rounded(one) for one in bounds],
        "decisions": sum([one.decisions for one in games]),
        "digest": digest.hexdigest(),
    }


def sharers(one: Checked) -> int:
    """How many sides share a victory; a party is one side."""
    winners = len(one.result.winners)
    return 1 if winners == len(one.result.scores) else winners


def rounded(value: float) -> float:
    return round(value, 4)


def write_board(folder: Path, board: Mapping[str, Any]) -> None:
    write_whole(folder / FILE, (json.dumps(board, indent=1, ensure_ascii=False) + "\n").encode())


def verify(folder: Path, processes: int, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The board as its records have it.

    Raises:
        ForeignBoard: the folder's file is no leaderboard.
        BadEntry: a record does not keep to the protocol.
        WrongBoard: the file says something else than the records.

    """
    path = folder / FILE
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(str(path), error) from error
    except (ValueError, RecursionError) as error:
        raise ForeignBoard(str(path)) from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ForeignBoard(str(path))
    board = read_board(folder, processes, on_progress, rivals_too=True)
    if told != board:
        ours, theirs = rows_of(board), rows_of(told)
        differing = [row for row in {**ours, **theirs} if ours.get(row) != theirs.get(row)]
        raise WrongBoard(str(path), "; ".join(differing) or "protocol")
    return board


def rows_of(board: Mapping[str, Any]) -> dict[str, Any]:
    """The rows by game, split and player, of anything that may be a board."""
    try:
        return {
            f"{game} {split} {row['player']}": row
            for game, about in board["games"].items()
            for split, rows in about["splits"].items()
            for row in rows
        }
    except (LookupError, TypeError, AttributeError):
        return {}


def check_bot(name: str) -> None:
    """Refuse a bot that is not there, or whose name cannot be that of a folder."""
    if not is_baseline(name):
        import_bot(name, 0)
    check_name(folder_name(name))


def folder_name(player: str) -> str:
    # A colon is not allowed in the names of files everywhere.
    return player.replace(":", ".")


def check_name(player: str) -> None:
    if not PLAYER.fullmatch(player):
        raise BadPlayerName(player)
