"""The choices of a rollout of The Faceless: the action of a turn by a rough value, the rest by rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from embertable.bots.faceless.evaluator import KEPT as KEPT_LONGEST
from embertable.bots.faceless.evaluator import FacelessEvaluator, total
from embertable.bots.faceless.fast_walks import LOST, Ground, Turning, left_of, space_of, unused_of
from embertable.bots.faceless.position_value import (
    CALM,
    CARD_OF_DECK,
    CATCH,
    COLUMN,
    FOUND,
    HAND,
    NUMBER,
    PURPLE_STEP,
    STEP,
    UNUSED,
    WON,
)
from embertable.bots.faceless.position_value import LOST as LOSS
from embertable.bots.faceless.walks import Terrain
from embertable.bots.sums import add_up
from embertable.engine.chance import seeded
from embertable.engine.table import Action, Choice, Table
from embertable.games.faceless.billygoat import ChooseApproach
from embertable.games.faceless.content import BILLYGOAT, COLOURS, PURPLE, RED
from embertable.games.faceless.kids import (
    ChangeNumber,
    ChooseBonus,
    ChooseChange,
    ChooseSecondCard,
    OfferStep,
    PlaySecond,
)
from embertable.games.faceless.memories import CAMPFIRE_CARDS, FIGURE_OF, UseMemory
from embertable.games.faceless.moments import MoreSteps
from embertable.games.faceless.rest import ChooseColumn, Rest, TakeThreat, hand_limit
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import (
    ChooseBetween,
    ChoosePayment,
    ChooseStep,
    FreeSteps,
    SpendMemory,
    TakeStep,
)
from embertable.games.faceless.threats import ChooseDiscard, ChooseTurned, DiscardCard
from embertable.games.faceless.turns import ChooseAction, ChooseAddition
from embertable.games.faceless.walk import (
    TURNS,
    ChooseHeading,
    ChoosePlace,
    PlayCard,
    StandOn,
    places_for,
)

NEARLY: Final = 8.0
"""Ends this much worse than the best are not examined further."""
ANY: Final = [0, 1, 2, 3, 4, 5]
"""Every direction of a step."""
FREELY: Final = -1
"""Stands for a figure where the Team takes free steps."""
MOST_KNOWN: Final = 512
"""How many best poses, and best options, are kept: a search stays below a megabyte."""
FAR: Final = 40
CALMS: Final = [CALM**beyond for beyond in range(FAR)]
"""The danger from Billygoat by how far out of his reach the Team is."""


class RolloutChoices:
    """Chooses for every seat of the imagined tables of one game."""

    def __init__(self, table: Table[FacelessState]) -> None:
        self.terrain = Terrain(table)
        self.changes = bool(self.terrain.deadly)
        """Whether deadly spaces may move."""
        self.ground = Ground(self.terrain, table.state.memory_spaces)
        self.poses: dict[tuple[object, ...], Pose] = {}
        """The best poses that were looked for: the same positions come back in most rollouts."""
        self.valued: dict[str, int] = {}
        """The best options by their values, by the hash of what is known of the position."""
        self.plains: dict[int, float] = {}
        self.pose: Pose | None = None

    def begin(self) -> None:
        self.pose = None

    def act(self, table: Table[FacelessState], choice: Choice) -> Action:
        if isinstance(choice, ChooseHeading):
            # Every degree is legal, so the shortlist is not needed here.
            return self.heading(table, choice)
        options = table.offered()
        if len(options) == 1:
            return options[0]
        if isinstance(choice, (ChooseApproach, ChooseTurned, ChooseBonus)):
            return options[0]
        if isinstance(choice, ChoosePlace) and self.pose is not None:
            for option in options:
                if isinstance(option, StandOn) and option.place == self.pose.place:
                    return option
        self.look(table)
        moment = Turn(self, table, choice.seat)
        if isinstance(choice, (ChooseAction, ChooseSecondCard)):
            return moment.action(options)
        if isinstance(choice, ChooseAddition):
            return moment.addition(options)
        if isinstance(choice, (ChooseStep, ChooseBetween)):
            return moment.step(table, options)
        if isinstance(choice, OfferStep):
            return options[1] if moment.free_step() > moment.now() else options[0]
        if isinstance(choice, ChooseChange):
            return max(options, key=moment.changed)
        if isinstance(choice, ChooseColumn):
            return max(options, key=moment.taken)
        if isinstance(choice, ChooseDiscard):
            return min(options, key=moment.discarded)
        if isinstance(choice, ChoosePayment):
            return max(options, key=spent)
        return self.best_by_value(table, choice, options)

    def heading(self, table: Table[FacelessState], choice: ChooseHeading) -> Action:
        """The heading of the pose that was meant, or else the best of those tried."""
        figure = choice.figure
        place = table.state.places[figure]
        pose = self.pose
        self.pose = None
        if pose is None or pose.place != place:
            self.look(table)
            turn = Turn(self, table, choice.seat)
            pose = turn.best_pose(figure, [place], turn.stand, turn.steps_of(choice))
        return TURNS[choice.seat][figure][pose.heading]

    def look(self, table: Table[FacelessState]) -> None:
        """Make `ground` this table's."""
        if self.changes or not self.ground.still_holds(table.state):
            self.terrain = Terrain(table)
            self.ground = Ground(self.terrain, table.state.memory_spaces)
            self.poses = {}
            self.plains = {}

    def keep(self, key: tuple[object, ...], pose: Pose) -> None:
        if len(self.poses) >= MOST_KNOWN:
            self.poses.clear()
        self.poses[key] = pose

    def best_by_value(
        self, table: Table[FacelessState], choice: Choice, options: Sequence[Action]
    ) -> Action:
        """By the greedy bot's value, for options without a rule here; looked for once."""
        # What is known of a position decides: dealt again with one seed, it looks the same.
        known = table.game.imagine(table, choice.seat, seeded(0))
        key = table.game.state_hash(known)
        best = self.valued.get(key, -1)
        if best >= 0:
            return options[best]
        evaluator = FacelessEvaluator(table, choice, self.terrain)
        best = 0
        most = -1000.0
        for number, option in enumerate(options):
            value = evaluator.option_value(option)
            if value is not None and total(value) > most:
                most = total(value)
                best = number
        if len(self.valued) >= MOST_KNOWN:
            self.valued.clear()
        self.valued[key] = best
        return options[best]


