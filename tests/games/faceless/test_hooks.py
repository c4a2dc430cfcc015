"""Creepy Die, Crossroads, Servants, Nightworld, Fog and Hourglass."""

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import IllegalAction
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import FigureSnapped
from embertable.games.faceless.compass import opposite_angle
from embertable.games.faceless.content import ALAN, BILLYGOAT, JUDITH, SAM
from embertable.games.faceless.deck import ThreatAdded
from embertable.games.faceless.expansions.creepy_die import (
    CreepyDie,
    DieRolled,
    RollAgain,
    UseGuard,
)
from embertable.games.faceless.expansions.crossroads import (
    ChooseWay,
    Crossroads,
    LockFigures,
    TakeWay,
    UnlockFigures,
)
from embertable.games.faceless.expansions.den import Den
from embertable.games.faceless.expansions.eyes import Eyes
from embertable.games.faceless.expansions.fog import Fog
from embertable.games.faceless.expansions.hourglass import (
    GlassTurned,
    Hourglass,
    SandRanOut,
    SandRunsOut,
    glass_of,
)
from embertable.games.faceless.expansions.nightworld import Nightworld
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.kids import (
    ChangeNumber,
    ChooseBonus,
    ChooseReplacement,
    PlaySecond,
    ReplaceThreat,
    ShiftMemory,
    ShiftTo,
    TurnOne,
    WhisperFreely,
)
from embertable.games.faceless.memories import Listen, UseMemory
from embertable.games.faceless.rest import Rest
from embertable.games.faceless.team import (
    ChoosePayment,
    CollectMemories,
    NeedleSteps,
    SpendMemory,
    TakeStep,
    TeamMoved,
)
from embertable.games.faceless.threats import ResolveThreat, ThreatPhase, ThreatStruck
from embertable.games.faceless.turns import BeginTurn, ChooseAction
from embertable.games.faceless.walk import ChooseHeading, MoveByCard, PlayCard, StandOn, TurnTo
from tests.games.faceless.parts import crossroads_of, die_of, part_of, servants_of
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    FACELESS,
    at,
    billygoat,
    ext,
    open_field,
    scene,
    set_up,
    stride,
    way,
)

PLAIN = "matt luke pj"


def steps_taken(table) -> int:
    return len([e for e in table.table.log if type(e).__name__ in ("TeamMoved", "TeamWrapped")])


# The Creepy Die.


def with_die(face: int, team: int = at(0, 0), **arguments):
    table = open_field(team, creepy_die="on", **arguments)
    table.state.parts["creepy_die"] = CreepyDie(face)
    return table


@pytest.mark.rule("F-EXP-DIE-01")
def test_the_die_begins_without_a_face():
    assert die_of(set_up(0, creepy_die="on")).face == 0


@pytest.mark.rule("F-EXP-DIE-02", "F-EXP-DIE-03", "F-EXP-GEN-05")
def test_a_yellow_reveal_rolls_the_die_before_its_effect():
    table = with_die(2, kids=PLAIN, deck="yellow-1", luck=(5,))
    table.run(ThreatPhase(0))
    assert table.events(DieRolled) == [DieRolled(6)]
    kinds = [type(event) for event in table.table.log]
    assert kinds.index(DieRolled) < kinds.index(ThreatStruck)
    table = with_die(2, kids=PLAIN, deck="blue-1", luck=(5,))
    table.run(ThreatPhase(0))
    assert die_of(table.table).face == 2


@pytest.mark.rule("EX-09", "F-EXP-DIE-04", "F-EXP-DIE-05", "F-DIFF-37", "F-DECK-02")
def test_the_current_player_may_roll_once_a_turn_for_a_card():
    table = with_die(1, kids="emily matt", hands="red-1 | blue-1", deck="red-2", luck=(5,))
    table.turn()
    assert not table.offered(TurnOne)
    table.act(RollAgain(0))
    assert table.events(ThreatAdded) == [ThreatAdded("red-2")]
    assert not table.events(ThreatStruck)
    assert table.offered(TurnOne)
    with pytest.raises(IllegalAction):
        table.act(RollAgain(0))
    table.state.powers.clear()
    table.state.deck = []
    assert not [one for one in table.waiting().options(table.table) if isinstance(one, RollAgain)]


