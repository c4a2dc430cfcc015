"""Effects that only hold: rules ask for them while their creature, location or item is in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from embertable.engine.content import Named
from embertable.games.setawatch.vocabulary import (
    CreatureType,
    Destination,
    Effect,
    Selector,
    Sum,
    Who,
)


@dataclass
class ForbidEffect(Effect):
    """Keeps something off certain creatures, or off the dice of an item's holder."""

    what: tuple[Literal["direct_attacks", "abilities", "items", "damage", "steal", "stun"], ...]
    targets: Annotated[Selector | None, Named("sel")] = None
    who: Who | None = None


@dataclass
class RideEffect(Effect):
    """The creature joins a face-up creature of these types beside it (W-RIDER)."""

    types: tuple[CreatureType, ...]


@dataclass
class RevealLevelEffect(Effect):
    """The campfire lights more or fewer positions."""

    add: Sum
    min: Literal[1] = 1


@dataclass
class RedirectDefeatedEffect(Effect):
    """Defeated creatures of these types do not go to the Graveyard."""

    types: tuple[CreatureType, ...]
    to: Destination
