"""Under the Fog bots decide without the covered needle, in every scenario that has it.

A twin has other magnets, so that its needle would point elsewhere; the poses and what was last read
from the compass are the same. A bot that decides otherwise on it has computed the covered field.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from embertable import load, new_table
from embertable.bots import Bot, SearchBot, ask, get_bot
from embertable.bots.faceless.rollout import FacelessRollout
from embertable.bots.search import Budget
from embertable.engine.chance import seeded
from embertable.engine.table import Choice, Table
from embertable.games.faceless.content import SCENARIOS, FacelessContent
from embertable.games.faceless.moments import NeedleHidden

GAME = load("faceless")
FOGGY = [
    {"fog": "on"},
    {"scenario": "goatbusters"},
    *[{"scenario": name, "fog": "on"} for name in SCENARIOS if name != "goatbusters"],
]
ASKED = 8
GAMES = 8


class Reckless:
    """A cheat: plays options out under the Fog, where a rollout follows the true needle.

    It holds a rollout instead of deriving from one, which the compiled build does not allow.
    """

    def __init__(self, table: Table[Any], choice: Choice) -> None:
        self.rollout = FacelessRollout(table, choice)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rollout, name)

    def is_worth_a_search(self) -> bool:
        return True


@cache
def reversed_magnets() -> FacelessContent:
    """Another copy of the rows, which the true tables do not share."""
    content = GAME.read_content(None)
    assert isinstance(content, FacelessContent)
    for lines in (content.compass.along, content.compass.cross, content.compass.upward):
        lines[:] = [-strength for strength in lines]
    return content


def other_magnets(table: Table[Any]) -> Table[Any]:
    twin = table.copy(table.chance.copy())
    twin.state.content = reversed_magnets()
    return twin


def decided_under_fog(make: Any, options: dict[str, str], seed: int, most: int) -> tuple[int, int]:
    """How often a bot was asked while the compass was covered, and decided otherwise on the twin."""
    table = new_table(GAME, {"players": "2", **options}, seed)
    luck = seeded(seed)
    asked = different = 0
    while table.next_choice() is not None and asked < most:
        if table.ask(NeedleHidden(), 0) and len(table.offered()) > 1:
            seat = table.choices()[0].seat
            asked += 1
            different += ask(make(), table, seat) != ask(make(), other_magnets(table), seat)
        table.apply(luck.pick("options", table.offered()))
    return asked, different


def all_decided(make: Any, options: dict[str, str], most: int = ASKED) -> tuple[int, int]:
    asked = different = 0
    for seed in range(GAMES):
        more, others = decided_under_fog(make, options, seed, most - asked)
        asked += more
        different += others
        if asked >= most:
            break
    return asked, different


@pytest.mark.rule("F-EXP-FOG-03", "F-NIGHTMARE-01")
@pytest.mark.parametrize("options", FOGGY, ids=lambda options: " ".join(options.values()))
@pytest.mark.parametrize("bot", ["greedy", "search", "spark"])
def test_bots_do_not_compute_the_covered_needle(bot: str, options: dict[str, str]) -> None:
    def make() -> Bot:
        return SearchBot(5, Budget(playouts=4)) if bot == "search" else get_bot(bot, 5)

    asked, different = all_decided(make, options)
    assert asked == ASKED
    assert different == 0


def test_a_bot_that_computes_the_covered_needle_is_caught() -> None:
    def make() -> Bot:
        return SearchBot(5, Budget(playouts=12), rollouts=lambda _: cast(Any, Reckless))

    _, different = all_decided(make, {"scenario": "goatbusters"}, 12)
    assert different > 0
