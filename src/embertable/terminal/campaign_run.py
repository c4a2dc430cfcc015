"""The campaign of a game in the terminal: counts it at its end, and begins the next one."""

from __future__ import annotations

import secrets
from pathlib import Path

from embertable.engine.campaign_files import KeptCampaign
from embertable.engine.campaigns import is_counted
from embertable.engine.chance import seeded
from embertable.engine.files import FileLock
from embertable.engine.game import content_of
from embertable.engine.session import Session


class CampaignRun:
    """One Run of a campaign, from its first save until it is counted.

    Its record is locked, so that no second window plays it.
    """

    def __init__(self, kept: KeptCampaign, session: Session, path: Path, lock: FileLock) -> None:
        self.kept = kept
        self.path = path
        self.lock = lock
        saved = kept.read()
        self.is_counted = is_counted(kept.campaigns, saved, session.record)
        played = kept.campaigns.games(saved)
        ids = [one.game_id for one in played]
        id = session.record.game_id()
        self.number = ids.index(id) + 1 if id in ids else len(played) + 1
        self.is_new_campaign = not played and not session.record.entries

    def count(self, session: Session) -> None:
        """Count the Run once its record is saved."""
        if not self.is_counted:
            self.kept.count(session, self.path)
            self.is_counted = True

    def next(self, session: Session) -> tuple[Session, CampaignRun]:
        """The next Run, with the same people and settings."""
        self.count(session)
        options = {**session.table.options, **self.kept.options()}
        chance = seeded(secrets.randbelow(2**32))
        new = Session(session.game, options, chance, content_of(session.table))
        new.record.players = session.record.players
        path = self.kept.begin(new, self.lock)
        return new, CampaignRun(self.kept, new, path, self.lock)
