"""A campaign in its file, with the records of its games beside it.

A game of a campaign is open from its first save until it is counted or given up, and there is at most
one. Every change reads the file again under a lock and writes it whole, so that two processes never
undo each other's.
"""

from __future__ import annotations

import glob
from pathlib import Path
from typing import Any

from embertable.engine.campaigns import Campaigns, campaign_bytes, is_counted, read_campaign
from embertable.engine.errors import (
    DamagedCampaign,
    DamagedCampaignFile,
    EmbertableError,
    OpenRunElsewhere,
    OtherCampaign,
    RunCounted,
    RunGivenUp,
    RunIsOpen,
    RunOutOfOrder,
)
from embertable.engine.files import FileLock, free_file, sync_folder, write_new, write_whole
from embertable.engine.game import Game
from embertable.engine.record import CampaignLink, Record, load_record
from embertable.engine.session import Session


class KeptCampaign:
    """A campaign and the one way to change its file."""

    def __init__(self, game: Game, path: Path) -> None:
        campaigns = game.campaigns()
        assert campaigns is not None, f"{game.name} has no campaigns"
        self.game = game
        self.campaigns: Campaigns = campaigns
        self.path = path

    def read(self) -> dict[str, Any]:
        try:
            return self.campaigns.check(read_campaign(self.path), str(self.path))
        except DamagedCampaign as error:
            raise DamagedCampaignFile(error) from error

    def write(self, saved: dict[str, Any]) -> None:
        """Replace the file; the caller holds its lock."""
        write_whole(self.path, campaign_bytes(saved))
        sync_folder(self.path.parent)

    def number(self) -> int:
        """The number of the open game, or of the next one."""
        return len(self.campaigns.games(self.read())) + 1

    def options(self) -> dict[str, str]:
        return self.campaigns.options(self.read())

    # One game after the other.

    def begin(self, session: Session, lock: FileLock, path: Path | None = None) -> Path:
        """Open the next game: its record gets a new file, by default named after the campaign.

        `lock` moves to the record before others can see the game: one who found it free would play it.
        """
        with FileLock(self.path):
            saved = self.read()
            if self.campaigns.open_game(saved) is not None:
                raise self.is_open(saved)
            record = session.record
            began = self.campaigns.state_hash(saved)
            if self.campaigns.began(record) != began:
                # Another process counted a game since this one was dealt.
                raise RunOutOfOrder(record.file, str(self.path))
            record.campaign = CampaignLink(self.campaigns.id(saved), self.path.name, began)
            path = self.save_new(record, path or self.record_file(saved))
            lock.move(path)
            # The record comes first: an open game always has one.
            self.write(self.campaigns.start(saved, record, path.name))
            return path

    def record_file(self, saved: dict[str, Any]) -> Path:
        number = len(self.campaigns.games(saved)) + 1
        return self.path.parent / f"{self.path.stem}-run-{number:03}.json"

    def save_new(self, record: Record, path: Path) -> Path:
        """Save a record under this name, or under the first free one like it."""
        while not record.save_new(path := free_file(path)):
            pass
        sync_folder(path.parent)
        return path

    def open_record(self) -> Path | None:
        """The record of the open game; refused with a sentence if it is not here."""
        saved = self.read()
        open = self.campaigns.open_game(saved)
        if open is None:
            return None
        path = self.beside(open.record)
        if path is None:
            number = len(self.campaigns.games(saved)) + 1
            raise OpenRunElsewhere(str(self.path), number, open.record)
        return path

    def beside(self, name: str) -> Path | None:
        """A record of this campaign, also under the name that a browser saves it with."""
        for one in (name, f"{self.game.name}-{name}"):
            path = self.path.parent / one
            if one == Path(one).name and path.is_file():
                return path
        return None

    def count(self, session: Session, path: Path) -> bool:
        """Count the finished open game; False if it was counted already."""
        with FileLock(self.path):
            saved = self.read()
            record = session.record
            if is_counted(self.campaigns, saved, record, self.game.state_hash(session.table)):
                return False
            open = self.campaigns.open_game(saved)
            if open is None or open.game_id != record.game_id():
                raise self.refusal(saved, record, path)
            if load_record(path).entries != record.entries:
                # Its last decisions could not be saved; without them the campaign could not be rebuilt.
                record.save(path)
            sync_folder(path.parent)
            self.write(self.campaigns.after(saved, session.table, path.name, record))
            return True

    def resume(self, session: Session, path: Path) -> Path:
        """Check that a recorded game is the open one, or open it; the file it goes on in."""
        with FileLock(self.path):
            saved = self.read()
            record = session.record
            has_ended = session.table.has_ended()
            if is_counted(self.campaigns, saved, record, self.game.state_hash(session.table)):
                if has_ended:
                    return path
                raise RunCounted(str(path), str(self.path))
            open = self.campaigns.open_game(saved)
            if open is not None and open.game_id == record.game_id():
                return self.latest(session, path, self.path.parent / open.record)
            if open is not None or record.game_id() in self.campaigns.given_up(saved):
                raise self.refusal(saved, record, path)
            began = self.campaigns.began(record)
            if began != self.campaigns.state_hash(saved) or not self.owns(saved, record):
                raise self.refusal(saved, record, path)
            # It was begun by a version without open games, or the campaign was rebuilt.
            record.campaign = CampaignLink(self.campaigns.id(saved), self.path.name, began)
            if path.resolve().parent != self.path.resolve().parent:
                path = self.save_new(record, self.record_file(saved))
            self.write(self.campaigns.start(saved, record, path.name))
            return path

    def latest(self, session: Session, path: Path, own: Path) -> Path:
        """The open game's own file; a copy elsewhere replaces it only if it goes on from there."""
        if own.exists() and path.samefile(own):
            return path
        try:
            before = load_record(own).entries if own.exists() else []
        except EmbertableError:
            return self.save_new(session.record, own)
        if session.record.entries[: len(before)] != before:
            raise RunIsOpen(str(self.path), self.number(), own.name)
        session.record.save(own)
        return own

    def move_open(self, session: Session, path: Path) -> bool:
        """Let the open game go on in a new record; False if this is another game."""
        with FileLock(self.path):
            saved = self.read()
            open = self.campaigns.open_game(saved)
            if open is None or open.game_id != session.record.game_id():
                return False
            self.save_new(session.record, path)
            self.write(self.campaigns.moved(saved, path.name))
            return True

    def owns(self, saved: dict[str, Any], record: Record) -> bool:
        return record.campaign is None or record.campaign.id == self.campaigns.id(saved)

    def refusal(self, saved: dict[str, Any], record: Record, path: Path) -> EmbertableError:
        """Why a game is not counted, and what to do."""
        if not self.owns(saved, record):
            return OtherCampaign(str(path), str(self.path))
        if record.game_id() in self.campaigns.given_up(saved):
            return RunGivenUp(str(path), str(self.path))
        if self.campaigns.open_game(saved) is not None:
            return self.is_open(saved)
        return RunOutOfOrder(str(path), str(self.path))

    def is_open(self, saved: dict[str, Any]) -> EmbertableError:
        open = self.campaigns.open_game(saved)
        assert open is not None
        return RunIsOpen(str(self.path), len(self.campaigns.games(saved)) + 1, open.record)

    def give_up(self) -> str:
        """Give the open game up; the name of its record, or an empty text."""
        with FileLock(self.path):
            saved = self.read()
            open = self.campaigns.open_game(saved)
            if open is None:
                return ""
            self.write(self.campaigns.give_up(saved))
            return open.record

    # The whole campaign.

    def reset(self, id: str) -> Path:
        """Begin anew under a new id; the file in which the old campaign stays, with its open game."""
        with FileLock(self.path):
            saved = self.read()
            data = campaign_bytes(self.campaigns.archived(saved))
            archive = self.archive_of(self.campaigns.id(saved))
            if archive is None:
                archive = self.set_aside(data, "archive")
            else:
                # A reset was cut short: this archive is an older state of the same campaign.
                write_whole(archive, data)
            self.write(self.campaigns.begin(id))
            return archive

    def archive_of(self, id: str) -> Path | None:
        for file in sorted(self.path.parent.glob(f"{glob.escape(self.path.stem)}-archive*.json")):
            try:
                saved = self.campaigns.check(read_campaign(file), str(file))
            except EmbertableError:
                continue
            if self.campaigns.id(saved) == id:
                return file
        return None

    def set_aside(self, data: bytes, word: str) -> Path:
        """Keep an old campaign in a new file beside the new one."""
        path = self.path.with_name(f"{self.path.stem}-{word}.json")
        while not write_new(path := free_file(path), data):
            pass
        sync_folder(path.parent)
        return path


