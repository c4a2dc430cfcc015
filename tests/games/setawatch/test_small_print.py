"""Details of clauses that a small change of a rule would miss."""

from __future__ import annotations

from collections import Counter

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import AddDie, PutTamed, can_attack
from embertable.games.setawatch.card_effects import RevealEffect, shift
from embertable.games.setawatch.deck_effects import SinkCard
from embertable.games.setawatch.defeat import TakeTrophy
from embertable.games.setawatch.dice_effects import ChooseDie, ChooseReroll, PickDie, PickNoMore
from embertable.games.setawatch.effects import ChooseCards, Resolve, TakeCard, could_pick, reference
from embertable.games.setawatch.events import (
    CardMoved,
    CoinsChanged,
    DeckReshuffled,
    HiddenCardMoved,
    HordeGrew,
    HordeGrewUnseen,
    Rolled,
    SatOut,
    SummonRevealed,
)
from embertable.games.setawatch.exhausting import Demand, ExhaustCard, Shield
from embertable.games.setawatch.fire import FirewoodHalveEffect
from embertable.games.setawatch.line import ChooseUnhallowed
from embertable.games.setawatch.party_effects import gain_coins
from embertable.games.setawatch.rounds import RollDice
from embertable.games.setawatch.state import CAMP, END, NOBODY
from embertable.games.setawatch.zones import shuffle_deck
from tests.games.setawatch.scene import CONTENT, camp, new_game, scene


def answerers(table):
    return table.waiting().answerers(table.table)


# Setting up.


@pytest.mark.rule("W-SETUP-07")
def test_a_summon_card_may_lie_anywhere_in_its_pile(monkeypatch):
    """A pile of thirty has thirty-one places for it; nothing else is drawn from so many."""
    table = new_game(difficulty="easy")
    asked: list[int] = []
    draw = table.chance.draw

    def told(stream: str, sides: int) -> int:
        asked.append(sides)
        return draw(stream, sides)

    monkeypatch.setattr(table.chance, "draw", told)
    table.next_choice()
    assert asked.count(31) == 1


@pytest.mark.rule("W-DECK-07", "W-SETUP-05")
def test_what_an_own_list_leaves_out_is_out_of_the_game():
    kinds = {card.id: card.creature.kind for card in CONTENT.cards.values()}
    listed = [id for id, kind in kinds.items() if kind == "creature"][:30]
    table = new_game(cards=" ".join(listed))
    table.next_choice()
    boxed = [id for id in table.state.boxed if kinds[id] in ("creature", "acolyte")]
    left = [id for id, kind in kinds.items() if kind in ("creature", "acolyte")]
    assert sorted(boxed) == sorted(set(left) - set(listed))


@pytest.mark.rule("W-SETUP-05", "W-SETUP-06")
def test_what_a_preset_leaves_out_is_out_of_the_game():
    kinds = {card.id: card.creature.kind for card in CONTENT.cards.values()}
    table = new_game(deck="open")
    table.next_choice()
    state = table.state
    boxed = [id for id in state.boxed if kinds[id] in ("creature", "acolyte")]
    assert Counter(kinds[id] for id in boxed) == {"creature": 32, "acolyte": 2}
    assert not set(boxed) & set(state.deck)


# The end.


@pytest.mark.rule("W-WIN-01", "W-LOSE-04")
def test_winners_score_one_and_losers_nothing():
    table = scene(round=9, location="forbidden_tower", players=3, phase=END)
    table.end_watch()
    assert table.result is not None
    assert (table.result.winners, table.result.scores) == ((0, 1, 2), (1, 1, 1))
    table = scene(round=9, location="forbidden_tower", players=3, phase=END)
    for letter in "HBRT":
        table.give(letter, exhausted="all")
    table.end_watch()
    assert table.result is not None
    assert (table.result.winners, table.result.scores) == ((), (0, 0, 0))


# Camp.


@pytest.mark.rule("W-CAMP-SPECIAL-01", "W-CAMP-SPECIAL-02")
def test_the_witch_may_sink_any_of_the_cards_she_sees():
    table = camp("T", "3", deck="bear, wolf, eagle, fae")
    table.place(3, "familiars_errand")
    sinking = [act.card.partition("-")[0] for act in table.offered(SinkCard)]
    assert sinking == ["bear", "wolf", "eagle"]
    table.act(table.offered(SinkCard)[1])
    assert table.deck == ["bear", "eagle", "fae", "wolf"]


