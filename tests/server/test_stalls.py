"""What would delay all tables at once: reference cycles, and small frames that wait."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from embertable.engine.catalogue import LANGUAGES
from embertable.games import GAMES
from embertable.server import position as positions
from embertable.server import presenter, render_ahead, together
from embertable.server import socket as sockets
from embertable.server.client import Client
from embertable.server.entries import Opened
from embertable.server.http_types import NewTable
from embertable.server.live import LiveTable
from embertable.server.new_table import deal
from embertable.server.protocol import Suggest, Suggested, encode
from embertable.server.render_ahead import AT_ONCE
from embertable.server.run import listen
from embertable.server.sessions import Person
from embertable.server.viewer import Viewer
from tests.server.running import serving, signed_in

ADA = Person(id="ada", name="Ada", language="en", session="", expires=0)
STATUS = positions.RoomStatus(frozenset(), 0, [], None)


def a_table(game: str) -> LiveTable:
    record, key, seats = deal(ADA, NewTable(game=game, seed=3), {})
    return LiveTable("t", Opened(at=0, host="ada", record=record.to_json(), seats=seats), key)


def decide(live: LiveTable, rng: random.Random) -> None:
    seat = rng.choice(live.played.awaited())
    option = rng.choice(live.session.table.offered(seat))
    entry = live.played.prepare(live.game.codec().encode(option), (seat,), live.position)
    live.apply(live.number + 1, entry)


def show_everybody(live: LiveTable) -> None:
    for seat in (None, 0):
        for language in LANGUAGES:
            viewer = Viewer(live, "ada", seat, language)
            encode(positions.position(viewer, STATUS, 0))


def circles_left_by(work) -> int:
    """How many objects only the cyclic garbage collector frees."""
    work()  # The first run fills the caches.
    gc.collect()
    gc.disable()
    try:
        work()
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("game", GAMES)
def test_decisions_and_positions_leave_no_circles(game):
    live = a_table(game)
    rng = random.Random(1)

    def some_decisions() -> None:
        for _ in range(3):
            decide(live, rng)
            show_everybody(live)

    assert circles_left_by(some_decisions) == 0


def test_a_namer_that_holds_its_presenter_would_be_found(monkeypatch):
    live = a_table("lueur")
    plain, name = presenter.Presenter.__init__, presenter.name_seat

    def circular(self, game, language, seats, *rest) -> None:
        plain(self, game, language, seats, *rest)
        self.catalogue = self.catalogue.with_namers(
            {"seat": lambda seat: self and name(seats, seat)}
        )

    monkeypatch.setattr(presenter.Presenter, "__init__", circular)
    assert circles_left_by(partial(show_everybody, live)) > 0


def test_small_pieces_do_not_wait_for_each_other():
    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()

        async def look(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            one = writer.get_extra_info("socket")
            found.set_result(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen("127.0.0.1", 0)
        async with await asyncio.start_server(look, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()
            await writer.wait_closed()
        return int(await found)

    assert asyncio.run(accepted()) != 0


async def seen_at_socket(client: Client, table: str) -> int:
    """How many events a newcomer is shown."""
    async with client.sit(table, want_text=False) as seat:
        return len((await seat.position()).events)


async def seen_in_record(client: Client, table: str) -> int:
    """How many events somebody gets who asks for what they may see of a running game."""
    return len((await client.get(f"/api/tables/{table}/record"))["events"])


LOOKS = [seen_at_socket, seen_in_record]


async def events_in_one_turn(
    store: Path, monkeypatch: pytest.MonkeyPatch, look: Callable[[Client, str], Awaitable[int]]
) -> tuple[int, int]:
    """The most events that one turn of the loop renders for a newcomer, and how many there are."""
    most = rendered = 0
    render = presenter.Presenter.event

    def counted(self, event, number):
        nonlocal rendered
        rendered += 1
        return render(self, event, number)

    async def count_turns() -> None:
        nonlocal most, rendered
        while True:
            most, rendered = max(most, rendered), 0
            await asyncio.sleep(0)

    async with serving(store) as (server, address):
        ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
        seats = [{"kind": "me"}, {"kind": "me"}]
        wanted = {"game": "lueur", "seed": 3, "seats": seats, "listed": True}
        table = await ada.post("/api/tables", wanted)
        live = (await server.rooms.room(table["id"])).live
        rng = random.Random(1)
        while len(live.table.log) < 150:
            decide(live, rng)
        monkeypatch.setattr(presenter.Presenter, "event", counted)
        counting = asyncio.ensure_future(count_turns())
        seen = await look(bruno, table["id"])
        counting.cancel()
        assert seen == len(live.viewer_log.visible(None))
        return most, seen


@pytest.mark.parametrize("look", LOOKS)
def test_a_long_log_is_rendered_in_parts(tmp_path, monkeypatch, look):
    most, whole = asyncio.run(events_in_one_turn(tmp_path / "t.sqlite", monkeypatch, look))
    assert most <= AT_ONCE < whole


@pytest.mark.parametrize("look", LOOKS)
def test_a_log_that_is_rendered_at_once_is_found_out(tmp_path, monkeypatch, look):
    """The control: everything in one turn."""
    monkeypatch.setattr(render_ahead, "MOST_PARTS", 0)
    most, whole = asyncio.run(events_in_one_turn(tmp_path / "t.sqlite", monkeypatch, look))
    assert most == whole


def test_a_suggestion_is_put_into_words_once_for_each_language(tmp_path, monkeypatch):
    """Four hundred spectators of one address could hear it in the same two languages."""
    asked: list[str] = []

    def counting(live, language, action):
        asked.append(language)
        return together.text_for(live, language, action)

    monkeypatch.setattr(sockets, "text_for", counting)

    async def evening():
        async with (
            serving(tmp_path / "t.sqlite") as (_, address),
            contextlib.AsyncExitStack() as open,
        ):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
            watching = [Client(address).sit(table["id"], language=one) for one in ("en", "it") * 3]
            watchers = [await open.enter_async_context(one) for one in watching]
            for watcher in watchers:
                await watcher.position()
            seat = await open.enter_async_context(ada.sit(table["id"]))
            position = await seat.my_turn()
            await seat.send(Suggest(seq=position.seq, option=1))
            for watcher in (seat, *watchers):
                assert (await watcher.expect(Suggested)).text

    asyncio.run(evening())
    assert sorted(asked) == ["en", "it"]


FIRST_POSITIONS = """
import sys
from embertable.server.run import load_games
{prepare}
known = set(sys.modules)
import tomllib
read, load = [], tomllib.load
tomllib.load = lambda file: read.append(file.name) or load(file)
from embertable.games import GAMES
from tests.server.test_stalls import a_table, show_everybody
for game in GAMES:
    show_everybody(a_table(game))
