"""The Line is dealt, and the campfire reveals it (W-WATCH, W-REVEAL)."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie, SendFamiliar
from embertable.games.setawatch.dice_effects import ChooseLostDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import (
    CardEntered,
    CardRevealed,
    DeckReshuffled,
    LineDealt,
    PowerTriggered,
    SatOut,
)
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.line import ChooseHex, KeepHex, SpendHex
from embertable.games.setawatch.watch import ChooseAction, UseItem
from tests.games.setawatch.scene import scene

SIX = "bear, wolf, eagle, treant, bear, wolf, eagle"


# Who takes part.


@pytest.mark.rule("W-WATCH-01")
def test_who_has_a_ready_card_when_the_watch_begins_takes_part():
    table = scene(resting="R", deck=SIX)
    table.give("H", exhausted="all")
    table.give("B", exhausted="proven_kill, weighted_net")
    table.begin_watch()
    assert [one.participating for one in table.state.adventurers] == [False, True, False, True]
    assert table.events(SatOut) == [SatOut(0)]


@pytest.mark.rule("W-WATCH-02")
def test_whose_last_card_is_exhausted_goes_on():
    table = scene(line="hollow_judge", dice="T 3", firewood=5)
    table.give("T", exhausted="hex, premonition", items="storm_rod, lamp_oil", tamed="wolf")
    table.watch()
    table.stoke("withering_curse")
    assert table.ready("T") == 0
    for act in (
        PutDie(PARTY, table.die("T 3"), 1),
        SendFamiliar(PARTY, 1),
        UseItem(PARTY, 3, "lamp_oil"),
    ):
        assert act in table.offered()
    table.attack("T 3", 1)
    assert table.at(1).damage == 3


@pytest.mark.rule("W-WATCH-03")
def test_who_sits_out_does_not_rejoin_when_refreshed():
    table = scene(resting="R", deck=SIX, dice="H 6 6 6")
    table.give("H", exhausted="all")
    table.give("B", items="mending_draught")
    table.begin_watch()
    table.use_item("mending_draught")
    table.act(table.offered()[0])
    assert table.ready("H") == 1
    assert table.offered(PutDie) == []


# Dealing.


@pytest.mark.rule("W-WATCH-LINE-01")
def test_the_line_is_dealt_face_down_from_the_camp_outward():
    table = scene(deck=SIX, firewood=5)
    table.begin_watch()
    assert table.line == [
        "bear",
        *["wolf down", "eagle down", "treant down", "bear down", "wolf down"],
    ]
    assert table.deck == ["eagle"]
    assert table.events(LineDealt) == [LineDealt(6)]


@pytest.mark.rule("W-WATCH-LINE-01", "W-LOCATION-01")
@pytest.mark.parametrize(("location", "count"), [("lost_outpost", 8), ("remote_tavern", 5)])
def test_the_location_says_how_many(location, count):
    table = scene(deck=SIX + ", fae, fae, goblins", location=location, firewood=5)
    table.begin_watch()
    assert len(table.line) == count


@pytest.mark.rule("W-WATCH-LINE-02")
def test_cards_that_wait_come_first_and_count():
    table = scene(round=4, resting="R", graveyard="skeletons, fae", deck=SIX, firewood=9)
    table.end_watch()
    assert table.state.round == 5
    table.state.location = "barren_plains"
    table.begin_watch()
    assert table.line[0] == "skeletons"
    assert len(table.line) == 6
    assert table.graveyard == ["fae"]


@pytest.mark.rule("W-WATCH-LINE-03")
def test_what_a_location_adds_comes_on_top_of_the_count():
    table = scene(deck=SIX, location="mountain_keep", graveyard="fae, treant 9", firewood=5)
    table.begin_watch()
    assert len(table.line) == 6
    assert table.line[5] == "treant down"


@pytest.mark.rule("W-WATCH-LINE-04")
def test_an_empty_deck_is_made_from_the_graveyard():
    table = scene(deck="fae, fae", graveyard=SIX, firewood=5, luck="=0 =0 =0 =0 =0 =0")
    table.begin_watch()
    assert len(table.line) == 6
    assert [name.removesuffix(" down") for name in table.line[:2]] == ["fae", "fae"]
    assert len(table.deck) == 3
    assert table.graveyard == []
    assert len(table.events(DeckReshuffled)) == 1


@pytest.mark.rule("W-WATCH-LINE-04")
def test_without_cards_the_line_stays_shorter():
    table = scene(deck="bear", graveyard="wolf", firewood=5)
    table.begin_watch()
    assert len(table.line) == 2
    table = scene(firewood=5)
    assert table.begin_watch() is None


@pytest.mark.rule("W-WATCH-LINE-05")
def test_the_line_has_no_gaps():
    table = scene(line="bear, wolf, eagle down, fae down", dice="H 6", firewood=7)
    table.watch()
    table.attack("H 6", 2)
    assert table.line == ["bear", "eagle", "fae down"]


@pytest.mark.rule("W-WATCH-LINE-05")
def test_a_card_that_enters_moves_those_behind_it_back():
    table = scene(line="fell_beast arriving, wolf", deck="treant")
    table.watch()
    assert table.line == ["treant", "fell_beast", "wolf"]


# Revealing.


@pytest.mark.rule("W-REVEAL-01")
def test_cards_are_revealed_one_at_a_time_and_resolved_before_the_next():
    table = scene(line="hedge_imp down, bear down", dice="H 3, B 4", firewood=7)
    table.watch()
    assert isinstance(table.waiting(), ChooseLostDie)
    assert table.line == ["hedge_imp", "bear down"]
    table.act(table.offered()[0])
    assert table.line == ["hedge_imp", "bear"]
    assert [event.place for event in table.events(CardRevealed)] == [1, 2]


@pytest.mark.rule("W-REVEAL-02")
def test_the_level_lights_the_first_positions():
    table = scene(line="bear down, wolf down, pyromancer, eagle down", firewood=7)
    table.watch()
    assert table.line == ["bear", "wolf", "pyromancer", "eagle down"]


@pytest.mark.rule("W-REVEAL-02")
def test_a_face_up_card_farther_back_does_not_use_up_the_level():
    table = scene(line="bear down, wolf down, pyromancer", firewood=3)
    table.watch()
    assert table.line == ["bear", "wolf down", "pyromancer"]


@pytest.mark.rule("W-REVEAL-03")
def test_revealing_stops_when_the_level_drops():
    table = scene(line="fae down, bear down", firewood=7)
    table.watch()
    assert table.state.firewood == 6
    assert table.line == ["fae", "bear down"]


@pytest.mark.rule("W-REVEAL-03")
def test_revealing_goes_on_when_the_level_rises():
    table = scene(line="bear 4, treant 8, wolf down, eagle down", dice="H 4 4, B 4", firewood=10)
    table.watch()
    assert table.line == ["bear", "treant", "wolf down", "eagle down"]
    table.attack("H 4", 2)
    table.attack("B 4", 2)
    while not isinstance(table.waiting(), ChooseAction):
        table.act(table.offered()[-1])
    assert table.state.firewood == 12
    assert table.line == ["bear", "wolf", "eagle"]


@pytest.mark.rule("W-REVEAL-04")
def test_a_reveal_power_triggers_when_the_card_is_turned():
    table = scene(line="bear, goblins down", firewood=7)
    table.watch()
    assert table.line == ["goblins", "bear"]


@pytest.mark.rule("W-REVEAL-04")
def test_a_summoned_unhallowed_counts_as_revealed():
    table = scene(line="summon down, bear down", unhallowed="minotaur", firewood=5)
    table.watch()
    table.exhaust("grave_whisper")
    assert [event.trigger for event in table.events(PowerTriggered)] == ["reveal", "first_position"]


@pytest.mark.rule("W-REVEAL-04")
def test_a_card_from_the_graveyard_that_enters_face_up_counts_as_revealed():
    table = scene(
        line="necromancer down", graveyard="skeletons, bone_piper 6", firewood=5, dice="H 1"
    )
    table.watch()
    entered = [event.card for event in table.events(CardEntered)]
    assert entered == ["bone_piper-1", "skeletons-1"]
    powers = [(event.card, event.trigger) for event in table.events(PowerTriggered)]
    assert ("bone_piper-1", "reveal") in powers


@pytest.mark.rule("W-REVEAL-04")
def test_a_card_swapped_in_counts_as_revealed():
    table = scene(line="treant, bear", graveyard="hedge_imp 3", dice="H 6, B 2")
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    table.use("dark_exchange")
    table.act(TakeCard(PARTY, "treant-1"))
    assert table.line == ["hedge_imp", "bear"]
    assert isinstance(table.waiting(), ChooseLostDie)


@pytest.mark.rule("W-REVEAL-05")
def test_a_card_moved_within_the_line_is_not_revealed_again():
    table = scene(line="goblins, bear", dice="H 1")
    table.give("H", items="drag_hook")
    table.watch()
    table.use_item("drag_hook", "H 1")
    assert table.line == ["bear", "goblins"]
    assert table.events(PowerTriggered) == []
    assert table.events(CardRevealed) == []


@pytest.mark.rule("W-REVEAL-06")
def test_nothing_comes_between_a_face_and_its_powers():
    table = scene(line="minotaur down", dice="H 6 6 6, R 12")
    table.give("H", items="silver_mirror, choking_dust")
    table.watch()
    assert isinstance(table.waiting(), ChooseExhausted)
    assert table.ready() == 12


@pytest.mark.rule("W-REVEAL-06", "W-WITCH-HEX-03")
def test_a_stored_hex_may_come_between():
    for act, ready in ((SpendHex(PARTY, "minotaur"), 12), (KeepHex(PARTY), 12)):
        table = scene(line="minotaur down")
        table.state.hex = 1
        table.watch()
        assert isinstance(table.waiting(), ChooseHex)
        assert table.line == ["minotaur"]
        table.act(act)
        assert isinstance(table.waiting(), ChooseExhausted) == isinstance(act, KeepHex)
        assert table.ready() == ready


@pytest.mark.rule("W-REVEAL-07")
def test_a_reveal_power_triggers_once_while_the_table_settles():
    table = scene(line="graveshifter 2 down", graveyard="graveshifter 3, bear")
    table.watch()
    assert table.line == ["graveshifter"]
    assert table.at(1).card == "graveshifter-1"
    powers = [event.card for event in table.events(PowerTriggered)]
    assert powers == ["graveshifter-1", "graveshifter-2"]


@pytest.mark.rule("W-REVEAL-07")
def test_after_an_action_the_same_card_may_reveal_again():
    table = scene(line="treant, bear 4", graveyard="graveshifter 2", dice="H 3")
    table.give("H", board="dark_exchange, turn_the_dead, corpse_bolt")
    table.watch()
    for die in ("H 3", ""):
        table.use("dark_exchange", die)
        table.act(TakeCard(PARTY, "treant-1"))
        assert table.line == ["treant", "bear"]
        assert table.graveyard == ["graveshifter"]
    revealed = [event.card for event in table.events(PowerTriggered) if event.trigger == "reveal"]
    assert revealed == ["graveshifter-1", "graveshifter-1"]
