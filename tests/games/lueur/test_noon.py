"""Noon: die faces first, then every met card, in the order its player likes."""

from __future__ import annotations

from itertools import permutations

import pytest

from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.late_morning import KeepDice, PickDie, RollPicked
from embertable.games.lueur.noon import CardResolved, ChooseCard, FacePaid, Resolve
from tests.games.lueur.scene import CONTENT, scene, showing


def resolved(table, seat=0):
    """The cards this seat has resolved, with how often, in order."""
    return [(event.card, event.times) for event in table.events(CardResolved) if event.seat == seat]


@pytest.mark.rule("L-RESOLVE-04", "L-RESOLVE-05", "L-EFFECT-03", "L-SKETAL-05", "L-COND-03")
@pytest.mark.parametrize("order", list(permutations(["eoles", "A15", "A08"])))
def test_x3_resolving(order):
    table = scene("eoles pocana")
    table.give(
        0,
        companions="A15 A08",
        dice="large azure air, large azure mineral, large green nature, "
        "small azure air, small orange mineral",
        bursts=20,
    )
    green = table.die("large green")
    table.noon()
    table.act(Resolve(0, order[0]), Resolve(0, order[1]))  # the third is alone and needs no asking
    player = table.player(0)
    assert sorted(resolved(table)) == [("A08", 1), ("A15", 1), ("eoles", 2)]
    assert (player.bursts, player.fireflies, player.rerolls) == (28, 2, 1)
    assert player.companions == ["A08"]
    assert table.state.cemetery == ["A15"]
    assert green in table.state.reserve
    assert counted_symbols(table.state, 0) == {"air": 2, "mineral": 2}


# Die faces.


@pytest.mark.rule("L-RESOLVE-01")
def test_faces_pay_when_noon_begins_not_when_rolled():
    table = scene(luck="special fire")
    table.give(0, dice="large purple, large yellow")
    table.give(1, dice="")
    table.roll()
    assert table.faces() == ["fire", "footprints"]
    assert table.player(0).footprints == 0
    table.noon()
    assert table.player(0).footprints == 2


@pytest.mark.rule("L-RESOLVE-01")
def test_only_the_final_face_pays():
    table = scene(luck="water")
    table.give(0, dice="large purple special", rerolls=1, bursts=0)
    table.late_morning()
    table.act(PickDie(0, table.die("large purple")), RollPicked(0, "token"))
    table.noon()
    assert table.player(0).footprints == 0
    assert table.events(FacePaid) == []


@pytest.mark.rule("L-RESOLVE-01")
def test_faces_pay_once_however_many_cards_are_resolved():
    table = scene()
    table.give(0, companions="A04 B29", dice=showing("bursts footprints mineral"))
    table.noon()
    table.act(Resolve(0, "B29"))
    player = table.player(0)
    assert (player.bursts, player.footprints) == (10 + 3 + 1, 2 + 1)


@pytest.mark.rule("L-RESOLVE-01")
def test_faces_pay_before_the_first_card():
    table = scene()
    table.give(0, companions="A04 A23", dice=showing("bursts mineral nature"))
    assert isinstance(table.noon(), ChooseCard)
    assert table.player(0).bursts == 13


@pytest.mark.rule("L-RESOLVE-01")
def test_faces_of_all_players_pay():
    table = scene("pocana orium noctiluca")
    table.give(1, dice="large yellow special, large yellow special")
    table.give(2, dice="large purple special, large purple air")
    table.noon()
    assert [table.player(seat).bursts for seat in range(3)] == [10, 17, 10]  # with Orium's own pair
    assert [table.player(seat).footprints for seat in range(3)] == [0, 0, 2]


# Order.


