"""Exact values of Late morning: dice as they are, rerolled, or set to a face."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from embertable.bots.evaluator import Values
from embertable.bots.sums import add_up
from embertable.engine.table import Action, Seat, Table
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.late_morning import (
    COMPANION,
    SOURCES,
    TOKEN,
    ChoosePayment,
    KeepDice,
    PayMix,
    PickDie,
    RollPicked,
    TurnDie,
    has_source,
    other_faces,
    rerolls_left,
    track_rerolls,
)
from embertable.games.lueur.state import LueurState

FREE = 0.02
"""A small price, so that a companion's free reroll is not used for no gain."""
MOST_COUNTED = 2
MOST_PARTNERS = 3
"""Rolls of more dice than these are approximated by adding up single dice."""


class Rerolls:
    """Values the options of one Late morning on one imagined table; tries faces and restores them."""

    def __init__(
        self,
        table: Table[Any],
        seat: Seat,
        noon_value: Callable[[LueurState, dict[str, int]], Values],
        token: float,
    ) -> None:
        self.table = table
        self.state: LueurState = table.state
        self.seat = seat
        self.player = self.state.players[seat]
        self.noon_value = noon_value
        self.token = token
        self._values: dict[tuple[object, ...], Values] = {}
        self._expected: dict[tuple[tuple[str, str], ...], Values] = {}
        self._gains: dict[int, float] = {}
        self._cheapest_turn: Values | None = None

    def exact_value(self, action: Action) -> Values:
        picked = self.player.picked
        match action:
            case KeepDice():
                return self.as_they_lie()
            case RollPicked():
                return paid(self.expected(picked), self.price(action.source))
            case TurnDie():
                return paid(self.turned(picked[0], action.face), self.cheapest_turn())
            case PayMix():
                return paid(self.turned(picked[0], action.face), self.mix_price(action))
            case PickDie() if picked:
                return paid(self.expected([*picked, action.die]), self.cheapest_roll())
            case PickDie():
                return self.first_pick(action.die)
        raise AssertionError(f"{action!r} is no action of Late morning")

    def first_pick(self, die: int) -> Values:
        """The best of rolling this die, rolling it with the die that gains most, and setting it."""
        content = self.state.content
        partner = max([self.gain(other) for other in self.player.dice if other != die], default=0.0)
        rolled = paid(self.expected([die]), self.cheapest_roll())
        if partner > 0 and content.dice_per_reroll > 1:
            rolled = {**rolled, "cards": rolled["cards"] + partner}
        best = rolled
        if rerolls_left(content, self.player) >= content.rerolls_to_set:
            for face in other_faces(self.state, die):
                turned = paid(self.turned(die, face), self.cheapest_turn())
                best = max(best, turned, key=total)
        return best

    def gain(self, die: int) -> float:
        """The expected gain of rolling one die, before its price."""
        if die not in self._gains:
            self._gains[die] = total(self.expected([die])) - total(self.as_they_lie())
        return self._gains[die]

    def promising(self) -> list[int]:
        """The dice that gain most from a roll."""
        return sorted(self.player.dice, key=self.gain, reverse=True)[:MOST_PARTNERS]

    def as_they_lie(self) -> Values:
        symbols = counted_symbols(self.state, self.seat)
        black = self.state.content.black_die
        cursed = self.state.faces[black] if black in self.player.dice else ""
        key = (cursed, *sorted(symbols.items()))
        if key not in self._values:
            self._values[key] = self.noon_value(self.state, symbols)
        return self._values[key]

    def turned(self, die: int, face: str) -> Values:
        return self.showing([die], [face])

    def showing(self, dice: Sequence[int], faces: Sequence[str]) -> Values:
        """The value with some dice showing other faces."""
        shown = [self.state.faces[die] for die in dice]
        for die, face in zip(dice, faces, strict=True):
            self.state.faces[die] = face
        values = self.as_they_lie()
        for die, face in zip(dice, shown, strict=True):
            self.state.faces[die] = face
        return values

    def expected(self, dice: Sequence[int]) -> Values:
        """The expected value after rolling these dice; equal dice are rolled once."""
        if len(dice) > MOST_COUNTED or (len(dice) > 1 and dice[-1] not in self.promising()):
            values = self.as_they_lie()
            return {**values, "cards": values["cards"] + add_up([self.gain(die) for die in dice])}
        kinds = self.state.content.dice
        looks = tuple([(kinds[die].colour, self.state.faces[die]) for die in dice])
        if looks not in self._expected:
            average: Values = {}
            for faces in product(*[odds_of(kinds[die].faces) for die in dice]):
                share = math.prod([odds for _, odds in faces])
                for source, value in self.showing(dice, [face for face, _ in faces]).items():
                    average[source] = average.get(source, 0.0) + value * share
            self._expected[looks] = average
        return self._expected[looks]

    # What it costs.

    def price(self, source: str, times: int = 1) -> Values:
        if not times:
            return {}
        if source == COMPANION:
            return {"rerolls": FREE * times}
        if source == TOKEN:
            return {"rerolls": self.token * times}
        left = track_rerolls(self.state.content, self.player)[times - 1]
        return {"bursts": float(self.player.bursts - left)}

    def cheapest_roll(self) -> Values:
        content = self.state.content
        sources = [source for source in SOURCES if has_source(content, self.player, source)]
        return min([self.price(source) for source in sources], key=total)

    def cheapest_turn(self) -> Values:
        """The same for every face."""
        if self._cheapest_turn is None:
            mixes = ChoosePayment(self.seat, "").options(self.table)
            prices = [self.mix_price(mix) for mix in mixes if isinstance(mix, PayMix)]
            self._cheapest_turn = min(prices, key=total)
        return self._cheapest_turn

    def mix_price(self, mix: PayMix) -> Values:
        tokens = total(self.price(COMPANION, mix.companion)) + total(self.price(TOKEN, mix.token))
        return {"rerolls": tokens, "bursts": total(self.price("track", mix.track))}


def odds_of(faces: Sequence[str]) -> list[tuple[str, float]]:
    """Every different face with its probability."""
    return [(face, faces.count(face) / len(faces)) for face in dict.fromkeys(faces)]


def total(values: Values) -> float:
    return add_up(values.values())


def paid(values: Values, price: Values) -> Values:
    return {source: value - price.get(source, 0.0) for source, value in values.items()}
