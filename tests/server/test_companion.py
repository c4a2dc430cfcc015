"""A companion table on a server: anybody with a seat enters what was rolled, and no bot does."""

from __future__ import annotations

import asyncio
import random

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import IllegalAction, NothingToDecide
from embertable.engine.record import load_record, record_from_json
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE, Action, Draw
from embertable.games import load
from embertable.games.lueur.late_morning import RollPicked
from embertable.server.client import ApiError
from embertable.server.entries import Opened, SeatTaken, encode
from embertable.server.errors import Stale
from embertable.server.live import LiveTable
from embertable.server.position import RoomStatus, position
from embertable.server.protocol import Act, Done, Hint, Position, Preview, Refused, Undo
from embertable.server.summaries import summary_of
from embertable.server.viewer import Viewer
from tests.records.make import FOLDER
from tests.records.play import Picks
from tests.server.running import run, serving, signed_in

ADA, BRUNO = SeatTaken(person="ada", name="Ada"), SeatTaken(person="bruno", name="Bruno")
LUEUR = load("lueur")
WANTED = {"game": "lueur", "companion": True, "seed": 5}
HERE = [{"kind": "me"}, {"kind": "bot", "bot": "spark"}]


def live_table() -> LiveTable:
    chance = seeded(7)
    chance.entered = True
    record = Session(LUEUR, {"players": "2"}, chance).record
    opened = Opened(at=0.0, host="ada", record=record.to_json(), seats=[ADA, BRUNO])
    return LiveTable("t", opened, None)


def enter(live: LiveTable, by: str, number: int = 0, seq: int | None = None) -> None:
    """Enter an option of the open draw, as a person's request does."""
    draw = live.table.open_draws()[0]
    saved = LUEUR.codec().encode(draw.options(live.table)[number])
    seats = live.answered_by(by)
    seq = live.position if seq is None else seq
    live.apply(live.number + 1, live.played.prepare(saved, seats, seq, 1.0, by, f"{live.number}"))


def test_anybody_with_a_seat_enters_and_nobody_is_awaited():
    live = live_table()
    assert live.played.awaited() == []
    assert live.answered_by("ada") == (0, CHANCE)
    assert live.answered_by("bruno") == (1, CHANCE)
    assert live.answered_by("clara") == ()
    enter(live, "bruno", 1)
    assert live.table.state.first == 1
    assert live.session.record.entries[-1].seat == CHANCE


def test_two_people_who_enter_the_same_roll_enter_it_once():
    live = live_table()
    enter(live, "ada")
    for _ in range(2):
        choice = live.table.next_choice()
        assert choice is not None
        saved = LUEUR.codec().encode(live.table.offered(choice.seat)[0])
        entry = live.played.prepare(saved, (choice.seat,), live.position, 1.0, "ada", "x")
        live.apply(live.number + 1, entry)
    seen = live.position
    enter(live, "ada", seq=seen)
    with pytest.raises(Stale):
        enter(live, "bruno", seq=seen)


def test_a_wrong_entry_is_taken_back_by_anybody_at_the_table():
    live = live_table()
    before = LUEUR.state_hash(live.table)
    enter(live, "ada")
    assert live.may_undo_freely("ada")
    assert live.may_undo_freely("bruno")
    assert not live.may_undo_freely("clara")
    live.apply(live.number + 1, live.played.prepare_undo(2.0, "bruno", "u", "free"))
    assert LUEUR.state_hash(live.table) == before


def test_what_cannot_be_is_refused():
    live = live_table()
    for saved in (
        {"is": "GoFirst", "seat": CHANCE, "first": 7},
        {"is": "GoFirst", "seat": 0, "first": 0},
        {"is": "ShowFace", "seat": CHANCE, "die": 0, "face": "fire"},
    ):
        with pytest.raises((IllegalAction, NothingToDecide)):
            live.played.prepare(saved, live.answered_by("ada"), live.position)
    assert not live.session.record.entries


def test_the_lists_mark_a_companion_table():
    assert live_table().marks() == ["companion"]


def test_a_game_without_a_companion_says_so(tmp_path):
    async def work() -> None:
        async with serving(tmp_path / "s.sqlite") as (_, address):
            ada = await signed_in(address)
            with pytest.raises(ApiError, match="has no companion table yet"):
                await ada.post("/api/tables", {"game": "deadcells", "companion": True})
            games = (await ada.get("/api/games"))["games"]
            offers = {one["name"]: one["companion"] for one in games}
            assert offers["lueur"].startswith("Roll your own dice")
            assert offers["deadcells"] == ""

    run(work)


