"""What can be wrong with a call of an environment; each says it in one sentence."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final


class NotStarted(AttributeError):
    """A call that needs a game came before `reset()`."""

    def __init__(self) -> None:
        super().__init__("there is no game yet: call reset() first")


class SetByReset:
    """An attribute that `reset()` sets; read before, it says so.

    A `__getattr__` would do the same, and make reading every attribute several times as slow.
    """

    def __get__(self, environment: object, kind: type) -> Any:
        if environment is None:
            return self
        raise NotStarted


SET_BY_RESET: Final[Any] = SetByReset()


class GameFinished(Exception):
    """A step after the end."""

    def __init__(self) -> None:
        super().__init__("the game is over: call reset() to start another one")


class PartPlays(Exception):
    """A part of a vector environment was sent twice, or received without being sent."""


class NoActionNumber(Exception):
    """An action that is not an integer."""

    def __init__(self, action: object) -> None:
        super().__init__(f"{action!r} is not the number of an action")


class OtherNumbers(Exception):
    """A saved position belongs to another version of the numbers."""


class BadArgument(ValueError):
    """An argument with a value that it cannot have."""

    def __init__(self, name: str, value: object, known: Sequence[str]) -> None:
        near = get_close_matches(str(value), known, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        super().__init__(f"{name} is {value!r}, not one of {', '.join(known)}{hint}")


def one_of(name: str, value: str, known: Sequence[str]) -> str:
    """The value, if it is known."""
    if value not in known:
        raise BadArgument(name, value, known)
    return value


def number_of(action: Any) -> int:
    """An action as an integer: Python's, numpy's, or an array with one of them."""
    try:
        return operator.index(action)
    except TypeError:
        item = getattr(action, "item", None)
        try:
            return operator.index(item() if item is not None else action)
        except (TypeError, ValueError):
            raise NoActionNumber(action) from None


def least_one(name: str, value: int | None) -> int | None:
    """A limit that is None or at least 1."""
    if value is not None and value < 1:
        raise ValueError(f"{name} is {value}, but must be at least 1, or None")
    return value
