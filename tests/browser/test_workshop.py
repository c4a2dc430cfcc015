"""Your own box: a pack made in the browser from nothing to a finished game, and what others see of it."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Route, expect

from embertable.games import GAMES
from embertable.server.workshop.forms import standard_text
from tests.browser.test_evenings import MOST_MOVES, end_for, play_on


def bench(player, game="lueur"):
    player.open(f"/workshop/{game}")
    expect(player.page.get_by_role("heading", name=re.compile("printed card"))).to_be_visible()


def find(player, name):
    player.page.get_by_placeholder("Find a card").fill(name)
    player.page.get_by_role("list", name="Components").get_by_role("button").first.click()


def number(player, label):
    return player.page.get_by_label(label, exact=True)


@pytest.mark.parametrize("language", ["en", "it"])
def test_axe_finds_nothing_in_the_workshop(person, language):
    ada = person("Ada", language=language)
    ada.open("/workshop")
    ada.page.wait_for_selector("h1")
    assert ada.complaints_of_axe() == []
    for game in GAMES:
        ada.open(f"/workshop/{game}")
        ada.page.wait_for_selector(".fields")
        assert ada.complaints_of_axe() == [], game


def test_the_workshop_fits_a_phone_and_a_thumb(person):
    ada = person("Ada", phone=True)
    for path in ("/workshop", *[f"/workshop/{game}" for game in GAMES]):
        ada.open(path)
        ada.page.wait_for_selector(".fields" if path != "/workshop" else "h1")
        assert ada.overflow() <= 0, path
        assert ada.small_targets() == [], path


def test_a_value_is_changed_refused_at_its_field_and_undone(person):
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    expect(ada.page.get_by_text("What a player reads")).to_be_visible()
    number(ada, "Points").fill("700")
    number(ada, "Points").press("Enter")
    expect(ada.page.get_by_role("alert").filter(has_text="It may be -99 to 99.")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Host with this box")).to_be_disabled()
    number(ada, "Points").fill("7")
    number(ada, "Points").press("Enter")
    expect(ada.page.get_by_text("7 bursts at the end", exact=False).first).to_be_visible()
    expect(ada.page.get_by_text("7 bagliori alla fine", exact=False)).to_be_visible()
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.reload()
    find(ada, "Likyar")
    expect(number(ada, "Points")).to_have_value("7")
    ada.page.get_by_label("Points: one more").press("Enter")
    expect(number(ada, "Points")).to_have_value("8")
    ada.page.get_by_role("heading", name=re.compile("printed card")).focus()
    ada.page.keyboard.press("Control+z")
    expect(number(ada, "Points")).to_have_value("7")


def test_an_effect_comes_from_the_vocabulary(person):
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    ada.page.get_by_label("Effects 1: what happens").select_option(label="gain footprints")
    expect(ada.page.get_by_text("gain 1 footprint", exact=False).first).to_be_visible()
    ada.page.get_by_role("button", name="Add an effect (Effects)").click()
    expect(ada.page.get_by_label("Effects 3: what happens")).to_be_visible()
    ada.page.get_by_label("Remove Effects 3").click()
    expect(ada.page.get_by_label("Effects 3: what happens")).to_have_count(0)


def test_a_card_without_a_sentence_shows_its_values(person):
    """The Faceless opens with an Event card; a setting is a card with its numbers."""
    ada = person("Ada", language="it")
    ada.open("/workshop/faceless")
    expect(ada.page.locator(".mat")).to_contain_text("Carte evento")
    ada.page.get_by_role("searchbox").fill("Difficile")
    ada.page.get_by_role("list", name="Componenti").get_by_role("button").first.click()
    expect(ada.page.locator(".mat dl")).to_contain_text("Carte minaccia")
    expect(ada.page.locator(".mat dd")).to_have_text("8")


def test_progress_counts_the_cards_that_match(person):
    ada = person("Ada")
    bench(ada, "setawatch")
    expect(ada.page.get_by_text("0 of 80 checked")).to_be_visible()
    ada.page.get_by_role("button", name="Only what is ours").click()
    ada.page.get_by_role("button", name="It matches my card").click()
    expect(ada.page.get_by_text("1 of 80 checked")).to_be_visible()
    ada.page.get_by_role("button", name=re.compile("Next unchecked")).click()
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.get_by_text("0 of 80 checked")).to_be_visible()


def test_a_file_goes_out_and_comes_back_byte_for_byte(person, tmp_path):
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    number(ada, "Points").fill("7")
    number(ada, "Points").press("Enter")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()

    def saved(name):
        with ada.page.expect_download() as started:
            ada.page.get_by_role("button", name="Save as a file").click()
        started.value.save_as(tmp_path / name)
        return (tmp_path / name).read_bytes()

    first = saved("first.toml")
    assert first != standard_text("lueur").encode()
    ada.page.locator("input[type=file]").set_input_files(tmp_path / "first.toml")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    assert saved("second.toml") == first
    # What is no pack of this game leaves the bench as it is, and the next file may be a good one.
    ada.forgive_lost_lines()
    newer = "schema = 99\n" + standard_text("lueur").replace("schema = 1", "")
    for text, told in (
        ("no = [pack", "no content pack"),
        (standard_text("setawatch"), "no pack of this game"),
        (newer, "Open it with a newer release"),
    ):
        wrong = tmp_path / "wrong.toml"
        wrong.write_text(text)
        ada.page.locator("input[type=file]").set_input_files(wrong)
        expect(ada.page.get_by_role("alert")).to_contain_text(told)
        expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.locator("input[type=file]").set_input_files(tmp_path / "first.toml")
    expect(ada.page.get_by_role("alert")).to_have_count(0)
    assert saved("third.toml") == first


def test_changes_that_only_this_browser_has_are_set_aside_for_another_pack(person, tmp_path):
    """A file, and somebody's link: the first change to it does not write over what was there."""
    ada, bo = person("Ada"), person("Bo", phone=True)
    bench(ada)
    points(ada, "7")
    file = tmp_path / "another.toml"
    file.write_text(standard_text("lueur") + "# Another one.\n")
    ada.page.locator("input[type=file]").set_input_files(file)
    expect(ada.page.get_by_role("button", name="Undo")).to_be_disabled()
    find(ada, "Likyar")
    expect(number(ada, "Points")).not_to_have_value("7")
    points(ada, "9")
    aside = ada.page.locator(".aside")
    expect(aside).to_contain_text("1 change")
    aside.get_by_role("button", name="Take it up again").click()
    expect(aside).to_contain_text("another, 1 change")
    find(ada, "Likyar")
    expect(number(ada, "Points")).to_have_value("7")
    # What the server keeps as well is not set aside.
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Link to this pack").input_value()
    ada.page.goto(link.partition("?")[0])
    bench(bo)
    points(bo, "6")
    bo.page.goto(link)
    points(bo, "5")
    expect(bo.page.locator(".aside")).to_contain_text("1 change")
    assert bo.small_targets() == []
    assert bo.complaints_of_axe() == []


