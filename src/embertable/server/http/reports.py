"""The lab reports in a folder of the server."""

from __future__ import annotations

import html
import re
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.server.errors import NoSuchThing
from embertable.server.http.requests import endpoint, server_of
from embertable.server.http_types import ReportInfo, ReportList

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
TITLE = re.compile(r"<title>([^<]{1,200})</title>")
HEAD = 4096
"""How many bytes are searched for the title."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"
"""A report may use its own styles, and may run nothing."""


@endpoint
async def reports(request: Request) -> Struct:
    folder = server_of(request).settings.reports
    files = sorted(folder.glob("*.html")) if folder is not None and folder.is_dir() else []
    return ReportList(
        reports=[
            ReportInfo(id=file.stem, title=title_of(file))
            for file in files
            if ID.fullmatch(file.stem)
        ]
    )


@endpoint
async def report(request: Request) -> Response:
    folder = server_of(request).settings.reports
    id = str(request.path_params["id"])
    if folder is None or not ID.fullmatch(id) or not (folder / f"{id}.html").is_file():
        raise NoSuchThing
    page = (folder / f"{id}.html").read_bytes()
    headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
    return Response(page, headers=headers, media_type="text/html")


def title_of(file: Path) -> str:
    with file.open("rb") as opened:
        found = TITLE.search(opened.read(HEAD).decode("utf-8", "replace"))
    return html.unescape(found[1]) if found else file.stem
