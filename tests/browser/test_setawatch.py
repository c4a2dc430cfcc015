"""The board of Set a Watch: played by keyboard, by touch and by carrying dice, from the roll to dawn or dark."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import embertable.games as shelf
from embertable.engine.record import Record, record_from_json
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import Action
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.events import Attacked
from embertable.games.setawatch.health import health
from tests.browser.layout import faults
from tests.browser.player import Player
from tests.browser.test_lueur import heirs

ROOT = Path(__file__).resolve().parents[2]
TARGETS = ROOT / "web" / "src" / "games" / "setawatch" / "targets.ts"
WON = ROOT / "tests" / "records" / "setawatch-easy-won.json"
TWO = ROOT / "tests" / "records" / "setawatch-second-thoughts.json"
VERBS = {
    *(
        "Agree",
        "CallOff",
        "GoAhead",
        "Object",
        "GiveUp",
        "KeepHex",
        "KeepOrder",
        "LeaveDie",
        "PickNoMore",
    ),
    *("ShowCard", "ShowItem", "ShowLocation", "ShowValue", "StackFirewood"),
    *("RefreshNone", "StopBuying", "TakeEffect", "TakeNoMore", "TakeNoTrophy"),
}
"""Actions that concern no thing on the board."""
MANY = 120


def test_every_action_of_the_game_lies_on_a_thing_or_is_a_verb():
    shelf.load("setawatch")
    listed = re.search(r"const TARGETS\b.*?\{(.*?)\n\};", TARGETS.read_text("utf-8"), re.DOTALL)
    assert listed
    actions = {
        one.__name__
        for one in heirs(Action)
        if ".games.setawatch." in one.__module__ and not one.__subclasses__()
    }
    assert set(re.findall(r"^  (\w+):", listed[1], re.MULTILINE)) | VERBS == actions


def test_one_plays_by_keyboard_and_one_by_touch_until_the_watch_falls(person):
    ada = person("Ada")
    bruno = person("Bruno", phone=True, language="it")
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"players": "2", "ask": "all"}
    table = {"game": "setawatch", "seats": seats, "seed": 5, "options": options}
    made = ada.ask("/api/tables", table)
    ada.open(f"/table/{made['id']}")
    bruno.sit_beside(f"{made['id']}.{made['invite']}")
    rng = random.Random(3)
    looked: set[tuple[str, str]] = set()
    shown = False
    for player in (ada, bruno):
        player.page.wait_for_selector("[data-scene]")
    for turn in range(MANY):
        movers = [one for one in (ada, bruno) if one.state == "mine"]
        if not movers:
            break
        mover = movers[turn % len(movers)]
        other = bruno if mover is ada else ada
        mover.look(looked)
        if mover is ada:
            press_something(ada, rng)
        else:
            if not shown:
                shown = sees_what_is_held(bruno, ada)
            touch_something(bruno, rng)
        other.wait_for(mover.seq)
    assert shown, "nobody held a die"
    for player in (ada, bruno):
        expect(player.page.locator(".ending")).to_be_visible()
        assert player.complaints_of_axe() == []
    assert {scene for _, scene in looked} >= {"watch", "camp", "merchant"}


def press_something(player: Player, rng: random.Random) -> None:
    """By keyboard alone: walk to a lit thing, Enter until something is done."""
    page, before = player.page, player.seq
    page.keyboard.press("Escape")
    if page.locator(".setawatch [data-lit]").count() == 0:
        # Nothing lies on the board: the buttons of the strip have digits.
        for _ in range(2):
            if player.is_choosing(before):
                page.keyboard.press("1")
        player.wait_for(before + 1)
        return
    for _ in range(rng.randint(1, 5)):
        page.keyboard.press(rng.choice(["ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft"]))
    assert page.evaluate("document.activeElement.matches('[data-lit]')")
    assert page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
    for _ in range(3):
        # Of several options the strip offers the first few by their digits.
        several = int(page.locator(".prompt").get_attribute("data-touched") or 0) > 1
        page.keyboard.press("1" if several else "Enter")
        if player.state != "mine" or player.seq > before:
            break
    player.wait_for(before + 1)


def touch_something(player: Player, rng: random.Random) -> None:
    """Touch a lit thing, then its partner or the same again, rather than give the watch up."""
    lit = player.page.evaluate(LIT)
    lying = {n for thing in lit["things"] for n in thing["options"]}
    assert lying == set(range(1, lit["offered"] + 1)), "an option lies on no thing"
    wanted = sorted(lying - set(lit["last"])) or sorted(lying)
    take(player, rng.choice(wanted), lit["things"])


def take(player: Player, n: int, things: list[dict[str, Any]]) -> None:
    """Do the option of this number through the things that it lies on."""
    page, before = player.page, player.seq
    on = [thing for thing in things if n in thing["options"]]
    first = page.locator(on[0]["at"]).first
    first.click()
    if on[0]["verb"]:
        # The strip now has one button, which does it.
        if player.is_choosing(before):
            page.locator(".prompt .do button").first.click()
        player.wait_for(before + 1)
        return
    if len(on) > 1:
        second = page.locator(on[1]["at"]).first
        second.click()
        if len(set(on[0]["options"]) & set(on[1]["options"])) == 1:
            if player.is_choosing(before):
                second.click()
            player.wait_for(before + 1)
            return
    elif len(on[0]["options"]) == 1:
        first.click()
        player.wait_for(before + 1)
        return
    choices = (
        on[0]["options"] if len(on) == 1 else sorted(set(on[0]["options"]) & set(on[1]["options"]))
    )
    # Few are buttons of the strip, more are a list: a digit chooses in both, and the same digit again does it.
    place = choices.index(n)
    if place < 9:
        page.keyboard.press(str(place + 1))
        page.keyboard.press(str(place + 1))
    else:
        page.locator(".prompt .option").nth(place).dblclick()
    player.wait_for(before + 1)


def carry(player: Player, what: str, to: str) -> None:
    """Carry a thing over another and stay there."""
    mouse = player.page.mouse
    for number, thing in enumerate((what, to)):
        box = player.page.locator(f".setawatch {thing}").first.bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=1 + 4 * number)
        if number == 0:
            mouse.down()


def sees_what_is_held(player: Player, other: Player) -> bool:
    """Whether there was a die to hold; if so the other sees it in the hand, and put down again."""
    die = player.page.locator("[data-thing^=die-][data-options*=' ']").first
    if die.count() == 0:
        return False
    die.click()
    thing = die.get_attribute("data-thing")
    expect(other.page.locator(f"[data-thing={thing}][data-held='{player.name}']")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(other.page.locator("[data-held]")).to_have_count(0)
    return True


# What lies on the board or is a button of the strip, how many options there are, and which of them end the watch.
LIT = """() => {
  const things = [...document.querySelectorAll(':is(.setawatch, .prompt) [data-options]')].map(thing => ({
    options: thing.dataset.options.split(' ').map(Number),
    at: thing.dataset.thing ? `.setawatch [data-thing="${thing.dataset.thing}"]` : `.prompt [data-options="${thing.dataset.options}"] button`,
    verb: !thing.dataset.thing,
  }));
  const board = new Set(things.filter(({ verb }) => !verb).flatMap(({ options }) => options));
  return {
    // Few options are buttons as well; they are touched on the board where they lie there.
    things: things.filter(({ verb, options }) => !verb || options.some(n => !board.has(n))),
    last: things.filter(({ verb, options }) => verb && options.some(n => !board.has(n))).flatMap(({ options }) => options),
    offered: Number(document.querySelector('.prompt').dataset.offered),
  };
}"""


def test_the_last_blows_of_a_won_game_lead_to_dawn(person):
    """The golden game's own decisions, touched on the board; dice are carried, and the sum is true."""
    saved = json.loads(WON.read_text(encoding="utf-8"))
    record = record_from_json(saved)
    blows = [n for n, one in enumerate(record.entries) if (one.action or {}).get("is") == "PutDie"]
    begin = blows[-4]
    session = at_decision(record, begin)
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    id = ada.ask("/api/records", saved)["id"]
    table = ada.ask(f"/api/records/{id}/fork", {"at": begin})
    ada.open(f"/table/{table['id']}")
    ada.page.wait_for_selector("[data-scene]")
    struck = 0
    for entry in record.entries[begin:]:
        offered = list(session.table.offered(entry.seat))
        action = session.game.codec().decode(entry.action)
        things = ada.page.evaluate(LIT)["things"]
        if isinstance(action, PutDie):
            struck += 1
            target = session.table.state.line[action.place - 1]
            dealt, told, before = target.damage, len(session.table.log), ada.seq
            whole = health(session.table.state, action.place - 1)
            carry(ada, f"[data-thing='die-{action.die}']", f"[data-thing='line-{action.place}']")
            stands = ada.page.locator(f"[data-place='{action.place}'] .plaque")
            left = int(stands.locator(".left strong").inner_text())
            ada.page.mouse.up()
            ada.wait_for(before + 1)
            session.play(action, entry.seat)
            hit = sum(e.n for e in session.table.log[told:] if isinstance(e, Attacked))
            assert left == max(0, whole - dealt - hit)
        else:
            session.play(action, entry.seat)
            take(ada, offered.index(action) + 1, things)
    assert struck == 4
    expect(ada.page.locator(".ending.won")).to_be_visible()


