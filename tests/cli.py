"""A command run in this process, and what it said."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from embertable import load
from embertable.cli import run
from embertable.engine.chance import seeded
from embertable.engine.session import Session


@dataclass
class Said:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    def sentence(self) -> str:
        """The one sentence of an error."""
        assert self.out == ""
        assert self.err.endswith(".\n"), self.err
        assert self.err.count("\n") == 1, self.err
        return self.err.strip()


class Commands:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: object) -> Said:
        self.capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        said = self.capsys.readouterr()
        return Said(code, said.out, said.err)


def played(decisions: int, options: dict[str, str], seed: int = 1) -> Session:
    """A game of random decisions, with its record."""
    session = Session(
        load("lueur"), options, seeded(seed), players=["human:Ada", "bot:greedy:Soot"]
    )
    luck = seeded(seed)
    for _ in range(decisions):
        if session.table.next_choice() is None:
            break
        session.play(luck.pick("options", session.table.offered()))
    return session


def saved(path: Path, decisions: int = 40, options: dict[str, str] | None = None) -> Path:
    played(decisions, options or {}).record.save(path)
    return path
