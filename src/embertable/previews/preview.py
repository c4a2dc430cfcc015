"""Plays an option on imagined tables, and tells what would change in the seat's view.

What happens on all of them is certain; the rest is told as a range, as chances, or not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from embertable.engine.chance import seeded
from embertable.engine.codec import Codec, canonical
from embertable.engine.seat_view import may_see
from embertable.engine.table import Action, Event, Seat, Table

FEW: Final = 4
"""So many imagined tables settle that luck and hidden things play no part."""
MANY: Final = 24
"""So many are played where they do."""
MOST_VALUES: Final = 6
"""A value that may become one of more than so many is called unknown."""

Certainty: TypeAlias = Literal["exact", "range", "chance", "unknown"]
Path: TypeAlias = tuple[str | int, ...]


@dataclass
class Change:
    """One value of a seat's view that an option would change.

    `path` leads to it through the encoded view. `after` is the value it would have, or most likely
    have; `share` says how likely. A range has its bounds in `low` and `high`.
    """

    path: Path
    before: Any
    after: Any
    certainty: Certainty
    share: float = 1.0
    low: float | None = None
    high: float | None = None


@dataclass
class Preview:
    """What an option would do: the changes of the view, and the events that are certain to happen."""

    action: Action
    changes: list[Change]
    events: list[Event]
    depends: bool
    """Whether luck or something hidden decides what happens after these events."""
    may_undo: bool
    """Whether the seat could take it back without asking anybody."""
    ends: dict[str, float]
    """How likely it ends the game, by outcome."""


@dataclass
class Tried:
    """An imagined table after the option."""

    view: Any
    events: list[Event]
    is_open: bool
    """Whether luck or something hidden had a part in it."""
    final: bool
    outcome: str
    is_told: bool


def preview(table: Table[Any], seat: Seat, action: Action) -> Preview:
    """What one of the seat's options would do.

    Args:
        table: stays as it is, and is only used to imagine others.
        seat: the seat that is offered the option.
        action: the option.

    Raises:
        IllegalAction: the seat is not offered that action.

    >>> from embertable import load, new_table
    >>> table = new_table(load("lueur"), {"players": 2}, seed=7)
    >>> seen = preview(table, 0, table.offered(0)[0])
    >>> seen.may_undo, seen.depends
    (True, False)
    >>> {change.certainty for change in seen.changes}
    {'exact'}

    """
    codec = table.game.codec()
    tried = [try_once(table, seat, action, number) for number in range(FEW)]
    if any(one.is_open or one != tried[0] for one in tried):
        tried += [try_once(table, seat, action, number) for number in range(FEW, MANY)]
    if not all(one.is_told for one in tried):
        return Preview(action, [], [], depends=True, may_undo=False, ends={})
    before = codec.encode(table.game.view(table, seat))
    changes: list[Change] = []
    compare(before, [one.view for one in tried], (), changes)
    events = shared_events([one.events for one in tried], codec)
    ended = Counter(one.outcome for one in tried if one.outcome)
    return Preview(
        action=action,
        changes=changes,
        events=events,
        depends=any(len(one.events) > len(events) for one in tried)
        or any(change.certainty != "exact" for change in changes),
        may_undo=not any(one.final for one in tried),
        ends={outcome: count / len(tried) for outcome, count in sorted(ended.items())},
    )


def try_once(table: Table[Any], seat: Seat, action: Action, number: int) -> Tried:
    game = table.game
    new = game.imagine(table, seat, seeded(number))
    # Imagining draws, too; what counts is what the option draws, reveals and makes final.
    draws, reveals, finals = new.barrier()
    new.apply(action, seat)
    new.next_choice()
    return Tried(
        view=game.codec().encode(game.view(new, seat)),
        events=[event for event in new.log if may_see(event, seat)],
        is_open=new.chance.draws != draws or new.reveals != reveals,
        final=new.barrier() != (draws, reveals, finals),
        outcome=new.result.outcome if new.result else "",
        is_told=game.may_foresee(table, new),
    )


def shared_events(logs: Sequence[list[Event]], codec: Codec) -> list[Event]:
    """The events with which all logs begin."""
    first = logs[0]
    encoded = [[canonical(codec.encode(event)) for event in log] for log in logs]
    for at in range(len(first)):
        if any(len(log) <= at or log[at] != encoded[0][at] for log in encoded):
            return first[:at]
    return first


def compare(before: Any, afters: Sequence[Any], path: Path, found: list[Change]) -> None:
    """Find the smallest parts that differ, down to where the tables no longer have the same shape."""
    if all(after == before for after in afters):
        return
    if isinstance(before, dict) and all(
        isinstance(after, dict) and after.keys() == before.keys() for after in afters
    ):
        for name in before:
            compare(before[name], [after[name] for after in afters], (*path, name), found)
    elif isinstance(before, list) and all(
        isinstance(after, list) and len(after) == len(before) for after in afters
    ):
        for at in range(len(before)):
            compare(before[at], [after[at] for after in afters], (*path, at), found)
    else:
        found.append(change_of(path, before, afters))


def change_of(path: Path, before: Any, afters: Sequence[Any]) -> Change:
    texts = [canonical(after) for after in afters]
    counted = Counter(texts)
    # The commonest; among equals the least, so that twins agree.
    text = min(counted, key=lambda one: (-counted[one], one))
    after = afters[texts.index(text)]
    share = counted[text] / len(afters)
    if share == 1.0:
        return Change(path, before, after, "exact")
    numbers = [one for one in afters if isinstance(one, (int, float)) and not isinstance(one, bool)]
    if len(numbers) == len(afters):
        return Change(path, before, after, "range", share, min(numbers), max(numbers))
    if len(counted) <= MOST_VALUES:
        return Change(path, before, after, "chance", share)
    return Change(path, before, None, "unknown", share)
