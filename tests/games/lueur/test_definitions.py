"""The words of the rules: symbols, rolled and counted dice, powers, triggers, turn order."""

import pytest

from embertable.engine.chance import seeded
from embertable.games.lueur.content import ELEMENTS, SYMBOLS
from embertable.games.lueur.cromaug import ChooseRaise, Raise
from embertable.games.lueur.dice import counted_symbols, different_elements
from embertable.games.lueur.effects import GainBursts, LoseBursts, SendToCemetery
from embertable.games.lueur.morning import Cull, Recruit
from embertable.games.lueur.noon import ChooseCard, Resolve
from embertable.games.lueur.province import WalkTo
from tests.games.lueur.scene import CONTENT, LUEUR, new_game, scene, showing


def names(dice):
    """What dice look like, sorted: "large red", "small black", …"""
    kinds = [CONTENT.dice[die] for die in dice]
    return sorted(f"{'large' if kind.large else 'small'} {kind.colour}" for kind in kinds)


def roll_sixth_face(die):
    table = scene(luck="special")
    table.give(0, dice=die)
    table.give(1, dice="")
    table.roll()
    return table.faces()


@pytest.mark.rule("L-DEF-01")
def test_five_elements_each_with_a_colour_of_dice():
    assert sorted(ELEMENTS) == ["air", "fire", "mineral", "nature", "water"]
    assert roll_sixth_face("large green") == ["nature"]
    assert roll_sixth_face("large blue") == ["water"]
    assert roll_sixth_face("large azure") == ["air"]
    assert roll_sixth_face("large red") == ["fire"]
    assert roll_sixth_face("large orange") == ["mineral"]


@pytest.mark.rule("L-DEF-02")
def test_three_special_symbols_beside_the_elements():
    assert set(SYMBOLS) == {*ELEMENTS, "footprints", "bursts", "minus_bursts"}
    assert roll_sixth_face("large purple") == ["footprints"]
    assert roll_sixth_face("small purple") == ["footprints"]
    assert roll_sixth_face("large yellow") == ["bursts"]
    assert roll_sixth_face("small black") == ["minus_bursts"]


@pytest.mark.rule("L-DEF-03", "L-SETUP-07")
def test_large_dice_belong_to_cards_and_small_ones_circulate():
    table = LUEUR.set_up({"players": "4", "adventurers": "random"}, seeded(3))
    table.next_choice()
    state = table.state
    on_track = [die for space in state.track for die in space.dice]
    assert names(on_track) == [
        *("small azure", "small azure", "small blue", "small blue", "small green", "small green"),
        *("small orange", "small purple", "small red"),
    ]
    for player in state.players:
        card = CONTENT.adventurers[player.adventurer]
        assert names(player.dice) == [f"large {card.die_colour}"] * len(player.dice)


@pytest.mark.rule("L-DEF-04")
def test_what_lies_in_front_of_a_player():
    table = scene("eoles pocana")
    table.give(0, companions="B45 A04", dice="large azure", spells="S1", hidden_spells="S2")
    table.give(0, rerolls=2, footprints=3, fireflies=1)
    table.lay("fire", "A09", "small red fire", footprints=2)
    table.morning()
    table.act(Recruit(0, "fire"))
    seen = table.view(1).players[0]
    assert seen.adventurer is not None
    assert seen.adventurer.id == "eoles"
    assert [card.id for card in seen.companions] == ["B45", "A04", "A09"]
    assert [(die.large, die.colour) for die in seen.dice] == [(True, "azure"), (False, "red")]
    assert [spell.id for spell in seen.spells] == ["S1"]
    assert seen.hidden_spells == 1
    assert (seen.rerolls, seen.footprints) == (2, 5)
    assert seen.fireflies == 1 + 1  # a token and Tamnuca's


@pytest.mark.rule("L-DEF-05", "L-SETUP-06")
def test_the_dice_reserve_at_the_start():
    table = new_game()
    table.next_choice()
    assert names(table.state.reserve) == [
        *("large azure", "large blue", "large green", "large orange", "large red"),
        "small black",
    ]


@pytest.mark.rule("L-DEF-06")
def test_the_cemetery_is_public_at_all_times():
    table = scene("eoles pocana")
    table.state.cemetery = ["A01", "A02"]
    table.give(0, companions="A15", dice="large azure mineral, large azure mineral")
    table.give(1, companions="A04 B29", dice="large red mineral")
    table.noon()  # the second player still has cards to resolve
    assert isinstance(table.waiting(), ChooseCard)
    for seat in (0, 1, None):
        assert table.view(seat).cemetery == ("A01", "A02", "A15")


