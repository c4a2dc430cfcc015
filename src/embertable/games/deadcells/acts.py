"""What characters do in a Round: lines, Weapons, Round Actions, Skills, Loot (sections 9, 11, 13)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step, Table
from embertable.games.deadcells.cards import ChooseRedraw, asked, offer
from embertable.games.deadcells.damage import DamageAction, targets
from embertable.games.deadcells.effects import STATES, TOKENS, Effect, Effects
from embertable.games.deadcells.gains import (
    drop_equipment,
    gain_cells,
    gain_in_combat,
    gain_teeth,
    heal,
    turn_rune,
)
from embertable.games.deadcells.moments import RoundZero
from embertable.games.deadcells.state import DeadCellsState
from embertable.games.deadcells.states import FREEZE, StateAction

NO_SKILL = "no_skill"
PAID = "paid"
ADDED = "added"


@dataclass
class CharacterEvent(Event):
    """Somebody does something with a card, Skill or ability."""

    character: int
    card: str


class WeaponUsed(CharacterEvent):
    pass


class SkillUsed(CharacterEvent):
    pass


class RoundActionUsed(CharacterEvent):
    pass


@dataclass
class LinePerformed(Event):
    character: int
    card: str
    round: int


@dataclass
class LineLost(Event):
    """Frozen, or skipped under a constraint."""

    character: int
    round: int


@dataclass
class ShieldsGained(Event):
    character: int
    n: int
    golden: bool


@dataclass
class Cleansed(Event):
    character: int


@dataclass
class Looted(Event):
    character: int
    item: str
    n: int


def acts(one: int, effects: Effects, own: bool = True) -> list[Step]:
    return [Act(one, effect, own) for effect in effects]


@dataclass
class Act(Step):
    """One effect by a character in Combat: the vocabulary of V-01 to V-11."""

    character: int
    effect: Effect
    own: bool

    def __init__(self, character: int, effect: Effect, own: bool = True) -> None:
        self.character = character
        self.effect = effect
        self.own = own

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


@dataclass
class Help(Step):
    character: int
    effect: Effect

    def __init__(self, character: int, effect: Effect) -> None:
        self.character = character
        self.effect = effect

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
            table.do(*asked(table, ChooseHelped(seat, self.effect.op)), helped)
            return
        table.do(helped)


@dataclass
class ChooseHelped(Choice):
    """Any one participant, the actor included; healing asks among those who have Damage."""

    op: str

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        return [
            HelpOne(self.seat, one)
            for one in state.participants()
            if self.op not in ("heal", "food") or state.characters[one].damage
        ]


@dataclass(unsafe_hash=True)
class HelpOne(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.aimed = [self.character]


@dataclass
class HelpAimed(Step):
    effect: Effect

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


@dataclass
class OfferSkill(Step):
    """One Skill Action; it is never mandatory (D-ACTION-SKILL-01)."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        if state.constraint == NO_SKILL or state.characters[self.character].is_serenade():
            return
        choice = ChooseSkill(state.characters[self.character].seat, self.character)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class ChooseSkill(Choice):
    """Skills of the tracks once per Round, those of Equipment as often as one likes."""

    character: int

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

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        state.characters[self.character].used.append(self.skill)
        table.tell(SkillUsed(self.character, self.skill))
        for step in state.steps_of(self.character):
            if step.id == self.skill:
                table.do(*acts(self.character, step.effects))


@dataclass(unsafe_hash=True)
class UseItem(Action):
    character: int
    card: str

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        item = state.content.equipment[self.card]
        table.tell(SkillUsed(self.character, self.card))
        if item.discard_after_use:
            place = state.characters[self.character].equipment.index(self.card)
            drop_equipment(table, self.character, place)
        table.do(*acts(self.character, item.effects))


