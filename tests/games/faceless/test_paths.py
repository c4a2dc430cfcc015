"""Billygoat's shortest paths, against a plain search on the field as the ledger describes it."""

import random

import pytest

from embertable.games.faceless.billygoat import (
    ApproachBy,
    BillygoatTurned,
    billygoat_steps,
    closer_spaces,
    ways_from,
)
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import bearing
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.expansions.avatars.cards import Avatars
from embertable.games.faceless.expansions.swamp import Swamps
from embertable.games.faceless.threats import Hunt
from embertable.games.faceless.walk import PlayCard, StandOn
from tests.games.faceless.scene import BOARD, billygoat, ext, scene

SIDES = ("duskworld", "nightworld")


def placed(luck, swamp=False, avatar="plain", **arguments):
    """Team and Billygoat somewhere on the reference field; the Team perhaps on a Swamp."""
    table = scene(side=luck.choice(SIDES), swamp="on", avatars=avatar, **arguments)
    state = table.state
    state.parts["avatars"] = Avatars([avatar])
    state.parts["swamp"] = Swamps(list(range(6)))
    free = [space for space in range(BOARD.size) if state.cover[space] == AWAY]
    covered = [space for space in range(BOARD.size) if state.cover[space] != AWAY]
    state.team = luck.choice(covered if swamp else free)
    billygoat(table, luck.choice([space for space in free if space != state.team]))
    return table


def node(state, space, is_spectral):
    """For the Spectral an Obstacle is one space (F-AVA-SPECTRAL-01)."""
    obstacle = state.cover[space]
    return ("obstacle", obstacle) if is_spectral and obstacle != AWAY else space


def distances(state, start, is_spectral):
    """Steps from a space to every other that he can enter, Obstacles as the form has it."""
    found = {node(state, start, is_spectral): 0}
    waiting = list(found)
    for one in waiting:
        cells = state.obstacles[one[1]] if isinstance(one, tuple) else [one]
        for cell in cells:
            for near in BOARD.around[cell]:
                other = node(state, near, is_spectral)
                if other not in found and (is_spectral or state.cover[near] == AWAY):
                    found[other] = found[one] + 1
                    waiting.append(other)
    return found


def nearest_cells(state, obstacle):
    far = {cell: BOARD.distances[state.team][cell] for cell in state.obstacles[obstacle]}
    return {cell for cell in far if far[cell] == min(far.values())}


def closer(state, is_spectral):
    """The spaces one step nearer to the Team, or to the nearest space that he can reach."""
    here = state.billygoat()
    reach = distances(state, here, is_spectral)
    goals = [state.team]
    if node(state, state.team, is_spectral) not in reach:
        near = min(BOARD.distances[state.team][space] for space in reach)
        goals = [space for space in reach if BOARD.distances[state.team][space] == near]
    ways = [distances(state, goal, is_spectral) for goal in goals]

    def far(one):
        return min(way[one] for way in ways if one in way)

    if here in goals:
        return set()
    start = node(state, here, is_spectral)
    wanted = far(start) - 1
    cells = state.obstacles[start[1]] if isinstance(start, tuple) else [here]
    found = set()
    for near in {near for cell in cells for near in BOARD.around[cell]}:
        other = node(state, near, is_spectral)
        if isinstance(other, tuple):
            if far(other) == wanted:
                found |= nearest_cells(state, other[1])
        elif other in reach and far(other) == wanted:
            found.add(near)
    return found


@pytest.mark.rule("F-DEF-07", "F-THREAT-RED-01", "F-THREAT-RED-02", "F-THREAT-RED-03")
@pytest.mark.rule("F-THREAT-RED-06", "F-EXP-SWAMP-05", "F-AVA-SPECTRAL-01", "F-AVA-SPECTRAL-02")
@pytest.mark.parametrize("avatar", ["plain", "spectral"])
@pytest.mark.parametrize("swamp", [False, True])
def test_he_comes_closer_by_every_shortest_path_and_no_other(avatar, swamp):
    luck = random.Random(f"{avatar} {swamp}")
    several = 0
    for _ in range(120):
        table = placed(luck, swamp, avatar)
        wanted = closer(table.state, avatar == "spectral")
        assert set(closer_spaces(table.table)) == wanted
        several += len(wanted) > 1
    assert several > 10


@pytest.mark.rule("F-DEF-07", "F-THREAT-RED-03", "F-MAZE-04")
def test_his_path_distance_goes_around_obstacles_and_never_through_the_maze():
    luck = random.Random(8)
    for _ in range(25):
        table = placed(luck)
        found = ways_from(table.table, [table.state.team])
        wanted = distances(table.state, table.state.team, False)
        assert found == [wanted.get(space, AWAY) for space in range(BOARD.size)]
        both = ways_from(table.table, [table.state.team, table.state.billygoat()])
        other = distances(table.state, table.state.billygoat(), False)
        for space in wanted:
            assert both[space] == min(wanted[space], other[space])


