"""Does a change matter? The same games with both packs, pair by pair, until an interval tells.

A question is played in parts: each request plays a few more pairs in a worker of its own, where askers
take turns. What was played is remembered for a while, so that everybody who asks the same goes on.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import Any

from embertable.engine.catalogue import decimal
from embertable.engine.content import Content
from embertable.games import load
from embertable.lab.comparisons import REACH, SCORE, WON, Comparisons
from embertable.lab.one_game import FIELDS, Row, play_unit, read_row
from embertable.lab.plan import Cell, Plan
from embertable.server.content_packs import read_pack
from embertable.server.errors import render
from embertable.server.workers import MEGABYTE, Limits
from embertable.server.workshop.types import MatterAnswer

LIMITS = Limits(seconds=60.0, memory=400 * MEGABYTE, waiting=60, waiting_each=2)
PART_SECONDS = 1.0
"""How long a part goes on, at least for one pair."""
SEED = 1
BOT = "greedy"
MOST_PAIRS = 2000
MOST_QUESTIONS = 30
FEWEST = 10
"""Fewer pairs are not told."""

UNUSED = ("standings", "things")
"""The long parts of a game's row, which no answer needs."""

STANDARD, YOURS = "standard", "yours"


class Questions:
    """The pairs that were played for each question, the latest questions last."""

    def __init__(self) -> None:
        self._rows: OrderedDict[tuple[str, str], list[Row]] = OrderedDict()

    def rows(self, game: str, hash: str) -> list[Row]:
        key = (game, hash)
        found = self._rows.setdefault(key, [])
        self._rows.move_to_end(key)
        while len(self._rows) > MOST_QUESTIONS:
            self._rows.popitem(last=False)
        return found

    def is_new(self, game: str, hash: str) -> bool:
        return (game, hash) not in self._rows

    def add(self, game: str, hash: str, first: int, rows: list[Row]) -> None:
        """Remember a part, unless somebody else's came first."""
        known = self.rows(game, hash)
        if len(known) == 2 * first:
            known += rows


def cell_of(game_name: str, pack: str) -> Cell:
    options = load(game_name).check({})
    return Cell(tuple(options.items()), (BOT,), pack)


def play_part(game_name: str, text: str, first: int, most: int) -> list[Row]:
    """What runs in the worker: pairs of games with the same luck, the standard one first."""
    game = load(game_name)
    contents: tuple[Content, ...] = (game.content(), read_pack(game_name, text) or game.content())
    rows: list[Row] = []
    start = time.process_time()
    for number in range(first, first + most):
        for at, content in enumerate(contents):
            cell = cell_of(game_name, (STANDARD, YOURS)[at])
            (row,) = play_unit(game, cell, content, SEED, number, 1)
            rows.append(
                [
                    at,
                    *[
                        [] if name in UNUSED else one
                        for name, one in zip(FIELDS[1:], row, strict=True)
                    ],
                ]
            )
        if time.process_time() - start > PART_SECONDS:
            break
    return rows


def answer(game_name: str, hash: str, rows: list[Row], wanted: int, language: str) -> MatterAnswer:
    """What the pairs say so far, in one sentence with its interval."""
    pairs = len(rows) // 2
    found = MatterAnswer(pairs=pairs, of=wanted, verdict="waits", text="")
    if pairs < min(FEWEST, wanted):
        return found
    game = load(game_name)
    cells = tuple([cell_of(game_name, pack) for pack in (STANDARD, YOURS)])
    plan = Plan(
        title=game_name,
        game=game_name,
        rules=game.rules_version,
        seed=SEED,
        runs=1,
        packs=((STANDARD, "", game.content().hash), (YOURS, "", hash)),
        varied=("packs",),
        cells=cells,
    )
    compared = Comparisons(plan, [read_row(row) for row in rows])
    together = [(*pair, 0, 0) for pair in compared.matched([(0, 1)])]
    measure = compared.whole()[0]
    change = compared.compared(YOURS, "", together, (0, 0), (measure,)).changes[0]
    low, high = change.difference.interval()
    if not math.isfinite(low):
        return found
    scale = 100.0 if measure == WON else 1.0
    margin = change.margin
    if pairs < wanted:
        # Whoever judges while the pairs come in would be right too seldom.
        found.verdict = "waits"
    elif low > 0 or high < 0:
        found.verdict = "matters"
    elif -margin <= low and high <= margin:
        found.verdict = "hardly"
    else:
        found.verdict = "unclear"
    found.measure = measure
    found.mean, found.low, found.high = (
        round(scale * value, 1) for value in (change.difference.mean, low, high)
    )
    found.text = sentence(found, language)
    return found


MORE = {WON: "workshop.more_wins", SCORE: "workshop.more_points", REACH: "workshop.farther"}
LESS = {WON: "workshop.fewer_wins", SCORE: "workshop.fewer_points", REACH: "workshop.less_far"}
VERDICTS = {
    "waits": "workshop.so_far",
    "matters": "workshop.matters",
    "hardly": "workshop.hardly",
    "unclear": "workshop.unclear",
}


def sentence(found: MatterAnswer, language: str) -> str:
    messages = LESS if found.mean < 0 else MORE
    what = render(
        language,
        messages.get(found.measure, messages[REACH]),
        mean=decimal(language, f"{abs(found.mean):g}"),
        low=decimal(language, signed(found.low)),
        high=decimal(language, signed(found.high)),
    )
    return render(language, VERDICTS[found.verdict], what=what)


def signed(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


def next_part(rows: list[Any], wanted: int) -> tuple[int, int]:
    """The first pair of the next part, and how many at most."""
    first = len(rows) // 2
    return first, max(0, wanted - first)