@pytest.mark.rule("L-RESOLVE-02", "L-SPELL-03")
@pytest.mark.parametrize("order", list(permutations(["braccio", "A23", "S1"])))
def test_adventurer_companions_and_spells_go_in_any_order(order):
    table = scene("braccio eoles")
    table.give(0, companions="A23", spells="S1", dice=showing("nature nature"), bursts=10)
    table.noon()
    assert set(table.offered(0)) == {Resolve(0, card) for card in order}
    table.act(Resolve(0, order[0]))
    assert set(table.offered(0)) == {Resolve(0, card) for card in order[1:]}
    table.act(Resolve(0, order[1]))
    player = table.player(0)
    assert (player.bursts, player.footprints, player.rerolls) == (10 + 3 + 2 - 5, 1, 2)


@pytest.mark.rule("L-RESOLVE-02")
def test_every_player_has_their_own_order():
    table = scene()
    table.give(0, companions="A04 A23", dice="small green mineral, small green nature")
    table.give(1, companions="B35 B31", dice="small blue air, small blue water")
    table.noon()
    assert table.offered(1) == [Resolve(1, "B35"), Resolve(1, "B31")]
    table.act(Resolve(1, "B31"), Resolve(0, "A23"))
    assert resolved(table, 0) == [("A23", 1), ("A04", 1)]
    assert resolved(table, 1) == [("B31", 1), ("B35", 1)]


@pytest.mark.rule("L-RESOLVE-02", "L-SCORE-03")
def test_interaction_17_losses_at_the_floor():
    totals = {}
    for first in ("S1", "A23"):
        table = scene()
        table.give(0, companions="A23", spells="S1", dice=showing("nature nature"), bursts=2)
        table.noon()
        table.act(Resolve(0, first))
        totals[first] = table.player(0).bursts
    assert totals == {"S1": 2, "A23": 0}  # 2 - 5 stops at 0, then + 2; or 2 + 2 - 5


@pytest.mark.rule("L-RESOLVE-01")
def test_interaction_17_die_faces_come_before_every_loss():
    table = scene()
    table.give(0, spells="S1", dice=showing("nature nature bursts"), bursts=2)
    table.noon()
    assert table.player(0).bursts == 0  # 2 + 3 - 5, never 0 + 3


# When and how often.


@pytest.mark.rule("L-RESOLVE-03", "L-RESOLVE-09")
@pytest.mark.parametrize(("first", "times"), [("A15", 1), ("B31", 2)])
def test_how_often_is_judged_when_the_card_is_resolved(first, times):
    table = scene()
    table.give(
        0, companions="A15 B31", dice="large green water, " + showing("water mineral mineral")
    )
    table.noon()
    table.act(Resolve(0, first))
    assert ("B31", times) in resolved(table)
    assert table.player(0).bursts == 10 + 2 + 3 * times


@pytest.mark.rule("L-RESOLVE-04")
def test_one_die_serves_several_cards():
    table = scene()
    table.give(0, companions="A22 B35", dice=showing("air fire"))
    table.noon()
    table.act(Resolve(0, "A22"))
    assert resolved(table) == [("A22", 1), ("B35", 1)]


@pytest.mark.rule("L-RESOLVE-04")
@pytest.mark.parametrize(
    ("card", "symbols", "times"),
    [
        ("A01", "nature nature fire", 1),
        ("B30", "water water water", 1),
        ("B34", "air air air air air", 1),
        ("B26", "fire fire fire", 1),
    ],
)
def test_within_one_card_a_die_serves_once(card, symbols, times):
    table = scene()
    table.give(0, companions=card, dice=showing(symbols))
    table.noon()
    assert resolved(table) == [(card, times)]


@pytest.mark.rule("L-RESOLVE-05")
def test_a_card_activates_as_often_as_the_dice_allow():
    table = scene()
    table.give(0, companions="B31", dice=showing("water water water water"))
    table.noon()
    assert resolved(table) == [("B31", 4)]
    assert table.player(0).bursts == 10 + 4 * 3


@pytest.mark.rule("L-RESOLVE-06")
def test_a_harmful_card_cannot_be_declined():
    table = scene()
    table.give(0, companions="B30", dice=showing("water water water water"))
    assert table.noon() is None
    assert table.player(0).bursts == 10 - 2 * 2