@pytest.mark.rule("W-CTRL-08", "W-LOCATION-01")
def test_whoever_rests_decides_the_reroll_at_the_wizards_cottage():
    table = scene(players=4, phase=CAMP, location="wizards_cottage")
    table.rest("B", "1 2 3")
    assert isinstance(table.waiting(), ChooseReroll)
    assert table.waiting().user == 1
    assert answerers(table) == (1,)


@pytest.mark.rule("W-CTRL-04", "W-ROUND-04")
def test_the_flex_adventurer_rolls_its_dice():
    table = scene(players=3, luck="1 2 3 4 5 6 7 8 9 4 3 2")
    table.run(RollDice())
    assert [event.values for event in table.events(Rolled)] == [
        (1, 2, 3),
        (4, 5, 6),
        (7, 8, 9),
        (4, 3, 2),
    ]


# The Watch.


@pytest.mark.rule("W-WATCH-02")
def test_a_tamed_creature_of_an_exhausted_adventurer_attacks():
    table = scene(line="treant 9, bear", firewood=5)
    table.give("H", exhausted="grave_whisper, corpse_bolt", tamed="wolf 4")
    table.watch()
    table.stoke(next(one for one in table.adventurer("H").board if table.is_ready(one)))
    assert table.ready("H") == 0
    wolf = table.adventurer("H").tamed[0]
    table.act(next(act for act in table.offered() if getattr(act, "card", "") == wolf))
    assert table.at(1).damage == 4


@pytest.mark.rule("W-WATCH-01", "W-WATCH-02")
def test_who_has_a_ready_card_at_the_start_takes_part_and_others_sit_out():
    table = scene(deck="bear, wolf, eagle, fae, treant 9, bear, wolf, eagle", firewood=5)
    table.give("H", exhausted="all")
    table.give("B", exhausted="crippling_bolt, weighted_net")
    table.begin_watch()
    assert [one.participating for one in table.state.adventurers] == [False, True, True, True]
    assert [event.adventurer for event in table.events(SatOut)] == [0]


@pytest.mark.rule("W-SUMMON-05", "W-GRAVE-04")
def test_the_graveyard_with_its_unhallowed_becomes_the_deck_and_is_dealt():
    table = scene(graveyard="lich, bear", firewood=1, location="goblin_caves")
    table.begin_watch()
    assert len(table.events(DeckReshuffled)) == 1
    assert sorted(name.removesuffix(" down") for name in table.line) == ["bear", "lich"]
    assert table.graveyard == []
    assert table.events(SummonRevealed) == [], "it is dealt, not summoned"
    assert table.ready() == 12


@pytest.mark.rule("W-LOCATION-01", "W-SUMMON-01")
@pytest.mark.parametrize(("unhallowed", "asked"), [("lich", False), ("lich, hydra", True)])
def test_at_the_ancient_crypt_a_last_unhallowed_comes_without_a_choice(unhallowed, asked):
    table = scene(line="bear, summon down", location="ancient_crypt", unhallowed=unhallowed)
    table.watch()
    table.exhaust("hex")
    assert isinstance(table.waiting(), ChooseUnhallowed) is asked


@pytest.mark.rule("W-HORDE-04")
def test_a_card_that_passed_the_watch_stays_known_in_the_horde():
    table = scene(line="bear", horde="lich")
    table.watch()
    table.give_up()
    table.exhaust("hex")
    assert [event.card.partition("-")[0] for event in table.events(HordeGrew)] == ["bear"]
    assert table.view().horde[:1] != ("",)
    assert table.state.horde[-1] in table.state.known


@pytest.mark.rule("W-HORDE-04", "W-SUMMON-09")
def test_a_card_that_an_acolyte_puts_there_stays_hidden():
    table = scene(line="acolyte down", deck="bear, wolf", horde="lich")
    table.watch()
    assert len(table.events(HordeGrewUnseen)) == 1
    assert table.events(HordeGrew) == []
    assert table.state.horde[-1] not in table.state.known


# Riders.


