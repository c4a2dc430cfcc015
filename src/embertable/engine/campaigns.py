"""Campaigns: games that continue each other. A game with campaigns implements `Campaigns`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.engine.catalogue import Message
from embertable.engine.errors import DamagedCampaign, NotACampaign, UnreadableFile
from embertable.engine.record import FORMAT as RECORD_FORMAT
from embertable.engine.record import Record
from embertable.engine.table import Table


@dataclass
class CampaignGame:
    """One counted game of a campaign."""

    record: str
    """The file name of its record, in the campaign's folder."""
    hash: str
    players: int
    ended: str
    """How it ended, as a code of the game; `Campaigns.ending` turns it into a message."""
    won: bool
    game_id: str
    """`Record.game_id`; empty for a game that version 1 counted."""
    began: str
    """The hash of the campaign that it began from; empty for a game that version 1 counted."""
    unlocked: list[str]
    """What it unlocked, as codes of the game; `Campaigns.unlocked` turns each into a message."""


@dataclass
class OpenGame:
    """The game of a campaign that has begun and is not counted yet."""

    record: str
    game_id: str
    began: str
    players: int


class Campaigns:
    """The campaigns of one game, each a JSON object that names its game and is otherwise opaque."""

    def begin(self, id: str = "") -> dict[str, Any]:
        """A new campaign; its id tells it from all others."""
        raise NotImplementedError

    def check(self, saved: Any, file: str = "campaign") -> dict[str, Any]:
        """A saved campaign in the newest form; raises an error if it is invalid."""
        raise NotImplementedError

    def id(self, saved: dict[str, Any]) -> str:
        raise NotImplementedError

    def with_id(self, saved: dict[str, Any], id: str) -> dict[str, Any]:
        """A copy that goes its own way: its open game stays with the original."""
        raise NotImplementedError

    def archived(self, saved: dict[str, Any]) -> dict[str, Any]:
        """The campaign as it is put away by a reset; its open game still belongs to it."""
        raise NotImplementedError

    def is_archived(self, saved: dict[str, Any]) -> bool:
        raise NotImplementedError

    def games(self, saved: dict[str, Any]) -> list[CampaignGame]:
        """The games counted so far, the first one first."""
        raise NotImplementedError

    def open_game(self, saved: dict[str, Any]) -> OpenGame | None:
        raise NotImplementedError

    def given_up(self, saved: dict[str, Any]) -> list[str]:
        """The ids of the games that were given up."""
        raise NotImplementedError

    def state_hash(self, saved: dict[str, Any]) -> str:
        """The hash of what the next game begins from."""
        raise NotImplementedError

    def began(self, record: Record) -> str:
        """The hash of the campaign that a recorded game began from."""
        raise NotImplementedError

    def options(self, saved: dict[str, Any]) -> dict[str, str]:
        """The options of its next game."""
        raise NotImplementedError

    def start(self, saved: dict[str, Any], record: Record, name: str) -> dict[str, Any]:
        """The campaign with this game open; there must be no other."""
        raise NotImplementedError

    def moved(self, saved: dict[str, Any], name: str) -> dict[str, Any]:
        """The campaign whose open game goes on in another record."""
        raise NotImplementedError

    def give_up(self, saved: dict[str, Any]) -> dict[str, Any]:
        """The campaign without its open game, which will not be counted."""
        raise NotImplementedError

    def after(
        self, saved: dict[str, Any], table: Table[Any], name: str, record: Record | None = None
    ) -> dict[str, Any]:
        """The campaign with one more finished game; its record says which one that was."""
        raise NotImplementedError

    def goal(self) -> Message:
        """What a campaign is won by, as a message of the game's catalogue."""
        raise NotImplementedError

    def is_won(self, saved: dict[str, Any]) -> bool:
        raise NotImplementedError

    def progress(self, saved: dict[str, Any]) -> list[Message]:
        """Its achievements, as messages of the game's catalogue."""
        return []

    def ending(self, ended: str) -> Message:
        """How a game ended, as a message of the game's catalogue."""
        raise NotImplementedError

    def unlocked(self, code: str) -> Message:
        """Something that a game unlocked, as a message of the game's catalogue."""
        raise NotImplementedError


def is_counted(campaigns: Campaigns, saved: dict[str, Any], record: Record, hash: str = "") -> bool:
    """Whether the campaign counts this game; one of version 1 is known by how it ended."""
    return any(
        one.game_id == record.game_id() or (not one.game_id and one.hash == hash)
        for one in campaigns.games(saved)
    )


def read_campaign(path: Path) -> dict[str, Any]:
    """The JSON object in a campaign's file; its game checks the rest."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(str(path), error) from error
    except UnicodeDecodeError as error:
        raise DamagedCampaign(str(path), "text") from error
    except (ValueError, RecursionError) as error:
        raise DamagedCampaign(str(path), "json") from error
    if not isinstance(saved, dict):
        raise DamagedCampaign(str(path), "object")
    if saved.get("format") == RECORD_FORMAT:
        raise NotACampaign(str(path))
    return saved


def campaign_bytes(saved: dict[str, Any]) -> bytes:
    """The text of a campaign's file."""
    return f"{json.dumps(saved, ensure_ascii=False, indent=1)}\n".encode()
