"""The Runs of a campaign at the keyboard: which one is played, and in which file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from embertable.commands.messages import render

if TYPE_CHECKING:
    from embertable.engine.campaign_files import KeptCampaign
    from embertable.engine.files import FileLock
    from embertable.engine.session import Session


def kept_campaign(file: Path) -> KeptCampaign:
    """The campaign in a file, checked."""
    from embertable.engine.campaign_files import KeptCampaign
    from embertable.engine.campaigns import read_campaign
    from embertable.engine.errors import DamagedCampaign, DamagedCampaignFile
    from embertable.games import campaign_games

    try:
        saved = read_campaign(file)
    except DamagedCampaign as error:
        raise DamagedCampaignFile(error) from error
    for game in campaign_games():
        if saved.get("game") == game.name:
            kept = KeptCampaign(game, file)
            kept.read()
            return kept
    raise DamagedCampaign(str(file), "no_campaigns")


def left_open(
    kept: KeptCampaign, lock: FileLock, give_up: bool, content: Path | None, lang: str
) -> tuple[Session, Path] | None:
    """The open Run of a campaign as it was left, and its file; its record is locked.

    A Run that ended just before its process did is counted, even if it should be given up.
    """
    from embertable.engine.errors import EmbertableError, FileInUse

    try:
        path = kept.open_record()
        if path is None:
            return None
        lock.move(path)
        session = replayed(kept, path, content)
    except FileInUse:
        raise
    except EmbertableError:
        if not give_up:
            raise
    else:
        if session.table.has_ended():
            if kept.count(session, path):
                number = kept.number() - 1
                click.echo(render(lang, "campaign.counted", number=number, record=path.name))
            lock.release()
            return None
        if not give_up:
            return session, path
    lock.release()
    click.echo(render(lang, "campaign.given_up", record=kept.give_up()))
    return None


def replayed(kept: KeptCampaign, path: Path, content: Path | None) -> Session:
    """The open Run after its last decision."""
    from embertable.commands.shared import opened
    from embertable.engine.errors import DamagedRecord, ForeignRecord, OpenRunDamaged, WrongHash
    from embertable.engine.record import load_record

    try:
        return opened(load_record(path), content)
    except (DamagedRecord, ForeignRecord, WrongHash) as error:
        raise OpenRunDamaged(str(kept.path), kept.number(), path.name) from error


def campaign_of(session: Session, record: Path, named: Path | None) -> KeptCampaign | None:
    """The campaign of a saved game: the named one, or the one that its record belongs to."""
    from embertable.engine.campaign_files import find_campaign
    from embertable.engine.errors import NoCampaignNear

    if named is not None:
        return kept_campaign(named)
    found = find_campaign(session.game, session.record, record)
    if found is None and session.record.campaign is not None:
        raise NoCampaignNear(str(record), session.record.campaign.file)
    return found


def branched_off(
    session: Session, record: Path, file: Path, named: Path | None, lang: str
) -> KeptCampaign | None:
    """The campaign of a Run that goes on in a new file because the rules have changed.

    Any other Run that is continued from an earlier decision is played outside its campaign.
    """
    from embertable.commands.shared import opened
    from embertable.engine.errors import EmbertableError
    from embertable.engine.record import load_record

    if session.record.campaign is None:
        return None
    try:
        opened(load_record(record), None)
    except EmbertableError:
        kept = campaign_of(session, record, named)
        if kept is not None and kept.move_open(session, file):
            return kept
    session.record.campaign = None
    click.echo(render(lang, "campaign.what_if", file=str(file)))
    return None


def check_place(kept: KeptCampaign, save: Path | None, resume: Path | None) -> None:
    """Refuse a record in another folder than its campaign, or a second record of one Run."""
    from embertable.engine.errors import RunStaysBeside

    if save is None or save == resume:
        return
    if resume is not None or save.resolve().parent != kept.path.resolve().parent:
        raise RunStaysBeside(str(save), str(kept.path))


def check_wishes(
    kept: KeptCampaign,
    session: Session,
    path: Path,
    seats: str | None,
    settings: tuple[str, ...],
    save: Path | None,
) -> None:
    """Refuse another file, other players or other settings than those of the open Run."""
    from embertable.commands.shared import read_settings
    from embertable.engine.errors import RunIsOpen

    options = session.table.options
    wanted = read_settings(settings, session.game)
    count = len(seats.split(",")) if seats else session.game.seats(session.table)
    differs = any(options.get(name) != value for name, value in wanted.items())
    if differs or count != session.game.seats(session.table) or save not in (None, path):
        raise RunIsOpen(str(kept.path), kept.number(), path.name)
