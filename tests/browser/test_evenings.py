"""Whole evenings in real browsers, from the invitation to the last sentence."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

MOST_MOVES = 1000


def play_to_the_end(luck, *people):
    """Whoever may decide does, at random, until the game is over for everybody."""
    for _ in range(MOST_MOVES):
        mover = next((one for one in people if one.state == "mine"), None)
        if mover is None:
            # A bot decides, or the game is over.
            people[0].wait_for_somebody(people)
            if people[0].state == "over":
                break
            continue
        mover.act(luck)
        for one in people:
            one.wait_for(mover.seq)
    for one in people:
        one.wait_for(max(one.seq for one in people))
        assert one.state == "over"


def test_two_people_play_lueur_to_its_end(person):
    ada, bruno = person("Ada"), person("Bruno")
    ada.host("lueur", "me", "open")
    bruno.join(ada.invitation())
    play_to_the_end(random.Random(5), ada, bruno)
    told = [one.page.locator(".sentence").inner_text() for one in (ada, bruno)]
    assert told[0] == told[1] != ""
    ada.page.get_by_role("link", name="Look back").click()
    expect(ada.page.get_by_role("slider")).to_be_visible()


def test_two_people_and_a_bot_play_the_faceless_in_italian(person):
    ada, bruno = person("Ada", language="it"), person("Bruno", language="it")
    bruno.sit_beside(ada.sit("faceless", "me", "open", "bot:random", players="3"))
    play_to_the_end(random.Random(5), ada, bruno)
    expect(ada.page.locator("html")).to_have_attribute("lang", "it")
    expect(ada.page.get_by_role("tab", name="Racconto")).to_be_visible()
    assert (
        ada.page.locator(".sentence").inner_text() == bruno.page.locator(".sentence").inner_text()
    )


@pytest.mark.parametrize("game", ["setawatch", "deadcells"])
def test_the_other_games_are_played_through_their_options(person, game):
    ada = person("Ada")
    ada.sit(game, "me", "bot:random", players="2")
    luck = random.Random(2)
    for _ in range(8):
        ada.wait_for_turn()
        if ada.state == "over":
            break
        ada.act(luck)
    expect(ada.page.locator("main")).not_to_be_empty()
    assert ada.seq > 1
