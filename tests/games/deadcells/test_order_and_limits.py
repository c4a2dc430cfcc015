"""What comes first, how often something may be done, and where it ends."""

from __future__ import annotations

import pytest

from embertable.games.deadcells import effects
from embertable.games.deadcells.boss import BossTurn, open_instance
from embertable.games.deadcells.character_round import (
    ChooseRoundZero,
    EndRoundZero,
    LinePerformed,
    UseWeapon,
)
from embertable.games.deadcells.combat import RoundBegan, StartOfCombat, open_board
from embertable.games.deadcells.damage_to_enemies import AimAt, hit
from embertable.games.deadcells.damage_to_group import ChooseVictim, PickVictim
from embertable.games.deadcells.effects_in_combat import ShieldsGained
from embertable.games.deadcells.effects_outside_combat import Jump, TurnTileUp
from embertable.games.deadcells.end_of_run import KeepCards, Purge, RemoveCard, UpgradesSeen, enact
from embertable.games.deadcells.explore import ChooseCorridor, FlipTile, TakeCorridor
from embertable.games.deadcells.gains import (
    ChooseBearer,
    ChooseEater,
    ChooseScroll,
    ScrollTaken,
    TeethGained,
    TreasureDrawn,
)
from embertable.games.deadcells.mutations import ChooseMutation, DeathPrevented, UseMutation
from embertable.games.deadcells.preparation import ChooseCard
from embertable.games.deadcells.setup import BeginRun
from embertable.games.deadcells.state_tokens import ChoosePoison
from embertable.games.deadcells.upkeep import ChooseNext, HandNext, PutOnTop
from tests.games.deadcells.scene import CONTENT, scene


def play_on(table, steps=400):
    """Take the first option until nothing is asked."""
    for _ in range(steps):
        if table.waiting() is None:
            return
        table.act(table.offered()[0])
    raise AssertionError("it does not end")


# Bosses.


@pytest.mark.rule("D-BOSS-05", "D-BOSS-06")
@pytest.mark.parametrize(
    ("opening", "rounds"), [(True, [0, 1, 2, 3]), (False, [1, 2, 3])], ids=["opening", "later"]
)
def test_round_zero_belongs_to_the_first_turn_of_an_instance(opening, rounds):
    table = scene()
    for character in table.state.characters:
        character.max_health = 99
    table.state.boss = "concierge"
    open_board(table.state)
    open_instance(table.table)
    table.hand(0, "PO-1", "PO-2", "PO-3")
    table.hand(1, "FL-1", "FL-2", "FL-3")
    table.hand(2, "IM-1", "IM-2", "IM-3")
    table.run(BossTurn(first=opening, opening=opening))
    for _ in range(200):
        if len(table.events(RoundBegan)) > 3:
            break
        table.act(table.offered()[0])
    told = [event.round for event in table.events(RoundBegan)]
    assert told[: len(rounds)] == rounds


@pytest.mark.rule("D-BOSS-05", "D-BOSS-01")
def test_meeting_a_boss_opens_its_first_instance_with_the_start_of_combat_and_round_zero():
    table = scene()
    table.mutate("SV-14")  # a Shield at the start of Combat
    for character in table.state.characters:
        character.max_health = 99
    table.state.instance = 1
    table.state.tiles = ["PQ-T1"]
    table.meet("concierge")
    assert isinstance(table.waiting(), ChooseCard)
    assert table.events(ShieldsGained) == [ShieldsGained(0, 1, False)]
    state = table.state
    assert (state.boss, state.biome, state.instance) == ("concierge", "", 0)
    assert (state.tiles, state.faces, state.leftover) == ([], [], [])
    assert (state.monsters, state.monsters_out, state.elites, state.elites_out) == ([], [], [], [])
    while not table.events(RoundBegan):
        table.act(table.offered()[0])
    assert table.events(RoundBegan)[0] == RoundBegan(0)


# Serenade.


