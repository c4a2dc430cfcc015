"""Dead Cells' components, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from embertable.engine.content import WHOLE_FILE, Content, Row, read_toml, short
from embertable.games.deadcells.effects import (
    AS_LOOT,
    BY_ENEMIES,
    COLOURS,
    IN_COMBAT,
    IN_DEATH,
    KEPT,
    NOTHING,
    OPS,
    OUTSIDE,
    PARAMETERS,
    STATES,
    Effect,
    Effects,
    read_effects,
)

START: Final = "start"
SERENADE: Final = "serenade"
ANY: Final = "any"
ROUNDS: Final = (0, 1, 2, 3, 4)
DECKS: Final = ("brutality", "survival", "tactics")
SECTIONS: Final = ("start", "during", "ability")
SHOPS: Final = ("healer", "merchant", "collector")
SHAPES: Final = ("square", "circle", "hexagon", "pentagon", "trapezoid", "diamond")
KINDS: Final = (
    *("encounter", "elite_encounter", "treasure", "cursed_treasure", "merchant", "door"),
    "teleportation",
)
PLACES: Final = ("front", "far", "behind")
EQUIPMENT: Final = ("weapon", "skill", "companion", "passive")
MODES: Final = ("replace", "add")
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
HOOK_OPS: Final[dict[str, tuple[str, ...]]] = {
    "run_start": OUTSIDE,
    "biome_start": OUTSIDE,
    "before_move": OUTSIDE,
    "check_failed": ("pass_check",),
    "would_die": ("prevent_death",),
    "damage_dealt": ("state",),
    "loot_alternative": IN_COMBAT,
    "add_to_round": IN_COMBAT,
    "on_damaged_by_enemy": ("state",),
    "on_inflict_state": ("damage",),
    "poison_alternative": ("damage",),
}
"""What an answer may do, where it is not all that Combat knows."""
ON_POWER: Final = ("gain", "transform")
ON_MELEE: Final = ("shield", "skill", "infinite_health")
MODS: Final = (
    *("max_health", "equipment_slots", "food_value", "elite_health", "monster_health"),
    *("boss_health", "shop_times"),
)
UPGRADES: Final = ("mutation", "combat", "instruction")
TABLES: Final = (
    *("meta", "vocabulary", "op", "constants", "published_counts", "beheaded", "serenade"),
    *("combat_card", "equipment", "biome", "tile", "monster", "shop", "mutation_board", "rune"),
    *("boss_cell", "start_package", "upgrade", "well", "boss_common", "boss"),
)
NOTE: Final = "source_note"
MOST_HEALTH: Final = 200
FIXED: Final[dict[str, dict[str, object]]] = {
    "meta": {"game": "dead_cells", "schema": 1, "players": [1, 4]},
    "constants": {
        "combat_cards_per_combat": 3,
        "front_spaces": 3,
        "behind_spaces": 1,
        "cards_by_players": {"p1": [2], "p2": [2, 1], "p3": [1, 1, 1], "p4": [1, 1, 1]},
    },
    "boss_common": {
        "max_freeze": 1,
        "turns": True,
        "first_player_rotates": True,
        "boss_moves_up": False,
        "minions_move_up": True,
    },
    "vocabulary": {"colours": list(COLOURS), "spaces": [-1, 0, 1, 2, 3], "rounds": list(ROUNDS)},
}
"""What a pack may repeat but not change, because the rules themselves say it."""


@dataclass
class Hook:
    """What a passive ability answers to: `name` is the hook, or the `when` of a Mutation."""

    name: str
    state: str = ""
    condition: str = ""
    limit: str = ""
    n: int = 1
    round: int = 0
    spaces: tuple[int, ...] = ()
    effects: Effects = NOTHING


@dataclass
class TrackStep:
    """One ability of a Scroll track (V-40)."""

    id: str
    position: int
    kind: str
    n: int
    round: int
    replaces: bool
    teeth: int
    effects: Effects
    hook: Hook | None
    text: str


@dataclass
class Beheaded:
    id: str
    name: str
    slots: int
    deck: tuple[str, ...]
    tracks: tuple[tuple[TrackStep, ...], ...]
    """Green, purple, red."""
    lengths: tuple[int, ...]
    """The last space of each track."""
    reached: dict[int, list[TrackStep]]
    """For every position of the markers (see `marks`) the abilities left of them."""
    hooks: dict[int, list[Hook]]
    """The same, only what answers to something."""


@dataclass
class SerenadeBoard:
    name: str
    health: int
    deck: tuple[str, ...]
    printed: tuple[tuple[Effects, ...], tuple[Effects, ...]]
    """The lines of the Power and the Melee side, by Round."""
    powers: tuple[tuple[int, Effects], ...]
    """Round and effects for green, purple, red."""
    tracks: tuple[tuple[Effects, ...], tuple[Effects, ...]]
    """What the spaces 1, 2, 3 of the Power and the Melee track do."""


@dataclass
class CombatCard:
    id: str
    name: str
    owner: str
    set: str
    icons: tuple[str, ...]
    lines: tuple[Effects, ...]
    """By Round; only I to III can hold something."""


@dataclass
class Equipment:
    id: str
    name: str
    kind: str
    deck: str
    copies: int
    rounds: tuple[int, ...]
    mode: str
    effects: Effects
    bonus_if: str
    bonus: Effects
    health: int
    discard_after_use: bool
    hook: Hook | None
    text: str


@dataclass
class Monster:
    id: str
    name: str
    biome: str
    elite: bool
    copies: int
    health: int
    place: str
    lines: tuple[Effects, ...]
    death: Effects


@dataclass
class Offer:
    cost: int
    times: int
    effects: Effects


@dataclass
class Tile:
    id: str
    shape: str
    kind: str
    copies: int
    change_first_player: bool
    effects: Effects
    curse: Effects
    enemies: tuple[str, ...]
    loot: Effects
    offers: tuple[Offer, ...]
    wall: str
    constraint: str


@dataclass
class Space:
    id: str
    shape: str
    x: int
    y: int
    link: str


@dataclass
class Corridor:
    """A one-way path; its number is its place among the Biome's corridors."""

    number: int
    start: str
    to: str
    rune: str
    icons: tuple[str, ...]
    fail: Effects
    deck_check: Effect | None


