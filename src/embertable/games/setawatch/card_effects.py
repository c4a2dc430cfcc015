"""Effects on cards: move, swap, defeat, damage, tame, reveal, negate, mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from embertable.engine.content import Between, Named
from embertable.engine.table import PARTY, Action, Choice, Seat, Step, Table
from embertable.games.setawatch.control import PartyChoice, controllers
from embertable.games.setawatch.defeat import Defeat, NoticeDefeat
from embertable.games.setawatch.effects import CardEffect, Resolve, RunnableEffect, could_pick
from embertable.games.setawatch.events import (
    CardMoved,
    CardsAdded,
    CreatureDefeated,
    CreatureNegated,
    CreatureTamed,
    DamageDealt,
    DieRecovered,
    HiddenCardMoved,
)
from embertable.games.setawatch.health import is_protected, pile_base
from embertable.games.setawatch.line import (
    EnterLine,
    ResolveSummon,
    Reveal,
    ask_top_unhallowed,
    see_top_unhallowed,
)
from embertable.games.setawatch.own_cards import NamesCard, asks_for_card
from embertable.games.setawatch.powers import set_off
from embertable.games.setawatch.state import CHANCE_OF_CARDS, UNSPENT, LineCard, WatchState, owner
from embertable.games.setawatch.vocabulary import (
    NOTHING,
    ONE,
    Destination,
    Effect,
    Face,
    Selector,
    Sum,
    Until,
)
from embertable.games.setawatch.zones import bury, cards_of, forget_places, leave_line, put_away

LINE_ENTRIES = ("line_first", "line_end", "line_before_self", "line_behind_self")


# Moving.


@dataclass
class MoveEffect(CardEffect):
    to: Destination
    face: Face | None = None
    order: Literal["weakest_first"] | None = None
    count: Sum = ONE
    up_to: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        if self.to == "back_by_count":
            place = state.place_of(cards[0])
            most = min(context.number(state, self.count), len(state.line) - 1 - place)
            if most > 1 and self.up_to:
                table.do(ChooseDistance(PARTY, context.user, place + 1, most))
            else:
                move_back(table, place, most)
        elif self.to in LINE_ENTRIES:
            self.bring(table, context, cards)
        else:
            table.do_all([SendAway(card, self.to) for card in cards])

    def bring(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        """Move cards to a place in the Line, from within it or from a pile."""
        state = table.state
        inside = [card for card in cards if state.place_of(card) >= 0]
        for card in inside:
            after = 0 if self.to == "line_first" else len(state.line) - 1
            shift(table, state.place_of(card), after)
        outside = [card for card in cards if card not in inside]
        for card in outside:
            take_from_pile(table, card)
        if outside and self.order is not None:
            table.do(LineUp(tuple(outside), (), self.to, self.face != "down", context.card))
        elif outside:
            enter(table, outside, self.to, self.face != "down", context.card)
        ask_top_unhallowed(table)

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        if self.to in ("line_end", "back_by_count"):
            return state.place_of(card) < len(state.line) - 1
        return True


def move_back(table: Table[WatchState], place: int, n: int) -> None:
    line = table.state.line
    shift(table, place, min(place + n, len(line) - 1))


def shift(table: Table[WatchState], before: int, after: int) -> None:
    """Move a card within the Line; it keeps its face and is not revealed again (W-REVEAL-05)."""
    line = table.state.line
    one = line.pop(before)
    line.insert(after, one)
    forget_places(line)
    if before != after:
        table.emit(
            CardMoved(one.card, after + 1) if one.up else HiddenCardMoved(before + 1, after + 1)
        )


@dataclass
class ChooseDistance(Choice):
    """How far a creature goes back."""

    user: int
    place: int
    most: int

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        return controllers(table.state, self.user)

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [MoveBack(PARTY, self.place, n) for n in range(1, self.most + 1)]


@dataclass(unsafe_hash=True)
class MoveBack(Action):
    place: int
    n: int

    def run(self, table: Table[WatchState]) -> None:
        move_back(table, self.place - 1, self.n)


def take_from_pile(table: Table[WatchState], card: str) -> None:
    """Take a card out of the Graveyard, a deck, a play area, or from its own defeat."""
    state = table.state
    if card in state.graveyard:
        state.graveyard.remove(card)
    elif card in state.unhallowed:
        state.unhallowed.remove(card)
        see_top_unhallowed(table)
    elif card in state.horde:
        state.horde.remove(card)
    else:
        for one in state.leaving:
            if one.card == card:
                one.placed = True
                if one.mount:
                    bury(table, one.mount)
        for adventurer in state.adventurers:
            if card in adventurer.tamed:
                adventurer.tamed.remove(card)


@dataclass
class LineUp(Step):
    """Cards come in with the weakest nearest the Camp; among equals the party chooses."""

    left: tuple[str, ...]
    ordered: tuple[str, ...]
    to: str
    up: bool
    beside: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if not self.left:
            enter(table, list(self.ordered), self.to, self.up, self.beside)
            return
        if state.picked:
            nearest = state.picked.pop()
        else:
            least = min([pile_base(state, card) for card in self.left])
            tied = [card for card in self.left if pile_base(state, card) == least]
            if len({state.content.cards[card].creature.id for card in tied}) > 1:
                table.do(ChooseNearest(PARTY, tuple(tied)), self)
                return
            nearest = tied[0]
        left = tuple([card for card in self.left if card != nearest])
        table.do(LineUp(left, (*self.ordered, nearest), self.to, self.up, self.beside))


@dataclass
class ChooseNearest(PartyChoice):
    among: tuple[str, ...]

    def options(self, table: Table[WatchState]) -> list[Action]:
        return [PutNearest(PARTY, card) for card in self.among]


@dataclass(unsafe_hash=True)
class PutNearest(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked.append(self.card)


def enter(table: Table[WatchState], cards: list[str], to: str, up: bool, beside: str) -> None:
    """Put cards into the Line, the first nearest the Camp; face up they count as revealed."""
    state = table.state
    place = len(state.line)
    if to == "line_first":
        place = 0
    elif to != "line_end" and state.place_of(beside) >= 0:
        place = state.place_of(beside) + (1 if to == "line_behind_self" else 0)
    state.line[place:place] = [LineCard(card, up=up) for card in cards]
    forget_places(state.line)
    for card in cards:
        if up:
            state.show(card)
        else:
            state.learn(card)
    if up:
        table.do_all([EnterLine(card) for card in cards])
    else:
        table.emit(CardsAdded(len(cards)))


@dataclass
class SendAway(NamesCard):
    """A card leaves the Line or a pile; to the Graveyard is a defeat, a hidden Summon resolves."""

    card: str
    to: str

    def renamed(self, names: dict[str, str]) -> Step:
        return SendAway(names.get(self.card, self.card), self.to)

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(self.card)
        if place < 0:
            if self.card in state.horde and asks_for_card(table, self, self.card):
                return
            hidden = self.card in state.horde
            if hidden:
                table.reveal()
                state.show(self.card)
            take_from_pile(table, self.card)
            if hidden and state.content.is_summon(self.card):
                table.do(ResolveSummon(self.card), SendSummoned(self.to))
            else:
                put_away(table, self.card, self.to, True)
            ask_top_unhallowed(table)
        elif not state.line[place].up:
            if asks_for_card(table, SendUnseen(self.card, self.to), self.card, True):
                return
            table.reveal()
            if state.content.is_summon(self.card):
                state.line[place].up = True
                state.show(self.card)
                table.do(ResolveSummon(self.card), SendSummoned(self.to))
            else:
                state.line.pop(place)
                put_away(table, self.card, self.to, self.card in state.known)
        elif self.to == "graveyard":
            table.do(Defeat(self.card))
        else:
            for card in cards_of(leave_line(state, place)):
                put_away(table, card, self.to, True)


@dataclass
class SendUnseen(SendAway):
    """The same for a card that was looked at only to tell whether it is a Summon card."""

    def renamed(self, names: dict[str, str]) -> Step:
        return SendUnseen(names.get(self.card, self.card), self.to)

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.content.is_summon(self.card):
            super().run(table)
            return
        state.line.pop(state.place_of(self.card))
        state.known.remove(self.card)
        put_away(table, self.card, self.to, False)


@dataclass
class SendSummoned(Step):
    """What was to happen to a Summon card happens to the Unhallowed it brought (W-SUMMON-07)."""

    to: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        place = state.place_of(state.summoned)
        if place >= 0:
            table.do(SendAway(state.summoned, self.to))
        elif not lies_anywhere(state, state.summoned):
            put_away(table, state.summoned, self.to, True)


def lies_anywhere(state: WatchState, card: str) -> bool:
    """Whether its own power has already taken a summoned card somewhere."""
    piles = (state.horde, state.graveyard, state.deck, state.removed, state.unhallowed)
    return any(card in pile for pile in piles)


@dataclass
class SwapEffect(RunnableEffect):
    """Line and Graveyard trade places: a defeat after which the Line keeps its length."""

    in_line: Annotated[Selector, Named("a")]
    in_graveyard: Annotated[Selector, Named("b")]

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        first, second = cards
        place = state.place_of(first)
        grave = state.graveyard.index(second)
        one = leave_line(state, place)
        one.placed = True
        state.leaving.append(one)
        state.graveyard[grave : grave + 1] = cards_of(one)
        state.line.insert(place, LineCard(second, up=True))
        table.emit(CreatureDefeated(first))
        table.do_all(
            [*set_off(table, one, "defeated"), NoticeDefeat(first, second), EnterLine(second)]
        )

    def selector(self) -> Selector | None:
        return self.in_line

    def second_selector(self) -> Selector | None:
        return self.in_graveyard

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        return bool(could_pick(state, self.in_graveyard, context, card))


@dataclass
class ShuffleEffect(RunnableEffect):
    zone: Literal["unhallowed_deck"]

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        table.chance.shuffle(CHANCE_OF_CARDS, state.unhallowed)
        state.known = [card for card in state.known if card not in state.unhallowed]
        see_top_unhallowed(table)
        ask_top_unhallowed(table)


# Against creatures.


@dataclass
class DefeatEffect(CardEffect):
    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.do_all([Defeat(card) for card in cards])


@dataclass
class DamageEffect(CardEffect):
    amount: Sum

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        n = context.number(state, self.amount)
        for card in cards:
            deal_damage(table, state.place_of(card), n)

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        n = context.number(state, self.amount)
        return n > 0 and not is_protected(state, state.place_of(card), "damage")


def deal_damage(table: Table[WatchState], place: int, n: int) -> None:
    one = table.state.line[place]
    if not is_protected(table.state, place, "damage"):
        one.damage += n
        table.emit(DamageDealt(one.card, n))


@dataclass
class TameEffect(CardEffect):
    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        for card in cards:
            place = state.place_of(card)
            if place >= 0:
                leave_line(state, place)
            else:
                state.graveyard.remove(card)
            state.adventurers[context.user].tamed.append(card)
            table.emit(CreatureTamed(context.user, card))

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        """A joined creature cannot be tamed (W-RIDER-06)."""
        place = state.place_of(card)
        return place < 0 or not state.line[place].mount


@dataclass
class RevealEffect(CardEffect):
    suppress_reveal: bool = False

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        table.do_all([Reveal(card, self.suppress_reveal) for card in cards])


@dataclass
class HealthEffect(CardEffect):
    """Changes Health: of creatures in the Line for this Watch, or as an aura (`health.py`)."""

    add: Sum = NOTHING
    base_factor: Annotated[int, Between(1, 9)] = 1
    until: Until | None = None

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        for card in cards:
            table.state.line[table.state.place_of(card)].health += self.add.number


@dataclass
class NegateEffect(CardEffect):
    until: Until | None = None

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        for card in cards:
            table.state.line[table.state.place_of(card)].negated = True
            table.emit(CreatureNegated(card))

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        return not state.line[state.place_of(card)].negated


@dataclass
class MarkEffect(CardEffect):
    """Attaches effects that run when the creature is defeated."""

    on_defeat: tuple[Effect, ...]

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        for card in cards:
            one = table.state.line[table.state.place_of(card)]
            one.marks.append(mark_script(context.script, context.at))


def mark_script(script: str, at: int) -> str:
    """The id of the effect list of a mark."""
    return f"{script}.{at}.mark"


@dataclass
class RecoverEffect(CardEffect):
    """Stolen dice come back unspent at their value (W-RECOVER-01)."""

    count: Sum = ONE

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        state = table.state
        for card in cards:
            one = state.line[state.place_of(card)]
            for die in one.stolen[: self.count.number]:
                one.stolen.remove(die)
                one.base_die = -1 if one.base_die == die else one.base_die
                state.dice[die] = UNSPENT
                table.emit(DieRecovered(owner(die), state.values[die]))

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        return bool(state.line[state.place_of(card)].stolen)
