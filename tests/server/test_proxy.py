"""Behind a real reverse proxy: addresses, cookies, sockets, limits, and one process for each table."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from embertable.server.app import Settings
from embertable.server.protocol import Chat, Done
from tests.server.ports import free_port
from tests.server.running import run, serving, signed_in

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")

DEPLOYED = Path(__file__).parents[2] / "deploy" / "nginx.conf"

CONFIG = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    add_header X-Upstream $upstream_addr always;
{deployed}
}}
"""


def deployed(port: int, addresses: Sequence[str]) -> str:
    """The file that operators copy, on a port of loopback, without a certificate, before these servers."""
    text = DEPLOYED.read_text(encoding="utf-8")
    before, _, rest = text.partition("server {\n    listen 80;")
    text = before + rest.partition("}\n")[2]
    servers = " ".join(f"server {urlsplit(one).netloc};" for one in addresses)
    changes = {
        "server 127.0.0.1:8000;": servers,
        "listen 443 ssl;": f"listen 127.0.0.1:{port};",
        "server_name games.example.org;": "",
    }
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return re.sub("ssl_certificate.*;", "", text)


@contextlib.contextmanager
def nginx(folder: Path, *addresses: str, is_hashed: bool = True) -> Iterator[str]:
    """Debian's nginx in front of these servers; its address."""
    if NGINX is None:
        pytest.skip("nginx is missing: apt-get install nginx")
    folder.mkdir()
    port = free_port()
    file = folder / "nginx.conf"
    text = CONFIG.format(folder=folder, deployed=deployed(port, addresses))
    file.write_text(text if is_hashed else text.replace("hash $table consistent;", ""))
    command = [NGINX, "-c", str(file), "-p", str(folder), "-e", str(folder / "error.log")]
    if os.geteuid() == 0:
        command += ["-g", "user root;"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        child.terminate()
        child.wait(30)


async def is_up(address: str) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError):
            if (await asyncio.to_thread(ask, address, "127.0.0.1", "/healthz"))[0] == 200:
                return
        await asyncio.sleep(0.05)
    raise AssertionError("the proxy does not answer")


def ask(
    address: str, source: str, path: str, body: str | None = None, **more: str
) -> tuple[int, dict[str, str]]:
    """A request from one of this machine's loopback addresses."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60, source_address=(source, 0))
    try:
        headers = {"origin": address, **{name.replace("_", "-"): one for name, one in more.items()}}
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


async def sign_ins(address: str, source: str, number: int, **more: str) -> int:
    """How many of these sign-ins are let through."""
    body = '{"name": "Mallory"}'
    statuses = [
        (await asyncio.to_thread(ask, address, source, "/api/session", body, **more))[0]
        for _ in range(number)
    ]
    return statuses.count(200)


def behind_proxy(tmp_path: Path, settings: Settings, test: Any) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "t.sqlite", settings) as (_, inner):
            with nginx(tmp_path / "nginx", inner) as address:
                await is_up(address)
                await test(address, inner)

    run(whole)


def test_limits_count_the_real_address_and_nobody_else_is_believed(tmp_path):
    async def test(address: str, inner: str) -> None:
        # Twice `per_minute` sign-ins at once, and perhaps one that has grown meanwhile.
        assert 4 <= await sign_ins(address, "127.0.0.2", 8) <= 5
        assert await sign_ins(address, "127.0.0.3", 1) == 1, "others come from elsewhere"
        lie = {"x_forwarded_for": "198.51.100.7"}
        assert await sign_ins(address, "127.0.0.2", 1, **lie) == 0, "the proxy says who it was"

    settings = Settings(proxies=("127.0.0.1",), per_minute=2.0, secure=True)
    behind_proxy(tmp_path, settings, test)


def test_a_server_that_believes_no_proxy_counts_the_proxy(tmp_path):
    """The control: without the option all people behind a proxy share one allowance."""

    async def test(address: str, inner: str) -> None:
        await sign_ins(address, "127.0.0.2", 8)
        assert await sign_ins(address, "127.0.0.3", 1) == 0

    behind_proxy(tmp_path, Settings(per_minute=2.0), test)


def test_nobody_is_believed_without_the_option(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite", Settings(per_minute=2.0)) as (_, inner):
            named = [
                await sign_ins(inner, "127.0.0.1", 1, x_forwarded_for=f"192.0.2.{n}")
                for n in range(8)
            ]
            assert sum(named) <= 5

    run(evening)


def test_people_play_through_the_proxy_with_secure_cookies(tmp_path):
    async def test(address: str, inner: str) -> None:
        body = '{"name": "Ada"}'
        _, headers = await asyncio.to_thread(ask, address, "127.0.0.1", "/api/session", body)
        assert "secure" in headers["set-cookie"].lower()
        ada = await signed_in(address)
        table = await ada.post("/api/tables", {"game": "lueur"})
        async with ada.sit(table["id"]) as seat:
            await seat.position()
            assert isinstance(await seat.ask(Chat(id="1", text="Hello.")), Done)
        foreign = {"origin": "http://evil.example"}
        status, _ = await asyncio.to_thread(
            ada._request, "POST", "/api/tables", {"game": "lueur"}, foreign
        )
        assert status == 403

    behind_proxy(tmp_path, Settings(proxies=("127.0.0.0/8",), secure=True), test)


def test_a_table_has_one_process(tmp_path):
    """The consistent hash on the table's id sends everybody at a table to the same server."""

    async def evening():
        async with (
            serving(tmp_path / "a.sqlite") as (_, one),
            serving(tmp_path / "b.sqlite") as (_, two),
        ):
            with nginx(tmp_path / "nginx", one, two) as address:
                await is_up(address)
                places: dict[str, set[str]] = {}
                for number in range(40):
                    table = f"{number % 20:016x}"
                    source = f"127.0.0.{2 + number // 20}"
                    for path in ("", "/record", "/components"):
                        at = f"/api/tables/{table}{path}"
                        _, headers = await asyncio.to_thread(ask, address, source, at)
                        places.setdefault(table, set()).add(headers["x-upstream"])
                assert all(len(upstreams) == 1 for upstreams in places.values())
                assert len(set.union(*places.values())) == 2, "both servers have tables"

    run(evening)


@pytest.mark.parametrize("is_hashed", [True, False])
def test_servers_behind_a_consistent_hash_forward_nothing(shared_place, tmp_path, is_hashed):
    """A table is leased where the hash sends its people; the control is a proxy that sends them anywhere."""

    async def evening():
        settings = Settings(proxies=("127.0.0.1",), peer_host="127.0.0.1")
        async with (
            serving(shared_place, settings) as (a, one),
            serving(shared_place, settings) as (b, two),
        ):
            with nginx(tmp_path / "nginx", one, two, is_hashed=is_hashed) as address:
                await is_up(address)
                ada = await signed_in(address)
                forwarded = 0
                for _ in range(6):
                    table = await ada.post("/api/tables", {"game": "lueur"})
                    async with contextlib.AsyncExitStack() as stack:
                        for _ in range(3):
                            seat = await stack.enter_async_context(ada.sit(table["id"]))
                            await seat.position()
                        for server in (a, b):
                            assert server.leases is not None
                            forwarded += len(server.leases.forwarded)
                        watched = [
                            room.watchers
                            for server in (a, b)
                            if (room := server.rooms.loaded(table["id"])) and room.watchers
                        ]
                        assert [len(one) for one in watched] == [3], "in one process, either way"
                assert (forwarded == 0) == is_hashed

    run(evening)
