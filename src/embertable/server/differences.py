"""Differences between two positions of one viewer: what is sent instead of a whole one.

Both positions are the viewer's own, so what differs between them tells nothing that they do not.
"""

from __future__ import annotations

from typing import Any

import msgspec

from embertable.engine.codec import Codec, SavedForm
from embertable.server.protocol import Changes, Position, ViewPart

APART = frozenset({"view", "number", "seq", "first", "events"})
"""The fields that a message of changes has itself, and the view, whose parts are compared as objects."""

PLACES = tuple(
    (place, name) for place, name in enumerate(Position.__struct_fields__) if name not in APART
)
"""The other fields, with their places."""


def view_parts(codec: Codec, before: Any, after: Any) -> list[ViewPart]:
    """The parts of a view that differ, as data, each with the way to it; nothing else is turned into data."""
    found: list[ViewPart] = []
    if before != after:
        collect(codec, before, after, [], found)
    return found


def collect(
    codec: Codec, before: Any, after: Any, path: list[str | int], found: list[ViewPart]
) -> None:
    """Go down to what differs; what has another shape is replaced as a whole."""
    if type(before) is type(after):
        if isinstance(after, dict):
            # A thing of another kind is another thing, even if it has the same fields.
            if before.keys() == after.keys() and before.get("is") == after.get("is"):
                for name, value in after.items():
                    if before[name] != value:
                        collect(codec, before[name], value, [*path, name], found)
                return
        elif isinstance(after, (list, tuple)):
            if len(before) == len(after):
                for place, value in enumerate(after):
                    if before[place] != value:
                        collect(codec, before[place], value, [*path, place], found)
                return
        elif has_fixed_fields(codec, after):
            for name in codec.fields_of(type(after)):
                then, now = getattr(before, name), getattr(after, name)
                if then != now:
                    collect(codec, then, now, [*path, name], found)
            return
    found.append(ViewPart(path=path, value=codec.encode(after)))


def has_fixed_fields(codec: Codec, value: Any) -> bool:
    """Whether a value is an object that is written with all its fields under their own names."""
    if value is None or isinstance(value, (str, int, float, SavedForm)):
        return False
    cls = type(value)
    codec.fields_of(cls)  # Only then are its defaults known.
    return not codec.defaults_of(cls)


def changed_fields(before: Position, after: Position) -> dict[str, Any]:
    """The new values of the fields that are not apart and differ."""
    then = msgspec.structs.astuple(before)
    now = msgspec.structs.astuple(after)
    found: dict[str, Any] = {}
    for place, name in PLACES:
        value = now[place]
        if value is not then[place] and value != then[place]:
            found[name] = value
    return found


def changes_between(before: Position, after: Position, parts: list[ViewPart]) -> Changes:
    """What a viewer who has the first position needs for the second."""
    return Changes(
        number=after.number,
        seq=after.seq,
        fields=changed_fields(before, after),
        view=parts,
        first=after.first,
        events=after.events,
    )


def applied(before: Position, changes: Changes) -> Position:
    """The position that a client has after these changes."""
    whole = msgspec.to_builtins(before)
    whole.update(changes.fields)
    for one in ("number", "seq", "first"):
        whole[one] = getattr(changes, one)
    whole["events"] = msgspec.to_builtins(changes.events)
    for part in changes.view:
        whole["view"] = with_part(whole["view"], part.path, part.value)
    return msgspec.convert(whole, Position)


def with_part(data: Any, path: list[str | int], value: Any) -> Any:
    """A copy of some data with one part replaced."""
    if not path:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = with_part(copy[path[0]], path[1:], value)
    return copy
