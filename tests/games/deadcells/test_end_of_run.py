"""The end of a Run, spending Cells, Upgrades and the Well (sections 20 and 21)."""

from __future__ import annotations

from collections import Counter

import pytest

from embertable.games.deadcells.definitions import SERENADE
from embertable.games.deadcells.effects import Damage, Gain
from embertable.games.deadcells.end_of_run import (
    DEFEAT,
    BoxMutation,
    BuyUpgrade,
    CardBoxed,
    ChooseReplaced,
    ChooseSpending,
    GiveCombatCard,
    KeepCards,
    MutationPlaced,
    RemoveCard,
    ReplaceMutation,
    RunLost,
    StopSpending,
    ThrowIntoWell,
    UpgradesSeen,
    WellAnswered,
)
from embertable.games.deadcells.explore import Buy
from embertable.games.deadcells.gains import Equip, GiveEquipment
from tests.games.deadcells.scene import CONTENT, scene

BRUTALITY, SURVIVAL, TACTICS, WELL = 0, 1, 2, 3


def die(table):
    return table.happens("damage 9 first_player")


def spending(cells, **fields):
    """A Run has just been lost with so many Cells."""
    table = scene()
    for name, value in fields.items():
        setattr(table.campaign, name, value)
    table.state.cells = cells
    die(table)
    return table


def drawn(brutality=0, survival=0, tactics=0, well=0):
    return (brutality, survival, tactics, well)


def ends(table):
    assert table.waiting() is None
    assert table.table.has_ended()
    return True


# The end.


@pytest.mark.rule("D-EX-50", "D-END-01", "D-END-03", "D-END-04", "D-END-06")
def test_example_50_the_end_of_a_run():
    table = scene()
    table.state.cells = 4
    table.state.teeth = 3
    table.equip(0, "torch")
    table.equip(1, "tonic")
    table.scrolls(0, green=1, purple=2)
    table.scrolls(1, green=2)
    assert die(table) == ChooseSpending(0)
    assert (table.state.cells, table.state.teeth) == (4, 0)
    assert {"torch", "tonic"} <= set(table.campaign.treasure)
    for one in table.state.characters:
        assert (one.equipment, one.scrolls) == ([], [0, 0, 0])
        assert (one.max_health, one.health()) == (3, 3)


@pytest.mark.rule("D-END-01")
def test_the_bag_is_emptied_but_for_cells():
    table = scene()
    state = table.state
    state.cells = 1
    state.food = 2
    state.scrolls = ["red"]
    state.treasure.remove("torch")
    state.found = ["torch"]
    table.campaign.blueprints = (table.campaign.blueprints[0][1:], *table.campaign.blueprints[1:])
    state.blueprints = ["broadsword"]
    die(table)
    assert (state.food, state.scrolls, state.found, state.blueprints) == (0, [], [], [])
    assert Counter(table.campaign.treasure) == Counter(CONTENT.starter_treasure())
    assert table.campaign.blueprints[0][0] == "broadsword"
    assert state.cells == 1


@pytest.mark.rule("D-END-02")
def test_collected_blueprints_return_to_the_bottom_in_printed_order_each_to_its_own_deck():
    table = scene()
    table.happens("gain blueprint", "gain blueprint")
    table.state.biome = "promenade"
    table.happens("gain blueprint")
    table.state.collector.reverse()
    die(table)
    assert table.campaign.blueprints[0] == CONTENT.biomes["prisoners_quarters"].blueprints
    assert table.campaign.blueprints[1] == CONTENT.biomes["promenade"].blueprints


@pytest.mark.rule("D-EX-49", "D-END-03", "D-INTER-01")
def test_example_49_the_life_of_a_blueprint():
    table = scene()
    table.happens("gain blueprint")
    assert table.state.collector == ["broadsword"]
    die(table)
    assert table.campaign.blueprints[0][0] == "broadsword"
    assert "broadsword" not in table.campaign.treasure

    table = scene()
    table.happens("gain blueprint")
    table.leave("exit_a")
    table.act(GiveEquipment(0, 1, "broadsword"), Equip(1, 1, "broadsword"))
    die(table)
    assert "broadsword" in table.campaign.treasure
    assert "broadsword" not in table.campaign.blueprints[0]


@pytest.mark.rule("D-END-03")
def test_the_discard_pile_becomes_part_of_the_treasure_deck_again():
    table = scene()
    table.equip(0, "torch")
    table.happens("lose equipment first_player")
    assert table.state.treasure_out == ["torch"]
    die(table)
    assert Counter(table.campaign.treasure) == Counter(CONTENT.starter_treasure())


