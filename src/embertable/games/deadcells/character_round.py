"""What a character does in a Round: cards' lines, Weapons, Round Actions (sections 9 and 11)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import (
    CharacterCardEvent,
    CharacterChoice,
    CharacterStep,
    Decline,
)
from embertable.games.deadcells.cards import asked
from embertable.games.deadcells.effects import Effects
from embertable.games.deadcells.effects_in_combat import acts
from embertable.games.deadcells.moments import RoundZero
from embertable.games.deadcells.state import CHOOSE_ORDER, DeadCellsState, DeadCellsTable

PAID = "paid"
ADDED = "added"
HOOKED = "hooked"


class WeaponUsed(CharacterCardEvent):
    pass


class RoundActionUsed(CharacterCardEvent):
    pass


@dataclass
class LinePerformed(Event):
    character: int
    card: str
    round: int


@dataclass
class LineLost(Event):
    """A line was frozen, or skipped under a constraint."""

    character: int
    round: int


@dataclass
class CharacterTurn(Step):
    """A character's part of a Round: each Active card's line in the order played."""

    character: int
    round: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if self.round == 0:
            if self.character == state.first:
                table.do_all(
                    [*table.reactions(RoundZero(self.character)), RoundZeroTurn(self.character)]
                )
            else:
                table.do(RoundZeroTurn(self.character))
            return
        table.do_all(
            [
                *lines_in_order(state, self.character, self.round),
                *power_of(state, self.character, self.round),
            ]
        )


def lines_in_order(state: DeadCellsState, one: int, round: int) -> list[Step]:
    """The lines of the Active cards in the order played, or as the player likes (D-COMBAT-PLAY-06)."""
    character = state.characters[one]
    if CHOOSE_ORDER in state.other_readings and len(character.active) == 2:
        lines = [bool(state.line_of(one, number, round)) for number in (0, 1)]
        # One line alone can come before or after a Weapon or a paid ability.
        more = any(lines) and bool(character.equipment or state.teeth)
        if all(lines) or more:
            return [ChooseOrder(character.seat, one)]
    return [PlayLine(one, number, round) for number in range(max(1, len(character.active)))]


class ChooseOrder(CharacterChoice):
    def options(self, table: DeadCellsTable) -> list[Action]:
        return [ActFirst(self.seat, self.character, number) for number in (0, 1)]


@dataclass(unsafe_hash=True)
class ActFirst(Action):
    """Which of two Active cards acts first in this Round."""

    character: int
    number: int

    def run(self, table: DeadCellsTable) -> None:
        round = table.state.round
        table.do(
            PlayLine(self.character, self.number, round),
            PlayLine(self.character, 1 - self.number, round),
        )


def power_of(state: DeadCellsState, one: int, round: int) -> list[Step]:
    """Serenade's power of this Combat (D-SOLO-04)."""
    character = state.characters[one]
    if not character.is_serenade() or character.power < 0:
        return []
    when, effects = state.content.serenade.powers[character.power]
    return acts(one, effects) if when == round else []


class RoundZeroTurn(CharacterStep):
    """Offer each Round 0 ability once; none is mandatory (D-ROUND0-01, D-ROUND0-04)."""

    def run(self, table: DeadCellsTable) -> None:
        seat = table.state.characters[self.character].seat
        choice = ChooseRoundZero(seat, self.character)
        steps: list[Step] = [choice] if len(choice.options(table)) > 1 else []
        table.do_all([*steps, *power_of(table.state, self.character, 0)])


class ChooseRoundZero(CharacterChoice):
    def options(self, table: DeadCellsTable) -> list[Action]:
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
        for mode in ("replace", "add"):
            for card in weapons(state, self.character, mode):
                options.append(UseWeapon(self.seat, self.character, 0, card))
        return [*options, EndRoundZero(self.seat, self.character)]


@dataclass(unsafe_hash=True)
class UseRoundAction(Action):
    """An ability of a Scroll track that belongs to a Round; some cost a Tooth."""

    character: int
    ability: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        character.used.append(self.ability)
        table.emit(RoundActionUsed(self.character, self.ability))
        effects: Effects = ()
        if character.is_serenade():
            effects = state.content.serenade.tracks[1][int(self.ability[-1]) - 1]
        for step in state.steps_of(self.character):
            if step.id == self.ability:
                effects = step.effects
                if step.teeth:
                    state.teeth -= step.teeth
                    character.used.append(PAID)
        table.do_all([*acts(self.character, effects), *more_abilities(state, self.character)])


def more_abilities(state: DeadCellsState, one: int) -> list[Step]:
    """In Round 0 a character may use several abilities."""
    return [RoundZeroAgain(one)] if state.round == 0 else []