@pytest.mark.rule("F-WALK-06", "F-WALK-07", "F-AVA-SPECTRAL-02", "F-AVA-SPECTRAL-04")
def test_the_spectral_steps_onto_obstacles_and_off_them_anywhere():
    luck = random.Random(5)
    on_obstacle = 0
    for _ in range(80):
        table = placed(luck, avatar="spectral")
        state = table.state
        obstacle = luck.randrange(6)
        if luck.random() < 0.5:
            billygoat(table, luck.choice(state.obstacles[obstacle]))
            around = {near for cell in state.obstacles[obstacle] for near in BOARD.around[cell]}
            wanted = {near for near in around if state.cover[near] == AWAY}
            on_obstacle += 1
        else:
            near = BOARD.around[state.billygoat()]
            wanted = {space for space in near if state.cover[space] == AWAY}
            for one in {state.cover[space] for space in near} - {AWAY}:
                wanted |= nearest_cells(state, one)
        assert set(billygoat_steps(table.table, state.billygoat())) == wanted
    assert on_obstacle > 20


@pytest.mark.rule("F-THREAT-RED-01", "F-THREAT-RED-04", "F-THREAT-RED-05", "F-THREAT-RED-06")
@pytest.mark.parametrize("avatar", ["plain", "spectral"])
@pytest.mark.parametrize("swamp", [False, True])
def test_a_hunt_takes_its_steps_faces_the_team_and_ends_where_it_must(avatar, swamp):
    luck = random.Random(f"{avatar} {swamp} hunt")
    caught = 0
    for _ in range(60):
        table = placed(luck, swamp, avatar)
        table.state.places[:3] = [AWAY] * 3
        steps = luck.randint(1, 4)
        table.run(Hunt(0, steps))
        while table.waiting():
            state = table.state
            wanted = closer(state, avatar == "spectral")
            assert {option.space for option in table.offered(ApproachBy)} == wanted
            assert len(wanted) > 1
            table.act(luck.choice(table.offered()))
        state = table.state
        moved = [event for event in table.table.log if type(event).__name__ == "BillygoatMoved"]
        if table.outcome:
            assert table.outcome == "caught"
            goat, team = state.billygoat(), state.team
            assert node(state, goat, True) == node(state, team, True)
            caught += 1
        else:
            assert len(moved) + len(table.events(BillygoatTurned)) == steps
            wanted = bearing(BOARD, state.billygoat(), state.team)
            assert state.headings[BILLYGOAT] == wanted
    assert caught > (0 if avatar == "spectral" or not swamp else -1)


@pytest.mark.rule("F-AVA-DEMON-01", "F-INT-74", "F-WALK-06", "F-WALK-09")
@pytest.mark.parametrize("swamp", [False, True])
def test_the_demon_goes_closer_or_as_near_as_he_can(swamp):
    luck = random.Random(f"demon {swamp}")
    stuck = 0
    for _ in range(80):
        table = placed(luck, swamp, "demon", kids="matt luke pj", hands="red-1 | |")
        state = table.state
        state.places[:3] = [ext(0), ext(12), ext(24)]
        if luck.random() < 0.3:
            near = [s for s in BOARD.around[state.team] if state.cover[s] == AWAY]
            if near:
                billygoat(table, luck.choice(near))
        start = state.billygoat()
        wanted = closer(state, False)
        if not wanted:
            stuck += 1
            open_to_him = [s for s in BOARD.around[start] if state.cover[s] == AWAY]
            far = {space: BOARD.distances[state.team][space] for space in open_to_him}
            wanted = {space for space in far if far[space] == min(far.values())}
        table.turn()
        table.act(PlayCard(0, "red-1"))
        places = {action.place for action in table.offered(StandOn)}
        assert (places or {state.billygoat()}) == wanted
    assert (stuck > 5) == swamp


@pytest.mark.rule("F-AVA-DEMON-01", "F-WALK-09")
def test_a_demon_walled_in_beside_a_swamp_stays():
    table = placed(random.Random(1), False, "demon", kids="matt luke pj", hands="red-1 | |")
    table.clear()
    table.memory("hat", BOARD.size - 1)
    middle = BOARD.index[0, 0]
    billygoat(table, middle)
    table.obstacle(0, *BOARD.around[middle])
    table.state.team = BOARD.around[middle][0]
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert table.state.billygoat() == middle
    assert not table.offered(StandOn)
