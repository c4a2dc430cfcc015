"""What the greedy bot does in small scenes of The Faceless, where a player would not hesitate."""

from __future__ import annotations

from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import GreedyBot, ask, get_bot
from embertable.bots.faceless.evaluator import FacelessEvaluator
from embertable.bots.faceless.position_value import Judge, Position
from embertable.bots.faceless.walks import Terrain, Way
from embertable.bots.hints import hint_for
from embertable.engine.catalogue import LANGUAGES, catalogue_file, read_catalogue
from embertable.engine.table import Action
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import Compass
from embertable.games.faceless.content import BILLYGOAT, COLOURS
from embertable.games.faceless.expansions.den import Den
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.kids import LookAtTop, ReplaceThreat, ShiftMemory, StepAside
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.moments import NeedleHidden
from embertable.games.faceless.rest import ChooseColumn, Rest, TakeThreat
from embertable.games.faceless.team import (
    ChoosePayment,
    FreeSteps,
    NeedleSteps,
    SpendMemory,
    TakeStep,
)
from embertable.games.faceless.threats import ChooseDiscard, DiscardCard
from embertable.games.faceless.turns import FaceThreats
from embertable.games.faceless.walk import PlayCard, TurnTo
from tests.games.faceless.scene import BOARD, Scene, at, billygoat, ext, scene, way

EVEN = dict.fromkeys(COLOURS, 0.2)


def decided(table: Scene, seat: int = 0) -> Action:
    return ask(GreedyBot(1), table.table, seat)


def amid(**facts: Any) -> Scene:
    """The Team in the middle of an empty field, Billygoat in a far corner, two Memories away."""
    table = scene(**facts)
    table.clear()
    table.state.team = at(0, 0)
    billygoat(table, at(-5, 5))
    table.memory("hat", at(5, -5))
    table.memory("bow", at(5, -3))
    return table


def judge(table: Scene) -> Judge:
    found = Judge(Terrain(table.table), EVEN, 0, len(table.state.memory_spaces))
    found.display = {colour: tuple(table.state.column(colour)) for colour in COLOURS}
    return found


def position(table: Scene, team: int | None = None, unused: int = 1) -> Position:
    state = table.state
    left = tuple(sorted(state.memory_spaces))
    return Position(
        Way(state.team if team is None else team, left, unused),
        state.places,
        state.headings,
        tuple(tuple(hand) for hand in state.hands),
        {colour: float(len(state.column(colour))) for colour in COLOURS},
        20.0,
    )


def worth(table: Scene, position: Position) -> float:
    return sum(judge(table).value(position).values())


# Walking.


def test_takes_free_steps_to_a_memory():
    table = amid(hands="purple-2 purple-1 | green-2")
    table.memory("street", at(2, 0))
    table.turn()
    assert decided(table) == PlayCard(0, "purple-2")
    table.act(PlayCard(0, "purple-2"))
    assert decided(table) == TakeStep(0, way("E"))
    table.act(TakeStep(0, way("E")))
    assert decided(table) == TakeStep(0, way("E"))


def test_poses_a_faceless_so_that_the_needle_leads_to_a_memory():
    table = amid(hands="yellow-1 | green-2")
    table.memory("street", at(1, 0))
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    table.act(decided(table))
    turned = decided(table)
    assert isinstance(turned, TurnTo)
    table.act(turned)
    while table.state.card:
        table.act(decided(table))
    assert table.state.team == at(1, 0)
    assert "street" in table.state.unused


def test_does_not_step_on_billygoat():
    table = amid(hands="purple-1 | green-2")
    billygoat(table, at(1, 0))
    table.memory("street", at(2, 0))
    table.turn()
    table.act(PlayCard(0, "purple-1"))
    assert decided(table) != TakeStep(0, way("E"))


def test_does_not_run_into_an_obstacle_without_a_memory_to_pay():
    table = amid(hands="purple-1 | green-2")
    table.obstacle(1, at(1, 0), at(0, 1))
    table.turn()
    table.act(PlayCard(0, "purple-1"))
    assert decided(table) not in (TakeStep(0, way("E")), TakeStep(0, way("NE")))


def test_flees_from_billygoat_who_would_catch_it():
    table = amid(hands="purple-2 blue-1 green-1 | green-2", threats="red red", deck="red-1")
    table.state.places[:3] = [AWAY] * 3
    billygoat(table, at(-2, 0))
    table.turn()
    while table.state.turn == 1:
        table.act(decided(table))
    assert table.state.turn == 2
    assert not table.outcome


