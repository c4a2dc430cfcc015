"""Afternoon, the rules that both journeys share (L-JOURNEY-01 to -07)."""

from typing import Any

import pytest

from embertable.engine.errors import IllegalAction
from embertable.games.lueur.archipelago import Sail, StayMoored
from embertable.games.lueur.effects import (
    BurstsLost,
    ChooseLoss,
    CompanionLost,
    FootprintsLost,
    GiveUpCompanion,
    GiveUpHiddenSpell,
    GiveUpSpell,
    HiddenSpellGivenUp,
    RerollsGained,
    SpellGivenUp,
)
from embertable.games.lueur.noon import CardResolved
from embertable.games.lueur.province import (
    DIE,
    FOOTPRINT,
    FREE,
    Camp,
    ChooseTravelDie,
    ChooseWay,
    CompanyMoved,
    SetAside,
    StopWalking,
    WalkTo,
)
from embertable.games.lueur.sketals import ChooseReturn, DieReturned, ReturnDie
from tests.games.lueur.scene import CONTENT, Scene, scene


def walker(company: str, dice: str, *, companions: str = "", **things: Any) -> Scene:
    """The first player's company on a space of the Province, in the Afternoon."""
    table = scene()
    table.give(0, company=company, dice=dice, companions=companions, **things)
    table.give(1, dice="")
    table.afternoon()
    return table


def sailor(boats: str, dice: str, *, companions: str = "", **things: Any) -> Scene:
    """The first player's boats on islands of the Archipelago, in the Afternoon."""
    table = scene(journey="archipelago")
    table.give(0, boats=boats.split(), dice=dice, companions=companions, **things)
    table.give(1, dice="")
    table.afternoon()
    return table


def steps(table: Scene, seat: int = 0) -> list[tuple[str, str]]:
    """The spaces offered, each with what would pay for it."""
    return [
        (action.space, action.payment)
        for action in table.offered(seat)
        if isinstance(action, WalkTo)
    ]


# Using the dice again


@pytest.mark.rule("L-JOURNEY-01")
def test_the_dice_that_resolved_a_card_pay_for_travel_too():
    table = scene("moloch eoles")
    table.give(0, company="P12", dice="large orange mineral")
    table.give(1, dice="")
    table.noon()
    assert len(table.events(CardResolved)) == 1
    table.afternoon()
    assert ("P13", DIE) in steps(table)


@pytest.mark.rule("L-JOURNEY-01")
def test_a_die_returned_at_noon_cannot_be_used_for_travel():
    table = scene()
    table.give(
        0,
        company="P46",
        companions="A15",
        dice="large green nature, small orange mineral, large orange mineral",
    )
    table.give(1, dice="")
    table.noon()
    assert table.player(0).companions == []
    assert table.afternoon() is None, "the nature die went back with the Sketal"
    assert table.player(0).company == "P46"


@pytest.mark.rule("L-JOURNEY-01")
def test_travelling_is_optional_on_both_journeys():
    table = walker("P44", "small green nature")
    assert StopWalking(0) in table.offered()
    assert table.act(StopWalking(0)) is None
    assert table.player(0).company == "P44"

    table = sailor("I00 I00 I00 I00", "small green nature")
    assert StayMoored(0) in table.offered()
    assert table.act(StayMoored(0)) is None
    assert table.player(0).boats == ["I00"] * 4


@pytest.mark.rule("L-JOURNEY-02")
def test_pieces_of_different_players_share_spaces_and_islands():
    table = scene()
    table.give(0, company="P44", dice="small green nature")
    table.give(1, company="P45", dice="")
    table.afternoon()
    table.act(WalkTo(0, "P45", DIE))
    assert [player.company for player in table.state.players] == ["P45", "P45"]

    table = scene(journey="archipelago")
    table.give(0, dice="small green nature")
    table.give(1, boats=["I00", "I00", "I00", "I01"], dice="", footprints=0)
    table.afternoon()
    table.act(Sail(0, "I00", "I01"))
    assert "I01" in table.player(0).boats
    assert table.player(1).boats == ["I00", "I00", "I00", "I01"]
    assert table.player(1).footprints == 0


@pytest.mark.rule("L-JOURNEY-02")
def test_two_players_camp_in_the_same_village():
    table = scene()
    for seat in (0, 1):
        table.give(seat, company="P59", dice="")
    table.afternoon()
    table.act(Camp(0), Camp(1))
    assert [player.encampment for player in table.state.players] == ["P59", "P59"]


# Icons


