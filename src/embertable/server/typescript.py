"""Generates `web/src/protocol.ts` from the types of the socket and the HTTP API, with their docstrings.

Run it with `python -m embertable.server.typescript web/src/protocol.ts`.
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import inspect as types

from embertable.server import http_types, pads, position_parts, protocol
from embertable.server.workshop import types as workshop_types

ORDER = [module.__name__ for module in (position_parts, protocol, http_types, workshop_types, pads)]

HEAD = """\
// Generated from protocol.py, position_parts.py, http_types.py, workshop/types.py and pads.py in src/embertable/server; do not edit.
// To generate it again: .venv/bin/python -m embertable.server.typescript web/src/protocol.ts

/** JSON of the engine's codec; `is` names the type of an object. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Data = { is: string; [name: string]: Json };
"""


def typescript() -> str:
    """The whole file."""
    roots = [
        *get_args(protocol.ToServer),
        *get_args(protocol.ToClient),
        *http_types.REQUESTS,
        *http_types.REPLIES,
        *workshop_types.REQUESTS,
        *workshop_types.REPLIES,
        *pads.REPLIES,
    ]
    pieces = [HEAD, f"export const PROTOCOL = {protocol.PROTOCOL};\n"]
    for cls in reachable(roots):
        pieces.append(interface(cls))
    for name in ("ToServer", "ToClient"):
        members = " | ".join(cls.__name__ for cls in get_args(getattr(protocol, name)))
        pieces.append(f"export type {name} = {members};\n")
    return "\n".join(pieces)


def reachable(roots: list[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """These types and those in their fields, file by file in source order."""
    found = dict.fromkeys(roots)
    waiting = list(roots)
    while waiting:
        for one in structures(types.type_info(waiting.pop())):
            if one not in found:
                found[one] = None
                waiting.append(one)
    return sorted(
        found,
        key=lambda cls: (ORDER.index(cls.__module__), inspect.getsourcelines(cls)[1]),
    )


def structures(of: types.Type) -> list[type[msgspec.Struct]]:
    if isinstance(of, types.StructType):
        return [part for field in of.fields for part in named_in(field.type)]
    return named_in(of)


def named_in(of: types.Type) -> list[type[msgspec.Struct]]:
    if isinstance(of, types.StructType):
        return [of.cls]
    if isinstance(of, types.UnionType):
        return [part for one in of.types for part in named_in(one)]
    if isinstance(of, types.ListType):
        return named_in(of.item_type)
    if isinstance(of, types.DictType):
        return named_in(of.value_type)
    return []


def interface(cls: type[msgspec.Struct]) -> str:
    described = types.type_info(cls)
    assert isinstance(described, types.StructType)
    remarks = field_remarks(cls)
    sent_by_client = cls in (*get_args(protocol.ToServer), *http_types.REQUESTS) or issubclass(
        cls, http_types.Body
    )
    remark = own_docstring(cls)
    lines = [f"/** {inspect.cleandoc(remark)} */"] if remark else []
    lines.append(f"export interface {cls.__name__} {{")
    if described.tag is not None:
        lines.append(f'  is: "{described.tag}";')
    for field in described.fields:
        if field.name in remarks:
            lines.append(f"  /** {remarks[field.name]} */")
        mark = "?" if sent_by_client and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {spelled(field.type)};")
    return "\n".join([*lines, "}", ""])


def own_docstring(cls: type) -> str | None:
    """A type's own docstring; that of its base is about something else."""
    return cls.__dict__.get("__doc__")


def field_remarks(cls: type) -> dict[str, str]:
    """The docstrings below fields in the source."""
    body = ast.parse(inspect.getsource(cls)).body[0]
    assert isinstance(body, ast.ClassDef)
    remarks: dict[str, str] = {}
    for before, after in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(before, ast.AnnAssign)
            and isinstance(before.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            remarks[before.target.id] = str(after.value.value)
    return remarks


PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "Json",
    types.NoneType: "null",
    types.BoolType: "boolean",
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
}


def spelled(of: types.Type) -> str:
    """A type in TypeScript."""
    if isinstance(of, types.StructType):
        return of.cls.__name__
    if isinstance(of, types.LiteralType):
        return " | ".join(f'"{value}"' for value in of.values)
    if isinstance(of, types.UnionType):
        parts = sorted(of.types, key=lambda one: isinstance(one, types.NoneType))
        return " | ".join(spelled(one) for one in parts)
    if isinstance(of, types.ListType):
        item = spelled(of.item_type)
        return f"({item})[]" if " " in item else f"{item}[]"
    if isinstance(of, types.DictType):
        if isinstance(of.value_type, types.AnyType):
            return "Data"
        return f"{{ [name: string]: {spelled(of.value_type)} }}"
    return PLAIN[type(of)]


def main(arguments: list[str]) -> None:
    Path(arguments[0]).write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
