"""Rows read by annotation: whatever is wrong, the file, the row and the field are named."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from build_steps.annotations import annotations_in
from embertable.engine import content
from embertable.engine.content import (
    Among,
    Between,
    Keyed,
    Named,
    OneOf,
    Row,
    Via,
    read_pack,
    read_row,
)
from embertable.engine.errors import BadContent

COLOURS = ("red", "blue")
Colour = Annotated[str, Among(COLOURS)]


@dataclass
class Deed:
    pass


@dataclass
class GainPoints(Deed):
    n: Annotated[int, Between(1, 9)]


@dataclass
class LosePoints(Deed):
    n: Annotated[
        int, Via(Annotated[int, Between(1, 9)] | Literal["all"], lambda n: -1 if n == "all" else n)
    ] = 1


@dataclass
class ChooseOne(Deed):
    options: tuple[Deed, ...]


@dataclass
class Price:
    coins: Annotated[int, Between(0, 9)]


@dataclass
class Card:
    id: str
    colour: Colour
    points: Annotated[int, Between(-99, 99)]
    effects: tuple[Deed, ...] = ()
    gains: tuple[Annotated[Deed, OneOf(GainPoints)], ...] = ()
    colours: tuple[Colour, ...] = ()
    position: tuple[int, int] = (0, 0)
    weight: Annotated[float, Between(0.0, 1.5)] = 0.0
    shiny: bool = False
    rerolls: Annotated[int, Named("rerolls_per_round"), Between(0, 3)] = 0
    price: Price | None = None
    costs: dict[str, Price] = field(default_factory=dict)

    def check(self, row: Row) -> None:
        if self.shiny and self.points < 0:
            raise row.wrong("shiny", "is true on a card that costs points")


@dataclass
class Box:
    rounds: Literal[8]
    card: tuple[Card, ...]
    die: Annotated[tuple[Price, ...], Keyed("coins")] = ()
    remarks: Any = None


CARD = {"id": "a", "colour": "red", "points": 3}


def box(**more):
    return {"rounds": 8, "card": [CARD | more]}


def test_a_row_is_read_by_its_annotations():
    read = read_row(
        Card,
        "cards.toml",
        CARD
        | {"source": "rulebook", "note": "a remark", "rerolls_per_round": 2, "weight": 1}
        | {"position": [4, 5], "colours": ["red", "blue"], "price": {"coins": 2}}
        | {"costs": {"blue": {"coins": 1}, "note": "a remark"}}
        | {"effects": [{"op": "gain_points", "n": 2}, {"op": "lose_points", "n": "all"}]},
    )
    assert (read.id, read.points, read.rerolls, read.shiny) == ("a", 3, 2, False)
    assert (read.position, read.colours) == ((4, 5), ("red", "blue"))
    assert type(read.weight) is float
    assert (read.price, read.costs) == (Price(2), {"blue": Price(1)})
    assert read.effects == (GainPoints(2), LosePoints(-1))


def test_an_effect_may_hold_effects():
    gain = {"op": "gain_points", "n": 2}
    nested = {"op": "choose_one", "options": [gain, {"op": "choose_one", "options": [gain]}]}
    read = read_row(Card, "cards.toml", CARD | {"effects": [nested]})
    assert read.effects == (ChooseOne((GainPoints(2), ChooseOne((GainPoints(2),)))),)


def test_a_file_is_read_with_the_hash_of_its_bytes(tmp_path: Path):
    file = tmp_path / "cards.toml"
    file.write_text('rounds = 8\nremarks = [1]\n[[card]]\nid = "a"\ncolour = "red"\npoints = 1\n')
    read, hash = read_pack(file, Box)
    assert (read.card, read.remarks) == ((Card("a", "red", 1),), [1])
    assert len(hash) == 32


GAIN = {"op": "gain_points", "n": 1}
WRONG = [
    (box(id=""), "card number 1", "id", "is '', not a word"),
    (box(id=7), "card number 1", "id", "is 7, not a word"),
    (box(colour="green"), "card a", "colour", "is 'green', not one of red, blue"),
    (box(colour=3), "card a", "colour", "is 3, not one of red, blue"),
    (box(points="two"), "card a", "points", "is 'two', not a whole number from -99 to 99"),
    (box(points=True), "card a", "points", "is True, not a whole number from -99 to 99"),
    (box(points=1.5), "card a", "points", "is 1.5, not a whole number from -99 to 99"),
    (box(points=100), "card a", "points", "is 100, not a whole number from -99 to 99"),
    (box(points=10**5000), "card a", "points", "is a huge number, not a whole number from -99 to 99"),
    (box(rerolls_per_round=4), "card a", "rerolls_per_round", "is 4, not a whole number from 0 to 3"),
    (box(rerolls=1), "card a", "rerolls", "is not known here, where there are id, colour, points, effects, gains, colours, position, weight, shiny, rerolls_per_round, price, costs"),
    (box(weight=float("nan")), "card a", "weight", "is nan, not a number from 0.0 to 1.5"),
    (box(weight=True), "card a", "weight", "is True, not a number from 0.0 to 1.5"),
    (box(shiny=1), "card a", "shiny", "is 1, not true or false"),
    (box(shiny=True, points=-1), "card a", "shiny", "is true on a card that costs points"),
    (box(colours="red"), "card a", "colours", "is 'red', not a list"),
    (box(colours=["red", "green"]), "card a", "colours", "holds 'green', not one of red, blue"),
    (box(position=[1]), "card a", "position", "is [1], not a list of 2"),
    (box(position=[1, "b"]), "card a", "position", "holds 'b', not a whole number"),
    (box(price=3), "card a.price", "-", "is not a table"),
    (box(price={"coins": 10}), "card a.price", "coins", "is 10, not a whole number from 0 to 9"),
    (box(costs={"red": {}}), "card a.costs.red", "coins", "is missing"),
    (box(effects={}), "card a", "effects", "is {}, not a list"),
    (box(effects=[{"n": 1}]), "card a.effects 1", "op", "is missing"),
    (box(effects=[GAIN, {"op": "win"}]), "card a.effects 2", "op", "is 'win', not one of gain_points, lose_points, choose_one"),
    (box(effects=[GAIN | {"m": 1}]), "card a.effects 1", "m", "is not known here, where there are n, op"),
    (box(effects=[{"op": "lose_points", "n": "some"}]), "card a.effects 1", "n", "is 'some', not a whole number from 1 to 9 or all"),
    (box(gains=[{"op": "lose_points"}]), "card a.gains 1", "op", "is 'lose_points', not gain_points"),
    (box(effects=[{"op": "choose_one", "options": [{"op": "gain_points", "n": 0}]}]), "card a.effects 1.options 1", "n", "is 0, not a whole number from 1 to 9"),
    ({"rounds": 7, "card": []}, "(file)", "rounds", "is 7, not 8"),
    ({"rounds": 8}, "(file)", "card", "is missing"),
    ({"rounds": 8, "card": {}}, "(file)", "card", "is {}, not a list"),
    ({"rounds": 8, "card": [3]}, "card number 1", "-", "is not a table"),
    ({"rounds": 8, "card": [CARD, CARD]}, "card a", "id", "stands twice"),
    ({"rounds": 8, "card": [], "cards": 1}, "(file)", "cards", "is not known here, where there are rounds, card, die, remarks"),
    ([], "(file)", "-", "is not a table"),
]  # fmt: skip


@pytest.mark.parametrize(("tables", "row", "field", "problem"), WRONG)
def test_what_is_wrong_is_named_with_its_place(tables, row, field, problem):
    with pytest.raises(BadContent) as refused:
        read_row(Box, "cards.toml", tables)
    assert refused.value.message.arguments == {
        "file": "cards.toml",
        "row": row,
        "field": field,
        "problem": problem,
    }


def test_long_and_deep_values_are_cut():
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in ("x" * 5000, ["x"] * 5000, deep):
        with pytest.raises(BadContent) as refused:
            read_row(Box, "cards.toml", box(points=value))
        assert len(str(refused.value)) < 200


def test_effects_that_are_nested_too_deeply_are_refused():
    deep: dict[str, Any] = GAIN
    for _ in range(5000):
        deep = {"op": "choose_one", "options": [deep]}
    with pytest.raises(BadContent, match="nested too deeply"):
        read_row(Box, "cards.toml", box(effects=[deep]))


def test_a_compiled_definition_is_read_by_the_annotations_that_the_build_stored(monkeypatch):
    stored = annotations_in(Path(__file__).read_text(encoding="utf-8"))
    assert stored["Price"] == {"coins": "Annotated[int, Between(0, 9)]"}
    monkeypatch.setattr(sys.modules[__name__], content.ANNOTATIONS, stored, raising=False)
    for definition in (Price, GainPoints, LosePoints):
        monkeypatch.delitem(content.READERS, definition, raising=False)
        monkeypatch.setattr(definition, "__annotations__", {})
    assert read_row(Price, "cards.toml", {"coins": 9}) == Price(9)
    with pytest.raises(BadContent, match="from 0 to 9"):
        read_row(Price, "cards.toml", {"coins": 10})
    assert read_row(LosePoints, "cards.toml", {"n": "all"}) == LosePoints(-1)
