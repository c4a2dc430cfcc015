"""The mutation command: it changes what it says, finds what is tested, and what is not."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from benchmarks import mutation
from benchmarks.mutation import (
    Mutant,
    StaleList,
    all_mutants,
    changes,
    equivalent_mutants,
    key_of,
    mutants_of,
    report,
    rule_files,
    swap,
)

ROOT = Path(__file__).parents[2]

SOURCE = """
def rule(table, n):
    if n > 2 and table.is_open:
        table.do(First(n + 1), Second())
    return [one for one in table.cards if one != n]
"""

CHANGED = {
    "if n >= 2 and table.is_open:",
    "if n > 3 and table.is_open:",
    "if n > 2 or table.is_open:",
    "if not (n > 2 and table.is_open):",
    "table.do(Second(), First(n + 1))",
    "table.do(First(n - 1), Second())",
    "table.do(First(n + 2), Second())",
    "return [one for one in table.cards if one == n]",
    "return [one for one in table.cards if not one != n]",
}


def test_comparisons_numbers_orders_and_conditions_are_changed_one_by_one():
    (function,) = ast.parse(SOURCE).body
    assert isinstance(function, ast.FunctionDef)
    before = set(ast.unparse(function).splitlines())
    found = [set(ast.unparse(one).splitlines()) - before for one, _, _ in changes(function)]
    assert all(len(lines) == 1 for lines in found)
    assert {line.strip() for lines in found for line in lines} == CHANGED
    assert len(found) == len(CHANGED)


def sum_of(first: int, second: int = 1) -> int:
    return first + second


def test_a_mutant_may_be_the_default_of_an_argument():
    path = Path(__file__)
    found = [one for one in mutants_of(path) if one.function == "sum_of"]
    results = []
    for one in found:
        changed = FunctionType(sum_of.__code__, globals(), "sum_of", sum_of.__defaults__)
        swap(changed, one)
        results.append((changed(5), changed(5, 3)))
    assert sorted(results) == [(4, 2), (7, 8)]


@pytest.mark.parametrize("game", ["faceless", "lueur", "setawatch", "deadcells"])
def test_rules_are_found_and_what_only_shows_them_is_not(game):
    names = {path.stem for path in rule_files(game)}
    assert len(names) > 8
    assert not names & {"view", "names", "content"}


def mutate(tests: str, only: str, report: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.mutation", "faceless", "--mutants", "0"]
    command += ["--only", only, "--tests", str(ROOT / "tests/games/faceless" / tests)]
    subprocess.run([*command, "--json", str(report)], cwd=ROOT, check=True, capture_output=True)
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
def test_a_rule_that_is_tested_kills_and_one_that_is_not_survives(tmp_path):
    tested = mutate("test_final.py", "CoverCompass.run", tmp_path / "tested.json")
    assert tested["mutants"] > 4
    assert tested["killed"] >= tested["mutants"] - 1
    untested = mutate("test_compass.py", "CoverCompass.run", tmp_path / "untested.json")
    assert untested["mutants"] == tested["mutants"]
    assert untested["killed"] == 0
    assert {one["tests"] for one in untested["survived"]} == {0}


# Mutants that make no difference.


@pytest.mark.parametrize("game", ["faceless", "lueur", "setawatch", "deadcells"])
def test_each_equivalent_mutant_is_one_that_the_code_has_and_has_a_reason(game):
    listed = {key_of(game, one) for one in all_mutants(game) if one.equivalent}
    reasons = equivalent_mutants(game)
    assert set(reasons) == listed
    assert all(len(why.split()) > 5 for why in reasons.values())


LISTED = """
[[lueur]]
file = "dice.py"
function = "counted_dice"
before = "return something"
after = "return nothing"
why = "Nobody rolls these dice after the last evening."
"""


def test_a_list_that_names_what_the_code_does_not_have_is_refused(tmp_path, monkeypatch):
    stale = tmp_path / "stale.toml"
    stale.write_text(LISTED, encoding="utf-8")
    monkeypatch.setattr(mutation, "EQUIVALENT", stale)
    with pytest.raises(StaleList, match="return nothing"):
        all_mutants("lueur")


def mutant(killed_by: str = "", equivalent: str = "") -> Mutant:
    made = Mutant("lueur/dice.py", 3, "roll", "constant", "n = 1", "n = 2", [])
    made.killed_by, made.equivalent = killed_by, equivalent
    return made


def test_the_report_has_the_score_with_and_without_equivalent_mutants():
    killed = [mutant(killed_by="test_a") for _ in range(8)]
    found = report("lueur", [*killed, mutant(), mutant(equivalent="Never read.")], 1.0)
    assert (found["mutants"], found["killed"], found["equivalent"]) == (10, 8, 1)
    assert (found["score"], found["score_without_equivalent"]) == (0.8, 0.889)
    assert len(found["survived"]) == 2
    assert found["not_equivalent"] == []


def test_a_listed_mutant_that_a_test_notices_counts_as_killed_and_is_named():
    found = report("lueur", [mutant(killed_by="test_a", equivalent="Never read.")], 1.0)
    assert (found["killed"], found["equivalent"]) == (1, 0)
    assert [one["killed_by"] for one in found["not_equivalent"]] == ["test_a"]
