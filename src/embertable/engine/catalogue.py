"""Messages as data (an id and its arguments) and the catalogues that turn them into sentences.

A template says `{name}` for the value as it is, `{name:group}` for the value's own name in a
group of the catalogue, `{n:burst|bursts}` for a number with its noun, and `{:detail}` for what a
game works out from all the arguments together.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Final, TypeAlias

LOCALES: Final = Path(__file__).parents[1] / "locales"
"""One folder for each language, with a catalogue for each part of Embertable and each game."""

LANGUAGES: Final = tuple(sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()))

Plain: TypeAlias = str | int | None
Value: TypeAlias = "Plain | Message | list[str] | list[Message] | tuple[str, ...] | tuple[int, ...]"


@dataclass
class Message:
    """A sentence as data: `id` names its template."""

    id: str
    arguments: Mapping[str, Value]

    def __init__(self, id: str, arguments: Mapping[str, Value] | None = None) -> None:
        self.id = id
        self.arguments = {} if arguments is None else arguments


Namer = Callable[[Plain], Message]
Detail = Callable[[Mapping[str, Value]], Message]


class Catalogue:
    """The templates of one language, and the names that are computed rather than listed."""

    def __init__(
        self,
        language: str,
        templates: Mapping[str, str],
        namers: Mapping[str, Namer] | None = None,
        details: Mapping[str, Detail] | None = None,
    ) -> None:
        self.language = language
        self.templates = templates
        self.namers = dict(namers or {})
        self.details = dict(details or {})

    def with_namers(
        self, namers: Mapping[str, Namer], details: Mapping[str, Detail] | None = None
    ) -> Catalogue:
        return Catalogue(
            self.language,
            self.templates,
            {**self.namers, **namers},
            {**self.details, **(details or {})},
        )

    def has(self, id: str) -> bool:
        return id in self.templates

    def render(self, message: Message) -> str:
        """The sentence of a message in this language."""
        return self.fill(self.templates[message.id], message.arguments)

    def text(self, id: str, /, **arguments: Value) -> str:
        """The sentence of the message with this id and these arguments."""
        return self.render(Message(id, arguments))

    def fill(self, template: str, arguments: Mapping[str, Value]) -> str:
        pieces: list[str] = []
        for text, name, spec in parsed(template):
            pieces.append(text)
            if name == "":
                pieces.append(self.render(self.details[spec](arguments)))
            elif name is not None:
                pieces.append(self.name_of(arguments[name], spec))
        return "".join(pieces)

    def name_of(self, value: Value, spec: str) -> str:
        if isinstance(value, Message):
            return self.render(value)
        if isinstance(value, (tuple, list)):
            return self.join([self.name_of(one, spec) for one in value])
        if "|" in spec:
            forms = spec.split("|")
            return f"{value} {forms[0] if value in {1, -1} else forms[-1]}"
        if spec in self.namers:
            return self.render(self.namers[spec](value))
        if spec:
            return self.templates[f"{spec}.{value}"]
        return str(value)

    def join(self, texts: list[str]) -> str:
        if not texts:
            return self.templates["list.nothing"]
        if len(texts) == 1:
            return texts[0]
        last = self.fill(self.templates["list.last"], {"before": texts[-2], "last": texts[-1]})
        return ", ".join([*texts[:-2], last])


_parsed: dict[str, list[tuple[str, str | None, str]]] = {}


def parsed(template: str) -> list[tuple[str, str | None, str]]:
    """A template in pieces: a text, and the name and group of what follows it; taken apart once."""
    known = _parsed.get(template)
    if known is None:
        known = [(text, name, spec or "") for text, name, spec, _ in Formatter().parse(template)]
        _parsed[template] = known
    return known


def read_catalogue(path: Path) -> dict[str, str]:
    """Read a catalogue's groups as ids such as `event.Recruited`."""
    with path.open("rb") as file:
        groups = tomllib.load(file)
    found: dict[str, str] = {}
    for group, entries in groups.items():
        for name, template in entries.items():
            found[f"{group}.{name}"] = template
    return found


_catalogues: dict[tuple[str, str], Catalogue] = {}


def load_catalogue(part: str, language: str) -> Catalogue:
    """The catalogue of one part of Embertable, on top of what all parts share; read once."""
    known = _catalogues.get((part, language))
    if known is None:
        templates = read_catalogue(catalogue_file("engine", language))
        if part != "engine":
            templates = {**templates, **read_catalogue(catalogue_file(part, language))}
        known = _catalogues[part, language] = Catalogue(language, templates)
    return known


def catalogue_file(part: str, language: str, locales: Path = LOCALES) -> Path:
    return locales / language / f"{part}.toml"
