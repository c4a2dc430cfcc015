"""The table line by line, for screen readers, pipes and scripts.

`play(session, seats, language, save, pace) -> int` plays until the end, `quit`, or the end of
input, saving after every decision, and returns the exit code. `save` is the record's file; None
means a new file in the user's data folder. `pace` is not used here: lines do not wait.
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
