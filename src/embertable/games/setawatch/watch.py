"""The Watch: the Line is dealt, adventurers act in any order, what is left gets past (W-WATCH)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import PARTY, Action, Seat, Step, Table
from embertable.games.setawatch.attack import AdventurerAction, attacks
from embertable.games.setawatch.components import Ability
from embertable.games.setawatch.consent import Suggest, asks_all
from embertable.games.setawatch.content import ADVENTURERS, BOARD, DICE
from embertable.games.setawatch.control import SEATS, OwnChoice, PartyChoice, controls
from embertable.games.setawatch.deck_effects import PeekEffect
from embertable.games.setawatch.dice_effects import alike
from embertable.games.setawatch.effects import Resolve, can_do_any
from embertable.games.setawatch.endings import lose_if_exhausted
from embertable.games.setawatch.events import (
    AbilityUsed,
    CreaturePassed,
    HordeJoined,
    ItemUsed,
    LineDealt,
    OutOfActions,
    SatOut,
)
from embertable.games.setawatch.exhausting import Demand, spend_item
from embertable.games.setawatch.fire import change_firewood, exhaust_card, stoking_bonus
from embertable.games.setawatch.health import pile_base
from embertable.games.setawatch.line import SETTLE
from embertable.games.setawatch.powers import location_steps
from embertable.games.setawatch.state import (
    FINAL_ROUND,
    SPENT,
    UNSPENT,
    WATCH,
    Adventurer,
    LineCard,
    WatchState,
    owner,
)
from embertable.games.setawatch.zones import add_to_horde, bury, cards_of, draw_card, leave_line

ANYONE: Final = "anyone"
ON_WATCH: Final = "on_watch"
EVERYONE: Final = "everyone"
NO_DIE: Final = -1
GIVE_UP_BY: Final = (ANYONE, ON_WATCH, EVERYONE)


@dataclass
class BeginWatch(Step):
    """Settle who takes part, and whether the game is lost (W-WATCH-01, W-LOSE-03)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.phase = WATCH
        if lose_if_exhausted(table):
            return
        for one in state.adventurers:
            one.participating = state.is_on_watch(one.number) and one.ready_cards() > 0
            if state.is_on_watch(one.number) and not one.participating:
                table.emit(SatOut(one.number))
        table.do_all([DealLine(), *location_steps(state, "line_setup"), JoinHorde(), StartWatch()])


@dataclass
class DealLine(Step):
    """Cards that wait for this Line come first and count (W-WATCH-LINE)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.line = [LineCard(card) for card in state.waiting]
        state.waiting = []
        count = state.content.locations[state.location].creatures
        while len(state.line) < count:
            card = draw_card(table)
            if not card:
                break
            state.line.append(LineCard(card))
        table.emit(LineDealt(len(state.line)))


@dataclass
class JoinHorde(Step):
    """In the final round the whole Horde follows at the end of the Line (W-FINAL-02)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.round == FINAL_ROUND and state.horde:
            table.emit(HordeJoined(len(state.horde)))
            state.line.extend([LineCard(card) for card in state.horde[::-1]])
            state.horde = []


@dataclass
class StartWatch(Step):
    """Passive items for the start of the Watch, those that only look first (W-ITEM-09)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        looking: list[Step] = []
        others: list[Step] = []
        for one in state.adventurers:
            if one.participating:
                for held in one.items:
                    item = state.content.items[held.item]
                    if item.window == "watch_start" and not held.exhausted:
                        looks = [
                            isinstance(effect, PeekEffect)
                            for effect in state.content.scripts[item.id]
                        ]
                        steps = looking if all(looks) else others
                        steps.append(Resolve(item.id, user=one.number))
        table.do_all([*looking, *others, STAND_WATCH])


@dataclass
class StandWatch(Step):
    """Settle, then let somebody act (W-ACTION-01)."""

    def run(self, table: Table[WatchState]) -> None:
        table.state.objected = False  # An objection to giving up holds until the next action.
        table.do(SETTLE, GO_ON)


@dataclass
class GoOn(Step):
    """Continue when nothing is left to settle."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        state.revealed = []
        if not state.line:
            return
        if not state.first_reveal_done:
            state.first_reveal_done = True
            table.do_all([*location_steps(state, "first_reveal_done"), STAND_WATCH])
        elif state.out_of_actions:
            table.do(PassFirst(), STAND_WATCH)
        else:
            table.do(CHOOSE_ACTION, STAND_WATCH)


