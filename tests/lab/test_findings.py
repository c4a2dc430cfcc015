"""What games show: planted differences are found, and where there are none, none."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from embertable.lab.findings import Findings
from embertable.lab.plan import Cell
from embertable.lab.report import report_of
from tests.lab.games import a_duel, a_game, a_plan, difficulty


@pytest.fixture
def numbers():
    return random.Random(1)


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
    assert effects["silver_mirror"].difference.mean == pytest.approx(0.2, abs=0.06)
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
    assert abs(effect.difference.mean) < 0.05
    assert not effect.counts()


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
    assert shares["cards"].alone.estimate == pytest.approx(0.9, abs=0.05)
    assert shares["dice"].alone.estimate == pytest.approx(0.1, abs=0.12)
    assert shares["dice"].together.estimate == pytest.approx(0.1, abs=0.05)
    assert abs(shares["bots"].together.estimate) < 0.05


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
    # One heading for each question, and one for each kind of evidence.
    assert page.count("<h2>") == 6 + 9
    body = page.partition("</style>")[2]
    for bad in ("<script", "http", "src=", "url(", "{", "nan", "<mischief>"):
        assert bad not in body, bad
    assert "&lt;mischief&gt;" in body


# Seeds, packs and facts are counted once.


def test_games_of_another_pack_are_not_pooled():
    packs = ("printed", "softer.toml")
    plan = a_plan([difficulty("easy", pack=pack) for pack in packs], ["packs"], packs)
    games = [a_game(0, number, False, decisions=40) for number in range(50)]
    games += [a_game(1, number, True, decisions=900) for number in range(50)]
    findings = Findings(plan, games)
    assert (findings.overall().count, findings.overall().trials) == (0, 50)
    assert set(findings.decisions()) == {40}
    assert findings.factors() == []


def test_cells_of_the_same_seeds_do_not_sharpen_a_rate():
    plan = a_plan([difficulty("easy"), difficulty("hard")], ["difficulty"])
    one = [a_game(0, number, number < 40) for number in range(100)]
    both = one + [replace(game, cell=1) for game in one]
    single, pooled = Findings(plan, one).overall(), Findings(plan, both).overall()
    assert (single.trials, pooled.trials) == (100, 200)
    assert pooled.interval() == pytest.approx(single.interval())


def test_seats_of_one_bot_do_not_count_as_independent():
    plan = a_plan([Cell((), ("greedy", "random"), games=50)], game="lueur")
    bots = ("greedy", "random", "greedy", "random")
    games = [
        a_game(0, number, True, winners=winners, scores=(9, 1, 9, 1), bots=bots)
        for number, winners in enumerate([(0, 2)] * 30 + [(1, 3)] * 20)
    ]
    games = [replace(one, reach=one.scores, standings=(one.scores,)) for one in games]
    rates = dict(Findings(plan, games).rates("bot"))
    assert rates["greedy"].trials == 100
    # Both seats of a bot win or lose together here: fifty games say as much.
    assert rates["greedy"].effective == pytest.approx(49)


def strengths(findings):
    return {effect.thing: effect for effect in findings.effects()}


def test_things_that_always_come_together_are_one_fact(numbers):
    games = []
    for number in range(400):
        used = numbers.random() < 0.5
        things = [(0, 0, "item", "silver_mirror"), (0, 0, "ability", "turn_fate")] * used
        games.append(a_game(0, number, numbers.random() < (0.8 if used else 0.3), things))
    (effect,) = Findings(a_plan([difficulty("easy")]), games).effects()
    assert effect.name() == "ability:turn_fate"
    assert effect.with_it == (("item", "silver_mirror"),)


def test_two_rivals_cards_are_one_fact_from_two_sides(numbers):
    games = []
    for number in range(200):
        side = number % 2
        things = [(0, side, "adventurer", "taetyss"), (0, 1 - side, "adventurer", "moloch")]
        winner = side if numbers.random() < 0.7 else 1 - side
        games.append(a_duel(0, number, winner, things))
    plan = a_plan([Cell((), ("greedy",), games=200)], game="lueur")
    (effect,) = Findings(plan, games).effects()
    assert effect.thing == "moloch"
    assert effect.against == (("adventurer", "taetyss"),)
    assert effect.counts()
    assert effect.difference.mean == pytest.approx(-0.2, abs=0.08)
    # A third card of some of these games is a fact of its own.
    games = [
        replace(one, things=(*one.things, (1, 0, "companion", "B31"))) if one.number % 3 else one
        for one in games
    ]
    assert len(Findings(plan, games).effects()) == 2


def test_both_sides_of_a_game_do_not_sharpen_an_effect(numbers):
    """A card that both rivals have decides nothing, and looks no surer for being held twice."""
    plan = a_plan([Cell((), ("greedy",), games=80)], game="lueur")
    both = [(1, 0, "companion", "B31"), (1, 1, "companion", "B31")]
    games = [a_duel(0, number, numbers.randrange(2), both) for number in range(80)]
    (effect,) = Findings(plan, games).effects()
    assert (effect.times, effect.difference.clusters) == (160, 80)
    assert not effect.counts()


def test_a_share_of_luck_outside_of_its_bounds_says_what_it_means(numbers):
    redeals = ("cards", "-cards")
    plan = a_plan([difficulty("easy"), *[difficulty("easy", redeal=name) for name in redeals]])
    games = []
    for number in range(60):
        reach = numbers.randrange(-9, 10)
        # The games without these cards run against those with them, which only chance can do.
        for cell, got in ((0, reach), (1, numbers.randrange(-9, 10)), (2, -reach // 3)):
            games.append(a_game(cell, number, False, reach=got))
    (share,) = Findings(plan, games).luck()
    assert share.alone.estimate < 0
    assert share.alone.share() == 0
    assert all(0 <= end <= 1 for part in (share.alone, share.together) for end in part.interval())
    page = report_of(plan, games, "en")
    assert "An estimate below 0 % or above 100 % is chance" in page
    assert "0 % (95 %: 0 % to 0 %); estimate -" in page


def test_a_comeback_is_a_win_after_a_low(numbers):
    games = []
    for number in range(400):
        low = number % 2 == 0
        won = numbers.random() < (0.2 if low else 0.9)
        games.append(a_game(0, number, won, standings=((5,), (1 if low else 9,), (5,))))
    findings = Findings(a_plan([difficulty("easy")]), games)
    expected = len([one for one in games if one.winners and one.number % 2 == 0])
    assert findings.comebacks().count == expected


def test_lead_changes_are_counted_among_rivals():
    plan = a_plan([Cell((), ("greedy",), games=9)], game="lueur")
    standings = ((0, 0), (3, -3), (-1, 1), (0, 0), (-2, 2), (4, -4))
    games = [a_duel(0, number, 0, standings=standings) for number in range(9)]
    assert Findings(plan, games).lead_changes() == 2


def test_seats_and_bots_win_more_or_less_than_their_share(numbers):
    plan = a_plan([Cell((), ("greedy", "random"), games=200)], game="lueur")
    games = [
        a_duel(0, number, 0 if numbers.random() < 0.7 else 1, bots=("greedy", "random"))
        for number in range(200)
    ]
    findings = Findings(plan, games)
    ((name, seat, p_value),) = findings.seats()
    assert name == "1/2"
    assert seat.mean == pytest.approx(0.2, abs=0.08)
    assert p_value < 0.001
    bots = {name: each.mean for name, each, _ in findings.bots()}
    assert bots["greedy"] == pytest.approx(-bots["random"])
