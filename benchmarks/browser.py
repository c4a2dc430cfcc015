"""Measure the browser client while other tables play on the same server.

    python -m benchmarks.browser --tables 50 --clicks 100

Prints one line of JSON for each: the first contentful paint of the home page with a cold cache; the frame times while
the compass needle swings; and for every board the times from a click to its acknowledging frame and to the frame that
shows the new position, with the parts of the latter.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.player import Player
from tests.browser.running import Served, chromium
from tests.server.ports import free_port

LOAD = Path(__file__).parent / "load.py"
METRICS = free_port()
BOARDS = ("lueur", "setawatch", "faceless", "deadcells")
GAMES = 5
"""Games of The Faceless to try until one offers a heading."""
PLAYED_GAMES = 20
"""Games in which the director is watched, at most: random play loses some in a few decisions."""
ROUNDS = 40
"""How often at most to hover over every heading."""

FIRST_CONTENTFUL_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"

# Records when the last position arrived, and the duration of the last click event: until the first frame painted after
# it. Browsers do not report less than 16 ms.
LISTEN = """(() => {
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        if (/"is":"(position|changes)"/.test(data)) window.heard_ = performance.now();
      });
    }
  };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') window.taken_ = duration;
  }).observe({ type: 'event', durationThreshold: 16 });
})()"""

# Waits for the click, then for the frame that shows the next position.
WATCH = """() => {
  const prompt = document.querySelector('.prompt');
  const seq = prompt.dataset.seq;
  // A posted message is delivered after the frame was painted.
  const drawn = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  }));
  let start = 0;
  window.taken_ = 16;
  addEventListener('click', (event) => (start = event.timeStamp), { capture: true, once: true });
  window.shown_ = new Promise((done) => {
    const watch = new MutationObserver(async () => {
      if (prompt.dataset.seq === seq) return;
      watch.disconnect();
      const [heard, updated] = [window.heard_, performance.now()];
      const shown = await drawn();
      done({ server: heard - start, update: updated - heard, drawing: shown - updated, all: shown - start });
    });
    watch.observe(prompt, { attributes: true, attributeFilter: ['data-seq'] });
  });
}"""

FRAMES = """() => {
  window.frames_ = [];
  const needle = () => document.querySelector("[aria-label^='The compass'] g[transform^=rotate]")?.getAttribute('transform');
  let [then, angle] = [performance.now(), needle()];
  const look = (now) => {
    const turned = needle();
    if (turned !== angle) window.frames_.push(now - then);
    [then, angle] = [now, turned];
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""

PLAYED = """() => {
  window.played_ = [];
  const stage = document.querySelector('.stage-page');
  let then = 0;
  const look = (now) => {
    const plays = stage.dataset.director === 'playing';
    if (plays && then) window.played_.push(now - then);
    then = plays ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--tables", type=int, default=50, help="number of other tables")
    wanted.add_argument("--clicks", type=int, default=100, help="on each board; 0 leaves them out")
    wanted.add_argument("--boards", default=",".join(BOARDS), help="the boards that are clicked")
    wanted.add_argument("--frames", type=int, default=600, help="of the needle; 0 leaves them out")
    wanted.add_argument("--played", type=int, default=600, help="frames of the director's, a board")
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        # All players connect from one address.
        server = Served(
            Path(place) / "tables.sqlite",
            *("--per-minute", "1000000", "--metrics", str(METRICS)),
        )
        server.start()
        try:
            with chromium(playwright) as browser:
                print_json("machine", {"cores": os.cpu_count(), "load": os.getloadavg()[0]})
                print_json("first_contentful_paint_ms", first_contentful_paints(browser, server))
                if asked.frames:
                    print_json(
                        "needle_frame_ms", percentiles(needle_frames(browser, server, asked.frames))
                    )
                for game in asked.boards.split(",") if asked.played else ():
                    frames = played_frames(browser, server, game, asked.played)
                    print_json(f"played_frame_ms_{game}", percentiles(frames))
                if asked.clicks == 0:
                    return
                with others(server, asked.tables):
                    for game in asked.boards.split(","):
                        times = by_part(clicks(browser, server, game, asked.clicks))
                        measured = {f"{part}_ms": percentiles(one) for part, one in times.items()}
                        print_json(f"clicks_{game}", measured)
        finally:
            server.kill()


def print_json(name: str, measured: object) -> None:
    print(json.dumps({name: measured}), flush=True)


def somebody(browser: Browser, server: Served) -> Player:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
    return Player("Ada", context, server.address)


def first_contentful_paints(browser: Browser, server: Served) -> list[int]:
    """Load each page five times with a cold cache."""
    times = []
    for _ in range(5):
        ada = somebody(browser, server)
        ada.open("/")
        ada.page.wait_for_selector("article")
        times.append(round(ada.page.evaluate(FIRST_CONTENTFUL_PAINT)))
        ada.context.close()
    return times


def clicks(browser: Browser, server: Served, game: str, count: int) -> list[dict[str, float]]:
    """One player holds both seats and pauses at each position before the next click."""
    ada, rng = somebody(browser, server), random.Random(1)
    ada.page.add_init_script(LISTEN)
    times: list[dict[str, float]] = []
    # Random play ends most games early; then the next one starts.
    for seed in itertools.count(1):
        if len(times) == count:
            break
        ada.sit(game, "me", "me", seed=seed, players="2")
        ada.page.wait_for_selector("main.board [data-lit]")
        ada.wait_for_turn()
        while len(times) < count and ada.state != "over":
            ada.unfold()
            options = ada.page.locator(".option:enabled")
            # The first touch shows what it would do; the second, which is measured, does it.
            options.nth(rng.randrange(options.count())).click()
            ada.page.wait_for_timeout(150)
            ada.page.evaluate(WATCH)
            ada.page.mouse.down()
            ada.page.mouse.up()
            parts = ada.page.evaluate("window.shown_")
            ada.page.wait_for_timeout(250)
            times.append({"taken": ada.page.evaluate("window.taken_"), **parts})
            ada.wait_for_turn()
    ada.context.close()
    return times


def by_part(times: Sequence[dict[str, float]]) -> dict[str, list[float]]:
    return {part: [one[part] for one in times] for part in times[0]}


def needle_frames(browser: Browser, server: Served, count: int) -> list[float]:
    """Choose a card of The Faceless and preview heading after heading until enough frames are drawn."""
    ada = somebody(browser, server)
    turn_a_figure(ada)
    ada.page.wait_for_timeout(3000)
    ada.page.evaluate(FRAMES)
    frames: list[float] = []
    for _ in range(ROUNDS):
        ada.unfold()
        for option in ada.page.locator(".option").all():
            option.hover()
            ada.page.wait_for_timeout(400)
        frames = list(ada.page.evaluate("window.frames_"))
        if len(frames) >= count:
            break
    return frames


def played_frames(browser: Browser, server: Served, game: str, count: int) -> list[float]:
    """Frames while the director plays what a person and a bot did, at normal speed and with motion."""
    ada = somebody(browser, server)
    frames: list[float] = []
    for seed in range(1, PLAYED_GAMES + 1):
        frames += frames_of_a_game(ada, game, seed, count - len(frames))
        if len(frames) >= count:
            break
    ada.context.close()
    return frames


def frames_of_a_game(ada: Player, game: str, seed: int, count: int) -> list[float]:
    """The same in one game, until there are enough or it is over."""
    ada.sit(game, "me", "bot:random", seed=seed, players="2")
    ada.page.evaluate(PLAYED)
    rng = random.Random(seed)
    frames: list[float] = []
    for _ in range(10 * ROUNDS):
        ada.wait_for_turn()
        frames = list(ada.page.evaluate("window.played_"))
        if ada.state == "over" or len(frames) >= count:
            break
        ada.act(rng)
    return frames


def turn_a_figure(ada: Player) -> None:
    """Play at random until headings are offered, starting another game if one ends first."""
    rng = random.Random(1)
    for _ in range(GAMES):
        ada.sit("faceless", "me", "me", players="2")
        ada.wait_for_turn()
        while ada.state == "mine":
            if ada.page.locator(".spot.heading").count():
                return
            ada.act(rng)
            ada.wait_for_turn()
    raise AssertionError(f"no figure was turned in {GAMES} games")


@contextmanager
def others(server: Served, tables: int) -> Iterator[None]:
    """Run two players at each of many tables, deciding once a second."""
    before = decisions()
    command = [sys.executable, str(LOAD), "--address", server.address, "--tables", str(tables)]
    playing = subprocess.Popen(  # noqa: S603 - our own program
        [*command, "--seats", "2", "--seconds", "600"], stdout=subprocess.DEVNULL
    )
    try:
        wait_for_decisions(before + tables)
        yield
        assert playing.poll() is None, "the other tables stopped"
    finally:
        playing.terminate()
        playing.wait()


def wait_for_decisions(count: int) -> None:
    """Wait until the players have made this many decisions."""
    for _ in range(600):
        if decisions() >= count:
            return
        time.sleep(0.1)
    raise AssertionError("the other tables never began")


def decisions() -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{METRICS}/metrics") as answer:
        text = answer.read().decode()
    return int(text.rpartition("embertable_decision_seconds_count ")[2])


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return the number of times, p50, p95, p99 and the maximum."""
    ordered = sorted(times)
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    return {
        "n": len(ordered),
        **{name: round(ordered[int(part * (len(ordered) - 1))], 1) for name, part in at.items()},
        "max": round(ordered[-1], 1),
    }


if __name__ == "__main__":
    main()
