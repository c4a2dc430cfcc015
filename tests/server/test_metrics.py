"""Metrics on a port of their own under the names that dashboards know, and logs that trace abuse without texts."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from embertable.server import traces
from embertable.server.app import Server
from embertable.server.protocol import Act, Chat
from embertable.server.run import JsonLines, serve_metrics
from embertable.server.traces import Traces
from tests.server.running import run, serving, signed_in
from tests.server.test_people import three
from tests.server.test_tables import refused

SECRET = "xyzzy-plugh-4711"


@contextmanager
def scraping(server: Server) -> Iterator[int]:
    """The port of a server's metrics."""
    found = serve_metrics(server.metrics, "127.0.0.1:0")
    try:
        yield found.server_port
    finally:
        found.shutdown()
        found.server_close()


def scraped(port: int) -> dict[str, float]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return {
        name: float(value) for name, value in re.findall(r"^(\w[^ ]*) (\S+)$", text, re.MULTILINE)
    }


def test_metrics_count_requests_sockets_and_decisions(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            with scraping(server) as port:
                ada = await signed_in(address)
                table = await ada.post("/api/tables", {"game": "lueur", "seed": 1})
                before = await asyncio.to_thread(scraped, port)
                async with ada.sit(table["id"]) as seat:
                    position = await seat.my_turn()
                    await seat.act(position.options[0])
                    after = await asyncio.to_thread(scraped, port)
        assert (before["embertable_open_sockets"], after["embertable_open_sockets"]) == (0, 1)
        assert (before["embertable_sockets_total"], after["embertable_sockets_total"]) == (0, 1)
        assert after["embertable_requests_total"] == before["embertable_requests_total"]
        assert after["embertable_decision_seconds_count"] == 1
        assert after['embertable_decision_seconds_bucket{le="+Inf"}'] == 1
        assert after["embertable_decision_seconds_sum"] > 0
        assert after["embertable_rooms"] == 1
        assert after["embertable_server_errors_total"] == 0
        assert after["embertable_foreign_requests_total"] == 0
        assert after["embertable_bot_queue"] == 0
        assert after["embertable_store_seconds_count"] > 0
        assert "embertable_loop_lag_seconds_count" in after

    run(evening)


def test_players_do_not_reach_the_metrics(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            await refused(ada.get("/metrics"), 404, "NoSuchThing")

    run(evening)


async def misbehave(address: str) -> None:
    """Be refused in every way that a stranger can be, with a secret in every text."""
    ada, bruno, _, table, at = await three(address)
    mallory = await signed_in(address, SECRET)
    await refused(mallory.get(at), 403, "NeedsInvite")
    await refused(mallory.post("/api/tables", {"game": SECRET}), 400, "UnknownGame")
    await refused(mallory.post("/api/records", {SECRET: SECRET}), 400, "ForeignRecord")
    await refused(bruno.post(f"{at}/kick", {"seat": 0}), 403, "NotYours")
    await ada.post(f"{at}/report", {"text": SECRET})
    async with bruno.sit(table["id"]) as seat:
        await seat.position()
        await seat.ask(Chat(id="1", text=SECRET))
        await seat.ask(Act(id="2", seq=1, seat=1, action={"is": SECRET}))


def test_refusals_are_counted_by_kind_and_traced_without_texts(tmp_path):
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("embertable")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)

    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            await misbehave(address)
            server.traces.write()
            text = server.metrics.text().decode()
            assert 'embertable_refusals_total{kind="NeedsInvite"} 1.0' in text
            assert 'embertable_refusals_total{kind="NotYours"} 1.0' in text

    try:
        run(evening)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
    lines = [json.loads(line) for line in heard.getvalue().splitlines()]
    assert SECRET not in heard.getvalue()
    assert not re.search("Ada|Bruno|Clara", heard.getvalue())
    needs = [one for one in lines if one["what"] == "NeedsInvite"]
    assert [one["address"] for one in needs] == ["127.0.0.1"]
    assert all(one["person"] and one["table"] and one["times"] == 1 for one in needs)
    kinds = {one["what"].partition(" ")[0] for one in lines}
    assert {"signed", "new", "NotYours", "report"} <= kinds


def test_a_log_with_texts_is_found_out(tmp_path, monkeypatch):
    """The control: somebody logs what was said."""
    plain = Server.refused

    def careless(self, error, address, person="", table=""):
        logging.getLogger("embertable.server").warning("%s %s", error, SECRET)
        plain(self, error, address, person, table)

    monkeypatch.setattr(Server, "refused", careless)
    with pytest.raises(AssertionError):
        test_refusals_are_counted_by_kind_and_traced_without_texts(tmp_path)


def test_a_flood_of_refusals_is_one_line(caplog, monkeypatch):
    monkeypatch.setattr(traces, "MOST_KINDS", 2)
    kept = Traces()
    for _ in range(1000):
        kept.note("TooMuch", "192.0.2.1")
    for number in range(5):
        kept.note("TooMuch", f"192.0.2.{number + 2}")
    with caplog.at_level(logging.INFO, logger="embertable.trace"):
        kept.write()
        kept.write()
    times = [one.fields["times"] for one in caplog.records]
    assert times == [1000, 1, 4]
