"""The `__init__` that the build writes out is the one that `@dataclass` generates."""

import ast
import dataclasses
import importlib
import inspect
import shutil

import pytest

from build_steps.dataclass_inits import NotSupported, Sources, with_inits, write_out
from tests.launcher.checkout import CHECKOUT, write

SRC = CHECKOUT / "src"
COMPILED = ("engine", "games", "bots", "envs/coding")


def compiled_files(root):
    server = root / "embertable" / "server"
    return [
        *[file for name in COMPILED for file in sorted((root / "embertable" / name).rglob("*.py"))],
        *[file for name in ("clocks", "position") for file in server.glob(f"{name}.py")],
    ]


def test_every_written_init_takes_and_sets_what_the_generated_one_does():
    sources = Sources(SRC)
    checked = 0
    for file in compiled_files(SRC):
        module = sources.module_of(file)
        text, count = with_inits(sources, module)
        if count:
            checked += count
            compare(importlib.import_module(module.name), module.tree, ast.parse(text))
    assert checked > 600


def compare(module, before, after):
    old = {node.name: node for node in before.body if isinstance(node, ast.ClassDef)}
    for node in after.body:
        if isinstance(node, ast.ClassDef) and len(node.body) > len(old[node.name].body):
            generated = inspect.signature(getattr(module, node.name).__init__)
            assert_same(module, getattr(module, node.name), generated, node.body[-1])


def assert_same(module, cls, generated, written):
    assert [argument.arg for argument in written.args.args] == list(generated.parameters)
    fields = {field.name: field for field in dataclasses.fields(cls)}
    given = dict(zip(reversed(written.args.args), reversed(written.args.defaults), strict=False))
    for argument, line in zip(written.args.args[1:], written.body, strict=True):
        field = fields[argument.arg]
        (target,) = line.targets
        assert ast.unparse(target) == f"self.{field.name}"
        default = given.get(argument)
        if field.default_factory is not dataclasses.MISSING:
            assert isinstance(line.value, ast.IfExp)
            assert evaluated(module, line.value.body) == field.default_factory()
            continue
        assert ast.unparse(line.value) == field.name
        if field.default is dataclasses.MISSING:
            assert default is None
        else:
            assert evaluated(module, default) == field.default


def evaluated(module, expression):
    return eval(ast.unparse(expression), vars(module))


def test_other_lines_keep_their_numbers(tmp_path):
    shutil.copytree(SRC / "embertable/games/lueur", tmp_path / "embertable/games/lueur")
    shutil.copytree(SRC / "embertable/engine", tmp_path / "embertable/engine")
    assert write_out(tmp_path, compiled_files(tmp_path)) > 50
    for file in compiled_files(tmp_path):
        before = (SRC / file.relative_to(tmp_path)).read_text().splitlines()
        after = file.read_text().splitlines()
        assert len(after) >= len(before)
        for number, (old, new) in enumerate(zip(before, after, strict=False)):
            assert old == new or (not old and new.startswith("    def __init__(")), (file, number)


BASES = """
from dataclasses import dataclass, field
from elsewhere import Seat

FIRST = 1

@dataclass
class Base:
    seat: Seat
    cards: list[Seat] = field(default_factory=lambda: [FIRST for _ in range(3)])
"""


def written(tmp_path, text):
    write(tmp_path / "bases.py", BASES)
    write(tmp_path / "module.py", text)
    write_out(tmp_path, [tmp_path / "module.py"])
    return (tmp_path / "module.py").read_text()


def test_inherited_fields_come_first_and_their_types_are_imported(tmp_path):
    text = "from dataclasses import dataclass\nfrom bases import Base, FIRST\n\n@dataclass\nclass Move(Base):\n    to: int = 0\n"
    after = written(tmp_path, text)
    assert (
        "    def __init__(self, seat: Seat_of_elsewhere, cards: list[Seat_of_elsewhere] | None = None,"
        " to: int = 0) -> None: self.seat = seat;"
        " self.cards = ([FIRST for _ in range(3)]) if cards is None else cards; self.to = to"
    ) in after
    assert "    from elsewhere import Seat as Seat_of_elsewhere" in after


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    to: InitVar[int]\n", "InitVar in a dataclass"),
        ("    to: int = field(default=1, init=False)\n", "init=False"),
        ("    to: int\n    def __post_init__(self): ...\n", "__post_init__"),
    ],
)
def test_what_cannot_be_written_fails_the_build(tmp_path, body, reason):
    head = "from dataclasses import InitVar, dataclass, field\n\n@dataclass\nclass Move:\n"
    with pytest.raises(NotSupported, match=reason):
        written(tmp_path, head + body)


def test_an_inherited_default_that_the_module_does_not_know_fails_the_build(tmp_path):
    head = "from dataclasses import dataclass\nfrom bases import Base\n\n"
    with pytest.raises(NotSupported, match="import FIRST from bases"):
        written(tmp_path, head + "@dataclass\nclass Move(Base):\n    pass\n")


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass(frozen=True)\nclass Card:\n    name: str\n",
        "@dataclass\nclass Card:\n    name: str\n    def copy(self): return Card.__new__(Card)\n",
        "@dataclass\nclass Card:\n    name: str\n    def __init__(self): self.name = ''\n",
        "@dataclass\nclass Card:\n    number: ClassVar[int] = 1\n",
        "class Card:\n    name: str\n",
    ],
)
def test_classes_that_stay_as_they_are(tmp_path, text):
    text = f"from dataclasses import dataclass\nfrom typing import ClassVar\n\n{text}"
    assert written(tmp_path, text) == text
