"""The points at which Lueur's base rules are open to cards and journeys."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Moment
from embertable.engine.table import Seat


@dataclass
class PiecesPlaced(Moment):
    """A player puts their pieces on the journey board."""

    seat: Seat


@dataclass
class BeforeRecruit(Moment):
    """A player is about to take the companion of a space with all that lies there."""

    seat: Seat
    space: str


@dataclass
class CompanionArrived(Moment):
    """A companion has come in front of a player, from the track or from the cemetery."""

    seat: Seat
    companion: str


@dataclass
class AfterRecruit(Moment):
    """A player has recruited, and everything it caused is done."""

    seat: Seat


@dataclass
class CompanionLeft(Moment):
    """A companion has gone from a player to the cemetery."""

    seat: Seat
    companion: str


@dataclass
class TimeToTravel(Moment):
    """A player's Afternoon."""

    seat: Seat


@dataclass
class JourneyValue(Moment):
    """The bursts a player's journey is worth at the end."""

    seat: Seat
