"""What an effect is, and the kinds of effects by where they are printed.

The word of an effect in the content is its class name in snake_case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from embertable.engine.content import Between, Derived
from embertable.engine.table import Seat, Step

NOBODY: Final = -1


@dataclass
class Effect(Step):
    """A printed effect belongs to nobody; `bound` makes the step that carries it out."""

    seat: Annotated[Seat, Derived(NOBODY)]

    def bound(self, seat: Seat, card: str) -> Step:
        """The step of this player, caused by this card or spell."""
        raise NotImplementedError


@dataclass
class Amount(Effect):
    """An effect with a number, on cards, spells and die faces."""

    n: Annotated[int, Between(1, 99)]

    def bound(self, seat: Seat, card: str) -> Step:
        return type(self)(seat, self.n)

    def times(self, seat: Seat, times: int) -> Step:
        """The step of several dice at once."""
        return type(self)(seat, self.n * times)

    def is_loss(self) -> bool:
        return False


class JourneyAmount(Amount):
    """On spaces, islands and paths, too."""


@dataclass
class CardEffect(Effect):
    """An effect that needs the card it is printed on."""

    card: Annotated[str, Derived("")]

    def bound(self, seat: Seat, card: str) -> Step:
        return type(self)(seat, card)


class CompanionEffect(CardEffect):
    """On companions alone."""


class SingleCardEffect(CompanionEffect):
    """On one companion of the whole deck, so that two seats never do it at once (L-SERIAL-03)."""


class SpellEffect(CardEffect):
    """On spells alone."""


class JourneyEffect(Effect):
    """On spaces, islands and paths alone."""

    def bound(self, seat: Seat, card: str) -> Step:
        return type(self)(seat)


@dataclass
class PayFootprints(Effect):
    """A price on a space or path; it is paid when the move is declared."""

    n: Annotated[int, Between(1, 99)]
