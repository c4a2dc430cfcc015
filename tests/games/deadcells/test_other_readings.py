"""Where the rulebook can be read in two ways: each setting in both values."""

from __future__ import annotations

from typing import Any

import pytest

from embertable.engine.chance import seeded
from embertable.games.deadcells.campaign import (
    CAMPAIGN,
    campaign_of_text,
    campaign_to_text,
    new_campaign,
)
from embertable.games.deadcells.campaign_progress import progress_of
from embertable.games.deadcells.character_round import ActFirst, ChooseOrder, LinePerformed
from embertable.games.deadcells.effects import Gain
from embertable.games.deadcells.effects_in_combat import ChooseSkill, DeclineSkill, UseSkill
from embertable.games.deadcells.end_of_run import (
    CellsKept,
    ChooseSavings,
    ChooseSpending,
    SpendCells,
    StopSpending,
)
from embertable.games.deadcells.enemies import EnemyFrozen
from embertable.games.deadcells.explore import LeaveShop, ThrowAway
from embertable.games.deadcells.gains import (
    ChooseEater,
    ChooseScroll,
    NobodyCanCarry,
    TreasureDrawn,
)
from embertable.games.deadcells.state_tokens import FreezeFailed, StateHadNoEffect
from embertable.games.deadcells.upkeep import ChooseNext, ChooseTop, HandNext, PutOnTop
from tests.games.deadcells.scene import CONTENT, GAME, Scene, scene

POISONED, SERENADE = 0, 1


# Poison.


@pytest.mark.rule("D-STATE-POISON-02")
@pytest.mark.parametrize(("poison", "damage"), [("adds_up", 2), ("once", 1)])
def test_two_poison_tokens_deal_two_damage_or_one(poison, damage):
    table = scene(poison=poison)
    enemy = table.enemy(1, health=9)
    table.bears(enemy, poison=2)
    table.bears(table.character(1), poison=2)
    table.end_round(1)
    assert enemy.damage == damage
    assert table.health()[1] == 3 - damage


@pytest.mark.rule("D-STATE-POISON-02")
@pytest.mark.parametrize("poison", ["adds_up", "once"])
def test_one_poison_token_deals_one_damage_and_none_deals_none(poison):
    table = scene(poison=poison)
    poisoned, healthy = table.enemy(1, health=9), table.enemy(2, health=9)
    table.bears(poisoned, poison=1)
    table.end_round(1)
    assert (poisoned.damage, healthy.damage) == (1, 0)


# Freeze.


@pytest.mark.rule("D-STATE-FREEZE-02")
@pytest.mark.parametrize(("freeze", "round"), [("next_action", 3), ("next_round", 2)])
def test_freeze_skips_an_empty_line_or_does_not(freeze, round):
    table = scene(freeze=freeze)
    enemy = table.enemy(1, "b1_elite_archer")  # Actions in Rounds I and III
    table.does(0, "state freeze on 1")
    assert enemy.frozen == [round]
    table.round(round)
    assert enemy.frozen == []
    assert [event.round for event in table.events(EnemyFrozen)] == [round]


@pytest.mark.rule("D-STATE-FREEZE-02")
@pytest.mark.parametrize(("freeze", "round"), [("next_action", 2), ("next_round", 1)])
def test_freeze_on_a_beheaded_skips_an_empty_line_or_does_not(freeze, round):
    table = scene(freeze=freeze)
    enemy = table.enemy(1)
    table.play_card(POISONED, "PO-1")  # Actions in Rounds II and III
    table.open_board(0)
    table.hurt(enemy, "state freeze first_player")
    assert table.character(POISONED).frozen == [round]


@pytest.mark.rule("D-STATE-FREEZE-02")
@pytest.mark.parametrize("freeze", ["next_action", "next_round"])
def test_without_a_round_four_action_freeze_in_round_three_fails(freeze):
    table = scene(freeze=freeze)
    enemy = table.enemy(1, "b1_elite_archer")
    table.open_board(3)
    table.does(0, "state freeze on 1")
    assert enemy.frozen == []
    assert len(table.events(FreezeFailed)) == 1


@pytest.mark.rule("D-STATE-FREEZE-02")
@pytest.mark.parametrize("freeze", ["next_action", "next_round"])
def test_a_beheaded_has_no_line_after_round_three_to_freeze(freeze):
    table = scene(freeze=freeze)
    enemy = table.enemy(1)
    table.play_card(POISONED, "PO-1")
    table.open_board(3)
    table.hurt(enemy, "state freeze first_player")
    assert table.character(POISONED).frozen == []
    assert len(table.events(StateHadNoEffect)) == 1


# Skills.


def with_two_skills(**options: Any) -> Scene:
    table = scene(**options)
    table.does(POISONED, "skill 2")
    return table


