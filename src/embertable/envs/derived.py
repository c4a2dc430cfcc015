"""Numbers for a game that has no folder here, derived from its actions and views.

The layout follows the annotations of the view. Words, arguments of actions and the room of lists come
from random games, so they may be incomplete: an unseen word is UNKNOWN, a longer list is cut after its
length, and an unseen option gets a spare number.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from itertools import cycle
from math import prod
from typing import Any, Union, get_args, get_origin, get_type_hints

from embertable.engine.chance import seeded
from embertable.engine.game import Game
from embertable.engine.table import Action, Drawn, View
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.numbering import FIXED
from embertable.envs.coding.shapes import (
    Many,
    Maybe,
    Number,
    Pairs,
    Record,
    Shape,
    Vocabulary,
    Word,
)
from embertable.envs.coding.writing import ViewWriter

GAMES = 24
DECISIONS = 5_000
"""Enough to see most of a game, and still only seconds."""
MOST_COMBINATIONS = 4_096
"""Of the arguments of one kind of action; with more, the widest argument gets no numbers."""


class UnknownLayout(Exception):
    """A view has a field whose annotation does not say how to write it as numbers."""


def derive(game: Game) -> Coder:
    sample = Sample(game)
    words = Vocabulary(sorted(sample.words))
    view = game.view(game.set_up({}, seeded(0)), 0)
    shape = Layout(sample, words).of(type(view), "")
    return Coder(game, words, shape, sample.values(), {}, ViewWriter(game, shape))


class Sample:
    """What random games showed: words, lengths of lists, arguments of actions."""

    def __init__(self, game: Game) -> None:
        self.words: set[str] = set()
        self.lengths: dict[str, int] = {}
        self.arguments: dict[str, set[Any]] = {
            f"{kind.__name__}.{name}": set()
            for kind in game.codec().classes.values()
            if issubclass(kind, Action) and not issubclass(kind, Drawn)
            for name in argument_names(kind)
        }
        decisions = 0
        for seed, options in zip(range(GAMES), cycle(game.variants()), strict=False):
            table = game.set_up(options, seeded(seed))
            chance = seeded(seed)
            while (choice := table.next_choice()) is not None:
                self.note(game.view(table, choice.answerers(table)[0]), "")
                offered = table.offered()
                for option in offered:
                    self.note_action(option)
                table.apply(chance.pick("sample", offered))
                decisions += 1
            if decisions > DECISIONS:
                break

    def note(self, value: Any, path: str) -> None:
        if isinstance(value, str):
            self.words.add(value)
        elif isinstance(value, (tuple, list, dict)):
            self.lengths[path] = max(self.lengths.get(path, 1), len(value))
            if isinstance(value, dict):
                self.words.update(value)
                value = value.values()
            for one in value:
                self.note(one, f"{path}[]")
        elif isinstance(value, View):
            for field in fields(value):  # type: ignore[arg-type]  # every view is a dataclass
                self.note(getattr(value, field.name), f"{path}.{field.name}")

    def note_action(self, action: Action) -> None:
        for name in argument_names(type(action)):
            value = getattr(action, name)
            if isinstance(value, str):
                self.words.add(value)
            if not isinstance(value, Action):
                self.arguments[f"{type(action).__name__}.{name}"].add(value)

    def values(self) -> dict[str, Sequence[Any]]:
        """The arguments seen, in an order that does not depend on the sample's."""
        known: dict[str, Sequence[Any]] = {
            key: sorted(values, key=lambda value: (type(value).__name__, repr(value)))
            for key, values in self.arguments.items()
        }
        for kind in {key.partition(".")[0] for key in known}:
            own = [key for key in known if key.startswith(f"{kind}.")]
            while prod([len(known[key]) or 1 for key in own]) > MOST_COMBINATIONS:
                known[max(own, key=lambda key: len(known[key]))] = FIXED
        return known


def argument_names(kind: type) -> list[str]:
    if not is_dataclass(kind):
        return []
    return [field.name for field in fields(kind) if field.name != "seat"]


class Layout:
    """Shapes by annotation, with the room that a sample needed."""

    def __init__(self, sample: Sample, words: Vocabulary) -> None:
        self.sample = sample
        self.words = words

    def of(self, hint: Any, path: str) -> Shape:
        hint = getattr(hint, "__supertype__", hint)
        if hint in (int, bool):
            return Number()
        if hint is str:
            return Word(self.words)
        if isinstance(hint, type) and issubclass(hint, View):
            hints = get_type_hints(hint)
            return Record(
                {
                    field.name: self.of(hints[field.name], f"{path}.{field.name}")
                    for field in fields(hint)  # type: ignore[arg-type]  # every view is a dataclass
                }
            )
        origin, arguments = get_origin(hint), get_args(hint)
        room = self.sample.lengths.get(path, 1)
        if origin is list or (origin is tuple and arguments[1:] == (...,)):
            return Many(room, self.of(arguments[0], f"{path}[]"))
        if origin is dict and arguments[0] is str:
            return Pairs(room, self.words, self.of(arguments[1], f"{path}[]"))
        if origin in (Union, types.UnionType) and set(arguments) - {arguments[0]} == {type(None)}:
            return Maybe(self.of(arguments[0], path))
        raise UnknownLayout(f"{path.removeprefix('.')}: {hint} needs a layout in envs/")
