"""The flow of a table: what comes next, who may answer, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import GameOver, IllegalAction, NothingToDecide
from embertable.engine.rulesets import Ruleset
from embertable.engine.seat_view import seat_view, seat_view_to_json
from embertable.engine.table import Choice, Event, Result, Step, Table, Together
from tests.engine.toy import (
    AfterStep,
    AskNumber,
    AskWord,
    Count,
    Finish,
    Note,
    Noted,
    Roll,
    Say,
    Then,
    ToyState,
    Walk,
    Whispered,
    toy_table,
    trail,
)


def test_steps_run_in_the_order_they_were_said():
    assert trail(toy_table(Note("a"), Note("b"), Note("c"))) == ["a", "b", "c"]


def test_what_a_step_does_comes_before_what_was_pending():
    table = toy_table(Then("a", (Note("b"), Note("c"))), Note("d"))
    assert trail(table) == ["a", "b", "c", "d"]


def test_steps_within_steps_come_in_order():
    inner = Then("b", (Note("c"),))
    table = toy_table(Then("a", (inner, Note("d"))), Note("e"))
    assert trail(table) == ["a", "b", "c", "d", "e"]


def test_an_interrupted_move_goes_on_after_the_answer():
    trap = Ruleset("trap")

    @trap.on(AfterStep)
    def ask(table: Table[ToyState], moment: AfterStep) -> Iterable[Step]:
        if moment.n == 2:
            yield AskWord(1, ("yes", "no"))

    table = toy_table(Walk(3), Note("there"), rulesets=[trap])
    assert trail(table) == ["step 3", "step 2"]
    table.apply(Say(1, "yes"))
    assert trail(table) == ["step 3", "step 2", "1 says yes", "step 1", "there"]
    assert table.has_ended()


def test_a_choice_stops_the_rules_until_it_is_answered():
    table = toy_table(AskWord(0, ("a", "b")), Note("after"))
    assert table.next_choice() == AskWord(0, ("a", "b"))
    assert table.next_choice() == AskWord(0, ("a", "b"))
    assert table.offered() == [Say(0, "a"), Say(0, "b")]
    assert trail(table) == []
    table.apply(Say(0, "b"))
    assert trail(table) == ["0 says b", "after"]


def test_after_the_end_there_is_nothing_to_choose():
    table = toy_table(Note("a"))
    assert table.next_choice() is None
    assert table.choices() == []
    assert table.offered() == []
    assert table.result == Result("done", (0,), (1, 0))


def test_the_end_drops_what_was_pending():
    table = toy_table(Finish(), Note("never"))
    assert trail(table) == []


@dataclass
class Stumble(Step):
    """Nothing is left to do and nobody has won: a bug of the rules."""

    def run(self, table: Table[ToyState]) -> None:
        table.pending.clear()


def test_rules_that_just_stop_are_a_bug():
    with pytest.raises(AssertionError, match="nothing is pending and the game has no result"):
        toy_table(Stumble()).next_choice()


# Together.


def both(*steps: Step) -> Together:
    return Together((0, 1), steps)


def test_together_opens_a_choice_for_each_seat():
    table = toy_table(both(AskWord(0, ("a",)), AskWord(1, ("b", "c"))))
    assert [choice.seat for choice in table.choices()] == [0, 1]
    assert table.offered(0) == [Say(0, "a")]
    assert table.offered(1) == [Say(1, "b"), Say(1, "c")]


@pytest.mark.parametrize("first", [0, 1])
def test_together_takes_answers_in_any_order(first):
    table = toy_table(both(AskNumber(0), AskNumber(1)), Note("after"))
    second = 1 - first
    table.apply(Count(first, 3), first)
    assert [choice.seat for choice in table.choices()] == [second]
    assert trail(table) == []
    table.apply(Count(second, 1), second)
    assert trail(table) == ["after"]
    assert table.state.counts == {f"seat {first}": 3, f"seat {second}": 1}


def test_together_waits_for_the_slowest():
    long = Then("", (AskWord(0, ("a",)), AskWord(0, ("b",))))
    table = toy_table(both(long, AskWord(1, ("c",))), Note("after"))
    table.apply(Say(1, "c"), 1)
    table.apply(Say(0, "a"), 0)
    assert "after" not in trail(table)
    assert table.choices() == [AskWord(0, ("b",))]
    table.apply(Say(0, "b"), 0)
    assert trail(table)[-1] == "after"


def test_what_a_lane_does_stays_in_the_lane():
    walk = Then("0", (AskWord(0, ("a",)), Note("0 done")))
    table = toy_table(both(walk, AskWord(1, ("b",))), Note("after"))
    table.apply(Say(0, "a"), 0)
    assert trail(table) == ["0", "0 says a", "0 done"]
    table.apply(Say(1, "b"), 1)
    assert trail(table) == ["0", "0 says a", "0 done", "1 says b", "after"]


def test_a_lane_without_a_choice_asks_nobody():
    table = toy_table(both(Note("0"), AskWord(1, ("b",))))
    assert [choice.seat for choice in table.choices()] == [1]
    assert table.offered(0) == []


def test_together_without_choices_just_happens():
    table = toy_table(both(Note("0"), Note("1")), Note("after"))
    assert trail(table) == ["0", "1", "after"]


def test_together_follows_together():
    table = toy_table(both(AskNumber(0), AskNumber(1)), both(AskNumber(0), AskNumber(1)))
    for seat in (1, 0, 0, 1):
        table.apply(Count(seat, 2), seat)
    assert table.next_choice() is None


def test_together_inside_together_is_a_bug():
    with pytest.raises(AssertionError, match="Together inside Together"):
        toy_table(both(both(Note("a"), Note("b")), Note("c"))).next_choice()


def test_a_game_that_ends_in_a_lane_ends_for_all():
    ending = Then("last", (Finish(), Note("never")))
    table = toy_table(both(ending, Note("never")), Note("never"))
    assert trail(table) == ["last"]
    assert table.choices() == []


def test_a_copy_taken_together_goes_its_own_way():
    table = toy_table(both(AskNumber(0), AskNumber(1)), Note("after"))
    table.apply(Count(0, 1), 0)
    copy = table.copy(seeded(1))
    copy.apply(Count(1, 2), 1)
    assert trail(copy) == ["after"]
    assert trail(table) == []
    assert table.offered(1) == [Count(1, 1), Count(1, 2), Count(1, 3)]


def test_a_table_saved_together_is_opened_together():
    table = toy_table(both(AskNumber(0), AskNumber(1)), Note("after"))
    table.apply(Count(1, 1), 1)
    again: Table[ToyState] = Table.from_json(table.to_json(), table.game)
    assert again.choices() == [AskNumber(0)]
    again.apply(Count(0, 2), 0)
    assert trail(again) == ["after"]


# What is refused.


def test_an_action_that_is_not_offered_is_refused_with_what_is():
    table = toy_table(AskWord(1, ("a", "b")))
    with pytest.raises(IllegalAction) as refused:
        table.apply(Say(1, "c"))
    assert str(refused.value) == (
        "Say(seat=1, word='c') is not an option of seat 1; "
        "its options: Say(seat=1, word='a'), Say(seat=1, word='b')."
    )
    assert table.offered() == [Say(1, "a"), Say(1, "b")]


def test_a_seat_that_is_not_asked_has_nothing_to_decide():
    table = toy_table(AskWord(1, ("a",)))
    with pytest.raises(NothingToDecide) as refused:
        table.apply(Say(0, "a"), 0)
    assert str(refused.value) == (
        "Seat 0 cannot do Say(seat=0, word='a'): it has nothing to decide now."
    )


def test_nothing_is_taken_after_the_end():
    with pytest.raises(GameOver) as refused:
        toy_table().apply(Say(0, "a"))
    assert str(refused.value) == "The game is over; Say(seat=0, word='a') is no longer possible."


def test_one_seat_cannot_answer_for_another():
    table = toy_table(both(AskWord(0, ("a",)), AskWord(1, ("b",))))
    with pytest.raises(IllegalAction):
        table.apply(Say(1, "b"), 0)


def test_a_refusal_names_at_most_a_dozen_options():
    words = tuple(f"w{number}" for number in range(40))
    with pytest.raises(IllegalAction) as refused:
        toy_table(AskWord(0, words)).apply(Say(0, "x"))
    assert "'w11'" in str(refused.value)
    assert "'w12'" not in str(refused.value)


@pytest.mark.parametrize("number", [True, 1.0])
def test_an_equal_action_from_outside_is_played_as_the_rules_mean_it(number):
    plain = toy_table(AskNumber(0), AskWord(0, ("a",)))
    plain.apply(Count(0, 1))
    odd = toy_table(AskNumber(0), AskWord(0, ("a",)))
    odd.apply(Count(0, number))
    assert odd.game.state_hash(odd) == plain.game.state_hash(plain)


def test_a_choice_of_no_class_of_its_own_is_a_bug():
    with pytest.raises(NotImplementedError, match="Choice"):
        toy_table(Choice(0)).offered()
    with pytest.raises(NotImplementedError, match="Step"):
        toy_table(Step()).next_choice()


# What is told, and to whom.


def test_a_copy_starts_with_an_empty_log():
    table = toy_table(Note("a"), AskWord(0, ("b",)))
    table.next_choice()
    assert table.log == [Noted("a")]
    assert table.copy(seeded(0)).log == []


@dataclass
class Murmur(Step):
    def run(self, table: Table[ToyState]) -> None:
        table.emit(Whispered(1, "psst"))


def test_a_sight_holds_the_events_of_its_seat_only():
    table = toy_table(Note("a"), Murmur(), AskWord(0, ("b",)))
    heard: dict[int | None, tuple[Event, ...]] = {
        seat: seat_view(table, seat).events for seat in (0, 1, None)
    }
    assert heard[0] == (Noted("a"),)
    assert heard[1] == (Noted("a"), Whispered(1, "psst"))
    assert heard[None] == (Noted("a"),)
    assert seat_view(table, 1, since=2).events == ()


def test_a_sight_shows_whom_the_table_waits_for_and_ones_own_options():
    table = toy_table(both(AskWord(0, ("a",)), AskWord(1, ("b",))))
    mine = seat_view_to_json(table, seat_view(table, 1))
    assert mine["awaited"] == [0, 1]
    assert mine["purposes"] == ["AskWord", "AskWord"]
    assert mine["options"] == [{"is": "Say", "seat": 1, "word": "b"}]
    assert mine["choice"] == {"is": "AskWord", "seat": 1, "words": ["b"]}
    spectator = seat_view(table, None)
    assert spectator.options == ()
    assert spectator.choice is None
    assert spectator.awaited == (0, 1)


def test_reveals_name_those_who_learn():
    table = toy_table()
    table.reveal()
    table.reveal(1)
    assert table.reveals == 2
    assert table.learners == [(), (1,)]


def test_a_copy_with_other_luck_leaves_the_luck_of_the_table_alone():
    table = toy_table(AskWord(0, ("a",)), Roll(), AskWord(0, ("b",)))
    copy = table.copy(seeded(9))
    copy.apply(Say(0, "a"))
    copy.next_choice()
    assert copy.chance.draws == 1
    assert table.chance.draws == 0
