"""Cromaug: it dies for one air and may bring another companion back."""

from __future__ import annotations

import pytest

from embertable.games.lueur.cromaug import ChooseRaise, LeaveCemetery, Raise, RaiseCompanion
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.late_morning import ChooseDice
from embertable.games.lueur.noon import CardResolved, Resolve
from embertable.games.lueur.province import WalkTo
from embertable.games.lueur.sketals import ChooseReserveDie, NoDieLeft, TakeReserveDie
from tests.games.lueur.scene import CONTENT, Scene, scene, showing

CROMAUG = "B41"


def cromaug(symbols: str = "air", cemetery: str = "", companions: str = CROMAUG) -> Scene:
    table = scene()
    table.give(0, companions=companions, dice=showing(symbols))
    table.state.cemetery = cemetery.split()
    return table


def resolved(table):
    return [event.card for event in table.events(CardResolved)]


# Dying and taking.


@pytest.mark.rule("L-CROMAUG-01")
def test_cromaug_dies_and_another_companion_may_come():
    table = cromaug(cemetery="A01 A02 A03")
    assert isinstance(table.noon(), ChooseRaise)
    assert table.player(0).companions == []
    assert table.offered() == [
        *[Raise(0, card) for card in ("A01", "A02", "A03")],
        LeaveCemetery(0),
    ]
    table.act(Raise(0, "A02"))
    assert table.player(0).companions == ["A02"]
    assert sorted(table.state.cemetery) == ["A01", "A03", CROMAUG]


@pytest.mark.rule("L-CROMAUG-01")
def test_taking_is_optional_but_cromaug_is_lost():
    table = cromaug(cemetery="A01")
    table.noon()
    table.act(LeaveCemetery(0))
    assert table.player(0).companions == []
    assert table.state.cemetery == ["A01", CROMAUG]


@pytest.mark.rule("L-CROMAUG-01")
def test_several_airs_take_one_companion():
    table = cromaug("air air air", cemetery="A01 A02")
    table.noon()
    table.act(Raise(0, "A01"))
    assert table.waiting() is None
    assert table.player(0).companions == ["A01"]


@pytest.mark.rule("L-CROMAUG-01")
def test_without_air_cromaug_stays():
    table = cromaug("fire water", cemetery="A01")
    assert table.noon() is None
    assert table.player(0).companions == [CROMAUG]


@pytest.mark.rule("L-CROMAUG-01")
def test_with_an_empty_cemetery_nothing_is_taken_not_even_cromaug():
    table = cromaug()
    assert table.noon() is None
    assert table.player(0).companions == []
    assert table.state.cemetery == [CROMAUG]


@pytest.mark.rule("L-CROMAUG-02", "L-RESOLVE-02")
@pytest.mark.parametrize("first", [CROMAUG, "B35"])
def test_cromaug_comes_when_its_owner_likes(first):
    table = cromaug(cemetery="A01", companions=f"B35 {CROMAUG}")
    table.noon()
    assert table.offered(0) == [Resolve(0, "B35"), Resolve(0, CROMAUG)]
    table.act(Resolve(0, first))
    assert resolved(table)[0] == first


@pytest.mark.rule("L-CROMAUG-03", "L-SERIAL-03")
def test_own_losses_of_this_noon_may_be_taken_and_those_of_others_not():
    table = cromaug("air air", cemetery="A01", companions=f"B43 A12 {CROMAUG}")
    table.give(1, companions="B46", dice="large azure water, large azure water")
    table.noon()
    assert table.player(1).companions == []  # seat 1 has lost Kapao already
    table.act(Resolve(0, "B43"))
    assert [action for action in table.offered(0) if isinstance(action, Raise)] == [
        Raise(0, "A01"),
        Raise(0, "B43"),
    ]


@pytest.mark.rule("L-CROMAUG-03")
def test_losses_of_others_may_be_taken_a_round_later():
    table = scene()
    table.give(1, companions="B46", dice="large azure water, large azure water")
    table.noon()
    table.give(0, companions=CROMAUG, dice=showing("air"))
    table.noon()
    assert Raise(0, "B46") in table.offered(0)


# The companion that comes.


@pytest.mark.rule("L-CROMAUG-04", "L-DEF-14")
def test_the_companion_becomes_the_last_recruited():
    table = cromaug("air", cemetery="A02", companions=f"A01 {CROMAUG} A03")
    table.noon()
    table.act(Raise(0, "A02"))
    assert table.player(0).companions == ["A01", "A03", "A02"]


