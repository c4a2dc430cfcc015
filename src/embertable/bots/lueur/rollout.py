"""Rollouts of Lueur: recruit by expected gains, reroll idle dice, walk on."""

from __future__ import annotations

import math
from typing import Any

from embertable.bots.lueur.evaluator import LueurEvaluator
from embertable.bots.lueur.expected_gains import REROLL, Colours, dies, expected_gains_of
from embertable.bots.lueur.fitted_weights import win_probability
from embertable.bots.lueur.journeys import STEPS_PER_DIE, archipelago_of, priced, province_of
from embertable.bots.rollout import Rollout
from embertable.bots.sums import add_up
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Choice, Seat, Table
from embertable.games.lueur.archipelago import ChooseSailing, Sail, StayMoored, sailing_cost
from embertable.games.lueur.content import Card, LueurContent, Trigger
from embertable.games.lueur.cromaug import Raise
from embertable.games.lueur.dice import counted_symbols, different_elements
from embertable.games.lueur.effects import GiveUpCompanion
from embertable.games.lueur.kaar import BlackDieChoice
from embertable.games.lueur.late_morning import (
    COMPANION,
    TOKEN,
    ChooseDice,
    KeepDice,
    PickDie,
    RollPicked,
    companion_rerolls,
)
from embertable.games.lueur.morning import ChooseCompanion, ChooseCull, Recruit
from embertable.games.lueur.province import DIE, Camp, ChooseWay, StopWalking, WalkTo
from embertable.games.lueur.setup import ChooseAdventurer, TakeAdventurer
from embertable.games.lueur.sketals import ChooseReserveDie
from embertable.games.lueur.state import LueurState, MeetingSpace, Player

SMALL = ("azure", "green")
"""Stand for the small dice of a usual round."""
FOOTPRINT = 1.25
ROUNDS_AHEAD = 1
"""Rounds in a rollout; after them expected values are used."""
SEARCHED = (ChooseAdventurer, BlackDieChoice, ChooseCompanion, ChooseCull, ChooseReserveDie)
IDLE_SHARE = 0.35
"""A die that adds less than this to the gain of the cards is idle."""


class Met:
    """A card whose trigger dice may meet: what it brings, whether the companion dies, and which dice matter."""

    def __init__(self, card: Card, trigger: Trigger, gain: float) -> None:
        self.card = card
        self.trigger = trigger
        self.gain = gain
        self.dies = dies(trigger)
        self.wants_all = trigger.identical > 0
        self.wants = [symbol for symbol, _ in trigger.need]
        self.wants += [symbol for symbol in trigger.absent if symbol not in self.wants]
        self.shuns = bool(trigger.absent)


