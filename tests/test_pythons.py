"""The same seed is the same game on every Python from 3.11 on that is at hand."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from build_steps.client import launcher

ROOT = Path(__file__).resolve().parent.parent
NEWEST = 20
"""Minor versions up to this one are looked for."""

DIGESTS = """
import json, sys

if len(sys.argv) > 1:
    exec(sys.argv[1])

from embertable.games import GAMES, load
from embertable.lab.simulate import make_plan, simulate

digests = {}
for name in GAMES:
    for bot, games in (("random", 20), ("greedy", 2)):
        plan = make_plan(load(name), {}, [bot, bot], games, 5)
        digests[f"{name} {bot}"] = simulate(plan, 1)["digest"]
print(json.dumps(digests))
"""


def interpreters() -> dict[str, str]:
    """Every other Python that runs Embertable and is at hand, by version."""
    found: dict[str, str] = {}
    uv = launcher(ROOT / "play").find_uv()
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for minor in range(11, NEWEST):
        version = f"3.{minor}"
        places = [*sorted(pyenv.glob(f"{version}.*/bin/python")), shutil.which(f"python{version}")]
        if uv:
            asked = [uv, "python", "find", "--no-python-downloads", version]
            told = subprocess.run(asked, capture_output=True, text=True, check=False)
            places.append(told.stdout.strip())
        for place in filter(None, places):
            if version != f"3.{sys.version_info.minor}" and runs(str(place), version):
                found[version] = str(place)
                break
    return found


def runs(python: str, version: str) -> bool:
    """Whether it is that Python; a name on the PATH may have nothing behind it."""
    script = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        told = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return told.stdout.strip() == version


OTHERS = interpreters()


ROUNDS_OTHERWISE = """
import math
from embertable.bots import sums
sums.add_up = math.fsum
"""
"""What the built-in sum does since Python 3.12, in place of our own."""


@cache
def digests(python: str, *planted: str) -> dict[str, str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    told = subprocess.run(
        [python, "-c", DIGESTS, *planted],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    found: dict[str, str] = json.loads(told.stdout)
    return found


@pytest.fixture(scope="module", params=OTHERS or ["none"])
def other(request, tmp_path_factory) -> str:
    """Another Python with the packages of the product."""
    if request.param == "none":
        pytest.skip("no other Python is at hand; uv python install 3.13 brings one")
    folder = tmp_path_factory.mktemp("python") / "venv"
    uv = launcher(ROOT / "play").find_uv()
    if not uv:
        pytest.skip("there is no uv to install packages for another Python with")
    subprocess.run(
        [uv, "venv", "--quiet", "--no-python-downloads", "--python", OTHERS[request.param], folder],
        check=True,
    )
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    install = [uv, "pip", "install", "--quiet", "--python", python, "--require-hashes"]
    install += ["--requirement", str(ROOT / "requirements" / "run.txt")]
    for how in (["--offline"], []):
        if subprocess.run([*install, *how], capture_output=True, check=False).returncode == 0:
            return python
    pytest.skip(f"the packages for Python {request.param} cannot be installed here")


@pytest.mark.slow
def test_the_same_seed_is_the_same_game_on_every_python(other):
    assert digests(other) == digests(sys.executable)


@pytest.mark.slow
def test_a_python_that_adds_otherwise_is_found():
    otherwise = digests(sys.executable, ROUNDS_OTHERWISE)
    assert otherwise["lueur greedy"] != digests(sys.executable)["lueur greedy"]
    assert otherwise["lueur random"] == digests(sys.executable)["lueur random"]
