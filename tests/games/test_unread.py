"""A content pack cannot change a value in vain: it has an effect, is refused, or is only a name or a text."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from embertable import load
from embertable.engine import content as packs
from embertable.engine.errors import BadContent

GAMES = ("deadcells", "faceless", "lueur", "setawatch")
LOOKS = (
    "icon",
    "label",
    "hex",
    "name",
    "title",
    "title_en",
    "designer",
    "text",
    "id",
    "rules",
    "code",
)
REMARKS = (*packs.REMARKS, "dice_source", "attack_source", "game", "schema")
DRAWN = {
    "faceless": ("haunted_place.number", "servant_card.number"),
    "lueur": ("element.", "player_colour.", "adventurer.colour"),
    "setawatch": ("vocabulary.",),
}
"""What clients draw and people read."""
FEW = ("meta", "constants", "mutation_board", "boss_common")
"""The tables of Dead Cells without cards; its whole pack takes too long to read for each field."""


def tables_of(name: str) -> dict[str, Any]:
    file = load(name).folder() / "content" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every number, flag and word."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from leaves(inside, (*way, key))
    elif isinstance(value, list):
        for number, inside in enumerate(value):
            yield from leaves(inside, (*way, number))
    else:
        yield way


def kinds_of(tables: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """The last value of each field, by the field's name without the numbers of rows."""
    return {".".join([p for p in way if isinstance(p, str)]): way for way in leaves(tables)}


def at(tables: Any, way: tuple[Any, ...]) -> Any:
    for part in way:
        tables = tables[part]
    return tables


def with_other(tables: Any, way: tuple[Any, ...], value: Any) -> Any:
    """The tables with another value at the end of the way."""
    made = copy.copy(tables)
    made[way[0]] = value if len(way) == 1 else with_other(tables[way[0]], way[1:], value)
    return made


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else "zzz"


def saved(value: Any) -> str:
    """Everything in a content but its hash, as text."""
    if isinstance(value, dict):
        return ",".join([f"{saved(key)}:{saved(inside)}" for key, inside in value.items()])
    if isinstance(value, list | tuple | frozenset):
        return f"[{','.join([saved(one) for one in value])}]"
    fields = getattr(value, "__dict__", None)
    if fields is None or isinstance(value, type):
        return repr(value)
    return saved({key: inside for key, inside in fields.items() if key != "hash"})


def small_parts(content: Any, most: int) -> str:
    """A content without what has more than `most` entries: the cards of Dead Cells are slow to save."""
    parts = vars(content)
    return saved({key: part for key, part in parts.items() if not is_longer(part, most)})


def is_longer(part: Any, most: int) -> bool:
    return isinstance(part, dict | tuple | list) and len(part) > most


def in_vain(name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fields of a pack whose change is accepted and leaves the content as it was."""
    game = load(name)
    printed = tables_of(name)
    pack = game.folder() / "content" / "another.toml"
    given: dict[str, Any] = {}

    def read(path: Any) -> Any:
        return (given["tables"] if path == pack else printed), "hash"

    for module in (packs, *given_modules(name)):
        monkeypatch.setattr(module, "read_toml", read, raising=False)
    given["tables"] = printed
    most = 30 if name == "deadcells" else 10_000
    before = small_parts(game.read_content(pack), most)
    found = []
    for kind, way in kinds_of(printed).items():
        table, last = kind.partition(".")[0], str(way[-1])
        if last in (*LOOKS, *REMARKS) or kind.startswith(DRAWN.get(name, ("-",))):
            continue
        if name == "deadcells" and table not in FEW:
            continue
        value = at(printed, way)
        if isinstance(value, str) and " " in value:
            continue
        given["tables"] = with_other(printed, way, other(value))
        try:
            if small_parts(game.read_content(pack), most) == before:
                found.append(kind)
        except BadContent:
            pass
    return found


def given_modules(name: str) -> list[Any]:
    import importlib

    module = "pack" if name == "setawatch" else "content"
    return [
        importlib.import_module(f"embertable.games.{name}.{module}"),
        importlib.import_module("embertable.engine.unread"),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_no_value_of_a_pack_is_changed_in_vain(name, monkeypatch):
    assert in_vain(name, monkeypatch) == []


def test_the_search_finds_a_value_without_effect(monkeypatch):
    """The negative control: Lueur accepted these until it compared them with the printed pack."""
    unread = given_modules("lueur")[0]
    monkeypatch.setattr(unread, "UNREAD", ())
    assert "small_token.count" in in_vain("lueur", monkeypatch)


CHANGED = [
    ("lueur", ("player_count", 0, "first_player_culls"), 2, "player_count 1", "leave it at 1"),
    ("lueur", ("small_token", 1, "count"), 9, "small_token firefly", "leave it at 25"),
    ("lueur", ("opening_roll", "small_dice", "red"), 2, "opening_roll", "small dice of die_type"),
    ("setawatch", ("rest_tokens", "count"), 9, "rest_tokens", "no rule reads it"),
    ("setawatch", ("options", "partial_damage"), False, "options", "leave it at True"),
    ("setawatch", ("adventurers", 0, "special"), ["flies"], "adventurers heretic", "no rule"),
    ("faceless", ("magnet", "length_mm"), 8.0, "magnet", "leave it at 9.0"),
    ("deadcells", ("constants", "starter_deck_size"), 7, "constants", "leave it at 6"),
    ("deadcells", ("published_counts", "well_cards"), 1, "published_counts", "leave it at 21"),
]


@pytest.mark.parametrize(("name", "way", "value", "row", "problem"), CHANGED)
def test_the_error_names_row_field_and_the_printed_value(
    name, way, value, row, problem, monkeypatch
):
    game = load(name)
    printed = tables_of(name)
    pack = game.folder() / "content" / "another.toml"
    tables = with_other(printed, way, value)
    for module in given_modules(name):
        monkeypatch.setattr(
            module, "read_toml", lambda path: (tables if path == pack else printed, "hash")
        )
    with pytest.raises(BadContent) as refused:
        game.read_content(pack)
    assert row in str(refused.value)
    assert problem in str(refused.value)
