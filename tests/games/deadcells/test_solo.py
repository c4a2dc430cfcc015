"""Alone with Serenade (section 24)."""

from __future__ import annotations

from typing import cast

import pytest

from embertable import new_table
from embertable.games.deadcells.boss import FinishTurn
from embertable.games.deadcells.campaign import campaign_to_text, new_campaign
from embertable.games.deadcells.character_round import (
    ChooseRoundZero,
    EndRoundZero,
    LinePerformed,
    UseRoundAction,
)
from embertable.games.deadcells.combat import ChoosePower, TakePower, rounds
from embertable.games.deadcells.damage_to_enemies import AimAt, ChooseEnemy, EnemyHurt
from embertable.games.deadcells.damage_to_group import ChooseVictim, PickVictim
from embertable.games.deadcells.effects import BLEEDING, FIRE, POISON, TARGET, Check, DeckCheck
from embertable.games.deadcells.effects_in_combat import ChooseSkill, UseSkill
from embertable.games.deadcells.effects_outside_combat import FirstPlayerChanged
from embertable.games.deadcells.enemies import ChooseActiveCard, GiveUpActiveCard
from embertable.games.deadcells.explore import ChooseCorridor
from embertable.games.deadcells.gains import (
    ChooseEater,
    ChooseRoom,
    Feed,
    ScrollLost,
    SerenadeTransformed,
    TakeScroll,
)
from embertable.games.deadcells.preparation import ChooseCard, LayCard, LayCards
from embertable.games.deadcells.setup import GiveToken, StartIn, TakeBeheaded
from embertable.games.deadcells.state import PRINTED, DeadCellsState
from embertable.games.deadcells.view import DeadCellsView
from tests.games.deadcells.scene import CONTENT, GAME, effect_of, scene

POISONED, SERENADE = 0, 1


def alone(first=POISONED, beheaded="poisoned"):
    return scene(f"{beheaded} serenade", first=first)


def melee(table, scrolls=0):
    serenade = table.character(SERENADE)
    serenade.melee = True
    serenade.scrolls = [scrolls, 0, 0]
    return serenade


def singing(table, card):
    """This card lies on top of her pile and is her Active card."""
    serenade = table.character(SERENADE)
    serenade.draw = [*[one for one in serenade.draw if one != card], card]
    table.open_board()
    serenade.active = [card]
    return serenade


def begun(seed=1, **fields):
    campaign = new_campaign(CONTENT)
    for name, value in fields.items():
        setattr(campaign, name, value)
    options = {"players": "1", "campaign": campaign_to_text(GAME, campaign)}
    table = new_table(GAME, options, seed=seed)
    table.apply(TakeBeheaded(0, "poisoned"))
    if table.offered() == [GiveToken(0, 0)]:
        table.apply(GiveToken(0, 0))
    table.next_choice()
    return table


# Set-up and Combat.


@pytest.mark.rule("D-SOLO-01")
def test_serenade_joins_a_player_alone():
    tops = set()
    for seed in range(6):
        table = begun(seed)
        state = cast(DeadCellsState, table.state)
        serenade = state.characters[SERENADE]
        assert (serenade.beheaded, serenade.melee, serenade.scrolls) == (
            "serenade",
            False,
            [0, 0, 0],
        )
        assert sorted(serenade.draw) == ["SE-1", "SE-2", "SE-3"]
        assert state.first == POISONED
        view = cast(DeadCellsView, GAME.view(table, 0))
        assert view.characters[SERENADE].top == serenade.draw[-1]
        assert len(state.characters[POISONED].hand) == 3
        tops.add(serenade.draw[-1])
    assert len(tops) > 1


@pytest.mark.rule("D-SOLO-02", "D-COMBAT-PLAY-05", "D-SOLO-03")
@pytest.mark.parametrize("first", [POISONED, SERENADE])
def test_the_beheaded_plays_two_cards_and_serenades_top_card_is_the_third(first):
    table = alone(first)
    table.hand(POISONED, "PO-1", "PO-2", "PO-3")
    top = table.character(SERENADE).draw[-1]
    table.run(LayCards(POISONED), LayCards(SERENADE))
    assert table.waiting() == ChooseCard(0, POISONED)
    table.act(LayCard(0, POISONED, "PO-1", "poison", 2))
    assert table.waiting() == ChooseCard(0, POISONED)
    table.act(LayCard(0, POISONED, "PO-2", "loot", 3))
    assert table.waiting() is None
    assert table.character(POISONED).active == ["PO-1", "PO-2"]
    assert table.character(SERENADE).active == [top]


