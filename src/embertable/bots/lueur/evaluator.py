"""The value of a position of Lueur to a player: now, this round and in later rounds."""

from __future__ import annotations

import math
from enum import Enum
from typing import Any

from embertable.bots.evaluator import Evaluator, Values
from embertable.bots.lueur.expected_gains import (
    REROLL,
    Colours,
    Gain,
    dies,
    expected_gains_of,
    gain_of_effect,
)
from embertable.bots.lueur.fitted_weights import (
    LAST_TOKEN,
    PRINTED,
    ROLLS,
    Holding,
    bonus_chance,
    fitted_value,
    fitted_values,
    token_prices,
)
from embertable.bots.lueur.journeys import STEPS_PER_DIE, Walk, archipelago_of, province_of
from embertable.bots.lueur.rerolls import Rerolls
from embertable.bots.lueur.two_roll_lookahead import TwoRollLookahead
from embertable.bots.sums import add_up
from embertable.engine.table import Action, Choice, Seat, Table
from embertable.games.lueur.content import ELEMENTS, Card, LueurContent, Trigger
from embertable.games.lueur.cromaug import ChooseRaise, ChooseTrigger, Raise
from embertable.games.lueur.dice import counted_symbols, is_immune
from embertable.games.lueur.effects import ChooseLoss, GiveUpCompanion
from embertable.games.lueur.kaar import (
    BlackDieChoice,
    ChooseBlackDieSpace,
    ChooseWhetherToMove,
    KeepBlackDie,
    MoveBlackDie,
)
from embertable.games.lueur.late_morning import ChooseDice, ChoosePayment
from embertable.games.lueur.morning import ChooseCompanion, ChooseCull, Cull, Recruit
from embertable.games.lueur.noon import ChooseCard, can_trigger
from embertable.games.lueur.province import ChooseTravelDie, ChooseWay, unused_symbols
from embertable.games.lueur.setup import ChooseAdventurer
from embertable.games.lueur.sketals import ChooseReserveDie, ChooseReturn, reserve_dice
from embertable.games.lueur.state import LueurState, MeetingSpace, Player

SMALL_DICE = ("azure", "green")
"""Stand for the small dice of a usual round."""
FOOTPRINT_TO_COME = 1.25
HIDDEN_SPELL = -2.0
WILD = 4
WILD_GUESSED = 2
"""Footprints that a walk may spend as symbols, and the same while dice are still rerolled."""


class Stage(Enum):
    """What is still to come in this round."""

    MORNING = "dice to be rolled"
    LATE_MORNING = "dice rolled, cards to be resolved"
    NOON = "cards resolved, journey ahead"
    AFTERNOON = "journey done"


STAGES: dict[type[Choice], Stage] = {
    ChooseAdventurer: Stage.MORNING,
    ChooseCompanion: Stage.MORNING,
    ChooseCull: Stage.MORNING,
    ChooseBlackDieSpace: Stage.MORNING,
    ChooseWhetherToMove: Stage.MORNING,
    ChooseDice: Stage.LATE_MORNING,
    ChoosePayment: Stage.LATE_MORNING,
    ChooseCard: Stage.NOON,
    ChooseRaise: Stage.NOON,
    ChooseTrigger: Stage.NOON,
}
SMALL_DIE = 1.5
BLACK_DIE = -2.0
"""About what a die on the meeting track is worth in bursts."""
FOLLOWING = (
    BlackDieChoice,
    ChooseCard,
    ChooseLoss,
    ChooseRaise,
    ChooseReserveDie,
    ChooseReturn,
    ChooseTravelDie,
    ChooseTrigger,
)
"""Choices that belong to the decision before them."""


