"""Details of clauses that a small change of a rule would miss."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest

from embertable.engine.chance import seeded
from embertable.games.faceless.board import AWAY, Board
from embertable.games.faceless.collisions import FigureSnapped, collisions
from embertable.games.faceless.compass import TIES, Compass, angle_of, bearing, pull
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.expansions.creepy_die import DieRolled, RollAgain
from embertable.games.faceless.expansions.den import Den
from embertable.games.faceless.expansions.fog import CompassCovered
from embertable.games.faceless.expansions.special_rules import SayWord
from embertable.games.faceless.layout import Layouts, has_room, is_connected, random_sites
from embertable.games.faceless.moments import (
    KeepsObstaclesAway,
    MovementEndsOn,
    PushLengths,
    SpaceTaken,
)
from embertable.games.faceless.threats import ChooseTurned, ThreatStruck, TurnRound
from embertable.games.faceless.turns import TurnBegan
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    PLAIN,
    at,
    billygoat,
    open_field,
    set_up,
    with_die,
)
from tests.games.faceless.test_tokens import with_haunts, with_portals

# Magnets and compass.


@pytest.mark.rule("F-COLL-01", "F-COLL-05")
@pytest.mark.parametrize("heading", [0, 30, 60, 90, 137])
def test_two_magnets_pull_alike_whichever_way_they_stand(heading):
    """Turned together with the line between them, they feel the same force."""
    force = {}
    for turn, place in ((0, at(1, 0)), (300, at(1, -1)), (240, at(0, -1)), (60, at(0, 1))):
        a, b = (heading + turn) % 360, (heading + turn + 25) % 360
        x, y = BOARD.positions[place]
        x, y = x - BOARD.positions[at(0, 0)][0], y - BOARD.positions[at(0, 0)][1]
        assert round(math.degrees(math.atan2(y, x))) % 360 == turn
        force[turn] = pull(BOARD, CONTENT.pitch, CONTENT.moment, at(0, 0), a, place, b)
    assert max(force.values()) - min(force.values()) < 1e-9 * abs(force[0])


@pytest.mark.rule("F-COLL-05")
def test_magnets_in_line_attract_twice_as_much_as_side_by_side_they_repel():
    def between(heading: int) -> float:
        return pull(BOARD, 35.0, 1.0, at(0, 0), heading, at(1, 0), heading)

    assert between(0) > 0 > between(90)
    assert between(0) == pytest.approx(-2 * between(90))


@pytest.mark.rule("F-COLL-02", "F-COLL-06")
@pytest.mark.parametrize(("moved", "leaves"), [(0, 0), (1, 1), (2, 0), (BILLYGOAT, 0)])
def test_of_two_that_snap_together_the_moved_one_leaves(moved, leaves):
    places = [at(0, 0), at(1, 0), AWAY, AWAY]
    gone = collisions(CONTENT, places, [0, 0, 0, 0], moved)
    assert gone == [(leaves, 1 - leaves)]


@pytest.mark.rule("F-COLL-02")
def test_billygoat_never_leaves_even_if_he_moved():
    places = [at(0, 0), AWAY, AWAY, at(1, 0)]
    assert collisions(CONTENT, places, [0, 0, 0, 0], BILLYGOAT) == [(0, BILLYGOAT)]


@pytest.mark.rule("F-COLL-01")
def test_a_pull_no_greater_than_the_slip_force_snaps_nothing(monkeypatch):
    places, headings = [at(0, 0), at(1, 0), AWAY, AWAY], [0, 0, 0, 0]
    force = pull(BOARD, CONTENT.pitch, CONTENT.moment, places[0], 0, places[1], 0)
    monkeypatch.setattr(CONTENT, "slip_force", force)
    assert collisions(CONTENT, places, headings, 0) == []
    monkeypatch.setattr(CONTENT, "slip_force", math.nextafter(force, 0.0))
    assert collisions(CONTENT, places, headings, 0) == [(0, 1)]


@pytest.mark.rule("F-NEEDLE-04", "F-NEEDLE-09")
@pytest.mark.parametrize("border", range(30, 360, 60))
def test_the_quick_way_keeps_the_limit_of_a_tie_to_a_millionth_of_a_degree(border):
    compass: Compass = CONTENT.compass
    for degrees, ties in (
        (border - 2.000001, False),
        (border - 1.999999, True),
        (border + 1.999999, True),
        (border + 2.000001, False),
    ):
        angle = math.radians(degrees)
        code = compass.code(math.cos(angle), math.sin(angle))
        assert code == compass.code_of_angle(round(degrees * 1e6) % 360_000_000)
        assert (code >= TIES) is ties


@pytest.mark.rule("F-NEEDLE-04")
def test_the_quick_way_to_read_the_needle_agrees_with_its_angle():
    """Around the whole circle in quarter degrees, for weak and strong fields."""
    compass: Compass = CONTENT.compass
    codes = set()
    for quarter in range(4 * 360):
        angle = math.radians(quarter / 4)
        for length in (1.01e-6, 3e-5, 0.4):
            x, y = length * math.cos(angle), length * math.sin(angle)
            if x * x + y * y < compass.least:
                continue
            codes.add(compass.code(x, y))
            assert compass.code(x, y) == compass.code_of_angle(angle_of(x, y)), quarter
    assert len(codes) == 12, "six spaces and six ties"


# Setting up.


@pytest.mark.rule("F-SETUP-09")
@pytest.mark.parametrize(
    ("second", "apart"), [(at(1, 0), False), (at(2, 0), True), (at(1, 1), True)]
)
def test_memories_lie_neither_on_nor_beside_each_other_and_no_farther_apart(second, apart):
    sites = [[at(0, 0)], [second]]
    wanted = [at(0, 0), second] if apart else None
    assert has_room(BOARD, sites) == apart
    assert random_sites(BOARD, sites, seeded(1)) == wanted


@pytest.mark.rule("F-SETUP-09")
def test_another_site_is_tried_where_the_first_leaves_no_room():
    sites = [[at(0, 0), at(3, 0)], [at(1, 0)]]
    assert has_room(BOARD, sites)
    assert not has_room(BOARD, [sites[0][:1], sites[1]])


@pytest.mark.rule("F-SETUP-06")
def test_what_obstacles_leave_is_one_region():
    around = 0
    for space in BOARD.around[at(0, 0)]:
        around |= 1 << space
    assert not is_connected(BOARD, around), "the middle is cut off"
    assert is_connected(BOARD, around | 1 << at(0, 0)), "the middle is covered, too"
    assert is_connected(BOARD, around ^ (1 << at(1, 0))), "a way is open"
    assert is_connected(BOARD, 0)
    assert not is_connected(BOARD, (1 << BOARD.size) - 1), "no space is left"
    first = min(range(BOARD.size))
    assert is_connected(BOARD, ((1 << BOARD.size) - 1) ^ (1 << first)), "one space alone"


# Expansions.


@pytest.mark.rule("F-EXP-PORTAL-02", "F-EXP-PORTAL-03")
@pytest.mark.parametrize(
    ("space", "ends"),
    [(at(-3, 0), at(3, 0)), (at(0, -3), at(-3, 0)), (at(2, 0), at(3, 0)), (at(0, 0), at(0, 0))],
)
def test_where_a_movement_ends_is_known_before_it(space, ends):
    table = with_portals(at(0, 0))
    assert table.table.ask(MovementEndsOn(space), space) == ends


@pytest.mark.rule("F-EXP-HAUNT-03")
def test_a_hidden_haunted_place_may_show_every_number_that_is_not_revealed():
    places = ((at(1, 0), 2, "E"), (at(3, 0), 1, "E"), (at(-3, 0), 2, "W"))
    table = with_haunts(at(0, 0), *places)
    part = table.state.parts["haunted_places"]
    assert table.table.ask(PushLengths(at(1, 0)), 0) == (1 << 1 | 1 << 2 | 1 << 3)
    assert table.table.ask(PushLengths(at(0, 0)), 0) == 0
    part.spare = []
    part.revealed = [False, True, False]
    assert table.table.ask(PushLengths(at(1, 0)), 0) == 1 << 2
    assert table.table.ask(PushLengths(at(3, 0)), 0) == 1 << 1


@pytest.mark.rule("F-EXP-DEN-01", "F-SETUP-07b")
def test_the_den_takes_its_spaces_and_no_others():
    table = open_field(at(0, 0), den="on")
    table.state.parts["den"] = Den([at(1, 0)])
    for moment in (SpaceTaken, KeepsObstaclesAway):
        assert table.table.ask(moment(at(1, 0)), 0) == 1
        assert table.table.ask(moment(at(2, 0)), 0) == 0


@pytest.mark.rule("F-EXP-DIE-10")
def test_the_hunt_comes_before_the_die_is_rolled_again():
    table = with_die(0, kids=PLAIN, deck="red-1", luck=(4, 4, 5))
    billygoat(table, at(-4, 0))
    table.turn()
    table.act(RollAgain(0))
    told = [type(event).__name__ for event in table.table.log]
    rolled = [at_ for at_, name in enumerate(told) if name == "DieRolled"]
    assert [event.face for event in table.events(DieRolled)] == [5, 5, 6]
    assert all(after - before > 1 for before, after in itertools.pairwise(rolled)), told
    assert table.state.billygoat() == at(-2, 0)


# Threats.


@pytest.mark.rule("F-THREAT-YELLOW-01", "F-COLL-01")
def test_a_turned_faceless_snaps_before_the_next_one_is_chosen():
    table = open_field(at(-4, 0))
    table.state.places[:3] = [at(0, 0), at(1, 0), at(4, 0)]
    table.state.headings[:3] = [180, 0, 0]
    assert collisions(CONTENT, table.state.places, table.state.headings, 0) == []
    choice = table.run(ChooseTurned(0, 2, 0))
    assert isinstance(choice, ChooseTurned)
    table.act(TurnRound(0, 0, 2, 0))
    assert [event.figure for event in table.events(FigureSnapped)] == [0]
    assert [action.figure for action in table.offered(TurnRound)] == [1, 2]


@pytest.mark.rule("F-SCEN-06a", "F-DISPLAY-01")
def test_a_card_for_the_word_strikes_before_the_display_is_refilled():
    table = open_field(at(0, 0), scenario="silence", kids=PLAIN, deck="blue-1 red-1")
    table.turn()
    state = table.state
    state.minimum = state.displayed() + 2
    table.act(SayWord(0))
    assert table.events(ThreatStruck) == [ThreatStruck("blue", 1)]
    assert state.displayed() == state.minimum
    told = [type(event).__name__ for event in table.table.log]
    assert told.index("ThreatStruck") < len(told) - 1 - told[::-1].index("ThreatAdded")


@pytest.mark.rule("F-SETUP-05", "F-SETUP-06")
@pytest.mark.parametrize("side", sorted(CONTENT.sides))
def test_obstacles_can_be_laid_unless_two_of_them_have_no_room(side):
    tokens = CONTENT.sides[side].placements
    assert Layouts(BOARD, tokens).can_be_completed()
    # Two tokens that could only lie on the same spaces.
    only = replace(tokens[0][0], beside=[])
    assert not Layouts(BOARD, [[only], [only]]).can_be_completed()


@pytest.mark.rule("F-DEF-10", "F-SETUP-18")
def test_billygoat_faces_the_team_to_the_nearest_degree():
    """Half a degree more or less is the most that a whole degree can be wrong."""
    for place in range(0, BOARD.size, 2):
        for towards in range(BOARD.size):
            if place != towards:
                (x, y), (to_x, to_y) = BOARD.positions[place], BOARD.positions[towards]
                angle = math.degrees(math.atan2(to_y - y, to_x - x))
                wrong = (bearing(BOARD, place, towards) - angle + 180) % 360 - 180
                assert abs(wrong) <= 0.5 + 1e-6


@pytest.mark.rule("F-DEF-10")
@pytest.mark.parametrize(("row", "degree"), [(-1, 0), (1, 0), (-4, 359), (4, 1)])
def test_a_bearing_just_short_of_a_full_turn_is_east(row, degree):
    """Only on a field wider than the printed one."""
    field = Board([(0, 0), (200, row)], [])
    assert bearing(field, 0, 1) == degree


@pytest.mark.rule("F-EXP-FOG-01", "F-EXP-FOG-06")
def test_the_fog_comes_with_the_first_turn_and_not_before():
    table = set_up(3, fog="on")
    told = [type(event) for event in table.log]
    assert told.count(CompassCovered) == 1
    assert told.index(CompassCovered) > told.index(TurnBegan)
