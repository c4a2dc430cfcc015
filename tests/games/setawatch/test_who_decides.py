"""Who decides, what is offered, and rules that few positions reach."""

from __future__ import annotations

import pytest

from embertable.engine.table import CHANCE, PARTY
from embertable.games.setawatch.attack import AddDie, AddTamed, CallOff, SendFamiliar, StrikeNow
from embertable.games.setawatch.card_effects import ChooseDistance, SendAway, take_from_pile
from embertable.games.setawatch.consent import (
    Agree,
    ChooseAgreement,
    ChooseSuggestion,
    GoAhead,
    Object,
    Suggest,
)
from embertable.games.setawatch.defeat import Defeat
from embertable.games.setawatch.dice_effects import RollDie, ShowValue
from embertable.games.setawatch.effects import Resolve
from embertable.games.setawatch.events import (
    CardEntered,
    CardExhausted,
    CreatureDefeated,
    ItemRefreshed,
)
from embertable.games.setawatch.exhausting import ChooseExhausted, ExhaustCard
from embertable.games.setawatch.health import passives
from embertable.games.setawatch.line import EnterLine
from embertable.games.setawatch.merchant import price
from embertable.games.setawatch.party_effects import (
    RefreshCard,
    RefreshEffect,
    RuleEffect,
    refresh_items,
)
from embertable.games.setawatch.rounds import StirGraveyard
from embertable.games.setawatch.setup import RollFirewood, StackFirewood
from embertable.games.setawatch.state import CAMP, LineCard
from embertable.games.setawatch.vocabulary import Value
from embertable.games.setawatch.watch import Stoke
from tests.games.setawatch.scene import CONTENT, names, scene

WITCH = 3


def answerers(table):
    return table.waiting().answerers(table.table)


# Attacks that the Familiar begins.


@pytest.mark.rule("W-CTRL-08", "W-ATTACK-11", "W-WITCH-FAM-01")
@pytest.mark.parametrize("location", ["barren_plains", "the_grand_arena"])
def test_an_attack_that_the_familiar_began_is_the_witchs(location):
    table = scene(
        line="bear 5", dice="H 5, T 4", players=4, location=location, partial_damage="off"
    )
    table.give("T", tamed="wolf 4")
    table.watch()
    table.act(SendFamiliar(PARTY, 1), seat=WITCH)
    assert answerers(table) == (WITCH,)
    alone = location == "the_grand_arena"
    added = [table.die("T 4")] if alone else [table.die("H 5"), table.die("T 4")]
    assert table.offered(AddDie) == [AddDie(PARTY, die) for die in added]
    assert table.offered(AddTamed) == [AddTamed(PARTY, table.adventurer("T").tamed[0])]
    assert table.offered(CallOff) == [CallOff(PARTY)]


@pytest.mark.rule("W-ATTACK-11", "W-CTRL-11")
def test_after_an_objection_the_dice_are_back_and_the_attack_may_begin_again():
    table = scene(line="bear 5", dice="H 3, B 4", players=4, partial_damage="off", ask="all")
    table.watch()
    table.act(next(act for act in table.offered(seat=0) if getattr(act, "die", -1) == 0), seat=0)
    table.act(AddDie(PARTY, 3), seat=0)
    (strike,) = table.offered(Suggest, seat=0)
    assert strike == Suggest(PARTY, 0, StrikeNow(PARTY, 1))
    table.act(strike, seat=0)
    table.act(Object(PARTY, 1), seat=1)
    assert (table.state.picked_dice, table.state.objected) == ([], False)
    assert (table.dice("H"), table.dice("B"), table.at(1).damage) == ([3], [4], 0)
    assert [act for act in table.offered(seat=0) if getattr(act, "die", -1) == 0]


# Consent.


@pytest.mark.rule("W-CTRL-11")
def test_a_seat_suggests_what_it_may_and_the_others_agree_object_or_wait():
    table = scene(line="bear", players=3, ask="all")
    about = ChooseExhausted(PARTY, 1, False)
    cards = len(about.options(table.table))
    choice = ChooseSuggestion(PARTY, about, False)
    assert choice.answerers(table.table) == (0, 1, 2)
    offered = [choice.offered_to(table.table, seat) for seat in (0, 1, 2)]
    assert [len(options) for options in offered] == [cards] * 3
    assert choice.options(table.table) == [option for seat in offered for option in seat]
    assert {option.player for option in offered[1] if isinstance(option, Suggest)} == {1}


@pytest.mark.rule("W-CTRL-11")
@pytest.mark.parametrize("again", [False, True])
def test_who_has_agreed_may_go_ahead_and_the_others_object_once(again):
    table = scene(line="bear", players=3, ask="all")
    choice = ChooseAgreement(PARTY, ExhaustCard(PARTY, 0, 0), (1,), again)
    assert choice.offered_to(table.table, 1) == [GoAhead(PARTY)]
    for seat in (0, 2):
        answers = [Agree(PARTY, seat), *([] if again else [Object(PARTY, seat)])]
        assert choice.offered_to(table.table, seat) == answers
    asked = [choice.offered_to(table.table, seat) for seat in (0, 2)]
    assert choice.options(table.table) == [GoAhead(PARTY), *asked[0], *asked[1]]


