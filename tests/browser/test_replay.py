"""Looking back: records from files, any moment and seat, links to moments, and the way on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

RECORD = Path(__file__).parents[1] / "records" / "lueur-archipelago-2.json"


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


def test_a_review_leads_to_the_decisions_that_cost_most(opened):
    opened.page.get_by_role("button", name="What cost most").click()
    costly = opened.page.locator(".review p")
    expect(costly.first).to_contain_text("I would choose", timeout=60_000)
    assert costly.count() <= 3
    button = costly.first.get_by_role("button")
    before = button.inner_text().split()[1]  # Moment 12 of 150
    button.click()
    expect(opened.page.get_by_role("slider")).to_have_value(before)
    assert opened.complaints_of_axe() == []


def test_playing_it_goes_on_by_itself(opened):
    opened.page.get_by_label("Speed").select_option(label="× 4")
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
