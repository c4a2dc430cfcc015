"""The common table: acting by mouse and keyboard, talk, undo, rules, languages, lost lines."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

LUCK = 3


@pytest.fixture
def table(person):
    """Ada and Bruno at a table of Lueur, each in a browser of their own."""
    ada, bruno = person("Ada"), person("Bruno")
    bruno.sit_beside(ada.sit("lueur", "me", "open"))
    return ada, bruno


def mover_of(*people):
    return next(one for one in people if one.state == "mine")


def test_axe_finds_nothing_at_the_table(table):
    ada, _ = table
    for name in ("Story", "Chat", "Rules", "In words"):
        ada.open_tab(name)
        assert ada.complaints_of_axe() == [], name


def test_the_table_is_told_in_words_once_somebody_reads(table):
    ada, _ = table
    ada.open_tab("In words")
    words = ada.page.get_by_role("region", name="In words")
    expect(words.locator("p").nth(3)).to_be_visible()
    ada.page.reload()
    ada.ready()
    ada.open_tab("In words")
    expect(words.locator("p").nth(3)).to_be_visible()


def test_the_table_fits_a_phone(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    assert ada.overflow() <= 0
    assert ada.small_targets() == []
    ada.act(random.Random(LUCK))
    ada.open_tab("Story")
    expect(ada.page.locator(".log")).to_be_visible()


def test_on_a_phone_a_touch_tells_what_a_thing_is(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    ada.act(random.Random(LUCK))
    ada.wait_for_turn()
    thing = ada.page.locator("main div.touch:not([data-lit])").first
    thing.tap()
    about = ada.page.locator("main .about")
    expect(about).to_contain_text(thing.get_attribute("aria-label"))
    about.get_by_role("button", name="Close").tap()
    expect(about).to_be_hidden()


def test_at_twice_the_size_everything_is_in_reach(person):
    ada = person("Ada")
    # What a window of 1440 by 900 shows when everything is twice as large.
    ada.page.set_viewport_size({"width": 720, "height": 450})
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    assert ada.overflow() <= 0
    ada.act(random.Random(LUCK))
    for name in ("Story", "Chat", "Rules", "In words"):
        ada.open_tab(name)
        assert ada.overflow() <= 0, name
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".prompt .sentence")).to_be_in_viewport()
    expect(ada.page.locator("main")).to_be_in_viewport(ratio=0.5)


def test_what_is_drawn_anew_keeps_the_focus(person):
    ada, bruno = person("Ada"), person("Bruno")
    bruno.sit_beside(ada.sit("lueur", "me", "open"))
    people = (ada, bruno)
    while not all(one.state == "mine" for one in people):
        next(one for one in people if one.state == "mine").take_first()
        for one in people:
            one.wait_for(max(one.seq for one in people))
    # Both look at their dice. The place to keep them moves when the forecast comes.
    keep = ada.page.locator("[data-thing=keep][data-lit]")
    keep.evaluate("one => { window.drawn = one; one.focus(); }")
    seq = ada.seq
    bruno.take_first()
    ada.wait_for(seq + 1)
    expect(ada.page.locator(".pennant.ghost")).to_contain_text("Keep:")
    assert ada.page.evaluate("window.drawn === document.activeElement")
    # And if it were removed and drawn again: pressing keys shows where one is.
    ada.page.keyboard.press("Shift")
    removed = """() => { const box = drawn.parentElement; drawn.remove(); window.lost = document.activeElement === document.body; box.append(drawn); }"""
    ada.page.evaluate(removed)
    assert ada.page.evaluate("window.lost")
    ada.page.wait_for_function("window.drawn === document.activeElement")


def test_the_keyboard_alone_plays(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random")
    for _ in range(6):
        ada.wait_for_turn()
        before = ada.seq
        # The board and its keys may come a moment after the prompt, and a bot may still look at its dice.
        ada.page.wait_for_selector("main.board [data-lit]")
        ada.page.locator("h1").click()
        ada.page.keyboard.press("ArrowDown")
        ada.page.wait_for_function("document.activeElement.hasAttribute('data-lit')")
        ada.page.keyboard.press("Enter")
        # A thing first shows what it would do, or its options; what is common and can be undone is done at once.
        for _ in range(2):
            if ada.page.locator(".prompt[data-touched]").count():
                ada.page.keyboard.press("Enter")
        ada.wait_for(before + 1)
    ada.wait_for_turn()
    before = ada.seq
    ada.page.keyboard.press("1")
    assert ada.seq == before, "the first press only shows"
    expect(ada.page.locator(".sure")).to_be_visible()
    ada.page.keyboard.press("Enter")
    ada.wait_for(before + 1)


def test_a_pointer_that_rests_is_shown_what_the_next_position_offers_there(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "me")
    ada.wait_for_turn()
    thing = ada.page.locator("main.board [data-lit]").first
    thing.hover()
    expect(ada.page.locator("main.board .touched")).not_to_have_count(0)
    before = ada.seq
    ada.page.keyboard.press("1")
    ada.page.keyboard.press("1")
    ada.wait_for(before + 1)
    ada.wait_for_turn()
    if ada.page.locator("main.board [data-lit]:hover").count():
        expect(ada.page.locator("main.board .touched")).not_to_have_count(0)


def test_what_is_touched_stays_in_hand_while_others_go_on(table):
    ada, bruno = table
    rng = random.Random(LUCK)
    for _ in range(60):
        if ada.state == bruno.state == "mine":
            break
        mover = mover_of(ada, bruno)
        mover.act(rng)
        for one in table:
            one.wait_for(mover.seq)
    # The first touch of the pennant shows what keeping the dice would bring.
    ada.page.locator("main.board [data-thing=keep]").first.click()
    chosen = ada.page.locator(".prompt[data-touched]")
    expect(chosen).to_be_visible()
    bruno.act(rng)
    ada.wait_for(bruno.seq)
    expect(chosen).to_be_visible()


def test_what_a_hint_proposes_is_in_sight_in_a_low_window(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.sit("faceless", "me", "me", players="2")
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".hint")).to_be_in_viewport(ratio=0.9)
    expect(ada.page.locator(".sure ~ .buttons .focused")).to_be_in_viewport(ratio=0.9)
    ada.unfold()
    expect(ada.page.locator(".option.hinted")).to_be_in_viewport(ratio=0.9)


def test_other_options_are_read_from_the_first(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.sit("faceless", "me", "me", players="2")
    ada.wait_for_turn()
    options = ada.page.locator(".option")
    scrolled = "document.querySelector('.options').scrollTop"
    for wish in ("The Team begins", "Billygoat begins", "Walk: play Judith"):
        before = ada.seq
        ada.unfold()
        options.filter(has_text=wish).first.click()
        options.filter(has_text=wish).first.click()
        ada.wait_for(before + 1)
    expect(ada.page.locator(".sentence")).to_contain_text("Where does Judith go?")
    ada.unfold()
    options.last.scroll_into_view_if_needed()
    assert ada.page.evaluate(scrolled) > 0
    options.last.click()
    options.last.click()
    expect(ada.page.locator(".sentence")).to_contain_text("Which way does Judith face?")
    ada.unfold()
    assert options.count() > 10, "they are more than there is room for"
    assert ada.page.evaluate(scrolled) == 0


def test_keys_ask_for_a_hint_and_open_the_rules(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".hint")).not_to_be_empty()
    expect(ada.page.locator(".option.hinted")).to_have_count(1)
    ada.page.keyboard.press("r")
    expect(ada.page.locator("article.here")).to_be_in_viewport()
    ada.page.keyboard.press("/")
    expect(ada.page.get_by_label("Search the rules")).to_be_focused()
    ada.page.keyboard.type("firefl")
    found = ada.page.locator("[data-clause]")
    expect(found.first).to_contain_text("irefl")
    assert found.count() < 60


def test_people_talk_and_what_they_write_stays_text(table):
    ada, bruno = table
    for one in table:
        one.open_tab("Chat")
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    ada.page.get_by_placeholder("Say something").fill(evil)
    ada.page.get_by_role("button", name="Send").click()
    expect(bruno.page.locator(".lines p")).to_contain_text(evil)
    assert bruno.page.locator(".lines img, .lines script").count() == 0
    bruno.page.get_by_role("button", name="Well done").click()
    expect(ada.page.locator(".gesture")).to_have_text("Well done")


def test_an_undo_that_concerns_others_is_asked_for(table):
    ada, bruno = table
    for _ in range(40):
        mover, other = (ada, bruno) if ada.state == "mine" else (bruno, ada)
        mover.act(random.Random(LUCK))
        other.wait_for(mover.seq)
        if mover.page.get_by_role("button", name="Ask to undo").count():
            break
    else:
        pytest.fail("nobody could ask to undo")
    before = mover.page.locator(".sentence").inner_text()
    mover.page.get_by_role("button", name="Ask to undo").click()
    other.page.get_by_role("button", name="Agree").click()
    mover.page.wait_for_selector(".proposal", state="detached")
    mover.wait_for_turn()
    assert mover.page.locator(".sentence").inner_text() != "" != before
    expect(mover.page.get_by_role("button", name="Agree")).to_have_count(0)


def test_the_language_changes_at_the_table(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    ada.act(random.Random(LUCK))
    ada.wait_for_turn()
    ada.open_tab("Story")
    english = ada.page.locator(".log").inner_text()
    ada.page.keyboard.press(",")
    ada.page.get_by_role("button", name="italiano").click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("tab", name="Racconto")).to_be_visible()
    expect(ada.page.locator(".log")).not_to_have_text(english)
    expect(ada.page.get_by_role("button", name="Tutte: ")).to_be_visible()
    assert ada.seq > 0


def test_a_reload_finds_the_table_as_it_was(table):
    ada, bruno = table
    mover = mover_of(ada, bruno)
    mover.act(random.Random(LUCK))
    seq, sentence = mover.seq, mover.page.locator(".sentence").inner_text()
    mover.page.reload()
    mover.wait_for(seq)
    assert mover.page.locator(".sentence").inner_text() == sentence


def test_looking_back_offers_nothing_and_leads_to_now(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    ada.act(random.Random(LUCK))
    ada.wait_for_turn()
    ada.page.keyboard.press("[")
    expect(ada.page.get_by_role("group", name="Replay")).to_be_visible()
    expect(ada.page.locator(".option:enabled")).to_have_count(0)
    ada.page.get_by_role("button", name="Back to the table").click()
    expect(ada.page.get_by_role("button", name=re.compile("^All \\d"))).to_be_visible()


def test_offline_and_back_nothing_is_lost(table):
    ada, bruno = table
    ada.forgive_lost_lines()
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    for _ in range(30):
        if bruno.state != "mine":
            break
        bruno.act(random.Random(LUCK))
    ada.context.set_offline(False)
    ada.wait_for(bruno.seq)
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0)
    for one in table:
        one.open_tab("Story")
    assert (
        ada.page.locator(".log p").all_inner_texts()
        == bruno.page.locator(".log p").all_inner_texts()
    )


def test_the_server_is_killed_and_comes_back(table, served):
    ada, bruno = table
    for one in table:
        one.forgive_lost_lines()
    mover = mover_of(ada, bruno)
    mover.act(random.Random(LUCK))
    seq = mover.seq
    served.kill()
    for one in table:
        expect(one.page.get_by_text("Connection lost")).to_be_visible()
    served.start()
    for one in table:
        one.page.wait_for_selector("[data-connection=open]")
        one.wait_for(seq)
    mover = mover_of(ada, bruno)
    mover.act(random.Random(LUCK))
    assert mover.seq > seq


def test_a_board_that_could_not_be_fetched_comes_when_the_line_is_back(person):
    ada = person("Ada")
    ada.forgive_lost_lines()
    ada.page.route("**/components", lambda route: route.abort())
    ada.sit("lueur", "me", "bot:random")
    expect(ada.page.get_by_text("The server cannot be reached")).to_be_visible()
    ada.page.unroute("**/components")
    expect(ada.page.locator("main.board svg").first).to_be_visible()
    expect(ada.page.get_by_text("The server cannot be reached")).to_have_count(0)


def test_an_old_page_is_told_to_reload(person):
    ada = person("Ada")
    ada.forgive_lost_lines()
    ada.sit("lueur", "me", "bot:random")
    ada.page.route(ada.address + "/", lambda route: route.fulfill(body="<script src=/newer.js>"))
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    ada.context.set_offline(False)
    expect(ada.page.get_by_role("button", name="Reload")).to_be_visible()


def test_catching_up_tells_what_others_did(table):
    ada, bruno = table
    mover, other = (ada, bruno) if ada.state == "mine" else (bruno, ada)
    mover.act(random.Random(LUCK))
    other.wait_for(mover.seq)
    other.open_tab("Story")
    other.page.get_by_role("button", name="Catch me up").click()
    expect(other.page.locator("dialog li").first).to_contain_text(mover.name)
    other.page.keyboard.press("Escape")
    expect(other.page.locator("dialog")).to_have_count(0)


def test_bots_say_why_beside_the_story_and_only_if_wanted(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:greedy")
    for _ in range(12):
        ada.wait_for_turn()
        ada.open_tab("Chat")
        if ada.page.locator(".comments").count():
            break
        ada.page.keyboard.press("Escape")
        ada.act(random.Random(LUCK))
    comments = ada.page.locator(".comments")
    comments.locator("summary").click()
    expect(comments).to_contain_text("Cinder")
    # The story has what happened and nothing else.
    said = comments.locator("p").last.inner_text().removeprefix("Cinder ")
    ada.open_tab("Story")
    expect(ada.page.get_by_role("region", name="Story")).not_to_contain_text(said)
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press(",")
    setting = ada.page.get_by_role("dialog").get_by_role("radiogroup", name="Comments")
    setting.get_by_text("off", exact=True).click()
    ada.page.keyboard.press("Escape")
    ada.open_tab("Chat")
    expect(comments).to_have_count(0)


def test_a_refused_wish_is_taken_back(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "me")
    ada.wait_for_turn()
    # On its way the wish becomes one that nobody offered.
    ada.page.evaluate("""() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (data) {
        if (data.includes('"act"')) WebSocket.prototype.send = send;
        send.call(this, data.replace(/"action":\\{[^}]*\\}/, '"action":{"is":"Nonsense"}'));
      };
    }""")
    ada.page.keyboard.press("1")
    ada.page.keyboard.press("1")
    expect(ada.page.locator(".notice")).to_be_visible()
    assert ada.state == "mine"
    expect(ada.page.locator(".option.sent")).to_have_count(0)
    ada.act(random.Random(LUCK))


def test_pointing_at_a_person_rings_them_for_everybody(table):
    ada, bruno = table
    ada.page.locator(".people [data-thing=seat-1]").click(modifiers=["Alt"])
    ring = bruno.page.locator(".ping")
    expect(ring).to_contain_text("Ada")
    # It fades.
    expect(ring).to_have_count(0)


def test_an_empty_seat_is_handed_to_a_bot(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "open")
    ada.page.get_by_role("button", name="Give the seat to a bot").click()
    expect(ada.page.locator(".people li").nth(1)).to_contain_text("bot")
    ada.wait_for_turn()
