"""A pack of the workshop: a text with changes, as TOML, with its problems, sentences and differences."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from embertable.engine import content as reading
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.content import Content, parse_toml, present_form
from embertable.engine.errors import BadContent, EmbertableError
from embertable.engine.game import Game
from embertable.engine.own_words import NAMES, TEXTS
from embertable.games import load
from embertable.server.components import without_remarks
from embertable.server.content_packs import read_pack
from embertable.server.errors import BadPack, CannotRewrite, ForeignPack, render
from embertable.server.workshop.differences import difference_list
from embertable.server.workshop.forms import (
    Forms,
    Path,
    field_reader,
    key_of,
    plain,
    root_of,
    rows_along,
    standard_tables,
    standard_text,
)
from embertable.server.workshop.reasons import reason_for
from embertable.server.workshop.toml_text import rewritten, same
from embertable.server.workshop.types import (
    CheckedPack,
    CheckPack,
    Edit,
    FormNode,
    OpenedPack,
    PackBox,
    PackDifferences,
    PackFile,
    PackPair,
    PackProblem,
)
from embertable.text_view.components import Components

OWN_DEPTH = 3
"""Kind, language and row lead to a name or text of one's own."""
FILE = "pack"
"""How errors call the file; nobody sees it."""

# Text and values.


def tables_of(text: str) -> dict[str, Any]:
    """The values of a text.

    Raises:
        BadPack: it is no TOML.

    """
    try:
        return parse_toml(text)
    except (ValueError, RecursionError) as error:
        raise BadPack(str(error).rstrip(".")[:200]) from error


@dataclass
class Composed:
    """A pack with its changes made."""

    text: str
    tables: dict[str, Any]
    lost: list[Edit]
    """The changes for which there is no place any more."""


def composed(game: Game, box: PackBox) -> Composed:
    text = box.base or standard_text(game.name)
    old = tables_of(box.base) if box.base else standard_tables(game.name)
    tables = copy.deepcopy(old)
    lost = [edit for edit in box.edits if not applied(root_of(game), tables, edit)]
    return Composed(rewritten(text, old, tables), tables, lost)


def applied(reader: reading.Reader, tables: Any, edit: Edit) -> bool:
    """Change one value in place; False if there is no such place."""
    if edit.path[0] in (NAMES, TEXTS):
        return worded(tables, edit)
    *way, last = edit.path
    value = tables
    for key in way:
        value, reader = step(value, reader, key)
        if value is UNSET:
            return False
    if isinstance(value, list):
        at = number_of(value, plain(reader), last)
        if not 0 <= at < len(value) or edit.value is UNSET:
            return False
        value[at] = like(value[at], edit.value)
    elif isinstance(value, dict) and isinstance(last, str):
        if edit.value is UNSET:
            value.pop(last, None)
        else:
            value[last] = like(value.get(last), edit.value)
    else:
        return False
    return True


def worded(tables: Any, edit: Edit) -> bool:
    """Write a name or text of one's own, or take it away; tables that are empty then go as well."""
    if len(edit.path) != OWN_DEPTH or not all(isinstance(key, str) for key in edit.path):
        return False
    kind, language, id = (str(key) for key in edit.path)
    languages = tables.get(kind, {})
    words = languages.get(language, {}) if isinstance(languages, dict) else None
    if not isinstance(words, dict):
        return False
    rest = {key: one for key, one in words.items() if key != id}
    new = rest if edit.value is UNSET else {**words, id: copy.deepcopy(edit.value)}
    others = {key: one for key, one in languages.items() if key != language}
    tables[kind] = {**languages, language: new} if new else others
    if not tables[kind]:
        del tables[kind]
    return True


def like(old: Any, new: Any) -> Any:
    """A new value; browsers write whole numbers without a point, even where the old one had it."""
    return float(new) if isinstance(old, float) and type(new) is int else copy.deepcopy(new)


def step(value: Any, reader: reading.Reader, key: str | int) -> tuple[Any, reading.Reader]:
    """What a key leads to, or UNSET, and what reads it."""
    reader = plain(reader)
    if isinstance(value, list):
        at = number_of(value, reader, key)
        inner = reader.item if isinstance(reader, reading.ReadList) else reader
        return (value[at] if 0 <= at < len(value) else UNSET), inner
    if not isinstance(value, dict) or key not in value:
        return UNSET, reader
    return value[key], field_reader(reader, str(key), value)


