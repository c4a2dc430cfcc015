"""Forecasts of Set a Watch come true: what stopping costs, and what fells a creature."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from embertable import load, new_table
from embertable.bots import ask, get_bot
from embertable.engine.record import load_record
from embertable.engine.session import resume
from embertable.engine.table import PARTY, Table
from embertable.games.setawatch.attack import AddDie, ChooseBlow, PutDie, StrikeNow
from embertable.games.setawatch.camp import ChooseRest, Rest
from embertable.games.setawatch.defeat import ChooseTrophy
from embertable.games.setawatch.exhausting import ChooseExhausted, Shield
from embertable.games.setawatch.health import health
from embertable.games.setawatch.state import UNSPENT
from embertable.games.setawatch.watch import GIVE_UP, STAND_WATCH, ChooseAction
from embertable.previews import forecast
from embertable.previews.forecast import AT_REST
from embertable.previews.setawatch import WatchAhead
from embertable.previews.setawatch.ahead import play_on


def positions(
    kind: type, seed: int, most: int = 400, **options: str
) -> Iterator[tuple[Table[Any], int]]:
    """Positions of a greedy game at which a choice of this kind is open."""
    table: Table[Any] = new_table(load("setawatch"), {"players": "2", **options}, seed)
    bot = get_bot("greedy", 1)
    for _ in range(most):
        choice = table.next_choice()
        if choice is None:
            return
        seat = choice.answerers(table)[0]
        if isinstance(choice, kind):
            yield table, seat
        table.apply(ask(bot, table, seat), seat)


def ahead_of(table: Table[Any], seat: int) -> WatchAhead:
    data = forecast(table, seat).data
    assert isinstance(data, WatchAhead)
    return data


def test_stopping_costs_what_was_forecast():
    exact = 0
    for table, seat in chain.from_iterable(
        positions(ChooseAction, seed, 160) for seed in (1, 2, 5)
    ):
        stop = ahead_of(table, seat).stop
        assert stop is not None
        assert stop.low <= stop.high
        true = table.copy_doing(table.chance.copy(), GIVE_UP, STAND_WATCH, AT_REST)
        play_on(true)
        if stop.lost in (0, 1) and all(one.up for one in table.state.line):
            assert true.has_ended() == bool(stop.lost)
        if stop.low == stop.high and not stop.lost and all(one.up for one in table.state.line):
            exact += 1
            assert stop.ready - true.state.ready_on_watch() == stop.low
    assert exact > 0


def test_unseen_cards_may_be_the_cheapest():
    unsure = 0
    for table, seat in chain.from_iterable(
        positions(ChooseAction, seed, 160) for seed in (1, 2, 5)
    ):
        ahead = ahead_of(table, seat)
        assert ahead.stop is not None
        least = sum(toll.cards for toll in ahead.tolls)
        if all(toll.known for toll in ahead.tolls) or least >= ahead.stop.ready:
            continue
        unsure += 1
        assert ahead.stop.low <= least
        assert ahead.stop.lost < 1, "nobody knows that it is lost"
    assert unsure > 0


def test_a_die_that_fells_a_creature_is_told():
    felled = 0
    for table, seat in positions(ChooseAction, 3, 120):
        fellers = ahead_of(table, seat).fellers
        for option in table.offered(seat):
            if not isinstance(option, PutDie):
                continue
            told = any(
                (one.place, one.die, one.slot, one.item) == (option.place, option.die, -1, "")
                for one in fellers
            )
            card = table.state.line[option.place - 1].card
            true = table.copy(table.chance.copy())
            true.apply(option, seat)
            true.next_choice()
            gone = all(one.card != card for one in true.state.line)
            if told:
                felled += 1
                assert gone or true.choice_of(seat) is not None
            elif true.next_choice() is not None and type(true.next_choice()) is ChooseAction:
                assert not gone
    assert felled > 0


def test_a_blow_that_leaves_a_trophy_to_choose_is_told_as_well():
    chosen = 0
    for table, seat in chain.from_iterable(positions(ChooseAction, seed, 120) for seed in (3, 4)):
        fellers = ahead_of(table, seat).fellers
        for option in table.offered(seat):
            if isinstance(option, PutDie):
                true = table.copy(table.chance.copy())
                true.apply(option, seat)
                if isinstance(true.next_choice(), ChooseTrophy):
                    chosen += 1
                    assert (option.place, option.die) in {(one.place, one.die) for one in fellers}
    assert chosen > 0


def test_what_is_still_to_pay_leaves_out_what_is_paid():
    compared = 0
    for table, seat in chain.from_iterable(positions(ChooseAction, seed, 160) for seed in (1, 9)):
        if GIVE_UP not in table.offered(seat) or any(not one.up for one in table.state.line):
            continue
        true = table.copy(table.chance.copy())
        true.apply(GIVE_UP, seat)
        for _ in range(12):
            if not isinstance(true.next_choice(), ChooseExhausted):
                break
            state = true.state
            stop = ahead_of(true, seat).stop
            assert stop is not None
            behind = [state.content.cards[one.card].creature.damage for one in state.line[1:]]
            assert stop.lost or stop.high <= state.demand + sum(behind)
            compared += 1
            true.apply(true.offered(seat)[0], seat)
    assert compared > 0


def test_each_rest_says_what_it_costs():
    for table, seat in positions(ChooseRest, 4, 120):
        rests = ahead_of(table, seat).rests
        assert [Rest(PARTY, one.adventurer) for one in rests] == table.offered(seat)


def test_a_rest_says_what_the_watch_has_left_and_which_spots_open():
    opened = 0
    for table, seat in positions(ChooseRest, 4, 120):
        state = table.state
        for one in ahead_of(table, seat).rests:
            rested = table.copy(table.chance.copy())
            rested.apply(Rest(PARTY, one.adventurer), seat)
            rested.next_choice()
            assert one.ready_left == rested.state.ready_on_watch()
            assert one.dice + one.dice_left == sum(
                state.values[die]
                for other in state.adventurers
                for die in state.dice_of(other.number, UNSPENT)
            )
            for spot in one.spots:
                opened += 1
                assert set(spot.dice) <= {
                    state.values[die] for die in state.dice_of(one.adventurer, UNSPENT)
                }
    assert opened > 0


def test_what_comes_tonight_is_no_more_than_what_then_stands_in_the_line():
    compared = 0
    awaited = None
    table: Table[Any] = new_table(load("setawatch"), {"players": "1"}, 2)
    bot = get_bot("greedy", 1)
    for _ in range(150):
        if table.next_choice() is None:
            break
        ahead = ahead_of(table, 0)
        if ahead.coming is not None:
            assert ahead.stop is None
            awaited = ahead.coming
        elif awaited is not None and len(table.state.line) == awaited.creatures:
            damages = [table.state.content.cards[one.card].creature for one in table.state.line]
            assert sum(max(1, one.damage) for one in damages) >= awaited.cards
            compared += 1
            awaited = None
        table.apply(ask(bot, table, 0), 0)
    assert compared > 0


def test_a_gathered_blow_deals_what_was_forecast():
    struck = 0
    gathered = (positions(ChooseBlow, seed, 160, partial_damage="off") for seed in (1, 2))
    for table, seat in chain.from_iterable(gathered):
        blow = ahead_of(table, seat).blow
        assert blow is not None
        offered = table.offered(seat)
        added = [f"die-{one.die}" for one in offered if isinstance(one, AddDie)]
        assert [one.thing for one in blow.more if one.thing.startswith("die-")] == added
        assert all(one.damage >= blow.damage for one in blow.more)
        strikes = [one for one in offered if isinstance(one, StrikeNow)]
        one = table.state.line[blow.place - 1]
        enough = one.damage + blow.damage >= health(table.state, blow.place - 1)
        assert enough == bool(strikes)
        struck += len(strikes)
    assert struck > 0


RECORD = Path(__file__).resolve().parents[1] / "records" / "setawatch-easy-won.json"
LAST_TOLL = 288


def test_what_is_still_to_pay_says_what_a_shield_takes_of_it():
    table = resume(load("setawatch"), load_record(RECORD), upto=LAST_TOLL).table
    assert any(isinstance(option, Shield) for option in table.offered(0))
    foreseen = forecast(table, 0)
    assert foreseen.data is not None
    stop = foreseen.data.stop
    assert stop is not None
    assert (stop.low, stop.high) == (0, 1)
    assert foreseen.threat is not None
    assert foreseen.threat.head.id == "threat.left_shield"
    assert foreseen.threat.head.arguments["shield"] == "tower_shield"