@pytest.mark.rule("D-SOLO-03", "D-SOLO-11")
def test_serenade_performs_the_lines_of_her_card_and_the_player_aims():
    table = alone()
    table.enemy(1)
    table.enemy(2)
    singing(table, "SE-1")
    assert isinstance(table.round(1), ChooseEnemy)
    assert table.offered() == [AimAt(0, 1), AimAt(0, 2)]
    table.act(AimAt(0, 2))
    assert table.board() == {1: ("b4_zombie", 0), 2: ("b4_zombie", 1)}


@pytest.mark.rule("D-EX-54", "D-SOLO-04", "D-SOLO-05")
def test_example_54_a_red_discard_gives_one_more_damage_in_round_3():
    table = alone()
    table.enemy(1)
    table.enemy(-1)
    singing(table, "SE-1")
    table.character(POISONED).discard = ["PO-1", "PO-5"]
    table.round(0)
    assert table.character(SERENADE).power == 2
    table.round(3)
    table.act(PickVictim(0, SERENADE), AimAt(0, -1))
    assert table.board() == {-1: ("b4_zombie", 1), 1: ("b4_zombie", 1)}


@pytest.mark.rule("D-EX-54", "D-SOLO-04")
@pytest.mark.parametrize("discard", [[], ["PO-5", "PO-6"]])
def test_without_a_symbol_on_top_there_is_no_power(discard):
    table = alone()
    table.enemy(1, "b4_zombie")
    singing(table, "SE-3")
    table.character(POISONED).discard = discard
    table.round(0)
    table.round(3)
    assert table.board() == {1: ("b4_zombie", 0)}
    assert table.state.enemies[0].tokens[TARGET] == 0


@pytest.mark.rule("D-SOLO-04", "D-SOLO-05", "D-ROUND0-04")
def test_green_freezes_and_purple_targets_in_round_0():
    table = alone()
    enemy = table.enemy(1, "b1_elite_archer")
    singing(table, "SE-1")
    table.character(POISONED).discard = ["PO-4"]
    table.round(0)
    assert enemy.frozen == [1]
    table = alone()
    enemy = table.enemy(1, "b1_elite_archer")
    singing(table, "SE-1")
    table.character(POISONED).discard = ["PO-1"]
    table.round(0)
    assert (enemy.tokens[TARGET], enemy.frozen) == (1, [])


@pytest.mark.rule("D-SOLO-04")
def test_with_two_symbols_the_player_chooses():
    table = alone()
    enemy = table.enemy(1, "b1_elite_archer")
    singing(table, "SE-1")
    table.character(POISONED).discard = ["SV-13c"]
    assert isinstance(table.round(0), ChoosePower)
    assert table.offered() == [TakePower(0, "green"), TakePower(0, "red")]
    table.act(TakePower(0, "green"))
    assert enemy.frozen == [1]


@pytest.mark.rule("D-SOLO-05")
def test_a_later_discard_gives_no_other_power():
    table = alone()
    table.enemy(1)
    singing(table, "SE-3")
    table.character(POISONED).discard = ["PO-1"]
    table.round(0)
    table.character(POISONED).discard.append("PO-5")
    table.round(3)
    assert table.board() == {1: ("b4_zombie", 0)}


@pytest.mark.rule("D-SOLO-05", "D-BOSS-05")
def test_in_a_boss_turn_without_round_0_the_red_power_still_acts():
    table = alone()
    table.hand(POISONED, "PO-1", "PO-2", "PO-3")
    table.meet("concierge")
    boss = table.state.enemies[0]
    boss.space = 3
    boss.frozen = [1, 2, 3]
    table.character(POISONED).discard = ["PO-5"]
    singing(table, "SE-3")
    table.run(*rounds(from_zero=False))
    # Her own card reaches space 1 only; the power reaches any.
    assert [event.space for event in table.events(EnemyHurt)] == [3]


@pytest.mark.rule("D-SOLO-06")
def test_serenade_has_four_health_states_no_slots_and_no_skills():
    table = alone()
    zombie = table.enemy(1)
    assert table.health() == [3, 4]
    table.state.first = SERENADE
    table.hurt(zombie, "damage first_player", "state poison first_player")
    assert table.health() == [3, 3]
    assert table.character(SERENADE).tokens[POISON] == 1
    assert table.does(SERENADE, "skill") is None
    table.state.fighting = False
    table.state.treasure.append("torch")
    assert table.happens("gain treasure") == ChooseRoom(0, POISONED, "torch")


