"""The same games twice: differences are found where they are, by seed and by holder."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from embertable import load
from embertable.lab.comparisons import Comparisons, changed_things
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Cell, read_plan
from embertable.lab.report import answers_of, evidence_of
from embertable.lab.run_plan import run_plan
from tests.lab.games import a_duel, a_game, a_plan, difficulty

PRINTED = 'trigger = { need = ["water"], identical = 0, absent = [], once = false, effects = [{ op = "gain_bursts", n = 3 }] }'
ZELLYF = ("companion", "B31")


def brighter(folder, bursts=5):
    """A pack in which Zellyf gives more bursts of light for each water."""
    text = (load("lueur").folder() / "content" / "lueur.toml").read_text(encoding="utf-8")
    assert text.count(PRINTED) == 1
    file = folder / "brighter.toml"
    changed = PRINTED.replace("n = 3 ", f"n = {bursts} ")
    file.write_text(text.replace(PRINTED, changed), encoding="utf-8")
    return file


def answers(plan, games, id, language="en"):
    found = answers_of(evidence_of(plan, games, language))
    return [answer for answer in found if answer.id == id]


def held(cell, number, holder, lead):
    """A game of two in which the holder of Zellyf ends with this lead."""
    leads = (lead, -lead) if holder == 0 else (-lead, lead)
    game = a_duel(cell, number, holder if lead > 0 else 1 - holder, [(1, holder, *ZELLYF)])
    return PlayedGame(**{**vars(game), "reach": leads})


@pytest.fixture
def companion(tmp_path):
    """Zellyf's bursts raised from 3 to 5: its holder wins 37 instead of 29 of 40, seat 1 14 of 40."""
    packs = (("printed", "", "1"), ("brighter.toml", str(brighter(tmp_path)), "2"))
    cells = [
        Cell((("players", "2"),), ("greedy",), pack, games=40)
        for pack in ("printed", "brighter.toml")
    ]
    plan = a_plan(cells, ["packs"], game="lueur", packs=packs)
    games = []
    for number in range(40):
        first_half = number < 10 or 29 <= number < 33 or number >= 37
        before = 10 if number < 29 else -10 if number < 37 else -40
        after = before + (24 if number % 5 < 3 else 23)
        games += [
            held(cell, number, 0 if first_half else 1, lead)
            for cell, lead in ((0, before), (1, after))
        ]
    return plan, games


def test_a_card_of_rivals_is_judged_by_its_holder(companion):
    plan, games = companion
    by_seat_1 = [
        len([1 for one in games if one.cell == cell and 0 in one.winners]) for cell in (0, 1)
    ]
    assert by_seat_1 == [14, 14]
    ((_, (card,), _),) = Comparisons(plan, games).packs()
    assert (card.thing, card.pairs) == ("companion:B31", 40)
    won, lead = card.changes
    assert (won.before, won.after) == (29 / 40, 37 / 40)
    assert won.difference.mean == pytest.approx(8 / 40)
    # The sign test of eight against none, corrected for the two measures of one card.
    assert won.p_value == pytest.approx(2 / 2**8)
    assert won.counts()
    assert lead.difference.mean == pytest.approx(23.6)
    assert lead.counts()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "its holder wins 37 of 40 games instead of 29, +20.0 percentage points (95 %: +7.0 to",
        ),
        ("it", "chi ce l'ha vince 37 partite su 40 invece di 29, +20,0 punti percentuali"),
    ],
)
def test_the_report_says_so_first(companion, language, said):
    plan, games = companion
    (answer,) = answers(plan, games, "pack", language)
    assert said in answer.sentences[0]
    assert ("+23,60" if language == "it" else "+23.60") in answer.sentences[0]
    assert answer is not None
    assert answers_of(evidence_of(plan, games, language))[0] == answer


def test_only_rows_that_differ_count_as_changed(tmp_path):
    file = brighter(tmp_path)
    plan = a_plan([], packs=(("printed", "", "1"), ("other", str(file), "2")), game="lueur")
    assert changed_things(load("lueur"), plan, "printed", "other") == ["companion:B31"]
    for name in ("lueur", "setawatch", "deadcells", "faceless"):
        same = replace(plan, packs=(("printed", "", "1"), ("copy", "", "1")))
        assert changed_things(load(name), same, "printed", "copy") == []


