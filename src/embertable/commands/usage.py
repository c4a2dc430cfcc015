"""What click finds wrong with a call, as messages of ours in the reader's language."""

from __future__ import annotations

import re

import click

from embertable.engine.catalogue import Message, Value


def usage_message(error: click.UsageError) -> Message:
    """Click's usage error as a message of ours; what we have no words for stays click's."""
    command = error.ctx.command_path if error.ctx else "embertable"
    id, arguments = told(error)
    return Message(f"error.{id}", {"command": command, **arguments})


def told(error: click.UsageError) -> tuple[str, dict[str, Value]]:
    if isinstance(error, click.NoSuchOption):
        near = list(error.possibilities or [])
        return "NoSuchOptionNear" if near else "NoSuchOption", {
            "option": error.option_name,
            "near": near,
        }
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return "MissingParameter", {"name": error.param.human_readable_name}
    if isinstance(error, click.BadOptionUsage) and "requires an argument" in error.message:
        return "NeedsValue", {"option": error.option_name}
    if extra := re.match(r"Got unexpected extra arguments? \((.*)\)", error.message):
        return "TooManyWords", {"words": extra[1]}
    if isinstance(error, click.BadParameter) and error.param is not None:
        found = bad_value(error.param, error.message)
        if found is not None:
            return found
    return "Usage", {"problem": error.format_message().rstrip(".")}


def bad_value(param: click.Parameter, problem: str) -> tuple[str, dict[str, Value]] | None:
    """Why a number or a word was refused; click names the value first."""
    value = re.match(r"'?(.*?)'? is not ", problem, re.DOTALL)
    if value is None:
        return None
    name = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
    given: dict[str, Value] = {"name": name, "value": value[1]}
    kind = param.type
    if isinstance(kind, click.Choice):
        return "NotAChoice", {**given, "known": ", ".join([str(one) for one in kind.choices])}
    if isinstance(kind, click.IntRange | click.FloatRange):
        if "range x" not in problem and " in the range" not in problem:
            return "NotANumber", given
        if kind.min is not None and kind.max is not None:
            return "OutOfRange", {**given, "least": f"{kind.min:g}", "most": f"{kind.max}"}
    return None
