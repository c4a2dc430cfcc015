"""The winning chance over a game: between nothing and everything, the result at its end, and where it turned."""

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.bots.winning_chance import ChanceAfter, chances, numbers_of
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games import GAMES


def played(name: str, decisions: int, **options: str) -> Session:
    game = load(name)
    session = Session(game, options, seeded(7), game.content())
    bots = [get_bot("greedy", seat) for seat in range(4)]
    for _ in range(decisions):
        choice = session.table.next_choice()
        if choice is None:
            break
        seat = choice.answerers(session.table)[0]
        session.play(ask(bots[seat], session.table, choice.seat), seat)
    return session


@pytest.mark.parametrize("name", GAMES)
def test_chances_lie_between_nothing_and_everything_and_are_reproducible(name):
    session = played(name, 12)
    numbers = numbers_of(session.record, 4)
    assert (numbers[0], numbers[-1]) == (0, len(session.record.entries))
    found = chances(session.game, session.record, 0, numbers)
    assert found == chances(session.game, session.record, 0, numbers)
    assert [one.number for one in found] == (numbers if name != "deadcells" else [])
    assert all(0 <= one.chance <= 1 for one in found)


def test_the_end_is_the_result():
    session = played("lueur", 1000, players="2")
    result = session.table.result
    assert result is not None
    last = len(session.record.entries)
    for seat in (0, 1):
        (end,) = chances(session.game, session.record, seat, [last])
        assert end == ChanceAfter(last, 1.0 if seat in result.winners else 0.0)
