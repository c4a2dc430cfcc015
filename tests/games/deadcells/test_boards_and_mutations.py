"""Where a board or a Mutation meets an effect: whose it is, how far it reaches, what is left of it."""

from __future__ import annotations

import pytest

from embertable.games.deadcells import effects
from embertable.games.deadcells.combat import StartOfCombat
from embertable.games.deadcells.damage_to_enemies import Die, EnemyDied, EnemyHurt
from embertable.games.deadcells.damage_to_group import EnemyActs
from embertable.games.deadcells.gains import (
    Equip,
    Equipped,
    ScrollLost,
    ScrollTaken,
    TakeScroll,
    TakeTwoScrolls,
)
from embertable.games.deadcells.mutations import ChooseMutation, UseMutation
from embertable.games.deadcells.state import NOBODY
from embertable.games.deadcells.state_tokens import StateInflicted
from tests.games.deadcells.scene import CONTENT, scene

POISON = (effects.State("poison"),)


def poisoned_with(card, monkeypatch, what=POISON, condition=""):
    """The Poisoned deals 1 Damage with each State; this Mutation inflicts one."""
    hook = CONTENT.permanents[card].hook
    assert hook is not None
    monkeypatch.setattr(hook, "effects", what)
    monkeypatch.setattr(hook, "condition", condition)
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=1)
    table.mutate(card)
    return table


# States by Mutations.


@pytest.mark.rule("D-HERO-RULING-02", "D-HERO-POISONED-05", "D-MUT-03")
def test_a_state_that_a_death_brings_by_a_mutation_is_not_the_beheadeds_own(monkeypatch):
    table = poisoned_with("TC-09", monkeypatch)
    table.enemy(2, health=9)
    table.run(Die(table.enemy(1).id, 0, by_damage=True))
    assert table.states(table.on(2)) == {"poison": 1}
    assert table.on(2).damage == 0


@pytest.mark.rule("D-HERO-RULING-02", "D-HERO-POISONED-05", "D-COMBAT-SETUP-11")
def test_a_state_at_the_start_of_combat_is_not_the_beheadeds_own(monkeypatch):
    table = poisoned_with("SV-14", monkeypatch)
    table.enemy(2, health=9)
    table.run(StartOfCombat())
    assert table.states(table.on(2)) == {"poison": 1}
    assert table.on(2).damage == 0


@pytest.mark.rule("D-HERO-RULING-02", "D-HERO-POISONED-05", "D-ROUND0-01")
def test_a_state_in_round_zero_is_the_beheadeds_own(monkeypatch):
    table = poisoned_with("TC-07", monkeypatch)
    table.enemy(2, health=9)
    table.round(0)
    table.act(UseMutation(0, "TC-07", 0))
    assert table.states(table.on(2)) == {"poison": 1}
    assert table.on(2).damage == 1


@pytest.mark.rule("D-HERO-RULING-02", "D-HERO-POISONED-05", "D-ACTION-STATE-01")
@pytest.mark.parametrize("effect", ["state poison", "state fire", "state target"])
def test_a_state_of_a_card_is_the_beheadeds_own(effect):
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=1)
    table.play_card(0, "PO-1")
    enemy = table.enemy(1, health=9)
    table.does(0, effect)
    assert enemy.damage == (2 if "target" in effect else 1)


@pytest.mark.rule("D-HERO-RULING-02", "D-STATE-FIRE-01")
@pytest.mark.parametrize(("tokens", "n"), [(1, 1), (0, 2), (0, 3)])
def test_whoever_a_state_kills_gets_neither_more_tokens_nor_damage(tokens, n):
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=1)
    enemy = table.enemy(1, health=9)
    table.bears(enemy, fire=tokens)
    table.does(0, effects.State("fire", n=n))
    assert table.events(EnemyDied) == [EnemyDied(1, enemy.card)]
    assert table.events(EnemyHurt) == []
    assert len(table.events(StateInflicted)) == 2 - tokens


# Reach.


