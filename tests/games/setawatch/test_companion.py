"""A game of Set a Watch with entered dice and cards equals an ordinary game with the same luck."""

from dataclasses import asdict

import pytest

from embertable import load
from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.engine.errors import IllegalAction
from embertable.engine.messages import message_of
from embertable.engine.record import load_record
from embertable.engine.session import Session, resume
from embertable.engine.table import CHANCE, Draw
from embertable.games.setawatch.card_effects import SendAway
from embertable.games.setawatch.dice_effects import RollDie, ShowValue, TellRolledAgain, roll_of
from embertable.games.setawatch.events import SummonRevealed
from embertable.games.setawatch.line import ask_top_unhallowed
from embertable.games.setawatch.own_cards import (
    DECK,
    HORDE,
    LINE,
    UNHALLOWED_DECK,
    ShowCard,
    TurnUpCard,
    TurnUpItem,
    TurnUpLocation,
    look_of,
)
from embertable.games.setawatch.redeal import redeal
from embertable.games.setawatch.setup import RollFirewood
from embertable.games.setawatch.state import CHANCE_OF_DICE
from embertable.games.setawatch.view import view
from embertable.previews.forecast import AT_REST
from embertable.text_view import text_view
from tests.records.play import Picks
from tests.versions.test_released import HERE as VERSIONS

WATCH = load("setawatch")
MOST = 1500
"""Decisions of one game."""


def entered(seed):
    chance = seeded(seed)
    chance.entered = True
    return chance


class Pair:
    """An ordinary game, and beside it a companion table that is told its luck after each decision.

    Between them plays a companion table with the very decks of the ordinary game: what the program would
    draw there is the luck of that game. The other one has everything hidden dealt anew.
    """

    def __init__(self, options, seed):
        self.ordinary = Session(WATCH, options, seed)
        self.told = Session(WATCH, options, entered(seed))
        self.companion = Session(WATCH, options, entered(seed))
        state = self.companion.table.state
        self.companion.table.next_choice()
        redeal(state, self.companion.table, seeded(seed + 1000))
        self.copies = {}
        """The card of the companion table that is meant where the ordinary one has this copy."""
        self.kinds = set()
        self.enter()

    def enter(self):
        while draws := self.told.table.open_draws():
            (draw,) = draws
            assert self.companion.table.open_draws() == [draw]
            self.kinds.add((type(draw), getattr(draw, "pile", "")))
            shown = drawn(draw, self.told.table)
            self.told.play(shown, CHANCE)
            self.companion.play(self.meant(draw, shown), CHANCE)

    def meant(self, draw, shown):
        """The same card, or the one offered of those that look like it."""
        if not isinstance(shown, ShowCard):
            return shown
        state = self.companion.table.state
        look = look_of(state, shown.card)
        (found,) = [
            one for one in draw.options(self.companion.table) if look_of(state, one.card) == look
        ]
        before = next((a for a, b in self.copies.items() if b == found.card), found.card)
        self.copies[before] = self.copies.get(shown.card, shown.card)
        self.copies[shown.card] = found.card
        return found

    def play(self, action, seat):
        self.ordinary.play(action, seat)
        self.told.play(action, seat)
        codec = WATCH.codec()
        self.companion.play(codec.decode(renamed(codec.encode(action), self.copies)), seat)
        self.enter()

    def check(self):
        assert position(self.told) == position(self.ordinary)
        assert seen(self.companion.table) == seen(self.ordinary.table)


def drawn(draw, table):
    """What the program would draw."""
    if isinstance(draw, RollDie):
        value = table.chance.draw(CHANCE_OF_DICE, draw.sides) + 1
        return ShowValue(CHANCE, draw.die, value)
    return draw.drawn(table)


