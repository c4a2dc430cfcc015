"""A socket is closed when its session or seat ends."""

from __future__ import annotations

import asyncio
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from embertable.server.client import ApiError, Client
from embertable.server.sessions import Sessions
from embertable.server.socket import Connection
from embertable.server.store import Document
from tests.server.running import run, serving, signed_in

TWO = [{"kind": "me"}, {"kind": "open"}]


async def closes_soon(seat, ticks: int = 40) -> None:
    """Wait for a tenth of a second so many times, in the loop of the server: on a busy machine both slow down."""
    closing = asyncio.ensure_future(seat.closed())
    for _ in range(ticks):
        await asyncio.wait([closing], timeout=0.1)
        if closing.done():
            assert closing.result() == 1008
            return
    closing.cancel()
    raise TimeoutError


async def sign_out(server, ada, bruno, at):
    await bruno.request("DELETE", "/api/session")


async def sign_in_anew(server, ada, bruno, at):
    """A new name is a new session; the old cookie is invalid."""
    await bruno.sign_in("Benno")


async def kick(server, ada, bruno, at):
    await ada.post(f"{at}/kick", {"seat": 1})


async def leave(server, ada, bruno, at):
    await bruno.post(f"{at}/leave", {"seat": 1})


async def expire(server, ada, bruno, at):
    """Let the session expire."""
    person = await server.sessions.person_of_token(bruno.cookie.partition("=")[2])
    await server.store.put(Document("session", person.session, person.id, b"{}", 0.0, expires=1.0))
    server.sessions.forget(person.session)


async def revoke(server, ada, bruno, at):
    """Revoke the session through a notice of another server."""
    person = await server.sessions.person_of_token(bruno.cookie.partition("=")[2])
    await server.store.delete("session", person.session)
    server.on_notice(f"session:{person.session}")


async def right_ends(store, end, ticks: int = 40) -> None:
    """Bruno's socket is closed with his session or seat; Ada's stays open."""
    async with serving(store) as (server, address):
        ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
        table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO})
        at = f"/api/tables/{table['id']}"
        await bruno.post(f"{at}/join", {"invite": table["invite"]})
        async with bruno.sit(table["id"]) as two, ada.sit(table["id"]) as one:
            assert (await two.position()).seat == 1
            await one.position()
            await end(server, ada, bruno, at)
            await closes_soon(two, ticks)
            await ada.post(f"{at}/mute", {"seat": 0, "muted": True})
            assert (await one.position()).seat == 0, "others stay"


@pytest.mark.parametrize("end", [sign_out, sign_in_anew, kick, leave, expire, revoke])
def test_a_socket_is_closed_when_its_right_ends(tmp_path, end):
    run(lambda: right_ends(tmp_path / "t.sqlite", end))


@pytest.mark.parametrize("end", [sign_out, kick])
def test_sockets_that_outlive_their_right_are_found_out(tmp_path, monkeypatch, end):
    monkeypatch.setattr(Connection, "close", lambda self, error: None)
    with pytest.raises(TimeoutError):
        run(lambda: right_ends(tmp_path / "t.sqlite", end, ticks=20))


@pytest.mark.parametrize("end", [sign_out, sign_in_anew, expire, revoke])
def test_an_old_cookie_opens_nothing(tmp_path, end):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO})
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            old = Client(address)
            old.cookie = bruno.cookie
            await end(server, ada, bruno, f"/api/tables/{table['id']}")
            async with old.sit(table["id"], invite=table["invite"]) as watching:
                assert (await watching.position()).seat is None
            with pytest.raises(ApiError) as caught:
                await old.get("/api/session")
            assert caught.value.status == 401

    run(evening)


def test_the_same_name_again_keeps_the_session_and_the_other_tabs(tmp_path):
    """Every page that needs a name signs in; a table in another tab must not notice."""

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address, "Ada")
            table = await ada.post("/api/tables", {"game": "lueur", "seats": TWO})
            other = Client(address)
            other.cookie = ada.cookie
            async with other.sit(table["id"]) as tab:
                await tab.position()
                await ada.sign_in(" Ada ", "it")
                assert (await ada.get("/api/session")) == {"name": "Ada", "language": "it"}
                assert (await other.get("/api/session"))["name"] == "Ada"
                await server.check_sessions(cached=False)
                await ada.post(f"/api/tables/{table['id']}/mute", {"seat": 0, "muted": True})
                assert (await tab.position()).seat == 0

    run(evening)


@pytest.mark.parametrize(
    "cookie", ["", "embertable=", "embertable=forged", "embertable=" + "x" * 300]
)
def test_a_forged_cookie_is_nobody(tmp_path, cookie):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            stranger = Client(address)
            stranger.cookie = cookie
            with pytest.raises(ApiError) as caught:
                await stranger.post("/api/tables", {"game": "lueur"})
            assert caught.value.status == 401

    run(evening)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", ""]
)
def test_a_foreign_page_gets_neither_socket_nor_post(tmp_path, origin):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur"})
            place = f"ws{address.removeprefix('http')}/api/tables/{table['id']}/socket"
            headers = {"cookie": ada.cookie, **({"origin": origin} if origin else {})}
            with pytest.raises(InvalidStatus) as caught:
                await connect(place, additional_headers=headers, proxy=None)
            assert caught.value.response.status_code == 403
            if origin:
                foreign = Client(address)
                foreign.cookie = ada.cookie
                status, _ = await asyncio.to_thread(
                    foreign._request, "POST", "/api/tables", {"game": "lueur"}, {"origin": origin}
                )
                assert status == 403
            assert len(server.rooms.all()) == 1

    run(evening)


def test_a_page_under_a_foreign_name_gets_nothing(tmp_path):
    """A foreign host name that resolves to this machine is refused."""
    from embertable.server.app import Settings

    async def evening():
        settings = Settings(hosts=("127.0.0.1",))
        async with serving(tmp_path / "t.sqlite", settings) as (_, address):
            client = Client(address)
            for host, expected in (("evil.example", 403), ("127.0.0.1", 200)):
                status, _ = await asyncio.to_thread(
                    client._request,
                    "GET",
                    "/healthz",
                    None,
                    {"host": host, "origin": f"http://{host}"},
                )
                assert status == expected

    run(evening)


def test_invitations_expire_and_fit_one_table(tmp_path, monkeypatch):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, _):
            people: Sessions = server.sessions
            invite = people.invite("table")
            assert people.is_invited("table", invite)
            assert not people.is_invited("other", invite)
            assert not people.is_invited("table", invite[:-2] + "xx")
            later = time.time() + 15 * 86400
            monkeypatch.setattr(time, "time", lambda: later)
            assert not people.is_invited("table", invite)

    run(evening)
