"""Answers that do not change: made once, compressed once, and not sent again to whoever has them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

REVALIDATE = "no-cache"
"""Browsers keep it, and ask each time whether it is still the same."""

VARY = "accept-encoding, accept-language"

SMALL = 1000
"""Bodies below this many bytes are not worth compressing."""


@dataclass(frozen=True)
class Cached:
    """A body with its tag, and compressed."""

    body: bytes
    tag: str
    gzipped: bytes

    def size(self) -> int:
        return len(self.body) + len(self.gzipped)


def cached(body: bytes) -> Cached:
    tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return Cached(body, tag, gzip.compress(body, 6) if len(body) > SMALL else b"")


class Cache:
    """The bodies that were asked for last, up to a number of bytes."""

    def __init__(self, most_bytes: int = 32_000_000) -> None:
        self.most_bytes = most_bytes
        self.used = 0
        self._known: OrderedDict[Hashable, Cached] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> Cached:
        """What `make` makes, or made before for this key."""
        if (known := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return known
        made = await asyncio.to_thread(cached, await make())
        if key not in self._known:
            self._known[key] = made
            self.used += made.size()
        while self.used > self.most_bytes:
            _, dropped = self._known.popitem(last=False)
            self.used -= dropped.size()
        return made

    def clear(self) -> None:
        self._known.clear()
        self.used = 0


def response(request: Request, found: Cached, kind: str = "application/json") -> Response:
    """The body, compressed if the client reads that; nothing if it has it already."""
    headers = {"etag": found.tag, "cache-control": REVALIDATE, "vary": VARY}
    if has_tag(request, found.tag):
        return Response(status_code=304, headers=headers)
    if found.gzipped and accepts(request, "gzip"):
        headers["content-encoding"] = "gzip"
        return Response(found.gzipped, headers=headers, media_type=kind)
    return Response(found.body, headers=headers, media_type=kind)


def has_tag(request: Request, tag: str) -> bool:
    """Whether the client has the body with this tag; a proxy that compresses may weaken tags."""
    known = request.headers.get("if-none-match", "")
    return tag in [one.strip().removeprefix("W/") for one in known.split(",")]


def accepts(request: Request, encoding: str) -> bool:
    """Whether a client reads this encoding, which `;q=0` denies."""
    for part in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = part.partition(";")
        if name.strip().lower() == encoding:
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
