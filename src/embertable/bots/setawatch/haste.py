"""The Watch in a hurry: the next stroke is reckoned from plain numbers, nothing is tried out.

Whatever does more than the die it takes is done first; then dice are fitted to creatures; then
cards and items are used up for creatures that would cost more; then what is left over serves the
fire; and then the party lets the others pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from embertable.bots.setawatch.goods import TROPHY, USED_UP, card_worth, item_worth
from embertable.bots.setawatch.menace import average, menaces
from embertable.bots.setawatch.outlook import DANGER, EDGE, cover
from embertable.bots.setawatch.plan import FAMILIAR, Token, attack_with, is_end
from embertable.bots.setawatch.reckoning import CARD, OUTRIGHT, Reckoning, values
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.attack import PutDie, PutTamed, SendFamiliar, bonus, familiar_side
from embertable.games.setawatch.card_effects import ChooseDistance
from embertable.games.setawatch.effects import ChooseCards, TakeCard, referred
from embertable.games.setawatch.health import pile_base
from embertable.games.setawatch.party_effects import ChooseEffect, TakeEffect
from embertable.games.setawatch.state import FINAL_ROUND, RESTS, UNSPENT, WatchState, owner
from embertable.games.setawatch.watch import (
    ActivateItem,
    ChooseAction,
    ChooseCost,
    PayTrophy,
    UseByDie,
    UseByExhausting,
    UseItem,
)

GAIN: Final = 1.0
"""In Health, how much more than its die a use must bring to come before attacks."""
SPARING: Final = 0.5
"""Of what cards and items are worth, how much counts against using them up for a creature."""
LAST_CARD: Final = 30.0
"""What it costs to exhaust the card that the party lives by."""


class Mind:
    """What somebody in a hurry is about to do: these dice on that creature."""

    def __init__(self) -> None:
        self.aim = ""
        self.tokens: list[Token] = []

    def clear(self) -> None:
        self.aim = ""
        self.tokens = []


def hurried(table: Table[Any], choice: Choice, mind: Mind) -> Action | None:
    """What is done at once on Watch; None where the choice is another one."""
    if isinstance(choice, ChooseAction):
        if mind.tokens:
            place = table.state.place_of(mind.aim)
            token = mind.tokens.pop()
            action = attack_with(table, token, place + 1) if place >= 0 else None
            if action is not None:
                return action
            mind.clear()
        return Hurry(table).stroke(mind)
    if isinstance(choice, ChooseCards):
        return chosen_card(table.state, choice, table.offered(), mind)
    if isinstance(choice, ChooseEffect):
        return chosen_effect(table, choice, mind)
    if isinstance(choice, ChooseCost):
        return max(table.offered(), key=lambda option: paid_base(table.state, option))
    if isinstance(choice, ChooseDistance):
        return table.offered()[-1]
    return None


class Hurry(Reckoning):
    """What to do next on one Watch."""

    def stroke(self, mind: Mind) -> Action:
        options = self.table.offered()
        best = self.handy(options)
        if best is None:
            best = self.bargain(options, mind, GAIN)
        if best is None:
            best = self.blow(options, mind)
        if best is None:
            best = self.sacrifice(options, mind)
        if best is None:
            best = self.bargain(options, mind, -OUTRIGHT, True)
        if best is None and self.is_doomed:
            best = self.last_stand(options, mind)
        if best is not None:
            return best
        return next(option for option in options if is_end(option))

    # Items that are worth more now than later.

    def handy(self, options: Sequence[Action]) -> Action | None:
        """An item whose effect, beside what it does to creatures that can be aimed at, pays."""
        best: Action | None = None
        least = 0.0
        for option in options:
            if isinstance(option, UseItem):
                _, script, _, _, cost = self.by_item(option)
                brought = self.service(script) - cost
                if brought > least:
                    least = brought
                    best = option
        return best

    # Dice for more than they show.

    def bargain(
        self, options: Sequence[Action], mind: Mind, least: float, is_late: bool = False
    ) -> Action | None:
        """The use of a die that brings most beyond it; late, whatever lasts beyond the Watch."""
        state = self.state
        best: Action | None = None
        for option in options:
            if isinstance(option, UseByDie):
                one = state.adventurers[owner(option.die)]
                script = state.content.abilities[one.board[option.slot]].script
            elif isinstance(option, ActivateItem):
                one = state.adventurers[owner(option.die)]
                script = state.content.items[option.item].script
            else:
                continue
            x = state.values[option.die]
            brought = self.lasting(script, one.number, x)
            if is_late:
                if brought <= 0.0:
                    continue
                aim = ""
            else:
                aim, strength = self.best_aim(script, one.number, x)
                brought += strength
            if brought - x > least:
                least = brought - x
                best = option
                mind.aim = aim
        return best

    # Dice on creatures.

    def blow(self, options: Sequence[Action], mind: Mind) -> Action | None:
        """The dice that defeat a creature with the least too much."""
        able: dict[int, list[int]] = {}
        beasts: dict[int, list[str]] = {}
        for option in options:
            if isinstance(option, PutDie):
                who = able.setdefault(option.place - 1, [])
                if owner(option.die) not in who:
                    who.append(owner(option.die))
            elif isinstance(option, PutTamed):
                beasts.setdefault(option.place - 1, []).append(option.card)
            elif isinstance(option, SendFamiliar):
                beasts.setdefault(option.place - 1, []).append(FAMILIAR)
        mind.tokens = []
        least = 1000.0
        for place, need in enumerate(self.needs):
            if place not in able and place not in beasts:
                continue
            pool = self.pool(place, able.get(place, []), beasts.get(place, []))
            counts = [token.counts for token in pool]
            self.powers[place] = sum(counts)
            left = cover(counts, need)
            if left is None:
                continue
            tokens = used(pool, left)
            too_much = self.powers[place] - sum(left) - need - self.besides(place, tokens)
            if too_much < least:
                least = too_much
                mind.aim = self.state.line[place].card
                mind.tokens = tokens
        if not mind.tokens:
            return None
        token = mind.tokens.pop()
        return attack_with(self.table, token, self.state.place_of(mind.aim) + 1)

    def besides(self, place: int, tokens: list[Token]) -> float:
        """What else speaks for a blow: a trophy, and a power that will not come to the front."""
        state = self.state
        n = self.ambush(place)
        hunter = state.content.hunter
        most = state.content.adventurers[hunter].most_trophies
        if len(state.adventurers[hunter].trophies) < most:
            for token in tokens:
                if token.adventurer == hunter:
                    return n + TROPHY * CARD
        return n

    def pool(self, place: int, able: list[int], beasts: list[str]) -> list[Token]:
        """All that may go on the creature there; what reaches little else comes first."""
        state = self.state
        one = state.line[place]
        found: list[Token] = []
        for card in beasts:
            counts = familiar_side(state).damage if card == FAMILIAR else pile_base(state, card)
            found.append(Token(-1, counts, counts, card))
        for number in sorted(able, key=lambda number: state.content.adventurers[number].range):
            more = bonus(state, number, place, "die")
            once = sum(state.adventurers[number].bonuses)
            if number not in one.by:
                once += bonus(state, number, place, "creature")
            for shows in sorted(values(state, number, UNSPENT)):
                found.append(Token(number, shows, shows + more + once))
                once = 0
        return found

    # Cards and items.

    def sacrifice(self, options: Sequence[Action], mind: Mind) -> Action | None:
        """Use up what costs less than the creature that it defeats, with all dice that reach it."""
        ways: list[tuple[Action, str, int, int, float]] = []
        for option in options:
            if isinstance(option, UseByExhausting):
                ways.append(self.by_card(option))
            elif isinstance(option, UseItem):
                ways.append(self.by_item(option))
        best: Action | None = None
        most = 0.0
        for place, need in enumerate(self.needs):
            left = need - self.powers[place]
            if not need or not ways:
                continue
            spent = 0.0
            first: Action | None = None
            strong = [
                (cost / min(left, strength), strength, cost, option)
                for option, script, user, x, cost in ways
                if (strength := self.strength(script, user, x, place)) > 0
            ]
            for _, strength, cost, option in sorted(strong, key=lambda way: way[0]):
                if left <= 0:
                    break
                left -= strength
                spent += cost
                first = first or option
            if left <= 0 and self.prices[place] - spent * SPARING > most:
                most = self.prices[place] - spent * SPARING
                best = first
                mind.aim = self.state.line[place].card
        return best

    def last_stand(self, options: Sequence[Action], mind: Mind) -> Action | None:
        """Whatever hurts a creature at all, while there is a card left to live by."""
        best: Action | None = None
        most = 0
        for option in options:
            if isinstance(option, PutDie):
                strength = self.state.values[option.die] if option.place == 1 else 0
            elif isinstance(option, UseByExhausting) and self.ready > 1:
                _, script, user, x, _ = self.by_card(option)
                strength = self.strength(script, user, x, 0)
            else:
                continue
            if strength > most:
                most = strength
                best = option
                mind.aim = self.state.line[0].card
        return best

    def by_card(self, option: UseByExhausting) -> tuple[Action, str, int, int, float]:
        state = self.state
        one = state.adventurers[option.adventurer]
        script = state.content.abilities[one.board[option.slot]].script
        x = state.values[option.die] if option.die >= 0 else 0
        cost = card_worth(state, one, option.slot)
        if self.ready <= EDGE:
            cost += LAST_CARD if self.ready == 1 else DANGER
        return option, script, one.number, x, cost

    def by_item(self, option: UseItem) -> tuple[Action, str, int, int, float]:
        state = self.state
        item = state.content.items[option.item]
        worth = item_worth(state, option.item) if state.round < FINAL_ROUND else 0.1
        comes_back = (
            item.trigger == "exhaust" and state.adventurers[option.adventurer].rests < RESTS
        )
        return (
            option,
            item.script,
            option.adventurer,
            0,
            worth * (USED_UP if comes_back else 1.0),
        )


def used(pool: list[Token], left: list[int]) -> list[Token]:
    """Those that are not left; as many of each count are kept as say so, the late ones first."""
    kept = left[:]
    found: list[Token] = []
    for token in pool[::-1]:
        if token.counts in kept:
            kept.remove(token.counts)
        else:
            found.append(token)
    return found


# What a stroke asks for.


def chosen_card(
    state: WatchState, choice: ChooseCards, options: Sequence[Action], mind: Mind
) -> Action:
    """The creature that was aimed at; else of foes the strongest, of those that come the weakest."""
    best = options[-1] if choice.up_to else options[0]
    most = 0.0 if choice.up_to else -1000.0
    for option in options:
        if isinstance(option, TakeCard):
            if option.card == mind.aim:
                return option
            card = referred(state, option.card)
            menace = menaces(state.content)[card]
            if card != option.card and card not in state.known:
                menace = average(state.content)
            worth = menace.later() + menace.health
            if choice.user < 0:
                worth = -worth
            if not choice.up_to and worth > most:
                most = worth
                best = option
    return best


def paid_base(state: WatchState, option: Action) -> int:
    """The strongest trophy defeats whatever was aimed at."""
    assert isinstance(option, PayTrophy)
    return pile_base(state, option.card)


def chosen_effect(table: Table[Any], choice: ChooseEffect, mind: Mind) -> Action:
    """Of several effects the one that does most to what was aimed at."""
    hurry = Hurry(table)
    place = max(0, table.state.place_of(mind.aim))
    options = table.offered()
    best = options[0]
    most = 0
    for option in options:
        assert isinstance(option, TakeEffect)
        strength = hurry.strength(option.script, choice.user, 0, place)
        if strength > most:
            most = strength
            best = option
    return best
