"""A real server, a real Chromium, and one browser context for each player."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.player import Player
from tests.browser.running import WEB, Served, chromium

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}

# What the director plays is a test of its own; elsewhere nobody waits for it.
SPEED = """(() => {
  if (!location.host || window.origin === 'null') return; // Blank and sandboxed pages keep nothing.
  const stored = JSON.parse(localStorage.getItem('embertable.settings') ?? '{}');
  localStorage.setItem('embertable.settings', JSON.stringify({ speed: '%s', ...stored }));
})()"""

# A warning in a console says where it comes from.
TRACED = (
    "{ const { warn } = console; console.warn = (...said) => warn(...said, new Error().stack); }"
)

# The default of 5 s is for a quiet machine; somebody who works on a test sets less.
PATIENCE = float(os.environ.get("EMBERTABLE_TEST_PATIENCE", "60")) * 1000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert (WEB / "dist" / "index.html").is_file(), "build the client first: ./play test does"
    server = Served(tmp_path_factory.mktemp("tables") / "tables.sqlite")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = chromium(playwright)
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
        speed: Literal["calm", "normal", "brisk", "instant"] = "instant",
    ) -> Player:
        context = browser.new_context(
            locale=language, reduced_motion=motion, **(PHONE if phone else {})
        )
        context.add_init_script(SPEED % speed)
        context.add_init_script(TRACED)
        context.set_default_timeout(PATIENCE)
        player = Player(name, context, served.address)
        people.append(player)
        return player

    yield come
    for player in people:
        player.context.close()
    for player in people:
        assert player.complaints == [], f"{player.name}'s console"
