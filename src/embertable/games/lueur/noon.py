"""Noon: die faces pay out, then each player resolves the cards and spells their dice meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.lueur.content import Spell, Trigger
from embertable.games.lueur.dice import counted_symbols, cursed_element, is_immune
from embertable.games.lueur.effects import box_spell
from embertable.games.lueur.state import CURSE, LueurState, Player

NO_DIE: Final = -1


@dataclass
class FacePaid(Event):
    """A special face takes effect."""

    seat: Seat
    face: str
    dice: int


@dataclass
class CurseEvent(Event):
    seat: Seat
    element: str


class Cursed(CurseEvent):
    """Neither the black die nor any other with its element counts (L-CURSE-02)."""


class OthersCursed(CurseEvent):
    """The black die counts itself, where the table reads it so."""


@dataclass
class CardResolved(Event):
    seat: Seat
    card: str
    times: int


@dataclass
class SpellTriggered(Event):
    seat: Seat
    spell: str


@dataclass
class PayFaces(Step):
    """Special faces first, gains before the black die's loss (L-RESOLVE-01)."""

    def run(self, table: Table[LueurState]) -> None:
        table.do_all([PayFacesOf(seat) for seat in table.state.turn_order()])


class PayFacesOf(SeatStep):
    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        steps: list[Step] = []
        harmless = state.content.black_die if is_immune(state, player) else NO_DIE
        for face, effects in state.content.face_effects.items():
            dice = sum(state.faces[die] == face and die != harmless for die in player.dice)
            if dice:
                table.emit(FacePaid(self.seat, face, dice))
                paid = [effect.times(self.seat, dice) for effect in effects]
                if any(effect.is_loss() for effect in effects):
                    steps.extend(paid)
                else:
                    steps = paid + steps
        element = cursed_element(state, player)
        if element:
            cursed = OthersCursed if CURSE in state.other_readings else Cursed
            table.emit(cursed(self.seat, element))
        table.do_all(steps)


class Noon(SeatStep):
    """Resolve what is met until nothing is; a single met card needs no question."""

    def run(self, table: Table[LueurState]) -> None:
        met = met_cards(table.state, self.seat)
        if len(met) == 1:
            table.do(Resolve(self.seat, met[0]), self)
        elif met:
            table.do(CHOOSE_CARDS[self.seat], self)


class ChooseCard(Choice):
    """The player chooses the order; everything met must be applied (L-RESOLVE-06)."""

    def options(self, table: Table[LueurState]) -> list[Action]:
        return [Resolve(self.seat, card) for card in met_cards(table.state, self.seat)]


@dataclass(unsafe_hash=True)
class Resolve(Action):
    """All activations of one card, in one go (L-RESOLVE-08)."""

    card: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.seat]
        player.resolved.append(self.card)
        spell = state.content.spells.get(self.card)
        if spell is not None:
            player.spells.remove(self.card)
            box_spell(state, self.card)
            table.emit(SpellTriggered(self.seat, self.card))
            table.do_all(effect_steps(spell.trigger, self.seat, self.card))
            return
        trigger = state.content.cards[self.card].trigger
        assert trigger is not None
        times = trigger.activations(counted_symbols(state, self.seat))
        table.emit(CardResolved(self.seat, self.card, times))
        table.do_all(effect_steps(trigger, self.seat, self.card) * times)


def met_cards(state: LueurState, seat: Seat) -> list[str]:
    """Unresolved cards and revealed spells whose condition the counted dice meet now."""
    player = state.players[seat]
    counts = counted_symbols(state, seat)
    cards = state.content.cards
    met: list[str] = []
    for card in [player.adventurer, *player.companions]:
        trigger = cards[card].trigger
        if trigger is not None and card not in player.resolved and trigger.activations(counts):
            met.append(card)
    for name in player.spells:
        spell = state.content.spells[name]
        if can_trigger(spell, player) and spell.trigger.activations(counts):
            met.append(name)
    return met


def can_trigger(spell: Spell, player: Player) -> bool:
    """The spell on the last companion waits while there is none (L-SPELL-06)."""
    return bool(player.companions) or not spell.on_last_recruited


def effect_steps(trigger: Trigger, seat: Seat, card: str) -> list[Step]:
    return [effect.bound(seat, card) for effect in trigger.effects]


@dataclass
class Gather(Step):
    """When all have finished a step, what they lost in it joins the shared piles (L-SERIAL-03)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        for seat in state.turn_order():
            player = state.players[seat]
            state.cemetery.extend(player.fallen)
            state.reserve.extend(player.returned)
            player.fallen = []
            player.returned = []


CHOOSE_CARDS: Final = [ChooseCard(seat) for seat in range(4)]
