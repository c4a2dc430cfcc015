"""What the base rules ask of expansions and kids: yes is 1, no is 0, and asking changes nothing."""

import itertools
import random

import pytest

from embertable.engine.chance import Chance, seeded
from embertable.engine.playout import playout
from embertable.engine.rulesets import Moment, Rulebook, Ruleset
from embertable.games.faceless import moments
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.expansions.creepy_die import CreepyDie
from embertable.games.faceless.expansions.spots import can_spread, open_spaces, spread
from embertable.games.faceless.moments import (
    BillygoatByCard,
    BillygoatSites,
    CardTriggers,
    Caught,
    HandLimit,
    KeepsObstaclesAway,
    MayMove,
    MayStand,
    MemoryEffectsAllowed,
    NeedleHidden,
    NeedleSwitched,
    NeedleTurned,
    ObstacleOpen,
    PathLength,
    PowersAllowed,
    SpaceTaken,
    SpeechAllowed,
)
from embertable.games.faceless.setup import (
    ChooseBillygoatSite,
    ChooseKid,
    ChooseTeamSite,
    TakeKid,
    empty_table,
)
from embertable.games.faceless.turns import ChooseAction
from tests.games.faceless.parts import part_of
from tests.games.faceless.scene import BOARD, CONTENT, FACELESS, set_up

YES_OR_NO: tuple[type[Moment], ...] = (
    *(PowersAllowed, MemoryEffectsAllowed, CardTriggers, ObstacleOpen, NeedleTurned),
    *(NeedleSwitched, SpaceTaken, KeepsObstaclesAway, Caught, SpeechAllowed, NeedleHidden),
    *(MayStand, MayMove),
)
SETS_OF_SPACES: tuple[type[Moment], ...] = (BillygoatByCard, BillygoatSites)
VARIANTS = FACELESS.variants()
EVERYTHING = {"players": "4", **VARIANTS[-1]}
SILENT_FOG = {"fog": "on", "avatars": "unspeakable", "swamp": "on", "nightworld": "on"}


def clauses(moment):
    return getattr(moments, moment.__name__).__doc__


@pytest.mark.rule("F-EXP-GEN-01", "F-KID-GEN-03", "F-MEM-02", "F-KID-KARYN-02", "F-EXP-SWAMP-02")
@pytest.mark.rule("F-EXP-NIGHT-02", "F-EXP-NIGHT-03", "F-DEF-02", "F-SETUP-07b", "F-END-03")
@pytest.mark.rule("F-AVA-UNSPEAKABLE-01", "F-EXP-FOG-03", "F-AVA-PUPPET-02", "F-EXP-CROSS-08")
def test_a_ruleset_that_changes_nothing_hears_yes_or_no_and_changes_nothing(monkeypatch):
    """The quick ways past a question that nobody answers lead where asking leads."""
    played = [play(options, seed) for seed, options in enumerate([*VARIANTS, SILENT_FOG])]
    rules_of = FACELESS.rules

    def listener(name):
        ruleset = Ruleset(name)
        for moment in YES_OR_NO:
            assert "1 or 0" in clauses(moment)
            ruleset.changes(moment)(yes_or_no)
        for moment in SETS_OF_SPACES:
            ruleset.changes(moment)(some_spaces)
        return ruleset

    def rules(options, content):
        known = rules_of(options, content).rulesets
        return Rulebook([listener("first"), *known, listener("last")])

    monkeypatch.setattr(FACELESS, "rules", rules)
    for seed, options in enumerate([*VARIANTS, SILENT_FOG]):
        assert play(options, seed) == played[seed], options


def play(options, seed):
    """What is told of a random game, and its end."""
    table = FACELESS.set_up(options, seeded(seed))
    playout(table, seed, 400)
    return [(type(event).__name__, vars(event)) for event in table.log], table.result


def yes_or_no(table, moment, value):
    assert value in (0, 1), moment
    return value


def some_spaces(table, moment, value):
    assert 0 <= value < 1 << BOARD.size, moment
    return value


def test_every_yes_or_no_of_the_rules_is_listened_to():
    named = {
        moment
        for moment in vars(moments).values()
        if isinstance(moment, type) and "1 or 0" in (moment.__doc__ or "")
    }
    assert named == set(YES_OR_NO)


