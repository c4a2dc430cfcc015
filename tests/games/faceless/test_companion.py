"""A game of The Faceless with entered readings, cards and dice equals an ordinary game with that luck."""

from collections import defaultdict
from dataclasses import replace

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.engine.chance import Redealt, seeded
from embertable.engine.errors import IllegalAction
from embertable.engine.messages import message_of
from embertable.engine.seat_view import seat_view
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE, PARTY, Draw
from embertable.games.faceless import team
from embertable.games.faceless.compass import DEGREE
from embertable.games.faceless.deck import NOWHERE, ShowCard, TurnUpCard
from embertable.games.faceless.expansions.creepy_die import DieRolled, ShowDie, ThrowDie
from embertable.games.faceless.expansions.crossroads import (
    CrossroadsRevealed,
    ShowCrossroads,
    TurnUpCrossroads,
)
from embertable.games.faceless.expansions.haunted_places import ShowArrows, TurnUpPlace
from embertable.games.faceless.expansions.servants import (
    ServantsMoved,
    ShowServants,
    TurnUpServants,
)
from embertable.games.faceless.needle import NeedleRead, NeedleShows, ReadNeedle, model_degrees
from embertable.games.faceless.team import MemoryFound, ShowMemory, TakeStep, TurnUpMemory
from embertable.games.faceless.view import view
from tests.records.play import Picks

FACELESS = load("faceless")
CARDS = ("CardDrawn", "ThreatAdded", "CardRevealed", "DeckDiscarded", "WordSaid")
HIDDEN = ("deck", "cards", "haunted", "die")
"""The random streams of what people draw and roll themselves."""
EXPANSIONS = {
    **dict.fromkeys(("creepy_die", "crossroads", "haunted_places"), "on"),
    "servants": "roaming",
    "difficulty": "easy",
}


def entered(seed, deck=None):
    """A chance whose dice and cards are entered; what is hidden is dealt with another seed."""
    source, other = seeded(seed), seeded(seed if deck is None else deck)
    chance = Redealt(source.key, None, dict.fromkeys(HIDDEN, other.key))
    chance.seed = seed
    chance.entered = True
    return chance


class Pair:
    """An ordinary game, and beside it a companion table that is told its luck after each decision."""

    def __init__(self, options, seed, readings=None):
        self.ordinary = Session(FACELESS, options, seed)
        self.companion = Session(FACELESS, options, entered(seed, seed + 1))
        self.readings = readings
        self.told = 0
        self.kinds = set()
        self.drawn = defaultdict(list)
        self.enter()

    def play(self, action, seat):
        self.ordinary.play(action, seat)
        self.companion.play(action, seat)
        self.enter()

    def enter(self):
        """Enter what the ordinary table drew, for as long as the companion asks."""
        self.ordinary.table.next_choice()
        self.drawn.clear()
        for event in self.ordinary.table.log[self.told :]:
            name = type(event).__name__
            self.drawn[TurnUpCard if name in CARDS else type(event)].append(event)
        self.told = len(self.ordinary.table.log)
        while draws := self.companion.table.open_draws():
            self.kinds.add(type(draws[0]))
            self.companion.play(self.answer(draws[0]), CHANCE)

    def answer(self, draw):
        state = self.ordinary.table.state
        match draw:
            case ReadNeedle(model=model):
                degrees = self.readings.pop(0) if self.readings else model
                return NeedleShows(CHANCE, degrees)
            case TurnUpCard(goes_to=goes_to, drawer=drawer) if goes_to == NOWHERE:
                return ShowCard(CHANCE, state.deck[-1], drawer)
            case TurnUpCard():
                return ShowCard(CHANCE, self.drawn[TurnUpCard].pop(0).card, PARTY)
            case TurnUpMemory(space=space):
                return ShowMemory(CHANCE, space, self.drawn[MemoryFound].pop(0).memory)
            case ThrowDie():
                return ShowDie(CHANCE, self.drawn[DieRolled].pop(0).face)
            case TurnUpCrossroads():
                number = self.drawn[CrossroadsRevealed].pop(0).number
                numbers = [card.number for card in state.content.crossings]
                return ShowCrossroads(CHANCE, numbers.index(number))
            case TurnUpServants():
                return ShowServants(CHANCE, self.drawn[ServantsMoved].pop(0).direction)
            case TurnUpPlace(place=place):
                return ShowArrows(CHANCE, place, state.parts["haunted_places"].arrows[place])
        raise AssertionError(draw)

    def check(self):
        assert views(self.companion.table, own_compass=False) == views(self.ordinary.table)

    def check_end(self):
        mine, theirs = self.companion.table, self.ordinary.table
        assert theirs.result is not None
        assert mine.result == theirs.result
        encode = FACELESS.codec().encode
        told = [encode(event) for event in mine.log if not isinstance(event, NeedleRead)]
        assert told == [encode(event) for event in theirs.log]


