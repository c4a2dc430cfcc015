"""Starts servers quickly by forking: for tests that kill hundreds of them.

Reads one line a server from its input (store, port, fault, address for its peers), forks, and tells the child's number.
The child is a whole server on a real socket and a real file; only its imports are done already.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from embertable.games import load
from embertable.server.app import Server, Settings
from embertable.server.run import listen, loop_factory, serve_until_stopped
from embertable.server.store import open_store
from tests.server.faults import FAULTS


def serve(store: str, port: int, fault: str, peer_host: str = "") -> None:
    opened = FAULTS[fault](open_store(store))
    server = Server(opened, Settings(peer_host=peer_host, per_minute=1e6))

    def ready() -> None:
        send({"ready": os.getpid()})

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve_until_stopped(server, listen("127.0.0.1", port), ready))


def send(fact: dict[str, Any]) -> None:
    # One write, so that lines of two processes never mix.
    os.write(1, json.dumps(fact).encode() + b"\n")


def main(start: Callable[[str, int, str, str], None] = serve) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the killed
    for line in sys.stdin:
        wish = json.loads(line)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                start(wish["store"], wish["port"], wish["fault"], wish["peer_host"])
            except Exception as error:
                send({"failed": repr(error)})
                raise
            os._exit(0)


if __name__ == "__main__":
    load("lueur").content()
    send({"ready": 0})
    main()
