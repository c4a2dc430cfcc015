"""Differences between two positions of one viewer: what is sent instead of a whole one.

Both positions are the viewer's own, so what differs between them tells nothing that they do not.
"""

from __future__ import annotations

from typing import Any

import msgspec

from embertable.server.protocol import Changes, Position, ViewPart

APART = frozenset({"view", "number", "seq", "first", "events"})
"""The fields that a message of changes has itself."""

PLACES = tuple(
    (place, name) for place, name in enumerate(Position.__struct_fields__) if name not in APART
)
"""The other fields, with their places."""


def view_parts(before: Any, after: Any) -> list[ViewPart]:
    """The parts of a view that differ, each with the way to it; parts that are equal cost one comparison."""
    found: list[ViewPart] = []
    if before != after:
        collect(before, after, [], found)
    return found


def collect(before: Any, after: Any, path: list[str | int], found: list[ViewPart]) -> None:
    """Go down to what differs; data of another shape is replaced as a whole."""
    places: Any = None
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        # A thing of another kind is another thing, even if it has the same fields.
        places = after if before.get("is") == after.get("is") else None
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        places = range(len(after))
    if places is None:
        found.append(ViewPart(path=path, value=after))
        return
    for place in places:
        if before[place] != after[place]:
            collect(before[place], after[place], [*path, place], found)


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
