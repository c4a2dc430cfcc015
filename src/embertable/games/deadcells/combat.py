"""A Combat from its tile to its Upkeep: set-up, Preparation, cards, Rounds (sections 8 to 17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import CharacterStep, RoundStep
from embertable.games.deadcells.cards import draw_blueprint, draw_from, draw_treasure
from embertable.games.deadcells.character_round import CharacterTurn
from embertable.games.deadcells.damage_to_enemies import EnemyPoisonTick, kill_outright
from embertable.games.deadcells.damage_to_group import PoisonTick, kill_character
from embertable.games.deadcells.definitions import Tile
from embertable.games.deadcells.effects import BLEEDING, COLOURS, POISON, Gain
from embertable.games.deadcells.enemies import (
    EnemyPlaced,
    EnemyTurn,
    free_front,
    move_up,
    place_enemy,
)
from embertable.games.deadcells.moments import BeforePreparation, CombatStarts, RoundStarts
from embertable.games.deadcells.preparation import Prepare
from embertable.games.deadcells.state import (
    NOBODY,
    DeadCellsState,
    DeadCellsTable,
    Enemy,
    forget_limit,
)
from embertable.games.deadcells.upkeep import Upkeep

FAR: Final = 3
BEHIND: Final = -1


@dataclass
class CombatStarted(Event):
    tile: str


@dataclass
class LootPlaced(Event):
    loot: tuple[str, ...]


@dataclass
class RoundBegan(Event):
    round: int


@dataclass
class StartCombat(Step):
    """A whole Combat, from the tile's icons to the Upkeep."""

    tile: str

    def run(self, table: DeadCellsTable) -> None:
        tile = table.state.content.tiles[self.tile]
        table.do_all(
            [SetUpCombat(self.tile), StartOfCombat(), Prepare(), *rounds(from_zero=True), Upkeep()]
        )
        table.emit(CombatStarted(tile.id))


def rounds(from_zero: bool) -> list[Step]:
    """Round 0 (without a Round End), I to III, and the final Round End with Round IV."""
    steps: list[Step] = [PlayRound(0) if from_zero else FixPower()]
    for round in (1, 2, 3):
        steps.extend([PlayRound(round), EndRound(round)])
    return steps


@dataclass
class SetUpCombat(Step):
    """Enemies one by one in the tile's order, then the Loot (D-COMBAT-SETUP-02 to 09)."""

    tile: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        tile = state.content.tiles[self.tile]
        open_board(state)
        state.wall = tile.wall
        state.constraint = tile.constraint
        for kind in tile.enemies:
            draw_enemy(table, kind)
        place_loot(table, tile)


def open_board(state: DeadCellsState) -> None:
    state.fighting = True
    state.round = NOBODY
    state.enemies = []
    state.loot = []
    state.wall = ""
    state.constraint = ""
    state.skipped = NOBODY
    state.bonus = 0
    for character in state.characters:
        character.dealt = False
        character.power = NOBODY
        character.used = []
    forget_limit(state, "combat")


def draw_enemy(table: DeadCellsTable, kind: str) -> None:
    state = table.state
    if kind == "elite":
        card = draw_from(table, state.elites, state.elites_out)
    else:
        card = draw_from(table, state.monsters, state.monsters_out)
    if not card:
        return
    space = space_for(state, state.content.monsters[card].place)
    if not space:
        (state.elites_out if kind == "elite" else state.monsters_out).append(card)
        return
    place_enemy(state, card, space)
    table.emit(EnemyPlaced(space, card))


def space_for(state: DeadCellsState, place: str) -> int:
    """The space for a new enemy: its own, a front one, or behind; 0 when all are taken."""
    wanted = {"far": FAR, "behind": BEHIND, "front": free_front(state)}[place]
    if wanted and state.enemy_on(wanted) is None:
        return wanted
    front = free_front(state)
    if front:
        return front
    return BEHIND if state.enemy_on(BEHIND) is None else 0


def place_loot(table: DeadCellsTable, tile: Tile) -> None:
    """Tokens on the Group space; Treasure and Blueprint face up (D-COMBAT-SETUP-07, 08)."""
    state = table.state
    for effect in tile.loot:
        for _ in range(effect.n):
            token = loot_token(table, effect)
            if token:
                state.loot.append(token)
    if state.loot:
        table.emit(LootPlaced(tuple(state.loot)))


def loot_token(table: DeadCellsTable, effect: Gain) -> str:
    if effect.item == "scroll":
        return f"scroll {effect.colour}"
    if effect.item == "treasure":
        card = draw_treasure(table)
        return f"treasure {card}" if card else ""
    if effect.item == "blueprint":
        card = draw_blueprint(table)
        return f"blueprint {card}" if card else ""
    if effect.item == "rune":
        return "" if effect.rune in table.state.campaign.runes else f"rune {effect.rune}"
    return effect.item


