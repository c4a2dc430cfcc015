"""Previews over the socket: for one's own options only, and from the position on screen."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from embertable.server import previews
from embertable.server import socket as sockets
from embertable.server.app import Server
from embertable.server.client import Seat
from embertable.server.errors import TooHeavy
from embertable.server.protocol import (
    CatchUp,
    Done,
    Forecast,
    Forecasted,
    Hint,
    Preview,
    Previewed,
    Refused,
)
from tests.server.running import run, serving, signed_in

PATIENCE = 120.0
"""Seconds; a busy machine starts a worker in a few."""
SOON = 30.0

LUEUR = {"game": "lueur", "options": {"players": "2"}, "seed": 7, "listed": True}


def test_a_preview_says_what_the_option_then_does(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            seats = [{"kind": "me"}, {"kind": "me"}]
            table = (await ada.post("/api/tables", {**LUEUR, "seats": seats}))["id"]
            async with ada.sit(table) as seat:
                position = await seat.my_turn()
                option = position.options[0]
                seen = await seat.ask(Preview(id="p", seq=position.seq, option=option.n))
                assert isinstance(seen, Previewed)
                assert not seen.depends
                assert seen.may_undo
                before = len(position.events)
                await seat.act(option)
                assert seat.last is not None
                assert seen.text == [event.text for event in seat.last.events[-len(seen.events) :]]
                assert len(seen.events) == len(seat.events) - before
                for change in seen.changes:
                    found = seat.last.view
                    for step in change.path:
                        found = found[step]
                    assert found == change.after

    run(evening)


def test_only_an_option_on_screen_can_be_previewed(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            bob = await signed_in(address, "Bob")
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = (await ada.post("/api/tables", {**LUEUR, "seats": seats}))["id"]
            async with ada.sit(table) as seat, bob.sit(table) as watcher:
                position = await seat.position()
                await watcher.position()
                for seq, option in ((position.seq, 0), (position.seq, 999), (position.seq + 5, 1)):
                    answer = await seat.ask(Preview(id=f"{seq}.{option}", seq=seq, option=option))
                    assert isinstance(answer, Refused)
                answer = await watcher.ask(Preview(id="w", seq=position.seq, option=1))
                assert isinstance(answer, Refused), "a spectator has no options"
                assert isinstance(await watcher.ask(Forecast(id="f")), Forecasted)

    run(evening)


@contextlib.asynccontextmanager
async def seated(path: Path) -> AsyncIterator[tuple[Server, Seat]]:
    """A person with both seats of a table."""
    async with serving(path) as (server, address):
        ada = await signed_in(address)
        seats = [{"kind": "me"}, {"kind": "me"}]
        table = (await ada.post("/api/tables", {**LUEUR, "seats": seats}))["id"]
        async with ada.sit(table) as seat:
            await seat.my_turn()
            yield server, seat


def not_here(*_: Any) -> None:
    raise AssertionError("the server itself imagines tables")


def test_the_server_itself_imagines_no_table(tmp_path, monkeypatch):
    """A worker is another process, which knows nothing of the trap in this one."""
    monkeypatch.setattr(previews, "preview", not_here)
    monkeypatch.setattr(previews, "forecast", not_here)

    async def evening():
        async with seated(tmp_path / "t.sqlite") as (_, seat):
            assert seat.last is not None
            asked = Preview(id="p", seq=seat.last.seq, option=1)
            assert isinstance(await asyncio.wait_for(seat.ask(asked), PATIENCE), Previewed)
            told = await asyncio.wait_for(seat.ask(Forecast(id="f")), PATIENCE)
            assert isinstance(told, Forecasted)

    run(evening)


def test_a_preview_made_in_the_server_is_found_out(tmp_path, monkeypatch):
    """The control: the worker's work is done here."""

    async def here(self, game, function, *arguments, asker=""):
        return function(*arguments)

    monkeypatch.setattr(previews.Previewers, "run", here)
    with pytest.raises(AssertionError):
        test_the_server_itself_imagines_no_table(tmp_path, monkeypatch)


class Stuck:
    """A worker that never answers."""

    def __init__(self) -> None:
        self.askers: list[str] = []
        self.called_off = 0
        self.given_up = asyncio.Event()

    async def run(self, game: str, function: Any, *arguments: Any, asker: str) -> Any:
        self.askers.append(asker)
        try:
            await self.given_up.wait()
            raise TooHeavy
        except asyncio.CancelledError:
            self.called_off += 1
            raise


def test_previews_that_wait_hold_up_nobody_and_end_with_their_asker(tmp_path):
    most = sockets.MOST_PREVIEWED

    async def wait_and_decide(seat: Seat, stuck: Stuck) -> None:
        assert seat.last is not None
        for number in range(most):
            await seat.send(Forecast(id=f"{number}"))
        refused = await asyncio.wait_for(seat.ask(Forecast(id="last")), SOON)
        assert isinstance(refused, Refused)
        assert refused.error == "TooMuch"
        done = await asyncio.wait_for(seat.act(seat.last.options[0]), SOON)
        assert isinstance(done, Done)
        assert len(stuck.askers) == most
        assert "" not in stuck.askers, "everybody has a turn of their own"
        assert stuck.called_off == 0

    async def evening():
        stuck = Stuck()
        async with seated(tmp_path / "t.sqlite") as (server, seat):
            server.rooms.previewers = stuck  # type: ignore[assignment]
            try:
                await wait_and_decide(seat, stuck)
                await seat.socket.close()
                for _ in range(2000):
                    if stuck.called_off == most:
                        break
                    await asyncio.sleep(0.01)
                assert stuck.called_off == most
            finally:
                stuck.given_up.set()

    run(evening)


def test_a_preview_that_holds_up_its_asker_is_found_out(tmp_path, monkeypatch):
    """The control: a connection reads on only after its preview."""
    monkeypatch.setattr(sockets, "ASKING", (Hint, CatchUp))
    monkeypatch.setattr(f"{__name__}.SOON", 1.0)
    with pytest.raises(TimeoutError):
        test_previews_that_wait_hold_up_nobody_and_end_with_their_asker(tmp_path)
