"""Which cards an effect concerns: every field of a selector, and what is useful (ledger, 5.3)."""

from __future__ import annotations

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.card_effects import (
    ChooseDistance,
    ChooseNearest,
    DamageEffect,
    MoveBack,
    MoveEffect,
    PutNearest,
)
from embertable.games.setawatch.effects import (
    ChooseCards,
    Resolve,
    TakeCard,
    could_pick,
    fitting,
    pile,
)
from embertable.games.setawatch.fire import FirewoodEffect
from embertable.games.setawatch.health import pile_base
from embertable.games.setawatch.powers import holds
from embertable.games.setawatch.vocabulary import LAST, Selector, Value
from tests.games.setawatch.scene import CONTENT, name, names, scene

POWER = "fae.first_position.0"
ABILITY = "grave_whisper"
ITEM = "whetstone"
LINE = "bear 5, skeletons 8, wolf 4 down, acolyte, summon down, fae 5, goblins 6, lich down"
UP = ["bear", "skeletons", "acolyte", "fae", "goblins"]
HUNTER = 1


def picked(table, script=POWER, user=HUNTER, card="", **fields):
    selector = Selector(**{"pick": "all", **fields})
    return names(fitting(table.state, selector, Resolve(script, user=user, card=card)))


# The Line.


@pytest.mark.rule("W-ABILITY-08", "W-REVEAL-05")
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, UP),
        ({"face": "down"}, ["wolf", "summon", "lich"]),
        ({"face": "any"}, ["bear", "skeletons", "wolf", "acolyte", "summon", *UP[3:], "lich"]),
        ({"kind": "acolyte"}, ["acolyte"]),
        ({"kind": "any"}, UP),
        ({"types": ("Undead", "Fairy")}, ["skeletons", "fae"]),
        ({"not_types": ("Undead", "Fairy")}, ["bear", "acolyte", "goblins"]),
        ({"types": ("Undead", "Goblin"), "not_types": ("Goblin",)}, ["skeletons"]),
        ({"name": "Fae"}, ["fae"]),
        ({"name": "Wolf"}, []),
        ({"positions": (1, 2)}, ["bear", "skeletons"]),
        ({"positions": (2, 6)}, ["skeletons", "fae"]),
        ({"positions": (1, LAST), "face": "any"}, ["bear", "lich"]),
        ({"positions": (LAST,), "face": "any"}, ["lich"]),
        ({"positions": (LAST,)}, []),
        ({"in_range": True}, ["bear", "skeletons"]),
        ({"max_base": Value(5)}, ["bear", "fae"]),
        ({"max_base": Value(6)}, ["bear", "acolyte", "fae", "goblins"]),
        ({"max_base": Value(4)}, []),
        ({"max_health": Value(5)}, ["bear", "fae"]),
        ({"max_health": Value(4)}, []),
    ],
)
def test_each_field_of_a_selector_narrows_the_line(fields, found):
    assert picked(scene(line=LINE), **fields) == found


@pytest.mark.rule("W-ABILITY-08", "W-NEGATE-03")
def test_base_health_and_health_are_told_apart():
    table = scene(line="bear 5, fae 5, goblins 6")
    table.at(1).health = 3
    table.at(3).health = -2
    assert picked(table, max_base=Value(5)) == ["bear", "fae"]
    assert picked(table, max_health=Value(5)) == ["fae", "goblins"]


@pytest.mark.rule("W-ATTACK-03", "W-ABILITY-08")
@pytest.mark.parametrize(("user", "reach"), [(0, 2), (1, 2), (2, 1), (3, 1)])
def test_in_range_is_what_the_user_reaches(user, reach):
    table = scene(line="bear, fae, goblins, skeletons")
    line = ["bear", "fae", "goblins", "skeletons"]
    assert picked(table, user=user, in_range=True) == line[:reach]
    table.state.adventurers[user].range = 1
    assert picked(table, user=user, in_range=True) == line[: reach + 1]


@pytest.mark.rule("W-ABILITY-08")
def test_a_power_may_leave_its_own_card_out():
    table = scene(line="bear, fae, goblins")
    fae = table.at(2).card
    assert picked(table, card=fae, exclude_self=True) == ["bear", "goblins"]
    assert picked(table, card=fae) == ["bear", "fae", "goblins"]