def number_of(rows: list[Any], reader: reading.Reader, key: str | int) -> int:
    """The place of a row by its key or number; -1 if there is none."""
    if isinstance(key, int):
        return key
    if isinstance(reader, reading.ReadList):
        for number, row in enumerate(rows):
            if key_of(reader, number, row) == key:
                return number
    return -1


# Problems.


class Problems:
    """What is wrong with a pack, each at its place and once."""

    def __init__(self, game: Game, tables: dict[str, Any], language: str) -> None:
        self.game = game
        self.tables = tables
        self.language = language
        self.root = root_of(game)
        self.found: dict[Path, str] = {}

    def add(self, error: BadContent) -> None:
        path = self.place(error.message.arguments["row"], error.message.arguments["field"])
        self.found.setdefault(path, self.sentence(error, path))

    def place(self, row: Any, field: Any) -> Path:
        """The path of the row and field that an error names."""
        path = located(self.root, self.tables, str(row))
        return (*path, str(field)) if field not in ("-", "") else path

    def sentence(self, error: BadContent, path: Path) -> str:
        reader: reading.Reader = self.root
        value: Any = self.tables
        for key in path:
            if value is UNSET:
                break
            value, reader = step(value, reader, key)
        reader = plain(reader)
        if isinstance(reader, reading.ReadValue) and value is not UNSET:
            limits = limits_of(Forms(self.game, self.language).value(reader.hint), value)
            if limits is not None:
                low, high = limits
                return render(self.language, "workshop.range", low=f"{low:g}", high=f"{high:g}")
        problem = str(error.message.arguments["problem"])
        if problem == "is missing":
            return render(self.language, "workshop.missing")
        known = reason_for(problem)
        if known is not None:
            id, arguments = known
            return render(self.language, id, **arguments)
        return render(self.language, "workshop.refused", problem=problem)

    def check_rows(self, standard: dict[str, Any]) -> None:
        """Check each changed row by itself, field by field, so that all its problems are known at once."""
        for section in Forms(self.game, self.language).sections:
            before = {
                path: row for path, row, _ in rows_along(section.way, self.root, standard, (), "")
            }
            for path, row, _ in rows_along(section.way, self.root, self.tables, (), ""):
                if path in before and same(row, before[path]):
                    continue
                reader = reader_at(self.root, self.tables, path)
                if isinstance(reader, reading.ReadDefinition):
                    self.check_row(reader, path, row)

    def check_row(self, reader: reading.ReadDefinition, path: Path, row: dict[str, Any]) -> None:
        name = name_of(path)
        count = len(self.found)
        for field in reader.fields:
            if field.key in row:
                self.attempt(field.reader, row[field.key], name, field.key)
        if len(self.found) == count:
            self.attempt(reader, row, name, "")

    def attempt(self, reader: reading.Reader, value: Any, row: str, field: str) -> None:
        try:
            reader.read(value, FILE, row, field)
        except BadContent as error:
            self.add(error)

    def listed(self) -> list[PackProblem]:
        return [PackProblem(path=list(path), text=text) for path, text in self.found.items()]


def limits_of(node: FormNode | None, value: Any) -> tuple[float, float] | None:
    """The range that a number leaves, or one of a list."""
    if node is None:
        return None
    if node.item is not None and isinstance(value, list):
        return next(filter(None, [limits_of(node.item, one) for one in value]), None)
    if node.kind != "number" or node.low is None or node.high is None:
        return None
    fits = isinstance(value, int | float) and node.low <= value <= node.high
    return None if fits else (node.low, node.high)


def reader_at(reader: reading.Reader, value: Any, path: Path) -> reading.Reader:
    for key in path:
        value, reader = step(value, reader, key)
    return plain(reader)


def name_of(path: Path) -> str:
    """A row's name in errors, as its reader makes it."""
    name = reading.WHOLE_FILE
    field = ""
    for key in path:
        if field:
            number = str(key) if isinstance(key, str) else str(key + 1)
            name, field = f"{reading.inner(name, field)} {number[: reading.LONGEST]}", ""
        else:
            field = str(key)
    return reading.inner(name, field)


def located(reader: reading.Reader, value: Any, wanted: str) -> Path:
    """The path of the row that errors call so, as deep as it can be found."""
    path: Path = ()
    name = reading.WHOLE_FILE
    while True:
        found = next(
            (
                one
                for one in children(reader, value, name)
                if wanted == one[0] or wanted.startswith((f"{one[0]}.", f"{one[0]} "))
            ),
            None,
        )
        if found is None:
            return path
        name, keys, reader, value = found
        path = (*path, *keys)


