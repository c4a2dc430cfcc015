"""The ten kids and their powers."""

import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import FigureSnapped, collisions
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.kids import (
    ChangeNumber,
    ChooseBonus,
    ChooseChange,
    ChooseReplacement,
    ChooseSecondCard,
    DrawBonus,
    ExchangeCard,
    KeepThreat,
    LeaveBonus,
    LookAtTop,
    OfferStep,
    PlaySecond,
    ReplaceThreat,
    ShiftMemory,
    ShiftTo,
    StayHere,
    StepAside,
    StopWalking,
    TellTop,
    TopTold,
    TurnOne,
    WhisperFreely,
)
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.rest import Rest, TakeThreat
from embertable.games.faceless.team import ChooseStep, CollectMemories, TakeStep, TeamMoved
from embertable.games.faceless.threats import CardRevealed, ThreatCalmed, ThreatPhase, ThreatStruck
from embertable.games.faceless.turns import ChooseAction, FaceThreats
from embertable.games.faceless.walk import ChooseHeading, PlayCard, TurnTo
from embertable.games.faceless.whisper import PickCard, SwapCards, Whisper
from tests.games.faceless.scene import BOARD, CONTENT, FACELESS, at, billygoat, ext, scene, way


@pytest.mark.rule("F-KID-LILY-01", "F-INT-66", "F-KID-GEN-02")
def test_lily_whispers_besides_her_action():
    table = scene(kids="lily matt", hands="red-1 red-2 red-3 | blue-1 blue-2 blue-3", deck="blue-1")
    table.turn()
    table.act(WhisperFreely(0), PickCard(0, 0, "red-1"))
    assert all(isinstance(action, SwapCards) for action in table.offered())
    table.act(SwapCards(0, 0, "red-1", 1, "blue-1"))
    assert table.waiting() == ChooseAction(0)
    assert not table.offered(WhisperFreely)
    assert Whisper(0) in table.offered()


@pytest.mark.rule("F-KID-LILY-01")
def test_lily_may_whisper_after_her_action():
    table = scene(kids="lily matt", hands="red-1 red-2 red-3 | blue-1")
    table.turn()
    table.act(Rest(0))
    assert WhisperFreely(0) in table.offered()
    table.act(FaceThreats(0))
    assert not table.offered(WhisperFreely)


@pytest.mark.rule("F-KID-DYLAN-01", "F-SETUP-12")
def test_dylan_holds_four_cards():
    table = scene(kids="dylan matt", hands="red-1 | blue-1", threats="red red red blue blue")
    table.run(Rest(0))
    for colour in ("red", "red", "blue"):
        table.act(TakeThreat(0, colour))
    assert len(table.state.hands[0]) == 4
    assert [player.limit for player in table.view().players] == [4, 3]


@pytest.mark.rule("F-KID-MATT-01", "F-KID-MATT-02")
def test_matt_plays_a_second_card_after_the_first_is_resolved():
    table = scene(kids="matt luke", hands="purple-1 purple-2 red-1 | blue-1", memories="hat")
    table.turn()
    table.act(PlayCard(0, "purple-1"), TakeStep(0, way("NE")))
    assert table.waiting() == ChooseSecondCard(0)
    assert table.state.discards == ["purple-1"]
    assert not table.offered(UseMemory)
    table.act(PlaySecond(0, "purple-2"), TakeStep(0, way("NE")), TakeStep(0, way("E")))
    assert table.state.team == at(-2, 0)
    assert not table.offered(PlaySecond)


@pytest.mark.rule("F-KID-MATT-02", "F-KID-GEN-02")
def test_matt_may_stop_after_one():
    table = scene(kids="matt luke", hands="purple-1 purple-2 | blue-1", memories="hat")
    table.turn()
    table.act(PlayCard(0, "purple-1"), TakeStep(0, way("NE")), StopWalking(0))
    assert table.state.hands[0] == ["purple-2"]
    assert table.offered(UseMemory)


@pytest.mark.rule("F-KID-KARYN-01", "F-DIFF-02", "F-DECK-02")
def test_karyn_looks_first_and_may_tell():
    table = scene(kids="karyn matt", hands="red-1 | blue-1", deck="green-3", memories="street")
    table.turn()
    table.act(LookAtTop(0))
    assert table.view(0).top == "green-3"
    assert table.view(1).top == table.view(None).top == ""
    assert not table.offered(LookAtTop)
    table.act(TellTop(0))
    assert table.view(1).top == "green-3"
    assert [event.card for event in table.events(TopTold)] == ["green-3"]
    table = scene(kids="karyn matt", memories="street", hands="red-1 | blue-1")
    table.turn()
    table.act(UseMemory(0, "street"), TakeStep(0, way("NE")))
    assert not table.offered(LookAtTop)
    table.state.deck = []
    assert not table.offered(LookAtTop)


