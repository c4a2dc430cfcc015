"""The components of The Faceless, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from embertable.engine.content import WHOLE_FILE, Content, Row, read_toml, short
from embertable.games.faceless.board import DIRECTIONS, Axial, Board, distance_between
from embertable.games.faceless.compass import DEGREE, Compass
from embertable.games.faceless.layout import Obstacle, Placement, can_be_completed, placements

YELLOW: Final = "yellow"
GREEN: Final = "green"
BLUE: Final = "blue"
RED: Final = "red"
PURPLE: Final = "purple"
COLOURS: Final = (YELLOW, GREEN, BLUE, RED, PURPLE)
"""Columns of the Threats display, in the order of the figures they belong to (F-DEF-11)."""

JUDITH: Final = 0
SAM: Final = 1
ALAN: Final = 2
BILLYGOAT: Final = 3
FIGURES: Final = ("judith", "sam", "alan", "billygoat")
FACELESS: Final = (JUDITH, SAM, ALAN)

DIFFICULTIES: Final = ("easy", "medium", "hard", "hell")
SIDES: Final = ("duskworld", "nightworld")
MEMORIES: Final = (
    *("hat", "bow", "school_book", "bags", "street", "music_player", "campfire", "old_rope"),
)
KIDS: Final = (
    *("lily", "dylan", "matt", "karyn", "luke", "pj", "tommy", "emily", "julie", "casper"),
)
AVATARS: Final = ("spectral", "unspeakable", "puppetmaster", "eraserhead", "demon", "plain")
EXPANSIONS: Final = (
    *("avatars", "creepy_die", "crossroads", "den", "eyes", "nightworld", "haunted_places"),
    *("hourglass", "portals", "fog", "servants", "swamp"),
)
SCENARIOS: Final = (
    *("billygoat_project", "rabbit_hole", "evil_intentions", "collecting_bugs"),
    *("one_memory", "silence", "goat_go_faster", "goatbusters"),
)
SPECIALS: Final = ("return_to_entrance", "two_avatars_any_order", "forbidden_word")
CROSSROADS_EFFECTS: Final = (
    *("move_red", "move_white", "threat_red", "threat_purple", "use_memory", "billygoat_step"),
    *("lock_yellow_green", "lock_yellow_blue", "lock_blue_green"),
)
TABLES: Final = (
    *("schema", "game", "turn", "difficulty", "board", "obstacle", "magnet", "needle", "collision"),
    *("event_deck", "event_card", "memory", "kid", "expansion", "avatar", "creepy_die", "die_face"),
    *("crossroads", "crossroads_effect", "crossroads_card", "den", "eyes", "swamp", "hourglass"),
    *("forbidden_word", "haunted_places", "haunted_place", "portals", "servants", "servant_card"),
    "scenario",
)
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "turn": ("hand_limit", "start_hand"),
    "magnet": ("pitch_mm", "moment_Am2", "diameter_mm", "length_mm", "remanence_T"),
    "needle": ("tie_half_band_deg", "minimum_field_uT"),
    "collision": (
        *("slip_force_N", "check_distance_pitch", "friction_coefficient", "figure_mass_g"),
    ),
    "event_deck": ("total", "removed_unseen_at_setup"),
    "creepy_die": ("voluntary_roll_cost_cards",),
    "crossroads": ("cards",),
    "den": ("cells",),
    "eyes": ("max_distance_from_billygoat", "min_distance_between", "cards_removed"),
    "swamp": ("default_count",),
    "hourglass": ("seconds", "penalty_cards"),
    "forbidden_word": ("patterns",),
    "haunted_places": ("count", "used", "min_distance_between"),
    "portals": ("min_distance_between",),
    "servants": ("tokens", "roaming_used", "cards", "reshuffle_when_faceup"),
}
"""The fields of tables that stand once."""

EARTH_FIELD: Final = 20e-6
"""In tesla, where the table plays with it (F-NEEDLE-08)."""
MOST_SPACES: Final = 217
MOST_PLACES: Final = 2 * MOST_SPACES
MOST_CARDS: Final = 200


@dataclass
class Card:
    """An Event card: its colour, and how far the Team goes when it is played (F-COMP-03)."""

    id: str
    colour: str
    value: int
    count: int


@dataclass
class Side:
    """One side of the Duskworld board."""

    id: str
    symbols: tuple[int, ...]
    reverse: tuple[int, ...]
    starts: tuple[int, ...]
    """The marked external spaces."""
    placements: tuple[tuple[Placement, ...], ...]
    """For each Obstacle every way to lay it on exactly one symbol (F-SETUP-05)."""


@dataclass
class Crossing:
    """A Crossroads card: two effects, each with the steps it may need."""

    number: int
    effects: tuple[str, str]
    steps: tuple[int, int]


@dataclass
class Scenario:
    id: str
    number: int
    saves: str
    kids: tuple[str, ...]
    expansions: tuple[str, ...]
    avatars: tuple[str, ...]
    servants: str
    swamps: int
    special: tuple[str, ...]


class FacelessContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, root: Row) -> None:
        super().__init__(hash)
        check_tables(root)
        turn = root.row("turn")
        self.hand_limit = turn.number("hand_limit", 1, 9)
        self.start_hand = turn.number("start_hand", 0, self.hand_limit)
        self.threat_cards = read_difficulties(root)
        self.board = read_board(root.row("board"))
        self.memories = read_ids(root, "memory", MEMORIES)
        self.obstacles = read_obstacles(root, len(self.memories))
        self.entrance = [one.is_entrance for one in self.obstacles].index(True)
        self.sides = read_sides(root, self.board, self.obstacles)
        self.openings: dict[tuple[object, ...], list[int]] = {}
        """What manual layouts can go on with, by how they began; filled as it is asked for."""
        self.read_magnets(root)
        deck = root.row("event_deck")
        self.cards = read_cards(root, deck)
        self.cards_removed = deck.number("removed_unseen_at_setup", 0, 20)
        self.kids = read_ids(root, "kid", KIDS, ("hand_limit",))
        self.expansions = read_expansions(root)
        self.scenarios = {one.id: one for one in read_scenarios(root)}
        self.read_expansion_numbers(root)

    def read_magnets(self, root: Row) -> None:
        magnet = root.row("magnet")
        needle = root.row("needle")
        collision = root.row("collision")
        self.pitch = decimal(magnet, "pitch_mm", 1.0, 1000.0)
        self.moment = decimal(magnet, "moment_Am2", 0.001, 100.0)
        band = int(decimal(needle, "tie_half_band_deg", 0.0, 15.0) * DEGREE)
        least = decimal(needle, "minimum_field_uT", 0.0, 1000.0) * 1e-6
        self.compass = Compass(self.board, self.pitch, self.moment, band, least)
        self.earth_field = EARTH_FIELD
        self.slip_force = decimal(collision, "slip_force_N", 0.0, 100.0)
        self.collision_reach = decimal(collision, "check_distance_pitch", 0.0, 10.0)

    def read_expansion_numbers(self, root: Row) -> None:
        self.dylan_limit = kid_number(root, "dylan", "hand_limit")
        self.random_avatars = read_avatars(root)
        self.roll_cost = root.row("creepy_die").number("voluntary_roll_cost_cards", 0, 9)
        check_die(root)
        self.crossings = read_crossings(root)
        self.den_cells = read_cells(root.row("den"), "cells")
        eyes = root.row("eyes")
        self.eye_reach = eyes.number("max_distance_from_billygoat", 1, 9)
        self.eye_gap = eyes.number("min_distance_between", 1, 9)
        self.eye_cards = eyes.number("cards_removed", 0, 20)
        self.swamps = root.row("swamp").number("default_count", 0, len(self.obstacles))
        glass = root.row("hourglass")
        self.glass_seconds = glass.number("seconds", 10, 3600)
        self.glass_cards = glass.number("penalty_cards", 0, 9)
        haunted = root.row("haunted_places")
        self.haunted_used = haunted.number("used", 1, 20)
        self.haunted_gap = haunted.number("min_distance_between", 1, 9)
        self.arrows = read_numbers(
            root, "haunted_place", "arrows", 1, 6, haunted.number("count", self.haunted_used, 20)
        )
        self.portal_gap = root.row("portals").number("min_distance_between", 1, 9)
        servants = root.row("servants")
        self.servants = servants.number("tokens", 1, 40)
        self.roaming = servants.number("roaming_used", 1, min(self.servants, len(self.memories)))
        self.servant_cards = read_numbers(
            root, "servant_card", "direction", 0, 5, servants.number("cards", 1, 40)
        )
        self.servant_reshuffle = servants.number("reshuffle_when_faceup", 1, 40)
        self.forbidden = root.row("forbidden_word").words("patterns")


def read_faceless(path: Path) -> FacelessContent:
    tables, hash = read_toml(path)
    return FacelessContent(hash, Row(path.name, WHOLE_FILE, tables))


def check_tables(root: Row) -> None:
    """No table and no field of one is misspelt."""
    root.only(*TABLES)
    for name, fields in FIELDS.items():
        root.row(name).only(*fields)


def decimal(row: Row, field: str, low: float, high: float) -> float:
    value = row.get(field)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= high:
        raise row.wrong(field, f"is {short(value)}, not a number from {low} to {high}")
    return float(value)


def read_ids(
    root: Row, table: str, known: tuple[str, ...], more: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The rules know each of these by its name, so all must be there."""
    found: list[str] = []
    for row in root.rows(table):
        row.only("id", *more)
        found.append(row.text("id", known))
    for id in known:
        if id not in found:
            raise root.wrong(table, f"has no row {id}")
    return tuple(found)


