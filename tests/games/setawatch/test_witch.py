"""The Witch: X, Hex and the Familiar (W-WITCH)."""

import pytest

from embertable import load
from embertable.engine.messages import message_of
from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import AddDie, PutDie, SendFamiliar, StrikeNow
from embertable.games.setawatch.dice_effects import ChooseReroll, GiveDie, PickNoMore, StunDie
from embertable.games.setawatch.effects import TakeCard, TakeNoMore
from embertable.games.setawatch.events import Attacked, FamiliarAttacked, PowerTriggered
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.line import ChooseHex, KeepHex, SpendHex
from embertable.games.setawatch.party_effects import TurnFamiliar
from embertable.games.setawatch.state import BENCHED, SPENT
from embertable.games.setawatch.watch import ActivateItem, UseByDie, UseByExhausting
from tests.games.setawatch.scene import camp, scene


def x_dice(table, ability: str) -> list[int]:
    """The values that may be X when the Witch exhausts the ability."""
    slot = table.slot(ability)
    uses = [o for o in table.offered(UseByExhausting) if o.adventurer == 3 and o.slot == slot]
    return sorted(table.state.values[use.die] for use in uses)


def no_dice(table) -> None:
    """The Witch has no spent dice that could be X."""
    table.state.dice[9:12] = [BENCHED] * 3


# X.


@pytest.mark.rule("W-WITCH-01")
@pytest.mark.parametrize("x", [1, 3])
def test_x_is_the_value_of_the_die_spent(x):
    table = scene(line="treant 9, wolf", dice=f"T {x}", firewood=7)
    table.give("T", board="cauldron_blaze, withering_curse, hex")
    table.watch()
    table.use("cauldron_blaze", f"T {x}")
    assert table.state.firewood == 7 + x
    table = scene(line="treant 9, wolf", dice=f"T {x}")
    table.watch()
    table.use("hex", f"T {x}")
    assert table.state.hex == x


@pytest.mark.rule("W-WITCH-01")
def test_x_bounds_how_far_turn_fate_moves():
    table = scene(line="bear, wolf, eagle, fae", dice="T 2")
    table.give("T", board="turn_fate, withering_curse, hex")
    table.watch()
    table.use("turn_fate", "T 2")
    table.act(TakeCard(PARTY, "bear-1"), TakeCard(PARTY, "bear-1"))
    assert table.at(1).damage == 2
    assert [option.n for option in table.offered()] == [1, 2]
    table.act(table.offered()[1])
    assert table.line == ["wolf", "eagle", "bear", "fae"]


@pytest.mark.parametrize(
    ("language", "hurt", "moved"),
    [
        ("en", "which creature takes the damage?", "which card moves?"),
        ("it", "quale creatura subisce il danno?", "quale carta si sposta?"),
    ],
)
def test_turn_fate_asks_for_the_blow_and_for_the_move_in_other_words(language, hurt, moved):
    table = scene(line="bear, wolf, eagle, fae", dice="T 2")
    table.give("T", board="turn_fate, withering_curse, hex")
    table.watch()
    table.use("turn_fate", "T 2")
    words = load("setawatch").catalogue(language, table.view())
    assert words.render(message_of(table.waiting())).endswith(hurt)
    table.act(TakeCard(PARTY, "bear-1"))
    assert words.render(message_of(table.waiting())).endswith(moved)


@pytest.mark.rule("W-WITCH-01")
def test_x_bounds_how_many_cards_premonition_sees():
    table = scene(line="bear, eagle down, fae down, wolf down", dice="T 2", firewood=1)
    table.watch()
    table.use("premonition", "T 2")
    table.act(TakeCard(PARTY, "#2"), TakeCard(PARTY, "#4"))
    assert [one.card for one in table.view().line] == ["bear-1", "eagle-1", "", "wolf-1"]


@pytest.mark.rule("W-WITCH-02")
def test_by_exhausting_x_is_one_of_the_spent_dice_which_does_not_change():
    table = scene(line="ember_drake 11, wolf", dice="T 1* 3* 4")
    table.watch()
    assert x_dice(table, "withering_curse") == [1, 3]
    table.exhaust_for("withering_curse", "T 3")
    table.act(TakeCard(PARTY, "ember_drake-1"))
    assert table.at(1).damage == 9
    assert table.dice("T", SPENT) == [1, 3]
    assert table.dice("T") == [4]


