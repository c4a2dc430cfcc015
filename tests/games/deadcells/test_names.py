"""Everything has a name and a text in both languages, and a pack's own names stay its own."""

from __future__ import annotations

import pytest

from embertable import load
from embertable.engine.messages import message_of
from embertable.games.deadcells.combat import TakePower
from embertable.games.deadcells.content import read_deadcells
from embertable.games.deadcells.display_names import display_name, known, slug
from embertable.games.deadcells.effects_outside_combat import CheckMissed, ChooseCheckCard
from embertable.games.deadcells.explore import GroupMoved, TakeCorridor, TileFlipped
from embertable.games.deadcells.gains import TakeScroll
from tests.games.deadcells.scene import scene

GAME = load("deadcells")
CONTENT = read_deadcells(GAME.folder() / "content" / "deadcells.toml")
NAMES = {**CONTENT.named, **{one.id: one.name for one in CONTENT.biomes.values()}}


def test_both_languages_have_a_name_for_everything_and_for_nothing_else():
    assert {f"called.{slug(name)}" for name in NAMES.values()} == known("called")


def test_both_languages_have_every_enemy_with_its_article():
    enemies = [*CONTENT.monsters, *CONTENT.bosses]
    assert {f"foe.{slug(CONTENT.named[id])}" for id in enemies} == known("foe")
    assert GAME.catalogue("en").name_of("b1_zombie", "foe") == "the Zombie"
    assert GAME.catalogue("it").name_of("b1_zombie", "foe") == "lo Zombi"


