"""The Faceless at its board: played by hand on the things themselves, turned, tried and hidden."""

from __future__ import annotations

import itertools
import math
import random
import re

from playwright.sync_api import expect

from tests.browser.player import Player

BOARD = ".faceless"
LIT = f"{BOARD} [data-lit]"
# Cards of the first seat that may be played and pose a figure.
CARDS = f"{LIT}[data-thing^='hand.0.'][aria-label^=Walk]:not([data-thing*=purple])"
WINDS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
NEW_TABLE = """async ([name, language, table]) => {
  const ask = (path, body) => fetch('/api' + path, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  }).then(answer => answer.json());
  await ask('/session', { name, language });
  return ask('/tables', table);
}"""


def set_table(player: Player, language: str, options: dict[str, str], seats: list[str], seed: int):
    """Make a table with a fixed seed, and sit down at it."""
    player.open("/")
    plan = [{"kind": kind, "bot": "random"} for kind in seats]
    wanted = {"game": "faceless", "options": options, "seats": plan, "seed": seed}
    table = player.page.evaluate(NEW_TABLE, [player.name, language, wanted])
    player.open(f"/table/{table['id']}")
    player.page.wait_for_selector(f"{BOARD} svg")
    return table


def sit_down(player: Player, table) -> None:
    player.join(f"/join/{table['id']}.{table['invite']}")
    player.page.wait_for_selector(f"{BOARD} svg")


def middle(player: Player, thing: str, number: int = 0) -> tuple[float, float]:
    box = player.page.locator(thing).nth(number).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch_twice(player: Player, rng: random.Random) -> None:
    """Touch a lit thing: once to see what it does, again to do it; of several choose one."""
    before = player.seq
    things = player.page.locator(LIT)
    x, y = middle(player, LIT, rng.randrange(things.count()))
    player.page.mouse.click(x, y)
    sure = player.page.locator(".sure")
    if sure.count():
        assert sure.locator("strong").inner_text()
        player.page.mouse.click(x, y)
    else:
        player.page.locator(".option").first.click()
    player.wait_for(before + 1)


def press_twice(player: Player, rng: random.Random) -> None:
    """The same by keyboard alone."""
    before = player.seq
    things = player.page.locator(LIT)
    thing = things.nth(rng.randrange(things.count()))
    assert thing.get_attribute("aria-label")
    thing.focus()
    player.page.keyboard.press("Enter")
    if player.page.locator(".sure").count():
        player.page.keyboard.press("Enter")
    else:
        player.page.keyboard.press("1")
    player.wait_for(before + 1)


def test_two_people_and_a_bot_play_in_italian_to_the_end(person):
    ada, bruno = person("Ada", language="it"), person("Bruno", language="it")
    # Many Threats from the start leave a short deck, and so a short game.
    options = {"players": "3", "difficulty": "hell", "hell_cards": "14"}
    table = set_table(ada, "it", options, ["me", "open", "bot"], seed=4)
    sit_down(bruno, table)
    rng = random.Random(8)
    for turn in range(400):
        ada.page.wait_for_selector("[data-state=mine], [data-state=over], [data-state=waiting]")
        ada.wait_for(bruno.seq)
        bruno.wait_for(ada.seq)
        if ada.state == "over":
            break
        if ada.state == "mine":
            touch_twice(ada, rng)
        elif bruno.state == "mine":
            press_twice(bruno, rng)
        else:
            # The bot thinks.
            ada.page.wait_for_function(
                "seq => Number(document.querySelector('.prompt').dataset.seq) > seq", arg=ada.seq
            )
        if turn == 3:
            assert ada.complaints_of_axe() == []
            assert bruno.overflow() == 0
    assert ada.state == bruno.state == "over"
    expect(ada.page.locator(".ending")).to_be_visible()
    expect(ada.page.locator(".sentence")).to_contain_text("Ricordi")
    assert ada.complaints_of_axe() == []


def test_the_sand_stands_while_both_want_it_to(person):
    ada, bruno = person("Ada"), person("Bruno")
    options = {"players": "2", "hourglass": "on", "hourglass_pause": "agreed"}
    bruno.sit_beside(ada.sit("faceless", "me", "open", **options))
    rng = random.Random(2)
    for _ in range(40):
        ada.wait_for_somebody([ada, bruno])
        if ada.page.get_by_role("button", name="Pause the hourglass").count():
            break
        next(one for one in (ada, bruno) if one.state == "mine").act(rng)
        ada.wait_for(bruno.seq)
        bruno.wait_for(ada.seq)
    sand = ada.page.locator("[data-stands]")
    ada.page.get_by_role("button", name="Pause the hourglass").click()
    expect(ada.page.get_by_role("button", name="Let the hourglass run")).to_be_visible()
    expect(sand).to_have_attribute("data-stands", "false")
    bruno.page.get_by_role("button", name="Pause the hourglass (1 of 2 want to)").click()
    expect(sand).to_have_attribute("data-stands", "true")
    ada.page.get_by_role("button", name="Let the hourglass run").click()
    expect(sand).to_have_attribute("data-stands", "false")


