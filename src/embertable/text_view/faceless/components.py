"""The box of The Faceless, piece by piece."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.games.faceless.content import (
    AVATARS,
    COLOURS,
    EXPANSIONS,
    FIGURES,
    SCENARIOS,
    FacelessContent,
)
from embertable.games.faceless.names import Names
from embertable.text_view.components import Component

BY_KIND = ("avatars", "servants")
"""Expansions that come in kinds, each with its own text."""
SERVANTS = ("roaming", "carrier")


def components(content: FacelessContent) -> list[Component]:
    names = Names(content)
    found = [
        Component("kid", kid, Message(f"kid.{kid}"), Message(f"power.{kid}"))
        for kid in content.kids
    ]
    for memory in content.memories:
        found.append(
            Component("memory", memory, Message(f"memory.{memory}"), Message(f"effect.{memory}"))
        )
    for colour in COLOURS:
        ids = tuple([card.id for card in content.cards.values() if card.colour == colour])
        name = Message("component.cards", {"colour": colour})
        found.append(Component("card", ids[0], name, Message(f"component.{colour}"), ids))
    for number, figure in enumerate(FIGURES):
        text = Message(f"component.{figure}")
        name = Message(f"figure.{number}")
        found.append(Component("figure", figure, name, text, source="rulebook"))
    for number, obstacle in enumerate(content.obstacles):
        text = Message("component.entrance" if obstacle.is_entrance else "component.blocks")
        found.append(Component("obstacle", obstacle.id, names.name_obstacle(number), text))
    for avatar in AVATARS:
        name, text = Message(f"avatar.{avatar}"), Message(f"value.avatars.{avatar}.about")
        found.append(Component("avatar", avatar, name, text))
    for servant in SERVANTS:
        name = Message(f"value.servants.{servant}")
        text = Message(f"value.servants.{servant}.about")
        found.append(Component("expansion", "servants", name, text))
    for expansion in EXPANSIONS:
        if expansion not in BY_KIND:
            name = Message(f"setting.{expansion}")
            text = Message(f"value.{expansion}.on.about")
            found.append(Component("expansion", expansion, name, text))
    for scenario in SCENARIOS:
        name = Message(f"value.scenario.{scenario}")
        text = Message(f"value.scenario.{scenario}.about")
        found.append(Component("scenario", scenario, name, text))
    return found