@pytest.mark.rule("F-EXP-DIE-05", "INT-37")
def test_face_one_switches_off_all_powers():
    table = with_die(
        1, kids="julie tommy karyn", hands="red-1 | blue-1 | red-2", deck="blue-1", threats="red"
    )
    assert table.run(ThreatPhase(0)) is None
    table.memory("bow", at(0, 0))
    assert table.run(CollectMemories(at(0, 0))) is None
    table.state.action = "rest"
    table.state.deck.append("blue-3")
    table.run(ThreatPhase(2))
    assert table.events(ThreatStruck)[-1].colour == "blue"
    table = with_die(1, kids="julie matt", hands="red-1 | blue-1", deck="yellow-1", luck=(5,))
    assert table.run(ThreatPhase(0)) is None
    assert die_of(table.table).face == 6


@pytest.mark.rule(
    "F-EXP-DIE-06", "F-EXP-DIE-07", "F-EXP-DIE-08", "F-DIFF-22", "F-DIFF-36", "F-MOVE-05"
)
@pytest.mark.parametrize(("face", "steps"), [(2, 2), (3, 0), (6, 1)])
def test_faces_two_and_three_change_a_cards_steps(face, steps):
    table = with_die(face)
    table.point("E", "E")
    table.state.card = "yellow-1"
    table.run(MoveByCard(0))
    assert steps_taken(table) == steps


@pytest.mark.rule("F-EXP-DIE-06", "F-EXP-DIE-12", "F-EXP-DIE-13")
@pytest.mark.parametrize(("face", "steps"), [(2, 3), (3, 1)])
def test_the_purple_threat_changes_once(face, steps):
    table = with_die(face, threats="purple purple")
    table.point("E", "E", "E")
    table.run(ResolveThreat(0, "purple"))
    assert steps_taken(table) == steps


@pytest.mark.rule("F-EXP-DIE-13", "INT-10", "F-MEM-STREET")
def test_memories_and_free_movements_stay_as_they_are():
    table = with_die(2, kids=PLAIN, memories="street")
    table.turn()
    table.act(UseMemory(0, "street"), TakeStep(0, way("E")))
    assert table.waiting() == ChooseAction(0)
    assert steps_taken(table) == 1


@pytest.mark.rule("INT-39", "F-EXP-DIE-12")
@pytest.mark.parametrize(
    ("card", "change", "face", "total"),
    [("yellow-1", -1, 2, 1), ("yellow-3", 1, 2, 5), ("yellow-1", -1, 3, 0)],
)
def test_pj_and_the_die_add_up(card, change, face, total):
    table = with_die(face, at(-5, 0))
    table.point(*["E"] * 5)
    table.state.card = card
    table.state.change = change
    table.run(MoveByCard(0))
    assert steps_taken(table) == total


@pytest.mark.rule("INT-40", "F-EXP-DIE-12")
def test_a_purple_cards_extra_step_follows_the_needle():
    table = with_die(2, kids="pj matt", hands="purple-1 | blue-1")
    table.turn()
    table.point("NW")
    table.act(PlayCard(0, "purple-1"), ChangeNumber(0, 0))
    table.state.places[BILLYGOAT] = at(5, -5)
    table.act(TakeStep(0, way("E")))
    assert steps_taken(table) >= 2 or table.waiting() is not None
    first, second = [e.direction for e in table.events(TeamMoved)][:2]
    assert first == way("E")
    assert second in CONTENT.compass.directions(
        CONTENT.compass.read(table.state.places, table.state.headings, at(1, 0))
    )


@pytest.mark.rule("F-EXP-DIE-09", "INT-10")
def test_face_four_pays_for_one_step_and_is_rolled_again():
    table = with_die(4, memories="bow", luck=(5,))
    table.obstacle(0, at(1, 0))
    stride(table, "E")
    assert set(table.offered()) == {UseGuard(0), SpendMemory(0, "bow")}
    table.act(UseGuard(0))
    assert table.state.unused == ["bow"]
    assert table.events(DieRolled) == [DieRolled(6)]
    assert table.state.team == at(0, 0)


@pytest.mark.rule("F-EXP-DIE-09", "F-EXP-DIE-10", "INT-38")
def test_a_reroll_may_bring_billygoat_in_mid_movement():
    table = with_die(4, luck=(4, 5))
    table.obstacle(0, at(1, 0))
    billygoat(table, at(-3, 0))
    stride(table, "E")
    assert table.state.billygoat() == at(-2, 0)
    assert table.state.headings[BILLYGOAT] == 0
    assert [event.face for event in table.events(DieRolled)] == [5, 6]


