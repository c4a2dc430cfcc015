"""What the greedy bot does in small scenes of Lueur, where a player would not hesitate."""

import pytest

from embertable.bots import GreedyBot, ask
from embertable.bots.hints import hint_for
from embertable.bots.lueur.expected_gains import expected_gains_of
from embertable.bots.lueur.journeys import Walk, archipelago_of, province_of
from embertable.engine.table import Action
from embertable.games.lueur.archipelago import Sail
from embertable.games.lueur.cromaug import ChooseRaise, Raise
from embertable.games.lueur.effects import ChooseLoss, GiveUpCompanion, GiveUpSpell
from embertable.games.lueur.late_morning import KeepDice, PayMix, PickDie, RollPicked, TurnDie
from embertable.games.lueur.morning import ChooseCull, Cull, Recruit
from embertable.games.lueur.noon import Resolve
from embertable.games.lueur.province import Camp, StopWalking, WalkTo
from tests.games.lueur.scene import CONTENT, Scene, scene, showing

LAST = CONTENT.rounds


def decided(table: Scene, seat: int = 0) -> Action:
    return ask(GreedyBot(1), table.table, seat)


def in_round(number: int, table: Scene) -> Scene:
    table.state.round = number
    return table


# Morning.


def test_recruits_what_pays_every_round():
    table = scene("taetyss eoles")
    table.lay("fire", "A10")
    table.lay("water", "B31")
    table.lay("mineral", "A11")
    table.lay("air", "A21")
    table.lay("nature", "B30")
    table.morning()
    assert decided(table) == Recruit(0, "water")


def test_takes_points_rather_than_powers_in_the_last_round():
    table = in_round(LAST, scene("taetyss eoles"))
    table.lay("fire", "A18")
    table.lay("water", "B43")
    table.lay("mineral", "A13")
    table.lay("air", "A22")
    table.lay("nature", "A21")
    table.morning()
    assert decided(table) == Recruit(0, "water")


def test_of_equal_companions_the_one_with_dice():
    table = scene("taetyss eoles")
    table.lay("fire", "B35")
    table.lay("water", "B35", dice="small red fire, small green nature, small blue water")
    table.lay("nature", "B35", footprints=1)
    table.morning()
    assert decided(table) == Recruit(0, "water")


def test_culls_what_the_rival_would_take():
    table = scene("taetyss eoles")
    for space, companion in (("fire", "A10"), ("water", "B31"), ("air", "A22")):
        table.lay(space, companion)
    table.run(ChooseCull(0))
    assert decided(table) == Cull(0, "water")


# Late morning.


def test_keeps_dice_that_no_roll_improves():
    table = in_round(LAST, scene())
    table.give(0, dice="large red fire, large red fire, small green nature", bursts=30)
    table.late_morning()
    assert decided(table) == KeepDice(0)


def test_pays_no_bursts_for_a_roll_that_gains_little():
    table = in_round(LAST, scene())
    table.give(0, companions="A04", dice="large red fire, small green water", bursts=52)
    table.late_morning()
    assert decided(table) == KeepDice(0)


def test_rolls_for_free_what_may_only_get_better():
    table = in_round(LAST, scene())
    table.give(0, companions="A18 B31", dice="large red fire, large red water", bursts=52)
    table.late_morning()
    assert decided(table) == PickDie(0, table.die("large red fire"))


def test_leaves_alone_the_die_that_pays():
    table = in_round(LAST, scene())
    table.give(0, companions="A18 B31", dice="large red water, large red fire", bursts=52)
    table.late_morning()
    table.act(PickDie(0, table.die("large red fire")))
    assert decided(table) == RollPicked(0, "companion")


def test_sets_the_die_that_completes_four_alike():
    table = in_round(LAST, scene())
    table.give(
        0,
        companions="A19",
        dice="large azure air, " + showing("air air fire"),
        rerolls=3,
        bursts=52,
    )
    table.late_morning()
    green = table.player(0).dice[-1]
    assert decided(table) == PickDie(0, green)
    table.act(PickDie(0, green))
    assert decided(table) == TurnDie(0, "air")
    table.act(TurnDie(0, "air"))
    assert decided(table) == PayMix(0, "air", 0, 3, 0)


def test_rolls_the_black_die_away_from_the_element_it_needs():
    table = in_round(LAST, scene())
    table.give(0, companions="B25", rerolls=1, dice="small black air, " + showing("air mineral"))
    table.late_morning()
    assert decided(table) == PickDie(0, CONTENT.black_die)


