"""The pictures of the documentation: `python -m tests.browser.docs_pictures FOLDER`."""

from __future__ import annotations

import base64
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.pictures import GAMES, MOVES, somebody
from tests.browser.player import Player
from tests.browser.running import Served, chromium

STILL, MOVING = 80, 60
"""How good a JPEG is."""

WIDTH, HEIGHT = 1440, 900
SMALLER = 0.625
"""The moving picture's size, as a part of the window's."""

SECONDS = 1.6
"""How long a frame stays."""

SHOWN = {
    "deadcells": "[data-scene=fight], [data-scene=combat]",
    "faceless": ".faceless .field",
    "lueur": "[data-scene=meeting]",
    "setawatch": "[data-scene=watch] .line",
}
"""What is worth a picture: a moment in which most of a board is seen."""

FRAMES = 9
BEFORE_THE_TURN = 14
"""So many decisions into the game there are companions, dice and a way to go."""


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Served(Path(place) / "tables.sqlite")
        server.start()
        try:
            with chromium(playwright) as browser:
                for name, player in stills(browser, server):
                    save(folder / name, photo(player, STILL))
                context = browser.new_context(
                    viewport={"width": WIDTH, "height": HEIGHT},
                    device_scale_factor=SMALLER,
                    locale="en",
                    reduced_motion="reduce",
                )
                context.set_default_timeout(60_000)
                frames = list(one_turn(Player("Ada", context, server.address)))
                save(folder / "turn.svg", moving_picture(frames).encode())
        finally:
            server.kill()


def save(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    print(file.name, f"{len(content) // 1000} kB", flush=True)


def photo(player: Player, quality: int) -> bytes:
    player.page.mouse.move(0, 0)  # no tooltip where the last touch was
    player.page.wait_for_timeout(400)  # fonts and motion come to rest
    return player.page.screenshot(type="jpeg", quality=quality)


def stills(browser: Browser, server: Served) -> Iterator[tuple[str, Player]]:
    """The home page, and a table of each game after some decisions."""
    ada = somebody(browser, server, "desktop", "Ada")
    ada.open("/")
    ada.page.wait_for_selector("article")
    yield "home.jpg", ada
    for game in GAMES:
        ada.sit(game, "me", "bot:greedy", seed=7, players="2")
        rng = random.Random(7)
        decide(ada, rng, MOVES[game])
        for _ in range(20):
            if ada.page.locator(SHOWN[game]).count():
                break
            decide(ada, rng, 1)
        yield f"table-{game}.jpg", ada


def decide(player: Player, rng: random.Random, count: int) -> None:
    for _ in range(count):
        player.wait_for_turn()
        if player.state == "over":
            return
        player.act(rng)
    player.wait_for_turn()


def one_turn(ada: Player) -> Iterator[bytes]:
    """Photos of a few decisions of Lueur: the board, a thing touched, and what came of it."""
    ada.sit("lueur", "me", "bot:greedy", seed=7, players="2")
    rng = random.Random(3)
    decide(ada, rng, BEFORE_THE_TURN)
    taken = [photo(ada, MOVING)]
    while len(taken) < FRAMES and ada.state != "over":
        ada.touch_something(rng, seen=lambda: taken.append(photo(ada, MOVING)))
        ada.wait_for_turn()
        taken.append(photo(ada, MOVING))
    yield from dict.fromkeys(taken[:FRAMES])  # what looks the same is shown once


def moving_picture(frames: list[bytes]) -> str:
    """Frames one after the other in an SVG; people who want no motion see the first."""
    share = 100 / len(frames)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>One turn of Lueur: touch a lit thing, see what it would do, do it</title>",
        "<style>",
        ".frame + .frame { visibility: hidden; }",
        f"@keyframes show {{ 0% {{ visibility: visible; }} {share:.3f}%, 100% {{ visibility: hidden; }} }}",
        "@media (prefers-reduced-motion: no-preference) {",
        f".frame + .frame {{ animation: show {SECONDS * len(frames):g}s steps(1) infinite; }}",
    ]
    for number in range(1, len(frames)):
        lines.append(f".frame.n{number} {{ animation-delay: {SECONDS * number:g}s; }}")
    lines += ["}", "</style>"]
    for number, frame in enumerate(frames):
        data = base64.b64encode(frame).decode()
        lines.append(
            f'<image class="frame n{number}" width="{WIDTH}" height="{HEIGHT}"'
            f' href="data:image/jpeg;base64,{data}"/>'
        )
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
