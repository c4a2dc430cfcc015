"""The common table: acting by mouse and keyboard, talk, undo, rules, languages, lost lines."""

from __future__ import annotations

import random

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
        ada.page.get_by_role("tab", name=name).click()
        assert ada.complaints_of_axe() == [], name


def test_the_table_is_told_in_words_once_somebody_reads(table):
    ada, _ = table
    ada.page.get_by_role("tab", name="In words").click()
    words = ada.page.get_by_role("region", name="In words")
    expect(words.locator("p").nth(3)).to_be_visible()
    ada.page.reload()
    ada.ready()
    ada.page.get_by_role("tab", name="In words").click()
    expect(words.locator("p").nth(3)).to_be_visible()


def test_the_table_fits_a_phone(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    assert ada.overflow() <= 0
    assert ada.small_targets() == []
    ada.act(random.Random(LUCK))
    ada.page.get_by_role("tab", name="Story").click()
    expect(ada.page.get_by_role("log")).to_be_visible()


def test_on_a_phone_a_touch_tells_what_a_thing_is(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    ada.act(random.Random(LUCK))
    ada.wait_for_turn()
    thing = ada.page.locator("main .touch:not([data-lit])").first
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
    for name in ("Story", "Chat", "Rules", "Table"):
        ada.page.get_by_role("tab", name=name).click()
        assert ada.overflow() <= 0, name
    expect(ada.page.locator(".prompt .sentence")).to_be_in_viewport()
    expect(ada.page.locator("main")).to_be_in_viewport(ratio=0.5)


def test_the_keyboard_alone_plays(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random")
    for _ in range(6):
        ada.wait_for_turn()
        before = ada.seq
        ada.page.locator("h1").click()
        ada.page.keyboard.press("ArrowDown")
        lit = ada.page.evaluate("document.activeElement.hasAttribute('data-lit')")
        assert lit
        ada.page.keyboard.press("Enter")
        # A thing of the board shows first what it would do; an option of the list does it.
        if ada.page.locator(".prompt[data-touched]").count():
            ada.page.keyboard.press("Enter")
        ada.wait_for(before + 1)
    ada.wait_for_turn()
    before = ada.seq
    ada.page.keyboard.press("1")
    ada.wait_for(before + 1)


def test_a_pointer_that_rests_is_shown_what_the_next_position_offers_there(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "me")
    option = ada.page.locator(".option").first
    option.hover()
    expect(ada.page.locator("main.board .touched")).not_to_have_count(0)
    before = ada.seq
    ada.page.keyboard.press("1")
    ada.wait_for(before + 1)
    expect(option).to_be_enabled()
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
    # To pick a die needs no second touch; to stop does.
    ada.page.locator("main.board .tray [data-lit]").first.click()
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
    hinted = ada.page.locator(".option.hinted")
    expect(hinted).to_be_in_viewport(ratio=0.9)
    expect(ada.page.locator(".hint")).to_be_in_viewport(ratio=0.9)


def test_other_options_are_read_from_the_first(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.sit("faceless", "me", "me", players="2")
    ada.wait_for_turn()
    options = ada.page.locator(".option")
    scrolled = "document.querySelector('.options').scrollTop"
    for wish in ("The Team begins", "Billygoat begins", "Walk: play yellow"):
        options.filter(has_text=wish).first.click()
    expect(ada.page.locator(".sentence")).to_contain_text("goes.")
    options.last.scroll_into_view_if_needed()
    assert ada.page.evaluate(scrolled) > 0
    options.last.click()
    expect(ada.page.locator(".sentence")).to_contain_text("faces.")
    assert options.count() > 10, "they are more than there is room for"
    assert ada.page.evaluate(scrolled) == 0


def test_keys_ask_for_a_hint_and_open_the_rules(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random")
    ada.wait_for_turn()
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".hint")).not_to_be_empty()
    expect(ada.page.locator(".option.hinted")).to_have_count(1)
    ada.page.keyboard.press("?")
    expect(ada.page.locator("article.here")).to_be_in_viewport()
    ada.page.keyboard.press("/")
    ada.page.keyboard.type("firefl")
    found = ada.page.locator("[data-clause]")
    expect(found.first).to_contain_text("irefl")
    assert found.count() < 60


def test_people_talk_and_what_they_write_stays_text(table):
    ada, bruno = table
    for one in table:
        one.page.get_by_role("tab", name="Chat").click()
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
    english = ada.page.get_by_role("log").inner_text()
    ada.page.get_by_role("button", name="Italiano").click()
    expect(ada.page.get_by_role("tab", name="Racconto")).to_be_visible()
    expect(ada.page.locator("[role=log]")).not_to_have_text(english)
    expect(ada.page.locator(".option").first).to_be_visible()
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
    expect(ada.page.locator(".option:enabled").first).to_be_visible()


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
    ada.page.route("**/components?**", lambda route: route.abort())
    ada.sit("lueur", "me", "bot:random")
    expect(ada.page.get_by_text("The server cannot be reached")).to_be_visible()
    ada.page.unroute("**/components?**")
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
    other.page.get_by_role("button", name="Catch me up").click()
    expect(other.page.locator("dialog li").first).to_contain_text(mover.name)
    other.page.keyboard.press("Escape")
    expect(other.page.locator("dialog")).to_have_count(0)


def test_a_bot_says_why_by_the_move_that_it_explains(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:greedy")
    for _ in range(12):
        ada.wait_for_turn()
        if ada.page.locator(".why").count():
            break
        ada.act(random.Random(LUCK))
    ada.act(random.Random(LUCK))
    why = ada.page.locator(".why").first
    expect(why).to_contain_text(":")
    # It stays by its move: what happened later is told below.
    assert why.evaluate("one => one.previousElementSibling.matches('p:not(.why)')")
    expect(ada.page.locator(".why ~ p:not(.why)").first).to_be_visible()


def test_a_refused_wish_is_taken_back(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "me")
    ada.wait_for_turn()
    # On its way the wish becomes one that nobody offered.
    ada.page.evaluate("""() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (data) {
        WebSocket.prototype.send = send;
        send.call(this, data.replace(/"action":\\{[^}]*\\}/, '"action":{"is":"Nonsense"}'));
      };
    }""")
    ada.page.locator(".option").first.click()
    expect(ada.page.locator(".notice")).to_be_visible()
    assert ada.state == "mine"
    expect(ada.page.locator(".option.sent")).to_have_count(0)
    ada.act(random.Random(LUCK))


def test_pointing_at_a_person_rings_them_for_everybody(table):
    ada, bruno = table
    ada.page.locator(".left [data-thing=seat-1]").click(modifiers=["Alt"])
    ringed = "() => document.querySelector('[data-thing=seat-1]').getAnimations().length > 0"
    bruno.page.wait_for_function(ringed)


def test_an_empty_seat_is_handed_to_a_bot(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "open")
    ada.page.get_by_role("button", name="Give the seat to a bot").click()
    expect(ada.page.locator(".left li").nth(1)).to_contain_text("bot")
    ada.wait_for_turn()