@pytest.mark.rule("D-SOLO-04", "D-SOLO-05", "D-SOLO-03")
def test_serenades_red_power_comes_after_the_lines_of_her_card():
    table = scene("poisoned serenade")
    table.enemy(1, health=9)
    serenade = table.character(1)
    serenade.active = ["SE-1"]
    assert CONTENT.cards["SE-1"].lines[3], "her card has a line in Round III"
    table.character(0).discard = ["PO-5"]
    table.round(0)
    assert serenade.power == 2
    start = len(table.table.log)
    table.round(3)
    play_on(table)
    told = [
        type(event).__name__
        for event in table.table.log[start:]
        if type(event).__name__ in ("LinePerformed", "EnemyHurt")
    ]
    assert told[0] == "LinePerformed"
    assert told.count("LinePerformed") == 1
    assert told[-1] == "EnemyHurt"
    assert table.events(LinePerformed)[-1] == LinePerformed(1, "SE-1", 3)


# What begins a Combat and a Round.


@pytest.mark.rule("D-COMBAT-SETUP-11", "D-MUT-06")
def test_the_start_of_combat_comes_before_the_time_before_the_preparation():
    table = scene()
    table.mutate("SV-14", "TC-17")
    table.enemy(1)
    assert isinstance(table.run(StartOfCombat()), ChooseMutation)
    assert table.events(ShieldsGained) == [ShieldsGained(0, 1, False)]


@pytest.mark.rule("D-ROUND0-01", "D-V-41")
def test_a_weapon_of_round_zero_acts_before_the_next_ability_is_offered(monkeypatch):
    monkeypatch.setattr(CONTENT.equipment["torch"], "rounds", (0,))
    monkeypatch.setattr(CONTENT.equipment["throwing_knife"], "rounds", (0,))
    table = scene("immolated flayed poisoned")
    table.equip(0, "torch", "throwing_knife")
    table.enemy(1, health=9)
    table.round(0)
    weapons = [option for option in table.offered() if isinstance(option, UseWeapon)]
    assert len(weapons) == 2
    before = table.facts()
    assert isinstance(table.act(weapons[0]), ChooseRoundZero)
    struck = table.on(1)
    assert (struck.damage, struck.tokens) != (0, [0, 0, 0, 0]), before
    assert table.offered() == [weapons[1], EndRoundZero(0, 0)]


# Damage and States.


@pytest.mark.rule("D-STATE-TARGET-01", "D-BLOCK-06")
@pytest.mark.parametrize(("n", "landed"), [(0, 0), (1, 3), (2, 4)])
def test_target_tokens_add_to_at_least_one_damage_only(n, landed):
    table = scene()
    enemy = table.enemy(1, health=9)
    table.bears(enemy, target=2)
    told = table.told(lambda: hit(table.table, enemy, n, pierce=False))
    assert enemy.damage == landed
    assert bool(told) is (landed > 0)
    assert hit(table.table, enemy, n, pierce=False) == landed


@pytest.mark.rule("D-HERO-QUARTERED-10", "D-V-01")
@pytest.mark.parametrize("condition", ["", "wall", "hole", "health_is_1"])
@pytest.mark.parametrize("shown", ["", "wall", "hole"])
@pytest.mark.parametrize("health", [1, 2])
def test_a_bonus_needs_its_condition_and_its_space(condition, shown, health, monkeypatch):
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=3)
    table.character(0).damage = table.character(0).max_health - health
    (hook,) = table.state.hooks_of(0, "damage_bonus")
    monkeypatch.setattr(hook, "condition", condition)
    monkeypatch.setattr(hook, "spaces", (1,))
    near, other = table.enemy(1, health=9), table.enemy(2, health=9)
    table.state.wall = shown
    table.does(0, "damage all on 1 2")
    holds = {"": True, "health_is_1": health == 1}.get(condition, condition == shown)
    assert (near.damage, other.damage) == (2 if holds else 1, 1)


@pytest.mark.rule("D-V-21", "D-MUT-06")
def test_a_bonus_for_one_action_ends_with_it():
    table = scene()
    table.mutate("BR-08")
    enemy = table.enemy(1, health=9)
    table.character(0).dealt = True
    table.does(0, "damage", "damage")
    table.act(UseMutation(0, "BR-08", 0))
    assert (enemy.damage, table.state.extra) == (3, 0)


