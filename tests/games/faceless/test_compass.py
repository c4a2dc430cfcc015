"""The needle: sectors, ties, weak fields, and the exact field of real magnets as a witness."""

import random

import magpylib
import numpy as np
import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import collisions
from embertable.games.faceless.compass import (
    DEGREE,
    NORTH,
    TIES,
    WEAK,
    angle_of,
    bearing,
    opposite_angle,
    pull,
)
from tests.games.faceless.scene import BOARD, CONTENT, REFERENCE, at, ext

COMPASS = CONTENT.compass
POSITIONS = 6000


def case(id: str):
    row = next(row for row in REFERENCE["needle_case"] if row["id"] == id)
    places = [AWAY if number < 0 else ext(number) for number in row["externals"]]
    places.append(at(*row["billygoat"]) if "billygoat" in row else AWAY)
    return row, places, [*row["headings"], row.get("billygoat_heading", 0)], at(*row["team"])


@pytest.mark.rule("F-NEEDLE-01", "F-NEEDLE-03", "F-NEEDLE-05", "F-NEEDLE-09")
@pytest.mark.parametrize("id", [row["id"] for row in REFERENCE["needle_case"]])
def test_the_reference_readings(id):
    row, places, headings, team = case(id)
    x, y = COMPASS.field(places, headings, team, 0.0)
    angle = COMPASS.read(places, headings, team)
    assert angle / DEGREE == pytest.approx(row["angle_deg"], abs=5e-4)
    assert np.hypot(x, y) * 1e6 == pytest.approx(row["field_uT"], abs=5e-4)
    assert sorted(COMPASS.directions(angle)) == sorted(row["directions"])
    assert COMPASS.code(x, y) == COMPASS.code_of_angle(angle)
    assert (COMPASS.read_code(places, headings, team) >= TIES) == row["tie"]


@pytest.mark.rule("F-EX-24", "F-DEF-09", "F-DEF-10", "F-DIFF-08")
def test_the_blank_side_repels_and_the_coloured_side_attracts():
    east = ext(0)
    assert COMPASS.read([east], [180], at(0, 0)) == 180 * DEGREE
    assert COMPASS.read([east], [0], at(0, 0)) == 0


@pytest.mark.rule("F-NEEDLE-02")
def test_the_nearer_magnet_acts_stronger():
    fields = [np.hypot(*COMPASS.field([at(n, 0)], [0], at(0, 0), 0.0)) for n in (1, 2, 4)]
    assert fields[0] / fields[1] == pytest.approx(8)
    assert fields[1] / fields[2] == pytest.approx(8)


@pytest.mark.rule("F-NEEDLE-04", "F-DIFF-10")
@pytest.mark.parametrize("border", range(30, 360, 60))
def test_within_two_degrees_of_a_border_two_spaces_tie(border):
    low, high = (border - 30) // 60, (border + 30) // 60 % 6
    for angle, ways in {
        border - 2.000001: (low,),
        border - 2: (low, high),
        border: (low, high),
        border + 2: (low, high),
        border + 2.000001: (high,),
    }.items():
        assert COMPASS.directions(round(angle * DEGREE) % (360 * DEGREE)) == ways


@pytest.mark.rule("F-NEEDLE-09")
def test_a_full_turn_is_east_again():
    assert angle_of(1.0, -1e-17) == 0
    assert COMPASS.directions(360 * DEGREE - 1) == (0,)
    assert COMPASS.directions(0) == (0,)


@pytest.mark.rule("F-NEEDLE-01")
def test_the_white_end_points_the_opposite_way():
    assert opposite_angle(30 * DEGREE) == 210 * DEGREE
    assert opposite_angle(200 * DEGREE) == 20 * DEGREE


@pytest.mark.rule("F-NEEDLE-07")
def test_too_weak_a_field_leaves_the_needle_as_it_was():
    none = [AWAY] * 4
    assert COMPASS.read(none, [0] * 4, at(0, 0)) == NORTH
    assert COMPASS.read(none, [0] * 4, at(0, 0), 12 * DEGREE) == 12 * DEGREE
    assert COMPASS.code(0.49e-6, 0.0) == WEAK
    assert COMPASS.code(0.51e-6, 0.0) == 0


@pytest.mark.rule("F-NEEDLE-06", "F-COLL-03")
def test_a_removed_figure_does_not_act():
    with_it = COMPASS.field([ext(0), AWAY], [180, 45], at(0, 0), 0.0)
    assert with_it == COMPASS.field([ext(0)], [180], at(0, 0), 0.0)


@pytest.mark.rule("F-NEEDLE-08")
def test_the_field_of_the_earth_is_off_unless_asked_for():
    assert COMPASS.field([], [], at(0, 0), 0.0) == (0.0, 0.0)
    assert COMPASS.read([], [], at(0, 0), 0, CONTENT.earth_field) == NORTH


def random_positions(count: int):
    luck = random.Random(7)
    for _ in range(count):
        team, goat = luck.sample(range(BOARD.size), 2)
        places = [ext(number) for number in luck.sample(range(BOARD.ring), 3)]
        yield [*places, goat], [luck.randrange(360) for _ in range(4)], team


