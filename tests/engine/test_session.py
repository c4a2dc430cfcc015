"""Sessions: decisions are written down and can be taken back while that is fair."""

from __future__ import annotations

import pytest

from embertable.engine.chance import keyed, seeded
from embertable.engine.errors import (
    DamagedRecord,
    IllegalAction,
    NothingToUndo,
    OtherRules,
    UndoNeedsConsent,
    UnknownOption,
    WrongHash,
)
from embertable.engine.record import Entry, record_from_json
from embertable.engine.session import Session, open_record, replay, resume
from embertable.engine.table import Step, Together
from tests.engine.toy import AskNumber, AskWord, Count, Finish, Note, Roll, Say, Seal, Show, Toy


def session_of(*steps: Step) -> Session:
    return Session(Toy([*steps, Finish()]), {}, seeded(1), players=["Ada", "bot:random"])


TOGETHER = Together((0, 1), (AskNumber(0), AskNumber(1)))
NEXT = AskWord(0, ("next",))

# What follows seat 0's decision, and whether seat 0 may take it back alone.
AFTER_THE_DECISION: dict[str, tuple[list[Step], bool]] = {
    "nothing": ([NEXT], True),
    "a rule that hides nothing": ([Note("a"), NEXT], True),
    "a question to another seat": ([AskWord(1, ("b",))], True),
    "the end of the game": ([], True),
    "a roll": ([Roll(), NEXT], False),
    "something learnt": ([Show(), NEXT], False),
    "something final": ([Seal(), NEXT], False),
    "something learnt, then a question to another": ([Show(), AskWord(1, ("b",))], False),
}


@pytest.mark.parametrize("case", AFTER_THE_DECISION)
def test_own_decisions_come_back_until_luck_or_knowledge(case):
    steps, free = AFTER_THE_DECISION[case]
    session = session_of(AskWord(0, ("a", "b")), *steps)
    start = session.record.start
    session.play(Say(0, "a"))
    assert session.may_undo(0) is free
    assert session.may_undo(1) is False
    if free:
        session.undo(0)
        assert session.table.offered() == [Say(0, "a"), Say(0, "b")]
        assert session.game.state_hash(session.table) == start
    else:
        with pytest.raises(UndoNeedsConsent):
            session.undo(0)
        assert session.record.entries[-1].action is not None


@pytest.mark.parametrize("case", AFTER_THE_DECISION)
def test_anything_comes_back_when_all_agree(case):
    steps, _free = AFTER_THE_DECISION[case]
    session = session_of(AskWord(0, ("a", "b")), *steps)
    session.play(Say(0, "a"))
    session.undo(1, agreed=True)
    assert session.game.state_hash(session.table) == session.record.start
    session.play(Say(0, "b"))
    assert resume(session.game, session.record).record == session.record


def test_nobody_takes_back_what_another_decided_since():
    session = session_of(AskWord(0, ("a",)), AskWord(1, ("b",)), NEXT)
    session.play(Say(0, "a"))
    session.play(Say(1, "b"))
    assert not session.may_undo(0)
    with pytest.raises(UndoNeedsConsent) as refused:
        session.undo(0)
    assert str(refused.value) == (
        "Seat 0 needs everybody's consent to undo this: something was drawn, revealed, "
        "made final by the rules or decided since."
    )
    assert session.may_undo(1)


def test_decisions_made_together_come_back_one_by_one():
    session = session_of(TOGETHER, NEXT)
    session.play(Count(1, 2), 1)
    session.play(Count(0, 3), 0)
    assert not session.may_undo(1)
    session.undo(0)
    session.undo(1)
    assert session.game.state_hash(session.table) == session.record.start


def test_luck_drawn_earlier_does_not_stand_in_the_way():
    session = session_of(AskWord(0, ("a",)), Roll(), AskWord(0, ("b",)), NEXT)
    session.play(Say(0, "a"))
    rolled = session.game.state_hash(session.table)
    session.play(Say(0, "b"))
    session.undo(0)
    assert session.game.state_hash(session.table) == rolled
    assert not session.may_undo(0)


def test_a_roll_that_was_taken_back_falls_the_same_way_again():
    session = session_of(AskWord(0, ("a",)), Roll(), NEXT)
    session.play(Say(0, "a"))
    after = session.game.state_hash(session.table)
    session.undo(0, agreed=True)
    session.play(Say(0, "a"))
    assert session.game.state_hash(session.table) == after


def test_there_is_nothing_to_take_back_at_the_start():
    session = session_of(NEXT)
    assert not session.may_undo(0)
    with pytest.raises(NothingToUndo) as refused:
        session.undo(0)
    assert str(refused.value) == "Seat 0 has nothing to undo."


def test_undo_is_an_entry_and_the_log_forgets():
    session = session_of(AskWord(0, ("a", "b")), NEXT)
    session.play(Say(0, "a"))
    session.table.next_choice()
    assert len(session.table.log) == 1
    session.undo(0)
    assert session.table.log == []
    assert [entry.action is None for entry in session.record.entries] == [False, True]
    assert session.record.entries[-1].hash == session.record.start


