"""Direct attacks: who reaches what, the damage of a die, and the strike (W-ATTACK).

A direct attack is put together die by die. Damage stays on a creature, so each die is dealt at
once; where the table plays without partial damage, dice are gathered until they are enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from embertable.engine.content import Among, Named
from embertable.engine.table import PARTY, Action, Choice, Seat, Step, Table
from embertable.games.setawatch.card_effects import deal_damage
from embertable.games.setawatch.components import Familiar
from embertable.games.setawatch.consent import Suggest, asks_all
from embertable.games.setawatch.content import ADVENTURERS, DICE
from embertable.games.setawatch.control import controllers, controls
from embertable.games.setawatch.defeat import Defeat
from embertable.games.setawatch.dice_effects import alike
from embertable.games.setawatch.effects import Resolve, RunnableEffect, those
from embertable.games.setawatch.events import Attacked, FamiliarAttacked
from embertable.games.setawatch.health import (
    health,
    is_protected,
    passives,
    pile_base,
    reach,
    type_of,
    value_of,
)
from embertable.games.setawatch.state import NOBODY, SPENT, UNSPENT, LineCard, WatchState, owner
from embertable.games.setawatch.vocabulary import TROPHY_TYPES, TYPES, Sum, Until, Who
from embertable.games.setawatch.zones import bury

FAMILIAR: Final = "familiar"
"""Stands for the Familiar among the tamed creatures of an attack."""


@dataclass(unsafe_hash=True)
class AdventurerAction(Action):
    """Something one adventurer does on Watch."""

    def actor(self, state: WatchState) -> int:
        raise NotImplementedError(type(self).__name__)


# Legality.


def can_attack(state: WatchState, adventurer: int, place: int) -> bool:
    return place < reach(state, adventurer) and is_open(state, adventurer, place)


def is_open(state: WatchState, adventurer: int, place: int) -> bool:
    """Whether the creature there may be attacked at all, and by this adventurer."""
    one = state.line[place]
    if not one.up or is_protected(state, place, "direct_attacks"):
        return False
    return not state.rule("no_combine") or not is_taken(state, one, adventurer)


def is_taken(state: WatchState, one: LineCard, adventurer: int) -> bool:
    """Whether somebody else has put attack dice on it (W-LOCATION-14)."""
    if one.familiar and adventurer != state.content.witch:
        return True
    return any(other != adventurer for other in one.by)


def familiar_side(state: WatchState) -> Familiar:
    sides = state.content.adventurers[state.content.witch].familiars
    return next(side for side in sides if side.id == state.familiar)


def familiar_reaches(state: WatchState, place: int) -> bool:
    """It attacks once a Watch, while the Witch takes part, without bonuses to its range."""
    witch = state.content.witch
    if witch == NOBODY or state.familiar_used or not state.adventurers[witch].participating:
        return False
    return place < familiar_side(state).range and is_open(state, witch, place)


# Damage.


@dataclass
class AttackBonusEffect(RunnableEffect):
    """Raises direct attacks: always on a passive card, or for the next attack once used."""

    add: Sum
    per: Literal["die", "creature"]
    who: Who | None = None
    against: Annotated[tuple[Annotated[str, Among((*TYPES, TROPHY_TYPES))], ...], Named("vs")] = ()
    uses: Literal[1] | None = None
    until: Until | None = None

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        one = table.state.adventurers[context.user]
        one.bonuses.extend([context.number(table.state, self.add)] * (self.uses or 0))

    def is_against(self, state: WatchState, type: str) -> bool:
        if not self.against:
            return True
        if TROPHY_TYPES in self.against:
            cards = state.content.cards
            held = state.adventurers[state.content.hunter].trophies
            return type in [cards[card].creature.type for card in held]
        return type in self.against


@dataclass
class RangeEffect(RunnableEffect):
    who: Who
    add: Sum
    until: Until | None = None

    def run(self, table: Table[WatchState], context: Resolve, cards: list[str]) -> None:
        for one in those(table.state, self.who, context.user):
            one.range += self.add.number


def bonus(state: WatchState, adventurer: int, place: int, per: str) -> int:
    """The bonus of an adventurer's passive cards for each die, or once for the creature."""
    type = type_of(state, state.line[place])
    items_only = state.strict_lich and is_protected(state, place, "abilities")
    return sum(
        value_of(state, effect.add, user=adventurer)
        for effect in passives(state, adventurer, "direct_attack", items_only)
        if isinstance(effect, AttackBonusEffect)
        and effect.per == per
        and effect.is_against(state, type)
    )