def at_decision(record: Record, number: int) -> Session:
    session = open_record(shelf.load("setawatch"), record)
    for _ in replay(session, record, upto=number):
        pass
    return session


SCENES = {
    "dusk": 1,
    "camp": 2,
    "cards to put back": 5,
    "merchant": 8,
    "watch": 9,
    "last night": 242,
    "two in the light": 269,
}
"""Decisions of the golden game at which each scene is open."""
WINDOWS = ((1366, 768), (1440, 900))


def opened_at(player: Player, record: str, decision: int) -> None:
    table = player.ask(f"/api/records/{record}/fork", {"at": decision})
    player.open(f"/table/{table['id']}")
    player.page.wait_for_selector(".setawatch [data-lit]")


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_nothing_overlaps_or_is_cut_off_in_any_scene(person, device):
    ada = person("Ada", phone=device == "phone", language="it" if device == "phone" else "en")
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    found: dict[tuple[str, str], list[str]] = {}
    for scene, decision in SCENES.items():
        opened_at(ada, record, decision)
        for wide, high in WINDOWS if device == "desktop" else ((390, 844),):
            if device == "desktop":
                ada.page.set_viewport_size({"width": wide, "height": high})
            # The head line is the stage's.
            wrong = [one for one in faults(ada) if "h1.game" not in one]
            if wrong:
                found[scene, f"{wide}×{high}"] = wrong
    assert found == {}
    ada.page.locator(".ability .name").first.evaluate("one => one.style.fontSize = '8px'")
    assert any("8.0 px" in one for one in faults(ada)), "letters of 8 px were not found"


