"""What a campaign collects and fights: Runes, Upgrades, the Well, Boss Cells, Bosses, shops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from embertable.engine.content import Among, Between, Named, Row, Via
from embertable.games.deadcells.definitions import (
    EnemyHealth,
    Hook,
    Lines,
    Price,
    Uses,
    by_id,
    check_kind,
    check_needs,
)
from embertable.games.deadcells.effects import (
    DECKS,
    NOTHING,
    SECTIONS,
    SHOPS,
    ByEnemies,
    Effects,
    ForCampaign,
    Gain,
    OutsideCombat,
    PlaceMutation,
)

MODS: Final = (
    *("max_health", "equipment_slots", "food_value", "elite_health", "monster_health"),
    *("boss_health", "shop_times"),
)

Order = Annotated[int, Between(1, 99)]


@dataclass
class Rune:
    id: str
    name: str
    use: str
    found: str
    hook: Hook | None = None

    def check(self, row: Row) -> None:
        check_kind(self.hook, "when", row)


@dataclass
class Mod:
    name: Annotated[str, Among(MODS), Named("mod")]
    n: Annotated[int, Between(-9, 99)]
    shop: Annotated[str, Among(SHOPS)] = ""


@dataclass
class Permanent:
    """A Mutation, a kept Well card or a Boss Cell: what lies on the Mutation board."""

    id: str
    name: str
    section: str
    text: str
    hook: Hook | None
    mods: tuple[Mod, ...]


def check_kept(effects: Effects, row: Row, field: str) -> None:
    for effect in effects:
        if isinstance(effect, Gain) and effect.item not in ("cell", "rune"):
            raise row.wrong(field, f"has the item {effect.item}, but only Cells and Runes are kept")


@dataclass
class Upgrade:
    id: str
    deck: Annotated[str, Among(DECKS)]
    order: Order
    type: Annotated[str, Among(("mutation", "combat", "instruction"))]
    slot: Annotated[str, Among(SECTIONS)] = ""
    name: str = ""
    """That of the Combat card where the Upgrade is one."""
    text: str = ""
    hook: Hook | None = None
    mods: tuple[Mod, ...] = ()
    card: str = ""
    effects: Annotated[ForCampaign, Named("do")] = NOTHING

    def check(self, row: Row) -> None:
        check_kind(self.hook, "when", row)
        check_kept(self.effects, row, "do")
        mutation = self.type == "mutation"
        needs = {
            "card": self.type == "combat" and not self.card,
            "name": self.type != "combat" and not self.name,
            "slot": mutation and not self.slot,
            "text": mutation and not self.text,
        }
        check_needs(needs, row)


@dataclass
class WellCard:
    id: str
    order: Order
    name: str
    text: str
    effects: Annotated[ForCampaign, Named("do")]
    keep: bool = False
    hook: Hook | None = None

    def check(self, row: Row) -> None:
        check_kind(self.hook, "when", row)
        check_kept(self.effects, row, "do")
        if self.keep and not self.section():
            raise row.wrong("keep", "is true, but nothing places the card")

    def section(self) -> str:
        """The section of the Mutation board where a kept card lies."""
        found = [effect.slot for effect in self.effects if isinstance(effect, PlaceMutation)]
        return found[0] if found else ""


@dataclass
class BossCell:
    id: str
    order: Order
    text: str
    mods: tuple[Mod, ...] = ()
    hook: Hook | None = None

    def check(self, row: Row) -> None:
        check_kind(self.hook, "when", row)


@dataclass
class Attack:
    id: str
    name: str
    instances: Annotated[tuple[Annotated[int, Between(1, 9)], ...], Named("instance")]
    space: Annotated[int, Between(-1, 3)]
    r1: ByEnemies = NOTHING
    r2: ByEnemies = NOTHING
    r3: ByEnemies = NOTHING
    r4: ByEnemies = NOTHING
    lines: Lines = ()

    def check(self, row: Row) -> None:
        if self.space == 0:
            raise row.wrong("space", "is the Group's")
        self.lines = (NOTHING, self.r1, self.r2, self.r3, self.r4)


@dataclass
class Instance:
    n: Annotated[int, Between(1, 9)]
    health: EnemyHealth
    opening: Annotated[ByEnemies, Named("r0")] = NOTHING


@dataclass
class Boss:
    id: str
    code: str
    name: str
    arena: str
    act: Annotated[int, Between(1, 9)]
    instances: tuple[Instance, ...]
    attacks: Annotated[dict[str, Attack], Via(tuple[Attack, ...], by_id)]
    victory: ForCampaign = NOTHING

    def check(self, row: Row) -> None:
        check_kept(self.victory, row, "victory")
        numbers = [instance.n for instance in self.instances]
        for place, n in enumerate(numbers, start=1):
            if n != place:
                raise row.wrong("instances", f"hold n = {n}, where it is not {place}")
        for attack in self.attacks.values():
            for number in attack.instances:
                if number not in numbers:
                    raise row.wrong("attacks", f"{attack.id} has the instance {number}")
        for number in numbers:
            if not any(number in attack.instances for attack in self.attacks.values()):
                raise row.wrong("attacks", f"has none for instance {number}")


@dataclass
class Shop:
    id: Annotated[str, Among(SHOPS)]
    name: str
    label_in_rulebook: str
    cost: Price
    times: Uses
    effects: Annotated[OutsideCombat, Named("do")]


@dataclass
class StartPackage:
    biome: str
    scrolls: Annotated[int, Between(0, 9), Named("scrolls_per_beheaded")]
    treasures: Annotated[int, Between(0, 9), Named("treasures_per_beheaded")]
    teeth: Annotated[int, Between(0, 99)]


@dataclass
class Constants:
    hand_size: Annotated[int, Between(1, 6)]
    min_combat_deck: Annotated[int, Between(1, 12)]
    min_serenade_deck: Annotated[int, Between(1, 12)]
    upgrade_price: Annotated[int, Between(1, 9)]
    well_price: Annotated[int, Between(1, 9)]
    starter_deck_size: Any = None
    start_equipment_slots: Any = None
    combat_cards_per_combat: Any = None
    front_spaces: Any = None
    behind_spaces: Any = None
    cards_by_players: Any = None


@dataclass
class BossRules:
    instant_kill_damage: Annotated[int, Between(1, 9)]
    max_freeze: Any = None
    turns: Any = None
    first_player_rotates: Any = None
    boss_moves_up: Any = None
    minions_move_up: Any = None
    text: Any = None


@dataclass
class MutationBoard:
    start: Annotated[int, Between(1, 12)]
    during: Annotated[int, Between(1, 12)]
    ability: Annotated[int, Between(1, 12)]
    runes: Any = None
    boss_cells: Any = None
