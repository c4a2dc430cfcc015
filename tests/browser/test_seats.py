"""Who sits where: several seats of one person, bots that help out, and the host who keeps order."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

LUCK = 3
SEED = 5
"""With this seed the Team lives to see its second turn."""


@pytest.fixture
def table(person):
    """Ada, who is the host, and Bruno at a table of Lueur."""
    ada, bruno = person("Ada"), person("Bruno")
    bruno.sit_beside(ada.sit("lueur", "me", "open"))
    return ada, bruno


def open_seat(player, number):
    player.page.locator(f".people [data-thing=seat-{number}] .person").click()


def press(player, name):
    player.page.get_by_role("button", name=name, exact=True).click()


def test_whoever_holds_two_seats_is_asked_at_each(person):
    ada = person("Ada")
    wish = {"game": "faceless", "options": {"players": "2"}, "seed": SEED}
    table = ada.ask("/api/tables", {**wish, "seats": [{"kind": "me"}, {"kind": "me"}]})
    ada.open(f"/table/{table['id']}")
    ada.ready()
    rng = random.Random(LUCK)
    seats: set[str] = set()
    for _ in range(30):
        ada.page.wait_for_selector(".prompt:is([data-state=mine], [data-state=over])")
        if ada.state == "over" or len(seats) == 2:
            break
        seats.add(ada.page.locator(".prompt .seat").inner_text())
        ada.act(rng)
    assert seats == {"Seat 1", "Seat 2"}


def test_a_stranger_who_watches_sits_down(person):
    ada, clara = person("Ada"), person("Clara")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = ada.ask("/api/tables", {"game": "lueur", "seats": seats, "listed": True})
    clara.forgive_lost_lines()
    clara.open(f"/table/{table['id']}")
    clara.ready()
    open_seat(clara, 1)
    press(clara, "Sit here")
    expect(clara.page.locator(".people li").nth(1)).to_contain_text("you")
    expect(clara.page.locator("[data-connection=open]")).to_be_visible()
    expect(clara.page.locator(".sentence")).to_have_text(
        re.compile("[Ww]aiting for Ada|Who will you be")
    )


def test_the_host_mutes_and_lets_talk_again(table):
    ada, bruno = table
    bruno.open_tab("Chat")
    open_seat(ada, 1)
    press(ada, "Mute")
    expect(bruno.page.get_by_label("Say something")).to_be_disabled()
    expect(ada.page.locator(".people li").nth(1)).to_contain_text("muted")
    open_seat(ada, 1)
    press(ada, "Unmute")
    expect(bruno.page.get_by_label("Say something")).to_be_enabled()


def test_the_host_takes_a_seat_away_at_the_second_touch(table):
    ada, bruno = table
    bruno.forgive_lost_lines()
    open_seat(ada, 1)
    assert ada.complaints_of_axe() == []
    press(ada, "Take the seat away")
    expect(ada.page.get_by_text("Bruno will lose the seat")).to_be_visible()
    assert bruno.page.locator(".notice").count() == 0
    press(ada, "Take the seat away")
    expect(bruno.page.get_by_text("You have no seat at this table")).to_be_visible()
    expect(ada.page.locator(".people li").nth(1)).to_contain_text("free seat")
    bruno.page.get_by_role("main").get_by_role("link", name="Back to the shelf").click()
    expect(bruno.page.locator("article")).to_have_count(4)


def test_a_bot_plays_for_somebody_until_they_take_the_seat_back(table):
    ada, bruno = table
    mover, other, seat = (ada, bruno, 0) if ada.state == "mine" else (bruno, ada, 1)
    before = mover.seq
    open_seat(mover, seat)
    mover.page.get_by_label("Which bot").select_option("random")
    press(mover, "Let a bot play here")
    # The bot decides, and then it is the other's turn.
    other.wait_for(before + 1)
    expect(other.page.locator(".people li").nth(seat)).to_contain_text("a bot plays")
    press(mover, "Take the seat back")
    expect(mover.page.get_by_role("button", name="Take the seat back")).to_have_count(0)
    expect(other.page.locator(".people li").nth(seat)).not_to_contain_text("a bot plays")


def test_a_free_seat_is_left_taken_and_opened_again(table):
    ada, bruno = table
    bruno.forgive_lost_lines()
    open_seat(bruno, 1)
    press(bruno, "Stand up")
    press(bruno, "Stand up")
    expect(bruno.page.get_by_text("You have no seat at this table")).to_be_visible()
    open_seat(ada, 1)
    press(ada, "Sit here")
    expect(ada.page.locator(".people li").nth(1)).to_contain_text("you, seat 2")
    open_seat(ada, 1)
    press(ada, "Stand up")
    press(ada, "Stand up")
    expect(ada.page.locator(".people li").nth(1)).to_contain_text("free seat")
    press(ada, "Give the seat to a bot")
    open_seat(ada, 1)
    press(ada, "Open the seat for a friend")
    expect(ada.page.locator(".people li").nth(1)).to_contain_text("free seat")


def test_everybody_sees_whose_numbers_the_luck_is_made_of(person):
    ada, bruno = person("Ada"), person("Bruno")
    ada.host("lueur", "me", "open")
    bruno.join(ada.invitation())
    for one in (ada, bruno):
        one.open_tab("Chat")
        press(one, "About this table")
        sheet = one.page.get_by_role("dialog", name="About this table")
        expect(sheet).to_contain_text("the server's number and those of Ada, Bruno")
        expect(sheet).to_contain_text("Your number is among them.")
        assert one.complaints_of_axe() == []
    # A browser whose number was left out says so.
    bruno.page.evaluate(
        "localStorage['embertable.luck'] = localStorage['embertable.luck'].replaceAll(/:\"..../g, ':\"0000')"
    )
    bruno.page.reload()
    expect(bruno.page.get_by_text("Do not trust the luck")).to_be_visible()


def test_the_host_keeps_order_among_those_who_watch_and_the_operator_is_told(person):
    ada, clara = person("Ada"), person("Clara")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = ada.ask("/api/tables", {"game": "lueur", "seats": seats, "listed": True, "seed": SEED})
    clara.forgive_lost_lines()
    clara.ask("/api/luck", {})  # Any request, so that she has a name.
    for one in (ada, clara):
        one.open(f"/table/{table['id']}")
        one.ready()
    press(ada, "1 person watches")
    sheet = ada.page.get_by_role("dialog", name="About this table")
    expect(sheet).to_contain_text("Clara · here now")
    clara.open_tab("Chat")
    press(ada, "Mute")
    expect(clara.page.get_by_label("Say something")).to_be_disabled()
    sheet.get_by_label("Tell the operator").fill("Clara tells me what to do.")
    press(ada, "Report")
    expect(sheet).to_contain_text("The operator will see it.")
    press(ada, "Make all invitations void")
    expect(sheet).to_contain_text("Press again to confirm.")
    press(ada, "Make all invitations void")
    expect(sheet).to_contain_text("Seats stay.")
    press(ada, "Remove")
    expect(clara.page.locator(".prompt")).to_have_count(0)
    press(ada, "Let come back")
    assert ada.complaints_of_axe() == []
