"""What a seat sees of Minnows: its own hand and bait, and whatever lies open."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Seat, Table, View
from minnows.state import Angler, MinnowsState


@dataclass
class AnglerView(View):
    """`hand` and `bait` are empty where they are hidden; `cards` and `laid` never are."""

    seat: Seat
    cards: int
    hand: tuple[str, ...]
    laid: bool
    bait: str
    net: tuple[str, ...]
    basket: tuple[str, ...]
    weight: int


@dataclass
class MinnowsView(View):
    round: int
    rounds: int
    anglers: tuple[AnglerView, ...]
    pond: int
    discards: tuple[str, ...]


def view(table: Table[MinnowsState], seat: Seat | None) -> MinnowsView:
    state = table.state
    return MinnowsView(
        round=state.round,
        rounds=state.content.rounds,
        anglers=tuple(
            [angler_view(state, angler, mine=angler.seat == seat) for angler in state.anglers]
        ),
        pond=len(state.pond),
        discards=tuple(state.discards),
    )


def angler_view(state: MinnowsState, angler: Angler, mine: bool) -> AnglerView:
    return AnglerView(
        seat=angler.seat,
        cards=len(angler.hand),
        hand=tuple(angler.hand) if mine else (),
        laid=bool(angler.bait),
        bait=angler.bait if mine else "",
        net=tuple(angler.net),
        basket=tuple(angler.basket),
        weight=sum([state.content.weights[fish] for fish in angler.basket]),
    )
