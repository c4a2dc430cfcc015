"""Checks and Deck Checks: who, with which card, for what (section 7)."""

from __future__ import annotations

import pytest

from embertable.games.deadcells import effects
from embertable.games.deadcells.cards import CardTurned, PileShuffled
from embertable.games.deadcells.effects_outside_combat import (
    CardShown,
    CheckMissed,
    CheckPassed,
    ChooseCheckCard,
    ChooseDeckReward,
    DeckCheck,
    DeckCheckMade,
    ShowCard,
    TakeDeckReward,
)
from embertable.games.deadcells.explore import ChooseCorridor, TakeCorridor
from embertable.games.deadcells.gains import Equip, TakeScroll
from embertable.games.deadcells.mutations import LeaveMutation, UseMutation
from tests.games.deadcells.scene import CONTENT, effect_of, scene

POISONED, FLAYED, IMMOLATED = 0, 1, 2
A_TOOTH = effect_of("gain tooth")


def way_to(table, space):
    return next(option for option in table.offered() if option.space == space)


def spaces(table):
    return [option.space for option in table.offered()]


def characters(table):
    return [option.character for option in table.offered()]


def check(*icons, reward=(A_TOOTH,), penalty=()):
    return effects.Check(icons, tuple(reward), tuple(penalty))


def deck_check(**rewards):
    return effects.DeckCheck({icon: (effect_of(reward),) for icon, reward in rewards.items()})


@pytest.mark.rule("D-CHECK-01", "D-CHECK-02", "D-CHECK-11", "D-FIRST-04", "D-V-13", "D-ICON-11")
def test_the_first_player_discards_a_hand_card_with_the_icon():
    table = scene(first=FLAYED)
    table.hand(POISONED, "PO-5")
    table.hand(FLAYED, "FL-1", "FL-3", "FL-5")
    table.happens(check("red"))
    assert table.character(FLAYED).discard == ["FL-3"]
    assert table.character(POISONED).hand == ["PO-5"]
    assert table.state.teeth == 1


@pytest.mark.rule("D-CHECK-04")
def test_a_matching_card_must_be_used_and_which_one_is_free():
    table = scene()
    table.hand(POISONED, "PO-1", "PO-2", "PO-5")
    assert isinstance(table.happens(check("purple")), ChooseCheckCard)
    assert table.offered() == [ShowCard(0, 0, "PO-1"), ShowCard(0, 0, "PO-2")]
    table.act(ShowCard(0, 0, "PO-2"))
    assert table.character(POISONED).discard == ["PO-2"]
    assert table.events(CardTurned) == []


@pytest.mark.rule("D-CHECK-03", "D-CHECK-10")
@pytest.mark.parametrize(("top", "teeth"), [("PO-5", 1), ("PO-4", 0)])
def test_without_a_matching_card_the_draw_pile_decides(top, teeth):
    table = scene()
    table.hand(POISONED, "PO-1", "PO-2", "PO-3")
    table.on_top(POISONED, top)
    table.happens(check("red"))
    assert table.state.teeth == teeth
    assert table.character(POISONED).discard == [top]
    assert table.character(POISONED).hand == ["PO-1", "PO-2", "PO-3"]


@pytest.mark.rule("D-CHECK-05", "D-FIRST-06", "D-ICON-01")
def test_the_reward_of_a_check_goes_to_the_first_player():
    table = scene()
    table.hand(POISONED, "PO-4")
    table.character(POISONED).damage = 1
    table.character(FLAYED).damage = 2
    table.state.treasure.append("torch")
    reward = ["gain scroll choice", "gain food", "gain treasure", "gain tooth", "gain cell"]
    table.happens(check("green", reward=[*map(effect_of, reward), effect_of("gain blueprint")]))
    assert characters(table) == [0, 0, 0]
    table.act(TakeScroll(0, POISONED, "red"))
    assert table.health() == [3, 1, 3]
    assert Equip(0, POISONED, "torch") in table.offered()
    table.act(Equip(0, POISONED, "torch"))
    assert (table.state.teeth, table.state.cells) == (1, 1)
    assert table.state.collector == ["broadsword"]


@pytest.mark.rule("D-CHECK-05")
def test_a_rune_earned_by_a_check_is_turned_for_all():
    table = scene()
    table.lay_out("promenade")
    table.hand(POISONED, "PO-5")
    table.tile("PR-D1", "a1")
    assert table.campaign.runes == ("ram",)


@pytest.mark.rule("D-CHECK-07", "D-CHECK-10")
def test_failing_brings_the_penalty_of_the_check():
    table = scene()
    table.on_top(POISONED, "PO-6")
    table.happens(check("green", penalty=[effect_of("damage 2 first_player")]))
    assert table.health() == [1, 3, 3]
    assert table.state.teeth == 0
    assert len(table.character(POISONED).hand) == 3


