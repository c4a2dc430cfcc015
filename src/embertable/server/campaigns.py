"""Campaigns: stored for their owner and whoever shares them, and continued at live tables game by game.

A campaign has at most one open game. Every change replaces the stored campaign only if it is still as it
was read, so that two tables, two people or two servers never undo each other's.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from embertable.engine.campaigns import CampaignGame, Campaigns, is_counted
from embertable.engine.errors import EmbertableError
from embertable.engine.record import CampaignLink, Record
from embertable.games import campaign_games, load
from embertable.server.errors import (
    BadRecord,
    NoSuchThing,
    OpenRun,
    Stale,
    TooLarge,
    TooManyCampaigns,
)
from embertable.server.http_types import CampaignInfo, CampaignRun, OpenRunInfo
from embertable.server.live import LiveTable
from embertable.server.sessions import Person, Sessions, hashed
from embertable.server.store import Document, Store

KIND = "campaign"
MEMBER = "campaign-member"
"""Whoever shares a campaign without owning it."""

MOST = 50
"""How many campaigns a person may begin or upload."""

MOST_GAMES = 300
LARGEST = 200_000
"""Bytes of an uploaded campaign, which is checked whenever it is read; one of a hundred Runs has a tenth of this."""

READING = ThreadPoolExecutor(1, thread_name_prefix="campaigns")
"""Reads them beside the event loop: somebody may have many, and each takes a while."""

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 20
"""How often a change is tried again because somebody else changed the campaign meanwhile."""

Change = Callable[[Campaigns, dict[str, Any]], dict[str, Any] | None]
"""Makes the next state of a campaign, or none if it stays as it is."""


async def beside(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(READING, partial(work, *arguments, **named))


# Finding.


async def of_person(sessions: Sessions, person: Person, language: str) -> list[CampaignInfo]:
    """The campaigns that a person owns or shares; a damaged one says so and hides no other."""
    owned = await sessions.store.find(KIND, person.id)
    shared = [
        await sessions.store.get(KIND, one.body.decode())
        for one in await sessions.store.find(MEMBER, person.id)
    ]
    known = {one.id: one for one in [*owned, *[one for one in shared if one is not None]]}
    return [await info(sessions, one, person, language) for one in known.values()]


async def found(store: Store, id: str, person: Person) -> Document:
    """A campaign that the person owns."""
    document = await store.get(KIND, id)
    if document is None or document.owner != person.id:
        raise NoSuchThing
    return document


async def shared(store: Store, id: str, person: Person) -> Document:
    """A campaign that the person owns or shares."""
    document = await store.get(KIND, id)
    if document is None:
        raise NoSuchThing
    if document.owner != person.id and await store.get(MEMBER, f"{id}:{person.id}") is None:
        raise NoSuchThing
    return document


async def info(
    sessions: Sessions, document: Document, person: Person, language: str
) -> CampaignInfo:
    """A campaign as its page shows it."""
    mine = document.owner == person.id
    shown = CampaignInfo(
        id=document.id,
        game=campaign_games()[0].name,
        runs=0,
        updated=document.changed,
        mine=mine,
        invite=sessions.invite(offer_of(document)) if mine else "",
        share=sessions.invite(share_of(document)),
    )
    records = await beside(describe, shown, document.body, language)
    for one, record in zip(shown.played, records, strict=True):
        one.table = await table_of(sessions.store, record)
    if shown.open is not None:
        shown.open.table = await table_of(sessions.store, shown.open.record)
    return shown


def describe(shown: CampaignInfo, body: bytes, language: str) -> list[str]:
    """Add what the stored form says, all but the tables; the records of the games."""
    try:
        saved = read(body)
        shown.game = str(saved.get("game"))
        campaigns = campaigns_of(shown.game)
        saved = campaigns.check(saved)
    except EmbertableError as error:
        shown.problem = error.render(language)
        return []
    catalogue = load(shown.game).catalogue(language)
    games = campaigns.games(saved)
    shown.runs = len(games)
    shown.won = campaigns.is_won(saved)
    shown.archived = campaigns.is_archived(saved)
    shown.goal = catalogue.render(campaigns.goal())
    shown.progress = [catalogue.render(one) for one in campaigns.progress(saved)]
    for number, one in enumerate(games, start=1):
        ended = catalogue.render(campaigns.ending(one.ended))
        unlocked = [catalogue.render(campaigns.unlocked(code)) for code in one.unlocked]
        shown.played.append(
            CampaignRun(
                number=number, players=one.players, ended=ended, unlocked=unlocked, table=""
            )
        )
    open = campaigns.open_game(saved)
    if open is not None:
        shown.open = OpenRunInfo(
            number=len(games) + 1, players=open.players, record=open.record, table=""
        )
    return [one.record for one in games]


async def table_of(store: Store, record: str) -> str:
    """The table of a game, if this server has it; games of elsewhere have a file."""
    table = record.removesuffix(".json")
    return table if await store.has_table(table) else ""


# Beginning, sharing and handing over.


async def begin(
    sessions: Sessions, person: Person, body: bytes, language: str, copy: bool = False
) -> CampaignInfo:
    """Start a campaign of the named game, or store an uploaded one; a copy goes its own way."""
    if len(body) > LARGEST:
        raise TooLarge
    saved = read(body) if body.strip() else {}
    if set(saved) <= {"game"}:
        name = saved.get("game", campaign_games()[0].name)
        saved = campaigns_of(name).begin(secrets.token_hex(8))
    else:
        campaigns = campaigns_of(saved.get("game"))
        saved = await beside(uploaded, campaigns, saved, copy)
        if not copy and (known := await brought_back(sessions.store, campaigns, person, saved)):
            return await info(sessions, known, person, language)
    if len(await sessions.store.find(KIND, person.id, MOST)) >= MOST:
        raise TooManyCampaigns(MOST)
    document = Document(KIND, secrets.token_hex(8), person.id, written(saved), time.time())
    await sessions.store.put(document)
    return await info(sessions, document, person, language)


def uploaded(campaigns: Campaigns, saved: dict[str, Any], copy: bool) -> dict[str, Any]:
    """An uploaded campaign in the newest form."""
    saved = campaigns.check(saved)
    if len(campaigns.games(saved)) + len(campaigns.given_up(saved)) > MOST_GAMES:
        raise BadRecord(f"it has more than {MOST_GAMES} games")
    return campaigns.with_id(saved, secrets.token_hex(8)) if copy else saved


async def brought_back(
    store: Store, campaigns: Campaigns, person: Person, saved: dict[str, Any]
) -> Document | None:
    """The person's own copy of an uploaded campaign, if the file continues it or is contained in it."""
    for document in await store.find(KIND, person.id):
        found = await beside(compared, campaigns, document.body, saved)
        if found == "contained":
            return document
        if found == "continued":
            fresh = document._replace(body=written(saved), changed=time.time())
            if await store.replace(document, fresh):
                return fresh
    return None