def read_difficulties(root: Row) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in root.rows("difficulty"):
        row.only("id", "threat_cards")
        found[row.text("id", DIFFICULTIES)] = row.number("threat_cards", 0, 30)
    for id in DIFFICULTIES:
        if id not in found:
            raise root.wrong("difficulty", f"has no row {id}")
    return found


def read_cells(row: Row, field: str) -> list[Axial]:
    """Pairs of whole numbers, none twice."""
    found: list[Axial] = []
    for cell in row.many(field):
        if not is_cell(cell):
            raise row.wrong(field, f"holds {short(cell)}, not two whole numbers")
        found.append((cell[0], cell[1]))
        if found.count(found[-1]) > 1:
            raise row.wrong(field, f"holds {short(cell)} twice")
    return found


def is_cell(cell: Any) -> bool:
    return (
        isinstance(cell, list)
        and len(cell) == 2
        and all([type(part) is int and -50 <= part <= 50 for part in cell])
    )


def read_board(row: Row) -> Board:
    """A field in one piece whose every edge space has an opposite one, in a ring of others."""
    row.only("space_count", "external_count", "spaces", "edge", "external", "side")
    spaces = read_cells(row, "spaces")
    external = read_cells(row, "external")
    if not 7 <= len(spaces) <= MOST_SPACES:
        raise row.wrong("spaces", f"are {len(spaces)}, not 7 to {MOST_SPACES}")
    if not 6 <= len(external) <= MOST_SPACES:
        raise row.wrong("external", f"are {len(external)}, not 6 to {MOST_SPACES}")
    reached = [spaces[0]]
    for cell in reached:
        for q, r in DIRECTIONS:
            near = (cell[0] + q, cell[1] + r)
            if near in spaces and near not in reached:
                reached.append(near)
    for cell in spaces:
        if cell not in reached:
            raise row.wrong("spaces", f"leave {list(cell)} out of reach (F-SETUP-06)")
    board = Board(spaces, external)
    for field, number in (("space_count", len(spaces)), ("external_count", len(external))):
        if row.number(field, 0, 999) != number:
            raise row.wrong(field, f"is {row.get(field)}, but there are {number}")
    edge = [cell for cell, is_edge in zip(spaces, board.is_edge, strict=True) if is_edge]
    if sorted(read_cells(row, "edge")) != sorted(edge):
        raise row.wrong("edge", "is not every space with fewer than six neighbours (F-DEF-04)")
    for q, r in edge:
        if (-q, -r) not in board.index:
            raise row.wrong("spaces", f"have none opposite to {[q, r]} (F-MAZE-02)")
    for number, cell in enumerate(external):
        if cell in board.index:
            raise row.wrong("external", f"holds {list(cell)}, which is a space (F-DEF-05)")
        if distance_between(cell, external[number - 1]) != 1:
            raise row.wrong("external", f"leaves a gap before {list(cell)} (F-DEF-05)")
    return board