@pytest.mark.rule("D-CHECK-08")
@pytest.mark.parametrize("card", ["PO-1", "PO-5"])
def test_any_icon_of_a_check_with_several_passes(card):
    table = scene()
    table.hand(POISONED, card)
    table.happens(check("purple", "red"))
    assert table.state.teeth == 1


@pytest.mark.rule("D-CHECK-09")
@pytest.mark.parametrize(("icon", "passes"), [("green", 1), ("red", 1), ("purple", 0)])
def test_a_card_with_two_icons_counts_as_either(icon, passes):
    table = scene()
    table.character(POISONED).draw = ["SV-13c"]
    table.happens(check(icon))
    assert table.state.teeth == passes


@pytest.mark.rule("D-CHECK-09")
def test_a_card_without_an_icon_never_passes():
    table = scene()
    table.hand(POISONED, "PO-6")
    table.on_top(POISONED, "PO-1")
    table.happens(check("green", "red"))
    assert table.state.teeth == 0
    assert table.character(POISONED).discard == ["PO-1"]


@pytest.mark.rule("D-CHECK-10")
def test_hands_are_refilled_after_reward_and_penalty():
    table = scene()
    table.hand(POISONED, "PO-1", "PO-4", "PO-5")
    table.character(POISONED).damage = 1
    reward = [effect_of("gain scroll choice")]
    table.happens(check("green", reward=reward))
    assert len(table.character(POISONED).hand) == 2
    table.act(TakeScroll(0, POISONED, "red"))
    assert len(table.character(POISONED).hand) == 3


@pytest.mark.rule("D-DECK-01", "D-CHECK-10")
def test_an_empty_draw_pile_is_renewed_from_the_discard_pile():
    table = scene()
    table.character(POISONED).draw = []
    table.character(POISONED).discard = ["PO-5"]
    table.happens(check("red"))
    assert table.state.teeth == 1
    assert table.events(PileShuffled)[0].character == POISONED


@pytest.mark.rule("D-DECK-02")
def test_a_check_without_any_card_fails():
    table = scene()
    table.character(POISONED).draw = []
    table.happens(check("red", "green", "purple"))
    assert len(table.events(CheckMissed)) == 1
    assert table.state.teeth == 0


@pytest.mark.rule("D-INT-36")
def test_interaction_36_the_card_just_discarded_is_shuffled_only_into_a_pile_that_was_empty():
    table = scene()
    table.character(POISONED).hand = ["PO-1", "PO-4", "PO-5"]
    table.character(POISONED).draw = []
    table.character(POISONED).discard = []
    table.happens(check("green"))
    assert table.character(POISONED).hand == ["PO-1", "PO-4", "PO-5"]

    table = scene()
    table.character(POISONED).hand = ["PO-1", "PO-4", "PO-5"]
    table.character(POISONED).draw = ["PO-6"]
    table.character(POISONED).discard = []
    table.happens(check("green"))
    assert table.character(POISONED).hand == ["PO-1", "PO-5", "PO-6"]
    assert table.character(POISONED).discard == ["PO-4"]


@pytest.mark.rule("D-CHECK-15")
def test_everybody_sees_the_cards_of_checks():
    table = scene()
    table.hand(POISONED, "PO-5")
    table.on_top(POISONED, "PO-2")
    table.happens(check("red"), check("red"))
    assert table.events(CardShown) == [CardShown(POISONED, "PO-5")]
    turned = table.events(CardTurned)[0]
    assert turned.seen_by() is None
    assert table.view(IMMOLATED).characters[POISONED].discard[-1] == turned.card


# Corridors.


@pytest.mark.rule("D-EX-40", "D-EXPLORE-06", "D-CHECK-06")
def test_example_40_a_corridor_check_without_a_match():
    table = scene()
    table.hand(POISONED, "PO-4", "PO-5", "PO-6")
    table.character(POISONED).draw.append("BR-18c")
    hand = list(table.character(POISONED).hand)
    table.stand("b2")
    corridor = way_to(table, "c2")
    choice = table.act(corridor)
    assert isinstance(choice, ChooseCorridor)
    assert table.character(POISONED).discard == ["BR-18c"]
    assert spaces(table) == ["c1"]
    assert table.character(POISONED).hand == hand
    assert table.state.place == "b2"


@pytest.mark.rule("D-EX-41")
def test_example_41_a_corridor_check_with_one_match():
    table = scene()
    table.hand(POISONED, "PO-1", "PO-4", "PO-5")
    table.state.faces[table.state.content.biomes["prisoners_quarters"].places["c2"]] = 2
    table.stand("b2")
    table.act(way_to(table, "c2"))
    assert table.events(CheckPassed) == [CheckPassed(POISONED, ("purple",))]
    assert table.character(POISONED).discard == ["PO-1"]
    assert len(table.character(POISONED).hand) == 3
    assert table.state.place == "c2"


