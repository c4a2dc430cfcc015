"""The tables of a content pack as typed rows; `pack.py` turns them into the components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from embertable.engine.content import Among, Between, Row, Via
from embertable.games.setawatch.components import Familiar, Item, Preset
from embertable.games.setawatch.vocabulary import (
    TYPES,
    Condition,
    CreatureType,
    Effect,
    Set,
    Text,
    Value,
    Window,
    to_value,
)

CREATURE_TRIGGERS: Final[tuple[str, ...]] = (
    *("reveal", "ongoing", "first_position", "second_position", "end_of_line"),
    *("defeated", "other_defeated", "graveyard_top"),
)
LOCATION_TRIGGERS: Final[tuple[str, ...]] = (
    *("arrive", "after_roll", "choose_rest", "rest", "camp_start", "camp", "merchant"),
    *("line_setup", "watch", "first_reveal_done", "first_defeat", "watch_end", "round"),
)
Requirement: TypeAlias = Literal["none", "ascending", "min_4", "min_6", "exact_6"]
Damage: TypeAlias = Annotated[int, Between(0, 9)]


def to_values(written: tuple[int | str, ...]) -> tuple[Value, ...]:
    return tuple([to_value(one) for one in written])


Healths: TypeAlias = Annotated[
    tuple[Value, ...], Via(tuple[Annotated[int, Between(0, 30)] | str, ...], to_values)
]


# Creatures.


@dataclass
class CreaturePower:
    trigger: Annotated[str, Among(CREATURE_TRIGGERS)]
    effects: tuple[Effect, ...]
    condition: Condition | None = None
    once: bool = False


@dataclass
class CreatureRow:
    """A creature with one card for each of its healths."""

    id: str
    name: str
    set: Set
    type: CreatureType
    damage: Damage
    healths: Healths
    text: Text
    powers: tuple[CreaturePower, ...]

    def check(self, row: Row) -> None:
        if not self.healths:
            raise row.wrong("healths", "is empty, so that there is no card")
        for _, name in [term for health in self.healths for term in health.terms]:
            if name != "firewood":
                raise row.wrong("healths", f"follows {name!r}; it may follow the firewood")


@dataclass
class UnhallowedRow:
    id: str
    name: str
    set: Set
    damage: Damage
    health: Annotated[int, Between(1, 30)]
    text: Text
    powers: tuple[CreaturePower, ...]


@dataclass
class SummonRow:
    id: str
    name: str
    copies: Annotated[int, Between(1, 9)]
    base_health: Literal[0]
    text: str


# Adventurers and their camp.


@dataclass
class AbilityRow:
    id: str
    name: str
    kind: Literal["active", "passive"]
    window: Window
    text: str
    effects: tuple[Effect, ...]
    cost: Literal["discard_trophy"] | None = None


@dataclass
class OwnActionRow:
    """The camp action of an adventurer's own board."""

    id: str
    name: str
    requirement: Requirement
    text: str
    effects: tuple[Effect, ...]


@dataclass
class TrophiesRow:
    max: Annotated[int, Between(0, 9)]
    cash_in: Any = None


@dataclass
class FamiliarRow:
    sides: tuple[Familiar, ...]
    uses_per_watch: Any = None
    start_side: Any = None


@dataclass
class AdventurerRow:
    id: str
    name: str
    dice: tuple[Literal["d4", "d6", "d8", "d12"], ...]
    attack: Literal["melee", "ranged"]
    abilities_by_die: bool
    camp_action: OwnActionRow
    abilities: tuple[AbilityRow, ...]
    trophies: TrophiesRow | None = None
    familiar: FamiliarRow | None = None
    dice_source: Any = None
    attack_source: Any = None
    special: Any = None

    def check(self, row: Row) -> None:
        if len(self.dice) != 3 or len(set(self.dice)) != 1:
            raise row.wrong("dice", "must be three dice of one kind")
        if len(self.abilities) != 5:
            raise row.wrong("abilities", f"has {len(self.abilities)} cards instead of 5")


@dataclass
class BoardActionRow:
    """An action of the camp board."""

    id: str
    name: str
    placements: Annotated[int, Between(1, 9)]
    requirement: Requirement
    text: str
    effects: tuple[Effect, ...]