def bonus_of_a_die(state: WatchState, adventurer: int, place: int) -> int:
    """What an adventurer's next die deals to the creature there above its value."""
    die = adventurer * DICE
    return damage_by(state, place, adventurer, [die], []) - state.values[die]


def damage_by(
    state: WatchState, place: int, adventurer: int, dice: list[int], tamed: list[str]
) -> int:
    """The damage of an adventurer's dice and tamed creatures to the creature there (W-ATTACK-09)."""
    if not dice and not tamed:
        return 0
    n = sum(pile_base(state, card) for card in tamed)
    if dice:
        n += sum(state.values[die] for die in dice)
        n += len(dice) * bonus(state, adventurer, place, "die")
    if adventurer not in state.line[place].by:
        n += bonus(state, adventurer, place, "creature")
    return n + sum(state.adventurers[adventurer].bonuses)


def familiar_damage(state: WatchState, dice: tuple[int, ...], tamed: tuple[str, ...]) -> int:
    """The damage of the Familiar's attack, with these dice and tamed creatures beside it.

    Without the Witch's own it is her next direct attack, which stored bonuses wait for (W-I-44).
    """
    witch = state.adventurers[state.content.witch]
    beside = [owner(die) == witch.number for die in dice] + [card in witch.tamed for card in tamed]
    return familiar_side(state).damage + (0 if any(beside) else sum(witch.bonuses))


def total_damage(state: WatchState, place: int, dice: list[int], tamed: list[str]) -> int:
    n = familiar_damage(state, tuple(dice), tuple(tamed)) if FAMILIAR in tamed else 0
    for one in state.adventurers:
        own = [die for die in dice if owner(die) == one.number]
        n += damage_by(state, place, one.number, own, [c for c in one.tamed if c in tamed])
    return n


def would_defeat(state: WatchState, place: int, dice: list[int], tamed: list[str]) -> bool:
    n = state.line[place].damage + total_damage(state, place, dice, tamed)
    return n >= health(state, place)


# The strike.


@dataclass
class Strike(Step):
    """Dice are spent and tamed creatures used up; the Familiar's effect comes before damage."""

    place: int
    dice: tuple[int, ...]
    tamed: tuple[str, ...]

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        one = state.line[self.place]
        steps: list[Step] = []
        n = 0
        with_familiar = FAMILIAR in self.tamed
        by_familiar = familiar_damage(state, self.dice, self.tamed) if with_familiar else 0
        for adventurer in state.adventurers:
            dice = [die for die in self.dice if owner(die) == adventurer.number]
            tamed = [card for card in adventurer.tamed if card in self.tamed]
            if dice or tamed:
                own = damage_by(state, self.place, adventurer.number, dice, tamed)
                n += own
                table.emit(Attacked(adventurer.number, one.card, own))
                adventurer.bonuses = []
                if adventurer.number not in one.by:
                    one.by.append(adventurer.number)
                for die in dice:
                    state.dice[die] = SPENT
                for card in tamed:
                    adventurer.tamed.remove(card)
                    bury(table, card)
        if with_familiar:
            n += by_familiar
            one.familiar = True
            state.familiar_used = True
            state.adventurers[state.content.witch].bonuses = []
            table.emit(FamiliarAttacked(one.card, by_familiar))
            steps.append(Resolve(state.familiar, user=state.content.witch))
        table.do_all([*steps, Hit(one.card, n)])


