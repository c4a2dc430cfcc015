"""Free ports on loopback."""

from __future__ import annotations

import contextlib
import random
import socket

FIRST, LAST = 15_000, 32_000
"""Below the ports that systems give to outgoing connections, so that a killed server gets its own again."""


def free_port() -> int:
    for _ in range(1000):
        port = random.SystemRandom().randrange(FIRST, LAST)
        with contextlib.suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")