@pytest.mark.rule("D-ACTION-SKILL-02")
@pytest.mark.parametrize(("track_skills", "again"), [("once", False), ("repeat", True)])
def test_a_skill_of_a_track_is_used_once_a_round_or_as_often_as_one_likes(track_skills, again):
    table = with_two_skills(track_skills=track_skills)
    gain = UseSkill(0, POISONED, "poisoned-purple-0")
    table.act(gain)
    assert (gain in table.offered()) is again
    assert isinstance(table.waiting(), ChooseSkill) is again
    if again:
        table.act(gain)
        assert table.waiting() is None, "two Skill Actions, and no third"
    assert table.state.teeth == (2 if again else 1)


@pytest.mark.rule("D-ACTION-SKILL-02")
def test_a_skill_that_leads_to_further_skills_stays_once_a_round():
    table = scene("quartered flayed immolated", track_skills="repeat")
    table.scrolls(0, purple=3)
    table.does(0, "skill")
    table.act(UseSkill(0, 0, "quartered-purple-3"))
    offered = [option.skill for option in table.offered() if isinstance(option, UseSkill)]
    assert "quartered-purple-3" not in offered, "two Skill Actions would never end"
    table.act(UseSkill(0, 0, "quartered-purple-0"))
    offered = [option.skill for option in table.offered() if isinstance(option, UseSkill)]
    assert "quartered-purple-0" not in offered, "copying a Skill line would never end either"
    assert DeclineSkill(0, 0) in table.offered()


# Cells.


def end_with(cells: int, **options: Any) -> Scene:
    table = scene(**options)
    table.state.cells = cells
    table.run(SpendCells())
    return table


@pytest.mark.rule("D-CELLS-02")
@pytest.mark.parametrize(
    ("unspent_cells", "asked", "kept"),
    [("lost", ChooseSpending, ()), ("kept", ChooseSavings, (Gain("cell", 3),))],
)
def test_unspent_cells_are_lost_or_wait_for_the_next_run(unspent_cells, asked, kept):
    table = end_with(3, unspent_cells=unspent_cells)
    assert type(table.waiting()) is asked
    table.act(StopSpending(0))
    assert table.table.result is not None
    assert table.state.cells == 0
    assert table.campaign.next_run == kept
    assert [event.n for event in table.events(CellsKept)] == ([3] if kept else [])


@pytest.mark.rule("D-CELLS-02")
def test_kept_cells_are_in_the_bag_of_the_next_run_and_only_of_that():
    table = end_with(3, unspent_cells="kept")
    table.act(StopSpending(0))
    text = campaign_to_text(GAME, table.campaign)
    assert [message.id for message in progress_of(table.campaign, CONTENT)][-1] == "campaign.cells"
    options = GAME.check({"players": "2", "beheaded": "random", CAMPAIGN: text})
    following = GAME.set_up(options, seeded(1))
    while not following.state.biome or not following.state.tiles:
        following.next_choice()
        if following.state.tiles:
            break
        following.apply(following.offered()[0])
    assert following.state.cells == 3
    assert following.state.campaign.next_run == ()


@pytest.mark.rule("D-CELLS-02")
@pytest.mark.parametrize("n", [0, -1, 1000])
def test_a_campaign_cannot_promise_any_number_of_cells(n):
    campaign = new_campaign(CONTENT)
    campaign.next_run = (Gain("cell", n),)
    with pytest.raises(Exception, match="next_run"):
        campaign_of_text(GAME, campaign_to_text(GAME, campaign), CONTENT)


# Two Active cards.


def two_cards(**options: Any) -> Scene:
    table = scene("poisoned flayed", **options)
    table.enemy(1, health=9)
    table.play_card(0, "PO-1", "PO-2")
    return table


LINES = [CONTENT.cards[card].lines for card in ("PO-1", "PO-2")]
BOTH = next((round for round in (1, 2, 3) if LINES[0][round] and LINES[1][round]), 0)


@pytest.mark.rule("D-COMBAT-PLAY-06")
def test_by_default_the_card_played_first_acts_first():
    table = two_cards()
    waiting = table.round(BOTH)
    assert not isinstance(waiting, ChooseOrder)
    assert [event.card for event in table.events(LinePerformed)][:1] == ["PO-1"]


@pytest.mark.rule("D-COMBAT-PLAY-06")
@pytest.mark.parametrize(("number", "first"), [(0, "PO-1"), (1, "PO-2")])
def test_where_the_order_is_free_the_player_is_asked_in_every_round(number, first):
    table = two_cards(two_cards="choose")
    assert table.round(BOTH) == ChooseOrder(0, 0)
    assert table.offered() == [ActFirst(0, 0, 0), ActFirst(0, 0, 1)]
    table.act(ActFirst(0, 0, number))
    assert [event.card for event in table.events(LinePerformed)][:1] == [first]
    while table.waiting() is not None:
        table.act(table.offered()[0])
    performed = [event.card for event in table.events(LinePerformed) if event.character == 0]
    assert sorted(performed) == ["PO-1", "PO-2"], "and the other one after it"


