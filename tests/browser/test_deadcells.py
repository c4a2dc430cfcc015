"""Dead Cells' board: every option lies on a thing, Runs are played by touching them, and campaigns go on."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import expect

import embertable.games as shelf
from embertable.engine.table import Action, Choice
from tests.browser.layout import faults
from tests.browser.player import LAID_OUT
from tests.browser.running import WEB

BOARD = WEB / "src" / "games" / "deadcells"
RECORDS = WEB.parent / "tests" / "records"
MANY = 200
SCENES = {"map", "fight", "group", "campaign"}


@pytest.mark.parametrize(
    ("file", "table", "base"),
    [
        ("targets.ts", "TARGETS", Action),
        ("scenes.ts", "BY_CHOICE", Choice),
    ],
)
def test_the_board_speaks_of_what_the_rules_have(file, table, base):
    shelf.load("deadcells")
    written = (BOARD / file).read_text(encoding="utf-8")
    listed = re.search(rf"const {table}\b.*?\{{(.*?)\n\}}", written, re.DOTALL)
    assert listed
    names = set(re.findall(r"^  (\w+):", listed[1], re.MULTILINE))
    known = {one.__name__ for one in heirs(base) if ".games.deadcells." in one.__module__}
    assert names <= known
    if base is Choice:
        # The rest is asked wherever one looks: who takes Damage, Shields, Mutations, yes or no.
        anywhere = {"ChooseBlock", "ChooseHelped", "ChooseMutation", "ChooseOption"}
        anywhere |= {"ChooseRedirect", "ChooseVictim", "ChooseWard", "ChooseDeckReward"}
        assert {one for one in known - names if one.startswith("Choose")} == anywhere


def heirs(base: type) -> set[type]:
    found: set[type] = set(base.__subclasses__())
    for child in list(found):
        found |= heirs(child)
    return found


def test_two_people_play_a_run_to_its_end_by_touching_things(person):
    ada = person("Ada")
    bruno = person("Bruno", phone=True, language="it")
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"players": "2", "talk": "signals"}
    wish = {"game": "deadcells", "seats": seats, "options": options, "seed": 3}
    table = ada.ask("/api/tables", wish)
    ada.open(f"/table/{table['id']}")
    bruno.sit_beside(f"{table['id']}.{table['invite']}")
    rng = random.Random(3)
    looked: set[tuple[str, str]] = set()
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene]")
    for _ in range(MANY):
        mover = next((one for one in (ada, bruno) if one.state == "mine"), None)
        if mover is None:
            break
        mover.look(looked)
        mover.touch_something(rng)
        (bruno if mover is ada else ada).wait_for(mover.seq)
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene=campaign] .end")
        player.look(looked)
    assert {scene for name, scene in looked if name == "Ada"} == SCENES
    assert {scene for name, scene in looked if name == "Bruno"} >= SCENES - {"map"}


def test_a_space_bears_the_name_that_its_option_says(person):
    ada = person("Ada", phone=True)
    ada.sit("deadcells", "me", "bot:random", players="2", seed=2)
    rng = random.Random(1)
    for _ in range(MANY):
        ada.wait_for_turn()
        if ada.page.locator("[data-scene=map] .tile.lit").count():
            break
        ada.act(rng)
    for tile in ada.page.locator("[data-scene=map] .tile.lit").all():
        name = tile.locator(".id").inner_text()
        said = tile.get_by_role("button").get_attribute("aria-label") or ""
        assert f"space {name}" in said


def test_a_run_is_played_by_keyboard_alone(person):
    """Tab and arrows reach every lit thing, Enter shows and does."""
    ada = person("Ada")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    wish = {"game": "deadcells", "seats": seats, "options": {"players": "2"}, "seed": 2}
    ada.open(f"/table/{ada.ask('/api/tables', wish)['id']}")
    ada.page.wait_for_selector("[data-scene]")
    rng = random.Random(2)
    for _ in range(MANY):
        ada.wait_for_turn()
        if ada.state == "over":
            break
        ada.page.wait_for_function(LAID_OUT)
        before = ada.seq
        for _ in range(rng.randrange(1, 4)):
            ada.page.keyboard.press(rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        here = ada.page.evaluate("document.activeElement.dataset.lit !== undefined")
        if not here:
            ada.page.keyboard.press("ArrowDown")
        for _ in range(20):  # Show, then do; or open the short list, and take its first.
            ada.page.keyboard.press("Enter")
            ada.page.wait_for_timeout(50)
            if not ada.is_choosing(before):
                break
        ada.wait_for(before + 1)
    assert ada.state == "over"


# A Merchant, a Boss before the cards, a Boss's blow, and Cells to spend; with the seat that is asked.
SITUATIONS = {43: 1, 135: 0, 141: 2, 198: 0}


@pytest.mark.parametrize("sizes", [((1366, 768), (1440, 900)), ((390, 844),)])
def test_every_scene_fits_its_window(person, sizes):
    """Nothing is cut off, too small to read, or under something else that may be touched."""
    ada = person("Ada", phone=sizes[0][0] < 500)
    file = json.loads((RECORDS / "deadcells-victory.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    for at, seat in SITUATIONS.items():
        table = ada.ask(f"/api/records/{id}/fork", {"at": at, "seat": seat})
        ada.open(f"/table/{table['id']}")
        ada.page.wait_for_selector(".prompt[data-state=mine]")
        ada.page.wait_for_function(LAID_OUT)
        for width, height in sizes:
            ada.page.set_viewport_size({"width": width, "height": height})
            assert faults(ada) == [], (at, width)
    # A planted fault is found.
    ada.page.evaluate("document.querySelector('.deadcells b').style.fontSize = '9px'")
    assert any(fault.startswith("letters of 9.0 px") for fault in faults(ada))


COVERED = """() => {
  const boxes = which => [...document.querySelectorAll(`[data-scene=map] ${which}`)].map(one => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes('.gate').flatMap(([gate, a]) => boxes('.label b').flatMap(([name, b]) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1 ? [`${gate} on ${name}`] : []));
}"""
# Before a corridor, at the Merchant's, and with what was bought there; with the seat that is asked.
CORRIDOR, SHOP, BOUGHT = 42, 43, 44


def test_gates_cover_no_name_and_buying_moves_nothing(person):
    ada = person("Ada")
    file = json.loads((RECORDS / "deadcells-victory.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    boards = []
    for at in (CORRIDOR, SHOP, BOUGHT):
        table = ada.ask(f"/api/records/{id}/fork", {"at": at, "seat": 1})
        ada.open(f"/table/{table['id']}")
        ada.page.wait_for_selector(".prompt[data-state=mine]")
        ada.page.wait_for_function(LAID_OUT)
        if at == CORRIDOR:
            expect(ada.page.locator("[data-scene=map] .gate")).not_to_have_count(0)
            assert ada.page.evaluate(COVERED) == []
            # A gate that is put on a name is found.
            ada.page.evaluate(PLANTED)
            assert len(ada.page.evaluate(COVERED)) > 0
        else:
            box = ada.page.locator(".vault .board").first.bounding_box()
            assert box
            boards.append(round(box["y"]))
    assert boards[0] == boards[1]


PLANTED = """() => {
  const name = document.querySelector('[data-scene=map] .label b').getBoundingClientRect();
  const gate = document.querySelector('[data-scene=map] .gate');
  gate.style.position = 'fixed';
  gate.style.transform = 'none';
  gate.style.left = name.left + 'px';
  gate.style.top = name.top + 'px';
  document.body.append(gate);
  document.querySelector('[data-scene=map]').append(gate);
}"""


def test_the_card_in_focus_shows_whom_it_hits(person):
    """The prompt, the arrow and the plate of the enemy say the same as the server's forecast."""
    ada = person("Ada")
    ada.sit("deadcells", "me", "bot:random", players="2", seed=5)
    rng = random.Random(5)
    cards = ada.page.locator("[data-scene=fight] .hand .whole .touch[data-options]")
    for _ in range(MANY):
        ada.wait_for_turn()
        if cards.count():
            break
        ada.act(rng)
    ada.page.wait_for_function(LAID_OUT)
    for number in range(cards.count()):
        cards.nth(number).click()
        asked = ada.page.locator(".prompt .sure")
        expect(asked).to_contain_text(re.compile("By itself"))
        arrows = ada.page.locator(".hits .arrow").count()
        assert (arrows == 0) == ("hits nobody" in asked.inner_text())
        assert (ada.page.locator(".slab.reached").count() == 0) == (arrows == 0)


@pytest.mark.parametrize("other", ["bot:random", "me"])
def test_with_bots_alone_nothing_need_be_announced(person, other):
    ada = person("Ada")
    ada.sit("deadcells", "me", other, players="2", seed=5)
    rng = random.Random(5)
    cards = ada.page.locator("[data-scene=fight] .hand .whole .touch[data-options]")
    for _ in range(MANY):
        ada.wait_for_turn()
        if cards.count():
            break
        ada.act(rng)
    expect(cards).not_to_have_count(0)
    assert (ada.page.locator(".hand .tell").count() > 0) == (other == "me")


def test_on_a_phone_one_tells_below_the_card(person):
    """A card is whole in its window; what may be told of its lines are buttons of the sheet, each its own decision."""
    ada = person("Ada", phone=True)
    file = json.loads((RECORDS / "deadcells-far-on-three.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": 100})
    ada.open(f"/table/{table['id']}")
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    ada.page.wait_for_function(LAID_OUT)
    expect(ada.page.locator(".hand .tell")).to_have_count(0)
    expect(ada.page.locator(".tray .chip")).to_have_count(0)
    ada.page.locator(".hand .whole .touch").first.click()
    told = ada.page.locator(".prompt .buttons .kit-button")
    expect(told).to_have_count(3)
    expect(told.nth(2)).to_contain_text("Damage in III")
    assert faults(ada) == []
    before = ada.seq
    told.nth(2).click()
    ada.wait_for(before + 1)
    ada.open_tab("Story")
    story = ada.page.get_by_role("tabpanel")
    expect(story).to_contain_text("announces Damage in Round III")


CARDS, LONG = 100, 0
"""In the golden game: cards are chosen, and what the first would do needs two lines."""


def test_on_a_phone_one_card_is_open_and_the_figures_have_the_room(person):
    """Each name is a tab that opens its card; the strip stays where it is."""
    ada = person("Ada", phone=True, language="it")
    file = json.loads((RECORDS / "deadcells-far-on-three.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": CARDS})
    ada.open(f"/table/{table['id']}")
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    ada.page.wait_for_function(LAID_OUT)
    tabs = ada.page.locator(".tab:not(.more)")
    expect(tabs).to_have_count(3)
    expect(ada.page.locator(".hand .holder")).to_have_count(1)
    # A canvas is a third larger than its figure; those of enemies had 60 before there were tabs.
    for figure in ada.page.locator("[data-figure] canvas.body").all():
        box = figure.bounding_box()
        assert box
        assert box["height"] >= 100
    strip = ada.page.locator(".prompt").bounding_box()
    tabs.nth(1).locator(".touch").click()
    expect(tabs.nth(1)).to_have_class(re.compile("open"))
    expect(ada.page.locator(".prompt .sure")).to_contain_text("Pioggia d'aghi")
    expect(ada.page.locator(".hand")).to_contain_text("1 Danno a uno sullo spazio 2 o 3")
    assert ada.page.locator(".prompt").bounding_box() == strip
    assert faults(ada) == []
    assert ada.small_targets() == []


def test_the_buttons_stay_where_they_are_when_the_forecast_comes(person):
    ada = person("Ada", language="it")
    ada.page.set_viewport_size({"width": 1366, "height": 768})
    file = json.loads((RECORDS / "deadcells-far-on-three.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": CARDS})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    ada.page.wait_for_function(LAID_OUT)
    buttons, words = ada.page.locator(".prompt .buttons"), ada.page.locator(".prompt .ask > .words")

    def place(of):
        box = of.bounding_box()
        assert box
        return round(box["y"]), round(box["height"])

    before, one_line = place(buttons), place(words)[1]
    ada.page.locator(".hand .whole .touch").nth(LONG).click()
    expect(ada.page.locator(".prompt .sure")).to_contain_text("Da sola")
    assert place(words)[1] > 1.5 * one_line
    assert place(buttons) == before


# In the golden game: two Damage at somebody with two Health and Shields; without them they die.
DEADLY, WOUNDED = 153, 1
FREEZING = 145


def test_a_choice_that_kills_says_so_and_asks_once_more(person):
    """After a death every board is set back: nobody is shown the Health of the next Run."""
    ada = person("Ada")
    file = json.loads((RECORDS / "deadcells-far-on-three.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": DEADLY, "seat": WOUNDED})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    ada.page.wait_for_function(LAID_OUT)
    # The prompt has a button for each, and nothing repeats them.
    expect(ada.page.locator(".tray .chip")).to_have_count(0)
    ada.page.keyboard.press("3")
    lost = ada.page.locator(".prompt .kit-button.danger")
    expect(lost).to_contain_text("Use no Shields")
    plates = ada.page.locator(".comrade .can")
    expect(plates.filter(has_text="→ 0")).to_have_count(1)
    expect(plates.filter(has_text="→")).to_have_count(1)
    before = ada.seq
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("alertdialog")).to_be_visible()
    assert ada.seq == before