def begin(player: Player, seed: int, **options: str) -> None:
    """A table for two, as far as the first own turn."""
    set_table(player, "en", {"players": "2", **options}, ["me", "bot"], seed)
    rng = random.Random(1)
    for _ in range(40):
        player.wait_for_turn()
        if player.page.locator(CARDS).count():
            return
        player.act(rng)
    raise AssertionError("no turn came")


def play_card(player: Player) -> None:
    """Play a card that poses a figure, and leave the figure where it stands first."""
    card = player.page.locator(CARDS).first
    before = player.seq
    card.click()
    card.click()
    player.wait_for(before + 1)
    if player.page.locator(".spot.heading").count() == 0:
        before = player.seq
        player.page.locator(".option:enabled").first.click()
        player.wait_for(before + 1)
    player.page.wait_for_selector(".spot.heading")


def needle(player: Player) -> float:
    """The angle of the large needle, in degrees counter-clockwise."""
    drawn = player.page.locator("[aria-label^='The compass'] g[transform^=rotate]").last
    found = re.search(r"rotate\(([-\d.e]+)", drawn.get_attribute("transform") or "")
    assert found
    return -float(found[1]) % 360


def test_a_figure_is_turned_by_hand_and_the_needle_answers(person):
    ada = person("Ada")
    begin(ada, seed=11)
    play_card(ada)
    ada.page.mouse.move(5, 5)
    at_rest = needle(ada)
    x, y = middle(ada, ".figure.held")
    ada.page.mouse.move(x + 12, y)
    ada.page.mouse.down()
    angles = set()
    for step in range(1, 13):
        angle = math.radians(30 * step)
        ada.page.mouse.move(x + 60 * math.cos(angle), y - 60 * math.sin(angle))
        angles.add(round(needle(ada)))
    assert len(angles) > 3, "the needle follows the hand"
    ada.page.mouse.move(x - 60, y)
    ada.page.mouse.up()
    told = ada.page.locator(".sure strong").inner_text()
    assert told.startswith("Turn ")
    before = ada.seq
    ada.page.keyboard.press("Escape")
    ada.page.mouse.move(5, 5)
    assert ada.seq == before, "letting go of a heading decides nothing yet"
    assert abs(needle(ada) - at_rest) < 0.01


def test_a_reload_in_mid_move_asks_the_same_again(person):
    ada = person("Ada")
    begin(ada, seed=11)
    play_card(ada)
    asked = ada.page.locator(".prompt").inner_text()
    ada.page.reload()
    ada.page.wait_for_selector(".spot.heading")
    assert ada.page.locator(".prompt").inner_text() == asked
    before = ada.seq
    ada.page.locator(".option:enabled").first.click()
    ada.wait_for(before + 1)


def drawn_way(player: Player) -> list[str]:
    """The directions of the dotted way, step by step."""
    line = player.page.locator(".way > path").get_attribute("d") or ""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    angles = [
        math.degrees(math.atan2(y - to_y, to_x - x))
        for (x, y), (to_x, to_y) in itertools.pairwise(points)
    ]
    return [WINDS[round(angle / 60) % 6] for angle in angles]


def test_the_way_that_is_dotted_is_the_one_the_server_tells(person):
    ada = person("Ada")
    begin(ada, seed=11)
    play_card(ada)
    walked = 0
    for option in ada.page.locator(".option").all():
        said = option.inner_text().partition("the needle leads ")[2]
        option.hover()
        if said:
            told = re.findall("|".join(sorted(WINDS, key=len, reverse=True)), said)
            assert WINDS[round(needle(ada) / 60) % 6] == told[0]
            way = drawn_way(ada)
            # The drawing ends where more than the needle decides: at an Obstacle, at the edge.
            assert way == told[: len(way)]
            walked += len(way)
    assert walked > 1


def test_under_the_fog_nothing_of_the_needle_is_on_the_page(person):
    ada = person("Ada")
    begin(ada, seed=11, fog="on")
    expect(ada.page.locator("[aria-label='The compass lies under the Fog']")).to_be_visible()
    play_card(ada)
    ada.page.locator(".option").nth(3).hover()
    assert ada.page.locator("[aria-label^='The compass:']").count() == 0
    assert ada.page.locator(".way, [data-thing=team] g[transform^=rotate]").count() == 0
