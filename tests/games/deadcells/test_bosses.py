"""Boss fights: Turns, instances, attack cards, minions, victory (section 19)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells.boss import (
    AttackRevealed,
    FinishTurn,
    MinionLeft,
    open_instance,
    reveal_attack,
)
from embertable.games.deadcells.character_round import LinePerformed
from embertable.games.deadcells.combat import PlayRound, RoundBegan, open_board
from embertable.games.deadcells.damage_to_enemies import EnemyHurt, InstanceBeaten
from embertable.games.deadcells.damage_to_group import CharacterDied, ChooseVictim, PickVictim
from embertable.games.deadcells.effects import BLEEDING, FIRE, POISON
from embertable.games.deadcells.end_of_run import (
    VICTORY,
    BossCellPlaced,
    CampaignWon,
    StartUnlocked,
    StopSpending,
)
from embertable.games.deadcells.enemies import EnemyActed, EnemyTurn
from embertable.games.deadcells.mutations import MutationUsed
from embertable.games.deadcells.preparation import ChooseCard, ChoosePass, LayCard, LetPass
from tests.games.deadcells.scene import CONTENT, scene


def facing(boss="concierge", *attacks, beheaded="poisoned flayed immolated", instance=0):
    """Before a Turn of a Boss fight; these attack cards come next, the first one first."""
    table = scene(beheaded)
    state = table.state
    state.boss = boss
    state.biome = ""
    state.instance = instance
    open_board(state)
    open_instance(table.table)
    state.attacks = list(reversed(attacks)) or state.attacks
    return table


def standing(boss="concierge", attack="C1-1", *, instance=0, **fields):
    """A Boss on the space of its attack card, cards open, in the middle of a Turn."""
    table = facing(boss, attack, instance=instance)
    reveal_attack(table.table)
    enemy = the_boss(table)
    for name, value in fields.items():
        setattr(enemy, name, value)
    return table


def the_boss(table):
    return next(enemy for enemy in table.state.enemies if enemy.boss)


def hands(table):
    names = {"poisoned": "PO", "flayed": "FL", "immolated": "IM", "quartered": "QU"}
    for one, character in enumerate(table.state.characters):
        short = names[character.beheaded]
        table.hand(one, f"{short}-1", f"{short}-2", f"{short}-3")


# Set-up.


@pytest.mark.rule("D-BOSS-01", "D-BOSS-03", "D-BOSS-04")
def test_a_fight_begins_with_the_first_instance_and_its_own_shuffled_attacks():
    orders = set()
    for luck in ("0 0 0 0 0", "3 2 1 0 0"):
        table = scene(luck=luck)
        table.character(0).damage = 1
        table.meet("concierge")
        state = table.state
        boss = the_boss(table)
        assert (boss.health, boss.damage, len(state.enemies)) == (18, 0, 1)
        cards = [*state.attacks, state.attack]
        assert sorted(cards) == ["C1-1", "C1-2", "C1-3", "C1-4", "C1-5", "C1-6"]
        assert (state.loot, table.health()) == ([], [2, 3, 3])
        orders.add(tuple(cards))
    assert len(orders) == 2


@pytest.mark.rule("D-BOSS-03")
def test_each_instance_has_its_own_health_and_attacks():
    table = facing(instance=1)
    assert the_boss(table).health == 20
    assert len(table.state.attacks) == 8


@pytest.mark.rule("D-BOSS-02", "D-MUT-05")
def test_a_boss_is_neither_monster_nor_elite():
    table = scene()
    table.campaign.boss_cells = 5
    table.state.cells_active = 4
    table.meet("concierge")
    # Elite and Monster Health do not count, the Boss's own does.
    assert the_boss(table).health == 18 + 4
    assert table.enemy(3, "z_tentacle").health == CONTENT.monsters["z_tentacle"].health


@pytest.mark.rule("D-BOSS-02")
def test_what_hits_a_monster_hits_a_boss_too():
    table = standing()
    table.does(2, "skill")
    table.act(table.offered()[0])
    assert the_boss(table).tokens[FIRE] == 1


# Turns.


@pytest.mark.rule("D-BOSS-05", "D-COMBAT-PREP-01")
def test_a_turn_reveals_an_attack_then_cards_are_laid():
    table = facing("concierge", "C1-3")
    hands(table)
    assert isinstance(table.turn(first=True, opening=True), ChooseCard)
    assert table.events(AttackRevealed) == [AttackRevealed("C1-3", 2)]
    assert the_boss(table).space == 2


@pytest.mark.rule("D-BOSS-05", "D-BOSS-09")
def test_round_0_is_only_played_in_the_first_turn_of_an_instance():
    table = facing("concierge", "C1-5", "C1-5")
    hands(table)
    table.turn(first=True, opening=True)
    lay_three(table)
    assert table.events(RoundBegan)[:2] == [RoundBegan(0), RoundBegan(1)]
    later = facing("concierge", "C1-5")
    hands(later)
    later.turn()
    lay_three(later)
    assert later.events(RoundBegan)[0] == RoundBegan(1)


def lay_three(table):
    table.act(
        LayCard(0, 0, "PO-1", "poison", 2),
        LayCard(1, 1, "FL-2", "block", 1),
        LayCard(2, 2, "IM-1", "loot", 3),
    )


@pytest.mark.rule("D-BOSS-06")
@pytest.mark.parametrize(("attack", "first"), [("C1-6", True), ("C1-5", False)])
def test_a_boss_acts_in_the_place_of_its_space(attack, first):
    table = standing(attack=attack)
    table.play_card(1, "FL-4")
    table.round(1)
    acted = [type(event) for event in table.table.log]
    assert (acted.index(EnemyActed) < acted.index(LinePerformed)) == first


@pytest.mark.rule("D-BOSS-06", "D-V-19")
def test_the_round_0_line_belongs_to_the_instance():
    table = standing("conjunctivius", "CJ-1")
    table.play_card(0, "PO-1")
    table.round(0)
    assert table.board() == {1: ("conjunctivius", 0), 2: ("z_tentacle", 0)}


@pytest.mark.rule("D-V-19", "D-BOSS-07")
def test_minions_come_to_the_leftmost_empty_space_and_act_from_the_next_round_on():
    table = standing("hand_of_the_king", "C3-3")
    table.open_board(2)
    table.hurt(the_boss(table), "summon z_royal_guard")
    assert table.board()[1] == ("z_royal_guard", 0)
    table.run(EnemyTurn(1, 2))
    assert table.events(EnemyActed) == []
    table.run(EnemyTurn(1, 3))
    assert table.health() == [2, 3, 3]


@pytest.mark.rule("D-BOSS-07")
def test_without_room_no_minion_comes():
    table = standing("conjunctivius", "CJ-3")
    table.enemy(1, "z_tentacle")
    table.enemy(3, "z_tentacle")
    table.hurt(the_boss(table), "summon z_tentacle")
    assert len(table.state.enemies) == 3


@pytest.mark.rule("D-BOSS-07")
@pytest.mark.parametrize(
    ("attack", "others", "goes_to"),
    [("C1-3", [], 1), ("C1-3", [1], 3), ("C1-1", [], 2), ("C1-1", [2], 3)],
)
def test_a_minion_makes_room_for_the_boss(attack, others, goes_to):
    table = facing("concierge", attack)
    space = CONTENT.bosses["concierge"].attacks[attack].space
    table.enemy(space, "z_tentacle", damage=1)
    for other in others:
        table.enemy(other, "z_royal_guard")
    reveal_attack(table.table)
    assert table.board()[space][0] == "concierge"
    assert table.board()[goes_to] == ("z_tentacle", 1)


@pytest.mark.rule("D-BOSS-07")
def test_a_minion_without_room_leaves_without_reward():
    table = facing("concierge", "C1-3")
    for space in (1, 2, 3):
        table.enemy(space, "z_royal_guard")
    reveal_attack(table.table)
    assert table.board()[2][0] == "concierge"
    assert len(table.events(MinionLeft)) == 1
    assert table.state.cells == 0


@pytest.mark.rule("D-BOSS-08")
def test_a_boss_does_not_move_up_and_minions_do_not_pass_it():
    table = standing("concierge", "C1-3")
    table.enemy(3, "z_tentacle")
    table.end_round(1)
    assert {space: card for space, (card, _) in table.board().items()} == {
        2: "concierge",
        3: "z_tentacle",
    }
    table = standing("conjunctivius", "CJ-2")
    table.enemy(2, "z_tentacle")
    table.end_round(1)
    assert sorted(table.board()) == [1, 3]


@pytest.mark.rule("D-BOSS-09", "D-SOLO-09")
def test_after_a_turn_cards_go_the_token_passes_and_states_leave_the_beheaded():
    table = standing(attack="C1-5", damage=4)
    hands(table)
    boss = the_boss(table)
    boss.shields = 9
    boss.tokens[POISON] = 1
    table.character(1).shields = 2
    table.character(1).damage = 1
    table.character(1).tokens = [0, 0, 1, 1]
    table.character(1).frozen = [3]
    table.play_card(0, "PO-1")
    table.state.attacks = []
    assert table.run(FinishTurn()) == ChooseCard(1, 1)
    assert table.character(0).discard == ["PO-1"]
    assert [len(one.hand) for one in table.state.characters] == [3, 3, 3]
    assert (boss.damage, boss.shields, boss.tokens[POISON]) == (4, 9, 1)
    flayed = table.character(1)
    assert (flayed.damage, flayed.shields) == (1, 2)
    assert (flayed.tokens, flayed.frozen) == ([0, 0, 0, 0], [])
    # The only attack card was shuffled into a new deck.
    assert table.state.attack == "C1-5"


@pytest.mark.rule("D-BOSS-05")
def test_combat_start_gifts_come_in_the_first_turn_only():
    table = facing("concierge", "C1-1")
    table.mutate("SV-14")
    hands(table)
    table.turn(first=True, opening=True)
    assert table.events(MutationUsed) == [MutationUsed("SV-14")]
    later = facing("concierge", "C1-1")
    later.mutate("SV-14")
    hands(later)
    later.turn()
    assert later.events(MutationUsed) == []


@pytest.mark.rule("D-MUT-06", "D-V-23")
def test_limits_begin_anew_with_each_turn_and_a_boss_fight_is_a_biome_of_its_own():
    table = scene()
    table.state.spent = ["combat BR-08", "biome TC-17", "run SV-12"]
    table.meet("concierge")
    assert table.state.spent == ["run SV-12"]
    table.state.spent = ["combat BR-08", "biome TC-17"]
    table.run(FinishTurn())
    assert table.state.spent == ["biome TC-17"]


@pytest.mark.rule("D-BOSS-14", "D-INT-27", "D-COMBAT-PLAY-08")
def test_interaction_27_in_every_turn_one_of_four_passes_and_never_the_first_player():
    table = facing("concierge", "C1-1", "C1-1", beheaded="poisoned flayed immolated quartered")
    hands(table)
    assert table.turn(first=True, opening=True) == ChoosePass(0)
    table.act(LetPass(0, 1))
    table.state.enemies[0].frozen = [1, 2, 3]
    # The token passes to the one who passed: they must take part now.
    table.run(FinishTurn())
    assert table.waiting() == ChoosePass(1)
    assert table.offered() == [LetPass(1, 2), LetPass(1, 3), LetPass(1, 0)]


# Instances.


@pytest.mark.rule("D-EX-57", "D-BOSS-10", "D-BOSS-05", "D-BOSS-06")
def test_example_57_the_last_damage_of_an_instance():
    table = standing(attack="C1-1", damage=17)
    hands(table)
    boss = the_boss(table)
    boss.tokens[FIRE] = 1
    table.enemy(3, "z_tentacle", damage=1)
    table.character(0).shields = 2
    table.play_card(0, "PO-4")
    table.play_card(1, "FL-1")
    table.play_card(2, "IM-1")
    table.state.round = 2
    choice = table.run(PlayRound(2), FinishTurn())
    # The Poisoned hits first; The Flayed and The Immolated have no Round II any more.
    assert len(table.events(EnemyHurt)) == 1
    assert table.events(InstanceBeaten) == [InstanceBeaten("concierge")]
    boss = the_boss(table)
    assert (table.state.instance, boss.health, boss.damage, boss.shields) == (1, 20, 0, 0)
    assert boss.tokens == [0, 0, 0, 0]
    assert table.character(0).shields == 0
    assert ("z_tentacle", 1) in table.board().values()
    assert choice == ChooseCard(1, 1)
    assert [len(one.hand) for one in table.state.characters] == [3, 3, 3]
    for one in (1, 2, 0):
        assert table.waiting() == ChooseCard(one, one)
        table.act(table.offered()[0])
    # Round 0 with the second instance's own line: 1 Damage to two.
    while not isinstance(table.waiting(), ChooseVictim):
        table.act(table.offered()[0])
    assert table.state.round == 0
    assert isinstance(table.waiting(), ChooseVictim)
    table.act(PickVictim(1, 0), PickVictim(1, 1))
    assert table.health() == [2, 2, 3]


@pytest.mark.rule("D-EX-58", "D-BOSS-11")
def test_example_58_a_second_fire_deals_three_damage_to_a_boss():
    table = standing(damage=2)
    the_boss(table).tokens[FIRE] = 1
    the_boss(table).shields = 2
    table.does(0, "state fire")
    assert the_boss(table).damage == 5
    assert the_boss(table).tokens[FIRE] == 0


@pytest.mark.rule("D-BOSS-11")
def test_bleeding_deals_three_damage_to_a_boss_and_kills_a_minion():
    table = standing(attack="C1-1")
    the_boss(table).tokens[BLEEDING] = 2
    minion = table.enemy(3, "z_tentacle")
    minion.tokens[BLEEDING] = 1
    table.end_round(3)
    assert table.board() == {1: ("concierge", 3)}
    assert the_boss(table).tokens[BLEEDING] == 0


@pytest.mark.rule("D-BOSS-11")
def test_a_boss_bears_one_freeze_token_until_its_line_or_the_turn_is_over():
    table = standing(attack="C1-3")
    hands(table)
    table.state.round = 0
    table.does(0, "state freeze", "state freeze")
    assert the_boss(table).frozen == [1]
    table.round(1)
    assert the_boss(table).frozen == []
    assert table.health() == [3, 3, 3]
    the_boss(table).frozen = [3]
    table.run(FinishTurn())
    assert the_boss(table).frozen == []


@pytest.mark.rule("D-INT-33")
def test_interaction_33_a_minions_death_box_applies_and_its_card_leaves():
    table = standing("conjunctivius", "CJ-2")
    table.enemy(1, "z_royal_guard", damage=2)
    table.does(0, "damage on 1")
    assert table.state.cells == 1
    assert sorted(table.board()) == [3]
    assert table.state.monsters_out == []
    assert table.state.elites_out == []


# The end.


@pytest.mark.rule("D-BOSS-12", "D-BOSS-20", "D-BOSS-21", "D-END-05", "D-V-32")
def test_the_last_instances_end_is_a_victory_at_once():
    table = standing(attack="C1-1", instance=1, damage=19)
    table.equip(1, "torch")
    table.does(0, "damage on 1", "damage on 1")
    assert table.state.beaten
    assert table.campaign.runes == ("challenger",)
    assert table.campaign.starts == ("prisoners_quarters", "stilt_village")
    assert table.events(StartUnlocked) == [StartUnlocked("stilt_village")]
    assert table.state.cells == 5
    assert "torch" in table.campaign.treasure
    table.act(StopSpending(0))
    result = table.table.result
    assert result is not None
    assert (result.outcome, result.winners) == (VICTORY, (0, 1, 2))
    assert table.campaign.history == ("beat concierge",)


@pytest.mark.rule("D-BOSS-13", "D-BOSS-12")
def test_a_death_loses_the_run_whatever_the_boss_has_left():
    table = standing(attack="C1-1", instance=1, damage=19)
    table.character(1).damage = 2
    table.hurt(the_boss(table), "damage all")
    assert table.state.dead == 1
    assert not table.state.beaten
    assert table.campaign.runes == ()


@pytest.mark.rule("D-DEATH-01", "D-BOSS-12", "D-BOSS-13", "D-HERO-IMMOLATED-08")
@pytest.mark.parametrize("instance", [0, 1])
def test_whoever_dies_of_a_blow_does_not_bring_the_boss_down_with_the_answer(instance):
    table = standing(attack="C1-1", instance=instance)
    boss = the_boss(table)
    boss.damage = boss.health - 3
    table.bears(boss, fire=1)
    table.scrolls(2, red=2)
    table.character(2).damage = 2
    table.hurt(boss, "damage all")
    assert table.state.dead == 2
    assert not table.state.beaten
    assert table.events(InstanceBeaten) == []


@pytest.mark.rule("D-HERO-IMMOLATED-08", "D-V-22")
def test_whoever_is_saved_from_death_answers_the_blow():
    table = standing(attack="C1-1")
    table.mutate("SV-12")
    table.scrolls(2, red=2)
    table.character(2).damage = 2
    table.hurt(the_boss(table), "damage all")
    assert table.health() == [2, 2, 1]
    assert the_boss(table).tokens[FIRE] == 1


@pytest.mark.rule("D-INT-32", "D-BOSS-12")
@pytest.mark.parametrize(("attack", "wins"), [("C1-6", True), ("C1-1", False)])
def test_interaction_32_poison_at_a_round_end_kills_from_left_to_right(attack, wins):
    table = standing(attack=attack, instance=1, damage=19)
    the_boss(table).tokens[POISON] = 1
    table.character(0).damage = 2
    table.character(0).tokens[POISON] = 1
    table.end_round(1)
    assert table.state.beaten == wins
    assert bool(table.events(CharacterDied)) != wins


@pytest.mark.rule("D-INT-32")
def test_a_boss_killed_by_poison_is_beaten():
    table = standing(attack="C1-1", instance=1, damage=19)
    the_boss(table).tokens[POISON] = 1
    table.end_round(2)
    assert table.state.beaten


@pytest.mark.rule("D-BOSS-22", "D-MUT-05", "D-V-32")
def test_beating_the_hand_of_the_king_wins_the_campaign_and_places_a_boss_cell():
    table = standing("hand_of_the_king", "C3-1", instance=1, damage=57)
    table.campaign.boss_cells = 1
    table.does(0, "damage on 1")
    assert table.campaign.won
    assert table.events(CampaignWon) == [CampaignWon()]
    assert table.events(BossCellPlaced) == [BossCellPlaced("BC-2")]
    assert table.campaign.boss_cells == 2
    assert table.campaign.runes == ("homunculus",)
    # Play may continue: the Cells can be spent.
    assert table.state.cells == 10
    assert not table.table.has_ended()
    again = standing("hand_of_the_king", "C3-1", instance=1, damage=57)
    again.campaign.boss_cells = 5
    again.does(0, "damage on 1")
    assert again.campaign.boss_cells == 5


@pytest.mark.rule("D-BOSS-10", "D-COMBAT-ORDER-05")
@pytest.mark.parametrize("space", [2, 3])
def test_a_minion_felled_by_the_blow_that_ends_an_instance_is_gone(space):
    table = standing("concierge", "C1-1")
    the_boss(table).damage = the_boss(table).health - 1
    minion = table.enemy(space, damage=CONTENT.monsters["b4_zombie"].health - 1)
    other = table.enemy(-1)
    hands(table)
    table.run(FinishTurn())
    table.state.round = 1
    the_boss(table).damage = the_boss(table).health - 1
    table.does(0, "damage all on 1 2 3")
    assert table.events(InstanceBeaten)
    assert minion not in table.state.enemies
    assert other in table.state.enemies
