"""The damage enemies take, step by step, and their death (section 13).

Who is aimed at lies in `state.aimed` between a choice and the step that follows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import CharacterStep, EnemyEvent
from embertable.games.deadcells.damage_to_group import EndOfRun, EnemyActs, shield_price
from embertable.games.deadcells.effects import HEALTH, POISON, TARGET, Damage, Gain, Reaching
from embertable.games.deadcells.gains import gain_in_combat
from embertable.games.deadcells.moments import (
    DamageActionFixed,
    DamageDealt,
    EnemyKilled,
    LastEnemyKilled,
)
from embertable.games.deadcells.state import (
    NOBODY,
    DeadCellsState,
    DeadCellsTable,
    Enemy,
    poison_damage,
)


@dataclass
class EnemyHurt(Event):
    """Damage on an enemy: what landed, what its Shields stopped, what it has left."""

    space: int
    card: str
    n: int
    stopped: int
    health: int


class EnemyDied(EnemyEvent):
    pass


@dataclass
class InstanceBeaten(Event):
    boss: str


# Enemies as targets.


def targets(state: DeadCellsState, one: int, spaces: tuple[int, ...], damage: bool) -> list[Enemy]:
    """The enemies a character may aim at, from left to right (D-RANGE-01, D-ACTION-INVISIBLE-01)."""
    if damage:
        for hook in state.hooks_of(one, "extend_damage_range"):
            spaces = (*spaces, *hook.spaces)
    sees_all = bool(state.hooks_of(one, "ignore_invisible"))
    return [
        enemy
        for enemy in state.enemies
        if enemy.space in spaces and (sees_all or not state.is_invisible(enemy))
    ]


def narrowed(found: list[Enemy], to: str) -> list[Enemy]:
    """The enemies with the most or the fewest Health (D-DAMAGE-02)."""
    if to not in ("most_health", "fewest_health") or not found:
        return found
    healths = [enemy.health - enemy.damage for enemy in found]
    wanted = max(healths) if to == "most_health" else min(healths)
    return [enemy for enemy in found if enemy.health - enemy.damage == wanted]


def aim(table: DeadCellsTable, one: int, found: list[Enemy], to: str) -> None:
    """Fill `aimed` with the targets, asking the acting player if there is a choice."""
    state = table.state
    found = narrowed(found, to)
    count = 2 if to == "two" else 1
    if to == "all" or len(found) <= count:
        state.aimed = [enemy.id for enemy in found]
        return
    state.aimed = []
    seat = state.characters[one].seat
    spaces = tuple([enemy.space for enemy in found])
    table.do_all([ChooseEnemy(seat, one, spaces) for _ in range(count)])


@dataclass
class ChooseEnemy(Choice):
    character: int
    spaces: tuple[int, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        return [
            AimAt(self.seat, enemy.space)
            for enemy in state.enemies
            if enemy.space in self.spaces and enemy.id not in state.aimed
        ]


@dataclass(unsafe_hash=True)
class AimAt(Action):
    space: int

    def run(self, table: DeadCellsTable) -> None:
        enemy = table.state.enemy_on(self.space)
        assert enemy is not None, f"nobody stands on {self.space}"
        table.state.aimed.append(enemy.id)


def mirrored(state: DeadCellsState, one: int, aimed: list[int]) -> list[int]:
    """Add the enemy behind the Group to an attack on space 3 that does not hit it anyway (D-HERO-RULING-07)."""
    if not state.hooks_of(one, "mirror_far_to_behind"):
        return aimed
    far = state.enemy_on(3)
    if far is None or far.id not in aimed:
        return aimed
    behind = [enemy.id for enemy in targets(state, one, (-1,), damage=False)]
    return [*aimed, *[id for id in behind if id not in aimed]]


# Damage Actions by characters.


@dataclass
class DamageAction(Step):
    """A Damage Action: amount, bonus, target, hit."""

    character: int
    effect: Damage

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        found = targets(state, self.character, self.effect.range, damage=True)
        if self.effect.to == "adjacent_to_dead":
            found = [enemy for enemy in found if are_neighbours(enemy.space, state.fell)]
        if not found:
            return
        n = self.effect.n
        if n == HEALTH:
            n = state.characters[self.character].health()
        table.do_all(
            [
                *table.reactions(DamageActionFixed(self.character)),
                Aim(self.character, self.effect),
                Strike(self.character, n, self.effect.unblockable),
            ]
        )


@dataclass
class Aim(Step):
    """Choose the targets, after the amount is fixed."""

    character: int
    effect: Reaching

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        damage = isinstance(self.effect, Damage)
        found = targets(state, self.character, self.effect.range, damage)
        if self.effect.to == "adjacent_to_dead":
            found = [enemy for enemy in found if are_neighbours(enemy.space, state.fell)]
        aim(table, self.character, found, self.effect.to)


@dataclass
class Strike(Step):
    """Hit all targets at once, then let enemies die from left to right (D-COMBAT-ORDER-05)."""

    character: int
    n: int
    unblockable: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        aimed = mirrored(state, self.character, state.aimed)
        n = self.n + state.bonus + state.extra
        state.aimed = []
        state.extra = 0
        pierce = self.unblockable or bool(state.hooks_of(self.character, "ignore_shields"))
        steps: list[Step] = []
        for id in aimed:
            enemy = state.enemy(id)
            if enemy is None:
                continue
            placed = hit(table, enemy, n + bonus_on(state, self.character, enemy), pierce)
            if placed:
                state.characters[self.character].dealt = True
                steps.extend(table.reactions(DamageDealt(self.character, id, placed)))
        table.do_all([*steps, FellTheDead(self.character)])


def bonus_on(state: DeadCellsState, one: int, enemy: Enemy) -> int:
    """What passive abilities add against this enemy."""
    bonus = 0
    for hook in state.hooks_of(one, "damage_bonus"):
        holds = {
            "": True,
            "health_is_1": state.characters[one].health() == 1,
            "wall": state.wall == "wall",
            "hole": state.wall == "hole",
        }[hook.condition]
        if holds and (not hook.spaces or enemy.space in hook.spaces):
            bonus += hook.n
    return bonus


def hit(table: DeadCellsTable, enemy: Enemy, n: int, pierce: bool) -> int:
    """Deal Damage to an enemy, which must use its Shields (D-BLOCK-05); return what landed."""
    state = table.state
    if n < 1:
        return 0
    n += enemy.tokens[TARGET]
    price = shield_price(state)
    stopped = 0 if pierce else min(enemy.shields // price, n)
    enemy.shields -= stopped * price
    enemy.damage += n - stopped
    left = max(0, enemy.health - enemy.damage)
    table.emit(EnemyHurt(enemy.space, enemy.card, n - stopped, stopped, left))
    return n - stopped


def are_neighbours(space: int, other: int) -> bool:
    """Whether two spaces in front of the Group touch (D-ACTION-GIVE-SHIELD-01)."""
    return other > 0 and abs(space - other) == 1


# Death of enemies.


class FellTheDead(CharacterStep):
    """Every enemy with as much Damage as Health dies, from left to right, a Boss last (D-BOSS-10)."""

    def run(self, table: DeadCellsTable) -> None:
        dead = [enemy for enemy in table.state.enemies if enemy.damage >= enemy.health]
        for enemy in [*[one for one in dead if not one.boss], *dead][:1]:
            table.do(Die(enemy.id, self.character, by_damage=True), FellTheDead(self.character))


@dataclass
class Die(Step):
    """Kill an enemy: the rewards of its Death box, then its other effects (D-KILL-01)."""

    enemy: int
    character: int
    by_damage: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        enemy = state.enemy(self.enemy)
        if enemy is None:
            return
        if enemy.boss:
            table.do(EndInstance())
            return
        state.enemies.remove(enemy)
        state.fell = enemy.space
        monster = state.content.monsters[enemy.card]
        table.emit(EnemyDied(enemy.space, enemy.card))
        discard_enemy(state, enemy)
        steps: list[Step] = []
        for effect in monster.death:
            if isinstance(effect, Gain):
                gain_in_combat(table, effect)
            else:
                steps.append(EnemyActs(NOBODY, effect))
        table.do_all(
            [*steps, AfterDeath(enemy.space, self.character, self.by_damage, monster.elite)]
        )


def discard_enemy(state: DeadCellsState, enemy: Enemy) -> None:
    """Put a Monster or Elite on its discard pile; a minion leaves play (D-INT-33)."""
    monster = state.content.monsters[enemy.card]
    if monster.biome != "boss":
        (state.elites_out if monster.elite else state.monsters_out).append(enemy.card)


@dataclass
class AfterDeath(Step):
    space: int
    character: int
    by_damage: bool
    elite: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.fell = self.space
        steps = table.reactions(EnemyKilled(self.space, self.character, self.by_damage, self.elite))
        if not state.enemies:
            steps.extend(table.reactions(LastEnemyKilled()))
        table.do_all(steps)


@dataclass
class EndInstance(Step):
    """End an instance of a Boss; the end of the Turn says what follows (D-BOSS-10, 12)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        table.emit(InstanceBeaten(state.boss))
        if state.instance + 1 == len(state.content.bosses[state.boss].instances):
            state.beaten = True
            table.skip_to(EndOfRun)
        else:
            state.turning = True
            table.skip_to(EndOfTurn)


@dataclass
class EndOfTurn(Step):
    """The place on the stack where a Boss's Turn ends."""


@dataclass
class EnemyPoisonTick(Step):
    enemy: int

    def run(self, table: DeadCellsTable) -> None:
        enemy = table.state.enemy(self.enemy)
        if enemy is None or not enemy.tokens[POISON]:
            return
        hit(table, enemy, poison_damage(table.state, enemy.tokens[POISON]), pierce=True)
        if enemy.damage >= enemy.health:
            table.do(Die(enemy.id, NOBODY, by_damage=False))


def kill_outright(table: DeadCellsTable, enemy: Enemy, one: int, token: int) -> None:
    """Kill by a second Fire or by Bleeding; a Boss takes Damage instead (D-BOSS-11)."""
    if not enemy.boss:
        table.do(Die(enemy.id, one, by_damage=False))
        return
    enemy.tokens[token] = 0
    hit(table, enemy, table.state.content.instant_kill_damage, pierce=True)
    table.do(FellTheDead(one))
