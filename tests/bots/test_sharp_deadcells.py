"""What a search of Dead Cells knows beyond the greedy bot: Equipment, Scrolls, decks, careful fights."""

from __future__ import annotations

from embertable import load
from embertable.bots import ask, get_bot
from embertable.bots.deadcells.equipment import quality
from embertable.bots.deadcells.evaluator import DeadCellsEvaluator
from embertable.bots.deadcells.heuristics import JUDGES, Judges, judge
from embertable.bots.deadcells.search_heuristics import SEARCH_JUDGES
from embertable.engine.game import new_table
from embertable.engine.table import Choice, Table
from embertable.games.deadcells.end_of_run import give_combat_card
from embertable.games.deadcells.gains import (
    ChooseBearer,
    ChooseRoom,
    ChooseScroll,
    DropCarried,
    DropNew,
    Equip,
)
from embertable.games.deadcells.setup import (
    ChooseNewOwner,
    ChooseRedistribution,
    KeepDecks,
    Redistribute,
)
from embertable.games.deadcells.state import DeadCellsState
from tests.games.deadcells.scene import CONTENT, Scene, scene

GAME = load("deadcells")
BOW, SHIELD = "beginners_bow", "old_wooden_shield"


def best(table: Scene, choice: Choice, judges: Judges = SEARCH_JUDGES):
    return max(choice.options(table.table), key=lambda one: judge(table.state, one, judges))


def test_a_shield_is_better_than_a_bow_and_what_is_used_once_is_worth_less():
    assert quality(CONTENT.equipment[SHIELD]) > quality(CONTENT.equipment[BOW])
    grenade, blast = CONTENT.equipment["ice_grenade"], CONTENT.equipment["frost_blast"]
    assert grenade.discard_after_use
    assert quality(grenade) < quality(blast)


def test_the_better_piece_is_kept_where_there_is_room_for_one():
    table = scene()
    table.equip(0, BOW, slots=1)
    assert best(table, ChooseRoom(0, 0, SHIELD)) == DropCarried(0, 0, BOW, SHIELD)
    assert best(table, ChooseRoom(0, 0, SHIELD), JUDGES) == DropNew(0, 0, SHIELD)
    table.equip(0, SHIELD, slots=1)
    assert best(table, ChooseRoom(0, 0, BOW)) == DropNew(0, 0, BOW)
    table.equip(0, BOW, slots=2)
    assert best(table, ChooseRoom(0, 0, SHIELD)) == Equip(0, 0, SHIELD)


def test_equipment_goes_where_there_is_room_or_the_worst_piece():
    table = scene()
    table.equip(0, SHIELD, slots=1)
    table.equip(1, BOW, slots=1)
    table.equip(2, SHIELD, slots=1)
    assert best(table, ChooseBearer(0, "front_line_shield", (0, 1, 2))).character == 1
    table.equip(2, slots=1)
    assert best(table, ChooseBearer(0, "front_line_shield", (0, 1, 2))).character == 2


def test_improved_cards_follow_those_who_play():
    table = scene("immolated flayed poisoned")
    give_combat_card(table.table, "BR-01c", "flayed")
    assert best(table, ChooseRedistribution(0)) == KeepDecks(0)
    give_combat_card(table.table, "BR-04c", "quartered")
    assert best(table, ChooseRedistribution(0)) == Redistribute(0)
    assert best(table, ChooseNewOwner(0, "BR-01c")).beheaded == "flayed"
    assert best(table, ChooseNewOwner(0, "BR-04c")).beheaded in ("immolated", "poisoned")


def test_a_scroll_goes_where_the_next_ability_is_good():
    table = scene("flayed quartered immolated")
    purple = best(table, ChooseScroll(0, "purple", (0, 1, 2)))
    assert purple.character == 0  # a Shield for the First Player in Round 0 of every Combat
    table.character(0).damage = 2
    green = best(table, ChooseScroll(0, "green", (0, 1)))
    assert green.character == 0  # who has one Health left needs more of it
    red = best(table, ChooseScroll(0, "red", (0, 2)))
    assert red.character == 2  # Damage in Round 0 is better than a burden


def test_a_sharp_look_counts_cells_for_more():
    table = scene()
    plain, sharp = [DeadCellsEvaluator(table.table, Choice(0)) for _ in range(2)]
    sharp.use_full_model()
    table.state.cells = 2
    assert sharp.value(table.table)["cells"] > plain.value(table.table)["cells"] > 0


def test_who_fights_with_care_ends_better():
    """The Combats of a Run with the same luck, once by rule of thumb, once with every option tried."""
    table = new_table(GAME, {"players": "3"}, seed=3)
    bot = get_bot("greedy", 1)
    careful = hurried = 0.0
    fights = 0
    was_open = False
    while (choice := table.next_choice()) is not None:
        is_open = table.state.fighting and table.state.shown
        if is_open and not was_open:
            evaluator = DeadCellsEvaluator(table, choice)
            evaluator.use_full_model()
            careful += end_of_fight(evaluator, table, full_model=True)
            hurried += end_of_fight(evaluator, table, full_model=False)
            fights += 1
        was_open = is_open
        table.apply(ask(bot, table, choice.seat), choice.seat)
    assert fights > 5
    assert careful > hurried + 10.0


def end_of_fight(
    evaluator: DeadCellsEvaluator, table: Table[DeadCellsState], full_model: bool
) -> float:
    tried = table.copy(table.chance.copy())
    evaluator.fight_on(tried, full_model)
    return sum(evaluator.value(tried).values())
