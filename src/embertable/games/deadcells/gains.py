"""Rewards: Teeth, Cells, Scrolls, Food, Equipment, Blueprints, Runes, and who gets them."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import (
    CardAction,
    CardEvent,
    CharacterAction,
    CharacterCardEvent,
    CharacterCountEvent,
)
from embertable.games.deadcells.cards import draw_blueprint, draw_treasure, offer
from embertable.games.deadcells.effects import CHOICE, COLOURS, Gain, InfiniteHealth, Transform
from embertable.games.deadcells.state import NOBODY, DeadCellsState, DeadCellsTable


@dataclass
class BagFilled(Event):
    """Teeth or Cells came into the Bag."""

    n: int
    total: int


class TeethGained(BagFilled):
    pass


class CellsGained(BagFilled):
    pass


@dataclass
class ScrollTaken(Event):
    character: int
    colour: str


@dataclass
class ScrollLost(Event):
    """Nobody can use it (D-SCROLL-04)."""

    colour: str


@dataclass
class HealthRaised(Event):
    character: int
    total: int


class Healed(CharacterCountEvent):
    pass


@dataclass
class FoodWasted(Event):
    pass


class TreasureDrawn(CardEvent):
    pass


class BlueprintFound(CardEvent):
    pass


@dataclass
class BagEvent(Event):
    """Something waits in the Bag for the Upkeep."""

    item: str


class PutIntoBag(BagEvent):
    pass


@dataclass
class RuneTurned(Event):
    rune: str


class Equipped(CharacterCardEvent):
    pass


class EquipmentDropped(CharacterCardEvent):
    pass


class NobodyCanCarry(CardEvent):
    """Serenade holds the First Player token, and has no slots (D-SOLO-06)."""


@dataclass
class SerenadeTransformed(Event):
    pass


def gain_teeth(table: DeadCellsTable, n: int) -> None:
    table.state.teeth += n
    table.emit(TeethGained(n, table.state.teeth))


def gain_cells(table: DeadCellsTable, n: int) -> None:
    table.state.cells += n
    table.emit(CellsGained(n, table.state.cells))


def turn_rune(table: DeadCellsTable, rune: str) -> None:
    """Turn a Rune to its coloured side for good (D-ICON-10, D-RUNE-01)."""
    campaign = table.state.campaign
    if rune not in campaign.runes:
        campaign.runes = (*campaign.runes, rune)
        table.emit(RuneTurned(rune))


def gain_outside(table: DeadCellsTable, effect: Gain, receivers: tuple[int, ...]) -> None:
    """Hand out a reward at once to one of the `receivers` (D-TILE-09)."""
    item = effect.item
    if effect.to == "first_player":
        receivers = (table.state.first,)  # it cannot be passed on (D-FIRST-06)
    if item == "tooth":
        gain_teeth(table, effect.n)
    elif item == "cell":
        gain_cells(table, effect.n)
    elif item == "food":
        table.do_all([HandFood(receivers) for _ in range(effect.n)])
    elif item == "scroll":
        hand = HandTwoScrolls if effect.to == "two" else HandScroll
        table.do_all([hand(effect.colour, receivers) for _ in range(effect.n)])
    elif item == "treasure":
        table.do_all([FindTreasure(receivers) for _ in range(effect.n)])
    elif item == "blueprint":
        table.do_all([FindBlueprint(receivers, effect.to == "assign") for _ in range(effect.n)])
    else:
        turn_rune(table, effect.rune)


def gain_in_combat(table: DeadCellsTable, effect: Gain) -> None:
    """Teeth, Cells and Runes at once, the rest into the Bag until the Upkeep (D-KILL-03)."""
    state = table.state
    item = effect.item
    for _ in range(effect.n):
        if item == "food":
            state.food += 1
            table.emit(PutIntoBag("food"))
        elif item == "scroll":
            state.scrolls.append(effect.colour)
            table.emit(PutIntoBag("scroll"))
        elif item == "treasure":
            card = draw_treasure(table)
            if card:
                state.found.append(card)
                table.emit(TreasureDrawn(card))
        elif item == "blueprint":
            card = draw_blueprint(table)
            if card:
                state.blueprints.append(card)
                table.emit(BlueprintFound(card))
    if item == "tooth":
        gain_teeth(table, effect.n)
    elif item == "cell":
        gain_cells(table, effect.n)
    elif item == "rune":
        turn_rune(table, effect.rune)


# Scrolls.


def can_take(state: DeadCellsState, one: int, colour: int) -> bool:
    character = state.characters[one]
    if character.is_serenade():
        return not character.is_endless()
    lengths = state.content.beheaded[character.beheaded].lengths
    return character.scrolls[colour] < lengths[colour]


@dataclass
class HandScroll(Step):
    """One Scroll for one of the receivers (D-ICON-07, D-SCROLL-04)."""

    colour: str
    receivers: tuple[int, ...]

    def run(self, table: DeadCellsTable) -> None:
        choice = ChooseScroll(table.state.chief(), self.colour, self.receivers)
        if choice.options(table):
            offer(table, choice)
        else:
            table.emit(ScrollLost(self.colour))


@dataclass
class ChooseScroll(Choice):
    colour: str
    receivers: tuple[int, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        options: list[Action] = []
        for one in self.receivers:
            serenade = state.characters[one].is_serenade()
            for place in range(3):
                fits = self.colour in (CHOICE, COLOURS[place]) or serenade
                if fits and can_take(state, one, place):
                    options.append(TakeScroll(self.seat, one, COLOURS[place]))
                    if serenade:
                        break
        return options


@dataclass(unsafe_hash=True)
class TakeScroll(Action):
    """Move a marker one space right (D-SCROLL-02)."""

    character: int
    colour: str

    def run(self, table: DeadCellsTable) -> None:
        advance(table, self.character, COLOURS.index(self.colour))


@dataclass
class HandTwoScrolls(Step):
    """One Scroll for each of two different Beheaded."""

    colour: str
    receivers: tuple[int, ...]

    def run(self, table: DeadCellsTable) -> None:
        choice = ChooseTwoScrolls(table.state.chief(), self.colour, self.receivers)
        if choice.options(table):
            offer(table, choice)
        else:
            table.do(HandScroll(self.colour, self.receivers))


@dataclass
class ChooseTwoScrolls(Choice):
    colour: str
    receivers: tuple[int, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        place = COLOURS.index(self.colour)
        able = [one for one in self.receivers if can_take(table.state, one, place)]
        return [
            TakeTwoScrolls(self.seat, one, other, self.colour)
            for one in able
            for other in able
            if one < other
        ]


@dataclass(unsafe_hash=True)
class TakeTwoScrolls(Action):
    character: int
    other: int
    colour: str

    def run(self, table: DeadCellsTable) -> None:
        advance(table, self.character, COLOURS.index(self.colour))
        advance(table, self.other, COLOURS.index(self.colour))


def advance(table: DeadCellsTable, one: int, colour: int) -> None:
    """Move a Scroll marker; a Health bonus raises the maximum and heals nothing (D-SCROLL-03)."""
    state = table.state
    character = state.characters[one]
    if character.is_serenade():
        advance_serenade(table, one)
        return
    character.scrolls[colour] += 1
    table.emit(ScrollTaken(one, COLOURS[colour]))
    for step in state.content.beheaded[character.beheaded].tracks[colour]:
        if step.position == character.scrolls[colour] and step.kind == "max_health":
            character.max_health += step.n
            table.emit(HealthRaised(one, character.max_health))


def advance_serenade(table: DeadCellsTable, one: int) -> None:
    """Move Serenade's only marker, whatever the colour (D-SOLO-12, D-SOLO-14 to 17)."""
    state = table.state
    serenade = state.characters[one]
    serenade.scrolls[0] += 1
    table.emit(ScrollTaken(one, ""))
    for effect in state.content.serenade.tracks[1 if serenade.melee else 0][
        serenade.scrolls[0] - 1
    ]:
        if isinstance(effect, Transform):
            serenade.melee = True
            serenade.damage = 0
            serenade.scrolls[0] = 0
            table.emit(SerenadeTransformed())
        elif isinstance(effect, InfiniteHealth):
            serenade.damage = 0
        elif isinstance(effect, Gain):
            gain_outside(table, effect, tuple(state.participants()))


