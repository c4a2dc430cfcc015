"""Defeat: what happens, in which order, and where the creature goes (W-DEFEAT)."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.defeat import ChooseTrophy, TakeNoTrophy, TakeTrophy
from embertable.games.setawatch.dice_effects import ChooseReroll
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import (
    CardEntered,
    CreatureDefeated,
    FirewoodChanged,
    PowerTriggered,
    TrophyTaken,
)
from embertable.games.setawatch.state import SPENT
from tests.games.setawatch.scene import scene


@pytest.mark.rule("W-DEFEAT-01")
def test_a_creature_is_defeated_by_a_direct_attack():
    table = scene(line="treant 8, bear", dice="R 8", firewood=3)
    table.watch()
    table.attack("R 8", 1)
    assert table.graveyard == ["treant"]
    assert table.state.firewood == 5


@pytest.mark.rule("W-DEFEAT-01")
def test_a_creature_is_defeated_by_damage_of_a_card():
    table = scene(line="treant 8, bear", dice="T 4", firewood=3)
    table.watch()
    table.use("withering_curse", "T 4")
    table.act(TakeCard(PARTY, "treant-1"))
    assert table.graveyard == ["treant"]
    assert table.state.firewood == 5


@pytest.mark.rule("W-DEFEAT-01")
def test_a_creature_is_defeated_outright_by_an_effect():
    table = scene(line="treant 8, bear", firewood=3)
    table.watch()
    table.use("boulder_toss")
    table.act(TakeCard(PARTY, "treant-1"))
    assert table.graveyard == ["treant"]
    assert table.state.firewood == 5


@pytest.mark.rule("W-DEFEAT-01", "W-DEFEAT-04")
def test_any_move_from_the_line_to_the_graveyard_is_a_defeat():
    """A Graveshifter that is revealed goes to the Graveyard, and the Pyromancer takes notice."""
    table = scene(line="graveshifter down, pyromancer", graveyard="bear", firewood=5)
    table.watch()
    assert [event.card for event in table.events(CreatureDefeated)] == ["graveshifter-1"]
    assert table.state.firewood == 4


@pytest.mark.rule("W-DEFEAT-02")
def test_the_steps_of_a_defeat_follow_each_other():
    """Dice come back, its own power acts, it is put away, then others take notice."""
    table = scene(line="treant 8, pyromancer", dice="B 8, H 5", firewood=9)
    table.steal("H 5", 1)
    table.watch()
    choice = table.attack("B 8", 1)
    assert isinstance(choice, ChooseTrophy)
    assert 5 in table.dice("H", SPENT)
    assert table.state.firewood == 11, "its own power has acted"
    table.act(TakeNoTrophy(PARTY, "treant-1", "graveyard"))
    assert table.graveyard == ["treant"]
    assert [event.n for event in table.events(FirewoodChanged)] == [2, -1]
    assert table.line == ["pyromancer"]


@pytest.mark.rule("W-DEFEAT-02")
def test_a_power_may_place_the_creature_elsewhere():
    table = scene(line="hydra, bear", dice="B 8 1")
    table.watch()
    table.attack("B 8", 1)
    table.attack("B 1", 1)
    assert table.line == ["bear", "hydra"]
    assert table.graveyard == []
    assert table.adventurer("B").trophies == []


@pytest.mark.rule("W-DEFEAT-02")
def test_a_negated_creature_has_no_defeated_power():
    table = scene(line="hydra, bear", dice="R 9")
    table.at(1).negated = True
    table.watch()
    table.attack("R 9", 1)
    assert table.line == ["bear"]
    assert table.graveyard == ["hydra"]


@pytest.mark.rule("W-DEFEAT-02")
def test_powers_of_others_come_before_the_first_defeat_of_the_location():
    table = scene(
        line="bear 4, pyromancer", dice="R 4 9", location="the_catacombs", firewood=9, luck="5"
    )
    table.watch()
    assert isinstance(table.attack("R 4", 1), ChooseReroll)
    assert table.state.firewood == 8
    assert table.graveyard == ["bear"]


@pytest.mark.rule("W-DEFEAT-02")
def test_marks_are_paid_when_the_creature_is_defeated():
    table = scene(line="wyvern 6, bear", dice="R 4")
    table.give("B", board="marked_for_coin, weighted_net, known_quarry")
    table.watch()
    table.use("marked_for_coin")
    table.act(TakeCard(PARTY, "wyvern-1"))
    assert table.state.coins == 0
    table.attack("R 4", 1)
    assert table.state.coins == 2


@pytest.mark.rule("W-DEFEAT-03")
@pytest.mark.parametrize("trophy", [True, False])
def test_of_several_replacements_the_party_chooses_one(trophy):
    table = scene(
        line="skeletons 8, bear", dice="B 8", location="forgotten_graveyard", deck="wolf", players=2
    )
    table.watch()
    choice = table.attack("B 8", 1)
    assert choice is not None
    assert choice.answerers(table.table) == (0, 1)
    take = TakeTrophy(PARTY, "skeletons-1", "skeletons-1")
    leave = TakeNoTrophy(PARTY, "skeletons-1", "deck_bottom")
    assert table.offered() == [take, leave]
    table.act(take if trophy else leave)
    assert table.adventurer("B").trophies == (["skeletons-1"] if trophy else [])
    assert table.deck == (["wolf"] if trophy else ["wolf", "skeletons"])
    assert table.graveyard == []


@pytest.mark.rule("W-DEFEAT-04")
def test_a_swap_defeats_the_one_and_reveals_the_other_in_its_place():
    table = scene(
        line="bear, treant 9, wolf", graveyard="eagle, hedge_imp, fae", firewood=3, dice="H 5 4"
    )
    table.give("H", board="dark_exchange, grave_whisper, corpse_bolt")
    table.watch()
    table.use("dark_exchange", "H 5")
    table.act(TakeCard(PARTY, "treant-2"), TakeCard(PARTY, "hedge_imp-1"))
    assert table.line == ["bear", "hedge_imp", "wolf"], "the Line does not close up"
    assert table.graveyard == ["eagle", "treant", "fae"], "each takes the place of the other"
    assert table.state.firewood == 5, "its Defeated power triggers"
    assert [event.card for event in table.events(CardEntered)] == ["hedge_imp-1"]
    assert table.at(2).stolen == [table.die("H 4")], "the other one's Reveal power triggers"


@pytest.mark.rule("W-DEFEAT-05")
def test_creatures_due_together_are_defeated_one_by_one_with_settle_between():
    """The Fae comes first after the Bear's defeat and is defeated before it acts."""
    table = scene(line="bear 4, fae 5, wyvern", firewood=7)
    table.at(1).damage = 4
    table.at(2).damage = 5
    table.watch()
    assert [event.card for event in table.events(CreatureDefeated)] == ["bear-1", "fae-1"]
    assert [event.card for event in table.events(PowerTriggered)] == ["wyvern-1"]
    assert table.graveyard == ["fae", "bear"]


@pytest.mark.rule("W-DEFEAT-05")
def test_the_fire_is_fed_between_two_defeats():
    table = scene(line="bear 4, wolf 4, pyromancer", firewood=1)
    table.at(1).damage = table.at(2).damage = 4
    table.watch()
    assert table.line == ["wolf", "pyromancer"]
    table.act(table.offered()[0])
    assert table.line == ["pyromancer"]
    assert table.events(TrophyTaken) == []
