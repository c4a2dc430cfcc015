"""PettingZoo environments: the seats of a table act one by one, each from what it may know."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.engine.chance import seeded
from embertable.envs.coders import coder, seats_of, version_of
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.turns import Turns, resumed
from embertable.envs.text import text_lines

Observation: TypeAlias = dict[str, NDArray[Any]]

INTEGERS = np.iinfo(np.int32)
# Looked up once: np.dtype(name) takes as long as making an array.
ROW, NUMBER, BYTE = np.dtype("<i4"), np.dtype(np.int32), np.dtype(np.int8)
OWN_ORDER = sys.byteorder == "little"
LARGEST_SEED = 2**63


class OtherNumbers(Exception):
    """A saved position belongs to another version of the numbers."""


def env(game: str, render_mode: str | None = None, **options: str | int) -> GameEnv:
    """A game by its name, with its settings: `env("lueur", players="3")`."""
    return GameEnv(game, options, render_mode)


class GameEnv(AECEnv[str, Observation, int]):
    """One game of Embertable.

    An observation has the numbers that `coder.labels()` describes, and the mask of legal actions.
    Rewards come at the end: 1 for each winner, -1 for everybody else.
    """

    def __init__(
        self, game: str, options: Mapping[str, str | int], render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.coder: Coder = coder(game)
        self.options = self.coder.game.check(options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game}_v{version_of(game)}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "numbers": self.coder.digest(),
        }
        self.seeds = np.random.default_rng()
        self.turns: Turns
        seats = seats_of(self.coder, self.options)
        self.seat_agents(seats)
        self.agents: list[str] = []
        space = observation_space(self.coder)
        self.observation_spaces = dict.fromkeys(self.possible_agents, cast("Space[Any]", space))
        # One space per agent: callers seed and sample each of them.
        size = self.coder.numbering.size
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}

    def seat_agents(self, seats: int) -> None:
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int]:
        return cast("Space[int]", self.action_spaces[agent])

    # Playing.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; without a seed, the next one in the sequence of the last seed."""
        if seed is not None:
            self.seeds = np.random.default_rng(seed)
        self.begin(self.new_turns(int(self.seeds.integers(LARGEST_SEED))))

    def new_turns(self, seed: int) -> Turns:
        game = self.coder.game
        # The options were checked in __init__.
        return Turns(self.coder, game.deal(self.options, seeded(seed), game.content()))

    def begin(self, turns: Turns) -> None:
        """Start from a position, with no rewards yet."""
        self.turns = turns
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        if turns.seat is None:
            self.finish()
        else:
            self.agent_selection = self.possible_agents[turns.seat]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        # Rewards only come at the end, so there are none to clear.
        assert action is not None, "only an agent whose game is over does nothing"
        turns = self.turns
        turns.play(int(action))
        seat = turns.seat
        if seat is None:
            self.finish()
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def finish(self) -> None:
        """Reward every agent, and let each act once more to leave, as PettingZoo asks."""
        result = self.turns.table.result
        assert result is not None
        for agent, reward, score in zip(
            self.agents, self.turns.payoffs(), result.scores, strict=True
        ):
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"outcome": result.outcome, "score": score}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        return observed(self.turns, self.seats[agent])

    # Rendering.

    def render(self) -> str | None:
        """The text view of the deciding seat."""
        text = "\n".join(text_lines(self.turns.table, self.turns.seat))
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what this mode is for
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""

    def describe(self, number: int) -> str:
        """The action of a number, as text."""
        option = self.turns.options.get(number)
        return repr(option) if option is not None else self.coder.numbering.describe(number)

    # Copies and saves.

    def clone(self) -> GameEnv:
        """A second environment in the same position, with the same chance to come."""
        new = GameEnv(self.coder.game.name, self.options, self.render_mode)
        new.seeds = np.random.default_rng()
        new.seeds.bit_generator.state = self.seeds.bit_generator.state
        new.begin(self.turns.copy())
        new.take_over(self.agents)
        return new

    def save(self) -> dict[str, Any]:
        """The position as JSON, for `from_state`."""
        return {
            "numbers": self.metadata["numbers"],
            "table": self.turns.table.to_json(),
            "last": self.turns.last,
            "left": self.turns.left,
            "agents": self.agents,
        }

    def from_state(self, saved: dict[str, Any]) -> None:
        """Continue from a saved position of the same game."""
        if saved["numbers"] != self.metadata["numbers"]:
            raise OtherNumbers(f"{saved['numbers']} is not {self.metadata['numbers']}")
        table = self.coder.game.from_json(saved["table"])
        turns = resumed(self.coder, table, saved["last"], saved["left"])
        self.options = table.options
        self.seat_agents(turns.seats)
        self.begin(turns)
        self.take_over(saved["agents"])

    def take_over(self, agents: list[str]) -> None:
        """Remove all but these agents, as they leave one by one after the end."""
        for agent in [agent for agent in self.agents if agent not in agents]:
            self.agent_selection = agent
            self._was_dead_step(None)


def observation_space(coder: Coder) -> Dict:
    return Dict(
        {
            "observation": Box(INTEGERS.min, INTEGERS.max, (coder.size,), np.int32),
            "action_mask": Box(0, 1, (coder.numbering.size,), np.int8),
        }
    )


def observed(turns: Turns, seat: int) -> Observation:
    return {
        "observation": numbers_of(turns.row(seat)),
        "action_mask": np.frombuffer(turns.mask(seat), BYTE),
    }


def numbers_of(row: bytes | bytearray) -> NDArray[np.int32]:
    """The numbers of a row, without copying its bytes."""
    numbers: NDArray[np.int32] = np.frombuffer(row, ROW)
    return numbers if OWN_ORDER else numbers.astype(NUMBER)
