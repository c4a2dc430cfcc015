"""The table of Set a Watch, drawn and told in both languages."""

from __future__ import annotations

import io
from typing import cast

import pytest
from rich.console import Console

from embertable import load, new_table
from embertable.contract import Playout
from embertable.engine.catalogue import LANGUAGES, Message
from embertable.engine.messages import message_of
from embertable.games.setawatch.content import WatchContent
from embertable.games.setawatch.state import BENCHED, SPENT, HeldItem, LineCard
from embertable.games.setawatch.view import WatchView
from embertable.terminal.board import picture_of
from embertable.terminal.setawatch import render
from embertable.text_view.setawatch import TextView

GAME = load("setawatch")


def look(table) -> WatchView:
    return cast(WatchView, GAME.view(table, 0))


def drawn(table, language, width=100):
    view = look(table)
    paper = io.StringIO()
    console = Console(file=paper, width=width, legacy_windows=False)
    console.print(render(view, GAME.catalogue(language, view), width, 0, None, None))
    return paper.getvalue()


def told(table, language):
    view = look(table)
    return TextView(
        view, GAME.catalogue(language, view), 0, cast(WatchContent, GAME.content())
    ).lines()


def watch_table(players="2"):
    """A table on its first Watch."""
    playout = Playout(GAME, {"players": players}, 4)
    for _ in playout.decisions():
        if playout.table.state.phase == "watch":
            break
    table = playout.table
    table.state.line = [
        LineCard("wyvern-1", up=True, damage=2, stolen=[4]),
        LineCard("warg_handler-1", up=True, mount="wolf-1"),
        LineCard("bear-1", up=True, negated=True),
        LineCard("fae-2"),
        LineCard("shade-1"),
    ]
    table.state.known.append("fae-2")
    return table


def test_the_game_has_a_picture_of_its_own():
    assert picture_of(GAME).render is render


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_line_shows_what_is_known_and_hides_what_is_not(language):
    table = watch_table()
    wyvern, shade = {"en": ("Wyvern", "Shade"), "it": ("Viverna", "Ombra")}[language]
    for text in (drawn(table, language), "\n".join(told(table, language))):
        assert wyvern in text
        assert shade not in text
    assert "2/6" in drawn(table, language)
    assert "▒▒▒" in drawn(table, language)


def test_sentences_say_place_damage_mount_and_negation():
    lines = told(watch_table(), "en")
    first = next(line for line in lines if line.startswith("Position 1"))
    assert (
        "Wyvern, Dragon, damage 2 of 6, would exhaust 2 cards; stolen dice: the Bounty Hunter's"
        in first
    )
    assert any(line.startswith("Position 2: Warg Handler on Wolf") for line in lines)
    assert any("Bear, Forest Creature, negated" in line for line in lines)
    assert "Position 4: face down, known to be Fae (6)." in lines
    assert "Position 5: face down." in lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80, 160])
def test_every_moment_can_be_drawn_and_told(language, width):
    playout = Playout(GAME, {"players": "3"}, 11)
    for decision in playout.decisions():
        if decision.number % 4 == 0:
            assert all(
                len(line) <= width for line in drawn(playout.table, language, width).splitlines()
            )
            for line in told(playout.table, language):
                assert line.strip()
                assert "{" not in line


def test_before_the_watch_camp_and_merchant_come_first():
    table = new_table(GAME, {}, 3)
    table.next_choice()
    table.apply(table.offered()[0])
    table.next_choice()
    text = drawn(table, "en")
    assert text.index("Camp") < text.index("Adventurers")
    assert "Firewood 7, lights 2" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summon_card_in_the_line_is_told_and_drawn(language):
    """It lies face up while the party picks an Unhallowed, and is no creature of any type."""
    table = watch_table()
    table.state.line[0] = LineCard("summon-1", up=True)
    name = GAME.catalogue(language).render(Message("title.summon", {}))
    assert any(name in line for line in told(table, language)[:4])
    assert name in drawn(table, language)


