"""Reads and caches content packs that tables carry as text."""

from __future__ import annotations

import tempfile
import threading
from functools import lru_cache
from pathlib import Path

from embertable.engine.content import Content
from embertable.games import load

LOADING = threading.Lock()
"""Tables are opened in threads. A game's first pack is read by one of them alone, since the readers of
its rows are made meanwhile, and half of them would refuse a good pack."""


@lru_cache(maxsize=16)
def read_pack(game: str, text: str) -> Content | None:
    """The content of a pack; None for an empty text, which means the printed game."""
    with LOADING:
        load(game).content()
    if not text:
        return None
    with tempfile.TemporaryDirectory(prefix="embertable-pack-") as folder:
        file = Path(folder) / "pack.toml"
        file.write_text(text, encoding="utf-8")
        return load(game).read_content(file)
