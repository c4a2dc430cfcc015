"""Runs bots in worker processes, so that a search never delays a table.

A worker gets a position without the key of its random numbers, and returns an action. A search that is
not wanted any more ends at once, and one that others wait for answers with the best it has found.
"""

from __future__ import annotations

from typing import Any

from embertable.bots import ask, get_bot
from embertable.bots.hints import hint_for, hint_to_json, may_explain, reason_of, usual_budget
from embertable.bots.proposals import consider
from embertable.engine.table import Seat, Table
from embertable.games import load
from embertable.server.content_packs import read_pack
from embertable.server.work import is_hurried
from embertable.server.workers import MEGABYTE, Limits, Workers

LIMITS = Limits(seconds=30.0, memory=1000 * MEGABYTE, waiting=1000, waiting_each=64)
"""A bot that is asked to think for longer than this fails."""


class BotPool(Workers):
    """Workers in which bots decide; askers are the people whose tables they play at."""

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes, LIMITS)

    async def decide(
        self,
        saved: dict[str, Any],
        pack: str,
        seat: Seat,
        bot: str,
        seed: int,
        asker: str = "",
        proposal: object = None,
    ) -> dict[str, Any]:
        """A bot's action for a seat, and its reason if it may be shown, as data."""
        wish = (saved, pack, seat, bot, seed, proposal)
        found = await self.run(saved["game"], decide, *wish, asker=asker, is_patient=True)
        assert isinstance(found, dict)
        return found

    async def hint(
        self, saved: dict[str, Any], pack: str, seat: Seat, asker: str = ""
    ) -> dict[str, Any]:
        """What a bot would do, as data."""
        wish = (saved, pack, seat)
        found = await self.run(saved["game"], hint, *wish, asker=asker, is_patient=True)
        assert isinstance(found, dict)
        return found


def position_without_key(table: Table[Any]) -> dict[str, Any]:
    return {**table.to_json(), "seed": None}


# What runs in the workers.


def opened(saved: dict[str, Any], pack: str) -> Table[Any]:
    content = read_pack(saved["game"], pack)
    return load(saved["game"]).from_json(saved, content=content)


def decide(
    saved: dict[str, Any], pack: str, seat: Seat, bot: str, seed: int, proposal: object = None
) -> dict[str, Any]:
    table = opened(saved, pack)
    thinker = get_bot(bot, seed, is_hurried)
    codec = table.game.codec()
    if proposal is None:
        action, reason = ask(thinker, table, seat), reason_of(thinker)
    else:
        action, reason = consider(thinker, table, seat, codec.decode(proposal), is_hurried)
    why = None
    if reason is not None and may_explain(table, seat):
        why = hint_to_json(reason, codec)
    return {"action": codec.encode(action), "why": why}


def hint(saved: dict[str, Any], pack: str, seat: Seat) -> dict[str, Any]:
    table = opened(saved, pack)
    found = hint_for(table, seat, 0, usual_budget(table.game), is_hurried)
    return hint_to_json(found, table.game.codec())
