"""Heuristics: the value of an option without looking ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from embertable.bots.deadcells.paths import judge_corridor
from embertable.engine.table import Action
from embertable.games.deadcells import (
    character_round,
    damage_to_enemies,
    damage_to_group,
    effects,
    effects_in_combat,
    effects_outside_combat,
    end_of_run,
    explore,
    gains,
    mutations,
    preparation,
    setup,
    state_tokens,
)
from embertable.games.deadcells.effects import (
    ALL_OF_IT,
    COLOURS,
    DOWN_TO_1,
    HEALTH,
    Effect,
    Effects,
)
from embertable.games.deadcells.explore import offers_of
from embertable.games.deadcells.state import DeadCellsState, DeadCellsTable

Judge: TypeAlias = Callable[[DeadCellsState, Any], float]
Judges: TypeAlias = dict[type[Action], Judge]

Numbered: TypeAlias = (
    effects.Shield
    | effects.Heal
    | effects.Skill
    | effects.BonusDamage
    | effects.RevealTiles
    | effects.State
    | effects.Gain
)

OTHER_EFFECT: Final = 0.8
"""What a token, a point or an effect without a number is worth."""
DECKS = {"survival": 3.0, "brutality": 2.0, "tactics": 1.0}
"""A Group that survives longer brings home more Cells."""
LOOT = {"rune": 6.0, "scroll": 5.0, "treasure": 4.0, "cell": 3.0, "blueprint": 2.0, "food": 1.5}


def best_by_heuristics(table: DeadCellsTable, judges: Judges) -> Action:
    """The option with the best heuristic value."""
    offered = table.offered()
    best = offered[0]
    if len(offered) == 1:
        return best
    most = judge(table.state, best, judges)
    for option in offered[1:]:
        value = judge(table.state, option, judges)
        if value > most:
            best, most = option, value
    return best


def judge(state: DeadCellsState, action: Action, judges: Judges) -> float:
    found = judges.get(type(action))
    return 0.0 if found is None else found(state, action)


# Effects at a glance.


def value(state: DeadCellsState, what: Effects, one: int) -> float:
    """What a list of effects is worth to a character, or to the Group outside Combat."""
    total = 0.0
    for effect in what:
        found = VALUES.get(type(effect))
        total += OTHER_EFFECT if found is None else found(state, effect, one)
    return total


def some_number(n: int) -> int:
    """An amount, or 3 where it depends on the table."""
    return 3 if n in (HEALTH, DOWN_TO_1, ALL_OF_IT) else n


def value_of_gain(state: DeadCellsState, effect: effects.Gain, one: int) -> float:
    return effect.n * LOOT.get(effect.item, 1.0)


def value_of_damage(state: DeadCellsState, effect: effects.Damage, one: int) -> float:
    n = some_number(effect.n)
    if not state.fighting:
        return -3.0 * n
    reached = damage_to_enemies.targets(state, one, effect.range, damage=True)
    return n * min(1.0, len(reached))


def value_of_loss(state: DeadCellsState, effect: effects.Lose, one: int) -> float:
    return -2.5 * some_number(effect.n)


def value_of_state(state: DeadCellsState, effect: effects.State, one: int) -> float:
    reached = damage_to_enemies.targets(state, one, effect.range, damage=False)
    return effect.n * min(1.0, len(reached)) * (1.2 if state.round < 3 else 0.3)


def value_of_loot(state: DeadCellsState, effect: effects.Loot, one: int) -> float:
    return 1.0 if state.loot else 0.0


def value_of_check(state: DeadCellsState, effect: Effect, one: int) -> float:
    return 1.0


def value_of_number(state: DeadCellsState, effect: Numbered, one: int) -> float:
    return OTHER_EFFECT * effect.n


VALUES: Final[dict[type[Effect], Callable[[DeadCellsState, Any, int], float]]] = {
    effects.Gain: value_of_gain,
    effects.Damage: value_of_damage,
    effects.Lose: value_of_loss,
    effects.State: value_of_state,
    effects.Loot: value_of_loot,
    effects.Check: value_of_check,
    effects.DeckCheck: value_of_check,
    effects.Shield: value_of_number,
    effects.Heal: value_of_number,
    effects.Skill: value_of_number,
    effects.BonusDamage: value_of_number,
    effects.RevealTiles: value_of_number,
}


def judge_card(state: DeadCellsState, action: preparation.LayCard) -> float:
    """What its lines are worth against the enemies on the board."""
    total = 0.0
    for line in state.content.cards[action.card].lines:
        for effect in line:
            found = CARD_VALUES.get(type(effect))
            total += OTHER_EFFECT if found is None else found(state, effect, action.character)
    return total


def value_of_card_damage(state: DeadCellsState, effect: effects.Damage, one: int) -> float:
    """Damage that reaches nobody now may do so in a later Round."""
    hit = [enemy for enemy in state.enemies if enemy.space in effect.range]
    return some_number(effect.n) * (1.0 if hit else 0.3)


CARD_VALUES: Final[dict[type[Effect], Callable[[DeadCellsState, Any, int], float]]] = {
    **VALUES,
    effects.Damage: value_of_card_damage,
    effects.State: value_of_number,
    effects.Gain: value_of_number,
}


def judge_victim(state: DeadCellsState, action: damage_to_group.PickVictim) -> float:
    character = state.characters[action.character]
    return character.health() + 0.6 * character.shields


def judge_companion(state: DeadCellsState, action: damage_to_group.PickCompanion) -> float:
    return 2.5


def judge_aim(state: DeadCellsState, action: damage_to_enemies.AimAt) -> float:
    enemy = state.enemy_on(action.space)
    if enemy is None:
        return 0.0
    left = enemy.health - enemy.damage + enemy.shields
    return 20.0 - left if not enemy.boss else 15.0


def judge_redirect(state: DeadCellsState, action: damage_to_group.TakeInstead) -> float:
    seat_for = state.characters[action.character]
    first = state.characters[state.first]
    return float(seat_for.health() + seat_for.shields - first.health() - first.shields)


def judge_block(state: DeadCellsState, action: damage_to_group.Block) -> float:
    return action.shields + 0.9 * action.golden


def judge_line(state: DeadCellsState, action: character_round.PerformLine) -> float:
    line = state.line_of(action.character, action.number, state.round)
    return value(state, line, action.character)


def judge_weapon(state: DeadCellsState, action: character_round.UseWeapon) -> float:
    return value(state, state.content.equipment[action.card].effects, action.character)


def judge_item(state: DeadCellsState, action: effects_in_combat.UseItem) -> float:
    item = state.content.equipment[action.card]
    gain = value(state, item.effects, action.character)
    return gain - 1.0 if item.discard_after_use else gain


def judge_skill(state: DeadCellsState, action: effects_in_combat.UseSkill) -> float:
    for step in state.steps_of(action.character):
        if step.id == action.skill:
            return value(state, step.effects, action.character) + 0.1
    return 0.0


def judge_round_action(state: DeadCellsState, action: character_round.UseRoundAction) -> float:
    for step in state.steps_of(action.character):
        if step.id == action.ability:
            return value(state, step.effects, action.character) - 0.7 * step.teeth + 0.05
    return 1.0


def judge_loot(state: DeadCellsState, action: effects_in_combat.TakeLoot) -> float:
    number = len([one for one in state.loot if one.split()[0] == action.item])
    return number * LOOT.get(action.item, 1.0)


def judge_scroll(state: DeadCellsState, action: gains.TakeScroll) -> float:
    character = state.characters[action.character]
    if character.is_serenade():
        return 1.5
    colour = COLOURS.index(action.colour)
    steps = state.content.beheaded[character.beheaded].tracks[colour]
    raises = any(
        step.kind == "max_health"
        for step in steps
        if step.position == character.scrolls[colour] + 1
    )
    return (3.0 if raises else 2.0) - 0.3 * character.health()


def judge_fed(state: DeadCellsState, action: Any) -> float:
    health: int = state.characters[action.character].health()
    return 1.0 - health


def judge_bearer(state: DeadCellsState, action: gains.GiveEquipment) -> float:
    character = state.characters[action.character]
    return float(character.slots - len(character.equipment))


def judge_deal(state: DeadCellsState, action: explore.Buy) -> float:
    offered = offers_of(state, action.tile)[action.number].effects
    hurt = any(character.damage for character in state.characters)
    if any(isinstance(one, effects.Gain) and one.item == "food" for one in offered):
        return 9.0 if hurt else -1.0  # nothing else keeps a Run alive so cheaply
    return value(state, offered, state.first)


def judge_option(state: DeadCellsState, action: effects_outside_combat.TakeOption) -> float:
    effect = state.content.either_or[action.either_or]
    return value(state, effect.options[action.number], state.first)


def judge_owner(state: DeadCellsState, action: end_of_run.GiveCombatCard) -> float:
    place = state.content.names.index(action.beheaded)
    return -1.0 * len(state.campaign.decks[place]) - (9.0 if action.beheaded == "serenade" else 0.0)


def judge_upgrade(state: DeadCellsState, action: end_of_run.BuyUpgrade) -> float:
    return DECKS[action.deck]


def judge_removal(state: DeadCellsState, action: end_of_run.RemoveCard) -> float:
    card = state.content.cards[action.card]
    return 0.5 - sum(len(line) for line in card.lines) if card.set == "starter" else -9.0


def judge_ward(state: DeadCellsState, action: state_tokens.Ward) -> float:
    return 5.0 if action.state in ("bleeding", "fire") else 1.0


def judge_card_shown(state: DeadCellsState, action: effects_outside_combat.ShowCard) -> float:
    return -1.0 * sum(len(line) for line in state.content.cards[action.card].lines)


def judge_start(state: DeadCellsState, action: setup.StartIn) -> float:
    return float(state.content.biomes[action.biome].act)


def judge_boss_cells(state: DeadCellsState, action: setup.SetBossCells) -> float:
    return -1.0 * action.n


def always(number: float) -> Judge:
    """A judge that gives the same value in every position."""
    return lambda _state, _action: number


JUDGES: Judges = {
    preparation.LayCard: judge_card,
    damage_to_group.PickVictim: judge_victim,
    damage_to_group.PickCompanion: judge_companion,
    damage_to_enemies.AimAt: judge_aim,
    damage_to_group.TakeInstead: judge_redirect,
    damage_to_group.Block: judge_block,
    character_round.PerformLine: judge_line,
    character_round.UseWeapon: judge_weapon,
    effects_in_combat.UseItem: judge_item,
    effects_in_combat.UseSkill: judge_skill,
    character_round.UseRoundAction: judge_round_action,
    effects_in_combat.TakeLoot: judge_loot,
    effects_in_combat.AttackInstead: always(1.0),
    effects_in_combat.HelpOne: judge_fed,
    gains.TakeScroll: judge_scroll,
    gains.Feed: judge_fed,
    gains.GiveEquipment: judge_bearer,
    gains.Equip: always(2.0),
    gains.DropCarried: always(-1.0),
    effects_outside_combat.Heal: judge_fed,
    effects_outside_combat.TakeOption: judge_option,
    effects_outside_combat.ShowCard: judge_card_shown,
    effects_outside_combat.Jump: always(1.0),
    explore.TakeCorridor: judge_corridor,
    explore.Buy: judge_deal,
    explore.ThrowAway: always(-5.0),
    preparation.LetPass: judge_fed,
    preparation.KeepSilent: always(1.0),
    state_tokens.Ward: judge_ward,
    state_tokens.InflictPoison: always(1.0),
    mutations.UseMutation: always(1.0),
    setup.StartIn: judge_start,
    setup.SetBossCells: judge_boss_cells,
    setup.KeepDecks: always(1.0),
    end_of_run.BuyUpgrade: judge_upgrade,
    end_of_run.ThrowIntoWell: always(-1.0),  # it hides as many Monsters as gifts
    end_of_run.GiveCombatCard: judge_owner,
    end_of_run.RemoveCard: judge_removal,
    end_of_run.BoxMutation: always(0.1),
}
