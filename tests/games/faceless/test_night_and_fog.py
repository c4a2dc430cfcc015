"""Nightworld's reverse spaces, and the Fog over the needle."""

import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import opposite_angle
from embertable.games.faceless.expansions.fog import Fog
from embertable.games.faceless.expansions.nightworld import MarkReverseSpaces, Nightworld
from embertable.games.faceless.kids import ChangeNumber, PlaySecond, TurnOne
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.moments import NeedleSwitched, NeedleTurned
from embertable.games.faceless.rest import Rest
from embertable.games.faceless.team import NeedleSteps, TakeStep, TeamMoved
from embertable.games.faceless.threats import ThreatPhase
from embertable.games.faceless.turns import BeginTurn
from embertable.games.faceless.walk import PlayCard, StandOn, TurnTo
from tests.games.faceless.parts import part_of
from tests.games.faceless.scene import (
    CONTENT,
    FACELESS,
    PLAIN,
    at,
    billygoat,
    ext,
    open_field,
    set_up,
    stride,
    way,
)


def with_reverse(*spaces: int, team: int = at(0, 0), **arguments):
    table = open_field(team, nightworld="on", **arguments)
    table.state.parts["nightworld"] = Nightworld(list(spaces))
    return table


@pytest.mark.rule("F-EXP-NIGHT-01", "F-SETUP-02")
def test_the_other_side_has_its_own_symbols_and_reverse_spaces():
    table = set_up(2, nightworld="on")
    assert table.state.side == "nightworld"
    symbols = CONTENT.sides["nightworld"].symbols
    for spaces in table.state.obstacles:
        assert sum(space in symbols for space in spaces) == 1
    assert len(part_of(table, "nightworld").reverse) == 12


@pytest.mark.rule("F-EX-13", "F-EXP-NIGHT-02", "F-EXP-NIGHT-03", "F-EXP-NIGHT-04", "F-DIFF-20")
def test_a_step_from_a_reverse_space_follows_the_white_end():
    table = with_reverse(at(1, 0))
    table.point("E", "NE")
    table.run(NeedleSteps(0, 2))
    assert [e.direction for e in table.events(TeamMoved)] == [way("E"), way("SW")]


@pytest.mark.rule("F-EXP-NIGHT-03")
def test_the_other_reading_keeps_the_white_end_until_the_next():
    table = with_reverse(at(1, 0), nightworld_mode="toggle")
    table.point("E", "E", "E")
    table.state.team = at(0, 0)
    table.run(NeedleSteps(0, 1))
    needle = table.view().needle
    assert needle.reverse
    assert needle.directions == CONTENT.compass.directions(opposite_angle(needle.angle))
    stride(table, "SE")
    assert table.view().needle.reverse


@pytest.mark.rule("F-EXP-NIGHT-03")
def test_the_other_reading_goes_back_to_the_red_end_on_the_second_reverse_space():
    table = with_reverse(at(1, 0), at(3, 0), nightworld_mode="toggle")
    stride(table, "E", "E")
    assert table.view().needle.reverse
    stride(table, "E")
    assert not table.view().needle.reverse
    table = with_reverse(at(1, 0), at(3, 0))
    stride(table, "E", "E")
    assert not table.view().needle.reverse
    stride(table, "E")
    assert table.view().needle.reverse


@pytest.mark.rule("F-EXP-NIGHT-03")
@pytest.mark.parametrize("mode", ["local", "toggle"])
def test_a_team_that_begins_on_a_reverse_space_begins_with_the_white_end(mode):
    table = with_reverse(team=at(4, 0), side="nightworld", nightworld_mode=mode)
    table.run(MarkReverseSpaces())
    assert table.view().needle.reverse
    assert table.view().toggles == (mode == "toggle")
    table.state.team = at(3, 0)
    table.run(MarkReverseSpaces())
    assert not table.view().needle.reverse


@pytest.mark.rule("F-EXP-NIGHT-02", "F-EXP-NIGHT-03")
@pytest.mark.parametrize("mode", ["local", "toggle"])
def test_which_end_is_followed_is_yes_or_no_on_every_space(mode):
    table = with_reverse(at(1, 0), at(3, 0), nightworld_mode=mode)
    part = table.state.parts["nightworld"]
    assert isinstance(part, Nightworld)
    for turned in (False, True):
        part.turned = turned
        for space in (at(0, 0), at(1, 0), at(2, 0), at(3, 0)):
            is_reverse = space in part.reverse
            follows = turned if mode == "toggle" else is_reverse
            switches = is_reverse and mode == "toggle"
            assert table.table.ask(NeedleTurned(space), 0) == follows
            assert table.table.ask(NeedleSwitched(space), 0) == switches


