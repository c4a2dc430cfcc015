"""The types of arguments and options: what they accept, and how a shell completes them."""

from __future__ import annotations

import ipaddress
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from embertable.commands.messages import (
    EmptyFile,
    EmptyName,
    NoNetwork,
    NoPort,
    NoRates,
    UnknownSeat,
)
from embertable.engine.near import known_as

if TYPE_CHECKING:
    from collections.abc import Iterable

    from click.shell_completion import CompletionItem

    NameType = click.ParamType[str]
else:
    NameType = click.ParamType

SEED = click.IntRange(min=0, max=2**63 - 1)
WORKERS = click.IntRange(min=1, max=256)
COUNT = click.IntRange(min=1, max=10_000_000)


class FilePath(click.Path):
    """A file or a folder; an empty name would be the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            raise EmptyFile(shown(param))
        return super().convert(value, param, ctx)


class Text(NameType):
    """A text that is not empty."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value.strip():
            raise EmptyFile(shown(param))
        return str(value)


class Network(NameType):
    """An IP address, or a network such as 10.0.0.0/8."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            ipaddress.ip_network(value, strict=False)
        except ValueError as error:
            raise NoNetwork(shown(param), str(value)) from error
        return str(value)


class Address(NameType):
    """A port, or a host and a port such as 10.0.0.5:9100."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        _, _, port = str(value).rpartition(":")
        if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 65536):
            raise NoPort(shown(param), str(value))
        return str(value)


class Seconds(click.FloatRange):
    """A length of time; `nan` and `inf` are floats, but no lengths."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value} is not a number of seconds.", param, ctx)
        return seconds


class TwoRates(NameType):
    """Two rates between 0 and 1, the lower one first, such as 0.5,0.65."""

    name = "rates"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            low, high = (float(one) for one in str(value).split(","))
        except ValueError as error:
            raise NoRates(shown(param), str(value)) from error
        if not 0 < low < high < 1:
            raise NoRates(shown(param), str(value))
        return str(value)


class GameName(NameType):
    """The name of a game, whatever its case."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from embertable.engine.errors import UnknownGame
        from embertable.games import game_names

        known = game_names()
        if not value.strip():
            raise EmptyName(shown(param), known)
        found = known_as(value, known)
        if found is None:
            raise UnknownGame(value, known)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from embertable.games import game_names

        return completions(game_names(), incomplete)


class BotNames(NameType):
    """The names of bots, separated by commas, whatever their case."""

    name = "bots"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return ",".join([bot_name(one, param) for one in value.split(",")])

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        return completions(known_bots(), last, before + comma)


class SeatNames(NameType):
    """Who plays, separated by commas: `human:Ada,bot:greedy`."""

    name = "seats"

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self.kinds = kinds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return ",".join([self.seat(one.strip(), param) for one in value.split(",")])

    def seat(self, spelling: str, param: click.Parameter | None) -> str:
        if not spelling:
            raise EmptyName(shown(param), self.spellings())
        kind, colon, rest = spelling.partition(":")
        kind = known_as(kind, (*self.kinds, "bot")) or kind
        if kind not in (*self.kinds, "bot"):
            raise UnknownSeat(spelling, (*self.kinds, "bot:greedy"))
        if kind != "bot":
            return f"{kind}{colon}{rest}"
        bot, also, name = rest.partition(":")
        return f"bot:{bot_name(bot, param)}{also}{name}"

    def spellings(self) -> list[str]:
        return [*self.kinds, *[f"bot:{name}" for name in known_bots()]]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        return completions(self.spellings(), last, before + comma)


class Setting(NameType):
    """A setting of a game, `NAME=VALUE`; completed for the game on the same line."""

    name = "setting"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from embertable.games import game_names, load

        game = ctx.params.get("game")
        games = [game] if game in game_names() else game_names()
        pairs = [
            f"{setting.name}={value}"
            for name in games
            for setting in load(name).settings
            for value in setting.values or ("",)
        ]
        return completions(dict.fromkeys(pairs), incomplete)


FILE = FilePath()
RATES = TwoRates()
GAME = GameName()
BOTS = BotNames()


def known_bots() -> list[str]:
    from embertable.bots import bot_names

    return bot_names()


def bot_name(name: str, param: click.Parameter | None) -> str:
    name = name.strip()
    known = known_bots()
    if not name:
        raise EmptyName(shown(param), known)
    if name.lower().startswith("search@"):
        return name.lower()
    return known_as(name, known) or name


def shown(param: click.Parameter | None) -> str:
    """A parameter as it is written on the command line."""
    if param is None:
        return "?"
    return param.opts[0] if isinstance(param, click.Option) else param.human_readable_name


def completions(known: Iterable[str], incomplete: str, before: str = "") -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    wanted = incomplete.casefold()
    return [CompletionItem(before + one) for one in known if one.casefold().startswith(wanted)]
