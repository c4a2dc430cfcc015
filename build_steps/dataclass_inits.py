"""Write out the `__init__` of dataclasses, because mypyc leaves the generated one interpreted.

The build runs this on a copy of the sources. Each `__init__` is one line that takes the place of a
blank line after its class, so every other line keeps its number in tracebacks.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


def write_out(root: Path, files: Iterable[Path]) -> int:
    """Write the missing `__init__` of every dataclass in `files`; return how many there were.

    `root` is the folder on the import path; bases are looked up below it.
    """
    sources = Sources(root)
    written = 0
    for file in files:
        text, count = with_inits(sources, sources.module_of(file))
        if count:
            file.write_text(text, encoding="utf-8")
            written += count
    return written


class NotSupported(Exception):
    """A dataclass uses a feature whose `__init__` this module does not know how to write."""


@dataclass
class Field:
    """A field of a dataclass, with the module in whose namespace its expressions are read."""

    name: str
    annotation: ast.expr
    value: ast.expr | None
    module: Module


class Module:
    """A source file and what its top-level names are bound to."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self.file = file
        self.text = file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text, str(file))
        self.classes: dict[str, ast.ClassDef] = {}
        self.imports: dict[str, tuple[str, str]] = {}
        self.names: set[str] = set()
        for node in top_level(self.tree.body):
            if isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = (node.module, alias.name)
            elif isinstance(node, ast.FunctionDef):
                self.names.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                self.names |= stored_names(node)


class Sources:
    """Every module below one folder, parsed when it is first asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: dict[str, Module | None] = {}

    def module_of(self, file: Path) -> Module:
        parts = list(file.relative_to(self.root).with_suffix("").parts)
        module = self.module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        assert module is not None
        return module

    def module(self, name: str) -> Module | None:
        if name not in self.modules:
            stem = self.root.joinpath(*name.split("."))
            found = [
                file for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()
            ]
            self.modules[name] = Module(name, found[0]) if found else None
        return self.modules[name]

    def origin(self, module: Module, name: str) -> tuple[str, str]:
        """The module that defines `name` as `module` sees it, and its name there."""
        if name in module.classes or name in module.names:
            return module.name, name
        if name not in module.imports:
            if hasattr(builtins, name):
                return "builtins", name
            raise NotSupported(f"{module.file}: cannot tell where {name} comes from")
        source, original = module.imports[name]
        further = self.module(source)
        return (source, original) if further is None else self.origin(further, original)

    def bases(self, module: Module, node: ast.ClassDef) -> Iterator[tuple[Module, ast.ClassDef]]:
        for base in node.bases:
            name = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(name, ast.Name):
                source, original = self.origin(module, name.id)
                found = self.module(source)
                if found and original in found.classes:
                    yield found, found.classes[original]

    def fields(self, module: Module, node: ast.ClassDef) -> dict[str, Field]:
        """The fields in the order in which `@dataclass` takes them, those of bases first."""
        fields: dict[str, Field] = {}
        for base_module, base in reversed(list(self.bases(module, node))):
            fields.update(self.fields(base_module, base))
        if decorator(node) is not None:
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                    words = {
                        part.id for part in ast.walk(line.annotation) if isinstance(part, ast.Name)
                    }
                    if unknown := words & {"InitVar", "KW_ONLY", "Final"}:
                        raise NotSupported(
                            f"{module.file}:{line.lineno}: {unknown.pop()} in a dataclass"
                        )
                    if "ClassVar" not in words:
                        name = line.target.id
                        fields[name] = Field(name, line.annotation, line.value, module)
        return fields


def with_inits(sources: Sources, module: Module) -> tuple[str, int]:
    """The text of a module with every missing `__init__`, and how many were missing."""
    lines = module.text.splitlines()
    writer = Writer(sources, module)
    count = 0
    for node in module.classes.values():
        if (decorated := decorator(node)) is None or not wants_init(node, decorated):
            continue
        if fields := sources.fields(module, node):
            assert node.end_lineno is not None
            line = " " * node.body[0].col_offset + writer.init(fields)
            if node.end_lineno == len(lines):
                lines.append(line)
            elif not lines[node.end_lineno].strip():
                lines[node.end_lineno] = line
            else:
                raise NotSupported(f"{module.file}:{node.end_lineno}: no blank line after a class")
            count += 1
    if writer.imports:
        lines += ["", "", "import typing", "if typing.TYPE_CHECKING:"]
        lines += [f"    {line}" for line in sorted(writer.imports)]
    return "\n".join(lines) + "\n", count


class Writer:
    """Writes the `__init__` of one module's classes, and notes which types it has to import."""

    def __init__(self, sources: Sources, module: Module) -> None:
        self.sources = sources
        self.module = module
        self.imports: set[str] = set()

    def init(self, fields: dict[str, Field]) -> str:
        parameters = ["self"]
        body = []
        for name, field in fields.items():
            annotation = self.type(field)
            if field.value is None:
                parameters.append(f"{name}: {annotation}")
                body.append(f"self.{name} = {name}")
            elif (made := self.made_by_factory(field)) is not None:
                parameters.append(f"{name}: {annotation} | None = None")
                body.append(f"self.{name} = {made} if {name} is None else {name}")
            else:
                parameters.append(f"{name}: {annotation} = {self.value(field, field.value)}")
                body.append(f"self.{name} = {name}")
        return f"def __init__({', '.join(parameters)}) -> None: {'; '.join(body)}"

    def type(self, field: Field) -> str:
        """The annotation, in names that the class's own module knows or imports for type checking."""
        renamed = ast.parse(ast.unparse(field.annotation), mode="eval").body
        if field.module is not self.module:
            for part in ast.walk(renamed):
                if isinstance(part, ast.Name):
                    part.id = self.type_name(field.module, part.id)
        return ast.unparse(renamed)

    def type_name(self, module: Module, name: str) -> str:
        source, original = self.sources.origin(module, name)
        if self.is_known_as(name, (source, original)):
            return name
        alias = f"{original}_of_{source.replace('.', '_')}"
        self.imports.add(f"from {source} import {original} as {alias}")
        return alias

    def value(self, field: Field, value: ast.expr) -> str:
        """A default, which is evaluated in the class's own module."""
        for part in ast.walk(value):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                if field.module is self.module or part.id in stored_names(value):
                    continue
                if not self.is_known_as(part.id, self.sources.origin(field.module, part.id)):
                    raise NotSupported(
                        f"{self.module.file}: import {part.id} from {field.module.name}; "
                        f"it is the default of the inherited field {field.name}"
                    )
        return ast.unparse(value)

    def made_by_factory(self, field: Field) -> str | None:
        """What `field(default_factory=…)` makes, as an expression; None for a plain default."""
        call = field.value
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "field"):
            return None
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        if call.args or set(given) != {"default_factory"}:
            raise NotSupported(f"{field.module.file}:{call.lineno}: {ast.unparse(call)}")
        factory = given["default_factory"]
        if isinstance(factory, ast.Lambda):
            return f"({self.value(field, factory.body)})"
        return {"list": "[]", "dict": "{}"}.get(
            ast.unparse(factory), f"{self.value(field, factory)}()"
        )

    def is_known_as(self, name: str, origin: tuple[str, str]) -> bool:
        try:
            return self.sources.origin(self.module, name) == origin
        except NotSupported:
            return False


