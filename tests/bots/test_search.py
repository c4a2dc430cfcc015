"""How a search thinks: repeatable, within its budget, called off at once, and with little memory."""

import json
import re
import tracemalloc
from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import GreedyBot, SearchBot, ask, get_bot
from embertable.bots.analysis import CHANCE, POINTS, Analysis, Candidate, Scored
from embertable.bots.hints import Hint, hint_for, hint_from_json, hint_of, hint_text, hint_to_json
from embertable.bots.rollout import Rollout, rollout_of
from embertable.bots.search import FEWEST, Budget, candidates_for, is_sure, ranked
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.errors import UnknownBot
from embertable.engine.table import Action, Table
from embertable.games import GAMES
from tests.games.lueur.scene import scene

SEARCHED = tuple(GAMES)
"""Every game plays options out."""


def played(game: str, decisions: int, seed: int = 2) -> Table[Any]:
    """A table after some random decisions, at one that is worth a search."""
    table = new_table(load(game), {}, seed)
    chance = table.chance.copy()
    for number in range(100):
        choice = table.next_choice()
        assert choice is not None
        offered = table.offered()
        rollout = rollout_of(table.game)(table, choice)
        if number >= decisions and len(offered) > 1 and rollout.is_worth_a_search():
            return table
        table.apply(chance.pick("options", offered))
    raise AssertionError("nothing was worth a search")


def thought(bot: SearchBot, table: Table[Any]) -> list[tuple[str, list[float]]]:
    choice = table.next_choice()
    assert choice is not None
    found = bot.think(
        choice,
        tuple(table.offered()),
        lambda luck: table.game.imagine(table, choice.seat, luck),
    )
    return [(repr(one.scored.action), one.outcomes) for one in found.candidates]


@pytest.mark.parametrize("game", SEARCHED)
def test_a_seed_and_a_number_of_playouts_repeat_every_playout(game):
    table = played(game, 3)
    once = thought(SearchBot(4, Budget(playouts=20)), table)
    assert thought(SearchBot(4, Budget(playouts=20)), table) == once
    assert any([ends for _, ends in once])


def test_another_seed_imagines_other_tables():
    table = played("lueur", 3)
    once = thought(SearchBot(4, Budget(playouts=20)), table)
    assert thought(SearchBot(5, Budget(playouts=20)), table) != once


@pytest.mark.parametrize("game", SEARCHED)
def test_thinking_leaves_the_table_as_it_was(game):
    table = played(game, 3)
    before = (table.game.state_hash(table), table.chance.draws, len(table.log))
    choice = table.next_choice()
    assert choice is not None
    ask(get_bot("search@1", 1), table, choice.seat)
    assert (table.game.state_hash(table), table.chance.draws, len(table.log)) == before


def test_the_budget_of_playouts_is_kept():
    table = played("lueur", 3)
    ends = [len(found) for _, found in thought(SearchBot(4, Budget(playouts=90)), table)]
    assert 60 <= sum(ends) <= 90


@pytest.mark.parametrize(
    ("outcomes", "is_certain"),
    [
        ([[0.9, 0.8] * 5, [0.2, 0.1] * 5], True),
        ([[0.9, 0.8] * 5, [0.2, 0.9] * 5], False),  # ahead by less than three standard errors
        ([[0.9, 0.8] * 5, [0.2, 0.1] * 5, [0.9, 0.7] * 5], False),  # of another one it is not sure
        ([[0.2, 0.1] * 5, [0.9, 0.8] * 5, [0.3, 0.1] * 5], True),
        ([[0.5, 0.8] * 5, [0.5, 0.8] * 5], True),  # more tables would tell no difference
        ([[0.9, 0.8] * 4, [0.2, 0.1] * 4], False),  # too few tables
        ([[0.9, 0.8] * 6, [0.2, 0.1] * 6], False),  # it looks at every fifth
    ],
)
def test_a_search_is_sure_where_more_tables_would_change_nothing(outcomes, is_certain):
    assert is_sure([tried(*each) for each in outcomes]) == is_certain


