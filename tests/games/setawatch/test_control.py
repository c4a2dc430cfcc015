"""Who plays whom, and who decides what (W-CTRL)."""

from __future__ import annotations

import pytest

from embertable.engine.errors import IllegalAction, NothingToDecide
from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest, PlaceDie, Rest
from embertable.games.setawatch.dice_effects import ChooseLostDie, ChooseRaise, ChooseReroll
from embertable.games.setawatch.exhausting import ChooseExhausted
from embertable.games.setawatch.merchant import BuyItem
from embertable.games.setawatch.party_effects import ChooseRefresh, ChooseTurned
from embertable.games.setawatch.setup import ChooseAdventurer, ChooseFamiliar, TakeAdventurer
from embertable.games.setawatch.state import CAMP, ROLL
from embertable.games.setawatch.watch import UseByDie
from tests.games.setawatch.scene import new_game, scene

ALL_THREE = (0, 1, 2)


def dealt(players: str, luck: str = "") -> list[int]:
    """The seats of H, B, R and T after adventurers were dealt at random."""
    table = new_game(players=players, adventurers="random")
    table.next_choice()
    return [one.seat for one in table.state.adventurers]


def answerers(table):
    return table.waiting().answerers(table.table)


@pytest.mark.rule("W-CTRL-01")
@pytest.mark.parametrize("players", ["1", "2", "3", "4"])
def test_four_different_adventurers_are_always_in_play(players):
    table = new_game(players=players, adventurers="random")
    table.next_choice()
    cards = [table.state.content.adventurers[one.number].id for one in table.state.adventurers]
    assert cards == ["heretic", "bounty_hunter", "barbarian", "witch"]
    assert all(len(one.board) == 3 for one in table.state.adventurers)


@pytest.mark.rule("W-CTRL-02", "W-CTRL-06")
def test_four_players_choose_one_adventurer_each():
    table = new_game(players="4")
    assert table.next_choice() == ChooseAdventurer(PARTY, 0)
    assert len(table.offered()) == 4
    table.apply(TakeAdventurer(PARTY, 0, 3))
    assert TakeAdventurer(PARTY, 1, 3) not in table.offered()
    table.apply(TakeAdventurer(PARTY, 1, 2))
    table.apply(TakeAdventurer(PARTY, 2, 1))
    # The last one is left for the last player, and the Witch's player is asked next.
    assert isinstance(table.next_choice(), ChooseFamiliar)
    assert [one.seat for one in table.state.adventurers] == [3, 2, 1, 0]


@pytest.mark.rule("W-CTRL-03")
def test_with_three_players_the_one_left_over_is_the_flex_adventurer():
    table = new_game(players="3")
    for seat, adventurer in ((0, 0), (1, 1), (2, 2)):
        assert table.next_choice() == ChooseAdventurer(PARTY, seat)
        table.apply(TakeAdventurer(PARTY, seat, adventurer))
    table.next_choice()
    assert [one.seat for one in table.state.adventurers] == [0, 1, 2, -1]


@pytest.mark.rule("W-CTRL-06")
def test_two_players_have_two_each_and_one_player_has_all():
    assert sorted(dealt("2")) == [0, 0, 1, 1]
    assert dealt("1") == [0, 0, 0, 0]
    assert sorted(dealt("3")) == [-1, 0, 1, 2]
    assert sorted(dealt("4")) == [0, 1, 2, 3]


@pytest.mark.rule("W-CTRL-06")
def test_dealing_at_random_depends_on_luck_alone():
    tables = [new_game(seed=seed, players="4", adventurers="random") for seed in range(12)]
    for table in tables:
        assert isinstance(table.next_choice(), ChooseFamiliar)
    deals = {tuple(one.seat for one in table.state.adventurers) for table in tables}
    assert len(deals) > 3


@pytest.mark.rule("W-CTRL-03")
def test_who_rests_acts_with_the_flex_adventurer_in_the_watch():
    table = scene(players=3, resting="B", line="metal_golem", dice="H 5, T 3")
    table.watch()
    act = PutDie(PARTY, table.die("T 3"), 1)
    assert act in table.offered(seat=1)
    assert act not in table.offered(seat=0)
    assert act not in table.offered(seat=2)
    with pytest.raises(IllegalAction):
        table.act(act, seat=0)
    table.act(act, seat=1)
    assert table.at(1).damage == 3


@pytest.mark.rule("W-CTRL-04")
def test_the_flex_adventurer_rolls_and_rests_like_any_other():
    table = scene(players=3, phase=ROLL, dice="H 1 1 1, B 1 1 1, R 1 1 1, T 4 3 2")
    table.give("T", exhausted="hex", items="fire_pot*", rests=1)
    table.choose_rest()
    table.act(Rest(PARTY, 3), seat=2)
    assert table.adventurer("T").rests == 2
    assert table.is_ready("hex")
    assert table.items("T") == ["fire_pot"]


@pytest.mark.rule("W-CTRL-04")
def test_the_flex_adventurers_own_camp_and_purchases_are_open_to_all():
    table = scene(players=3, phase=CAMP, coins=9, market=("lamp_oil", "", ""))
    table.rest("T", "4")
    assert isinstance(table.waiting(), ChoosePlacement)
    assert answerers(table) == ALL_THREE
    table.act(PlaceDie(PARTY, table.die("T 4"), "chop_wood"), seat=2)
    table.merchant()
    assert answerers(table) == ALL_THREE
    table.act(BuyItem(PARTY, 0, 3), seat=0)
    assert table.items("T") == ["lamp_oil"]


