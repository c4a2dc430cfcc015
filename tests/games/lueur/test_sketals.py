"""Sketals: a large die comes with them from the reserve and goes back with them."""

from __future__ import annotations

import pytest

from embertable.games.lueur.archipelago import Sail
from embertable.games.lueur.cromaug import Raise
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.effects import GiveUpCompanion
from embertable.games.lueur.morning import ChooseCompanion, Recruit
from embertable.games.lueur.noon import CardResolved, Resolve
from embertable.games.lueur.province import WalkTo
from embertable.games.lueur.sketals import (
    ChooseReserveDie,
    ChooseReturn,
    NoDieLeft,
    ReturnDie,
    TakeReserveDie,
)
from tests.games.lueur.scene import CONTENT, Scene, scene, showing


def colours(dice):
    return sorted(CONTENT.dice[die].colour for die in dice)


def reserve_die(table: Scene, colour: str) -> int:
    """The die of that colour in the reserve."""
    (die,) = [die for die in table.state.reserve if CONTENT.dice[die].colour == colour]
    return die


def recruit(companion: str, adventurers: str = "pocana eoles taetyss") -> Scene:
    """Seat 0 has just recruited this companion; others wait on the track."""
    table = scene(adventurers)
    table.lay("fire", companion)
    for space, other in (("water", "A01"), ("mineral", "A02"), ("air", "A03")):
        table.lay(space, other)
    table.morning()
    table.act(Recruit(0, "fire"))
    return table


def show(table: Scene, faces: str, seat: int = 0) -> None:
    """Turn the player's dice, in order, to these faces."""
    for die, face in zip(table.player(seat).dice, faces.split(), strict=True):
        assert face in CONTENT.dice[die].faces
        table.state.faces[die] = face


# Taking.


@pytest.mark.rule("L-SKETAL-01")
@pytest.mark.parametrize(
    ("sketal", "colour"),
    [("A13", "orange"), ("A14", "azure"), ("A15", "green"), ("A16", "blue"), ("A17", "red")],
)
def test_a_sketal_brings_the_large_die_of_its_colour(sketal, colour):
    table = recruit(sketal)
    everything = ["azure", "black", "blue", "green", "orange", "red"]
    assert colours(table.player(0).dice) == sorted(["red", "red", "red", colour])
    assert colours(table.state.reserve) == [other for other in everything if other != colour]


@pytest.mark.rule("L-SKETAL-01")
def test_the_die_comes_before_the_next_player_recruits():
    table = recruit("A15")
    assert table.waiting() == ChooseCompanion(1)
    assert len(table.player(0).dice) == 4


@pytest.mark.rule("L-SKETAL-02")
def test_the_multicoloured_sketal_takes_any_large_die_but_never_the_black_one():
    table = recruit("B44")
    assert isinstance(table.waiting(), ChooseReserveDie)
    large = [reserve_die(table, colour) for colour in ("red", "azure", "blue", "orange", "green")]
    assert table.offered() == [TakeReserveDie(0, "B44", die) for die in large]
    table.act(TakeReserveDie(0, "B44", reserve_die(table, "blue")))
    assert colours(table.player(0).dice) == ["blue", "red", "red", "red"]
    assert colours(table.state.reserve) == ["azure", "black", "green", "orange", "red"]


@pytest.mark.rule("L-SKETAL-02")
def test_a_single_large_die_needs_no_choice():
    table = scene()
    table.state.reserve = [reserve_die(table, "azure"), reserve_die(table, "black")]
    table.lay("fire", "B44")
    table.lay("water", "A01")
    table.lay("air", "A02")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert colours(table.player(0).dice) == ["azure", "red", "red", "red"]


@pytest.mark.rule("L-SKETAL-02", "L-SKETAL-03")
def test_the_multicoloured_sketal_leaves_a_lone_black_die():
    table = scene()
    table.state.reserve = [reserve_die(table, "black")]
    table.lay("fire", "B44")
    table.lay("water", "A01")
    table.lay("air", "A02")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert table.player(0).companions == ["B44"]
    assert colours(table.player(0).dice) == ["red", "red", "red"]
    assert colours(table.state.reserve) == ["black"]


@pytest.mark.rule("L-SKETAL-03")
def test_without_its_die_a_sketal_may_be_taken_and_brings_nothing():
    table = scene()
    table.state.reserve.remove(reserve_die(table, "green"))
    table.lay("fire", "A15")
    table.lay("water", "A01")
    table.lay("air", "A02")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert table.player(0).companions == ["A15"]
    assert colours(table.player(0).dice) == ["red", "red", "red"]
    assert [event.companion for event in table.events(NoDieLeft)] == ["A15"]


