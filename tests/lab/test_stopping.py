"""Sequential stopping: a question costs what it needs, and errs as rarely as the plan says."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from embertable.lab.plan import StopRule, read_plan
from embertable.lab.report import answers_of, evidence_of
from embertable.lab.run_plan import TABLE, run_plan
from embertable.lab.stopping import ALIKE, LESS, MORE, OPEN, Schedule, judged, questions
from tests.lab.games import a_game, a_plan, difficulty

MARGIN, ERROR = 0.1, 0.05


def simulated(numbers, effect, discordant=0.4, most=4000):
    """What the tests say about paired games with this true difference, and after how many seeds."""
    differences: list[float] = []
    while len(differences) < most:
        for _ in range(max(20, len(differences) // 10)):
            luck = numbers.random()
            better = (discordant + effect) / 2
            differences.append(1.0 if luck < better else -1.0 if luck < discordant else 0.0)
        said = judged(differences, MARGIN, ERROR)
        if said != OPEN:
            return said, len(differences)
    return OPEN, most


@pytest.mark.parametrize(
    ("effect", "right"), [(0.0, ALIKE), (MARGIN, MORE), (-MARGIN, LESS), (2 * MARGIN, MORE)]
)
def test_answers_are_wrong_as_rarely_as_the_plan_says(effect, right):
    """With an error of 5 %, ten of 100 wrong answers would be more than two deviations too many."""
    numbers = random.Random(11)
    found = [simulated(numbers, effect) for _ in range(100)]
    assert sum([said != right for said, _ in found]) < 10
    # A fixed number of seeds with the same errors needs (1.96 + 1.96)² × 0.4 / 0.1² = 615.
    assert sum([seeds for _, seeds in found]) / 100 < 615


def test_seeds_that_all_agree_settle_nothing_at_once():
    assert judged([0.0] * 20, MARGIN, ERROR) == OPEN
    assert judged([0.0] * 100, MARGIN, ERROR) == ALIKE
    assert judged([1.0] * 19, MARGIN, ERROR) == OPEN
    assert judged([1.0] * 60, MARGIN, ERROR) == MORE


def test_differences_of_a_score_need_no_bounds():
    numbers = random.Random(2)
    for effect, right in ((0.0, ALIKE), (3.0, MORE), (-3.0, LESS)):
        values = [numbers.gauss(effect, 8) for _ in range(300)]
        assert judged(values, 3.0, ERROR, 30.0) == right


# Which games are played.


def outcomes(plan, chances, seed=1):
    """Plays units by a coin of each cell, the same for a seed."""

    def played(units):
        return [
            a_game(cell, number, random.Random(f"{seed}-{number}-{cell}").random() < chances[cell])
            for cell, number in units
        ]

    return played


def all_rounds(plan, chances):
    schedule = Schedule(plan)
    played = outcomes(plan, chances)
    while schedule.next_round(played):
        pass
    return schedule.wanted, played(schedule.wanted)


def test_a_settled_cell_stops_and_an_open_one_goes_on():
    cells = [replace(difficulty(name), games=2000) for name in ("easy", "medium", "hell")]
    plan = a_plan(cells, ["difficulty"], stop=StopRule("wins", 8.0, 5))
    wanted, games = all_rounds(plan, (0.62, 0.58, 0.05))
    counts = [len([1 for cell, _ in wanted if cell == at]) for at in range(3)]
    assert counts[2] <= 60
    assert counts[0] == counts[1] > 100
    assert {each.verdict for each in questions(plan, games)} <= {ALIKE, MORE, LESS}


def test_without_a_rule_all_games_are_played_in_one_round():
    plan = a_plan([difficulty("easy"), difficulty("hard")], ["difficulty"])
    wanted, _ = all_rounds(plan, (0.5, 0.5))
    assert len(wanted) == 400
    assert questions(plan, []) == []


def test_luck_is_measured_to_the_end():
    cells = [
        replace(difficulty("easy"), games=500),
        replace(difficulty("hell"), games=500),
        replace(difficulty("easy", redeal="dice"), games=300),
        replace(difficulty("easy", redeal="-dice"), games=300),
    ]
    plan = a_plan(cells, ["difficulty"], stop=StopRule("wins", 10.0, 5))
    wanted, _ = all_rounds(plan, (0.9, 0.1, 0.5, 0.5))
    counts = [len([1 for cell, _ in wanted if cell == at]) for at in range(4)]
    assert counts[2:] == [300, 300]
    assert counts[1] < 100
    assert 300 <= counts[0] < 500


PLAN = """
game = "setawatch"
games = {games}
bots = "random"
[vary]
difficulty = ["easy", "insane"]
[stop]
measure = "score"
margin = 0.5
"""


def test_what_is_played_does_not_depend_on_who_plays_or_stops_it(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN.format(games=400))
    plan = read_plan(file)
    told: list[int] = []
    games = run_plan(plan, tmp_path / "one", "pool", 1, lambda done, total: told.append(done))
    assert len(games) < plan.games()
    assert told[-1] == len(games)
    (answer,) = [each for each in answers_of(evidence_of(plan, games, "en")) if each.id == "vary"]
    assert "sequential test" in answer.sentences[0]
    whole = (tmp_path / "one" / TABLE).read_bytes()

    class Interrupted(Exception):
        pass

    def interrupt(done, total):
        if 10 <= done < 30:
            raise Interrupted

    with pytest.raises(Interrupted):
        run_plan(plan, tmp_path / "two", "pool", 1, interrupt)
    run_plan(plan, tmp_path / "two", "pool", 2, lambda done, total: None)
    assert (tmp_path / "two" / TABLE).read_bytes() == whole


def test_a_plan_may_ask_for_more_games_later(tmp_path):
    file = tmp_path / "plan.toml"
    text = 'game = "setawatch"\ngames = {games}\nbots = "random"\n'
    file.write_text(text.format(games=5))
    run_plan(read_plan(file), tmp_path / "out", "pool", 1, lambda done, total: None)
    few = (tmp_path / "out" / TABLE).read_bytes()
    file.write_text(text.format(games=9))
    told: list[tuple[int, int]] = []
    run_plan(read_plan(file), tmp_path / "out", "pool", 1, lambda *done: told.append(done))
    assert told[0] == (5, 9)
    more = (tmp_path / "out" / TABLE).read_bytes()
    assert more.startswith(few)
    run_plan(read_plan(file), tmp_path / "fresh", "pool", 1, lambda *done: None)
    assert (tmp_path / "fresh" / TABLE).read_bytes() == more
    # And for fewer.
    file.write_text(text.format(games=5))
    run_plan(read_plan(file), tmp_path / "out", "pool", 1, lambda *done: None)
    assert (tmp_path / "out" / TABLE).read_bytes() == few
