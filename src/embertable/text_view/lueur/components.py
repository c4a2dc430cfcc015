"""The box of Lueur, piece by piece."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.games.lueur.content import ASKING, LueurContent, Place
from embertable.games.lueur.describe import effects_text, text_of
from embertable.games.lueur.names import Names
from embertable.text_view.components import Component


def components(content: LueurContent) -> list[Component]:
    names = Names(content, None)
    found = [
        Component(
            "companion" if card.pack else "adventurer",
            card.id,
            names.name_card(card.id),
            text_of(content, card.id),
        )
        for card in content.cards.values()
    ]
    for spell in content.spells:
        found.append(Component("spell", spell, names.name_card(spell), text_of(content, spell)))
    for kind, board in (("space", content.province), ("island", content.archipelago)):
        for place in board.places.values():
            if text := place_text(place):
                found.append(Component(kind, place.id, names.name_place(place.id), text))
    return found


def place_text(place: Place) -> Message | None:
    """What a place asks and gives; None where it does neither."""
    parts: list[Message] = []
    if place.kind in ASKING:
        parts.append(Message(f"component.enter_{place.kind}", {"element": place.element}))
    if place.points:
        parts.append(Message("component.worth", {"n": place.points}))
    if place.effects:
        parts.append(Message("component.entering", {"effects": effects_text(place.effects)}))
    if not parts:
        return None
    text = parts[0]
    for part in parts[1:]:
        text = Message("parts.beside", {"before": text, "after": part})
    return text
