"""While it is not my turn, and together: plans, proposals, what partners consider, calls back to a hidden page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.layout import faults
from tests.browser.player import Player

SETTINGS = "localStorage.setItem('embertable.settings', JSON.stringify({ speed: 'instant', %s }))"
HIDDEN = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
NOTIFICATIONS = """
  window.shownNotifications = [];
  window.Notification = class {
    static permission = 'granted';
    constructor(title, { body, tag }) { window.shownNotifications.push({ title, body, tag }); }
    close() {}
  };
"""


@pytest.fixture
def two(person) -> tuple[Player, Player]:
    """Whoever is asked first at a table of two people, and the other one."""
    ada, bruno = person("Ada"), person("Bruno")
    bruno.sit_beside(ada.sit("lueur", "me", "open", players="2"))
    ada.wait_for_somebody([ada, bruno])
    return (ada, bruno) if ada.state == "mine" else (bruno, ada)


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_whoever_waits_reads_what_for(person, device):
    phone = device == "phone"
    ada, bruno = person("Ada", phone=phone), person("Bruno", phone=phone, language="it")
    bruno.sit_beside(ada.sit("lueur", "me", "open", players="2"))
    ada.wait_for_somebody([ada, bruno])
    said = {
        "Ada": "Waiting for Bruno: which adventurer to be.",
        "Bruno": "Si aspetta Ada: quale avventuriero essere.",
    }
    mover, other = (ada, bruno) if ada.state == "mine" else (bruno, ada)
    expect(other.page.locator(".prompt .sentence")).to_have_text(said[other.name])
    assert faults(other) == []
    other.open_tab("In words" if other is ada else "In parole")
    expect(other.page.locator("section.words")).to_contain_text(said[other.name])
    other.page.keyboard.press("Escape")
    mover.take_first()
    other.wait_for_turn()
    expect(mover.page.locator(".prompt .sentence")).to_have_text(said[mover.name])


def test_a_partner_is_proposed_an_option_and_sees_it_on_the_board(two):
    mover, other = two
    other.page.keyboard.press("i")
    offered = other.page.locator(".unfolded .option")
    proposed = offered.nth(1).inner_text().strip()
    offered.nth(1).click()
    expect(other.page.locator(".notice")).to_contain_text(f"You proposed: {proposed}")
    idea = mover.page.locator(".suggestion")
    expect(idea).to_contain_text(f"{other.name} proposes: {proposed}")
    idea.get_by_role("button", name="Show it").click()
    # It is in focus, and not done: whoever is asked decides.
    expect(mover.page.locator(".sure")).to_be_visible()
    assert mover.state == "mine"


def test_what_i_consider_is_seen_only_if_i_share_it(two):
    mover, other = two
    mover.page.keyboard.press("1")
    expect(mover.page.locator(".sure")).to_be_visible()
    mover.page.keyboard.press("Escape")
    mover.page.evaluate(SETTINGS % "share: true")
    mover.page.reload()
    mover.wait_for_turn()
    expect(other.page.locator(".suggestion")).to_have_count(0)
    mover.page.keyboard.press("2")
    idea = other.page.locator(".suggestion")
    expect(idea).to_contain_text(f"{mover.name} considers:")
    mover.page.keyboard.press("Escape")
    expect(idea).to_have_count(0)


def test_a_prepared_move_is_made_when_it_is_my_turn_or_said_to_be_impossible(two):
    mover, other = two
    mover.take_first()
    # Off turn the list of last time is there to prepare from; the adventurer is taken by now.
    expect(mover.page.get_by_role("button", name="Prepare your next move")).to_be_visible()
    mover.page.keyboard.press("o")
    mover.page.locator(".unfolded .option").nth(1).click()
    expect(mover.page.locator(".prompt")).to_contain_text("Prepared:")
    sent = mover.seq
    other.wait_for(sent)
    other.page.keyboard.press("2")
    other.page.keyboard.press("2")
    told = mover.page.locator(".notice")
    expect(told).to_contain_text("Not done, because it is not possible any more:")
    assert mover.state == "mine"


def test_what_cannot_be_undone_asks_once_more_if_wanted(person):
    ada = person("Ada")
    ada.open("/")
    ada.page.evaluate(SETTINGS % "confirm: 'always'")
    ada.sit("lueur", "me", "me", players="2")
    for _ in range(30):
        ada.wait_for_turn()
        before = ada.seq
        ada.page.keyboard.press("1")
        ada.page.wait_for_selector(".sure")
        ada.page.keyboard.press("1")
        ada.page.wait_for_function(
            "seq => document.querySelector('[role=alertdialog]') || Number(document.querySelector('.prompt').dataset.seq) > seq",
            arg=before,
        )
        asked = ada.page.get_by_role("alertdialog")
        if asked.count():
            break
    else:
        raise AssertionError("nothing final came")
    expect(asked.get_by_role("button", name="Back")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    assert ada.seq == before, "Enter takes Back"


def test_a_page_that_nobody_looks_at_calls_back_once(two):
    mover, other = two
    other.context.add_init_script(NOTIFICATIONS)
    other.page.evaluate(SETTINGS % "notify: true")
    other.page.reload()
    other.ready()
    other.page.evaluate(HIDDEN, True)
    mover.take_first()
    expect(other.page).to_have_title("● Your turn · Lueur")
    expect(other.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
    other.page.wait_for_function("() => window.shownNotifications.length > 0")
    shown = other.page.evaluate("window.shownNotifications")
    assert [one["title"] for one in shown] == ["● Your turn · Lueur"]
    assert shown[0]["tag"].startswith("table-")
    assert shown[0]["body"]
