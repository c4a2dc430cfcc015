"""A game of another package in the browser: on the shelf, hosted, and played with the text view."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.running import Served
from tests.package.installed import install


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("minnows")
    server = Served(folder / "tables.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(install(folder)))
        server.start()
    yield server
    server.kill()


def test_it_stands_on_the_shelf_without_a_tutorial(person):
    ada = person("Ada")
    ada.open("/")
    expect(ada.page.locator("article")).to_have_count(5)
    box = ada.page.locator("article", has_text="Minnows")
    expect(box).to_contain_text("Lay the best bait")
    expect(box).to_contain_text("2–3 players")
    expect(box.get_by_role("button", name="Learn it")).to_have_count(0)
    expect(box.get_by_role("link", name="Campaigns")).to_have_count(0)
    lueur = ada.page.locator("article", has_text="Lueur")
    expect(lueur.get_by_role("button", name="Learn it")).to_have_count(1)


def test_a_whole_game_is_played_with_the_text_view_and_the_list_of_options(person):
    ada = person("Ada")
    ada.host("minnows", "me", "bot:greedy", heron="yes")
    expect(ada.page.get_by_text("anglers:")).to_be_visible()
    chance = random.Random(1)
    decisions = 0
    while True:
        ada.wait_for_turn()
        if ada.state == "over":
            break
        ada.act(chance)
        decisions += 1
    assert decisions >= 5
    expect(ada.page.get_by_text("The heaviest basket weighs").first).to_be_attached()
