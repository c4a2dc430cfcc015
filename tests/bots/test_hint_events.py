"""Hints count what people care about, on the same imagined tables, and say nothing that was not counted."""

import pytest

from embertable import load, new_table
from embertable.bots.analysis import CHANCE, Analysis, Candidate, Scored
from embertable.bots.hints import hint_from_json, hint_of, hint_text, hint_to_json
from embertable.bots.search import Budget, SearchBot
from embertable.engine.catalogue import load_catalogue
from embertable.games.setawatch.camp import Rest

NAMES = ("lost", "horde")


def candidate(number: int, value: float, wins: float, events: list[int]) -> Candidate:
    outcomes = [wins + 0.001 * (table % 3) for table in range(len(events))]
    return Candidate(Scored(Rest(0, number), {"ready": value}), outcomes, events)


def analysis(*candidates: Candidate) -> Analysis:
    return Analysis(candidates, CHANCE, NAMES)


def text_of(found: Analysis, language: str = "en") -> str:
    return hint_text(hint_of(found), repr, language)


def test_an_event_is_counted_of_ten():
    best = candidate(0, 1.0, 0.8, [0] * 16 + [1] * 4)
    other = candidate(1, 0.5, 0.5, [1] * 10 + [0] * 10)
    assert "Of ten ways it may go, the party is lost in 2, with the other one in 5." in text_of(
        analysis(best, other)
    )
    assert "Su dieci modi in cui può andare, il gruppo perde in 2" in text_of(
        analysis(best, other), "it"
    )


def test_the_event_that_differs_most_is_told():
    best = candidate(0, 1.0, 0.8, [0] * 20)
    other = candidate(1, 0.5, 0.5, [3] * 4 + [2] * 8 + [0] * 8)
    found = hint_of(analysis(best, other))
    assert (found.event, found.times, found.instead_times) == ("horde", 0, 6)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ([1] * 10 + [0] * 10, [1] * 10 + [0] * 10),  # no difference
        ([1] * 10 + [0] * 10, [0] * 20),  # it speaks against the best option
        ([0] * 4, [1] * 4),  # too few tables
        ([0] * 20, [4] * 20),  # an event without a name: a reason that somebody planted
    ],
)
def test_nothing_is_told_that_was_not_counted(mine, theirs):
    found = analysis(candidate(0, 1.0, 0.8, mine), candidate(1, 0.5, 0.5, theirs))
    assert hint_of(found).event == ""
    assert "ten ways" not in text_of(found)


def test_what_a_beginner_would_do_is_what_the_best_is_compared_with():
    """The favourite at first sight, though another option ended better than it."""
    best = candidate(0, 1.0, 0.8, [0] * 20)
    second = candidate(1, 0.5, 0.7, [0] * 20)
    favourite = candidate(2, 3.0, 0.5, [0] * 20)
    assert hint_of(analysis(best, second, favourite)).instead == Rest(0, 2)
    # Where the favourite is the best, it is compared with the second best.
    assert hint_of(analysis(favourite, best, second)).instead == Rest(0, 0)


def test_a_hint_with_events_is_saved_and_read():
    codec = load("setawatch").codec()
    best = candidate(0, 1.0, 0.8, [0] * 20)
    found = hint_of(analysis(best, candidate(1, 0.5, 0.5, [1] * 20)))
    saved = hint_to_json(found, codec)
    assert hint_from_json(saved, codec) == found
    older = {name: saved[name] for name in saved if name not in ("event", "times", "other_times")}
    assert hint_from_json(older, codec).event == ""


def test_the_search_counts_the_events_of_set_a_watch():
    """With the same seed the same ones, and each has a name in both languages."""
    game = load("setawatch")
    table = new_table(game, {"difficulty": "easy"}, 3)
    while (choice := table.next_choice()) is not None and type(choice).__name__ != "ChooseRest":
        table.apply(table.offered(choice.seat)[0], choice.seat)
    assert choice is not None
    seat = choice.seat
    options = tuple(table.offered(seat))
    once, again = (
        SearchBot(1, Budget(playouts=16)).think(
            choice, options, lambda chance: game.imagine(table, seat, chance)
        )
        for _ in range(2)
    )
    assert [one.events for one in once.candidates] == [one.events for one in again.candidates]
    assert any([event for one in once.candidates for event in one.events])
    for one in once.candidates:
        assert len(one.events) == len(one.outcomes)
        assert all([0 <= event < 2 ** len(once.events) for event in one.events])
    for language in ("en", "it"):
        for name in once.events:
            assert load_catalogue("bots", language).has(f"hint.event.{name}")
