"""Effects by characters in Combat, with Skills and Loot (sections 9 and 13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells import effects
from embertable.games.deadcells.bases import (
    CardAction,
    CharacterAction,
    CharacterCardEvent,
    CharacterChoice,
    CharacterEvent,
    CharacterStep,
    Decline,
)
from embertable.games.deadcells.cards import ChooseRedraw, asked, offer
from embertable.games.deadcells.damage_to_enemies import DamageAction, targets
from embertable.games.deadcells.definitions import TrackStep
from embertable.games.deadcells.effects import STATES, TOKENS, Effect, Effects, reach
from embertable.games.deadcells.gains import (
    drop_equipment,
    gain_cells,
    gain_in_combat,
    gain_teeth,
    heal,
    turn_rune,
)
from embertable.games.deadcells.state import REPEAT_SKILLS, DeadCellsState, DeadCellsTable
from embertable.games.deadcells.state_tokens import FREEZE, StateAction

NO_SKILL = "no_skill"


class SkillUsed(CharacterCardEvent):
    pass


@dataclass
class ShieldsGained(Event):
    character: int
    n: int
    golden: bool


class Cleansed(CharacterEvent):
    pass


@dataclass
class Looted(Event):
    character: int
    item: str
    n: int


def acts(one: int, what: Effects, own: bool = True) -> list[Step]:
    return [Act(one, effect, own) for effect in what]


@dataclass
class Act(Step):
    """One effect by a character in Combat: the vocabulary of D-V-01 to D-V-11."""

    character: int
    effect: Effect
    own: bool

    def run(self, table: DeadCellsTable) -> None:
        IN_COMBAT[type(self.effect)](table, self.effect, self.character, self.own)


# What each effect does by character `one`; `own` is false where a Mutation acts.


def deal_damage(table: DeadCellsTable, effect: effects.Damage, one: int, own: bool) -> None:
    table.do(DamageAction(one, effect))


def inflict_state(table: DeadCellsTable, effect: effects.State, one: int, own: bool) -> None:
    table.do(StateAction(one, effect, own))


def offer_skills(table: DeadCellsTable, effect: effects.Skill, one: int, own: bool) -> None:
    # Serenade's gift is for the Beheaded (D-SOLO-16).
    who = 0 if effect.by == "beheaded" else one
    table.do_all([OfferSkill(who) for _ in range(effect.n)])


def take_loot(table: DeadCellsTable, effect: effects.Loot, one: int, own: bool) -> None:
    table.do(LootAction(one))


def gain(table: DeadCellsTable, effect: effects.Gain, one: int, own: bool) -> None:
    """Into the Bag, but a character may eat Food at once."""
    if effect.item == "food":
        table.do_all([Help(one, effects.Food()) for _ in range(effect.n)])
    else:
        gain_in_combat(table, effect)


def help_somebody(table: DeadCellsTable, effect: Helping, one: int, own: bool) -> None:
    table.do(Help(one, effect))


def copy_discard(table: DeadCellsTable, effect: effects.CopyDiscard, one: int, own: bool) -> None:
    table.do(CopyDiscard(one))


def add_damage(table: DeadCellsTable, effect: effects.BonusDamage, one: int, own: bool) -> None:
    if effect.scope == "round":
        table.state.bonus += effect.n
    else:
        table.state.extra += effect.n


def redraw(table: DeadCellsTable, effect: effects.Redraw, one: int, own: bool) -> None:
    table.do(ChooseRedraw(table.state.characters[one].seat, one, ""))


IN_COMBAT: Final[dict[type[Effect], Callable[[DeadCellsTable, Any, int, bool], None]]] = {
    effects.Damage: deal_damage,
    effects.State: inflict_state,
    effects.Skill: offer_skills,
    effects.Loot: take_loot,
    effects.Gain: gain,
    effects.Shield: help_somebody,
    effects.Heal: help_somebody,
    effects.Cleanse: help_somebody,
    effects.CopyDiscard: copy_discard,
    effects.BonusDamage: add_damage,
    effects.Redraw: redraw,
}


# Shields, healing, cleansing: for somebody of the Group.

Helping: TypeAlias = effects.Shield | effects.Heal | effects.Food | effects.Cleanse


@dataclass
class Help(Step):
    character: int
    effect: Helping

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        to = self.effect.to
        helped = HelpAimed(self.effect)
        if to == "all":
            state.aimed = state.participants()
        elif to == "first_player":
            state.aimed = [state.first]
        elif to == "beheaded":
            state.aimed = [0]
        elif to == "self":
            state.aimed = [self.character]
        else:
            state.aimed = []
            seat = state.characters[self.character].seat
            table.do_all([*asked(table, ChooseHelped(seat, self.effect)), helped])
            return
        table.do(helped)


@dataclass
class ChooseHelped(Choice):
    """Anybody taking part, the actor included; for healing, anybody with Damage."""

    effect: Helping

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        heals = isinstance(self.effect, (effects.Heal, effects.Food))
        return [
            HelpOne(self.seat, one)
            for one in state.participants()
            if not heals or state.characters[one].damage
        ]


class HelpOne(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        table.state.aimed = [self.character]


@dataclass
class HelpAimed(Step):
    effect: Helping

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        for one in state.aimed:
            HELP[type(self.effect)](table, self.effect, one)
        state.aimed = []


def give_shields(table: DeadCellsTable, effect: effects.Shield, one: int) -> None:
    character = table.state.characters[one]
    if effect.golden:
        character.golden += effect.n
    else:
        character.shields += effect.n
    table.emit(ShieldsGained(one, effect.n, effect.golden))


def heal_one(table: DeadCellsTable, effect: effects.Heal, one: int) -> None:
    heal(table, one, effect.n)


def eat(table: DeadCellsTable, effect: effects.Food, one: int) -> None:
    heal(table, one, 1 + table.state.mod("food_value"))


def cleanse(table: DeadCellsTable, effect: effects.Cleanse, one: int) -> None:
    """Remove all tokens of a State, or of every State (D-V-08)."""
    character = table.state.characters[one]
    for token in range(TOKENS):
        if effect.state in ("", STATES[token]):
            character.tokens[token] = 0
    if effect.state in ("", FREEZE):
        character.frozen = []
    table.emit(Cleansed(one))


HELP: Final[dict[type[Effect], Callable[[DeadCellsTable, Any, int], None]]] = {
    effects.Shield: give_shields,
    effects.Heal: heal_one,
    effects.Food: eat,
    effects.Cleanse: cleanse,
}


# Skills.


class OfferSkill(CharacterStep):
    """One Skill Action; it is never mandatory (D-ACTION-SKILL-01)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if state.constraint == NO_SKILL or state.characters[self.character].is_serenade():
            return
        choice = ChooseSkill(state.characters[self.character].seat, self.character)
        if len(choice.options(table)) > 1:
            table.do(choice)


