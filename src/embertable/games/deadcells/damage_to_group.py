"""The damage the Group takes, step by step, and the death of a Beheaded (section 13)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import (
    CharacterAction,
    CharacterCountEvent,
    CharacterEvent,
    CharacterStep,
    Decline,
)
from embertable.games.deadcells.effects import (
    DOWN_TO_1,
    HEALTH,
    POISON,
    TARGET,
    Damage,
    Effect,
    Reaching,
)
from embertable.games.deadcells.gains import drop_equipment
from embertable.games.deadcells.moments import DamagedByEnemy, EnemyEffect, WouldDie
from embertable.games.deadcells.state import NOBODY, DeadCellsState, DeadCellsTable, poison_damage

COMPANIONS = 100
"""How `aimed` names a Companion: this + 10 × its owner + its place among the Equipment."""


@dataclass
class DamageTaken(Event):
    character: int
    n: int
    health: int


class DamageBlocked(CharacterCountEvent):
    pass


@dataclass
class CompanionHurt(Event):
    character: int
    card: str
    n: int


class DamageRedirected(CharacterEvent):
    pass


class CharacterDied(CharacterEvent):
    pass


def shield_price(state: DeadCellsState) -> int:
    """How many Shields stop one Damage (D-BLOCK-01, D-COMBAT-SETUP-12)."""
    return 2 if state.constraint == "two_shields_per_damage" else 1


@dataclass
class EndOfRun(Step):
    """The place at the bottom of the stack where a Run ends."""


# Enemies' effects.


@dataclass
class EnemyActs(Step):
    """One effect of an enemy's line, or of the Death box of an enemy that is gone."""

    enemy: int
    effect: Effect

    def run(self, table: DeadCellsTable) -> None:
        if self.enemy != NOBODY and table.state.enemy(self.enemy) is None:
            return
        if isinstance(self.effect, Damage):
            table.do(HurtGroup(self.enemy, self.effect, soaks=True))
        else:
            table.do_all(table.reactions(EnemyEffect(self.enemy, self.effect)))


def aim_at_group(
    table: DeadCellsTable, effect: Reaching, among: list[int], soaks: bool
) -> list[Step]:
    """Fill `aimed` with characters; the First Player decides open questions (D-FIRST-03)."""
    state = table.state
    to = effect.to
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
    return [ChooseVictim(state.chief(), tuple(among), effect) for _ in range(count)]


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
    effect: Reaching

    def options(self, table: DeadCellsTable) -> list[Action]:
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


class PickVictim(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        table.state.aimed.append(self.character)


@dataclass(unsafe_hash=True)
class PickCompanion(Action):
    character: int
    place: int
    card: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.aimed.append(COMPANIONS + 10 * self.character + self.place)


# Damage on the Group.


@dataclass
class HurtGroup(Step):
    """Damage by an enemy, a Death box or a tile (`enemy` is nobody then)."""

    enemy: int
    effect: Damage
    soaks: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        n = self.effect.n
        if n == HEALTH:
            enemy = state.enemy(self.enemy)
            if enemy is None:
                return
            n = enemy.health - enemy.damage
        table.do_all(
            [
                *aim_at_group(table, self.effect, state.participants(), self.soaks),
                HurtAimed(self.enemy, n, self.effect.unblockable),
            ]
        )


@dataclass
class HurtAimed(Step):
    """Fix the Damage of each target; all of it lands together (D-COMBAT-ORDER-05)."""

    enemy: int
    n: int
    unblockable: bool

    def run(self, table: DeadCellsTable) -> None:
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
        table.do_all([*steps, Land(self.enemy)])


def hurt_companion(table: DeadCellsTable, owner: int, place: int, n: int) -> None:
    """Put Damage on a Companion, which is discarded when its Health is used up (D-EQUIP-08)."""
    state = table.state
    character = state.characters[owner]
    card = character.equipment[place]
    character.companion_damage[place] += n
    table.emit(CompanionHurt(owner, card, n))
    if character.companion_damage[place] >= state.content.equipment[card].health:
        drop_equipment(table, owner, place)


@dataclass
class Threaten(Step):
    """Direct Damage at a character; somebody may take the First Player's (D-HERO-RULING-04)."""

    character: int
    enemy: int
    n: int
    unblockable: bool

    def run(self, table: DeadCellsTable) -> None:
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

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [TakeInstead(self.seat, self.character), StandBack(self.seat, self.character)]


class TakeInstead(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        table.state.aimed = [self.character]
        table.emit(DamageRedirected(self.character))


class StandBack(Decline):
    pass


@dataclass
class Brace(Step):
    """Target tokens add, then Shields may stop some (steps 2 and 3), unless it is exact (D-V-01)."""

    n: int
    unblockable: bool
    exact: bool

    def run(self, table: DeadCellsTable) -> None:
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

    def options(self, table: DeadCellsTable) -> list[Action]:
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

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        character.shields -= self.shields
        character.golden -= self.golden
        stopped = (self.shields + self.golden) // shield_price(state)
        character.incoming -= stopped
        if stopped:
            table.emit(DamageBlocked(self.character, stopped))


@dataclass
class Land(Step):
    """Place the Damage that was not stopped; then come deaths and reactions (steps 4 and 5)."""

    enemy: int

    def run(self, table: DeadCellsTable) -> None:
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
            table.emit(DamageTaken(one, n, max(0, character.health())))
            ends.append(CheckLife(one))
            if self.enemy != NOBODY:
                answers.extend(table.reactions(DamagedByEnemy(one, self.enemy)))
        table.do_all([*ends, *answers])


class CheckLife(CharacterStep):
    """With no Health left a Beheaded is dead and the Run is over (D-DEATH-01)."""

    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        if character.health() <= 0 and not character.is_endless():
            table.do_all([*table.reactions(WouldDie(self.character)), Perish(self.character)])


class Perish(CharacterStep):
    """End the Run, unless the death was prevented."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        if character.health() > 0:
            return
        state.dead = self.character
        table.emit(CharacterDied(self.character))
        table.skip_to(EndOfRun)


def kill_character(table: DeadCellsTable, one: int) -> None:
    """Fire and Bleeding kill at once, whatever the Health (D-STATE-FIRE-01, D-STATE-BLEED-02)."""
    character = table.state.characters[one]
    if character.is_endless():
        return
    character.damage = max(character.damage, character.max_health)
    table.do(CheckLife(one))


class PoisonTick(CharacterStep):
    """Deal Damage for all Poison on a character; nothing stops it (D-STATE-POISON-02)."""

    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        poison = poison_damage(table.state, character.tokens[POISON])
        if poison:
            # Damage like any other to somebody who may take it instead (D-HERO-RULING-04).
            table.do(Threaten(self.character, NOBODY, poison, unblockable=True), Land(NOBODY))
