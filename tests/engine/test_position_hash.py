"""The hash of a position: quick to make, and of the one text that every record was hashed from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from embertable.engine.codec import Codec, SavedForm, added_later, canonical, digest
from embertable.engine.errors import UnknownType
from embertable.engine.game import new_table
from embertable.engine.playout import playout
from embertable.engine.position_hash import PositionHasher, plain_fields
from embertable.engine.table import Component, Step
from embertable.games import load


@dataclass
class Card(Component):
    name: str = "a"
    marks: list[str] = field(default_factory=list)
    zones: tuple[list[int], ...] = ()


@dataclass
class Hand(Component):
    cards: list[Card] = field(default_factory=list)
    best: Card | None = None
    counts: dict[str, int] = field(default_factory=dict)
    angle: float = 0
    late: int = 0


@dataclass
class MarkedCard(Card):
    marks: list[Card] = field(default_factory=list)  # type: ignore[assignment]


@dataclass
class Nothing(Step):
    pass


class Word(SavedForm):
    def to_saved(self, codec):
        return {"is": "Word", "b": codec.encode((1, 2)), "a": {"d": 1, "c": None}}


CLASSES = [Card, Hand, MarkedCard, Nothing, Word]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON)
@example(["\x7f", "\\", "é", 2**70, {"b": 1, "a": 2}, "\ud800"])
def test_the_text_is_the_canonical_one(value):
    assert PositionHasher(Codec([])).text(value) == canonical(value)


@pytest.mark.parametrize(
    "value",
    [
        Nothing(),
        Card("b", ["x"], ([1], [2, 3])),
        Card("“quoted”"),
        Hand([Card(), Card("c")], Card("d"), {"b": 1, "a": 2}),
        Hand(late=2),
        Hand(angle=1e16),
        MarkedCard("e", [Card("f")]),
        [Word(), (Nothing(), True, None)],
        {10: "b", 9: "a"},
    ],
)
def test_objects_have_the_text_of_their_saved_form(value, monkeypatch):
    monkeypatch.setattr("embertable.engine.codec._added", {})
    added_later(Hand, "late")
    codec = Codec(CLASSES)
    hasher = PositionHasher(codec)
    for _ in range(2):  # the second time, the class is known
        assert hasher.text(value) == canonical(codec.encode(value))
        assert hasher.digest(value) == digest(codec.encode(value))


def test_only_what_is_annotated_as_plain_is_written_as_it_is():
    assert plain_fields(Card) == {"is", "name", "marks", "zones"}
    assert plain_fields(Hand) == {"is", "late"}
    assert plain_fields(MarkedCard) == {"is", "name", "zones"}


def test_an_unknown_class_is_named():
    with pytest.raises(UnknownType, match="Card"):
        PositionHasher(Codec([])).digest(Card())


@pytest.mark.parametrize("name", ["deadcells", "faceless", "lueur", "setawatch"])
def test_positions_have_the_hash_of_what_is_saved(name):
    game = load(name)
    for seed, options in enumerate(game.variants()[:6]):
        table = new_table(game, options, seed)
        for _ in range(12):
            saved = json.loads(json.dumps(game.to_json(table)))
            parts = [saved[part] for part in ("state", "pending", "lanes", "result", "streams")]
            assert game.state_hash(table) == digest(parts)
            playout(table, seed, 7)
