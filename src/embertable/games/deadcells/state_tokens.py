"""State tokens on enemies and characters: Poison, Bleeding, Fire, Freeze, Target (section 16)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import CharacterStateEvent, EnemyEvent
from embertable.games.deadcells.damage_to_enemies import (
    Aim,
    FellTheDead,
    Strike,
    bonus_on,
    hit,
    kill_outright,
    mirrored,
    targets,
)
from embertable.games.deadcells.damage_to_group import aim_at_group, kill_character
from embertable.games.deadcells.effects import FIRE, STATES, State
from embertable.games.deadcells.moments import DamageActionFixed, DamagedByEnemy, DamageDealt
from embertable.games.deadcells.state import (
    FREEZE_NEXT_ROUND,
    DeadCellsState,
    DeadCellsTable,
    Enemy,
)

FREEZE = "freeze"


@dataclass
class StateInflicted(Event):
    """A token on an enemy."""

    space: int
    card: str
    state: str


class StateSuffered(CharacterStateEvent):
    """A token on a character."""


class StateWarded(CharacterStateEvent):
    """A Golden Shield stopped a token."""


class StateHadNoEffect(CharacterStateEvent):
    """The character is immune, or no line is left to freeze."""


class FreezeFailed(EnemyEvent):
    """No line of the enemy is left to freeze."""


# By characters.


@dataclass
class StateAction(Step):
    """A State Action; `own` is false where a Mutation acts and no board answers."""

    character: int
    effect: State
    own: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if not targets(state, self.character, self.effect.range, damage=False):
            return
        steps: list[Step] = [Inflict(self.character, self.effect, self.own)]
        if self.own and self.effect.state == "poison":
            for hook in state.hooks_of(self.character, "poison_alternative"):
                seat = state.characters[self.character].seat
                n = hook.damage()
                table.do(
                    ChoosePoison(seat, self.character, n),
                    PoisonOrDamage(self.character, self.effect, n),
                )
                return
        table.do_all([Aim(self.character, self.effect), *steps])


@dataclass
class ChoosePoison(Choice):
    """Poison, or Damage to one enemy it could have hit (D-HERO-RULING-03)."""

    character: int
    n: int

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [InflictPoison(self.seat), DamageInstead(self.seat, self.n)]


@dataclass(unsafe_hash=True)
class InflictPoison(Action):
    def run(self, table: DeadCellsTable) -> None:
        table.state.answer = 0


@dataclass(unsafe_hash=True)
class DamageInstead(Action):
    n: int

    def run(self, table: DeadCellsTable) -> None:
        table.state.answer = 1


@dataclass
class PoisonOrDamage(Step):
    character: int
    effect: State
    n: int

    def run(self, table: DeadCellsTable) -> None:
        if table.state.answer:
            # No State is inflicted, and only what the Poison could have hit is in range.
            instead = State("", range=self.effect.range)
            table.do_all(
                [
                    *table.reactions(DamageActionFixed(self.character)),
                    Aim(self.character, instead),
                    Strike(self.character, self.n, False),
                ]
            )
        else:
            table.do(Aim(self.character, self.effect), Inflict(self.character, self.effect, True))


@dataclass
class Inflict(Step):
    """Tokens on everybody aimed at, then The Poisoned's Damage, then deaths (D-HERO-RULING-02)."""

    character: int
    effect: State
    own: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        aimed = mirrored(state, self.character, state.aimed) if self.own else state.aimed
        state.aimed = []
        steps: list[Step] = []
        for id in aimed:
            steps.extend(
                [PutToken(id, self.effect.state, self.character) for _ in range(self.effect.n)]
            )
        if self.own:
            hurt = [id for id in aimed if self.effect.state != FREEZE or can_freeze(state, id)]
            for hook in state.hooks_of(self.character, "on_inflict_state"):
                n = hook.damage()
                steps.extend([HurtThat(self.character, id, n) for id in hurt])
                steps.append(FellTheDead(self.character))
        table.do_all(steps)


@dataclass
class HurtThat(Step):
    """Damage to the enemy that the State hit."""

    character: int
    enemy: int
    n: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        enemy = state.enemy(self.enemy)
        if enemy is None:
            return
        pierce = bool(state.hooks_of(self.character, "ignore_shields"))
        placed = hit(table, enemy, self.n + bonus_on(state, self.character, enemy), pierce)
        if placed:
            state.characters[self.character].dealt = True
            table.do_all(table.reactions(DamageDealt(self.character, self.enemy, placed)))


