"""The Camp in a hurry: what each place for a die is good for, in ready cards, without trying it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from embertable.bots.setawatch.goods import (
    COIN,
    NEXT_CREATURES,
    PER_CREATURE,
    card_worth,
    fire_worth,
    nights_ahead,
    slot_worth,
)
from embertable.bots.setawatch.menace import average, menaces, top_of_horde
from embertable.engine.table import Action, Choice
from embertable.games.setawatch.camp import (
    CHOP_WOOD,
    CastRunes,
    ChooseLocation,
    ChoosePlacement,
    KeepLocation,
    PlaceDie,
    free_space,
)
from embertable.games.setawatch.card_effects import (
    ChooseBottom,
    ChoosePutBack,
    PutOnTop,
    PutUnder,
    SinkCard,
)
from embertable.games.setawatch.content import CHECK_MAP
from embertable.games.setawatch.party_effects import ChooseEquip, ChooseFlip, EquipCard
from embertable.games.setawatch.state import FINAL_ROUND, Adventurer, WatchState

# In ready cards, what looking ahead, another card on the board and the other runes bring.
SCOUTED: Final = 0.35
MAPPED: Final = 0.5
EQUIPPED: Final = 0.4
ARRANGED: Final = 0.3
BOLSTERED: Final = 0.5
SEALED: Final = 0.1
PER_WOOD: Final = 0.3
"""What a firewood more or less makes of the next location."""
HEAL: Final = "heal"
EQUIP: Final = "equip"
VANQUISH: Final = "vanquish"
BOLSTER: Final = "bolster"


def camped(state: WatchState, choice: Choice, options: Sequence[Action]) -> Action | None:
    """What is done at once in Camp; None where the choice is another one."""
    if isinstance(choice, ChoosePlacement):
        one = state.adventurers[choice.adventurer]
        return max(options, key=lambda option: placed_worth(state, one, option))
    if isinstance(choice, (ChoosePutBack, ChooseBottom)):
        return max(options, key=lambda option: put_back_worth(state, option))
    if isinstance(choice, ChooseEquip):
        return max(options, key=lambda option: equipped_worth(state, option))
    if isinstance(choice, ChooseLocation):
        return max(options, key=lambda option: location_worth(state, option))
    if isinstance(choice, ChooseFlip):
        return options[-1]
    return None


def placed_worth(state: WatchState, one: Adventurer, option: Action) -> float:
    """What dice on a space or on runes bring, for each die."""
    if isinstance(option, CastRunes):
        runes = [rune for rune in (option.first, option.second, option.third) if rune]
        return sum([rune_worth(state, rune) for rune in runes]) / len(runes)
    assert isinstance(option, PlaceDie)
    own = state.content.adventurers[one.number].camp_action
    if option.action == own.id:
        return own_worth(state, one)
    space = free_space(state, state.content.camp[option.action])
    return COIN * state.space_coins.get(space, 0) + action_worth(state, option.action)


def action_worth(state: WatchState, action: str) -> float:
    if action == CHOP_WOOD:
        before = fire_worth(state)
        state.firewood += 2
        after = fire_worth(state)
        state.firewood -= 2
        return after - before
    if action == HEAL:
        return max([refresh_worth(state, one) for one in state.adventurers])
    if action == EQUIP:
        return EQUIPPED
    return MAPPED if action == CHECK_MAP else SCOUTED


def own_worth(state: WatchState, one: Adventurer) -> float:
    """An adventurer's own camp action: each refreshes a card of theirs, and most do more."""
    action = state.content.adventurers[one.number].camp_action
    n = 0.0
    for effect in state.content.scripts[action.script]:
        if effect.op == "refresh":
            n += min(effect.count.number, one.exhausted.count(True)) * refresh_worth(state, one)
        elif effect.op == "arrange":
            n += ARRANGED
    return n


def refresh_worth(state: WatchState, one: Adventurer) -> float:
    """The best of the exhausted cards, ready."""
    found = [card_worth(state, one, slot) for slot, gone in enumerate(one.exhausted) if gone]
    return max(found, default=0.0)


def rune_worth(state: WatchState, rune: str) -> float:
    if rune == BOLSTER:
        return BOLSTERED
    return top_of_horde(state) if rune == VANQUISH else SEALED


def put_back_worth(state: WatchState, option: Action) -> float:
    """Strong cards go under the deck, or in after the others."""
    content = state.content
    usual = average(content).later()
    if isinstance(option, PutOnTop):
        return usual - menaces(content)[option.card].later()
    if isinstance(option, (PutUnder, SinkCard)):
        return menaces(content)[option.card].later() - usual
    return 0.0


def equipped_worth(state: WatchState, option: Action) -> float:
    assert isinstance(option, EquipCard)
    one = state.adventurers[option.adventurer]
    ahead = nights_ahead(state, one)
    before = one.board[option.slot]
    n = -slot_worth(state, one, option.slot, ahead)
    one.board[option.slot] = option.ability
    n += slot_worth(state, one, option.slot, ahead)
    one.board[option.slot] = before
    return n


def location_worth(state: WatchState, option: Action) -> float:
    assert isinstance(option, KeepLocation)
    location = state.content.locations[option.location]
    if state.round + 1 == FINAL_ROUND:
        return 0.0
    wood = -state.firewood / 2 if location.halves else float(location.firewood)
    return PER_CREATURE * (NEXT_CREATURES - location.creatures) + PER_WOOD * wood