class LueurRollout(Rollout):
    def __init__(self, table: Table[Any], choice: Choice) -> None:
        super().__init__(table, choice)
        state: LueurState = table.state
        self.content: LueurContent = state.content
        self.expected = expected_gains_of(self.content)
        self.faces = {face: priced(effects) for face, effects in self.content.face_effects.items()}
        self.idle: list[int] = []
        """Idle dice of the seat that rerolls, cached while dice are picked."""
        self.round = state.round
        self.event_names = ("dark", "behind")
        self.bursts = state.players[self.seat].bursts
        self.evaluators = [LueurEvaluator(table, choice) for _ in state.players]
        for seat, evaluator in enumerate(self.evaluators):
            evaluator.seat = seat
            evaluator.use_full_model()
        self.choosers = [LueurEvaluator(table, choice) for _ in state.players]
        """The evaluators of the seats; rivals use the greedy one."""
        for seat, chooser in enumerate(self.choosers):
            chooser.seat = seat
        self.choosers[self.seat].use_full_model()
        self._attractions: dict[tuple[object, ...], float] = {}
        self._adventurers: dict[tuple[object, ...], int] = {}
        self._triggers: dict[tuple[str, ...], list[Met]] = {}
        # The evaluator knows more than a few rollouts, and one round of dice says little.
        self.min_standard_errors = 2.0

    def is_worth_a_search(self) -> bool:
        """Roll out what depends on rivals and dice; the greedy evaluator is exact for the rest."""
        return isinstance(self.choice, SEARCHED)

    def act(self, table: Table[Any], choice: Choice) -> Action:
        if isinstance(choice, ChooseDice):
            return self.reroll(table, choice.seat)
        if isinstance(choice, ChooseWay):
            return self.walk(table, choice.seat)
        if isinstance(choice, ChooseSailing):
            return self.sail(table, choice.seat)
        if isinstance(choice, ChooseCompanion):
            return self.recruit(table, choice.seat)
        if isinstance(choice, ChooseAdventurer):
            return self.set_out(table, choice.seat)
        options = table.offered()
        if isinstance(options[0], (Raise, GiveUpCompanion)):
            return self.liked(table, options)
        return options[0]

    def is_over(self, table: Table[Any]) -> bool:
        state: LueurState = table.state
        return state.round >= self.round + ROUNDS_AHEAD

    def events(self, table: Table[Any]) -> int:
        """In the order of the names."""
        state: LueurState = table.state
        bursts = [player.bursts for player in state.players]
        mine = bursts[self.seat]
        return int(mine <= self.bursts) + 2 * int(max(bursts) > mine)

    def estimate(self, table: Table[Any]) -> float:
        """The probability of winning against all rivals, by the lead over each."""
        if table.result is not None:
            return super().estimate(table)
        state: LueurState = table.state
        values = [evaluator.estimate(state) for evaluator in self.evaluators]
        mine = values[self.seat]
        leads = [mine - value for seat, value in enumerate(values) if seat != self.seat]
        return win_probability(leads, self.content.rounds - state.round + 1)

    # Choices in rollouts.

    def set_out(self, table: Table[Any], seat: Seat) -> Action:
        """Take the adventurer worth most; cached by those that are left."""
        options = table.offered()
        key = (
            seat,
            *[option.adventurer for option in options if isinstance(option, TakeAdventurer)],
        )
        if key not in self._adventurers:
            chooser = self.choosers[seat]
            best, most = 0, -math.inf
            for place, option in enumerate(options):
                tried = table.copy(seeded(0))
                tried.apply(option, seat)
                chooser.settle(tried)
                value = add_up(chooser.value(tried).values())
                if value > most:
                    best, most = place, value
            self._adventurers[key] = best
        return options[self._adventurers[key]]

    def recruit(self, table: Table[Any], seat: Seat) -> Action:
        state: LueurState = table.state
        options = table.offered()
        best, most = options[0], -math.inf
        for option in options:
            assert isinstance(option, Recruit)
            value = self.attraction(state, seat, state.space(option.space))
            if value > most:
                best, most = option, value
        return best

    def attraction(self, state: LueurState, seat: Seat, place: MeetingSpace) -> float:
        """The value of a companion to a player; cached for the round."""
        if state.round != self.round or isinstance(self.choice, ChooseAdventurer):
            return self.choosers[seat].value_with(state, place)
        key = (seat, place.companion, place.footprints, *place.dice)
        if key not in self._attractions:
            self._attractions[key] = self.choosers[seat].value_with(state, place)
        return self._attractions[key]

    def reroll(self, table: Table[Any], seat: Seat) -> Action:
        """Reroll up to two idle dice while it costs no bursts."""
        state: LueurState = table.state
        player = state.players[seat]
        options = table.offered()
        is_free = companion_rerolls(self.content, player) > 0
        source = COMPANION if is_free else TOKEN
        if is_free or player.rerolls:
            if not player.picked:
                self.idle = self.idle_dice(state, seat)
            for option in options:
                if isinstance(option, PickDie) and option.die in self.idle:
                    return option
        for option in options:
            if isinstance(option, KeepDice):
                return option
            if isinstance(option, RollPicked) and option.source == source:
                return option
        return options[0]

    def idle_dice(self, state: LueurState, seat: Seat) -> list[int]:
        """Dice that add little to what the cards bring as the dice lie."""
        player = state.players[seat]
        symbols = counted_symbols(state, seat)
        rounds = self.content.rounds - state.round
        faces = list(symbols)
        adds = {face: self.faces.get(face, 0.0) for face in faces}
        for met in self.triggers_of(player):
            whole = self.brought(met, symbols, rounds)
            # A trigger that is not met stays so with one die less, unless it forbids a symbol.
            if not whole and not met.shuns:
                continue
            for face in faces if met.wants_all else met.wants:
                count = symbols.get(face, 0)
                if not count:
                    continue
                if count > 1:
                    symbols[face] = count - 1
                else:
                    del symbols[face]
                adds[face] += whole - self.brought(met, symbols, rounds)
                symbols[face] = count
        return [die for die in player.dice if adds.get(state.faces[die], math.inf) <= IDLE_SHARE]

    def brought(self, met: Met, symbols: dict[str, int], rounds: int) -> float:
        times = met.trigger.activations(symbols)
        if not times:
            return 0.0
        return times * met.gain - (self.expected.parting(met.card, rounds) if met.dies else 0.0)

    def triggers_of(self, player: Player) -> list[Met]:
        """The cards that dice may trigger."""
        names = (player.adventurer, *player.companions)
        found = self._triggers.get(names)
        if found is None:
            cards = [self.content.cards[name] for name in names]
            found = [
                Met(card, card.trigger, self.expected.gains[card.id].in_bursts())
                for card in cards
                if card.trigger is not None
            ]
            self._triggers[names] = found
        return found

    def walk(self, table: Table[Any], seat: Seat) -> Action:
        state: LueurState = table.state
        player = state.players[seat]
        province = province_of(self.content)
        rounds = self.content.rounds - state.round
        later = STEPS_PER_DIE * rounds * (len(SMALL) + 3)
        price = FOOTPRINT if rounds else float(self.content.bursts_per_footprint)
        options = table.offered()
        best, most = options[-1], -math.inf
        ahead = later + 0.5 * (len(player.dice) - len(player.set_aside))
        for option in options:
            if isinstance(option, WalkTo):
                place = self.content.province.places[option.space]
                value = province.estimate(option.space, player.encampment, ahead - 0.5)
                if place.kind == "village":
                    value = max(value, float(place.points))
                value += province.icons[player.company, option.space]
                value -= 0.0 if option.payment == DIE else price
            elif isinstance(option, Camp):
                value = province.estimate(player.company, player.company, later)
            else:
                assert isinstance(option, StopWalking)
                value = province.estimate(player.company, player.encampment, later) + 0.01
            if value > most:
                best, most = option, value
        return best

    def sail(self, table: Table[Any], seat: Seat) -> Action:
        state: LueurState = table.state
        player = state.players[seat]
        board = self.content.archipelago
        islands = archipelago_of(self.content)
        rounds = self.content.rounds - state.round
        elements = different_elements(state, seat)
        options = table.offered()
        best, most = options[-1], -math.inf
        for option in options:
            if isinstance(option, Sail):
                path = board.paths[option.start][option.island]
                moved = [*player.boats, option.island]
                moved.remove(option.start)
                value = islands.estimate(moved, rounds) + priced(path.effects)
                value += priced(board.places[option.island].effects)
                value -= FOOTPRINT * sailing_cost(path, elements)
            else:
                assert isinstance(option, StayMoored)
                value = islands.estimate(player.boats, rounds)
            if value > most:
                best, most = option, value
        return best

    def liked(self, table: Table[Any], options: list[Action]) -> Action:
        state: LueurState = table.state
        rounds = self.content.rounds - state.round

        def liking(option: Action) -> float:
            if not isinstance(option, (Raise, GiveUpCompanion)):
                return -REROLL
            dice = self.usual_dice(state.players[option.seat])
            card = self.content.cards[option.companion]
            value = self.expected.future(card, dice, rounds).in_bursts()
            return value if isinstance(option, Raise) else -value

        return max(options, key=liking)

    def usual_dice(self, player: Player) -> Colours:
        dice = self.content.dice
        large = [dice[die].colour for die in player.dice if dice[die].large]
        return tuple(sorted([*large, *SMALL]))
