"""A game of Lueur kept beside the real one equals an ordinary game with the same luck."""

import pytest

from embertable import load
from embertable.engine.chance import seeded
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE, Draw
from embertable.games.lueur.evening import LayDie, Meet, RollForSpace, TurnUpCompanion
from embertable.games.lueur.kaar import LayBlackDie, RollBlackDie
from embertable.games.lueur.late_morning import RollDie, ShowFace
from embertable.games.lueur.setup import DealAdventurer, DrawFirstPlayer, GoFirst, TakeAdventurer
from embertable.games.lueur.spells import RevealSpell, TurnUpSpell
from tests.records.play import Picks

LUEUR = load("lueur")


class Watched:
    """An ordinary game, played to its end, and what chance decided in it, in order of asking."""

    def __init__(self, options, seed):
        self.session = Session(LUEUR, options, seed)
        self.decisions = []
        picks = Picks(seed)
        while (choice := self.session.table.next_choice()) is not None:
            action = picks.one_of(self.session.table.offered(choice.seat))
            self.decisions.append((action, choice.seat))
            self.session.play(action, choice.seat)


class Shadow:
    """A companion table that is told the luck of an ordinary one, decision by decision."""

    def __init__(self, watched, options, seed):
        self.ordinary = Session(LUEUR, options, seed)
        chance = seeded(seed + 1)
        chance.entered = True
        self.companion = Session(LUEUR, options, chance)
        self.entered = 0
        self.kinds = set()
        for action, seat in watched.decisions:
            self.enter()
            assert self.views() == self.views(self.ordinary)
            self.ordinary.play(action, seat)
            self.ordinary.table.next_choice()
            self.companion.play(action, seat)
        self.enter()

    def views(self, session=None):
        table = (session or self.companion).table
        return [LUEUR.view(table, seat) for seat in range(LUEUR.seats(table))]

    def enter(self):
        """Enter what the ordinary table shows, for as long as chance is asked."""
        while draws := self.companion.table.open_draws():
            draw = draws[0]
            self.kinds.add(type(draw))
            self.companion.play(self.answer(draw), CHANCE)
            self.entered += 1

    def answer(self, draw):
        state = self.ordinary.table.state
        match draw:
            case DrawFirstPlayer():
                return GoFirst(CHANCE, state.first)
            case DealAdventurer(player=player):
                return TakeAdventurer(player, state.players[player].adventurer)
            case RollDie(die=die):
                return ShowFace(CHANCE, die, state.faces[die])
            case RollForSpace(die=die):
                return LayDie(CHANCE, die, state.faces[die])
            case RollBlackDie(roller=roller):
                return LayBlackDie(CHANCE, roller, state.faces[state.content.black_die])
            case TurnUpCompanion(space=space):
                return Meet(CHANCE, space, state.space(space).companion)
            case TurnUpSpell(holder=holder):
                known = self.companion.table.state.players[holder].spells
                return RevealSpell(CHANCE, holder, state.players[holder].spells[len(known)])
        raise AssertionError(draw)


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, {"players": "2"}),
        (2, {"players": "3", "journey": "archipelago", "adventurers": "random"}),
        (56, {"players": "4", "adventurers": "random"}),
        (19, {"players": "3"}),
    ],
)
def test_a_companion_game_equals_an_ordinary_game_with_that_luck(seed, options):
    watched = Watched(options, seed)
    shadow = Shadow(watched, options, seed)
    ended = shadow.companion.table
    assert ended.result == watched.session.table.result
    assert shadow.views() == shadow.views(watched.session)
    assert ended.log == watched.session.table.log
    assert shadow.entered > 100
    again = resume(LUEUR, shadow.companion.record)
    assert again.record.entries == shadow.companion.record.entries


def test_every_kind_of_luck_is_entered_in_some_game():
    kinds = set()
    for seed, players in ((56, "4"), (19, "3"), (49, "4")):
        options = {"players": players, "adventurers": "random"}
        kinds |= Shadow(Watched(options, seed), options, seed).kinds
    assert kinds == KINDS


KINDS = set(Draw.__subclasses__()) & set(LUEUR.codec().classes.values())


@pytest.mark.parametrize("kind", sorted(KINDS, key=str))
def test_a_wrong_entry_of_any_kind_is_taken_back_by_anybody(kind):
    """Up to the first of its kind with two answers, in games that together have all kinds."""
    for seed, players in ((56, "4"), (19, "3"), (49, "4")):
        chance = seeded(seed)
        chance.entered = True
        session = Session(LUEUR, {"players": players, "adventurers": "random"}, chance)
        picks = Picks(seed)
        while (choice := session.table.next_choice()) is not None:
            offered = session.table.offered(choice.seat)
            if isinstance(choice, kind) and len(choice.options(session.table)) > 1:
                before = LUEUR.state_hash(session.table)
                session.play(choice.options(session.table)[1], CHANCE)
                assert session.may_undo(CHANCE)
                session.undo(CHANCE)
                assert LUEUR.state_hash(session.table) == before
                return
            session.play(picks.one_of(offered), choice.seat)
    raise AssertionError(kind)
