"""Mutation: changes one thing in a rule at a time, and looks whether a test that cites a clause notices.

    ./play mutate GAME [--mutants N] [--seed N] [--json FILE] [--only TEXT] [--tests FOLDER]

A mutant is a rule function with a comparison, a number, an order or a condition changed. The tests of
the game that cite a clause and run that function are run until one fails: those first that cite a
clause which the code around the change names. A mutant that no such test notices has survived: either
a clause is not tested, or the change makes no difference.

The tests are collected once. For each mutant a child process is forked, which swaps the code of that
one function and runs the chosen tests.

`equivalent_mutants.toml` lists mutants that make no difference in any position that can be reached, each
with its reason. They are drawn and run like all others; the report has the score with and without
them. A listed mutant that a test notices, or that the code no longer has, is an error.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import contextlib
import copy
import json
import os
import random
import re
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeAlias

import pytest

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
CLAUSE = re.compile(r"\b[A-Z]-[A-Z0-9-]*[A-Z0-9]+[a-z]?\b")
NO_RULES = (
    "describe",
    "__init__",
    "content",
    "names",
    "view",
    "state",
    "definitions",
    "messages",
    "display_names",
)
"""Modules of a game that hold no rule: what is read, shown or named."""
MORE_WITHOUT_RULES = {
    "deadcells": ("campaign_file", "campaign_progress", "definitions_campaign"),
    "faceless": ("board", "headings", "preview", "warnings"),
    "setawatch": ("components", "pack", "redeal", "rows", "vocabulary"),
}
"""The same for one game: its geometry, how packs and campaigns are read, and what only agents and screens use."""
BUILT_BEFORE = (
    *("__init__", "check", "columns", "copy", "shown", "turns_of"),
    *("is_steady", "asked_for"),
)
"""Functions that run while content is loaded, before a mutant can change them, or that only bots need."""
SECONDS = 60
"""A mutant that keeps a test busy for longer counts as noticed: some rule has lost its end."""
MOST_TESTS = 1000
WIDTH = 160
SURVIVED, KILLED = 0, 10

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


@dataclass
class Mutant:
    """One change: where, of which kind, and how the line reads before and after."""

    file: str
    line: int
    function: str
    kind: str
    before: str
    after: str
    clauses: list[str]
    """The clauses that the code around it names."""
    first: int = 0
    """The line on which the function begins."""
    killed_by: str = ""
    tests: int = 0
    """How many citing tests run the function."""
    equivalent: str = ""
    """Why it makes no difference, where the list says so."""
    code: CodeType | None = field(default=None, repr=False)
    module: CodeType | None = field(default=None, repr=False)
    """A module with the function alone, which gives the defaults of its arguments."""


# Making mutants.

Owner: TypeAlias = ast.FunctionDef | ast.ClassDef
"""The function itself, or the class of a method."""


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change of every function of a file."""
    source = path.read_text(encoding="utf-8")
    module = ast.parse(source)
    lines = source.splitlines()
    for owner, function in functions(module):
        named = sorted(set(CLAUSE.findall(ast.get_docstring(owner) or "")))
        named += CLAUSE.findall("\n".join(lines[function.lineno - 1 : function.end_lineno]))
        for changed, kind, line in changes(function):
            whole = ast.fix_missing_locations(ast.Module(body=[bare(changed)], type_ignores=[]))
            flags = __future__.annotations.compiler_flag
            module = compile(whole, str(path), "exec", flags, dont_inherit=True)
            code = code_of(module, function)
            if code is None:
                continue
            yield Mutant(
                file=path.relative_to(ROOT).as_posix(),
                line=line,
                function=name_of(owner, function),
                kind=kind,
                before=text_at(function, line),
                after=text_at(changed, line),
                clauses=sorted(set(named)),
                first=first_line(function),
                code=code,
                module=module,
            )


