"""Campaigns of Dead Cells: kept for their owner, played Run by Run at live tables."""

from __future__ import annotations

import json
import secrets
import time

from embertable.games import load
from embertable.games.deadcells.campaign_file import CampaignFile, campaign_from_json, new_file
from embertable.games.deadcells.content import DeadCellsContent
from embertable.server.bodies import CampaignInfo
from embertable.server.errors import BadRecord, NoSuchThing
from embertable.server.live import LiveTable
from embertable.server.people import People, Person, hashed
from embertable.server.store import Document, Store

GAME = "deadcells"
KIND = "campaign"


async def begin(people: People, person: Person, body: bytes) -> CampaignInfo:
    """A new campaign, or one from an uploaded file."""
    game = load(GAME)
    kept = read(body) if body.strip() not in (b"", b"{}") else new_file(game)
    return info(people, await keep(people.store, secrets.token_hex(8), person.id, kept))


async def of_person(people: People, person: Person) -> list[CampaignInfo]:
    return [info(people, one) for one in await people.store.find(KIND, person.id)]


def info(people: People, document: Document) -> CampaignInfo:
    return CampaignInfo(
        id=document.id,
        game=GAME,
        runs=len(read(document.body).runs),
        touched=document.changed,
        invite=people.invite(offer_of(document)),
    )


def offer_of(document: Document) -> str:
    """What an invitation to take a campaign over names: it is void once somebody else has it."""
    return f"{KIND} {document.id} {hashed(document.owner)}"


async def take(people: People, id: str, person: Person, invite: str) -> CampaignInfo:
    """Hand a campaign over to whoever brings its invitation."""
    document = await people.store.get(KIND, id)
    if document is None or not people.is_invited(offer_of(document), invite):
        raise NoSuchThing
    return info(people, await keep(people.store, id, person.id, read(document.body)))


async def reset(people: People, id: str, person: Person) -> CampaignInfo:
    """Everything as at the very first set-up (D-RESET-01)."""
    document = await found(people.store, id, person)
    return info(people, await keep(people.store, id, document.owner, new_file(load(GAME))))


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


async def keep(store: Store, id: str, owner: str, kept: CampaignFile) -> Document:
    body = json.dumps(kept.to_json(load(GAME)), ensure_ascii=False).encode()
    document = Document(KIND, id, owner, body, time.time())
    await store.put(document)
    return document


def read(body: bytes) -> CampaignFile:
    game = load(GAME)
    content = game.content()
    assert isinstance(content, DeadCellsContent)
    try:
        saved = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRecord("it is no JSON") from error
    return campaign_from_json(game, saved, "campaign", content)
