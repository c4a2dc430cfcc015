"""The table on the whole terminal screen.

`play(session, seats, language, save, pace) -> int` runs the app until the players leave it, saving
after every decision, and returns the exit code. `save` is the record's file; None means a new file
in the user's data folder. `pace` is the pause after a bot's decision, in seconds.
"""

from __future__ import annotations

from pathlib import Path

from embertable.engine.session import Session
from embertable.terminal.seats import SeatPlayer


def play(
    session: Session,
    seats: list[SeatPlayer],
    language: str = "en",
    save: Path | None = None,
    pace: float = 0.0,
) -> int:
    raise NotImplementedError
