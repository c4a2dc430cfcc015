"""In which order things happen: entering a space, the Threat phase, the Fog, and the end."""

import math

import pytest

from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import are_near, collisions
from embertable.games.faceless.compass import NORTH, WEAK, angle_of
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.expansions.den import Den
from embertable.games.faceless.expansions.eyes import Eyes
from embertable.games.faceless.expansions.haunted_places import HauntedPlaces, PlaceHaunts
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.expansions.swamp import Swamps
from embertable.games.faceless.kids import LookAtTop, TellTop
from embertable.games.faceless.moments import StillNeeded
from embertable.games.faceless.team import MemorySpent, ObstacleHit, SpendMemory, TeamMoved
from embertable.games.faceless.threats import ResolveThreat
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    at,
    billygoat,
    ext,
    open_field,
    scene,
    steps_taken,
    stride,
    with_die,
)

HERE = at(1, 0)
FAR = at(-5, 0)


def told(table, *names):
    """The events of these names, in their order."""
    found = [type(event).__name__ for event in table.table.log]
    return [name for name in found if name in names]


def haunt(table, space, arrows=1):
    table.state.parts["haunted_places"] = HauntedPlaces([space], [0], [arrows], [False], [1])


# Entering a space (ledger, 21.1).


@pytest.mark.rule("F-MOVE-02", "F-EXP-SERV-09", "F-EXP-EYES-02", "F-EXP-HAUNT-04", "F-END-06")
def test_a_space_with_everything_is_resolved_in_the_order_of_the_ledger():
    table = open_field(at(0, 0), servants="carrier", eyes="on", haunted_places="on")
    table.memory("bow", HERE)
    table.state.parts["servants"] = Servants("carrier", [HERE], [1], [0])
    table.state.parts["eyes"] = Eyes([HERE, FAR], [True, True])
    haunt(table, HERE)
    stride(table, "E")
    order = ["TeamMoved", "ServantRemoved", "MemoryFound", "EyeClosed", "PlaceHaunts", "TeamMoved"]
    assert told(table, *order) == order


@pytest.mark.rule("F-END-06", "F-MOVE-03", "F-EXP-DEN-03", "F-EXP-SERV-08", "F-EXP-PORTAL-04")
@pytest.mark.parametrize(
    ("on_it", "outcome"),
    [
        ("den billygoat servant", "den"),
        ("den servant", "den"),
        ("billygoat servant", "caught"),
        ("servant", "servant"),
        ("", "victory"),
    ],
)
def test_of_all_that_can_end_the_game_on_one_space_the_first_counts(on_it, outcome):
    table = open_field(at(0, 0), servants="roaming", den="on", haunted_places="on")
    table.state.memory_spaces, table.state.memory_names = [HERE], ["bow"]
    table.state.parts["servants"] = Servants(
        "roaming", [HERE if "servant" in on_it else FAR], [], [0]
    )
    table.state.parts["den"] = Den([HERE] if "den" in on_it else [FAR])
    if "billygoat" in on_it:
        billygoat(table, HERE)
    haunt(table, HERE)
    stride(table, "E")
    assert table.outcome == outcome
    assert bool(table.state.unused) == (outcome == "victory")
    assert table.state.team == (at(0, 0) if outcome == "den" else HERE)
    assert not table.events(PlaceHaunts)


@pytest.mark.rule("F-SCEN-04a", "F-EXP-EYES-04", "F-END-01")
@pytest.mark.parametrize("why", ["entrance", "eye"])
def test_a_further_condition_of_victory_is_met_before_a_haunted_place_pushes(why):
    table = open_field(
        at(0, 0), scenario="collecting_bugs", eyes="on", haunted_places="on", servants="carrier"
    )
    table.state.memory_spaces = [AWAY]
    table.state.parts["servants"] = Servants("carrier", [], [], [0])
    table.state.parts["eyes"] = Eyes([HERE, FAR], [why == "eye", False])
    if why == "entrance":
        table.state.parts["eyes"] = Eyes([at(5, -5), FAR], [False, False])
    table.obstacle(CONTENT.entrance, at(2, 0))
    haunt(table, HERE)
    stride(table, "E")
    assert table.outcome == "victory"
    assert not table.events(PlaceHaunts)


