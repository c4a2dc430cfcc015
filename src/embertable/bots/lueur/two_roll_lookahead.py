"""Late morning with a lookahead of two rolls: a roll is worth more if it can be repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from embertable.bots.analysis import Values
from embertable.bots.lueur.rerolls import FREE, Rerolls, odds_of, paid, total
from embertable.engine.table import Action, Seat, Table
from embertable.games.lueur.content import SYMBOLS
from embertable.games.lueur.late_morning import (
    TOKEN,
    KeepDice,
    PickDie,
    RollPicked,
    companion_rerolls,
    other_faces,
    rerolls_left,
    track_rerolls,
)
from embertable.games.lueur.state import LueurState

PARTNERS: Final = 4
PARTNERS_LATER: Final = 3
"""Pairs are tried among this many dice: those that gain most alone."""
MOST_FALLS: Final = 3
"""The most rerolls from the score track that are considered."""
BITS: Final = 4
"""A hand is an integer with this many bits for the count of each symbol."""
LIMIT: Final = 15


class TwoRollLookahead(Rerolls):
    """Values rolls after which one more may follow."""

    def __init__(
        self,
        table: Table[Any],
        seat: Seat,
        noon_value: Callable[[LueurState, dict[str, int]], Values],
        tokens: list[float],
    ) -> None:
        super().__init__(table, seat, noon_value, 0.0)
        self.tokens = tokens
        """The cost of one token after another."""
        kinds = self.state.content.dice
        black = self.state.content.black_die
        self.dice = list(self.player.dice)
        self.shift = [BITS * len(SYMBOLS) if die == black else 0 for die in self.dice]
        self.odds: list[list[tuple[int, float]]] = [
            [(self.number(place, face), odds) for face, odds in odds_of(kinds[die].faces)]
            for place, die in enumerate(self.dice)
        ]
        self.shown = [
            self.number(place, self.state.faces[die]) for place, die in enumerate(self.dice)
        ]
        self.hand = sum(self.shown)
        self.prices = self.cheapest_first()
        self._kept: dict[int, float] = {}
        self._later: dict[int, float] = {}
        self._rolled: dict[tuple[int, ...], float] = {}
        self._best_partners: list[int] | None = None

    def number(self, place: int, face: str) -> int:
        """What a die with this face adds to a hand; the black die is counted separately."""
        return 1 << (self.shift[place] + BITS * SYMBOLS.index(face))

    def cheapest_first(self) -> list[float]:
        """The cost of one reroll after another."""
        content = self.state.content
        prices = [FREE] * companion_rerolls(content, self.player)
        prices += self.tokens
        bursts = self.player.bursts
        for left in track_rerolls(content, self.player)[:MOST_FALLS]:
            prices.append(float(bursts - left))
            bursts = left
        return sorted(prices)

    # The evaluator's interface.

    def exact_value(self, action: Action) -> Values:
        picked = self.player.picked
        if len(self.dice) > LIMIT or not self.prices or isinstance(action, KeepDice):
            return super().exact_value(action)
        if isinstance(action, RollPicked):
            places = [self.dice.index(die) for die in picked]
            return self.values_of_roll(self.rolled(places) - total(self.price(action.source)))
        if isinstance(action, PickDie):
            place = self.dice.index(action.die)
            if picked:
                both = [self.dice.index(picked[0]), place]
                return self.values_of_roll(self.rolled(both) - self.prices[0])
            return self.values_of_roll(self.best_with(place))
        return super().exact_value(action)

    def values_of_roll(self, value: float) -> Values:
        """The value of a roll: that of the current dice plus the difference in what cards bring."""
        lying = self.as_they_lie()
        return {**lying, "cards": lying["cards"] + value - total(lying)}

    def best_with(self, place: int) -> float:
        """The best of rolling this die, rolling it with a partner, and setting it."""
        best = self.rolled([place]) - self.prices[0]
        content = self.state.content
        if content.dice_per_reroll > 1 and place in self.best_partners():
            for other in self.best_partners():
                if other != place:
                    best = max(best, self.rolled([place, other]) - self.prices[0])
        if rerolls_left(content, self.player) >= content.rerolls_to_set:
            die = self.dice[place]
            for face in other_faces(self.state, die):
                best = max(best, total(paid(self.turned(die, face), self.cheapest_turn())))
        return best

    def best_partners(self) -> list[int]:
        if self._best_partners is None:
            self._best_partners = self.most_gaining(self.hand, self.shown)[:PARTNERS]
        return self._best_partners

    def price(self, source: str, times: int = 1) -> Values:
        if source == TOKEN:
            return {"rerolls": sum(self.tokens[:times])}
        return super().price(source, times)

    # Exact values.

    def rolled(self, places: Sequence[int]) -> float:
        """The expected value after rolling these dice, and perhaps once more, before the price."""
        key = tuple(sorted(places))
        if key not in self._rolled:
            self._rolled[key] = self.count_out(key)
        return self._rolled[key]

    def count_out(self, places: tuple[int, ...]) -> float:
        shown = list(self.shown)
        one = places[0]
        average = 0.0
        for face, odds in self.odds[one]:
            hand = self.hand - self.shown[one] + face
            shown[one] = face
            if len(places) == 1:
                average += odds * self.later(hand, shown)
                continue
            two = places[1]
            for other, share in self.odds[two]:
                shown[two] = other
                average += odds * share * self.later(hand - self.shown[two] + other, shown)
        return average

    def later(self, hand: int, shown: list[int]) -> float:
        """The value of a hand that may be rolled once more.

        Cached by the symbols alone: which die shows which hardly matters.
        """
        if hand not in self._later:
            best = self.kept(hand)
            if len(self.prices) > 1:
                price = self.prices[1]
                places = self.most_gaining(hand, shown)
                best = max(best, self.one_rolled(hand, shown, places[0]) - price)
                for place in range(1, min(PARTNERS_LATER, len(places))):
                    for before in range(place):
                        both = self.two_rolled(hand, shown, places[before], places[place])
                        best = max(best, both - price)
            self._later[hand] = best
        return self._later[hand]

    def most_gaining(self, hand: int, shown: list[int]) -> list[int]:
        """The dice by the gain of rolling each alone, best first."""
        gains = [(-self.one_rolled(hand, shown, place), place) for place in range(len(shown))]
        return [place for _, place in sorted(gains)]

    def one_rolled(self, hand: int, shown: list[int], place: int) -> float:
        rest = hand - shown[place]
        average = 0.0
        for face, odds in self.odds[place]:
            average += odds * self.kept(rest + face)
        return average

    def two_rolled(self, hand: int, shown: list[int], place: int, other: int) -> float:
        rest = hand - shown[place] - shown[other]
        average = 0.0
        for face, odds in self.odds[place]:
            for second, share in self.odds[other]:
                average += odds * share * self.kept(rest + face + second)
        return average

    def kept(self, hand: int) -> float:
        """The value of a hand as it is."""
        value = self._kept.get(hand)
        if value is None:
            value = total(self.showing(self.dice, self.faces_of(hand)))
            self._kept[hand] = value
        return value

    def faces_of(self, hand: int) -> list[str]:
        """Faces that make up a hand; all dice but the black one are interchangeable."""
        plain: list[str] = []
        black = ""
        for symbol in SYMBOLS:
            plain += [symbol] * (hand & LIMIT)
            hand >>= BITS
        for symbol in SYMBOLS:
            if hand & LIMIT:
                black = symbol
            hand >>= BITS
        return [black if shift else plain.pop() for shift in self.shift]
