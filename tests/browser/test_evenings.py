"""Whole evenings in real browsers, from the invitation to the last sentence.

In each of them one person plays by keyboard alone, and another knows the page by roles and names
alone, as a screen reader tells it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import Player

MOST_MOVES = 1000


def play_on(
    rng: random.Random, people: dict[Player, Callable[[random.Random], None]], most: int
) -> None:
    """Whoever may decide does, each in their own way, until the game is over or enough is played."""
    first = next(iter(people))
    for _ in range(most):
        mover = next((one for one in people if one.state == "mine"), None)
        if mover is None:
            # A bot decides, or the game is over.
            first.wait_for_somebody(list(people))
            if first.state == "over":
                return
            continue
        people[mover](rng)
        for one in people:
            one.wait_for(mover.seq)


def end_for(*people: Player) -> str:
    """Everybody is told the same last sentence."""
    for one in people:
        one.wait_for(max(one.seq for one in people))
        assert one.state == "over"
    told = {one.page.locator(".sentence").inner_text() for one in people}
    assert len(told) == 1
    assert "" not in told
    return told.pop()


def test_two_people_play_lueur_from_the_invitation_to_the_end(person):
    ada, bruno = person("Ada"), person("Bruno")
    ada.host("lueur", "me", "open")
    bruno.join(ada.invitation())
    ways = {ada: ada.act_by_keyboard, bruno: bruno.act_by_name}
    play_on(random.Random(5), ways, MOST_MOVES)
    assert end_for(ada, bruno)
    ada.page.get_by_role("button", name="Watch it again").click()
    expect(ada.page.get_by_role("slider")).to_be_visible()


def test_two_people_and_a_bot_play_the_faceless_in_italian_and_one_loses_the_line(person):
    ada, bruno = person("Ada", language="it"), person("Bruno", language="it")
    bruno.sit_beside(ada.sit("faceless", "me", "open", "bot:random", players="3"))
    ways = {ada: ada.act_by_keyboard, bruno: bruno.act_by_name}
    rng = random.Random(5)
    play_on(rng, ways, 12)
    bruno.forgive_lost_lines()
    bruno.context.set_offline(True)
    if ada.state == "mine":
        ada.act_by_keyboard(rng)
    bruno.context.set_offline(False)
    bruno.wait_for(ada.seq)
    play_on(rng, ways, MOST_MOVES)
    assert end_for(ada, bruno)
    expect(ada.page.locator("html")).to_have_attribute("lang", "it")
    expect(ada.page.get_by_role("button", name="Racconto").first).to_be_visible()


def test_two_people_and_two_bots_keep_the_watch_over_days(person, served):
    """Nobody stays: the server ends between their turns, and each is told what they missed."""
    ada, bruno = person("Ada"), person("Bruno")
    seats = ("me", "open", "bot:random", "bot:random")
    bruno.sit_beside(ada.sit("setawatch", *seats, players="4", difficulty="insane"))
    rng = random.Random(3)
    ways = {ada: ada.act_by_keyboard, bruno: bruno.act_by_name}
    play_on(rng, ways, 10)
    for _ in range(MOST_MOVES):
        if ada.state == bruno.state == "mine":
            break
        play_on(rng, ways, 1)
    table = ada.page.url.removeprefix(ada.address)
    for one in (bruno, ada):
        one.forgive_lost_lines()
        one.open("/")
    served.kill()
    served.start()
    bruno.open(table)
    bruno.ready()
    bruno.wait_for_turn()
    bruno.act_by_name(rng)
    bruno.open("/")
    ada.open(table)
    ada.ready()
    ada.open_tab("Story")
    ada.page.get_by_role("button", name="Catch me up").click()
    missed = ada.page.get_by_role("dialog")
    expect(missed).to_contain_text("Bruno")
    ada.page.keyboard.press("Escape")
    expect(missed).to_have_count(0)
    bruno.open(table)
    bruno.ready()
    play_on(rng, ways, MOST_MOVES)
    assert end_for(ada, bruno)


def test_a_campaign_of_dead_cells_of_three_runs(person):
    ada, bruno = person("Ada"), person("Bruno")
    campaign = ada.ask("/api/campaigns")["id"]
    rng = random.Random(2)
    for run in range(1, 4):
        table = ada.ask(
            "/api/tables",
            {
                "game": "deadcells",
                "campaign": campaign,
                "seats": [{"kind": "me"}, {"kind": "open"}],
                "options": {"players": "2"},
            },
        )
        ada.open(f"/table/{table['id']}")
        bruno.sit_beside(f"{table['id']}.{table['invite']}")
        play_on(rng, {ada: ada.act_by_keyboard, bruno: bruno.act_by_name}, MOST_MOVES)
        assert end_for(ada, bruno)
        kept = ada.context.request.get(f"{ada.address}/api/campaigns/{campaign}").json()
        assert len(kept["runs"]) == run
