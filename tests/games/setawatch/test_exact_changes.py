"""What a rule changes, and that it changes nothing else; what it tells, word for word."""

from __future__ import annotations

import pytest

from embertable.engine.errors import LimitedOption
from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import AttackBonusEffect, PutDie, attacks
from embertable.games.setawatch.card_effects import SendAway, SendSummoned
from embertable.games.setawatch.deck_effects import DrawEffect
from embertable.games.setawatch.deckbuilding import check_lists, deck_problem
from embertable.games.setawatch.defeat import Defeat, redirected
from embertable.games.setawatch.effects import Resolve
from embertable.games.setawatch.events import (
    CardGone,
    CoinsLaid,
    FireDied,
    FirewoodChanged,
    HiddenCardGone,
    HordeGrew,
    HordeGrewUnseen,
    UnhallowedSummoned,
)
from embertable.games.setawatch.exhausting import Demand
from embertable.games.setawatch.fire import ChangeFire
from embertable.games.setawatch.health import pile_base
from embertable.games.setawatch.line import ReplaceSummon
from embertable.games.setawatch.merchant import LayCoins
from embertable.games.setawatch.state import CAMP, END, WATCH, LineCard
from embertable.games.setawatch.vocabulary import Value
from embertable.games.setawatch.zones import put_away
from tests.games.setawatch.scene import CONTENT, GAME, scene

DESTINATIONS = {
    "horde_top": "horde",
    "graveyard": "graveyard",
    "removed": "removed",
    "line_next_round": "waiting",
    "deck_top": "deck",
    "deck_bottom": "deck",
    "unhallowed_bottom": "unhallowed",
}
OPEN = ("graveyard", "removed")
"""Where a card lies face up."""
LEARNT = ("line_next_round",)
"""Where everybody knows which card it is, though it lies face down."""


# Putting cards away.


@pytest.mark.rule("W-HORDE-04", "W-GRAVE-02", "W-REVEAL-05")
@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("to", DESTINATIONS)
def test_a_card_goes_to_one_pile_and_is_named_only_if_it_was_seen(to, seen):
    table = scene(deck="bear, wolf", horde="fae, eagle", unhallowed="lich", graveyard="treant")
    state = table.state
    card = state.deck.pop()  # a bear that nobody has seen
    told = table.told(lambda: put_away(table.table, card, to, seen))
    pile = getattr(state, DESTINATIONS[to])
    assert pile.count(card) == 1
    assert pile.index(card) == (0 if to.endswith("bottom") else len(pile) - 1)
    others = [state.horde, state.graveyard, state.deck, state.removed, state.unhallowed]
    assert sum([zone.count(card) for zone in (*others, state.waiting)]) == 1
    assert (card in state.known) is (to in LEARNT or (seen and to not in OPEN))
    assert (card in state.unseen) is (to not in (*OPEN, *LEARNT) and not seen)
    if to == "horde_top":
        assert told == [HordeGrew(card) if seen else HordeGrewUnseen()]
    else:
        assert told == [CardGone(card, to) if seen else HiddenCardGone(to)]


@pytest.mark.rule("W-RUNE-06", "W-HORDE-04")
@pytest.mark.parametrize("zone", ["horde", "graveyard"])
def test_only_a_card_out_of_the_horde_is_news(zone):
    table = scene()
    setattr(table.state, zone, table.cards("bear, wolf"))
    table.state.unseen = list(table.state.horde)
    card = getattr(table.state, zone)[-1]
    before = table.table.reveals
    told = table.told(lambda: table.run(SendAway(card, "removed")))
    assert told == [CardGone(card, "removed")]
    assert table.table.reveals == before + (zone == "horde")
    assert table.state.removed == [card]
    assert len(getattr(table.state, zone)) == 1
    assert card not in table.state.unseen


@pytest.mark.rule("W-SUMMON-07", "W-RUNE-06")
@pytest.mark.parametrize(("to", "pile"), [("removed", "removed"), ("deck_top", "deck")])
def test_what_was_to_happen_to_a_summon_card_happens_openly_to_what_it_brought(to, pile):
    table = scene(deck="bear")
    table.state.summoned = "lich"
    told = table.told(lambda: table.run(SendSummoned(to)))
    assert told == [CardGone("lich", to)]
    assert getattr(table.state, pile)[-1] == "lich"