# Food.


@dataclass
class HandFood(Step):
    """Remove Damage from one who has some; otherwise the Food is lost (D-ICON-08)."""

    receivers: tuple[int, ...]

    def run(self, table: DeadCellsTable) -> None:
        choice = ChooseEater(table.state.chief(), self.receivers)
        if choice.options(table):
            offer(table, choice)
        else:
            table.emit(FoodWasted())


@dataclass
class ChooseEater(Choice):
    receivers: tuple[int, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [
            Feed(self.seat, one) for one in self.receivers if table.state.characters[one].damage
        ]


class Feed(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        heal(table, self.character, 1 + table.state.mod("food_value"))


def heal(table: DeadCellsTable, one: int, n: int) -> None:
    character = table.state.characters[one]
    healed = min(n, character.damage)
    if healed:
        character.damage -= healed
        table.emit(Healed(one, healed))


# Equipment.


@dataclass
class FindTreasure(Step):
    receivers: tuple[int, ...]

    def run(self, table: DeadCellsTable) -> None:
        card = draw_treasure(table)
        if card:
            table.emit(TreasureDrawn(card))
            table.do(HandEquipment(card, self.receivers))


@dataclass
class FindBlueprint(Step):
    """To the Collector space, or straight to a Beheaded (D-ICON-05, D-INTER-04)."""

    receivers: tuple[int, ...]
    assign: bool

    def run(self, table: DeadCellsTable) -> None:
        card = draw_blueprint(table)
        if not card:
            return
        table.emit(BlueprintFound(card))
        if self.assign:
            table.do(HandEquipment(card, self.receivers))
        else:
            table.state.collector.append(card)


@dataclass
class HandEquipment(Step):
    """The First Player says who gets it; Serenade has no slots (D-FIRST-02, D-SOLO-06)."""

    card: str
    receivers: tuple[int, ...]

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        able = tuple([one for one in self.receivers if not state.characters[one].is_serenade()])
        if able:
            offer(table, ChooseBearer(state.chief(), self.card, able))
        else:
            state.treasure_out.append(self.card)
            table.emit(NobodyCanCarry(self.card))


@dataclass
class ChooseBearer(Choice):
    card: str
    receivers: tuple[int, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [GiveEquipment(self.seat, one, self.card) for one in self.receivers]


class GiveEquipment(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        owner = table.state.characters[self.character].seat
        offer(table, ChooseRoom(owner, self.character, self.card))


@dataclass
class ChooseRoom(Choice):
    """The owner equips the card, makes room for it, or lets it go (D-EQUIP-02)."""

    character: int
    card: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        character = table.state.characters[self.character]
        options: list[Action] = []
        if len(character.equipment) < character.slots:
            options.append(Equip(self.seat, self.character, self.card))
        for carried in dict.fromkeys(character.equipment):
            options.append(DropCarried(self.seat, self.character, carried, self.card))
        return [*options, DropNew(self.seat, self.character, self.card)]


class Equip(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        character.equipment.append(self.card)
        character.companion_damage.append(0)
        table.emit(Equipped(self.character, self.card))


@dataclass(unsafe_hash=True)
class DropCarried(Action):
    character: int
    carried: str
    card: str

    def run(self, table: DeadCellsTable) -> None:
        place = table.state.characters[self.character].equipment.index(self.carried)
        drop_equipment(table, self.character, place)
        offer(table, ChooseRoom(self.seat, self.character, self.card))


class DropNew(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        table.state.treasure_out.append(self.card)
        table.emit(EquipmentDropped(self.character, self.card))


def drop_equipment(table: DeadCellsTable, one: int, place: int) -> None:
    """Discard a piece of Equipment (D-EQUIP-03)."""
    character = table.state.characters[one]
    card = character.equipment.pop(place)
    character.companion_damage.pop(place)
    table.state.treasure_out.append(card)
    table.emit(EquipmentDropped(one, card))


def everybody(state: DeadCellsState, receiver: int = NOBODY) -> tuple[int, ...]:
    """Who may have a reward: the receiver, or everybody taking part."""
    return tuple(state.participants()) if receiver == NOBODY else (receiver,)
