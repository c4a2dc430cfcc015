"""`embertable completion`: lets a shell complete commands, options, games and bots."""

from __future__ import annotations

import click

from embertable.commands.shared import example

VARIABLE = "_EMBERTABLE_COMPLETE"
"""A shell asks for completions by setting this variable."""


@click.command("completion", epilog=example("embertable completion bash >> ~/.bashrc"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"], case_sensitive=False))
def command(shell: str) -> None:
    """Print a script that completes commands, options, games and bots with the Tab key.

    Add it to ~/.bashrc or ~/.zshrc, or save it as ~/.config/fish/completions/embertable.fish; it
    takes effect in the next shell.
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, f"click completes in {shell}"
    root = click.get_current_context().find_root()
    made = found(root.command, {}, "embertable", VARIABLE)
    # `source` of bash would first ask a bash for its version; the script is the same for all.
    click.echo(made.source_template % made.source_vars())


def complete(group: click.Group, instruction: str) -> int:
    """Answer a shell that asks what can follow, and return the exit code."""
    from click.shell_completion import shell_complete

    return shell_complete(group, {}, "embertable", VARIABLE, instruction)