@dataclass
class PutToken(Step):
    """One State token on an enemy."""

    enemy: int
    state: str
    character: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        enemy = state.enemy(self.enemy)
        if enemy is None:
            return
        if self.state == FREEZE:
            freeze_enemy(table, enemy)
            return
        token = STATES.index(self.state)
        enemy.tokens[token] += 1
        table.emit(StateInflicted(enemy.space, enemy.card, self.state))
        if token == FIRE and enemy.tokens[FIRE] >= 2:
            kill_outright(table, enemy, self.character, FIRE)


def freeze_enemy(table: DeadCellsTable, enemy: Enemy) -> None:
    round = round_to_freeze(table.state, enemy)
    if round:
        enemy.frozen.append(round)
        table.emit(StateInflicted(enemy.space, enemy.card, FREEZE))
    else:
        table.emit(FreezeFailed(enemy.space, enemy.card))


def round_to_freeze(state: DeadCellsState, enemy: Enemy) -> int:
    """The next line that takes a token, or 0 (D-STATE-FREEZE-02, D-BOSS-11)."""
    if enemy.boss and enemy.frozen:
        return 0
    lines = state.lines_of(enemy)
    for round in range(max(state.round, 0) + 1, 5):
        if (lines[round] or freezes_empty_line(state, round)) and round not in enemy.frozen:
            return round
    return 0


def freezes_empty_line(state: DeadCellsState, round: int) -> bool:
    """Whether the token may lie on a line without an Action; Round IV is no line without one."""
    return round <= 3 and FREEZE_NEXT_ROUND in state.other_readings


def can_freeze(state: DeadCellsState, id: int) -> bool:
    enemy = state.enemy(id)
    return enemy is not None and round_to_freeze(state, enemy) > 0


# On characters.


@dataclass
class AfflictGroup(Step):
    """An enemy's State; the Group may choose somebody immune (D-STATE-02)."""

    effect: State

    def run(self, table: DeadCellsTable) -> None:
        among = table.state.participants()
        table.do_all(
            [*aim_at_group(table, self.effect, among, soaks=False), AfflictAimed(self.effect)]
        )


@dataclass
class AfflictAimed(Step):
    effect: State

    def run(self, table: DeadCellsTable) -> None:
        aimed = table.state.aimed
        table.state.aimed = []
        table.do_all(
            [Afflict(one, self.effect.state) for one in aimed for _ in range(self.effect.n)]
        )


@dataclass
class Afflict(Step):
    """One State token for a character, who may have a Golden Shield against it (D-BLOCK-04)."""

    character: int
    state: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        for hook in state.hooks_of(self.character, "immune"):
            if hook.state == self.state:
                table.emit(StateHadNoEffect(self.character, self.state))
                return
        if character.golden:
            table.do(ChooseWard(character.seat, self.character, self.state))
        else:
            suffer(table, self.character, self.state)


@dataclass
class ChooseWard(Choice):
    character: int
    state: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [
            Ward(self.seat, self.character, self.state),
            Endure(self.seat, self.character, self.state),
        ]


@dataclass(unsafe_hash=True)
class Ward(Action):
    character: int
    state: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.characters[self.character].golden -= 1
        table.emit(StateWarded(self.character, self.state))


@dataclass(unsafe_hash=True)
class Endure(Action):
    character: int
    state: str

    def run(self, table: DeadCellsTable) -> None:
        suffer(table, self.character, self.state)


def suffer(table: DeadCellsTable, one: int, name: str) -> None:
    state = table.state
    character = state.characters[one]
    if name == FREEZE:
        for round in range(max(state.round, 0) + 1, 4):
            taken = state.line_of(one, 0, round) or freezes_empty_line(state, round)
            if taken and round not in character.frozen:
                character.frozen.append(round)
                table.emit(StateSuffered(one, FREEZE))
                return
        table.emit(StateHadNoEffect(one, FREEZE))
        return
    token = STATES.index(name)
    character.tokens[token] += 1
    table.emit(StateSuffered(one, name))
    if token == FIRE and character.tokens[FIRE] >= 2:
        kill_character(table, one)


boards = Ruleset("boards")


@boards.on(DamagedByEnemy)
def answer_the_attacker(table: DeadCellsTable, moment: DamagedByEnemy) -> list[Step]:
    """An enemy that dealt Damage gets what the board says (D-HERO-IMMOLATED-08)."""
    return [
        PutToken(moment.enemy, effect.state, moment.character)
        for hook in table.state.hooks_of(moment.character, "on_damaged_by_enemy")
        for effect in hook.effects
        if isinstance(effect, State)
    ]
