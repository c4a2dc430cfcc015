"""Everybody's part in the luck: mixed into the key, recorded, replayed, and checked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from embertable.engine.chance import Chance, keyed
from embertable.engine.errors import DamagedRecord, WrongHash
from embertable.engine.record import LuckPart, record_from_json
from embertable.engine.session import Session, resume
from embertable.engine.table import Step
from tests.engine.toy import AskWord, Finish, Roll, Say, Toy

KEY = bytes(range(32))
ADA, BRUNO = "ab" * 32, "cd" * 32


def toy() -> Toy:
    steps: list[Step] = []
    for _ in range(12):
        steps += [AskWord(0, ("go",)), Roll()]
    return Toy([*steps, Finish()])


def played(parts: dict[int, str], count: int = 12) -> Session:
    """A game in which these parts are added after so many entries."""
    chance = keyed(KEY)
    if 0 in parts:
        chance.mix_in(bytes.fromhex(parts[0]))
    session = Session(toy(), {}, chance, players=["Ada", "Bruno"])
    session.record.luck = [LuckPart(0, 0, parts[0])] if 0 in parts else []
    for number in range(1, count + 1):
        session.play(Say(0, "go"))
        if number in parts:
            session.add_luck(0, parts[number])
    session.record.key = KEY.hex()
    return session


def numbers(chance: Chance) -> list[int]:
    return [chance.draw("die", 6) for _ in range(30)]


def test_every_part_changes_the_numbers_and_none_the_promise():
    plain, one, both, other_order = [keyed(KEY) for _ in range(4)]
    one.mix_in(b"a")
    both.mix_in(b"a")
    both.mix_in(b"b")
    other_order.mix_in(b"b")
    other_order.mix_in(b"a")
    assert len({one.commitment() for one in (plain, one, both, other_order)}) == 1
    drawn = [tuple(numbers(one)) for one in (plain, one, both, other_order)]
    assert len(set(drawn)) == 4


def test_a_part_counts_from_the_next_number_on_even_within_a_block():
    plain, mixed = keyed(KEY), keyed(KEY)
    assert [plain.draw("die", 256) for _ in range(5)] == [mixed.draw("die", 256) for _ in range(5)]
    mixed.mix_in(b"a")
    assert [plain.draw("die", 256) for _ in range(9)] != [mixed.draw("die", 256) for _ in range(9)]
    assert plain.positions() == mixed.positions()


def test_a_copy_keeps_the_promise_and_the_parts():
    chance = keyed(KEY)
    chance.mix_in(b"a")
    copy = chance.copy()
    assert copy.commitment() == keyed(KEY).commitment()
    assert numbers(copy) == numbers(chance)


@pytest.mark.parametrize("parts", [{}, {0: ADA}, {3: ADA}, {3: ADA, 7: BRUNO}, {12: ADA}])
def test_a_record_replays_with_its_parts(parts):
    session = played(parts)
    record = record_from_json(json.loads(session.record.to_bytes()))
    assert record.luck is not None
    again = resume(toy(), record)
    assert again.record.to_json() == {**session.record.to_json(), "key": None}
    assert numbers(again.table.chance) == numbers(session.table.chance)


@pytest.mark.parametrize("change", ["left out", "another", "later"])
def test_a_part_that_was_not_used_is_found_out(change):
    """The control: whoever changes the parts afterwards needs another game."""
    record = played({3: ADA}).record
    assert record.luck
    if change == "left out":
        record.luck = []
    elif change == "another":
        record.luck = [replace(record.luck[0], part=BRUNO)]
    else:
        record.luck = [replace(record.luck[0], after=9)]
    with pytest.raises(WrongHash):
        resume(toy(), record)


def test_undo_keeps_a_part_and_replays_with_it():
    session = played({}, 2)
    session.add_luck(1, BRUNO)
    session.undo(0, agreed=True)
    session.play(Say(0, "go"))
    session.play(Say(0, "go"))
    record = record_from_json(session.record.to_json())
    assert resume(toy(), record).record.entries == session.record.entries


@pytest.mark.parametrize(
    "luck",
    [
        "no list",
        ["no object"],
        [{"after": 99, "seat": 0, "part": ADA}],
        [{"after": -1, "seat": 0, "part": ADA}],
        [{"after": 3, "seat": 0, "part": ADA}, {"after": 2, "seat": 0, "part": ADA}],
        [{"after": 1, "seat": 0, "part": ADA.upper()}],
        [{"after": 1, "seat": 0, "part": "ab"}],
        [{"after": 1, "seat": "0", "part": ADA}],
        [{"after": True, "seat": 0, "part": ADA}],
    ],
)
def test_damaged_parts_are_refused(luck):
    saved = {**played({}).record.to_json(), "luck": luck}
    with pytest.raises(DamagedRecord):
        record_from_json(saved)


def test_a_game_with_parts_keeps_its_id_when_it_is_dealt_again():
    session = played({})
    record = session.record
    assert record.game_id() == replace(record, start="another").game_id()
    assert record.game_id() != replace(record, luck=None).game_id()
