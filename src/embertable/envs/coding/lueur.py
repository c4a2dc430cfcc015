"""What a seat may know of Lueur, written straight from the table; all seats see the same."""

from __future__ import annotations

from typing import Any

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.table import Seat, Table
from embertable.envs.coding.shapes import NOTHING, UNKNOWN, Many, Shape, Words
from embertable.envs.coding.writing import Writer, begin, many, part, write_words
from embertable.games.lueur.content import Trigger
from embertable.games.lueur.dice import counted_dice, symbols_on
from embertable.games.lueur.final_count import fireflies
from embertable.games.lueur.late_morning import companion_rerolls, track_rerolls
from embertable.games.lueur.noon import can_trigger
from embertable.games.lueur.state import LueurState, MeetingSpace, Player


class LueurWriter(Writer):
    def __init__(self, shape: Shape, words: Words) -> None:
        self.numbers = words.numbers
        self.players = many(shape, "players")
        self.nobody = bytes(4 * part(shape, "players.adventurer").size)
        self.companions = many(shape, "players.companions")
        self.spells = many(shape, "players.spells")
        self.dice = many(shape, "players.dice")
        self.visited = many(shape, "players.visited")
        self.boats = many(shape, "players.boats")
        self.sketal_dice = part(shape, "players.sketal_dice")
        self.track = many(shape, "track")
        self.lying_dice = many(shape, "track.dice")
        self.reserve = many(shape, "reserve")
        self.cemetery = many(shape, "cemetery")

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        state = table.state
        assert isinstance(state, LueurState)
        content = state.content
        numbers = self.numbers
        write_i32_le(out, numbers.get(table.options["journey"], UNKNOWN))
        write_i32_le(out, state.round)
        write_i32_le(out, content.rounds)
        write_i32_le(out, state.first)
        count = begin(out, len(state.players), self.players)
        for player in state.players:
            self.write_player(state, player, out)
        out.write(self.players.blanks[count])
        count = begin(out, len(state.track), self.track)
        for place in range(count):
            self.write_space(state, content.spaces[place], state.track[place], out)
        out.write(self.track.blanks[count])
        # What players gave back in this step has its own order until all have finished it.
        reserve = state.reserve
        graves = state.cemetery
        for one in state.turn_order():
            player = state.players[one]
            if player.returned:
                reserve = reserve + player.returned
            if player.fallen:
                graves = graves + player.fallen
        self.write_lying_dice(state, reserve, out, self.reserve)
        write_words(out, numbers, graves, self.cemetery)
        write_i32_le(out, len(state.deck))
        pack = content.companions[state.deck[-1]].pack if state.deck else ""
        write_i32_le(out, numbers.get(pack, UNKNOWN))
        write_i32_le(out, len(state.spell_pile))

    def write_player(self, state: LueurState, player: Player, out: BytesWriter) -> None:
        numbers = self.numbers
        content = state.content
        counted = counted_dice(state, player)
        counts = symbols_on(state, counted)
        write_i32_le(out, player.seat)
        if player.adventurer:
            write_i32_le(out, 1)
            trigger = content.cards[player.adventurer].trigger
            self.write_card(player, player.adventurer, trigger, counts, out)
        else:
            out.write(self.nobody)
        count = begin(out, len(player.companions), self.companions)
        for place in range(count):
            card = player.companions[place]
            self.write_card(player, card, content.cards[card].trigger, counts, out)
        out.write(self.companions.blanks[count])
        count = begin(out, len(player.spells), self.spells)
        for place in range(count):
            card = player.spells[place]
            spell = content.spells[card]
            waits = not can_trigger(spell, player)
            self.write_card(player, card, None if waits else spell.trigger, counts, out)
        out.write(self.spells.blanks[count])
        write_i32_le(out, len(player.hidden_spells))
        self.write_dice(state, player, counted, out)
        write_i32_le(out, player.bursts)
        write_i32_le(out, player.rerolls)
        write_i32_le(out, companion_rerolls(content, player))
        write_i32_le(out, len(track_rerolls(content, player)))
        write_i32_le(out, player.footprints)
        write_i32_le(out, fireflies(state, player))
        write_i32_le(out, numbers.get(player.company, UNKNOWN))
        write_i32_le(out, numbers.get(player.encampment, UNKNOWN))
        write_words(out, numbers, player.visited, self.visited)
        write_words(out, numbers, player.boats, self.boats)
        self.sketal_dice.write(player.sketal_dice, out)

    def write_card(
        self,
        player: Player,
        card: str,
        trigger: Trigger | None,
        counts: dict[str, int],
        out: BytesWriter,
    ) -> None:
        write_i32_le(out, self.numbers.get(card, UNKNOWN))
        write_i32_le(out, NOTHING if trigger is None else trigger.activations(counts))
        write_i32_le(out, 1 if card in player.resolved else 0)

    def write_dice(
        self, state: LueurState, player: Player, counted: list[int], out: BytesWriter
    ) -> None:
        """Those that count come in the same order as all of them."""
        count = begin(out, len(player.dice), self.dice)
        seen = 0
        for place in range(count):
            die = player.dice[place]
            face = state.faces[die]
            counts = not face
            if seen < len(counted) and counted[seen] == die:
                counts = True
                seen += 1
            write_i32_le(out, die)
            write_i32_le(out, self.numbers.get(face, UNKNOWN))
            write_i32_le(out, 1 if counts else 0)
            write_i32_le(out, 1 if die in player.picked else 0)
            write_i32_le(out, 1 if die in player.set_aside else 0)
        out.write(self.dice.blanks[count])

    def write_space(
        self, state: LueurState, element: str, space: MeetingSpace, out: BytesWriter
    ) -> None:
        write_i32_le(out, self.numbers.get(element, UNKNOWN))
        write_i32_le(out, self.numbers.get(space.companion, UNKNOWN))
        self.write_lying_dice(state, space.dice, out, self.lying_dice)
        write_i32_le(out, space.footprints)

    def write_lying_dice(
        self, state: LueurState, dice: list[int], out: BytesWriter, room: Many
    ) -> None:
        count = begin(out, len(dice), room)
        for place in range(count):
            die = dice[place]
            write_i32_le(out, die)
            write_i32_le(out, self.numbers.get(state.faces[die], UNKNOWN))
        out.write(room.blanks[count])
