"""Summon cards and the Unhallowed (W-SUMMON)."""

import pytest

from embertable.engine.errors import IllegalAction
from embertable.engine.table import PARTY
from embertable.games.setawatch.consent import Agree, Suggest
from embertable.games.setawatch.dice_effects import StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import PowerTriggered, SummonRevealed
from embertable.games.setawatch.exhausting import (
    ChooseExhausted,
    ChooseSummonCost,
    ExhaustCard,
    Shield,
)
from embertable.games.setawatch.line import ChooseHex, SpendHex
from embertable.games.setawatch.powers import location_steps
from tests.games.setawatch.scene import camp, scene


@pytest.mark.rule("W-SUMMON-01")
def test_a_summon_card_costs_a_card_and_brings_the_top_unhallowed():
    table = scene(line="bear, summon down, wolf down", unhallowed="lich, hydra", graveyard="eagle")
    assert isinstance(table.watch(), ChooseExhausted)
    assert table.graveyard == ["eagle"], "the Summon card still lies there"
    table.exhaust("hex")
    assert table.ready() == 11
    assert table.graveyard == ["summon", "eagle"]
    assert table.line == ["bear", "lich", "wolf down"]
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-SUMMON-01")
def test_the_card_is_exhausted_by_somebody_on_watch():
    table = scene(line="summon down", unhallowed="lich", resting="R")
    table.watch()
    assert {option.adventurer for option in table.offered(ExhaustCard)} == {0, 1, 3}


@pytest.mark.rule("W-SUMMON-02")
def test_the_unhallowed_is_handled_as_revealed():
    table = scene(line="bear, summon down", unhallowed="minotaur", firewood=7)
    table.watch()
    table.exhaust("hex")
    assert table.line == ["minotaur", "bear"], "its Reveal power"
    assert isinstance(table.waiting(), ChooseExhausted), "its First Position power"
    assert [event.trigger for event in table.events(PowerTriggered)] == [
        "reveal",
        "first_position",
    ]


@pytest.mark.rule("W-SUMMON-02")
def test_an_ongoing_power_of_the_unhallowed_begins():
    table = scene(line="bear 4, summon down", unhallowed="warlord", firewood=7)
    table.watch()
    table.exhaust("hex")
    assert table.health(1) == 6


@pytest.mark.rule("W-SUMMON-03", "W-LOSE-02")
def test_without_an_unhallowed_to_summon_the_game_is_lost():
    table = scene(line="bear, summon down")
    table.watch()
    table.exhaust("hex")
    assert table.result is not None
    assert table.result.outcome == "unhallowed"
    assert table.result.winners == ()
    assert table.graveyard == ["summon"]
    assert table.ready() == 11


@pytest.mark.rule("W-SUMMON-04")
def test_a_defeated_unhallowed_goes_to_the_graveyard():
    table = scene(line="lich, bear", dice="R 12 2", graveyard="wolf", unhallowed="hydra")
    table.watch()
    table.attack("R 12", 1)
    table.attack("R 2", 1)
    assert table.graveyard == ["lich", "wolf"]
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-SUMMON-05")
def test_an_unhallowed_of_the_graveyard_is_shuffled_in_and_dealt():
    table = scene(graveyard="lich", firewood=7, location="mountain_keep")
    table.begin_watch()
    assert table.line == ["lich"]
    assert table.ready() == 12, "nothing was summoned"


@pytest.mark.rule("W-SUMMON-06")
def test_peeking_and_moving_do_not_trigger_a_summon_card():
    table = scene(line="bear, wolf, summon down, eagle down", dice="T 2", unhallowed="lich")
    table.watch()
    table.use("premonition", "T 2")
    table.act(TakeCard(PARTY, "#3"), TakeCard(PARTY, "#4"))
    table.act(TakeCard(PARTY, "#3"))
    assert table.line == ["bear", "wolf", "eagle down", "summon down"]
    assert table.events(SummonRevealed) == []
    assert table.ready() == 12


@pytest.mark.rule("W-SUMMON-06")
def test_scouting_does_not_trigger_a_summon_card():
    table = camp("H", "3 4 5", deck="summon, bear", unhallowed="lich")
    table.place(3, "scout_ahead")
    assert table.events(SummonRevealed) == []
    assert table.unhallowed == ["lich"]


