"""The Threat phase and what each colour does."""

import pytest

from embertable.games.faceless.billygoat import ApproachBy, ChooseApproach, ways_from
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import FigureSnapped
from embertable.games.faceless.compass import pull
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.deck import ThreatAdded
from embertable.games.faceless.team import TeamMoved
from embertable.games.faceless.threats import (
    CardRevealed,
    ChooseDiscard,
    DiscardCard,
    ResolveThreat,
    ThreatPhase,
    TurnRound,
)
from tests.games.faceless.scene import BOARD, CONTENT, at, billygoat, ext, scene

PLAIN = "lily dylan matt"


@pytest.mark.rule("F-THREAT-01", "F-THREAT-02", "F-DEF-12")
def test_the_revealed_card_joins_its_column_and_counts():
    table = scene(kids=PLAIN, deck="red-1", threats="red-3")
    table.run(ThreatPhase(0))
    while table.waiting():
        table.act(table.offered()[0])
    assert table.events(CardRevealed) == [CardRevealed(0, "red-1")]
    assert table.state.column("red") == ["red-3", "red-1"]
    assert table.state.content.board.distances[at(2, 0)][table.state.billygoat()] == 2


@pytest.mark.rule("F-THREAT-03")
def test_the_printed_number_has_no_influence():
    for card in ("purple-1", "purple-3"):
        table = scene(kids=PLAIN, deck=card)
        table.clear()
        table.memory("hat", at(0, 5))
        table.point("NE")
        table.run(ThreatPhase(0))
        assert len(table.events(TeamMoved)) == 1


@pytest.mark.rule("F-EX-08", "F-DEF-13", "F-THREAT-PURPLE-01")
def test_cards_and_pairs():
    table = scene(threats="purple purple purple red red blue blue green yellow yellow yellow")
    state = table.state
    assert [len(state.column(c)) for c in ("purple", "red")] == [3, 2]
    assert [state.pairs(c) for c in ("blue", "green", "yellow")] == [1, 0, 1]
    table.clear()
    table.memory("hat", at(0, 5))
    billygoat(table, at(5, -5))
    table.run(ResolveThreat(0, "purple"))
    while table.waiting():
        table.act(table.offered()[0])
    assert (
        len([e for e in table.table.log if type(e).__name__ in ("TeamMoved", "TeamWrapped")]) == 3
    )


@pytest.mark.rule("F-THREAT-RED-01", "F-THREAT-RED-02", "F-THREAT-RED-05", "F-DEF-07")
def test_billygoat_comes_closer_by_a_path_the_players_choose():
    table = scene(threats="red red")
    table.clear()
    table.state.team = at(0, 0)
    billygoat(table, at(3, -1))
    assert isinstance(table.run(ResolveThreat(0, "red")), ChooseApproach)
    assert {a.space for a in table.offered(ApproachBy)} == {at(2, 0), at(2, -1)}
    table.act(ApproachBy(0, at(2, 0)))
    assert table.state.billygoat() == at(1, 0)
    assert table.state.headings[BILLYGOAT] == 180


@pytest.mark.rule("F-THREAT-RED-03", "F-MAZE-04")
def test_billygoat_walks_around_obstacles_and_over_memories():
    table = scene(threats="red red red red red red")
    table.clear()
    table.memory("hat", at(-2, 0))
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    billygoat(table, at(2, 0))
    table.state.team = at(-4, 0)
    assert ways_from(table.table, [table.state.team])[at(2, 0)] == 7
    table.run(ResolveThreat(0, "red"))
    while table.waiting():
        assert all(table.state.cover[action.space] == AWAY for action in table.offered())
        table.act(table.offered()[0])
    assert not table.outcome
    assert BOARD.distances[table.state.billygoat()][table.state.team] == 1
    assert table.state.memory_spaces == [at(-2, 0)]


@pytest.mark.rule("F-THREAT-RED-04", "F-END-03")
def test_billygoat_stops_when_he_has_the_team():
    table = scene(threats="red red red")
    table.clear()
    table.state.team = at(0, 0)
    billygoat(table, at(1, 0))
    table.run(ResolveThreat(0, "red"))
    assert table.outcome == "caught"


@pytest.mark.rule("F-INT-58", "F-COLL-01", "F-COLL-02")
def test_billygoat_beside_a_faceless_may_snap_it_off_the_board():
    table = scene(threats="red")
    table.clear()
    table.state.team = at(5, -3)
    billygoat(table, at(5, -1))
    table.state.places[:3] = [ext(34), ext(15), ext(25)]
    table.state.headings[0] = max(range(360), key=attraction)
    table.run(ResolveThreat(0, "red"))
    assert table.state.billygoat() == at(5, -2)
    assert table.state.headings[BILLYGOAT] == 240
    assert table.events(FigureSnapped) == [FigureSnapped(0, BILLYGOAT)]
    assert table.state.places[0] == AWAY


def attraction(heading: int) -> float:
    """Of Judith on X34 to Billygoat beside her, who faces south-west."""
    return pull(BOARD, CONTENT.pitch, CONTENT.moment, ext(34), heading, at(5, -2), 240)