class EndRoundZero(Decline):
    pass


class RoundZeroAgain(CharacterStep):
    """Offer the remaining Round 0 abilities."""

    def run(self, table: DeadCellsTable) -> None:
        choice = ChooseRoundZero(table.state.characters[self.character].seat, self.character)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class PlayLine(Step):
    """One Active card in one Round: its line or what replaces it, then what is added."""

    character: int
    number: int
    round: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        if self.number == 0 and self.round in character.frozen:
            character.frozen.remove(self.round)
            character.used.append(PAID)  # Round Actions are lost with the line
            table.emit(LineLost(self.character, self.round))
            return
        if self.number == 0 and self.character == state.first and state.skipped == self.round:
            table.emit(LineLost(self.character, self.round))
            return
        steps = asked(table, ChooseLine(character.seat, self.character, self.number))
        # Nobody gets Equipment or a Scroll in Combat, so what cannot be added now need not wait.
        if character.equipment:
            steps.append(OfferWeapon(self.character, self.number))
        if HOOKED not in character.used and state.hooks_of(self.character, "add_to_round"):
            character.used.append(HOOKED)  # once, with the first line that is not lost
            steps.extend(added_by_board(state, self.character))
        table.do_all(steps)


def weapons(state: DeadCellsState, one: int, mode: str) -> list[str]:
    """The Weapons that may be used now in this mode, each once per Round (D-EQUIP-04 to 06)."""
    character = state.characters[one]
    if not character.equipment:
        return []
    any_round = False
    for hook in state.hooks_of(one, "weapon_any_round"):
        any_round = any_round or f"{hook.limit} any-round-{one}" not in state.spent
    found: list[str] = []
    for card in dict.fromkeys(character.equipment):
        weapon = state.content.equipment[card]
        left = character.equipment.count(card) - character.used.count(card)
        # Round 0 has no line that another Round's Weapon could stand in for.
        named = state.round in weapon.rounds
        if weapon.mode == mode and left > 0 and (named or (any_round and state.round)):
            found.append(card)
    return found


@dataclass
class ChooseLine(Choice):
    """The card's line, or a Weapon or a paid ability instead."""

    character: int
    number: int

    def options(self, table: DeadCellsTable) -> list[Action]:
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

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        line = state.line_of(self.character, self.number, state.round)
        if line:
            card = state.characters[self.character].active[self.number]
            table.emit(LinePerformed(self.character, card, state.round))
            table.do_all(acts(self.character, line))


@dataclass(unsafe_hash=True)
class UseWeapon(Action):
    """Instead of the card's line, or after it; a bonus needs its Wall or hole (D-EQUIP-11).

    In Round 0 there is no line, and it is an ability like any other (D-ROUND0-01).
    """

    character: int
    number: int
    card: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        weapon = state.content.equipment[self.card]
        character = state.characters[self.character]
        character.used.extend([self.card, f"{ADDED} {self.number}"])
        table.emit(WeaponUsed(self.character, self.card))
        if state.round not in weapon.rounds:
            for hook in state.hooks_of(self.character, "weapon_any_round"):
                state.spent.append(f"{hook.limit} any-round-{self.character}")
        bonus: Effects = ()
        if weapon.bonus is not None and weapon.bonus.condition == state.wall:
            bonus = weapon.bonus.effects
        table.do_all(
            [
                *acts(self.character, (*weapon.effects, *bonus)),
                *more_abilities(state, self.character),
            ]
        )


@dataclass
class OfferWeapon(Step):
    """Offer a Weapon on top of the line, unless this card had one (D-EQUIP-05, D-EQUIP-06)."""

    character: int
    number: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        if f"{ADDED} {self.number}" in character.used:
            return
        choice = ChooseAddedWeapon(character.seat, self.character, self.number)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class ChooseAddedWeapon(Choice):
    character: int
    number: int

    def options(self, table: DeadCellsTable) -> list[Action]:
        found = weapons(table.state, self.character, "add")
        options: list[Action] = [
            UseWeapon(self.seat, self.character, self.number, card) for card in found
        ]
        return [*options, NoWeapon(self.seat, self.character)]


class NoWeapon(Decline):
    pass


def added_by_board(state: DeadCellsState, one: int) -> list[Step]:
    """What a board adds to the line of this Round, even an empty one (D-HERO-IMMOLATED-07).

    Health counts as it is when the Action begins, before its line (D-HERO-RULING-09).
    """
    found: list[Step] = []
    for hook in state.hooks_of(one, "add_to_round"):
        holds = hook.condition != "health_is_1" or state.characters[one].health() == 1
        if hook.round == state.round and holds:
            found.extend(acts(one, hook.effects))
    return found
