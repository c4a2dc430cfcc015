"""Morning: a companion for everybody, with what lies in front of it."""

import pytest

from embertable.engine.chance import Script
from embertable.engine.errors import IllegalAction
from embertable.games.lueur.kaar import BlackDiePlaced, MoveBlackDie
from embertable.games.lueur.late_morning import PickDie, RollPicked
from embertable.games.lueur.morning import (
    ChooseCompanion,
    ChooseCull,
    ClearTrack,
    CompanionCulled,
    Cull,
    Recruit,
)
from embertable.games.lueur.setup import ChooseAdventurer
from embertable.games.lueur.sketals import ChooseReserveDie, DieTaken, TakeReserveDie
from tests.games.lueur.scene import CONTENT, new_game, scene

TRACK = {"fire": "A01", "water": "A02", "mineral": "A03", "air": "A04", "nature": "A05"}


def morning(adventurers="pocana eoles orium", first=0, **instead):
    """A Morning with five companions, some of them others than usual."""
    table = scene(adventurers, first=first)
    for space, companion in {**TRACK, **instead}.items():
        table.lay(space, companion)
    return table


def recruit_all(table):
    """Run the whole Morning, up to the first choice."""
    seats = table.state.turn_order()
    return table.run(*[ChooseCompanion(seat) for seat in seats], ClearTrack())


def companions(table):
    return [space.companion for space in table.state.track]


@pytest.mark.rule("L-RECRUIT-01")
def test_each_player_in_turn_takes_exactly_one_companion():
    table = morning(first=1)
    recruit_all(table)
    for seat, space in [(1, "fire"), (2, "air"), (0, "nature")]:
        choice = table.waiting()
        assert isinstance(choice, ChooseCompanion)
        assert choice.seat == seat
        table.act(Recruit(seat, space))
    assert table.waiting() is None
    assert [table.player(seat).companions for seat in (0, 1, 2)] == [["A05"], ["A01"], ["A04"]]


@pytest.mark.rule("L-RECRUIT-01")
def test_recruiting_is_compulsory_and_offers_every_companion():
    table = morning()
    recruit_all(table)
    assert table.offered() == [Recruit(0, space) for space in TRACK]
    table.act(Recruit(0, "water"))
    assert table.offered() == [Recruit(1, space) for space in TRACK if space != "water"]
    with pytest.raises(IllegalAction):
        table.act(Recruit(1, "water"))


@pytest.mark.rule("L-RECRUIT-02")
def test_all_dice_and_footprints_of_the_space_come_along():
    table = morning()
    table.lay("air", "A04", "small green air, small purple air", footprints=2)
    table.lay("fire", "A01", "small red fire", footprints=1)
    recruit_all(table)
    table.act(Recruit(0, "air"))
    player = table.player(0)
    colours = [CONTENT.dice[die].colour for die in player.dice]
    assert colours == ["red", "red", "red", "green", "purple"]
    assert player.footprints == 2
    assert (table.space("air").dice, table.space("air").footprints) == ([], 0)
    assert len(table.space("fire").dice) == 1


@pytest.mark.rule("L-RECRUIT-03")
def test_the_new_companion_stands_to_the_right():
    table = morning()
    table.give(0, companions="B40 A09")
    recruit_all(table)
    table.act(Recruit(0, "mineral"))
    assert table.player(0).companions == ["B40", "A09", "A03"]


@pytest.mark.rule("L-RECRUIT-04")
def test_a_lumipili_gives_its_reroll_in_the_same_round():
    table = morning(fire="A18")
    table.give(0, bursts=0)
    recruit_all(table)
    table.act(Recruit(0, "fire"), Recruit(1, "water"), Recruit(2, "air"))
    table.roll()
    table.late_morning()
    table.act(PickDie(0, table.player(0).dice[0]))
    assert RollPicked(0, "companion") in table.offered(0)


@pytest.mark.rule("L-RECRUIT-04")
def test_a_sketals_die_is_rolled_in_the_same_round():
    table = morning(fire="A14")
    recruit_all(table)
    table.act(Recruit(0, "fire"), Recruit(1, "water"), Recruit(2, "air"))
    table.luck("fire fire fire mineral fire fire fire fire")
    table.roll()
    assert table.die("large azure mineral") in table.player(0).dice


@pytest.mark.rule("L-RECRUIT-05")
def test_companions_nobody_took_go_to_the_cemetery_without_dice_and_footprints():
    table = morning("pocana eoles orium moloch")
    table.lay("nature", "A05", "small green nature", footprints=2)
    recruit_all(table)
    for seat, space in enumerate(["fire", "water", "mineral"]):
        table.act(Recruit(seat, space))
        assert table.state.cemetery == []
    table.act(Recruit(3, "air"))
    assert table.state.cemetery == ["A05"]
    assert companions(table) == ["", "", "", "", ""]
    assert (len(table.space("nature").dice), table.space("nature").footprints) == (1, 2)


@pytest.mark.rule("L-RECRUIT-06")
@pytest.mark.parametrize("first", [0, 1])
def test_two_players_the_first_sends_one_of_four_to_the_cemetery(first):
    table = morning("pocana eoles", first=first)
    table.lay("air", "A04", "small azure air", footprints=1)
    recruit_all(table)
    table.act(Recruit(first, "fire"))
    choice = table.waiting()
    assert isinstance(choice, ChooseCull)
    assert choice.seat == first
    # Compulsory: every remaining companion, and nothing else.
    assert table.offered() == [Cull(first, space) for space in TRACK if space != "fire"]
    table.act(Cull(first, "air"))
    assert table.state.cemetery == ["A04"]
    assert (len(table.space("air").dice), table.space("air").footprints) == (1, 1)
    second = 1 - first
    assert table.offered() == [Recruit(second, space) for space in ("water", "mineral", "nature")]
    table.act(Recruit(second, "water"))
    assert table.waiting() is None


