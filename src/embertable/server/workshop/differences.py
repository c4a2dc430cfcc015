"""What differs between two packs, row by row and field by field, in words."""

from __future__ import annotations

from typing import Any

from embertable.engine import content as reading
from embertable.engine.game import Game
from embertable.engine.own_words import NAMES, TEXTS
from embertable.server.errors import render
from embertable.server.workshop.forms import (
    EACH,
    Labels,
    Path,
    field_reader,
    is_section,
    key_of,
    names_of,
    plain,
    root_of,
    row_name,
    row_titles,
    rows_of,
)
from embertable.server.workshop.toml_text import same
from embertable.server.workshop.types import PackDifference

OWN = {NAMES: "workshop.names", TEXTS: "workshop.texts"}
"""The own words of a pack, and how a difference calls them."""
MOST = 2000
LONGEST = 300
REMARKS = ("note", "source_note")


class Differences:
    def __init__(self, game: Game, language: str) -> None:
        self.labels = Labels(language)
        self.language = language
        self.names = names_of(game, language)
        self.titles = row_titles(game, language)
        self.found: list[PackDifference] = []
        self.rows: dict[Path, Any] = {}

    def compare(self, reader: reading.Reader, old: Any, new: Any, path: Path, row: Path) -> None:
        """Rows and groups are followed into; everything else is told as a whole."""
        reader = plain(reader)
        if same(old, new) or len(self.found) >= MOST:
            return
        if is_group(old) and is_group(new):
            for key in [*old, *(key for key in new if key not in old)]:
                if key not in REMARKS:
                    here = (*path, key)
                    below = field_reader(reader, key, new)
                    self.compare(below, old.get(key), new.get(key), here, row or here)
        elif isinstance(old, list) and isinstance(new, list) and has_rows(reader, path):
            assert isinstance(reader, reading.ReadList)
            theirs = {key_of(reader, number, one): one for number, one in enumerate(old)}
            ours = {key_of(reader, number, one): one for number, one in enumerate(new)}
            for key in [*theirs, *(key for key in ours if key not in theirs)]:
                here = (*path, key)
                self.rows[here] = ours.get(key) or theirs.get(key)
                self.compare(reader.item, theirs.get(key), ours.get(key), here, here)
        else:
            self.add(path, old, new, row)

    def compare_words(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        """The names and texts of a pack's own, each by itself."""
        for kind, label in OWN.items():
            before, after = words_in(old.get(kind)), words_in(new.get(kind))
            for language, id in [*before, *(key for key in after if key not in before)]:
                mine, theirs = after.get((language, id)), before.get((language, id))
                if mine != theirs:
                    field = render(self.language, label, language=language.upper())
                    shown = theirs or (self.names.get(id) if kind == NAMES else None)
                    self.found.append(
                        PackDifference(
                            path=[kind, language, id],
                            name=self.names.get(id, id),
                            field=field,
                            before=self.told(shown),
                            after=self.told(mine),
                        )
                    )

    def add(self, path: Path, old: Any, new: Any, row: Path) -> None:
        words = [part for part in path[len(row) :] if isinstance(part, str)]
        value = self.rows.get(row)
        self.found.append(
            PackDifference(
                path=list(path),
                name=self.titles.get(row)
                or row_name(row, value if isinstance(value, dict) else {}, self.names, self.labels),
                field=", ".join(self.labels.of("label", word) for word in words),
                before=self.told(old),
                after=self.told(new),
            )
        )

    def told(self, value: Any) -> str:
        """A value as a person would say it."""
        text = self.words_of(value)
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"

    def words_of(self, value: Any) -> str:
        if value is None or value in ([], {}):
            return render(self.language, "workshop.nothing")
        if isinstance(value, bool):
            return render(self.language, "workshop.yes" if value else "workshop.no")
        if isinstance(value, str):
            return self.names.get(value) or self.labels.of("word", value)
        if isinstance(value, list):
            return ", ".join(map(self.words_of, value))
        if isinstance(value, dict):
            parts = [
                f"{self.labels.of('label', key)} {self.words_of(one)}"
                for key, one in value.items()
                if key not in ("op", *reading.REMARKS)
            ]
            inside = ", ".join(parts)
            if "op" not in value:
                return inside
            word = self.labels.of("op", value["op"])
            return f"{word} ({inside})" if inside else word
        return str(value)


def words_in(languages: Any) -> dict[tuple[str, str], Any]:
    """Own words by language and row, whatever somebody wrote there."""
    if not isinstance(languages, dict):
        return {}
    return {
        (language, id): text
        for language, words in languages.items()
        if isinstance(words, dict)
        for id, text in words.items()
    }


def is_group(value: Any) -> bool:
    """Whether a value is a table that is no effect."""
    return isinstance(value, dict) and not isinstance(value.get("op"), str)


def has_rows(reader: reading.Reader, path: Path) -> bool:
    """Whether a list at this path is a section of rows."""
    way = [EACH if number % 2 else str(key) for number, key in enumerate(path[:-1])]
    return is_section(reader, way) if way else rows_of(reader) is not None


def difference_list(
    game: Game, old: dict[str, Any], new: dict[str, Any], language: str
) -> list[PackDifference]:
    found = Differences(game, language)
    before, after = (
        {key: one for key, one in tables.items() if key not in OWN} for tables in (old, new)
    )
    found.compare(root_of(game), before, after, (), ())
    found.compare_words(old, new)
    return found.found
