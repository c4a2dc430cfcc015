"""Turns, Rest, Whisper and the Threats display."""

import pytest

from embertable.engine.errors import IllegalAction
from embertable.games.faceless.deck import RefillDisplay, ThreatAdded
from embertable.games.faceless.memories import UseMemory
from embertable.games.faceless.rest import ChooseColumn, Rest, TakeThreat
from embertable.games.faceless.turns import BeginTurn, ChooseAction, FaceThreats
from embertable.games.faceless.walk import PlayCard
from embertable.games.faceless.whisper import GiveCard, PickCard, SwapCards, Whisper
from tests.games.faceless.scene import FACELESS, scene

PLAIN = "matt luke pj"


@pytest.mark.rule(
    "F-EX-04", "F-REST-01", "F-REST-02", "F-DISPLAY-01", "F-DISPLAY-03", "F-DISPLAY-04"
)
def test_rest_fills_the_hand_from_the_bottoms_of_columns():
    table = scene(
        kids=PLAIN,
        hands="green-1 | |",
        threats="purple-1 purple-3 red-1 red-2 blue blue",
        deck="red-3 green-2",
    )
    table.state.minimum = 6
    table.turn()
    assert isinstance(table.act(Rest(0)), ChooseColumn)
    table.act(TakeThreat(0, "purple"), TakeThreat(0, "red"))
    assert table.state.hands[0] == ["green-1", "purple-3", "red-2"]
    assert not table.offered(TakeThreat)
    added = [event.card for event in table.events(ThreatAdded)]
    assert added[:2] == ["red-3", "green-2"]


@pytest.mark.rule("F-REST-02")
def test_several_cards_may_come_from_one_column():
    table = scene(kids=PLAIN, hands=" | |", threats="red-1 red-2 red-3 blue")
    table.run(Rest(0))
    table.act(*[TakeThreat(0, "red")] * 3)
    assert table.state.hands[0] == ["red-3", "red-2", "red-1"]


@pytest.mark.rule("F-REST-03", "F-DIFF-11")
def test_with_an_empty_display_the_deck_fills_the_hand():
    table = scene(kids=PLAIN, hands="red-1 | |", deck="green-1 green-2 green-3")
    table.run(Rest(0))
    assert table.state.hands[0] == ["red-1", "green-1", "green-2"]


@pytest.mark.rule("F-TURN-04")
def test_rest_with_a_full_hand_is_legal_and_draws_nothing():
    table = scene(kids=PLAIN, hands="red-1 red-2 red-3 | |", threats="blue blue")
    table.turn()
    assert Rest(0) in table.offered()
    table.run(Rest(0))
    assert len(table.state.hands[0]) == 3


@pytest.mark.rule("F-DISPLAY-04")
def test_the_display_may_be_refilled_after_each_card():
    table = scene(
        kids=PLAIN,
        hands=" | |",
        threats="red blue green",
        deck="purple-1 purple-2 purple-3",
        display_refill="each_card",
    )
    table.state.minimum = 3
    table.run(Rest(0))
    table.act(TakeThreat(0, "red"))
    assert table.events(ThreatAdded) == [ThreatAdded("purple-1")]
    table.act(TakeThreat(0, "purple"))
    assert table.state.hands[0] == ["red-2", "purple-1"]


@pytest.mark.rule("F-DISPLAY-01", "F-DISPLAY-02", "F-DISPLAY-05")
def test_the_display_has_a_minimum_and_no_maximum():
    table = scene(threats=" ".join(["red"] * 12))
    table.state.minimum = 6
    table.run(RefillDisplay())
    assert table.state.displayed() == 12
    table.state.minimum = 40
    table.state.deck = ["red-1"]
    table.run(RefillDisplay())
    assert table.outcome == "deck"


@pytest.mark.rule("F-DISPLAY-06", "F-DEF-14", "F-DEF-12")
def test_columns_and_hands_are_public():
    table = scene(hands="red-1 | blue-2", threats="red-1 red-3")
    for seat in (0, 1, None):
        view = table.view(seat)
        assert view.columns["red"] == ("red-1", "red-3")
        assert [player.hand for player in view.players] == [("red-1",), ("blue-2",)]