@pytest.mark.rule("W-SUMMON-07", "W-SUMMON-13")
def test_a_summon_card_to_be_discarded_is_resolved_and_the_unhallowed_suffers_the_effect():
    table = scene(
        line="bear, wolf, summon down, eagle down", unhallowed="wyvern_rider, hydra", deck="fae"
    )
    table.give("H", items="trapdoor_kit")
    table.watch()
    table.use_item("trapdoor_kit")
    table.act(TakeCard(PARTY, "#3"))
    table.exhaust("hex")
    assert table.line == ["bear", "wolf", "eagle down"]
    assert table.graveyard == ["summon"]
    assert table.deck == ["fae", "wyvern_rider"]
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-SUMMON-13")
def test_the_unhallowed_reveals_before_the_effect_and_position_powers_follow():
    """The Minotaur comes first and goes before its First Position power."""
    table = scene(line="bear, wolf, summon down", unhallowed="minotaur")
    table.give("H", items="trapdoor_kit")
    table.watch()
    table.use_item("trapdoor_kit")
    table.exhaust("hex")
    assert [event.trigger for event in table.events(PowerTriggered)] == ["reveal"]
    assert table.line == ["bear", "wolf"]
    assert table.deck == ["minotaur"]


@pytest.mark.rule("W-SUMMON-13")
def test_if_its_reveal_power_takes_it_away_the_effect_is_lost():
    table = scene(line="fae, wyvern, summon down", unhallowed="corrupt_druid")
    table.give("H", items="trapdoor_kit")
    table.watch()
    table.use_item("trapdoor_kit")
    table.exhaust("hex")
    assert table.horde == ["corrupt_druid"]
    assert table.deck == []
    assert table.line == ["fae", "wyvern"]


@pytest.mark.rule("W-SUMMON-08")
def test_outside_the_line_the_unhallowed_suffers_the_effect_at_once():
    table = scene(line="bear, wolf", horde="summon, eagle", unhallowed="chain_warden, hydra")
    table.give("H", items="grave_salt")
    table.set_dice("H 5, B 6")
    table.watch()
    table.use_item("grave_salt")
    table.exhaust("hex")
    assert table.state.removed == ["chain_warden"]
    assert table.offered(StunDie) == [], "it never came into the Line"
    assert table.line == ["bear", "wolf"]
    assert table.horde == ["eagle"]
    assert table.graveyard == ["summon"]
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-SUMMON-08")
def test_another_card_is_simply_discarded():
    table = scene(line="bear, wolf, eagle down", deck="fae", unhallowed="hydra")
    table.give("H", items="trapdoor_kit")
    table.watch()
    table.use_item("trapdoor_kit")
    assert table.deck == ["fae", "eagle"]
    assert table.ready() == 12
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-SUMMON-09")
def test_a_summon_card_that_goes_to_the_horde_unseen_stays_unresolved():
    table = scene(line="acolyte down, bear", deck="summon", unhallowed="hydra")
    table.watch()
    assert table.horde == ["summon"]
    assert table.ready() == 12
    assert table.unhallowed == ["hydra"]


@pytest.mark.rule("W-SUMMON-09")
def test_it_is_resolved_when_it_is_revealed_in_the_final_line():
    table = scene(
        horde="summon", round=9, location="forbidden_tower", unhallowed="hydra", firewood=7
    )
    table.begin_watch()
    table.exhaust("hex")
    assert table.line == ["hydra"]


@pytest.mark.rule("W-SUMMON-10")
def test_a_summon_card_that_comes_face_up_is_resolved():
    table = scene(line="fell_beast arriving, bear", deck="summon", unhallowed="lich")
    table.watch()
    table.exhaust("hex")
    assert table.line == ["lich", "fell_beast", "bear"]
    assert table.graveyard == ["summon"]


@pytest.mark.rule("W-SUMMON-11")
def test_a_summon_card_has_no_base_health_in_the_graveyard():
    table = scene(line="zombie_horde 7, bear", graveyard="summon, eagle 4")
    assert table.health(1) == 7
    table = scene(line="zombie_horde 7, bear", graveyard="eagle 4")
    assert table.health(1) == 11


@pytest.mark.rule("W-SUMMON-11")
def test_a_summon_card_is_never_chosen_as_a_creature():
    table = scene(line="treant 9, graveshifter down", graveyard="summon, eagle 4", dice="H 5")
    table.give("H", board="dark_exchange, grave_whisper, corpse_bolt")
    table.watch()
    assert table.line == ["treant", "graveshifter"], "the top card is no creature"
    table.use("dark_exchange", "H 5")
    assert table.line == ["eagle", "graveshifter"], "nor may the Heretic take it"


@pytest.mark.rule("W-SUMMON-12")
def test_an_unhallowed_that_a_location_adds_is_not_summoned():
    table = scene(line="bear, wolf", location="summoning_circle", unhallowed="lich")
    table.run(*location_steps(table.state, "line_setup"))
    assert table.line == ["bear", "wolf", "lich"]
    assert table.ready() == 12


@pytest.mark.rule("W-SUMMON-12")
def test_with_an_empty_deck_a_location_adds_nothing_and_nothing_is_lost():
    table = scene(line="bear, wolf", location="summoning_circle")
    table.run(*location_steps(table.state, "line_setup"))
    assert table.line == ["bear", "wolf"]
    assert table.result is None


