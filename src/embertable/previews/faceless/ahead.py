"""What the children would like to know before they play a card, turn a figure or face a Threat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Final

from embertable.engine.catalogue import Message
from embertable.engine.chance import seeded
from embertable.engine.table import Seat, Table
from embertable.games.faceless.billygoat import ApproachBy, ChooseApproach
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.content import BILLYGOAT, COLOURS, PURPLE
from embertable.games.faceless.ending import CAUGHT, VICTORY
from embertable.games.faceless.expansions.eyes import eyes_of
from embertable.games.faceless.kids import ChangeNumber, ChooseChange
from embertable.games.faceless.moments import CardTriggers, MoreSteps, StillNeeded
from embertable.games.faceless.setup import PlaceTeam
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import (
    END_MOVEMENT,
    START_MOVEMENT,
    ChooseBetween,
    ChooseStep,
    FreeSteps,
    NeedleSteps,
    TakeStep,
    step_target,
)
from embertable.games.faceless.threats import AddRevealed, ChooseTurned, TurnRound
from embertable.games.faceless.view import FacelessView
from embertable.games.faceless.walk import ChooseHeading, ChoosePlace, PlayCard, StandOn
from embertable.previews.faceless.outcome import Outcome, outcome, walk
from embertable.previews.forecast import AT_REST, Forecast, Known, Threat

DEGREES: Final = 360
EVERY: Final = 3
"""The dial is tried every so many degrees, and every degree where two neighbours differ."""
NEAR: Final = 2
"""So many spaces from the Team, Billygoat is a threat to speak of."""
COARSE: Final = 15
"""Steps of the facing that tell whether turning matters on a place."""
SOON: Final = 3
"""As many steps as a good card has: Memories within them make a beginning good."""


@dataclass
class SiteAhead:
    """A space on which the Team may begin, and how many Memories lie within a few free steps of it."""

    space: int
    memories: int


@dataclass
class CardAhead:
    """A card of the hand: the walk it leads to with the magnets as they stand."""

    card: str
    walk: Outcome
    places: list[int] = field(default_factory=list)
    """Where its figure may go once it is played."""


@dataclass
class ReachAhead:
    """A purple card of the hand: the spaces that the Team can step onto with it, free of Obstacles and Billygoat."""

    card: str
    spaces: list[int] = field(default_factory=list)


@dataclass
class ApproachAhead:
    """A space by which Billygoat may come closer, and the step of the needle that he then pushes."""

    space: int
    walk: Outcome


@dataclass
class RoundAhead:
    """A Faceless that a yellow Threat may turn round, and the step of the needle after it."""

    figure: int
    walk: Outcome


@dataclass
class StepAhead:
    """A direction that the Team may take now: what it meets there, and what the needle then leads it to."""

    direction: int
    walk: Outcome


@dataclass
class PlaceAhead:
    """A place for the figure of the card: the walk if it keeps its facing, and whether turning matters."""

    place: int
    walk: Outcome
    matters: bool
    finds: bool = False
    """Whether it finds a Memory there, facing one way or another."""
    loses: bool = False
    """Whether the game is lost, wherever it faces."""


@dataclass
class Sector:
    """Facings from one degree to another, both included, that lead to the same outcome."""

    start: int
    end: int
    outcome: Outcome


@dataclass
class ThreatAhead:
    """What the next card of a colour would do, and how many of the unseen cards have it."""

    colour: str
    unseen: int
    of: int
    outcome: Outcome
    calm: bool = False
    """Whether no card strikes after this turn's action."""


@dataclass
class NumberAhead:
    """A number that P.J. may give to the card: the walk by it, or what is reached by free steps."""

    change: int
    steps: int
    walk: Outcome
    spaces: list[int]


@dataclass
class FacelessAhead:
    sites: list[SiteAhead] = field(default_factory=list)
    cards: list[CardAhead] = field(default_factory=list)
    reaches: list[ReachAhead] = field(default_factory=list)
    places: list[PlaceAhead] = field(default_factory=list)
    dial: list[Sector] = field(default_factory=list)
    approaches: list[ApproachAhead] = field(default_factory=list)
    rounds: list[RoundAhead] = field(default_factory=list)
    steps: list[StepAhead] = field(default_factory=list)
    steps_left: int = 0
    """How many steps the walk still has, with the one that is chosen now."""
    number: int = 0
    """How many steps the card being played takes, before P.J. changes it."""
    numbers: list[NumberAhead] = field(default_factory=list)
    threats: list[ThreatAhead] = field(default_factory=list)
    eyes: int = 0
    """How many Eyes are to be closed besides, before the game is won."""
    entrance: bool = False
    """Whether the Team has to be back at the Entrance for it."""