@pytest.mark.rule("F-NEEDLE-01", "F-NEEDLE-03", "F-NEEDLE-04")
def test_real_magnets_lead_the_same_way():
    """The exact field of four cylinder magnets, from magpylib, at thousands of positions."""
    positions = list(random_positions(POSITIONS))
    magnet = CONTENT.pitch / 1000
    fields = np.zeros((POSITIONS, 3))
    for figure in range(4):
        upright = magpylib.magnet.Cylinder(polarization=(0, 0, 1.30), dimension=(0.010, 0.009))
        offsets = []
        turns = []
        for places, headings, team in positions:
            here, there = BOARD.positions[places[figure]], BOARD.positions[team]
            offsets.append(((there[0] - here[0]) * magnet, (there[1] - here[1]) * magnet, 0))
            turns.append(np.radians(headings[figure]))
        # In the magnet's own frame its axis is z: the moment turns into z, the plane with it.
        offsets_array, turn = np.array(offsets), np.array(turns)
        along = offsets_array[:, 0] * np.cos(turn) + offsets_array[:, 1] * np.sin(turn)
        across = -offsets_array[:, 0] * np.sin(turn) + offsets_array[:, 1] * np.cos(turn)
        local = upright.getB(np.stack([across, np.zeros(POSITIONS), along], axis=1))
        fields[:, 0] += local[:, 2] * np.cos(turn) - local[:, 0] * np.sin(turn)
        fields[:, 1] += local[:, 2] * np.sin(turn) + local[:, 0] * np.cos(turn)
    read = COMPASS.read_many(
        [places for places, _, _ in positions],
        [headings for _, headings, _ in positions],
        [team for _, _, team in positions],
    )
    exact = np.degrees(np.arctan2(fields[:, 1], fields[:, 0])) % 360
    apart = np.abs((np.array(read) / DEGREE - exact + 180) % 360 - 180)
    strong = np.hypot(fields[:, 0], fields[:, 1]) > 0.5e-6
    assert strong.sum() > 5000
    assert apart[strong].max() < 0.5
    for number in np.flatnonzero(strong):
        ways = COMPASS.directions(read[number])
        if len(ways) == 1:
            assert ways == (int((exact[number] + 30) // 60 % 6),)


def test_one_reading_is_the_same_alone_and_among_many():
    positions = list(random_positions(50))
    places_, headings_, teams = zip(*positions, strict=True)
    many = COMPASS.read_many(list(places_), list(headings_), list(teams))
    for (places, headings, team), angle in zip(positions, many, strict=True):
        assert COMPASS.read(places, headings, team) == angle
        code = COMPASS.read_code(places, headings, team)
        assert code in (WEAK, COMPASS.code_of_angle(angle))


def test_a_code_is_what_the_angle_says_even_at_the_limits():
    luck = random.Random(3)
    for number in range(20_000):
        degrees = luck.uniform(0, 360)
        if number % 2:
            border = luck.choice(range(30, 360, 60))
            degrees = border + luck.choice([-2, 2]) + luck.gauss(0, 2e-6)
        x, y = 1e-4 * np.cos(np.radians(degrees)), 1e-4 * np.sin(np.radians(degrees))
        assert COMPASS.code(float(x), float(y)) == COMPASS.code_of_angle(
            angle_of(float(x), float(y))
        )


@pytest.mark.rule("F-DEF-10")
def test_a_bearing_is_a_whole_degree():
    assert bearing(BOARD, at(2, 0), at(-3, -2)) == 196
    assert bearing(BOARD, at(0, 0), at(1, 0)) == 0
    assert bearing(BOARD, at(0, 0), at(0, 1)) == 60


@pytest.mark.rule("F-COLL-01")
def test_forces_are_those_of_the_ledger():
    def force(a, b):
        return pull(BOARD, CONTENT.pitch, CONTENT.moment, a[0], a[1], b[0], b[1])

    assert force((at(5, 0), 0), (ext(0), 0)) == pytest.approx(0.214, abs=5e-4)
    assert force((at(5, 0), 90), (ext(0), 270)) == pytest.approx(0.107, abs=5e-4)
    assert force((at(5, 0), 0), (ext(0), 180)) < 0
    assert force((ext(0), 0), (ext(2), 0)) < CONTENT.slip_force


@pytest.mark.rule("F-COLL-02", "F-COLL-06")
def test_the_strongest_pair_comes_first_and_billygoat_stays():
    goat = at(5, 0)
    places = [ext(0), ext(35), AWAY, goat]
    both = collisions(CONTENT, places, [0, 0, 0, 0], 3)
    assert both[0] == (0, 3)
    assert all(figure != 3 for figure, _ in both)
    assert collisions(CONTENT, [ext(0), AWAY, AWAY, goat], [180, 0, 0, 0], 0) == []


def test_a_steady_field_points_the_same_way_whatever_is_added():
    """No magnet of the strength asked about moves the needle, and a stronger one would."""
    luck = random.Random(5)
    steady = 0
    for _ in range(POSITIONS // 20):
        x, y = luck.uniform(-1e-4, 1e-4), luck.uniform(-1e-4, 1e-4)
        change = luck.uniform(0.0, 3e-5)
        codes = {
            COMPASS.code(
                x + change * np.cos(np.radians(turn)), y + change * np.sin(np.radians(turn))
            )
            for turn in range(0, 360, 5)
        }
        if COMPASS.is_steady(x, y, change):
            steady += 1
            assert codes == {COMPASS.code(x, y)}
    assert POSITIONS // 200 < steady < POSITIONS // 25
