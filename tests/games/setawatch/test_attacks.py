"""Adventurer actions and direct attacks (W-ACTION, W-ATTACK)."""

import pytest

from embertable.bots import GreedyBot, ask
from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import (
    AddDie,
    AddTamed,
    CallOff,
    ChooseBlow,
    PutDie,
    PutTamed,
    SendFamiliar,
    StrikeNow,
)
from embertable.games.setawatch.consent import Agree, Object, Suggest
from embertable.games.setawatch.defeat import TakeNoTrophy
from embertable.games.setawatch.effects import ChooseCards, TakeCard
from embertable.games.setawatch.events import CreatureDefeated
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.watch import (
    ActivateItem,
    ChooseAction,
    GiveUp,
    Stoke,
    UseByDie,
    UseByExhausting,
    UseItem,
)
from tests.games.setawatch.scene import scene


def places(table, die: str) -> list[int]:
    """The positions that a die may be put on."""
    return [option.place for option in table.offered(PutDie) if option.die == table.die(die)]


# What a die would count.


@pytest.mark.rule("W-ATTACK-09")
def test_the_view_tells_what_the_next_die_counts_beside_its_value():
    table = scene(line="skeletons 9, wolf", dice="H 3 4, R 5", firewood=12)
    table.give("H", board="apostates_lore, turn_the_dead, corpse_bolt", items="steel_gauntlets")
    table.give("R", board="battle_rage, bloodlust, boulder_toss", exhausted="bloodlust")
    table.watch()
    line = table.view().line
    assert [one.bonuses for one in line] == [(3, 0, 2, 0), (1, 0, 2, 0)]
    table.attack("R 5", 1)
    assert table.view().line[0].bonuses == (3, 0, 0, 0), "once for the creature"


# Actions.


@pytest.mark.rule("W-ACTION-01")
def test_every_kind_of_action_is_open_to_participating_adventurers():
    table = scene(line="bear, wolf", dice="H 5, R 9", graveyard="skeletons")
    table.give("H", items="lamp_oil")
    table.give("R", items="storm_rod")
    table.watch()
    kinds = {type(option) for option in table.offered()}
    assert kinds == {
        *(PutDie, SendFamiliar, UseByDie, UseByExhausting, UseItem, ActivateItem, Stoke, GiveUp),
    }


@pytest.mark.rule("W-ACTION-01")
def test_they_act_in_any_order_and_as_often_as_dice_allow():
    table = scene(line="ember_drake 12, wolf", dice="H 1 2, R 3", firewood=12)
    table.watch()
    for die in ("H 1", "R 3", "H 2"):
        table.attack(die, 1)
    assert table.at(1).damage == 6
    assert table.offered(PutDie) == []


@pytest.mark.rule("W-ACTION-01")
def test_who_rests_or_sits_out_does_not_act():
    table = scene(line="bear, wolf", dice="H 5, B 6, R 9", resting="R")
    table.give("B", exhausted="all", participating=False)
    table.watch()
    assert {option.die for option in table.offered(PutDie)} == {table.die("H 5")}
    assert 2 not in {option.adventurer for option in table.offered(Stoke)}


@pytest.mark.rule("W-ACTION-02")
def test_actions_go_on_until_the_line_is_empty():
    table = scene(line="bear 4, wolf 4", dice="R 4 4 4")
    table.watch()
    assert isinstance(table.attack("R 4", 1), ChooseAction)
    assert table.attack("R 4", 1) is None
    assert table.line == []


@pytest.mark.rule("W-ACTION-02")
def test_out_of_actions_nobody_acts_any_more():
    table = scene(line="bear, wolf", dice="R 4 4 4")
    table.watch()
    assert isinstance(table.give_up(), ChooseExhausted)
    table.exhaust("hex", "premonition")
    assert table.waiting() is None
    assert table.dice("R") == [4, 4, 4]


@pytest.mark.rule("W-ACTION-03")
def test_nobody_acts_before_the_first_reveal_is_finished():
    table = scene(deck="cinder_whelp, hollow_judge, bear, wolf, eagle, fae", dice="H 5 4")
    table.state.first_reveal_done = False
    choice = table.begin_watch()
    assert not isinstance(choice, ChooseAction)
    while not isinstance(table.waiting(), ChooseAction):
        table.act(table.offered()[0])
    assert table.line[:2] == ["cinder_whelp", "hollow_judge"]


@pytest.mark.rule("W-ACTION-04")
def test_with_an_empty_line_the_watch_ends_at_once():
    table = scene(line="bear 4", dice="R 4 9")
    table.give("H", exhausted="all", items="mending_draught")
    table.watch()
    assert table.attack("R 4", 1) is None
    assert table.items("H") == ["mending_draught"]


# Direct attacks.


