"""The rollout policy in Camp: each option has a value in ready cards, without being tried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from embertable.bots.setawatch.creature_cost import (
    average_creature,
    creature_costs,
    top_of_horde_value,
)
from embertable.bots.setawatch.party_value import (
    COIN,
    NEXT_CREATURES,
    PER_CREATURE,
    card_value,
    fire_value,
    nights_ahead,
    slot_value,
)
from embertable.bots.sums import add_up
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
from embertable.games.setawatch.content import CHECK_MAP
from embertable.games.setawatch.deck_effects import (
    ArrangeEffect,
    ChooseBottom,
    ChoosePutBack,
    PutOnTop,
    PutUnder,
    SinkCard,
)
from embertable.games.setawatch.party_effects import (
    ChooseEquip,
    ChooseFlip,
    EquipCard,
    RefreshEffect,
)
from embertable.games.setawatch.state import FINAL_ROUND, Adventurer, WatchState

# Values of looking ahead, of equipping and of the other runes, in ready cards.
SCOUTED: Final = 0.35
MAPPED: Final = 0.5
EQUIPPED: Final = 0.4
ARRANGED: Final = 0.3
BOLSTERED: Final = 0.5
SEALED: Final = 0.1
PER_WOOD: Final = 0.3
"""The value of a firewood that the next location adds."""
HEAL: Final = "heal"
EQUIP: Final = "equip"
VANQUISH: Final = "vanquish"
BOLSTER: Final = "bolster"


def camp_action_for(state: WatchState, choice: Choice, options: Sequence[Action]) -> Action | None:
    """The action for a choice of the Camp; None for any other choice."""
    if isinstance(choice, ChoosePlacement):
        one = state.adventurers[choice.adventurer]
        return max(options, key=lambda option: placement_value(state, one, option))
    if isinstance(choice, (ChoosePutBack, ChooseBottom)):
        return max(options, key=lambda option: put_back_value(state, option))
    if isinstance(choice, ChooseEquip):
        return max(options, key=lambda option: equip_value(state, option))
    if isinstance(choice, ChooseLocation):
        return max(options, key=lambda option: location_value(state, option))
    if isinstance(choice, ChooseFlip):
        return options[-1]
    return None


def placement_value(state: WatchState, one: Adventurer, option: Action) -> float:
    """The value of a placement or of runes, per die."""
    if isinstance(option, CastRunes):
        runes = [rune for rune in (option.first, option.second, option.third) if rune]
        return add_up([rune_value(state, rune) for rune in runes]) / len(runes)
    assert isinstance(option, PlaceDie)
    own = state.content.adventurers[one.number].camp_action
    if option.action == own.id:
        return own_camp_action_value(state, one)
    space = free_space(state, state.content.camp[option.action])
    return COIN * state.space_coins.get(space, 0) + camp_action_value(state, option.action)


def camp_action_value(state: WatchState, action: str) -> float:
    if action == CHOP_WOOD:
        before = fire_value(state)
        state.firewood += 2
        after = fire_value(state)
        state.firewood -= 2
        return after - before
    if action == HEAL:
        return max([refresh_value(state, one) for one in state.adventurers])
    if action == EQUIP:
        return EQUIPPED
    return MAPPED if action == CHECK_MAP else SCOUTED


def own_camp_action_value(state: WatchState, one: Adventurer) -> float:
    """The value of an adventurer's own camp action."""
    action = state.content.adventurers[one.number].camp_action
    n = 0.0
    for effect in state.content.scripts[action.id]:
        if isinstance(effect, RefreshEffect):
            n += min(effect.count.number, one.exhausted.count(True)) * refresh_value(state, one)
        elif isinstance(effect, ArrangeEffect):
            n += ARRANGED
    return n


def refresh_value(state: WatchState, one: Adventurer) -> float:
    """The value of refreshing the best of the exhausted cards."""
    found = [card_value(state, one, slot) for slot, gone in enumerate(one.exhausted) if gone]
    return max(found, default=0.0)


def rune_value(state: WatchState, rune: str) -> float:
    if rune == BOLSTER:
        return BOLSTERED
    return top_of_horde_value(state) if rune == VANQUISH else SEALED


def put_back_value(state: WatchState, option: Action) -> float:
    """Costly cards go under the deck, cheap ones on top."""
    content = state.content
    usual = average_creature(content).later()
    if isinstance(option, PutOnTop):
        return usual - creature_costs(content)[option.card].later()
    if isinstance(option, (PutUnder, SinkCard)):
        return creature_costs(content)[option.card].later() - usual
    return 0.0


def equip_value(state: WatchState, option: Action) -> float:
    assert isinstance(option, EquipCard)
    one = state.adventurers[option.adventurer]
    ahead = nights_ahead(state, one)
    before = one.board[option.slot]
    n = -slot_value(state, one, option.slot, ahead)
    one.board[option.slot] = option.ability
    n += slot_value(state, one, option.slot, ahead)
    one.board[option.slot] = before
    return n


def location_value(state: WatchState, option: Action) -> float:
    assert isinstance(option, KeepLocation)
    location = state.content.locations[option.location]
    if state.round + 1 == FINAL_ROUND:
        return 0.0
    wood = -state.firewood / 2 if location.halves else float(location.firewood)
    return PER_CREATURE * (NEXT_CREATURES - location.creatures) + PER_WOOD * wood
