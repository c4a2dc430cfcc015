"""Campaigns, and the deal of the day."""

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
    somebody,
)
from embertable.server.http.tables import table_info
from embertable.server.http_types import CampaignList, Ok, TakeCampaign


@endpoint
async def new_campaign(request: Request) -> Struct:
    """Begin a campaign of the game that is named, or bring one as its file."""
    person = await somebody(request)
    server = server_of(request)
    if not server.table_allowance.take(person.id):
        raise TooMuch
    return await campaigns.begin(server.sessions, person, await raw_body(request))


@endpoint
async def own_campaigns(request: Request) -> Struct:
    person = await somebody(request)
    return CampaignList(campaigns=await campaigns.of_person(server_of(request).sessions, person))


@endpoint
async def campaign_file(request: Request) -> Response:
    person = await somebody(request)
    id = str(request.path_params["id"])[:64]
    found = await campaigns.found(server_of(request).store, id, person)
    return download(msgspec.json.decode(found.body), f"campaign-{id}")


@endpoint
async def forget_campaign(request: Request) -> Struct:
    person = await somebody(request)
    store = server_of(request).store
    found = await campaigns.found(store, str(request.path_params["id"])[:64], person)
    await store.delete(found.kind, found.id)
    return Ok()


@endpoint
async def take_campaign(request: Request) -> Struct:
    """Take over a campaign that its owner hands over, with the secret of the invitation."""
    person = await somebody(request)
    wanted = await body_of(request, TakeCampaign)
    id = str(request.path_params["id"])[:64]
    return await campaigns.take(server_of(request).sessions, id, person, wanted.invite)


@endpoint
async def reset_campaign(request: Request) -> Struct:
    """Put a campaign back to its very first set-up."""
    person = await somebody(request)
    id = str(request.path_params["id"])[:64]
    return await campaigns.reset(server_of(request).sessions, id, person)


@endpoint
async def daily_deal(request: Request) -> Struct:
    game = load(str(request.path_params["game"]))
    return await daily.of_day(server_of(request).store, game.name, await person_of(request))


@endpoint
async def play_daily(request: Request) -> Struct:
    """Sit down to today's deal; it is dealt to each person once."""
    person = await somebody(request)
    server = server_of(request)
    game = load(str(request.path_params["game"]))
    room = await server.rooms.finish(server.rooms.make_daily(person, game.name))
    return table_info(request, room, person)
