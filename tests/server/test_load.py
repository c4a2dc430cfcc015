"""The load generator against a real server, with a few tables."""

from __future__ import annotations

import asyncio
import time

from benchmarks import capacity, decision_cost, load


def test_everybody_at_many_tables_is_answered():
    plan = load.plan_of(
        [
            "--tables",
            "6",
            "--seconds",
            "3",
            "--rate",
            "2",
            "--leave-after",
            "2",
            "--text",
            "--baseline",
            "--viewers",
            "5",
        ]
    )
    found = asyncio.run(load.with_baseline(plan))
    assert found["errors"] == 0
    assert found["new_games"] > 0
    assert found["decisions"] >= 6
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["worst_ms"]
    assert found["p99_ms_of_echo"] > 0


def test_the_end_of_a_game_is_read():
    """A result used to break the reader, which took its socket for closed."""
    text = b'{"is":"changes","seq":7,"fields":{"result":{"data":{"is":"Won"}}}}'
    message = load.decoder.decode(text)
    assert message.fields is not None
    assert message.fields.result is not None
    assert load.decoder.decode(b'{"is":"changes","fields":{}}').fields == load.Fields()


def test_a_decision_is_measured_without_sockets():
    found = asyncio.run(decision_cost.measure("lueur", 20))
    assert found["decisions"] == 20
    assert 0 < found["p10_us"] <= found["p50_us"]
    assert found["bytes"] > 1000


def test_churn_is_reported_in_parts():
    plan = load.plan_of(["--tables", "3", "--seconds", "3", "--rate", "4", "--churn"])
    found = asyncio.run(load.measure(plan))
    assert found["errors"] == 0
    assert len(found["parts"]) == load.PARTS
    assert "memory_growth_mb" in found


class Stalling(load.Player):
    """A server that answers nobody for a while: decisions that were planned meanwhile wait."""

    def __init__(self, news: asyncio.Event, clock: dict[str, float]) -> None:
        super().__init__(news)
        self.clock = clock
        self.options = [load.Choice(0, b"{}")]  # type: ignore[arg-type]

    async def act(self, rng: object, id: str) -> str:
        await asyncio.sleep(0.5 if id == "0" else 0.0)
        self.options = [load.Choice(0, b"{}")]  # type: ignore[arg-type]
        return "done"


def test_a_stall_counts_for_every_decision_that_was_planned_meanwhile():
    """A clock that waits for answers would see one slow decision in twenty."""

    async def evening() -> load.Tally:
        plan = load.plan_of(
            ["--tables", "1", "--rate", "20", "--seconds", "1", "--address", "http://a:1"]
        )
        tally = load.Tally()
        start = load.Start(1, 60.0, [])
        crowd = load.Crowd(plan, 0, start, tally)
        crowd.due = time.perf_counter()
        start.end = crowd.due + 60.0
        player = Stalling(crowd.news, {})
        for number in range(15):
            assert await crowd.decide([player], f"{number}")
        return tally

    tally = asyncio.run(evening())
    late = [seconds for _, seconds in tally.planned if seconds > 0.04]
    assert len(late) >= 8
    closed = [seconds for seconds in tally.service if seconds > 0.4]
    assert len(closed) < len(late), "the control: measured from sending, most of them look fast"


def test_what_was_never_done_counts_as_waiting():
    plan = load.plan_of(["--tables", "1", "--rate", "10", "--address", "http://a:1"])
    tally = load.Tally()
    start = load.Start(1, 1.0, [])
    crowd = load.Crowd(plan, 0, start, tally)
    start.opened.set()
    start.end = time.perf_counter() - 0.1
    crowd.due = start.end - 1.0
    crowd.people = []
    asyncio.run(crowd.play())
    assert tally.overdue >= 9
    assert max(seconds for _, seconds in tally.planned) > 0.9


def test_twice_the_work_needs_about_twice_the_processes():
    costs = capacity.Costs(1.0, 100.0, 85.0, 2.0, 1.0, 4, 3.0)
    one, two = (capacity.processes_for(costs, decisions, 50.0) for decisions in (5000.0, 10_000.0))
    assert 5 < one <= 7
    assert 1.6 < two / one < 2.4
    assert capacity.p99_ms(costs, 500.0) < capacity.p99_ms(costs, 900.0)
