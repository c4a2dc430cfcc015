"""What Actions of characters do in Combat: the vocabulary, Skills, Loot (sections 9 and 13)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.deadcells.bases import (
    CardAction,
    CharacterAction,
    CharacterCardEvent,
    CharacterChoice,
    CharacterEvent,
    CharacterStep,
    Decline,
    EffectStep,
    OwnEffectStep,
)
from embertable.games.deadcells.cards import ChooseRedraw, asked, offer
from embertable.games.deadcells.damage_to_enemies import DamageAction, targets
from embertable.games.deadcells.effects import STATES, TOKENS, Effect, Effects
from embertable.games.deadcells.gains import (
    drop_equipment,
    gain_cells,
    gain_in_combat,
    gain_teeth,
    heal,
    turn_rune,
)
from embertable.games.deadcells.state import DeadCellsState
from embertable.games.deadcells.state_tokens import FREEZE, StateAction

NO_SKILL = "no_skill"


class SkillUsed(CharacterCardEvent):
    pass


@dataclass
class ShieldsGained(Event):
    character: int
    n: int
    golden: bool

    def __init__(self, character: int, n: int, golden: bool) -> None:
        self.character = character
        self.n = n
        self.golden = golden


class Cleansed(CharacterEvent):
    pass


@dataclass
class Looted(Event):
    character: int
    item: str
    n: int

    def __init__(self, character: int, item: str, n: int) -> None:
        self.character = character
        self.item = item
        self.n = n


def acts(one: int, effects: Effects, own: bool = True) -> list[Step]:
    return [Act(one, effect, own) for effect in effects]


class Act(OwnEffectStep):
    """One effect by a character in Combat: the vocabulary of V-01 to V-11."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        effect = self.effect
        one = self.character
        op = effect.op
        if op == "damage":
            table.do(DamageAction(one, effect))
        elif op == "state":
            table.do(StateAction(one, effect, self.own))
        elif op == "skill":
            table.do(*[OfferSkill(self.skilled(state)) for _ in range(effect.n)])
        elif op == "loot":
            table.do(LootAction(one))
        elif op == "gain":
            if effect.word == "food":
                table.do(*[Help(one, Effect("food", to="any")) for _ in range(effect.n)])
            else:
                gain_in_combat(table, effect)
        elif op in ("shield", "heal", "cleanse"):
            table.do(Help(one, effect))
        elif op == "copy_discard":
            table.do(CopyDiscard(one))
        elif op == "bonus_damage":
            if effect.word == "round":
                state.bonus += effect.n
            else:
                state.extra += effect.n
        elif op == "redraw":
            seat = state.characters[one].seat
            table.do(ChooseRedraw(seat, one, ""))
        else:
            raise AssertionError(f"no character can {op}")

    def skilled(self, state: DeadCellsState) -> int:
        """Serenade's gift is for the Beheaded (D-SOLO-16)."""
        return 0 if self.effect.word == "beheaded" else self.character


# Shields, healing, cleansing: for somebody of the Group.


class Help(EffectStep):
    def run(self, table: Table[DeadCellsState]) -> None:
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
            table.do(*asked(table, ChooseHelped(seat, self.effect)), helped)
            return
        table.do(helped)


@dataclass
class ChooseHelped(Choice):
    """Any one participant, the actor included; healing asks among those who have Damage."""

    effect: Effect

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        return [
            HelpOne(self.seat, one)
            for one in state.participants()
            if self.effect.op not in ("heal", "food") or state.characters[one].damage
        ]


class HelpOne(CharacterAction):
    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.aimed = [self.character]


@dataclass
class HelpAimed(Step):
    effect: Effect

    def __init__(self, effect: Effect) -> None:
        self.effect = effect

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        for one in state.aimed:
            if self.effect.op == "shield":
                give_shields(table, one, self.effect.n, self.effect.flag)
            elif self.effect.op == "heal":
                heal(table, one, self.effect.n)
            elif self.effect.op == "food":
                heal(table, one, 1 + state.mod("food_value"))
            else:
                cleanse(table, one, self.effect.word)
        state.aimed = []


def give_shields(table: Table[DeadCellsState], one: int, n: int, golden: bool) -> None:
    character = table.state.characters[one]
    if golden:
        character.golden += n
    else:
        character.shields += n
    table.tell(ShieldsGained(one, n, golden))


