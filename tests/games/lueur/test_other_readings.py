"""Where the rulebook can be read in two ways: each setting in both values."""

from __future__ import annotations

from typing import Any

import pytest

from embertable.envs.coders import coder
from embertable.games.lueur.cromaug import ChooseTrigger, LetRest, Raise
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.effects import GainBursts, LoseBursts
from embertable.games.lueur.kaar import KeepBlackDie, MoveBlackDie
from embertable.games.lueur.late_morning import TRACK, KeepDice, PickDie, RollPicked
from embertable.games.lueur.morning import Recruit
from embertable.games.lueur.noon import (
    CardResolved,
    Cursed,
    CurseEvent,
    FacePaid,
    OthersCursed,
    Resolve,
)
from embertable.games.lueur.province import Camp, StopWalking, WalkTo
from embertable.games.lueur.setup import READINGS
from tests.games.lueur.scene import CONTENT, LUEUR, Scene, new_game, scene, showing

KAAR = "A20"
CROMAUG = "B41"
BLACK = CONTENT.black_die


# The black die and its element.


@pytest.mark.rule("L-CURSE-02")
@pytest.mark.parametrize(
    ("curse", "counts", "told"),
    [
        ("all", {"air": 1, "water": 1}, Cursed),
        ("others", {"air": 1, "fire": 1, "water": 1}, OthersCursed),
    ],
)
def test_the_black_die_supplies_its_element_or_does_not(curse, counts, told):
    table = scene(curse=curse)
    table.give(0, dice="small black fire, " + showing("fire fire water air"))
    table.noon()
    assert counted_symbols(table.state, 0) == counts
    assert [type(event) for event in table.events(CurseEvent)] == [told]


@pytest.mark.rule("L-CURSE-02", "L-CURSE-03")
@pytest.mark.parametrize("curse", ["all", "others"])
def test_its_special_face_counts_for_nothing_in_both_readings(curse):
    table = scene(curse=curse)
    table.give(0, dice="small black special, " + showing("fire air"), bursts=10)
    table.noon()
    assert counted_symbols(table.state, 0) == {"air": 1, "fire": 1}
    assert table.player(0).bursts == 8


@pytest.mark.rule("L-CURSE-02", "L-JOURNEY-PROVINCE-04")
@pytest.mark.parametrize(("curse", "pays"), [("all", False), ("others", True)])
def test_a_black_die_that_counts_pays_for_a_step(curse, pays):
    start = CONTENT.province.start
    board = CONTENT.province
    space = next(one for one in board.paths[start] if board.places[one].kind == "element")
    element = board.places[space].element
    table = scene(curse=curse)
    table.give(0, dice=f"small black {element}", footprints=0)
    table.give(1, dice="")
    table.afternoon()
    assert (WalkTo(0, space, "die") in table.offered(0)) is pays


# Kaar.


def kaar_recruits(**options: Any) -> Scene:
    """Kaar's owner is about to recruit from the space with the black die."""
    table = scene("pocana eoles taetyss", **options)
    for space, companion in zip(CONTENT.spaces, ("A01", "A02", "A03", "A04", "A05"), strict=True):
        table.lay(space, companion)
    table.lay("water", "A02", dice="small black water")
    table.give(0, companions=KAAR)
    table.morning()
    table.act(Recruit(0, "water"))
    return table


@pytest.mark.rule("L-KAAR-05")
@pytest.mark.parametrize(("kaar_move", "offered"), [("must", False), ("may", True)])
def test_kaars_owner_must_or_may_move_the_black_die(kaar_move, offered):
    table = kaar_recruits(kaar_move=kaar_move)
    assert (KeepBlackDie(0) in table.offered()) is offered
    assert MoveBlackDie(0, "water", "fire") in table.offered()


@pytest.mark.rule("L-KAAR-05")
def test_a_black_die_that_is_not_moved_comes_along():
    table = kaar_recruits(kaar_move="may")
    table.act(KeepBlackDie(0))
    assert BLACK in table.player(0).dice
    assert table.player(0).companions == [KAAR, "A02"]


@pytest.mark.rule("L-KAAR-06")
@pytest.mark.parametrize(
    ("kaar_shield", "counts"),
    [("recruiting", {"air": 1, "mineral": 1}), ("always", {"air": 1, "fire": 3, "mineral": 1})],
)
def test_kaar_raised_at_noon_lifts_the_curse_at_once_or_does_not(kaar_shield, counts):
    table = scene(kaar_shield=kaar_shield)
    table.state.cemetery = [KAAR]
    table.give(0, companions=CROMAUG)
    table.give(0, dice="small black fire, " + showing("fire fire air mineral"))
    table.noon()
    table.act(Raise(0, KAAR))
    assert counted_symbols(table.state, 0) == counts


@pytest.mark.rule("L-KAAR-06", "L-CURSE-03")
@pytest.mark.parametrize(("kaar_shield", "bursts"), [("recruiting", 8), ("always", 10)])
def test_the_special_face_costs_kaars_owner_two_bursts_or_nothing(kaar_shield, bursts):
    table = scene(kaar_shield=kaar_shield, kaar_move="may")
    table.give(0, companions=KAAR, dice="small black special", bursts=10)
    table.noon()
    assert table.player(0).bursts == bursts
    assert len(table.events(FacePaid)) == (0 if bursts == 10 else 1)


@pytest.mark.rule("L-KAAR-06")
def test_without_kaar_nobody_is_shielded():
    table = scene(kaar_shield="always")
    table.give(0, dice="small black fire, " + showing("fire air"))
    table.noon()
    assert counted_symbols(table.state, 0) == {"air": 1}


# The score track.


