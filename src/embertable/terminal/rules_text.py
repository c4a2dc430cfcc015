"""Clauses of the ledger for what is on screen."""

from __future__ import annotations

from collections.abc import Sequence

from embertable.engine.game import Game
from embertable.engine.table import Action, Choice
from embertable.ledger import Clause, Ledger, NoLedger, load_ledger


def clauses_for(game: Game, *things: Choice | Action | None) -> list[Clause]:
    """The clauses behind these choices and actions, each once."""
    ledger = ledger_of(game)
    ids = [game.clause(thing) for thing in things if thing is not None]
    return [ledger.clauses[id] for id in dict.fromkeys(ids) if id in ledger.clauses]


def with_chapters(game: Game, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, followed by the others of their chapters."""
    chapters = [clause.section for clause in clauses]
    all_clauses = ledger_of(game).clauses.values()
    return list(dict.fromkeys([*clauses, *(c for c in all_clauses if c.section in chapters)]))


def clauses_with(game: Game, query: str) -> list[Clause]:
    """The clauses that contain all words of the query, best matches first."""
    return ledger_of(game).search(query)


def ledger_of(game: Game) -> Ledger:
    """The game's ledger, or an empty one."""
    try:
        return load_ledger(game)
    except NoLedger:
        return Ledger(game.name, [])


def paragraphs(clause: Clause) -> list[str]:
    """A clause as plain paragraphs: its text, then its rulings."""
    return [plain(line) for line in clause.full_text().splitlines()]


def plain(text: str) -> str:
    return text.replace("**", "").replace("`", "")