@pytest.mark.rule("W-ATTACK-01")
def test_attack_dice_are_unspent_dice_tamed_creatures_and_the_familiar():
    table = scene(line="bear, goblins down", dice="H 5 3*, R 9", firewood=6)
    table.give("H", tamed="wolf")
    table.watch()
    assert {option.die for option in table.offered(PutDie)} == {0, 6}
    assert table.offered(PutTamed) == [PutTamed(PARTY, 0, "wolf-1", 1)]
    assert table.offered(SendFamiliar) == [SendFamiliar(PARTY, 1)]


@pytest.mark.rule("W-ATTACK-02")
def test_melee_reaches_the_first_position_and_ranged_two():
    table = scene(line="bear, wolf, eagle", dice="H 5, B 6, R 9, T 3")
    table.watch()
    assert places(table, "H 5") == [1, 2]
    assert places(table, "B 6") == [1, 2]
    assert places(table, "R 9") == [1]
    assert places(table, "T 3") == [1]


@pytest.mark.rule("W-ATTACK-03")
def test_each_must_reach_the_target_alone():
    table = scene(line="bear, wolf 5, eagle", dice="H 3, R 9")
    table.watch()
    table.attack("H 3", 2)
    assert places(table, "R 9") == [1], "a ranged companion does not help"


@pytest.mark.rule("W-ATTACK-03")
def test_range_reaches_one_position_farther():
    table = scene(line="bear, wolf, eagle, fae", dice="H 5, R 9")
    table.give("H", items="rallying_horn")
    table.watch()
    table.use_item("rallying_horn")
    assert places(table, "H 5") == [1, 2, 3]
    assert places(table, "R 9") == [1, 2]


@pytest.mark.rule("W-ATTACK-04")
def test_face_down_creatures_cannot_be_attacked_but_count_for_positions():
    table = scene(line="bear, wolf down, eagle", dice="H 5", firewood=5)
    table.watch()
    assert places(table, "H 5") == [1]


@pytest.mark.rule("W-ATTACK-05")
def test_the_damage_is_the_sum_of_results_and_bonuses_and_all_dice_are_spent():
    table = scene(line="ember_drake 12, wolf", dice="H 5, R 3, B 2")
    table.give("H", items="steel_gauntlets")
    table.watch()
    for die in ("H 5", "R 3", "B 2"):
        table.attack(die, 1)
    assert table.at(1).damage == 5 + 1 + 3 + 2
    assert table.dice("H") == table.dice("R") == table.dice("B") == []


@pytest.mark.rule("W-ATTACK-06")
def test_health_is_base_times_factor_plus_everything_else():
    table = scene(line="werewolf, bear 5, moss_stag, warlord", location="dark_woods")
    assert table.health(2) == 5 * 2 + 1 + 1 + 2


@pytest.mark.rule("W-ATTACK-06")
def test_health_of_a_rider_adds_the_base_health_of_the_mount():
    table = scene(line="warg_handler 5, wolf 4", location="goblin_caves")
    table.watch()
    assert table.health(1) == 5 + 4 + 3


@pytest.mark.rule("W-ATTACK-06")
def test_health_is_never_below_one():
    table = scene(line="vampire, bear")
    table.at(1).health = -2
    assert table.health(1) == 1


@pytest.mark.rule("W-ATTACK-07")
@pytest.mark.parametrize(("die", "line"), [(3, ["bear", "wolf"]), (4, ["wolf"]), (9, ["wolf"])])
def test_damage_equal_to_health_or_above_defeats_and_surplus_is_lost(die, line):
    table = scene(line="bear 4, wolf 4", dice=f"R {die}")
    table.watch()
    table.attack(f"R {die}", 1)
    assert table.line == line
    assert table.state.line[-1].damage == 0


@pytest.mark.rule("W-ATTACK-08")
def test_damage_stays_and_later_damage_adds_up():
    table = scene(line="treant 9, wolf", dice="H 2, T 1")
    table.watch()
    table.attack("H 2", 1)
    assert table.at(1).damage == 2
    table.use("crippling_bolt")
    table.act(TakeCard(PARTY, "treant-2"))
    assert table.at(1).damage == 2 + 4
    table.attack("T 1", 1)
    assert table.at(1).damage == 7


@pytest.mark.rule("W-ATTACK-08")
def test_damage_disappears_when_the_creature_leaves_the_line():
    table = scene(line="hydra, bear", dice="R 9 8")
    table.watch()
    table.attack("R 8", 1)
    table.attack("R 9", 1)
    assert table.line == ["bear", "hydra"]
    assert table.at(2).damage == 0


@pytest.mark.rule("W-ATTACK-08")
def test_damage_moves_with_the_creature_within_the_line():
    table = scene(line="treant 9, bear", dice="R 5, H 1")
    table.give("H", items="drag_hook")
    table.watch()
    table.attack("R 5", 1)
    table.use_item("drag_hook", "H 1")
    assert table.line == ["bear", "treant"]
    assert table.at(2).damage == 5


