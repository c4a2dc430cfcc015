"""Late morning: all roll, then rerolls from companions, tokens and the score track."""

import pytest

from embertable.engine.errors import IllegalAction, NothingToDecide
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.effects import GainBursts
from embertable.games.lueur.late_morning import (
    ChoosePayment,
    DiceRolled,
    KeepDice,
    PayMix,
    PickDie,
    RollPicked,
    TurnDie,
)
from embertable.games.lueur.morning import ChooseCompanion, Cull, Recruit
from embertable.games.lueur.noon import ChooseCard
from embertable.games.lueur.rounds import PlayRound
from tests.games.lueur.scene import CONTENT, scene, showing

REROLL_SPACES = [0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 16, 19, 22, 26, 31, 37, 44, 52]


def late_morning(luck="", **given):
    """Pocana in Late morning with these things, and nothing besides."""
    table = scene("pocana eoles")
    table.give(0, **{"bursts": 0, **given})
    table.give(1, dice="", bursts=0)
    table.luck(luck)
    table.late_morning()
    return table


def reroll(table, source, *dice):
    """Roll dice again, paid by a source."""
    table.act(*[PickDie(0, table.die(die)) for die in dice], RollPicked(0, source))


def sources(table):
    """Where a reroll could come from now."""
    if table.waiting() is None:
        return []
    table.act(PickDie(0, table.player(0).dice[0]))
    return [action.source for action in table.offered() if isinstance(action, RollPicked)]


def turns(table):
    return [action.face for action in table.offered() if isinstance(action, TurnDie)]


@pytest.mark.rule("L-ROLL-01")
def test_everybody_rolls_all_their_dice():
    table = scene("pocana eoles", luck="water fire special special air mineral")
    table.give(0, companions="A14", dice="large red, large azure, small black, small purple")
    table.give(1, dice="large azure, small green")
    table.roll()
    shown = [table.state.faces[die] for die in table.player(0).dice]
    assert shown == ["water", "fire", "minus_bursts", "footprints"]
    assert [table.state.faces[die] for die in table.player(1).dice] == ["air", "mineral"]


@pytest.mark.rule("L-ROLL-01")
def test_dice_nobody_holds_are_not_rolled():
    table = scene("pocana eoles", luck="water")
    table.lay("air", dice="small red air")
    table.give(0, dice="small green")
    table.give(1, dice="")
    table.roll()
    assert [table.state.faces[die] for die in table.space("air").dice] == ["air"]
    assert all(table.state.faces[die] == "" for die in table.state.reserve)


@pytest.mark.rule("L-ROLL-02")
def test_results_are_public():
    table = scene("pocana eoles", luck="water air")
    table.give(0, dice="large red, small green")
    table.give(1, dice="")
    table.roll()
    for seat in (0, 1, None):
        assert [die.face for die in table.view(seat).players[0].dice] == ["water", "air"]
    assert table.events(DiceRolled)[0].seen_by() is None


@pytest.mark.rule("L-ROLL-02")
def test_results_stay_until_the_end_of_the_round():
    table = scene("pocana eoles")
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]
    table.give(0, dice="large red water, large red air", bursts=0)
    table.give(1, dice="", bursts=0)
    for step in (table.late_morning, table.noon, table.afternoon):
        step()
        assert table.faces() == ["air", "water"]
    table.evening()
    assert table.faces() == ["", ""]


@pytest.mark.rule("L-REROLL-01")
def test_one_reroll_rolls_one_die():
    table = late_morning("mineral", rerolls=1, dice="large red fire, small green air")
    reroll(table, "token", "small green")
    assert table.faces() == ["fire", "mineral"]
    assert table.waiting() is None


@pytest.mark.rule("L-REROLL-01")
def test_one_reroll_rolls_two_dice_together():
    table = late_morning("mineral water", rerolls=1, dice="large red fire, small green air")
    reroll(table, "token", "large red", "small green")
    assert table.faces() == ["mineral", "water"]
    assert table.player(0).rerolls == 0


@pytest.mark.rule("L-REROLL-01")
def test_one_reroll_never_rolls_three_dice_nor_one_twice():
    table = late_morning(rerolls=1, dice="large red fire, small green air, small blue air")
    red, green, blue = table.player(0).dice
    table.act(PickDie(0, red))
    assert [action.die for action in table.offered() if isinstance(action, PickDie)] == [
        green,
        blue,
    ]
    table.act(PickDie(0, green))
    assert table.offered() == [RollPicked(0, "token")]


@pytest.mark.rule("L-REROLL-01")
def test_rerolls_are_optional_and_any_number_may_be_used():
    table = late_morning("water air fire", rerolls=3, dice="small green nature")
    assert KeepDice(0) in table.offered()
    for face in ("water", "air", "fire"):
        reroll(table, "token", "small green")
        assert table.faces() == [face]
    assert table.waiting() is None


