"""Every adventurer, companion and spell as printed, written out by hand.

Each row has dice that meet the card, where possible with dice for a second activation, and what
then happens to a player with this card alone; and dice that just miss it. An edit of the content
that changes a card must change its row here.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from embertable.games.lueur.cromaug import ChooseRaise
from embertable.games.lueur.final_count import FinalCount
from embertable.games.lueur.noon import CardResolved, SpellTriggered
from tests.games.lueur.scene import CONTENT, scene, showing

# card | name | worth at the end, powers | condition | dice that meet it | outcome | dice that do not
COMPANIONS = """
A01 | Likyar    |  0, 2 fireflies | nature fire | nature nature fire fire | rerolls+2 bursts+2 | nature nature water
A02 | Thoape    |  0              | water mineral | water water mineral mineral | fireflies+2 bursts+4 | mineral mineral fire
A03 | Torke     |  0              | 3 alike | air air air fire fire fire | bursts+8 | air air fire fire
A04 | Tamnuca   |  0, 1 firefly   | mineral | mineral mineral | bursts+2 | nature water air fire
A05 | Ladawa    |  0, 1 firefly   | fire fire | fire fire fire fire | bursts+8 | fire air water
A06 | Mindaroo  |  0, 2 fireflies | no nature, no water | air fire mineral | bursts+4 | air fire mineral water
A07 | Mindaroo  |  0              | no air, no fire | nature water mineral | bursts+6 | nature water mineral fire
A08 | Donillilu |  0              | no water | nature air fire mineral | rerolls+1 bursts+2 | nature air fire mineral water
A09 | Oshra     |  0              | no nature | water air fire mineral | bursts+3 | water air fire mineral nature
A10 | Xar'gok   | -1              | fire fire | fire fire fire fire | dies spells+1 | fire air water
A11 | Briki     |  6              | water water | water water water water | dies footprints+1 | water air fire
A12 | Briki     |  5              | air fire | air air fire fire | dies footprints+2 | air air water
A13 | Sketal    |  1, orange die  | water water water | water water water water water water | dies bursts-4 | water water air
A14 | Sketal    |  1, azure die   | nature nature nature | nature nature nature nature nature nature | dies bursts-4 | nature nature air
A15 | Sketal    |  0, green die   | mineral mineral | mineral mineral mineral mineral | dies bursts+2 | mineral air fire
A16 | Sketal    |  1, blue die    | fire fire fire | fire fire fire fire fire fire | dies bursts-5 | fire fire air
A17 | Sketal    |  1, red die     | air air air | air air air air air air | dies bursts-4 | air air fire
A18 | Lumipili  |  0, reroll      | nature nature | nature nature nature nature | dies footprints+2 | nature air fire
A19 | Snarexe   |  0, 1 firefly   | 4 alike | air air air air fire fire fire fire | dies bursts+10 | air air air fire fire fire
A20 | Kaar      |  4, black die   | never | | | nature nature water water air air fire fire
A21 | Hymoros   | -2, 1 firefly   | water | water water | footprints+2 | nature air fire mineral
A22 | Dvol      | -5              | air | air air | footprints+2 bursts+2 | nature water fire mineral
A23 | Okans     | -2              | nature | nature nature | rerolls+2 bursts+2 | water air fire mineral
B24 | Brikix    |  4, 1 firefly   | mineral mineral mineral | mineral mineral mineral mineral mineral mineral | dies | mineral mineral air
B25 | Zzibelu   |  0, 1 firefly   | air mineral | air air mineral mineral | bursts+10 | air air fire
B26 | Torke     |  0, 1 firefly   | 2 alike | air air fire fire | bursts+4 | nature water air fire mineral
B27 | Torkos    |  2              | 3 alike | air air air fire fire fire | bursts+12 | air air fire fire
B28 | Wapoki    |  2, 1 firefly   | nature water | nature nature water water | fireflies+2 bursts+4 | nature nature air
B29 | Tamnuca   |  2              | mineral | mineral mineral | footprints+2 | nature water air fire
B30 | Zellyf    |  5              | water water | water water water water | bursts-4 | water air fire
B31 | Zellyf    |  0              | water | water water | bursts+6 | nature air fire mineral
B32 | Biraii    |  1, 1 firefly   | fire | fire fire | fireflies+2 bursts+2 | nature water air mineral
B33 | Biraii    |  0, 2 fireflies | fire | fire fire | fireflies+2 footprints+2 | nature water air mineral
B34 | Dvol      |  4              | air air air | air air air air air air | bursts+6 | air air fire
B35 | Dvol      |  3              | air | air air | bursts+2 | nature water fire mineral
B36 | Okanios   |  3              | nature nature nature | nature nature nature nature nature nature | bursts+10 | nature nature air
B37 | Gluach    |  0, 2 fireflies | water, no mineral | water water nature air fire | bursts+6 | water water mineral
B38 | Drel      |  3              | no fire | nature water air mineral | bursts+2 | nature water air mineral fire
B39 | Oshra     |  2, 1 firefly   | no mineral | nature water air fire | bursts+3 | nature water air fire mineral
B40 | Drel      |  2              | no air | nature water fire mineral | bursts+4 | nature water fire mineral air
B41 | Cromaug   | -1              | air | air air | dies raises | nature water fire mineral
B42 | Kapaoro   |  5              | 3 alike | air air air fire fire fire | dies | air air fire fire
B43 | Kapao     |  5              | air air | air air air air | dies | air fire water
B44 | Sketal    |  2, any die     | nature nature | nature nature nature nature | dies footprints+2 | nature air fire
B45 | Lumipili  |  1, reroll      | fire fire | fire fire fire fire | dies bursts+6 | fire air water
B46 | Kapao     |  4              | water water | water water water water | dies footprints+2 | water air fire
"""

ADVENTURERS = """
braccio   | Braccio   | 1, 2 green dice  | nature nature | nature nature nature nature | footprints+2 bursts+6 | nature water air
taetyss   | Taetyss   | 0, 2 blue dice   | air water | air air water water | rerolls+2 bursts+6 | air air fire
eoles     | Eoles     | 4, 2 azure dice  | air mineral | air air mineral mineral | fireflies+2 bursts+4 | mineral mineral fire
pocana    | Pocana    | 4, 3 red dice    | never | | | nature nature water water air air fire fire
moloch    | Moloc'h   | 3, 2 orange dice | mineral | mineral mineral | footprints+2 | nature water air fire
noctiluca | Noctiluca | 0, 2 purple dice | 3 alike | air air air fire fire fire | bursts+10 | air air fire fire
orium     | Orium     | 0, 2 yellow dice | 2 alike | air air fire fire | bursts+2 | nature water air fire mineral
"""

SPELLS = """
S1 | nature nature   | nature nature nature nature | bursts-5 | nature water air
S2 | water water     | water water water water | bursts-5 | water air fire
S3 | air air         | air air air air | kills | air fire water
S4 | fire fire       | fire fire fire fire | bursts-6 | fire air water
S5 | mineral mineral | mineral mineral mineral mineral | footprints-3 | mineral air fire
S6 | 3 alike         | air air air fire fire fire | bursts-7 | air air fire fire
S7 | 3 alike         | water water water mineral mineral mineral | bursts-7 | air air fire fire
"""


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def named(text: str):
    return pytest.mark.parametrize("row", rows(text), ids=lambda row: row[0])


VICTIM = "A20"  # a companion without a trigger, for the spell that takes one


def outcome(adventurer: str, companion: str, spell: str, symbols: str) -> set[str]:
    """What one Noon with these dice changes, in the words of the table."""
    table = scene(f"{adventurer} {'orium' if adventurer == 'pocana' else 'pocana'}")
    player = table.give(0, companions=companion, spells=spell, dice=showing(symbols))
    player.bursts, player.footprints = 20, 4
    table.state.spell_pile = ["S1"]
    table.state.cemetery = ["A04"]
    changes = {"raises"} if isinstance(table.noon(), ChooseRaise) else set()
    for word, change in (
        ("bursts", player.bursts - 20),
        ("footprints", player.footprints - 4),
        ("fireflies", player.fireflies),
        ("rerolls", player.rerolls),
        ("spells", len(table.player(1).hidden_spells)),
    ):
        if change:
            changes.add(f"{word}{change:+}")
    if table.view().cemetery == ("A04", companion):
        changes.add("kills" if spell else "dies")
    assert player.spells + table.state.spells_boxed == spell.split()
    fired = [*table.events(CardResolved), *table.events(SpellTriggered)]
    assert len(fired) == bool(changes)
    return changes


@named(COMPANIONS)
@pytest.mark.rule("L-COND-05", "L-EFFECT-01", "L-EFFECT-02", "L-EFFECT-03")
def test_every_companion(row):
    card, _, _, _, met, expected, unmet = row
    assert outcome("pocana", card, "", met) == set(expected.split())
    assert outcome("pocana", card, "", unmet) == set()


@named(ADVENTURERS)
@pytest.mark.rule("L-COND-05", "L-EFFECT-01", "L-EFFECT-02")
def test_every_adventurer(row):
    card, _, _, _, met, expected, unmet = row
    assert outcome(card, "", "", met) == set(expected.split())
    assert outcome(card, "", "", unmet) == set()


@named(SPELLS)
@pytest.mark.rule("L-SPELL-05", "L-SPELL-06")
def test_every_spell(row):
    spell, _, met, expected, unmet = row
    assert outcome("pocana", VICTIM, spell, met) == set(expected.split())
    assert outcome("pocana", VICTIM, spell, unmet) == set()


# Names, what a card is worth at the end, and its powers.


@named(COMPANIONS)
@pytest.mark.rule("L-DEF-11", "L-END-02")
def test_what_every_companion_is_worth(row):
    card, name, printed = row[:3]
    table = scene("orium pocana")  # Orium adds nothing
    table.give(0, companions=card, bursts=20)
    seen = table.view().players[0]
    table.run(FinalCount())
    kind = CONTENT.companions[card]
    facts = [f"{table.player(0).count['cards']}"]
    if seen.fireflies:
        facts.append(f"{seen.fireflies} {'firefly' if seen.fireflies == 1 else 'fireflies'}")
    if seen.companion_rerolls:
        facts.append("reroll" if seen.companion_rerolls == 1 else "more rerolls")
    if kind.die_colour:
        facts.append(f"{kind.die_colour} die")
    if kind.rules_black_die:
        facts.append("black die")
    assert (kind.name, ", ".join(facts), kind.pack) == (name, printed, card[0])


@named(ADVENTURERS)
@pytest.mark.rule("L-SETUP-02", "L-END-02")
def test_what_every_adventurer_is_worth(row):
    card, name, printed = row[:3]
    table = scene(f"{card} {'orium' if card == 'pocana' else 'pocana'}")
    table.run(FinalCount())
    kind = CONTENT.adventurers[card]
    worth = f"{table.player(0).count['cards']}, {kind.dice} {kind.die_colour} dice"
    assert (kind.name, worth) == (name, printed)


@pytest.mark.rule("L-COMP-01", "L-COMP-03")
def test_no_card_is_missing_here():
    assert [row[0] for row in rows(COMPANIONS)] == list(CONTENT.companions)
    assert [row[0] for row in rows(ADVENTURERS)] == list(CONTENT.adventurers)
    assert [row[0] for row in rows(SPELLS)] == list(CONTENT.spells)
    assert (len(rows(COMPANIONS)), len(rows(ADVENTURERS)), len(rows(SPELLS))) == (46, 7, 7)


# All conditions on all rolls.


def picked_up(condition: str, once: bool, symbols: tuple[str, ...]) -> int:
    """Count as at a table: pick up the dice of one activation after another."""
    wanted = [part for part in condition.split(", ") if not part.startswith("no ")]
    crossed = [part[3:] for part in condition.split(", ") if part.startswith("no ")]
    if condition == "never" or set(crossed) & set(symbols):
        return 0
    if not wanted:
        return 1
    dice = list(symbols)
    times = 0
    while (group := one_group(wanted[0], dice)) and not (once and times):
        for symbol in group:
            dice.remove(symbol)
        times += 1
    return times


def one_group(wanted: str, dice: list[str]) -> list[str]:
    if wanted.endswith("alike"):
        size = int(wanted.split(maxsplit=1)[0])
        return next(([symbol] * size for symbol in dice if dice.count(symbol) >= size), [])
    group = wanted.split()
    return group if all(dice.count(symbol) >= group.count(symbol) for symbol in group) else []


ROLLS = [
    roll
    for roll in combinations_with_replacement(
        ("nature", "water", "air", "fire", "mineral", "footprints", "bursts"), 5
    )
    if roll.count("footprints") <= 3 and roll.count("bursts") <= 2  # as many dice have them
]


@pytest.mark.rule("L-COND-01", "L-COND-02", "L-COND-03", "L-COND-04", "L-COND-05", "L-DEF-13")
def test_every_condition_on_every_roll_of_five_dice():
    table = scene()
    companions = rows(COMPANIONS)
    spells = rows(SPELLS)
    table.give(0, companions=" ".join(row[0] for row in companions))
    table.give(0, spells=" ".join(row[0] for row in spells))
    for roll in ROLLS:
        table.give(0, dice=showing(" ".join(roll)))
        seen = table.view().players[0]
        for row, card in zip(companions, seen.companions, strict=True):
            once = "dies" in row[5] or "no " in row[3]
            assert card.times == picked_up(row[3], once, roll), (row[0], roll)
        for row, card in zip(spells, seen.spells, strict=True):
            assert card.times == picked_up(row[1], True, roll), (row[0], roll)


@named(ADVENTURERS)
@pytest.mark.rule("L-COND-01", "L-COND-02", "L-COND-05")
def test_every_adventurers_condition_on_every_roll_of_five_dice(row):
    table = scene(f"{row[0]} {'orium' if row[0] == 'pocana' else 'pocana'}")
    table.give(1, dice="")
    for roll in ROLLS:
        table.give(0, dice=showing(" ".join(roll)))
        seen = table.view().players[0].adventurer
        assert seen is not None
        assert seen.times == picked_up(row[3], False, roll), roll