@pytest.mark.rule("F-THREAT-YELLOW-01", "F-THREAT-YELLOW-02", "F-DIFF-16", "F-INT-59")
def test_each_yellow_pair_turns_another_faceless():
    table = scene(threats=" ".join(["yellow"] * 4))
    before = list(table.state.headings)
    table.run(ResolveThreat(0, "yellow"))
    assert [a.figure for a in table.offered(TurnRound)] == [0, 1, 2]
    table.act(TurnRound(0, 1, 2, 0))
    assert [a.figure for a in table.offered(TurnRound)] == [0, 2]
    table.act(TurnRound(0, 2, 1, 0b10))
    assert table.waiting() is None
    assert table.state.headings == [
        before[0],
        (before[1] + 180) % 360,
        (before[2] + 180) % 360,
        before[3],
    ]


@pytest.mark.rule("F-THREAT-YELLOW-02", "F-THREAT-YELLOW-03")
def test_surplus_pairs_and_removed_faceless_are_skipped():
    table = scene(threats=" ".join(["yellow"] * 10))
    table.state.places[0] = AWAY
    before = list(table.state.headings)
    table.run(ResolveThreat(0, "yellow"))
    table.act(table.offered()[0])
    assert table.waiting() is None
    assert table.state.headings[0] == before[0]
    assert all(table.state.headings[n] == (before[n] + 180) % 360 for n in (1, 2))


@pytest.mark.rule("F-THREAT-BLUE-01", "F-THREAT-BLUE-02", "F-THREAT-05", "F-INT-19")
def test_blue_pairs_add_cards_that_trigger_nothing():
    table = scene(threats="blue blue blue blue", deck="blue-2 blue-3 red-1")
    goat = table.state.billygoat()
    table.run(ResolveThreat(0, "blue"))
    assert table.events(ThreatAdded) == [ThreatAdded("blue-2"), ThreatAdded("blue-3")]
    assert table.state.billygoat() == goat
    table.state.column("red").append("red-3")
    assert len(table.state.column("blue")) == 6


@pytest.mark.rule("F-THREAT-GREEN-01")
def test_green_pairs_take_cards_clockwise_from_the_current_player():
    table = scene(hands="red-1 blue-2 | red-2 blue-1 | red-3", threats="green green green green")
    choice = table.run(ResolveThreat(1, "green"))
    assert choice == ChooseDiscard(1)
    table.act(DiscardCard(1, "red-2"))
    assert table.state.hands == [["red-1", "blue-2"], ["blue-1"], []]
    assert table.state.discards == ["red-2", "red-3"]


@pytest.mark.rule("F-INT-72", "F-THREAT-GREEN-01")
def test_with_more_pairs_than_players_the_round_starts_again():
    table = scene(hands="red-1 red-1 | red-2 red-2", threats=" ".join(["green"] * 8))
    table.run(ResolveThreat(0, "green"))
    assert table.state.discards == ["red-1", "red-2", "red-1", "red-2"]


@pytest.mark.rule("F-THREAT-GREEN-02", "F-THREAT-GREEN-03")
def test_without_cards_the_top_of_the_deck_is_discarded():
    table = scene(hands=" | red-2", threats="green green", deck="purple-3")
    team = table.state.team
    table.run(ResolveThreat(0, "green"))
    assert table.state.discards == ["purple-3"]
    assert table.view().discards == ("purple-3",)
    assert table.state.team == team


@pytest.mark.rule("F-END-02", "F-DECK-01")
@pytest.mark.parametrize("step", ["phase", "blue", "green", "refill"])
def test_a_card_needed_from_an_empty_deck_loses(step):
    from embertable.games.faceless.deck import RefillDisplay

    table = scene(hands=" | ", threats="blue blue green green")
    table.state.deck = []
    steps = {
        "phase": ThreatPhase(0),
        "blue": ResolveThreat(0, "blue"),
        "green": ResolveThreat(0, "green"),
        "refill": RefillDisplay(),
    }
    table.state.minimum = 5
    table.run(steps[step])
    assert table.outcome == "deck"


@pytest.mark.rule("F-DECK-01")
def test_taking_the_last_card_is_no_loss_but_missing_one_is():
    table = scene(threats="blue blue blue blue")
    table.state.deck = ["red-1", "red-2"]
    table.run(ResolveThreat(0, "blue"))
    assert table.table.result is None
    table.state.deck = ["red-3"]
    table.run(ResolveThreat(0, "blue"))
    assert table.outcome == "deck"
    assert table.state.column("red")[-1] == "red-3"


@pytest.mark.rule("F-DECK-03", "F-DECK-04")
def test_discards_stay_and_the_deck_is_secret():
    table = scene(deck="red-1 red-2")
    table.state.removed = ["green-1", "green-1", "green-1"]
    table.state.discards = ["blue-3"]
    view = table.view(0)
    assert view.deck == len(table.state.deck)
    assert view.removed == 3
    assert view.discards == ("blue-3",)
    assert view.top == ""