@pytest.mark.rule("L-RECRUIT-06")
@pytest.mark.parametrize("adventurers", ["pocana eoles orium", "pocana eoles orium moloch"])
def test_with_more_than_two_players_nobody_culls(adventurers):
    table = morning(adventurers)
    choice = recruit_all(table)
    while choice is not None:
        assert isinstance(choice, ChooseCompanion)
        choice = table.act(table.offered()[0])
    assert table.events(CompanionCulled) == []


@pytest.mark.rule("L-RECRUIT-06")
def test_the_cull_comes_after_the_sketals_die():
    table = morning("pocana eoles", fire="B44")
    recruit_all(table)
    table.act(Recruit(0, "fire"))
    assert isinstance(table.waiting(), ChooseReserveDie)
    table.act(TakeReserveDie(0, "B44", table.state.reserve[0]))
    assert isinstance(table.waiting(), ChooseCull)


@pytest.mark.rule("L-RECRUIT-06")
def test_the_cull_comes_after_kaars_black_die():
    table = morning("pocana eoles", fire="A20")
    recruit_all(table)
    table.luck("water")
    table.act(Recruit(0, "fire"))
    assert isinstance(table.waiting(), ChooseCull)
    assert table.space("water").dice == [CONTENT.black_die]


@pytest.mark.rule("L-RECRUIT-07")
def test_a_culled_companion_has_no_effect_of_any_kind():
    for culled in ("A14", "A20"):  # a Sketal, and Kaar
        table = morning("pocana eoles", air=culled)
        reserve = list(table.state.reserve)
        recruit_all(table)
        table.act(Recruit(0, "fire"), Cull(0, "air"), Recruit(1, "water"))
        assert culled in table.state.cemetery
        assert table.state.reserve == reserve
        assert table.events(DieTaken) == table.events(BlackDiePlaced) == []


@pytest.mark.rule("L-RECRUIT-07")
def test_a_companion_left_over_has_no_effect_of_any_kind():
    table = morning("pocana eoles orium", air="A14", nature="A20")
    reserve = list(table.state.reserve)
    recruit_all(table)
    table.act(Recruit(0, "fire"), Recruit(1, "water"), Recruit(2, "mineral"))
    assert table.state.cemetery == ["A14", "A20"]
    assert table.state.reserve == reserve
    assert all(space.dice == [] for space in table.state.track)


@pytest.mark.rule("L-RECRUIT-08")
def test_what_is_left_on_a_space_adds_to_what_arrives():
    table = scene()
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]
    table.lay("fire", dice="small red fire", footprints=2)
    table.lay("air", footprints=3)
    table.give(0, dice="large red air, small blue fire")
    table.give(1, dice="")
    table.evening()
    assert (len(table.space("fire").dice), table.space("fire").footprints) == (2, 2)
    assert (len(table.space("air").dice), table.space("air").footprints) == (0, 4)


def unshuffled(cards):
    return " ".join(str(place) for place in range(cards - 1, 0, -1))


def set_up_game(players="2"):
    """A game with nothing shuffled, in which every small die shows fire now and always."""
    shuffles = f"{unshuffled(7)} {unshuffled(23)} {unshuffled(23)}"
    table = new_game(f"0 {shuffles} {'fire ' * 9}", players=players)
    while isinstance(table.next_choice(), ChooseAdventurer):
        table.apply(table.offered()[0])
    fire = 3
    table.chance = Script([fire] * 200)
    return table


def finish_round(table):
    """Everybody keeps their dice and stays where they are."""
    rounds = table.state.round
    while table.next_choice() is not None and table.state.round == rounds:
        table.apply(table.offered()[-1])


@pytest.mark.rule("L-RECRUIT-08", "L-SETUP-13", "L-EVENING-05")
def test_x11_footprints_pile_up():
    table = set_up_game(players="3")
    for round in (1, 2):
        assert table.state.space("nature").footprints == round
        for space in ("water", "mineral", "air"):
            choice = table.next_choice()
            assert isinstance(choice, ChooseCompanion)
            table.apply(Recruit(choice.seat, space))
        finish_round(table)
    assert table.state.round == 3
    assert table.state.space("nature").footprints == 3
    assert table.state.space("nature").dice == []


@pytest.mark.rule("L-RECRUIT-06", "L-RECRUIT-05")
def test_x13_two_players_send_three_companions_to_the_cemetery():
    table = set_up_game()
    table.apply(Recruit(0, "water"))
    table.apply(Cull(0, "mineral"))
    table.apply(Recruit(1, "air"))
    table.next_choice()
    assert len(table.state.cemetery) == 3
    assert [len(player.companions) for player in table.state.players] == [1, 1]


@pytest.mark.rule("L-RECRUIT-02", "L-KAAR-05")
def test_kaars_owner_takes_everything_but_the_black_die():
    table = morning()
    table.give(0, companions="A20")
    table.lay("air", "A04", "small black air, small blue air", footprints=1)
    recruit_all(table)
    table.act(Recruit(0, "air"), MoveBlackDie(0, "air", "fire"))
    assert [CONTENT.dice[die].colour for die in table.player(0).dice][3:] == ["blue"]
    assert table.player(0).footprints == 1
    assert table.space("fire").dice == [CONTENT.black_die]
