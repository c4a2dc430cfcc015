"""The Archipelago of Darkness: islands, the numbers on the paths, and boats."""

from typing import Any

import pytest

from embertable.engine.errors import IllegalAction
from embertable.games.lueur.archipelago import BoatSailed, ChooseSailing, Sail, StayMoored
from embertable.games.lueur.effects import ChooseLoss, GiveUpCompanion
from embertable.games.lueur.final_count import FinalCount
from tests.games.lueur.scene import CONTENT, Scene, scene

BOARD = CONTENT.archipelago

# The numbers of different elements that open each path, and the footprints it costs.
PATHS = {
    ("I00", "I01"): ({1, 2}, 0),
    ("I00", "I03"): ({3}, 0),
    ("I00", "I06"): ({1, 2}, 0),
    ("I00", "I08"): ({3}, 0),
    ("I00", "I10"): ({4}, 0),
    ("I01", "I02"): ({0, 1, 2, 3, 4, 5}, 0),
    ("I03", "I04"): ({1, 2}, 0),
    ("I03", "I05"): ({5}, 1),
    ("I05", "I06"): ({5}, 1),
    ("I06", "I07"): ({4}, 0),
    ("I07", "I08"): ({4}, 0),
    ("I08", "I09"): ({1, 2}, 1),
    ("I09", "I10"): ({1, 2}, 1),
    ("I10", "I11"): ({5}, 0),
}

VALUES = {
    "I00": 0,
    "I01": 0,
    "I02": 0,
    "I03": 0,
    "I04": 5,
    "I05": 4,
    "I06": 2,
    "I07": 2,
    "I08": 0,
    "I09": 8,
    "I10": 0,
    "I11": 3,
}

ICONS = {
    "I01": ("footprints", 2),
    "I03": ("fireflies", 2),
    "I04": ("footprints", 1),
    "I06": ("rerolls", 1),
    "I07": ("rerolls", 1),
    "I10": ("rerolls", 1),
}

FIVE = (
    "small green nature",
    "small blue water",
    "small azure air",
    "small red fire",
    "small orange mineral",
)

BOTH_WAYS = [*PATHS, *[(end, start) for start, end in PATHS]]


def showing(elements: int) -> str:
    """Dice with that many different elements."""
    return ", ".join(FIVE[:elements])


def sailor(boats: str, dice: str, **things: Any) -> Scene:
    """The first player's boats on islands, in the Afternoon."""
    table = scene(journey="archipelago")
    table.give(0, boats=boats.split(), dice=dice, **things)
    table.give(1, dice="")
    table.afternoon()
    return table


def alone_on(island: str, dice: str, **things: Any) -> Scene:
    """One boat where it is looked at, the others out of the way."""
    rest = "I05" if island in {"I02", "I11", "I10", "I01"} else "I02"
    return sailor(f"{island} {rest} {rest} {rest}", dice, **things)


def sails(table: Scene) -> set[tuple[str, str]]:
    return {(a.start, a.island) for a in table.offered() if isinstance(a, Sail)}


# The board


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-01")
def test_the_board_has_12_islands_and_14_paths():
    assert list(BOARD.places) == list(VALUES)
    joined = {frozenset((a, b)) for a, paths in BOARD.paths.items() for b in paths}
    assert len(joined) == 14
    assert joined == {frozenset(path) for path in PATHS}


