"""Trains a small policy for Lueur on the CPU, and shows that it beats random play.

The policy is linear: each action's number has a weight for each of a few facts that the deciding
seat observes. It plays both seats; after each game the actions of a seat become likelier as far as
its score was above the other's (REINFORCE). Needs numpy and the `learn` extra, nothing else.

Example: python examples/learn.py --train 1000
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from embertable.envs.batch import Batch
from embertable.envs.coders import coder

GAME = "lueur"
PLAYERS = 2
OPTIONS = {"players": str(PLAYERS), "journey": "province", "adventurers": "random"}
OWN = ("bursts", "rerolls", "footprints", "fireflies", "companions.len", "dice.len")
SCALE = 10.0

Floats = NDArray[np.float32]


class Rollout:
    """Weights by action and fact; the likelihood of an action grows with their sum."""

    def __init__(self) -> None:
        labels = [label for label, _ in coder(GAME).labels()]
        self.facts = np.array(
            [
                [labels.index("round"), *[labels.index(f"players.{seat}.{fact}") for fact in OWN]]
                for seat in range(PLAYERS)
            ]
        )
        self.weights = np.zeros((coder(GAME).numbering.size, len(OWN) + 2), np.float32)

    def look(self, batch: Batch) -> Floats:
        """What each deciding seat observes of itself, and a constant."""
        facts = np.take_along_axis(batch.observations, self.facts[batch.seats], axis=1) / SCALE
        return np.hstack([facts, np.ones((len(facts), 1))]).astype(np.float32)

    def odds(self, facts: Floats, masks: NDArray[np.int8]) -> Floats:
        """How likely each action is; what is not offered never."""
        sums = np.where(masks, facts @ self.weights.T, -np.inf)
        likely = np.exp(sums - sums.max(axis=1, keepdims=True))
        odds: Floats = likely / likely.sum(axis=1, keepdims=True)
        return odds


def choose(odds: Floats, luck: np.random.Generator) -> NDArray[np.intp]:
    """One action for each row."""
    drawn = luck.random((len(odds), 1)) * odds.sum(axis=1, keepdims=True)
    chosen: NDArray[np.intp] = (odds.cumsum(axis=1) > drawn).argmax(axis=1)
    return chosen


def train(policy: Rollout, games: int, tables: int = 32, rate: float = 0.02, seed: int = 1) -> None:
    """Play both seats and learn from each finished game."""
    luck = np.random.default_rng(seed)
    batch = Batch(GAME, tables, seed, **OPTIONS)
    done = np.zeros((tables, PLAYERS, *policy.weights.shape), np.float32)
    rows = np.arange(tables)
    spread = np.ones_like(policy.weights)
    while games > 0:
        facts = policy.look(batch)
        odds = policy.odds(facts, batch.masks)
        chosen = choose(odds, luck)
        push = -odds
        push[rows, chosen] += 1
        for table in rows:
            offered = np.flatnonzero(batch.masks[table])
            if len(offered) > 1:
                seat = batch.seats[table]
                done[table, seat, offered] += np.outer(push[table, offered], facts[table])
        stepped = batch.step(chosen)
        for table in np.flatnonzero(stepped.ended):
            scores = stepped.scores[table]
            gain = np.einsum("s,saf->af", (scores - scores.mean()) / SCALE, done[table])
            # Each weight moves as far as others do, however seldom its action is offered.
            spread = 0.99 * spread + 0.01 * gain**2
            policy.weights += rate * gain / (np.sqrt(spread) + 0.1)
            done[table] = 0
            games -= 1


def evaluate(policy: Rollout, games: int, tables: int = 32, seed: int = 1000) -> float:
    """The share of games that the policy wins against random play, half of them from each seat."""
    luck = np.random.default_rng(seed)
    batch = Batch(GAME, tables, seed, **OPTIONS)
    own = np.arange(tables) % PLAYERS
    won = 0.0
    counted = 0
    while counted < games:
        learnt = choose(policy.odds(policy.look(batch), batch.masks), luck)
        masks = batch.masks.astype(np.float32)
        blind = choose(masks / masks.sum(axis=1, keepdims=True), luck)
        stepped = batch.step(np.where(batch.seats == own, learnt, blind))
        for table in np.flatnonzero(stepped.ended):
            rewards = stepped.rewards[table]
            won += rewards[own[table]] == 1 if rewards.sum() == 0 else 0.5
            counted += 1
    return won / counted


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--train", type=int, default=1000, help="games to learn from")
    parser.add_argument("--test", type=int, default=200, help="games to play against random")
    arguments = parser.parse_args()
    policy = Rollout()
    print(f"untrained: wins {evaluate(policy, arguments.test):.0%} against random")
    train(policy, arguments.train)
    after = evaluate(policy, arguments.test)
    print(f"after {arguments.train} games: wins {after:.0%} against random")


if __name__ == "__main__":
    main()
