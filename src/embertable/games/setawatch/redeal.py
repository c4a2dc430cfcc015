"""Deals the unseen cards again: the imagined tables that bots think with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from embertable.engine.chance import Chance
from embertable.engine.table import Table
from embertable.games.setawatch.content import KINDS
from embertable.games.setawatch.deckbuilding import AskedCards, asked_for, listed
from embertable.games.setawatch.state import WatchState
from embertable.games.setawatch.vocabulary import UNHALLOWED

IMAGINED: Final = "imagined"
IS_UNHALLOWED: Final = KINDS.index(UNHALLOWED)


class Places:
    """The places of creature cards as one row of numbers: the deck, the Line, the Horde, the box."""

    def __init__(self, state: WatchState) -> None:
        self.state = state
        self.numbers = state.content.numbers()
        self.line = len(state.deck)
        self.horde = self.line + len(state.line)
        self.box = self.horde + len(state.horde)
        of = self.numbers.of
        cards = [of[card] for card in state.deck]
        for one in state.line:
            cards.append(of[one.card])
        for card in state.horde:
            cards.append(of[card])
        for card in state.boxed:
            cards.append(of[card])
        self.cards: list[int] = cards

    def ids(self, numbers: list[int]) -> list[str]:
        ids = self.numbers.ids
        return [ids[number] for number in numbers]

    def hidden(self, known: list[bool]) -> list[int]:
        """Where a card lies that nobody can name, in the Horde as well."""
        cards = self.cards
        hidden = [at for at in range(self.line) if not known[cards[at]]]
        for number, one in enumerate(self.state.line):
            at = self.line + number
            if not one.up and not known[cards[at]]:
                hidden.append(at)
        for at in range(self.horde, self.box):
            if not known[cards[at]]:
                hidden.append(at)
        return hidden


class Plan:
    """What imagined tables of one position share: which cards are dealt again, and where to.

    A search imagines the same position many times. Pools are in order, so that a known seed cannot
    reveal the true one.
    """

    def __init__(self, state: WatchState, options: Mapping[str, str]) -> None:
        self.options = options
        self.piles = [pile[:] for pile in piles_of(state)]
        self.line = [one.card for one in state.line]
        self.up = [one.up for one in state.line]
        self.numbers = state.content.numbers()
        known = self.numbers.marked(state.known)
        self.plan_creatures(state, known, asked_for(state.content, options))
        self.unhallowed = self.unknown(state.unhallowed, known)
        self.unhallowed_pool = self.pool(state.unhallowed, self.unhallowed)
        self.items = self.unknown(state.items, known)
        self.item_pool = self.pool(state.items, self.items)
        self.plan_locations(state, known, bool(listed(options["locations"])))

    def plan_creatures(self, state: WatchState, known: list[bool], asked: AskedCards) -> None:
        """Cards never seen trade with the box; then each hidden place may hold any of its kind."""
        places = Places(state)
        cards = self.cards = places.cards
        kinds = self.numbers.kinds
        unseen = self.numbers.marked(state.unseen)
        self.horde, self.box = places.horde, places.box
        self.never: list[int] = []
        self.seen: list[int] = []
        self.trading: list[int] = []
        self.mixed: list[int] = []
        self.of_kind: list[list[int]] = [[] for _ in KINDS]
        for at in places.hidden(known):
            card = cards[at]
            kind = kinds[card]
            if not unseen[card]:
                self.seen.append(at)
            else:
                self.never.append(at)
                if kind >= 0:
                    self.of_kind[kind].append(at)
                if kind == IS_UNHALLOWED:
                    continue
                self.trading.append(at)
            if at < places.horde:
                self.mixed.append(at)
        for at in range(places.box, len(cards)):
            kind = kinds[cards[at]]
            if kind >= 0:
                self.of_kind[kind].append(at)
        self.pools = [sorted([cards[at] for at in here]) for here in self.of_kind]
        self.asked = [AskedPool(asked, KINDS[kind], pool) for kind, pool in enumerate(self.pools)]
        self.seen_pool = sorted([cards[at] for at in self.seen])

    def plan_locations(self, state: WatchState, known: list[bool], picked: bool) -> None:
        """Regular ones trade between Map deck and unused ones; a hidden final one may be any."""
        locations = state.content.locations
        self.on_map = [
            at
            for at in self.unknown(state.map_deck, known)
            if locations[state.map_deck[at]].kind != "final"
        ]
        self.unused = self.unknown(state.unused, known)
        self.unused_row = [self.numbers.of[one] for one in state.unused]
        self.regular: list[int] = []
        if not picked:
            self.regular = [
                at for at in self.unused if locations[state.unused[at]].kind == "regular"
            ]
        on_map = [state.map_deck[at] for at in self.on_map]
        regular = [state.unused[at] for at in self.regular]
        of = self.numbers.of
        self.location_pool = sorted([of[one] for one in on_map + regular])
        self.hides_final = bool(state.map_deck) and not known[of[state.map_deck[0]]]

    def unknown(self, pile: list[str], known: list[bool]) -> list[int]:
        of = self.numbers.of
        return [at for at, card in enumerate(pile) if not known[of[card]]]

    def pool(self, pile: list[str], places: list[int]) -> list[int]:
        of = self.numbers.of
        return sorted([of[pile[at]] for at in places])

    def fits(self, state: WatchState, options: Mapping[str, str]) -> bool:
        """Whether a table is in the position that this was made for."""
        if options is not self.options or len(self.line) != len(state.line):
            return False
        for number, one in enumerate(state.line):
            if one.card != self.line[number] or one.up != self.up[number]:
                return False
        return piles_of(state) == self.piles


def piles_of(state: WatchState) -> list[list[str]]:
    """All that decides where unseen cards may lie, besides the Line."""
    return [
        state.deck,
        state.horde,
        state.boxed,
        state.known,
        state.unseen,
        state.unhallowed,
        state.map_deck,
        state.unused,
        state.items,
    ]


def redeal(new: WatchState, table: Table[WatchState], chance: Chance) -> None:
    """Deal a copy of a table again; picked locations are known to be in the Map deck."""
    plan = table.dealing
    if not isinstance(plan, Plan) or not plan.fits(table.state, table.options):
        plan = table.dealing = Plan(table.state, table.options)
    redeal_creatures(new, plan, chance)
    put_back(plan, new.unhallowed, plan.unhallowed, shuffled(plan.unhallowed_pool, chance))
    redeal_locations(new, plan, chance)
    put_back(plan, new.items, plan.items, shuffled(plan.item_pool, chance))


def redeal_creatures(state: WatchState, plan: Plan, chance: Chance) -> None:
    """First each kind with the box, then what trades or was seen, and last what lies mixed."""
    cards = plan.cards[:]
    for kind, pool in enumerate(plan.pools):
        deal(cards, plan.of_kind[kind], plan.asked[kind].first(shuffled(pool, chance), chance))
    deal(cards, plan.trading, shuffled(in_order(cards, plan.trading), chance))
    deal(cards, plan.seen, shuffled(plan.seen_pool, chance))
    ids = plan.numbers.ids
    # Before seen and unseen cards mix: a seen card stays seen wherever it lies.
    state.unseen = [ids[card] for card in in_order(cards, plan.never)]
    deal(cards, plan.mixed, shuffled(in_order(cards, plan.mixed), chance))
    line = len(state.deck)
    state.deck = [ids[card] for card in cards[:line]]
    for number, one in enumerate(state.line):
        one.card = ids[cards[line + number]]
    state.horde = [ids[card] for card in cards[plan.horde : plan.box]]
    boxed = cards[plan.box :]
    boxed.sort()
    state.boxed = [ids[card] for card in boxed]


def in_order(cards: list[int], places: list[int]) -> list[int]:
    found = [cards[at] for at in places]
    found.sort()
    return found


def shuffled(pool: list[int], chance: Chance) -> list[int]:
    found = pool[:]
    chance.shuffle(IMAGINED, found)
    return found


def deal(row: list[int], places: list[int], cards: list[int]) -> None:
    for number in range(len(places)):
        row[places[number]] = cards[number]


class AskedPool:
    """The cards of a kind that are dealt again, of which the deck is known to ask for some.

    Of a creature that is named as such any copy may have been taken, and as many were as are seen
    in the game.
    """

    def __init__(self, asked: AskedCards, kind: str, pool: list[int]) -> None:
        self.named = asked.named
        self.front = bool(asked.names) and any(asked.named[card] for card in pool)
        """Whether cards that are named themselves are among them."""
        met = list(asked.totals)
        for card in pool:
            if asked.copy_of[card] >= 0:
                met[asked.copy_of[card]] -= 1
        self.left: list[int] = []
        """Asked creatures of which any copy will do, as places in `asked.copies`."""
        for place in asked.places[kind] if asked.names else []:
            if met[place] > 0:
                met[place] -= 1
            else:
                self.left.append(place)
        self.copy_of = asked.copy_of
        self.wanted = [place in self.left for place in asked.copy_of]
        """For each number of a card whether it is a copy of one of these."""

    def first(self, pool: list[int], chance: Chance) -> list[int]:
        """The shuffled pool with the cards in front that the deck asks for."""
        if not self.front and not self.left:
            return pool
        named = self.named
        taken = named[:]
        front = [card for card in pool if named[card]]
        if self.left:
            left = self.left[:]
            chance.shuffle(IMAGINED, left)
            copy_of = self.copy_of
            copies = [card for card in pool if self.wanted[card]]
            for place in left:
                for card in copies:
                    if copy_of[card] == place and not taken[card]:
                        front.append(card)
                        taken[card] = True
                        break
        return front + [card for card in pool if not taken[card]]


def redeal_locations(state: WatchState, plan: Plan, chance: Chance) -> None:
    ids = plan.numbers.ids
    pool = shuffled(plan.location_pool, chance)
    for at in plan.on_map:
        state.map_deck[at] = ids[pool.pop()]
    unused = plan.unused_row[:]
    for at in plan.regular:
        unused[at] = pool.pop()
    unused_pool = in_order(unused, plan.unused)
    put_back(plan, state.unused, plan.unused, shuffled(unused_pool, chance))
    if plan.hides_final:
        state.map_deck[0] = chance.pick(IMAGINED, state.content.finals)


def put_back(plan: Plan, pile: list[str], places: list[int], cards: list[int]) -> None:
    ids = plan.numbers.ids
    for number, at in enumerate(places):
        pile[at] = ids[cards[number]]
