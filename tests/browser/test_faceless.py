"""The Faceless at its board: played by hand on the things themselves, turned, tried and hidden."""

from __future__ import annotations

import json
import math
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.layout import faults
from tests.browser.player import Player
from tests.games.faceless.scene import CONTENT

BOARD = ".faceless"
LIT = f"{BOARD} [data-lit]"
SEED = 11
LARGE = 96
"""Pixels that a figure has at least where it is played."""
RECORDS = Path(__file__).resolve().parents[1] / "records"
SIDES = {
    "memories": ".memories section",
    "extras": ".extras > .extras",
    "threats": ".threats section",
    "night": ".night-pile section",
    "others": ".others > *",
}
# Cards of the first seat that may be played and pose a figure.
CARDS = f"{BOARD} .own .lit[data-thing^='hand.0.']:not([data-thing*=purple]) [data-lit][aria-label^=Walk]"
DIAL = f"{BOARD} .dial svg"
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
    number = rng.randrange(things.count())
    things.nth(number).scroll_into_view_if_needed()
    x, y = middle(player, LIT, number)
    player.page.mouse.click(x, y)
    player.page.wait_for_selector("[data-touched]")
    if player.page.locator(".sure").count():
        assert player.focused
        player.page.mouse.click(x, y)
    else:
        player.choose_first()
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
        player.choose_first()
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
    if player.page.locator(".facing").count() == 0:
        player.take_first()
    player.page.wait_for_selector(".facing")
    player.page.mouse.move(5, 5)


def needle(player: Player) -> float:
    """The angle of the needle, in degrees counter-clockwise."""
    drawn = player.page.locator(".pieces [data-thing=team] .needle")
    found = re.search(r"rotate\(([-\d.e]+)", drawn.get_attribute("transform") or "")
    assert found
    return -float(found[1]) % 360


def test_a_figure_is_turned_by_the_ring_and_the_needle_answers(person):
    ada = person("Ada")
    begin(ada, seed=SEED)
    play_card(ada)
    at_rest = needle(ada)
    box = ada.page.locator(DIAL).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ada.page.mouse.move(x, y - box["height"] * 0.42)
    ada.page.mouse.down()
    angles, said = set(), set()
    for step in range(1, 13):
        angle = math.radians(30 * step)
        far = box["width"] * 0.42
        ada.page.mouse.move(x + far * math.sin(angle), y - far * 0.8 * math.cos(angle))
        angles.add(round(needle(ada)))
        said.add(ada.page.locator(".prompt .sentence").inner_text())
    ada.page.mouse.up()
    assert len(angles) > 3, "the needle follows the hand"
    assert len(said) > 4, "and the question names the wind"
    before = ada.seq
    ada.page.keyboard.press("Escape")
    assert ada.seq == before, "letting go of the ring decides nothing yet"
    assert abs(needle(ada) - at_rest) < 0.01


def test_a_figure_is_turned_by_any_degree_with_the_keys(person):
    ada = person("Ada")
    begin(ada, seed=SEED)
    play_card(ada)
    tape = ada.page.get_by_role("slider")
    at_first = int(tape.get_attribute("aria-valuenow") or 0)
    tape.press("ArrowRight")
    expect(tape).to_have_attribute("aria-valuenow", str((at_first + 1) % 360))
    tape.press("Shift+ArrowRight")
    expect(tape).to_have_attribute("aria-valuenow", str((at_first + 11) % 360))
    tape.press("#")
    typed = ada.page.locator(".tape input")
    typed.fill("239")
    typed.press("Enter")
    expect(tape).to_have_attribute("aria-valuenow", "239")
    # What people read has winds, not degrees; the record keeps the degree.
    assert "°" not in ada.page.locator(".prompt .ask").inner_text()
    before = ada.seq
    ada.page.keyboard.press("Escape")
    tape.press("ArrowLeft")
    ada.page.locator(".prompt .do button").click()
    ada.wait_for(before + 1)
    position = ada.page.evaluate(
        "fetch(location.pathname.replace('table', 'api/tables') + '/record').then(one => one.json())"
    )
    faces = {one["heading"] % 180 for one in position["view"]["figures"]}
    # A yellow Threat may have turned it round since.
    assert (90 - at_first + 1) % 180 in faces


def test_each_outcome_is_one_touch_away_and_said_before_it_is_done(person):
    ada = person("Ada")
    begin(ada, seed=SEED)
    play_card(ada)
    choices = ada.page.locator(".facing .choice")
    expect(choices.nth(2)).to_be_visible()
    for choice in choices.all()[1:]:
        words = choice.inner_text()
        choice.click()
        expect(ada.page.locator(".prompt .consequence")).to_contain_text(words)
        expect(ada.page.locator(".verdict")).to_contain_text(words)
        ada.page.keyboard.press("Escape")
    stay = choices.first.inner_text().partition(": ")[2]
    before = ada.seq
    choices.first.click()
    expect(ada.page.locator(".prompt .consequence")).to_contain_text(stay)
    ada.page.keyboard.press("Enter")
    ada.wait_for(before + 1)


