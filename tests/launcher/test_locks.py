"""The lock files of the checkout."""

import re
import tomllib

import pytest

from tests.launcher.checkout import CHECKOUT, LOCKS


def pins(group):
    """Name to version, from a lock file of the checkout."""
    text = (CHECKOUT / f"requirements/{group}.txt").read_text()
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("group", LOCKS)
def test_locks_hold_pins_and_hashes_and_nothing_else(group):
    text = (CHECKOUT / f"requirements/{group}.txt").read_text().replace("\\\n", "")
    for line in text.splitlines():
        pinned = r"[\w.-]+==[\w.]+( ; [\w .'=!<>()]+)?( +--hash=sha256:[0-9a-f]{64})+"
        assert re.fullmatch(pinned, line), line


def test_locks_agree_with_each_other():
    assert pins("run").items() <= pins("test").items()
    assert pins("build")["mypy"] == pins("test")["mypy"]
    assert pins("build")["setuptools"] == pins("run")["setuptools"]


def test_what_the_project_asks_for_is_locked():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    asked = {re.split(r"[<>=\[ ]", line)[0] for line in project["dependencies"]}
    assert asked <= set(pins("run"))
    extras = [
        line for extra in ("learn", "openspiel") for line in project["optional-dependencies"][extra]
    ]
    assert {"asyncpg"} <= set(pins("postgres"))
    names = {re.split(r"[<>=\[ ]", line)[0].replace("_", "-") for line in extras}
    assert names <= set(pins("learn"))