def test_who_is_frozen_is_not_asked_as_a_blow(person):
    """The Hand of the King freezes somebody: nobody takes Damage."""
    ada = person("Ada")
    file = json.loads((RECORDS / "deadcells-far-on-three.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": FREEZING, "seat": 0})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    expect(ada.page.locator(".prompt")).to_contain_text("Who gets 1 Freeze?")


def test_on_a_phone_one_board_of_the_beheaded_is_open(person):
    """All four stand in a row; whoever is touched shows what Scrolls bring."""
    ada = person("Ada", phone=True)
    ada.sit("deadcells", "me", "bot:random", players="2", seed=2)
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.wait_for_function(LAID_OUT)
    boards = ada.page.locator("[data-scene=group] .board")
    expect(boards).to_have_count(1)
    ada.page.locator("[data-thing=beheaded-quartered]").click()
    expect(boards).to_contain_text("The Quartered")
    assert faults(ada) == []


def test_on_a_phone_one_board_of_the_group_is_open(person):
    """Names are tabs: touching one opens their board, and gives what is asked about to them."""
    ada = person("Ada", phone=True, language="it")
    file = json.loads((RECORDS / "deadcells-victory.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    ada.page.set_viewport_size({"width": 390, "height": 844})
    boards = ada.page.locator("[data-scene=group] .board")
    for at in (SHOP, BOUGHT):
        table = ada.ask(f"/api/records/{id}/fork", {"at": at, "seat": 1})
        ada.open(f"/table/{table['id']}")
        ada.page.wait_for_selector(".prompt[data-state=mine]")
        ada.page.wait_for_function(LAID_OUT)
        expect(boards).to_have_count(1)
        expect(boards).to_contain_text("Lo Scorticato")
        ada.page.locator("[data-row=hero-2-0]").click()
        expect(boards).to_contain_text("L'Avvelenato")
        assert faults(ada) == []
    expect(ada.page.locator(".prompt")).to_contain_text("C’è un posto libero.")
    expect(boards).to_contain_text("nuovo: ")


def test_on_a_phone_a_fight_has_a_way_to_the_map(person):
    ada = person("Ada", phone=True)
    file = json.loads((RECORDS / "deadcells-victory.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": 135, "seat": 0})
    ada.open(f"/table/{table['id']}")
    ada.page.locator(".fight .tabs").get_by_role("button", name="Map").click()
    expect(ada.page.locator("[data-scene=map]")).to_be_visible()
    expect(ada.page.locator(".deadcells nav")).to_be_in_viewport()
    ada.page.get_by_role("button", name="Combat", exact=True).click()
    expect(ada.page.locator("[data-scene=fight]")).to_be_visible()


def golden(ada, record, at, seat, size=(390, 844)):
    """Goes on from a moment of a golden game."""
    file = json.loads((RECORDS / f"deadcells-{record}.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": at, "seat": seat})
    ada.open(f"/table/{table['id']}")
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    ada.page.wait_for_function(LAID_OUT)


# In the golden game of three: who begins; a blow that the First Player gave to another; whom to strike;
# a Shieldbearer who is alone; Food that was bought.
BEGINS, STRUCK, AIMS, LONE, FED = 0, 9, 10, 11, 31
WHOLE = """() => [...document.querySelectorAll('.prompt .words')].every(
  (words) => words.scrollHeight <= words.clientHeight + 3)"""


@pytest.mark.parametrize(
    ("at", "seat", "said"),
    [
        (BEGINS, 0, "sceglie la via del Gruppo e chi viene colpito"),
        (STRUCK, 1, "L'Arciere non morto colpisce"),
        (AIMS, 1, "Salute rimasta"),
        (LONE, 0, "muore"),
    ],
)
def test_on_a_phone_what_a_question_says_is_whole(person, at, seat, said):
    ada = person("Ada", phone=True, language="it")
    golden(ada, "three", at, seat)
    if at in {AIMS, LONE}:
        ada.page.locator(".prompt .buttons .kit-button").first.click()
    expect(ada.page.locator(".prompt .ask")).to_contain_text(said)
    ada.page.wait_for_function(WHOLE)


def test_on_a_phone_whoever_is_alone_is_whole_and_nothing_moves(person):
    """The figure has the room of those who are gone; a plate that says more covers feet."""
    ada = person("Ada", phone=True)
    golden(ada, "three", LONE, 0)
    body = ada.page.locator(".foe > .body").bounding_box()
    assert body
    assert body["height"] > 150
    assert body["x"] >= 0
    figures = ada.page.locator(".comrade .figure")
    before = [figure.bounding_box() for figure in figures.all()]
    ada.page.locator(".prompt .buttons .kit-button").first.click()
    expect(ada.page.locator(".comrade .plate", has_text="→")).to_have_count(1)
    assert [figure.bounding_box() for figure in figures.all()] == before
    assert faults(ada) == []


def test_on_a_phone_goods_lie_on_the_counter_and_go_to_who_gets_them(person):
    ada = person("Ada", phone=True)
    golden(ada, "three", FED, 0)
    for good in ada.page.locator(".counter .good").all():
        thing, tag = (good.locator(part).bounding_box() for part in (".thing", ".tag"))
        assert thing
        assert tag
        assert thing["y"] + thing["height"] <= tag["y"] + 1
    expect(ada.page.locator(".flight .arrow")).to_have_count(0)
    ada.page.locator(".prompt .buttons .kit-button").first.click()
    expect(ada.page.locator(".flight .arrow")).to_have_count(1)
    assert faults(ada) == []


@pytest.mark.parametrize("phone", [False, True])
def test_a_run_ends_with_how_far_it_came_and_without_alarm(person, phone):
    """Whoever ends a Run that a death has ended already is not told that this loses the game."""
    ada = person("Ada", phone=phone)
    file = json.loads((RECORDS / "deadcells-three.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": len(file["entries"]) - 1, "seat": 1})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector(".prompt[data-state=mine]")
    ending = ada.page.locator(".prompt").get_by_role("button", name="End the Run, lose 1 Cell")
    ending.click()
    ada.page.wait_for_selector(".sure")
    expect(ada.page.locator(".prompt")).not_to_contain_text("game lost")
    expect(ada.page.locator(".loses")).to_have_count(0)
    ending.click()
    expect(ada.page.get_by_role("heading", name="You died")).to_be_visible()
    road = ada.page.get_by_role("region", name="How far you came")
    expect(road.locator("li.here")).to_contain_text("Promenade of the Condemned")
    expect(road).to_contain_text("Shield Wall")
    assert faults(ada) == []


@pytest.mark.parametrize("record", ["victory", "far-on-alone"])
def test_golden_games_are_drawn_from_their_start_to_their_end(person, record):
    ada = person("Ada", motion="no-preference")
    file = json.loads((RECORDS / f"deadcells-{record}.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    last = len(file["entries"])
    for at in (last // 3, 2 * last // 3, last):
        ada.open(f"/record/{id}?at={at}&seat=0")
        for number, scene in enumerate(("map", "fight", "group", "campaign")):
            ada.page.locator(".deadcells .scene").nth(number).click()
            drawn = ada.page.locator(
                f"[data-scene={scene}] :is(.map, .fight, .quiet, .vault, .place)"
            )
            expect(drawn.first).to_be_visible()
        ada.page.get_by_role("button", name="Previous").click()
        expect(ada.page.locator(".count")).to_have_text(f"Moment {at - 1} of {last}")


def test_a_campaign_goes_on_over_three_runs_and_is_handed_over(person):
    ada, bruno = person("Ada"), person("Bruno", phone=True)
    ada.open("/")
    ada.page.get_by_role("link", name="Campaigns").click()
    ada.page.get_by_role("button", name="Begin a campaign").click()
    rng = random.Random(6)
    for runs in (1, 2, 3):
        if runs == 2:
            # Whoever stays at the table goes on from there, with the same partners.
            ada.page.go_back()
            ended = ada.page.url
            ada.page.get_by_role("button", name="Begin the next Run").click()
            expect(ada.page).not_to_have_url(ended)
        else:
            ada.page.get_by_role("link", name=re.compile("Begin the (first|next) Run")).click()
            ada.page.get_by_role("button", name="two players", exact=True).click()
            ada.page.get_by_label("Seat 2").select_option("bot:random")
            ada.page.get_by_role("button", name="Set the table").click()
            ada.page.wait_for_url("**/table/*")
        ada.ready()
        for _ in range(MANY):
            ada.wait_for_turn()
            if ada.state == "over":
                break
            ada.act(rng)
        ada.page.get_by_role("link", name="Your campaigns").click()
        expect(ada.page.locator(".history li")).to_have_count(runs)
    assert ada.complaints_of_axe() == []
    ada.page.get_by_role("button", name="Copy", exact=True).click()
    expect(ada.page.locator("nav .pick")).to_have_count(2)
    ada.page.get_by_role("button", name="Hand over").click()
    link = ada.page.get_by_label("Hand over").last.input_value()
    bruno.open(link.removeprefix(ada.address))
    expect(bruno.page.locator(".history li")).to_have_count(3)
    assert bruno.overflow() == 0
    assert bruno.small_targets() == []
    ada.open("/campaigns")
    expect(ada.page.locator("nav .pick")).to_have_count(1)
    ada.page.get_by_role("button", name="Start over").click()
    ada.page.get_by_role("button", name="Start it over").click()
    expect(ada.page.get_by_text("The first Run is still ahead.")).to_be_visible()
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("link", name="Save as a file").click()
    assert saved.value.suggested_filename.startswith("campaign-")
