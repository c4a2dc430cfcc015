"""The reasons bots give for their decisions, in every language."""

from __future__ import annotations

from functools import partial
from typing import Any

from embertable.bots.hints import hint_from_json, quoted, reason_text
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.table import Action
from embertable.server.live import LiveTable
from embertable.server.presenter import Presenter


def bot_explanation(live: LiveTable, saved: dict[str, Any] | None) -> dict[str, str]:
    """A bot's reason by language; empty if it might reveal something hidden."""
    if saved is None:
        return {}
    table = live.table
    hint = hint_from_json(saved, live.game.codec())
    view = table.game.view(table, None)
    found: dict[str, str] = {}
    for language in LANGUAGES:
        presenter = Presenter(live.game, language, live.seats, view, live.content)
        found[language] = reason_text(hint, partial(in_quotes, presenter, language), language)
    return found


def in_quotes(presenter: Presenter, language: str, action: Action) -> str:
    return quoted(presenter.render(action), language)
