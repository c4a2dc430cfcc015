"""Effects are saved as one record of ten columns, whatever their class: hashes depend on it."""

from __future__ import annotations

import dataclasses
import hashlib
import tomllib
from typing import Any

import pytest

from embertable.engine.codec import canonical
from embertable.engine.content import read_row
from embertable.engine.errors import UnknownType
from embertable.games.deadcells import effects
from embertable.games.deadcells.effects import VOCABULARY, Effect
from embertable.games.deadcells.effects_in_combat import HELP, IN_COMBAT
from embertable.games.deadcells.effects_outside_combat import OUTSIDE_COMBAT
from embertable.games.deadcells.end_of_run import FOR_CAMPAIGN
from embertable.games.deadcells.enemies import BY_ENEMIES
from tests.games.deadcells.scene import CONTENT, GAME

CODEC = GAME.codec()
TABLES = (
    *("cards", "beheaded", "serenade", "equipment", "monsters", "tiles", "bosses", "biomes"),
    *("runes", "permanents", "upgrades", "well", "shops"),
)
DAMAGE = {
    "is": "Effect",
    "op": "damage",
    "n": 2,
    "to": "all",
    "range": [1, 2],
    "word": "",
    "colour": "",
    "flag": True,
    "icons": [],
    "options": [],
    "cost": 0,
}


def rows_of_effects():
    """Every row with an op, in the order of the file."""
    file = GAME.folder() / "content" / "deadcells.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    del tables["op"]
    waiting: list[Any] = [tables]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict) and "op" in value:
            yield value
        inner = value.values() if isinstance(value, dict) else value
        waiting.extend(one for one in reversed(list(inner)) if isinstance(one, dict | list))


def effects_of_the_box():
    """Every effect of the content with what lies nested in it; rules share some of them."""
    waiting = [getattr(CONTENT, name) for name in TABLES]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Effect):
            yield from effects.nested((value,))
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
        elif dataclasses.is_dataclass(value):
            waiting.extend(getattr(value, one.name) for one in dataclasses.fields(value))


def hash_of(forms):
    return hashlib.blake2b(b"\n".join(forms), digest_size=16).hexdigest()


@pytest.mark.rule("D-SAVE-01", "D-SAVE-02")
def test_every_row_is_saved_as_it_always_was():
    read = [read_row(VOCABULARY[row["op"]], "pack", without_op(row)) for row in rows_of_effects()]
    forms = [canonical(CODEC.encode(effect)) for effect in read]
    assert (len(forms), hash_of(forms)) == (1036, "1070e8949a244add8220a19e8da1da5c")


def without_op(row):
    return {name: value for name, value in row.items() if name != "op"}


@pytest.mark.rule("D-SAVE-01", "D-SAVE-02")
def test_every_effect_of_the_box_survives_saving():
    found = {id(effect): effect for effect in effects_of_the_box()}.values()
    assert len(found) == 1044  # Deck Checks of corridors are rows without an op
    for effect in found:
        assert CODEC.decode(CODEC.encode(effect)) == effect
    forms = sorted(canonical(CODEC.encode(effect)) for effect in found)
    assert hash_of(forms) == "d91690e941e3dbc57bdb405f1044ebfc"


@pytest.mark.rule("D-SAVE-01", "D-SAVE-02")
def test_a_form_is_read_into_the_class_of_its_op():
    damage = effects.Damage(2, "all", (1, 2), unblockable=True)
    assert CODEC.encode(damage) == DAMAGE
    assert CODEC.decode(DAMAGE) == damage


@pytest.mark.parametrize(
    "wrong",
    [
        {"op": "win"},
        {"word": "poison"},
        {"cost": 1},
        {"colour": "red"},
        {"options": [[DAMAGE]]},
        {"luck": 1},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_form_that_no_effect_has_is_refused(wrong):
    with pytest.raises(UnknownType):
        CODEC.decode({**DAMAGE, **wrong})


def test_every_effect_can_be_carried_out_where_it_may_stand():
    assert set(OUTSIDE_COMBAT) == set(effects.OUTSIDE_COMBAT)
    assert set(IN_COMBAT) == set(effects.IN_COMBAT)
    assert {*BY_ENEMIES, effects.Damage} == set(effects.BY_ENEMIES)
    assert {*BY_ENEMIES, effects.Damage, effects.Gain} >= set(effects.IN_DEATH_BOX)
    assert set(FOR_CAMPAIGN) == set(effects.FOR_CAMPAIGN)
    assert {effect for effect, act in IN_COMBAT.items() if act.__name__ == "help_somebody"} == (
        set(HELP) - {effects.Food}
    )
