"""What powers take from the party: Exhaust, Steal and Recover, Stun."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.dice_effects import ChooseLostDie, ChooseStun, GiveDie, StunDie
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.exhausting import ChooseExhausted, ExhaustCard
from embertable.games.setawatch.state import SPENT, STOLEN
from embertable.games.setawatch.watch import UseByDie, UseByExhausting
from tests.games.setawatch.scene import scene

# Exhaust X.


@pytest.mark.rule("W-EXHAUST-01")
def test_exhaust_is_paid_at_once_and_freely_distributed():
    table = scene(line="hollow_judge arriving, bear", resting="R")
    assert isinstance(table.watch(), ChooseExhausted)
    offered = [option.adventurer for option in table.offered(ExhaustCard)]
    assert offered == [0, 0, 0, 1, 1, 1, 3, 3, 3]
    table.exhaust("hex", "grave_whisper")
    assert table.ready("HBT") == 7
    assert not isinstance(table.waiting(), ChooseExhausted)


@pytest.mark.rule("W-EXHAUST-01")
def test_exhaust_may_come_from_one_adventurer():
    table = scene(line="hollow_judge arriving, bear")
    table.watch()
    table.exhaust("hex", "premonition")
    assert table.ready("T") == 1
    assert table.ready("HBR") == 9


@pytest.mark.rule("W-EXHAUST-02")
@pytest.mark.parametrize("ready", [1, 2])
def test_with_too_few_ready_cards_all_are_exhausted_and_the_game_is_lost(ready):
    table = scene(line="hollow_judge arriving, bear")
    for letter in "HBR":
        table.give(letter, exhausted="all")
    table.give("T", exhausted="hex" if ready == 2 else "hex, premonition")
    table.watch()
    assert table.ready() == 0
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-EXHAUST-02")
def test_with_one_card_more_than_is_asked_the_game_goes_on():
    table = scene(line="hollow_judge arriving, bear")
    for letter in "HBR":
        table.give(letter, exhausted="all")
    table.watch()
    table.exhaust("hex", "premonition")
    assert table.result is None


@pytest.mark.rule("W-EXHAUST-03")
def test_a_passive_card_may_pay_and_then_stops_working():
    table = scene(line="barrow_knight 8 arriving, bear", dice="H 3 4")
    table.give("H", board="apostates_lore, grave_whisper, turn_the_dead")
    table.watch()
    table.exhaust("apostates_lore")
    table.attack("H 3", 1)
    assert table.at(1).damage == 3


@pytest.mark.rule("W-EXHAUST-04")
def test_a_card_that_took_a_die_may_pay():
    table = scene(line="bear 4, barrow_knight", graveyard="skeletons", dice="H 3 4")
    table.watch()
    table.use("grave_whisper", "H 3")
    table.attack("H 4", 1)
    table.exhaust("grave_whisper")
    assert not table.is_ready("grave_whisper")


# Steal and recover.


@pytest.mark.rule("W-STEAL-01")
def test_a_bandit_takes_the_die_that_the_party_gives():
    table = scene(line="bandit arriving, bear", dice="H 5 2, R 11")
    choice = table.watch()
    assert isinstance(choice, ChooseLostDie)
    assert [option.die for option in table.offered(GiveDie)] == [0, 1, 6]
    table.act(GiveDie(PARTY, "steal", "bandit-1", 1))
    assert table.at(1).stolen == [1]
    assert table.dice("H", STOLEN) == [2]
    assert table.dice("H") == [5]


@pytest.mark.rule("W-STEAL-01")
def test_a_card_may_say_which_die():
    table = scene(line="bear, alley_knife down", dice="H 5 2, R 11")
    table.watch()
    assert table.dice("H", STOLEN) == [2]
    table = scene(line="vampire down", dice="H 5 2, R 11")
    table.watch()
    assert table.dice("R", STOLEN) == [11]


@pytest.mark.rule("W-STEAL-01")
def test_on_a_tie_the_party_chooses_the_die():
    table = scene(line="vampire down", dice="H 6, B 6, R 5")
    table.watch()
    assert [option.die for option in table.offered(GiveDie)] == [0, 3]


@pytest.mark.rule("W-STEAL-01")
def test_only_dice_of_participating_adventurers_are_stolen():
    table = scene(line="vampire down", dice="H 5, R 11, B 8", resting="R")
    table.adventurer("B").participating = False
    table.watch()
    assert table.dice("H", STOLEN) == [5]


@pytest.mark.rule("W-STEAL-02")
def test_with_no_unspent_die_nothing_is_stolen():
    table = scene(line="bandit arriving, bear", dice="H 5* 2*")
    table.watch()
    assert table.at(1).stolen == []
    assert table.dice("H", SPENT)[:2] == [5, 2]


@pytest.mark.rule("W-STEAL-03")
def test_stolen_dice_return_spent_when_the_creature_is_defeated():
    table = scene(line="bandit, bear", dice="H 5, R 7")
    table.steal("H 5", 1)
    table.watch()
    table.attack("R 7", 1)
    assert table.dice("H", STOLEN) == []
    assert 5 in table.dice("H", SPENT)


@pytest.mark.rule("W-STEAL-04")
def test_stolen_dice_return_spent_when_the_creature_joins_the_horde():
    table = scene(line="bandit", dice="H 5")
    table.steal("H 5", 1)
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert 5 in table.dice("H", SPENT)


@pytest.mark.rule("W-STEAL-04")
def test_stolen_dice_return_spent_when_the_creature_is_swapped():
    table = scene(line="bandit, bear", graveyard="eagle", dice="H 5")
    table.give("H", board="dark_exchange, grave_whisper, corpse_bolt")
    table.steal("H 5", 1)
    table.watch()
    table.use("dark_exchange")
    table.act(TakeCard(PARTY, "bandit-1"))
    assert table.line == ["eagle", "bear"]
    assert 5 in table.dice("H", SPENT)


@pytest.mark.rule("W-STEAL-04")
def test_stolen_dice_return_spent_when_the_creature_is_tamed():
    table = scene(line="bear, wolf", dice="H 5")
    table.steal("H 5", 1)
    table.give("H", items="beast_whistle")
    table.watch()
    table.use_item("beast_whistle")
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.adventurer("H").tamed == ["bear-1"]
    assert 5 in table.dice("H", SPENT)


@pytest.mark.rule("W-RECOVER-01")
def test_a_recovered_die_is_unspent_at_its_value():
    table = scene(line="bandit 7, bear", dice="H 5")
    table.steal("H 5", 1)
    table.give("H", items="lockbreaker")
    table.watch()
    table.use_item("lockbreaker")
    assert table.dice("H") == [5]
    assert table.at(1).stolen == []
    table.attack("H 5", 1)
    assert table.at(1).damage == 5


# Stun.


@pytest.mark.rule("W-STUN-01")
def test_stun_spends_dice_on_different_ready_cards_of_their_own_adventurers():
    table = scene(line="tar_golem arriving, bear", dice="H 5 2")
    table.give("H", exhausted="grave_whisper")
    assert isinstance(table.watch(), ChooseStun)
    offered = {(option.die, option.slot) for option in table.offered(StunDie)}
    assert offered == {(0, 1), (0, 2), (1, 1), (1, 2)}
    table.act(StunDie(PARTY, 0, 1))
    assert table.adventurer("H").took_die == [False, True, True]
    assert table.dice("H") == []
    assert table.line == ["tar_golem", "bear"]


@pytest.mark.rule("W-STUN-01")
def test_stun_does_not_use_a_card_that_took_a_die():
    table = scene(line="cinder_whelp down", dice="H 5")
    table.adventurer("H").took_die = [True, False, True]
    table.watch()
    assert table.adventurer("H").took_die == [True, True, True]
    assert table.dice("H") == []


@pytest.mark.rule("W-STUN-02")
def test_a_stunned_card_takes_no_die_but_can_be_exhausted_for_its_effect():
    table = scene(line="cinder_whelp down, bear", dice="H 5 4, R 9")
    table.watch()
    table.act(StunDie(PARTY, 0, 1))
    uses = table.offered(UseByDie)
    assert {use.slot for use in uses} == {2}
    assert UseByExhausting(PARTY, 0, 1, -1) in table.offered(UseByExhausting)


@pytest.mark.rule("W-STUN-02")
def test_the_other_cards_still_take_dice():
    table = scene(line="cinder_whelp down, bear", dice="H 5 4", graveyard="skeletons")
    table.watch()
    table.act(StunDie(PARTY, 0, 1))
    assert {option.slot for option in table.offered(UseByDie)} == {0, 2}


@pytest.mark.rule("W-STUN-03")
def test_passive_cards_and_those_of_the_barbarian_take_stun_dice():
    table = scene(line="cinder_whelp 6 down, bear", dice="R 9 3")
    table.give("R", board="battle_rage, sweeping_blow, boulder_toss", exhausted="boulder_toss")
    table.watch()
    assert {option.slot for option in table.offered(StunDie)} == {0, 1}
    table.act(StunDie(PARTY, table.die("R 9"), 0))
    table.attack("R 3", 1)
    assert table.at(1).damage == 3 + 2, "Battle Rage keeps working"


@pytest.mark.rule("W-STUN-04")
def test_with_fewer_pairs_as_many_as_possible_are_made():
    table = scene(line="chain_warden down", dice="H 5 4, B 7")
    table.give("H", exhausted="grave_whisper, turn_the_dead")
    table.give("B", exhausted="all")
    table.watch()
    if table.offered(StunDie):
        table.act(table.offered(StunDie)[0])
    assert table.adventurer("H").took_die == [False, False, True]
    assert table.dice("H") == [4]
    assert table.dice("B") == [7]
