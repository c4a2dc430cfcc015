"""The Preparation Phase: signals, who passes, the cards that are laid and revealed (section 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.countdown import PAUSES, Countdown
from embertable.engine.table import SYSTEM, Action, Choice, Event, Step, Together
from embertable.games.deadcells.bases import (
    CharacterAction,
    CharacterCardEvent,
    CharacterChoice,
    CharacterEvent,
    CharacterStep,
    Decline,
)
from embertable.games.deadcells.cards import offer, turn_card
from embertable.games.deadcells.effects import COLOURS
from embertable.games.deadcells.gains import advance, can_take
from embertable.games.deadcells.state import NOBODY, PRINTED, DeadCellsState, DeadCellsTable

SIGNALS: Final = "signals"
UNTIMED: Final = "untimed"
OFFERS: Final = ("damage", "block", "loot", "skill", "state")


@dataclass
class CardLaid(Event):
    """A card was laid face down; one Action and its Round were announced."""

    character: int
    action: str
    round: int


class CardRevealed(CharacterCardEvent):
    pass


class PlayerPasses(CharacterEvent):
    pass


@dataclass
class LineForsaken(Event):
    round: int


@dataclass
class Prepare(Step):
    """Talk, who passes, then three cards face down, revealed together (section 10)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.passing = NOBODY
        state.shown = False
        steps: list[Step] = []
        for character in state.characters:
            character.signal = ""
        if not state.is_solo() and "no_communication" not in state.curses:
            steps.extend(talk(table))
        if len(state.characters) == 4:
            steps.append(ChoosePass(state.chief()))
        for one in state.in_order():
            steps.append(LayCards(one))
        steps.append(RevealCards())
        if state.constraint == "first_player_no_action":
            steps.append(ChooseForsaken(state.chief()))
        table.do_all(steps)


def talk(table: DeadCellsTable) -> list[Step]:
    """Signals where they replace the talk; where a clock runs, one player after the other."""
    seats = tuple(table.state.in_order())
    signals = table.options["talk"] == SIGNALS
    if is_timed(table):
        asked: list[Step] = [
            ChooseSignal(seat, seat) if signals else ChooseReady(seat, seat) for seat in seats
        ]
        return [*asked, EndTalk()]
    if signals:
        return [Together(seats, tuple([ChooseSignal(seat, seat) for seat in seats]))]
    return []


class ChooseSignal(CharacterChoice):
    """One signal before the cards: a focus, a danger, or a vague offer (D-COMBAT-PREP-04)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        options: list[Action] = [KeepSilent(self.seat, self.character)]
        for enemy in table.state.enemies:
            options.append(MarkEnemy(self.seat, self.character, "focus", enemy.space))
            options.append(MarkEnemy(self.seat, self.character, "danger", enemy.space))
        return [*options, *[OfferHelp(self.seat, self.character, one) for one in OFFERS]]


class KeepSilent(Decline):
    pass


@dataclass(unsafe_hash=True)
class MarkEnemy(Action):
    character: int
    mark: str
    space: int

    def run(self, table: DeadCellsTable) -> None:
        table.state.characters[self.character].signal = f"{self.mark} {self.space}"
        table.make_final()
        table.emit(EnemyMarked(self.character, self.mark, self.space))


@dataclass(unsafe_hash=True)
class OfferHelp(Action):
    character: int
    help: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.characters[self.character].signal = f"offer {self.help}"
        table.make_final()
        table.emit(HelpOffered(self.character, self.help))


@dataclass
class EnemyMarked(Event):
    character: int
    mark: str
    space: int


@dataclass
class HelpOffered(Event):
    character: int
    help: str


# The clock of the talk. Rules know no time: the host of the table says when it is up.


def is_timed(table: DeadCellsTable) -> bool:
    return table.options["preparation"] != UNTIMED


def talk_countdown(table: DeadCellsTable) -> Countdown | None:
    """A minute for all together; then the First Player may start (D-COMBAT-PREP-01)."""
    if is_timed(table) and isinstance(table.next_choice(), (ChooseSignal, ChooseReady)):
        return Countdown(int(table.options["preparation"]), TalkTimeUp(SYSTEM), PAUSES[-1])
    return None


class ChooseReady(CharacterChoice):
    """The player talks with the others, and says when they are ready for the cards."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [SayReady(self.seat, self.character)]


class SayReady(Decline):
    pass


