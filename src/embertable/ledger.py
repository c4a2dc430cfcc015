"""The rules ledgers: every clause of a game by its id.

Ours are docs/rules/<game>.md in a checkout; a game of another package has `rules.md` in its folder.

The ids of one game start with a letter that no other game uses, so that an id names one clause.

A ledger is Markdown. A clause is a list item that starts with its id in bold; indented items below
it are its rulings. `{no counterpart: why}` marks a clause that a program has nothing to do for.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from embertable.engine.catalogue import load_catalogue
from embertable.engine.errors import EmbertableError
from embertable.engine.game import Game

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent.parent

CLAUSE = re.compile(
    r"^- \*\*(?P<id>[A-Z]+(?:-[A-Z0-9]+)*-(?:\d+[a-z]?|[A-Z]+))(?P<title>[^*]*)\*\*\s*(?P<text>.*)$"
)
HEADING = re.compile(r"^#{2,}\s+(?:[\d.]+\s+)?(?P<title>.*)$")
RULING = re.compile(r"^\s+- (?P<text>.*)$")
SOURCE = re.compile(r"\s*\[(?P<source>[^\]]*)\]\s*$")
NOTE = re.compile(r"\s*\*\(Source:[^*]*\)\*|\s*\[[A-Z][^\]]*\]")
MARKS = re.compile(r"(?<!_)\*|`")
NO_COUNTERPART = re.compile(r"\s*\{no counterpart: (?P<reason>[^}]*)\}\s*$")


class UnknownClause(EmbertableError):
    part = "commands"

    def __init__(self, game: str, id: str, near: list[str]) -> None:
        super().__init__(game=game, id=id, near=tuple(near))


class DoubledClauses(EmbertableError):
    """An id names two clauses, of one game or of two, so a citation of it proves nothing."""

    part = "commands"

    def __init__(self, ids: list[str]) -> None:
        super().__init__(ids=tuple(ids))


class NoLedger(EmbertableError):
    part = "commands"

    def __init__(self, game: str, file: str) -> None:
        super().__init__(game=game, file=file)


@dataclass(frozen=True)
class Clause:
    """One rule, its source in the rulebook, and our rulings where the rulebook leaves it open."""

    id: str
    text: str
    section: str
    title: str = ""
    source: str = ""
    rulings: tuple[str, ...] = ()
    no_counterpart: str = ""

    def section_in(self, language: str) -> str:
        """The title of its section in a language; the rules themselves are in English."""
        return load_catalogue("sections", language).templates.get(
            f"section.{self.section}", self.section
        )

    def rule_text(self) -> str:
        """The rule alone, for somebody at the table: without sources, rulings and marks."""
        rule = self.text.partition("**Ruling:**")[0].strip() or self.text
        return MARKS.sub("", NOTE.sub("", rule)).strip()

    def full_text(self) -> str:
        """The rule with its title and rulings, as one paragraph each."""
        first = f"{self.title} {self.text}" if self.title else self.text
        return "\n".join([first, *self.rulings])


class Ledger:
    """The clauses of one game in the order of its page."""

    def __init__(self, game: str, clauses: Iterable[Clause]) -> None:
        self.game = game
        listed = list(clauses)
        self.clauses: Mapping[str, Clause] = {clause.id: clause for clause in listed}
        refuse_doubles([clause.id for clause in listed])

    def clause(self, id: str) -> Clause:
        """The clause with this id, ignoring case, or an error that names the nearest ids."""
        wanted = id.upper()
        known = {one.upper(): one for one in self.clauses}
        if wanted not in known:
            near = difflib.get_close_matches(wanted, self.clauses, n=3, cutoff=0.4)
            raise UnknownClause(self.game, id, near)
        return self.clauses[known[wanted]]

    def search(self, words: str) -> list[Clause]:
        """The clauses with words that begin like these, also in id and section; best matches first."""
        wanted = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words.lower().split()]
        found: list[tuple[int, Clause]] = []
        for clause in self.clauses.values():
            named = f"{clause.id} {clause.title} {clause.section}".lower()
            text = f"{named} {clause.full_text()}".lower()
            if all(word.search(text) for word in wanted):
                found.append((-sum(bool(word.search(named)) for word in wanted), clause))
        found.sort(key=lambda pair: pair[0])
        return [clause for _, clause in found]


def games_of_clauses(ledgers: Iterable[Ledger]) -> dict[str, str]:
    """The game of every clause id; an id that two games use is an error."""
    found = [(id, ledger.game) for ledger in ledgers for id in ledger.clauses]
    refuse_doubles([id for id, _ in found])
    return dict(found)


def refuse_doubles(ids: list[str]) -> None:
    doubled = sorted(id for id, times in Counter(ids).items() if times > 1)
    if doubled:
        raise DoubledClauses(doubled)


_ledgers: dict[str, Ledger] = {}


def load_ledger(game: Game) -> Ledger:
    """A game's ledger, read once."""
    name = game.name
    if name not in _ledgers:
        text = ledger_path(game).read_text(encoding="utf-8")
        _ledgers[name] = Ledger(name, read_clauses(text.splitlines()))
    return _ledgers[name]


def has_ledger(game: Game) -> bool:
    return any(path.is_file() for path in ledger_paths(game))


def ledger_path(game: Game) -> Path:
    paths = ledger_paths(game)
    for path in paths:
        if path.is_file():
            return path
    raise NoLedger(game.name, str(paths[-1]))


def ledger_paths(game: Game) -> tuple[Path, ...]:
    """Where a ledger may be: ours once installed or in a checkout, else in the game's folder."""
    file = f"{game.name}.md"
    ours = (PACKAGE / "rules_text" / file, CHECKOUT / "docs" / "rules" / file)
    return (*ours, game.folder() / "rules.md")


def read_clauses(lines: Iterable[str]) -> list[Clause]:
    clauses: list[Clause] = []
    section = ""
    open_clause = False
    for line in lines:
        if heading := HEADING.match(line):
            section = heading["title"]
            open_clause = False
        elif found := CLAUSE.match(line):
            clauses.append(read_clause(found, section))
            open_clause = True
        elif open_clause and (ruling := RULING.match(line)):
            rulings = (*clauses[-1].rulings, ruling["text"])
            clauses[-1] = replace(clauses[-1], rulings=rulings)
        elif line.strip():
            open_clause = False
    return clauses


def read_clause(found: re.Match[str], section: str) -> Clause:
    text, reason = cut(NO_COUNTERPART, found["text"], "reason")
    text, source = cut(SOURCE, text, "source")
    return Clause(
        id=found["id"],
        text=text,
        section=section,
        title=found["title"].strip(),
        source=source,
        no_counterpart=reason,
    )


def cut(pattern: re.Pattern[str], text: str, group: str) -> tuple[str, str]:
    """Split what the pattern matches off the end of the text; return both."""
    found = pattern.search(text)
    return (text[: found.start()], found[group]) if found else (text, "")
