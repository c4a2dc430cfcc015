"""Undo is free while nothing was revealed, needs consent if it concerns others, and ends with the game."""

from __future__ import annotations

import random
import threading

import pytest

from embertable.engine.chance import seeded
from embertable.engine.record import Record
from embertable.engine.session import Session
from embertable.games import GAMES, load
from embertable.server.app import Server
from embertable.server.entries import Opened, SeatTaken
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.live import LiveTable
from embertable.server.played_game import KEPT_POSITIONS
from embertable.server.protocol import Answer, Done, Position, Refused, Undo
from embertable.server.room import Room
from embertable.server.sqlite import SqliteStore
from tests.server.running import play, run, serving, signed_in
from tests.server.test_hostile import person

ADA, BRUNO = SeatTaken(person="ada", name="Ada"), SeatTaken(person="bruno", name="Bruno")
LIMIT = 60


def live_table(game: str, options: dict[str, str], seed: int, seats=(ADA, BRUNO)) -> LiveTable:
    session = Session(load(game), options, seeded(seed))
    count = session.game.seats(session.table)
    record: Record = session.record
    taken = [seats[n % len(seats)] for n in range(count)]
    opened = Opened(at=0.0, host="ada", record=record.to_json(), seats=taken)
    return LiveTable("t", opened, None)


def decide(live: LiveTable, rng: random.Random) -> int:
    """Take one random decision as a server does; the seat that took it."""
    table = live.session.table
    choice = rng.choice(table.choices())
    seat = rng.choice(choice.answerers(table))
    action = rng.choice(table.offered(seat))
    saved = live.game.codec().encode(action)
    by = live.seats[seat].person
    entry = live.played.prepare(saved, (seat,), live.position, 1.0, by, f"{live.number}")
    live.apply(live.number + 1, entry)
    return entry.seat


def undo_is_free_as_it_should_be(game: str, seed: int) -> None:
    """Check free undo after every decision of a random game."""
    live = live_table(game, {"players": "2"}, seed)
    rng = random.Random(seed)
    seen: set[tuple[bool, bool]] = set()
    for _ in range(LIMIT):
        if live.is_over():
            break
        before = live.session.table
        barrier_before = before.barrier()
        actor = decide(live, rng)
        after = live.session.table
        barrier = barrier_before != after.barrier()
        person = live.seats[actor].person
        other = "bruno" if person == "ada" else "ada"
        seen.add((barrier, live.is_over()))
        assert live.may_undo_freely(person) == (not barrier and not live.is_over())
        assert not live.may_undo_freely(other)
        assert not live.may_undo_freely("")
    assert {barrier for barrier, _ in seen} == {True, False} or game == "faceless"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_undo_is_free_exactly_while_nothing_was_learnt_drawn_or_decided_by_others(game, seed):
    undo_is_free_as_it_should_be(game, seed)


@pytest.mark.parametrize(
    "is_free",
    [
        lambda session, seat: bool(session.past),
        lambda session, seat: bool(session.past) and session.past[-1].seat == seat,
    ],
    ids=["anybody's", "after luck and reveals"],
)
def test_an_undo_that_is_too_free_is_found_out(monkeypatch, is_free):
    monkeypatch.setattr(Session, "may_undo", is_free)
    with pytest.raises(AssertionError, match="may_undo_freely"):
        undo_is_free_as_it_should_be("lueur", 0)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_taken_back_leaves_the_same_position_and_events(game):
    live = live_table(game, {"players": "2"}, 5)
    rng = random.Random(5)
    for _ in range(25):
        if live.is_over():
            break
        hash = live.game.state_hash(live.session.table)
        log = len(live.session.table.log)
        told = {seat: len(live.viewer_log.visible(seat)) for seat in (None, 0, 1)}
        seq = live.position
        actor = decide(live, rng)
        for seat in (None, 0, 1):
            live.viewer_log.visible(seat)
        undone = live.played.prepare_undo(2.0, "", "", "agreed")
        live.apply(live.number + 1, undone)
        assert (undone.seat, undone.hash) == (actor, hash)
        assert len(live.session.table.log) == log
        assert {seat: len(live.viewer_log.visible(seat)) for seat in (None, 0, 1)} == told
        assert live.viewer_log.still_valid(0, seq, told[0] + 5) == told[0]
        decide(live, rng)


@pytest.mark.parametrize("game", GAMES)
def test_positions_that_are_not_kept_are_made_again(game):
    live = live_table(game, {"players": "2"}, 1)
    rng = random.Random(1)
    hashes = [live.game.state_hash(live.session.table)]
    for _ in range(3 * KEPT_POSITIONS):
        if live.is_over():
            break
        decide(live, rng)
        hashes.append(live.game.state_hash(live.session.table))
    assert KEPT_POSITIONS <= len(live.session.past) <= 2 * KEPT_POSITIONS
    assert sum(before.kept is not None for before in live.session.past) <= 3
    while live.played.decided_seats:
        hashes.pop()
        undone = live.played.prepare_undo(2.0, "", "", "alone")
        assert (undone.seat, undone.hash) == (live.played.decided_seats[-1], hashes[-1])
        live.apply(live.number + 1, undone)