@pytest.mark.rule("W-I-17", "W-I-18")
@pytest.mark.parametrize(
    ("line", "script", "found"),
    [
        ("lich, bear", ABILITY, ["lich"]),
        ("lich, bear", ITEM, ["lich", "bear"]),
        ("lich, bear", POWER, ["lich", "bear"]),
        ("fae, phantom_cat, bear", ABILITY, ["fae", "bear"]),
        ("fae, phantom_cat, bear", ITEM, ["fae", "bear"]),
        ("fae, phantom_cat, bear", POWER, ["fae", "phantom_cat", "bear"]),
        ("phantom_cat, bear", ABILITY, ["phantom_cat", "bear"]),
    ],
)
def test_protection_is_against_abilities_or_items_and_not_against_powers(line, script, found):
    assert picked(scene(line=line), script=script) == found


@pytest.mark.rule("W-I-18")
@pytest.mark.parametrize(("place", "between"), [(1, False), (2, True), (3, True), (4, False)])
def test_neighbours_on_both_sides_are_a_card_in_front_and_one_behind(place, between):
    table = scene(line="bear, fae, goblins, skeletons")
    assert holds(table.state, "neighbours_both_sides", table.at(place).card) is between


# Piles.


@pytest.mark.rule("W-HORDE-01", "W-GRAVE-02", "W-BOUNTY-06")
def test_a_pile_is_read_from_its_top_with_all_its_cards():
    table = scene(
        graveyard="bear, fae, wolf",
        horde="goblins, skeletons, wyvern",
        deck="treant, eagle, vampire",
        unhallowed="lich, hydra, necromancer",
    )
    table.give("H", tamed="wolf, bear")
    table.give("R", tamed="eagle")
    table.give("B", trophies="fae, goblins, wyvern")
    state = table.state
    assert names(pile(state, "graveyard")) == ["bear", "fae", "wolf"]
    assert names(pile(state, "horde")) == ["goblins", "skeletons", "wyvern"]
    assert names(pile(state, "creature_deck")) == ["treant", "eagle", "vampire"]
    assert names(pile(state, "unhallowed_deck")) == ["lich", "hydra", "necromancer"]
    assert names(pile(state, "tamed")) == ["wolf", "bear", "eagle"]
    assert names(pile(state, "trophies")) == ["wyvern", "goblins", "fae"]


@pytest.mark.rule("W-HERETIC-02", "W-ABILITY-08")
@pytest.mark.parametrize("most", range(-1, 11))
def test_a_limit_of_base_health_holds_for_piles(most):
    table = scene(graveyard="vampire, graveshifter 2, bear 5, goblins 6, skeletons 9", firewood=9)
    found = picked(table, zone="graveyard", max_base=Value(most))
    state = table.state
    assert found == [name(card) for card in state.graveyard[::-1] if pile_base(state, card) <= most]


@pytest.mark.rule("W-HERETIC-02")
def test_the_other_card_of_a_swap_has_strictly_lower_base_health():
    table = scene(line="goblins 6", graveyard="graveshifter 2, bear 5, goblins 7, bone_piper 6")
    selector = Selector(pick="choose", zone="graveyard", lower_base_than_a=True)
    found = could_pick(table.state, selector, Resolve(ABILITY, user=0), table.at(1).card)
    assert names(found) == ["graveshifter", "bear"]


@pytest.mark.rule("W-ABILITY-08")
@pytest.mark.parametrize(
    ("pick", "fields", "found"),
    [
        ("top", {"zone": "graveyard"}, ["bear", "fae", "wolf"]),
        ("exact_top", {"zone": "graveyard"}, ["bear"]),
        ("exact_top", {"zone": "graveyard", "name": "Fae"}, []),
        ("exact_top", {"zone": "horde"}, []),
        ("nearest_down", {"face": "down", "kind": "any"}, ["wolf"]),
        ("farthest_down", {"face": "down", "kind": "any"}, ["lich", "summon", "wolf"]),
        ("behind_self", {"face": "any", "kind": "any"}, ["wolf"]),
        ("all_behind_self", {}, ["acolyte", "fae", "goblins"]),
        ("self", {}, ["skeletons"]),
        ("same", {}, ["fae", "bear"]),
        ("choose", {}, UP),
    ],
)
def test_each_way_to_pick_takes_or_offers_its_cards(pick, fields, found):
    table = scene(line=LINE, graveyard="bear, fae, wolf")
    same = (table.at(6).card, table.state.graveyard[-1], table.at(1).card)
    context = Resolve(POWER, card=table.at(2).card, same=same)
    assert names(could_pick(table.state, Selector(pick=pick, **fields), context)) == found


# Bringing cards into the Line.


