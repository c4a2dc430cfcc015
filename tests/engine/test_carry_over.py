"""What a game hands on to the next, and what is called off when a fight breaks off."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import UnknownOption
from embertable.engine.table import Step
from tests.engine.toy import Note, Toy, toy_table, trail


@dataclass
class Milestone(Step):
    word: str

    def run(self, table):
        table.do(Note(self.word))


@dataclass
class BreakOff(Step):
    def run(self, table):
        table.skip_to(Milestone)


def test_what_is_pending_is_called_off_up_to_a_kind_of_step():
    lost = (Note("lost"), Note("lost too"))
    table = toy_table(Note("a"), BreakOff(), *lost, Milestone("b"), Note("c"))
    assert trail(table) == ["a", "b", "c"]


class Carrying(Toy):
    def carry_over_options(self):
        return ("luggage",)


def test_carried_options_pass_the_check_as_they_are():
    game = Carrying()
    assert "luggage" not in game.check({})
    assert game.check({"luggage": "any text"})["luggage"] == "any text"
    table = game.set_up({"luggage": "{}"}, seeded(1))
    assert table.options["luggage"] == "{}"


def test_other_games_carry_nothing():
    with pytest.raises(UnknownOption):
        Toy().check({"luggage": "any text"})
