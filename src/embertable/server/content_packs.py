"""Reads and caches content packs that tables carry as text."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

from embertable.engine.content import Content
from embertable.games import load


@lru_cache(maxsize=64)
def read_pack(game: str, text: str) -> Content | None:
    """The content of a pack; None for an empty text, which means the printed game."""
    if not text:
        return None
    with tempfile.TemporaryDirectory(prefix="embertable-pack-") as folder:
        file = Path(folder) / "pack.toml"
        file.write_text(text, encoding="utf-8")
        return load(game).read_content(file)
