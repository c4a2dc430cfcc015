"""A campaign in the terminal: a Run that is left by a kill, and one that is played on."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from embertable.cli import run


def leave_by_kill(file: Path, *more: str) -> None:
    """Play a few decisions in the terminal, in another process that is killed."""
    child = subprocess.Popen(
        [
            *(sys.executable, "-P", "-m", "embertable"),
            *("play", "--plain", "--campaign", str(file), *more),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("1\n1\n")
    child.stdin.flush()
    asked = 0
    for line in child.stdout:
        asked += line.startswith("Type 1 to")
        if asked == 2:
            break
    child.kill()
    child.wait()
    child.stdin.close()
    child.stdout.close()


def go_on(file: Path) -> None:
    """Play the open Run to its end in the terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("1\n" * 400))
        assert run(["play", "--plain", "--campaign", str(file)]) == 0
