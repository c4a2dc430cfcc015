"""The counters, gauges and histogram behind `/metrics`."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Metrics:
    """What one server of this process has counted since its start."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "HTTP requests from pages of our own origin")
        self.foreign_requests = self._counter("foreign_requests", "Requests refused by origin")
        self.server_errors = self._counter(
            "server_errors", "Responses with a status of 500 or more"
        )
        self.sockets = self._counter("sockets", "Sockets accepted")
        self.decision_seconds = Histogram(
            "embertable_decision_seconds",
            "Time from the arrival of a decision to its acknowledgement",
            buckets=BUCKETS,
            registry=self.registry,
        )

    def _counter(self, name: str, documentation: str) -> Counter:
        return Counter(f"embertable_{name}", documentation, registry=self.registry)

    def gauge(self, name: str, documentation: str, value: Callable[[], float]) -> None:
        """Add a gauge that is read whenever the metrics are."""
        gauge = Gauge(f"embertable_{name}", documentation, registry=self.registry)
        gauge.set_function(value)

    def text(self) -> bytes:
        lines: bytes = generate_latest(self.registry)
        return lines
