"""The points at which the base rules are open to kids, expansions and Avatars."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.rulesets import Moment
from embertable.engine.table import Seat


@dataclass
class PlayerMoment(Moment):
    """A moment of one player."""

    seat: Seat


class SystemActions(Moment):
    """What the system may do beside the waiting choice; answered with actions."""


@dataclass
class PlayerSpoke(PlayerMoment):
    """A player has said something; answered with the penalty for it."""

    text: str


class BoardSide(Moment):
    """Which side of the board lies up, by its number."""


class ObstaclesLaid(Moment):
    """The Obstacles lie; some are turned over, the Den is placed."""


class AfterSetup(Moment):
    """Everything of the base game is in place (F-SETUP-20)."""


class TurnStarted(PlayerMoment):
    """A turn begins, before anything else."""


class Additions(PlayerMoment):
    """What a player may do beside the action; answered with actions."""


class PoseConfirmed(PlayerMoment):
    """The figure of a played card stands; the Team has not moved yet."""


class BeforeTeamMoves(PlayerMoment):
    """The number of a played card can still change."""


class CardResolved(PlayerMoment):
    """A played card lies on the discard pile."""


class RestStarted(PlayerMoment):
    """A player rests and has drawn nothing yet."""


class RestDone(PlayerMoment):
    """A resting player's hand is full and the display refilled."""


class ActionDone(PlayerMoment):
    """The one action of the turn is done."""


class ThreatPhaseStarted(PlayerMoment):
    """No card is revealed yet."""


class Payments(PlayerMoment):
    """What can be given instead of a Memory; answered with actions."""


class HandLimit(PlayerMoment):
    """How many cards a player may hold."""


class PowersAllowed(PlayerMoment):
    """Whether a player's kid power works: 1 or 0."""


class MemoryEffectsAllowed(PlayerMoment):
    """Whether a player may use a Memory's effect: 1 or 0."""


class PathLength(PlayerMoment):
    """How many steps of the Team a pose may decide."""


class CardTriggers(PlayerMoment):
    """Whether the card of a player's Threat phase triggers anything: 1 or 0."""


@dataclass
class CardMoment(Moment):
    """A moment of one player and one Event card."""

    seat: Seat
    card: str


class ThreatRevealed(CardMoment):
    """The card of the Threat phase is turned up and has not joined the display."""


class BeforeThreat(CardMoment):
    """The card of the Threat phase lies in its column; its effect comes next."""


class BeforeEffect(CardMoment):
    """A revealed card's effect comes next, in a Threat phase or not."""


class AfterThreat(CardMoment):
    """The effect of the card of the Threat phase is resolved."""


@dataclass
class SpaceMoment(Moment):
    """A moment of one space."""

    space: int


class BeforeEntering(SpaceMoment):
    """The Team is about to enter a space."""


class BeforeCollecting(SpaceMoment):
    """The Team stands on a new space; no Memory there is collected yet."""


class AfterCollecting(SpaceMoment):
    """The Memories of the space are collected."""


class ObstacleOpen(SpaceMoment):
    """Whether the Team may enter this covered space for a Memory: 1 or 0."""


class NeedleTurned(SpaceMoment):
    """Whether a needle step from here follows the white end: 1 or 0."""


class NeedleSwitched(SpaceMoment):
    """Whether entering this space changes which end is followed from then on: 1 or 0."""


class PushDirection(SpaceMoment):
    """The direction in which the Team is pushed from here, plus one; 0 where it is not."""


class PushLengths(SpaceMoment):
    """By how many steps it may be pushed, as far as anybody knows: a bit for each number."""


class MovementEndsOn(SpaceMoment):
    """Where the Team stands after a movement that ends here."""


class SpaceTaken(SpaceMoment):
    """Whether a token of an expansion lies here: 1 or 0."""


class KeepsObstaclesAway(SpaceMoment):
    """Whether no Obstacle may be laid beside this space: 1 or 0."""


class BillygoatSteps(SpaceMoment):
    """The spaces Billygoat may step to from here, as a mask."""


class BillygoatByCard(SpaceMoment):
    """The spaces a red card may take Billygoat to from here, as a mask."""


class BillygoatSites(Moment):
    """The spaces on which Billygoat may begin, as a mask."""


class Caught(Moment):
    """Whether Billygoat has the Team: 1 or 0."""


class ServantsLeft(Moment):
    """How many Servants are not on the field."""


class SpeechAllowed(Moment):
    """Whether the players may speak: 1 or 0."""


class NeedleHidden(Moment):
    """Whether nobody may see the needle now: 1 or 0."""


class MovementEnded(Moment):
    """The Team has entered at least one space and its movement is over."""


class StillNeeded(Moment):
    """How many things besides the Memories are missing for victory."""


@dataclass
class TokenMoved(Moment):
    """A Memory was moved from one space to another."""

    start: int
    space: int


@dataclass
class MemoryCollected(Moment):
    memory: str


class MoreSteps(Moment):
    """How many steps the Team goes in all by a card or the purple Threat."""


@dataclass
class FigureMoment(Moment):
    """A moment of one figure and a place for it."""

    figure: int
    place: int


class MayStand(FigureMoment):
    """Whether a Faceless may be moved onto a place: 1 or 0."""


class MayMove(FigureMoment):
    """Whether a Faceless may be moved at all: 1 or 0."""
