"""What the party sees of Set a Watch; all seats see the same (ledger, section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Seat, Table, View
from embertable.games.setawatch.attack import bonus_of_a_die
from embertable.games.setawatch.content import ADVENTURERS, DICE
from embertable.games.setawatch.control import controllers
from embertable.games.setawatch.dice_effects import RollDie
from embertable.games.setawatch.health import base_health, health, reach, reveal_level
from embertable.games.setawatch.merchant import price
from embertable.games.setawatch.state import Adventurer, LineCard, WatchState

DIE_STATES: Final = ("unspent", "spent", "stolen", "benched", "placed")


@dataclass
class DieView(View):
    id: int
    value: int
    """What it shows; 0 while its roll is still to be entered at a companion table."""
    sides: int
    state: str


@dataclass
class AbilityView(View):
    id: str
    exhausted: bool
    took_die: bool


@dataclass
class ItemView(View):
    id: str
    exhausted: bool
    activated: bool


@dataclass
class AdventurerView(View):
    number: int
    id: str
    seats: tuple[Seat, ...]
    """Who decides for it now."""
    flex: bool
    dice: tuple[DieView, ...]
    board: tuple[AbilityView, ...]
    aside: tuple[str, ...]
    items: tuple[ItemView, ...]
    tamed: tuple[str, ...]
    trophies: tuple[str, ...]
    rests: int
    resting: bool
    participating: bool
    reach: int


@dataclass
class LineView(View):
    """A card of the Line; one without a name is face down, and nobody has peeked at it."""

    place: int
    card: str
    up: bool
    mount: str
    base: int
    health: int
    damage: int
    stolen: tuple[int, ...]
    negated: bool
    attackers: tuple[int, ...]
    bonuses: tuple[int, ...]
    """While revealed: what the next die of each adventurer deals to it above its value."""


@dataclass
class SpaceView(View):
    """A camp space or rune: its coins, and the value of the die on it or 0."""

    id: str
    coins: int
    die: int


@dataclass
class WatchView(View):
    players: int
    difficulty: str
    round: int
    phase: str
    firewood: int
    level: int
    location: str
    next_location: str
    """The top of the Map deck, if it is known."""
    final_location: str
    map_deck: int
    unused: int
    unused_bottom: tuple[str, ...]
    adventurers: tuple[AdventurerView, ...]
    resting: int
    line: tuple[LineView, ...]
    out_of_actions: bool
    deck: int
    deck_top: tuple[str, ...]
    """The cards from the top on that everybody knows."""
    deck_bottom: tuple[str, ...]
    """Those from the bottom up; so for unused locations and items."""
    looked_at: tuple[str, ...]
    graveyard: tuple[str, ...]
    """From the top."""
    horde: tuple[str, ...]
    """From the top; a card nobody knows has no name."""
    unhallowed: tuple[str, ...]
    """From the top as far as the order is known, then the others in no order."""
    unhallowed_known: int
    removed: tuple[str, ...]
    waiting: tuple[str, ...]
    items: int
    items_bottom: tuple[str, ...]
    market: tuple[tuple[str, ...], ...]
    """Each pile from the top."""
    prices: tuple[int, ...]
    """What the top of each pile costs here; 0 where none lies."""
    coins: int
    spaces: tuple[SpaceView, ...]
    runes: tuple[SpaceView, ...]
    familiar: str
    familiar_used: bool
    hex: int
    picked_dice: tuple[int, ...]


def view(table: Table[WatchState]) -> WatchView:
    state = table.state
    values = shown_values(table)
    known = set(state.known)
    ordered = known_from_top(known, state.unhallowed)
    return WatchView(
        players=state.players,
        difficulty=table.options["difficulty"],
        round=state.round,
        phase=state.phase,
        firewood=state.firewood,
        level=reveal_level(state) if state.location else 0,
        location=state.location,
        next_location=known_name(known, state.map_deck[-1]) if state.map_deck else "",
        final_location=known_name(known, state.map_deck[0]) if state.map_deck else state.location,
        map_deck=len(state.map_deck),
        unused=len(state.unused),
        unused_bottom=tuple(known_from_bottom(known, state.unused)),
        adventurers=tuple([adventurer_view(state, one, values) for one in state.adventurers]),
        resting=state.resting,
        line=tuple([line_view(state, place, one) for place, one in enumerate(state.line)]),
        out_of_actions=state.out_of_actions,
        deck=len(state.deck),
        deck_top=tuple(known_from_top(known, state.deck)),
        deck_bottom=tuple(known_from_bottom(known, state.deck)),
        looked_at=tuple(state.looked_at[::-1]),
        graveyard=tuple(state.graveyard[::-1]),
        horde=tuple([known_name(known, card) for card in state.horde[::-1]]),
        unhallowed=(*ordered, *sorted(state.unhallowed[: len(state.unhallowed) - len(ordered)])),
        unhallowed_known=len(ordered),
        removed=tuple(sorted(state.removed)),
        waiting=tuple(state.waiting),
        items=len(state.items),
        items_bottom=tuple(known_from_bottom(known, state.items)),
        market=tuple([tuple(pile[::-1]) for pile in state.market]),
        prices=tuple([price(state, pile[-1]) if pile else 0 for pile in state.market]),
        coins=state.coins,
        spaces=tuple([space_view(state, space) for space in camp_spaces(state)]),
        runes=tuple([space_view(state, rune) for rune in state.content.runes]),
        familiar=state.familiar,
        familiar_used=state.familiar_used,
        hex=state.hex,
        picked_dice=tuple([die for die in state.picked_dice if die >= 0]),
    )


def shown_values(table: Table[WatchState]) -> list[int]:
    """What each die shows; 0 where it lies in a hand, because its roll is asked for and not entered yet."""
    values = table.state.values
    asked = table.pending[-1] if table.chance.entered and table.pending else None
    if not isinstance(asked, RollDie):
        return values
    rolled = [asked, *table.draws_ahead(asked)]
    awaited = {draw.die for draw in rolled if isinstance(draw, RollDie)}
    return [0 if die in awaited else value for die, value in enumerate(values)]


def known_name(known: set[str], card: str) -> str:
    return card if card in known else ""


def known_from_top(known: set[str], pile: list[str]) -> list[str]:
    """The cards from the top on, up to the first that nobody knows."""
    found: list[str] = []
    for card in reversed(pile):
        if card not in known:
            break
        found.append(card)
    return found


def known_from_bottom(known: set[str], pile: list[str]) -> list[str]:
    """The cards from the bottom up, to the first that nobody knows."""
    found: list[str] = []
    for card in pile:
        if card not in known:
            break
        found.append(card)
    return found


def camp_spaces(state: WatchState) -> list[str]:
    spaces = [space for action in state.content.camp.values() for space in action.spaces]
    return [*spaces, *[one.camp_action.id for one in state.content.adventurers]]


def space_view(state: WatchState, space: str) -> SpaceView:
    return SpaceView(space, state.space_coins.get(space, 0), state.space_dice.get(space, 0))


def adventurer_view(state: WatchState, one: Adventurer, values: list[int]) -> AdventurerView:
    card = state.content.adventurers[one.number]
    dice = range(one.number * DICE, one.number * DICE + DICE)
    assigned = one.seat >= -1
    return AdventurerView(
        number=one.number,
        id=card.id,
        seats=controllers(state, one.number) if assigned else (),
        flex=one.seat == -1,
        dice=tuple(
            [DieView(die, values[die], card.sides, DIE_STATES[state.dice[die]]) for die in dice]
        )
        if state.round
        else (),
        board=tuple(
            [
                AbilityView(ability, one.exhausted[slot], one.took_die[slot])
                for slot, ability in enumerate(one.board)
            ]
        ),
        aside=tuple(one.aside),
        items=tuple([ItemView(held.item, held.exhausted, held.activated) for held in one.items]),
        tamed=tuple(one.tamed),
        trophies=tuple(one.trophies),
        rests=one.rests,
        resting=state.resting == one.number,
        participating=one.participating,
        reach=reach(state, one.number) if state.location else card.range,
    )


def line_view(state: WatchState, place: int, one: LineCard) -> LineView:
    return LineView(
        place=place + 1,
        card=one.card if one.up or one.card in state.known else "",
        up=one.up,
        mount=one.mount,
        base=base_health(state, one) if one.up else 0,
        health=health(state, place) if one.up else 0,
        damage=one.damage,
        stolen=tuple(one.stolen),
        negated=one.negated,
        attackers=tuple(one.by),
        bonuses=tuple([bonus_of_a_die(state, number, place) for number in range(ADVENTURERS)])
        if one.up
        else (),
    )