def views(table, **changes):
    seats = range(FACELESS.seats(table))
    return [replace(view(table, seat), **changes) for seat in seats]


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (3, {"players": "2"}),
        (5, {"players": "4", **EXPANSIONS}),
        (8, {"players": "3", "fog": "on"}),
    ],
)
def test_a_companion_game_equals_an_ordinary_game_with_that_luck(seed, options):
    """People whose compass agrees with the model play the very game of the program."""
    pair = Pair(options, seed)
    bot = get_bot("greedy", seed)
    while (choice := pair.ordinary.table.next_choice()) is not None:
        pair.check()
        pair.play(ask(bot, pair.ordinary.table, choice.seat), choice.seat)
    pair.check_end()
    assert {ReadNeedle, TurnUpCard} <= pair.kinds
    saved = pair.companion.record
    assert saved.companion
    # Its hidden decks were dealt from two seeds, so it is replayed with the same ones.
    again = Session(FACELESS, options, entered(seed, seed + 1))
    for entry in saved.entries:
        again.play(FACELESS.codec().decode(entry.action), entry.seat)
    assert again.record.entries == saved.entries


@pytest.mark.parametrize("seed", range(4))
def test_readings_that_differ_from_the_model_lead_the_team(seed, monkeypatch):
    """As if the ordinary game had a needle that points where the players' own does."""
    picks, player = Picks(seed + 40), Picks(seed)
    pair = Pair({"players": "2", "difficulty": "easy"}, seed, [])
    shown = []

    def read(table):
        # Only the true table is asked by these rules; what bots imagine is not in this test.
        degrees = picks.below(360)
        shown.append(degrees)
        table.state.needle = degrees * DEGREE

    monkeypatch.setattr(team, "read_needle", read)
    while (choice := pair.ordinary.table.next_choice()) is not None:
        pair.check()
        pair.readings = shown
        pair.play(player.one_of(pair.ordinary.table.offered(choice.seat)), choice.seat)
    pair.check_end()
    assert shown == []


def test_every_kind_of_luck_is_entered_in_some_game():
    kinds = set()
    for seed in range(6):
        pair = Pair({"players": "4", **EXPANSIONS}, seed)
        bot = get_bot("greedy", seed)
        while (choice := pair.ordinary.table.next_choice()) is not None:
            pair.play(ask(bot, pair.ordinary.table, choice.seat), choice.seat)
        kinds |= pair.kinds
    assert kinds == set(Draw.__subclasses__()) & set(FACELESS.codec().classes.values())


def until(kind, seed=3, **options):
    """A companion table at which a draw of this kind is open."""
    session = Session(FACELESS, {"players": "2", **options}, entered(seed))
    picks = Picks(seed)
    for _ in range(600):
        choice = session.table.next_choice()
        assert choice is not None
        if isinstance(choice, kind):
            return session
        session.play(picks.one_of(session.table.offered(choice.seat)), choice.seat)
    raise AssertionError(kind)


def test_any_degree_is_a_reading_and_nothing_else_is():
    session = until(ReadNeedle)
    shown = seat_view(session.table, 1)
    assert shown.free is not None
    assert (shown.free.name, shown.free.first, shown.free.last) == ("degrees", 0, 359)
    for degrees in (-1, 360, 7200):
        with pytest.raises(IllegalAction):
            session.play(NeedleShows(CHANCE, degrees), CHANCE)
    session.play(NeedleShows(CHANCE, 359), CHANCE)


def test_the_list_begins_with_the_model_and_goes_round_the_dial():
    table = until(ReadNeedle).table
    shown = seat_view(table, 0).options
    listed = [option.degrees for option in shown if isinstance(option, NeedleShows)]
    assert listed[0] == model_degrees(table)
    assert set(range(0, 360, 30)) <= set(listed)
    assert len(set(listed)) == len(listed)