def test_a_person_and_a_bot_play_with_entered_luck(tmp_path):
    """The bot decides for its seat and never for chance; hints and previews of a roll are refused."""

    async def work() -> None:
        async with serving(tmp_path / "s.sqlite") as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {**WANTED, "seats": HERE})
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                assert position.marks == ["seeded", "companion"]
                assert position.choice is not None
                assert position.choice.entered
                assert [option.seat for option in position.options] == [CHANCE, CHANCE]
                hint = await seat.ask(Hint(id="h"))
                assert isinstance(hint, Refused)
                assert hint.text.startswith("There is nothing to decide: enter")
                seen = await seat.ask(Preview(id="p", seq=position.seq, option=1))
                assert isinstance(seen, Refused)
                rng = random.Random(1)
                for _ in range(60):
                    position = await seat.my_turn()
                    await asyncio.sleep(0.055)
                    assert isinstance(await seat.act(rng.choice(position.options)), Done)
                live = (await server.rooms.room(table["id"])).live
                entered = [entry for entry in live.session.record.entries if entry.seat == CHANCE]
                assert len(entered) > 20
                assert any(entry.seat == 1 for entry in live.session.record.entries)
                while (position := await seat.my_turn()).options[0].seat != CHANCE:
                    assert isinstance(await seat.act(position.options[0]), Done)
                assert isinstance(await seat.act(position.options[0]), Done)
                assert seat.last is not None
                assert seat.last.undo.free
                assert isinstance(await seat.ask(Undo(id="u", seq=seat.last.seq)), Done)
                again = resume(LUEUR, record_from_json(live.session.record.to_json()))
                assert again.record.entries == live.session.record.entries

    run(work)


@pytest.mark.parametrize("game", ["lueur", "faceless", "setawatch"])
def test_a_finished_companion_game_is_shown_frame_by_frame(tmp_path, game):
    async def work() -> None:
        async with serving(tmp_path / "s.sqlite") as (_, address):
            ada = await signed_in(address)
            record = load_record(FOLDER / f"{game}-companion.json")
            kept = await ada.post("/api/records", record.to_json())
            for at in (1, 30, len(record.entries)):
                frame = await ada.get(f"/api/records/{kept['id']}/replay?at={at}&seat=0")
                assert frame["at"] == at

    run(work)


def test_every_open_draw_belongs_to_chance():
    table = live_table().table
    assert all(isinstance(choice, Draw) == (choice.seat == CHANCE) for choice in table.choices())


def test_a_table_of_bots_waits_for_its_host():
    """Nobody else is there: the host enters without a seat, and takes a mistake back."""
    chance = seeded(7)
    chance.entered = True
    record = Session(LUEUR, {"players": "2"}, chance).record
    bots = [SeatTaken(bot="random", name="Cinder"), SeatTaken(bot="random", name="Wick")]
    live = LiveTable("t", Opened(at=0.0, host="ada", record=record.to_json(), seats=bots), None)
    assert live.entering() == []
    assert live.answered_by("ada") == (CHANCE,)
    assert live.answered_by("bruno") == ()
    assert live.answered_by("") == ()
    ada, bruno = (position_of(live, name) for name in ("ada", "bruno"))
    assert ada.choice is not None
    assert ada.choice.entered
    assert [option.seat for option in ada.options] == [CHANCE, CHANCE]
    assert (bruno.choice, bruno.options, bruno.entering) == (None, [], [])
    before = LUEUR.state_hash(live.table)
    enter(live, "ada")
    assert position_of(live, "ada").undo.free
    assert not position_of(live, "bruno").undo.free
    live.apply(live.number + 1, live.played.prepare_undo(2.0, "ada", "u", "free"))
    assert LUEUR.state_hash(live.table) == before
    assert summary_of(live).awaited == [CHANCE]


def position_of(live: LiveTable, person: str, seat: int | None = None) -> Position:
    status = RoomStatus(frozenset(), 0, (), None)
    return position(Viewer(live, person, seat, "en"), status, 0)


def test_everybody_hears_whose_entry_is_awaited():
    live = live_table()
    for person, seat in (("ada", 0), ("bruno", 1), ("clara", None)):
        assert position_of(live, person, seat).entering == [0, 1]
    enter(live, "ada")
    assert position_of(live, "ada", 0).entering is None


