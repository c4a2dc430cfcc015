"""Damage in both directions, step by step, and death on both sides of the board (section 13).

Who is aimed at lies in `state.aimed` between a choice and the step that follows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step, Table
from embertable.games.deadcells.effects import DOWN_TO_1, HEALTH, POISON, TARGET, Effect
from embertable.games.deadcells.gains import drop_equipment, gain_in_combat
from embertable.games.deadcells.moments import (
    DamageActionFixed,
    DamagedByEnemy,
    DamageDealt,
    EnemyEffect,
    EnemyKilled,
    LastEnemyKilled,
    WouldDie,
)
from embertable.games.deadcells.state import NOBODY, DeadCellsState, Enemy

COMPANIONS = 100
"""Aimed at a Companion: this, and ten for each character, and its place among the Equipment."""


@dataclass
class DamageTaken(Event):
    character: int
    n: int
    health: int


@dataclass
class DamageBlocked(Event):
    character: int
    n: int


@dataclass
class CompanionHurt(Event):
    character: int
    card: str
    n: int


@dataclass
class DamageRedirected(Event):
    character: int


@dataclass
class EnemyHurt(Event):
    """Damage on an enemy: what landed, what its Shields stopped, what it has left."""

    space: int
    card: str
    n: int
    stopped: int
    health: int


@dataclass
class EnemyDied(Event):
    space: int
    card: str


@dataclass
class CharacterDied(Event):
    character: int


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
    """Those with the most or the fewest Health among them (D-DAMAGE-02)."""
    if to not in ("most_health", "fewest_health") or not found:
        return found
    healths = [enemy.health - enemy.damage for enemy in found]
    wanted = max(healths) if to == "most_health" else min(healths)
    return [enemy for enemy in found if enemy.health - enemy.damage == wanted]


def aim(table: Table[DeadCellsState], one: int, found: list[Enemy], to: str) -> None:
    """Fill `aimed` with the targets of an effect, asking the acting player where there is a choice."""
    state = table.state
    found = narrowed(found, to)
    count = 2 if to == "two" else 1
    if to == "all" or len(found) <= count:
        state.aimed = [enemy.id for enemy in found]
        return
    state.aimed = []
    seat = state.characters[one].seat
    spaces = tuple([enemy.space for enemy in found])
    table.do(*[ChooseEnemy(seat, one, spaces) for _ in range(count)])


@dataclass
class ChooseEnemy(Choice):
    character: int
    spaces: tuple[int, ...]

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        return [
            AimAt(self.seat, enemy.space)
            for enemy in state.enemies
            if enemy.space in self.spaces and enemy.id not in state.aimed
        ]


@dataclass(unsafe_hash=True)
class AimAt(Action):
    space: int

    def run(self, table: Table[DeadCellsState]) -> None:
        enemy = table.state.enemy_on(self.space)
        assert enemy is not None, f"nobody stands on {self.space}"
        table.state.aimed.append(enemy.id)


def mirrored(state: DeadCellsState, one: int, aimed: list[int]) -> list[int]:
    """An attack on space 3 applies once more to the enemy behind the Group (D-HERO-RULING-07)."""
    if not state.hooks_of(one, "mirror_far_to_behind"):
        return aimed
    far = state.enemy_on(3)
    if far is None or far.id not in aimed:
        return aimed
    return [*aimed, *[enemy.id for enemy in targets(state, one, (-1,), damage=False)]]


# Damage Actions by characters.


@dataclass
class DamageAction(Step):
    """A Damage Action: amount, bonus, target, hit."""

    character: int
    effect: Effect

    def __init__(self, character: int, effect: Effect) -> None:
        self.character = character
        self.effect = effect

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        found = targets(state, self.character, self.effect.range, damage=True)
        if self.effect.to == "adjacent_to_dead":
            found = [enemy for enemy in found if are_neighbours(enemy.space, state.fell)]
        if not found:
            return
        n = self.effect.n
        if n == HEALTH:
            n = state.characters[self.character].health()
        state.extra = 0
        table.do(
            *table.reactions(DamageActionFixed(self.character)),
            Aim(self.character, self.effect),
            Strike(self.character, n, self.effect.flag),
        )


@dataclass
class Aim(Step):
    """Choose the targets, as late as possible."""

    character: int
    effect: Effect

    def __init__(self, character: int, effect: Effect) -> None:
        self.character = character
        self.effect = effect

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        found = targets(state, self.character, self.effect.range, damage=self.effect.op == "damage")
        if self.effect.to == "adjacent_to_dead":
            found = [enemy for enemy in found if are_neighbours(enemy.space, state.fell)]
        aim(table, self.character, found, self.effect.to)


@dataclass
class Strike(Step):
    """The packets land together, then the dead fall from left to right (D-COMBAT-ORDER-05)."""

    character: int
    n: int
    unblockable: bool

    def __init__(self, character: int, n: int, unblockable: bool) -> None:
        self.character = character
        self.n = n
        self.unblockable = unblockable

    def run(self, table: Table[DeadCellsState]) -> None:
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
        table.do(*steps, FellTheDead(self.character))


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


def hit(table: Table[DeadCellsState], enemy: Enemy, n: int, pierce: bool) -> int:
    """One packet on an enemy; how many tokens were placed. Enemies must use Shields (D-BLOCK-05)."""
    state = table.state
    if n < 1:
        return 0
    n += enemy.tokens[TARGET]
    price = shield_price(state)
    stopped = 0 if pierce else min(enemy.shields // price, n)
    enemy.shields -= stopped * price
    enemy.damage += n - stopped
    left = max(0, enemy.health - enemy.damage)
    table.tell(EnemyHurt(enemy.space, enemy.card, n - stopped, stopped, left))
    return n - stopped


def shield_price(state: DeadCellsState) -> int:
    """Shields for one Damage (D-BLOCK-01), more under a constraint (D-COMBAT-SETUP-12)."""
    return 2 if state.constraint == "two_shields_per_damage" else 1


def are_neighbours(space: int, other: int) -> bool:
    """Directly neighbouring front spaces (D-ACTION-GIVE-SHIELD-01)."""
    return space > 0 and other > 0 and abs(space - other) == 1


# Death of enemies.


@dataclass
class FellTheDead(Step):
    """Every enemy with as much Damage as Health dies, from left to right."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        for enemy in table.state.enemies:
            if enemy.damage >= enemy.health:
                table.do(Die(enemy.id, self.character, by_damage=True), FellTheDead(self.character))
                return