@pytest.mark.rule("W-SUMMON-01")
def test_a_summon_card_that_was_resolved_is_put_away_openly():
    table = scene(line="bear, summon", unhallowed="lich, hydra")
    card = table.at(2).card
    told = table.told(lambda: table.run(ReplaceSummon(card)))
    assert told[:2] == [CardGone(card, "graveyard"), UnhallowedSummoned("lich")]
    assert table.line == ["bear", "lich"]


@pytest.mark.rule("W-SUMMON-07")
def test_what_a_summon_card_brought_is_not_put_away_twice():
    table = scene(horde="lich")
    table.state.summoned = "lich"
    assert table.changed(lambda: table.run(SendSummoned("removed"))) == set()


@pytest.mark.rule("W-REVEAL-04", "W-GRAVE-06", "W-HORDE-04")
@pytest.mark.parametrize(("face", "news"), [("up", 1), ("down", 0)])
@pytest.mark.parametrize("cards", ["wolf, bear", "bear", ""])
def test_a_drawn_card_is_news_only_if_it_comes_in_face_up(face, news, cards):
    table = scene(line="treant 9", deck=cards)
    effect = DrawEffect(to="line_end", count=Value(2), face=face)
    drawn = len(table.deck)
    effect.run(table.table, Resolve("fae.first_position.0"), [])
    assert table.table.reveals == news * drawn
    assert [one.up for one in table.state.line] == [True, *[face == "up"] * drawn]
    assert table.deck == []


@pytest.mark.rule("W-LOCATION-04", "W-DEFEAT-02")
@pytest.mark.parametrize(("creature", "kept"), [("skeletons 8", False), ("bear 5", True)])
def test_where_a_location_sends_the_defeated_is_told_by_name(creature, kept):
    table = scene(line=creature, location="forgotten_graveyard", deck="wolf, fae")
    card = table.at(1).card
    told = table.told(lambda: table.run(Defeat(card)))
    gone = [event for event in told if isinstance(event, CardGone | HiddenCardGone)]
    to = redirected(table.state, LineCard(card))
    assert gone == ([] if kept else [CardGone(card, to)])
    assert (card in table.state.graveyard) is kept


@pytest.mark.rule("W-ABILITY-06", "W-ITEM-05")
@pytest.mark.parametrize(("uses", "stored"), [(1, [2]), (None, [])])
def test_only_a_bonus_for_the_next_attack_is_stored(uses, stored):
    table = scene(line="bear")
    effect = AttackBonusEffect(add=Value(2), per="die", uses=uses)
    effect.run(table.table, Resolve("whetstone", user=1), [])
    assert table.adventurer("B").bonuses == stored


# Health.


@pytest.mark.rule("W-I-19", "W-NEGATE-03")
@pytest.mark.parametrize("firewood", range(16))
def test_a_base_health_that_follows_the_fire_is_read_now_everywhere(firewood):
    table = scene(line="fire_serpent, shade, bear 5", firewood=firewood)
    table.state.graveyard = [one.card for one in table.state.line[:2]]
    bases = [firewood, 16 - firewood]
    assert [table.base(1), table.base(2)] == bases
    assert [pile_base(table.state, card) for card in table.state.graveyard] == bases
    assert [table.health(1), table.health(2)] == [max(1, base) for base in bases]
    table.at(1).negated = table.at(2).negated = True
    assert [table.base(1), table.base(2)] == [0, 0]


@pytest.mark.rule("W-I-07", "W-I-08")
@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("forest_giant", 0),
        ("bear 5, forest_giant", 0),
        ("forest_giant, bear 5 down", 0),
        ("forest_giant, bear 5", 5),
        ("forest_giant, skeletons 8, bear 5", 8),
    ],
)
def test_a_forest_giant_adds_the_base_health_of_the_open_card_behind_it(line, more):
    table = scene(line=line)
    place = table.line.index("forest_giant") + 1
    assert table.health(place) == table.base(place) + more


# The fire and the coins.


@pytest.mark.rule("W-FIRE-05", "W-FIRE-02", "W-FIRE-08")
@pytest.mark.parametrize(("phase", "fed"), [(WATCH, True), (CAMP, False), (END, False)])
def test_a_fire_that_dies_is_fed_at_once_on_watch_only(phase, fed):
    table = scene(firewood=3, phase=phase)
    told = table.told(lambda: table.run(ChangeFire(-5)))
    assert told == [FirewoodChanged(-3, 0), *([FireDied()] if fed else [])]
    assert (table.waiting() is not None) is fed