# Sailing


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-02")
def test_one_boat_sails_to_one_adjacent_island():
    table = sailor("I00 I00 I00 I03", showing(2))
    assert sails(table) == {("I00", "I01"), ("I00", "I06"), ("I03", "I04")}
    assert table.act(Sail(0, "I00", "I06")) is None, "one move a round"
    assert table.player(0).boats == ["I00", "I00", "I03", "I06"]
    assert len(table.events(BoatSailed)) == 1


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-02")
def test_each_round_allows_another_move():
    table = sailor("I00 I00 I00 I00", showing(2))
    table.act(Sail(0, "I00", "I06"))
    table.afternoon()
    table.act(Sail(0, "I00", "I01"))
    assert table.player(0).boats == ["I00", "I00", "I01", "I06"]


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-03")
def test_no_boat_goes_where_another_own_boat_lies():
    table = sailor("I00 I00 I00 I06", showing(2))
    assert ("I00", "I06") not in sails(table)
    assert ("I00", "I01") in sails(table)
    with pytest.raises(IllegalAction):
        table.act(Sail(0, "I00", "I06"))


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-03")
def test_the_starting_stack_is_the_only_exception():
    table = sailor("I00 I00 I01 I06", showing(2))
    assert table.player(0).boats.count("I00") == 2, "they began there together"
    assert not {("I01", "I00"), ("I06", "I00")} & sails(table)


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-03")
def test_interaction_25_returning_boats():
    with_one_left = sailor("I00 I01 I03 I06", showing(2))
    assert ("I01", "I00") not in sails(with_one_left)
    with_none_left = sailor("I01 I03 I06 I08", showing(2))
    assert {("I01", "I00"), ("I06", "I00")} <= sails(with_none_left)
    with_none_left.act(Sail(0, "I01", "I00"))
    assert with_none_left.player(0).boats == ["I00", "I03", "I06", "I08"]


# The numbers on the paths


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04", "L-JOURNEY-ARCHIPELAGO-07")
@pytest.mark.parametrize("path", BOTH_WAYS)
def test_a_path_needs_exactly_its_number_of_different_elements(path):
    numbers, cost = PATHS.get(path) or PATHS[path[::-1]]
    start, end = path
    for elements in range(6):
        table = alone_on(start, showing(elements), footprints=cost)
        assert ((start, end) in sails(table)) == (elements in numbers)


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04")
def test_different_elements_are_counted_not_dice():
    table = sailor("I00 I00 I00 I00", "small green nature, large green nature, small blue nature")
    assert sails(table) == {("I00", "I01"), ("I00", "I06")}


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04", "L-DICE-06")
def test_special_symbols_do_not_count():
    dice = "small green nature, small blue water, large purple footprints, large yellow bursts"
    assert sails(sailor("I00 I00 I00 I00", dice)) == {("I00", "I01"), ("I00", "I06")}


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04", "L-CURSE-04")
def test_discounted_dice_do_not_count():
    dice = "small green nature, small blue water, small red fire, small black fire"
    assert sails(sailor("I00 I00 I00 I00", dice)) == {("I00", "I01"), ("I00", "I06")}


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04")
def test_no_dice_are_spent():
    table = sailor("I00 I00 I00 I00", showing(2))
    table.act(Sail(0, "I00", "I01"))
    assert table.player(0).set_aside == []
    assert len(table.player(0).dice) == 2


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-05")
@pytest.mark.parametrize(
    ("elements", "start", "end", "cost"),
    [
        (0, "I00", "I01", 1),
        (0, "I00", "I03", 3),
        (1, "I00", "I03", 2),
        (2, "I00", "I10", 2),
        (3, "I00", "I10", 1),
        (2, "I10", "I11", 3),
    ],
)
def test_a_footprint_replaces_each_missing_element(elements, start, end, cost):
    poor = alone_on(start, showing(elements), footprints=cost - 1)
    assert (start, end) not in sails(poor)
    table = alone_on(start, showing(elements), footprints=cost, companions="A01")
    gained = ICONS.get(end, ("", 0))
    table.act(Sail(0, start, end))
    assert table.player(0).footprints == (gained[1] if gained[0] == "footprints" else 0)


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-05")
def test_too_many_elements_close_a_path_whatever_one_pays():
    table = sailor("I00 I00 I00 I00", showing(4), footprints=20)
    assert sails(table) == {("I00", "I10")}


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-06")
@pytest.mark.parametrize("elements", range(6))
def test_the_path_without_a_number_is_always_open(elements):
    for start, end in (("I01", "I02"), ("I02", "I01")):
        table = alone_on(start, showing(elements))
        assert (start, end) in sails(table)
        table.act(Sail(0, start, end))
        assert table.player(0).footprints == (2 if end == "I01" else 0), "and costs nothing"


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-07")
@pytest.mark.parametrize(
    ("start", "end", "elements"),
    [("I03", "I05", 5), ("I05", "I06", 5), ("I08", "I09", 2), ("I09", "I10", 1)],
)
def test_four_paths_cost_a_footprint_even_with_the_right_dice(start, end, elements):
    for a, b in ((start, end), (end, start)):
        assert (a, b) not in sails(alone_on(a, showing(elements)))
        table = alone_on(a, showing(elements), footprints=1)
        table.act(Sail(0, a, b))
        assert table.player(0).footprints == 0


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-05", "L-JOURNEY-ARCHIPELAGO-07")
def test_x14_missing_elements_and_the_path_s_cost_add_up():
    assert ("I03", "I05") not in sails(alone_on("I03", showing(3), footprints=2))
    table = alone_on("I03", showing(3), footprints=3)
    table.act(Sail(0, "I03", "I05"))
    assert "I05" in table.player(0).boats
    assert table.player(0).footprints == 0


