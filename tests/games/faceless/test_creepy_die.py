"""The Creepy Die."""

import pytest

from embertable.engine.errors import IllegalAction
from embertable.games.faceless.content import BILLYGOAT
from embertable.games.faceless.deck import ThreatAdded
from embertable.games.faceless.expansions.creepy_die import DieRolled, RollAgain, UseGuard
from embertable.games.faceless.expansions.den import Den
from embertable.games.faceless.kids import ChangeNumber, TurnOne, WhisperFreely
from embertable.games.faceless.memories import Listen, UseMemory
from embertable.games.faceless.rest import Rest
from embertable.games.faceless.team import (
    ChoosePayment,
    CollectMemories,
    SpendMemory,
    TakeStep,
    TeamMoved,
)
from embertable.games.faceless.threats import ResolveThreat, ThreatPhase, ThreatStruck
from embertable.games.faceless.turns import ChooseAction
from embertable.games.faceless.walk import MoveByCard, PlayCard
from tests.games.faceless.parts import die_of
from tests.games.faceless.scene import (
    CONTENT,
    PLAIN,
    at,
    billygoat,
    set_up,
    steps_taken,
    stride,
    way,
    with_die,
)


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


@pytest.mark.rule("F-EX-09", "F-EXP-DIE-04", "F-EXP-DIE-05", "F-DIFF-37", "F-DECK-02")
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


@pytest.mark.rule("F-EXP-DIE-05", "F-INT-37")
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


@pytest.mark.rule("F-EXP-DIE-13", "F-INT-10", "F-MEM-STREET")
def test_memories_and_free_movements_stay_as_they_are():
    table = with_die(2, kids=PLAIN, memories="street")
    table.turn()
    table.act(UseMemory(0, "street"), TakeStep(0, way("E")))
    assert table.waiting() == ChooseAction(0)
    assert steps_taken(table) == 1


@pytest.mark.rule("F-INT-39", "F-EXP-DIE-12")
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


@pytest.mark.rule("F-INT-40", "F-EXP-DIE-12")
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


@pytest.mark.rule("F-EXP-DIE-09", "F-INT-10")
def test_face_four_pays_for_one_step_and_is_rolled_again():
    table = with_die(4, memories="bow", luck=(5,))
    table.obstacle(0, at(1, 0))
    stride(table, "E")
    assert set(table.offered()) == {UseGuard(0), SpendMemory(0, "bow")}
    table.act(UseGuard(0))
    assert table.state.unused == ["bow"]
    assert table.events(DieRolled) == [DieRolled(6)]
    assert table.state.team == at(0, 0)


@pytest.mark.rule("F-EXP-DIE-09", "F-EXP-DIE-10", "F-INT-38")
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


@pytest.mark.rule("F-KID-GEN-03", "F-INT-67")
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


def test_a_choice_of_payment_names_each_way_to_pay():
    table = with_die(4, memories="bow street", luck=(5,))
    assert len(ChoosePayment(0).options(table.table)) == 3
