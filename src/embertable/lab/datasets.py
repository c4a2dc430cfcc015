"""Games as data: every decision of a leaderboard's records, in one Parquet file for each game.

A row is a decision: what the deciding seat observed, the numbers of the actions it was offered, the
one it took, and how the game ended for it. docs/benchmark.md names the columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from embertable.engine.errors import MissingExtra

try:
    import librt.strings  # noqa: F401 - the coders need it
    import numpy as np
    import pyarrow as pa  # type: ignore[import-untyped]
    from numpy.typing import NDArray
    from pyarrow import parquet
except ImportError as error:
    raise MissingExtra("datasets") from error

from embertable.engine.errors import UnreadableFile
from embertable.engine.record import load_record
from embertable.engine.session import open_record, replay
from embertable.engine.table import CHANCE
from embertable.envs.coders import coder
from embertable.games import load
from embertable.lab.errors import ForeignDataset, NoEntries, OtherDataset
from embertable.lab.leaderboard import entries_of, make_folder

FORMAT: Final = "embertable-dataset"
VERSION: Final = 1
ABOUT: Final = b"embertable"
"""The key of what a file says about itself."""
SCHEMA: Final = pa.schema(
    [
        ("split", pa.dictionary(pa.int8(), pa.string())),
        ("player", pa.dictionary(pa.int16(), pa.string())),
        ("seed", pa.int64()),
        ("decision", pa.int32()),
        ("seat", pa.int8()),
        ("by", pa.dictionary(pa.int16(), pa.string())),
        ("observation", pa.list_(pa.int32())),
        ("offered", pa.list_(pa.int32())),
        ("action", pa.int32()),
        ("won", pa.bool_()),
        ("score", pa.float32()),
    ]
)


def export(folder: Path, out: Path, on_progress: Callable[[int, int], None]) -> dict[Path, int]:
    """Write the records of a leaderboard as data; return the files, and how many decisions each has."""
    files = [*entries_of(folder)]
    if not files:
        raise NoEntries(str(folder))
    make_folder(out)
    written: dict[Path, int] = {}
    done = 0
    for game in dict.fromkeys([file.parts[-4] for file in files]):
        own = [file for file in files if file.parts[-4] == game]
        path = out / f"{game}.parquet"
        try:
            with parquet.ParquetWriter(path, schema_of(game), compression="zstd") as writer:
                for file in own:
                    rows = [*decisions_of(file)]
                    writer.write_table(pa.Table.from_pylist(rows, schema_of(game)))
                    written[path] = written.get(path, 0) + len(rows)
                    done += 1
                    on_progress(done, len(files))
        except OSError as error:
            raise UnreadableFile(str(path), error) from error
    return written


def schema_of(game: str) -> Any:
    rules = load(game)
    about = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "numbers": coder(game).digest(),
        "rules": rules.rules_version,
        "content": rules.content().hash,
    }
    return SCHEMA.with_metadata({ABOUT: json.dumps(about)})


def decisions_of(file: Path) -> Iterator[dict[str, Any]]:
    """The decisions of one record, replayed and compared with its hashes."""
    record = load_record(file)
    numbers = coder(record.game)
    session = open_record(numbers.game, record)
    replayed = replay(session, record)
    rows: list[dict[str, Any]] = []
    codec = numbers.game.codec()
    for decision, entry in enumerate(record.entries):
        table = session.table
        table.next_choice()
        if entry.seat == CHANCE:
            next(replayed)
            continue
        choice = table.choice_of(entry.seat)
        offered = table.offered(entry.seat)
        action = codec.decode(entry.action)
        seat = choice.answerers(table)[0] if choice is not None and entry.seat < 0 else entry.seat
        options = numbers.numbering.numbers(offered)
        rows.append(
            {
                "split": file.parts[-3],
                "player": file.parts[-2],
                "seed": record.seed,
                "decision": decision,
                "seat": seat,
                "by": record.players[seat],
                "observation": np.frombuffer(numbers.row(table, seat, choice, False), "<i4"),
                "offered": options,
                "action": options[offered.index(action)],
            }
        )
        next(replayed)
        session.past.clear()
    session.table.next_choice()
    result = session.table.result
    assert result is not None, file
    for row in rows:
        seat = row["seat"]
        yield {**row, "won": seat in result.winners, "score": float(result.scores[seat])}


@dataclass(frozen=True)
class Decisions:
    """The decisions of one game, as arrays with a row for each."""

    about: dict[str, Any]
    """The game, its rules and content, and the hash of what all numbers mean."""
    observations: NDArray[np.int32]
    masks: NDArray[np.int8]
    actions: NDArray[np.int32]
    seats: NDArray[np.int8]
    seeds: NDArray[np.int64]
    players: NDArray[np.str_]
    by: NDArray[np.str_]
    """Who decided: in games of rivals not always the player whose record it is."""
    won: NDArray[np.bool_]
    scores: NDArray[np.float32]


def load_dataset(path: Path | str) -> Decisions:
    """Read a file that `embertable leaderboard export` has written.

    Raises:
        UnreadableFile: it is not there, or may not be read.
        ForeignDataset: something else has written it.
        OtherDataset: its numbers mean something else than today's.

    """
    path = Path(path)
    try:
        # Opened here, because pyarrow does not say why a file cannot be read.
        with path.open("rb") as file:
            read = parquet.read_table(file)
    except OSError as error:
        raise UnreadableFile(str(path), error) from error
    except pa.ArrowInvalid as error:
        raise ForeignDataset(str(path)) from error
    about = json.loads((read.schema.metadata or {}).get(ABOUT, b"{}"))
    if about.get("format") != FORMAT or read.schema.names != SCHEMA.names:
        raise ForeignDataset(str(path))
    numbers = coder(about["game"])
    if about["version"] != VERSION or about["numbers"] != numbers.digest():
        raise OtherDataset(str(path))
    columns = {name: read.column(name).combine_chunks() for name in SCHEMA.names}
    count = len(read)
    masks = np.zeros((count, numbers.numbering.size), np.int8)
    offered = columns["offered"]
    rows = np.repeat(np.arange(count), np.diff(offered.offsets.to_numpy()))
    masks[rows, offered.values.to_numpy()] = 1
    return Decisions(
        about,
        columns["observation"].values.to_numpy().reshape(count, numbers.size),
        masks,
        columns["action"].to_numpy(),
        columns["seat"].to_numpy(),
        columns["seed"].to_numpy(),
        np.array(columns["player"].to_pylist()),
        np.array(columns["by"].to_pylist()),
        columns["won"].to_numpy(zero_copy_only=False),
        columns["score"].to_numpy(),
    )