class ChooseSkill(CharacterChoice):
    """Skills of the tracks once per Round, those of Equipment any number of times.

    Where a track Skill may be repeated (D-ACTION-SKILL-02), those that lead to a further Skill
    Action stay once per Round, or one Action would never end.
    """

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        character = state.characters[self.character]
        options: list[Action] = []
        for step in state.steps_of(self.character):
            if step.kind == "skill" and (step.id not in character.used or may_repeat(state, step)):
                options.append(UseSkill(self.seat, self.character, step.id))
        for card in dict.fromkeys(character.equipment):
            if state.content.equipment[card].kind == "skill":
                options.append(UseItem(self.seat, self.character, card))
        return [*options, DeclineSkill(self.seat, self.character)]


def may_repeat(state: DeadCellsState, skill: TrackStep) -> bool:
    leads_on = [isinstance(one, (effects.Skill, effects.CopyDiscard)) for one in skill.effects]
    return REPEAT_SKILLS in state.other_readings and not any(leads_on)


@dataclass(unsafe_hash=True)
class UseSkill(Action):
    character: int
    skill: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.characters[self.character].used.append(self.skill)
        table.emit(SkillUsed(self.character, self.skill))
        for step in state.steps_of(self.character):
            if step.id == self.skill:
                table.do_all(acts(self.character, step.effects))


class UseItem(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        item = state.content.equipment[self.card]
        table.emit(SkillUsed(self.character, self.card))
        if item.discard_after_use:
            place = state.characters[self.character].equipment.index(self.card)
            drop_equipment(table, self.character, place)
        table.do_all(acts(self.character, item.effects))


class DeclineSkill(Decline):
    pass


class CopyDiscard(CharacterStep):
    """Perform the same Round's line of the top discarded card (D-HERO-RULING-05)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        discard = state.characters[self.character].discard
        if discard and 1 <= state.round <= 3:
            card = state.content.cards[discard[-1]]
            table.do_all(acts(self.character, card.lines[state.round]))


# Loot.


class LootAction(CharacterStep):
    """Take all items of one type, or use what the board offers instead (D-ACTION-LOOT-01)."""

    def run(self, table: DeadCellsTable) -> None:
        seat = table.state.characters[self.character].seat
        offer(table, ChooseLoot(seat, self.character))


class ChooseLoot(CharacterChoice):
    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        kinds = dict.fromkeys([one.split()[0] for one in state.loot])
        options: list[Action] = [TakeLoot(self.seat, self.character, kind) for kind in kinds]
        for hook in state.hooks_of(self.character, "loot_alternative"):
            if targets(state, self.character, reach(hook.effects[0]), damage=True):
                options.append(AttackInstead(self.seat, self.character))
                if not kinds:
                    options.append(LeaveLoot(self.seat, self.character))
        return options


@dataclass(unsafe_hash=True)
class TakeLoot(Action):
    character: int
    item: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        taken = [one for one in state.loot if one.split()[0] == self.item]
        state.loot = [one for one in state.loot if one.split()[0] != self.item]
        table.emit(Looted(self.character, self.item, len(taken)))
        for one in taken:
            take_item(table, self.item, one.partition(" ")[2])


def take_item(table: DeadCellsTable, item: str, word: str) -> None:
    """Move a token or card from the Group space into the Bag (D-LOOT-02)."""
    state = table.state
    if item == "tooth":
        gain_teeth(table, 1)
    elif item == "cell":
        gain_cells(table, 1)
    elif item == "food":
        state.food += 1
    elif item == "scroll":
        state.scrolls.append(word)
    elif item == "treasure":
        state.found.append(word)
    elif item == "blueprint":
        state.blueprints.append(word)
    else:
        turn_rune(table, word)


class AttackInstead(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        for hook in table.state.hooks_of(self.character, "loot_alternative"):
            table.do_all(acts(self.character, hook.effects))


class LeaveLoot(Decline):
    """Do nothing: there is no Loot, and attacking instead is optional."""
