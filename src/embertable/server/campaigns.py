"""Campaigns: stored for their owner, and continued at live tables game by game."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any

from embertable.engine.campaigns import Campaigns
from embertable.games import campaign_games, load
from embertable.server.errors import BadRecord, NoSuchThing
from embertable.server.http_types import CampaignInfo
from embertable.server.live import LiveTable
from embertable.server.sessions import Person, Sessions, hashed
from embertable.server.store import Document, Store

KIND = "campaign"


async def begin(sessions: Sessions, person: Person, body: bytes) -> CampaignInfo:
    """Start a campaign of the named game, or store an uploaded one."""
    saved = read(body) if body.strip() else {}
    if set(saved) <= {"game"}:
        saved = campaigns_of(saved.get("game", campaign_games()[0].name)).begin()
    else:
        campaigns_of(saved.get("game")).check(saved)
    return info(sessions, await keep(sessions.store, secrets.token_hex(8), person.id, saved))


async def of_person(sessions: Sessions, person: Person) -> list[CampaignInfo]:
    return [info(sessions, one) for one in await sessions.store.find(KIND, person.id)]


def info(sessions: Sessions, document: Document) -> CampaignInfo:
    saved = read(document.body)
    return CampaignInfo(
        id=document.id,
        game=saved["game"],
        runs=len(campaigns_of(saved["game"]).games(saved)),
        updated=document.changed,
        invite=sessions.invite(offer_of(document)),
    )


def offer_of(document: Document) -> str:
    """What an invitation to take over a campaign signs; it is void once the owner changes."""
    return f"{KIND} {document.id} {hashed(document.owner)}"


async def take(sessions: Sessions, id: str, person: Person, invite: str) -> CampaignInfo:
    """Make the holder of an invitation the owner."""
    document = await sessions.store.get(KIND, id)
    if document is None or not sessions.is_invited(offer_of(document), invite):
        raise NoSuchThing
    return info(sessions, await keep(sessions.store, id, person.id, read(document.body)))


async def reset(sessions: Sessions, id: str, person: Person) -> CampaignInfo:
    """Set a campaign back to its first set-up (D-RESET-01)."""
    document = await found(sessions.store, id, person)
    fresh = campaigns_of(read(document.body)["game"]).begin()
    return info(sessions, await keep(sessions.store, id, document.owner, fresh))


async def found(store: Store, id: str, person: Person) -> Document:
    document = await store.get(KIND, id)
    if document is None or document.owner != person.id:
        raise NoSuchThing
    return document


async def options_of(store: Store, id: str, person: Person, game: str) -> dict[str, str]:
    """The options with which the campaign's next game is set up."""
    saved = read((await found(store, id, person)).body)
    if saved["game"] != game:
        raise NoSuchThing
    return campaigns_of(game).options(saved)


async def keep_game(store: Store, live: LiveTable) -> None:
    """Add a finished game to its campaign, once."""
    document = await store.get(KIND, live.opened.campaign)
    if document is None:
        return
    saved = read(document.body)
    campaigns = campaigns_of(live.game.name)
    name = f"{live.id}.json"
    if name not in [one.record for one in campaigns.games(saved)]:
        saved = campaigns.after(saved, live.table, name)
        await keep(store, document.id, document.owner, saved)


async def keep(store: Store, id: str, owner: str, saved: dict[str, Any]) -> Document:
    body = json.dumps(saved, ensure_ascii=False).encode()
    document = Document(KIND, id, owner, body, time.time())
    await store.put(document)
    return document


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
