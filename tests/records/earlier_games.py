"""Golden games of earlier rules versions, and how far each agrees with the present rules."""

import json
from pathlib import Path

from embertable import load
from embertable.engine.errors import OldSetUp
from embertable.engine.record import load_record
from embertable.engine.session import resume_agreed

EARLIER = Path(__file__).parent / "earlier"
OUTCOMES = EARLIER / "outcomes.json"
FILES = sorted(file for file in EARLIER.glob("*.json") if file != OUTCOMES)
ALL = "all"
NONE = "none"


def outcome(file: Path) -> str | int:
    """`all` if the game goes on, the number of entries up to which it is shown, or `none`."""
    record = load_record(file)
    try:
        _, problem = resume_agreed(load(record.game), record)
    except OldSetUp:
        return NONE
    return ALL if problem is None else problem.agreed


def outcomes() -> dict[str, str | int]:
    return {file.stem: outcome(file) for file in sorted(EARLIER.glob("*.json")) if file != OUTCOMES}


def write_outcomes() -> None:
    OUTCOMES.write_text(json.dumps(outcomes(), indent=1) + "\n", encoding="utf-8")
