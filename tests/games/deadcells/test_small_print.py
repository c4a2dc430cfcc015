"""Details of clauses that a small change of a rule would miss."""

from __future__ import annotations

from itertools import pairwise

import pytest

from embertable.games.deadcells import effects
from embertable.games.deadcells.boss import open_instance
from embertable.games.deadcells.campaign import new_campaign
from embertable.games.deadcells.cards import CardsDrawn
from embertable.games.deadcells.character_round import ChooseOrder, lines_in_order
from embertable.games.deadcells.combat import MOVE_UP, BleedOut, RoundBegan
from embertable.games.deadcells.damage_to_enemies import EnemyDied, are_neighbours
from embertable.games.deadcells.damage_to_group import DamageTaken, PickCompanion, PickVictim
from embertable.games.deadcells.effects_in_combat import AttackInstead
from embertable.games.deadcells.effects_outside_combat import can_lose
from embertable.games.deadcells.end_of_run import CloseRun
from embertable.games.deadcells.enemies import EnemyActed, EnemyMoved
from embertable.games.deadcells.explore import is_sold_out, price_of
from embertable.games.deadcells.gains import Healed, TeethGained
from embertable.games.deadcells.mutations import ChooseMutation
from embertable.games.deadcells.setup import (
    ChooseBossCells,
    ChooseRedistribution,
    ChooseStart,
    PlanRun,
)
from embertable.games.deadcells.state_tokens import Endure, StateInflicted, Ward
from embertable.games.deadcells.upkeep import ChooseTop, PutOnTop
from tests.games.deadcells.scene import CONTENT, scene

POISON, BLEEDING = 0, 1


# Set-up.


@pytest.mark.rule("D-SETUP-02", "D-SETUP-06", "D-RESET-01")
def test_a_new_campaign_has_nothing_yet():
    campaign = new_campaign(CONTENT)
    assert (campaign.runes, campaign.boss_cells, campaign.drawn) == ((), 0, (0, 0, 0, 0))
    assert campaign.mutations == ((), (), ())
    assert set(campaign.prices) == {CONTENT.upgrade_price}
    assert set(campaign.shop_times) == set(campaign.shop_costs) == {0}
    assert (campaign.monsters, campaign.box, campaign.next_run, campaign.peeked) == ((), (), (), ())
    assert (campaign.won, campaign.history) == (False, ())
    assert campaign.starts == (CONTENT.biome_ids[0],)


@pytest.mark.rule("D-SETUP-07", "D-SETUP-06")
def test_upgrades_and_the_well_come_in_the_order_of_their_letters_and_numbers():
    for orders in (
        *[[card.order for card in deck] for deck in CONTENT.upgrades],
        [card.order for card in CONTENT.well],
    ):
        assert orders == sorted(orders)
        assert orders == list(range(orders[0], orders[0] + len(orders)))


@pytest.mark.rule("D-HERO-00")
@pytest.mark.parametrize("name", ["immolated", "flayed", "poisoned", "quartered"])
def test_the_columns_of_a_track_have_their_colours(name):
    """Column 0: green and purple; 1 and 2: all three; 3: the two that remain."""
    green, purple, red = [
        {step.position for step in track} for track in CONTENT.beheaded[name].tracks
    ]
    assert 0 in green
    assert 0 in purple
    assert 0 not in red
    for column in (1, 2):
        assert all([column in track for track in (green, purple, red)])
    assert sum([3 in track for track in (green, purple, red)]) == 2
    assert not any([4 in track for track in (green, purple, red)])


# Damage and who takes it.


@pytest.mark.rule("D-EQUIP-08")
@pytest.mark.parametrize("to", ["most_health", "fewest_health"])
def test_no_companion_soaks_damage_to_the_healthiest_or_the_weakest(to):
    table = scene()
    for one in range(3):
        table.equip(one, "leghugger")
    table.hurt(table.enemy(1), f"damage {to}")
    offered = table.offered()
    assert {type(option) for option in offered} == {PickVictim}
    assert len(offered) == 3
    table.act(PickVictim(0, 1))
    assert table.health() == [3, 2, 3]
    assert table.character(1).companion_damage == [0]


@pytest.mark.rule("D-EQUIP-08")
def test_the_first_companion_of_the_first_beheaded_soaks_damage_too():
    table = scene()
    table.equip(0, "leghugger")
    table.hurt(table.enemy(1), "damage 2")
    table.act(PickCompanion(0, 0, 0, "leghugger"))
    assert table.health() == [3, 3, 3]
    assert table.character(0).equipment == []