@pytest.mark.rule("D-SOLO-07")
def test_at_the_end_of_a_combat_her_top_card_is_discarded():
    table = alone()
    serenade = singing(table, "SE-2")
    table.upkeep()
    assert serenade.discard == ["SE-2"]
    assert sorted(serenade.draw) == ["SE-1", "SE-3"]


@pytest.mark.rule("D-EX-56", "D-SOLO-08")
def test_example_56_with_an_empty_pile_the_printed_lines_count():
    table = alone()
    serenade = table.character(SERENADE)
    table.character(POISONED).draw = []
    for _ in range(3):
        table.open_board()
        table.run(LayCards(SERENADE))
        assert serenade.active != [PRINTED]
        table.upkeep()
    assert (serenade.draw, len(serenade.discard)) == ([], 3)
    table.enemy(1)
    table.run(LayCards(SERENADE))
    assert serenade.active == [PRINTED]
    table.round(2)
    assert table.board() == {1: ("b4_zombie", 1)}
    table.upkeep()
    assert len(serenade.discard) == 3


@pytest.mark.rule("D-SOLO-08", "D-SOLO-15")
def test_the_melee_side_has_other_printed_lines():
    table = alone()
    table.enemy(1)
    serenade = melee(table)
    serenade.draw = []
    table.run(LayCards(SERENADE))
    table.round(1)
    table.round(2)
    table.round(3)
    assert table.board() == {1: ("b4_zombie", 2)}


@pytest.mark.rule("D-SOLO-09")
def test_a_boss_turn_uses_one_card_and_nothing_is_refilled_in_the_fight():
    table = alone()
    table.meet("concierge")
    serenade = table.character(SERENADE)
    for left in (2, 1, 0, 0):
        serenade.active = [serenade.draw[-1] if serenade.draw else PRINTED]
        table.run(FinishTurn())
        assert len(serenade.draw) == left


# The First Player token.


@pytest.mark.rule("D-SOLO-10", "D-FIRST-07")
def test_the_token_moves_between_the_two():
    table = alone()
    table.tile("PQ-T3", "b1")
    assert table.state.first == SERENADE


@pytest.mark.rule("D-INT-34", "D-SOLO-10", "D-SOLO-11")
@pytest.mark.parametrize(
    "check",
    [
        Check(("red",), (effect_of("gain tooth"),)),
        DeckCheck({"red": (effect_of("gain tooth"),)}),
    ],
)
def test_interaction_34_before_a_check_the_beheaded_takes_the_token_and_keeps_it(check):
    table = alone(first=SERENADE)
    table.happens("damage first_player")
    assert table.health() == [3, 3]
    table.on_top(POISONED, "PO-5")
    table.happens(check)
    assert table.state.teeth == 1
    assert table.state.first == POISONED
    assert table.events(FirstPlayerChanged) == [FirstPlayerChanged(POISONED)]


@pytest.mark.rule("D-SOLO-11")
def test_with_the_token_serenade_acts_first_and_the_player_still_decides():
    table = alone(first=SERENADE)
    table.enemy(1)
    singing(table, "SE-3")
    table.play_card(POISONED, "PO-2")
    table.round(1)
    assert [event.character for event in table.events(LinePerformed)] == [SERENADE, POISONED]
    assert table.stand("start") == ChooseCorridor(0)


# Rewards.


@pytest.mark.rule("D-SOLO-12", "D-SOLO-14")
@pytest.mark.parametrize("colour", ["green", "purple", "red"])
def test_serenade_may_take_a_scroll_of_any_colour(colour):
    table = alone()
    table.happens(f"gain scroll {colour}")
    assert table.offered() == [TakeScroll(0, POISONED, colour), TakeScroll(0, SERENADE, "green")]
    table.act(TakeScroll(0, SERENADE, "green"))
    assert table.character(SERENADE).scrolls[0] == 1
    assert table.state.teeth == 2


@pytest.mark.rule("D-SOLO-12", "D-CHECK-05")
def test_a_scroll_for_the_player_only_is_not_for_serenade():
    table = alone(first=SERENADE)
    table.hand(POISONED, "PO-5")
    table.happens(Check(("red",), (effect_of("gain scroll red"),)))
    assert table.character(POISONED).scrolls == [0, 0, 1]
    assert table.character(SERENADE).scrolls == [0, 0, 0]