def cleanse(table: Table[DeadCellsState], one: int, name: str) -> None:
    """Remove all tokens of a State, or of every State (V-08)."""
    character = table.state.characters[one]
    for token in range(TOKENS):
        if name in ("", STATES[token]):
            character.tokens[token] = 0
    if name in ("", FREEZE):
        character.frozen = []
    table.tell(Cleansed(one))


# Skills.


class OfferSkill(CharacterStep):
    """One Skill Action; it is never mandatory (D-ACTION-SKILL-01)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        if state.constraint == NO_SKILL or state.characters[self.character].is_serenade():
            return
        choice = ChooseSkill(state.characters[self.character].seat, self.character)
        if len(choice.options(table)) > 1:
            table.do(choice)


class ChooseSkill(CharacterChoice):
    """Skills of the tracks once per Round, those of Equipment as often as one likes."""

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        character = state.characters[self.character]
        options: list[Action] = []
        for step in state.steps_of(self.character):
            if step.kind == "skill" and step.id not in character.used:
                options.append(UseSkill(self.seat, self.character, step.id))
        for card in dict.fromkeys(character.equipment):
            if state.content.equipment[card].kind == "skill":
                options.append(UseItem(self.seat, self.character, card))
        return [*options, DeclineSkill(self.seat, self.character)]


@dataclass(unsafe_hash=True)
class UseSkill(Action):
    character: int
    skill: str

    def __init__(self, seat: Seat, character: int, skill: str) -> None:
        self.seat = seat
        self.character = character
        self.skill = skill

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        state.characters[self.character].used.append(self.skill)
        table.tell(SkillUsed(self.character, self.skill))
        for step in state.steps_of(self.character):
            if step.id == self.skill:
                table.do(*acts(self.character, step.effects))


class UseItem(CardAction):
    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        item = state.content.equipment[self.card]
        table.tell(SkillUsed(self.character, self.card))
        if item.discard_after_use:
            place = state.characters[self.character].equipment.index(self.card)
            drop_equipment(table, self.character, place)
        table.do(*acts(self.character, item.effects))


class DeclineSkill(Decline):
    pass


class CopyDiscard(CharacterStep):
    """The same Round's line of the top card of the own discard pile (D-HERO-RULING-05)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        discard = state.characters[self.character].discard
        if discard and 1 <= state.round <= 3:
            card = state.content.cards[discard[-1]]
            table.do(*acts(self.character, card.lines[state.round]))


# Loot.


class LootAction(CharacterStep):
    """All items of one type, or what the board allows instead (D-ACTION-LOOT-01)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        seat = table.state.characters[self.character].seat
        offer(table, ChooseLoot(seat, self.character))


class ChooseLoot(CharacterChoice):
    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        kinds = dict.fromkeys([one.split()[0] for one in state.loot])
        options: list[Action] = [TakeLoot(self.seat, self.character, kind) for kind in kinds]
        for hook in state.hooks_of(self.character, "loot_alternative"):
            if targets(state, self.character, hook.effects[0].range, damage=True):
                options.append(AttackInstead(self.seat, self.character))
                if not kinds:
                    options.append(LeaveLoot(self.seat, self.character))
        return options


@dataclass(unsafe_hash=True)
class TakeLoot(Action):
    character: int
    item: str

    def __init__(self, seat: Seat, character: int, item: str) -> None:
        self.seat = seat
        self.character = character
        self.item = item

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        taken = [one for one in state.loot if one.split()[0] == self.item]
        state.loot = [one for one in state.loot if one.split()[0] != self.item]
        table.tell(Looted(self.character, self.item, len(taken)))
        for one in taken:
            take_item(table, self.item, one.partition(" ")[2])


def take_item(table: Table[DeadCellsState], item: str, word: str) -> None:
    """One token or card from the Group space into the Bag (D-LOOT-02)."""
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
    def run(self, table: Table[DeadCellsState]) -> None:
        for hook in table.state.hooks_of(self.character, "loot_alternative"):
            table.do(*acts(self.character, hook.effects))


class LeaveLoot(Decline):
    """There is nothing to take, and nobody must strike instead."""
