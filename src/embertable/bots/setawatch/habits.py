"""How the party acts without much thought: a stroke at a time, and small decisions at once."""

from __future__ import annotations

from typing import Any, Final

from embertable.bots.setawatch.camping import camped
from embertable.bots.setawatch.haste import Mind, hurried
from embertable.bots.setawatch.replies import reply
from embertable.bots.setawatch.rests import rest_worth
from embertable.bots.setawatch.weighing import (
    POINTS,
    Outset,
    purchase_worth,
    set_out,
    total,
    total_after,
)
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest, Rest
from embertable.games.setawatch.consent import ChooseSuggestion
from embertable.games.setawatch.merchant import ChooseCover, ChoosePurchase
from embertable.games.setawatch.setup import ChooseAdventurer, ChooseFamiliar
from embertable.games.setawatch.state import WATCH
from embertable.games.setawatch.watch import ChooseAction

FOLLOWING: Final = 40
"""So many small decisions after one are thought through."""
TRIED: Final = 16


def is_own(choice: Choice) -> bool:
    """Whether this is a decision of its own right; all others belong to the one before."""
    asked = choice.about if isinstance(choice, ChooseSuggestion) else choice
    return isinstance(
        asked,
        (
            ChooseAction,
            ChoosePlacement,
            ChooseRest,
            ChoosePurchase,
            ChooseCover,
            ChooseAdventurer,
            ChooseFamiliar,
        ),
    )


def follow(table: Table[Any], outset: Outset) -> None:
    """Make the choices that belong to a decision, each as it looks best at once."""
    for _ in range(FOLLOWING):
        choice = table.next_choice()
        if choice is None or is_own(choice):
            return
        table.apply(at_once(table, choice, outset))
    table.next_choice()


def at_once(table: Table[Any], choice: Choice, outset: Outset) -> Action:
    options = table.offered()
    if len(options) == 1:
        return options[0]
    best = reply(table, choice, options)
    if best is not None:
        return best
    return max(options[:TRIED], key=lambda option: total_after(table, option, outset))


def act(table: Table[Any], choice: Choice, mind: Mind) -> Action:
    """What somebody in a hurry would do; what is left of the last stroke is in mind."""
    options = table.offered()
    if len(options) == 1:
        return options[0]
    best = reply(table, choice, options)
    if best is not None:
        return best
    if table.options["partial_damage"] == "on":
        at_hand = hurried(table, choice, mind)
        if at_hand is not None:
            return at_hand
    in_camp = camped(table.state, choice, options)
    if in_camp is not None:
        return in_camp
    if isinstance(choice, ChooseRest):
        return max(options, key=lambda option: resting_worth(table, option))
    if isinstance(choice, ChoosePurchase):
        return max(options, key=lambda option: purchase_worth(table.state, option))
    thought = table.copy(table.chance.copy())
    outset = set_out(thought.state)
    return max(options[:TRIED], key=lambda option: settled_worth(thought, option, outset))


def resting_worth(table: Table[Any], option: Action) -> float:
    assert isinstance(option, Rest)
    return rest_worth(table.state, option.adventurer)


def settled_worth(table: Table[Any], option: Action, outset: Outset) -> float:
    """What an option is worth with the small decisions that follow it."""
    after = table.copy(table.chance.copy())
    after.apply(option)
    follow(after, outset)
    return total(after, outset)


def nights_worth(table: Table[Any]) -> float:
    """What the party is worth between two nights, in ready cards."""
    assert table.state.phase != WATCH
    return total(table, Outset(frozenset(), table.state.round, 0.0)) / POINTS
