"""The shortlist of headings, against every one of the 360, played by the rules themselves."""

import random
from itertools import groupby

import pytest

from embertable.engine.table import FreeField
from embertable.games.faceless.billygoat import ApproachBy
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import FigureSnapped, collisions
from embertable.games.faceless.compass import DEGREE, Compass
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.expansions.haunted_places import HauntedPlaces
from embertable.games.faceless.expansions.nightworld import Nightworld
from embertable.games.faceless.expansions.portals import Portals
from embertable.games.faceless.headings import Walk, Ways, short_headings
from embertable.games.faceless.snapping import snapped_runs
from embertable.games.faceless.team import StepTaken, TakeStep
from embertable.games.faceless.threats import TurnRound
from embertable.games.faceless.turns import BeginTurn, ChooseAction
from embertable.games.faceless.walk import ChooseHeading, PlayCard, StandOn, TurnTo
from tests.games.faceless.scene import BOARD, CONTENT, at, billygoat, ext, open_field, scene

BRANCHES = (TakeStep, TurnRound, ApproachBy)
"""What players choose after a pose; for anything else they take the first option."""
FIGURE_CARDS = ("yellow", "green", "blue")


def outcomes(table, heading):
    """All that can happen until the next turn when the figure is turned so."""
    choice = table.next_choice()
    found = set()
    start = table.copy(table.chance.copy())
    start.apply(TurnTo(choice.seat, choice.figure, heading))
    waiting = [start]
    while waiting:
        here = waiting.pop()
        choice = here.next_choice()
        if choice is None or isinstance(choice, ChooseAction):
            found.add(told(here))
            continue
        options = here.offered()
        for option in options if isinstance(options[0], BRANCHES) else options[:1]:
            after = here.copy(here.chance.copy())
            after.log = here.log[:]
            after.apply(option)
            waiting.append(after)
    return frozenset(found)


def told(table):
    events = [repr(e) for e in table.log if isinstance(e, (StepTaken, FigureSnapped))]
    return (*events, table.result and table.result.outcome)


def shuffled(luck, **arguments):
    """A position in which a card was just played for a Faceless, which stands somewhere."""
    colour = luck.choice(FIGURE_CARDS)
    card = f"{colour}-{luck.randint(1, 3)}"
    threats = " ".join(["purple"] * luck.randrange(3) + ["red"] * luck.randrange(2))
    table = scene(
        kids="tommy dylan", hands=f"{card} | red-1", threats=threats, players="2", **arguments
    )
    state = table.state
    state.memory_spaces = [AWAY] * 7 + [at(0, 5)]
    state.places = [ext(number) for number in luck.sample(range(0, BOARD.ring, 2), 3)]
    state.places.append(luck.choice([s for s in range(BOARD.size) if state.cover[s] == AWAY]))
    # Round headings bring about ties that fall on whole degrees.
    step = luck.choice([1, 1, 30])
    state.headings = [luck.randrange(0, 360, step) for _ in range(4)]
    for figure, _ in collisions(CONTENT, state.places, state.headings, BILLYGOAT):
        state.places[figure] = AWAY  # what snaps has snapped before anybody chooses
    free = [s for s in range(BOARD.size) if s not in state.places and state.cover[s] == AWAY]
    state.team = luck.choice(free)
    return table, card


def posing(table, card, luck):
    table.turn()
    table.act(PlayCard(0, card))
    if not isinstance(table.waiting(), ChooseHeading):
        table.act(luck.choice(table.offered()))
    return isinstance(table.waiting(), ChooseHeading)


def haunt(table, luck):
    spaces = luck.sample(list(BOARD.around[table.state.team]), 2)
    shown = [True, luck.random() < 0.5]
    directions = [luck.randrange(6), luck.randrange(6)]
    table.state.parts["haunted_places"] = HauntedPlaces(
        spaces, directions, [luck.randint(1, 3), 2], shown, [1, 1, 3, 3]
    )


def night(table, luck):
    near = [s for s in range(BOARD.size) if BOARD.distances[table.state.team][s] < 3]
    table.state.parts["nightworld"] = Nightworld(luck.sample(near, 4))


