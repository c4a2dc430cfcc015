"""The words of this table's picture and sentences, on top of those of the game."""

from __future__ import annotations

from embertable.engine.catalogue import Catalogue, Message, Plain, templates_of

_own: dict[str, dict[str, str]] = {}


def with_phrases(catalogue: Catalogue) -> Catalogue:
    language = catalogue.language
    if language not in _own:
        _own[language] = templates_of("faceless_text_view", language)
    templates = {**catalogue.templates, **_own[language]}
    namers = {**catalogue.namers, "recalled": name_recalled}
    return Catalogue(language, templates, namers, catalogue.details)


def name_recalled(value: Plain) -> Message:
    """A Memory that can still be used says what for."""
    return Message("recalled.known", {"memory": value})
