"""The page of a score pad, whole in one file."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from embertable.games import game_names, load
from embertable.server.cached import response
from embertable.server.errors import NoSuchThing
from embertable.server.http.files import INDEX, file_in, sent
from embertable.server.http.requests import endpoint, server_of
from embertable.server.pads import pad_page, policy_of

TEMPLATE = "pad.html"


@endpoint
async def pad(request: Request) -> Response:
    """The score pad of a game; for a game that is not here the client says so."""
    server = server_of(request)
    folder = server.settings.client
    name = str(request.path_params["game"])
    template = file_in(folder, TEMPLATE) if folder is not None else None
    if folder is None or template is None or name not in game_names():
        index = file_in(folder, INDEX) if folder is not None else None
        if index is None:
            raise NoSuchThing
        return sent(request, index)
    text = template.read_text(encoding="utf-8")

    async def made() -> bytes:
        return (await asyncio.to_thread(pad_page, text, load(name))).encode()

    found = await server.cache.get((pad, name, hash(text)), made)
    answer = response(request, found, "text/html")
    answer.headers["content-security-policy"] = policy_of(text)
    return answer
