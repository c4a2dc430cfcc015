"""Checks that what the rules call final cannot be taken back alone."""

from __future__ import annotations

from typing import Any

from embertable.contract.playout import Playout, require
from embertable.engine.catalogue import read_catalogue
from embertable.engine.game import Game
from embertable.engine.table import Table

FINAL = "final."


def final_clauses(game: Game) -> dict[str, str]:
    """The actions and events that the rules call final, by class, each with its clause."""
    clauses = read_catalogue(game.folder() / "clauses.toml")
    return {id.removeprefix(FINAL): clauses[id] for id in clauses if id.startswith(FINAL)}


def check_finals(playout: Playout) -> None:
    """Every act that a clause calls final stops undo, and no other act calls itself final."""
    clauses = final_clauses(playout.game)
    table = playout.table
    table.next_choice()
    before = (table.barrier(), len(table.log))
    last = ""
    for decision in playout.decisions():
        require_final(playout, clauses, before, last)
        before = (table.barrier(), len(table.log))
        last = type(decision.action).__name__
    require_final(playout, clauses, before, last)


def require_final(
    playout: Playout, clauses: dict[str, str], before: tuple[tuple[int, int, int], int], last: str
) -> None:
    """Compare what the last decision did with what it made final."""
    table: Table[Any] = playout.table
    barrier, told = before
    names = {last, *[type(event).__name__ for event in table.log[told:]]}
    final = sorted(name for name in names if name in clauses)
    for name in final:
        playout.tally["final"] += 1
        require(
            table.barrier() != barrier,
            f"{name} is final by {clauses[name]}, and can be undone after {last}",
        )
    require(
        bool(final) or table.finals == barrier[2],
        f"{last} makes something final that clauses.toml does not list under [final]",
    )
