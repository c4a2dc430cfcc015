"""The forms of Billygoat."""

import copy
import dataclasses
import random

import pytest

from embertable.games.faceless.billygoat import closer_spaces, ways_from
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.expansions.avatars.cards import Avatars
from embertable.games.faceless.expansions.avatars.puppetmaster import (
    ChooseDelay,
    ChoosePuppetPlace,
    PlaceLater,
    PlaceNow,
    PlacePuppet,
    PutPuppet,
    puppet_places,
)
from embertable.games.faceless.expansions.avatars.unspeakable import SilenceFell, SilenceLifted
from embertable.games.faceless.expansions.creepy_die import CreepyDie, RollDie
from embertable.games.faceless.expansions.crossroads import Crossroads, TakeWay
from embertable.games.faceless.expansions.fog import Fog
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.expansions.swamp import Swamps
from embertable.games.faceless.kids import LookAtTop, PlaySecond, ReplaceThreat, TellTop
from embertable.games.faceless.memories import UseMemory, open_placements
from embertable.games.faceless.moments import Caught
from embertable.games.faceless.threats import ResolveThreat, ThreatPhase
from embertable.games.faceless.turns import BeginTurn
from embertable.games.faceless.walk import PlayCard, StandOn, TurnTo
from tests.games.faceless.parts import avatars_of
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    at,
    billygoat,
    ext,
    open_field,
    scene,
    set_up,
    stride,
)

PLAIN = "matt luke pj"


def form(*avatars: str, team: int = at(0, 0), goat: int | None = None, **arguments):
    table = open_field(team, goat, **{"avatars": avatars[0], **arguments})
    table.state.parts["avatars"] = Avatars(list(avatars))
    return table


def goat_places(table) -> set[int]:
    return {action.place for action in table.offered(StandOn)}


@pytest.mark.rule("F-EXP-AVATAR-01", "F-AVA-06", "F-DIFF-34", "F-DIFF-32")
def test_one_avatar_is_drawn_and_never_the_sixth():
    seen = {tuple(avatars_of(set_up(seed, avatars="random")).avatars) for seed in range(40)}
    assert seen == {(one,) for one in CONTENT.random_avatars}
    assert len(seen) == 5
    assert "plain" not in CONTENT.random_avatars
    assert avatars_of(set_up(0, avatars="plain")).avatars == ["plain"]


@pytest.mark.rule("F-EXP-AVATAR-02")
def test_a_scenario_names_its_avatars():
    assert avatars_of(set_up(0, scenario="evil_intentions")).avatars == ["demon"]
    assert avatars_of(set_up(0, scenario="one_memory")).avatars == ["puppetmaster", "eraserhead"]


@pytest.mark.rule("F-EX-21", "F-AVA-SPECTRAL-01")
def test_the_spectral_walks_over_obstacles():
    for avatar, distance in (("spectral", 4), ("demon", 7)):
        table = form(avatar, team=at(-4, 0), goat=at(2, 0), threats="red red red")
        table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
        assert ways_from(table.table, [at(-4, 0)])[at(2, 0)] == distance
    table = form("spectral", team=at(-4, 0), goat=at(2, 0), threats="red red red")
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    table.run(ResolveThreat(0, "red"))
    assert table.waiting() is None
    assert table.state.billygoat() == at(-3, 0)


@pytest.mark.rule("F-AVA-SPECTRAL-02")
def test_on_an_obstacle_he_stands_on_the_cell_nearest_to_the_team():
    table = form("spectral", team=at(-4, 0), goat=at(2, 0), threats="red")
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    table.run(ResolveThreat(0, "red"))
    assert table.state.billygoat() == at(-1, 0)
    table.state.team = at(4, 0)
    assert set(closer_spaces(table.table)) == {at(2, 0)}


@pytest.mark.rule("F-AVA-SPECTRAL-03", "F-INT-28")
def test_the_team_is_caught_on_any_cell_of_his_swamp():
    table = form("spectral", team=at(3, 0), goat=at(-1, 0), swamp="on", memories="bow")
    table.obstacle(2, at(-1, 0), at(0, 0), at(1, 0), at(2, 0))
    table.state.parts["swamp"] = Swamps([2])
    for team, caught in ((at(3, 0), 0), (at(2, 0), 1), (at(1, 0), 1)):
        table.state.team = team
        assert table.table.ask(Caught(), 0) == caught
    table.state.team = at(3, 0)
    stride(table, "W")
    assert table.outcome == "caught"