@dataclass(unsafe_hash=True)
class DeclineSkill(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


@dataclass
class CopyDiscard(Step):
    """The same Round's line of the top card of the own discard pile (D-HERO-RULING-05)."""

    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        discard = state.characters[self.character].discard
        if discard and 1 <= state.round <= 3:
            card = state.content.cards[discard[-1]]
            table.do(*acts(self.character, card.lines[state.round]))


# Loot.


@dataclass
class LootAction(Step):
    """All items of one type, or what the board allows instead (D-ACTION-LOOT-01)."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        seat = table.state.characters[self.character].seat
        offer(table, ChooseLoot(seat, self.character))


@dataclass
class ChooseLoot(Choice):
    character: int

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


@dataclass(unsafe_hash=True)
class AttackInstead(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        for hook in table.state.hooks_of(self.character, "loot_alternative"):
            table.do(*acts(self.character, hook.effects))


@dataclass(unsafe_hash=True)
class LeaveLoot(Action):
    """There is nothing to take, and nobody must strike instead."""

    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


# Lines.


@dataclass
class CharacterTurn(Step):
    """A character's part of a Round: each Active card's line in the order played."""

    character: int
    round: int

    def __init__(self, character: int, round: int) -> None:
        self.character = character
        self.round = round

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        if self.round == 0:
            if self.character == state.first:
                table.do(*table.reactions(RoundZero(self.character)), RoundZeroTurn(self.character))
            else:
                table.do(RoundZeroTurn(self.character))
            return
        table.do(
            *[
                PlayLine(self.character, number, self.round)
                for number in range(max(1, len(character.active)))
            ],
            *power_of(state, self.character, self.round),
        )


def power_of(state: DeadCellsState, one: int, round: int) -> list[Step]:
    """Serenade's power of this Combat (D-SOLO-04)."""
    character = state.characters[one]
    if not character.is_serenade() or character.power < 0:
        return []
    when, effects = state.content.serenade.powers[character.power]
    return acts(one, effects) if when == round else []


@dataclass
class RoundZeroTurn(Step):
    """Round 0: each ability once, none is a must (D-ROUND0-01, D-ROUND0-04)."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        seat = table.state.characters[self.character].seat
        choice = ChooseRoundZero(seat, self.character)
        steps: list[Step] = [choice] if len(choice.options(table)) > 1 else []
        table.do(*steps, *power_of(table.state, self.character, 0))


@dataclass
class ChooseRoundZero(Choice):
    character: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        character = state.characters[self.character]
        options: list[Action] = []
        if character.is_serenade():
            for place in range(character.scrolls[0] if character.melee else 0):
                gift = f"serenade-{place + 1}"
                if place < 2 and gift not in character.used:
                    options.append(UseRoundAction(self.seat, self.character, gift))
        for step in state.steps_of(self.character):
            extra = step.kind == "round_action" and step.round == 0 and not step.replaces
            if extra and step.id not in character.used:
                options.append(UseRoundAction(self.seat, self.character, step.id))
        return [*options, EndRoundZero(self.seat, self.character)]


@dataclass(unsafe_hash=True)
class UseRoundAction(Action):
    """An ability of a Scroll track that belongs to a Round; some cost a Tooth."""

    character: int
    ability: str

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        character.used.append(self.ability)
        table.tell(RoundActionUsed(self.character, self.ability))
        effects: Effects = ()
        if character.is_serenade():
            effects = state.content.serenade.tracks[1][int(self.ability[-1]) - 1]
        for step in state.steps_of(self.character):
            if step.id == self.ability:
                effects = step.effects
                if step.teeth:
                    state.teeth -= step.teeth
                    character.used.append(PAID)
        again = [RoundZeroAgain(self.character)] if state.round == 0 else []
        table.do(*acts(self.character, effects), *again)


@dataclass(unsafe_hash=True)
class EndRoundZero(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


@dataclass
class RoundZeroAgain(Step):
    """Go on with the abilities that are left."""

    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        choice = ChooseRoundZero(table.state.characters[self.character].seat, self.character)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class PlayLine(Step):
    """One Active card in one Round: its line or what replaces it, then what is added."""

    character: int
    number: int
    round: int

    def __init__(self, character: int, number: int, round: int) -> None:
        self.character = character
        self.number = number
        self.round = round

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        if self.number == 0 and self.round in character.frozen:
            character.frozen.remove(self.round)
            character.used.append(PAID)  # Round Actions are lost with the line
            table.tell(LineLost(self.character, self.round))
            return
        if self.number == 0 and self.character == state.first and state.skipped == self.round:
            table.tell(LineLost(self.character, self.round))
            return
        choice = ChooseLine(character.seat, self.character, self.number)
        added: list[Step] = [AddHooks(self.character)] if self.number == 0 else []
        table.do(*asked(table, choice), OfferWeapon(self.character, self.number), *added)


def weapons(state: DeadCellsState, one: int, mode: str) -> list[str]:
    """The Weapons that may be used now in this mode, each once per Round (D-EQUIP-04 to 06)."""
    character = state.characters[one]
    any_round = False
    for hook in state.hooks_of(one, "weapon_any_round"):
        any_round = any_round or f"{hook.limit} any-round-{one}" not in state.spent
    found: list[str] = []
    for card in dict.fromkeys(character.equipment):
        weapon = state.content.equipment[card]
        left = character.equipment.count(card) - character.used.count(card)
        named = state.round in weapon.rounds
        if weapon.mode == mode and left > 0 and (named or any_round):
            found.append(card)
    return found


@dataclass
class ChooseLine(Choice):
    """The card's line, a Weapon or a payment instead of it."""

    character: int
    number: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        character = state.characters[self.character]
        options: list[Action] = [PerformLine(self.seat, self.character, self.number)]
        for card in weapons(state, self.character, "replace"):
            options.append(UseWeapon(self.seat, self.character, self.number, card))
        for step in state.steps_of(self.character):
            pays = step.kind == "round_action" and step.replaces and step.round == state.round
            if pays and state.teeth >= step.teeth and PAID not in character.used:
                options.append(UseRoundAction(self.seat, self.character, step.id))
        return options


@dataclass(unsafe_hash=True)
class PerformLine(Action):
    """What the card says; an empty line does nothing (D-COMBAT-ORDER-03)."""

    character: int
    number: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        line = state.line_of(self.character, self.number, state.round)
        if line:
            card = state.characters[self.character].active[self.number]
            table.tell(LinePerformed(self.character, card, state.round))
            table.do(*acts(self.character, line))


@dataclass(unsafe_hash=True)
class UseWeapon(Action):
    """Instead of the card's line, or after it; a bonus needs its Wall or hole (D-EQUIP-11)."""

    character: int
    number: int
    card: str

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        weapon = state.content.equipment[self.card]
        character = state.characters[self.character]
        character.used.extend([self.card, f"{ADDED} {self.number}"])
        table.tell(WeaponUsed(self.character, self.card))
        if state.round not in weapon.rounds:
            for hook in state.hooks_of(self.character, "weapon_any_round"):
                state.spent.append(f"{hook.limit} any-round-{self.character}")
        bonus = weapon.bonus if weapon.bonus_if and weapon.bonus_if == state.wall else ()
        table.do(*acts(self.character, (*weapon.effects, *bonus)))


@dataclass
class OfferWeapon(Step):
    """A Weapon that adds, unless one was used with this card (D-EQUIP-05, D-EQUIP-06)."""

    character: int
    number: int

    def __init__(self, character: int, number: int) -> None:
        self.character = character
        self.number = number

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        if not character.equipment or f"{ADDED} {self.number}" in character.used:
            return
        choice = ChooseAddedWeapon(character.seat, self.character, self.number)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class ChooseAddedWeapon(Choice):
    character: int
    number: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        found = weapons(table.state, self.character, "add")
        options: list[Action] = [
            UseWeapon(self.seat, self.character, self.number, card) for card in found
        ]
        return [*options, NoWeapon(self.seat, self.character)]


@dataclass(unsafe_hash=True)
class NoWeapon(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


@dataclass
class AddHooks(Step):
    """What a board adds to the line of this Round, also to an empty one (D-HERO-IMMOLATED-07)."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        for hook in state.hooks_of(self.character, "add_to_round"):
            holds = hook.condition != "health_is_1" or (
                state.characters[self.character].health() == 1
            )
            if hook.round == state.round and holds:
                table.do(*acts(self.character, hook.effects))
