"""What cards, boards, tiles and monsters are made of: one class for each kind of row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from embertable.engine.content import Among, Between, Derived, Named, OneOf, Row, Via
from embertable.games.deadcells.effects import (
    COLOURS,
    IN_COMBAT,
    NOTHING,
    OP_OF,
    OUTSIDE_COMBAT,
    STATES,
    WORDS,
    AsLoot,
    ByEnemies,
    Cleanse,
    Colour,
    Damage,
    DeckCheck,
    Effect,
    Effects,
    Gain,
    Heal,
    InCombat,
    InDeathBox,
    InfiniteHealth,
    Loot,
    OutsideCombat,
    PassCheck,
    PreventDeath,
    Shield,
    Skill,
    Spaces,
    State,
    Transform,
)

START: Final = "start"
SERENADE: Final = "serenade"
ANY: Final = "any"
ROUNDS: Final = (0, 1, 2, 3, 4)
SHAPES: Final[tuple[str, ...]] = ("square", "circle", "hexagon", "pentagon", "trapezoid", "diamond")
TILE_KINDS: Final = (
    *("encounter", "elite_encounter", "treasure", "cursed_treasure", "merchant", "door"),
    "teleportation",
)
CONSTRAINTS: Final = ("first_player_no_action", "two_shields_per_damage", "no_skill")
CONDITIONS: Final = (
    *("health_is_1", "wall", "hole", "elite", "dealt_damage_this_combat", "at_least_2", "corridor"),
)
LIMITS: Final = ("round", "combat", "biome", "run")
WHENS: Final = (
    *("run_start", "biome_start", "before_move", "check_failed", "before_preparation"),
    *("combat_start", "round_0", "round_start", "damage_action", "damage_dealt", "kill"),
    *("kill_by_damage", "last_enemy_killed", "would_die"),
)
HOOKS: Final = (
    *("immune", "loot_alternative", "add_to_round", "on_damaged_by_enemy"),
    *("redirect_first_player_damage", "ignore_invisible", "on_inflict_state"),
    *("poison_alternative", "extend_damage_range", "mirror_far_to_behind", "damage_bonus"),
    *("weapon_any_round", "ignore_shields"),
)
HOOK_EFFECTS: Final[dict[str, tuple[type[Effect], ...]]] = {
    "run_start": OUTSIDE_COMBAT,
    "biome_start": OUTSIDE_COMBAT,
    "before_move": OUTSIDE_COMBAT,
    "check_failed": (PassCheck,),
    "would_die": (PreventDeath,),
    "damage_dealt": (State,),
    "loot_alternative": IN_COMBAT,
    "add_to_round": IN_COMBAT,
    "on_damaged_by_enemy": (State,),
    "on_inflict_state": (Damage,),
    "poison_alternative": (Damage,),
}
"""What a hook may do, where that is not everything a character can do in Combat."""
ACTION_TYPES: Final[dict[type[Effect], str]] = {
    Damage: "damage",
    Skill: "skill",
    Loot: "loot",
    Shield: "block",
    Heal: "heal",
    Cleanse: "heal",
    Gain: "gain",
}
"""How a player announces an effect of a card; a State is announced by its own name."""

Shape = Annotated[str, Among(SHAPES)]
Copies = Annotated[int, Between(0, 9)]
EnemyHealth = Annotated[int, Between(1, 200)]
Price = Annotated[int, Between(1, 99)]
Uses = Annotated[int, Between(1, 9)]
Round = Annotated[int, Between(0, 3)]
Lines = Annotated[tuple[Effects, ...], Derived()]
"""What a card does, by Round."""


@dataclass
class Hook:
    """A passive ability of a board (`hook`), or what a Mutation answers to (`when`)."""

    hook: Annotated[str, Among(HOOKS)] = ""
    when: Annotated[str, Among(WHENS)] = ""
    state: Annotated[str, Among(STATES)] = ""
    condition: Annotated[str, Among(CONDITIONS), Named("if")] = ""
    limit: Annotated[str, Among(LIMITS)] = ""
    n: Annotated[int, Between(1, 9)] = 1
    round: Annotated[int, Between(1, 3)] = 0
    spaces: Spaces = ()
    space: Literal[3] = 3
    effects: Annotated[tuple[Annotated[Effect, OneOf(*WORDS)], ...], Named("do")] = NOTHING
    name: Annotated[str, Derived()] = ""

    def check(self, row: Row) -> None:
        self.name = self.hook or self.when
        if not self.effects and (self.when or self.name in HOOK_EFFECTS):
            raise row.wrong("do", "is missing")
        allowed = HOOK_EFFECTS.get(self.name, IN_COMBAT)
        for effect in self.effects:
            if type(effect) not in allowed:
                raise row.wrong(
                    "do", f"has the op {OP_OF[type(effect)]!r}, which cannot stand here"
                )

    def damage(self) -> int:
        """How much Damage the hook deals."""
        effect = self.effects[0]
        assert isinstance(effect, Damage)
        return effect.n


def check_kind(hook: Hook | None, key: str, row: Row) -> None:
    """A hook of a board says `hook`, one of a Mutation, a Rune or a Boss Cell says `when`."""
    if hook is not None and not (hook.hook if key == "hook" else hook.when):
        raise row.wrong(f"hook.{key}", "is missing")


def check_needs(needs: dict[str, bool], row: Row) -> None:
    """Refuse a row without a field that it needs."""
    for name, is_missing in needs.items():
        if is_missing:
            raise row.wrong(name, "is missing")


@dataclass
class Cost:
    tooth: Annotated[int, Between(0, 9)]


def teeth_of(cost: Cost) -> int:
    return cost.tooth


def is_replacing(mode: str) -> bool:
    return mode == "replace"


@dataclass
class TrackStep:
    """One ability of a Scroll track (D-V-40)."""

    position: Annotated[int, Between(0, 9), Named("pos")]
    kind: Annotated[str, Among(("max_health", "skill", "round_action", "passive"))]
    text: str
    n: Annotated[int, Between(1, 20)] = 1
    round: Round = 0
    replaces: Annotated[bool, Named("mode"), Via(Literal["extra", "replace"], is_replacing)] = False
    teeth: Annotated[int, Named("cost"), Via(Cost, teeth_of)] = 0
    effects: Annotated[InCombat, Named("do")] = NOTHING
    hook: Hook | None = None
    id: Annotated[str, Derived()] = ""

    def check(self, row: Row) -> None:
        check_kind(self.hook, "hook", row)


@dataclass
class Beheaded:
    id: str
    name: str
    base_health: Annotated[int, Between(1, 20)]
    slots: Annotated[int, Between(0, 6)]
    deck: tuple[str, ...]
    track_green: tuple[TrackStep, ...]
    track_purple: tuple[TrackStep, ...]
    track_red: tuple[TrackStep, ...]
    tracks: Annotated[tuple[tuple[TrackStep, ...], ...], Derived()] = ()
    """Green, purple, red."""
    lengths: Annotated[tuple[int, ...], Derived()] = ()
    """The last space of each track."""
    reached: Annotated[dict[int, list[TrackStep]], Derived()] = field(default_factory=dict)
    """For every position of the markers (see `marks`) the abilities left of them."""
    hooks: Annotated[dict[int, dict[str, list[Hook]]], Derived()] = field(default_factory=dict)
    """The same, only the hooks, by their name."""

    def check(self, row: Row) -> None:
        self.tracks = (self.track_green, self.track_purple, self.track_red)
        for colour, track in zip(COLOURS, self.tracks, strict=True):
            if not track:
                raise row.wrong(f"track_{colour}", "has no spaces")
            for step in track:
                step.id = f"{self.id}-{colour}-{step.position}"
        starts = [one for one in self.track_green if one.position == 0 and one.kind == "max_health"]
        if sum(step.n for step in starts) != self.base_health:
            raise row.wrong("base_health", "is not what the green track starts with")
        self.lengths = tuple([max([step.position for step in track]) for track in self.tracks])
        self.find_abilities()

    def find_abilities(self) -> None:
        """Look up the abilities of all marker positions once, because rules ask for them often."""
        for place in range(1000):
            markers = (place // 100, place // 10 % 10, place % 10)
            steps = [
                step
                for colour, track in enumerate(self.tracks)
                for step in track
                if step.position <= markers[colour]
            ]
            named: dict[str, list[Hook]] = {}
            for step in steps:
                if step.hook is not None:
                    named.setdefault(step.hook.name, []).append(step.hook)
            self.reached[marks(*markers)] = steps
            self.hooks[marks(*markers)] = named


def marks(green: int, purple: int, red: int) -> int:
    """The positions of three Scroll markers as one number."""
    return 100 * green + 10 * purple + red


@dataclass
class PrintedLines:
    r1: InCombat = NOTHING
    r2: InCombat = NOTHING
    r3: InCombat = NOTHING


@dataclass
class Power:
    round: Round
    effects: Annotated[InCombat, Named("do")]


@dataclass
class PowerSpace:
    pos: Annotated[int, Between(1, 3)]
    when: str
    effects: Annotated[tuple[Annotated[Effect, OneOf(Gain, Transform)], ...], Named("do")]


@dataclass
class MeleeSpace:
    pos: Annotated[int, Between(1, 3)]
    when: str
    effects: Annotated[
        tuple[Annotated[Effect, OneOf(Shield, Skill, InfiniteHealth)], ...], Named("do")
    ]


@dataclass
class Powers:
    """Serenade's powers by the colour of an icon."""

    green: Power
    purple: Power
    red: Power


