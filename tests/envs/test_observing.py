"""Observations: made of what the seat may know and of nothing else, and telling all of it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pytest
from librt.strings import BytesWriter

from embertable.engine.chance import seeded
from embertable.engine.record import load_record
from embertable.engine.session import open_record, replay
from embertable.envs.coders import coder
from embertable.envs.coding import shapes
from embertable.envs.coding.shapes import (
    UNKNOWN,
    Length,
    Many,
    Maybe,
    Named,
    Number,
    Numbers,
    Pairs,
    Phrase,
    Record,
    Split,
    Vocabulary,
    Word,
)
from embertable.envs.coding.turns import Turns, resumed
from embertable.envs.coding.writing import Writer
from embertable.games import GAMES, load
from embertable.games.faceless.expansions.avatars.cards import Avatars
from embertable.games.setawatch.state import LineCard
from tests.envs.play import OPTION_SETS, new_turns, option_id, random_play
from tests.records.golden import NAMES
from tests.records.make import FOLDER

WORDS = Vocabulary(["a", "b", "c"])


def called_game(value):
    return value[0] if isinstance(value, tuple) else ""


def written(shape, value):
    out = BytesWriter()
    shape.write(value, out)
    numbers = np.frombuffer(out.getvalue(), "<i4").tolist()
    assert len(numbers) == shape.size == len(shape.labels("x"))
    return numbers


@dataclass
class Thing:
    id: str
    n: int


THING = Record({"id": Word(WORDS), "n": Number()})


@pytest.mark.parametrize(
    ("shape", "value", "numbers"),
    [
        (Number(), -7, [-7]),
        (Number(), True, [1]),
        (Word(WORDS), "", [0]),
        (Word(WORDS), "b", [3]),
        (Word(WORDS), "z", [UNKNOWN]),
        (Phrase(WORDS, 2), "a", [2, 0]),
        (Phrase(WORDS, 2), "a c", [2, 4]),
        (Phrase(WORDS, 2), "a b c", [UNKNOWN, 0]),
        (Numbers(3), (5, 0), [2, 5, 0, 0]),
        (Numbers(2), (5, 6, 7), [3, 5, 6]),
        (Length(), (5, 6, 7), [3]),
        (THING, Thing("a", 9), [2, 9]),
        (Record({"id": Phrase(WORDS, 1), "n": Number()}), Thing("b", 9), [3, 9]),
        (Record({"n": Number()}), Thing("b", 9), [9]),
        (Many(2, THING), (Thing("a", 9),), [1, 2, 9, 0, 0]),
        (Many(1, THING), (Thing("a", 9), Thing("b", 8)), [2, 2, 9]),
        (Maybe(THING), None, [0, 0, 0]),
        (Maybe(THING), Thing("a", 9), [1, 2, 9]),
        (Named({"p": Number(), "q": Number()}), {"q": 5}, [0, 0, 1, 5]),
        (Pairs(2, WORDS, Number()), {"b": 5, "a": 6}, [2, 2, 6, 3, 5]),
        (Pairs(1, WORDS, Number()), {}, [0, 0, 0]),
    ],
)
def test_shapes_write_what_they_say(shape, value, numbers):
    assert written(shape, value) == numbers


def misfits(shape: shapes.Shape, value: Any, path: str) -> list[str]:
    """What of a view does not fit into its shape: fields, words, lists."""
    found: list[str] = []
    if isinstance(shape, Record):
        told = {*shape.fields, *shape.left_out}
        found += [f"{path}.{one.name}" for one in fields(value) if one.name not in told]
        for name, part in zip(shape.fields, shape.shapes, strict=True):
            found += misfits(part, getattr(value, name), f"{path}.{name}")
    elif isinstance(shape, Many):
        found += [f"{path} has {len(value)}"] if len(value) > shape.most else []
        for one in value:
            found += misfits(shape.shape, one, path)
    elif isinstance(shape, Numbers):
        found += [f"{path} has {len(value)}"] if len(value) > shape.most else []
    elif isinstance(shape, Word):
        found += [f"{path} is {value!r}"] if value not in shape.numbers else []
    elif isinstance(shape, Phrase):
        unknown = [word for word in value.split(" ") if word not in shape.numbers]
        found += [f"{path} is {value!r}"] if unknown or value.count(" ") >= shape.size else []
    elif isinstance(shape, Maybe):
        found += [] if value is None else misfits(shape.shape, value, path)
    elif isinstance(shape, Named):
        found += [f"{path} has {key}" for key in value if key not in shape.shapes]
        for key, part in shape.shapes.items():
            found += misfits(part, value.get(key), f"{path}.{key}")
    elif isinstance(shape, Pairs):
        found += [f"{path} has {len(value)}"] if len(value) > shape.most else []
    elif not isinstance(shape, Length):
        assert isinstance(shape, (Number, Split))
        assert isinstance(value, int)
    return found


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_id)
def test_all_of_a_view_is_observed(option_set):
    turns = new_turns(option_set, 2)
    for at, _ in enumerate(random_play(turns, 2, 150)):
        if at % 10 == 0:
            view = turns.coder.game.view(turns.table, turns.seat)
            assert misfits(turns.coder.shape, view, "") == []


def fill_faceless(state):
    """All Servants are the Puppetmaster's (F-AVA-PUPPET-03)."""
    puppets = list(range(100, 100 + state.content.servants.tokens))
    state.parts["avatars"] = Avatars(["puppetmaster"], puppets=puppets)


