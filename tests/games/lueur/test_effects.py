"""What met cards do: bursts, tokens, and the skull that takes a companion and its powers away."""

from __future__ import annotations

from itertools import pairwise

import pytest

import embertable
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Event
from embertable.games.lueur.archipelago import Sail
from embertable.games.lueur.effects import ChooseLoss, CompanionLost, GiveUpCompanion, GiveUpSpell
from embertable.games.lueur.final_count import FinalCount
from embertable.games.lueur.noon import CardResolved, ChooseCard, Resolve, SpellTriggered
from tests.games.lueur.scene import LUEUR, scene, showing


@pytest.mark.rule("L-EFFECT-01", "L-SCORE-01")
@pytest.mark.parametrize(
    ("card", "symbols", "total"), [("B25", "air mineral", 15), ("B30", "water water", 8)]
)
def test_bursts_are_gained_and_lost(card, symbols, total):
    table = scene()
    table.give(0, companions=card, dice=showing(symbols))
    table.noon()
    assert table.player(0).bursts == total


@pytest.mark.rule("L-EFFECT-01")
def test_bursts_move_at_once():
    table = scene()
    table.give(0, companions="B31 B35 B32", dice=showing("water air fire"))
    table.noon()
    assert isinstance(table.act(Resolve(0, "B31")), ChooseCard)
    assert table.player(0).bursts == 13  # although the others are still to come


@pytest.mark.rule("L-EFFECT-02")
@pytest.mark.parametrize(
    ("card", "symbols", "footprints", "fireflies", "rerolls"),
    [
        ("B29", "mineral", 1, 0, 0),
        ("B46", "water water", 2, 0, 0),
        ("A02", "water mineral", 0, 1, 0),
        ("B33", "fire fire", 2, 2, 0),
        ("A23", "nature nature", 0, 0, 2),
    ],
)
def test_tokens_come_from_the_supply(card, symbols, footprints, fireflies, rerolls):
    table = scene()
    table.give(0, companions=card, dice=showing(symbols), footprints=5, fireflies=6, rerolls=7)
    table.noon()
    player = table.player(0)
    assert player.footprints == 5 + footprints
    assert player.fireflies == 6 + fireflies
    assert player.rerolls == 7 + rerolls


# The skull.


@pytest.mark.rule("L-EFFECT-03")
def test_a_skull_sends_to_the_cemetery_and_the_rest_comes_once():
    table = scene()
    table.give(0, companions="A04 B45", dice=showing("fire fire fire fire"))
    table.noon()
    assert table.player(0).companions == ["A04"]
    assert table.state.cemetery == ["B45"]
    assert table.player(0).bursts == 16


@pytest.mark.rule("L-EFFECT-03")
def test_a_skulls_loss_comes_once_too():
    table = scene()
    table.give(0, companions="A16", dice=showing("fire fire fire fire fire fire"))
    table.noon()
    assert table.state.cemetery == ["A16"]
    assert table.player(0).bursts == 5


@pytest.mark.rule("L-EFFECT-03")
def test_the_companion_goes_before_the_next_card():
    table = scene()
    table.give(0, companions="A18 A23 B36", dice=showing("nature nature nature"))
    table.noon()
    table.act(Resolve(0, "A18"))
    assert table.player(0).companions == ["A23", "B36"]
    assert table.view().cemetery == ("A18",)


@pytest.mark.rule("L-EFFECT-04")
def test_a_lost_companion_takes_its_powers_along():
    table = scene("taetyss eoles")  # Taetyss is worth nothing by himself
    table.give(0, companions="B24 A18 B28", fireflies=1)
    seen = table.view().players[0]
    assert (seen.fireflies, seen.companion_rerolls) == (3, 1)
    table.give(0, dice=showing("mineral mineral mineral nature nature"))
    table.noon()
    table.act(Resolve(0, "B24"))
    seen = table.view().players[0]
    assert (seen.fireflies, seen.companion_rerolls) == (2, 0)
    table.run(FinalCount())
    assert table.player(0).count["cards"] == 2  # Brikix took its 4 along


