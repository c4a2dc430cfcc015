"""The Province of Shadows: board, steps, crossed spaces, villages and encampments."""

from collections import Counter
from typing import Any

import pytest

from embertable.engine.errors import IllegalAction
from embertable.games.lueur import bearings
from embertable.games.lueur.content import ASKING, Board
from embertable.games.lueur.effects import FirefliesGained, FootprintsLost, RerollsGained
from embertable.games.lueur.evening import CleanUp
from embertable.games.lueur.final_count import FinalCount
from embertable.games.lueur.names import Names
from embertable.games.lueur.province import (
    DIE,
    FOOTPRINT,
    FREE,
    Camp,
    ChooseTravelDie,
    EncampmentMoved,
    SetAside,
    StopWalking,
    WalkTo,
)
from tests.games.lueur.scene import CONTENT, Scene, scene

BOARD = CONTENT.province

VILLAGES = {
    "P59": (3, 1, "rerolls"),
    "P05": (5, 1, "fireflies"),
    "P33": (8, 1, "fireflies"),
    "P38": (10, 1, "rerolls"),
    "P17": (12, 1, ""),
    "P43": (15, 2, ""),
    "P14": (20, 3, ""),
}

PATH_ICONS = {
    ("P10", "P11"): ("fireflies", 1),
    ("P11", "P12"): ("bursts", -5),
    ("P15", "P16"): ("companions", -1),
    ("P40", "P41"): ("companions", -1),
    ("P19", "P26"): ("rerolls", 1),
    ("P22", "P23"): ("rerolls", 1),
    ("P52", "P54"): ("fireflies", 2),
}


def walker(company: str, dice: str, **things: Any) -> Scene:
    """The first player's company on a space, in the Afternoon."""
    table = scene()
    table.give(0, company=company, dice=dice, **things)
    table.give(1, dice="")
    table.afternoon()
    return table


def next_round(table: Scene, dice: str = "") -> None:
    """The company travels again, with these dice."""
    table.run(CleanUp())
    table.give(0, dice=dice)
    table.afternoon()


def ways(table: Scene) -> list[tuple[str, str]]:
    """The spaces offered, each with what would pay for it."""
    return [(action.space, action.payment) for action in table.offered() if type(action) is WalkTo]


def spaces(table: Scene) -> set[str]:
    return {space for space, _ in ways(table)}


# The board


@pytest.mark.rule("L-JOURNEY-PROVINCE-01")
def test_the_board_has_61_spaces_and_74_paths():
    kinds = Counter(place.kind for place in BOARD.places.values())
    assert kinds == {"start": 1, "element": 43, "crossed": 10, "village": 7}
    assert len(BOARD.places) == 61
    assert sum(len(paths) for paths in BOARD.paths.values()) == 2 * 74


@pytest.mark.rule("L-JOURNEY-PROVINCE-01")
@pytest.mark.parametrize(("start", "end"), [("P44", "P45"), ("P45", "P44"), ("P02", "P45")])
def test_paths_run_both_ways(start, end):
    table = walker(start, "small green nature, small green nature")
    table.act(WalkTo(0, end, DIE))
    assert table.player(0).company == end


# Steps


@pytest.mark.rule("L-JOURNEY-PROVINCE-02")
def test_a_company_makes_any_number_of_steps_in_any_direction():
    table = walker("P00", "small green nature, large green nature, large green nature")
    table.act(WalkTo(0, "P44", DIE), WalkTo(0, "P45", DIE))
    assert spaces(table) == {"P46"}, "neither back, nor to air and fire without a die"
    table.act(WalkTo(0, "P46", DIE))
    assert table.player(0).company == "P46"
    assert sorted(table.player(0).set_aside) == sorted(table.player(0).dice)
    assert table.waiting() is None, "no die is left for P47"


@pytest.mark.rule("L-JOURNEY-PROVINCE-02")
def test_only_adjacent_spaces_are_offered():
    table = walker("P44", "small green nature, small red fire", footprints=5)
    assert spaces(table) == {"P00", "P45"}
    with pytest.raises(IllegalAction):
        table.act(WalkTo(0, "P46", DIE))


@pytest.mark.rule("L-JOURNEY-PROVINCE-03")
def test_no_space_is_entered_twice_in_a_round():
    table = walker("P00", "small green nature, large green nature, small red fire", footprints=9)
    table.act(WalkTo(0, "P44", DIE), WalkTo(0, "P45", DIE))
    assert "P44" not in spaces(table)
    # Round the loop P45, P02, P01 the start is reached again.
    table.act(WalkTo(0, "P02", DIE), WalkTo(0, "P01", FOOTPRINT))
    assert table.waiting() is None, "P00 and P02 were both entered, with footprints to spare"
    assert table.player(0).footprints == 8