@pytest.mark.rule("L-JOURNEY-03")
@pytest.mark.parametrize(
    ("start", "end", "token", "number"),
    [
        ("P60", "P59", "rerolls", 1),
        ("P04", "P05", "fireflies", 1),
        ("P10", "P11", "fireflies", 1),
        ("P54", "P52", "fireflies", 2),
        ("P19", "P26", "rerolls", 1),
    ],
)
def test_a_token_icon_of_the_province_gives_its_tokens(start, end, token, number):
    table = walker(start, "small azure air", footprints=1)
    before = getattr(table.player(0), token)
    action = next(a for a in table.offered() if isinstance(a, WalkTo) and a.space == end)
    table.act(action)
    assert getattr(table.player(0), token) == before + number


@pytest.mark.rule("L-JOURNEY-03")
def test_passing_is_enough_for_a_token():
    table = walker("P60", "", footprints=1)
    table.act(WalkTo(0, "P59", FREE), WalkTo(0, "P57", FREE))
    assert table.player(0).company == "P57"
    assert table.player(0).rerolls == 1


@pytest.mark.rule("L-JOURNEY-04")
def test_a_burst_loss_icon_costs_bursts_each_time_it_is_passed():
    table = walker("P11", "small orange mineral", bursts=30)
    table.act(WalkTo(0, "P12", DIE))
    assert table.player(0).bursts == 25
    table.give(0, dice="small green air", visited=[])
    table.afternoon()
    table.act(WalkTo(0, "P11", FREE))
    assert table.player(0).bursts == 20
    assert [event.n for event in table.events(BurstsLost)] == [5, 5]


@pytest.mark.rule("L-JOURNEY-04")
def test_a_burst_loss_icon_never_blocks():
    table = walker("P11", "small orange mineral", bursts=3)
    table.act(WalkTo(0, "P12", DIE))
    assert table.player(0).company == "P12"
    assert table.player(0).bursts == 0


@pytest.mark.rule("L-JOURNEY-05")
@pytest.mark.parametrize(("start", "village", "cost"), [("P13", "P14", 3), ("P42", "P43", 2)])
def test_a_footprint_cost_is_paid_in_full_or_the_move_is_not_offered(start, village, cost):
    poor = walker(start, "small purple footprints", footprints=cost - 1)
    assert village not in [space for space, _ in steps(poor)]
    with pytest.raises(IllegalAction):
        poor.act(WalkTo(0, village, FREE))

    rich = walker(start, "small purple footprints", footprints=cost)
    rich.act(WalkTo(0, village, FREE))
    assert rich.player(0).company == village
    assert rich.player(0).footprints == 0


@pytest.mark.rule("L-JOURNEY-05")
def test_a_footprint_cost_is_paid_each_time():
    table = walker("P60", "", footprints=3)
    table.act(WalkTo(0, "P59", FREE), StopWalking(0))
    table.give(0, company="P60", visited=[])
    table.afternoon()
    table.act(WalkTo(0, "P59", FREE))
    assert table.player(0).footprints == 1


# The skull and the spell


@pytest.mark.rule("L-JOURNEY-06")
def test_the_skull_and_spell_icon_offers_own_companions_and_own_spells():
    table = walker("P15", "small azure air", companions="A01 A11", spells="S1 S4")
    table.give(1, companions="A02", spells="S2")
    choice = table.act(WalkTo(0, "P16", DIE))
    assert isinstance(choice, ChooseLoss)
    assert table.offered() == [
        GiveUpCompanion(0, "A01"),
        GiveUpCompanion(0, "A11"),
        GiveUpSpell(0, "S1"),
        GiveUpSpell(0, "S4"),
    ]


@pytest.mark.rule("L-JOURNEY-06", "L-EFFECT-05")
def test_a_companion_given_up_has_no_effect_even_with_a_skull():
    table = walker("P15", "small azure air", companions="A11 A19", bursts=20)
    table.act(WalkTo(0, "P16", DIE), GiveUpCompanion(0, "A19"))
    assert table.player(0).companions == ["A11"]
    assert table.state.players[0].fallen == ["A19"] or table.state.cemetery == ["A19"]
    assert table.player(0).bursts == 20, "Snarexe's skull would have given 10"


@pytest.mark.rule("L-JOURNEY-06")
def test_a_spell_given_up_goes_to_the_box_without_effect():
    table = walker("P15", "small azure air", companions="A01", spells="S1 S4", bursts=20)
    table.act(WalkTo(0, "P16", DIE), GiveUpSpell(0, "S4"))
    assert table.player(0).spells == ["S1"]
    assert table.player(0).companions == ["A01"]
    assert table.state.spells_boxed == ["S4"]
    assert table.player(0).bursts == 20
    assert len(table.events(SpellGivenUp)) == 1