@pytest.mark.rule("L-RESOLVE-06", "L-RESOLVE-08")
def test_choosing_the_order_offers_no_way_out():
    table = scene()
    table.give(0, companions="B30 A13", dice=showing("water water water"))
    table.noon()
    assert table.offered(0) == [Resolve(0, "B30"), Resolve(0, "A13")]
    table.act(Resolve(0, "A13"))
    assert table.player(0).bursts == 10 - 4 - 2


@pytest.mark.rule("L-RESOLVE-07")
def test_an_unmet_card_does_nothing():
    table = scene()
    table.give(0, companions="A05 A02 B39", dice=showing("fire mineral air"))
    before = table.player(0).copy()
    assert table.noon() is None
    assert table.player(0) == before
    assert resolved(table) == []


@pytest.mark.rule("L-RESOLVE-08")
def test_a_card_is_resolved_whole_and_once():
    table = scene()
    table.give(0, companions="B31 B35", dice=showing("water water air"))
    table.noon()
    table.act(Resolve(0, "B31"))
    assert table.player(0).bursts == 10 + 3 + 3 + 1
    assert resolved(table) == [("B31", 2), ("B35", 1)]
    assert table.waiting() is None  # both are still met, and both are done


@pytest.mark.rule("L-RESOLVE-08")
def test_a_card_may_be_resolved_again_in_the_next_round():
    table = scene()
    table.give(0, companions="B31", dice="large green water", bursts=0)
    table.noon()
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.evening()
    table.give(1, dice="")
    table.luck("water")
    table.roll()
    table.noon()
    assert resolved(table) == [("B31", 1), ("B31", 1)]
    assert table.player(0).bursts == 6


# Dice and cards that leave.


@pytest.mark.rule("L-RESOLVE-09")
def test_interaction_01_dead_sketal_and_crossed_triggers():
    table = scene()
    table.give(0, companions="A08 A15", dice="large green water, " + showing("mineral mineral"))
    assert table.noon() is None
    assert resolved(table) == [("A15", 1), ("A08", 1)]
    assert (table.player(0).bursts, table.player(0).rerolls) == (10 + 2 + 2, 1)


@pytest.mark.rule("L-RESOLVE-09")
@pytest.mark.parametrize(("harm", "loss"), [("B30", 2), ("S2", 5)])
def test_interaction_02_dodging_by_order(harm, loss):
    bursts = {}
    for first in ("A15", harm):
        table = scene()
        table.give(
            0,
            companions="A15" if harm in CONTENT.spells else f"A15 {harm}",
            spells=harm if harm in CONTENT.spells else "",
            dice="large green water, " + showing("water mineral mineral"),
        )
        table.noon()
        table.act(Resolve(0, first))
        assert table.waiting() is None
        bursts[first] = table.player(0).bursts
    assert bursts == {"A15": 10 + 2, harm: 10 + 2 - loss}


@pytest.mark.rule("L-RESOLVE-10")
def test_a_card_that_left_is_not_resolved():
    table = scene()
    table.give(0, companions="B31", spells="S3", dice=showing("air air water"))
    table.noon()
    table.act(Resolve(0, "S3"))
    assert table.waiting() is None
    assert resolved(table) == []
    assert table.player(0).bursts == 10


@pytest.mark.rule("L-RESOLVE-08")
def test_without_a_met_card_noon_asks_nothing():
    table = scene()
    assert table.noon() is None


@pytest.mark.rule("L-REROLL-09", "L-RESOLVE-06")
def test_noon_offers_cards_and_no_reroll():
    table = scene()
    table.give(0, companions="A18 A04 A23", dice=showing("mineral nature"), rerolls=3)
    table.late_morning()
    table.act(KeepDice(0))
    table.act(KeepDice(1))
    table.noon()
    assert all(isinstance(action, Resolve) for action in table.offered(0))
