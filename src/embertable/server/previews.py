"""Previews and forecasts for one viewer, made in a worker process from a position without its key.

They have a process of their own, so that nobody's long replay delays what a board asks for at every turn.
"""

from __future__ import annotations

from typing import Any

from embertable.engine.catalogue import Message
from embertable.engine.errors import ChanceDecides, NothingToDecide
from embertable.engine.game import content_of
from embertable.engine.table import CHANCE, Action, Seat, Table
from embertable.previews import forecast, losing, plain, preview, sentences
from embertable.server.bot_pool import opened, position_without_key
from embertable.server.entries import SeatTaken
from embertable.server.errors import Stale
from embertable.server.position import offers
from embertable.server.presenter import Presenter
from embertable.server.protocol import Forecasted, Previewed, Threat, ViewChange
from embertable.server.viewer import Viewer
from embertable.server.workers import MEGABYTE, Limits, Workers

LIMITS = Limits(seconds=2.0, memory=200 * MEGABYTE, waiting=200, waiting_each=8)
"""The slowest preview of our games takes a twentieth of this."""


class Previewers(Workers):
    """The worker that previews; askers are people, or the addresses of those who are not signed in."""

    def __init__(self) -> None:
        super().__init__(1, LIMITS)


class Question:
    """What a worker needs to know of a table for one viewer; made while the table is locked."""

    def __init__(self, viewer: Viewer) -> None:
        live = viewer.live
        self.seq = live.position
        # Previews never draw from the table's own luck, whose key therefore stays here.
        self.position = position_without_key(live.table)
        self.shown = (live.opened.content, list(live.seats), viewer.seat, viewer.language)

    async def ask(self, workers: Workers, function: Any, *arguments: Any, asker: str) -> Any:
        work = (self.position, *self.shown, self.seq, *arguments)
        return await workers.run(self.position["game"], function, *work, asker=asker)


class PreviewRequest(Question):
    """A question about one option."""

    def __init__(self, viewer: Viewer, seq: int, option: int) -> None:
        if seq != viewer.live.position:
            raise Stale
        offered = offers(viewer)
        if viewer.seat is None or not 1 <= option <= len(offered):
            raise NothingToDecide(f"option {option}", -1 if viewer.seat is None else viewer.seat)
        super().__init__(viewer)
        self.option = option
        actor, action = offered[option - 1]
        if actor == CHANCE:
            raise ChanceDecides
        self.chosen = (actor, viewer.live.game.codec().encode(action))

    async def answer(self, workers: Workers, id: str, asker: str) -> Previewed:
        work = (id, self.option, *self.chosen)
        found = await self.ask(workers, previewed, *work, asker=asker)
        assert isinstance(found, Previewed)
        return found


class ForecastRequest(Question):
    """A question about what threatens, and which of the viewer's options lose."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        codec = viewer.live.game.codec()
        own = [(actor, action) for actor, action in offers(viewer) if actor != CHANCE]
        self.offered = [(actor, codec.encode(action)) for actor, action in own]

    async def answer(self, workers: Workers, id: str, asker: str) -> Forecasted:
        found = await self.ask(workers, forecasted, id, self.offered, asker=asker)
        assert isinstance(found, Forecasted)
        return found


# What runs in the worker.


def previewed(
    saved: dict[str, Any],
    pack: str,
    seats: list[SeatTaken],
    seat: Seat | None,
    language: str,
    seq: int,
    id: str,
    option: int,
    actor: Seat,
    action: dict[str, Any],
) -> Previewed:
    table = opened(saved, pack)
    presenter = presenter_of(table, seats, seat, language)
    found = preview(table, actor, option_of(table, actor, action))
    return Previewed(
        id=id,
        seq=seq,
        option=option,
        changes=[
            ViewChange(
                path=list(change.path),
                before=change.before,
                after=change.after,
                certainty=change.certainty,
                share=change.share,
                low=change.low,
                high=change.high,
            )
            for change in found.changes
        ],
        events=presenter.events(found.events, 0),
        text=[presenter.catalogue.render(message) for message in sentences(presenter.game, found)],
        depends=found.depends,
        may_undo=found.may_undo,
        ends=found.ends,
    )


def forecasted(
    saved: dict[str, Any],
    pack: str,
    seats: list[SeatTaken],
    seat: Seat | None,
    language: str,
    seq: int,
    id: str,
    offered: list[tuple[Seat, dict[str, Any]]],
) -> Forecasted:
    table = opened(saved, pack)
    catalogue = presenter_of(table, seats, seat, language).catalogue
    found = forecast(table, seat)

    def rendered(message: Message | None) -> str:
        return "" if message is None else catalogue.render(message)

    threat = None
    if found.threat is not None:
        threat = Threat(
            level=found.threat.level,
            text=rendered(found.threat.head),
            line=rendered(found.threat.line),
        )
    options = [(actor, option_of(table, actor, action)) for actor, action in offered]
    return Forecasted(
        id=id,
        seq=seq,
        threat=threat,
        lost=[place + 1 for place in losing(table, options)],
        data=plain(found.data),
    )


def option_of(table: Table[Any], actor: Seat, action: dict[str, Any]) -> Action:
    """An offered action by its encoded form."""
    codec = table.game.codec()
    return next(one for one in table.offered(actor) if codec.encode(one) == action)


def presenter_of(
    table: Table[Any], seats: list[SeatTaken], seat: Seat | None, language: str
) -> Presenter:
    view = table.game.view(table, seat)
    return Presenter(table.game, language, seats, view, content_of(table))
