"""A game of Set a Watch with entered dice equals an ordinary game with the same luck."""

import pytest

from embertable import load
from embertable.engine.chance import Chance, seeded
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE
from embertable.games.setawatch.dice_effects import RollDie, ShowValue, TellRolledAgain, roll_of
from embertable.games.setawatch.setup import RollFirewood, StackFirewood
from embertable.games.setawatch.state import CHANCE_OF_DICE
from embertable.previews.forecast import AT_REST
from tests.records.play import Picks

WATCH = load("setawatch")
MOST = 400
"""Decisions of one game; luck alone loses sooner."""


class Heard(Chance):
    """A chance that notes what its dice show."""

    def __init__(self, seed):
        source = seeded(seed)
        super().__init__(source.key, seed)
        self.dice = []

    def draw(self, stream, sides):
        number = super().draw(stream, sides)
        if stream == CHANCE_OF_DICE:
            self.dice.append(number + 1)
        return number


def enter(companion, dice):
    """Enter the dice of the ordinary game, in order, for as long as chance is asked."""
    entered = 0
    while draws := companion.table.open_draws():
        draw, value = draws[0], dice.pop(0)
        if isinstance(draw, RollDie):
            companion.play(ShowValue(CHANCE, draw.die, value), CHANCE)
        else:
            assert isinstance(draw, RollFirewood)
            companion.play(StackFirewood(CHANCE, value), CHANCE)
        entered += 1
    return entered


def position(session):
    """The whole position, hidden decks included, except how far the program's own streams are."""
    saved = session.table.to_json()
    return [saved[part] for part in ("state", "pending", "lanes", "result")]


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {"players": "2"}), (2, {"players": "4", "starting_fire": "d6"}), (3, {"ask": "all"})],
)
def test_a_companion_game_equals_an_ordinary_game_with_that_luck(seed, options):
    heard = Heard(seed)
    ordinary = Session(WATCH, options, heard)
    chance = seeded(seed)
    chance.entered = True
    companion = Session(WATCH, options, chance)
    picks = Picks(seed)
    entered = enter(companion, heard.dice)
    for _ in range(MOST):
        assert position(companion) == position(ordinary)
        choice = ordinary.table.next_choice()
        if choice is None:
            break
        action = picks.one_of(ordinary.table.offered(choice.seat))
        ordinary.play(action, choice.seat)
        ordinary.table.next_choice()
        companion.play(action, choice.seat)
        entered += enter(companion, heard.dice)
    assert heard.dice == []
    assert companion.table.result is not None
    assert companion.table.result == ordinary.table.result
    assert companion.table.log == ordinary.table.log
    assert entered >= 12
    again = resume(WATCH, companion.record)
    assert again.record.entries == companion.record.entries


@pytest.mark.rule("W-DICE-01")
def test_a_value_that_the_die_does_not_have_is_never_offered():
    chance = seeded(1)
    chance.entered = True
    table = Session(WATCH, {"players": "2"}, chance).table
    picks = Picks(1)
    while not table.open_draws():
        table.apply(picks.one_of(table.offered()))
    draw = table.open_draws()[0]
    assert isinstance(draw, RollDie)
    values = range(1, draw.sides + 1)
    assert table.offered(CHANCE) == [ShowValue(CHANCE, draw.die, value) for value in values]


@pytest.mark.parametrize("kind", [RollDie, RollFirewood])
def test_a_wrong_entry_of_any_kind_is_taken_back_by_anybody(kind):
    chance = seeded(1)
    chance.entered = True
    session = Session(WATCH, {"players": "2", "starting_fire": "d6"}, chance)
    picks = Picks(1)
    for _ in range(MOST):
        choice = session.table.next_choice()
        assert choice is not None
        if isinstance(choice, kind):
            before = WATCH.state_hash(session.table)
            session.play(choice.options(session.table)[1], CHANCE)
            assert session.may_undo(CHANCE)
            session.undo(CHANCE)
            assert WATCH.state_hash(session.table) == before
            return
        session.play(picks.one_of(session.table.offered(choice.seat)), choice.seat)
    raise AssertionError(kind)


def test_all_dice_of_a_watch_are_asked_in_a_row_and_so_are_those_rolled_again():
    """The other dice of a roll can be entered before the first is answered."""
    chance = seeded(1)
    chance.entered = True
    table = Session(WATCH, {"players": "2"}, chance).table
    picks = Picks(1)
    while not table.open_draws():
        table.apply(picks.one_of(table.offered()))
    ahead = table.draws_ahead(table.open_draws()[0])
    assert len(ahead) == len(table.state.dice) - 1
    for draw in ahead:
        table.apply(table.open_draws()[0].options(table)[0], CHANCE)
        assert table.open_draws() == [draw]
    one, other = [(roll_of(table.state, die), TellRolledAgain(die, 1)) for die in (0, 1)]
    again = table.copy_doing(table.chance, *one, *other, AT_REST)
    assert again.draws_ahead(again.open_draws()[0]) == [other[0]]
