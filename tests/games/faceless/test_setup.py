"""What is in the box, and how the table is set up."""

from collections import Counter

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import BadOption, IllegalAction
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FACELESS
from embertable.games.faceless.layout import is_connected, place
from embertable.games.faceless.memories import placements_of
from embertable.games.faceless.setup import (
    ChooseFacing,
    ChooseKid,
    ChooseLayout,
    ChooseMark,
    ChooseTeamSite,
    LayFirst,
    PlaceBillygoat,
    PlaceTeam,
    TakeKid,
)
from embertable.games.faceless.turns import ChooseAction
from embertable.games.faceless.walk import StandOn
from tests.games.faceless.parts import view_of
from tests.games.faceless.scene import BOARD, CONTENT, at
from tests.games.faceless.scene import FACELESS as GAME


def set_up(seed=0, **options):
    """A table at its first turn, placed by its first options."""
    table = GAME.set_up(options, seeded(seed))
    while not isinstance(table.next_choice(), ChooseAction):
        table.apply(table.offered()[0])
    return table


@pytest.mark.rule("F-COMP-01", "F-COMP-03", "F-DEF-17")
def test_the_box_of_the_base_game():
    assert len(CONTENT.obstacles) == 6
    assert [one.is_entrance for one in CONTENT.obstacles].count(True) == 1
    assert len(CONTENT.memories) == 8
    assert len(CONTENT.kids) == 10
    assert sum(card.count for card in CONTENT.cards.values()) == 50
    colours: Counter[str] = Counter()
    for card in CONTENT.cards.values():
        colours[card.colour] += card.count
    assert colours == dict.fromkeys(COLOURS, 10)


@pytest.mark.rule("F-COMP-02")
def test_the_box_of_the_expansions():
    assert len(CONTENT.arrows) == 6
    assert len(CONTENT.servant_cards) == 6
    assert CONTENT.servants.tokens == 8
    assert len(CONTENT.crossings) == 10
    assert len(CONTENT.expansions) == 12


@pytest.mark.rule("F-SETUP-01", "F-SETUP-02", "F-SETUP-03", "F-SETUP-04", "F-DIFF-05", "F-DIFF-01")
def test_the_faceless_stand_on_the_three_marks_and_face_anywhere():
    orders = set()
    headings = set()
    for seed in range(30):
        state = set_up(seed).state
        assert state.side == "duskworld"
        marks = [BOARD.external_of(state.places[figure]) for figure in FACELESS]
        assert sorted(marks) == [3, 15, 27]
        orders.add(tuple(marks))
        headings.update(state.headings[:3])
    assert len(orders) == 6
    assert len(headings) > 60


@pytest.mark.rule(
    "F-SETUP-05", "F-SETUP-06", "F-SETUP-07", "F-SETUP-08", "F-SETUP-09", "F-SETUP-10", "F-DIFF-06"
)
@pytest.mark.parametrize("seed", range(25))
def test_obstacles_and_memories_lie_by_the_rules(seed):
    state = set_up(seed).state
    symbols = CONTENT.sides["duskworld"].symbols
    for number, spaces in enumerate(state.obstacles):
        assert sum(space in symbols for space in spaces) == 1
        around = {state.cover[near] for space in spaces for near in BOARD.around[space]}
        assert around <= {AWAY, number}
    covered = [space for space in range(BOARD.size) if state.cover[space] != AWAY]
    assert is_connected(BOARD, BOARD.mask(covered))
    assert len(set(state.memory_spaces)) == 8
    for space in state.memory_spaces:
        assert state.cover[space] == AWAY
        assert any(state.cover[near] != AWAY for near in BOARD.around[space])
        assert all(BOARD.distances[space][o] > 1 for o in state.memory_spaces if o != space)
    assert sorted(state.memory_names) == sorted(CONTENT.memories)