def portal(table, luck):
    table.state.parts["portals"] = Portals([at(-3, 0), at(0, 3), at(3, -3)])


CASES = {
    "plain": ({}, None),
    "other maze and field": ({"earth_field": "north_20uT", "maze_wrap": "line"}, None),
    "no collisions": ({"collisions": "off"}, None),
    "haunted": ({"haunted_places": "on"}, haunt),
    "portals": ({"portals": "on"}, portal),
    "nightworld": ({"nightworld": "on"}, night),
    "toggle": ({"nightworld": "on", "nightworld_mode": "toggle"}, night),
}


def missed(case, threat, positions=3):
    """The headings, one in three, whose outcome no heading of the shortlist has."""
    options, put = CASES[case]
    luck = random.Random(f"{case} {threat}")
    found = []
    looked = 0
    while looked < positions:
        table, card = shuffled(luck, deck=f"{threat}-3", **options)
        if put is not None:
            put(table, luck)
        if not posing(table, card, luck):
            continue
        looked += 1
        shown = [option.heading for option in table.offered()]
        assert table.state.headings[table.waiting().figure] in shown
        assert len(shown) < 90
        reached = {outcomes(table.table, heading) for heading in shown}
        found += [one for one in range(0, 360, 3) if outcomes(table.table, one) not in reached]
    return found


@pytest.mark.rule("F-WALK-03")
@pytest.mark.parametrize("threat", ["purple", "red", "yellow"])
@pytest.mark.parametrize("case", CASES)
def test_the_shortlist_reaches_every_outcome_of_the_turn(case, threat):
    assert not missed(case, threat)


def not_later(self, space, switched, forks, then):
    return Walk(space, 0, switched, True, forks, then)


BLUNDERS = {
    "forgets the purple Threat": ("plain", "purple", "threat", not_later),
    "overlooks Haunted Places": ("haunted", "purple", "pushed", lambda self, space, _: [space]),
    "overlooks Portals": ("portals", "purple", "end_of_movement", lambda self, space: space),
}


@pytest.mark.parametrize("blunder", BLUNDERS)
def test_a_shortlist_that_overlooks_something_is_found(monkeypatch, blunder):
    case, threat, name, method = BLUNDERS[blunder]
    monkeypatch.setattr(Ways, name, method)
    assert missed(case, threat, 6)


@pytest.mark.rule("F-WALK-03", "F-COLL-01")
def test_the_shortlist_tells_apart_what_a_yellow_threat_makes_snap():
    table = scene(hands="yellow-1 | |")
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    table.state.places[0] = ext(0)
    turned = [(option + 180) % 360 for option in short_headings(table.table, 0, 1)]
    snaps = {who_snaps(table.state, 0, heading) for heading in turned}
    assert snaps == {(), (0,)}


def who_snaps(state, figure, heading, moved=None, turned=()):
    headings = state.headings[:]
    headings[figure] = heading
    for one in turned:
        headings[one] = (headings[one] + 180) % 360
    moved = figure if moved is None else moved
    return tuple(sorted(one for one, _ in collisions(CONTENT, state.places, headings, moved)))


@pytest.mark.rule("F-COLL-01", "F-COLL-06")
@pytest.mark.parametrize("crowd", [2, 3, 4])
def test_headings_are_parted_exactly_where_other_figures_snap(crowd):
    """Every heading is read, also after each turn by a yellow Threat."""
    luck = random.Random(crowd)
    seen = 0
    for _ in range(25):
        state = scene().state
        edge = luck.choice([s for s in range(BOARD.size) if BOARD.is_edge[s]])
        near = [ext(n) for n in range(BOARD.ring) if edge in CONTENT.spaces_near(ext(n))]
        near += [s for s in BOARD.around[edge] if BOARD.is_edge[s]]
        state.places = [AWAY] * 3 + [edge]
        for one, place in zip(luck.sample(range(3), 3)[: crowd - 1], near, strict=False):
            state.places[one] = place
        state.headings = [luck.randrange(0, 360, luck.choice([1, 30])) for _ in range(4)]
        figure = luck.choice([one for one in range(4) if state.places[one] != AWAY])
        runs = snapped_runs(scene_of(state), figure)
        assert [run[0] for run in runs] == [0, *[run[1] + 1 for run in runs[:-1]]]
        for first, last, gone, _ in runs:
            told = {all_that_snaps(state, figure, heading) for heading in range(first, last + 1)}
            assert len(told) == 1
            assert gone == sum(1 << one for one in told.pop()[0])
        seen += len(runs) > 2
    assert seen > 10


