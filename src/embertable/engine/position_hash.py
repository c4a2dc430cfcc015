"""The hash of a position: msgspec writes its canonical text straight from the fields of its objects.

The text is `canonical(codec.encode(value))`, byte by byte. Each class has a msgspec struct whose
fields are in the order of that text, so neither dicts nor sorting come in between.
"""

from __future__ import annotations

import hashlib
import re
import sys
from operator import attrgetter
from typing import Any, Final

from embertable.engine.codec import PLAIN, Codec, SavedForm, canonical
from embertable.engine.content import ANNOTATIONS

PLAIN_WORDS: Final = frozenset({"int", "str", "bool", "None", "Seat", "list", "tuple"})
"""A field annotated with nothing else holds no objects, dicts or floats, and is written as it is."""


class PositionHasher:
    """Hashes whatever a codec encodes."""

    def __init__(self, codec: Codec) -> None:
        import msgspec  # importing it takes as long as starting the program

        self.codec = codec
        self.layouts: dict[type, Layout] = {}
        self.encoder: Any = msgspec.json.Encoder()

    def digest(self, value: Any) -> str:
        return hashlib.blake2b(self.text(value), digest_size=16).hexdigest()

    def text(self, value: Any) -> bytes:
        """The canonical text of a value."""
        try:
            text: bytes = self.encoder.encode(self.writable(value))
        except (TypeError, ValueError, OverflowError):
            return canonical(self.codec.encode(value))
        # What is escaped may be escaped in more than one way.
        if not text.isascii() or b"\\" in text or b"\x7f" in text:
            return canonical(self.codec.encode(value))
        return text

    def writable(self, value: Any) -> Any:
        """What msgspec writes as the text of a value; TypeError where it would write another one."""
        if type(value) in PLAIN:
            return value
        layout = self.layouts.get(type(value))
        if layout is not None:
            return self.filled(layout, value)
        if isinstance(value, (list, tuple)):
            return [one if type(one) in PLAIN else self.writable(one) for one in value]
        if isinstance(value, dict):
            return {name: self.writable(value[name]) for name in sorted(value)}
        if isinstance(value, (str, int)):
            return value
        if isinstance(value, float):
            raise TypeError("a float may be written in more than one way")
        if isinstance(value, SavedForm):
            return self.writable(value.to_saved(self.codec))
        layout = Layout(self.codec, type(value))
        self.layouts[type(value)] = layout
        return self.filled(layout, value)

    def filled(self, layout: Layout, value: Any) -> Any:
        if layout.read is None:
            return layout.struct
        fields: tuple[Any, ...] = layout.read(value)
        if not layout.nested and not layout.added:
            return layout.struct(*fields)
        written = list(fields)
        for place in layout.nested:
            written[place] = self.writable(written[place])
        for place, default in layout.added:
            if self.codec.encode(fields[place]) == default:
                written[place] = layout.unset
        return layout.struct(*written)


class Layout:
    """How objects of one class are written."""

    def __init__(self, codec: Codec, cls: type) -> None:
        import msgspec

        names = sorted(["is", *codec.fields_of(cls)])
        attributes = [f"field_{name}" for name in names]
        self.struct: Any = msgspec.defstruct(
            cls.__name__, attributes, rename=dict(zip(attributes, names, strict=True)), gc=False
        )
        self.read: Any = None
        if len(names) > 1:
            self.read = attrgetter(*[CLASS_NAME if name == "is" else name for name in names])
        else:
            self.struct = self.struct(cls.__name__)
        plain = plain_fields(cls)
        self.nested = [place for place, name in enumerate(names) if name not in plain]
        defaults = codec.defaults_of(cls)
        self.added = [(names.index(name), default) for name, default in defaults.items()]
        """The fields that were added later, which are left out where they have their defaults."""
        self.unset: Any = msgspec.UNSET


CLASS_NAME: Final = "__class__.__name__"


def plain_fields(cls: type) -> set[str]:
    """The fields that are written as they are, by their annotations, and the name of the class."""
    plain = {"is"}
    for base in reversed(cls.__mro__):
        module = vars(sys.modules[base.__module__])
        hints: dict[str, Any] = dict(vars(base).get("__annotations__", {}))
        if isinstance(found := module.get(ANNOTATIONS), dict):
            hints.update(found.get(base.__name__, {}))  # a compiled class keeps none of its own
        for name, hint in hints.items():
            plain.discard(name)
            if isinstance(hint, str) and PLAIN_WORDS.issuperset(re.findall(r"\w+", hint)):
                plain.add(name)
    return plain
