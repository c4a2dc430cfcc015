"""A game reviewed: the planted blunder is found, and what was as good as anything is not blamed."""

import pytest

from embertable import load
from embertable.bots import GreedyBot, ask
from embertable.bots.hints import Hint
from embertable.bots.review import Costly, review
from embertable.bots.search import Budget
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.engine.table import Action
from embertable.games.faceless.walk import TurnTo
from embertable.games.lueur.morning import ChooseCompanion

GAME = load("lueur")
LITTLE = Budget(playouts=30)


def recorded(blunder_in: int, decisions: int = 60) -> tuple[Session, int]:
    """A game between bots with a sharp eye, and the number of the decision in a round that was the worst."""
    session = Session(GAME, {"players": "2"}, seeded(5))
    bots = [GreedyBot(1, full_model=True), GreedyBot(2, full_model=True)]
    planted = 0
    for number in range(1, decisions + 1):
        choice = session.table.next_choice()
        assert choice is not None
        action = ask(bots[choice.seat], session.table, choice.seat)
        thought = bots[choice.seat].analysis
        in_round = session.table.state.round == blunder_in and choice.seat == 0
        if in_round and not planted and isinstance(choice, ChooseCompanion):
            assert thought is not None
            action = thought.candidates[-1].scored.action
            planted = number
        session.play(action, choice.seat)
    return session, planted


def test_a_planted_blunder_is_found():
    session, planted = recorded(blunder_in=2)
    assert planted
    worst = review(GAME, session.record, seats=[0], budget=LITTLE)[0]
    assert (worst.number, worst.seat) == (planted, 0)
    assert worst.hint.win_rate is not None
    assert worst.hint.instead_win_rate is not None
    assert worst.hint.win_rate > worst.hint.instead_win_rate
    chosen = GAME.codec().decode(session.record.entries[planted - 1].action)
    assert worst.hint.instead == chosen


def test_the_same_record_is_reviewed_the_same_way():
    session, _ = recorded(blunder_in=2, decisions=30)
    once = review(GAME, session.record, seats=[0], budget=LITTLE)
    assert review(GAME, session.record, seats=[0], budget=LITTLE) == once


def test_a_review_that_is_called_off_ends():
    session, _ = recorded(blunder_in=2, decisions=30)
    assert review(GAME, session.record, budget=LITTLE, is_called_off=lambda: True) == []


@pytest.mark.parametrize(("hope", "other"), [(0.6, 0.5), (0.9, 0.1)])
def test_a_lost_chance_counts_more_than_any_points(hope, other):
    chance = Costly(
        1, 0, Hint(Action(0), Action(1), 0.1, "cards", win_rate=hope, instead_win_rate=other)
    )
    points = Costly(2, 0, Hint(Action(0), Action(1), 9.0, "cards"))
    assert chance.cost() > points.cost()


def test_a_facing_that_no_list_offers_is_reviewed_too():
    """People turn a figure by any degree; bots are offered a few."""
    game = load("faceless")
    session = Session(game, {"players": "2", "difficulty": "easy"}, seeded(3))
    bots = [GreedyBot(1), GreedyBot(2)]
    turned = 0
    for _ in range(60):
        choice = session.table.next_choice()
        if choice is None:
            break
        seat = choice.seat
        action = ask(bots[seat], session.table, seat)
        offered = session.table.offered(seat)
        if isinstance(action, TurnTo):
            others = [one for one in session.table.legal(seat) if one not in offered]
            action = others[len(others) // 3]
            turned += 1
        session.play(action, seat)
    assert turned > 0
    found = review(game, session.record, budget=Budget(playouts=4))
    assert all(one.hint.action != one.hint.instead for one in found)
