"""Levels look down only: nothing imports what stands above it or, on the top floors, beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import embertable
from embertable.games import GAMES

PACKAGE = Path(embertable.__file__).parent

# What each part may import besides itself; parts that are not named here may not exist.
BELOW: dict[str, set[str]] = {
    "engine": set(),
    "games": {"engine"},
    "ledger": {"engine"},
    "spawning": set(),
    "contract": {"engine"},
    "bots": {"games", "engine"},
    "text_view": {"games", "engine"},
    "previews": {"games", "engine"},
    "tutorials": {"engine"},
    "pads": {"engine"},
    "agents": {"text_view", "bots", "games", "ledger", "engine"},
    "envs": {"text_view", "bots", "games", "spawning", "engine"},
    "lab": {"envs", "bots", "games", "contract", "spawning", "engine"},
    "terminal": {"tutorials", "previews", "text_view", "bots", "games", "ledger", "engine"},
    "server": {
        "lab",
        "contract",
        "pads",
        "tutorials",
        "previews",
        "text_view",
        "bots",
        "games",
        "ledger",
        "spawning",
        "engine",
    },
    "rule_coverage": {"ledger", "engine"},
    "commands": {
        "agents",
        "terminal",
        "server",
        "pads",
        "tutorials",
        "previews",
        "text_view",
        "envs",
        "lab",
        "bots",
        "games",
        "rule_coverage",
        "ledger",
        "contract",
        "engine",
    },
    "cli": {"commands", "engine"},
    "__main__": {"cli"},
    # It hands on the names that scripts need, and imports each one when it is first used.
    "__init__": {"engine", "games", "bots"},
}


def test_the_page_on_architecture_names_the_same_levels():
    page = (PACKAGE.parents[1] / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| `src/embertable/(\w+)(?:/|\.py)` \| .* \| (.*) \|$", re.MULTILINE)
    told = dict(row.findall(page))
    spelled = {"nothing of ours": set(), "all of these": BELOW["commands"]}
    for part, below in told.items():
        assert spelled.get(below, set(below.split(", "))) == BELOW[part], part
    assert BELOW.keys() - told.keys() == {"cli", "__main__"}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(source: str) -> Iterator[str]:
    """The parts that a source imports, wherever in it; a name of the package stands for its home."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute here"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "embertable" and rest:
                part = rest.partition(".")[0]
                yield home_of(part) if part in embertable.__all__ else part


def home_of(name: str) -> str:
    """The part that defines a name of the package."""
    return embertable.HOMES.get(name, "engine").partition(".")[0]


def upward(part: str, source: str) -> list[str]:
    return [name for name in imported(source) if name != part and name not in BELOW[part]]


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_levels_look_down_only(path):
    assert part_of(path) in BELOW, "a new part of the package needs its place here"
    assert upward(part_of(path), path.read_text(encoding="utf-8")) == []


def test_levels_themselves_look_down_only():
    places = list(BELOW)
    for part, below in BELOW.items():
        if part != "__init__":
            assert all(places.index(other) < places.index(part) for other in below)


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("engine", "from embertable.games import load"),
        ("engine", "def f():\n    import embertable.bots"),
        ("games", "from embertable import bots"),
        ("games", "from embertable import get_bot"),
        ("bots", "from embertable.lab.simulate import simulate"),
        ("lab", "from embertable.terminal.seats import read_seats"),
        ("terminal", "if TYPE_CHECKING:\n    from embertable.commands import shared"),
    ],
)
def test_an_upward_import_is_found(part, source):
    assert upward(part, source)


FOLDERS = ("games", "bots", "text_view", "terminal", "envs", "lab", "tutorials", "previews", "pads")
NAMED = {"commands/shared.py": {"lueur"}}  # the game that `embertable play` starts by default


def named_games(source: str) -> set[str]:
    """Our games that a source imports from or has as a text of its own; examples in help may."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.update(node.module.split("."), [alias.name for alias in node.names])
        elif isinstance(node, ast.Import):
            found.update([part for alias in node.names for part in alias.name.split(".")])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update([node.value] if " " not in node.value else [])
            found.update(node.value.split(".") if node.value.startswith("embertable.") else [])
    return found & set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_is_named_outside_its_folders(path):
    place = path.relative_to(PACKAGE)
    if len(place.parts) > 2 and place.parts[0] in FOLDERS and place.parts[1] in GAMES:
        return
    named = named_games(path.read_text(encoding="utf-8"))
    assert named == NAMED.get(place.as_posix(), set())


@pytest.mark.parametrize(
    "source",
    [
        "from embertable.games.lueur.view import LueurView",
        "from embertable.terminal import lueur",
        "import embertable.bots.lueur",
        "KINDS = {'lueur': 1}",
        "MODULES = ['embertable.bots.lueur.evaluator']",
    ],
)
def test_a_named_game_is_found(source):
    assert named_games(source) == {"lueur"}


def test_a_game_may_stand_in_an_example():
    assert named_games("epilog = 'embertable play lueur --seats human'") == set()


def test_games_do_not_know_each_other():
    for path in FILES:
        parts = path.relative_to(PACKAGE).parts
        if parts[0] == "games" and len(parts) > 2:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "embertable.games"
                ):
                    assert (node.module or "").split(".")[2:3] == [parts[1]]
