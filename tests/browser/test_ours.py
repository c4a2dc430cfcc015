"""A quill on every card of a board whose text or numbers are ours, and on no other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import embertable.games as shelf
from embertable.text_view.components import Components, sources_of
from tests.browser.layout import faults
from tests.browser.test_faceless import begin
from tests.browser.test_setawatch import SCENES, opened_at

RECORDS = Path(__file__).resolve().parents[1] / "records"
SAID = "our value, the printed one may differ"
MARKED = """(cards) => cards.map((card) => {
  const quill = card.querySelector('.quill svg');
  return [card.dataset.move.replace(/^(ability|item|card)-/, ''), quill?.getAttribute('aria-label') ?? ''];
})"""


def said_of(game: str, cards: list[list[str]]) -> set[str]:
    """What the quills say, after a look that each card has one exactly if it is ours."""
    sources = sources_of(shelf.load(game))
    assert [[id, bool(said)] for id, said in cards] == [
        [id, sources[id] == "designed"] for id, _ in cards
    ]
    return {said for _, said in cards}


def test_abilities_and_items_of_set_a_watch(person):
    ada = person("Ada")
    file = json.loads((RECORDS / "setawatch-easy-won.json").read_text(encoding="utf-8"))
    record = ada.ask("/api/records", file)["id"]
    opened_at(ada, record, SCENES["last night"])
    abilities = ada.page.locator(".ability[data-move]").evaluate_all(MARKED)
    assert said_of("setawatch", abilities) == {SAID, ""}, "Hex alone is printed"
    items = ada.page.locator(".strip.item[data-move]").evaluate_all(MARKED)
    assert said_of("setawatch", items) == {SAID}
    opened_at(ada, record, SCENES["merchant"])
    wares = ada.page.locator(".ware .leaf:has(.picture)")
    expect(wares.locator(".quill")).to_have_count(wares.count())
    expect(wares.first).to_contain_text(SAID)


def test_creatures_of_set_a_watch(person):
    ada = person("Ada")
    file = json.loads((RECORDS / "setawatch-easy-won.json").read_text(encoding="utf-8"))
    opened_at(ada, ada.ask("/api/records", file)["id"], 21)
    ours = ada.page.locator(".creature[data-card=acolyte_of_embers-1]")
    expect(ours.locator(".quill")).to_have_count(1)
    expect(ours).to_contain_text(SAID)
    public = ada.page.locator(".creature[data-card=forest_giant-2]")
    expect(public).to_be_visible()
    assert public.locator(".quill").count() == 0
    assert [one for one in faults(ada) if "h1.game" not in one] == []


def test_combat_cards_of_dead_cells(person):
    ada = person("Ada")
    file = json.loads((RECORDS / "deadcells-victory.json").read_text(encoding="utf-8"))
    id = ada.ask("/api/records", file)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": 135, "seat": 0})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector(".holder[data-move]")
    cards = ada.page.locator(".holder[data-move]").evaluate_all(MARKED)
    assert SAID in said_of("deadcells", cards)


def test_event_cards_of_the_faceless(person):
    ada = person("Ada")
    begin(ada, 11)
    cards = ada.page.locator(".faceless .page.card")
    assert cards.count() > 0
    expect(cards.locator(f"[aria-label='{SAID}']")).to_have_count(cards.count())


def forked(player, name: str, at: int, seat: int) -> None:
    """Sit down at a stored game, at one of its decisions."""
    file = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    id = player.ask("/api/records", file)["id"]
    table = player.ask(f"/api/records/{id}/fork", {"at": at, "seat": seat})
    player.open(f"/table/{table['id']}")
    player.ready()


# Things by their ids, with what each says and whether a quill is on it.
QUILLS = """(things) => things.map((thing) => [
  thing.querySelector('[data-thing]').dataset.thing,
  thing.querySelector('[data-thing]').getAttribute('aria-label'),
  thing.querySelector('.quill') !== null,
])"""


def test_equipment_of_dead_cells(person):
    ada = person("Ada")
    forked(ada, "deadcells-victory", 135, 0)
    ada.page.get_by_role("button", name="Group", exact=True).click()
    gear = ada.page.locator(".gear .slip")
    expect(gear).not_to_have_count(0)
    found = gear.evaluate_all(QUILLS)
    cards = [[thing.split("-", 2)[2], SAID if quill else ""] for thing, _, quill in found]
    said_of("deadcells", cards)


def test_tiles_of_dead_cells_once_they_are_seen(person):
    ada = person("Ada")
    forked(ada, "deadcells-victory", 43, 1)
    ada.page.get_by_role("button", name="Map", exact=True).click()
    seen = ada.page.locator(".map .tile:is(.open, .done)")
    expect(seen).not_to_have_count(0)
    found = seen.evaluate_all(QUILLS)
    assert any(quill for _, _, quill in found)
    assert all((SAID in label) == quill for _, label, quill in found)
    assert ada.page.locator(".map .tile.hidden .quill").count() == 0


def test_campaign_of_dead_cells(person):
    ada = person("Ada")
    forked(ada, "deadcells-victory", 198, 0)
    ada.page.locator(".stone .mutation").first.wait_for()
    mutations = ada.page.locator(".stone .mutation").evaluate_all(QUILLS)
    cards = [[thing.partition("-")[2], SAID if quill else ""] for thing, _, quill in mutations]
    assert SAID in said_of("deadcells", cards)
    # The numbers of slots, the decks of upgrades, and the Well.
    expect(ada.page.locator(".slots .title .quill")).to_have_count(3)
    expect(ada.page.locator(".ledge .deck .quill")).to_have_count(4)
    assert faults(ada) == []


def test_chips_and_obstacles_of_the_faceless(person):
    ada = person("Ada")
    begin(ada, 11)
    chips = ada.page.locator(".faceless .page:is(.chip, .small)")
    assert chips.count() > 0
    expect(chips.locator(".quill")).to_have_count(chips.count())
    obstacles = ada.page.locator("[data-thing^='obstacle.']")
    assert obstacles.count() > 0
    expect(ada.page.locator(".plates .source .quill")).to_have_count(obstacles.count())
    assert all(SAID in one.get_attribute("aria-label") for one in obstacles.all())
    assert faults(ada) == []


def test_threats_of_the_faceless(person):
    for phone in (False, True):
        ada = person("Ada", phone=phone)
        begin(ada, 11)
        columns = ada.page.locator(".threats .column")
        expect(columns).to_have_count(5)
        empty = columns.filter(has=ada.page.locator(".none")).or_(columns.filter(has_text="×0"))
        filled = columns.filter(has=ada.page.locator(".band")).filter(has_not_text="×0")
        assert filled.count() + empty.count() == 5
        expect(filled.locator(".stack .quill")).to_have_count(filled.count())
        labels = filled.locator(".stack [aria-label]").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )
        assert any(SAID in label for label in labels)
        assert empty.locator(".quill").count() == 0
        assert faults(ada) == []


def test_expansions_of_the_faceless(person):
    ada = person("Ada")
    chosen = {"crossroads": "on", "hourglass": "on", "haunted_places": "on", "eyes": "on"}
    begin(ada, 11, **chosen, avatars="plain", servants="roaming")
    extras = ada.page.locator(".faceless .extras")
    for ours in ("Crossroads", "Billygoat as he is", "Servants"):
        line = extras.locator(".line", has_text=re.compile(ours, re.IGNORECASE))
        expect(line.locator(".quill")).to_have_count(1)
    expect(extras.locator(".glass .quill")).to_have_count(1)
    haunted = ada.page.locator("[aria-label*='Haunted']")
    assert haunted.count() > 0
    assert all(SAID in (one.get_attribute("aria-label") or "") for one in haunted.all())
    # What is the rulebook's alone.
    eyes = ada.page.locator("[aria-label*=' Eye']")
    assert not any(SAID in (one.get_attribute("aria-label") or "") for one in eyes.all())


@pytest.mark.parametrize("at", [43, 61], ids=["a Merchant's tile", "the shops between Biomes"])
def test_shops_of_dead_cells(person, at):
    ada = person("Ada")
    forked(ada, "deadcells-victory", at, 1)
    goods = ada.page.locator(".stall .good")
    expect(goods).not_to_have_count(0)
    expect(goods.locator(".quill")).to_have_count(goods.count())
    labels = goods.locator("[data-thing]").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert len(labels) == goods.count()


def test_enemies_and_tracks_of_dead_cells(person):
    ada = person("Ada")
    forked(ada, "deadcells-victory", 135, 0)
    foes = ada.page.locator(".foe")
    expect(foes).not_to_have_count(0)
    expect(foes.locator(".plate .quill")).to_have_count(foes.count())
    assert [one for one in faults(ada) if "h1.game" not in one] == []


def test_camp_and_adventurers_of_set_a_watch(person):
    ada = person("Ada")
    file = json.loads((RECORDS / "setawatch-easy-won.json").read_text(encoding="utf-8"))
    opened_at(ada, ada.ask("/api/records", file)["id"], SCENES["camp"])
    sources = sources_of(shelf.load("setawatch"))
    camp = ada.page.locator(".camp .spot")
    found = {
        (one.locator("b").first.text_content() or "").strip("\u2060 "): one.locator(
            ".quill"
        ).count()
        for one in camp.all()
    }
    # Whose spaces have coins of ours, and the action of whoever rests.
    assert found["Chop Wood"] == 0
    assert found["Heal"] == 1
    heads = ada.page.locator(".adventurer .head")
    assert all(sources[one] == "designed" for one in ("heretic", "witch"))
    expect(heads.locator(".quill")).to_have_count(heads.count())


def test_locations_of_set_a_watch(person):
    ada = person("Ada")
    picked = "dark_woods goblin_caves snowy_pass cliff_watch elven_grove old_mint haunted_manor the_long_road"
    sources = {one.name: one.source for one in Components(shelf.load("setawatch"), "en").entries}
    ada.sit("setawatch", "me", players="1", locations=picked, final="drowned_treasury")
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Beyond").click()
    stops = ada.page.locator(".road li > span:has(.place)")
    expect(stops).not_to_have_count(0)
    found = {}
    for stop in stops.all():
        name = (stop.text_content() or "").strip("\u2060 \n")
        found[name] = stop.locator(".quill").count() > 0
        assert (SAID in (stop.get_attribute("aria-label") or "")) == found[name]
    assert found == {name: sources[name] == "designed" for name in found}
    assert found["Drowned Treasury"]


def test_no_card_of_lueur(person):
    ada = person("Ada")
    ada.sit("lueur", "me", "bot:random", players="2")
    ada.page.wait_for_selector(".lueur [data-lit]")
    assert ada.page.locator(".quill").count() == 0
