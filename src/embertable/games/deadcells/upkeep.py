"""The end of a Combat: what waits in the Bag, the board, the hands (section 17)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import CardAction, CharacterChoice
from embertable.games.deadcells.cards import RefillHand, offer, return_blueprint
from embertable.games.deadcells.damage_to_enemies import discard_enemy
from embertable.games.deadcells.gains import HandEquipment, HandFood, HandScroll, everybody
from embertable.games.deadcells.state import (
    CHOOSE_ORDER,
    FREE_UPKEEP,
    NOBODY,
    PRINTED,
    DeadCellsState,
    DeadCellsTable,
)


@dataclass
class CombatEnded(Event):
    pass


@dataclass
class Upkeep(Step):
    """Hand out what waits in the Bag, clear the board, draw back to three (section 17)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if FREE_UPKEEP in state.other_readings:
            state.collector.extend(state.blueprints)
            state.blueprints = []
            table.do(HandOut(), ClearBoard())
            return
        receivers = everybody(state)
        scrolls, food, found = state.scrolls, state.food, state.found
        state.scrolls = []
        state.food = 0
        state.found = []
        state.collector.extend(state.blueprints)
        state.blueprints = []
        table.do_all(
            [
                *[HandScroll(colour, receivers) for colour in scrolls],
                *[HandFood(receivers) for _ in range(food)],
                *[HandEquipment(card, receivers) for card in found],
                ClearBoard(),
            ]
        )


@dataclass
class HandOut(Step):
    """Where the First Player chooses the order: one thing of the Bag after the other."""

    def run(self, table: DeadCellsTable) -> None:
        choice = ChooseNext(table.state.chief())
        offer(table, choice)


@dataclass
class ChooseNext(Choice):
    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        return [
            *[HandNext(self.seat, "scroll", one) for one in dict.fromkeys(state.scrolls)],
            *([HandNext(self.seat, "food", "")] if state.food else []),
            *[HandNext(self.seat, "treasure", one) for one in dict.fromkeys(state.found)],
        ]


@dataclass(unsafe_hash=True)
class HandNext(Action):
    """What is handed out now; `what` is the colour of a Scroll or a piece of Equipment."""

    item: str
    what: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        receivers = everybody(state)
        if self.item == "scroll":
            state.scrolls.remove(self.what)
            table.do(HandScroll(self.what, receivers), HandOut())
        elif self.item == "food":
            state.food -= 1
            table.do(HandFood(receivers), HandOut())
        else:
            state.found.remove(self.what)
            table.do(HandEquipment(self.what, receivers), HandOut())


@dataclass
class ClearBoard(Step):
    """Discard enemies, Loot, Shields and States (D-UPKEEP-02 to 05)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        clear_board(state)
        table.emit(CombatEnded())
        table.do_all(discard_active(table))


def clear_board(state: DeadCellsState) -> None:
    for enemy in state.enemies:
        if not enemy.boss:
            discard_enemy(state, enemy)
    state.enemies = []
    for one in state.loot:
        kind, _, card = one.partition(" ")
        if kind == "treasure":
            state.treasure_out.append(card)
        elif kind == "blueprint":
            return_blueprint(state, card)
    state.loot = []
    state.fighting = False
    state.round = NOBODY
    state.wall = ""
    state.constraint = ""
    state.bonus = 0
    for character in state.characters:
        character.signal = ""
        character.shields = 0
        character.golden = 0
        character.free_of_tokens()


def discard_active(table: DeadCellsTable) -> list[Step]:
    """Discard the Active cards in the order played; return the steps that refill hands."""
    state = table.state
    tops: list[Step] = []
    for one, character in enumerate(state.characters):
        if character.is_serenade():
            if character.active and character.active[0] not in ("", PRINTED):
                character.discard.append(character.draw.pop())
                table.reveal()  # her next card lies open now
        else:
            cards = [card for card in character.active if card]
            character.discard.extend(cards)
            if len(cards) == 2 and CHOOSE_ORDER in state.other_readings:
                tops.append(ChooseTop(character.seat, one))
        character.active = []
        character.announced = []
    state.shown = False
    state.passing = NOBODY
    return [*tops, *[RefillHand(one) for one in state.in_order()]]


class ChooseTop(CharacterChoice):
    """Which of two cards just discarded lies on top, where the order is the player's."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        two = table.state.characters[self.character].discard[-2:]
        return [PutOnTop(self.seat, self.character, card) for card in reversed(two)]


class PutOnTop(CardAction):
    def run(self, table: DeadCellsTable) -> None:
        discard = table.state.characters[self.character].discard
        if discard[-1] != self.card:
            discard[-2:] = [discard[-1], self.card]