def test_the_english_names_are_those_of_the_content():
    words = GAME.catalogue("en")
    cells = [cell.id for cell in CONTENT.boss_cells]  # they have a number and no name
    assert [
        name
        for id, name in NAMES.items()
        if id not in cells and words.render(display_name(name)) != name
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
    assert GAME.catalogue("it").name_of(id, group) == name


def test_a_name_that_only_a_pack_has_stays_as_it_is(tmp_path):
    text = (GAME.folder() / "content" / "deadcells.toml").read_text(encoding="utf-8")
    pack = tmp_path / "pack.toml"
    pack.write_text(text.replace('name = "Torch"', 'name = "Lanterna verde"'), encoding="utf-8")
    content = GAME.read_content(pack)
    assert GAME.catalogue("it", content=content).name_of("torch", "card") == "Lanterna verde"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_upgrade_answer_of_the_well_rune_and_boss_cell_says_what_it_does(language):
    words = GAME.catalogue(language)
    ids = [card.id for deck in CONTENT.upgrades for card in deck]
    ids += [card.id for card in CONTENT.well]
    ids += [*CONTENT.runes, *[cell.id for cell in CONTENT.boss_cells], *CONTENT.equipment]
    assert [id for id in ids if not words.name_of(id, "text")] == []


@pytest.mark.parametrize(
    ("language", "yours", "its_own"),
    [("en", "1 Shield for you", "1 Shield for itself"), ("it", "1 Scudo per te", "1 Scudo per sé")],
)
def test_a_card_speaks_to_its_holder_and_of_an_enemy(language, yours, its_own):
    words = GAME.catalogue(language)
    assert words.name_of("old_wooden_shield", "text").endswith(yours)
    assert words.name_of("flayed-purple-0", "card").endswith(yours)
    assert its_own in words.name_of("b1_shieldbearer", "text")
    for card in CONTENT.cards.values():
        lines = [words.name_of(f"{card.id} {round}", "does") for round in range(len(card.lines))]
        assert not any(its_own in line for line in [*lines, words.name_of(card.id, "text")])


def test_terms_are_said_with_what_they_limit():
    words = GAME.catalogue("en")
    text = words.name_of("BR-02", "text")
    assert text == "after a kill by Damage: 1 Skill (once per Combat)"
    assert words.name_of("SV-02", "text") == "+1 maximum Health for every Beheaded"
    assert words.name_of("BC-2", "text") == "The Healer: −1 uses"
    assert words.name_of("hayabusa_boots", "text") == (
        "every Damage on space 1 is 1 more (if there is a Wall)"
    )


def test_who_must_choose_is_told_what_it_is_about():
    table = scene()
    choice = table.hurt(table.enemy(1), "damage 2")
    assert choice is not None
    assert said("en", choice, table) == "Choose who takes this: 2 Damage to one."
    assert said("it", choice, table) == "Scegli chi subisce questo: 2 Danni a uno."


def test_the_steps_of_serenade_have_words_on_both_sides():
    words = GAME.catalogue("en")
    for side, track in (("power-", CONTENT.serenade.tracks[0]), ("", CONTENT.serenade.tracks[1])):
        for position in range(1, len(track) + 1):
            said = words.name_of(f"serenade-{side}{position}", "card")
            assert said
            assert "serenade" not in said
    assert words.name_of("serenade-power-1", "card") == "2 Teeth"


def test_a_scroll_says_what_it_unlocks():
    table = scene("immolated flayed")
    table.scrolls(0, green=1)
    assert (
        said("en", TakeScroll(0, 0, "green"), table) == "The Immolated: Survival (immune to Freeze)"
    )
    alone = scene("poisoned serenade")
    assert (
        said("en", TakeScroll(0, 1, "red"), alone) == "Serenade: one space on her track (2 Teeth)"
    )
    alone.character(1).melee = True
    assert said("it", TakeScroll(0, 1, "red"), alone) == (
        "Serenata: uno spazio sul suo tracciato (Round 0: 1 Scudo per il Decapitato)"
    )
    alone.character(1).scrolls[0] = len(alone.state.content.serenade.tracks[1])
    assert said("en", TakeScroll(0, 1, "red"), alone) == "Serenade: Brutality (nothing)"


def test_a_power_of_serenade_says_what_it_does():
    alone = scene("poisoned serenade")
    assert (
        said("en", TakePower(0, "red"), alone)
        == "The power of Brutality (Round III: 1 Damage to one)"
    )


def test_a_corridor_says_what_it_asks_earns_and_costs():
    table = scene()
    table.stand("e2")
    assert said("en", TakeCorridor(0, "exit_b", 21), table) == (
        "Go to exit B to Toxic Sewers (Check Survival, failing: 1 Damage to the First Player)"
    )
    table.stand("a2")
    assert said("it", TakeCorridor(0, "b3", 5), table) == (
        "Raggiungi lo spazio b3 (un Tesoro e Prova del mazzo: Tattica 1 Dente)"
    )


def test_a_choice_and_a_check_with_several_icons_say_that_one_is_enough():
    table = scene()
    choice = table.tile("PQ-T2", "b1")
    assert choice is not None
    assert said("en", choice, table) == "Choose one: 1 Treasure or 3 Teeth."
    assert GAME.catalogue("it").name_of("PQ-T2", "text") == "a scelta: 1 Tesoro o 3 Denti"
    icons = ("green", "purple", "red")
    assert said("en", ChooseCheckCard(0, 0, icons), table) == (
        "Discard a card that shows Survival, Tactics or Brutality for the Check."
    )
    assert said("it", CheckMissed(0, icons[:2]), table) == (
        "L'Avvelenato fallisce la Prova di Sopravvivenza o Tattica."
    )


def test_a_loss_says_whose_it_is():
    words = GAME.catalogue("en")
    lost = [
        words.name_of(id, "text") for id in CONTENT.tiles if "loses" in words.name_of(id, "text")
    ]
    assert lost
    assert all("everybody loses 1 Equipment" in text for text in lost)
    assert words.name_of("C2-6 1", "does") == "one discards the Active card"
    assert words.name_of("SV-08c 2", "does") == (
        "heal 1 for anyone and remove Bleeding from anyone"
    )


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
    words = GAME.catalogue(language, GAME.view(table.table, 0))
    return words.render(message_of(thing))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_tile_attack_and_line_is_told(language):
    words = GAME.catalogue(language)
    attacks = [id for boss in CONTENT.bosses.values() for id in boss.attacks]
    for id in [*CONTENT.tiles, *attacks]:
        assert words.name_of(id, "text"), id
    for id in [*CONTENT.cards, *CONTENT.monsters, *attacks, "printed_power", "printed_melee"]:
        assert words.name_of(f"{id} 1", "does"), id


def test_a_tile_tells_all_it_brings():
    words = GAME.catalogue("en")
    assert words.name_of("PQ-X2", "text") == (
        "the next player becomes First Player; 1 Elite; Loot: 1 Cell and 1 Blueprint"
    )
    assert words.name_of("PQ-M1", "text") == "1 Food for 1 Tooth; 1 Treasure for 3 Teeth"
    assert words.name_of("b1_zombie 4", "does") == "1 Damage to one"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "a Cursed Treasure; its curse: 1 Damage to the First Player."),
        ("it", "un Tesoro Maledetto; la maledizione: 1 Danno al Primo Giocatore."),
    ],
)
def test_a_cursed_treasure_names_its_curse(language, said):
    """Health that is lost has a reason in the story."""
    flipped = GAME.catalogue(language).render(message_of(TileFlipped("b3", "PQ-C1")))
    assert flipped.endswith(said)
