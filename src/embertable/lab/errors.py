"""The errors of the lab."""

from __future__ import annotations

from typing import Any

from embertable.engine.catalogue import Message
from embertable.engine.errors import EmbertableError, UsageFault


class LabError(EmbertableError):
    """An error whose sentence is in the lab's catalogue."""

    part = "lab"


class BadPlan(LabError):
    """A plan with an unknown name or an impossible value."""

    def __init__(self, file: str, place: str, problem: Message) -> None:
        super().__init__(file=file, place=place, problem=problem)


class RefusedPlan(LabError):
    """The game or a bot rejects a value of the plan, with its own error."""

    def __init__(self, file: str, place: str, error: EmbertableError) -> None:
        super().__init__(file=file, place=place, error=error.message)


class ImpossibleCell(LabError):
    """Values that are allowed one by one, but not together."""

    def __init__(self, file: str, cell: str, error: Message) -> None:
        super().__init__(file=file, cell=cell, error=error)


class UnknownThing(LabError):
    def __init__(self, file: str, thing: str, known: list[str]) -> None:
        super().__init__(file=file, thing=thing, known=", ".join(known))


class OtherPlan(LabError):
    """The folder already holds the results of another plan."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder=folder)


class FolderInUse(LabError):
    def __init__(self, folder: str) -> None:
        super().__init__(folder=folder)


class CannotKeep(LabError):
    """The disk is full, or the folder cannot be written."""

    def __init__(self, file: str, problem: str, games: int) -> None:
        super().__init__(file=file, problem=problem, games=games)


class ForeignOutcomes(LabError):
    """A file that the ladder should continue, and that something else has written."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class BadEntry(LabError):
    """A record that does not keep to the protocol of the leaderboard."""

    def __init__(self, file: str, problem: str, **arguments: str | int) -> None:
        self.given = (file, problem, arguments)
        super().__init__(file=file, problem=Message(problem, arguments))

    def __reduce__(self) -> tuple[Any, ...]:
        # Raised in a worker and pickled back.
        file, problem, arguments = self.given
        return bad_entry, (file, problem, arguments)


def bad_entry(file: str, problem: str, arguments: dict[str, str | int]) -> BadEntry:
    return BadEntry(file, problem, **arguments)


class ForeignBoard(LabError):
    """A file that is no leaderboard."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class NoEntries(LabError):
    """A folder without records of the protocol."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder=folder)


class WrongBoard(LabError):
    """A leaderboard that says something else than its records."""

    def __init__(self, file: str, rows: str) -> None:
        super().__init__(file=file, rows=rows)


class ForeignDataset(LabError):
    """A file that is no dataset."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class OtherDataset(LabError):
    """A dataset whose numbers mean something else."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class BadPlayerName(UsageFault, LabError):
    """A name that cannot be that of a folder."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class ForeignSet(LabError):
    """A file that another program or command has written."""

    def __init__(self, file: str, command: str) -> None:
        super().__init__(file=file, command=command)


class OtherSet(LabError):
    """The file was begun with another recipe or other rules."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class NothingToTrain(UsageFault, LabError):
    """Nothing of the game's bots is fitted."""

    def __init__(self, game: str) -> None:
        super().__init__(game=game)


class WorkersLost(LabError):
    def __init__(self, times: int, games: int) -> None:
        super().__init__(times=times, games=games)


class NoCluster(LabError):
    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class ClusterLost(LabError):
    """The cluster ended, or lost one worker after another, while playing a plan."""

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class UnknownEngine(LabError):
    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class OtherWorkers(LabError):
    """A worker of the cluster has different rules or content."""

    def __init__(self, what: str, theirs: str, ours: str) -> None:
        super().__init__(what=what, theirs=theirs, ours=ours)

    def __reduce__(self) -> tuple[type[OtherWorkers], tuple[str, str, str]]:
        # Raised on a worker and pickled back.
        arguments = self.message.arguments
        return OtherWorkers, (
            str(arguments["what"]),
            str(arguments["theirs"]),
            str(arguments["ours"]),
        )
