"""The load generator against a real server, with a few tables."""

from __future__ import annotations

import argparse
import asyncio

from benchmarks import load


def test_everybody_at_many_tables_is_answered():
    plan = argparse.Namespace(
        game="lueur",
        tables=6,
        seats=4,
        seconds=3.0,
        rate=2.0,
        store="",
        address="",
        servers=1,
        leave_after=2,
        text=True,
        whole=False,
    )
    found = asyncio.run(load.measure(plan))
    assert found["errors"] == 0
    assert found["new_games"] > 0
    assert found["decisions"] >= 6
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["worst_ms"]