def renamed(value, names):
    if isinstance(value, dict):
        return {name: renamed(one, names) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def looks(table):
    state = table.state
    return {card: look_of(state, card) for card in state.content.cards}


def seen(table):
    """What everybody sees, with cards that look alike under one name."""
    return renamed(asdict(view(table)), looks(table))


def position(session):
    """The whole position, hidden decks included, except how far the program's own streams are."""
    saved = session.table.to_json()
    return [saved[part] for part in ("state", "pending", "lanes", "result")]


def log_of(table):
    encode = WATCH.codec().encode
    return [renamed(encode(event), looks(table)) for event in table.log]


@pytest.mark.rule("W-REVEAL-01", "W-SETUP-13", "W-SETUP-17", "W-MERCHANT-07", "W-ROUND-04")
@pytest.mark.parametrize(
    ("seed", "bot", "options"),
    [
        (1, "", {"players": "2"}),
        (2, "", {"players": "4", "starting_fire": "d6", "deck": "riders"}),
        (3, "greedy", {"difficulty": "easy"}),
        (4, "greedy", {"players": "3", "ask": "all", "deck": "balanced", "acolytes": "4"}),
    ],
)
def test_a_companion_game_equals_an_ordinary_game_with_that_luck(seed, bot, options):
    pair = Pair(options, seed)
    picks = Picks(seed)
    player = get_bot(bot, seed) if bot else None
    for _ in range(MOST):
        choice = pair.ordinary.table.next_choice()
        pair.check()
        if choice is None:
            break
        table = pair.ordinary.table
        seat = choice.seat
        if player is not None:
            seat = choice.answerers(table)[0]
            action = ask(player, table, seat)
        else:
            action = picks.one_of(table.offered(seat))
        pair.play(action, seat)
    ended = pair.companion.table
    assert ended.result is not None
    assert ended.result == pair.ordinary.table.result
    assert log_of(ended) == log_of(pair.ordinary.table)
    assert {(TurnUpCard, LINE), (TurnUpLocation, "map"), (TurnUpItem, "")} <= pair.kinds


def until(kind, seed=1, pile="", **options):
    """A companion table at which a draw of this kind is open."""
    session = Session(WATCH, {"players": "2", **options}, entered(seed))
    picks = Picks(seed)
    for _ in range(MOST):
        choice = session.table.next_choice()
        if choice is None:
            break
        if isinstance(choice, kind) and pile in ("", getattr(choice, "pile", "")):
            return session
        session.play(picks.one_of(session.table.offered(choice.seat)), choice.seat)
    raise AssertionError(kind)


def cards_of(draw, table):
    return [option.card for option in draw.options(table)]


KINDS = [
    (RollDie, ""),
    (RollFirewood, ""),
    (TurnUpCard, LINE),
    (TurnUpCard, DECK),
    (TurnUpCard, HORDE),
    (TurnUpLocation, "map"),
    (TurnUpLocation, "unused"),
    (TurnUpItem, ""),
]


def test_every_kind_of_luck_is_in_these_tests():
    assert {kind for kind, _ in KINDS} == set(Draw.__subclasses__()) & set(
        WATCH.codec().classes.values()
    )


def asked(kind, pile, most=60):
    for seed in range(1, most):
        try:
            return until(kind, seed, pile, starting_fire="d6")
        except AssertionError:
            continue
    raise AssertionError(kind, pile)


@pytest.mark.parametrize(("kind", "pile"), KINDS)
def test_a_wrong_entry_of_any_kind_is_taken_back_by_anybody(kind, pile):
    session = asked(kind, pile)
    before = WATCH.state_hash(session.table)
    wrong, right = session.table.open_draws()[0].options(session.table)[:2]
    session.play(wrong, CHANCE)
    assert session.may_undo(CHANCE)
    session.undo(CHANCE)
    assert WATCH.state_hash(session.table) == before
    session.play(right, CHANCE)
    again = resume(WATCH, session.record)
    assert again.record.entries == session.record.entries


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("kind", "pile"), KINDS)
def test_every_question_and_answer_has_a_sentence(kind, pile, language):
    table = asked(kind, pile).table
    words = WATCH.catalogue(language, WATCH.view(table, 0))
    draw = table.open_draws()[0]
    for thing in (draw, *draw.options(table)):
        assert "{" not in words.render(message_of(thing))