@pytest.mark.rule("W-WITCH-03")
def test_without_a_spent_die_nothing_is_activated_by_exhausting():
    table = scene(line="treant 9, wolf", dice="T 1 4 3")
    table.watch()
    assert x_dice(table, "withering_curse") == []
    assert {option.slot for option in table.offered(UseByDie)} == {0, 2}


@pytest.mark.rule("W-WITCH-03")
def test_dice_spent_in_any_way_count():
    table = scene(line="ember_drake 12, wolf", dice="T 1 2 3")
    table.give("T", items="storm_rod")
    table.watch()
    table.attack("T 1", 1)
    table.use("hex", "T 2")
    table.use_item("storm_rod", "T 3")
    table.act(TakeCard(PARTY, "ember_drake-2"))
    assert x_dice(table, "withering_curse") == [1, 2, 3]


@pytest.mark.rule("W-WITCH-03")
def test_a_stunned_die_counts():
    table = scene(line="cinder_whelp down, wolf", dice="T 1 4 3")
    table.watch()
    table.act(StunDie(PARTY, table.die("T 4"), 0))
    assert x_dice(table, "withering_curse") == [4]


@pytest.mark.rule("W-WITCH-03")
def test_a_stolen_die_counts_only_after_it_is_back():
    table = scene(line="bandit, wolf", dice="T 4, R 7")
    no_dice(table)
    table.set_dice("T 4")
    table.steal("T 4", 1)
    table.watch()
    assert x_dice(table, "withering_curse") == []
    table.attack("R 7", 1)
    assert x_dice(table, "withering_curse") == [4]


# Hex.


@pytest.mark.rule("W-WITCH-HEX-01")
def test_hex_gives_x_charges():
    table = scene(line="bear, wolf", dice="T 3")
    table.watch()
    table.use("hex", "T 3")
    assert table.state.hex == 3
    assert 3 in table.dice("T", SPENT)


@pytest.mark.rule("W-WITCH-HEX-02")
@pytest.mark.parametrize("spend", [True, False])
def test_a_charge_may_negate_a_creature_that_arrives_first(spend):
    table = scene(line="bear 4, wyvern", dice="R 4", firewood=7, players=4)
    table.state.hex = 2
    table.watch()
    choice = table.attack("R 4", 1)
    assert isinstance(choice, ChooseHex)
    assert choice.answerers(table.table) == (3,)
    table.act(SpendHex(PARTY, "wyvern-1") if spend else KeepHex(PARTY))
    assert table.state.firewood == (7 if spend else 4)
    assert table.at(1).negated == spend
    assert table.state.hex == (1 if spend else 2)
    assert not isinstance(table.waiting(), ChooseHex), "it is asked once for an arrival"


@pytest.mark.rule("W-WITCH-HEX-02")
def test_a_creature_in_second_position_cannot_be_hexed():
    table = scene(line="bear, vampire down", dice="R 4", firewood=7)
    table.state.hex = 2
    assert not isinstance(table.watch(), ChooseHex)


@pytest.mark.rule("W-WITCH-HEX-03")
def test_a_face_down_card_is_seen_before_its_powers_and_may_be_negated():
    table = scene(line="acolyte down, bear", deck="wolf", firewood=5)
    table.state.hex = 1
    choice = table.watch()
    assert isinstance(choice, ChooseHex)
    assert choice.card == "acolyte-1"
    assert table.events(PowerTriggered) == []
    table.act(SpendHex(PARTY, "acolyte-1"))
    assert table.horde == []
    assert table.events(PowerTriggered) == []


@pytest.mark.rule("W-WITCH-HEX-03")
def test_declined_for_a_turned_card_it_is_not_asked_again_for_its_arrival():
    table = scene(line="acolyte down, bear", deck="wolf", firewood=5)
    table.state.hex = 1
    table.watch()
    table.act(KeepHex(PARTY))
    assert table.horde == ["wolf"]
    assert not isinstance(table.waiting(), ChooseHex)


@pytest.mark.rule("W-WITCH-HEX-04")
def test_the_creature_that_stands_first_already_is_not_affected():
    table = scene(line="bear, wolf", dice="T 3")
    table.watch()
    choice = table.use("hex", "T 3")
    assert not isinstance(choice, ChooseHex)
    assert not table.at(1).negated


@pytest.mark.rule("W-WITCH-HEX-05")
def test_charges_of_several_activations_add_up():
    table = scene(line="bear, wolf", dice="T 3 2")
    table.watch()
    table.use("hex", "T 3")
    table.exhaust_for("hex", "T 3")
    assert table.state.hex == 6