def read_obstacles(root: Row, memories: int) -> tuple[Obstacle, ...]:
    """One of them is the Entrance; their symbols call for every Memory (F-SETUP-08)."""
    found: list[Obstacle] = []
    for row in root.rows("obstacle"):
        row.only("id", "entrance", "cells", "memory_symbols")
        cells = read_cells(row, "cells")
        symbols = read_cells(row, "memory_symbols")
        if not cells:
            raise row.wrong("cells", "are none")
        for symbol in symbols:
            if symbol not in cells:
                raise row.wrong(
                    "memory_symbols", f"holds {list(symbol)}, which is none of its cells"
                )
        found.append(Obstacle(row.text("id"), row.flag("entrance"), tuple(cells), tuple(symbols)))
    if sum([one.is_entrance for one in found]) != 1:
        raise root.wrong("obstacle", "does not have exactly one Entrance (F-DEF-17)")
    if sum([len(one.symbols) for one in found]) != memories:
        raise root.wrong("obstacle", f"does not show {memories} Memory symbols (F-SETUP-08)")
    return tuple(found)


def read_sides(root: Row, board: Board, obstacles: tuple[Obstacle, ...]) -> dict[str, Side]:
    """Each has as many symbols as there are Obstacles, and can be set up."""
    found: dict[str, Side] = {}
    for row in root.row("board").rows("side"):
        row.only("id", "obstacle_symbols", "reverse_spaces", "faceless_start")
        symbols = spaces_of(row, "obstacle_symbols", board)
        starts = row.numbers("faceless_start", 0, board.ring - 1)
        if len(symbols) != len(obstacles):
            raise row.wrong("obstacle_symbols", f"are {len(symbols)}, not {len(obstacles)}")
        for start in starts:
            near = [board.ring_distance(start, other) < 2 for other in starts]
            if len(starts) != len(FACELESS) or sum(near) > 1:
                raise row.wrong("faceless_start", "is not three places apart (F-WALK-05)")
        side = Side(
            id=row.text("id", SIDES),
            symbols=symbols,
            reverse=spaces_of(row, "reverse_spaces", board),
            starts=starts,
            placements=tuple([placements(board, one, symbols) for one in obstacles]),
        )
        if not can_be_completed(board, side.placements):
            raise row.wrong("obstacle_symbols", "leave no legal layout (F-SETUP-06)")
        found[side.id] = side
    for id in SIDES:
        if id not in found:
            raise root.wrong("board", f"has no side {id}")
    return found


