"""Rows of the content become what a campaign collects: Runes, Upgrades, the Well, shops, Bosses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from embertable.engine.content import Row
from embertable.games.deadcells.definitions import (
    DECKS,
    SECTIONS,
    SHOPS,
    Attack,
    Boss,
    CombatCard,
    Instance,
    Mod,
    Offer,
    Permanent,
    Rune,
    Upgrade,
    WellCard,
)
from embertable.games.deadcells.effects import BY_ENEMIES, KEPT, OUTSIDE, read_effects
from embertable.games.deadcells.reading import (
    MOST_HEALTH,
    NOTE,
    WHENS,
    maybe_flag,
    maybe_text,
    read_hook,
    read_lines,
)

MODS: Final = (
    *("max_health", "equipment_slots", "food_value", "elite_health", "monster_health"),
    *("boss_health", "shop_times"),
)
UPGRADES: Final = ("mutation", "combat", "instruction")


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
