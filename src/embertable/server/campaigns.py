"""Campaigns of Dead Cells: kept for their owner, played Run by Run at live tables."""

from __future__ import annotations

import json
import secrets
import time

from embertable.games import load
from embertable.games.deadcells.campaign_file import CampaignFile, campaign_from_json, new_file
from embertable.games.deadcells.content import DeadCellsContent
from embertable.server.errors import BadRecord, NoSuchThing
from embertable.server.live import LiveTable
from embertable.server.people import Person
from embertable.server.protocol import CampaignInfo
from embertable.server.store import Document, Store

GAME = "deadcells"
KIND = "campaign"


async def begin(store: Store, person: Person, body: bytes) -> CampaignInfo:
    """A new campaign, or one from an uploaded file."""
    game = load(GAME)
    kept = read(body) if body.strip() not in (b"", b"{}") else new_file(game)
    id = secrets.token_hex(8)
    await keep(store, id, person.id, kept)
    return CampaignInfo(id=id, game=GAME, runs=len(kept.runs), touched=time.time())


async def of_person(store: Store, person: Person) -> list[CampaignInfo]:
    return [
        CampaignInfo(id=one.id, game=GAME, runs=len(read(one.body).runs), touched=one.changed)
        for one in await store.find(KIND, person.id)
    ]


async def found(store: Store, id: str, person: Person) -> Document:
    document = await store.get(KIND, id)
    if document is None or document.owner != person.id:
        raise NoSuchThing
    return document


async def option_of(store: Store, id: str, person: Person) -> str:
    """A campaign as the option of the table where its next Run is played."""
    document = await found(store, id, person)
    return read(document.body).option(load(GAME))


async def keep_run(store: Store, live: LiveTable) -> None:
    """Take over what a finished Run brings, once: a Run that is there already is left alone."""
    document = await store.get(KIND, live.opened.campaign)
    if document is None:
        return
    kept = read(document.body)
    name = f"{live.id}.json"
    if all(run.record != name for run in kept.runs):
        kept.add(live.session.table, name)
        await keep(store, document.id, document.owner, kept)


async def keep(store: Store, id: str, owner: str, kept: CampaignFile) -> None:
    body = json.dumps(kept.to_json(load(GAME)), ensure_ascii=False).encode()
    await store.put(Document(KIND, id, owner, body, time.time()))


def read(body: bytes) -> CampaignFile:
    game = load(GAME)
    content = game.content()
    assert isinstance(content, DeadCellsContent)
    try:
        saved = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRecord("it is no JSON") from error
    return campaign_from_json(game, saved, "campaign", content)
