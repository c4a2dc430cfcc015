"""The components of The Faceless, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from embertable.engine.content import (
    WHOLE_FILE,
    Among,
    Between,
    Content,
    Named,
    Row,
    read_row,
    read_toml,
)
from embertable.engine.errors import BadContent
from embertable.engine.own_words import take_own_words
from embertable.engine.unread import check_unread
from embertable.games.faceless.board import DIRECTIONS, Axial, Board, distance_between
from embertable.games.faceless.compass import DEGREE, Compass
from embertable.games.faceless.layout import (
    Layouts,
    Obstacle,
    Placement,
    den_placements,
    placements,
)

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
EARTH_FIELD: Final = 20e-6
"""In tesla, where the table plays with it (F-NEEDLE-08)."""
MOST_SPACES: Final = 217
MOST_PLACES: Final = 2 * MOST_SPACES
MOST_CARDS: Final = 200

A_COLOUR = Among(COLOURS)
A_KID = Among(KIDS)
AN_AVATAR = Among(AVATARS)
AN_EXPANSION = Among(EXPANSIONS)
A_CROSSROADS_EFFECT = Among(CROSSROADS_EFFECTS)
CrossroadsEffect = Annotated[str, A_CROSSROADS_EFFECT]
Coordinate = Annotated[int, Between(-50, 50)]
Cells = tuple[tuple[Coordinate, Coordinate], ...]
Upto9 = Annotated[int, Between(0, 9)]
Distance = Annotated[int, Between(1, 9)]
Upto20 = Annotated[int, Between(0, 20)]
Upto40 = Annotated[int, Between(1, 40)]


@dataclass
class Card:
    """An Event card: its colour, and how far the Team goes when it is played (F-COMP-03)."""

    id: str
    colour: Annotated[str, A_COLOUR]
    value: Upto9
    count: Annotated[int, Between(1, 50)]


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
    layouts: Layouts


@dataclass
class Crossing:
    """A Crossroads card: two effects, each with the steps it may need."""

    number: int
    effects: tuple[str, str]
    steps: tuple[int, int]


@dataclass
class Scenario:
    id: Annotated[str, Among(SCENARIOS)]
    number: Annotated[int, Between(1, 99)]
    saves: Annotated[str, Named("kid_to_save")]
    kids: tuple[Annotated[str, A_KID], ...]
    expansions: tuple[Annotated[str, AN_EXPANSION], ...]
    special: tuple[Annotated[str, Among(SPECIALS)], ...]
    avatars: tuple[Annotated[str, AN_AVATAR], ...] = ()
    servants: Annotated[str, Named("servants_mode"), Among(("roaming", "carrier"))] = ""
    swamps: Annotated[int, Named("swamp"), Between(0, 6)] = 0

    def check(self, row: Row) -> None:
        if len(self.kids) != 4 or len(set(self.kids)) != 4:
            raise row.wrong("kids", "are not four different ones (F-SCEN-GEN-01)")
        needed = (("avatars", "avatars"), ("servants", "servants_mode"), ("swamp", "swamp"))
        for expansion, field in needed:
            if expansion in self.expansions and field not in row.fields:
                raise row.wrong(field, "is missing")
            if expansion not in self.expansions and field in row.fields:
                raise row.wrong(field, f"is not known without {expansion} among the expansions")


@dataclass
class Turn:
    hand_limit: Distance
    start_hand: Upto9

    def check(self, row: Row) -> None:
        if self.start_hand > self.hand_limit:
            raise row.wrong("start_hand", f"is {self.start_hand}, more than hand_limit")


@dataclass
class Difficulty:
    id: Annotated[str, Among(DIFFICULTIES)]
    threat_cards: Annotated[int, Between(0, 30)]


@dataclass
class SideRow:
    id: Annotated[str, Among(SIDES)]
    obstacle_symbols: Cells
    reverse_spaces: Cells
    faceless_start: tuple[Annotated[int, Between(0, MOST_SPACES)], ...]


@dataclass
class BoardTable:
    space_count: int
    external_count: int
    spaces: Cells
    edge: Cells
    external: Cells
    side: tuple[SideRow, ...]


@dataclass
class Magnet:
    pitch: Annotated[float, Named("pitch_mm"), Between(1.0, 1000.0)]
    moment: Annotated[float, Named("moment_Am2"), Between(0.001, 100.0)]
    diameter: Annotated[float, Named("diameter_mm")]
    length: Annotated[float, Named("length_mm")]
    remanence: Annotated[float, Named("remanence_T")]


@dataclass
class Needle:
    tie_half_band: Annotated[float, Named("tie_half_band_deg"), Between(0.0, 15.0)]
    minimum_field: Annotated[float, Named("minimum_field_uT"), Between(0.0, 1000.0)]


@dataclass
class Collision:
    slip_force: Annotated[float, Named("slip_force_N"), Between(0.0, 100.0)]
    reach: Annotated[float, Named("check_distance_pitch"), Between(0.0, 10.0)]
    friction_coefficient: float
    figure_mass_g: float


@dataclass
class EventDeck:
    total: Annotated[int, Between(1, MOST_CARDS)]
    removed_unseen_at_setup: Upto20


@dataclass
class Memory:
    id: Annotated[str, Among(MEMORIES)]


@dataclass
class Kid:
    id: Annotated[str, A_KID]
    hand_limit: Distance = 0


@dataclass
class Expansion:
    id: Annotated[str, AN_EXPANSION]
    recommended_after_plays: Annotated[int, Between(0, 99)]


@dataclass
class Avatar:
    id: Annotated[str, AN_AVATAR]
    in_random_pool: bool


@dataclass
class CreepyDie:
    voluntary_roll_cost_cards: Upto9


@dataclass
class DieFace:
    face: Annotated[int, Between(1, 6)]
    id: str


@dataclass
class Crossroads:
    cards: Annotated[int, Between(1, 99)]


@dataclass
class CrossroadsEffectRow:
    id: CrossroadsEffect


@dataclass
class CrossroadsCard:
    number: int
    a: CrossroadsEffect
    b: CrossroadsEffect
    a_steps: Distance = 0
    b_steps: Distance = 0

    def check(self, row: Row) -> None:
        for field, effect, steps in (("a", self.a, self.a_steps), ("b", self.b, self.b_steps)):
            if effect.startswith("move") and not steps:
                raise row.wrong(f"{field}_steps", "is missing")
            if steps and not effect.startswith("move"):
                raise row.wrong(f"{field}_steps", f"is not known beside {effect}")


@dataclass
class Den:
    cells: Cells


@dataclass
class Eyes:
    max_distance_from_billygoat: Distance
    min_distance_between: Distance
    cards_removed: Upto20


@dataclass
class Swamp:
    default_count: Upto20


@dataclass
class Hourglass:
    seconds: Annotated[int, Between(10, 3600)]
    penalty_cards: Upto9


@dataclass
class ForbiddenWord:
    patterns: tuple[str, ...]


@dataclass
class HauntedPlaces:
    count: Upto20
    used: Annotated[int, Between(1, 20)]
    min_distance_between: Distance

    def check(self, row: Row) -> None:
        if self.count < self.used:
            raise row.wrong("count", f"is {self.count}, less than used")


@dataclass
class HauntedPlace:
    number: int
    arrows: Annotated[int, Between(1, 6)]


@dataclass
class Portals:
    min_distance_between: Distance


@dataclass
class Servants:
    tokens: Upto40
    roaming_used: Annotated[int, Between(1, len(MEMORIES))]
    cards: Upto40
    reshuffle_when_faceup: Upto40

    def check(self, row: Row) -> None:
        if self.roaming_used > self.tokens:
            raise row.wrong("roaming_used", f"is {self.roaming_used}, more than tokens")


@dataclass
class ServantCard:
    number: int
    direction: Annotated[int, Between(0, 5)]


@dataclass
class Box:
    """The whole file."""

    turn: Turn
    difficulty: tuple[Difficulty, ...]
    board: BoardTable
    obstacle: tuple[Obstacle, ...]
    magnet: Magnet
    needle: Needle
    collision: Collision
    event_deck: EventDeck
    event_card: tuple[Card, ...]
    memory: tuple[Memory, ...]
    kid: tuple[Kid, ...]
    expansion: tuple[Expansion, ...]
    avatar: tuple[Avatar, ...]
    creepy_die: CreepyDie
    die_face: tuple[DieFace, ...]
    crossroads: Crossroads
    crossroads_effect: tuple[CrossroadsEffectRow, ...]
    crossroads_card: tuple[CrossroadsCard, ...]
    den: Den
    eyes: Eyes
    swamp: Swamp
    hourglass: Hourglass
    forbidden_word: ForbiddenWord
    haunted_places: HauntedPlaces
    haunted_place: tuple[HauntedPlace, ...]
    portals: Portals
    servants: Servants
    servant_card: tuple[ServantCard, ...]
    scenario: tuple[Scenario, ...]
    schema: Any = None
    game: Any = None

    def check(self, row: Row) -> None:
        """The rules know these rows by their names and numbers, so all must be there."""
        named: tuple[tuple[str, list[str], Sequence[str]], ...] = (
            ("difficulty", [one.id for one in self.difficulty], DIFFICULTIES),
            ("memory", [one.id for one in self.memory], MEMORIES),
            ("kid", [one.id for one in self.kid], KIDS),
            ("expansion", [one.id for one in self.expansion], EXPANSIONS),
            ("crossroads_effect", [one.id for one in self.crossroads_effect], CROSSROADS_EFFECTS),
            ("scenario", [one.id for one in self.scenario], SCENARIOS),
        )
        for table, found, known in named:
            for id in known:
                if id not in found:
                    raise row.wrong(table, f"has no row {id}")
        for id in SIDES:
            if id not in [one.id for one in self.board.side]:
                raise row.wrong("board", f"has no side {id}")
        if [one.face for one in self.die_face] != [1, 2, 3, 4, 5, 6]:
            raise row.wrong("die_face", "does not have the faces 1 to 6 in order")
        if not any([one.in_random_pool for one in self.avatar]):
            raise row.wrong("avatar", "has none to draw")
        numbered = (
            ("crossroads_card", len(self.crossroads_card), self.crossroads.cards),
            ("haunted_place", len(self.haunted_place), self.haunted_places.count),
            ("servant_card", len(self.servant_card), self.servants.cards),
        )
        for table, rows, said in numbered:
            if rows != said:
                raise row.wrong(table, f"has {rows} rows, not {said}")
        total = sum([card.count for card in self.event_card])
        if self.event_deck.total != total:
            text = f"is {self.event_deck.total}, but there are {total}"
            raise BadContent(row.file, "event_deck", "total", text)


class FacelessContent(Content):
    """Everything in the box; numbers of an expansion are in the table of its name."""

    def __init__(self, hash: str, file: str, box: Box) -> None:
        super().__init__(hash)
        self.turn = box.turn
        self.threat_cards = {one.id: one.threat_cards for one in box.difficulty}
        self.board = board_of(Row(file, "board", {}), box.board)
        self.memories = tuple([one.id for one in box.memory])
        self.obstacles = box.obstacle
        check_obstacles(file, self.obstacles, len(self.memories))
        self.entrance = [one.is_entrance for one in self.obstacles].index(True)
        self.sides = {
            side.id: side_of(file, side, self.board, self.obstacles) for side in box.board.side
        }
        self.pitch = box.magnet.pitch
        self.moment = box.magnet.moment
        band = int(box.needle.tie_half_band * DEGREE)
        least = box.needle.minimum_field * 1e-6
        self.compass = Compass(self.board, self.pitch, self.moment, band, least)
        self.earth_field = EARTH_FIELD
        self.slip_force = box.collision.slip_force
        self.collision_reach = box.collision.reach
        self.cards = {card.id: card for card in box.event_card}
        self.cards_removed = box.event_deck.removed_unseen_at_setup
        self.kids = tuple([one.id for one in box.kid])
        self.kid_hand_limits = {one.id: one.hand_limit for one in box.kid if one.hand_limit}
        self.expansions = {one.id: one.recommended_after_plays for one in box.expansion}
        """After how many games each is recommended; advice only (F-EXP-GEN-03)."""
        self.scenarios = {one.id: one for one in box.scenario}
        self.random_avatars = tuple([one.id for one in box.avatar if one.in_random_pool])
        """Those that are drawn when none is named (F-AVA-06)."""
        self.roll_cost = box.creepy_die.voluntary_roll_cost_cards
        self.crossings = tuple(
            [
                Crossing(one.number, (one.a, one.b), (one.a_steps, one.b_steps))
                for one in box.crossroads_card
            ]
        )
        self.den_cells = list(box.den.cells)
        check_cells(Row(file, "den", {}), "cells", box.den.cells)
        self.den_placements = den_placements(self.board, self.den_cells)
        self.eyes = box.eyes
        self.swamps = box.swamp.default_count
        if self.swamps > len(self.obstacles):
            text = f"is {self.swamps}, more than there are Obstacles"
            raise BadContent(file, "swamp", "default_count", text)
        self.hourglass = box.hourglass
        self.haunted_places = box.haunted_places
        self.arrows = tuple([one.arrows for one in box.haunted_place])
        self.portals = box.portals
        self.servants = box.servants
        self.servant_cards = tuple([one.direction for one in box.servant_card])
        self.forbidden = box.forbidden_word.patterns
        if "dylan" not in self.kid_hand_limits:
            raise BadContent(file, "kid dylan", "hand_limit", "is missing")
        self._spaces_near: dict[int, list[int]] = {}

    def is_within_reach(self, a: int, b: int) -> bool:
        """Whether magnets on two places are near enough to snap."""
        x, y = self.board.positions[a]
        other_x, other_y = self.board.positions[b]
        across, up = other_x - x, other_y - y
        return across * across + up * up <= self.collision_reach * self.collision_reach + 1e-9

    def spaces_near(self, place: int) -> list[int]:
        """The spaces on which a magnet may snap to one on this place, looked for once."""
        found = self._spaces_near.get(place)
        if found is None:
            size = self.board.size
            found = [s for s in range(size) if s != place and self.is_within_reach(s, place)]
            self._spaces_near[place] = found
        return found


def check_cells(row: Row, field: str, cells: Sequence[Axial]) -> None:
    for cell in cells:
        if cells.count(cell) > 1:
            raise row.wrong(field, f"holds {list(cell)} twice")


def board_of(row: Row, table: BoardTable) -> Board:
    """A field in one piece whose every edge space has an opposite one, in a ring of others."""
    spaces, external = list(table.spaces), list(table.external)
    for field, cells, least in (("spaces", spaces, 7), ("external", external, 6)):
        check_cells(row, field, cells)
        if not least <= len(cells) <= MOST_SPACES:
            raise row.wrong(field, f"are {len(cells)}, not {least} to {MOST_SPACES}")
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
    if table.space_count != len(spaces):
        raise row.wrong("space_count", f"is {table.space_count}, but there are {len(spaces)}")
    if table.external_count != len(external):
        text = f"is {table.external_count}, but there are {len(external)}"
        raise row.wrong("external_count", text)
    edge = [cell for cell, is_edge in zip(spaces, board.is_edge, strict=True) if is_edge]
    if sorted(table.edge) != sorted(edge):
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


def check_obstacles(file: str, obstacles: Sequence[Obstacle], memories: int) -> None:
    """One of them is the Entrance; their symbols call for every Memory (F-SETUP-08)."""
    for one in obstacles:
        row = Row(file, f"obstacle {one.id}", {})
        check_cells(row, "cells", one.cells)
        check_cells(row, "memory_symbols", one.symbols)
        if not one.cells:
            raise row.wrong("cells", "are none")
        for symbol in one.symbols:
            if symbol not in one.cells:
                text = f"holds {list(symbol)}, which is none of its cells"
                raise row.wrong("memory_symbols", text)
    root = Row(file, WHOLE_FILE, {})
    if sum([one.is_entrance for one in obstacles]) != 1:
        raise root.wrong("obstacle", "does not have exactly one Entrance (F-DEF-17)")
    if sum([len(one.symbols) for one in obstacles]) != memories:
        raise root.wrong("obstacle", f"does not show {memories} Memory symbols (F-SETUP-08)")


def side_of(file: str, table: SideRow, board: Board, obstacles: tuple[Obstacle, ...]) -> Side:
    """A side has as many symbols as there are Obstacles, and can be set up."""
    row = Row(file, f"board.side {table.id}", {})
    symbols = spaces_of(row, "obstacle_symbols", table.obstacle_symbols, board)
    starts = table.faceless_start
    if len(symbols) != len(obstacles):
        raise row.wrong("obstacle_symbols", f"are {len(symbols)}, not {len(obstacles)}")
    for start in starts:
        if start >= board.ring:
            raise row.wrong("faceless_start", f"holds {start}, not from 0 to {board.ring - 1}")
        near = [board.ring_distance(start, other) < 2 for other in starts]
        if len(starts) != len(FACELESS) or sum(near) > 1:
            raise row.wrong("faceless_start", "is not three places apart (F-WALK-05)")
    tokens = tuple([placements(board, one, symbols) for one in obstacles])
    layouts = Layouts(board, tokens)
    if not layouts.can_be_completed():
        raise row.wrong("obstacle_symbols", "leave no legal layout (F-SETUP-06)")
    return Side(
        id=table.id,
        symbols=symbols,
        reverse=spaces_of(row, "reverse_spaces", table.reverse_spaces, board),
        starts=starts,
        placements=tokens,
        layouts=layouts,
    )


def spaces_of(row: Row, field: str, cells: Sequence[Axial], board: Board) -> tuple[int, ...]:
    check_cells(row, field, cells)
    for cell in cells:
        if cell not in board.index:
            raise row.wrong(field, f"holds {list(cell)}, which is no space")
    return tuple([board.index[cell] for cell in cells])


PRINTED: Final = Path(__file__).parent / "content" / "faceless.toml"
UNREAD: Final = (
    *("magnet.diameter_mm", "magnet.length_mm", "magnet.remanence_T"),
    *("collision.friction_coefficient", "collision.figure_mass_g"),
)
"""Where the moment of the magnets and the force at which they slip come from."""


def read_faceless(path: Path) -> FacelessContent:
    tables, hash = read_toml(path)
    own = take_own_words(tables, path.name, named=("kid", "avatar"))
    box = read_row(Box, path.name, check_unread(path, tables, PRINTED, UNREAD))
    return FacelessContent(hash, path.name, box).with_words(own)