@pytest.mark.rule("D-END-04")
def test_damage_states_shields_hands_and_piles_are_cleared():
    table = scene()
    table.hand(1, "FL-1")
    other = table.character(1)
    other.damage = 2
    other.shields = 1
    other.golden = 1
    other.tokens = [1, 1, 1, 1]
    other.frozen = [2]
    die(table)
    assert (other.damage, other.shields, other.golden) == (0, 0, 0)
    assert (other.tokens, other.frozen) == ([0, 0, 0, 0], [])
    assert (other.hand, other.draw, other.discard) == ([], [], [])


@pytest.mark.rule("D-END-07")
def test_a_run_that_ends_in_a_combat_leaves_nothing_on_its_board():
    table = scene()
    table.happens("gain blueprint")
    state = table.state
    state.collector = []
    state.treasure.remove("torch")
    state.treasure.remove("tonic")
    zombie = table.enemy(1)
    state.loot = ["treasure torch", "blueprint broadsword", "tooth"]
    state.found = ["tonic"]
    table.hurt(zombie, "damage 9 first_player")
    assert (state.enemies, state.loot, state.fighting) == ([], [], False)
    # Nothing was handed out of the Bag: no Upkeep is held.
    assert all(one.equipment == [] for one in state.characters)
    assert Counter(table.campaign.treasure) == Counter(CONTENT.starter_treasure())
    assert table.campaign.blueprints[0] == CONTENT.biomes["prisoners_quarters"].blueprints


@pytest.mark.rule("D-END-06", "D-CELLS-01")
def test_a_run_without_cells_is_over_at_once():
    table = scene()
    die(table)
    assert ends(table)
    assert table.table.result is not None
    assert (table.table.result.outcome, table.table.result.winners) == (DEFEAT, ())
    assert table.events(RunLost) == [RunLost("prisoners_quarters", 0)]
    assert table.campaign.history == ("died prisoners_quarters",)


# Cells.


@pytest.mark.rule("D-EX-51", "D-CELLS-01", "D-UPGRADE-01", "D-UPGRADE-04", "D-WELL-01")
def test_example_51_spending():
    table = spending(5)
    table.act(BuyUpgrade(0, "brutality"), GiveCombatCard(0, "BR-01c", "flayed"))
    assert table.state.cells == 3
    table.act(ThrowIntoWell(0))
    assert table.events(WellAnswered) == [WellAnswered("W-01")]
    table.act(BuyUpgrade(0, "survival"), GiveCombatCard(0, "SV-01c", "poisoned"))
    assert table.campaign.drawn == drawn(brutality=1, survival=1, well=1)
    flayed, poisoned = (CONTENT.names.index(name) for name in ("flayed", "poisoned"))
    assert table.campaign.decks[flayed][-1] == "BR-01c"
    assert table.campaign.decks[poisoned][-1] == "SV-01c"
    assert table.campaign.box == ("W-01",)
    assert ends(table)


@pytest.mark.rule("D-EX-52", "D-CELLS-02")
def test_example_52_unspent_cells_are_lost():
    table = spending(1)
    assert table.offered() == [ThrowIntoWell(0), StopSpending(0)]
    table.act(StopSpending(0))
    assert ends(table)
    assert table.state.cells == 0


@pytest.mark.rule("D-UPGRADE-01", "D-FIRST-02")
def test_an_upgrade_costs_two_cells_at_first():
    table = spending(2)
    assert table.offered() == [
        *[BuyUpgrade(0, deck) for deck in ("brutality", "survival", "tactics")],
        ThrowIntoWell(0),
        StopSpending(0),
    ]


@pytest.mark.rule("D-UPGRADE-02")
def test_nobody_knows_the_next_card_and_an_empty_deck_sells_nothing():
    table = spending(2, drawn=drawn(brutality=20, survival=19, well=21))
    assert table.offered() == [
        BuyUpgrade(0, "survival"),
        BuyUpgrade(0, "tactics"),
        StopSpending(0),
    ]
    board = table.view(0).board
    assert (board.left, board.peeked) == ((0, 1, 20, 0), ())


@pytest.mark.rule("D-V-26", "D-UPGRADE-02")
def test_a_look_at_the_next_upgrades_lasts_until_they_are_drawn():
    table = spending(3, drawn=drawn(well=13))
    table.act(ThrowIntoWell(0))
    assert table.events(UpgradesSeen) == [UpgradesSeen(("BR-01", "SV-01", "TC-01"))]
    assert table.view(1).board.peeked == ("BR-01", "SV-01", "TC-01")
    table.act(BuyUpgrade(0, "brutality"), GiveCombatCard(0, "BR-01c", "flayed"))
    assert table.campaign.peeked == ("SV-01", "TC-01")


