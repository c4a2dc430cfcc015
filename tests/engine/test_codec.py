"""Positions as JSON: what goes in comes out, and what cannot is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from embertable.engine.chance import seeded
from embertable.engine.codec import Codec, added_later, canonical, classes_of, digest
from embertable.engine.content import Content
from embertable.engine.errors import EmbertableError, UnknownType
from embertable.engine.table import Component, Result, State, Step, Together
from tests.engine import toy
from tests.engine.toy import AskWord, Note, Say, Then, Toy, ToyState


@dataclass
class Box(Component):
    cards: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


@dataclass
class Shelf(State):
    content: Content
    boxes: list[Box] = field(default_factory=list)
    top: Box | None = None


@dataclass
class Later(Step):
    what: Callable[[], None]


CODEC = Codec([Box, Shelf, Later, Note, Then, Say, AskWord])


def there_and_back(value, content=None):
    return CODEC.decode(json.loads(json.dumps(CODEC.encode(value))), content)


@pytest.mark.parametrize(
    "value",
    [
        None,
        0,
        -3,
        "",
        "è",
        True,
        (1, "a", None),
        Note("a"),
        Then("a", (Note("b"), Then("c", ()))),
        Say(1, "b"),
        AskWord(0, ("a", "b")),
        Result("won", (1,), (3, 4)),
        Together((0, 1), (Note("a"), AskWord(1, ("b",)))),
    ],
)
def test_values_and_steps_come_back_as_they_were(value):
    again = there_and_back(value)
    assert again == value
    assert type(again) is type(value)


def test_steps_get_tuples_and_components_get_lists():
    content = Content("x")
    shelf = Shelf(content, [Box(["a", "b"], {"n": 2}), Box()], Box(["c"]))
    again = there_and_back(shelf, content)
    assert again == shelf
    assert again.content is content
    assert isinstance(again.boxes, list)
    assert isinstance(again.boxes[0].cards, list)
    assert isinstance(there_and_back(Then("a", (Note("b"),))).steps, tuple)


def test_content_is_not_saved():
    assert "content" not in CODEC.encode(Shelf(Content("secret")))


def test_a_closure_cannot_be_saved():
    with pytest.raises(UnknownType, match="function"):
        CODEC.encode(Later(lambda: None))


def test_a_foreign_class_cannot_be_saved():
    with pytest.raises(UnknownType) as unknown:
        CODEC.encode(toy.Count(0, 1))
    assert str(unknown.value) == ("The saved data contains Count, which this game does not know.")


def test_a_class_of_the_same_name_is_not_the_same():
    class Note(Step):
        pass

    with pytest.raises(UnknownType):
        CODEC.encode(Note())


@pytest.mark.parametrize(
    "saved",
    [
        {"is": "Nonsense"},
        {"is": "Note"},
        {"is": "Note", "word": "a", "more": 1},
        {"is": None},
        {"is": 3},
        {"is": ["Note"], "word": "a"},
        {"is": {"is": "Note", "word": "a"}},
        {"is": "Then", "word": "a", "steps": [{"is": "Nonsense"}]},
        {"is": "__class__"},
    ],
)
def test_damaged_data_is_named_and_nothing_else_happens(saved):
    with pytest.raises(UnknownType):
        CODEC.decode(saved)


def test_two_classes_of_one_name_cannot_be_told_apart():
    class Box(Component):
        pass

    with pytest.raises(AssertionError, match="two classes are called Box"):
        Codec([*CODEC.classes.values(), Box])


def test_a_games_classes_are_those_of_its_package():
    found = classes_of("tests.engine")
    assert Note in found
    assert ToyState in found
    assert Together not in found
    assert found == sorted(found, key=lambda cls: (cls.__module__, cls.__name__))


def test_the_canonical_text_does_not_depend_on_the_order_of_names():
    assert canonical({"b": 1, "a": [1, "è"]}) == b'{"a":[1,"\\u00e8"],"b":1}'
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})


def test_digests_are_the_same_for_ever():
    """Old records must replay: this hash may never change."""
    assert digest({"a": [1, 2, None], "b": "è"}) == "b774c9d788812196209fe08e33c1afd7"


def test_a_state_that_was_saved_as_something_else_is_refused():
    saved = Toy([AskWord(0, ("a",))]).set_up({}, seeded(0)).to_json()
    saved["state"] = {"is": "ToyView", "trail": []}
    with pytest.raises((EmbertableError, AssertionError)):
        Toy().from_json(saved)


def test_a_field_that_was_added_later_is_saved_only_where_it_is_used(monkeypatch):
    monkeypatch.setattr("embertable.engine.codec._added", {})
    before = Codec([Box]).encode(Box(["a"]))
    del before["counts"]
    added_later(Box, "counts")
    codec = Codec([Box])
    assert codec.encode(Box(["a"])) == before
    assert codec.decode(before) == Box(["a"])
    used = Box(["a"], {"b": 1})
    assert codec.encode(used)["counts"] == {"b": 1}
    assert codec.decode(codec.encode(used)) == used


def test_only_a_field_with_a_default_can_be_added_later():
    with pytest.raises(AssertionError, match="word has no default"):
        added_later(Note, "word")
