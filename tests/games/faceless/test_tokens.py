"""Portals, Eyes, Haunted Places, Swamps and the Den: what lies on spaces."""

import pytest

from embertable.engine.chance import seeded
from embertable.games.faceless.billygoat import BillygoatTurned
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.expansions.den import Den
from embertable.games.faceless.expansions.eyes import EyeClosed, EyeOpened, Eyes, PlaceEyes
from embertable.games.faceless.expansions.haunted_places import (
    HauntedPlaces,
    PlaceHaunts,
    TurnPlaces,
)
from embertable.games.faceless.expansions.portals import PortalAttracted, PortalCrossed, Portals
from embertable.games.faceless.expansions.spots import can_spread
from embertable.games.faceless.expansions.swamp import Swamps, swamps_of
from embertable.games.faceless.kids import StepAside, TurnOne
from embertable.games.faceless.memories import UseMemory, open_placements
from embertable.games.faceless.rest import Rest
from embertable.games.faceless.team import (
    CollectMemories,
    EndMovement,
    NeedleSteps,
    SpendMemory,
    StartMovement,
    TakeStep,
    TeamMoved,
)
from embertable.games.faceless.threats import ResolveThreat, ThreatPhase
from embertable.games.faceless.turns import BeginTurn, ChooseAction
from embertable.games.faceless.walk import PlayCard
from tests.games.faceless.parts import den_of, eyes_of, part_of, places_of, view_of
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    FACELESS,
    at,
    billygoat,
    open_field,
    scene,
    set_up,
    stride,
    way,
)

PLAIN = "matt luke pj"


def with_portals(team: int, *spaces: int, **arguments):
    table = open_field(team, portals="on", **arguments)
    table.state.parts["portals"] = Portals(list(spaces or (at(-3, 0), at(3, 0), at(0, -3))))
    return table


@pytest.mark.rule("F-EXP-PORTAL-01", "F-EXP-PORTAL-08", "F-SETUP-20", "F-DIFF-19", "F-EXP-GEN-06")
@pytest.mark.parametrize("seed", range(8))
def test_portals_lie_apart_on_free_spaces(seed):
    table = set_up(seed, portals="on", eyes="on")
    part = table.state.parts["portals"]
    assert isinstance(part, Portals)
    assert len(part.spaces) == 3
    for space in part.spaces:
        assert table.state.is_free(space)
        assert all(BOARD.distances[space][o] >= 3 for o in part.spaces if o != space)
    assert not set(part.spaces) & set(eyes_of(table).spaces)


@pytest.mark.rule(
    "F-EX-16", "F-EXP-PORTAL-02", "F-EXP-PORTAL-03", "F-EXP-PORTAL-05", "F-EXP-PORTAL-06"
)
def test_ending_on_a_portal_or_beside_one():
    table = with_portals(at(-4, 0))
    stride(table, "E")
    assert table.state.team == at(3, 0)
    assert [event.portal for event in table.events(PortalCrossed)] == [1]
    table = with_portals(at(0, -1))
    stride(table, "SW")
    assert table.state.team == at(0, -3)
    assert [event.portal for event in table.events(PortalAttracted)] == [2]
    table = with_portals(at(-4, 0))
    stride(table, "E", "E", "E")
    assert table.state.team == at(-1, 0)
    assert not table.events(PortalCrossed) + table.events(PortalAttracted)


@pytest.mark.rule("F-EXP-PORTAL-04")
def test_billygoat_on_the_portal_catches_the_team():
    table = with_portals(at(-4, 0))
    billygoat(table, at(3, 0))
    stride(table, "E")
    assert table.outcome == "caught"


@pytest.mark.rule("F-INT-02", "F-EXP-PORTAL-08")
def test_one_step_off_a_portal_leads_back():
    table = with_portals(at(3, 0))
    stride(table, "W")
    assert table.state.team == at(3, 0)
    assert not table.events(PortalCrossed)


@pytest.mark.rule("F-INT-01", "F-EXP-PORTAL-07")
def test_a_hit_after_a_step_still_draws_the_team_in():
    table = with_portals(at(0, 0), at(2, 0), memories="bow")
    table.obstacle(0, at(1, 1))
    stride(table, "E", "NE")
    assert table.state.team == at(2, 0)
    assert table.state.used == ["bow"]


