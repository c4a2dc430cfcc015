"""Exploring: Biome set-up, corridors, tiles, merchants, exits and the Interbiome (sections 3 to 6, 18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import CardAction, SpaceStep
from embertable.games.deadcells.boss import MeetBoss
from embertable.games.deadcells.cards import blueprints_left
from embertable.games.deadcells.combat import StartCombat
from embertable.games.deadcells.definitions import START, Biome, Offer
from embertable.games.deadcells.effects import SHOPS, Gain
from embertable.games.deadcells.effects_outside_combat import (
    Check,
    DeckCheck,
    happen,
    pass_first_player,
)
from embertable.games.deadcells.gains import HandEquipment, drop_equipment, everybody
from embertable.games.deadcells.moments import BeforeMove, BiomeStarts
from embertable.games.deadcells.state import (
    HIDDEN,
    NOBODY,
    RESOLVED,
    TABLE,
    DeadCellsState,
    DeadCellsTable,
    forget_limit,
)


@dataclass
class BiomeEntered(Event):
    biome: str


@dataclass
class GroupMoved(Event):
    space: str


@dataclass
class TileFlipped(Event):
    space: str
    tile: str


@dataclass
class Bought(Event):
    tile: str
    number: int
    cost: int


@dataclass
class InterbiomeReached(Event):
    biome: str


# Set-up.


@dataclass
class EnterBiome(Step):
    """Tiles, Monsters and Elites of this Biome only (D-SETUP-11 to 13)."""

    biome: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        content = state.content
        biome = content.biomes[self.biome]
        state.biome = self.biome
        state.boss = ""
        state.place = START
        state.closed = []
        state.curses = []
        state.offers = []
        lay_tiles(table, biome)
        added = [
            card for card in state.campaign.monsters if content.monsters[card].biome == biome.id
        ]
        state.monsters = copies(state, biome.monsters) + added
        state.elites = copies(state, biome.elites)
        state.monsters_out = []
        state.elites_out = []
        table.chance.shuffle(TABLE, state.monsters)
        table.chance.shuffle(TABLE, state.elites)
        forget_limit(state, "biome")
        table.emit(BiomeEntered(self.biome))
        table.do_all([*table.reactions(BiomeStarts()), EXPLORE])


def copies(state: DeadCellsState, cards: tuple[str, ...]) -> list[str]:
    monsters = state.content.monsters
    return [card for card in cards for _ in range(monsters[card].copies)]


def lay_tiles(table: DeadCellsTable, biome: Biome) -> None:
    """Place a tile face down on each space of its shape; the rest goes back unseen."""
    state = table.state
    tiles = state.content.tiles
    pile = [id for id in biome.tiles for _ in range(tiles[id].copies)]
    table.chance.shuffle(TABLE, pile)
    state.tiles = []
    for space in biome.spaces:
        tile = next(id for id in pile if tiles[id].shape == space.shape)
        pile.remove(tile)
        state.tiles.append(tile)
    state.faces = [HIDDEN] * len(state.tiles)
    state.leftover = sorted(pile)


# Moving.


@dataclass
class Explore(Step):
    """Move the Group, resolve the tile, go on (D-EXPLORE-01)."""

    def run(self, table: DeadCellsTable) -> None:
        table.do_all([*table.reactions(BeforeMove()), ChooseCorridor(table.state.chief())])


EXPLORE: Final = Explore()


@dataclass
class ChooseCorridor(Choice):
    """Along an arrow, with its Rune, and not where a Check failed (D-EXPLORE-02 to 06)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        biome = state.content.biomes[state.biome]
        options: list[Action] = []
        for number in biome.ways[state.place]:
            corridor = biome.corridors[number]
            open = not corridor.rune or state.has_rune(corridor.rune)
            if open and number not in state.closed:
                options.append(TakeCorridor(self.seat, corridor.to, number))
        return options


@dataclass(unsafe_hash=True)
class TakeCorridor(Action):
    """Rune, Check, Deck Check, then the marker moves (D-EXPLORE-08)."""

    space: str
    number: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        corridor = state.content.biomes[state.biome].corridors[self.number]
        state.passed = NOBODY
        steps: list[Step] = []
        if corridor.icons:
            steps.append(Check(corridor.icons, (), corridor.fail, self.number))
        table.do_all([*steps, Walk(self.number)])


@dataclass
class Walk(Step):
    number: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        corridor = state.content.biomes[state.biome].corridors[self.number]
        if corridor.icons and state.passed != self.number:
            table.do(EXPLORE)
            return
        steps: list[Step] = []
        if corridor.deck_check is not None:
            steps.append(DeckCheck(corridor.deck_check))
        table.do_all([*steps, Arrive(corridor.to, jumped=False)])


@dataclass
class Arrive(Step):
    """An exit finishes the Biome; any other space has a tile."""

    space: str
    jumped: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        biome = state.content.biomes[state.biome]
        state.closed = []
        state.place = self.space
        state.jumped = self.jumped
        table.emit(GroupMoved(self.space))
        if self.space in biome.exits:
            table.do_all([*happen(biome.exits[self.space].perk), Interbiome(self.space)])
        else:
            table.do(FlipTile(self.space), AfterTile(self.space, self.jumped))


