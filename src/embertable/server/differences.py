"""Differences between two positions of one viewer: what is sent instead of a whole one.

Both positions are the viewer's own, so what differs between them tells nothing that they do not.
"""

from __future__ import annotations

from typing import Any

import msgspec

from embertable.engine.codec import PLAIN, Codec
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
    collect(codec, before, after, [], found)
    return found


def collect(
    codec: Codec, before: Any, after: Any, path: list[str | int], found: list[ViewPart]
) -> None:
    """Go down to what differs; what has another shape is replaced as a whole.

    Parts are compared and not the wholes that they make up, since a whole would compare them again.
    """
    if before is after:
        return
    cls = type(after)
    if cls not in PLAIN and type(before) is cls:
        if isinstance(after, dict):
            # A thing of another kind is another thing, even if it has the same fields.
            if before.keys() == after.keys() and before.get("is") == after.get("is"):
                for name, value in after.items():
                    path.append(name)
                    collect(codec, before[name], value, path, found)
                    path.pop()
                return
        elif isinstance(after, (list, tuple)):
            if len(before) == len(after):
                for place, value in enumerate(after):
                    if before[place] is not value:
                        path.append(place)
                        collect(codec, before[place], value, path, found)
                        path.pop()
                return
        elif (fixed := codec.fixed_fields(cls)) is not None:
            then: tuple[Any, ...] = fixed.read(before)
            now: tuple[Any, ...] = fixed.read(after)
            for place, name in enumerate(fixed.names, 1):
                if then[place] is not now[place]:
                    path.append(name)
                    collect(codec, then[place], now[place], path, found)
                    path.pop()
            return
    if before != after:
        found.append(ViewPart(path=path[:], value=codec.encode(after)))


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
