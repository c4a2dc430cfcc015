"""Walk: cards, poses, trials, and the Team's way along the needle."""

import pytest

from embertable.engine.errors import IllegalAction, UndoNeedsConsent
from embertable.engine.messages import message_of
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import FigureSnapped
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.team import NeedleSteps, TakeStep, TeamMoved, TeamWrapped
from embertable.games.faceless.walk import (
    ChooseHeading,
    ChoosePlace,
    FigurePosed,
    PlayCard,
    StandOn,
    TurnTo,
)
from tests.games.faceless.scene import BOARD, FACELESS, at, billygoat, ext, scene, way


def stands(table) -> set[int]:
    return {action.place for action in table.offered(StandOn)}


@pytest.mark.rule("F-EX-01", "F-WALK-02", "F-WALK-03", "F-WALK-04", "F-WALK-05", "F-DEF-05")
def test_a_faceless_moves_between_its_neighbours():
    table = scene(hands="yellow-1 | |")
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    assert stands(table) == {ext(number) for number in [*range(29, 36), *range(14)]}
    assert len(stands(table)) == 21
    table.act(StandOn(0, 0, ext(3)))
    before = table.state.team
    heading = table.offered(TurnTo)[0].heading
    table.act(TurnTo(0, 0, heading))
    moved = [e for e in table.table.log if isinstance(e, (TeamMoved, TeamWrapped))]
    assert len(moved) == 1
    assert moved[0].space != before


@pytest.mark.rule("F-EX-02", "F-WALK-06", "F-WALK-07", "F-WALK-15", "F-DIFF-09")
def test_a_red_card_moves_billygoat_exactly_one_space_around_obstacles():
    table = scene(hands="red-2 | |")
    table.turn()
    table.act(PlayCard(0, "red-2"))
    assert stands(table) == {at(3, 0), at(2, 1), at(3, -1)}
    table.act(StandOn(0, BILLYGOAT, at(3, 0)))
    assert table.offered(TurnTo)
    table.act(table.offered(TurnTo)[0])
    assert table.state.billygoat() == at(3, 0)


@pytest.mark.rule("F-WALK-07", "F-MAZE-04")
def test_billygoat_never_leaves_the_field():
    table = scene(hands="red-1 | |")
    table.clear()
    billygoat(table, at(5, 0))
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert stands(table) == set(BOARD.around[at(5, 0)])
    assert len(stands(table)) == 3


@pytest.mark.rule("F-WALK-08", "F-END-03", "F-DIFF-31")
def test_moving_billygoat_onto_the_team_is_a_loss():
    table = scene(hands="red-1 | |")
    table.clear()
    billygoat(table, BOARD.around[table.state.team][0])
    table.turn()
    table.act(PlayCard(0, "red-1"), StandOn(0, BILLYGOAT, table.state.team))
    assert table.outcome == "caught"


@pytest.mark.rule("F-WALK-09")
def test_a_walled_in_billygoat_stays_and_may_turn():
    table = scene(hands="red-1 | |")
    table.clear()
    billygoat(table, at(0, 0))
    table.obstacle(0, *BOARD.around[at(0, 0)])
    table.turn()
    choice = table.act(PlayCard(0, "red-1"))
    assert isinstance(choice, ChooseHeading)
    assert table.state.billygoat() == at(0, 0)


@pytest.mark.rule("F-EX-03", "F-WALK-10")
def test_a_purple_card_moves_freely_and_exactly():
    table = scene(hands="purple-3 | |")
    table.turn()
    table.act(PlayCard(0, "purple-3"))
    headings = list(table.state.headings)
    table.act(TakeStep(0, way("NE")), TakeStep(0, way("NE")))
    assert table.state.team == at(-3, 0)
    assert len(table.offered(TakeStep)) == len(table.offered()) == 6
    table.act(TakeStep(0, way("E")))
    assert table.state.team == at(-2, 0)
    assert table.state.headings == headings


@pytest.mark.rule("F-WALK-01", "F-COMP-03")
def test_a_played_card_ends_on_the_discard_pile():
    table = scene(hands="purple-1 green-1 | |", kids="dylan lily luke")
    table.turn()
    table.act(PlayCard(0, "purple-1"), TakeStep(0, way("NE")))
    assert table.state.discards == ["purple-1"]
    assert table.state.hands[0] == ["green-1"]


