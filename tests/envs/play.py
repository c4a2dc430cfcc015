"""What tests of learners' environments share: games, and play through numbers alone."""

from __future__ import annotations

import random

from embertable.engine.chance import seeded
from embertable.envs.coders import coder
from embertable.envs.coding.turns import Turns
from embertable.games import GAMES, load

OPTION_SETS = [(name, options) for name in GAMES for options in load(name).variants()]


def option_id(option_set):
    """A name for a test of one option set."""
    name, options = option_set
    return f"{name}-{load(name).variants().index(options)}"


def new_turns(option_set, seed):
    name, options = option_set
    game = coder(name)
    return Turns(game, game.game.set_up(options, seeded(seed)))


def random_play(turns, seed, most=100_000):
    """Plays numbers at random and yields before each; stops after the most steps."""
    rng = random.Random(seed)
    for _ in range(most):
        if turns.seat is None:
            return
        yield turns
        turns.play(rng.choice(sorted(turns.options)))