@pytest.mark.rule("F-SETUP-08")
def test_a_memory_lies_beside_the_cell_with_its_symbol_not_beside_any_other():
    """Straight token along E: its symbol is at one end, so only that end has sites."""
    spaces = (at(0, 0), at(1, 0), at(2, 0))
    laid = place(BOARD, spaces, (at(2, 0),), 0)
    assert set(laid.sites[0]) == {at(3, 0), at(2, 1), at(1, 1), at(2, -1), at(3, -1)}
    tokens = CONTENT.sides["duskworld"].placements
    for seed in range(12):
        state = set_up(seed).state
        wanted = []
        for number, cells in enumerate(state.obstacles):
            placement = next(one for one in tokens[number] if one.cells == tuple(cells))
            for mark, sites in zip(placement.symbols, placement.sites, strict=True):
                assert mark in cells
                assert set(sites) == {near for near in BOARD.around[mark] if near not in cells}
                wanted.append(set(sites))
        # Each Memory can be given a symbol of its own beside which it lies.
        assert pairing(wanted, state.memory_spaces) == 8


def pairing(sites, memories) -> int:
    """How many symbols have a Memory of their own, at best."""
    owner: dict[int, int] = {}

    def give(symbol: int, tried: set[int]) -> bool:
        for memory in sorted(sites[symbol] & set(memories) - tried):
            tried.add(memory)
            if memory not in owner or give(owner[memory], tried):
                owner[memory] = symbol
                return True
        return False

    return sum(give(symbol, set()) for symbol in range(len(sites)))


@pytest.mark.rule("F-SETUP-07")
def test_players_may_lay_the_obstacles_and_only_legal_layouts_are_offered():
    table = GAME.set_up({"obstacle_layout": "manual"}, seeded(1))
    first = table.next_choice()
    assert isinstance(first, ChooseLayout)
    with pytest.raises(IllegalAction):
        table.apply(LayFirst(first.seat, 0, 999))
    for number in range(6):
        assert table.next_choice() == ChooseLayout(table.state.first, number)
        symbols = CONTENT.sides["duskworld"].symbols
        for action in table.offered():
            assert isinstance(action, LayFirst)
            spaces = placements_of(table.state, number)[action.placement].cells
            assert sum(space in symbols for space in spaces) == 1
        table.apply(table.offered()[-1])
    assert not isinstance(table.next_choice(), ChooseLayout)
    assert table.state.memory_spaces


@pytest.mark.rule("F-SETUP-07", "F-SETUP-07a")
def test_swamps_are_turned_over_once_the_players_have_laid_the_obstacles():
    table = GAME.set_up({"obstacle_layout": "manual", "scenario": "one_memory"}, seeded(1))
    while isinstance(table.next_choice(), ChooseLayout):
        assert swamps_seen(table) == 0
        table.apply(table.offered()[0])
    assert swamps_seen(table) == 3


def swamps_seen(table) -> int:
    return [one.is_swamp for one in view_of(table).obstacles].count(True)


@pytest.mark.rule("F-SETUP-11", "F-KID-GEN-01")
def test_each_player_gets_a_kid_of_their_own():
    seen = set()
    for seed in range(20):
        kids = set_up(seed, players="4").state.kids
        assert len(set(kids)) == 4
        seen.update(kids)
    assert seen == set(CONTENT.kids)


@pytest.mark.rule("F-SETUP-14")
def test_kids_may_be_chosen():
    table = GAME.set_up({"kid_assignment": "choose", "players": "2"}, seeded(1))
    choice = table.next_choice()
    assert isinstance(choice, ChooseKid)
    assert len(table.offered()) == 10
    table.apply(TakeKid(choice.seat, "luke"))
    assert TakeKid(1 - choice.seat, "luke") not in table.offered()
    assert len(table.offered()) == 9


