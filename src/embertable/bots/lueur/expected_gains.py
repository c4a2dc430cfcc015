"""The expected gains of cards, from fixed samples of rolls; computed once per content pack."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from embertable.bots.sums import add_up
from embertable.engine.chance import seeded
from embertable.games.lueur.content import BLACK, MINUS_BURSTS, Card, LueurContent, Spell, Trigger
from embertable.games.lueur.cromaug import RaiseCompanion
from embertable.games.lueur.effects import (
    GainBursts,
    GainFireflies,
    GainFootprints,
    GainRerolls,
    LoseBursts,
    LoseCompanionOrSpell,
    LoseFootprints,
    ToCemetery,
)
from embertable.games.lueur.spells import CastSpells, KillLastRecruited
from embertable.games.lueur.vocabulary import Effect, PayFootprints

Colours: TypeAlias = tuple[str, ...]
"""The dice a player rolls, as sorted colours."""

ROLLS = 60
"""Sampled rolls per hand of dice, by default."""
MOST_OUTLOOKS = 2_000
"""The size of the cache: a search meets ever new hands."""
STEERED_TO = 1.3
STEERED_FROM = 0.75
"""Rerolls make good triggers about this much likelier and bad ones rarer."""

REROLL = 1.5
"""The value of a reroll in bursts, while there are rounds left to use it."""
DIE = 1.8
"""The value of one more die per round."""
CAST = 3.0
RAISED = 4.0
KILLED = -4.0


class Gain:
    """An expected gain: tokens and bursts, `other` things in bursts, companions who stay.

    Immutable by agreement. A search makes millions.
    """

    def __init__(
        self,
        bursts: float = 0.0,
        footprints: float = 0.0,
        fireflies: float = 0.0,
        rerolls: float = 0.0,
        other: float = 0.0,
        companions: float = 0.0,
    ) -> None:
        self.bursts = bursts
        self.footprints = footprints
        self.fireflies = fireflies
        self.rerolls = rerolls
        self.other = other
        self.companions = companions

    def times(self, n: float) -> Gain:
        return Gain(
            self.bursts * n,
            self.footprints * n,
            self.fireflies * n,
            self.rerolls * n,
            self.other * n,
            self.companions * n,
        )

    def plus(self, more: Gain) -> Gain:
        return Gain(
            self.bursts + more.bursts,
            self.footprints + more.footprints,
            self.fireflies + more.fireflies,
            self.rerolls + more.rerolls,
            self.other + more.other,
            self.companions + more.companions,
        )

    def in_bursts(self) -> float:
        """The gain as one number, whatever else the player holds."""
        return (
            self.bursts
            + 1.2 * self.footprints
            + 1.2 * self.fireflies
            + REROLL * self.rerolls
            + self.other
        )


NOTHING: Final = Gain()


class Outlook:
    """The expected gain of cards and spells together, and its spread."""

    def __init__(self, gain: Gain, swing: float) -> None:
        self.gain = gain
        self.swing = swing


class ExpectedGains:
    """The expected gains of the cards and spells of one content pack."""

    def __init__(self, content: LueurContent, sampled: int) -> None:
        self.content = content
        self.sampled = sampled
        self.faces = {die.colour: die.faces for die in content.dice}
        self.gains = {card.id: gain_of(card.trigger) for card in content.cards.values()}
        self.gains.update({spell.id: gain_of(spell.trigger) for spell in content.spells.values()})
        self._rolls: dict[Colours, list[dict[str, int]]] = {}
        self._activations: dict[tuple[str, Colours], float] = {}
        self._futures: dict[tuple[str, Colours, int], Gain] = {}
        self._brought: dict[tuple[str, Colours], list[float]] = {}
        self._outlooks: dict[tuple[object, ...], Outlook] = {}

    def rolls(self, colours: Colours) -> list[dict[str, int]]:
        """A fixed sample of what these dice show, counted; a black die curses the others."""
        if colours not in self._rolls:
            chance = seeded(len(colours))
            sample: list[dict[str, int]] = []
            for _ in range(self.sampled):
                counts: dict[str, int] = {}
                cursed = ""
                for colour in colours:
                    faces = self.faces[colour]
                    face = faces[chance.draw("dice", len(faces))]
                    if colour == BLACK:
                        cursed = face
                    else:
                        counts[face] = counts.get(face, 0) + 1
                if cursed != MINUS_BURSTS:
                    counts.pop(cursed, None)
                sample.append(counts)
            self._rolls[colours] = sample
        return self._rolls[colours]

    def activations(self, id: str, trigger: Trigger, colours: Colours) -> float:
        """The mean number of activations in one roll of these dice."""
        key = (id, colours)
        if key not in self._activations:
            sample = self.rolls(colours)
            met = sum(trigger.activations(counts) for counts in sample)
            self._activations[key] = met / len(sample)
        return self._activations[key]

    def outlook(
        self, cards: list[str], spells: list[str], colours: Colours, rounds: int
    ) -> Outlook:
        """What cards and spells bring in this many more rounds, and the spread of one roll."""
        key = (rounds, colours, *cards, *spells)
        found = self._outlooks.get(key)
        if found is None:
            if len(self._outlooks) > MOST_OUTLOOKS:
                self._outlooks.clear()
            held = [self.content.cards[name] for name in cards]
            gain = NOTHING
            for card in held:
                gain = gain.plus(self.future(card, colours, rounds))
            for name in spells:
                spell = self.content.spells[name]
                gain = gain.plus(self.spell_future(spell, colours, rounds))
            found = Outlook(gain, self.swing(held, colours))
            self._outlooks[key] = found
        return found

    def swing(self, cards: list[Card], colours: Colours) -> float:
        """The standard deviation of one roll: the larger, the more rerolls are worth."""
        totals = [0.0] * self.sampled
        for card in cards:
            if card.trigger is not None:
                for n, bursts in enumerate(self.brought(card, card.trigger, colours)):
                    totals[n] += bursts
        mean = add_up(totals) / len(totals)
        return math.sqrt(add_up([(t - mean) ** 2 for t in totals]) / len(totals))

    def brought(self, card: Card, trigger: Trigger, colours: Colours) -> list[float]:
        """What a card brings in each roll of the sample, less what is lost with a dying companion."""
        key = (card.id, colours)
        if key not in self._brought:
            each = self.gains[card.id].in_bursts()
            if dies(trigger):
                each -= card.points + card.fireflies + self.parting(card, 2.0)
            self._brought[key] = [each * trigger.activations(roll) for roll in self.rolls(colours)]
        return self._brought[key]

    def future(self, card: Card, colours: Colours, rounds: int) -> Gain:
        """What a card brings in this many more rounds and at the end."""
        key = (card.id, colours, rounds)
        if key not in self._futures:
            self._futures[key] = self.compute_future(card, colours, rounds)
        return self._futures[key]

    def compute_future(self, card: Card, colours: Colours, rounds: int) -> Gain:
        is_companion = card.id in self.content.companions
        staying = Gain(card.points, 0.0, card.fireflies, 0.0, 0.0, 1.0 if is_companion else 0.0)
        each_round = card.rerolls * REROLL
        if card.trigger is None or not rounds:
            return staying.plus(Gain(other=each_round * rounds))
        gain = self.gains[card.id]
        often = self.activations(card.id, card.trigger, colours)
        if not dies(card.trigger):
            often *= STEERED_TO if gain.in_bursts() > 0 else STEERED_FROM
            return staying.plus(gain.times(often * rounds)).plus(Gain(other=each_round * rounds))
        lost = self.parting(card, rounds / 2) + card.points + card.fireflies
        chance = min(0.95, often * (STEERED_TO if gain.in_bursts() > lost else STEERED_FROM))
        stays = (1 - chance) ** rounds
        lifetime = (1 - stays) / chance if chance else float(rounds)
        powers = each_round * lifetime - self.parting(card, rounds - lifetime)
        return staying.times(stays).plus(gain.times(1 - stays)).plus(Gain(other=powers))

    def parting(self, card: Card, rounds: float) -> float:
        """What the powers of a companion who leaves would have brought in those rounds."""
        return (REROLL * card.rerolls + (DIE if card.die_colour else 0.0)) * rounds

    def spell_future(self, spell: Spell, colours: Colours, rounds: int) -> Gain:
        often = self.activations(spell.id, spell.trigger, colours) * STEERED_FROM
        return self.gains[spell.id].times(1 - (1 - often) ** rounds)


def dies(trigger: Trigger) -> bool:
    return any(isinstance(effect, ToCemetery) for effect in trigger.effects)


def gain_of(trigger: Trigger | None) -> Gain:
    """What one activation brings, without the loss of the companion itself."""
    total = NOTHING
    for effect in trigger.effects if trigger else ():
        total = total.plus(gain_of_effect(effect))
    return total


def gain_of_effect(effect: Effect) -> Gain:
    match effect:
        case GainBursts():
            return Gain(bursts=effect.n)
        case LoseBursts():
            return Gain(bursts=-effect.n)
        case GainFootprints():
            return Gain(footprints=effect.n)
        case LoseFootprints() | PayFootprints():
            return Gain(footprints=-effect.n)
        case GainFireflies():
            return Gain(fireflies=effect.n)
        case GainRerolls():
            return Gain(rerolls=effect.n)
        case CastSpells():
            return Gain(other=CAST)
        case RaiseCompanion():
            return Gain(other=RAISED)
        case KillLastRecruited() | LoseCompanionOrSpell():
            return Gain(other=KILLED)
    return NOTHING


_by_content: dict[tuple[str, int], ExpectedGains] = {}


def expected_gains_of(content: LueurContent, sampled: int = ROLLS) -> ExpectedGains:
    key = (content.hash, sampled)
    if key not in _by_content:
        _by_content[key] = ExpectedGains(content, sampled)
    return _by_content[key]