@pytest.mark.rule("L-JOURNEY-06")
def test_the_icon_is_applied_each_time():
    table = walker("P15", "small azure air", companions="A01 A11")
    table.act(WalkTo(0, "P16", DIE), GiveUpCompanion(0, "A01"))
    table.give(0, dice="small green nature", visited=[])
    table.afternoon()
    table.act(WalkTo(0, "P15", DIE), GiveUpCompanion(0, "A11"))
    assert table.player(0).companions == []


@pytest.mark.rule("L-JOURNEY-06")
def test_the_icon_with_nothing_to_lose_does_nothing_and_does_not_block():
    table = walker("P15", "small azure air")
    assert table.act(WalkTo(0, "P16", DIE)) is None
    assert table.player(0).company == "P16"

    table = sailor("I00 I00 I00 I01", "small azure air")
    table.act(Sail(0, "I01", "I02"))
    assert "I02" in table.player(0).boats


@pytest.mark.rule("L-JOURNEY-06", "L-EFFECT-06")
def test_the_adventurer_is_never_offered():
    table = walker("P15", "small azure air", companions="A01")
    table.act(WalkTo(0, "P16", DIE))
    assert table.offered() == [GiveUpCompanion(0, "A01")]
    with pytest.raises(IllegalAction):
        table.act(GiveUpCompanion(0, "pocana"))


@pytest.mark.rule("L-JOURNEY-06", "L-SPELL-01")
def test_interaction_18_face_down_spell_and_the_journey_icon():
    table = scene("pocana eoles")
    table.state.spell_pile = ["S2", "S7"]
    table.give(0, companions="A10", dice="large red fire, large red fire")
    table.give(1, company="P15", dice="small azure air")
    table.noon()
    assert table.player(1).hidden_spells == ["S7"]
    table.afternoon()
    table.act(WalkTo(1, "P16", DIE))
    assert table.offered(1) == [GiveUpHiddenSpell(1)]
    table.act(GiveUpHiddenSpell(1))
    assert table.player(1).hidden_spells == []
    assert table.player(1).spells == []
    assert len(table.events(HiddenSpellGivenUp)) == 1


@pytest.mark.rule("L-JOURNEY-06", "L-END-02")
def test_interaction_19_giving_up_a_burdensome_companion():
    table = sailor("I00 I00 I00 I01", "small azure air", companions="A22 A10", bursts=20)
    table.act(Sail(0, "I01", "I02"), GiveUpCompanion(0, "A22"))
    assert table.player(0).companions == ["A10"]
    assert table.player(0).bursts == 20
    assert table.player(0).footprints == 0, "Dvol's own effect is not applied"


# The order within one move


@pytest.mark.rule("L-JOURNEY-07")
def test_a_move_is_paid_before_its_icons_are_applied():
    table = walker("P40", "small blue water", companions="A01 A23", footprints=1)
    table.act(WalkTo(0, "P41", FOOTPRINT))
    assert table.player(0).footprints == 0, "paid although the icon still asks"
    table.act(GiveUpCompanion(0, "A01"))
    told = [type(event) for event in table.table.log]
    assert told.index(FootprintsLost) < told.index(CompanionLost)

    table = walker("P54", "small azure air", footprints=1)
    table.act(WalkTo(0, "P52", FOOTPRINT))
    assert table.player(0).fireflies == 2
    told = [type(event) for event in table.table.log]
    assert told[0] is FootprintsLost
    assert told[1] is CompanyMoved


@pytest.mark.rule("L-JOURNEY-07")
def test_what_a_move_gives_cannot_pay_for_it():
    table = sailor("I00 I00 I00 I00", "", footprints=0)
    assert table.waiting() is None, "the two footprints of I01 come too late for its path"


@pytest.mark.rule("L-JOURNEY-07")
def test_all_footprints_of_a_move_are_held_when_it_is_declared():
    four = "small green nature, small blue water, small azure air, small red fire"
    table = sailor("I00 I00 I00 I03", four, footprints=1)
    assert Sail(0, "I03", "I05") not in table.offered(), "one missing element and the path's cost"
    table = sailor("I00 I00 I00 I03", four, footprints=2)
    table.act(Sail(0, "I03", "I05"))
    assert table.player(0).footprints == 0


