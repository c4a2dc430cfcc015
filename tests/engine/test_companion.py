"""A companion table: people enter what their own dice and cards show, and the rules go on from there."""

import pytest

from embertable import load
from embertable.engine.chance import scripted, seeded
from embertable.engine.errors import DamagedRecord, IllegalAction, UndoNeedsConsent
from embertable.engine.record import RECORD, record_from_json
from embertable.engine.seat_view import seat_view
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE, Draw
from embertable.games.lueur.evening import Meet
from embertable.games.lueur.late_morning import RollDie, RollPicked, ShowFace
from embertable.games.lueur.setup import DrawFirstPlayer, GoFirst, TakeAdventurer
from tests.records.play import Picks

LUEUR = load("lueur")


def entering(seed=7, **options):
    """A session whose luck is entered."""
    chance = seeded(seed)
    chance.entered = True
    return Session(LUEUR, {"players": "2", **options}, chance)


def play_until(session, kind, picks=None):
    """Play on at random until a draw or choice of this kind is open."""
    picks = picks or Picks(3)
    while not any(isinstance(choice, kind) for choice in session.table.choices()):
        seat = session.table.next_choice().seat
        session.play(picks.one_of(session.table.offered(seat)), seat)
    return session


def test_the_table_waits_where_the_rules_draw():
    table = entering().table
    assert table.next_choice() == DrawFirstPlayer(CHANCE)
    assert table.offered(CHANCE) == [GoFirst(CHANCE, 0), GoFirst(CHANCE, 1)]


def test_no_seat_and_so_no_bot_answers_for_chance():
    table = entering().table
    assert table.choice_of(0) is None
    assert table.legal(0) == []
    assert seat_view(table, 0).awaited == ()


def test_everybody_with_a_seat_is_shown_what_to_roll():
    table = entering().table
    for seat in (0, 1):
        shown = seat_view(table, seat)
        assert shown.choice == DrawFirstPlayer(CHANCE)
        assert shown.options == (GoFirst(CHANCE, 0), GoFirst(CHANCE, 1))
    assert seat_view(table, None).choice is None


def test_a_face_that_the_die_does_not_have_is_never_offered():
    session = play_until(entering(), RollDie)
    draw = session.table.open_draws()[0]
    faces = {option.face for option in session.table.offered(CHANCE) if option.die == draw.die}
    assert faces == set(session.table.state.content.dice[draw.die].faces)
    for face in ("minus_bursts", "7", ""):
        with pytest.raises(IllegalAction):
            session.play(ShowFace(CHANCE, draw.die, face), CHANCE)
    assert session.table.open_draws()[0] is draw


def test_a_card_that_was_turned_up_does_not_come_up_again():
    session = entering()
    seen: list[str] = []
    picks = Picks(1)
    while session.table.state.round < 3:
        seat = session.table.next_choice().seat
        offered = session.table.offered(seat)
        shown = [option.companion for option in offered if isinstance(option, Meet)]
        assert not set(shown) & set(seen)
        action = picks.one_of(offered)
        if isinstance(action, Meet):
            seen.append(action.companion)
        session.play(action, seat)
    assert len(seen) == len(set(seen)) == 15


def test_what_was_entered_is_corrected_at_once_by_anybody():
    session = play_until(entering(), RollDie)
    wrong, right = session.table.offered(CHANCE)[:2]
    before = session.record.entries[-1].hash
    session.play(wrong, CHANCE)
    assert session.may_undo(CHANCE)
    session.undo(CHANCE)
    assert session.record.entries[-1].hash == before
    session.play(right, CHANCE)
    assert session.table.state.faces[right.die] == right.face


def test_a_decision_that_asked_for_a_roll_is_not_taken_back_alone():
    """The dice may lie on the table already when nobody has entered them yet."""
    session = entering()
    picks = Picks(5)
    while True:
        seat = session.table.next_choice().seat
        offered = session.table.offered(seat)
        rolls = [option for option in offered if isinstance(option, RollPicked)]
        action = rolls[0] if rolls else picks.one_of(offered)
        session.play(action, seat)
        if rolls:
            break
    assert not session.may_undo(action.seat)
    with pytest.raises(UndoNeedsConsent):
        session.undo(action.seat)


def test_the_record_marks_what_was_entered_and_replays_to_the_same_hashes():
    session = play_until(entering(), RollDie)
    session.play(session.table.offered(CHANCE)[0], CHANCE)
    saved = session.record.to_json()
    assert saved["companion"] is True
    assert saved["entries"][-1]["seat"] == CHANCE == -3
    again = resume(LUEUR, record_from_json(saved))
    assert again.record.entries == session.record.entries
    assert again.table.chance.entered


def test_an_ordinary_record_has_no_such_mark():
    record = Session(LUEUR, {"players": "2"}, 7).record
    assert "companion" not in record.to_json()
    assert not record_from_json({**record.to_json(), "version": 2, "companion": True}).companion
    assert RECORD.current == 4


def test_a_mark_that_is_no_mark_is_refused():
    with pytest.raises(DamagedRecord):
        record_from_json({**entering().record.to_json(), "companion": "yes"})


def test_what_a_bot_imagines_draws_for_itself():
    """A table copied to another chance does not wait for people."""
    session = play_until(entering(), RollDie)
    imagined = LUEUR.imagine(session.table, 0, seeded(1))
    assert not any(isinstance(choice, Draw) for choice in imagined.choices())
    assert any(isinstance(choice, Draw) for choice in session.table.choices())


def test_seats_that_roll_at_the_same_time_enter_in_any_order():
    session = entering()
    picks = Picks(2)
    while len(session.table.open_draws()) < 2:
        choices = [choice for choice in session.table.choices() if not isinstance(choice, Draw)]
        seat = choices[0].seat if choices else CHANCE
        offered = session.table.offered(seat)
        rolls = [option for option in offered if isinstance(option, RollPicked)]
        session.play(rolls[0] if rolls else picks.one_of(offered), seat)
    first, second = session.table.open_draws()
    assert session.table.draw_for(second.owner()) is second
    session.play(second.options(session.table)[0], CHANCE)
    assert first in session.table.open_draws()


def test_pickles_and_copies_go_on_waiting():
    session = play_until(entering(), RollDie)
    copied = session.table.copy(session.table.chance.copy())
    assert copied.open_draws() == session.table.open_draws()


def test_scripted_chance_is_asked_nothing_at_a_companion_table():
    """Only shuffles of decks, whose order nobody knows, are drawn by the program."""
    chance = scripted(*[0] * 200)
    chance.entered = True
    session = Session(LUEUR, {"players": "2"}, chance)
    session.play(GoFirst(CHANCE, 1), CHANCE)
    assert session.table.chance.draws == 1
    assert isinstance(session.table.offered(1)[0], TakeAdventurer)
