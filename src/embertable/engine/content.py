"""Content packs: a game's components as TOML, read into typed definitions by their annotations.

A definition is a plain dataclass. Its annotations say what a row may hold; a field with a default may
be left out; the remarks `source`, `note` and `source_note` are ignored, other unknown fields refused::

    @dataclass
    class Die:
        colour: Annotated[str, Among(COLOURS)]               # one of these words
        sides: Annotated[int, Between(1, 20)] = 6            # a range, both ends included
        faces: tuple[str, ...] = ()                          # `str` is a word: never empty
        per_round: Annotated[int, Named("rerolls_per_round")] = 0   # the field's name in the file

    @dataclass
    class Pack:
        meta: Meta                                           # a table: a row within the row
        die: Annotated[tuple[Die, ...], Keyed("colour")]     # [[die]]: `id`, or this field, names a row
        price: dict[str, Price]                              # [price.red], [price.blue], …
        remarks: Any = None                                  # accepted unchanged
        total: Annotated[int, Derived()] = 0                 # not in the file; `check` or the game sets it

        def check(self, row: Row) -> None:                   # optional: what one row must satisfy
            if not self.die:
                raise row.wrong("die", "is empty; a game needs one")

    pack, hash = read_pack(path, Pack)                       # or read_row(Pack, file, table, row)

A definition with subclasses is an effect vocabulary: the row's field `op` names the subclass in
snake_case (`{ op = "gain_points", n = 2 }` is read as `GainPoints(n=2)` or `GainPointsEffect(n=2)`), and
`tuple[Annotated[Effect, OneOf(GainPoints, LosePoints)], ...]` restricts it. `Via(int | Literal["all"],
as_number)` reads a field as another type and converts it; a ValueError says what is wrong. Literal,
unions and nested tuples work as in msgspec, which converts the values; a wrong one becomes a
`BadContent` with file, row and field.
Checks across rows belong to the game: `raise BadContent(file, "companion A01", "deck", "…")`.

mypyc drops annotations, so the build stores them as text in each compiled module (ANNOTATIONS). It also
turns every class variable of a dataclass into a field, so do not put `ClassVar` into a definition.
A type alias at module level must not use a Final tuple: write `A_COLOUR = Among(COLOURS)` and
`Colour = Annotated[str, A_COLOUR]`. Names in annotations are looked up in the definition's module.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from embertable.engine.errors import BadContent, UnreadableFile
from embertable.engine.own_words import OwnWords
from embertable.engine.versions import FIRST, Kind, is_version

PACK: Final = Kind("pack")

WHOLE_FILE = "(file)"
REMARKS = ("source", "note", "source_note")
LONGEST = 60
MOST_NAMED = 12
DEEPEST: Final = 500
"""Longer names of rows only come from endless nesting."""
MOST_KEY_PARTS: Final = 32
KEY_PART: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
LONG_KEY: Final = re.compile(rf"(?<![\w-])(?:{KEY_PART}[ \t]*\.[ \t]*){{{MOST_KEY_PARTS}}}")
"""A key such as `a.b.c` with too many parts, for which `tomllib` needs the square of their number."""
WORD: Final = "op"
"""The field that names an effect's class."""
ANNOTATIONS: Final = "ANNOTATIONS"

T = TypeVar("T")


class Content:
    """The components of one game, loaded once and shared; `hash` identifies the pack."""

    def __init__(self, hash: str) -> None:
        self.hash = hash
        self.own = OwnWords()
        """The names and texts of a pack's own."""

    def with_words(self, own: OwnWords) -> Self:
        self.own = own
        return self


class PackDefinition:
    """The definition of a whole file, and the ways to values that no rule reads (see `unread`)."""

    def __init__(self, definition: type, unread: Sequence[str]) -> None:
        self.definition = definition
        self.unread = tuple(unread)


class Between:
    """A number from `low` to `high`."""

    # Any, because a compiled float would turn the limits of whole numbers into floats.
    def __init__(self, low: Any, high: Any) -> None:
        self.low = low
        self.high = high


