"""Health."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

import embertable
from embertable.server.http.requests import endpoint, json_of, server_of
from embertable.server.http_types import Health

FRESH_SECONDS = 3.0
"""How long a write of the heartbeat shows that the store works."""


@endpoint
async def health(request: Request) -> Response:
    server = server_of(request)
    # A full disk still reads: only a write shows it. The heartbeat may have written just now.
    if time.monotonic() - server.wrote > FRESH_SECONDS:
        await server.record_heartbeat()
    orders = server.orders
    return json_of(
        Health(
            ok=True,
            version=embertable.__version__,
            read_only=orders.has("read-only"),
            draining=orders.has("drain"),
        )
    )
