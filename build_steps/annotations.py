"""Store the annotations of the games' dataclasses as text, because mypyc drops them.

The build runs this on a copy of the sources. Each module gets one last line, ANNOTATIONS, from which
`embertable.engine.content` reads what a row may hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path


def write_out(files: Iterable[Path]) -> None:
    for file in files:
        text = file.read_text(encoding="utf-8")
        if found := annotations_in(text):
            file.write_text(
                f"{text}\nANNOTATIONS: dict[str, dict[str, str]] = {found!r}\n", encoding="utf-8"
            )


def annotations_in(text: str) -> dict[str, dict[str, str]]:
    """The annotated fields of each top-level dataclass."""
    return {
        node.name: {
            line.target.id: ast.unparse(line.annotation)
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        }
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef) and any(is_dataclass(one) for one in node.decorator_list)
    }


def is_dataclass(decorator: ast.expr) -> bool:
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(name, ast.Name) and name.id == "dataclass"