# Cards and Memories.


def test_rests_with_an_empty_hand():
    table = amid(hands=" | green-2", threats="purple-3 blue-1 green-2")
    table.turn()
    assert decided(table) == Rest(0)


def test_takes_the_purple_card_or_calms_the_red_column():
    table = amid(hands=" | green-2", threats="purple-3 yellow-1")
    table.run(ChooseColumn(0))
    assert decided(table) == TakeThreat(0, "purple")
    table = amid(hands=" | green-2", threats="red-2 red-2 yellow-3")
    billygoat(table, at(-4, 0))
    table.run(ChooseColumn(0))
    assert decided(table) == TakeThreat(0, "red")


def test_keeps_the_best_card_when_one_must_go():
    table = amid(hands="yellow-1 purple-3 | green-2")
    table.run(ChooseDiscard(0))
    assert decided(table) == DiscardCard(0, "yellow-1")


def test_pays_with_the_memory_that_is_worth_least():
    table = amid(memories="street old_rope campfire")
    table.run(ChoosePayment(0))
    assert decided(table) == SpendMemory(0, "old_rope")


def test_takes_the_street_to_the_last_memory():
    table = amid(hands=" | green-2", memories="street hat")
    table.clear()
    table.memory("bow", at(1, 0))
    table.state.action = "whisper"
    table.turn()
    assert decided(table) == UseMemory(0, "street")


def test_keeps_its_memories_when_nothing_is_to_be_gained():
    table = amid(hands="purple-1 | green-2", memories="old_rope")
    table.state.action = "rest"
    table.turn()
    assert decided(table) == FaceThreats(0)


# Kids.


def test_karyn_looks_before_she_acts():
    table = amid(kids="karyn lily", hands="purple-1 | green-2", deck="red-1")
    table.turn()
    assert decided(table) == LookAtTop(0)


def test_casper_brings_a_memory_nearer():
    table = amid(kids="casper lily", hands="purple-1 | green-2")
    table.turn()
    shift = decided(table)
    assert isinstance(shift, ShiftMemory)
    before = BOARD.distances[shift.space][table.state.team]
    table.act(shift)
    table.act(decided(table))
    now = [BOARD.distances[space][table.state.team] for space in table.state.memory_spaces]
    assert before - 1 in now


def test_luke_steps_to_a_memory_when_he_rests():
    table = amid(kids="luke lily", hands="green-1 | green-2", threats="blue-1 blue-2")
    table.memory("street", at(1, 0))
    table.turn()
    table.act(Rest(0))
    assert decided(table) == StepAside(0)
    table.act(StepAside(0))
    assert decided(table) == TakeStep(0, way("E"))


def test_julie_replaces_the_card_that_would_bring_billygoat():
    table = amid(kids="julie lily", hands="green-1 | green-2", threats="red red", deck="red-1")
    billygoat(table, at(-3, 0))
    table.state.action = "rest"
    table.turn()
    assert decided(table) == ReplaceThreat(0)


# What it goes by.


def test_a_walk_in_thought_is_the_walk_of_the_rules():
    """Over many poses of Judith the Team ends where the bot thought."""
    for number in range(0, BOARD.ring, 5):
        for heading in range(0, 360, 50):
            table = scene(memories="hat bow street")
            table.state.places[:3] = [ext(number), AWAY, AWAY]
            table.state.headings[0] = heading
            state = table.state
            left = tuple(sorted(state.memory_spaces))
            thought = Terrain(table.table).follow(
                Way(state.team, left, 3), state.places, state.headings, 3
            )
            choice = table.run(NeedleSteps(0, 3))
            while choice is not None and not table.outcome:
                choice = table.act(table.offered()[0])
            if not table.outcome:
                assert table.state.team == thought.team
                assert len(table.state.unused) == thought.unused


def test_nearer_memories_are_worth_more():
    table = amid()
    near = [worth(table, position(table, team)) for team in (at(0, 0), at(1, -1), at(3, -3))]
    assert near == sorted(near)


def test_a_nearer_billygoat_is_worth_less():
    table = amid(threats="red")
    worths = []
    for space in (at(-5, 0), at(-3, 0), at(-2, 0), at(-1, 0)):
        billygoat(table, space)
        worths.append(worth(table, position(table)))
    assert worths == sorted(worths, reverse=True)