@pytest.mark.parametrize("language", ["en", "it"])
def test_known_cards_of_hidden_piles_are_shown(language):
    table = watch_table()
    state = table.state
    state.deck = ["treant-1", "hedge_imp-1", "bandit-1"]
    state.horde = ["lich", "goblins-1"]
    state.waiting = ["skeletons-1"]
    state.known = ["treant-1", "goblins-1", "skeletons-1"]
    names = {"en": ("Treant", "Goblins", "Skeletons"), "it": ("Uomo albero", "Goblin", "Scheletri")}
    hidden = {"en": ("Hedge Imp", "Bandit", "Lich"), "it": ("Diavoletto", "Bandito", "Lich")}
    state.unhallowed = []
    state.graveyard = []
    for text in (drawn(table, language, 200), "\n".join(told(table, language))):
        assert all(name in text for name in names[language])
        assert not any(name in text for name in hidden[language])


def test_cards_set_aside_and_the_familiar_are_shown():
    table = watch_table()
    table.state.adventurers[3].aside = ["hex", "turn_fate"]
    table.state.familiar = "rook"
    assert "aside: Hex and Turn Fate" in drawn(table, "en", 200)
    lines = told(table, "en")
    assert "The Witch has Hex and Turn Fate set aside." in lines
    assert any(line.startswith("The Familiar shows Rook.") for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_that_stands_for_a_card_or_an_action_can_say_what_that_does(language):
    playout = Playout(GAME, {"players": "1"}, 4)
    told_of: set[str] = set()
    for _ in playout.decisions():
        table = playout.table
        words = GAME.catalogue(language, look(table))
        for option in table.offered():
            id = f"more.{type(option).__name__}"
            if words.has(id):
                assert words.render(Message(id, message_of(option).arguments))
                told_of.add(type(option).__name__)
    assert {"PlaceDie", "EquipCard", "UseByDie", "UseByExhausting"} <= told_of


def test_an_own_camp_action_is_explained():
    words = GAME.catalogue("en", None)
    told = words.render(Message("more.PlaceDie", {"die": 0, "action": "simmer_down"}))
    assert told == "Refresh two of your own exhausted ability cards. Requires a 6 or higher."


def test_who_is_on_watch_rests_or_sits_out_is_told():
    table = watch_table()
    resting = table.state.resting
    out = next(one for one in table.state.adventurers if one.number != resting)
    out.participating = False
    name = GAME.catalogue("en").render(
        Message(f"title.{look(table).adventurers[out.number].id}", {})
    )
    assert f"The {name} sits out this Watch; rested 0 times." in told(table, "en")
    table.state.phase = "merchant"
    assert f"The {name} has rested 0 times." in told(table, "en"), "the Watch has not begun"
    assert sum("rests; 1 rest so far" in line for line in told(table, "en")) == 1


def test_what_is_used_up_in_a_round_is_told_as_it_is_drawn():
    table = watch_table()
    state = table.state
    heretic = state.adventurers[0]
    heretic.board = ["corpse_bolt", *heretic.board[1:]]
    heretic.exhausted[0], heretic.took_die[0] = False, True
    heretic.items = [HeldItem("fire_pot", activated=True), HeldItem("tower_shield", exhausted=True)]
    state.dice[:3], state.values[:3] = [BENCHED, SPENT, SPENT], [1, 4, 5]
    state.hex = 2
    state.line[1].negated = True
    lines = told(table, "en")
    assert "Heretic: dice put aside for this round 1." in lines
    assert any("Corpse Bolt is ready and has taken its die of this round." in one for one in lines)
    assert "The Heretic holds Fire Pot, activated in this round." in lines
    assert "The Heretic holds Tower Shield, exhausted." in lines
    assert "The Witch has 2 hexes stored." in lines
    assert any(one.startswith("Position 2: Warg Handler on Wolf, Goblin, negated") for one in lines)
    assert "hexes: 2" in drawn(table, "en", 200)


@pytest.mark.parametrize("language", ["en", "it"])
def test_items_say_what_using_them_takes(language):
    table = watch_table()
    table.state.market = [["lamp_oil"], ["whetstone"], ["tower_shield"]]
    table.state.adventurers[0].items = [HeldItem("charcoal_sack")]
    uses = {
        "en": ("Discard: Firewood", "Activate with a die: Your", "Exhaust: When", "Passive: When"),
        "it": ("Si scarta: Legna", "Si attiva con un dado: Il", "Si esaurisce: Q", "Passivo: Quan"),
    }
    lines = "\n".join(told(table, language))
    assert all(use in lines for use in uses[language])
    assert uses[language][0] in drawn(table, language, 200)
