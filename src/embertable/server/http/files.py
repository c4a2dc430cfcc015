"""Files that the server sends as they are: the browser client and the documentation."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from embertable.server.cached import REVALIDATE, accepts, has_tag
from embertable.server.errors import NoDocs, NoSuchThing
from embertable.server.http.requests import endpoint, server_of

INDEX = "index.html"

HASHED = re.compile(r"-[0-9A-Z]{8}\.\w+$")
"""The names of files that change with their content."""

FOR_EVER = "public, max-age=31536000, immutable"


@endpoint
async def page(request: Request) -> Response:
    """A file of the built client; for any other path its index page, which routes by itself."""
    folder = server_of(request).settings.client
    path = str(request.path_params["path"])
    if folder is None or path.startswith("api/"):
        raise NoSuchThing
    found = file_in(folder, path) or file_in(folder, INDEX)
    if found is None:
        raise NoSuchThing
    return sent(request, found)


@endpoint
async def docs(request: Request) -> Response:
    """A page of the documentation, with or without its ending, or a file that it uses."""
    folder = server_of(request).settings.docs
    if folder is None:
        raise NoDocs
    path = str(request.path_params.get("path", "."))
    if found := file_in(folder, path) or file_in(folder, f"{path}.html"):
        return sent(request, found)
    found = file_in(folder, str(PurePosixPath(path or ".", INDEX)))
    if found is None:
        raise NoSuchThing
    # The links of a page are relative to its folder.
    return (
        sent(request, found)
        if path.endswith("/") or not path
        else RedirectResponse(f"{request.url.path}/")
    )


def file_in(folder: Path, path: str) -> Path | None:
    """The file below a folder that a path of the address names, if there is one."""
    root = folder.resolve()
    try:
        wanted = (root / path).resolve()
        return wanted if wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):  # too long for a file name, or with a zero byte
        return None


def sent(request: Request, file: Path) -> Response:
    """A file in the best encoding that the client reads; nothing if it has this version already."""
    known = file.stat()
    headers = {
        "etag": f'"{known.st_mtime_ns:x}-{known.st_size:x}"',
        "cache-control": FOR_EVER if HASHED.search(file.name) else REVALIDATE,
        "vary": "accept-encoding",
    }
    if has_tag(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
        smaller = file.with_name(file.name + ending)
        if accepts(request, encoding) and smaller.is_file():
            headers["content-encoding"] = encoding
            return FileResponse(smaller, headers=headers, media_type=kind)
    return FileResponse(file, headers=headers, media_type=kind)
