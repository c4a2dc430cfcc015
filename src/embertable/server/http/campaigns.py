"""Requests about campaigns and the deal of the day."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.games import load
from embertable.server import campaigns, daily
from embertable.server.errors import TooMuch
from embertable.server.http.records import download
from embertable.server.http.requests import (
    body_of,
    endpoint,
    person_of,
    raw_body,
    server_of,
    signed_in_person,
)
from embertable.server.http.tables import table_info
from embertable.server.http_types import CampaignList, Ok, TakeCampaign


@endpoint
async def new_campaign(request: Request) -> Struct:
    """Start a campaign of the named game, or upload one as a file."""
    person = await signed_in_person(request)
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    return await campaigns.begin(server.sessions, person, await raw_body(request))


@endpoint
async def own_campaigns(request: Request) -> Struct:
    person = await signed_in_person(request)
    return CampaignList(campaigns=await campaigns.of_person(server_of(request).sessions, person))


@endpoint
async def campaign_file(request: Request) -> Response:
    person = await signed_in_person(request)
    id = str(request.path_params["id"])[:64]
    found = await campaigns.found(server_of(request).store, id, person)
    return download(msgspec.json.decode(found.body), f"campaign-{id}")


@endpoint
async def forget_campaign(request: Request) -> Struct:
    person = await signed_in_person(request)
    store = server_of(request).store
    found = await campaigns.found(store, str(request.path_params["id"])[:64], person)
    await store.delete(found.kind, found.id)
    return Ok()


@endpoint
async def take_campaign(request: Request) -> Struct:
    """Take over a campaign with an invitation from its owner."""
    person = await signed_in_person(request)
    wanted = await body_of(request, TakeCampaign)
    id = str(request.path_params["id"])[:64]
    return await campaigns.take(server_of(request).sessions, id, person, wanted.invite)


@endpoint
async def reset_campaign(request: Request) -> Struct:
    """Set a campaign back to its first set-up."""
    person = await signed_in_person(request)
    id = str(request.path_params["id"])[:64]
    return await campaigns.reset(server_of(request).sessions, id, person)


@endpoint
async def daily_deal(request: Request) -> Struct:
    game = load(str(request.path_params["game"]))
    return await daily.deal_of_day(server_of(request).store, game.name, await person_of(request))


@endpoint
async def play_daily(request: Request) -> Struct:
    """Play today's deal; each person gets one table."""
    person = await signed_in_person(request)
    server = server_of(request)
    game = load(str(request.path_params["game"]))
    room = await server.rooms.finish(server.rooms.create_daily(person, game.name))
    return table_info(request, room, person)
