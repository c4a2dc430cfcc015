"""A real server, a real Chromium, and one browser context for each player."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.player import Player

WEB = Path(__file__).resolve().parents[2] / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


class Served:
    """`embertable serve` with the built client, that can be killed and started again."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.port = 0
        self.address = ""
        self.child: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-P", "-m", "embertable", "serve", "--port", str(self.port)]
        self.child = subprocess.Popen(
            [*command, "--store", str(self.store), "--client", str(WEB / "dist")],
            stdout=subprocess.PIPE,
            env={**os.environ, "EMBERTABLE_LANG": "en", "PYTHONUNBUFFERED": "1"},
            text=True,
        )
        assert self.child.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.child.stdout.readline())
        assert found, "the server did not start"
        self.address, self.port = found[0].rstrip("/"), int(found[1])

    def kill(self) -> None:
        assert self.child is not None
        self.child.kill()
        self.child.communicate()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert (WEB / "dist" / "index.html").is_file(), "build the client first: ./play test does"
    server = Served(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert program, "no Chromium was found: apt-get install chromium"
    with sync_playwright() as playwright:
        # Root needs no sandbox inside a container, and pages of ours load nothing foreign.
        opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def person(browser: Browser, served: Served) -> Iterator[Callable[..., Player]]:
    """Somebody with a browser of their own; at the end nobody's console may hold an error."""
    people: list[Player] = []

    def come(
        name: str,
        *,
        phone: bool = False,
        language: str = "en",
        motion: Literal["reduce", "no-preference"] = "reduce",
    ) -> Player:
        context = browser.new_context(
            locale=language, reduced_motion=motion, **(PHONE if phone else {})
        )
        context.set_default_timeout(20_000)
        player = Player(name, context, served.address)
        people.append(player)
        return player

    yield come
    for player in people:
        player.context.close()
    for player in people:
        assert player.complaints == [], f"{player.name}'s console"
