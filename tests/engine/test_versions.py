"""Versions: newer is refused, older is migrated, and games of earlier rules go on where they agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from embertable.engine.chance import seeded
from embertable.engine.content import Content
from embertable.engine.errors import (
    DamagedRecord,
    NewerVersion,
    OldRules,
    OldSetUp,
    OtherRules,
    WrongHash,
)
from embertable.engine.record import Record, record_from_json
from embertable.engine.rulesets import Ruleset
from embertable.engine.session import Session, resume, resume_agreed
from embertable.engine.table import Step, Table
from embertable.engine.versions import KINDS, Kind, is_version
from tests.engine.toy import AfterStep, AskWord, Finish, Note, Roll, Say, Toy, ToyState, Walk

WORDS = ("a", "b")
OLD = (AskWord(0, WORDS), Roll(), AskWord(1, WORDS), Walk(1), AskWord(0, WORDS), Finish())
new_rule = Ruleset("a gong after each step")


@new_rule.on(AfterStep)
def gong(table: Table[ToyState], moment: AfterStep) -> Iterable[Step]:
    yield Note("gong")


@pytest.fixture
def kind():
    made = Kind("song", lambda saved: {**saved, "verse": 1}, lambda saved: {**saved, "key": "C"})
    yield made
    del KINDS["song"]


def test_older_files_are_migrated_step_by_step(kind):
    assert kind.current == 3
    saved = {"title": "Ember"}
    assert kind.upgrade(saved, 1, "song.json") == {"title": "Ember", "verse": 1, "key": "C"}
    assert kind.upgrade(saved, 2, "song.json") == {"title": "Ember", "key": "C"}
    assert kind.upgrade(saved, 3, "song.json") == saved == {"title": "Ember"}


def test_newer_files_are_refused_in_both_languages():
    with pytest.raises(NewerVersion) as refused:
        KINDS["record"].check(7, "game.json")
    assert str(refused.value) == (
        "game.json has record version 7; this Embertable reads up to version 4. "
        "Open it with a newer release."
    )
    assert "legge fino alla versione 4" in refused.value.render("it")


def test_two_kinds_cannot_share_a_name(kind):
    with pytest.raises(AssertionError, match="song"):
        Kind("song")


@pytest.mark.parametrize(("value", "fine"), [(1, True), (9, True), (0, False), (-1, False)])
def test_versions_count_from_one(value, fine):
    assert is_version(value) is fine
    assert not is_version(True)
    assert not is_version("1")


def test_a_record_without_a_sensible_version_is_damaged():
    saved = recorded().to_json()
    for version in (0, -3):
        with pytest.raises(DamagedRecord, match="'version'"):
            record_from_json({**saved, "version": version})


# Games of earlier rules.


class Changed(Toy):
    """The toy under other rules, with the packs that it was printed with before."""

    def __init__(
        self,
        rulesets: Sequence[Ruleset] = (),
        opening: Sequence[Step] = OLD,
        version: int = 4,
        packs: tuple[str, ...] = (),
    ) -> None:
        super().__init__(opening, rulesets)
        self.rules_version = version
        self.earlier_packs = packs


def recorded() -> Record:
    """A whole game under rules version 3."""
    session = Session(Toy(OLD), {}, seeded(1))
    for seat, word in ((0, "a"), (1, "b"), (0, "a")):
        session.play(Say(seat, word), seat)
    assert session.table.has_ended()
    return session.record


def test_newer_rules_are_refused():
    record = recorded()
    record.rules = 99
    with pytest.raises(NewerVersion) as refused:
        resume(Toy(OLD), record)
    assert refused.value.kind == "rules"
    assert "has rules version 99; this Embertable reads up to version 3" in str(refused.value)


def test_a_game_of_earlier_rules_goes_on_where_every_position_agrees():
    session = resume(Changed(), recorded())
    assert session.older_rules == 3
    assert session.table.has_ended()
    # From here on it is a game of the present rules.
    assert session.record.rules == 4
    assert session.record.entries == recorded().entries
    assert resume_agreed(Changed(), recorded())[1] is None


def test_a_game_of_the_present_rules_has_no_older_ones():
    assert resume(Toy(OLD), recorded()).older_rules is None


def test_a_game_that_goes_differently_is_read_only_up_to_the_last_agreement():
    game = Changed([new_rule])
    with pytest.raises(OldRules) as found:
        resume(game, recorded())
    assert (found.value.theirs, found.value.ours, found.value.agreed) == (3, 4, 1)
    for language in ("en", "it"):
        sentence = found.value.render(language)
        assert all(number in sentence for number in "341")
    session, problem = resume_agreed(game, recorded())
    assert problem is not None
    assert len(session.record.entries) == problem.agreed == 1
    # The offer: it continues from there under the present rules.
    session.play(Say(1, "b"), 1)
    session.play(Say(0, "b"), 0)
    assert session.table.has_ended()
    assert resume(game, session.record).older_rules is None


def test_an_action_that_is_no_longer_offered_ends_the_agreement():
    record = recorded()
    assert record.entries[1].action is not None
    record.entries[1].action["word"] = "z"
    with pytest.raises(OldRules) as found:
        resume(Changed(), record)
    assert found.value.agreed == 1


def test_positions_before_the_difference_can_be_opened():
    game = Changed([new_rule])
    assert len(resume(game, recorded(), upto=1).record.entries) == 1
    with pytest.raises(OldRules):
        resume(game, recorded(), upto=2)


def test_a_game_that_is_set_up_differently_cannot_be_shown():
    with pytest.raises(OldSetUp) as found:
        resume_agreed(Changed(opening=[Note("gong"), *OLD]), recorded())
    assert found.value.agreed == -1
    assert "-1" not in str(found.value)


def test_an_option_that_is_gone_is_a_different_set_up():
    record = recorded()
    record.options["weather"] = "fine"
    with pytest.raises(OldSetUp):
        resume(Changed(), record)


def test_under_the_same_rules_a_difference_is_damage():
    """The control: only an older version excuses a position that differs."""
    game = Changed([new_rule], version=3)
    with pytest.raises(WrongHash):
        resume_agreed(game, recorded())


def test_an_earlier_printed_pack_is_opened_like_earlier_rules():
    record = recorded()
    record.content = "the pack of May"
    with pytest.raises(OtherRules):
        resume(Changed(version=3), record)
    assert resume(Changed(version=3, packs=("the pack of May",)), record).table.has_ended()
    with pytest.raises(OtherRules):  # the earlier printed pack is no excuse for somebody's own
        resume(Changed(version=3, packs=("the pack of May",)), record, Content("my own"))
    game = Changed([new_rule], packs=("the pack of May",))
    with pytest.raises(OldRules):
        resume(game, record)
