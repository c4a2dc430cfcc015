"""The end of a Run, Cells, Upgrades, the Well, and what the campaign keeps (sections 20 to 22)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from embertable.engine.table import Action, Choice, Event, Result, Step
from embertable.games.deadcells import effects
from embertable.games.deadcells.bases import CardEvent
from embertable.games.deadcells.campaign import WELL, Campaign, replaced
from embertable.games.deadcells.cards import offer, return_blueprint
from embertable.games.deadcells.damage_to_group import EndOfRun
from embertable.games.deadcells.effects import DECKS, SECTIONS, SHOPS, Effect, Effects
from embertable.games.deadcells.gains import gain_cells, turn_rune
from embertable.games.deadcells.state import KEEP_CELLS, NOBODY, DeadCellsState, DeadCellsTable
from embertable.games.deadcells.upkeep import clear_board

VICTORY = "victory"
DEFEAT = "defeat"


@dataclass
class RunEnded(Event):
    """The Run ended in this Biome or Boss fight, with these Cells."""

    where: str
    cells: int


class RunWon(RunEnded):
    pass


class RunLost(RunEnded):
    pass


class UpgradeDrawn(CardEvent):
    pass


class WellAnswered(CardEvent):
    pass


class MutationPlaced(CardEvent):
    pass


class CardBoxed(CardEvent):
    pass


@dataclass
class CombatCardGiven(Event):
    card: str
    beheaded: str


@dataclass
class CombatCardRemoved(Event):
    card: str
    beheaded: str


class DeckChanged(CardEvent):
    """A card was added for good to the Treasure deck or a Monster deck."""


class TreasureAdded(DeckChanged):
    pass


class MonsterAdded(DeckChanged):
    pass


@dataclass
class PriceSet(Event):
    deck: str
    n: int


@dataclass
class ShopsChanged(Event):
    shop: str
    times: int
    cost: int


@dataclass
class CellsKept(Event):
    """Unspent Cells wait for the next Run."""

    n: int


@dataclass
class PromiseKept(Event):
    """Effects were stored for the next Run."""

    effects: Effects


@dataclass
class UpgradesSeen(Event):
    cards: tuple[str, ...]


@dataclass
class StartUnlocked(Event):
    biome: str


class BossCellPlaced(CardEvent):
    pass


@dataclass
class CampaignWon(Event):
    pass


@dataclass
class FinishRun(EndOfRun):
    """Give the victory rewards, then return everything but Cells (D-END-01 to 07)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        where = state.boss or state.biome
        steps: list[Step] = []
        if state.beaten:
            steps = enact(state.content.bosses[state.boss].victory, "")
        table.do_all([*steps, TakeDown(where), SpendCells()])


@dataclass
class TakeDown(Step):
    where: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        clear_board(state)
        for card in [*state.blueprints, *state.collector]:
            return_blueprint(state, card)
        state.blueprints = []
        state.collector = []
        treasure = [*state.treasure, *state.treasure_out, *state.found]
        for one, character in enumerate(state.characters):
            for step in state.steps_of(one):
                if step.kind == "max_health" and step.position:
                    character.max_health -= step.n
            treasure.extend(character.equipment)
            character.equipment = []
            character.companion_damage = []
            character.scrolls = [0, 0, 0]
            character.melee = False
            character.damage = 0
            character.incoming = 0
            character.hand = []
            character.draw = []
            character.discard = []
            character.active = []
            character.announced = []
        state.found = []
        state.treasure = []
        state.treasure_out = []
        state.teeth = 0
        state.food = 0
        state.scrolls = []
        state.passing = NOBODY
        campaign = state.campaign
        campaign.treasure = tuple(sorted(treasure))
        outcome = "beat" if state.beaten else "died"
        campaign.history = (*campaign.history, f"{outcome} {self.where}")
        ended = RunWon if state.beaten else RunLost
        table.emit(ended(self.where, state.cells))


# Spending Cells.


@dataclass
class SpendCells(Step):
    """Buy Upgrades and throw Cells into the Well; the rest is lost or kept (D-CELLS-01, 02)."""

    def run(self, table: DeadCellsTable) -> None:
        keeps = KEEP_CELLS in table.state.other_readings
        choice = (ChooseSavings if keeps else ChooseSpending)(table.state.chief())
        if len(choice.options(table)) > 1:
            table.do(choice)
        else:
            table.do(CloseRun())