def functions(module: ast.Module) -> Iterator[tuple[Owner, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, each with what it belongs to."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name not in BUILT_BEFORE:
                    yield node, part


def bare(changed: ast.FunctionDef) -> ast.stmt:
    """The function alone, without decorators."""
    alone = copy.copy(changed)
    alone.decorator_list = []
    return alone


def code_of(module: CodeType, function: ast.FunctionDef) -> CodeType | None:
    for constant in module.co_consts:
        if isinstance(constant, CodeType) and constant.co_name == function.name:
            return constant
    return None


def first_line(function: ast.FunctionDef) -> int:
    decorated = [mark.lineno for mark in function.decorator_list]
    return min([function.lineno, *decorated])


def name_of(owner: Owner, function: ast.FunctionDef) -> str:
    return f"{owner.name}.{function.name}" if isinstance(owner, ast.ClassDef) else function.name


def text_at(function: ast.FunctionDef, line: int) -> str:
    """The smallest statement of a function that begins on or before a line."""
    best: ast.stmt = function
    for node in ast.walk(function):
        if not isinstance(node, ast.stmt) or node is function:
            continue
        if node.lineno <= line <= (node.end_lineno or line) and node.lineno >= best.lineno:
            best = node
    text = ast.unparse(best).splitlines()
    return text[0] if best is not function else text[len(function.decorator_list)]


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.FunctionDef, str, int]]:
    """Copies of the function with one node changed."""
    nodes = list(ast.walk(function))
    for number, node in enumerate(nodes):
        if is_idle(node):
            continue
        for kind in kinds_of(node):
            changed = copy.deepcopy(function)
            target = list(ast.walk(changed))[number]
            change(target, kind)
            yield changed, kind, line_of(node)


def line_of(node: ast.AST) -> int:
    """The line of a node; the part of a comprehension has that of its variable."""
    placed = node.target if isinstance(node, ast.comprehension) else node
    return int(getattr(placed, "lineno", 0))


def is_idle(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert)


def kinds_of(node: ast.AST) -> list[str]:
    """How a node can be changed."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        return ["comparison"]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ["constant"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return ["constant"]
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
        return ["sign"]
    if isinstance(node, (ast.If, ast.IfExp)):
        return ["condition"]
    if isinstance(node, ast.BoolOp):
        return ["and/or"]
    if isinstance(node, ast.comprehension) and node.ifs:
        return ["condition"]
    if len(steps_of(node)) > 1:
        return ["order"]
    return []


def steps_of(node: ast.AST) -> list[ast.expr]:
    """The steps of `table.do(a, b)` or `table.do_all([a, b])`, in order."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "do":
            return node.args
        if node.func.attr == "do_all" and isinstance(node.args[0], ast.List):
            return node.args[0].elts
    return []


def change(node: ast.AST, kind: str) -> None:
    if isinstance(node, ast.Compare):
        node.ops = [COMPARISONS[type(node.ops[0])]()]
    elif isinstance(node, ast.Constant):
        node.value = (not node.value) if isinstance(node.value, bool) else int(str(node.value)) + 1
    elif isinstance(node, ast.BinOp):
        node.op = SIGNS[type(node.op)]()
    elif isinstance(node, (ast.If, ast.IfExp)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.comprehension):
        node.ifs = [ast.UnaryOp(ast.Not(), node.ifs[0]), *node.ifs[1:]]
    elif isinstance(node, ast.Call):
        steps_of(node).reverse()


def rule_files(game: str) -> list[Path]:
    folder = ROOT / "src" / "embertable" / "games" / game
    without = (*NO_RULES, *MORE_WITHOUT_RULES.get(game, ()), game)
    return [path for path in sorted(folder.rglob("*.py")) if path.stem not in without]


