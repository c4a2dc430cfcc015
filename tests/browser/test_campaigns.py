"""Campaigns in the browser: *Play now* goes on with mine, one Run is open at a time, and friends share it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Download, expect

from embertable.cli import run
from embertable.engine.campaign_files import KeptCampaign
from embertable.games import load
from tests.browser.player import Player
from tests.campaigns.terminal import go_on, leave_by_kill


def play_to_the_end(player: Player) -> None:
    """A bot plays for the person, since this is not about the board."""
    player.ready()
    table = player.page.url.rsplit("/", 1)[1]
    player.context.request.post(
        f"{player.address}/api/tables/{table}/bot",
        data={"seat": 0, "bot": "random"},
        headers={"Origin": player.address},
    )
    player.page.wait_for_selector(".prompt[data-state=over]")


def play_now(player: Player) -> None:
    player.open("/")
    player.page.get_by_role("button", name="Play now: Dead Cells").click()


def set_the_table(player: Player) -> None:
    """For two, with a bot."""
    player.page.get_by_role("button", name="two players", exact=True).click()
    player.page.get_by_label("Seat 2").select_option("bot:random")
    player.page.get_by_role("button", name="Set the table").click()
    player.page.wait_for_url("**/table/*")


def test_play_now_begins_my_campaign_and_goes_on_with_it(person):
    ada = person("Ada")
    play_now(ada)
    # One click from the shelf to the first Run, whose first question tells the goal.
    ada.page.wait_for_url("**/table/*")
    expect(ada.page.get_by_text("beat the Hand of the King")).to_be_visible()
    ada.ready()
    first = ada.page.url
    # An open Run is continued, not replaced.
    play_now(ada)
    ada.page.wait_for_url("**/table/*")
    assert ada.page.url == first
    play_to_the_end(ada)
    ada.page.get_by_role("button", name="Begin the next Run").click()
    ada.page.wait_for_url(lambda url: "/table/" in url and url != first)
    second = ada.page.url
    ada.ready()
    ada.open("/campaigns")
    expect(ada.page.get_by_text("Run 2 is open").first).to_be_visible()
    expect(ada.page.get_by_role("link", name="Begin the next Run")).to_have_count(0)
    assert ada.complaints_of_axe() == []
    # What stays is shown whole: nothing of the stone is cut off.
    assert ada.page.locator(".stone").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
    assert ada.page.locator(".stone .rune").last.is_visible()
    ada.page.get_by_role("link", name="Continue Run 2").click()
    ada.page.wait_for_url(second)
    play_to_the_end(ada)
    # With two Runs behind, the third begins at once, with as many players.
    play_now(ada)
    ada.page.wait_for_url(lambda url: "/table/" in url and url not in (first, second))
    ada.ready()
    ada.open("/campaigns")
    expect(ada.page.locator(".history li")).to_have_count(2)
    ada.page.get_by_role("button", name="Give it up").click()
    ada.page.get_by_role("button", name="Give this Run up").click()
    expect(ada.page.get_by_role("link", name="Begin the next Run")).to_be_visible()


def test_a_hosted_run_belongs_to_a_campaign_unless_i_want_a_single_one(person):
    ada = person("Ada")
    ada.open("/host/deadcells")
    pick = ada.page.get_by_role("combobox", name="Campaign")
    expect(pick).to_have_value("new")
    ada.page.get_by_role("button", name="Set the table").click()
    ada.page.wait_for_url("**/table/*")
    ada.open("/campaigns")
    expect(ada.page.get_by_text("Run 1 is open").first).to_be_visible()
    ada.open("/host/deadcells")
    pick.select_option("")
    expect(ada.page.get_by_text("does not stay")).to_be_visible()


def test_friends_share_a_campaign_on_a_phone_in_italian(person):
    ada, bruno = person("Ada"), person("Bruno", phone=True, language="it")
    id = ada.ask("/api/campaigns")["id"]
    ada.open(f"/campaigns/{id}")
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Share").last.input_value()
    bruno.open(link.removeprefix(ada.address))
    expect(bruno.page.get_by_text("Qualcuno condivide")).to_be_visible()
    expect(bruno.page.get_by_text("sconfiggere la Mano del Re")).to_be_visible()
    bruno.page.get_by_role("link", name="Comincia la prima partita").press("Enter")
    bruno.page.get_by_role("button", name="Apparecchia il tavolo").press("Enter")
    bruno.page.wait_for_url("**/table/*")
    bruno.ready()
    # Both find the same open Run.
    ada.open("/campaigns")
    expect(ada.page.get_by_role("link", name="Continue Run 1")).to_have_attribute(
        "href", re.compile(bruno.page.url.rsplit("/", 1)[1])
    )
    bruno.open("/campaigns")
    expect(bruno.page.get_by_role("link", name="Continua la partita 1")).to_be_visible()
    assert bruno.overflow() == 0
    assert bruno.small_targets() == []
    assert bruno.complaints_of_axe() == []


def test_a_file_is_brought_and_saved(person, tmp_path):
    ada = person("Ada")
    id = ada.ask("/api/campaigns")["id"]
    saved = ada.context.request.get(f"{ada.address}/api/campaigns/{id}").json()
    file = tmp_path / "ours.json"
    file.write_text(json.dumps(saved))
    ada.open("/campaigns")
    expect(ada.page.locator("nav .pick")).to_have_count(1)
    ada.page.get_by_label("Bring a file").set_input_files(file)
    # It is the campaign that is here already, not a second one.
    expect(ada.page.locator("nav .pick")).to_have_count(1)
    file.write_text("{")
    ada.forgive_lost_lines()
    ada.page.get_by_label("Bring a file").set_input_files(file)
    expect(ada.page.get_by_role("alert")).to_contain_text("not JSON")
    expect(ada.page.locator("nav .pick")).to_have_count(1)


def save_as_a_file(player: Player) -> Download:
    with player.page.expect_download() as saved:
        player.page.get_by_role("link", name="Save as a file").click()
    return saved.value


def test_three_runs_with_a_kill_in_each_and_a_move_are_three_counted_runs(person, served, tmp_path):
    """Three players in the terminal, two in the browser, one in the terminal again."""
    file = tmp_path / "ours.json"
    assert run(["campaign", "new", str(file)]) == 0
    leave_by_kill(file, "--seats", "human:Ada,bot:random,bot:random")
    go_on(file)
    assert [one["players"] for one in KeptCampaign(load("deadcells"), file).read()["runs"]] == [3]

    ada = person("Ada")
    ada.open("/campaigns")
    ada.page.get_by_label("Bring a file").set_input_files(file)
    ada.page.get_by_role("link", name="Begin the next Run").click()
    set_the_table(ada)
    ada.wait_for_turn()
    ada.take_first()
    ada.forgive_lost_lines()
    served.kill()
    served.start()
    ada.open("/campaigns")
    ada.page.get_by_role("link", name="Continue Run 2").click()
    play_to_the_end(ada)
    ada.page.get_by_role("button", name="Share").click()
    record = save_as_a_file(ada)
    record.save_as(tmp_path / record.suggested_filename)
    ada.open("/campaigns")
    save_as_a_file(ada).save_as(file)

    leave_by_kill(file, "--seats", "human:Ada")
    go_on(file)
    runs = KeptCampaign(load("deadcells"), file).read()["runs"]
    assert [one["players"] for one in runs] == [3, 2, 1]
    assert run(["campaign", "verify", str(file)]) == 0
