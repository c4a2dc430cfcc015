"""The Hourglass, and the clock that turns it."""

import pytest

from embertable.engine.chance import seeded
from embertable.engine.countdown import CountdownTimer
from embertable.engine.errors import IllegalAction
from embertable.engine.table import SYSTEM
from embertable.games.faceless.deck import ThreatAdded
from embertable.games.faceless.expansions.hourglass import (
    GlassTurned,
    Hourglass,
    SandRanOut,
    SandRunsOut,
    glass_of,
)
from embertable.games.faceless.kids import ChooseBonus, LookAtTop
from embertable.games.faceless.team import ChooseStep, CollectMemories, FreeSteps
from embertable.games.faceless.threats import (
    ChooseDiscard,
    ResolveThreat,
    ThreatPhase,
    ThreatStruck,
)
from embertable.games.faceless.turns import ChooseAction
from embertable.games.faceless.walk import ChooseHeading, ChoosePlace, PlayCard, StandOn
from tests.games.faceless.scene import FACELESS, PLAIN, at, open_field, scene, set_up


def with_glass(**arguments):
    table = open_field(at(0, 0), hourglass="on", **arguments)
    table.state.parts["hourglass"] = Hourglass(180)
    return table


@pytest.mark.rule("F-EXP-HOUR-01", "F-EXP-HOUR-05")
def test_the_glass_begins_at_its_place_with_the_first_turn():
    part = glass_of(set_up(0, hourglass="on"))
    assert (part.seconds, part.is_safe) == (180, False)


@pytest.mark.rule("F-EX-15", "F-EXP-HOUR-02", "F-EXP-HOUR-03", "F-EXP-HOUR-04", "F-DIFF-27")
def test_a_memory_saves_the_glass_once():
    table = with_glass(kids=PLAIN, deck="red-1 blue-2")
    table.turn()
    for memory in ("bow", "street"):
        table.memory(memory, at(0, 0))
        table.run(CollectMemories(at(0, 0)))
        assert glass_of(table.table).is_safe
    table.act(SandRunsOut(SYSTEM))
    assert table.events(GlassTurned)
    assert table.threats() == "0 0 0 0 0"
    table.act(SandRunsOut(SYSTEM))
    assert table.events(SandRanOut) == [SandRanOut(2)]
    assert [event.card for event in table.events(ThreatAdded)] == ["red-1", "blue-2"]
    assert not table.events(ThreatStruck)


@pytest.mark.rule("F-INT-45", "F-EXP-HOUR-03", "F-DISPLAY-01")
@pytest.mark.parametrize(("minimum", "after"), [(0, 4), (3, 4), (4, 4), (6, 6)])
def test_the_cards_of_the_sand_count_for_the_minimum_of_the_display(minimum, after):
    table = with_glass(kids=PLAIN, threats="red blue")
    table.state.minimum = minimum
    table.turn()
    table.act(SandRunsOut(SYSTEM))
    assert table.state.displayed() == after


@pytest.mark.rule("F-KID-KARYN-01")
def test_karyn_looks_once_though_the_sand_takes_the_card_she_saw():
    table = with_glass(kids="karyn matt", hands="red-1 | blue-1", deck="red-1 blue-2 green-3")
    table.turn()
    table.act(LookAtTop(0))
    assert table.view(0).top == "red-1"
    table.act(SandRunsOut(SYSTEM))
    assert table.view(0).top == ""
    assert not table.offered(LookAtTop)


@pytest.mark.rule("F-EXP-HOUR-06", "F-INT-45", "F-TURN-06")
def test_the_sand_is_only_heard_at_safe_points():
    table = with_glass(kids=PLAIN, hands="red-1 red-2 red-3 | |", deck="green-1")
    table.turn()
    assert isinstance(table.waiting(), ChooseAction)
    assert table.table.offered(SYSTEM) == [SandRunsOut(SYSTEM)]
    table.act(PlayCard(0, "red-1"))
    assert isinstance(table.waiting(), ChoosePlace)
    assert table.table.offered(SYSTEM) == [SandRunsOut(SYSTEM)]
    table.act(table.offered(StandOn)[0])
    assert isinstance(table.waiting(), ChooseHeading)
    assert table.table.offered(SYSTEM) == [SandRunsOut(SYSTEM)]
    table.run(FreeSteps(0, 2, beyond=True))
    assert isinstance(table.waiting(), ChooseStep)
    assert table.table.offered(SYSTEM) == [SandRunsOut(SYSTEM)]
    table.run(ThreatPhase(0))
    table.state.display[1] = ["green-1", "green-1"]
    table.run(ResolveThreat(0, "green"))
    assert isinstance(table.waiting(), ChooseDiscard)
    assert not table.table.offered(SYSTEM)


