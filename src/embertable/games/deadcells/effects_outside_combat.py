"""Effects outside Combat: tiles, Checks, shops, penalties (sections 6 and 7)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step, Table
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
from embertable.games.deadcells.state import HIDDEN, NOBODY, REVEALED, DeadCellsState


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
    """A tile was turned face up and nothing of it is carried out yet."""

    space: str
    tile: str


class FirstPlayerChanged(CharacterEvent):
    pass


def pass_first_player(table: Table[DeadCellsState]) -> None:
    """To the next player clockwise, or between the Beheaded and Serenade (D-FIRST-07)."""
    state = table.state
    state.first = (state.first + 1) % len(state.characters)
    table.tell(FirstPlayerChanged(state.first))


def happen(effects: Effects, receiver: int = NOBODY) -> list[Step]:
    """What a tile, shop or Check says, as steps; rewards go to the receiver if there is one."""
    return [Happen(effect, receiver) for effect in effects]


@dataclass
class Happen(Step):
    effect: Effect
    receiver: int

    def __init__(self, effect: Effect, receiver: int) -> None:
        self.effect = effect
        self.receiver = receiver

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        effect = self.effect
        op = effect.op
        if op == "gain":
            gain_outside(table, effect, everybody(state, self.receiver))
        elif op == "damage":
            table.do(HurtGroup(NOBODY, effect, soaks=False))
        elif op == "heal":
            heal_outside(table, effect, self.receiver)
        elif op == "check":
            table.do(Check(effect.icons, effect.options[0], effect.options[1], NOBODY))
        elif op == "deck_check":
            table.do(DeckCheck(effect))
        elif op == "choose":
            table.do(ChooseOption(state.chief(), effect), CarryOption(effect, self.receiver))
        elif op == "lose":
            table.do(*losses(state, effect))
        elif op == "curse":
            state.curses.append(effect.word)
            table.tell(Cursed(effect.word))
        elif op == "bell":
            table.tell(BellTolled())
            table.do(*happen(state.content.biomes[state.biome].bell))
        elif op == "teleport":
            offer_jump(table)
        elif op == "reveal_tiles":
            table.do(*[ShowTile() for _ in range(effect.n)])
        else:
            raise AssertionError(f"no tile can {op}")


def heal_outside(table: Table[DeadCellsState], effect: Effect, receiver: int) -> None:
    """All of the Group, the First Player or whom the reward is for; else whoever is chosen."""
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

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
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

    def run(self, table: Table[DeadCellsState]) -> None:
        heal(table, self.character, self.n)


# Either/Or.


@dataclass
class ChooseOption(Choice):
    """Exactly one item; one that cannot be paid only if no other can (V-12)."""

    effect: Effect

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        options = self.effect.options
        able = [
            number for number in range(len(options)) if can_carry_out(table.state, options[number])
        ]
        numbers = able or list(range(len(options)))
        return [TakeOption(self.seat, self.effect.word, number) for number in numbers]


def can_carry_out(state: DeadCellsState, effects: Effects) -> bool:
    """Whether every loss in a list can be suffered in full."""
    for effect in effects:
        if effect.op != "lose":
            continue
        first = state.characters[state.first]
        if effect.word == "tooth" and state.teeth < effect.n:
            return False
        if effect.word == "equipment" and len(first.equipment) < effect.n:
            return False
        if effect.word == "scroll" and (first.is_serenade() or sum(first.scrolls) < effect.n):
            return False
    return True


@dataclass(unsafe_hash=True)
class TakeOption(Action):
    either_or: str
    number: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.answer = self.number


@dataclass
class CarryOption(Step):
    effect: Effect
    receiver: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.do(*happen(self.effect.options[table.state.answer], self.receiver))


# Losses.


def losses(state: DeadCellsState, effect: Effect) -> list[Step]:
    """As much as possible (V-15)."""
    if effect.word == "tooth":
        return [LoseTeeth(effect.n)]
    who = [state.first] if effect.to == "first_player" else state.participants()
    lose: list[Step] = []
    for one in who:
        for _ in range(effect.n):
            lose.append(LoseScroll(one) if effect.word == "scroll" else LoseEquipment(one))
    return lose


@dataclass
class LoseTeeth(Step):
    n: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        lost = state.teeth if self.n == ALL_OF_IT else min(self.n, state.teeth)
        state.teeth -= lost
        table.tell(TeethLost(lost))


class LoseScroll(CharacterStep):
    def run(self, table: Table[DeadCellsState]) -> None:
        character = table.state.characters[self.character]
        if not character.is_serenade():
            offer(table, ChooseScrollLoss(character.seat, self.character))


class ChooseScrollLoss(CharacterChoice):
    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        scrolls = table.state.characters[self.character].scrolls
        return [
            LoseThatScroll(self.seat, self.character, COLOURS[colour])
            for colour in range(3)
            if scrolls[colour]
        ]


@dataclass(unsafe_hash=True)
class LoseThatScroll(Action):
    """A marker one space left; the ability goes, and Health with it (D-SCROLL-06)."""

    character: int
    colour: str

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        colour = COLOURS.index(self.colour)
        for step in state.content.beheaded[character.beheaded].tracks[colour]:
            if step.position == character.scrolls[colour] and step.kind == "max_health":
                character.max_health -= step.n
        character.scrolls[colour] -= 1
        table.tell(ScrollGone(self.character, self.colour))
        table.do(CheckLife(self.character))


class LoseEquipment(CharacterStep):
    def run(self, table: Table[DeadCellsState]) -> None:
        seat = table.state.characters[self.character].seat
        offer(table, ChooseEquipmentLoss(seat, self.character))


class ChooseEquipmentLoss(CharacterChoice):
    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        carried = dict.fromkeys(table.state.characters[self.character].equipment)
        return [LoseThatEquipment(self.seat, self.character, card) for card in carried]


class LoseThatEquipment(CardAction):
    def run(self, table: Table[DeadCellsState]) -> None:
        place = table.state.characters[self.character].equipment.index(self.card)
        drop_equipment(table, self.character, place)


# Checks.


def take_token_back(table: Table[DeadCellsState]) -> int:
    """Before a Check the Beheaded takes the token from Serenade (D-SOLO-10)."""
    state = table.state
    if state.is_solo() and state.first:
        pass_first_player(table)
    return state.first


@dataclass
class CheckStep(Step):
    """A part of a Check in a corridor, or on a tile where that is nobody."""

    icons: tuple[str, ...]
    reward: Effects
    penalty: Effects
    corridor: int

    def __init__(
        self, icons: tuple[str, ...], reward: Effects, penalty: Effects, corridor: int
    ) -> None:
        self.icons = icons
        self.reward = reward
        self.penalty = penalty
        self.corridor = corridor


class Check(CheckStep):
    """A matching hand card must be used; without one the draw pile decides (D-CHECK-02 to 04)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        one = take_token_back(table)
        resolve = ResolveCheck(self.icons, self.reward, self.penalty, self.corridor)
        table.reveal()
        state.answer = 0
        steps = asked(table, ChooseCheckCard(state.characters[one].seat, one, self.icons))
        if not steps:
            card = turn_card(table, one)
            state.answer = int(bool(card) and shows(state, card, self.icons))
        table.do(*steps, resolve)


