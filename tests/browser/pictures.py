"""Pictures of every screen, in three windows of a desk, on a phone and at twice the size: `python -m tests.browser.pictures FOLDER`."""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import SPEED
from tests.browser.layout import faults
from tests.browser.player import Player
from tests.browser.running import Served, chromium

RECORD = Path(__file__).resolve().parents[1] / "records" / "lueur-archipelago-2.json"
# A window, and how large everything is in it: the last is the first one at twice the size.
SIZES = {
    "desktop": (1440, 900, 1),
    "laptop": (1366, 768, 1),
    "large": (1920, 1080, 1),
    "phone": (390, 844, 2),
    "zoom": (720, 450, 2),
}
# With the words of the setting that seats two.
GAMES = {
    "setawatch": "two players",
    "deadcells": "two players",
    "faceless": "two players",
    "lueur": "two players",
}
# The parts of a board that lie behind buttons of its own.
PARTS = {"setawatch": ("Camp", "Merchant", "Beyond")}
# So many decisions at random show something of a game, and do not lose it yet.
MOVES = {"setawatch": 8, "deadcells": 9, "faceless": 12, "lueur": 25}
# As people see them who see colours otherwise, by Chromium's names.
EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
RUN = Path(__file__).resolve().parents[1] / "records" / "deadcells-victory.json"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Served(Path(place) / "tables.sqlite")
        server.start()
        try:
            with chromium(playwright) as browser:
                for size in SIZES:
                    for name, player in screens(browser, server, size):
                        player.page.wait_for_timeout(400)  # Fonts and motion come to rest.
                        player.page.screenshot(path=folder / f"{name}-{size}.png")
                        print(f"{name}-{size}.png", *player.complaints, *faults(player), flush=True)
                        if name.startswith("table-") and size == "desktop":
                            seen_otherwise(player, folder, name)
        finally:
            server.kill()


def screens(browser: Browser, server: Served, size: str) -> Iterator[tuple[str, Player]]:
    """Goes through the house, and stops wherever a picture is to be taken."""
    ada = somebody(browser, server, size, "Ada")
    ada.open("/")
    ada.page.wait_for_selector("article")
    yield "home", ada
    ada.open("/host/faceless")
    ada.page.wait_for_selector("form")
    yield "host", ada
    ada.host("lueur", "me", "open")
    yield "waiting", ada
    bruno = somebody(browser, server, size, "Bruno", language="it")
    bruno.open(ada.invitation())
    bruno.page.wait_for_selector("form")
    yield "join", bruno
    bruno.page.get_by_role("textbox").fill("Bruno")
    bruno.page.get_by_role("button", name="Siediti").click()
    bruno.ready()
    ada.page.locator(".people [data-thing=seat-1] .person").click()
    yield "seat", ada
    ada.page.keyboard.press("Escape")
    for game, two in GAMES.items():
        ada.host(game, "me", "bot:random", players=two)
        rng = random.Random(7)
        for _ in range(MOVES[game]):
            ada.wait_for_turn()
            if ada.state == "over":
                break
            ada.act(rng)
        ada.wait_for_turn()
        yield f"table-{game}", ada
        for part in PARTS.get(game, ()):
            ada.page.get_by_role("button", name=part, exact=True).click()
            yield f"{game}-{part.lower()}", ada
    for tab in ("Story", "Chat", "Rules", "In words"):
        ada.open_tab(tab)
        yield f"panel-{tab.split()[-1].lower()}", ada
    ada.open_tab("Story")
    ada.page.get_by_role("button", name="Catch me up").click()
    ada.page.wait_for_selector("dialog[open]")
    yield "catch-up", ada
    yield from a_run_of_deadcells(ada)
    ada.open("/")
    ada.page.wait_for_selector("article")
    yield "home-again", ada
    ada.page.locator("input[type=file]").set_input_files(RECORD)
    ada.page.wait_for_url("**/record/**")
    ada.page.get_by_role("slider").fill("60")
    ada.page.wait_for_selector(".decision:not(:empty)")
    yield "replay", ada
    ada.open("/table/nowhere")
    ada.page.wait_for_selector("[role=alert]")
    yield "trouble", ada


def seen_otherwise(player: Player, folder: Path, name: str) -> None:
    """The same screen for other eyes: shapes must tell what colours tell."""
    tools = player.context.new_cdp_session(player.page)
    for eyes in EYES:
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        player.page.screenshot(path=folder / f"{name}-{eyes}.png")
    tools.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    tools.detach()


def a_run_of_deadcells(ada: Player) -> Iterator[tuple[str, Player]]:
    """A golden game won by three: a map, a Merchant, a Boss and the end; then the page of campaigns."""
    record = ada.ask("/api/records", json.loads(RUN.read_text(encoding="utf-8")))
    for name, at in {"start": 6, "shop": 45, "boss": 140, "end": 209}.items():
        ada.open(f"/record/{record['id']}?at={at}&seat=2")
        ada.page.wait_for_selector("[data-scene]")
        yield f"deadcells-{name}", ada
        for scene in ("Map", "Group") if name == "boss" else ():
            ada.page.locator(".deadcells .scene", has_text=scene).click()
            yield f"deadcells-{scene.lower()}", ada
    ada.open("/campaigns")
    ada.page.get_by_role("button", name="Begin a campaign").click()
    ada.page.wait_for_selector(".one")
    yield "campaigns", ada


def somebody(
    browser: Browser, server: Served, size: str, name: str, language: str = "en"
) -> Player:
    width, height, scale = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        has_touch=phone,
        is_mobile=phone,
        locale=language,
        reduced_motion="reduce",
    )
    context.add_init_script(SPEED % "instant")
    context.set_default_timeout(60_000)
    return Player(name, context, server.address)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "artifacts"))