@pytest.mark.rule("L-REROLL-01")
def test_only_own_dice_are_rerolled():
    table = late_morning(rerolls=1, dice="small green nature")
    table.give(1, dice="small blue fire")
    with pytest.raises(IllegalAction):
        table.act(PickDie(0, table.die("small blue", seat=1)))


@pytest.mark.rule("L-REROLL-02")
def test_a_die_is_rerolled_again_with_a_further_reroll():
    table = late_morning("water fire", companions="A18", rerolls=1, dice="small green nature")
    reroll(table, "companion", "small green")
    assert table.faces() == ["water"]
    reroll(table, "token", "small green")
    assert table.faces() == ["fire"]


@pytest.mark.rule("L-REROLL-03")
def test_each_lumipili_gives_one_reroll_a_round():
    table = late_morning("water fire", companions="A18 B45", dice="small green nature")
    reroll(table, "companion", "small green")
    reroll(table, "companion", "small green")
    assert table.waiting() is None
    assert table.player(0).rerolls == 0


@pytest.mark.rule("L-REROLL-03")
def test_unused_companion_rerolls_do_not_carry_over():
    table = late_morning(companions="A18", dice="large red fire")
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]
    table.act(KeepDice(0))
    table.evening()
    assert table.view().players[0].companion_rerolls == 1
    table.luck("air water")
    table.roll()
    table.late_morning()
    reroll(table, "companion", "large red")
    assert table.waiting() is None


@pytest.mark.rule("L-REROLL-03")
def test_a_used_companion_reroll_comes_back_next_round():
    table = late_morning("air", companions="A18", dice="large red fire")
    table.state.deck = ["A05", "A04", "A03", "A02", "A01"]
    reroll(table, "companion", "large red")
    assert table.view().players[0].companion_rerolls == 0
    table.evening()
    assert table.view().players[0].companion_rerolls == 1


@pytest.mark.rule("L-REROLL-04")
def test_a_token_goes_back_for_each_reroll():
    table = late_morning("air fire", rerolls=3, dice="large red fire")
    reroll(table, "token", "large red")
    assert table.player(0).rerolls == 2
    reroll(table, "token", "large red")
    assert table.player(0).rerolls == 1


@pytest.mark.rule("L-REROLL-05")
def test_the_score_token_moves_back_to_a_reroll_space():
    table = late_morning("air", bursts=12, dice="large red fire")
    reroll(table, "track", "large red")
    assert table.faces() == ["air"]
    assert (table.player(0).bursts, table.player(0).rerolls) == (11, 0)


@pytest.mark.rule("L-REROLL-05")
def test_standing_on_a_reroll_space_gives_nothing():
    table = late_morning("air", bursts=13, dice="large red fire")
    reroll(table, "track", "large red")
    assert table.player(0).bursts == 11


@pytest.mark.rule("L-REROLL-05")
def test_reaching_a_reroll_space_by_moving_forward_gives_nothing():
    table = scene("pocana eoles")
    table.give(0, bursts=0)
    table.run(GainBursts(0, 13))
    assert table.player(0).rerolls == 0
    assert table.view().players[0].track_rerolls[0] == 11


@pytest.mark.rule("L-REROLL-05")
def test_the_score_track_may_be_used_down_to_0():
    table = late_morning("air fire air", bursts=3, dice="large red fire")
    for total in (2, 1, 0):
        reroll(table, "track", "large red")
        assert table.player(0).bursts == total
    assert table.waiting() is None


@pytest.mark.rule("L-REROLL-05", "L-REROLL-06")
@pytest.mark.parametrize("total", range(1, 100))
def test_the_move_goes_to_the_nearest_reroll_space_below(total):
    table = late_morning("air", bursts=total, dice="large red fire")
    reroll(table, "track", "large red")
    assert table.player(0).bursts == max(space for space in REROLL_SPACES if space < total)


@pytest.mark.rule("L-REROLL-06")
def test_at_0_the_score_track_is_exhausted():
    assert sources(late_morning(bursts=0, dice="large red fire")) == []
    assert sources(late_morning(bursts=0, rerolls=1, dice="large red fire")) == ["token"]


@pytest.mark.rule("L-REROLL-07")
def test_three_rerolls_turn_a_die_to_a_chosen_face():
    table = late_morning(rerolls=3, dice="small green nature")
    table.act(PickDie(0, table.die("small green")), TurnDie(0, "fire"))
    assert table.faces() == ["fire"]
    assert table.player(0).rerolls == 0


@pytest.mark.rule("L-REROLL-07")
def test_two_rerolls_do_not_turn_a_die():
    table = late_morning(companions="A18", rerolls=1, dice="small green nature")
    table.act(PickDie(0, table.die("small green")))
    assert turns(table) == []


