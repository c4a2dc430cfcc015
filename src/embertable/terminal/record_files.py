"""Where the terminal saves a new game."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import platformdirs

from embertable.engine.files import free_file


def new_file(game: str) -> Path:
    """A new record file in the user's data folder."""
    folder = platformdirs.user_data_path("embertable") / "records"
    return free_file(folder / f"{game}-{datetime.now().astimezone():%Y-%m-%d-%H%M}.json")
