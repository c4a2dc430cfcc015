"""The coder of each game: how its positions and actions become numbers.

A game's folder here exports `VERSION`, `words`, `values` and `shape`, and may export `ACTIONS`,
`Writer`, `Progress` and `EASIEST`. The numbers of a game without one are derived from its actions and views.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from embertable.engine.chance import seeded
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.rewards import Progress
from embertable.envs.coding.shapes import Vocabulary
from embertable.envs.coding.writing import ViewWriter
from embertable.envs.derived import derive
from embertable.games import load, part_of


@cache
def coder(name: str) -> Coder:
    """The numbers of a game, for its printed content."""
    game = load(name)
    part = part_of(game, "envs")
    if part is None:
        return derive(game)
    content = game.content()
    words = Vocabulary(part.words(content))
    shape = part.shape(content, words)
    writer = part.Writer(shape, words) if hasattr(part, "Writer") else ViewWriter(game, shape)
    actions = getattr(part, "ACTIONS", {})
    return Coder(game, words, shape, part.values(content), actions, writer)


def version_of(name: str) -> int:
    """The version of a game's numbers; derived ones change with the rules."""
    game = load(name)
    version: int = getattr(part_of(game, "envs"), "VERSION", game.rules_version)
    return version


@cache
def progress_of(name: str) -> Progress:
    """How far a game has got, for rewards; without a game's own measure always 0."""
    part = part_of(load(name), "envs")
    progress: Progress = getattr(part, "Progress", Progress)()
    return progress


@cache
def seats(name: str, options: tuple[tuple[str, str], ...]) -> int:
    """How many play with these settings; a table is set up once to see."""
    game = load(name)
    return game.seats(game.set_up(dict(options), seeded(0)))


def seats_of(coder: Coder, options: Mapping[str, str]) -> int:
    return seats(coder.game.name, tuple(options.items()))