@pytest.mark.rule("W-RIDER-07", "W-BOUNTY-01")
def test_attack_dice_on_the_mount_count_for_the_joined_creature():
    table = scene(line="wolf 5, warg_handler down, fae", dice="B 1 8, R 12", firewood=5)
    table.watch()
    table.attack("B 1", 1)
    table.state.firewood = 8
    table.settle()
    assert table.line == ["warg_handler", "fae"]
    assert table.at(1).by == [1]
    table.watch()
    table.attack("R 12", 1)
    assert [act.trophy.partition("-")[0] for act in table.offered(TakeTrophy)] == [
        "warg_handler",
        "wolf",
    ]


@pytest.mark.rule("W-RIDER-07")
def test_who_attacked_both_is_counted_once():
    table = scene(line="wolf 5, warg_handler down, fae", dice="B 1 8, R 12", firewood=5)
    table.at(1).by = [1, 0]
    table.at(2).by = [1]
    table.state.firewood = 8
    table.settle()
    assert table.at(1).by == [1, 0]


@pytest.mark.rule("W-RIDER-07", "W-WITCH-FAM-01")
@pytest.mark.parametrize("on", ["mount", "rider", "neither"])
def test_the_familiars_attack_on_either_card_stays_with_both(on):
    table = scene(line="wolf 5, warg_handler down, fae", firewood=8)
    table.at(1).familiar = on == "mount"
    table.at(2).familiar = on == "rider"
    table.settle()
    assert table.at(1).familiar is (on != "neither")


@pytest.mark.rule("W-RIDER-07")
def test_a_mark_on_the_mount_pays_when_the_joined_creature_is_defeated():
    table = scene(line="wolf 5, warg_handler down, fae", dice="R 12 12", firewood=5)
    table.give("B", board="marked_for_coin, crippling_bolt, weighted_net")
    table.watch()
    table.use("marked_for_coin")
    if table.offered(TakeCard):
        table.act(next(act for act in table.offered(TakeCard) if act.card.startswith("wolf")))
    assert table.at(1).health == -4
    table.state.firewood = 8
    table.settle()
    assert table.line == ["warg_handler", "fae"]
    assert table.at(1).health == -4
    table.watch()
    table.attack("R 12", 1)
    damage = CONTENT.cards["warg_handler-1"].creature.damage
    assert [event.n for event in table.events(CoinsChanged)] == [damage]
    gain_coins(table.table, 3)
    assert table.events(CoinsChanged)[-1] == CoinsChanged(3, damage + 3)


@pytest.mark.rule("W-RIDER-07")
def test_a_die_stolen_by_the_mount_stays_with_the_joined_creature():
    table = scene(line="wolf 5, warg_handler down, fae", dice="H 5 1", firewood=8)
    table.steal("H 5", 1)
    table.at(2).damage = 1
    table.at(1).damage = 2
    table.settle()
    assert table.at(1).stolen == [0]
    assert table.at(1).damage == 3


# Moves, dice and what ends with the round.


@pytest.mark.rule("W-ATTACK-04")
def test_a_face_down_or_protected_creature_is_out_of_every_attack():
    table = scene(line="bear, wolf down, eagle")
    assert can_attack(table.state, 1, 0)
    assert not can_attack(table.state, 1, 1)
    table = scene(line="metal_golem, wolf, eagle")
    assert not can_attack(table.state, 1, 1), "behind the Golem"


@pytest.mark.rule("W-LOCATION-14", "W-ATTACK-11")
def test_in_the_arena_an_attack_that_a_tamed_creature_began_is_its_adventurers():
    table = scene(
        line="treant 8", dice="H 4, B 8", location="the_grand_arena", partial_damage="off"
    )
    table.give("H", tamed="bear 5")
    table.watch()
    wolf = table.adventurer("H").tamed[0]
    table.act(PutTamed(PARTY, 0, wolf, 1))
    assert table.offered(AddDie) == [AddDie(PARTY, table.die("H 4"))]


@pytest.mark.rule("W-REVEAL-05", "W-I-01")
def test_a_move_is_told_with_the_place_it_ends_at():
    table = scene(line="skeletons, bear, fae", firewood=5)
    table.give("H", board="turn_the_dead, corpse_bolt, grave_whisper")
    table.watch()
    table.move_to_end(1)
    assert table.line == ["bear", "fae", "skeletons"]
    assert [event.place for event in table.events(CardMoved)] == [3]