def forecast(known: Known) -> Forecast[FacelessAhead]:
    """Before the first turn where to begin, and nothing from a needle that the seat cannot see."""
    view = known.view
    assert isinstance(view, FacelessView)
    ahead = FacelessAhead(sites=sites(known, view))
    if view.team == AWAY or view.turn == 0 or known.seat is None:
        return Forecast(None, ahead)
    table: Table[FacelessState] = known.imagined(0)
    cards = table.state.content.cards
    needed = table.ask(StillNeeded(), 0)
    eyes = eyes_of(table)
    ahead.eyes = eyes.open.count(True) if eyes is not None else 0
    ahead.entrance = needed > ahead.eyes
    ahead.reaches = [
        ReachAhead(option.card, reached(table, free_steps(table, cards[option.card].value)))
        for option in known.options
        if isinstance(option, PlayCard) and cards[option.card].colour == PURPLE
    ]
    choice = table.choice_of(known.seat)
    if table.state.card:
        ahead.number = card_steps(table, table.state.card)
    free = bool(table.state.card) and cards[table.state.card].colour == PURPLE
    if isinstance(choice, ChooseChange) and (free or view.needle is not None):
        ahead.numbers = numbers(table, choice, free)
    if view.needle is not None:
        ahead.cards = [
            CardAhead(
                option.card,
                walk(table, option.seat, card_steps(table, option.card)),
                places_after(table, option),
            )
            for option in known.options
            if isinstance(option, PlayCard) and cards[option.card].colour != PURPLE
        ]
        # Without a card no walk follows at once, and a facing matters only later.
        if isinstance(choice, ChooseHeading) and table.state.card:
            ahead.dial = dial(table, replace(choice, steps=ahead.number))
        elif isinstance(choice, ChoosePlace) and table.state.card:
            ahead.places = places(table, choice, ahead.number)
        elif isinstance(choice, ChooseApproach):
            ahead.approaches = [
                ApproachAhead(option.space, pushed(table, option))
                for option in choice.options(table)
                if isinstance(option, ApproachBy)
            ]
        elif isinstance(choice, ChooseTurned):
            ahead.rounds = [
                RoundAhead(option.figure, pushed(table, replace(option, pairs=1)))
                for option in choice.options(table)
                if isinstance(option, TurnRound)
            ]
        elif isinstance(choice, (ChooseBetween, ChooseStep)):
            choose_step(table, choice, ahead)
        ahead.threats = threats(known, view)
    return Forecast(threat_of(ahead.threats), ahead)


def places_after(table: Table[FacelessState], card: PlayCard) -> list[int]:
    """Where the figure of a card may stand once the card is played; none where it may not be moved."""
    tried = table.copy(seeded(0))
    tried.apply(card, card.seat)
    choice = tried.next_choice()
    if not isinstance(choice, ChoosePlace):
        return []
    return [option.place for option in choice.options(tried) if isinstance(option, StandOn)]


def sites(known: Known, view: FacelessView) -> list[SiteAhead]:
    options = [option for option in known.options if isinstance(option, PlaceTeam)]
    if not options:
        return []
    table: Table[FacelessState] = known.imagined(0)
    found: list[SiteAhead] = []
    for option in options:
        table.state.team = option.space
        near = reached(table, SOON)
        found.append(SiteAhead(option.space, sum(space in near for space in view.memories)))
    return found


def choose_step(
    table: Table[FacelessState], choice: ChooseBetween | ChooseStep, ahead: FacelessAhead
) -> None:
    """Each direction with what follows by itself; of a free walk also where it can still come."""
    rest = table.pending[-2] if len(table.pending) > 1 else None
    left = rest.steps if isinstance(rest, (FreeSteps, NeedleSteps)) else 0
    ahead.steps_left = left + 1
    for option in choice.options(table):
        assert isinstance(option, TakeStep)
        then = [rest] if isinstance(rest, NeedleSteps) else []
        ahead.steps.append(StepAhead(option.direction, outcome(table, option, *then, END_MOVEMENT)))
    if isinstance(choice, ChooseStep):
        ahead.reaches = [ReachAhead("", reached(table, left + 1))]


def card_steps(table: Table[FacelessState], card: str, change: int = 0) -> int:
    """How many steps the Team takes by a card, as the die changes it."""
    return max(0, table.ask(MoreSteps(), table.state.content.cards[card].value + change))


def numbers(table: Table[FacelessState], choice: ChooseChange, free: bool) -> list[NumberAhead]:
    found: list[NumberAhead] = []
    for option in choice.options(table):
        assert isinstance(option, ChangeNumber)
        steps = card_steps(table, table.state.card, option.change)
        told = Outcome() if free else walk(table, choice.seat, steps)
        spaces = reached(table, steps) if free else []
        found.append(NumberAhead(option.change, steps, told, spaces))
    return found


def free_steps(table: Table[FacelessState], number: int) -> int:
    """How many free steps a card of this number has, as powers and the die change it."""
    return min(number, max(0, table.ask(MoreSteps(), number)))


