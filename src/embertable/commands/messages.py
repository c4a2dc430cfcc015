"""The messages of the commands, and their errors."""

from __future__ import annotations

from embertable.engine.catalogue import Message, Value, load_catalogue
from embertable.engine.errors import EmbertableError, OldRules, UsageFault
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


class UnknownSeat(UsageFault, CommandError):
    """A spelling of `--seats` that is neither a person, an agent nor a bot."""

    def __init__(self, spelling: str, known: tuple[str, ...]) -> None:
        super().__init__(
            spelling=spelling, near=did_you_mean(spelling, known, 0.6), known=", ".join(known)
        )


class NotHonoured(UsageFault, CommandError):
    """An option that another one leaves without an effect."""

    def __init__(self, option: str, because: str) -> None:
        super().__init__(option=option, because=Message(because))


class NobodyEnters(UsageFault, CommandError):
    """A companion table at which only bots sit."""

    def __init__(self) -> None:
        super().__init__()


class BadAgentSeat(UsageFault, CommandError):
    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling)


class NoStdio(UsageFault, CommandError):
    """Standard input and output are the only transport so far."""


class OtherRun(UsageFault, CommandError):
    """A folder with the games of another model or of other settings."""

    def __init__(self, folder: str, names: str) -> None:
        super().__init__(folder=folder, names=names)


class NoClient(UsageFault, CommandError):
    def __init__(self, folder: str, file: str) -> None:
        super().__init__(folder=folder, file=file)


class NoPort(UsageFault, CommandError):
    """Neither a port nor a host with one."""

    def __init__(self, option: str, value: str) -> None:
        super().__init__(option=option, value=value)


class NoNetwork(UsageFault, CommandError):
    def __init__(self, option: str, value: str) -> None:
        super().__init__(option=option, value=value)


class NoRates(UsageFault, CommandError):
    def __init__(self, option: str, value: str) -> None:
        super().__init__(option=option, value=value)


class NoSuchSeat(UsageFault, CommandError):
    def __init__(self, seat: int, last: int) -> None:
        super().__init__(seat=seat, last=last)


class NoSuchDecision(UsageFault, CommandError):
    def __init__(self, file: str, number: int, last: int) -> None:
        super().__init__(file=file, number=number, last=last)


class UnusedPart(CommandError):
    """The luck of a game does not have a part that somebody added."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


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


class MayBeReplaced(FileExists):
    """A file that `--yes` would replace."""


class GameExists(CommandError):
    """A new game would replace a file, which may be a game to continue."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class NewFileOnly(UsageFault, CommandError):
    """`--at` continues a game of a file; without one there is nothing to continue."""


class OldGame(CommandError):
    """A record of earlier rules that goes differently under the present ones."""

    def __init__(self, problem: OldRules) -> None:
        self.agreed = problem.agreed
        arguments = dict(problem.message.arguments)
        super().__init__(**{name: arguments[name] for name in ("file", "theirs", "ours", "agreed")})


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


class NothingToGiveUp(UsageFault, CommandError):
    """Only a campaign has an open game to give up."""

    def __init__(self) -> None:
        super().__init__()


class NotConfirmed(CommandError):
    """A question was not answered with yes."""

    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class CampaignDiffers(CommandError):
    """A campaign and its records contradict each other."""

    def __init__(self, file: str, problems: int) -> None:
        super().__init__(file=file, problems=problems)


class GameIsOver(CommandError):
    def __init__(self, file: str) -> None:
        super().__init__(file=file)


class FuzzFound(CommandError):
    def __init__(self, game: str, check: str, seed: int, problem: str, file: str) -> None:
        super().__init__(game=game, check=check, seed=seed, problem=problem, file=file)
