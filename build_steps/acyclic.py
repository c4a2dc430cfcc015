"""Spare the garbage collector the objects that no cycle of references can hold.

Steps, events, components and the like hold plain values and each other, and never what holds them.
Compiled, they need neither be tracked nor searched for cycles, and those that come and go the most
keep one freed object to use again. The build runs this on a copy of the sources. What it adds takes
the place of blank lines, so every other line keeps its number in tracebacks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from build_steps.dataclass_inits import Module, Sources

ENGINE: Final = "embertable.engine."
ROOTS: Final = frozenset(
    {
        (f"{ENGINE}table", "Step"),
        (f"{ENGINE}table", "Event"),
        (f"{ENGINE}table", "Component"),
        (f"{ENGINE}table", "Result"),
        (f"{ENGINE}table", "View"),
        (f"{ENGINE}table", "Lane"),
        (f"{ENGINE}rulesets", "Moment"),
    }
)
"""The classes of such objects; those derived from them are, too."""
SHORT_LIVED: Final = frozenset({(f"{ENGINE}table", "Step"), (f"{ENGINE}rulesets", "Moment")})
"""The classes of which one object is often freed just before the next is made."""
FUTURE: Final = "from __future__ import annotations"


def write_out(root: Path, files: Iterable[Path]) -> int:
    """Mark every such class in `files`; return how many there are."""
    sources = Sources(root)
    marked = 0
    for file in files:
        text, count = with_marks(sources, sources.module_of(file))
        if count:
            file.write_text(text, encoding="utf-8")
            marked += count
    return marked


def with_marks(sources: Sources, module: Module) -> tuple[str, int]:
    """The text of a module with every such class marked, and how many there are."""
    lines = module.text.splitlines()
    found = [node for node in module.classes.values() if is_derived(sources, module, node, ROOTS)]
    for node in found:
        keeps_one = is_derived(sources, module, node, SHORT_LIVED)
        more = ", free_list_len=1" if keeps_one else ""
        lines[blank_before(lines, node)] = f"@mypyc_attr(acyclic=True{more})"
    if found:
        first = lines.index(FUTURE)
        assert not lines[first + 1].strip(), f"{module.file}: no blank line after {FUTURE}"
        lines[first] += "; import typing"
        lines[first + 1] = "if typing.TYPE_CHECKING: from mypy_extensions import mypyc_attr"
    return "\n".join(lines) + "\n", len(found)


def is_derived(
    sources: Sources, module: Module, node: ast.ClassDef, roots: frozenset[tuple[str, str]]
) -> bool:
    """Whether a class is one of these, or all its bases are."""
    if (module.name, node.name) in roots:
        return True
    bases = list(sources.bases(module, node))
    return 0 < len(bases) == len(node.bases) and all(
        is_derived(sources, found, base, roots) for found, base in bases
    )


def blank_before(lines: list[str], node: ast.ClassDef) -> int:
    """The blank line before a class, its decorators and its comments."""
    at = min([node.lineno, *[one.lineno for one in node.decorator_list]]) - 2
    while lines[at].startswith("#"):
        at -= 1
    assert not lines[at].strip(), f"no blank line before {node.name}"
    return at