@pytest.mark.rule("F-EXP-DIE-10", "F-EXP-DIE-11")
def test_face_five_hunts_and_rolls_again_and_face_six_is_nothing():
    table = with_die(0, kids=PLAIN, deck="red-1", luck=(4, 5))
    billygoat(table, at(-3, 0))
    table.turn()
    table.act(RollAgain(0))
    assert table.state.billygoat() == at(-2, 0)
    assert die_of(table.table).face == 6


@pytest.mark.rule("F-EXP-DIE-09")
def test_face_four_lets_the_team_onto_a_swamp_and_not_into_the_den():
    from embertable.games.faceless.expansions.swamp import Swamps

    table = with_die(4, swamp="on", luck=(5,))
    table.obstacle(2, at(1, 0))
    table.state.parts["swamp"] = Swamps([2])
    stride(table, "E")
    assert table.state.team == at(1, 0)
    table = with_die(4, den="on", memories="bow")
    table.state.parts["den"] = Den([at(1, 0)])
    stride(table, "E")
    assert table.outcome == "den"


@pytest.mark.rule("F-KID-GEN-03", "INT-67")
def test_dylan_keeps_his_cards_and_draws_to_three_without_his_power():
    table = with_die(
        1,
        kids="dylan lily",
        hands="red-1 red-2 red-3 blue-1 | green-1",
        threats="red",
        memories="music_player",
    )
    assert len(table.state.hands[0]) == 4
    table.run(Rest(0))
    assert len(table.state.hands[0]) == 4
    table.state.hands[0] = ["red-1"]
    table.state.display[0] = ["yellow-1"] * 4
    table.state.display[3] = []
    table.turn(1)
    table.state.action = ""
    table.run(UseMemory(1, "music_player"))
    table.act(Listen(1, 0))
    assert len(table.state.hands[0]) == 3


@pytest.mark.rule("F-KID-GEN-02", "F-KID-GEN-03")
def test_lily_has_no_free_whisper_under_face_one():
    table = with_die(1, kids="lily matt", hands="red-1 | blue-1")
    table.turn()
    assert not table.offered(WhisperFreely)


# Crossroads.


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


@pytest.mark.rule("EX-10", "F-EXP-CROSS-02", "F-EXP-CROSS-04", "F-DIFF-35", "F-EXP-GEN-05")
@pytest.mark.parametrize(("effect", "direction"), [("move_red", "NE"), ("move_white", "SW")])
def test_a_green_card_brings_a_choice_of_ends(effect, direction):
    table = with_crossroads(1, kids=PLAIN, deck="green-1")
    table.point("NE")
    table.run(ThreatPhase(0))
    assert {action.effect for action in table.offered(TakeWay)} == {"move_red", "move_white"}
    table.act(TakeWay(0, effect, 1))
    assert [e.direction for e in table.events(TeamMoved)] == [way(direction)]
    assert table.events(ThreatStruck)[-1].colour == "green"


@pytest.mark.rule("F-EXP-CROSS-05", "INT-20")
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


@pytest.mark.rule("F-EXP-CROSS-05")
def test_an_empty_column_does_nothing():
    table = with_crossroads(8, kids=PLAIN, deck="green-1")
    goat = table.state.billygoat()
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "threat_red", 0))
    assert table.state.billygoat() == goat


@pytest.mark.rule("INT-21", "F-EXP-DIE-13")
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


