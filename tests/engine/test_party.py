"""Party decisions: several seats may answer, the first answer counts, and it is known who gave it."""

from __future__ import annotations

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import IllegalAction, NothingToDecide
from embertable.engine.seat_view import seat_view
from embertable.engine.session import Session, resume
from embertable.engine.table import PARTY, Table
from tests.engine.toy import AskParty, AskWord, Finish, Say, Toy, toy_table, trail

ASK = AskParty(PARTY, (0, 1), ("go", "by 0", "by 1"))
GO, BY_0, BY_1 = [Say(PARTY, word) for word in ASK.words]


def test_every_answerer_is_awaited_and_has_the_choice():
    table = toy_table(ASK)
    assert seat_view(table, None).awaited == (0, 1)
    assert table.choice_of(0) == table.choice_of(1) == ASK
    assert seat_view(table, 1).options == (GO, BY_1)
    assert table.offered() == [GO, BY_0, BY_1]


def test_a_seat_that_is_no_answerer_has_nothing_to_decide():
    table = toy_table(AskParty(PARTY, (1,), ("go",)))
    assert table.choice_of(0) is None
    assert seat_view(table, 0).options == ()
    with pytest.raises(NothingToDecide):
        table.apply(GO, 0)
    table.apply(GO, 1)
    assert trail(table) == ["-1 says go"]


@pytest.mark.parametrize("seat", [0, 1])
def test_any_answerer_answers_and_then_the_others_need_not(seat):
    table = toy_table(ASK, AskWord(0, ("after",)))
    table.apply(GO, seat)
    assert trail(table) == ["-1 says go"]
    assert table.offered() == [Say(0, "after")]


def test_a_seat_cannot_take_what_is_offered_to_another():
    table = toy_table(ASK)
    with pytest.raises(IllegalAction):
        table.apply(BY_0, 1)
    assert table.choice_of(0) == ASK
    table.apply(BY_0, 0)
    assert trail(table) == ["-1 says by 0"]


@pytest.mark.parametrize(
    ("action", "named", "seat_for"), [(GO, None, 0), (GO, 1, 1), (BY_1, None, 1), (BY_1, PARTY, 1)]
)
def test_the_record_says_who_answered(action, named, seat_for):
    game = Toy([ASK, Finish()])
    session = Session(game, {}, seeded(1))
    session.play(action, named)
    assert session.record.entries[-1].seat == seat_for
    assert session.may_undo(seat_for)
    assert not session.may_undo(1 - seat_for)
    assert resume(game, session.record).record.entries == session.record.entries


def test_a_party_decision_is_saved_open():
    table = toy_table(ASK)
    again = Table.from_json(table.to_json(), table.game)
    assert again.choice_of(1) == ASK
