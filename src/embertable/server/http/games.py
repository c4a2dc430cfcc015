"""Requests about games: settings, rules, components and names."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request

import embertable
from embertable.bots import STRENGTHS, bot_names
from embertable.engine.catalogue import LANGUAGES, Message
from embertable.engine.game import Game
from embertable.games import load, load_all
from embertable.ledger import load_ledger
from embertable.server.components import components as drawn_from
from embertable.server.components import names as names_of
from embertable.server.errors import NoSuchTable
from embertable.server.http.requests import body_of, endpoint, language_of, person_of, server_of
from embertable.server.http_types import (
    ClauseInfo,
    Components,
    GameInfo,
    GameList,
    Names,
    RulesText,
    SettingInfo,
    ValueInfo,
    WantedNames,
)
from embertable.server.viewer import Viewer, viewer_of
from embertable.tutorials import has_tutorial

HEAVIEST = 3


@endpoint
async def games(request: Request) -> Struct:
    language = language_of(request)
    return GameList(
        games=[describe(game, language) for game in sorted(load_all(), key=easiest_first)],
        bots=[*STRENGTHS, *[name for name in bot_names() if name not in STRENGTHS]],
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
        settings=[
            SettingInfo(
                name=setting.name,
                title=text_of(f"setting.{setting.name}", setting.name),
                about=text_of(f"setting.{setting.name}.about", ""),
                default=setting.default,
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
async def rules(request: Request) -> Struct:
    """Every clause of a game's ledger."""
    game = load(str(request.path_params["game"]))
    language = language_of(request)
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
async def components(request: Request) -> Struct:
    """The components a board draws; `?table=` selects that table's content pack."""
    game, viewer = await game_or_table(request)
    pack = viewer.live.opened.content if viewer else ""
    return Components(game=game.name, content=drawn_from(game, pack))


@endpoint
async def names(request: Request) -> Struct:
    """The names of things in the requested language."""
    game, viewer = await game_or_table(request)
    wanted = (await body_of(request, WantedNames)).wanted
    content = viewer.live.content if viewer else game.content()
    return Names(names=names_of(game, content, language_of(request), wanted))


async def game_or_table(request: Request) -> tuple[Game, Viewer | None]:
    """The game in the path, and the viewer of the table in the query."""
    game = load(str(request.path_params["game"]))
    id = request.query_params.get("table", "")
    if not id:
        return game, None
    if len(id) > 64:
        raise NoSuchTable
    person = await person_of(request)
    live = (await server_of(request).rooms.room(id)).live
    if live.game.name != game.name:
        raise NoSuchTable
    # Content needs no invitation: the cookie that holds it is not sent to this path.
    return game, viewer_of(live, person, language_of(request))
