"""The Graveyard and the Horde (W-GRAVE, W-HORDE)."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.dice_effects import PickNoMore
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.events import CreatureDefeated, DeckReshuffled
from tests.games.setawatch.scene import camp, new_game, scene


@pytest.mark.rule("W-GRAVE-01")
def test_cards_are_added_on_top_of_the_graveyard():
    table = scene(line="bear 4, wolf 4", dice="R 4 4", graveyard="eagle")
    table.watch()
    table.attack("R 4", 1)
    table.attack("R 4", 1)
    assert table.graveyard == ["wolf", "bear", "eagle"]


@pytest.mark.rule("W-GRAVE-02")
def test_the_graveyard_is_seen_by_all_in_its_order():
    table = scene(line="fae", graveyard="bear, summon, hydra", players=4)
    for seat in (0, 3, None):
        assert table.view(seat).graveyard == ("bear-1", "summon-1", "hydra")


@pytest.mark.rule("W-GRAVE-03")
def test_taking_a_card_out_keeps_the_order_of_the_rest():
    table = camp("H", "3 3 1", graveyard="bear, hydra, wolf, lich, eagle")
    table.place(1, "forsworn_seal")
    table.act(TakeCard(PARTY, "lich"))
    assert table.graveyard == ["bear", "hydra", "wolf", "eagle"]
    assert table.unhallowed == ["lich"]


@pytest.mark.rule("W-GRAVE-04")
def test_an_empty_deck_is_made_anew_from_the_whole_graveyard():
    table = scene(
        line="acolyte down, bear", graveyard="hydra, summon, wolf", luck="=0 =0", unhallowed="lich"
    )
    table.watch()
    assert len(table.events(DeckReshuffled)) == 1
    assert table.graveyard == []
    assert sorted([*table.deck, *table.horde]) == ["hydra", "summon", "wolf"]
    assert len(table.horde) == 1


@pytest.mark.rule("W-GRAVE-04")
def test_it_is_not_done_when_the_last_card_leaves():
    table = scene(line="acolyte down, bear", deck="eagle", graveyard="wolf, hydra")
    table.watch()
    assert table.deck == []
    assert table.graveyard == ["wolf", "hydra"]
    assert table.events(DeckReshuffled) == []


@pytest.mark.rule("W-GRAVE-05")
def test_trophies_tamed_creatures_the_horde_and_removed_cards_stay_where_they_are():
    table = scene(line="acolyte down, bear", horde="eagle", graveyard="wolf")
    table.give("B", trophies="wyvern")
    table.give("H", tamed="moss_stag")
    table.state.removed = ["hydra"]
    table.watch()
    assert table.horde == ["wolf", "eagle"]
    assert table.deck == []
    assert table.adventurer("B").trophies == ["wyvern-1"]
    assert table.adventurer("H").tamed == ["moss_stag-1"]
    assert table.state.removed == ["hydra"]


@pytest.mark.rule("W-GRAVE-06")
def test_with_deck_and_graveyard_empty_a_draw_does_nothing():
    table = scene(line="acolyte down, fell_beast", horde="eagle")
    table.watch()
    assert table.horde == ["eagle"]
    assert table.events(DeckReshuffled) == []
    table = scene(line="fell_beast arriving, bear")
    table.watch()
    assert table.line == ["fell_beast", "bear"]


@pytest.mark.rule("W-HORDE-01")
def test_cards_are_added_on_top_of_the_horde_and_drawn_from_there():
    table = scene(line="acolyte down, bear", deck="wolf", horde="eagle, hydra")
    table.give("H", items="grave_salt")
    table.watch()
    assert table.horde == ["wolf", "eagle", "hydra"]
    table.use_item("grave_salt")
    assert table.horde == ["eagle", "hydra"]
    assert table.state.removed == ["wolf-1"]


@pytest.mark.rule("W-HORDE-02")
@pytest.mark.parametrize("seed", range(5))
def test_the_horde_starts_with_one_unknown_unhallowed(seed):
    table = new_game(seed=seed)
    table.next_choice()
    state = table.state
    assert len(state.horde) == 1
    assert state.content.cards[state.horde[0]].creature.type == "Unhallowed"
    assert state.horde[0] not in state.known
    assert state.horde[0] not in state.unhallowed


@pytest.mark.rule("W-HORDE-03")
def test_the_horde_is_never_shuffled():
    table = scene(horde="bear, wolf, eagle, hydra", round=9, location="forbidden_tower", firewood=1)
    table.begin_watch()
    assert table.line == ["bear", "wolf down", "eagle down", "hydra down"]


@pytest.mark.rule("W-HORDE-04")
def test_what_was_seen_entering_the_horde_stays_known():
    table = scene(line="acolyte down, bear", deck="wolf", horde="hydra", firewood=7)
    table.watch()
    assert table.view().horde == ("", "")
    table.give_up()
    table.exhaust("hex", "premonition")
    assert table.view().horde == ("bear-1", "acolyte-1", "", "")


@pytest.mark.rule("W-HORDE-05")
def test_a_creature_that_a_power_sends_to_the_horde_deals_no_damage_and_is_not_defeated():
    table = scene(line="bear, summon down, pyromancer", unhallowed="corrupt_druid", firewood=7)
    table.watch()
    table.exhaust("hex")
    assert table.horde == ["bear", "corrupt_druid"]
    assert table.ready() == 11, "the Summon card only"
    assert table.events(CreatureDefeated) == []
    assert table.state.firewood == 7


@pytest.mark.rule("W-HORDE-06")
def test_in_the_final_round_cards_in_the_horde_stay_there():
    table = scene(
        line="acolyte down, bear 4", deck="wolf", round=9, location="forbidden_tower", dice="R 7 4"
    )
    table.watch()
    assert table.horde == ["wolf"]
    table.attack("R 7", 1)
    table.attack("R 4", 1)
    assert table.line == []
    table.end_watch()
    assert table.horde == ["wolf"]
    assert table.result is not None
    assert table.result.outcome == "won"


@pytest.mark.rule("W-HORDE-01")
def test_vanquish_takes_the_top_card_of_the_horde():
    table = camp("H", "3 3 1", horde="bear, hydra")
    table.cast(3, "vanquish", "bolster")
    while table.offered(PickNoMore):
        table.act(PickNoMore(PARTY))
    assert table.horde == ["hydra"]
    assert table.state.removed == ["bear-1"]