@dataclass
class Exit:
    id: str
    to: str
    boss: bool
    perk: Effects


@dataclass
class Biome:
    id: str
    name: str
    code: str
    act: int
    spaces: tuple[Space, ...]
    corridors: tuple[Corridor, ...]
    exits: dict[str, Exit]
    bell: Effects
    tiles: tuple[str, ...]
    monsters: tuple[str, ...]
    elites: tuple[str, ...]
    blueprints: tuple[str, ...]
    places: dict[str, int]
    """Each space's place in `spaces`."""
    ways: dict[str, tuple[int, ...]]
    """The corridors that leave a space."""


@dataclass
class Rune:
    id: str
    name: str
    use: str
    hook: Hook | None


@dataclass
class Mod:
    name: str
    n: int
    shop: str


@dataclass
class Permanent:
    """A Mutation, a kept Well card or a Boss Cell: what lies on the Mutation board."""

    id: str
    name: str
    section: str
    text: str
    hook: Hook | None
    mods: tuple[Mod, ...]


@dataclass
class Upgrade:
    id: str
    name: str
    type: str
    card: str
    effects: Effects
    text: str


@dataclass
class WellCard:
    id: str
    name: str
    keep: bool
    effects: Effects
    text: str


@dataclass
class Attack:
    id: str
    name: str
    instances: tuple[int, ...]
    space: int
    lines: tuple[Effects, ...]


@dataclass
class Instance:
    health: int
    opening: Effects


@dataclass
class Boss:
    id: str
    name: str
    arena: str
    act: int
    instances: tuple[Instance, ...]
    attacks: dict[str, Attack]
    victory: Effects


@dataclass
class StartPackage:
    biome: str
    scrolls: int
    treasures: int
    teeth: int


class DeadCellsContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, root: Row) -> None:
        super().__init__(hash)
        check_tables(root)
        constants = root.row("constants")
        self.hand_size = constants.number("hand_size", 1, 6)
        self.min_deck = constants.number("min_combat_deck", 1, 12)
        self.min_serenade_deck = constants.number("min_serenade_deck", 1, 12)
        self.upgrade_price = constants.number("upgrade_price", 1, 9)
        self.well_price = constants.number("well_price", 1, 9)
        self.instant_kill_damage = root.row("boss_common").number("instant_kill_damage", 1, 9)
        self.cards = {card.id: card for card in read_cards(root)}
        self.beheaded = {one.id: one for one in read_beheaded(root, self.cards)}
        self.names = (*self.beheaded, SERENADE)
        self.serenade = read_serenade(root, self.cards)
        self.equipment = {one.id: one for one in read_equipment(root)}
        self.monsters = {one.id: one for one in read_monsters(root)}
        self.tiles = {one.id: one for one in read_tiles(root)}
        self.bosses = {one.id: one for one in read_bosses(root)}
        self.biomes = {one.id: one for one in read_biomes(root)}
        self.biome_ids = tuple(self.biomes)
        check_biomes(root, self)
        self.runes = {one.id: one for one in read_runes(root)}
        self.permanents = {one.id: one for one in read_permanents(root)}
        self.boss_cells = read_boss_cells(root)
        for cell in self.boss_cells:
            self.permanents[cell.id] = cell
        self.upgrades = read_upgrades(root, self.cards)
        self.well = read_well(root)
        board = root.row("mutation_board")
        self.slots = tuple([board.number(section, 1, 12) for section in SECTIONS])
        self.shops = read_shops(root)
        self.packages = {
            row.text("biome", self.biome_ids): StartPackage(
                row.text("biome"),
                row.number("scrolls_per_beheaded", 0, 9),
                row.number("treasures_per_beheaded", 0, 9),
                row.number("teeth", 0, 99),
            )
            for row in root.rows("start_package", key="biome")
        }
        check_words(root, self)
        self.either_or = name_choices(self)

    def starter_treasure(self) -> list[str]:
        return [
            one.id
            for one in self.equipment.values()
            if one.deck == "starter"
            for _ in range(one.copies)
        ]


def read_deadcells(path: Path) -> DeadCellsContent:
    tables, hash = read_toml(path)
    return DeadCellsContent(hash, Row(path.name, WHOLE_FILE, tables))


def check_tables(root: Row) -> None:
    """No table is misspelt, and none says otherwise than the rules do."""
    root.only(*TABLES)
    for name, fixed in FIXED.items():
        row = root.row(name)
        for field, value in fixed.items():
            if row.fields.get(field, value) != value:
                raise row.wrong(field, f"is {short(row.get(field))}, but the rules have {value!r}")
    for row in root.rows("op", key="name"):
        op = row.text("name", OPS)
        if row.words("params") != PARAMETERS[op]:
            raise row.wrong("params", f"are not {', '.join(PARAMETERS[op]) or 'none'}")


def maybe_text(row: Row, field: str, among: Sequence[str] | None = None) -> str:
    return row.text(field, among) if field in row.fields else ""


def maybe_number(row: Row, field: str, low: int, high: int, otherwise: int) -> int:
    return row.number(field, low, high) if field in row.fields else otherwise


def maybe_flag(row: Row, field: str) -> bool:
    return row.flag(field) if field in row.fields else False


def read_lines(row: Row, ops: Sequence[str], *rounds: int) -> tuple[Effects, ...]:
    return tuple([read_effects(row, f"r{n}", ops) if n in rounds else NOTHING for n in ROUNDS])


def read_hook(row: Row, key: str, names: Sequence[str]) -> Hook | None:
    if "hook" not in row.fields:
        return None
    hook = row.row("hook")
    hook.only(key, "state", "if", "limit", "n", "round", "spaces", "space", "do")
    name = hook.text(key, names)
    effects = read_effects(hook, "do", HOOK_OPS.get(name, IN_COMBAT))
    if not effects and (key == "when" or name in HOOK_OPS):
        raise hook.wrong("do", "is missing")
    return Hook(
        name,
        maybe_text(hook, "state", STATES),
        maybe_text(hook, "if", CONDITIONS),
        maybe_text(hook, "limit", LIMITS),
        maybe_number(hook, "n", 1, 9, 1),
        maybe_number(hook, "round", 1, 3, 0),
        hook.numbers("spaces", -1, 3) if "spaces" in hook.fields else (),
        effects,
    )