def top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, including those under `if TYPE_CHECKING:`."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from top_level(node.body)


def stored_names(node: ast.AST) -> set[str]:
    """The names that a statement or a comprehension binds."""
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def decorator(node: ast.ClassDef) -> ast.expr | None:
    for found in node.decorator_list:
        called = found.func if isinstance(found, ast.Call) else found
        if isinstance(called, ast.Name) and called.id == "dataclass":
            return found
    return None


def wants_init(node: ast.ClassDef, decorated: ast.expr) -> bool:
    """Whether `@dataclass` generates an `__init__` here that is worth compiling.

    A frozen class assigns through `object.__setattr__`, which gains nothing. A class that copies
    itself through `__new__` must not get one: mypyc's `__new__` calls a compiled `__init__`.
    """
    keywords = decorated.keywords if isinstance(decorated, ast.Call) else []
    if unknown := {keyword.arg for keyword in keywords} - {"unsafe_hash", "frozen", "eq", "order"}:
        raise NotSupported(f"line {node.lineno}: @dataclass({unknown.pop()}=…)")
    methods = {line.name for line in node.body if isinstance(line, ast.FunctionDef)}
    if "__post_init__" in methods:
        raise NotSupported(f"line {node.lineno}: {node.name} has a __post_init__")
    if "__init__" in methods or "frozen" in {keyword.arg for keyword in keywords}:
        return False
    return not any(
        isinstance(part, ast.Attribute) and part.attr == "__new__" for part in ast.walk(node)
    )