@pytest.mark.rule("F-AVA-SPECTRAL-04")
def test_cards_memories_and_the_die_use_it_too():
    table = form(
        "spectral", team=at(-4, 0), goat=at(2, 0), kids=PLAIN, hands="red-1 | |", memories="bags"
    )
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    table.turn()
    table.act(UseMemory(0, "bags"))
    assert at(-1, 0) in goat_places(table)
    table.act(StandOn(0, BILLYGOAT, at(-1, 0)))
    table.act(table.offered(TurnTo)[0])
    table.act(PlayCard(0, "red-1"))
    around = {n for c in (at(-1, 0), at(0, 0), at(1, 0)) for n in BOARD.around[c]}
    assert goat_places(table) == {n for n in around if table.state.cover[n] == AWAY}
    table = form("spectral", team=at(-4, 0), goat=at(2, 0), creepy_die="on", luck=(4, 5))
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    table.state.parts["creepy_die"] = CreepyDie(0)
    table.run(RollDie(0))
    assert table.state.billygoat() == at(-1, 0)


@pytest.mark.rule("F-INT-29")
def test_hitting_his_obstacle_is_no_capture():
    table = form("spectral", team=at(2, 0), goat=at(1, 0), memories="bow")
    table.obstacle(0, at(0, 0), at(1, 0))
    stride(table, "W")
    assert table.table.result is None
    assert table.state.used == ["bow"]


@pytest.mark.rule("F-INT-30", "F-MEM-ROPE")
def test_the_obstacle_he_stands_on_cannot_be_moved():
    table = scene(avatars="spectral")
    table.state.parts["avatars"] = Avatars(["spectral"])
    assert open_placements(table.table, 4)
    billygoat(table, table.state.obstacles[4][0])
    assert not open_placements(table.table, 4)


@pytest.mark.rule("F-EX-22", "F-AVA-UNSPEAKABLE-01", "F-AVA-UNSPEAKABLE-02")
def test_a_red_card_brings_silence_until_the_next_threat_phase():
    table = form(
        "unspeakable",
        goat=at(5, 0),
        kids="matt karyn pj",
        hands="red-1 | red-2 | red-3",
        deck="red-1 blue-1 blue-2",
    )
    game = table.table.game
    assert game.may_talk(table.table)
    table.run(ThreatPhase(0))
    assert table.view().parts["avatars"].is_silent
    assert not game.may_talk(table.table)
    table.run(BeginTurn(1))
    assert table.view().parts["avatars"].is_silent
    table.act(LookAtTop(1))
    assert not table.offered(TellTop)
    table.run(ThreatPhase(1))
    assert not table.view().parts["avatars"].is_silent
    assert game.may_talk(table.table)
    assert len(table.events(SilenceFell)) == len(table.events(SilenceLifted)) == 1


@pytest.mark.rule("F-INT-43")
def test_fog_and_silence_both_apply():
    table = form("unspeakable", goat=at(5, 0), kids=PLAIN, deck="red-1", fog="on")
    table.state.parts["fog"] = Fog()
    table.run(ThreatPhase(0))
    table.run(BeginTurn(1))
    assert table.view().needle is None
    assert table.view().parts["avatars"].is_silent


@pytest.mark.rule("F-EX-23", "F-AVA-PUPPET-01", "F-AVA-PUPPET-02", "F-WALK-05")
def test_a_faceless_may_pass_a_puppet_but_not_stand_there():
    table = form("puppetmaster", goat=at(5, 0), kids=PLAIN, hands="blue-1 | |", deck="red-1")
    table.state.places[:3] = [ext(3), ext(15), ext(27)]
    table.run(ThreatPhase(0))
    table.act(PutPuppet(0, ext(20)))
    while table.waiting():
        table.act(table.offered()[0])
    table.turn()
    table.act(PlayCard(0, "blue-1"))
    wanted = [17, 18, 19, *range(21, 36), 0, 1]
    assert {action.place for action in table.offered(StandOn)} == {ext(n) for n in wanted}


@pytest.mark.rule("F-AVA-PUPPET-01", "F-AVA-PUPPET-03", "F-INT-50")
def test_puppets_stand_apart_while_they_can_and_run_out():
    table = form("puppetmaster")
    table.state.places[:3] = [ext(3), ext(15), ext(27)]
    part = avatars_of(table.table)
    part.puppets = [ext(20)]
    places = puppet_places(table.table)
    assert not {ext(19), ext(20), ext(21), ext(3)} & set(places)
    part.puppets = [ext(number) for number in range(0, 36, 2)][:7]
    assert puppet_places(table.table)
    part.puppets = [ext(number) for number in range(8)]
    assert puppet_places(table.table) == []
    assert table.run(PlacePuppet(0)) is None, "nothing happens"
    assert len(part.puppets) == 8


