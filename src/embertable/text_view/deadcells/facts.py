"""Facts of the table as messages, shared by the text view and the terminal."""

from __future__ import annotations

from embertable import load
from embertable.engine.catalogue import Message
from embertable.engine.content import Content
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import Equipment
from embertable.games.deadcells.describe import ability_text, card_text, corridor_text, lines_text
from embertable.games.deadcells.effects import COLOURS, STATES, Effects
from embertable.games.deadcells.view import CharacterView, DeadCellsView, EnemyView


def content_or_printed(content: Content | None) -> DeadCellsContent:
    found = content or load("deadcells").content()
    assert isinstance(found, DeadCellsContent)
    return found


def tokens_of(bearer: CharacterView | EnemyView) -> list[Message]:
    """Shields and State tokens, each with its number."""
    found: list[Message] = []
    if bearer.shields:
        found.append(Message("board.shields", {"n": bearer.shields}))
    if isinstance(bearer, CharacterView) and bearer.golden:
        found.append(Message("board.golden", {"n": bearer.golden}))
    for place, n in enumerate(bearer.tokens):
        if n:
            found.append(Message("board.state", {"state": STATES[place], "n": n}))
    for round in bearer.frozen:
        found.append(Message("board.frozen", {"round": round}))
    if isinstance(bearer, EnemyView) and bearer.invisible:
        found.append(Message("effect.Invisible"))
    return found


def enemy_lines(content: DeadCellsContent, view: DeadCellsView, enemy: EnemyView) -> Message:
    """What an enemy does, Round by Round; a Boss does what its attack card says."""
    if not enemy.boss:
        return lines_text(content.monsters[enemy.card].lines)
    boss = content.bosses[enemy.card]
    lines: tuple[Effects, ...] = boss.attacks[view.attack].lines if view.attack else ()
    opening = boss.instances[view.instance].opening
    return lines_text((opening, *lines[1:])) if lines else lines_text((opening,))


def abilities(
    content: DeadCellsContent, character: CharacterView
) -> list[tuple[str, bool, Message]]:
    """Every ability of the board: its colour, whether it is active, and what it does."""
    found: list[tuple[str, bool, Message]] = []
    if character.beheaded not in content.beheaded:
        return found
    for colour, track in enumerate(content.beheaded[character.beheaded].tracks):
        for step in track:
            active = step.position <= character.scrolls[colour]
            found.append((COLOURS[colour], active, ability_text(step)))
    return found


def equipment_of(content: DeadCellsContent, character: CharacterView) -> list[Message]:
    found: list[Message] = []
    for place, card in enumerate(character.equipment):
        item: Equipment = content.equipment[card]
        damage = character.companion_damage[place]
        text = card_text(content, card)
        id = "board.companion" if item.health else "board.item"
        found.append(Message(id, {"card": card, "does": text, "n": damage}))
    return found


def ways_from(content: DeadCellsContent, view: DeadCellsView, space: str) -> list[Message]:
    """Where the corridors of a space lead, and what they demand."""
    biome = content.biomes[view.biome]
    found: list[Message] = []
    for number in biome.ways.get(space, ()):
        corridor = biome.corridors[number]
        parts = corridor_text(corridor)
        if number in view.closed:
            parts.append(Message("board.closed", {}))
        asks = Message("corridor.all", {"parts": parts}) if parts else Message("detail.nothing")
        found.append(Message("board.way", {"space": corridor.to, "asks": asks}))
    return found
