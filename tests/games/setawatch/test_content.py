"""The content of Set a Watch: what is in the box; a broken pack is refused with row and field."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from embertable.engine.content import WHOLE_FILE
from embertable.engine.errors import BadContent, UnreadableFile
from embertable.games.setawatch.content import WatchContent
from embertable.games.setawatch.pack import read_tables, read_watch
from tests.games.packs import DROP, changed, key
from tests.games.setawatch.scene import CONTENT, GAME

FILE = GAME.folder() / "content" / "setawatch.toml"
TABLES = tomllib.loads(FILE.read_text(encoding="utf-8"))
ODD: tuple[object, ...] = (DROP, 7777, [[["x"]]])
"""What no field of a pack is, or only some are."""


def read(tables: Any) -> WatchContent:
    return read_tables("pack.toml", tables, "hash")


EFFECTS = "items.lamp_oil.effects"
FAE = "creatures.fae.powers.0"
BROKEN = [
    # Tables and rows.
    ("wizards", [], WHOLE_FILE, "wizards", "not known"),
    ("creatures", DROP, WHOLE_FILE, "creatures", "missing"),
    ("creatures.bear", "Bear", "creatures number 1", "-", "not a table"),
    ("creatures.bear.id", DROP, "creatures number 1", "id", "missing"),
    ("creatures.bear.id", "wolf", "creatures wolf", "id", "twice"),
    ("items.lamp_oil.id", DROP, "items number 14", "id", "missing"),
    ("locations.dark_woods.id", DROP, "locations number 3", "id", "missing"),
    ("meta.rounds", 10, "meta", "rounds", "not 9"),
    ("vocabulary.params.exhaust", ["n"], "vocabulary.params", "exhaust", "other parameters"),
    ("vocabulary.params.burn", ["n"], "vocabulary.params", "burn", "no effect"),
    ("vocabulary.params", [], "vocabulary", "params", "not a table"),
    # Creatures.
    ("creatures.bear.type", "Beast", "creatures bear", "type", "'Beast'"),
    ("creatures.bear.set", "mine", "creatures bear", "set", "'mine'"),
    ("creatures.bear.damage", 10, "creatures bear", "damage", "from 0 to 9"),
    ("creatures.bear.healths", [], "creatures bear", "healths", "is empty"),
    ("creatures.bear.healths", [31], "creatures bear", "healths", "31"),
    ("creatures.bear.healths", ["4+trophies"], "creatures bear", "healths", "trophies"),
    ("creatures.bear.healths", ["4+wood"], "creatures bear", "healths", "'wood'"),
    ("creatures.bear.colour", "brown", "creatures bear", "colour", "not known"),
    ("unhallowed.hydra.health", 0, "unhallowed hydra", "health", "from 1 to 30"),
    ("summons.summon.base_health", 1, "summons summon", "base_health", "not 0"),
    # Powers and effects.
    (f"{FAE}.trigger", "dawn", "creatures fae", "trigger", "'dawn'"),
    (f"{FAE}.trigger", "arrive", "creatures fae", "trigger", "'arrive'"),
    (f"{FAE}.trigger", "ongoing", "creatures fae", "powers", "cannot go on"),
    (f"{FAE}.condition", "full_moon", "creatures fae", "condition", "'full_moon'"),
    (f"{FAE}.once", 1, "creatures fae", "once", "not true or false"),
    (f"{FAE}.effects.0.op", DROP, "creatures fae.powers 1.effects 1", "op", "missing"),
    (f"{FAE}.effects.0.op", "burn", "creatures fae", "op", "'burn'"),
    (f"{FAE}.effects.0.add", DROP, "creatures fae", "add", "missing"),
    (f"{FAE}.effects.0.add", "lots", "creatures fae", "add", "'lots'"),
    (f"{FAE}.effects.0.add", "X*2", "creatures fae", "add", "no sum"),
    (f"{FAE}.effects.0.add", 1.5, "creatures fae", "add", "1.5"),
    (f"{FAE}.effects.0.sel", {}, "creatures fae", "sel", "not known"),
    ("items.storm_rod.effects.0.sel", DROP, "items storm_rod", "sel", "missing"),
    (
        "items.storm_rod.effects.0.sel.pick",
        DROP,
        "items storm_rod.effects 1.sel",
        "pick",
        "missing",
    ),
    ("items.storm_rod.effects.0.sel.zone", "sea", "items storm_rod.effects 1.sel", "zone", "'sea'"),
    (
        "items.storm_rod.effects.0.sel.pos",
        [0],
        "items storm_rod.effects 1.sel",
        "pos",
        "from 1 to 99 or last",
    ),
    ("items.trapdoor_kit.effects.0.to", DROP, "items trapdoor_kit", "to", "missing"),
    ("items.trapdoor_kit.effects.0.to", "sea", "items trapdoor_kit", "to", "'sea'"),
    ("items.war_banner.effects.0.dice", "mine", "items war_banner", "dice", "'mine'"),
    ("camp_actions.scout_ahead.effects.0.zone", "horde", "camp_actions scout_ahead", "zone", "'h"),
    (EFFECTS, [{"op": "rule", "key": "chop_bonus", "value": 1}], "items lamp_oil", "effects", "'r"),
    (EFFECTS, [{"op": "forbid", "what": ["stun"]}], "items lamp_oil", "effects", "without an end"),
    ("items.whetstone.effects.0.uses", 2, "items whetstone", "uses", "not 1"),
    (
        "locations.underground_tomb.powers.0.effects.0.min",
        2,
        "underground_tomb",
        "min",
        "not 1",
    ),
    (EFFECTS, [{"op": "draw", "to": "graveyard"}], "items lamp_oil", "to", "'graveyard'"),
    (EFFECTS, [{"op": "draw", "to": "line_next_round"}], "items lamp_oil", "to", "'line_n"),
    (EFFECTS, [{"op": "swap", "a": {"pick": "choose"}}], "items lamp_oil", "b", "missing"),
    (
        "locations.witchs_shack.powers.0.effects.0.key",
        "luck",
        "locations witchs_shack",
        "key",
        "'l",
    ),
    # Adventurers.
    ("adventurers", [], WHOLE_FILE, "adventurers", "four adventurers"),
    ("adventurers.heretic.dice", ["d6", "d6"], "adventurers heretic", "dice", "three dice"),
    ("adventurers.heretic.dice", ["d6", "d6", "d8"], "adventurers heretic", "dice", "one kind"),
    ("adventurers.heretic.dice", ["d20"] * 3, "adventurers heretic", "dice", "'d20'"),
    ("adventurers.heretic.attack", "magic", "adventurers heretic", "attack", "'magic'"),
    ("adventurers.heretic.trophies", {"max": 2}, WHOLE_FILE, "adventurers", "more than one"),
    ("adventurers.witch.abilities.hex.kind", "lazy", "abilities hex", "kind", "'lazy'"),
    # Camp, items, locations.
    ("camp_actions.heal.requirement", "exact_7", "camp_actions heal", "requirement", "'exact_7'"),
    ("camp_actions.heal.placements", 2, "camp_actions heal", "placements", "1 spaces"),
    ("camp_actions.chop_wood.requirement", "min_4", WHOLE_FILE, "camp_actions", "W-CAMP-07"),
    ("camp_spaces.heal.action", "sing", "camp_actions heal", "placements", "0 spaces"),
    ("camp_spaces.heal.action", "equip", "camp_actions heal", "placements", "0 spaces"),
    ("camp_spaces.heal.coin", 1, "camp_spaces heal", "coin", "not true or false"),
    ("reveal_levels.1.firewood_from", 8, WHOLE_FILE, "reveal_levels", "nothing for 7"),
    ("items.lamp_oil.cost", -1, "items lamp_oil", "cost", "from 0 to 99"),
    ("items.lamp_oil.trigger", "throw", "items lamp_oil", "trigger", "'throw'"),
    ("items.lamp_oil.window", "noon", "items lamp_oil", "window", "'noon'"),
    ("locations.dark_woods.kind", "town", "locations dark_woods", "kind", "'town'"),
    ("locations.dark_woods.firewood", "double", "locations dark_woods", "firewood", "'double'"),
    ("locations.dark_woods.creatures", 0, "locations dark_woods", "creatures", "from 1 to 20"),
    # What a table agrees on, and what set-up needs.
    ("difficulties.normal", DROP, WHOLE_FILE, "difficulties", "lacks normal"),
    ("difficulties.insane.summons", 5, "difficulties insane", "summons", "are 4 Summon cards"),
    ("deck_presets.open", DROP, WHOLE_FILE, "deck_presets", "lacks open"),
    ("locations.the_catacombs.kind", "regular", WHOLE_FILE, "locations", "lacks the_catacombs"),
    ("items", TABLES["items"][:2], WHOLE_FILE, "items", "fewer than 3"),
    ("deck_presets.open.creature_sets", [], "deck_presets open", "creature_sets", "0 cards for 30"),
    ("deck_presets.open.unhallowed_sets", [], "deck_presets open", "unhallowed_sets", "for 8"),
    ("deck_presets.open.fixed", ["bear"] * 3, "deck_presets open", "fixed", "more often"),
    ("deck_presets.classic.fixed", ["hedge_imp"], "deck_presets classic", "fixed", "more often"),
    ("deck_presets.open.fixed", ["hydra"], "deck_presets open", "fixed", "'hydra'"),
    ("deckbuilding.guidelines.Beast", 1, "deckbuilding", "guidelines", "'Beast'"),
]


@pytest.mark.parametrize(("path", "value", "row", "field", "problem"), BROKEN)
def test_a_broken_pack_is_refused_with_row_and_field(path, value, row, field, problem):
    with pytest.raises(BadContent) as caught:
        read(changed(TABLES, path, value))
    said = str(caught.value)
    assert "pack.toml" in said
    assert row in said
    assert f"{field}" in said
    assert problem in said


def test_the_pack_of_the_box_is_sound():
    assert read(TABLES).cards.keys() == CONTENT.cards.keys()


def test_a_pack_too_small_for_a_map_is_refused():
    few = [row for row in TABLES["locations"] if row["kind"] != "regular"]
    with pytest.raises(BadContent, match="0 regular ones"):
        read({**TABLES, "locations": few})


def test_whatever_is_broken_nothing_but_a_bad_pack_is_told():
    """One row of each kind, each field of it broken in every way."""
    rows = (
        *("creatures.graveshifter", "unhallowed.hydra", "locations.mountain_keep"),
        *("items.fire_pot", "runes.vanquish"),
    )
    refused = 0
    for path in [field for row in rows for field in fields(row)]:
        for value in ODD:
            try:
                read(changed(TABLES, path, value))
            except BadContent:
                refused += 1
    assert refused > 100


def fields(row: str) -> list[str]:
    """The paths of the fields of a row, and of those of its first effect."""
    place: Any = TABLES
    for part in row.split("."):
        place = place[key(place, part)]
    found = [f"{row}.{name}" for name in place]
    if "powers" in place:
        found += [f"{row}.powers.0.{name}" for name in place["powers"][0]]
        effect = place["powers"][0]["effects"][0]
        found += [f"{row}.powers.0.effects.0.{name}" for name in effect]
    elif place.get("effects"):
        found += [f"{row}.effects.0.{name}" for name in place["effects"][0]]
    return found


def test_files_that_are_no_pack(tmp_path):
    with pytest.raises(UnreadableFile):
        read_watch(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[meta", encoding="utf-8")
    with pytest.raises(BadContent):
        read_watch(broken)
    empty = tmp_path / "empty.toml"
    empty.write_text("", encoding="utf-8")
    with pytest.raises(BadContent):
        read_watch(empty)


# What is in the box (ledger, section 9).


def test_how_many_cards_of_each_kind():
    kinds = Counter(card.creature.kind for card in CONTENT.cards.values())
    assert kinds == {"creature": 60, "acolyte": 4, "summon": 4, "Unhallowed": 18}
    locations = Counter(one.kind for one in CONTENT.locations.values())
    assert locations == {"regular": 24, "respite": 8, "final": 4}
    assert len(CONTENT.items) == 27
    assert len(CONTENT.abilities) == 20
    assert [len(one.abilities) for one in CONTENT.adventurers] == [5] * 4


@pytest.mark.rule("W-SETUP-04")
def test_summon_cards_by_difficulty():
    assert CONTENT.summons_by_difficulty == {"easy": 1, "normal": 2, "hard": 3, "insane": 4}


def test_triggers_of_items():
    triggers = Counter(item.trigger for item in CONTENT.items.values())
    assert triggers == {"activate": 4, "exhaust": 9, "discard": 9, "passive": 5}


@pytest.mark.rule("W-CAMP-CHOP-01", "W-CAMP-SCOUT-01", "W-CAMP-MAP-01", "W-CAMP-06")
def test_spaces_and_requirements_of_the_camp_board():
    found = {one.id: (len(one.spaces), one.requirement) for one in CONTENT.camp.values()}
    assert found == {
        "chop_wood": (3, "none"),
        "scout_ahead": (3, "ascending"),
        "check_map": (1, "min_4"),
        "heal": (1, "exact_6"),
        "equip": (1, "none"),
    }
