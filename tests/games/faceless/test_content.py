"""Content packs: the printed one loads whole, a broken one is refused with file, row and field."""

import copy
import tomllib

import pytest

from embertable.engine.content import WHOLE_FILE, read_row
from embertable.engine.errors import BadContent, UnreadableFile
from embertable.games.faceless.content import Box, FacelessContent, read_faceless
from tests.games.faceless.scene import FACELESS
from tests.games.packs import DROP, TWICE, changed

FILE = FACELESS.folder() / "content" / "faceless.toml"
TABLES = tomllib.loads(FILE.read_text(encoding="utf-8"))


def read(tables):
    return FacelessContent("x", "pack.toml", read_row(Box, "pack.toml", tables))


def test_the_printed_pack_loads():
    read(copy.deepcopy(TABLES))


@pytest.mark.parametrize(
    ("path", "value", "row", "field"),
    [
        ("turns", {}, WHOLE_FILE, "turns"),
        ("turn", DROP, WHOLE_FILE, "turn"),
        ("turn.hand_limit", 0, "turn", "hand_limit"),
        ("turn.start_hand", 9, "turn", "start_hand"),
        ("turn.hands", 3, "turn", "hands"),
        ("difficulty.easy.threat_cards", -1, "difficulty easy", "threat_cards"),
        ("difficulty.easy", DROP, WHOLE_FILE, "difficulty"),
        ("difficulty.easy", TWICE, "difficulty easy", "id"),
        ("board.spaces", [[0, 0]], "board", "spaces"),
        ("board.spaces.0", "A1", "board", "spaces"),
        ("board.spaces.0", [-4, 5], "board", "spaces"),
        ("board.spaces.0", [-5, 7], "board", "spaces"),
        ("board.space_count", 90, "board", "space_count"),
        ("board.external_count", 35, "board", "external_count"),
        ("board.edge.0", [0, 0], "board", "edge"),
        ("board.external.0", [7, 0], "board", "external"),
        ("board.external.0", [5, 0], "board", "external"),
        ("board.external", [], "board", "external"),
        ("board.side.0.id", "dawnworld", "board.side dawnworld", "id"),
        ("board.side.0.obstacle_symbols.0", [9, 9], "board.side duskworld", "obstacle_symbols"),
        ("board.side.0.obstacle_symbols", [[0, 0]], "board.side duskworld", "obstacle_symbols"),
        ("board.side.0.faceless_start", [3, 4, 27], "board.side duskworld", "faceless_start"),
        ("board.side.1", DROP, WHOLE_FILE, "board"),
        ("obstacle.entrance.entrance", False, WHOLE_FILE, "obstacle"),
        ("obstacle.roots.cells", [], "obstacle roots", "cells"),
        ("obstacle.roots.memory_symbols.0", [3, 3], "obstacle roots", "memory_symbols"),
        ("obstacle.roots.memory_symbols", [], WHOLE_FILE, "obstacle"),
        ("magnet.pitch_mm", "wide", "magnet", "pitch_mm"),
        ("magnet.moment_Am2", 0, "magnet", "moment_Am2"),
        ("needle.tie_half_band_deg", 40.0, "needle", "tie_half_band_deg"),
        ("collision.slip_force_N", True, "collision", "slip_force_N"),
        ("event_deck.total", 49, "event_deck", "total"),
        ("event_card.red-1.colour", "pink", "event_card red-1", "colour"),
        ("event_card.red-1.value", 10, "event_card red-1", "value"),
        ("memory.hat", DROP, WHOLE_FILE, "memory"),
        ("memory.hat.id", "cap", "memory cap", "id"),
        ("kid.lily", DROP, WHOLE_FILE, "kid"),
        ("kid.dylan.hand_limit", 0, "kid dylan", "hand_limit"),
        ("kid.lily.power", "x", "kid lily", "power"),
        ("expansion.den", DROP, WHOLE_FILE, "expansion"),
        (
            "expansion.den.recommended_after_plays",
            "few",
            "expansion den",
            "recommended_after_plays",
        ),
        ("avatar.demon.in_random_pool", 1, "avatar demon", "in_random_pool"),
        ("die_face.0.face", 2, WHOLE_FILE, "die_face"),
        ("crossroads.cards", 9, WHOLE_FILE, "crossroads_card"),
        ("crossroads_card.0.a", "fly", "crossroads_card 1", "a"),
        ("crossroads_card.0.a_steps", 0, "crossroads_card 1", "a_steps"),
        ("den.cells.0", [0], "den", "cells"),
        ("eyes.cards_removed", -1, "eyes", "cards_removed"),
        ("swamp.default_count", 7, "swamp", "default_count"),
        ("hourglass.seconds", 0, "hourglass", "seconds"),
        ("haunted_place.0.arrows", 0, "haunted_place 1", "arrows"),
        ("haunted_places.count", 5, WHOLE_FILE, "haunted_place"),
        ("servants.roaming_used", 9, "servants", "roaming_used"),
        ("servant_card.0.direction", 6, "servant_card 1", "direction"),
        ("servants.cards", 5, WHOLE_FILE, "servant_card"),
        ("forbidden_word.patterns", "goat", "forbidden_word", "patterns"),
        ("scenario.silence", DROP, WHOLE_FILE, "scenario"),
        ("scenario.silence.kids", ["matt"], "scenario silence", "kids"),
        ("scenario.silence.expansions", ["sun"], "scenario silence", "expansions"),
        ("scenario.silence.special", ["sing"], "scenario silence", "special"),
    ],
)
def test_a_broken_pack_is_refused(path, value, row, field):
    with pytest.raises(BadContent) as refused:
        read(changed(TABLES, path, value))
    assert str(refused.value).startswith(f"pack.toml, row {row}, field {field}: ")


@pytest.mark.rule("F-SETUP-06", "F-MAZE-02", "F-DEF-05")
def test_refusals_name_the_clause_that_forbids_a_board():
    for path, value, clause in [
        ("board.spaces.0", [-5, 7], "F-SETUP-06"),
        ("board.external.0", [7, 0], "F-DEF-05"),
        ("board.side.0.faceless_start", [3, 4, 27], "F-WALK-05"),
    ]:
        with pytest.raises(BadContent, match=clause):
            read(changed(TABLES, path, value))


@pytest.mark.rule("F-SETUP-06")
def test_a_board_without_a_legal_layout_is_refused():
    crowded = [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]]
    tables = changed(TABLES, "board.side.0.obstacle_symbols", crowded)
    with pytest.raises(BadContent, match="F-SETUP-06"):
        read(tables)


def test_files_that_are_no_packs(tmp_path):
    with pytest.raises(UnreadableFile):
        read_faceless(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("turn = [", encoding="utf-8")
    with pytest.raises(BadContent):
        read_faceless(broken)
