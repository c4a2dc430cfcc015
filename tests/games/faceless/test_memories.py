"""The eight Memories and their effects."""

import pytest

from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import ALAN, BILLYGOAT, JUDITH, SAM
from embertable.games.faceless.layout import is_connected
from embertable.games.faceless.memories import (
    BurnThreat,
    ChooseBurnt,
    LayObstacle,
    LetFireDie,
    Listen,
    PullObstacle,
    UseMemory,
    open_placements,
    placements_of,
)
from embertable.games.faceless.rest import ChooseColumn, TakeThreat
from embertable.games.faceless.team import TakeStep
from embertable.games.faceless.turns import ChooseAction
from embertable.games.faceless.walk import StandOn, TurnTo
from tests.games.faceless.scene import BOARD, CONTENT, at, scene, set_up, way

PLAIN = "matt luke pj"


@pytest.mark.rule("F-EX-06", "F-MEM-BOW", "F-MEM-07", "F-MEM-02", "F-MEM-03")
def test_the_bow_poses_judith_and_the_team_stays():
    table = scene(kids=PLAIN, memories="bow")
    team = table.state.team
    table.turn()
    table.act(UseMemory(0, "bow"), StandOn(0, JUDITH, BOARD.place_of_external(5)))
    table.act(table.offered(TurnTo)[0])
    assert isinstance(table.waiting(), ChooseAction)
    assert table.state.places[JUDITH] == BOARD.place_of_external(5)
    assert table.state.team == team
    assert (table.state.unused, table.state.used) == ([], ["bow"])
    assert not table.offered(UseMemory)


@pytest.mark.rule("F-MEM-HAT", "F-MEM-BOOK", "F-MEM-BAGS", "F-DEF-11")
@pytest.mark.parametrize(
    ("memory", "figure"), [("hat", SAM), ("school_book", ALAN), ("bags", BILLYGOAT)]
)
def test_each_figure_has_its_memory(memory, figure):
    table = scene(kids=PLAIN, memories=memory)
    table.turn()
    table.act(UseMemory(0, memory))
    assert {action.figure for action in table.offered(StandOn)} == {figure}
    if figure == BILLYGOAT:
        assert len(table.offered()) == 3


@pytest.mark.rule("F-MEM-07", "F-COLL-04")
def test_a_removed_faceless_returns_by_its_memory():
    table = scene(kids=PLAIN, memories="hat")
    table.state.places[SAM] = AWAY
    table.turn()
    table.act(UseMemory(0, "hat"))
    assert len(table.offered(StandOn)) == 30


@pytest.mark.rule("F-MEM-STREET")
def test_the_street_is_one_free_step():
    table = scene(kids=PLAIN, memories="street")
    table.turn()
    table.act(UseMemory(0, "street"), TakeStep(0, way("NE")))
    assert table.state.team == at(-3, -1)
    assert isinstance(table.waiting(), ChooseAction)


@pytest.mark.rule("F-MEM-MUSIC", "F-DIFF-14")
def test_the_music_player_fills_a_hand_to_its_limit():
    table = scene(
        kids="matt dylan pj",
        hands="red-1 | blue-1 |",
        memories="music_player",
        threats="red blue green purple",
    )
    table.turn()
    table.act(UseMemory(0, "music_player"), Listen(0, 1))
    assert table.waiting() == ChooseColumn(1)
    table.act(*[TakeThreat(1, colour) for colour in ("red", "blue", "green")])
    assert len(table.state.hands[1]) == 4


@pytest.mark.rule("F-MEM-CAMPFIRE", "F-INT-68")
def test_the_campfire_burns_up_to_two_cards():
    table = scene(
        kids=PLAIN, memories="campfire", threats="red-1 red-2 blue", deck="green-1 green-2"
    )
    table.state.minimum = 3
    table.turn()
    table.act(UseMemory(0, "campfire"), BurnThreat(0, "red", 2))
    assert table.waiting() == ChooseBurnt(0, 1)
    table.act(BurnThreat(0, "red", 1))
    assert table.state.discards == ["red-2", "red-1"]
    assert table.state.column("green") == ["green-1", "green-2"]


@pytest.mark.rule("F-DISPLAY-04", "F-MEM-CAMPFIRE")
def test_a_burnt_card_is_replaced_at_once_where_the_table_plays_so():
    table = scene(
        kids=PLAIN,
        memories="campfire",
        threats="red-1 red-2 blue",
        deck="green-1 green-2",
        display_refill="each_card",
    )
    table.state.minimum = 3
    table.turn()
    table.act(UseMemory(0, "campfire"), BurnThreat(0, "red", 2), BurnThreat(0, "green", 1))
    assert table.state.discards == ["red-2", "green-1"]
    assert table.state.column("green") == ["green-2"]


