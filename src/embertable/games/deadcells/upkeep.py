"""The end of a Combat: what waits in the Bag, the board, the hands (section 17)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Event, Step
from embertable.games.deadcells.cards import RefillHand, return_blueprint
from embertable.games.deadcells.damage_to_enemies import discard_enemy
from embertable.games.deadcells.gains import HandEquipment, HandFood, HandScroll, everybody
from embertable.games.deadcells.state import NOBODY, PRINTED, DeadCellsState, DeadCellsTable


@dataclass
class CombatEnded(Event):
    pass


@dataclass
class Upkeep(Step):
    """Hand out what waits in the Bag, clear the board, draw back to three (section 17)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        receivers = everybody(state)
        scrolls, food, found = state.scrolls, state.food, state.found
        state.scrolls = []
        state.food = 0
        state.found = []
        state.collector.extend(state.blueprints)
        state.blueprints = []
        table.do(
            *[HandScroll(colour, receivers) for colour in scrolls],
            *[HandFood(receivers) for _ in range(food)],
            *[HandEquipment(card, receivers) for card in found],
            ClearBoard(),
        )


@dataclass
class ClearBoard(Step):
    """Discard enemies, Loot, Shields and States (D-UPKEEP-02 to 05)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        clear_board(state)
        table.emit(CombatEnded())
        table.do(*discard_active(table))


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
    for character in state.characters:
        if character.is_serenade():
            if character.active and character.active[0] not in ("", PRINTED):
                character.discard.append(character.draw.pop())
                table.reveal()  # her next card lies open now
        else:
            character.discard.extend([card for card in character.active if card])
        character.active = []
        character.announced = []
    state.shown = False
    state.passing = NOBODY
    return [RefillHand(one) for one in state.in_order()]