def children(
    reader: reading.Reader, value: Any, name: str
) -> list[tuple[str, Path, reading.Reader, Any]]:
    """The rows directly inside a row: their names, keys, readers and values; longer names first."""
    reader = plain(reader)
    if not isinstance(value, dict):
        return []
    found: list[tuple[str, Path, reading.Reader, Any]] = []
    for key, one in value.items():
        inner = plain(field_reader(reader, key, value))
        inside = reading.inner(name, key)
        if isinstance(one, dict):
            found.append((inside, (key,), inner, one))
        elif isinstance(one, list):
            for number, row in enumerate(one):
                keyed = (
                    key_of(inner, number, row) if isinstance(inner, reading.ReadList) else number
                )
                called = keyed[: reading.LONGEST] if isinstance(keyed, str) else str(number + 1)
                item = inner.item if isinstance(inner, reading.ReadList) else reading.ReadAnything()
                found.append((f"{inside} {called}", (key, keyed), item, row))
    return sorted(found, key=lambda one: -len(one[0]))


# What the server asks its workers.


def check(game_name: str, box: CheckPack, language: str) -> CheckedPack:
    """Everything there is to say about a pack."""
    game = load(game_name)
    standard = standard_tables(game_name)
    problems: list[PackProblem] = []
    try:
        pack = composed(game, box)
    except CannotRewrite as error:
        problem = PackProblem(path=[], text=error.render(language))
        return CheckedPack(hash="", problems=[problem], sentences={}, differences=[])
    for edit in pack.lost:
        gone = render(language, "workshop.lost")
        problems.append(PackProblem(path=list(edit.path), text=gone))
    found = Problems(game, pack.tables, language)
    found.check_rows(standard)
    content: Content | None = None
    if not found.found:
        try:
            content = read_pack(game_name, pack.text) or game.content()
        except BadContent as error:
            found.add(error)
        except EmbertableError as error:  # a pack of a newer version
            problems.append(PackProblem(path=[], text=error.render(language)))
    problems += found.listed()
    return CheckedPack(
        hash="" if problems or content is None else content.hash,
        problems=problems,
        sentences=sentences_of(game, content, box.row) if content is not None else {},
        differences=difference_list(game, standard, pack.tables, language),
    )


def sentences_of(game: Game, content: Content, row: Sequence[str | int]) -> dict[str, str]:
    """What a player reads on a row, in every language."""
    if not row or not isinstance(row[-1], str):
        return {}
    found: dict[str, str] = {}
    for language in LANGUAGES:
        texts = [
            entry.text
            for entry in Components(game, language, content).entries
            if row[-1] in (entry.id, *entry.ids) or entry.id.rpartition("-")[0] == row[-1]
        ]
        if any(texts):
            found[language] = " ".join(dict.fromkeys(texts))
    return found


def differences(game_name: str, pair: PackPair, language: str) -> PackDifferences:
    game = load(game_name)
    first, second = (composed(game, box) for box in (pair.first, pair.second))
    found = difference_list(game, first.tables, second.tables, language)
    return PackDifferences(hash=hash_of(second.text), differences=found)


def differences_from_standard(game_name: str, text: str, language: str) -> PackDifferences:
    """What differs at a table with a pack."""
    pair = PackPair(first=PackBox(), second=PackBox(base=text))
    return differences(game_name, pair, language)


def opened(game_name: str, text: str) -> OpenedPack:
    """The values of a pack, which may have mistakes.

    Raises:
        BadPack: it is no TOML.
        ForeignPack: it lacks most of what a pack of this game has.
        NewerVersion: it is a pack of a newer version.

    """
    root_of(load(game_name))
    tables = tables_of(text)
    present_form(tables, FILE)
    standard = standard_tables(game_name)
    if 2 * len(standard.keys() & tables.keys()) < len(standard):
        raise ForeignPack
    return OpenedPack(content=without_remarks(tables))


def file_of(game_name: str, box: PackBox) -> PackFile:
    """The pack as a file; one that cannot be played can be saved all the same."""
    text = composed(load(game_name), box).text
    return PackFile(content=text, hash=hash_of(text))


def hash_of(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
