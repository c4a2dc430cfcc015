"""Rule coverage: which clauses of the ledgers are cited by tests.

Tests are read, not run: `@pytest.mark.rule("L-END-01", …)` on a test or a class of tests, in a
module's `pytestmark`, or in the `marks` of a `pytest.param`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.engine.errors import EmbertableError
from embertable.engine.game import Game
from embertable.ledger import Ledger

HIGHEST = 4
"""How many folders above a game its checkout may be: src, embertable, games and the checkout itself."""


class NoTests(EmbertableError):
    part = "commands"

    def __init__(self, game: str) -> None:
        super().__init__(game=game)


class UnreadableCitation(EmbertableError):
    """A test cites a clause in a way that only running it would show."""

    part = "commands"

    def __init__(self, file: str, line: int) -> None:
        super().__init__(file=file, line=line)


@dataclass(frozen=True)
class Citation:
    """A test file's line that claims to prove a clause."""

    clause: str
    file: str
    line: int


def folder_of_tests(game: Game) -> Path:
    """The tests of the checkout that the game runs from: the `tests` next to its pyproject.toml."""
    for folder in list(game.folder().resolve().parents)[:HIGHEST]:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder / "tests"
    raise NoTests(game.name)


def citations(folder: Path) -> list[Citation]:
    """Every citation in the test files below a folder."""
    found: list[Citation] = []
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        found.extend(citations_in(path.read_text(encoding="utf-8"), name))
    return found


def cited_for(game: str, found: list[Citation], games: Iterable[str]) -> set[str]:
    """The clauses that tests cite for a game; a test in another game's folder does not count."""
    others = {f"/games/{name}/" for name in games if name != game}
    return {
        citation.clause for citation in found if not any(one in citation.file for one in others)
    }


def citations_in(source: str, file: str) -> list[Citation]:
    found: list[Citation] = []
    for call in proving_calls(ast.parse(source, file)):
        for argument in call.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise UnreadableCitation(file, argument.lineno)
            found.append(Citation(argument.value, file, argument.lineno))
    return found


def proving_calls(module: ast.Module) -> Iterator[ast.Call]:
    """The rule marks on real tests; a mark on any other function proves nothing."""
    if not any(is_test(node) for node in ast.walk(module)):
        return
    idle: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not is_test(node):
            idle.update(part for mark in node.decorator_list for part in ast.walk(mark))
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and node not in idle and is_rule_mark(node.func):
            yield node


def is_test(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith(
        "test_"
    )


def is_rule_mark(node: ast.expr) -> bool:
    """`pytest.mark.rule` or `mark.rule`."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "rule"
        and isinstance(node.value, (ast.Attribute, ast.Name))
        and (node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id) == "mark"
    )


def coverage(ledger: Ledger, cited: set[str]) -> dict[str, Any]:
    """How many clauses a game has, how many are proven, and which are not or need not be."""
    clauses = ledger.clauses.values()
    without = [clause.id for clause in clauses if clause.no_counterpart]
    proven = [clause.id for clause in clauses if clause.id in cited]
    return {
        "clauses": len(ledger.clauses),
        "proven": len(proven),
        "unproven": [id for id in ledger.clauses if id not in cited and id not in without],
        "no_counterpart": without,
    }