class LueurEvaluator(Evaluator):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        state: LueurState = table.state
        self.content: LueurContent = state.content
        self.expected = expected_gains_of(self.content)
        self.full_model = False
        self.round = state.round
        self.stage = stage_of(state, choice)
        self.is_recruiting = False
        """Whether a companion is being tried whose dice count at once."""
        self.at_noon: AtNoon | None = None
        self._usual_dice: dict[tuple[int, ...], Colours] = {}
        self.rerolls: Rerolls | None = None
        if self.stage is Stage.LATE_MORNING:
            self.rerolls = Rerolls(table, self.seat, self.noon_value, self.reroll_price(state))

    # The evaluator's interface.

    def use_full_model(self) -> None:
        """In a Morning, use the fitted weights; in a Late morning, look two rolls ahead."""
        self.full_model = True
        self.at_noon = None
        self.expected = expected_gains_of(self.content, ROLLS)
        if self.rerolls is not None:
            state: LueurState = self.table.state
            tokens = state.players[self.seat].rerolls
            prices = token_prices(tokens, state.round == self.content.rounds)
            self.rerolls = TwoRollLookahead(self.table, self.seat, self.noon_value, prices)

    def exact_value(self, action: Action) -> Values | None:
        state: LueurState = self.table.state
        if self.rerolls is not None:
            return self.rerolls.exact_value(action)
        if isinstance(action, Recruit) and self.full_model:
            return self.value_by_source(state, state.space(action.space))
        if isinstance(action, Cull):
            rival = state.turn_order()[-1]
            left = [space for space in state.spaces_with_companions() if space != action.space]
            return {"rivals": -self.taken_by(state, rival, left)}
        if isinstance(action, MoveBlackDie):
            rival = (self.seat + 1) % len(state.players)
            return {"rivals": self.lure(state, rival, action.to)}
        if isinstance(action, KeepBlackDie):
            immune = is_immune(state, state.players[self.seat])
            return {"dice": SMALL_DIE if immune else BLACK_DIE}
        return None

    def is_certain(self) -> bool:
        if isinstance(self.choice, ChooseCompanion):
            return self.full_model
        return self.stage is not Stage.MORNING or isinstance(
            self.choice, (ChooseCull, BlackDieChoice)
        )

    def settle(self, table: Table[Any]) -> None:
        """Settle what follows with the first option, but raise the best companion and give up the least."""
        while table.state.round == self.round:
            choice = table.choice_of(self.seat)
            if not isinstance(choice, FOLLOWING):
                break
            options = table.offered(self.seat)
            table.apply(max(options, key=lambda option: self.liking(table, option)), self.seat)

    def value(self, table: Table[Any]) -> Values:
        state: LueurState = table.state
        if table.result is not None:
            return {"bursts": float(table.result.scores[self.seat])}
        stage = self.stage
        if state.round != self.round:
            stage = Stage.MORNING
        elif stage is Stage.AFTERNOON and isinstance(table.choice_of(self.seat), ChooseWay):
            stage = Stage.NOON
        player = state.players[self.seat]
        if stage is Stage.MORNING:
            return self.morning_value(state, player)
        gain, rounds = self.cards_to_come(state, player, stage)
        return self.total(state, player, stage, gain, rounds, counted_symbols(state, self.seat))

    def value_with(self, state: LueurState, place: MeetingSpace) -> float:
        """The value of this Morning after recruiting the companion of a space, with all it brings."""
        return add_up(self.value_by_source(state, place).values())

    def value_by_source(self, state: LueurState, place: MeetingSpace) -> Values:
        """The same by source; tried on the state itself, which is left as it was."""
        player = state.players[self.seat]
        colour = self.content.companions[place.companion].die_colour
        large = reserve_dice(state, self.seat, colour) if colour else []
        dice = player.dice
        self.is_recruiting = True
        player.dice = [*dice, *self.dice_from(place, player), *large[:1]]
        player.companions.append(place.companion)
        player.footprints += place.footprints
        value = self.morning_value(state, player)
        player.footprints -= place.footprints
        player.companions.pop()
        player.dice = dice
        self.is_recruiting = False
        return value

    def dice_from(self, place: MeetingSpace, player: Player) -> list[int]:
        """The dice that come with a space; an owner of Kaar moves the black one away (L-KAAR-05)."""
        black = self.content.black_die
        if black in place.dice and any(
            self.content.companions[name].rules_black_die for name in player.companions
        ):
            return [die for die in place.dice if die != black]
        return place.dice

    # Parts of the value.

    def morning_value(self, state: LueurState, player: Player) -> Values:
        if self.full_model:
            return self.full_model_value(state, player)
        gain, rounds = self.cards_to_come(state, player, Stage.MORNING)
        return self.total(state, player, Stage.MORNING, gain, rounds, {})

    def total(
        self,
        state: LueurState,
        player: Player,
        stage: Stage,
        gain: Gain,
        rounds: int,
        symbols: dict[str, int],
    ) -> Values:
        """Everything in bursts of light, with `gain` to come and this many rounds left to roll."""
        footprint = FOOTPRINT_TO_COME if rounds else float(self.content.bursts_per_footprint)
        token = self.reroll_price(state) if stage is not Stage.MORNING else REROLL
        footprints = player.footprints + gain.footprints
        return {
            "bursts": float(player.bursts),
            "cards": gain.bursts,
            "powers": gain.other,
            "footprints": footprint * footprints,
            "rerolls": token * (player.rerolls + gain.rerolls),
            "fireflies": self.firefly_value(player.fireflies + gain.fireflies, gain, rounds),
            "journey": self.journey(state, player, stage, symbols, footprints, footprint),
        }

    def full_model_value(self, state: LueurState, player: Player) -> Values:
        """By the fitted weights, plus what this round's dice bring compared with usual ones."""
        value = self.fitted_values(state, player, player.companions)
        value["bursts"] = float(player.bursts)
        if self.has_recruited(state):
            now, usual = self.colours(player.dice), self.usual_dice(state, player)
            value["cards"] += self.more_with(now, usual, player).in_bursts()
        return value

    def fitted_values(self, state: LueurState, player: Player, companions: list[str]) -> Values:
        """What the fitted weights give a player with these companions."""
        holding = self.holding(state, player, companions)
        return fitted_values(holding, self.content, self.expected)

    def holding(self, state: LueurState, player: Player, companions: list[str]) -> Holding:
        symbols: dict[str, int] = {}
        colours = self.usual_dice(state, player)
        return Holding(
            cards=[player.adventurer, *companions] if player.adventurer else companions,
            spells=player.spells,
            colours=colours,
            large=len(colours) - len(SMALL_DICE),
            footprints=player.footprints,
            fireflies=player.fireflies,
            rerolls=player.rerolls,
            journey=self.journey(state, player, Stage.MORNING, symbols, 0.0, 0.0),
            sails=bool(player.boats),
            rolls=self.content.rounds - state.round + 1,
        )

    def estimate(self, state: LueurState) -> float:
        """The value by the fitted weights of a Morning before anybody has recruited."""
        player = state.players[self.seat]
        holding = self.holding(state, player, player.companions)
        return player.bursts + fitted_value(holding, self.content, self.expected)

    def cards_to_come(self, state: LueurState, player: Player, stage: Stage) -> tuple[Gain, int]:
        """What cards and spells will bring, and the number of rounds with a roll ahead."""
        rounds = self.content.rounds - state.round
        later = self.usual_dice(state, player)
        now = later
        if stage is Stage.MORNING:
            rounds += 1
            now = self.dice_now(state, player)
        gain = Gain(other=HIDDEN_SPELL * len(player.hidden_spells) if rounds else 0.0)
        for card in self.cards(player):
            gain = gain.plus(self.expected.future(card, later, rounds))
        for name in player.spells:
            spell = self.content.spells[name]
            gain = gain.plus(self.expected.spell_future(spell, later, rounds))
        return gain.plus(self.more_with(now, later, player)), rounds

    def more_with(self, now: Colours, usual: Colours, player: Player) -> Gain:
        """How much more cards bring in one round with the current dice than with usual ones."""
        gain = Gain()
        if now != usual:
            for card in self.cards(player):
                if card.trigger is not None and not dies(card.trigger):
                    more = self.expected.activations(card.id, card.trigger, now)
                    more -= self.expected.activations(card.id, card.trigger, usual)
                    gain = gain.plus(self.expected.gains[card.id].times(more))
        return gain

    def noon_value(self, state: LueurState, symbols: dict[str, int]) -> Values:
        """The value of the dice as they are: Noon is exact, later rounds are expected values."""
        player = state.players[self.seat]
        rounds = self.content.rounds - state.round
        if self.at_noon is None:
            self.at_noon = AtNoon(self, state, player, rounds)
        shown = [state.faces[die] for die in player.dice]
        gain = self.at_noon.gain(shown, symbols)
        return self.total(state, player, Stage.LATE_MORNING, gain, rounds, symbols)

    def firefly_value(self, fireflies: float, gain: Gain, rounds: int) -> float:
        """The bonus for as many fireflies as companions, times its probability."""
        missing = gain.companions + rounds - fireflies - PRINTED * rounds
        if self.full_model or not rounds:
            return self.content.firefly_bonus * bonus_chance(-missing, rounds)
        return self.content.firefly_bonus / (1 + math.exp(missing + 0.5))

    def journey(
        self,
        state: LueurState,
        player: Player,
        stage: Stage,
        symbols: dict[str, int],
        footprints: float,
        price: float,
    ) -> float:
        """The journey's value without that of unspent footprints, which are counted elsewhere."""
        rounds = self.content.rounds - state.round
        ahead = rounds + (stage is Stage.MORNING)
        walks = stage in {Stage.LATE_MORNING, Stage.NOON}
        whole = math.floor(footprints)
        if player.boats:
            islands = archipelago_of(self.content)
            if walks:
                best = islands.best_sail(player.boats, symbols, whole, rounds, price)
                return best - price * whole
            return islands.estimate(player.boats, ahead)
        if not player.company:
            return 0.0
        province = province_of(self.content)
        usual = len(SMALL_DICE) + self.large_dice(player)
        later = STEPS_PER_DIE * rounds * usual
        if not walks:
            dice = len(player.dice) if self.has_recruited(state) else usual
            now = STEPS_PER_DIE * dice if ahead > rounds else 0.0
            return province.estimate(player.company, player.encampment, later + now)
        unused: dict[str, int] = {
            element: symbols[element] for element in ELEMENTS if element in symbols
        }
        if player.set_aside:
            shown = unused_symbols(state, player)
            unused = {element: shown.count(element) for element in ELEMENTS}
        walk = Walk(
            company=player.company,
            encampment=player.encampment,
            visited=player.visited or [player.company],
            unused=unused,
            symbols=symbols,
            footprints=whole,
            wild=WILD_GUESSED if stage is Stage.LATE_MORNING else WILD,
            later=later,
            footprint=price,
        )
        return province.best_walk(walk) - price * whole

    def reroll_price(self, state: LueurState) -> float:
        """What a reroll token is worth once this round's dice are fixed."""
        return REROLL if state.round < self.content.rounds else LAST_TOKEN

    # Rivals and other things.

    def taken_by(self, state: LueurState, rival: Seat, spaces: list[str]) -> float:
        """How much a rival gets from the companion it will take; the full model predicts which."""
        if not self.full_model:
            return max([self.lure(state, rival, space) for space in spaces])
        chooser = LueurEvaluator(self.table, self.choice)
        chooser.seat = rival
        taken = max(spaces, key=lambda space: chooser.value_with(state, state.space(space)))
        return self.lure(state, rival, taken)

    def lure(self, state: LueurState, seat: Seat, space: str) -> float:
        """How much the companion of a space, with all that lies there, is worth to a rival."""
        place = state.space(space)
        player = state.players[seat]
        black = self.content.black_die
        dice = add_up([BLACK_DIE if die == black else SMALL_DIE for die in place.dice])
        there = dice + FOOTPRINT_TO_COME * place.footprints
        if self.full_model:
            value = self.fitted_values(state, player, [*player.companions, place.companion])
            return add_up(value.values()) + there
        rounds = self.content.rounds - state.round + 1
        card = self.content.companions[place.companion]
        return (
            self.expected.future(card, self.usual_dice(state, player), rounds).in_bursts() + there
        )

    def liking(self, table: Table[Any], option: Action) -> float:
        """A quick preference among the options of a choice that follows another."""
        state: LueurState = table.state
        if not isinstance(option, (Raise, GiveUpCompanion)):
            return 0.0
        rounds = self.content.rounds - state.round
        later = self.usual_dice(state, state.players[self.seat])
        value = self.expected.future(
            self.content.cards[option.companion], later, rounds
        ).in_bursts()
        return value if isinstance(option, Raise) else -value

    def cards(self, player: Player) -> list[Card]:
        names = [player.adventurer, *player.companions] if player.adventurer else []
        return [self.content.cards[name] for name in names]

    def usual_dice(self, state: LueurState, player: Player) -> Colours:
        """The dice of a usual later round: the large ones and some small ones."""
        key = tuple(player.dice)
        found = self._usual_dice.get(key)
        if found is None:
            dice = [die for die in player.dice if self.content.dice[die].large]
            found = tuple(sorted([*self.colours(dice), *SMALL_DICE]))
            self._usual_dice[key] = found
        return found

    def large_dice(self, player: Player) -> int:
        kinds = self.content.dice
        found = 0
        for die in player.dice:
            if kinds[die].large:
                found += 1
        return found

    def dice_now(self, state: LueurState, player: Player) -> Colours:
        """The dice of this round's roll, or usual ones before a companion is recruited."""
        if self.has_recruited(state):
            return self.colours(player.dice)
        return self.usual_dice(state, player)

    def has_recruited(self, state: LueurState) -> bool:
        if self.is_recruiting:
            return True
        return state.round == self.round and not isinstance(self.choice, ChooseAdventurer)

    def colours(self, dice: list[int]) -> Colours:
        return tuple(sorted([self.content.dice[die].colour for die in dice]))


