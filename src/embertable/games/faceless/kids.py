"""The ten kids and what each can do; a power belongs to its player alone (F-KID-GEN-01)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Action, Choice, Event, Seat, SeatStep, Step, Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.content import COLOURS, FACELESS
from embertable.games.faceless.deck import AS_THREAT, NOWHERE, add_threat, asks_for_card
from embertable.games.faceless.free_spaces import free_spaces
from embertable.games.faceless.moments import (
    Additions,
    BeforeTeamMoves,
    CardResolved,
    CardTriggers,
    HandLimit,
    MemoryCollected,
    PathLength,
    PowersAllowed,
    RestDone,
    RestStarted,
    SpeechAllowed,
    ThreatRevealed,
    TokenMoved,
)
from embertable.games.faceless.rest import REST, DrawCard, hand_limit
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import END_MOVEMENT, START_MOVEMENT, FreeSteps
from embertable.games.faceless.threats import reveal_card
from embertable.games.faceless.walk import ChooseHeading, ResolveCard
from embertable.games.faceless.whisper import WHISPER, ChooseWhispered, can_whisper

kids = Ruleset("kids")


def has_power(table: Table[FacelessState], seat: Seat, kid: str) -> bool:
    """Whether this seat plays the kid and the power works now (F-KID-GEN-03)."""
    return table.state.kids[seat] == kid and table.ask(PowersAllowed(seat), 1) > 0


def is_unused(table: Table[FacelessState], kid: str) -> bool:
    return kid not in table.state.powers


@dataclass(unsafe_hash=True)
class UsePower(Action):
    """A power that can be used once a turn."""

    def note(self, table: Table[FacelessState], kid: str) -> None:
        table.state.powers.append(kid)


# Lily.


@kids.on(Additions)
def offer_free_whisper(table: Table[FacelessState], moment: Additions) -> Iterable[Step]:
    seat = moment.seat
    if has_power(table, seat, "lily") and is_unused(table, "lily") and can_whisper(table):
        return [WhisperFreely(seat)]
    return []


class WhisperFreely(UsePower):
    """Besides the action, before or after it (F-KID-LILY-01)."""

    def run(self, table: Table[FacelessState]) -> None:
        self.note(table, "lily")
        table.do(ChooseWhispered(self.seat))


# Dylan.


@kids.changes(HandLimit)
def hold_one_more(table: Table[FacelessState], moment: HandLimit, cards: int) -> int:
    """His limit falls while his power is off; he keeps what he holds (F-KID-GEN-03)."""
    if has_power(table, moment.seat, "dylan"):
        return table.state.content.kid_hand_limits["dylan"]
    return cards


# Matt.


@kids.on(CardResolved)
def offer_second_card(table: Table[FacelessState], moment: CardResolved) -> Iterable[Step]:
    seat = moment.seat
    if has_power(table, seat, "matt") and is_unused(table, "matt") and table.state.hands[seat]:
        return [ChooseSecondCard(seat)]
    return []


class ChooseSecondCard(Choice):
    """Decided after the first is resolved completely (F-KID-MATT-02)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        options: list[Action] = [StopWalking(self.seat)]
        options.extend(
            [PlaySecond(self.seat, card) for card in sorted(set(table.state.hands[self.seat]))]
        )
        return options


class StopWalking(Action):
    """Play no second card."""

    def run(self, table: Table[FacelessState]) -> None:
        pass


@dataclass(unsafe_hash=True)
class PlaySecond(UsePower):
    card: str

    def run(self, table: Table[FacelessState]) -> None:
        self.note(table, "matt")
        table.do(ResolveCard(self.seat, self.card))


# Karyn.


@dataclass
class TopSeen(Event):
    """Karyn looks at the top card; she alone is told which it is."""

    seat: Seat


@dataclass
class TopTold(Event):
    seat: Seat
    card: str


@kids.on(Additions)
def offer_look(table: Table[FacelessState], moment: Additions) -> Iterable[Step]:
    """First of all in her turn; once she has looked she may tell (F-KID-KARYN-01)."""
    state = table.state
    seat = moment.seat
    if not has_power(table, seat, "karyn") or not state.deck:
        return []
    if not state.top_seen:
        # A look of hers is noted among the powers, so that a new top card is not seen as well.
        first = not state.action and not state.powers and not state.memory_effects
        return [LookAtTop(seat)] if first else []
    is_secret = len(state.top_seen) < len(state.hands)
    return [TellTop(seat)] if is_secret and table.ask(SpeechAllowed(), 1) else []


