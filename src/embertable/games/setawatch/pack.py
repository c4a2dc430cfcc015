"""Reads a content pack of Set a Watch and checks what its rows must agree on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from embertable.engine.content import (
    REMARKS,
    WHOLE_FILE,
    leaves,
    read_row,
    read_toml,
    reader_of,
    word_of,
)
from embertable.engine.errors import BadContent
from embertable.engine.own_words import take_own_words
from embertable.engine.unread import check_unread
from embertable.games.setawatch.attack import AttackBonusEffect, RangeEffect
from embertable.games.setawatch.card_effects import (
    HealthEffect,
    MarkEffect,
    RevealEffect,
    mark_script,
)
from embertable.games.setawatch.components import (
    Ability,
    AdventurerCard,
    Aura,
    CampAction,
    Card,
    Creature,
    Location,
    Preset,
    Rule,
)
from embertable.games.setawatch.content import (
    ACOLYTE,
    ADVENTURERS,
    CREATURE,
    DECKS,
    DICE,
    DIFFICULTIES,
    FINALS,
    SUMMON,
    WatchContent,
)
from embertable.games.setawatch.party_effects import ChooseOneEffect, RuleEffect, option_script
from embertable.games.setawatch.rows import (
    AbilityRow,
    AdventurerRow,
    CreaturePower,
    CreatureRow,
    LevelRow,
    LocationPower,
    LocationRow,
    PackRow,
)
from embertable.games.setawatch.standing_effects import (
    ForbidEffect,
    RedirectDefeatedEffect,
    RevealLevelEffect,
    RideEffect,
)
from embertable.games.setawatch.vocabulary import UNHALLOWED, Effect, Power, Selector, Value

SIDES: Final = {"d4": 4, "d6": 6, "d8": 8, "d12": 12}
LEAST_LOCATIONS: Final = 8
LEAST_ITEMS: Final = 3
LASTING: Final = ("watch", "round", "camp", "merchant", "rest", "choose_rest", "camp_start")
"""The triggers during which a location's power holds."""


PRINTED: Final = Path(__file__).parent / "content" / "setawatch.toml"
UNREAD: Final = (
    *("setup.acolytes_default", "setup.market_piles", "deckbuilding.size", "merchant.bank"),
    *("options", "player_control", "location_back", "rest_tokens"),
    *("adventurers.*.special", "adventurers.*.trophies.cash_in"),
    *("adventurers.*.familiar.uses_per_watch", "adventurers.*.familiar.start_side"),
)
"""What the rules have without reading it."""


def read_watch(path: Path) -> WatchContent:
    tables, hash = read_toml(path)
    own = take_own_words(tables, path.name)
    read = check_unread(path, tables, PRINTED, UNREAD)
    return read_tables(path.name, read, hash).with_words(own)


def read_tables(file: str, tables: object, hash: str) -> WatchContent:
    return PackReader(file, read_row(PackRow, file, tables)).read(hash)


