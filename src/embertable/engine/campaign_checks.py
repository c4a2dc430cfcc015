"""Checks a campaign against the records of its games, and makes one from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embertable.engine.campaign_files import KeptCampaign
from embertable.engine.campaigns import Campaigns, OpenGame, read_campaign
from embertable.engine.catalogue import Message
from embertable.engine.errors import (
    EmbertableError,
    FewerRuns,
    ForeignRecord,
    MissingRun,
    NoRuns,
    NotACampaign,
    TwoCampaigns,
    UnreadableFile,
)
from embertable.engine.files import FileLock
from embertable.engine.record import Record, load_record
from embertable.engine.session import Session, resume


@dataclass
class Recorded:
    """A record of a campaign's game, replayed."""

    path: Path
    record: Record
    session: Session
    began: str
    after: str
    """The hash of the campaign that it leaves; empty while it goes on."""

    def id(self) -> str:
        return self.record.campaign.id if self.record.campaign is not None else ""


def replayed(kept: KeptCampaign, path: Path) -> Recorded:
    record = load_record(path)
    if record.game != kept.game.name:
        raise ForeignRecord(str(path))
    session = resume(kept.game, record)
    after = ""
    if session.table.has_ended():
        after = hash_after(kept.campaigns, session)
    return Recorded(path, record, session, kept.campaigns.began(record), after)


def hash_after(campaigns: Campaigns, session: Session) -> str:
    return campaigns.state_hash(campaigns.after(campaigns.begin(), session.table, ""))


# Checking.


def problems_of(kept: KeptCampaign) -> list[Message]:
    """Everything in a campaign that its records contradict."""
    saved = kept.read()
    campaigns = kept.campaigns
    found: list[Message] = []
    seen: dict[str, int] = {}
    state = campaigns.state_hash(campaigns.begin())
    for number, one in enumerate(campaigns.games(saved), start=1):
        problem, record = checked(kept, one.record, number)
        if record is None:
            found.append(problem)
            # What it left is unknown, except from what the next one began with.
            state = ""
            continue
        game_id = record.record.game_id()
        if game_id in seen:
            found.append(problem_of("twice", number, one.record, first=seen[game_id]))
        seen.setdefault(game_id, number)
        if not record.after:
            found.append(problem_of("unfinished", number, one.record))
        elif kept.game.state_hash(record.session.table) != one.hash:
            found.append(problem_of("ending", number, one.record))
        if one.game_id and one.game_id != game_id:
            found.append(problem_of("other", number, one.record))
        if state and record.began != state:
            found.append(problem_of("order", number, one.record))
        state = record.after
    if state and state != campaigns.state_hash(saved):
        found.append(Message("campaign.problem_state"))
    open = campaigns.open_game(saved)
    if open is not None:
        found.extend(problems_of_open(kept, saved, open))
    found.extend(uncounted(kept, saved, set(seen)))
    return found


def problem_of(kind: str, number: int, record: str, first: int = 0) -> Message:
    return Message(f"campaign.problem_{kind}", {"number": number, "record": record, "first": first})


def checked(kept: KeptCampaign, name: str, number: int) -> tuple[Message, Recorded | None]:
    """The record of a counted game, or why there is none."""
    path = kept.beside(name)
    if path is None:
        return problem_of("missing", number, name), None
    try:
        return Message(""), replayed(kept, path)
    except EmbertableError as error:
        return error.message, None


def problems_of_open(kept: KeptCampaign, saved: dict[str, Any], open: OpenGame) -> list[Message]:
    number = len(kept.campaigns.games(saved)) + 1
    problem, record = checked(kept, open.record, number)
    if record is None:
        return [problem]
    found: list[Message] = []
    if record.record.game_id() != open.game_id:
        found.append(problem_of("other", number, open.record))
    if record.began != kept.campaigns.state_hash(saved):
        found.append(problem_of("order", number, open.record))
    if record.after:
        found.append(problem_of("uncounted", number, open.record))
    return found


def uncounted(kept: KeptCampaign, saved: dict[str, Any], counted: set[str]) -> list[Message]:
    """Finished games of this campaign in its folder that it neither counts nor gave up."""
    campaigns = kept.campaigns
    known = {*counted, *campaigns.given_up(saved)}
    open = campaigns.open_game(saved)
    if open is not None:
        known.add(open.game_id)
    names = {one.record for one in campaigns.games(saved)}
    return [
        problem_of("left_out", 0, one.path.name)
        for one in records_in(kept, sorted(kept.path.parent.glob("*.json")))
        if one.after
        and one.id() == campaigns.id(saved)
        and one.record.game_id() not in known
        and one.path.name not in names
    ]


def records_in(kept: KeptCampaign, files: list[Path]) -> list[Recorded]:
    """The records of the game among these files; others are passed over."""
    found: list[Recorded] = []
    for file in files:
        try:
            found.append(replayed(kept, file))
        except EmbertableError:
            continue
    return found


# Rebuilding.


