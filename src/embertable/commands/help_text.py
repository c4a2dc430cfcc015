"""The help pages in other languages than English, which the commands write themselves.

`locales/<lang>/help.toml` has a table for each command, with `help` for its description and a text
for each option; `any` has what several commands share. What is missing there stays English.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from embertable.engine.catalogue import ENGLISH, catalogue_file, read_catalogue

SHARED = "any"


def wants_help(arguments: Sequence[str]) -> bool:
    return any(argument in ("-h", "--help") for argument in arguments)


def without_language(arguments: Sequence[str]) -> list[str]:
    """The arguments without `--lang`, which groups of commands do not have."""
    kept: list[str] = []
    for place, argument in enumerate(arguments):
        after_lang = place > 0 and arguments[place - 1] == "--lang"
        if not after_lang and argument.partition("=")[0] != "--lang":
            kept.append(argument)
    return kept


def help_texts(language: str) -> dict[str, str]:
    """The texts of a language by `command.option`; empty for English."""
    file = catalogue_file("help", language)
    return read_catalogue(file) if language != ENGLISH and file.is_file() else {}


def translated(command: click.Command, name: str, texts: Mapping[str, str]) -> click.Command:
    """A copy of a command whose help page has these texts."""
    if not texts:
        return command
    found = copy.copy(command)
    found.help = texts.get(f"{name}.help", command.help)
    found.short_help = None
    if command.epilog:
        example = texts.get(f"{SHARED}.example", "Example:")
        found.epilog = command.epilog.replace("Example:", example)
    found.params = [translated_option(param, name, texts) for param in command.params]
    found.context_class = context_for(texts)
    if isinstance(command, click.Group) and isinstance(found, click.Group):
        found.commands = {
            sub: translated(one, f"{name} {sub}", texts) for sub, one in command.commands.items()
        }
    return found


def translated_option(
    param: click.Parameter, name: str, texts: Mapping[str, str]
) -> click.Parameter:
    if not isinstance(param, click.Option):
        return param
    found = copy.copy(param)
    key = option_name(param)
    found.help = texts.get(f"{name}.{key}", texts.get(f"{SHARED}.{key}", param.help))
    if isinstance(param.show_default, str):
        default = f"{key}_default"
        known = texts.get(f"{name}.{default}", texts.get(f"{SHARED}.{default}"))
        found.show_default = known or param.show_default
    return found


def option_name(param: click.Option) -> str:
    return max(param.opts, key=len).lstrip("-").replace("-", "_")


class TranslatedFormatter(click.HelpFormatter):
    """Writes the words that click itself adds to a page in the language of the texts."""

    texts: Mapping[str, str] = {}

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        word = self.texts.get(f"{SHARED}.usage")
        super().write_usage(prog, self.in_language(args), f"{word} " if word else prefix)

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(self.texts.get(f"{SHARED}.{name.lower()}", name)):
            yield

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl(
            [(first, self.in_language(second)) for first, second in rows], col_max, col_spacing
        )

    def in_language(self, text: str) -> str:
        for english, key in WORDS:
            if key in self.texts:
                text = re.sub(english, self.texts[key], text)
        return text


WORDS = (
    (r"\[default: ", f"{SHARED}.default"),
    (r"\[OPTIONS\]", f"{SHARED}.options_here"),
    (r"\[?COMMAND\]? \[ARGS\]\.\.\.", f"{SHARED}.command_here"),
    (r"Show this message and exit\.", f"{SHARED}.help_option"),
    (r"Show the version and exit\.", f"{SHARED}.version"),
    (r"\[required\]", f"{SHARED}.required"),
)


def context_for(texts: Mapping[str, str]) -> type[click.Context]:
    """A context whose pages are written with these texts."""
    formatter = type("Formatter", (TranslatedFormatter,), {"texts": texts})
    return type("Context", (click.Context,), {"formatter_class": formatter})