@pytest.mark.rule("F-EXP-CROSS-08", "INT-22", "INT-24", "INT-25")
def test_locked_figures_may_be_turned_but_not_moved_for_one_turn():
    table = with_crossroads(
        6,
        kids="matt emily",
        hands="yellow-1 | yellow-1 yellow-2 blue-1",
        deck="green-1",
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
    table.run(UnlockFigures())
    assert crossroads_of(table.table).locked == []
    table = with_crossroads(kids="matt emily", hands="yellow-1 | blue-1", memories="bow")
    crossroads_of(table.table).locked = [JUDITH]
    table.turn()
    table.act(UseMemory(0, "bow"))
    assert isinstance(table.waiting(), ChooseHeading)


@pytest.mark.rule("F-EXP-CROSS-08", "INT-25")
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


@pytest.mark.rule("INT-23")
def test_a_locked_and_removed_faceless_stays_away():
    table = with_crossroads(kids="luke emily", hands="yellow-1 | red-1")
    table.state.places[:3] = [AWAY, ext(15), ext(27)]
    crossroads_of(table.table).locked = [JUDITH]
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    assert table.state.places[JUDITH] == AWAY
    assert table.state.discards == ["yellow-1"] or table.waiting()


# Servants.


def with_servants(mode: str, *spaces: int, team: int = at(0, 0), cards=(3, 2, 1, 0), **arguments):
    """The last card named is on top; cards are directions here."""
    table = open_field(team, servants=mode, **arguments)
    table.state.memory_spaces = [at(0, 5), *spaces]
    table.state.memory_names = list(CONTENT.memories[: len(spaces) + 1])
    carried = list(range(1, len(spaces) + 1)) if mode == "carrier" else []
    table.state.parts["servants"] = Servants(mode, list(spaces), carried, list(cards))
    return table


@pytest.mark.rule("F-EXP-SERV-01", "F-EXP-SERV-02", "F-EXP-SERV-03", "F-EXP-GEN-04")
@pytest.mark.parametrize(("mode", "number"), [("roaming", 4), ("carrier", 8)])
def test_servants_begin_on_memories(mode, number):
    table = set_up(1, servants=mode)
    part = servants_of(table)
    assert len(set(part.spaces)) == number
    assert set(part.spaces) <= set(table.state.memory_spaces)
    assert sorted(part.cards) == list(range(6))
    cards = {tuple(servants_of(FACELESS.imagine(table, 0, seeded(n))).cards) for n in range(9)}
    assert len(cards) > 1


@pytest.mark.rule("EX-18", "F-EXP-SERV-04", "F-EXP-SERV-07", "F-EXP-GEN-05")
@pytest.mark.parametrize(("team", "outcome"), [(at(2, 0), "servant"), (at(4, 0), "")])
def test_servants_walk_a_space_for_each_red_card(team, outcome):
    table = with_servants(
        "roaming", at(-1, 0), team=team, kids=PLAIN, threats="red red red", deck="red-1", cards=(0,)
    )
    billygoat(table, at(-5, 5))
    table.run(ThreatPhase(0))
    assert table.outcome == outcome
    if not outcome:
        assert servants_of(table.table).spaces == [at(3, 0)]
        assert table.state.memory_spaces == [at(0, 5), at(-1, 0)]


@pytest.mark.rule("F-EXP-SERV-05", "F-EXP-SERV-11", "INT-57", "F-DIFF-29", "F-MAZE-04")
def test_obstacles_billygoat_and_the_edge_stop_a_servant():
    table = with_servants(
        "roaming",
        at(-1, 2),
        at(-1, -2),
        at(4, -3),
        team=at(0, 0),
        kids=PLAIN,
        threats="red red",
        deck="red-1",
        cards=(0,),
    )
    table.obstacle(0, at(1, 2))
    billygoat(table, at(1, -2))
    table.run(ThreatPhase(0))
    assert servants_of(table.table).spaces == [at(0, 2), at(0, -2), at(5, -3)]


@pytest.mark.rule("F-EXP-SERV-06")
def test_after_three_cards_all_are_shuffled_again():
    table = with_servants(
        "roaming", at(-5, 5), cards=(3, 4, 5, 2, 1, 0), kids=PLAIN, deck="red-1 red-2 red-3"
    )
    billygoat(table, at(5, -5))
    for faceup in ([0], [0, 1], []):
        table.run(ThreatPhase(0))
        while table.waiting():
            table.act(table.offered()[0])
        assert servants_of(table.table).faceup == faceup
    assert sorted(servants_of(table.table).cards) == list(range(6))


@pytest.mark.rule("F-EXP-SERV-08")
def test_meeting_a_roaming_servant_loses():
    table = with_servants("roaming", at(1, 0))
    stride(table, "E")
    assert table.outcome == "servant"


@pytest.mark.rule("EX-19", "F-EXP-SERV-09", "F-DIFF-28")
def test_a_carrier_brings_its_memory_along_and_loses_it_to_the_team():
    table = with_servants("carrier", at(-2, 1), kids=PLAIN, threats="red", deck="red-1", cards=(0,))
    billygoat(table, at(5, -5))
    table.run(ThreatPhase(0))
    while table.waiting():
        table.act(table.offered()[0])
    assert servants_of(table.table).spaces == [at(0, 1)]
    assert table.state.memory_spaces[1] == at(0, 1)
    stride(table, "NE")
    assert servants_of(table.table).spaces == [AWAY]
    assert len(table.state.unused) == 1
    assert not table.outcome


@pytest.mark.rule("INT-56", "F-EXP-SERV-10")
def test_two_carriers_on_one_space_are_both_met():
    table = with_servants(
        "carrier", at(1, 0), at(1, 0), kids="tommy matt", hands="red-1 | blue-1", threats="green"
    )
    stride(table, "E")
    assert len(table.state.unused) == 1
    assert isinstance(table.waiting(), ChooseBonus)
    while isinstance(table.waiting(), ChooseBonus):
        table.act(table.offered()[0])
    assert len(table.state.unused) == 2
    assert servants_of(table.table).spaces == [AWAY, AWAY]


@pytest.mark.rule("F-EXP-SERV-12", "INT-55")
def test_a_servant_under_billygoat_may_leave():
    table = with_servants("carrier", at(-3, 1), kids=PLAIN, deck="red-1", cards=(0,))
    billygoat(table, at(-3, 1))
    table.run(ThreatPhase(0))
    assert servants_of(table.table).spaces == [at(-2, 1)]


@pytest.mark.rule("INT-53", "F-KID-CASPER-01", "F-DIFF-25")
def test_casper_moves_a_carrier_with_its_memory_but_never_to_the_team():
    table = with_servants("carrier", at(1, 0), kids="casper matt", hands="red-1 | blue-1")
    table.turn()
    table.act(ShiftMemory(0, at(1, 0)))
    assert at(0, 0) not in [action.space for action in table.offered(ShiftTo)]
    table.act(ShiftTo(0, at(1, 0), at(2, 0)))
    assert servants_of(table.table).spaces == [at(2, 0)]
    assert table.state.memory_spaces[1] == at(2, 0)


@pytest.mark.rule("INT-54", "F-KID-CASPER-02")
def test_casper_leaves_a_roaming_servant_behind():
    table = with_servants("roaming", at(1, 0), kids="casper matt", hands="red-1 | blue-1")
    table.turn()
    table.act(ShiftMemory(0, at(1, 0)), ShiftTo(0, at(1, 0), at(2, 0)))
    assert servants_of(table.table).spaces == [at(1, 0)]


@pytest.mark.rule("INT-07")
def test_a_carrier_on_a_portal_is_met_by_arriving():
    from embertable.games.faceless.expansions.portals import Portals

    for mode, outcome in (("carrier", ""), ("roaming", "servant")):
        table = with_servants(mode, at(3, 0), team=at(-4, 0), portals="on")
        table.state.parts["portals"] = Portals([at(-3, 0), at(3, 0), at(0, -3)])
        stride(table, "E")
        assert table.outcome == outcome


@pytest.mark.rule("INT-17", "F-KID-JULIE-02")
def test_only_the_kept_card_fires_hooks():
    table = with_servants(
        "roaming",
        at(-4, 2),
        kids="julie matt",
        hands="red-1 | blue-1",
        deck="red-1 blue-1",
        cards=(0,),
    )
    table.run(ThreatPhase(0))
    assert isinstance(table.waiting(), ChooseReplacement)
    table.act(ReplaceThreat(0))
    assert servants_of(table.table).spaces == [at(-4, 2)]


# Nightworld.


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


@pytest.mark.rule("EX-13", "F-EXP-NIGHT-02", "F-EXP-NIGHT-03", "F-EXP-NIGHT-04", "F-DIFF-20")
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


@pytest.mark.rule("F-EXP-NIGHT-04", "INT-11")
def test_free_steps_and_white_movements_are_not_turned():
    table = with_reverse(at(0, 0))
    stride(table, "E")
    assert table.state.team == at(1, 0)
    table = with_reverse(at(0, 0))
    table.point("NE")
    table.run(NeedleSteps(0, 1, "white"))
    assert table.state.team == at(0, -1)


@pytest.mark.rule("INT-63")
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


@pytest.mark.rule("EX-17", "F-EXP-FOG-01", "F-EXP-FOG-02", "F-EXP-FOG-03", "INT-42", "F-DIFF-03")
def test_the_needle_is_covered_until_the_pose_is_confirmed():
    table = with_fog(kids=PLAIN, hands="yellow-1 yellow-1 | |")
    table.run(BeginTurn(0))
    assert table.view().needle is None
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(5)))
    assert table.view().needle is None
    assert [action.heading for action in table.offered(TurnTo)] == list(range(0, 360, 30))
    words = FACELESS.words("en", table.view())
    from embertable.engine.speech import message_of

    assert "needle" not in words.say(message_of(table.offered(TurnTo)[0]))
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


