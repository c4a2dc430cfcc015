"""What is in a game's box: every card, ability and place by its name, with its text and source.

A game's folder here exports `components`; without it nothing is listed.
"""

from __future__ import annotations

import dataclasses
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.engine.catalogue import ENGLISH, Catalogue, Message
from embertable.engine.content import Content
from embertable.engine.game import Game
from embertable.engine.near import did_you_mean
from embertable.engine.table import View
from embertable.games import part_of

OURS = "designed"
SOURCES = ("rulebook", "public", OURS)
PACK = "pack"
"""The source of a component that the printed game does not have."""


@dataclass
class Component:
    """One component as messages; `ids` are those that views use for it."""

    kind: str
    id: str
    name: Message
    text: Message
    ids: tuple[str, ...] = ()
    source: str = ""
    """Where no row of the content has its id."""


@dataclass
class Entry:
    """A component in a reader's language, and its name in English."""

    id: str
    kind: str
    name: str
    text: str
    source: str
    """A key of the catalogue's group `origin`."""
    ids: tuple[str, ...]
    english: str

    def names(self) -> tuple[str, str]:
        return folded(self.name), folded(self.english)


class Components:
    """All components of one game in one language."""

    def __init__(self, game: Game, language: str, content: Content | None = None) -> None:
        part = part_of(game, "text_view")
        listed: list[Component] = []
        if part is not None and hasattr(part, "components"):
            listed = part.components(content or game.content())
        catalogue = game.catalogue(language, None, content)
        english = game.catalogue(ENGLISH, None, content)
        sources = sources_of(game) if listed else {}
        self.entries = [entry_of(one, catalogue, english, sources) for one in listed]

    def named(self, words: str) -> list[Entry]:
        """Those whose name contains all words, in the reader's language or in English."""
        wanted = folded(words).split()
        if not wanted:
            return []
        found = [
            (folded(words) not in entry.names(), entry)
            for entry in self.entries
            if any(all(word in name for word in wanted) for name in entry.names())
        ]
        found.sort(key=lambda pair: pair[0])
        return [entry for _, entry in found]

    def search(self, words: str) -> list[Entry]:
        """The same, then those whose kind or text contains the words that the name lacks."""
        wanted = folded(words).split()
        named = self.named(words)
        told = [
            entry
            for entry in self.entries
            if wanted
            and entry not in named
            and all(word in folded(f"{entry.name} {entry.kind} {entry.text}") for word in wanted)
        ]
        return [*named, *told]

    def near(self, words: str) -> Message | str:
        """A remark with the name most like these words, or nothing."""
        names = [name for entry in self.entries for name in (entry.name, entry.english)]
        return did_you_mean(words, names)

    def on_table(self, view: View) -> list[Entry]:
        """Those that a view names, in its order."""
        by_id: dict[str, list[Entry]] = {}
        for entry in self.entries:
            for id in (entry.id, *entry.ids):
                by_id.setdefault(id, []).append(entry)
        found = [entry for text in texts_in(view) for entry in by_id.get(text, [])]
        return unique(found)

    def ours_on_table(self, view: View) -> list[str]:
        """The names of those that a view names and whose text or numbers are ours."""
        return sorted({entry.name for entry in self.on_table(view) if entry.source == OURS})

    def in_text(self, text: str) -> list[Entry]:
        """Those whose name a sentence contains."""
        return [entry for entry in self.entries if entry.name and entry.name in text]


def entry_of(
    one: Component, catalogue: Catalogue, english: Catalogue, sources: dict[str, str]
) -> Entry:
    return Entry(
        one.id,
        catalogue.text(f"component.{one.kind}"),
        capitalised(catalogue.render(one.name)),
        sentence(catalogue.render(one.text)),
        one.source or sources.get(one.id, PACK),
        one.ids,
        capitalised(english.render(one.name)),
    )


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capitalised(text.strip())
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def unique(entries: Iterable[Entry]) -> list[Entry]:
    """Each once; components that read alike count as one."""
    found: dict[tuple[str, str, str], Entry] = {}
    for entry in entries:
        found.setdefault((entry.kind, entry.name, entry.text), entry)
    return list(found.values())


def texts_in(value: Any) -> Iterator[str]:
    """Every string of a view, in the order of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from texts_in(key)
            yield from texts_in(one)
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from texts_in(one)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from texts_in(getattr(value, field.name))


_printed: dict[tuple[str, str], Components] = {}


def printed_components(game: Game, language: str) -> Components:
    """The components of the printed game; made once."""
    key = game.name, language
    if key not in _printed:
        _printed[key] = Components(game, language)
    return _printed[key]


def lines_on_sources(
    game: Game, view: View, catalogue: Catalogue, content: Content | None = None
) -> list[str]:
    """A line that names what is ours on a table, if anything is; a pack's values are its author's."""
    if content is not None and content.hash != game.content().hash:
        return []
    names = printed_components(game, catalogue.language).ours_on_table(view)
    return [catalogue.text("origin.here", names=names)] if names else []


_sources: dict[str, dict[str, str]] = {}


def sources_of(game: Game) -> dict[str, str]:
    """Where each row of the printed game's content comes from, by its id; read once."""
    if game.name not in _sources:
        found: dict[str, str] = {}
        for file in sorted((game.folder() / "content").glob("*.toml")):
            with file.open("rb") as opened:
                collect(tomllib.load(opened), PACK, found)
        _sources[game.name] = found
    return _sources[game.name]


def counts_by_source(game: Game) -> dict[str, int]:
    """How many rows of the content come from the rulebook, from public pages, or are ours."""
    counted = Counter(sources_of(game).values())
    return {source: counted[source] for source in SOURCES if counted[source]}


def collect(value: Any, source: str, found: dict[str, str]) -> None:
    """Rows inside a row take its source unless they name their own.

    A field such as `dice_source` speaks for one field; the whole row is ours if one field is.
    """
    if isinstance(value, dict):
        source = value.get("source", source)
        partly = any(one == OURS for name, one in value.items() if name.endswith("_source"))
        if isinstance(value.get("id"), str):
            found.setdefault(value["id"], OURS if partly else source)
        for one in value.values():
            collect(one, source, found)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            collect(one, source, found)


def folded(text: str) -> str:
    """In lower case, without accents and with plain apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()
