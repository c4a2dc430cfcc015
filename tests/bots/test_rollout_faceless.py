"""How a search plays turns of The Faceless on, and what it makes of where they lead."""

from __future__ import annotations

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.bots.faceless.fast_walks import (
    LOST,
    SPREAD,
    Ground,
    Turning,
    left_of,
    space_of,
    stand,
    unused_of,
)
from embertable.bots.faceless.rollout import TURNS, FacelessRollout
from embertable.bots.faceless.rollout_choices import RolloutChoices
from embertable.bots.faceless.walks import Terrain, Way
from embertable.bots.search import Budget, SearchBot
from embertable.engine.chance import seeded
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT, EXPANSIONS, FACELESS, SCENARIOS
from embertable.games.faceless.ending import OBSTACLE, lose
from embertable.games.faceless.walk import PlayCard, places_for

GAME = load("faceless")


def begun(seed=4, **options):
    """A table at the start of its first turn, set up by the greedy bot."""
    table = GAME.set_up(GAME.check(options), seeded(seed))
    bot = get_bot("greedy", seed)
    while (choice := table.next_choice()) is not None and not table.state.turn:
        table.apply(ask(bot, table, choice.seat), choice.seat)
    return table


def habit_game(table):
    choices = RolloutChoices(table)
    kinds = set()
    while (choice := table.next_choice()) is not None:
        kinds.add(type(choice).__name__)
        table.apply(choices.act(table, choice))
    return kinds