@pytest.mark.rule("F-EX-05", "F-WHISPER-01", "F-WHISPER-02", "F-WHISPER-04", "F-DIFF-12")
def test_a_full_hand_takes_part_in_a_swap_only():
    table = scene(kids=PLAIN, hands="red-1 | purple-1 purple-2 red-2 | yellow-1")
    table.turn()
    table.act(Whisper(0), PickCard(0, 2, "yellow-1"))
    assert GiveCard(0, 2, "yellow-1", 1) not in table.offered()
    assert GiveCard(0, 2, "yellow-1", 0) in table.offered()
    table.act(SwapCards(0, 2, "yellow-1", 1, "purple-1"))
    assert sorted(table.state.hands[1]) == ["purple-2", "red-2", "yellow-1"]
    assert table.state.hands[2] == ["purple-1"]


@pytest.mark.rule("F-WHISPER-01", "F-WHISPER-03", "F-WHISPER-05")
def test_a_whisper_is_one_give_between_any_two_players():
    table = scene(kids=PLAIN, hands="red-1 | blue-1 | ", deck="blue-2")
    table.turn()
    table.act(Whisper(0), PickCard(0, 1, "blue-1"), GiveCard(0, 1, "blue-1", 2))
    assert table.state.hands == [["red-1"], [], ["blue-1"]]
    assert not table.offered(PickCard)


@pytest.mark.rule("F-TURN-01", "F-TURN-02", "F-TURN-03")
def test_turns_go_clockwise_one_action_each_then_the_threats():
    table = scene(kids=PLAIN, hands="red-1 red-2 red-3 | |", deck="blue-1 blue-1")
    table.run(BeginTurn(2))
    assert table.waiting() == ChooseAction(2)
    table.act(Rest(2))
    while not isinstance(table.waiting(), ChooseAction):
        table.act(table.offered()[0])
    assert table.waiting() == ChooseAction(0)
    assert table.state.column("blue") or table.state.hands[2]


@pytest.mark.rule("F-TURN-03")
def test_the_threats_of_a_turn_come_before_the_next_turn_begins():
    table = scene(kids=PLAIN, hands="red-1 red-2 red-3 | |", deck="blue-1")
    table.run(BeginTurn(0))
    table.act(Rest(0))
    names = [type(event).__name__ for event in table.table.log]
    assert names.index("CardRevealed") < len(names) - 1 - names[::-1].index("TurnBegan")
    assert table.state.turn == 3
    assert table.waiting() == ChooseAction(1)


@pytest.mark.rule("F-WHISPER-01", "F-WHISPER-04", "F-TURN-04")
@pytest.mark.parametrize(
    ("hands", "owners"),
    [
        ("red-1 | | ", {0}),
        ("red-1 | blue-1 blue-2 blue-3 | ", {0, 1}),
        ("red-1 red-2 red-3 | blue-1 blue-2 blue-3 | green-1 green-2 green-3", {0, 1, 2}),
        (" | | ", set()),
    ],
)
def test_a_card_may_be_picked_where_another_has_room_or_a_card(hands, owners):
    table = scene(kids=PLAIN, hands=hands)
    table.turn()
    assert (Whisper(0) in table.offered()) == bool(owners)
    if owners:
        table.act(Whisper(0))
        assert {pick.owner for pick in table.offered(PickCard)} == owners


@pytest.mark.rule("F-TURN-03", "F-TURN-05", "F-MEM-02")
def test_memories_are_offered_before_and_after_the_action():
    table = scene(kids=PLAIN, hands="red-1 red-1 red-2 | |", memories="street")
    table.turn()
    assert UseMemory(0, "street") in table.offered()
    table.act(Rest(0))
    assert UseMemory(0, "street") in table.offered()
    assert FaceThreats(0) in table.offered()
    assert not table.offered(PlayCard)


@pytest.mark.rule("F-TURN-06", "F-MEM-05")
def test_nothing_is_offered_inside_an_action():
    table = scene(kids=PLAIN, hands="purple-2 | |", memories="street hat")
    table.turn()
    table.act(PlayCard(0, "purple-2"))
    assert not table.offered(UseMemory)
    with pytest.raises(IllegalAction):
        table.act(UseMemory(0, "street"))


@pytest.mark.rule("F-TURN-08")
def test_alone_one_plays_two_seats():
    from embertable.engine.chance import seeded

    table = FACELESS.set_up({"players": "solo"}, seeded(1))
    table.next_choice()
    assert FACELESS.seats(table) == 2
    assert len(table.state.hands) == len(set(table.state.kids)) == 2