def test_a_position_tells_what_is_rolled_after_this_die():
    """So that a whole roll is entered without waiting for answers in between."""
    live = live_table()
    enter(live, "ada")
    while not live.table.open_draws():
        choice = live.table.next_choice()
        assert choice is not None
        saved = LUEUR.codec().encode(live.table.offered(choice.seat)[0])
        entry = live.played.prepare(saved, (choice.seat,), live.position, 1.0, "ada", "x")
        live.apply(live.number + 1, entry)
    shown = position_of(live, "ada", 0)
    assert shown.choice is not None
    ahead = shown.choice.ahead
    assert len(ahead) == 8
    assert ahead[0].text.startswith("Roll the small")
    for one in ahead:
        enter(live, "ada")
        shown = position_of(live, "ada", 0)
        assert shown.choice is not None
        assert shown.choice.data == one.data
        assert [option.action for option in shown.options] == [
            option.action for option in one.options
        ]
    # A card that was turned up cannot come up again, so cards are asked for one by one.
    enter(live, "ada")
    shown = position_of(live, "ada", 0)
    assert shown.choice is not None
    assert shown.choice.data["is"] == "TurnUpCompanion"
    assert shown.choice.ahead == []


def test_a_reading_is_any_degree_of_the_dial(tmp_path):
    """What is no degree, or beyond the dial, is refused in words and changes nothing."""

    async def work() -> None:
        async with serving(tmp_path / "s.sqlite") as (server, address):
            ada = await signed_in(address)
            wanted = {"game": "faceless", "companion": True, "seed": 5, "seats": HERE}
            table = await ada.post("/api/tables", {**wanted, "options": {"players": "2"}})
            async with ada.sit(table["id"]) as seat:
                while (choice := (position := await seat.my_turn()).choice) is not None:
                    if choice.data["is"] == "ReadNeedle":
                        break
                    await asyncio.sleep(0.055)
                    assert isinstance(await seat.act(position.options[0]), Done)
                assert choice is not None
                free = choice.free
                assert free is not None
                assert (free.seat, free.field, free.first, free.last) == (CHANCE, "degrees", 0, 359)
                assert choice.text.startswith("Read your compass")
                assert position.view["own_compass"]
                live = (await server.rooms.room(table["id"])).live
                stored = len(live.session.record.entries)
                for wrong in (360, -1, "east", 12.5, None):
                    await asyncio.sleep(0.055)
                    message = Act(
                        id=f"w{wrong}",
                        seq=position.seq,
                        action={**free.action, "degrees": wrong},
                        seat=CHANCE,
                    )
                    refused = await seat.ask(message)
                    assert isinstance(refused, Refused), wrong
                    assert refused.text
                assert len(live.session.record.entries) == stored
                await asyncio.sleep(0.055)
                right = {**free.action, "degrees": 137}
                done = await seat.ask(Act(id="r", seq=position.seq, action=right, seat=CHANCE))
                assert isinstance(done, Done)
                told = [encode(entry.action) for entry in live.session.record.entries[stored:]]
                assert b"137" in told[0]

    run(work)


def test_an_entry_is_not_stale_because_somebody_else_has_to_roll_as_well():
    """In Lueur all improve their dice at the same time: another roll may open meanwhile."""
    live = live_table()
    picks = Picks(2)

    def decide(seat: int, action: Action) -> None:
        saved = LUEUR.codec().encode(action)
        entry = live.played.prepare(saved, (seat,), live.position, 1.0, "x", f"{live.number}")
        live.apply(live.number + 1, entry)

    seen = first = None
    while len(live.table.open_draws()) < 2:
        # Whoever may roll again does; once one has, the other decides.
        choices = [one for one in live.table.choices() if not isinstance(one, Draw)]
        draws = live.table.open_draws()
        if first not in draws:
            first, seen = (draws[0], live.position) if draws else (None, None)
        seat = choices[0].seat if choices else CHANCE
        offered = live.table.offered(seat)
        rolls = [option for option in offered if isinstance(option, RollPicked)]
        decide(seat, rolls[0] if rolls else picks.one_of(offered))
    assert first is not None
    assert seen is not None
    assert seen < live.position
    option = first.options(live.table)[0]
    saved = LUEUR.codec().encode(option)
    entry = live.played.prepare(saved, live.answered_by("ada"), seen, 1.0, "ada", "late")
    live.apply(live.number + 1, entry)
    with pytest.raises((Stale, IllegalAction)):
        live.played.prepare(saved, live.answered_by("bruno"), seen, 1.0, "bruno", "later")
