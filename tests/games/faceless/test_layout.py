"""Where Obstacles, the Den and Memories may lie, against the same rules written down once more."""

import cmath
import dataclasses
import importlib
import itertools
import math
import random

import pytest

from embertable.engine.chance import seeded
from embertable.games.faceless import setup
from embertable.games.faceless.board import AWAY, nth_in, spaces_in
from embertable.games.faceless.layout import (
    Layouts,
    Placement,
    all_placements,
    den_placements,
    fit_together,
    has_room,
    is_connected,
    placements,
    random_sites,
)
from embertable.games.faceless.setup import ChooseLayout, LayFirst, LayObstacles
from tests.games.faceless.parts import den_of, part_of
from tests.games.faceless.scene import BOARD, CONTENT, FACELESS, at, set_up

SIDES = sorted(CONTENT.sides)
CORNERS = [space for space in range(BOARD.size) if len(BOARD.around[space]) == 3]
HEIGHT = math.sqrt(3) / 2


def turned(cell, times):
    """The cell turned around the middle of the field, by its place in the plane."""
    point = complex(cell[0] + cell[1] / 2, cell[1] * HEIGHT) * cmath.rect(1, times * math.pi / 3)
    row = round(point.imag / HEIGHT)
    return round(point.real - row / 2), row


def laid_anywhere(cells, symbols):
    """All spaces that a token can cover, with those of its Memory symbols."""
    for times in range(6):
        for q, r in BOARD.axial:
            here = [(q + a, r + b) for a, b in (turned(cell, times) for cell in cells)]
            marks = [(q + a, r + b) for a, b in (turned(cell, times) for cell in symbols)]
            if all(cell in BOARD.index for cell in here):
                yield (
                    tuple(sorted(at(*cell) for cell in here)),
                    tuple(sorted(at(*cell) for cell in marks)),
                )


def is_far(one, other):
    """Whether no space of one lies on or beside a space of the other."""
    return all(BOARD.distances[a][b] > 1 for a in one for b in other)


def hangs_together(covered) -> bool:
    """Whether every open space can be reached from every other."""
    left = set(range(BOARD.size)) - set(covered)
    waiting = [left.pop()]
    while waiting:
        near = left & set(BOARD.around[waiting.pop()])
        left -= near
        waiting += near
    return not left


def fresh(side):
    """The placements of a side, with nothing worked out about them yet."""
    return bare(CONTENT.sides[side].placements)


def bare(tokens):
    return [[dataclasses.replace(one, beside=[]) for one in token] for token in tokens]


def check_layout(laid):
    """Six tokens by the rules of the set-up."""
    for one, other in itertools.combinations(laid, 2):
        assert is_far(one.cells, other.cells)
        assert one.board_symbol != other.board_symbol
    assert hangs_together([cell for one in laid for cell in one.cells])


def test_a_mask_names_its_spaces_in_order():
    luck = random.Random(1)
    for bits in (0, 1, 8, 56, 57, 91, 130):
        mask = luck.getrandbits(bits) if bits else 0
        wanted = [space for space in range(bits) if mask >> space & 1]
        assert spaces_in(mask) == wanted
        assert [nth_in(mask, number) for number in range(len(wanted))] == wanted


@pytest.mark.rule("F-SETUP-05", "F-SETUP-06", "F-SETUP-08")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("number", range(6))
def test_a_token_may_cover_exactly_one_symbol_turned_as_one_likes(side, number):
    token = CONTENT.obstacles[number]
    board_symbols = CONTENT.sides[side].symbols
    wanted = set()
    for spaces, marks in laid_anywhere(token.cells, token.symbols):
        covered = [symbol for symbol in board_symbols if symbol in spaces]
        if len(covered) == 1:
            wanted.add((spaces, marks, covered[0]))
    everywhere = sorted(laid_anywhere(token.cells, token.symbols))
    assert sorted(all_placements(BOARD, token.cells, token.symbols)) == everywhere
    found = placements(BOARD, token, board_symbols)
    assert [one.cells for one in found] == [one.cells for one in fresh(side)[number]]
    assert len(found) == len(wanted)
    assert {(one.cells, one.symbols, one.board_symbol) for one in found} == wanted
    for one in found:
        assert one.mask == sum(1 << cell for cell in one.cells)
        near = [s for s in range(BOARD.size) if not is_far([s], one.cells)]
        assert one.zone == sum(1 << space for space in near)
        for mark, sites in zip(one.symbols, one.sites, strict=True):
            assert set(sites) == set(BOARD.around[mark]) - set(one.cells)