@pytest.mark.parametrize("game", SEARCHED)
def test_a_search_that_is_sure_stops(game):
    """With all options alike no playout can tell them apart; the budget is for more."""
    table = played(game, 3)

    class Alike(rollout_of(table.game)):  # type: ignore[misc]
        def play_on(self, table: Table[Any]) -> int:
            return 0

        def estimate(self, table: Table[Any]) -> float:
            return 0.5

        def events(self, table: Table[Any]) -> int:
            return 0

    bot = SearchBot(4, Budget(playouts=3000), rollouts=lambda _: Alike)
    ends = [len(found) for _, found in thought(bot, table)]
    assert max(ends) == FEWEST


def test_more_time_plays_out_more():
    table = played("lueur", 3)
    little = thought(SearchBot(4, Budget(seconds=0.001)), table)
    more = thought(SearchBot(4, Budget(seconds=0.3)), table)
    assert sum([len(ends) for _, ends in little]) < sum([len(ends) for _, ends in more])


class CountingBot(SearchBot):
    """Counts its playouts, and how often it was asked whether to stop."""

    def __init__(self, seed: int, most: int) -> None:
        super().__init__(seed, Budget(seconds=600), self.is_enough)
        self.most = most
        self.asked = self.played = 0

    def is_enough(self) -> bool:
        self.asked += 1
        return self.asked > self.most

    def play_out(self, rollout: Rollout, table: Table[Any], one: Candidate) -> None:
        self.played += 1
        super().play_out(rollout, table, one)


@pytest.mark.parametrize("most", [1, 2, 7, 20])
@pytest.mark.parametrize("game", SEARCHED)
def test_a_search_that_is_called_off_ends_before_the_next_playout(game, most):
    """A playout takes a few milliseconds; one of each option would take too long."""
    bot = CountingBot(4, most)
    found = thought(bot, played(game, 3))
    assert bot.played == most
    # A table on which only some options were played out does not count.
    assert {len(ends) for _, ends in found} == {most // len(found)}


@pytest.mark.parametrize("game", SEARCHED)
def test_a_search_called_off_before_it_began_says_what_looks_best_at_first(game):
    table = played(game, 3)
    choice = table.next_choice()
    assert choice is not None
    bot = SearchBot(4, Budget(seconds=600), lambda: True)
    sharp = GreedyBot(4, full_model=True)
    assert ask(bot, table, choice.seat) == ask(sharp, table, choice.seat)
    assert bot.decisions == 0


MOST_MEMORY = 1_000_000
"""Bytes that a search may hold at any time."""


def peak_of(bot: SearchBot, table: Table[Any]) -> int:
    tracemalloc.start()
    try:
        thought(bot, table)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def stays_small(bot: type[SearchBot], table: Table[Any]) -> bool:
    little, more = [peak_of(bot(4, Budget(playouts=number)), table) for number in (10, 40)]
    return more < MOST_MEMORY and more < 1.5 * little


class HoardingBot(SearchBot):
    """Forgets no table that it played out."""

    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(seed, budget)
        self.hoard: list[Table[Any]] = []

    def play_out(self, rollout: Rollout, table: Table[Any], one: Candidate) -> None:
        self.hoard.append(table)
        super().play_out(rollout, table, one)


@pytest.mark.parametrize("game", SEARCHED)
def test_memory_does_not_grow_with_the_budget(game):
    """What is known of the game by then is not counted: it is kept for all searches."""
    table = played(game, 3)
    thought(SearchBot(4, Budget(playouts=40)), table)
    assert stays_small(SearchBot, table)


def test_a_search_that_keeps_its_tables_is_found_out():
    assert not stays_small(HoardingBot, played("lueur", 3))


# How options are compared.


def tried(*ends: float, worth: float = 0.0) -> Candidate:
    return Candidate(Scored(Action(0), {"bursts": worth}), list(ends))


def test_the_favourite_is_given_up_for_what_ended_clearly_better():
    favourite, rival = tried(0.2, 0.3, 0.2, 0.3), tried(0.5, 0.5, 0.6, 0.6)
    assert ranked([favourite, rival], min_standard_errors=1.0)[0] is rival


def test_the_favourite_stays_where_the_difference_may_be_luck():
    favourite, rival = tried(0.2, 0.9, 0.1, 0.8), tried(0.9, 0.2, 0.8, 0.2)
    assert rival.mean() > favourite.mean()
    assert ranked([favourite, rival], min_standard_errors=1.0)[0] is favourite


def test_what_was_tried_less_often_does_not_win():
    favourite, rival = tried(0.2, 0.3, 0.2, 0.3), tried(0.9, 0.9)
    assert ranked([favourite, rival], min_standard_errors=1.0)[0] is favourite


class Alike(Rollout):
    def same_as(self, action: Action) -> object:
        return type(action)


def test_of_options_that_are_alike_one_is_played_out():
    table = scene("taetyss eoles")
    table.lay("fire", "A10")
    table.lay("water", "B31")
    table.morning()
    choice = table.table.next_choice()
    assert choice is not None
    weighed = [Scored(one, {"bursts": 1.0}) for one in table.table.offered()]
    assert len(weighed) > 1
    assert len(candidates_for(Alike(table.table, choice), weighed)) == 1
    assert len(candidates_for(Rollout(table.table, choice), weighed)) == len(weighed)


# Names.


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("search@200", Budget(playouts=200)),
        ("search@0.2s", Budget(seconds=0.2)),
    ],
)
def test_a_name_says_how_long_to_think(name, budget):
    bot = get_bot(name, 1)
    assert isinstance(bot, SearchBot)
    assert bot.budget == budget


