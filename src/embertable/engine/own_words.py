"""Names and texts that a content pack brings in several languages.

    [names.it]
    A01 = "Cucciolo"          # the row with this id, wherever it is in the file
    [texts.it]
    wyvern = "Costa tre ceppi."

A name stands wherever the row's own would stand. Only rows that have a text in the file may have another; where the
text is made from effects, it says what they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from embertable.engine.errors import BadContent

NAMES: Final = "names"
TEXTS: Final = "texts"
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 300
LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class OwnWords:
    """The names and texts of one pack: by language, then by the id of the row."""

    def __init__(self) -> None:
        self.names: dict[str, dict[str, str]] = {}
        self.texts: dict[str, dict[str, str]] = {}
        self.written: dict[str, tuple[str, str]] = {}
        """The name and text that the file has for each of these rows."""
        self.catalogues: dict[str, Any] = {}
        """The game's catalogues with these words, by language."""

    def has(self, language: str) -> bool:
        return bool(self.names.get(language) or self.texts.get(language))

    def values(self, language: str) -> dict[str, str]:
        """What to write instead of the names and texts of the file."""
        found: dict[str, str] = {}
        for words, which in ((self.names, 0), (self.texts, 1)):
            for id, text in words.get(language, {}).items():
                if written := self.written[id][which]:
                    found[written] = text
        return found


def take_own_words(tables: dict[str, Any], file: str, named: Sequence[str] = ()) -> OwnWords:
    """Take the own words out of a pack's tables, so that the rest is the game's.

    Args:
        tables: the whole file, without these words afterwards.
        file: its name in errors.
        named: lists whose rows have a name though the file does not write it.

    Raises:
        BadContent: a language, row or word is none.

    """
    found = OwnWords()
    own = {NAMES: tables.pop(NAMES, {}), TEXTS: tables.pop(TEXTS, {})}
    if not any(own.values()):
        return found
    rows = written_words(tables, named)
    for kind, longest in ((NAMES, LONGEST_NAME), (TEXTS, LONGEST_TEXT)):
        languages = own[kind]
        if not isinstance(languages, dict):
            raise BadContent(file, kind, "-", "is not a table of languages")
        for language, words in languages.items():
            if not LANGUAGE.fullmatch(language) or not isinstance(words, dict):
                raise BadContent(file, kind, language[:LONGEST_NAME], "is no language with words")
            place = f"{kind}.{language}"
            for id, text in words.items():
                has_name, name, written = rows.get(id, (False, "", ""))
                if not (has_name if kind == NAMES else written):
                    field = "name" if kind == NAMES else "text"
                    raise BadContent(file, place, id[:LONGEST_NAME], f"is no row with a {field}")
                if problem := problem_with(text, longest):
                    raise BadContent(file, place, id[:LONGEST_NAME], problem)
                held = found.names if kind == NAMES else found.texts
                held.setdefault(language, {})[id] = text
                found.written[id] = (name, written)
    return found


def problem_with(text: Any, longest: int) -> str:
    """Why a word cannot be shown; empty if it can."""
    if not isinstance(text, str) or not text.strip():
        return "is no text"
    if len(text) > longest:
        return f"is longer than {longest} letters"
    # Braces have a meaning in templates.
    if not text.isprintable() or "{" in text or "}" in text:
        return "has signs that cannot be shown"
    return ""


def written_words(tables: dict[str, Any], named: Sequence[str]) -> dict[str, tuple[bool, str, str]]:
    """Of every id: whether it has a name, and the name and text in the file; lists may share an id."""
    found: dict[str, tuple[bool, str, str]] = {}
    for section, id, row in rows_in(tables):
        has_name, name, text = found.get(id, (False, "", ""))
        name, text = name or text_in(row, "name"), text or text_in(row, "text")
        found[id] = (has_name or bool(name) or section in named, name, text)
    return found


def text_in(row: dict[str, Any], field: str) -> str:
    value = row.get(field)
    return value if isinstance(value, str) else ""


def rows_in(value: Any, section: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The rows with an id, each with the name of the list or table that it is in."""
    if isinstance(value, dict):
        id = value.get("id")
        if section and isinstance(id, str):
            yield section, id, value
        for key, one in value.items():
            yield from rows_in(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from rows_in(one, section)