@pytest.mark.rule("F-SETUP-07b", "F-EXP-DEN-01")
def test_the_den_may_lie_on_any_three_spaces_of_its_shape():
    found = den_placements(BOARD, CONTENT.den_cells)
    wanted = {spaces for spaces, _ in laid_anywhere(CONTENT.den_cells, ())}
    assert [one.cells for one in found] == sorted(wanted)
    assert {one.board_symbol for one in found} == {-1}
    assert all(not one.symbols and not one.sites for one in found)


@pytest.mark.rule("F-SETUP-06")
@pytest.mark.parametrize("side", SIDES)
def test_two_obstacles_share_no_symbol_and_do_not_touch(side):
    layouts = Layouts(BOARD, fresh(side))
    for one in (token[len(token) // 3] for token in layouts.tokens):
        answers = layouts.beside(one)
        for token, allowed in zip(layouts.tokens, answers, strict=True):
            for number, other in enumerate(token):
                wanted = is_far(one.cells, other.cells) and one.board_symbol != other.board_symbol
                assert (bool(allowed >> number & 1), fit_together(one, other)) == (wanted, wanted)
            assert not allowed >> len(token)
        assert layouts.beside(one) is answers, "worked out once"
        assert layouts.left_open([one]) == answers
    assert layouts.left_open([]) == [(1 << len(token)) - 1 for token in layouts.tokens]
    both = [layouts.tokens[0][0], layouts.tokens[1][0]]
    assert all(not left & 1 for left in layouts.left_open(both)[:2])


@pytest.mark.rule("F-SETUP-06", "F-SETUP-07")
@pytest.mark.parametrize("side", SIDES)
def test_a_random_layout_keeps_the_rules_and_may_be_any(side):
    tokens = fresh(side)
    layouts = Layouts(BOARD, tokens)
    chance = seeded(5)
    seen: list[set[int]] = [set() for _ in tokens]
    for _ in range(60):
        laid = layouts.at_random(chance)
        assert len(laid) == 6
        check_layout(laid)
        for number, one in enumerate(laid):
            assert one in tokens[number]
            seen[number].add(one.board_symbol)
    assert all(len(symbols) == 6 for symbols in seen)


@pytest.mark.rule("F-SETUP-06")
def test_a_layout_that_cuts_a_space_off_is_drawn_again():
    """The first token alone either leaves a corner open or seals it off."""
    for corner in CORNERS:
        sealed_or_not(BOARD.around[corner])


def sealed_or_not(corner):
    sealing = dataclasses.replace(
        CONTENT.sides["duskworld"].placements[0][0],
        cells=tuple(corner),
        mask=BOARD.mask(corner),
        may_cut_off=True,
        cuts_off=True,
        beside=[],
    )
    free = dataclasses.replace(CONTENT.sides["duskworld"].placements[0][1], beside=[])
    for seed in range(4):
        assert Layouts(BOARD, [[sealing, free]]).at_random(seeded(seed)) == [free]


@pytest.mark.rule("F-SETUP-06")
@pytest.mark.parametrize("side", SIDES)
def test_only_an_obstacle_that_parts_what_is_around_it_can_cut_spaces_off(side):
    layouts = CONTENT.sides[side].layouts
    every = [one for token in layouts.tokens for one in token]
    assert all(one.may_cut_off for one in every if not hangs_together(one.cells))
    assert all(one.cuts_off != hangs_together(one.cells) for one in every)
    assert {True, False} == {one.may_cut_off for one in every}
    chance = seeded(8)
    for _ in range(40):
        laid = layouts.at_random(chance)
        kept = [one for one in laid if not one.may_cut_off]
        assert hangs_together([cell for one in kept for cell in one.cells])
    doubtful = [[one for one in token if one.may_cut_off] for token in layouts.tokens]
    for number, token in enumerate(doubtful):
        for one, other in itertools.product(token, itertools.chain(*doubtful[number + 1 :])):
            if fit_together(one, other):
                wanted = hangs_together([*one.cells, *other.cells])
                assert layouts.hangs_together([one, other]) == wanted


def brute_sites(sites):
    """Whether each symbol can have a Memory, no two on or beside each other."""
    if not sites:
        return True
    return any(
        all(BOARD.distances[a][b] > 1 for a, b in itertools.combinations(chosen, 2))
        for chosen in itertools.product(*sites)
    )


def brute_layout(tokens):
    for laid in itertools.product(*tokens):
        if any(
            not is_far(one.cells, other.cells) or one.board_symbol == other.board_symbol
            for one, other in itertools.combinations(laid, 2)
        ):
            continue
        if not hangs_together([cell for one in laid for cell in one.cells]):
            continue
        if brute_sites([sites for one in laid for sites in one.sites]):
            return True
    return False


@pytest.mark.rule("F-SETUP-06", "F-SETUP-07", "F-SETUP-09")
@pytest.mark.parametrize("side", SIDES)
def test_a_beginning_is_offered_where_the_rest_can_follow(side):
    luck = random.Random(17)
    tokens = CONTENT.sides[side].placements
    answers = []
    for _ in range(60):
        few = [luck.sample(tokens[number], luck.randint(1, 3)) for number in (0, 1, 2)]
        wanted = brute_layout(few)
        layouts = Layouts(BOARD, bare(few))
        assert layouts.can_be_completed() == wanted
        first = layouts.tokens[0][0]
        answers += [wanted, brute_layout([[first], *few[1:]])]
        assert layouts.can_be_completed([first]) == answers[-1]
    assert {True, False} == set(answers)


@pytest.mark.rule("F-SETUP-06", "F-SETUP-09")
@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("crowded", [False, True])
def test_neither_a_space_cut_off_nor_a_memory_without_room_is_offered(sealed, crowded):
    for place in CORNERS:
        around = tuple(BOARD.around[place])
        check_offer(around if sealed else around[:2], crowded, not sealed and not crowded)


def check_offer(cells, crowded, wanted):
    sites = ((at(0, 0),), (at(1, 0),)) if crowded else ((at(0, 0),), (at(2, 0),))
    one = dataclasses.replace(
        CONTENT.sides["duskworld"].placements[0][0],
        cells=cells,
        mask=BOARD.mask(list(cells)),
        sites=sites,
        may_cut_off=True,
        cuts_off=not hangs_together(cells),
        beside=[],
    )
    assert Layouts(BOARD, [[one]]).can_be_completed() == wanted


@pytest.mark.rule("F-SETUP-09")
def test_sites_are_chosen_wherever_there_are_some_and_never_too_near():
    luck = random.Random(3)
    found = 0
    for _ in range(200):
        middle = luck.randrange(BOARD.size)
        near = [s for s in range(BOARD.size) if BOARD.distances[middle][s] < 3]
        sites = [luck.sample(near, luck.randint(1, 3)) for _ in range(3)]
        assert has_room(BOARD, sites) == brute_sites(sites)
        drawn = random_sites(BOARD, sites, seeded(luck.randrange(99)))
        if drawn is not None:
            found += 1
            assert brute_sites(sites)
            assert all(space in site for space, site in zip(drawn, sites, strict=True))
            assert all(BOARD.distances[a][b] > 1 for a, b in itertools.combinations(drawn, 2))
    assert 20 < found < 200


def check_memories(state):
    """Each beside a symbol of the Obstacles, on a free space, and apart from the others."""
    tokens = CONTENT.sides[state.side].placements
    sites = []
    for number, cells in enumerate(state.obstacles):
        laid = next(one for one in tokens[number] if one.cells == tuple(cells))
        sites += [set(BOARD.around[mark]) - set(cells) for mark in laid.symbols]
    assert len(sites) == len(state.memory_spaces) == 8
    assert all(space in site for space, site in zip(state.memory_spaces, sites, strict=True))
    assert all(state.cover[space] == AWAY for space in state.memory_spaces)
    assert all(BOARD.distances[a][b] > 1 for a, b in itertools.combinations(state.memory_spaces, 2))


@pytest.mark.rule("F-SETUP-08", "F-SETUP-09", "F-SETUP-21")
@pytest.mark.parametrize("options", [{}, {"nightworld": "on"}, {"den": "on"}], ids=str)
def test_a_memory_lies_beside_each_symbol_and_any_may_be_there(options):
    names: list[set[str]] = [set() for _ in range(8)]
    for seed in range(25):
        state = set_up(seed, **options).state
        check_memories(state)
        for token, name in enumerate(state.memory_names):
            names[token].add(name)
    assert all(len(seen) > 4 for seen in names)


@pytest.mark.rule("F-SETUP-05", "F-SETUP-06", "F-SETUP-07")
def test_players_are_offered_every_placement_that_can_be_completed(monkeypatch):
    layouts = CONTENT.sides["duskworld"].layouts
    monkeypatch.setattr(layouts, "known", {})
    table = FACELESS.set_up({"obstacle_layout": "manual"}, seeded(2))
    tokens = CONTENT.sides["duskworld"].placements
    laid: list[Placement] = []
    for number in range(6):
        assert isinstance(table.next_choice(), ChooseLayout)
        numbers = [option.placement for option in table.offered() if isinstance(option, LayFirst)]
        masks = {
            one.mask
            for one in tokens[number]
            if all(is_far(one.cells, other.cells) for other in laid)
            and all(one.board_symbol != other.board_symbol for other in laid)
            and layouts.can_be_completed([*laid, one])
        }
        assert {tokens[number][one].mask for one in numbers} == masks
        assert len(numbers) == len(masks), "each set of spaces once"
        assert layouts.openings(laid) == numbers, "and the same again"
        chosen = numbers[len(numbers) // 2]
        laid.append(tokens[number][chosen])
        table.apply(LayFirst(table.state.first, number, chosen))
    assert not isinstance(table.next_choice(), ChooseLayout)
    check_layout(laid)
    assert [tuple(cells) for cells in table.state.obstacles] == [one.cells for one in laid]


def count_layouts(monkeypatch):
    """A list that grows whenever the Obstacles are laid at random."""
    laid = []
    run = LayObstacles.run

    def counted(self, table):
        laid.append(table)
        run(self, table)

    monkeypatch.setattr(LayObstacles, "run", counted)
    return laid


def once_none(function):
    """The same function, which finds nothing when it is called first."""
    calls = []

    def call(*arguments):
        calls.append(arguments)
        return None if len(calls) == 1 else function(*arguments)

    return call, calls


@pytest.mark.rule("F-SETUP-07", "F-SETUP-10")
@pytest.mark.parametrize("layout", ["random", "manual"])
def test_without_room_for_memories_a_random_layout_is_drawn_again(monkeypatch, layout):
    call, calls = once_none(random_sites)
    monkeypatch.setattr(setup, "random_sites", call)
    laid = count_layouts(monkeypatch)
    table = set_up(4, obstacle_layout=layout)
    assert len(calls) == 2
    assert len(laid) == (2 if layout == "random" else 0)
    check_memories(table.state)


@pytest.mark.rule("F-SETUP-07b")
@pytest.mark.parametrize("layout", ["random", "manual"])
def test_without_room_for_the_den_the_obstacles_are_laid_anew(monkeypatch, layout):
    calls = []

    module = importlib.import_module("embertable.games.faceless.expansions.den")
    room_for_den = module.room_for_den

    def none_at_first(state):
        calls.append(1)
        return [] if len(calls) == 1 else room_for_den(state)

    monkeypatch.setattr(module, "room_for_den", none_at_first)
    laid = count_layouts(monkeypatch)
    for seed in range(5):
        calls.clear()
        laid.clear()
        check_den(set_up(seed, den="on", swamp="on", obstacle_layout=layout), laid, layout)


def check_den(table, laid, layout):
    assert len(laid) == (2 if layout == "random" else 1)
    covered = [space for space in range(BOARD.size) if table.state.cover[space] != AWAY]
    assert len(den_of(table).spaces) == 3
    assert is_far(den_of(table).spaces, covered)
    assert len(part_of(table, "swamp").obstacles) == 2
    check_memories(table.state)


@pytest.mark.rule("F-SETUP-07b", "F-SETUP-06")
def test_the_den_touches_no_obstacle_and_seals_nothing_off():
    seen = set()
    for seed in range(40):
        table = set_up(seed, den="on")
        spaces = den_of(table).spaces
        covered = [space for space in range(BOARD.size) if table.state.cover[space] != AWAY]
        assert is_far(spaces, covered)
        assert hangs_together([*covered, *spaces])
        assert is_connected(BOARD, BOARD.mask([*covered, *spaces]))
        assert all(BOARD.distances[a][b] == 1 for a, b in itertools.combinations(spaces, 2))
        seen.add(tuple(spaces))
    assert len(seen) > 20