def find_campaign(game: Game, record: Record, path: Path) -> KeptCampaign | None:
    """The campaign of a record, among the files of its folder; None if it is not there."""
    campaigns = game.campaigns()
    if campaigns is None:
        return None
    found: KeptCampaign | None = None
    copies: list[tuple[Path, dict[str, Any]]] = []
    for file in nearby(record.campaign, path):
        try:
            saved = campaigns.check(read_campaign(file), str(file))
        except EmbertableError:
            continue
        if record.campaign is None or campaigns.id(saved) == record.campaign.id:
            copies.append((file, saved))
    # A reset that was cut short left an archive of a campaign that is still played.
    played = [copy for copy in copies if not campaigns.is_archived(copy[1])]
    for file, saved in played or copies:
        open = campaigns.open_game(saved)
        if is_counted(campaigns, saved, record) or (
            open is not None and open.game_id == record.game_id()
        ):
            return KeptCampaign(game, file)
        # A copy of the campaign that does not know this game; another one may.
        found = found or KeptCampaign(game, file)
    return found


def nearby(link: CampaignLink | None, path: Path) -> list[Path]:
    """The files that may be the campaign of a record, the likeliest first."""
    if link is None:
        # A record of version 1 does not name its campaign; its file is named after it.
        stem, run, _ = path.stem.rpartition("-run-")
        file = path.with_name(f"{stem}.json")
        return [file] if run and file.is_file() else []
    return sorted(path.parent.glob("*.json"), key=lambda file: (file.name != link.file, file))
