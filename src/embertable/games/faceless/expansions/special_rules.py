"""What single scenarios add: the way back to the Entrance, and the word nobody may say."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import SYSTEM, Action, Event, Seat, SeatStep, Step, Table
from embertable.games.faceless.content import FacelessContent
from embertable.games.faceless.deck import (
    AS_THREAT,
    RefillDisplay,
    add_threat,
    asks_for_card,
    draw_event,
)
from embertable.games.faceless.ending import check_victory
from embertable.games.faceless.moments import (
    Additions,
    AfterCollecting,
    BeforeEffect,
    PlayerSpoke,
    StillNeeded,
    SystemActions,
)
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.threats import ResolveThreat
from embertable.games.faceless.turns import ChooseAction, ChooseAddition

return_to_entrance = Ruleset("return_to_entrance")
forbidden_word = Ruleset("forbidden_word")


@return_to_entrance.changes(StillNeeded)
def need_entrance(table: Table[FacelessState], moment: StillNeeded, needed: int) -> int:
    """A space beside the token; one that it covers does not count (F-SCEN-04a, F-INT-33)."""
    state = table.state
    entrance = state.obstacles[state.content.entrance]
    around = state.content.board.around[state.team]
    beside = state.team not in entrance and any([space in entrance for space in around])
    return needed if beside else needed + 1


@return_to_entrance.on(AfterCollecting)
def look_for_entrance(table: Table[FacelessState], moment: AfterCollecting) -> Iterable[Step]:
    return [CheckVictory()]


@dataclass
class CheckVictory(Step):
    def run(self, table: Table[FacelessState]) -> None:
        check_victory(table)


@dataclass
class WordSaid(Event):
    seat: Seat
    card: str


@forbidden_word.on(Additions)
def offer_report(table: Table[FacelessState], moment: Additions) -> Iterable[Step]:
    return [SayWord(moment.seat)]


@forbidden_word.on(SystemActions)
def let_system_report(table: Table[FacelessState], moment: SystemActions) -> Iterable[Step]:
    """Nothing is being resolved, so what was heard can be punished (F-SCEN-06a)."""
    if isinstance(table.next_choice(), (ChooseAction, ChooseAddition)):
        return [SayWord(SYSTEM)]
    return []


class SayWord(Action):
    """The current player has said it: a card is added and its effect resolved (F-SCEN-06a)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.do(PunishWord(table.state.current))


class PunishWord(SeatStep):
    """No Threat phase: only what is worded for any resolved card answers."""

    def run(self, table: Table[FacelessState]) -> None:
        if asks_for_card(table, self, self.seat, AS_THREAT):
            return
        card = draw_event(table)
        if not card:
            return
        add_threat(table.state, card)
        table.emit(WordSaid(self.seat, card))
        table.do_all(
            [
                *table.reactions(BeforeEffect(self.seat, card)),
                ResolveThreat(self.seat, table.state.content.cards[card].colour),
                RefillDisplay(),
            ]
        )


@forbidden_word.on(PlayerSpoke)
def hear_word(table: Table[FacelessState], moment: PlayerSpoke) -> Iterable[Step]:
    """Only a message of the current player can hold the word (F-SCEN-06a)."""
    state = table.state
    if moment.seat == state.current and says_forbidden_word(state.content, moment.text):
        return [SayWord(SYSTEM)]
    return []


def says_forbidden_word(content: FacelessContent, text: str) -> bool:
    """Whether a chat message holds the word: case, accents, spaces and hyphens do not hide it."""
    said = plain_letters(text)
    return any([plain_letters(pattern) in said for pattern in content.forbidden])


def plain_letters(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(
        [
            letter
            for letter in letters
            if not unicodedata.combining(letter) and letter not in " -_\t\n\u00a0"
        ]
    )
