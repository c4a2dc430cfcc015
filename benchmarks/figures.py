"""Measure what figures cost in a browser without a graphics card.

    python -m benchmarks.figures

Prints one line of JSON for each: the time to draw a figure of each game at three sizes, and the frame times of a scene
with twelve figures that breathe and are hit in turn (`/gallery/scene`), while nothing is drawn any more.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.running import Served, chromium

GAMES = ("deadcells", "setawatch", "faceless", "lueur")
SIZES = (96, 150, 210)

FRAMES = """seconds => new Promise((done) => {
  const times = [];
  let last;
  const step = (now) => {
    if (last !== undefined) times.push(now - last);
    last = now;
    if (times.reduce((a, b) => a + b, 0) < seconds * 1000) requestAnimationFrame(step);
    else done(times);
  };
  requestAnimationFrame(step);
})"""


def show(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-drawn=yes]", state="attached", timeout=120_000)


def share(times: Sequence[float], part: float) -> float:
    """The time that this part of them stays below."""
    return round(sorted(times)[min(len(times) - 1, int(len(times) * part))], 1)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=10)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder) / "tables.sqlite")
        server.start()
        browser = chromium(playwright)
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            for game in GAMES:
                for size in SIZES:
                    show(page, f"{server.address}/gallery/{game}?size={size}")
                    told = page.get_by_text(re.compile(r"\d+ drawings")).inner_text()
                    count, each = re.findall(r"[\d.]+", told)
                    row = {"game": game, "size": size, "figures": int(count), "ms": float(each)}
                    print(json.dumps(row), flush=True)
            show(page, f"{server.address}/gallery/scene")
            times = page.evaluate(FRAMES, chosen.seconds)
            row = {
                "scene": 12,
                "load": round(os.getloadavg()[0], 1),
                "frames": len(times),
                "per_second": round(1000 * len(times) / sum(times), 1),
                "p50": share(times, 0.5),
                "p95": share(times, 0.95),
                "p99": share(times, 0.99),
            }
            print(json.dumps(row), flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