@dataclass
class Die(Step):
    """An enemy dies: rewards, then the harm of its Death box, then the card goes (D-KILL-01)."""

    enemy: int
    character: int
    by_damage: bool

    def __init__(self, enemy: int, character: int, by_damage: bool) -> None:
        self.enemy = enemy
        self.character = character
        self.by_damage = by_damage

    def run(self, table: Table[DeadCellsState]) -> None:
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
        table.tell(EnemyDied(enemy.space, enemy.card))
        discard_enemy(state, enemy)
        for effect in monster.death:
            if effect.op == "gain":
                gain_in_combat(table, effect)
        harm = [effect for effect in monster.death if effect.op != "gain"]
        table.do(
            *[EnemyActs(NOBODY, effect) for effect in harm],
            AfterDeath(enemy.space, self.character, self.by_damage, monster.elite),
        )


def discard_enemy(state: DeadCellsState, enemy: Enemy) -> None:
    """Monsters and Elites to their own discard piles; minions out of play (INT-33)."""
    monster = state.content.monsters[enemy.card]
    if monster.biome != "boss":
        (state.elites_out if monster.elite else state.monsters_out).append(enemy.card)


@dataclass
class AfterDeath(Step):
    space: int
    character: int
    by_damage: bool
    elite: bool

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        state.fell = self.space
        steps = table.reactions(EnemyKilled(self.space, self.character, self.by_damage, self.elite))
        if not state.enemies:
            steps.extend(table.reactions(LastEnemyKilled()))
        table.do(*steps)


@dataclass
class EndInstance(Step):
    """A Boss's Health is used up; how it goes on, the end of the Turn says (D-BOSS-10, 12)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        table.tell(InstanceBeaten(state.boss))
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
class EndOfRun(Step):
    """The place at the bottom of the stack where a Run ends."""


# Enemies' effects.


@dataclass
class EnemyActs(Step):
    """One effect of an enemy's line, or of the Death box of an enemy that is gone."""

    enemy: int
    effect: Effect

    def __init__(self, enemy: int, effect: Effect) -> None:
        self.enemy = enemy
        self.effect = effect

    def run(self, table: Table[DeadCellsState]) -> None:
        if self.enemy != NOBODY and table.state.enemy(self.enemy) is None:
            return
        if self.effect.op == "damage":
            table.do(HurtGroup(self.enemy, self.effect, soaks=True))
        else:
            table.do(*table.reactions(EnemyEffect(self.enemy, self.effect)))


