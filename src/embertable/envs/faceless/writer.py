"""Observations of The Faceless, written directly from the table."""

from __future__ import annotations

from typing import Any

from librt.strings import BytesWriter, write_i32_le

from embertable.engine.rulesets import Rulebook
from embertable.engine.table import Seat, Table, View
from embertable.envs.coding.shapes import UNKNOWN, Shape, Vocabulary
from embertable.envs.coding.writing import (
    NO_NUMBERS,
    KeptRow,
    KeptWords,
    Writer,
    begin,
    many,
    numbers_of,
    part,
    write_words,
)
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import COLOURS, FacelessContent
from embertable.games.faceless.moments import NeedleHidden, NeedleTurned, ObstacleOpen
from embertable.games.faceless.rest import hand_limit
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.view import needle_view


class FacelessWriter(Writer):
    def __init__(self, shape: Shape, words: Vocabulary) -> None:
        self.numbers = words.numbers
        self.players = many(shape, "players")
        self.hands = [
            KeptWords(words.numbers, many(shape, "players.hand")) for _ in range(self.players.most)
        ]
        # All columns have the same size.
        self.column = many(shape, f"columns.{COLOURS[0]}")
        self.powers = KeptWords(words.numbers, many(shape, "powers"))
        self.discards = KeptWords(words.numbers, many(shape, "discards"))
        self.obstacles = many(shape, "obstacles")
        self.spaces = numbers_of(shape, "obstacles.spaces")
        self.memories = numbers_of(shape, "memories")
        self.unused = KeptWords(words.numbers, many(shape, "unused"))
        self.used = KeptWords(words.numbers, many(shape, "used"))
        self.figures = many(shape, "figures")
        self.needle = part(shape, "needle")
        self.parts = part(shape, "parts")
        self.no_parts = bytes(4 * self.parts.size)
        self.content: FacelessContent | None = None
        """The content that the cached rows belong to."""
        self.rules: Rulebook | None = None
        self.options: dict[str, str] = {}
        """Those of the table that these follow from."""
        self.is_needle_plain = False
        """Whether the needle follows from the magnets and the Team alone."""
        self.has_openings = False
        self.settings = b""
        self.kept_columns = KeptRow()
        self.kept_needle = b""
        self.kept_figures = b""
        self.team = AWAY
        self.shown_needle = AWAY
        self.places: list[int] = []
        self.headings: list[int] = []
        """What the last figures and the last needle were written from."""
        self.kept_obstacles = b""
        self.covered: list[list[int]] = []
        self.swamps: list[int] = []
        self.kept_memories = b""
        self.memory_spaces: list[int] = []

    def again(self, shape: Shape, words: Vocabulary) -> Writer:
        return FacelessWriter(shape, words)

    def write(self, table: Table[Any], seat: Seat, out: BytesWriter) -> None:
        state = table.state
        assert isinstance(state, FacelessState)
        numbers = self.numbers
        if (
            self.content is not state.content
            or self.rules is not table.rules
            or self.options is not table.options
        ):
            self.sit_down(table, state)
        write_i32_le(out, numbers.get(state.side, UNKNOWN))
        self.write_players(table, state, out)
        write_i32_le(out, state.first)
        write_i32_le(out, state.current)
        write_i32_le(out, state.turn)
        write_i32_le(out, numbers.get(state.action, UNKNOWN))
        write_i32_le(out, numbers.get(state.card, UNKNOWN))
        write_i32_le(out, numbers.get(state.revealed, UNKNOWN))
        self.write_columns(state, out)
        write_i32_le(out, state.minimum)
        write_i32_le(out, len(state.deck))
        top = state.deck[-1] if seat in state.top_seen and state.deck else ""
        write_i32_le(out, numbers.get(top, UNKNOWN))
        write_i32_le(out, 1 if len(state.top_seen) == len(state.hands) else 0)
        self.powers.write(state.powers, out)
        write_i32_le(out, len(state.removed))
        self.discards.write(state.discards, out)
        self.write_obstacles(table, state, out)
        self.write_memories(state, out)
        self.unused.write(state.unused, out)
        self.used.write(state.used, out)
        self.write_figures(table, state, out)
        out.write(self.settings)
        self.write_parts(state, out)

    def sit_down(self, table: Table[Any], state: FacelessState) -> None:
        """Note what a table's rules and settings decide."""
        self.content, self.rules, self.options = state.content, table.rules, table.options
        self.kept_obstacles = self.kept_needle = self.kept_figures = self.kept_memories = b""
        earth = table.options["earth_field"] != "off"
        self.is_needle_plain = not (
            table.rules.changes(NeedleHidden) or table.rules.changes(NeedleTurned) or earth
        )
        self.has_openings = table.rules.changes(ObstacleOpen)
        fresh = BytesWriter()
        write_i32_le(fresh, 1 if table.options["collisions"] == "force" else 0)
        write_i32_le(fresh, 1 if earth else 0)
        write_i32_le(fresh, 1 if table.options["nightworld_mode"] == "toggle" else 0)
        self.settings = fresh.getvalue()

    def write_players(self, table: Table[Any], state: FacelessState, out: BytesWriter) -> None:
        content = state.content
        count = begin(out, len(state.hands), self.players)
        for player in range(count):
            kid = state.kids[player]
            write_i32_le(out, player)
            write_i32_le(out, self.numbers.get(kid, UNKNOWN))
            self.hands[player].write(state.hands[player], out)
            # Nothing but a kid changes it.
            own = kid in content.kid_hand_limits
            write_i32_le(out, hand_limit(table, player) if own else content.turn.hand_limit)
        out.write(self.players.blanks[count])

    def write_columns(self, state: FacelessState, out: BytesWriter) -> None:
        kept = self.kept_columns
        if kept.changed(state.display, NO_NUMBERS):
            fresh = BytesWriter()
            for column in state.display:
                write_i32_le(fresh, 1)
                write_words(fresh, self.numbers, column, self.column)
            kept.row = fresh.getvalue()
        out.write(kept.row)

    def write_obstacles(self, table: Table[Any], state: FacelessState, out: BytesWriter) -> None:
        swamps: list[int] = []
        if self.has_openings:
            for spaces in state.obstacles:
                swamp = bool(spaces) and table.ask(ObstacleOpen(spaces[0]), 0) > 0
                swamps.append(1 if swamp else 0)
        if not self.kept_obstacles or self.covered != state.obstacles or self.swamps != swamps:
            self.covered = [spaces[:] for spaces in state.obstacles]
            self.swamps = swamps
            fresh = BytesWriter()
            tokens = state.content.obstacles
            count = begin(fresh, len(state.obstacles), self.obstacles)
            for place in range(count):
                write_i32_le(fresh, self.numbers.get(tokens[place].id, UNKNOWN))
                self.spaces.write_list(state.obstacles[place], fresh)
                write_i32_le(fresh, swamps[place] if swamps else 0)
            fresh.write(self.obstacles.blanks[count])
            self.kept_obstacles = fresh.getvalue()
        out.write(self.kept_obstacles)

    def write_memories(self, state: FacelessState, out: BytesWriter) -> None:
        if not self.kept_memories or self.memory_spaces != state.memory_spaces:
            self.memory_spaces = state.memory_spaces[:]
            fresh = BytesWriter()
            here = sorted([space for space in state.memory_spaces if space != AWAY])
            self.memories.write_list(here, fresh)
            self.kept_memories = fresh.getvalue()
        out.write(self.kept_memories)

    def write_figures(self, table: Table[Any], state: FacelessState, out: BytesWriter) -> None:
        """The figures, the Team and the needle, which is cached unless an expansion changes it."""
        if not self.kept_figures or self.places != state.places or self.headings != state.headings:
            self.places, self.headings = state.places[:], state.headings[:]
            self.kept_figures = self.figures_row(state)
            self.kept_needle = b""
        out.write(self.kept_figures)
        write_i32_le(out, state.team)
        if not self.is_needle_plain:
            self.needle.write(needle_view(table), out)
            return
        if not self.kept_needle or self.team != state.team or self.shown_needle != state.needle:
            self.team, self.shown_needle = state.team, state.needle
            fresh = BytesWriter()
            self.needle.write(needle_view(table), fresh)
            self.kept_needle = fresh.getvalue()
        out.write(self.kept_needle)

    def figures_row(self, state: FacelessState) -> bytes:
        out = BytesWriter()
        count = begin(out, len(state.places), self.figures)
        for figure in range(count):
            write_i32_le(out, figure)
            write_i32_le(out, state.places[figure])
            write_i32_le(out, state.headings[figure])
        out.write(self.figures.blanks[count])
        return out.getvalue()

    def write_parts(self, state: FacelessState, out: BytesWriter) -> None:
        """Write the parts that expansions show."""
        if not state.parts:
            out.write(self.no_parts)
            return
        shown: dict[str, View] = {}
        for name, one in state.parts.items():
            view = one.shown()
            if view is not None:
                shown[name] = view
        self.parts.write(shown, out)