@pytest.mark.rule("L-CROMAUG-04")
def test_it_brings_neither_small_dice_nor_footprints():
    table = cromaug("air", cemetery="A02")
    table.lay("air", dice="small red air", footprints=2)
    table.noon()
    table.act(Raise(0, "A02"))
    assert len(table.player(0).dice) == 1
    assert table.player(0).footprints == 0


@pytest.mark.rule("L-CROMAUG-05", "L-RESOLVE-06")
def test_a_met_trigger_of_the_newcomer_is_applied_at_once():
    table = cromaug("air water water", cemetery="B31 B30")
    table.noon()
    table.act(Raise(0, "B31"))
    assert table.player(0).bursts == 16
    table = cromaug("air water water", cemetery="B31 B30")
    table.noon()
    table.act(Raise(0, "B30"))
    assert table.player(0).bursts == 8  # harmful, and compulsory all the same


@pytest.mark.rule("L-CROMAUG-05")
def test_the_newcomer_joins_the_cards_that_are_left():
    table = cromaug("air water", cemetery="B31", companions=f"{CROMAUG} A21")
    table.noon()
    table.act(Resolve(0, CROMAUG), Raise(0, "B31"))
    assert resolved(table) == [CROMAUG]
    assert table.offered(0) == [Resolve(0, "A21"), Resolve(0, "B31")]


@pytest.mark.rule("L-CROMAUG-05")
def test_a_companion_resolved_before_is_not_resolved_again_until_the_next_round():
    table = cromaug("air air", companions=f"B43 {CROMAUG}")
    table.noon()
    table.act(Resolve(0, "B43"))
    assert table.act(Raise(0, "B43")) is None
    assert table.player(0).companions == ["B43"]
    assert resolved(table) == ["B43", CROMAUG]
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.evening()
    table.give(0, dice="large red air, large red air")
    table.noon()
    assert resolved(table) == ["B43", CROMAUG, "B43"]


# Special companions.


@pytest.mark.rule("L-CROMAUG-06")
def test_a_sketal_takes_its_die_unrolled():
    table = cromaug("air", cemetery="A15")
    (green,) = [die for die in table.state.reserve if CONTENT.dice[die].colour == "green"]
    table.noon()
    table.act(Raise(0, "A15"))
    assert green in table.player(0).dice
    assert green not in table.state.reserve
    assert table.state.faces[green] == ""


@pytest.mark.rule("L-CROMAUG-06")
def test_a_die_returned_in_this_noon_may_be_taken():
    table = scene()
    table.state.reserve = []
    table.give(0, companions=f"A15 {CROMAUG}")
    table.give(0, dice="large green fire, " + showing("air mineral mineral"))
    green = table.die("large green")
    table.noon()
    table.act(Resolve(0, "A15"), Raise(0, "A15"))
    assert green in table.player(0).dice
    assert table.state.faces[green] == ""
    assert resolved(table) == ["A15", CROMAUG]


@pytest.mark.rule("L-CROMAUG-06", "L-SERIAL-03")
def test_a_die_others_returned_in_this_noon_is_not_there_yet():
    table = scene()
    table.state.reserve = []
    table.state.cemetery = ["B44"]
    table.give(1, companions="A15", dice="large green fire, small red mineral, small blue mineral")
    table.give(0, companions=CROMAUG, dice=showing("air"))
    table.noon()
    table.act(Raise(0, "B44"))
    assert [event.companion for event in table.events(NoDieLeft)] == ["B44"]
    assert len(table.player(0).dice) == 1
    assert len(table.state.reserve) == 1  # now it is


@pytest.mark.rule("L-CROMAUG-06", "L-SKETAL-02")
def test_the_multicoloured_sketal_chooses_at_noon():
    table = cromaug("air", cemetery="B44")
    table.noon()
    assert isinstance(table.act(Raise(0, "B44")), ChooseReserveDie)
    (blue,) = [die for die in table.state.reserve if CONTENT.dice[die].colour == "blue"]
    table.act(TakeReserveDie(0, "B44", blue))
    assert blue in table.player(0).dice


@pytest.mark.rule("L-CROMAUG-07", "L-KAAR-01")
def test_kaar_brings_the_black_die_into_play():
    table = cromaug("air", cemetery="A20")
    table.luck("special mineral")
    table.noon()
    table.act(Raise(0, "A20"))
    assert table.space("mineral").dice == [CONTENT.black_die]
    assert CONTENT.black_die not in table.state.reserve


