"""Whom a card hits if nobody else acts: the rest of the Combat with this card alone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from embertable.engine.chance import seeded
from embertable.engine.table import Step
from embertable.games.deadcells.combat import EndRound, PlayRound, RoundBegan
from embertable.games.deadcells.damage_to_enemies import EnemyDied, EnemyHurt
from embertable.games.deadcells.effects import HEALTH, Damage
from embertable.games.deadcells.state import DeadCellsTable
from embertable.previews.forecast import AT_REST

MOST_DECISIONS = 60
SAFE = 1_000
"""Health that no fight uses up, so that the card is seen to its end."""


@dataclass
class HitAhead:
    """What the card does to an enemy in a Round: Damage, what Shields stop, Health left."""

    round: int
    space: int
    card: str
    damage: int
    stopped: int
    health: int
    dies: bool


@dataclass
class CardAhead:
    character: int
    card: str
    hits: list[HitAhead]


def strikes_with_health(table: DeadCellsTable, card: str) -> bool:
    """Whether a line of the card deals as much Damage as its player has Health."""
    lines = table.state.content.cards[card].lines
    return any(
        isinstance(effect, Damage) and effect.n == HEALTH for line in lines for effect in line
    )


def card_ahead(table: DeadCellsTable, one: int, card: str) -> CardAhead:
    steps: list[Step] = []
    for round in (1, 2, 3):
        steps.extend([PlayRound(round), EndRound(round)])
    tried = table.copy_doing(seeded(0), *steps, AT_REST)
    state = tried.state
    state.shown = True
    for character in state.characters:
        character.active = []
        character.damage -= SAFE
    state.characters[one].active = [card]
    if strikes_with_health(tried, card):
        # That Health must be the true one, so no enemy may act and reduce it.
        state.characters[one].damage += SAFE
        for enemy in state.enemies:
            enemy.frozen = [1, 2, 3]
    with suppress(
        IndexError
    ):  # the end of a Boss's instance looks for a Turn, which is not played here
        for _ in range(MOST_DECISIONS):
            if tried.next_choice() is AT_REST:
                break
            tried.apply(tried.offered()[0])
    hits: list[HitAhead] = []
    round = 0
    for event in tried.log:
        if isinstance(event, RoundBegan):
            round = event.round
        elif isinstance(event, EnemyHurt):
            hit = HitAhead(
                *(round, event.space, event.card, event.n, event.stopped, event.health), False
            )
            hits.append(hit)
        elif isinstance(event, EnemyDied) and hits:
            hits[-1].dies = True
    return CardAhead(one, card, hits)