def points(player, wanted):
    """Give Likyar other points, and wait until the server has read them."""
    find(player, "Likyar")
    number(player, "Points").fill(wanted)
    number(player, "Points").press("Enter")
    expect(player.page.get_by_text("1 component differs")).to_be_visible()


def test_a_pack_of_another_game_opens_in_the_workshop_of_its_own(person):
    ada = person("Ada")
    bench(ada)
    points(ada, "7")
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Link to this pack").input_value()
    ada.page.goto(link.replace("/workshop/lueur", "/workshop/faceless"))
    find(ada, "Likyar")
    expect(number(ada, "Points")).to_have_value("7")
    expect(ada.page).to_have_url(re.compile("/workshop/lueur"))


def test_three_cards_are_changed_and_played_in_another_browser(person):
    ada = person("Ada")
    bench(ada)
    for name, points in (("Likyar", "7"), ("Thoape", "5"), ("Torke of three alike", "3")):
        find(ada, name)
        number(ada, "Points").fill(points)
        number(ada, "Points").press("Enter")
    expect(ada.page.get_by_text("3 components differ")).to_be_visible()
    ada.page.get_by_role("button", name="Host with this box").click()
    expect(ada.page.get_by_text("You host with your own pack", exact=False)).to_be_visible()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("Seat 2").select_option("open")
    ada.page.get_by_role("button", name="Set the table").click()
    ada.page.wait_for_url(re.compile("/table/"))
    table = ada.page.url.rpartition("/")[2]
    info = ada.page.evaluate(f"fetch('/api/tables/{table}').then((answer) => answer.json())")
    assert "pack" in info["marks"]
    bo = person("Bo")
    bo.open(f"/join/{table}.{info['invite']}")
    expect(bo.page.get_by_text("This table plays with its own pack")).to_be_visible()
    expect(bo.page.get_by_text("Likyar")).to_be_visible()
    assert bo.complaints_of_axe() == []
    bo.page.get_by_role("button", name="Accept and sit down").click()
    bo.page.wait_for_url(re.compile("/table/"))
    for one in (ada, bo):
        one.ready()
    play_on(random.Random(3), {ada: ada.act, bo: bo.act}, MOST_MOVES)
    assert end_for(ada, bo)


