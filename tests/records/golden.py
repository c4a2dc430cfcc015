"""Golden games as tests look at them: replayed once, with all that happened in them."""

from functools import cache

from embertable import load
from embertable.engine.record import load_record
from embertable.engine.session import Session, open_record, replay
from tests.records.make import FOLDER, GOLDEN

NAMES = [golden.name for golden in GOLDEN]


@cache
def replayed(name: str) -> tuple[Session, frozenset[type]]:
    """The session at the end of a golden game, and the kinds of things that happened in it."""
    record = load_record(FOLDER / f"{name}.json")
    game = load(record.game)
    session = open_record(game, record)
    kinds: set[type] = {type(choice) for choice in session.table.choices()}
    for _ in replay(session, record):
        kinds.update(type(choice) for choice in session.table.choices())
    kinds.update(type(event) for event in session.table.log)
    for entry in record.entries:
        if entry.action is not None:
            kinds.add(type(game.codec().decode(entry.action)))
    return session, frozenset(kinds)


def kinds_of(name: str) -> frozenset[type]:
    return replayed(name)[1]
