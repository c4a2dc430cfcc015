"""The command line: finds the command and reports errors in one sentence.

Commands are the files of `commands/`, imported when they are called; they import heavy modules when
they run, so that starting is quick.
"""

from __future__ import annotations

import importlib
import io
import keyword
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

import click

from embertable.commands.completion import VARIABLE, complete
from embertable.commands.help_text import help_texts, translated, wants_help, without_language
from embertable.commands.messages import UnknownCommand
from embertable.commands.shared import language_of
from embertable.commands.usage import usage_message
from embertable.engine.catalogue import Message, load_catalogue
from embertable.engine.errors import (
    BadOption,
    EmbertableError,
    UnknownBot,
    UnknownGame,
    UnknownOption,
    UnreadableFile,
    UsageFault,
)
from embertable.engine.near import known_as

COMMANDS = (
    "play",
    "serve",
    "export",
    "import",
    "backup",
    "doctor",
    "admin",
    "games",
    "rules",
    "replay",
    "hint",
    "review",
    "agent",
    "chat",
    "simulate",
    "ladder",
    "regret",
    "train",
    "leaderboard",
    "lab",
    "campaign",
    "bench",
    "fuzz",
    "content",
    "completion",
)

FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130
TERMINATED = 143
USAGE = (BadOption, UnknownBot, UnknownGame, UnknownOption, UsageFault)


class Terminated(KeyboardInterrupt):
    """SIGTERM: ends a command like Ctrl-C, with an exit code of its own."""


def terminate(*_: object) -> NoReturn:
    raise Terminated


class Commands(click.Group):
    """The commands by name, each imported when it is needed."""

    texts: Mapping[str, str] = {}
    """The help in another language than English."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        # No module can be called `import`.
        name = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        module = importlib.import_module(f"embertable.commands.{name}")
        command = module.command
        assert isinstance(command, click.Command)
        # Click keeps the first help option that it makes for a command, also where no group is around it.
        own = list(command.commands.values()) if isinstance(command, click.Group) else []
        for one in (command, *own):
            one.context_settings.setdefault("help_option_names", ["-h", "--help"])
        return translated(command, cmd_name, self.texts)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        found = known_as(name, COMMANDS)
        if found is None:
            raise UnknownCommand(name, list(COMMANDS))
        return super().resolve_command(ctx, [found, *args[1:]])


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: embertable play lueur --seats human,bot:greedy",
)
@click.version_option(package_name="embertable", message="Embertable %(version)s")
@click.pass_context
def embertable(context: click.Context) -> None:
    """Embertable plays modern board games by their rulebooks.

    Cards and numbers that no rulebook or public page shows are ours: see rules --sources.
    Without a command it starts a game of Lueur against a bot.
    """
    if context.invoked_subcommand is None:
        command = embertable.get_command(context, "play")
        assert command is not None
        context.invoke(command)


def main() -> NoReturn:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A character that the terminal or pipe cannot encode is no reason to fail.
        sys.stdout.reconfigure(errors="replace")
    if asked := os.environ.get(VARIABLE):
        sys.exit(complete(embertable, asked))
    # Without a handler, a terminated command would leave its workers and their semaphores behind.
    signal.signal(signal.SIGTERM, terminate)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command; the one place where errors become sentences and exit codes."""
    try:
        group = in_language(arguments)
        given = without_language(arguments) if wants_help(arguments) else list(arguments)
        with group.make_context("embertable", given) as context:
            code = group.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        return failed(error.format_message(), arguments, WRONG_USAGE)
    except click.UsageError as error:
        return failed(usage_message(error), arguments, WRONG_USAGE)
    except click.ClickException as error:
        return failed(error.format_message(), arguments, FAILED)
    except Terminated:
        return TERMINATED
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; drop what is still buffered.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        # Files are checked where they are opened; this is for a full disk and its like.
        where = str(error.filename or "stdout")
        return failed(UnreadableFile(where, error), arguments, FAILED)
    except EmbertableError as error:
        return failed(error, arguments, WRONG_USAGE if isinstance(error, USAGE) else FAILED)
    return code if isinstance(code, int) else 0


def in_language(arguments: Sequence[str]) -> Commands:
    """The group of all commands; with help in the reader's language where help is asked for."""
    texts = help_texts(language_of(arguments)) if wants_help(arguments) else {}
    if not texts:
        return embertable
    group = translated(embertable, "embertable", texts)
    assert isinstance(group, Commands)
    group.texts = texts
    return group


def failed(problem: EmbertableError | Message | str, arguments: Sequence[str], code: int) -> int:
    language = language_of(arguments)
    if isinstance(problem, EmbertableError):
        problem = problem.render(language)
    elif isinstance(problem, Message):
        problem = load_catalogue("commands", language).render(problem)
    click.echo(problem, err=True)
    return code