# Arriving


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-08")
@pytest.mark.parametrize("island", VALUES)
def test_the_island_s_icon_is_applied_on_arrival(island):
    start = next(iter(BOARD.paths[island]))
    table = alone_on(start, "", footprints=9, companions="A01")
    table.act(Sail(0, start, island))
    if island in {"I02", "I11"}:
        assert isinstance(table.waiting(), ChooseLoss)
        table.act(GiveUpCompanion(0, "A01"))
    assert table.waiting() is None
    player = table.player(0)
    paid = 9 - player.footprints
    numbers, cost = PATHS.get((start, island)) or PATHS[island, start]
    gained = {"footprints": min(numbers) + cost - paid}
    gained["fireflies"] = player.fireflies
    gained["rerolls"] = player.rerolls
    name, n = ICONS.get(island, ("", 0))
    assert {what: much for what, much in gained.items() if much} == ({name: n} if n else {})
    assert player.companions == ([] if island in {"I02", "I11"} else ["A01"])


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-08")
def test_footprints_gained_on_arrival_cannot_pay_for_the_same_move():
    assert sails(sailor("I00 I00 I00 I00", "")) == set()
    assert ("I03", "I04") not in sails(alone_on("I03", "")), "I04 would give one"


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-09", "L-END-03")
@pytest.mark.parametrize("island", VALUES)
def test_the_islands_are_worth_their_value_at_the_end(island):
    table = scene(journey="archipelago")
    table.give(0, boats=["I00", "I00", "I00", island], companions="A18")
    table.run(FinalCount())
    assert table.player(0).count["journey"] == VALUES[island]


# Worked example


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04", "L-JOURNEY-ARCHIPELAGO-08")
def test_x4b_the_archipelago():
    table = sailor("I00 I00 I00 I00", "small azure air, small orange mineral, large azure air")
    table.act(Sail(0, "I00", "I01"))
    assert table.player(0).boats == ["I00", "I00", "I00", "I01"]
    assert table.player(0).footprints == 2
    table.afternoon()
    assert isinstance(table.waiting(), ChooseSailing)
    assert ("I00", "I01") not in sails(table), "a second boat in the next round"
    assert StayMoored(0) in table.offered()


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04", "L-JOURNEY-ARCHIPELAGO-05")
def test_x4b_variants():
    assert ("I00", "I01") not in sails(sailor("I00 I00 I00 I00", showing(3), footprints=9))
    table = sailor("I00 I00 I00 I00", "", footprints=1)
    table.act(Sail(0, "I00", "I01"))
    assert table.player(0).footprints == 1 - 1 + 2