@pytest.mark.rule("W-SETUP-06", "W-REVEAL-01")
def test_a_card_that_was_drawn_already_is_never_offered_again():
    """Whoever names the first of the list again and again finds another one first."""
    session = asked(TurnUpCard, LINE)
    state = session.table.state
    picks = Picks(5)
    shown: set[str] = set()
    for _ in range(200):
        choice = session.table.next_choice()
        if choice is None or len(shown) == 8:
            break
        if isinstance(choice, TurnUpCard):
            gone = {*state.graveyard, *state.removed, *[one.card for one in state.line if one.up]}
            offered = cards_of(choice, session.table)
            assert not gone & set(offered)
            assert len({look_of(state, card) for card in offered}) == len(offered)
            for card in gone:
                with pytest.raises(IllegalAction):
                    session.play(ShowCard(CHANCE, card, choice.pile, choice.place), CHANCE)
            shown.add(offered[0])
            session.play(ShowCard(CHANCE, offered[0], choice.pile, choice.place), CHANCE)
        else:
            session.play(picks.one_of(session.table.offered(choice.seat)), choice.seat)
        state = session.table.state
    assert len(shown) > 3


@pytest.mark.rule("W-SETUP-06", "W-DECK-08")
@pytest.mark.parametrize("deck", ["open", "classic", "balanced"])
def test_only_what_the_deck_may_hold_is_offered(deck):
    """No more acolytes than were shuffled in, no creature of another set, none beside a fixed list."""
    session = Session(WATCH, {"players": "2", "deck": deck, "acolytes": "1"}, entered(3))
    picks, acolytes = Picks(3), 0
    content = session.table.state.content
    fixed = content.presets[deck].fixed
    for _ in range(120):
        choice = session.table.next_choice()
        if choice is None:
            break
        if not isinstance(choice, TurnUpCard):
            session.play(picks.one_of(session.table.offered(choice.seat)), choice.seat)
            continue
        offered = cards_of(choice, session.table)
        kinds = [content.cards[card].creature.kind for card in offered]
        if acolytes:
            assert "acolyte" not in kinds
        for card in offered:
            creature = content.cards[card].creature
            if creature.kind == "creature":
                assert creature.set in content.presets[deck].creature_sets
        card = offered[kinds.index("acolyte")] if "acolyte" in kinds else offered[0]
        acolytes += "acolyte" in kinds
        session.play(ShowCard(CHANCE, card, choice.pile, choice.place), CHANCE)
    assert acolytes == 1
    inside = [card for card in content.cards if card not in session.table.state.boxed]
    names = [content.cards[card].creature.id for card in inside]
    assert all(names.count(name) >= fixed.count(name) for name in fixed)


@pytest.mark.rule("W-SETUP-12")
def test_after_a_shuffle_the_top_unhallowed_is_asked_for():
    session = asked(TurnUpCard, LINE)
    table = session.table
    state = table.state
    state.known = [card for card in state.known if card not in state.unhallowed]
    ask_top_unhallowed(table)
    again = table.copy_doing(table.chance, *table.pending[-1:], AT_REST)
    draw = again.open_draws()[0]
    assert draw == TurnUpCard(CHANCE, UNHALLOWED_DECK, 1, False)
    cards = cards_of(draw, again)
    assert sorted(cards) == sorted(state.unhallowed)
    bottom = again.state.unhallowed[0]
    again.apply(ShowCard(CHANCE, bottom, UNHALLOWED_DECK, 1), CHANCE)
    again.next_choice()
    assert again.state.unhallowed[-1] == bottom
    assert view(again).unhallowed_known == 1


@pytest.mark.rule("W-SUMMON-07")
def test_a_card_looked_at_for_a_summon_stays_unknown():
    session = asked(TurnUpCard, LINE)
    table = session.table.copy(session.table.chance)
    table.pending.clear()
    last = len(table.state.line)
    card = table.state.line[-1].card
    going = table.copy_doing(table.chance, SendAway(card, "deck_bottom"), AT_REST)
    draw = going.open_draws()[0]
    assert draw == TurnUpCard(CHANCE, LINE, last, True)
    chosen = next(one for one in draw.options(going) if not is_summon(going, one.card))
    going.apply(chosen, CHANCE)
    going.next_choice()
    assert going.state.deck[0] == chosen.card
    assert view(going).deck_bottom == ()
    summons = table.copy_doing(table.chance, SendAway(card, "deck_bottom"), AT_REST)
    summon = next(one for one in draw.options(summons) if is_summon(summons, one.card))
    summons.apply(summon, CHANCE)
    summons.next_choice()
    assert any(isinstance(event, SummonRevealed) for event in summons.log)


