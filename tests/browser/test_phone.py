"""The table on a phone: what is asked for lies in sight, a touch moves nothing away, and what others did is told."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

RECORDS = Path(__file__).resolve().parents[1] / "records"
RUN = RECORDS / "deadcells-victory.json"
SAILED = RECORDS / "lueur-archipelago-2.json"
WAVERED = RECORDS / "faceless-hell-4.json"

# How many lit things of the board are seen whole or by half.
IN_SIGHT = """() => {
  const board = document.querySelector('main.board').getBoundingClientRect();
  return [...document.querySelectorAll('main.board [data-lit]')].map(one => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
    .filter(({ x, y }) => x >= board.left && x <= board.right && y >= board.top && y <= board.bottom).length;
}"""
# What is not on the board, such as the end of a watch, is a button of the prompt.
AT_HAND = f"""() => ({IN_SIGHT})() > 0
  || (!document.querySelector('main.board [data-lit]') && document.querySelector('.prompt .buttons button:enabled') !== null)"""
# In one step, before anything can come in from a server: where everything is when a thing was touched once.
TOUCHED = """async () => {
  const boxes = () => [...document.querySelectorAll('.below, main.board')].map(one => one.getBoundingClientRect().height);
  const before = boxes();
  document.querySelector('main.board [data-lit]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return { before, after: boxes(), touched: document.querySelector('.prompt').dataset.touched };
}"""


@pytest.mark.parametrize("game", ["deadcells", "setawatch"])
def test_what_is_asked_for_lies_in_sight(person, game):
    ada = person("Ada", phone=True)
    ada.sit(game, "me", "bot:random", players="2")
    rng = random.Random(4)
    for _ in range(14):
        ada.wait_for_turn()
        if ada.state == "over":
            break
        ada.page.wait_for_function(AT_HAND)
        ada.act(rng)


def test_whoever_opens_the_page_in_mid_game_finds_it_in_sight_too(person):
    """The Group stands before the exits, at the lower end of a long map."""
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(RUN.read_text(encoding="utf-8")))
    table = ada.ask(f"/api/records/{record['id']}/fork", {"at": 60})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector("[data-scene=map] [data-lit]")
    ada.page.wait_for_function(f"() => ({IN_SIGHT})() === 2")


def test_everybody_at_a_full_table_is_in_sight(person):
    ada = person("Ada", phone=True, language="it")
    ada.sit("lueur", "me", *["bot:random"] * 3, players="4")
    people = ada.page.locator(".people")
    assert people.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert ada.page.locator(".people .face").count() == 4
    assert ada.small_targets() == []


def test_the_first_touch_moves_nothing_away(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.page.wait_for_selector("main.board [data-lit]")
    seen = ada.page.evaluate(TOUCHED)
    assert seen["touched"] == "1"
    assert seen["after"] == seen["before"]
    expect(ada.page.locator(".sure")).to_be_visible()


def test_a_hint_is_shown_on_the_thing_itself(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.page.wait_for_selector("main.board [data-lit]")
    ada.page.get_by_role("button", name="Hint").tap()
    expect(ada.page.locator("main.board .touched").first).to_be_visible()
    before = ada.seq
    ada.page.locator(".sure ~ .buttons .focused").tap()
    ada.wait_for(before + 1)


def test_what_others_did_is_told_beside_what_is_asked(person):
    ada = person("Ada", phone=True)
    ada.sit("faceless", "me", "bot:random", players="2")
    ada.wait_for_turn()
    recent = ada.page.locator(".recent")
    expect(recent).not_to_be_empty()
    recent.tap()
    story = ada.page.locator(".log")
    expect(story.locator("p").last).to_be_in_viewport()


def test_what_happened_is_told_whole_and_not_behind_the_edge(person):
    """A sentence too long for one line goes on in the next."""
    ada = person("Ada", phone=True, language="it")
    record = ada.ask("/api/records", json.loads(SAILED.read_text(encoding="utf-8")))
    table = ada.ask(f"/api/records/{record['id']}/fork", {"at": 70})
    ada.open(f"/table/{table['id']}")
    line = ada.page.locator(".recent.one")
    expect(line).not_to_be_empty()
    room = line.evaluate("one => [one.offsetWidth, one.parentElement.clientWidth]")
    assert room[0] <= room[1], room
    cut = line.locator("span").evaluate("one => one.scrollWidth > one.clientWidth")
    assert not cut


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_tools_of_two_people_have_one_line_and_say_their_names(person, language):
    """Whoever plays with others asks to undo, beside a hint and the list."""
    ada, bruno = (person(name, phone=True, language=language) for name in ("Ada", "Bruno"))
    ada.page.set_viewport_size({"width": 360, "height": 740})
    bruno.sit_beside(ada.sit("setawatch", "me", "open", players="2"))
    ada.wait_for_turn()
    ada.take_first()
    ada.wait_for_turn()
    expect(ada.page.locator(".prompt .tools [aria-keyshortcuts=u]")).to_be_visible()
    assert ada.page.evaluate(CROWDED) == {"cut": [], "lines": 1}
    assert ada.complaints_of_axe() == []


def test_a_sentence_that_has_no_room_is_not_begun(person):
    """A question, what explains it and what threatens: the rest is in the story."""
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(WAVERED.read_text(encoding="utf-8")))
    table = ada.ask(f"/api/records/{record['id']}/fork", {"at": 39})
    ada.open(f"/table/{table['id']}")
    ada.wait_for_turn()
    ada.take_first()
    expect(ada.page.locator(".prompt .sentence")).to_contain_text("Face the next Threat?")
    expect(ada.page.locator(".prompt .threat b")).to_be_visible()
    said = ada.page.locator(".prompt .ask .words > *:visible").last.bounding_box()
    button = ada.page.locator(".prompt .do button").first.bounding_box()
    assert said["y"] + said["height"] <= button["y"] + 2


def test_language_and_sound_lie_behind_one_button(person):
    ada = person("Ada", phone=True)
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.page.get_by_role("button", name="Settings").tap()
    ada.page.get_by_role("button", name="italiano").tap()
    expect(ada.page.locator("html")).to_have_attribute("lang", "it")
    assert ada.complaints_of_axe() == []
    assert ada.small_targets() == []


# Titles that are cut, and whether the tools beside the turn take more than one line.
CROWDED = """() => ({
  cut: [...document.querySelectorAll('.head h1, .head b')].filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent),
  lines: new Set([...document.querySelectorAll('.prompt > .who button')].map(one => Math.round(one.getBoundingClientRect().bottom / 20))).size,
})"""


@pytest.mark.parametrize("language", ["en", "it"])
def test_title_and_tools_have_room(person, language):
    ada = person("Ada", phone=True, language=language)
    ada.page.set_viewport_size({"width": 360, "height": 740})
    for game in ("lueur", "setawatch"):
        ada.sit(game, "me", "me", players="2")
        ada.wait_for_turn()
        ada.take_first()
        ada.wait_for_turn()
        ada.page.wait_for_function("() => document.querySelector('.head h1').textContent !== ''")
        assert ada.page.evaluate(CROWDED) == {"cut": [], "lines": 1}
    ada.page.evaluate("document.querySelector('.head h1').textContent += ': Swords of the Coin'")
    ada.page.evaluate("document.querySelector('.prompt .tools').style.flexDirection = 'column'")
    crowded = ada.page.evaluate(CROWDED)
    assert crowded["cut"]
    assert crowded["lines"] > 1
