"""The Damage a Group may take in the rest of a Combat, or of a Turn against a Boss.

Before the cards are turned up this is a bound: every enemy lives and every line lands. After that the
Combat is played out on imagined tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from embertable.engine.chance import seeded
from embertable.games.deadcells.character_round import ChooseLine
from embertable.games.deadcells.combat import RoundBegan
from embertable.games.deadcells.damage_to_group import CharacterDied, ChooseBlock, DamageTaken
from embertable.games.deadcells.effects import (
    DOWN_TO_1,
    HEALTH,
    POISON,
    TARGET,
    Damage,
    Effect,
    State,
)
from embertable.games.deadcells.state import DeadCellsState, DeadCellsTable, Enemy, poison_damage
from embertable.previews.forecast import Known

FIGHTS: Final = 12
"""How many imagined fights are played to their end."""
MOST_DECISIONS: Final = 200
LAST_ROUND: Final = 4


@dataclass
class RoundAhead:
    """The Damage of one Round: between these bounds, and from which spaces it may come."""

    round: int
    low: int
    high: int
    spaces: list[int]


@dataclass
class FightAhead:
    """The rest of a Combat, or of a Boss's Turn; `played_out` once the cards are turned up, before that a bound."""

    played_out: bool
    rounds: list[RoundAhead]
    low: int
    high: int
    can_take: int
    """What the Group can lose with nobody dead, Shields not counted."""
    shields: int
    largest: int
    """The largest single packet of Damage."""
    may_die: list[int]
    """Whom that Damage may kill; once the cards are turned up, who died in an imagined fight."""
    dies: float
    """In what share of the imagined fights somebody dies; 0 before the cards are turned up."""


def fight_ahead(known: Known) -> FightAhead:
    table: DeadCellsTable = known.imagined(0)
    state = table.state
    bounds = [bound(state, round) for round in range(max(state.round, 0), LAST_ROUND + 1)]
    # Each of them dies once, in whichever Round.
    twice = (len(bounds) - 1) * sum(at_death(state, enemy) for enemy in state.enemies)
    found = FightAhead(
        played_out=state.shown,
        rounds=[one for one in bounds if one.high],
        low=0,
        high=sum(one.high for one in bounds) - twice,
        can_take=sum(state.characters[one].health() - 1 for one in state.participants()),
        shields=sum(state.characters[one].shields for one in state.participants()),
        largest=largest_packet(state),
        may_die=[],
        dies=0.0,
    )
    if state.shown:
        play_out(known, found)
    else:
        found.may_die = [one for one in state.participants() if may_die(state, one)]
    return found


def may_die(state: DeadCellsState, one: int) -> bool:
    """Whether all that may hit one Beheaded is enough, if the others take nothing of it."""
    character = state.characters[one]
    target = character.tokens[TARGET]
    taken = sum(
        [at_death(state, enemy) and at_death(state, enemy) + target for enemy in state.enemies]
    )
    for round in range(max(state.round, 0), LAST_ROUND + 1):
        for enemy in state.enemies:
            for effect in damages(state, enemy, round):
                if effect.to != "first_player" or one == state.first:
                    taken += packet(state, enemy, effect) + target
        if 1 <= round < LAST_ROUND:
            tokens = character.tokens[POISON] + poison_given(state, round, each=True)
            taken += poison_damage(state, tokens)
    return taken >= character.health() and not character.is_endless()


def bound(state: DeadCellsState, round: int) -> RoundAhead:
    """At most: every enemy acts, its Damage lands on as many as it names, Poison ticks."""
    total = 0
    spaces: list[int] = []
    for enemy in state.enemies:
        damage = sum(most(state, enemy, effect) for effect in damages(state, enemy, round))
        if damage:
            total += damage
            spaces.append(enemy.space)
        total += at_death(state, enemy)
    if 1 <= round < LAST_ROUND:
        for one in state.participants():
            total += poison_damage(state, state.characters[one].tokens[POISON])
        total += poison_given(state, round)
    return RoundAhead(round, 0, total, spaces)