@dataclass
class StartOfCombat(Step):
    """Announce the start of Combat, then the time before the Preparation (D-COMBAT-SETUP-11)."""

    def run(self, table: DeadCellsTable) -> None:
        table.do_all([*table.reactions(CombatStarts()), TimeBeforePreparation()])


@dataclass
class TimeBeforePreparation(Step):
    def run(self, table: DeadCellsTable) -> None:
        table.do_all(table.reactions(BeforePreparation()))


# Rounds.


class PlayRound(RoundStep):
    """From left to right: behind, the Group from the First Player on, the front (section 11)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.round = self.round
        state.bonus = 0
        forget_limit(state, "round")
        for character in state.characters:
            character.used = []
        table.emit(RoundBegan(self.round))
        steps = table.reactions(RoundStarts()) if self.round else fix_power(state)
        table.do_all(
            [
                *steps,
                *enemy_turns(state, self.round, front=False),
                *[CharacterTurn(one, self.round) for one in state.participants()],
                *enemy_turns(state, self.round, front=True),
            ]
        )


def enemy_turns(state: DeadCellsState, round: int, front: bool) -> list[Step]:
    """The turns of the enemies behind or in front, from left to right."""
    enemies = in_front(state) if front else behind(state)
    return [EnemyTurn(one.space, round) for one in enemies]


def behind(state: DeadCellsState) -> list[Enemy]:
    return [one for one in state.enemies if one.space == BEHIND]


def in_front(state: DeadCellsState) -> list[Enemy]:
    """The enemies in front of the Group, from left to right."""
    return [one for one in state.enemies if one.space != BEHIND]


def fix_power(state: DeadCellsState) -> list[Step]:
    """Serenade's power comes from the top of the Beheaded's discard pile (D-SOLO-04, 05)."""
    if not state.is_solo():
        return []
    discard = state.characters[0].discard
    icons = state.content.cards[discard[-1]].icons if discard else ()
    if len(icons) == 1:
        state.characters[1].power = COLOURS.index(icons[0])
    elif len(icons) == 2:
        return [ChoosePower(state.characters[0].seat, icons)]
    return []


@dataclass
class FixPower(Step):
    """Before Round I where a Boss's Turn has no Round 0 (D-SOLO-05)."""

    def run(self, table: DeadCellsTable) -> None:
        table.do_all(fix_power(table.state))


@dataclass
class ChoosePower(Choice):
    icons: tuple[str, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [TakePower(self.seat, icon) for icon in self.icons]


@dataclass(unsafe_hash=True)
class TakePower(Action):
    colour: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.characters[1].power = COLOURS.index(self.colour)


class EndRound(RoundStep):
    """Poison from left to right; then closing up, or after Round III Bleeding and Round IV."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        steps: list[Step] = []
        if is_borne(state, POISON):
            steps.extend([EnemyPoisonTick(one.id) for one in behind(state)])
            steps.extend([PoisonTick(one) for one in state.participants()])
            steps.extend([EnemyPoisonTick(one.id) for one in in_front(state)])
        if self.round < 3:
            table.do_all([*steps, MOVE_UP])
        else:
            table.do_all([*steps, BleedOut(), RoundFour()])


@dataclass
class MoveUp(Step):
    def run(self, table: DeadCellsTable) -> None:
        move_up(table)


MOVE_UP: Final = MoveUp()


@dataclass
class BleedOut(Step):
    """Whoever still bears Bleeding is killed, from left to right (D-STATE-BLEED-01)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if is_borne(state, BLEEDING):
            table.do_all(
                [
                    *[BleedEnemy(one.id) for one in behind(state)],
                    *[Bleed(one) for one in state.participants()],
                    *[BleedEnemy(one.id) for one in in_front(state)],
                ]
            )


def is_borne(state: DeadCellsState, token: int) -> bool:
    """Whether anybody on the board has such a token."""
    return any(one.tokens[token] for one in state.enemies) or any(
        one.tokens[token] for one in state.characters
    )


class Bleed(CharacterStep):
    def run(self, table: DeadCellsTable) -> None:
        if table.state.characters[self.character].tokens[BLEEDING]:
            kill_character(table, self.character)


@dataclass
class BleedEnemy(Step):
    enemy: int

    def run(self, table: DeadCellsTable) -> None:
        enemy = table.state.enemy(self.enemy)
        if enemy is not None and enemy.tokens[BLEEDING]:
            kill_outright(table, enemy, NOBODY, BLEEDING)


@dataclass
class RoundFour(Step):
    """Living enemies with a Round IV Action perform it (D-ROUNDEND-05)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.round = 4
        table.do_all([EnemyTurn(enemy.space, 4) for enemy in state.enemies])