@dataclass
class SpendingChoice(Choice):
    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        campaign = state.campaign
        options: list[Action] = []
        for place, deck in enumerate(DECKS):
            left = campaign.drawn[place] < len(state.content.upgrades[place])
            if left and campaign.prices[place] <= state.cells:
                options.append(BuyUpgrade(self.seat, deck))
        left = campaign.drawn[WELL] < len(state.content.well)
        if left and state.content.well_price <= state.cells:
            options.append(ThrowIntoWell(self.seat))
        return [*options, StopSpending(self.seat)]


class ChooseSpending(SpendingChoice):
    """What is not spent is lost."""


class ChooseSavings(SpendingChoice):
    """What is not spent waits for the next Run, where the table reads it so."""


@dataclass(unsafe_hash=True)
class BuyUpgrade(Action):
    deck: str

    def run(self, table: DeadCellsTable) -> None:
        place = DECKS.index(self.deck)
        table.state.cells -= table.state.campaign.prices[place]
        table.do(DrawUpgrade(place), SpendCells())


@dataclass(unsafe_hash=True)
class ThrowIntoWell(Action):
    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        campaign = state.campaign
        state.cells -= state.content.well_price
        card = state.content.well[campaign.drawn[WELL]]
        campaign.drawn = replaced(campaign.drawn, WELL, campaign.drawn[WELL] + 1)
        table.reveal()
        table.emit(WellAnswered(card.id))
        if not card.keep:
            campaign.box = (*campaign.box, card.id)
        table.do_all([*enact(card.effects, card.id), SpendCells()])


@dataclass(unsafe_hash=True)
class StopSpending(Action):
    def run(self, table: DeadCellsTable) -> None:
        table.do(CloseRun())


@dataclass
class CloseRun(Step):
    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        if state.cells and KEEP_CELLS in state.other_readings:
            state.campaign.next_run = (*state.campaign.next_run, effects.Gain("cell", state.cells))
            table.emit(CellsKept(state.cells))
        state.cells = 0
        seats = table.game.seats(table)
        score = 10 * state.finished + (100 if state.beaten else 0)
        winners = tuple(range(seats)) if state.beaten else ()
        outcome = VICTORY if state.beaten else DEFEAT
        table.end(Result(outcome, winners, (score,) * seats))


@dataclass
class DrawUpgrade(Step):
    """The bottom card of an Upgrade deck: a Mutation, a Combat card or an instruction."""

    deck: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        campaign = state.campaign
        number = campaign.drawn[self.deck]
        if number >= len(state.content.upgrades[self.deck]):
            return
        card = state.content.upgrades[self.deck][number]
        campaign.drawn = replaced(campaign.drawn, self.deck, number + 1)
        campaign.peeked = tuple([one for one in campaign.peeked if one != card.id])
        table.reveal()
        table.emit(UpgradeDrawn(card.id))
        if card.type == "mutation":
            table.do(PlaceMutation(card.id))
        elif card.type == "combat":
            table.do(ChooseOwner(state.chief(), card.card))
        else:
            campaign.box = (*campaign.box, card.id)
            table.do_all(enact(card.effects, card.id))


@dataclass
class PlaceMutation(Step):
    """Place a card in its section; if that is full, the Group chooses (D-UPGRADE-03, D-MUT-04)."""

    card: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        section = SECTIONS.index(state.content.permanents[self.card].section)
        if len(state.campaign.mutations[section]) < state.content.slots[section]:
            put_mutation(table, self.card)
        else:
            table.do(ChooseReplaced(state.chief(), self.card))


def put_mutation(table: DeadCellsTable, card: str) -> None:
    state = table.state
    campaign = state.campaign
    section = SECTIONS.index(state.content.permanents[card].section)
    cards = (*campaign.mutations[section], card)
    campaign.mutations = replaced(campaign.mutations, section, cards)
    table.emit(MutationPlaced(card))


def box_card(table: DeadCellsTable, card: str) -> None:
    table.state.campaign.box = (*table.state.campaign.box, card)
    table.emit(CardBoxed(card))


