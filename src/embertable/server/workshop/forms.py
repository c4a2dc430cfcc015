"""Forms for the rows of a content pack, made from the definitions that read them."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from embertable.engine import content as reading
from embertable.engine.catalogue import load_catalogue
from embertable.engine.game import Game
from embertable.engine.own_words import NAMES, TEXTS
from embertable.games import load
from embertable.server.components import without_remarks
from embertable.server.content_packs import read_pack
from embertable.server.errors import NoForms
from embertable.server.workshop.references import offer_names
from embertable.server.workshop.types import (
    FormField,
    FormNode,
    FormWord,
    Workshop,
    WorkshopRow,
    WorkshopSection,
)
from embertable.text_view.components import Components

EACH = "*"
Path = tuple[str | int, ...]
"""Keys and numbers that lead to a value; a row of a list is named by its key if it has one."""
FEW_NUMBERS = 5
"""A list of numbers from a range no wider than this has a switch for each."""
NOT_OFFERED = {"vocabulary", "op", "schema", "title", "title_en", "designer", "rules", "game"}
"""What describes the file itself."""


@cache
def standard_text(game: str) -> str:
    """The standard pack, byte for byte."""
    file = load(game).folder() / "content" / f"{game}.toml"
    return file.read_bytes().decode("utf-8")


@cache
def standard_tables(game: str) -> dict[str, Any]:
    """The values of the standard pack; nobody may change them."""
    return tomllib.loads(standard_text(game))


def root_of(game: Game) -> reading.ReadDefinition:
    """What reads a whole pack.

    Raises:
        NoForms: the game does not say.

    """
    found = game.pack_definition()
    if found is None:
        raise NoForms(game.name)
    read_pack(game.name, "")
    return reading.reader_of(found.definition)


def plain(reader: reading.Reader) -> reading.Reader:
    """A reader without its conversion."""
    while isinstance(reader, reading.ReadVia):
        reader = reader.reader
    return reader


def field_reader(reader: reading.Reader, key: str, row: Any) -> reading.Reader:
    """What reads a field of a row; anything where its definition does not know it."""
    reader = plain(reader)
    if isinstance(reader, reading.ReadTable):
        return reader.item
    if isinstance(reader, reading.ReadWord) and isinstance(row, dict):
        word = row.get(reading.WORD)
        reader = reader.readers.get(word, reader) if isinstance(word, str) else reader
    if isinstance(reader, reading.ReadDefinition):
        return next((one.reader for one in reader.fields if one.key == key), reading.ReadAnything())
    return reading.ReadAnything()


def rows_of(reader: reading.Reader) -> reading.ReadDefinition | None:
    """What reads the rows of a list of rows; None for any other reader."""
    reader = plain(reader)
    item = plain(reader.item) if isinstance(reader, reading.ReadList) else None
    return item if isinstance(item, reading.ReadDefinition) else None


class Labels:
    """What keys and words are called in a language; without a message, by themselves."""

    def __init__(self, language: str) -> None:
        self.catalogue = load_catalogue("workshop", language)

    def word(self, word: str) -> str:
        return self.of("word", word)

    def of(self, group: str, word: object) -> str:
        text = str(word)
        id = f"{group}.{text.lower().replace(' ', '_')}"
        return self.catalogue.text(id) if self.catalogue.has(id) else text.replace("_", " ")


class Forms:
    """The sections of a game's packs and the definitions that their rows refer to."""

    def __init__(self, game: Game, language: str) -> None:
        self.labels = Labels(language)
        found = game.pack_definition()
        self.unread = set(found.unread if found else ())
        self.sections: list[WorkshopSection] = []
        self.definitions: dict[str, list[FormField]] = {}
        self.names: dict[reading.ReadDefinition, str] = {}
        for field in root_of(game).fields:
            self.add_section([field.key], plain(field.reader))

    def add_section(self, way: list[str], reader: reading.Reader) -> None:
        """A table or list of the file, and the lists of rows inside it."""
        if way[-1] in NOT_OFFERED or ".".join(way) in self.unread:
            return
        item = rows_of(reader)
        below = way if item is None else [*way, EACH]
        definition = item or reader
        if not isinstance(definition, reading.ReadDefinition):
            return
        key = reader.key if isinstance(reader, reading.ReadList) else ""
        name = self.define(definition, below, hidden=key)
        if self.definitions[name]:
            title = self.labels.of("label", way[-1])
            self.sections.append(WorkshopSection(way=below, title=title, of=name))
        for field in definition.fields:
            if is_section(field.reader, below):
                self.add_section([*below, field.key], plain(field.reader))

    def define(self, reader: reading.ReadDefinition, way: list[str], hidden: str = "") -> str:
        if reader in self.names:
            return self.names[reader]
        name = str(reader.definition.__name__)
        while name in self.definitions:  # an effect may be called like a row
            name += "_"
        self.names[reader] = name
        fields = self.definitions[name] = []
        for field in reader.fields:
            below = [*way, field.key]
            if field.key in (hidden, *NOT_OFFERED) or ".".join(below) in self.unread:
                continue
            if is_section(field.reader, way):
                continue
            node = self.node(field.reader, below)
            if node is not None:
                label = self.labels.of("label", field.key)
                fields.append(
                    FormField(key=field.key, label=label, optional=field.optional, node=node)
                )
        return name

    def node(self, reader: reading.Reader, way: list[str]) -> FormNode | None:
        """What a field may be; None where it has one value only, or none that a form can show."""
        reader = plain(reader)
        if isinstance(reader, reading.ReadValue):
            return self.value(reader.hint)
        if isinstance(reader, reading.ReadDefinition):
            return FormNode(kind="group", of=[self.define(reader, way)])
        if isinstance(reader, reading.ReadWord):
            return FormNode(
                kind="effect",
                words=[self.word("op", word) for word in reader.readers],
                of=[self.define(one, [*way, word]) for word, one in reader.readers.items()],
            )
        if isinstance(reader, reading.ReadList | reading.ReadTable):
            item = self.node(reader.item, [*way, EACH])
            kind: Literal["list", "table"] = (
                "list" if isinstance(reader, reading.ReadList) else "table"
            )
            return None if item is None else FormNode(kind=kind, item=item)
        return None

    def word(self, group: str, word: object) -> FormWord:
        return FormWord(word=str(word), label=self.labels.of(group, word))

    def value(self, hint: Any) -> FormNode | None:
        kind = reading.without_metadata(hint)
        node = self.plain_value(kind)
        for note in reading.metadata(hint):
            if isinstance(note, reading.Among):
                words = [self.word("word", word) for word in note.words]
                node = FormNode(kind="choice", words=words)
            elif isinstance(note, reading.Between) and node is not None:
                node.low, node.high = note.low, note.high
        return node

    def plain_value(self, kind: Any) -> FormNode | None:
        if kind is bool:
            return FormNode(kind="flag")
        if kind in (int, float):
            return FormNode(kind="number", whole=kind is int)
        if kind is str:
            return FormNode(kind="text")
        parts = get_args(kind)
        if get_origin(kind) is Literal and len(parts) > 1:
            return FormNode(kind="choice", words=[self.word("word", part) for part in parts])
        if get_origin(kind) in (Union, UnionType):
            return self.either(parts)
        if get_origin(kind) in (tuple, list):
            item = self.value(parts[0])
            if item is None or item.kind == "list":
                return None
            length = 0 if Ellipsis in parts or get_origin(kind) is list else len(parts)
            few = self.few_numbers(item) if length == 0 else []
            return FormNode(kind="list", words=few, item=item, length=length)
        return None

    def few_numbers(self, item: FormNode) -> list[FormWord]:
        """All numbers of a short range: each is in the list, or it is not."""
        low, high = item.low, item.high
        if item.kind != "number" or item.words or low is None or high is None:
            return []
        if high - low > FEW_NUMBERS:
            return []
        return [self.word("word", number) for number in range(int(low), int(high) + 1)]

    def either(self, parts: tuple[Any, ...]) -> FormNode | None:
        """A number, or a word instead of it."""
        words = [
            self.word("word", word)
            for part in parts
            if get_origin(part) is Literal
            for word in get_args(part)
        ]
        nodes = [self.value(part) for part in parts if get_origin(part) is not Literal]
        numbers = [node for node in nodes if node is not None and node.kind == "number"]
        if not numbers:
            return FormNode(kind="choice", words=words) if words else None
        numbers[0].words = words
        return numbers[0]


