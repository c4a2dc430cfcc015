"""The counters, gauges and histograms of a server, which `serve --metrics` shows on a port of their own."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)

MOST_LAG = 0.02
"""The lag of the event loop that we promise to keep below, so that its histogram can tell."""


class Metrics:
    """What one server of this process has counted since its start."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter(
            "embertable_requests", "HTTP requests from pages of our own origin"
        )
        self.foreign_requests = self._counter(
            "embertable_foreign_requests", "Requests refused by origin"
        )
        self.server_errors = self._counter(
            "embertable_server_errors", "Responses with a status of 500 or more"
        )
        self.sockets = self._counter("embertable_sockets", "Sockets accepted")
        self.orders = self._counter(
            "embertable_orders", "Changes of the operator's orders that were followed"
        )
        self.reports = self._counter(
            "embertable_reports", "Reports that people sent to the operator"
        )
        self.decision_seconds = Histogram(
            "embertable_decision_seconds",
            "Time from the arrival of a decision to its acknowledgement",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.refusals = Counter(
            "embertable_refusals",
            "Requests, messages and connections that were refused, by kind",
            ["kind"],
            registry=self.registry,
        )
        self.store_seconds = Histogram(
            "embertable_store_seconds",
            "Time of a write to the store, with its commit",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.loop_lag_seconds = Histogram(
            "embertable_loop_lag_seconds",
            "How much later than asked the event loop comes back, measured all the time",
            buckets=sorted((*BUCKETS, MOST_LAG, 2.5, 5.0)),
            registry=self.registry,
        )

    def _counter(self, name: str, documentation: str) -> Counter:
        return Counter(name, documentation, registry=self.registry)

    def gauge(self, name: str, documentation: str, value: Callable[[], float]) -> None:
        """Add a gauge that is read whenever the metrics are."""
        gauge = Gauge(name, documentation, registry=self.registry)
        gauge.set_function(value)

    def text(self) -> bytes:
        """What a scrape gets."""
        lines: bytes = generate_latest(self.registry)
        return lines
