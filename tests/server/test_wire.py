"""No byte on a socket depends on hidden information: twins, and the key."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

import embertable.contract.twins as contract
from embertable.contract.playout import Playout
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.chance import seeded
from embertable.engine.game import content_of
from embertable.engine.session import Session
from embertable.engine.table import Seat, Table, View
from embertable.games import GAMES, load
from embertable.server import position as positions
from embertable.server.entries import Opened, SeatTaken
from embertable.server.http_types import NewTable
from embertable.server.live import LiveTable
from embertable.server.new_table import deal
from embertable.server.played_game import PlayedGame
from embertable.server.position import RoomStatus
from embertable.server.projections import Requests, Seats, UndoProposals, ViewerLog
from embertable.server.protocol import Undo, encode
from embertable.server.viewer import Viewer
from tests.server.running import play, run, serving, signed_in
from tests.server.test_hostile import person

STATUS = RoomStatus(frozenset(), 0, (), None)


def live_around(table: Table[Any], seats: int) -> LiveTable:
    """A live table around a table of the engine."""
    played = PlayedGame.__new__(PlayedGame)
    played.__dict__.update(
        id="t",
        key=None,
        game=table.game,
        content=content_of(table),
        position=1,
        decided_seats=[],
        old_rules=None,
        _dealt=SimpleNamespace(rules=table.game.rules_version, commitment="c"),
        session=SimpleNamespace(
            table=table,
            past=[],
            may_undo=lambda _: False,
            record=SimpleNamespace(commitment="c", luck=None, companion=False),
        ),
    )
    live = LiveTable.__new__(LiveTable)
    live.__dict__.update(
        id="t",
        opened=Opened(at=0.0, host="p0", record={}, seats=[]),
        played=played,
        seats=Seats(SeatTaken(person=f"p{n}", name=f"P{n}") for n in range(seats)),
        proposals=UndoProposals(),
        requests=Requests(),
        was_over=False,
        number=1,
        viewer_log=ViewerLog(played),
        tutor=None,
    )
    return live


def wire_shown(
    table: Table[Any], seat: Seat | None, probes: Any, language: str
) -> tuple[bytes, bytes]:
    """The bytes of a position without its events, and of its events."""
    live = live_around(table, table.game.seats(table))
    person = "" if seat is None else f"p{seat}"
    position = positions.position(Viewer(live, person, seat, language), STATUS, 0)
    events = encode(position.events)
    position.events = []
    return encode(position), events


def check_wire(monkeypatch, game, options, seed: int, every: int) -> int:
    monkeypatch.setattr(contract, "all_shown", partial(wire_shown, language=LANGUAGES[seed % 2]))
    playout = Playout(game, options, seed, every)
    contract.check_twins(playout)
    return playout.tally["twins"]


def compare_twins(monkeypatch, game: str, count: int, first: int) -> None:
    """Compare this many twins in games of all kinds, half of them in each language."""
    loaded = load(game)
    variants = loaded.variants()
    twins = 0
    for seed in range(first, first + count):
        options = variants[(seed // 2) % len(variants)]
        twins += check_wire(monkeypatch, loaded, options, seed, every=3)
        if twins >= count:
            return
    raise AssertionError(f"only {twins} twins were compared")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_twins_get_the_same_bytes(game, monkeypatch):
    compare_twins(monkeypatch, game, 2000, first=0)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_many_twins_get_the_same_bytes(game, monkeypatch):
    compare_twins(monkeypatch, game, 20_000, first=1000)


def test_a_leak_into_the_position_is_found_out(monkeypatch):
    """The control: a frame whose length depends on the next card."""
    real = positions.position

    def leaking(viewer, status, first, *more):
        position = real(viewer, status, first, *more)
        deck = viewer.live.session.table.state.deck
        position.marks = ["x" * (ord(deck[-1][-1]) % 2 if deck else 0)]
        return position

    monkeypatch.setattr(positions, "position", leaking)
    with pytest.raises(AssertionError, match="can tell a twin"):
        check_wire(monkeypatch, load("lueur"), {}, 1, every=4)


# The key of the random numbers, and hidden hands.


def forms_of(key: bytes) -> list[bytes]:
    """The encodings in which a key could leak."""
    return [
        key,
        key.hex().encode(),
        key.hex().upper().encode(),
        base64.b64encode(key)[:-2],
        base64.urlsafe_b64encode(key)[:-2],
        str(int.from_bytes(key, "big")).encode(),
        str(list(key)).encode(),
    ]


def frames_of_a_game(game: str, number: int) -> Iterator[tuple[LiveTable, bytes]]:
    """A table with a secret key after each decision, and its frame for one viewer."""
    rng = random.Random(number)
    record, key, seats = deal(person("p0"), NewTable(game=game), {}, rng.randbytes(32))
    seats = [SeatTaken(person=f"p{seat}", name=f"P{seat}") for seat in range(len(seats))]
    live = LiveTable("t", Opened(at=0.0, host="p0", record=record.to_json(), seats=seats), key)
    viewers = [*range(len(seats)), None]
    seen = dict.fromkeys(viewers, (0, 0))
    while not live.is_over():
        seat = rng.choice(live.played.awaited())
        option = rng.choice(live.session.table.offered(seat))
        action = live.game.codec().encode(option)
        entry = live.played.prepare(action, (seat,), live.position, by="p")
        live.apply(live.number + 1, entry)
        if rng.random() < 0.05 and not live.is_over():
            live.apply(live.number + 1, live.played.prepare_undo(0.0, "", "", "free"))
        looks = viewers[live.number % len(viewers)]
        viewer = Viewer(live, f"p{looks}", looks, "en", wants_text=False)
        first = live.viewer_log.still_valid(looks, *seen[looks])
        position = positions.position(viewer, STATUS, first)
        seen[looks] = (position.seq, first + len(position.events))
        yield live, encode(position)


def search_games(game: str, games: int) -> int:
    """Search for the key in every frame of this many games; how many frames there were."""
    frames = 0
    for number in range(games):
        for live, frame in frames_of_a_game(game, number):
            assert live.played.key
            frames += 1
            if not live.is_over():
                found = [form for form in forms_of(live.played.key) if form in frame]
                assert not found, f"game {number}, entry {live.number} tells the key"
    return frames


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_of_many_games_holds_the_key(game):
    assert search_games(game, 200) > 1000


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_of_very_many_games_holds_the_key(game):
    assert search_games(game, 5000) > 25_000


def test_a_key_that_slips_into_a_frame_is_found_out(monkeypatch):
    """The control: a mark that contains the key in another encoding."""
    real = LiveTable.marks
    monkeypatch.setattr(
        LiveTable,
        "marks",
        lambda self: [*real(self), base64.b64encode(self.played.key or b"").decode()],
    )
    with pytest.raises(AssertionError, match="tells the key"):
        search_games("setawatch", 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_key_is_never_sent_before_the_end(game, tmp_path):
    """Search every byte sent to a player and a spectator, through undo, reconnection and errors."""

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, clara = [await signed_in(address, name) for name in ("Ada", "Clara")]
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            wish = {"game": game, "seats": seats, "options": {"players": "2"}}
            table = await ada.post("/api/tables", wish)
            live = (await server.rooms.room(table["id"])).live
            key = live.played.key
            assert key
            rng = random.Random(1)
            frames: list[bytes] = []
            async with clara.sit(table["id"], invite=table["invite"]) as watching:
                watching.frames = frames
                while True:
                    async with ada.sit(table["id"]) as seat:
                        seat.frames = frames
                        last = await play(seat, rng, 8)
                        if last.result:
                            break
                        await seat.ask(Undo(id=f"u{last.seq}", seq=last.seq))
                        record = f"/api/tables/{table['id']}/record?invite={table['invite']}"
                        answers = (
                            await ada.get(f"/api/tables/{table['id']}"),
                            await clara.get(record),
                        )
                        if not live.is_over():  # The bot may end the game meanwhile.
                            frames += [repr(answer).encode() for answer in answers]
                await watching.until(last.seq)
            before = [one for one in frames if b'"result":{' not in one]
            assert len(before) > 3
            for form in forms_of(key):
                assert not any(form in frame for frame in before)
            assert any(key.hex().encode() in frame for frame in frames), "it is told at the end"

    run(evening)


def test_the_frames_of_a_new_game_hold_what_the_seat_sees_and_nothing_else(monkeypatch, tmp_path):
    """With an example game that the server does not know, hands of others never reach a socket."""
    monkeypatch.setattr("embertable.games.installed", lambda: {"minnows": "minnows"})

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = await ada.post("/api/tables", {"game": "minnows", "seats": seats, "seed": 3})
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            live = (await server.rooms.room(table["id"])).live
            hands = [set(angler.hand) for angler in live.session.table.state.anglers]
            rng = random.Random(2)
            async with ada.sit(table["id"]) as one, bruno.sit(table["id"]) as two:
                first = await one.position()
                assert {fish for fish in hands[1] - hands[0] if fish in repr(first.view)} == set()
                assert all(fish in repr(first.view) for fish in hands[0])
                seen = [await one.position() if not one.last else one.last, await two.position()]
                while seen[0].result is None:
                    mover = one if one.last and one.last.options else two
                    last = await play(mover, rng, 1)
                    seen = [await one.until(last.seq), await two.until(last.seq)]

    run(evening)


def test_views_are_what_leaves_and_nothing_is_taken_from_the_table():
    """Every position holds a `View` and no component of the table."""
    for game in GAMES:
        session = Session(load(game), {}, seeded(1))
        session.table.next_choice()
        live = live_around(session.table, session.game.seats(session.table))
        position = positions.position(Viewer(live, "p0", 0, "en"), STATUS, 0)
        cls = session.game.codec().classes[position.view["is"]]
        assert issubclass(cls, View)
