"""The short list of headings, against every one of the 360."""

import random
from itertools import groupby

import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import collisions
from embertable.games.faceless.compass import DEGREE, TIES, Compass
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.headings import short_headings
from embertable.games.faceless.team import earth_field, step_target
from tests.games.faceless.scene import BOARD, CONTENT, ext, scene


def way_of(table, figure, heading, steps):
    """The Team's way step by step, from the readings themselves."""
    state = table.state
    headings = state.headings[:]
    headings[figure] = heading
    gone = [one for one, _ in collisions(CONTENT, state.places, headings, figure)]
    if table.options["collisions"] == "off":
        gone = []
    places = [AWAY if one in gone else place for one, place in enumerate(state.places)]
    way: list[object] = [tuple(sorted(gone))]
    space = state.team
    for _ in range(max(steps, 1)):
        code = CONTENT.compass.read_code(places, headings, space, earth_field(table.table))
        way.append(code)
        if code >= TIES:
            break
        target = step_target(table.table, space, code)
        if target == places[BILLYGOAT] or state.cover[target] != AWAY:
            break
        space = target
    return tuple(way)


def middles(ways):
    """For each way the middle of its longest run around the circle."""
    start = next((n for n in range(360) if ways[n] != ways[n - 1]), None)
    if start is None:
        return [0]
    turned = [(n % 360, ways[n % 360]) for n in range(start, start + 360)]
    best: dict[object, tuple[int, int]] = {}
    for way, run in groupby(turned, key=lambda pair: pair[1]):
        found = [heading for heading, _ in run]
        if way not in best or len(found) > best[way][0]:
            best[way] = (len(found), found[len(found) // 2])
    return sorted(heading for _, heading in best.values())


def shuffled(luck, **options):
    table = scene(**options)
    state = table.state
    state.places = [ext(number) for number in luck.sample(range(BOARD.ring), 3)]
    state.places.append(luck.randrange(BOARD.size))
    if luck.random() < 0.2:
        state.places[luck.randrange(3)] = AWAY
    # Round headings bring about ties that fall on whole degrees.
    step = luck.choice([1, 1, 30])
    state.headings = [luck.randrange(0, 360, step) for _ in range(4)]
    for figure, _ in collisions(CONTENT, state.places, state.headings, BILLYGOAT):
        state.places[figure] = AWAY  # what snaps has snapped before anybody chooses
    state.team = luck.choice([space for space in range(BOARD.size) if space not in state.places])
    return table


@pytest.mark.rule("F-WALK-03")
@pytest.mark.parametrize(
    ("band", "least", "options"),
    [
        (2.0, 0.5, {}),
        (2.0, 0.5, {"earth_field": "north_20uT", "maze_wrap": "line"}),
        (0.0, 0.0, {"collisions": "off"}),
        (15.0, 30.0, {}),
        (1.0, 300.0, {}),
    ],
)
def test_each_way_of_the_team_is_named_once_by_the_middle_of_its_headings(
    monkeypatch, band, least, options
):
    compass = Compass(BOARD, CONTENT.pitch, CONTENT.moment, int(band * DEGREE), least * 1e-6)
    monkeypatch.setattr(CONTENT, "compass", compass)
    luck = random.Random(band + least)
    for _ in range(8):
        table = shuffled(luck, **options)
        for figure in range(4):
            steps = luck.randrange(5)
            ways = [way_of(table, figure, heading, steps) for heading in range(360)]
            assert short_headings(table.table, figure, steps) == middles(ways)