@pytest.mark.rule("L-JOURNEY-PROVINCE-03")
def test_the_space_where_the_company_began_counts_as_entered():
    table = walker("P45", "small green nature", footprints=9)
    table.act(WalkTo(0, "P44", DIE))
    assert spaces(table) == {"P00"}


@pytest.mark.rule("L-JOURNEY-PROVINCE-03")
def test_the_next_round_opens_the_spaces_again():
    table = walker("P45", "small green nature")
    table.act(WalkTo(0, "P44", DIE), StopWalking(0))
    next_round(table, "small green nature")
    assert ("P45", DIE) in ways(table)


@pytest.mark.rule("L-JOURNEY-PROVINCE-04")
def test_an_element_space_takes_a_die_or_a_footprint_at_the_player_s_choice():
    table = walker("P46", "small green nature", footprints=2)
    assert ways(table) == [
        ("P45", DIE),
        ("P45", FOOTPRINT),
        ("P47", DIE),
        ("P47", FOOTPRINT),
    ]
    table.act(WalkTo(0, "P47", FOOTPRINT))
    assert table.player(0).footprints == 1
    assert table.player(0).set_aside == [], "the die that fits is kept for later"


@pytest.mark.rule("L-JOURNEY-PROVINCE-04")
def test_a_die_pays_for_one_step_a_round():
    table = walker("P46", "small green nature")
    table.act(WalkTo(0, "P47", DIE))
    assert table.waiting() is None
    assert table.player(0).set_aside == [table.die("small green")]

    table = walker("P45", "small green nature, large green nature")
    table.act(WalkTo(0, "P46", DIE))
    assert ways(table) == [("P47", DIE)]
    assert len(table.player(0).set_aside) == 1


@pytest.mark.rule("L-JOURNEY-PROVINCE-04")
def test_a_die_of_another_element_does_not_pay():
    table = walker("P46", "small green water, small red fire")
    assert table.waiting() is None


@pytest.mark.rule("L-JOURNEY-PROVINCE-04", "L-DICE-06")
def test_a_special_face_does_not_pay():
    table = walker("P46", "small purple footprints")
    assert table.waiting() is None


@pytest.mark.rule("L-JOURNEY-PROVINCE-04", "L-CURSE-04")
def test_a_discounted_die_does_not_pay():
    table = walker("P46", "small green nature, small black nature")
    assert table.waiting() is None


@pytest.mark.rule("L-JOURNEY-PROVINCE-04", "L-DEF-09")
def test_an_unrolled_die_does_not_pay():
    table = walker("P46", "large green")
    assert table.waiting() is None


@pytest.mark.rule("L-JOURNEY-PROVINCE-04")
def test_which_die_pays_is_asked_only_when_a_sketal_makes_it_matter():
    table = walker("P46", "small green nature, large green nature")
    table.act(WalkTo(0, "P47", DIE))
    assert len(table.player(0).set_aside) == 1

    table = walker("P46", "small green nature, large green nature", companions="A15")
    assert isinstance(table.act(WalkTo(0, "P47", DIE)), ChooseTravelDie)
    large = table.die("large green")
    assert table.offered() == [SetAside(0, table.die("small green")), SetAside(0, large)]
    table.act(SetAside(0, large))
    assert table.player(0).set_aside == [large]
    assert table.player(0).company == "P47"


# Crossed spaces


@pytest.mark.rule("L-JOURNEY-PROVINCE-05")
def test_a_crossed_space_is_open_while_no_die_shows_its_element():
    table = walker("P59", "small green nature, small red fire", footprints=1)
    assert ("P57", FREE) in ways(table)
    table.act(WalkTo(0, "P57", FREE))
    assert table.player(0).set_aside == [], "no die is spent"
    assert table.player(0).footprints == 1


@pytest.mark.rule("L-JOURNEY-PROVINCE-05")
def test_a_crossed_space_is_closed_while_a_die_shows_its_element():
    table = walker("P59", "small azure air, small orange mineral")
    assert spaces(table) == {"P60"}
    with pytest.raises(IllegalAction):
        table.act(WalkTo(0, "P57", FREE))


@pytest.mark.rule("L-JOURNEY-PROVINCE-05")
def test_a_footprint_opens_a_crossed_space():
    table = walker("P59", "small orange mineral", footprints=1)
    assert ("P57", FOOTPRINT) in ways(table)
    assert ("P57", DIE) not in ways(table), "its own element does not pay for it"
    table.act(WalkTo(0, "P57", FOOTPRINT))
    assert table.player(0).company == "P57"
    assert table.player(0).footprints == 0


