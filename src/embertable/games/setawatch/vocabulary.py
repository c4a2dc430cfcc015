"""The words of powers, abilities, items and locations: values, selectors and the base of effects.

Section 5 of the ledger defines each word. An effect is one class named after its word, with `run`
in the file of its chapter; a card's row names the word as `op` and gives the class its fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from embertable.engine.content import Among, Between, Named, Via

# Of any length for mypyc, which cannot use a tuple of fixed length in a type alias.
TYPES: Final[tuple[str, ...]] = (
    *("Forest Creature", "Undead", "Dragon", "Human", "Goblin", "Golem", "Giant", "Fairy"),
    *("Fire Demon", "Earth Elemental", "Fire Elemental", "Shadow Elemental", "Unhallowed"),
)
UNHALLOWED: Final = "Unhallowed"
TROPHY_TYPES: Final = "trophy_types"
VALUES: Final[tuple[str, ...]] = (
    *("X", "firewood", "trophies", "exhausted_own", "graveyard_top_base", "cost_base"),
    *("behind_base", "target_damage"),
)
DESTINATIONS: Final[tuple[str, ...]] = (
    *("line_first", "line_end", "line_before_self", "line_behind_self", "line_next_round"),
    *("back_by_count", "deck_top", "deck_bottom", "deck_shuffle", "graveyard", "horde_top"),
    *("unhallowed_bottom", "removed"),
)
ZONES: Final[tuple[str, ...]] = (
    *("line", "graveyard", "creature_deck", "horde", "unhallowed_deck", "tamed", "trophies"),
    "removed",
)
PICKS: Final[tuple[str, ...]] = (
    *("choose", "all", "top", "exact_top", "highest_base", "self", "behind_self"),
    *("all_behind_self", "nearest_down", "farthest_down", "same"),
)
RULES: Final[tuple[str, ...]] = (
    *("chop_bonus", "camp_any_value", "rest_refresh", "rest_forced_highest_total"),
    *("summon_choose", "summon_extra_exhaust", "summon_card_to", "fire_zero_bonus"),
    *("first_position_tax", "no_combine", "no_passives", "roll_add", "watch_low_total_refresh"),
    *("item_discount", "coin_bonus", "no_coin_refill", "no_activate_items"),
)
MOST: Final = 99
LAST: Final = 0
"""Stands for the last position of the Line; positions count from 1."""

CreatureType: TypeAlias = Annotated[str, Among(TYPES)]
Destination: TypeAlias = Annotated[str, Among(DESTINATIONS)]
Window: TypeAlias = Literal[
    "action", "on_exhaust_demand", "watch_start", "on_stoke", "direct_attack", "always"
]
Condition: TypeAlias = Literal[
    "line_not_empty", "not_final_round", "neighbours_both_sides", "no_horde_entry_this_round"
]
Who: TypeAlias = Literal["self", "watch_any", "watch_each", "all_each", "any", "rest"]
WhichDie: TypeAlias = Literal["choose", "highest", "lowest", "lowest_of_all"]
Until: TypeAlias = Literal["watch_end", "leaves_line"]
Set: TypeAlias = Literal["original", "original_bonus", "coin"]
Face: TypeAlias = Literal["up", "down", "any"]


@dataclass(unsafe_hash=True)
class Value:
    """A number that may follow the table: `2+2*trophies` is 2 and (2, "trophies")."""

    number: int
    terms: tuple[tuple[int, str], ...] = ()


NOTHING: Final = Value(0)
ONE: Final = Value(1)


def to_value(written: int | str) -> Value:
    """Parse a number, or a sum of numbers and named values with factors (ledger, 5.4)."""
    if isinstance(written, int):
        return Value(written)
    number = 0
    terms: list[tuple[int, str]] = []
    for part in written.replace("-", "+-").split("+"):
        sign = -1 if part.startswith("-") else 1
        factor, _, name = part.lstrip("-").rpartition("*")
        if factor and not factor.isdigit():
            raise ValueError(f"is {written!r}, which is no sum")
        times = sign * int(factor or "1")
        if name.isdigit():
            number += times * int(name)
        elif name in VALUES:
            terms.append((times, name))
        else:
            raise ValueError(f"is {written!r}, and {name!r} is not one of the values")
    return Value(number, tuple(terms))


def to_positions(written: tuple[int | str, ...]) -> tuple[int, ...]:
    return tuple([LAST if isinstance(one, str) else one for one in written])


def to_text(written: object) -> str:
    """A text for display, which may be empty."""
    if not isinstance(written, str):
        raise ValueError(f"is {written!r:.60}, not a text")  # noqa: TRY004 (the reader tells it)
    return written


Text: TypeAlias = Annotated[str, Via(Any, to_text)]
Sum: TypeAlias = Annotated[Value, Via(Annotated[int, Between(-MOST, MOST)] | str, to_value)]
Positions: TypeAlias = Annotated[
    tuple[int, ...],
    Via(tuple[Annotated[int, Between(1, MOST)] | Literal["last"], ...], to_positions),
]


@dataclass
class Selector:
    """Which cards an effect concerns (ledger, 5.3)."""

    pick: Annotated[str, Among(PICKS)]
    zone: Annotated[str, Among(ZONES)] = "line"
    face: Face = "up"
    """Only cards in the Line are told apart by their face."""
    kind: Literal["creature", "acolyte", "summon", "any"] = "creature"
    types: tuple[CreatureType, ...] = ()
    not_types: tuple[CreatureType, ...] = ()
    name: str = ""
    positions: Annotated[Positions, Named("pos")] = ()
    in_range: bool = False
    max_base: Sum | None = None
    max_health: Sum | None = None
    lower_base_than_a: bool = False
    """Lower than the base health of the first card of a swap."""
    exclude_self: bool = False
    count: Sum = ONE
    up_to: bool = False


@dataclass
class Effect:
    """One word of a card's text with its parameters, as the card's row gives them."""


@dataclass
class Power:
    """Effects with the moment that sets them off; `script` is the id of the effect list."""

    trigger: str
    condition: str
    once: bool
    script: str