def test_being_caught_or_out_of_cards_is_worst_and_winning_best():
    table = amid()
    usual = position(table)
    lost = Position(**{**vars(usual), "way": Way(usual.way.team, usual.way.left, 1, lost=True)})
    late = Position(**{**vars(usual), "deck": -1.0})
    won = Position(**{**vars(usual), "way": Way(usual.way.team, (), 1)})
    assert worth(table, lost) == worth(table, late) < worth(table, usual) < worth(table, won)


def test_a_red_threat_within_reach_is_reckoned_with():
    table = amid(threats="red red")
    billygoat(table, at(-3, 0))
    struck = judge(table).struck(position(table), "red")
    assert struck.way.lost
    billygoat(table, at(-4, 0))
    struck = judge(table).struck(position(table), "red")
    assert not struck.way.lost
    assert BOARD.distances[struck.places[BILLYGOAT]][table.state.team] == 1


def test_a_seen_card_leaves_no_doubt():
    table = amid(kids="karyn lily", deck="red-1")
    table.state.top_seen = [0]
    choice = table.turn()
    assert choice is not None
    evaluator = FacelessEvaluator(table.table, choice)
    assert evaluator.judge.odds == {**dict.fromkeys(COLOURS, 0.0), "red": 1.0}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_hint_has_words(language):
    table = amid(hands="purple-2 | green-2", memories="street")
    table.turn()
    hint = hint_for(table.table, 0)
    assert hint.instead is not None
    words = read_catalogue(catalogue_file("bots", language))
    reasons = [*judge(table).value(position(table)), "effects", hint.source]
    assert all(f"hint.source.{reason}" in words for reason in reasons)


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_greedy_finds_far_more_memories_than_random(bot):
    """Random found 27 in a hundred games and won none of them."""
    game = load("faceless")
    found = 0
    for seed in range(3):
        table = new_table(game, {"difficulty": "easy"}, seed)
        while (choice := table.next_choice()) is not None:
            table.apply(ask(get_bot(bot, seed), table, choice.seat), choice.seat)
        assert table.result is not None
        found += int(table.result.scores[0])
    assert found > 15 if bot == "greedy" else found < 6


@pytest.mark.parametrize("options", load("faceless").variants()[4:], ids=str)
def test_the_bot_can_play_every_variant(options):
    """The first twenty-five decisions, all among the options."""
    table = new_table(load("faceless"), options, 3)
    bot = get_bot("greedy", 1)
    for _ in range(25):
        choice = table.next_choice()
        if choice is None:
            break
        action = ask(bot, table, choice.seat)
        assert action in table.offered(choice.seat)
        table.apply(action, choice.seat)


# Expansions.


def test_a_step_into_the_den_or_onto_a_roaming_servant_is_never_taken():
    table = amid(kids="luke matt pj", den="on", servants="roaming")
    near = BOARD.around[at(0, 0)]
    safe = at(-1, 0)
    table.state.parts["den"] = Den([space for space in near[:3] if space != safe])
    others = [space for space in near if space != safe]
    table.state.parts["servants"] = Servants("roaming", others[2:], [], [0, 1, 2])
    table.run(FreeSteps(0, 1, beyond=True))
    step = decided(table)
    assert isinstance(step, TakeStep)
    assert BOARD.neighbours[at(0, 0) * 6 + step.direction] == safe


def test_a_way_leads_around_the_den():
    table = amid(den="on")
    straight = Terrain(table.table).distances(at(3, 0))[at(0, 0)]
    table.state.parts["den"] = Den([at(2, 0), at(1, 0), at(2, -1)])
    assert Terrain(table.table).distances(at(3, 0))[at(0, 0)] > straight


@pytest.mark.rule("F-EXP-FOG-03")
@pytest.mark.parametrize("fog", ["on", "off"])
def test_nobody_reckons_with_the_field_while_the_compass_is_covered(monkeypatch, fog):
    """A game without the Fog shows that whoever did so would be seen."""
    read: list[int] = []
    field = Compass.field

    def watched(self: Compass, *asked: Any) -> tuple[float, float]:
        read.append(asked[2])
        return field(self, *asked)

    table = new_table(load("faceless"), {"fog": fog}, 3)
    bot = get_bot("greedy", 1)
    covered = 0
    for _ in range(60):
        if (choice := table.next_choice()) is None:
            break
        with monkeypatch.context() as patch:
            patch.setattr(Compass, "field", watched)
            action = ask(bot, table, choice.seat)
        if table.ask(NeedleHidden(), 0):
            covered += 1
            assert not read
        if fog == "on":
            read.clear()
        table.apply(action, choice.seat)
    assert covered > 10 if fog == "on" else read
