"""Servants that roam the field or carry Memories."""

import pytest

from embertable.engine.chance import seeded
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.kids import (
    ChooseBonus,
    ChooseReplacement,
    ReplaceThreat,
    ShiftMemory,
    ShiftTo,
)
from embertable.games.faceless.threats import ThreatPhase
from tests.games.faceless.parts import servants_of
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    FACELESS,
    PLAIN,
    at,
    billygoat,
    open_field,
    set_up,
    stride,
)


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


@pytest.mark.rule("F-EX-18", "F-EXP-SERV-04", "F-EXP-SERV-07", "F-EXP-GEN-05")
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


@pytest.mark.rule("F-EXP-SERV-01", "F-EXP-SERV-04")
@pytest.mark.parametrize("direction", range(6))
def test_every_servants_card_means_one_direction(direction):
    table = with_servants(
        "roaming", at(-2, 1), team=at(3, 0), kids=PLAIN, deck="red-1", cards=(direction,)
    )
    billygoat(table, at(-5, 5))
    table.run(ThreatPhase(0))
    towards = CONTENT.servant_cards[direction]
    assert servants_of(table.table).spaces == [BOARD.neighbours[at(-2, 1) * 6 + towards]]


@pytest.mark.rule("F-EXP-SERV-05", "F-EXP-SERV-11", "F-INT-57", "F-DIFF-29", "F-MAZE-04")
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


@pytest.mark.rule("F-EX-19", "F-EXP-SERV-09", "F-DIFF-28")
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


@pytest.mark.rule("F-INT-56", "F-EXP-SERV-10")
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


@pytest.mark.rule("F-EXP-SERV-12", "F-INT-55")
def test_a_servant_under_billygoat_may_leave():
    table = with_servants("carrier", at(-3, 1), kids=PLAIN, deck="red-1", cards=(0,))
    billygoat(table, at(-3, 1))
    table.run(ThreatPhase(0))
    assert servants_of(table.table).spaces == [at(-2, 1)]


@pytest.mark.rule("F-INT-53", "F-KID-CASPER-01", "F-DIFF-25")
def test_casper_moves_a_carrier_with_its_memory_but_never_to_the_team():
    table = with_servants("carrier", at(1, 0), kids="casper matt", hands="red-1 | blue-1")
    table.turn()
    table.act(ShiftMemory(0, at(1, 0)))
    assert at(0, 0) not in [action.space for action in table.offered(ShiftTo)]
    table.act(ShiftTo(0, at(1, 0), at(2, 0)))
    assert servants_of(table.table).spaces == [at(2, 0)]
    assert table.state.memory_spaces[1] == at(2, 0)


@pytest.mark.rule("F-INT-54", "F-KID-CASPER-02")
def test_casper_leaves_a_roaming_servant_behind():
    table = with_servants("roaming", at(1, 0), kids="casper matt", hands="red-1 | blue-1")
    table.turn()
    table.act(ShiftMemory(0, at(1, 0)), ShiftTo(0, at(1, 0), at(2, 0)))
    assert servants_of(table.table).spaces == [at(1, 0)]


@pytest.mark.rule("F-INT-07")
def test_a_carrier_on_a_portal_is_met_by_arriving():
    from embertable.games.faceless.expansions.portals import Portals

    for mode, outcome in (("carrier", ""), ("roaming", "servant")):
        table = with_servants(mode, at(3, 0), team=at(-4, 0), portals="on")
        table.state.parts["portals"] = Portals([at(-3, 0), at(3, 0), at(0, -3)])
        stride(table, "E")
        assert table.outcome == outcome


@pytest.mark.rule("F-INT-17", "F-KID-JULIE-02")
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
