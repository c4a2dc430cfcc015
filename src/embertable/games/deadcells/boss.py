"""Boss fights: Turns, instances, attack cards (section 19)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Event, Step
from embertable.games.deadcells.bases import CardEvent
from embertable.games.deadcells.combat import (
    StartOfCombat,
    TimeBeforePreparation,
    open_board,
    rounds,
)
from embertable.games.deadcells.damage_to_enemies import EndOfTurn
from embertable.games.deadcells.effects_outside_combat import pass_first_player
from embertable.games.deadcells.enemies import EnemyMoved, sort_enemies
from embertable.games.deadcells.preparation import Prepare
from embertable.games.deadcells.state import NOBODY, TABLE, DeadCellsTable, Enemy, forget_limit
from embertable.games.deadcells.upkeep import discard_active


@dataclass
class BossMet(Event):
    boss: str


@dataclass
class AttackRevealed(Event):
    attack: str
    space: int


class MinionLeft(CardEvent):
    """A minion had no room on the board."""


@dataclass
class MeetBoss(Step):
    """Start a Boss fight, which counts as a Biome (D-BOSS-01 to 04)."""

    boss: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.boss = self.boss
        state.biome = ""
        state.tiles = []
        state.faces = []
        state.leftover = []
        state.monsters = []
        state.monsters_out = []
        state.elites = []
        state.elites_out = []
        state.instance = 0
        forget_limit(state, "biome")
        open_board(state)
        table.emit(BossMet(self.boss))
        open_instance(table)
        table.do(BossTurn(first=True, opening=True))


def open_instance(table: DeadCellsTable) -> None:
    """Give the Boss the Health and the shuffled attack deck of its instance."""
    state = table.state
    boss = state.content.bosses[state.boss]
    state.attacks = [
        attack.id for attack in boss.attacks.values() if state.instance + 1 in attack.instances
    ]
    state.attacks_out = []
    table.chance.shuffle(TABLE, state.attacks)
    health = boss.instances[state.instance].health + state.mod("boss_health")
    state.enemies = [enemy for enemy in state.enemies if not enemy.boss]
    state.enemies.append(Enemy(state.next_enemy, state.boss, 0, health, boss=True))
    state.next_enemy += 1


@dataclass
class BossTurn(Step):
    """Attack card, Preparation, cards, Rounds; Round 0 only at an instance's start (D-BOSS-05)."""

    first: bool
    opening: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.round = NOBODY
        forget_limit(state, "combat")
        for character in state.characters:
            character.dealt = False
            character.power = NOBODY
            character.used = []
        reveal_attack(table)
        table.do_all(
            [
                StartOfCombat() if self.first else TimeBeforePreparation(),
                Prepare(),
                *rounds(from_zero=self.opening),
                FinishTurn(),
            ]
        )


def reveal_attack(table: DeadCellsTable) -> None:
    """Turn over an attack card, which says where the Boss stands (D-BOSS-05, D-BOSS-07)."""
    state = table.state
    if not state.attacks:
        state.attacks = state.attacks_out
        state.attacks_out = []
        table.chance.shuffle(TABLE, state.attacks)
    state.attack = state.attacks.pop()
    state.attacks_out.append(state.attack)
    table.reveal()
    space = state.content.bosses[state.boss].attacks[state.attack].space
    table.emit(AttackRevealed(state.attack, space))
    boss = next(enemy for enemy in state.enemies if enemy.boss)
    boss.space = 0
    minion = state.enemy_on(space)
    boss.space = space
    if minion is not None:
        make_room(table, minion)
    sort_enemies(state)


def make_room(table: DeadCellsTable, minion: Enemy) -> None:
    """Move a minion to the nearest empty front space, the left one of two; without one it leaves."""
    state = table.state
    start = minion.space
    free = [space for space in (1, 2, 3) if state.enemy_on(space) is None]
    if not free:
        state.enemies.remove(minion)
        table.emit(MinionLeft(minion.card))
        return
    nearest = min([abs(space - start) for space in free])
    minion.space = next(space for space in free if abs(space - start) == nearest)
    table.emit(EnemyMoved(minion.card, start, minion.space))


@dataclass
class FinishTurn(EndOfTurn):
    """Clean up after a Turn or an instance, and start the next Turn (D-BOSS-09, D-BOSS-10)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        turning = state.turning
        state.turning = False
        for enemy in state.enemies:
            enemy.idle = NOBODY
            enemy.frozen = [] if enemy.boss else enemy.frozen
        for character in state.characters:
            character.free_of_tokens()
            character.incoming = 0
            if turning:
                character.shields = 0
                character.golden = 0
        if turning:
            state.instance += 1
            open_instance(table)
        refill = discard_active(table)
        pass_first_player(table)
        state.aimed = []
        state.round = NOBODY
        table.do_all([*refill, BossTurn(first=False, opening=turning)])
