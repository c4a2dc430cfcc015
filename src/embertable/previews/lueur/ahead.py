"""What a seat of Lueur would like to know before it decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from embertable.engine.catalogue import Message
from embertable.engine.chance import seeded
from embertable.engine.table import Seat, Table
from embertable.games.lueur.archipelago import ChooseSailing, Sail, sailing_cost
from embertable.games.lueur.cromaug import ChooseRaise, Raise
from embertable.games.lueur.dice import counted_dice, different_elements
from embertable.games.lueur.effects import footprint_cost
from embertable.games.lueur.final_count import fireflies
from embertable.games.lueur.late_morning import ChooseDice, ChoosePayment, roll
from embertable.games.lueur.moments import JourneyValue
from embertable.games.lueur.morning import ChooseCompanion, TakeCompanion
from embertable.games.lueur.noon import ChooseCard
from embertable.games.lueur.province import DIE, ChooseWay, WalkTo
from embertable.games.lueur.state import LueurState
from embertable.previews.forecast import AT_REST, Forecast, Known, Threat
from embertable.previews.lueur.light import Light, light_of, noon_after, rest_of_noon

ROLLS: Final = 24
"""How many rolls say what a companion is worth on average."""
MOST_WALKS: Final = 250
"""How many ways through the Province are tried."""


@dataclass
class Outcome:
    """A face that a die may show, how likely, and the light it would bring."""

    face: str
    share: float
    light: Light


@dataclass
class Odds:
    """How likely a roll brings this much light, and who would leave."""

    share: float
    gain: int
    leaves: list[str]


@dataclass
class DieOutlook:
    """What rolling a die again may bring: face by face, and all that brings the same together.

    While another die is picked, `odds` are those of rolling both.
    """

    die: int
    outcomes: list[Outcome]
    odds: list[Odds]


@dataclass
class Worth:
    """An offered companion: light a round on average, with it and the dice that come with it."""

    space: str
    companion: str
    now: float
    then: float


@dataclass
class Reach:
    """A space within reach, one way there, and what is left of dice and footprints."""

    space: str
    way: list[str]
    payments: list[str]
    footprints: int
    bursts: int
    points: int
    """What an encampment there counts at the end."""
    rerolls: int
    fireflies: int
    dice: list[int]
    """The dice that pay, on this way."""


@dataclass
class Sailing:
    """A boat that may sail: footprints for missing elements, the toll, and what is left."""

    start: str
    island: str
    missing: int
    toll: int
    footprints: int
    points: int
    """What all boats together then count at the end."""


@dataclass
class Return:
    """A companion that may come back: the light it brings at this Noon, and whether it leaves."""

    companion: str
    gain: int
    leaves: bool


@dataclass
class LueurAhead:
    keep: Light | None = None
    lights: list[Light] = field(default_factory=list)
    """Seat by seat: what Noon would bring, or still brings; empty at other times."""
    dice: list[DieOutlook] = field(default_factory=list)
    worths: list[Worth] = field(default_factory=list)
    reach: list[Reach] = field(default_factory=list)
    sailings: list[Sailing] = field(default_factory=list)
    points: int = 0
    """What all boats together count now, where one may sail."""
    returns: list[Return] = field(default_factory=list)


def forecast(known: Known) -> Forecast[LueurAhead]:
    """What the dice bring as they lie, and what each kind of choice needs besides."""
    seat = known.seat
    if seat is None:
        return Forecast()
    table: Table[LueurState] = known.imagined(0)
    player = table.state.players[seat]
    ahead = LueurAhead()
    choice = table.choice_of(seat)
    if any(isinstance(one, (ChooseDice, ChoosePayment)) for one in table.choices()):
        ahead.lights = [light_of(table, one.seat) for one in table.state.players]
        ahead.keep = ahead.lights[seat] if player.dice else None
    elif any(isinstance(one, ChooseCard) for one in table.choices()):
        ahead.lights = [rest_of_noon(table, one.seat) for one in table.state.players]
    if isinstance(choice, ChooseDice):
        ahead.dice = [outlook(table, seat, die) for die in player.dice]
    elif isinstance(choice, ChooseCompanion):
        ahead.worths = worths(table, seat)
    elif isinstance(choice, ChooseWay):
        ahead.reach = reach(table, seat)
    elif isinstance(choice, ChooseSailing):
        ahead.sailings = sailings(table, seat)
        ahead.points = table.ask(JourneyValue(seat), 0)
    elif isinstance(choice, ChooseRaise):
        ahead.returns = returns(table, seat)
    return Forecast(threat_of(ahead), ahead)


def outcomes(table: Table[LueurState], seat: Seat, die: int) -> list[Outcome]:
    faces = table.state.content.dice[die].faces
    found: list[Outcome] = []
    tried = table.copy(seeded(0))
    for face in dict.fromkeys(faces):
        tried.state.faces[die] = face
        found.append(Outcome(face, faces.count(face) / len(faces), light_of(tried, seat)))
    return found


def outlook(table: Table[LueurState], seat: Seat, die: int) -> DieOutlook:
    """A die rolled with those that are picked already."""
    rolled = list(dict.fromkeys([*table.state.players[seat].picked, die]))
    kinds = table.state.content.dice
    counted: dict[tuple[int, tuple[str, ...]], int] = {}
    tried = table.copy(seeded(0))
    for faces in product(*[kinds[one].faces for one in rolled]):
        for one, face in zip(rolled, faces, strict=True):
            tried.state.faces[one] = face
        light = light_of(tried, seat)
        key = (light.gain, tuple(light.leaves))
        counted[key] = counted.get(key, 0) + 1
    whole = sum(counted.values())
    odds = [Odds(n / whole, gain, list(leaves)) for (gain, leaves), n in counted.items()]
    odds.sort(key=lambda one: (-one.gain, one.leaves))
    return DieOutlook(die, outcomes(table, seat, die) if rolled == [die] else [], odds)


def worths(table: Table[LueurState], seat: Seat) -> list[Worth]:
    now = mean_light(table, seat)
    found: list[Worth] = []
    for element, space in zip(table.state.content.spaces, table.state.track, strict=True):
        if not space.companion:
            continue
        tried = table.copy_doing(seeded(1), TakeCompanion(seat, element), AT_REST)
        settle(tried)
        found.append(Worth(element, space.companion, now, mean_light(tried, seat)))
    return found


def mean_light(table: Table[LueurState], seat: Seat) -> float:
    """The light of a company over a few rolls, the same few for every company."""
    player = table.state.players[seat]
    if not player.dice:
        return 0.0
    total = 0
    tried = table.copy(seeded(2))
    for _ in range(ROLLS):
        for die in player.dice:
            roll(tried, seat, die)
        total += light_of(tried, seat).gain
    return round(total / ROLLS, 1)


def settle(table: Table[Any]) -> None:
    """Answer whatever is asked with the first option until the table rests."""
    while table.next_choice() is not AT_REST and not table.has_ended():
        table.apply(table.offered()[0])


def reach(table: Table[LueurState], seat: Seat) -> list[Reach]:
    """The spaces a company can come to; where several ways lead there, the one that costs least."""
    places = table.state.content.province.places
    found: dict[str, Reach] = {}
    waiting: list[tuple[Table[LueurState], Reach | None]] = [(table, None)]
    tried = 0
    while waiting and tried < MOST_WALKS:
        here, so_far = waiting.pop(0)
        for option in here.offered(seat):
            if not isinstance(option, WalkTo):
                continue
            tried += 1
            there = here.copy(seeded(0))
            there.apply(option, seat)
            choice = there.choice_of(seat)
            player = there.state.players[seat]
            step = Reach(
                option.space,
                [*(so_far.way if so_far else []), option.space],
                [*(so_far.payments if so_far else []), option.payment],
                player.footprints,
                player.bursts,
                places[option.space].points,
                player.rerolls,
                fireflies(there.state, player),
                [*(so_far.dice if so_far else []), *dice_paid(here, there, option)],
            )
            known = found.get(option.space)
            if known is None or cost(step) < cost(known):
                found[option.space] = step
            if isinstance(choice, ChooseWay):
                waiting.append((there, step))
    return list(found.values())


def dice_paid(here: Table[LueurState], there: Table[LueurState], step: WalkTo) -> list[int]:
    """The die that pays for a step, if one does."""
    if step.payment != DIE:
        return []
    before = here.state.players[step.seat]
    paid = [die for die in there.state.players[step.seat].set_aside if die not in before.set_aside]
    if paid:
        return paid
    # After the last walker's step the evening has taken all dice back.
    element = here.state.content.province.places[step.space].element
    shown = (die for die in counted_dice(here.state, before) if here.state.faces[die] == element)
    return [next(die for die in shown if die not in before.set_aside)]


def cost(step: Reach) -> tuple[int, int, int]:
    return (-step.bursts, -step.footprints, len(step.way))


def sailings(table: Table[LueurState], seat: Seat) -> list[Sailing]:
    paths = table.state.content.archipelago.paths
    found: list[Sailing] = []
    for option in table.offered(seat):
        if not isinstance(option, Sail):
            continue
        path = paths[option.start][option.island]
        toll = footprint_cost(path.effects)
        missing = sailing_cost(path, different_elements(table.state, seat)) - toll
        there = table.copy(seeded(0))
        there.apply(option, seat)
        there.next_choice()
        left = there.state.players[seat].footprints
        points = there.ask(JourneyValue(seat), 0)
        found.append(Sailing(option.start, option.island, missing, toll, left, points))
    return found


def returns(table: Table[LueurState], seat: Seat) -> list[Return]:
    """What each companion of the cemetery would do at this Noon."""
    without = rest_of_noon(table, seat).total
    found: list[Return] = []
    for option in table.offered(seat):
        if isinstance(option, Raise):
            player = noon_after(table, seat, option).state.players[seat]
            leaves = option.companion in player.fallen
            found.append(Return(option.companion, player.bursts - without, leaves))
    return found


def threat_of(ahead: LueurAhead) -> Threat | None:
    """Who leaves if the dice stay as they lie."""
    if ahead.keep is None:
        return None
    if not ahead.keep.leaves:
        return Threat("none", Message("threat.nobody_leaves"))
    leaves = tuple(ahead.keep.leaves)
    return Threat("exact", Message("threat.leaves", {"companions": leaves}))
