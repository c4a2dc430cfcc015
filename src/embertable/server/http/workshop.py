"""Requests of the workshop: forms, checks, files and differences of packs, and packs that are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from embertable.games import load
from embertable.server.cached import response
from embertable.server.http.games import kept
from embertable.server.http.records import forked
from embertable.server.http.requests import (
    address_of,
    asker_of,
    body_of,
    endpoint,
    id_in,
    json_of,
    language_of,
    person_of,
    server_of,
    signed_in_person,
    viewer_in,
    while_connected,
)
from embertable.server.http_types import Fork, Ok, SeatPlan
from embertable.server.middleware import int_of
from embertable.server.protocol import encode
from embertable.server.workers import MEGABYTE, Limits
from embertable.server.workshop import kept_packs, matter, packs, scenes
from embertable.server.workshop.forms import workshop as forms_of
from embertable.server.workshop.types import (
    AskMatter,
    CheckPack,
    KeepPack,
    KeptPacks,
    PackBox,
    PackDifferences,
    PackPair,
    TryCard,
)

LIMITS = Limits(seconds=8.0, memory=200 * MEGABYTE)
"""The largest pack of ours takes a tenth of this."""


@endpoint
async def workshop(request: Request) -> Response:
    """The standard pack of a game with the forms that change it."""
    return await kept(
        request, forms_of, load(str(request.path_params["game"])), language_of(request)
    )


async def worked(request: Request, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a worker says about a pack of the request's game."""
    server = server_of(request)
    server.shares.take_lookup(address_of(request))
    game = load(str(request.path_params["game"])).name
    work = server.readers.run(
        game, function, game, *arguments, asker=await asker_of(request), limits=LIMITS
    )
    return await while_connected(request, work)


@endpoint
async def check_pack(request: Request) -> Struct:
    """The problems of a pack, the sentences of one row, and what differs from the standard pack."""
    wanted = await body_of(request, CheckPack)
    found: Struct = await worked(request, packs.check, wanted, language_of(request))
    return found


@endpoint
async def open_pack(request: Request) -> Struct:
    """The values of a pack's text, without its changes."""
    wanted = await body_of(request, PackBox)
    found: Struct = await worked(request, packs.opened, wanted.base)
    return found


@endpoint
async def pack_file(request: Request) -> Struct:
    """A pack as TOML, byte for byte the same whenever it is asked for."""
    found: Struct = await worked(request, packs.file_of, await body_of(request, PackBox))
    return found


@endpoint
async def pack_differences(request: Request) -> Struct:
    """What differs between two packs."""
    wanted = await body_of(request, PackPair)
    found: Struct = await worked(request, packs.differences, wanted, language_of(request))
    return found


@endpoint
async def ask_matter(request: Request) -> Struct:
    """Whether a pack changes the game: plays a few more pairs of games and says what all of them show."""
    person = await signed_in_person(request)
    wanted = await body_of(request, AskMatter)
    file = await worked(request, packs.file_of, wanted)
    server = server_of(request)
    game = str(request.path_params["game"])
    if server.questions.is_new(game, file.hash):
        # A new question is as much work as a table of bots; going on with one takes turns with others.
        server.shares.take_table(person.id, address_of(request))
    rows = server.questions.rows(game, file.hash)
    first, most = matter.next_part(rows, wanted.pairs)
    if most:
        work = server.lab.run(
            game, matter.play_part, game, file.content, first, most, asker=person.id
        )
        played = await while_connected(request, work)
        server.questions.add(game, file.hash, first, played)
    known = list(server.questions.rows(game, file.hash))[: 2 * wanted.pairs]
    arguments = (file.hash, known, wanted.pairs, language_of(request))
    found: Struct = await worked(request, matter.answer, *arguments)
    return found


@endpoint
async def try_card(request: Request) -> Struct:
    """A card in a small scene: what follows with the standard pack, and with this one."""
    wanted = await body_of(request, TryCard)
    found: Struct = await worked(request, scenes.scene, wanted, language_of(request))
    return found


@endpoint
async def play_scene(request: Request) -> Struct:
    """A table that stands at a scene, with this pack; bots have the other seats."""
    person = await signed_in_person(request)
    wanted = await body_of(request, TryCard)
    opening: scenes.Opening = await worked(request, scenes.opening, wanted)
    seats = [
        SeatPlan(kind="me" if seat == opening.seat else "bot") for seat in range(opening.seats)
    ]
    fork = Fork(at=len(opening.record.entries), seats=seats)
    return await forked(request, person, opening.record, fork, opening.content, [])


@endpoint
async def table_pack(request: Request) -> Response:
    """The pack of a table, and how it differs from the printed game."""
    _, viewer = await viewer_in(request)
    live, language = viewer.live, language_of(request)
    if not live.opened.content:
        return json_of(PackDifferences(hash="", differences=[]))
    server = server_of(request)

    async def made() -> bytes:
        ask = server.readers.run(
            live.game.name,
            packs.differences_from_standard,
            live.game.name,
            live.opened.content,
            language,
            asker=await asker_of(request),
            limits=LIMITS,
        )
        return encode(await while_connected(request, ask))

    key = ("pack", live.content.hash, language)
    return response(request, await server.cache.get(key, made))


@endpoint
async def keep_pack(request: Request) -> Struct:
    """Keep a pack on the server under one's name; its id is the link to it."""
    person = await signed_in_person(request)
    server = server_of(request)
    wanted = await body_of(request, KeepPack)
    load(wanted.game)
    server.shares.take_room(address_of(request), int_of(request.headers.get("content-length")))
    server.shares.take_change(person.id, address_of(request))
    return await kept_packs.keep(server.store, person, wanted)


@endpoint
async def own_packs(request: Request) -> Struct:
    """The packs that a person keeps here; a stranger has none."""
    person = await person_of(request)
    found = await kept_packs.of_person(server_of(request).store, person.id) if person else []
    return KeptPacks(packs=found)


@endpoint
async def kept_pack(request: Request) -> Struct:
    """A kept pack, for everybody who has its link."""
    person = await person_of(request)
    return await kept_packs.shared(server_of(request).store, id_in(request), person)


@endpoint
async def forget_pack(request: Request) -> Struct:
    """Delete a pack of one's own; tables that use it keep their copy."""
    person = await signed_in_person(request)
    await kept_packs.forget(server_of(request).store, id_in(request), person)
    return Ok()
