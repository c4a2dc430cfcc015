"""The set-up of Runs, Biomes and players, and the Scroll tracks (sections 2 and 3)."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from embertable import new_table
from embertable.games.deadcells.campaign import campaign_to_text, new_campaign
from embertable.games.deadcells.definitions import SERENADE
from embertable.games.deadcells.effects import Damage, Gain
from embertable.games.deadcells.effects_in_combat import ChooseSkill, DeclineSkill, UseSkill
from embertable.games.deadcells.effects_outside_combat import LoseThatScroll, ScrollGone
from embertable.games.deadcells.explore import ChooseCorridor
from embertable.games.deadcells.gains import (
    ChooseBearer,
    ChooseScroll,
    Equip,
    GiveEquipment,
    HealthRaised,
    ScrollLost,
    TakeScroll,
    TakeTwoScrolls,
)
from embertable.games.deadcells.setup import (
    ChooseBeheaded,
    ChooseFirst,
    ChooseStart,
    GiveToken,
    KeepDecks,
    PassCombatCard,
    Redistribute,
    StartIn,
    TakeBeheaded,
)
from embertable.games.deadcells.state import DeadCellsState
from embertable.games.deadcells.view import DeadCellsView
from tests.games.deadcells.scene import CONTENT, GAME, scene


def text_of(**fields):
    """A campaign with some fields set, as an option."""
    campaign = new_campaign(CONTENT)
    for name, value in fields.items():
        setattr(campaign, name, value)
    return campaign_to_text(GAME, campaign)


def seated(players=2, seed=1, **fields):
    """A new table of a campaign, before anybody has chosen."""
    options = {"players": str(players), "campaign": text_of(**fields)}
    return new_table(GAME, options, seed=seed)


def begun(beheaded="flayed poisoned", first=0, seed=1, **fields):
    """A Run up to its first choice after the Beheaded and the token."""
    names = beheaded.split()
    table = seated(len(names), seed, **fields)
    for seat, name in enumerate(names):
        table.apply(TakeBeheaded(seat, name))
    table.apply(GiveToken(0, first))
    table.next_choice()
    return table


def state_of(table) -> DeadCellsState:
    return cast(DeadCellsState, table.state)


def seen(table, seat) -> DeadCellsView:
    return cast(DeadCellsView, GAME.view(table, seat))


# The table.


@pytest.mark.rule("D-SETUP-01", "D-SETUP-02", "D-SETUP-03", "D-SETUP-06")
def test_the_very_first_run_starts_with_nothing_owned_and_all_decks_in_order():
    table = begun()
    state = state_of(table)
    assert state.campaign.runes == ()
    assert state.campaign.mutations == ((), (), ())
    assert not state.fighting
    assert state.campaign.drawn == (0, 0, 0, 0)
    assert [len(deck) for deck in CONTENT.upgrades] == [20, 20, 20]
    assert len(CONTENT.well) == 21
    assert [deck[0].id for deck in CONTENT.upgrades] == ["BR-01", "SV-01", "TC-01"]
    board = seen(table, 0).board
    assert (board.runes, board.left) == ((), (20, 20, 20, 21))


@pytest.mark.rule("D-SETUP-04", "D-END-03")
def test_the_treasure_deck_is_shuffled_for_every_run():
    decks = {tuple(state_of(begun(seed=seed)).treasure) for seed in range(5)}
    assert len(decks) == 5
    assert all(Counter(deck) == Counter(CONTENT.starter_treasure()) for deck in decks)
    assert len(CONTENT.starter_treasure()) == 20


@pytest.mark.rule("D-SETUP-05")
def test_supplies_never_run_out():
    table = scene()
    table.happens("gain tooth 99", "gain cell 99")
    table.does(0, "shield self 99")
    assert (table.state.teeth, table.state.cells) == (99, 99)
    assert table.character(0).shields == 99


@pytest.mark.rule("D-SETUP-07", "D-SETUP-11")
def test_only_decks_without_a_fixed_order_are_shuffled():
    printed = ("broadsword", "quick_bow", "shovel", "double_crossb_o_matic", "knockback_shield")
    orders = set()
    for seed in range(4):
        state = state_of(begun(seed=seed))
        assert state.campaign.blueprints[0][:5] == printed
        orders.add((tuple(state.monsters), tuple(state.elites)))
    assert len(orders) == 4


# The Biome.


@pytest.mark.rule("D-SETUP-10")
def test_the_first_runs_start_in_the_prisoners_quarters():
    table = begun()
    assert state_of(table).biome == "prisoners_quarters"
    assert isinstance(table.next_choice(), ChooseCorridor)


@pytest.mark.rule("D-SETUP-11")
def test_a_biome_has_its_own_monsters_and_elites_apart():
    state = state_of(begun())
    cards = CONTENT.monsters
    assert {cards[id].biome for id in [*state.monsters, *state.elites]} == {"prisoners_quarters"}
    assert {cards[id].elite for id in state.monsters} == {False}
    assert {cards[id].elite for id in state.elites} == {True}
    assert Counter(state.monsters) == {
        id: cards[id].copies for id in CONTENT.biomes["prisoners_quarters"].monsters
    }


@pytest.mark.rule("D-SETUP-12", "D-SETUP-13")
def test_each_space_has_a_face_down_tile_of_its_shape_and_the_rest_goes_back_unseen():
    laid = set()
    for seed in range(4):
        table = begun(seed=seed)
        state = state_of(table)
        spaces = CONTENT.biomes["prisoners_quarters"].spaces
        shapes = [CONTENT.tiles[tile].shape for tile in state.tiles]
        assert shapes == [space.shape for space in spaces]
        assert (len(state.tiles), len(state.leftover)) == (12, 8)
        assert state.faces == [0] * 12
        assert state.place == "start"
        laid.add(tuple(state.tiles))
    assert len(laid) == 4


@pytest.mark.rule("D-SETUP-14")
def test_the_shape_of_a_face_down_tile_is_public_and_its_content_is_not():
    spaces = seen(begun(), 1).spaces
    assert [space.tile for space in spaces] == [""] * 12
    assert [space.shape for space in spaces][:4] == ["square", "square", "circle", "hexagon"]
    kinds = {(tile.kind, tile.shape) for tile in CONTENT.tiles.values()}
    assert kinds == {
        ("encounter", "square"),
        ("treasure", "circle"),
        ("cursed_treasure", "circle"),
        ("door", "hexagon"),
        ("merchant", "pentagon"),
        ("elite_encounter", "trapezoid"),
        ("teleportation", "diamond"),
    }


# The players.


@pytest.mark.rule("D-SETUP-20")
def test_each_player_takes_a_different_beheaded():
    table = seated(2)
    assert table.next_choice() == ChooseBeheaded(0)
    assert len(table.offered()) == 4
    table.apply(TakeBeheaded(0, "flayed"))
    names = [option.beheaded for option in table.offered()]
    assert names == ["immolated", "poisoned", "quartered"]


@pytest.mark.rule("D-SETUP-20", "D-SAVE-01")
def test_another_number_of_players_may_take_up_the_campaign():
    kept = {"runes": ("vine",), "history": ("died promenade",)}
    for players in (1, 2, 3, 4):
        table = seated(players, **kept)
        assert table.state.campaign.runes == ("vine",)
        assert len(table.state.characters) == max(2, players)


@pytest.mark.rule("D-SETUP-20")
def test_luck_may_hand_the_beheaded_out():
    for seed in range(4):
        table = new_table(GAME, {"players": "4", "beheaded": "random"}, seed=seed)
        assert isinstance(table.next_choice(), ChooseFirst)
        assert len({one.beheaded for one in table.state.characters}) == 4


@pytest.mark.rule("D-SETUP-21", "D-SETUP-22", "D-SETUP-23", "D-EQUIP-01")
def test_a_player_starts_with_three_health_three_cards_and_one_slot():
    for one in state_of(begun("immolated flayed poisoned quartered")).characters:
        assert one.scrolls == [0, 0, 0]
        assert (one.max_health, one.health(), one.slots) == (3, 3, 1)
        assert (len(one.hand), len(one.draw)) == (3, 3)
        assert one.equipment == []


@pytest.mark.rule("D-SETUP-23")
def test_a_deck_holds_the_assigned_improved_cards_too_and_is_shuffled():
    decks = list(new_campaign(CONTENT).decks)
    decks[CONTENT.names.index("flayed")] += ("BR-01c",)
    hands = set()
    for seed in range(5):
        table = begun("flayed poisoned", seed=seed, decks=tuple(decks))
        table.apply(KeepDecks(0))
        table.next_choice()
        flayed = state_of(table).characters[0]
        assert sorted([*flayed.hand, *flayed.draw]) == sorted(
            ["FL-1", "FL-2", "FL-3", "FL-4", "FL-5", "FL-6", "BR-01c"]
        )
        hands.add(tuple(flayed.hand))
    assert len(hands) > 1


@pytest.mark.rule("D-SETUP-23")
def test_a_hand_is_hidden_from_the_others():
    table = begun()
    assert len(seen(table, 0).characters[0].hand) == 3
    assert seen(table, 1).characters[0].hand == ()


@pytest.mark.rule("D-SETUP-24")
def test_the_host_gives_the_first_player_token_to_anybody():
    table = seated(3)
    for seat, name in enumerate(("flayed", "poisoned", "immolated")):
        table.apply(TakeBeheaded(seat, name))
    assert table.next_choice() == ChooseFirst(0)
    assert table.offered() == [GiveToken(0, 0), GiveToken(0, 1), GiveToken(0, 2)]
    table.apply(GiveToken(0, 2))
    assert table.next_choice() == ChooseCorridor(2)


@pytest.mark.rule("D-SETUP-25", "D-MUT-03", "D-V-30")
def test_gifts_come_in_their_order_and_damage_last():
    bite = Damage(to="first_player")
    purse = Gain("tooth", 4)
    table = begun(
        mutations=(("SV-07", "BR-13", "TC-02"), (), ()), next_run=(bite, bite, bite, purse)
    )
    state = state_of(table)
    # Teeth first, then the Treasure, then the Scroll; with a Scroll's Health nobody dies.
    assert state.teeth == 6
    assert isinstance(table.next_choice(), ChooseBearer)
    table.apply(table.offered()[1])
    table.apply(next(option for option in table.offered() if isinstance(option, Equip)))
    assert isinstance(table.next_choice(), ChooseScroll)
    table.apply(TakeScroll(0, 0, "green"))
    assert isinstance(table.next_choice(), ChooseCorridor)
    assert (state.characters[0].max_health, state.characters[0].damage) == (4, 3)
    assert state.campaign.next_run == ()


@pytest.mark.rule("D-EX-59", "D-BOSS-21", "D-SETUP-25", "D-MUT-03")
def test_example_59_a_start_that_was_unlocked():
    table = begun(
        starts=("prisoners_quarters", "stilt_village"),
        mutations=(("TC-05", "TC-02"), (), ()),
    )
    assert isinstance(table.next_choice(), ChooseStart)
    assert table.offered() == [StartIn(0, "prisoners_quarters"), StartIn(0, "stilt_village")]
    table.apply(StartIn(0, "stilt_village"))
    table.next_choice()
    state = state_of(table)
    assert state.teeth == 4
    assert [one.slots for one in state.characters] == [2, 2]
    for one in (0, 1):
        card = next(option for option in table.offered() if isinstance(option, Equip))
        assert card.character == one
        table.apply(card)
    for one in (0, 0, 1, 1):
        options = cast(list[TakeScroll], table.offered())
        assert {option.character for option in options} == {one}
        table.apply(options[-1])
    assert isinstance(table.next_choice(), ChooseCorridor)
    assert [sum(one.scrolls) for one in state.characters] == [2, 2]
    assert [len(one.equipment) for one in state.characters] == [1, 1]
    assert state.biome == "stilt_village"


@pytest.mark.rule("D-BOSS-21")
def test_starting_in_the_prisoners_quarters_stays_possible_and_gives_nothing():
    table = begun(starts=("prisoners_quarters", "stilt_village", "high_peak_castle"))
    assert len(table.offered()) == 3
    table.apply(StartIn(0, "prisoners_quarters"))
    assert isinstance(table.next_choice(), ChooseCorridor)
    assert state_of(table).teeth == 0


@pytest.mark.rule("D-UPGRADE-04")
def test_improved_cards_may_change_hands_before_a_run():
    decks = list(new_campaign(CONTENT).decks)
    decks[0] += ("BR-01c",)
    table = begun("flayed poisoned", decks=tuple(decks))
    assert table.offered() == [KeepDecks(0), Redistribute(0)]
    table.apply(Redistribute(0))
    table.next_choice()
    owners = [cast(PassCombatCard, option).beheaded for option in table.offered()]
    assert owners[0] == CONTENT.names[0]
    assert sorted(owners) == sorted([*CONTENT.beheaded, SERENADE])
    table.apply(PassCombatCard(0, "BR-01c", "flayed"))
    table.next_choice()
    flayed = state_of(table).characters[0]
    assert "BR-01c" in [*flayed.hand, *flayed.draw]
    assert "BR-01c" not in state_of(table).campaign.decks[0]


@pytest.mark.rule("D-CARD-03")
def test_no_deck_falls_below_six_cards_when_cards_change_hands():
    decks = list(new_campaign(CONTENT).decks)
    decks[0] = (*decks[0][1:], "BR-01c")
    table = begun("flayed poisoned", decks=tuple(decks))
    table.apply(Redistribute(0))
    assert isinstance(table.next_choice(), ChooseCorridor)
    assert len(state_of(table).campaign.decks[0]) == 6


@pytest.mark.rule("D-UPGRADE-04", "D-CARD-03")
def test_a_card_that_a_small_deck_needs_may_leave_once_another_has_come():
    decks = list(new_campaign(CONTENT).decks)
    decks[0] = (*decks[0][1:], "BR-01c")
    decks[1] += ("SV-01c",)
    table = begun("flayed poisoned", decks=tuple(decks))
    table.apply(Redistribute(0))
    here, there = CONTENT.names[:2]
    assert table.offered()[0] == PassCombatCard(0, "SV-01c", there)
    table.apply(PassCombatCard(0, "SV-01c", here))
    table.apply(PassCombatCard(0, "BR-01c", there))
    table.next_choice()
    kept = state_of(table).campaign.decks
    assert ("SV-01c" in kept[0], "BR-01c" in kept[1]) == (True, True)


# Scroll tracks.


@pytest.mark.rule("D-SCROLL-01", "D-HERO-FLAYED-02", "D-HERO-FLAYED-07")
def test_all_abilities_left_of_a_marker_are_active():
    table = scene("flayed poisoned immolated")
    table.enemy(1)
    table.does(0, "skill")
    table.act(DeclineSkill(0, 0))
    table.scrolls(0, purple=2)
    assert isinstance(table.does(0, "skill"), ChooseSkill)
    assert table.offered() == [
        UseSkill(0, 0, "flayed-purple-0"),
        UseSkill(0, 0, "flayed-purple-2"),
        DeclineSkill(0, 0),
    ]


@pytest.mark.rule("D-SCROLL-02", "D-SCROLL-03", "D-ICON-07")
def test_a_health_bonus_raises_the_maximum_and_heals_nothing():
    table = scene()
    table.character(1).damage = 2
    table.happens("gain scroll green")
    table.act(TakeScroll(0, 1, "green"))
    assert table.character(1).scrolls == [1, 0, 0]
    assert (table.character(1).damage, table.character(1).max_health) == (2, 4)
    assert table.events(HealthRaised) == [HealthRaised(1, 4)]


@pytest.mark.rule("D-SCROLL-02")
def test_a_space_without_a_health_bonus_leaves_health_alone():
    table = scene("immolated flayed poisoned")
    table.scrolls(0, green=1)
    table.happens("gain scroll green")
    table.act(TakeScroll(0, 0, "green"))
    assert (table.character(0).scrolls[0], table.character(0).max_health) == (2, 4)


@pytest.mark.rule("D-SCROLL-04")
def test_nobody_at_the_end_of_a_track_may_take_its_scroll():
    table = scene("poisoned flayed immolated")
    table.scrolls(0, green=2)
    table.happens("gain scroll green")
    assert table.offered() == [TakeScroll(0, 1, "green"), TakeScroll(0, 2, "green")]


@pytest.mark.rule("D-SCROLL-04")
def test_a_scroll_that_nobody_can_use_is_lost():
    table = scene("poisoned flayed")
    table.scrolls(0, red=3)
    table.scrolls(1, red=2)
    assert table.happens("gain scroll red") is None
    assert table.events(ScrollLost) == [ScrollLost("red")]


@pytest.mark.rule("D-SCROLL-05")
def test_a_scroll_of_choice_fits_any_track():
    table = scene("poisoned flayed")
    table.scrolls(1, red=2)
    table.happens("gain scroll choice")
    assert table.offered() == [
        *[TakeScroll(0, 0, colour) for colour in ("green", "purple", "red")],
        *[TakeScroll(0, 1, colour) for colour in ("green", "purple")],
    ]


@pytest.mark.rule("D-SCROLL-06")
def test_losing_a_scroll_takes_its_ability_and_health_away():
    table = scene("flayed poisoned")
    table.scrolls(0, green=1, purple=1)
    table.happens("lose scroll first_player")
    assert table.offered() == [LoseThatScroll(0, 0, "green"), LoseThatScroll(0, 0, "purple")]
    table.act(LoseThatScroll(0, 0, "green"))
    assert (table.character(0).scrolls, table.character(0).max_health) == ([0, 1, 0], 3)
    assert table.events(ScrollGone) == [ScrollGone(0, "green")]
    assert not table.is_over()


@pytest.mark.rule("D-SCROLL-06")
@pytest.mark.parametrize(("damage", "dies"), [(2, False), (3, True)])
def test_losing_health_below_the_damage_kills(damage, dies):
    table = scene("flayed poisoned")
    table.scrolls(0, green=1)
    table.character(0).damage = damage
    table.happens("lose scroll first_player")
    assert table.is_over() == dies


@pytest.mark.rule("D-V-06")
def test_a_gift_for_two_goes_to_two_different_beheaded():
    table = scene()
    table.scrolls(2, red=3)
    table.happens("gain scroll red two")
    assert table.character(0).scrolls == [0, 0, 1]
    assert table.character(1).scrolls == [0, 0, 1]
    table = scene()
    table.happens("gain scroll red two")
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert table.offered() == [TakeTwoScrolls(0, one, other, "red") for one, other in pairs]


@pytest.mark.rule("D-V-06", "D-FIRST-02")
def test_the_first_player_says_who_gets_equipment():
    table = scene(first=2)
    table.state.treasure.append("torch")
    assert isinstance(table.happens("gain treasure"), ChooseBearer)
    assert table.offered() == [GiveEquipment(2, one, "torch") for one in (2, 0, 1)]
