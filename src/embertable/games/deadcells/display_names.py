"""What cards, monsters and places are called in the reader's language.

The content has English names; where the catalogues know such a name they have it in each language.
A name that only a content pack has stays as the pack says it.
"""

from __future__ import annotations

from functools import cache

from embertable.engine.catalogue import Message, catalogue_file, read_catalogue

GROUP = "called"


def called(name: str) -> Message:
    id = f"{GROUP}.{slug(name)}"
    return Message(id) if id in known() else Message("card.name", {"name": name})


def slug(name: str) -> str:
    """A name as an id: `King's Fury` is `king_s_fury`."""
    spaced = [one if one.isascii() and one.isalnum() else " " for one in name.lower()]
    return "_".join("".join(spaced).split())


@cache
def known() -> frozenset[str]:
    catalogue = read_catalogue(catalogue_file("deadcells", "en"))
    return frozenset([id for id in catalogue if id.startswith(f"{GROUP}.")])