@pytest.mark.rule("F-EXP-FOG-04", "INT-41")
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


@pytest.mark.rule("INT-44", "F-EXP-FOG-05")
def test_a_tie_is_decided_in_the_open():
    table = with_fog(kids="pj matt", hands="yellow-1 | blue-1", headings="all")
    table.state.places[1:3] = [AWAY, AWAY]
    billygoat(table, AWAY)
    table.run(BeginTurn(0))
    table.act(PlayCard(0, "yellow-1"), StandOn(0, 0, ext(0)), TurnTo(0, 0, 90))
    assert table.view().needle is not None
    table.act(ChangeNumber(0, 0))
    assert {action.direction for action in table.offered(TakeStep)} == {way("SW"), way("SE")}


# The Hourglass.


def with_glass(**arguments):
    table = open_field(at(0, 0), hourglass="on", **arguments)
    table.state.parts["hourglass"] = Hourglass(180)
    return table


@pytest.mark.rule("F-EXP-HOUR-01", "F-EXP-HOUR-05")
def test_the_glass_begins_at_its_place_with_the_first_turn():
    part = glass_of(set_up(0, hourglass="on"))
    assert (part.seconds, part.is_safe) == (180, False)


@pytest.mark.rule("EX-15", "F-EXP-HOUR-02", "F-EXP-HOUR-03", "F-EXP-HOUR-04", "F-DIFF-27")
def test_a_memory_saves_the_glass_once():
    table = with_glass(kids=PLAIN, deck="red-1 blue-2")
    table.turn()
    for memory in ("bow", "street"):
        table.memory(memory, at(0, 0))
        table.run(CollectMemories(at(0, 0)))
        assert glass_of(table.table).is_safe
    table.act(SandRunsOut(0))
    assert table.events(GlassTurned)
    assert table.threats() == "0 0 0 0 0"
    table.act(SandRunsOut(0))
    assert table.events(SandRanOut) == [SandRanOut(2)]
    assert [event.card for event in table.events(ThreatAdded)] == ["red-1", "blue-2"]
    assert not table.events(ThreatStruck)


