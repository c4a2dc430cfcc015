"""Every symbol on the four boards is explained: to a pointer that rests on it, to a finger, and to the keyboard."""

from __future__ import annotations

import contextlib
import random

import pytest
from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

from tests.browser.player import MOMENT, Player

GAMES = ("deadcells", "faceless", "lueur", "setawatch")
# A look at every part of a board, so many times with so many decisions between them.
LOOKS = 3
BETWEEN = 6

# Small pictures, and numbers drawn inside large ones: whatever a pointer meets there must have a name
# that the page tells (`table/Tooltip.svelte`), or be a button with words. What lies under something else
# now is looked at another time.
UNEXPLAINED = """() => {
  const board = document.querySelector('main.board');
  const named = "[data-lit], button, a, [data-tooltip], :is([title], [aria-label]):not([role=group], section, nav, ol)";
  const large = svg => svg.getBoundingClientRect().width > 140;
  const outermost = one => { let svg = one.closest('svg'); while (svg.parentElement.closest('svg')) svg = svg.parentElement.closest('svg'); return svg; };
  const symbols = [...board.querySelectorAll('svg')].filter(svg => outermost(svg) === svg && !large(svg) && !svg.matches('.visually-hidden'));
  const numbers = [...board.querySelectorAll('svg text')].filter(one => /\\d/.test(one.textContent) && large(outermost(one)) && !one.closest('[aria-hidden=true]'));
  const found = new Set();
  for (const one of [...symbols, ...numbers]) {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const met = width > 0 ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
    if (!met || !board.contains(met)) continue;
    if (one.tagName === 'text' && !outermost(one).contains(met)) continue; // Beyond the edge of its picture.
    const unit = one.closest('.touchable');
    if (!met.contains(one) && !one.contains(met) && !(unit && unit.contains(met)) && !outermost(one).contains(met)) continue;
    const thing = met.closest(named);
    const told = thing && (thing.getAttribute('aria-label') || thing.getAttribute('title') || thing.textContent).trim();
    if (!told) found.add(`${one.getAttribute('class') ?? one.tagName} in ${one.parentElement.className.baseVal ?? one.parentElement.className}`);
  }
  return [...found];
}"""


def unexplained(player: Player) -> set[str]:
    """What no name belongs to, in any part of the board."""
    parts = player.page.locator("main.board .scene")
    found: set[str] = set()
    for number in range(max(1, parts.count())):
        if parts.count():
            parts.nth(number).click()
        found.update(player.page.evaluate(UNEXPLAINED))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_of_a_board_is_explained(person, game):
    ada = person("Ada", phone=game in ("lueur", "deadcells"))
    ada.sit(game, "me", "bot:random", players="2", seed=5)
    rng = random.Random(7)
    found: set[str] = set()
    for _ in range(LOOKS):
        ada.wait_for_turn()
        if ada.state == "over":
            break
        found |= unexplained(ada)
        for _ in range(BETWEEN):
            ada.wait_for_turn()
            if ada.state == "over":
                break
            ada.act(rng)
    if ada.state == "over":
        # What tells how it went lies over the board.
        ada.page.wait_for_selector(".aftermath")
        ada.page.keyboard.press("Escape")
        found |= unexplained(ada)
    assert found == set()


def test_a_symbol_without_a_name_is_found(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.page.wait_for_selector(".lueur .moons")
    ada.page.evaluate(
        "document.querySelector('.lueur nav').innerHTML += '<svg class=planted width=20 height=20><circle r=20 /></svg>'"
    )
    assert any("planted" in one for one in unexplained(ada))


def test_a_pointer_that_rests_is_told_what_lies_there(person):
    ada = person("Ada")
    ada.sit("faceless", "me", "bot:random", players="2")
    # What was told is forgotten when somebody decides.
    ada.wait_for_turn()
    memory = ada.page.locator("main.board [role=img][aria-label]:not([title])").first
    memory.hover()
    about = ada.page.locator(".about")
    expect(about).to_contain_text(memory.get_attribute("aria-label") or "", use_inner_text=True)
    ada.page.mouse.move(0, 0)
    expect(about).to_be_hidden()


def test_a_tooltip_of_a_game_without_cards_of_ours_asks_for_them_once(person):
    """An empty answer is an answer; asking again for ever would freeze the page."""
    ada = person("Ada")
    asked: list[str] = []
    ada.page.on("request", lambda one: asked.append(one.url) if "sources" in one.url else None)
    ada.sit("lueur", "me", "bot:random", players="2")
    for _ in range(3):
        ada.wait_for_turn()
        ada.act(random.Random(7))
    ada.wait_for_turn()
    about = ada.page.locator(".about")
    for number in range(2):
        thing = ada.page.locator("main.board [data-tooltip]:visible").nth(number)
        # What a bot decides meanwhile takes the words away: the pointer comes again.
        for _ in range(20):
            thing.hover()
            with contextlib.suppress(TookTooLong):
                about.wait_for(timeout=MOMENT)
                break
            ada.page.mouse.move(0, 0)
        expect(about).to_be_visible()
        ada.page.mouse.move(0, 0)
        expect(about).to_be_hidden()
    assert len(asked) == 1


def test_the_keyboard_walks_over_what_can_only_be_asked_about(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.page.wait_for_selector(".lueur [data-lit]")
    keys = ada.page.keyboard
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):
        keys.press(f"Shift+{key}")
    here = ada.page.locator(":focus")
    expect(here).not_to_have_attribute("data-lit", "")
    told = here.get_attribute("aria-label") or here.get_attribute("title") or ""
    expect(ada.page.locator(".about")).to_have_text(told, use_inner_text=True)