def all_mutants(game: str) -> list[Mutant]:
    """Every mutant of a game; those that the list calls equivalent have their reason."""
    found = [mutant for path in rule_files(game) for mutant in mutants_of(path)]
    reasons = equivalent_mutants(game)
    times = Counter([key_of(game, one) for one in found])
    wrong = [key for key in reasons if times[key] != 1]
    if wrong:
        raise StaleList(f"{EQUIVALENT.name}: no mutant, or several: {wrong}")
    for one in found:
        one.equivalent = reasons.get(key_of(game, one), "")
    return found


class StaleList(Exception):
    """The list of equivalent mutants names something that the code does not have."""


Key = tuple[str, str, str, str]
"""A mutant by file, function, and how its line reads before and after."""


def key_of(game: str, mutant: Mutant) -> Key:
    file = mutant.file.removeprefix(f"src/embertable/games/{game}/")
    return (file, mutant.function, mutant.before, mutant.after)


def equivalent_mutants(game: str) -> dict[Key, str]:
    """The mutants of a game that make no difference, each with its reason."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(game, [])
    return {
        (one["file"], one["function"], one["before"], one["after"]): one["why"] for one in listed
    }


def sample(game: str, count: int, seed: int, only: str) -> list[Mutant]:
    """Some of all mutants, the same for a seed."""
    found = all_mutants(game)
    found = [one for one in found if only in f"{one.file}:{one.line} {one.function}"]
    chosen = found if count <= 0 else random.Random(seed).sample(found, min(count, len(found)))
    return sorted(chosen, key=lambda mutant: (mutant.file, mutant.line))


# Running tests.


Place = tuple[str, int]
"""A function by its file and first line."""


class Mutation:
    """A plugin of pytest that runs the tests once, and then some of them for each mutant."""

    def __init__(self, game: str, mutants: list[Mutant], said: Any) -> None:
        self.folder = str(ROOT / "src" / "embertable" / "games" / game)
        self.mutants = mutants
        self.said = said
        self.failed = False
        self.called: dict[Place, list[int]] = defaultdict(list)
        self.seconds: list[float] = []
        self.codes: dict[Place, Any] = {}

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        citing = [item for item in session.items if item.get_closest_marker("rule") is not None]
        self.watch(citing)
        self.find_functions()
        for number, mutant in enumerate(self.mutants, start=1):
            mutant.killed_by = self.killer(mutant, citing)
            word = "killed" if mutant.killed_by else "SURVIVED"
            print(
                f"{number}/{len(self.mutants)} {word} {mutant.file}:{mutant.line} {mutant.kind}",
                file=self.said,
                flush=True,
            )
        return True

    def watch(self, items: list[pytest.Item]) -> None:
        """Run every citing test and note which functions of the game it calls."""
        for number, item in enumerate(items):
            places: set[Place] = set()

            def profile(
                frame: FrameType, event: str, argument: Any, places: set[Place] = places
            ) -> None:
                code = frame.f_code
                if event == "call" and code.co_filename.startswith(self.folder):
                    places.add((code.co_filename, code.co_firstlineno))

            start = time.perf_counter()
            sys.setprofile(profile)
            run_item(item)
            sys.setprofile(None)
            self.seconds.append(time.perf_counter() - start)
            for place in places:
                self.called[place].append(number)
        if self.failed:
            raise pytest.UsageError("a citing test fails without any mutant")

    def find_functions(self) -> None:
        """Every function of the game by its place."""
        import gc

        for thing in gc.get_objects():
            code = getattr(thing, "__code__", None)
            if isinstance(code, CodeType) and code.co_filename.startswith(self.folder):
                self.codes[(code.co_filename, code.co_firstlineno)] = thing

    def killer(self, mutant: Mutant, items: list[pytest.Item]) -> str:
        place = (str(ROOT / mutant.file), mutant.first)
        numbers = self.called.get(place, [])
        mutant.tests = len(numbers)
        function = self.codes.get(place)
        if function is None or not numbers:
            return ""

        def rank(number: int) -> tuple[bool, float]:
            cited = {id for mark in items[number].iter_markers("rule") for id in mark.args}
            return not cited & set(mutant.clauses), self.seconds[number]

        chosen = sorted(numbers, key=rank)[:MOST_TESTS]
        return run_child(self, function, mutant, [items[number] for number in chosen])


def swap(function: Any, mutant: Mutant) -> None:
    """Give a function the code and the defaults of its mutant."""
    assert mutant.code is not None
    assert mutant.module is not None
    function.__code__ = mutant.code
    if function.__defaults__:
        made: dict[str, Any] = {}
        exec(mutant.module, dict(function.__globals__), made)  # noqa: S102 (our own code)
        function.__defaults__ = made[function.__name__].__defaults__


def run_item(item: pytest.Item) -> None:
    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)


def run_child(plugin: Mutation, function: Any, mutant: Mutant, items: list[pytest.Item]) -> str:
    """Run tests with the function changed, in a process of its own; the test that noticed it."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            swap(function, mutant)
        except ValueError:
            os.write(write, b"(cannot be changed alone)")
            os._exit(KILLED)
        plugin.failed = False
        for item in items:
            signal.alarm(SECONDS)
            run_item(item)
            if plugin.failed:
                os.write(write, item.nodeid.encode())
                os._exit(KILLED)
        os._exit(SURVIVED)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        name = answer.read().decode()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "(no end)"
    return name


