"""The Team on its way: ties, the Maze rule, Obstacles, Memories, victory and loss."""

import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.team import (
    ChooseBetween,
    ChoosePayment,
    EndMovement,
    FreeSteps,
    MemoryFound,
    NeedleSteps,
    ObstacleHit,
    PayMemory,
    SpendMemory,
    StartMovement,
    TakeStep,
    TeamMoved,
)
from tests.games.faceless.scene import BOARD, CONTENT, at, billygoat, ext, scene, way


@pytest.mark.rule("F-NEEDLE-04", "F-HIT-07")
def test_in_a_tie_the_player_chooses_anew_at_every_step():
    table = scene()
    table.clear()
    table.memory("hat", at(0, 5))
    table.state.places[:3] = [ext(0), AWAY, AWAY]
    table.state.headings[:3] = [90, 0, 0]
    table.state.team = at(0, 0)
    billygoat(table, AWAY)
    choice = table.run(NeedleSteps(0, 1))
    assert choice == ChooseBetween(0, way("SW"), way("SE"))
    table.obstacle(0, at(0, -1))
    table.state.unused = ["bow"]
    table.run(NeedleSteps(0, 1))
    table.act(TakeStep(0, way("SW")))
    assert table.state.team == at(0, 0)
    assert table.waiting() == ChooseBetween(0, way("SW"), way("SE"))
    table.act(TakeStep(0, way("SE")))
    assert table.state.team == at(1, -1)


@pytest.mark.rule("F-EX-07", "F-HIT-01", "F-HIT-02", "F-HIT-03", "F-END-04")
@pytest.mark.parametrize(
    ("memories", "outcome"), [("hat bow", ""), ("hat", "obstacle"), ("", "obstacle")]
)
def test_hitting_an_obstacle_costs_a_memory_for_each_step(memories, outcome):
    table = scene(memories=memories)
    table.state.team = at(-3, -1)
    table.run(NeedleSteps(0, 3))
    if table.waiting():
        assert isinstance(table.waiting(), ChoosePayment)
        table.act(SpendMemory(0, "bow"))
    assert table.state.team == at(-4, 0)
    assert table.outcome == outcome
    if not outcome:
        assert table.state.unused == []
        assert sorted(table.state.used) == ["bow", "hat"]
        assert len(table.events(ObstacleHit)) == 2


@pytest.mark.rule("F-HIT-04")
def test_a_memory_collected_on_the_way_can_pay():
    table = scene()
    table.clear()
    table.state.team = at(0, 0)
    table.memory("bow", at(1, 0))
    table.memory("hat", at(-5, 5))
    table.obstacle(0, at(2, 0))
    billygoat(table, at(0, -5))
    table.run(StartMovement(), FreeSteps(0, 2, True), EndMovement())
    table.act(TakeStep(0, way("E")), TakeStep(0, way("E")))
    assert table.state.used == ["bow"]
    assert not table.outcome


@pytest.mark.rule("F-HIT-06")
def test_a_free_step_may_hit_an_obstacle_on_purpose():
    table = scene(memories="hat bow")
    table.state.team = at(-3, -1)
    table.run(FreeSteps(0, 1, True))
    table.state.team = at(-4, 0)
    assert TakeStep(0, way("NW")) in table.offered()
    table.act(TakeStep(0, way("NW")), SpendMemory(0, "hat"))
    assert table.state.team == at(-4, 0)
    assert table.state.used == ["hat"]


@pytest.mark.rule("F-HIT-05", "F-MEM-03", "F-MEM-04")
def test_a_used_memory_pays_no_more_and_still_counts():
    table = scene()
    table.state.used = ["hat"]
    table.run(PayMemory(0))
    assert table.outcome == "obstacle"


@pytest.mark.rule("F-MOVE-01", "F-MOVE-02", "F-MEM-01", "F-DEF-16")
def test_passing_a_memory_collects_it():
    table = scene()
    table.clear()
    table.state.team = at(0, 0)
    table.memory("bow", at(1, 0))
    table.memory("hat", at(-5, 5))
    billygoat(table, at(0, -5))
    table.run(FreeSteps(0, 2, True))
    table.act(TakeStep(0, way("E")), TakeStep(0, way("E")))
    assert table.state.unused == ["bow"]
    assert table.state.memory_spaces == [AWAY, at(-5, 5)]
    assert table.view().unused == ("bow",)
    assert table.events(MemoryFound) == [MemoryFound("bow", 1)]


@pytest.mark.rule("F-INT-70", "F-MOVE-03", "F-END-06")
def test_billygoat_comes_before_the_last_memory():
    table = scene()
    table.clear()
    table.state.team = at(0, 0)
    table.memory("bow", at(1, 0))
    billygoat(table, at(1, 0))
    table.run(FreeSteps(0, 1, True))
    table.act(TakeStep(0, way("E")))
    assert table.outcome == "caught"


@pytest.mark.rule("F-INT-71", "F-MOVE-04", "F-END-01", "F-END-05", "F-HIT-05")
def test_the_last_memory_wins_in_mid_movement():
    table = scene()
    table.clear()
    table.state.team = at(0, 0)
    table.state.used = list(CONTENT.memories[1:])
    table.memory("hat", at(1, 0))
    table.obstacle(0, at(2, 0))
    billygoat(table, at(0, -5))
    table.run(FreeSteps(0, 3, True))
    table.act(TakeStep(0, way("E")))
    assert table.outcome == "victory"
    assert table.table.result is not None
    assert table.table.result.winners == (0, 1, 2)
    assert len(table.events(TeamMoved)) == 1