@pytest.mark.rule("W-ATTACK-09")
def test_a_bonus_per_creature_counts_once_for_each_creature_and_adventurer():
    table = scene(line="ember_drake 12, wolf 5", dice="B 1 2 2")
    table.give("B", board="known_quarry, weighted_net, proven_kill", trophies="wyvern, eagle")
    table.watch()
    table.attack("B 1", 1)
    table.attack("B 2", 1)
    assert table.at(1).damage == 1 + 2 + 3
    table.attack("B 2", 2)
    table.act(TakeNoTrophy(PARTY, "wolf-2", "graveyard"))
    assert table.graveyard == ["wolf"], "2 + 3 of 5"


@pytest.mark.rule("W-ATTACK-09")
def test_a_bonus_per_die_counts_for_each_rolled_die_only():
    table = scene(line="wraith_lord, wolf 5", dice="H 1 2")
    table.give("H", board="apostates_lore, grave_whisper, corpse_bolt", tamed="eagle 3")
    table.watch()
    table.attack("H 1", 1)
    table.attack("H 2", 1)
    assert table.at(1).damage == 1 + 2 + 2 + 2
    table.act(PutTamed(PARTY, 0, "eagle-1", 1))
    assert table.at(1).damage == 7 + 3


@pytest.mark.rule("W-ATTACK-09")
def test_the_familiar_gets_no_bonus_per_die():
    table = scene(line="wraith_lord, wolf", familiar="grimalkin")
    table.give("T", items="steel_gauntlets")
    table.watch()
    table.act(SendFamiliar(PARTY, 1))
    assert table.at(1).damage == 5


@pytest.mark.rule("W-ATTACK-10")
def test_a_change_of_health_is_tested_against_the_damage():
    table = scene(line="fire_serpent, bear", firewood=9)
    table.at(1).damage = 6
    table.watch()
    assert table.line == ["fire_serpent", "bear"]
    table.state.firewood = 6
    table.settle()
    assert table.line == ["bear"]
    assert [event.card for event in table.events(CreatureDefeated)] == ["fire_serpent-1"]


@pytest.mark.rule("W-ATTACK-11")
def test_without_partial_damage_an_attack_must_defeat():
    table = scene(line="treant 8, wolf 5", dice="H 3, B 2, R 4", partial_damage="off")
    table.watch()
    assert {(option.die, option.place) for option in table.offered(PutDie)} == {
        *((0, 1), (3, 1), (6, 1)),
        *((0, 2), (3, 2)),
    }
    choice = table.attack("R 4", 1)
    assert isinstance(choice, ChooseBlow)
    assert table.offered(StrikeNow) == []
    table.act(AddDie(PARTY, 0))
    assert table.offered(StrikeNow) == []
    table.act(AddDie(PARTY, 3))
    table.act(StrikeNow(PARTY, 1))
    table.act(TakeNoTrophy(PARTY, "treant-1", "graveyard"))
    assert table.line == ["wolf"]


@pytest.mark.rule("W-ATTACK-11")
def test_without_partial_damage_too_few_dice_cannot_be_spent():
    table = scene(line="treant 8, wolf 5", dice="H 3, R 2", familiar="rook", partial_damage="off")
    table.give("T", participating=False)
    table.watch()
    assert table.offered(PutDie) == []
    assert table.offered(SendFamiliar) == []


@pytest.mark.rule("W-ATTACK-11")
def test_without_partial_damage_damage_of_abilities_stays_and_counts():
    table = scene(line="treant 8, wolf 5", dice="R 6", partial_damage="off")
    table.give("T", participating=False)
    table.watch()
    assert table.offered(PutDie) == []
    choice = table.use("crippling_bolt")
    assert isinstance(choice, ChooseCards)
    table.act(TakeCard(PARTY, "treant-1"))
    assert table.at(1).damage == 4
    table.attack("R 6", 1)
    table.act(StrikeNow(PARTY, 1))
    assert table.line == ["wolf"]


@pytest.mark.rule("W-ATTACK-11")
def test_by_default_an_attack_need_not_defeat():
    table = scene(line="treant 8, wolf 5", dice="H 3")
    table.watch()
    table.attack("H 3", 1)
    assert table.at(1).damage == 3


@pytest.mark.rule("W-ATTACK-11", "W-TAME-03")
def test_a_blow_that_is_enough_defeats_whatever_then_lies_on_the_graveyard():
    """The Zombie Horde follows the top of the Graveyard, which the tamed Bear becomes."""
    table = scene(
        line="zombie_horde 7, treant 9", dice="H 6", graveyard="eagle 3", partial_damage="off"
    )
    table.give("H", tamed="bear 5")
    table.watch()
    assert table.health(1) == 10
    table.attack("H 6", 1)
    table.act(AddTamed(PARTY, "bear-2"))
    table.act(StrikeNow(PARTY, 1))
    assert table.line == ["treant"]
    assert table.graveyard == ["zombie_horde", "bear", "eagle"]