@pytest.mark.rule("W-CTRL-08", "W-REVEAL-05")
@pytest.mark.parametrize("user", range(4))
def test_whoever_moves_a_creature_says_how_far(user):
    table = scene(line="bear, fae, goblins", players=4)
    assert ChooseDistance(PARTY, user, 1, 2).answerers(table.table) == (user,)


@pytest.mark.rule("W-FIRE-07", "W-CTRL-08")
@pytest.mark.parametrize("number", range(4))
def test_only_the_controller_stokes_with_a_card(number):
    table = scene(line="bear", players=4, firewood=5)
    table.watch()
    for seat in range(4):
        stokes = table.offered(Stoke, seat=seat)
        assert {act.adventurer for act in stokes} == {seat}
    table.act(table.offered(Stoke, seat=number)[0], seat=number)
    assert table.events(CardExhausted)[0].adventurer == number
    assert table.state.firewood == 7


# Refreshing.


@pytest.mark.rule("W-CAMP-03", "W-LOCATION-01", "W-ITEM-03")
@pytest.mark.parametrize(
    ("items", "most", "left", "told"),
    [
        ("sand_timer*, tower_shield*", 2, ["sand_timer", "tower_shield"], 2),
        ("sand_timer*, tower_shield*", 1, ["sand_timer", "tower_shield*"], 1),
        ("sand_timer, tower_shield*", 1, ["sand_timer", "tower_shield"], 1),
        ("sand_timer, tower_shield", 2, ["sand_timer", "tower_shield"], 0),
        ("sand_timer*", 0, ["sand_timer*"], 0),
    ],
)
def test_exhausted_items_are_refreshed_in_turn_up_to_their_number(items, most, left, told):
    table = scene()
    table.give("B", items=items)
    refresh_items(table.table, 1, most)
    assert table.items("B") == left
    assert len(table.events(ItemRefreshed)) == told


@pytest.mark.rule("W-LOCATION-01", "W-ITEM-03")
@pytest.mark.parametrize(
    ("items", "useful"), [("sand_timer*", True), ("sand_timer", False), ("", False)]
)
def test_refreshing_items_is_useful_where_one_is_exhausted(items, useful):
    table = scene()
    table.give("B", items=items)
    effect = RefreshEffect(kind="item", who="all_each", count=Value(2))
    assert effect.can_do(table.state, Resolve("whetstone", user=0)) is useful
    effect.run(table.table, Resolve("whetstone", user=0), [])
    assert len(table.events(ItemRefreshed)) == (1 if useful else 0)


@pytest.mark.rule("W-CAMP-03", "W-ABILITY-08")
@pytest.mark.parametrize(
    ("who", "asked"), [("all_each", [0, 1]), ("watch_each", [1]), ("self", [0])]
)
def test_each_adventurer_that_is_named_refreshes_as_many_as_the_card_says(who, asked):
    table = scene(resting="H", players=4)
    for letter in "HB":
        table.give(letter, exhausted="all")
    effect = RefreshEffect(kind="ability", who=who, count=Value(1))
    assert effect.can_do(table.state, Resolve("whetstone", user=0))
    effect.run(table.table, Resolve("whetstone", user=0), [])
    table.run()
    for number in asked:
        assert {act.adventurer for act in table.offered(RefreshCard)} == {number}
        assert answerers(table) == (number,)
        table.act(table.offered(RefreshCard)[0])
    assert table.waiting() is None
    assert [table.ready(letter) for letter in "HB"] == [int(n in asked) for n in (0, 1)]


# Passive cards, entering, rules of locations.


@pytest.mark.rule("W-ABILITY-06", "W-ITEM-05")
@pytest.mark.parametrize("items_only", [False, True])
def test_passive_cards_work_unless_only_items_count(items_only):
    id, ability = next(
        (id, one)
        for id, one in CONTENT.abilities.items()
        if one.window == "direct_attack" and not one.active
    )
    table = scene()
    one = table.state.adventurers[ability.adventurer]
    one.board = [id, *[other for other in one.board if other != id][:2]]
    effects = CONTENT.scripts[id]
    found = passives(table.state, one.number, "direct_attack", items_only)
    assert found == ([] if items_only else list(effects))
    assert passives(table.state, one.number, "direct_attack") == list(effects)
    one.exhausted = [True, False, False]
    assert passives(table.state, one.number, "direct_attack") == []


