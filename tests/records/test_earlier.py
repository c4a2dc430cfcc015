"""Golden games of earlier rules versions open for ever: they go on, or are shown as far as they agree."""

import json

import pytest

from embertable import load
from embertable.engine.errors import OldRules, OldSetUp, WrongHash
from embertable.engine.record import load_record
from embertable.engine.session import resume, resume_agreed
from tests.records.earlier_games import FILES, OUTCOMES, outcome

KNOWN = json.loads(OUTCOMES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_of_earlier_rules_opens(file):
    """`python -m tests.records.make` writes the outcomes anew after a change of the rules."""
    record = load_record(file)
    assert record.rules < load(record.game).rules_version
    assert file.stem.endswith(f"-rules-{record.rules}")
    assert outcome(file) == KNOWN[file.stem]


def test_every_outcome_belongs_to_a_game():
    assert set(KNOWN) == {file.stem for file in FILES}
    assert any(isinstance(value, int) for value in KNOWN.values())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_of_earlier_rules_says_so_in_both_languages(file):
    record = load_record(file)
    game = load(record.game)
    try:
        session, problem = resume_agreed(game, record)
    except OldSetUp as none:
        problem, session = none, None
    if problem is None:
        assert session is not None
        assert session.older_rules == record.rules
        assert session.table.has_ended()
        return
    for language in ("en", "it"):
        assert str(record.rules) in problem.render(language)
    if session is not None:
        session.table.next_choice()
        session.play(session.table.offered()[0])  # It can be continued from there.


def test_every_earlier_rules_version_of_a_game_that_was_kept_is_there():
    kept = {(load_record(file).game, load_record(file).rules) for file in FILES}
    for name in ("lueur", "faceless", "deadcells", "setawatch"):
        first = 2 if name == "setawatch" else 1  # Version 1 of Set a Watch left no record.
        assert {version for game, version in kept if game == name} == set(
            range(first, load(name).rules_version)
        )


@pytest.mark.parametrize("name", ["faceless-silence-rules-2", "setawatch-easy-won-rules-3"])
def test_control_a_changed_hash_is_noticed(name):
    file = next(file for file in FILES if file.stem == name)
    record = load_record(file)
    record.entries[10].hash = "0" * 32
    with pytest.raises(OldRules) as found:
        resume(load(record.game), record)
    assert found.value.agreed == 10 != KNOWN[name]
    record.rules = load(record.game).rules_version
    record.content = load(record.game).content().hash
    with pytest.raises(WrongHash):
        resume(load(record.game), record)
