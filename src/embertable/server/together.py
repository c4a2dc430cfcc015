"""Playing together: what the awaited seat may do, what others propose to it, and what it considers.

Only what gives nothing away is shared: options of a seat that knows no more than everybody.
"""

from __future__ import annotations

from embertable.bots.hints import may_explain
from embertable.engine.errors import NothingToDecide
from embertable.engine.table import Action, Seat
from embertable.server.errors import Stale
from embertable.server.live import LiveTable
from embertable.server.position import offers
from embertable.server.position_parts import Option
from embertable.server.presenter import Presenter
from embertable.server.viewer import Viewer


def partner_options(viewer: Viewer) -> tuple[Seat, list[Option]]:
    """The awaited seat and its options, for somebody who would propose one."""
    seat = partner_of(viewer)
    options = [(seat, option) for option in viewer.live.table.offered(seat)]
    live = viewer.live
    view = live.game.view(live.table, viewer.seat)
    presenter = Presenter(live.game, viewer.language, list(live.seats), view, live.content)
    return seat, presenter.options(options)


def suggested(viewer: Viewer, seq: int, option: int) -> tuple[Seat, Action | None]:
    """The seat that a suggestion is for, and the option; None lets go of it."""
    live = viewer.live
    if seq != live.position:
        raise Stale
    own = offers(viewer)
    if own and viewer.seat is not None:
        seat, actions = viewer.seat, [action for _, action in own]
    else:
        seat = partner_of(viewer)
        actions = list(live.table.offered(seat))
    if option > len(actions) or not may_explain(live.table, seat):
        raise NothingToDecide(f"option {option}", seat)
    return seat, actions[option - 1] if option else None


def partner_of(viewer: Viewer) -> Seat:
    live = viewer.live
    live.played.refuse_if_read_only()
    others = [seat for seat in live.played.awaited() if seat not in viewer.seats]
    found = next((seat for seat in others if may_explain(live.table, seat)), None)
    if found is None:
        raise NothingToDecide("Partner", -1 if viewer.seat is None else viewer.seat)
    return found


def text_for(live: LiveTable, language: str, action: Action | None) -> str:
    """An option in the language of somebody who hears of it."""
    if action is None:
        return ""
    view = live.game.view(live.table, None)
    return Presenter(live.game, language, list(live.seats), view, live.content).render(action)
