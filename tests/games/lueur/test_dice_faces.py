"""Special faces of the purple, yellow and black dice."""

from __future__ import annotations

import pytest

from embertable.games.lueur.archipelago import Sail, StayMoored
from embertable.games.lueur.late_morning import PickDie, RollPicked
from embertable.games.lueur.noon import CardResolved
from embertable.games.lueur.province import ChooseWay, WalkTo
from tests.games.lueur.scene import scene, showing


@pytest.mark.rule("L-DICE-03")
@pytest.mark.parametrize(
    ("symbols", "footprints"),
    [("air", 0), ("footprints", 2), ("footprints footprints footprints", 6)],
)
def test_a_purple_face_gives_two_footprints(symbols, footprints):
    table = scene()
    table.give(0, dice=showing(symbols))
    table.noon()
    assert table.player(0).footprints == footprints
    assert table.player(0).bursts == 10


@pytest.mark.rule("L-DICE-04")
@pytest.mark.parametrize(("symbols", "total"), [("air", 10), ("bursts", 13), ("bursts bursts", 16)])
def test_a_yellow_face_gives_three_bursts(symbols, total):
    table = scene()
    table.give(0, dice=showing(symbols))
    table.noon()
    assert table.player(0).bursts == total


@pytest.mark.rule("L-DICE-05", "L-CURSE-03")
def test_the_black_face_takes_two_bursts():
    table = scene()
    table.give(0, dice=showing("minus_bursts air"))
    table.noon()
    assert table.player(0).bursts == 8


@pytest.mark.rule("L-DICE-05")
def test_a_black_element_takes_no_burst():
    table = scene()
    table.give(0, dice="small black air")
    table.noon()
    assert table.player(0).bursts == 10


@pytest.mark.rule("L-DICE-05", "L-SCORE-03", "L-RESOLVE-01")
@pytest.mark.parametrize(("symbols", "total"), [("minus_bursts", 0), ("minus_bursts bursts", 2)])
def test_x8_floor(symbols, total):
    table = scene()
    table.give(0, dice=showing(symbols), bursts=1)
    table.noon()
    assert table.player(0).bursts == total


@pytest.mark.rule("L-DICE-03", "L-COND-02", "L-EVENING-03")
def test_x9_noctilucas_footprints():
    table = scene("noctiluca eoles")
    table.give(0, dice="large purple special, large purple special, small purple special")
    table.noon()
    player = table.player(0)
    assert (player.footprints, player.bursts) == (6, 15)
    small = table.die("small purple")
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.luck("special nature")
    table.evening()
    assert table.space("nature").dice == [small]
    assert player.footprints == 6  # the Evening's rolls give nothing


@pytest.mark.rule("L-DICE-04", "L-COND-02")
def test_x10_oriums_pairs():
    table = scene("orium eoles")
    table.give(0, dice="large yellow special, large yellow special, " + showing("fire fire"))
    table.noon()
    assert table.player(0).bursts == 10 + 6 + 2
    assert [(event.card, event.times) for event in table.events(CardResolved)] == [("orium", 2)]


@pytest.mark.rule("L-DICE-04")
def test_a_face_in_the_late_morning_gives_nothing_yet():
    table = scene(luck="special")
    table.give(0, dice="large yellow air", rerolls=1)
    table.late_morning()
    table.act(PickDie(0, table.die("large yellow")), RollPicked(0, "token"))
    assert table.faces() == ["bursts"]
    assert table.player(0).bursts == 10


# No elements.

SPECIALS = "footprints bursts minus_bursts"


@pytest.mark.rule("L-DICE-06")
@pytest.mark.parametrize("card", ["A04", "A21", "A23", "B32", "B35"])  # one of each element
def test_special_faces_satisfy_no_element(card):
    table = scene()
    table.give(0, companions=card, dice=showing(SPECIALS))
    table.noon()
    assert table.events(CardResolved) == []


@pytest.mark.rule("L-DICE-06")
@pytest.mark.parametrize("card", ["A08", "A09", "B38", "B39", "B40"])  # one of each element
def test_special_faces_violate_no_crossed_element(card):
    table = scene()
    table.give(0, companions=card, dice=showing(SPECIALS))
    table.noon()
    assert [event.card for event in table.events(CardResolved)] == [card]


@pytest.mark.rule("L-DICE-06")
def test_special_faces_pay_for_no_space_and_close_none():
    table = scene()
    table.give(0, dice=showing(SPECIALS), footprints=0, company="P45")
    assert table.afternoon() is None
    table.give(0, dice=showing("footprints bursts minus_bursts"), company="P59", footprints=0)
    assert isinstance(table.afternoon(), ChooseWay)
    assert WalkTo(0, "P57", "free") in table.offered()  # crossed mineral


@pytest.mark.rule("L-DICE-06")
@pytest.mark.parametrize(
    ("symbols", "islands"),
    [
        (SPECIALS, []),
        (f"air fire {SPECIALS}", ["I01", "I06"]),
        (f"air fire water {SPECIALS}", ["I03", "I08"]),
    ],
)
def test_special_faces_are_no_elements_at_sea(symbols, islands):
    table = scene(journey="archipelago")
    table.give(0, dice=showing(symbols), footprints=0)
    table.afternoon()
    sailings = [Sail(0, "I00", island) for island in islands]
    assert table.offered(0) == ([*sailings, StayMoored(0)] if islands else [])
