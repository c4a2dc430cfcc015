"""What players, clients and content packs can get wrong: one class each, with its sentence.

The sentences are in the group `error` of a catalogue, so that players read them in their own language;
`str(error)` is the English one.
"""

from __future__ import annotations

import errno
import shlex
from typing import ClassVar, Final

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


class NoCompanion(EmbertableError):
    """A game whose dice and cards only the program rolls and draws."""

    def __init__(self, game: str) -> None:
        super().__init__(game=game)


class ChanceDecides(EmbertableError):
    """There is nothing to advise: dice or cards decide, and somebody enters what they show."""

    def __init__(self) -> None:
        super().__init__()


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


class LimitedOption(BadOption):
    """A value that another option leaves too little room for, such as more cards than a deck has."""

    def __init__(self, game: str, name: str, value: str, by: str, allowed: list[str]) -> None:
        EmbertableError.__init__(
            self, game=game, name=name, value=value, by=by, allowed=", ".join(allowed)
        )


class ContradictingOptions(EmbertableError):
    """An option names something that the scenario of the table names otherwise."""

    def __init__(self, game: str, name: str, value: str, scenario: str) -> None:
        super().__init__(game=game, name=name, value=value, scenario=scenario)


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


USUAL: Final = (
    *("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EEXIST"),
    *("ENOSPC", "EDQUOT", "EROFS", "EIO", "ENAMETOOLONG", "ELOOP"),
)
"""Why the system refuses a file, where a catalogue says it."""


class UnreadableFile(EmbertableError):
    def __init__(self, file: str, problem: OSError | str) -> None:
        super().__init__(
            file=file, problem=reason_of(problem) if isinstance(problem, OSError) else problem
        )


def reason_of(error: OSError) -> Value:
    """Why the system refused: in the reader's language, if it is a usual reason."""
    name = errno.errorcode.get(error.errno or 0, "")
    return Message(f"system.{name}") if name in USUAL else error.strerror or str(error)


class DamagedRecord(EmbertableError):
    """A record with something missing or wrong; `problem` is a message of the group `damage`."""

    def __init__(self, file: str, problem: str, **more: Value) -> None:
        super().__init__(file=file, problem=Message(f"damage.{problem}", more))

    def render(self, language: str) -> str:
        # What an entry was refused for is a sentence of its own.
        return super().render(language).rstrip(".") + "."


class ForeignRecord(EmbertableError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class NewerVersion(EmbertableError):
    """A file, a store or a game of a version that this program does not know yet."""

    def __init__(self, kind: str, file: str, version: int, known: int) -> None:
        self.kind = kind
        super().__init__(kind=Message(f"version.{kind}"), file=file, version=version, known=known)


class DamagedCampaign(EmbertableError):
    """A campaign file that was cut short, edited, or made for something else."""

    def __init__(self, file: str, problem: str, **more: Value) -> None:
        self.file = file
        super().__init__(file=file, problem=Message(f"damage.{problem}", more))


class DamagedCampaignFile(EmbertableError):
    """A damaged campaign that may be rebuilt from the records beside it."""

    def __init__(self, damaged: DamagedCampaign) -> None:
        problem = damaged.message.arguments["problem"]
        super().__init__(file=damaged.file, problem=problem, campaign=shlex.quote(damaged.file))


class NotACampaign(EmbertableError):
    """A campaign was expected, and the file is the record of a game."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class FileInUse(EmbertableError):
    """Another process plays the game in this file."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class RunOutOfOrder(EmbertableError):
    """The campaign has changed since this game began."""

    def __init__(self, record: str, campaign: str) -> None:
        super().__init__(record=record, campaign=shlex.quote(campaign))


class RunGivenUp(RunOutOfOrder):
    """The game was given up on purpose."""


class RunCounted(RunOutOfOrder):
    """Another record of the same game was counted already."""


class OtherCampaign(RunOutOfOrder):
    """The game belongs to another campaign than the named one."""


class NoCampaignNear(RunOutOfOrder):
    """The campaign of a game is not in the folder of its record."""


class RunStaysBeside(RunOutOfOrder):
    """The record of a campaign's game cannot be saved elsewhere."""


class RunIsOpen(EmbertableError):
    """A campaign has at most one open game."""

    def __init__(self, campaign: str, number: int, record: str) -> None:
        super().__init__(campaign=shlex.quote(campaign), number=number, record=record)


class OpenRunElsewhere(RunIsOpen):
    """The record of the open game is not beside its campaign."""


class OpenRunDamaged(RunIsOpen):
    """The record of the open game cannot be played on."""


class NoRuns(EmbertableError):
    """There is no record from which a campaign could be made."""

    def __init__(self, campaign: str) -> None:
        super().__init__(campaign=campaign)


class MissingRun(EmbertableError):
    """The records do not reach back to the first set-up."""

    def __init__(self, campaign: str, record: str) -> None:
        super().__init__(campaign=campaign, record=record)


class FewerRuns(EmbertableError):
    """A rebuilt campaign would count fewer games than the one that is there."""

    def __init__(self, campaign: str, counted: int, found: int) -> None:
        super().__init__(campaign=campaign, counted=counted, found=found)


class TwoCampaigns(EmbertableError):
    """The records in a folder make more than one campaign."""

    def __init__(self, campaign: str, records: list[str]) -> None:
        super().__init__(campaign=campaign, records=", ".join(records))


class OtherRules(EmbertableError):
    """A record of another content pack, or a position of another game, than the installed one."""

    def __init__(self, file: str, what: str, theirs: str, ours: str) -> None:
        super().__init__(file=file, what=what, theirs=theirs, ours=ours)


class OldRules(EmbertableError):
    """A game of earlier rules that goes differently under the present ones: it is read-only.

    Its first `agreed` entries lead to the recorded positions, and it can be continued from there.
    """

    def __init__(self, file: str, theirs: int, ours: int, agreed: int) -> None:
        self.theirs = theirs
        self.ours = ours
        self.agreed = agreed
        EmbertableError.__init__(self, file=file, theirs=theirs, ours=ours, agreed=agreed)


class OldSetUp(OldRules):
    """A game of earlier rules whose first position already differs; none of it can be shown."""

    def __init__(self, file: str, theirs: int, ours: int) -> None:
        super().__init__(file, theirs, ours, -1)
        EmbertableError.__init__(self, file=file, theirs=theirs, ours=ours)


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