@pytest.mark.parametrize("name", ["search", "search@", "search@-1", "search@1e9", "search@0"])
def test_a_budget_that_makes_no_sense_is_refused(name):
    with pytest.raises(UnknownBot):
        get_bot(name, 1)


# What is said of it.


def test_a_hint_tells_chances_and_what_speaks_against_it():
    best = Candidate(Scored(Action(0), {"cards": 4.0, "footprints": 1.0}), [0.7, 0.5])
    second = Candidate(Scored(Action(1), {"cards": 1.0, "footprints": 2.5}), [0.5, 0.3])
    hint = hint_of(Analysis((best, second), CHANCE))
    assert (hint.source, hint.risk) == ("cards", "footprints")
    assert hint.win_rate == pytest.approx(0.6)
    assert hint.instead_win_rate == pytest.approx(0.4)
    told = hint_text(hint, lambda action: f"option {action.seat}", "en")
    assert told == (
        "I would choose option 0. It is clearly better than option 1, mostly for the cards. "
        "It wins about 60 of 100 games, the other one 40. "
        "The other would be better for footprints."
    )
    assert "circa 60 partite" in hint_text(hint, lambda action: f"mossa {action.seat}", "it")


def test_a_hint_in_points_counts_what_was_played_out():
    best = Candidate(Scored(Action(0), {"health": 1.0}), [9.0, 7.0])
    second = Candidate(Scored(Action(1), {"health": 3.0}), [5.0, 5.0])
    hint = hint_of(Analysis((best, second), POINTS))
    assert hint.more == 3.0
    assert hint.win_rate is None


def test_options_that_end_alike_are_called_nearly_as_good():
    hint = Hint(Action(0), Action(1), 2.0, "cards", win_rate=0.612, instead_win_rate=0.608)
    assert hint_text(hint, lambda action: str(action.seat), "en") == (
        "I would choose 0. 1 is about as good."
    )


def test_a_difference_within_noise_is_not_called_better():
    unsure = Candidate(Scored(Action(0), {"cards": 1.0}), [1.0, 0.0, 1.0, 0.0, 1.0])
    other = Candidate(Scored(Action(1), {"cards": 0.0}), [0.0, 1.0, 0.0, 1.0, 0.0])
    hint = hint_of(Analysis((unsure, other), CHANCE))
    assert hint.win_rate == pytest.approx(0.6)
    assert not hint.is_sure
    assert "about as good" in hint_text(hint, lambda action: str(action.seat), "en")
    # The same difference, found again and again, is one.
    sure = Candidate(unsure.scored, [0.6, 0.61, 0.59, 0.6])
    hint = hint_of(Analysis((sure, Candidate(other.scored, [0.4, 0.4, 0.41, 0.4])), CHANCE))
    assert hint.is_sure
    assert "clearly better" in hint_text(hint, lambda action: str(action.seat), "en")


def test_no_hint_counts_points():
    for more in (0.6, 2.0, 9.0):
        for language in LANGUAGES:
            told = hint_text(Hint(Action(0), Action(1), more, "health"), str, language)
            assert not re.search(r"\bpoint|\bpunt", told)


def test_a_hint_survives_json():
    table = played("lueur", 3)
    hint = hint_for(table, 0, budget=Budget(playouts=8))
    codec = table.game.codec()
    assert hint_from_json(json.loads(json.dumps(hint_to_json(hint, codec))), codec) == hint
