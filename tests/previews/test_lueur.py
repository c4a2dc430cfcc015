"""Forecasts of Lueur come true: the light of the dice, the outcomes of a reroll, the ways within reach."""

from __future__ import annotations

from typing import Any

import pytest

from embertable import load, new_table
from embertable.engine.chance import seeded
from embertable.engine.table import Table
from embertable.games.lueur.archipelago import ChooseSailing, Sail
from embertable.games.lueur.cromaug import ChooseRaise, Raise
from embertable.games.lueur.effects import GainFootprints
from embertable.games.lueur.late_morning import ChooseDice, ChoosePayment, KeepDice
from embertable.games.lueur.moments import JourneyValue
from embertable.games.lueur.morning import ChooseCompanion
from embertable.games.lueur.noon import ChooseCard
from embertable.games.lueur.province import ChooseTravelDie, ChooseWay, WalkTo
from embertable.games.lueur.sketals import ChooseReserveDie
from embertable.previews import forecast
from embertable.previews.lueur import LueurAhead
from embertable.previews.lueur.light import best, light_of, rest_of_noon


def ahead_of(table: Table[Any], seat: int) -> LueurAhead:
    data = forecast(table, seat).data
    assert isinstance(data, LueurAhead)
    return data


def positions(kind: type, seed: int, most: int = 600, **options: str):
    """Positions of random games at which a choice of this kind is open."""
    table: Table[Any] = new_table(load("lueur"), {"players": "2", **options}, seed)
    luck = seeded(seed)
    for _ in range(most):
        choice = table.next_choice()
        if choice is None:
            return
        if isinstance(choice, kind):
            yield table, choice.seat
        table.apply(luck.pick("options", table.offered()))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_light_of_kept_dice_comes_at_noon(seed):
    compared = 0
    for table, seat in positions(ChooseDice, seed):
        if table.state.players[seat].picked:
            continue
        keep = ahead_of(table, seat).keep
        assert keep is not None
        true = table.copy(table.chance.copy())
        while isinstance(choice := true.next_choice(), (ChooseDice, ChoosePayment, ChooseCard)):
            offered = true.offered()
            keeps = [one for one in offered if isinstance(one, KeepDice)]
            true.apply(keeps[0] if keeps else best(true, offered), choice.seat)
        player = true.state.players[seat]
        if player.count:
            continue  # the game ended, and the final count came on top
        compared += 1
        assert keep.total == player.bursts
        assert set(keep.leaves) <= set(true.state.cemetery)
    assert compared > 10


def test_the_outcomes_of_a_die_are_its_faces():
    for table, seat in positions(ChooseDice, 4, 200):
        ahead = ahead_of(table, seat)
        assert [one.die for one in ahead.dice] == table.state.players[seat].dice
        picked = table.state.players[seat].picked
        for outlook in ahead.dice:
            assert sum(one.share for one in outlook.odds) == pytest.approx(1)
            if picked not in ([], [outlook.die]):
                continue
            assert sum(one.share for one in outlook.outcomes) == pytest.approx(1)
            shown = [one for one in outlook.outcomes if one.face == table.state.faces[outlook.die]]
            assert [one.light for one in shown] == [ahead.keep]


def test_every_way_within_reach_can_be_walked():
    walked = 0
    for table, seat in positions(ChooseWay, 5):
        for reach in ahead_of(table, seat).reach[:6]:
            true = table.copy(seeded(9))
            # Dice used before this walk pay nothing, and the last walker's dice pay although the evening takes them back.
            assert len(set(reach.dice)) == reach.payments.count("die")
            for space, payment in zip(reach.way, reach.payments, strict=True):
                true.apply(WalkTo(seat, space, payment), seat)
                while isinstance(true.choice_of(seat), ChooseTravelDie):
                    true.apply(true.offered(seat)[0], seat)
            player = true.state.players[seat]
            assert (player.company, player.footprints) == (reach.space, reach.footprints)
            walked += 1
    assert walked > 20


