"""Evening: small dice go back, the track is filled, and what was for one round is cleared."""

import pytest

from embertable import load, new_table
from embertable.games.lueur.evening import (
    CleanUp,
    CompanionsDealt,
    DealCompanions,
    DicePlaced,
    FirstPlayerChanged,
    FootprintsPlaced,
    PassFirstPlayer,
    PutDiceBack,
)
from embertable.games.lueur.final_count import GameWon
from embertable.games.lueur.late_morning import PickDie, RollPicked
from embertable.games.lueur.noon import FacePaid
from embertable.games.lueur.rounds import Evening, RoundStarted
from tests.games.lueur.scene import CONTENT, Scene, scene


def evening(luck: str = "", players: str = "pocana eoles") -> Scene:
    table = scene(players, luck=luck)
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]
    for seat in range(len(players.split())):
        table.give(seat, dice="")
    return table


def dice_on(table: Scene, element: str) -> list[str]:
    return [CONTENT.dice[die].colour for die in table.space(element).dice]


@pytest.mark.rule("L-EVENING-01", "L-END-01")
def test_after_round_8_nothing_is_reset_and_the_game_is_counted():
    table = scene()
    table.give(0, dice="small green nature, large red fire")
    table.give(1, dice="")
    table.state.round = 8
    table.run(Evening())
    assert table.table.result is not None
    assert len(table.events(GameWon)) == 1
    assert table.faces(0) == ["fire", "nature"], "the dice stay where they are"
    assert table.state.first == 0
    assert not table.events(CompanionsDealt)


@pytest.mark.rule("L-EVENING-01")
def test_after_an_earlier_round_the_next_one_begins():
    table = evening()
    table.state.round = 7
    table.run(Evening())
    assert table.table.result is None
    assert table.state.round == 8
    assert len(table.events(RoundStarted)) == 1
    assert len(table.events(CompanionsDealt)) == 1


@pytest.mark.rule("L-EVENING-02", "L-DICE-02")
def test_small_dice_go_to_the_space_of_the_element_they_show():
    table = evening()
    table.give(0, dice="large red fire, small green water, small blue water, small azure air")
    table.give(1, dice="large azure air, small orange fire, small black mineral")
    table.run(PutDiceBack())
    assert dice_on(table, "water") == ["green", "blue"]
    assert dice_on(table, "air") == ["azure"]
    assert dice_on(table, "fire") == ["orange"]
    assert dice_on(table, "mineral") == ["black"], "the black die too"
    assert dice_on(table, "nature") == []
    assert [len(player.dice) for player in table.state.players] == [1, 1]


@pytest.mark.rule("L-EVENING-02")
def test_they_join_the_dice_that_nobody_took():
    table = evening()
    table.lay("water", dice="small blue water")
    table.give(0, dice="small green water")
    table.run(PutDiceBack())
    assert dice_on(table, "water") == ["blue", "green"]


@pytest.mark.rule("L-EVENING-02", "L-CURSE-04")
def test_discounted_dice_are_placed_by_the_face_they_show():
    table = evening()
    table.give(0, dice="small green fire, small black fire")
    table.run(PutDiceBack())
    assert dice_on(table, "fire") == ["green", "black"]


@pytest.mark.rule("L-EVENING-03")
def test_special_faces_are_rolled_until_an_element_shows():
    table = evening(luck="special special air special nature")
    table.give(0, dice="small purple footprints, small green water", footprints=0)
    table.give(1, dice="small black minus_bursts", bursts=10)
    table.run(PutDiceBack())
    assert dice_on(table, "air") == ["purple"]
    assert dice_on(table, "nature") == ["black"]
    assert dice_on(table, "water") == ["green"], "a die that shows an element is not rolled"


@pytest.mark.rule("L-EVENING-03")
def test_these_rolls_have_no_other_effect():
    table = evening(luck="special air special nature")
    table.give(0, dice="small purple footprints", footprints=0)
    table.give(1, dice="small black minus_bursts", bursts=10)
    table.run(PutDiceBack())
    assert table.player(0).footprints == 0
    assert table.player(1).bursts == 10
    assert not table.events(FacePaid)