@pytest.mark.rule("F-EXP-PORTAL-07", "F-INT-03")
def test_no_movement_and_only_blocked_steps_use_no_portal():
    table = with_portals(at(3, 0), memories="bow")
    table.run(StartMovement(), NeedleSteps(0, 0), EndMovement())
    assert table.state.team == at(3, 0)
    table.obstacle(0, at(4, 0))
    stride(table, "E")
    assert table.state.team == at(3, 0)
    assert not table.events(PortalCrossed)


@pytest.mark.rule("F-INT-04", "F-DEF-15")
def test_luke_and_the_street_are_movements_of_their_own():
    table = with_portals(at(-4, 0), kids="luke matt pj", memories="street")
    table.run(Rest(0))
    table.act(StepAside(0), TakeStep(0, way("E")))
    assert table.state.team == at(3, 0)
    table = with_portals(at(-4, 0), kids="luke matt pj", memories="street")
    table.turn()
    table.act(UseMemory(0, "street"), TakeStep(0, way("E")))
    assert table.state.team == at(3, 0)


@pytest.mark.rule("F-INT-05")
def test_matts_two_cards_are_two_movements():
    from embertable.games.faceless.kids import PlaySecond

    table = with_portals(at(-4, 0), kids=PLAIN, hands="purple-1 purple-1 | |")
    table.turn()
    table.act(PlayCard(0, "purple-1"), TakeStep(0, way("E")))
    assert table.state.team == at(3, 0)
    table.act(PlaySecond(0, "purple-1"), TakeStep(0, way("E")))
    assert table.state.team == at(3, 0)
    assert len(table.events(PortalAttracted)) == 1


@pytest.mark.rule("F-EXP-PORTAL-09")
def test_arriving_by_portal_collects_what_lies_there():
    table = with_portals(at(-4, 0))
    table.memory("bow", at(3, 0))
    stride(table, "E")
    assert table.state.unused == ["bow"]


# Eyes.


def with_eyes(team: int, *is_open: bool, **arguments):
    table = open_field(team, eyes="on", **arguments)
    table.state.parts["eyes"] = Eyes([at(1, 0), at(-1, 0)], list(is_open or (True, True)))
    return table


@pytest.mark.rule("F-EXP-EYES-01")
@pytest.mark.parametrize("seed", range(8))
def test_eyes_begin_open_near_billygoat_and_apart(seed):
    table = set_up(seed, eyes="on")
    part = eyes_of(table)
    assert part.open == [True, True]
    one, other = part.spaces
    assert BOARD.distances[one][other] >= 3
    assert all(table.state.is_free(space) for space in part.spaces)


@pytest.mark.rule("F-EXP-EYES-01")
def test_eyes_lie_at_most_two_spaces_from_billygoat_where_they_can():
    reached = set()
    for seed in range(30):
        table = open_field(at(-4, 0), goat=at(0, 0), eyes="on", luck=())
        table.table.chance = seeded(seed)
        table.run(PlaceEyes())
        far = sorted(BOARD.distances[at(0, 0)][space] for space in eyes_of(table.table).spaces)
        assert far[-1] <= 2
        reached.update(far)
    assert reached == {1, 2}


@pytest.mark.rule("F-EXP-EYES-01")
def test_eyes_go_farther_only_where_no_two_spaces_near_billygoat_are_apart():
    """In the corner only one side is free, and no two spaces within 2 of him are 3 apart."""
    table = open_field(at(-4, 0), goat=at(5, 0), eyes="on")
    near = [s for s in range(BOARD.size) if 0 < BOARD.distances[at(5, 0)][s] <= 2]
    table.obstacle(0, *[space for space in near if space not in (at(4, 0), at(3, 0))])
    table.run(PlaceEyes())
    far = sorted(BOARD.distances[at(5, 0)][space] for space in eyes_of(table.table).spaces)
    assert far[-1] == 3


@pytest.mark.rule("F-SETUP-20")
def test_tokens_are_laid_where_so_many_fit_apart():
    line = [at(0, 0), at(1, 0), at(3, 0), at(4, 0)]
    assert can_spread(BOARD.distances, line, 2, 3)
    assert not can_spread(BOARD.distances, line, 3, 3)
    assert not can_spread(BOARD.distances, line[:2], 2, 2)
    assert can_spread(BOARD.distances, [], 0, 3)
    assert not can_spread(BOARD.distances, [], 1, 3)


