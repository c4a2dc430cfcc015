"""The names of cards, monsters and places in the reader's language.

The content has English names; the catalogues translate those they list. A name that only a content
pack has stays as it is.
"""

from __future__ import annotations

from functools import cache

from embertable.engine.catalogue import Message, catalogue_file, read_catalogue


def display_name(name: str) -> Message:
    """The name of anything."""
    return listed("called", name)


def foe(name: str) -> Message:
    """The name of an enemy with its article, as it stands within a sentence."""
    return listed("foe", name)


def listed(group: str, name: str) -> Message:
    id = f"{group}.{slug(name)}"
    return Message(id) if id in known(group) else Message("card.name", {"name": name})


def slug(name: str) -> str:
    """A name as an id: `King's Fury` is `king_s_fury`."""
    spaced = [one if one.isascii() and one.isalnum() else " " for one in name.lower()]
    return "_".join("".join(spaced).split())


@cache
def known(group: str) -> frozenset[str]:
    catalogue = read_catalogue(catalogue_file("deadcells", "en"))
    return frozenset([id for id in catalogue if id.startswith(f"{group}.")])
