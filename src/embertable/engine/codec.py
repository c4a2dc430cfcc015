"""Any position to JSON and back: tagged objects, plain values, nothing else.

Steps, events and results hold tuples; components hold lists and dicts. That is all the decoder
needs to know to give back what was saved.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Final

from embertable.engine.content import has_default
from embertable.engine.errors import UnknownType
from embertable.engine.table import Component, Event, Result, State, Step, Together, View

UNSAVED: Final = "content"
PLAIN: Final = frozenset({type(None), bool, int, str})


class SavedForm:
    """A base for classes that are all saved in one form, under the name of their direct base.

    Records, campaigns and state hashes hold saved forms, so a form never changes; the classes behind
    it may. `class Effect(SavedForm)` with its subclasses is saved as `{"is": "Effect", …}`.
    """

    def to_saved(self, codec: Codec) -> dict[str, Any]:
        """The whole form, its name in "is" included."""
        raise NotImplementedError(type(self).__name__)

    @staticmethod
    def from_saved(fields: dict[str, Any]) -> SavedForm:
        """The object of a form whose values are decoded already; KeyError where there is none."""
        raise NotImplementedError


_added: dict[type, tuple[str, ...]] = {}


def added_later(cls: type, *names: str) -> None:
    """Save these fields of a dataclass only where they differ from their defaults.

    Positions without them keep the form, and the hash, that they had before the fields existed. Call
    it below the class: `added_later(Player, "torches")`.
    """
    fields: dict[str, Any] = getattr(cls, "__dataclass_fields__", {})
    for name in names:
        assert has_default(fields[name]), f"{cls.__name__}.{name} has no default"
    _added[cls] = names


class Codec:
    """The classes of one game by name."""

    def __init__(self, classes: Iterable[type]) -> None:
        self.classes: dict[str, type] = {}
        for cls in (Together, Result, *classes):
            known = self.classes.setdefault(cls.__name__, cls)
            assert known is cls, f"two classes are called {cls.__name__}"
        self._fields: dict[type, list[str]] = {}
        self._defaults: dict[type, dict[str, Any]] = {}
        """The encoded defaults of the fields that were added later."""

    def encode(self, value: Any) -> Any:
        # Most of what is saved is plain: asking for that before each call saves two calls in three.
        if type(value) in PLAIN:
            return value
        if isinstance(value, (list, tuple)):
            return [one if type(one) in PLAIN else self.encode(one) for one in value]
        if isinstance(value, dict):
            return {name: self.encode(one) for name, one in value.items()}
        if isinstance(value, (str, int, float)):
            return value
        cls = type(value)
        names = self._fields.get(cls)
        if names is None:
            if isinstance(value, SavedForm):
                return value.to_saved(self)
            names = self.fields_of(cls)
        saved: dict[str, Any] = {"is": cls.__name__}
        for name in names:
            one = getattr(value, name)
            saved[name] = one if type(one) in PLAIN else self.encode(one)
        if cls in self._defaults:
            for name, default in self._defaults[cls].items():
                if saved[name] == default:
                    del saved[name]
        return saved

    def fields_of(self, cls: type) -> list[str]:
        """The fields of a class that are saved."""
        if cls in self._fields:
            return self._fields[cls]
        if self.classes.get(cls.__name__) is not cls:
            raise UnknownType(cls.__name__)
        fields: dict[str, Any] = getattr(cls, "__dataclass_fields__", {})
        added = [name for base in cls.__mro__ for name in _added.get(base, ())]
        if added:
            # Before its fields: another thread may encode as soon as these are known.
            self._defaults[cls] = {name: self.encode(default_of(fields[name])) for name in added}
        self._fields[cls] = saved_fields(cls)
        return self._fields[cls]

    def defaults_of(self, cls: type) -> dict[str, Any]:
        """The encoded defaults of the fields that were added later, in a class met before."""
        return self._defaults.get(cls, {})

    def decode(self, saved: Any, content: object = None, frozen: bool = True) -> Any:
        if isinstance(saved, list):
            values = [self.decode(one, content, frozen) for one in saved]
            return tuple(values) if frozen else values
        if not isinstance(saved, dict):
            return saved
        if "is" not in saved:
            return {name: self.decode(one, content, frozen) for name, one in saved.items()}
        tag = saved["is"]
        cls = self.classes.get(tag) if isinstance(tag, str) else None
        if cls is None:
            raise UnknownType(str(tag))
        frozen = not issubclass(cls, Component)
        fields = {
            name: self.decode(one, content, frozen) for name, one in saved.items() if name != "is"
        }
        if issubclass(cls, SavedForm):
            return self._decode_form(cls, fields, saved)
        if issubclass(cls, State):
            fields[UNSAVED] = content
        try:
            return cls(**fields)
        except TypeError as error:
            raise UnknownType(cls.__name__) from error

    def _decode_form(
        self, cls: type[SavedForm], fields: dict[str, Any], saved: dict[str, Any]
    ) -> SavedForm:
        """The object of a saved form, which must be exactly how that object would be saved."""
        try:
            value = cls.from_saved(fields)
        except (KeyError, TypeError, ValueError) as error:
            raise UnknownType(cls.__name__) from error
        if value.to_saved(self) != saved:
            raise UnknownType(cls.__name__)
        return value


def default_of(field: Any) -> Any:
    from dataclasses import MISSING

    return field.default if field.default is not MISSING else field.default_factory()


def saved_fields(cls: type) -> list[str]:
    fields: dict[str, Any] = getattr(cls, "__dataclass_fields__", {})
    return [name for name in fields if name != UNSAVED]


def classes_of(package: str) -> list[type]:
    """Every step, event, component and view class that a game's package defines, and its forms."""
    forms: list[type] = SavedForm.__subclasses__()
    found: list[type] = [cls for cls in forms if cls.__module__.startswith(package + ".")]
    waiting: list[type] = [Step, Event, Component, View]
    while waiting:
        subclasses: list[type] = waiting.pop().__subclasses__()
        for cls in subclasses:
            waiting.append(cls)
            if cls.__module__.startswith(package + "."):
                found.append(cls)
    return sorted(set(found), key=lambda cls: (cls.__module__, cls.__name__))


def canonical(value: Any) -> bytes:
    """The one text of a JSON value, for hashing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def digest(value: Any) -> str:
    return hashlib.blake2b(canonical(value), digest_size=16).hexdigest()