# How tall the first creature is drawn, and whether the night lies behind all that is seen.
DRAWN = """() => {
  const box = one => document.querySelector(one).getBoundingClientRect();
  const [board, night] = [box('main.board .setawatch'), box('.scenery')];
  const figure = document.querySelector('[data-place="1"] .figure canvas.body');
  return { figure: figure?.getBoundingClientRect().height ?? 0, behind: night.top <= board.top + 1 && night.bottom >= board.bottom - 1 };
}"""


@pytest.mark.parametrize(("width", "height", "tall"), [(390, 844, 95), (1440, 900, 250)])
def test_the_creature_before_the_fire_is_large(person, width, height, tall):
    """Its canvas, a third larger than itself, had about 80 and 205 pixels before the sky was its own."""
    ada = person("Ada", phone=width < 500)
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    ada.page.set_viewport_size({"width": width, "height": height})
    opened_at(ada, record, SCENES["watch"])
    ada.page.wait_for_function(f"() => ({DRAWN})().figure >= {tall}")
    assert faults(ada) == []


def test_what_a_creature_says_keeps_clear_of_the_people(person):
    """With two people it had been 11 pixels under the second one's face."""
    ada = person("Ada")
    record = ada.ask("/api/records", json.loads(TWO.read_text(encoding="utf-8")))["id"]
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    opened_at(ada, record, 25)
    said = ada.page.locator("[data-place='1'] .intent")
    expect(said).to_be_visible()
    for chip in ada.page.locator(".people > *").all():
        box = chip.bounding_box()
        assert box["y"] + box["height"] <= said.bounding_box()["y"]


def test_on_a_phone_the_parts_of_the_board_lie_before_the_night(person):
    """With two people they lay behind it, neither seen nor touched."""
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(TWO.read_text(encoding="utf-8")))["id"]
    opened_at(ada, record, 25)
    for name in ("Camp", "Merchant", "Beyond", "Watch"):
        part = ada.page.get_by_role("button", name=name, exact=True)
        part.click()
        expect(part).to_have_attribute("aria-pressed", "true")


def test_on_a_phone_the_night_stays_behind_what_is_scrolled(person):
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    ada.page.set_viewport_size({"width": 390, "height": 844})
    opened_at(ada, record, SCENES["merchant"])
    for top in (0, 10_000):
        scrolled = ada.page.locator(".setawatch").evaluate(
            "(one, top) => (one.scrollTo(0, top), one.scrollTop)", top
        )
        assert (scrolled > 40) == (top > 0)
        assert ada.page.evaluate(DRAWN)["behind"]


