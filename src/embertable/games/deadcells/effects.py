"""The vocabulary of effects (section 25 of the ledger): a class for each word content can say.

A row `{ op = "reveal_tiles", n = 2 }` is read as `RevealTiles(n=2)`. What an effect does depends on
where it stands: `effects_outside_combat`, `effects_in_combat`, `enemies` and `end_of_run` each have a
table from class to function. An effect never changes and holds plain values, so it can lie on the
stack, in a saved table and in a campaign.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from embertable.engine.codec import Codec, SavedForm
from embertable.engine.content import Among, Between, Derived, Named, OneOf, Row, Via, snake_case

COLOURS: Final[tuple[str, ...]] = ("green", "purple", "red")
CHOICE: Final = "choice"
STATES: Final[tuple[str, ...]] = ("poison", "bleeding", "fire", "target", "freeze")
POISON: Final = 0
BLEEDING: Final = 1
FIRE: Final = 2
TARGET: Final = 3
TOKENS: Final = 4
"""Freeze is not a count: its tokens lie on Rounds."""
ITEMS: Final = ("tooth", "cell", "food", "scroll", "treasure", "blueprint", "rune")
SPACES: Final = (-1, 1, 2, 3)
HEALTH: Final = -1
DOWN_TO_1: Final = -2
ALL_OF_IT: Final = -3
NUMBERS: Final = {"health": HEALTH, "down_to_1": DOWN_TO_1, "all": ALL_OF_IT}
"""Words that stand for a number."""
TARGETS: Final[tuple[str, ...]] = (
    *("one", "two", "all", "first_player", "most_health", "fewest_health", "self", "any"),
    *("adjacent", "adjacent_to_dead", "source", "that", "beheaded", "group", "bag", "assign"),
)
DECKS: Final = ("brutality", "survival", "tactics")
SECTIONS: Final = ("start", "during", "ability")
SHOPS: Final = ("healer", "merchant", "collector")


def as_number(value: Any) -> int:
    number: int = NUMBERS[value] if isinstance(value, str) else value
    return number


Count = Annotated[int, Between(1, 99)]
Colour = Annotated[str, Among(COLOURS)]
StateWord = Annotated[str, Among(STATES)]
Target = Annotated[str, Among(TARGETS)]
Spaces = tuple[Annotated[int, Between(-1, 3)], ...]
DamageCount = Annotated[int, Via(Count | Literal["health", "down_to_1"], as_number)]
LossCount = Annotated[int, Via(Count | Literal["all"], as_number)]
Change = Annotated[int, Between(-9, 9)]


@dataclass
class Effect(SavedForm):
    """What a card, tile or board says.

    Every effect is saved as the same record of ten columns, whatever its class; `columns` gives
    those that the class uses, and the others keep their default.
    """

    def to_saved(self, codec: Codec) -> dict[str, Any]:
        saved: dict[str, Any] = {
            "is": "Effect",
            "op": OP_OF[type(self)],
            "n": 1,
            "to": "one",
            "range": [-1, 1, 2, 3],
            "word": "",
            "colour": "",
            "flag": False,
            "icons": [],
            "options": [],
            "cost": 0,
        }
        for column, value in self.columns().items():
            saved[column] = codec.encode(value)
        return saved

    @staticmethod
    def from_saved(fields: dict[str, Any]) -> SavedForm:
        return VOCABULARY[fields["op"]].of_columns(fields)

    def fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name, _ in COLUMNS[type(self)]}

    def columns(self) -> dict[str, Any]:
        return {column: getattr(self, name) for name, column in COLUMNS[type(self)]}

    @classmethod
    def of_columns(cls, columns: dict[str, Any]) -> Effect:
        return cls(**{name: columns[column] for name, column in COLUMNS[cls]})


Effects = tuple[Effect, ...]
NOTHING: Final[Effects] = ()


# In Combat, by characters and enemies.


@dataclass
class Damage(Effect):
    """D-V-01; `n` may also be HEALTH or DOWN_TO_1."""

    n: DamageCount = 1
    to: Target = "one"
    range: Spaces = SPACES
    unblockable: bool = False

    def check(self, row: Row) -> None:
        check_range(self.range, row)


@dataclass
class State(Effect):
    """Tokens of a State (D-V-02)."""

    state: StateWord
    n: Count = 1
    to: Target = "one"
    range: Spaces = SPACES

    def check(self, row: Row) -> None:
        check_range(self.range, row)


def check_range(spaces: tuple[int, ...], row: Row) -> None:
    if 0 in spaces or len(set(spaces)) != len(spaces):
        raise row.wrong("range", "names the Group's own space, or one twice")


@dataclass
class Shield(Effect):
    n: Count = 1
    to: Target = "one"
    golden: bool = False


@dataclass
class Skill(Effect):
    """Skill Actions; Serenade's gift is one for the Beheaded."""

    n: Count = 1
    by: Annotated[str, Among(("beheaded",))] = ""