async def played_on_the_loop(folder, monkeypatch) -> tuple[int, int]:
    """How many decisions the event loop and other threads play while all but one are undone."""
    here = threading.get_ident()
    played = {True: 0, False: 0}
    real = Session.play

    def counted(self, action, seat=None):
        played[threading.get_ident() == here] += 1
        real(self, action, seat)

    server = Server(SqliteStore(folder / "t.sqlite"))
    await server.open()
    try:
        ada = person("ada")
        wish = NewTable(game="lueur", seed=1, seats=[SeatPlan(kind="me"), SeatPlan(kind="me")])
        room = await server.rooms.create(ada, wish)
        rng = random.Random(1)
        for number in range(30):
            live = room.live
            choice = live.table.next_choice()
            assert choice is not None
            action = live.game.codec().encode(rng.choice(live.table.offered(choice.seat)))
            await room.act(ada, choice.seat, live.position, action, f"act {number}")
        monkeypatch.setattr(Session, "play", counted)
        for number in range(29):
            await room.undo(ada, room.live.position, f"undo {number}")
        assert len(room.live.played.decided_seats) == 1
    finally:
        await server.close()
    return played[True], played[False]


def test_positions_that_are_not_kept_are_made_beside_the_event_loop(tmp_path, monkeypatch):
    here, elsewhere = run(lambda: played_on_the_loop(tmp_path, monkeypatch))
    assert elsewhere >= 30
    assert here == 0


def test_a_replay_on_the_event_loop_is_found_out(tmp_path, monkeypatch):
    """The control: as if the positions were still there."""

    async def nothing(self) -> None:
        pass

    monkeypatch.setattr(Room, "_restore_positions", nothing)
    here, _ = run(lambda: played_on_the_loop(tmp_path, monkeypatch))
    assert here >= 30


async def two_at_a_table(address, seed=3):
    ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "lueur", "seats": seats, "seed": seed}
    table = await ada.post("/api/tables", wish)
    await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    return ada, bruno, table["id"]


async def latest(seat, seq) -> Position:
    found = await seat.until(seq)
    assert isinstance(found, Position)
    return found


def test_a_proposal_is_carried_out_when_the_other_agrees(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno, table = await two_at_a_table(address)
            async with ada.sit(table) as one, bruno.sit(table) as two:
                await one.position()
                await two.position()
                # Both choose an adventurer; then whoever was first wants another one.
                first, second = (one, two) if one.last.options else (two, one)
                start = first.last
                await first.act(start.options[0])
                await latest(second, first.last.seq)
                answer = await second.act(second.last.options[0])
                position = await latest(first, answer.seq)
                assert not position.undo.free
                assert position.undo.propose
                stale = await first.ask(Undo(id="u0", seq=start.seq))
                assert (type(stale), stale.error) == (Refused, "Stale")
                assert isinstance(await first.ask(Undo(id="u1", seq=position.seq)), Done)
                while second.last.undo.proposal is None:
                    await second.position()
                proposal = second.last.undo.proposal
                assert proposal.waiting == [second.last.seat]
                own = await first.ask(Answer(id="a0", proposal=proposal.number, agree=True))
                assert (type(own), own.error) == (Refused, "NotYours")
                agreed = await second.ask(Answer(id="a1", proposal=proposal.number, agree=True))
                assert isinstance(agreed, Done)
                back = await latest(first, agreed.seq)
                assert back.view == start.view
                assert [option.text for option in back.options] == [o.text for o in start.options]
                assert first.events == [event.text for event in start.events]

    run(evening)


def test_a_proposal_is_declined_withdrawn_or_overtaken(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno, table = await two_at_a_table(address)
            async with ada.sit(table) as one, bruno.sit(table) as two:
                await one.position()
                await two.position()
                first, second = (one, two) if one.last.options else (two, one)
                await first.act(first.last.options[0])
                await latest(second, first.last.seq)
                done = await second.act(second.last.options[0])
                position = await latest(first, done.seq)
                for number, (who, agree) in enumerate(((second, False), (first, False))):
                    asked = await first.ask(Undo(id=f"u{number}", seq=position.seq))
                    answer = Answer(id=f"a{number}", proposal=asked.seq, agree=agree)
                    assert isinstance(await who.ask(answer), Done)
                    late = Answer(id=f"b{number}", proposal=asked.seq, agree=True)
                    refused = await second.ask(late)
                    assert (type(refused), refused.error) == (Refused, "NoProposal")
                asked = await first.ask(Undo(id="u9", seq=position.seq))
                turn = first if first.last.options else second
                await latest(turn, done.seq)
                await turn.act(turn.last.options[0])
                refused = await second.ask(Answer(id="a9", proposal=asked.seq, agree=True))
                assert (type(refused), refused.error) == (Refused, "NoProposal")

    run(evening)


def test_alone_with_bots_undo_goes_back_to_ones_own_decision_and_is_marked(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats, "seed": 2})
            async with ada.sit(table["id"]) as seat:
                # Adventurers are chosen in turn, so nobody moves while we look.
                start = await seat.my_turn()
                await seat.act(start.options[0])
                later = await seat.my_turn()
                while later.awaited != [0]:
                    later = await seat.position()
                assert later.marks == ["seeded"]
                assert later.undo.propose
                done = await seat.ask(Undo(id="u", seq=later.seq))
                assert isinstance(done, Done)
                back = await latest(seat, done.seq)
                assert back.view == start.view
                assert "undone" in back.marks
                end = await play(seat, random.Random(1))
                over = await seat.ask(Undo(id="v", seq=end.seq))
                assert (type(over), over.error) == (Refused, "GameOver")

    run(evening)