def test_a_link_shares_a_pack_that_others_change_as_a_copy(person):
    ada, bo = person("Ada"), person("Bo")
    bench(ada)
    find(ada, "Likyar")
    number(ada, "Name").fill("<img src=x onerror=alert(1)>")
    number(ada, "Name").press("Enter")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.get_by_role("button", name="Share").click()
    link = ada.page.get_by_label("Link to this pack").input_value()
    bo.page.goto(link)
    find(bo, "Likyar")
    expect(number(bo, "Name")).to_have_value("<img src=x onerror=alert(1)>")
    assert bo.page.locator("img[src=x]").count() == 0
    bo.page.get_by_role("button", name="Keep on the server").click()
    expect(bo.page.get_by_text("Kept on the server").last).to_be_visible()
    assert bo.page.url != link
    bo.page.get_by_role("button", name="Show what differs").click()
    bo.page.get_by_role("button", name=re.compile("^Compare with")).click()
    expect(bo.page.get_by_text("The two packs are alike.")).to_be_visible()
    bo.page.get_by_role("button", name=re.compile("^Delete")).click()
    expect(bo.page.get_by_role("button", name=re.compile("^Delete"))).to_have_count(0)


def test_the_lab_answers_in_one_sentence_with_its_interval(person):
    ada = person("Ada")
    bench(ada)
    find(ada, "Scoring")
    number(ada, "Bursts for a footprint").fill("100")
    number(ada, "Bursts for a footprint").press("Enter")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.get_by_role("button", name="Ask the lab").click()
    expect(ada.page.get_by_role("status").filter(has_text="interval")).to_be_visible(
        timeout=180_000
    )
    expect(ada.page.get_by_role("img", name=re.compile("^Difference"))).to_be_visible()
    ada.page.get_by_role("button", name="Stop").click()
    assert ada.complaints_of_axe() == []


def test_a_scene_that_is_asked_before_the_change_is_checked_is_shown(person):
    """The check of a change answers late; the scene that was asked meanwhile belongs to it all the same."""
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    ada.page.get_by_role("button", name="Show a scene").click()
    expect(ada.page.get_by_text("Both boxes tell the same here.")).to_be_visible()
    late: list[Route] = []
    held = True

    def hold(route: Route) -> None:
        if held:
            late.append(route)
        else:
            route.continue_()

    ada.page.route("**/check", hold)
    number(ada, "How many").first.fill("5")
    number(ada, "How many").first.press("Enter")
    ada.page.get_by_role("button", name="Show a scene").click()
    expect(ada.page.get_by_text("Your box tells it differently:")).to_be_visible()
    # The check waits a moment for another change; it may be sent after the scene has come.
    held = False
    for route in late:
        route.continue_()
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    expect(ada.page.get_by_text("Your box tells it differently:")).to_be_visible()


def test_nothing_is_said_of_a_change_before_it_is_checked(person):
    """The check of a change answers late: until then nobody reads that nothing differs."""
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    expect(ada.page.get_by_text("2 fireflies; nature and fire").first).to_be_visible()
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    ada.page.route("**/check", hold)
    number(ada, "Points").fill("7")
    number(ada, "Points").press("Enter")
    ada.page.get_by_role("button", name="Show what differs").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("…")
    expect(ada.page.get_by_text("Nothing differs from the standard box yet.")).to_have_count(0)
    ada.page.unroute("**/check")
    for route in late:
        route.continue_()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Likyar")


def test_a_card_is_tried_in_a_scene_and_played_on_from_there(person):
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    ada.page.get_by_role("button", name="Show a scene").click()
    expect(ada.page.get_by_text("Both boxes tell the same here.")).to_be_visible()
    number(ada, "How many").first.fill("5")
    number(ada, "How many").first.press("Enter")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.get_by_role("button", name="Show a scene").click()
    expect(ada.page.get_by_text("Your box tells it differently:")).to_be_visible()
    expect(ada.page.get_by_text("takes 5 reroll tokens").first).to_be_visible()
    ada.page.get_by_role("button", name="Another scene").press("Enter")
    expect(ada.page.get_by_text("Scene 2 of", exact=False)).to_be_visible()
    assert ada.complaints_of_axe() == []
    ada.page.get_by_role("button", name="Play on from here").click()
    ada.page.wait_for_url(re.compile("/table/"))
    ada.ready()