@pytest.mark.rule("D-HERO-RULING-07", "D-HERO-QUARTERED-08")
def test_an_attack_on_the_furthest_space_hits_behind_too_and_nobody_else(monkeypatch):
    table = scene("quartered flayed poisoned")
    table.scrolls(0, red=2)
    (hook,) = table.state.hooks_of(0, "extend_damage_range")
    monkeypatch.setattr(hook, "spaces", (1, 2, 3))
    for space in (-1, 1, 2, 3):
        table.enemy(space, health=9)
    table.does(0, "damage on 3")
    table.act(AimAt(0, 3))
    assert [enemy.damage for enemy in table.state.enemies] == [1, 0, 0, 1]


@pytest.mark.rule("D-HERO-POISONED-08", "D-HERO-RULING-03")
@pytest.mark.parametrize(
    ("state", "own", "asked"),
    [("poison", True, True), ("fire", True, False), ("target", True, False)],
)
def test_only_poison_may_be_exchanged_for_damage(state, own, asked):
    table = scene("poisoned flayed immolated")
    table.scrolls(0, red=2)
    table.enemy(1, health=9)
    choice = table.does(0, f"state {state}")
    assert isinstance(choice, ChoosePoison) is asked
    assert (table.states(table.on(1)) == {}) is asked


@pytest.mark.rule("D-EQUIP-08", "D-STATE-02")
def test_no_companion_takes_a_state():
    table = scene()
    for one in range(3):
        table.equip(one, "leghugger")
    table.hurt(table.enemy(1), "state poison")
    assert isinstance(table.waiting(), ChooseVictim)
    assert table.offered() == [PickVictim(0, one) for one in range(3)]


@pytest.mark.rule("D-V-22", "D-MUT-06")
def test_of_two_cards_that_prevent_a_death_one_is_used(monkeypatch):
    hook = CONTENT.permanents["SV-12"].hook
    monkeypatch.setitem(CONTENT.answers["would_die"], "SV-05", hook)
    table = scene()
    table.mutate("SV-05", "SV-12")
    table.happens("damage 9 first_player")
    assert table.events(DeathPrevented) == [DeathPrevented(0)]
    table.happens("damage 9 first_player")
    assert table.events(DeathPrevented) == [DeathPrevented(0)] * 2
    table.happens("damage 9 first_player")
    assert table.state.dead == 0


# Exploring.


@pytest.mark.rule("D-TILE-08")
def test_a_teleportation_tile_reached_by_a_jump_offers_no_jump(monkeypatch):
    table = scene()
    table.lay_out("stilt_village")
    board = CONTENT.biomes["stilt_village"]
    monkeypatch.setattr(board.spaces[board.places["d2"]], "link", "b3")
    table.campaign.runes = ("teleportation",)
    for space in ("b3", "d2"):
        table.state.tiles[board.places[space]] = "VL-P2"
    table.state.treasure = []
    table.stand("a2")
    way = next(
        one for one in table.offered() if isinstance(one, TakeCorridor) and one.space == "b3"
    )
    table.act(way, Jump(0, "d2"))
    assert table.state.place == "d2"
    assert isinstance(table.waiting(), ChooseCorridor)


@pytest.mark.rule("D-TILE-01", "D-V-25")
def test_turning_a_tile_over_is_news_only_the_first_time(monkeypatch):
    monkeypatch.setattr(CONTENT.tiles["PQ-T1"], "effects", (effects.Gain("tooth", 2),))
    table = scene()
    table.state.tiles[0] = "PQ-T1"
    space = CONTENT.biomes["prisoners_quarters"].spaces[0].id
    before = table.table.reveals
    table.run(TurnTileUp(0, space))
    assert table.table.reveals == before + 1
    told = table.told(lambda: table.run(FlipTile(space)))
    assert table.table.reveals == before + 1, "it lay open already"
    assert type(told[0]).__name__ == "TileFlipped"
    assert table.told(lambda: table.run(FlipTile(space))) == []
    table.state.faces[0] = 0
    table.run(FlipTile(space))
    assert table.table.reveals == before + 2


