"""Bots follow a partner's proposal when it is about as good as their own choice, and say so otherwise."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import Bot, ask, get_bot
from embertable.bots.analysis import CHANCE, POINTS, Candidate, Scored
from embertable.bots.hints import Hint, hint_from_json, hint_to_json, reason_text
from embertable.bots.proposals import compared, consider, is_about_as_good
from embertable.bots.search import never
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Choice, Table
from embertable.games.deadcells.explore import ChooseCorridor
from embertable.games.setawatch.camp import Rest

MANY = 400


def tables(game: str, seed: int, options: dict[str, str]) -> Iterator[Table[Any]]:
    """A game played by greedy bots, before each decision with more than one option."""
    table = new_table(load(game), options, seed)
    bot = get_bot("greedy", 1)
    for _ in range(MANY):
        choice = table.next_choice()
        if choice is None:
            return
        if len(table.offered(choice.seat)) > 1:
            yield table
        table.apply(ask(bot, table, choice.seat), choice.seat)


def asked(table: Table[Any]) -> Choice:
    choice = table.next_choice()
    assert choice is not None
    return choice


def considered(bot: Bot, table: Table[Any], proposal: Action) -> tuple[Action, Hint]:
    action, hint = consider(bot, table, asked(table).seat, proposal)
    assert hint is not None
    return action, hint


def played_out(table: Table[Any], bot: Bot) -> dict[Action, tuple[Candidate, Candidate, str]]:
    """The other options beside the bot's own choice, where they were played out."""
    choice = asked(table)
    own = ask(bot, table, choice.seat)
    found = {
        option: compared(table, choice.seat, own, option, never)
        for option in table.offered(choice.seat)
        if option != own
    }
    return {option: each for option, each in found.items() if each[0].outcomes}


def first(holds: Callable[[float], bool]) -> tuple[Table[Any], Action, Candidate]:
    """The first position of a game with an option whose loss, in games won, is as wanted."""
    for table in tables("faceless", 8, {"players": "3"}):
        for option, (mine, theirs, unit) in played_out(table, get_bot("blaze", 1)).items():
            if unit == CHANCE and holds(mine.mean() - theirs.mean()):
                return table, option, mine
    raise AssertionError("no such option")


def said(table: Table[Any], hint: Hint, language: str = "en") -> str:
    codec = table.game.codec()
    again = hint_from_json(hint_to_json(hint, codec), codec)
    return reason_text(again, lambda action: type(action).__name__, language)


def test_a_proposal_that_is_about_as_good_is_followed():
    table, proposal, mine = first(lambda loss: 0 <= loss < 0.002)
    action, hint = considered(get_bot("blaze", 1), table, proposal)
    assert action == proposal != mine.scored.action
    assert said(table, hint).startswith("As proposed: it is about as good as ")
    assert said(table, hint, "it").startswith("Come proposto: vale più o meno quanto ")


@pytest.mark.parametrize("level", ["spark", "blaze"])
def test_a_blunder_is_not_followed_and_the_bot_says_why(level):
    table, proposal, _ = first(lambda loss: loss > 0.2)
    bot = get_bot(level, 1)
    action, hint = considered(bot, table, proposal)
    assert action == ask(bot, table, asked(table).seat) != proposal
    assert "was proposed, but it wins only about" in said(table, hint)
    assert "ma vince solo circa" in said(table, hint, "it")
    assert considered(bot, table, proposal) == (action, hint), "it says the same again"


def test_where_nothing_is_played_out_first_sight_decides():
    for table in tables("deadcells", 3, {"players": "2"}):
        choice = asked(table)
        if not isinstance(choice, ChooseCorridor):
            continue
        bot = get_bot("greedy", 1)
        own = ask(bot, table, choice.seat)
        assert bot.analysis is not None
        worst = min(bot.analysis.candidates, key=lambda one: one.scored.total())
        if bot.analysis.candidates[0].scored.total() - worst.scored.total() < 1:
            continue
        action, hint = considered(bot, table, worst.scored.action)
        assert action == own
        assert said(table, hint) == "TakeCorridor was proposed, but it is clearly worse."
        return
    raise AssertionError("no such corridor")


def test_the_same_idea_needs_no_comment():
    for table in tables("faceless", 5, {"players": "3"}):
        bot = get_bot("greedy", 1)
        own = ask(bot, table, asked(table).seat)
        action, hint = considered(bot, table, own)
        assert (action, hint.proposal) == (own, "")
        return


def test_rivals_and_those_who_must_be_silent_are_not_heard(monkeypatch):
    """In Lueur every option of another is refused; in a silent game even one as good."""
    for table in tables("lueur", 5, {"players": "2"}):
        seat = asked(table).seat
        bot = get_bot("greedy", 1)
        own = ask(bot, table, seat)
        for option in table.offered(seat):
            assert consider(bot, table, seat, option)[0] == own
        break
    table, proposal, mine = first(lambda loss: 0 <= loss < 0.002)
    monkeypatch.setattr(type(table.game), "may_talk", lambda *_: False)
    action, hint = considered(get_bot("blaze", 1), table, proposal)
    assert action == mine.scored.action
    assert hint.proposal == ""


def test_twins_get_the_same_answer():
    """What a bot does about a proposal depends on what its seat may know."""
    count = 0
    for number, table in enumerate(tables("deadcells", 3, {"players": "2"})):
        if number % 5:
            continue
        seat = asked(table).seat
        proposal = table.offered(seat)[-1]
        twin = table.game.imagine(table, seat, seeded(number)).copy(table.chance.copy())
        answers = [consider(get_bot("ember", 1), one, seat, proposal) for one in (table, twin)]
        assert answers[0] == answers[1]
        count += 1
        if count == 12:
            return


@pytest.mark.parametrize(
    ("mine", "theirs", "unit", "follows"),
    [
        ([0.5, 0.6] * 10, [0.5, 0.6] * 10, CHANCE, True),
        ([0.5, 0.9] * 10, [0.9, 0.46] * 10, CHANCE, True),  # 2 points, far within noise
        ([0.5, 0.6] * 10, [0.48, 0.58] * 10, CHANCE, False),  # 2 points on every table
        (
            [1.0, 0.0, 1.0],
            [0.0, 1.0, 0.0],
            CHANCE,
            False,
        ),  # a third of the games, too few to be sure
        ([0.4, 0.5] * 10, [0.5, 0.6] * 10, CHANCE, True),  # better than the bot's own
        ([3.0, 1.0] * 10, [1.0, 2.9] * 10, POINTS, True),
        ([3.0, 1.0] * 10, [1.0, 1.0] * 10, POINTS, False),
        ([], [], CHANCE, False),
    ],
)
def test_within_noise(mine, theirs, unit, follows):
    one, other = (
        Candidate(Scored(Rest(0, number), {"ready": value}), outcomes)
        for number, (value, outcomes) in enumerate([(9.0, mine), (2.0, theirs)])
    )
    assert is_about_as_good(other, one, unit) == follows
