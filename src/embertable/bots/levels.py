"""The named levels: bots that know more or less of a game, and err repeatably.

A level's decision depends on its seat's view, its options and its seed, and on nothing else: the same
position meets the same mistake, however often it is asked. Levels do not think by the clock.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from embertable.bots.analysis import CHANCE, POINTS, Analysis, Candidate, Scored
from embertable.bots.bot import Bot, Imagine
from embertable.bots.greedy import GreedyBot
from embertable.bots.search import Budget, SearchBot, never
from embertable.bots.skill import Skill, skill_of
from embertable.engine.chance import seeded
from embertable.engine.codec import canonical
from embertable.engine.game import Game
from embertable.engine.table import Action, Choice, Table, View

NUMBERS: Final = 2**48


class LevelBot(Bot):
    """Decides as one of the named levels does in the game at hand."""

    def __init__(
        self,
        seed: int,
        level: str,
        is_called_off: Callable[[], bool] = never,
        skills: Callable[[Game, str], Skill] = skill_of,
    ) -> None:
        super().__init__(seed)
        self.seed = seed
        self.level = level
        self.is_called_off = is_called_off
        self.skills = skills
        self.greedy = GreedyBot(seed)
        self.search = SearchBot(seed, Budget(), is_called_off)

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        self.analysis = None
        if len(options) == 1:
            return options[0]
        table = imagine(seeded(self.seed))
        position = self.position(table, view, choice)
        skill = self.skills(table.game, self.level)
        found = self.analyse(skill, number_of(position), choice, options, imagine)
        action = self.mistaken(skill, found, position, table)
        if action == found.best():
            # A mistake has no reason that would help anybody.
            self.analysis = found
        return action

    def position(self, table: Table[Any], view: View, choice: Choice) -> bytes:
        """What the seat sees and decides, and the seed, as bytes."""
        codec = table.game.codec()
        return canonical([self.seed, codec.encode(view), codec.encode(choice)])

    def analyse(
        self,
        skill: Skill,
        number: int,
        choice: Choice,
        options: Sequence[Action],
        imagine: Imagine,
    ) -> Analysis:
        if skill.playouts and number < skill.attention * NUMBERS:
            self.search.budget = Budget(playouts=skill.playouts)
            self.search.is_wide = skill.wide
            self.search.chance = seeded(number)
            self.search.greedy.chance = seeded(number)
            return self.search.think(choice, options, imagine)
        self.greedy.chance = seeded(number)
        scored = sorted(self.greedy.score(choice, options, imagine), key=Scored.total, reverse=True)
        return Analysis(tuple([Candidate(one) for one in scored]), POINTS)

    def mistaken(self, skill: Skill, found: Analysis, position: bytes, table: Table[Any]) -> Action:
        """The option that looks best with the level's errors; none that costs more than the cap."""
        is_searched = found.unit == CHANCE and bool(found.candidates[0].outcomes)
        noise = skill.searched_noise if is_searched else skill.noise
        cap = skill.searched_cap if is_searched else skill.cap
        if not noise:
            return found.best()
        values = [one.mean() if is_searched else one.scored.total() for one in found.candidates]
        best = max(values)
        if skill.relative:
            noise *= best - min(values)
            cap *= best - min(values)
        codec = table.game.codec()
        chosen, most = found.best(), -math.inf
        for candidate, value in zip(found.candidates, values, strict=True):
            if best - value <= cap:
                action = candidate.scored.action
                error = deviate(position + canonical(codec.encode(action)))
                if value + noise * error > most:
                    chosen, most = action, value + noise * error
        return chosen


def number_of(position: bytes) -> int:
    """A number below `NUMBERS` that depends on the position alone."""
    return int.from_bytes(hashlib.blake2b(position, digest_size=6).digest(), "big")


def deviate(key: bytes) -> float:
    """A standard normal number that depends on the key alone (Box and Muller's method)."""
    drawn = hashlib.blake2b(key, digest_size=16).digest()
    one, other = (int.from_bytes(drawn[at : at + 8], "big") for at in (0, 8))
    radius = math.sqrt(-2 * math.log((one + 1) / 2**64))
    return radius * math.cos(2 * math.pi * other / 2**64)
