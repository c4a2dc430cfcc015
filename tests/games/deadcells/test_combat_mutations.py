"""What the Mutation board does in a Combat: triggers, limits, who may say no (section 25.5)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.cards import (
    CardDiscarded,
    CardsDrawn,
    ChooseRedraw,
    DiscardCard,
    StopDiscarding,
)
from embertable.games.deadcells.character_round import EndRoundZero
from embertable.games.deadcells.combat import StartOfCombat
from embertable.games.deadcells.damage_to_enemies import AimAt
from embertable.games.deadcells.effects_in_combat import ChooseSkill, UseSkill
from embertable.games.deadcells.mutations import (
    ChooseMutation,
    LeaveMutation,
    MutationUsed,
    UseMutation,
)
from embertable.games.deadcells.preparation import ChooseCard
from tests.games.deadcells.scene import scene


@pytest.mark.rule("D-V-23", "D-COMBAT-SETUP-11")
def test_before_the_talk_one_player_may_redraw_any_number_of_cards():
    table = scene()
    table.mutate("TC-17")
    table.hand(1, "FL-1", "FL-2", "FL-3")
    table.enemy(1)
    assert isinstance(table.run(StartOfCombat()), ChooseMutation)
    table.act(LeaveMutation(0, "TC-17"))  # the first says no, the second yes
    assert isinstance(table.act(UseMutation(1, "TC-17", 1)), ChooseRedraw)
    table.act(DiscardCard(1, 1, "FL-1"))
    assert table.offered() == [
        DiscardCard(1, 1, "FL-2"),
        DiscardCard(1, 1, "FL-3"),
        StopDiscarding(1, 1),
    ]
    table.act(DiscardCard(1, 1, "FL-3"), StopDiscarding(1, 1))
    assert table.waiting() is None  # used up: nobody else is asked
    assert table.character(1).discard == ["FL-1", "FL-3"]
    assert len(table.character(1).hand) == 3
    assert not {"FL-1", "FL-3"} & set(table.character(1).hand)
    assert table.events(CardDiscarded) == [CardDiscarded(1, "FL-1"), CardDiscarded(1, "FL-3")]
    assert table.events(CardsDrawn) == [CardsDrawn(1, 2)]


@pytest.mark.rule("D-MUT-06", "D-V-23")
def test_a_limit_of_the_biome_outlasts_the_combat():
    table = scene()
    table.mutate("TC-17")
    table.hand(0, "PO-1", "PO-2", "PO-3")
    table.state.monsters = ["b1_zombie"] * 4
    table.tile("PQ-E1")
    table.act(UseMutation(0, "TC-17", 0), StopDiscarding(0, 0))
    assert isinstance(table.waiting(), ChooseCard)
    table.state.enemies = []
    table.upkeep()
    assert isinstance(table.tile("PQ-E1"), ChooseCard)


@pytest.mark.rule("D-ROUND0-01", "D-MUT-06")
def test_support_is_for_one_participant_in_round_zero():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, red=1)
    table.mutate("TC-07")
    table.enemy(1)
    assert table.round(0) is not None
    assert table.offered() == [UseMutation(0, "TC-07", 0), LeaveMutation(0, "TC-07")]
    table.act(LeaveMutation(0, "TC-07"), UseMutation(1, "TC-07", 1))
    assert table.states(table.on(1)) == {"target": 1}
    assert EndRoundZero(0, 0) in table.offered()  # then the First Player's own abilities
    table.act(table.offered()[0])
    assert table.on(1).damage == 2


@pytest.mark.rule("D-V-01", "D-MUT-06")
def test_who_kills_with_a_damage_action_may_use_a_skill_once_per_combat():
    table = scene()
    table.mutate("BR-02")
    for space in (1, 2):
        table.enemy(space, "b1_zombie", damage=1)
    table.does(1, "damage on 1")
    assert table.offered() == [UseMutation(1, "BR-02", 1), LeaveMutation(1, "BR-02")]
    assert isinstance(table.act(UseMutation(1, "BR-02", 1)), ChooseSkill)
    table.act(UseSkill(1, 1, "flayed-purple-0"))
    assert table.character(1).shields == 1
    assert table.does(0, "damage on 2") is None


@pytest.mark.rule("D-V-01", "D-STATE-FIRE-01")
def test_a_second_fire_kills_without_a_damage_action():
    table = scene()
    table.mutate("BR-02")
    table.bears(table.enemy(1, "b1_zombie"), fire=1)
    assert table.does(0, "state fire on 1") is None
    assert table.board() == {}


@pytest.mark.rule("D-V-01", "D-STATE-POISON-01")
def test_poison_is_no_damage_action():
    table = scene()
    table.mutate("BR-02")
    table.bears(table.enemy(1, "b1_zombie", damage=1), poison=1)
    assert table.end_round(1) is None
    assert table.board() == {}


@pytest.mark.parametrize(("card", "teeth"), [("b1_zombie", 0), ("b1_elite_archer", 2)])
@pytest.mark.rule("D-MUT-03", "D-V-01")
def test_the_death_of_an_elite_pays_whatever_killed_it(card, teeth):
    table = scene()
    table.mutate("TC-09")
    table.bears(table.enemy(1, card, health=1), poison=1)
    table.end_round(1)
    assert (table.board(), table.state.teeth) == ({}, teeth)


@pytest.mark.rule("D-MUT-06")
def test_two_damage_by_one_action_bleed_once_per_combat():
    table = scene()
    table.mutate("BR-17")
    for space in (1, 2):
        table.enemy(space)
    table.does(0, "damage on 1")
    assert table.states(table.on(1)) == {}
    table.does(0, "damage 2 on 1", "damage 2 on 2")
    assert table.states(table.on(1)) == {"bleeding": 1}
    assert table.states(table.on(2)) == {}


@pytest.mark.rule("D-MUT-06")
def test_a_frenzy_may_be_declared_at_the_start_of_any_round_by_the_first_player():
    table = scene(first=1)
    table.mutate("BR-11")
    table.enemy(1).frozen = [1, 2, 3]
    table.play_card(0, "BR-04c")
    assert table.round(0) is None
    table.round(1)
    assert table.offered() == [UseMutation(1, "BR-11", 1), LeaveMutation(1, "BR-11")]
    table.act(LeaveMutation(1, "BR-11"))
    assert table.on(1).damage == 1
    table.round(2)
    table.act(UseMutation(1, "BR-11", 1))
    assert table.on(1).damage == 3
    assert table.round(3) is None  # once per Biome
    assert table.on(1).damage == 4
    assert table.events(MutationUsed) == [MutationUsed("BR-11")]


def test_heart_of_ice_freezes_one_enemy_of_the_first_players_choice():
    table = scene(first=2)
    table.mutate("SV-19")
    table.enemy(1)
    table.enemy(2)
    table.state.round = -1
    table.run(StartOfCombat())
    assert table.offered() == [AimAt(2, 1), AimAt(2, 2)]
    table.act(AimAt(2, 2))
    assert (table.on(1).frozen, table.on(2).frozen) == ([], [1])
