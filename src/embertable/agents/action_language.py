"""The action language: `Recruit space=fire`, the name of an action and its fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from embertable.engine.catalogue import Message
from embertable.engine.codec import saved_fields
from embertable.engine.near import did_you_mean, known_as
from embertable.engine.table import Action

PAIR = r"[\"']?(\w+)[\"']?\s*[=:]\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s,;(){}\"'`]+))"
STATED = re.compile(
    rf"(?<![\w.])(?P<name>[A-Z]\w*)(?P<call>\(|[ \t]*{{)?[ \t]*(?P<fields>(?:{PAIR}[ \t,;]*)*)[)}}]?"
)
OWN_FIELDS = ("is", "seat")
"""What a statement leaves out: its name stands before the fields, and the seat is the one that decides."""


@dataclass
class Statement:
    """An action as somebody stated it."""

    name: str
    fields: dict[str, str] = field(default_factory=dict)
    place: int = 0
    """Where it ends in the text."""
    bare: bool = False
    """Whether it is a word alone, without fields or parentheses."""


def write_action(saved: Mapping[str, Any]) -> str:
    """An encoded action in the action language."""
    fields = [f"{name}={written(value)}" for name, value in fields_of(saved).items()]
    return " ".join([saved["is"], *fields])


def fields_of(saved: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in saved.items() if name not in OWN_FIELDS}


def written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def kinds_of(actions: Iterable[Action]) -> list[str]:
    """The kinds of these actions, each with the names of its fields: `WalkTo(space, payment)`."""
    found: dict[str, list[str]] = {}
    for action in actions:
        found[type(action).__name__] = [
            name for name in saved_fields(type(action)) if name not in OWN_FIELDS
        ]
    return [f"{name}({', '.join(fields)})" for name, fields in found.items()]


def statements(text: str) -> list[Statement]:
    """Everything in a text that looks like an action, in order."""
    found: list[Statement] = []
    for match in STATED.finditer(text):
        pairs = re.findall(PAIR, match["fields"])
        fields = {name: quoted or single or plain for name, quoted, single, plain in pairs}
        found.append(
            Statement(match["name"], fields, match.end(), not fields and not match["call"])
        )
    return found


def is_meant(stated: Statement, saved: Mapping[str, Any]) -> bool:
    """Whether a statement fits an encoded action; it may leave fields out."""
    own = fields_of(saved)
    return stated.name == saved["is"] and all(
        name in own and same(own[name], value)
        for name, value in stated.fields.items()
        if name not in OWN_FIELDS
    )


def same(value: Any, stated: str) -> bool:
    return written(value).casefold() == stated.casefold()


def problem_with(
    stated: Statement, legal: Sequence[Mapping[str, Any]], known: Iterable[str]
) -> Message:
    """Why a statement fits none, or more than one, of the legal actions."""
    names = list(known)
    if stated.name not in names:
        near = known_as(stated.name, names)
        remark = Message("near.name", {"near": near}) if near else did_you_mean(stated.name, names)
        return Message("agent.unknown_action", {"action": stated.name, "near": remark})
    alike = [fields_of(saved) for saved in legal if saved["is"] == stated.name]
    if not alike:
        return Message("agent.not_now", {"action": stated.name})
    stated_fields = {name: value for name, value in stated.fields.items() if name not in OWN_FIELDS}
    for name, value in stated_fields.items():
        if name not in alike[0]:
            fields = ", ".join(alike[0])
            id = "agent.unknown_field" if fields else "agent.no_fields"
            return Message(id, {"action": stated.name, "field": name, "fields": fields})
        if not any(same(one[name], value) for one in alike):
            return Message(
                "agent.wrong_value", {"action": stated.name, "stated": f"{name}={value}"}
            )
    fitting = [
        one for one in alike if all(same(one[name], value) for name, value in stated_fields.items())
    ]
    if not fitting:
        stated_text = " ".join(f"{name}={value}" for name, value in stated_fields.items())
        return Message("agent.not_together", {"action": stated.name, "stated": stated_text})
    missing = [
        name
        for name in alike[0]
        if name not in stated_fields and len({written(one[name]) for one in fitting}) > 1
    ]
    return Message("agent.several_fit", {"action": stated.name, "fields": ", ".join(missing)})