@pytest.mark.parametrize("phone", [False, True])
def test_a_spot_that_is_touched_first_asks_which_die_by_its_number(person, phone):
    """There had been three buttons that said Chop Wood, and "Touch where it goes"."""
    ada = person("Ada", phone=phone)
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    opened_at(ada, record, SCENES["camp"])
    ada.page.locator("[data-thing=camp-chop_wood]").click()
    prompt = ada.page.locator(".prompt")
    expect(prompt).to_contain_text("Touch the die that goes there.")
    texts = prompt.locator(".buttons .kit-button").all_inner_texts()
    assert len({text.split("\n")[0] for text in texts}) == len(texts)
    assert any(re.match(r"The \d", text) for text in texts)


def test_on_a_phone_another_question_is_read_from_its_top(person):
    """Wares and cards to choose from had been above what was seen, where one had scrolled or they came."""
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    ada.page.set_viewport_size({"width": 390, "height": 844})
    opened_at(ada, record, SCENES["camp"])
    ada.page.locator(".setawatch").evaluate("(one) => one.scrollTo(0, 10_000)")
    for _ in range(20):
        if ada.page.locator("[data-scene=merchant]").count():
            break
        ada.take_first()
        ada.wait_for_turn()
    ware = ada.page.locator("[data-thing^=pile-][data-lit]").first
    expect(ware).to_be_in_viewport()
    ada.page.wait_for_function("() => document.querySelector('.setawatch').scrollTop === 0")


def test_on_a_phone_all_that_the_fire_lights_is_in_sight(person):
    """A card asked which of two creatures takes the damage, and the second stood outside the window."""
    ada = person("Ada", phone=True, language="it")
    ada.page.set_viewport_size({"width": 390, "height": 844})
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    opened_at(ada, record, SCENES["two in the light"])
    standing = ada.page.locator(".line > .up")
    expect(standing).to_have_count(2)
    for n in range(2):
        expect(standing.nth(n)).to_be_in_viewport(ratio=0.9)
    wide = "one => one.scrollWidth - one.clientWidth"
    assert [one for one in ada.page.locator(".plaque").all() if one.evaluate(wide) > 1] == []


def test_a_place_that_says_who_rests_is_told_where_it_is_asked(person):
    """Only one adventurer could be touched, and nothing said why."""
    ada = person("Ada")
    places = "ruined_gate goblin_caves snowy_pass cliff_watch elven_grove old_mint haunted_manor the_long_road"
    ada.sit("setawatch", "me", seed=1, players="1", locations=places)
    ada.wait_for_turn()
    ada.take_first()
    expect(ada.page.locator(".prompt")).to_contain_text("the highest dice total must rest")


def test_the_name_of_a_card_lies_on_its_card(person):
    ada = person("Ada")
    ada.page.set_viewport_size({"width": 1366, "height": 768})
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    opened_at(ada, record, SCENES["dusk"])
    expect(ada.page.locator(".ability .quill").first).to_be_visible()
    beyond = """names => names.filter(one => {
      const words = document.createRange();
      words.selectNodeContents(one);
      const [text, card] = [words.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
      return text.left < card.left || text.right > card.right;
    }).map(one => one.textContent)"""
    assert ada.page.locator(".ability .name").evaluate_all(beyond) == []


def test_a_phone_says_how_many_more_stand_in_the_line(person):
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    opened_at(ada, record, SCENES["last night"])
    more = ada.page.locator(".line > [data-place]").count() - 1
    expect(ada.page.get_by_role("note", name="more in the Line")).to_have_text(f"+{more}")


def test_a_die_over_a_creature_is_two_touches(person):
    ada = person("Ada", phone=True)
    record = ada.ask("/api/records", json.loads(WON.read_text(encoding="utf-8")))["id"]
    opened_at(ada, record, SCENES["watch"])
    before = ada.seq
    ada.page.locator(".setawatch [data-thing^=die-][data-lit]").first.click()
    expect(ada.page.locator(".plaque .left").first).to_contain_text("→")
    assert ada.seq == before
    ada.page.locator(".setawatch [data-thing=line-1][data-lit]").click()
    ada.wait_for(before + 1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_the_board_names_has_its_name(person, language):
    """A text may be empty, as a plain creature's is."""
    ada = person("Ada", language=language)
    with ada.page.expect_response(lambda answer: "/names" in answer.url) as heard:
        ada.sit("setawatch", "me", players="1")
    wanted = heard.value.request.post_data_json["wanted"]
    names = heard.value.json()["names"]
    nameless = [
        thing
        for thing, name in zip(wanted, names, strict=True)
        if not name and thing["group"] not in ("text", "short")
    ]
    assert nameless == []
    assert len(names) > 300