def spaces_of(row: Row, field: str, board: Board) -> tuple[int, ...]:
    found: list[int] = []
    for cell in read_cells(row, field):
        if cell not in board.index:
            raise row.wrong(field, f"holds {list(cell)}, which is no space")
        found.append(board.index[cell])
    return tuple(found)


def read_cards(root: Row, deck: Row) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for row in root.rows("event_card"):
        row.only("id", "colour", "value", "count")
        card = Card(
            row.text("id"),
            row.text("colour", COLOURS),
            row.number("value", 0, 9),
            row.number("count", 1, 50),
        )
        cards[card.id] = card
    total = sum([card.count for card in cards.values()])
    if deck.number("total", 1, MOST_CARDS) != total:
        raise deck.wrong("total", f"is {deck.get('total')}, but there are {total}")
    return cards


def kid_number(root: Row, kid: str, field: str) -> int:
    for row in root.rows("kid"):
        if row.get("id") == kid:
            return row.number(field, 1, 9)
    raise root.wrong("kid", f"has no row {kid}")


def read_expansions(root: Row) -> dict[str, int]:
    """After how many games each is recommended; advice only (F-EXP-GEN-03)."""
    found: dict[str, int] = {}
    for row in root.rows("expansion"):
        row.only("id", "recommended_after_plays")
        found[row.text("id", EXPANSIONS)] = row.number("recommended_after_plays", 0, 99)
    for id in EXPANSIONS:
        if id not in found:
            raise root.wrong("expansion", f"has no row {id}")
    return found


