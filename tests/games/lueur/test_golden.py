"""Golden games: recorded whole games replay to the same hashes and read the same.

The records lie in tests/records; `python -m tests.records.make` writes them anew.
"""

from functools import cache

import pytest

from embertable.engine.codec import classes_of
from embertable.engine.errors import WrongHash
from embertable.engine.record import load_record
from embertable.engine.session import Session, open_record, replay, resume
from embertable.engine.table import Action, Choice, Event
from embertable.games.lueur.archipelago import BoatSailed
from embertable.games.lueur.cromaug import CompanionRaised
from embertable.games.lueur.effects import ChooseLoss, HiddenSpellGivenUp
from embertable.games.lueur.kaar import BlackDiePlaced
from embertable.games.lueur.late_morning import DieTurned
from embertable.games.lueur.province import EncampmentMoved
from embertable.games.lueur.sketals import ChooseReturn
from embertable.games.lueur.spells import SpellsCast
from tests.records.make import FOLDER, GOLDEN, LUEUR, Golden, tell, write

NAMES = [golden.name for golden in GOLDEN]

RARE: tuple[type, ...] = (
    BlackDiePlaced,
    SpellsCast,
    CompanionRaised,
    ChooseLoss,
    HiddenSpellGivenUp,
    DieTurned,
    ChooseReturn,
    BoatSailed,
    EncampmentMoved,
)


@cache
def replayed(name: str) -> tuple[Session, frozenset[type]]:
    """The session at the end of a golden game, and the kinds of things that happened in it."""
    record = load_record(FOLDER / f"{name}.json")
    session = open_record(LUEUR, record)
    kinds: set[type] = {type(choice) for choice in session.table.choices()}
    for _ in replay(session, record):
        kinds.update(type(choice) for choice in session.table.choices())
    kinds.update(type(event) for event in session.table.log)
    for entry in record.entries:
        if entry.action is not None:
            kinds.add(type(LUEUR.codec().decode(entry.action)))
    return session, frozenset(kinds)


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_replays_to_the_same_hashes(name):
    record = load_record(FOLDER / f"{name}.json")
    session, _ = replayed(name)
    assert session.table.result is not None
    assert session.record.entries == record.entries
    assert len(record.entries) > 80


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_reads_the_same(name):
    record = load_record(FOLDER / f"{name}.json")
    assert tell(record) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_golden_games_cover_all_tables_and_both_journeys():
    tables = {(golden.players, golden.journey) for golden in GOLDEN}
    assert tables == {(n, where) for n in "234" for where in ("province", "archipelago")}
    assert len(list(FOLDER.glob("lueur-*.json"))) == len(GOLDEN) == 8


def test_golden_games_hold_every_kind_of_choice_action_and_event():
    kinds = {kind for name in NAMES for kind in replayed(name)[1]}
    assert set(RARE) <= kinds
    known = {kind for kind in classes_of("embertable.games.lueur") if is_a_leaf(kind)}
    assert known - kinds == set()


def is_a_leaf(kind: type) -> bool:
    return issubclass(kind, (Choice, Action, Event)) and not kind.__subclasses__()


def test_one_golden_game_has_second_thoughts():
    record = load_record(FOLDER / "lueur-second-thoughts.json")
    assert sum(entry.action is None for entry in record.entries) > 3


def test_a_changed_hash_is_noticed():
    record = load_record(FOLDER / f"{NAMES[0]}.json")
    record.entries[40].hash = "0" * 32
    with pytest.raises(WrongHash):
        resume(LUEUR, record)


def test_golden_games_are_made_the_same_way_twice(tmp_path):
    golden = Golden("lueur-again", "2", "archipelago", "random", 123, undo_one_in=6)
    write(golden, tmp_path)
    first = (tmp_path / "lueur-again.json").read_bytes()
    text = (tmp_path / "lueur-again.txt").read_text(encoding="utf-8")
    write(golden, tmp_path)
    assert (tmp_path / "lueur-again.json").read_bytes() == first
    assert tell(load_record(tmp_path / "lueur-again.json")) == text
