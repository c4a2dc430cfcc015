"""What games show: planted differences are found, and where there are none, none."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from embertable.lab.findings import Findings
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Cell, Plan
from embertable.lab.report import report_of
from embertable.lab.statistics import correlation, holm, sign_test, two_sided


@pytest.fixture
def numbers():
    return random.Random(1)


def a_game(cell, number, won, things=(), reach=0, standings=((0,),), **more):
    fields = {
        "run": 0,
        "bots": ("greedy",),
        "outcome": "won" if won else "exhausted",
        "winners": (0,) if won else (),
        "scores": (int(won),),
        "decisions": 40,
        "forced": 4,
        "idle": 2,
        "longest_idle": 1,
        "hash": f"{cell}-{number}",
    }
    return PlayedGame(
        cell=cell,
        number=number,
        things=tuple(things),
        reach=(reach,),
        standings=standings,
        **{**fields, **more},
    )


def a_plan(cells, varied=(), packs=("printed",)):
    return Plan(
        title="A plan",
        game="setawatch",
        rules=1,
        seed=1,
        runs=1,
        packs=tuple((name, "", name) for name in packs),
        varied=tuple(varied),
        cells=tuple(cells),
    )


def difficulty(name, **more):
    return Cell((("difficulty", name),), ("greedy",), games=200, **more)


def test_rates_by_what_was_varied():
    plan = a_plan([difficulty("easy"), difficulty("hard")], ["difficulty"])
    games = [a_game(0, number, number < 150) for number in range(200)]
    games += [a_game(1, number, number < 50) for number in range(200)]
    findings = Findings(plan, games)
    assert [(value, rate.count) for value, rate in findings.rates("difficulty")] == [
        ("easy", 150),
        ("hard", 50),
    ]
    assert findings.overall().rate() == 0.5


def test_seats_are_compared_among_games_of_as_many_players():
    plan = replace(a_plan([difficulty("easy")]), game="lueur")
    games = [
        a_game(0, number, True, winners=(number % 2,), scores=(9, 9)) for number in range(40)
    ] + [
        a_game(0, number, True, winners=(number % 4,), scores=(9, 9, 9, 9), run=1)
        for number in range(40)
    ]
    games = [replace(one, reach=one.scores, standings=(one.scores,)) for one in games]
    findings = Findings(plan, games)
    assert findings.factors() == ["seat/2", "seat/4"]
    assert [rate.rate() for _, rate in findings.rates("seat/2")] == [0.5, 0.5]
    assert [rate.rate() for _, rate in findings.rates("seat/4")] == [0.25] * 4
    assert "Seat in games of 4" in report_of(plan, games, "en")


def test_a_strong_thing_is_found_and_an_idle_one_is_not(numbers):
    plan = a_plan([difficulty("easy")])
    games = []
    for number in range(800):
        strong, idle = numbers.random() < 0.5, numbers.random() < 0.5
        won = numbers.random() < (0.7 if strong else 0.3)
        things = [(0, 0, "item", "silver_mirror")] * strong + [
            (0, 0, "item", "seeing_glass")
        ] * idle
        games.append(a_game(0, number, won, things))
    effects = {effect.thing: effect for effect in Findings(plan, games).effects()}
    assert effects["silver_mirror"].counts()
    assert effects["silver_mirror"].difference == pytest.approx(0.2, abs=0.06)
    assert not effects["seeing_glass"].counts()


def test_a_thing_that_only_long_games_see_is_not_called_strong(numbers):
    plan = a_plan([difficulty("easy")])
    games = []
    for number in range(800):
        # Whoever stands well at the second look wins, and only they live to see the item.
        well = numbers.random() < 0.5
        won = numbers.random() < (0.9 if well else 0.1)
        things = [(2, 0, "item", "seeing_glass")] if well else []
        games.append(a_game(0, number, won, things, standings=((5,), (9 if well else 1,))))
    (effect,) = Findings(plan, games).effects()
    assert abs(effect.difference) < 0.05
    assert not effect.counts()


def test_forbidding_a_thing_is_measured_on_the_same_games():
    plan = a_plan([difficulty("easy"), difficulty("easy", forbid="item:seeing_glass")])
    games = [a_game(0, number, number < 120, reach=9) for number in range(200)]
    games += [a_game(1, number, number < 90, reach=7) for number in range(200)]
    (pair,) = Findings(plan, games).forbidden()
    assert (pair.games, pair.before, pair.after) == (200, 120, 90)
    assert pair.p_value < 0.001
    assert pair.reach == -2


def test_packs_are_compared_cell_by_cell():
    packs = ("printed", "softer.toml")
    plan = a_plan([difficulty("easy", pack=pack) for pack in packs], ["packs"], packs)
    games = [a_game(0, number, number < 100) for number in range(200)]
    games += [a_game(1, number, number < 101) for number in range(200)]
    (pair,) = Findings(plan, games).packs()
    assert (pair.name, pair.before, pair.after, pair.p_value) == ("softer.toml", 100, 101, 1.0)


def test_the_luck_that_decides_is_found(numbers):
    redeals = ("cards", "-cards", "dice", "-dice", "bots", "-bots")
    plan = a_plan([difficulty("easy"), *[difficulty("easy", redeal=name) for name in redeals]])
    games = []
    for number in range(400):
        # Cards decide nine tenths, dice the rest, and what bots think of nothing.
        kept = {name: numbers.gauss(0, 1) for name in ("cards", "dice")}
        for cell, redeal in enumerate(("", *redeals)):
            luck = {
                name: kept[name] if is_kept(name, redeal) else numbers.gauss(0, 1) for name in kept
            }
            reach = round(300 * luck["cards"] + 100 * luck["dice"])
            games.append(a_game(cell, number, False, reach=reach))
    shares = {share.source: share for share in Findings(plan, games).luck()}
    assert shares["cards"].alone == pytest.approx(0.9, abs=0.05)
    assert shares["dice"].alone == pytest.approx(0.1, abs=0.12)
    assert shares["dice"].together == pytest.approx(0.1, abs=0.05)
    assert abs(shares["bots"].together) < 0.05


def is_kept(name, redeal):
    return (name == redeal[1:]) if redeal.startswith("-") else (name != redeal)


def test_tension_parts_those_who_win_from_those_who_do_not():
    plan = a_plan([difficulty("easy")])
    games = [
        a_game(0, number, number % 2 == 0, standings=((3,), (number % 2 == 0,)))
        for number in range(200)
    ]
    findings = Findings(plan, games)
    (_, won, lost, _), (_, won_later, lost_later, _) = findings.tension()
    assert won == lost
    assert won_later > 0.9
    assert lost_later < 0.1
    assert findings.decided_after() == 0.5


def test_corrections_and_tests_by_known_values():
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert sign_test(8, 2) == pytest.approx(0.109375)
    assert sign_test(0, 0) == 1.0
    assert sign_test(600, 500) == pytest.approx(0.0028, abs=2e-4)
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1.0)
    assert correlation([1, 2, 3], [5, 5, 5]) is None


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_report_is_one_page_without_script_or_address(language, numbers):
    packs = ("printed", "softer.toml")
    plan = a_plan(
        [
            *[difficulty(name, pack=pack) for name in ("easy", "hard") for pack in packs],
            difficulty("easy", forbid="action:BuyItem"),
            *[difficulty("easy", redeal=name) for name in ("dice", "-dice")],
        ],
        ["difficulty", "packs"],
        packs,
    )
    games = [
        a_game(
            cell,
            number,
            numbers.random() < 0.6 - cell / 20,
            [(0, 0, "item", "<mischief>"), (1, 0, "location", "goblin_caves")],
            reach=numbers.randrange(9),
            standings=((8,), (numbers.randrange(8),)),
        )
        for cell in range(len(plan.cells))
        for number in range(40)
    ]
    page = report_of(plan, games, language)
    assert page == report_of(plan, games, language)
    assert f'lang="{language}"' in page
    assert page.count("<h2>") == 9
    body = page.partition("</style>")[2]
    for bad in ("<script", "http", "src=", "url(", "{", "nan", "<mischief>"):
        assert bad not in body, bad
    assert "&lt;mischief&gt;" in body