@pytest.mark.rule("W-DICE-03", "W-CTRL-08")
def test_any_spent_die_may_be_readied_also_the_very_first():
    table = scene(line="treant 9", dice="H 5* 3* 1*, R 1")
    table.give("H", items="sand_timer")
    table.watch()
    table.use_item("sand_timer")
    assert isinstance(table.waiting(), ChooseDie)
    table.act(PickDie(PARTY, 0))
    assert table.dice("H") == [5]


@pytest.mark.rule("W-DICE-04", "W-POWER-09")
def test_up_to_two_dice_may_also_be_none():
    table = scene(line="treant 9", dice="R 4")
    table.give("R", board="bloodlust, second_breath, boulder_toss")
    table.watch()
    table.use("bloodlust")
    assert table.offered(PickNoMore)
    table.act(PickNoMore(PARTY))
    assert table.dice("R") == [4]


@pytest.mark.rule("W-I-08", "W-ORDER-02")
def test_the_card_directly_behind_is_one_card():
    effect = next(
        one
        for script in CONTENT.scripts.values()
        for one in script
        if isinstance(one, RevealEffect) and one.targets.pick == "behind_self"
    )
    script = next(id for id, effects in CONTENT.scripts.items() if effect in effects)
    table = scene(line="bear down, forest_giant, wolf down, eagle down")
    giant, wolf = table.at(2).card, table.at(3).card
    found = could_pick(table.state, effect.targets, Resolve(script, card=giant))
    assert found == [wolf]
    table = scene(line="bear down, forest_giant")
    found = could_pick(table.state, effect.targets, Resolve(script, card=table.at(2).card))
    assert found == []


@pytest.mark.rule("W-ROUND-06", "W-WATCH-01")
def test_nobody_takes_part_before_the_next_watch_begins():
    table = scene(round=2, phase=END, resting="R", items="lamp_oil")
    table.give("H", participating=True, range=1, bonuses=0)
    table.state.adventurers[0].bonuses = [4]
    table.state.hex = 2
    table.state.familiar_used = table.state.out_of_actions = True
    table.end_watch()
    assert table.state.round == 3
    assert [one.participating for one in table.state.adventurers] == [False] * 4
    assert (table.adventurer("H").range, table.adventurer("H").bonuses) == (0, [])
    assert (table.state.hex, table.state.familiar_used, table.state.out_of_actions) == (
        0,
        False,
        False,
    )
    assert not table.state.bought
    assert not table.state.horde_grew
    assert not table.state.first_defeat_done
    assert not table.state.first_reveal_done


@pytest.mark.rule("W-CTRL-08", "W-ATTACK-11")
@pytest.mark.parametrize(("letter", "seat"), [("H", 0), ("B", 1)])
def test_an_attack_that_a_tamed_creature_began_is_for_its_controller(letter, seat):
    table = scene(line="treant 8", dice="R 8", players=4, partial_damage="off")
    table.give(letter, tamed="bear 5")
    table.watch()
    table.act(PutTamed(PARTY, seat, table.adventurer(letter).tamed[0], 1), seat=seat)
    assert answerers(table) == (seat,)


@pytest.mark.rule("W-HORDE-04", "W-I-01")
def test_a_face_down_card_is_told_to_move_by_its_places():
    table = scene(line="bear, wolf down, eagle down, fae down", firewood=5)
    shift(table.table, 1, 3)
    assert table.line == ["bear", "eagle down", "fae down", "wolf down"]
    assert [(event.before, event.place) for event in table.events(HiddenCardMoved)] == [(2, 4)]
    assert table.events(CardMoved) == []


@pytest.mark.rule("W-I-08")
def test_the_card_behind_the_first_one_is_the_second():
    table = scene(line="forest_giant, wolf down, eagle down")
    script, effect = next(
        (id, one)
        for id, script in CONTENT.scripts.items()
        for one in script
        if isinstance(one, RevealEffect) and one.targets.pick == "behind_self"
    )
    context = Resolve(script, card=table.at(1).card)
    assert could_pick(table.state, effect.targets, context) == [table.at(2).card]