@pytest.mark.rule("L-JOURNEY-PROVINCE-05")
def test_dice_set_aside_earlier_still_count_as_shown():
    table = walker("P54", "small red fire")
    table.act(WalkTo(0, "P55", DIE))
    assert table.player(0).set_aside == [table.die("small red")]
    assert table.waiting() is None, "the fire die is used, and P56 still sees it"


@pytest.mark.rule("L-JOURNEY-PROVINCE-05", "L-CURSE-02")
def test_a_cursed_element_counts_as_absent_for_crossed_spaces():
    table = walker("P59", "small orange mineral, small black mineral")
    assert ("P57", FREE) in ways(table)


@pytest.mark.rule("L-JOURNEY-PROVINCE-05", "L-DEF-09")
def test_an_unrolled_die_does_not_close_a_crossed_space():
    table = walker("P59", "large orange")
    assert ("P57", FREE) in ways(table)


# Villages


@pytest.mark.rule("L-JOURNEY-PROVINCE-06", "L-JOURNEY-PROVINCE-07")
@pytest.mark.parametrize("village", VILLAGES)
def test_a_village_costs_footprints_and_gives_its_token_whether_or_not_one_stops(village):
    _, cost, token = VILLAGES[village]
    for start in BOARD.paths[village]:
        table = walker(start, "", footprints=cost)
        assert ways(table).count((village, FREE)) == 1, "no symbol is needed"
        table.act(WalkTo(0, village, FREE))
        player = table.player(0)
        assert player.footprints == 0
        assert player.rerolls == (token == "rerolls")
        assert player.fireflies == (token == "fireflies")
        assert player.encampment == "P00", "entering is not camping"

        poor = walker(start, "", footprints=cost - 1)
        assert village not in spaces(poor)


@pytest.mark.rule("L-JOURNEY-PROVINCE-06")
def test_a_village_is_paid_and_gives_every_time():
    table = walker("P60", "", footprints=2)
    table.act(WalkTo(0, "P59", FREE), WalkTo(0, "P57", FREE), StopWalking(0))
    next_round(table)
    table.act(WalkTo(0, "P59", FREE))
    assert table.player(0).footprints == 0
    assert len(table.events(RerollsGained)) == 2
    assert len(table.events(FootprintsLost)) == 2


@pytest.mark.rule("L-JOURNEY-PROVINCE-07")
@pytest.mark.parametrize("village", VILLAGES)
def test_the_villages_are_worth_their_value_at_the_end(village):
    table = scene("noctiluca orium")
    table.give(0, encampment=village, company="P00", bursts=0, companions="A18")
    table.run(FinalCount())
    assert table.player(0).count["journey"] == VILLAGES[village][0]
    assert table.player(1).count["journey"] == 0


@pytest.mark.rule("L-JOURNEY-PROVINCE-07")
def test_p14_is_a_dead_end():
    table = walker("P13", "small orange mineral, small azure air", footprints=9)
    table.act(WalkTo(0, "P14", FREE))
    assert spaces(table) == set()


# Path icons


@pytest.mark.rule("L-JOURNEY-PROVINCE-08")
@pytest.mark.parametrize("path", PATH_ICONS)
def test_path_icons_work_in_both_directions(path):
    what, change = PATH_ICONS[path]
    for start, end in (path, path[::-1]):
        table = walker(start, "", footprints=1, companions="A01", bursts=30)
        before = held(table, what)
        payment = FREE if BOARD.places[end].kind == "crossed" else FOOTPRINT
        table.act(WalkTo(0, end, payment))
        if what == "companions":
            table.act(table.offered()[0])
        assert held(table, what) == before + change


@pytest.mark.rule("L-JOURNEY-PROVINCE-08")
def test_no_other_path_has_an_icon():
    iconed = {
        frozenset((start, end))
        for start, paths in BOARD.paths.items()
        for end, path in paths.items()
        if path.effects
    }
    assert iconed == {frozenset(path) for path in PATH_ICONS}
    table = walker("P44", "small green nature")
    table.act(WalkTo(0, "P45", DIE))
    assert not table.events(FirefliesGained)


def held(table: Scene, what: str) -> int:
    value = getattr(table.player(0), what)
    return len(value) if isinstance(value, list) else value


# Encampments


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
def test_camping_moves_the_encampment_and_ends_the_movement():
    table = walker("P60", "", footprints=1)
    table.act(WalkTo(0, "P59", FREE))
    assert Camp(0) in table.offered()
    assert ("P57", FREE) in ways(table), "it could walk on"
    assert table.act(Camp(0)) is None
    assert table.player(0).encampment == "P59"
    assert table.player(0).company == "P59"
    assert len(table.events(EncampmentMoved)) == 1


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
def test_one_may_camp_before_or_without_moving():
    table = walker("P59", "")
    assert Camp(0) in table.offered()
    table.act(Camp(0))
    assert table.player(0).encampment == "P59"


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
def test_one_may_end_in_a_village_without_camping():
    table = walker("P60", "", footprints=1)
    table.act(WalkTo(0, "P59", FREE), StopWalking(0))
    assert table.player(0).encampment == "P00"
    assert table.player(0).company == "P59"


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
def test_one_may_camp_in_a_lower_village():
    table = walker("P59", "", encampment="P14")
    table.act(Camp(0))
    assert table.player(0).encampment == "P59"