@dataclass
class SerenadeBoard:
    id: str
    name: str
    health: Annotated[int, Between(1, 20)]
    slots: Literal[0]
    deck: tuple[str, ...]
    min_deck: Annotated[int, Between(1, 12)]
    printed_power: PrintedLines
    printed_melee: PrintedLines
    power: Annotated[Powers, Named("powers")]
    power_track: tuple[PowerSpace, ...]
    melee_track: tuple[MeleeSpace, ...]
    printed: Annotated[tuple[tuple[Effects, ...], ...], Derived()] = ()
    """The lines of the Power and the Melee side, by Round."""
    powers: Annotated[tuple[tuple[int, Effects], ...], Derived()] = ()
    """Round and effects for green, purple, red."""
    tracks: Annotated[tuple[tuple[Effects, ...], ...], Derived()] = ()
    """What the spaces 1, 2, 3 of the Power and the Melee track do."""

    def check(self, row: Row) -> None:
        positions = {
            "power_track": [space.pos for space in self.power_track],
            "melee_track": [space.pos for space in self.melee_track],
        }
        for side, found in positions.items():
            if found != [1, 2, 3]:
                raise row.wrong(side, "has other spaces than 1, 2 and 3")
        self.printed = tuple(
            [
                (NOTHING, side.r1, side.r2, side.r3, NOTHING)
                for side in (self.printed_power, self.printed_melee)
            ]
        )
        powers = (self.power.green, self.power.purple, self.power.red)
        self.powers = tuple([(power.round, power.effects) for power in powers])
        self.tracks = (
            tuple([space.effects for space in self.power_track]),
            tuple([space.effects for space in self.melee_track]),
        )


