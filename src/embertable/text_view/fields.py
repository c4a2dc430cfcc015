"""Any view as text: every field by its name. Not pretty, but any game can be played with it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


def field_lines(thing: Any, indent: str = "") -> list[str]:
    lines: list[str] = []
    for field in fields(thing):
        value = getattr(thing, field.name)
        name = f"{indent}{field.name.replace('_', ' ')}:"
        if is_plain(value):
            lines.append(f"{name} {plain_text(value)}")
        else:
            lines.append(name)
            lines += part_lines(value, indent + "  ")
    return lines


def part_lines(value: Any, indent: str) -> list[str]:
    if is_dataclass(value):
        return field_lines(value, indent)
    lines: list[str] = []
    for part in value:
        if is_plain(part):
            lines.append(f"{indent}- {plain_text(part)}")
        elif all(is_plain(getattr(part, field.name)) for field in fields(part)):
            named = [
                f"{field.name} {plain_text(getattr(part, field.name))}" for field in fields(part)
            ]
            lines.append(f"{indent}- {', '.join(named)}")
        else:
            lines += [f"{indent}-", *field_lines(part, indent + "  ")]
    return lines


def is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(isinstance(one, (str, int)) for one in value)
    return not is_dataclass(value)


def plain_text(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one) for one in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items()) or "-"
    return "-" if value is None or value == "" else str(value)
