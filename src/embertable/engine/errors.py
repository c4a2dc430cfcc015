"""What players, clients and content packs can get wrong: one class each, with its sentence.

The sentences are in the group `error` of a catalogue, so that players read them in their own language;
`str(error)` is the English one.
"""

from __future__ import annotations

from typing import ClassVar

from embertable.engine.catalogue import Message, Value, load_catalogue
from embertable.engine.near import did_you_mean


class EmbertableError(Exception):
    """Something the caller can fix; `message` says what was tried and what would work."""

    part: ClassVar[str] = "engine"
    """The part of Embertable whose catalogue has the sentence."""

    def __init__(self, **arguments: Value) -> None:
        self.message = Message(f"error.{type(self).__name__}", dict(arguments))
        super().__init__()

    def render(self, language: str) -> str:
        return load_catalogue(self.part, language).render(self.message)

    def __str__(self) -> str:
        return self.render("en")


class UsageFault(EmbertableError):
    """A command was called in a way that makes no sense."""


class IllegalAction(EmbertableError):
    def __init__(self, action: str, seat: int, options: list[str]) -> None:
        self.action = action
        super().__init__(action=action, seat=seat, options=", ".join(options[:12]))


class NothingToDecide(EmbertableError):
    def __init__(self, action: str, seat: int) -> None:
        super().__init__(action=action, seat=seat)


class GameOver(EmbertableError):
    def __init__(self, action: str) -> None:
        super().__init__(action=action)


class NothingToUndo(EmbertableError):
    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class UndoNeedsConsent(EmbertableError):
    """Since that decision something was drawn, revealed or decided."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class UnknownGame(EmbertableError):
    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name=name, near=did_you_mean(name, known), known=", ".join(known))


class BrokenGame(EmbertableError):
    """An installed package declares a game that cannot be imported."""

    def __init__(self, name: str, package: str, reason: str) -> None:
        super().__init__(name=name, package=package, reason=reason)


class NoTutorial(EmbertableError):
    def __init__(self, game: str) -> None:
        super().__init__(game=game)


class UnknownBot(EmbertableError):
    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name=name, near=did_you_mean(name, known), known=", ".join(known))


class BrokenBot(UsageFault):
    """A bot of somebody else's that cannot be imported or made."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name=name, reason=" ".join(reason.split()).rstrip("."))


class UnknownOption(EmbertableError):
    def __init__(self, game: str, name: str, known: list[str]) -> None:
        near = did_you_mean(name, known)
        super().__init__(game=game, name=name, near=near, known=", ".join(known))


class BadOption(EmbertableError):
    def __init__(self, game: str, name: str, value: str, allowed: list[str]) -> None:
        super().__init__(game=game, name=name, value=value, allowed=", ".join(allowed))


class UnfitOption(EmbertableError):
    """A free-text option that a rule forbids; names the problem and the clause."""

    def __init__(self, game: str, name: str, problem: str, clause: str) -> None:
        super().__init__(game=game, name=name, problem=problem, clause=clause)


class BadContent(EmbertableError):
    """A content pack that cannot be used; names file, row and field."""

    def __init__(self, file: str, row: str, field: str, problem: str) -> None:
        super().__init__(file=file, row=row, field=field, problem=problem)


class MissingExtra(EmbertableError):
    """A package of an optional dependency is not installed."""

    def __init__(self, extra: str) -> None:
        super().__init__(extra=extra)


class UnreadableFile(EmbertableError):
    def __init__(self, file: str, problem: str) -> None:
        super().__init__(file=file, problem=problem)


class DamagedRecord(EmbertableError):
    def __init__(self, file: str, problem: str) -> None:
        super().__init__(file=file, problem=problem)


class ForeignRecord(EmbertableError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class NewerRecord(EmbertableError):
    def __init__(self, file: str, version: int, known: int) -> None:
        super().__init__(file=file, version=version, known=known)


class DamagedCampaign(EmbertableError):
    """A campaign file that was cut short, edited, or made for something else."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(file=file, problem=problem)


class NewerCampaign(EmbertableError):
    def __init__(self, file: str, version: int, known: int) -> None:
        super().__init__(file=file, version=version, known=known)


class OtherRules(EmbertableError):
    """A record of other rules or content than the installed ones."""

    def __init__(self, file: str, what: str, theirs: str, ours: str) -> None:
        super().__init__(file=file, what=what, theirs=theirs, ours=ours)


class WrongHash(EmbertableError):
    def __init__(self, file: str, entry: int) -> None:
        super().__init__(file=file, entry=entry)


class UnknownType(EmbertableError):
    """Saved data names a class that this game does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class ScriptExhausted(EmbertableError):
    def __init__(self, stream: str, sides: int) -> None:
        super().__init__(stream=stream, sides=sides)