@pytest.mark.rule("W-ATTACK-11")
def test_an_attack_that_is_being_gathered_can_be_called_off():
    table = scene(line="treant 8, wolf 5", dice="H 3, B 2, R 4", partial_damage="off")
    table.give("H", tamed="bear 5")
    table.watch()
    before = table.table.offered()
    table.attack("R 4", 1)
    table.act(AddDie(PARTY, 0), AddTamed(PARTY, "bear-2"))
    assert isinstance(table.act(CallOff(PARTY)), ChooseAction)
    assert table.table.offered() == before
    assert table.dice("R") == [4]
    assert table.adventurer("H").tamed == ["bear-2"]
    assert table.at(1).damage == 0
    table.attack("H 3", 2)
    assert table.offered(AddDie) == [AddDie(PARTY, 3)], "nothing is left of the attack before"


@pytest.mark.rule("W-ATTACK-11", "W-CTRL-11")
def test_nobodys_dice_are_spent_without_asking_where_all_are_asked():
    table = scene(line="treant 8", dice="H 5, B 4", players=4, partial_damage="off", ask="all")
    table.watch()
    table.act(PutDie(PARTY, table.die("B 4"), 1), seat=1)
    table.act(AddDie(PARTY, table.die("H 5")), seat=1)
    strike = StrikeNow(PARTY, 1)
    assert table.offered(StrikeNow, 1) == []
    table.act(Suggest(PARTY, 1, strike), seat=1)
    assert table.dice("H") == [5]
    for seat in (0, 2, 3):
        table.act(Agree(PARTY, seat), seat=seat)
    assert table.dice("H") == table.dice("B") == []


@pytest.mark.rule("W-ATTACK-11", "W-CTRL-11")
def test_an_objection_gives_all_dice_back():
    table = scene(line="treant 8", dice="H 5, B 4", players=4, partial_damage="off", ask="all")
    table.watch()
    table.act(PutDie(PARTY, table.die("B 4"), 1), seat=1)
    table.act(AddDie(PARTY, table.die("H 5")), seat=1)
    table.act(Suggest(PARTY, 1, StrikeNow(PARTY, 1)), seat=1)
    assert isinstance(table.act(Object(PARTY, 0), seat=0), ChooseAction)
    assert (table.dice("H"), table.dice("B")) == ([5], [4])
    assert table.state.picked_dice == []
    assert not table.state.objected


@pytest.mark.rule("W-ATTACK-11", "W-CTRL-11")
@pytest.mark.parametrize(
    ("players", "ask", "dice", "alone"),
    [(4, "all", "B 4 5", True), (2, "all", "H 5, B 4", True), (4, "first", "H 5, B 4", True)],
)
def test_a_strike_with_ones_own_dice_needs_nobody(players, ask, dice, alone):
    table = scene(line="treant 8", dice=dice, players=players, partial_damage="off", ask=ask)
    table.watch()
    seat = 1 if players == 4 else 0
    table.act(PutDie(PARTY, table.die("B 4"), 1), seat=seat)
    table.act(table.offered(AddDie, seat)[0], seat=seat)
    assert table.offered(StrikeNow, seat) == [StrikeNow(PARTY, 1)]
    assert table.offered(Suggest, seat) == []


@pytest.mark.rule("W-ATTACK-11", "W-CTRL-11")
def test_a_familiar_and_a_tamed_creature_of_others_are_asked_for_too():
    for tamed in ("familiar", "bear-2"):
        table = scene(line="treant 8", dice="B 4", players=4, partial_damage="off", ask="all")
        table.give("H", tamed="bear 5")
        table.watch()
        table.act(PutDie(PARTY, table.die("B 4"), 1), seat=1)
        table.act(AddTamed(PARTY, tamed), seat=1)
        assert table.offered(StrikeNow, 1) == []
        assert table.offered(Suggest, 1) == [Suggest(PARTY, 1, StrikeNow(PARTY, 1))]


def test_bots_finish_the_attacks_that_they_begin():
    table = scene(line="treant 8, wolf 5", dice="H 3 1, B 2, R 4 12", partial_damage="off")
    choice = table.watch()
    table.attack("R 4", 1)
    bot = GreedyBot(1)
    for _ in range(8):
        if isinstance(choice := table.waiting(), ChooseBlow):
            chosen = ask(bot, table.table, PARTY)
            assert chosen != CallOff(PARTY), choice
            table.act(chosen)
    assert table.line == ["wolf"]
