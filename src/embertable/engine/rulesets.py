"""Moments that the rules announce, and the rulesets that answer with steps or change a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from embertable.engine.table import Step, Table


class Moment:
    """A named point in the rules, or a number the rules ask for."""


M = TypeVar("M", bound=Moment)

Reaction = Callable[[Any, M], Iterable["Step"]]
Modifier = Callable[[Any, M, int], int]


class Ruleset:
    """A base game, an expansion, a character, a card: whatever brings rules."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.reactions: dict[type[Moment], list[Reaction[Any]]] = {}
        self.modifiers: dict[type[Moment], list[Modifier[Any]]] = {}

    def on(self, moment: type[M]) -> Callable[[Reaction[M]], Reaction[M]]:
        """Answer a moment with steps."""

        def register(reaction: Reaction[M]) -> Reaction[M]:
            self.reactions.setdefault(moment, []).append(reaction)
            return reaction

        return register

    def changes(self, moment: type[M]) -> Callable[[Modifier[M]], Modifier[M]]:
        """Change a number that the rules ask for."""

        def register(modifier: Modifier[M]) -> Modifier[M]:
            self.modifiers.setdefault(moment, []).append(modifier)
            return modifier

        return register


class Rulebook:
    """The rulesets of one table, merged once and shared by every copy."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self.rulesets = tuple(rulesets)
        self._reactions: dict[type[Moment], list[Reaction[Any]]] = {}
        self._modifiers: dict[type[Moment], list[Modifier[Any]]] = {}
        for ruleset in rulesets:
            for moment, reactions in ruleset.reactions.items():
                self._reactions.setdefault(moment, []).extend(reactions)
            for moment, modifiers in ruleset.modifiers.items():
                self._modifiers.setdefault(moment, []).extend(modifiers)

    def reactions(self, table: Table[Any], moment: Moment) -> list[Step]:
        steps: list[Step] = []
        for reaction in self._reactions.get(type(moment), ()):
            steps.extend(reaction(table, moment))
        return steps

    def changes(self, moment: type[Moment]) -> bool:
        """Whether any ruleset in play changes this number; lets hot rules skip the question."""
        return moment in self._modifiers

    def ask(self, table: Table[Any], moment: Moment, number: int) -> int:
        for modifier in self._modifiers.get(type(moment), ()):
            number = modifier(table, moment, number)
        return number
