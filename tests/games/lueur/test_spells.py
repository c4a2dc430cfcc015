"""Xar'gok's spells: cast face down, revealed a round later, resolved like cards."""

from __future__ import annotations

import pytest

from embertable.games.lueur.morning import ChooseCompanion, Recruit
from embertable.games.lueur.noon import CardResolved, Resolve, SpellTriggered
from embertable.games.lueur.rounds import Evening, PlayRound
from embertable.games.lueur.spells import RevealSpells, SpellRevealed
from embertable.games.lueur.view import view
from tests.games.lueur.scene import Scene, scene, showing

XARGOK = "A10"
FOUR = "pocana eoles taetyss orium"
PILE = ["S1", "S2", "S3", "S4", "S5", "S6", "S7"]  # S7 lies on top


def xargok(seat: int = 0, adventurers: str = FOUR) -> Scene:
    """A player with Xar'gok and two fire, and all spells on their pile."""
    table = scene(adventurers)
    table.state.spell_pile = list(PILE)
    table.give(seat, companions=XARGOK, dice=showing("fire fire"))
    return table


# Casting.


@pytest.mark.rule("L-SPELL-01")
def test_xargok_dies_and_every_other_player_takes_a_spell():
    table = xargok(seat=2)
    assert table.noon() is None
    assert table.state.cemetery == [XARGOK]
    assert table.player(2).companions == []
    held = [player.hidden_spells for player in table.state.players]
    assert held == [["S6"], ["S5"], [], ["S7"]]  # clockwise from the caster's left
    assert table.state.spell_pile == ["S1", "S2", "S3", "S4"]


@pytest.mark.rule("L-SPELL-01")
def test_one_fire_casts_nothing():
    table = xargok()
    table.give(0, dice=showing("fire air"))
    table.noon()
    assert table.player(0).companions == [XARGOK]
    assert table.state.spell_pile == PILE


@pytest.mark.rule("L-SPELL-01")
def test_four_fires_cast_once():
    table = xargok()
    table.give(0, dice=showing("fire fire fire fire"))
    table.noon()
    assert [len(player.hidden_spells) for player in table.state.players] == [0, 1, 1, 1]


@pytest.mark.rule("L-SPELL-01")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_nobody_sees_a_face_down_spell_not_even_its_holder(seat):
    table = xargok()
    table.noon()
    view = table.view(seat)
    assert [player.hidden_spells for player in view.players] == [0, 1, 1, 1]
    told = f"{view} {table.table.log}"
    assert not any(spell in told for spell in PILE)


@pytest.mark.rule("L-SPELL-02", "L-ROUND-02")
def test_spells_are_revealed_at_the_start_of_the_next_round():
    table = xargok(adventurers="pocana eoles taetyss")
    table.noon()
    assert [player.spells for player in table.state.players] == [[], [], []]
    for space, companion in (("fire", "A01"), ("water", "A02"), ("air", "A03")):
        table.lay(space, companion)
    assert isinstance(table.run(PlayRound()), ChooseCompanion)  # nobody has recruited yet
    assert [player.spells for player in table.state.players] == [[], ["S7"], ["S6"]]
    assert [player.hidden_spells for player in table.state.players] == [[], [], []]
    assert table.events(SpellRevealed) == [SpellRevealed(1, "S7"), SpellRevealed(2, "S6")]
    assert [spell.id for spell in table.view().players[1].spells] == ["S7"]


@pytest.mark.rule("L-SPELL-02")
def test_a_spell_acts_from_the_noon_after_it_was_revealed():
    table = scene()
    table.give(0, hidden_spells="S1", dice=showing("nature nature"))
    table.noon()
    assert table.player(0).bursts == 10
    table.run(RevealSpells())
    assert table.player(0).bursts == 10
    table.noon()
    assert table.player(0).bursts == 5


# Resolving.


@pytest.mark.rule("L-SPELL-03", "L-RESOLVE-02")
@pytest.mark.parametrize(("first", "total"), [("S4", 4), ("A05", 0)])
def test_the_holder_chooses_when_a_spell_is_resolved(first, total):
    table = scene()
    table.give(0, companions="A05", spells="S4", dice=showing("fire fire"), bursts=2)
    table.noon()
    assert table.offered(0) == [Resolve(0, "A05"), Resolve(0, "S4")]
    table.act(Resolve(0, first))
    assert table.player(0).bursts == total


@pytest.mark.rule("L-SPELL-03", "L-RESOLVE-06")
def test_a_met_spell_is_compulsory():
    table = scene()
    table.give(0, spells="S4", dice=showing("fire fire"))
    assert table.noon() is None
    assert table.player(0).bursts == 4


