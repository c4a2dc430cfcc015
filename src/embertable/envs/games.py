"""The coders of the games: how each game's positions and actions become numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from embertable.engine.chance import seeded
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.shapes import Vocabulary
from embertable.games import load

VERSIONS = {"deadcells": 3, "faceless": 3, "lueur": 3, "setawatch": 4}
"""Raised whenever the meaning of any number of an observation or an action changes."""


@cache
def coder(name: str) -> Coder:
    """The numbers of a game, for the content of the printed one."""
    game = load(name)
    content = game.content()
    spec = import_module(f"embertable.envs.{name}")
    words = Vocabulary(spec.words(content))
    shape = spec.shape(content, words)
    actions = getattr(spec, "ACTIONS", {})
    return Coder(game, words, shape, spec.values(content), actions, spec.WRITER(shape, words))


def seats_of(coder: Coder, options: Mapping[str, str]) -> int:
    """How many play with these settings; a table is set up once to see."""
    key = (coder.game.name, *options.items())
    if key not in SEATS:
        SEATS[key] = coder.game.seats(coder.game.set_up(options, seeded(0)))
    return SEATS[key]


SEATS: dict[tuple[object, ...], int] = {}