@pytest.mark.rule("W-WITCH-HEX-05")
def test_unused_charges_end_with_the_watch():
    table = scene(map_deck="dark_woods")
    table.state.hex = 2
    table.end_watch()
    assert table.state.hex == 0


@pytest.mark.rule("W-WITCH-HEX-05")
def test_the_die_counts_as_spent_at_its_original_value():
    table = scene(line="bear 4, wyvern", dice="T 3, R 4", firewood=7)
    table.state.dice[10:12] = [BENCHED] * 2
    table.watch()
    table.use("hex", "T 3")
    table.attack("R 4", 1)
    table.act(SpendHex(PARTY, "wyvern-1"))
    assert x_dice(table, "withering_curse") == [3]


@pytest.mark.rule("W-WITCH-HEX-06")
def test_the_unhallowed_that_a_summon_card_brings_can_be_negated_in_first_position():
    table = scene(line="summon down, bear", unhallowed="hollow_judge")
    table.state.hex = 1
    assert isinstance(table.watch(), ChooseExhausted), "the Summon card is not offered"
    table.exhaust("premonition")
    assert isinstance(table.waiting(), ChooseHex)
    table.act(SpendHex(PARTY, "hollow_judge"))
    assert table.ready() == 11


@pytest.mark.rule("W-WITCH-HEX-06")
def test_elsewhere_it_cannot():
    table = scene(line="bear, summon down", unhallowed="chain_warden")
    table.state.hex = 1
    table.watch()
    table.exhaust("premonition")
    assert not isinstance(table.waiting(), ChooseHex)


# The Familiar.


@pytest.mark.rule("W-WITCH-FAM-01")
def test_once_a_watch_the_familiar_attacks_without_a_die():
    table = scene(line="treant 9, wolf", familiar="grimalkin", dice="T 2 3")
    table.watch()
    table.act(SendFamiliar(PARTY, 1))
    assert table.at(1).damage == 5
    assert table.dice("T") == [2, 3]
    assert table.offered(SendFamiliar) == []


@pytest.mark.rule("W-WITCH-FAM-01")
def test_in_the_next_watch_it_attacks_again():
    table = scene(map_deck="dark_woods")
    table.state.familiar_used = True
    table.end_watch()
    assert not table.state.familiar_used


@pytest.mark.rule("W-WITCH-FAM-01")
def test_it_attacks_together_with_dice_of_anybody():
    table = scene(line="bear, treant 8", familiar="rook", dice="H 6")
    table.watch()
    table.attack("H 6", 2)
    table.act(SendFamiliar(PARTY, 2))
    assert table.line == ["bear"]


@pytest.mark.rule("W-WITCH-FAM-02")
@pytest.mark.parametrize(("side", "places"), [("rook", [1, 2]), ("grimalkin", [1])])
def test_its_reach_is_on_its_card_and_range_bonuses_do_not_change_it(side, places):
    table = scene(line="bear, wolf, eagle, fae", familiar=side, location="cliff_watch", dice="T 2")
    table.give("T", items="rallying_horn")
    table.watch()
    table.use_item("rallying_horn")
    assert [option.place for option in table.offered(SendFamiliar)] == places
    assert [option.place for option in table.offered(PutDie) if option.die == 9] == [1, 2, 3]


@pytest.mark.rule("W-WITCH-FAM-03")
def test_its_effect_may_be_used_before_the_damage():
    table = scene(line="eagle 3, bear, wyvern down", familiar="rook", dice="T 1")
    table.watch()
    table.attack("T 1", 1)
    table.act(SendFamiliar(PARTY, 1))
    assert table.line == ["eagle", "bear", "wyvern down"], "the damage waits"
    assert table.offered() == [TakeCard(PARTY, "#3"), TakeNoMore(PARTY)]
    table.act(TakeCard(PARTY, "#3"))
    assert table.graveyard == ["eagle"]


@pytest.mark.rule("W-WITCH-FAM-03")
def test_its_effect_may_be_declined():
    table = scene(line="treant, bear, wyvern down", familiar="rook")
    table.watch()
    table.act(SendFamiliar(PARTY, 1))
    table.act(TakeNoMore(PARTY))
    assert table.at(1).damage == 4
    assert table.view().line[2].card == ""


@pytest.mark.rule("W-WITCH-FAM-03")
def test_grimalkin_peeks_at_the_top_of_the_deck():
    table = scene(line="treant, bear", familiar="grimalkin", deck="wyvern, wolf")
    table.watch()
    table.act(SendFamiliar(PARTY, 1))
    assert table.view().deck_top == ()
    table.act(table.offered(TakeCard)[0])
    assert table.view().deck_top == ("wyvern-1",)
    assert table.at(1).damage == 5