@pytest.mark.rule("L-SPELL-04")
def test_a_triggered_spell_goes_to_the_box():
    table = scene()
    table.give(0, spells="S1", dice=showing("nature nature nature nature"))
    table.noon()
    assert table.player(0).bursts == 5  # once, although four nature are there
    assert table.player(0).spells == []
    assert table.state.spells_boxed == ["S1"]
    table.noon()
    assert table.player(0).bursts == 5


@pytest.mark.rule("L-SPELL-04")
def test_an_unmet_spell_stays_and_is_checked_every_round():
    table = scene()
    table.give(0, spells="S1", dice="large green nature, large green air")
    table.give(1, dice="")
    for _ in range(2):
        table.noon()
        assert table.player(0).spells == ["S1"]
        table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
        table.evening()
        table.luck("nature air")
        table.roll()
    table.luck("nature nature")
    table.roll()
    table.noon()
    assert table.player(0).spells == []
    assert table.player(0).bursts == 5


@pytest.mark.rule("L-SPELL-05")
@pytest.mark.parametrize(
    ("spell", "met", "unmet", "bursts", "footprints"),
    [
        ("S1", "nature nature", "nature water air fire mineral", -5, 0),
        ("S2", "water water", "nature water air fire mineral", -5, 0),
        ("S3", "air air", "nature water air fire mineral", 0, 0),
        ("S4", "fire fire", "nature water air fire mineral", -6, 0),
        ("S5", "mineral mineral", "nature water air fire mineral", 0, -3),
        ("S6", "air air air", "air air fire fire mineral", -7, 0),
        ("S7", "fire fire fire", "air air water water", -7, 0),
    ],
)
def test_the_seven_spells(spell, met, unmet, bursts, footprints):
    for symbols, triggered in ((met, True), (unmet, False)):
        table = scene()
        table.give(0, companions="A20", spells=spell, dice=showing(symbols))
        table.give(0, bursts=20, footprints=4)
        table.noon()
        assert bool(table.events(SpellTriggered)) is triggered
        assert table.state.spells_boxed == ([spell] if triggered else [])
        assert table.player(0).bursts == 20 + bursts * triggered
        assert table.player(0).footprints == 4 + footprints * triggered
        assert table.state.cemetery == (["A20"] if triggered and spell == "S3" else [])


# The spell on the last recruited companion.


@pytest.mark.rule("L-SPELL-06", "L-RESOLVE-10")
@pytest.mark.parametrize(("first", "total"), [("B35", 32), ("S3", 30)])
def test_x6a_the_spell_on_the_last_companion(first, total):
    table = scene()
    table.give(0, companions="B45 B35", spells="S3", dice=showing("air air fire"), bursts=30)
    table.noon()
    assert table.offered(0) == [Resolve(0, "B35"), Resolve(0, "S3")]
    table.act(Resolve(0, first))
    assert table.waiting() is None
    assert table.player(0).bursts == total
    assert table.player(0).companions == ["B45"]
    assert table.state.cemetery == ["B35"]
    assert table.state.spells_boxed == ["S3"]


@pytest.mark.rule("L-SPELL-06", "L-DEF-14")
def test_the_spell_moves_to_each_newly_recruited_companion():
    table = scene("pocana eoles taetyss")
    table.give(0, companions="A01 A02", spells="S3")
    for space, companion in (("fire", "A03"), ("water", "A04"), ("air", "A05")):
        table.lay(space, companion)
    table.morning()
    table.act(Recruit(0, "fire"), Recruit(1, "water"), Recruit(2, "air"))
    table.give(0, dice=showing("air air"))
    table.noon()
    assert table.player(0).companions == ["A01", "A02"]
    assert table.state.cemetery == ["A03"]


@pytest.mark.rule("L-SPELL-06")
def test_the_companion_goes_without_its_skulls_effect():
    table = scene()
    table.give(0, companions="A01 B43 A12", spells="S3", dice=showing("air air fire"))
    table.noon()
    table.act(Resolve(0, "S3"))  # Briki A12 would have given 2 footprints
    assert table.player(0).footprints == 0
    assert "A12" in table.state.cemetery
    assert [event.card for event in table.events(CardResolved)] == ["B43"]


