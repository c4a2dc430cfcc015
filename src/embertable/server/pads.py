"""The score pad of a game as one page that needs nothing else, so that it can be kept and opened without a server."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from typing import Literal

import msgspec
from msgspec import Struct

import embertable
from embertable.engine.catalogue import ENGLISH, LANGUAGES, read_catalogue
from embertable.engine.game import Game
from embertable.ledger import has_ledger, load_ledger
from embertable.pads import outcomes, pad_of, texts
from embertable.server.http_types import ClauseInfo
from embertable.text_view.components import Components

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"')
DATA = "__PAD__"
TITLE = "__TITLE__"


class PadLine(Struct, kw_only=True):
    """A line of the count: a number to enter, a bonus that follows from two lines, or how the game ended."""

    id: str
    kind: Literal["number", "bonus", "result"]
    low: int
    high: int
    points: int
    at_least: list[str]
    clause: str


class PadStep(Struct, kw_only=True):
    id: str
    clauses: list[str]


class PadPart(Struct, kw_only=True):
    """Steps that come again and again; `times` is 0 where nobody counts them."""

    id: str
    times: int
    steps: list[PadStep]


class PadCard(Struct, kw_only=True):
    """A card or place of the box, with what it says."""

    name: str
    text: str


class PadData(Struct, kw_only=True):
    """Whatever the page of a score pad shows; its texts are in every language."""

    game: str
    version: str
    min_players: int
    max_players: int
    each_player: bool
    total: bool
    floor: int | None
    ties: list[str]
    lines: list[PadLine]
    outcomes: list[str]
    parts: list[PadPart]
    clauses: list[ClauseInfo]
    """With the English titles of their sections; `texts` has the others as `section.` and the title."""
    texts: dict[str, dict[str, str]]
    short: dict[str, list[str]]
    """The rules in a few paragraphs, in every language."""
    cards: dict[str, list[PadCard]]
    words: dict[str, dict[str, str]]
    """What the table says in a language where a clause is at work, by clause: it finds rules that are written in English."""


def pad_data(game: Game) -> PadData:
    pad = pad_of(game)
    clauses = list(load_ledger(game).clauses.values()) if has_ledger(game) else []
    return PadData(
        game=game.name,
        version=embertable.__version__,
        min_players=game.info().players[0],
        max_players=game.info().players[1],
        each_player=pad.each_player,
        total=pad.total,
        floor=pad.floor,
        ties=list(pad.ties),
        lines=[
            PadLine(
                id=line.id,
                kind=line.kind,
                low=line.low,
                high=line.high,
                points=line.points,
                at_least=list(line.at_least),
                clause=line.clause,
            )
            for line in pad.lines
        ],
        outcomes=outcomes(game),
        parts=[
            PadPart(
                id=part.id,
                times=part.times,
                steps=[PadStep(id=step.id, clauses=list(step.clauses)) for step in part.steps],
            )
            for part in pad.parts
        ],
        clauses=[
            ClauseInfo(
                id=clause.id,
                section=clause.section,
                title=clause.title,
                text=clause.text,
                rulings=list(clause.rulings),
                source=clause.source,
            )
            for clause in clauses
        ],
        texts={
            language: {
                **texts(game, language),
                **{f"section.{one.section}": one.section_in(language) for one in clauses},
            }
            for language in LANGUAGES
        },
        short={language: primer(game, language) for language in LANGUAGES},
        cards={language: cards(game, language) for language in LANGUAGES},
        words={
            language: words_of_clauses(game, language)
            for language in LANGUAGES
            if language != ENGLISH
        },
    )


def primer(game: Game, language: str) -> list[str]:
    text = game.catalogue(language).templates.get("about.primer", "")
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def cards(game: Game, language: str) -> list[PadCard]:
    """The components by name; namesakes that say the same are one."""
    entries = Components(game, language).entries
    found = {(one.name, one.text): one for one in entries if one.text}
    return [PadCard(name=name, text=text) for name, text in found]


def words_of_clauses(game: Game, language: str) -> dict[str, str]:
    """The messages of choices, actions, events and the turn's steps, by the clause behind them."""
    file = game.folder() / "clauses.toml"
    templates = game.catalogue(language).templates
    found: dict[str, list[str]] = defaultdict(list)
    for id, clause in read_catalogue(file).items() if file.is_file() else ():
        found[clause].append(without_places(templates.get(id, "")))
    said = texts(game, language)
    pad = pad_of(game)
    for line in pad.lines:
        found[line.clause] += [said.get(f"line.{line.id}", ""), said.get(f"about.{line.id}", "")]
    for part in pad.parts:
        for step in part.steps:
            for clause in step.clauses:
                found[clause] += [said.get(f"step.{step.id}", ""), said.get(f"does.{step.id}", "")]
    return {clause: " ".join(filter(None, words)) for clause, words in found.items() if clause}


def without_places(template: str) -> str:
    """The words of a message; of a plural both forms."""
    both = re.sub(r"\{\w+:([^{}]*\|[^{}]*)\}", lambda found: found[1].replace("|", " "), template)
    return " ".join(re.sub(r"\{[^{}]*\}", " ", both).split())


def pad_page(template: str, game: Game) -> str:
    """The built page with the data of a game inside."""
    made = pad_data(game)
    # Inside a script element nothing may look like its end.
    data = msgspec.json.encode(made).decode().replace("<", "\\u003c")
    title = html.escape(made.texts["en"]["title"])
    return template.replace(TITLE, title).replace(DATA, data)


def policy_of(template: str) -> str:
    """The content policy that the page itself names: it allows the scripts inside, and nothing foreign."""
    found = POLICY.search(template)
    assert found, "the built page names its policy"
    return f"{html.unescape(found[1])}; frame-ancestors 'none'"


REPLIES: tuple[type[Struct], ...] = (PadData,)
