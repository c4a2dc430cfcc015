"""Requests about games: settings, rules, components and names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

import embertable
from embertable.bots import LEVELS, bot_names
from embertable.bots.hints import level_text
from embertable.engine.catalogue import LANGUAGES, Message, load_catalogue
from embertable.engine.game import Game
from embertable.games import load, load_all
from embertable.ledger import load_ledger
from embertable.server.cached import response
from embertable.server.components import components as drawn_from
from embertable.server.components import names as names_of
from embertable.server.http.requests import (
    address_of,
    asker_of,
    body_of,
    endpoint,
    language_of,
    server_of,
    viewer_in,
    while_connected,
)
from embertable.server.http_types import (
    ClauseInfo,
    Components,
    GameInfo,
    GameList,
    Names,
    RulesText,
    SettingInfo,
    SourceInfo,
    SourcesText,
    ValueInfo,
    WantedNames,
)
from embertable.server.protocol import encode
from embertable.text_view.components import SOURCES, counts_by_source, unique
from embertable.text_view.components import Components as AllComponents
from embertable.tutorials import has_tutorial

HEAVIEST = 3


@endpoint
async def games(request: Request) -> Response:
    """All games; `?brief=1` leaves out the settings, which are most of it."""
    return await kept(
        request, game_list, language_of(request), bool(request.query_params.get("brief"))
    )


def game_list(language: str, brief: bool = False) -> Struct:
    found = [describe(game, language) for game in sorted(load_all(), key=easiest_first)]
    return GameList(
        games=[msgspec.structs.replace(one, settings=[], levels={}) for one in found]
        if brief
        else found,
        bots=[*LEVELS, *[name for name in bot_names() if name not in LEVELS]],
        languages=list(LANGUAGES),
        version=embertable.__version__,
    )


def easiest_first(game: Game) -> tuple[int, int]:
    """The order of the shelf; a game that says nothing of itself comes last."""
    info = game.info()
    return info.weight or HEAVIEST + 1, info.minutes


def describe(game: Game, language: str) -> GameInfo:
    """A game with its settings, explained by its catalogue."""
    catalogue = game.catalogue(language)
    info = game.info()

    def text_of(id: str, instead: str) -> str:
        return catalogue.render(Message(id)) if catalogue.has(id) else instead

    def advice_on(setting: str) -> str:
        advice = game.advice(setting)
        return "" if advice is None else catalogue.render(advice)

    return GameInfo(
        name=game.name,
        title=text_of("about.title", game.name),
        pitch=text_of("about.pitch", ""),
        rules=game.rules_version,
        content=game.content().hash,
        min_players=info.players[0],
        max_players=info.players[1],
        minutes=info.minutes,
        weight=info.weight,
        campaigns=game.campaigns() is not None,
        tutorial=has_tutorial(game),
        companion=text_of("about.companion", "") if game.has_companion() else "",
        levels={level: level_text(game, level, language) for level in LEVELS},
        sources=counts_by_source(game),
        settings=[
            SettingInfo(
                name=setting.name,
                title=text_of(f"setting.{setting.name}", setting.name),
                about=text_of(f"setting.{setting.name}.about", ""),
                advice=advice_on(setting.name),
                default=setting.default,
                clause=setting.clause,
                values=[
                    ValueInfo(
                        value=value,
                        name=text_of(f"value.{setting.name}.{value}", value),
                        about=text_of(f"value.{setting.name}.{value}.about", ""),
                    )
                    for value in setting.values
                ],
            )
            for setting in game.settings
        ],
    )


@endpoint
async def rules(request: Request) -> Response:
    """Every clause of a game's ledger."""
    game = load(str(request.path_params["game"]))
    return await kept(request, rules_text, game, language_of(request))


def rules_text(game: Game, language: str) -> Struct:
    return RulesText(
        game=game.name,
        clauses=[
            ClauseInfo(
                id=clause.id,
                section=clause.section_in(language),
                title=clause.title,
                text=clause.text,
                rulings=list(clause.rulings),
                source=clause.source,
            )
            for clause in load_ledger(game).clauses.values()
        ],
    )


@endpoint
async def sources(request: Request) -> Response:
    """What is from the rulebook, what is public, what is ours: every component with its source."""
    game = load(str(request.path_params["game"]))
    return await kept(request, sources_text, game, language_of(request))


def sources_text(game: Game, language: str) -> Struct:
    engine = load_catalogue("engine", language)
    return SourcesText(
        game=game.name,
        origins={source: engine.text(f"origin.{source}") for source in SOURCES},
        components=[
            SourceInfo(kind=one.kind, name=one.name, text=one.text, source=one.source)
            for one in unique(AllComponents(game, language).entries)
        ],
    )


@endpoint
async def components(request: Request) -> Response:
    """The components of a game that a board draws."""
    return await kept(request, game_components, load(str(request.path_params["game"])))


def game_components(game: Game) -> Struct:
    return Components(game=game.name, content=drawn_from(game))


async def kept(request: Request, make: Callable[..., Struct], *arguments: Hashable) -> Response:
    """An answer about the printed games, which is the same for everybody."""

    async def made() -> bytes:
        return encode(await asyncio.to_thread(make, *arguments))

    return response(request, await server_of(request).cache.get((make, *arguments), made))


@endpoint
async def names(request: Request) -> Struct:
    """The names of a game's things in the requested language."""
    server_of(request).shares.take_lookup(address_of(request))
    game = load(str(request.path_params["game"]))
    wanted = (await body_of(request, WantedNames)).wanted
    return Names(names=names_of(game, game.content(), language_of(request), wanted))


@endpoint
async def table_components(request: Request) -> Response:
    """The components of a table, which may have a content pack of its own."""
    _, viewer = await viewer_in(request)
    game, pack = viewer.live.game, viewer.live.opened.content
    if not pack:
        return await kept(request, game_components, game)
    server = server_of(request)

    async def made() -> bytes:
        work = server.readers.components(game.name, pack, await asker_of(request))
        return await while_connected(request, work)

    return response(request, await server.cache.get(("components", viewer.live.content.hash), made))


@endpoint
async def table_names(request: Request) -> Struct:
    """The names of a table's things in the requested language."""
    server_of(request).shares.take_lookup(address_of(request))
    wanted = (await body_of(request, WantedNames)).wanted
    _, viewer = await viewer_in(request)
    live = viewer.live
    return Names(names=names_of(live.game, live.content, viewer.language, wanted))
