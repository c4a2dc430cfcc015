"""A table beside the real game: people tap what their own dice and cards show, on any screen."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

from tests.browser.player import MOMENT, Player

TILES = ".entering .tile:enabled"


def enter(player: Player, words: str | None = None) -> None:
    """Tap a tile; a tap so soon after the prompt opened that it was meant for the last one is repeated."""
    before = player.seq
    tile = player.page.locator(TILES)
    if words is not None:
        tile = player.page.locator(".entering").get_by_role("button", name=words)
    for _ in range(20):
        if player.seq > before:
            break
        try:
            tile.first.click(timeout=MOMENT)
            player.page.wait_for_selector(f'.prompt:not([data-seq="{before}"])', timeout=MOMENT)
        except TookTooLong:
            continue
    player.wait_for(before + 1)


def asks(player: Player, words: str | re.Pattern[str]) -> None:
    expect(player.page.locator(".prompt .sentence")).to_contain_text(words)


def decide(player: Player, rng: random.Random) -> None:
    """Enter something or decide something, whatever is asked."""
    player.wait_for_turn()
    if player.page.locator(".entering").count():
        enter(player)
    else:
        player.act(rng)


def test_a_person_keeps_a_game_with_a_bot_by_tapping(person):
    """From the host page to the first rolled dice, with a mistake that is taken back."""
    ada = person("Ada")
    ada.open("/host/lueur")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("switch", name="We play with our own box").click()
    ada.page.get_by_label("Seat 2").select_option("bot:random")
    ada.page.get_by_role("button", name="Set the table").click()
    ada.page.wait_for_url("**/table/*")
    ada.ready()
    asks(ada, "Draw the first player. Who goes first?")
    assert ada.complaints_of_axe() == []
    enter(ada, "Let Ada go first")
    asks(ada, re.compile("adventurer|Who will you be"))
    ada.act(random.Random(1))
    asks(ada, "Roll the small green die until it shows an element")
    # The picture is of that very die, before it ever lay on the table.
    expect(ada.page.locator('.entering .tile [data-colour="green"]')).to_have_count(5)
    # Entered by tap, and taken back by key.
    enter(ada, "It shows fire")
    before = ada.seq
    ada.page.keyboard.press("u")
    ada.wait_for(before + 1)
    asks(ada, "Roll the small green die")
    enter(ada, "It shows water")
    assert ada.page.locator(".entering .tile").count() == 5
    for _ in range(8):
        enter(ada)
    asks(ada, "Turn up")
    assert ada.complaints_of_axe() == []
    # Among many cards one types a name.
    find = ada.page.get_by_role("searchbox", name=re.compile("Search .* cards"))
    find.fill("okans")
    expect(ada.page.locator(TILES)).to_have_count(1)
    enter(ada, "Okans")
    for _ in range(4):
        enter(ada)
    asks(ada, re.compile("companion|Who"))
    rng = random.Random(3)
    for _ in range(40):
        if "What does it show?" in ada.page.locator(".prompt .sentence").inner_text():
            break
        decide(ada, rng)
        ada.wait_for_turn()
    asks(ada, "What does it show?")
    rolled = ada.seq
    # By key as well: a digit enters at once.
    for _ in range(20):
        ada.page.keyboard.press("1")
        try:
            ada.page.wait_for_selector(f'.prompt:not([data-seq="{rolled}"])', timeout=MOMENT)
            break
        except TookTooLong:
            continue
    assert ada.seq > rolled


@pytest.mark.parametrize("phone", [False, True])
def test_a_friend_is_invited_while_the_first_draw_is_asked(person, phone):
    ada = person("Ada", phone=phone)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = ada.ask("/api/tables", {"game": "lueur", "seats": seats, "seed": 4, "companion": True})
    ada.open(f"/table/{table['id']}")
    ada.ready()
    asks(ada, "Draw the first player. Who goes first?")
    ada.page.get_by_role("button", name="Invite").click()
    link = ada.page.get_by_role("dialog").get_by_label("Invite").input_value()
    bo = person("Bo")
    bo.join(link.removeprefix(bo.address))
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("button", name="Invite")).to_have_count(0)
    enter(bo, "Let Bo go first")


def test_two_people_enter_on_their_own_phones_in_their_own_language(person):
    ada = person("Ada")
    bruno = person("Bruno", phone=True, language="it")
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": "lueur", "seats": seats, "seed": 4, "companion": True}
    table = ada.ask("/api/tables", wanted)
    ada.open(f"/table/{table['id']}")
    bruno.sit_beside(f"{table['id']}.{table['invite']}")
    asks(bruno, "Estraete il primo giocatore. Chi comincia?")
    assert bruno.overflow() == 0
    assert bruno.small_targets() == []
    assert bruno.complaints_of_axe() == []
    enter(bruno, "Comincia Bruno")
    ada.wait_for(bruno.seq)
    # What Bruno entered, Ada may take back.
    before = ada.seq
    ada.page.get_by_role("button", name="Undo").click()
    bruno.wait_for(before + 1)
    asks(bruno, "Chi comincia?")
    ada.wait_for(bruno.seq)
    enter(ada, "Let Ada go first")
    bruno.wait_for(ada.seq)
    ada.act(random.Random(1))
    bruno.wait_for(ada.seq)
    bruno.act(random.Random(2))
    ada.wait_for(bruno.seq)
    for one, other in ((ada, bruno), (bruno, ada)) * 5:
        enter(one)
        other.wait_for(one.seq)
    asks(bruno, "Scoprite")
    assert bruno.overflow() == 0
    assert bruno.small_targets() == []
    enter(bruno)
    ada.open_tab("In words")
    expect(ada.page.get_by_role("tabpanel")).to_contain_text("On the")


def both_seats(person, game, seed, **more):
    """A companion table for two, and who plays both seats."""
    ada = person("Ada", **more)
    seats = [{"kind": "me"}, {"kind": "me"}]
    wanted = {"game": game, "seats": seats, "seed": seed, "companion": True}
    table = ada.ask("/api/tables", {**wanted, "options": {"players": "2"}})
    ada.open(f"/table/{table['id']}")
    ada.ready()
    return ada


def test_a_watch_is_rolled_by_hand(person):
    """Twelve dice of four solids, each a tile in the strip."""
    ada = both_seats(person, "setawatch", 4, phone=True)
    rng = random.Random(2)
    sides = set()
    for _ in range(40):
        ada.wait_for_turn()
        tiles = ada.page.locator(TILES).count()
        if tiles:
            if ada.page.locator(".entering.pictured").count():
                sides.add(tiles)
            if len(sides) == 4:
                break
            enter(ada)
        else:
            ada.act(rng)
    assert sides == {4, 6, 8, 12}
    assert ada.overflow() == 0
    assert ada.small_targets() == []
    assert ada.complaints_of_axe() == []


def test_a_game_without_a_companion_offers_no_switch(person):
    ada = person("Ada")
    ada.open("/host/deadcells")
    expect(ada.page.get_by_label("Your name")).to_be_visible()
    assert ada.page.get_by_role("switch", name="We play with our own box").count() == 0


def faceless(person, **more):
    """A companion table of The Faceless, and who plays both seats, where the compass is to be read."""
    ada = both_seats(person, "faceless", 5, **more)
    rng = random.Random(3)
    for _ in range(120):
        ada.wait_for_turn()
        if ada.page.locator(".dial[role=slider]").count():
            return ada
        if ada.page.locator(".entering").count():
            enter(ada)
        else:
            ada.act(rng)
    raise AssertionError("the compass was never read")


def test_the_needle_is_dragged_typed_and_turned_by_key(person):
    """The model stands beside it; what is no reading is said at the field."""
    ada = faceless(person)
    asks(ada, "Where does your compass point?")
    status = ada.page.locator(".reading [role=status]")
    expect(status).to_contain_text("The model says")
    assert ada.complaints_of_axe() == []
    dial = ada.page.locator(".dial[role=slider]")
    box = dial.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ada.page.mouse.move(*middle)
    ada.page.mouse.down()
    ada.page.mouse.move(box["x"] + box["width"] * 0.95, middle[1])
    ada.page.mouse.up()
    expect(status).to_contain_text("Yours: east (0°).")
    dial.focus()
    dial.press("ArrowUp")
    expect(dial).to_have_attribute("aria-valuetext", "east (1°)")
    field = ada.page.get_by_role("textbox", name="or type north-east or 60")
    field.fill("400")
    expect(ada.page.get_by_role("alert")).to_have_text("The dial has 0 to 359 degrees.")
    field.press("Enter")
    field.fill("upwards")
    expect(ada.page.get_by_role("alert")).to_contain_text("Type a direction such as north-east")
    assert ada.complaints_of_axe() == []
    field.fill("between west and south-west")
    expect(status).to_contain_text("between west and south-west (210°)")
    field.fill("NW")
    expect(status).to_contain_text("Yours: north-west (120°).")
    before = ada.seq
    field.press("Enter")
    ada.wait_for(before + 1)
    ada.open_tab("Story")
    expect(ada.page.get_by_role("tabpanel")).to_contain_text(
        "Your compass points north-west (120°)"
    )


def test_the_needle_on_a_phone_in_italian(person):
    ada = faceless(person, phone=True, language="it")
    asks(ada, "Dove punta la vostra bussola?")
    assert ada.overflow() == 0
    assert ada.small_targets() == []
    assert ada.complaints_of_axe() == []
    ada.page.get_by_role("textbox", name="o scrivi nord-est o 60").fill("sud-ovest")
    expect(ada.page.locator(".reading [role=status]")).to_contain_text("sud-ovest (240°)")
    before = ada.seq
    ada.page.get_by_role("button", name="Indica sud-ovest (240°)").click()
    ada.wait_for(before + 1)
    # What was read wrongly is taken back, and read again.
    before = ada.seq
    ada.page.get_by_role("button", name="Annulla").click()
    ada.wait_for(before + 1)
    asks(ada, "Dove punta la vostra bussola?")


@pytest.mark.parametrize(("language", "phone"), [("en", False), ("it", True)])
def test_the_names_of_eight_memories_are_read_in_one_piece(person, language, phone):
    """None of eight tiles breaks its name letter by letter, and on a phone they leave the question in sight."""
    ada = person("Ada", language=language, phone=phone)
    seats = [{"kind": "bot", "bot": "greedy"}] * 2
    wanted = {"game": "faceless", "seats": seats, "seed": 9, "companion": True}
    table = ada.ask("/api/tables", {**wanted, "options": {"players": "2"}})
    ada.open(f"/table/{table['id']}")
    ada.ready()
    for _ in range(60):
        ada.wait_for_turn()
        if ada.page.locator(".entering .tile").count() == 8:
            break
        before = ada.seq
        if ada.page.locator(".dial[role=slider]").count():
            ada.page.get_by_role("button", name=re.compile("As the model|Come dice il")).click()
            ada.wait_for(before + 1)
        else:
            enter(ada)
    names = ada.page.locator(".entering .tile .name:visible")
    expect(names).to_have_count(8)
    lines = "all => all.map(one => one.getClientRects().length && one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
    assert max(names.evaluate_all(lines)) < 2.5
    cut = "one => one.scrollHeight - one.clientHeight"
    assert ada.page.locator(".prompt .sentence").evaluate(cut) <= 2
    assert ada.overflow() == 0
    assert not phone or ada.small_targets() == []
    assert ada.complaints_of_axe() == []


def watch_to_roll(person, **more):
    ada = both_seats(person, "setawatch", 4, **more)
    rng = random.Random(2)
    for _ in range(30):
        ada.wait_for_turn()
        if ada.page.locator(".entering .count").count():
            return ada
        decide(ada, rng)
    raise AssertionError("nothing was rolled")


def watch_to_turn_up(player: Player, words: str) -> None:
    """Enter and decide until the first creature of the Line is asked for."""
    rng = random.Random(2)
    for _ in range(60):
        player.wait_for_turn()
        if words in player.page.locator(".prompt .sentence").inner_text():
            return
        decide(player, rng)
    raise AssertionError("no creature was turned up")


def test_cards_of_a_watch_are_turned_up_by_hand(person):
    """Items, the location, and then the Line card by card; a mistake is taken back."""
    ada = both_seats(person, "setawatch", 4)
    asks(ada, "Turn up the top Item card. Which is it?")
    find = ada.page.get_by_role("searchbox", name=re.compile("Search .* cards"))
    find.fill("whet")
    expect(ada.page.locator(TILES)).to_have_count(1)
    enter(ada)
    assert ada.complaints_of_axe() == []
    enter(ada)
    enter(ada)
    asks(ada, "Turn up the next location. Which is it?")
    enter(ada, "Snowy Pass")
    watch_to_turn_up(ada, "Turn up card 1 of the Line: which?")
    assert ada.complaints_of_axe() == []
    find.fill("wolf")
    expect(ada.page.locator(TILES)).to_have_count(2)
    before = ada.seq
    enter(ada, "Wolf")
    expect(ada.page.locator('[data-place="1"]')).to_contain_text("Wolf")
    ada.page.get_by_role("button", name="Undo").click()
    ada.wait_for(before + 2)
    asks(ada, "Turn up card 1 of the Line:")
    find.fill("bear")
    enter(ada, "Bear")
    expect(ada.page.locator('[data-place="1"]')).to_contain_text("Bear")
    ada.open_tab("Story")
    expect(ada.page.get_by_role("tabpanel")).to_contain_text("Bear")


def test_cards_of_a_watch_on_a_phone_in_italian(person):
    ada = both_seats(person, "setawatch", 4, phone=True, language="it")
    asks(ada, "Scoprite il primo oggetto del mazzo.")
    assert ada.overflow() == 0
    assert ada.small_targets() == []
    watch_to_turn_up(ada, "Scoprite la carta 1 della fila. Qual è?")
    assert ada.overflow() == 0
    assert ada.small_targets() == []
    assert ada.complaints_of_axe() == []
    ada.page.get_by_role("searchbox").fill("lup")
    enter(ada, "lupo")


def test_a_roll_is_tapped_in_a_row_without_waiting(person):
    """Twelve dice, each tapped as soon as its faces are in sight; stored one by one, in order."""
    ada = watch_to_roll(person, phone=True)
    expect(ada.page.locator(".entering .count")).to_have_text("1 of 12")
    expect(ada.page.get_by_label("d6 of the Heretic, to be rolled")).to_have_count(3)
    expect(ada.page.get_by_role("button", name="Heretic").first).to_contain_text("? · ? · ?")
    before = ada.seq
    # The first tap waits until the prompt takes it; the others do not wait for anything.
    enter(ada)
    tiles = ada.page.locator(".entering .tile")
    for number in range(3):
        tiles.nth(number).click()
    ada.wait_for(before + 4)
    expect(ada.page.locator(".entering .count")).to_have_text("5 of 12")
    # Whose dice are asked for is in sight.
    expect(ada.page.get_by_label("d8 of the Bounty Hunter, to be rolled").first).to_be_in_viewport()
    assert ada.overflow() == 0
    assert ada.small_targets() == []


def test_a_roll_is_typed_in_a_row(person):
    ada = watch_to_roll(person)
    row = ada.page.get_by_role("textbox", name="or type a row: 3 5 1")
    before = ada.seq
    row.fill("2 99 1")
    row.press("Enter")
    expect(ada.page.locator(".entering [role=alert]")).to_contain_text("No 99 on die 2")
    assert ada.seq == before
    row.fill("2 1 3")
    row.press("Enter")
    ada.wait_for(before + 3)
    expect(ada.page.locator(".entering .count")).to_have_text("4 of 12")
    assert ada.complaints_of_axe() == []
    # A mistake is taken back die by die.
    ada.page.get_by_role("button", name="Undo").click()
    ada.wait_for(before + 4)
    expect(ada.page.locator(".entering .count")).to_have_text("1 of 10")


def test_a_table_of_bots_asks_its_host(person):
    """Whoever only watches reads for whom the table waits."""
    ada, bruno = person("Ada"), person("Bruno", language="it")
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    wanted = {"game": "lueur", "seats": seats, "seed": 4, "companion": True, "listed": True}
    table = ada.ask("/api/tables", {**wanted, "options": {"players": "2"}})
    ada.open(f"/table/{table['id']}")
    bruno.open(f"/table/{table['id']}")
    asks(ada, "Draw the first player. Who goes first?")
    asks(bruno, "In attesa che chi ospita indichi il risultato.")
    assert bruno.page.locator(".entering").count() == 0
    enter(ada)
    asks(ada, "until it shows an element")
    before = ada.seq
    enter(ada)
    ada.page.keyboard.press("u")
    ada.wait_for(before + 2)
