"""The box of Set a Watch, piece by piece."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.games.setawatch.components import AdventurerCard, Creature
from embertable.games.setawatch.content import WatchContent
from embertable.games.setawatch.names import Names, title
from embertable.text_view.components import Component


def components(content: WatchContent) -> list[Component]:
    names = Names(content, None)
    found: list[Component] = []
    for number, one in enumerate(content.adventurers):
        found.append(
            Component("adventurer", one.id, title(one.id, one.name), adventurer_text(number, one))
        )
    for ability in content.abilities.values():
        name = title(ability.id, ability.name)
        text = Message(
            "component.ability_of", {"adventurer": ability.adventurer, "text": ability.id}
        )
        found.append(Component("ability", ability.id, name, text))
    for adventurer in content.adventurers:
        for side in adventurer.familiars:
            name = title(side.id, side.name)
            found.append(Component("familiar", side.id, name, names.text_message(side.id)))
    for item in content.items.values():
        name = title(item.id, item.name)
        text = Message("component.priced", {"item": item.id, "n": item.cost})
        found.append(Component("item", item.id, name, text))
    found += creatures(content, names)
    for location in content.locations.values():
        name = title(location.id, location.name)
        found.append(Component("location", location.id, name, names.text_message(location.id)))
    for kind, actions in (("camp", content.camp), ("rune", content.runes)):
        for action in actions.values():
            name = title(action.id, action.name)
            found.append(Component(kind, action.id, name, names.text_message(action.id)))
    for adventurer in content.adventurers:
        own = adventurer.camp_action
        found.append(Component("camp", own.id, title(own.id, own.name), names.text_message(own.id)))
    return found


def adventurer_text(number: int, one: AdventurerCard) -> Message:
    return Message(
        "component.board",
        {"sides": one.sides, "abilities": one.abilities, "where": one.camp_action.id},
    )


def creatures(content: WatchContent, names: Names) -> list[Component]:
    """Each kind of creature once, with the healths of its cards."""
    cards: dict[str, list[str]] = {}
    kinds: dict[str, Creature] = {}
    for card in content.cards.values():
        kinds[card.creature.id] = card.creature
        cards.setdefault(card.creature.id, []).append(card.id)
    found: list[Component] = []
    for creature in kinds.values():
        ids = cards[creature.id]
        text = names.text_message(ids[0])
        healths = sorted({content.cards[id].base for id in ids if not content.cards[id].formula})
        if creature.type and healths:
            text = Message(
                "component.creature_text",
                {
                    "type": creature.type,
                    "healths": [str(one) for one in healths],
                    "damage": creature.damage,
                    "card": ids[0],
                },
            )
        name = title(creature.id, creature.name)
        found.append(Component("creature", creature.id, name, text, tuple(ids)))
    return found