# The three kinds of Upgrades.


@pytest.mark.rule("D-UPGRADE-03", "D-MUT-02")
def test_a_mutation_goes_into_a_free_slot_of_its_section():
    table = spending(2, drawn=drawn(brutality=1), mutations=((), ("SV-05",), ()))
    table.act(BuyUpgrade(0, "brutality"))
    assert table.events(MutationPlaced) == [MutationPlaced("BR-02")]
    assert table.campaign.mutations == ((), ("SV-05", "BR-02"), ())
    assert table.campaign.box == ()


DURING = ("BR-08", "BR-17", "SV-05", "SV-09", "SV-14", "SV-19")


@pytest.mark.rule("D-EX-53", "D-UPGRADE-03", "D-MUT-01")
def test_example_53_a_full_section():
    table = spending(2, drawn=drawn(brutality=1), mutations=((), DURING, ()))
    table.act(BuyUpgrade(0, "brutality"))
    assert table.waiting() == ChooseReplaced(0, "BR-02")
    assert table.offered() == [
        *[ReplaceMutation(0, old, "BR-02") for old in DURING],
        BoxMutation(0, "BR-02"),
    ]
    table.act(ReplaceMutation(0, "SV-05", "BR-02"))
    assert "SV-05" not in table.campaign.mutations[1]
    assert table.campaign.mutations[1][-1] == "BR-02"
    assert table.campaign.box == ("SV-05",)
    table = spending(2, drawn=drawn(brutality=1), mutations=((), DURING, ()))
    table.act(BuyUpgrade(0, "brutality"), BoxMutation(0, "BR-02"))
    assert table.campaign.mutations[1] == DURING
    assert table.campaign.box == ("BR-02",)


@pytest.mark.rule("D-MUT-04", "D-MUT-01")
def test_there_is_one_ability_at_a_time_and_the_old_one_goes_to_the_box():
    table = spending(2, drawn=drawn(brutality=10), mutations=((), (), ("TC-17",)))
    table.act(BuyUpgrade(0, "brutality"), ReplaceMutation(0, "TC-17", "BR-11"))
    assert table.campaign.mutations == ((), (), ("BR-11",))
    assert table.events(CardBoxed) == [CardBoxed("TC-17")]


@pytest.mark.rule("D-UPGRADE-04", "D-SOLO-13")
def test_an_improved_card_belongs_to_a_beheaded_or_to_serenade():
    table = spending(2)
    table.act(BuyUpgrade(0, "brutality"))
    assert table.offered() == [
        GiveCombatCard(0, "BR-01c", name) for name in (*CONTENT.beheaded, SERENADE)
    ]
    table.act(GiveCombatCard(0, "BR-01c", SERENADE))
    assert table.campaign.decks[-1] == ("SE-1", "SE-2", "SE-3", "BR-01c")


@pytest.mark.rule("D-UPGRADE-05", "D-V-27")
def test_an_instruction_is_carried_out_at_once_and_goes_to_the_box():
    table = spending(2, drawn=drawn(brutality=2))
    table.act(BuyUpgrade(0, "brutality"))
    assert Counter(table.campaign.treasure) == Counter(
        [*CONTENT.starter_treasure(), "x_frantic_sword"]
    )
    assert table.campaign.box == ("BR-03",)


@pytest.mark.rule("D-UPGRADE-06", "D-V-28", "D-CARD-03")
def test_a_purge_is_skipped_where_no_deck_can_spare_a_card():
    table = spending(2, drawn=drawn(brutality=6))
    table.act(BuyUpgrade(0, "brutality"))
    assert ends(table)
    assert [len(deck) for deck in table.campaign.decks] == [6, 6, 6, 6, 3]


@pytest.mark.rule("D-UPGRADE-06", "D-V-28")
def test_a_purge_takes_a_starter_card_out_of_the_game():
    decks = (("BR-01c", "IM-1", "IM-2", "IM-3", "IM-4", "IM-5", "IM-6"), *others())
    table = spending(2, drawn=drawn(brutality=6), decks=decks)
    table.act(BuyUpgrade(0, "brutality"))
    cards = [f"IM-{n}" for n in range(1, 7)]
    assert table.offered() == [
        *[RemoveCard(0, card, "immolated", "starter_combat", 1) for card in cards],
        KeepCards(0),
    ]
    table.act(RemoveCard(0, "IM-6", "immolated", "starter_combat", 1))
    assert table.campaign.decks[0] == ("BR-01c", "IM-1", "IM-2", "IM-3", "IM-4", "IM-5")
    assert "IM-6" in table.campaign.box


def others():
    return scene().campaign.decks[1:]


