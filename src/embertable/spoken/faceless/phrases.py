"""The words of this table's picture and sentences, on top of those of the game."""

from __future__ import annotations

from pathlib import Path

from embertable.engine.words import Message, Plain, Words, read_catalogue

_own: dict[str, dict[str, str]] = {}


def with_phrases(words: Words) -> Words:
    language = words.language
    if language not in _own:
        _own[language] = read_catalogue(Path(__file__).parent / "words" / f"{language}.toml")
    templates = {**words.templates, **_own[language]}
    namers = {**words.namers, "recalled": name_recalled}
    return Words(language, templates, namers, words.details)


def name_recalled(value: Plain) -> Message:
    """A Memory that can still be used says what for."""
    return Message("recalled.known", {"memory": value})
