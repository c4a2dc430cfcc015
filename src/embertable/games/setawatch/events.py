"""The events of Set a Watch, for the log; a card without a name was not seen."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Action, Event, Seat


@dataclass
class AdventurerTaken(Event):
    seat: Seat
    adventurer: int


@dataclass
class FlexChosen(Event):
    adventurer: int


@dataclass
class Suggested(Event):
    """Somebody suggests an answer to a party decision (W-CTRL-11)."""

    player: int
    what: Action


@dataclass
class Objected(Event):
    player: int


@dataclass
class GuidelineUnmet(Event):
    """The deck has fewer cards of a type than recommended, which is allowed."""

    type: str
    n: int
    least: int


@dataclass
class FamiliarTurned(Event):
    side: str


@dataclass
class LocationReached(Event):
    location: str


@dataclass
class RoundBegan(Event):
    round: int
    location: str


@dataclass
class Rolled(Event):
    adventurer: int
    values: tuple[int, ...]


@dataclass
class DieRolledAgain(Event):
    adventurer: int
    before: int
    value: int


@dataclass
class DieChanged(Event):
    adventurer: int
    before: int
    value: int


@dataclass
class DieBenched(Event):
    adventurer: int
    value: int


@dataclass
class DieReadied(Event):
    adventurer: int
    value: int


@dataclass
class Rested(Event):
    adventurer: int
    time: int


@dataclass
class CardRefreshed(Event):
    adventurer: int
    ability: str


@dataclass
class CardExhausted(Event):
    adventurer: int
    ability: str


@dataclass
class ItemRefreshed(Event):
    adventurer: int
    item: str


@dataclass
class FirewoodChanged(Event):
    n: int
    firewood: int


@dataclass
class FireDied(Event):
    """The dial stands at zero."""


@dataclass
class DiePlaced(Event):
    adventurer: int
    value: int
    where: str


@dataclass
class RunesCast(Event):
    adventurer: int
    value: int
    runes: tuple[str, ...]


@dataclass
class CoinsChanged(Event):
    n: int
    coins: int


@dataclass
class DeckLookedAt(Event):
    cards: tuple[str, ...]


@dataclass
class CardPutBack(Event):
    card: str
    to: str


@dataclass
class MapChecked(Event):
    kept: str
    away: str


@dataclass
class AbilityEquipped(Event):
    adventurer: int
    ability: str
    instead: str


@dataclass
class ItemBought(Event):
    item: str
    adventurer: int
    cost: int


@dataclass
class MarketFilled(Event):
    item: str
    pile: int


@dataclass
class CoinsLaid(Event):
    """Camp spaces without a die got their coins."""

    n: int


@dataclass
class TrophyCashed(Event):
    card: str
    n: int


@dataclass
class TrophyTaken(Event):
    card: str


@dataclass
class LineDealt(Event):
    n: int


@dataclass
class SatOut(Event):
    adventurer: int


@dataclass
class HordeJoined(Event):
    """The Horde came to the end of the final Line."""

    n: int


@dataclass
class CardRevealed(Event):
    card: str
    place: int


@dataclass
class CardEntered(Event):
    """A card came into the Line face up."""

    card: str
    place: int


@dataclass
class CardMoved(Event):
    card: str
    place: int


@dataclass
class HiddenCardMoved(Event):
    before: int
    place: int


@dataclass
class CardsAdded(Event):
    """Cards came face down to the end of the Line."""

    n: int


@dataclass
class PowerTriggered(Event):
    card: str
    trigger: str


@dataclass
class RiderJoined(Event):
    rider: str
    mount: str


@dataclass
class CreatureNegated(Event):
    card: str


@dataclass
class CardsPeeked(Event):
    cards: tuple[str, ...]


@dataclass
class AbilityUsed(Event):
    adventurer: int
    ability: str


@dataclass
class ItemUsed(Event):
    adventurer: int
    item: str


@dataclass
class Attacked(Event):
    """Attack dice of an adventurer, or a tamed creature, on a creature."""

    adventurer: int
    card: str
    n: int


@dataclass
class FamiliarAttacked(Event):
    card: str
    n: int


@dataclass
class DamageDealt(Event):
    card: str
    n: int


@dataclass
class CreatureDefeated(Event):
    card: str


@dataclass
class CreatureTamed(Event):
    adventurer: int
    card: str


@dataclass
class CreaturePassed(Event):
    """It got past the Watch and joined the Horde."""

    card: str
    damage: int


@dataclass
class HordeGrew(Event):
    card: str


@dataclass
class HordeGrewUnseen(Event):
    """A card joined the Horde, and nobody saw its face."""


@dataclass
class CardGone(Event):
    """A card went somewhere out of play, into a deck or onto the Graveyard."""

    card: str
    to: str


@dataclass
class HiddenCardGone(Event):
    """The same for a card nobody saw."""

    to: str


@dataclass
class SummonRevealed(Event):
    card: str


@dataclass
class UnhallowedSummoned(Event):
    card: str


@dataclass
class DieStolen(Event):
    adventurer: int
    value: int
    card: str


@dataclass
class DieRecovered(Event):
    adventurer: int
    value: int


@dataclass
class DieStunned(Event):
    adventurer: int
    value: int
    ability: str


@dataclass
class HexStored(Event):
    n: int


@dataclass
class DeckReshuffled(Event):
    """The Graveyard became the Creature deck."""


@dataclass
class DemandPrevented(Event):
    n: int


@dataclass
class OutOfActions(Event):
    pass


@dataclass
class WatchEnded(Event):
    round: int