@pytest.mark.rule("D-DEATH-01")
def test_a_beheaded_with_one_health_lives():
    table = scene()
    table.character(0).damage = 1
    table.hurt(table.enemy(1), "damage first_player")
    assert table.health()[0] == 1
    assert not table.is_over()
    table.hurt(table.enemy(2), "damage first_player")
    assert table.is_over()


@pytest.mark.rule("D-V-15", "D-EX-10")
@pytest.mark.parametrize(
    ("loss", "equipment", "can"),
    [
        ("equipment", (), False),
        ("equipment", ("torch",), True),
        ("scroll", ("torch",), False),
        ("tooth", ("torch",), False),
    ],
)
def test_only_what_one_has_can_be_lost_in_full(loss, equipment, can):
    table = scene()
    table.equip(0, *equipment)
    made = effects.Lose(item=loss, n=1, to="first_player")
    assert can_lose(table.state, made) is can


@pytest.mark.rule("D-V-15")
def test_teeth_and_scrolls_count_for_losses():
    table = scene()
    table.state.teeth = 2
    assert can_lose(table.state, effects.Lose(item="tooth", n=2, to="first_player"))
    assert not can_lose(table.state, effects.Lose(item="tooth", n=3, to="first_player"))
    table.scrolls(0, red=1)
    assert can_lose(table.state, effects.Lose(item="scroll", n=1, to="first_player"))
    assert not can_lose(table.state, effects.Lose(item="scroll", n=2, to="first_player"))


# States.


@pytest.mark.rule("D-BLOCK-04", "D-EX-29")
@pytest.mark.parametrize("golden", [0, 1, 2])
def test_a_golden_shield_is_asked_about_only_where_there_is_one(golden):
    table = scene()
    table.character(0).golden = golden
    table.hurt(table.enemy(1), "state poison first_player")
    if not golden:
        assert table.waiting() is None
        assert table.character(0).tokens[POISON] == 1
        return
    assert table.offered() == [Ward(0, 0, "poison"), Endure(0, 0, "poison")]
    table.act(Ward(0, 0, "poison"))
    assert (table.character(0).golden, table.character(0).tokens[POISON]) == (golden - 1, 0)


@pytest.mark.rule("D-BLOCK-04")
def test_a_plain_shield_stops_no_state():
    table = scene()
    table.character(0).shields = 1
    table.hurt(table.enemy(1), "state poison first_player")
    assert (table.character(0).shields, table.character(0).tokens[POISON]) == (1, 1)


@pytest.mark.rule("D-V-08", "D-STATE-FREEZE-01")
@pytest.mark.parametrize(
    ("cure", "frozen", "tokens"),
    [("cleanse freeze self", [], 1), ("cleanse bleeding self", [2], 0), ("cleanse self", [], 0)],
)
def test_a_cure_removes_its_state_alone_or_all(cure, frozen, tokens):
    table = scene()
    table.open_board(1)
    table.character(0).frozen = [2]
    table.bears(table.character(0), bleeding=1)
    table.does(0, cure)
    assert table.character(0).frozen == frozen
    assert table.character(0).tokens[BLEEDING] == tokens


@pytest.mark.rule("D-STATE-FREEZE-02")
@pytest.mark.parametrize(("round", "frozen"), [(0, [1]), (1, [2]), (2, [3])])
def test_freeze_takes_the_next_round_with_an_action(round, frozen):
    table = scene("immolated flayed poisoned")
    table.play_card(0, "IM-5")
    table.open_board(round)
    line = [number for number in (1, 2, 3) if table.state.line_of(0, 0, number)]
    assert line == [1, 2, 3]
    table.hurt(table.enemy(1), "state freeze first_player")
    assert table.character(0).frozen == frozen


@pytest.mark.rule("D-HERO-RULING-05", "D-V-11")
@pytest.mark.parametrize(("pile", "damage"), [("QU-1 QU-4", 1), ("QU-4 QU-2", 0)])
def test_the_top_of_the_discard_pile_is_repeated_and_not_its_bottom(pile, damage):
    table = scene("quartered flayed poisoned")
    enemy = table.enemy(1)
    table.state.round = 3
    table.character(0).discard = pile.split()
    table.does(0, "copy_discard")
    assert enemy.damage == damage
    assert bool(table.waiting()) is (damage == 0), "QU-2 offers Skills in Round III"


