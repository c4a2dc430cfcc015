"""`/metrics` counts requests, sockets and decisions under the names that dashboards know."""

from __future__ import annotations

import asyncio
import http.client
import re
from urllib.parse import urlsplit

from tests.server.running import run, serving, signed_in


def scraped(address: str) -> dict[str, float]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return {
        name: float(value) for name, value in re.findall(r"^(\w[^ ]*) (\S+)$", text, re.MULTILINE)
    }


def test_metrics_count_requests_sockets_and_decisions(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            table = await ada.post("/api/tables", {"game": "lueur", "seed": 1})
            before = await asyncio.to_thread(scraped, address)
            async with ada.sit(table["id"]) as seat:
                position = await seat.my_turn()
                await seat.act(position.options[0])
                after = await asyncio.to_thread(scraped, address)
        assert (before["embertable_open_sockets"], after["embertable_open_sockets"]) == (0, 1)
        assert (before["embertable_sockets_total"], after["embertable_sockets_total"]) == (0, 1)
        assert after["embertable_requests_total"] == before["embertable_requests_total"] + 1
        assert after["embertable_decision_seconds_count"] == 1
        assert after['embertable_decision_seconds_bucket{le="+Inf"}'] == 1
        assert after["embertable_decision_seconds_sum"] > 0
        assert after["embertable_rooms"] == 1
        assert after["embertable_server_errors_total"] == 0
        assert after["embertable_foreign_requests_total"] == 0

    run(evening)
