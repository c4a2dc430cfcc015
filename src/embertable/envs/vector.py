"""gymnasium.vector: many tables at once, in this process or spread over several.

All of them write into the same arrays, which processes share.
"""

from __future__ import annotations

import ctypes
from collections import deque
from contextlib import suppress
from dataclasses import fields
from itertools import pairwise
from typing import Any, TypeAlias

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.envs.aec import Observation, observation_space
from embertable.envs.batch import Batch, Buffers, new_buffers
from embertable.envs.build import build
from embertable.envs.coders import coder
from embertable.envs.coding.rewards import OUTCOME
from embertable.envs.coding.turns import IllegalNumber
from embertable.envs.errors import NotStarted, PartPlays
from embertable.envs.observing import NUMBERS, Encoding, Field
from embertable.spawning import WorkerContext

STEP, RESET, CLOSE = "step", "reset", "close"
SECONDS_TO_END = 10
ALL = slice(None)

Result: TypeAlias = tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class GameVectorEnv(VectorEnv[Observation, Any, Any]):
    """Tables of one game, as one environment of Gymnasium.

    A game that ends is replaced in the same step: the observation is the first one of the next game,
    and `info` has the `score` and the `length` of the one that ended, where `_score` and `_length` are
    true. With a `learner`, its seat acts and the others play at random; without one every seat acts in
    turn, `info["seat"]` says which, and a reward is that of the seat that acted.

    Each worker plays one part of the tables, or several. `step` waits for all of them; with `send` and
    `receive` a learner looks at one part while the others play.

    Args:
        game: its name.
        num_envs: how many tables.
        workers: over how many processes they are spread; 0 plays in this one.
        parts: into how many parts they are cut, by default one for each worker. With two for each a
            worker plays one while the learner looks at the other.
        learner: the one seat that acts.
        reward: `outcome`, `progress` or `score`.
        discount: the learner's, for `progress`.
        observation: `numbers`, `scaled` or `one_hot`.
        max_cycles: cut a game off after so many steps.
        copy: whether observations are copied, as Gymnasium's vector environments do; without, they
            are quicker, and the next step of their tables writes over them.
        options: settings of the game.

    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        workers: int = 0,
        *,
        parts: int | None = None,
        learner: int | None = None,
        reward: str = OUTCOME,
        discount: float = 1.0,
        observation: str = NUMBERS,
        max_cycles: int | None = None,
        copy: bool = True,
        **options: str | int,
    ) -> None:
        if not 0 <= workers <= num_envs:
            raise ValueError(f"workers is {workers}, but must be from 0 to {num_envs}")
        parts = max(1, workers) if parts is None else parts
        if not max(1, workers) <= parts <= num_envs:
            least = max(1, workers)
            raise ValueError(f"parts is {parts}, but must be from {least} to {num_envs}")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "build": build()}
        self.num_envs = num_envs
        self.copy = copy
        self.coder = coder(game)
        self.encoding = Encoding(self.coder, observation)
        self.single_observation_space = observation_space(self.coder, self.encoding)
        self.single_action_space = Discrete(self.coder.numbering.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        arguments: dict[str, Any] = {
            "learner": learner,
            "reward": reward,
            "discount": discount,
            "max_cycles": max_cycles,
            **options,
        }
        # What is wrong with the arguments is said here, not by a worker.
        Batch(game, 1, **arguments)
        self.lengths = np.zeros(num_envs, np.int64)
        self.buffers = new_buffers(game, num_envs, **options)
        self.parts: list[Part] = []
        self.workers: list[Worker] = []
        ends = np.linspace(0, num_envs, parts + 1).astype(int).tolist()
        cuts = [range(first, last) for first, last in pairwise(ends)]
        if workers:
            self.buffers, memory = shared_buffers(self.buffers)
            # The parts take turns among the workers, so that those received in a row are on different ones.
            for number in range(workers):
                own = cuts[number::workers]
                self.workers.append(Worker(game, self.buffers, memory, own, arguments))
            for number, places in enumerate(cuts):
                self.parts.append(Remote(self.workers[number % workers], places))
        else:
            for places in cuts:
                self.parts.append(Local(game, self.buffers, places, arguments))
        self.acted = np.zeros(num_envs, np.int32)
        """Which seat of each table played the last action."""
        self.playing: deque[int] = deque()
        """The parts that were sent and not received, the oldest first."""
        self.has_started = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new games; a table's seeds do not depend on how many tables or workers there are."""
        if isinstance(seed, list):
            raise TypeError("seed is a list, but one number seeds all tables")
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31)) if seed is None else seed
        while self.playing:
            self.parts[self.playing.popleft()].result()
        for part in self.parts:
            part.send(RESET, number)
        self.wait()
        self.lengths[:] = 0
        self.has_started = True
        return self.observe(), self.info()

    def step(self, actions: Any) -> Result:
        """Play one action at each table.

        Raises:
            IllegalNumber: an action is not offered; no table has moved.
            NotStarted: before `reset()`.
            PartPlays: a part was sent and not received.

        """
        if self.playing:
            raise PartPlays(f"part {self.playing[0]} is playing: receive it first")
        self.play(range(len(self.parts)), slice(0, self.num_envs), actions)
        self.wait()
        return self.result(slice(0, self.num_envs))

    def send(self, part: int, actions: Any) -> None:
        """Let one part of the tables play an action each; `receive` waits for the result.

        Raises:
            IllegalNumber: an action is not offered; no table has moved.
            NotStarted: before `reset()`.
            PartPlays: that part was sent already.

        """
        if part in self.playing:
            raise PartPlays(f"part {part} is playing: receive it first")
        self.play(range(part, part + 1), self.tables_of(part), actions)
        self.playing.append(part)

    def receive(self) -> tuple[int, Result]:
        """The part that was sent first, and what `step` returns for its tables.

        Raises:
            PartPlays: none was sent.

        """
        if not self.playing:
            raise PartPlays("no part is playing: send one first")
        part = self.playing.popleft()
        problem = self.parts[part].result()
        if problem is not None:
            raise problem
        return part, self.result(self.tables_of(part))

    def tables_of(self, part: int) -> slice:
        """The rows of a part's tables in what `reset` and `step` return."""
        places = self.parts[part].places
        return slice(places.start, places.stop)

    def play(self, parts: range, tables: slice, actions: Any) -> None:
        if not self.has_started:
            raise NotStarted
        numbers = np.asarray(actions)
        self.check(numbers, tables)
        self.acted[tables] = self.buffers.seats[tables]
        for part in map(self.parts.__getitem__, parts):
            first = tables.start
            part.send(STEP, numbers[part.places.start - first : part.places.stop - first].tolist())

    def result(self, tables: slice) -> Result:
        """What a step returns, for some of the tables."""
        out, lengths = self.buffers, self.lengths[tables]
        acted = self.acted[tables]
        rows = np.arange(tables.start, tables.stop)
        lengths += 1
        info = self.info(tables)
        ended, truncated = out.ended[tables].copy(), out.truncated[tables].copy()
        over = ended | truncated
        if over.any():
            info["score"], info["_score"] = out.scores[rows, acted], over
            info["length"], info["_length"] = np.where(over, lengths, 0), over.copy()
            lengths[over] = 0
        rewards = out.rewards[rows, acted].astype(np.float64)
        return self.observe(tables), rewards, ended, truncated, info

    def check(self, numbers: NDArray[Any], tables: slice) -> None:
        """Refuse the whole step before any table moves."""
        masks = self.buffers.masks[tables]
        count = len(masks)
        if numbers.shape != (count,) or numbers.dtype.kind not in "iu":
            raise IllegalNumber(f"a step takes {count} whole numbers, one for each table")
        inside = (numbers >= 0) & (numbers < masks.shape[1])
        legal = inside & (masks[np.arange(count), np.where(inside, numbers, 0)] == 1)
        if not legal.all():
            place = int(np.flatnonzero(~legal)[0])
            table = tables.start + place
            seat = int(self.buffers.seats[table])
            text = self.coder.numbering.not_offered(int(numbers[place]), seat)
            raise IllegalNumber(f"table {table}: {text}")

    def observe(self, tables: slice = ALL) -> Observation:
        observations, masks = self.buffers.observations[tables], self.buffers.masks[tables]
        rows = self.encoding.encode(observations)
        if self.copy:
            rows = rows.copy() if rows is observations else rows
            masks = masks.copy()
        return {"observation": rows, "action_mask": masks}

    def info(self, tables: slice = ALL) -> dict[str, Any]:
        out = self.buffers
        return {"seat": out.seats[tables].copy(), "rewards": out.rewards[tables].copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each table, as sb3-contrib wants them."""
        return self.buffers.masks.astype(np.bool_)

    def schema(self) -> list[Field]:
        """What each position of an observation means."""
        return self.encoding.fields

    def wait(self) -> None:
        problems = [part.result() for part in self.parts]
        for problem in problems:
            if problem is not None:
                raise problem

    def close_extras(self, **_: Any) -> None:
        for worker in self.workers:
            worker.close()
        self.parts, self.workers = [], []
        self.playing.clear()
        self.has_started = False


class Part:
    """Some of the tables."""

    places: range

    def send(self, what: str, value: Any) -> None:
        raise NotImplementedError(type(self).__name__)

    def result(self) -> Exception | None:
        """Wait for the answer; what went wrong, if anything."""
        raise NotImplementedError(type(self).__name__)


class Local(Part):
    """Some of the tables, in this process."""

    def __init__(
        self, game: str, buffers: Buffers, places: range, arguments: dict[str, Any]
    ) -> None:
        self.places = places
        self.player = PartPlayer(game, buffers, places, arguments)
        self.problem: Exception | None = None

    def send(self, what: str, value: Any) -> None:
        self.problem = self.player.do(what, value)

    def result(self) -> Exception | None:
        return self.problem


class Remote(Part):
    """Some of the tables, in a worker process."""

    def __init__(self, worker: Worker, places: range) -> None:
        self.worker, self.places = worker, places

    def send(self, what: str, value: Any) -> None:
        self.worker.send(what, self.places.start, value)

    def result(self) -> Exception | None:
        """A worker plays its parts in the order in which they were sent; ask for them in that order."""
        return self.worker.result()


class Worker:
    """A process that writes into shared memory."""

    def __init__(
        self,
        game: str,
        buffers: Buffers,
        memory: dict[str, Any],
        parts: list[range],
        arguments: dict[str, Any],
    ) -> None:
        context = WorkerContext()
        self.pipe, there = context.Pipe()
        layout = {name: (one.shape, one.dtype.str) for name, one in arrays_of(buffers)}
        self.process = context.Process(
            target=work, args=(there, game, memory, layout, parts, arguments), daemon=True
        )
        self.process.start()
        there.close()

    def send(self, what: str, part: int, value: Any) -> None:
        with suppress(OSError):  # a worker that has ended is noticed when its answer is read
            self.pipe.send((what, part, value))

    def result(self) -> Exception | None:
        try:
            problem: Exception | None = self.pipe.recv()
        except (EOFError, OSError):
            return RuntimeError("a worker process has ended: make a new environment")
        return problem

    def close(self) -> None:
        self.send(CLOSE, 0, None)
        self.process.join(SECONDS_TO_END)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join()
        self.pipe.close()


class PartPlayer:
    """Plays some of the tables, and hands on what goes wrong."""

    def __init__(
        self, game: str, buffers: Buffers, places: range, arguments: dict[str, Any]
    ) -> None:
        self.game, self.places, self.arguments = game, places, arguments
        own = slice(places.start, places.stop)
        self.buffers = Buffers(**{name: whole[own] for name, whole in arrays_of(buffers)})
        self.batch: Batch | None = None

    def do(self, what: str, value: Any) -> Exception | None:
        try:
            if what == RESET:
                first, tables = self.places.start, len(self.places)
                self.batch = Batch(
                    self.game, tables, value, buffers=self.buffers, first=first, **self.arguments
                )
            else:
                assert self.batch is not None
                self.batch.step(value)
        except Exception as problem:  # noqa: BLE001 - the caller raises it
            return problem
        return None


def work(
    pipe: Any,
    game: str,
    memory: dict[str, Any],
    layout: dict[str, tuple[tuple[int, ...], str]],
    parts: list[range],
    arguments: dict[str, Any],
) -> None:
    """Play some of the tables until told to stop, or until the parent is gone."""
    buffers = Buffers(
        **{
            name: np.frombuffer(memory[name], dtype).reshape(shape)
            for name, (shape, dtype) in layout.items()
        }
    )
    players = {places.start: PartPlayer(game, buffers, places, arguments) for places in parts}
    with suppress(EOFError):
        while True:
            what, part, value = pipe.recv()
            if what == CLOSE:
                return
            pipe.send(players[part].do(what, value))


def arrays_of(buffers: Buffers) -> list[tuple[str, NDArray[Any]]]:
    return [(field.name, getattr(buffers, field.name)) for field in fields(buffers)]


def shared_buffers(sizes: Buffers) -> tuple[Buffers, dict[str, Any]]:
    """Arrays of the same sizes in memory that worker processes inherit."""
    context = WorkerContext()
    memory: dict[str, Any] = {
        name: context.RawArray(ctypes.c_byte, one.nbytes) for name, one in arrays_of(sizes)
    }
    arrays = {
        name: np.frombuffer(memory[name], one.dtype).reshape(one.shape)
        for name, one in arrays_of(sizes)
    }
    return Buffers(**arrays), memory
