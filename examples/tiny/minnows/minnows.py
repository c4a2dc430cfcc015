"""Minnows as servers, bots, labs and clients know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from embertable.engine.chance import Chance
from embertable.engine.content import Content
from embertable.engine.game import BoxInfo, Game, Setting
from embertable.engine.rulesets import Rulebook
from embertable.engine.table import Seat, Table
from minnows.content import MinnowsContent, read_minnows
from minnows.heron import heron
from minnows.rounds import SetUp
from minnows.state import Angler, MinnowsState
from minnows.view import MinnowsView, view


class Minnows(Game):
    """Two or three anglers, with or without the heron."""

    def __init__(self) -> None:
        super().__init__(
            "minnows",
            1,
            (Setting("players", ("2", "3"), "2"), Setting("heron", ("no", "yes"), "no")),
        )

    def info(self) -> BoxInfo:
        return BoxInfo(players=(2, 3), minutes=10, weight=1)

    def folder(self) -> Path:
        return Path(__file__).parent

    def read_content(self, path: Path | None) -> Content:
        return read_minnows(path or self.folder() / "content" / "minnows.toml")

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        return Rulebook([heron] if options["heron"] == "yes" else [])

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        assert isinstance(content, MinnowsContent)
        state = MinnowsState(content, [Angler(seat) for seat in range(int(options["players"]))])
        table = Table(self, options, self.rules(options, content), state, chance)
        table.do(SetUp())
        return table

    def seats(self, table: Table[Any]) -> int:
        return len(table.state.anglers)

    def view(self, table: Table[Any], seat: Seat | None) -> MinnowsView:
        return view(table, seat)

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """Deal again all that lies face down to this seat: pond, other hands, other baits."""
        new: Table[MinnowsState] = table.copy(chance)
        state = new.state
        others = [angler for angler in state.anglers if angler.seat != seat]
        unseen = state.pond[:]
        for angler in others:
            unseen.extend(angler.hand)
            if angler.bait:
                unseen.append(angler.bait)
        # Sorted first, so that a known seed cannot reveal the true order.
        unseen.sort()
        chance.shuffle("imagined", unseen)
        state.pond = [unseen.pop() for _ in state.pond]
        for angler in others:
            angler.hand = [unseen.pop() for _ in angler.hand]
            angler.bait = unseen.pop() if angler.bait else ""
        return new


game: Game = Minnows()
