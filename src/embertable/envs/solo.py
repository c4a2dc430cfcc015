"""Gymnasium environments: one learner at the table, bots in all other seats.

Importing this module registers them, which Gymnasium does itself if the id names the module:
`gymnasium.make("embertable.envs.solo:embertable/setawatch-v4", difficulty="easy")`.
"""

from __future__ import annotations

from typing import Any, cast

from embertable.engine.errors import MissingExtra

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Discrete, Space
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.bots import Bot, ask, import_bot
from embertable.engine.chance import seeded
from embertable.envs.aec import LARGEST_SEED, Observation, observation_space, observed
from embertable.envs.coders import coder, seats_of, version_of
from embertable.envs.coding.turns import Turns
from embertable.envs.text import text_lines
from embertable.games import load_all

MOST_GAMES = 1000


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A game seen from one seat.

    Bots by name play the other seats, if there are any. An illegal number changes nothing and sets
    `info["illegal"]`; use the mask.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012 - so it is in Gymnasium

    def __init__(
        self,
        game: str,
        seat: int = 0,
        others: str = "random",
        render_mode: str | None = None,
        **options: str | int,
    ) -> None:
        self.coder = coder(game)
        self.name = f"{game}_v{version_of(game)}"
        self.options = self.coder.game.check(options)
        self.seat = seat
        self.others = others
        self.render_mode = render_mode
        self.observation_space = cast("Space[Observation]", observation_space(self.coder))
        self.action_space = Discrete(self.coder.numbering.size)
        seats = seats_of(self.coder, self.options)
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat} at a table of {seats}")
        self.turns: Turns
        self.bots: list[Bot] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        # The others may end a game before the learner's first turn; then start a new one.
        for _ in range(MOST_GAMES):
            self.begin(int(self.np_random.integers(LARGEST_SEED)))
            if self.turns.seat is not None:
                break
        return self.observe(), self.info()

    def begin(self, seed: int) -> None:
        self.turns = Turns(self.coder, self.coder.game.set_up(self.options, seeded(seed)))
        self.bots = [import_bot(self.others, seed + 1 + seat) for seat in range(self.turns.seats)]
        self.let_others_play()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = int(action)
        if number not in self.turns.numbers:
            return self.observe(), 0.0, False, False, {**self.info(), "illegal": True}
        self.turns.play(number)
        self.let_others_play()
        over = self.turns.seat is None
        reward = self.turns.payoffs()[self.seat] if over else 0.0
        return self.observe(), reward, over, False, self.info()

    def let_others_play(self) -> None:
        """Bots decide until the learner must, or the game is over."""
        while self.turns.seat is not None and self.turns.seat != self.seat:
            seat = self.turns.seat
            action = ask(self.bots[seat], self.turns.table, seat)
            self.turns.play(
                next(number for number, option in self.turns.options.items() if option == action)
            )

    def observe(self) -> Observation:
        return observed(self.turns, self.seat)

    def info(self) -> dict[str, Any]:
        result = self.turns.table.result
        if result is None:
            return {}
        return {"outcome": result.outcome, "score": result.scores[self.seat]}

    def render(self) -> str | None:
        """The text view of the learner's seat."""
        text = "\n".join(text_lines(self.turns.table, self.seat))
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what this mode is for
            return None
        return text


for _game in load_all():
    gymnasium.register(
        f"embertable/{_game.name}-v{version_of(_game.name)}",
        entry_point=SoloEnv,  # type: ignore[arg-type]
        kwargs={"game": _game.name},
        # Gymnasium's passive checker would check every observation.
        disable_env_checker=True,
    )