@pytest.mark.slow
def test_a_card_that_is_played_for_real(tmp_path):
    brighter(tmp_path, 40)
    file = tmp_path / "plan.toml"
    packs = 'packs = ["printed", "brighter.toml"]'
    file.write_text(
        f'game = "lueur"\ngames = 40\nbots = "random"\n{packs}\n[options]\nplayers = 2\n'
    )
    plan = read_plan(file)
    games = run_plan(plan, tmp_path / "out", "pool", 1, lambda done, total: None)
    ((whole, (card,), others),) = Comparisons(plan, games).packs()
    assert card.thing == "companion:B31"
    assert card.change("reach").counts()
    assert card.change("reach").difference.mean > 20
    assert whole.change("score").difference.mean > 0
    assert not [each for each in others if each.change("won").counts()]


def test_forbidding_is_judged_by_those_who_had_it():
    cells = [
        Cell((), ("greedy",), games=60),
        Cell((), ("greedy",), forbid="companion:B31", games=60),
    ]
    plan = a_plan(cells, game="lueur")
    games = []
    for number in range(60):
        holder = number % 2
        games.append(
            a_duel(0, number, holder if number < 50 else 1 - holder, [(1, holder, *ZELLYF)])
        )
        # Without it, the seats win alike and the former holders half of their games.
        games.append(a_duel(1, number, holder if number < 30 else 1 - holder))
    (pair,) = Comparisons(plan, games).forbidden()
    assert (pair.pairs, pair.held) == (60, (60, 0))
    assert (pair.change("won").before, pair.change("won").after) == (50 / 60, 30 / 60)
    assert pair.counts()
    by_seat = [sum(0 in one.winners for one in games if one.cell == cell) for cell in (0, 1)]
    assert by_seat == [30, 30]


def test_users_of_a_forbidden_action_are_known_among_rivals(tmp_path):
    file = tmp_path / "plan.toml"
    forbid = '[forbid]\nthings = ["action:TurnDie"]\n'
    file.write_text(f'game = "lueur"\ngames = 2\nbots = "random"\n{forbid}')
    plan = read_plan(file)
    assert plan.marked == ("TurnDie",)
    games = run_plan(plan, tmp_path / "out", "pool", 1, lambda done, total: None)
    (pair,) = Comparisons(plan, games).forbidden()
    assert pair.held[0] > 0
    assert pair.held[1] == 0
    assert pair.pairs >= pair.held[0]


def test_forbidding_a_thing_is_measured_on_the_same_games():
    plan = a_plan([difficulty("easy"), difficulty("easy", forbid="item:seeing_glass")])
    glass = [(1, 0, "item", "seeing_glass")]
    games = [a_game(0, number, number < 120, glass, reach=9) for number in range(200)]
    games += [a_game(1, number, number < 90, reach=7) for number in range(200)]
    (pair,) = Comparisons(plan, games).forbidden()
    won, reach = pair.changes
    assert (pair.pairs, won.before, won.after) == (200, 0.6, 0.45)
    assert won.p_value < 0.001
    assert reach.difference.mean == -2


def test_what_nobody_chooses_cannot_be_forbidden():
    plan = a_plan([difficulty("easy"), difficulty("easy", forbid="location:goblin_caves")])
    caves = [(0, 0, "location", "goblin_caves")]
    games = [a_game(cell, n, n % 2 == 0, caves) for cell in (0, 1) for n in range(30)]
    (pair,) = Comparisons(plan, games).forbidden()
    assert (pair.pairs, pair.held) == (0, (30, 30))
    (answer,) = answers(plan, games, "strong")
    assert "cannot be forbidden" in answer.sentences[0]


def test_packs_are_compared_cell_by_cell():
    packs = ("printed", "softer.toml")
    plan = a_plan([difficulty("easy", pack=pack) for pack in packs], ["packs"], packs)
    games = [a_game(0, number, number < 100) for number in range(200)]
    games += [a_game(1, number, number < 101) for number in range(200)]
    ((whole, changed, others),) = Comparisons(plan, games).packs()
    won = whole.change("won")
    assert (whole.name, won.before, won.after, won.p_value) == ("softer.toml", 0.5, 0.505, 1.0)
    assert (changed, others) == ([], [])