@pytest.mark.rule("D-UPGRADE-06", "D-V-28", "D-CARD-03")
def test_up_to_two_cards_are_removed_but_never_below_the_least_deck():
    decks = (("BR-01c", "IM-1", "IM-2", "IM-3", "IM-4", "IM-5", "IM-6"), *others())
    table = spending(2, drawn=drawn(tactics=19), decks=decks)
    table.act(BuyUpgrade(0, "tactics"), RemoveCard(0, "BR-01c", "immolated", "combat", 2))
    assert ends(table)
    assert len(table.campaign.decks[0]) == 6


@pytest.mark.rule("D-UPGRADE-07", "D-V-27")
def test_an_added_monster_stays_in_its_biomes_deck():
    table = spending(2, drawn=drawn(brutality=6))
    table.act(BuyUpgrade(0, "brutality"))
    assert table.campaign.monsters == ("x_rancid_rat",)
    later = scene()
    later.campaign.monsters = ("x_rancid_rat",)
    later.explore("prisoners_quarters")
    assert later.state.monsters.count("x_rancid_rat") == 1
    later.explore("promenade")
    assert "x_rancid_rat" not in later.state.monsters


@pytest.mark.rule("D-UPGRADE-01", "D-V-29")
def test_an_instruction_may_raise_a_decks_price_and_give_another_card_for_free():
    table = spending(4, drawn=drawn(brutality=9))
    table.act(BuyUpgrade(0, "brutality"), GiveCombatCard(0, "SV-01c", "flayed"))
    assert table.campaign.prices == (3, 2, 2)
    assert table.campaign.drawn == drawn(brutality=10, survival=1)
    assert table.state.cells == 2
    assert BuyUpgrade(0, "brutality") not in table.offered()
    assert BuyUpgrade(0, "survival") in table.offered()


@pytest.mark.rule("D-V-29")
def test_a_free_card_from_an_empty_deck_is_none():
    table = spending(2, drawn=drawn(brutality=9, survival=20))
    table.act(BuyUpgrade(0, "brutality"))
    assert ends(table)
    assert table.campaign.drawn == drawn(brutality=10, survival=20)


# The Well.


@pytest.mark.rule("D-WELL-01")
def test_the_well_answers_in_its_fixed_order():
    table = spending(3)
    table.act(ThrowIntoWell(0), ThrowIntoWell(0), ThrowIntoWell(0))
    assert [event.card for event in table.events(WellAnswered)] == ["W-01", "W-02", "W-03"]
    assert table.campaign.box == ("W-01", "W-02", "W-03")


@pytest.mark.rule("D-WELL-02")
def test_cells_from_the_well_may_be_spent_at_once():
    table = spending(1, drawn=drawn(well=9))
    table.act(ThrowIntoWell(0))
    assert table.state.cells == 2
    assert BuyUpgrade(0, "tactics") in table.offered()


@pytest.mark.rule("D-WELL-01", "D-V-31")
def test_the_last_card_of_the_well_is_kept_on_the_mutation_board():
    table = spending(2, drawn=drawn(well=20))
    table.act(ThrowIntoWell(0))
    assert table.campaign.mutations == ((), ("W-21",), ())
    assert table.campaign.box == ()
    assert ThrowIntoWell(0) not in table.offered()


@pytest.mark.rule("D-V-30")
def test_a_promise_waits_for_the_next_run():
    table = spending(2, drawn=drawn(well=3))
    table.act(ThrowIntoWell(0), ThrowIntoWell(0))
    assert table.campaign.next_run == (Gain("tooth", 2), Damage(to="first_player"))


# Shops that change for good.


@pytest.mark.rule("D-V-29")
def test_the_healer_may_be_used_once_more():
    table = spending(2, drawn=drawn(survival=2))
    table.act(BuyUpgrade(0, "survival"))
    later = scene()
    later.campaign.shop_times = table.campaign.shop_times
    later.state.teeth = 1
    later.leave("exit_a")
    assert later.state.offers == [4, 2, 1]


@pytest.mark.rule("D-V-29", "D-TILE-05")
def test_haggling_lowers_every_price_but_not_below_one():
    table = spending(2, drawn=drawn(tactics=14))
    table.act(BuyUpgrade(0, "tactics"))
    later = scene()
    later.campaign.shop_costs = table.campaign.shop_costs
    later.state.teeth = 5
    later.tile("PQ-M1", "d2")
    for number, left in ((0, 4), (1, 2)):
        later.act(Buy(0, "PQ-M1", number))
        assert later.state.teeth == left
    later.state.teeth = 2
    later.leave("exit_a")
    assert Buy(0, "", 1) in later.offered()
