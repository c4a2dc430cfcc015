"""Dead Cells before the cards: other readings on the host page, the closed chat, and the clock of the talk."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.player import Player

MANY = 60
TALK = "Only signals count now: the chat opens again when the cards are revealed."


def test_other_readings_are_folded_and_go_to_the_table(person):
    ada = person("Ada")
    ada.open("/host/deadcells")
    ada.page.get_by_label("Your name").fill("Ada")
    chosen = ada.page.locator("[aria-labelledby=setting-unspent_cells]")
    expect(chosen).to_be_hidden()
    ada.page.get_by_text("Where the rulebook can be read in two ways").click()
    expect(chosen).to_be_visible()
    expect(ada.page.get_by_text("Our reading is set.")).to_be_visible()
    with ada.page.expect_request(lambda one: one.url.endswith("/api/tables")) as sent:
        chosen.get_by_role("button", name="kept", exact=True).click()
        ada.page.get_by_role("button", name="Set the table").click()
    assert sent.value.post_data_json["options"]["unspent_cells"] == "kept"


def preparing(player: Player, **options: str) -> None:
    """At a table for two, at the first talk before the cards."""
    player.sit("deadcells", "me", "me", players="2", seed=5, **options)
    rng = random.Random(5)
    for _ in range(MANY):
        player.wait_for_turn()
        if player.page.locator("[data-scene=fight]").count():
            return
        player.act(rng)
    raise AssertionError("no fight came")


def test_signals_close_the_chat_and_say_why(person):
    ada = person("Ada")
    preparing(ada, talk="signals")
    ada.open_tab("Chat")
    expect(ada.page.get_by_role("status").filter(has_text=TALK)).to_be_visible()
    expect(ada.page.get_by_role("textbox", name="Say something")).to_be_disabled()
    preparing(ada, talk="aloud")
    ada.open_tab("Chat")
    expect(ada.page.get_by_role("textbox", name="Say something")).to_be_enabled()
    assert ada.page.get_by_text(TALK).count() == 0


def seconds_left(player: Player) -> int:
    minutes, seconds = player.page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_the_clock_of_the_talk_runs(person):
    ada = person("Ada")
    ada.page.clock.install(time=0)
    preparing(ada, talk="signals", preparation="60")
    before = seconds_left(ada)
    assert 20 < before <= 60
    ada.page.clock.run_for(15_000)
    # Some real time passes as well.
    assert before - 30 < seconds_left(ada) <= before - 15
