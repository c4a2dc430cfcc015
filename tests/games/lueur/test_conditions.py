"""The conditions on cards: listed elements, groups of identical symbols, crossed symbols."""

from __future__ import annotations

import pytest

from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.noon import CardResolved
from tests.games.lueur.scene import scene, showing


def times(card: str, symbols: str) -> int:
    """How often a lone companion activates with dice that show these symbols."""
    table = scene()
    table.give(0, companions=card, dice=showing(symbols))
    assert table.noon() is None
    return sum(event.times for event in table.events(CardResolved) if event.card == card)


LIKYAR = "A01"  # nature and fire
DVOL = "B35"  # air
ZELLYF = "B30"  # two water
OKANIOS = "B36"  # three nature


@pytest.mark.rule("L-COND-01")
@pytest.mark.parametrize(
    ("card", "symbols", "expected"),
    [
        (DVOL, "air air air fire", 3),
        (DVOL, "fire water", 0),
        (LIKYAR, "nature fire", 1),
        (LIKYAR, "nature nature fire fire fire", 2),
        (LIKYAR, "nature nature nature nature", 0),
        (LIKYAR, "fire water", 0),
        (ZELLYF, "water", 0),
        (ZELLYF, "water water water", 1),
        (ZELLYF, "water water water water water", 2),
        (OKANIOS, "nature nature air", 0),
        (OKANIOS, "nature nature nature nature nature nature", 2),
    ],
)
def test_listed_elements_need_a_die_each(card, symbols, expected):
    assert times(card, symbols) == expected


TWO_ALIKE = "B26"  # Torke
THREE_ALIKE = "B27"  # Torkos
FOUR_ALIKE = "A19"  # Snarexe


@pytest.mark.rule("L-COND-02")
@pytest.mark.parametrize(
    ("card", "symbols", "expected"),
    [
        (TWO_ALIKE, "nature water air fire mineral footprints bursts", 0),
        (TWO_ALIKE, "air air fire fire fire", 2),
        (TWO_ALIKE, "footprints footprints", 1),
        (TWO_ALIKE, "bursts bursts", 1),
        (TWO_ALIKE, "footprints bursts air", 0),
        (THREE_ALIKE, "air air fire fire bursts bursts", 0),
        (THREE_ALIKE, "footprints footprints footprints", 1),
        (THREE_ALIKE, "air air air fire fire fire", 2),
        (FOUR_ALIKE, "air air air fire fire fire", 0),
        (FOUR_ALIKE, "water water water water", 1),
    ],
)
def test_identical_symbols_of_any_kind_form_groups(card, symbols, expected):
    assert times(card, symbols) == expected


@pytest.mark.rule("L-COND-02")
def test_all_seven_symbols_add_up():
    every = "nature water air fire mineral footprints bursts"
    assert times(TWO_ALIKE, f"{every} {every}") == 7


@pytest.mark.rule("L-COND-02")
def test_four_of_a_kind_is_two_pairs():
    assert times(TWO_ALIKE, "air air air air") == 2


@pytest.mark.rule("L-COND-02")
def test_the_black_dies_own_symbol_never_forms_a_group():
    table = scene()
    table.give(0, dice=showing("minus_bursts footprints air"))
    assert counted_symbols(table.state, 0) == {"footprints": 1, "air": 1}


@pytest.mark.rule("L-COND-03")
@pytest.mark.parametrize(
    ("card", "symbols", "expected"),
    [
        ("A08", "nature air fire mineral footprints", 1),  # no water
        ("A08", "nature water", 0),
        ("A08", "", 1),
        ("A06", "air fire fire", 1),  # neither nature nor water
        ("A06", "air nature", 0),
        ("A06", "air water", 0),
        ("A06", "nature water", 0),
    ],
)
def test_crossed_elements_must_be_on_no_die(card, symbols, expected):
    assert times(card, symbols) == expected


@pytest.mark.rule("L-COND-04")
@pytest.mark.parametrize(
    ("symbols", "expected"),
    [
        ("water", 1),
        ("water water water", 1),
        ("water mineral", 0),
        ("water water water mineral", 0),
        ("air fire", 0),
        ("mineral", 0),
    ],
)
def test_gluach_wants_water_and_no_mineral_once(symbols, expected):
    assert times("B37", symbols) == expected


@pytest.mark.rule("L-COND-05", "L-RESOLVE-05")
@pytest.mark.parametrize(
    ("card", "symbols"),
    [
        ("A11", "water water water water"),
        ("A12", "air air fire fire"),
        ("B42", "air air air fire fire fire"),
        ("A19", "air air air air fire fire fire fire"),
        ("B41", "air air"),
        ("A10", "fire fire fire fire"),
    ],
)
def test_a_skull_is_met_once_however_many_dice_fit(card, symbols):
    assert times(card, symbols) == 1