# Noon.


def test_resolves_a_companion_before_the_spell_that_kills_it():
    table = scene()
    table.give(0, companions="B45 B35", spells="S3", bursts=30, dice=showing("air air fire"))
    table.noon()
    assert decided(table) == Resolve(0, "B35")


def test_raises_the_companion_that_brings_most():
    table = in_round(6, scene())
    table.state.cemetery = ["A10", "B31", "A22"]
    table.run(ChooseRaise(0, "B41"))
    assert decided(table) == Raise(0, "B31")


# Afternoon.


def test_camps_in_the_best_village_it_reaches_in_the_last_round():
    table = in_round(LAST, scene())
    table.give(0, company="P16", encampment="P05", footprints=2, dice="large red fire")
    table.afternoon()
    assert decided(table) == WalkTo(0, "P17", "free")
    table.act(WalkTo(0, "P17", "free"))
    assert decided(table) == Camp(0)


def test_keeps_its_footprints_when_nothing_is_near():
    table = in_round(LAST, scene())
    table.give(0, company="P47", encampment="P05", footprints=2, dice="large red fire")
    table.afternoon()
    assert decided(table) == StopWalking(0)


def test_spends_a_die_rather_than_a_footprint():
    table = in_round(3, scene())
    table.give(0, company="P03", footprints=3, dice="small blue water")
    table.afternoon()
    assert decided(table) == WalkTo(0, "P04", "die")


def test_sails_to_the_island_that_counts():
    table = in_round(LAST, scene("pocana eoles", journey="archipelago"))
    table.give(0, boats=["I00", "I00", "I00", "I08"], footprints=3, dice=showing("air"))
    table.afternoon()
    assert decided(table) == Sail(0, "I08", "I09")


def test_gives_up_a_spell_or_the_least_companion():
    table = in_round(5, scene())
    table.give(0, companions="B31 A22")
    table.run(ChooseLoss(0))
    assert decided(table) == GiveUpCompanion(0, "A22")
    table = in_round(5, scene())
    table.give(0, companions="B31 B27", spells="S6")
    table.run(ChooseLoss(0))
    assert decided(table) == GiveUpSpell(0, "S6")


# What it goes by.


def test_expectations_come_close_to_the_odds():
    expected = expected_gains_of(CONTENT)
    water = CONTENT.companions["B31"].trigger
    assert water is not None
    often = expected.activations("B31", water, ("green",) * 6)
    assert often == pytest.approx(1.0, abs=0.25)


def test_a_skull_loses_its_points_as_rounds_go_by():
    expected = expected_gains_of(CONTENT)
    dice = ("azure", "azure", "green", "green")
    kapao = CONTENT.companions["B43"]
    worths = [expected.future(kapao, dice, rounds).bursts for rounds in range(5)]
    assert worths[0] == 5
    assert worths == sorted(worths, reverse=True)


def test_villages_promise_more_the_nearer_they_are():
    province = province_of(CONTENT)
    nearer = [province.estimate(space, "P00", 4.0) for space in ("P00", "P02", "P03", "P04")]
    assert nearer == sorted(nearer)
    assert province.estimate("P04", "P00", 0.0) == 0


def test_a_walk_is_planned_to_its_end():
    walk = Walk(
        company="P45",
        encampment="P00",
        visited=["P45"],
        unused={"air": 1},
        symbols={"air": 1},
        footprints=1,
        wild=1,
        later=0.0,
        footprint=1.0,
    )
    assert province_of(CONTENT).best_walk(walk) == pytest.approx(3 + 1.5)


def test_boats_promise_what_they_can_still_reach():
    islands = archipelago_of(CONTENT)
    assert islands.estimate(["I09", "I00"], 0) == 8
    assert islands.estimate(["I08", "I00"], 3) > islands.estimate(["I08", "I00"], 0)


def test_a_hint_names_the_reason():
    table = scene("taetyss eoles")
    table.lay("fire", "A10")
    table.lay("water", "B31")
    table.morning()
    hint = hint_for(table.table, 0)
    assert hint.action == Recruit(0, "water")
    assert hint.instead == Recruit(0, "fire")
    assert hint.more > 5
    assert hint.source == "cards"


def test_a_hint_without_alternative_says_so():
    table = scene("taetyss eoles")
    table.lay("fire", "A10")
    table.morning()
    assert hint_for(table.table, 0).instead is None
