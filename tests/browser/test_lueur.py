"""Lueur's board: every option lies on a thing, and a whole game is played by touching them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import embertable.games as shelf
from embertable.engine.table import Action

SCENES = Path(__file__).resolve().parents[2] / "web" / "src" / "games" / "lueur" / "scenes.ts"
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
        mover.touch_something(rng, preferred=".tray")
        (bruno if mover is ada else ada).wait_for(mover.seq)
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene=count] .best")
        player.look(looked)
    scenes = ("meeting", "company", "journey", "count")
    assert looked == {(name, scene) for name in ("Ada", "Bruno") for scene in scenes}
