"""The players that the benchmark brings along, beside the bots: a plain search and learned policies.

- `ismcts@50`: information set Monte Carlo tree search with 50 simulations for each decision, random
  play-outs, and no knowledge of the game but how far it got.
- `ppo@200k`: a policy trained for 200,000 decisions, the first half rewarded with the score, the second
  with progress and the outcome; where there are rivals, in seat 0 against random play.
- `selfplay@200k`: the same, but the policy plays all seats while it trains.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from embertable.bots import Bot, Imagine, import_bot
from embertable.engine.playout import playout
from embertable.engine.table import Action, Choice, Seat, Table, View

if TYPE_CHECKING:
    from embertable.envs.coding.rewards import Progress
    from embertable.envs.ppo import Policy, Told

NAME: Final = re.compile(r"(?P<kind>ismcts|ppo|selfplay)@(?P<count>[1-9]\d{0,5})(?P<unit>[kM]?)")
UNITS: Final = {"": 1, "k": 1_000, "M": 1_000_000}
SEARCH: Final = "ismcts"
PPO: Final = "ppo"
CURIOSITY: Final = 0.7
"""How much a search prefers what it has tried less."""
TRAINING_SEED: Final = 1


def player_bot(name: str, seed: int, policy: Path) -> Bot:
    """A baseline, or a bot by its name; a learned one plays the policy of that file."""
    found = NAME.fullmatch(name)
    if found is None:
        return import_bot(name, seed)
    if found["kind"] == SEARCH:
        return TreeBot(seed, budget(name))
    return PolicyBot(seed, saved_policy(policy))


def is_baseline(name: str) -> bool:
    """Whether a name is one of these.

    Raises:
        MissingExtra: it is, and what it needs is not installed.

    """
    if NAME.fullmatch(name) is None:
        return False
    import embertable.envs.ppo  # noqa: F401 - says what is missing

    return True


def is_learned(name: str) -> bool:
    found = NAME.fullmatch(name)
    return found is not None and found["kind"] != SEARCH


def budget(name: str) -> int:
    """Simulations for each decision, or decisions of training."""
    found = NAME.fullmatch(name)
    assert found is not None
    return int(found["count"]) * UNITS[found["unit"]]


class Node:
    """What the search knows of one action: how often it was there, was tried, and paid."""

    def __init__(self) -> None:
        self.children: dict[Action, Node] = {}
        self.offered = 0
        self.visits = 0
        self.total = 0.0

    def promise(self) -> float:
        mean = self.total / self.visits
        return mean + CURIOSITY * math.sqrt(math.log(self.offered) / self.visits)


class TreeBot(Bot):
    """Searches one tree over imagined tables (Cowling, Powley and Whitehouse, 2012)."""

    def __init__(self, seed: int, simulations: int) -> None:
        from embertable.envs.coders import progress_of

        super().__init__(seed)
        self.simulations = simulations
        self.progress_of: Callable[[str], Progress] = progress_of

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        if len(options) == 1:
            return options[0]
        root = Node()
        for _ in range(self.simulations):
            self.simulate(root, imagine(self.chance), choice, options)
        # The first of those that were tried most often.
        return max(
            options,
            key=lambda option: root.children[option].visits if option in root.children else 0,
        )

    def simulate(
        self, root: Node, table: Table[Any], choice: Choice, options: Sequence[Action]
    ) -> None:
        path: list[tuple[Node, Seat]] = []
        node, next_choice, offered = root, choice, list(options)
        while True:
            seat = next_choice.answerers(table)[0]
            fresh = [option for option in offered if option not in node.children]
            for option in fresh:
                node.children[option] = Node()
            there = [node.children[option] for option in offered]
            for one in there:
                one.offered += 1
            untried = [at for at, one in enumerate(there) if not one.visits]
            if untried:
                at = untried[self.chance.draw("tree", len(untried))]
            else:
                at = max(range(len(there)), key=lambda at: there[at].promise())
            table.apply(offered[at], next_choice.seat)
            node = there[at]
            path.append((node, seat))
            following = table.next_choice()
            if untried or following is None:
                break
            next_choice, offered = following, table.offered(following.seat)
        playout(table, self.chance.draw("playout", 65_536))
        progress = self.progress_of(table.game.name)
        for one, seat in path:
            one.visits += 1
            one.total += progress.of(table, seat)


class PolicyBot(Bot):
    """Takes the likeliest action of a policy."""

    def __init__(self, seed: int, policy: Policy) -> None:
        super().__init__(seed)
        self.policy = policy

    def decide(
        self, view: View, choice: Choice, options: Sequence[Action], imagine: Imagine
    ) -> Action:
        import numpy as np

        from embertable.envs.coders import coder

        if len(options) == 1:
            return options[0]
        numbers_of = coder(self.policy.game)
        # An imagined table shows the seat what the true one does.
        table = imagine(self.chance)
        seat = choice.answerers(table)[0]
        row = np.frombuffer(numbers_of.row(table, seat, choice, False), "<i4")
        numbers = numbers_of.numbering.numbers(options)
        return options[numbers.index(self.policy.decide(row, seat, numbers))]


@cache
def saved_policy(path: Path) -> Policy:
    from embertable.envs.ppo import load_policy

    return load_policy(path)


def train(
    game: str,
    name: str,
    options: Mapping[str, Any],
    has_rivals: bool,
    path: Path,
    on_progress: Callable[[int], None],
) -> None:
    """Train the policy of a baseline and save it."""
    from embertable.envs.coding.rewards import PROGRESS, SCORE
    from embertable.envs.ppo import Learner, Policy

    steps = budget(name)
    seat = 0 if has_rivals and name.startswith(PPO) else None
    policy = Policy(game, TRAINING_SEED)
    for part, reward in enumerate((SCORE, PROGRESS)):
        before = part * steps // 2
        learner = Learner(policy, TRAINING_SEED + part, reward=reward, learner=seat, **options)

        def told(one: Told, before: int = before) -> None:
            on_progress(min(before + one.steps, steps))

        learner.train(steps // 2, told)
    policy.save(path)