@pytest.mark.rule("F-EXP-EYES-04", "F-SCEN-04a", "F-INT-15")
@pytest.mark.parametrize("is_open", [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("beside", [True, False])
def test_every_open_eye_and_the_way_back_are_missing_one_by_one(is_open, beside):
    table = open_field(at(0, 0), scenario="collecting_bugs", eyes="on")
    table.obstacle(CONTENT.entrance, HERE if beside else at(3, 0))
    table.state.parts["servants"] = Servants("carrier", [], [], [0])
    table.state.parts["eyes"] = Eyes([at(5, -5), FAR], list(is_open))
    missing = sum(is_open) + (not beside)
    assert table.table.ask(StillNeeded(), 0) == missing
    table.state.memory_spaces = [at(0, 1)]
    table.obstacle(CONTENT.entrance, at(1, 1) if beside else at(4, 0))
    stride(table, "NE")
    assert table.outcome == ("" if missing else "victory")


@pytest.mark.rule("F-EXP-SWAMP-02", "F-EXP-SWAMP-03", "F-HIT-03")
def test_a_step_onto_a_swamp_is_paid_before_it_is_taken():
    table = open_field(at(0, 0), swamp="on", memories="bow hat")
    table.obstacle(2, HERE, at(2, 0))
    table.state.parts["swamp"] = Swamps([2])
    stride(table, "E")
    assert table.state.team == at(0, 0), "not paid yet"
    table.act(SpendMemory(0, "bow"))
    assert told(table, "MemorySpent", "TeamMoved") == ["MemorySpent", "TeamMoved"]
    assert not table.events(ObstacleHit)
    table.state.unused = []
    stride(table, "E")
    assert table.outcome == "obstacle"
    assert table.state.team == HERE
    assert len(table.events(MemorySpent)) == len(table.events(TeamMoved)) == 1


@pytest.mark.rule("F-DEF-15", "F-EXP-PORTAL-07", "F-HIT-02")
def test_a_movement_counts_the_spaces_that_it_entered():
    table = open_field(at(0, 0), memories="bow")
    table.obstacle(0, at(2, 1))
    stride(table, "E", "E", "NE", "E")
    assert table.state.entered == 3
    stride(table, "W")
    assert table.state.entered == 1


# The Threat phase.


@pytest.mark.rule("F-EXP-DIE-06", "F-EXP-DIE-07", "F-EXP-DIE-08", "F-EXP-DIE-12")
@pytest.mark.parametrize(
    ("face", "cards", "steps"), [(2, 1, 2), (3, 1, 0), (3, 2, 1), (6, 2, 2), (2, 2, 3)]
)
def test_the_die_changes_the_purple_threat_once(face, cards, steps):
    table = with_die(face, threats=" ".join(["purple"] * cards))
    table.run(ResolveThreat(0, "purple"))
    while table.waiting():
        table.act(table.offered()[0])
    assert steps_taken(table) == steps


@pytest.mark.rule("F-KID-KARYN-01")
def test_karyn_tells_what_she_saw_once():
    table = scene(kids="karyn matt luke", hands="red-1 | blue-1 | blue-2", deck="green-3")
    table.turn()
    table.act(LookAtTop(0))
    assert table.offered(TellTop) == [TellTop(0)]
    table.act(TellTop(0))
    assert not table.offered(TellTop)
    assert [table.view(seat).top for seat in (0, 1, 2)] == ["green-3"] * 3


# Magnets.


@pytest.mark.rule("F-COLL-01")
def test_figures_collide_no_farther_apart_than_the_ledger_says(monkeypatch):
    """All neighbours and none beyond, on and around the limit."""
    around = [at(0, 0), at(1, 1), at(2, 0), at(5, 0), ext(0)]
    for reach, farthest in ((1.5, 1), (1.0, 1), (0.99, 0), (1.7, 1), (1.74, 2), (2.0, 2)):
        monkeypatch.setattr(CONTENT, "collision_reach", reach)
        for one in around:
            for other in range(BOARD.size + BOARD.ring):
                (x, y), (to_x, to_y) = BOARD.positions[one], BOARD.positions[other]
                far = round((to_x - x) ** 2 + (to_y - y) ** 2)
                rings = {0: 9, 1: 1, 3: 2, 4: 2}.get(far, 9)
                wanted = rings <= farthest and (reach > 1.8 or far != 4)
                assert are_near(CONTENT, one, other) == wanted, (reach, far)
                assert not are_near(CONTENT, one, AWAY)
                assert not are_near(CONTENT, AWAY, other)


@pytest.mark.rule("F-COLL-01", "F-COLL-06")
def test_a_strong_pull_from_beyond_the_reach_snaps_nothing(monkeypatch):
    monkeypatch.setattr(CONTENT, "slip_force", 0.0)
    places = [at(0, 0), at(1, 1), AWAY, at(2, 0)]
    headings = [0] * 4
    pairs = {frozenset(pair) for pair in collisions(CONTENT, places, headings, BILLYGOAT)}
    assert frozenset((0, BILLYGOAT)) not in pairs
    assert frozenset((0, 1)) not in pairs


@pytest.mark.rule("F-NEEDLE-07")
def test_a_field_is_too_weak_below_the_limit_and_not_on_it(monkeypatch):
    compass = CONTENT.compass
    for headings in ([40, 0, 0, 10], [200, 90, 0, 0]):
        places = [ext(0), AWAY, AWAY, at(3, 1)]
        x, y = compass.field(places, headings, at(0, 0), 0.0)
        assert min(abs(x), abs(y)) > 0.1 * max(abs(x), abs(y)), "both parts count"
        for least, is_weak in (
            (x * x + y * y, False),
            (math.nextafter(x * x + y * y, 1.0), True),
            (1.01 * max(x * x, y * y), False),
        ):
            monkeypatch.setattr(compass, "least", least)
            wanted = NORTH if is_weak else angle_of(x, y)
            assert compass.read(places, headings, at(0, 0)) == wanted
            assert (compass.code(x, y) == WEAK) == is_weak
            assert (compass.read_code(places, headings, at(0, 0)) == WEAK) == is_weak


# The end.


@pytest.mark.rule("F-MOVE-04", "F-END-02", "F-DECK-01")
@pytest.mark.parametrize("minimum", [9, 30])
def test_an_empty_deck_ends_the_game_at_once(monkeypatch, minimum):
    end = Table.end
    logs = []

    def note(table, result):
        end(table, result)
        logs.append(len(table.log))

    monkeypatch.setattr(Table, "end", note)
    table = open_field(at(0, 0), threats="blue blue blue blue", eyes="on")
    table.state.parts["eyes"] = Eyes([at(5, -5), FAR], [True, False])
    table.state.deck = ["blue-1"]
    table.state.minimum = minimum
    table.run(ResolveThreat(0, "blue"))
    assert table.outcome == "deck"
    assert logs == [len(table.table.log)]
    assert table.state.deck == []
    assert len(table.state.column("blue")) == 5, "what is left is taken first"