@pytest.mark.rule("D-HERO-RULING-05", "D-V-11")
@pytest.mark.parametrize(("round", "damage"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_the_line_of_the_same_round_is_repeated(round, damage):
    table = scene("quartered flayed poisoned")
    enemy = table.enemy(1)
    table.state.round = round
    card = next(
        id
        for id, one in CONTENT.cards.items()
        if isinstance(next(iter(one.lines[max(round, 1)]), None), effects.Damage)
        and one.lines[max(round, 1)][0].range == (1,)
        and one.lines[max(round, 1)][0].n == 1
        and len(one.lines[max(round, 1)]) == 1
    )
    table.character(0).discard = [card]
    table.does(0, "copy_discard")
    assert enemy.damage == damage


@pytest.mark.rule("D-HERO-QUARTERED-05", "D-ACTION-STATE-01", "D-RANGE-01")
def test_a_longer_reach_is_for_damage_and_not_for_states():
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=1)
    enemy = table.enemy(3, health=9)
    table.does(0, "damage on 1")
    assert enemy.damage == 1
    assert table.does(0, "state poison on 1") is None
    assert table.states(enemy) == {}
    assert table.events(StateInflicted) == []


# Biomes and Bosses.


@pytest.mark.rule("D-MUT-06", "D-BOSS-05")
def test_in_each_turn_of_a_boss_nobody_has_dealt_damage_yet():
    table = scene()
    table.meet("concierge")
    table.character(0).dealt = True
    table.turn()
    assert [one.dealt for one in table.state.characters] == [False] * 3


@pytest.mark.rule("D-TILE-05", "D-DECK-03")
@pytest.mark.parametrize(
    ("deck", "out", "sold_out"),
    [(["torch"], [], False), ([], ["torch"], False), (["torch"], ["club"], False), ([], [], True)],
)
def test_treasure_is_sold_out_when_deck_and_discard_pile_are_empty(deck, out, sold_out):
    table = scene()
    tile, number = next(
        (id, number)
        for id, one in CONTENT.tiles.items()
        for number, offer in enumerate(one.offers)
        if offer.effects == (effects.Gain("treasure", 1),)
    )
    table.state.treasure, table.state.treasure_out = deck, out
    assert is_sold_out(table.state, tile, number) is sold_out


@pytest.mark.rule("D-INTER-01")
def test_each_biome_that_is_left_counts_once():
    table = scene()
    table.leave("exit_a")
    assert table.state.finished == table.view().finished == 1


# Rounds and the end.


@pytest.mark.rule("D-ROUNDEND-04", "D-COMBAT-ORDER-01")
def test_each_round_starts_at_the_far_left_again():
    table = scene()
    table.enemy(-1, "b6_cleaver")
    table.enemy(2, "b1_zombie")
    table.fight("", "", "")
    while table.waiting() is not None and not table.is_over():
        table.act(table.offered()[0])
    told = [e for e in table.table.log if isinstance(e, (RoundBegan, EnemyActed))]
    firsts = [
        after.space
        for before, after in pairwise(told)
        if isinstance(before, RoundBegan) and isinstance(after, EnemyActed)
    ]
    assert firsts
    assert set(firsts) == {-1}


@pytest.mark.rule("D-END-05")
@pytest.mark.parametrize(
    ("finished", "beaten", "score"), [(0, False, 0), (2, False, 20), (5, True, 150)]
)
def test_a_run_scores_ten_for_each_biome_and_a_hundred_for_the_last_boss(finished, beaten, score):
    table = scene()
    table.state.finished, table.state.beaten = finished, beaten
    table.run(CloseRun())
    assert table.table.result is not None
    assert table.table.result.scores == (score,) * 3
    assert table.table.result.winners == ((0, 1, 2) if beaten else ())


# Enemies side by side.


@pytest.mark.rule("D-ACTION-GIVE-SHIELD-01", "D-V-01")
@pytest.mark.parametrize("space", [-1, 1, 2, 3])
@pytest.mark.parametrize("other", [-1, 0, 1, 2, 3])
def test_only_spaces_in_front_that_touch_are_neighbours(space, other):
    assert are_neighbours(space, other) is ({space, other} in ({1, 2}, {2, 3}))


@pytest.mark.rule("D-STATE-BLEED-01", "D-ROUNDEND-05")
def test_at_the_end_of_round_three_those_who_bleed_die_and_no_others():
    table = scene()
    for space, bleeding in ((-1, 1), (1, 0), (2, 2), (3, 0)):
        table.bears(table.enemy(space, health=9), bleeding=bleeding)
    table.run(BleedOut())
    assert [enemy.space for enemy in table.state.enemies] == [1, 3]
    assert [event.space for event in table.events(EnemyDied)] == [-1, 2]


@pytest.mark.rule("D-ROUNDEND-03", "D-BOSS-08")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((-1, 2, 3), [-1, 1, 2]),
        ((3,), [1]),
        ((1, 3), [1, 2]),
        ((-1,), [-1]),
        ((1, 2, 3), [1, 2, 3]),
    ],
)
def test_enemies_in_front_close_up_and_the_one_behind_stays(before, after):
    table = scene()
    for space in before:
        table.enemy(space)
    table.run(MOVE_UP)
    assert [enemy.space for enemy in table.state.enemies] == after
    moves = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [(event.start, event.space) for event in table.events(EnemyMoved)] == moves


