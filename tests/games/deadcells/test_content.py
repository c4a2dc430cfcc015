"""Dead Cells' content: the box is complete, and a broken pack is refused with file, row and field."""

from __future__ import annotations

import tomllib

import pytest

from embertable.engine.content import read_row
from embertable.engine.errors import BadContent, EmbertableError
from embertable.games.deadcells.content import DeadCellsContent, Pack, read_deadcells
from embertable.games.deadcells.effects import WORDS, nested
from tests.games.deadcells.scene import CONTENT, GAME
from tests.games.packs import DROP, TWICE, changed, key

FILE = GAME.folder() / "content" / "deadcells.toml"
TABLES = tomllib.loads(FILE.read_text(encoding="utf-8"))


def read(tables):
    return DeadCellsContent("hash", "pack.toml", read_row(Pack, "pack.toml", tables))


DAMAGE = {"op": "damage", "n": 1}
BROKEN = [
    # Tables and fields: missing, of the wrong kind, out of range, misspelt.
    ("malaise", [], "malaise", "not known"),
    ("tile", DROP, "tile", "missing"),
    ("tile", {}, "tile", "not a list"),
    ("tile/PQ-T1/id", DROP, "id", "missing"),
    ("tile/PQ-T1", TWICE, "id", "twice"),
    ("tile/PQ-T1/shape", "star", "shape", "not one of"),
    ("tile/PQ-T1/kind", "cave", "kind", "not one of"),
    ("tile/PQ-T1/copies", 0, "copies", "from 1 to 9"),
    ("tile/PQ-T1/copies", True, "copies", "not a whole number"),
    ("tile/PQ-T1/rewards", [], "rewards", "not known"),
    ("tile/PQ-M1/offers/0/cost", 0, "cost", "from 1 to 99"),
    ("tile/PQ-M1/offers/0/uses", 1, "uses", "not known"),
    ("tile/PQ-E1/enemies", ["boss"], "enemies", "'boss'"),
    ("constants/hand_size", 0, "hand_size", "from 1 to 6"),
    ("shop/0", DROP, "shop", "has no healer"),
    # What the rules fix.
    ("constants/front_spaces", 4, "front_spaces", "the rules have 3"),
    ("boss_common/boss_moves_up", True, "boss_moves_up", "the rules have False"),
    ("op/0/params", ["n"], "params", "are not n, to, range, unblockable"),
    # Effects.
    ("tile/PQ-T1/do/0/op", "win", "op", "'win'"),
    ("tile/PQ-T1/do/0/amount", 1, "amount", "not known"),
    ("tile/PQ-T1/do/0/item", "gem", "item", "'gem'"),
    ("tile/PQ-T1/do/0/n", 0, "n", "from 1 to 99"),
    ("tile/PQ-T1/do/0/n", "health", "n", "not a whole number"),
    ("tile/PQ-C1/curse/0/n", "all", "n", "'all'"),
    ("tile/PQ-C1/curse/0/to", "everybody", "to", "'everybody'"),
    ("tile/PQ-D1/do/0/icon", ["blue"], "icon", "'blue'"),
    ("tile/PQ-D1/do/0/icon", DROP, "icon", "missing"),
    ("tile/PQ-D2/do/0/rewards/blue", [], "blue", "no colour"),
    ("tile/PQ-T2/do/0/options/1", DROP, "options", "not two lists or more"),
    ("tile/PQ-T2/do/0/options/1/0/item", "gem", "item", "'gem'"),
    ("combat_card/IM-1/r2/0/range", [0], "range", "own space"),
    ("combat_card/IM-1/r2/0/range", [1, 1], "range", "twice"),
    ("combat_card/IM-1/r2/0/range", [4], "range", "4"),
    ("tile/FS-C1/curse/0/until", "dawn", "until", "'dawn'"),
    ("tile/FS-C1/curse/0/id", "rust", "id", "'rust'"),
    # An op stands only where something carries it out.
    ("tile/PQ-T1/do/0", {"op": "skill"}, "op", "'skill'"),
    ("tile/PQ-T2/do/0/options/0/0", {"op": "loot"}, "op", "'loot'"),
    ("tile/PQ-E1/loot/0", DAMAGE, "op", "'damage'"),
    ("combat_card/IM-1/r2/0", {"op": "bell"}, "op", "'bell'"),
    ("monster/b1_zombie/r4/0", {"op": "gain", "item": "tooth"}, "op", "'gain'"),
    ("monster/b1_zombie/death/0", {"op": "summon", "monster": "z_tentacle"}, "op", "'summon'"),
    ("upgrade/BR-03/do/0", DAMAGE, "op", "'damage'"),
    ("well/W-02/do/0/item", "tooth", "item", "only Cells and Runes"),
    ("well/W-04/do/0/do/0", {"op": "peek", "what": "upgrades"}, "op", "'peek'"),
    ("upgrade/SV-12/hook/do/0", DAMAGE, "op", "'damage'"),
    ("boss/concierge/victory/0/item", "tooth", "item", "only Cells and Runes"),
    ("serenade/power_track/0/do/0", DAMAGE, "op", "'damage'"),
    # An op says what it needs.
    ("upgrade/BR-19/hook/do/0/colour", "choice", "colour", "two take the same"),
    ("equipment/torch/rounds", [4], "rounds", "4"),
    ("upgrade/BR-10/do/0/deck", DROP, "deck", "missing"),
    ("upgrade/BR-10/do/1/deck", "luck", "deck", "'luck'"),
    ("upgrade/SV-03/do/0/shop", DROP, "shop", "missing"),
    ("upgrade/BR-07/do/1/what", DROP, "what", "missing"),
    ("well/W-21/do/0/slot", DROP, "slot", "missing"),
    ("well/W-21/do", [], "keep", "nothing places the card"),
    ("upgrade/BR-02/hook/do", DROP, "do", "missing"),
    ("upgrade/BR-02/hook/when", "always", "when", "'always'"),
    ("beheaded/poisoned/track_red/1/hook/do", [], "do", "missing"),
    # Ids that exist.
    ("upgrade/BR-03/do/0/id", "excalibur", "add_treasure", "does not exist"),
    ("upgrade/BR-07/do/0/id", "b9_dragon", "add_monster", "does not exist"),
    ("upgrade/BR-01/card", "BR-99c", "card", "'BR-99c'"),
    ("boss/conjunctivius/instances/0/r0/0/monster", "squid", "summon", "does not exist"),
    ("boss/concierge/victory/2/biome", "promenade", "unlock_start", "does not exist"),
    ("tile/PR-D1/do/0/pass/0/rune", "lava", "rune", "does not exist"),
    ("monster/b1_zombie/biome", "swamp", "biome", "'swamp'"),
    ("biome/prisoners_quarters/tiles/0", "PQ-E9", "tiles", "'PQ-E9'"),
    ("biome/prisoners_quarters/exits/0/to", "swamp", "exits", "does not exist"),
    ("biome/prisoners_quarters/corridors/13/rune", "lava", "corridors", "'lava'"),
    ("beheaded/flayed/deck/0", "FL-9", "deck", "'FL-9'"),
    # Boards.
    ("biome/prisoners_quarters/exits/0", DROP, "exits", "has 1 exits, not 2"),
    ("biome/prisoners_quarters/corridors/0/to", "z9", "to", "'z9'"),
    ("biome/prisoners_quarters/corridors/0/check", ["blue"], "check", "'blue'"),
    ("biome/prisoners_quarters/corridors/18/rune", "vine", "corridors", "strand the Group on d1"),
    ("biome/prisoners_quarters/corridors/6/to", "a1", "corridors", "run in a circle"),
    ("biome/prisoners_quarters/spaces/0/shape", "diamond", "tiles", "too few"),
    ("biome/stilt_village/spaces/4/link", "z9", "spaces", "no space"),
    # Fixed orders, tracks, bosses.
    ("upgrade/BR-02/order", 3, "order", "is not 2"),
    ("well/W-01/order", 2, "order", "is not 1"),
    ("boss_cell/BC-1/order", 2, "order", "is not 1"),
    ("beheaded/flayed/track_red", [], "track_red", "has no spaces"),
    ("beheaded/flayed/base_health", 4, "base_health", "green track"),
    ("combat_card/IM-1/check", ["red", "red", "green"], "check", "more than two"),
    ("serenade/melee_track/0/pos", 2, "melee_track", "other spaces"),
    ("equipment/torch/rounds", DROP, "rounds", "missing"),
    ("equipment/leghugger/rule", DROP, "rule", "missing"),
    ("boss/concierge/attacks/0/space", 0, "space", "the Group's"),
    ("boss/concierge/attacks/0/instance", [3], "instance", "3"),
    ("boss/concierge/instances/0/n", 2, "instances", "is not 1"),
]


