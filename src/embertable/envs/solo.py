"""Gymnasium environments: one learner at the table, bots in all other seats.

Importing this module registers them, which Gymnasium does itself if the id names the module:
`gymnasium.make("embertable.envs.solo:embertable/setawatch-v6", difficulty="easy")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from embertable.engine.errors import MissingExtra

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Discrete, Space
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.engine.chance import seeded
from embertable.envs.aec import LARGEST_SEED, Luck, Observation, fresh, observation_space, observed
from embertable.envs.build import build
from embertable.envs.coders import coder, progress_of, seats_of, version_of
from embertable.envs.coding.rewards import OUTCOME, REWARDS, Rewards
from embertable.envs.coding.turns import Turns
from embertable.envs.errors import SET_BY_RESET, GameFinished, least_one, number_of, one_of
from embertable.envs.observing import NUMBERS, Encoding, Field
from embertable.envs.opponents import Opponents, Other
from embertable.envs.text import text_lines
from embertable.games import load_all

MOST_GAMES = 1000


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A game seen from one seat.

    An illegal number changes nothing and sets `info["illegal"]`; use the mask.

    Args:
        game: its name.
        seat: the learner's.
        others: who plays the other seats: a bot by name (`random`, `greedy`, `search@100`), a policy
            that takes an observation and returns the number of an action, or a list with one of
            these for each seat.
        render_mode: `human` prints the text view, `ansi` returns it.
        reward: `outcome`, `progress` or `score`; see `embertable.envs.coding.rewards.Rewards`.
        discount: the learner's, for `progress`.
        observation: `numbers`, `scaled` or `one_hot`; `schema()` says what is where.
        max_cycles: cut the game off after so many of the learner's steps.
        options: settings of the game.

    """

    turns: Turns = SET_BY_RESET
    paid: Rewards = SET_BY_RESET
    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4, "build": build()}  # noqa: RUF012 - so it is in Gymnasium

    def __init__(
        self,
        game: str,
        seat: int = 0,
        others: Other | Sequence[Other] = "random",
        render_mode: str | None = None,
        *,
        reward: str = OUTCOME,
        discount: float = 1.0,
        observation: str = NUMBERS,
        max_cycles: int | None = None,
        **options: str | int,
    ) -> None:
        self.coder = coder(game)
        self.name = f"{game}_v{version_of(game)}"
        self.options = self.coder.game.check(options)
        self.seat = seat
        self.others = others
        self.render_mode = render_mode
        self.kind = one_of("reward", reward, REWARDS)
        self.discount = discount
        self.encoding = Encoding(self.coder, observation)
        self.max_cycles = least_one("max_cycles", max_cycles)
        space = observation_space(self.coder, self.encoding)
        self.observation_space = cast("Space[Observation]", space)
        self.action_space = Discrete(self.coder.numbering.size)
        seats = seats_of(self.coder, self.options)
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat} at a table of {seats}")
        self.opponents = Opponents(others, seats, self.encoding)
        self.cycles = 0

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
        self.opponents.begin(seed)
        self.let_others_play()
        self.start_rewards()

    def start_rewards(self) -> None:
        self.cycles = 0
        self.paid = Rewards(self.kind, progress_of(self.coder.game.name), self.discount)
        self.paid.begin(self.turns.table, self.turns.seats)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the others play.

        Raises:
            GameFinished: the game is over.
            NoActionNumber: the action is not an integer.
            IllegalNumber: a policy in another seat answered with an action that is not offered.

        """
        number = number_of(action)
        if self.turns.seat is None or self.is_cut_off():
            raise GameFinished
        if number not in self.turns.numbers:
            return self.observe(), 0.0, False, False, {**self.info(), "illegal": True}
        self.turns.play(number)
        self.let_others_play()
        self.cycles += 1
        over = self.turns.seat is None
        reward = self.paid.step(self.turns.table)[self.seat]
        return self.observe(), reward, over, not over and self.is_cut_off(), self.info()

    def is_cut_off(self) -> bool:
        return self.max_cycles is not None and self.cycles >= self.max_cycles

    def let_others_play(self) -> None:
        """The others decide until the learner must, or the game is over."""
        self.opponents.play(self.turns, self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, as sb3-contrib wants them."""
        return np.frombuffer(self.turns.mask(self.seat), np.bool_)

    def schema(self) -> list[Field]:
        """What each position of an observation means."""
        return self.encoding.fields

    def clone(self, luck: Luck = "fresh", seed: int | None = None) -> SoloEnv:
        """A second environment in the same position; `luck` is as in PettingZoo's `clone`."""
        seeds = np.random.default_rng(seed)
        turns = self.turns.copy() if luck == "same" else self.turns.copy(fresh(seeds))
        return self.at(turns, seeds)

    def imagine(self, seed: int | None = None) -> SoloEnv:
        """An environment in a position that the learner cannot tell from this one, with fresh luck."""
        seeds = np.random.default_rng(seed)
        return self.at(self.turns.imagine(self.seat, fresh(seeds)), seeds)

    def at(self, turns: Turns, seeds: np.random.Generator) -> SoloEnv:
        """The same environment at another position, with bots of its own."""
        new = SoloEnv(
            self.coder.game.name,
            self.seat,
            self.others,
            self.render_mode,
            reward=self.kind,
            discount=self.discount,
            observation=self.encoding.kind,
            max_cycles=self.max_cycles,
            **self.options,
        )
        new.np_random = seeds
        new.turns = turns
        new.opponents.begin(int(seeds.integers(LARGEST_SEED)))
        new.start_rewards()
        new.cycles = self.cycles
        return new

    def observe(self) -> Observation:
        return observed(self.turns, self.seat, self.encoding)

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