@pytest.mark.rule("D-BOSS-05", "D-BOSS-10")
def test_a_new_instance_stands_nowhere_until_its_attack_card_lies_open():
    table = scene()
    table.state.boss, table.state.biome = "concierge", ""
    table.open_board()
    open_instance(table.table)
    (boss,) = table.state.enemies
    assert (boss.space, boss.boss, boss.damage, boss.card) == (0, True, 0, "concierge")


# Reach.


@pytest.mark.rule("D-RANGE-03", "D-RANGE-01")
def test_an_effect_reaches_the_spaces_it_names_and_without_any_all():
    assert effects.reach(effects.Damage(range=(1, 3))) == (1, 3)
    assert effects.reach(effects.State("fire", range=(2,))) == (2,)
    assert effects.reach(effects.Damage()) == (-1, 1, 2, 3)
    assert effects.reach(effects.Shield()) == (-1, 1, 2, 3)


@pytest.mark.rule("D-HERO-QUARTERED-05", "D-ACTION-LOOT-01")
@pytest.mark.parametrize(
    ("space", "longer", "offered"), [(1, 0, 1), (3, 0, 0), (3, 1, 1), (2, 1, 0)]
)
def test_an_attack_instead_of_loot_has_the_reach_of_damage(space, longer, offered, monkeypatch):
    far = scene("quartered flayed poisoned")
    far.scrolls(0, red=1)
    (hook,) = far.state.hooks_of(0, "extend_damage_range")
    table = scene("immolated flayed poisoned")
    table.scrolls(0, purple=1)
    assert table.state.hooks_of(0, "loot_alternative")
    if longer:
        monkeypatch.setattr(CONTENT.equipment["torch"], "hook", hook)
        table.equip(0, "torch")
    table.enemy(space)
    table.state.loot = ["tooth", "cell"]
    table.does(0, "loot")
    assert len([act for act in table.offered() if isinstance(act, AttackInstead)]) == offered


@pytest.mark.rule("D-MUT-06", "D-RANGE-01")
@pytest.mark.parametrize(("space", "offered"), [(1, True), (3, False)])
def test_support_in_round_zero_has_the_reach_of_its_state(space, offered, monkeypatch):
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=1)
    table.mutate("TC-07")
    hook = CONTENT.answers["round_0"]["TC-07"]
    monkeypatch.setattr(hook, "effects", (effects.State("target", range=(1,)),))
    table.enemy(space)
    table.round(0)
    assert isinstance(table.waiting(), ChooseMutation) is offered


# Food, prices, checks.


@pytest.mark.rule("D-ICON-08", "D-HERO-RULING-06", "D-MUT-03")
@pytest.mark.parametrize(("cards", "healed"), [((), 1), (("SV-09",), 2)])
@pytest.mark.parametrize("fighting", [True, False])
def test_food_heals_one_or_more_where_a_mutation_says_so(cards, healed, fighting):
    table = scene()
    table.mutate(*cards)
    table.character(1).max_health = 5
    table.character(1).damage = 4
    if fighting:
        table.enemy(1)
        table.does(0, "gain food")
    else:
        table.happens("gain food")
    assert table.character(1).damage == 4 - healed
    assert table.events(Healed) == [Healed(1, healed)]


