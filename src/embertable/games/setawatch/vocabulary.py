"""The words that powers, abilities, items and locations are written in, read and checked.

Section 5 of the ledger says what each word means; `effects.py` does it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.content import Row

TYPES: Final = (
    *("Forest Creature", "Undead", "Dragon", "Human", "Goblin", "Golem", "Giant", "Fairy"),
    *("Fire Demon", "Earth Elemental", "Fire Elemental", "Shadow Elemental", "Unhallowed"),
)
UNHALLOWED: Final = "Unhallowed"

PARAMS: Final[dict[str, tuple[str, ...]]] = {
    "firewood": ("add",),
    "firewood_halve": (),
    "exhaust": ("count",),
    "stun": ("count",),
    "steal": ("count", "which", "as_base_health"),
    "refresh": ("kind", "who", "count", "up_to"),
    "rotate_exhausted": ("who",),
    "prevent": ("count",),
    "coins": ("add",),
    "move": ("sel", "to", "face", "order", "count", "up_to"),
    "draw": ("count", "to", "face"),
    "swap": ("a", "b"),
    "shuffle": ("zone",),
    "defeat": ("sel",),
    "damage": ("sel", "amount"),
    "tame": ("sel",),
    "reveal": ("sel", "suppress_reveal"),
    "peek": ("sel",),
    "arrange": ("zone", "count", "to"),
    "ride": ("types",),
    "health": ("sel", "add", "base_factor", "until"),
    "forbid": ("what", "sel", "who"),
    "range": ("who", "add", "until"),
    "reveal_level": ("add", "min"),
    "attack_bonus": ("who", "add", "per", "vs", "uses", "until"),
    "negate": ("sel", "until"),
    "hex": ("charges",),
    "redirect_defeated": ("types", "to"),
    "mark": ("sel", "on_defeat"),
    "reroll": ("who", "count", "up_to", "dice"),
    "die_set": ("who", "count", "up_to", "to", "dice"),
    "die_add": ("who", "which", "add", "optional"),
    "ready": ("who", "count", "up_to"),
    "recover": ("sel", "count"),
    "bench": ("which", "count"),
    "choose_one": ("options",),
    "flip_familiar": ("optional",),
    "equip": (),
    "rule": ("key", "value"),
}
"""Every operation with the parameters that it takes."""

NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "firewood": ("add",),
    "steal": ("which",),
    "refresh": ("kind", "who"),
    "rotate_exhausted": ("who",),
    "coins": ("add",),
    "move": ("sel", "to"),
    "draw": ("to",),
    "swap": ("a", "b"),
    "shuffle": ("zone",),
    "defeat": ("sel",),
    "damage": ("sel", "amount"),
    "tame": ("sel",),
    "reveal": ("sel",),
    "peek": ("sel",),
    "arrange": ("zone", "to"),
    "ride": ("types",),
    "health": ("sel",),
    "forbid": ("what",),
    "range": ("who", "add"),
    "reveal_level": ("add",),
    "attack_bonus": ("add", "per"),
    "negate": ("sel",),
    "hex": ("charges",),
    "redirect_defeated": ("types", "to"),
    "mark": ("sel", "on_defeat"),
    "reroll": ("who",),
    "die_set": ("to",),
    "die_add": ("who", "add"),
    "recover": ("sel",),
    "bench": ("which",),
    "choose_one": ("options",),
    "rule": ("key", "value"),
}
"""The parameters without which an operation would not know what to do."""

CREATURE_TRIGGERS: Final = (
    *("reveal", "ongoing", "first_position", "second_position", "end_of_line"),
    *("defeated", "other_defeated", "graveyard_top"),
)
LOCATION_TRIGGERS: Final = (
    *("arrive", "after_roll", "choose_rest", "rest", "camp_start", "camp", "merchant"),
    *("line_setup", "watch", "first_reveal_done", "first_defeat", "watch_end", "round"),
)
WINDOWS: Final = (
    *("action", "on_exhaust_demand", "watch_start", "on_stoke", "direct_attack", "always"),
)
CONDITIONS: Final = (
    *("line_not_empty", "not_final_round", "neighbours_both_sides"),
    "no_horde_entry_this_round",
)
RULES: Final = (
    *("chop_bonus", "camp_any_value", "rest_refresh", "rest_forced_highest_total"),
    *("summon_choose", "summon_extra_exhaust", "summon_card_to", "fire_zero_bonus"),
    *("first_position_tax", "no_combine", "no_passives", "roll_add", "watch_low_total_refresh"),
    *("item_discount", "coin_bonus", "no_coin_refill", "no_activate_items"),
)
ZONES: Final = (
    *("line", "graveyard", "creature_deck", "horde", "unhallowed_deck", "tamed", "trophies"),
    "removed",
)
DESTINATIONS: Final = (
    *("line_first", "line_end", "line_before_self", "line_behind_self", "line_next_round"),
    *("back_by_count", "deck_top", "deck_bottom", "deck_shuffle", "graveyard", "horde_top"),
    *("unhallowed_bottom", "removed"),
)
PICKS: Final = (
    *("choose", "all", "top", "exact_top", "highest_base", "self", "behind_self"),
    *("all_behind_self", "nearest_down", "farthest_down", "same"),
)
ARRANGEMENTS: Final = ("top_or_bottom", "top_any_order", "one_to_bottom")
FORBIDDEN: Final = ("direct_attacks", "abilities", "items", "damage", "steal", "stun")
UNTIL: Final = ("watch_end", "leaves_line")
WHICH: Final = ("choose", "highest", "lowest", "lowest_of_all")
WHO: Final = ("self", "watch_any", "watch_each", "all_each", "any", "rest")
VALUES: Final = (
    *("X", "firewood", "trophies", "exhausted_own", "graveyard_top_base", "cost_base"),
    *("behind_base", "target_damage"),
)
SELECTOR: Final = (
    *("zone", "face", "types", "not_types", "name", "kind", "pos", "in_range", "max_base"),
    *("max_health", "lower_base_than_a", "exclude_self", "pick", "count", "up_to"),
)
FACES: Final = ("up", "down", "any")
KINDS: Final = ("creature", "acolyte", "summon", "any")
TROPHY_TYPES: Final = "trophy_types"
MOST: Final = 99
LAST: Final = 0
"""The place that stands for the last position, since places count from 1."""


@dataclass
class Value:
    """A number that may follow the table: `2+2*trophies` is 2 and (2, "trophies")."""

    number: int
    terms: tuple[tuple[int, str], ...] = ()


@dataclass
class Selector:
    """Which cards an effect concerns (ledger, 5.3)."""

    zone: str
    face: str
    kind: str
    pick: str
    types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    name: str = ""
    places: tuple[int, ...] = ()
    in_range: bool = False
    max_base: Value | None = None
    max_health: Value | None = None
    lower_base_than_a: bool = False
    exclude_self: bool = False
    count: Value | None = None
    up_to: bool = False


@dataclass
class Effect:
    """One operation; what its words do not use stays at its default."""

    op: str
    add: Value
    count: Value
    sel: Selector | None = None
    other: Selector | None = None
    to: str = ""
    face: str = ""
    who: str = ""
    which: str = ""
    kind: str = ""
    per: str = ""
    until: str = ""
    key: str = ""
    word: str = ""
    """What a rule is set to where that is a word."""
    types: tuple[str, ...] = ()
    """Types that it speaks of: mounts, redirected ones, those a bonus is against."""
    what: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    """The effect lists inside: options of a choice, what happens on a defeat."""
    base_factor: int = 1
    uses: int = 0
    optional: bool = False
    weakest_first: bool = False
    as_base_health: bool = False
    suppress_reveal: bool = False


@dataclass
class Power:
    """Effects with the moment that sets them off."""

    trigger: str
    condition: str
    once: bool
    script: str


NOTHING: Final = Value(0)
ONE: Final = Value(1)


class Scripts:
    """Every effect list of a game by its id, so that what is pending need only name it."""

    def __init__(self) -> None:
        self.effects: dict[str, tuple[Effect, ...]] = {}
        self.sources: dict[str, str] = {}

    def read(self, id: str, source: str, row: Row, field: str = "effects") -> str:
        """Read a list of effects; `source` says whether an ability, an item or what brings them."""
        if id in self.effects:
            raise row.wrong(field, f"belongs to a second {id}")
        self.sources[id] = source
        self.effects[id] = ()
        found: list[Effect] = []
        for place, fields in enumerate(row.many(field)):
            found.append(
                self.read_effect(f"{id}.{place}", source, Row(row.file, row.name, fields), field)
            )
        self.effects[id] = tuple(found)
        return id

    def read_powers(
        self, id: str, source: str, row: Row, triggers: tuple[str, ...]
    ) -> tuple[Power, ...]:
        powers: list[Power] = []
        for place, fields in enumerate(row.many("powers")):
            part = Row(row.file, row.name, fields)
            part.only("trigger", "condition", "once", "effects")
            trigger = part.text("trigger", triggers)
            powers.append(
                Power(
                    trigger,
                    part.text("condition", CONDITIONS) if "condition" in part.fields else "",
                    "once" in part.fields and part.flag("once"),
                    self.read(f"{id}.{trigger}.{place}", source, part),
                )
            )
        return tuple(powers)

    def read_effect(self, id: str, source: str, row: Row, field: str) -> Effect:
        if "op" not in row.fields:
            raise row.wrong(field, "has an effect without an op")
        op = row.text("op", tuple(PARAMS))
        row.only("op", *PARAMS[op])
        has = row.fields
        for needed in NEEDED.get(op, ()):
            row.get(needed)
        if "zone" in has:
            row.text("zone", ("unhallowed_deck" if op == "shuffle" else "creature_deck",))
        if "dice" in has:
            row.text("dice", ("unspent",))
        if "min" in has:
            row.number("min", 1, 1)
        inner: list[str] = []
        if "options" in has:
            for place, effects in enumerate(row.many("options")):
                part = Row(row.file, row.name, {"options": effects})
                inner.append(self.read(f"{id}.{place}", source, part, "options"))
        if "on_defeat" in has:
            inner.append(self.read(f"{id}.mark", "power", row, "on_defeat"))
        amount = "add" if "add" in has else "amount"
        count = "charges" if "charges" in has else "count"
        key = row.text("key", RULES) if op == "rule" else ""
        word = ""
        add = read_value(row, amount) if amount in has else NOTHING
        if op == "rule":
            if key == "summon_card_to":
                word = row.text("value", DESTINATIONS)
            else:
                add = Value(row.number("value", -MOST, MOST))
        return Effect(
            op=op,
            add=add,
            count=read_value(row, count) if count in has else ONE,
            sel=read_selector(row.row("sel")) if "sel" in has else first_of_swap(row),
            other=read_selector(row.row("b")) if "b" in has else None,
            to=read_destination(row, op) if "to" in has else "",
            face=row.text("face", FACES) if "face" in has else "",
            who=row.text("who", WHO) if "who" in has else "",
            which=row.text("which", WHICH) if "which" in has else "",
            kind=row.text("kind", ("ability", "item")) if "kind" in has else "",
            per=row.text("per", ("die", "creature")) if "per" in has else "",
            until=row.text("until", UNTIL) if "until" in has else "",
            key=key,
            word=word,
            types=read_types(row),
            what=row.words("what", FORBIDDEN) if "what" in has else (),
            scripts=tuple(inner),
            base_factor=row.number("base_factor", 1, 9) if "base_factor" in has else 1,
            uses=row.number("uses", 1, 1) if "uses" in has else 0,
            optional=read_flag(row, "optional") or read_flag(row, "up_to"),
            weakest_first="order" in has and bool(row.text("order", ("weakest_first",))),
            as_base_health=read_flag(row, "as_base_health"),
            suppress_reveal=read_flag(row, "suppress_reveal"),
        )


def first_of_swap(row: Row) -> Selector | None:
    return read_selector(row.row("a")) if "a" in row.fields else None


def read_flag(row: Row, field: str) -> bool:
    return field in row.fields and row.flag(field)


def read_types(row: Row) -> tuple[str, ...]:
    if "vs" in row.fields:
        return row.words("vs", (*TYPES, TROPHY_TYPES))
    return row.words("types", TYPES) if "types" in row.fields else ()


def read_destination(row: Row, op: str) -> str:
    if op == "arrange":
        return row.text("to", ARRANGEMENTS)
    return row.text("to", ("max",) if op == "die_set" else DESTINATIONS)


def read_selector(row: Row) -> Selector:
    row.only(*SELECTOR)
    has = row.fields
    zone = row.text("zone", ZONES) if "zone" in has else "line"
    return Selector(
        zone=zone,
        face=row.text("face", FACES) if "face" in has else "up" if zone == "line" else "any",
        kind=row.text("kind", KINDS) if "kind" in has else "creature",
        pick=row.text("pick", PICKS),
        types=row.words("types", TYPES) if "types" in has else (),
        not_types=row.words("not_types", TYPES) if "not_types" in has else (),
        name=row.text("name") if "name" in has else "",
        places=read_places(row) if "pos" in has else (),
        in_range=read_flag(row, "in_range"),
        max_base=read_value(row, "max_base") if "max_base" in has else None,
        max_health=read_value(row, "max_health") if "max_health" in has else None,
        lower_base_than_a=read_flag(row, "lower_base_than_a"),
        exclude_self=read_flag(row, "exclude_self"),
        count=read_value(row, "count") if "count" in has else None,
        up_to=read_flag(row, "up_to"),
    )


def read_places(row: Row) -> tuple[int, ...]:
    places: list[int] = []
    for place in row.many("pos"):
        if place != "last" and (type(place) is not int or not 1 <= place <= MOST):
            raise row.wrong("pos", f"holds {place!r}, not a position")
        places.append(LAST if place == "last" else place)
    return tuple(places)


def read_value(row: Row, field: str) -> Value:
    """A number, or a sum of numbers and names with their factors (ledger, 5.4)."""
    written: Any = row.get(field)
    if type(written) is int and -MOST <= written <= MOST:
        return Value(written)
    if not isinstance(written, str) or not written:
        raise row.wrong(field, f"is {written!r}, not a number or a sum")
    number = 0
    terms: list[tuple[int, str]] = []
    for part in written.replace("-", "+-").split("+"):
        sign = -1 if part.startswith("-") else 1
        factor, _, name = part.lstrip("-").rpartition("*")
        if factor and not factor.isdigit():
            raise row.wrong(field, f"is {written!r}, which is no sum")
        times = sign * int(factor or "1")
        if name.isdigit():
            number += times * int(name)
        elif name in VALUES:
            terms.append((times, name))
        else:
            raise row.wrong(field, f"is {written!r}, and {name!r} is not one of the values")
    return Value(number, tuple(terms))