@pytest.mark.rule("D-EX-42", "D-CHECK-07")
def test_example_42_a_corridor_check_with_a_penalty():
    table = scene()
    table.on_top(POISONED, "PO-1")
    table.stand("e2")
    table.act(way_to(table, "exit_b"))
    assert table.health() == [2, 3, 3]
    assert spaces(table) == ["exit_a"]


@pytest.mark.rule("D-EXPLORE-09")
def test_other_corridors_with_checks_may_be_tried_after_one_failed(monkeypatch):
    table = scene()
    table.lay_out("clock_tower")
    purple, other = CONTENT.biomes["clock_tower"].corridors[14:16]
    assert (purple.to, other.to) == ("d3", "d4")
    monkeypatch.setattr(other, "icons", ("green",))
    table.campaign.runes = ("teleportation",)
    table.on_top(POISONED, "PO-6")
    table.stand("c2")
    table.act(TakeCorridor(0, "d3", 14))
    assert TakeCorridor(0, "d3", 14) not in table.offered()
    table.hand(POISONED, "PO-4")
    table.act(TakeCorridor(0, "d4", 15))
    assert table.events(CheckPassed) == [CheckPassed(POISONED, ("green",))]
    assert table.state.place == "d4"
    assert table.state.closed == []


@pytest.mark.rule("D-V-24", "D-MUT-06")
def test_a_failed_corridor_check_counts_as_passed_once_in_a_biome():
    table = scene()
    table.campaign.runes = ("homunculus",)
    table.on_top(POISONED, "PO-6", "PO-5")
    table.state.faces[6] = 2
    table.stand("b2")
    table.act(TakeCorridor(0, "c2", 8))
    assert table.offered() == [
        UseMutation(0, "homunculus", POISONED),
        LeaveMutation(0, "homunculus"),
    ]
    table.act(UseMutation(0, "homunculus", POISONED))
    assert table.state.place == "c2"
    table = scene()
    table.campaign.runes = ("homunculus",)
    table.state.spent = ["biome homunculus"]
    table.on_top(POISONED, "PO-6")
    table.stand("b2")
    table.act(TakeCorridor(0, "c2", 8))
    assert table.state.place == "b2"


@pytest.mark.rule("D-V-24")
def test_the_rune_helps_with_corridors_only():
    table = scene()
    table.campaign.runes = ("homunculus",)
    table.on_top(POISONED, "PO-6")
    assert table.happens(check("red")) is None
    assert table.state.teeth == 0


# Deck Checks.


@pytest.mark.rule("D-EX-43", "D-CHECK-12", "D-CHECK-13", "D-EXPLORE-07")
@pytest.mark.parametrize(("top", "teeth"), [("PO-1", 1), ("PO-5", 0)])
def test_example_43_a_deck_check_never_blocks(top, teeth):
    table = scene()
    table.hand(POISONED, "PO-2", "PO-3", "PO-4")
    table.on_top(POISONED, top)
    table.state.faces[4] = 2
    table.stand("a2")
    table.act(way_to(table, "b3"))
    assert table.state.teeth == teeth
    assert table.character(POISONED).discard == [top]
    assert table.character(POISONED).hand == ["PO-2", "PO-3", "PO-4"]
    assert table.state.place == "b3"


@pytest.mark.rule("D-CHECK-14", "D-V-14")
def test_two_listed_icons_give_one_reward_of_the_first_players_choice():
    table = scene()
    table.character(POISONED).draw = ["SV-13c"]
    table.happens(deck_check(green="gain tooth 2", red="gain cell"))
    assert isinstance(table.waiting(), ChooseDeckReward)
    assert table.offered() == [TakeDeckReward(0, "green"), TakeDeckReward(0, "red")]
    table.act(TakeDeckReward(0, "red"))
    assert (table.state.teeth, table.state.cells) == (0, 1)


@pytest.mark.rule("D-CHECK-14")
def test_a_deck_check_reward_goes_to_the_first_player():
    table = scene()
    table.on_top(POISONED, "PO-4")
    table.character(FLAYED).damage = 2
    table.happens(deck_check(green="gain food"))
    assert table.health() == [3, 1, 3]
    table.on_top(POISONED, "PO-5")
    table.happens(deck_check(red="gain scroll red"))
    assert table.character(POISONED).scrolls == [0, 0, 1]


@pytest.mark.rule("D-CHECK-12")
def test_only_a_listed_icon_earns_something():
    table = scene()
    table.on_top(POISONED, "PO-1")
    table.run(DeckCheck(deck_check(green="gain tooth")))
    assert table.events(DeckCheckMade) == [DeckCheckMade(POISONED, "")]
    assert table.state.teeth == 0