@pytest.mark.rule("D-COMBAT-PLAY-06")
def test_nobody_is_asked_about_the_order_of_one_line():
    table = two_cards(two_cards="choose")
    single = next(round for round in (1, 2, 3) if bool(LINES[0][round]) != bool(LINES[1][round]))
    assert not isinstance(table.round(single), ChooseOrder)


@pytest.mark.rule("D-COMBAT-PLAY-06", "D-UPKEEP-05")
@pytest.mark.parametrize("card", ["PO-1", "PO-2"])
def test_the_player_also_chooses_the_top_of_the_discard_pile(card):
    table = two_cards(two_cards="choose")
    assert table.upkeep() == ChooseTop(0, 0)
    table.act(PutOnTop(0, 0, card))
    assert table.character(0).discard[-1] == card
    assert sorted(table.character(0).discard) == ["PO-1", "PO-2"]


@pytest.mark.rule("D-UPKEEP-05")
def test_by_default_cards_are_discarded_in_the_order_played():
    table = two_cards()
    assert table.upkeep() is None
    assert table.character(0).discard == ["PO-1", "PO-2"]


# Upkeep.


def full_bag(**options: Any) -> Scene:
    table = scene(**options)
    table.open_board(3)
    table.character(1).damage = 1
    table.character(2).damage = 1
    table.state.scrolls, table.state.food, table.state.found = ["red"], 1, ["torch"]
    return table


@pytest.mark.rule("D-UPKEEP-01")
def test_by_default_scrolls_are_handed_out_first():
    assert isinstance(full_bag().upkeep(), ChooseScroll)


@pytest.mark.rule("D-UPKEEP-01")
def test_where_the_order_is_free_the_first_player_chooses_what_comes_next():
    table = full_bag(upkeep="free")
    assert table.upkeep() == ChooseNext(0)
    assert table.offered() == [
        HandNext(0, "scroll", "red"),
        HandNext(0, "food", ""),
        HandNext(0, "treasure", "torch"),
    ]
    assert isinstance(table.act(HandNext(0, "food", "")), ChooseEater)
    table.act(table.offered()[0])
    assert table.offered() == [HandNext(0, "scroll", "red"), HandNext(0, "treasure", "torch")]
    table.act(HandNext(0, "treasure", "torch"))
    while table.waiting() is not None:
        table.act(table.offered()[0])
    assert (table.state.scrolls, table.state.food, table.state.found) == ([], 0, [])
    assert not table.state.fighting


@pytest.mark.rule("D-UPKEEP-01", "D-COMBAT-PLAY-10")
@pytest.mark.parametrize("upkeep", ["listed", "free"])
def test_who_passed_receives_nothing_in_whatever_order(upkeep):
    table = scene("poisoned flayed immolated quartered", upkeep=upkeep)
    table.enemy(1)
    table.state.passing = 3
    table.state.scrolls, table.state.found = ["red"], ["torch"]
    table.upkeep()
    receivers = set()
    while table.waiting() is not None:
        receivers |= {getattr(option, "character", 0) for option in table.offered()}
        table.act(table.offered()[-1])
    assert receivers == {0, 1, 2}
    assert (table.state.scrolls, table.state.found, table.state.passing) == ([], [], -1)


# Alone.


@pytest.mark.rule("D-INTER-05", "D-SOLO-11")
@pytest.mark.parametrize("first", [POISONED, SERENADE])
def test_alone_equipment_may_be_discarded_whoever_holds_the_token(first):
    table = scene("poisoned serenade", first=first)
    table.equip(POISONED, "torch")
    table.leave("exit_a")
    assert table.offered() == [ThrowAway(0, POISONED, "torch"), LeaveShop(0)]
    table.act(ThrowAway(0, POISONED, "torch"))
    assert table.character(POISONED).equipment == []


@pytest.mark.rule("D-SOLO-06", "D-FIRST-06")
def test_a_treasure_for_a_first_player_who_is_serenade_is_discarded_and_told():
    table = scene("poisoned serenade", first=SERENADE)
    table.state.treasure = ["torch"]
    assert table.happens("gain treasure first_player") is None
    assert [event.card for event in table.events(TreasureDrawn)] == ["torch"]
    assert table.events(NobodyCanCarry) == [NobodyCanCarry("torch")]
    assert table.state.treasure_out == ["torch"]


# All of them.


def test_the_ledgers_own_readings_leave_no_trace_in_a_saved_position():
    plain = GAME.set_up({}, seeded(1))
    other = GAME.set_up({"poison": "once", "upkeep": "free"}, seeded(1))
    assert "other_readings" not in GAME.to_json(plain)["state"]
    assert GAME.to_json(other)["state"]["other_readings"] == ["poison", "upkeep"]
