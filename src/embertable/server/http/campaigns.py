"""Requests about campaigns and the deal of the day."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.games import load
from embertable.server import campaigns, daily
from embertable.server.http.records import download
from embertable.server.http.requests import (
    address_of,
    body_of,
    endpoint,
    id_in,
    language_of,
    person_of,
    raw_body,
    server_of,
    signed_in_person,
)
from embertable.server.http.tables import table_info
from embertable.server.http_types import CampaignList, Ok, TakeCampaign
from embertable.server.protocol import encode


@endpoint
async def new_campaign(request: Request) -> Struct:
    """Start a campaign of the named game, or upload one as a file; `?copy=1` makes a copy of it."""
    person = await signed_in_person(request)
    server = server_of(request)
    server.shares.take_table(person.id, address_of(request))
    body = await raw_body(request)
    server.shares.take_room(address_of(request), len(body))
    copy = request.query_params.get("copy") == "1"
    return await campaigns.begin(server.sessions, person, body, language_of(request), copy)


@endpoint
async def own_campaigns(request: Request) -> Struct:
    """The campaigns that a person owns or shares; a stranger has none."""
    person = await person_of(request)
    if person is None:
        return CampaignList(campaigns=[])
    server = server_of(request)
    server.shares.take_lookup(address_of(request))
    known = await campaigns.of_person(server.sessions, person, language_of(request))
    open = [server.rooms.loaded(one.open.table) for one in known if one.open is not None]
    if over := [room for room in open if room is not None and room.live.is_over()]:
        # The store was away when these games ended.
        for room in over:
            await server.rooms.settle(room.live)
        known = await campaigns.of_person(server.sessions, person, language_of(request))
    return CampaignList(campaigns=known)


@endpoint
async def campaign_file(request: Request) -> Response:
    person = await signed_in_person(request)
    id = id_in(request)
    found = await campaigns.shared(server_of(request).store, id, person)
    return download(encode(campaigns.opened(found)[1]), f"campaign-{id}")


@endpoint
async def forget_campaign(request: Request) -> Struct:
    """Leave a campaign; one that nobody else shares is deleted."""
    person = await signed_in_person(request)
    server_of(request).shares.take_change(person.id, address_of(request))
    await campaigns.forget(server_of(request).store, id_in(request), person)
    return Ok()


@endpoint
async def take_campaign(request: Request) -> Struct:
    """Take over a campaign with an invitation from its owner."""
    person = await signed_in_person(request)
    server_of(request).shares.take_change(person.id, address_of(request))
    wanted = await body_of(request, TakeCampaign)
    sessions = server_of(request).sessions
    language = language_of(request)
    return await campaigns.take(sessions, id_in(request), person, wanted.invite, language)


@endpoint
async def join_campaign(request: Request) -> Struct:
    """Share a campaign with an invitation from somebody who does."""
    person = await signed_in_person(request)
    server_of(request).shares.take_change(person.id, address_of(request))
    wanted = await body_of(request, TakeCampaign)
    sessions = server_of(request).sessions
    language = language_of(request)
    return await campaigns.join(sessions, id_in(request), person, wanted.invite, language)


@endpoint
async def reset_campaign(request: Request) -> Struct:
    """Set a campaign back to its first set-up; the old one stays as an archive."""
    person = await signed_in_person(request)
    server_of(request).shares.take_change(person.id, address_of(request))
    sessions = server_of(request).sessions
    return await campaigns.reset(sessions, id_in(request), person, language_of(request))


@endpoint
async def give_up_run(request: Request) -> Struct:
    """Give the open game of a campaign up; it will not be counted, unless it is over already."""
    person = await signed_in_person(request)
    server_of(request).shares.take_change(person.id, address_of(request))
    server = server_of(request)
    await campaigns.shared(server.store, id_in(request), person)
    await server.rooms.settle_campaign(id_in(request))
    return await campaigns.give_up(server.sessions, id_in(request), person, language_of(request))


@endpoint
async def daily_deal(request: Request) -> Struct:
    game = load(str(request.path_params["game"]))
    person = await person_of(request)
    store = server_of(request).store
    return await daily.deal_of_day(store, game.name, person, language_of(request))


@endpoint
async def play_daily(request: Request) -> Struct:
    """Play today's deal; each person gets one table."""
    person = await signed_in_person(request)
    server = server_of(request)
    server.shares.take_table(person.id, address_of(request))
    game = load(str(request.path_params["game"]))
    room = await server.rooms.finish(server.rooms.create_daily(person, game.name))
    return table_info(request, room, person)