def compared(campaigns: Campaigns, body: bytes, saved: dict[str, Any]) -> str:
    """Whether an uploaded campaign is contained in a stored one, or continues it."""
    try:
        known = campaigns.check(read(body))
    except EmbertableError:
        return ""
    if campaigns.id(known) != campaigns.id(saved) or campaigns.is_archived(known):
        return ""
    if continues(campaigns, saved, known):
        return "contained"
    return "continued" if continues(campaigns, known, saved) else ""


def continues(campaigns: Campaigns, first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether the second campaign is the first one, played on; no open game is lost between them."""
    before, after = campaigns.games(first), campaigns.games(second)
    if [key_of(one) for one in after[: len(before)]] != [key_of(one) for one in before]:
        return False
    open = campaigns.open_game(first)
    if open is None:
        return True
    if len(after) > len(before):
        return after[len(before)].game_id == open.game_id
    return campaigns.open_game(second) == open


def key_of(game: CampaignGame) -> tuple[str, str]:
    return game.hash, game.ended


def offer_of(document: Document) -> str:
    """What an invitation to take over a campaign signs; it is void once the owner changes."""
    return f"{KIND} {document.id} {hashed(document.owner)}"


def share_of(document: Document) -> str:
    """What an invitation to share a campaign signs."""
    return f"{MEMBER} {document.id}"


async def take(
    sessions: Sessions, id: str, person: Person, invite: str, language: str
) -> CampaignInfo:
    """Make the holder of an invitation the owner."""
    document = await sessions.store.get(KIND, id)
    if document is None or not sessions.is_invited(offer_of(document), invite):
        raise NoSuchThing
    fresh = document._replace(owner=person.id, changed=time.time())
    if not await sessions.store.replace(document, fresh):
        raise Stale
    await sessions.store.delete(MEMBER, f"{id}:{person.id}")
    return await info(sessions, fresh, person, language)


async def join(
    sessions: Sessions, id: str, person: Person, invite: str, language: str
) -> CampaignInfo:
    """Let the holder of an invitation share a campaign."""
    document = await sessions.store.get(KIND, id)
    if document is None or not sessions.is_invited(share_of(document), invite):
        raise NoSuchThing
    await share(sessions.store, id, person)
    return await info(sessions, document, person, language)


async def share(store: Store, id: str, person: Person) -> None:
    document = await store.get(KIND, id)
    if document is not None and document.owner != person.id:
        member = Document(MEMBER, f"{id}:{person.id}", person.id, id.encode(), time.time())
        await store.put_new(member)


async def forget(store: Store, id: str, person: Person) -> None:
    """Leave a campaign; it passes to somebody who shares it, and is deleted if nobody does."""
    document = await shared(store, id, person)
    await store.delete(MEMBER, f"{id}:{person.id}")
    if document.owner != person.id:
        return
    others = [one for one in await store.all_of(MEMBER) if one.body.decode() == id]
    if not others:
        await store.delete(KIND, id)
        return
    heir = document._replace(owner=others[0].owner)
    if not await store.replace(document, heir):
        raise Stale
    await store.delete(MEMBER, others[0].id)


async def reset(sessions: Sessions, id: str, person: Person, language: str) -> CampaignInfo:
    """Set a campaign back to its first set-up (D-RESET-01); the old one stays as an archive."""
    store = sessions.store
    for _ in range(TRIES):
        document = await found(store, id, person)
        campaigns, saved = opened(document)
        # The archive is found by the campaign's own id, so that its open game is counted there.
        archive = Document(
            KIND,
            campaigns.id(saved),
            document.owner,
            written(campaigns.archived(saved)),
            document.changed,
        )
        if campaigns.games(saved) or campaigns.open_game(saved):
            await store.put(archive)
        fresh = document._replace(
            body=written(campaigns.begin(secrets.token_hex(8))), changed=time.time()
        )
        if await store.replace(document, fresh):
            return await info(sessions, fresh, person, language)
    raise Stale


# Games.


async def options_of(store: Store, id: str, person: Person, game: str) -> dict[str, str]:
    """The options with which the campaign's next game is set up."""
    campaigns, saved = opened(await shared(store, id, person))
    if saved["game"] != game:
        raise NoSuchThing
    open = campaigns.open_game(saved)
    if open is not None:
        raise OpenRun(len(campaigns.games(saved)) + 1)
    return campaigns.options(saved)


async def open_game(store: Store, id: str, record: Record, table: str) -> None:
    """Make a new table's game the open one of its campaign."""

    def start(campaigns: Campaigns, saved: dict[str, Any]) -> dict[str, Any]:
        if campaigns.open_game(saved) is not None:
            raise OpenRun(len(campaigns.games(saved)) + 1)
        began = campaigns.state_hash(saved)
        if campaigns.began(record) != began:
            raise Stale
        record.campaign = CampaignLink(campaigns.id(saved), f"campaign-{id}.json", began)
        return campaigns.start(saved, record, f"{table}.json")

    await change(store, id, start)


async def give_up(sessions: Sessions, id: str, person: Person, language: str) -> CampaignInfo:
    """Give the open game up: it will not be counted."""
    await shared(sessions.store, id, person)
    document = await change(sessions.store, id, lambda campaigns, saved: campaigns.give_up(saved))
    return await info(sessions, document, person, language)


async def keep_game(store: Store, live: LiveTable) -> None:
    """Count a finished game in its campaign, once; one that was given up is not counted."""
    record = live.session.record
    id = live.opened.campaign
    if (document := await store.get(KIND, id)) is None:
        return
    campaigns, saved = opened(document)
    if record.campaign is not None and campaigns.id(saved) != record.campaign.id:
        # The campaign was reset meanwhile, and the game belongs to its archive.
        id = record.campaign.id
        if await store.get(KIND, id) is None:
            return
    await change(store, id, lambda campaigns, saved: counted(campaigns, saved, live))


def counted(campaigns: Campaigns, saved: dict[str, Any], live: LiveTable) -> dict[str, Any] | None:
    record = live.session.record
    if standing(campaigns, saved, record, live.game.state_hash(live.table)) != "open":
        return None
    return campaigns.after(saved, live.table, f"{live.id}.json", record)


def run_of(document: Document, record: Record, hash: str) -> str:
    """How a campaign sees the game of one of its tables, which it leaves behind with a reset."""
    campaigns, saved = opened(document)
    is_reset = record.campaign is not None and record.campaign.id != campaigns.id(saved)
    return "left" if is_reset else standing(campaigns, saved, record, hash)


def standing(campaigns: Campaigns, saved: dict[str, Any], record: Record, hash: str) -> str:
    """How a campaign sees a game that stands at this hash: `counted`, `open`, or `left` if it will not count it."""
    if is_counted(campaigns, saved, record, hash):
        return "counted"
    open = campaigns.open_game(saved)
    if open is not None:
        return "open" if open.game_id == record.game_id() else "left"
    given_up = record.game_id() in campaigns.given_up(saved)
    # Tables of version 1 were opened without a word to their campaign.
    fits = campaigns.began(record) == campaigns.state_hash(saved)
    return "open" if fits and not given_up else "left"


async def change(store: Store, id: str, work: Change) -> Document:
    """Change a campaign, unless it was changed meanwhile; then try again with what it is now."""
    for _ in range(TRIES):
        document = await store.get(KIND, id)
        if document is None:
            raise NoSuchThing
        new = work(*opened(document))
        if new is None:
            return document
        fresh = document._replace(body=written(new), changed=time.time())
        if await store.replace(document, fresh):
            return fresh
    raise Stale


# The stored form.


def opened(document: Document) -> tuple[Campaigns, dict[str, Any]]:
    saved = read(document.body)
    campaigns = campaigns_of(saved.get("game"))
    return campaigns, campaigns.check(saved)


def written(saved: dict[str, Any]) -> bytes:
    return json.dumps(saved, ensure_ascii=False).encode()


def read(body: bytes) -> dict[str, Any]:
    try:
        saved = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRecord("it is not JSON") from error
    if not isinstance(saved, dict):
        raise BadRecord("it is not a campaign")
    return saved


def campaigns_of(game: object) -> Campaigns:
    campaigns = load(game).campaigns() if isinstance(game, str) else None
    if campaigns is None:
        raise BadRecord("it names no game that has campaigns")
    return campaigns
