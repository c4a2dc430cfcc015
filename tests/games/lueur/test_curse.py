"""The curse of the black die: its element counts for nothing."""

from __future__ import annotations

import pytest

from embertable.games.lueur.archipelago import Sail, StayMoored
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.late_morning import ChooseDice, KeepDice, PickDie, RollPicked
from embertable.games.lueur.noon import CardResolved, Cursed, Resolve
from embertable.games.lueur.province import WalkTo
from tests.games.lueur.scene import scene, showing


def resolved(table):
    return [(event.card, event.times) for event in table.events(CardResolved)]


X6B = "large red fire, large red fire, large red water, large azure air, small black fire"


@pytest.mark.rule("L-CURSE-02")
@pytest.mark.parametrize("first", ["B38", "B31"])
def test_x6b_the_curse(first):
    table = scene()
    table.give(0, companions="A05 B38 B31", dice=X6B, bursts=30)
    table.noon()
    assert table.offered(0) == [Resolve(0, "B38"), Resolve(0, "B31")]
    table.act(Resolve(0, first))
    assert sorted(resolved(table)) == [("B31", 1), ("B38", 1)]
    assert table.player(0).bursts == 35


@pytest.mark.rule("L-CURSE-02", "L-JOURNEY-ARCHIPELAGO-04")
def test_x6b_at_sea():
    table = scene(journey="archipelago")
    table.give(0, dice=X6B)
    table.afternoon()
    to_two = [Sail(0, "I00", "I01"), Sail(0, "I00", "I06")]  # the paths for one or two elements
    assert table.offered(0) == [*to_two, StayMoored(0)]


@pytest.mark.rule("L-CURSE-01")
def test_the_holder_is_cursed_without_being_asked():
    table = scene()
    table.give(0, companions="B32", dice="small black fire, small red fire")
    assert table.noon() is None
    assert resolved(table) == []


@pytest.mark.rule("L-CURSE-01")
def test_only_the_holder_is_cursed():
    table = scene()
    table.give(0, dice="small black fire")
    table.give(1, companions="B32", dice="small red fire")
    table.noon()
    assert resolved(table) == [("B32", 1)]


@pytest.mark.rule("L-CURSE-01", "L-CURSE-02")
def test_a_curse_is_told_of_the_holder_alone():
    table = scene()
    table.give(0, dice="small black fire")
    table.give(1, dice="small red fire")
    table.noon()
    assert [(event.seat, event.element) for event in table.events(Cursed)] == [(0, "fire")]


@pytest.mark.rule("L-CURSE-02")
def test_the_black_die_does_not_supply_its_element():
    table = scene()
    table.give(0, companions="B32 B38", dice="small black fire, small green air")
    table.noon()
    assert resolved(table) == [("B38", 1)]  # Drel wants no fire, and finds none


@pytest.mark.rule("L-CURSE-02")
def test_large_and_small_dice_of_the_element_are_discounted_and_no_others():
    table = scene()
    table.give(0, dice="large red fire, small green fire, small blue air, small black fire")
    assert counted_symbols(table.state, 0) == {"air": 1}
    counted = {die.id: die.counts for die in table.view().players[0].dice}
    assert [counted[die] for die in table.player(0).dice] == [False, False, True, False]


@pytest.mark.rule("L-CURSE-03", "L-DICE-05")
def test_a_minus_discounts_no_die():
    table = scene()
    table.give(0, companions="A05", dice=showing("minus_bursts fire fire"))
    table.noon()
    assert resolved(table) == [("A05", 1)]
    assert table.player(0).bursts == 10 - 2 + 4


@pytest.mark.rule("L-CURSE-03")
def test_a_minus_is_paid_at_the_start_of_noon():
    table = scene()
    table.give(0, companions="A05 B32", dice=showing("minus_bursts fire fire"), bursts=1)
    table.noon()
    assert table.player(0).bursts == 0
    table.act(Resolve(0, "A05"))
    assert table.player(0).bursts == 4 + 2  # the loss took what was there, and no more


@pytest.mark.rule("L-CURSE-04", "L-EVENING-02")
def test_in_the_evening_every_small_die_lies_by_its_face():
    table = scene()
    table.give(0, dice="small black fire, small red fire, small blue air")
    black, red, blue = table.player(0).dice
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.noon()
    table.evening()
    assert table.space("fire").dice == [black, red]
    assert table.space("air").dice == [blue]


@pytest.mark.rule("L-CURSE-05", "L-REROLL-10")
def test_the_curse_looks_at_final_faces_only():
    table = scene(luck="water")
    table.give(0, companions="A05 B31", rerolls=1)
    table.give(0, dice="small black fire, large red fire, large red fire, small blue water")
    assert isinstance(table.late_morning(), ChooseDice)
    dice = table.player(0).dice
    assert table.offered(0) == [*[PickDie(0, die) for die in dice], KeepDice(0)]
    table.act(PickDie(0, table.die("small black")), RollPicked(0, "token"))
    table.act(KeepDice(0), KeepDice(1))
    table.noon()
    assert resolved(table) == [("A05", 1)]  # fire counts again; water does not


@pytest.mark.rule("L-CURSE-05")
def test_a_die_of_the_element_may_be_rerolled():
    table = scene(luck="air")
    table.give(0, companions="B35", dice="small black fire, small red fire", rerolls=1)
    table.late_morning()
    table.act(PickDie(0, table.die("small red")), RollPicked(0, "token"))
    table.act(KeepDice(0), KeepDice(1))
    table.noon()
    assert resolved(table) == [("B35", 1)]


# Interactions.


@pytest.mark.rule("L-CURSE-02", "L-COND-02")
def test_interaction_04_black_die_and_identical_groups():
    table = scene()
    table.give(0, companions="B26")  # a pair: 2 bursts
    table.give(0, dice="small black air, " + showing("air air fire fire footprints footprints"))
    table.noon()
    assert resolved(table) == [("B26", 2)]
    table = scene()
    table.give(0, companions="B26", dice="small black air, " + showing("bursts bursts air"))
    table.noon()
    assert resolved(table) == [("B26", 1)]


@pytest.mark.rule("L-CURSE-02", "L-COND-03", "L-JOURNEY-PROVINCE-05")
def test_interaction_05_black_die_and_crossed():
    table = scene()
    table.give(0, companions="B39", dice="small black mineral, small orange mineral")
    table.give(0, company="P59", footprints=0)
    table.noon()
    assert resolved(table) == [("B39", 1)]  # no mineral: 3 bursts
    table.afternoon()
    assert WalkTo(0, "P57", "free") in table.offered(0)  # crossed mineral


@pytest.mark.rule("L-CURSE-02", "L-CURSE-04", "L-JOURNEY-PROVINCE-04")
def test_interaction_06_black_die_and_travel():
    table = scene()
    table.give(0, dice="small black fire, small red fire, small green nature", footprints=0)
    table.noon()
    table.afternoon()
    ways = [action for action in table.offered(0) if isinstance(action, WalkTo)]
    assert ways == [WalkTo(0, "P44", "die")]  # nature; P01 asks for fire


@pytest.mark.rule("L-CURSE-02", "L-CURSE-04", "L-JOURNEY-ARCHIPELAGO-04")
def test_interaction_06_black_die_at_sea():
    table = scene(journey="archipelago")
    table.give(0, dice="small black fire, " + showing("fire nature air water"), footprints=0)
    table.noon()
    table.afternoon()
    to_three = [Sail(0, "I00", "I03"), Sail(0, "I00", "I08")]
    assert table.offered(0) == [*to_three, StayMoored(0)]
