"""Plays the minor choices that follow a decision, so that the position after it can be valued."""

from __future__ import annotations

from typing import Any, Final

from embertable.bots.setawatch.minor_choices import rule_of_thumb
from embertable.bots.setawatch.position_value import Baseline, total, total_after
from embertable.engine.table import Action, Choice, Table
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest
from embertable.games.setawatch.consent import ChooseSuggestion
from embertable.games.setawatch.merchant import ChooseCover, ChoosePurchase
from embertable.games.setawatch.setup import ChooseAdventurer, ChooseFamiliar
from embertable.games.setawatch.watch import ChooseAction

MAX_CHOICES: Final = 40
MAX_TRIED: Final = 16
"""How many options of one choice are tried out."""


def is_major(choice: Choice) -> bool:
    """Whether this choice is a separate decision; all others belong to the one before."""
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


def settle_table(table: Table[Any], baseline: Baseline) -> None:
    """Take each minor choice by the position right after it, up to the next major one."""
    for _ in range(MAX_CHOICES):
        choice = table.next_choice()
        if choice is None or is_major(choice):
            return
        table.apply(quick_choice(table, choice, baseline))
    table.next_choice()


def quick_choice(table: Table[Any], choice: Choice, baseline: Baseline) -> Action:
    options = table.offered()
    if len(options) == 1:
        return options[0]
    best = rule_of_thumb(table, choice, options)
    if best is not None:
        return best
    return max(options[:MAX_TRIED], key=lambda option: total_after(table, option, baseline))


def settled_value(table: Table[Any], option: Action, baseline: Baseline) -> float:
    """The value of the position after an option and the minor choices that follow it."""
    after = table.copy(table.chance.copy())
    after.apply(option)
    settle_table(after, baseline)
    return total(after, baseline)
