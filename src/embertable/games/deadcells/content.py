"""Dead Cells' components: the tables of a content pack, and how rules look things up in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from embertable.engine.content import Content, Keyed, Row, read_row, read_toml, reader_of, short
from embertable.engine.errors import BadContent
from embertable.engine.own_words import take_own_words
from embertable.engine.unread import check_unread
from embertable.games.deadcells.definitions import (
    ROUNDS,
    SERENADE,
    SHAPES,
    WHENS,
    Beheaded,
    Biome,
    CombatCard,
    Equipment,
    Hook,
    Monster,
    Offer,
    SerenadeBoard,
    Tile,
)
from embertable.games.deadcells.definitions_campaign import (
    Boss,
    BossCell,
    BossRules,
    Constants,
    MutationBoard,
    Permanent,
    Rune,
    Shop,
    StartPackage,
    Upgrade,
    WellCard,
)
from embertable.games.deadcells.effects import (
    COLOURS,
    DECKS,
    OP_OF,
    SHOPS,
    VOCABULARY,
    AddMonster,
    AddTreasure,
    Choose,
    Effects,
    Gain,
    Summon,
    UnlockStart,
    nested,
)

PRINTED: Final = Path(__file__).parent / "content" / "deadcells.toml"
UNREAD: Final = (
    *("meta.players", "published_counts", "vocabulary"),
    *("constants.starter_deck_size", "constants.start_equipment_slots"),
    *("mutation_board.runes", "mutation_board.boss_cells"),
)
"""What is in the printed box and in no rule."""
FIXED: Final[dict[str, dict[str, object]]] = {
    "meta": {"game": "dead_cells", "schema": 1, "players": [1, 4]},
    "constants": {
        "combat_cards_per_combat": 3,
        "front_spaces": 3,
        "behind_spaces": 1,
        "cards_by_players": {"p1": [2], "p2": [2, 1], "p3": [1, 1, 1], "p4": [1, 1, 1]},
    },
    "boss_common": {
        "max_freeze": 1,
        "turns": True,
        "first_player_rotates": True,
        "boss_moves_up": False,
        "minions_move_up": True,
    },
    "vocabulary": {"colours": list(COLOURS), "spaces": [-1, 0, 1, 2, 3], "rounds": list(ROUNDS)},
}
"""What a pack may repeat but not change, because the rules themselves say it."""


@dataclass
class Op:
    """A word of the vocabulary, described for authors of packs."""

    name: str
    params: tuple[str, ...]
    text: str

    def check(self, row: Row) -> None:
        if self.name not in VOCABULARY:
            raise row.wrong("name", f"is {self.name!r}, which is no word of the vocabulary")
        known = reader_of(VOCABULARY[self.name]).known
        if sorted(self.params) != sorted(known):
            raise row.wrong("params", f"are not {', '.join(known) or 'none'}")


@dataclass
class Pack:
    """The tables of the file."""

    meta: Any
    vocabulary: Any
    op: Annotated[tuple[Op, ...], Keyed("name")]
    constants: Constants
    published_counts: Any
    beheaded: tuple[Beheaded, ...]
    serenade: SerenadeBoard
    combat_card: tuple[CombatCard, ...]
    equipment: tuple[Equipment, ...]
    biome: tuple[Biome, ...]
    tile: tuple[Tile, ...]
    monster: tuple[Monster, ...]
    shop: tuple[Shop, ...]
    mutation_board: MutationBoard
    rune: tuple[Rune, ...]
    boss_cell: tuple[BossCell, ...]
    start_package: Annotated[tuple[StartPackage, ...], Keyed("biome")]
    upgrade: tuple[Upgrade, ...]
    well: tuple[WellCard, ...]
    boss_common: BossRules
    boss: tuple[Boss, ...]

    def check(self, row: Row) -> None:
        for name, fixed in FIXED.items():
            table = Row(row.file, name, row.fields[name])
            for field, value in fixed.items():
                if table.fields.get(field, value) != value:
                    given = short(table.fields[field])
                    raise table.wrong(field, f"is {given}, but the rules have {value!r}")
        for name in SHOPS:
            if name not in [shop.id for shop in self.shop]:
                raise row.wrong("shop", f"has no {name}")
        for deck in DECKS:
            check_order("upgrade", [one for one in self.upgrade if one.deck == deck], row.file)
        check_order("well", self.well, row.file)
        check_order("boss_cell", self.boss_cell, row.file)
        for one in self.upgrade:
            if one.type == "combat":
                cards = [card for card in self.combat_card if card.id == one.card]
                if not cards:
                    raise BadContent(row.file, f"upgrade {one.id}", "card", missing(one.card))
                one.name = cards[0].name


def check_order(table: str, cards: Sequence[Upgrade | WellCard | BossCell], file: str) -> None:
    """Decks of fixed order are listed in it."""
    for place, card in enumerate(cards, start=1):
        if card.order != place:
            raise BadContent(file, f"{table} {card.id}", "order", f"is not {place}")


def missing(id: str) -> str:
    return f"names {short(id)}, which does not exist"


class DeadCellsContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, file: str, pack: Pack) -> None:
        super().__init__(hash)
        constants = pack.constants
        self.hand_size = constants.hand_size
        self.min_deck = constants.min_combat_deck
        self.min_serenade_deck = constants.min_serenade_deck
        self.upgrade_price = constants.upgrade_price
        self.well_price = constants.well_price
        self.instant_kill_damage = pack.boss_common.instant_kill_damage
        self.cards = {one.id: one for one in pack.combat_card}
        self.beheaded = {one.id: one for one in pack.beheaded}
        self.names = (*self.beheaded, SERENADE)
        self.serenade = pack.serenade
        self.equipment = {one.id: one for one in pack.equipment}
        self.monsters = {one.id: one for one in pack.monster}
        self.tiles = {one.id: one for one in pack.tile}
        self.bosses = {one.id: one for one in pack.boss}
        self.biomes = {one.id: one for one in pack.biome}
        self.biome_ids = tuple(self.biomes)
        self.runes = {one.id: one for one in pack.rune}
        self.boss_cells = pack.boss_cell
        self.permanents = {one.id: one for one in permanents(pack)}
        self.upgrades = tuple(
            [tuple([one for one in pack.upgrade if one.deck == deck]) for deck in DECKS]
        )
        """The three decks, each in its fixed order; the first card is the next one drawn."""
        self.well = pack.well
        board = pack.mutation_board
        self.slots = (board.start, board.during, board.ability)
        shops = {one.id: Offer(one.cost, one.times, one.effects) for one in pack.shop}
        self.shops = tuple([shops[name] for name in SHOPS])
        self.packages = {one.biome: one for one in pack.start_package}
        self.answers = answers_of(self)
        """For each moment the cards and Runes that answer to it."""
        self.named = names_of(self)
        self.check_ids(file)
        self.either_or = name_choices(self)

    def name_of(self, id: str) -> str:
        """The English name of anything that has one."""
        return self.named.get(id, "")

    def starter_treasure(self) -> list[str]:
        return [
            one.id
            for one in self.equipment.values()
            if one.deck == "starter"
            for _ in range(one.copies)
        ]

    def check_ids(self, file: str) -> None:
        """Every id that one row names is that of another."""
        for row, field, ids, known in named_ids(self):
            for id in ids:
                if id not in known:
                    raise BadContent(file, row, field, missing(id))
        for biome in self.biomes.values():
            for shape in SHAPES:
                spaces = len([space for space in biome.spaces if space.shape == shape])
                tiles = [self.tiles[id] for id in biome.tiles if self.tiles[id].shape == shape]
                if sum(tile.copies for tile in tiles) < spaces:
                    problem = f"are too few for {spaces} {shape} spaces"
                    raise BadContent(file, f"biome {biome.id}", "tiles", problem)


def read_deadcells(path: Path) -> DeadCellsContent:
    tables, hash = read_toml(path)
    own = take_own_words(tables, path.name)
    pack = read_row(Pack, path.name, check_unread(path, tables, PRINTED, UNREAD))
    return DeadCellsContent(hash, path.name, pack).with_words(own)


def permanents(pack: Pack) -> Iterable[Permanent]:
    """What may lie on the Mutation board."""
    for one in pack.upgrade:
        if one.type == "mutation":
            yield Permanent(one.id, one.name, one.slot, one.text, one.hook, one.mods)
    for card in pack.well:
        if card.keep:
            yield Permanent(card.id, card.name, card.section(), card.text, card.hook, ())
    for cell in pack.boss_cell:
        yield Permanent(cell.id, cell.id, "boss_cell", cell.text, cell.hook, cell.mods)


NamedIds = tuple[str, str, Iterable[str], Iterable[str]]
"""A row, its field, the ids that the field names, and those that exist."""


def named_ids(content: DeadCellsContent) -> Iterable[NamedIds]:
    for one in content.beheaded.values():
        yield f"beheaded {one.id}", "deck", one.deck, content.cards
    yield "serenade", "deck", content.serenade.deck, content.cards
    for monster in content.monsters.values():
        row = f"monster {monster.id}"
        yield row, "biome", (monster.biome,), (*content.biome_ids, "boss")
        for line in (*monster.lines, monster.death):
            yield from ids_in_effects(content, row, line)
    for biome in content.biomes.values():
        row = f"biome {biome.id}"
        yield row, "tiles", biome.tiles, content.tiles
        yield row, "monsters", biome.monsters, content.monsters
        yield row, "elites", biome.elites, content.monsters
        yield row, "blueprints", biome.blueprints, content.equipment
        for exit in biome.exits.values():
            known: Iterable[str] = content.bosses if exit.boss else content.biomes
            yield row, "exits", (exit.to,), known
        runes = [corridor.rune for corridor in biome.corridors if corridor.rune]
        yield row, "corridors", runes, content.runes
    for tile in content.tiles.values():
        for effects in (tile.effects, tile.curse, tile.loot):
            yield from ids_in_effects(content, f"tile {tile.id}", effects)
    for boss in content.bosses.values():
        lines = [line for attack in boss.attacks.values() for line in attack.lines]
        for effects in (boss.victory, *[one.opening for one in boss.instances], *lines):
            yield from ids_in_effects(content, f"boss {boss.id}", effects)
    for deck in content.upgrades:
        for upgrade in deck:
            yield from ids_in_effects(content, f"upgrade {upgrade.id}", upgrade.effects)
    for card in content.well:
        yield from ids_in_effects(content, f"well {card.id}", card.effects)
    yield "start_package", "biome", content.packages, content.biomes


def ids_in_effects(content: DeadCellsContent, row: str, effects: Effects) -> Iterable[NamedIds]:
    for effect in nested(effects):
        op = OP_OF[type(effect)]
        if isinstance(effect, Gain) and effect.rune:
            yield row, "rune", (effect.rune,), content.runes
        elif isinstance(effect, AddTreasure):
            yield row, op, (effect.id,), content.equipment
        elif isinstance(effect, AddMonster):
            yield row, op, (effect.id,), content.monsters
        elif isinstance(effect, Summon):
            yield row, op, (effect.monster,), content.monsters
        elif isinstance(effect, UnlockStart):
            yield row, op, (effect.biome,), content.packages


def names_of(content: DeadCellsContent) -> dict[str, str]:
    """Everything but Biomes by its id."""
    named = {one.id: one.name for one in content.cards.values()}
    named.update({one.id: one.name for one in content.equipment.values()})
    named.update({one.id: one.name for one in content.monsters.values()})
    named.update({one.id: one.name for one in content.bosses.values()})
    for boss in content.bosses.values():
        named.update({one.id: one.name for one in boss.attacks.values()})
    for deck in content.upgrades:
        named.update({one.id: one.name for one in deck})
    named.update({one.id: one.name for one in content.well})
    for one in content.permanents.values():
        named.setdefault(one.id, one.name)
    named.update({one.id: one.name for one in content.runes.values()})
    return named


def answers_of(content: DeadCellsContent) -> dict[str, dict[str, Hook]]:
    """Runes and what lies on the Mutation board, by the moment they answer to."""
    hooks = [(one.id, one.hook) for one in content.runes.values()]
    hooks.extend([(one.id, one.hook) for one in content.permanents.values()])
    answers: dict[str, dict[str, Hook]] = {when: {} for when in WHENS}
    for id, hook in hooks:
        if hook is not None:
            answers[hook.name][id] = hook
    return answers


def name_choices(content: DeadCellsContent) -> dict[str, Choose]:
    """Every Either/Or by a unique name, so that an action can say which it answers."""
    lists = [(biome.id, biome.bell) for biome in content.biomes.values()]
    for tile in content.tiles.values():
        lists.extend([(tile.id, tile.effects), (tile.id, tile.curse)])
    named: dict[str, Choose] = {}
    for name, effects in lists:
        for effect in nested(effects):
            if isinstance(effect, Choose):
                effect.name = f"{name}-{len(named)}"
                named[effect.name] = effect
    return named