def read_cards(root: Row) -> Iterable[CombatCard]:
    for row in root.rows("combat_card"):
        row.only("id", "owner", "set", "name", "check", "r1", "r2", "r3", NOTE)
        icons = row.words("check", COLOURS)
        if len(icons) > 2:
            raise row.wrong("check", "shows more than two icons")
        lines = read_lines(row, IN_COMBAT, 1, 2, 3)
        if not any(lines):
            raise row.wrong("r1", "is missing, and so is every other line")
        yield CombatCard(
            row.text("id"), row.text("name"), row.text("owner"), row.text("set"), icons, lines
        )


def read_beheaded(root: Row, cards: dict[str, CombatCard]) -> Iterable[Beheaded]:
    for row in root.rows("beheaded"):
        row.only(
            *("id", "name", "base_health", "slots", "deck", NOTE),
            *[f"track_{colour}" for colour in COLOURS],
        )
        id = row.text("id")
        tracks = tuple([tuple(read_track(row, id, colour)) for colour in COLOURS])
        health = [step.n for step in tracks[0] if step.position == 0 and step.kind == "max_health"]
        for colour, track in zip(COLOURS, tracks, strict=True):
            if not track:
                raise row.wrong(f"track_{colour}", "has no spaces")
        if sum(health) != row.number("base_health", 1, 20):
            raise row.wrong("base_health", "is not what the green track starts with")
        yield Beheaded(
            id,
            row.text("name"),
            row.number("slots", 0, 6),
            row.words("deck", tuple(cards)),
            tracks,
            tuple([max([step.position for step in track]) for track in tracks]),
            *every_position(tracks),
        )


def marks(green: int, purple: int, red: int) -> int:
    """The positions of three Scroll markers as one number."""
    return 100 * green + 10 * purple + red


