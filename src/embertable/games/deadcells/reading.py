"""Rows of the content become cards, boards, Equipment, Monsters, tiles and Biomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from embertable.engine.content import Row
from embertable.games.deadcells.definitions import (
    ROUNDS,
    START,
    Beheaded,
    Biome,
    CombatCard,
    Corridor,
    Equipment,
    Exit,
    Hook,
    Monster,
    Offer,
    SerenadeBoard,
    Space,
    Tile,
    TrackStep,
    marks,
)
from embertable.games.deadcells.effects import (
    AS_LOOT,
    BY_ENEMIES,
    COLOURS,
    IN_COMBAT,
    IN_DEATH,
    NOTHING,
    OUTSIDE,
    STATES,
    Effect,
    Effects,
    read_effects,
)

SHAPES: Final = ("square", "circle", "hexagon", "pentagon", "trapezoid", "diamond")
TILE_KINDS: Final = (
    *("encounter", "elite_encounter", "treasure", "cursed_treasure", "merchant", "door"),
    "teleportation",
)
KINDS: Final = {
    "damage": "damage",
    "skill": "skill",
    "loot": "loot",
    "shield": "block",
    "heal": "heal",
    "cleanse": "heal",
    "gain": "gain",
}
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
NOTE: Final = "source_note"
MOST_HEALTH: Final = 200


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
            row.text("id"),
            row.text("name"),
            row.text("owner"),
            row.text("set"),
            icons,
            lines,
            tuple([kinds_of(line) for line in lines]),
        )


def kinds_of(line: Effects) -> tuple[str, ...]:
    """The types of Action that a line shows; a State is a type of its own."""
    return tuple(dict.fromkeys([KINDS.get(effect.op, effect.word) for effect in line]))


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


def every_position(
    tracks: tuple[tuple[TrackStep, ...], ...],
) -> tuple[dict[int, list[TrackStep]], dict[int, dict[str, list[Hook]]]]:
    """Abilities by the positions of the markers, worked out once because they are asked for often."""
    reached: dict[int, list[TrackStep]] = {}
    hooks: dict[int, dict[str, list[Hook]]] = {}
    for place in range(1000):
        markers = (place // 100, place // 10 % 10, place % 10)
        steps = [
            step
            for colour, track in enumerate(tracks)
            for step in track
            if step.position <= markers[colour]
        ]
        named: dict[str, list[Hook]] = {}
        for step in steps:
            if step.hook is not None:
                named.setdefault(step.hook.name, []).append(step.hook)
        reached[marks(*markers)] = steps
        hooks[marks(*markers)] = named
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
        rounds = row.numbers("rounds", 0, 3) if "rounds" in row.fields else ()
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
            row.text("kind", TILE_KINDS),
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