def stage_of(state: LueurState, choice: Choice) -> Stage:
    """The phase of a choice; some occur in several phases."""
    stage = STAGES.get(type(choice))
    if stage is not None:
        return stage
    player = state.players[choice.seat]
    rolled = any(state.faces[die] for die in player.dice if state.content.dice[die].large)
    if isinstance(choice, ChooseReserveDie):
        return Stage.NOON if rolled else Stage.MORNING
    if isinstance(choice, ChooseReturn):
        return Stage.AFTERNOON if player.visited else Stage.NOON
    return Stage.AFTERNOON


class AtNoon:
    """What a player's faces, cards and spells bring, with any hand of dice that this Noon may see."""

    def __init__(
        self, evaluator: LueurEvaluator, state: LueurState, player: Player, rounds: int
    ) -> None:
        self.sure = Gain(other=HIDDEN_SPELL * len(player.hidden_spells) if rounds else 0.0)
        """What does not depend on the dice."""
        self.faces = [
            (face, [gain_of_effect(effect) for effect in effects])
            for face, effects in evaluator.content.face_effects.items()
        ]
        self.cards = [
            Awaited(evaluator, card, evaluator.usual_dice(state, player), rounds)
            for card in evaluator.cards(player)
        ]
        expected = evaluator.expected
        later = evaluator.usual_dice(state, player)
        self.spells: list[tuple[Trigger | None, Gain, Gain]] = []
        """The trigger, its gain, and the expected gain if it does not trigger."""
        for name in player.spells:
            spell = evaluator.content.spells[name]
            future = expected.spell_future(spell, later, rounds)
            trigger = spell.trigger if can_trigger(spell, player) else None
            self.spells.append((trigger, expected.gains[name], future))

    def gain(self, shown: list[str], symbols: dict[str, int]) -> Gain:
        gain = self.sure
        for face, gains in self.faces:
            dice = shown.count(face)
            if dice:
                for each in gains:
                    gain = gain.plus(each.times(dice))
        for card in self.cards:
            times = card.trigger.activations(symbols) if card.trigger is not None else 0
            if times:
                gain = gain.plus(card.each_time.times(times))
            gain = gain.plus(card.once_dead if times and card.dies else card.future)
        for trigger, now, later in self.spells:
            is_met = trigger is not None and trigger.activations(symbols) > 0
            gain = gain.plus(now if is_met else later)
        return gain


class Awaited:
    """A card before Noon: what its trigger brings each time, and in later rounds."""

    def __init__(self, evaluator: LueurEvaluator, card: Card, later: Colours, rounds: int) -> None:
        self.trigger = card.trigger
        self.dies = card.trigger is not None and dies(card.trigger)
        self.each_time = evaluator.expected.gains[card.id]
        self.future = evaluator.expected.future(card, later, rounds)
        self.once_dead = Gain(other=-evaluator.expected.parting(card, rounds))