# The report.


def report(game: str, mutants: list[Mutant], seconds: float) -> dict[str, Any]:
    counted = [one for one in mutants if one.killed_by != "(cannot be changed alone)"]
    killed = [one for one in counted if one.killed_by]
    equivalent = [one for one in counted if one.equivalent and not one.killed_by]
    return {
        "game": game,
        "mutants": len(counted),
        "killed": len(killed),
        "score": round(len(killed) / max(1, len(counted)), 3),
        "equivalent": len(equivalent),
        "score_without_equivalent": round(len(killed) / max(1, len(counted) - len(equivalent)), 3),
        "seconds": round(seconds),
        "survived": [told(one) for one in counted if not one.killed_by],
        "not_equivalent": [told(one) for one in killed if one.equivalent],
    }


def told(mutant: Mutant) -> dict[str, Any]:
    return {key: value for key, value in vars(mutant).items() if key not in ("code", "module")}


def print_mutant(one: dict[str, Any]) -> None:
    print(f"{one['file']}:{one['line']} {one['function']} ({one['kind']}, {one['tests']} tests)")
    print(f"    {one['before'][:WIDTH]}\n  → {one['after'][:WIDTH]}")
    if one["equivalent"]:
        print(f"  = {one['equivalent']}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./play mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--mutants", type=int, default=200, help="how many; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only mutants with this text in file:line name")
    parser.add_argument("--tests", type=Path, help="a file or folder of tests, if not the game's")
    parser.add_argument("--json", type=Path, help="write the report to this file")
    chosen = parser.parse_args(arguments)
    tests = chosen.tests or ROOT / "tests" / "games" / chosen.game
    if not tests.exists():
        parser.error(f"there are no tests of {chosen.game} in tests/games")
    mutants = sample(chosen.game, chosen.mutants, chosen.seed, chosen.only)
    start = time.perf_counter()
    plugin = Mutation(chosen.game, mutants, sys.stderr)
    flags = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout=0", "--capture=no"]
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        code = pytest.main([str(tests), *flags], plugins=[plugin])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    found = report(chosen.game, mutants, time.perf_counter() - start)
    for one in found["survived"]:
        print_mutant(one)
    print(
        f"{chosen.game}: {found['killed']} of {found['mutants']} mutants killed ({found['score']:.1%}); "
        f"without {found['equivalent']} equivalent ones {found['score_without_equivalent']:.1%}"
    )
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for one in found["not_equivalent"]:
        print(f"listed as equivalent, but noticed by {one['killed_by']}:")
        print_mutant(one)
    return 1 if found["not_equivalent"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