@dataclass
class AfterTile(Step):
    """Go on from here, or from where a jump leads; a jump does not cause another (D-TILE-08)."""

    space: str
    arrived_by_jump: bool

    def run(self, table: DeadCellsTable) -> None:
        place = table.state.place
        if place != self.space:
            table.do(Arrive(place, jumped=True))
        else:
            table.do(EXPLORE)


# Tiles.


class FlipTile(SpaceStep):
    """Turn over and resolve the tile, unless that happened before (D-TILE-01)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        place = state.content.biomes[state.biome].places[self.space]
        if state.faces[place] == RESOLVED:
            return
        if state.faces[place] == HIDDEN:
            table.reveal()
        state.faces[place] = RESOLVED
        tile = state.content.tiles[state.tiles[place]]
        table.emit(TileFlipped(self.space, tile.id))
        if tile.change_first_player:
            pass_first_player(table)
        steps = [*happen(tile.effects), *happen(tile.curse)]
        if tile.enemies:
            steps.append(StartCombat(tile.id))
        if tile.offers:
            steps.append(OpenShop(tile.id))
        table.do_all(steps)


# Shops.


def offers_of(state: DeadCellsState, tile: str) -> tuple[Offer, ...]:
    """A Merchant tile's offers; those of the Interbiome where no tile is named."""
    return state.content.tiles[tile].offers if tile else state.content.shops


def price_of(state: DeadCellsState, tile: str, number: int) -> int:
    cost = offers_of(state, tile)[number].cost
    return max(1, cost + state.campaign.shop_costs[len(SHOPS) if tile else number])


def uses_of(state: DeadCellsState, tile: str, number: int) -> int:
    times = offers_of(state, tile)[number].times
    if tile:
        return times
    times += state.campaign.shop_times[number]
    return max(1, times + state.mod("shop_times", SHOPS[number]))


def is_sold_out(state: DeadCellsState, tile: str, number: int) -> bool:
    """Whether an offer is of cards of which none is left (D-TILE-05)."""
    left = {
        "blueprint": blueprints_left(state),
        "treasure": len(state.treasure) + len(state.treasure_out),
    }
    offered = offers_of(state, tile)[number].effects
    return not any(not isinstance(one, Gain) or left.get(one.item, True) for one in offered)


@dataclass
class OpenShop(Step):
    """Each offer may be used a number of times, one purchase at a time (D-TILE-05, D-INTER-02)."""

    tile: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        count = len(offers_of(state, self.tile))
        state.offers = [uses_of(state, self.tile, number) for number in range(count)]
        table.do(Trade(self.tile))


@dataclass
class Trade(Step):
    tile: str

    def run(self, table: DeadCellsTable) -> None:
        choice = ChooseDeal(table.state.chief(), self.tile)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class ChooseDeal(Choice):
    tile: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        options: list[Action] = []
        for number, left in enumerate(state.offers):
            price = price_of(state, self.tile, number)
            if left and price <= state.teeth and not is_sold_out(state, self.tile, number):
                options.append(Buy(self.seat, self.tile, number))
        if not self.tile:
            # What others carry is theirs to keep or drop (D-FIRST-08); alone, all of it is one's own.
            owner = 0 if state.is_solo() else state.first
            for card in dict.fromkeys(state.characters[owner].equipment):
                options.append(ThrowAway(self.seat, owner, card))
        return [*options, LeaveShop(self.seat)]


@dataclass(unsafe_hash=True)
class Buy(Action):
    tile: str
    number: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        price = price_of(state, self.tile, self.number)
        state.teeth -= price
        state.offers[self.number] -= 1
        table.emit(Bought(self.tile, self.number, price))
        bought = offers_of(state, self.tile)[self.number]
        table.do_all([*happen(bought.effects), Trade(self.tile)])


class ThrowAway(CardAction):
    """Equipment cannot be exchanged, but it may be discarded (D-INTER-05)."""

    def run(self, table: DeadCellsTable) -> None:
        place = table.state.characters[self.character].equipment.index(self.card)
        drop_equipment(table, self.character, place)
        table.do(Trade(""))


@dataclass(unsafe_hash=True)
class LeaveShop(Action):
    def run(self, table: DeadCellsTable) -> None:
        table.state.offers = []


# Between Biomes.


@dataclass
class Interbiome(Step):
    """Blueprints first, then the shops, then what the exit names (D-INTER-01 to 07)."""

    exit: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.finished += 1
        state.place = START
        table.emit(InterbiomeReached(state.biome))
        blueprints = state.collector
        state.collector = []
        if state.is_solo():
            serenade = state.characters[1]
            serenade.draw.extend(serenade.discard)
            serenade.discard = []
            table.chance.shuffle(TABLE, serenade.draw)
            table.reveal()
        receivers = everybody(state)
        table.do_all(
            [
                *[HandEquipment(card, receivers) for card in blueprints],
                OpenShop(""),
                GoOn(self.exit),
            ]
        )


@dataclass
class GoOn(Step):
    exit: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        exit = state.content.biomes[state.biome].exits[self.exit]
        state.curses = []
        if exit.boss:
            table.do(MeetBoss(exit.to))
        else:
            table.do(EnterBiome(exit.to))
