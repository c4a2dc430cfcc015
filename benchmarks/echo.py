"""A durable echo server: the least that a server of tables must do, as the baseline of `load.py`.

    python benchmarks/echo.py tables.sqlite

It speaks as much of our protocol as the load generator needs, over the same web server and the same
store: a decision is appended to the log, answered after the commit, and shown to everybody at the
table as bytes that were made before. It knows no game, no rules, no people and no limits.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from embertable.server.run import WAITING_CONNECTIONS, Listening, listen, loop_factory
from embertable.server.store import open_store

SHOWN_BYTES = 950
"""The changes of a position of Lueur, on average."""


class Request(msgspec.Struct, rename={"kind": "is"}):
    kind: str
    id: str = ""


@dataclass
class EchoTable:
    sockets: set[WebSocket] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    seq: int = 0


decoder = msgspec.json.Decoder(Request)


def shown(seq: int) -> str:
    head = '{"is":"position","options":[{"seat":0,"action":{}}],"padding":"'
    end = f'","seq":{seq}}}'
    return head + "x" * (SHOWN_BYTES - len(head) - len(end)) + end


async def main(place: str) -> None:
    store = open_store(place)
    await store.open()
    tables: dict[str, EchoTable] = {}

    async def socket(websocket: WebSocket) -> None:
        id = websocket.path_params["id"]
        table = tables.setdefault(id, EchoTable())
        await websocket.accept()
        table.sockets.add(websocket)
        try:
            while True:
                text = await websocket.receive_text()
                request = decoder.decode(text)
                if request.kind == "hello":
                    await websocket.send_text(shown(table.seq))
                    continue
                async with table.lock:
                    table.seq += 1
                    await store.append(id, table.seq, text.encode())
                    await websocket.send_text(f'{{"is":"done","id":"{request.id}"}}')
                    for one in list(table.sockets):
                        await one.send_text(shown(table.seq))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            table.sockets.discard(websocket)

    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/api/tables/{id}/socket", socket)]),
        log_config=None,
        access_log=False,
        backlog=WAITING_CONNECTIONS,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )

    def ready() -> None:
        print(f"http://127.0.0.1:{port}/", flush=True)

    await Listening(config, ready).serve(sockets=[listening])
    await store.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main(sys.argv[1]))