@pytest.mark.rule("W-CTRL-04")
def test_nobody_plays_a_second_adventurer_while_the_flex_adventurer_rests():
    table = scene(players=3, resting="T", line="metal_golem", dice="H 5, B 6, R 7")
    table.watch()
    for seat, die in ((0, "H 5"), (1, "B 6"), (2, "R 7")):
        assert table.offered(PutDie, seat) == [PutDie(PARTY, table.die(die), 1)]


@pytest.mark.rule("W-CTRL-05")
def test_in_the_final_round_every_seat_acts_with_the_flex_adventurer():
    table = scene(players=3, round=9, location="forbidden_tower", line="metal_golem", dice="T 3")
    table.watch()
    act = PutDie(PARTY, table.die("T 3"), 1)
    assert all(act in table.offered(seat=seat) for seat in ALL_THREE)


@pytest.mark.rule("W-CTRL-07")
def test_any_seat_says_who_rests():
    table = scene(players=4, phase=ROLL)
    assert isinstance(table.choose_rest(), ChooseRest)
    assert answerers(table) == (0, 1, 2, 3)
    table.act(Rest(PARTY, 0), seat=3)
    assert table.resting == "H"


@pytest.mark.rule("W-CTRL-07")
def test_any_seat_gives_up_cards_and_dice_and_the_first_answer_counts():
    table = scene(players=4, line="barrow_knight arriving", dice="H 5, B 6")
    assert isinstance(table.watch(), ChooseExhausted)
    assert answerers(table) == (0, 1, 2, 3)
    table.act(table.offered(seat=3)[0], seat=3)
    assert not table.is_ready("grave_whisper")
    with pytest.raises((IllegalAction, NothingToDecide)):
        table.exhaust("proven_kill")
    table = scene(players=4, line="bandit arriving", dice="H 5, B 6")
    assert isinstance(table.watch(), ChooseLostDie)
    assert answerers(table) == (0, 1, 2, 3)


@pytest.mark.rule("W-CTRL-08")
def test_dice_abilities_and_items_belong_to_who_controls_the_adventurer():
    table = scene(players=4, line="metal_golem, wolf 5", dice="H 5, B 6")
    table.give("H", items="storm_rod")
    table.watch()
    own = table.offered(seat=0)
    assert PutDie(PARTY, table.die("H 5"), 1) in own
    assert UseByDie(PARTY, table.die("H 5"), table.slot("turn_the_dead")) in own
    assert PutDie(PARTY, table.die("B 6"), 1) not in own
    for seat in (1, 2, 3):
        assert table.die("H 5") not in [getattr(act, "die", -1) for act in table.offered(seat=seat)]


@pytest.mark.rule("W-CTRL-08")
def test_whoever_began_a_combined_attack_may_use_the_dice_of_all():
    table = scene(players=4, line="metal_golem", dice="H 5, B 4", partial_damage="off")
    table.watch()
    table.act(PutDie(PARTY, table.die("B 4"), 1), seat=1)
    assert answerers(table) == (1,)
    table.act(table.offered(seat=1)[0], seat=1)
    table.act(table.offered(seat=1)[0], seat=1)
    assert table.dice("H") == table.dice("B") == []
    assert table.line == []


@pytest.mark.rule("W-CTRL-09")
def test_there_is_no_turn_order():
    table = scene(players=4, line="metal_golem", dice="H 1, B 1 2, R 1")
    table.watch()
    for seat, die in ((2, "R 1"), (1, "B 1"), (0, "H 1"), (1, "B 2")):
        table.act(PutDie(PARTY, table.die(die), 1), seat=seat)
    assert table.at(1).damage == 5


@pytest.mark.rule("W-CTRL-10")
def test_the_flex_adventurers_bolster_is_for_who_rests():
    table = scene(players=3, phase=CAMP, dice="T 4 3 2")
    table.rest("B", "5 5 5")
    table.cast(5, "bolster", "seal")
    assert table.waiting() == ChooseReroll(PARTY, 3, (9, 10, 11), ())
    assert answerers(table) == (1,)


@pytest.mark.rule("W-CTRL-10")
def test_the_flex_adventurers_refresh_at_tranquil_village_is_for_who_rests():
    table = scene(
        players=3, phase=CAMP, location="tranquil_village", dice="H 6 6 6, B 8 8 8, T 1 1 1"
    )
    table.give("T", exhausted="hex")
    table.rest("R", "9 9 9")
    assert isinstance(table.waiting(), ChooseRefresh)
    assert answerers(table) == (2,)


@pytest.mark.rule("W-CTRL-10")
def test_before_anybody_rests_the_flex_adventurer_is_everybodys():
    table = scene(
        players=3,
        round=2,
        phase="end",
        resting="H",
        map_deck="lost_outpost, forbidden_tower",
        luck="6 6 6 8 8 8 12 12 12 1 2 3",
    )
    table.end_watch()
    assert table.waiting() == ChooseRaise(PARTY, 3, 9, 1)
    assert answerers(table) == ALL_THREE
    table = scene(
        players=3, round=2, phase="end", resting="H", map_deck="white_monolith, forbidden_tower"
    )
    table.give("T", exhausted="hex")
    table.end_watch()
    assert isinstance(table.waiting(), ChooseTurned)
    assert answerers(table) == ALL_THREE
