"""Ask all: party decisions by suggestion and agreement (W-CTRL-11)."""

from __future__ import annotations

import pytest

from embertable.bots import GreedyBot, ask
from embertable.engine.errors import IllegalAction
from embertable.engine.table import PARTY
from embertable.games.setawatch.camp import ChoosePlacement, ChooseRest, Rest
from embertable.games.setawatch.consent import (
    Agree,
    ChooseAgreement,
    ChooseSuggestion,
    GoAhead,
    Object,
    Suggest,
)
from embertable.games.setawatch.exhausting import ExhaustCard
from embertable.games.setawatch.setup import ChooseAdventurer, ChooseFamiliar
from embertable.games.setawatch.watch import ChooseAction, GiveUp
from tests.games.setawatch.scene import new_game, scene


def who_rests(players: str = "3", ask: str = "all"):
    """A table that has come to the choice of the resting adventurer."""
    table = new_game(players=players, adventurers="random", ask=ask)
    while isinstance(table.next_choice(), ChooseAdventurer | ChooseFamiliar):
        table.apply(table.offered()[0])
    return table


@pytest.mark.rule("W-CTRL-11")
def test_all_are_asked_who_rests():
    table = who_rests()
    assert table.next_choice() == ChooseSuggestion(PARTY, ChooseRest(PARTY), False)
    table.apply(Suggest(PARTY, 1, Rest(PARTY, 2)), 1)
    table.apply(Agree(PARTY, 0), 0)
    assert table.state.resting != 2, "one has not answered"
    table.apply(Agree(PARTY, 2), 2)
    table.next_choice()
    assert table.state.resting == 2


@pytest.mark.rule("W-CTRL-11")
def test_nobody_speaks_for_another_seat():
    table = who_rests()
    with pytest.raises(IllegalAction):
        table.apply(Suggest(PARTY, 1, Rest(PARTY, 2)), 0)
    table.apply(Suggest(PARTY, 1, Rest(PARTY, 2)), 1)
    assert table.offered(1) == [GoAhead(PARTY)]
    assert table.offered(0) == [Agree(PARTY, 0), Object(PARTY, 0)]
    with pytest.raises(IllegalAction):
        table.apply(GoAhead(PARTY), 0)


@pytest.mark.rule("W-CTRL-11", "W-CTRL-07")
def test_whoever_agreed_need_not_wait():
    table = who_rests()
    table.apply(Suggest(PARTY, 1, Rest(PARTY, 0)), 1)
    table.apply(GoAhead(PARTY), 1)
    table.next_choice()
    assert table.state.resting == 0
    assert table.state.agreed == []


@pytest.mark.rule("W-CTRL-11")
def test_one_objection_is_heard():
    table = who_rests()
    table.apply(Suggest(PARTY, 1, Rest(PARTY, 0)), 1)
    table.apply(Object(PARTY, 2), 2)
    assert table.next_choice() == ChooseSuggestion(PARTY, ChooseRest(PARTY), True)
    assert table.state.resting < 0
    table.apply(Suggest(PARTY, 2, Rest(PARTY, 3), True), 2)
    assert table.offered(0) == [Agree(PARTY, 0)], "no second objection"
    table.apply(GoAhead(PARTY), 2)
    assert isinstance(table.next_choice(), ChoosePlacement) or table.state.resting == 3


@pytest.mark.rule("W-CTRL-11")
def test_all_are_asked_before_the_party_gives_up():
    table = scene(line="bear 4, wolf 4", dice="R 4", players=2, ask="all")
    table.watch()
    assert GiveUp(PARTY) not in table.table.offered()
    table.act(Suggest(PARTY, 0, GiveUp(PARTY)), seat=0)
    table.act(Object(PARTY, 1), seat=1)
    assert isinstance(table.waiting(), ChooseAction), "the Watch goes on"
    table.act(Suggest(PARTY, 0, GiveUp(PARTY)), seat=0)
    waiting = table.act(Agree(PARTY, 1), seat=1)
    assert table.state.out_of_actions
    assert isinstance(waiting, ChooseSuggestion), "which card is exhausted is asked, too"


@pytest.mark.rule("W-CTRL-11")
def test_all_are_asked_which_card_is_exhausted():
    table = scene(line="barrow_knight arriving, bear", dice="R 4", players=2, ask="all")
    waiting = table.watch()
    assert isinstance(waiting, ChooseSuggestion)
    table.act(Suggest(PARTY, 1, ExhaustCard(PARTY, 0, 0)), seat=1)
    table.act(Agree(PARTY, 0), seat=0)
    assert table.state.adventurers[0].exhausted[0]
    assert isinstance(table.waiting(), ChooseAction)


@pytest.mark.rule("W-CTRL-11")
@pytest.mark.parametrize(("players", "ask"), [("1", "all"), ("4", "first")])
def test_alone_or_by_default_nobody_is_asked(players, ask):
    assert who_rests(players, ask).next_choice() == ChooseRest(PARTY)


def test_a_bot_that_speaks_for_all_does_not_wait():
    table = who_rests("2")
    bot = GreedyBot(1)
    table.apply(ask(bot, table, PARTY))
    assert isinstance(table.next_choice(), ChooseAgreement)
    assert ask(bot, table, PARTY) == GoAhead(PARTY)
