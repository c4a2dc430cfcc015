"""What is in the box, by the figures of the rulebook, and whose the dice are."""

from collections import Counter

import pytest

from embertable.engine.chance import seeded
from embertable.games.lueur.effects import (
    GainFireflies,
    GainFootprints,
    GainRerolls,
    LoseFootprints,
    SendToCemetery,
)
from embertable.games.lueur.morning import Recruit
from embertable.games.lueur.noon import Resolve
from embertable.games.lueur.setup import TakeAdventurer
from tests.games.lueur.scene import CONTENT, LUEUR, new_game, scene, showing

ADVENTURERS = ["braccio", "taetyss", "eoles", "pocana", "moloch", "noctiluca", "orium"]


@pytest.mark.rule("L-COMP-01")
def test_seven_adventurers_may_be_chosen():
    table = new_game("0")
    assert table.offered() == [TakeAdventurer(0, adventurer) for adventurer in ADVENTURERS]


@pytest.mark.rule("L-COMP-01")
def test_46_companions_in_two_packs_of_23():
    table = LUEUR.set_up({"adventurers": "random"}, seeded(1))
    table.next_choice()
    state = table.state
    cards = [*state.deck, *state.boxed, *[space.companion for space in state.track]]
    assert len(cards) == len(set(cards)) == 46
    assert Counter(CONTENT.companions[card].pack for card in cards) == {"A": 23, "B": 23}


@pytest.mark.rule("L-COMP-02")
def test_30_dice():
    dice = Counter((die.colour, die.large) for die in CONTENT.dice)
    large = {"green": 3, "blue": 3, "azure": 3, "red": 4, "orange": 3, "purple": 2, "yellow": 2}
    small = {"green": 2, "blue": 2, "azure": 2, "red": 1, "orange": 1, "purple": 1, "black": 1}
    assert {colour: n for (colour, is_large), n in dice.items() if is_large} == large
    assert {colour: n for (colour, is_large), n in dice.items() if not is_large} == small
    assert (sum(large.values()), sum(small.values())) == (20, 10)


@pytest.mark.rule("L-COMP-03")
def test_seven_spell_tokens():
    table = LUEUR.set_up({"adventurers": "random"}, seeded(1))
    table.next_choice()
    assert sorted(table.state.spell_pile) == ["S1", "S2", "S3", "S4", "S5", "S6", "S7"]


@pytest.mark.rule("L-COMP-03")
@pytest.mark.parametrize("adventurer", ADVENTURERS)
def test_every_adventurer_has_score_token_company_and_encampment(adventurer):
    table = new_game()
    table.apply(TakeAdventurer(table.state.first, adventurer))
    table.next_choice()
    player = table.state.players[table.state.first]
    assert (player.bursts, player.company, player.encampment) == (10, "P00", "P00")


@pytest.mark.rule("L-COMP-03")
def test_twenty_boats_are_four_sets_of_four_and_a_reminder():
    table = LUEUR.set_up(
        {"players": "4", "journey": "archipelago", "adventurers": "random"}, seeded(1)
    )
    table.next_choice()
    boats = sum(len(player.boats) for player in table.state.players)
    reminders = len(table.state.players)
    assert (boats, boats + reminders) == (16, 20)


@pytest.mark.rule("L-COMP-03")
def test_one_first_player_token_goes_round():
    table = scene("pocana eoles orium", first=1)
    holders = []
    for _ in range(4):
        holders.append(table.view().first)
        five_more(table)
        table.evening()
    assert holders == [1, 2, 0, 1]


@pytest.mark.rule("L-COMP-04")
def test_supplies_never_run_out():
    table = scene()
    for seat in (0, 1):
        table.run(GainRerolls(seat, 50), GainFireflies(seat, 60), GainFootprints(seat, 70))
        player = table.player(seat)
        assert (player.rerolls, player.fireflies, player.footprints) == (50, 60, 70)


@pytest.mark.rule("L-COMP-04")
def test_a_token_of_two_is_changed_freely():
    table = scene()
    table.run(GainFootprints(0, 2), LoseFootprints(0, 1))
    assert table.player(0).footprints == 1


@pytest.mark.rule("L-COMP-05")
def test_companions_that_share_a_name_are_different_cards():
    dvols = [card.id for card in CONTENT.companions.values() if card.name == "Dvol"]
    assert dvols == ["A22", "B34", "B35"]
    table = scene("pocana eoles")
    table.give(0, companions="A22 B35", dice=showing("air"))
    table.noon()
    assert table.offered() == [Resolve(0, "A22"), Resolve(0, "B35")]


@pytest.mark.rule("L-DICE-01")
@pytest.mark.parametrize(
    ("colour", "sixth"),
    [
        ("green", "nature"),
        ("blue", "water"),
        ("azure", "air"),
        ("red", "fire"),
        ("orange", "mineral"),
        ("purple", "footprints"),
        ("yellow", "bursts"),
        ("black", "minus_bursts"),
    ],
)
def test_every_die_rolls_each_element_and_its_sixth_face(colour, sixth):
    for die in [die for die in CONTENT.dice if die.colour == colour]:
        shown = []
        for face in range(6):
            table = scene(luck=str(face))
            table.give(0, dice="")
            table.give(1, dice="")
            table.player(0).dice = [die.id]
            table.roll()
            shown.extend(table.faces())
        assert Counter(shown) == Counter(["nature", "water", "air", "fire", "mineral", sixth])


def five_more(table):
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]


@pytest.mark.rule("L-DICE-02")
def test_small_dice_stay_one_round_and_large_dice_go_on():
    table = scene()
    five_more(table)
    table.give(0, companions="A14", dice="large red fire, large azure air, small green water")
    table.give(1, dice="")
    red, azure, green = table.player(0).dice
    table.evening()
    assert table.player(0).dice == [red, azure]
    assert table.space("water").dice == [green]


@pytest.mark.rule("L-DICE-02")
def test_a_large_die_leaves_with_its_card():
    table = scene("pocana eoles orium")
    table.lay("fire", "A14")
    table.lay("water", "A01")
    table.morning()
    table.act(Recruit(0, "fire"))
    azure = table.die("large azure")
    assert azure not in table.state.reserve
    table.run(SendToCemetery(0, "A14"))
    assert azure not in table.player(0).dice
    assert [CONTENT.dice[die].colour for die in table.player(0).dice] == ["red", "red", "red"]