@pytest.mark.rule("F-EXP-HOUR-06", "INT-45", "F-TURN-06")
def test_the_sand_is_only_heard_at_safe_points():
    table = with_glass(kids=PLAIN, hands="red-1 red-2 | |", deck="green-1")
    table.turn()
    assert table.offered(SandRunsOut)
    table.run(ThreatPhase(0))
    table.state.display[1] = ["green-1", "green-1"]
    table.run(ResolveThreat(0, "green"))
    assert not table.offered(SandRunsOut)


@pytest.mark.rule("INT-46")
def test_the_penalty_loses_with_an_empty_deck():
    table = with_glass(kids=PLAIN)
    table.state.deck = ["red-1"]
    table.turn()
    table.act(SandRunsOut(0))
    assert table.outcome == "deck"


@pytest.mark.rule("INT-47")
def test_the_glass_is_safe_before_tommy_acts():
    table = with_glass(kids="tommy matt", hands="red-1 | blue-1", threats="green")
    table.memory("bow", at(0, 0))
    table.run(CollectMemories(at(0, 0)))
    assert isinstance(table.waiting(), ChooseBonus)
    assert glass_of(table.table).is_safe


@pytest.mark.rule("INT-59")
def test_emily_may_snap_a_faceless_off_the_board():
    table = scene(kids="emily matt", hands="red-1 | blue-1", headings="all")
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    table.state.places[0] = ext(0)
    table.turn()
    table.act(TurnOne(0, 0), TurnTo(0, 0, 0))
    assert table.events(FigureSnapped) == [FigureSnapped(0, BILLYGOAT)]


def test_a_choice_of_payment_names_each_way_to_pay():
    table = with_die(4, memories="bow street", luck=(5,))
    assert len(ChoosePayment(0).options(table.table)) == 3