def scene_of(state):
    table = scene().table
    table.state.places = state.places
    table.state.headings = state.headings
    return table


def all_that_snaps(state, figure, heading):
    turned = range(3) if figure == BILLYGOAT else [figure]
    later = [who_snaps(state, figure, heading, one, [one]) for one in turned]
    return (who_snaps(state, figure, heading), *later)


@pytest.mark.rule("F-WALK-03", "F-DEF-10")
def test_each_heading_of_the_shortlist_has_an_outcome_of_its_own(monkeypatch):
    """Without ties and collisions an outcome is one way of the Team, now and by a purple Threat."""
    compass = Compass(BOARD, CONTENT.pitch, CONTENT.moment, 0, 0.0)
    monkeypatch.setattr(CONTENT, "compass", compass)
    luck = random.Random(4)
    for _ in range(4):
        table, card = shuffled(luck, deck="purple-3", collisions="off")
        if posing(table, card, luck):
            shown = [option.heading for option in table.offered()]
            assert len({outcomes(table.table, heading) for heading in shown}) == len(shown)


@pytest.mark.rule("F-WALK-03")
@pytest.mark.parametrize(("band", "least"), [(2.0, 0.5), (0.0, 0.0), (15.0, 30.0), (1.0, 300.0)])
def test_a_heading_stands_in_the_middle_of_those_with_its_outcome(monkeypatch, band, least):
    compass = Compass(BOARD, CONTENT.pitch, CONTENT.moment, int(band * DEGREE), least * 1e-6)
    monkeypatch.setattr(CONTENT, "compass", compass)
    luck = random.Random(band + least)
    for _ in range(8):
        state = shuffled(luck, collisions="off")[0].state
        table = open_field(state.team, goat=state.billygoat(), collisions="off")
        table.state.places = state.places
        table.state.headings = state.headings[:]
        figure = luck.randrange(4)
        present = state.headings[figure]
        ways = []
        for heading in range(360):
            state.headings[figure] = heading
            ways.append(compass.read_code(state.places, state.headings, state.team))
        found = short_headings(table.table, figure, 0)
        expected = {ways[heading]: heading for heading in middles(ways)}
        expected[ways[present]] = present
        assert found == sorted(expected.values())


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


@pytest.mark.rule("F-WALK-03", "F-KID-EMILY-01")
def test_people_may_turn_a_figure_by_any_degree_and_leave_it_as_it_was():
    table = scene(hands="yellow-1 | |")
    table.turn()
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(3)))
    assert table.table.free_field(0) == FreeField("heading", 0, 359)
    assert table.table.with_value(0, 360) is None
    assert table.table.legal(0) == [TurnTo(0, 0, heading) for heading in range(360)]
    assert TurnTo(0, 0, table.state.headings[0]) in table.offered()
    shown = [option.heading for option in table.offered()]
    unlisted = next(heading for heading in range(360) if heading not in shown)
    table.act(TurnTo(0, 0, unlisted))
    assert table.state.headings[0] == unlisted


@pytest.mark.rule("F-WALK-03", "F-EXP-FOG-03")
def test_under_the_fog_the_shortlist_tells_nothing_of_the_field():
    table = scene(hands="yellow-1 | |", fog="on")
    table.state.headings[0] = 77
    table.run(BeginTurn(0))
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(3)))
    assert [o.heading for o in table.offered()] == sorted([77, *range(0, 360, 30)])
    assert len(table.table.legal(0)) == 360