def read_avatars(root: Row) -> tuple[str, ...]:
    """Those that are drawn when none is named (F-AVA-06)."""
    found: list[str] = []
    for row in root.rows("avatar"):
        row.only("id", "in_random_pool")
        id = row.text("id", AVATARS)
        if row.flag("in_random_pool"):
            found.append(id)
    if not found:
        raise root.wrong("avatar", "has none to draw")
    return tuple(found)


def check_die(root: Row) -> None:
    """Six faces, which the rules know by their numbers."""
    faces: list[int] = []
    for row in root.rows("die_face"):
        row.only("face", "id")
        faces.append(row.number("face", 1, 6))
    if faces != [1, 2, 3, 4, 5, 6]:
        raise root.wrong("die_face", "does not have the faces 1 to 6 in order")


def read_crossings(root: Row) -> tuple[Crossing, ...]:
    read_ids(root, "crossroads_effect", CROSSROADS_EFFECTS)
    found: list[Crossing] = []
    for number, fields in enumerate(root.many("crossroads_card"), start=1):
        row = Row(root.file, f"crossroads_card {number}", fields)
        row.only("number", "a", "a_steps", "b", "b_steps")
        row.number("number", number, number)
        a, b = row.text("a", CROSSROADS_EFFECTS), row.text("b", CROSSROADS_EFFECTS)
        a_steps = row.number("a_steps", 1, 9) if a.startswith("move") else 0
        b_steps = row.number("b_steps", 1, 9) if b.startswith("move") else 0
        found.append(Crossing(number, (a, b), (a_steps, b_steps)))
    if len(found) != root.row("crossroads").number("cards", 1, 99):
        raise root.wrong("crossroads_card", f"has {len(found)} cards")
    return tuple(found)


def read_numbers(
    root: Row, kind: str, field: str, low: int, high: int, count: int
) -> tuple[int, ...]:
    """The one number on each of `count` numbered tokens or cards."""
    found: list[int] = []
    for number, fields in enumerate(root.many(kind), start=1):
        row = Row(root.file, f"{kind} {number}", fields)
        row.only("number", field)
        found.append(row.number(field, low, high))
    if len(found) != count:
        raise root.wrong(kind, f"has {len(found)} rows, not {count}")
    return tuple(found)


def read_scenarios(root: Row) -> Iterable[Scenario]:
    found: list[Scenario] = []
    for row in root.rows("scenario"):
        row.only(
            *("number", "id", "kid_to_save", "kids", "expansions", "special"),
            *("servants_mode", "avatars", "swamp"),
        )
        expansions = row.words("expansions", EXPANSIONS)
        kids = row.words("kids", KIDS)
        if len(kids) != 4 or len(set(kids)) != 4:
            raise row.wrong("kids", "are not four different ones (F-SCEN-GEN-01)")
        found.append(
            Scenario(
                id=row.text("id", SCENARIOS),
                number=row.number("number", 1, 99),
                saves=row.text("kid_to_save"),
                kids=kids,
                expansions=expansions,
                avatars=row.words("avatars", AVATARS) if "avatars" in expansions else (),
                servants=row.text("servants_mode", ("roaming", "carrier"))
                if "servants" in expansions
                else "",
                swamps=row.number("swamp", 0, 6) if "swamp" in expansions else 0,
                special=row.words("special", SPECIALS),
            )
        )
    for id in SCENARIOS:
        if id not in [one.id for one in found]:
            raise root.wrong("scenario", f"has no row {id}")
    return found
