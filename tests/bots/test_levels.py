"""The named levels: they err repeatably, by what their seat sees, and never beyond their cap."""

import statistics
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import LEVELS, LevelBot, ask, bot_names, get_bot
from embertable.bots.levels import deviate, number_of
from embertable.bots.search import SearchBot
from embertable.bots.skill import USUAL, Skill, folder_of, skill_of, skills_of
from embertable.engine.chance import Chance, seeded
from embertable.engine.table import Table
from embertable.games import GAMES
from tests.bots.test_honesty import ALL, TWINS, differences, twins

ERRING = Skill(noise=3.0, cap=6.0)


def position(game: str, decisions: int, seed: int = 2) -> Table[Any]:
    """A table with a real choice, after some random decisions."""
    table = new_table(load(game), {}, seed)
    luck = seeded(seed)
    for number in range(200):
        choice = table.next_choice()
        assert choice is not None
        if number >= decisions and len(table.offered(choice.seat)) > 2:
            return table
        table.apply(luck.pick("options", table.offered(choice.seat)), choice.seat)
    raise AssertionError("there is never a choice of three")


def erring(seed: int, skill: Skill = ERRING) -> LevelBot:
    return LevelBot(seed, "ember", skills=lambda _game, _level: skill)


def test_there_are_four_levels_and_older_names_are_among_them():
    assert LEVELS == ("spark", "ember", "flame", "blaze")
    assert {*LEVELS} <= {*bot_names()}
    for level in LEVELS:
        assert isinstance(get_bot(level, 1), LevelBot)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_level_is_worse_informed_than_the_one_below(game):
    skills = [skill_of(load(game), level) for level in LEVELS]
    assert skills[-1].playouts
    assert not skills[-1].noise
    looks = [skill.playouts * skill.attention for skill in skills]
    for (weaker, less), (stronger, more) in pairwise(zip(skills, looks, strict=True)):
        assert less <= more
        assert less < more or weaker.noise > stronger.noise
    for skill in skills:
        assert skill.cap >= skill.noise, "a cap below the noise would make the noise useless"


def test_a_game_without_its_own_skills_uses_the_usual():
    assert skills_of("other", "") == USUAL
    assert skills_of("lueur", folder_of(load("lueur"))) != USUAL


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_position_meets_the_same_decision(level):
    """Whatever the bot was asked before, and however often."""
    table = position("lueur", 12)
    choice = table.next_choice()
    assert choice is not None
    fresh = ask(get_bot(level, 3), table, choice.seat)
    bot = get_bot(level, 3)
    earlier = position("lueur", 5)
    other = earlier.next_choice()
    assert other is not None
    ask(bot, earlier, other.seat)
    assert ask(bot, table, choice.seat) == fresh
    assert ask(bot, table, choice.seat) == fresh


def test_another_seed_errs_otherwise_and_no_noise_never_errs():
    table = position("lueur", 12)
    choice = table.next_choice()
    assert choice is not None
    found = {repr(ask(erring(seed), table, choice.seat)) for seed in range(12)}
    exact = {repr(ask(erring(seed, Skill()), table, choice.seat)) for seed in range(12)}
    assert len(found) > 1
    assert len(exact) == 1


def costs(skill: Skill, decisions: int) -> list[float]:
    """What each choice costs by the evaluator itself, over the beginning of a game."""
    table = new_table(load("lueur"), {}, 3)
    found: list[float] = []
    for number in range(decisions):
        choice = table.next_choice()
        assert choice is not None
        options = tuple(table.offered(choice.seat))
        bot = erring(number, skill)
        action = ask(bot, table, choice.seat)
        if len(options) > 1:
            seat = choice.seat
            again = bot.position(table, table.game.view(table, seat), choice)
            analysis = bot.analyse(
                skill,
                number_of(again),
                choice,
                options,
                partial(table.game.imagine, table, seat),
            )
            values = {repr(one.scored.action): one.scored.total() for one in analysis.candidates}
            found.append(max(values.values()) - values[repr(action)])
        table.apply(action, choice.seat)
    return found


def test_a_mistake_never_costs_more_than_the_cap():
    found = costs(ERRING, 60)
    assert max(found) > 0.5
    assert max(found) <= ERRING.cap + 1e-9
    # Without a cap, such noise does cost more.
    assert max(costs(Skill(noise=3.0, cap=100.0), 60)) > ERRING.cap


def test_relative_noise_is_a_share_of_the_range():
    wild = erring(1, Skill(noise=0.0, cap=0.5, relative=True))
    table = position("lueur", 0)
    choice = table.next_choice()
    assert choice is not None
    assert ask(wild, table, choice.seat) == ask(erring(1, Skill()), table, choice.seat)


def test_errors_are_normal():
    found = [deviate(b"%d" % number) for number in range(4_000)]
    assert abs(statistics.mean(found)) < 0.07
    assert abs(statistics.stdev(found) - 1) < 0.05
    assert 0.02 < sum([abs(one) > 2 for one in found]) / 4_000 < 0.07


