"""What the server acknowledged to clients, and whether the log contains it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from embertable.server import entries
from embertable.server.client import Client, Seat
from embertable.server.entries import Acted
from embertable.server.protocol import Done
from embertable.server.store import Store

Action = dict[str, Any]

RACED = ("Stale", "IllegalAction", "NothingToDecide", "GameOver")
"""The errors with which a decision that was legal when made may be refused."""


@dataclass
class History:
    """Every act that was sent and every one that was acknowledged, by table."""

    sent: dict[str, set[str]] = field(default_factory=dict)
    refused: dict[str, set[str]] = field(default_factory=dict)
    acknowledged: dict[str, dict[str, Action]] = field(default_factory=dict)

    heard: Callable[[], None] = lambda: None

    def send(self, table: str, id: str) -> None:
        self.sent.setdefault(table, set()).add(id)

    def acknowledge(self, table: str, id: str, action: Action) -> None:
        self.acknowledged.setdefault(table, {})[id] = action
        self.heard()

    async def answers(
        self, count: int, playing: Iterable[asyncio.Task[None]], seconds: float
    ) -> None:
        """Wait until so many more acts are acknowledged, nobody plays any more, or it takes too long."""
        enough = asyncio.Event()
        target = self.count() + count

        def heard() -> None:
            if self.count() >= target:
                enough.set()

        self.heard = heard
        waiting = asyncio.ensure_future(enough.wait())
        everybody = asyncio.ensure_future(asyncio.wait(list(playing)))
        await asyncio.wait(
            (waiting, everybody), return_when=asyncio.FIRST_COMPLETED, timeout=seconds
        )
        waiting.cancel()
        everybody.cancel()

    def count(self) -> int:
        return sum(len(ids) for ids in self.acknowledged.values())

    async def broken(self, store: Store) -> list[str]:
        """What a log does not keep: an acknowledged act lost, changed or doubled, a gap, an alien."""
        found: list[str] = []
        for table, ids in self.sent.items():
            rows = await store.entries(table)
            if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
                found.append(f"{table}: gaps in {[row.seq for row in rows]}")
            acts: dict[str, Action] = {}
            for row in rows:
                entry = entries.decoder.decode(row.body)
                if isinstance(entry, Acted) and entry.id:
                    if entry.id in acts:
                        found.append(f"{table}: {entry.id} is there twice")
                    acts[entry.id] = entry.action
            for id, action in self.acknowledged.get(table, {}).items():
                if id not in acts:
                    found.append(f"{table}: {id} was acknowledged and is lost")
                elif acts[id] != action:
                    found.append(f"{table}: {id} was {action} and is {acts[id]}")
            refused = self.refused.get(table, set())
            found += [f"{table}: {id} was refused and is there" for id in acts if id in refused]
            found += [f"{table}: {id} was never sent" for id in acts if id not in ids]
        return found


class Player:
    """A client that decides at random, records acknowledgements, and repeats what was not acknowledged."""

    def __init__(
        self, client: Client, table: str, history: History, rng: random.Random, name: str = "p"
    ) -> None:
        self.client = client
        self.table = table
        self.history = history
        self.rng = rng
        self.name = name
        self.number = 0
        self.open: tuple[str, int, Action, int] | None = None
        self.over = False
        self.seq = 0
        self.told = 0

    async def play(self, seat: Seat, most: int = 10_000) -> None:
        """Decide until the game is over, so often, or the connection breaks."""
        for _ in range(most):
            if self.open is None:
                position = await seat.my_turn()
                self.seq, self.told = position.seq, position.first + len(position.events)
                if position.result:
                    self.over = True
                    return
                option = self.rng.choice(position.options)
                self.number += 1
                id = f"{self.name}-{self.number}"
                self.open = (id, position.seq, option.action, option.seat)
                self.history.send(self.table, id)
            answer = await seat.act_again(*self.open)
            if isinstance(answer, Done):
                self.history.acknowledge(self.table, self.open[0], self.open[2])
                self.open = None
                await seat.until(answer.seq)
            elif answer.error == "StoreFailed":
                # It may be stored all the same; the same id again brings the truth.
                await asyncio.sleep(0.02)
            else:
                # Somebody was quicker: look again.
                assert answer.error in RACED, answer
                self.history.refused.setdefault(self.table, set()).add(self.open[0])
                self.open = None
                seat.last = None
                await seat.position()
