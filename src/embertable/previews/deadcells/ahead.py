"""What a Group would like to know: in Combat, before a card, and on the map."""

from __future__ import annotations

from dataclasses import dataclass, field

from embertable.engine.catalogue import Message
from embertable.games.deadcells.damage_to_group import ChooseBlock
from embertable.games.deadcells.explore import TakeCorridor
from embertable.games.deadcells.preparation import LayCard
from embertable.games.deadcells.state import DeadCellsState, DeadCellsTable
from embertable.previews.deadcells.cards import CardAhead, card_ahead
from embertable.previews.deadcells.damage import FightAhead, fight_ahead
from embertable.previews.deadcells.paths import CorridorAhead, SpaceAhead, corridors, spaces
from embertable.previews.forecast import Forecast, Known, Threat


@dataclass
class DeadCellsAhead:
    fight: FightAhead | None = None
    cards: list[CardAhead] = field(default_factory=list)
    corridors: list[CorridorAhead] = field(default_factory=list)
    spaces: list[SpaceAhead] = field(default_factory=list)
    skills: list[list[str]] = field(default_factory=list)
    """In Combat, for each character what a Skill Action may use."""


def forecast(known: Known) -> Forecast[DeadCellsAhead]:
    """In Combat what comes and whom each card hits; on the map where each corridor leads."""
    table: DeadCellsTable = known.imagined(0)
    state = table.state
    ahead = DeadCellsAhead()
    if state.fighting:
        ahead.skills = [skills_of(state, one) for one in range(len(state.characters))]
    if state.fighting and state.enemies:
        ahead.fight = fight_ahead(known)
        hand = [option for option in known.options if isinstance(option, LayCard)]
        ahead.cards = [
            card_ahead(table, one, card)
            for one, card in dict.fromkeys((option.character, option.card) for option in hand)
        ]
    elif state.biome and not state.boss:
        ways = [option for option in known.options if isinstance(option, TakeCorridor)]
        ahead.corridors = corridors(state, ways)
        ahead.spaces = spaces(state)
    blow = max([one.n for one in table.choices() if isinstance(one, ChooseBlock)], default=0)
    return Forecast(threat_of(state, ahead.fight, blow), ahead)


def skills_of(state: DeadCellsState, one: int) -> list[str]:
    """What a Skill Action may use: the Skills of the tracks, then those of Equipment."""
    character = state.characters[one]
    if character.is_serenade():
        return []
    equipment = state.content.equipment
    return [
        *[step.id for step in state.steps_of(one) if step.kind == "skill"],
        *[card for card in dict.fromkeys(character.equipment) if equipment[card].kind == "skill"],
    ]


def threat_of(state: DeadCellsState, fight: FightAhead | None, blow: int) -> Threat | None:
    """What comes against what can be borne; one death ends the Run (D-DEATH-01).

    A blow that Shields may still stop is a threat, even where it is the last one.
    """
    if not fight or not fight.high:
        if blow:
            return Threat("at most", Message("threat.stoppable", {"n": blow}))
        return Threat("none", Message("threat.nothing")) if fight else None
    numbers = {"n": fight.high, "low": fight.low, "can": fight.can_take}
    line = worst_of(state, fight)
    if not fight.played_out:
        return Threat("at most", Message("threat.at_most", numbers), line)
    if fight.low == fight.high:
        return Threat("about", Message("threat.about", numbers), line)
    return Threat("about", Message("threat.range", numbers), line)


def worst_of(state: DeadCellsState, fight: FightAhead) -> Message:
    """Who may die of it: somebody if it is more than the Group can take, or whoever is hit by all of it."""
    if not fight.may_die:
        return Message("threat.nobody")
    if fight.high > fight.can_take:
        return Message("threat.somebody")
    if len(fight.may_die) == 1:
        seats = [character.seat for character in state.characters]
        weakest = fight.may_die[0]
        if seats.count(seats[weakest]) > 1:  # Somebody who plays several is called by each of them.
            return Message("threat.one", {"character": weakest})
        return Message("threat.person", {"seat": seats[weakest]})
    return Message("threat.any")
