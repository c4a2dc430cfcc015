"""A scene of the workshop as a board draws it: the table before a decision, and what becomes of it."""

from __future__ import annotations

from typing import Any

from embertable.engine.content import Content
from embertable.engine.seat_view import seat_view
from embertable.engine.table import Action, Seat, Table
from embertable.server.presenter import Presenter
from embertable.server.workshop.types import SceneView


def decided(before: Table[Any], action: Action) -> Table[Any]:
    """A copy of the table after a decision, as far as the rules run; its log begins there."""
    table = before.copy(before.chance.copy())
    table.apply(action)
    table.next_choice()
    return table


def drawn(table: Table[Any], seat: Seat, language: str, content: Content) -> SceneView:
    """The table as a seat sees it, with all that its log tells."""
    shown = seat_view(table, seat)
    presenter = Presenter(table.game, language, [], shown.view, content)
    return SceneView(
        view=presenter.encoded(shown.view),
        awaited=list(shown.awaited),
        events=presenter.events(shown.events, 0),
        result=presenter.game_end(shown.result, None),
    )