def test_a_reload_in_mid_move_asks_the_same_again(person):
    ada = person("Ada")
    begin(ada, seed=SEED)
    play_card(ada)
    leave = ada.page.locator(".prompt .buttons button").first
    expect(leave).to_contain_text(": ")
    asked = leave.inner_text(), ada.page.locator(".prompt .sentence").inner_text()
    ada.page.reload()
    ada.page.wait_for_selector(".facing")
    expect(leave).to_contain_text(": ")
    assert (leave.inner_text(), ada.page.locator(".prompt .sentence").inner_text()) == asked
    ada.take_first()


def test_the_walk_that_is_drawn_is_the_one_the_team_takes(person):
    ada = person("Ada")
    begin(ada, seed=SEED)
    play_card(ada)
    walks = re.compile(r"finds|^\s*(north-|south-)?(east|west)\b")
    told = ada.page.locator(".facing .choice").filter(has_text=walks)
    told.last.click()
    steps = ada.page.locator(".over .way text").all_text_contents()
    assert steps[:1] == ["1"]
    where = ada.page.locator(".over .way g[transform]").first.get_attribute("transform")
    before = ada.seq
    ada.page.keyboard.press("Enter")
    ada.wait_for(before + 1)
    ada.open_tab("Story")
    assert where
    expect(ada.page.locator(".log")).to_contain_text("The Team steps")


def test_under_the_fog_nothing_of_the_needle_is_on_the_page(person):
    ada = person("Ada")
    begin(ada, seed=SEED, fog="on")
    expect(ada.page.locator("[aria-label='The compass lies under the Fog']")).to_be_visible()
    play_card(ada)
    ada.unfold()
    ada.page.locator(".option").nth(3).hover()
    assert ada.page.locator("[aria-label^='The compass:']").count() == 0
    assert ada.page.locator(".way, .needle").count() == 0


def test_a_phone_counts_the_memories_and_a_person_says_what_they_may_do(person):
    ada = person("Ada", phone=True)
    set_table(ada, "en", {"players": "2"}, ["me", "bot"], seed=SEED)
    expect(ada.page.locator(f"{BOARD} .clock")).to_contain_text("0 of 8 Memories")
    expect(ada.page.locator(f"{BOARD} .peg")).to_have_count(8)
    ada.page.locator(".people [data-thing=seat-0] .person").click()
    power = ada.page.locator(f"{BOARD} .own .power").text_content()
    assert power
    expect(ada.page.get_by_role("dialog")).to_contain_text(power)


FORESTS = ((1440, 900), (1366, 768), (390, 844))


@pytest.mark.parametrize("size", FORESTS, ids=str)
def test_no_scene_is_cut_off_or_overlaps(person, size):
    ada = person("Ada", phone=size[0] < 500)
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    ada.sit("faceless", "me", "me", seed=SEED, players="2")
    rng = random.Random(3)
    looked: set[str] = set()
    for _ in range(40):
        ada.wait_for_turn()
        asked = ada.page.locator(".prompt .sentence").inner_text()[:12]
        if ada.state == "over":
            break
        if asked not in looked:
            looked.add(asked)
            assert faults(ada) == [], asked
            assert ada.overflow() == 0
        ada.act(rng)
    assert len(looked) >= 6


def test_a_card_in_focus_lights_where_its_figure_may_go_and_the_needle_of_each_step(person):
    ada = person("Ada")
    begin(ada, seed=SEED)
    lit = ada.page.locator(f"{BOARD} .reachable")
    # The pointer may rest on a card since the last click.
    ada.page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    ada.page.locator(CARDS).first.click()
    expect(lit.first).to_be_visible()
    steps = ada.page.locator(".over .way .step")
    assert ada.page.locator(".over .way .needle").count() == steps.count() > 0
    ada.page.keyboard.press("Escape")
    expect(lit).to_have_count(0)


@pytest.mark.parametrize("height", [720, 768, 900])
def test_much_that_hangs_and_lies_at_the_sides_covers_nothing(person, height):
    """All expansions and five Memories: what grows long moves what lies below it."""
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1280, "height": height})
    record = json.loads((RECORDS / "faceless-expansions.json").read_text(encoding="utf-8"))
    stored = ada.ask("/api/records", record)
    ada.open(f"/record/{stored['id']}?at=60&seat=2")
    ada.page.wait_for_selector(f"{BOARD} .slip")
    boxes = {
        name: ada.page.locator(f"{BOARD} {selector}").first.bounding_box()
        for name, selector in SIDES.items()
    }
    for above, below in (("memories", "extras"), ("threats", "night"), ("night", "others")):
        upper, lower = boxes[above], boxes[below]
        assert upper
        assert lower
        assert upper["y"] + upper["height"] <= lower["y"] + 1, f"{below} under {above}"