@pytest.mark.rule("D-V-01", "D-HERO-QUARTERED-05", "D-KILL-05")
@pytest.mark.parametrize(("red", "asked"), [(0, False), (1, True)])
def test_damage_beside_the_dead_has_the_reach_of_damage(red, asked, monkeypatch):
    hook = CONTENT.permanents["TC-12"].hook
    assert hook is not None
    near = effects.Damage(to="adjacent_to_dead", range=(1,))
    monkeypatch.setattr(hook, "effects", (near,))
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=red)
    table.mutate("TC-12")
    table.enemy(3, health=9)
    table.run(Die(table.enemy(2).id, 0, by_damage=True))
    assert isinstance(table.waiting(), ChooseMutation) is asked
    if asked:
        table.act(UseMutation(0, "TC-12", 0))
        assert table.on(3).damage == 1


@pytest.mark.rule("D-V-01", "D-KILL-05")
@pytest.mark.parametrize(
    ("dead", "others", "hit"), [(2, (1,), 1), (1, (2, 3), 2), (3, (1,), 0), (-1, (1,), 0)]
)
def test_only_a_neighbour_of_the_dead_is_hit(dead, others, hit):
    table = scene()
    table.mutate("TC-12")
    for space in others:
        table.enemy(space, health=9)
    table.run(Die(table.enemy(dead).id, 0, by_damage=True))
    if hit:
        table.act(UseMutation(0, "TC-12", 0))
    assert table.waiting() is None
    assert {enemy.space for enemy in table.state.enemies if enemy.damage} == (
        {hit} if hit else set()
    )


@pytest.mark.rule("D-V-01", "D-MUT-06")
def test_damage_that_is_not_for_a_neighbour_of_the_dead_is_dealt_unasked(monkeypatch):
    hook = CONTENT.permanents["TC-12"].hook
    assert hook is not None
    monkeypatch.setattr(hook, "effects", (effects.Damage(to="all"),))
    table = scene()
    table.mutate("TC-12")
    table.enemy(3, health=9)
    table.run(Die(table.enemy(1).id, 0, by_damage=True))
    assert table.waiting() is None
    assert table.on(3).damage == 1


@pytest.mark.rule("D-HERO-RULING-02", "D-MUT-06")
@pytest.mark.parametrize(("shields", "dealt"), [(0, True), (1, False)])
def test_damage_with_a_state_counts_as_damage_dealt_unless_it_is_stopped(shields, dealt):
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=1)
    table.enemy(1, health=9, shields=shields)
    table.does(0, "state fire")
    assert table.character(0).dealt is dealt


# Death boxes.


@pytest.mark.rule("D-DAMAGE-06", "D-ACTION-GIVE-SHIELD-01", "D-V-07", "D-KILL-01")
@pytest.mark.parametrize("effect", ["damage", "shield adjacent", "heal"])
def test_what_needs_the_enemy_itself_does_nothing_in_its_death_box(effect):
    table = scene()
    table.enemy(1, health=9, damage=3)
    made = {
        "damage": effects.Damage(effects.HEALTH),
        "shield adjacent": effects.Shield(to="adjacent"),
        "heal": effects.Heal(to="self"),
    }[effect]
    assert table.changed(lambda: table.run(EnemyActs(NOBODY, made))) == set()


# Equipment and Scrolls.


@pytest.mark.rule("D-EQUIP-08", "D-EQUIP-02")
def test_a_companion_comes_unhurt():
    table = scene()
    table.equip(0, "leghugger", slots=2)
    table.character(0).companion_damage = [1]
    changed = table.changed(lambda: table.run(Equip(0, 0, "leghugger")))
    assert changed == {"0.equipment", "0.companion_damage"}
    assert table.character(0).companion_damage == [1, 0]
    assert table.events(Equipped) == [Equipped(0, "leghugger")]


@pytest.mark.rule("D-V-06", "D-SCROLL-04")
@pytest.mark.parametrize(
    ("full", "taken", "lost"), [((), 2, 0), ((2,), 2, 0), ((1, 2), 1, 0), ((0, 1, 2), 0, 1)]
)
def test_a_scroll_for_two_goes_to_as_many_as_can_take_it(full, taken, lost):
    table = scene()
    for one in full:
        name = table.character(one).beheaded
        table.character(one).scrolls[2] = CONTENT.beheaded[name].lengths[2]
    table.happens(effects.Gain("scroll", 1, "red", to="two"))
    if table.waiting() is not None:
        options = table.offered()
        assert {type(option) for option in options} == {TakeTwoScrolls}
        assert len(options) == 3
        table.act(options[0])
    assert len(table.events(ScrollTaken)) == taken
    assert len(table.events(ScrollLost)) == lost
    assert not isinstance(table.waiting(), TakeScroll)
