"""Effects outside Combat: tiles, Checks, shops, penalties (sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells import effects
from embertable.games.deadcells.bases import (
    CardAction,
    CharacterCardEvent,
    CharacterChoice,
    CharacterEvent,
    CharacterStep,
)
from embertable.games.deadcells.cards import RefillHand, asked, offer, turn_card
from embertable.games.deadcells.damage_to_group import CheckLife, HurtGroup
from embertable.games.deadcells.effects import ALL_OF_IT, COLOURS, Effect, Effects
from embertable.games.deadcells.gains import drop_equipment, everybody, gain_outside, heal
from embertable.games.deadcells.moments import CheckFailed
from embertable.games.deadcells.state import (
    HIDDEN,
    NOBODY,
    REVEALED,
    DeadCellsState,
    DeadCellsTable,
)


@dataclass
class CheckTried(Event):
    """The First Player discarded a card that shows the icon, or turned one over."""

    character: int
    icons: tuple[str, ...]


class CardShown(CharacterCardEvent):
    pass


class CheckPassed(CheckTried):
    pass


class CheckMissed(CheckTried):
    pass


@dataclass
class DeckCheckMade(Event):
    """The icon that earned something, or none."""

    character: int
    icon: str


@dataclass
class TeethLost(Event):
    n: int


@dataclass
class ScrollGone(Event):
    """A marker moved one space left."""

    character: int
    colour: str


@dataclass
class Cursed(Event):
    curse: str


@dataclass
class BellTolled(Event):
    pass


@dataclass
class TileShown(Event):
    """A tile was turned face up; its effects wait."""

    space: str
    tile: str


class FirstPlayerChanged(CharacterEvent):
    pass


def pass_first_player(table: DeadCellsTable) -> None:
    """Pass the token clockwise, or between the Beheaded and Serenade (D-FIRST-07)."""
    state = table.state
    state.first = (state.first + 1) % len(state.characters)
    table.emit(FirstPlayerChanged(state.first))


def happen(what: Effects, receiver: int = NOBODY) -> list[Step]:
    """What a tile, shop or Check says, as steps; rewards go to the receiver if there is one."""
    return [Happen(effect, receiver) for effect in what]


@dataclass
class Happen(Step):
    effect: Effect
    receiver: int

    def run(self, table: DeadCellsTable) -> None:
        OUTSIDE_COMBAT[type(self.effect)](table, self.effect, self.receiver)


# What each effect does; `receiver` is who gets a reward, or nobody where the Group shares it.


def gain(table: DeadCellsTable, effect: effects.Gain, receiver: int) -> None:
    gain_outside(table, effect, everybody(table.state, receiver))


def hurt(table: DeadCellsTable, effect: effects.Damage, receiver: int) -> None:
    table.do(HurtGroup(NOBODY, effect, soaks=False))


def make_check(table: DeadCellsTable, effect: effects.Check, receiver: int) -> None:
    table.do(Check(effect.icons, effect.reward, effect.penalty, NOBODY))


def make_deck_check(table: DeadCellsTable, effect: effects.DeckCheck, receiver: int) -> None:
    table.do(DeckCheck(effect))


def choose(table: DeadCellsTable, effect: effects.Choose, receiver: int) -> None:
    table.do(ChooseOption(table.state.chief(), effect), CarryOption(effect, receiver))


def lose(table: DeadCellsTable, effect: effects.Lose, receiver: int) -> None:
    table.do_all(losses(table.state, effect))


def curse(table: DeadCellsTable, effect: effects.Curse, receiver: int) -> None:
    table.state.curses.append(effect.id)
    table.emit(Cursed(effect.id))


def toll(table: DeadCellsTable, effect: effects.Bell, receiver: int) -> None:
    state = table.state
    table.emit(BellTolled())
    table.do_all(happen(state.content.biomes[state.biome].bell))


def teleport(table: DeadCellsTable, effect: effects.Teleport, receiver: int) -> None:
    """Offer a jump to the linked space; a jump does not cause another (D-TILE-08)."""
    state = table.state
    biome = state.content.biomes[state.biome]
    link = biome.spaces[biome.places[state.place]].link
    if link and not state.jumped:
        table.do(ChooseJump(state.chief(), link))


def reveal_tiles(table: DeadCellsTable, effect: effects.RevealTiles, receiver: int) -> None:
    table.do_all([ShowTile() for _ in range(effect.n)])


def heal_outside(table: DeadCellsTable, effect: effects.Heal, receiver: int) -> None:
    """Heal the whole Group, the First Player, the receiver, or somebody chosen."""
    state = table.state
    if effect.to == "all":
        for one in state.participants():
            heal(table, one, effect.n)
    elif effect.to == "first_player":
        heal(table, state.first, effect.n)
    elif receiver != NOBODY:
        heal(table, receiver, effect.n)
    else:
        offer(table, ChooseHealed(state.chief(), effect.n))


@dataclass
class ChooseHealed(Choice):
    n: int

    def options(self, table: DeadCellsTable) -> list[Action]:
        characters = table.state.characters
        return [
            Heal(self.seat, one, self.n)
            for one in table.state.participants()
            if characters[one].damage
        ]


@dataclass(unsafe_hash=True)
class Heal(Action):
    character: int
    n: int

    def run(self, table: DeadCellsTable) -> None:
        heal(table, self.character, self.n)


OUTSIDE_COMBAT: Final[dict[type[Effect], Callable[[DeadCellsTable, Any, int], None]]] = {
    effects.Gain: gain,
    effects.Damage: hurt,
    effects.Heal: heal_outside,
    effects.Check: make_check,
    effects.DeckCheck: make_deck_check,
    effects.Choose: choose,
    effects.Lose: lose,
    effects.Curse: curse,
    effects.Bell: toll,
    effects.Teleport: teleport,
    effects.RevealTiles: reveal_tiles,
}


# Either/Or.


@dataclass
class ChooseOption(Choice):
    """Exactly one option; one that cannot be paid only if none can (D-V-12)."""

    effect: effects.Choose

    def options(self, table: DeadCellsTable) -> list[Action]:
        options = self.effect.options
        able = [
            number for number in range(len(options)) if can_carry_out(table.state, options[number])
        ]
        numbers = able or list(range(len(options)))
        return [TakeOption(self.seat, self.effect.name, number) for number in numbers]


def can_carry_out(state: DeadCellsState, option: Effects) -> bool:
    """Whether every loss of an option can be suffered in full."""
    return all(can_lose(state, loss) for loss in option if isinstance(loss, effects.Lose))


def can_lose(state: DeadCellsState, loss: effects.Lose) -> bool:
    first = state.characters[state.first]
    if loss.item == "tooth":
        return state.teeth >= loss.n
    if loss.item == "equipment":
        return len(first.equipment) >= loss.n
    return not first.is_serenade() and sum(first.scrolls) >= loss.n


@dataclass(unsafe_hash=True)
class TakeOption(Action):
    either_or: str
    number: int

    def run(self, table: DeadCellsTable) -> None:
        table.state.answer = self.number


@dataclass
class CarryOption(Step):
    effect: effects.Choose
    receiver: int

    def run(self, table: DeadCellsTable) -> None:
        table.do_all(happen(self.effect.options[table.state.answer], self.receiver))


# Losses.


def losses(state: DeadCellsState, loss: effects.Lose) -> list[Step]:
    """The steps of a loss; the Group loses as much as it can (D-V-15)."""
    if loss.item == "tooth":
        return [LoseTeeth(loss.n)]
    who = [state.first] if loss.to == "first_player" else state.participants()
    steps: list[Step] = []
    for one in who:
        for _ in range(loss.n):
            steps.append(LoseScroll(one) if loss.item == "scroll" else LoseEquipment(one))
    return steps


@dataclass
class LoseTeeth(Step):
    n: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        lost = state.teeth if self.n == ALL_OF_IT else min(self.n, state.teeth)
        state.teeth -= lost
        table.emit(TeethLost(lost))


class LoseScroll(CharacterStep):
    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        if not character.is_serenade():
            offer(table, ChooseScrollLoss(character.seat, self.character))


class ChooseScrollLoss(CharacterChoice):
    def options(self, table: DeadCellsTable) -> list[Action]:
        scrolls = table.state.characters[self.character].scrolls
        return [
            LoseThatScroll(self.seat, self.character, COLOURS[colour])
            for colour in range(3)
            if scrolls[colour]
        ]


@dataclass(unsafe_hash=True)
class LoseThatScroll(Action):
    """Move a marker left; its ability is lost, and its Health too (D-SCROLL-06)."""

    character: int
    colour: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        colour = COLOURS.index(self.colour)
        for step in state.content.beheaded[character.beheaded].tracks[colour]:
            if step.position == character.scrolls[colour] and step.kind == "max_health":
                character.max_health -= step.n
        character.scrolls[colour] -= 1
        table.emit(ScrollGone(self.character, self.colour))
        table.do(CheckLife(self.character))


class LoseEquipment(CharacterStep):
    def run(self, table: DeadCellsTable) -> None:
        seat = table.state.characters[self.character].seat
        offer(table, ChooseEquipmentLoss(seat, self.character))


class ChooseEquipmentLoss(CharacterChoice):
    def options(self, table: DeadCellsTable) -> list[Action]:
        carried = dict.fromkeys(table.state.characters[self.character].equipment)
        return [LoseThatEquipment(self.seat, self.character, card) for card in carried]


class LoseThatEquipment(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        place = table.state.characters[self.character].equipment.index(self.card)
        drop_equipment(table, self.character, place)


# Checks.


def take_token_back(table: DeadCellsTable) -> int:
    """Before a Check the Beheaded takes the token from Serenade (D-SOLO-10)."""
    state = table.state
    if state.is_solo() and state.first:
        pass_first_player(table)
    return state.first


@dataclass
class CheckStep(Step):
    """A part of a Check; `corridor` is NOBODY on a tile."""

    icons: tuple[str, ...]
    reward: Effects
    penalty: Effects
    corridor: int


class Check(CheckStep):
    """Discard a matching hand card; without one, turn over a card (D-CHECK-02 to 04)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        one = take_token_back(table)
        resolve = ResolveCheck(self.icons, self.reward, self.penalty, self.corridor)
        table.reveal()
        state.answer = 0
        steps = asked(table, ChooseCheckCard(state.characters[one].seat, one, self.icons))
        if not steps:
            card = turn_card(table, one)
            state.answer = int(bool(card) and shows(state, card, self.icons))
        table.do_all([*steps, resolve])


