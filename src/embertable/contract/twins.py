"""The check that no seat is shown hidden information.

A twin of a table, for a seat, differs from it only in what the seat cannot know: `imagine` makes it,
with the chance of the true one. The seat must be shown the same bytes of both, now and after the same
action, unless the rules call `reveal` for this seat; and if only some seats learn something, events may
show them no more than their views do. This finds leaks, and also a missing `reveal`, without which a
player could undo an action and keep the knowledge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from embertable.contract.playout import Playout, require
from embertable.engine.catalogue import ENGLISH
from embertable.engine.codec import canonical
from embertable.engine.errors import EmbertableError
from embertable.engine.game import content_of
from embertable.engine.messages import message_of
from embertable.engine.seat_view import seat_view, seat_view_to_json
from embertable.engine.table import Action, Seat, Table

TWINS = 4
PROBES = 4
PLAYED_TO_THE_END = 40
LAST_EVENTS = 8


def check_twins(playout: Playout) -> None:
    game = playout.game
    chance = playout.chance
    table = playout.table
    seats: list[Seat | None] = [*range(game.seats(table)), None]
    probes: list[Action] = []
    for decision in playout.samples():
        probes = [*probes[1 - PROBES :], chance.pick("probes", decision.options)]
        watcher = chance.pick("watchers", seats)
        if game.seats_see_alike(table):
            require_alike(table, seats)
        if game.seats_read_alike():
            require_read_alike(table, seats)
        before = playout.hash()
        truth = table.copy(table.chance.copy())
        shown = all_shown(truth, watcher, probes)
        truth.apply(decision.action, decision.seat)
        truth.next_choice()
        all_learn = any(not seats for seats in truth.learners)
        learns = any(watcher in seats for seats in truth.learners)
        shown_after = (b"", b"") if all_learn else all_shown(truth, watcher, probes)
        for number in range(TWINS):
            imagined = game.imagine(table, watcher, playout.other_chance())
            if number == 0 and decision.number % PLAYED_TO_THE_END == 0:
                playout.play_on(imagined.copy(playout.other_chance()), decision.number + 1_000)
            twin = imagined.copy(table.chance.copy())
            require_same(all_shown(twin, watcher, probes), shown, watcher, "before any action")
            playout.tally["twins"] += 1
            if all_learn:
                continue
            looks = [
                all_shown(after, watcher, probes)
                for after in after_the_like(twin, decision.seat, decision.action)
            ]
            when = f"after {decision.action!r}"
            if learns:
                require_same_events(looks, shown_after, watcher, when)
            else:
                require_like(looks, shown_after, watcher, when)
            playout.tally["twins after an action"] += 1
        require(playout.hash() == before, "imagining changes the true table")


Shown = tuple[bytes, bytes]
"""What a seat can read from a table: everything but events, and the events."""


def all_shown(table: Table[Any], seat: Seat | None, probes: Sequence[Action]) -> Shown:
    shown = seat_view_to_json(table, seat_view(table, seat))
    events = canonical(shown.pop("events"))
    if seat is not None:
        legal = table.legal(seat)
        shown["errors"] = [refusal(table, probe, seat) for probe in probes if probe not in legal]
    return canonical(shown), events


def require_alike(table: Table[Any], seats: Sequence[Seat | None]) -> None:
    """One view does for all seats, as the game says; a server then makes no other."""
    game = table.game
    views = {canonical(game.codec().encode(game.view(table, seat))) for seat in seats}
    require(len(views) == 1, "the seats do not see alike, though the game says so")


def require_read_alike(table: Table[Any], seats: Sequence[Seat | None]) -> None:
    """The last events read the same with any seat's view, as the game says; a server renders them once."""
    content = content_of(table)
    views = [table.game.view(table, seat) for seat in seats]
    catalogues = [table.game.catalogue(ENGLISH, view, content) for view in views]
    for event in table.log[-LAST_EVENTS:]:
        texts = {one.render(message_of(event)) for one in catalogues}
        require(len(texts) == 1, f"{event!r} does not read alike, though the game says so: {texts}")


def refusal(table: Table[Any], action: Action, seat: Seat) -> str:
    try:
        table.apply(action, seat)
    except EmbertableError as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"{action!r} is not offered to seat {seat} and is not refused")


def require_like(looks: list[Shown], truth: Shown, seat: Seat | None, when: str) -> None:
    """At least one possible twin looks like the true table."""
    require(len(looks) > 0, f"{when} there is no twin, and {name(seat)} was to learn nothing")
    if truth not in looks:
        require_same(looks[0], truth, seat, when)


def require_same_events(looks: list[Shown], truth: Shown, seat: Seat | None, when: str) -> None:
    """A seat with the same view of twin and truth has seen the same events."""
    for look in looks:
        if look[0] == truth[0]:
            require_same(look, truth, seat, when)


def after_the_like(twin: Table[Any], seat: Seat, action: Action) -> Iterator[Table[Any]]:
    """The twin after the same action or, where what is hidden forbids that, each of its kind.

    A player who lays a card face down lays another one in the twin; the watcher must not see the
    difference, so at least one of the possible actions must look the same.
    """
    legal = twin.legal(seat)
    like = [action] if action in legal else [one for one in legal if type(one) is type(action)]
    for one in like:
        after = twin.copy(twin.chance.copy())
        after.apply(one, seat)
        after.next_choice()
        yield after


def require_same(twin: Shown, truth: Shown, seat: Seat | None, when: str) -> None:
    if twin == truth:
        return
    one, other = b"".join(twin), b"".join(truth)
    places = [at for at in range(min(len(one), len(other))) if one[at] != other[at]]
    start = max(0, min([*places, len(one), len(other)]) - 60)
    raise AssertionError(
        f"{name(seat)} can tell a twin from the true table {when}, and was to learn nothing:\n"
        f"  true {other[start : start + 120]!r}\n  twin {one[start : start + 120]!r}"
    )


def name(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"