@pytest.mark.rule("F-EXP-EYES-02", "F-EX-12")
def test_walking_over_an_eye_turns_it():
    table = with_eyes(at(0, 0), True, False)
    stride(table, "E", "E")
    assert eyes_of(table.table).open == [False, False]
    assert table.events(EyeClosed) == [EyeClosed(at(1, 0))]
    stride(table, "W", "W", "W")
    assert eyes_of(table.table).open == [True, True]
    assert table.events(EyeOpened) == [EyeOpened(at(1, 0)), EyeOpened(at(-1, 0))]


@pytest.mark.rule("F-EXP-EYES-03", "F-EX-12", "F-DIFF-18", "F-EXP-GEN-05")
def test_an_open_eye_swallows_three_cards_before_a_purple_effect():
    table = with_eyes(at(0, 2), True, False, kids=PLAIN, deck="purple-1 red-1 red-2 red-3")
    table.point("E")
    size = len(table.state.deck)
    table.run(ThreatPhase(0))
    assert len(table.state.deck) == size - 4
    assert table.state.removed == ["red-1", "red-2", "red-3"]
    assert len(table.events(TeamMoved)) == 1
    assert "red-1" not in repr(table.view())


@pytest.mark.rule("F-EXP-EYES-03", "F-DECK-01")
def test_closed_eyes_swallow_nothing_and_too_few_cards_lose():
    table = with_eyes(at(0, 2), False, False, kids=PLAIN, deck="purple-1")
    table.point("E")
    size = len(table.state.deck)
    table.run(ThreatPhase(0))
    assert len(table.state.deck) == size - 1
    table = with_eyes(at(0, 2), kids=PLAIN)
    table.state.deck = ["red-1", "red-2", "purple-1"]
    table.run(ThreatPhase(0))
    assert table.outcome == "deck"


@pytest.mark.rule("F-EXP-EYES-04", "F-INT-14")
def test_victory_needs_closed_eyes():
    table = with_eyes(at(0, 0), True, False)
    table.state.memory_spaces = [at(0, 1)]
    stride(table, "NE")
    assert table.table.result is None
    stride(table, "SE")
    assert table.outcome == "victory"


@pytest.mark.rule("F-EXP-EYES-04")
def test_closed_eyes_let_the_last_memory_win():
    table = with_eyes(at(0, 0), False, False)
    table.state.memory_spaces = [at(0, 1)]
    stride(table, "NE")
    assert table.outcome == "victory"


@pytest.mark.rule("F-INT-75")
def test_with_an_open_eye_tommy_is_asked_after_the_last_memory():
    table = with_eyes(at(0, 0), kids="tommy matt", hands="red-1 | blue-1", threats="green")
    table.state.memory_spaces = [at(0, 1)]
    stride(table, "NE")
    assert table.waiting() is not None
    assert table.waiting().seat == 0


@pytest.mark.rule("F-INT-16", "F-THREAT-05")
def test_a_calmed_purple_card_swallows_nothing():
    table = with_eyes(at(0, 2), kids="karyn matt", hands="red-1 | blue-1", deck="purple-1")
    table.state.action = "rest"
    size = len(table.state.deck)
    table.run(ThreatPhase(0))
    assert len(table.state.deck) == size - 1


@pytest.mark.rule("F-EXP-EYES-05", "F-EXP-GEN-02")
def test_billygoat_turns_no_eye():
    table = with_eyes(at(0, 0), threats="red")
    billygoat(table, at(2, 0))
    table.run(ResolveThreat(0, "red"))
    assert table.state.billygoat() == at(1, 0)
    assert eyes_of(table.table).open == [True, True]


@pytest.mark.rule("F-INT-13")
@pytest.mark.parametrize("seed", range(4))
def test_eyes_and_portals_never_share_a_space(seed):
    table = set_up(seed, scenario="billygoat_project")
    assert not set(eyes_of(table).spaces) & set(part_of(table, "portals").spaces)


# Haunted Places.


def with_haunts(team: int, *places: tuple[int, int, str], **arguments):
    table = open_field(team, haunted_places="on", **arguments)
    table.state.parts["haunted_places"] = HauntedPlaces(
        spaces=[space for space, _, _ in places],
        directions=[way(name) for _, _, name in places],
        arrows=[arrows for _, arrows, _ in places],
        revealed=[False] * len(places),
        spare=[1, 3],
    )
    return table