@pytest.mark.rule("D-V-29", "D-TILE-05", "D-INTER-02")
def test_prices_of_tiles_and_of_each_shop_change_apart():
    table = scene()
    table.campaign.shop_costs = (1, 2, 3, 4)
    plain = scene().state
    for number in range(3):
        assert price_of(table.state, "", number) == price_of(plain, "", number) + number + 1
    tile = next(id for id, one in CONTENT.tiles.items() if len(one.offers) > 1)
    for number in range(len(CONTENT.tiles[tile].offers)):
        assert price_of(table.state, tile, number) == price_of(plain, tile, number) + 4
    table.campaign.shop_costs = (-99, -99, -99, -99)
    assert {price_of(table.state, shop, 0) for shop in ("", tile)} == {1}


@pytest.mark.rule("D-CHECK-10", "D-CHECK-07", "D-CHECK-05")
@pytest.mark.parametrize("passes", [True, False])
def test_the_hand_is_refilled_after_reward_or_penalty(passes):
    table = scene()
    hand = next(card for card in table.character(0).draw if CONTENT.cards[card].icons == ("red",))
    table.hand(0, hand)
    table.on_top(0, *[card for card in table.character(0).draw if not CONTENT.cards[card].icons])
    icon = "red" if passes else "green"
    table.character(0).draw = [
        card for card in table.character(0).draw if "green" not in CONTENT.cards[card].icons
    ]
    table.happens(
        effects.Check(
            icons=(icon,),
            reward=(effects.Gain("tooth", 1),),
            penalty=(effects.Damage(to="first_player"),),
        )
    )
    told = [type(event) for event in table.table.log]
    assert told.index(TeethGained if passes else DamageTaken) < told.index(CardsDrawn)


# Planning a Run.


@pytest.mark.rule("D-MUT-05", "D-SETUP-10", "D-UPGRADE-04")
def test_boss_cells_are_settled_before_the_start():
    table = scene()
    table.campaign.boss_cells = 2
    table.campaign.starts = ("prisoners_quarters", "stilt_village")
    decks = table.campaign.decks
    table.campaign.decks = ((*decks[0], "BR-01c"), *decks[1:])
    asked = []
    table.run(PlanRun())
    while table.waiting() is not None:
        asked.append(type(table.waiting()))
        table.act(table.offered()[0])
    assert asked == [ChooseRedistribution, ChooseBossCells, ChooseStart]


# Two cards.


@pytest.mark.rule("D-COMBAT-PLAY-06")
@pytest.mark.parametrize(
    ("equipment", "teeth", "asked"),
    [((), 0, False), (("torch",), 0, True), ((), 1, True), (("torch",), 1, True)],
)
def test_one_line_alone_has_an_order_where_something_else_can_be_done(equipment, teeth, asked):
    table = scene("poisoned flayed", two_cards="choose")
    lines = {card: CONTENT.cards[card].lines for card in CONTENT.beheaded["poisoned"].deck}
    round, empty = next(
        (round, card) for card in lines for round in (1, 2, 3) if not lines[card][round]
    )
    full = next(card for card in lines if lines[card][round])
    table.play_card(0, empty, full)
    table.equip(0, *equipment)
    table.state.teeth = teeth
    steps = lines_in_order(table.state, 0, round)
    assert isinstance(steps[0], ChooseOrder) is asked


@pytest.mark.rule("D-COMBAT-PLAY-06")
def test_only_the_two_cards_just_discarded_may_lie_on_top():
    table = scene("poisoned flayed", two_cards="choose")
    table.character(0).discard = ["PO-1", "PO-2", "PO-3"]
    table.run(ChooseTop(0, 0))
    assert table.offered() == [PutOnTop(0, 0, "PO-3"), PutOnTop(0, 0, "PO-2")]


@pytest.mark.rule("D-STATE-FREEZE-02")
@pytest.mark.parametrize(("freeze", "frozen"), [("next_action", []), ("next_round", [3])])
def test_the_line_of_round_three_is_the_last_that_freezes_empty(freeze, frozen):
    table = scene("immolated flayed poisoned", freeze=freeze)
    card = next(id for id in table.character(0).draw if not CONTENT.cards[id].lines[3])
    table.play_card(0, card)
    table.open_board(2)
    enemy = table.enemy(1)
    table.hurt(enemy, "state freeze first_player")
    assert table.character(0).frozen == frozen
    table.open_board(3)
    table.hurt(enemy, "state freeze first_player")
    assert table.character(0).frozen == frozen