class Pose:
    """A place and heading of a figure, and where they lead the Team."""

    def __init__(self, value: float, place: int, heading: int, end: int) -> None:
        self.value = value
        self.place = place
        self.heading = heading
        self.end = end


class Turn:
    """What a seat may do next, with its value at the end of the turn."""

    def __init__(self, choices: RolloutChoices, table: Table[FacelessState], seat: int) -> None:
        state = table.state
        self.choices = choices
        self.ground = choices.ground
        self.table = table
        self.state = state
        self.seat = seat
        self.all = len(state.memory_spaces)
        self.red = len(state.column(RED))
        self.purple = len(state.column(PURPLE))
        self.red_odds, self.purple_odds = self.odds()
        self.stand = self.ground.stand_of(state)

    def now(self) -> float:
        """The value of changing nothing."""
        return self.value(self.stand, self.state.places, self.state.headings)

    def odds(self) -> tuple[float, float]:
        """The probabilities that the next Threat is red and that it is purple, from the unseen cards."""
        state = self.state
        if self.seat in state.top_seen and state.deck:
            unseen = state.deck[-1:]
        else:
            unseen = state.deck + state.removed
        cards = state.content.cards
        red = purple = 0
        for card in unseen:
            colour = cards[card].colour
            if colour == RED:
                red += 1
            elif colour == PURPLE:
                purple += 1
        number = max(1, len(unseen))
        return red / number, purple / number

    # Values of ends.

    def plain(self, stand: int) -> float:
        """Without Billygoat and Threats."""
        found = self.choices.plains.get(stand)
        if found is None:
            found = self.plain_value(stand)
            self.choices.plains[stand] = found
        return found

    def plain_value(self, stand: int) -> float:
        left = left_of(stand)
        found = FOUND * (self.all - left.bit_count())
        if stand & LOST:
            return found + LOSS
        if not left:
            return found + WON
        unused = min(unused_of(stand), len(UNUSED) - 1)
        return found + UNUSED[unused] - STEP * self.ground.tour(stand)

    def danger(self, distance: int, red: int) -> float:
        return -CATCH * CALMS[min(FAR - 1, max(0, distance - red - 1))]

    def value(self, stand: int, places: list[int], headings: list[int]) -> float:
        """With Billygoat where he is, and what a red or a purple Threat would do."""
        calm = self.calm(stand, places[BILLYGOAT])
        if not self.purple_odds or stand & LOST or not left_of(stand):
            return calm
        end = self.ground.follow(stand, places, headings, self.purple + 1)
        return self.stirred(calm, end, places[BILLYGOAT])

    def calm(self, stand: int, billygoat: int) -> float:
        """The same without a purple Threat, the only one that depends on the figures."""
        plain = self.plain(stand)
        if stand & LOST or not left_of(stand):
            return plain
        distance = self.ground.terrain.hunt(space_of(stand))[billygoat]
        calm = plain + self.danger(distance, self.red)
        if self.red_odds:
            nearer = distance - self.red - 1
            hunted = LOSS if nearer <= 0 else plain + self.danger(nearer, self.red + 1)
            calm += self.red_odds * (hunted - calm)
        return calm

    def stirred(self, calm: float, end: int, billygoat: int) -> float:
        """With a purple Threat, which leads the Team to that end."""
        moved = self.plain(end)
        if not end & LOST and left_of(end):
            distance = self.ground.terrain.hunt(space_of(end))[billygoat]
            moved += self.danger(distance, self.red)
        return calm + self.purple_odds * (moved - calm)

    # Actions.

    def action(self, options: Sequence[Action]) -> Action:
        """Play a card, rest or end the turn; rollouts skip Whispers and additions."""
        self.choices.pose = None
        best = options[0]
        most = -1000.0
        for option in options:
            pose: Pose | None = None
            if isinstance(option, (PlayCard, PlaySecond)):
                pose = self.card(option.card)
                value = pose.value - self.card_loss(option.card)
            elif isinstance(option, Rest):
                value = self.rest()
            elif option is options[0]:
                value = self.now()  # To play no second card.
            else:
                continue
            if value > most:
                most = value
                best = option
                self.choices.pose = pose
        return best

    def card(self, name: str) -> Pose:
        card = self.state.content.cards[name]
        steps = max(0, self.table.ask(MoreSteps(), card.value))
        if card.colour == PURPLE:
            return Pose(self.freely(self.stand, steps), -1, 0, self.stand)
        figure = COLOURS.index(card.colour)
        return self.best_pose(figure, places_for(self.table, figure, True), self.stand, steps)

    def freely(self, stand: int, steps: int) -> float:
        state = self.state
        if steps <= 0:
            return self.value(stand, state.places, state.headings)
        return self.best_steps(stand, steps, ANY).value

    def best_steps(self, stand: int, steps: int, directions: list[int]) -> Pose:
        """The best end of free steps, with the first of them for a heading."""
        key = self.key(FREELY, stand, steps, directions)
        known = self.choices.poses.get(key)
        if known is None:
            ends = self.ground.freely(stand, self.state.places[BILLYGOAT], steps, directions)
            end, value = self.best_of(list(ends))
            known = Pose(value, -1, ends[end], end)
            self.choices.keep(key, known)
        return known

    def best_of(self, ends: list[int]) -> tuple[int, float]:
        """The best end with all figures in place, and its value."""
        state = self.state
        plains = [self.plain(end) for end in ends]
        least = max(plains) - NEARLY
        best = ends[0]
        most = -1000.0
        for end, plain in zip(ends, plains, strict=True):
            if plain > least:
                value = self.value(end, state.places, state.headings)
                if value > most:
                    most = value
                    best = end
        return best, most

    def best_pose(self, figure: int, places: Sequence[int], stand: int, steps: int) -> Pose:
        """The best pose of a figure on one of the places, looked for once."""
        key = self.key(figure, stand, steps, places)
        pose = self.choices.poses.get(key)
        if pose is None:
            pose = self.look_for_pose(figure, places, stand, steps)
            self.choices.keep(key, pose)
        return pose

    def key(self, figure: int, stand: int, steps: int, ways: Sequence[int]) -> tuple[object, ...]:
        """All that decides which of the ways is best."""
        return (
            (figure, stand, steps, self.red, self.purple, self.red_odds, self.purple_odds),
            tuple(self.state.places),
            tuple(self.state.headings),
            tuple(ways),
        )

    def look_for_pose(self, figure: int, places: Sequence[int], stand: int, steps: int) -> Pose:
        state = self.state
        turning = self.ground.turning(state, figure)
        billygoat = state.places[BILLYGOAT]
        found: list[Pose] = []
        most = -1000.0
        plains: dict[int, float] = {}
        for place in places:
            if figure == BILLYGOAT:
                billygoat = place
                if place == state.team:
                    continue
            for end, heading in turning.ends(stand, place, billygoat, steps):
                if end not in plains:
                    plains[end] = self.plain(end)
                    most = max(most, plains[end])
                found.append(Pose(plains[end], place, heading, end))
        best = Pose(LOSS, places[0] if places else -1, 0, stand | LOST)
        for pose in found:
            if pose.value >= most - NEARLY:
                pose.value = self.posed(turning, pose)
                if pose.value > best.value:
                    best = pose
        return best

    def posed(self, turning: Turning, pose: Pose) -> float:
        """The value of an end with the figure turned as it was for it."""
        end = pose.end
        is_billygoat = turning.figure == BILLYGOAT
        billygoat = pose.place if is_billygoat else self.state.places[BILLYGOAT]
        calm = self.calm(end, billygoat)
        if not self.purple_odds or end & LOST or not left_of(end):
            return calm
        steps = self.purple + 1
        return self.stirred(
            calm, turning.follow(end, pose.place, pose.heading, billygoat, steps), billygoat
        )

    def steps_of(self, choice: ChooseHeading) -> int:
        """How far the Team moves, without what powers add."""
        if not self.state.card:
            return choice.steps
        value = self.state.content.cards[self.state.card].value
        return max(0, self.table.ask(MoreSteps(), value))

    def step(self, table: Table[FacelessState], options: Sequence[Action]) -> Action:
        """The first step of the best way with the remaining steps."""
        steps = 1
        for pending in reversed(table.pending[:-1]):
            if not isinstance(pending, FreeSteps):
                break
            steps += pending.steps
        directions: list[int] = []
        for option in options:
            assert isinstance(option, TakeStep)
            directions.append(option.direction)
        return options[directions.index(self.best_steps(self.stand, steps, directions).heading)]

    def free_step(self) -> float:
        return self.freely(self.stand, 1)

    def changed(self, option: Action) -> float:
        assert isinstance(option, ChangeNumber)
        state = self.state
        card = state.content.cards[state.card]
        steps = max(0, self.table.ask(MoreSteps(), card.value + option.change))
        if card.colour == PURPLE:
            return self.freely(self.stand, steps)
        end = self.ground.follow(self.stand, state.places, state.headings, steps)
        return self.value(end, state.places, state.headings)

    # Cards.

    def card_value(self, name: str) -> float:
        card = self.state.content.cards[name]
        return card.value * (PURPLE_STEP if card.colour == PURPLE else NUMBER)

    def card_loss(self, name: str) -> float:
        cards = min(len(self.state.hands[self.seat]), len(HAND) - 1)
        return HAND[cards] - HAND[cards - 1] + self.card_value(name)

    def taken(self, option: Action) -> float:
        assert isinstance(option, TakeThreat)
        return self.gain(option.colour, self.state.column(option.colour)[-1])

    def gain(self, colour: str, card: str) -> float:
        return COLUMN[colour] + self.card_value(card)

    def discarded(self, option: Action) -> float:
        return self.card_value(option.card) if isinstance(option, DiscardCard) else 0.0

    def rest(self) -> float:
        return self.now() + self.filled(self.seat)

    def filled(self, seat: int) -> float:
        """The value of filling a hand, less the cards that the deck adds to the display."""
        state = self.state
        hand = len(state.hands[seat])
        wanted = max(0, hand_limit(self.table, seat) - hand)
        if not wanted:
            return 0.0
        gains: list[float] = []
        for colour in COLOURS:
            for card in state.column(colour)[-wanted:]:
                gains.append(self.gain(colour, card))
        gains.sort(reverse=True)
        missing = max(0, state.minimum - (state.displayed() - wanted))
        most = len(HAND) - 1
        return (
            add_up(gains[:wanted])
            + HAND[min(hand + wanted, most)]
            - HAND[min(hand, most)]
            - CARD_OF_DECK * missing
        )

    # Memories.

    def addition(self, options: Sequence[Action]) -> Action:
        """Use a Memory whose effect is worth more than keeping it to pay with."""
        best = options[0]
        unused = min(len(self.state.unused), len(UNUSED) - 1)
        most = self.now() + UNUSED[unused] - UNUSED[max(0, unused - 1)]
        for option in options[1:]:
            if isinstance(option, UseMemory):
                pose = self.memory(option.memory)
                if pose.value > most:
                    most = pose.value
                    best = option
                    self.choices.pose = pose
        return best

    def memory(self, name: str) -> Pose:
        state = self.state
        value = -1000.0
        if name in FIGURE_OF:
            figure = FIGURE_OF[name]
            return self.best_pose(figure, places_for(self.table, figure, False), self.stand, 0)
        if name == "street":
            value = self.free_step()
        elif name == "music_player":
            value = self.now() + max([self.filled(seat) for seat in range(len(state.hands))])
        elif name == "campfire":
            burnt = sorted([COLUMN[colour] for colour in COLOURS if state.column(colour)])
            value = self.now() + add_up(burnt[-CAMPFIRE_CARDS:])
        return Pose(value, -1, 0, self.stand)


def spent(option: Action) -> int:
    """Memories, the least useful first."""
    return KEPT_LONGEST.index(option.memory) if isinstance(option, SpendMemory) else -1
