"""The Crossroads."""

import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import ALAN, BILLYGOAT, JUDITH, SAM
from embertable.games.faceless.expansions.avatars.cards import Avatars
from embertable.games.faceless.expansions.creepy_die import CreepyDie
from embertable.games.faceless.expansions.crossroads import (
    ChooseWay,
    Crossroads,
    CrossroadsRevealed,
    LockFigures,
    TakeWay,
    WayTaken,
)
from embertable.games.faceless.expansions.eyes import Eyes
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.kids import PlaySecond, TurnOne
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.moments import MayMove
from embertable.games.faceless.rest import Rest
from embertable.games.faceless.team import SpendMemory, TeamMoved
from embertable.games.faceless.threats import ThreatPhase, ThreatStruck
from embertable.games.faceless.turns import BeginTurn, ChooseAction
from embertable.games.faceless.walk import ChooseHeading, PlayCard, TurnTo
from tests.games.faceless.parts import crossroads_of, servants_of
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    PLAIN,
    at,
    billygoat,
    ext,
    open_field,
    set_up,
    steps_taken,
    way,
)


def with_crossroads(*cards: int, **arguments):
    """These cards by number on top of the Crossroads deck."""
    table = open_field(at(0, 0), crossroads="on", **arguments)
    table.state.parts["crossroads"] = Crossroads([card - 1 for card in reversed(cards)])
    return table


@pytest.mark.rule("F-EXP-CROSS-01", "F-EXP-CROSS-03")
def test_ten_cards_are_shuffled_and_shuffled_again():
    part = crossroads_of(set_up(0, crossroads="on"))
    assert sorted(part.deck) == list(range(10))
    table = with_crossroads(kids=PLAIN, deck="green-1", threats="")
    crossroads_of(table.table).discards = [6]
    table.run(ThreatPhase(0))
    assert isinstance(table.waiting(), ChooseWay)
    assert crossroads_of(table.table).discards == [6]


@pytest.mark.rule("F-EX-10", "F-EXP-CROSS-02", "F-EXP-CROSS-04", "F-DIFF-35", "F-EXP-GEN-05")
@pytest.mark.parametrize(("effect", "direction"), [("move_red", "NE"), ("move_white", "SW")])
def test_a_green_card_brings_a_choice_of_ends(effect, direction):
    table = with_crossroads(1, kids=PLAIN, deck="green-1")
    table.point("NE")
    table.run(ThreatPhase(0))
    assert {action.effect for action in table.offered(TakeWay)} == {"move_red", "move_white"}
    table.act(TakeWay(0, effect, 1))
    assert [e.direction for e in table.events(TeamMoved)] == [way(direction)]
    assert table.events(ThreatStruck)[-1].colour == "green"


@pytest.mark.rule("F-EXP-CROSS-05", "F-INT-20")
def test_a_threat_by_crossroads_fires_no_hooks():
    table = with_crossroads(
        5,
        kids=PLAIN,
        deck="green-1",
        threats="red red",
        memories="bow",
        servants="roaming",
        avatars="eraserhead",
    )
    table.state.parts["servants"] = Servants("roaming", [at(-5, 5)], [], [0, 1, 2])
    billygoat(table, at(4, 0))
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "threat_red", 0))
    while table.waiting():
        table.act(table.offered()[0])
    assert BOARD.distances[table.state.billygoat()][at(0, 0)] == 2
    assert servants_of(table.table).spaces == [at(-5, 5)]
    assert table.state.unused == ["bow"]


@pytest.mark.rule("F-EXP-CROSS-02")
def test_the_revealed_card_is_told_with_both_effects():
    table = with_crossroads(4, kids=PLAIN, deck="green-1")
    table.run(ThreatPhase(0))
    assert table.events(CrossroadsRevealed) == [
        CrossroadsRevealed(4, "move_white", "billygoat_step")
    ]
    assert table.offered() == [TakeWay(0, "move_white", 1), TakeWay(0, "billygoat_step", 0)]


@pytest.mark.rule("F-EXP-CROSS-05", "F-INT-20")
@pytest.mark.parametrize("avatar", ["puppetmaster", "eraserhead", "unspeakable"])
def test_no_avatar_wakes_at_a_threat_by_crossroads(avatar):
    table = with_crossroads(
        5, kids=PLAIN, deck="green-1", threats="red-1 red-2", memories="bow hat", avatars=avatar
    )
    table.state.parts["avatars"] = Avatars([avatar])
    billygoat(table, at(4, 0))
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "threat_red", 0))
    assert table.state.billygoat() == at(2, 0)
    part = table.state.parts["avatars"]
    assert isinstance(part, Avatars)
    assert (part.puppets, part.is_silent, part.is_held) == ([], False, False)
    assert table.state.used == []
    assert table.waiting() is None


@pytest.mark.rule("F-EXP-CROSS-05")
def test_a_threat_with_an_empty_column_cannot_be_chosen():
    table = with_crossroads(8, kids=PLAIN, deck="green-1")
    goat = table.state.billygoat()
    effects = list(CONTENT.crossings[7].effects)
    assert "threat_red" in effects
    table.run(ThreatPhase(0))
    assert TakeWay(0, "threat_red", 0) not in table.offered()
    assert [event.effect for event in table.events(WayTaken)] == [
        effect for effect in effects if effect != "threat_red"
    ]
    assert table.state.billygoat() == goat
    table = with_crossroads(8, kids=PLAIN, deck="green-1", threats="red")
    table.run(ThreatPhase(0))
    assert TakeWay(0, "threat_red", 0) in table.offered()


