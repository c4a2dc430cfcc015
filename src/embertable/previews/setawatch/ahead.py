"""What a party would like to know before anybody acts, played out on imagined nights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from embertable.engine.catalogue import Message, Value
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Table
from embertable.games.setawatch.attack import (
    AddDie,
    AddTamed,
    AdventurerAction,
    ChooseBlow,
    PutDie,
    total_damage,
)
from embertable.games.setawatch.camp import ChooseRest, Rest, meets
from embertable.games.setawatch.defeat import Defeat
from embertable.games.setawatch.events import CardExhausted, CreatureDefeated
from embertable.games.setawatch.exhausting import ExhaustChoice, Shield
from embertable.games.setawatch.line import SETTLE
from embertable.games.setawatch.state import (
    CAMP,
    FINAL_ROUND,
    MERCHANT,
    ROLL,
    UNSPENT,
    WATCH,
    WatchState,
)
from embertable.games.setawatch.watch import (
    GIVE_UP,
    STAND_WATCH,
    ActivateItem,
    UseByDie,
    UseByExhausting,
    UseItem,
)
from embertable.previews.forecast import AT_REST, Forecast, Known, Level, Threat

NIGHTS: Final = 12
"""How many imagined nights are played out where something is unseen."""
MOST_ANSWERS: Final = 400
DEPTH: Final = 2
"""How many choices after an action are tried for one that fells a creature."""
WIDTH: Final = 6
CONFIRMED: Final = 3
"""On so many imagined nights an action has to fell a creature, so that luck does not."""


@dataclass
class Stop:
    """What happens if the party stops now, over the imagined nights.

    `low` and `high` bound the cards that creatures ask for; `lost` is how often the game is lost.
    """

    low: int
    high: int
    ready: int
    lost: float


@dataclass
class Toll:
    """What one card of the Line asks for if it gets past; unseen ones ask for at least one."""

    place: int
    cards: int
    known: bool


@dataclass
class Feller:
    """An action that fells the creature at a place, with the choices it leads to made well.

    The die, ability slot or item it uses; -1 or empty where it uses none.
    """

    place: int
    adventurer: int
    die: int
    slot: int
    item: str


@dataclass
class OpenSpot:
    """A camp action that not every die may go to, and the values that may."""

    action: str
    dice: list[int]


@dataclass
class RestCost:
    """What the Watch misses if this adventurer rests, what it has left, and what the rest opens."""

    adventurer: int
    dice: int
    ready: int
    exhausted: int
    dice_left: int
    ready_left: int
    spots: list[OpenSpot]


@dataclass
class Coming:
    """How many creatures the night brings, and at least how many cards they ask for in all.

    `ready` is how many there are to give; 0 while nobody knows who rests.
    """

    creatures: int
    cards: int
    ready: int


@dataclass
class AddedDie:
    """What the blow would come to with one more attack die, tamed creature or the Familiar."""

    thing: str
    damage: int


@dataclass
class Blow:
    """An attack for which dice are being gathered: its damage so far, and with one more."""

    place: int
    damage: int
    more: list[AddedDie]


@dataclass
class WatchAhead:
    stop: Stop | None = None
    if_first_falls: Stop | None = None
    tolls: list[Toll] = field(default_factory=list)
    fellers: list[Feller] = field(default_factory=list)
    rests: list[RestCost] = field(default_factory=list)
    coming: Coming | None = None
    blow: Blow | None = None


def forecast(known: Known) -> Forecast[WatchAhead]:
    """On Watch what stopping costs and what would fell; before it, what each rest costs."""
    table: Table[WatchState] = known.imagined(0)
    state = table.state
    ahead = WatchAhead()
    if state.phase == WATCH and state.line:
        nights: list[Table[WatchState]] = [known.imagined(night) for night in range(NIGHTS)]
        choice = table.next_choice()
        if state.out_of_actions:
            ahead.stop = still_to_pay(nights)
        elif not isinstance(choice, ExhaustChoice):
            # Before a demand is met nobody can stop.
            ahead.stop = stop(
                [night.copy_doing(seeded(0), GIVE_UP, STAND_WATCH, AT_REST) for night in nights]
            )
            ahead.if_first_falls = stop(
                [
                    night.copy_doing(
                        seeded(0),
                        *(Defeat(night.state.line[0].card), SETTLE, GIVE_UP, STAND_WATCH, AT_REST),
                    )
                    for night in nights
                ],
                fallen=1,
            )
        if isinstance(choice, ChooseBlow):
            ahead.blow = blow(state, choice, known.options)
        ahead.tolls = tolls(state)
        ahead.fellers = fellers(nights[:CONFIRMED], known.options)
    elif isinstance(table.next_choice(), ChooseRest):
        ahead.rests = [
            rest_cost(state, option.adventurer)
            for option in known.options
            if isinstance(option, Rest)
        ]
    if state.phase in (ROLL, CAMP, MERCHANT) and state.round < FINAL_ROUND:
        ahead.coming = coming(state)
    shields = [option.item for option in known.options if isinstance(option, Shield)]
    return Forecast(threat_of(ahead, state.out_of_actions, shields), ahead)


def stop(nights: list[Table[WatchState]], fallen: int = 0) -> Stop:
    """Let everything that is left get past; items answer demands as far as they can.

    The first `fallen` cards of the Line are defeated before.
    """
    asked: list[int] = []
    lost = 0
    ready = nights[0].state.ready_on_watch()
    left = tolls(nights[0].state)[fallen:]
    least = sum(toll.cards for toll in left)
    unseen = any(not toll.known for toll in left)
    for night in nights:
        play_on(night)
        used = ready - night.state.ready_on_watch()
        if night.has_ended() and night.result is not None and not night.result.winners:
            lost += 1
            # The game ends with the last card; the rest of the Line would have asked for more.
            used += sum(toll.cards for toll in tolls(night.state))
        asked.append(used)
    if unseen and least < ready:
        # The unseen cards may still be the cheapest ones, whatever was imagined.
        return Stop(min(*asked, least), max(asked), ready, lost / (len(nights) + 1))
    return Stop(min(asked), max(asked), ready, lost / len(nights))


def still_to_pay(nights: list[Table[WatchState]]) -> Stop:
    """The party has stopped, and some of it may be paid: let the rest get past.

    `low` is with the items that lower a demand, `high` without them.
    """
    asked: list[int] = []
    lost = 0
    ready = nights[0].state.ready_on_watch()
    for imagined in nights:
        night = imagined.copy(seeded(0))
        play_on(night, WATCH)
        used = paid(night)
        if night.result is not None and not night.result.winners:
            lost += 1
            used += night.state.demand + sum(toll.cards for toll in tolls(night.state)[1:])
        asked.append(used)
        if any(isinstance(option, Shield) for option in imagined.offered()):
            bare = imagined.copy(seeded(0))
            play_on(bare, WATCH, shields=False)
            asked.append(max(used, paid(bare)))
    return Stop(min(asked), max(asked), ready, lost / len(nights))


def paid(night: Table[WatchState]) -> int:
    return sum(isinstance(event, CardExhausted) for event in night.log)


def play_on(table: Table[WatchState], phase: str = "", *, shields: bool = True) -> None:
    """Answer what is asked until the table rests or leaves a phase: items that lower a demand first, or not at all."""
    for _ in range(MOST_ANSWERS):
        choice = table.next_choice()
        if choice is None or choice is AT_REST or phase not in ("", table.state.phase):
            return
        lowered = isinstance(choice, ExhaustChoice) and shields
        offered = sorted(table.offered(), key=lambda one: isinstance(one, Shield) != lowered)
        table.apply(offered[0])


def tolls(state: WatchState) -> list[Toll]:
    found: list[Toll] = []
    for place, one in enumerate(state.line, start=1):
        known = one.up or one.card in state.known
        damage = state.content.cards[one.card].creature.damage if known else 1
        found.append(Toll(place, damage, known))
    return found


def blow(state: WatchState, gathered: ChooseBlow, options: tuple[Action, ...]) -> Blow:
    place = gathered.place - 1
    dice, tamed = list(gathered.dice), list(gathered.tamed)
    more: list[AddedDie] = []
    for option in options:
        if isinstance(option, AddDie):
            n = total_damage(state, place, [*dice, option.die], tamed)
            more.append(AddedDie(f"die-{option.die}", n))
        elif isinstance(option, AddTamed):
            n = total_damage(state, place, dice, [*tamed, option.card])
            more.append(AddedDie(option.card, n))
    return Blow(gathered.place, total_damage(state, place, dice, tamed), more)


def fellers(nights: list[Table[WatchState]], options: tuple[Action, ...]) -> list[Feller]:
    found: list[Feller] = []
    state = nights[0].state
    for option in options:
        if isinstance(option, AdventurerAction):
            for place, one in enumerate(state.line, start=1):
                if one.up and all(
                    is_felled(after(night, option), one.card, DEPTH) for night in nights
                ):
                    found.append(feller(state, option, place))
    return found


def is_felled(table: Table[WatchState], card: str, depth: int) -> bool:
    choice = table.next_choice()
    stands = any(one.card == card for one in table.state.line)
    # Its defeat may still ask something, and what comes after it may take it out of the Graveyard.
    if any(isinstance(event, CreatureDefeated) and event.card == card for event in table.log):
        return not stands
    if stands and choice is not None and depth:
        return any(
            is_felled(after(table, option), card, depth - 1)
            for option in table.offered()[:WIDTH]
            if not isinstance(option, AdventurerAction)
        )
    return False


def after(table: Table[WatchState], option: Action) -> Table[WatchState]:
    tried = table.copy(seeded(0))
    tried.apply(option)
    return tried


def feller(state: WatchState, option: AdventurerAction, place: int) -> Feller:
    actor = option.actor(state)
    if isinstance(option, PutDie):
        return Feller(place, actor, option.die, -1, "")
    if isinstance(option, UseByDie):
        return Feller(place, actor, option.die, option.slot, "")
    if isinstance(option, UseByExhausting):
        return Feller(place, actor, -1, option.slot, "")
    if isinstance(option, ActivateItem):
        return Feller(place, actor, option.die, -1, option.item)
    if isinstance(option, UseItem):
        return Feller(place, actor, -1, -1, option.item)
    return Feller(place, actor, -1, -1, "")


def rest_cost(state: WatchState, adventurer: int) -> RestCost:
    one = state.adventurers[adventurer]
    others = [other for other in state.adventurers if other.number != adventurer]
    return RestCost(
        adventurer=adventurer,
        dice=dice_sum(state, adventurer),
        ready=one.ready_cards(),
        exhausted=sum(one.exhausted),
        dice_left=sum(dice_sum(state, other.number) for other in others),
        ready_left=sum(other.ready_cards() for other in others),
        spots=open_spots(state, adventurer),
    )


def dice_sum(state: WatchState, adventurer: int) -> int:
    return sum(state.values[die] for die in state.dice_of(adventurer, UNSPENT))


def open_spots(state: WatchState, adventurer: int) -> list[OpenSpot]:
    """The demanding camp actions that dice of this adventurer may go to, and pairs for the runes."""
    content = state.content
    values = sorted(state.values[die] for die in state.dice_of(adventurer, UNSPENT))
    found: list[OpenSpot] = []
    for action in [content.adventurers[adventurer].camp_action, *content.camp.values()]:
        able = [value for value in values if meets(state, action, value)]
        if able and action.requirement not in ("none", "ascending"):
            found.append(OpenSpot(action.id, able))
    alike = [value for value in values if values.count(value) > 1]
    if alike:
        found.append(OpenSpot(next(iter(content.runes)), alike))
    return found


def coming(state: WatchState) -> Coming:
    """What is known of the next Line; an unseen card asks for at least one."""
    n = max(len(state.waiting), state.content.locations[state.location].creatures)
    cards = [*state.waiting, *reversed(state.deck)][:n]
    known = [state.content.cards[card].creature.damage for card in cards if card in state.known]
    ready = state.ready_on_watch() if state.phase != ROLL else 0
    return Coming(n, sum(known) + n - len(known), ready)


def threat_of(ahead: WatchAhead, stopped: bool, shields: list[str]) -> Threat | None:
    found = ahead.stop
    if ahead.coming is not None:
        come = ahead.coming
        numbers = {"creatures": come.creatures, "cards": come.cards, "ready": come.ready}
        line = "threat.all" if come.ready else "threat.all_of_us"
        return Threat("at least", Message("threat.coming", numbers), Message(line, numbers))
    if found is None:
        return None
    numbers = {"low": found.low, "high": found.high, "ready": found.ready}
    if stopped and shields and found.low < found.high:
        left: dict[str, Value] = {**numbers, "shield": shields[0]}
        level: Level = "lost" if found.lost == 1 else "at most"
        return Threat(level, Message("threat.left_shield", left), Message("threat.ready", numbers))
    if stopped:
        words = "threat.left" if found.low == found.high else "threat.left_range"
        level = "lost" if found.lost == 1 else "at most"
        return Threat(level, Message(words, numbers), Message("threat.ready", numbers))
    if found.lost == 1:
        return Threat("lost", Message("threat.lost"), Message("threat.at_least", numbers))
    if found.lost:
        return Threat("at most", Message("threat.may_lose"), Message("threat.range", numbers))
    if found.low == found.high:
        return Threat("exact", Message("threat.stop", numbers), Message("threat.ready", numbers))
    return Threat(
        "at most", Message("threat.stop_range", numbers), Message("threat.ready", numbers)
    )
