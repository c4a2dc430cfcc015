"""Looking back: records from files, any moment and seat, links to moments, and the way on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.layout import faults

RECORD = Path(__file__).parents[1] / "records" / "lueur-archipelago-2.json"
FOUR = RECORD.with_name("lueur-province-4.json")
CUT_CONTROLS = """() => [...document.querySelectorAll('.strip .controls button')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"""


@pytest.fixture
def opened(person):
    """Ada, who opened a record from the home page."""
    ada = person("Ada")
    ada.open("/")
    ada.page.locator("input[type=file]").set_input_files(RECORD)
    ada.page.wait_for_url("**/record/**")
    ada.page.get_by_role("slider").wait_for()
    return ada


def moment(player):
    return int(player.page.get_by_role("slider").input_value())


def test_a_record_is_walked_by_keys_slider_and_link(opened):
    assert moment(opened) == 0
    opened.page.keyboard.press("]")
    expect(opened.page.get_by_role("slider")).to_have_value("1")
    opened.page.get_by_role("slider").fill("12")
    expect(opened.page.locator(".decision")).not_to_be_empty()
    expect(opened.page).to_have_url(re.compile(r"at=12"))
    opened.page.keyboard.press("[")
    expect(opened.page).to_have_url(re.compile(r"at=11"))
    opened.page.reload()
    expect(opened.page.get_by_role("slider")).to_have_value("11")


def test_another_seat_and_axe(opened):
    opened.page.get_by_label("Seen by").select_option(index=1)
    expect(opened.page).to_have_url(re.compile(r"seat=0"))
    assert opened.complaints_of_axe() == []


@pytest.mark.parametrize(("language", "width"), [("it", 1366), ("en", 1366), ("it", 1920)])
def test_everything_in_the_strip_is_in_reach(person, language, width):
    ada = person("Ada", language=language)
    ada.page.set_viewport_size({"width": width, "height": 768})
    record = ada.ask("/api/records", json.loads(FOUR.read_text(encoding="utf-8")))
    ada.open(f"/record/{record['id']}?at=60&seat=0")
    ada.page.locator("main.board [data-scene]").wait_for()
    assert [one for one in faults(ada) if one.startswith("outside")] == []
    said = ada.page.locator(".decision").bounding_box()
    assert said["y"] > ada.page.locator(".below").bounding_box()["y"]


@pytest.mark.parametrize(("language", "width"), [("it", 390), ("en", 390), ("it", 360)])
def test_on_a_phone_all_controls_are_in_sight(person, language, width):
    ada = person("Ada", phone=True, language=language)
    ada.page.set_viewport_size({"width": width, "height": 844})
    record = ada.ask("/api/records", json.loads(FOUR.read_text(encoding="utf-8")))
    ada.open(f"/record/{record['id']}?at=60&seat=0")
    ada.page.locator("main.board [data-scene]").wait_for()
    controls = ada.page.locator(".strip .controls :is(button, select, input)")
    assert controls.count() == 10
    for box in [one.bounding_box() for one in controls.all()]:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 844
    assert ada.page.evaluate(CUT_CONTROLS) == []
    assert [one for one in faults(ada) if one.startswith(("cut", "overlap", "outside"))] == []
    assert ada.small_targets() == []
    assert ada.complaints_of_axe() == []
    said = ada.page.locator(".decision").bounding_box()
    assert said["y"] > ada.page.locator(".below").bounding_box()["y"]


def test_people_can_be_reached_on_a_phone(person):
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(FOUR.read_text(encoding="utf-8")))
    ada.open(f"/record/{record['id']}")
    ada.page.get_by_role("slider").wait_for()
    people = ada.page.locator("ul.people")
    assert people.evaluate("one => one.scrollWidth > one.clientWidth")
    people.focus()
    expect(people).to_be_focused()
    ada.page.locator("main.board [data-scene]").wait_for()
    assert [one for one in ada.complaints_of_axe() if one.startswith("scrollable")] == []
    # A planted fault is found.
    people.evaluate("one => one.removeAttribute('tabindex')")
    assert [one for one in ada.complaints_of_axe() if one.startswith("scrollable")]


def test_turning_points_lead_to_their_moment(opened):
    opened.page.get_by_role("button", name="Turning points").click()
    panel = opened.page.get_by_role("region", name="Turning points")
    # Somebody who waits sees how far it is, and the graph grows.
    expect(panel.get_by_role("progressbar")).to_be_visible()
    costly = panel.locator("article")
    expect(costly.first.or_(panel.get_by_text("Nothing that was clearly better"))).to_be_visible(
        timeout=90_000
    )
    expect(panel.get_by_role("progressbar")).to_have_count(0)
    assert costly.count() <= 3
    assert "point" not in panel.locator(".moments").inner_text()
    assert opened.complaints_of_axe() == []
    dots = panel.locator(".dot")
    assert 1 <= dots.count() <= 3
    name = dots.first.get_attribute("aria-label") or ""
    found = re.fullmatch(r"Decision (\d+): from (\d+) to (\d+) %", name)
    assert found, name
    assert abs(int(found[2]) - int(found[3])) >= 9
    dots.first.press("Enter")
    # The board is in sight again, just before the game turned.
    expect(panel).to_have_count(0)
    at = int(opened.page.get_by_role("slider").input_value())
    assert at < int(found[1])


def test_playing_it_goes_on_by_itself(opened):
    opened.page.get_by_label("Speed").select_option(label="instant")
    opened.page.get_by_role("button", name="Play", exact=True).click()
    expect(opened.page.get_by_role("slider")).to_have_value(re.compile(r"^[2-9]$"))
    opened.page.get_by_role("button", name="Stop").click()


def test_the_game_is_played_on_from_any_moment(opened):
    opened.page.get_by_role("slider").fill("10")
    expect(opened.page).to_have_url(re.compile(r"at=10"))
    opened.page.get_by_role("button", name="Play on from here").click()
    opened.page.wait_for_url("**/table/*")
    opened.wait_for_turn()


def test_a_file_that_is_no_game_says_why(person, tmp_path):
    ada = person("Ada")
    ada.forgive_lost_lines()
    ada.open("/")
    broken = tmp_path / "broken.json"
    broken.write_text('{"game": "lueur"')
    ada.page.locator("input[type=file]").set_input_files(broken)
    expect(ada.page.get_by_role("alert")).to_contain_text("not a game that can be opened")


def test_a_replay_that_begins_at_its_end_shows_who_everybody_was(person):
    ada = person("Ada")
    record = json.loads(RECORD.with_name("faceless-evil-intentions.json").read_text("utf-8"))
    id = ada.ask("/api/records", record)["id"]
    ada.open(f"/record/{id}?at={len(record['entries'])}")
    expect(ada.page.locator(".people .face canvas")).to_have_count(3)
