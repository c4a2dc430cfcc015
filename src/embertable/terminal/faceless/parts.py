"""What expansions add to the table: signs on the field, and a line of text for the rest."""

from __future__ import annotations

from collections.abc import Iterable

from embertable.engine.catalogue import Catalogue, Message
from embertable.engine.table import View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.expansions.avatars.cards import AvatarsView
from embertable.games.faceless.expansions.den import DenView
from embertable.games.faceless.expansions.eyes import EyesView
from embertable.games.faceless.expansions.haunted_places import HauntedPlacesView
from embertable.games.faceless.expansions.nightworld import NightworldView
from embertable.games.faceless.expansions.portals import PortalsView
from embertable.games.faceless.expansions.servants import ServantsView
from embertable.games.faceless.view import FacelessView
from embertable.terminal.faceless.signs import STEP_ARROWS
from embertable.text_view.faceless.expansions import haunted

DEN = "#"
EYE = {True: "ø", False: "¬"}
HAUNTED = "%"
REVERSE = "°"
SERVANT = "&"
TOKEN = "*"
"""Any other expansion's."""


def signs_on(view: FacelessView, catalogue: Catalogue) -> dict[int, str]:
    """The sign of each place with a token of an expansion."""
    found: dict[int, str] = {}
    for part in view.parts.values():
        for place, sign in signs_of(part, catalogue):
            if place != AWAY:
                found.setdefault(place, sign)
    return found


def signs_of(part: View, catalogue: Catalogue) -> Iterable[tuple[int, str]]:
    if isinstance(part, DenView):
        return [(space, DEN) for space in part.spaces]
    if isinstance(part, EyesView):
        return [
            (space, EYE[is_open]) for space, is_open in zip(part.spaces, part.open, strict=True)
        ]
    if isinstance(part, HauntedPlacesView):
        return [
            (space, STEP_ARROWS[direction] if arrows else HAUNTED)
            for space, direction, arrows in haunted(part)
        ]
    if isinstance(part, NightworldView):
        return [(space, REVERSE) for space in part.reverse]
    if isinstance(part, PortalsView):
        return [
            (space, catalogue.name_of(number, "portal")) for number, space in enumerate(part.spaces)
        ]
    if isinstance(part, ServantsView):
        return [(space, SERVANT) for space in part.spaces]
    if isinstance(part, AvatarsView):
        return [(place, SERVANT) for place in part.puppets]
    return [(space, TOKEN) for space in getattr(part, "spaces", ())]


def part_line(message: Message, catalogue: Catalogue) -> str:
    return catalogue.text(message.id, **message.arguments)
