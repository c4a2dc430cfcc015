"""The developers' gallery: every part of the kit readable and named, every figure its own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

HEAVIEST_ART = 250_000
GAMES = ("deadcells", "faceless", "lueur", "setawatch")

SMALL_TEXT = """least => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest(".visually-hidden, script, style")) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    let size = parseFloat(getComputedStyle(element).fontSize);
    if (element instanceof SVGElement) size *= element.getScreenCTM().a;
    if (size < least - 0.01) found.push(`${text.slice(0, 30)}: ${size.toFixed(1)} px`);
  }
  return found;
}"""

THUMBNAILS = """() => [...document.querySelectorAll("figure [data-drawn]")].map((figure) => {
  const small = new OffscreenCanvas(24, 24);
  const pen = small.getContext("2d");
  pen.drawImage(figure.querySelector("canvas:last-of-type"), 0, 0, 24, 24);
  return { name: figure.closest("figure").textContent.trim(), pixels: [...pen.getImageData(0, 0, 24, 24).data] };
})"""


def show(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-drawn=yes]", state="attached")


def touching(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes overlap."""
    return all(
        one[edge] < other[edge] + other[length] and other[edge] < one[edge] + one[length]
        for edge, length in (("x", "width"), ("y", "height"))
    )


def alike(figures: list[dict[str, Any]], least: float) -> list[str]:
    """The pairs whose thumbnails differ by less than this, on average, in a channel of 255."""
    pairs = []
    for i, one in enumerate(figures):
        for other in figures[:i]:
            apart = [abs(a - b) for a, b in zip(one["pixels"], other["pixels"], strict=True)]
            if sum(apart) / len(apart) < least:
                pairs.append(f"{one['name']} and {other['name']}")
    return pairs


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_part_is_readable_and_named(person, phone):
    ada = person("Ada", phone=phone)
    show(ada.page, f"{ada.address}/gallery")
    assert ada.page.evaluate(SMALL_TEXT, 14 if phone else 12) == []
    wide, room = ada.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= room
    assert ada.complaints_of_axe() == []
    tape = ada.page.get_by_role("slider", name="Judith faces").bounding_box()
    assert tape["x"] + tape["width"] <= room
    # A lesson stays beside what it speaks of.
    bubble = ada.page.get_by_role("dialog", name="Lesson 3 of 9: how to strike").bounding_box()
    lit = ada.page.locator(".scrim rect").last.bounding_box()
    assert not touching(bubble, lit)
    # Negative control: a small word is found.
    ada.page.evaluate("document.querySelector('main h2').style.fontSize = '11px'")
    assert len(ada.page.evaluate(SMALL_TEXT, 12)) == 1


def test_names_say_what_a_button_commits(person):
    ada = person("Ada")
    show(ada.page, f"{ada.address}/gallery")
    named = ada.page.get_by_role("button")
    expect(named.filter(has_text="Walk as she stood")).to_have_accessible_name(
        "Walk as she stood: 1 Memory spent (cannot be undone)"
    )
    lost = ada.page.get_by_role("button", name="End the watch game lost")
    expect(lost).to_have_count(3)
    rest = ada.page.get_by_role("button", name="Rest your hand is full")
    expect(rest).to_have_attribute("aria-disabled", "true")
    rest.focus()
    expect(rest).to_be_focused()