@pytest.mark.rule("F-MEM-CAMPFIRE")
def test_the_campfire_may_burn_fewer():
    table = scene(kids=PLAIN, memories="campfire", threats="red-1 blue")
    table.turn()
    table.act(UseMemory(0, "campfire"), LetFireDie(0))
    assert table.state.discards == []
    assert table.state.used == ["campfire"]


@pytest.mark.rule("F-MEM-ROPE", "F-DIFF-15")
def test_the_old_rope_moves_an_obstacle_by_the_rules_of_setup():
    table = scene(kids=PLAIN, memories="old_rope")
    table.turn()
    table.act(UseMemory(0, "old_rope"))
    obstacle = table.offered(PullObstacle)[0].obstacle
    before = list(table.state.obstacles[obstacle])
    table.act(PullObstacle(0, obstacle))
    symbols = CONTENT.sides["duskworld"].symbols
    for action in table.offered(LayObstacle):
        spaces = placements_of(table.state, obstacle)[action.placement].cells
        assert sorted(spaces) != sorted(before)
        assert sum(space in symbols for space in spaces) == 1
        for space in spaces:
            assert space in before or table.state.is_free(space)
            near = {table.state.cover[other] for other in BOARD.around[space]}
            assert near <= {AWAY, obstacle}
        others = [s for s in range(BOARD.size) if table.state.cover[s] not in (AWAY, obstacle)]
        assert is_connected(BOARD, BOARD.mask([*others, *spaces]))
    table.act(table.offered(LayObstacle)[0])
    assert table.state.obstacles[obstacle] != before
    assert all(table.state.cover[space] == obstacle for space in table.state.obstacles[obstacle])


@pytest.mark.rule("F-MEM-ROPE", "F-SETUP-06")
def test_the_old_rope_seals_no_space_off():
    """Every placement that is refused for this reason alone would cut a space off."""
    refused = 0
    for seed in range(40):
        table = set_up(seed)
        state = table.state
        for obstacle in range(len(state.obstacles)):
            offered = open_placements(table, obstacle)
            others = [s for s in range(BOARD.size) if state.cover[s] not in (AWAY, obstacle)]
            laid = BOARD.mask(others)
            own = state.obstacles[obstacle]
            if state.team in own or state.billygoat() in own:
                continue
            masks = set()
            for number, one in enumerate(placements_of(state, obstacle)):
                free = all(space in own or state.is_free(space) for space in one.cells)
                if not free or one.zone & laid or one.mask == BOARD.mask(own):
                    assert number not in offered
                elif not is_connected(BOARD, laid | one.mask):
                    refused += 1
                    assert number not in offered
                else:
                    masks.add(one.mask)
            found = {placements_of(state, obstacle)[number].mask for number in offered}
            assert found == masks
    assert refused > 0


@pytest.mark.rule("F-SETUP-06")
def test_a_field_is_connected_when_every_space_can_be_reached():
    corner = list(BOARD.around[at(5, 0)])
    assert not is_connected(BOARD, BOARD.mask(corner))
    assert is_connected(BOARD, BOARD.mask(corner[:-1]))
    assert is_connected(BOARD, BOARD.mask([*corner, at(5, 0)]))


@pytest.mark.rule("F-MEM-ROPE", "F-MEM-02")
def test_the_old_rope_alone_needs_an_obstacle_that_can_move():
    table = scene(kids=PLAIN, memories="old_rope street")
    table.state.memory_spaces = list(range(BOARD.size))
    table.state.memory_names = ["hat"] * BOARD.size
    assert not any(open_placements(table.table, obstacle) for obstacle in range(6))
    table.turn()
    assert [one.memory for one in table.offered(UseMemory)] == ["street"]
    other = scene(kids=PLAIN, memories="old_rope street")
    other.turn()
    assert [one.memory for one in other.offered(UseMemory)] == ["old_rope", "street"]


@pytest.mark.rule("F-MEM-ROPE")
def test_an_obstacle_that_carries_a_figure_stays():
    table = scene()
    assert open_placements(table.table, 4)
    table.state.team = table.state.obstacles[4][0]
    assert not open_placements(table.table, 4)


@pytest.mark.rule("F-MEM-06")
@pytest.mark.parametrize(("setting", "offered"), [("1", 0), ("unlimited", 1)])
def test_one_effect_a_turn_unless_agreed_otherwise(setting, offered):
    table = scene(kids=PLAIN, memories="street campfire", memory_effects_per_turn=setting)
    table.turn()
    table.act(UseMemory(0, "street"), TakeStep(0, way("NE")))
    assert len(table.offered(UseMemory)) == offered


@pytest.mark.rule("F-MEM-01", "F-SETUP-21")
def test_memories_on_the_board_stay_facedown():
    table = scene()
    view = table.view()
    assert len(view.memories) == 8
    assert "memory_names" not in repr(view)
    assert "campfire" not in repr(view)
