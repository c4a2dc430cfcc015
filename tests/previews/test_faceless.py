"""Forecasts of The Faceless come true: the dial, the walk as the magnets stand, the next Threats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.engine.table import Choice, Table
from embertable.games.faceless.billygoat import ApproachBy, ChooseApproach
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import EXPANSIONS, PURPLE
from embertable.games.faceless.kids import ChangeNumber
from embertable.games.faceless.rest import ChooseColumn
from embertable.games.faceless.setup import ChooseTeamSite
from embertable.games.faceless.team import (
    ChooseBetween,
    ChoosePayment,
    ChooseStep,
    TakeStep,
    TeamMoved,
    TeamWrapped,
)
from embertable.games.faceless.threats import ChooseTurned, TurnRound
from embertable.games.faceless.turns import ChooseAction
from embertable.games.faceless.view import FacelessView
from embertable.games.faceless.walk import ChooseHeading, ChoosePlace, PlayCard, StandOn, TurnTo
from embertable.previews import forecast
from embertable.previews.faceless import FacelessAhead
from embertable.previews.forecast import AT_REST
from tests.games.faceless.scene import scene


def positions(
    kind: type, seed: int, most: int = 120, **options: str
) -> Iterator[tuple[Table[Any], int]]:
    """Positions of a greedy game at which a choice of this kind is open."""
    table: Table[Any] = new_table(load("faceless"), {"players": "2", **options}, seed)
    bot = get_bot("greedy", 1)
    for _ in range(most):
        choice = table.next_choice()
        if choice is None:
            return
        if isinstance(choice, kind):
            yield table, choice.seat
        table.apply(ask(bot, table, choice.seat), choice.seat)


def ahead_of(table: Table[Any], seat: int) -> FacelessAhead:
    data = forecast(table, seat).data
    assert isinstance(data, FacelessAhead)
    return data


def test_every_facing_leads_where_the_dial_says():
    turned = 0
    for table, seat in positions(ChooseHeading, 1):
        sectors = ahead_of(table, seat).dial
        if not table.state.card:
            assert sectors == []
            continue
        assert [one.start for one in sectors[1:]] == [one.end + 1 for one in sectors[:-1]]
        assert (sectors[0].start, sectors[-1].end) == (0, 359)
        for option in table.offered(seat):
            assert isinstance(option, TurnTo)
            (sector,) = [one for one in sectors if one.start <= option.heading <= one.end]
            told = sector.outcome
            if told.wavers or told.luck:
                continue
            true = table.copy(table.chance.copy())
            true.apply(option, seat)
            while isinstance(true.next_choice(), ChoosePayment):
                true.apply(true.offered()[0])
            if true.result is None and true.state.card:
                continue  # a power asks something before the Team walks
            turned += 1
            if told.ends:
                assert true.result is not None
                assert true.result.outcome == told.ends
            # A Threat follows, which may move the Team on.
            walked = [one.space for one in true.log if isinstance(one, (TeamMoved, TeamWrapped))]
            assert walked[: len(told.spaces)] == told.spaces
    assert turned > 10


def test_what_tommy_draws_for_a_memory_does_not_hide_where_the_walk_ends():
    """Seen at a table: "finds 1 Memory, then you choose", and the next step met Billygoat."""
    found = 0
    for seed in range(40):
        for table, seat in positions(ChooseHeading, seed, 60):
            if "tommy" not in table.state.kids or not table.state.card:
                continue
            for sector in ahead_of(table, seat).dial:
                told = sector.outcome
                assert told.between or not told.wavers
                found += told.found > 0
        if found > 3:
            break
    assert found > 3


def test_unseen_cards_are_counted_by_colour():
    for table, seat in positions(ChooseAction, 2, 60):
        threats = ahead_of(table, seat).threats
        unseen = len(table.state.deck) + len(table.state.removed)
        assert {one.of for one in threats} == {unseen}
        assert sum(one.unseen for one in threats) == unseen


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_nothing_is_forecast_before_the_first_turn(expansion):
    """A Threat that strikes while expansions are still laid out would meet pieces that are not there."""
    (setting,) = [one for one in load("faceless").settings if one.name == expansion]
    seen = 0
    for table, seat in positions(Choice, 4, 60, **{expansion: setting.values[-1]}):
        if table.state.turn > 0:
            assert ahead_of(table, seat).threats or expansion == "fog"
            break
        seen += 1
        assert ahead_of(table, seat).threats == []
    assert seen > 0


def test_nothing_is_read_from_a_covered_needle():
    seen = 0
    for table, seat in positions(ChooseAction, 3, 60, fog="on"):
        view = table.game.view(table, seat)
        assert isinstance(view, FacelessView)
        if view.needle is None:
            seen += 1
            ahead = ahead_of(table, seat)
            assert (ahead.cards, ahead.dial, ahead.threats) == ([], [], [])
    assert seen > 0


def test_every_place_leads_where_the_forecast_says():
    tried = 0
    for table, seat in positions(ChoosePlace, 4):
        ahead = ahead_of(table, seat).places
        if not table.state.card:
            assert ahead == []
            continue
        options = table.offered(seat)
        for one, option in zip(ahead, options, strict=True):
            assert isinstance(option, StandOn)
            assert option.place == one.place
            stands = table.copy(table.chance.copy())
            stands.apply(option, seat)
            if stands.result is not None:
                assert one.walk.ends == stands.result.outcome
                continue
            choice = stands.next_choice()
            assert isinstance(choice, ChooseHeading)
            dial = ahead_of(stands, seat).dial
            kept = stands.state.headings[choice.figure]
            (sector,) = [two for two in dial if two.start <= kept <= two.end]
            assert sector.outcome == one.walk
            if one.matters:
                assert len({repr(two.outcome) for two in dial}) > 1
            if one.finds:
                assert any(two.outcome.found for two in dial)
            if not one.matters:
                assert one.loses == (one.walk.ends not in ("", "victory"))
            tried += 1
    assert tried > 10


def test_a_beginning_tells_how_many_memories_are_near():
    table, seat = next(positions(ChooseTeamSite, 6))
    sites = ahead_of(table, seat).sites
    assert [one.space for one in sites] == [getattr(one, "space", None) for one in table.offered()]
    for one in sites:
        begun = table.copy(seeded(0))
        begun.state.team = one.space
        near: set[int] = set()
        for _ in range(3):
            around = [one.space, *near]
            board = begun.state.content.board
            near |= {
                space
                for here in around
                for space in board.around[here]
                if begun.state.cover[space] == AWAY
            }
        # The Maze rule may bring more within reach.
        assert one.memories >= sum(space in near for space in begun.state.memory_spaces)
    assert len({one.memories for one in sites}) > 1


@pytest.mark.parametrize("kind", [ChooseBetween, ChooseStep])
def test_each_direction_tells_what_the_team_meets_and_how_far_it_still_goes(kind):
    tried = 0
    for seed in range(20):
        for table, seat in positions(kind, seed):
            ahead = ahead_of(table, seat)
            options = table.offered(seat)
            assert ahead.steps_left >= 1
            for one, option in zip(ahead.steps, options, strict=True):
                assert isinstance(option, TakeStep)
                assert one.direction == option.direction
                true = table.copy(seeded(0))
                true.apply(option, seat)
                true.next_choice()
                told = one.walk
                walked = [
                    one.space for one in true.log if isinstance(one, (TeamMoved, TeamWrapped))
                ]
                if told.luck:
                    continue
                assert walked[: len(told.spaces)] == told.spaces
                tried += 1
        if tried > 8:
            break
    assert tried > 8


def test_after_her_rest_karyn_hears_that_no_card_strikes():
    seen = set()
    for seed in range(30):
        for table, seat in positions(ChooseColumn, seed, 60):
            calm = {one.calm for one in ahead_of(table, seat).threats}
            # The Music Player fills a hand as well.
            karyn = table.state.kids[seat] == "karyn" and table.state.action == "rest"
            assert calm == {karyn}
            seen.add(karyn)
        if seen == {True, False}:
            break
    assert seen == {True, False}


def test_a_card_lights_the_places_that_its_figure_may_go_to():
    tried = 0
    for table, seat in positions(ChooseAction, 5, 60):
        told = {one.card: one.places for one in ahead_of(table, seat).cards}
        for option in table.offered(seat):
            if isinstance(option, PlayCard) and option.card in told:
                true = table.copy(table.chance.copy())
                true.apply(option, seat)
                choice = true.next_choice()
                # Where only one place is left, nothing is asked.
                offered = true.offered() if isinstance(choice, ChoosePlace) else []
                assert told[option.card] == [getattr(one, "place", None) for one in offered]
                tried += len(offered)
    assert tried > 10


def test_each_way_of_billygoat_tells_where_he_pushes_the_needle():
    tried = 0
    for seed in range(20):
        for table, seat in positions(ChooseApproach, seed, 200, difficulty="hell"):
            options = table.offered(seat)
            for one, option in zip(ahead_of(table, seat).approaches, options, strict=True):
                assert isinstance(option, ApproachBy)
                assert one.space == option.space
                true = table.copy_doing(table.chance.copy(), option, AT_REST)
                assert true.next_choice() is AT_REST
                view = true.game.view(true, seat)
                assert isinstance(view, FacelessView)
                needle = view.needle
                wavers = needle is None or len(needle.directions) > 1
                assert wavers == one.walk.wavers
                if needle is not None and not wavers:
                    board, team = table.state.content.board, table.state.team
                    ahead = board.neighbours[team * 6 + needle.directions[0]]
                    walked = [*one.walk.spaces, *one.walk.obstacles]
                    assert ahead == AWAY or walked[:1] == [ahead]
                    tried += 1
        if tried > 5:
            break
    assert tried > 5


def test_each_faceless_to_turn_round_tells_where_the_needle_then_leads():
    tried = 0
    for seed in range(20):
        for table, seat in positions(ChooseTurned, seed, 200, difficulty="hell"):
            options = table.offered(seat)
            for one, option in zip(ahead_of(table, seat).rounds, options, strict=True):
                assert isinstance(option, TurnRound)
                assert one.figure == option.figure
                true = table.copy_doing(seeded(0), replace(option, pairs=1), AT_REST)
                assert true.next_choice() is AT_REST
                view = true.game.view(true, seat)
                assert isinstance(view, FacelessView)
                assert view.needle is not None
                assert one.walk.wavers == (len(view.needle.directions) > 1)
                tried += 1
        if tried > 5:
            break
    assert tried > 5


def test_a_purple_card_reaches_what_its_steps_can_enter():
    """Every way of the card is walked to its end, and compared with what was told before it is played."""
    compared = 0
    for table, seat in positions(ChooseAction, 3, most=60):
        reaches = {one.card: one.spaces for one in ahead_of(table, seat).reaches}
        for option in table.offered(seat):
            if not isinstance(option, PlayCard) or not option.card.startswith(PURPLE):
                continue
            played = table.copy(seeded(0))
            played.apply(option, seat)
            assert sorted(entered(played, seat)) == reaches[option.card]
            compared += 1
    assert compared > 3


def entered(table: Table[Any], seat: int) -> set[int]:
    """The spaces that free steps from here can enter; a walk that hits something or meets Billygoat is not followed."""
    found: set[int] = set()
    if not isinstance(table.next_choice(), ChooseStep):
        return found
    for step in table.offered(seat):
        tried = table.copy(seeded(0))
        tried.apply(step, seat)
        tried.next_choice()
        if tried.result is None and tried.state.team != table.state.team:
            found |= {tried.state.team} | entered(tried, seat)
    return found - {table.state.team} if found else found


def test_what_victory_needs_besides_the_memories_is_told():
    table, seat = next(positions(ChooseAction, 1, 30, scenario="billygoat_project"))
    assert ahead_of(table, seat).eyes == 2
    table, seat = next(positions(ChooseAction, 1, 60, scenario="collecting_bugs"))
    beside = table.state.team
    assert not ahead_of(table, seat).entrance, "the Team begins beside it"
    table.state.team = table.state.content.board.size // 2
    assert ahead_of(table, seat).entrance == (table.state.team != beside)
    table, seat = next(positions(ChooseAction, 1, 60))
    assert (ahead_of(table, seat).eyes, ahead_of(table, seat).entrance) == (0, False)


@pytest.mark.rule("F-KID-PJ-02")
def test_pj_sees_the_card_s_own_number_first_and_then_each_that_he_may_choose():
    of_pj = scene(kids="pj matt", hands="yellow-2 | blue-1")
    of_pj.turn()
    of_pj.act(PlayCard(0, "yellow-2"))
    of_pj.act(of_pj.offered()[0])
    ahead = ahead_of(of_pj.table, 0)
    assert ahead.number == 2
    assert max(len(one.outcome.spaces) for one in ahead.dial) == 2
    of_pj.act(of_pj.offered(TurnTo)[0])
    numbers = ahead_of(of_pj.table, 0).numbers
    assert [(one.change, one.steps) for one in numbers] == [(0, 2), (1, 3), (-1, 1)]
    for one in numbers:
        tried = of_pj.table.copy(seeded(0))
        tried.apply(ChangeNumber(0, one.change), 0)
        tried.next_choice()
        walked = [event.space for event in tried.log if isinstance(event, (TeamMoved, TeamWrapped))]
        assert walked[: len(one.walk.spaces)] == one.walk.spaces
        assert one.walk.spaces
