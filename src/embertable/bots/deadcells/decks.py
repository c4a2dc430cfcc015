"""Heuristics before a Run: which deck gets an Improved Combat card."""

from __future__ import annotations

from typing import Final

from embertable.games.deadcells.definitions import ANY
from embertable.games.deadcells.end_of_run import least_deck
from embertable.games.deadcells.setup import PassCombatCard, Redistribute
from embertable.games.deadcells.state import DeadCellsState

OUT_OF_PLAY: Final = -99.0


def judge_redistribution(state: DeadCellsState, action: Redistribute) -> float:
    """Worth it if a card is in the deck of a Beheaded that nobody plays."""
    playing = [character.beheaded for character in state.characters]
    for place, deck in enumerate(state.campaign.decks):
        if state.content.names[place] in playing or len(deck) <= least_deck(state, place):
            continue
        if any(state.content.cards[card].owner == ANY for card in deck):
            return 2.0
    return 0.0


def judge_new_owner(state: DeadCellsState, action: PassCombatCard) -> float:
    """Prefer the smallest deck in play; of equals, the card's current one."""
    if action.beheaded not in [one.beheaded for one in state.characters if not one.is_serenade()]:
        return OUT_OF_PLAY
    deck = state.campaign.decks[state.content.names.index(action.beheaded)]
    others = len([card for card in deck if card != action.card])
    return (0.5 if action.card in deck else 0.0) - others
