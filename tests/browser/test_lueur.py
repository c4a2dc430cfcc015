"""Lueur's board: every option lies on a thing, a whole game is played by touching them, and every scene can be read."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import embertable.games as shelf
from embertable.engine.table import Action
from tests.browser.layout import faults
from tests.browser.player import Player

ROOT = Path(__file__).resolve().parents[2]
SCENES = ROOT / "web" / "src" / "games" / "lueur" / "scenes.ts"
RECORDS = ROOT / "tests" / "records"
WINDOWS = ((1366, 768), (1440, 900))
MANY = 400


def test_every_action_of_the_game_has_a_scene():
    shelf.load("lueur")
    listed = re.search(r"BY_ACTION\b.*?\{(.*?)\n\}", SCENES.read_text(encoding="utf-8"), re.DOTALL)
    assert listed
    actions = {one.__name__ for one in heirs(Action) if ".games.lueur." in one.__module__}
    assert set(re.findall(r"^  (\w+):", listed[1], re.MULTILINE)) == actions


def heirs(base: type) -> set[type]:
    found: set[type] = set(base.__subclasses__())
    for child in list(found):
        found |= heirs(child)
    return found


def test_two_people_play_to_the_end_by_touching_things(person):
    ada = person("Ada")
    bruno = person("Bruno", phone=True, language="it")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = ada.ask("/api/tables", {"game": "lueur", "seats": seats, "seed": 11})
    ada.open(f"/table/{table['id']}")
    bruno.sit_beside(f"{table['id']}.{table['invite']}")
    rng = random.Random(4)
    looked: set[tuple[str, str]] = set()
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene]")
    for _ in range(MANY):
        mover = next((one for one in (ada, bruno) if one.state == "mine"), None)
        if mover is None:
            break
        mover.look(looked)
        # Rather stop than go on forever.
        mover.touch_something(rng, preferred="[data-thing=keep], [data-thing=company], .tray")
        (bruno if mover is ada else ada).wait_for(mover.seq)
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene=count] .best")
        player.look(looked)
    scenes = {scene for _, scene in looked}
    assert scenes >= {"meeting", "roll", "light", "walk", "count"}


def before(journey: str, players: int, wanted: str, skip: int = 0) -> tuple[dict[str, Any], int]:
    """A recorded game, and the place of a decision of this kind in it."""
    file = RECORDS / f"lueur-{journey}-{players}.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    found = [
        number
        for number, entry in enumerate(record["entries"])
        if entry.get("do", {}).get("is") == wanted
    ]
    return record, found[min(skip, len(found) - 1)]


def play_on(player: Player, journey: str, players: int, wanted: str, skip: int = 0) -> None:
    """Sit at a recorded game, just before such a decision."""
    record, at = before(journey, players, wanted, skip)
    # Signing in again closes the socket of an open table, which would complain.
    player.page.goto("about:blank")
    made = player.ask("/api/records", record)
    table = player.ask(f"/api/records/{made['id']}/fork", {"at": at})
    player.open(f"/table/{table['id']}")
    player.ready()
    player.wait_for_turn()


MOMENTS = [
    ("province", 2, "TakeAdventurer", 0),
    ("province", 3, "Recruit", 20),
    ("province", 4, "KeepDice", 24),
    ("province", 3, "WalkTo", 30),
    ("archipelago", 3, "Sail", 12),
    ("archipelago", 4, "Resolve", 20),
]


def test_every_scene_can_be_read(person):
    """Nothing is cut off, covered, outside the window or too small, with nothing and with something in focus."""
    ada = person("Ada")
    for moment in MOMENTS:
        play_on(ada, *moment)
        for width, height in WINDOWS:
            ada.page.set_viewport_size({"width": width, "height": height})
            assert faults(ada) == [], (moment, width, height)
            ada.page.locator("main.board [data-options]").first.click()
            assert faults(ada) == [], (moment, width, height, "focused")
            ada.page.keyboard.press("Escape")


def test_every_scene_can_be_read_on_a_phone(person):
    bruno = person("Bruno", phone=True, language="it")
    bruno.page.set_viewport_size({"width": 390, "height": 844})
    for moment in MOMENTS:
        play_on(bruno, *moment)
        # Where four people share a phone, names are short; what belongs to the stage has its own test.
        assert [one for one in faults(bruno) if "Bruno" not in one] == [], moment
        assert bruno.small_targets() == [], moment


def test_a_die_in_focus_shows_what_rolling_it_may_bring(person):
    ada = person("Ada")
    play_on(ada, "province", 3, "KeepDice", 18)
    expect(ada.page.locator(".pennant.ghost")).to_contain_text("keep: ")
    die = ada.page.locator("main.board [data-thing^=die-][data-options]").first
    die.click()
    outlook = ada.page.locator(".outlook")
    expect(outlook).to_contain_text("Rolled again")
    shares = [int(one.split(" in ")[0]) for one in outlook.locator(".words b").all_inner_texts()]
    assert sum(shares) == 6
    # The first touch committed to nothing; to keep is still possible.
    ada.page.keyboard.press("Escape")
    expect(outlook).to_have_count(0)
    start = ada.seq
    ada.page.keyboard.press("k")
    ada.page.keyboard.press("k")
    ada.wait_for(start + 1)


def test_dice_stay_where_they_lie_while_they_are_looked_at(person):
    """What is said of a die must not push it from under the pointer: both would flicker."""
    ada = person("Ada")
    # What is said of a die has one row there, or two.
    for moment in (("province", 2, "KeepDice", 28), ("archipelago", 4, "KeepDice", 28)):
        for width, height in ((1280, 720), *WINDOWS):
            ada.page.set_viewport_size({"width": width, "height": height})
            play_on(ada, *moment)
            dice = ada.page.locator("main.board [data-thing^=die-][data-options]")
            outlook = ada.page.locator(".outlook")
            lying = """all => all.map(one => {
              const { x, y } = one.getBoundingClientRect();
              return [Math.round(x), Math.round(y)];
            })"""
            expect(dice.first).to_be_visible()
            before = dice.evaluate_all(lying)
            for number in range(dice.count()):
                dice.nth(number).hover()
                expect(outlook).to_be_visible()
                assert dice.evaluate_all(lying) == before, (moment, width, "hovered", number)
                dice.nth(number).click()
                expect(ada.page.locator(".sure")).to_be_visible()
                assert dice.evaluate_all(lying) == before, (moment, width, "in focus", number)
                ada.page.keyboard.press("Escape")


def test_enter_rolls_the_die_in_focus_again(person):
    ada = person("Ada")
    play_on(ada, "province", 3, "KeepDice", 3)
    ada.page.locator("main.board [data-thing^=die-][data-options]").first.click()
    roll = ada.page.locator(".buttons .focused")
    expect(roll).to_contain_text("Roll it again")
    start = ada.seq
    ada.page.keyboard.press("Enter")
    # Picking and rolling are two decisions, sent as one.
    ada.wait_for(start + 2)


def test_a_far_place_is_walked_to_step_by_step(person):
    ada = person("Ada")
    play_on(ada, "province", 2, "WalkTo", 0)
    far = ada.page.locator("main.board circle.lit:not([data-options])")
    expect(far.first).to_be_attached()
    start = ada.seq
    far.first.click()
    expect(ada.page.locator(".way")).to_contain_text("steps")
    walk = ada.page.locator(".buttons .focused")
    steps = int(re.search(r"(\d+) steps", walk.inner_text())[1])  # type: ignore[index]
    assert steps > 1
    walk.click()
    ada.wait_for(start + 2)


def test_somebody_elses_company_opens_at_full_size(person):
    ada = person("Ada", phone=True)
    play_on(ada, "province", 4, "KeepDice", 24)
    ada.page.locator(".camps .head").first.tap()
    company = ada.page.locator("section.company")
    expect(company).to_be_visible()
    assert ada.complaints_of_axe() == []
    letters = company.locator(".name").first
    size = letters.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 14
    company.get_by_role("button", name="Close").tap()
    expect(company).to_have_count(0)


def test_a_card_without_a_power_says_so(person):
    ada = person("Ada")
    play_on(ada, "province", 2, "TakeAdventurer", 0)
    expect(ada.page.locator(".card", has_text="Pocana")).to_contain_text("no power")
    expect(ada.page.locator(".card", has_text="Braccio")).not_to_contain_text("no power")


def continued(player: Player, record: str, at: int) -> None:
    """Sit down at a golden game, at one of its decisions."""
    stored = player.ask("/api/records", json.loads((RECORDS / f"{record}.json").read_text("utf-8")))
    table = player.ask(f"/api/records/{stored['id']}/fork", {"at": at})
    player.open(f"/table/{table['id']}")
    player.ready()


def box_of(player: Player, selector: str) -> dict[str, float]:
    box = player.page.locator(selector).first.bounding_box()
    assert box, selector
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def test_a_lantern_keeps_its_place_and_its_tooltip_leaves_the_dice_in_sight(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    ada.sit("lueur", "me", "bot:random", seed=11)
    ada.take_first()
    ada.wait_for_turn()
    lanterns = ada.page.locator(".road .space .card")
    expect(lanterns).to_have_count(5)
    before = lanterns.nth(2).bounding_box()
    lanterns.nth(2).hover()
    tooltip = ada.page.locator(".about.tip")
    expect(tooltip).to_be_visible()
    told = tooltip.bounding_box()
    assert told
    assert before
    assert told["y"] + told["height"] <= before["y"], "the tooltip lies above"
    ada.take_first()
    ada.wait_for_turn()
    expect(ada.page.locator(".sentence")).to_contain_text("Who goes to the cemetery?")
    after = lanterns.nth(1).bounding_box()
    assert after
    assert after["y"] == before["y"]


def test_on_a_phone_dice_come_first_while_they_are_asked(person):
    ada = person("Ada", phone=True)
    continued(ada, "lueur-archipelago-2", 60)
    ada.page.wait_for_selector("[data-scene=roll]")
    assert box_of(ada, ".clearing .die")["y"] < box_of(ada, ".rope")["y"]
    die = ada.page.locator("[data-thing^=die-][data-lit]").first
    die.tap()
    expect(ada.page.locator(".prompt .sure")).to_be_visible()
    expect(ada.page.locator(".buttons")).to_contain_text("Tokens 2\u00a0→\u00a01")


def test_staying_at_the_archipelago_is_offered_once_beside_the_boats(person):
    ada = person("Ada", phone=True)
    continued(ada, "lueur-archipelago-2", 21)
    expect(ada.page.locator("[data-scene=walk] [data-thing=fleet]").first).to_be_visible()
    stay = ada.page.locator("button:not(.option)", has_text="Stay where your boats are")
    expect(stay).to_have_count(1)


def test_camping_and_stopping_are_two_places_to_touch(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    record = json.loads((RECORDS / "lueur-province-2.json").read_text("utf-8"))
    (camping,) = (n for n, one in enumerate(record["entries"]) if one["do"]["is"] == "Camp")
    continued(ada, "lueur-province-2", camping)
    # The first seat walks at the same time: it stops, and the page turns to the other one.
    stop = ada.page.locator(".prompt .buttons button", has_text="Stop here")
    stop.wait_for()  # Its key works once the board is there.
    before = ada.seq
    stop.click()
    ada.page.wait_for_selector(".sure")
    stop.click()
    ada.wait_for(before + 1)
    camp, company = box_of(ada, "[data-thing=camp]"), box_of(ada, "[data-thing=company]")
    assert camp["x"] >= company["x"] + company["width"]


def test_the_ledge_says_which_dice_pay_and_which_stay(person):
    ada = person("Ada")
    continued(ada, "lueur-province-3", 44)
    ada.page.get_by_role("button", name="Walk to the fire space").first.click()
    expect(ada.page.locator(".ledge .words p").first).to_have_text(
        "1 die pays the way, 2 others stay unused"
    )
    expect(ada.page.locator(".ledge .dice .idle")).to_have_count(2)


def test_whoever_moves_the_black_die_reads_what_it_does_to_whom(person):
    ada = person("Ada", phone=True)
    continued(ada, "lueur-archipelago-2", 105)
    expect(ada.page.locator(".consequence")).to_contain_text("curses their dice")
    beside = ada.page.locator(".prompt .do button")
    expect(beside).to_contain_text(["Beside Rainbow Sketal", "Beside Torke"])
    assert faults(ada) == []


def test_on_a_phone_the_whole_road_is_in_sight(person):
    """Five lanterns, each with its stone and its dice, without scrolling."""
    bruno = person("Bruno", phone=True, language="it")
    bruno.page.set_viewport_size({"width": 390, "height": 844})
    bruno.sit("lueur", "me", "bot:random", seed=11)
    bruno.take_first()
    bruno.wait_for_turn()
    lanterns = bruno.page.locator(".road .space .card")
    expect(lanterns).to_have_count(5)
    stage = box_of(bruno, ".stage")
    for number in range(5):
        seen = bruno.page.locator(".road .space").nth(number).bounding_box()
        assert seen
        assert seen["y"] >= stage["y"]
        assert seen["y"] + seen["height"] <= stage["y"] + stage["height"], number
    assert faults(bruno) == []


def test_a_new_scene_begins_at_its_top_on_a_phone(person):
    bruno = person("Bruno", phone=True, language="it")
    continued(bruno, "lueur-archipelago-2", 60)
    stage = bruno.page.locator(".stage")
    expect(stage).to_have_attribute("data-scene", "roll")
    stage.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    assert stage.evaluate("one => one.scrollTop") > 0
    bruno.page.locator("nav .scene").first.tap()
    expect(stage).to_have_attribute("data-scene", "meeting")
    assert stage.evaluate("one => one.scrollTop") == 0


def test_the_deck_lies_beside_the_handle_of_the_drawer(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1366, "height": 768})
    play_on(ada, "province", 3, "Recruit", 20)
    deck, handle = box_of(ada, ".road .edge .deck"), box_of(ada, ".handle")
    assert deck["x"] + deck["width"] <= handle["x"]


def test_the_last_walker_is_asked_about_the_walk_alone(person):
    """Its step also brings the evening, which would push the buttons out of the window."""
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1366, "height": 768})
    play_on(ada, "province", 2, "WalkTo", 0)
    step = ada.page.locator("main.board circle.lit[data-options]").first
    step.click()
    expect(ada.page.locator(".buttons .focused")).to_contain_text("Walk there")
    expect(ada.page.locator(".consequence")).to_contain_text("For a die showing fire")
    expect(ada.page.locator(".consequence")).not_to_contain_text("now:")
    assert faults(ada) == []


def test_a_phone_shows_the_whole_province_in_little(person):
    bruno = person("Bruno", phone=True, language="it")
    continued(bruno, "lueur-province-3", 44)
    chart = box_of(bruno, ".chart > svg")
    little = bruno.page.locator(".overview")
    expect(little).to_be_visible()
    map_before = bruno.page.locator(".chart > svg").first.get_attribute("viewBox")
    box = box_of(bruno, ".overview")
    assert box["width"] < chart["width"] / 2
    bruno.page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.3)
    expect(bruno.page.locator(".chart > svg").first).not_to_have_attribute(
        "viewBox", str(map_before)
    )
    bruno.page.get_by_role("button", name="Tutta la mappa").tap()
    expect(little).to_have_count(0)
