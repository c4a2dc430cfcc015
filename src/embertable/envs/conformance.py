"""The peers' own suites on every game: `python -m embertable.envs.conformance`.

It prints a table of suites and games for the build that runs, and with `--compiled PYTHON` also for the
build of that interpreter, which borrows the packages of this one.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import pickle
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, Final

from embertable.engine.errors import MissingExtra

try:
    import numpy as np
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, render_test, seed_test
except ImportError as error:
    raise MissingExtra("learn") from error

from embertable.envs.aec import GameEnv, env
from embertable.envs.batch import Batch
from embertable.envs.build import build
from embertable.envs.solo import SoloEnv
from embertable.envs.vector import GameVectorEnv
from embertable.games import game_names

PASSED: Final = "passed"
CYCLES: Final = 25
STEPS: Final = 120
CUT: Final = 5


class Failed(Exception):
    """A suite of our own found something wrong."""


def pettingzoo_api(game: str) -> None:
    api_test(env(game), num_cycles=CYCLES)


def pettingzoo_seed(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=CYCLES)


def pettingzoo_render(game: str) -> None:
    render_test(lambda render_mode: env(game, render_mode))


def max_cycles(game: str) -> None:
    """The turn-based half of PettingZoo's max_cycles_test, with legal actions.

    Its other half needs an environment in which all agents act at once.
    """
    played = env(game, max_cycles=CUT)
    played.reset(seed=1)
    steps = 0
    for _ in played.agent_iter():
        observation, _, over, cut, _ = played.last()
        steps += not (over or cut)
        played.step(None if over or cut else int(observation["action_mask"].argmax()))
    must(steps == CUT and all_cut(played), f"{steps} steps instead of {CUT}")


def all_cut(played: GameEnv) -> bool:
    return not played.agents and not any(played.terminations.values())


def gymnasium_env(game: str) -> None:
    check_env(SoloEnv(game))


def gymnasium_vector(game: str) -> None:
    """Two processes play the same games as one; spaces hold all that is returned."""
    here, there = GameVectorEnv(game, 4), GameVectorEnv(game, 4, workers=2)
    try:
        ours, theirs = here.reset(seed=1)[0], there.reset(seed=1)[0]
        for _ in range(STEPS):
            must(here.observation_space.contains(ours), "an observation is outside its space")
            for part in ours:
                must(bool((ours[part] == theirs[part]).all()), "workers play other games")
            actions = ours["action_mask"].argmax(axis=1)
            must(here.action_space.contains(actions), "an action is outside its space")
            ours, theirs = here.step(actions)[0], there.step(actions)[0]
    finally:
        here.close()
        there.close()


def copies(game: str) -> None:
    """Pickles and deep copies of every kind of environment go on as the original."""
    played = env(game, reward="progress")
    played.reset(seed=1)
    random_steps(played, 30)
    others = both_copies(played)
    told = random_steps(played, STEPS)
    must(all([random_steps(other, STEPS) == told for other in others]), "a copy goes on otherwise")
    solo = SoloEnv(game, reward="score")
    solo.reset(seed=1)
    batch = Batch(game, 2, reward="progress")
    solo_steps(solo)
    batch_steps(batch)
    alone, many = both_copies(solo), both_copies(batch)
    ours = solo_steps(solo), batch_steps(batch)
    theirs = [(solo_steps(one), batch_steps(two)) for one, two in zip(alone, many, strict=True)]
    must(theirs == [ours, ours], "a copy goes on otherwise")


def both_copies(played: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(played)), copy.deepcopy(played)]  # noqa: S301 - our own


def solo_steps(solo: SoloEnv) -> list[tuple[bytes, float]]:
    told = []
    for _ in range(CUT):
        mask = solo.action_masks()
        if mask.any():
            observation, reward, *_ = solo.step(int(mask.argmax()))
            told.append((observation["observation"].tobytes(), reward))
    return told


def batch_steps(batch: Batch) -> list[tuple[bytes, bytes]]:
    told = []
    for _ in range(CUT):
        rewards = batch.step(batch.masks.argmax(axis=1)).rewards
        told.append((batch.observations.tobytes(), rewards.tobytes()))
    return told


def random_steps(played: GameEnv, most: int) -> list[tuple[str, bytes, float]]:
    luck = np.random.default_rng(1)
    told = []
    for agent in played.agent_iter(most):
        observation, reward, over, _, _ = played.last()
        assert observation is not None
        told.append((agent, observation["observation"].tobytes(), reward))
        legal = np.flatnonzero(observation["action_mask"])
        played.step(None if over else int(luck.choice(legal)))
    return told


def openspiel(game: str) -> Any:
    import pyspiel

    import embertable.envs.openspiel  # noqa: F401 - makes the games known

    return pyspiel.load_game(f"embertable_{game}")


def openspiel_sim(game: str) -> None:
    import pyspiel

    pyspiel.random_sim_test(openspiel(game), num_sims=1, serialize=True, verbose=False)


def openspiel_search(game: str) -> None:
    """OpenSpiel's ISMCTS holds every imagined state against the true one."""
    from open_spiel.python.algorithms import ismcts, mcts

    luck = np.random.RandomState(1)
    played = openspiel(game)
    state = played.new_initial_state()
    bot = ismcts.ISMCTSBot(
        played,
        mcts.RandomRolloutEvaluator(1, luck),
        2.0,
        3,
        random_state=luck,
        use_observation_string=True,
    )
    for step in range(6):
        if state.is_terminal():
            # OpenSpiel draws the imagined states without our seed, and Faceless may be lost in four actions.
            break
        legal = state.legal_actions()
        state.apply_action(int(luck.choice(legal) if step < 3 else bot.step(state)))


