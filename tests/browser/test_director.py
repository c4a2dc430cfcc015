"""The director: every event has its beat, what happens is seen before anybody is asked, and the verdict comes last."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

import embertable.games as shelf
from embertable.engine.table import Event
from embertable.games import GAMES
from embertable.server.client import Client
from embertable.server.protocol import Done
from tests.browser.player import Player
from tests.browser.running import WEB
from tests.browser.test_lueur import heirs

RECORD = Path(__file__).resolve().parents[1] / "records" / "setawatch-easy-won.json"
HOUR = 3_600_000
PACE = 0.06
"""Seconds between decisions from a device: the server takes no more of one."""


def classes_with_beats(game: str) -> set[str]:
    written = (WEB / "src" / "games" / game / "beats.ts").read_text(encoding="utf-8")
    listed = re.search(r"export const beats\b.*?\{(.*?)\n\};", written, re.DOTALL)
    assert listed
    return set(re.findall(r"^  (\w+):", listed[1], re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_every_event_class_has_a_beat_or_is_silent(game):
    shelf.load(game)
    known = {
        one.__name__
        for one in heirs(Event)
        if f".games.{game}." in one.__module__ and not one.__subclasses__()
    }
    assert classes_with_beats(game) == known


def stopped(player: Player) -> None:
    """From here on time passes only when the test says so."""
    player.page.clock.pause_at(HOUR)


def director(player: Player) -> str:
    return player.page.locator(".stage-page").get_attribute("data-director") or ""


def is_playing(player: Player) -> bool:
    return director(player) == "playing"


def is_playing_or_mine(player: Player, before: int) -> bool:
    return is_playing(player) or (player.seq > before and player.state == "mine")


def pass_until(player: Player, there: Callable[[], bool]) -> None:
    """Let the page's time pass in small steps, and the server have its own, until something is there."""
    for _ in range(3000):
        player.page.clock.run_for(20)
        if there():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


@pytest.fixture
def watcher(person):
    """Ada at a table of The Faceless with a bot, at normal speed and with motion, at a standing clock."""
    ada = person("Ada", motion="no-preference", speed="normal")
    ada.page.clock.install(time=0)
    ada.sit("faceless", "me", "bot:random", players="2", seed=5)
    ada.wait_for_turn()
    stopped(ada)
    return ada


def play_until_others(player: Player) -> None:
    """Decide until a bot has decided, too, and what it did is being played."""
    rng = random.Random(4)
    for _ in range(12):
        before = player.seq
        player.page.keyboard.press("o")
        player.page.clock.run_for(50)
        options = player.page.locator(".option:enabled")
        option = options.nth(rng.randrange(options.count()))
        option.click()
        option.click()
        pass_until(player, partial(is_playing_or_mine, player, before))
        if is_playing(player):
            return
        player.page.clock.run_for(400)
    raise AssertionError("no bot decided")


def test_what_a_bot_does_is_seen_before_i_am_asked(watcher):
    play_until_others(watcher)
    assert watcher.state != "mine"
    caption = watcher.page.locator(".sentence.told")
    seen = set()
    for _ in range(200):
        if director(watcher) == "settled":
            break
        if caption.count():
            seen.add(caption.inner_text().strip())
        watcher.page.clock.run_for(150)
    assert director(watcher) == "settled"
    assert len(seen) >= 2, "each event has its own moment"
    told = watcher.page.get_by_role("log", name="What just happened").inner_text()
    assert any(one in told for one in seen)


def test_the_story_is_not_ahead_of_the_scene(watcher):
    watcher.page.keyboard.press("s")
    play_until_others(watcher)
    lines = watcher.page.locator(".log p")
    before = lines.all_inner_texts()
    pass_until(watcher, lambda: director(watcher) == "settled")
    after = lines.all_inner_texts()
    assert after[: len(before)] == before
    assert len(after) > len(before), "the last of it was told while it was shown"


def test_pause_next_and_skip(watcher):
    play_until_others(watcher)
    page = watcher.page
    page.keyboard.press("p")
    assert director(watcher) == "held"
    page.clock.run_for(60_000)
    assert director(watcher) == "held"
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible()
    page.keyboard.press("p")
    assert director(watcher) == "playing"
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert director(watcher) == "settled"
    page.keyboard.press("a")
    assert director(watcher) == "playing", "again plays the last turn"
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    assert director(watcher) == "settled"