@dataclass
class ChooseReplaced(Choice):
    card: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        section = SECTIONS.index(state.content.permanents[self.card].section)
        options: list[Action] = [
            ReplaceMutation(self.seat, old, self.card) for old in state.campaign.mutations[section]
        ]
        return [*options, BoxMutation(self.seat, self.card)]


@dataclass(unsafe_hash=True)
class ReplaceMutation(Action):
    old: str
    card: str

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        campaign = state.campaign
        section = SECTIONS.index(state.content.permanents[self.card].section)
        cards = tuple([one for one in campaign.mutations[section] if one != self.old])
        campaign.mutations = replaced(campaign.mutations, section, cards)
        box_card(table, self.old)
        put_mutation(table, self.card)


@dataclass(unsafe_hash=True)
class BoxMutation(Action):
    card: str

    def run(self, table: DeadCellsTable) -> None:
        box_card(table, self.card)


# Combat cards.


@dataclass
class ChooseOwner(Choice):
    """Who gets an Improved Combat card, Serenade included (D-UPGRADE-04, D-SOLO-13)."""

    card: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [GiveCombatCard(self.seat, self.card, name) for name in table.state.content.names]


@dataclass(unsafe_hash=True)
class GiveCombatCard(Action):
    card: str
    beheaded: str

    def run(self, table: DeadCellsTable) -> None:
        give_combat_card(table, self.card, self.beheaded)


def give_combat_card(table: DeadCellsTable, card: str, name: str) -> None:
    state = table.state
    place = state.content.names.index(name)
    decks = tuple([tuple([one for one in deck if one != card]) for deck in state.campaign.decks])
    state.campaign.decks = replaced(decks, place, (*decks[place], card))
    table.emit(CombatCardGiven(card, name))


def least_deck(state: DeadCellsState, place: int) -> int:
    """The smallest size of a Combat deck (D-CARD-03)."""
    content = state.content
    return content.min_serenade_deck if place == len(content.beheaded) else content.min_deck


@dataclass
class ChoosePurge(Choice):
    """Remove up to `n` Combat cards for good (D-UPGRADE-06)."""

    what: str
    n: int

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        options: list[Action] = []
        for place, deck in enumerate(state.campaign.decks):
            if len(deck) <= least_deck(state, place):
                continue
            for card in deck:
                if self.what == "combat" or state.content.cards[card].set == "starter":
                    name = state.content.names[place]
                    options.append(RemoveCard(self.seat, card, name, self.what, self.n))
        return [*options, KeepCards(self.seat)]


@dataclass(unsafe_hash=True)
class RemoveCard(Action):
    card: str
    beheaded: str
    what: str
    n: int

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        campaign = state.campaign
        place = state.content.names.index(self.beheaded)
        deck = tuple([one for one in campaign.decks[place] if one != self.card])
        campaign.decks = replaced(campaign.decks, place, deck)
        campaign.box = (*campaign.box, self.card)
        table.emit(CombatCardRemoved(self.card, self.beheaded))
        if self.n > 1:
            table.do(Purge(self.what, self.n - 1))


@dataclass(unsafe_hash=True)
class KeepCards(Action):
    def run(self, table: DeadCellsTable) -> None:
        pass


@dataclass
class Purge(Step):
    """Offer to remove Combat cards, if a deck can spare one."""

    what: str
    n: int

    def run(self, table: DeadCellsTable) -> None:
        offer(table, ChoosePurge(table.state.chief(), self.what, self.n))


# The vocabulary of the campaign: D-V-26 to D-V-32.


def enact(what: Effects, card: str) -> list[Step]:
    return [Enact(effect, card) for effect in what]


@dataclass
class Enact(Step):
    """One effect of an instruction, a Well card or a victory."""

    effect: Effect
    card: str

    def run(self, table: DeadCellsTable) -> None:
        FOR_CAMPAIGN[type(self.effect)](table, self.effect, self.card)


def gain(table: DeadCellsTable, effect: effects.Gain, card: str) -> None:
    if effect.item == "cell":
        gain_cells(table, effect.n)
    else:
        turn_rune(table, effect.rune)