def shows(state: DeadCellsState, card: str, icons: tuple[str, ...]) -> bool:
    return any(icon in icons for icon in state.content.cards[card].icons)


@dataclass
class ChooseCheckCard(Choice):
    character: int
    icons: tuple[str, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        return [
            ShowCard(self.seat, self.character, card)
            for card in state.characters[self.character].hand
            if shows(state, card, self.icons)
        ]


class ShowCard(CardAction):
    """Discarded, not only shown (D-CHECK-11)."""

    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        character.hand.remove(self.card)
        character.discard.append(self.card)
        table.state.answer = 1
        table.reveal()
        table.emit(CardShown(self.character, self.card))


class ResolveCheck(CheckStep):
    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        finish = FinishCheck(self.icons, self.reward, self.penalty, self.corridor)
        if state.answer:
            table.do(finish)
        else:
            table.emit(CheckMissed(state.first, self.icons))
            table.do_all([*table.reactions(CheckFailed(self.corridor != NOBODY)), finish])


class FinishCheck(CheckStep):
    """Reward or penalty, then the hand is refilled (D-CHECK-05 to 07, D-CHECK-10)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if state.answer:
            table.emit(CheckPassed(state.first, self.icons))
            state.passed = self.corridor
            table.do_all([*happen(self.reward, state.first), RefillHand(state.first)])
        else:
            if self.corridor != NOBODY:
                state.closed.append(self.corridor)
            table.do_all([*happen(self.penalty), RefillHand(state.first)])


@dataclass
class DeckCheck(Step):
    """Turn over a card; an icon on it earns its reward (D-CHECK-12 to 14)."""

    effect: effects.DeckCheck

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        one = take_token_back(table)
        card = turn_card(table, one)
        icons = state.content.cards[card].icons if card else ()
        earned = tuple([icon for icon in icons if icon in self.effect.rewards])
        if not earned:
            table.emit(DeckCheckMade(one, ""))
            return
        choice = ChooseDeckReward(state.characters[one].seat, earned)
        table.do_all([*asked(table, choice), PayDeckCheck(self.effect)])


@dataclass
class ChooseDeckReward(Choice):
    icons: tuple[str, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [TakeDeckReward(self.seat, icon) for icon in self.icons]


@dataclass(unsafe_hash=True)
class TakeDeckReward(Action):
    icon: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.answer = COLOURS.index(self.icon)


@dataclass
class PayDeckCheck(Step):
    effect: effects.DeckCheck

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        icon = COLOURS[state.answer]
        table.emit(DeckCheckMade(state.first, icon))
        table.do_all(happen(self.effect.rewards[icon], state.first))


# Teleportation and tiles turned up ahead of time.


@dataclass
class ChooseJump(Choice):
    space: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [Jump(self.seat, self.space), StayHere(self.seat)]


@dataclass(unsafe_hash=True)
class Jump(Action):
    space: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.place = self.space


@dataclass(unsafe_hash=True)
class StayHere(Action):
    def run(self, table: DeadCellsTable) -> None:
        pass


@dataclass
class ShowTile(Step):
    def run(self, table: DeadCellsTable) -> None:
        offer(table, ChooseTile(table.state.chief()))


@dataclass
class ChooseTile(Choice):
    """A face-down tile to turn up (D-V-25)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        spaces = state.content.biomes[state.biome].spaces
        return [
            TurnTileUp(self.seat, space.id)
            for place, space in enumerate(spaces)
            if state.faces[place] == HIDDEN
        ]


@dataclass(unsafe_hash=True)
class TurnTileUp(Action):
    space: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        place = state.content.biomes[state.biome].places[self.space]
        state.faces[place] = REVEALED
        table.reveal()
        table.emit(TileShown(self.space, state.tiles[place]))