@pytest.mark.rule("F-EXP-HAUNT-01", "F-EXP-HAUNT-02")
@pytest.mark.parametrize("seed", range(6))
def test_four_of_six_places_lie_unseen_and_apart(seed):
    table = set_up(seed, haunted_places="on")
    part = places_of(table)
    assert sorted([*part.arrows, *part.spare]) == [1, 1, 2, 2, 3, 3]
    assert len(part.spaces) == 4
    for space in part.spaces:
        assert table.state.is_free(space)
        assert all(BOARD.distances[space][o] >= 3 for o in part.spaces if o != space)
    view = view_of(table).parts["haunted_places"]
    assert view.arrows == (0, 0, 0, 0)
    assert view.directions == tuple(part.directions)
    arrows = {tuple(places_of(FACELESS.imagine(table, 0, seeded(n))).arrows) for n in range(20)}
    assert len(arrows) > 1


@pytest.mark.rule("F-EX-14", "F-EXP-HAUNT-03", "F-EXP-HAUNT-05", "F-DIFF-21")
def test_a_place_pushes_and_the_movement_goes_on():
    table = with_haunts(at(0, 0), (at(2, 0), 2, "NE"))
    stride(table, "E", "E", "E")
    assert [e.space for e in table.events(TeamMoved)] == [
        at(1, 0),
        at(2, 0),
        at(2, 1),
        at(2, 2),
        at(3, 2),
    ]
    assert places_of(table.table).revealed == [True]
    assert table.view().parts["haunted_places"].arrows == (2,)


@pytest.mark.rule("F-EXP-HAUNT-04", "F-INT-08")
def test_forced_steps_collect_hit_and_wrap():
    table = with_haunts(at(3, 0), (at(4, 0), 3, "E"), memories="bow")
    table.memory("street", at(5, 0))
    table.obstacle(0, at(-4, 0))
    stride(table, "E")
    assert table.state.team == at(-5, 0)
    assert sorted(table.state.unused) == ["bow", "street"]
    table.act(SpendMemory(0, "street"))
    assert table.waiting() is None
    assert table.state.team == at(-5, 0)
    assert table.state.used == ["street"]


@pytest.mark.rule("F-INT-12")
@pytest.mark.parametrize(("memories", "lost"), [("bow hat street", False), ("bow", True)])
def test_forced_steps_onto_a_swamp_cost_a_memory_each(memories, lost):
    table = with_haunts(at(0, 0), (at(1, 0), 2, "E"), memories=memories, swamp="on")
    table.obstacle(2, at(2, 0), at(3, 0))
    table.state.parts["swamp"] = Swamps([2])
    stride(table, "E")
    while table.waiting() is not None:
        table.act(table.offered(SpendMemory)[0])
    assert (table.outcome == "obstacle") == lost
    if not lost:
        assert table.state.team == at(3, 0)
        assert len(table.state.used) == 2


@pytest.mark.rule("F-EXP-HAUNT-06")
def test_a_revealed_place_acts_again():
    table = with_haunts(at(0, 0), (at(1, 0), 1, "NE"))
    stride(table, "E")
    assert table.state.team == at(1, 1)
    stride(table, "SW")
    assert table.state.team == at(1, 1)
    assert len(table.events(PlaceHaunts)) == 2


@pytest.mark.rule("F-INT-09", "F-EXP-HAUNT-06")
def test_two_places_that_push_onto_each_other_come_to_an_end():
    table = with_haunts(at(0, 0), (at(1, 0), 1, "E"), (at(2, 0), 1, "W"))
    stride(table, "E", "NE")
    assert table.state.team == at(1, 1)
    assert len(table.events(PlaceHaunts)) == 2
    assert places_of(table.table).pushing == []


@pytest.mark.rule("F-EXP-HAUNT-07", "F-EXP-HAUNT-08", "F-EXP-GEN-05")
def test_blue_cards_turn_facedown_places_clockwise():
    table = with_haunts(
        at(0, 0),
        (at(3, 0), 1, "E"),
        (at(-3, 0), 1, "NW"),
        kids=PLAIN,
        threats="blue blue",
        deck="blue-1 red-1",
    )
    places_of(table.table).revealed[1] = True
    table.run(ThreatPhase(0))
    assert places_of(table.table).directions == [way("W"), way("NW")]


@pytest.mark.rule("F-EXP-HAUNT-02", "F-EXP-HAUNT-07")
@pytest.mark.parametrize(
    ("start", "cards", "end"),
    [("W", 1, "NW"), ("NW", 1, "SW"), ("SW", 1, "W"), ("W", 2, "SW"), ("NW", 5, "W")],
)
def test_a_place_at_the_edge_turns_to_the_next_space_of_the_field(start, cards, end):
    """From the corner in the east only north-west, west and south-west lead to a space."""
    table = with_haunts(at(0, 0), (at(5, 0), 1, start))
    table.run(TurnPlaces(cards))
    assert places_of(table.table).directions == [way(end)]


