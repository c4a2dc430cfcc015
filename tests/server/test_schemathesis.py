"""Random requests that schemathesis generates from our OpenAPI description."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from embertable.server import http
from embertable.server.app import Server, Settings, make_app
from embertable.server.http_types import NewTable
from embertable.server.openapi import openapi
from embertable.server.rooms import Rooms
from embertable.server.sqlite import SqliteStore
from tests.server.test_api import Api, is_as_described
from tests.server.test_hostile import person


class Described:
    """A server, and requests to each of its described operations."""

    def __init__(self, file: Path) -> None:
        self.server = Server(SqliteStore(file), Settings(per_minute=1e9))
        self.api = Api(make_app(self.server), "")
        description = schemathesis.openapi.from_dict(openapi())
        found = list(description.get_all_operations())
        self.operations = [one.ok() for one in found if isinstance(one, Ok)]
        assert len(self.operations) == len(http.ROUTES) == len(found)
        self.statuses: dict[int, int] = {}

    async def open(self) -> None:
        await self.server.open()
        wish = NewTable(game="lueur", listed=True)
        self.table = (await self.server.rooms.create(person("ada"), wish)).live.id

    def ask_all(self, examples: int, run: Any) -> None:
        """So many requests for each operation as described, and as many that are not."""
        for operation in self.operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                # Whoever signs out is nobody afterwards.
                self.api.cookie = run(self.server.sessions.sign_in("Ada", "en"))
                self.ask_often(operation, mode, examples, run)

    def ask_often(self, operation: Any, mode: GenerationMode, examples: int, run: Any) -> None:
        if mode is GenerationMode.NEGATIVE and not list(operation.body):
            return  # there is nothing in it to be wrong

        @settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            paths = (case.formatted_path, operation.path.replace("{id}", self.table))
            for path in dict.fromkeys(paths):
                if "{" not in path:
                    run(self.ask(operation, path, case.body))

        ask()

    async def ask(self, operation: Any, path: str, body: Any) -> None:
        sent = body if isinstance(body, bytes) else b""
        if isinstance(body, (dict, list, str, int, float, bool)) or body is None:
            sent = json.dumps(body).encode()
        name = operation.definition.raw["operationId"]
        method = operation.method.upper()
        status, answer = await self.api.ask(method, unquote(path, errors="replace"), sent)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        assert is_as_described(name, status, answer), (method, path, sent, status, answer)


def ask_all(file: Path, examples: int) -> dict[int, int]:
    described = Described(file)
    with asyncio.Runner() as runner:
        runner.run(described.open())
        try:
            described.ask_all(examples, runner.run)
        finally:
            runner.run(described.server.close())
    return described.statuses


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_described_request_breaks_the_server(tmp_path):
    statuses = ask_all(tmp_path / "t.sqlite", 15)
    assert {200, 400, 404} <= set(statuses)
    assert sum(statuses.values()) > 500


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_described_request_of_many_breaks_the_server(tmp_path):
    ask_all(tmp_path / "t.sqlite", 1000)


def test_an_operation_that_fails_is_found_out(tmp_path, monkeypatch):
    """The control: a bug in one of the requests."""

    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(Rooms, "listed", broken)
    with pytest.raises(AssertionError, match="500"):
        ask_all(tmp_path / "t.sqlite", 2)