@pytest.mark.rule("D-SOLO-13")
def test_serenade_may_eat():
    table = alone()
    table.character(POISONED).damage = 1
    table.character(SERENADE).damage = 2
    assert table.happens("gain food") == ChooseEater(0, (POISONED, SERENADE))
    table.act(Feed(0, SERENADE))
    assert table.health() == [2, 3]


@pytest.mark.rule("D-SOLO-14")
def test_the_second_space_of_the_power_track_is_food():
    table = alone()
    table.character(SERENADE).scrolls = [1, 0, 0]
    table.character(POISONED).damage = 1
    table.happens("gain scroll red")
    table.act(TakeScroll(0, SERENADE, "green"))
    assert table.health() == [3, 4]
    assert table.state.teeth == 0


@pytest.mark.rule("D-EX-55", "D-SOLO-15", "D-V-20")
def test_example_55_the_transformation():
    table = alone()
    serenade = table.character(SERENADE)
    serenade.damage = 3
    serenade.scrolls = [2, 0, 0]
    serenade.draw = ["SE-1"]
    serenade.discard = ["SE-2", "SE-3"]
    serenade.tokens = [1, 0, 1, 1]
    table.state.fighting = True
    table.state.scrolls = ["purple"]
    table.upkeep()
    table.act(TakeScroll(0, SERENADE, "green"))
    assert table.events(SerenadeTransformed) == [SerenadeTransformed()]
    assert (serenade.melee, serenade.damage, serenade.scrolls[0]) == (True, 0, 0)
    assert (serenade.draw, serenade.discard) == (["SE-1"], ["SE-2", "SE-3"])
    assert serenade.max_health == 4


@pytest.mark.rule("D-SOLO-15")
def test_states_stay_through_the_transformation():
    table = alone()
    serenade = table.character(SERENADE)
    serenade.scrolls = [2, 0, 0]
    serenade.tokens = [1, 0, 1, 1]
    table.happens("gain scroll red")
    table.act(TakeScroll(0, SERENADE, "green"))
    assert serenade.tokens == [1, 0, 1, 1]


@pytest.mark.rule("D-SOLO-16", "D-ROUND0-04")
def test_the_gifts_of_the_melee_track_may_be_used_in_round_0():
    table = alone()
    table.enemy(1)
    singing(table, "SE-1")
    melee(table, 2)
    table.play_card(POISONED, "PO-1")
    assert table.round(0) == ChooseRoundZero(0, SERENADE)
    assert table.offered() == [
        UseRoundAction(0, SERENADE, "serenade-1"),
        UseRoundAction(0, SERENADE, "serenade-2"),
        EndRoundZero(0, SERENADE),
    ]
    table.act(UseRoundAction(0, SERENADE, "serenade-1"))
    assert [one.shields for one in table.state.characters] == [1, 0]
    assert isinstance(table.act(UseRoundAction(0, SERENADE, "serenade-2")), ChooseSkill)
    table.act(UseSkill(0, POISONED, "poisoned-purple-0"))
    assert table.state.teeth == 1
    assert table.waiting() is None


@pytest.mark.rule("D-SOLO-16")
@pytest.mark.parametrize(("scrolls", "gifts"), [(0, 0), (1, 1), (3, 2)])
def test_a_gift_needs_its_space(scrolls, gifts):
    table = alone()
    singing(table, "SE-1")
    melee(table, scrolls)
    table.round(0)
    assert max(0, len(table.offered()) - 1) == gifts


@pytest.mark.rule("D-SOLO-17", "D-V-20")
def test_with_infinite_life_nothing_kills_her_and_she_stays_a_target():
    table = alone()
    zombie = table.enemy(1)
    serenade = melee(table, 3)
    assert isinstance(table.hurt(zombie, "damage 9"), ChooseVictim)
    table.act(PickVictim(0, SERENADE))
    assert serenade.damage == 0
    table.state.first = SERENADE
    table.hurt(zombie, "state fire first_player", "state fire first_player")
    serenade.tokens[BLEEDING] = 1
    serenade.tokens[POISON] = 9
    table.end_round(3)
    assert serenade.tokens[FIRE] == 2
    assert not table.is_over()
    assert table.health() == [3, 4]