def lines(state: DeadCellsState, enemy: Enemy, round: int) -> Sequence[Effect]:
    if round in enemy.frozen or enemy.idle == round:
        return ()
    return state.lines_of(enemy)[round]


def damages(state: DeadCellsState, enemy: Enemy, round: int) -> list[Damage]:
    return [one for one in lines(state, enemy, round) if isinstance(one, Damage)]


def dying(state: DeadCellsState, enemy: Enemy) -> Sequence[Effect]:
    """What an enemy does as it dies."""
    return () if enemy.boss else state.content.monsters[enemy.card].death


def at_death(state: DeadCellsState, enemy: Enemy) -> int:
    hurts = [one for one in dying(state, enemy) if isinstance(one, Damage)]
    return sum(most(state, enemy, effect) for effect in hurts)


def poison_given(state: DeadCellsState, round: int, each: bool = False) -> int:
    """The Poison tokens that enemies may give until the end of a Round, to all or to each."""
    tokens = 0
    for enemy in state.enemies:
        given = [*dying(state, enemy)]
        for past in range(max(state.round, 0), round + 1):
            given.extend(lines(state, enemy, past))
        for effect in given:
            if isinstance(effect, State) and effect.state == "poison":
                tokens += effect.n * (1 if each else reach(state, effect.to))
    return tokens


def reach(state: DeadCellsState, to: str) -> int:
    """How many of the Group an effect names."""
    among = len(state.participants())
    return {"all": among, "two": min(2, among)}.get(to, 1)


def most(state: DeadCellsState, enemy: Enemy, effect: Damage) -> int:
    count = reach(state, effect.to)
    tokens = [state.characters[one].tokens[TARGET] for one in state.participants()]
    return count * packet(state, enemy, effect) + sum(sorted(tokens, reverse=True)[:count])


def packet(state: DeadCellsState, enemy: Enemy, effect: Damage) -> int:
    if effect.n == HEALTH:
        return enemy.health - enemy.damage
    if effect.n == DOWN_TO_1:
        return max(state.characters[one].health() - 1 for one in state.participants())
    return effect.n


def largest_packet(state: DeadCellsState) -> int:
    return max(
        [
            packet(state, enemy, effect)
            for enemy in state.enemies
            for round in range(max(state.round, 0), LAST_ROUND + 1)
            for effect in damages(state, enemy, round)
        ],
        default=0,
    )


def play_out(known: Known, found: FightAhead) -> None:
    """Narrow the bounds by fights in which cards do what they say and Shields stop what they can."""
    fights = [damage_taken(known, number) for number in range(FIGHTS)]
    for one in found.rounds:
        taken = [fight.get(one.round, 0) for fight, _ in fights]
        one.low, one.high = min(taken), max(taken)
    totals = [sum(fight.values()) for fight, _ in fights]
    found.low, found.high = min(totals), max(totals)
    found.may_die = sorted({one for _, died in fights for one in died})
    found.dies = sum(bool(died) for _, died in fights) / len(fights)
    found.rounds = [one for one in found.rounds if one.high]


def damage_taken(known: Known, number: int) -> tuple[dict[int, int], list[int]]:
    """Damage by Round in one imagined fight, and who died."""
    table: DeadCellsTable = known.imagined(number)
    luck = seeded(number)
    for _ in range(MOST_DECISIONS):
        choice = table.next_choice()
        # A Boss fights on with new cards, which nobody can foresee.
        if choice is None or not (table.state.fighting and table.state.shown):
            break
        offered = table.offered()
        plain = isinstance(choice, (ChooseBlock, ChooseLine))
        table.apply(offered[0] if plain else luck.pick("options", offered))
    taken: dict[int, int] = {}
    died: list[int] = []
    round = max(known.imagined(number).state.round, 0)
    for event in table.log:
        if isinstance(event, RoundBegan):
            round = event.round
        elif isinstance(event, DamageTaken):
            taken[round] = taken.get(round, 0) + event.n
        elif isinstance(event, CharacterDied):
            died.append(event.character)
    return taken, died