@pytest.mark.rule("W-WITCH-FAM-04")
def test_it_is_neither_a_die_nor_a_tamed_creature_nor_in_the_line():
    table = scene(line="bandit arriving, treant", familiar="rook")
    table.give("T", items="storm_rod, war_banner")
    table.watch()
    assert table.offered(GiveDie) == table.offered(ActivateItem) == []
    assert table.adventurer("T").tamed == []
    assert table.line == ["bandit", "treant"]
    assert not isinstance(table.waiting(), ChooseReroll)
    assert PickNoMore(PARTY) not in table.offered()


@pytest.mark.rule("W-WITCH-FAM-04")
@pytest.mark.parametrize("away", ["rests", "sits out"])
def test_it_is_unusable_while_the_witch_is_away(away):
    table = scene(line="bear", resting="T" if away == "rests" else "H")
    table.give("T", participating=False)
    table.watch()
    assert table.offered(SendFamiliar) == []


@pytest.mark.rule("W-WITCH-FAM-04")
def test_it_is_flipped_by_the_camp_action_of_the_witch():
    table = camp("T", "1 2 3", deck="bear, wolf", familiar="rook")
    table.place(1, "familiars_errand")
    table.act(table.offered()[0])
    assert table.offered() == [TurnFamiliar(PARTY, "rook"), TurnFamiliar(PARTY, "grimalkin")]
    table.act(TurnFamiliar(PARTY, "grimalkin"))
    assert table.state.familiar == "grimalkin"


@pytest.mark.rule("W-WITCH-FAM-04")
def test_using_it_does_not_flip_it():
    table = scene(line="treant, bear", familiar="rook")
    table.watch()
    table.act(SendFamiliar(PARTY, 1))
    assert table.state.familiar == "rook"


@pytest.mark.rule("W-I-44", "W-WITCH-FAM-01")
def test_the_familiars_attack_is_the_witchs_next_direct_attack():
    table = scene(line="treant 9, bear", dice="T 1 2", familiar="rook")
    table.give("T", items="whetstone")
    table.watch()
    table.use_item("whetstone", "T 1")
    table.act(SendFamiliar(PARTY, 1))
    assert table.at(1).damage == 8, "4 of Rook and 4 of the Whetstone"
    assert table.events(FamiliarAttacked)[-1].n == 8
    table.attack("T 2", 1)
    assert table.events(Attacked)[-1].n == 2, "the bonus is gone"


@pytest.mark.rule("W-I-44", "W-ATTACK-11")
def test_a_blow_of_witch_and_familiar_takes_the_bonus_once():
    table = scene(line="treant 9, bear", dice="T 1 1", familiar="rook", partial_damage="off")
    table.give("T", items="whetstone")
    table.watch()
    assert SendFamiliar(PARTY, 1) not in table.offered(), "1, 1 and 4 are not 9"
    table.use_item("whetstone", "T 1")
    table.act(SendFamiliar(PARTY, 1))
    assert table.offered(StrikeNow) == [], "4 and 4 are not 9"
    table.act(AddDie(PARTY, table.die("T 1")), StrikeNow(PARTY, 1))
    assert table.line == ["bear"]
    assert table.events(FamiliarAttacked)[-1].n == 4
    assert table.events(Attacked)[-1].n == 5
    assert table.adventurer("T").bonuses == []


@pytest.mark.rule("W-I-44", "W-ATTACK-11")
@pytest.mark.parametrize(("beside", "enough"), [("H 1", True), ("H 1*", False)])
def test_dice_of_others_leave_the_bonus_to_the_familiar(beside, enough):
    table = scene(line="treant 9, bear", dice=f"T 1, {beside}", partial_damage="off")
    table.give("T", items="whetstone")
    table.watch()
    table.use_item("whetstone", "T 1")
    assert (SendFamiliar(PARTY, 1) in table.offered()) is enough


@pytest.mark.rule("W-I-44")
def test_another_adventurers_bonus_does_not_wait_for_the_familiar():
    table = scene(line="treant 9, bear", dice="H 1 2", familiar="rook")
    table.give("H", items="whetstone")
    table.watch()
    table.use_item("whetstone", "H 1")
    table.act(SendFamiliar(PARTY, 1))
    assert table.at(1).damage == 4
    assert table.adventurer("H").bonuses == [4]
