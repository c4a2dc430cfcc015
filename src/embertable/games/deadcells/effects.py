"""The vocabulary of effects: what cards, tiles and boards say, as data that steps carry out.

One entry of the ledger's section 25 is one `op`. An effect never changes and holds plain values, so
that it may lie on the stack, in a saved table and in a campaign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.content import Row, short
from embertable.engine.table import Step

COLOURS: Final = ("green", "purple", "red")
CHOICE: Final = "choice"
STATES: Final = ("poison", "bleeding", "fire", "target", "freeze")
POISON: Final = 0
BLEEDING: Final = 1
FIRE: Final = 2
TARGET: Final = 3
TOKENS: Final = 4
"""Freeze is no count: its tokens lie on Rounds."""
ITEMS: Final = ("tooth", "cell", "food", "scroll", "treasure", "blueprint", "rune")
SPACES: Final = (-1, 1, 2, 3)
HEALTH: Final = -1
DOWN_TO_1: Final = -2
ALL_OF_IT: Final = -3
NUMBERS: Final = {
    "damage": {"health": HEALTH, "down_to_1": DOWN_TO_1},
    "lose": {"all": ALL_OF_IT},
}
"""Words that stand for numbers, by op."""
TARGETS: Final = (
    *("one", "two", "all", "first_player", "most_health", "fewest_health", "self", "any"),
    *("adjacent", "adjacent_to_dead", "source", "that", "beheaded", "group", "bag", "assign"),
)
PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "damage": ("n", "to", "range", "unblockable"),
    "state": ("state", "n", "to", "range"),
    "shield": ("n", "to", "golden"),
    "skill": ("n", "by"),
    "loot": (),
    "gain": ("item", "n", "colour", "rune", "to"),
    "heal": ("n", "to"),
    "cleanse": ("state", "to"),
    "invisible": (),
    "discard_active": ("to",),
    "copy_discard": (),
    "choose": ("options",),
    "check": ("icon", "pass", "fail"),
    "deck_check": ("rewards",),
    "lose": ("item", "n", "to"),
    "curse": ("id", "until"),
    "bell": (),
    "teleport": (),
    "summon": ("monster", "n"),
    "transform": (),
    "infinite_health": (),
    "bonus_damage": ("n", "scope"),
    "prevent_death": (),
    "redraw": (),
    "pass_check": (),
    "reveal_tiles": ("n",),
    "peek": ("what",),
    "add_treasure": ("id",),
    "add_monster": ("id", "n"),
    "purge": ("what", "n"),
    "set_price": ("deck", "n"),
    "draw_upgrade": ("deck", "n"),
    "shop": ("shop", "times", "cost"),
    "next_run": ("do",),
    "place_mutation": ("slot",),
    "unlock_start": ("biome",),
    "boss_cell": (),
    "campaign_victory": (),
}
OPS: Final = tuple(PARAMETERS)
OUTSIDE: Final = (
    *("gain", "damage", "heal", "check", "deck_check", "choose", "lose", "curse", "bell"),
    *("teleport", "reveal_tiles"),
)
"""What tiles, shops, exits, Checks and the start of a Run can say."""
IN_COMBAT: Final = (
    *("damage", "state", "shield", "skill", "loot", "gain", "heal", "cleanse", "copy_discard"),
    *("bonus_damage", "redraw"),
)
"""What cards, Equipment, boards and most Mutations can say."""
BY_ENEMIES: Final = (
    *("damage", "state", "shield", "heal", "cleanse", "invisible", "discard_active", "summon"),
)
IN_DEATH: Final = ("gain", "damage", "state", "cleanse")
AS_LOOT: Final = ("gain",)
KEPT: Final = (
    *("gain", "peek", "add_treasure", "add_monster", "purge", "set_price", "draw_upgrade"),
    *("shop", "next_run", "place_mutation", "unlock_start", "boss_cell", "campaign_victory"),
)
"""What Upgrades, the Well and victories can say."""
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "by": ("beheaded",),
    "scope": ("round",),
    "until": ("biome_end",),
    "what": ("upgrades", "starter_combat", "combat"),
    "deck": ("brutality", "survival", "tactics"),
    "shop": ("healer", "merchant", "collector", "all"),
    "slot": ("start", "during", "ability"),
}


@dataclass(unsafe_hash=True)
class Effect(Step):
    """An op with its parameters; `word` is the id or word that the op needs, if it needs one.

    `options` holds what is nested: the items of Either/Or, pass and fail of a Check, the rewards of
    a Deck Check in the order of `icons`, the list of `next_run`.
    """

    op: str
    n: int
    to: str
    range: tuple[int, ...]
    word: str
    colour: str
    flag: bool
    icons: tuple[str, ...]
    options: tuple[tuple[Effect, ...], ...]
    cost: int

    def __init__(
        self,
        op: str,
        n: int = 1,
        to: str = "one",
        range: tuple[int, ...] = SPACES,
        word: str = "",
        colour: str = "",
        flag: bool = False,
        icons: tuple[str, ...] = (),
        options: tuple[tuple[Effect, ...], ...] = (),
        cost: int = 0,
    ) -> None:
        self.op = op
        self.n = n
        self.to = to
        self.range = range
        self.word = word
        self.colour = colour
        self.flag = flag
        self.icons = icons
        self.options = options
        self.cost = cost


Effects = tuple[Effect, ...]
NOTHING: Final[Effects] = ()


def read_effects(row: Row, field: str, ops: Sequence[str] = OPS) -> Effects:
    """The effects of a field, each of an op that can stand there; none when it is absent."""
    if field not in row.fields:
        return NOTHING
    return read_list(row, field, row.many(field), ops)


def read_list(row: Row, field: str, values: Sequence[Any], ops: Sequence[str]) -> Effects:
    return tuple(
        [read_effect(Row(row.file, f"{row.name}, {field}", value), ops) for value in values]
    )


def read_effect(row: Row, ops: Sequence[str]) -> Effect:
    op = row.text("op", ops)
    row.only("op", *PARAMETERS[op])
    spaces = row.numbers("range", -1, 3) if "range" in row.fields else SPACES
    if 0 in spaces or len(set(spaces)) != len(spaces):
        raise row.wrong("range", "names the Group's own space, or one twice")
    to = row.text("to", TARGETS) if "to" in row.fields else "one"
    flag = [name for name in ("unblockable", "golden") if name in row.fields]
    effect = Effect(
        op,
        read_number(row, op, "times" if op == "shop" else "n"),
        to,
        spaces,
        read_word(row, op),
        row.text("colour", (*COLOURS, CHOICE)) if "colour" in row.fields else "",
        row.flag(flag[0]) if flag else False,
        row.words("icon", COLOURS) if "icon" in row.fields else (),
        read_nested(row, op, ops),
        row.number("cost", -9, 9) if "cost" in row.fields else 0,
    )
    if op == "gain" and effect.word == "scroll" and not effect.colour:
        raise row.wrong("colour", "is missing")
    if op == "gain" and effect.colour == CHOICE and to == "two":
        raise row.wrong("colour", "is left to choose, but two take the same one")
    kept = effect.word == "cell" or effect.word.startswith("rune ")
    if op == "gain" and ops is KEPT and not kept:
        raise row.wrong("item", f"is {effect.word}, but only Cells and Runes are kept")
    if op == "check" and not effect.icons:
        raise row.wrong("icon", "is missing")
    if op == "deck_check":
        effect.icons = tuple(row.row("rewards").fields)
    return effect


def read_number(row: Row, op: str, field: str) -> int:
    if field not in row.fields:
        return 0 if field == "times" else 1
    value = row.get(field)
    if isinstance(value, str) and op in NUMBERS:
        return NUMBERS[op][row.text(field, tuple(NUMBERS[op]))]
    return row.number(field, -9 if field == "times" else 1, 99)


def read_word(row: Row, op: str) -> str:
    """The one word of an op: a State, an item, a Rune, an id, a deck."""
    if op == "gain":
        item = row.text("item", ITEMS)
        return f"rune {row.text('rune')}" if item == "rune" else item
    if op == "lose":
        return row.text("item", ("tooth", "scroll", "equipment"))
    if op == "cleanse":
        return row.text("state", STATES) if "state" in row.fields else ""
    if op == "state":
        return row.text("state", STATES)
    if op == "curse" and "until" in row.fields:
        row.text("until", WORDS["until"])
    for field in ("by", "scope"):
        if field in PARAMETERS[op] and field in row.fields:
            return row.text(field, WORDS[field])
    for field in ("what", "deck", "shop", "slot"):
        if field in PARAMETERS[op]:
            return row.text(field, WORDS[field])
    for field in ("id", "monster", "biome"):
        if field in PARAMETERS[op]:
            return row.text(field)
    return ""


def read_nested(row: Row, op: str, ops: Sequence[str]) -> tuple[Effects, ...]:
    if op == "choose":
        options = row.many("options")
        if len(options) < 2 or not all([isinstance(one, list) and one for one in options]):
            raise row.wrong("options", f"is {short(options)}, not two lists or more")
        return tuple([read_list(row, "options", one, ops) for one in options])
    if op == "check":
        return (read_effects(row, "pass", ops), read_effects(row, "fail", ops))
    if op == "deck_check":
        rewards = row.row("rewards")
        for colour in rewards.fields:
            if colour not in COLOURS:
                raise rewards.wrong(colour, "is no colour")
        return tuple([read_effects(rewards, colour, ops) for colour in rewards.fields])
    if op == "next_run":
        return (read_effects(row, "do", OUTSIDE),)
    return ()