@pytest.mark.rule("L-REROLL-08")
@pytest.mark.parametrize(("second_lap", "again"), [("regained", True), ("lost", False)])
def test_falling_back_below_100_gives_the_track_back_or_does_not(second_lap, again):
    table = scene(second_lap=second_lap)
    table.give(0, bursts=98, dice=showing("air"))
    table.give(1, dice="")
    table.run(GainBursts(0, 5))
    assert table.view().players[0].track_rerolls == ()
    table.run(LoseBursts(0, 4))
    assert table.player(0).bursts == 99
    table.late_morning()
    assert bool(table.view().players[0].track_rerolls) is again
    if again:
        table.act(PickDie(0, table.player(0).dice[0]))
        assert RollPicked(0, TRACK) in table.offered()
    else:
        assert table.waiting() is None, "no source is left, so nobody is asked"


@pytest.mark.rule("L-REROLL-08")
@pytest.mark.parametrize("second_lap", ["regained", "lost"])
def test_below_the_end_the_track_gives_rerolls_in_both_readings(second_lap):
    table = scene(second_lap=second_lap)
    table.give(0, bursts=90, dice=showing("air"))
    table.run(GainBursts(0, 9))
    table.late_morning()
    assert KeepDice(0) in table.offered(0)


# Cromaug.


def raising(companion: str, dice: str, **options: Any) -> Scene:
    table = scene(**options)
    table.state.cemetery = [companion]
    table.give(0, companions=CROMAUG, dice=showing(dice), bursts=10)
    table.noon()
    table.act(Raise(0, companion))
    return table


LADAWA = "A05"  # two fire: 4 bursts


@pytest.mark.rule("L-CROMAUG-05")
def test_by_default_a_met_trigger_of_the_new_companion_is_compulsory():
    table = raising(LADAWA, "air fire fire")
    assert table.waiting() is None
    assert table.player(0).bursts == 14


@pytest.mark.rule("L-CROMAUG-05")
@pytest.mark.parametrize("triggers", [True, False])
def test_where_it_may_be_triggered_its_owner_is_asked_at_once(triggers):
    table = raising(LADAWA, "air fire fire", cromaug="may")
    assert table.waiting() == ChooseTrigger(0, LADAWA)
    assert table.offered() == [Resolve(0, LADAWA), LetRest(0, LADAWA)]
    table.act(Resolve(0, LADAWA) if triggers else LetRest(0, LADAWA))
    assert table.waiting() is None, "and not a second time in this Noon"
    assert table.player(0).bursts == (14 if triggers else 10)


@pytest.mark.rule("L-CROMAUG-05")
def test_a_new_companion_that_is_not_met_is_not_asked_about():
    table = raising(LADAWA, "air fire", cromaug="may")
    assert table.waiting() is None
    assert [event.card for event in table.events(CardResolved)] == [CROMAUG]


@pytest.mark.rule("L-CROMAUG-05")
def test_in_the_next_round_its_trigger_is_compulsory_again():
    table = raising(LADAWA, "air fire fire", cromaug="may")
    table.act(LetRest(0, LADAWA))
    table.state.deck = ["A01", "A02", "A03", "A04", "A06"]
    table.evening()
    table.give(0, dice="large red fire, large red fire")
    table.noon()
    assert table.player(0).bursts == 14


# The encampment.


VILLAGE = next(id for id, place in CONTENT.province.places.items() if place.kind == "village")


def in_the_village(**options: Any) -> Scene:
    table = scene(**options)
    table.give(0, company=VILLAGE, footprints=3, dice="")
    table.give(1, dice="", footprints=0)
    table.afternoon()
    return table


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
@pytest.mark.parametrize(("camp", "offered"), [("any_time", True), ("on_arrival", False)])
def test_a_company_that_stands_in_a_village_may_camp_before_it_moves_or_may_not(camp, offered):
    table = in_the_village(camp=camp)
    assert (Camp(0) in table.offered(0)) is offered
    assert StopWalking(0) in table.offered(0)


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
@pytest.mark.parametrize("camp", ["any_time", "on_arrival"])
def test_a_company_that_arrives_may_camp_in_both_readings(camp):
    beside = next(iter(CONTENT.province.paths[VILLAGE]))
    table = scene(camp=camp)
    table.give(0, company=beside, footprints=9, dice="")
    table.give(1, dice="", footprints=0)
    table.afternoon()
    table.act(WalkTo(0, VILLAGE, "free"))
    assert Camp(0) in table.offered(0)
    assert StopWalking(0) in table.offered(0), "ending there without the encampment stays allowed"
    table.act(Camp(0))
    assert table.player(0).encampment == VILLAGE


# All of them.


def test_the_ledgers_own_readings_leave_no_trace_in_a_saved_position():
    plain, other = new_game(), new_game(curse="others", camp="on_arrival")
    assert "other_readings" not in LUEUR.to_json(plain)["state"]
    assert LUEUR.to_json(other)["state"]["other_readings"] == ["curse", "camp"]


@pytest.mark.parametrize(("setting", "other"), [("curse", "others"), ("second_lap", "lost")])
def test_learners_see_the_reading_of_their_own_table(setting, other):
    """Rows are kept from one observation to the next, also where tables differ only in this."""
    lueur = coder("lueur")
    ours = next(one.default for one in READINGS if one.name == setting)
    for value in (ours, other, ours):
        options: dict[str, Any] = {setting: value}
        table = scene(**options)
        table.give(0, dice="small black fire, " + showing("fire air"), bursts=98, rerolls=1)
        table.run(GainBursts(0, 5), LoseBursts(0, 4))
        table.late_morning()
        assert lueur.observe(table.table, 0) == lueur.observe_view(table.table, 0)
