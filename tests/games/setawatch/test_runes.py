"""The runes on the back of the Map deck (W-RUNE)."""

from __future__ import annotations

from itertools import permutations

import pytest

from embertable.engine.errors import IllegalAction
from embertable.engine.table import PARTY
from embertable.games.setawatch.camp import CastRunes, ChoosePlacement
from embertable.games.setawatch.dice_effects import ChooseReroll, PickDie, PickNoMore
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import PowerTriggered, SummonRevealed
from embertable.games.setawatch.state import CAMP
from tests.games.setawatch.scene import CONTENT, camp, scene

RUNES = ("seal", "vanquish", "bolster")


def sets(table) -> set[tuple[int, str, str, str]]:
    return {(act.value, act.first, act.second, act.third) for act in table.offered(CastRunes)}


@pytest.mark.rule("W-RUNE-01")
def test_every_back_shows_the_same_three_runes():
    assert tuple(CONTENT.runes) == RUNES
    for round in (1, 8):
        table = camp("R", "9 9 9", round=round)
        assert {rune for _, *runes in sets(table) for rune in runes} == {*RUNES, ""}


@pytest.mark.rule("W-RUNE-02")
def test_runes_need_two_equal_dice():
    assert sets(camp("H", "1 2 3")) == set()
    pairs = {(3, *pair, "") for pair in permutations(RUNES, 2)}
    assert sets(camp("H", "3 3 5")) == pairs
    with pytest.raises(IllegalAction):
        camp("R", "9 9 4").cast(9, "seal")


@pytest.mark.rule("W-RUNE-02")
def test_each_rune_takes_one_die():
    table = camp("H", "3 3 5")
    with pytest.raises(IllegalAction):
        table.cast(3, "seal", "seal")
    table = camp("H", "3 3 3")
    table.cast(3, "seal", "vanquish")
    assert sets(table) == {(3, "bolster", "", "")}


@pytest.mark.rule("W-RUNE-03")
def test_casting_places_equal_dice_together():
    table = camp("R", "9 9 4", graveyard="hydra", horde="lich")
    table.cast(9, "vanquish", "seal")
    assert table.dice("R") == [4]
    assert table.state.space_dice == {"vanquish": 9, "seal": 9}
    assert table.horde == []
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-RUNE-03")
@pytest.mark.parametrize("order", list(permutations(("seal", "bolster"))))
def test_runes_are_resolved_in_the_order_chosen(order):
    table = camp("R", "9 9 4", graveyard="hydra, lich", dice="H 1 1 1")
    table.cast(9, *order)
    first = isinstance(table.waiting(), ChooseReroll)
    assert first == (order[0] == "bolster")


@pytest.mark.rule("W-RUNE-03")
def test_three_equal_dice_may_cast_all_three_at_once():
    table = camp("T", "2 2 2")
    assert {runes for runes in sets(table) if runes[3]} == {
        (2, *three) for three in permutations(RUNES)
    }
    table.cast(2, "seal", "vanquish", "bolster")
    assert table.dice("T") == []


@pytest.mark.rule("W-RUNE-04")
def test_a_third_die_of_the_same_value_may_follow_later():
    table = camp("T", "2 2 2", dice="H 6")
    table.cast(2, "seal", "vanquish")
    assert isinstance(table.waiting(), ChoosePlacement)
    table.cast(2, "bolster")
    assert isinstance(table.waiting(), ChooseReroll)
    table = camp("T", "2 2 2", firewood=3)
    table.cast(2, "seal", "vanquish")
    table.place(2, "chop_wood")
    assert table.state.firewood == 5


@pytest.mark.rule("W-RUNE-04")
def test_a_third_die_of_another_value_may_not():
    table = camp("T", "2 2 3")
    table.cast(2, "seal", "vanquish")
    assert sets(table) == set()


@pytest.mark.rule("W-RUNE-05")
def test_seal_puts_a_chosen_unhallowed_under_its_deck():
    table = camp("T", "2 2 1", graveyard="bear, hydra, wolf, lich", unhallowed="warlord, minotaur")
    table.cast(2, "seal", "vanquish")
    assert {act.card for act in table.offered()} == {"hydra", "lich"}
    table.act(TakeCard(PARTY, "hydra"))
    assert table.unhallowed == ["warlord", "minotaur", "hydra"]
    assert table.graveyard == ["bear", "wolf", "lich"]


@pytest.mark.rule("W-RUNE-05")
def test_without_an_unhallowed_seal_does_nothing():
    table = camp("T", "2 2 1", graveyard="bear, summon", unhallowed="warlord")
    table.cast(2, "seal", "vanquish")
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.graveyard == ["bear", "summon"]


@pytest.mark.rule("W-RUNE-06")
def test_vanquish_takes_the_top_of_the_horde_out_of_the_game_for_all_to_see():
    table = camp("T", "2 2 1", horde="corrupt_druid, hydra")
    table.cast(2, "vanquish", "seal")
    assert table.horde == ["hydra"]
    assert table.state.removed == ["corrupt_druid"]
    assert table.view().removed == ("corrupt_druid",)
    assert table.events(PowerTriggered) == []


@pytest.mark.rule("W-RUNE-06")
def test_vanquish_on_a_summon_card_summons_and_removes_the_unhallowed():
    table = scene(phase=CAMP, horde="summon, lich", unhallowed="hydra, warlord")
    table.rest("T", "2 2 1")
    table.cast(2, "vanquish", "seal")
    table.exhaust("grave_whisper")
    assert len(table.events(SummonRevealed)) == 1
    assert table.graveyard == ["summon"]
    assert table.state.removed == ["hydra"]
    assert table.horde == ["lich"]
    assert table.unhallowed == ["warlord"]
    assert table.line == []


@pytest.mark.rule("W-RUNE-06")
def test_with_an_empty_horde_vanquish_does_nothing():
    table = camp("T", "2 2 1")
    table.cast(2, "vanquish", "seal")
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.state.removed == []


@pytest.mark.rule("W-RUNE-07")
def test_bolster_lets_each_on_watch_reroll_any_of_their_dice_once():
    table = camp("T", "2 2 1", dice="H 1 1 2, B 3 3 3, R 12 12 12")
    table.cast(2, "bolster", "seal")
    table.luck("6 5")
    assert table.waiting().user == 0
    table.act(PickDie(PARTY, 0), PickDie(PARTY, 1), PickNoMore(PARTY))
    assert table.dice("H") == [6, 5, 2]
    assert table.waiting().user == 1
    table.act(PickNoMore(PARTY))
    assert table.waiting().user == 2
    table.act(PickNoMore(PARTY))
    assert isinstance(table.waiting(), ChoosePlacement)
    assert table.dice("B") == [3, 3, 3]
    assert table.dice("T") == [1]


@pytest.mark.rule("W-RUNE-07")
def test_who_has_no_ready_card_may_reroll_too():
    table = scene(phase=CAMP, dice="H 1 1 2")
    table.give("H", exhausted="all")
    table.rest("T", "2 2 1")
    table.cast(2, "bolster", "seal")
    assert table.waiting().user == 0
    table.luck("6")
    table.act(PickDie(PARTY, table.die("H 1")), PickNoMore(PARTY))
    assert table.dice("H") == [6, 1, 2]
