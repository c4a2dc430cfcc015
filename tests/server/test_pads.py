"""The page of a score pad: whole, safe to keep, and only for games that are here."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import json
import re

import pytest

from embertable.games import GAMES, load
from embertable.server.app import Settings
from embertable.server.pads import DATA, TITLE, pad_data, pad_page, policy_of
from tests.server.running import run, serving
from tests.server.test_files import a_client, fetch

SCRIPT = "start()"
HASH = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
TEMPLATE = f"""<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{HASH}'" />
<title>{TITLE}</title>
<script id="pad" type="application/json">{DATA}</script>
<script>{SCRIPT}</script>
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_the_data_of_its_game_and_nothing_that_ends_its_script(game):
    page = pad_page(TEMPLATE, load(game))
    (held,) = re.findall(
        r'<script id="pad" type="application/json">(.*?)</script>', page, re.DOTALL
    )
    assert "<" not in held
    found = json.loads(held)
    assert found["game"] == game
    assert len(found["clauses"]) > 100
    assert found["texts"]["it"]["title"]
    assert len(found["short"]["it"]) == len(found["short"]["en"]) > 3
    assert len(found["cards"]["it"]) == len(found["cards"]["en"]) > 30
    ids = {clause["id"] for clause in found["clauses"]}
    assert {id for id, words in found["words"]["it"].items() if words} & ids
    assert not re.search(r"[{}|]", " ".join(found["words"]["it"].values()))
    assert found["texts"]["it"].keys() == found["texts"]["en"].keys()


def test_a_name_with_markup_stays_a_name(monkeypatch):
    game = load("lueur")
    wild = "</script><script>alert(1)</script>"
    monkeypatch.setattr("embertable.server.pads.texts", lambda game, language: {"title": wild})
    page = pad_page(TEMPLATE, game)
    assert "<script>alert" not in page
    assert pad_data(game).texts["en"]["title"] == wild


def test_the_server_sends_the_page_with_its_own_policy(tmp_path):
    folder = a_client(tmp_path / "client")
    (folder / "pad.html").write_text(TEMPLATE)

    async def evening():
        settings = Settings(client=folder)
        async with serving(tmp_path / "t.sqlite", settings) as (_, address):
            status, headers, body = await asyncio.to_thread(
                fetch, address, "/pad/lueur", accept_encoding="gzip"
            )
            assert status == 200
            assert headers["content-type"].startswith("text/html")
            assert headers["content-security-policy"] == policy_of(TEMPLATE)
            assert HASH in headers["content-security-policy"]
            assert b'"game":"lueur"' in gzip.decompress(body)
            tag = headers["etag"]
            status, headers, body = await asyncio.to_thread(
                fetch, address, "/pad/lueur", if_none_match=tag
            )
            assert (status, body) == (304, b"")
            assert HASH in headers["content-security-policy"]
            for path in ("/pad/ludo", "/pad/..%2fsecret", "/pad/pad.html"):
                status, headers, body = await asyncio.to_thread(fetch, address, path)
                assert (status, body) == (200, b"<!doctype html>")
                assert HASH not in headers["content-security-policy"]

    run(evening)


def test_a_server_without_a_client_has_no_pads(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            status, _, _ = await asyncio.to_thread(fetch, address, "/pad/lueur")
            assert status == 404

    run(evening)
