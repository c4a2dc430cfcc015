"""Campaigns: games that continue each other. A game with campaigns implements `Campaigns`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.engine.catalogue import Message
from embertable.engine.errors import DamagedCampaign, UnreadableFile
from embertable.engine.record import write_whole
from embertable.engine.table import Table


@dataclass
class CampaignGame:
    """One finished game of a campaign."""

    record: str
    """The file name of its record, in the campaign's folder."""
    hash: str
    players: int
    ended: str
    """How it ended, as a code of the game; `Campaigns.ending` turns it into a message."""
    won: bool


class Campaigns:
    """The campaigns of one game, each a JSON object that names its game and is otherwise opaque."""

    def begin(self) -> dict[str, Any]:
        """A new campaign."""
        raise NotImplementedError

    def check(self, saved: Any, file: str = "campaign") -> None:
        """Raise an error if the saved campaign is invalid."""
        raise NotImplementedError

    def games(self, saved: dict[str, Any]) -> list[CampaignGame]:
        """The games played so far, the first one first."""
        raise NotImplementedError

    def options(self, saved: dict[str, Any]) -> dict[str, str]:
        """The options of its next game."""
        raise NotImplementedError

    def after(self, saved: dict[str, Any], table: Table[Any], record: str) -> dict[str, Any]:
        """The campaign with one more finished game."""
        raise NotImplementedError

    def progress(self, saved: dict[str, Any]) -> list[Message]:
        """Its achievements, as messages of the game's catalogue."""
        return []

    def ending(self, ended: str) -> Message:
        """How a game ended, as a message of the game's catalogue."""
        raise NotImplementedError


def read_campaign(path: Path) -> dict[str, Any]:
    """The JSON object in a campaign's file; its game checks the rest."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(str(path), error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise DamagedCampaign(str(path), "it is not text") from error
    except (ValueError, RecursionError) as error:
        raise DamagedCampaign(str(path), "it is not JSON") from error
    if not isinstance(saved, dict):
        raise DamagedCampaign(str(path), "it is not a JSON object")
    return saved


def save_campaign(saved: dict[str, Any], path: Path) -> None:
    """Write the file atomically."""
    write_whole(path, json.dumps(saved, ensure_ascii=False, indent=1) + "\n")