def test_a_purple_card_lights_what_it_reaches(person):
    ada = person("Ada")
    set_table(ada, "en", {"players": "2"}, ["me", "bot"], seed=SEED)
    rng = random.Random(3)
    purple = ada.page.locator(f"{BOARD} .own [data-thing*=purple] [data-lit][aria-label^=Walk]")
    for _ in range(60):
        ada.wait_for_turn()
        if purple.count() or ada.state == "over":
            break
        touch_twice(ada, rng)
    purple.first.click()
    expect(ada.page.locator(f"{BOARD} .reachable").first).to_be_visible()
    expect(ada.page.locator(".consequence")).to_contain_text("You choose each step yourself")


# A golden game, where in it, and what the screen says about a question that has no button for every answer.
EXPLAINED = [
    ("faceless-easy-3", "BurnThreat", "The lowest card of a lit column goes for good"),
    ("faceless-easy-3", "ExchangeCard", "Touch a card of yours, then the column"),
    ("faceless-easy-3", "TakeThreat", "to take."),
    ("faceless-silence", "ChangeNumber", "may change the number of the card"),
    ("faceless-silence", "PickCard", "Touch a card, then who gets it"),
]


@pytest.mark.parametrize(("record", "wanted", "line"), EXPLAINED)
def test_the_screen_says_what_to_touch(person, record, wanted, line):
    ada = person("Ada")
    saved = json.loads((RECORDS / f"{record}.json").read_text("utf-8"))
    at = next(n for n, one in enumerate(saved["entries"]) if one["do"]["is"] == wanted)
    id = ada.ask("/api/records", saved)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": at})
    ada.open(f"/table/{table['id']}")
    ada.ready()
    expect(ada.page.locator(".consequence")).to_contain_text(line)


def forked(player: Player, record: str, wanted: str) -> None:
    """A table that begins in a golden game where something is done for the first time."""
    saved = json.loads((RECORDS / f"{record}.json").read_text("utf-8"))
    entries = saved["entries"]
    at = next(n for n, one in enumerate(entries) if one.get("do", {}).get("is") == wanted)
    id = player.ask("/api/records", saved)["id"]
    table = player.ask(f"/api/records/{id}/fork", {"at": at})
    player.open(f"/table/{table['id']}")
    player.ready()
    player.page.wait_for_selector(f"{BOARD} svg")


def test_an_obstacle_is_laid_on_a_symbol_by_words_that_are_on_the_board(person):
    ada = person("Ada")
    forked(ada, "faceless-second-thoughts", "LayFirst")
    ada.wait_for_turn()
    # A ring for each way to lie: in the middle of the spaces that the game itself would cover.
    side = CONTENT.sides["duskworld"]
    rings = ada.page.locator(f"{BOARD} [data-thing^=laying]")
    expect(rings.first).to_be_attached()
    allowed = {middle_of(placement.cells, CONTENT.board) for placement in side.placements[0]}
    found = {one.get_attribute("data-thing") for one in rings.all()}
    assert found
    assert found <= allowed
    named = [one.get_attribute("aria-label") or "" for one in rings.all()]
    assert not [name for name in named if re.search(r"\b[A-K]\d", name)]
    assert "the symbol in the north, reaching 1 west and 1 east" in " ".join(named)


def middle_of(cells: tuple[int, ...], board: Any) -> str:
    """The name of a ring: the middle of some spaces, in hundredths of one, y downwards."""
    x = sum(board.positions[cell][0] for cell in cells) / len(cells) * 100
    y = -sum(board.positions[cell][1] for cell in cells) / len(cells) * 100
    return f"laying.{math.floor(x + 0.5):d}.{math.floor(y + 0.5):d}"


def test_figures_are_tall_and_nothing_lies_over_them_in_the_east(person):
    """On the lowest of the windows, while a card is played that moves somebody in the east."""
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1366, "height": 768})
    forked(ada, "faceless-hell-4", "StandOn")
    ada.wait_for_turn()
    played = ada.page.locator(f"{BOARD} .night .open")
    expect(played).to_contain_text("being played")
    lies = played.bounding_box()
    assert lies
    figures = ada.page.locator(f"{BOARD} .standing [data-figure] .figure")
    names = ada.page.locator(f"{BOARD} .plates .name")
    standing = [one.bounding_box() for one in figures.all()]
    assert min(box["height"] for box in standing) >= LARGE
    for box in [*standing, *[one.bounding_box() for one in names.all()]]:
        aside = box["x"] + box["width"] <= lies["x"] or lies["x"] + lies["width"] <= box["x"]
        assert (
            aside or box["y"] + box["height"] <= lies["y"] or lies["y"] + lies["height"] <= box["y"]
        )