@pytest.mark.rule("W-FIRE-05", "W-FIRE-01")
@pytest.mark.parametrize(("n", "after"), [(-2, 1), (2, 5), (99, 15), (0, 3)])
def test_a_fire_that_burns_is_not_fed(n, after):
    table = scene(firewood=3)
    told = table.told(lambda: table.run(ChangeFire(n)))
    assert told == ([FirewoodChanged(after - 3, after)] if after != 3 else [])
    assert table.waiting() is None


@pytest.mark.rule("W-MERCHANT-10")
def test_every_coin_space_without_a_die_gets_one_coin_and_they_pile_up():
    table = scene()
    spaces = list(CONTENT.coin_spaces)
    taken = spaces[0]
    table.state.space_dice[taken] = 5
    table.state.space_coins = {}
    for times in (1, 2):
        told = table.told(lambda: table.run(LayCoins()))
        assert told == [CoinsLaid(len(spaces) - 1)]
        assert table.state.space_coins == dict.fromkeys(spaces[1:], times)


# Demands.


@pytest.mark.rule("W-EXHAUST-01", "W-EXHAUST-02", "W-LOSE-03")
@pytest.mark.parametrize(
    ("n", "ready", "lost"), [(0, 2, False), (1, 2, False), (2, 2, True), (3, 2, True), (1, 1, True)]
)
def test_a_demand_is_met_card_by_card_or_loses_the_game(n, ready, lost):
    table = scene(line="bear")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    board = table.adventurer("R").board
    table.give("R", exhausted=", ".join(board[ready:]))
    table.run(Demand(n))
    asked = 0
    while table.waiting() is not None and not table.table.has_ended():
        assert len(table.offered()) == ready - asked
        table.act(table.offered()[0])
        asked += 1
    assert table.table.has_ended() is lost
    assert asked == (0 if lost else n)
    assert table.ready() == (0 if lost else ready - n)


@pytest.mark.rule("W-EXHAUST-02", "W-ITEM-07")
def test_no_item_answers_where_no_card_is_ready():
    table = scene(line="bear")
    for letter in "HBRT":
        table.give(letter, exhausted="all")
    table.give("H", items="tower_shield")
    table.run(Demand(2))
    assert table.waiting() is None
    assert table.items("H") == ["tower_shield"]


# Attacks far down the Line.


@pytest.mark.rule("W-ATTACK-02", "W-ATTACK-03")
def test_every_creature_in_reach_may_be_attacked_however_long_the_line_is():
    line = "bear, wolf, eagle, fae, goblins, skeletons, treant, wyvern, vampire"
    table = scene(line=line, dice="B 4")
    table.give("B", range=6)
    puts = [act.place for act in attacks(table.table) if isinstance(act, PutDie)]
    assert puts == [1, 2, 3, 4, 5, 6, 7, 8]
    table.watch()
    table.attack("B 4", 8)
    assert table.at(8).damage == 4
    assert PutDie(PARTY, 3, 9) not in attacks(table.table)


# Setting up.


@pytest.mark.rule("W-DECK-07")
@pytest.mark.parametrize("swapped", [True, False])
def test_a_named_copy_is_kept_for_itself_where_its_creature_is_listed_too(swapped):
    creatures = [card for card in CONTENT.cards.values() if card.creature.kind == "creature"]
    twice = [card.id for card in creatures if card.creature.id == "moss_stag"]
    assert len(twice) == 2
    for named in twice:
        pair = ["moss_stag", named]
        others = [card.id for card in creatures if card.id not in twice][:28]
        names = [*(reversed(pair) if swapped else pair), *others]
        assert deck_problem(CONTENT, names) is None
        assert deck_problem(CONTENT, [*names[:-1], "moss_stag"]) == ("moss_stag", "W-DECK-07")


@pytest.mark.rule("W-SETUP-06")
@pytest.mark.parametrize(
    ("acolytes", "fits"), [("0", True), ("2", True), ("3", False), ("4", False)]
)
def test_more_acolytes_than_the_deck_has_are_refused_with_what_it_has(acolytes, fits):
    options = GAME.check({"deck": "classic", "acolytes": acolytes})
    if fits:
        check_lists("setawatch", options, CONTENT)
        return
    with pytest.raises(LimitedOption) as caught:
        check_lists("setawatch", options, CONTENT)
    assert "0, 1, 2" in str(caught.value)
    assert "0, 1, 2, 3" not in str(caught.value)