@pytest.mark.rule("L-CROMAUG-07", "L-REROLL-03")
def test_a_lumipili_gives_its_reroll_from_the_next_round_on():
    table = cromaug("air", cemetery="A18")
    table.give(0, bursts=0)
    table.give(1, bursts=0)
    table.noon()
    assert table.act(Raise(0, "A18")) is None  # Late morning is over
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.evening()
    table.give(0, dice=showing("air"))
    assert table.late_morning() == ChooseDice(0)


@pytest.mark.rule("L-CROMAUG-08")
def test_only_one_companion_raises_others():
    raising = [
        card.id
        for card in CONTENT.cards.values()
        if card.trigger
        and any(isinstance(effect, RaiseCompanion) for effect in card.trigger.effects)
    ]
    assert raising == [CROMAUG]


# Interactions.


@pytest.mark.rule("L-SPELL-06", "L-CROMAUG-04", "L-RESOLVE-10")
def test_interaction_10_s3_first_kills_cromaug_without_effect():
    table = cromaug("air air", cemetery="A01", companions=f"A04 {CROMAUG}")
    table.give(0, spells="S3")
    table.noon()
    assert table.act(Resolve(0, "S3")) is None
    assert table.player(0).companions == ["A04"]
    assert table.state.cemetery == ["A01", CROMAUG]
    assert resolved(table) == []


@pytest.mark.rule("L-SPELL-06", "L-CROMAUG-04")
@pytest.mark.parametrize(("then", "total"), [("S3", 10), ("B35", 12)])
def test_interaction_10_cromaug_first_moves_s3_to_the_newcomer(then, total):
    table = cromaug("air air", cemetery="B35", companions=f"A04 {CROMAUG}")
    table.give(0, spells="S3")
    table.noon()
    table.act(Resolve(0, CROMAUG), Raise(0, "B35"))
    assert table.offered(0) == [Resolve(0, "B35"), Resolve(0, "S3")]
    table.act(Resolve(0, then))
    assert table.player(0).companions == ["A04"]
    assert sorted(table.state.cemetery) == ["B35", CROMAUG]
    assert table.player(0).bursts == total


@pytest.mark.rule("L-CROMAUG-03", "L-CROMAUG-05")
def test_interaction_11_cromaug_and_a_fresh_death():
    table = cromaug("air air air air", companions=f"A19 {CROMAUG}")
    table.noon()
    table.act(Resolve(0, "A19"))
    assert table.player(0).bursts == 20
    assert table.act(Raise(0, "A19")) is None
    assert table.player(0).companions == ["A19"]
    assert table.player(0).bursts == 20
    assert table.state.cemetery == [CROMAUG]


@pytest.mark.rule("L-CROMAUG-06", "L-DEF-09")
def test_interaction_12_cromaug_and_sketal():
    table = cromaug("air", cemetery="A15", companions=f"{CROMAUG} A08")
    (green,) = [die for die in table.state.reserve if CONTENT.dice[die].colour == "green"]
    table.state.faces[green] = "water"  # as it lay in the reserve
    table.give(0, bursts=0)
    table.noon()
    table.act(Resolve(0, CROMAUG), Raise(0, "A15"))
    assert resolved(table) == [CROMAUG, "A08"]  # "no water" still holds
    assert counted_symbols(table.state, 0) == {"air": 1}
    table.give(0, footprints=0, company="P45")
    table.afternoon()
    ways = [action for action in table.offered(0) if isinstance(action, WalkTo)]
    assert ways == [WalkTo(0, "P60", "die")]  # air; nature lies all around


@pytest.mark.rule("L-CROMAUG-07", "L-SPELL-01")
def test_interaction_13_cromaug_and_xargok():
    table = cromaug("air fire fire", cemetery="A10")
    table.state.spell_pile = ["S1", "S2"]
    table.noon()
    table.act(Raise(0, "A10"))
    assert resolved(table) == [CROMAUG, "A10"]
    assert table.player(1).hidden_spells == ["S2"]
    assert sorted(table.state.cemetery) == ["A10", CROMAUG]


@pytest.mark.rule("L-CROMAUG-05", "L-CROMAUG-07")
def test_interaction_13_a_xargok_already_resolved_does_not_cast_again():
    table = cromaug("air fire fire", companions=f"A10 {CROMAUG}")
    table.state.spell_pile = ["S1", "S2"]
    table.noon()
    table.act(Resolve(0, "A10"))
    assert table.act(Raise(0, "A10")) is None
    assert table.player(0).companions == ["A10"]
    assert table.player(1).hidden_spells == ["S2"]
