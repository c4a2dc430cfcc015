"""What the rules call final cannot be taken back alone: steps, poses, turns and the Fog."""

import pytest

from embertable.engine.session import Before
from embertable.games.faceless.billygoat import Approach, ApproachBy
from embertable.games.faceless.expansions.fog import CompassCovered, CompassUncovered
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.rest import Rest
from embertable.games.faceless.team import ObstacleHit, SpendMemory, TakeStep
from embertable.games.faceless.threats import TurnFaceless, TurnRound
from embertable.games.faceless.turns import BeginTurn
from embertable.games.faceless.walk import PlayCard, StandOn, TurnTo
from tests.games.faceless.scene import at, ext, open_field, scene, set_up, way


def is_free(table, action) -> bool:
    """Whether the seat may take an action back by itself."""
    before = Before(action.seat, table.table, action, 0)
    table.act(action)
    return bool(before.barrier == table.table.barrier())


@pytest.mark.rule("F-WALK-14")
def test_a_chosen_step_of_the_team_is_final():
    table = open_field(at(0, 0), hands="purple-3 | |")
    table.turn()
    table.act(PlayCard(0, "purple-3"))
    assert not is_free(table, TakeStep(0, way("E")))
    assert table.state.team == at(1, 0)


@pytest.mark.rule("F-WALK-14")
def test_a_step_that_hits_an_obstacle_is_final_but_not_which_memory_pays_for_it():
    table = open_field(at(0, 0), hands="purple-3 | |", memories="bow hat")
    table.obstacle(0, at(1, 0))
    table.turn()
    table.act(PlayCard(0, "purple-3"))
    assert not is_free(table, TakeStep(0, way("E")))
    assert table.events(ObstacleHit)
    assert is_free(table, SpendMemory(0, "bow"))


@pytest.mark.rule("F-WALK-12")
def test_a_place_may_be_tried_and_a_confirmed_pose_is_final():
    table = scene(hands="yellow-1 | |", memories="bow")
    table.turn()
    table.act(UseMemory(0, "bow"))
    assert is_free(table, StandOn(0, 0, ext(3)))
    assert not is_free(table, table.offered(TurnTo)[0])


@pytest.mark.rule("F-WALK-13")
def test_a_turn_by_the_yellow_threat_is_final():
    table = scene()
    table.run(TurnFaceless(0, 1, 0))
    assert not is_free(table, TurnRound(0, 1, 1, 0))


@pytest.mark.rule("F-WALK-13")
def test_a_step_of_billygoat_towards_the_team_is_final():
    table = open_field(at(0, 0), goat=at(2, 1))
    table.run(Approach(0))
    assert len(table.offered(ApproachBy)) > 1
    assert not is_free(table, table.offered(ApproachBy)[0])


@pytest.mark.rule("F-SETUP-04")
def test_the_facing_at_the_start_may_be_chosen_again():
    table = scene(faceless_marks="choose")
    table.state.turn = 0
    before = table.table.barrier()
    table.run(TurnTo(0, 0, 90))
    assert table.table.barrier() == before


@pytest.mark.rule("F-EXP-FOG-01", "F-EXP-FOG-03")
def test_the_cover_of_the_compass_is_final():
    table = scene(fog="on")
    before = table.table.barrier()
    table.run(BeginTurn(0))
    assert table.events(CompassCovered)
    assert table.table.barrier() != before
    assert table.view().needle is None


@pytest.mark.rule("F-EXP-FOG-02", "F-EXP-FOG-03")
def test_a_needle_that_was_seen_is_not_covered_again_alone():
    table = scene(fog="on", hands="red-1 red-2 red-3 | |", memories="bow")
    table.run(BeginTurn(0))
    assert not is_free(table, Rest(0))
    assert table.events(CompassUncovered)
    assert table.view().needle is not None


@pytest.mark.rule("F-EXP-FOG-01")
def test_the_first_turn_covers_the_compass_for_good():
    table = set_up(3, fog="on")
    assert any(isinstance(event, CompassCovered) for event in table.log)
    assert table.finals == 1