@pytest.mark.rule("F-EXP-HAUNT-02")
def test_a_place_at_the_edge_is_laid_towards_a_space():
    seen = set()
    for seed in range(60):
        part = places_of(set_up(seed, haunted_places="on"))
        for space, direction in zip(part.spaces, part.directions, strict=True):
            assert BOARD.neighbours[space * 6 + direction] != AWAY
            seen.add((BOARD.is_edge[space], direction))
    assert {direction for is_edge, direction in seen if not is_edge} == set(range(6))
    assert any(is_edge for is_edge, _ in seen)


@pytest.mark.rule("F-INT-06")
def test_portals_are_tested_once_after_all_steps():
    table = with_haunts(at(0, 0), (at(1, 0), 1, "E"), portals="on")
    table.state.parts["portals"] = Portals([at(3, 0), at(-4, 0), at(0, -4)])
    stride(table, "E", "W")
    assert len(table.events(PlaceHaunts)) == 2
    assert table.state.team == at(3, 0)
    assert len(table.events(PortalAttracted)) == 1


# Swamps.


def with_swamp(team: int, *spaces: int, **arguments):
    table = open_field(team, swamp="on", **arguments)
    table.obstacle(2, *spaces)
    table.state.parts["swamp"] = Swamps([2])
    return table


@pytest.mark.rule("F-EXP-SWAMP-01", "F-SETUP-07a", "F-DIFF-33")
def test_two_obstacles_are_turned_over_three_in_scenario_5():
    seen = set()
    for seed in range(12):
        part = swamps_of(set_up(seed, swamp="on"))
        assert len(part.obstacles) == 2
        seen.update(part.obstacles)
    assert CONTENT.entrance in seen
    assert len(swamps_of(set_up(0, scenario="one_memory")).obstacles) == 3


@pytest.mark.rule("F-EX-20", "F-EXP-SWAMP-02", "F-EXP-SWAMP-03", "F-EXP-SWAMP-04", "F-DIFF-30")
def test_each_step_onto_a_swamp_costs_a_memory():
    table = with_swamp(at(0, 0), at(1, 0), at(2, 0), at(3, 0), memories="bow street")
    stride(table, "E")
    table.act(SpendMemory(0, "bow"))
    stride(table, "E")
    assert table.state.team == at(2, 0)
    assert sorted(table.state.used) == ["bow", "street"]
    stride(table, "NE")
    assert table.state.team == at(2, 1)
    assert table.table.result is None
    stride(table, "SW")
    assert table.outcome == "obstacle"


@pytest.mark.rule("F-INT-32")
def test_a_memory_found_on_the_way_pays_for_the_swamp():
    table = with_swamp(at(0, 0), at(2, 0))
    table.memory("bow", at(1, 0))
    stride(table, "E", "E")
    assert table.state.team == at(2, 0)
    assert table.state.used == ["bow"]


@pytest.mark.rule("F-EXP-SWAMP-05", "F-INT-31", "F-THREAT-RED-06")
def test_billygoat_waits_beside_the_swamp():
    table = with_swamp(at(0, 0), at(0, 0), at(1, 0), at(-1, 0), threats="red red red")
    billygoat(table, at(0, 2))
    table.run(ResolveThreat(0, "red"))
    while table.waiting():
        table.act(table.offered()[0])
    assert BOARD.distances[table.state.billygoat()][at(0, 0)] == 1
    assert table.state.cover[table.state.billygoat()] == AWAY
    assert table.events(BillygoatTurned)
    assert not table.outcome


@pytest.mark.rule("F-EXP-SWAMP-06", "F-MEM-ROPE")
def test_a_swamp_is_still_an_obstacle():
    table = scene(swamp="on")
    table.state.parts["swamp"] = Swamps([4])
    assert open_placements(table.table, 4)
    table.state.team = table.state.obstacles[4][0]
    assert not open_placements(table.table, 4)
    assert table.view().obstacles[4].is_swamp
    assert not table.view().obstacles[0].is_swamp


# The Den.


def with_den(team: int, *spaces: int, **arguments):
    table = open_field(team, den="on", **arguments)
    table.state.parts["den"] = Den(list(spaces))
    return table