@pytest.mark.parametrize(
    ("path", "value", "field", "problem"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(BROKEN)],
)
def test_a_broken_pack_is_refused_with_file_row_and_field(path, value, field, problem):
    with pytest.raises(BadContent) as caught:
        read(changed(TABLES, path, value, "/"))
    sentence = str(caught.value)
    assert sentence.startswith("pack.toml")
    assert field in sentence
    assert problem in sentence
    assert "\n" not in sentence


@pytest.mark.rule("D-RANGE-03")
@pytest.mark.parametrize("effect", [{"op": "damage"}, {"op": "state", "state": "fire"}])
@pytest.mark.parametrize(
    ("spaces", "sound"),
    [([1], True), ([-1, 1, 2, 3], True), ([0], False), ([0, 1], False), ([2, 2], False)],
)
def test_a_range_names_spaces_of_enemies_each_once(effect, spaces, sound):
    tables = changed(TABLES, "combat_card/IM-1/r2/0", {**effect, "range": spaces}, "/")
    if sound:
        assert read(tables).cards["IM-1"].lines[2][0].range == tuple(spaces)
    else:
        with pytest.raises(BadContent, match="range"):
            read(tables)


def test_a_card_without_any_line_is_refused():
    tables = changed(TABLES, "combat_card/IM-6/r2", [], "/")
    tables["combat_card"][key(tables["combat_card"], "IM-6")]["r3"] = []
    with pytest.raises(BadContent, match="IM-6"):
        read(tables)


