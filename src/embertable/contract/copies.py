"""Checks of copies, saved positions and records: each continues as the same game."""

from __future__ import annotations

import json
from typing import Any

from embertable.contract.playout import Playout, require
from embertable.engine.chance import seeded
from embertable.engine.codec import UNSAVED
from embertable.engine.record import record_from_json
from embertable.engine.session import Session, resume
from embertable.engine.table import Component, Table

AHEAD = 12


def check_copies(playout: Playout) -> None:
    """A copy and its original share no mutable object and continue independently."""
    table = playout.table
    kept: tuple[Table[Any], str] | None = None
    for _decision in playout.samples():
        before = playout.hash()
        marks = (table.barrier(), len(table.log))
        if kept is not None:
            require(playout.hash(kept[0]) == kept[1], "playing on changes a copy made before")
        require_complete(table.state, "state")
        copy = table.copy(table.chance.copy())
        require(playout.hash(copy) == before, "a copy differs from its original")
        require_apart(table.state, copy.state, "state")
        kept = (table.copy(table.chance.copy()), before)
        playout.play_on(copy, AHEAD)
        require(playout.hash() == before, "playing a copy changes the original")
        require(
            marks == (table.barrier(), len(table.log)),
            "playing a copy draws, reveals or tells at the original",
        )
        playout.tally["copies"] += 1


def require_complete(value: Any, path: str) -> None:
    """Every attribute of every component is a field, so that it is saved."""
    if isinstance(value, Component):
        names = list(type(value).__dataclass_fields__)  # type: ignore[attr-defined]
        # Compiled classes have no other attributes than those they declare.
        extra = [name for name in getattr(value, "__dict__", ()) if name not in names]
        require(not extra, f"{path} has attributes that are no fields: {extra}")
        for name in names:
            if name != UNSAVED:
                require_complete(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, (list, tuple)):
        for place, one in enumerate(value):
            require_complete(one, f"{path}[{place}]")
    elif isinstance(value, dict):
        for name, one in value.items():
            require_complete(one, f"{path}[{name!r}]")


def require_apart(value: Any, copy: Any, path: str) -> None:
    """Nothing that can change is the same object in a state and in its copy."""
    require(type(value) is type(copy), f"{path} is {value!r}, its copy {copy!r}")
    if isinstance(value, (Component, list, dict)):
        require(value is not copy, f"{path} is shared with the copy")
    if isinstance(value, Component):
        for name in type(value).__dataclass_fields__:  # type: ignore[attr-defined]
            if name != UNSAVED:
                require_apart(getattr(value, name), getattr(copy, name), f"{path}.{name}")
    elif isinstance(value, (list, tuple)):
        require(len(value) == len(copy), f"{path} is {value!r}, its copy {copy!r}")
        for place, one in enumerate(value):
            require_apart(one, copy[place], f"{path}[{place}]")
    elif isinstance(value, dict):
        require(list(value) == list(copy), f"{path} is {value!r}, its copy {copy!r}")
        for name, one in value.items():
            require_apart(one, copy[name], f"{path}[{name!r}]")
    else:
        require(value == copy, f"{path} is {value!r}, its copy {copy!r}")


def check_saves(playout: Playout) -> None:
    """A table that is saved as JSON and opened again after each decision plays the same game."""
    game = playout.game
    codec = game.codec()
    table = playout.table
    other = opened(playout, table)
    for decision in playout.decisions():
        if decision.number % playout.every == 0:
            require(playout.hash(other) == playout.hash(), "the opened table has left the original")
            other = opened(playout, other)
            playout.tally["saves"] += 1
        action = codec.decode(json.loads(json.dumps(codec.encode(decision.action))))
        other.apply(action, decision.seat)
    require(playout.hash(other) == playout.hash(), "the opened table ends elsewhere")


def opened(playout: Playout, table: Table[Any]) -> Table[Any]:
    saved = json.loads(json.dumps(table.to_json()))
    other: Table[Any] = Table.from_json(saved, playout.game)
    require(playout.hash(other) == playout.hash(table), "a saved table opens as another")
    require(json.loads(json.dumps(other.to_json())) == saved, "an opened table is saved otherwise")
    # Lists and tuples have the same JSON, so compare the objects, too.
    require(other.state == table.state, f"{table.state!r} is opened as {other.state!r}")
    require(other.pending == table.pending, f"{table.pending} are opened as {other.pending}")
    lanes, opened_lanes = ([lane.pending for lane in one.lanes] for one in (table, other))
    require(opened_lanes == lanes, f"{lanes} are opened as {opened_lanes}")
    return other


def check_records(playout: Playout) -> None:
    """A recorded game with undone decisions replays to the same hash after each entry."""
    game = playout.game
    session = Session(game, playout.options, seeded(playout.seed))
    hashes = [session.record.start]
    while (decision := playout.decide(session.table)) is not None:
        barrier = session.table.barrier()
        session.play(decision.action, decision.seat)
        playout.history.append((decision.seat, decision.action))
        hashes.append(session.record.entries[-1].hash)
        free = barrier == session.table.barrier()
        for seat in range(game.seats(session.table)):
            require(
                session.may_undo(seat) == (free and seat == decision.seat),
                f"seat {seat} may undo: {session.may_undo(seat)}, after {decision.action!r}",
            )
        if free and playout.chance.draw("undo", 8) == 0:
            session.undo(decision.seat)
            playout.history.pop()
            hashes.pop()
            require(playout.hash(session.table) == hashes[-1], "undo does not lead back")
            playout.tally["undone"] += 1
    record = record_from_json(json.loads(json.dumps(session.record.to_json())))
    half = len(record.entries) // 2
    require(
        playout.hash(resume(game, record, upto=half).table)
        == ([record.start] + [entry.hash for entry in record.entries])[half],
        "half of the record leads elsewhere",
    )
    again = resume(game, record)
    require(playout.hash(again.table) == hashes[-1], "the record ends elsewhere")
    require(again.record.to_json() == record.to_json(), "a replay is recorded otherwise")
    playout.tally["entries"] += len(record.entries)