@pytest.mark.rule("D-SETUP-25", "D-BOSS-21")
def test_the_package_of_a_start_mixes_with_other_gifts_in_their_common_order():
    table = scene("poisoned flayed")
    table.mutate("TC-02", "BR-13", "BR-05")  # Teeth, a Treasure, a red Scroll
    table.state.biome = "stilt_village"
    table.campaign.next_run = (effects.Damage(to="all"), effects.Gain("tooth", 1))
    table.run(BeginRun())
    play_on_until_corridor(table)
    kinds = (TeethGained, TreasureDrawn, ScrollTaken)
    told = [type(event) for event in table.table.log if isinstance(event, kinds)]
    assert told == [TeethGained] * 3 + [TreasureDrawn] * 3 + [ScrollTaken] * 5
    names = [type(event).__name__ for event in table.table.log]
    assert names.index("DamageTaken") > max(
        place for place, name in enumerate(names) if name == "ScrollTaken"
    )


def play_on_until_corridor(table):
    for _ in range(60):
        if isinstance(table.waiting(), ChooseCorridor):
            return
        table.act(table.offered()[0])
    raise AssertionError("the Run does not begin")


# Upkeep and the end of a Run.


@pytest.mark.rule("D-UPKEEP-01")
@pytest.mark.parametrize(
    ("item", "what", "choice"),
    [
        ("scroll", "red", ChooseScroll),
        ("food", "", ChooseEater),
        ("treasure", "torch", ChooseBearer),
    ],
)
def test_what_is_named_next_is_handed_out_before_anything_else_is_named(item, what, choice):
    table = scene(upkeep="free")
    for one in range(3):
        table.character(one).damage = 1
    state = table.state
    state.scrolls, state.food, state.found = ["red", "green"], 2, ["torch", "club"]
    assert isinstance(table.upkeep(), ChooseNext)
    assert isinstance(table.act(HandNext(0, item, what)), choice)
    left = (len(state.scrolls), state.food, len(state.found))
    assert left == {"scroll": (1, 2, 2), "food": (2, 1, 2), "treasure": (2, 2, 1)}[item]
    while not isinstance(table.waiting(), ChooseNext):
        table.act(table.offered()[0])
    assert (len(state.scrolls), state.food, len(state.found)) == left


@pytest.mark.rule("D-COMBAT-PLAY-06")
@pytest.mark.parametrize(("card", "pile"), [("PO-3", "PO-1 PO-2 PO-3"), ("PO-2", "PO-1 PO-3 PO-2")])
def test_of_two_cards_just_discarded_one_lies_on_top_of_all_others(card, pile):
    table = scene("poisoned flayed", two_cards="choose")
    table.character(0).discard = ["PO-1", "PO-2", "PO-3"]
    table.run(PutOnTop(0, 0, card))
    assert table.character(0).discard == pile.split()


@pytest.mark.rule("D-UPGRADE-06", "D-V-28")
@pytest.mark.parametrize("n", [1, 2])
def test_no_more_cards_are_purged_than_the_card_says(n):
    table = scene()
    decks = table.campaign.decks
    table.campaign.decks = ((*decks[0], "BR-01c", "BR-04c", "SV-01c"), *decks[1:])
    sizes = sum(len(deck) for deck in table.campaign.decks)
    table.run(Purge("combat", n))
    for left in range(n, 0, -1):
        options = table.offered()
        assert KeepCards(0) in options
        assert {one.n for one in options if isinstance(one, RemoveCard)} == {left}
        table.act(next(one for one in options if isinstance(one, RemoveCard)))
    assert table.waiting() is None
    assert sum(len(deck) for deck in table.campaign.decks) == sizes - n


@pytest.mark.rule("D-V-26", "D-UPGRADE-02")
@pytest.mark.parametrize("empty", [0, 1, 2])
def test_of_an_upgrade_deck_that_is_used_up_nothing_is_seen(empty):
    table = scene()
    counts = [0, 0, 0, 0]
    counts[empty] = len(CONTENT.upgrades[empty])
    table.campaign.drawn = tuple(counts)
    table.run(*enact((effects.Peek("upgrades"),), "W-01"))
    seen = [deck[0].id for place, deck in enumerate(CONTENT.upgrades) if place != empty]
    assert table.campaign.peeked == tuple(seen)
    assert table.events(UpgradesSeen) == [UpgradesSeen(tuple(seen))]