def aim_at_group(
    table: Table[DeadCellsState], to: str, among: list[int], soaks: bool
) -> list[Step]:
    """Fill `aimed` with characters; what must be asked, the First Player decides (D-FIRST-03)."""
    state = table.state
    if to == "all":
        state.aimed = among
        return []
    if to == "first_player":
        state.aimed = [state.first] if state.first in among else []
        return []
    if to in ("most_health", "fewest_health"):
        healths = [state.characters[one].health() for one in among]
        wanted = max(healths) if to == "most_health" else min(healths)
        among = [one for one in among if state.characters[one].health() == wanted]
        soaks = False
    state.aimed = []
    if soaks:
        companions = [companion for one in among for companion in companions_of(state, one)]
        among = [*among, *companions]
    count = 2 if to == "two" else 1
    if len(among) <= count:
        state.aimed = among
        return []
    return [ChooseVictim(state.chief(), tuple(among)) for _ in range(count)]


def companions_of(state: DeadCellsState, one: int) -> list[int]:
    character = state.characters[one]
    return [
        COMPANIONS + 10 * one + place
        for place, card in enumerate(character.equipment)
        if state.content.equipment[card].kind == "companion"
    ]


@dataclass
class ChooseVictim(Choice):
    """Who takes it: a character, or a Companion where the effect allows (D-EQUIP-08)."""

    victims: tuple[int, ...]

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        options: list[Action] = []
        for one in self.victims:
            if one in state.aimed:
                continue
            if one < COMPANIONS:
                options.append(PickVictim(self.seat, one))
            else:
                owner, place = divmod(one - COMPANIONS, 10)
                options.append(
                    PickCompanion(self.seat, owner, place, state.characters[owner].equipment[place])
                )
        return options


