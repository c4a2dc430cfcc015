"""Moments and rulesets: who answers, in which order, and how numbers change."""

from __future__ import annotations

from collections.abc import Iterable

from embertable.engine.chance import seeded
from embertable.engine.rulesets import Rulebook, Ruleset
from embertable.engine.table import Step, Table
from tests.engine.toy import AfterStep, AskWord, Note, Pace, Say, ToyState, Walk, toy_table, trail


def noting(name: str) -> Ruleset:
    ruleset = Ruleset(name)

    @ruleset.on(AfterStep)
    def note(table: Table[ToyState], moment: AfterStep) -> Iterable[Step]:
        yield Note(f"{name} {moment.n}")

    return ruleset


def adding(name: str, number: int, factor: int = 1) -> Ruleset:
    ruleset = Ruleset(name)

    @ruleset.changes(Pace)
    def change(table: Table[ToyState], moment: Pace, value: int) -> int:
        return value * factor + number

    return ruleset


def test_reactions_come_in_the_order_of_rulesets():
    first, second = noting("first"), noting("second")
    assert toy_table(rulesets=[first, second]).reactions(AfterStep(1)) == [
        Note("first 1"),
        Note("second 1"),
    ]
    assert toy_table(rulesets=[second, first]).reactions(AfterStep(1)) == [
        Note("second 1"),
        Note("first 1"),
    ]


def test_reactions_of_one_ruleset_come_as_they_were_written():
    both = noting("a")

    @both.on(AfterStep)
    def again(table: Table[ToyState], moment: AfterStep) -> Iterable[Step]:
        return [Note("b"), Note("c")]

    assert toy_table(rulesets=[both]).reactions(AfterStep(2)) == [
        Note("a 2"),
        Note("b"),
        Note("c"),
    ]


def test_reactions_run_in_the_middle_of_a_rule():
    table = toy_table(Walk(2), Note("there"), rulesets=[noting("x")])
    assert trail(table) == ["step 2", "x 2", "step 1", "x 1", "there"]


def test_a_ruleset_that_is_not_in_play_says_nothing():
    noting("elsewhere")
    assert toy_table(rulesets=[]).reactions(AfterStep(1)) == []


def test_numbers_change_in_the_order_of_rulesets():
    plus, double = adding("plus", 3), adding("double", 0, factor=2)
    assert toy_table(rulesets=[plus, double]).ask(Pace(), 1) == 8
    assert toy_table(rulesets=[double, plus]).ask(Pace(), 1) == 5
    assert toy_table(rulesets=[]).ask(Pace(), 1) == 1


def test_a_moment_is_answered_by_its_own_type_only():
    assert toy_table(rulesets=[noting("x")]).reactions(Pace()) == []
    assert toy_table(rulesets=[noting("x")]).ask(Pace(), 4) == 4


def test_a_reaction_can_ask_and_be_copied_in_the_middle():
    asking = Ruleset("asking")

    @asking.on(AfterStep)
    def ask(table: Table[ToyState], moment: AfterStep) -> Iterable[Step]:
        yield AskWord(0, ("a", "b"))

    table = toy_table(Walk(1), Note("there"), rulesets=[asking])
    table.next_choice()
    copy = table.copy(seeded(0))
    copy.apply(Say(0, "a"))
    table.apply(Say(0, "b"))
    assert trail(copy) == ["step 1", "0 says a", "there"]
    assert trail(table) == ["step 1", "0 says b", "there"]


def test_copies_share_the_rulebook():
    table = toy_table(AskWord(0, ("a",)), rulesets=[noting("x")])
    assert table.copy(seeded(0)).rules is table.rules


def test_the_rulebook_is_merged_once():
    late = noting("early")
    rulebook = Rulebook([late])

    @late.on(AfterStep)
    def too_late(table: Table[ToyState], moment: AfterStep) -> Iterable[Step]:
        yield Note("late")

    table = toy_table()
    assert rulebook.reactions(table, AfterStep(1)) == [Note("early 1")]
    assert rulebook.rulesets == (late,)


def test_a_rulebook_knows_which_numbers_are_changed():
    ruleset = Ruleset("one")

    @ruleset.changes(Pace)
    def halve(table, moment, number):
        return number // 2

    rulebook = Rulebook([ruleset])
    assert rulebook.changes(Pace)
    assert not rulebook.changes(AfterStep)
