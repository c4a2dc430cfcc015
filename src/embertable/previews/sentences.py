"""A preview in sentences: a game's own, or the events that are certain to happen."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.engine.game import Game
from embertable.engine.messages import message_of
from embertable.games import part_of
from embertable.previews.preview import Preview


def sentences(game: Game, preview: Preview) -> list[Message]:
    """What the option would do, then a word on what nobody knows yet.

    A game's folder here may export `sentences(preview)`, which returns None for options that need
    no sentence of their own.
    """
    part = part_of(game, "previews")
    own = part.sentences(preview) if part and hasattr(part, "sentences") else None
    found: list[Message] = own or [message_of(event) for event in preview.events]
    if preview.depends:
        return [*found, Message("preview.depends")]
    return found or [Message("preview.nothing")]