class Loot(Effect):
    pass


@dataclass
class Gain(Effect):
    """A reward; `colour` belongs to Scrolls and `rune` to Runes."""

    item: Annotated[str, Among(ITEMS)]
    n: Count = 1
    colour: Annotated[str, Among((*COLOURS, CHOICE))] = ""
    rune: str = ""
    to: Target = "one"

    def check(self, row: Row) -> None:
        if self.item == "rune" and not self.rune:
            raise row.wrong("rune", "is missing")
        if self.item == "scroll" and not self.colour:
            raise row.wrong("colour", "is missing")
        if self.colour == CHOICE and self.to == "two":
            raise row.wrong("colour", "is left to choose, but two take the same one")

    def columns(self) -> dict[str, Any]:
        word = f"rune {self.rune}" if self.rune else self.item
        return {"n": self.n, "to": self.to, "word": word, "colour": self.colour}

    @classmethod
    def of_columns(cls, columns: dict[str, Any]) -> Effect:
        item, _, rune = columns["word"].partition(" ")
        return Gain(item, columns["n"], columns["colour"], rune, columns["to"])


@dataclass
class Heal(Effect):
    n: Count = 1
    to: Target = "one"


@dataclass
class Food(Effect):
    """Food eaten in Combat; no row says this, a `Gain` does."""

    to: Target = "any"


@dataclass
class Cleanse(Effect):
    """Removes a State, or every State where none is named (D-V-08)."""

    state: StateWord = ""
    to: Target = "one"


class Invisible(Effect):
    pass


@dataclass
class DiscardActive(Effect):
    to: Target = "one"


class CopyDiscard(Effect):
    pass


@dataclass
class BonusDamage(Effect):
    """More Damage for one Damage Action, or for the rest of the Round."""

    n: Count = 1
    scope: Annotated[str, Among(("round",))] = ""


class Redraw(Effect):
    pass


@dataclass
class Summon(Effect):
    monster: str
    n: Count = 1


# Outside Combat.


@dataclass
class Choose(Effect):
    """Either/Or: exactly one of the options (D-V-12); `name` is unique within the content."""

    options: tuple[OutsideCombat, ...]
    name: Annotated[str, Derived()] = ""

    def check(self, row: Row) -> None:
        if len(self.options) < 2 or not all(self.options):
            raise row.wrong("options", "is not two lists or more")


@dataclass
class Check(Effect):
    icons: Annotated[tuple[Colour, ...], Named("icon")]
    reward: Annotated[OutsideCombat, Named("pass")] = NOTHING
    penalty: Annotated[OutsideCombat, Named("fail")] = NOTHING

    def check(self, row: Row) -> None:
        if not self.icons:
            raise row.wrong("icon", "is empty")

    def columns(self) -> dict[str, Any]:
        return {"icons": self.icons, "options": (self.reward, self.penalty)}

    @classmethod
    def of_columns(cls, columns: dict[str, Any]) -> Effect:
        reward, penalty = columns["options"]
        return Check(columns["icons"], reward, penalty)


@dataclass
class DeckCheck(Effect):
    """A reward for each icon that the turned card may show."""

    rewards: dict[str, OutsideCombat]

    def check(self, row: Row) -> None:
        for colour in self.rewards:
            if colour not in COLOURS:
                raise row.wrong(colour, "is no colour")

    def columns(self) -> dict[str, Any]:
        return {"icons": tuple(self.rewards), "options": tuple(self.rewards.values())}

    @classmethod
    def of_columns(cls, columns: dict[str, Any]) -> Effect:
        return DeckCheck(dict(zip(columns["icons"], columns["options"], strict=True)))


@dataclass
class Lose(Effect):
    """`n` may also be ALL_OF_IT."""

    item: Annotated[str, Among(("tooth", "scroll", "equipment"))]
    n: LossCount = 1
    to: Target = "one"


@dataclass
class Curse(Effect):
    id: Annotated[str, Among(("no_communication", "no_runes"))]
    until: Annotated[str, Among(("biome_end",))] = "biome_end"


class Bell(Effect):
    pass


class Teleport(Effect):
    pass


@dataclass
class RevealTiles(Effect):
    n: Count = 1


# Of Mutations and Serenade's board.


class PassCheck(Effect):
    pass


class PreventDeath(Effect):
    pass


class Transform(Effect):
    pass


class InfiniteHealth(Effect):
    pass


# For the campaign.


@dataclass
class Peek(Effect):
    what: Annotated[str, Among(("upgrades",))]


@dataclass
class AddTreasure(Effect):
    id: str


@dataclass
class AddMonster(Effect):
    id: str
    n: Count = 1


@dataclass
class Purge(Effect):
    """Combat cards leave the game: any, or only those of the starter decks."""

    what: Annotated[str, Among(("starter_combat", "combat"))]
    n: Count = 1