SETTINGS = [
    *[{"scenario": scenario, "players": "2"} for scenario in SCENARIOS],
    *[{name: "on"} for name in EXPANSIONS if name not in ("avatars", "servants")],
    {"servants": "carrier"},
    {"avatars": "spectral", "headings": "all"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(options.values()))
def test_rollouts_play_every_scenario_and_expansion_to_the_end(options):
    table = begun(**options)
    habit_game(table)
    assert table.result is not None


def test_rollouts_win_where_luck_never_does():
    """500 random games at each difficulty were lost, so that three of twelve are no luck."""
    won = 0
    kinds = set()
    for seed in range(12):
        table = begun(seed, difficulty="easy")
        kinds |= habit_game(table)
        won += bool(table.result.winners)
    assert won >= 3
    assert {"ChooseAction", "ChoosePlace", "ChooseHeading", "ChooseColumn"} <= kinds


# Walks as numbers.


def walked(ground, way, direction, billygoat):
    """The same step by numbers, told as the careful reckoning tells it."""
    left = sum([1 << ground.memories.index(space) for space in way.left])
    after = ground.step(stand(way.team, left, way.unused), direction, billygoat)
    rest = [space for at, space in enumerate(ground.memories) if left_of(after) >> at & 1]
    return Way(space_of(after), tuple(sorted(rest)), unused_of(after), bool(after & LOST))


def test_a_step_in_numbers_is_the_step_that_greedy_reckons_with():
    table = begun()
    terrain = Terrain(table)
    ground = Ground(terrain, table.state.memory_spaces)
    left = tuple(sorted(table.state.memory_spaces))
    billygoat = table.state.places[BILLYGOAT]
    ends = set()
    for space in range(terrain.board.size):
        for unused in (0, 2):
            for direction in range(6):
                way = Way(space, left, unused)
                careful = terrain.step(way, direction, billygoat)
                quick = walked(ground, way, direction, billygoat)
                ends.add((careful.lost, careful.unused - unused))
                if careful.lost:
                    assert quick.lost
                else:
                    assert quick == careful
    assert ends == {(False, 0), (False, 1), (False, -1), (True, 0)}


def test_needle_steps_in_numbers_lead_where_the_team_goes():
    table = begun()
    state = table.state
    terrain = Terrain(table)
    ground = Ground(terrain, state.memory_spaces)
    left = tuple(sorted(state.memory_spaces))
    for space in range(terrain.board.size):
        if state.cover[space] != AWAY or space in state.memory_spaces:
            continue
        careful = terrain.follow(Way(space, left, 3), state.places, state.headings, 3)
        quick = ground.follow(stand(space, 255, 3), state.places, state.headings, 3)
        assert (space_of(quick), bool(quick & LOST)) == (careful.team, careful.lost)


def test_headings_in_company_lead_where_each_leads_alone():
    table = begun()
    state = table.state
    billygoat = state.places[BILLYGOAT]
    ground = Ground(Terrain(table), state.memory_spaces)
    start = ground.stand_of(state)
    parted = 0
    for figure in FACELESS:
        turning = Turning(ground, state, figure)
        for place in places_for(table, figure, True):
            for steps in range(4):
                alone: dict[int, list[int]] = {}
                for heading in range(0, 360, SPREAD):
                    end = turning.follow(start, place, heading, billygoat, steps)
                    alone.setdefault(end, []).append(heading)
                together = turning.ends(start, place, billygoat, steps)
                parted += len(alone) > 1
                assert together == [(e, h[len(h) // 2]) for e, h in alone.items()]
    assert parted


@pytest.mark.parametrize(
    "options", [{}, {"players": "2", "servants": "roaming"}, {"nightworld": "on"}], ids=str
)
def test_what_is_known_from_other_rollouts_changes_no_choice(options):
    table = begun(**options)
    known = 0
    for option in table.offered():
        if isinstance(option, PlayCard):
            played = table.copy(table.chance.copy())
            played.apply(option)
            known += check_rollouts(played)
    assert known or "servants" in options, "nothing is kept where deadly spaces move"


def new_rollout(table):
    choice = table.next_choice()
    assert choice is not None
    return FacelessRollout(table, choice)


def check_rollouts(table):
    """The first choice after a card is the evaluator's, the others are the rollout's own."""
    shared = new_rollout(table)
    for seed in range(6):
        one = GAME.imagine(table, 0, seeded(seed))
        other = GAME.imagine(table, 0, seeded(seed))
        fresh = new_rollout(other)
        assert shared.play_on(one) == fresh.play_on(other)
        assert one.to_json() == other.to_json()
        assert shared.estimate(one) == fresh.estimate(other)
    return len(shared.choices.poses) + len(shared.choices.valued)


# Where a playout ends.


def test_a_playout_ends_at_the_start_of_a_turn_or_with_the_game():
    table = begun()
    policy = FacelessRollout(table, table.next_choice())
    assert policy.is_worth_a_search()
    policy.play_on(table)
    assert table.result is not None or table.state.turn == 1 + TURNS
    assert 0.0 <= policy.estimate(table) <= 1.0


@pytest.mark.parametrize("options", SETTINGS)
def test_where_the_figures_begin_is_played_out_outside_the_fog(options):
    """Sites cost most of all decisions: ten points of a hundred at first sight."""
    table = GAME.set_up(GAME.check(options), seeded(4))
    bot = SearchBot(4, Budget(playouts=4))
    is_open = False
    while (choice := table.next_choice()) is not None and not table.state.turn:
        if len(table.offered(choice.seat)) > 1:
            policy = FacelessRollout(table, choice)
            is_open = not policy.is_foggy
            assert policy.is_worth_a_search() == is_open
        table.apply(ask(bot, table, choice.seat), choice.seat)
    assert bool(bot.decisions) == is_open


def test_ground_of_before_a_memory_was_laid_no_longer_holds():
    """A playout may begin in the set-up, where the Memories of a scenario come later."""
    table = begun()
    ground = Ground(Terrain(table), table.state.memory_spaces[:-1])
    assert not ground.still_holds(table.state)


def test_found_memories_and_cards_left_promise_more_and_a_lost_game_nothing():
    table = begun()
    policy = FacelessRollout(table, table.next_choice())
    at_first = policy.estimate(table)
    table.state.memory_spaces[0] = AWAY
    found = policy.estimate(table)
    del table.state.deck[8:]
    late = policy.estimate(table)
    assert 0.0 < late < at_first < found < 1.0
    lose(table, OBSTACLE)
    assert policy.estimate(table) == 0.0


def test_billygoat_within_reach_promises_less():
    table = begun()
    policy = FacelessRollout(table, table.next_choice())
    far = policy.estimate(table)
    around = table.state.content.board.around[table.state.team]
    table.state.places[BILLYGOAT] = next(one for one in around if table.state.cover[one] == AWAY)
    assert policy.estimate(table) < far


@pytest.mark.rule("F-EXP-FOG-03")
def test_under_the_fog_nothing_is_played_on():
    table = begun(fog="on")
    bot = SearchBot(1, Budget(playouts=8))
    ask(bot, table, table.next_choice().seat)
    assert bot.decisions == 0
