"""Tests cite clauses that exist, and citations are read without running anything."""

import subprocess
import sys
from pathlib import Path

import pytest
from minnows import game as minnows

from embertable.games import GAMES, load
from embertable.ledger import Ledger, load_ledger, read_clauses
from embertable.rule_coverage import (
    Citation,
    NoTests,
    UnreadableCitation,
    citations,
    citations_in,
    cited_for,
    coverage,
    folder_of_tests,
)

SOURCE = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.rule("T-MODULE-01"), pytest.mark.slow]

@pytest.mark.rule("T-ONE-01", "T-ONE-02")
def test_one():
    pass

class TestMany:
    pytestmark = mark.rule("T-CLASS-01")

    @mark.rule("T-METHOD-01")
    async def test_many(self):
        pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("T-PARAM-01"))])
def test_params(n):
    pass

@pytest.mark.rule("T-IDLE-01")
def no_test():
    pass

@pytest.mark.slow("T-SLOW-01")
def test_slow():
    assert ruler.rule("T-OTHER-01")
"""


def test_citations_are_found_wherever_a_test_is_marked():
    found = {citation.clause: citation.line for citation in citations_in(SOURCE, "t.py")}
    assert set(found) == {
        "T-MODULE-01",
        "T-ONE-01",
        "T-ONE-02",
        "T-CLASS-01",
        "T-METHOD-01",
        "T-PARAM-01",
    }
    assert found["T-ONE-02"] == 7


def test_a_module_without_tests_proves_nothing():
    assert citations_in('import pytest\npytestmark = pytest.mark.rule("T-1-01")', "t.py") == []


@pytest.mark.parametrize("argument", ["ID", 'f"T-{n}"', "*IDS", "3"])
def test_a_citation_that_only_running_would_tell_is_refused(argument):
    source = f"import pytest\n@pytest.mark.rule({argument})\ndef test_it(): pass"
    with pytest.raises(UnreadableCitation, match=r"t\.py, line 2"):
        citations_in(source, "t.py")


def test_every_cited_clause_exists():
    known = {id for game in GAMES for id in load_ledger(load(game)).clauses}
    tests = folder_of_tests(load("lueur"))
    unknown = [citation for citation in citations(tests) if citation.clause not in known]
    assert unknown == []


def test_coverage_counts_each_clause_once():
    page = [
        "- **T-A-01** proven",
        "- **T-A-02** unproven",
        "- **T-A-03** wooden {no counterpart: the box has no lid}",
    ]
    ledger = Ledger("tiny", read_clauses(page))
    assert coverage(ledger, {"T-A-01", "L-END-01"}) == {
        "clauses": 3,
        "proven": 1,
        "unproven": ["T-A-02"],
        "no_counterpart": ["T-A-03"],
    }


def test_a_citation_counts_only_for_its_game():
    found = [
        Citation("T-A-01", "tests/games/lueur/test_dice.py", 3),
        Citation("T-A-02", "tests/games/faceless/test_walk.py", 5),
        Citation("T-A-03", "tests/terminal/test_plain.py", 7),
    ]
    assert cited_for("lueur", found, GAMES) == {"T-A-01", "T-A-03"}
    assert cited_for("faceless", found, GAMES) == {"T-A-02", "T-A-03"}


def test_without_a_checkout_there_is_nothing_to_read(tmp_path: Path, monkeypatch):
    deep = tmp_path / "lib" / "python" / "site-packages" / "minnows"
    deep.mkdir(parents=True)
    monkeypatch.setattr(type(minnows), "folder", lambda self: deep)
    with pytest.raises(NoTests, match="tests of minnows"):
        folder_of_tests(minnows)


def test_a_package_in_its_checkout_has_its_tests_beside_it():
    folder = folder_of_tests(minnows)
    assert folder == Path(__file__).parents[1] / "examples" / "tiny" / "tests"
    cited = {citation.clause for citation in citations(folder)}
    assert coverage(load_ledger(minnows), cited)["unproven"] == []


def test_the_suite_refuses_a_test_that_cites_an_unknown_clause(tmp_path: Path):
    conftest = (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(conftest, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  rule: x\n  long: x\n")
    test = 'import pytest\n@pytest.mark.rule("L-END-{}")\ndef test_it(): pass\n'
    (tmp_path / "test_fine.py").write_text(test.format("01"))
    assert run_pytest(tmp_path).returncode == 0
    (tmp_path / "test_wrong.py").write_text(test.format("99"))
    refused = run_pytest(tmp_path)
    assert refused.returncode == pytest.ExitCode.USAGE_ERROR
    assert "cites L-END-99" in refused.stderr


def test_the_suite_refuses_a_test_that_cites_another_game(tmp_path: Path):
    conftest = (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(conftest, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  rule: x\n  long: x\n")
    test = 'import pytest\n@pytest.mark.rule("L-END-01")\ndef test_it(): pass\n'
    for game in ("lueur", "faceless"):
        (tmp_path / "games" / game).mkdir(parents=True)
        (tmp_path / "games" / game / f"test_{game}.py").write_text(test)
    refused = run_pytest(tmp_path)
    assert refused.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_faceless.py::test_it cites L-END-01" in refused.stderr
    assert "test_lueur" not in refused.stderr


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