class TalkTimeUp(Action):
    """The system's: the First Player is asked whether the talk is over."""

    def run(self, table: DeadCellsTable) -> None:
        table.make_final()
        table.emit(TimeRanOut())
        table.do(ChooseTalkEnd(table.state.chief()))


@dataclass
class TimeRanOut(Event):
    pass


@dataclass
class ChooseTalkEnd(Choice):
    """Start without those who are not ready, or give them as much time again."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [StartCards(self.seat), WaitLonger(self.seat)]


class StartCards(Action):
    def run(self, table: DeadCellsTable) -> None:
        table.make_final()
        table.skip_to(EndTalk)


class WaitLonger(Action):
    def run(self, table: DeadCellsTable) -> None:
        pass


@dataclass
class EndTalk(Step):
    """Where the talk ends, whoever is ready."""

    def run(self, table: DeadCellsTable) -> None:
        pass


@dataclass
class ChoosePass(Choice):
    """With four players one takes no part, never the First Player (D-COMBAT-PLAY-08)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        return [LetPass(self.seat, one) for one in state.in_order() if one != state.first]


class LetPass(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        table.state.passing = self.character
        table.emit(PlayerPasses(self.character))


class LayCards(CharacterStep):
    """A player's turn to play cards, or to turn one over instead."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        character = state.characters[self.character]
        if self.character == state.passing:
            table.do(TurnForScroll(self.character))
            return
        if character.is_serenade():
            character.active = [character.draw[-1] if character.draw else PRINTED]
            return
        count = min(cards_to_play(state, self.character), len(character.hand))
        table.do_all([ChooseCard(character.seat, self.character) for _ in range(count)])


def cards_to_play(state: DeadCellsState, one: int) -> int:
    """How many cards a character plays; all together play three (D-COMBAT-PLAY-05)."""
    if state.is_solo() or len(state.characters) == 1:
        return 2
    return 2 if len(state.characters) == 2 and one == state.first else 1


class ChooseCard(CharacterChoice):
    """A hand card, with an Action it has and its Round (D-COMBAT-PLAY-02, 03)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        options: list[Action] = []
        for card in state.characters[self.character].hand:
            kinds = state.content.cards[card].kinds
            for round in (1, 2, 3):
                for kind in kinds[round]:
                    options.append(LayCard(self.seat, self.character, card, kind, round))
        return options


@dataclass(unsafe_hash=True)
class LayCard(Action):
    character: int
    card: str
    action: str
    round: int

    def run(self, table: DeadCellsTable) -> None:
        character = table.state.characters[self.character]
        character.hand.remove(self.card)
        character.active.append(self.card)
        character.announced.append(f"{self.action} {self.round}")
        # What is named aloud tells everybody something of the hand.
        table.reveal()
        table.emit(CardLaid(self.character, self.action, self.round))


class TurnForScroll(CharacterStep):
    """The passing player turns a card over: its icon advances a Scroll (D-COMBAT-PLAY-09)."""

    def run(self, table: DeadCellsTable) -> None:
        card = turn_card(table, self.character)
        if card:
            icons = table.state.content.cards[card].icons
            seat = table.state.characters[self.character].seat
            offer(table, ChoosePassScroll(seat, self.character, icons))


@dataclass
class ChoosePassScroll(Choice):
    character: int
    icons: tuple[str, ...]

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [
            AdvanceScroll(self.seat, self.character, icon)
            for icon in self.icons
            if can_take(table.state, self.character, COLOURS.index(icon))
        ]


@dataclass(unsafe_hash=True)
class AdvanceScroll(Action):
    character: int
    colour: str

    def run(self, table: DeadCellsTable) -> None:
        advance(table, self.character, COLOURS.index(self.colour))


@dataclass
class RevealCards(Step):
    """All cards are turned up together (D-COMBAT-PLAY-04)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        state.shown = True
        table.reveal()
        for one in state.participants():
            for card in state.characters[one].active:
                table.emit(CardRevealed(one, card))


@dataclass
class ChooseForsaken(Choice):
    """The First Player skips one Round line under a constraint (D-COMBAT-SETUP-12)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [ForsakeLine(self.seat, round) for round in (1, 2, 3)]


@dataclass(unsafe_hash=True)
class ForsakeLine(Action):
    round: int

    def run(self, table: DeadCellsTable) -> None:
        table.state.skipped = self.round
        table.emit(LineForsaken(self.round))