@pytest.mark.rule("F-EXP-HOUR-06")
def test_running_out_leaves_the_choice_that_waits():
    table = with_glass(kids=PLAIN, hands="red-1 red-2 | |", deck="green-1 blue-2")
    table.turn()
    table.act(PlayCard(0, "red-1"))
    table.act(table.offered(StandOn)[0])
    before = table.offered()
    table.act(SandRunsOut(SYSTEM))
    assert isinstance(table.waiting(), ChooseHeading)
    assert table.offered() == before
    assert table.threats() == "0 1 1 0 0"


@pytest.mark.rule("F-EXP-HOUR-06")
def test_no_player_turns_the_glass():
    table = with_glass(kids=PLAIN)
    table.turn()
    assert not table.offered(SandRunsOut)
    with pytest.raises(IllegalAction):
        table.table.apply(SandRunsOut(SYSTEM), 0)
    with pytest.raises(IllegalAction):
        table.table.apply(table.offered()[0], SYSTEM)


@pytest.mark.rule("F-EXP-HOUR-05", "F-EXP-HOUR-06")
def test_a_clock_told_the_time_turns_the_glass_when_the_table_can_bear_it():
    table = with_glass(kids=PLAIN, hands="red-1 red-2 | |", deck="green-1 blue-2")
    clock = CountdownTimer()
    clock.run(1000.0)
    table.turn()
    assert clock.due(table.table, 1000.0) is None
    assert clock.due(table.table, 1179.0) is None
    table.state.display[1] = ["green-1", "green-1"]
    table.run(ResolveThreat(0, "green"))
    assert clock.due(table.table, 1190.0) is None
    table.act(table.offered()[0])
    assert isinstance(table.waiting(), ChooseAction)
    assert clock.due(table.table, 1200.0) == SandRunsOut(SYSTEM)
    # The next time runs since the last ended, not since that could be heard.
    assert clock.left == 160.0


@pytest.mark.rule("F-EXP-HOUR-07")
@pytest.mark.parametrize("pause", ["disconnected", "agreed", "never"])
def test_a_stopped_clock_goes_on_where_it_stood(pause):
    table = with_glass(kids=PLAIN, hourglass_pause=pause)
    table.turn()
    clock = CountdownTimer()
    clock.run(0.0)
    assert clock.due(table.table, 100.0) is None
    countdown = FACELESS.countdown(table.table)
    assert countdown is not None
    assert (countdown.seconds, countdown.pause) == (180, pause)
    clock.stop(150.0)
    assert clock.due(table.table, 900.0) is None
    later = CountdownTimer(clock.left)
    later.run(5000.0)
    assert later.due(table.table, 5129.0) is None
    assert later.due(table.table, 5130.0) == SandRunsOut(SYSTEM)


def test_nothing_runs_out_without_a_glass_or_before_the_first_turn():
    assert FACELESS.countdown(scene().table) is None
    table = FACELESS.set_up({"hourglass": "on"}, seeded(0))
    assert FACELESS.countdown(table) is None
    assert table.offered(SYSTEM) == []
    clock = CountdownTimer()
    clock.run(0.0)
    assert clock.due(table, 9999.0) is None
    assert clock.left is None


@pytest.mark.rule("F-INT-46")
def test_the_penalty_loses_with_an_empty_deck():
    table = with_glass(kids=PLAIN)
    table.state.deck = ["red-1"]
    table.turn()
    table.act(SandRunsOut(SYSTEM))
    assert table.outcome == "deck"


@pytest.mark.rule("F-INT-47")
def test_the_glass_is_safe_before_tommy_acts():
    table = with_glass(kids="tommy matt", hands="red-1 | blue-1", threats="green")
    table.memory("bow", at(0, 0))
    table.run(CollectMemories(at(0, 0)))
    assert isinstance(table.waiting(), ChooseBonus)
    assert glass_of(table.table).is_safe