class ChooseAction(PartyChoice):
    """Anybody acts with an adventurer of theirs; there is no turn order (W-CTRL-09)."""

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        return givers_up(table)  # Whoever may act may also say that nothing is left to do.

    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        found = attacks(table)
        for one in state.adventurers:
            if one.participating:
                add_abilities(state, one, found)
                add_items(state, one, found)
        if table.options["voluntary_stoke"] == "on":
            add_stoking(state, found)
        if asks_all(table) or (table.options["give_up"] == EVERYONE and state.players > 1):
            found.extend([Suggest(PARTY, seat, GIVE_UP) for seat in givers_up(table)])
        else:
            found.append(GIVE_UP)
        return found

    def offered_to(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        return [option for option in self.options(table) if is_for(table.state, seat, option)]

    def own_acts(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        """Acts of the seat's adventurers; to end the Watch is left to people."""
        found = self.offered_to(table, seat)
        return [option for option in found if isinstance(option, AdventurerAction)]


def is_for(state: WatchState, seat: Seat, option: Action) -> bool:
    """Whether the seat may take an option of the Watch: with its adventurers, and for itself."""
    if isinstance(option, Suggest):
        return option.player == seat
    return not isinstance(option, AdventurerAction) or controls(state, seat, option.actor(state))


def givers_up(table: Table[WatchState]) -> tuple[Seat, ...]:
    """The seats that may say that the party is out of actions (W-END-01)."""
    state = table.state
    if table.options["give_up"] != ON_WATCH:
        return SEATS[state.players]
    found: list[Seat] = []
    for seat in SEATS[state.players]:
        own = [one for one in state.adventurers if controls(state, seat, one.number)]
        if any(one.participating for one in own):
            found.append(seat)
    return tuple(found)


# Abilities.


def add_abilities(state: WatchState, one: Adventurer, found: list[Action]) -> None:
    """By die, at most once a round for a card, or by exhausting it (W-ABILITY-01 to -03)."""
    by_die = state.content.adventurers[one.number].by_die
    unspent = alike(state, state.dice_of(one.number, UNSPENT)) if by_die else []
    for slot, id in enumerate(one.board):
        ability = state.content.abilities[id]
        if not ability.active or one.exhausted[slot]:
            continue
        if ability.uses_x:
            for die in unspent:
                if not one.took_die[slot] and is_usable(state, ability, state.values[die]):
                    found.append(USES[die][slot])
            for die in alike(state, state.dice_of(one.number, SPENT)):
                if is_usable(state, ability, state.values[die]):
                    found.append(UseByExhausting(PARTY, one.number, slot, die))
        elif is_usable(state, ability, 0):
            if not one.took_die[slot]:
                for die in unspent:
                    found.append(USES[die][slot])
            found.append(UseByExhausting(PARTY, one.number, slot, NO_DIE))


def is_usable(state: WatchState, ability: Ability, x: int) -> bool:
    if ability.costs_trophy:
        return bool(payable(state, ability))
    return can_do_any(state, Resolve(ability.id, user=ability.adventurer, x=x))


def payable(state: WatchState, ability: Ability) -> list[str]:
    """The trophies with which the ability could do something."""
    return [
        card
        for card in state.adventurers[ability.adventurer].trophies
        if can_do_any(
            state,
            Resolve(ability.id, user=ability.adventurer, cost=pile_base(state, card)),
        )
    ]


def use_ability(table: Table[WatchState], ability: Ability, x: int) -> None:
    table.emit(AbilityUsed(ability.adventurer, ability.id))
    if ability.costs_trophy:
        table.do(ChooseCost(PARTY, ability.adventurer, ability.id))
    else:
        table.do(Resolve(ability.id, user=ability.adventurer, x=x))


@dataclass
class ChooseCost(OwnChoice):
    ability: str

    def options(self, table: Table[WatchState]) -> list[Action]:
        trophies = payable(table.state, table.state.content.abilities[self.ability])
        return [PayTrophy(PARTY, self.ability, card) for card in trophies]


@dataclass(unsafe_hash=True)
class PayTrophy(Action):
    """The trophy goes on top of the Graveyard before the effect (W-BOUNTY-07)."""

    ability: str
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        ability = state.content.abilities[self.ability]
        base = pile_base(state, self.card)
        state.adventurers[ability.adventurer].trophies.remove(self.card)
        bury(table, self.card)
        table.do(Resolve(ability.id, user=ability.adventurer, cost=base))


@dataclass(unsafe_hash=True)
class UseByDie(AdventurerAction):
    die: int
    slot: int

    def actor(self, state: WatchState) -> int:
        return owner(self.die)

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = state.adventurers[owner(self.die)]
        state.dice[self.die] = SPENT
        one.took_die[self.slot] = True
        ability = state.content.abilities[one.board[self.slot]]
        use_ability(table, ability, state.values[self.die])


@dataclass(unsafe_hash=True)
class UseByExhausting(AdventurerAction):
    """`die` is the spent die whose value is X, or NO_DIE (W-WITCH-02)."""

    adventurer: int
    slot: int
    die: int

    def actor(self, state: WatchState) -> int:
        return self.adventurer

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = state.adventurers[self.adventurer]
        exhaust_card(table, self.adventurer, self.slot)
        if not lose_if_exhausted(table):
            x = state.values[self.die] if self.die != NO_DIE else 0
            use_ability(table, state.content.abilities[one.board[self.slot]], x)


# Items.


def add_items(state: WatchState, one: Adventurer, found: list[Action]) -> None:
    for held in one.items:
        item = state.content.items[held.item]
        if item.window != "action" or item.trigger == "passive" or held.exhausted:
            continue
        if item.trigger != "activate":
            if can_do_any(state, Resolve(item.id, user=one.number)):
                found.append(UseItem(PARTY, one.number, held.item))
        elif not held.activated and not state.rule("no_activate_items"):
            for die in alike(state, state.dice_of(one.number, UNSPENT)):
                x = state.values[die]
                if can_do_any(state, Resolve(item.id, user=one.number, x=x)):
                    found.append(ActivateItem(PARTY, die, held.item))


@dataclass(unsafe_hash=True)
class ActivateItem(AdventurerAction):
    """Spend a die of the holder (W-ITEM-02)."""

    die: int
    item: str

    def actor(self, state: WatchState) -> int:
        return owner(self.die)

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        adventurer = owner(self.die)
        state.dice[self.die] = SPENT
        state.adventurers[adventurer].held(self.item).activated = True
        table.emit(ItemUsed(adventurer, self.item))
        table.do(Resolve(self.item, user=adventurer, x=state.values[self.die]))


@dataclass(unsafe_hash=True)
class UseItem(AdventurerAction):
    """Exhaust or discard an item for its effect."""

    adventurer: int
    item: str

    def actor(self, state: WatchState) -> int:
        return self.adventurer

    def run(self, table: Table[WatchState]) -> None:
        spend_item(table, self.adventurer, self.item)
        table.do(Resolve(self.item, user=self.adventurer))


# The fire.


def add_stoking(state: WatchState, found: list[Action]) -> None:
    if state.firewood >= state.content.most_firewood:
        return
    for one in state.adventurers:
        if one.participating:
            for slot in range(len(one.board)):
                if not one.exhausted[slot]:
                    found.append(STOKES[one.number][slot])


@dataclass(unsafe_hash=True)
class Stoke(AdventurerAction):
    """Exhaust a card without its effect to raise the firewood (W-FIRE-07)."""

    adventurer: int
    slot: int

    def actor(self, state: WatchState) -> int:
        return self.adventurer

    def run(self, table: Table[WatchState]) -> None:
        exhaust_card(table, self.adventurer, self.slot)
        if not lose_if_exhausted(table):
            state = table.state
            change_firewood(table, state.content.stoke + stoking_bonus(state, self.adventurer))


# Out of actions.


class GiveUp(Action):
    """The party is out of actions; it cannot take that back in this Watch (W-END-01)."""

    def run(self, table: Table[WatchState]) -> None:
        table.state.out_of_actions = True
        table.make_final()
        table.emit(OutOfActions())


@dataclass
class PassFirst(Step):
    """The first creature deals its damage and joins the Horde (W-END-02)."""

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        first = state.line[0].card
        table.do(Demand(state.content.cards[first].creature.damage), LetPass(first))


@dataclass
class LetPass(Step):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        damage = state.content.cards[self.card].creature.damage
        table.emit(CreaturePassed(self.card, damage))
        for card in cards_of(leave_line(state, state.place_of(self.card))):
            add_to_horde(table, card, True)


STAND_WATCH: Final = StandWatch()
GO_ON: Final = GoOn()
CHOOSE_ACTION: Final = ChooseAction(PARTY)
GIVE_UP: Final = GiveUp(PARTY)
USES: Final = [
    [UseByDie(PARTY, die, slot) for slot in range(BOARD)] for die in range(ADVENTURERS * DICE)
]
STOKES: Final = [
    [Stoke(PARTY, adventurer, slot) for slot in range(BOARD)] for adventurer in range(ADVENTURERS)
]
