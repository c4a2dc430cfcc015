"""What the commands say, on top of the words that every game shares."""

from __future__ import annotations

from pathlib import Path

from embertable.engine.errors import EmbertableError
from embertable.engine.words import Message, Value, Words, load_words

_words: dict[str, Words] = {}


def command_words(language: str) -> Words:
    if language not in _words:
        _words[language] = load_words(Path(__file__).parent / "words", language)
    return _words[language]


def say(language: str, id: str, /, **arguments: Value) -> str:
    """A sentence of the commands."""
    return command_words(language).say(Message(id, arguments))


def quoted(text: str, language: str) -> str:
    """A text that is not the speaker's own, such as the label of an option."""
    return say(language, "quote.text", text=text)


class CommandError(EmbertableError):
    """An error whose sentence stands in this package's own catalogue."""

    def said(self, language: str) -> str:
        return command_words(language).say(self.message)


class UsageFault(CommandError):
    """The command was called in a way that makes no sense."""


class UnknownCommand(UsageFault):
    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name=name, known=", ".join(known))


class NotAPair(UsageFault):
    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class WrongSeats(UsageFault):
    def __init__(self, seats: int, players: str) -> None:
        super().__init__(seats=seats, players=players)


class BadSeat(UsageFault):
    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling)


class BadAgentSeat(UsageFault):
    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling)


class NoStdio(UsageFault):
    """The agent's door has one way in; others would need a name of their own."""


class SameName(UsageFault):
    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NoSuchSeat(UsageFault):
    def __init__(self, seat: int, last: int) -> None:
        super().__init__(seat=seat, last=last)


class NoSuchDecision(UsageFault):
    def __init__(self, file: str, number: int, last: int) -> None:
        super().__init__(file=file, number=number, last=last)


class OtherGame(UsageFault):
    def __init__(self, file: str, game: str, wanted: str) -> None:
        super().__init__(file=file, game=game, wanted=wanted)


class NoBackup(CommandError):
    """A database has a way of its own."""

    def __init__(self) -> None:
        super().__init__()


class FileExists(CommandError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class GameNotHere(CommandError):
    """A record of a game that this release does not have."""

    def __init__(self, file: str, game: str, known: list[str]) -> None:
        super().__init__(file=file, game=game, known=", ".join(known))


class GameIsOver(CommandError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class NoTests(CommandError):
    def __init__(self) -> None:
        super().__init__()


class UnreadableCitation(CommandError):
    """A test cites a clause in a way that only running it would tell."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__(file=file, line=line)


class FuzzFound(CommandError):
    def __init__(self, game: str, check: str, seed: int, problem: str, file: str) -> None:
        super().__init__(game=game, check=check, seed=seed, problem=problem, file=file)
