"""Minor choices, each taken by one rule of thumb."""

from __future__ import annotations

from collections.abc import Sequence

from embertable.bots.setawatch.creature_cost import creature_costs
from embertable.bots.setawatch.party_value import READY, card_value, item_value
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.attack import AddDie, AddTamed, ChooseBlow, total_damage
from embertable.games.setawatch.consent import ChooseAgreement, ChooseSuggestion, Suggest
from embertable.games.setawatch.defeat import ChooseTrophy
from embertable.games.setawatch.dice_effects import (
    ChooseDie,
    ChooseLostDie,
    ChooseRaise,
    ChooseReroll,
    ChooseStun,
    GiveDie,
    PickDie,
    StunDie,
)
from embertable.games.setawatch.exhausting import ExhaustCard, ExhaustChoice, Shield
from embertable.games.setawatch.fire import BurnCard, ChooseFuel
from embertable.games.setawatch.health import health
from embertable.games.setawatch.line import ChooseHex
from embertable.games.setawatch.merchant import ChooseCover, CoverPile
from embertable.games.setawatch.party_effects import ChooseRefresh, RefreshCard
from embertable.games.setawatch.state import WatchState, owner

LOW = 0.45
"""Dice up to this share of their faces are rerolled."""
POINTLESS = 0.2


def rule_of_thumb(
    table: Table[WatchState], choice: Choice, options: Sequence[Action]
) -> Action | None:
    """The option to take, or None where no rule of thumb applies."""
    state = table.state
    if isinstance(choice, ChooseAgreement):
        return options[0]
    if isinstance(choice, ChooseSuggestion):
        return suggestion(table, choice, options)
    if isinstance(choice, ExhaustChoice):
        return give_up_card(state, choice, options)
    if isinstance(choice, ChooseFuel):
        return min(options, key=lambda o: given_up_value(state, o))
    if isinstance(choice, ChooseTrophy):
        return options[0]
    if isinstance(choice, ChooseHex):
        place = state.place_of(choice.card)
        one = state.line[place]
        creature = creature_costs(state.content)[one.card]
        return options[0] if creature.powers() > POINTLESS else options[1]
    if isinstance(choice, ChooseLostDie):
        return min(options, key=lambda o: given_value(state, o))
    if isinstance(choice, ChooseStun):
        return min(options, key=lambda o: stunned_value(state, o))
    if isinstance(choice, ChooseReroll):
        return roll_again(state, options)
    if isinstance(choice, ChooseRefresh):
        return max(options, key=lambda o: refreshed_value(state, o))
    if isinstance(choice, ChooseDie):
        most = 1 if choice.how == "ready" else -1
        return max(options, key=lambda o: picked_value(state, o, most))
    if isinstance(choice, ChooseRaise):
        return options[0]
    if isinstance(choice, ChooseCover):
        return min(options, key=lambda o: covered_value(state, o))
    if isinstance(choice, ChooseBlow):
        return go_on_with(state, choice, options)
    return None


def go_on_with(state: WatchState, choice: ChooseBlow, options: Sequence[Action]) -> Action:
    """Strike if that is enough; otherwise the least that will be, or the most there is."""
    adding = [option for option in options if isinstance(option, AddDie | AddTamed)]
    if options[0] not in adding:
        return options[0]
    return min(adding, key=lambda option: misses_by(state, choice, option))


def misses_by(state: WatchState, choice: ChooseBlow, option: Action) -> tuple[bool, int]:
    """Whether one more attack die is too little, and how far the damage is from the Health."""
    place = choice.place - 1
    dice = [*choice.dice, *([option.die] if isinstance(option, AddDie) else [])]
    tamed = [*choice.tamed, *([option.card] if isinstance(option, AddTamed) else [])]
    left = health(state, place) - state.line[place].damage
    left -= total_damage(state, place, dice, tamed)
    return left > 0, abs(left)


def suggestion(
    table: Table[WatchState], choice: ChooseSuggestion, options: Sequence[Action]
) -> Action | None:
    """Suggest what the bot would do without asking."""
    meant = [option.what for option in options if isinstance(option, Suggest)]
    best = rule_of_thumb(table, choice.about, meant)
    return None if best is None else options[meant.index(best)]


def give_up_card(state: WatchState, choice: ExhaustChoice, options: Sequence[Action]) -> Action:
    shields = [option for option in options if isinstance(option, Shield)]
    if shields and (choice.n > 1 or state.ready_on_watch() <= choice.n + 1):
        return shields[0]
    return min(options, key=lambda option: given_up_value(state, option))


def given_up_value(state: WatchState, option: Action) -> float:
    if not isinstance(option, ExhaustCard | BurnCard):
        return READY[1]
    return card_value(state, state.adventurers[option.adventurer], option.slot)


def refreshed_value(state: WatchState, option: Action) -> float:
    if not isinstance(option, RefreshCard):
        return 0.0
    return card_value(state, state.adventurers[option.adventurer], option.slot)


def given_value(state: WatchState, option: Action) -> float:
    return float(state.values[option.die]) if isinstance(option, GiveDie) else 0.0


def stunned_value(state: WatchState, option: Action) -> float:
    assert isinstance(option, StunDie)
    one = state.adventurers[owner(option.die)]
    by_die = state.content.adventurers[one.number].by_die
    ability = state.content.abilities[one.board[option.slot]]
    lost = 1.5 if by_die and ability.active else 0.0
    return state.values[option.die] + lost


def roll_again(state: WatchState, options: Sequence[Action]) -> Action:
    """The lowest of the low dice, or no more."""
    low = [
        option
        for option in options
        if isinstance(option, PickDie)
        and state.values[option.die] <= LOW * state.content.adventurers[owner(option.die)].sides
    ]
    if low:
        return min(low, key=lambda option: state.values[option.die])
    return options[-1]


def picked_value(state: WatchState, option: Action, most: int) -> float:
    return float(most * state.values[option.die]) if isinstance(option, PickDie) else -100.0


def covered_value(state: WatchState, option: Action) -> float:
    assert isinstance(option, CoverPile)
    pile = state.market[option.pile]
    return item_value(state, pile[-1]) if pile else -1.0