@dataclass
class SetPrice(Effect):
    deck: Annotated[str, Among(DECKS)]
    n: Count = 1


@dataclass
class DrawUpgrade(Effect):
    deck: Annotated[str, Among(DECKS)]
    n: Count = 1


@dataclass
class Shop(Effect):
    """More or fewer uses, and a change of price, for good."""

    shop: Annotated[str, Among((*SHOPS, "all"))]
    times: Change = 0
    cost: Change = 0


@dataclass
class NextRun(Effect):
    effects: Annotated[OutsideCombat, Named("do")]

    def columns(self) -> dict[str, Any]:
        return {"options": (self.effects,)}

    @classmethod
    def of_columns(cls, columns: dict[str, Any]) -> Effect:
        (effects,) = columns["options"]
        return NextRun(effects)


@dataclass
class PlaceMutation(Effect):
    slot: Annotated[str, Among(SECTIONS)]


@dataclass
class UnlockStart(Effect):
    biome: str


class BossCell(Effect):
    pass


class CampaignVictory(Effect):
    pass


# Which words may stand where.

OUTSIDE_COMBAT: Final[tuple[type[Effect], ...]] = (
    *(Gain, Damage, Heal, Check, DeckCheck, Choose, Lose, Curse, Bell, Teleport, RevealTiles),
)
"""On tiles, in shops, at exits, in Checks and at the start of a Run."""
IN_COMBAT: Final[tuple[type[Effect], ...]] = (
    *(Damage, State, Shield, Skill, Loot, Gain, Heal, Cleanse, CopyDiscard, BonusDamage, Redraw),
)
"""On cards, Equipment, boards and most Mutations."""
BY_ENEMIES: Final[tuple[type[Effect], ...]] = (
    Damage,
    State,
    Shield,
    Heal,
    Cleanse,
    Invisible,
    DiscardActive,
    Summon,
)
IN_DEATH_BOX: Final[tuple[type[Effect], ...]] = (Gain, Damage, State, Cleanse)
FOR_CAMPAIGN: Final[tuple[type[Effect], ...]] = (
    *(Gain, Peek, AddTreasure, AddMonster, Purge, SetPrice, DrawUpgrade, Shop, NextRun),
    *(PlaceMutation, UnlockStart, BossCell, CampaignVictory),
)
"""On Upgrades, in the Well and as the reward of a victory."""

OutsideCombat = tuple[Annotated[Effect, OneOf(*OUTSIDE_COMBAT)], ...]
InCombat = tuple[Annotated[Effect, OneOf(*IN_COMBAT)], ...]
ByEnemies = tuple[Annotated[Effect, OneOf(*BY_ENEMIES)], ...]
InDeathBox = tuple[Annotated[Effect, OneOf(*IN_DEATH_BOX)], ...]
AsLoot = tuple[Annotated[Gain, OneOf(Gain)], ...]
ForCampaign = tuple[Annotated[Effect, OneOf(*FOR_CAMPAIGN)], ...]

WORDS: Final[tuple[type[Effect], ...]] = (
    *(*IN_COMBAT, Invisible, DiscardActive, Summon),
    *(Check, DeckCheck, Choose, Lose, Curse, Bell, Teleport, RevealTiles),
    *(PassCheck, PreventDeath, Transform, InfiniteHealth),
    *FOR_CAMPAIGN[1:],
)
"""The whole vocabulary of the content."""
VOCABULARY: Final[dict[str, type[Effect]]] = {
    snake_case(cls.__name__): cls for cls in (*WORDS, Food)
}
OP_OF: Final = {cls: op for op, cls in VOCABULARY.items()}
SAVED_AS: Final = {
    **dict.fromkeys(("unblockable", "golden"), "flag"),
    **dict.fromkeys(("state", "item", "by", "scope", "monster", "id", "name"), "word"),
    **dict.fromkeys(("what", "deck", "shop", "slot", "biome"), "word"),
    "times": "n",
    "until": "",
}
"""The column of the saved form that holds a field, where it has another name; "" is not saved."""
COLUMNS: Final[dict[type[Effect], list[tuple[str, str]]]] = {
    cls: [
        (name, SAVED_AS.get(name, name))
        for name in getattr(cls, "__dataclass_fields__", {})
        if SAVED_AS.get(name, name)
    ]
    for cls in OP_OF
}


Reaching: TypeAlias = Damage | State
"""Effects that reach for enemies on some spaces."""


def reach(effect: Effect) -> tuple[int, ...]:
    """The spaces that an effect reaches."""
    return effect.range if isinstance(effect, (Damage, State)) else SPACES


def nested(effects: Effects) -> list[Effect]:
    """Effects, and all that lie within them."""
    found: list[Effect] = []
    for effect in effects:
        found.append(effect)
        for option in effect.columns().get("options", ()):
            found.extend(nested(option))
    return found
