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
from typing import TypeAlias

LANGUAGES = ("en", "it")

Plain: TypeAlias = str | int | None
Value: TypeAlias = "Plain | Message | list[str] | list[Message] | tuple[str, ...] | tuple[int, ...]"


@dataclass
class Message:
    """A sentence to be: `id` names its template."""

    id: str
    arguments: Mapping[str, Value]

    def __init__(self, id: str, arguments: Mapping[str, Value] | None = None) -> None:
        self.id = id
        self.arguments = {} if arguments is None else arguments


Namer = Callable[[Plain], Message]
Detail = Callable[[Mapping[str, Value]], Message]


class Words:
    """One language's templates, and the names that are computed rather than listed."""

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
    ) -> Words:
        return Words(
            self.language,
            self.templates,
            {**self.namers, **namers},
            {**self.details, **(details or {})},
        )

    def has(self, id: str) -> bool:
        return id in self.templates

    def say(self, message: Message) -> str:
        return self.fill(self.templates[message.id], message.arguments)

    def tell(self, id: str, **arguments: Value) -> str:
        return self.say(Message(id, arguments))

    def fill(self, template: str, arguments: Mapping[str, Value]) -> str:
        pieces: list[str] = []
        for text, name, spec in parsed(template):
            pieces.append(text)
            if name == "":
                pieces.append(self.say(self.details[spec](arguments)))
            elif name is not None:
                pieces.append(self.word(arguments[name], spec))
        return "".join(pieces)

    def word(self, value: Value, spec: str) -> str:
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, (tuple, list)):
            return self.join([self.word(one, spec) for one in value])
        if "|" in spec:
            forms = spec.split("|")
            return f"{value} {forms[0] if value in {1, -1} else forms[-1]}"
        if spec in self.namers:
            return self.say(self.namers[spec](value))
        if spec:
            return self.templates[f"{spec}.{value}"]
        return str(value)

    def join(self, words: list[str]) -> str:
        if not words:
            return self.templates["list.nothing"]
        if len(words) == 1:
            return words[0]
        last = self.fill(self.templates["list.last"], {"before": words[-2], "last": words[-1]})
        return ", ".join([*words[:-2], last])


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


_engine_words: dict[str, Words] = {}


def engine_words(language: str) -> Words:
    """The words that every game shares: errors, lists, seats."""
    if language not in _engine_words:
        path = Path(__file__).parent / "words" / f"{language}.toml"
        _engine_words[language] = Words(language, read_catalogue(path))
    return _engine_words[language]


def load_words(folder: Path, language: str) -> Words:
    """A game's own words on top of the shared ones."""
    own = read_catalogue(folder / f"{language}.toml")
    return Words(language, {**engine_words(language).templates, **own})
