"""Observations of Lueur, written directly from the table; all seats see the same."""

from __future__ import annotations

from typing import Any

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.table import Seat, Table
from embertable.envs.coding.shapes import NOTHING, UNKNOWN, Shape, Vocabulary, nothing
from embertable.envs.coding.writing import KeptWords, Writer, begin, many, part
from embertable.games.lueur.content import LueurContent, Trigger
from embertable.games.lueur.dice import counted_dice, symbols_on
from embertable.games.lueur.final_count import fireflies
from embertable.games.lueur.late_morning import companion_rerolls, track_rerolls
from embertable.games.lueur.noon import can_trigger
from embertable.games.lueur.state import LueurState, MeetingSpace, Player


class KeptDice:
    """Dice and faces as they were last written."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.faces: list[str] = []

    def changed(self, dice: list[int], up: list[str]) -> bool:
        """Whether dice or faces differ from last time; remembers the new ones."""
        if self.dice == dice:
            faces = self.faces
            for place in range(len(faces)):
                # Faces are interned in the content, so identity suffices; a false alarm only rewrites the row.
                if faces[place] is not up[dice[place]]:
                    break
            else:
                return False
        self.dice = dice[:]
        self.faces = [up[die] for die in dice]
        return True


class PlayerRows:
    """The cached rows of one player, and the values they were written from."""

    def __init__(self, visited: KeptWords, boats: KeptWords, no_sketal_dice: bytes) -> None:
        self.visited = visited
        self.boats = boats
        self.sketal_dice: dict[str, str] = {}
        self.sketal_row = no_sketal_dice
        self.dice = KeptDice()
        self.counted: list[int] = []
        self.counts: dict[str, int] = {}
        self.other_readings: list[str] = []
        self.adventurer = ""
        self.companions: list[str] = []
        self.spells: list[str] = []
        self.resolved: list[str] = []
        self.cards_row = b""
        self.picked: list[int] = []
        self.set_aside: list[int] = []
        self.dice_row = b""
        self.rerolls_used = 0
        self.companion_rerolls = 0
        self.bursts = 0
        self.lapped = False
        self.track_rerolls = 0
        self.tokens = 0
        self.fireflies = 0


class SpaceRow:
    """The cached row of one space of the meeting track, and the values it was written from."""

    def __init__(self) -> None:
        self.companion = ""
        self.dice = KeptDice()
        self.footprints = 0
        self.row = b""


class LueurWriter(Writer):
    def __init__(self, shape: Shape, words: Vocabulary) -> None:
        self.numbers = words.numbers
        self.content: LueurContent | None = None
        """The content that the cached rows belong to."""
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
        self.kept_reserve = KeptDice()
        self.reserve_row = nothing(self.reserve.size)
        self.cemetery = KeptWords(words.numbers, many(shape, "cemetery"))
        self.used_spells = KeptWords(words.numbers, many(shape, "used_spells"))
        self.kept: list[PlayerRows] = []
        self.kept_spaces: list[SpaceRow] = []

    def again(self, shape: Shape, words: Vocabulary) -> Writer:
        return LueurWriter(shape, words)

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        state = table.state
        assert isinstance(state, LueurState)
        content = state.content
        numbers = self.numbers
        if self.content is not content:
            self.forget(content)
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
            self.write_space(state, place, state.track[place], out)
        out.write(self.track.blanks[count])
        # Returned cards and dice go in turn order until all players have finished the step.
        reserve = state.reserve
        graves = state.cemetery
        if any(player.returned or player.fallen for player in state.players):
            for seat_in_turn in state.turn_order():
                player = state.players[seat_in_turn]
                reserve = reserve + player.returned
                graves = graves + player.fallen
        if self.kept_reserve.changed(reserve, state.faces):
            fresh = BytesWriter()
            self.write_reserve(state, reserve, fresh)
            self.reserve_row = fresh.getvalue()
        out.write(self.reserve_row)
        self.cemetery.write(graves, out)
        write_i32_le(out, len(state.deck))
        pack = content.companions[state.deck[-1]].pack if state.deck else ""
        write_i32_le(out, numbers.get(pack, UNKNOWN))
        write_i32_le(out, len(state.spell_pile))
        self.used_spells.write(state.spells_boxed, out)

    def forget(self, content: LueurContent) -> None:
        """Drop all caches when the content changes."""
        self.content = content
        self.kept = [
            PlayerRows(
                KeptWords(self.numbers, self.visited),
                KeptWords(self.numbers, self.boats),
                nothing(self.sketal_dice.size),
            )
            for _ in range(self.players.most)
        ]
        self.kept_spaces = [SpaceRow() for _ in range(self.track.most)]

    def write_player(self, state: LueurState, player: Player, out: BytesWriter) -> None:
        kept = self.kept[player.seat]
        content = state.content
        known = bool(kept.cards_row)
        new_dice = kept.dice.changed(player.dice, state.faces) or not known
        new_cards = not known or kept.companions != player.companions
        # Where a table reads the curse otherwise, Kaar may decide which dice count.
        if kept.other_readings != state.other_readings or (new_cards and state.other_readings):
            kept.other_readings = state.other_readings[:]
            new_dice = True
        if new_dice:
            kept.counted = counted_dice(state, player)
            kept.counts = symbols_on(state, kept.counted)
        if (
            new_dice
            or new_cards
            or kept.resolved != player.resolved
            or kept.adventurer != player.adventurer
            or kept.spells != player.spells
        ):
            kept.adventurer = player.adventurer
            kept.companions = player.companions[:]
            kept.spells = player.spells[:]
            kept.resolved = player.resolved[:]
            kept.cards_row = self.cards_row(content, player, kept.counts)
        out.write(kept.cards_row)
        write_i32_le(out, len(player.hidden_spells))
        if new_dice or kept.picked != player.picked or kept.set_aside != player.set_aside:
            kept.picked = player.picked[:]
            kept.set_aside = player.set_aside[:]
            kept.dice_row = self.dice_row(player, kept.dice.faces, kept.counted)
        out.write(kept.dice_row)
        write_i32_le(out, player.bursts)
        write_i32_le(out, player.rerolls)
        if new_cards or kept.rerolls_used != player.companion_rerolls_used:
            kept.rerolls_used = player.companion_rerolls_used
            kept.companion_rerolls = companion_rerolls(content, player)
        write_i32_le(out, kept.companion_rerolls)
        if new_cards or kept.bursts != player.bursts or kept.lapped != player.lapped:
            kept.bursts = player.bursts
            kept.lapped = player.lapped
            kept.track_rerolls = len(track_rerolls(content, player))
        write_i32_le(out, kept.track_rerolls)
        write_i32_le(out, player.footprints)
        if new_cards or kept.tokens != player.fireflies:
            kept.tokens = player.fireflies
            kept.fireflies = fireflies(state, player)
        write_i32_le(out, kept.fireflies)
        write_i32_le(out, self.numbers.get(player.company, UNKNOWN))
        write_i32_le(out, self.numbers.get(player.encampment, UNKNOWN))
        kept.visited.write(player.visited, out)
        kept.boats.write(player.boats, out)
        if kept.sketal_dice != player.sketal_dice:
            kept.sketal_dice = player.sketal_dice.copy()
            fresh = BytesWriter()
            self.sketal_dice.write(player.sketal_dice, fresh)
            kept.sketal_row = fresh.getvalue()
        out.write(kept.sketal_row)

    def cards_row(self, content: LueurContent, player: Player, counts: dict[str, int]) -> bytes:
        """The seat and its cards, with how often its dice trigger each of them."""
        out = BytesWriter()
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
        return out.getvalue()

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

    def dice_row(self, player: Player, faces: list[str], counted: list[int]) -> bytes:
        """`counted` is in the order of the dice."""
        out = BytesWriter()
        count = begin(out, len(player.dice), self.dice)
        seen = 0
        for place in range(count):
            die = player.dice[place]
            face = faces[place]
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
        return out.getvalue()

    def write_space(
        self, state: LueurState, place: int, space: MeetingSpace, out: BytesWriter
    ) -> None:
        kept = self.kept_spaces[place]
        if (
            kept.dice.changed(space.dice, state.faces)
            or not kept.row
            or kept.companion != space.companion
            or kept.footprints != space.footprints
        ):
            kept.companion = space.companion
            kept.footprints = space.footprints
            fresh = BytesWriter()
            element = state.content.spaces[place]
            write_i32_le(fresh, self.numbers.get(element, UNKNOWN))
            write_i32_le(fresh, self.numbers.get(space.companion, UNKNOWN))
            count = begin(fresh, len(space.dice), self.lying_dice)
            for die in space.dice[:count]:
                write_i32_le(fresh, die)
                write_i32_le(fresh, self.numbers.get(element, UNKNOWN))
            fresh.write(self.lying_dice.blanks[count])
            write_i32_le(fresh, space.footprints)
            kept.row = fresh.getvalue()
        out.write(kept.row)

    def write_reserve(self, state: LueurState, dice: list[int], out: BytesWriter) -> None:
        count = begin(out, len(dice), self.reserve)
        for die in dice[:count]:
            write_i32_le(out, die)
            write_i32_le(out, self.numbers.get(state.faces[die], UNKNOWN))
        out.write(self.reserve.blanks[count])