SUITES: Final[dict[str, Callable[[str], None]]] = {
    "PettingZoo `api_test`": pettingzoo_api,
    "PettingZoo `seed_test`": pettingzoo_seed,
    "PettingZoo `render_test`": pettingzoo_render,
    "`max_cycles`": max_cycles,
    "Gymnasium `check_env`": gymnasium_env,
    "Gymnasium `VectorEnv`": gymnasium_vector,
    "pickle and deepcopy": copies,
    "OpenSpiel `random_sim_test(serialize=True)`": openspiel_sim,
    "OpenSpiel ISMCTS": openspiel_search,
}


def must(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise Failed(otherwise)


def conformance(games: Iterable[str]) -> dict[str, dict[str, str]]:
    """By suite and game: `passed`, or what is wrong."""
    return {
        suite: {game: result_of(check, game) for game in games} for suite, check in SUITES.items()
    }


def result_of(check: Callable[[str], None], game: str) -> str:
    try:
        # A suite that renders prints hundreds of positions, and the table is what counts.
        with warnings.catch_warnings(), redirect_stdout(StringIO()):
            # PettingZoo knows its own games with masks by name, and wonders at others.
            warnings.simplefilter("ignore")
            check(game)
    except Exception as error:  # noqa: BLE001 - whatever a suite raises is its verdict
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return PASSED


def conformance_of(python: str, games: Iterable[str]) -> dict[str, Any]:
    """What this command finds with another interpreter, which borrows our packages."""
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_path("platlib")}
    command = [python, "-P", "-m", "embertable.envs.conformance", "--json", *games]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)  # noqa: S603 - the user named it
    # OpenSpiel's tests print, too. A 1 says that something did not pass.
    if done.returncode not in {0, 1} or not done.stdout:
        raise Failed(done.stderr.strip().splitlines()[-1] if done.stderr else f"{python} failed")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def table_of(builds: dict[str, dict[str, dict[str, str]]]) -> str:
    """Suites by game and build, as Markdown."""
    first = next(iter(builds.values()))
    games = list(next(iter(first.values())))
    lines = [
        "| suite | build | " + " | ".join(games) + " |",
        "| --- | --- |" + " --- |" * len(games),
    ]
    for suite in first:
        for name, found in builds.items():
            results = " | ".join([found[suite][game] for game in games])
            lines.append(f"| {suite} | {name} | {results} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m embertable.envs.conformance",
        description="Run the suites of PettingZoo, Gymnasium and OpenSpiel on our games.",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all without any")
    parser.add_argument("--compiled", metavar="PYTHON", help="also with this interpreter's build")
    parser.add_argument("--json", action="store_true", help="as one line of JSON")
    arguments = parser.parse_args()
    games = arguments.games or game_names()
    found = {build(): conformance(games)}
    if arguments.compiled:
        found |= conformance_of(arguments.compiled, games)
    sys.stdout.write((json.dumps(found) if arguments.json else table_of(found)) + "\n")
    results = [one for suites in found.values() for row in suites.values() for one in row.values()]
    return 0 if all([one == PASSED for one in results]) else 1


if __name__ == "__main__":
    sys.exit(main())
