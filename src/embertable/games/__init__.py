"""The games by name."""

from __future__ import annotations

from embertable.engine.errors import UnknownGame
from embertable.engine.game import Game
from embertable.games import deadcells, faceless, lueur, setawatch

GAMES: dict[str, Game] = {
    game.name: game for game in (deadcells.game, faceless.game, lueur.game, setawatch.game)
}


def load(name: str) -> Game:
    """The game of that name, or an error that lists those there are."""
    if name not in GAMES:
        raise UnknownGame(name, sorted(GAMES))
    return GAMES[name]