@pytest.mark.rule("L-JOURNEY-PROVINCE-09")
def test_no_camping_outside_villages_or_where_the_encampment_is():
    assert Camp(0) not in walker("P44", "small green nature").offered()
    assert Camp(0) not in walker("P00", "small green nature", encampment="P59").offered()
    assert Camp(0) not in walker("P59", "", encampment="P59").offered()


@pytest.mark.rule("L-JOURNEY-PROVINCE-10", "L-END-03")
def test_the_company_stays_where_it_ends_and_only_the_encampment_counts():
    table = walker("P59", "", encampment="P05")
    table.act(WalkTo(0, "P57", FREE), StopWalking(0))
    assert table.player(0).company == "P57"
    assert table.player(0).encampment == "P05"
    table.run(FinalCount())
    assert table.player(0).count["journey"] == 5


@pytest.mark.rule("L-JOURNEY-PROVINCE-10")
def test_leaving_a_village_costs_nothing():
    table = walker("P14", "small orange mineral", footprints=4, rerolls=2)
    table.act(WalkTo(0, "P13", DIE))
    assert table.player(0).footprints == 4
    assert table.player(0).rerolls == 2


@pytest.mark.rule("L-JOURNEY-PROVINCE-11")
def test_the_start_space_may_be_entered_again_freely():
    table = walker("P44", "small red fire", footprints=1)
    assert ways(table).count(("P00", FREE)) == 1
    table.act(WalkTo(0, "P00", FREE))
    assert table.player(0).company == "P00"
    assert table.player(0).footprints == 1
    assert ("P01", DIE) in ways(table), "and the way goes on from there"


# Worked example and interaction


@pytest.mark.rule("L-JOURNEY-PROVINCE-04", "L-JOURNEY-PROVINCE-05", "L-JOURNEY-PROVINCE-06")
def test_x4a_the_province():
    dice = "small azure air, small red fire, small green nature, small blue water"
    table = walker("P45", dice, footprints=1)
    table.act(WalkTo(0, "P60", DIE))
    assert table.player(0).set_aside == [table.die("small azure")]
    table.act(WalkTo(0, "P59", FREE))
    assert table.player(0).footprints == 0
    assert table.player(0).rerolls == 1
    table.act(WalkTo(0, "P57", FREE))
    assert table.waiting() is None, "fire is shown and no footprint is left for P56"
    player = table.player(0)
    assert (player.company, player.encampment) == ("P57", "P00")
    assert (player.footprints, player.rerolls) == (0, 1)
    assert len(player.set_aside) == 1


@pytest.mark.rule("L-JOURNEY-PROVINCE-05")
def test_x4a_variant_with_a_second_footprint():
    dice = "small azure air, small red fire, small green nature, small blue water"
    table = walker("P45", dice, footprints=2)
    table.act(WalkTo(0, "P60", DIE), WalkTo(0, "P59", FREE), WalkTo(0, "P57", FREE))
    assert ways(table) == [("P56", FOOTPRINT)]
    table.act(WalkTo(0, "P56", FOOTPRINT))
    assert table.player(0).company == "P56"
    assert table.player(0).footprints == 0


@pytest.mark.rule("L-JOURNEY-PROVINCE-09", "L-JOURNEY-PROVINCE-10")
def test_interaction_24_encampment_and_company():
    table = walker("P60", "", footprints=1)
    table.act(WalkTo(0, "P59", FREE), Camp(0))
    next_round(table, "small azure air")
    assert spaces(table) == {"P57", "P60"}, "the company starts from the village"
    table.act(WalkTo(0, "P57", FREE), StopWalking(0))
    assert table.player(0).encampment == "P59"


def test_where_spaces_lie_is_worked_out_once_for_all_positions(monkeypatch):
    worked_out: list[Board] = []
    real = bearings.bearings

    def counted(board):
        worked_out.append(board)
        return real(board)

    monkeypatch.setattr(bearings, "bearings", counted)
    monkeypatch.setattr(CONTENT, "bearings", {})
    asking = [place for place in CONTENT.province.places.values() if place.kind in ASKING]
    texts = [[Names(CONTENT, None).name_place(place.id) for place in asking] for _ in range(3)]
    assert texts[0] == texts[1] == texts[2]
    assert len(worked_out) == 1
