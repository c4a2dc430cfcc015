"""The ledgers are read whole: every clause with its section, source and rulings."""

from pathlib import Path

import pytest
from minnows import game as minnows

from embertable.games import load, load_all
from embertable.ledger import (
    DoubledClauses,
    Ledger,
    NoLedger,
    UnknownClause,
    games_of_clauses,
    has_ledger,
    ledger_path,
    load_ledger,
    read_clauses,
)

LUEUR = load("lueur")

PAGE = """\
## 3. Rules

### 3.1 Dice

- **T-DICE-01** A die is rolled. [Dice]
  - Ruling: once. Reason: silent.
- **T-DICE-02 Title.** A die falls off the table. [ruling] {no counterpart: dice cannot fall here}

A paragraph that is no clause.
  - nor is this a ruling of T-DICE-02
- **T-DICE-02a** A die is kept. [ruling]
- **T-DICE-CUP** A cup is no die. [ruling]
- **X1** an example, not a clause
"""


def test_a_clause_has_section_source_and_rulings():
    first, second, *others = read_clauses(PAGE.splitlines())
    assert [clause.id for clause in others] == ["T-DICE-02a", "T-DICE-CUP"]
    assert (first.id, first.section, first.source) == ("T-DICE-01", "Dice", "Dice")
    assert first.text == "A die is rolled."
    assert first.rulings == ("Ruling: once. Reason: silent.",)
    assert first.no_counterpart == ""
    assert second.title == "Title."
    assert second.full_text() == "Title. A die falls off the table."
    assert (second.source, second.no_counterpart) == ("ruling", "dice cannot fall here")
    assert second.rulings == ()


def test_every_bold_id_of_lueur_is_a_clause():
    lines = ledger_path(LUEUR).read_text(encoding="utf-8").splitlines()
    assert len(load_ledger(LUEUR).clauses) == sum(line.startswith("- **L-") for line in lines)
    assert len(load_ledger(LUEUR).clauses) >= 171


def test_an_id_is_found_in_any_case_of_letters():
    assert "score track" in load_ledger(LUEUR).clause("l-reroll-05").text


def test_an_id_names_one_clause_of_one_game():
    ledgers = [load_ledger(game) for game in load_all() if has_ledger(game)]
    games = games_of_clauses(ledgers)
    assert games["F-INT-01"] == "faceless"
    assert games["D-INT-01"] == "deadcells"
    letters = {(id.split("-")[0], game) for id, game in games.items()}
    assert len(letters) == len(ledgers)


def test_an_id_of_two_clauses_is_refused():
    twice = read_clauses(["- **T-A-01** one", "- **T-A-01** another"])
    with pytest.raises(DoubledClauses, match="T-A-01"):
        Ledger("tiny", twice)
    with pytest.raises(DoubledClauses, match="T-A-01"):
        games_of_clauses([Ledger("tiny", twice[:1]), Ledger("small", twice[1:])])


def test_an_unknown_id_names_near_ones():
    with pytest.raises(UnknownClause, match="L-REROLL-0"):
        load_ledger(LUEUR).clause("L-REROLL-99")


def test_search_finds_all_words_and_prefers_names():
    ledger = load_ledger(LUEUR)
    found = [clause.id for clause in ledger.search("black die")]
    assert "L-REROLL-10" in found
    assert ledger.search("kaar")[0].id.startswith("L-KAAR")
    assert ledger.search("no such word anywhere") == []


def test_an_installation_reads_its_own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("embertable.ledger.PACKAGE", tmp_path)
    (tmp_path / "rules_text").mkdir()
    (tmp_path / "rules_text" / "lueur.md").write_text(PAGE)
    assert ledger_path(LUEUR) == tmp_path / "rules_text" / "lueur.md"


def test_a_game_of_another_package_brings_its_ledger(tmp_path: Path, monkeypatch):
    assert ledger_path(minnows) == minnows.folder() / "rules.md"
    assert has_ledger(minnows)
    monkeypatch.setattr(type(minnows), "folder", lambda self: tmp_path)
    assert not has_ledger(minnows)
    with pytest.raises(NoLedger, match=r"rules\.md"):
        ledger_path(minnows)


@pytest.mark.parametrize("game", load_all(), ids=lambda game: game.name)
def test_a_rule_is_read_at_the_table_without_marks_and_sources(game):
    for clause in load_ledger(game).clauses.values():
        text = clause.rule_text().replace("_*", "")
        assert text, clause.id
        assert not any(mark in text for mark in ("*", "`", "(Source:")), clause.id