@pytest.mark.rule("L-JOURNEY-07", "L-SKETAL-05")
def test_the_sketal_given_up_on_the_way_may_be_the_one_whose_die_paid():
    table = walker("P15", "large azure air", companions="A14")
    table.act(WalkTo(0, "P16", DIE), GiveUpCompanion(0, "A14"))
    player = table.player(0)
    assert player.company == "P16", "the move stands"
    assert player.dice == []
    assert player.set_aside == []
    assert [CONTENT.dice[event.die].colour for event in table.events(DieReturned)] == ["azure"]


@pytest.mark.rule("L-SKETAL-05", "L-JOURNEY-01")
def test_interaction_20_giving_up_a_sketal_its_unused_die_cannot_pay_later_steps():
    dice = "small azure air, large blue air"
    table = walker("P15", dice, companions="A16", footprints=1)
    table.act(WalkTo(0, "P16", DIE))
    assert isinstance(table.waiting(), ChooseTravelDie), "which air pays matters"
    table.act(SetAside(0, table.die("small azure")), GiveUpCompanion(0, "A16"))
    assert table.player(0).dice == [table.die("small azure")]
    assert steps(table) == [("P17", FREE)]
    table.act(WalkTo(0, "P17", FREE), StopWalking(0))

    # Still in the company, the same die would have paid for one step more.
    table = walker("P16", dice, companions="A16", footprints=1)
    table.give(0, company="P28", visited=["P28"])
    assert ("P26", DIE) in steps(table)


@pytest.mark.rule("L-SKETAL-05", "L-JOURNEY-PROVINCE-05")
def test_interaction_20_the_symbol_of_a_returned_die_no_longer_blocks_crossed_spaces():
    dice = "small green nature, large blue water"
    table = walker("P16", "small green nature, large blue water", companions="A16")
    table.act(WalkTo(0, "P15", DIE))
    table.act(GiveUpCompanion(0, "A16"))
    assert ("P11", FREE) in steps(table)

    table = walker("P16", dice, companions="A16 A01")
    table.act(WalkTo(0, "P15", DIE), GiveUpCompanion(0, "A01"))
    assert "P11" not in [space for space, _ in steps(table)], "water is still shown"


@pytest.mark.rule("L-SKETAL-06", "L-JOURNEY-06")
def test_the_owner_chooses_which_of_several_dice_goes_back_while_travelling():
    table = scene("taetyss eoles")
    table.give(
        0,
        company="P15",
        companions="A16",
        dice="small azure air, large blue water, large blue air, large blue fire",
    )
    table.give(1, dice="")
    table.afternoon()
    table.act(WalkTo(0, "P16", DIE), SetAside(0, table.die("large blue air")))
    choice = table.act(GiveUpCompanion(0, "A16"))
    assert isinstance(choice, ChooseReturn)
    used = table.die("large blue air")
    assert ReturnDie(0, used) in table.offered(), "used for travel or not"
    assert len(table.offered()) == 3
    table.act(ReturnDie(0, used))
    assert table.faces() == ["air", "fire", "water"]


@pytest.mark.rule("L-JOURNEY-03", "L-JOURNEY-05", "L-JOURNEY-PROVINCE-06")
def test_interaction_23_repeat_visits_in_the_province():
    table = walker("P60", "", footprints=2)
    table.act(WalkTo(0, "P59", FREE), StopWalking(0))
    table.give(0, company="P60", visited=[])
    table.afternoon()
    table.act(WalkTo(0, "P59", FREE))
    assert table.player(0).rerolls == 2
    assert table.player(0).footprints == 0
    assert len(table.events(RerollsGained)) == 2


@pytest.mark.rule("L-JOURNEY-03", "L-JOURNEY-PROVINCE-08")
def test_interaction_23_path_tokens_are_taken_again_in_later_rounds():
    table = walker("P19", "small azure air")
    table.act(WalkTo(0, "P26", DIE))
    table.give(0, dice="small azure air", set_aside=[], visited=[])
    table.afternoon()
    table.act(WalkTo(0, "P19", DIE))
    assert table.player(0).rerolls == 2


@pytest.mark.rule("L-JOURNEY-03", "L-JOURNEY-ARCHIPELAGO-07")
def test_interaction_23_repeat_visits_in_the_archipelago():
    table = sailor("I00 I00 I09 I11", "small green nature", footprints=9)
    table.act(Sail(0, "I09", "I10"))
    table.give(0, boats=["I00", "I00", "I09", "I11"])
    table.afternoon()
    table.act(Sail(0, "I09", "I10"))
    assert table.player(0).rerolls == 2
    assert table.player(0).footprints == 7


def test_a_company_that_may_still_move_waits_for_its_player():
    table = walker("P44", "small green nature, small green nature")
    assert isinstance(table.act(WalkTo(0, "P45", DIE)), ChooseWay)