def test_the_verdict_never_comes_before_the_ending(person):
    ada = person("Ada", motion="no-preference", speed="normal")
    ada.page.clock.install(time=0)
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    id = ada.ask("/api/records", record)["id"]
    ada.open(f"/record/{id}?at={len(record['entries']) - 1}&seat=0")
    ada.page.wait_for_selector("[data-scene]")
    stopped(ada)
    ada.page.keyboard.press("]")
    pass_until(ada, partial(is_playing, ada))
    assert ada.page.locator(".result, .ending").count() == 0
    for _ in range(100):
        if director(ada) == "settled":
            break
        assert ada.page.locator(".result, .ending").count() == 0
        ada.page.clock.run_for(300)
    # What the board counts at the end takes a moment of its own.
    assert ada.page.locator(".result").count() == 0
    ada.page.clock.run_for(5_000)
    expect(ada.page.locator(".result")).to_be_visible()


def test_without_motion_each_beat_is_a_still_with_its_sentence(person):
    ada = person("Ada", motion="reduce", speed="normal")
    ada.page.clock.install(time=0)
    ada.sit("faceless", "me", "bot:random", players="2", seed=5)
    ada.wait_for_turn()
    stopped(ada)
    play_until_others(ada)
    expect(ada.page.locator(".sentence.told")).to_be_visible()
    assert (
        ada.page.evaluate("document.querySelector('main').getAnimations({ subtree: true }).length")
        == 0
    )


def connection(player: Player) -> str:
    return player.page.locator(".stage-page").get_attribute("data-connection") or ""


def is_whole_again(player: Player) -> bool:
    """Connected, everything played, and somebody may decide."""
    return connection(player) == "open" and director(player) == "settled" and player.state == "mine"


def test_a_server_killed_while_a_beat_plays_leaves_the_table_right(watcher, served):
    play_until_others(watcher)
    watcher.forgive_lost_lines()
    served.kill()
    pass_until(watcher, lambda: connection(watcher) == "lost")
    served.start()
    pass_until(watcher, partial(is_whole_again, watcher))
    seen = watcher.seq
    # Whoever comes anew sees the same position.
    watcher.page.clock.resume()
    watcher.page.reload()
    watcher.wait_for_turn()
    assert watcher.seq == seen


HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_a_tab_asleep_for_an_hour_plays_nothing_and_is_right_afterwards(watcher):
    play_until_others(watcher)
    watcher.page.evaluate(HIDE, True)
    assert director(watcher) == "held"
    before = watcher.seq
    watcher.page.clock.fast_forward(HOUR)
    watcher.page.clock.run_for(1000)
    assert director(watcher) == "held"
    assert watcher.seq == before, "nothing passes unseen"
    watcher.page.evaluate(HIDE, False)
    pass_until(watcher, partial(is_whole_again, watcher))
    assert watcher.seq > before


async def decide_elsewhere(address: str, cookie: str, table: str, most: int) -> int:
    """Decide from another device of the same person until so many events have happened; the last position."""
    device = Client(address)
    device.cookie = cookie
    rng = random.Random(8)
    async with device.sit(table) as seat:
        while len(seat.events) < most:
            position = await seat.my_turn()
            assert isinstance(await seat.act(rng.choice(position.options)), Done)
            await asyncio.sleep(PACE)
        assert seat.last is not None
        return seat.last.seq


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_a_storm_of_200_events_leaves_the_table_right_and_all_of_it_is_told(person, device):
    """They come at once, while the page's time stands still; then time passes."""
    ada = person("Ada", phone=device == "phone", motion="no-preference", speed="normal")
    ada.page.clock.install(time=0)
    table = ada.sit("lueur", "me", "me", players="2").partition(".")[0]
    ada.wait_for_turn()
    stopped(ada)
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in ada.context.cookies())
    with ThreadPoolExecutor(1) as other:
        storm = decide_elsewhere(ada.address, cookie, table, 200)
        seq = other.submit(asyncio.run, storm).result()
    pass_until(ada, partial(is_playing, ada))
    assert ada.seq < seq
    pass_until(ada, lambda: ada.seq == seq and director(ada) == "settled")
    assert ada.state == "mine"
    ada.page.clock.resume()
    story = told(ada)
    assert len(story) >= 200
    asked = ada.page.locator(".prompt .sentence").inner_text()
    # Whoever comes anew sees the same.
    ada.page.reload()
    ada.wait_for_turn()
    assert ada.page.locator(".prompt .sentence").inner_text() == asked
    assert told(ada) == story


def told(player: Player) -> list[str]:
    """The whole story, as the drawer has it."""
    player.open_tab("Story")
    lines = player.page.locator(".log p").all_inner_texts()
    player.page.keyboard.press("Escape")
    return lines