@pytest.mark.rule("F-MAZE-01", "F-MAZE-02", "F-MAZE-03")
def test_beyond_the_edge_lies_the_opposite_space():
    table = scene()
    table.clear()
    table.memory("hat", at(-5, 1))
    table.memory("bow", at(0, 5))
    table.state.team = at(5, -1)
    billygoat(table, at(0, -5))
    table.run(FreeSteps(0, 1, True))
    table.act(TakeStep(0, way("E")))
    assert table.state.team == at(-5, 1)
    assert table.state.unused == ["hat"]


@pytest.mark.rule("F-MAZE-02")
def test_the_other_reading_follows_the_line_backwards():
    table = scene(maze_wrap="line")
    table.clear()
    table.memory("bow", at(0, 5))
    table.state.team = at(5, -1)
    billygoat(table, at(0, -5))
    table.run(FreeSteps(0, 1, True))
    table.act(TakeStep(0, way("E")))
    assert table.state.team == at(-4, -1)


@pytest.mark.rule("F-INT-61", "F-MAZE-03")
def test_an_obstacle_beyond_the_edge_stops_the_team():
    table = scene(memories="hat")
    table.clear()
    table.memory("bow", at(0, 5))
    table.obstacle(0, at(-5, 1))
    table.state.team = at(5, -1)
    table.run(FreeSteps(0, 1, True))
    table.act(TakeStep(0, way("E")))
    assert table.state.team == at(5, -1)
    assert table.state.used == ["hat"]


@pytest.mark.rule("F-INT-62")
def test_billygoat_beyond_the_edge_catches_the_team():
    table = scene()
    table.clear()
    table.state.team = at(5, -1)
    billygoat(table, at(-5, 1))
    table.run(FreeSteps(0, 1, True))
    table.act(TakeStep(0, way("E")))
    assert table.outcome == "caught"


@pytest.mark.rule("F-MAZE-05")
@pytest.mark.parametrize(("setting", "ways"), [("purple_and_street", 6), ("never", 3)])
def test_free_steps_may_leave_the_edge_or_not(setting, ways):
    from embertable.games.faceless.walk import PlayCard

    table = scene(hands="purple-1 | |", free_step_off_edge=setting)
    table.clear()
    table.memory("bow", at(0, 5))
    table.state.team = at(5, 0)
    table.turn()
    table.act(PlayCard(0, "purple-1"))
    assert len(table.offered(TakeStep)) == ways


@pytest.mark.rule("F-MAZE-05", "F-MEM-STREET")
@pytest.mark.parametrize(("setting", "ways"), [("purple_and_street", 6), ("never", 3)])
def test_the_street_may_leave_the_edge_or_not(setting, ways):
    table = scene(hands="red-1 | |", memories="street", free_step_off_edge=setting)
    table.clear()
    table.memory("bow", at(0, 5))
    table.state.team = at(5, 0)
    table.turn()
    table.act(UseMemory(0, "street"))
    assert len(table.offered(TakeStep)) == ways


@pytest.mark.rule("F-MOVE-05")
def test_no_steps_are_no_movement():
    table = scene()
    assert table.run(StartMovement(), NeedleSteps(0, 0), NeedleSteps(0, -1), EndMovement()) is None
    assert not table.events(TeamMoved)


@pytest.mark.rule("F-NEEDLE-07")
def test_a_table_begins_with_the_needle_to_the_north():
    table = scene()
    table.state.places = [AWAY] * 4
    table.clear()
    table.memory("bow", at(0, 5))
    table.state.team = at(0, 0)
    assert table.state.needle == 90_000_000
    table.run(NeedleSteps(0, 1))
    assert table.waiting() == ChooseBetween(0, way("NE"), way("NW"))


@pytest.mark.rule("F-DEF-01", "F-DEF-02", "F-DEF-03", "F-DEF-04", "F-DEF-06")
def test_spaces_neighbours_edges_and_distances():
    assert BOARD.size == 91
    assert max(len(near) for near in BOARD.around) == 6
    assert sum(BOARD.is_edge) == 30
    assert BOARD.distances[at(0, 0)][at(3, -1)] == 3
    table = scene()
    for space in (at(0, 0), at(-3, -2), at(2, 0), at(0, 1)):
        assert not table.state.is_free(space)
    assert table.state.is_free(at(4, 0))


@pytest.mark.rule("F-DEF-08", "F-NEEDLE-10", "F-INT-60")
def test_without_faceless_only_billygoat_acts():
    table = scene()
    table.state.places[:3] = [AWAY] * 3
    table.state.team = at(2, -3)
    before = table.view().needle
    table.clear()
    assert table.view().needle == before
    assert [figure.label for figure in table.view().figures[:3]] == ["", "", ""]


@pytest.mark.rule("F-DEF-15")
def test_a_movement_counts_its_spaces_anew():
    table = scene()
    table.state.entered = 4
    table.run(StartMovement())
    assert table.state.entered == 0
