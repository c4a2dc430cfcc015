"""What a preview calls exact comes true, and it depends on nothing that its seat cannot know."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from embertable import load, new_table
from embertable.engine.chance import seeded
from embertable.engine.codec import canonical
from embertable.engine.table import Action, Table
from embertable.games.faceless.moments import NeedleHidden
from embertable.games.faceless.walk import ChooseHeading
from embertable.previews import Change, Preview, forecast, losing, plain, preview
from embertable.previews.preview import compare
from tests.contract.games import ALL

EVERY = 4
DECISIONS = 160
TWINS = 3

VARIANTS = [(name, options) for name, game in ALL.items() for options in game.variants()[::4]]


def decisions(
    name: str, options: dict[str, str], seed: int
) -> Iterator[tuple[Table[Any], int, Action]]:
    """Positions of random games, each with a seat and the option it takes next."""
    luck = seeded(seed)
    table = new_table(ALL[name], options, seed)
    for number in range(DECISIONS):
        choice = table.next_choice()
        if choice is None:
            return
        seat = choice.answerers(table)[0]
        action = luck.pick("options", table.offered(seat))
        if number % EVERY == 0:
            yield table, seat, action
        table.apply(action, seat)


def patched(view: Any, seen: Preview) -> Any:
    """The view with the exact changes made."""
    view = copy.deepcopy(view)
    for change in seen.changes:
        holder = view
        for step in change.path[:-1]:
            holder = holder[step]
        assert holder[change.path[-1]] == change.before
        if change.certainty == "exact":
            holder[change.path[-1]] = change.after
    return view


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_what_is_exact_comes_true(name, options):
    game = ALL[name]
    codec = game.codec()
    exact = 0
    for seed in (1, 2):
        for table, seat, action in decisions(name, options, seed):
            before = codec.encode(game.view(table, seat))
            hash = game.state_hash(table)
            seen = preview(table, seat, action)
            assert game.state_hash(table) == hash, "the table stays as it is"
            true = table.copy(table.chance.copy())
            draws = true.chance.draws
            true.apply(action, seat)
            true.next_choice()
            after = codec.encode(game.view(true, seat))
            if not seen.depends:
                exact += 1
                assert patched(before, seen) == after
                assert [codec.encode(event) for event in seen.events] == [
                    codec.encode(event)
                    for event in true.log
                    if (seats := event.seen_by()) is None or seat in seats
                ]
            if seen.may_undo:
                assert true.chance.draws == draws
                assert true.reveals == table.reveals
    assert exact > 0


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_twins_get_the_same_preview_and_forecast(name, options):
    assert differences(name, options, preview) == 0


def peeking(table: Table[Any], seat: int, action: Action) -> Preview:
    """A planted cheat that plays the option on the true table."""

    class Open:
        name = table.game.name
        codec = table.game.codec
        view = table.game.view
        may_foresee = table.game.may_foresee

        def imagine(self, table, seat, chance):
            return table.copy(table.chance.copy())

    true = table.copy(table.chance.copy())
    true.game = Open()  # type: ignore[assignment]
    return preview(true, seat, action)


@pytest.mark.parametrize("name", ["lueur", "faceless", "setawatch", "deadcells"])
def test_a_preview_that_peeks_is_caught(name):
    assert differences(name, {}, peeking) > 0


def differences(name: str, options: dict[str, str], ask: Any) -> int:
    game = ALL[name]
    codec = game.codec()
    luck = seeded(3)

    def answer(table: Table[Any], seat: int, action: Action) -> bytes:
        seen = ask(table, seat, action)
        ahead = forecast(table, seat)
        lost = losing(table, [(seat, one) for one in table.offered(seat)])
        return canonical(
            [
                [[list(one.path), one.after, one.certainty, one.share] for one in seen.changes],
                [codec.encode(event) for event in seen.events],
                [seen.depends, seen.may_undo, seen.ends],
                [plain(ahead.data), ahead.threat and [ahead.threat.level, repr(ahead.threat)]],
                lost,
            ]
        )

    different = 0
    for table, seat, action in decisions(name, options, 5):
        truth = answer(table, seat, action)
        for _ in range(TWINS):
            twin = game.imagine(table, seat, seeded(luck.draw("twins", 65536)))
            twin = twin.copy(table.chance.copy())
            different += answer(twin, seat, action) != truth
    return different


def test_luck_is_told_as_luck():
    table = new_table(load("lueur"), {"players": "2"}, seed=1)
    while type(table.next_choice()).__name__ != "ChooseDice":
        table.apply(table.offered()[0])
    table.apply(table.offered()[0])
    (roll,) = [one for one in table.offered() if type(one).__name__ == "RollPicked"]
    seen = preview(table, roll.seat, roll)
    assert seen.depends
    assert not seen.may_undo
    assert {change.certainty for change in seen.changes} > {"exact"}


def test_numbers_that_vary_become_a_range_and_too_many_values_unknown():
    found: list[Change] = []
    before = {"light": 3, "dice": ["a", "b"], "same": [1]}
    afters = [{"light": 3 + n, "dice": [str(n), "b"], "same": [1]} for n in range(8)]
    compare(before, afters, (), found)
    light, die = found
    assert (light.path, light.certainty, light.low, light.high) == (("light",), "range", 3, 10)
    assert (die.path, die.certainty, die.after) == (("dice", 0), "unknown", None)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_twins_imagine_the_same_tables(name, options):
    """A seed must not tell a seat anything about the true table."""
    game = ALL[name]
    luck = seeded(3)
    for table, seat, _ in decisions(name, options, 6):
        imagined = game.state_hash(game.imagine(table, seat, seeded(1)))
        twin = game.imagine(table, seat, seeded(luck.draw("twins", 65536)))
        assert game.state_hash(game.imagine(twin, seat, seeded(1))) == imagined


@pytest.mark.rule("F-EXP-FOG-03")
@pytest.mark.parametrize("options", [{"fog": "on"}, {"scenario": "goatbusters"}])
def test_a_preview_tells_nothing_of_the_covered_needle(options):
    table = new_table(load("faceless"), {"players": "2", **options}, 3)
    while not isinstance(table.next_choice(), ChooseHeading):
        table.apply(table.offered()[0])
    assert table.ask(NeedleHidden(), 0)
    for option in table.offered():
        seen = preview(table, option.seat, option)
        assert (seen.changes, seen.events, seen.ends) == ([], [], {})
        assert seen.depends
        assert not seen.may_undo
    clear = new_table(load("faceless"), {"players": "2"}, 3)
    while not isinstance(clear.next_choice(), ChooseHeading):
        clear.apply(clear.offered()[0])
    option = clear.offered()[0]
    assert preview(clear, option.seat, option).events