@pytest.mark.rule("W-REVEAL-04")
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_card_that_enters_is_told_with_its_place(place):
    table = scene(line="bear, fae, goblins")
    card = table.at(place).card
    told = table.told(lambda: table.run(EnterLine(card)))
    assert told[0] == CardEntered(card, place)
    assert table.told(lambda: table.run(EnterLine("hydra"))) == [], "it is not in the Line"


@pytest.mark.rule("W-LOCATION-22", "W-LOCATION-01")
@pytest.mark.parametrize(
    ("key", "value", "number", "word"),
    [("roll_add", -1, -1, ""), ("summon_card_to", "removed", 0, "removed")],
)
def test_a_rule_of_a_location_is_a_number_or_names_a_place(key, value, number, word):
    effect = RuleEffect(key=key, value=value)
    assert (effect.number(), effect.word()) == (number, word)


# Prices, dice, the Graveyard.


@pytest.mark.rule("W-MERCHANT-02", "W-LOCATION-01")
@pytest.mark.parametrize(("cost", "lowered"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 4)])
def test_a_lower_price_is_at_least_one_coin(cost, lowered, monkeypatch):
    monkeypatch.setattr(CONTENT.items["lamp_oil"], "cost", cost)
    assert price(scene(location="guild_waystation").state, "lamp_oil") == lowered
    assert price(scene(location="barren_plains").state, "lamp_oil") == cost


@pytest.mark.rule("W-SETUP-15", "W-DICE-01")
def test_a_die_that_is_rolled_at_the_table_shows_one_of_its_faces():
    table = scene()
    assert RollFirewood(CHANCE).options(table.table) == [
        StackFirewood(CHANCE, n) for n in range(1, 7)
    ]
    for number, adventurer in enumerate(CONTENT.adventurers):
        die = number * 3
        roll = RollDie(CHANCE, die, number, adventurer.sides)
        faces = range(1, adventurer.sides + 1)
        assert roll.options(table.table) == [ShowValue(CHANCE, die, face) for face in faces]
        table.run(ShowValue(CHANCE, die, adventurer.sides))
        assert table.state.values[die] == adventurer.sides


@pytest.mark.rule("W-LOCATION-10", "W-DICE-05")
@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (6, 5)])
def test_a_face_that_is_entered_is_lowered_where_every_roll_is(face, value):
    table = scene(location="abandoned_village", phase=CAMP)
    table.run(ShowValue(CHANCE, 0, face))
    assert table.state.values[0] == value


@pytest.mark.rule("W-ROUND-06", "W-FINAL-03")
@pytest.mark.parametrize(("round", "stirs"), [(3, True), (8, True), (9, False)])
def test_the_top_of_the_graveyard_stirs_before_the_final_round_only(round, stirs):
    table = scene(round=round, graveyard="skeletons, bear")
    skeletons = table.state.graveyard[-1]
    table.run(StirGraveyard())
    assert (skeletons in table.state.graveyard) is not stirs
    assert (table.state.waiting == [skeletons]) is stirs


@pytest.mark.rule("W-RIDER-08", "W-DEFEAT-02")
@pytest.mark.parametrize("mount", ["wolf-1", ""])
def test_a_rider_that_its_own_defeat_sends_elsewhere_leaves_its_mount_behind(mount):
    table = scene()
    table.state.leaving = [LineCard("hydra", up=True, mount=mount), LineCard("bear-1", up=True)]
    take_from_pile(table.table, "hydra")
    assert [one.placed for one in table.state.leaving] == [True, False]
    assert table.state.graveyard == ([mount] if mount else [])


@pytest.mark.rule("W-DEFEAT-01", "W-TAME-01")
@pytest.mark.parametrize("zone", ["graveyard", "unhallowed", "horde"])
def test_a_card_is_taken_out_of_its_pile_alone(zone):
    table = scene(graveyard="bear, fae", unhallowed="lich, hydra", horde="wolf, eagle")
    card = getattr(table.state, zone)[0]
    assert table.changed(lambda: take_from_pile(table.table, card)) == {zone}
    assert len(getattr(table.state, zone)) == 1


@pytest.mark.rule("W-TAME-01")
def test_a_tamed_creature_is_taken_from_its_adventurer():
    table = scene()
    table.give("R", tamed="bear, wolf")
    card = table.adventurer("R").tamed[0]
    assert table.changed(lambda: take_from_pile(table.table, card)) == {"R.tamed"}
    assert names(table.adventurer("R").tamed) == ["wolf"]


@pytest.mark.rule("W-DEFEAT-01")
def test_an_open_card_that_is_sent_to_the_graveyard_is_defeated():
    table = scene(line="bear, wolf")
    bear = table.at(1).card
    table.run(SendAway(bear, "graveyard"))
    assert table.events(CreatureDefeated) == [CreatureDefeated(bear)]
    assert (table.line, table.graveyard) == (["wolf"], ["bear"])
    told = table.told(lambda: table.run(Defeat(bear)))
    assert told == [], "it is no longer in the Line"