@pytest.mark.rule("D-SOLO-17")
def test_damage_is_removed_when_she_becomes_endless_and_no_scroll_fits_then():
    table = alone()
    serenade = melee(table, 2)
    serenade.damage = 3
    table.happens("gain scroll red")
    table.act(TakeScroll(0, SERENADE, "green"))
    assert (serenade.damage, serenade.is_endless()) == (0, True)
    table.scrolls(POISONED, red=3)
    table.happens("gain scroll red")
    assert table.events(ScrollLost) == [ScrollLost("red")]


@pytest.mark.rule("D-SOLO-18")
def test_at_the_end_of_a_run_she_turns_back():
    table = alone()
    serenade = melee(table, 2)
    table.happens("damage 3 first_player")
    assert table.table.has_ended()
    assert (serenade.melee, serenade.scrolls) == (False, [0, 0, 0])


@pytest.mark.rule("D-SOLO-19")
@pytest.mark.parametrize("to", ["two", "all"])
def test_both_take_part(to):
    table = alone()
    table.hurt(table.enemy(1), f"damage {to}")
    assert table.health() == [2, 3]


@pytest.mark.rule("D-SOLO-20")
def test_a_discarded_active_card_of_hers_is_gone_for_this_combat():
    table = alone()
    table.enemy(1)
    zombie = table.enemy(2)
    serenade = singing(table, "SE-1")
    table.character(POISONED).discard = ["PO-5"]
    table.play_card(POISONED, "PO-1")
    table.round(0)
    assert isinstance(table.hurt(zombie, "discard_active one"), ChooseActiveCard)
    table.act(GiveUpActiveCard(0, SERENADE))
    assert serenade.discard == ["SE-1"]
    table.round(1)
    assert table.board() == {1: ("b4_zombie", 0), 2: ("b4_zombie", 0)}
    # Her power stays; the Upkeep takes no further card.
    table.round(3)
    table.act(AimAt(0, 2))
    assert table.board()[2] == ("b4_zombie", 1)
    table.upkeep()
    assert serenade.discard == ["SE-1"]
    assert len(serenade.draw) == 2


@pytest.mark.rule("D-SOLO-20")
def test_the_printed_lines_can_be_lost_and_frozen_too():
    table = alone(first=SERENADE)
    zombie = table.enemy(1)
    serenade = table.character(SERENADE)
    serenade.draw = []
    serenade.active = [PRINTED]
    table.hurt(zombie, "discard_active first_player")
    table.round(2)
    assert table.board() == {1: ("b4_zombie", 0)}
    assert serenade.discard == []
    serenade.active = [PRINTED]
    table.state.round = 0
    table.hurt(zombie, "state freeze first_player")
    assert serenade.frozen == [2]


@pytest.mark.rule("D-SOLO-20")
def test_freeze_takes_a_line_of_her_card():
    table = alone(first=SERENADE)
    zombie = table.enemy(1)
    serenade = singing(table, "SE-2")
    table.hurt(zombie, "state freeze first_player")
    assert serenade.frozen == [2]


@pytest.mark.rule("D-SOLO-21", "D-V-12")
def test_what_asks_serenade_for_scrolls_or_equipment_is_open_only_if_nothing_else_is():
    table = alone(first=SERENADE)
    table.lay_out("clock_tower")
    table.scrolls(POISONED, red=1)
    table.equip(POISONED, "torch")
    table.character(SERENADE).scrolls = [2, 0, 0]
    table.happens("bell")
    assert len(table.offered()) == 1
    table.act(table.offered()[0])
    assert table.health() == [3, 2]
    table.happens("lose scroll first_player", "lose equipment first_player")
    assert table.character(SERENADE).scrolls == [2, 0, 0]


@pytest.mark.rule("D-SOLO-21", "D-BOSS-21")
def test_start_packages_count_the_beheaded_only():
    table = begun(
        starts=("prisoners_quarters", "stilt_village"),
        mutations=(("SV-02", "TC-05"), (), ()),
    )
    table.apply(StartIn(0, "stilt_village"))
    table.next_choice()
    state = cast(DeadCellsState, table.state)
    assert [one.max_health for one in state.characters] == [4, 4]
    assert [one.slots for one in state.characters] == [2, 0]
    table.apply(table.offered()[0])
    scrolls = [cast(TakeScroll, option).character for option in table.offered()]
    assert scrolls == [POISONED, POISONED, POISONED, SERENADE]
    table.apply(table.offered()[-1])
    table.apply(table.offered()[0])
    assert isinstance(table.next_choice(), ChooseCorridor)
    assert len(state.characters[POISONED].equipment) == 1
    assert state.teeth == 4