@pytest.mark.rule("L-DEF-06")
def test_what_goes_to_the_box_stays_there():
    table = scene("eoles pocana orium")
    table.state.boxed = ["B43"]
    table.state.cemetery = ["A01"]
    table.state.spells_boxed = ["S1"]
    table.give(0, companions="B41 A10", dice=showing("air fire fire"))
    table.noon()
    table.act(Resolve(0, "B41"))
    assert {action.companion for action in table.offered() if isinstance(action, Raise)} == {"A01"}
    table.act(Raise(0, "A01"))
    assert table.state.spell_pile == []
    assert [table.player(seat).hidden_spells for seat in (1, 2)] == [[], []]


@pytest.mark.rule("L-DEF-07")
def test_the_meeting_track_from_left_to_right():
    seen = scene().view().track
    assert [space.element for space in seen] == ["fire", "water", "mineral", "air", "nature"]


@pytest.mark.rule("L-DEF-07")
def test_a_space_holds_one_companion_and_any_number_of_dice_and_footprints():
    table = scene()
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]
    table.lay("water", footprints=4)
    table.lay("fire", dice="small red fire, small blue fire")
    table.give(0, dice="small green fire, small azure fire, small orange fire")
    table.give(1, dice="")
    table.evening()
    assert len(table.space("fire").dice) == 5
    assert table.space("water").footprints == 5
    assert [space.companion for space in table.state.track] == ["A01", "A02", "A03", "A04", "A05"]


@pytest.mark.rule("L-DEF-08", "L-SETUP-03")
def test_everybody_starts_with_10_bursts():
    table = new_game(players="4")
    table.next_choice()
    assert [player.bursts for player in table.state.players] == [10, 10, 10, 10]


@pytest.mark.rule("L-DEF-08")
def test_the_score_token_stands_on_the_total_modulo_100():
    table = scene()
    for gained, total, space in [(89, 99, 99), (1, 100, 0), (7, 107, 7), (100, 207, 7)]:
        table.run(GainBursts(0, gained))
        assert table.player(0).bursts == total
        assert table.view().players[0].score_space == space
    table.run(LoseBursts(0, 999))
    assert (table.player(0).bursts, table.view().players[0].score_space) == (0, 0)


@pytest.mark.rule("L-DEF-09")
def test_recruited_dice_have_no_symbol_until_they_are_rolled():
    table = scene("moloch eoles", luck="water water mineral")
    table.give(0, dice="large orange, large orange")
    table.give(1, dice="")
    table.lay("mineral", "A01", "small red mineral")
    table.lay("air", "A02")
    table.lay("fire", "A03")
    table.morning()
    table.act(Recruit(0, "mineral"))
    moloch = table.view().players[0].adventurer
    assert moloch is not None
    assert moloch.times == 0
    assert counted_symbols(table.state, 0) == {}
    table.act(Cull(0, "fire"), Recruit(1, "air"))
    table.roll()
    assert counted_symbols(table.state, 0) == {"water": 2, "mineral": 1}


@pytest.mark.rule("L-DEF-09")
def test_a_die_taken_after_the_roll_has_no_symbol_this_round():
    table = scene()
    table.state.cemetery = ["A14"]
    table.give(0, companions="B41", dice="small green air")
    table.noon()
    assert isinstance(table.waiting(), ChooseRaise)
    table.act(Raise(0, "A14"))
    assert table.state.faces[table.die("large azure")] == ""
    assert counted_symbols(table.state, 0) == {"air": 1}


CURSED = "small black fire, small red fire, small blue fire, small green water, small azure air"


@pytest.mark.rule("L-DEF-10")
def test_the_black_die_and_dice_of_its_element_do_not_count():
    table = scene()
    table.give(0, dice=CURSED)
    assert counted_symbols(table.state, 0) == {"water": 1, "air": 1}
    assert [die.counts for die in table.view().players[0].dice] == [False, False, False, True, True]


@pytest.mark.rule("L-DEF-10")
def test_the_black_die_counts_for_nothing_with_its_special_face():
    table = scene()
    table.give(0, dice="small black minus_bursts, small red fire")
    assert counted_symbols(table.state, 0) == {"fire": 1}


@pytest.mark.rule("L-DEF-10")
def test_cards_and_spells_look_only_at_counted_dice():
    table = scene("pocana eoles")
    table.give(0, dice=CURSED, companions="A05 B38 B31", spells="S4")  # 2 fire; no fire; water
    table.noon()
    assert table.offered() == [Resolve(0, "B38"), Resolve(0, "B31")]


@pytest.mark.rule("L-DEF-10")
def test_journeys_look_only_at_counted_dice():
    table = scene("pocana eoles")
    table.give(0, dice=CURSED, company="P57")  # beside a space with fire crossed
    table.give(1, dice="small orange fire, small azure water", company="P57")
    table.afternoon()
    assert WalkTo(0, "P56", "free") in table.offered(0)
    assert WalkTo(1, "P56", "free") not in table.offered(1)
    assert different_elements(table.state, 0) == 2


