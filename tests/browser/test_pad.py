"""The score pad beside a physical game: counted, followed and searched, also when the server is gone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from embertable.games import GAMES
from tests.browser.player import Player
from tests.browser.running import Served


def kept(page):
    """Wait until the page is kept on the device, and the worker answers for it."""
    expect(page.get_by_text("Kept on this device", exact=False)).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def enter(page, label, value):
    page.get_by_label(label, exact=True).fill(value)
    page.get_by_label(label, exact=True).press("Tab")


def count_of_two(page):
    """The columns of two players; Bo has enough fireflies and wins."""
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_label("Name of player 2").fill("Bo")
    for line, ada, bo in (
        ("Bursts on the track", "31", "28"),
        ("Cards", "-4", "6"),
        ("Journey", "15", "12"),
        ("Companions in front of you", "6", "7"),
        ("Fireflies", "5", "7"),
        ("Footprints", "3", "1"),
        ("Reroll tokens", "0", "2"),
    ):
        enter(page, f"{line}, Ada", ada)
        enter(page, f"{line}, Bo", bo)


def test_a_count_is_made_noted_and_survives_without_the_server(browser, tmp_path):
    """The server is killed for good, and everything goes on: the count, a reload, the turn, the rules."""
    server = Served(tmp_path / "tables.sqlite")
    server.start()
    context = browser.new_context(locale="en")
    context.set_default_timeout(60_000)
    ada = Player("Ada", context, server.address)
    page = ada.page
    try:
        ada.open("/pad/lueur")
        kept(page)
        count_of_two(page)
        expect(page.get_by_role("status").filter(has_text="Bo wins with 57.")).to_be_visible()
    finally:
        server.kill()
    ada.forgive_lost_lines()
    page.reload()
    expect(page.get_by_label("Bursts, Ada")).to_have_text("45")
    expect(page.get_by_label("Bursts, Bo")).to_have_text("57")
    enter(page, "Bursts on the track, Ada", "50")
    expect(page.get_by_text("Ada wins with 64.")).to_be_visible()
    page.get_by_role("button", name="Note this game").click()
    expect(page.get_by_text("Ada 64 · Bo 57")).to_be_visible()
    page.get_by_role("tab", name="Turn").click()
    page.get_by_role("button", name="Done, next").click()
    page.get_by_role("tab", name="Rules").click()
    page.get_by_label("Search rules and cards").fill("end firefl")
    expect(page.locator("[data-clause=L-END-04]")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Ada 64 · Bo 57")).to_be_visible()
    page.get_by_role("tab", name="Turn").click()
    expect(page.locator("[aria-current=step]")).to_contain_text("Morning")
    assert ada.complaints == []
    context.close()


def test_another_page_is_not_answered_from_the_copy(person):
    """The worker keeps to the pads: the home page comes from the server, or not at all."""
    ada = person("Ada")
    ada.open("/pad/lueur")
    kept(ada.page)
    ada.forgive_lost_lines()
    ada.context.set_offline(offline=True)
    ada.page.reload()
    expect(ada.page.get_by_role("heading", name=re.compile("Lueur"))).to_be_visible()
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        ada.open("/")
    with pytest.raises(Exception, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        ada.open("/pad/faceless")
    ada.context.set_offline(offline=False)


def test_the_saved_file_opens_by_itself(browser, person, tmp_path):
    ada = person("Ada")
    ada.open("/pad/deadcells")
    with ada.page.expect_download() as started:
        ada.page.get_by_role("link", name="Save as a file").click()
    assert started.value.suggested_filename == "deadcells-pad.html"
    file: Path = tmp_path / "deadcells-pad.html"
    started.value.save_as(file)
    context = browser.new_context(locale="it")
    context.set_default_timeout(60_000)
    context.set_offline(offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(file.as_uri())
    for _ in range(7):
        page.get_by_label("Cellule nella Borsa: uno in più").click()
    for _ in range(2):
        page.get_by_label("Potenziamenti comprati: uno in più").click()
    page.get_by_label("Cellule gettate nel Pozzo: uno in più").click()
    expect(page.get_by_label("Cellule rimaste")).to_have_text("2")
    page.get_by_label("Com'è finita la partita").select_option(label="Il Boss è caduto")
    # A file may be opened again by another process, before what was written last has reached it.
    for _ in range(5):
        page.reload()
        if page.get_by_label("Cellule rimaste").inner_text() == "2":
            break
    expect(page.get_by_label("Cellule rimaste")).to_have_text("2")
    page.get_by_role("button", name="Annota questa partita").click()
    expect(
        page.get_by_text("Il Boss è caduto · Cellule nella Borsa 7", exact=False)
    ).to_be_visible()
    assert page.get_by_text("Salva come file").count() == 0
    assert complaints == []
    context.close()


@pytest.mark.parametrize("language", ["en", "it"])
def test_axe_finds_nothing_on_any_pad(person, language):
    ada = person("Ada", language=language)
    for game in GAMES:
        ada.open(f"/pad/{game}")
        for tab in ada.page.get_by_role("tab").all():
            tab.click()
            assert ada.complaints_of_axe() == [], (game, tab.inner_text())


def test_every_pad_fits_a_phone_and_a_thumb(person):
    ada = person("Ada", phone=True)
    for game in GAMES:
        ada.open(f"/pad/{game}")
        for tab in ada.page.get_by_role("tab").all():
            tab.click()
            assert ada.overflow() <= 0, (game, tab.inner_text())
            assert ada.small_targets() == [], (game, tab.inner_text())
    ada.open("/pad/lueur")
    for _ in range(2):
        ada.page.get_by_role("button", name="One player more").tap()
    assert ada.overflow() <= 0


def test_rules_and_cards_are_found_by_italian_words(person):
    ada = person("Ada", phone=True, language="it")
    page = ada.page
    ada.open("/pad/setawatch")
    page.get_by_role("tab", name="Regole").click()
    expect(page.get_by_role("heading", name="Le regole in breve")).to_be_visible()
    page.get_by_role("searchbox").fill("legna")
    expect(page.get_by_role("heading", name="Taglia legna")).to_be_visible()
    expect(page.locator("[data-clause^=W-FIRE]").first).to_be_attached()
    expect(page.get_by_text("sono in inglese", exact=False)).to_be_visible()
    assert ada.complaints_of_axe() == []
    page.get_by_role("searchbox").fill("qwertz")
    expect(page.get_by_text("Né una regola né una carta", exact=False)).to_be_visible()


def test_a_pad_is_used_by_keyboard_alone(person):
    ada = person("Ada")
    ada.open("/pad/setawatch")
    page = ada.page
    page.get_by_role("tab", name="Count").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Turn")).to_be_focused()
    page.get_by_role("button", name="Done, next").focus()
    for _ in range(10):
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 2 of 8")).to_be_visible()
    page.get_by_role("button", name="Back").press("Enter")
    expect(page.get_by_role("heading", name="Round 1 of 8")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_contain_text("End of the round")
    page.get_by_role("button", name="Rule W-ROUND-06").press("Enter")
    expect(page.locator("[data-clause=W-ROUND-06]")).to_be_focused()


def test_a_pad_is_found_from_home_and_from_the_page_where_a_table_is_set(person):
    ada = person("Ada")
    ada.open("/")
    ada.page.get_by_role("link", name="Score pad of Lueur").click()
    expect(ada.page.get_by_role("heading", name=re.compile("Lueur"))).to_be_visible()
    ada.page.get_by_role("link", name="To the games").click()
    ada.page.wait_for_selector("article")
    ada.open("/host/faceless")
    ada.page.get_by_role("link", name="Score pad of The Faceless").click()
    expect(ada.page.get_by_label("Memories collected", exact=True)).to_be_visible()
    ada.open("/pad/ludo")
    expect(ada.page.get_by_role("heading")).to_have_count(1)
