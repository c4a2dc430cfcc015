"""Dead Cells' components, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from embertable.engine.content import WHOLE_FILE, Content, Row, read_toml, short
from embertable.games.deadcells.definitions import (
    ROUNDS,
    SECTIONS,
    SERENADE,
    START,
    Biome,
    Hook,
    StartPackage,
)
from embertable.games.deadcells.effects import COLOURS, OPS, PARAMETERS, Effect, Effects
from embertable.games.deadcells.reading import (
    SHAPES,
    WHENS,
    read_beheaded,
    read_biomes,
    read_cards,
    read_equipment,
    read_monsters,
    read_serenade,
    read_tiles,
)
from embertable.games.deadcells.reading_campaign import (
    read_boss_cells,
    read_bosses,
    read_permanents,
    read_runes,
    read_shops,
    read_upgrades,
    read_well,
)

TABLES: Final = (
    *("meta", "vocabulary", "op", "constants", "published_counts", "beheaded", "serenade"),
    *("combat_card", "equipment", "biome", "tile", "monster", "shop", "mutation_board", "rune"),
    *("boss_cell", "start_package", "upgrade", "well", "boss_common", "boss"),
)
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


class DeadCellsContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, root: Row) -> None:
        super().__init__(hash)
        check_tables(root)
        constants = root.row("constants")
        self.hand_size = constants.number("hand_size", 1, 6)
        self.min_deck = constants.number("min_combat_deck", 1, 12)
        self.min_serenade_deck = constants.number("min_serenade_deck", 1, 12)
        self.upgrade_price = constants.number("upgrade_price", 1, 9)
        self.well_price = constants.number("well_price", 1, 9)
        self.instant_kill_damage = root.row("boss_common").number("instant_kill_damage", 1, 9)
        self.cards = {card.id: card for card in read_cards(root)}
        self.beheaded = {one.id: one for one in read_beheaded(root, self.cards)}
        self.names = (*self.beheaded, SERENADE)
        self.serenade = read_serenade(root, self.cards)
        self.equipment = {one.id: one for one in read_equipment(root)}
        self.monsters = {one.id: one for one in read_monsters(root)}
        self.tiles = {one.id: one for one in read_tiles(root)}
        self.bosses = {one.id: one for one in read_bosses(root)}
        self.biomes = {one.id: one for one in read_biomes(root)}
        self.biome_ids = tuple(self.biomes)
        check_biomes(root, self)
        self.runes = {one.id: one for one in read_runes(root)}
        self.permanents = {one.id: one for one in read_permanents(root)}
        self.boss_cells = read_boss_cells(root)
        for cell in self.boss_cells:
            self.permanents[cell.id] = cell
        self.upgrades = read_upgrades(root, self.cards)
        self.well = read_well(root)
        board = root.row("mutation_board")
        self.slots = tuple([board.number(section, 1, 12) for section in SECTIONS])
        self.shops = read_shops(root)
        self.packages = {
            row.text("biome", self.biome_ids): StartPackage(
                row.text("biome"),
                row.number("scrolls_per_beheaded", 0, 9),
                row.number("treasures_per_beheaded", 0, 9),
                row.number("teeth", 0, 99),
            )
            for row in root.rows("start_package", key="biome")
        }
        self.answers = answers_of(self)
        """For each moment the cards and Runes that answer to it."""
        self.named = names_of(self)
        check_words(root, self)
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


def read_deadcells(path: Path) -> DeadCellsContent:
    tables, hash = read_toml(path)
    return DeadCellsContent(hash, Row(path.name, WHOLE_FILE, tables))


def check_tables(root: Row) -> None:
    """No table is misspelt, and none says otherwise than the rules do."""
    root.only(*TABLES)
    for name, fixed in FIXED.items():
        row = root.row(name)
        for field, value in fixed.items():
            if row.fields.get(field, value) != value:
                raise row.wrong(field, f"is {short(row.get(field))}, but the rules have {value!r}")
    for row in root.rows("op", key="name"):
        op = row.text("name", OPS)
        if row.words("params") != PARAMETERS[op]:
            raise row.wrong("params", f"are not {', '.join(PARAMETERS[op]) or 'none'}")


def check_biomes(root: Row, content: DeadCellsContent) -> None:
    """Boards name what exists, have tiles enough, and strand nobody (D-EXPLORE-10)."""
    for row in root.rows("biome"):
        biome = content.biomes[row.text("id")]
        row.words("tiles", tuple(content.tiles))
        row.words("monsters", tuple(content.monsters))
        row.words("elites", tuple(content.monsters))
        row.words("blueprints", tuple(content.equipment))
        for exit in biome.exits.values():
            known = content.bosses if exit.boss else content.biomes
            if exit.to not in known:
                raise row.wrong("exits", f"leads to {exit.to!r}, which does not exist")
        for shape in SHAPES:
            wanted = [space for space in biome.spaces if space.shape == shape]
            tiles = [content.tiles[id] for id in biome.tiles if content.tiles[id].shape == shape]
            if sum([tile.copies for tile in tiles]) < len(wanted):
                raise row.wrong("tiles", f"are too few for {len(wanted)} {shape} spaces")
        for space in biome.spaces:
            if space.link and space.link not in biome.places:
                raise row.wrong("spaces", f"link {space.id} to {space.link!r}, which is no space")
        check_ways(row, biome)


def check_ways(row: Row, biome: Biome) -> None:
    free = [c for c in biome.corridors if not c.rune and not c.icons]
    saved: set[str] = set(biome.exits)
    grows = True
    while grows:
        found = {corridor.start for corridor in free if corridor.to in saved}
        grows = not found <= saved
        saved |= found
    for space in (START, *biome.places):
        if space not in saved:
            raise row.wrong("corridors", f"strand the Group on {space}")
    at = {corridor.start: 0 for corridor in biome.corridors}
    for _ in biome.corridors:
        for corridor in biome.corridors:
            if corridor.to in at:
                at[corridor.to] = max(at[corridor.to], at[corridor.start] + 1)
    if max(at.values()) > len(biome.places):
        raise row.wrong("corridors", "run in a circle")


def check_words(root: Row, content: DeadCellsContent) -> None:
    """Every id that an effect names exists."""
    known: dict[str, Iterable[str]] = {
        "add_treasure": content.equipment,
        "add_monster": content.monsters,
        "summon": content.monsters,
        "unlock_start": content.packages,
        "curse": ("no_communication", "no_runes"),
    }
    for table in ("tile", "monster", "boss", "upgrade", "well"):
        for row in root.rows(table):
            for effect in every_effect(row.fields):
                op = str(effect.get("op"))
                named = [effect[field] for field in ("id", "monster", "biome") if field in effect]
                if op in known and named and str(named[0]) not in known[op]:
                    raise row.wrong(str(op), f"names {short(named[0])}, which does not exist")
                if op == "gain" and "rune" in effect and effect["rune"] not in content.runes:
                    raise row.wrong("rune", f"is {short(effect['rune'])}, which does not exist")
    for row in root.rows("monster"):
        row.text("biome", (*content.biome_ids, "boss"))
    for biome in content.biomes.values():
        for corridor in biome.corridors:
            if corridor.rune and corridor.rune not in content.runes:
                raise root.wrong("biome", f"{biome.id} asks for a Rune {corridor.rune!r}")


def every_effect(value: object) -> Iterable[dict[str, object]]:
    """Every table with an op, however deep it lies."""
    if isinstance(value, dict):
        if "op" in value:
            yield value
        for one in value.values():
            yield from every_effect(one)
    elif isinstance(value, list):
        for one in value:
            yield from every_effect(one)


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


def name_choices(content: DeadCellsContent) -> dict[str, Effect]:
    """Every Either/Or by a name of its own, so that an action can say which it answers."""
    lists = [(biome.id, biome.bell) for biome in content.biomes.values()]
    for tile in content.tiles.values():
        lists.extend([(tile.id, tile.effects), (tile.id, tile.curse)])
    named: dict[str, Effect] = {}
    for name, effects in lists:
        for effect in deep(effects):
            if effect.op == "choose":
                effect.word = f"{name}-{len(named)}"
                named[effect.word] = effect
    return named


def deep(effects: Effects) -> list[Effect]:
    """Effects with all that lies nested in them."""
    found: list[Effect] = []
    for effect in effects:
        found.append(effect)
        for option in effect.options:
            found.extend(deep(option))
    return found
