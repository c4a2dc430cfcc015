"""Rules know no luck but the table's, and no clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import embertable

PACKAGE = Path(embertable.__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples" / "tiny"
RULES = sorted(
    path
    for folder in (PACKAGE / "engine", PACKAGE / "games", EXAMPLES)
    for path in folder.rglob("*.py")
)
BANNED = ("random", "secrets", "time", "datetime", "uuid", "numpy", "threading", "socket")
LUCK = ("hash", "id", "input", "eval", "exec", "__import__", "globals")


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def called(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield f".{node.func.attr}"


def faults(source: str) -> list[str]:
    """What in a source could make a game go another way without the table's luck saying so."""
    tree = ast.parse(source)
    found = [f"imports {name}" for name in imported(tree) if name in BANNED]
    found.extend([f"calls {name}" for name in called(tree) if name in (*LUCK, ".urandom")])
    return found


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_and_engine_know_no_other_luck(path):
    assert faults(path.read_text(encoding="utf-8")) == []


def test_there_are_rules_to_look_at():
    names = {path.name for path in RULES}
    assert {"table.py", "chance.py", "late_morning.py", "minnows.py"} <= names


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import random", "imports random"),
        ("def f():\n    from random import choice", "imports random"),
        ("import time as clock", "imports time"),
        ("import os.path, secrets", "imports secrets"),
        ("order = hash('a')", "calls hash"),
        ("import os\nkey = os.urandom(8)", "calls .urandom"),
    ],
)
def test_other_luck_is_found(source, fault):
    assert faults(source) == [fault]


def test_only_luck_and_digests_hash():
    users = {
        path.name for path in RULES if "hashlib" in imported(ast.parse(path.read_text("utf-8")))
    }
    assert users == {"chance.py", "codec.py", "content.py", "position_hash.py"}