def shown_by(player):
    """What the board of a scene has in words, wherever it stands."""
    return player.page.locator("figure [data-still]")


def test_a_scene_is_drawn_by_the_board_of_the_game(person):
    """Before the decision, and what follows with either box; each with its own cards."""
    ada = person("Ada")
    bench(ada)
    find(ada, "Likyar")
    number(ada, "How many").first.fill("5")
    number(ada, "How many").first.press("Enter")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.get_by_role("button", name="Show a scene").click()
    before = ada.page.get_by_role("button", name="Before", exact=True)
    expect(before).to_have_attribute("aria-pressed", "true")
    expect(shown_by(ada)).to_contain_text("Likyar")
    expect(shown_by(ada)).not_to_contain_text("+5")
    before.focus()
    for _ in range(2):
        ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("button", name="Your box")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(shown_by(ada)).to_contain_text("+5")
    assert ada.complaints_of_axe() == []
    ada.page.get_by_role("button", name="Look closer").click()
    expect(ada.page.get_by_role("dialog").locator("[data-still]")).to_contain_text("Likyar")
    assert ada.complaints_of_axe() == []
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_draws_its_scenes_on_a_phone(person, game):
    ada = person("Ada", phone=True, language="it")
    ada.open(f"/workshop/{game}")
    ada.page.wait_for_selector(".fields")
    ada.page.get_by_role("button", name="Mostra una scena").tap()
    expect(shown_by(ada)).not_to_have_text("")
    ada.page.get_by_role("button", name="Scatola standard").tap()
    expect(ada.page.locator("figcaption .told")).not_to_have_text("")
    assert ada.overflow() <= 0
    assert ada.small_targets() == []
    assert ada.complaints_of_axe() == []


def test_a_scene_with_a_start_of_its_own_says_that_nobody_plays_on(person):
    ada = person("Ada")
    bench(ada, "deadcells")
    find(ada, "Concierge")
    ada.page.get_by_role("button", name="Show a scene").click()
    expect(ada.page.get_by_text("Nobody can play on from it.")).to_be_visible()
    expect(shown_by(ada)).to_contain_text("Concierge")
    expect(ada.page.get_by_role("button", name="Play on from here")).to_have_count(0)


def test_what_has_no_scene_says_so_and_a_scene_fits_a_phone(person):
    ada = person("Ada", phone=True, language="it")
    ada.open("/workshop/deadcells")
    ada.page.wait_for_selector(".fields")
    ada.page.get_by_role("button", name="Mostra una scena").tap()
    expect(ada.page.get_by_role("button", name="Un'altra scena")).to_be_visible()
    assert ada.overflow() <= 0
    assert ada.small_targets() == []
    assert ada.complaints_of_axe() == []
    ada.open("/workshop/lueur")
    ada.page.wait_for_selector(".fields")
    ada.forgive_lost_lines()
    ada.page.get_by_role("searchbox").fill("punteggio")
    ada.page.get_by_role("list", name="Componenti").get_by_role("button").first.tap()
    ada.page.get_by_role("button", name="Mostra una scena").tap()
    expect(ada.page.get_by_text("Nessun diario di partita nomina", exact=False)).to_be_visible()


def test_names_of_ones_own_are_read_at_the_table_in_each_language(person):
    """Ada reads English and Bo Italian; a name with markup is a name to both."""
    ada, bo = person("Ada"), person("Bo", language="it")
    bench(ada)
    find(ada, "Braccio")
    for language, name in (("English", "Tomcat"), ("Italian", "<i id=wild>Micione</i>")):
        number(ada, f"Name: {language}").fill(name)
        number(ada, f"Name: {language}").press("Enter")
    expect(ada.page.get_by_text("1 component differs")).to_be_visible()
    ada.page.get_by_role("button", name="Show what differs").click()
    expect(ada.page.get_by_text("<i id=wild>Micione</i>").first).to_be_visible()
    assert ada.complaints_of_axe() == []
    edits = ada.page.evaluate("JSON.parse(localStorage['embertable.workshop.lueur']).edits")
    file = ada.ask("/api/games/lueur/workshop/file", {"edits": edits})
    wish = {"game": "lueur", "content": file["content"], "seed": 1}
    for player, name in ((ada, "Tomcat"), (bo, "<i id=wild>Micione</i>")):
        player.open(f"/table/{player.ask('/api/tables', wish)['id']}")
        player.ready()
        player.open_tab("In words" if player is ada else "In parole")
        expect(player.page.get_by_text(name).first).to_be_visible()
        assert player.page.locator("#wild").count() == 0