def test_a_refused_action_is_not_written_down():
    session = session_of(AskWord(0, ("a",)))
    with pytest.raises(IllegalAction):
        session.play(Say(0, "z"))
    assert session.record.entries == []
    assert not session.may_undo(0)


# Playing a record again.


def played() -> Session:
    session = session_of(AskWord(0, ("a", "b")), Roll(), TOGETHER, Roll(), NEXT)
    session.play(Say(0, "b"))
    session.play(Count(1, 1), 1)
    session.undo(1)
    session.play(Count(1, 2), 1)
    session.play(Count(0, 3), 0)
    session.play(Say(0, "next"))
    return session


def test_a_record_plays_again_entry_by_entry():
    session = played()
    again = open_record(session.game, session.record)
    hashes = [again.game.state_hash(step.table) for step in replay(again, session.record)]
    assert hashes == [entry.hash for entry in session.record.entries]
    assert again.record == session.record
    assert again.table.has_ended()


def test_a_record_can_be_opened_in_the_middle_and_played_on():
    session = played()
    again = resume(session.game, session.record, upto=4)
    assert len(again.record.entries) == 4
    assert again.table.offered(0) == [Count(0, 1), Count(0, 2), Count(0, 3)]
    again.play(Count(0, 1), 0)
    assert again.record.entries[-1].hash != session.record.entries[4].hash


def test_a_resumed_session_may_undo_what_it_replayed():
    session = session_of(AskWord(0, ("a",)), NEXT)
    session.play(Say(0, "a"))
    again = resume(session.game, session.record)
    assert again.may_undo(0)
    again.undo(0)
    assert again.game.state_hash(again.table) == session.record.start


def test_another_content_is_refused():
    session = played()
    session.record.content = "elsewhere"
    with pytest.raises(OtherRules) as refused:
        resume(session.game, session.record)
    assert "other content (elsewhere) than the installed ones (toy-content)" in str(refused.value)


def test_an_unknown_option_is_refused():
    session = played()
    session.record.options = {"weather": "fine"}
    with pytest.raises(UnknownOption) as refused:
        resume(session.game, session.record)
    assert str(refused.value) == "toy has no option weather; it has: mood."


@pytest.mark.parametrize("number", range(1, 7))
def test_a_wrong_hash_is_found_where_it_stands(number):
    session = played()
    session.record.entries[number - 1].hash = "0" * 32
    with pytest.raises(WrongHash) as refused:
        resume(session.game, session.record)
    assert f"the position after entry {number} differs" in str(refused.value)


def test_a_wrong_start_is_found():
    session = played()
    session.record.start = "0" * 32
    with pytest.raises(WrongHash, match="after entry 0 "):
        resume(session.game, session.record)


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        (
            {"is": "Say", "seat": 0, "word": "zzz"},
            "entry 1: Say(seat=0, word='zzz') is not an option",
        ),
        ({"is": "Nonsense"}, "entry 1: The saved data contains Nonsense"),
        ({"is": "Say", "seat": 0}, "entry 1: The saved data contains Say"),
        ({"is": ["Say"]}, "entry 1: The saved data contains ['Say']"),
        ({"is": "Note", "word": "free"}, "entry 1 holds no action"),
        ({"is": "AskNumber", "seat": 0}, "entry 1 holds no action"),
        ({"word": "a"}, "entry 1 holds no action"),
    ],
)
def test_an_entry_that_cannot_be_played_is_named(action, problem):
    session = played()
    session.record.entries[0] = Entry(0, action, session.record.entries[0].hash)
    with pytest.raises(DamagedRecord) as refused:
        resume(session.game, session.record)
    assert problem in str(refused.value)


def test_an_undo_too_many_is_named():
    session = session_of(NEXT)
    session.record.entries.append(Entry(0, None, session.record.start))
    with pytest.raises(DamagedRecord, match="entry 1: Seat 0 has nothing to undo"):
        resume(session.game, session.record)


def test_a_decision_after_the_end_is_named():
    session = played()
    session.record.entries.append(session.record.entries[-1])
    with pytest.raises(DamagedRecord, match=r"entry 7: The game is over"):
        resume(session.game, session.record)


# Live tables, with a key instead of a seed.


def live() -> Session:
    session = Session(Toy([AskWord(0, ("a",)), Roll(), NEXT, Finish()]), {}, keyed(bytes(32)))
    session.play(Say(0, "a"))
    return session


def test_a_live_record_does_not_hold_the_key():
    session = live()
    assert session.record.seed is None
    assert session.record.key is None
    with pytest.raises(DamagedRecord, match="neither seed nor key is known yet"):
        resume(session.game, session.record)


def test_a_live_record_replays_once_the_key_is_told():
    session = live()
    session.record.key = bytes(32).hex()
    again = resume(session.game, record_from_json(session.record.to_json()))
    assert again.game.state_hash(again.table) == session.game.state_hash(session.table)


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("11" * 32, "the key is not the one promised at the start"),
        ("xyz", "'key' is not a key"),
        ("00", "'key' is not a key"),
    ],
)
def test_another_key_than_the_promised_one_is_refused(key, problem):
    session = live()
    session.record.key = key
    with pytest.raises(DamagedRecord, match=problem):
        resume(session.game, session.record)