@pytest.mark.rule("L-EVENING-04")
def test_the_next_five_companions_are_dealt_from_left_to_right():
    table = evening()
    table.state.deck.insert(0, "B24")
    table.run(DealCompanions())
    places = ["fire", "water", "mineral", "air", "nature"]
    assert [table.space(place).companion for place in places] == ["A01", "A02", "A03", "A04", "A05"]
    assert table.state.deck == ["B24"]
    assert table.events(CompanionsDealt) == [CompanionsDealt(("A01", "A02", "A03", "A04", "A05"))]


@pytest.mark.rule("L-EVENING-05")
def test_each_space_without_a_die_gains_a_footprint():
    table = evening()
    table.lay("fire", dice="small red fire")
    table.lay("water", footprints=2)
    table.lay("mineral", dice="small black mineral")
    table.lay("nature", dice="small green nature", footprints=1)
    table.run(DealCompanions())
    assert table.space("fire").footprints == 0
    assert table.space("water").footprints == 3, "they add up"
    assert table.space("mineral").footprints == 0, "the black die is a die"
    assert table.space("air").footprints == 1
    assert table.space("nature").footprints == 1


@pytest.mark.rule("L-EVENING-06")
def test_the_first_player_token_passes_clockwise():
    table = evening(players="pocana eoles braccio")
    firsts = []
    for _ in range(3):
        table.run(PassFirstPlayer())
        firsts.append(table.state.first)
    assert firsts == [1, 2, 0]
    assert table.events(FirstPlayerChanged)[0] == FirstPlayerChanged(1)


@pytest.mark.rule("L-EVENING-07")
def test_what_players_hold_stays_with_them():
    table = evening()
    table.give(
        0,
        companions="A14 A18",
        dice="large red fire, large azure air, small green water",
        rerolls=3,
        footprints=2,
        fireflies=4,
        spells="S1",
        bursts=33,
    )
    table.evening()
    player = table.player(0)
    assert [CONTENT.dice[die].colour for die in player.dice] == ["red", "azure"]
    assert player.companions == ["A14", "A18"]
    assert (player.rerolls, player.footprints, player.fireflies) == (3, 2, 4)
    assert player.spells == ["S1"]
    assert player.bursts == 33


@pytest.mark.rule("L-EVENING-07", "L-REROLL-03")
def test_a_lumipili_s_reroll_comes_back():
    table = evening(luck="air water air")
    table.give(0, companions="A18", dice="large red fire", bursts=0)
    table.late_morning()
    table.act(PickDie(0, table.die("large red")), RollPicked(0, "companion"))
    assert table.player(0).companion_rerolls_used == 1
    assert table.waiting() is None, "used up for this round"
    table.evening()
    table.roll()
    table.late_morning()
    table.act(PickDie(0, table.die("large red")))
    assert RollPicked(0, "companion") in table.offered()


@pytest.mark.rule("L-EVENING-07", "L-RESOLVE-08")
def test_marks_of_the_round_are_cleared():
    table = evening()
    player = table.give(0, dice="large red fire")
    player.set_aside = list(player.dice)
    player.visited = ["P44", "P45"]
    player.resolved = ["A01"]
    table.run(CleanUp())
    assert player.set_aside == []
    assert player.visited == []
    assert player.resolved == []
    assert table.faces() == [""], "large dice show nothing until they are rolled"


@pytest.mark.rule("L-EVENING-02", "L-EVENING-05")
def test_dice_and_footprints_that_come_to_the_track_are_told():
    game = load("lueur")
    table = new_table(game, {"players": 2}, seed=3)
    table.next_choice()
    while table.state.round < 1:
        table.apply(table.offered()[0])
        table.next_choice()
    placed = [event for event in table.log if isinstance(event, DicePlaced)]
    on_track = {
        element: tuple(space.dice)
        for element, space in zip(table.state.content.spaces, table.state.track, strict=True)
    }
    assert {event.space: event.dice for event in placed} == {
        element: dice for element, dice in on_track.items() if dice
    }
    bare = [event for event in table.log if isinstance(event, FootprintsPlaced)]
    empty = tuple(element for element, dice in on_track.items() if not dice)
    assert [event.spaces for event in bare] == ([empty] if empty else [])
