"""Health, metrics, and the files of the browser client."""

from __future__ import annotations

import mimetypes

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.responses import FileResponse, Response

import embertable
from embertable.server.errors import NoSuchThing
from embertable.server.http.requests import endpoint, json_of, server_of
from embertable.server.http_types import Health


@endpoint
async def health(request: Request) -> Response:
    server = server_of(request)
    await server.store.get("secret", "invite")
    return json_of(Health(ok=True, version=embertable.__version__))


@endpoint
async def metrics(request: Request) -> Response:
    return Response(server_of(request).metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


@endpoint
async def page(request: Request) -> Response:
    """A file of the built client; for any other path its index page, which routes by itself."""
    folder = server_of(request).settings.client
    path = str(request.path_params["path"])
    if folder is None or path.startswith("api/"):
        raise NoSuchThing
    root = folder.resolve()
    wanted = (root / path).resolve()
    if not wanted.is_relative_to(root):
        raise NoSuchThing
    if not wanted.is_file():
        wanted = root / "index.html"
    if not wanted.is_file():
        raise NoSuchThing
    kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    cache = "no-cache" if wanted.name == "index.html" else "public, max-age=3600"
    return FileResponse(wanted, headers={"cache-control": cache}, media_type=kind)