@pytest.mark.rule("F-SETUP-12", "F-SETUP-13", "F-SETUP-15", "F-DIFF-07")
@pytest.mark.parametrize(
    ("options", "threats"),
    [
        ({"difficulty": "easy"}, 5),
        ({"difficulty": "medium"}, 6),
        ({"difficulty": "hard"}, 8),
        ({"difficulty": "hell"}, 10),
        ({"difficulty": "hell", "hell_cards": "13"}, 13),
    ],
)
def test_hands_threats_and_removed_cards(options, threats):
    state = set_up(3, **options).state
    for seat, hand in enumerate(state.hands):
        assert len(hand) == (4 if state.kids[seat] == "dylan" else 3)
    assert state.displayed() == state.minimum == threats
    assert len(state.removed) == 3
    dealt = sum(map(len, state.hands)) + threats + 3
    assert len(state.deck) == 50 - dealt
    for colour in COLOURS:
        assert all(CONTENT.cards[card].colour == colour for card in state.column(colour))


@pytest.mark.rule("F-SETUP-17", "F-SETUP-18", "F-SETUP-19", "F-DEF-10")
@pytest.mark.parametrize("seed", range(12))
def test_the_starting_player_places_team_and_billygoat(seed):
    table = GAME.set_up({}, seeded(seed))
    choice = table.next_choice()
    state = table.state
    assert choice is not None
    assert choice.seat == state.first
    for action in table.offered():
        assert isinstance(action, PlaceTeam)
        near = {state.cover[other] for other in BOARD.around[action.space]}
        assert CONTENT.entrance in near
        assert state.is_free(action.space)
    table.apply(table.offered()[0])
    distances = []
    for action in table.offered():
        assert isinstance(action, PlaceBillygoat)
        assert any(state.cover[near] != AWAY for near in BOARD.around[action.space])
        assert not BOARD.is_edge[action.space]
        assert state.is_free(action.space)
        distances.append(BOARD.distances[state.team][action.space])
    assert distances == sorted(distances, reverse=True)
    table.apply(table.offered()[0])
    assert table.next_choice() == ChooseAction(state.first)
    x, y = BOARD.positions[state.billygoat()]
    to_x, to_y = BOARD.positions[state.team]
    from math import atan2, degrees

    assert (
        abs((degrees(atan2(to_y - y, to_x - x)) - state.headings[BILLYGOAT] + 180) % 360 - 180)
        <= 0.5
    )


@pytest.mark.rule("F-SETUP-19")
def test_the_starting_player_is_drawn():
    assert {set_up(seed).state.first for seed in range(20)} == {0, 1, 2}


def test_labels_are_those_of_the_table():
    assert BOARD.label(at(0, 0)) == "F6"
    assert BOARD.label(at(-5, 5)) == "A1"
    assert BOARD.label(BOARD.place_of_external(3)) == "X3"


@pytest.mark.rule("F-SETUP-03", "F-SETUP-04")
def test_the_players_may_put_the_faceless_on_their_marks_and_turn_them():
    table = GAME.set_up({"faceless_marks": "choose", "starting_player": "2"}, seeded(3))
    marks = [BOARD.place_of_external(mark) for mark in CONTENT.sides["duskworld"].starts]
    left = list(marks)
    for figure in FACELESS:
        choice = table.next_choice()
        assert isinstance(choice, ChooseMark)
        assert (choice.seat, choice.figure) == (1, figure)
        assert table.offered() == [StandOn(1, figure, mark) for mark in left]
        table.apply(StandOn(1, figure, left.pop()))
        assert isinstance(table.next_choice(), ChooseFacing)
        assert len(table.offered()) == 12
        table.apply(table.offered()[figure])
    assert isinstance(table.next_choice(), ChooseTeamSite)
    assert table.state.places[:3] == marks[::-1]
    assert table.state.headings[:3] == [0, 30, 60]


@pytest.mark.rule("F-SETUP-19", "F-TURN-01")
def test_the_host_may_name_the_starting_player():
    for name in "123":
        table = set_up(0, starting_player=name)
        assert table.state.first == table.next_choice().seat == int(name) - 1
    assert {set_up(seed).state.first for seed in range(20)} == {0, 1, 2}


@pytest.mark.rule("F-SETUP-19")
def test_nobody_begins_who_does_not_play():
    with pytest.raises(BadOption) as refused:
        GAME.set_up({"players": "solo", "starting_player": "3"}, seeded(0))
    assert "starting_player" in str(refused.value)
