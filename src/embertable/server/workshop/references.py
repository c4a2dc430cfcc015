"""Texts of a form that name something: a list of names to choose from, instead of an id to type."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from embertable.server.workshop.types import FormField, FormNode, FormWord

WORD = re.compile(r"[a-z][a-z0-9_]*")
"""What looks like a word of the file and not like one that a person wrote."""
Definitions = Mapping[str, Sequence[FormField]]
Names = Mapping[str, str]


def offer_names(
    definitions: Definitions,
    rows: Sequence[tuple[str, Any]],
    sections: Sequence[Names],
    word: Callable[[str], str],
) -> None:
    """Make a choice of each text that is always the id of a row, or one of a few words.

    Args:
        definitions: the forms, which are changed.
        rows: the definition and the values of each row.
        sections: what the rows of each section are called, by their ids.
        word: what any other word is called.

    """
    used: dict[int, Counter[str]] = defaultdict(Counter)
    nodes: dict[int, FormNode] = {}
    for definition, value in rows:
        for node, text in texts_in(definitions, definition, value):
            used[id(node)][text] += 1
            nodes[id(node)] = node
    known = {id: name for names in sections for id, name in names.items()}
    for place, texts in used.items():
        if set(texts) <= set(known):
            meant = sections_of(set(texts), sections)
            offered = {id: name for names in meant for id, name in names.items()}
        elif len(texts) < texts.total() and all(map(WORD.fullmatch, texts)):
            offered = {text: known.get(text) or word(text) for text in sorted(texts)}
        else:
            continue
        node = nodes[place]
        node.kind = "choice"
        node.words = [FormWord(word=word, label=name) for word, name in offered.items()]


def sections_of(texts: set[str], sections: Sequence[Names]) -> list[Names]:
    """The fewest sections that have all of these ids, as a rule the one that is meant."""
    left, found = set(texts), []
    for names in sorted(sections, key=lambda names: -len(texts & set(names))):
        if left & set(names):
            left -= set(names)
            found.append(names)
    return found


def texts_in(
    definitions: Definitions, definition: str, value: Any
) -> Iterator[tuple[FormNode, str]]:
    for field in definitions.get(definition, ()):
        if isinstance(value, dict) and field.key in value:
            yield from texts_of(definitions, field.node, value[field.key])


def texts_of(
    definitions: Definitions, node: FormNode, value: Any
) -> Iterator[tuple[FormNode, str]]:
    """The texts inside a value, each with the node that describes it."""
    if node.kind == "text":
        yield node, str(value)
    elif node.kind == "group":
        yield from texts_in(definitions, node.of[0], value)
    elif node.kind == "effect":
        for word, of in zip(node.words, node.of, strict=True):
            if isinstance(value, dict) and value.get("op") == word.word:
                yield from texts_in(definitions, of, value)
    elif node.item is not None:
        items = value.values() if isinstance(value, dict) else value
        for one in items if isinstance(value, (dict, list)) else ():
            yield from texts_of(definitions, node.item, one)