def test_a_mistake_is_not_explained():
    """What a level believes by mistake is no reason that a player could learn from."""
    table = position("lueur", 12)
    choice = table.next_choice()
    assert choice is not None
    right = ask(erring(0, Skill()), table, choice.seat)
    silent = told = 0
    for seed in range(12):
        bot = erring(seed)
        if ask(bot, table, choice.seat) == right:
            assert bot.analysis is not None
            assert bot.analysis.best() == right
            told += 1
        else:
            assert bot.analysis is None
            silent += 1
    assert silent
    assert told


def test_one_option_needs_no_thought():
    table = position("lueur", 0)
    choice = table.next_choice()
    assert choice is not None
    only = table.offered(choice.seat)[:1]

    def imagine(_: Chance) -> Table[Any]:
        raise AssertionError("nothing is to be imagined")

    assert erring(1).decide(table.game.view(table, choice.seat), choice, only, imagine) == only[0]


def test_a_level_that_is_called_off_stops_searching():
    """Before its first playout, or in the middle; it answers with the best it has."""
    asked: list[int] = []

    def is_called_off() -> bool:
        asked.append(1)
        return True

    table = position("lueur", 0)
    choice = table.next_choice()
    assert choice is not None
    skill = Skill(playouts=100_000)
    bot = LevelBot(1, "blaze", is_called_off, lambda _game, _level: skill)
    assert ask(bot, table, choice.seat) in table.offered(choice.seat)
    assert asked
    assert bot.search.decisions < 1_000


# What a level may know.


class PeekingLevel(LevelBot):
    """A cheat: errs by what is hidden, so that its mistakes tell of it."""

    def position(self, table, view, choice):
        return super().position(table, view, choice) + repr(table.state.deck).encode()

    def decide(self, view, choice, options, imagine):
        (table,) = {
            cell.cell_contents
            for cell in imagine.__closure__
            if isinstance(cell.cell_contents, Table)
        }
        return super().decide(view, choice, options, table.copy)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("level", LEVELS[:3])
def test_levels_decide_the_same_on_twins(level, game):
    asked = different = 0
    for seed in range(3, 9):
        more, others = differences(lambda: get_bot(level, 5), game, {}, seed, most=6, every=5)
        asked += more
        different += others
        if asked > 12:
            break
    assert asked > 12
    assert different == 0


EVERYWHERE = [
    # The compiled build plays all of them (test_compiled.py).
    pytest.param(*each, id=f"{number}-{each[0]}", marks=[pytest.mark.long] if number % 30 else [])
    for number, each in enumerate(ALL)
]


@pytest.mark.parametrize(("game", "options"), EVERYWHERE)
def test_every_level_is_honest_with_every_setting(game, options):
    """In every scenario and with every expansion; one level after the other."""
    asked = different = 0
    for seed, level in enumerate(LEVELS):
        make = partial(get_bot, level, 5)
        more, others = differences(make, game, options, seed, most=2, every=2 + seed)
        asked += more
        different += others
    assert asked >= len(LEVELS)
    assert different == 0


@pytest.mark.parametrize(("kind", "is_caught"), [(LevelBot, False), (PeekingLevel, True)])
def test_noise_from_what_is_hidden_is_caught(kind, is_caught):
    def make():
        return kind(5, "spark", skills=lambda _game, _level: Skill(noise=9.0, cap=40.0))

    asked, different = differences(make, "lueur", {}, seed=3, most=8)
    assert asked == 8 * TWINS
    assert (different > 0) == is_caught


def test_silence_depends_on_the_view_alone():
    """Whether a level explains itself is the same on twins."""
    table = position("lueur", 9)
    choice = table.next_choice()
    assert choice is not None

    def is_silent(of: Table[Any], seed: int) -> bool:
        bot = erring(seed)
        ask(bot, of, choice.seat)
        return bot.analysis is None

    alike = twins(table, choice.seat, seeded(1))
    found = [{is_silent(one, seed) for one in (table, *alike)} for seed in range(10)]
    assert all([len(one) == 1 for one in found])
    assert len({one.pop() for one in found}) == 2


def searched(attention: float, positions: int) -> list[bool]:
    """Whether a level played options out, in one position after another."""
    found: list[bool] = []
    for number in range(positions):
        table = position("lueur", 0, seed=number)
        choice = table.next_choice()
        assert choice is not None
        bot = erring(number, Skill(playouts=2, attention=attention))
        first = ask(bot, table, choice.seat)
        found.append(bot.search.decisions > 0)
        # Asked again it looks as closely, or as briefly, as before.
        again = erring(number, Skill(playouts=2, attention=attention))
        assert ask(again, table, choice.seat) == first
        assert (again.search.decisions > 0) == found[-1]
    return found


def test_attention_is_the_share_of_decisions_that_are_played_out():
    assert not any(searched(0.0, 4))
    assert all(searched(1.0, 4))
    assert 3 <= sum(searched(0.5, 16)) <= 13


def test_blaze_searches_and_lower_levels_do_not():
    table = position("lueur", 0)
    choice = table.next_choice()
    assert choice is not None
    searched: dict[str, int] = {}
    for level in LEVELS:
        bot = get_bot(level, 1)
        assert isinstance(bot, LevelBot)
        assert isinstance(bot.search, SearchBot)
        ask(bot, table, choice.seat)
        searched[level] = bot.search.decisions
    assert searched["blaze"] > 0
    assert not any([searched[level] for level in LEVELS[:3]])