def fill_lueur(state):
    """All small dice in one hand, beside those of Sketals, and a walk over the whole Province."""
    player = state.players[0]
    player.visited = list(state.content.province.places)
    small = [die.id for die in state.content.dice if not die.large]
    red = [die.id for die in state.content.dice if die.large and die.colour == "red"][:3]
    player.dice = [*red, *state.reserve[:-1], *small]
    state.track[0].dice = small


def fill_setawatch(state):
    """A final Line of all cards; a Heretic who tamed all Undead, with the Beast Whistle."""
    creatures = state.content.cards.values()
    tamed = [card.id for card in creatures if card.creature.type in ("Undead", "Forest Creature")]
    state.adventurers[0].tamed = tamed
    state.line = [LineCard(card) for card in [*state.deck, *state.unhallowed, *state.horde]]
    state.deck = [card.card for card in state.line]
    state.known = [*state.deck, *state.content.items]
    state.items = list(state.content.items)


def fill_deadcells(state):
    """A campaign with every Upgrade, Blueprint and Mutation, in which all is used up; curses."""
    content = state.content
    state.curses = ["no_communication", "no_runes"]
    state.constraint = "two_shields_per_damage"
    improved = [card.card for deck in content.upgrades for card in deck if card.card]
    deck = (*content.beheaded["immolated"].deck, *improved)
    state.campaign.decks = (deck, *state.campaign.decks[1:])
    state.characters[0].draw = list(deck)
    state.campaign.treasure = tuple(
        [one.id for one in content.equipment.values() for _ in range(max(one.copies, 1))]
    )
    state.treasure_out = list(state.campaign.treasure)
    hooks = [one for answers in content.answers.values() for one in answers.items()]
    state.spent = [f"{hook.limit} {id}" for id, hook in hooks if hook.limit]
    state.spent += [f"combat any-round-{character}" for character in range(4)]


@pytest.mark.parametrize(
    ("option_set", "fill"),
    [
        (("faceless", {"avatars": "puppetmaster"}), fill_faceless),
        (("lueur", {"journey": "province"}), fill_lueur),
        (("setawatch", {"difficulty": "insane"}), fill_setawatch),
        (("deadcells", {"players": "4"}), fill_deadcells),
    ],
    ids=called_game,
)
def test_there_is_room_for_the_most_that_the_rules_can_bring(option_set, fill):
    turns = new_turns(option_set, 5)
    fill(turns.table.state)
    assert misfits(turns.coder.shape, turns.coder.game.view(turns.table, 0), "") == []
    assert differing(turns.coder, turns.table, 0) == []


def test_what_does_not_fit_is_found():
    assert misfits(Many(1, Number()), (1, 2), "x") == ["x has 2"]
    assert misfits(Word(WORDS), "z", "x") == ["x is 'z'"]
    assert misfits(Record({"id": Word(WORDS)}), Thing("a", 1), "x") == ["x.n"]


