"""What a board draws: a game's components from its content file, and the names of things."""

from __future__ import annotations

import tomllib
from typing import Any

from embertable.engine.catalogue import Catalogue
from embertable.engine.content import REMARKS, Content
from embertable.engine.game import Game
from embertable.server.http_types import Thing


def components(game: Game, pack: str = "") -> dict[str, Any]:
    """The components of the standard pack, or of another; all of them are public."""
    file = game.folder() / "content" / f"{game.name}.toml"
    kept = without_remarks(tomllib.loads(pack or file.read_text(encoding="utf-8")))
    assert isinstance(kept, dict)
    return kept


def without_remarks(part: Any) -> Any:
    """Notes are for people who edit packs; where a row comes from is shown on its card."""
    if isinstance(part, dict):
        return {
            name: without_remarks(one)
            for name, one in part.items()
            if name not in REMARKS or name == "source"
        }
    if isinstance(part, list):
        return [without_remarks(one) for one in part]
    return part


def names(game: Game, content: Content, language: str, wanted: list[Thing]) -> list[str]:
    """The name of each thing; empty if the game has none."""
    catalogue = game.catalogue(language, content=content)
    return [name_of(catalogue, thing.group, thing.id) for thing in wanted]


def name_of(catalogue: Catalogue, group: str, id: str | int) -> str:
    if not (group and group.isidentifier()):
        return ""
    try:
        return catalogue.name_of(id, group)
    # Each namer looks up an id in its own way, and fails in its own way.
    except (LookupError, AssertionError, ValueError, TypeError, OverflowError):
        return ""
