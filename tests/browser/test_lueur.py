"""Lueur's board: every option lies on a thing, and a whole game is played by touching them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import embertable.games as shelf
from embertable.engine.table import Action
from tests.browser.player import Player

SCENES = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "lueur" / "scenes.ts"
THINGS = ".lueur [data-options]"
STOPPING = ".lueur .tray [data-options]"
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
    luck = random.Random(4)
    looked: set[tuple[str, str]] = set()
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene]")
    for _ in range(MANY):
        mover = next((one for one in (ada, bruno) if one.state == "mine"), None)
        if mover is None:
            break
        look(mover, looked)
        touch_something(mover, luck)
        (bruno if mover is ada else ada).wait_for(mover.seq)
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene=count] .best")
        look(player, looked)
    scenes = ("meeting", "company", "journey", "count")
    assert looked == {(name, scene) for name in ("Ada", "Bruno") for scene in scenes}


def look(player: Player, looked: set[tuple[str, str]]) -> None:
    """Hold a scene against axe and the width of the screen, once for each person."""
    scene = player.page.locator("[data-scene]").get_attribute("data-scene") or ""
    if (player.name, scene) in looked:
        return
    looked.add((player.name, scene))
    assert player.complaints_of_axe() == [], scene
    assert player.overflow() == 0, scene
    if player.name == "Bruno":
        assert player.small_targets() == [], scene


def touch_something(player: Player, luck: random.Random) -> None:
    """Touch a lit thing: once to see what it does, again to do it; rather stop than go on forever."""
    page, before = player.page, player.seq
    things = page.locator(THINGS)
    each = things.evaluate_all("things => things.map(thing => thing.dataset.options)")
    lying = {int(n) for options in each for n in options.split()}
    assert lying == set(range(1, offered(player) + 1)), "an option lies on no thing"
    stopping = page.locator(STOPPING).first
    stops = stopping.count() > 0 and luck.random() < 0.85
    thing = stopping if stops else things.nth(luck.randrange(len(each)))
    assert (thing.get_attribute("aria-label") or thing.inner_text()).strip()
    at_once = (thing.get_attribute("data-thing") or "").startswith("die-")
    thing.click()
    if page.locator(".sure").count():
        thing.click()
    elif not at_once:
        page.locator(".option:enabled").first.click()
    player.wait_for(before + 1)


def offered(player: Player) -> int:
    """How many options the list has, or says that it has while it is folded."""
    folded = player.page.locator(".prompt [aria-expanded=false]")
    if folded.count():
        return int(re.sub(r"\D", "", folded.inner_text()))
    return player.page.locator(".option").count()