def twins_look_the_same(option_set, observe) -> bool:
    """Whether all seats observe the same of tables that differ in what they cannot know."""
    turns = new_turns(option_set, 3)
    game = turns.coder.game
    for at, _ in enumerate(random_play(turns, 3, 120)):
        if at % 12:
            continue
        for seat in range(turns.seats):
            imagined = game.imagine(turns.table, seat, seeded(at))
            twin = resumed(turns.coder, imagined, turns.last, turns.left)
            if observe(twin, seat) != observe(turns, seat):
                return False
            if seat == turns.seat and list(twin.options) != list(turns.options):
                return False
    return True


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_id)
def test_a_seat_cannot_tell_a_twin_from_the_true_table(option_set):
    assert twins_look_the_same(
        option_set, lambda turns, seat: turns.coder.observe(turns.table, seat)
    )


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_id)
def test_what_is_written_from_the_table_is_what_the_view_tells(option_set):
    turns = new_turns(option_set, 4)
    for at, _ in enumerate(random_play(turns, 4, 120)):
        if at % 4 == 0:
            assert differing(turns.coder, turns.table, at % turns.seats) == []


@pytest.mark.parametrize("name", GAMES)
def test_rows_that_are_kept_are_those_of_the_table_as_it_is(name):
    """At every decision of one table after another, then of all of them in turns."""
    game = coder(name)
    variants = game.game.variants()
    option_sets = [variants[0], variants[len(variants) // 2], variants[-1]]
    one_by_one = [
        random_play(new_turns((name, one), seed), seed, 60)
        for one in option_sets
        for seed in range(6)
    ]
    in_turns = [random_play(new_turns((name, one), 6), 6, 60) for one in option_sets]
    other_content = game.game.deal(
        game.game.check(variants[0]), seeded(6), game.game.read_content(None)
    )
    in_turns.append(random_play(Turns(game, other_content), 6, 60))
    together = itertools.chain.from_iterable(itertools.zip_longest(*in_turns))
    for turns in itertools.chain(*one_by_one, together):
        if turns is not None:
            assert differing(game, turns.table, turns.seat) == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_what_the_view_tells_also_where_good_play_leads(name):
    record = load_record(FOLDER / f"{name}.json")
    game = load(record.game)
    for at, session in enumerate(replay(open_record(game, record), record)):
        if at % 6 == 0:
            seat = at // 6 % game.seats(session.table)
            view = game.view(session.table, seat)
            assert misfits(coder(record.game).shape, view, "") == []
            assert differing(coder(record.game), session.table, seat) == []


def test_a_number_that_is_written_wrongly_is_found():
    turns = new_turns(("lueur", {}), 4)
    turns.coder.writer, writer = Blind(turns.coder.writer), turns.coder.writer
    try:
        assert differing(turns.coder, turns.table, 0) == ["round", "used_spells.6"]
    finally:
        turns.coder.writer = writer


class Blind(Writer):
    """Writes wrong numbers in two places."""

    def __init__(self, writer):
        self.writer = writer

    def write(self, table, seat, out):
        start = len(out)
        self.writer.write(table, seat, out)
        out[start + 4] += 1
        out[len(out) - 4] += 1


def differing(game, table, seat) -> list[str]:
    """The labels of the numbers that the table and the view tell differently."""
    written = np.frombuffer(game.observe(table, seat), "<i4")
    viewed = np.frombuffer(game.observe_view(table, seat), "<i4")
    labels = game.labels()
    return [labels[at][0] for at in np.flatnonzero(written != viewed)]


def test_an_observer_that_looks_into_the_deck_is_found():
    assert not twins_look_the_same(("lueur", {}), lambda turns, seat: turns.table.state.deck[:])


@pytest.mark.parametrize("name", GAMES)
def test_each_number_has_a_label_of_its_own(name):
    game = coder(name)
    labels = [label for label, _ in game.labels()]
    assert len(labels) == len(set(labels)) == game.size
    turns = new_turns((name, {}), 1)
    assert len(game.observe(turns.table, 0)) == 4 * game.size


def test_the_open_choice_is_told_to_those_who_answer_it():
    turns = new_turns(("lueur", {"players": "2", "adventurers": "choose"}), 1)
    game = turns.coder
    row = np.frombuffer(game.observe(turns.table, turns.seat), "<i4")
    assert row[2] == game.choices["ChooseAdventurer"]
    other = np.frombuffer(game.observe(turns.table, 1 - turns.seat), "<i4")
    assert other[0] == 1 - turns.seat
    assert other[2] == 0
