"""Values the options of The Faceless by playing each one to the end of the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from embertable.bots.evaluator import Evaluator, Values
from embertable.bots.faceless.blind_poses import BLIND_HEADINGS, BlindPoses
from embertable.bots.faceless.position_value import Judge, Position
from embertable.bots.faceless.walks import Pose, Terrain, Way
from embertable.bots.sums import add_up
from embertable.engine.table import Action, Choice, Table
from embertable.games.faceless.billygoat import ApproachBy
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT, COLOURS, PURPLE, FacelessContent
from embertable.games.faceless.kids import (
    ChangeNumber,
    DrawBonus,
    ExchangeCard,
    KeepThreat,
    LeaveBonus,
    LookAtTop,
    PlaySecond,
    ReplaceThreat,
    ShiftMemory,
    ShiftTo,
    StayHere,
    StepAside,
    StopWalking,
    TellTop,
    TurnOne,
    WhisperFreely,
    free_beside,
)
from embertable.games.faceless.memories import (
    CAMPFIRE_CARDS,
    FIGURE_OF,
    BurnThreat,
    LetFireDie,
    Listen,
    UseMemory,
)
from embertable.games.faceless.moments import CardTriggers, MoreSteps
from embertable.games.faceless.rest import Rest, TakeThreat, hand_limit
from embertable.games.faceless.setup import PlaceBillygoat, PlaceTeam
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import (
    EndMovement,
    FreeSteps,
    NeedleSteps,
    SpendMemory,
    TakeStep,
)
from embertable.games.faceless.threats import DiscardCard, TurnRound
from embertable.games.faceless.turns import FaceThreats
from embertable.games.faceless.walk import MoveByCard, PlayCard, StandOn, TurnTo, places_for
from embertable.games.faceless.whisper import GiveCard, PickCard, SwapCards, Whisper

KEPT: Final[tuple[str, ...]] = (
    "street",
    "campfire",
    "bags",
    "music_player",
    "hat",
    "bow",
    "school_book",
    "old_rope",
)
"""Memories by how useful their effect is, best first."""
SPENT: Final = 0.2
"""The cost of using each of them without its effect."""
USUAL_CARD: Final = "yellow-2"
"""Stands for an unknown card."""
LITTLE: Final = 0.05
PASSING: Final = (FaceThreats, LeaveBonus, LetFireDie, PickCard, StayHere, StopWalking)
"""Options that change nothing."""
IDLE: Final = (TellTop, Whisper, WhisperFreely)
"""Options whose effect is not valued; taken only when every other option is worse."""


class FacelessEvaluator(Evaluator):
    def __init__(self, table: Table[Any], choice: Choice, terrain: Terrain | None = None) -> None:
        super().__init__(table, choice)
        state: FacelessState = table.state
        self.state = state
        self.content: FacelessContent = state.content
        self.terrain = terrain or Terrain(table)
        self.is_calm = bool(state.action) and not table.ask(CardTriggers(self.seat), 1)
        self.judge = self.judge_of(state)
        self.guessed = False
        self.now = self.position_of(state)

    # The evaluator's interface.

    def exact_value(self, action: Action) -> Values | None:
        if self.state.team == AWAY and not isinstance(action, PlaceTeam):
            return {}  # Before the Team stands, one kid or layout is as good as another.
        found = self.option_value(action)
        if found is None:
            self.guessed = True
        return found

    def is_certain(self) -> bool:
        return not self.guessed

    def value(self, table: Table[Any]) -> Values:
        state: FacelessState = table.state
        position = self.position_of(state)
        if table.result is not None:
            way = replace(position.way, lost=not table.result.winners)
            return self.judge.value(position.with_way(way))
        if state.team == AWAY:
            return {}
        self.judge.display = displayed(state)
        return self.judge.after_threat(position)

    # Positions.

    def judge_of(self, state: FacelessState) -> Judge:
        """With the odds of the next card, or the card itself for those who have seen it."""
        if self.seat in state.top_seen and state.deck:
            unseen = state.deck[-1:]
        else:
            unseen = state.deck + state.removed
        colours = [self.content.cards[card].colour for card in unseen]
        odds = {colour: colours.count(colour) / max(1, len(colours)) for colour in COLOURS}
        judge = Judge(self.terrain, odds, self.seat, len(state.memory_spaces))
        judge.display = displayed(state)
        return judge

    def position_of(self, state: FacelessState) -> Position:
        left = tuple(sorted([space for space in state.memory_spaces if space != AWAY]))
        return Position(
            way=Way(state.team, left, len(state.unused)),
            places=state.places,
            headings=state.headings,
            hands=tuple([tuple(hand) for hand in state.hands]),
            columns={colour: float(len(state.column(colour))) for colour in COLOURS},
            deck=float(len(state.deck)),
        )

    def position_value(self, position: Position) -> Values:
        return self.judge.value(position) if self.is_calm else self.judge.after_threat(position)

    def best(self, positions: list[Position]) -> Values:
        return max([self.position_value(position) for position in positions], key=total)

    def moved(self, way: Way) -> Position:
        return self.now.with_way(way)

    # The options.

    def option_value(self, action: Action) -> Values | None:
        """The value of an option at the end of the turn; None for options not covered here."""
        now = self.now
        state = self.state
        if isinstance(action, PASSING):
            return self.position_value(now)
        if isinstance(action, IDLE):
            return {
                **self.position_value(now),
                "hands": self.position_value(now).get("hands", 0.0) - LITTLE,
            }
        if isinstance(action, (PlayCard, PlaySecond)):
            return self.played(action.card)
        if isinstance(action, Rest):
            return self.rested()
        if isinstance(action, (StandOn, TurnTo)):
            return self.posed(action)
        if isinstance(action, (TakeStep, StepAside)):
            return self.stepped(action)
        if isinstance(action, ChangeNumber):
            steps = max(0, self.card_steps(state.card) + action.change)
            return self.position_value(self.walked(state.card, steps))
        if isinstance(action, UseMemory):
            return self.used(action.memory)
        if isinstance(action, TurnOne):
            return self.turned(action.figure)
        if isinstance(action, KeepThreat):
            # The card is drawn already, so the deck stays as it is.
            struck = self.judge.struck(now, self.content.cards[state.revealed].colour)
            return self.judge.value(replace(struck, deck=now.deck))
        if isinstance(action, ReplaceThreat):
            return self.judge.after_threat(now)
        if isinstance(action, LookAtTop):
            best = self.best_without(LookAtTop)
            return {**best, "time": best.get("time", 0.0) + LITTLE}
        if isinstance(action, (ShiftMemory, ShiftTo)):
            return self.shifted(action)
        if isinstance(action, SpendMemory):
            way = replace(now.way, unused=now.way.unused - 1)
            value = self.position_value(self.moved(way))
            return {**value, "effects": SPENT * KEPT.index(action.memory)}
        if isinstance(action, ApproachBy):
            return self.position_value(
                self.with_figure(BILLYGOAT, action.space, state.headings[BILLYGOAT])
            )
        if isinstance(action, TurnRound):
            place, heading = state.places[action.figure], state.headings[action.figure]
            return self.position_value(
                self.with_figure(action.figure, place, (heading + 180) % 360)
            )
        if isinstance(action, PlaceTeam):
            return self.judge.value(self.moved(replace(now.way, team=action.space)))
        if isinstance(action, PlaceBillygoat):
            return self.judge.value(self.with_figure(BILLYGOAT, action.space, 0))
        return self.with_cards(action)

    def with_cards(self, action: Action) -> Values | None:
        """Options that only move cards."""
        now = self.now
        hands = now.hands
        if isinstance(action, TakeThreat):
            card = self.state.column(action.colour)[-1]
            return self.position_value(self.judge.taken(now, self.seat, action.colour, card))
        if isinstance(action, BurnThreat):
            return self.position_value(self.refilled(now.with_column(action.colour, -1)))
        if isinstance(action, Listen):
            return self.position_value(self.filled(now, action.player))
        if isinstance(action, DiscardCard):
            return self.position_value(
                now.with_hand(self.seat, without(hands[self.seat], action.card))
            )
        if isinstance(action, DrawBonus):
            drawn = now.with_hand(self.seat, (*hands[self.seat], USUAL_CARD))
            return self.position_value(replace(drawn, deck=now.deck - 1))
        if isinstance(action, ExchangeCard):
            taken = self.state.column(action.colour)[-1]
            hand = (*without(hands[self.seat], action.card), taken)
            colour = self.content.cards[action.card].colour
            after = now.with_column(action.colour, -1).with_column(colour, 1)
            return self.position_value(after.with_hand(self.seat, hand))
        if isinstance(action, GiveCard):
            after = now.with_hand(action.owner, without(hands[action.owner], action.card))
            return self.position_value(after.with_hand(action.to, (*hands[action.to], action.card)))
        if isinstance(action, SwapCards):
            one = (*without(hands[action.owner], action.card), action.instead)
            other = (*without(hands[action.other], action.instead), action.card)
            return self.position_value(
                now.with_hand(action.owner, one).with_hand(action.other, other)
            )
        return None

    # Walking.

    def played(self, name: str) -> Values:
        """The best pose and walk that a card allows."""
        card = self.content.cards[name]
        position = self.now.with_hand(self.seat, without(self.now.hands[self.seat], name))
        steps = self.card_steps(name)
        if card.colour == PURPLE:
            ways = self.terrain.freely(position.way, position.places[BILLYGOAT], steps)
            return self.best([position.with_way(way) for way in ways])
        figure = COLOURS.index(card.colour)
        return self.best_pose(position, figure, places_for(self.table, figure, True), steps)

    def best_pose(self, position: Position, figure: int, places: list[int], steps: int) -> Values:
        """The value of the best pose of a figure, with the walk that follows."""
        if self.terrain.is_covered:
            return self.blind().best(position, figure, places, BLIND_HEADINGS, steps)
        poses = self.terrain.poses(self.state, figure, places, position.way, steps)
        return self.best([posed(position, pose) for pose in poses] or [position])

    def blind(self) -> BlindPoses:
        return BlindPoses(self.state, self.terrain, self.judge, self.is_calm)

    def card_steps(self, name: str) -> int:
        return max(0, self.table.ask(MoreSteps(), self.content.cards[name].value))

    def steps_ahead(self) -> int:
        """How far the Team moves once the figure is placed."""
        waits = any([isinstance(step, MoveByCard) for step in self.table.pending])
        return self.card_steps(self.state.card) if waits and self.state.card else 0

    def posed(self, action: StandOn | TurnTo) -> Values:
        state = self.state
        way, steps = self.now.way, self.steps_ahead()
        if isinstance(action, StandOn):
            return self.best_pose(self.now, action.figure, [action.place], steps)
        here = state.places[action.figure]
        if self.terrain.is_covered:
            headings = [action.heading]
            return self.blind().best(self.now, action.figure, [here], headings, steps)
        poses = self.terrain.poses_at(state, action.figure, here, (action.heading,), way, steps)
        return self.best([posed(self.now, pose) for pose in poses])

    def walked(self, name: str, steps: int) -> Position:
        now = self.now
        if self.content.cards[name].colour == PURPLE:
            ways = self.terrain.freely(now.way, now.places[BILLYGOAT], steps)
            return max(
                [self.moved(way) for way in ways],
                key=lambda position: total(self.position_value(position)),
            )
        return self.moved(self.terrain.follow(now.way, now.places, now.headings, steps))

    def stepped(self, action: TakeStep | StepAside) -> Values:
        """A step and the best steps after it in this movement."""
        now = self.now
        billygoat = now.places[BILLYGOAT]
        if isinstance(action, StepAside):
            return self.best([self.moved(w) for w in self.terrain.freely(now.way, billygoat, 1)])
        way = self.terrain.step(now.way, action.direction, billygoat)
        free = needle = 0
        for step in reversed(self.table.pending):
            if isinstance(step, EndMovement):
                break
            if isinstance(step, FreeSteps):
                free += step.steps
            elif isinstance(step, NeedleSteps):
                needle += step.steps
        ways = [
            self.terrain.follow(one, now.places, now.headings, needle)
            for one in ([way] if way.lost else self.terrain.freely(way, billygoat, free))
        ]
        return self.best([self.moved(one) for one in ways])

    def with_figure(self, figure: int, place: int, heading: int) -> Position:
        places, headings = self.state.places[:], self.state.headings[:]
        places[figure], headings[figure] = place, heading
        way = self.now.way
        if figure == BILLYGOAT and place == way.team:
            way = replace(way, lost=True)
        return self.now.with_figures(places, headings).with_way(way)

    def turned(self, figure: int) -> Values:
        return self.best_pose(self.now, figure, [self.state.places[figure]], 0)

    # Resting and Memories.

    def rested(self) -> Values:
        position = self.refilled(self.filled(self.now, self.seat))
        if self.state.kids[self.seat] == "karyn":
            return self.judge.value(position)
        return self.judge.after_threat(position)

    def filled(self, position: Position, seat: int) -> Position:
        return self.judge.filled(position, seat, hand_limit(self.table, seat))

    def refilled(self, position: Position) -> Position:
        return self.judge.refilled(position, self.state.minimum)

    def used(self, memory: str) -> Values:
        """What a Memory's effect adds at the end of this turn; before the action it can wait."""
        now = self.now
        spent = self.moved(replace(now.way, unused=now.way.unused - 1))
        if not self.state.action:
            value = self.position_value(spent)
            return {**value, "effects": -1.0}
        if memory in FIGURE_OF:
            figure = FIGURE_OF[memory]
            return self.best_pose(spent, figure, places_for(self.table, figure, False), 0)
        if memory == "street":
            ways = self.terrain.freely(spent.way, now.places[BILLYGOAT], 1)
            return self.best([spent.with_way(way) for way in ways])
        if memory == "music_player":
            seats = range(len(now.hands))
            return self.best([self.refilled(self.filled(spent, seat)) for seat in seats])
        if memory == "campfire":
            for _ in range(CAMPFIRE_CARDS):
                burnt = [
                    spent.with_column(colour, -1)
                    for colour in COLOURS
                    if spent.columns[colour] >= 1
                ]
                spent = max(
                    [spent, *burnt], key=lambda position: total(self.position_value(position))
                )
            return self.position_value(self.refilled(spent))
        return {**self.position_value(spent), "effects": -1.0}

    def shifted(self, action: ShiftMemory | ShiftTo) -> Values:
        """How much closer a Memory can be brought than without the effect."""
        start = action.space if isinstance(action, ShiftMemory) else action.start
        spaces = (
            free_beside(self.table, start) if isinstance(action, ShiftMemory) else [action.space]
        )
        left = [space for space in self.now.way.left if space != start]
        positions = [
            self.moved(replace(self.now.way, left=tuple(sorted([*left, space]))))
            for space in spaces
        ]
        nearer = max([self.judge.value(position)["way"] for position in positions])
        gain = nearer - self.judge.value(self.now)["way"]
        if isinstance(action, ShiftTo):
            return {"way": gain}
        value = self.best_without(ShiftMemory)
        return {**value, "way": value.get("way", 0.0) + gain - LITTLE}

    def best_without(self, kind: type[Action]) -> Values:
        if self._best is None:
            options = [
                option
                for option in self.table.offered(self.seat)
                if not isinstance(option, (kind, LookAtTop, ShiftMemory))
            ]
            values = [self.option_value(option) for option in options]
            self._best = max([one for one in values if one is not None], key=total)
        return self._best

    _best: Values | None = None


def displayed(state: FacelessState) -> dict[str, tuple[str, ...]]:
    return {colour: tuple(state.column(colour)) for colour in COLOURS}


def posed(position: Position, pose: Pose) -> Position:
    return position.with_figures(pose.places, pose.headings).with_way(pose.way)


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    cards = list(hand)
    cards.remove(card)
    return tuple(cards)


def total(value: Values) -> float:
    return add_up(value.values())