class Among:
    """One of these words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)


class Named:
    """The field's name in the file, where Python's differs."""

    def __init__(self, name: str) -> None:
        self.name = name


class Keyed:
    """The field that names the rows of a list and must not repeat, instead of `id`."""

    def __init__(self, key: str) -> None:
        self.key = key


class OneOf:
    """The subclasses of a definition, or whole families of them, that are allowed here."""

    def __init__(self, *classes: type) -> None:
        self.classes = classes


class Derived:
    """A field that no file has: it gets its default or `value`, and may be set after reading."""

    def __init__(self, value: Any = None) -> None:
        self.value = value


class Via:
    """Read the field as another type and convert it."""

    def __init__(self, read_as: Any, convert: Callable[[Any], Any]) -> None:
        self.read_as = read_as
        self.convert = convert


def read_pack(path: Path, definition: type[T]) -> tuple[T, str]:
    """A file as one definition, and the hash of its bytes."""
    tables, hash = read_toml(path)
    return read_row(definition, path.name, tables), hash


def read_row(definition: type[T], file: str, fields: object, name: str = WHOLE_FILE) -> T:
    """One table as its definition."""
    row: T = reader_of(definition).read(fields, file, name, "")
    return row


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """A file's tables and the hash of its bytes."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(path.name, error) from error
    try:
        tables = parse_toml(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadContent(path.name, "-", "-", "is not a text file") from error
    except RecursionError as error:
        raise BadContent(path.name, "-", "-", "is nested too deeply") from error
    except ValueError as error:  # no TOML, or a number too long to read
        raise BadContent(path.name, "-", "-", str(error).rstrip(".")) from error
    return present_form(tables, path.name), hashlib.blake2b(text, digest_size=16).hexdigest()


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a text that a stranger may have sent.

    Raises:
        ValueError: it is no TOML, or has a key that nobody would write.
        RecursionError: it is nested too deeply.

    """
    if LONG_KEY.search(text):
        raise ValueError(f"has a key of more than {MOST_KEY_PARTS} parts")
    return tomllib.loads(text)


def present_form(tables: dict[str, Any], file: str) -> dict[str, Any]:
    """A pack's tables in their present form; `schema`, in the file or its `meta`, is their version."""
    meta = tables.get("meta")
    holders = [one for one in (tables, meta) if isinstance(one, dict) and "schema" in one]
    version = holders[0]["schema"] if holders else FIRST
    if not is_version(version):
        raise BadContent(file, WHOLE_FILE, "schema", f"is {short(version)}, and the first was 1")
    return PACK.upgrade(tables, version, file)


class Row:
    """One table of a file, with its place in errors."""

    def __init__(self, file: str, name: str, fields: object) -> None:
        self.file = file
        self.name = name
        if not isinstance(fields, dict):
            raise BadContent(file, name, "-", "is not a table")
        self.fields: dict[str, Any] = fields

    def wrong(self, field: str, problem: str) -> BadContent:
        return BadContent(self.file, self.name, field, problem)

    def only(self, *known: str) -> None:
        """Reject unknown fields: a misspelt one would be ignored silently."""
        for field in self.fields:
            if field not in known and field not in REMARKS:
                raise self.wrong(field, f"is not known here, where there are {some(known)}")


class Reader:
    """Reads the value of `field` in `row`; a value that is itself a row is named `row.field`."""

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        raise NotImplementedError


class ReadValue(Reader):
    """A word, a number, a flag, or a list of them."""

    def __init__(self, hint: Any) -> None:
        self.hint = hint
        self.type = msgspec_type(hint)

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        import msgspec

        try:
            return msgspec.convert(value, self.type)
        except msgspec.ValidationError as error:
            raise BadContent(file, row, field, problem(value, self.hint, str(error))) from error


class ReadAnything(Reader):
    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        return value


class ReadVia(Reader):
    def __init__(self, reader: Reader, convert: Callable[[Any], Any]) -> None:
        self.reader = reader
        self.convert = convert

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        read = self.reader.read(value, file, row, field)
        try:
            return self.convert(read)
        except ValueError as error:
            raise BadContent(file, row, field, str(error)) from error


class Field:
    def __init__(self, name: str, key: str, reader: Reader, optional: bool) -> None:
        self.name = name
        self.key = key
        self.reader = reader
        self.optional = optional


class ReadDefinition(Reader):
    """A table, by the fields of its dataclass."""

    def __init__(self, definition: type) -> None:
        self.definition: Any = definition
        self.fields: list[Field] = []
        self.known: list[str] = []
        self.given: dict[str, Any] = {}
        self.check: Any = getattr(definition, "check", None)

    def find_fields(self) -> None:
        hints = hints_of(self.definition)
        for name, field in self.definition.__dataclass_fields__.items():
            hint = hints[name]
            derived = [one for one in metadata(hint) if isinstance(one, Derived)]
            if derived:
                if not has_default(field):
                    self.given[name] = derived[0].value
                continue
            renamed = [one.name for one in metadata(hint) if isinstance(one, Named)]
            key = renamed[0] if renamed else name
            self.fields.append(Field(name, key, reader_for(hint), has_default(field)))
            self.known.append(key)

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        return self.read_row(table_at(file, row, field, value), "")

    def read_row(self, row: Row, word: str) -> Any:
        """`word` is the field that named this definition, if one did."""
        row.only(*self.known, *([word] if word else []))
        given = self.given.copy()
        for field in self.fields:
            if field.key in row.fields:
                value = row.fields[field.key]
                given[field.name] = field.reader.read(value, row.file, row.name, field.key)
            elif not field.optional:
                raise row.wrong(field.key, "is missing")
        made = self.definition(**given)
        if self.check is not None:
            self.check(made, row)
        return made


class ReadWord(Reader):
    """A table whose field `op` names one of several definitions."""

    def __init__(self, classes: Sequence[type]) -> None:
        self.readers = {word_of(cls): reader_of(cls) for cls in classes}

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        found = table_at(file, row, field, value)
        if WORD not in found.fields:
            raise found.wrong(WORD, "is missing")
        word = found.fields[WORD]
        if not isinstance(word, str) or word not in self.readers:
            raise found.wrong(WORD, f"is {short(word)}, not {one_of(tuple(self.readers))}")
        return self.readers[word].read_row(found, WORD)


class ReadList(Reader):
    """A list of tables, named by their key or numbered."""

    def __init__(self, item: Reader, key: str) -> None:
        self.item = item
        self.key = key

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        if not isinstance(value, list):
            raise BadContent(file, row, field, f"is {short(value)}, not a list")
        keys: list[str] = []
        found = []
        for number, one in enumerate(value, start=1):
            name = str(number)
            if self.key:
                key = one.get(self.key) if isinstance(one, dict) else None
                name = key if isinstance(key, str) and key else f"number {number}"
                keys.append(name)
            place = f"{inner(row, field)} {name[:LONGEST]}"
            if keys.count(name) > 1:
                raise BadContent(file, place, self.key, "stands twice")
            found.append(self.item.read(one, file, place, ""))
        return tuple(found)


class ReadTable(Reader):
    """A table whose keys are free."""

    def __init__(self, item: Reader) -> None:
        self.item = item

    def read(self, value: Any, file: str, row: str, field: str) -> Any:
        table = table_at(file, row, field, value)
        return {
            key: self.item.read(one, file, table.name, key)
            for key, one in table.fields.items()
            if key not in REMARKS
        }


READERS: Final[dict[type, ReadDefinition]] = {}


def reader_of(definition: type) -> ReadDefinition:
    if definition not in READERS:
        # Kept before its fields are read: an effect may hold effects.
        READERS[definition] = ReadDefinition(definition)
        READERS[definition].find_fields()
    return READERS[definition]


def reader_for(hint: Any) -> Reader:
    """What reads a value of this annotation."""
    notes = metadata(hint)
    for note in notes:
        if isinstance(note, Via):
            return ReadVia(reader_for(note.read_as), note.convert)
        if isinstance(note, OneOf):
            return ReadWord(
                [leaf for family in note.classes for leaf in leaves(family) or [family]]
            )
    kind = without_metadata(hint)
    if kind is Any:
        return ReadAnything()
    arguments = [one for one in get_args(kind) if one not in (type(None), Ellipsis)]
    if get_origin(kind) in (Union, UnionType) and len(arguments) == 1:  # … | None: may be left out
        return reader_for(arguments[0])
    if is_definition(kind):
        words = leaves(kind)
        return ReadWord(words) if words else reader_of(kind)
    if get_origin(kind) is dict:
        return ReadTable(reader_for(arguments[1]))
    if get_origin(kind) in (tuple, list) and holds_definitions(arguments[0]):
        keys = [note.key for note in notes if isinstance(note, Keyed)]
        item = reader_for(arguments[0])
        if not keys and isinstance(item, ReadDefinition) and "id" in item.known:
            keys.append("id")
        return ReadList(item, keys[0] if keys else "")
    return ReadValue(hint)


def is_definition(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__dataclass_fields__")


def holds_definitions(hint: Any) -> bool:
    kind = without_metadata(hint)
    return is_definition(kind) or any(holds_definitions(one) for one in get_args(kind))


def leaves(definition: type) -> list[type]:
    """The subclasses that have none themselves: the words of a vocabulary."""
    found: list[type] = []
    subclasses: list[type] = definition.__subclasses__()
    for cls in subclasses:
        found.extend(leaves(cls) or [cls])
    return found


def hints_of(definition: type) -> dict[str, Any]:
    """The annotations of a dataclass and its bases, evaluated."""
    hints: dict[str, Any] = {}
    for cls in reversed(definition.__mro__):
        module = vars(sys.modules[cls.__module__])
        if ANNOTATIONS in module and cls.__module__ != __name__:
            text = SimpleNamespace(__annotations__=module[ANNOTATIONS].get(cls.__name__, {}))
            hints.update(get_type_hints(text, module, include_extras=True))
        elif hasattr(cls, "__dataclass_fields__"):
            hints.update(get_type_hints(cls, include_extras=True))
    return hints


def has_default(field: Any) -> bool:
    from dataclasses import MISSING

    return field.default is not MISSING or field.default_factory is not MISSING


def metadata(hint: Any) -> tuple[Any, ...]:
    return tuple(hint.__metadata__) if get_origin(hint) is Annotated else ()


def without_metadata(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def table_at(file: str, row: str, field: str, value: object) -> Row:
    name = inner(row, field)
    if len(name) > DEEPEST:  # compiled code has no recursion limit to stop it
        raise BadContent(file, f"{name[:LONGEST]}…", "-", "is nested too deeply")
    return Row(file, name, value)


def inner(row: str, field: str) -> str:
    """The name of the row that is a field of another."""
    if not field:
        return row
    return field if row == WHOLE_FILE else f"{row}.{field}"


_words: dict[type, str] = {}


def word_of(effect: type) -> str:
    """The word that names an effect's class in a row."""
    if effect not in _words:
        _words[effect] = snake_case(effect.__name__.removesuffix("Effect"))
    return _words[effect]


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def msgspec_type(hint: Any) -> Any:
    """The annotation with our own notes in msgspec's terms."""
    import msgspec

    kind = without_metadata(hint)
    if kind is str:
        kind = Annotated[str, msgspec.Meta(min_length=1)]
    elif get_origin(kind) in (Union, UnionType):
        kind = Union[tuple([msgspec_type(one) for one in get_args(kind)])]  # noqa: UP007 (a tuple of types)
    elif get_origin(kind) in (tuple, list, dict):
        items = [one if one is Ellipsis else msgspec_type(one) for one in get_args(kind)]
        kind = get_origin(kind)[tuple(items)]
    for note in metadata(hint):
        if isinstance(note, Among):
            kind = Literal[note.words]
        elif isinstance(note, Between):
            kind = Annotated[kind, msgspec.Meta(ge=note.low, le=note.high)]
        elif isinstance(note, msgspec.Meta):
            kind = Annotated[kind, note]
    return kind


def problem(value: Any, hint: Any, error: str) -> str:
    """The problem with the value, and what is expected."""
    verb = "is"
    path = re.search(r" - at `\$(.*)`$", error)
    for index in re.findall(r"\[(\d+)\]", path[1]) if path else ():
        verb = "holds"
        value = value[int(index)]
        items = get_args(without_metadata(hint))
        hint = items[min(int(index), len(items) - 1)] if items[-1] is not Ellipsis else items[0]
    return f"{verb} {short(value)}, not {expected(hint)}"


def expected(hint: Any) -> str:
    """What an annotation asks for."""
    kind = without_metadata(hint)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join([expected(one) for one in get_args(kind)])
    if get_origin(kind) is Literal:
        return one_of([str(word) for word in get_args(kind)])
    limits = ""
    for note in metadata(hint):
        if isinstance(note, Among):
            return one_of(note.words)
        if isinstance(note, Between):
            limits = f" from {note.low} to {note.high}"
    if kind in (int, float):
        return f"a {'whole number' if kind is int else 'number'}{limits}"
    if kind is bool:
        return "true or false"
    if kind is str:
        return "a word"
    if get_origin(kind) is tuple and Ellipsis not in get_args(kind):
        return f"a list of {len(get_args(kind))}"
    return "a table" if get_origin(kind) is dict else "a list"


def one_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"one of {some(words)}"


def short(value: object) -> str:
    """A value as an error names it, cut when it is long."""
    try:
        shown = repr(value)
    except ValueError:  # Python does not write out a number of thousands of digits
        return "a huge number"
    except RecursionError:
        return "nested too deeply"
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def some(names: Sequence[str]) -> str:
    return ", ".join([*names[:MOST_NAMED], "…"] if len(names) > MOST_NAMED else names)