@pytest.mark.rule("L-REROLL-07")
def test_only_one_die_is_turned():
    table = late_morning(rerolls=3, dice="small green nature, small blue water")
    table.act(PickDie(0, table.die("small green")), PickDie(0, table.die("small blue")))
    assert turns(table) == []


@pytest.mark.rule("L-REROLL-07")
@pytest.mark.parametrize(
    ("die", "special"),
    [("small green", []), ("large purple", ["footprints"]), ("large yellow", ["bursts"])],
)
def test_a_die_is_turned_only_to_faces_it_has(die, special):
    table = late_morning(rerolls=3, dice=die)
    table.act(PickDie(0, table.die(die)))
    assert sorted(turns(table)) == sorted(["nature", "water", "air", "fire", "mineral", *special])


@pytest.mark.rule("L-REROLL-07")
def test_a_die_is_not_turned_to_the_face_it_shows():
    table = late_morning(rerolls=3, dice="small green fire")
    table.act(PickDie(0, table.die("small green")))
    assert sorted(turns(table)) == ["air", "mineral", "nature", "water"]


@pytest.mark.rule("L-REROLL-07")
def test_any_mix_of_sources_pays():
    table = late_morning(companions="A18", rerolls=2, bursts=10, dice="small green nature")
    table.act(PickDie(0, table.die("small green")), TurnDie(0, "fire"))
    assert isinstance(table.waiting(), ChoosePayment)
    mixes = [
        (one.companion, one.token, one.track) for one in table.offered() if type(one) is PayMix
    ]
    assert sorted(mixes) == [(0, 0, 3), (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 1, 1), (1, 2, 0)]


@pytest.mark.rule("L-REROLL-07", "L-REROLL-03")
def test_no_mix_pays_more_than_three_or_a_companions_reroll_twice():
    table = late_morning(companions="A18", rerolls=5, bursts=10, dice="small green nature")
    table.act(PickDie(0, table.die("small green")), TurnDie(0, "fire"))
    mixes = [
        (one.companion, one.token, one.track) for one in table.offered() if type(one) is PayMix
    ]
    assert all(sum(mix) == 3 and min(mix) >= 0 for mix in mixes), mixes
    assert max(companion for companion, _, _ in mixes) == 1
    assert len(mixes) == 7


@pytest.mark.rule("L-REROLL-07")
@pytest.mark.parametrize(("track", "total"), [(1, 19), (2, 16), (3, 13)])
def test_track_rerolls_of_one_payment_cost_the_way_to_the_last_space(track, total):
    table = late_morning(rerolls=3, bursts=20, dice="small green nature")
    table.act(PickDie(0, table.die("small green")), TurnDie(0, "fire"))
    table.act(PayMix(0, "fire", companion=0, token=3 - track, track=track))
    assert (table.player(0).bursts, table.player(0).rerolls) == (total, track)
    assert table.faces() == ["fire"]


@pytest.mark.rule("L-REROLL-07")
def test_the_track_pays_no_more_than_it_has_spaces_left():
    table = late_morning(rerolls=2, bursts=1, dice="small green nature")
    table.act(PickDie(0, table.die("small green")), TurnDie(0, "fire"))
    assert (table.player(0).bursts, table.player(0).rerolls) == (0, 0)


@pytest.mark.rule("L-REROLL-08")
@pytest.mark.parametrize(
    ("total", "expected"), [(99, ["track"]), (100, []), (103, []), (152, []), (250, [])]
)
def test_from_100_on_the_track_gives_no_reroll(total, expected):
    assert sources(late_morning(bursts=total, dice="large red fire")) == expected


@pytest.mark.rule("L-REROLL-08")
def test_from_100_on_the_track_does_not_help_to_turn_a_die():
    table = late_morning(bursts=101, rerolls=2, dice="large red fire")
    table.act(PickDie(0, table.die("large red")))
    assert turns(table) == []


@pytest.mark.rule("L-REROLL-09")
def test_kept_dice_are_fixed_while_others_go_on():
    table = scene("pocana eoles")
    table.give(0, rerolls=5, dice="large red fire")
    table.give(1, rerolls=1, dice="large azure fire")
    table.late_morning()
    table.act(KeepDice(0))
    with pytest.raises(NothingToDecide):
        table.act(PickDie(0, table.die("large red")))
    assert KeepDice(1) in table.offered(1)


@pytest.mark.rule("L-REROLL-09")
def test_no_reroll_once_noon_has_begun():
    table = scene("pocana eoles")
    table.give(0, companions="A04 B29", rerolls=5, dice=showing("mineral mineral"))
    table.noon()
    assert isinstance(table.waiting(), ChooseCard)
    assert not any(isinstance(action, (PickDie, RollPicked)) for action in table.offered())
    with pytest.raises(IllegalAction):
        table.act(PickDie(0, table.player(0).dice[0]))


