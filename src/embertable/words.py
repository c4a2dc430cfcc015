"""What the commands say, on top of the words that every game shares."""

from __future__ import annotations

from pathlib import Path

from embertable.engine.errors import EmbertableError
from embertable.engine.words import Words, load_words

_words: dict[str, Words] = {}


def command_words(language: str) -> Words:
    if language not in _words:
        _words[language] = load_words(Path(__file__).parent / "words", language)
    return _words[language]


class CommandError(EmbertableError):
    """An error whose sentence stands in this package's own catalogue."""

    def __str__(self) -> str:
        return command_words("en").say(self.message)
