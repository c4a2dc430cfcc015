"""The facts of each expansion in play."""

from __future__ import annotations

from collections.abc import Iterable

from embertable.engine.catalogue import Message
from embertable.engine.table import View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.expansions.avatars.cards import AvatarsView
from embertable.games.faceless.expansions.creepy_die import CreepyDieView
from embertable.games.faceless.expansions.crossroads import CrossroadsView
from embertable.games.faceless.expansions.eyes import EyesView
from embertable.games.faceless.expansions.fog import FogView
from embertable.games.faceless.expansions.haunted_places import HauntedPlacesView
from embertable.games.faceless.expansions.hourglass import HourglassView
from embertable.games.faceless.expansions.nightworld import NightworldView
from embertable.games.faceless.expansions.portals import PortalsView
from embertable.games.faceless.view import FacelessView


def expansion_messages(view: FacelessView) -> list[Message]:
    """One message, `part.NAME`, for each expansion with something to show."""
    found: list[Message] = []
    for name, part in view.parts.items():
        fact = fact_of(part)
        if fact is not None:
            found.append(Message(f"part.{name}", {"fact": fact}))
    return found


def fact_of(part: View) -> Message | None:
    if isinstance(part, AvatarsView):
        fact = Message(
            "fact.silent" if part.is_silent else "fact.avatars", {"avatars": part.avatars}
        )
        return also(fact, "fact.puppets", "places", part.puppets)
    if isinstance(part, CreepyDieView):
        return Message("fact.face" if part.face else "fact.unrolled", {"face": part.face})
    if isinstance(part, CrossroadsView):
        fact = Message("fact.crossings", {"n": part.deck})
        fact = also(fact, "fact.locked", "figures", part.locked)
        return also(fact, "fact.locked_next", "figures", part.locked_next)
    if isinstance(part, EyesView):
        return listed(
            [
                Message("fact.open" if is_open else "fact.closed", {"space": space})
                for space, is_open in zip(part.spaces, part.open, strict=True)
                if space != AWAY
            ]
        )
    if isinstance(part, FogView):
        return Message("fact.covers" if part.covers else "fact.lifted")
    if isinstance(part, HauntedPlacesView):
        return listed(
            [
                Message(
                    "fact.arrows" if arrows else "fact.facedown",
                    {"space": space, "n": arrows, "direction": direction},
                )
                for space, direction, arrows in haunted(part)
            ]
        )
    if isinstance(part, HourglassView):
        return Message("fact.safe" if part.is_safe else "fact.seconds", {"n": part.seconds})
    if isinstance(part, NightworldView):
        return Message("fact.reverse", {"spaces": part.reverse})
    if isinstance(part, PortalsView):
        return listed(
            [
                Message("fact.portal", {"portal": number, "space": space})
                for number, space in enumerate(part.spaces)
            ]
        )
    # Tokens that only have a place.
    spaces: tuple[int, ...] | None = getattr(part, "spaces", None)
    if spaces is None:
        return None
    return Message("fact.spaces", {"spaces": tuple([one for one in spaces if one != AWAY])})


def also(fact: Message, id: str, name: str, things: tuple[int, ...]) -> Message:
    """A fact, and what more there is to say about these things, if there are any."""
    return (
        Message("fact.also", {"fact": fact, "more": Message(id, {name: things})})
        if things
        else fact
    )


def listed(things: list[Message]) -> Message:
    return Message("fact.listed", {"things": things})


def haunted(part: HauntedPlacesView) -> Iterable[tuple[int, int, int]]:
    return zip(part.spaces, part.directions, part.arrows, strict=True)