@pytest.mark.rule("F-WALK-11", "F-NEEDLE-05", "F-EX-25", "F-MAZE-01", "F-MAZE-02")
def test_the_needle_is_read_before_every_step_also_through_the_maze():
    table = scene()
    table.state.headings[:3] = [300, 60, 180]
    table.state.memory_spaces = [AWAY] * 8
    table.state.memory_spaces[0] = at(0, 5)
    table.run(NeedleSteps(0, 6))
    steps = [e.space for e in table.table.log if isinstance(e, (TeamMoved, TeamWrapped))]
    assert steps == [at(-4, -1), at(-5, 0), at(5, 0), at(5, -1), at(4, -1), at(3, 0)]
    assert len(table.events(TeamWrapped)) == 1


@pytest.mark.rule("F-WALK-12", "F-WALK-13")
def test_trials_begin_with_the_commitment_and_end_with_the_pose():
    from embertable.engine.chance import seeded
    from embertable.engine.session import Session

    session = Session(FACELESS, {"players": "2"}, seeded(4))
    while not any(isinstance(one, PlayCard) for one in session.table.offered()):
        session.play(session.table.offered()[0])
    card = next(
        one
        for one in session.table.offered()
        if isinstance(one, PlayCard) and one.card.startswith(("yellow", "green", "blue"))
    )
    seat = card.seat
    session.play(card)
    with pytest.raises(UndoNeedsConsent):
        session.undo(seat)
    assert isinstance(session.table.next_choice(), ChoosePlace)
    for place in session.table.offered()[:3]:
        session.play(place)
        assert isinstance(session.table.next_choice(), ChooseHeading)
        session.undo(seat)
    assert isinstance(session.table.next_choice(), ChoosePlace)
    session.play(session.table.offered()[0])
    session.play(session.table.offered()[0])
    with pytest.raises(UndoNeedsConsent):
        session.undo(seat)


@pytest.mark.rule("F-WALK-03", "F-DEF-10")
def test_all_whole_degrees_can_be_offered():
    table = scene(hands="yellow-1 | |", headings="all")
    table.turn()
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(3)))
    assert [action.heading for action in table.offered(TurnTo)] == list(range(360))


@pytest.mark.rule("F-WALK-12", "F-COLL-01", "F-COLL-05")
def test_a_collision_at_the_confirmed_pose_removes_the_faceless_and_the_team_still_moves():
    table = scene(hands="yellow-1 | |", headings="all")
    table.clear()
    table.memory("hat", at(0, 5))
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    table.state.team = at(-2, 0)
    table.turn()
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(0)), TurnTo(0, 0, 0))
    assert table.events(FigureSnapped) == [FigureSnapped(0, BILLYGOAT)]
    assert table.state.places[0] == AWAY
    assert len(table.events(TeamMoved)) == 1


@pytest.mark.rule("F-COLL-04", "F-DIFF-17")
def test_a_removed_faceless_comes_back_anywhere_apart_from_the_others():
    table = scene(hands="yellow-1 | |")
    table.state.places[0] = AWAY
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    beside = {14, 15, 16, 26, 27, 28}
    assert stands(table) == {ext(number) for number in range(36) if number not in beside}


@pytest.mark.rule("F-COLL-01", "F-COLL-07")
def test_collisions_can_be_switched_off_and_never_concern_the_team():
    table = scene(hands="yellow-1 | |", headings="all", collisions="off")
    table.clear()
    table.memory("hat", at(0, 5))
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    table.state.team = at(4, 1)
    table.turn()
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(1)), TurnTo(0, 0, 0))
    assert not table.events(FigureSnapped)
    assert table.events(FigurePosed)


@pytest.mark.rule("F-TURN-04")
def test_without_cards_one_can_only_rest():
    table = scene(hands=" | ")
    table.turn()
    assert [type(action).__name__ for action in table.offered()] == ["Rest"]


@pytest.mark.rule("F-WALK-13")
def test_what_is_not_offered_is_refused():
    table = scene(hands="yellow-1 | |")
    table.turn()
    with pytest.raises(IllegalAction):
        table.act(TurnTo(0, 0, 90))
    with pytest.raises(IllegalAction):
        table.act(PlayCard(0, "red-1"))


@pytest.mark.rule("F-COLL-01", "F-WALK-12")
def test_trials_tell_where_the_needle_leads_and_which_pose_collides():
    table = scene(hands="yellow-1 | |", headings="all")
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    table.turn()
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(0)))
    words = FACELESS.catalogue("en", table.view())
    assert words.render(message_of(TurnTo(0, 0, 0))).endswith(": Judith would snap off the board")
    assert ": the needle leads " in words.render(message_of(TurnTo(0, 0, 180)))
    assert FACELESS.catalogue("it").render(message_of(TurnTo(0, 0, 90))) == "Gira Judith (nord)"
