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

TABLE: Final = "embertable.engine.table"
RULESETS: Final = "embertable.engine.rulesets"
HEADINGS: Final = "embertable.games.faceless.headings"
SHORT_LIVED: Final = frozenset({(TABLE, "Step"), (RULESETS, "Moment"), (HEADINGS, "Walk")})
"""The classes of which one object is often freed just before the next is made."""
ROOTS: Final = SHORT_LIVED | {
    (TABLE, "Event"),
    (TABLE, "Component"),
    (TABLE, "Result"),
    (TABLE, "View"),
    (TABLE, "Lane"),
    (HEADINGS, "Needle"),
}
"""Such classes; those derived from them are, too."""
FUTURE: Final = "from __future__ import annotations"


def write_out(root: Path, files: Iterable[Path]) -> int:
    """Mark every such class in `files`; return how many there are."""
    sources = Sources(root)
    marked = 0
    for file in files:
        module = sources.module_of(file)
        found = acyclic_classes(sources, module)
        if found:
            file.write_text(with_marks(sources, module, found), encoding="utf-8")
            marked += len(found)
    return marked


def acyclic_classes(sources: Sources, module: Module) -> list[ast.ClassDef]:
    return [node for node in module.classes.values() if is_acyclic(sources, module, node)]


def is_acyclic(sources: Sources, module: Module, node: ast.ClassDef) -> bool:
    """Whether a class is one of the roots, or all its bases are acyclic."""
    if (module.name, node.name) in ROOTS:
        return True
    bases = list(sources.bases(module, node))
    if not bases or len(bases) < len(node.bases):
        return False  # one of them is none of ours
    return all(is_acyclic(sources, found, base) for found, base in bases)


def is_short_lived(sources: Sources, module: Module, node: ast.ClassDef) -> bool:
    return (module.name, node.name) in SHORT_LIVED or any(
        is_short_lived(sources, found, base) for found, base in sources.bases(module, node)
    )


def with_marks(sources: Sources, module: Module, found: list[ast.ClassDef]) -> str:
    """The text of a module with these classes marked."""
    lines = module.text.splitlines()
    for node in found:
        more = ", free_list_len=1" if is_short_lived(sources, module, node) else ""
        lines[blank_before(lines, node)] = f"@mypyc_attr(acyclic=True{more})"
    first = lines.index(FUTURE)
    assert not lines[first + 1].strip(), f"{module.file}: no blank line after {FUTURE}"
    lines[first] += "; import typing"
    lines[first + 1] = "if typing.TYPE_CHECKING: from mypy_extensions import mypyc_attr"
    return "\n".join(lines) + "\n"


def blank_before(lines: list[str], node: ast.ClassDef) -> int:
    """The blank line before a class, its decorators and its comments."""
    at = min([node.lineno, *[one.lineno for one in node.decorator_list]]) - 2
    while lines[at].startswith("#"):
        at -= 1
    assert not lines[at].strip(), f"no blank line before {node.name}"
    return at
