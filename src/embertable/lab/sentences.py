"""The errors of the lab."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.engine.errors import EmbertableError


class LabError(EmbertableError):
    """An error whose sentence is in the lab's catalogue."""

    part = "lab"


class BadPlan(LabError):
    """A plan that names something that is not there, or asks for what cannot be."""

    def __init__(self, file: str, place: str, problem: Message) -> None:
        super().__init__(file=file, place=place, problem=problem)


class RefusedPlan(LabError):
    """The game or the bots refuse what a plan names, in a sentence of their own."""

    def __init__(self, file: str, place: str, error: EmbertableError) -> None:
        super().__init__(file=file, place=place, error=error.message)


class ImpossibleCell(LabError):
    """Values that are each allowed, and not together."""

    def __init__(self, file: str, cell: str, error: Message) -> None:
        super().__init__(file=file, cell=cell, error=error)


class UnknownThing(LabError):
    def __init__(self, file: str, thing: str, known: list[str]) -> None:
        super().__init__(file=file, thing=thing, known=", ".join(known))


class OtherPlan(LabError):
    """Results of another plan lie where these should go."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder=folder)


class FolderInUse(LabError):
    def __init__(self, folder: str) -> None:
        super().__init__(folder=folder)


class CannotKeep(LabError):
    """The disk is full, or the folder cannot be written."""

    def __init__(self, file: str, problem: str, games: int) -> None:
        super().__init__(file=file, problem=problem, games=games)


class WorkersLost(LabError):
    def __init__(self, times: int, games: int) -> None:
        super().__init__(times=times, games=games)


class NoCluster(LabError):
    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class ClusterLost(LabError):
    """A cluster that ended, or that lost one worker after another, in the middle of a plan."""

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class UnknownEngine(LabError):
    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class DaskMissing(LabError):
    """Dask is an extra that few need."""

    def __init__(self) -> None:
        super().__init__()


class OtherWorkers(LabError):
    """A worker of a cluster has other rules or content than the plan was read with."""

    def __init__(self, what: str, theirs: str, ours: str) -> None:
        super().__init__(what=what, theirs=theirs, ours=ours)

    def __reduce__(self) -> tuple[type[OtherWorkers], tuple[str, str, str]]:
        # It travels from the worker that found it.
        said = self.message.arguments
        return OtherWorkers, (str(said["what"]), str(said["theirs"]), str(said["ours"]))
