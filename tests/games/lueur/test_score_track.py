"""Bursts of light: where they come from and go to, the floor, and the second lap."""

from collections import Counter

import pytest

from embertable import new_table
from embertable.games.lueur.effects import BurstsGained, BurstsLost, GainBursts, LoseBursts
from embertable.games.lueur.final_count import FinalCount, SourceCounted
from embertable.games.lueur.late_morning import FellBack, PickDie, RollPicked
from embertable.games.lueur.morning import Recruit
from embertable.games.lueur.noon import Resolve
from embertable.games.lueur.province import StopWalking, WalkTo
from tests.games.lueur.scene import LUEUR, scene, showing


def total(table, seat=0):
    return table.player(seat).bursts


@pytest.mark.rule("L-SCORE-01")
def test_each_burst_moves_the_token_at_once():
    table = scene()
    table.run(GainBursts(0, 4), LoseBursts(0, 2), GainBursts(0, 1))
    moved = [(event.n, event.total) for event in table.events(BurstsGained)]
    assert moved == [(4, 14), (1, 13)]
    assert [(event.n, event.total) for event in table.events(BurstsLost)] == [(2, 12)]
    assert total(table) == 13


@pytest.mark.rule("L-SCORE-01", "L-SCORE-03")
@pytest.mark.parametrize(("order", "left"), [(["B30", "A04"], 1), (["A04", "B30"], 0)])
def test_bursts_move_card_by_card_not_at_the_end_of_noon(order, left):
    table = scene("pocana eoles")
    table.give(0, companions="B30 A04", dice=showing("water water mineral"), bursts=1)
    table.noon()
    table.act(Resolve(0, order[0]))
    assert total(table) == left


@pytest.mark.rule("L-SCORE-02")
def test_past_99_the_token_goes_on_from_0_and_the_total_is_kept():
    table = scene()
    table.give(0, bursts=99)
    table.run(GainBursts(0, 1))
    assert (total(table), table.view().players[0].score_space) == (100, 0)
    table.run(GainBursts(0, 99))
    assert (total(table), table.view().players[0].score_space) == (199, 99)


@pytest.mark.rule("L-SCORE-02", "L-END-06")
def test_laps_count_in_the_end():
    table = scene("orium noctiluca")
    table.give(0, bursts=101, dice="")
    table.give(1, bursts=99, dice="")
    table.run(FinalCount())
    result = table.table.result
    assert result is not None
    assert result.winners == (0,)


@pytest.mark.rule("L-SCORE-03")
def test_a_loss_stops_at_0_and_nothing_is_owed():
    table = scene()
    table.give(0, bursts=3)
    table.run(LoseBursts(0, 5))
    assert total(table) == 0
    assert [event.n for event in table.events(BurstsLost)] == [3]
    table.run(GainBursts(0, 4))
    assert total(table) == 4


@pytest.mark.rule("L-SCORE-04")
@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ({"companions": "B31", "dice": "small green water"}, 20 + 3),  # a card that gives
        ({"companions": "B30", "dice": showing("water water")}, 20 - 2),  # a card that takes
        ({"spells": "S1", "dice": showing("nature nature")}, 20 - 5),  # a spell
        ({"dice": "large yellow bursts"}, 20 + 3),
        ({"dice": "small black minus_bursts"}, 20 - 2),
        ({"companions": "A21", "dice": "small green water"}, 20),  # footprints are no bursts yet
        ({"companions": "A18", "fireflies": 5, "rerolls": 5}, 20),  # nor are powers and tokens
    ],
)
def test_bursts_come_and_go_by_cards_spells_and_dice(things, expected):
    table = scene("pocana eoles")
    table.give(0, **{"dice": "", "bursts": 20, **things})
    table.noon()
    assert total(table) == expected


@pytest.mark.rule("L-SCORE-04", "L-JOURNEY-04")
def test_the_burst_loss_icon_of_the_province_takes_bursts():
    table = scene()
    table.give(0, company="P12", bursts=20, dice="small green fire")  # water is crossed on P11
    table.give(1, dice="")
    table.afternoon()
    table.act(WalkTo(0, "P11", "free"))
    assert total(table) == 20 - 5