def reached(table: Table[FacelessState], steps: int) -> list[int]:
    """The spaces within so many free steps of the Team."""
    state = table.state
    beyond = table.options["free_step_off_edge"] != "never"
    near = state.content.board.neighbours
    seen = {state.team}
    edge = [state.team]
    for _ in range(steps):
        beside = {
            step_target(table, space, direction)
            for space in edge
            for direction in range(6)
            if beyond or near[space * 6 + direction] != AWAY
        }
        edge = [
            space
            for space in sorted(beside - seen)
            if state.cover[space] == AWAY and space != state.places[BILLYGOAT]
        ]
        seen.update(edge)
    return sorted(seen - {state.team})


def pushed(table: Table[FacelessState], option: ApproachBy | TurnRound) -> Outcome:
    """One step of the needle after Billygoat came by this space and faces the Team, or a Faceless turned round."""
    tried = table.copy_doing(seeded(0), option, AT_REST)
    tried.next_choice()
    if tried.result is not None:
        return Outcome(ends=tried.result.outcome)
    return walk(tried, option.seat, 1)


def dial(table: Table[FacelessState], choice: ChooseHeading) -> list[Sector]:
    """The whole turn of the figure in sectors of equal outcome, beginning at 0 degrees."""
    found = {heading: turned(table, choice, heading) for heading in range(0, DEGREES, EVERY)}
    for heading in range(0, DEGREES, EVERY):
        if found[heading] != found[(heading + EVERY) % DEGREES]:
            for between in range(heading + 1, heading + EVERY):
                found[between] = turned(table, choice, between)
        else:
            for between in range(heading + 1, heading + EVERY):
                found[between] = found[heading]
    sectors: list[Sector] = []
    for heading in range(DEGREES):
        if sectors and sectors[-1].outcome == found[heading]:
            sectors[-1].end = heading
        else:
            sectors.append(Sector(heading, heading, found[heading]))
    return sectors


def turned(table: Table[FacelessState], choice: ChooseHeading, heading: int) -> Outcome:
    tried = table.copy(seeded(0))
    tried.state.headings[choice.figure] = heading
    return let_go(tried, choice.seat, choice.figure, choice.steps)


def let_go(table: Table[FacelessState], seat: Seat, figure: int, steps: int) -> Outcome:
    """The walk that follows when the figure stays as it is posed on this table."""
    return outcome(
        table,
        *(CheckCollisions(figure), START_MOVEMENT),
        *(NeedleSteps(seat, steps), END_MOVEMENT),
    )


def places(table: Table[FacelessState], choice: ChoosePlace, steps: int) -> list[PlaceAhead]:
    seat, figure = choice.seat, choice.figure
    found: list[PlaceAhead] = []
    for option in choice.options(table):
        assert isinstance(option, StandOn)
        tried = table.copy(seeded(0))
        tried.state.places[figure] = option.place
        if figure == BILLYGOAT and option.place == table.state.team:
            lost = Outcome(ends=CAUGHT)
            found.append(PlaceAhead(option.place, lost, matters=False, loses=True))
            continue
        kept = tried.state.headings[figure]
        walks: list[Outcome] = []
        for turn in range(0, DEGREES, COARSE):
            tried.state.headings[figure] = (kept + turn) % DEGREES
            walks.append(let_go(tried, seat, figure, steps))
        found.append(
            PlaceAhead(
                option.place,
                walks[0],
                matters=any(one != walks[0] for one in walks),
                finds=any(one.found > 0 and one.ends in ("", VICTORY) for one in walks),
                loses=all(one.ends not in ("", VICTORY) for one in walks),
            )
        )
    return found


def threats(known: Known, view: FacelessView) -> list[ThreatAhead]:
    """For each colour, a card of it revealed now; which one does not matter for what it does."""
    table: Table[FacelessState] = known.imagined(0)
    state = table.state
    cards = state.content.cards
    calm = not table.ask(CardTriggers(view.current), 1)
    unseen = [*state.deck, *state.removed]
    counts = Counter(cards[card].colour for card in unseen)
    found: list[ThreatAhead] = []
    for colour in COLOURS:
        of_colour = sorted(card for card in unseen if cards[card].colour == colour)
        if not of_colour:
            continue
        tried = table.copy(seeded(0))
        card = of_colour[0]
        if card in tried.state.deck:
            tried.state.deck.remove(card)
        else:
            tried.state.removed.remove(card)
        tried.state.revealed = card
        told = outcome(tried, AddRevealed(view.current))
        found.append(ThreatAhead(colour, counts[colour], len(unseen), told, calm))
    return found


def threat_of(threats: list[ThreatAhead]) -> Threat | None:
    """The next card of each colour that would lose the game; else how near Billygoat may come, if that is near."""
    if not threats:
        return None
    losing = [one for one in threats if one.outcome.ends not in ("", VICTORY)]
    if losing:
        n = sum(one.unseen for one in losing)
        numbers = {"n": n, "of": threats[0].of}
        return Threat("at least", Message("threat.loses", numbers))
    nearest = [one.outcome.goat_after for one in threats if one.outcome.goat_after != AWAY]
    if not nearest or min(nearest) > NEAR:
        return Threat("none", Message("threat.none"))
    return Threat("at most", Message("threat.goat", {"n": min(nearest)}))
