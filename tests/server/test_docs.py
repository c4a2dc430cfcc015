"""The documentation at /docs: its files and nothing else, under the policy of every page."""

from __future__ import annotations

import asyncio
import http.client
from urllib.parse import urlsplit

from embertable.server.app import Settings
from embertable.server.middleware import HEADERS
from tests.server.running import run, serving

FOREIGN = (
    "/docs/../secret.txt",
    "/docs/%2e%2e/secret.txt",
    "/docs//etc/passwd",
    "/docs/%00",
    f"/docs/{'x' * 5000}",
    "/docs/gone",
)


def get(address: str, path: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, answer.read()
    finally:
        connection.close()


def answers(folder, settings: Settings, *paths: str) -> list[tuple[int, dict[str, str], bytes]]:
    async def asked():
        async with serving(folder / "t.sqlite", settings) as (_, address):
            return [await asyncio.to_thread(get, address, path) for path in paths]

    found: list[tuple[int, dict[str, str], bytes]] = run(asked)
    return found


def built(folder):
    (folder / "site" / "rules").mkdir(parents=True)
    (folder / "site" / "index.html").write_text("home")
    (folder / "site" / "agent.html").write_text("agent")
    (folder / "site" / "rules" / "index.html").write_text("rules")
    (folder / "secret.txt").write_text("secret")
    return folder / "site"


def test_pages_are_found_with_and_without_their_ending(tmp_path):
    settings = Settings(docs=built(tmp_path))
    paths = ("/docs/", "/docs/agent", "/docs/agent.html", "/docs/rules/")
    found = answers(tmp_path, settings, *paths)
    assert [body for _, _, body in found] == [b"home", b"agent", b"agent", b"rules"]
    for status, headers, _ in found:
        assert status == 200
        assert headers["content-security-policy"] == HEADERS["content-security-policy"]
        assert headers["content-type"].startswith("text/html")


def test_the_address_without_a_slash_leads_to_the_one_with_it(tmp_path):
    found = answers(tmp_path, Settings(docs=built(tmp_path)), "/docs", "/docs/rules")
    told = [(status, headers["location"]) for status, headers, _ in found]
    assert told == [(307, "/docs/"), (307, "/docs/rules/")]


def test_nothing_else_is_sent_and_no_path_breaks_the_server(tmp_path):
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("the client")
    settings = Settings(docs=built(tmp_path), client=client)
    for status, _, body in answers(tmp_path, settings, *FOREIGN):
        assert status == 404
        assert b"NoSuchThing" in body
    pages = answers(tmp_path, settings, "/%00", f"/{'x' * 5000}")
    assert [(status, body) for status, _, body in pages] == [(200, b"the client")] * 2


def test_a_server_without_documentation_says_how_to_get_it(tmp_path):
    [(status, _, body)] = answers(tmp_path, Settings(), "/docs/agent")
    assert status == 404
    assert b"./play docs builds it" in body