print(*(one for one in sys.modules if one not in known and one.startswith(("babel", "embertable.text_view"))), *read)
"""


def loaded_by_first_positions(prepare: str) -> list[str]:
    program = FIRST_POSITIONS.format(prepare=prepare)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()


def test_the_first_position_of_a_game_loads_nothing_more():
    """Sentences with plurals load the rules of a language, and the text view reads where components come
    from: a tenth of a second and more."""
    assert loaded_by_first_positions("load_games()") == []


def test_games_that_are_loaded_late_are_found_out():
    assert loaded_by_first_positions("") != []


COLLECTOR = """
import gc
from embertable.server.run import collect_in_small_parts
collect_in_small_parts()
print(*gc.get_threshold(), gc.get_freeze_count())
"""


def test_garbage_is_collected_in_parts_that_no_decision_notices():
    said = subprocess.run(
        [sys.executable, "-c", COLLECTOR], capture_output=True, text=True, check=True
    ).stdout.split()
    young, middle, old, frozen = map(int, said)
    assert young * (middle + 1) <= 3_000, "a hundred thousand took 67 ms at 500 tables"
    assert young * middle * old >= 50_000_000, (
        "a collection of all tables takes a quarter of a second"
    )
    assert frozen > 10_000, "what was loaded at the start is never looked at again"