@pytest.mark.rule("F-EXP-NIGHT-04", "F-INT-11")
def test_free_steps_and_white_movements_are_not_turned():
    table = with_reverse(at(0, 0))
    stride(table, "E")
    assert table.state.team == at(1, 0)
    table = with_reverse(at(0, 0))
    table.point("NE")
    table.run(NeedleSteps(0, 1, "white"))
    assert table.state.team == at(0, -1)


@pytest.mark.rule("F-INT-63")
def test_the_maze_uses_the_space_that_is_left_and_then_the_one_reached():
    table = with_reverse(at(5, 0), team=at(5, 0))
    table.point("W")
    table.run(NeedleSteps(0, 1))
    assert table.state.team == at(-5, 0)
    assert not table.view().needle.reverse


@pytest.mark.rule("F-EXP-NIGHT-05")
def test_a_mark_acts_on_a_swamp():
    from embertable.games.faceless.expansions.swamp import Swamps

    table = with_reverse(at(0, 0), swamp="on")
    table.obstacle(2, at(0, 0))
    table.state.parts["swamp"] = Swamps([2])
    assert table.view().needle.reverse


# The Fog.


def with_fog(covers: bool = False, **arguments):
    table = open_field(at(0, 0), fog="on", **arguments)
    table.state.parts["fog"] = Fog(covers)
    return table


@pytest.mark.rule(
    "F-EX-17", "F-EXP-FOG-01", "F-EXP-FOG-02", "F-EXP-FOG-03", "F-INT-42", "F-DIFF-03"
)
def test_the_needle_is_covered_until_the_pose_is_confirmed():
    table = with_fog(kids=PLAIN, hands="yellow-1 yellow-1 | |")
    table.run(BeginTurn(0))
    assert table.view().needle is None
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(5)))
    assert table.view().needle is None
    assert [action.heading for action in table.offered(TurnTo)] == list(range(0, 360, 30))
    words = FACELESS.catalogue("en", table.view())
    from embertable.engine.messages import message_of

    assert "needle" not in words.render(message_of(table.offered(TurnTo)[0]))
    table.act(TurnTo(0, 0, 0))
    assert table.view().needle is not None
    assert table.view().figures[0].place == ext(5)


@pytest.mark.rule("F-EXP-FOG-05", "F-EXP-FOG-06")
def test_matts_second_card_is_played_in_the_open():
    table = with_fog(kids=PLAIN, hands="purple-1 yellow-1 | |")
    table.run(BeginTurn(0))
    table.act(PlayCard(0, "purple-1"))
    assert table.view().needle is not None
    table.act(TakeStep(0, way("E")), PlaySecond(0, "yellow-1"), StandOn(0, 0, ext(5)))
    assert table.view().needle is not None
    table.run(ThreatPhase(0))
    assert table.view().needle is not None


@pytest.mark.rule("F-EXP-FOG-04", "F-INT-41")
def test_memories_and_powers_before_the_action_are_used_blind():
    table = with_fog(kids="emily matt", hands="purple-1 | blue-1", memories="street")
    table.run(BeginTurn(0))
    table.act(UseMemory(0, "street"))
    assert table.view().needle is None
    table.act(TakeStep(0, way("E")), TurnOne(0, 0))
    assert [action.heading for action in table.offered(TurnTo)] == list(range(0, 360, 30))


@pytest.mark.rule("F-EXP-FOG-02")
def test_rest_lifts_the_fog_when_it_is_done():
    table = with_fog(kids="emily matt", hands="purple-1 purple-1 purple-2 | blue-1")
    table.run(BeginTurn(0))
    table.act(Rest(0))
    assert table.view().needle is not None


@pytest.mark.rule("F-INT-44", "F-EXP-FOG-05")
def test_a_tie_is_decided_in_the_open():
    table = with_fog(kids="pj matt", hands="yellow-1 | blue-1", headings="all")
    table.state.places[1:3] = [AWAY, AWAY]
    billygoat(table, AWAY)
    table.run(BeginTurn(0))
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(0)), TurnTo(0, 0, 90))
    assert table.view().needle is not None
    table.act(ChangeNumber(0, 0))
    assert {action.direction for action in table.offered(TakeStep)} == {way("SW"), way("SE")}