def test_the_tape_turns_by_keys_and_by_number(person):
    ada = person("Ada")
    show(ada.page, f"{ada.address}/gallery")
    tape = ada.page.get_by_role("slider", name="Judith faces")
    expect(tape).to_have_attribute("aria-valuetext", "facing south-west, 216 degrees: Memory +1")
    tape.focus()
    tape.press("ArrowRight")
    expect(tape).to_have_attribute("aria-valuenow", "217")
    tape.press("Shift+ArrowLeft")
    expect(tape).to_have_attribute("aria-valuenow", "207")
    tape.press("#")
    ada.page.get_by_label("Degrees").fill("150")
    ada.page.get_by_label("Degrees").press("Enter")
    expect(tape).to_have_attribute(
        "aria-valuetext", "facing south-east, 150 degrees: Roots: 1 Memory spent"
    )


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_movement_ends_once_with_motion_or_without(person, motion):
    ada = person("Ada", motion=motion)
    show(ada.page, f"{ada.address}/gallery")
    ada.page.get_by_role("button", name="Again", exact=True).click()
    ended = ada.page.get_by_label("ended")
    for movement in ("hit", "arriving", "dying"):
        expect(ended).to_contain_text(movement)
    assert sorted(ended.inner_text().split()) == ["arriving", "dying", "hit"]
    expect(ada.page.locator(".dying canvas").first).to_have_css("opacity", "0")
    expect(ada.page.locator(".hit canvas").last).to_have_css("opacity", "1")


@pytest.mark.parametrize("game", GAMES)
def test_figures_are_distinct_at_96_pixels(person, game):
    ada = person("Ada")
    show(ada.page, f"{ada.address}/gallery/{game}?size=96")
    figures = ada.page.evaluate(THUMBNAILS)
    assert len(figures) >= 36
    assert all(any(figure["pixels"]) for figure in figures)
    assert alike(figures, 4.5) == []
    # Negative control: a figure beside itself, hardly darker.
    twin = {"name": "twin", "pixels": [max(0, value - 2) for value in figures[0]["pixels"]]}
    assert alike([figures[0], twin], 4.5) == [f"twin and {figures[0]['name']}"]


def test_a_page_without_its_worker_draws_by_itself_and_asks_for_no_other(person):
    """One that failed was started again for every figure, without end, until the page died."""
    ada = person("Ada")
    ada.forgive_lost_lines()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    ada.page.route("**/worker-*.js", refuse)
    show(ada.page, f"{ada.address}/gallery/lueur?size=96")
    assert len(asked) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_art_of_a_game_is_light_and_cached_for_good(person, game):
    ada = person("Ada")
    with ada.page.expect_response(f"**/assets/art-{game}-*.json") as fetched:
        show(ada.page, f"{ada.address}/gallery/{game}")
    art = fetched.value
    assert "immutable" in art.headers["cache-control"]
    assert art.headers["content-encoding"] in {"br", "gzip"}
    assert art.request.sizes()["responseBodySize"] <= HEAVIEST_ART
    found = art.json()
    assert found["figures"]
    named = {
        layer["icon"]
        for one in found["figures"].values()
        for layer in one["layers"]
        if "icon" in layer
    }
    assert named | set(found["signs"].values()) == set(found["icons"])


def test_credits_name_those_whose_icons_are_shipped(person):
    ada = person("Ada")
    ada.page.goto(ada.address)
    ada.page.get_by_role("link", name="Credits").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Credits")
    named = ada.page.get_by_role("listitem").locator("b").all_inner_texts()
    licences = ada.page.request.get(f"{ada.address}/assets/licences.txt").text()
    made = [line for line in licences.splitlines() if line.startswith("Icons made by ")]
    assert sorted(named) == sorted(line[14:].partition(":")[0] for line in made)
    assert {"Lorc", "Delapouite"} <= set(named)
    assert ada.complaints_of_axe() == []


def test_everybody_can_read_what_is_stored_and_take_it_along(person):
    ada = person("Ada")
    ada.ask("/api/tables", {"game": "lueur", "seed": 1})
    ada.open("/")
    ada.page.get_by_role("link", name="What is stored").click()
    expect(ada.page.get_by_role("heading", name="What is stored")).to_be_visible()
    expect(ada.page.get_by_text("recognised for 180 days")).to_be_visible()
    assert ada.complaints_of_axe() == []
    with ada.page.expect_download() as found:
        ada.page.get_by_role("link", name="Download everything").click()
    saved = json.loads(found.value.path().read_text(encoding="utf-8"))
    assert saved["person"]["name"] == "Ada"
    assert len(saved["tables"]) == 1