@pytest.mark.rule("L-EFFECT-04")
def test_what_a_lost_companion_gave_stays():
    table = scene()
    table.give(0, companions="B33", spells="S3", dice=showing("air air fire fire"))
    table.noon()
    table.act(Resolve(0, "B33"))
    player = table.player(0)
    assert player.companions == []
    assert (player.fireflies, player.footprints) == (2, 2)


# How companions leave.

SKULLS = "A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 B24 B41 B42 B43 B44 B45 B46"


@pytest.mark.rule("L-EFFECT-05")
def test_a_spell_takes_a_companion_without_its_effect():
    table = scene()
    table.give(0, companions="A19", spells="S3", dice=showing("air air air air"))
    table.noon()
    table.act(Resolve(0, "S3"))
    assert table.state.cemetery == ["A19"]
    assert table.player(0).bursts == 10


@pytest.mark.rule("L-EFFECT-05")
def test_the_journey_takes_a_companion_without_its_effect():
    table = scene(journey="archipelago")
    table.give(0, companions="A15 A11", boats=["I00", "I00", "I00", "I01"])
    table.give(0, dice=showing("water water"))
    table.afternoon()
    table.act(Sail(0, "I01", "I02"), GiveUpCompanion(0, "A11"))
    assert table.state.cemetery == ["A11"]
    assert table.player(0).footprints == 0


@pytest.mark.rule("L-EFFECT-05")
def test_companions_leave_in_three_ways_only():
    left = {"skull": 0, "spell": 0, "journey": 0}
    for seed in range(20):
        journey = ("province", "archipelago")[seed % 2]
        table = embertable.new_table(LUEUR, {"players": "4", "journey": journey}, seed=seed)
        luck = seeded(seed)
        action = None
        while table.next_choice() is not None:
            for before, event in pairwise(table.log):
                if isinstance(event, CompanionLost):
                    left[way_of_leaving(before, event, action)] += 1
            del table.log[:-1]
            action = luck.pick("play", table.offered())
            table.apply(action)
    assert all(left.values()), left


def way_of_leaving(before: Event, loss: CompanionLost, action: Action | None) -> str:
    """What the log and the action say of a loss: every other reason is a fault."""
    if action == GiveUpCompanion(loss.seat, loss.companion):
        return "journey"
    if before == SpellTriggered(loss.seat, "S3"):
        return "spell"
    assert before == CardResolved(loss.seat, loss.companion, 1)
    assert loss.companion in SKULLS
    return "skull"


@pytest.mark.rule("L-EFFECT-06")
def test_the_adventurer_is_never_offered_to_the_cemetery():
    table = scene(journey="archipelago")
    table.give(0, companions="A11", spells="S1", boats=["I00", "I00", "I00", "I01"])
    table.afternoon()
    assert isinstance(table.act(Sail(0, "I01", "I02")), ChooseLoss)
    assert table.offered() == [GiveUpCompanion(0, "A11"), GiveUpSpell(0, "S1")]


@pytest.mark.rule("L-EFFECT-06")
def test_the_adventurer_stays_when_nothing_else_is_there():
    table = scene(journey="archipelago")
    table.give(0, spells="S3", dice=showing("air air"), boats=["I00", "I00", "I00", "I01"])
    table.noon()
    assert table.player(0).spells == ["S3"]
    table.give(0, spells="")
    table.afternoon()
    table.act(Sail(0, "I01", "I02"))
    assert table.table.lanes == []
    assert table.player(0).adventurer == "pocana"
    assert table.state.cemetery == []


@pytest.mark.rule("L-EFFECT-07")
@pytest.mark.parametrize(("held", "left"), [(5, 2), (3, 0), (2, 0), (0, 0)])
def test_a_spell_takes_as_many_footprints_as_there_are(held, left):
    table = scene()
    table.give(0, spells="S5", dice=showing("mineral mineral"), footprints=held)
    table.noon()
    assert table.player(0).footprints == left
    assert table.player(0).bursts == 10  # a shortfall costs nothing else
    assert table.state.spells_boxed == ["S5"]