@dataclass
class Hit(Step):
    card: str
    n: int

    def run(self, table: Table[WatchState]) -> None:
        place = table.state.place_of(self.card)
        if place >= 0:
            deal_damage(table, place, self.n)


def begin(
    table: Table[WatchState], place: int, dice: tuple[int, ...], tamed: tuple[str, ...]
) -> None:
    """Attack with a single die at once, or start to gather dice."""
    if table.options["partial_damage"] == "on":
        table.do(Strike(place, dice, tamed))
    else:
        table.state.picked_dice.extend(dice)
        table.state.picked.extend(tamed)
        table.do(Gather(place))


@dataclass(unsafe_hash=True)
class PutDie(AdventurerAction):
    """Put a die on the creature at a place of the Line."""

    die: int
    place: int

    def actor(self, state: WatchState) -> int:
        return owner(self.die)

    def run(self, table: Table[WatchState]) -> None:
        begin(table, self.place - 1, (self.die,), ())


@dataclass(unsafe_hash=True)
class PutTamed(AdventurerAction):
    adventurer: int
    card: str
    place: int

    def actor(self, state: WatchState) -> int:
        return self.adventurer

    def run(self, table: Table[WatchState]) -> None:
        begin(table, self.place - 1, (), (self.card,))


@dataclass(unsafe_hash=True)
class SendFamiliar(AdventurerAction):
    place: int

    def actor(self, state: WatchState) -> int:
        return state.content.witch

    def run(self, table: Table[WatchState]) -> None:
        begin(table, self.place - 1, (), (FAMILIAR,))


# Without partial damage: gather dice until they are enough (W-ATTACK-11).


@dataclass
class Gather(Step):
    place: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        if state.objected:  # Somebody would rather keep their dice.
            drop_picked(state)
        elif state.picked_dice or state.picked:
            dice = tuple(state.picked_dice)
            tamed = tuple(state.picked)
            table.do(ChooseBlow(PARTY, self.place + 1, dice, tamed), self)


def drop_picked(state: WatchState) -> None:
    state.picked_dice = []
    state.picked = []


@dataclass
class ChooseBlow(Choice):
    """Strike, add another attack die, or call the attack off; nothing is spent before the strike.

    Whoever began may use the dice of all (W-CTRL-08), with `ask=all` once the others agree.
    """

    place: int
    dice: tuple[int, ...]
    tamed: tuple[str, ...]

    def answerers(self, table: Table[WatchState]) -> tuple[Seat, ...]:
        state = table.state
        if self.dice:
            return controllers(state, owner(self.dice[0]))
        for one in state.adventurers:
            if self.tamed[0] in one.tamed:
                return controllers(state, one.number)
        return controllers(state, state.content.witch)

    def options(self, table: Table[WatchState]) -> list[Action]:
        state = table.state
        place = self.place - 1
        found: list[Action] = []
        if would_defeat(state, place, list(self.dice), list(self.tamed)):
            found.extend(self.strikes(table))
        only = self.first(state) if state.rule("no_combine") else -1
        dice, tamed = attack_dice(state, place, only)
        for die in alike(state, [die for die in dice if die not in self.dice]):
            found.append(AddDie(PARTY, die))
        found.extend([AddTamed(PARTY, card) for card in tamed if card not in self.tamed])
        return [*found, CallOff(PARTY)]

    def offered_to(self, table: Table[WatchState], seat: Seat) -> list[Action]:
        return [
            option
            for option in self.options(table)
            if not isinstance(option, Suggest) or option.player == seat
        ]

    def strikes(self, table: Table[WatchState]) -> list[Action]:
        """The strike, suggested by a seat that would spend what others control (W-CTRL-11)."""
        strike = StrikeNow(PARTY, self.place)
        if not asks_all(table):
            return [strike]
        state = table.state
        found: list[Action] = []
        for seat in self.answerers(table):
            alone = all(controls(state, seat, one) for one in self.attackers(state))
            found.append(strike if alone else Suggest(PARTY, seat, strike))
        return found

    def attackers(self, state: WatchState) -> list[int]:
        """The adventurers whose dice, tamed creatures or Familiar have been gathered."""
        found = [owner(die) for die in self.dice]
        for one in state.adventurers:
            if any(card in one.tamed for card in self.tamed):
                found.append(one.number)
        if FAMILIAR in self.tamed:
            found.append(state.content.witch)
        return found

    def first(self, state: WatchState) -> int:
        if self.dice:
            return owner(self.dice[0])
        for one in state.adventurers:
            if self.tamed[0] in one.tamed:
                return one.number
        return state.content.witch


