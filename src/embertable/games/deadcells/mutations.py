"""What lies on the Mutation board acts: Mutations, Runes, kept Well cards, Boss Cells (25.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Step, Table
from embertable.games.deadcells.acts import Act, acts
from embertable.games.deadcells.damage import are_neighbours, targets
from embertable.games.deadcells.definitions import Hook
from embertable.games.deadcells.effects import Effect
from embertable.games.deadcells.happen import happen
from embertable.games.deadcells.moments import (
    BeforeMove,
    BeforePreparation,
    BiomeStarts,
    CheckFailed,
    CombatStarts,
    DamageActionFixed,
    DamageDealt,
    EnemyKilled,
    LastEnemyKilled,
    RoundStarts,
    RoundZero,
    WouldDie,
)
from embertable.games.deadcells.state import NOBODY, DeadCellsState
from embertable.games.deadcells.states import PutToken

mutation_board = Ruleset("mutation-board")


@dataclass
class MutationUsed(Event):
    card: str


@dataclass
class DeathPrevented(Event):
    character: int


def hook_of(state: DeadCellsState, id: str) -> Hook | None:
    if id in state.content.runes:
        return state.content.runes[id].hook
    return state.content.permanents[id].hook


def answering(state: DeadCellsState, when: str) -> list[tuple[str, Hook]]:
    """The cards that answer to a moment and are not used up, in slot order."""
    found: list[tuple[str, Hook]] = []
    for id in state.permanents():
        hook = hook_of(state, id)
        if hook is None or hook.name != when:
            continue
        if not hook.limit or f"{hook.limit} {id}" not in state.spent:
            found.append((id, hook))
    return found


def use(table: Table[DeadCellsState], id: str, hook: Hook) -> None:
    """A card acts; one with a limit is used up until that begins anew (D-MUT-06)."""
    if hook.limit:
        table.state.spent.append(f"{hook.limit} {id}")
    table.tell(MutationUsed(id))


@dataclass
class OfferMutation(Step):
    """Ask whether a card that may act does; by whom, and what then."""

    card: str
    character: int

    def __init__(self, card: str, character: int) -> None:
        self.card = card
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        hook = hook_of(state, self.card)
        # It may have been used up by what came in between.
        if hook is not None and (not hook.limit or f"{hook.limit} {self.card}" not in state.spent):
            table.do(
                ChooseMutation(state.characters[self.character].seat, self.card, self.character)
            )


@dataclass
class ChooseMutation(Choice):
    card: str
    character: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [
            UseMutation(self.seat, self.card, self.character),
            LeaveMutation(self.seat, self.card),
        ]


@dataclass(unsafe_hash=True)
class UseMutation(Action):
    card: str
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        hook = hook_of(state, self.card)
        assert hook is not None
        use(table, self.card, hook)
        steps: list[Step] = []
        for effect in hook.effects:
            if effect.op == "pass_check":
                state.answer = 1
            elif state.fighting:
                steps.append(Act(self.character, effect, own=hook.name == "round_0"))
            else:
                steps.extend(happen((effect,)))
        table.do(*steps)


@dataclass(unsafe_hash=True)
class LeaveMutation(Action):
    card: str

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


# Gifts that come by themselves.


@mutation_board.on(BiomeStarts)
def begin_the_biome(table: Table[DeadCellsState], moment: BiomeStarts) -> Iterable[Step]:
    for id, hook in answering(table.state, "biome_start"):
        use(table, id, hook)
        yield from happen(hook.effects)


@mutation_board.on(CombatStarts)
def begin_the_combat(table: Table[DeadCellsState], moment: CombatStarts) -> Iterable[Step]:
    state = table.state
    for id, hook in answering(state, "combat_start"):
        use(table, id, hook)
        yield from acts(state.first, hook.effects, own=False)


@mutation_board.on(LastEnemyKilled)
def celebrate(table: Table[DeadCellsState], moment: LastEnemyKilled) -> Iterable[Step]:
    state = table.state
    for id, hook in answering(state, "last_enemy_killed"):
        use(table, id, hook)
        yield from acts(state.first, hook.effects, own=False)


@mutation_board.on(DamageDealt)
def open_wounds(table: Table[DeadCellsState], moment: DamageDealt) -> Iterable[Step]:
    for id, hook in answering(table.state, "damage_dealt"):
        if hook.condition != "at_least_2" or moment.n >= 2:
            use(table, id, hook)
            for effect in hook.effects:
                yield PutToken(moment.enemy, effect.word, moment.character)


@mutation_board.on(WouldDie)
def stay_alive(table: Table[DeadCellsState], moment: WouldDie) -> Iterable[Step]:
    state = table.state
    character = state.characters[moment.character]
    for id, hook in answering(state, "would_die"):
        use(table, id, hook)
        character.damage = character.max_health - 1
        character.free_of_tokens()
        table.tell(DeathPrevented(moment.character))
        return
    yield from ()


# Those that may be used.


@mutation_board.on(BeforeMove)
def rest_before_moving(table: Table[DeadCellsState], moment: BeforeMove) -> Iterable[Step]:
    state = table.state
    hurt = any([character.damage for character in state.characters])
    for id, _ in answering(state, "before_move"):
        if hurt:
            yield OfferMutation(id, state.first)


@mutation_board.on(BeforePreparation)
def scheme(table: Table[DeadCellsState], moment: BeforePreparation) -> Iterable[Step]:
    state = table.state
    for id, _ in answering(state, "before_preparation"):
        for one in state.in_order():
            if not state.characters[one].is_serenade():
                yield OfferMutation(id, one)


@mutation_board.on(RoundStarts)
def declare(table: Table[DeadCellsState], moment: RoundStarts) -> Iterable[Step]:
    state = table.state
    for id, _ in answering(state, "round_start"):
        yield OfferMutation(id, state.first)


@mutation_board.on(RoundZero)
def support(table: Table[DeadCellsState], moment: RoundZero) -> Iterable[Step]:
    state = table.state
    for id, hook in answering(state, "round_0"):
        for one in state.participants():
            if targets(state, one, hook.effects[0].range, damage=False):
                yield OfferMutation(id, one)


@mutation_board.on(DamageActionFixed)
def combine(table: Table[DeadCellsState], moment: DamageActionFixed) -> Iterable[Step]:
    state = table.state
    character = state.characters[moment.character]
    for id, hook in answering(state, "damage_action"):
        if hook.condition != "dealt_damage_this_combat" or character.dealt:
            yield OfferMutation(id, moment.character)


@mutation_board.on(EnemyKilled)
def follow_up(table: Table[DeadCellsState], moment: EnemyKilled) -> Iterable[Step]:
    """By the one who killed; where nobody did, by the First Player (V-01)."""
    state = table.state
    actor = state.first if moment.character == NOBODY else moment.character
    if moment.by_damage and moment.character != NOBODY:
        for id, _ in answering(state, "kill_by_damage"):
            yield OfferMutation(id, actor)
    for id, hook in answering(state, "kill"):
        if hook.condition == "elite" and not moment.elite:
            continue
        if hook.effects[0].to != "adjacent_to_dead":
            use(table, id, hook)
            yield from acts(actor, hook.effects, own=False)
        elif near_the_dead(state, actor, hook.effects[0], moment.space):
            yield OfferMutation(id, actor)


def near_the_dead(state: DeadCellsState, one: int, effect: Effect, space: int) -> bool:
    found = targets(state, one, effect.range, damage=True)
    return any([are_neighbours(enemy.space, space) for enemy in found])


@mutation_board.on(CheckFailed)
def pass_anyway(table: Table[DeadCellsState], moment: CheckFailed) -> Iterable[Step]:
    state = table.state
    for id, hook in answering(state, "check_failed"):
        if hook.condition != "corridor" or moment.corridor:
            yield OfferMutation(id, state.first)