def is_section(reader: reading.Reader, way: list[str]) -> bool:
    """Rows with a key of their own, and those of a table of the file, have a section."""
    reader = plain(reader)
    if rows_of(reader) is None:
        return False
    assert isinstance(reader, reading.ReadList)
    return len(way) == 1 or (bool(reader.key) and way.count(EACH) == 1)


# Rows.


def key_of(reader: reading.ReadList, number: int, row: Any) -> str | int:
    """What names a row in a path: its key, or its number."""
    key = row.get(reader.key) if reader.key and isinstance(row, dict) else None
    return key if isinstance(key, str) and key else number


def rows_along(
    way: list[str], reader: reading.Reader, value: Any, path: Path, source: str
) -> list[tuple[Path, dict[str, Any], str]]:
    """The rows that a section's way leads to, each with its path and its source."""
    reader = plain(reader)
    if isinstance(value, dict):
        source = str(value.get("source", source))
    if not way:
        return [(path, value, source)] if isinstance(value, dict) else []
    if isinstance(reader, reading.ReadList):
        return [
            found
            for number, row in enumerate(value if isinstance(value, list) else ())
            for found in rows_along(
                way[1:], reader.item, row, (*path, key_of(reader, number, row)), source
            )
        ]
    if not isinstance(reader, reading.ReadDefinition) or not isinstance(value, dict):
        return []
    inner = next((field.reader for field in reader.fields if field.key == way[0]), None)
    if inner is None or way[0] not in value:
        return []
    return rows_along(way[1:], inner, value[way[0]], (*path, way[0]), source)


