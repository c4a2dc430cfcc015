"""Xar'gok's spells: dealt face down, revealed next round, resolved like cards."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import CHANCE, Action, Draw, Drawn, Event, Seat, Step, Table
from embertable.games.lueur.effects import SendToCemetery
from embertable.games.lueur.state import LueurState
from embertable.games.lueur.vocabulary import SingleCardEffect, SpellEffect


@dataclass
class SpellsCast(Event):
    seat: Seat
    seats: tuple[Seat, ...]


@dataclass
class SpellRevealed(Event):
    seat: Seat
    spell: str


class CastSpells(SingleCardEffect):
    """Every other player takes one, clockwise from the caster's left, unseen (L-SPELL-01)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        seats = len(state.players)
        dealt: list[Seat] = []
        for place in range(1, seats):
            seat = (self.seat + place) % seats
            if state.spell_pile:
                state.players[seat].hidden_spells.append(state.spell_pile.pop())
                dealt.append(seat)
        table.emit(SpellsCast(self.seat, tuple(dealt)))


@dataclass
class RevealSpells(Step):
    """At the start of a round all face-down spells are turned up (L-ROUND-02)."""

    def run(self, table: Table[LueurState]) -> None:
        for seat in reversed(table.state.turn_order()):
            hidden = len(table.state.players[seat].hidden_spells)
            table.do_all([TurnUpSpell(CHANCE, seat)] * hidden)


@dataclass
class TurnUpSpell(Draw):
    """The first of a player's face-down spells, which is any that nobody has seen."""

    holder: Seat

    def owner(self) -> Seat:
        return self.holder

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        unseen = [*state.spell_pile, *state.spells_boxed_unseen]
        for player in state.players:
            unseen.extend(player.hidden_spells)
        return [RevealSpell(CHANCE, self.holder, spell) for spell in sorted(unseen)]

    def drawn(self, table: Table[LueurState]) -> Action:
        return RevealSpell(CHANCE, self.holder, table.state.players[self.holder].hidden_spells[0])


@dataclass(unsafe_hash=True)
class RevealSpell(Drawn):
    """A spell that lay face down before a player is turned up."""

    holder: Seat
    spell: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        player = state.players[self.holder]
        first = player.hidden_spells[0]
        if first != self.spell:
            # Nobody has seen either spell, so they change places.
            hidden = [one.hidden_spells for one in state.players]
            for pile in (state.spell_pile, state.spells_boxed_unseen, *hidden):
                if self.spell in pile:
                    pile[pile.index(self.spell)] = first
        player.hidden_spells.pop(0)
        player.spells.append(self.spell)
        table.reveal()
        table.emit(SpellRevealed(self.holder, self.spell))


class KillLastRecruited(SpellEffect):
    """The last recruited companion leaves without any effect (L-SPELL-06)."""

    def run(self, table: Table[LueurState]) -> None:
        table.do(SendToCemetery(self.seat, table.state.players[self.seat].companions[-1]))