@pytest.mark.rule("F-KID-KARYN-01", "F-DECK-04")
def test_what_karyn_saw_stays_on_top_in_her_thoughts_only():
    from embertable.engine.chance import seeded

    table = scene(kids="karyn matt", hands="red-1 | blue-1", deck="green-3")
    table.turn()
    table.act(LookAtTop(0))
    hers = {FACELESS.imagine(table.table, 0, seeded(n)).state.deck[-1] for n in range(20)}
    his = {FACELESS.imagine(table.table, 1, seeded(n)).state.deck[-1] for n in range(60)}
    assert hers == {"green-3"}
    assert len(his) > 1


@pytest.mark.rule("F-KID-KARYN-02", "F-INT-69", "F-THREAT-05")
@pytest.mark.parametrize(("action", "strikes"), [("rest", 0), ("whisper", 0), ("walk", 1)])
def test_karyn_calms_the_threat_after_rest_or_whisper(action, strikes):
    table = scene(kids="karyn luke", deck="red-1")
    table.state.action = action
    table.run(ThreatPhase(0))
    assert len(table.events(ThreatStruck)) == strikes
    assert len(table.events(ThreatCalmed)) == 1 - strikes
    assert table.state.column("red") == ["red-1"]


@pytest.mark.rule("F-KID-LUKE-01", "F-KID-LUKE-02", "F-MAZE-05")
def test_luke_steps_before_or_after_drawing_but_not_off_the_edge():
    table = scene(kids="luke matt", hands="red-1 | blue-1", threats="red blue")
    table.state.team = at(-3, -2)
    table.run(Rest(0))
    assert table.waiting() == OfferStep(0)
    table.act(StepAside(0))
    assert len(table.offered(TakeStep)) == len(BOARD.around[at(-3, -2)]) == 4
    table.act(TakeStep(0, way("NE")))
    while table.waiting():
        assert not isinstance(table.waiting(), OfferStep)
        table.act(table.offered()[0])
    table = scene(kids="luke matt", hands="red-1 | blue-1", threats="red blue")
    table.run(Rest(0))
    table.act(StayHere(0))
    while isinstance(table.offered()[0], TakeThreat):
        table.act(table.offered()[0])
    assert table.waiting() == OfferStep(0)
    assert len(table.state.hands[0]) == 3


@pytest.mark.rule("F-KID-LUKE-02", "F-MAZE-05")
@pytest.mark.parametrize(
    ("setting", "ways"), [("purple_and_street", 3), ("never", 3), ("always", 6)]
)
def test_luke_leaves_the_edge_only_where_every_free_step_may(setting, ways):
    table = scene(kids="luke matt", hands="red-1 | blue-1", free_step_off_edge=setting)
    table.state.team = at(5, 0)
    table.run(Rest(0))
    table.act(StepAside(0))
    assert len(table.offered(TakeStep)) == ways


@pytest.mark.rule("F-KID-PJ-01", "F-KID-PJ-02", "F-DIFF-26")
@pytest.mark.parametrize(("change", "steps"), [(-1, 0), (0, 1), (1, 2)])
def test_pj_changes_the_number_of_a_card(change, steps):
    table = scene(kids="pj matt", hands="purple-1 | blue-1", deck="blue-1")
    table.turn()
    table.act(PlayCard(0, "purple-1"))
    assert table.waiting() == ChooseChange(0)
    table.act(ChangeNumber(0, change))
    taken = 0
    while isinstance(table.waiting(), ChooseStep):
        table.act(TakeStep(0, way("NE")))
        taken += 1
    assert taken == steps


@pytest.mark.rule("F-KID-PJ-02")
def test_pj_decides_after_posing_the_figure():
    table = scene(kids="pj matt", hands="yellow-1 | blue-1")
    table.turn()
    table.act(PlayCard(0, "yellow-1"))
    table.act(table.offered()[0])
    table.act(table.offered(TurnTo)[0])
    assert table.waiting() == ChooseChange(0)


@pytest.mark.rule("F-KID-TOMMY-01", "F-KID-TOMMY-02")
def test_tommy_draws_and_exchanges_on_anybodys_turn():
    table = scene(kids="matt tommy", hands="red-1 | blue-1", threats="green-2", deck="purple-3")
    table.state.memory_spaces[0] = table.state.team
    table.run(CollectMemories(table.state.team))
    assert table.waiting() == ChooseBonus(1, True, True)
    table.act(ExchangeCard(1, "blue-1", "green", True))
    assert table.state.hands[1] == ["green-2"]
    assert table.state.column("blue") == ["blue-1"]
    assert not table.offered(ExchangeCard)
    table.act(DrawBonus(1, False))
    assert table.state.hands[1] == ["green-2", "purple-3"]
    assert table.waiting() is None


@pytest.mark.rule("F-KID-TOMMY-02", "F-DECK-02")
def test_tommy_cannot_draw_with_a_full_hand_or_from_an_empty_deck():
    table = scene(kids="matt tommy", hands="red-1 | blue-1 blue-2 blue-3", threats="green-2")
    table.state.memory_spaces[0] = table.state.team
    table.run(CollectMemories(table.state.team))
    assert not table.offered(DrawBonus)
    table.act(LeaveBonus(1))
    table.state.hands[1] = ["blue-1"]
    table.state.deck = []
    table.state.memory_spaces[1] = table.state.team
    table.run(CollectMemories(table.state.team))
    assert not table.offered(DrawBonus)


