"""Effects run one after another: which cards they concern, who chooses, and what then happens.

`Resolve` walks through an effect list by its id. The classes of the effects are in the files of
their chapters: `card_effects.py`, `deck_effects.py`, `dice_effects.py`, `party_effects.py`, `fire.py`,
`exhausting.py`, `attack.py` and, for those that only hold, `standing_effects.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final

from embertable.engine.content import Named
from embertable.engine.table import PARTY, Action, Choice, Seat, Step, Table
from embertable.games.setawatch.content import ACOLYTE, SUMMON
from embertable.games.setawatch.control import SEATS, controllers
from embertable.games.setawatch.health import (
    base_health,
    health,
    is_protected,
    pile_base,
    reach,
    value_of,
)
from embertable.games.setawatch.own_cards import NamesCard, asks_for_card, owns_cards
from embertable.games.setawatch.state import NOBODY, Adventurer, LineCard, WatchState
from embertable.games.setawatch.vocabulary import LAST, Effect, Selector, Value


@dataclass
class Resolve(NamesCard):
    """One effect of a list, then the next.

    `user` is the adventurer whose ability, item or camp action it is, `card` the creature whose
    power; `x` and `cost` are what was paid, `same` the cards of the effect before.
    """

    script: str
    at: int = 0
    user: int = NOBODY
    card: str = ""
    x: int = 0
    cost: int = 0
    same: tuple[str, ...] = ()

    def renamed(self, names: dict[str, str]) -> Step:
        return replace(self, same=in_place(self.same, names))

    def run(self, table: Table[WatchState]) -> None:
        effects = table.state.content.scripts[self.script]
        if self.at >= len(effects):
            return
        effect = effects[self.at]
        assert isinstance(effect, RunnableEffect), effect
        selector = effect.selector()
        if selector is None:
            self.go_on(table, ())
            effect.run(table, self, [])
        else:
            pick_cards(table, effect, selector, self, "")

    def go_on(self, table: Table[WatchState], same: tuple[str, ...]) -> None:
        if self.at + 1 < len(table.state.content.scripts[self.script]):
            table.do(
                Resolve(self.script, self.at + 1, self.user, self.card, self.x, self.cost, same)
            )

    def number(self, state: WatchState, value: Value) -> int:
        return value_of(state, value, self.x, self.user, self.card, self.cost)


def in_place(cards: tuple[str, ...], names: dict[str, str]) -> tuple[str, ...]:
    return tuple([names.get(card, card) for card in cards])


@dataclass
class RunnableEffect(Effect):
    """An effect that can be run; all others hold as long as their card is in play."""

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        """Carry it out, on `cards` where it has a selector."""
        raise NotImplementedError(type(self).__name__)

    def selector(self) -> Selector | None:
        """The cards that are picked before it runs."""
        return None

    def looks(self) -> bool:
        """Whether people look at the faces of its cards."""
        return False

    def second_selector(self) -> Selector | None:
        """The cards that are picked once the first are known."""
        return None

    def can_do(self, state: WatchState, context: Resolve) -> bool:
        """Whether it could do anything now (W-ABILITY-08)."""
        selector = self.selector()
        if selector is None:
            return True
        if selector.zone == "line" and selector.pick not in NARROW:
            return is_useful_in_line(state, self, selector, context)
        return bool(useful(state, self, context, could_pick(state, selector, context)))

    def is_useful_for(self, state: WatchState, context: Resolve, card: str) -> bool:
        """Whether it could do anything to this card."""
        return True


@dataclass
class CardEffect(RunnableEffect):
    """An effect on the cards that its selector picks."""

    targets: Annotated[Selector, Named("sel")]

    def selector(self) -> Selector | None:
        return self.targets


def useful(
    state: WatchState, effect: RunnableEffect, context: Resolve, cards: list[str]
) -> list[str]:
    """The cards to which the effect, or a later one on the same card, does something."""
    return [
        card
        for card in cards
        if effect.is_useful_for(state, context, card) or is_useful_after(state, context, card)
    ]


def is_useful_in_line(
    state: WatchState, effect: RunnableEffect, selector: Selector, context: Resolve
) -> bool:
    """Whether the effect, or a later one on the same card, does something to any card that fits."""
    for place, one in enumerate(state.line):
        if fits_in_line(state, selector, context, place, one) and (
            effect.is_useful_for(state, context, one.card)
            or is_useful_after(state, context, one.card)
        ):
            return True
    return False


def is_useful_after(state: WatchState, context: Resolve, card: str) -> bool:
    """Whether an effect of the list that takes the same card could do something to it."""
    for effect in state.content.scripts[context.script]:
        if takes_same(effect):
            assert isinstance(effect, RunnableEffect)
            if effect.is_useful_for(state, context, card):
                return True
    return False


def takes_same(effect: Effect) -> bool:
    """Whether it concerns the cards of the effect before."""
    return isinstance(effect, CardEffect) and effect.targets.pick == "same"


def can_do_any(state: WatchState, context: Resolve) -> bool:
    for effect in state.content.scripts[context.script]:
        if not isinstance(effect, RunnableEffect):
            return True
        if not takes_same(effect) and effect.can_do(state, context):
            return True
    return False


# Which adventurers and which cards.


def those(state: WatchState, who: str, user: int) -> list[Adventurer]:
    """The adventurers an effect names."""
    if who == "self":
        return [state.adventurers[user]]
    if who == "rest":
        return [] if state.resting == NOBODY else [state.adventurers[state.resting]]
    if who in ("watch_any", "watch_each"):
        return state.participants()
    return list(state.adventurers)


def is_each(who: str) -> bool:
    return who in ("watch_each", "all_each")


def fitting(state: WatchState, selector: Selector, context: Resolve, first: str = "") -> list[str]:
    """All cards that a selector describes, from the Camp outward or from the top."""
    if selector.zone == "line":
        return [
            one.card
            for place, one in enumerate(state.line)
            if fits_in_line(state, selector, context, place, one)
        ]
    limit = lowest_limit(state, selector, context, first)
    return [
        card for card in pile(state, selector.zone) if fits_in_pile(state, selector, card, limit)
    ]


def pile(state: WatchState, zone: str) -> list[str]:
    """A pile from its top."""
    if zone == "tamed":
        return [card for one in state.adventurers for card in one.tamed]
    if zone == "graveyard":
        return state.graveyard[::-1]
    if zone == "horde":
        return state.horde[::-1]
    if zone == "creature_deck":
        return state.deck[::-1]
    if zone == "unhallowed_deck":
        return state.unhallowed[::-1]
    assert zone == "trophies", zone
    return state.adventurers[state.content.hunter].trophies[::-1]


def fits_in_line(
    state: WatchState, selector: Selector, context: Resolve, place: int, one: LineCard
) -> bool:
    if selector.face != "any" and one.up != (selector.face == "up"):
        return False
    creature = state.content.cards[one.card].creature
    if one.up and not fits_kind(selector, creature.kind, creature.type, creature.name):
        return False
    if selector.positions and not is_at(state, selector.positions, place):
        return False
    if selector.in_range and place >= reach(state, context.user):
        return False
    if selector.exclude_self and one.card == context.card:
        return False
    most = selector.max_base
    if most is not None and base_health(state, one) > context.number(state, most):
        return False
    most = selector.max_health
    if most is not None and health(state, place) > context.number(state, most):
        return False
    return not is_kept_from(state, place, context)


def is_at(state: WatchState, positions: tuple[int, ...], place: int) -> bool:
    return place + 1 in positions or (LAST in positions and place + 1 == len(state.line))


def is_kept_from(state: WatchState, place: int, context: Resolve) -> bool:
    """Whether the creature is protected from abilities or items, where the effect is of one."""
    source = state.content.sources[context.script]
    if source == "ability":
        return is_protected(state, place, "abilities")
    return source == "item" and is_protected(state, place, "items")


def fits_kind(selector: Selector, kind: str, type: str, name: str) -> bool:
    if selector.kind == "creature" and kind == SUMMON:
        return False
    if selector.kind in (ACOLYTE, SUMMON) and kind != selector.kind:
        return False
    if selector.types and type not in selector.types:
        return False
    if selector.not_types and type in selector.not_types:
        return False
    return not selector.name or selector.name == name


def lowest_limit(state: WatchState, selector: Selector, context: Resolve, first: str) -> int:
    """The highest base health that fits, or ANY."""
    if selector.lower_base_than_a:
        return base_health(state, state.line[state.place_of(first)]) - 1
    if selector.max_base is not None:
        return max(0, context.number(state, selector.max_base))
    return ANY


ANY: Final = 1000


def fits_in_pile(state: WatchState, selector: Selector, card: str, limit: int) -> bool:
    creature = state.content.cards[card].creature
    if not fits_kind(selector, creature.kind, creature.type, creature.name):
        return False
    return limit == ANY or pile_base(state, card) <= limit


NARROW: Final = ("self", "same", "behind_self", "all_behind_self", "exact_top", "nearest_down")
"""The picks that do not take or offer every card that fits."""


def could_pick(
    state: WatchState, selector: Selector, context: Resolve, first: str = ""
) -> list[str]:
    """The cards that a selector takes or offers."""
    pick = selector.pick
    if pick == "self":
        return [context.card]
    if pick == "same":
        return [card for card in context.same if state.place_of(card) >= 0]
    if pick == "behind_self":
        place = state.place_of(context.card) + 1
        behind = state.line[place].card if 0 < place < len(state.line) else ""
        return [card for card in fitting(state, selector, context) if card == behind]
    if pick == "all_behind_self":
        place = state.place_of(context.card)
        return [c for c in fitting(state, selector, context) if state.place_of(c) > place]
    cards = fitting(state, selector, context, first)
    if pick == "exact_top":
        return cards[:1] if cards and cards[0] == pile(state, selector.zone)[0] else []
    if pick == "nearest_down":
        return cards[:1]
    if pick == "farthest_down":
        return cards[::-1]
    return cards


def pick_cards(
    table: Table[WatchState],
    effect: RunnableEffect,
    selector: Selector,
    context: Resolve,
    first: str,
) -> None:
    """Take the cards of a selector, or ask which."""
    state = table.state
    cards = could_pick(state, selector, context, first)
    pick = selector.pick
    count = max(0, context.number(state, selector.count))
    if pick == "choose" or selector.up_to:
        if pick == "top":
            cards = cards[:count]
        elif not first:
            cards = useful(state, effect, context, cards)
        choose_cards(table, cards, min(count, len(cards)), selector.up_to, context, first)
        return
    if pick == "highest_base":
        choose_highest(table, cards, count, context)
        return
    if pick in ("top", "farthest_down"):
        cards = cards[:count]
    take_cards(table, context, first, cards)


def choose_highest(
    table: Table[WatchState], cards: list[str], count: int, context: Resolve
) -> None:
    """Take the strongest ones; on a tie for the last of them the party chooses."""
    state = table.state
    ranked = sorted(cards, key=lambda card: -pile_base(state, card))
    if len(ranked) <= count:
        take_cards(table, context, "", ranked)
        return
    least = pile_base(state, ranked[count - 1])
    sure = [card for card in ranked if pile_base(state, card) > least]
    tied = [card for card in ranked if pile_base(state, card) == least]
    choose_cards(table, tied, count - len(sure), False, context, "", tuple(sure))


def choose_cards(
    table: Table[WatchState],
    cards: list[str],
    count: int,
    up_to: bool,
    context: Resolve,
    first: str,
    chosen: tuple[str, ...] = (),
) -> None:
    if not cards or (not up_to and len(cards) <= count):
        take_cards(table, context, first, [*chosen, *cards])
        return
    state = table.state
    table.do(
        PickCards(
            context.script,
            context.at,
            context.user,
            context.card,
            context.x,
            context.cost,
            context.same,
            first,
            tuple([reference(state, card) for card in cards]),
            count,
            up_to,
            chosen,
        )
    )


TOP_OF_DECK: Final = "#0"


def reference(state: WatchState, card: str) -> str:
    """How a choice names a card: a face-down card only by its place."""
    if state.deck and card == state.deck[-1]:
        return TOP_OF_DECK
    place = state.place_of(card)
    return f"#{place + 1}" if place >= 0 and not state.line[place].up else card


def referred(state: WatchState, name: str) -> str:
    if name == TOP_OF_DECK:
        return state.deck[-1]
    return state.line[int(name[1:]) - 1].card if name.startswith("#") else name


def take_cards(table: Table[WatchState], context: Resolve, first: str, cards: list[str]) -> None:
    """Run the effect on these cards; a second selector (a swap's) first asks for its cards."""
    effect = table.state.content.scripts[context.script][context.at]
    assert isinstance(effect, RunnableEffect), effect
    second = None if first else effect.second_selector()
    if second is not None and cards:
        pick_cards(table, effect, second, context, cards[0])
        return
    targets = [first, *cards] if first else cards
    context.go_on(table, tuple(targets))
    if cards and effect.looks() and owns_cards(table):
        table.do(
            LookAtCards(
                context.script,
                context.at,
                context.user,
                context.card,
                context.x,
                context.cost,
                context.same,
                tuple(targets),
            )
        )
    elif cards:
        effect.run(table, context, targets)


@dataclass
class LookAtCards(Resolve):
    """At a companion table: ask for the cards one after another, then run the effect on them."""

    targets: tuple[str, ...] = ()

    def renamed(self, names: dict[str, str]) -> Step:
        same, targets = in_place(self.same, names), in_place(self.targets, names)
        return replace(self, same=same, targets=targets)

    def run(self, table: Table[WatchState]) -> None:
        for card in self.targets:
            if asks_for_card(table, self, card, True):
                return
        effect = table.state.content.scripts[self.script][self.at]
        assert isinstance(effect, RunnableEffect), effect
        effect.run(table, self, list(self.targets))


@dataclass
class PickCards(Resolve):
    """Ask for one card after another, then run the effect on them."""

    first: str = ""
    among: tuple[str, ...] = ()
    count: int = 1
    up_to: bool = False
    sure: tuple[str, ...] = ()

    def renamed(self, names: dict[str, str]) -> Step:
        same, sure = in_place(self.same, names), in_place(self.sure, names)
        return replace(self, same=same, sure=sure, first=names.get(self.first, self.first))

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        done = "" in state.picked
        left = [name for name in self.among if name not in state.picked]
        if left and not done and len(state.picked) < self.count:
            table.do(ChooseCards(PARTY, self.script, self.user, tuple(left), self.up_to), self)
            return
        cards = [referred(state, name) for name in state.picked if name]
        state.picked = []
        context = Resolve(self.script, self.at, self.user, self.card, self.x, self.cost, self.same)
        take_cards(table, context, self.first, [*self.sure, *cards])


@dataclass
class ChooseCards(Choice):
    """Which card an effect takes; a face-down card of the Line is named by its place."""

    script: str
    user: int
    among: tuple[str, ...]
    up_to: bool

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        """Users choose for abilities, items and in Camp; the party for creatures (5.3)."""
        if self.user == NOBODY:
            return SEATS[table.state.players]
        return controllers(table.state, self.user)

    def options(self, table: Table[WatchState]) -> list[Action]:
        found: list[Action] = [TakeCard(PARTY, name) for name in self.among]
        return [*found, TakeNoMore(PARTY)] if self.up_to else found


@dataclass(unsafe_hash=True)
class TakeCard(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked.append(self.card)


class TakeNoMore(Action):
    def run(self, table: Table[WatchState]) -> None:
        table.state.picked.append("")
