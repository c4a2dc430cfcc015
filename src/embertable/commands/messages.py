"""The messages of the commands, and their errors."""

from __future__ import annotations

from embertable.engine.catalogue import Value, load_catalogue
from embertable.engine.errors import EmbertableError, UsageFault
from embertable.engine.near import did_you_mean


def render(language: str, id: str, /, **arguments: Value) -> str:
    """Render a message of the commands."""
    return load_catalogue("commands", language).text(id, **arguments)


class CommandError(EmbertableError):
    """An error whose sentence is in the catalogue of the commands."""

    part = "commands"


class UnknownCommand(UsageFault, CommandError):
    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name=name, near=did_you_mean(name, known), known=", ".join(known))


class EmptyName(UsageFault, CommandError):
    def __init__(self, parameter: str, known: list[str]) -> None:
        super().__init__(parameter=parameter, known=", ".join(known))


class EmptyFile(UsageFault, CommandError):
    def __init__(self, parameter: str) -> None:
        super().__init__(parameter=parameter)


class NotAFolder(CommandError):
    def __init__(self, folder: str) -> None:
        super().__init__(folder=folder)


class NotPlayers(UsageFault, CommandError):
    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class NoRival(UsageFault, CommandError):
    """A ladder where bots meet each other needs two of them."""

    def __init__(self, game: str, bot: str) -> None:
        super().__init__(game=game, bot=bot)


class NotAPair(UsageFault, CommandError):
    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class WrongSeats(UsageFault, CommandError):
    def __init__(self, seats: int, players: str) -> None:
        super().__init__(seats=seats, players=players)


class BadAgentSeat(UsageFault, CommandError):
    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling)


class NoStdio(UsageFault, CommandError):
    """Standard input and output are the only transport so far."""


class NoClient(UsageFault, CommandError):
    def __init__(self, folder: str, file: str) -> None:
        super().__init__(folder=folder, file=file)


class NoSuchSeat(UsageFault, CommandError):
    def __init__(self, seat: int, last: int) -> None:
        super().__init__(seat=seat, last=last)


class NoSuchDecision(UsageFault, CommandError):
    def __init__(self, file: str, number: int, last: int) -> None:
        super().__init__(file=file, number=number, last=last)


class OtherGame(UsageFault, CommandError):
    def __init__(self, file: str, game: str, wanted: str) -> None:
        super().__init__(file=file, game=game, wanted=wanted)


class NoBackup(CommandError):
    """PostgreSQL has its own tools for this."""

    def __init__(self) -> None:
        super().__init__()


class ForeignBot(UsageFault, CommandError):
    """A record may come from anywhere, so it does not decide what is imported."""

    def __init__(self, file: str, bot: str, seats: str) -> None:
        super().__init__(file=file, bot=bot, seats=seats)


class FileExists(CommandError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class GameExists(CommandError):
    """A new game would replace a file, which may be a game to continue."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class CannotImport(CommandError):
    def __init__(self, file: str, problem: str) -> None:
        super().__init__(file=file, problem=problem)


class GameNotHere(CommandError):
    """A record of a game that is not installed."""

    def __init__(self, file: str, game: str, known: list[str]) -> None:
        super().__init__(file=file, game=game, known=", ".join(known))


class NoCampaigns(UsageFault, CommandError):
    def __init__(self, game: str, known: list[str]) -> None:
        super().__init__(game=game, known=", ".join(known))


class GameIsOver(CommandError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class FuzzFound(CommandError):
    def __init__(self, game: str, check: str, seed: int, problem: str, file: str) -> None:
        super().__init__(game=game, check=check, seed=seed, problem=problem, file=file)
