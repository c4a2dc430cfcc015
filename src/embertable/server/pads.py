"""The score pad of a game as one page that needs nothing else, so that it can be kept and opened without a server."""

from __future__ import annotations

import html
import re
from typing import Literal

import msgspec
from msgspec import Struct

import embertable
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.game import Game
from embertable.ledger import has_ledger, load_ledger
from embertable.pads import outcomes, pad_of, texts
from embertable.server.http_types import ClauseInfo

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
    )


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
