"""Lueur's board: every option lies on a thing, and a whole game is played by touching them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import embertable.games as shelf
from embertable.engine.table import Action
from tests.browser.player import Player

SCENES = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "lueur" / "scenes.ts"
THINGS = ".lueur [data-options]"
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


@pytest.mark.timeout(300)
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
        mover.look(looked)
        touch_something(mover, luck)
        (bruno if mover is ada else ada).wait_for(mover.seq)
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene=count] .best")
        player.look(looked)
    scenes = ("meeting", "company", "journey", "count")
    assert looked == {(name, scene) for name in ("Ada", "Bruno") for scene in scenes}


def touch_something(player: Player, luck: random.Random) -> None:
    """Touch a lit thing: once to see what it does, again to do it; rather stop than go on forever."""
    page, before = player.page, player.seq
    things = page.evaluate(LIT)
    lying = {int(n) for thing in things["lit"] for n in thing["options"].split()}
    assert lying == set(range(1, things["offered"] + 1)), "an option lies on no thing"
    assert all(thing["label"] for thing in things["lit"])
    stopping = [n for n, thing in enumerate(things["lit"]) if thing["stops"]]
    everything = range(len(things["lit"]))
    number = luck.choice(stopping if stopping and luck.random() < 0.85 else everything)
    thing = page.locator(THINGS).nth(number)
    thing.click()
    if " " in things["lit"][number]["options"]:
        page.locator(".option:enabled").first.click()
    elif page.locator(".sure").count():  # Picking a die is the first touch by itself.
        thing.click()
    player.wait_for(before + 1)


# What lies on the board, and how many options there are.
LIT = """() => ({
  lit: [...document.querySelectorAll('.lueur [data-options]')].map(thing => ({
    options: thing.dataset.options,
    label: (thing.getAttribute('aria-label') ?? thing.textContent).trim(),
    stops: thing.closest('.tray') !== null,
  })),
  offered: Number(document.querySelector('.prompt').dataset.offered),
})"""