@pytest.mark.rule("L-REROLL-10")
def test_the_black_die_is_rerolled_like_any_other():
    table = late_morning("air", rerolls=1, dice="small black fire, small red fire")
    reroll(table, "token", "small black")
    assert table.state.faces[CONTENT.black_die] == "air"


@pytest.mark.rule("L-REROLL-10")
def test_the_black_die_is_set_like_any_other():
    table = late_morning(rerolls=3, dice="small black fire, small red fire")
    table.act(PickDie(0, CONTENT.black_die), TurnDie(0, "water"))
    assert table.state.faces[CONTENT.black_die] == "water"


@pytest.mark.rule("L-REROLL-11")
def test_tokens_gained_at_noon_are_usable_from_the_next_round():
    table = scene("taetyss pocana", luck="air water fire fire")
    for space, companion in [("fire", "A05"), ("water", "B34"), ("air", "B36"), ("nature", "A03")]:
        table.lay(space, companion)
    table.state.deck = ["A01", "A02", "A04", "A06", "A07"]
    table.give(0, bursts=0, dice="large blue, large blue")
    table.give(1, bursts=0, dice="")
    table.run(PlayRound())
    table.act(Recruit(0, "fire"), Cull(0, "air"), Recruit(1, "water"))
    # Nothing to reroll with; at Noon Taetyss brings a token, and nobody can travel.
    assert isinstance(table.waiting(), ChooseCompanion)
    assert table.player(0).rerolls == 1
    table.act(Recruit(1, "fire"), Cull(1, "air"), Recruit(0, "water"))
    assert sources(table) == ["token", "track"]


@pytest.mark.rule("L-REROLL-03", "L-REROLL-04", "L-REROLL-07", "L-COND-01")
def test_x1_setting_a_die():
    table = scene("taetyss eoles")
    table.give(
        0,
        companions="A18",
        rerolls=2,
        dice="large blue air, large blue water, small azure air, small green air",
    )
    table.give(1, dice="")
    assert counted_symbols(table.state, 0) == {"air": 3, "water": 1}
    table.late_morning()
    table.act(
        PickDie(0, table.die("small green")),
        TurnDie(0, "water"),
        PayMix(0, "water", companion=1, token=2, track=0),
        KeepDice(0),
    )
    assert table.faces() == ["air", "air", "water", "water"]
    assert (table.player(0).bursts, table.player(0).rerolls) == (10, 0)
    table.noon()
    assert (table.player(0).bursts, table.player(0).rerolls) == (16, 2)
    assert table.player(0).companions == ["A18"]


@pytest.mark.rule("L-REROLL-05", "L-REROLL-06", "L-COND-02")
def test_x2_rerolls_from_the_score_track():
    table = scene("pocana eoles", luck="water fire air")
    table.give(
        0,
        companions="A14 A19",
        bursts=14,
        dice="large red fire, large red water, large red air, large azure air, "
        "small green nature, small blue air, small orange mineral",
    )
    table.give(1, dice="")
    table.late_morning()
    reroll(table, "track", "large red fire", "small orange")
    assert table.player(0).bursts == 13
    assert table.faces() == ["air", "air", "air", "fire", "nature", "water", "water"]
    reroll(table, "track", "small orange")
    assert table.player(0).bursts == 11
    table.act(KeepDice(0))
    table.noon()
    assert table.player(0).bursts == 21
    assert table.player(0).companions == ["A14"]
    assert table.state.cemetery == ["A19"]
    assert table.die("large azure air") in table.player(0).dice


@pytest.mark.rule("L-REROLL-03", "L-EFFECT-04")
def test_interaction_21_lumipili_lost_after_use():
    table = late_morning("nature", companions="A18", dice="small green nature, small blue water")
    reroll(table, "companion", "small blue")
    table.noon()  # two nature: the Lumipili leaves
    assert table.player(0).companions == []
    assert table.faces() == ["nature", "nature"]
    assert table.view().players[0].companion_rerolls == 0


@pytest.mark.rule("L-REROLL-07", "L-REROLL-10")
@pytest.mark.parametrize(
    ("die", "face", "bursts", "footprints"),
    [
        ("small purple", "footprints", 10, 2),
        ("large yellow", "bursts", 13, 0),
        ("small black", "minus_bursts", 8, 0),
    ],
)
def test_interaction_27_set_die_to_a_special_face(die, face, bursts, footprints):
    table = late_morning(bursts=10, rerolls=3, dice=f"{die} fire")
    table.act(
        PickDie(0, table.die(die)),
        TurnDie(0, face),
        PayMix(0, face, companion=0, token=3, track=0),
        KeepDice(0),
    )
    table.noon()
    assert table.faces() == [face]
    assert (table.player(0).bursts, table.player(0).footprints) == (bursts, footprints)