@pytest.mark.rule("L-SKETAL-03")
def test_a_sketal_without_a_die_claims_none_later():
    table = scene()
    green = reserve_die(table, "green")
    table.state.reserve.remove(green)
    table.give(0, companions="A15")
    table.state.reserve.append(green)  # another Sketal has brought it back
    for _ in range(2):
        table.roll()
        table.noon()
    assert colours(table.player(0).dice) == ["red", "red", "red"]
    assert green in table.state.reserve


@pytest.mark.rule("L-SKETAL-04", "L-RECRUIT-04")
def test_a_die_of_the_morning_is_rolled_in_the_same_round():
    table = recruit("A15")
    table.act(Recruit(1, "water"), Recruit(2, "air"))
    assert counted_symbols(table.state, 0) == {}
    table.luck("fire fire fire nature air air air air")
    table.roll()
    assert counted_symbols(table.state, 0) == {"fire": 3, "nature": 1}


@pytest.mark.rule("L-SKETAL-04", "L-CROMAUG-06", "L-DEF-09")
def test_a_die_of_noon_is_rolled_in_the_next_round():
    table = scene()
    table.state.cemetery = ["A15"]
    table.give(0, companions="B41", dice="large red air", bursts=0)
    table.give(1, dice="", bursts=0)
    table.noon()
    table.act(Raise(0, "A15"))
    assert colours(table.player(0).dice) == ["green", "red"]
    assert counted_symbols(table.state, 0) == {"air": 1}
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.evening()
    table.luck("fire nature")
    table.roll()
    assert counted_symbols(table.state, 0) == {"fire": 1, "nature": 1}


# Returning.


@pytest.mark.rule("L-SKETAL-05", "L-RESOLVE-09")
def test_a_dead_sketals_die_returns_and_counts_no_more():
    table = recruit("A15")
    green = table.die("large green")
    table.act(Recruit(1, "water"), Recruit(2, "air"))
    table.give(0, companions="A15 A23")
    show(table, "mineral mineral fire nature")
    table.noon()
    table.act(Resolve(0, "A15"))
    assert [event.card for event in table.events(CardResolved)] == ["A15"]
    assert green not in table.player(0).dice
    assert green in table.state.reserve


@pytest.mark.rule("L-SKETAL-05")
def test_a_returned_die_pays_for_no_travel():
    table = recruit("A15")
    table.act(Recruit(1, "water"), Recruit(2, "air"))
    show(table, "mineral mineral water nature")
    table.noon()
    table.give(1, dice="")
    table.give(2, dice="")
    assert table.player(0).company == "P00"  # fire and nature lie next to it
    assert table.afternoon() is None
    table.player(0).dice.append(table.take_die("large", "green", "nature"))
    table.afternoon()
    assert WalkTo(0, "P44", "die") in table.offered()


@pytest.mark.rule("L-SKETAL-05")
def test_a_spell_on_a_sketal_returns_its_die():
    table = scene()
    table.give(0, companions="A15", spells="S3", dice="large green air, small blue air")
    green = table.die("large green")
    table.noon()
    assert table.state.cemetery == ["A15"]
    assert colours(table.player(0).dice) == ["blue"]
    assert green in table.state.reserve


@pytest.mark.rule("L-SKETAL-05")
def test_a_sketal_given_up_on_the_journey_returns_its_die():
    table = scene(journey="archipelago")
    table.give(0, companions="A15 A01", dice="large green air, small blue air")
    table.give(0, boats=["I00", "I00", "I00", "I01"])
    green = table.die("large green")
    table.afternoon()
    table.act(Sail(0, "I01", "I02"), GiveUpCompanion(0, "A15"))
    assert colours(table.player(0).dice) == ["blue"]
    assert green in [die.id for die in table.view().reserve]


@pytest.mark.rule("L-SKETAL-06")
def test_interaction_03_which_die_returns():
    table = recruit("A15", "braccio eoles taetyss")
    table.act(Recruit(1, "water"), Recruit(2, "air"))
    first, second, brought = table.player(0).dice
    show(table, "water fire mineral")
    table.player(0).dice.append(table.take_die("small", "orange", "mineral"))
    table.noon()
    assert isinstance(table.waiting(), ChooseReturn)
    assert table.offered() == [ReturnDie(0, die) for die in (first, second, brought)]
    table.act(ReturnDie(0, first))
    assert table.faces() == ["fire", "mineral", "mineral"]
    assert first in table.state.reserve
    assert colours(table.state.reserve).count("green") == 1


