"""What never changes in a game: nothing is lost, doubled or owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from embertable.engine.table import Component, Table
from embertable.games.lueur.setup import large_dice
from embertable.games.lueur.state import LueurState
from examples.tiny.state import MinnowsState


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
