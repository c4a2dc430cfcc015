"""What never changes in a game: nothing is lost, doubled or owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from minnows.state import MinnowsState

from embertable.engine.table import Component, Table
from embertable.games.deadcells.gains import ChooseBearer, ChooseRoom, HandEquipment
from embertable.games.deadcells.state import PRINTED, DeadCellsState
from embertable.games.faceless.content import COLOURS, FACELESS
from embertable.games.faceless.state import FacelessState
from embertable.games.lueur.setup import large_dice
from embertable.games.lueur.state import LueurState


def once_each(kind: str, found: Iterable[Any], expected: Iterable[Any]) -> None:
    there, wanted = Counter(list(found)), Counter(list(expected))
    assert there == wanted, f"{kind}: too many {there - wanted}, missing {wanted - there}"


def no_negatives(component: Component, path: str) -> None:
    for name, value in vars(component).items():
        for number in value.values() if isinstance(value, dict) else [value]:
            if isinstance(number, int) and name != "count":
                assert number >= 0, f"{path}.{name} is {number}"


def minnows_is_complete(table: Table[MinnowsState]) -> None:
    state = table.state
    fish = [*state.pond, *state.discards]
    for angler in state.anglers:
        fish.extend([*angler.hand, *angler.net, *angler.basket])
        fish.extend([angler.bait] if angler.bait else [])
        assert len(set(angler.net)) == len(angler.net), "a net holds two of a kind"
    once_each("fish", fish, Counter(state.content.copies).elements())


def lueur_is_complete(table: Table[LueurState]) -> None:
    state = table.state
    for player in state.players:
        no_negatives(player, f"player {player.seat}")
        assert sum(player.count.values()) == player.bursts or not player.count
        assert set(player.picked) <= set(player.dice), "a die is picked that is not there"
        assert set(player.set_aside) <= set(player.dice), "a die is set aside that is not there"
        assert set(player.sketal_dice) <= set(player.companions), "a Sketal left without its die"
    for space in state.track:
        no_negatives(space, "space")
    for die, face in enumerate(state.faces):
        assert face in ("", *state.content.dice[die].faces), f"die {die} shows {face}"
    dice_are_complete(state)
    if state.round:
        companions_are_complete(state)
        spells_are_complete(state)


def dice_are_complete(state: LueurState) -> None:
    """Each die lies in one place; what no adventurer brought stays in the box."""
    content = state.content
    found = list(state.reserve)
    for space in state.track:
        found.extend(space.dice)
    expected = [content.black_die]
    expected.extend([large_dice(content.dice, colour)[-1] for colour in content.reserve_colours])
    if state.round:
        expected.extend(
            [die.id for die in content.dice if not die.large and die.id != content.black_die]
        )
    for player in state.players:
        found.extend([*player.dice, *player.returned])
        if player.adventurer:
            card = content.adventurers[player.adventurer]
            expected.extend(large_dice(content.dice, card.die_colour)[: card.dice])
    once_each("dice", found, expected)


def companions_are_complete(state: LueurState) -> None:
    found = [*state.deck, *state.boxed, *state.cemetery]
    found.extend([space.companion for space in state.track if space.companion])
    for player in state.players:
        found.extend([*player.companions, *player.fallen])
    once_each("companions", found, state.content.companions)


def spells_are_complete(state: LueurState) -> None:
    found = [*state.spell_pile, *state.spells_boxed, *state.spells_boxed_unseen]
    for player in state.players:
        found.extend([*player.spells, *player.hidden_spells])
    once_each("spells", found, state.content.spells)


def faceless_is_complete(table: Table[FacelessState]) -> None:
    """Cards, Memories and figures are all there, each in one place and where it may be."""
    state = table.state
    content = state.content
    board = content.board
    cards = [*state.deck, *state.removed, *state.discards]
    for pile in [*state.hands, *state.display]:
        cards.extend(pile)
    cards.extend([card for card in (state.card, state.revealed) if card])
    if state.team != -1:
        once_each("cards", cards, [c.id for c in content.cards.values() for _ in range(c.count)])
        gone = state.memory_spaces.count(-1)
        assert len(state.unused) + len(state.used) == gone, "a Memory is lost or doubled"
    for colour in COLOURS:
        for card in state.column(colour):
            assert content.cards[card].colour == colour, f"{card} lies in the {colour} column"
    for obstacle, spaces in enumerate(state.obstacles):
        assert all(state.cover[space] == obstacle for space in spaces)
    rings = [board.external_of(state.places[one]) for one in FACELESS if state.places[one] != -1]
    for number, one in enumerate(rings):
        assert 0 <= one < board.ring, "a Faceless stands on the field"
        assert all(board.ring_distance(one, other) >= 2 for other in rings[number + 1 :])
    assert all(0 <= heading < 360 for heading in state.headings)
    if state.team != -1 and state.billygoat() != -1 and table.result is None:
        assert state.billygoat() != state.team, "Billygoat stands on the Team and nobody has lost"


def deadcells_is_complete(table: Table[DeadCellsState]) -> None:
    """Cards are neither lost nor doubled while a Run goes on; nobody plays on without Health."""
    state = table.state
    if state.campaign.history or (not state.treasure and not state.treasure_out):
        return  # the Run is over, or has not begun
    treasure = [*state.treasure, *state.treasure_out, *state.found]
    for character in state.characters:
        treasure.extend(character.equipment)
        assert character.health() > 0, f"{character.beheaded} has no Health"
        assert len(character.companion_damage) == len(character.equipment)
        deck = [*character.hand, *character.draw, *character.discard]
        if not character.is_serenade():
            deck.extend([card for card in character.active if card and card != PRINTED])
        place = state.content.names.index(character.beheaded)
        once_each(f"cards of {character.beheaded}", deck, state.campaign.decks[place])
    treasure.extend([one.split()[1] for one in state.loot if one.startswith("treasure ")])
    table.next_choice()
    handed = (HandEquipment, ChooseBearer, ChooseRoom)
    waiting = [step.card for step in table.pending if isinstance(step, handed)]
    blueprints = [id for biome in state.content.biomes.values() for id in biome.blueprints]
    starter = state.content.starter_treasure()
    once_each("treasure", [c for c in [*treasure, *waiting] if c not in blueprints], starter)
    found = [*state.blueprints, *state.collector]
    found.extend([one.split()[1] for one in state.loot if one.startswith("blueprint ")])
    found.extend([c for c in [*treasure, *waiting] if c in blueprints])
    left = [id for deck in state.campaign.blueprints for id in deck]
    once_each("blueprints", [*found, *left], blueprints)
    assert [enemy.space for enemy in state.enemies] == sorted({e.space for e in state.enemies})
    assert state.teeth >= 0
    assert state.cells >= 0
