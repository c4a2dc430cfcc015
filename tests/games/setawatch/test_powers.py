"""Creature powers: when they act, and Exhaust, Steal, Recover, Stun, Negate and Peek."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import SendFamiliar
from embertable.games.setawatch.dice_effects import ChooseLostDie, ChooseStun, GiveDie, StunDie
from embertable.games.setawatch.effects import TakeCard, TakeNoMore
from embertable.games.setawatch.events import CreatureDefeated, PowerTriggered
from embertable.games.setawatch.exhausting import ChooseExhausted, ExhaustCard
from embertable.games.setawatch.line import ChooseHex, KeepHex
from embertable.games.setawatch.party_effects import TakeEffect
from embertable.games.setawatch.state import SPENT, STOLEN
from embertable.games.setawatch.watch import UseByDie, UseByExhausting
from tests.games.setawatch.scene import scene


def move_to_end(table, place: int) -> None:
    """Send a creature to the end of the Line by Turn the Dead."""
    card = table.at(place).card
    table.use("turn_the_dead")
    for option in table.offered(TakeEffect):
        if "move" in [effect.op for effect in table.state.content.scripts[option.script]]:
            table.act(option)
    if table.offered(TakeCard):
        table.act(TakeCard(PARTY, card))


# When powers act.


@pytest.mark.rule("W-POWER-01")
def test_a_face_down_creature_has_no_powers():
    table = scene(line="bear, wolf, warlord down", firewood=7)
    table.watch()
    assert table.line == ["bear", "wolf", "warlord down"]
    assert table.health(1) == 4


@pytest.mark.rule("W-POWER-01")
def test_a_face_down_pyromancer_notices_no_defeat():
    table = scene(line="bear 4, wolf down, pyromancer down", dice="R 4", firewood=5)
    table.watch()
    table.attack("R 4", 1)
    assert table.line == ["wolf", "pyromancer down"]
    assert table.state.firewood == 5


@pytest.mark.rule("W-POWER-01")
def test_a_creature_in_the_graveyard_has_none_but_those_that_speak_of_it():
    table = scene(line="bear 4, wolf", graveyard="skeletons, warlord", map_deck="dark_woods")
    assert table.health(1) == 4
    table.end_watch()
    assert table.graveyard == ["warlord"]
    assert table.state.waiting == ["skeletons-1"]


@pytest.mark.rule("W-POWER-02")
def test_first_position_triggers_on_turning_face_up_there():
    table = scene(line="wyvern down, bear down", firewood=12)
    table.watch()
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-02")
def test_first_position_triggers_on_coming_there_face_up():
    table = scene(line="bear 4, wyvern", dice="H 4", firewood=12)
    table.watch()
    assert table.state.firewood == 12
    table.attack("H 4", 1)
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-03")
def test_first_position_triggers_again_at_each_new_arrival():
    table = scene(line="wyvern arriving, bear 4", dice="H 4", firewood=12)
    table.watch()
    assert table.state.firewood == 9
    move_to_end(table, 1)
    assert table.line == ["bear", "wyvern"]
    table.attack("H 4", 1)
    assert table.state.firewood == 6


@pytest.mark.rule("W-POWER-03")
def test_first_position_does_not_trigger_again_while_the_creature_stays():
    table = scene(line="wyvern 7 arriving, bear", dice="H 2 3", firewood=12)
    table.watch()
    table.attack("H 2", 1)
    table.attack("H 3", 1)
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-03")
def test_a_power_that_works_once_does_not_trigger_again():
    table = scene(line="fell_beast arriving", deck="bear 4, wolf, eagle", dice="H 4", firewood=6)
    table.watch()
    assert table.line == ["bear", "fell_beast"]
    table.attack("H 4", 1)
    assert table.line == ["fell_beast"]
    assert table.deck == ["wolf", "eagle"]


@pytest.mark.rule("W-POWER-04")
def test_second_position_triggers_for_position_two_only():
    table = scene(line="bear, bramble_boar down, bramble_boar down", firewood=12)
    table.watch()
    assert table.state.firewood == 11
    assert len(table.events(PowerTriggered)) == 1


@pytest.mark.rule("W-POWER-04")
def test_second_position_triggers_again_when_the_creature_comes_up():
    table = scene(line="bear 4, wolf, bramble_boar", dice="H 4", firewood=12)
    table.watch()
    assert table.state.firewood == 12
    table.attack("H 4", 1)
    assert table.state.firewood == 11


@pytest.mark.rule("W-POWER-05")
def test_end_of_line_triggers_in_the_last_position():
    table = scene(line="bear, lantern_eater down", firewood=12)
    table.watch()
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-05")
def test_end_of_line_does_not_trigger_before_other_cards():
    table = scene(line="bear, lantern_eater down, wolf down", firewood=7)
    table.watch()
    assert table.state.firewood == 7


@pytest.mark.rule("W-POWER-05")
def test_a_single_creature_is_first_and_last():
    table = scene(line="tallow_saint down", deck="bear", firewood=12)
    table.watch()
    assert table.state.firewood == 9
    assert table.horde == ["bear"]


@pytest.mark.rule("W-POWER-06")
def test_a_power_negated_at_arrival_does_not_fire_later_for_that_arrival():
    table = scene(line="wyvern arriving, bear", firewood=12)
    table.at(1).negated = True
    table.watch()
    table.at(1).negated = False
    table.settle()
    assert table.state.firewood == 12


@pytest.mark.rule("W-POWER-06")
def test_arrival_is_forgotten_when_the_creature_leaves_the_position():
    table = scene(line="bear 4, wolf, lantern_eater", firewood=12)
    table.watch()
    move_to_end(table, 1)
    assert table.line == ["wolf", "lantern_eater", "bear"]
    assert table.state.firewood == 12
    table.use("boulder_toss")
    table.act(TakeCard(PARTY, "bear-1"))
    assert table.line == ["wolf", "lantern_eater"]
    assert table.state.firewood == 9


@pytest.mark.rule("W-POWER-07")
def test_an_ongoing_power_follows_every_change():
    table = scene(line="warlord, wolf 4")
    assert table.health(2) == 6
    table.at(1).negated = True
    assert table.health(2) == 4
    table.at(1).negated = False
    assert table.health(2) == 6


@pytest.mark.rule("W-POWER-08")
def test_a_defeated_power_triggers_on_defeat():
    table = scene(line="treant 8, bear", dice="R 8", firewood=3)
    table.watch()
    table.attack("R 8", 1)
    assert table.state.firewood == 5


@pytest.mark.rule("W-POWER-08")
def test_a_creature_that_gets_past_is_not_defeated():
    table = scene(line="treant 8", firewood=3)
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert table.horde == ["treant"]
    assert table.state.firewood == 3


@pytest.mark.rule("W-POWER-09")
def test_a_power_does_as_much_as_it_can():
    """The Ember Drake exhausts a card though there is not enough firewood to lose."""
    table = scene(line="ember_drake arriving, bear", firewood=1)
    table.watch()
    table.exhaust("hex")
    assert table.state.firewood == 0
    table = scene(line="goblin_chief down", graveyard="bear, goblins 6")
    table.watch()
    assert table.line == ["goblins", "goblin_chief"]


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


# Negate.


@pytest.mark.rule("W-NEGATE-01")
def test_a_negated_creature_has_a_blank_text_box():
    table = scene(line="warlord, wolf 4, bear")
    table.give("H", items="silver_mirror")
    table.watch()
    table.use_item("silver_mirror")
    table.act(TakeCard(PARTY, "warlord"))
    assert table.health(2) == 4
    assert table.health(1) == 11
    assert table.at(1).negated


@pytest.mark.rule("W-NEGATE-01")
def test_a_negated_creature_triggers_nothing_when_defeated():
    table = scene(line="treant 8, bear", dice="R 8", firewood=3)
    table.at(1).negated = True
    table.watch()
    table.attack("R 8", 1)
    assert table.state.firewood == 3
    assert table.graveyard == ["treant"]


@pytest.mark.rule("W-NEGATE-01")
def test_a_negated_creature_keeps_its_type():
    table = scene(line="skeletons, bear", dice="H 3")
    table.give("H", board="apostates_lore, grave_whisper, turn_the_dead")
    table.at(1).negated = True
    table.watch()
    table.attack("H 3", 1)
    assert table.at(1).damage == 5


@pytest.mark.rule("W-NEGATE-02")
def test_negation_lasts_while_the_creature_stays_and_undoes_nothing():
    table = scene(line="wyvern 7 arriving, bear 4", dice="H 4", firewood=12)
    table.give("H", items="silver_mirror")
    table.watch()
    assert table.state.firewood == 9
    table.use_item("silver_mirror")
    table.act(TakeCard(PARTY, "wyvern-2"))
    assert table.state.firewood == 9, "what it did is not undone"
    move_to_end(table, 1)
    table.attack("H 4", 1)
    assert table.line == ["wyvern"]
    assert table.state.firewood == 9, "it is still negated"


@pytest.mark.rule("W-NEGATE-02")
def test_negation_ends_when_the_creature_leaves_the_line():
    """The Wyvern goes to the Graveyard negated and comes back with its power."""
    table = scene(line="wyvern 6, ember_drake", graveyard="eagle 3", dice="H 5 3", firewood=12)
    table.give("H", board="dark_exchange, grave_whisper, corpse_bolt")
    table.at(1).negated = True
    table.watch()
    table.use("dark_exchange", "H 5")
    table.act(TakeCard(PARTY, "wyvern-1"))
    table.use("dark_exchange")
    assert table.line == ["eagle", "wyvern"]
    table.attack("H 3", 1)
    assert table.state.firewood == 9


@pytest.mark.rule("W-NEGATE-03")
@pytest.mark.parametrize(("creature", "before"), [("fire_serpent", 9), ("shade", 7)])
def test_a_negated_formula_counts_nothing(creature, before):
    table = scene(line=f"{creature}, bear", firewood=9)
    assert table.base(1) == table.health(1) == before
    table.at(1).negated = True
    assert table.base(1) == 0
    assert table.health(1) == 1


@pytest.mark.rule("W-NEGATE-03")
def test_a_negated_formula_still_takes_other_changes():
    table = scene(line="fire_serpent, warlord", firewood=9)
    table.at(1).negated = True
    assert table.health(1) == 2


@pytest.mark.rule("W-NEGATE-03")
def test_a_negated_vampire_has_its_printed_health():
    table = scene(line="vampire, bear", dice="H 5")
    table.steal("H 5", 1, as_health=True)
    assert table.base(1) == 5
    table.at(1).negated = True
    assert table.base(1) == 1


# Peek.


@pytest.mark.rule("W-PEEK-01")
def test_peeking_reveals_and_triggers_nothing():
    table = scene(line="bear, wolf, goblins down, summon down", firewood=7)
    table.give("H", items="seeing_glass")
    table.watch()
    table.use_item("seeing_glass")
    assert table.line == ["bear", "wolf", "goblins down", "summon down"]
    assert table.events(PowerTriggered) == []
    assert table.ready() == 12


@pytest.mark.rule("W-PEEK-02")
def test_what_one_peeks_all_players_know():
    table = scene(line="bear, wolf, goblins down", firewood=7, players=4)
    table.give("T", items="seeing_glass")
    table.watch()
    assert [table.view(seat).line[2].card for seat in range(4)] == [""] * 4
    table.use_item("seeing_glass")
    assert [table.view(seat).line[2].card for seat in range(4)] == ["goblins-1"] * 4


@pytest.mark.rule("W-PEEK-01")
def test_a_peek_that_is_offered_names_no_face():
    """What lies face down is offered by its place, and the top of the deck without a name."""
    for side, deck in (("rook", ""), ("grimalkin", "wolf")):
        table = scene(line="bear, eagle, goblins down", deck=deck, familiar=side)
        table.watch()
        table.act(SendFamiliar(PARTY, 1))
        named = [option.card for option in table.offered(TakeCard)]
        assert len(named) == 1
        assert named[0] not in ("goblins-1", "wolf-1")
        assert TakeNoMore(PARTY) in table.offered()
        assert table.events(CreatureDefeated) == []


@pytest.mark.rule("W-POWER-03", "W-POWER-06")
def test_who_is_moved_back_arrives_again_even_if_the_way_is_free_at_once():
    """The Forest Giant, with the weaker Wyvern behind it, falls by the damage it has taken."""
    table = scene(line="wyvern 6, forest_giant 7, treant 9", dice="T 1", firewood=11)
    table.give("T", board="turn_fate, hex, premonition")
    table.at(2).damage = 14
    table.watch()
    table.use("turn_fate", "T 1")
    table.act(TakeCard(PARTY, "wyvern-1"))
    table.act(TakeCard(PARTY, "wyvern-1"))
    assert table.line == ["wyvern", "treant"]
    assert table.events(PowerTriggered) == [PowerTriggered("wyvern-1", "first_position")]
    assert table.state.firewood == 8


@pytest.mark.rule("W-POWER-06", "W-WITCH-HEX-02")
def test_who_had_somebody_in_front_for_a_moment_arrives_again():
    """The Fell Beast brings a Summon card, whose Pyromancer goes to the end of the Line."""
    table = scene(
        line="fae, fell_beast 10", deck="summon", unhallowed="pyromancer", dice="T 2, R 5"
    )
    table.give("T", board="hex, premonition, turn_fate")
    table.watch()
    table.use("hex", "T 2")
    table.attack("R 5", 1)
    table.act(KeepHex(PARTY))
    table.exhaust("grave_whisper")
    assert table.waiting() == ChooseHex(PARTY, 3, "pyromancer"), "it enters in first position"
    table.act(KeepHex(PARTY))
    assert table.line == ["fell_beast", "pyromancer"]
    assert table.waiting() == ChooseHex(PARTY, 3, "fell_beast-1")
