"""OpenSpiel games: `pyspiel.load_game("embertable_lueur", {"options": "players:3"})`.

A game begins with one chance node, which draws its seed; everything else follows from the actions,
so that a history is a whole game. Importing this module registers the games.
"""

from __future__ import annotations

from typing import Any

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise MissingExtra("openspiel") from error

from embertable.engine.chance import seeded
from embertable.envs.aec import numbers_of
from embertable.envs.coders import coder, progress_of, seats_of, version_of
from embertable.envs.coding.coder import Coder
from embertable.envs.coding.rewards import OUTCOME, SCORE
from embertable.envs.coding.turns import Turns
from embertable.envs.errors import one_of
from embertable.envs.text import text_lines
from embertable.games import load, load_all

SEEDS = 1000
"""The number of outcomes of the chance node, all equally likely."""
LONGEST = 20_000
MOST_SEATS = 4


def game_type(name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"embertable_{name}",
        long_name=f"{name} v{version_of(name)} of Embertable",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL
        if load(name).info().cooperative
        else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": "", "seeds": SEEDS, "reward": OUTCOME},
    )


def options_of(text: str) -> dict[str, str]:
    """Settings as `players:3 journey:province`; OpenSpiel keeps commas and equals signs."""
    pairs = [pair.partition(":") for pair in text.split()]
    return {name: value for name, _, value in pairs}


class SpielGame(pyspiel.Game):
    """A game of Embertable with its settings."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.coder: Coder = coder(name)
        self.seeds = int(params.get("seeds", SEEDS))
        self.reward = one_of("reward", params.get("reward", OUTCOME), (OUTCOME, SCORE))
        self.options = self.coder.game.check(options_of(params.get("options", "")))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.coder.numbering.size,
            max_chance_outcomes=self.seeds,
            num_players=seats_of(self.coder, self.options),
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(name), info, params)

    def new_initial_state(self, _: str | None = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"an observation has no parameters, such as {params}")
        return SpielObserver(self)


class Position:
    """A table inside a state; OpenSpiel copies states with `deepcopy`."""

    def __init__(self, turns: Turns | None) -> None:
        self.turns = turns

    def __deepcopy__(self, _: Any) -> Position:
        return Position(self.turns and self.turns.copy())


class SpielState(pyspiel.State):
    """A position; before the seed is drawn there is no table."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(None)

    def rules(self) -> SpielGame:
        game = self.get_game()
        assert isinstance(game, SpielGame)
        return game

    def turns(self) -> Turns:
        assert self.position.turns is not None, "the seed is not drawn yet"
        return self.position.turns

    def current_player(self) -> Any:
        if self.position.turns is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.position.turns.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seeds = self.rules().seeds
        return [(seed, 1.0 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        turns = self.turns()
        return sorted(turns.numbers) if player == turns.seat else []

    def _apply_action(self, action: int) -> None:
        if self.position.turns is not None:
            self.position.turns.play(action)
            return
        game = self.rules()
        table = game.coder.game.set_up(game.options, seeded(action))
        self.position = Position(Turns(game.coder, table))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return name_of(self.turns(), action)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one, with other luck to come.

        Its history stays the true one, which searches do not read.
        """
        state = self.clone()
        assert isinstance(state, SpielState)
        luck = seeded(int(sampler() * 2**53))
        state.position = Position(self.turns().imagine(player, luck))
        return state

    def is_terminal(self) -> bool:
        return self.position.turns is not None and self.position.turns.seat is None

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        turns = self.turns()
        if self.rules().reward == OUTCOME:
            return turns.payoffs()
        progress = progress_of(turns.coder.game.name)
        return [progress.of(turns.table, seat) for seat in range(turns.seats)]

    def __str__(self) -> str:
        if self.position.turns is None:
            return "before the deal"
        turns = self.turns()
        return f"seat {turns.seat} at {turns.coder.game.state_hash(turns.table)}"


class SpielObserver:
    """What a player may know, as a tensor and as sentences."""

    def __init__(self, game: SpielGame) -> None:
        self.coder = game.coder
        self.tensor = np.zeros(self.coder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.position.turns is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = numbers_of(state.turns().row(player))

    def string_from(self, state: SpielState, player: int) -> str:
        if state.position.turns is None:
            return ""
        turns = state.turns()
        lines = text_lines(turns.table, player)
        if player == turns.seat:
            # What may be done follows from what is known.
            lines += [f"{number}: {name_of(turns, number)}" for number in sorted(turns.numbers)]
        return "\n".join(lines)


def name_of(turns: Turns, number: int) -> str:
    """The action of a number, as text."""
    option = turns.options.get(number)
    return repr(option) if option is not None else turns.coder.numbering.describe(number)


def register(name: str) -> None:
    # OpenSpiel keeps it until the interpreter has shut down, which a class survives and a function does not.
    class Known(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params)

    pyspiel.register_game(game_type(name), Known)


for _game in load_all():
    register(_game.name)
