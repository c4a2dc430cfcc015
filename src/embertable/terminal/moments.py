"""What to remember of a finished game, by the groups `tally` and `peak` of its messages."""

from __future__ import annotations

from collections import Counter

from embertable.engine.catalogue import Catalogue
from embertable.engine.messages import message_of
from embertable.engine.table import Event


def tallies(catalogue: Catalogue, events: tuple[Event, ...]) -> list[str]:
    """How often each event happened that the game's group `tally` lists."""
    counts = Counter([type(event).__name__ for event in events])
    return [
        catalogue.text(id, n=counts[name])
        for id, name in listed(catalogue, "tally")
        if counts[name]
    ]


def peaks(catalogue: Catalogue, events: tuple[Event, ...]) -> list[str]:
    """The event with the greatest number of each kind that the game's group `peak` lists."""
    found: list[str] = []
    for id, name in listed(catalogue, "peak"):
        kind, _, field = name.partition(".")
        # The only blow of 1 is nothing to remember.
        those = [
            event
            for event in events
            if type(event).__name__ == kind and int(getattr(event, field)) > 1
        ]
        if those:
            greatest = max(those, key=lambda event: int(getattr(event, field)))
            found.append(catalogue.text(id, event=catalogue.render(message_of(greatest))))
    return found


def listed(catalogue: Catalogue, group: str) -> list[tuple[str, str]]:
    """The ids of a group of the catalogue, each with its name in the group."""
    start = f"{group}."
    return [(id, id[len(start) :]) for id in catalogue.templates if id.startswith(start)]
