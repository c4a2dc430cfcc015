"""What cards, boards, tiles and monsters are made of once the content is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.games.deadcells.effects import NOTHING, Effect, Effects

START: Final = "start"
SERENADE: Final = "serenade"
ANY: Final = "any"
ROUNDS: Final = (0, 1, 2, 3, 4)
DECKS: Final = ("brutality", "survival", "tactics")
SECTIONS: Final = ("start", "during", "ability")
SHOPS: Final = ("healer", "merchant", "collector")


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
    hooks: dict[int, dict[str, list[Hook]]]
    """The same, only what answers to something, by the hook's name."""


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
    kinds: tuple[tuple[str, ...], ...]
    """The types of Action that each line shows."""


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


def marks(green: int, purple: int, red: int) -> int:
    """The positions of three Scroll markers as one number."""
    return 100 * green + 10 * purple + red
