"""What decides a hint has a name: the terms of the fitted sums, added up, from one place."""

from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import SearchBot, ask, get_bot
from embertable.bots.analysis import CHANCE, Analysis, Candidate, Scored
from embertable.bots.faceless import win_probability
from embertable.bots.fitted import by_head
from embertable.bots.hints import has_name, hint_for, hint_of, reason_text
from embertable.bots.rollout import rollout_of
from embertable.bots.search import Budget
from embertable.bots.setawatch import dawn
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Table

GAMES = ("deadcells", "faceless", "setawatch")


def searched(name: str, after: int = 0) -> Table[Any]:
    """A table of greedy bots at a decision that is played out."""
    table = new_table(load(name), {}, 3)
    bot = get_bot("greedy", 1)
    for number in range(400):
        choice = table.next_choice()
        assert choice is not None
        several = len(table.offered(choice.seat)) > 1
        if (
            number >= after
            and several
            and rollout_of(table.game)(table, choice).is_worth_a_search()
        ):
            return table
        table.apply(ask(bot, table, choice.seat), choice.seat)
    raise AssertionError("nothing was worth a search")


@pytest.mark.parametrize("fit", [win_probability, dawn], ids=["faceless", "setawatch"])
def test_every_feature_but_the_constant_has_a_head_that_people_know(fit):
    assert len(fit.HEADS) == len(fit.NAMES)
    for name, head in zip(fit.NAMES, fit.HEADS, strict=True):
        if not head:
            assert name.startswith(("constant", "certain"))
            continue
        for language in LANGUAGES:
            assert has_name(language, head), (name, head)


@pytest.mark.parametrize("name", GAMES)
def test_the_heads_add_up_to_what_the_end_is_worth(name):
    """In log odds with the constant, in Dead Cells in points."""
    table = searched(name)
    choice = table.next_choice()
    assert choice is not None
    rollout = rollout_of(table.game)(table, choice)
    for number in range(6):
        one = table.game.imagine(table, choice.seat, seeded(number))
        one.apply(one.offered(choice.seat)[number % 2], choice.seat)
        rollout.play_on(one)
        heads = rollout.heads(one)
        for head in heads:
            assert all(has_name(language, head) for language in LANGUAGES)
        worth = rollout.estimate(one)
        if rollout.unit == CHANCE and one.result is None:
            again = rollout.heads(one)
            assert again == heads
            assert 0.0 < worth < 1.0
        elif rollout.unit != CHANCE:
            assert sum(heads.values()) == pytest.approx(worth)


def test_terms_of_one_name_are_added_up():
    assert by_head(("", "way", "way"), (9.0, 2.0, -1.0), [1.0, 3.0, 1.0]) == {"way": 5.0}


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_the_head_that_decided(name):
    """The one in which the mean of the two options differs most, where both were played out."""
    table = searched(name, after=12)
    choice = table.next_choice()
    assert choice is not None
    game = table.game
    bot = SearchBot(0, Budget(playouts=40))
    bot.explains = True
    found = bot.think(
        choice, table.offered(choice.seat), lambda chance: game.imagine(table, choice.seat, chance)
    )
    hint = hint_of(found)
    pair = [one for one in found.candidates if one.scored.action in (hint.action, hint.instead)]
    best, other = sorted(pair, key=lambda one: one.scored.action != hint.action)
    names = {*best.heads, *other.heads}
    assert names
    gains = {head: best.values().get(head, 0.0) - other.values().get(head, 0.0) for head in names}
    assert gains.get(hint.source, 0.0) == max(0.0, *gains.values())
    again = hint_for(table, choice.seat, 0, Budget(playouts=40))
    assert (again.source, again.action) == (hint.source, hint.action)


def test_a_false_reason_is_not_told():
    """First sight speaks for the cards; where it led, the way decided: that is what is said."""
    best = Candidate(
        Scored(Action(0), {"hands": 5.0}), [0.8, 0.9], [0, 0], {"way": 2.0, "hands": 0}
    )
    other = Candidate(
        Scored(Action(1), {"hands": 0.0}), [0.3, 0.2], [0, 0], {"way": 0.4, "hands": 0}
    )
    assert hint_of(Analysis((best, other), CHANCE)).source == "way"
    unplayed = Candidate(Scored(Action(1), {"hands": 0.0}))
    assert hint_of(Analysis((best, unplayed), CHANCE)).source == "hands"


def test_what_speaks_against_an_option_is_no_reason_for_it():
    """Seen in Set a Watch: better, mostly for the rest of the Watch, and the other better for just that."""
    best = Candidate(Scored(Action(0), {"plan": 1.0}), [0.8, 0.9] * 5, [0] * 10)
    other = Candidate(Scored(Action(1), {"plan": 2.0}), [0.3, 0.2] * 5, [0] * 10)
    hint = hint_of(Analysis((best, other), CHANCE))
    assert (hint.source, hint.risk) == ("", "plan")
    text = reason_text(hint, lambda action: str(action.seat), "en")
    assert text.startswith("It is clearly better than 1. ")
    assert "mostly for" not in text


def test_heads_of_a_table_that_did_not_count_are_forgotten():
    one = Candidate(Scored(Action(0), {"hands": 5.0}), [0.8, 0.9], [0, 0], {"way": 2.0})
    one.forget_last()
    assert one.values() == {"hands": 5.0}