@pytest.mark.rule("W-SUMMON-14")
def test_only_who_has_a_ready_card_can_exhaust_one():
    table = scene(line="summon down", unhallowed="lich")
    table.give("H", exhausted="all")
    table.give("B", exhausted="weighted_net")
    table.watch()
    offered = [(option.adventurer, option.slot) for option in table.offered(ExhaustCard)]
    assert offered == [(1, 0), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)]


@pytest.mark.rule("W-SUMMON-14")
def test_further_cards_may_come_from_anybody_on_watch():
    table = scene(line="summon down", unhallowed="lich", location="desert_ruins", resting="R")
    table.watch()
    table.exhaust("hex")
    assert {option.adventurer for option in table.offered(ExhaustCard)} == {0, 1, 3}
    table.exhaust("weighted_net")
    assert table.line == ["lich"]


@pytest.mark.rule("W-SUMMON-07", "W-WITCH-HEX-06")
def test_a_hex_cannot_stop_a_summon_card():
    table = scene(line="summon down, bear", unhallowed="minotaur")
    table.state.hex = 1
    assert isinstance(table.watch(), ChooseExhausted)
    table.exhaust("hex")
    assert isinstance(table.waiting(), ChooseHex)
    table.act(SpendHex(PARTY, "minotaur"))
    assert table.at(1).negated
    assert table.ready() == 11, "the Minotaur exhausts nothing"


def summoned(players: int, **words):
    """A Summon card has been turned and its card must be exhausted."""
    table = scene(line="bear, summon down", unhallowed="lich, hydra", players=players, **words)
    table.watch()
    return table


@pytest.mark.rule("W-SUMMON-01")
def test_everybody_may_answer_a_summon_with_a_card_of_their_own():
    table = summoned(4)
    assert isinstance(table.waiting(), ChooseSummonCost)
    assert table.waiting().answerers(table.table) == (0, 1, 2, 3)
    for seat in range(4):
        assert {act.adventurer for act in table.offered(ExhaustCard, seat)} == {seat}
    with pytest.raises(IllegalAction):
        table.act(ExhaustCard(PARTY, 0, 0), seat=1)
    table.act(ExhaustCard(PARTY, 1, 0), seat=1)
    assert table.line == ["bear", "lich"]


@pytest.mark.rule("W-SUMMON-01")
def test_who_has_no_ready_card_on_watch_cannot_answer_a_summon():
    table = scene(line="summon down", unhallowed="lich", players=4, resting="R")
    table.give("H", exhausted="all")
    table.watch()
    assert table.waiting().answerers(table.table) == (1, 3)


@pytest.mark.rule("W-SUMMON-01", "W-CTRL-03")
def test_the_flex_adventurers_card_is_for_who_rests():
    table = scene(line="summon down", unhallowed="lich", players=3, resting="B")
    table.watch()
    assert {act.adventurer for act in table.offered(ExhaustCard, 1)} == {3}
    assert {act.adventurer for act in table.offered(ExhaustCard, 0)} == {0}


@pytest.mark.rule("W-SUMMON-14")
def test_a_further_card_for_a_summon_may_be_anybodys():
    table = summoned(2, location="desert_ruins")
    table.act(ExhaustCard(PARTY, 0, 0), seat=0)
    assert type(table.waiting()) is ChooseExhausted
    assert {act.adventurer for act in table.offered(ExhaustCard, 0)} == {0, 1, 2, 3}
    table.act(ExhaustCard(PARTY, 3, 0), seat=0)
    assert table.line == ["bear", "lich"]


@pytest.mark.rule("W-SUMMON-01", "W-ITEM-07")
def test_an_item_answers_a_summon_for_its_holder():
    table = scene(line="bear, summon down", unhallowed="lich", location="desert_ruins", players=4)
    table.give("B", items="tower_shield")
    table.watch()
    assert table.offered(Shield, 0) == []
    table.act(table.offered(Shield, 1)[0], seat=1)
    assert table.line == ["bear", "lich"]
    assert table.ready() == 12
    assert not table.state.own_demand


@pytest.mark.rule("W-SUMMON-01", "W-CTRL-11")
def test_all_are_asked_about_a_card_that_somebody_offers_for_a_summon():
    table = scene(line="bear, summon down", unhallowed="lich", players=2, ask="all")
    table.watch()
    assert {act.what.adventurer for act in table.offered(Suggest, 1)} == {2, 3}
    table.act(Suggest(PARTY, 1, ExhaustCard(PARTY, 2, 0)), seat=1)
    table.act(Agree(PARTY, 0), seat=0)
    assert table.line == ["bear", "lich"]


@pytest.mark.rule("W-EXHAUST-01")
def test_any_other_demand_is_for_the_party_as_a_whole():
    table = scene(line="barrow_knight arriving, bear", players=4)
    assert type(table.watch()) is ChooseExhausted
    assert {act.adventurer for act in table.offered(ExhaustCard, 0)} == {0, 1, 2, 3}