@pytest.mark.rule("L-DEF-10")
def test_a_cursed_die_pays_for_no_step():
    table = scene("pocana eoles")
    table.give(0, dice=CURSED)
    table.give(1, dice="small orange fire")
    table.afternoon()
    assert WalkTo(0, "P01", "die") not in table.offered(0)  # P01 asks for fire
    assert WalkTo(1, "P01", "die") in table.offered(1)


@pytest.mark.rule("L-DEF-11")
@pytest.mark.parametrize("companion", ["A01", "A18", "A14", "A20", "B24"])
def test_powers_produce_no_tokens(companion):
    table = scene("pocana eoles orium")
    table.lay("fire", companion)
    table.lay("water", "A02")
    table.morning()
    table.act(Recruit(0, "fire"))
    player = table.player(0)
    assert (player.fireflies, player.rerolls, player.footprints, player.bursts) == (0, 0, 0, 10)


@pytest.mark.rule("L-DEF-11", "L-EFFECT-04")
def test_powers_work_while_the_card_is_in_play():
    table = scene("pocana eoles")
    table.give(0, companions="A01 A18", dice="large red air")  # two fireflies; a reroll
    seen = table.view().players[0]
    assert (seen.fireflies, seen.companion_rerolls) == (2, 1)
    table.run(SendToCemetery(0, "A01"), SendToCemetery(0, "A18"))
    seen = table.view().players[0]
    assert (seen.fireflies, seen.companion_rerolls) == (0, 0)


@pytest.mark.rule("L-DEF-12")
def test_one_activation_applies_all_effects():
    table = scene("eoles pocana")
    table.give(0, dice=showing("air mineral air mineral"))
    table.noon()
    player = table.player(0)
    assert (player.bursts, player.fireflies) == (10 + 2 + 2, 1 + 1)


@pytest.mark.rule("L-DEF-13")
@pytest.mark.parametrize(
    ("companion", "dice", "gained"),
    [
        ("A19", "air air air air air air air air", 10),  # skull: twice four identical
        ("A09", "air air air", 3),  # crossed: no nature
        ("B37", "water water water", 6),  # water, and no mineral
    ],
)
def test_skulls_and_crossed_symbols_activate_once(companion, dice, gained):
    table = scene("pocana eoles")
    table.give(0, companions=companion, dice=showing(dice))
    table.noon()
    assert table.player(0).bursts == 10 + gained


@pytest.mark.rule("L-DEF-13")
def test_a_spell_activates_once():
    table = scene("pocana eoles")
    table.give(0, spells="S6", dice=showing("air air air fire fire fire"), bursts=50)
    table.noon()
    assert table.player(0).bursts == 50 - 7


LAST = {"spells": "S3", "dice": "small green air, small blue air"}  # S3 kills the last recruited


@pytest.mark.rule("L-DEF-14")
def test_the_last_recruited_companion_came_last_from_the_track():
    table = scene()
    table.give(0, companions="A05 B31", **LAST)
    table.lay("fire", "A02")
    table.lay("water", "A01")
    table.lay("air", "A03")
    table.morning()
    table.act(Recruit(0, "fire"), Cull(0, "water"), Recruit(1, "air"))
    table.give(0, **LAST)
    table.noon()
    assert table.player(0).companions == ["A05", "B31"]


@pytest.mark.rule("L-DEF-14")
def test_a_companion_brought_by_cromaug_is_the_last_recruited():
    table = scene()
    table.state.cemetery = ["A02"]
    table.give(0, companions="B41 A05", **LAST)
    table.noon()
    table.act(Resolve(0, "B41"), Raise(0, "A02"))
    assert table.player(0).companions == ["A05"]


@pytest.mark.rule("L-DEF-14")
def test_the_last_recruited_is_sought_among_those_still_there():
    table = scene()
    table.give(0, companions="A05 A02 B31", **LAST)
    table.run(SendToCemetery(0, "B31"))
    table.noon()
    assert table.player(0).companions == ["A05"]


@pytest.mark.rule("L-DEF-15", "L-RECRUIT-01")
def test_turn_order_is_clockwise_from_the_first_player():
    table = scene("pocana eoles orium moloch", first=2)
    for space, companion in [("fire", "A01"), ("water", "A02"), ("air", "A03"), ("nature", "A04")]:
        table.lay(space, companion)
    order = []
    choice = table.morning()
    while choice is not None:
        order.append(choice.seat)
        choice = table.act(table.offered()[0])
    assert order == [2, 3, 0, 1]
