"""Everything has a name and a text in both languages, and a pack's own names stay its own."""

from __future__ import annotations

import pytest

from embertable import load
from embertable.engine.speech import message_of
from embertable.games.deadcells.called import called, known, slug
from embertable.games.deadcells.content import read_deadcells
from embertable.games.deadcells.explore import GroupMoved
from embertable.games.deadcells.gains import TakeScroll
from tests.games.deadcells.scene import scene

GAME = load("deadcells")
CONTENT = read_deadcells(GAME.folder() / "content" / "deadcells.toml")
NAMES = {**CONTENT.named, **{one.id: one.name for one in CONTENT.biomes.values()}}


def test_both_languages_have_a_name_for_everything_and_for_nothing_else():
    assert {f"called.{slug(name)}" for name in NAMES.values()} == known()


def test_the_english_names_are_those_of_the_content():
    words = GAME.words("en")
    cells = [cell.id for cell in CONTENT.boss_cells]  # they have a number and no name
    assert [
        name for id, name in NAMES.items() if id not in cells and words.say(called(name)) != name
    ] == []


@pytest.mark.parametrize(
    ("id", "group", "name"),
    [
        ("IM-1", "card", "Spazzata di cenere"),
        ("b1_zombie", "card", "Zombi"),
        ("torch", "card", "Torcia"),
        ("BR-02", "card", "Istinto assassino"),
        ("vine", "rune", "Runa del rampicante"),
        ("promenade", "biome", "Passeggiata dei condannati"),
        ("concierge", "biome", "Il Portinaio"),
        ("BC-1", "card", "Cellula Boss 1"),
    ],
)
def test_italian_sentences_have_italian_names(id, group, name):
    assert GAME.words("it").word(id, group) == name


def test_a_name_that_only_a_pack_has_stays_as_it_is(tmp_path):
    text = (GAME.folder() / "content" / "deadcells.toml").read_text(encoding="utf-8")
    pack = tmp_path / "pack.toml"
    pack.write_text(text.replace('name = "Torch"', 'name = "Lanterna verde"'), encoding="utf-8")
    content = GAME.read_content(pack)
    assert GAME.words("it", content=content).word("torch", "card") == "Lanterna verde"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_upgrade_answer_of_the_well_rune_and_boss_cell_says_what_it_does(language):
    words = GAME.words(language)
    ids = [card.id for deck in CONTENT.upgrades for card in deck]
    ids += [card.id for card in CONTENT.well]
    ids += [*CONTENT.runes, *[cell.id for cell in CONTENT.boss_cells], *CONTENT.equipment]
    assert [id for id in ids if not words.word(id, "text")] == []


def test_terms_are_said_with_what_they_limit():
    words = GAME.words("en")
    text = words.word("BR-02", "text")
    assert text == "after a kill by Damage: 1 Skill (once per Combat)"
    assert words.word("SV-02", "text") == "+1 maximum Health for every Beheaded"
    assert words.word("BC-2", "text") == "The Healer: −1 uses"
    assert "(at a Wall)" in words.word("hayabusa_boots", "text")


def test_who_must_choose_is_told_what_it_is_about():
    table = scene()
    choice = table.hurt(table.enemy(1), "damage 2")
    assert choice is not None
    assert said("en", choice, table) == "Choose who takes this: 2 Damage to one."
    assert said("it", choice, table) == "Scegli chi subisce questo: Danno 2 a uno."


def test_a_scroll_says_what_it_unlocks():
    table = scene("immolated flayed")
    table.scrolls(0, green=1)
    assert said("en", TakeScroll(0, 0, "green"), table) == "The Immolated: green (immune to Freeze)"
    alone = scene("poisoned serenade")
    assert said("en", TakeScroll(0, 1, "red"), alone) == "Serenade: one space on her track"


@pytest.mark.parametrize(("language", "told"), [("en", "exit A."), ("it", "uscita A.")])
def test_an_exit_that_was_taken_is_not_told_as_one_of_the_biome_after_it(language, told):
    """The story is told again to whoever opens the page later."""
    table = scene()
    table.state.biome = "promenade"
    assert said(language, GroupMoved("exit_a"), table).endswith(told)
    table.state.biome = ""
    assert said(language, GroupMoved("exit_a"), table).endswith(told)
    assert said(language, GroupMoved("a1"), table).endswith(" a1.")


def said(language, thing, table):
    words = GAME.words(language, GAME.view(table.table, 0))
    return words.say(message_of(thing))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_tile_attack_and_line_is_told(language):
    words = GAME.words(language)
    attacks = [id for boss in CONTENT.bosses.values() for id in boss.attacks]
    for id in [*CONTENT.tiles, *attacks]:
        assert words.word(id, "text"), id
    for id in [*CONTENT.cards, *CONTENT.monsters, *attacks, "printed_power", "printed_melee"]:
        assert words.word(f"{id} 1", "does"), id


def test_a_tile_tells_all_it_brings():
    words = GAME.words("en")
    assert words.word("PQ-X2", "text") == (
        "the next player becomes First Player; 1 Elite; Loot: 1 Cell and 1 Blueprint"
    )
    assert words.word("PQ-M1", "text") == "1 Food for 1 Tooth; 1 Treasure for 3 Teeth"
    assert words.word("b1_zombie 4", "does") == "1 Damage to one"