@dataclass
class SpaceRow:
    id: str
    action: str
    coin: bool


@dataclass
class RuneRow:
    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]


# Locations.


@dataclass
class LocationPower:
    trigger: Annotated[str, Among(LOCATION_TRIGGERS)]
    effects: tuple[Effect, ...]
    condition: Condition | None = None
    once: bool = False


@dataclass
class LocationRow:
    id: str
    name: str
    kind: Literal["regular", "respite", "final"]
    firewood: Annotated[int, Between(-15, 15)] | Literal["halve"]
    creatures: Annotated[int, Between(1, 20)]
    text: Text
    powers: tuple[LocationPower, ...]


# Numbers of the rules. A pack may repeat those that have one value only.


@dataclass
class MetaRow:
    players_min: Literal[1] = 1
    players_max: Literal[4] = 4
    adventurers_in_play: Literal[4] = 4
    rounds: Literal[9] = 9
    rounds_with_camp: Literal[8] = 8
    rests_per_adventurer: Literal[2] = 2
    id: Any = None
    title: Any = None
    rules: Any = None
    schema: Any = None


@dataclass
class SetupRow:
    creature_deck_size: Annotated[int, Between(10, 60)]
    unhallowed_deck_size: Annotated[int, Between(1, 20)]
    firewood_start: Annotated[int, Between(1, 15)]
    coins_per_marked_space: Annotated[int, Between(0, 5)]
    map_regular_locations: Literal[8] = 8
    map_final_locations: Literal[1] = 1
    horde_start_unhallowed: Literal[1] = 1
    firewood_start_variant: Literal["d6"] = "d6"
    item_slots_per_adventurer: Literal[2] = 2
    ability_cards_per_adventurer: Literal[5] = 5
    abilities_ready: Literal[2] = 2
    abilities_exhausted: Literal[1] = 1
    abilities_aside: Literal[2] = 2
    acolytes_default: Any = None
    market_piles: Any = None


@dataclass
class DialRow:
    max: Annotated[int, Between(5, 50)]
    min: Literal[0] = 0


@dataclass
class FireRow:
    """What exhausting a card adds to the fire."""

    add: Annotated[int, Between(1, 10)]
    exhaust: Literal[1] = 1


@dataclass
class MerchantRow:
    market_piles: Literal[3] = 3
    cover_when_nothing_bought: Literal[1] = 1
    bank: Any = None


@dataclass
class DifficultyRow:
    id: str
    summons: Annotated[int, Between(1, 99)]


@dataclass
class LevelRow:
    firewood_from: Annotated[int, Between(1, 50)]
    firewood_to: Annotated[int, Between(1, 50)]
    level: Annotated[int, Between(1, 9)]


@dataclass
class DeckbuildingRow:
    guidelines: dict[str, Annotated[int, Between(0, 30)]]
    size: Any = None

    def check(self, row: Row) -> None:
        for type in self.guidelines:
            if type not in TYPES:
                raise row.wrong("guidelines", f"has {type!r}, which is not known as a type")


@dataclass
class PackRow:
    """The whole file."""

    meta: MetaRow
    vocabulary: dict[str, Any]
    setup: SetupRow
    difficulties: tuple[DifficultyRow, ...]
    dial: DialRow
    reveal_levels: tuple[LevelRow, ...]
    fire_zero: FireRow
    stoke: FireRow
    camp_actions: tuple[BoardActionRow, ...]
    camp_spaces: tuple[SpaceRow, ...]
    runes: tuple[RuneRow, ...]
    merchant: MerchantRow
    adventurers: tuple[AdventurerRow, ...]
    creatures: tuple[CreatureRow, ...]
    acolytes: tuple[CreatureRow, ...]
    summons: tuple[SummonRow, ...]
    unhallowed: tuple[UnhallowedRow, ...]
    locations: tuple[LocationRow, ...]
    items: tuple[Item, ...]
    deckbuilding: DeckbuildingRow
    deck_presets: tuple[Preset, ...]
    options: Any = None
    player_control: Any = None
    location_back: Any = None
    rest_tokens: Any = None
