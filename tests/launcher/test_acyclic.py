"""What the build hides from the garbage collector is in no cycle of references."""

import ast
import gc
import importlib

import pytest

from build_steps.acyclic import acyclic_classes, blank_before, with_marks, write_out
from build_steps.dataclass_inits import Sources
from embertable.bots import SearchBot, ask
from embertable.bots.search import Budget
from embertable.engine.game import new_table
from embertable.engine.playout import playout
from embertable.games import GAMES, load
from tests.launcher.checkout import CHECKOUT, write

SRC = CHECKOUT / "src"
COMPILED = ("engine", "games", "bots", "envs/coding")
TABLE = """
from __future__ import annotations

from dataclasses import dataclass


class Step:
    pass


class Event:
    pass


class Table:
    pass
"""
RULES = """
from __future__ import annotations

from embertable.engine.table import Event, Step, Table
from somewhere import Foreign


class Roll(Step):
    pass


# A die has been rolled.
class Rolled(Event):
    pass


class Mixed(Step, Foreign):
    pass


class Scratch(Table):
    pass
"""


def compiled_modules(root):
    sources = Sources(root)
    for name in COMPILED:
        for file in sorted((root / "embertable" / name).rglob("*.py")):
            yield sources, sources.module_of(file)


@pytest.fixture(scope="module")
def modules():
    """Every compiled module with the classes that the build marks there."""
    return [
        (sources, module, acyclic_classes(sources, module))
        for sources, module in compiled_modules(SRC)
    ]


@pytest.fixture(scope="module")
def marked(modules):
    found = set()
    for _, module, nodes in modules:
        for node in nodes:
            found.add(getattr(importlib.import_module(module.name), node.name))
    assert len(found) > 1100
    return found


def test_steps_and_events_are_marked_where_all_bases_are_known(tmp_path):
    write(tmp_path / "embertable" / "engine" / "table.py", TABLE)
    rules = tmp_path / "embertable" / "rules.py"
    write(rules, RULES)
    assert write_out(tmp_path, [rules]) == 2
    lines = rules.read_text().splitlines()
    assert lines[lines.index("class Roll(Step):") - 1] == (
        "@mypyc_attr(acyclic=True, free_list_len=1)"
    )
    assert lines[lines.index("class Rolled(Event):") - 2] == "@mypyc_attr(acyclic=True)"
    assert lines[lines.index("class Mixed(Step, Foreign):") - 1] == ""
    assert lines[lines.index("class Scratch(Table):") - 1] == ""


def test_every_class_keeps_its_line(modules):
    for sources, module, found in modules:
        if found:
            tree = ast.parse(with_marks(sources, module, found))
            after = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
            for name, node in module.classes.items():
                assert after[name].lineno == node.lineno
                assert after[name].end_lineno == node.end_lineno


def test_a_class_without_a_blank_line_before_it_is_refused():
    lines = ["x = 1", "class Step:", "    pass"]
    node = ast.parse("\n".join(lines)).body[1]
    assert isinstance(node, ast.ClassDef)
    with pytest.raises(AssertionError, match="no blank line before Step"):
        blank_before(lines, node)


@pytest.mark.parametrize("name", GAMES)
def test_no_cycle_holds_an_object_of_a_marked_class(name, marked):
    def play():
        game = load(name)
        for seed, options in enumerate(game.variants()[:3]):
            playout(new_table(game, options, seed), seed)
        table = new_table(game, {}, 1)
        bot = SearchBot(1, Budget(playouts=4))
        for _ in range(5):
            choice = table.next_choice()
            if choice is not None:
                table.apply(ask(bot, table, choice.answerers(table)[0]))
        for seat in range(game.seats(table)):
            game.view(game.imagine(table, seat, table.chance.copy()), seat)

    assert not {type(one) for one in in_cycles(play)} & marked


def test_a_cycle_of_such_objects_would_be_found(marked):
    cls = next(one for one in marked if one.__name__ == "SeatStep")

    def plant():
        step = cls(0)
        step.seat = step

    assert {type(one) for one in in_cycles(plant)} & marked


def in_cycles(act):
    """What only the garbage collector frees after an act, without what merely hangs on it."""
    act()
    gc.collect()
    before = gc.get_debug()
    gc.disable()
    try:
        act()
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = {id(one): one for one in gc.garbage}
    finally:
        gc.set_debug(before)
        gc.garbage.clear()
        gc.enable()
    while True:
        held = {key: [id(one) for one in gc.get_referents(left[key])] for key in left}
        ends = [key for key in left if not any(one in left for one in held[key])]
        if not ends:
            return list(left.values())
        for key in ends:
            del left[key]