class PackReader:
    """Fills a `WatchContent` from the rows of one file."""

    def __init__(self, file: str, rows: PackRow) -> None:
        self.file = file
        self.rows = rows
        self.content = WatchContent("")

    def read(self, hash: str) -> WatchContent:
        content, rows = self.content, self.rows
        content.hash = hash
        self.check_vocabulary()
        self.add_creatures()
        content.protectors = frozenset(
            [id for id, card in content.cards.items() if card.creature.forbids]
        )
        self.add_adventurers()
        for row in rows.locations:
            content.locations[row.id] = self.location(row)
        for item in rows.items:
            self.add_script("items", item.id, item.id, "item", item.effects)
            self.check_card("items", item.id, item.effects, item.trigger != "passive")
            content.items[item.id] = item
        self.add_camp()
        content.presets = {preset.id: preset for preset in rows.deck_presets}
        content.deck_size = rows.setup.creature_deck_size
        content.unhallowed_size = rows.setup.unhallowed_deck_size
        content.firewood_start = rows.setup.firewood_start
        content.coins_per_space = rows.setup.coins_per_marked_space
        content.summons_by_difficulty = {row.id: row.summons for row in rows.difficulties}
        content.most_firewood = rows.dial.max
        content.fire_zero = rows.fire_zero.add
        content.stoke = rows.stoke.add
        content.levels = self.levels(rows.reveal_levels, rows.dial.max)
        content.guidelines = rows.deckbuilding.guidelines
        content.finals = tuple([one.id for one in rows.locations if one.kind == "final"])
        self.check_options()
        for preset in rows.deck_presets:
            self.check_preset(preset)
        return content

    def wrong(self, field: str, problem: str, table: str = "", id: str = "") -> BadContent:
        """About a row of a table, or about the whole file."""
        return BadContent(self.file, f"{table} {id}".strip() or WHOLE_FILE, field, problem)

    # Effect lists.

    def add_script(
        self, table: str, row: str, script: str, source: str, effects: tuple[Effect, ...]
    ) -> None:
        """Give an effect list its id, and those within it."""
        content = self.content
        if script in content.scripts:
            raise self.wrong("effects", f"belongs to a second {script}", table, row)
        content.scripts[script] = effects
        content.sources[script] = source
        for at, effect in enumerate(effects):
            if isinstance(effect, ChooseOneEffect):
                for number, option in enumerate(effect.options):
                    self.add_script(table, row, option_script(script, at, number), source, option)
            elif isinstance(effect, MarkEffect):
                self.add_script(table, row, mark_script(script, at), "power", effect.on_defeat)

    def powers(
        self,
        table: str,
        id: str,
        source: str,
        rows: Sequence[CreaturePower | LocationPower],
    ) -> dict[str, tuple[Power, ...]]:
        """A card's powers by what triggers them."""
        found: dict[str, tuple[Power, ...]] = {}
        for place, row in enumerate(rows):
            script = f"{id}.{row.trigger}.{place}"
            self.add_script(table, id, script, source, row.effects)
            power = Power(row.trigger, row.condition or "", row.once, script)
            found[row.trigger] = (*found.get(row.trigger, ()), power)
        return found

    def check_card(self, table: str, id: str, effects: tuple[Effect, ...], active: bool) -> None:
        """What holds all the time is on passive cards, and only there."""
        for effect in effects:
            word = word_of(type(effect))
            if isinstance(
                effect, RideEffect | RedirectDefeatedEffect | RuleEffect | RevealLevelEffect
            ):
                raise self.wrong(
                    "effects", f"has {word!r}, which belongs to creatures or locations", table, id
                )
            lasting = isinstance(effect, ForbidEffect) or (
                isinstance(effect, AttackBonusEffect) and effect.until is None
            )
            if lasting and active:
                raise self.wrong(
                    "effects", f"has {word!r} without an end on a card that is used up", table, id
                )

    def check_vocabulary(self) -> None:
        """The parameters that a pack lists for an effect are those of its class."""
        params = self.rows.vocabulary.get("params", {})
        if not isinstance(params, dict):
            raise self.wrong("params", "is not a table", "vocabulary")
        words = {word_of(cls): cls for cls in leaves(Effect)}
        for word, names in params.items():
            if word in REMARKS:
                continue
            if word not in words:
                raise self.wrong(word, "is no effect of the rules", "vocabulary.params")
            known = reader_of(words[word]).known
            if not isinstance(names, list) or sorted(map(str, names)) != sorted(known):
                problem = "lists other parameters than the rules know"
                raise self.wrong(word, problem, "vocabulary.params")

    # Creatures.

    def add_creatures(self) -> None:
        rows = self.rows
        for table, kind, creatures in (
            ("creatures", CREATURE, rows.creatures),
            ("acolytes", ACOLYTE, rows.acolytes),
        ):
            for row in creatures:
                self.add_cards_of(table, row, kind)
        for one in rows.unhallowed:
            creature = Creature(
                one.id, one.name, UNHALLOWED, UNHALLOWED, one.set, one.damage, one.text, {}
            )
            self.add_powers("unhallowed", creature, one.powers)
            self.add_card("unhallowed", Card(creature.id, creature, one.health, None))
        found: list[str] = []
        for summon in rows.summons:
            creature = Creature(summon.id, summon.name, "", SUMMON, "", 0, summon.text, {})
            for number in range(1, summon.copies + 1):
                self.add_card("summons", Card(f"{summon.id}-{number}", creature, 0, None))
                found.append(f"{summon.id}-{number}")
        self.content.summons = tuple(found)

    def add_cards_of(self, table: str, row: CreatureRow, kind: str) -> None:
        creature = Creature(row.id, row.name, row.type, kind, row.set, row.damage, row.text, {})
        self.add_powers(table, creature, row.powers)
        for number, health in enumerate(row.healths, start=1):
            formula = health if health.terms else None
            self.add_card(table, Card(f"{row.id}-{number}", creature, health.number, formula))

    def add_card(self, table: str, card: Card) -> None:
        if card.id in self.content.cards:
            raise self.wrong("id", f"makes a second card {card.id}", table, card.creature.id)
        self.content.cards[card.id] = card

    def add_powers(self, table: str, creature: Creature, powers: tuple[CreaturePower, ...]) -> None:
        creature.powers = self.powers(table, creature.id, "power", powers)
        for row in powers:
            if row.trigger != "ongoing":
                continue
            for effect in row.effects:
                if isinstance(effect, HealthEffect):
                    creature.auras += (aura(effect),)
                elif isinstance(effect, ForbidEffect):
                    creature.forbids += (effect,)
                elif isinstance(effect, RideEffect):
                    creature.rides += effect.types
                elif isinstance(effect, RevealEffect):
                    creature.forces_reveal = True
                else:
                    word = word_of(type(effect))
                    problem = f"has {word!r}, which cannot go on all the time"
                    raise self.wrong("powers", problem, table, creature.id)
            creature.needs_neighbours = row.condition == "neighbours_both_sides"

    # Adventurers and their camp.

    def add_adventurers(self) -> None:
        rows = self.rows.adventurers
        if len(rows) != ADVENTURERS:
            problem = f"has {len(rows)} rows, and four adventurers are in play"
            raise self.wrong("adventurers", problem)
        all_of = tuple([self.adventurer(number, row) for number, row in enumerate(rows)])
        self.content.adventurers = all_of
        self.content.hunter = self.only_one([bool(one.most_trophies) for one in all_of])
        self.content.witch = self.only_one([bool(one.familiars) for one in all_of])

    def only_one(self, those: list[bool]) -> int:
        """The number of the adventurer who has it, or -1."""
        if those.count(True) > 1:
            problem = "gives trophies or a familiar to more than one adventurer"
            raise self.wrong("adventurers", problem)
        return those.index(True) if True in those else -1

    def adventurer(self, number: int, row: AdventurerRow) -> AdventurerCard:
        for ability in row.abilities:
            if ability.id in self.content.abilities:
                raise self.wrong("id", "stands twice", "abilities", ability.id)
            self.content.abilities[ability.id] = self.ability(number, ability)
        own = row.camp_action
        self.add_script("adventurers", row.id, own.id, "camp", own.effects)
        familiars = row.familiar.sides if row.familiar is not None else ()
        for side in familiars:
            self.add_script("adventurers", row.id, side.id, "familiar", side.effects)
        return AdventurerCard(
            row.id,
            row.name,
            SIDES[row.dice[0]],
            2 if row.attack == "ranged" else 1,
            row.abilities_by_die,
            CampAction(own.id, own.name, own.requirement, own.text),
            tuple([ability.id for ability in row.abilities]),
            row.trophies.max if row.trophies is not None else 0,
            familiars,
        )

    def ability(self, adventurer: int, row: AbilityRow) -> Ability:
        active = row.kind == "active"
        self.add_script("abilities", row.id, row.id, "ability", row.effects)
        self.check_card("abilities", row.id, row.effects, active)
        return Ability(
            row.id,
            row.name,
            adventurer,
            active,
            row.window,
            row.cost is not None,
            row.text,
            uses_x(row.effects),
        )

    def add_camp(self) -> None:
        rows, content = self.rows, self.content
        for row in rows.camp_actions:
            spaces = tuple([space.id for space in rows.camp_spaces if space.action == row.id])
            if len(spaces) != row.placements:
                problem = f"is {row.placements}, and the board has {len(spaces)} spaces for it"
                raise self.wrong("placements", problem, "camp_actions", row.id)
            self.add_script("camp_actions", row.id, row.id, "camp", row.effects)
            content.camp[row.id] = CampAction(row.id, row.name, row.requirement, row.text, spaces)
        for space in rows.camp_spaces:
            if space.action not in content.camp:
                problem = f"is {space.action!r}, which is no action of the camp"
                raise self.wrong("action", problem, "camp_spaces", space.id)
        if not any(
            one.requirement == "none" and len(one.spaces) >= DICE for one in content.camp.values()
        ):
            raise self.wrong("camp_actions", "has no action that takes every die (W-CAMP-07)")
        content.coin_spaces = tuple([space.id for space in rows.camp_spaces if space.coin])
        for rune in rows.runes:
            self.add_script("runes", rune.id, rune.id, "camp", rune.effects)
            content.runes[rune.id] = CampAction(rune.id, rune.name, "none", rune.text)

    # Locations and the fire.

    def location(self, row: LocationRow) -> Location:
        powers = self.powers("locations", row.id, "location", row.powers)
        rules: dict[str, Rule] = {}
        auras: list[Aura] = []
        redirects: list[RedirectDefeatedEffect] = []
        range = 0
        reveal_add = 0
        for power in row.powers:
            if power.trigger not in LASTING:
                continue
            for effect in power.effects:
                if isinstance(effect, RuleEffect):
                    rules[effect.key] = Rule(power.trigger, effect.number(), effect.word())
                elif isinstance(effect, HealthEffect):
                    auras.append(aura(effect))
                elif isinstance(effect, RangeEffect):
                    range += effect.add.number
                elif isinstance(effect, RevealLevelEffect):
                    reveal_add += effect.add.number
                elif isinstance(effect, RedirectDefeatedEffect):
                    redirects.append(effect)
        return Location(
            row.id,
            row.name,
            row.kind,
            row.firewood if isinstance(row.firewood, int) else 0,
            row.firewood == "halve",
            row.creatures,
            row.text,
            powers,
            rules,
            tuple(auras),
            range,
            reveal_add,
            tuple(redirects),
        )

    def levels(self, rows: tuple[LevelRow, ...], most: int) -> tuple[int, ...]:
        """The reveal level for each number of firewood; nothing is lit without any."""
        levels = [0] * (most + 1)
        for number, row in enumerate(rows, start=1):
            if not row.firewood_from <= row.firewood_to <= most:
                problem = f"is {row.firewood_to}, not from {row.firewood_from} to {most}"
                raise self.wrong("firewood_to", problem, f"reveal_levels {number}")
            for firewood in range(row.firewood_from, row.firewood_to + 1):
                levels[firewood] = row.level
        for firewood in range(1, most + 1):
            if not levels[firewood]:
                raise self.wrong("reveal_levels", f"says nothing for {firewood} firewood")
        return tuple(levels)

    # What a table may agree on, and what set-up needs.

    def check_options(self) -> None:
        content = self.content
        for table, needed, present in (
            ("difficulties", DIFFICULTIES, tuple(content.summons_by_difficulty)),
            ("deck_presets", DECKS, tuple(content.presets)),
            ("locations", FINALS, content.finals),
        ):
            for id in needed:
                if id not in present:
                    raise self.wrong(table, f"lacks {id}")
        for id, summons in content.summons_by_difficulty.items():
            if summons > len(content.summons):
                problem = f"is {summons}, and there are {len(content.summons)} Summon cards"
                raise self.wrong("summons", problem, "difficulties", id)
        regular = [one for one in content.locations.values() if one.kind == "regular"]
        if len(regular) < LEAST_LOCATIONS:
            raise self.wrong("locations", f"has {len(regular)} regular ones for {LEAST_LOCATIONS}")
        if len(content.items) < LEAST_ITEMS:
            raise self.wrong("items", f"has fewer than {LEAST_ITEMS}")

    def check_preset(self, preset: Preset) -> None:
        """Thirty creatures, and an Unhallowed for the Horde beside the deck (W-SETUP-11)."""
        content = self.content
        creatures = [card.creature for card in content.cards.values()]
        known = [one.id for one in creatures if one.kind == CREATURE]
        own = [c.id for c in creatures if c.kind == CREATURE and c.set in preset.creature_sets]
        if len(own) < content.deck_size:
            problem = f"have {len(own)} cards for {content.deck_size}"
            raise self.wrong("creature_sets", problem, "deck_presets", preset.id)
        for id in preset.fixed:
            if id not in known:
                raise self.wrong("fixed", f"has {id!r}, no creature", "deck_presets", preset.id)
            if preset.fixed.count(id) > own.count(id):
                problem = f"lists {id} more often than there are cards"
                raise self.wrong("fixed", problem, "deck_presets", preset.id)
        unhallowed = [
            c for c in creatures if c.kind == UNHALLOWED and c.set in preset.unhallowed_sets
        ]
        if len(unhallowed) <= content.unhallowed_size:
            problem = f"have {len(unhallowed)} cards for {content.unhallowed_size + 1}"
            raise self.wrong("unhallowed_sets", problem, "deck_presets", preset.id)


def aura(effect: HealthEffect) -> Aura:
    return Aura(effect.targets, effect.add, effect.base_factor)


def uses_x(effects: tuple[Effect, ...]) -> bool:
    """Whether the value of the die that was paid matters."""
    return any(follows_x(effect) for effect in effects)


def follows_x(part: object) -> bool:
    """Whether an effect, or something within it, holds the value X."""
    if isinstance(part, Value):
        return any(name == "X" for _, name in part.terms)
    if isinstance(part, tuple):
        return any(follows_x(one) for one in part)
    if isinstance(part, Effect | Selector):
        names: dict[str, Any] = part.__dataclass_fields__
        return any(follows_x(getattr(part, name)) for name in names)
    return False
