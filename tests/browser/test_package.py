"""A game of another package in the browser: on the shelf, hosted, and played with the text view."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.running import WEB, Served
from tests.package.installed import ROOT, TINY, install


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


def test_it_has_a_score_pad_that_nobody_described(person):
    ada = person("Ada")
    ada.open("/")
    ada.page.get_by_role("link", name="Score pad of Minnows").click()
    for player, points in ((1, "12"), (2, "14")):
        ada.page.get_by_label(f"Points, Player {player}").fill(points)
        ada.page.get_by_label(f"Points, Player {player}").press("Tab")
    expect(ada.page.get_by_text("Player 2 wins with 14.")).to_be_visible()
    ada.page.get_by_role("tab", name="Rules").click()
    expect(ada.page.locator("[data-clause]").first).to_be_visible()


def play_to_the_end(ada: Player) -> int:
    chance = random.Random(1)
    decisions = 0
    ada.wait_for_turn()
    while ada.state != "over":
        ada.act(chance)
        decisions += 1
        ada.wait_for_turn()
    return decisions


def test_a_whole_game_is_played_with_the_text_view_and_the_list_of_options(person):
    ada = person("Ada")
    ada.host("minnows", "me", "bot:greedy", heron="yes")
    expect(ada.page.get_by_text("anglers:")).to_be_visible()
    assert play_to_the_end(ada) >= 5
    expect(ada.page.get_by_text("The heaviest basket weighs").first).to_be_attached()


def built_with_its_board(folder: Path) -> Path:
    """The client from a copy of web/ in which the board of Minnows lies in its folder."""
    web = folder / "web"
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules", "dist", "dist.lock"))
    (web / "node_modules").symlink_to(WEB / "node_modules")
    (folder / "src").symlink_to(ROOT / "src")
    shutil.copytree(TINY / "web", web / "src" / "games" / "minnows")
    environment = {**os.environ, "PYTHONPATH": str(TINY)}
    types = "import runpy; from embertable import games; games.installed = lambda: {'minnows': 'minnows'}; runpy.run_path('typed_views.py', run_name='__main__')"
    check = ["node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"]
    for command in ([sys.executable, "-c", types], ["node", *check], ["node", "build.mjs"]):
        done = subprocess.run(
            command, cwd=web, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return web / "dist"


@pytest.mark.slow
def test_a_board_in_its_folder_is_found_by_the_build(person, served, tmp_path):
    client = built_with_its_board(tmp_path)
    server = Served(tmp_path / "tables.sqlite", "--client", str(client))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(served.store.parent / "site"))
        server.start()
    try:
        ada = person("Ada")
        ada.address = server.address
        ada.sit("minnows", "me", "bot:greedy", seed=3)
        expect(ada.page.locator(".pond section")).to_have_count(2)
        expect(ada.page.get_by_text("anglers:")).to_have_count(0)
        expect(ada.page.locator(".pond [data-lit]").first).to_be_visible()
        assert play_to_the_end(ada) >= 5
        ada.page.close()  # before its server, whose end would be an error in its console
    finally:
        server.kill()
