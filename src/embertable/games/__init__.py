"""The games by name; each is imported when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from embertable.engine.errors import UnknownGame
from embertable.engine.game import Game

GAMES: Final = {
    "deadcells": "embertable.games.deadcells",
    "faceless": "embertable.games.faceless",
    "lueur": "embertable.games.lueur",
    "setawatch": "embertable.games.setawatch",
}


def load(name: str) -> Game:
    """The game of that name, or an error that lists those there are."""
    if name not in GAMES:
        raise UnknownGame(name, sorted(GAMES))
    game = import_module(GAMES[name]).game
    assert isinstance(game, Game)
    return game
