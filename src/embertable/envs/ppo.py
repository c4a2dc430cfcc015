"""A small learner for all games: proximal policy optimisation in numpy, on one processor.

One network with one hidden layer gives the odds of the legal actions and an estimate of what is still
to be gained. It plays all seats, or one seat against random play. What a seat observes is turned so
that its own part comes first; words are counted by list, in hashed places.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.envs.batch import Batch
from embertable.envs.coders import coder
from embertable.envs.coding.rewards import SCORE
from embertable.envs.coding.shapes import WORD
from embertable.envs.errors import OtherNumbers
from embertable.envs.observing import list_of

Floats = NDArray[np.float32]
Numbers = NDArray[Any]

PLACES: Final = 2048
"""For facts, hashed; two that share one are told apart by what else is there."""
HIDDEN: Final = 64
SEATED: Final = ("players", "characters")
"""The lists of an observation that have one part for each seat."""
ANGLES: Final = ("heading", "angle")
SLICE: Final = 15
"""Degrees that are told apart as one."""
NAMED: Final = 160
"""Numbers up to this one are names, too: a space, the kind of a choice, a count of one."""
LARGE: Final = 3.0
"""The logarithm of a large count, which becomes 1."""


class Facts:
    """What a policy makes of the observations of one game: names and sizes, in hashed places."""

    def __init__(self, game: str) -> None:
        labels = coder(game).labels()
        words = len(coder(game).words)
        names = [name for name, _ in labels]
        self.turned = turned_columns(names)
        self.sizes = np.array([place_of(name) for name in names])
        self.is_size = np.array([kind != WORD for _, kind in labels])
        self.sliced = np.array([SLICE if name.endswith(ANGLES) else 1 for name in names])
        self.most = np.where(self.is_size, NAMED, words - 1)
        # The places of a choice mean different things, those of a list the same.
        lists = [name if name.startswith("choice") else list_of(name) for name in names]
        known = {name: at for at, name in enumerate(dict.fromkeys(lists))}
        self.lists = np.array([known[name] for name in lists])
        values = range(max(words, NAMED + 1))
        self.places = np.array([[place_of(f"{name} {at}") for at in values] for name in known])

    def look(self, observations: Numbers, seats: Numbers) -> Floats:
        """One row of facts for each observation."""
        rows = np.take_along_axis(observations, self.turned[seats], axis=1)
        row, column = np.nonzero(rows)
        values = rows[row, column]
        names = np.clip(values // self.sliced[column], 0, self.most[column])
        sizes = self.is_size[column]
        at = PLACES * row + self.places[self.lists[column], names]
        also = PLACES * row[sizes] + self.sizes[column[sizes]]
        logs = np.log1p(np.abs(values[sizes])) * np.sign(values[sizes]) / LARGE
        found = np.bincount(
            np.concatenate([at, also]),
            np.concatenate([np.ones(len(at)), logs]),
            minlength=PLACES * len(rows),
        )
        facts: Floats = found.reshape(len(rows), PLACES).astype(np.float32)
        return facts


def place_of(name: str) -> int:
    return zlib.crc32(name.encode()) % PLACES


def turned_columns(labels: list[str]) -> NDArray[np.intp]:
    """For each seat the order of the columns in which its own part comes first."""
    parts: dict[tuple[str, int], list[int]] = {}
    for at, label in enumerate(labels):
        split = label.split(".")
        if split[0] in SEATED and len(split) > 1 and split[1].isdigit():
            parts.setdefault((split[0], int(split[1])), []).append(at)
    seats = 1 + max([seat for _, seat in parts], default=0)
    turned = np.tile(np.arange(len(labels)), (seats, 1))
    for (name, place), columns in parts.items():
        for seat in range(seats):
            turned[seat, columns] = parts[name, (place + seat) % seats]
    return turned


class Policy:
    """Odds of actions, and an estimate of what is still to be gained."""

    def __init__(self, game: str, seed: int = 0) -> None:
        self.game = game
        self.facts = Facts(game)
        luck = np.random.default_rng(seed)
        actions = coder(game).numbering.size
        self.weights: dict[str, Floats] = {
            "in": spread(luck, PLACES, HIDDEN, 0.3),
            "in_0": np.zeros(HIDDEN, np.float32),
            "out": spread(luck, actions, HIDDEN, 0.01),
            "out_0": np.zeros(actions, np.float32),
            "value": np.zeros((HIDDEN, 1), np.float32),
            "value_0": np.zeros(1, np.float32),
        }

    def hidden(self, facts: Floats) -> Floats:
        thought: Floats = np.tanh(facts @ self.weights["in"] + self.weights["in_0"])
        return thought

    def value(self, hidden: Floats) -> Floats:
        found: Floats = (hidden @ self.weights["value"])[:, 0] + self.weights["value_0"]
        return found

    def odds(self, hidden: Floats, masks: NDArray[np.bool_], offered: Numbers) -> Floats:
        """How likely each of the offered actions is; `masks` has a column for each of them."""
        sums = hidden @ self.weights["out"][offered].T + self.weights["out_0"][offered]
        sums[~masks] = -np.inf
        likely = np.exp(sums - sums.max(axis=1, keepdims=True))
        odds: Floats = likely / likely.sum(axis=1, keepdims=True)
        return odds

    def decide(self, observation: Numbers, seat: int, numbers: list[int]) -> int:
        """The likeliest of the numbers that are offered."""
        hidden = self.hidden(self.facts.look(observation[None], np.array([seat])))
        masks = np.ones((1, len(numbers)), np.bool_)
        return numbers[int(self.odds(hidden, masks, np.array(numbers))[0].argmax())]

    def save(self, path: Path) -> None:
        """With what its numbers mean, so that it plays only where they mean the same."""
        with path.open("wb") as file:
            told: dict[str, Any] = {"game": self.game, "numbers": coder(self.game).digest()}
            np.savez_compressed(file, **{**told, **self.weights})


def load_policy(path: Path) -> Policy:
    """A saved policy.

    Raises:
        OtherNumbers: it was trained when numbers meant something else.

    """
    with np.load(path, allow_pickle=False) as saved:
        policy = Policy(str(saved["game"]))
        if str(saved["numbers"]) != coder(policy.game).digest():
            raise OtherNumbers(f"{path.name} was trained with other numbers")
        policy.weights = {name: saved[name] for name in policy.weights}
    return policy


def spread(luck: np.random.Generator, rows: int, columns: int, size: float) -> Floats:
    drawn: Floats = luck.standard_normal((rows, columns), np.float32)
    return drawn * np.float32(size / np.sqrt(columns))


@dataclass
class Told:
    """How learning goes: after so many steps, what the games of the last round came to."""

    steps: int
    games: int
    gained: float
    """The mean reward of a whole game."""


@dataclass(frozen=True)
class Training:
    """How to train."""

    tables: int = 32
    horizon: int = 64
    """Steps of each table in a round."""
    epochs: int = 3
    part: int = 512
    """Decisions in one change of the weights."""
    rate: float = 1e-3
    discount: float = 0.997
    trace: float = 0.95
    clip: float = 0.2
    curiosity: float = 0.01


class Learner:
    """Trains a policy on tables of one game."""

    def __init__(
        self,
        policy: Policy,
        seed: int = 0,
        *,
        reward: str = SCORE,
        learner: int | None = None,
        training: Training | None = None,
        **options: Any,
    ) -> None:
        self.policy = policy
        self.how = training or Training()
        self.luck = np.random.default_rng(seed)
        self.batch = Batch(
            policy.game, self.how.tables, seed, reward=reward, learner=learner, **options
        )
        self.steps = self.games = 0
        self.so_far = np.zeros((self.how.tables, self.batch.players))
        self.adam = Adam(policy.weights)

    def train(self, steps: int, on_round: Callable[[Told], Any] = lambda _: None) -> None:
        """Play and learn for about so many steps; the rate falls to a tenth."""
        first, last = self.steps, self.steps + steps
        while self.steps < last:
            done = (self.steps - first) / steps
            told = self.round(self.how.rate * (1.0 - 0.9 * done))
            on_round(told)

    def round(self, rate: float) -> Told:
        """Play on for the horizon, then learn from it."""
        how, batch, policy = self.how, self.batch, self.policy
        rows = np.arange(how.tables)
        looks, masks, chosen, odds_of, values = [], [], [], [], []
        seats, rewards, ended, gained = [], [], [], []
        for _ in range(how.horizon):
            facts = policy.facts.look(batch.observations, batch.seats)
            hidden = policy.hidden(facts)
            offered = np.flatnonzero(batch.masks.any(axis=0))
            legal = batch.masks[:, offered] > 0
            odds = policy.odds(hidden, legal, offered)
            drawn = self.luck.random((how.tables, 1)) * odds.sum(axis=1, keepdims=True)
            picks = (odds.cumsum(axis=1) > drawn).argmax(axis=1)
            looks.append(facts)
            masks.append(np.packbits(batch.masks > 0, axis=1))
            chosen.append(offered[picks])
            odds_of.append(odds[rows, picks])
            values.append(policy.value(hidden))
            seats.append(batch.seats.copy())
            stepped = batch.step(offered[picks])
            rewards.append(stepped.rewards.copy())
            ended.append(stepped.ended | stepped.truncated)
            self.so_far += stepped.rewards
            for table in np.flatnonzero(ended[-1]):
                gained.append(float(self.so_far[table, 0]))
                self.so_far[table] = 0
        self.steps += how.horizon * how.tables
        self.games += len(gained)
        gains = self.gains(np.array(values), np.array(seats), np.array(rewards), np.array(ended))
        self.learn(
            np.concatenate(looks),
            np.concatenate(masks),
            np.concatenate(chosen),
            np.concatenate(odds_of),
            gains.reshape(-1),
            np.concatenate(values),
            rate,
        )
        return Told(self.steps, self.games, float(np.mean(gained)) if gained else float("nan"))

    def gains(self, values: Floats, seats: Numbers, rewards: Floats, ended: Numbers) -> Floats:
        """How much better than expected each decision turned out (generalised advantages).

        A seat's rewards count from one decision of its own to the next.
        """
        horizon, tables = values.shape
        rows = np.arange(tables)
        since = np.zeros((tables, self.batch.players), np.float32)
        ahead = np.zeros_like(since)
        """The estimate at the seat's next decision; at the edge, at its last one."""
        for step in range(horizon):
            ahead[rows, seats[step]] = values[step]
        gain = np.zeros_like(since)
        found = np.zeros_like(values)
        discount, trace = self.how.discount, self.how.trace
        for step in reversed(range(horizon)):
            over = ended[step]
            since[over] = ahead[over] = gain[over] = 0
            since += rewards[step]
            at = rows, seats[step]
            surprise = since[at] + discount * ahead[at] - values[step]
            gain[at] = surprise + discount * trace * gain[at]
            found[step] = gain[at]
            ahead[at] = values[step]
            since[at] = 0
        return found

    def learn(
        self,
        facts: Floats,
        masks: NDArray[np.uint8],
        chosen: Numbers,
        odds_before: Floats,
        gains: Floats,
        values: Floats,
        rate: float,
    ) -> None:
        how, policy = self.how, self.policy
        aims = values + gains
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        actions = policy.weights["out_0"].size
        for _ in range(how.epochs):
            order = self.luck.permutation(len(facts))
            for first in range(0, len(order), how.part):
                part = order[first : first + how.part]
                legal = np.unpackbits(masks[part], axis=1, count=actions)
                offered = np.flatnonzero(legal.any(axis=0))
                changes = self.changes(
                    facts[part],
                    legal[:, offered] > 0,
                    offered,
                    np.searchsorted(offered, chosen[part]),
                    odds_before[part],
                    gains[part],
                    aims[part],
                )
                self.adam.step(policy.weights, changes, rate, offered)

    def changes(
        self,
        facts: Floats,
        legal: NDArray[np.bool_],
        offered: Numbers,
        picks: Numbers,
        before: Floats,
        gains: Floats,
        aims: Floats,
    ) -> dict[str, Floats]:
        """The gradient of each weight; those of actions only where `offered`."""
        how, policy = self.how, self.policy
        rows, count = np.arange(len(facts)), len(facts)
        hidden = policy.hidden(facts)
        odds = policy.odds(hidden, legal, offered)
        ratio = odds[rows, picks] / before
        # Beyond the clip there is nothing more to gain.
        held = np.where(gains > 0, ratio > 1 + how.clip, ratio < 1 - how.clip)
        push = np.where(held, 0.0, -gains * ratio).astype(np.float32)
        sums = -push[:, None] * odds
        sums[rows, picks] += push
        logs = np.log(np.maximum(odds, 1e-9))
        chaos = -(odds * logs).sum(axis=1, keepdims=True)
        sums += how.curiosity * odds * (logs + chaos)
        sums /= count
        wrong = (policy.value(hidden) - aims) / count
        back = sums @ policy.weights["out"][offered] + wrong[:, None] * policy.weights["value"].T
        back *= 1 - hidden**2
        return {
            "in": facts.T @ back,
            "in_0": back.sum(axis=0),
            "out": sums.T @ hidden,
            "out_0": sums.sum(axis=0),
            "value": hidden.T @ wrong[:, None],
            "value_0": wrong.sum(keepdims=True),
        }


class Adam:
    """Moves each weight by a step of about the rate, whatever the size of its gradient."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.mean = {name: np.zeros_like(one) for name, one in weights.items()}
        self.square = {name: np.zeros_like(one) for name, one in weights.items()}
        self.count = 0

    def step(
        self, weights: dict[str, Floats], changes: dict[str, Floats], rate: float, offered: Numbers
    ) -> None:
        self.count += 1
        early = np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        norm = np.sqrt(sum([float((one**2).sum()) for one in changes.values()]))
        shrink = min(1.0, 0.5 / (norm + 1e-9))
        for name, change in changes.items():
            at: Any = offered if name in {"out", "out_0"} else slice(None)
            mean = self.mean[name][at] * 0.9 + 0.1 * shrink * change
            square = self.square[name][at] * 0.999 + 0.001 * (shrink * change) ** 2
            self.mean[name][at], self.square[name][at] = mean, square
            weights[name][at] -= rate * early * mean / (np.sqrt(square) + 1e-5)