@pytest.mark.rule("L-SKETAL-06")
def test_small_dice_and_other_colours_never_return():
    table = scene("braccio eoles")
    table.give(0, companions="A15", dice="large green air, large green fire")
    table.player(0).dice.append(table.take_die("small", "green", "mineral"))
    table.player(0).dice.append(table.take_die("large", "orange", "mineral"))
    table.noon()
    large = table.player(0).dice[:2]
    assert table.offered() == [ReturnDie(0, die) for die in large]


@pytest.mark.rule("L-SKETAL-06")
def test_the_multicoloured_sketal_returns_the_colour_it_took():
    table = recruit("B44", "pocana eoles taetyss")
    table.act(TakeReserveDie(0, "B44", reserve_die(table, "red")))
    table.act(Recruit(1, "water"), Recruit(2, "air"))
    show(table, "nature nature water fire")
    table.noon()
    reds = table.player(0).dice
    assert table.offered() == [ReturnDie(0, reds[0]), ReturnDie(0, reds[2]), ReturnDie(0, reds[3])]
    table.act(ReturnDie(0, reds[2]))
    assert table.faces() == ["fire", "nature", "nature"]
    assert colours(table.state.reserve).count("red") == 1


@pytest.mark.rule("L-SKETAL-06")
def test_a_die_used_for_travel_may_be_the_one_that_returns():
    table = scene("braccio eoles")
    table.give(0, companions="A15", dice="large green nature, large green nature, small red fire")
    table.give(0, company="P16")
    table.afternoon()
    table.act(WalkTo(0, "P15", "die"))
    (used,) = table.player(0).set_aside
    table.act(GiveUpCompanion(0, "A15"))
    assert set(table.offered()) == {ReturnDie(0, die) for die in table.player(0).dice[:2]}
    table.act(ReturnDie(0, used))
    assert WalkTo(0, "P18", "die") in table.offered()  # the other green die still pays


@pytest.mark.rule("L-SKETAL-06")
def test_a_die_not_rolled_yet_may_be_the_one_that_returns():
    table = scene("braccio eoles")
    table.state.cemetery = ["A15"]
    table.give(0, companions="B41", dice="large green air, large green water")
    table.player(0).dice += [
        table.take_die("small", "orange", "mineral"),
        table.take_die("small", "red", "mineral"),
    ]
    table.noon()
    table.act(Raise(0, "A15"))  # two mineral: it dies at once
    greens = [die for die in table.player(0).dice if CONTENT.dice[die].large]
    assert [table.state.faces[die] for die in greens] == ["air", "water", ""]
    assert table.offered() == [ReturnDie(0, die) for die in greens]
    table.act(ReturnDie(0, greens[2]))
    assert counted_symbols(table.state, 0) == {"air": 1, "water": 1, "mineral": 2}


@pytest.mark.rule("L-SKETAL-06")
def test_dice_that_look_alike_need_no_choice():
    table = scene("braccio eoles")
    table.give(0, companions="A15", dice="large green mineral, large green mineral")
    assert table.noon() is None
    assert table.faces() == ["mineral"]


@pytest.mark.rule("L-SKETAL-07")
def test_a_sketal_without_a_die_returns_nothing():
    table = scene("braccio eoles taetyss")
    table.state.reserve.remove(reserve_die(table, "green"))
    table.lay("fire", "A15")
    for space, other in (("water", "A01"), ("mineral", "A02"), ("air", "A03")):
        table.lay(space, other)
    table.morning()
    table.act(Recruit(0, "fire"), Recruit(1, "water"), Recruit(2, "air"))
    show(table, "mineral mineral")
    assert table.noon() is None
    assert table.state.cemetery == ["A15"]
    assert colours(table.player(0).dice) == ["green", "green"]


@pytest.mark.rule("L-SKETAL-07")
def test_adventurers_keep_their_dice_when_other_cards_leave():
    table = scene("taetyss eoles")
    table.give(0, companions="A11 A12", dice="large blue water, large blue water")
    table.noon()
    assert table.state.cemetery == ["A11"]
    assert colours(table.player(0).dice) == ["blue", "blue"]


@pytest.mark.rule("L-SKETAL-01", "L-SKETAL-05")
def test_a_returned_die_is_there_for_the_next_sketal():
    table = scene()
    table.give(0, companions="A15", dice="large green air, " + showing("mineral mineral"))
    green = table.die("large green")
    table.state.reserve.remove(reserve_die(table, "green"))
    table.noon()
    assert table.state.reserve.count(green) == 1
    table.lay("fire", "B44")
    table.lay("water", "A01")
    table.lay("air", "A02")
    table.state.first = 1
    table.morning()
    table.act(Recruit(1, "fire"), TakeReserveDie(1, "B44", green))
    assert green in table.player(1).dice