def rebuild(kept: KeptCampaign, files: list[Path], id: str) -> tuple[int, Path | None]:
    """Make a campaign from records; how many games it counts, and where the old file is.

    Without `files`, the records are those of the campaign's folder that belong to it. A campaign whose
    id can still be read keeps it; otherwise it gets `id`.
    """
    with FileLock(kept.path):
        old = bytes_of(kept.path)
        if is_record(kept.path):
            raise NotACampaign(str(kept.path))
        known = re.search(r'"id": ?"([0-9a-f]+)"', old.decode(errors="replace"))
        if files:
            own = every = [replayed(kept, file) for file in files]
        else:
            every = records_in(kept, sorted(kept.path.parent.glob("*.json")))
            own = own_records(kept, every, known[1] if known else "")
        chain = chain_of(kept, [one for one in own if one.after], every)
        ids = {one.id() for one in own if one.id()}
        id = known[1] if known else ids.pop() if len(ids) == 1 else id
        saved = kept.campaigns.begin(id)
        counted = games_of(kept)
        if not own and counted != 0:
            raise NoRuns(str(kept.path))
        if len(chain) < counted:
            raise FewerRuns(str(kept.path), counted, len(chain))
        for one in chain:
            path = one.path
            if path.resolve().parent != kept.path.resolve().parent:
                path = kept.save_new(one.record, kept.path.parent / path.name)
            saved = kept.campaigns.after(saved, one.session.table, path.name, one.record)
        saved = reopened(kept, saved, [one for one in own if not one.after])
        aside = kept.set_aside(old, "old") if kept.path.exists() else None
        kept.write(saved)
        return len(chain), aside


def is_record(path: Path) -> bool:
    """Whether the file is the record of a game, which a rebuilt campaign must not replace."""
    try:
        load_record(path)
    except (ForeignRecord, UnreadableFile):
        return False
    except EmbertableError:
        return True  # Damaged, or of a newer release.
    return True


def games_of(kept: KeptCampaign) -> int:
    """How many games the campaign counts now; -1 if it cannot be read."""
    try:
        return len(kept.campaigns.games(kept.read()))
    except EmbertableError:
        return -1


def bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise UnreadableFile(str(path), error) from error


def own_records(kept: KeptCampaign, every: list[Recorded], id: str) -> list[Recorded]:
    """The records that name this campaign or, if none does, those that name no other one here."""
    if id and (mine := [one for one in every if one.id() == id]):
        return mine
    others = ids_in(kept, every)
    mine = [one for one in every if not one.id() or one.id() not in others]
    ids = {one.id() for one in mine if one.id()}
    named = [
        one
        for one in mine
        if one.record.campaign is not None and one.record.campaign.file == kept.path.name
    ]
    if len(ids) > 1 and len({one.id() for one in named}) == 1:
        return named
    if len(ids) > 1:
        raise TwoCampaigns(str(kept.path), [one.path.name for one in mine])
    return mine


def ids_in(kept: KeptCampaign, every: list[Recorded]) -> set[str]:
    """The ids of the other campaigns in the folder, if they count all of their finished games."""
    found: set[str] = set()
    for file in kept.path.parent.glob("*.json"):
        if file != kept.path:
            try:
                saved = kept.campaigns.check(read_campaign(file), str(file))
            except EmbertableError:
                continue
            id = kept.campaigns.id(saved)
            counted = {one.game_id for one in kept.campaigns.games(saved)}
            finished = {one.record.game_id() for one in every if one.after and one.id() == id}
            if finished <= counted:
                found.add(id)
    return found


def chain_of(kept: KeptCampaign, own: list[Recorded], every: list[Recorded]) -> list[Recorded]:
    """The games in their order, from the first set-up to the last of the campaign's own."""
    first = kept.campaigns.state_hash(kept.campaigns.begin())
    chains = [chain_to(one, own, every) for one in own]
    whole = [chain for chain in chains if chain[0].began == first]
    if chains and not whole:
        raise MissingRun(str(kept.path), min(chains, key=len)[0].path.name)
    longest = max([len(chain) for chain in whole], default=0)
    best = [chain for chain in whole if len(chain) == longest]
    ends = {chain[-1].record.game_id(): chain for chain in best}
    if len(ends) > 1:
        raise TwoCampaigns(str(kept.path), [chain[-1].path.name for chain in ends.values()])
    return best[0] if best else []


def chain_to(last: Recorded, own: list[Recorded], every: list[Recorded]) -> list[Recorded]:
    """The games that led to this one, the first one first; copies of its own records come before others."""
    chain = [last]
    pool = [*own, *[one for one in every if one.after]]
    for _ in range(len(pool)):
        before = next((one for one in pool if one.after == chain[0].began), None)
        if before is None:
            break
        chain.insert(0, before)
    return chain


def reopened(
    kept: KeptCampaign, saved: dict[str, Any], unfinished: list[Recorded]
) -> dict[str, Any]:
    """The campaign with the game that was open, if there is exactly one that can go on."""
    state = kept.campaigns.state_hash(saved)
    waiting = [one for one in unfinished if one.began == state]
    if len({one.record.game_id() for one in waiting}) != 1:
        return saved
    record = waiting[0].record
    if record.campaign is None or record.campaign.id != kept.campaigns.id(saved):
        return saved
    return kept.campaigns.start(saved, record, waiting[0].path.name)