@pytest.mark.rule("F-KID-TOMMY-01", "F-KID-TOMMY-02")
@pytest.mark.parametrize(
    ("hand", "threats", "deck", "asked"),
    [
        ("blue-1", "", [], False),
        ("", "green-2", [], False),
        ("blue-1 blue-2 blue-3", "", ["red-1"], False),
        ("blue-1", "green-2", [], True),
        ("", "", ["red-1"], True),
        ("blue-1 blue-2", "", ["red-1"], True),
    ],
)
def test_tommy_is_asked_only_where_he_can_draw_or_exchange(hand, threats, deck, asked):
    table = scene(kids="matt tommy", hands=f"red-1 | {hand}", threats=threats)
    table.state.deck = deck
    table.state.memory_spaces[0] = table.state.team
    table.run(CollectMemories(table.state.team))
    assert (table.waiting() is not None) == asked
    if asked:
        assert table.offered(LeaveBonus)
        assert bool(table.offered(DrawBonus)) == bool(deck)
        assert bool(table.offered(ExchangeCard)) == (hand != "" and threats != "")


@pytest.mark.rule("F-INT-75")
def test_the_last_memory_ends_the_game_before_tommy():
    table = scene(kids="matt tommy", hands="red-1 | blue-1", threats="green-2")
    table.state.memory_spaces = [table.state.team, *[AWAY] * 7]
    table.run(CollectMemories(table.state.team))
    assert table.outcome == "victory"


@pytest.mark.rule("F-KID-EMILY-01", "F-KID-EMILY-02")
def test_emily_turns_one_faceless_a_turn():
    table = scene(kids="emily matt", hands="red-1 | blue-1")
    table.state.places[1] = AWAY
    table.turn()
    assert [action.figure for action in table.offered(TurnOne)] == [0, 2]
    places = list(table.state.places)
    assert isinstance(table.act(TurnOne(0, 0)), ChooseHeading)
    table.act(table.offered(TurnTo)[-1])
    assert table.waiting() == ChooseAction(0)
    assert table.state.places == places
    assert not table.offered(TurnOne)


@pytest.mark.rule("F-KID-JULIE-01", "F-KID-JULIE-02")
def test_julie_replaces_the_card_of_her_phase_once():
    table = scene(kids="julie matt", deck="red-1 blue-2")
    table.run(ThreatPhase(0))
    assert table.waiting() == ChooseReplacement(0)
    table.act(ReplaceThreat(0))
    assert table.waiting() is None
    assert table.state.discards == ["red-1"]
    assert table.state.column("red") == []
    assert table.state.column("blue") == ["blue-2"]
    assert table.events(CardRevealed) == [CardRevealed(0, "red-1"), CardRevealed(0, "blue-2")]
    assert [event.colour for event in table.events(ThreatStruck)] == ["blue"]


@pytest.mark.rule("F-INT-18", "F-DECK-02", "F-KID-GEN-02")
def test_julie_may_keep_the_card_and_must_with_an_empty_deck():
    table = scene(kids="julie matt", deck="blue-1")
    table.run(ThreatPhase(0))
    table.act(KeepThreat(0))
    assert table.state.column("blue") == ["blue-1"]
    table.state.deck = ["blue-2"]
    assert table.run(ThreatPhase(0)) is None


@pytest.mark.rule("F-KID-CASPER-01", "F-KID-CASPER-02")
def test_casper_moves_a_memory_before_the_action():
    table = scene(kids="casper matt", hands="red-1 red-1 red-2 | blue-1")
    table.turn()
    table.act(ShiftMemory(0, at(0, 1)))
    free = {action.space for action in table.offered(ShiftTo)}
    assert free == {near for near in BOARD.around[at(0, 1)] if table.state.is_free(near)}
    to = min(free)
    table.act(ShiftTo(0, at(0, 1), to))
    assert to in table.state.memory_spaces
    assert at(0, 1) not in table.state.memory_spaces
    assert not table.offered(ShiftMemory)
    table.state.powers.clear()
    table.state.action = "rest"
    table.run()
    assert not table.offered(ShiftMemory)


@pytest.mark.rule("F-KID-GEN-01")
def test_a_power_belongs_to_its_player():
    table = scene(kids="emily casper", hands="red-1 | blue-1")
    table.turn(1)
    assert not table.offered(TurnOne)
    assert table.offered(ShiftMemory)
    assert len(table.events(TeamMoved)) == 0


@pytest.mark.rule("F-INT-59")
def test_emily_may_snap_a_faceless_off_the_board():
    table = scene(kids="emily matt", hands="red-1 | blue-1", headings="all")
    billygoat(table, at(5, 0))
    table.state.headings[BILLYGOAT] = 0
    table.state.places[0] = ext(0)
    table.state.headings[0] = 180
    assert collisions(CONTENT, table.state.places, table.state.headings, 0) == []
    table.turn()
    table.act(TurnOne(0, 0), TurnTo(0, 0, 0))
    assert table.events(FigureSnapped) == [FigureSnapped(0, BILLYGOAT)]
