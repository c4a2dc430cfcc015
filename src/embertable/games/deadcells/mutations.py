"""The hooks of the Mutation board: Mutations, Runes, kept Well cards, Boss Cells (25.5)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Step
from embertable.games.deadcells.bases import CardEvent, CharacterEvent
from embertable.games.deadcells.damage_to_enemies import are_neighbours, targets
from embertable.games.deadcells.definitions import Hook
from embertable.games.deadcells.effects import Damage, PassCheck, State, reach
from embertable.games.deadcells.effects_in_combat import Act, acts
from embertable.games.deadcells.effects_outside_combat import happen
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
from embertable.games.deadcells.state import NOBODY, DeadCellsState, DeadCellsTable
from embertable.games.deadcells.state_tokens import PutToken

mutation_board = Ruleset("mutation-board")


class MutationUsed(CardEvent):
    pass


class DeathPrevented(CharacterEvent):
    pass


def hook_of(state: DeadCellsState, id: str) -> Hook | None:
    if id in state.content.runes:
        return state.content.runes[id].hook
    return state.content.permanents[id].hook


def answering(state: DeadCellsState, when: str) -> list[tuple[str, Hook]]:
    """The cards that answer to a moment and are not used up, in slot order."""
    answers = state.content.answers[when]
    found: list[tuple[str, Hook]] = []
    for id in state.permanents():
        if id in answers and not is_used_up(state, id, answers[id]):
            found.append((id, answers[id]))
    return found


def is_used_up(state: DeadCellsState, id: str, hook: Hook) -> bool:
    return hook.limit != "" and f"{hook.limit} {id}" in state.spent


def use(table: DeadCellsTable, id: str, hook: Hook) -> None:
    """Use a card; one with a limit is used up until the next Round, Combat, … (D-MUT-06)."""
    if hook.limit:
        table.state.spent.append(f"{hook.limit} {id}")
    table.emit(MutationUsed(id))


@dataclass
class OfferMutation(Step):
    """Ask whether a character uses a card."""

    card: str
    character: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        hook = hook_of(state, self.card)
        # It may have been used up by what came in between.
        if hook is not None and not is_used_up(state, self.card, hook):
            table.do(
                ChooseMutation(state.characters[self.character].seat, self.card, self.character)
            )


@dataclass
class ChooseMutation(Choice):
    card: str
    character: int

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [
            UseMutation(self.seat, self.card, self.character),
            LeaveMutation(self.seat, self.card),
        ]


@dataclass(unsafe_hash=True)
class UseMutation(Action):
    card: str
    character: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        hook = hook_of(state, self.card)
        assert hook is not None
        use(table, self.card, hook)
        steps: list[Step] = []
        for effect in hook.effects:
            if isinstance(effect, PassCheck):
                state.answer = 1
            elif state.fighting:
                steps.append(Act(self.character, effect, own=hook.name == "round_0"))
            else:
                steps.extend(happen((effect,)))
        table.do_all(steps)


@dataclass(unsafe_hash=True)
class LeaveMutation(Action):
    card: str

    def run(self, table: DeadCellsTable) -> None:
        pass


# Gifts that come by themselves. Lists, not generators: most of these moments find nobody who
# answers, and compiled an empty list costs next to nothing.


@mutation_board.on(BiomeStarts)
def begin_the_biome(table: DeadCellsTable, moment: BiomeStarts) -> list[Step]:
    steps: list[Step] = []
    for id, hook in answering(table.state, "biome_start"):
        use(table, id, hook)
        steps.extend(happen(hook.effects))
    return steps


@mutation_board.on(CombatStarts)
def begin_the_combat(table: DeadCellsTable, moment: CombatStarts) -> list[Step]:
    return acts_of_all(table, "combat_start")


@mutation_board.on(LastEnemyKilled)
def celebrate(table: DeadCellsTable, moment: LastEnemyKilled) -> list[Step]:
    return acts_of_all(table, "last_enemy_killed")


def acts_of_all(table: DeadCellsTable, when: str) -> list[Step]:
    """The effects of every card that answers, performed by the First Player."""
    state = table.state
    steps: list[Step] = []
    for id, hook in answering(state, when):
        use(table, id, hook)
        steps.extend(acts(state.first, hook.effects, own=False))
    return steps


@mutation_board.on(DamageDealt)
def open_wounds(table: DeadCellsTable, moment: DamageDealt) -> list[Step]:
    steps: list[Step] = []
    for id, hook in answering(table.state, "damage_dealt"):
        if hook.condition != "at_least_2" or moment.n >= 2:
            use(table, id, hook)
            for effect in hook.effects:
                assert isinstance(effect, State)
                steps.append(PutToken(moment.enemy, effect.state, moment.character))
    return steps


@mutation_board.on(WouldDie)
def stay_alive(table: DeadCellsTable, moment: WouldDie) -> list[Step]:
    state = table.state
    character = state.characters[moment.character]
    for id, hook in answering(state, "would_die")[:1]:
        use(table, id, hook)
        character.damage = character.max_health - 1
        character.free_of_tokens()
        table.emit(DeathPrevented(moment.character))
    return []


# Those that may be used.


@mutation_board.on(BeforeMove)
def rest_before_moving(table: DeadCellsTable, moment: BeforeMove) -> list[Step]:
    state = table.state
    found = answering(state, "before_move")
    hurt = any(character.damage for character in state.characters)
    return [OfferMutation(id, state.first) for id, _ in found] if hurt else []


@mutation_board.on(BeforePreparation)
def scheme(table: DeadCellsTable, moment: BeforePreparation) -> list[Step]:
    state = table.state
    return [
        OfferMutation(id, one)
        for id, _ in answering(state, "before_preparation")
        for one in state.in_order()
        if not state.characters[one].is_serenade()
    ]


@mutation_board.on(RoundStarts)
def declare(table: DeadCellsTable, moment: RoundStarts) -> list[Step]:
    state = table.state
    return [OfferMutation(id, state.first) for id, _ in answering(state, "round_start")]


@mutation_board.on(RoundZero)
def support(table: DeadCellsTable, moment: RoundZero) -> list[Step]:
    state = table.state
    return [
        OfferMutation(id, one)
        for id, hook in answering(state, "round_0")
        for one in state.participants()
        if targets(state, one, reach(hook.effects[0]), damage=False)
    ]


@mutation_board.on(DamageActionFixed)
def combine(table: DeadCellsTable, moment: DamageActionFixed) -> list[Step]:
    state = table.state
    dealt = state.characters[moment.character].dealt
    return [
        OfferMutation(id, moment.character)
        for id, hook in answering(state, "damage_action")
        if dealt or hook.condition != "dealt_damage_this_combat"
    ]


@mutation_board.on(EnemyKilled)
def follow_up(table: DeadCellsTable, moment: EnemyKilled) -> list[Step]:
    """By the one who killed; where nobody did, by the First Player (D-V-01)."""
    state = table.state
    steps: list[Step] = []
    actor = state.first if moment.character == NOBODY else moment.character
    if moment.by_damage and moment.character != NOBODY:
        steps.extend([OfferMutation(id, actor) for id, _ in answering(state, "kill_by_damage")])
    for id, hook in answering(state, "kill"):
        if hook.condition == "elite" and not moment.elite:
            continue
        effect = hook.effects[0]
        if not isinstance(effect, Damage) or effect.to != "adjacent_to_dead":
            use(table, id, hook)
            steps.extend(acts(actor, hook.effects, own=False))
        elif near_the_dead(state, actor, effect, moment.space):
            steps.append(OfferMutation(id, actor))
    return steps


def near_the_dead(state: DeadCellsState, one: int, effect: Damage, space: int) -> bool:
    found = targets(state, one, effect.range, damage=True)
    return any(are_neighbours(enemy.space, space) for enemy in found)


@mutation_board.on(CheckFailed)
def pass_anyway(table: DeadCellsTable, moment: CheckFailed) -> list[Step]:
    state = table.state
    return [
        OfferMutation(id, state.first)
        for id, hook in answering(state, "check_failed")
        if moment.corridor or hook.condition != "corridor"
    ]