@pytest.mark.rule("L-SCORE-04")
def test_rerolls_from_the_score_track_take_bursts_and_other_rerolls_none():
    for source, expected in [("track", 19), ("token", 20), ("companion", 20)]:
        table = scene()
        table.give(0, companions="A18", rerolls=1, bursts=20, dice="small green fire")
        table.late_morning()
        table.act(PickDie(0, table.die("small green")), RollPicked(0, source))
        assert total(table) == expected


@pytest.mark.rule("L-SCORE-04", "L-DEF-11")
def test_recruiting_gives_no_bursts_before_the_end():
    table = scene("pocana eoles orium")
    table.lay("fire", "A11", footprints=3)  # 6 bursts at the end of the game
    table.lay("water", "A02")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert total(table) == 10


@pytest.mark.rule("L-SCORE-04", "L-END-02", "L-END-03", "L-END-04", "L-END-05")
def test_at_the_end_cards_journey_fireflies_and_footprints_add_bursts():
    table = scene("eoles pocana")  # Eoles 4
    table.give(0, companions="A12", fireflies=1, footprints=2, encampment="P33", bursts=20)
    table.run(FinalCount())
    counted = {event.source: event.points for event in table.events(SourceCounted)[:4]}
    assert counted == {"cards": 4 + 5, "journey": 8, "fireflies": 10, "footprints": 2}
    assert total(table) == 20 + 9 + 8 + 10 + 2


@pytest.mark.rule("L-SCORE-01", "L-SCORE-04")
@pytest.mark.parametrize("journey", ["province", "archipelago"])
def test_every_move_of_every_token_has_its_reason_in_the_log(journey):
    table = new_table(LUEUR, {"players": "3", "journey": journey}, seed=7)
    decisions = 0
    while table.next_choice() is not None:
        offered = table.offered()
        table.apply(offered[decisions * 5 % len(offered)])
        decisions += 1
    totals = Counter(dict.fromkeys(range(3), 10))
    for event in table.log:
        if isinstance(event, BurstsGained):
            totals[event.seat] += event.n
        elif isinstance(event, BurstsLost | FellBack):
            totals[event.seat] -= event.n
        elif isinstance(event, SourceCounted):
            totals[event.seat] += event.points
        else:
            continue
        assert event.total == totals[event.seat]
    assert table.result is not None
    assert table.result.scores == (totals[0], totals[1], totals[2])


@pytest.mark.rule("L-SCORE-02", "L-REROLL-08", "L-DEF-08")
def test_x7_wrap():
    table = scene()
    table.give(0, bursts=98)
    table.run(GainBursts(0, 5))
    seen = table.view().players[0]
    assert (seen.bursts, seen.score_space, seen.track_rerolls) == (103, 3, ())
    table.run(LoseBursts(0, 4))
    seen = table.view().players[0]
    assert (seen.bursts, seen.track_rerolls[0]) == (99, 52)
    table.give(0, dice="small green fire")
    table.late_morning()
    table.act(PickDie(0, table.die("small green")), RollPicked(0, "track"))
    assert total(table) == 52


@pytest.mark.rule("L-END-06")
def test_interaction_26_rerolls_score_nothing_but_break_ties():
    table = scene("orium noctiluca")
    table.give(0, bursts=30, rerolls=1, dice="")
    table.give(1, bursts=30, rerolls=4, dice="")
    table.run(FinalCount())
    result = table.table.result
    assert result is not None
    assert (result.outcome, result.winners) == ("won", (1,))
    assert result.scores[0] == result.scores[1]


@pytest.mark.rule("L-END-05", "L-JOURNEY-PROVINCE-04")
def test_interaction_26_a_footprint_used_as_wild_card_costs_a_point():
    table = scene("orium noctiluca")
    for seat in (0, 1):
        table.give(seat, bursts=30, footprints=2, company="P01", dice="")
    table.afternoon()
    table.act(WalkTo(0, "P02", "footprint"), StopWalking(0), StopWalking(1))
    table.run(FinalCount())
    assert (total(table, 0), total(table, 1)) == (30 + 10 + 1, 30 + 10 + 2)