def attack_dice(state: WatchState, place: int, only: int = -1) -> tuple[list[int], list[str]]:
    """Every die, tamed creature and Familiar that may attack the creature there."""
    dice: list[int] = []
    tamed: list[str] = []
    for one in state.adventurers:
        if one.participating and only in (-1, one.number) and can_attack(state, one.number, place):
            dice.extend(state.dice_of(one.number, UNSPENT))
            tamed.extend(one.tamed)
    if only in (-1, state.content.witch) and familiar_reaches(state, place):
        tamed.append(FAMILIAR)
    return dice, tamed


def could_defeat(state: WatchState, place: int, only: int) -> bool:
    """Whether the attack dice of one adventurer, or of all (-1), are enough to defeat it."""
    dice, tamed = attack_dice(state, place, only)
    return would_defeat(state, place, dice, tamed)


@dataclass(unsafe_hash=True)
class AddDie(Action):
    die: int

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked_dice.append(self.die)


@dataclass(unsafe_hash=True)
class AddTamed(Action):
    card: str

    def run(self, table: Table[WatchState]) -> None:
        table.state.picked.append(self.card)


@dataclass(unsafe_hash=True)
class StrikeNow(Action):
    place: int

    def run(self, table: Table[WatchState]) -> None:
        state = table.state
        dice = tuple(state.picked_dice)
        tamed = tuple(state.picked)
        drop_picked(state)
        card = state.line[self.place - 1].card
        # The damage was enough: a tamed creature that is now on top of the Graveyard cannot raise
        # the Health again.
        table.do(Strike(self.place - 1, dice, tamed), Defeat(card, True))


class CallOff(Action):
    """Take all gathered dice back; nobody has learnt anything from them (W-ATTACK-11)."""

    def run(self, table: Table[WatchState]) -> None:
        drop_picked(table.state)


def attacks(table: Table[WatchState]) -> list[Action]:
    """Every attack die with every creature that it may attack."""
    state = table.state
    whole = table.options["partial_damage"] == "off"
    alone = state.rule("no_combine") > 0
    found: list[Action] = []
    acting = [one for one in state.adventurers if one.participating]
    reaches = [reach(state, one.number) for one in acting]
    dice = [alike(state, state.dice_of(one.number, UNSPENT)) for one in acting]
    for place, target in enumerate(state.line):
        if not target.up or is_protected(state, place, "direct_attacks"):
            continue
        # Where dice may be combined, who begins makes no difference to what all can do.
        if whole and not alone and not could_defeat(state, place, -1):
            continue
        for number, one in enumerate(acting):
            if place >= reaches[number] or (alone and is_taken(state, target, one.number)):
                continue
            if whole and alone and not could_defeat(state, place, one.number):
                continue
            for die in dice[number]:
                found.append(PUTS[die][place] if place < MANY else PutDie(PARTY, die, place + 1))
            for card in one.tamed:
                found.append(PutTamed(PARTY, one.number, card, place + 1))
        if familiar_reaches(state, place) and (
            not whole or not alone or could_defeat(state, place, state.content.witch)
        ):
            found.append(SendFamiliar(PARTY, place + 1))
    return found


MANY: Final = 6
PUTS: Final = [
    [PutDie(PARTY, die, place + 1) for place in range(MANY)] for die in range(ADVENTURERS * DICE)
]
