"""The points at which Lueur's base rules are open to cards and journeys."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Moment
from embertable.engine.table import Seat


@dataclass
class PlayerMoment(Moment):
    """A moment of one player."""

    seat: Seat


class PiecesPlaced(PlayerMoment):
    """A player puts their pieces on the journey board."""


class AfterRecruit(PlayerMoment):
    """A player has recruited, and everything it caused is done."""


class TimeToTravel(PlayerMoment):
    """A player's Afternoon."""


class JourneyValue(PlayerMoment):
    """The bursts a player's journey is worth at the end."""


@dataclass
class BeforeRecruit(Moment):
    """A player is about to take the companion of a space with all that lies there."""

    seat: Seat
    space: str


@dataclass
class CompanionMoment(Moment):
    """A moment of one player's companion."""

    seat: Seat
    companion: str


class CompanionArrived(CompanionMoment):
    """A companion has come in front of a player, from the track or from the cemetery."""


class CompanionLeft(CompanionMoment):
    """A companion has gone from a player to the cemetery."""