@pytest.mark.rule("L-SPELL-06")
def test_if_the_companion_leaves_otherwise_the_spell_moves_back():
    table = scene()
    table.give(0, companions="A01 A04 B43", spells="S3", dice=showing("air air"))
    table.noon()
    table.act(Resolve(0, "B43"))  # the last one dies of its own skull; the spell is left alone
    assert table.state.cemetery == ["B43", "A04"]
    assert table.player(0).companions == ["A01"]


@pytest.mark.rule("L-SPELL-06")
def test_without_a_companion_the_spell_waits():
    table = scene()
    table.give(0, companions="B43", spells="S3", dice=showing("air air"))
    table.noon()
    table.act(Resolve(0, "B43"))
    assert table.waiting() is None
    assert table.player(0).spells == ["S3"]
    table.give(0, companions="A01")
    table.noon()
    assert table.state.cemetery == ["B43", "A01"]


# How many, and how long.


@pytest.mark.rule("L-SPELL-07")
def test_six_spells_are_the_most_and_used_ones_are_not_shuffled_back():
    table = xargok()
    table.noon()
    table.run(RevealSpells())
    table.give(0, dice="")
    table.give(1, dice=showing("air air air"))  # what its spell waits for
    table.noon()
    assert table.state.spells_boxed == ["S7"]
    table.state.cemetery.remove(XARGOK)
    table.give(1, dice="")
    table.give(3, companions=XARGOK, dice=showing("fire fire"))
    table.noon()
    table.act(Resolve(3, XARGOK))
    held = [player.spells + player.hidden_spells for player in table.state.players]
    assert held == [["S4"], ["S3"], ["S6", "S2"], ["S5"]]
    assert table.state.spell_pile == ["S1"]
    assert table.state.spells_boxed == ["S7"]


@pytest.mark.rule("L-SPELL-07")
def test_a_player_may_hold_several_spells():
    table = scene()
    table.give(0, spells="S1 S2 S6", dice=showing("nature water"))
    table.noon()
    assert table.player(0).spells == ["S1", "S2", "S6"]


@pytest.mark.rule("L-SPELL-08", "L-END-01")
def test_spells_of_the_last_round_are_never_revealed():
    table = xargok()
    table.state.round = 8
    table.noon()
    table.run(Evening())
    assert table.table.result is not None
    assert table.events(SpellRevealed) == []
    assert [len(player.hidden_spells) for player in table.state.players] == [0, 1, 1, 1]
    assert [player.spells for player in table.state.players] == [[], [], [], []]


# Interactions.


@pytest.mark.rule("L-SPELL-01")
def test_interaction_14_xargok_and_the_casters_own_spell():
    table = xargok()
    table.state.spell_pile.remove("S1")
    table.give(0, spells="S1")
    table.noon()
    assert table.player(0).spells == ["S1"]
    assert table.player(0).hidden_spells == []


@pytest.mark.rule("L-SPELL-03", "L-SPELL-07", "L-RESOLVE-04")
def test_interaction_15_several_spells():
    table = scene()
    table.give(0, spells="S1 S2 S6", dice=showing("nature nature nature"), bursts=30)
    table.noon()
    assert table.offered(0) == [Resolve(0, "S1"), Resolve(0, "S6")]
    table.act(Resolve(0, "S6"))
    assert table.player(0).bursts == 30 - 7 - 5
    assert table.player(0).spells == ["S2"]


@pytest.mark.rule("L-EFFECT-07", "L-RESOLVE-01")
@pytest.mark.parametrize(("first", "footprints"), [("S5", 2), ("B29", 1)])
def test_interaction_16_s5_and_order(first, footprints):
    table = scene()
    table.give(0, companions="B29", spells="S5")  # Tamnuca: a footprint for each mineral
    table.give(0, dice=showing("footprints mineral mineral"), footprints=0)
    table.noon()
    assert table.player(0).footprints == 2  # the purple face has paid
    table.act(Resolve(0, first))
    assert table.player(0).footprints == footprints


@pytest.mark.rule("L-SPELL-03")
def test_a_spell_met_only_by_cursed_dice_waits():
    table = scene()
    table.give(0, spells="S4", dice="small black fire, small red fire, large red fire")
    table.noon()
    assert table.player(0).spells == ["S4"]


@pytest.mark.rule("L-SPELL-06")
def test_the_view_says_where_a_spell_lies_and_which_were_used():
    table = scene("braccio eoles")
    table.give(0, companions="A01 A02", spells="S3 S1")
    table.state.spells_boxed = ["S5"]
    shown = view(table.table)
    assert {card.id: card.on for card in shown.players[0].spells} == {"S3": "A02", "S1": ""}
    assert shown.used_spells == ("S5",)
