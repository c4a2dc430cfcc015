"""Minnows as other people would install it: built as a wheel, unpacked into a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.cli import Said

ROOT = Path(__file__).parents[2]
TINY = ROOT / "examples" / "tiny"
BUILD = "import sys, setuptools.build_meta as build; build.build_wheel(sys.argv[1])"
COMMANDS = """
import contextlib, io, json, sys
from embertable.cli import run
for line in sys.stdin:
    arguments, typed = json.loads(line)
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO(typed)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    sys.__stdout__.write(json.dumps([code, out.getvalue(), err.getvalue()]) + "\\n")
"""


def install(folder: Path) -> Path:
    """Build the wheel and unpack it, which is all that installing a pure package is."""
    source = shutil.copytree(TINY, folder / "source")
    subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=source, check=True, capture_output=True
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def environment(site: Path | None) -> Mapping[str, str]:
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**ours, **({"PYTHONPATH": str(site)} if site else {}), "EMBERTABLE_LANG": "en"}


def python(site: Path | None, program: str, typed: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(site),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_all(
    site: Path | None, folder: Path, commands: Sequence[tuple[Sequence[object], str]]
) -> list[Said]:
    """Run commands one after the other in one process, with what is typed into each."""
    lines = [json.dumps([[str(one) for one in arguments], typed]) for arguments, typed in commands]
    answers: list[list[Any]] = [
        json.loads(line)
        for line in python(site, COMMANDS, "\n".join(lines) + "\n", folder).splitlines()
    ]
    return [Said(*answer) for answer in answers]
