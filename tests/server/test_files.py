"""The files of the client: compressed as the browser reads them, kept for ever or asked for again."""

from __future__ import annotations

import asyncio
import gzip
import http.client
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from embertable.server.app import Settings
from embertable.server.client import Client
from tests.server.running import run, serving

SCRIPT = b"console.log('embers');" * 100


def a_client(folder: Path) -> Path:
    """A built client with one page and one script."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    script = folder / "assets/main-ABCD1234.js"
    script.write_bytes(SCRIPT)
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name(f"{script.name}.br").write_bytes(b"a brotli stream")
    (folder / "assets/plain.txt").write_text("plain")
    return folder


def fetch(address: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=named)
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def with_client(tmp_path: Path, test: Any) -> None:
    async def whole() -> None:
        settings = Settings(client=a_client(tmp_path / "client"))
        async with serving(tmp_path / "t.sqlite", settings) as (_, address):
            await asyncio.to_thread(test, address)

    run(whole)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("deflate", None),
        ("", None),
    ],
)
def test_a_script_comes_in_the_best_encoding_that_is_read(tmp_path, accepted, encoding):
    def test(address: str) -> None:
        found = fetch(address, "/assets/main-ABCD1234.js", accept_encoding=accepted)
        status, headers, body = found
        assert status == 200
        assert headers.get("content-encoding") == encoding
        assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
        assert headers["vary"] == "accept-encoding"
        expected = {"br": b"a brotli stream", "gzip": gzip.compress(SCRIPT), None: SCRIPT}
        assert len(body) == len(expected[encoding])

    with_client(tmp_path, test)


def test_hashed_files_are_kept_for_ever_and_others_asked_for_again(tmp_path):
    def test(address: str) -> None:
        _, script, _ = fetch(address, "/assets/main-ABCD1234.js")
        assert script["cache-control"] == "public, max-age=31536000, immutable"
        for path in ("/", "/table/somewhere", "/assets/plain.txt"):
            status, headers, body = fetch(address, path)
            assert (status, headers["cache-control"]) == (200, "no-cache")
            assert body
            tag = headers["etag"]
            for known in (tag, f'"other", W/{tag}'):
                status, headers, body = fetch(address, path, if_none_match=known)
                assert (status, body, headers["etag"]) == (304, b"", tag)
            assert fetch(address, path, if_none_match='"other"')[0] == 200

    with_client(tmp_path, test)


def test_answers_about_games_are_tagged_and_compressed(tmp_path):
    def test(address: str) -> None:
        paths = ("/api/games", "/api/games/lueur/rules", "/api/games/lueur/components")
        for path in paths:
            plain = fetch(address, path)[2]
            _, headers, body = fetch(address, path, accept_encoding="gzip")
            assert gzip.decompress(body) == plain
            assert len(body) < len(plain) / 2
            status, _, nothing = fetch(address, path, if_none_match=headers["etag"])
            assert (status, nothing) == (304, b"")
            italian = fetch(address, path, accept_language="it", if_none_match=headers["etag"])
            assert italian[0] == (304 if "components" in path else 200), path

    with_client(tmp_path, test)


@pytest.mark.parametrize("path", ["/%00", "/" + "x" * 5000, "/assets/%00", "/assets/" + "y/" * 900])
def test_a_path_that_names_no_file_brings_the_page_or_nothing(tmp_path, path):
    def test(address: str) -> None:
        assert fetch(address, path)[0] in (200, 404)

    with_client(tmp_path, test)


def test_a_private_answer_is_neither_kept_nor_compressed(tmp_path):
    def test(address: str) -> None:
        ada = Client(address)
        asyncio.run(ada.sign_in("Ada"))
        _, headers, _ = fetch(address, "/api/tables", cookie=ada.cookie, accept_encoding="gzip")
        assert headers["cache-control"] == "no-store"
        assert "content-encoding" not in headers

    with_client(tmp_path, test)