def shows(state: DeadCellsState, card: str, icons: tuple[str, ...]) -> bool:
    return any([icon in icons for icon in state.content.cards[card].icons])


@dataclass
class ChooseCheckCard(Choice):
    character: int
    icons: tuple[str, ...]

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        return [
            ShowCard(self.seat, self.character, card)
            for card in state.characters[self.character].hand
            if shows(state, card, self.icons)
        ]


class ShowCard(CardAction):
    """Discarded, not only shown (D-CHECK-11)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        character = table.state.characters[self.character]
        character.hand.remove(self.card)
        character.discard.append(self.card)
        table.state.answer = 1
        table.reveal()
        table.tell(CardShown(self.character, self.card))


class ResolveCheck(CheckStep):
    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        finish = FinishCheck(self.icons, self.reward, self.penalty, self.corridor)
        if state.answer:
            table.do(finish)
        else:
            table.tell(CheckMissed(state.first, self.icons))
            table.do(*table.reactions(CheckFailed(self.corridor != NOBODY)), finish)


class FinishCheck(CheckStep):
    """Reward or penalty, then the hand is refilled (D-CHECK-05 to 07, D-CHECK-10)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        if state.answer:
            table.tell(CheckPassed(state.first, self.icons))
            state.passed = self.corridor
            table.do(*happen(self.reward, state.first), RefillHand(state.first))
        else:
            if self.corridor != NOBODY:
                state.closed.append(self.corridor)
            table.do(*happen(self.penalty), RefillHand(state.first))


@dataclass
class DeckCheck(Step):
    """One card from the draw pile; an icon on it earns its reward (D-CHECK-12 to 14)."""

    effect: Effect

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        one = take_token_back(table)
        card = turn_card(table, one)
        icons = state.content.cards[card].icons if card else ()
        earned = tuple([icon for icon in icons if icon in self.effect.icons])
        if not earned:
            table.tell(DeckCheckMade(one, ""))
            return
        choice = ChooseDeckReward(state.characters[one].seat, earned)
        table.do(*asked(table, choice), PayDeckCheck(self.effect))


@dataclass
class ChooseDeckReward(Choice):
    icons: tuple[str, ...]

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [TakeDeckReward(self.seat, icon) for icon in self.icons]


@dataclass(unsafe_hash=True)
class TakeDeckReward(Action):
    icon: str

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.answer = COLOURS.index(self.icon)


@dataclass
class PayDeckCheck(Step):
    effect: Effect

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        icon = COLOURS[state.answer]
        table.tell(DeckCheckMade(state.first, icon))
        reward = self.effect.options[self.effect.icons.index(icon)]
        table.do(*happen(reward, state.first))


# Teleportation and tiles turned up ahead of time.


def offer_jump(table: Table[DeadCellsState]) -> None:
    """Once, to the linked space; a jump does not cause another (D-TILE-08)."""
    state = table.state
    biome = state.content.biomes[state.biome]
    link = biome.spaces[biome.places[state.place]].link
    if link and not state.jumped:
        table.do(ChooseJump(state.chief(), link))


@dataclass
class ChooseJump(Choice):
    space: str

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [Jump(self.seat, self.space), StayHere(self.seat)]


@dataclass(unsafe_hash=True)
class Jump(Action):
    space: str

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.place = self.space


@dataclass(unsafe_hash=True)
class StayHere(Action):
    def run(self, table: Table[DeadCellsState]) -> None:
        pass


@dataclass
class ShowTile(Step):
    def run(self, table: Table[DeadCellsState]) -> None:
        offer(table, ChooseTile(table.state.chief()))


@dataclass
class ChooseTile(Choice):
    """A face-down tile to turn up (V-25)."""

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
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

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        place = state.content.biomes[state.biome].places[self.space]
        state.faces[place] = REVEALED
        table.reveal()
        table.tell(TileShown(self.space, state.tiles[place]))