def test_corridors_that_run_in_a_circle_are_refused():
    back = {"from": "b1", "to": "a1"}
    corridors = next(one for one in TABLES["biome"] if one["id"] == "prisoners_quarters")[
        "corridors"
    ]
    with pytest.raises(BadContent, match="circle"):
        read(changed(TABLES, "biome/prisoners_quarters/corridors", [*corridors, back], "/"))


def test_a_file_that_is_no_toml_or_not_there_is_refused(tmp_path):
    pack = tmp_path / "pack.toml"
    with pytest.raises(EmbertableError):
        read_deadcells(pack)
    pack.write_text("[[tile]", encoding="utf-8")
    with pytest.raises(EmbertableError):
        read_deadcells(pack)


def every_list():
    """All effects of the box with what carries them."""
    for card in CONTENT.cards.values():
        yield from card.lines
    for one in CONTENT.beheaded.values():
        for track in one.tracks:
            for step in track:
                yield step.effects
                yield step.hook.effects if step.hook else ()
    for piece in CONTENT.equipment.values():
        yield piece.effects
        yield piece.hook.effects if piece.hook else ()
    for monster in CONTENT.monsters.values():
        yield from (*monster.lines, monster.death)
    for tile in CONTENT.tiles.values():
        yield from (tile.effects, tile.curse, tile.loot, *[offer.effects for offer in tile.offers])
    for biome in CONTENT.biomes.values():
        yield biome.bell
    for deck in CONTENT.upgrades:
        for upgrade in deck:
            yield upgrade.effects
    for gift in CONTENT.well:
        yield gift.effects
    hooks = [one.hook for one in CONTENT.permanents.values()]
    hooks.extend([one.hook for one in CONTENT.runes.values()])
    for hook in hooks:
        yield hook.effects if hook else ()
    for side in CONTENT.serenade.tracks:
        yield from side
    for boss in CONTENT.bosses.values():
        yield boss.victory
        for instance in boss.instances:
            yield instance.opening


def test_the_box_uses_the_whole_vocabulary():
    used = {type(effect) for effects in every_list() for effect in nested(effects)}
    assert used == set(WORDS)


@pytest.mark.rule("D-SETUP-23", "D-CARD-03")
def test_the_box_holds_what_its_list_says():
    assert {len(one.deck) for one in CONTENT.beheaded.values()} == {6}
    assert len(CONTENT.beheaded) == 4
    assert len(CONTENT.serenade.deck) == 3
    assert len([card for card in CONTENT.cards.values() if card.owner == "any"]) == 24
    assert len(CONTENT.biomes) == 7
    assert sum(CONTENT.tiles[id].copies for b in CONTENT.biomes.values() for id in b.tiles) == 149
    cards = [id for b in CONTENT.biomes.values() for id in (*b.monsters, *b.elites)]
    assert sum(CONTENT.monsters[id].copies for id in cards) == 118
    assert len(CONTENT.starter_treasure()) == 20
    assert sum(len(biome.blueprints) for biome in CONTENT.biomes.values()) == 42
    assert [len(deck) for deck in CONTENT.upgrades] == [20, 20, 20]
    assert (len(CONTENT.well), len(CONTENT.runes), len(CONTENT.boss_cells)) == (21, 7, 5)
    assert len(CONTENT.bosses) == 4


def word_of(effect):
    return effect.columns().get("word", "")


def test_every_component_can_be_reached():
    tiles = {id for biome in CONTENT.biomes.values() for id in biome.tiles}
    assert tiles == set(CONTENT.tiles)
    improved = {upgrade.card for deck in CONTENT.upgrades for upgrade in deck if upgrade.card}
    assert improved == {card.id for card in CONTENT.cards.values() if card.owner == "any"}
    named = {word_of(effect) for effects in every_list() for effect in nested(effects)}
    attacks = [
        line for b in CONTENT.bosses.values() for a in b.attacks.values() for line in a.lines
    ]
    named |= {word_of(effect) for line in attacks for effect in line}
    boards = {id for b in CONTENT.biomes.values() for id in (*b.monsters, *b.elites)}
    assert set(CONTENT.monsters) <= boards | named
    printed = {id for biome in CONTENT.biomes.values() for id in biome.blueprints}
    assert set(CONTENT.equipment) <= printed | named | set(CONTENT.starter_treasure())
    assert {f"rune {rune}" for rune in CONTENT.runes} <= named
    ends = {exit.to for biome in CONTENT.biomes.values() for exit in biome.exits.values()}
    assert set(CONTENT.bosses) <= ends
    assert set(CONTENT.biomes) <= ends | {"prisoners_quarters"} | set(CONTENT.packages)