def test_a_reading_leads_where_it_points_and_the_log_compares_it():
    session = until(ReadNeedle)
    model = model_degrees(session.table)
    session.play(NeedleShows(CHANCE, 0), CHANCE)
    session.table.next_choice()
    assert NeedleRead(0, model) in session.table.log
    steps = [event for event in session.table.log if hasattr(event, "direction")]
    assert steps[-1].direction == 0


def test_a_needle_between_two_spaces_lets_the_player_choose():
    session = until(ReadNeedle)
    session.play(NeedleShows(CHANCE, 90), CHANCE)
    assert [type(option) for option in session.table.offered()] == [TakeStep, TakeStep]
    assert [option.direction for option in session.table.offered()] == [1, 2]


def test_the_view_calls_the_needle_a_guess():
    table = until(ReadNeedle).table
    assert view(table, 0).own_compass
    assert not view(Session(FACELESS, {}, 3).table, 0).own_compass


def test_what_a_bot_imagines_is_led_by_the_model():
    table = until(ReadNeedle).table
    model = model_degrees(table)
    imagined = FACELESS.imagine(table, 0, seeded(1))
    imagined.next_choice()
    assert not imagined.open_draws()
    assert not any(isinstance(event, NeedleRead) for event in imagined.log)
    ways = table.state.content.compass.directions(model * DEGREE)
    steps = [event.direction for event in imagined.log if hasattr(event, "direction")]
    assert not steps or steps[0] in ways


def test_a_card_is_asked_for_as_long_as_one_of_its_kind_is_unseen():
    session = until(TurnUpCard)
    unseen = {card.id: card.count for card in session.table.state.content.cards.values()}
    kept = "red-3"
    while unseen[kept]:
        assert isinstance(session.table.next_choice(), TurnUpCard)
        session.play(ShowCard(CHANCE, kept, PARTY), CHANCE)
        unseen[kept] -= 1
    session.table.next_choice()
    with pytest.raises(IllegalAction):
        session.play(ShowCard(CHANCE, kept, PARTY), CHANCE)


def test_karyn_alone_sees_what_she_looked_at():
    """Another may enter it for her, but the table shows it to her only."""
    for seed in range(40):
        session = Session(FACELESS, {"players": "2", "kid_assignment": "choose"}, entered(seed))
        picks = Picks(seed)
        for _ in range(300):
            choice = session.table.next_choice()
            if choice is None:
                break
            offered = session.table.offered(choice.seat)
            named = {type(option).__name__: option for option in offered}
            karyn = [one for one in offered if getattr(one, "kid", "") == "karyn"]
            action = karyn[0] if karyn else named.get("LookAtTop", picks.one_of(offered))
            session.play(action, choice.seat)
            draw = session.table.next_choice()
            if isinstance(draw, TurnUpCard) and draw.goes_to == NOWHERE:
                session.play(draw.options(session.table)[0], CHANCE)
                shown = session.table.state.deck[-1]
                assert view(session.table, draw.drawer).top == shown
                assert view(session.table, 1 - draw.drawer).top == ""
                return
    raise AssertionError("nobody looked")


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (ReadNeedle, {}),
        (TurnUpCard, {}),
        (TurnUpMemory, {}),
        (ThrowDie, EXPANSIONS),
        (TurnUpCrossroads, EXPANSIONS),
        (TurnUpServants, EXPANSIONS),
        (TurnUpPlace, EXPANSIONS),
    ],
)
def test_a_wrong_entry_of_any_kind_is_taken_back_by_anybody(kind, options):
    for seed in range(60):
        try:
            session = until(kind, seed, **options)
        except AssertionError:
            continue
        before = session.record.entries[-1].hash if session.record.entries else session.record.start
        wrong, right = session.table.open_draws()[0].options(session.table)[:2]
        session.play(wrong, CHANCE)
        assert session.may_undo(CHANCE)
        session.undo(CHANCE)
        assert session.record.entries[-1].hash == before
        session.play(right, CHANCE)
        again = resume(FACELESS, session.record)
        assert again.record.entries == session.record.entries
        return
    raise AssertionError(kind)


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_question_and_answer_has_a_sentence(language):
    catalogue = FACELESS.catalogue(language)
    for kind in (ReadNeedle, TurnUpCard):
        table = until(kind).table
        draw = table.open_draws()[0]
        for thing in (draw, *draw.options(table)):
            assert catalogue.render(message_of(thing))
    assert "{" not in catalogue.render(message_of(NeedleRead(62, 95)))
