"""The message of a choice, action, event or result."""

from __future__ import annotations

from typing import Any

from embertable.engine.catalogue import Catalogue, Message
from embertable.engine.table import Action, Choice, Event, Result

_forms: dict[type, tuple[str, list[str]]] = {}
"""The id and the fields of each class met so far."""


def message_of(thing: Action | Choice | Event | Result) -> Message:
    """The message named after the thing's class, with its fields as arguments."""
    cls = type(thing)
    form = _forms.get(cls)
    if form is None:
        fields: dict[str, Any] = getattr(cls, "__dataclass_fields__", {})
        form = _forms[cls] = (f"{group_of(thing)}.{cls.__name__}", list(fields))
    id, names = form
    return Message(id, {name: said(getattr(thing, name)) for name in names})


def said(value: Any) -> Any:
    """Turn nested choices and actions into messages."""
    return message_of(value) if isinstance(value, (Action, Choice)) else value


def group_of(thing: Action | Choice | Event | Result) -> str:
    if isinstance(thing, Action):
        return "action"
    if isinstance(thing, Choice):
        return "choice"
    return "event" if isinstance(thing, Event) else "result"


def purpose_text(catalogue: Catalogue, purpose: str) -> str:
    """What somebody else is awaited for, in words; empty where it is hidden or has none."""
    id = f"awaited.{purpose}"
    return catalogue.text(id) if catalogue.has(id) else ""