@pytest.mark.rule("W-I-13", "W-ORDER-05")
@pytest.mark.parametrize("order", ["weakest_first", None])
@pytest.mark.parametrize(
    ("graveyard", "asked", "sorted_line"),
    [
        ("goblins 6, goblins 7", [], ["goblins 6", "goblins 7"]),
        ("goblins 7, warg_handler 5", [], ["warg_handler 5", "goblins 7"]),
        ("warg_handler 5", [], ["warg_handler 5"]),
        ("goblins 7, bear 5, fae 5", ["bear", "fae"], ["fae 5", "bear 5", "goblins 7"]),
    ],
)
def test_cards_come_in_as_they_lie_or_the_weakest_nearest_the_camp(
    order, graveyard, asked, sorted_line
):
    table = scene(line="wolf 4, treant 9", graveyard=graveyard)
    effect = MoveEffect(
        targets=Selector(pick="all", zone="graveyard"), to="line_first", face="down", order=order
    )
    cards = table.state.graveyard[::-1]
    effect.run(table.table, Resolve(POWER), cards)
    table.run()
    if order and asked:
        assert isinstance(table.waiting(), ChooseNearest)
        assert names([one.card for one in table.offered(PutNearest)]) == asked
        table.act(table.offered(PutNearest)[1])
    shown = [f"{name(one.card)} {CONTENT.cards[one.card].base}" for one in table.state.line]
    came = sorted_line if order else graveyard.split(", ")
    assert shown == [*came, "wolf 4", "treant 9"]
    assert table.graveyard == []


@pytest.mark.rule("W-I-13", "W-LOCATION-13")
@pytest.mark.parametrize(
    ("graveyard", "asked", "left"),
    [
        ("goblins 7, goblins 6, warg_handler 6", ["goblins", "warg_handler"], ["goblins"]),
        ("goblins 6, warg_handler 5, goblins 7", [], ["warg_handler"]),
        ("goblins 6, goblins 7", [], []),
        ("goblins 6", [], []),
        ("wolf, goblins 6", [], ["wolf"]),
        ("wolf", [], ["wolf"]),
    ],
)
def test_the_goblin_chief_takes_the_two_strongest_and_the_party_breaks_ties(graveyard, asked, left):
    table = scene(line="goblin_chief down, bear", graveyard=graveyard, firewood=1)
    table.settle()
    if asked:
        assert isinstance(table.waiting(), ChooseCards)
        assert names([one.card for one in table.offered(TakeCard)]) == asked
        table.act(table.offered(TakeCard)[1])
    assert table.waiting() is None
    assert table.graveyard == left
    taken = len(graveyard.split(", ")) - len(left)
    assert len(table.state.line) == 2 + taken


# Moving back.


@pytest.mark.rule("W-WITCH-01", "W-REVEAL-05")
@pytest.mark.parametrize(
    ("place", "count", "offered", "after"),
    [
        (1, 2, [1, 2], None),
        (1, 9, [1, 2, 3], None),
        (2, 9, [1, 2], None),
        (2, 1, [], ["bear", "goblins", "fae", "skeletons"]),
        (3, 9, [], ["bear", "fae", "skeletons", "goblins"]),
        (1, 1, [], ["fae", "bear", "goblins", "skeletons"]),
    ],
)
def test_a_creature_goes_back_as_far_as_the_line_is_long(place, count, offered, after):
    table = scene(line="bear, fae, goblins, skeletons")
    effect = MoveEffect(
        targets=Selector(pick="choose"), to="back_by_count", count=Value(count), up_to=True
    )
    card = table.at(place).card
    effect.run(table.table, Resolve(ABILITY, user=3), [card])
    table.run()
    if offered:
        assert isinstance(table.waiting(), ChooseDistance)
        assert table.offered() == [MoveBack(PARTY, place, n) for n in offered]
        table.act(table.offered()[-1])
        assert table.state.place_of(card) == place - 1 + offered[-1]
    else:
        assert table.line == after


# What would do nothing.


@pytest.mark.rule("W-ABILITY-08")
@pytest.mark.parametrize(("x", "useful"), [(0, False), (1, True), (5, True)])
def test_no_damage_is_useless(x, useful):
    table = scene(line="bear")
    effect = DamageEffect(targets=Selector(pick="choose"), amount=Value(0, ((1, "X"),)))
    context = Resolve(ABILITY, user=0, x=x)
    assert effect.is_useful_for(table.state, context, table.at(1).card) is useful


@pytest.mark.rule("W-ABILITY-08", "W-FIRE-01")
@pytest.mark.parametrize(
    ("add", "firewood", "useful"),
    [(1, 14, True), (1, 15, False), (0, 7, False), (-1, 7, True), (-1, 15, True), (2, 0, True)],
)
def test_firewood_can_be_added_below_the_end_of_the_dial(add, firewood, useful):
    table = scene(firewood=firewood)
    effect = FirewoodEffect(add=Value(add))
    assert effect.can_do(table.state, Resolve(ABILITY, user=0)) is useful
