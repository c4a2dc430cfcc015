"""PettingZoo environments: the seats of a table act one by one, each from what it may know."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.engine.chance import Chance, seeded
from embertable.envs.build import build
from embertable.envs.coders import coder, progress_of, seats_of, version_of
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.rewards import OUTCOME, REWARDS, Rewards
from embertable.envs.coding.turns import Turns, resumed
from embertable.envs.errors import (
    SET_BY_RESET,
    GameFinished,
    OtherNumbers,
    least_one,
    number_of,
    one_of,
)
from embertable.envs.observing import NUMBERS, Encoding, Field
from embertable.envs.text import text_lines

__all__ = ["GameEnv", "Luck", "Observation", "OtherNumbers", "env"]

Observation: TypeAlias = dict[str, NDArray[Any]]
Luck: TypeAlias = Literal["fresh", "same"]

# Looked up once: np.dtype(name) takes as long as making an array.
ROW, NUMBER, BYTE = np.dtype("<i4"), np.dtype(np.int32), np.dtype(np.int8)
OWN_ORDER = sys.byteorder == "little"
LARGEST_SEED = 2**63


def fresh(seeds: np.random.Generator) -> Chance:
    """Luck that depends on nothing that was drawn before."""
    return seeded(int(seeds.integers(LARGEST_SEED)))


def env(
    game: str,
    render_mode: str | None = None,
    *,
    reward: str = OUTCOME,
    discount: float = 1.0,
    observation: str = NUMBERS,
    max_cycles: int | None = None,
    **options: str | int,
) -> GameEnv:
    """A game by its name, with its settings: `env("lueur", players=3)`.

    Args:
        game: its name; `embertable games` lists them.
        render_mode: `human` prints the text view, `ansi` returns it.
        reward: `outcome`, `progress` or `score`; see `embertable.envs.coding.rewards.Rewards`.
        discount: the learner's, for `progress`.
        observation: `numbers`, `scaled` or `one_hot`; `schema()` says what is where.
        max_cycles: cut the game off after so many steps.
        options: settings of the game.

    """
    return GameEnv(
        game,
        options,
        render_mode,
        reward=reward,
        discount=discount,
        observation=observation,
        max_cycles=max_cycles,
    )


class GameEnv(AECEnv[str, Observation, int]):
    """One game of Embertable.

    An observation has the numbers that `schema()` describes, and the mask of legal actions.
    """

    turns: Turns = SET_BY_RESET
    paid: Rewards = SET_BY_RESET
    agent_selection = SET_BY_RESET

    def __init__(
        self,
        game: str,
        options: Mapping[str, str | int],
        render_mode: str | None = None,
        *,
        reward: str = OUTCOME,
        discount: float = 1.0,
        observation: str = NUMBERS,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self.coder: Coder = coder(game)
        self.options = self.coder.game.check(options)
        self.render_mode = render_mode
        self.kind = one_of("reward", reward, REWARDS)
        self.discount = discount
        self.encoding = Encoding(self.coder, observation)
        self.max_cycles = least_one("max_cycles", max_cycles)
        self.metadata = {
            "name": f"{game}_v{version_of(game)}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "numbers": self.coder.digest(),
            "build": build(),
        }
        self.seeds = np.random.default_rng()
        self.cycles = 0
        seats = seats_of(self.coder, self.options)
        self.seat_agents(seats)
        self.agents: list[str] = []
        self.clear()
        space = observation_space(self.coder, self.encoding)
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
        self.cycles = 0
        self.paid = Rewards(self.kind, progress_of(self.coder.game.name), self.discount)
        self.paid.begin(turns.table, turns.seats)
        self.agents = self.possible_agents[:]
        self.clear()
        if turns.seat is None:
            self.finish()
        else:
            self.agent_selection = self.possible_agents[turns.seat]

    def clear(self) -> None:
        """No agent has been rewarded or has ended yet."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is; after the end None, to leave.

        Raises:
            IllegalNumber: it is not offered, and nothing has changed.
            GameFinished: all agents have left.

        """
        agent = self.agent_selection
        ended = self.terminations.get(agent)
        if ended is None:
            raise GameFinished
        if ended or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turns = self.turns
        turns.play(number_of(action))
        self.cycles += 1
        seat = turns.seat
        if self.kind != OUTCOME:
            self.pay(agent)
        if seat is None:
            self.finish()
        else:
            self.agent_selection = self.possible_agents[seat]
            if self.cycles == self.max_cycles:
                self.cut_off()
        if self.render_mode == "human":
            self.render()

    def pay(self, agent: str) -> None:
        """Reward every agent for this step, on top of what it has not collected yet."""
        self._cumulative_rewards[agent] = 0.0
        for other, gain in zip(self.agents, self.paid.step(self.turns.table), strict=True):
            self.rewards[other] = gain
            self._cumulative_rewards[other] += gain

    def finish(self) -> None:
        """Reward every agent, and let each act once more to leave, as PettingZoo asks."""
        result = self.turns.table.result
        assert result is not None
        if self.kind == OUTCOME:
            for agent, reward in zip(self.agents, self.turns.payoffs(), strict=True):
                self.rewards[agent] = self._cumulative_rewards[agent] = reward
        for agent, score in zip(self.agents, result.scores, strict=True):
            self.terminations[agent] = True
            self.infos[agent] = {"outcome": result.outcome, "score": score}
        self.agent_selection = self.agents[0]

    def cut_off(self) -> None:
        """End the game for everybody, undecided."""
        self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        return observed(self.turns, self.seats[agent], self.encoding)

    def action_mask(self, agent: str | None = None) -> NDArray[np.int8]:
        """The mask of an agent's legal actions; by default, of the agent whose turn it is."""
        seat = self.seats[agent or self.agent_selection]
        return np.frombuffer(self.turns.mask(seat), BYTE)

    def action_masks(self) -> NDArray[np.bool_]:
        """The same as sb3-contrib wants it."""
        return self.action_mask().astype(np.bool_)

    def schema(self) -> list[Field]:
        """What each position of an observation means."""
        return self.encoding.fields

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

    def clone(self, luck: Luck = "fresh", seed: int | None = None) -> GameEnv:
        """A second environment in the same position.

        Args:
            luck: `"fresh"` draws everything to come anew, so that a search learns nothing about the
                future; `"same"` draws what this environment will draw.
            seed: for fresh luck that can be repeated.

        """
        new = self.another()
        if luck == "same":
            new.seeds.bit_generator.state = self.seeds.bit_generator.state
            new.begin(self.turns.copy())
        else:
            new.seeds = np.random.default_rng(seed)
            new.begin(self.turns.copy(fresh(new.seeds)))
        new.go_on(self)
        return new

    def imagine(self, agent: str, seed: int | None = None) -> GameEnv:
        """An environment in a position that the agent cannot tell from this one.

        What is hidden from the agent is dealt again, and the luck to come is fresh.
        """
        new = self.another()
        new.seeds = np.random.default_rng(seed)
        new.begin(self.turns.imagine(self.seats[agent], fresh(new.seeds)))
        new.go_on(self)
        return new

    def another(self) -> GameEnv:
        """An environment with the same arguments."""
        return GameEnv(
            self.coder.game.name,
            self.options,
            self.render_mode,
            reward=self.kind,
            discount=self.discount,
            observation=self.encoding.kind,
            max_cycles=self.max_cycles,
        )

    def go_on(self, other: GameEnv) -> None:
        """Take over what another environment in the same position has counted so far."""
        self.cycles = other.cycles
        self.truncations = dict.fromkeys(self.agents, any(other.truncations.values()))
        if self.truncations and any(self.truncations.values()):
            self.agent_selection = self.agents[0]
        self.take_over(other.agents)
        if self.kind != OUTCOME:
            self._cumulative_rewards = dict(other._cumulative_rewards)
            self.rewards = dict(other.rewards)

    def save(self) -> dict[str, Any]:
        """The position as JSON, for `from_state`."""
        return {
            "numbers": self.metadata["numbers"],
            "table": self.turns.table.to_json(),
            "last": self.turns.last,
            "left": self.turns.left,
            "agents": self.agents,
            "cycles": self.cycles,
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
        self.cycles = saved.get("cycles", 0)
        self.take_over(saved["agents"])

    def take_over(self, agents: list[str]) -> None:
        """Remove all but these agents, as they leave one by one after the end."""
        for agent in [agent for agent in self.agents if agent not in agents]:
            self.agent_selection = agent
            self._was_dead_step(None)


def observation_space(coder: Coder, encoding: Encoding) -> Dict:
    return Dict(
        {
            "observation": encoding.space(),
            "action_mask": Box(0, 1, (coder.numbering.size,), np.int8),
        }
    )


def observed(turns: Turns, seat: int, encoding: Encoding) -> Observation:
    numbers = numbers_of(turns.row(seat))
    return {
        "observation": numbers if encoding.kind == NUMBERS else encoding.encode(numbers),
        "action_mask": np.frombuffer(turns.mask(seat), BYTE),
    }


def numbers_of(row: bytes | bytearray) -> NDArray[np.int32]:
    """The numbers of a row, without copying its bytes."""
    numbers: NDArray[np.int32] = np.frombuffer(row, ROW)
    return numbers if OWN_ORDER else numbers.astype(NUMBER)