@dataclass
class CombatCard:
    id: str
    name: str
    owner: str
    set: str
    icons: Annotated[tuple[Colour, ...], Named("check")]
    r1: InCombat = NOTHING
    r2: InCombat = NOTHING
    r3: InCombat = NOTHING
    lines: Lines = ()
    """By Round; only I to III can hold something."""
    kinds: Annotated[tuple[tuple[str, ...], ...], Derived()] = ()
    """The types of Action that each line shows."""

    def check(self, row: Row) -> None:
        if len(self.icons) > 2:
            raise row.wrong("check", "shows more than two icons")
        self.lines = (NOTHING, self.r1, self.r2, self.r3, NOTHING)
        if not any(self.lines):
            raise row.wrong("r1", "is missing, and so is every other line")
        self.kinds = tuple([action_types(line) for line in self.lines])


def action_types(line: Effects) -> tuple[str, ...]:
    """The types of Action that a line shows; a State is a type of its own."""
    found: list[str] = []
    for effect in line:
        found.append(
            effect.state if isinstance(effect, State) else ACTION_TYPES.get(type(effect), "")
        )
    return tuple(dict.fromkeys(found))


@dataclass
class Bonus:
    """What a Weapon does on top where there is a Wall or a hole."""

    condition: Annotated[str, Among(("wall", "hole")), Named("if")]
    effects: Annotated[InCombat, Named("do")] = NOTHING


@dataclass
class Equipment:
    id: str
    name: str
    kind: Annotated[str, Among(("weapon", "skill", "companion", "passive"))]
    deck: str
    copies: Copies
    rounds: tuple[Round, ...] = ()
    mode: Annotated[str, Among(("replace", "add"))] = ""
    effects: Annotated[InCombat, Named("do")] = NOTHING
    bonus: Bonus | None = None
    health: Annotated[int, Between(1, 20)] = 0
    rule: Annotated[str, Among(("soak",))] = ""
    discard_after_use: bool = False
    hook: Hook | None = None
    text: str = ""

    def check(self, row: Row) -> None:
        check_kind(self.hook, "hook", row)
        needs = {
            "rounds": self.kind == "weapon" and not self.rounds,
            "mode": bool(self.rounds) and not self.mode,
            "rule": self.kind == "companion" and not self.rule,
            "health": self.kind == "companion" and not self.health,
        }
        check_needs(needs, row)


@dataclass
class Monster:
    id: str
    name: str
    biome: str
    copies: Copies
    health: EnemyHealth
    place: Annotated[str, Among(("front", "far", "behind"))]
    elite: bool = False
    r0: ByEnemies = NOTHING
    r1: ByEnemies = NOTHING
    r2: ByEnemies = NOTHING
    r3: ByEnemies = NOTHING
    r4: ByEnemies = NOTHING
    death: InDeathBox = NOTHING
    lines: Lines = ()

    def check(self, row: Row) -> None:
        self.lines = (self.r0, self.r1, self.r2, self.r3, self.r4)


