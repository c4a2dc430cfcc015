"""What the home page weighs on the wire, the first time and the second."""

from __future__ import annotations

import shutil
from typing import Any

from tests.browser.player import Player
from tests.browser.running import WEB, Served

FIRST_VISIT = 250_000
SECOND_VISIT = 20_000


class Wire:
    """The bytes that a page receives, with their heads, by address."""

    def __init__(self, player: Player) -> None:
        self.bytes: dict[str, int] = {}
        self._names: dict[str, str] = {}
        session = player.context.new_cdp_session(player.page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)
        session.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = event["request"]["url"]

    def _came(self, event: dict[str, Any]) -> None:
        name = self._names.get(event["requestId"], "")
        self.bytes[name] = self.bytes.get(name, 0) + int(event["encodedDataLength"])

    def total(self) -> int:
        return sum(self.bytes.values())


def test_home_is_light_and_a_second_visit_lighter(person):
    ada = person("Ada")
    wire = Wire(ada)
    ada.open("/")
    ada.page.wait_for_selector("article")
    ada.page.wait_for_load_state("networkidle")
    first = wire.total()
    assert 50_000 < first < FIRST_VISIT, wire.bytes
    wire.bytes.clear()
    ada.page.goto("about:blank")
    ada.open("/")
    ada.page.wait_for_selector("article")
    ada.page.wait_for_load_state("networkidle")
    assert 0 < wire.total() < SECOND_VISIT, wire.bytes


def test_a_client_without_compressed_copies_is_found_out(browser, tmp_path):
    """The control: the same page from a folder that has only the plain files."""
    shutil.copytree(WEB / "dist", tmp_path / "plain", ignore=shutil.ignore_patterns("*.br", "*.gz"))
    server = Served(tmp_path / "tables.sqlite", client=tmp_path / "plain")
    server.start()
    try:
        context = browser.new_context()
        ada = Player("Ada", context, server.address)
        wire = Wire(ada)
        ada.open("/")
        ada.page.wait_for_selector("article")
        ada.page.wait_for_load_state("networkidle")
        context.close()
    finally:
        server.kill()
    assert wire.total() > FIRST_VISIT
