"""Messages as data (an id and its arguments) and the catalogues that turn them into sentences.

A template says `{name}` for the value as it is, `{name:group}` for the value's own name in a
group of the catalogue (`{name:Group}` at the start of a sentence), `{n:burst|bursts}` for a number
with its noun, and `{:detail}` for what a game works out from all the arguments together. A language
with more plural forms than two names them by their CLDR categories:
`{n:one=rok|few=lata|many=lat|other=roku}`.

A language is a folder of LOCALES, named by its tag (`it`, `pt-BR`). Missing templates are taken from English.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from babel import Locale

ENGLISH: Final = "en"
LOCALES: Final = Path(os.environ.get("EMBERTABLE_LOCALES") or Path(__file__).parents[1] / "locales")
"""One folder for each language, with a catalogue for each part of Embertable and each game."""

LANGUAGES: Final = (
    ENGLISH,
    *sorted(
        folder.name for folder in LOCALES.iterdir() if folder.is_dir() and folder.name != ENGLISH
    ),
)

Plain: TypeAlias = str | int | None
Value: TypeAlias = "Plain | Message | list[str] | list[Message] | tuple[str, ...] | tuple[int, ...]"


@dataclass
class Message:
    """A sentence as data: `id` names its template."""

    id: str
    arguments: Mapping[str, Value] = field(default_factory=dict)


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
        own: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language
        self.templates = templates
        self.namers = dict(namers or {})
        self.details = dict(details or {})
        self.own: Mapping[str, str] = own or {}
        """What stands for names that are written as they are."""

    def with_namers(
        self, namers: Mapping[str, Namer], details: Mapping[str, Detail] | None = None
    ) -> Catalogue:
        return Catalogue(
            self.language,
            self.templates,
            {**self.namers, **namers},
            {**self.details, **(details or {})},
            self.own,
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
        found = parsed(template)
        if len(found) == 1 and found[0][1] is None:
            return found[0][0]
        pieces: list[str] = []
        for text, name, spec in found:
            if text:
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
        if spec:
            namer = self.namers.get(spec)
            if namer is not None:
                return self.render(namer(value))
            if "|" in spec:
                return f"{numeral(value)} {self.plural(value, spec)}"
            if spec[0].isupper():
                name = self.name_of(value, spec[0].lower() + spec[1:])
                return name[:1].upper() + name[1:]
            return self.templates[f"{spec}.{value}"]
        if self.own and isinstance(value, str):
            return self.own.get(value, value)
        return numeral(value)

    def plural(self, value: Plain, spec: str) -> str:
        """The form of a noun after this number."""
        forms = plural_forms(spec)
        category = plural_category(self.language, value) if isinstance(value, int) else OTHER
        return forms.get(category) or forms[OTHER]

    def join(self, texts: list[str]) -> str:
        if not texts:
            return self.templates["list.nothing"]
        joined = texts[0]
        for place, text in enumerate(texts[1:], 2):
            link = "list.last" if place == len(texts) else "list.middle"
            joined = self.fill(self.templates[link], {"before": joined, "last": text})
        return joined


MINUS: Final = "\u2212"


def numeral(value: Plain) -> str:
    """A value as text; a number below zero has a minus sign, not a hyphen."""
    return MINUS + str(-value) if isinstance(value, int) and value < 0 else str(value)


OTHER: Final = "other"
"""The CLDR category that every language has."""

_forms: dict[str, dict[str, str]] = {}


def plural_forms(spec: str) -> dict[str, str]:
    """The forms of a noun by their CLDR categories; two without names are one and many."""
    known = _forms.get(spec)
    if known is None:
        forms = spec.split("|")
        if "=" in spec:
            known = {form.partition("=")[0]: form.partition("=")[2] for form in forms}
        else:
            known = {"one": forms[0], OTHER: forms[-1]}
        _forms[spec] = known
    return known


_categories: dict[tuple[str, int], str] = {}


def plural_category(language: str, value: int) -> str:
    """The CLDR category of a number in a language: one, few, many or another."""
    known = _categories.get((language, value))
    if known is None:
        known = _categories[language, value] = cldr(language).plural_form(value)
    return known


def decimal(language: str, number: str) -> str:
    """A number written with a point, with the decimal sign of a language."""
    if "." not in number or language == ENGLISH:
        return number
    from babel.numbers import get_decimal_symbol

    return number.replace(".", get_decimal_symbol(cldr(language)))


_cldr: dict[str, Locale] = {}


def cldr(language: str) -> Locale:
    """The CLDR data of a language (plural rules, number signs), loaded on first use."""
    known = _cldr.get(language)
    if known is None:
        # Importing Babel takes longer than importing all of the engine.
        from babel import Locale
        from babel.localedata import exists

        tags = (language.replace("-", "_"), language.partition("-")[0], ENGLISH)
        known = _cldr[language] = Locale.parse(next(tag for tag in tags if exists(tag)))
    return known


_parsed: dict[str, list[tuple[str, str | None, str]]] = {}


def parsed(template: str) -> list[tuple[str, str | None, str]]:
    """A parsed template, cached: pieces of text, each with the name and group that follow it."""
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
        templates = templates_of("engine", language)
        if part != "engine":
            templates.update(templates_of(part, language))
        known = _catalogues[part, language] = Catalogue(language, templates)
    return known


def templates_of(part: str, language: str, locales: Path = LOCALES) -> dict[str, str]:
    """The templates of a part in a language, with English for missing ones."""
    templates = read_catalogue(catalogue_file(part, ENGLISH, locales))
    translated = catalogue_file(part, language, locales)
    if language != ENGLISH and translated.is_file():
        templates.update(read_catalogue(translated))
    return templates


def catalogue_file(part: str, language: str, locales: Path = LOCALES) -> Path:
    return locales / language / f"{part}.toml"


def language_for(wanted: Iterable[str]) -> str:
    """The first language we have, matched by its whole tag or its prefix; else English."""
    for tag in wanted:
        asked = tag.strip().replace("_", "-").partition(".")[0].lower()
        for language in LANGUAGES:
            if language.lower() == asked:
                return language
        for language in LANGUAGES:
            if language.lower().partition("-")[0] == asked.partition("-")[0]:
                return language
    return ENGLISH
