"""After the verdict: the ridge of the winning chance, three moments, and the ways on; the same for all games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.layout import faults
from tests.browser.player import Player
from tests.browser.test_director import pass_until, stopped

RECORDS = Path(__file__).resolve().parents[1] / "records"
FINISHED = {
    "setawatch": "setawatch-easy-won",
    "deadcells": "deadcells-victory",
    "faceless": "faceless-easy-3",
    "lueur": "lueur-province-4",
}
WINDOWS = ((1366, 768), (1440, 900), (1920, 1080))
# What bots would take minutes for on a busy machine; test_replay.py asks them.
RISE, FALL = 10, 20


def graph(last: int) -> list[dict[str, float]]:
    """A game that turns twice before it is won."""
    numbers = [round(last * step / 31) for step in range(32)]
    chances = [0.4 if at < RISE else 0.7 if at < FALL else 0.45 for at in range(31)] + [1.0]
    return [{"number": n, "chance": c} for n, c in zip(numbers, chances, strict=True)]


def with_bots_who_know(player: Player, last: int) -> None:
    points = graph(last)

    def chances(route: Route) -> None:
        part = int(re.findall(r"part=(\d+)", route.request.url)[0])
        some = points[part * 16 : part * 16 + 16]
        answer = {"seat": 0, "part": part, "parts": 2, "last": last, "points": some}
        route.fulfill(json=answer)

    costly = {
        "number": int(points[FALL]["number"]),
        "seat": 0,
        "who": "Ada",
        "text": "",
        "played": "Go on",
        "better": "Stop",
        "why": "It was late.",
        "chance": 0.4,
        "better_chance": 0.6,
    }
    player.page.route("**/chances?**", chances)
    player.page.route("**/review", lambda route: route.fulfill(json={"decisions": [costly]}))


def ended(player: Player, game: str, before: int = 0) -> int:
    """A table at the end of a golden game, or some decisions before it; how many decisions it had."""
    saved: dict[str, Any] = json.loads((RECORDS / f"{FINISHED[game]}.json").read_text("utf-8"))
    last = len(saved["entries"])
    with_bots_who_know(player, last)
    record = player.ask("/api/records", saved)["id"]
    table = player.ask(f"/api/records/{record}/fork", {"at": last - before})
    player.open(f"/table/{table['id']}")
    player.ready()
    return last


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("game", FINISHED)
def test_every_game_ends_with_its_ridge_and_three_moments(person, game, device):
    ada = person("Ada", phone=device == "phone", language="it" if device == "phone" else "en")
    ended(ada, game)
    whole = ada.page.locator(".aftermath")
    expect(whole.locator("h2")).not_to_be_empty()
    expect(whole.locator("article")).to_have_count(3)
    expect(whole.locator(".dot")).to_have_count(3)
    for wide, high in WINDOWS if device == "desktop" else ((390, 844),):
        if device == "desktop":
            ada.page.set_viewport_size({"width": wide, "height": high})
        assert faults(ada) == [], (wide, high)
    assert ada.complaints_of_axe() == []
    assert ada.overflow() == 0


def test_a_turning_point_leads_back_to_it_and_the_table_stays_in_reach(person):
    ada = person("Ada")
    last = ended(ada, "setawatch")
    whole = ada.page.locator(".aftermath")
    chosen = whole.locator("article.chosen")
    expect(whole.locator(".epilogue")).to_contain_text("Hardest blow: 14 on the Warg Handler")
    expect(chosen).to_contain_text("Better: Stop")
    # Without a better way the moment tells what happened.
    whole.locator(".dot").first.press("Enter")
    expect(chosen).not_to_contain_text("Better")
    expect(chosen).to_contain_text("40 → 70 %")
    expect(chosen).to_contain_text(re.compile("Night \\d of 9"))
    ada.page.keyboard.press("Escape")
    expect(whole).to_have_count(0)
    ada.page.get_by_role("button", name="How it went").click()
    whole.locator("article.chosen").get_by_role("button", name="Show it").last.click()
    at = int(graph(last)[FALL - 1]["number"])
    expect(ada.page).to_have_url(re.compile(rf"/replay/.*at={at}\b"))


def test_the_verdict_is_seen_before_the_graph(person):
    ada = person("Ada", motion="no-preference", speed="normal")
    ada.page.clock.install(time=0)
    ended(ada, "setawatch", before=1)
    ada.wait_for_turn()
    stopped(ada)
    ada.page.keyboard.press("1")
    ada.page.clock.run_for(400)
    ada.page.keyboard.press("1")
    pass_until(ada, lambda: ada.page.locator(".ending").count() > 0)
    # The board counts first: strip and people say nothing of the verdict, and nobody is awaited.
    strip = ada.page.locator(".prompt")
    for _ in range(20):
        expect(strip).to_contain_text("How it ends")
        assert "Waiting" not in strip.inner_text()
        assert ada.page.locator(".people .turn").count() == 0
        ada.page.clock.run_for(100)
    pass_until(ada, lambda: ada.state == "over")
    expect(strip).to_contain_text("has held all nine watches")
    ada.page.clock.run_for(1000)
    assert ada.page.locator(".aftermath").count() == 0
    ada.page.clock.run_for(2000)
    expect(ada.page.locator(".aftermath h2")).to_have_text("Dawn")


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.aftermath .change, .aftermath .ridge [text-anchor=end], .aftermath h3, .aftermath header *')].map(one => one.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)).length;
}"""


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_title_and_the_numbers_of_the_graph_lie_over_nothing(person, language):
    """A game that turned early, and three times within a few decisions."""
    ada = person("Ada", language=language)
    early = [0.87, 0.85, 0.87, 0.64, 0.79, 0.77, 0.73, 0.92, *[0.95] * 23, 1.0]

    def chances(route: Route) -> None:
        points = [{"number": at * 6, "chance": chance} for at, chance in enumerate(early)]
        answer = {"seat": 0, "part": 0, "parts": 1, "last": 186, "points": points}
        route.fulfill(json=answer)

    ended(ada, "setawatch")
    ada.page.unroute("**/chances?**")
    ada.page.route("**/chances?**", chances)
    ada.page.reload()
    expect(ada.page.locator(".aftermath .dot")).to_have_count(3)
    for wide, high in (*WINDOWS, (390, 844)):
        ada.page.set_viewport_size({"width": wide, "height": high})
        assert ada.page.evaluate(OVERLAPS) == 0, (wide, high)


