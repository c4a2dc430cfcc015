"""Hints count what people care about, on the same imagined tables, and say nothing that was not counted."""

import pytest

from embertable import load, new_table
from embertable.bots.analysis import CHANCE, Analysis, Candidate, Scored
from embertable.bots.hints import (
    hint_for,
    hint_from_json,
    hint_of,
    hint_text,
    hint_to_json,
    usual_budget,
)
from embertable.bots.rollout import rollout_of
from embertable.bots.search import Budget, SearchBot
from embertable.engine.catalogue import load_catalogue
from embertable.engine.table import Result
from embertable.games.setawatch.camp import Rest
from embertable.server import bot_pool

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


SEARCHED = {
    "setawatch": ({"difficulty": "easy"}, "ChooseRest"),
    "faceless": ({"players": "3", "difficulty": "hell"}, "ChooseAction"),
    "lueur": ({"players": "2"}, "ChooseCompanion"),
    "deadcells": ({"players": "3"}, "ChooseCard"),
}
"""The settings of a game, and a choice that a search plays out."""


@pytest.mark.parametrize("name", SEARCHED)
def test_the_search_counts_events(name):
    """With the same seed the same ones, and each has a name in both languages."""
    game = load(name)
    options, wanted = SEARCHED[name]
    table = new_table(game, options, 3)
    while (choice := table.next_choice()) is not None and (
        type(choice).__name__ != wanted or len(table.offered(choice.seat)) < 2
    ):
        table.apply(table.offered(choice.seat)[0], choice.seat)
    assert choice is not None
    seat = choice.seat
    if name == "deadcells":
        leave_one_health(table, seat)  # nobody is in danger in a first Combat
    found = tuple(table.offered(seat))
    once, again = (
        SearchBot(1, Budget(playouts=48)).think(
            choice, found, lambda chance: game.imagine(table, seat, chance)
        )
        for _ in range(2)
    )
    assert [one.events for one in once.candidates] == [one.events for one in again.candidates]
    assert any([event for one in once.candidates for event in one.events])
    for one in once.candidates:
        assert len(one.events) == len(one.outcomes)
        assert all([0 <= event < 2 ** len(once.events) for event in one.events])
    for language in ("en", "it"):
        for event in once.events:
            assert load_catalogue("bots", language).has(f"hint.event.{event}")


def after(name: str, change) -> set[str]:
    """The events of an imagined table that was changed in that way after a search began."""
    game = load(name)
    options, wanted = SEARCHED[name]
    table = new_table(game, options, 3)
    while (choice := table.next_choice()) is not None and type(choice).__name__ != wanted:
        table.apply(table.offered(choice.seat)[0], choice.seat)
    assert choice is not None
    policy = rollout_of(game)(table, choice)
    ended = table.copy(table.chance.copy())
    change(ended, policy.seat)
    found = policy.events(ended)
    return {one for bit, one in enumerate(policy.event_names) if found >> bit & 1}


def ending(outcome: str):
    return lambda table, seat: table.end(Result(outcome, (), (0,)))


def nothing(table, seat):
    pass


def hurt(table, seat):
    for one in table.state.characters[:2]:
        one.damage += 1


def killed(table, seat):
    table.state.dead = 0


def leave_one_health(table, seat):
    one = table.state.characters[0]
    one.damage = one.max_health - 1


def overtaken(table, seat):
    table.state.players[1 - seat].bursts = table.state.players[seat].bursts + 1


def paid(table, seat):
    for player in table.state.players:
        player.bursts = 12


@pytest.mark.parametrize(
    ("name", "change", "events"),
    [
        ("faceless", ending("caught"), {"caught"}),
        ("faceless", ending("obstacle"), {"obstacle"}),
        ("faceless", ending("deck"), {"no_card"}),
        ("faceless", nothing, {"no_memory"}),
        ("deadcells", killed, {"dies"}),
        ("deadcells", hurt, {"hurt"}),
        ("deadcells", nothing, set()),
        ("lueur", overtaken, {"dark", "behind"}),
        ("lueur", paid, set()),
        ("lueur", nothing, {"dark"}),
    ],
)
def test_an_event_is_what_happened(name, change, events):
    found = after(name, change)
    assert found == events


def test_one_health_left_is_an_event():
    assert "one_health" in after("deadcells", leave_one_health)


class Clock:
    """Time that passes faster from one question to the next."""

    def __init__(self) -> None:
        self.now = 0.0
        self.speed = 0.001

    def monotonic(self) -> float:
        self.now += self.speed
        return self.now


@pytest.mark.parametrize("name", SEARCHED)
def test_a_hint_is_the_same_when_it_is_asked_twice(name, monkeypatch):
    """However busy the machine is, on a server and in the terminal."""
    clock = Clock()
    monkeypatch.setattr("embertable.bots.search.time", clock)
    game = load(name)
    options, wanted = SEARCHED[name]
    table = new_table(game, options, 3)
    while (choice := table.next_choice()) is not None and type(choice).__name__ != wanted:
        table.apply(table.offered(choice.seat)[0], choice.seat)
    assert choice is not None
    said = []
    for speed in (0.05, 2.0):
        clock.speed = speed
        said.append(bot_pool.hint(game.to_json(table), "", choice.seat))
    assert said[0] == said[1]
    codec = game.codec()
    told = hint_for(table, choice.seat, budget=usual_budget(game))
    assert hint_to_json(told, codec) == said[0]