@pytest.mark.rule("W-ITEM-07", "W-EXHAUST-01")
def test_an_item_answers_before_the_first_card_is_exhausted():
    table = scene(line="bear", players=1)
    table.give("H", items="tower_shield")
    table.run(Demand(3))
    assert len(table.offered(Shield)) == 1
    table.act(table.offered(ExhaustCard)[0])
    assert table.offered(Shield) == []
    table.act(table.offered(ExhaustCard)[0])
    table.act(table.offered(ExhaustCard)[0])
    assert table.ready() == 9


@pytest.mark.rule("W-CTRL-07", "W-CTRL-08")
def test_who_uses_a_card_chooses_its_target_and_everybody_for_a_creature():
    among = ("bear-1", "wolf-1")
    table = scene(line="bear, wolf", players=4)
    for user in range(4):
        choice = ChooseCards(PARTY, "", user, among, False)
        assert choice.answerers(table.table) == (user,)
    assert ChooseCards(PARTY, "", NOBODY, among, False).answerers(table.table) == (0, 1, 2, 3)


@pytest.mark.rule("W-ITEM-07", "W-EXHAUST-01")
def test_a_second_item_may_lower_the_same_demand():
    table = scene(line="bear", players=1)
    table.give("H", items="tower_shield")
    table.give("B", items="tower_shield")
    table.run(Demand(3))
    table.act(table.offered(Shield)[0])
    assert len(table.offered(Shield)) == 1
    table.act(table.offered(Shield)[0])
    assert table.waiting() is None
    assert table.ready() == 12


@pytest.mark.rule("W-LOCATION-05")
@pytest.mark.parametrize(("before", "after"), [(7, 4), (12, 6), (1, 1)])
def test_half_of_the_firewood_is_lost_rounded_down(before, after):
    table = scene(firewood=before)
    FirewoodHalveEffect().run(table.table, Resolve(""), [])
    assert table.state.firewood == after


@pytest.mark.rule("W-GRAVE-04", "W-HORDE-04")
def test_shuffling_the_deck_forgets_what_was_known_of_it_alone():
    table = scene(deck="bear, wolf, eagle", horde="lich, hydra")
    bear, lich = table.state.deck[-1], table.state.horde[-1]
    table.state.known = [bear, lich]
    shuffle_deck(table.table)
    assert table.state.known == [lich]


@pytest.mark.rule("W-ABILITY-08", "W-ATTACK-03")
def test_an_effect_in_range_reaches_as_far_as_an_attack():
    table = scene(line="bear, wolf, eagle", dice="B 4")
    table.give("B", board="weighted_net, crippling_bolt, marked_for_coin")
    table.watch()
    table.use("weighted_net", "B 4")
    offered = [act.card.partition("-")[0] for act in table.offered(TakeCard)]
    assert offered == ["bear", "wolf"]


@pytest.mark.rule("W-LOCATION-14", "W-ATTACK-11")
def test_in_the_arena_an_attack_goes_on_with_the_dice_of_who_began():
    table = scene(
        line="treant 8", dice="H 4 5, B 8", location="the_grand_arena", partial_damage="off"
    )
    table.watch()
    table.attack("H 4", 1)
    assert table.offered(AddDie) == [AddDie(PARTY, table.die("H 5"))]
    table.act(AddDie(PARTY, table.die("H 5")))
    assert table.offered(AddDie) == []


@pytest.mark.rule("W-DICE-04")
def test_bloodlust_sets_two_dice_and_no_third():
    table = scene(line="treant 9", dice="R 4 5 6")
    table.give("R", board="bloodlust, second_breath, boulder_toss")
    table.watch()
    table.use("bloodlust")
    for _ in range(2):
        table.act(table.offered(PickDie)[0])
    assert not isinstance(table.waiting(), ChooseDie)
    assert sorted(table.dice("R")) == [6, 12, 12]


@pytest.mark.rule("W-PEEK-01", "W-HORDE-04")
def test_a_face_down_card_is_named_by_its_place_in_every_position():
    table = scene(line="bear down, wolf, eagle down")
    named = [reference(table.state, one.card) for one in table.state.line]
    assert named == ["#1", table.at(2).card, "#3"]
