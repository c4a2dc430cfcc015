"""Enemies on the Combat board: their turns and effects, moving up, minions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells import effects
from embertable.games.deadcells.bases import (
    CharacterAction,
    CharacterCardEvent,
    EnemyCountEvent,
    EnemyEvent,
    EnemyRoundEvent,
)
from embertable.games.deadcells.cards import asked
from embertable.games.deadcells.damage_to_enemies import are_neighbours
from embertable.games.deadcells.damage_to_group import EnemyActs
from embertable.games.deadcells.effects import Effect
from embertable.games.deadcells.effects_in_combat import cleanse
from embertable.games.deadcells.moments import EnemyEffect
from embertable.games.deadcells.state import PRINTED, DeadCellsState, DeadCellsTable, Enemy
from embertable.games.deadcells.state_tokens import AfflictGroup

FRONT = (1, 2, 3)


class EnemyPlaced(EnemyEvent):
    pass


@dataclass
class EnemyMoved(Event):
    card: str
    start: int
    space: int


class EnemyActed(EnemyRoundEvent):
    pass


class EnemyFrozen(EnemyRoundEvent):
    """An enemy lost its line to Freeze."""


class EnemyShielded(EnemyCountEvent):
    pass


class EnemyHealed(EnemyCountEvent):
    pass


class ActiveCardDiscarded(CharacterCardEvent):
    pass


def place_enemy(state: DeadCellsState, card: str, space: int) -> Enemy:
    """Put a card on the board; enemies stay sorted from left to right."""
    monster = state.content.monsters[card]
    health = monster.health
    if monster.biome != "boss":
        health += state.mod("elite_health" if monster.elite else "monster_health")
    enemy = Enemy(state.next_enemy, card, space, health)
    state.next_enemy += 1
    state.enemies.append(enemy)
    sort_enemies(state)
    return enemy


def sort_enemies(state: DeadCellsState) -> None:
    state.enemies.sort(key=space_of)


def space_of(enemy: Enemy) -> int:
    return enemy.space


def free_front(state: DeadCellsState) -> int:
    """The leftmost empty space in front of the Group, or 0."""
    for space in FRONT:
        if state.enemy_on(space) is None:
            return space
    return 0


def move_up(table: DeadCellsTable) -> None:
    """Enemies in front close up, keeping their order; a Boss stays (D-ROUNDEND-03, D-BOSS-08)."""
    state = table.state
    for enemy in state.enemies:
        if enemy.space not in FRONT or enemy.boss:
            continue
        space = enemy.space
        while space > 1 and state.enemy_on(space - 1) is None:
            space -= 1
        if space != enemy.space:
            table.emit(EnemyMoved(enemy.card, enemy.space, space))
            enemy.space = space


@dataclass
class EnemyTurn(Step):
    """The enemy on a space performs its line of the Round (D-COMBAT-ORDER-03, 06)."""

    space: int
    round: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        enemy = state.enemy_on(self.space)
        if enemy is None or enemy.idle == self.round:
            return
        if self.round in enemy.frozen:
            enemy.frozen.remove(self.round)
            enemy.idle = self.round
            table.emit(EnemyFrozen(enemy.space, enemy.card, self.round))
            return
        line = state.lines_of(enemy)[self.round]
        if line:
            table.emit(EnemyActed(enemy.space, enemy.card, self.round))
            table.do_all([EnemyActs(enemy.id, effect) for effect in line])


enemies = Ruleset("enemies")


@enemies.on(EnemyEffect)
def carry_out(table: DeadCellsTable, moment: EnemyEffect) -> list[Step]:
    """What enemies do besides Damage."""
    effect = moment.effect
    BY_ENEMIES[type(effect)](table, effect, table.state.enemy(moment.enemy))
    return []


def afflict(table: DeadCellsTable, effect: effects.State, by: Enemy | None) -> None:
    table.do(AfflictGroup(effect))


def take_active(table: DeadCellsTable, effect: effects.DiscardActive, by: Enemy | None) -> None:
    table.do(TakeActiveCard(effect.to))


def hide(table: DeadCellsTable, effect: effects.Invisible, by: Enemy | None) -> None:
    """`DeadCellsState.is_invisible` reads the line itself."""


def heal_enemy(table: DeadCellsTable, effect: effects.Heal, enemy: Enemy | None) -> None:
    if enemy is not None:
        healed = min(effect.n, enemy.damage)
        enemy.damage -= healed
        table.emit(EnemyHealed(enemy.space, enemy.card, healed))


def cleanse_group(table: DeadCellsTable, effect: effects.Cleanse, by: Enemy | None) -> None:
    for one in table.state.participants():
        cleanse(table, effect, one)


def give_enemy_shields(table: DeadCellsTable, effect: effects.Shield, giver: Enemy | None) -> None:
    """Shield itself, or its neighbours in front without itself (D-ACTION-GIVE-SHIELD-01)."""
    if giver is None:
        return
    for enemy in table.state.enemies:
        near = are_neighbours(enemy.space, giver.space)
        if enemy is giver if effect.to == "self" else near:
            enemy.shields += effect.n
            table.emit(EnemyShielded(enemy.space, enemy.card, effect.n))


def summon(table: DeadCellsTable, effect: effects.Summon, by: Enemy | None) -> None:
    """Place minions on the leftmost empty front spaces, as far as there are any (D-BOSS-07)."""
    state = table.state
    for _ in range(effect.n):
        space = free_front(state)
        if space:
            minion = place_enemy(state, effect.monster, space)
            minion.idle = state.round
            table.emit(EnemyPlaced(space, effect.monster))


BY_ENEMIES: Final[dict[type[Effect], Callable[[DeadCellsTable, Any, Enemy | None], None]]] = {
    effects.State: afflict,
    effects.Shield: give_enemy_shields,
    effects.Heal: heal_enemy,
    effects.Cleanse: cleanse_group,
    effects.Invisible: hide,
    effects.DiscardActive: take_active,
    effects.Summon: summon,
}


@dataclass
class TakeActiveCard(Step):
    """The Group chooses who loses an Active card, or the First Player does (D-ACTION-DISCARD-01)."""

    to: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        able = [one for one in state.participants() if has_active(state, one)]
        if self.to == "first_player":
            able = [one for one in able if one == state.first]
        table.do_all(asked(table, ChooseActiveCard(state.chief(), tuple(able))))


def has_active(state: DeadCellsState, one: int) -> bool:
    active = state.characters[one].active
    return len(active) > 0 and active[0] != ""


@dataclass
class ChooseActiveCard(Choice):
    characters: tuple[int, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [GiveUpActiveCard(self.seat, one) for one in self.characters]


class GiveUpActiveCard(CharacterAction):
    """Discard the Active card played first; a second one stays (D-COMBAT-PLAY-06, D-SOLO-20)."""

    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        card = character.active[0]
        character.active[0] = ""
        if card != PRINTED:
            if character.is_serenade():
                character.draw.pop()
                table.reveal()  # her next card lies open now
            character.discard.append(card)
        table.emit(ActiveCardDiscarded(self.character, card))
