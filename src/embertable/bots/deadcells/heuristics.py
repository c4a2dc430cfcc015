"""What an option of Dead Cells is worth at a glance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from embertable.bots.deadcells.paths import judge_corridor
from embertable.engine.table import Action, Table
from embertable.games.deadcells import (
    character_round,
    damage_to_enemies,
    damage_to_group,
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
from embertable.games.deadcells.effects import ALL_OF_IT, COLOURS, DOWN_TO_1, HEALTH, Effects
from embertable.games.deadcells.explore import offers_of
from embertable.games.deadcells.state import DeadCellsState

DeadCellsTable: TypeAlias = Table[DeadCellsState]
Judge: TypeAlias = Callable[[DeadCellsState, Any], float]
Judges: TypeAlias = dict[type[Action], Judge]

DECKS = {"survival": 3.0, "brutality": 2.0, "tactics": 1.0}
"""Who lives longer brings home more Cells for the rest."""
LOOT = {"rune": 6.0, "scroll": 5.0, "treasure": 4.0, "cell": 3.0, "blueprint": 2.0, "food": 1.5}


def rule_of_thumb(table: DeadCellsTable, judges: Judges) -> Action:
    """The best option at a glance."""
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


def value(state: DeadCellsState, effects: Effects, one: int) -> float:
    """What a list of effects promises to a character, or to the Group outside Combat."""
    total = 0.0
    for effect in effects:
        n = 3 if effect.n in (HEALTH, DOWN_TO_1, ALL_OF_IT) else effect.n
        if effect.op == "gain":
            total += n * LOOT.get(effect.word.split()[0], 1.0)
        elif effect.op == "damage" and state.fighting:
            total += n * min(
                1.0, len(damage_to_enemies.targets(state, one, effect.range, damage=True))
            )
        elif effect.op == "damage":
            total -= 3.0 * n
        elif effect.op == "lose":
            total -= 2.5 * n
        elif effect.op == "state":
            reached = damage_to_enemies.targets(state, one, effect.range, damage=False)
            total += n * min(1.0, len(reached)) * (1.2 if state.round < 3 else 0.3)
        elif effect.op == "loot":
            total += 1.0 if state.loot else 0.0
        elif effect.op in ("check", "deck_check"):
            total += 1.0
        else:
            total += 0.8 * n
    return total


def judge_card(state: DeadCellsState, action: preparation.LayCard) -> float:
    """What its lines promise against those who stand there now."""
    total = 0.0
    for line in state.content.cards[action.card].lines:
        for effect in line:
            if effect.op == "damage":
                n = 3 if effect.n == HEALTH else effect.n
                hit = [one for one in state.enemies if one.space in effect.range]
                total += n * (1.0 if hit else 0.3)
            elif effect.op == "loot":
                total += 1.0 if state.loot else 0.0
            else:
                total += 0.8 * effect.n
    return total


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
    worth = value(state, item.effects, action.character)
    return worth - 1.0 if item.discard_after_use else worth


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
        [
            step.kind == "max_health"
            for step in steps
            if step.position == character.scrolls[colour] + 1
        ]
    )
    return (3.0 if raises else 2.0) - 0.3 * character.health()


def judge_fed(state: DeadCellsState, action: Any) -> float:
    health: int = state.characters[action.character].health()
    return 1.0 - health


def judge_bearer(state: DeadCellsState, action: gains.GiveEquipment) -> float:
    character = state.characters[action.character]
    return float(character.slots - len(character.equipment))


def judge_deal(state: DeadCellsState, action: explore.Buy) -> float:
    effects = offers_of(state, action.tile)[action.number].effects
    hurt = any([character.damage for character in state.characters])
    if any([effect.word == "food" for effect in effects]):
        return 9.0 if hurt else -1.0  # nothing else keeps a Run alive so cheaply
    return value(state, effects, state.first)


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
    return 0.5 - sum([len(line) for line in card.lines]) if card.set == "starter" else -9.0


def judge_ward(state: DeadCellsState, action: state_tokens.Ward) -> float:
    return 5.0 if action.state in ("bleeding", "fire") else 1.0


def judge_card_shown(state: DeadCellsState, action: effects_outside_combat.ShowCard) -> float:
    return -1.0 * sum([len(line) for line in state.content.cards[action.card].lines])


def judge_start(state: DeadCellsState, action: setup.StartIn) -> float:
    return float(state.content.biomes[action.biome].act)


def judge_boss_cells(state: DeadCellsState, action: setup.SetBossCells) -> float:
    return -1.0 * action.n


def always(number: float) -> Judge:
    """Worth the same whatever the position."""
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
