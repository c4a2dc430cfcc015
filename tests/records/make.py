"""Golden games: whole games of random play as records, and as text that can be read.

    python -m tests.records.make

plays them anew and writes `lueur-*.json` and `lueur-*.txt` beside this file. Do so when the rules,
the content or the words were meant to change, read the difference, and say why in the commit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embertable import load
from embertable.engine.chance import seeded
from embertable.engine.record import Entry, Record
from embertable.engine.session import Session, open_record, replay
from embertable.engine.speech import message_of
from embertable.engine.table import Action
from embertable.games.lueur.rounds import RoundStarted
from tests.records.play import Picks, play_out

FOLDER = Path(__file__).parent
LUEUR = load("lueur")


@dataclass
class Golden:
    """A game to play, by its options and one seed for luck and player."""

    name: str
    players: str
    journey: str
    adventurers: str
    seed: int
    undo_one_in: int = 0

    def play(self) -> Record:
        options = {name: getattr(self, name) for name in ("players", "journey", "adventurers")}
        session = Session(LUEUR, options, seeded(self.seed))
        play_out(session, Picks(self.seed), self.undo_one_in)
        return session.record


# The seeds were searched: together these games hold every kind of choice, action and event.
GOLDEN = [
    Golden("lueur-province-2", "2", "province", "choose", 1),
    Golden("lueur-province-3", "3", "province", "random", 1),
    Golden("lueur-province-4", "4", "province", "random", 56),
    Golden("lueur-archipelago-2", "2", "archipelago", "random", 1),
    Golden("lueur-archipelago-3", "3", "archipelago", "random", 1),
    Golden("lueur-archipelago-4", "4", "archipelago", "choose", 49),
    Golden("lueur-curse-and-spells", "3", "province", "choose", 19),
    Golden("lueur-second-thoughts", "3", "archipelago", "choose", 1, undo_one_in=4),
]


def tell(record: Record) -> str:
    """A recorded game in English: each decision, and indented what came of it."""
    return "\n".join(lines(record)) + "\n"


def lines(record: Record) -> Iterator[str]:
    templates = LUEUR.words("en").templates
    for name, value in record.options.items():
        yield f"{templates[f'setting.{name}']}: {templates[f'value.{name}.{value}']}"
    yield f"Seed: {record.seed}"
    session = open_record(LUEUR, record)
    yield from happenings(session, 0)
    following = replay(session, record)
    for entry in record.entries:
        told = len(session.table.log)
        yield decision(session, entry)
        next(following)
        yield from happenings(session, told)
    assert session.table.result is not None
    yield LUEUR.words("en").say(message_of(session.table.result))


def decision(session: Session, entry: Entry) -> str:
    words = LUEUR.words("en", LUEUR.view(session.table, entry.seat))
    who = words.word(entry.seat, "seat")
    if entry.action is None:
        return f"{who}: I take that back."
    action = LUEUR.codec().decode(entry.action)
    assert isinstance(action, Action)
    return f"{who}: {words.say(message_of(action))}."


def happenings(session: Session, told: int) -> Iterator[str]:
    """The events since, each on a line, rounds set apart."""
    session.table.next_choice()
    words = LUEUR.words("en", LUEUR.view(session.table, None))
    for event in session.table.log[told:]:
        if isinstance(event, RoundStarted):
            yield ""
        yield f"    {words.say(message_of(event))}"


def write(golden: Golden, folder: Path) -> None:
    record = golden.play()
    record.save(folder / f"{golden.name}.json")
    (folder / f"{golden.name}.txt").write_text(tell(record), encoding="utf-8")


if __name__ == "__main__":
    for golden in GOLDEN:
        write(golden, FOLDER)
