"""The components of Set a Watch, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from embertable.engine.content import WHOLE_FILE, Content, Row, read_toml
from embertable.engine.errors import BadContent
from embertable.games.setawatch.components import (
    Ability,
    AdventurerCard,
    CampAction,
    Card,
    Creature,
    Familiar,
    Item,
    Location,
    Preset,
)
from embertable.games.setawatch.vocabulary import (
    CREATURE_TRIGGERS,
    LOCATION_TRIGGERS,
    PARAMS,
    TYPES,
    UNHALLOWED,
    WINDOWS,
    Effect,
    Power,
    Scripts,
    read_value,
)

ADVENTURERS: Final = 4
DICE: Final = 3
BOARD: Final = 3
ASIDE: Final = 2
SPACES: Final = ("none", "ascending", "min_4", "min_6", "exact_6")
SETS: Final = ("original", "original_bonus", "coin")
LOCATION_KINDS: Final = ("regular", "respite", "final")
ITEM_TRIGGERS: Final = ("activate", "exhaust", "discard", "passive")
SIDES: Final = {"d4": 4, "d6": 6, "d8": 8, "d12": 12}
DIFFICULTIES: Final = ("easy", "normal", "hard", "insane")
DECKS: Final = ("open", "classic", "balanced", "riders")
FINALS: Final = ("forbidden_tower", "cursed_cathedral", "the_catacombs", "drowned_treasury")
LEAST_LOCATIONS: Final = 8
LEAST_ITEMS: Final = 3
HALVE: Final = "halve"
CHECK_MAP: Final = "check_map"

CREATURE: Final = "creature"
ACOLYTE: Final = "acolyte"
SUMMON: Final = "summon"

TABLES: Final = (
    *("meta", "vocabulary", "setup", "difficulties", "options", "player_control", "dial"),
    *("reveal_levels", "fire_zero", "stoke", "camp_actions", "camp_spaces", "runes"),
    *("location_back", "rest_tokens", "merchant", "adventurers", "creatures", "acolytes"),
    *("summons", "unhallowed", "locations", "items", "deckbuilding", "deck_presets"),
)

FIXED: Final[dict[str, dict[str, object]]] = {
    "meta": {
        "players_min": 1,
        "players_max": 4,
        "adventurers_in_play": ADVENTURERS,
        "rounds": 9,
        "rounds_with_camp": 8,
        "rests_per_adventurer": 2,
    },
    "setup": {
        "map_regular_locations": LEAST_LOCATIONS,
        "map_final_locations": 1,
        "horde_start_unhallowed": 1,
        "firewood_start_variant": "d6",
        "item_slots_per_adventurer": 2,
        "ability_cards_per_adventurer": BOARD + ASIDE,
        "abilities_ready": 2,
        "abilities_exhausted": 1,
        "abilities_aside": ASIDE,
    },
    "dial": {"min": 0},
    "fire_zero": {"exhaust": 1},
    "stoke": {"exhaust": 1},
    "merchant": {"market_piles": LEAST_ITEMS, "cover_when_nothing_bought": 1},
}
"""What a pack may repeat but not change, because the rules themselves say it."""


class WatchContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, root: Row) -> None:
        super().__init__(hash)
        check_tables(root)
        scripts = Scripts()
        self.cards: dict[str, Card] = {}
        for table, kind in (("creatures", CREATURE), ("acolytes", ACOLYTE)):
            for row in root.rows(table):
                read_creature(self.cards, scripts, row, kind)
        for row in root.rows("unhallowed"):
            read_unhallowed(self.cards, scripts, row)
        self.summons = read_summons(self.cards, root)
        self.abilities: dict[str, Ability] = {}
        self.adventurers = read_adventurers(self.abilities, scripts, root)
        self.hunter = the_one(root, [bool(one.most_trophies) for one in self.adventurers])
        self.witch = the_one(root, [bool(one.familiars) for one in self.adventurers])
        self.locations = {
            row.text("id"): read_location(scripts, row) for row in root.rows("locations")
        }
        self.items = {row.text("id"): read_item(scripts, row) for row in root.rows("items")}
        self.camp = {action.id: action for action in read_camp(scripts, root)}
        self.coin_spaces = read_coin_spaces(root)
        self.runes = read_runes(scripts, root)
        self.presets = {preset.id: preset for preset in read_presets(root, self.cards)}
        self.scripts = scripts.effects
        self.sources = scripts.sources
        setup = root.row("setup")
        self.deck_size = setup.number("creature_deck_size", 10, 60)
        self.unhallowed_size = setup.number("unhallowed_deck_size", 1, 20)
        self.firewood_start = setup.number("firewood_start", 1, 15)
        self.coins_per_space = setup.number("coins_per_marked_space", 0, 5)
        self.summons_by_difficulty = {
            row.text("id"): row.number("summons", 1, len(self.summons))
            for row in root.rows("difficulties")
        }
        self.most_firewood = root.row("dial").number("max", 5, 50)
        self.fire_zero = root.row("fire_zero").number("add", 1, 10)
        self.stoke = root.row("stoke").number("add", 1, 10)
        self.levels = read_levels(root, self.most_firewood)
        self.guidelines = read_guidelines(root)
        self.finals = tuple(one.id for one in self.locations.values() if one.kind == "final")
        check_options(self, root)
        for preset in self.presets.values():
            check_preset(self, preset, Row(root.file, f"deck_presets {preset.id}", {}))

    def is_summon(self, card: str) -> bool:
        return self.cards[card].creature.kind == SUMMON


def check_tables(root: Row) -> None:
    root.only(*TABLES)
    for table, values in FIXED.items():
        row = root.row(table)
        for field, value in values.items():
            if field in row.fields and row.fields[field] != value:
                raise row.wrong(field, f"is {row.fields[field]!r}, and the rules need {value!r}")
    words = root.row("vocabulary")
    if "params" in words.fields:
        params = words.row("params")
        params.only(*PARAMS)
        for op, names in PARAMS.items():
            if op in params.fields and params.words(op) != names:
                raise params.wrong(op, "lists other parameters than the rules know")


def read_creature(cards: dict[str, Card], scripts: Scripts, row: Row, kind: str) -> None:
    """A row is one creature with a card for each of its healths."""
    row.only("id", "name", "set", "type", "damage", "healths", "text", "powers")
    creature = make_creature(scripts, row, kind, row.text("type", TYPES))
    healths = row.many("healths")
    if not healths:
        raise row.wrong("healths", "is empty, so that there is no card")
    for number, health in enumerate(healths, start=1):
        value = read_value(Row(row.file, row.name, {"healths": health}), "healths")
        for _, name in value.terms:
            if name != "firewood":
                raise row.wrong("healths", f"follows {name!r}; base health may follow the firewood")
        if not value.terms and not 0 <= value.number <= 30:
            raise row.wrong("healths", f"holds {value.number}, not a health from 0 to 30")
        id = f"{creature.id}-{number}"
        add_card(cards, row, Card(id, creature, value.number, value if value.terms else None))


def read_unhallowed(cards: dict[str, Card], scripts: Scripts, row: Row) -> None:
    row.only("id", "name", "set", "damage", "health", "text", "powers")
    creature = make_creature(scripts, row, UNHALLOWED, UNHALLOWED)
    add_card(cards, row, Card(creature.id, creature, row.number("health", 1, 30), None))


def read_summons(cards: dict[str, Card], root: Row) -> tuple[str, ...]:
    found: list[str] = []
    for row in root.rows("summons"):
        row.only("id", "name", "copies", "base_health", "text")
        creature = Creature(
            row.text("id"), row.text("name"), "", SUMMON, "", 0, row.text("text"), {}
        )
        for number in range(1, row.number("copies", 1, 9) + 1):
            card = Card(f"{creature.id}-{number}", creature, row.number("base_health", 0, 0), None)
            add_card(cards, row, card)
            found.append(card.id)
    return tuple(found)


def add_card(cards: dict[str, Card], row: Row, card: Card) -> None:
    if card.id in cards:
        raise row.wrong("id", f"makes a second card {card.id}")
    cards[card.id] = card


def make_creature(scripts: Scripts, row: Row, kind: str, type: str) -> Creature:
    id = row.text("id")
    powers = scripts.read_powers(id, "power", row, CREATURE_TRIGGERS)
    creature = Creature(
        id=id,
        name=row.text("name"),
        type=type,
        kind=kind,
        set=row.text("set", SETS),
        damage=row.number("damage", 0, 9),
        text=row.get("text"),
        powers=by_trigger(powers),
    )
    for power in creature.powers.get("ongoing", ()):
        effects = scripts.effects[power.script]
        creature.auras += tuple([effect for effect in effects if effect.op == "health"])
        creature.forbids += tuple([effect for effect in effects if effect.op == "forbid"])
        for effect in effects:
            if effect.op == "ride":
                creature.rides += effect.types
            elif effect.op == "reveal":
                creature.forces_reveal = True
            elif effect.op not in ("health", "forbid"):
                raise row.wrong("powers", f"has {effect.op!r}, which cannot go on all the time")
        creature.needs_neighbours = power.condition == "neighbours_both_sides"
    return creature


def by_trigger(powers: tuple[Power, ...]) -> dict[str, tuple[Power, ...]]:
    found: dict[str, tuple[Power, ...]] = {}
    for power in powers:
        found[power.trigger] = (*found.get(power.trigger, ()), power)
    return found


def read_adventurers(
    abilities: dict[str, Ability], scripts: Scripts, root: Row
) -> tuple[AdventurerCard, ...]:
    rows = root.rows("adventurers")
    if len(rows) != ADVENTURERS:
        raise root.wrong("adventurers", f"has {len(rows)} rows, and four adventurers are in play")
    found: list[AdventurerCard] = []
    for number, row in enumerate(rows):
        row.only(
            *("id", "name", "dice", "dice_source", "attack", "attack_source", "abilities_by_die"),
            *("special", "camp_action", "abilities", "trophies", "familiar"),
        )
        id = row.text("id")
        dice = row.words("dice", tuple(SIDES))
        if len(dice) != DICE or len(set(dice)) != 1:
            raise row.wrong("dice", "must be three dice of one kind")
        own = row.rows("abilities")
        if len(own) != BOARD + ASIDE:
            raise row.wrong("abilities", f"has {len(own)} cards instead of {BOARD + ASIDE}")
        for ability in own:
            card = read_ability(scripts, ability, number)
            if card.id in abilities:
                raise ability.wrong("id", "stands twice")
            abilities[card.id] = card
        camp = row.row("camp_action")
        camp.only("id", "name", "requirement", "text", "effects")
        familiars = row.row("familiar").rows("sides") if "familiar" in row.fields else []
        found.append(
            AdventurerCard(
                id=id,
                name=row.text("name"),
                sides=SIDES[dice[0]],
                range=2 if row.text("attack", ("melee", "ranged")) == "ranged" else 1,
                by_die=row.flag("abilities_by_die"),
                camp_action=CampAction(
                    camp.text("id"),
                    camp.text("name"),
                    camp.text("requirement", SPACES),
                    camp.text("text"),
                    scripts.read(camp.text("id"), "camp", camp),
                    (),
                ),
                abilities=tuple([ability.text("id") for ability in own]),
                most_trophies=row.row("trophies").number("max", 0, 9)
                if "trophies" in row.fields
                else 0,
                familiars=tuple([read_familiar(scripts, side) for side in familiars]),
            )
        )
    return tuple(found)


def the_one(root: Row, those: list[bool]) -> int:
    """The number of the adventurer who has it, or -1."""
    if those.count(True) > 1:
        raise root.wrong("adventurers", "gives trophies or a familiar to more than one adventurer")
    return those.index(True) if True in those else -1


def read_familiar(scripts: Scripts, row: Row) -> Familiar:
    row.only("id", "name", "damage", "range", "text", "effects")
    return Familiar(
        row.text("id"),
        row.text("name"),
        row.number("damage", 0, 20),
        row.number("range", 1, 9),
        row.text("text"),
        scripts.read(row.text("id"), "familiar", row),
    )


def read_ability(scripts: Scripts, row: Row, adventurer: int) -> Ability:
    row.only("id", "name", "kind", "window", "cost", "text", "effects")
    id = row.text("id")
    active = row.text("kind", ("active", "passive")) == "active"
    script = scripts.read(id, "ability", row)
    check_kept(row, scripts.effects[script], active)
    return Ability(
        id=id,
        name=row.text("name"),
        adventurer=adventurer,
        active=active,
        window=row.text("window", WINDOWS),
        costs_trophy="cost" in row.fields and bool(row.text("cost", ("discard_trophy",))),
        text=row.text("text"),
        script=script,
        uses_x=uses_x(scripts, script),
    )


def read_item(scripts: Scripts, row: Row) -> Item:
    row.only("id", "name", "cost", "trigger", "window", "text", "effects")
    id = row.text("id")
    script = scripts.read(id, "item", row)
    trigger = row.text("trigger", ITEM_TRIGGERS)
    check_kept(row, scripts.effects[script], trigger != "passive")
    return Item(
        id=id,
        name=row.text("name"),
        cost=row.number("cost", 0, 99),
        trigger=trigger,
        window=row.text("window", WINDOWS),
        text=row.text("text"),
        script=script,
        uses_x=uses_x(scripts, script),
    )


def check_kept(row: Row, effects: tuple[Effect, ...], active: bool) -> None:
    """What holds all the time stands on passive cards, and only there."""
    for effect in effects:
        if effect.op in ("ride", "redirect_defeated", "rule", "reveal_level"):
            raise row.wrong(
                "effects", f"has {effect.op!r}, which belongs to creatures or locations"
            )
        lasting = effect.op == "forbid" or (effect.op == "attack_bonus" and not effect.until)
        if lasting and active:
            raise row.wrong(
                "effects", f"has {effect.op!r} without an end on a card that is used up"
            )


def uses_x(scripts: Scripts, script: str) -> bool:
    for effect in scripts.effects[script]:
        values = [effect.add, effect.count]
        if effect.sel is not None:
            values += [value for value in (effect.sel.count, effect.sel.max_base) if value]
        if any([name == "X" for value in values for _, name in value.terms]):
            return True
        if any([uses_x(scripts, inner) for inner in effect.scripts]):
            return True
    return False


def read_location(scripts: Scripts, row: Row) -> Location:
    row.only("id", "name", "kind", "firewood", "creatures", "text", "powers")
    id = row.text("id")
    powers = scripts.read_powers(id, "location", row, LOCATION_TRIGGERS)
    halves = row.get("firewood") == HALVE
    kept = [
        (power.trigger, effect)
        for power in powers
        for effect in scripts.effects[power.script]
        if power.trigger
        in ("watch", "round", "camp", "merchant", "rest", "choose_rest", "camp_start")
    ]
    return Location(
        id=id,
        name=row.text("name"),
        kind=row.text("kind", LOCATION_KINDS),
        firewood=0 if halves else row.number("firewood", -15, 15),
        halves=halves,
        creatures=row.number("creatures", 1, 20),
        text=row.get("text"),
        powers=by_trigger(powers),
        rules={effect.key: (trigger, effect) for trigger, effect in kept if effect.op == "rule"},
        auras=tuple([effect for _, effect in kept if effect.op == "health"]),
        range=sum([effect.add.number for _, effect in kept if effect.op == "range"]),
        reveal_add=sum([effect.add.number for _, effect in kept if effect.op == "reveal_level"]),
        redirects=tuple([effect for _, effect in kept if effect.op == "redirect_defeated"]),
    )


def read_camp(scripts: Scripts, root: Row) -> list[CampAction]:
    spaces = root.rows("camp_spaces")
    found: list[CampAction] = []
    for row in root.rows("camp_actions"):
        row.only("id", "name", "placements", "requirement", "text", "effects")
        id = row.text("id")
        own = tuple([space.text("id") for space in spaces if space.get("action") == id])
        if len(own) != row.number("placements", 1, 9):
            raise row.wrong("placements", f"says other than the {len(own)} spaces on the board")
        found.append(
            CampAction(
                id,
                row.text("name"),
                row.text("requirement", SPACES),
                row.text("text"),
                scripts.read(id, "camp", row),
                own,
            )
        )
    for space in spaces:
        space.text("action", tuple([action.id for action in found]))
    if not any([one.requirement == "none" and len(one.spaces) >= DICE for one in found]):
        raise root.wrong("camp_actions", "has no action that takes every die (W-CAMP-07)")
    return found


def read_coin_spaces(root: Row) -> tuple[str, ...]:
    found: list[str] = []
    for space in root.rows("camp_spaces"):
        space.only("id", "action", "coin")
        if space.flag("coin"):
            found.append(space.text("id"))
    return tuple(found)


def read_runes(scripts: Scripts, root: Row) -> dict[str, CampAction]:
    found: dict[str, CampAction] = {}
    for row in root.rows("runes"):
        row.only("id", "name", "text", "effects")
        id = row.text("id")
        script = scripts.read(id, "camp", row)
        found[id] = CampAction(id, row.text("name"), "none", row.text("text"), script, ())
    return found


def read_levels(root: Row, most: int) -> tuple[int, ...]:
    """The reveal level for each number of firewood; nothing is lit without any."""
    levels = [0] * (most + 1)
    for number, fields in enumerate(root.many("reveal_levels"), start=1):
        row = Row(root.file, f"reveal_levels number {number}", fields)
        row.only("firewood_from", "firewood_to", "level")
        first = row.number("firewood_from", 1, most)
        for firewood in range(first, row.number("firewood_to", first, most) + 1):
            levels[firewood] = row.number("level", 1, 9)
    for firewood in range(1, most + 1):
        if not levels[firewood]:
            raise root.wrong("reveal_levels", f"says nothing for {firewood} firewood")
    return tuple(levels)


def read_guidelines(root: Row) -> dict[str, int]:
    row = root.row("deckbuilding").row("guidelines")
    row.only(*TYPES)
    return {type: row.number(type, 0, 30) for type in TYPES if type in row.fields}


def read_presets(root: Row, cards: dict[str, Card]) -> list[Preset]:
    creatures = {card.creature.id for card in cards.values() if card.creature.kind == CREATURE}
    found: list[Preset] = []
    for row in root.rows("deck_presets"):
        row.only(
            *("id", "name", "text", "creature_sets", "acolyte_sets", "unhallowed_sets"),
            *("acolytes", "fixed"),
        )
        fixed = row.words("fixed", tuple(sorted(creatures)))
        found.append(
            Preset(
                row.text("id"),
                row.text("name"),
                row.text("text"),
                row.words("creature_sets", SETS),
                row.words("acolyte_sets", SETS),
                row.words("unhallowed_sets", SETS),
                row.number("acolytes", 0, 9),
                fixed,
            )
        )
    return found


def check_options(content: WatchContent, root: Row) -> None:
    """A pack has all that a table may agree on, and enough to set up with."""
    for table, needed, present in (
        ("difficulties", DIFFICULTIES, tuple(content.summons_by_difficulty)),
        ("deck_presets", DECKS, tuple(content.presets)),
        ("locations", FINALS, content.finals),
    ):
        for id in needed:
            if id not in present:
                raise root.wrong(table, f"lacks {id}")
    regular = [one for one in content.locations.values() if one.kind == "regular"]
    if len(regular) < LEAST_LOCATIONS:
        raise root.wrong("locations", f"has {len(regular)} regular ones for {LEAST_LOCATIONS}")
    if len(content.items) < LEAST_ITEMS:
        raise root.wrong("items", f"has fewer than {LEAST_ITEMS}")


def check_preset(content: WatchContent, preset: Preset, row: Row) -> None:
    """Thirty creatures, and an Unhallowed for the Horde beside the deck (W-SETUP-11)."""
    creatures = [c.creature for c in content.cards.values()]
    own = [c.id for c in creatures if c.kind == CREATURE and c.set in preset.creature_sets]
    if len(own) < content.deck_size:
        raise row.wrong("creature_sets", f"have {len(own)} cards for {content.deck_size}")
    for id in preset.fixed:
        if preset.fixed.count(id) > own.count(id):
            raise row.wrong("fixed", f"lists {id} more often than there are cards")
    unhallowed = [c for c in creatures if c.kind == UNHALLOWED and c.set in preset.unhallowed_sets]
    if len(unhallowed) <= content.unhallowed_size:
        raise row.wrong(
            "unhallowed_sets", f"have {len(unhallowed)} cards for {content.unhallowed_size + 1}"
        )


def read_watch(path: Path) -> WatchContent:
    tables, hash = read_toml(path)
    root = Row(path.name, WHOLE_FILE, tables)
    try:
        return WatchContent(hash, root)
    except RecursionError as error:
        raise BadContent(path.name, "-", "-", "is nested too deeply") from error
