"""Xar'gok's spells: dealt face down, revealed next round, resolved like cards."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Event, Seat, Step, Table
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
        for seat in table.state.turn_order():
            player = table.state.players[seat]
            for spell in player.hidden_spells:
                table.reveal()
                table.emit(SpellRevealed(seat, spell))
            player.spells.extend(player.hidden_spells)
            player.hidden_spells = []


class KillLastRecruited(SpellEffect):
    """The last recruited companion leaves without any effect (L-SPELL-06)."""

    def run(self, table: Table[LueurState]) -> None:
        table.do(SendToCemetery(self.seat, table.state.players[self.seat].companions[-1]))
