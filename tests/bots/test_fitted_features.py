"""What fitted weights of The Faceless and Lueur count is what a seat sees; features that peek are caught."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from embertable import ask, get_bot, load, new_table
from embertable.engine.chance import seeded
from embertable.engine.table import Choice, Table
from embertable.games.lueur.morning import ChooseCompanion
from embertable.lab.faceless.training import turn_features
from embertable.lab.lueur.training import held
from tests.bots.test_honesty import twins

Features: TypeAlias = Callable[[Table[Any], Choice], list[Any]]


def of_a_turn(table: Table[Any], choice: Choice) -> list[Any]:
    return turn_features(table)


def with_the_next_card(table: Table[Any], choice: Choice) -> list[Any]:
    deck = table.state.deck
    return [*turn_features(table), deck[-1] if deck else ""]


def of_a_holding(table: Table[Any], choice: Choice) -> list[Any]:
    return list(held(table, choice, choice.seat).values())


def with_the_next_companion(table: Table[Any], choice: Choice) -> list[Any]:
    return [*of_a_holding(table, choice), table.state.deck[-1]]


def starts(name: str, seed: int, most: int):
    """Tables at the starts of rounds or turns of a quick game, with the choice there."""
    table = new_table(load(name), {"players": "3"}, seed)
    bot = get_bot("random", seed)
    number = 0
    while (choice := table.next_choice()) is not None and most:
        now = table.state.round if name == "lueur" else table.state.turn
        if now > number and (name != "lueur" or isinstance(choice, ChooseCompanion)):
            number = now
            most -= 1
            yield table, choice
        table.apply(ask(bot, table, choice.seat), choice.seat)


@pytest.mark.parametrize(
    ("name", "features", "is_caught"),
    [
        ("faceless", of_a_turn, False),
        ("faceless", with_the_next_card, True),
        ("lueur", of_a_holding, False),
        ("lueur", with_the_next_companion, True),
    ],
)
def test_features_are_the_same_on_twins(name: str, features: Features, is_caught: bool) -> None:
    asked = different = 0
    for seed in range(6):
        for table, choice in starts(name, seed, most=6):
            usual = features(table, choice)
            for twin in twins(table, choice.seat, seeded(seed)):
                asked += 1
                different += features(twin, choice) != usual
    assert asked > 20
    assert (different > 0) == is_caught