@pytest.mark.rule("F-AVA-PUPPET-01", "F-AVA-PUPPET-03")
def test_a_puppet_may_stand_on_every_free_place_but_beside_another_only_if_it_must():
    luck = random.Random(6)
    crowded = 0
    for _ in range(60):
        table = form("puppetmaster")
        numbers = luck.sample(range(BOARD.ring), 3 + luck.randint(0, 7))
        table.state.places[:3] = [ext(number) for number in numbers[:3]]
        puppets = numbers[3:]
        avatars_of(table.table).puppets = [ext(number) for number in puppets]
        free = [number for number in range(BOARD.ring) if number not in numbers]
        apart = [
            number
            for number in free
            if not {(number + 1) % BOARD.ring, (number - 1) % BOARD.ring} & {*puppets}
        ]
        assert puppet_places(table.table) == [ext(number) for number in apart]
        crowded += len(apart) < len(free)
    assert crowded > 30
    table = form("puppetmaster")
    table.state.places[:3] = [ext(0), ext(12), ext(24)]
    avatars_of(table.table).puppets = [ext(number) for number in range(1, BOARD.ring, 3)]
    left = [number for number in range(BOARD.ring) if number % 3 != 1 and number % 12]
    assert len(avatars_of(table.table).puppets) == 12
    assert puppet_places(table.table) == [], "the box has eight Servants"
    with_more = dataclasses.replace(CONTENT.servants, tokens=13)
    table.state.content = copy.copy(CONTENT)
    table.state.content.servants = with_more
    assert puppet_places(table.table) == [ext(number) for number in left]


@pytest.mark.rule("F-INT-48", "F-EXP-SERV-10")
def test_servants_on_the_board_are_not_unused():
    table = form("puppetmaster", servants="roaming")
    table.state.parts["servants"] = Servants("roaming", [at(1, 1)] * 4, [], [0])
    avatars_of(table.table).puppets = [ext(number) for number in (0, 2, 4)]
    assert puppet_places(table.table)
    avatars_of(table.table).puppets.append(ext(6))
    assert puppet_places(table.table) == []
    table.state.parts["servants"] = Servants("carrier", [at(1, 1)] * 8, list(range(8)), [0])
    avatars_of(table.table).puppets = []
    assert puppet_places(table.table) == []
    table.state.parts["servants"] = Servants(
        "carrier", [AWAY, *[at(1, 1)] * 7], list(range(8)), [0]
    )
    assert puppet_places(table.table)


@pytest.mark.rule("F-INT-49")
def test_a_removed_faceless_may_not_return_to_a_puppet():
    table = form("puppetmaster", kids=PLAIN, hands="yellow-1 | |")
    table.state.places[:3] = [AWAY, ext(15), ext(27)]
    avatars_of(table.table).puppets = [ext(5)]
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    places = {action.place for action in table.offered(StandOn)}
    assert ext(5) not in places
    assert ext(4) in places


@pytest.mark.rule("F-AVA-ERASER-01", "F-THREAT-03")
@pytest.mark.parametrize(
    ("card", "used"), [("red-1", 1), ("red-2", 1), ("red-3", 0), ("blue-1", 0)]
)
def test_eraserhead_costs_a_memory_for_low_red_cards(card, used):
    table = form("eraserhead", goat=at(5, 0), kids=PLAIN, deck=card, memories="bow")
    table.run(ThreatPhase(0))
    while table.waiting():
        table.act(table.offered()[0])
    assert len(table.state.used) == used


@pytest.mark.rule("F-INT-52")
def test_eraserhead_without_memories_does_nothing():
    table = form("eraserhead", goat=at(5, 0), kids=PLAIN, deck="red-1")
    table.run(ThreatPhase(0))
    while table.waiting():
        table.act(table.offered()[0])
    assert table.table.result is None


@pytest.mark.rule("F-INT-51", "F-SCEN-05a", "F-EXP-AVATAR-03")
@pytest.mark.parametrize(
    ("answer", "order"),
    [
        (PlaceNow(0), ["PuppetPlaced", "BillygoatMoved", "MemorySpent"]),
        (PlaceLater(0), ["BillygoatMoved", "MemorySpent", "PuppetPlaced"]),
    ],
    ids=["puppetmaster first", "eraserhead first"],
)
def test_either_of_two_avatars_may_come_first(answer, order):
    table = two_avatars("red-1")
    assert table.waiting() == ChooseDelay(0)
    table.act(answer)
    while table.waiting():
        table.act(table.offered()[0])
    told = [type(event).__name__ for event in table.table.log]
    assert [name for name in told if name in order] == order