def test_bots_without_time_are_asked_again(person):
    ada = person("Ada")
    ada.forgive_lost_lines()
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        no = {"error": "TooMany", "text": "Ask again in a minute."}
        route.fulfill(status=429, json=no) if len(refused) == 2 else route.fallback()

    ended(ada, "setawatch")
    table = ada.page.url
    ada.page.goto("about:blank")  # The first visit asks for nothing any more.
    ada.page.route("**/chances?**", refuse)
    ada.page.goto(table)
    whole = ada.page.locator(".aftermath")
    expect(whole.get_by_role("alert")).to_have_text(
        "Ask again in a minute.", timeout=240_000
    )  # The first part is thought out before.
    assert whole.locator("article").count() == 0
    whole.get_by_role("button", name="Try again").click()
    expect(whole.locator("article")).to_have_count(3)
    # What was there already is not asked for once more.
    assert [url[-1] for url in refused] == ["0", "1", "1"]
    assert ada.page.locator(".stage-page").get_attribute("data-connection") == "open"


def test_a_line_lost_at_the_end_leaves_the_board_and_brings_the_ending_later(person):
    ada = person("Ada")
    ada.forgive_lost_lines()
    tried: list[str] = []

    def lose(route: Route) -> None:
        tried.append(route.request.url)
        route.abort()

    ada.page.route("**/Aftermath-*.js", lose)
    with ada.page.expect_request("**/Aftermath-*.js"):
        ended(ada, "setawatch")
    # Nothing lies over the board, so it can be touched.
    expect(ada.page.locator(".aftermath")).to_have_count(0)
    assert ada.page.locator("[inert]").count() == 0
    ada.page.unroute("**/Aftermath-*.js")
    ada.context.set_offline(True)
    expect(ada.page.locator(".stage-page")).not_to_have_attribute("data-connection", "open")
    ada.context.set_offline(False)
    expect(ada.page.locator(".aftermath h2")).not_to_be_empty()
    assert len(tried) == 1


def test_share_has_a_link_and_a_file(person):
    ada = person("Ada")
    ended(ada, "setawatch")
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Link to the replay").input_value()
    assert re.fullmatch(rf"{ada.address}/replay/\w+", link)
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("link", name="Save as a file").click()
    assert json.loads(Path(saved.value.path()).read_text("utf-8"))["game"] == "setawatch"
