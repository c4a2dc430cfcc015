"""Estimate what many tables need, from the costs that `load.py` measured on one machine.

    python benchmarks/capacity.py --tables 10000 --cpu-ms 1.0 --table-kb 120

Paper: processor time, memory, entries and bytes, multiplied. Simulation: decisions come at random to the
processes of their tables, each of which works on one thing at a time; once a second it also stores
summaries and once in a while collects garbage. It finds the fewest processes with p99 of the waiting
below a limit. The commit of the database is added as a constant: what is simulated is the queue.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass

PAUSE_MS = 5.0
"""What else keeps a process at one go, such as a part of the summaries or a collection."""

PAUSES = 2.0
"""How often a second that happens."""


@dataclass(frozen=True)
class Costs:
    """What was measured."""

    cpu_ms: float
    table_kb: float
    process_mb: float
    entry_kb: float
    change_kb: float
    viewers: int
    commit_ms: float


def p99_ms(costs: Costs, per_second: float) -> float:
    """How long decisions take at one process with so many of them a second: the worst of a few minutes."""
    return max(p99_of_run(costs, per_second, 60.0, seed) for seed in range(5))


def p99_of_run(costs: Costs, per_second: float, seconds: float, seed: int) -> float:
    rng = random.Random(seed)
    arrivals: list[tuple[float, float]] = []
    for rate, work in ((per_second, costs.cpu_ms), (PAUSES, PAUSE_MS)):
        at = rng.expovariate(rate)
        while at < seconds:
            # Half of the work is the same for all decisions, the other half varies.
            arrivals.append((at, work / 2 + rng.expovariate(2 / work)))
            at += rng.expovariate(rate)
    free, taken = 0.0, []
    for at, work in sorted(arrivals):
        free = max(free, at) + work / 1000
        taken.append((free - at) * 1000 + costs.commit_ms)
    taken.sort()
    return taken[int(len(taken) * 0.99)]


def processes_for(costs: Costs, decisions: float, limit_ms: float) -> int:
    """The fewest processes that keep p99 below a limit."""
    count = max(1, int(decisions * costs.cpu_ms / 1000))
    while p99_ms(costs, decisions / count) > limit_ms:
        count += max(1, count // 50)
    return count


def estimate(costs: Costs, tables: int, rate: float, limit_ms: float) -> dict[str, float]:
    decisions = tables * rate
    processes = processes_for(costs, decisions, limit_ms)
    return {
        "tables": tables,
        "decisions_per_second": decisions,
        "cores_of_work": round(decisions * costs.cpu_ms / 1000, 1),
        "processes": processes,
        "p99_ms": round(p99_ms(costs, decisions / processes), 1),
        "memory_gb": round(
            (tables * costs.table_kb / 1000 + processes * costs.process_mb) / 1000, 1
        ),
        "database_mb_per_second": round(decisions * costs.entry_kb / 1000, 1),
        "network_mb_per_second": round(decisions * costs.viewers * costs.change_kb / 1000, 1),
        "sockets_per_process": round(tables * costs.viewers / processes),
    }


def main() -> None:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--tables", type=int, nargs="+", default=[1000, 10_000, 100_000])
    made.add_argument("--rate", type=float, default=1.0, help="decisions per second and table")
    made.add_argument("--limit-ms", type=float, default=50.0, help="of p99")
    made.add_argument("--cpu-ms", type=float, required=True, help="per decision")
    made.add_argument("--table-kb", type=float, required=True, help="with its sockets")
    made.add_argument("--process-mb", type=float, default=85.0)
    made.add_argument("--entry-kb", type=float, default=2.0, help="with its summary")
    made.add_argument("--change-kb", type=float, default=0.96)
    made.add_argument("--viewers", type=int, default=4)
    made.add_argument("--commit-ms", type=float, default=3.0)
    plan = made.parse_args()
    costs = Costs(
        plan.cpu_ms,
        plan.table_kb,
        plan.process_mb,
        plan.entry_kb,
        plan.change_kb,
        plan.viewers,
        plan.commit_ms,
    )
    for tables in plan.tables:
        print(json.dumps(estimate(costs, tables, plan.rate, plan.limit_ms)), flush=True)


if __name__ == "__main__":
    main()
