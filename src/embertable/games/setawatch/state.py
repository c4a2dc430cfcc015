"""The components on the table of Set a Watch, and simple questions about them.

Piles are lists whose last card is the top. Adventurers are numbered in the order of the content;
adventurer n has the dice 3n, 3n+1 and 3n+2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from embertable.engine.codec import added_later
from embertable.engine.table import Component, Seat, State
from embertable.games.setawatch.content import ADVENTURERS, DICE, WatchContent

UNSPENT: Final = 0
SPENT: Final = 1
STOLEN: Final = 2
BENCHED: Final = 3
PLACED: Final = 4

NOBODY: Final = -1
FLEX: Final = -1
"""The seat of an adventurer whom nobody owns (W-CTRL-03)."""

SETUP: Final = "setup"
ROLL: Final = "roll"
CAMP: Final = "camp"
MERCHANT: Final = "merchant"
WATCH: Final = "watch"
END: Final = "end"

FINAL_ROUND: Final = 9
RESTS: Final = 2
MOST_ITEMS: Final = 2
PILES: Final = 3

CHANCE_OF_CARDS: Final = "cards"
CHANCE_OF_DICE: Final = "dice"


@dataclass
class LineCard(Component):
    """A card in the Line, with all that belongs to it while it stays there."""

    card: str
    up: bool = False
    mount: str = ""
    """The card that a rider sits on (W-RIDER-04)."""
    damage: int = 0
    by: list[int] = field(default_factory=list)
    """The adventurers who put attack dice on it."""
    familiar: bool = False
    stolen: list[int] = field(default_factory=list)
    base_die: int = -1
    """The stolen die whose value is its base health."""
    negated: bool = False
    used: bool = False
    """A power that works once has been used."""
    first: bool = False
    second: bool = False
    last: bool = False
    """It has arrived in that position and not left it since (W-POWER-06)."""
    hex_asked: bool = False
    health: int = 0
    """Changes of its Health that adventurers made."""
    marks: list[str] = field(default_factory=list)
    placed: bool = False
    """It was defeated and its own power has put it elsewhere."""

    def copy(self) -> LineCard:
        return LineCard(
            self.card,
            self.up,
            self.mount,
            self.damage,
            self.by[:],
            self.familiar,
            self.stolen[:],
            self.base_die,
            self.negated,
            self.used,
            self.first,
            self.second,
            self.last,
            self.hex_asked,
            self.health,
            self.marks[:],
            self.placed,
        )


@dataclass
class HeldItem(Component):
    item: str
    exhausted: bool = False
    activated: bool = False

    def copy(self) -> HeldItem:
        new = HeldItem.__new__(HeldItem)
        new.item = self.item
        new.exhausted = self.exhausted
        new.activated = self.activated
        return new


@dataclass
class Adventurer(Component):
    """One of the four, with board, cards and what lies beside them."""

    number: int
    seat: Seat = FLEX
    board: list[str] = field(default_factory=list)
    exhausted: list[bool] = field(default_factory=list)
    took_die: list[bool] = field(default_factory=list)
    """The cards that took a die this round (W-ABILITY-02)."""
    aside: list[str] = field(default_factory=list)
    items: list[HeldItem] = field(default_factory=list)
    tamed: list[str] = field(default_factory=list)
    trophies: list[str] = field(default_factory=list)
    rests: int = 0
    participating: bool = False
    range: int = 0
    """Range that cards add for this Watch."""
    bonuses: list[int] = field(default_factory=list)
    """Extra damage of the next direct attacks."""

    def copy(self) -> Adventurer:
        new = Adventurer.__new__(Adventurer)
        new.number = self.number
        new.seat = self.seat
        new.board = self.board[:]
        new.exhausted = self.exhausted[:]
        new.took_die = self.took_die[:]
        new.aside = self.aside[:]
        new.items = [item.copy() for item in self.items]
        new.tamed = self.tamed[:]
        new.trophies = self.trophies[:]
        new.rests = self.rests
        new.participating = self.participating
        new.range = self.range
        new.bonuses = self.bonuses[:]
        return new

    def ready_cards(self) -> int:
        return self.exhausted.count(False)

    def held(self, item: str) -> HeldItem:
        return next(held for held in self.items if held.item == item)


@dataclass
class WatchState(State):
    """The shared components and the four adventurers."""

    content: WatchContent
    players: int
    adventurers: list[Adventurer]
    values: list[int] = field(default_factory=lambda: [1] * (ADVENTURERS * DICE))
    dice: list[int] = field(default_factory=lambda: [UNSPENT] * (ADVENTURERS * DICE))
    round: int = 0
    phase: str = SETUP
    resting: int = NOBODY
    firewood: int = 0
    location: str = ""
    map_deck: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    graveyard: list[str] = field(default_factory=list)
    horde: list[str] = field(default_factory=list)
    unhallowed: list[str] = field(default_factory=list)
    boxed: list[str] = field(default_factory=list)
    """Creature and Unhallowed cards that were never in the game; nobody knows which."""
    removed: list[str] = field(default_factory=list)
    line: list[LineCard] = field(default_factory=list)
    leaving: list[LineCard] = field(default_factory=list)
    """Creatures whose defeat is not finished."""
    waiting: list[str] = field(default_factory=list)
    """Cards that start the next Line (Skeletons)."""
    looked_at: list[str] = field(default_factory=list)
    """Cards taken from the top of the deck to be put back; the last was the top."""
    known: list[str] = field(default_factory=list)
    """Cards that lie hidden, and everybody knows where."""
    unseen: list[str] = field(default_factory=list)
    """Cards whose face nobody has seen in this game."""
    summoned: str = ""
    """The last Unhallowed that a Summon card brought."""
    items: list[str] = field(default_factory=list)
    market: list[list[str]] = field(default_factory=lambda: [[] for _ in range(PILES)])
    coins: int = 0
    space_coins: dict[str, int] = field(default_factory=dict)
    space_dice: dict[str, int] = field(default_factory=dict)
    """The value of the die on each camp space, rune or own camp action in use."""
    familiar: str = ""
    familiar_used: bool = False
    hex: int = 0
    revealed: list[str] = field(default_factory=list)
    """Cards whose Reveal powers have run since the Line was last settled (W-REVEAL-07)."""
    picked: list[str] = field(default_factory=list)
    """Cards chosen so far for the effect that asks; an empty word ends it."""
    picked_dice: list[int] = field(default_factory=list)
    demand: int = 0
    """How many ability cards the party still has to exhaust."""
    own_demand: bool = False
    """The next of them is chosen by whoever controls its adventurer (W-SUMMON-01)."""
    out_of_actions: bool = False
    first_reveal_done: bool = False
    first_defeat_done: bool = False
    horde_grew: bool = False
    bought: bool = False
    agreed: list[int] = field(default_factory=list)
    """The seats that have agreed to what was suggested."""
    objected: bool = False
    strict_lich: bool = False
    """Whether a power against ability cards also stops the attack bonuses of passive ones."""

    def copy(self) -> WatchState:
        new = WatchState.__new__(WatchState)
        new.content = self.content
        new.players = self.players
        new.adventurers = [one.copy() for one in self.adventurers]
        new.values = self.values[:]
        new.dice = self.dice[:]
        new.round = self.round
        new.phase = self.phase
        new.resting = self.resting
        new.firewood = self.firewood
        new.location = self.location
        new.map_deck = self.map_deck[:]
        new.unused = self.unused[:]
        new.deck = self.deck[:]
        new.graveyard = self.graveyard[:]
        new.horde = self.horde[:]
        new.unhallowed = self.unhallowed[:]
        new.boxed = self.boxed[:]
        new.removed = self.removed[:]
        new.line = [card.copy() for card in self.line]
        new.leaving = [card.copy() for card in self.leaving]
        new.waiting = self.waiting[:]
        new.looked_at = self.looked_at[:]
        new.known = self.known[:]
        new.unseen = self.unseen[:]
        new.summoned = self.summoned
        new.items = self.items[:]
        new.market = [pile[:] for pile in self.market]
        new.coins = self.coins
        new.space_coins = self.space_coins.copy()
        new.space_dice = self.space_dice.copy()
        new.familiar = self.familiar
        new.familiar_used = self.familiar_used
        new.hex = self.hex
        new.revealed = self.revealed[:]
        new.picked = self.picked[:]
        new.picked_dice = self.picked_dice[:]
        new.demand = self.demand
        new.own_demand = self.own_demand
        new.out_of_actions = self.out_of_actions
        new.first_reveal_done = self.first_reveal_done
        new.first_defeat_done = self.first_defeat_done
        new.horde_grew = self.horde_grew
        new.bought = self.bought
        new.agreed = self.agreed[:]
        new.objected = self.objected
        new.strict_lich = self.strict_lich
        return new

    # Adventurers.

    def is_on_watch(self, adventurer: int) -> bool:
        return adventurer != self.resting

    def on_watch(self) -> list[Adventurer]:
        return [one for one in self.adventurers if one.number != self.resting]

    def participants(self) -> list[Adventurer]:
        """The adventurers who act: during the Watch those participating, before it all on Watch."""
        if self.phase == WATCH:
            return [one for one in self.adventurers if one.participating]
        return self.on_watch()

    def ready_on_watch(self) -> int:
        ready = 0
        for one in self.adventurers:
            if one.number != self.resting:
                ready += one.exhausted.count(False)
        return ready

    def dice_of(self, adventurer: int, state: int) -> list[int]:
        found: list[int] = []
        first = adventurer * DICE
        for die in range(first, first + DICE):
            if self.dice[die] == state:
                found.append(die)
        return found

    def total(self, adventurer: int) -> int:
        first = adventurer * DICE
        return sum(self.values[first : first + DICE])

    # Location.

    def rule(self, key: str, otherwise: int = 0) -> int:
        """The value that the current location sets a rule to, while that holds."""
        found = self.content.locations[self.location].rules.get(key)
        if found is None or not self.holds(found.trigger):
            return otherwise
        return found.number

    def holds(self, trigger: str) -> bool:
        """Whether a location's lasting power holds in the current phase."""
        if trigger in (WATCH, CAMP, MERCHANT):
            return self.phase == trigger
        return True

    # The Line.

    def place_of(self, card: str) -> int:
        """The place of a card in the Line, from 0, or -1."""
        for place, one in enumerate(self.line):
            if one.card == card:
                return place
        return -1

    def learn(self, card: str) -> None:
        """From now on everybody knows where this hidden card is."""
        if card not in self.known:
            self.known.append(card)
        if card in self.unseen:
            self.unseen.remove(card)

    def show(self, card: str) -> None:
        """The card is face up from now on."""
        if card in self.known:
            self.known.remove(card)
        if card in self.unseen:
            self.unseen.remove(card)


added_later(WatchState, "own_demand", "strict_lich")


def owner(die: int) -> int:
    return die // DICE