class Watched(Chance):
    """Notes how many sides each draw has."""

    def __init__(self, seed):
        known = seeded(seed)
        super().__init__(known.key, seed)
        self.drawn = []

    def draw(self, stream, sides):
        self.drawn.append((stream, sides))
        return super().draw(stream, sides)


def draws(seed=3, **options):
    chance = Watched(seed)
    table = FACELESS.set_up(options, chance)
    while not isinstance(table.next_choice(), ChooseAction):
        table.apply(table.offered()[0])
    return table, chance.drawn


@pytest.mark.rule("F-SETUP-04", "F-SETUP-19", "F-DEF-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_starting_player_and_three_facings_are_drawn(players):
    _, drawn = draws(players=str(players))
    assert [sides for stream, sides in drawn if stream == "table"] == [players]
    assert drawn.count(("setup", 360)) == 3
    assert max(sides for stream, sides in drawn if stream == "setup") == 360
    _, drawn = draws(players=str(players), starting_player="2", faceless_marks="choose")
    assert not [stream for stream, _ in drawn if stream == "table"]
    assert ("setup", 360) not in drawn


@pytest.mark.rule("F-EXP-HAUNT-01", "F-EXP-HAUNT-02")
def test_each_haunted_place_draws_one_of_six_directions():
    _, drawn = draws(haunted_places="on")
    assert drawn[-4:] == [("setup", 6)] * 4
    assert [sides for stream, sides in drawn if stream == "haunted"] == [6, 5, 4, 3, 2]


@pytest.mark.rule("F-EXP-DIE-02", "F-EXP-DIE-04", "F-EXP-DIE-11")
def test_the_die_has_six_faces_and_all_of_them_come():
    seen = set()
    for seed in range(40):
        table, _ = draws(seed, creepy_die="on")
        table.chance.drawn.clear()
        roll = next(one for one in table.offered() if type(one).__name__ == "RollAgain")
        table.apply(roll)
        table.next_choice()
        rolled = [event.face for event in table.log if type(event).__name__ == "DieRolled"]
        assert [one for one in table.chance.drawn if one[0] == "die"] == [("die", 6)] * len(rolled)
        seen.update(rolled)
    assert seen == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("F-KID-PJ-01", "F-KID-DYLAN-01", "F-KID-GEN-01", "F-KID-GEN-03")
def test_pj_looks_one_step_further_and_dylan_holds_one_card_more():
    table = set_up(0, players="4", kid_assignment="choose", creepy_die="on")
    table.state.kids = ["pj", "dylan", "matt", "lily"]
    assert [table.ask(PathLength(seat), 2) for seat in range(4)] == [3, 2, 2, 2]
    assert [table.ask(HandLimit(seat), 3) for seat in range(4)] == [3, 4, 3, 3]
    table.state.parts["creepy_die"] = CreepyDie(1)
    assert [table.ask(PathLength(seat), 2) for seat in range(4)] == [2] * 4
    assert [table.ask(HandLimit(seat), 3) for seat in range(4)] == [3] * 4


def spaces_of(table):
    return [option.space for option in table.offered()]


@pytest.mark.rule("F-EXP-DEN-02", "F-SETUP-18")
@pytest.mark.parametrize("options", [{}, {"den": "on"}, {"swamp": "on"}], ids=str)
def test_billygoat_begins_on_every_space_that_the_rules_allow_the_farthest_first(options):
    for seed in range(8):
        table = FACELESS.set_up(options, seeded(seed))
        while not isinstance(table.next_choice(), ChooseBillygoatSite):
            table.apply(table.offered()[0])
        state = table.state
        part = state.parts.get("den")
        spaces = part.spaces if part else [s for s in range(BOARD.size) if state.cover[s] != AWAY]
        wanted = [
            space
            for space in range(BOARD.size)
            if len(BOARD.around[space]) == 6
            and space not in spaces
            and state.is_free(space)
            and any(near in spaces for near in BOARD.around[space])
        ]
        wanted.sort(key=lambda space: (-BOARD.distances[state.team][space], space))
        assert spaces_of(table) == wanted
        if part:
            around = {near for space in spaces for near in BOARD.around[space]} - set(spaces)
            assert table.ask(BillygoatSites(), 0) == BOARD.mask(sorted(around))


@pytest.mark.rule("F-SETUP-17")
def test_the_team_begins_on_every_free_space_beside_the_entrance():
    for seed in range(8):
        table = FACELESS.set_up({}, seeded(seed))
        assert isinstance(table.next_choice(), ChooseTeamSite)
        entrance = table.state.obstacles[CONTENT.entrance]
        around = {near for space in entrance for near in BOARD.around[space]}
        wanted = sorted(space for space in around if table.state.is_free(space))
        assert spaces_of(table) == wanted


@pytest.mark.rule("F-SETUP-11", "F-SETUP-14", "F-TURN-01")
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_kids_are_chosen_clockwise_from_the_starting_player(first):
    options = {"kid_assignment": "choose", "players": "4", "starting_player": str(first)}
    table = FACELESS.set_up(options, seeded(1))
    for place in range(4):
        choice = table.next_choice()
        assert isinstance(choice, ChooseKid)
        assert choice.seat == (first - 1 + place) % 4
        table.apply(table.offered()[0])
    assert not isinstance(table.next_choice(), ChooseKid)


@pytest.mark.rule("F-DEF-02", "F-EXP-GEN-06", "F-SETUP-20")
def test_a_space_with_a_token_of_any_expansion_is_not_free():
    for seed in range(4):
        table = set_up(seed, **EVERYTHING)
        names = ("den", "eyes", "portals", "haunted_places", "servants")
        taken = {space for name in names for space in part_of(table, name).spaces}
        for space in range(BOARD.size):
            assert table.ask(SpaceTaken(space), 0) == (space in taken)
        state = table.state
        base = [*state.memory_spaces, state.team, state.billygoat()]
        wanted = [
            space
            for space in range(BOARD.size)
            if state.cover[space] == AWAY and space not in taken and space not in base
        ]
        assert open_spaces(table) == wanted


@pytest.mark.rule("F-DEF-08", "F-COMP-01")
def test_a_table_has_four_magnetic_figures_and_a_column_for_each_colour():
    state = empty_table(3, CONTENT)
    assert (state.places, state.headings) == ([AWAY] * 4, [0] * 4)
    assert state.hands == [[], [], []]
    assert state.kids == ["", "", ""]
    assert state.display == [[], [], [], [], []]
    assert state.obstacles == [[]] * 6
    assert state.cover == [AWAY] * 91


@pytest.mark.rule("F-SETUP-20")
def test_tokens_lie_apart_in_every_way_in_which_they_fit():
    luck = random.Random(11)
    table = set_up(0)
    answers = set()
    for _ in range(150):
        spaces = sorted(luck.sample(range(BOARD.size), luck.randint(1, 7)))
        count, gap = luck.randint(1, 4), luck.randint(2, 5)
        groups = [
            group
            for group in itertools.combinations(spaces, count)
            if all(BOARD.distances[a][b] >= gap for a, b in itertools.combinations(group, 2))
        ]
        assert can_spread(BOARD.distances, spaces, count, gap) == bool(groups)
        found = spread(table, spaces, count, gap)
        assert (tuple(sorted(found)) in groups) == bool(groups)
        assert bool(found) == bool(groups)
        answers.add((count, bool(groups)))
    assert len(answers) == 7 or len(answers) == 8


class Unshuffled(Chance):
    """Leaves the cards as they lie in the box."""

    def __init__(self):
        super().__init__(seeded(1).key, 1)

    def shuffle(self, stream, things):
        pass


@pytest.mark.rule("F-SETUP-12", "F-SETUP-13", "F-SETUP-15", "F-KID-DYLAN-01")
@pytest.mark.parametrize("seat_of_dylan", [0, 1, 2])
def test_hands_come_from_the_top_then_the_threats_then_the_cards_nobody_sees(seat_of_dylan):
    options = {"kid_assignment": "choose", "starting_player": "1"}
    table = FACELESS.set_up(options, Unshuffled())
    for seat in range(3):
        table.next_choice()
        kid = "dylan" if seat == seat_of_dylan else ("matt", "luke", "pj")[seat]
        table.apply(TakeKid(seat, kid))
    table.next_choice()
    state = table.state
    deck = [card.id for card in CONTENT.cards.values() for _ in range(card.count)]
    for seat in range(3):
        size = 4 if seat == seat_of_dylan else 3
        assert state.hands[seat] == [deck.pop() for _ in range(size)]
    threats = [deck.pop() for _ in range(6)]
    assert sorted(card for column in state.display for card in column) == sorted(threats)
    assert state.removed == sorted(deck.pop() for _ in range(3))
    assert state.deck == deck
