"""The box of Dead Cells, piece by piece."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import SERENADE
from embertable.games.deadcells.describe import card_text, effects_text, lines_text, tile_text
from embertable.games.deadcells.display_names import display_name
from embertable.games.deadcells.effects import SHOPS
from embertable.games.deadcells.names import Names
from embertable.text_view.components import Component


def components(content: DeadCellsContent) -> list[Component]:
    names = Names(content, None)
    found = [
        Component("beheaded", one.id, names.name_beheaded(one.id), beheaded_text(content, one.id))
        for one in content.beheaded.values()
    ]
    name = names.name_beheaded(SERENADE)
    found.append(Component("beheaded", SERENADE, name, serenade_text(content)))
    for kind, ids in (
        ("combat", list(content.cards)),
        ("equipment", list(content.equipment)),
        ("monster", list(content.monsters)),
        ("permanent", list(content.permanents)),
        ("rune", list(content.runes)),
        ("upgrade", [one.id for deck in content.upgrades for one in deck]),
        ("well", [one.id for one in content.well]),
    ):
        known = {one.id for one in found}
        for id in ids:
            if id not in known:
                found.append(Component(kind, id, names.name_card(id), card_text(content, id)))
    for boss in content.bosses.values():
        found.append(
            Component("boss", boss.id, display_name(boss.name), boss_text(content, boss.id))
        )
        for attack in boss.attacks.values():
            text = lines_text(attack.lines)
            found.append(Component("attack", attack.id, display_name(attack.name), text))
    for biome in content.biomes.values():
        exits = [Message("component.exit", {"to": one.to}) for one in biome.exits.values()]
        monsters = (*biome.monsters, *biome.elites)
        text = Message("component.biome_text", {"exits": exits, "monsters": monsters})
        found.append(Component("biome", biome.id, display_name(biome.name), text))
    for tile in content.tiles.values():
        found.append(Component("tile", tile.id, names.name_tile(tile.id), tile_text(tile)))
    for id, shop in zip(SHOPS, content.shops, strict=True):
        text = Message(
            "component.shop_text",
            {"what": effects_text(shop.effects), "cost": shop.cost, "times": shop.times},
        )
        found.append(Component("shop", id, Message(f"shop.{id}"), text))
    return found


def beheaded_text(content: DeadCellsContent, id: str) -> Message:
    """The Health and every ability of a board, colour by colour."""
    board = content.beheaded[id]
    steps = [step.id for track in board.tracks for step in track if step.kind != "max_health"]
    return Message(
        "component.beheaded_text",
        {"n": board.base_health, "abilities": [card_text(content, step) for step in steps]},
    )


def serenade_text(content: DeadCellsContent) -> Message:
    """Her Health, and what both sides of her board bring with each Scroll."""
    board = content.serenade
    steps = [effects_text(step) for track in board.tracks for step in track]
    return Message("component.beheaded_text", {"n": board.health, "abilities": steps})


def boss_text(content: DeadCellsContent, id: str) -> Message:
    boss = content.bosses[id]
    opening = effects_text(boss.instances[0].opening)
    attacks = [display_name(one.name) for one in boss.attacks.values()]
    return Message("component.boss_text", {"opening": opening, "attacks": attacks})
