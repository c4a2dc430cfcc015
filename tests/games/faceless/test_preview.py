"""Trying a pose shows what leaving it so would show."""

import random

import pytest

from embertable.engine.messages import message_of
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.expansions.fog import Fog
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.preview import tried_pose
from embertable.games.faceless.view import FacelessView
from embertable.games.faceless.walk import PlayCard, StandOn, TurnTo
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    FACELESS,
    at,
    billygoat,
    ext,
    open_field,
    scene,
)


@pytest.mark.rule("F-WALK-13", "F-NEEDLE-08", "F-COLL-01")
@pytest.mark.parametrize(
    "options", [{}, {"earth_field": "north_20uT"}, {"collisions": "off"}], ids=str
)
def test_a_trial_shows_the_table_with_the_figure_there(options):
    luck = random.Random(5)
    for _ in range(40):
        table = scene(**options)
        figure = luck.randrange(4)
        spaces = BOARD.around[table.state.billygoat()]
        place = luck.choice(spaces) if figure == BILLYGOAT else ext(luck.randrange(BOARD.ring))
        heading = luck.randrange(360)
        tried = tried_pose(table.view(), CONTENT, figure, place, heading)
        table.state.places[figure] = place
        table.state.headings[figure] = heading
        table.run(CheckCollisions(figure))
        assert tried == table.view()


@pytest.mark.rule("F-WALK-13")
def test_options_of_a_pose_can_be_tried_and_others_not():
    table = scene(hands="yellow-1 | |", headings="all")
    table.turn()
    view = table.view()
    assert FACELESS.view_after(view, PlayCard(0, "yellow-1"), CONTENT) is None
    assert FACELESS.view_after(view, UseMemory(0, "bow"), CONTENT) is None
    table.act(PlayCard(0, "yellow-1"))
    stand = StandOn(0, 0, ext(4))
    tried = FACELESS.view_after(table.view(), stand, CONTENT)
    table.act(stand)
    assert tried == table.view()
    turn = TurnTo(0, 0, 200)
    turned = FACELESS.view_after(table.view(), turn, CONTENT)
    assert isinstance(tried, FacelessView)
    assert isinstance(turned, FacelessView)
    assert turned.figures[0].heading == 200
    assert turned.needle != tried.needle


@pytest.mark.rule("F-EXP-FOG-03", "F-END-03")
def test_a_trial_shows_no_needle_that_nobody_sees():
    table = scene()
    hidden = table.view()
    hidden.needle = None
    assert tried_pose(hidden, CONTENT, 0, ext(9), 90).needle is None
    billygoat(table, at(0, 0))
    table.state.team = BOARD.around[at(0, 0)][0]
    tried = tried_pose(table.view(), CONTENT, BILLYGOAT, table.state.team, 90)
    assert tried.needle is None


@pytest.mark.rule("F-COLL-01")
def test_what_would_snap_stands_aside_in_a_trial():
    table = scene()
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    tried = tried_pose(table.view(), CONTENT, 0, ext(0), 0)
    assert tried.figures[0].place == AWAY
    assert tried.figures[0].label == ""


@pytest.mark.rule("F-EXP-FOG-03", "F-INT-42")
def test_a_trial_under_the_fog_does_not_tell_what_would_snap():
    table = scene(fog="on")
    table.state.parts["fog"] = Fog(covers=True)
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    tried = tried_pose(table.view(), CONTENT, 0, ext(0), 0)
    assert tried.figures[0].place == ext(0)


@pytest.mark.rule("F-WALK-08")
def test_the_option_that_puts_billygoat_on_the_team_says_so():
    table = scene(hands="red-1 | |")
    table.clear()
    billygoat(table, BOARD.around[table.state.team][0])
    table.turn()
    table.act(PlayCard(0, "red-1"))
    for language, loss in (("en", "lose"), ("it", "perder")):
        words = FACELESS.catalogue(language, table.view())
        for option in table.offered(StandOn):
            label = words.render(message_of(option))
            assert (loss in label) == (option.place == table.state.team)


@pytest.mark.rule("F-WALK-11", "F-WALK-13")
def test_a_label_tells_the_way_of_all_steps_and_what_it_meets():
    table = open_field(at(0, 0), hands="yellow-3 | |", headings="all")
    table.point("NE", "NE", "NE")
    heading = table.state.headings[0]
    table.turn()
    table.act(PlayCard(0, "yellow-3"))
    table.act(StandOn(0, 0, table.state.places[0]))

    def label() -> str:
        words = FACELESS.catalogue("en", table.view())
        return words.render(message_of(TurnTo(0, 0, heading))).partition(": ")[2]

    assert label() == "the needle leads north-east, then north-east and north-east"
    table.obstacle(0, at(0, 2))
    assert label() == "the needle leads north-east, then north-east, into an Obstacle"
    billygoat(table, at(0, 1))
    table.state.headings[BILLYGOAT] = 60
    assert label().endswith("to Billygoat")