def every_position(
    tracks: tuple[tuple[TrackStep, ...], ...],
) -> tuple[dict[int, list[TrackStep]], dict[int, list[Hook]]]:
    """Abilities by the positions of the markers, worked out once because they are asked for often."""
    reached: dict[int, list[TrackStep]] = {}
    hooks: dict[int, list[Hook]] = {}
    for place in range(1000):
        markers = (place // 100, place // 10 % 10, place % 10)
        steps = [
            step
            for colour, track in enumerate(tracks)
            for step in track
            if step.position <= markers[colour]
        ]
        reached[marks(*markers)] = steps
        hooks[marks(*markers)] = [step.hook for step in steps if step.hook is not None]
    return reached, hooks


def read_track(row: Row, id: str, colour: str) -> Iterable[TrackStep]:
    for step in row.rows(f"track_{colour}", key="pos"):
        step.only("pos", "kind", "text", "n", "hook", "do", "round", "mode", "cost")
        kind = step.text("kind", ("max_health", "skill", "round_action", "passive"))
        position = step.number("pos", 0, 9)
        yield TrackStep(
            f"{id}-{colour}-{position}",
            position,
            kind,
            maybe_number(step, "n", 1, 20, 1),
            maybe_number(step, "round", 0, 3, 0),
            maybe_text(step, "mode", ("extra", "replace")) == "replace",
            step.row("cost").number("tooth", 0, 9) if "cost" in step.fields else 0,
            read_effects(step, "do", IN_COMBAT),
            read_hook(step, "hook", HOOKS),
            step.text("text"),
        )


def read_serenade(root: Row, cards: dict[str, CombatCard]) -> SerenadeBoard:
    row = root.row("serenade")
    row.only(
        *("id", "name", "health", "slots", "deck", "min_deck", "printed_power", "printed_melee"),
        *("powers", "power_track", "melee_track", NOTE),
    )
    powers: list[tuple[int, Effects]] = []
    for colour in COLOURS:
        power = row.row("powers").row(colour)
        powers.append((power.number("round", 0, 3), read_effects(power, "do", IN_COMBAT)))
    tracks: list[tuple[Effects, ...]] = []
    for side, ops in (("power_track", ON_POWER), ("melee_track", ON_MELEE)):
        steps = row.rows(side, key="pos")
        if [step.number("pos", 1, 3) for step in steps] != [1, 2, 3]:
            raise row.wrong(side, "has other spaces than 1, 2 and 3")
        tracks.append(tuple([read_effects(step, "do", ops) for step in steps]))
    return SerenadeBoard(
        row.text("name"),
        row.number("health", 1, 20),
        row.words("deck", tuple(cards)),
        (
            read_lines(row.row("printed_power"), IN_COMBAT, 1, 2, 3),
            read_lines(row.row("printed_melee"), IN_COMBAT, 1, 2, 3),
        ),
        tuple(powers),
        (tracks[0], tracks[1]),
    )


def read_equipment(root: Row) -> Iterable[Equipment]:
    for row in root.rows("equipment"):
        row.only(
            *("id", "name", "kind", "deck", "copies", "rounds", "mode", "do", "bonus", "health"),
            *("rule", "discard_after_use", "hook", "text", NOTE),
        )
        kind = row.text("kind", EQUIPMENT)
        bonus = row.row("bonus") if "bonus" in row.fields else None
        rounds = row.numbers("rounds", 1, 3) if "rounds" in row.fields else ()
        if kind == "weapon" and not rounds:
            raise row.wrong("rounds", "is missing")
        if kind == "companion" and maybe_text(row, "rule", ("soak",)) != "soak":
            raise row.wrong("rule", "is missing")
        yield Equipment(
            row.text("id"),
            row.text("name"),
            kind,
            row.text("deck"),
            row.number("copies", 0, 9),
            rounds,
            row.text("mode", MODES) if rounds else "",
            read_effects(row, "do", IN_COMBAT),
            bonus.text("if", ("wall", "hole")) if bonus is not None else "",
            read_effects(bonus, "do", IN_COMBAT) if bonus is not None else NOTHING,
            row.number("health", 1, 20) if kind == "companion" else 0,
            maybe_flag(row, "discard_after_use"),
            read_hook(row, "hook", HOOKS),
            maybe_text(row, "text"),
        )


def read_monsters(root: Row) -> Iterable[Monster]:
    for row in root.rows("monster"):
        row.only(
            *("id", "name", "biome", "elite", "copies", "health", "place", "death", NOTE),
            *("r0", "r1", "r2", "r3", "r4"),
        )
        yield Monster(
            row.text("id"),
            row.text("name"),
            row.text("biome"),
            maybe_flag(row, "elite"),
            row.number("copies", 0, 9),
            row.number("health", 1, MOST_HEALTH),
            row.text("place", PLACES),
            read_lines(row, BY_ENEMIES, *ROUNDS),
            read_effects(row, "death", IN_DEATH),
        )


def read_tiles(root: Row) -> Iterable[Tile]:
    for row in root.rows("tile"):
        row.only(
            *("id", "biome", "shape", "kind", "copies", "change_first_player", "do", "curse"),
            *("enemies", "loot", "offers", "wall", "constraint", NOTE),
        )
        offers: list[Offer] = []
        for number, fields in enumerate(row.many("offers") if "offers" in row.fields else []):
            offer = Row(row.file, f"{row.name}, offer {number + 1}", fields)
            offer.only("cost", "times", "do")
            offers.append(
                Offer(
                    offer.number("cost", 1, 99),
                    offer.number("times", 1, 9),
                    read_effects(offer, "do", OUTSIDE),
                )
            )
        yield Tile(
            row.text("id"),
            row.text("shape", SHAPES),
            row.text("kind", KINDS),
            row.number("copies", 1, 9),
            maybe_flag(row, "change_first_player"),
            read_effects(row, "do", OUTSIDE),
            read_effects(row, "curse", OUTSIDE),
            row.words("enemies", ("monster", "elite")) if "enemies" in row.fields else (),
            read_effects(row, "loot", AS_LOOT),
            tuple(offers),
            maybe_text(row, "wall", ("wall", "hole")),
            maybe_text(row, "constraint", CONSTRAINTS),
        )


def read_biomes(root: Row) -> Iterable[Biome]:
    for row in root.rows("biome"):
        row.only(
            *("id", "code", "name", "act", "spaces", "corridors", "exits", "tiles", "monsters"),
            *("elites", "blueprints", "bell", "double", NOTE),
        )
        spaces = [
            Space(
                space.text("id"),
                space.text("shape", SHAPES),
                space.number("x", 0, 99),
                space.number("y", 0, 99),
                maybe_text(space, "link"),
            )
            for space in row.rows("spaces")
        ]
        exits = [
            Exit(
                exit.text("id"),
                exit.text("to"),
                exit.text("kind", ("biome", "boss")) == "boss",
                read_effects(exit, "perk", OUTSIDE),
            )
            for exit in row.rows("exits")
        ]
        if len(exits) != 2:
            raise row.wrong("exits", f"has {len(exits)} exits, not 2")
        corridors = read_corridors(row, [space.id for space in spaces], [e.id for e in exits])
        ways: dict[str, tuple[int, ...]] = {}
        for corridor in corridors:
            ways[corridor.start] = (*ways.get(corridor.start, ()), corridor.number)
        yield Biome(
            row.text("id"),
            row.text("name"),
            row.text("code"),
            row.number("act", 1, 9),
            tuple(spaces),
            tuple(corridors),
            {exit.id: exit for exit in exits},
            read_effects(row, "bell", OUTSIDE),
            row.words("tiles"),
            row.words("monsters"),
            row.words("elites"),
            row.words("blueprints"),
            {space.id: place for place, space in enumerate(spaces)},
            ways,
        )


def read_corridors(row: Row, spaces: list[str], exits: list[str]) -> list[Corridor]:
    corridors: list[Corridor] = []
    for number, fields in enumerate(row.many("corridors")):
        one = Row(row.file, f"{row.name}, corridor {number + 1}", fields)
        one.only("from", "to", "rune", "check", "fail", "deck_check")
        deck_check = None
        if "deck_check" in one.fields:
            rewards = one.row("deck_check")
            deck_check = Effect(
                "deck_check",
                icons=tuple(rewards.fields),
                options=tuple(
                    [read_effects(rewards, colour, OUTSIDE) for colour in rewards.fields]
                ),
            )
            for colour in rewards.fields:
                if colour not in COLOURS:
                    raise rewards.wrong(colour, "is no colour")
        corridors.append(
            Corridor(
                number,
                one.text("from", (START, *spaces)),
                one.text("to", (*spaces, *exits)),
                maybe_text(one, "rune"),
                one.words("check", COLOURS) if "check" in one.fields else (),
                read_effects(one, "fail", OUTSIDE),
                deck_check,
            )
        )
    return corridors


def check_biomes(root: Row, content: DeadCellsContent) -> None:
    """Boards name what exists, have tiles enough, and strand nobody (D-EXPLORE-10)."""
    for row in root.rows("biome"):
        biome = content.biomes[row.text("id")]
        row.words("tiles", tuple(content.tiles))
        row.words("monsters", tuple(content.monsters))
        row.words("elites", tuple(content.monsters))
        row.words("blueprints", tuple(content.equipment))
        for exit in biome.exits.values():
            known = content.bosses if exit.boss else content.biomes
            if exit.to not in known:
                raise row.wrong("exits", f"leads to {exit.to!r}, which does not exist")
        for shape in SHAPES:
            wanted = [space for space in biome.spaces if space.shape == shape]
            tiles = [content.tiles[id] for id in biome.tiles if content.tiles[id].shape == shape]
            if sum([tile.copies for tile in tiles]) < len(wanted):
                raise row.wrong("tiles", f"are too few for {len(wanted)} {shape} spaces")
        for space in biome.spaces:
            if space.link and space.link not in biome.places:
                raise row.wrong("spaces", f"link {space.id} to {space.link!r}, which is no space")
        check_ways(row, biome)


def check_ways(row: Row, biome: Biome) -> None:
    free = [c for c in biome.corridors if not c.rune and not c.icons]
    saved: set[str] = set(biome.exits)
    grows = True
    while grows:
        found = {corridor.start for corridor in free if corridor.to in saved}
        grows = not found <= saved
        saved |= found
    for space in (START, *biome.places):
        if space not in saved:
            raise row.wrong("corridors", f"strand the Group on {space}")
    at = {corridor.start: 0 for corridor in biome.corridors}
    for _ in biome.corridors:
        for corridor in biome.corridors:
            if corridor.to in at:
                at[corridor.to] = max(at[corridor.to], at[corridor.start] + 1)
    if max(at.values()) > len(biome.places):
        raise row.wrong("corridors", "run in a circle")


def read_runes(root: Row) -> Iterable[Rune]:
    for row in root.rows("rune"):
        row.only("id", "name", "use", "found", "hook", NOTE)
        yield Rune(row.text("id"), row.text("name"), row.text("use"), read_hook(row, "when", WHENS))


def read_mods(row: Row) -> tuple[Mod, ...]:
    mods: list[Mod] = []
    for number, fields in enumerate(row.many("mods") if "mods" in row.fields else []):
        one = Row(row.file, f"{row.name}, mod {number + 1}", fields)
        one.only("mod", "n", "shop")
        mods.append(
            Mod(one.text("mod", MODS), one.number("n", -9, 99), maybe_text(one, "shop", SHOPS))
        )
    return tuple(mods)


def read_permanents(root: Row) -> Iterable[Permanent]:
    for row in root.rows("upgrade"):
        if row.text("type", UPGRADES) == "mutation":
            yield Permanent(
                row.text("id"),
                row.text("name"),
                row.text("slot", SECTIONS),
                row.text("text"),
                read_hook(row, "when", WHENS),
                read_mods(row),
            )
    for row in root.rows("well"):
        if maybe_flag(row, "keep"):
            section = [
                one.word for one in read_effects(row, "do", KEPT) if one.op == "place_mutation"
            ]
            if len(section) != 1:
                raise row.wrong("keep", "is true, but nothing places the card")
            yield Permanent(
                row.text("id"),
                row.text("name"),
                section[0],
                row.text("text"),
                read_hook(row, "when", WHENS),
                (),
            )


def read_boss_cells(root: Row) -> tuple[Permanent, ...]:
    cells: list[Permanent] = []
    for place, row in enumerate(root.rows("boss_cell")):
        row.only("id", "order", "text", "mods", "hook", NOTE)
        if row.number("order", 1, 99) != place + 1:
            raise row.wrong("order", f"is not {place + 1}")
        cells.append(
            Permanent(
                row.text("id"),
                row.text("id"),
                "boss_cell",
                row.text("text"),
                read_hook(row, "when", WHENS),
                read_mods(row),
            )
        )
    return tuple(cells)


def read_upgrades(root: Row, cards: dict[str, CombatCard]) -> tuple[tuple[Upgrade, ...], ...]:
    """The three decks, each in its fixed order; the first card is the next one drawn."""
    decks: list[list[Upgrade]] = [[] for _ in DECKS]
    for row in root.rows("upgrade"):
        row.only(
            *("id", "deck", "order", "type", "slot", "name", "text", "hook", "mods", "card", "do"),
            NOTE,
        )
        deck = decks[DECKS.index(row.text("deck", DECKS))]
        if row.number("order", 1, 99) != len(deck) + 1:
            raise row.wrong("order", f"is not {len(deck) + 1}")
        type = row.text("type", UPGRADES)
        card = row.text("card", tuple(cards)) if type == "combat" else ""
        deck.append(
            Upgrade(
                row.text("id"),
                cards[card].name if card else row.text("name"),
                type,
                card,
                read_effects(row, "do", KEPT),
                maybe_text(row, "text"),
            )
        )
    return tuple([tuple(deck) for deck in decks])


def read_well(root: Row) -> tuple[WellCard, ...]:
    cards: list[WellCard] = []
    for place, row in enumerate(root.rows("well")):
        row.only("id", "order", "name", "text", "do", "keep", "hook", NOTE)
        if row.number("order", 1, 99) != place + 1:
            raise row.wrong("order", f"is not {place + 1}")
        cards.append(
            WellCard(
                row.text("id"),
                row.text("name"),
                maybe_flag(row, "keep"),
                read_effects(row, "do", KEPT),
                row.text("text"),
            )
        )
    return tuple(cards)


def read_shops(root: Row) -> tuple[Offer, ...]:
    """Healer, merchant, collector."""
    shops: dict[str, Offer] = {}
    for row in root.rows("shop"):
        row.only("id", "name", "label_in_rulebook", "cost", "times", "do", NOTE)
        shops[row.text("id", SHOPS)] = Offer(
            row.number("cost", 1, 99), row.number("times", 1, 9), read_effects(row, "do", OUTSIDE)
        )
    for name in SHOPS:
        if name not in shops:
            raise root.wrong("shop", f"has no {name}")
    return tuple([shops[name] for name in SHOPS])


def read_bosses(root: Row) -> Iterable[Boss]:
    for row in root.rows("boss"):
        row.only(
            *("id", "code", "name", "arena", "act", "instances", "attacks", "victory", NOTE),
        )
        instances: list[Instance] = []
        for number, fields in enumerate(row.many("instances")):
            one = Row(row.file, f"{row.name}, instance {number + 1}", fields)
            one.only("n", "health", "r0")
            if one.number("n", 1, 9) != number + 1:
                raise one.wrong("n", f"is not {number + 1}")
            instances.append(
                Instance(one.number("health", 1, MOST_HEALTH), read_effects(one, "r0", BY_ENEMIES))
            )
        attacks: dict[str, Attack] = {}
        for attack in row.rows("attacks"):
            attack.only("id", "name", "instance", "space", "r1", "r2", "r3", "r4")
            space = attack.number("space", -1, 3)
            if space == 0:
                raise attack.wrong("space", "is the Group's")
            attacks[attack.text("id")] = Attack(
                attack.text("id"),
                attack.text("name"),
                attack.numbers("instance", 1, len(instances)),
                space,
                read_lines(attack, BY_ENEMIES, 1, 2, 3, 4),
            )
        for number in range(1, len(instances) + 1):
            if not any([number in attack.instances for attack in attacks.values()]):
                raise row.wrong("attacks", f"has none for instance {number}")
        yield Boss(
            row.text("id"),
            row.text("name"),
            row.text("arena"),
            row.number("act", 1, 9),
            tuple(instances),
            attacks,
            read_effects(row, "victory", KEPT),
        )


def check_words(root: Row, content: DeadCellsContent) -> None:
    """Every id that an effect names exists."""
    known: dict[str, Iterable[str]] = {
        "add_treasure": content.equipment,
        "add_monster": content.monsters,
        "summon": content.monsters,
        "unlock_start": content.packages,
        "curse": ("no_communication", "no_runes"),
    }
    for table in ("tile", "monster", "boss", "upgrade", "well"):
        for row in root.rows(table):
            for effect in every_effect(row.fields):
                op = str(effect.get("op"))
                named = [effect[field] for field in ("id", "monster", "biome") if field in effect]
                if op in known and named and str(named[0]) not in known[op]:
                    raise row.wrong(str(op), f"names {short(named[0])}, which does not exist")
                if op == "gain" and "rune" in effect and effect["rune"] not in content.runes:
                    raise row.wrong("rune", f"is {short(effect['rune'])}, which does not exist")
    for row in root.rows("monster"):
        row.text("biome", (*content.biome_ids, "boss"))
    for biome in content.biomes.values():
        for corridor in biome.corridors:
            if corridor.rune and corridor.rune not in content.runes:
                raise root.wrong("biome", f"{biome.id} asks for a Rune {corridor.rune!r}")


def every_effect(value: object) -> Iterable[dict[str, object]]:
    """Every table with an op, however deep it lies."""
    if isinstance(value, dict):
        if "op" in value:
            yield value
        for one in value.values():
            yield from every_effect(one)
    elif isinstance(value, list):
        for one in value:
            yield from every_effect(one)


def name_choices(content: DeadCellsContent) -> dict[str, Effect]:
    """Every Either/Or by a name of its own, so that an action can say which it answers."""
    lists = [(biome.id, biome.bell) for biome in content.biomes.values()]
    for tile in content.tiles.values():
        lists.extend([(tile.id, tile.effects), (tile.id, tile.curse)])
    named: dict[str, Effect] = {}
    for name, effects in lists:
        for effect in deep(effects):
            if effect.op == "choose":
                effect.word = f"{name}-{len(named)}"
                named[effect.word] = effect
    return named


def deep(effects: Effects) -> list[Effect]:
    """Effects with all that lies nested in them."""
    found: list[Effect] = []
    for effect in effects:
        found.append(effect)
        for option in effect.options:
            found.extend(deep(option))
    return found