def test_every_offered_companion_has_a_worth():
    for table, seat in positions(ChooseCompanion, 6, 100):
        ahead = ahead_of(table, seat)
        assert [one.companion for one in ahead.worths] == [
            space.companion for space in table.state.track if space.companion
        ]


def test_the_odds_of_two_dice_are_those_of_rolling_both():
    for table, seat in positions(ChooseDice, 4, 300):
        player = table.state.players[seat]
        if len(player.picked) != 1:
            continue
        first = player.picked[0]
        second = next(die for die in player.dice if die != first)
        outlook = next(one for one in ahead_of(table, seat).dice if one.die == second)
        gains: list[int] = []
        for face in table.state.content.dice[first].faces:
            for other in table.state.content.dice[second].faces:
                tried = table.copy(seeded(0))
                tried.state.faces[first], tried.state.faces[second] = face, other
                gains.append(light_of(tried, seat).gain)
        for odds in outlook.odds:
            same = sum(one.share for one in outlook.odds if one.gain == odds.gain)
            assert same == pytest.approx(gains.count(odds.gain) / len(gains))
        return
    raise AssertionError("nobody picked a die")


def test_what_a_begun_noon_still_brings_comes():
    compared = 0
    for table, seat in positions(ChooseCard, 2):
        rest = ahead_of(table, seat).lights[seat]
        true = table.copy(seeded(9))
        while isinstance(true.choice_of(seat), ChooseCard):
            true.apply(best(true, true.offered(seat)), seat)
        if true.state.round != table.state.round or true.state.players[seat].count:
            continue
        assert true.state.players[seat].bursts == rest.total
        compared += 1
    assert compared > 3


def test_every_sailing_costs_what_was_said():
    sailed = 0
    for table, seat in positions(ChooseSailing, 5, journey="archipelago"):
        before = table.state.players[seat].footprints
        for sailing in ahead_of(table, seat).sailings:
            true = table.copy(seeded(9))
            true.apply(Sail(seat, sailing.start, sailing.island), seat)
            true.next_choice()
            # An island may give footprints, but only after the boat has paid.
            island = table.state.content.archipelago.places[sailing.island]
            given = sum(one.n for one in island.effects if isinstance(one, GainFootprints))
            assert sailing.footprints - given == before - sailing.missing - sailing.toll
            assert true.state.players[seat].footprints == sailing.footprints
            assert true.ask(JourneyValue(seat), 0) == sailing.points
            assert sailing.missing + sailing.toll <= before
            sailed += 1
    assert sailed > 20


def test_a_companion_that_comes_back_brings_what_was_said():
    asked = 0
    gains: set[int] = set()
    for seed in range(1, 40):
        for table, seat in positions(ChooseRaise, seed):
            ahead = ahead_of(table, seat)
            offered = {one.companion for one in table.offered(seat) if isinstance(one, Raise)}
            assert {one.companion for one in ahead.returns} == offered
            for one in ahead.returns:
                true = table.copy(seeded(9))
                true.apply(Raise(seat, one.companion), seat)
                while isinstance(choice := true.choice_of(seat), (ChooseCard, ChooseReserveDie)):
                    true.apply(best(true, true.offered(seat)), seat)
                if choice is not None and not isinstance(choice, ChooseWay):
                    continue
                player = true.state.players[seat]
                if true.state.round == table.state.round and not player.count:
                    assert one.leaves == (one.companion not in player.companions)
                    gains.add(one.gain)
                    assert player.bursts == rest_of_noon(table, seat).total + one.gain
            asked += 1
        if asked > 2 and len(gains) > 1:
            return
    raise AssertionError("Cromaug called nobody")


@pytest.mark.parametrize("journey", ["province", "archipelago"])
def test_every_position_has_a_forecast(journey):
    """From the choice of adventurers on, whoever is asked."""
    table: Table[Any] = new_table(load("lueur"), {"players": "3", "journey": journey}, 8)
    luck = seeded(8)
    for _ in range(150):
        if table.next_choice() is None:
            return
        for seat in range(3):
            forecast(table, seat)
        table.apply(luck.pick("options", table.offered()))
