"""Order of play: what comes before what, until nobody but the adventurers can go on (W-ORDER)."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.defeat import ChooseTrophy, TakeNoTrophy, TakeTrophy
from embertable.games.setawatch.events import CardRevealed, CreatureDefeated, PowerTriggered
from embertable.games.setawatch.fire import BurnCard, ChooseFuel
from embertable.games.setawatch.party_effects import ChooseRefresh, RefreshNone
from embertable.games.setawatch.watch import ChooseAction
from tests.games.setawatch.scene import scene


def triggers(table) -> list[tuple[str, str]]:
    return [(event.card, event.trigger) for event in table.events(PowerTriggered)]


@pytest.mark.rule("W-ORDER-01")
def test_a_reveal_power_comes_before_the_power_of_first_position():
    table = scene(line="acolyte 6 down, bear", deck="wolf", graveyard="summon")
    table.watch()
    assert triggers(table) == [("acolyte-1", "reveal"), ("acolyte-1", "first_position")]
    assert table.horde == ["wolf"]


@pytest.mark.rule("W-ORDER-01")
def test_an_ongoing_power_begins_after_the_reveal_power():
    """The Drake Marshal fetches a Dragon, and only then rides it."""
    table = scene(line="bear, drake_marshal down, eagle down", graveyard="ember_drake 11")
    table.watch()
    assert table.line == ["bear", "drake_marshal", "eagle down"]
    assert table.at(2).mount == "ember_drake-1"


@pytest.mark.rule("W-ORDER-01", "W-ORDER-02")
def test_an_ongoing_power_begins_before_powers_of_position():
    """The Lancer covers the Wyvern before it costs firewood in first position."""
    table = scene(line="wyvern arriving, ashwing_lancer, bear", firewood=7)
    table.watch()
    assert table.line == ["ashwing_lancer", "bear"]
    assert table.state.firewood == 7


@pytest.mark.rule("W-ORDER-01")
def test_first_position_comes_before_end_of_line():
    table = scene(line="tallow_saint arriving", deck="wolf", firewood=9)
    table.watch()
    assert triggers(table) == [
        ("tallow_saint", "first_position"),
        ("tallow_saint", "end_of_line"),
    ]


@pytest.mark.rule("W-ORDER-02")
def test_settle_tests_losing_before_anything_else():
    """Whoever has no ready card has lost, though the fire is out and a creature is due."""
    table = scene(line="bear 4", firewood=0)
    table.at(1).damage = 4
    for letter in "HBRT":
        table.give(letter, exhausted="all")
    assert table.watch() is None
    assert table.result is not None
    assert table.result.outcome == "exhausted"
    assert table.line == ["bear"]
    assert table.state.firewood == 0


@pytest.mark.rule("W-ORDER-02")
def test_settle_feeds_the_fire_before_a_creature_is_defeated():
    table = scene(line="bear 4, wolf", firewood=0)
    table.at(1).damage = 4
    assert isinstance(table.watch(), ChooseFuel)
    assert table.line == ["bear", "wolf"]
    table.act(BurnCard(PARTY, 0, 0))
    assert table.line == ["wolf"]
    assert table.state.firewood == 2


@pytest.mark.rule("W-ORDER-02")
def test_settle_defeats_before_powers_of_position():
    table = scene(line="wyvern 6 arriving, wolf", firewood=7)
    table.at(1).damage = 6
    table.watch()
    assert table.graveyard == ["wyvern"]
    assert table.state.firewood == 7


@pytest.mark.rule("W-ORDER-02")
def test_settle_forces_reveals_before_powers_of_position():
    """The Goblins behind the Giant are turned and come first before the Wyvern does harm."""
    table = scene(line="wyvern arriving, forest_giant, goblins down", firewood=7)
    table.watch()
    assert table.line == ["goblins", "wyvern", "forest_giant"]
    assert table.state.firewood == 7


@pytest.mark.rule("W-ORDER-02")
def test_settle_runs_powers_of_position_before_the_next_reveal():
    """The Wyvern takes the light before the Bear is turned."""
    table = scene(line="wyvern arriving, bear down", firewood=7)
    table.watch()
    assert table.state.firewood == 4
    assert table.line == ["wyvern", "bear down"]


@pytest.mark.rule("W-ORDER-02")
def test_settle_reveals_the_nearest_card_first():
    table = scene(line="bear, wolf down, eagle down", firewood=12)
    table.watch()
    assert [event.card for event in table.events(CardRevealed)] == ["wolf-1", "eagle-1"]


@pytest.mark.rule("W-ORDER-02", "W-ORDER-03")
def test_after_a_defeat_the_line_advances_and_settles_before_the_next_action():
    table = scene(line="bear 4, wyvern, wolf down", dice="H 4 6", firewood=10)
    assert isinstance(table.watch(), ChooseAction)
    table.attack("H 4", 1)
    assert table.line == ["wyvern", "wolf"]
    assert table.state.firewood == 7
    assert isinstance(table.waiting(), ChooseAction)


@pytest.mark.rule("W-ORDER-04")
def test_an_effect_with_several_targets_is_finished_before_settle():
    """The Bear is not defeated before the Wolf behind it is hit, nor is the Eagle hit then."""
    table = scene(line="bear 4, wolf 4, eagle 4")
    table.watch()
    table.use("sweeping_blow")
    assert [event.card for event in table.events(CreatureDefeated)] == ["bear-1", "wolf-1"]
    assert table.line == ["eagle"]
    assert table.at(1).damage == 0


@pytest.mark.rule("W-ORDER-05")
def test_where_adventurer_effects_conflict_the_party_chooses():
    """A trophy or the bottom of the deck: each of four players may decide."""
    table = scene(
        line="skeletons 8, bear", dice="B 8", location="forgotten_graveyard", players=4, deck="wolf"
    )
    table.watch()
    choice = table.attack("B 8", 1)
    assert isinstance(choice, ChooseTrophy)
    assert choice.answerers(table.table) == (0, 1, 2, 3)
    assert [type(option) for option in table.offered(seat=3)] == [TakeTrophy, TakeNoTrophy]


@pytest.mark.rule("W-ORDER-06")
def test_creatures_that_trigger_together_go_from_the_camp_outward():
    table = scene(line="bear 4, fae, alley_knife", dice="H 4, R 9", firewood=7)
    table.watch()
    table.attack("H 4", 1)
    assert triggers(table) == [("fae-1", "first_position"), ("alley_knife-1", "second_position")]


@pytest.mark.rule("W-ORDER-06")
def test_a_location_comes_before_the_creatures():
    """At the end of the Watch the Hidden Temple acts while the Skeletons still lie there."""
    table = scene(location="hidden_temple", graveyard="skeletons")
    table.give("H", exhausted="all")
    assert isinstance(table.end_watch(), ChooseRefresh)
    assert table.graveyard == ["skeletons"]
    table.act(RefreshNone(PARTY))
    assert table.graveyard == []


@pytest.mark.rule("W-ORDER-07")
def test_the_text_of_a_card_wins_over_a_rule():
    """The Giant turns a card that no fire lights."""
    table = scene(line="forest_giant, bear down", firewood=1)
    assert table.level == 1
    table.watch()
    assert table.line == ["forest_giant", "bear"]