# Settings.


def test_every_varied_setting_is_tested_pair_by_pair():
    names = ("easy", "medium", "hard")
    plan = a_plan([difficulty(name) for name in names], ["difficulty"])
    numbers = random.Random(2)
    games = []
    for number in range(300):
        # Whether a seed is kind decides most, so pairs see what rates by themselves do not.
        kind = numbers.random()
        for cell, chance in enumerate((0.55, 0.53, 0.45)):
            games.append(a_game(cell, number, kind < chance))
    (compared,) = Comparisons(plan, games).varied().values()
    found = {each.name: each.change("won") for each in compared}
    assert list(found) == ["easy → medium", "easy → hard", "medium → hard"]
    assert found["easy → hard"].counts()
    assert found["medium → hard"].counts()
    assert not found["easy → medium"].counts()
    (answer,) = answers(plan, games, "vary")
    assert "medium" in answer.sentences[0]
    assert "no difference" in answer.sentences[0]
    assert len(answer.sentences) == 2


def test_cells_that_share_seeds_do_not_count_twice():
    """The same hundred seeds with two line-ups of bots: as sure as a hundred games, not two."""
    cells = [
        Cell((("difficulty", name),), (bot,), games=100)
        for name in ("easy", "hard")
        for bot in "ab"
    ]
    plan = a_plan(cells, ["difficulty", "bots"])
    games = [
        a_game(cell, number, number < (60 if cell < 2 else 53))
        for cell in range(4)
        for number in range(100)
    ]
    (change, *_) = Comparisons(plan, games).varied()["difficulty"][0].changes
    alone = a_plan(cells[::2], ["difficulty"])
    fewer = [replace(one, cell=one.cell // 2) for one in games if one.cell in (0, 2)]
    (single, *_) = Comparisons(alone, fewer).varied()["difficulty"][0].changes
    assert change.p_value == single.p_value
    assert change.difference.error == pytest.approx(single.difference.error)


def test_more_games_are_asked_for_where_a_question_is_open():
    plan = a_plan([difficulty("easy"), difficulty("hard")], ["difficulty"])
    numbers = random.Random(5)
    games = [
        a_game(cell, number, numbers.random() < chance, reach=numbers.randrange(9))
        for cell, chance in enumerate((0.5, 0.44))
        for number in range(60)
    ]
    (answer,) = answers(plan, games, "vary")
    (fact,) = answer.facts
    assert fact.more_games
    assert fact.low < 0 < fact.high
    assert "more games in each cell would settle it" in answer.sentences[0]


# One verdict a thing.


def verdict(with_it, without, games=600):
    """Games with an item that half of them use, and the same ones without it."""
    plan = a_plan(
        [
            Cell((), ("greedy",), games=games),
            Cell((), ("greedy",), forbid="item:silver_mirror", games=games),
        ]
    )
    played = []
    numbers = random.Random(7)
    for number in range(games):
        luck = numbers.random()
        used = [(0, 0, "item", "silver_mirror")] * (number % 2)
        played.append(a_game(0, number, luck < (with_it if used else 0.4), used, reach=4))
        played.append(a_game(1, number, luck < (without if used else 0.4), reach=4))
    (answer,) = answers(plan, played, "strong")
    return " ".join(answer.sentences)


def test_what_looks_strong_and_changes_nothing_is_a_sign_and_not_a_cause():
    said = verdict(0.7, 0.7)
    assert "a sign of how a game goes, not a cause" in said
    # One fact once: the thing is not called strong a second time.
    assert said.count("Silver Mirror") == 1


def test_what_looks_strong_and_is_missed_is_a_cause():
    said = verdict(0.7, 0.4)
    assert "it is a cause" in said
    assert "not a cause" not in said


def test_what_looks_strong_in_few_games_stays_open():
    said = verdict(0.75, 0.67, 80)
    assert "whether it is the cause is open" in said
    assert "would settle it" in said
