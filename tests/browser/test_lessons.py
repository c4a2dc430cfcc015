"""Lessons point at what they speak of, never cover it, and end with their moment."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from embertable.games import GAMES, load
from embertable.server.client import Client
from embertable.server.position_parts import Option
from embertable.server.sessions import COOKIE
from embertable.tutorials import tutorial_of
from tests.browser.player import Player

ELSEWHERE = ThreadPoolExecutor(1)
DECISIONS = 90
SEEN = 7
"""How many lessons a newcomer meets who never takes what ends a turn early."""
LATER = (
    "GiveUp",
    "StopWalking",
    "KeepDice",
    "Rest",
    "Whisper",
    "LeaveShop",
    "DeclineSkill",
    "LetFireDie",
)

# Lit things and bubble, as boxes, and whether the bubble is inside the window.
MEASURE = """() => {
  const box = one => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, right: x + width, bottom: y + height }; };
  const dialog = document.querySelector('.lesson [role=dialog]');
  // It is away while a rival's decision is played.
  if (!dialog) return { lit: 0, covered: 0, inside: false };
  const bubble = box(dialog);
  const lit = [...document.querySelectorAll('.lesson .ring')].map(box);
  const apart = (a, b) => a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
  const strip = box(document.querySelector('.stage-page > .below'));
  return {
    lit: lit.length,
    covered: lit.filter(one => !apart(one, bubble)).length + (apart(bubble, strip) ? 0 : 1),
    inside: bubble.x >= 0 && bubble.y >= 0 && bubble.right <= innerWidth && bubble.bottom <= innerHeight,
  };
}"""


RIGHT = "m.lit > 0 && m.covered === 0 && m.inside"


def begin(player: Player, game: str) -> Client:
    """Sit down at a tutorial; the client decides for the same person."""
    table = player.ask("/api/tables", {"game": game, "tutorial": True})["id"]
    player.open(f"/table/{table}")
    player.ready()
    client = Client(player.address)
    found = {one["name"]: one["value"] for one in player.context.cookies()}
    client.cookie = f"{COOKIE}={found[COOKIE]}"
    return client


async def play_to_a_lesson(
    client: Client, table: str, told: set[str], left: int
) -> tuple[int, int]:
    """Decide until a new lesson is told; the position's number, and the decisions left."""
    async with client.sit(table) as seat:
        position = await seat.my_turn()
        while position.result is None and left > 0:
            if any(one.current and one.id not in told for one in position.lessons):
                break
            await seat.act(min(position.options, key=order))
            position = await seat.my_turn()
            left -= 1
        return position.seq, left


def order(option: Option) -> tuple[bool, bool, int]:
    """What a newcomer does who follows the lessons: the purple card comes first."""
    purple = str(option.action.get("card", "")).startswith("purple")
    return str(option.action["is"]) in LATER, not purple, option.n


def is_right(player: Player) -> bool:
    """Whether the lesson points at something, inside the window, and covers nothing of it."""
    try:
        # Its own height is known a frame later.
        player.page.wait_for_function(f"() => {{ const m = ({MEASURE})(); return {RIGHT}; }}")
    except TooLate:
        return False
    return True


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_points_and_covers_nothing_it_speaks_of(person, game, phone):
    ada = person("Ada", phone=phone)
    client = begin(ada, game)
    table = ada.page.url.rpartition("/")[2]
    lessons = [one.id for one in tutorial_of(load(game)).lessons]
    told: list[str] = []
    left = DECISIONS
    while left > 0 and len(told) < len(lessons):
        playing = play_to_a_lesson(client, table, set(told), left)
        # This thread has Playwright's own loop.
        seq, left = ELSEWHERE.submit(asyncio.run, playing).result()
        ada.wait_for(seq)
        open = ada.page.locator(".lesson")
        if not left or ada.state == "over":
            break
        ada.page.wait_for_selector(".lesson")
        while open.count():
            lesson = open.get_attribute("data-lesson") or ""
            told.append(lesson)
            assert is_right(ada), (lesson, ada.page.evaluate(MEASURE))
            go = open.get_by_role("button", name="Go on")
            if not go.count():
                break
            go.click()
            expect(ada.page.locator(f'[data-lesson="{lesson}"]')).to_have_count(0)
    # The aim comes first.
    assert told[0] == "welcome"
    assert len(told) >= SEEN, told


def test_a_lesson_ends_with_its_moment_and_can_be_skipped(person):
    ada = person("Ada")
    begin(ada, "lueur")
    lesson = ada.page.locator(".lesson")
    expect(lesson).to_contain_text("Whoever carries the most light")
    expect(lesson.get_by_role("dialog", name="Lesson 1 of 10")).to_be_visible()
    ada.page.keyboard.press("Enter")
    expect(lesson).to_have_attribute("data-lesson", "recruit")
    lesson.get_by_role("button", name="Back").click()
    expect(lesson).to_have_attribute("data-lesson", "welcome")
    ada.page.keyboard.press("Enter")
    # What is touched is seen in full light; letting go brings the lesson back.
    ada.page.keyboard.press("1")
    expect(lesson).to_have_count(0)
    ada.page.keyboard.press("Escape")
    expect(lesson).to_have_attribute("data-lesson", "recruit")
    ada.take_first()
    ada.wait_for_turn()
    expect(lesson).to_have_attribute("data-lesson", "dice")
    lesson.get_by_role("button", name="Skip lessons").click()
    expect(lesson).to_have_count(0)
    ada.page.reload()
    ada.ready()
    on = ada.page.get_by_role("button", name="Turn lessons on")
    on.click()
    expect(lesson).to_have_attribute("data-lesson", "dice")
    assert ada.complaints_of_axe() == []


def test_a_lesson_without_its_thing_is_a_sentence_alone(person):
    """Negative control: the measure above finds a lesson that points at nothing."""
    ada = person("Ada")
    begin(ada, "lueur")
    expect(ada.page.locator(".lesson [role=dialog]")).to_be_visible()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(".lesson .ring")
    ada.page.evaluate("""() => {
      const hidden = new CSSStyleSheet();
      hidden.replaceSync('main > *, .prompt .buttons { display: none !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, hidden];
    }""")
    expect(ada.page.locator(".lesson .ring")).to_have_count(0)
    expect(ada.page.locator(".lesson [role=dialog]")).to_be_visible()