def two_avatars(card: str):
    """The Threat phase of the fifth scenario with this card."""
    table = form(
        "puppetmaster",
        "eraserhead",
        goat=at(5, 0),
        kids=PLAIN,
        deck=card,
        memories="bow street",
    )
    table.state.places[:3] = [ext(8), ext(15), ext(22)]
    table.run(ThreatPhase(0))
    return table


@pytest.mark.rule("F-INT-51", "F-SCEN-05a", "F-EXP-AVATAR-03")
def test_a_red_three_wakes_the_puppetmaster_alone_who_cannot_wait():
    table = two_avatars("red-3")
    assert table.waiting() == ChoosePuppetPlace(0)
    while table.waiting():
        table.act(table.offered()[0])
    assert table.state.used == []


@pytest.mark.rule("F-AVA-DEMON-01", "F-WALK-06")
def test_the_demon_must_come_closer_by_a_red_card():
    table = form("demon", goat=at(3, -1), kids=PLAIN, hands="red-1 | |", memories="bags")
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert goat_places(table) == {at(2, 0), at(2, -1)}
    table = form("demon", goat=at(3, -1), kids=PLAIN, hands="red-1 | |", memories="bags")
    table.turn()
    table.act(UseMemory(0, "bags"))
    assert goat_places(table) == set(BOARD.around[at(3, -1)])


@pytest.mark.rule("F-AVA-DEMON-01")
def test_the_demon_beside_the_team_loses_the_game():
    table = form("demon", goat=at(1, 0), kids=PLAIN, hands="red-1 | |")
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert table.outcome == "caught"


@pytest.mark.rule("F-INT-26")
def test_both_of_matts_red_cards_are_approaches():
    table = form("demon", goat=at(5, 0), kids=PLAIN, hands="red-1 red-1 | |", team=at(-5, 0))
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert table.state.billygoat() == at(4, 0)
    table.act(table.offered(TurnTo)[0])
    while not table.offered(PlaySecond):
        table.act(table.offered()[0])
    before = ways_from(table.table, [table.state.team])[table.state.billygoat()]
    table.act(PlaySecond(0, "red-1"))
    if goat_places(table):
        table.act(table.offered(StandOn)[0])
    assert ways_from(table.table, [table.state.team])[table.state.billygoat()] == before - 1


@pytest.mark.rule("F-INT-27")
def test_a_spectral_demon_counts_obstacles_as_single_spaces():
    table = form("demon", "spectral", team=at(-4, 0), goat=at(2, 0), kids=PLAIN, hands="red-1 | |")
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert table.state.billygoat() == at(-1, 0)


@pytest.mark.rule("F-INT-74", "F-AVA-DEMON-01")
def test_the_demon_still_moves_when_the_team_is_on_a_swamp():
    table = form("demon", goat=at(0, 1), kids=PLAIN, hands="red-1 | |", swamp="on")
    table.obstacle(2, at(0, 0))
    table.state.parts["swamp"] = Swamps([2])
    table.turn()
    table.act(PlayCard(0, "red-1"))
    assert goat_places(table) == {at(1, 0), at(-1, 1)}


@pytest.mark.rule("F-AVA-SPECTRAL-04", "F-EXP-CROSS-07")
def test_crossroads_take_the_spectral_over_obstacles():
    table = form(
        "spectral", team=at(-4, 0), goat=at(2, 0), kids=PLAIN, deck="green-1", crossroads="on"
    )
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    table.state.parts["crossroads"] = Crossroads([3])
    table.run(ThreatPhase(0))
    table.act(TakeWay(0, "billygoat_step", 0))
    assert table.state.billygoat() == at(-1, 0)


@pytest.mark.rule("F-THREAT-04", "F-INT-57")
def test_the_order_of_a_red_threat_phase():
    """Reveal, silence, the Servants, Billygoat, then what comes after (ledger, 21.2)."""
    table = form(
        "unspeakable",
        "eraserhead",
        goat=at(5, 0),
        kids="julie luke",
        hands="red-1 | red-2",
        deck="blue-3 red-1",
        servants="roaming",
        memories="bow",
    )
    table.state.parts["servants"] = Servants("roaming", [at(-4, 2)], [], [0])
    table.state.minimum = 2
    avatars_of(table.table).is_silent = True
    table.run(ThreatPhase(0))
    table.act(ReplaceThreat(0))
    while table.waiting():
        table.act(table.offered()[0])
    told = [type(event).__name__ for event in table.table.log]
    order = [
        "SilenceLifted",
        "CardRevealed",
        "ThreatReplaced",
        "SilenceFell",
        "ServantsMoved",
        "ThreatStruck",
        "BillygoatMoved",
        "MemorySpent",
        "ThreatAdded",
    ]
    assert sorted(order, key=told.index) == order
