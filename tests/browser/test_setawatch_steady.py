"""The scenes of Set a Watch keep still: nothing moves when a die is lifted, a forecast comes or a card is turned."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_setawatch import SCENES, WON, opened_at

# Where the parts of the scene lie, to half a pixel; what is lifted may rise, and what breathes may breathe.
BOXES = """() => Object.fromEntries(
  ['.hearth', '.line > li', '.plaque', '.spot > .board', '.runes', '.merchant', '.adventurer', '.adventurer .head', '.adventurer .cards', '.dice', '.moons li', '.place[role=note]', '.omen']
    .flatMap(which => [...document.querySelectorAll(`.setawatch ${which}`)].map((one, i) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [`${which} ${i}`, which === '.omen' ? [y, height] : [x, y, width, height].map(n => Math.round(2 * n) / 2)];
    })))"""
MOST = 1.0
"""So many pixels a browser may round away."""


def boxes(player: Player) -> dict[str, list[float]]:
    """Once they have stopped changing: a board measures itself anew in a few frames."""
    found: dict[str, list[float]] = player.page.evaluate(BOXES)
    for _ in range(20):
        player.page.wait_for_timeout(60)
        before, found = found, player.page.evaluate(BOXES)
        if before == found:
            break
    return found


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    return [
        f"{name}: {before[name]} → {after[name]}"
        for name in before.keys() & after.keys()
        if any(abs(a - b) > MOST for a, b in zip(before[name], after[name], strict=True))
    ]


def golden(player: Player) -> str:
    return str(player.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"])


@pytest.mark.parametrize("window", [(1440, 900), (1366, 768)], ids=lambda size: str(size[1]))
@pytest.mark.parametrize("scene", ["dusk", "camp", "watch", "last night"])
def test_nothing_moves_when_something_is_lifted(person, scene, window):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": window[0], "height": window[1]})
    opened_at(ada, golden(ada), SCENES[scene])
    still = boxes(ada)
    assert len(still) > 12
    things = ada.page.locator(
        ".setawatch :is([data-thing^=die-], [data-thing^=adventurer-])[data-lit]"
    )
    things.first.click()
    ada.page.mouse.move(5, 5)
    ada.page.wait_for_selector(".prompt[data-touched]")
    assert moved(still, boxes(ada)) == []
    ada.page.keyboard.press("Escape")
    assert moved(still, boxes(ada)) == []


def test_nothing_moves_when_the_forecast_comes(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    held: list[Any] = []

    def late(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda text: (
                held.append(text)
                if '"is":"forecast' in text.replace(" ", "")
                else socket.send(text)
            )
        )
        held.append((socket, server))

    ada.page.route_web_socket("**/*", late)
    record = golden(ada)
    opened_at(ada, record, SCENES["watch"])
    expect(ada.page.locator(".omen")).to_have_count(0)
    still = boxes(ada)
    socket = held[0][0]
    ada.page.wait_for_timeout(1)
    for _ in range(200):
        if any(isinstance(one, str) for one in held):
            break
        ada.page.wait_for_timeout(100)
    for one in held:
        if isinstance(one, str):
            socket.send(one)
    expect(ada.page.locator(".omen")).to_be_visible()
    assert moved(still, boxes(ada)) == []


def test_nothing_moves_when_a_card_is_exhausted(person):
    """The fire and the party stay; what is turned over is turned where it lies."""
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    opened_at(ada, golden(ada), SCENES["last night"])
    still = boxes(ada)
    before = ada.seq
    fire = ada.page.locator(".setawatch [data-thing=fire][data-lit]")
    fire.click()
    ada.page.locator(".setawatch [data-thing^=ability-][data-lit]").first.click()
    ada.page.keyboard.press("Enter")
    ada.wait_for(before + 1)
    ada.page.mouse.move(5, 5)
    # Who stands in the Line may change with the light.
    party = {name: box for name, box in still.items() if name.startswith((".adv", ".hea"))}
    assert len(party) > 8
    assert moved(party, boxes(ada)) == []


def test_the_moons_of_past_nights_show_who_rested(person):
    ada = person("Ada")
    opened_at(ada, golden(ada), 186)
    faces = ada.page.locator(".moons .past [role=img]")
    expect(faces).to_have_count(6)
    names = [face.get_attribute("aria-label") for face in faces.all()]
    assert names[0] == "Night 1: Barbarian rested"
    assert {str(name).split(": ")[1] for name in names} == {
        "Barbarian rested",
        "Bounty Hunter rested",
        "Heretic rested",
    }


def test_enter_does_what_is_in_focus_wherever_the_keyboard_stands(person):
    """A die that is picked is no option any more; Enter on it does what the button beside Enter says."""
    ada = person("Ada")
    opened_at(ada, golden(ada), 244)
    before = ada.seq
    expect(ada.page.get_by_role("button", name="Roll 1 die again")).to_be_visible()
    picked = ada.page.locator(".setawatch [data-thing^=die-][aria-label*=picked]").first
    picked.focus()
    ada.page.keyboard.press("8")
    ada.page.wait_for_selector(".sure")
    ada.page.keyboard.press("Enter")
    ada.wait_for(before + 1)


def test_a_touched_die_is_picked_at_once(person):
    ada = person("Ada", phone=True)
    opened_at(ada, golden(ada), 244)
    before = ada.seq
    ada.page.locator(".setawatch [data-thing^=die-][data-lit]").first.click()
    ada.wait_for(before + 1)
    expect(ada.page.get_by_role("button", name="Roll 2 dice again")).to_be_visible()