def workshop(game: Game, language: str) -> Workshop:
    """A game's standard pack with its forms."""
    forms = Forms(game, language)
    titles = row_titles(game, language)
    rows: list[WorkshopRow] = []
    used: list[tuple[str, Any]] = []
    called: list[dict[str, str]] = []
    for number, section in enumerate(forms.sections):
        found = list(rows_along(section.way, root_of(game), standard_tables(game.name), (), ""))
        ids = Counter(str(path[-1]) for path, _, _ in found)
        called.append(
            {
                str(path[-1]): titles[path] if ids[str(path[-1])] == 1 else str(path[-1])
                for path, _, _ in found
                if isinstance(path[-1], str)
            }
        )
        for path, row, source in found:
            used.append((section.of, row))
            rows.append(
                WorkshopRow(
                    path=list(path),
                    section=number,
                    name=titles[path],
                    source=source,
                    words=own_words_of(game, path, row),
                    counts=row.get("source") == "designed",
                )
            )
    offer_names(forms.definitions, used, called, forms.labels.word)
    return Workshop(
        game=game.name,
        hash=game.content().hash,
        sections=forms.sections,
        definitions=forms.definitions,
        rows=rows,
        content=without_remarks(standard_tables(game.name)),
    )


@cache
def row_titles(game: Game, language: str) -> dict[Path, str]:
    """What each row of the standard pack is called, also among those of the same name."""
    forms, names = Forms(game, language), names_of(game, language)
    titles: dict[Path, str] = {}
    for section in forms.sections:
        found = list(rows_along(section.way, root_of(game), standard_tables(game.name), (), ""))
        plainly = {path: row_name(path, row, names, forms.labels) for path, row, _ in found}
        alike = Counter(plainly.values())
        for path, row, _ in found:
            place = where(path, row, names) if alike[plainly[path]] > 1 else ""
            titles[path] = f"{plainly[path]}, {place}" if place else plainly[path]
        together = Counter(titles[path] for path in plainly)
        numbers: Counter[str] = Counter()
        for path in plainly:
            title = titles[path]
            numbers[title] += 1
            if together[title] > 1:
                titles[path] = f"{title} #{numbers[title]}"
    return titles


def where(path: Path, row: dict[str, Any], names: dict[str, str]) -> str:
    """The Biome or other place that a row belongs to; empty if it names none."""
    for id in (*reversed(path[:-1]), row.get("biome")):
        if isinstance(id, str) and id in names:
            return names[id]
    return ""


def own_words_of(game: Game, path: Path, row: dict[str, Any]) -> list[str]:
    """Which words of a row a pack may have in each language."""
    id = row.get("id")
    if not isinstance(id, str) or id != path[-1]:
        return []
    templates = game.catalogue("en").templates
    has_name = bool(row.get("name"))
    is_named = any(one in templates for one in game.name_templates(id, str(row.get("name", ""))))
    has_text = bool(row.get("text"))
    return [*([NAMES] if has_name or is_named else []), *([TEXTS] if has_text else [])]


def names_of(game: Game, language: str) -> dict[str, str]:
    """What players call the components, by their ids."""
    found: dict[str, str] = {}
    for entry in Components(game, language).entries:
        for id in (entry.id, *entry.ids):
            found.setdefault(id, entry.name)
    return found


def row_name(path: Path, row: dict[str, Any], names: dict[str, str], labels: Labels) -> str:
    last = path[-1]
    if isinstance(last, int):
        ends = [
            names.get(str(row[key])) or labels.of("word", row[key])
            for key in ("a", "b")
            if key in row
        ]
        return capital(" – ".join(ends)) or str(last + 1)
    if last in names:
        return names[last]
    if isinstance(row.get("name"), str):
        return str(row["name"])
    return capital(labels.of("label" if len(path) == 1 else "word", last))


def capital(text: str) -> str:
    """With a capital letter, as a name in a list has it."""
    return text[:1].upper() + text[1:]
