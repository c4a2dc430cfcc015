"""What the party does to powers and hidden cards: Negate and Peek."""

import pytest

from embertable.engine.table import PARTY
from embertable.games.setawatch.attack import SendFamiliar
from embertable.games.setawatch.effects import TakeCard, TakeNoMore
from embertable.games.setawatch.events import CreatureDefeated, PowerTriggered
from tests.games.setawatch.scene import scene

# Negate.


@pytest.mark.rule("W-NEGATE-01")
def test_a_negated_creature_has_a_blank_text_box():
    table = scene(line="warlord, wolf 4, bear")
    table.give("H", items="silver_mirror")
    table.watch()
    table.use_item("silver_mirror")
    table.act(TakeCard(PARTY, "warlord"))
    assert table.health(2) == 4
    assert table.health(1) == 11
    assert table.at(1).negated


@pytest.mark.rule("W-NEGATE-01")
def test_a_negated_creature_triggers_nothing_when_defeated():
    table = scene(line="treant 8, bear", dice="R 8", firewood=3)
    table.at(1).negated = True
    table.watch()
    table.attack("R 8", 1)
    assert table.state.firewood == 3
    assert table.graveyard == ["treant"]


@pytest.mark.rule("W-NEGATE-01")
def test_a_negated_creature_keeps_its_type():
    table = scene(line="skeletons, bear", dice="H 3")
    table.give("H", board="apostates_lore, grave_whisper, turn_the_dead")
    table.at(1).negated = True
    table.watch()
    table.attack("H 3", 1)
    assert table.at(1).damage == 5


@pytest.mark.rule("W-NEGATE-02")
def test_negation_lasts_while_the_creature_stays_and_undoes_nothing():
    table = scene(line="wyvern 7 arriving, bear 4", dice="H 4", firewood=12)
    table.give("H", items="silver_mirror")
    table.watch()
    assert table.state.firewood == 9
    table.use_item("silver_mirror")
    table.act(TakeCard(PARTY, "wyvern-2"))
    assert table.state.firewood == 9, "what it did is not undone"
    table.move_to_end(1)
    table.attack("H 4", 1)
    assert table.line == ["wyvern"]
    assert table.state.firewood == 9, "it is still negated"


@pytest.mark.rule("W-NEGATE-02")
def test_negation_ends_when_the_creature_leaves_the_line():
    """The Wyvern goes to the Graveyard negated and comes back with its power."""
    table = scene(line="wyvern 6, ember_drake", graveyard="eagle 3", dice="H 5 3", firewood=12)
    table.give("H", board="dark_exchange, grave_whisper, corpse_bolt")
    table.at(1).negated = True
    table.watch()
    table.use("dark_exchange", "H 5")
    table.act(TakeCard(PARTY, "wyvern-1"))
    table.use("dark_exchange")
    assert table.line == ["eagle", "wyvern"]
    table.attack("H 3", 1)
    assert table.state.firewood == 9


@pytest.mark.rule("W-NEGATE-03")
@pytest.mark.parametrize(("creature", "before"), [("fire_serpent", 9), ("shade", 7)])
def test_a_negated_formula_counts_nothing(creature, before):
    table = scene(line=f"{creature}, bear", firewood=9)
    assert table.base(1) == table.health(1) == before
    table.at(1).negated = True
    assert table.base(1) == 0
    assert table.health(1) == 1


@pytest.mark.rule("W-NEGATE-03")
def test_a_negated_formula_still_takes_other_changes():
    table = scene(line="fire_serpent, warlord", firewood=9)
    table.at(1).negated = True
    assert table.health(1) == 2


@pytest.mark.rule("W-NEGATE-03")
def test_a_negated_vampire_has_its_printed_health():
    table = scene(line="vampire, bear", dice="H 5")
    table.steal("H 5", 1, as_health=True)
    assert table.base(1) == 5
    table.at(1).negated = True
    assert table.base(1) == 1


# Peek.


@pytest.mark.rule("W-PEEK-01")
def test_peeking_reveals_and_triggers_nothing():
    table = scene(line="bear, wolf, goblins down, summon down", firewood=7)
    table.give("H", items="seeing_glass")
    table.watch()
    table.use_item("seeing_glass")
    assert table.line == ["bear", "wolf", "goblins down", "summon down"]
    assert table.events(PowerTriggered) == []
    assert table.ready() == 12


@pytest.mark.rule("W-PEEK-02")
def test_what_one_peeks_all_players_know():
    table = scene(line="bear, wolf, goblins down", firewood=7, players=4)
    table.give("T", items="seeing_glass")
    table.watch()
    assert [table.view(seat).line[2].card for seat in range(4)] == [""] * 4
    table.use_item("seeing_glass")
    assert [table.view(seat).line[2].card for seat in range(4)] == ["goblins-1"] * 4


@pytest.mark.rule("W-PEEK-01")
def test_a_peek_that_is_offered_names_no_face():
    """What lies face down is offered by its place, and the top of the deck without a name."""
    for side, deck in (("rook", ""), ("grimalkin", "wolf")):
        table = scene(line="bear, eagle, goblins down", deck=deck, familiar=side)
        table.watch()
        table.act(SendFamiliar(PARTY, 1))
        named = [option.card for option in table.offered(TakeCard)]
        assert len(named) == 1
        assert named[0] not in ("goblins-1", "wolf-1")
        assert TakeNoMore(PARTY) in table.offered()
        assert table.events(CreatureDefeated) == []