def is_summon(table, card):
    return table.state.content.is_summon(card)


@pytest.mark.rule("W-CAMP-MAP-01")
def test_a_location_keeps_to_its_pile():
    """Respites are never on the map by themselves, and final locations are the last."""
    session = asked(TurnUpLocation, "map")
    places = session.table.state.content.locations
    kinds = {
        places[one.location].kind for one in session.table.open_draws()[0].options(session.table)
    }
    assert kinds == {"regular"}
    session = asked(TurnUpLocation, "unused")
    state = session.table.state
    options = session.table.open_draws()[0].options(session.table)
    assert {places[one.location].kind for one in options} == {"regular", "respite"}
    from_map = next(one for one in options if one.location in state.map_deck)
    session.play(from_map, CHANCE)
    session.table.next_choice()
    state = session.table.state
    assert all(places[id].kind != "respite" for id in state.map_deck)
    assert len(set(state.map_deck) | set(state.unused)) == len(state.map_deck) + len(state.unused)


def test_what_a_bot_imagines_asks_for_nothing():
    table = asked(TurnUpCard, LINE).table
    imagined = WATCH.imagine(table, 0, seeded(1))
    imagined.next_choice()
    assert not imagined.open_draws()


def test_an_old_companion_table_goes_on_with_the_cards_of_the_program():
    session = resume(WATCH, load_record(VERSIONS / "record-3.json"), upto=40)
    picks, kinds = Picks(2), set()
    for _ in range(60):
        choice = session.table.next_choice()
        if choice is None:
            break
        kinds.add(type(choice))
        session.play(picks.one_of(session.table.offered(choice.seat)), choice.seat)
    assert not kinds & {TurnUpCard, TurnUpItem, TurnUpLocation}
    assert session.record.to_json()["companion"] == "dice"


@pytest.mark.rule("W-DICE-01")
def test_a_value_that_the_die_does_not_have_is_never_offered():
    table = until(RollDie).table
    draw = table.open_draws()[0]
    values = range(1, draw.sides + 1)
    assert table.offered(CHANCE) == [ShowValue(CHANCE, draw.die, value) for value in values]


def test_all_dice_of_a_watch_are_asked_in_a_row_and_so_are_those_rolled_again():
    """The other dice of a roll can be entered before the first is answered."""
    table = until(RollDie).table
    ahead = table.draws_ahead(table.open_draws()[0])
    assert len(ahead) == len(table.state.dice) - 1
    for draw in ahead:
        table.apply(table.open_draws()[0].options(table)[0], CHANCE)
        assert table.open_draws() == [draw]
    one, other = [(roll_of(table.state, die), TellRolledAgain(die, 1)) for die in (0, 1)]
    again = table.copy_doing(table.chance, *one, *other, AT_REST)
    assert again.draws_ahead(again.open_draws()[0]) == [other[0]]


def test_a_die_shows_nothing_before_its_roll_is_entered():
    """Neither the value of the last round nor one that nobody rolled."""
    session = until(RollDie)
    table = session.table

    def values():
        return [die.value for one in view(table).adventurers for die in one.dice]

    def told():
        seen = view(table)
        return text_view(WATCH, seen, WATCH.catalogue("en", seen), 0, WATCH.content())

    assert values() == [0] * len(table.state.dice)
    assert not any(": unspent dice" in line for line in told())
    assert any("3 dice to roll" in line for line in told())
    last = table.open_draws()[0].options(table)[-1]
    table.apply(last, CHANCE)
    table.next_choice()
    assert values() == [last.value, *[0] * (len(table.state.dice) - 1)]
    one, other = roll_of(table.state, 1), roll_of(table.state, 2)
    table.state.values = [6, 2, 3, *table.state.values[3:]]
    again = table.copy_doing(
        table.chance, one, TellRolledAgain(1, 2), other, TellRolledAgain(2, 3), AT_REST
    )
    again.next_choice()
    shown = [die.value for die in view(again).adventurers[0].dice]
    assert shown == [6, 0, 0]
