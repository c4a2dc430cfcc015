"""The moments that Mutations, Runes, Boss Cells and boards react to."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Moment
from embertable.games.deadcells.effects import Effect


class BiomeStarts(Moment):
    """The tiles are placed and the Group is on the start."""


class BeforeMove(Moment):
    """The Group is about to choose a corridor."""


class CombatStarts(Moment):
    """Enemies and Loot are placed; nobody has talked yet."""


class BeforePreparation(Moment):
    """Directly before the talk."""


class RoundStarts(Moment):
    """Before the first actor of a Round I to III."""


class LastEnemyKilled(Moment):
    """No enemy is left."""


@dataclass
class CheckFailed(Moment):
    """A Check failed and its penalty has not come yet."""

    corridor: bool


@dataclass
class CharacterMoment(Moment):
    character: int


class RoundZero(CharacterMoment):
    """The First Player's turn in Round 0."""


class DamageActionFixed(CharacterMoment):
    """A Beheaded's Damage Action fixes its amount."""


class WouldDie(CharacterMoment):
    """A Beheaded is about to die."""


@dataclass
class EnemyEffect(Moment):
    """An effect other than Damage of an enemy, or of a Death box (`enemy` is NOBODY then)."""

    enemy: int
    effect: Effect


@dataclass
class DamagedByEnemy(Moment):
    """An enemy's Action has put Damage tokens on a character."""

    character: int
    enemy: int


@dataclass
class DamageDealt(Moment):
    """A Beheaded has put Damage tokens on an enemy."""

    character: int
    enemy: int
    n: int


@dataclass
class EnemyKilled(Moment):
    """An enemy's Death box has been carried out."""

    space: int
    character: int
    """Who killed it, or nobody."""
    by_damage: bool
    elite: bool