@pytest.mark.rule("F-INT-21", "F-EXP-DIE-13")
def test_the_purple_threat_by_crossroads_minds_the_die_but_not_the_eyes():
    table = with_crossroads(
        6, kids=PLAIN, deck="green-1", threats="purple", creepy_die="on", eyes="on"
    )
    table.state.parts["creepy_die"] = CreepyDie(2)
    table.state.parts["eyes"] = Eyes([at(5, -5), at(-5, 0)], [True, True])
    table.point("E", "E")
    size = len(table.state.deck)
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "threat_purple", 0))
    assert steps_taken(table) == 2
    assert len(table.state.deck) == size - 1


@pytest.mark.rule("F-EXP-CROSS-06")
def test_a_memory_can_only_be_used_where_there_is_one():
    table = with_crossroads(3, kids=PLAIN, deck="green-1")
    table.point("E")
    assert table.run(ThreatPhase(0)) is None
    assert steps_taken(table) == 1
    table = with_crossroads(3, kids=PLAIN, deck="green-1", memories="bow street")
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "use_memory", 0), SpendMemory(0, "street"))
    assert table.state.used == ["street"]


@pytest.mark.rule("F-EXP-CROSS-07")
def test_billygoat_may_come_one_space_closer():
    table = with_crossroads(4, kids=PLAIN, deck="green-1")
    billygoat(table, at(3, 0))
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "billygoat_step", 0))
    assert table.state.billygoat() == at(2, 0)
    assert table.state.headings[BILLYGOAT] == 180


@pytest.mark.rule("F-EXP-CROSS-08", "F-INT-22", "F-INT-24", "F-INT-25")
def test_locked_figures_may_be_turned_but_not_moved_for_one_turn():
    table = with_crossroads(
        6,
        kids="matt emily",
        hands="yellow-1 | yellow-1 yellow-2 blue-1",
        deck="green-1",
        threats="purple",
        memories="bow",
    )
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "lock_yellow_green", 0))
    table.run(LockFigures())
    assert crossroads_of(table.table).locked == [JUDITH, SAM]
    table.turn(1)
    assert table.offered(TurnOne)
    table.act(PlayCard(1, "yellow-1"))
    assert isinstance(table.waiting(), ChooseHeading)
    table.run(LockFigures())
    assert crossroads_of(table.table).locked == []
    table = with_crossroads(kids="matt emily", hands="yellow-1 | blue-1", memories="bow")
    crossroads_of(table.table).locked = [JUDITH]
    table.turn()
    table.act(UseMemory(0, "bow"))
    assert isinstance(table.waiting(), ChooseHeading)
    may = [table.table.ask(MayMove(figure, at(0, 0)), 1) for figure in (JUDITH, SAM, ALAN)]
    assert may == [0, 1, 1], "the others are free"


@pytest.mark.rule("F-EXP-CROSS-08", "F-INT-25")
def test_locks_add_up_and_hold_both_of_matts_cards():
    table = with_crossroads(kids="matt emily", hands="yellow-1 blue-1 | red-1")
    crossroads_of(table.table).locked_next = [JUDITH, SAM, ALAN, SAM]
    table.run(LockFigures())
    assert crossroads_of(table.table).locked == [JUDITH, SAM, ALAN]
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    table.act(table.offered(TurnTo)[0])
    while table.waiting() and not table.offered(PlaySecond):
        table.act(table.offered()[0])
    table.act(PlaySecond(0, "blue-1"))
    assert isinstance(table.waiting(), ChooseHeading)


@pytest.mark.rule("F-EXP-CROSS-08", "F-INT-25")
def test_a_lock_holds_through_the_next_turn_and_no_longer():
    table = with_crossroads(
        6, kids="matt luke", hands="red-1 | red-2", deck="green-1 blue-1 blue-1"
    )
    table.state.display[4].append("purple-1")
    table.run(BeginTurn(0))
    held = []
    while table.state.turn < 5:
        if isinstance(table.waiting(), ChooseAction):
            held.append(crossroads_of(table.table).locked)
            table.state.hands[table.state.current] = ["red-1"] * 3
            table.act(Rest(table.state.current))
        elif table.offered(TakeWay):
            table.act(next(one for one in table.offered(TakeWay) if one.effect.startswith("lock")))
        else:
            table.act(table.offered()[0])
    assert held == [[], [JUDITH, SAM], []]


@pytest.mark.rule("F-INT-23")
def test_a_locked_and_removed_faceless_stays_away():
    table = with_crossroads(kids="luke emily", hands="yellow-1 | red-1")
    table.state.places[:3] = [AWAY, ext(15), ext(27)]
    crossroads_of(table.table).locked = [JUDITH]
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    assert table.state.places[JUDITH] == AWAY
    assert table.state.discards == ["yellow-1"] or table.waiting()
