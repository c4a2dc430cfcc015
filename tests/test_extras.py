"""Extras: without their packages the rest works, and what needs them says how to add them."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
"""
OPTIONAL = (
    *("asyncpg", "dask", "distributed", "pyarrow"),
    *("gymnasium", "librt", "numpy", "pettingzoo", "pyspiel", "open_spiel"),
)
NEEDS = {
    "postgres": "from embertable.server.store import open_store; open_store('postgresql://x')",
    "lab": "from embertable.lab.engines import cluster; cluster('x:1').__enter__()",
    "datasets": "import embertable.lab.datasets",
    "learn": "import embertable.envs.solo",
    "openspiel": "import embertable.envs.openspiel",
}


def python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=OPTIONAL) + program],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("extra", NEEDS)
def test_a_missing_extra_is_one_sentence_with_the_command_that_adds_it(extra):
    done = python(NEEDS[extra])
    *_, last = done.stderr.splitlines()
    assert last == (
        "embertable.engine.errors.MissingExtra: This needs the extra "
        f'{extra}; add it with: pip install "embertable[{extra}]".'
    )


def test_a_command_that_needs_an_extra_says_so(tmp_path):
    command = ["doctor", "--store", "postgresql://127.0.0.1/nothing", "--lang", "en"]
    done = python(f"from embertable.cli import run; sys.exit(run({command!r}))")
    assert done.returncode == 1
    assert done.stderr == (
        'This needs the extra postgres; add it with: pip install "embertable[postgres]".\n'
    )


def test_the_default_install_serves_plays_and_simulates():
    done = python(
        "import embertable.server.run, embertable.terminal.app, embertable.server.sqlite\n"
        "from embertable.cli import run\n"
        "sys.exit(run(['simulate', 'lueur', '--games', '1', '--bots', 'random', '--json']))"
    )
    assert done.returncode == 0, done.stderr