@dataclass
class Offer:
    cost: Price
    times: Uses
    effects: Annotated[OutsideCombat, Named("do")]


@dataclass
class Tile:
    id: str
    biome: str
    shape: Shape
    kind: Annotated[str, Among(TILE_KINDS)]
    copies: Uses
    change_first_player: bool = False
    effects: Annotated[OutsideCombat, Named("do")] = NOTHING
    curse: OutsideCombat = NOTHING
    enemies: tuple[Annotated[str, Among(("monster", "elite"))], ...] = ()
    loot: AsLoot = ()
    offers: tuple[Offer, ...] = ()
    wall: Annotated[str, Among(("wall", "hole"))] = ""
    constraint: Annotated[str, Among(CONSTRAINTS)] = ""


@dataclass
class Space:
    id: str
    shape: Shape
    x: Annotated[int, Between(0, 99)]
    y: Annotated[int, Between(0, 99)]
    link: str = ""


@dataclass
class Corridor:
    """A one-way path; its number is its place among the Biome's corridors."""

    start: Annotated[str, Named("from")]
    to: str
    rune: str = ""
    icons: Annotated[tuple[Colour, ...], Named("check")] = ()
    fail: OutsideCombat = NOTHING
    deck_check: Annotated[DeckCheck | None, Via(dict[str, OutsideCombat], DeckCheck)] = None
    number: Annotated[int, Derived()] = 0

    def check(self, row: Row) -> None:
        if self.deck_check is not None:
            self.deck_check.check(row)


def is_boss(kind: str) -> bool:
    return kind == "boss"


@dataclass
class Exit:
    id: str
    to: str
    boss: Annotated[bool, Named("kind"), Via(Literal["biome", "boss"], is_boss)]
    perk: OutsideCombat = NOTHING


def by_id(rows: Sequence[Any]) -> dict[str, Any]:
    return {row.id: row for row in rows}


@dataclass
class Biome:
    id: str
    code: str
    name: str
    act: Annotated[int, Between(1, 9)]
    spaces: tuple[Space, ...]
    corridors: tuple[Corridor, ...]
    exits: Annotated[dict[str, Exit], Via(tuple[Exit, ...], by_id)]
    tiles: tuple[str, ...]
    monsters: tuple[str, ...]
    elites: tuple[str, ...]
    blueprints: tuple[str, ...]
    bell: OutsideCombat = NOTHING
    double: bool = False
    places: Annotated[dict[str, int], Derived()] = field(default_factory=dict)
    """Each space's place in `spaces`."""
    ways: Annotated[dict[str, tuple[int, ...]], Derived()] = field(default_factory=dict)
    """The corridors that leave a space."""

    def check(self, row: Row) -> None:
        if len(self.exits) != 2:
            raise row.wrong("exits", f"has {len(self.exits)} exits, not 2")
        self.places = {space.id: place for place, space in enumerate(self.spaces)}
        for number, corridor in enumerate(self.corridors):
            corridor.number = number
            self.ways[corridor.start] = (*self.ways.get(corridor.start, ()), number)
            if corridor.start != START and corridor.start not in self.places:
                raise row.wrong("corridors", f"start from {corridor.start!r}, which is no space")
            if corridor.to not in self.places and corridor.to not in self.exits:
                raise row.wrong("corridors", f"lead to {corridor.to!r}, which is no space or exit")
        for space in self.spaces:
            if space.link and space.link not in self.places:
                raise row.wrong("spaces", f"link {space.id} to {space.link!r}, which is no space")
        self.check_ways(row)

    def check_ways(self, row: Row) -> None:
        """Boards strand nobody and lead in no circle (D-EXPLORE-10)."""
        free = [c for c in self.corridors if not c.rune and not c.icons]
        saved: set[str] = set(self.exits)
        grows = True
        while grows:
            found = {corridor.start for corridor in free if corridor.to in saved}
            grows = not found <= saved
            saved |= found
        for space in (START, *self.places):
            if space not in saved:
                raise row.wrong("corridors", f"strand the Group on {space}")
        at = {corridor.start: 0 for corridor in self.corridors}
        for _ in self.corridors:
            for corridor in self.corridors:
                if corridor.to in at:
                    at[corridor.to] = max(at[corridor.to], at[corridor.start] + 1)
        if max(at.values()) > len(self.places):
            raise row.wrong("corridors", "run in a circle")
