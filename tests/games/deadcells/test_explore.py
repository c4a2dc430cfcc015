"""Exploring: corridors, tiles and their icons, merchants (sections 4 to 6)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.damage_to_group import ChooseVictim, PickVictim
from embertable.games.deadcells.effects import Check, Choose, Damage, Gain
from embertable.games.deadcells.effects_outside_combat import (
    Cursed,
    FirstPlayerChanged,
    Jump,
    LoseThatEquipment,
    StayHere,
    TakeOption,
    TurnTileUp,
)
from embertable.games.deadcells.end_of_run import DEFEAT, StopSpending
from embertable.games.deadcells.explore import (
    Buy,
    ChooseCorridor,
    ChooseDeal,
    GroupMoved,
    LeaveShop,
    TakeCorridor,
    TileFlipped,
)
from embertable.games.deadcells.gains import (
    ChooseBearer,
    ChooseEater,
    Equip,
    Feed,
    FoodWasted,
    GiveEquipment,
    TakeScroll,
)
from embertable.games.deadcells.mutations import LeaveMutation, UseMutation
from embertable.games.deadcells.state import HIDDEN, RESOLVED, REVEALED
from tests.games.deadcells.scene import CONTENT, effect_of, scene


def place(space, biome="prisoners_quarters"):
    return CONTENT.biomes[biome].places[space]


def spaces(options):
    return [option.space for option in options]


def numbers(options):
    return [option.number for option in options]


def resolved(table, *names):
    """These tiles lie open and are done with, so that walking there only moves the Group."""
    for name in names:
        table.state.faces[place(name, table.state.biome)] = RESOLVED


def way_to(table, space):
    return next(option for option in table.offered() if option.space == space)


# Moving.


@pytest.mark.rule("D-EXPLORE-02", "D-EXPLORE-03", "D-EXPLORE-04", "D-EXPLORE-12", "D-FIRST-01")
def test_the_first_player_moves_along_an_arrow_one_space_and_cannot_wait():
    table = scene(first=1)
    resolved(table, "a1", "b1", "b2")
    assert table.stand("start") == ChooseCorridor(1)
    assert spaces(table.offered()) == ["a1", "a2"]
    assert all(isinstance(option, TakeCorridor) for option in table.offered())
    table.act(TakeCorridor(1, "a1", 0))
    assert spaces(table.offered()) == ["b1", "b2"]
    assert [event.space for event in table.events(GroupMoved)] == ["a1"]


@pytest.mark.rule("D-EXPLORE-01", "D-TILE-01")
def test_move_flip_and_go_on():
    table = scene()
    table.state.tiles[place("b1")] = "PQ-T4"
    table.stand("a1")
    table.act(TakeCorridor(0, "b1", 2))
    assert table.events(TileFlipped) == [TileFlipped("b1", "PQ-T4")]
    assert table.state.teeth == 1
    assert isinstance(table.waiting(), ChooseCorridor)
    assert spaces(table.offered()) == ["c1"]


@pytest.mark.rule("D-EXPLORE-01", "D-DEATH-01")
def test_a_death_on_a_tile_ends_the_run():
    table = scene()
    table.character(0).damage = 2
    table.state.tiles[place("b1")] = "PQ-C1"
    table.state.treasure = []
    table.stand("a1")
    table.act(TakeCorridor(0, "b1", 2))
    assert table.is_over()
    assert not isinstance(table.waiting(), ChooseCorridor)


@pytest.mark.rule("D-EX-44", "D-EXPLORE-05")
def test_example_44_a_rune_corridor_is_closed_without_its_rune():
    table = scene()
    table.stand("e1")
    assert spaces(table.offered()) == ["exit_a"]
    table = scene()
    table.campaign.runes = ("ram",)
    table.stand("e1")
    assert spaces(table.offered()) == ["exit_a"]
    table = scene()
    table.campaign.runes = ("vine",)
    table.stand("e1")
    assert spaces(table.offered()) == ["exit_a", "exit_b"]


@pytest.mark.rule("D-INT-30", "D-RUNE-02")
def test_interaction_30_a_rune_found_on_the_way_opens_corridors_at_once():
    table = scene()
    table.stand("c2")
    assert spaces(table.offered()) == ["d2"]
    table.happens(Gain("rune", rune="vine"))
    assert spaces(table.offered()) == ["d2", "d3"]


@pytest.mark.rule("D-INT-31", "D-RUNE-03", "D-V-16")
def test_interaction_31_a_curse_closes_rune_corridors_until_the_biome_ends():
    table = scene()
    table.lay_out("stilt_village")
    table.campaign.runes = ("teleportation",)
    resolved(table, "b3", "d2")
    table.stand("a2")
    table.act(way_to(table, "b3"))
    table.happens("curse no_runes")
    assert table.events(Cursed)[0].curse == "no_runes"
    assert table.state.place == "b3"
    table.stand("e1")
    assert spaces(table.offered()) == ["exit_a"]
    table.explore("clock_tower")
    assert table.state.curses == []


@pytest.mark.rule("D-EXPLORE-08")
def test_on_one_corridor_the_check_comes_before_the_deck_check(monkeypatch):
    table = scene()
    corridor = CONTENT.biomes["prisoners_quarters"].corridors[5]
    monkeypatch.setattr(corridor, "icons", ("red",))
    monkeypatch.setattr(corridor, "rune", "vine")
    table.stand("a2")
    assert spaces(table.offered()) == ["b2"]
    table.campaign.runes = ("vine",)
    table.on_top(0, "PO-6", "PO-1")
    table.stand("a2")
    table.act(TakeCorridor(0, "b3", 5))
    assert (table.state.teeth, table.state.place) == (0, "a2")
    table = scene()
    table.campaign.runes = ("vine",)
    table.hand(0, "PO-5", "PO-2", "PO-3")
    table.on_top(0, "PO-4", "PO-1")
    resolved(table, "b3")
    table.stand("a2")
    table.act(TakeCorridor(0, "b3", 5))
    # The hand was refilled with PO-4, then PO-1 was turned over for the Deck Check.
    assert (table.state.teeth, table.state.place) == (1, "b3")


@pytest.mark.rule("D-EXPLORE-10")
@pytest.mark.parametrize("biome", CONTENT.biomes)
def test_nobody_is_ever_stranded(biome):
    board = CONTENT.biomes[biome]
    free = [one for one in board.corridors if not one.rune and not one.icons]
    for start in ("start", *board.places):
        reached = {start}
        for _ in board.places:
            reached |= {one.to for one in free if one.start in reached}
        assert reached & set(board.exits), start


@pytest.mark.rule("D-EXPLORE-12", "D-WELL-01", "D-MUT-06")
def test_an_ability_before_a_move_is_offered_first_and_once_per_biome():
    table = scene()
    table.mutate("W-21")
    table.character(1).damage = 2
    resolved(table, "a1")
    table.stand("start")
    assert table.offered() == [UseMutation(0, "W-21", 0), LeaveMutation(0, "W-21")]
    table.act(UseMutation(0, "W-21", 0))
    assert table.health() == [3, 2, 3]
    table.act(TakeCorridor(0, "a1", 0))
    assert isinstance(table.waiting(), ChooseCorridor)


@pytest.mark.rule("D-EXPLORE-11")
def test_a_tile_that_was_carried_out_has_no_effect_again():
    table = scene()
    table.tile("PQ-T4", "b1")
    table.state.place = "a1"
    table.stand("a1")
    table.act(TakeCorridor(0, "b1", 2))
    assert table.state.teeth == 1


# Tiles.


@pytest.mark.rule("D-TILE-03", "D-ICON-06")
def test_a_treasure_tile_gives_its_reward():
    table = scene()
    table.character(2).damage = 1
    table.tile("PQ-T4", "b1")
    assert (table.state.teeth, table.health()) == (1, [3, 3, 3])


@pytest.mark.rule("D-EX-45", "D-TILE-04", "D-TILE-09", "D-ICON-04", "D-ICON-09", "D-DEATH-02")
def test_example_45_a_cursed_tile():
    table = scene()
    table.state.treasure.append("torch")
    table.character(0).damage = 2
    table.character(0).shields = 1
    assert isinstance(table.tile("PQ-C1", "b1"), ChooseBearer)
    table.act(GiveEquipment(0, 1, "torch"), Equip(1, 1, "torch"))
    assert table.state.dead == 0
    assert table.state.cells == 1
    table.act(StopSpending(0))
    assert table.table.result is not None
    assert table.table.result.outcome == DEFEAT


@pytest.mark.rule(
    "D-EX-46", "D-FIRST-07", "D-ICON-02", "D-ICON-03", "D-ICON-07", "D-TILE-02", "D-V-12"
)
def test_example_46_change_first_player_comes_first():
    table = scene()
    table.tile("PQ-T3", "b1")
    assert table.events(FirstPlayerChanged) == [FirstPlayerChanged(1)]
    assert table.offered() == [TakeOption(1, "PQ-T3-2", 0), TakeOption(1, "PQ-T3-2", 1)]
    table.act(TakeOption(1, "PQ-T3-2", 1))
    assert table.offered() == [TakeScroll(1, one, "red") for one in (1, 2, 0)]
    table.act(TakeScroll(1, 2, "red"))
    assert table.character(2).scrolls == [0, 0, 1]


@pytest.mark.rule("D-FIRST-07")
def test_the_token_goes_round_the_table():
    table = scene(first=2)
    table.tile("PQ-T3", "b1")
    assert table.state.first == 0


@pytest.mark.rule("D-EX-47", "D-TILE-05", "D-FIRST-02")
def test_example_47_a_merchant():
    table = scene(first=2)
    table.state.teeth = 3
    for one in (0, 1):
        table.character(one).damage = 2
    assert table.tile("PQ-M1", "d2") == ChooseDeal(2, "PQ-M1")
    assert table.offered() == [Buy(2, "PQ-M1", 0), Buy(2, "PQ-M1", 1), LeaveShop(2)]
    table.act(Buy(2, "PQ-M1", 0))
    assert isinstance(table.waiting(), ChooseEater)
    table.act(Feed(2, 1), Buy(2, "PQ-M1", 0), Feed(2, 1))
    assert (table.state.teeth, table.health()) == (1, [1, 3, 3])
    # Food was sold twice and a Treasure costs 3: there is nothing left to decide.
    assert table.waiting() is None


@pytest.mark.rule("D-TILE-05")
def test_offers_may_be_left():
    table = scene()
    table.state.teeth = 3
    table.tile("PQ-M1", "d2")
    table.act(LeaveShop(0))
    assert (table.state.teeth, table.waiting()) == (3, None)


@pytest.mark.rule("D-TILE-07")
@pytest.mark.parametrize(("card", "found"), [("PO-5", ["broadsword"]), ("PO-4", [])])
def test_a_door_asks_for_its_check(card, found):
    table = scene()
    table.on_top(0, card)
    table.tile("PQ-D1", "b2")
    assert table.state.collector == found


@pytest.mark.rule("D-TILE-08", "D-V-18")
def test_the_group_may_jump_once_to_the_linked_space():
    table = scene()
    table.lay_out("stilt_village")
    table.campaign.runes = ("teleportation",)
    table.state.tiles[place("b3", "stilt_village")] = "VL-P2"
    table.state.tiles[place("d2", "stilt_village")] = "VL-T1"
    table.state.treasure = []
    table.stand("a2")
    table.act(way_to(table, "b3"))
    assert table.offered() == [Jump(0, "d2"), StayHere(0)]
    table.act(Jump(0, "d2"))
    assert table.state.place == "d2"
    assert [event.space for event in table.events(TileFlipped)] == ["b3", "d2"]


@pytest.mark.rule("D-TILE-08")
def test_nobody_has_to_jump():
    table = scene()
    table.lay_out("stilt_village")
    table.campaign.runes = ("teleportation",)
    table.state.tiles[place("b3", "stilt_village")] = "VL-P2"
    table.state.treasure = []
    table.stand("a2")
    table.act(way_to(table, "b3"), StayHere(0))
    assert table.state.place == "b3"
    assert isinstance(table.waiting(), ChooseCorridor)


@pytest.mark.rule("D-TILE-08", "D-EXPLORE-11")
def test_a_jump_does_not_cause_another_jump(monkeypatch):
    table = scene()
    table.lay_out("stilt_village")
    board = CONTENT.biomes["stilt_village"]
    monkeypatch.setattr(board.spaces[board.places["d2"]], "link", "b3")
    table.campaign.runes = ("teleportation",)
    resolved(table, "d2")
    table.state.tiles[board.places["b3"]] = "VL-P2"
    table.state.treasure = []
    table.stand("a2")
    table.act(way_to(table, "b3"), Jump(0, "d2"))
    assert table.state.place == "d2"
    assert isinstance(table.waiting(), ChooseCorridor)


@pytest.mark.rule("D-TILE-08")
@pytest.mark.parametrize("biome", CONTENT.biomes)
def test_teleportation_tiles_lie_behind_their_rune_from_the_fourth_biome_on(biome):
    board = CONTENT.biomes[biome]
    diamonds = [space.id for space in board.spaces if space.shape == "diamond"]
    assert bool(diamonds) == (board.code in ("B4", "B5", "B6", "B7"))
    ways = [corridor for corridor in board.corridors if corridor.to in diamonds]
    assert all(corridor.rune == "teleportation" for corridor in ways)


@pytest.mark.rule("D-TILE-09", "D-ICON-08")
def test_food_outside_combat_is_eaten_at_once_or_lost():
    table = scene()
    table.happens("gain food")
    assert (len(table.events(FoodWasted)), table.state.food) == (1, 0)
    table.character(0).damage = 2
    table.character(2).damage = 1
    assert table.happens("gain food") == ChooseEater(0, (0, 1, 2))
    assert table.offered() == [Feed(0, 0), Feed(0, 2)]
    table.act(Feed(0, 0))
    assert table.health() == [2, 3, 2]


@pytest.mark.rule("D-TILE-09")
def test_damage_outside_combat_cannot_be_blocked():
    table = scene()
    table.character(0).shields = 2
    assert table.happens("damage first_player") is None
    assert table.health() == [2, 3, 3]


@pytest.mark.rule("D-FIRST-03")
def test_the_first_player_says_who_is_hit():
    table = scene(first=1)
    assert table.happens("damage two") == ChooseVictim(1, (1, 2, 0), Damage(to="two"))
    table.act(PickVictim(1, 2), PickVictim(1, 0))
    assert table.health() == [2, 3, 2]


@pytest.mark.rule("D-ICON-03")
def test_either_or_is_exactly_one_item():
    table = scene()
    table.state.treasure.append("torch")
    table.tile("PQ-T2", "b1")
    assert numbers(table.offered()) == [0, 1]
    table.act(table.offered()[1])
    assert (table.state.teeth, table.state.treasure[-1]) == (3, "torch")


@pytest.mark.rule("D-ICON-03")
def test_an_item_with_a_check_may_be_chosen_whatever_the_hand_holds():
    tries = Check(("red",), (effect_of("gain cell"),))
    either = Choose(((tries,), (effect_of("gain tooth"),)), "x")
    for hand in (("PO-5",), ("PO-1",)):
        table = scene()
        table.hand(0, *hand)
        table.happens(either)
        assert numbers(table.offered()) == [0, 1]


@pytest.mark.rule("D-ICON-05", "D-V-06")
def test_a_blueprint_goes_to_the_collector_as_long_as_there_is_one():
    table = scene()
    table.happens("gain blueprint", "gain blueprint")
    assert table.state.collector == ["broadsword", "quick_bow"]
    table.campaign.blueprints = ((), *table.campaign.blueprints[1:])
    table.happens("gain blueprint")
    assert table.state.collector == ["broadsword", "quick_bow"]


@pytest.mark.rule("D-ICON-06", "D-ICON-09")
def test_teeth_and_cells_go_into_the_bag():
    table = scene()
    table.happens("gain tooth 3", "gain cell 2")
    assert (table.state.teeth, table.state.cells) == (3, 2)


@pytest.mark.rule("D-ICON-10", "D-RUNE-01")
def test_a_rune_is_turned_once_and_for_good():
    table = scene()
    table.lay_out("promenade")
    for _ in range(2):
        table.hand(0, "PO-5")
        table.tile("PR-D1", "a1")
    assert table.campaign.runes == ("ram",)


@pytest.mark.rule("D-V-15")
def test_what_is_lost_is_lost_as_far_as_possible():
    table = scene()
    table.state.teeth = 4
    table.lay_out("promenade")
    table.tile("PR-C2", "a1")
    assert table.state.teeth == 0
    table.happens("lose tooth 3")
    assert table.state.teeth == 0


@pytest.mark.rule("D-V-15")
def test_the_owner_says_which_equipment_is_lost():
    table = scene()
    table.equip(1, "torch", "tonic")
    table.happens("lose equipment all")
    assert table.offered() == [LoseThatEquipment(1, 1, "torch"), LoseThatEquipment(1, 1, "tonic")]
    table.act(LoseThatEquipment(1, 1, "tonic"))
    assert table.character(1).equipment == ["torch"]
    assert table.state.treasure_out == ["tonic"]


@pytest.mark.rule("D-V-17", "D-V-12", "D-INT-20")
def test_interaction_20_of_the_bell_only_what_can_be_carried_out_may_be_chosen():
    table = scene()
    table.lay_out("clock_tower")
    table.happens("bell")
    # No Scroll and no Equipment to lose: only the Damage is left.
    assert numbers(table.offered()) == [0]
    table = scene()
    table.lay_out("clock_tower")
    table.scrolls(0, green=1)
    table.character(0).damage = 3
    table.equip(0, "torch")
    table.happens("bell")
    assert numbers(table.offered()) == [0, 1, 2]
    table.act(table.offered()[1])
    # A green Health step back leaves as much Damage as Health.
    assert table.state.dead == 0


@pytest.mark.rule("D-V-25", "D-MUT-03")
def test_tiles_turned_up_ahead_are_carried_out_when_the_group_enters():
    table = scene()
    table.campaign.runes = ("explorer",)
    table.explore()
    assert len(table.offered()) == 12
    table.act(TurnTileUp(0, "b1"), TurnTileUp(0, "e2"))
    assert table.state.faces.count(REVEALED) == 2
    assert table.state.faces.count(HIDDEN) == 10
    assert table.state.teeth == 0
    table.state.tiles[place("b1")] = "PQ-T4"
    table.stand("a1")
    table.act(TakeCorridor(0, "b1", 2))
    assert table.state.teeth == 1