def add_treasure(table: DeadCellsTable, effect: effects.AddTreasure, card: str) -> None:
    campaign = table.state.campaign
    campaign.treasure = tuple(sorted([*campaign.treasure, effect.id]))
    table.emit(TreasureAdded(effect.id))


def add_monster(table: DeadCellsTable, effect: effects.AddMonster, card: str) -> None:
    campaign = table.state.campaign
    campaign.monsters = (*campaign.monsters, *[effect.id] * effect.n)
    table.emit(MonsterAdded(effect.id))


def purge(table: DeadCellsTable, effect: effects.Purge, card: str) -> None:
    table.do(Purge(effect.what, effect.n))


def set_price(table: DeadCellsTable, effect: effects.SetPrice, card: str) -> None:
    campaign = table.state.campaign
    campaign.prices = replaced(campaign.prices, DECKS.index(effect.deck), effect.n)
    table.emit(PriceSet(effect.deck, effect.n))


def draw_upgrades(table: DeadCellsTable, effect: effects.DrawUpgrade, card: str) -> None:
    place = DECKS.index(effect.deck)
    table.do_all([DrawUpgrade(place) for _ in range(effect.n)])


def promise(table: DeadCellsTable, effect: effects.NextRun, card: str) -> None:
    campaign = table.state.campaign
    campaign.next_run = (*campaign.next_run, *effect.effects)
    table.emit(PromiseKept(effect.effects))


def place_mutation(table: DeadCellsTable, effect: effects.PlaceMutation, card: str) -> None:
    table.do(PlaceMutation(card))


def unlock_start(table: DeadCellsTable, effect: effects.UnlockStart, card: str) -> None:
    campaign = table.state.campaign
    if effect.biome not in campaign.starts:
        campaign.starts = (*campaign.starts, effect.biome)
        table.emit(StartUnlocked(effect.biome))


def win_campaign(table: DeadCellsTable, effect: effects.CampaignVictory, card: str) -> None:
    table.state.campaign.won = True
    table.emit(CampaignWon())


def change_shops(table: DeadCellsTable, effect: effects.Shop, card: str) -> None:
    """Change uses and prices for good; "all" includes the Merchant tiles (D-V-29)."""
    campaign = table.state.campaign
    for place, shop in enumerate((*SHOPS, "tiles")):
        if effect.shop in (shop, "all"):
            costs = campaign.shop_costs[place] + effect.cost
            campaign.shop_costs = replaced(campaign.shop_costs, place, costs)
            if shop != "tiles":
                times = campaign.shop_times[place] + effect.times
                campaign.shop_times = replaced(campaign.shop_times, place, times)
    table.emit(ShopsChanged(effect.shop, effect.times, effect.cost))


def peek(table: DeadCellsTable, effect: effects.Peek, card: str) -> None:
    state = table.state
    campaign = state.campaign
    seen: list[str] = []
    for place, deck in enumerate(state.content.upgrades):
        if campaign.drawn[place] < len(deck):
            seen.append(deck[campaign.drawn[place]].id)
    campaign.peeked = tuple(seen)
    table.reveal()
    table.emit(UpgradesSeen(tuple(seen)))


def place_boss_cell(table: DeadCellsTable, effect: effects.BossCell, card: str) -> None:
    state = table.state
    if state.campaign.boss_cells < len(state.content.boss_cells):
        table.emit(BossCellPlaced(state.content.boss_cells[state.campaign.boss_cells].id))
        state.campaign.boss_cells += 1


FOR_CAMPAIGN: Final[dict[type[Effect], Callable[[DeadCellsTable, Any, str], None]]] = {
    effects.Gain: gain,
    effects.AddTreasure: add_treasure,
    effects.AddMonster: add_monster,
    effects.Purge: purge,
    effects.SetPrice: set_price,
    effects.DrawUpgrade: draw_upgrades,
    effects.Shop: change_shops,
    effects.NextRun: promise,
    effects.Peek: peek,
    effects.PlaceMutation: place_mutation,
    effects.UnlockStart: unlock_start,
    effects.BossCell: place_boss_cell,
    effects.CampaignVictory: win_campaign,
}


def campaign_after(table: DeadCellsTable) -> Campaign:
    """The campaign after a finished Run."""
    assert table.has_ended(), "the Run goes on"
    return table.state.campaign