@dataclass(unsafe_hash=True)
class PickVictim(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.aimed.append(self.character)


@dataclass(unsafe_hash=True)
class PickCompanion(Action):
    character: int
    place: int
    card: str

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.aimed.append(COMPANIONS + 10 * self.character + self.place)


# Damage on the Group.


@dataclass
class HurtGroup(Step):
    """Damage by an enemy, a Death box or a tile (`enemy` is nobody then)."""

    enemy: int
    effect: Effect
    soaks: bool

    def __init__(self, enemy: int, effect: Effect, soaks: bool) -> None:
        self.enemy = enemy
        self.effect = effect
        self.soaks = soaks

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        n = self.effect.n
        if n == HEALTH:
            enemy = state.enemy(self.enemy)
            if enemy is None:
                return
            n = enemy.health - enemy.damage
        table.do(
            *aim_at_group(table, self.effect.to, state.participants(), self.soaks),
            HurtAimed(self.enemy, n, self.effect.flag),
        )


@dataclass
class HurtAimed(Step):
    """The packets are fixed one by one and land together (D-COMBAT-ORDER-05)."""

    enemy: int
    n: int
    unblockable: bool

    def __init__(self, enemy: int, n: int, unblockable: bool) -> None:
        self.enemy = enemy
        self.n = n
        self.unblockable = unblockable

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        aimed = state.aimed
        state.aimed = []
        steps: list[Step] = []
        for one in sorted([one for one in aimed if one >= COMPANIONS], reverse=True):
            owner, place = divmod(one - COMPANIONS, 10)
            hurt_companion(table, owner, place, self.n)
        for one in aimed:
            if one < COMPANIONS:
                steps.append(Threaten(one, self.enemy, self.n, self.unblockable))
        table.do(*steps, Land(self.enemy))


def hurt_companion(table: Table[DeadCellsState], owner: int, place: int, n: int) -> None:
    """Damage stays on it; when its Health is used up it is discarded (D-EQUIP-08)."""
    state = table.state
    character = state.characters[owner]
    card = character.equipment[place]
    character.companion_damage[place] += n
    table.tell(CompanionHurt(owner, card, n))
    if character.companion_damage[place] >= state.content.equipment[card].health:
        drop_equipment(table, owner, place)


@dataclass
class Threaten(Step):
    """Somebody may take the First Player's place (D-HERO-RULING-04)."""

    character: int
    enemy: int
    n: int
    unblockable: bool

    def __init__(self, character: int, enemy: int, n: int, unblockable: bool) -> None:
        self.character = character
        self.enemy = enemy
        self.n = n
        self.unblockable = unblockable

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        n = self.n
        exact = n == DOWN_TO_1
        if exact:
            n = state.characters[self.character].health() - 1
            if n < 1:
                return
        state.aimed = [self.character]
        brace = Brace(n, self.unblockable, exact)
        if self.character == state.first:
            for one in state.participants():
                if one != state.first and state.hooks_of(one, "redirect_first_player_damage"):
                    seat = state.characters[one].seat
                    table.do(ChooseRedirect(seat, one, n), brace)
                    return
        table.do(brace)


@dataclass
class ChooseRedirect(Choice):
    character: int
    n: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [TakeInstead(self.seat, self.character), StandBack(self.seat, self.character)]


@dataclass(unsafe_hash=True)
class TakeInstead(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.aimed = [self.character]
        table.tell(DamageRedirected(self.character))


@dataclass(unsafe_hash=True)
class StandBack(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


@dataclass
class Brace(Step):
    """Target tokens add, then Shields may stop some (steps 2 and 3), unless it is exact (V-01)."""

    n: int
    unblockable: bool
    exact: bool

    def __init__(self, n: int, unblockable: bool, exact: bool) -> None:
        self.n = n
        self.unblockable = unblockable
        self.exact = exact

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        one = state.aimed[0]
        state.aimed = []
        character = state.characters[one]
        n = self.n if self.exact else self.n + character.tokens[TARGET]
        character.incoming += n
        if self.exact or self.unblockable or not state.fighting:
            return
        if character.shields + character.golden >= shield_price(state):
            table.do(ChooseBlock(character.seat, one, n))


@dataclass
class ChooseBlock(Choice):
    """How many Shields of each kind to discard (D-BLOCK-01, D-BLOCK-04)."""

    character: int
    n: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        character = state.characters[self.character]
        price = shield_price(state)
        options: list[Action] = []
        for stopped in range(self.n, -1, -1):
            paid = stopped * price
            for golden in range(min(character.golden, paid) + 1):
                if paid - golden <= character.shields:
                    options.append(Block(self.seat, self.character, paid - golden, golden))
        return options


@dataclass(unsafe_hash=True)
class Block(Action):
    character: int
    shields: int
    golden: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        character.shields -= self.shields
        character.golden -= self.golden
        stopped = (self.shields + self.golden) // shield_price(state)
        character.incoming -= stopped
        if stopped:
            table.tell(DamageBlocked(self.character, stopped))


@dataclass
class Land(Step):
    """Place what was not stopped; then answers, then death (steps 4 and 5)."""

    enemy: int

    def __init__(self, enemy: int) -> None:
        self.enemy = enemy

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        answers: list[Step] = []
        ends: list[Step] = []
        for one in state.in_order():
            character = state.characters[one]
            if not character.incoming:
                continue
            n = character.incoming
            character.incoming = 0
            if character.is_endless():
                continue
            character.damage += n
            table.tell(DamageTaken(one, n, max(0, character.health())))
            ends.append(CheckLife(one))
            if self.enemy != NOBODY:
                answers.extend(table.reactions(DamagedByEnemy(one, self.enemy)))
        table.do(*answers, *ends)


@dataclass
class CheckLife(Step):
    """With no Health left a Beheaded is dead and the Run is over (D-DEATH-01)."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        character = table.state.characters[self.character]
        if character.health() <= 0 and not character.is_endless():
            table.do(*table.reactions(WouldDie(self.character)), Perish(self.character))


@dataclass
class Perish(Step):
    """Nothing has prevented it."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        if character.health() > 0:
            return
        state.dead = self.character
        table.tell(CharacterDied(self.character))
        table.skip_to(EndOfRun)


def kill_character(table: Table[DeadCellsState], one: int) -> None:
    """Fire and Bleeding kill at once, whatever the Health (D-STATE-FIRE-01, D-STATE-BLEED-02)."""
    character = table.state.characters[one]
    if character.is_endless():
        return
    character.damage = max(character.damage, character.max_health)
    table.do(CheckLife(one))


@dataclass
class PoisonTick(Step):
    """All Poison on a character as one packet that nothing stops (D-STATE-POISON-02)."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        character = table.state.characters[self.character]
        poison = character.tokens[POISON]
        if poison:
            # Damage like any other to somebody who may take it instead (D-HERO-RULING-04).
            table.do(Threaten(self.character, NOBODY, poison, unblockable=True), Land(NOBODY))


@dataclass
class EnemyPoisonTick(Step):
    enemy: int

    def __init__(self, enemy: int) -> None:
        self.enemy = enemy

    def run(self, table: Table[DeadCellsState]) -> None:
        enemy = table.state.enemy(self.enemy)
        if enemy is None or not enemy.tokens[POISON]:
            return
        hit(table, enemy, enemy.tokens[POISON], pierce=True)
        if enemy.damage >= enemy.health:
            table.do(Die(enemy.id, NOBODY, by_damage=False))


def kill_outright(table: Table[DeadCellsState], enemy: Enemy, one: int, token: int) -> None:
    """A second Fire, or Bleeding at the end: death, or Damage for a Boss (D-BOSS-11)."""
    if not enemy.boss:
        table.do(Die(enemy.id, one, by_damage=False))
        return
    enemy.tokens[token] = 0
    hit(table, enemy, table.state.content.instant_kill_damage, pierce=True)
    table.do(FellTheDead(one))