class LookAtTop(UsePower):
    def run(self, table: Table[FacelessState]) -> None:
        self.note(table, "karyn")
        table.do(SeeTop(self.seat))


class SeeTop(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        if asks_for_card(table, self, self.seat, NOWHERE):
            return
        table.state.top_seen = [self.seat]
        table.reveal(self.seat)
        table.emit(TopSeen(self.seat))


class TellTop(Action):
    """The others hear which card lies on top."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.top_seen = list(range(len(state.hands)))
        table.reveal()
        table.emit(TopTold(self.seat, state.deck[-1]))


@kids.changes(CardTriggers)
def calm_threat(table: Table[FacelessState], moment: CardTriggers, triggers: int) -> int:
    """After her Rest or Whisper nothing is triggered (F-KID-KARYN-02)."""
    if table.state.action in (REST, WHISPER) and has_power(table, moment.seat, "karyn"):
        return 0
    return triggers


# Luke.


@kids.on(RestStarted)
def offer_step_before(table: Table[FacelessState], moment: RestStarted) -> Iterable[Step]:
    return [OfferStep(moment.seat)] if has_power(table, moment.seat, "luke") else []


@kids.on(RestDone)
def offer_step_after(table: Table[FacelessState], moment: RestDone) -> Iterable[Step]:
    if has_power(table, moment.seat, "luke") and is_unused(table, "luke"):
        return [OfferStep(moment.seat)]
    return []


class OfferStep(Choice):
    """One free step without the Maze rule, before or after drawing (F-KID-LUKE-02)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [StayHere(self.seat), StepAside(self.seat)]


class StayHere(Action):
    def run(self, table: Table[FacelessState]) -> None:
        pass


class StepAside(UsePower):
    def run(self, table: Table[FacelessState]) -> None:
        self.note(table, "luke")
        beyond = table.options["free_step_off_edge"] == "always"
        table.do(START_MOVEMENT, FreeSteps(self.seat, 1, beyond), END_MOVEMENT)


# P.J.


@kids.changes(PathLength)
def look_one_step_further(table: Table[FacelessState], moment: PathLength, steps: int) -> int:
    return steps + 1 if has_power(table, moment.seat, "pj") else steps


@kids.on(BeforeTeamMoves)
def offer_change(table: Table[FacelessState], moment: BeforeTeamMoves) -> Iterable[Step]:
    return [ChooseChange(moment.seat)] if has_power(table, moment.seat, "pj") else []


class ChooseChange(Choice):
    """Raise or lower the card's number by one (F-KID-PJ-01)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [ChangeNumber(self.seat, change) for change in (0, 1, -1)]


@dataclass(unsafe_hash=True)
class ChangeNumber(Action):
    change: int

    def run(self, table: Table[FacelessState]) -> None:
        table.state.change = self.change


# Tommy.


@dataclass
class CardExchanged(Event):
    seat: Seat
    card: str
    taken: str


@kids.on(MemoryCollected)
def offer_bonus(table: Table[FacelessState], moment: MemoryCollected) -> Iterable[Step]:
    """On anybody's turn, once for each Memory (F-KID-TOMMY-02)."""
    if "tommy" not in table.state.kids:
        return []
    seat = table.state.kids.index("tommy")
    return [OfferBonus(seat, True, True)] if has_power(table, seat, "tommy") else []


@dataclass
class OfferBonus(Step):
    """Draw a card and exchange a card, each if he likes, in either order."""

    seat: Seat
    draw: bool
    exchange: bool

    def run(self, table: Table[FacelessState]) -> None:
        choice = ChooseBonus(self.seat, self.draw, self.exchange)
        if len(choice.options(table)) > 1:
            table.do(choice)


@dataclass
class ChooseBonus(Choice):
    draw: bool
    exchange: bool

    def options(self, table: Table[FacelessState]) -> list[Action]:
        state = table.state
        hand = state.hands[self.seat]
        options: list[Action] = [LeaveBonus(self.seat)]
        if self.draw and state.deck and len(hand) < hand_limit(table, self.seat):
            options.append(DrawBonus(self.seat, self.exchange))
        if self.exchange:
            options.extend(
                [
                    ExchangeCard(self.seat, card, colour, self.draw)
                    for card in sorted(set(hand))
                    for colour in COLOURS
                    if state.column(colour)
                ]
            )
        return options


class LeaveBonus(Action):
    def run(self, table: Table[FacelessState]) -> None:
        pass


@dataclass(unsafe_hash=True)
class DrawBonus(Action):
    exchange: bool

    def run(self, table: Table[FacelessState]) -> None:
        table.do(DrawCard(self.seat), OfferBonus(self.seat, False, self.exchange))


@dataclass(unsafe_hash=True)
class ExchangeCard(Action):
    """A hand card goes to its column for the bottom card of another, and triggers nothing."""

    card: str
    colour: str
    draw: bool

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        taken = state.column(self.colour).pop()
        state.hands[self.seat].remove(self.card)
        state.hands[self.seat].append(taken)
        add_threat(state, self.card)
        table.emit(CardExchanged(self.seat, self.card, taken))
        table.do(OfferBonus(self.seat, self.draw, False))


# Emily.


@kids.on(Additions)
def offer_turning(table: Table[FacelessState], moment: Additions) -> Iterable[Step]:
    if not has_power(table, moment.seat, "emily") or not is_unused(table, "emily"):
        return []
    return [
        TurnOne(moment.seat, figure) for figure in FACELESS if table.state.places[figure] != AWAY
    ]


@dataclass(unsafe_hash=True)
class TurnOne(UsePower):
    """One Faceless to any facing, without moving it (F-KID-EMILY-01)."""

    figure: int

    def run(self, table: Table[FacelessState]) -> None:
        self.note(table, "emily")
        table.reveal()
        table.do(ChooseHeading(self.seat, self.figure, 1), CheckCollisions(self.figure))


# Julie.


@dataclass
class ThreatReplaced(Event):
    seat: Seat
    card: str


@kids.on(ThreatRevealed)
def offer_replacement(table: Table[FacelessState], moment: ThreatRevealed) -> Iterable[Step]:
    """Once in her own Threat phase, while the deck has a card (F-KID-JULIE-01, F-DECK-02)."""
    seat = moment.seat
    if has_power(table, seat, "julie") and is_unused(table, "julie") and table.state.deck:
        return [ChooseReplacement(seat)]
    return []


class ChooseReplacement(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [KeepThreat(self.seat), ReplaceThreat(self.seat)]


class KeepThreat(Action):
    def run(self, table: Table[FacelessState]) -> None:
        pass


class ReplaceThreat(UsePower):
    """The first card is discarded and triggers nothing; the second must be kept."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        self.note(table, "julie")
        table.emit(ThreatReplaced(self.seat, state.revealed))
        state.discards.append(state.revealed)
        table.do(RevealAgain(self.seat))


class RevealAgain(SeatStep):
    def run(self, table: Table[FacelessState]) -> None:
        if not asks_for_card(table, self, self.seat, AS_THREAT):
            reveal_card(table, self.seat)


# Casper.


@dataclass
class MemoryShifted(Event):
    seat: Seat
    start: int
    space: int


@kids.on(Additions)
def offer_shift(table: Table[FacelessState], moment: Additions) -> Iterable[Step]:
    """Once, before the action (F-KID-CASPER-01)."""
    state = table.state
    if state.action or not is_unused(table, "casper"):
        return []
    if not has_power(table, moment.seat, "casper"):
        return []
    near = state.content.board.near
    free = free_spaces(table)
    return [
        ShiftMemory(moment.seat, space)
        for space in sorted(set(state.memory_spaces))
        if space != AWAY and near[space] & free
    ]


def free_beside(table: Table[FacelessState], space: int) -> list[int]:
    free = free_spaces(table)
    return [near for near in table.state.content.board.around[space] if free >> near & 1]


@dataclass(unsafe_hash=True)
class ShiftMemory(UsePower):
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        self.note(table, "casper")
        table.do(ChooseShift(self.seat, self.space))


@dataclass
class ChooseShift(Choice):
    """An adjacent free space; the Memory stays facedown (F-KID-CASPER-02)."""

    space: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [ShiftTo(self.seat, self.space, near) for near in free_beside(table, self.space)]


@dataclass(unsafe_hash=True)
class ShiftTo(Action):
    start: int
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        spaces = table.state.memory_spaces
        token = spaces.index(self.start)
        spaces[token] = self.space
        table.emit(MemoryShifted(self.seat, self.start, self.space))
        table.do_all(table.reactions(TokenMoved(self.start, self.space)))