@pytest.mark.rule("F-EXP-DEN-01", "F-SETUP-07b", "F-EXP-DEN-02")
@pytest.mark.parametrize("seed", range(8))
def test_the_den_lies_apart_and_billygoat_begins_beside_it(seed):
    table = set_up(seed, den="on")
    spaces = den_of(table).spaces
    assert len(spaces) == 3
    for space in spaces:
        assert table.state.cover[space] == AWAY
        assert all(table.state.cover[near] == AWAY for near in BOARD.around[space])
        assert space not in table.state.memory_spaces
    goat = table.state.billygoat()
    assert goat not in spaces
    assert any(near in spaces for near in BOARD.around[goat])
    assert not BOARD.is_edge[goat]


@pytest.mark.rule("F-EXP-DEN-03", "F-EX-11")
def test_entering_the_den_loses_at_once():
    table = with_den(at(0, 0), at(1, 0), at(2, 0), memories="bow street")
    stride(table, "E")
    assert table.outcome == "den"
    assert table.state.used == []


@pytest.mark.rule("F-EXP-DEN-04", "F-EXP-DEN-05", "F-EX-11", "F-DIFF-24")
def test_beside_the_den_neither_power_nor_memory_is_offered():
    table = with_den(
        at(0, 0),
        at(1, 0),
        at(2, 0),
        kids="emily matt",
        hands="purple-1 | blue-1",
        memories="street",
    )
    table.run(BeginTurn(0))
    assert table.waiting() == ChooseAction(0)
    assert not table.offered(TurnOne)
    assert not table.offered(UseMemory)
    table.act(PlayCard(0, "purple-1"), TakeStep(0, way("W")))
    assert table.waiting() == ChooseAction(1)


@pytest.mark.rule("F-EXP-DEN-05")
def test_the_den_may_be_tested_all_the_time():
    table = with_den(
        at(0, 0),
        at(1, 0),
        at(2, 0),
        kids="luke matt",
        hands="purple-1 | blue-1",
        memories="bow",
        den_check="continuous",
    )
    table.run(BeginTurn(0))
    assert not table.offered(UseMemory)
    table.act(PlayCard(0, "purple-1"), TakeStep(0, way("W")))
    assert table.offered(UseMemory)


@pytest.mark.rule("F-INT-36", "F-EXP-DEN-05")
def test_memories_still_pay_beside_the_den():
    table = with_den(at(0, 0), at(1, 0), at(2, 0), memories="bow")
    den_of(table.table).is_near = True
    table.obstacle(0, at(-1, 0))
    stride(table, "W")
    assert table.state.used == ["bow"]


@pytest.mark.rule("F-INT-34", "F-KID-GEN-03")
def test_dylan_rests_to_three_beside_the_den():
    table = with_den(
        at(0, 0), at(1, 0), kids="dylan matt", hands="red-1 | blue-1", threats="red red red"
    )
    den_of(table.table).is_near = True
    table.run(Rest(0))
    assert len(table.state.hands[0]) == 3


@pytest.mark.rule("F-INT-35")
def test_tommy_is_blocked_on_his_own_turn_only():
    for current, asked in ((0, False), (1, True)):
        table = with_den(
            at(0, 0), at(1, 0), kids="tommy matt", hands="red-1 | blue-1", threats="red"
        )
        den_of(table.table).is_near = True
        table.state.current = current
        table.memory("bow", at(0, 0))
        table.run(CollectMemories(at(0, 0)))
        assert (table.waiting() is not None) == asked


@pytest.mark.rule("F-EXP-DEN-06", "F-EXP-GEN-02")
def test_billygoat_crosses_the_den():
    table = with_den(at(0, 0), at(1, 0), at(2, 0), threats="red")
    billygoat(table, at(2, 0))
    table.run(ResolveThreat(0, "red"))
    assert table.state.billygoat() == at(1, 0)


@pytest.mark.rule("F-INT-76")
def test_no_obstacle_is_pulled_beside_the_den():
    table = scene(den="on")
    free = open_placements(table.table, 0)
    cells = CONTENT.sides["duskworld"].placements[0]
    near = next(
        space
        for number in free
        for cell in cells[number].cells
        for space in BOARD.around[cell]
        if table.state.is_free(space) and space not in table.state.obstacles[0]
    )
    table.state.parts["den"] = Den([near])
    after = open_placements(table.table, 0)
    assert len(after) < len(free)
    assert all(near not in BOARD.around[c] for number in after for c in cells[number].cells)
